"""What the one who runs the server chooses, by options or by environment variables with the prefix ``YUREI_``."""

from __future__ import annotations

import os
from pathlib import Path

from pydantic_settings import BaseSettings, SettingsConfigDict


def default_database() -> str:
    """An SQLite file among the user's own data."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return str(Path(home) / "yurei" / "games.db")


class WebSettings(BaseSettings):
    """Settings of the server.

    Attributes:
        database: A file for SQLite, or a URL that SQLAlchemy knows.
    """

    model_config = SettingsConfigDict(env_prefix="YUREI_")

    database: str = ""

    @property
    def database_url(self) -> str:
        """The database as SQLAlchemy wants it; the folder of an SQLite file is made where it is missing."""
        place = self.database or default_database()
        if "://" in place:
            return place.replace("postgresql://", "postgresql+psycopg://", 1)
        Path(place).expanduser().resolve().parent.mkdir(parents=True, exist_ok=True)
        return f"sqlite+aiosqlite:///{Path(place).expanduser().resolve()}"
