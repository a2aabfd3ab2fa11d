"""Who looks at a game: from which chair, in which language; and how seats are called."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from yurei.apps.web.board.board import Say
from yurei.apps.web.shell.preferences import USUAL
from yurei.club.game.absence import ZERO, away
from yurei.club.game.game import Game
from yurei.club.game.known_events import number_known
from yurei.languages import N_, translation
from yurei.referee.retold import try_word
from yurei.referee.seating import AUDIENCE
from yurei.rules.points import Size
from yurei.rules.state import Try

AIMED = ("stone", "ghost")
"""What can be aimed before it is tried."""
SEATS = {
    "black": N_("Black"),
    "white": N_("White"),
    "black-1": N_("Black 1"),
    "white-1": N_("White 1"),
    "black-2": N_("Black 2"),
    "white-2": N_("White 2"),
}


@dataclass(frozen=True)
class Aim:
    """What somebody is about to try: ``stone`` or ``ghost``, and the name of a point."""

    do: str
    at: str


@dataclass(frozen=True)
class Page:
    """Where a fragment goes: the game, the chair that looks at it, and his language.

    ``links`` are the addresses of the chairs, for who has made the game; empty for everybody else.
    ``base`` is the address of this server as who looks has reached it.
    ``likes`` are his preferences; ``aim`` is what he is about to try and has not confirmed.
    """

    game: Game
    chair: str
    language: str
    links: Mapping[str, str] = field(default_factory=dict)
    base: str = ""
    likes: frozenset[str] = USUAL
    aim: Aim | None = None

    @cached_property
    def say(self) -> Say:
        """Translates into the language of who looks."""
        return translation(self.language).gettext

    @property
    def alike(self) -> Hashable:
        """All that the bytes of a drawing depend on, but for the clocks: where this is equal, they are.

        Every field stands here, and of the time what changes without an event: whether who stays away has stayed away
        for long enough.
        """
        absent, game = away(self.game, self.chair), self.game
        moment = absent and (absent.seats, absent.left > ZERO), game.count.proposing
        who = self.chair, self.language, tuple(self.links.items()), self.base, self.likes, self.aim
        return game.mark, game.changes, moment, who

    @cached_property
    def address(self) -> str:
        """The address of the chair's page."""
        return f"/g/{self.game.stored.id}/{self.chair}"

    @property
    def turn_title(self) -> str:
        """The words *Your turn* for the title of the tab; empty where the reader is not to move, or plays all seats."""
        game = self.game
        own = game.settings.seating.hands == "each" and game.to_move in game.seats_of(self.chair)
        return self.say(N_("Your turn")) if own else ""

    @property
    def request(self) -> str:
        """The id of what is asked for from this page without a script: who sends one form of it twice has asked once.

        It follows from what he knows has happened, which what he does adds to. All who watch share one chair, so that
        there an id has to be somebody's own, as a script makes it: it is empty.
        """
        return "" if self.chair == AUDIENCE.name else f"after-{number_known(self.game, self.chair)}"


def seat_word(seat: str, say: Say) -> str:
    """A seat's name as people say it."""
    return say(SEATS.get(seat, seat))


def tried_by(seat: str, attempt: Try, size: Size, say: Say) -> str:
    """Who has tried what."""
    return say(N_("{seat}: {tried}")).format(seat=seat_word(seat, say), tried=try_word(attempt, size, say))
