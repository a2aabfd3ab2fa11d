"""Settings of the server, set by options or by environment variables with the prefix ``YUREI_``."""

import os
from datetime import timedelta
from email.errors import MessageError
from email.headerregistry import Address
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from yurei import compiled_code
from yurei.apps.web.frame.address import PublicUrl
from yurei.apps.web.frame.limits import Allowances
from yurei.apps.web.notifications.mail import OutsideSettings
from yurei.club.programs.workers import Limits, default_workers
from yurei.errors import BadValue
from yurei.rules.points import shorten


def default_database() -> str:
    """Return the default database: an SQLite file in the user's data folder."""
    home = os.environ.get("XDG_DATA_HOME") or compiled_code.home_folder() / ".local" / "share"
    return str(Path(home) / "yurei" / "games.db")


class WebSettings(BaseSettings):
    """Settings of the server. Each has an option of ``yurei serve`` and an environment variable."""

    model_config = SettingsConfigDict(env_prefix="YUREI_")

    host: str = Field("127.0.0.1", description="Address to listen on; 0.0.0.0 for all interfaces.")
    port: int = Field(8000, description="Port; 0 picks a free one.")
    database: str = Field("", description="An SQLite file, or the address of a PostgreSQL database.")
    public_url: str = Field("", description="Public address behind a proxy.")
    log: bool = Field(False, description="Whether to log one JSON line per request to standard error.")

    abandoned_after: int = Field(
        30, ge=0, le=36_500, description="Days without any player after which a game ends; 0 for never."
    )

    people_per_address: int = Field(
        50, ge=0, le=100_000, description="Number of people who may share an address, as in a club; 0 for no limit."
    )
    tries_per_second: float = Field(
        5.0,
        ge=0,
        le=10_000,
        description="Tries and pencil marks of one player in one game per second; 0 for no limit.",
    )
    connections: int = Field(
        0,
        ge=0,
        le=1_000_000,
        description="Largest number of open connections; 0 for as many as the open-file limit allows.",
    )

    busy_at: float = Field(
        25.0,
        ge=0,
        le=60_000,
        description="Delay of the server, in milliseconds, above which no new game is started; 0 for no limit.",
    )

    thinkers: int = Field(
        0, ge=0, le=64, description="Number of processes for programs; 0 for one less than there are cores, up to 4."
    )
    think_seconds: float = Field(5.0, gt=0, le=3600, description="Processor time of a program per turn, in seconds.")
    think_memory: int = Field(
        2048, ge=0, le=2**20, description="Memory of a process for programs, in megabytes; 0 for no limit."
    )
    think_slot: float = Field(
        0.3,
        ge=0,
        le=60,
        description="Time grid for answers of programs, in seconds: an answer is sent after this time, or twice, four times, … as long; 0 for at once.",
    )

    @field_validator("host")
    @classmethod
    def _without_brackets(cls, host: str) -> str:
        """Return a host without the brackets that an IPv6 address has in URLs, as sockets need it."""
        return host.removeprefix("[").removesuffix("]")

    @property
    def limits(self) -> Limits:
        """Limits of programs: processes, seconds, memory."""
        return Limits(self.thinkers or default_workers(), self.think_seconds, self.think_memory, slot=self.think_slot)

    @property
    def allowances(self) -> Allowances:
        """Rate limits by person and by address."""
        return Allowances(self.people_per_address, self.tries_per_second)

    @property
    def absence(self) -> timedelta | None:
        """Time without players after which a game ends; None for no limit."""
        return timedelta(days=self.abandoned_after) or None

    @property
    def place(self) -> str:
        """Location of the games: a file, or the address of a database."""
        return self.database.removeprefix("sqlite:///") or default_database()

    @property
    def database_url(self) -> str:
        """Database URL for SQLAlchemy; creates the folder of an SQLite file if it is missing."""
        place = self.place
        if "://" in place:
            return place.replace("postgresql://", "postgresql+psycopg://", 1)
        try:
            Path(place).expanduser().resolve().parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadValue(f"{place} cannot be made: {error.strerror}; give --database another file") from None
        return f"sqlite+aiosqlite:///{Path(place).expanduser().resolve()}"

    @property
    def public(self) -> PublicUrl | None:
        """The server's public address, or None if it is not set; raise BadValue if it is invalid."""
        return PublicUrl.read(self.public_url) if self.public_url else None


def settings(**chosen: Any) -> WebSettings:
    """Return the settings of the server: values from ``chosen`` that are not None, else from the environment, else defaults.

    Raises BadValue if a variable has an invalid value.
    """
    try:
        return WebSettings(**{name: value for name, value in chosen.items() if value is not None})
    except ValidationError as error:
        raise make_settings_error(error) from None


def make_settings_error(error: ValidationError) -> BadValue:
    """Return the error for the user, which names the first invalid variable."""
    wrong = error.errors()[0]
    name = f"YUREI_{wrong['loc'][0]}".upper()
    return BadValue(f"{name} is {shorten(wrong['input'])}: {wrong['msg'][0].lower()}{wrong['msg'][1:]}")


def outside_settings(public: PublicUrl | None, **chosen: Any) -> OutsideSettings:
    """Return the settings of outgoing connections; raise BadValue if a variable has an invalid value."""
    try:
        found = OutsideSettings(**chosen)
    except ValidationError as error:
        raise make_settings_error(error) from None
    if found.smtp_host:
        if public is None:
            raise BadValue("YUREI_SMTP_HOST needs --public-url: mails have links in them, which have to lead here")
        try:
            Address(addr_spec=found.smtp_from)
        except (ValueError, IndexError, MessageError):
            raise BadValue(
                f"YUREI_SMTP_FROM is {shorten(found.smtp_from)}: give a mail address such as yurei@go.example"
            ) from None
    return found
