"""The store: games, chairs, people and what happened, in SQLite or PostgreSQL. Nobody else speaks SQL."""

from yurei.club.store.backup import backup
from yurei.club.store.store import Store, why_closed

__all__ = ["Store", "backup", "why_closed"]
