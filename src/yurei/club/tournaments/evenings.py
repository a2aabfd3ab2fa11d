"""The club evenings of this server: their store, and the actions of hosts and players."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from random import Random

from yurei.club.club import Club
from yurei.club.model.secrets import Secrets
from yurei.club.store import Store
from yurei.club.tournaments.book import EveningBook
from yurei.club.tournaments.hosting import Hosting
from yurei.club.tournaments.playing import PlayerActions


class Evenings:
    """The club evenings of this server.

    Args:
        club: The club of the games.
        store: Stores the evenings.
        clock: Tells the time.
        secrets: Makes names and secrets.
        chance: Draws lots.

    Attributes:
        book: Stores and caches the evenings.
        hosting: The actions of hosts.
        playing: The actions of players.
    """

    def __init__(
        self, club: Club, store: Store, clock: Callable[[], datetime], secrets: Secrets, chance: Random
    ) -> None:
        self.book = EveningBook(club.games, store)
        self.hosting = Hosting(club, store, self.book, clock, secrets, chance)
        self.playing = PlayerActions(club, self.book)
