"""The store: games, chairs, people and events, in SQLite or PostgreSQL. No other package uses SQL."""

from yurei.club.store.backup import backup
from yurei.club.store.store import Store, why_closed

__all__ = ["Store", "backup", "why_closed"]
