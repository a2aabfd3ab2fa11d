"""Context of a game's page: its chair, language and links; and words for seats, tries and set-up positions."""

import hmac
from collections.abc import AsyncIterator, Hashable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cached_property

from fastapi import Request
from starlette.requests import HTTPConnection

from yurei.apps.web.address import base_of, join_link
from yurei.apps.web.board.board import Picture, Say
from yurei.apps.web.shell.cookies import game_cookie, key_of
from yurei.apps.web.shell.negotiation import spoken_to
from yurei.apps.web.shell.preference_routes import likes_of
from yurei.apps.web.shell.preferences import USUAL
from yurei.apps.web.shell.sections import Board
from yurei.club.club import Club
from yurei.club.game.game import ZERO, Game
from yurei.club.model.chairs import REFEREE
from yurei.club.model.secrets import digest, link_secret
from yurei.languages import N_, translation
from yurei.referee.announce import try_word
from yurei.referee.seating import AUDIENCE
from yurei.rules.board import BLACK_GHOST, BLACK_STONE, WHITE_GHOST, WHITE_STONE, read_board
from yurei.rules.points import Size
from yurei.rules.state import Try

AIMED = ("stone", "ghost")
"""Kinds of tries that can be aimed before they are confirmed."""
SEATS = {
    "black": N_("Black"),
    "white": N_("White"),
    "black-1": N_("Black 1"),
    "white-1": N_("White 1"),
    "black-2": N_("Black 2"),
    "white-2": N_("White 2"),
}
_PIECES = {
    BLACK_STONE: N_("Black stones: {points}."),
    WHITE_STONE: N_("White stones: {points}."),
    BLACK_GHOST: N_("Black ghosts: {points}."),
    WHITE_GHOST: N_("White ghosts: {points}."),
}


@dataclass(frozen=True)
class Aim:
    """Unconfirmed try: ``stone`` or ``ghost``, and the name of a point."""

    do: str
    at: str


@dataclass(frozen=True)
class Page:
    """Context of a page or fragment: the game, the reader's chair, and the reader's language.

    ``links`` are the addresses of the chairs, for the game's maker; empty for everybody else.
    ``base`` is the address of this server as the reader has reached it.
    ``likes`` are the reader's preferences; ``aim`` is their unconfirmed try.
    ``boards`` are the last pictures of the boards that were drawn, by name, and their drawings.
    """

    game: Game
    chair: str
    language: str
    links: Mapping[str, str] = field(default_factory=dict)
    base: str = ""
    likes: frozenset[str] = USUAL
    aim: Aim | None = None
    boards: dict[str, tuple[Picture, Board]] = field(default_factory=dict, compare=False)

    @cached_property
    def say(self) -> Say:
        """Translator into the reader's language."""
        return translation(self.language).gettext

    @property
    def alike(self) -> Hashable:
        """Cache key of a drawing: equal keys give equal bytes, apart from the clocks.

        It has every field, the number of events that the chair may know of, and the changes that time makes without an
        event: whether an absent player has been away for long enough. What the chair may not know of makes no difference,
        so that a drawing at hand does not tell that nothing has happened.
        """
        absent, game = self.game.away(self.chair), self.game
        moment = absent and (absent.seats, absent.left > ZERO), game.count.proposing, game.around.compiling()
        who = self._next_round, self.chair, self.language, tuple(self.links.items()), self.base, self.likes, self.aim
        return game.mark, game.changes, game.number_known(self.chair), moment, who

    @cached_property
    def address(self) -> str:
        """The address of the chair's page."""
        return f"/g/{self.game.stored.id}/{self.chair}"

    @property
    def turn_title(self) -> str:
        """The words *Your turn* or *Next round* for the title of the tab; empty if the reader plays neither now."""
        game = self.game
        if self._next_round and game.seats_of(self.chair):
            return self.say(N_("Next round"))
        own = game.settings.seating.hands == "each" and game.to_move in game.seats_of(self.chair)
        return self.say(N_("Your turn")) if own else ""

    @property
    def listens_as(self) -> str:
        """The seat whose announcements the chair gets; the audience's for a screen that several players share."""
        own = self.game.seats_of(self.chair)
        return own[0] if len(own) == 1 else AUDIENCE.name

    @property
    def _next_round(self) -> bool:
        """Whether the next round of the evening of this game was paired within the last hour."""
        return self.game.evening_news == "paired" and self.game.now() - self.game.events[-1].at < timedelta(hours=1)

    @property
    def request(self) -> str:
        """Request id for forms of this page without a script: a form sent twice acts once.

        It is the number of events known to the reader, which their action increases. Spectators share one chair, so
        there an id has to be unique to a person, as scripts make it: it is empty.
        """
        return "" if self.chair == AUDIENCE.name else f"after-{self.game.number_known(self.chair)}"


def seat_word(seat: str, say: Say) -> str:
    """Return a seat's name in the reader's language."""
    return say(SEATS.get(seat, seat))


def chair_word(chair: str, say: Say) -> str:
    """Return the name of a seat, the referee's chair or the audience's in the reader's language."""
    if chair == REFEREE:
        return say(N_("Referee"))
    return say(N_("Spectator")) if chair == AUDIENCE.name else seat_word(chair, say)


def tried_by(seat: str, attempt: Try, size: Size, say: Say) -> str:
    """Return a seat and its try in words."""
    return say(N_("{seat}: {tried}")).format(seat=seat_word(seat, say), tried=try_word(attempt, size, say))


def set_up_words(setup: str, size: Size, say: Say) -> str:
    """Return the sentences that name the pieces of the starting position, which everybody is told."""
    cells, _ = read_board(setup, size)
    lying = {piece: [point for point, cell in enumerate(cells) if cell == piece] for piece in _PIECES}
    pieces = [
        say(_PIECES[piece]).format(points=", ".join(size.names(points))) for piece, points in lying.items() if points
    ]
    return " ".join([say(N_("The game starts from a set-up position, which everybody is told.")), *pieces])


@asynccontextmanager
async def open_page(club: Club, request: Request, game: str, chair: str) -> AsyncIterator[Page]:
    """Open a game for reading, and yield the page of a chair; Forbidden if the browser's key does not open it."""
    async with club.games.read(game, chair) as held:
        club.seats.check(held, chair, key_of(request, game, chair))
        yield page_for(held, chair, request)


def page_for(game: Game, chair: str, asked: HTTPConnection) -> Page:
    """Return the page of a chair; with links to the other chairs only for the game's maker."""
    name, links = game.stored.id, {}
    if is_host(game, asked):
        host = asked.cookies[game_cookie(name, "host")]
        links = {seat: join_link(asked, name, seat, link_secret(host, seat)) for seat in game.order}
    return Page(game, chair, spoken_to(asked), links, base_of(asked), likes_of(asked.cookies))


def is_host(game: Game, asked: HTTPConnection) -> bool:
    """Return whether the browser has made the game."""
    host = asked.cookies.get(game_cookie(game.stored.id, "host"))
    return host is not None and hmac.compare_digest(game.stored.host, digest(host))
