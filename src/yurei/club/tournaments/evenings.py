"""The evenings of this server: their book, what hosts do, and what players do."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from random import Random

from yurei.club.club import Club
from yurei.club.model.secrets import Secrets
from yurei.club.store import Store
from yurei.club.tournaments.book import EveningBook
from yurei.club.tournaments.hosting import Hosting
from yurei.club.tournaments.playing import Playing


class Evenings:
    """The evenings of this server.

    Args:
        club: Where the games are played.
        store: Keeps them.
        clock: Tells the time.
        secrets: Makes names and secrets.
        chance: Draws the lots.

    Attributes:
        book: Each evening as it is now.
        hosting: What hosts do.
        playing: What players do.
    """

    def __init__(
        self, club: Club, store: Store, clock: Callable[[], datetime], secrets: Secrets, chance: Random
    ) -> None:
        self.book = EveningBook(club.games, store)
        self.hosting = Hosting(club, store, self.book, clock, secrets, chance)
        self.playing = Playing(club, self.book)
