"""Parts of pages about a game: context of a page; texts for seats, tries, counts and results; clocks and tools."""

import hmac
import json
from collections.abc import AsyncIterator, Hashable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cached_property
from typing import NamedTuple, TypedDict

import htpy as h
from fastapi import Request
from markupsafe import Markup
from starlette.requests import HTTPConnection

from yurei import players
from yurei.apps.web.frame.address import get_base_url, join_link
from yurei.apps.web.frame.board import Picture
from yurei.apps.web.frame.html import Board
from yurei.apps.web.frame.http import game_cookie, get_chair_key, get_language
from yurei.apps.web.frame.page import USUAL, read_preferences
from yurei.clocks.controls import LOW, MORE_DAYS, ONE_DAY, Control, clock_text, in_milliseconds
from yurei.clocks.timekeeper import ClockState
from yurei.club.club import Club
from yurei.club.game.game import ZERO, Game
from yurei.club.model.chairs import REFEREE
from yurei.club.model.secrets import digest, link_secret
from yurei.club.tournaments.evening import Evening
from yurei.club.tournaments.evenings import OVER, TAKEN_BACK
from yurei.languages import N_, Gettext, translation
from yurei.referee.announce import name_try, speak_result
from yurei.referee.referee import Captures
from yurei.referee.seating import AUDIENCE
from yurei.referee.told import Outcome, Told
from yurei.referee.view import Fold, View
from yurei.rules.board import BLACK, BLACK_GHOST, BLACK_STONE, WHITE, WHITE_GHOST, WHITE_STONE, Colour, read_board
from yurei.rules.points import Size
from yurei.rules.state import EndedBy, Result, Try

AIMED = ("stone", "ghost")  # kinds of tries that may need a confirmation
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
class UnconfirmedTry:
    """An unconfirmed try: ``stone`` or ``ghost``, and the name of a point."""

    do: str
    at: str


@dataclass(frozen=True)
class Page:
    """The game, the reader's chair and the reader's language, from which a page or a fragment is drawn."""

    game: Game
    chair: str
    language: str
    links: Mapping[str, str] = field(default_factory=dict)  # addresses of the chairs, only for the game's maker
    base: str = ""  # address of this server as the reader has reached it
    likes: frozenset[str] = USUAL
    aim: UnconfirmedTry | None = None
    # The latest picture and drawing of each board, by name.
    boards: dict[str, tuple[Picture, Board]] = field(default_factory=dict, compare=False)

    @cached_property
    def say(self) -> Gettext:
        return translation(self.language).gettext

    @property
    def cache_key(self) -> Hashable:
        """Cache key of the drawing: pages with equal keys are equal, except for the clocks.

        It contains every field, the number of events that the chair may know of, and changes without events. It does
        not depend on what the chair must not know, so that the use of the cache reveals nothing.
        """
        absent, game = self.game.opponent_absence(self.chair), self.game
        moment = absent and (absent.seats, absent.left > ZERO), game.count.proposing, game.around.compiling()
        who = (self._is_paired, self.chair, self.language, tuple(self.links.items()), self.base, self.likes, self.aim)
        return game.mark, game.changes, game.number_known(self.chair), moment, who

    @cached_property
    def address(self) -> str:
        return f"/g/{self.game.stored.id}/{self.chair}"

    @property
    def turn_title(self) -> str:
        """The words *Your turn* or *Next round* for the title of the tab, or empty."""
        game = self.game
        if self._is_paired and game.seats_of(self.chair):
            return self.say(N_("Next round"))
        own = game.settings.seating.hands == "each" and game.to_move in game.seats_of(self.chair)
        return self.say(N_("Your turn")) if own else ""

    @property
    def listener_seat(self) -> str:
        """The seat whose announcements the chair gets; that of the audience unless the chair has exactly one seat."""
        own = self.game.seats_of(self.chair)
        return own[0] if len(own) == 1 else AUDIENCE.name

    @property
    def _is_paired(self) -> bool:
        """Whether the next round of the evening of this game was paired within the last hour."""
        return self.game.evening_news == "paired" and self.game.now() - self.game.events[-1].at < timedelta(hours=1)

    @property
    def form_request_id(self) -> str:
        """Request id for the page's forms without scripts, so that a form that is sent twice has one effect.

        Empty for spectators, who share a chair: their ids have to be unique to a person, as those of scripts are.
        """
        return "" if self.chair == AUDIENCE.name else f"after-{self.game.number_known(self.chair)}"


def seat_word(seat: str, say: Gettext) -> str:
    return say(SEATS.get(seat, seat))


def chair_word(chair: str, say: Gettext) -> str:
    if chair == REFEREE:
        return say(N_("Referee"))
    return say(N_("Spectator")) if chair == AUDIENCE.name else seat_word(chair, say)


REFEREE_SITS = N_("The referee’s seat is taken. The referee sees no more than spectators until all players agree.")


def name_try_by(seat: str, attempt: Try, size: Size, say: Gettext) -> str:
    return say(N_("{seat}: {tried}")).format(seat=seat_word(seat, say), tried=name_try(attempt, size, say))


def set_up_words(setup: str, size: Size, say: Gettext) -> str:
    """Return sentences that name the pieces of the starting position, which everybody knows."""
    cells, _ = read_board(setup, size)
    sentences = [say(N_("The game starts from a set-up position, which everybody is told."))]
    for piece, words in _PIECES.items():
        if points := [point for point, cell in enumerate(cells) if cell == piece]:
            sentences.append(say(words).format(points=", ".join(size.names(points))))
    return " ".join(sentences)


@asynccontextmanager
async def open_page(club: Club, request: Request, game: str, chair: str) -> AsyncIterator[Page]:
    """Open a game for reading, and yield the page of a chair; raise Forbidden if the browser's key does not open it."""
    async with club.games.read(game, chair) as held:
        club.seats.check(held, chair, get_chair_key(request, game, chair))
        yield page_for(held, chair, request)


def page_for(game: Game, chair: str, connection: HTTPConnection) -> Page:
    """Return the page of a chair. Only the page of the game's maker has links to other chairs."""
    name, links = game.stored.id, {}
    if is_host(game, connection):
        host = connection.cookies[game_cookie(name, "host")]
        links = {seat: join_link(connection, name, seat, link_secret(host, seat)) for seat in game.chair_names}
    return Page(
        game, chair, get_language(connection), links, get_base_url(connection), read_preferences(connection.cookies)
    )


def is_host(game: Game, connection: HTTPConnection) -> bool:
    host = connection.cookies.get(game_cookie(game.stored.id, "host"))
    return host is not None and hmac.compare_digest(game.stored.host, digest(host))


class Counters(NamedTuple):
    """Counters of a colour: moves, lost stones (None if not announced), and refused tries."""

    moves: int
    lost: int | None
    refused: int


def player_name(game: Game, chair: str, say: Gettext) -> str:
    if chair in game.stored.players:
        return program_label(game.stored.players[chair], say)
    return (game.nickname(chair) or say(N_("Guest"))) if game.is_taken(chair) else ""


def program_label(stored: str, say: Gettext) -> str:
    """Return the label of a program, given with its parameters: the level for yurei, otherwise the slug."""
    slug, _, parameters = stored.partition(":")
    if slug != players.Yurei.slug:
        return slug
    level = next((each.partition("=")[2] for each in parameters.split(",") if each.startswith("level=")), None)
    return say(N_("yurei {level}")).format(level=level or players.Yurei.PARAMETERS["level"])


class TryCounts(NamedTuple):
    """Numbers of a colour's moves, refused tries, stones announced as lost, and vanished stones."""

    moves: int = 0
    refused: int = 0
    lost: int = 0
    vanished: int = 0


def count_by_colour(view: View) -> dict[Colour, Counters]:
    """Return the counters of each colour, as far as the view's announcements contain them."""
    referee, found = view.settings.referee, dict[Colour, Counters]()
    for colour, told in _told_of(view).items():
        lost = told.vanished if referee.vanishes and view.seat.colour is colour else None
        found[colour] = Counters(
            told.moves, told.lost if referee.captures is not Captures.NOTHING else lost, told.refused
        )
    return found


def _count(_: View, before: dict[Colour, TryCounts], told: Told) -> dict[Colour, TryCounts]:
    now = {}
    for colour, count in before.items():
        own = told.mover is colour
        now[colour] = TryCounts(
            count.moves + (own and told.outcome is Outcome.MOVED),
            count.refused + (own and told.outcome is Outcome.ILLEGAL),
            count.lost + ((told.lost_count if own else told.captured_count) or 0),
            count.vanished + len(told.vanished or ()),
        )
    return now


_told_of = Fold[dict[Colour, TryCounts]](lambda view: {BLACK: TryCounts(), WHITE: TryCounts()}, _count)


class ClockData(TypedDict):
    """The state of one side's clock, for the script that shows the time."""

    running: bool
    # The current stage, and the later ones if the clock runs: milliseconds, and the overtime such as "3 periods".
    stages: list[tuple[int, str]]


def clock_data(page: Page) -> dict[str, ClockData]:
    control, faces = page.game.clocks.control, page.game.clocks.clock_states()
    return {} if control is None else {each.colour.word: _make_clock_data(control, each, page.say) for each in faces}


def _make_clock_data(control: Control, shown: ClockState, say: Gettext) -> ClockData:
    stages = []
    for left in control.stages(shown.left) if shown.running else [shown.left]:
        rest = control.describe_overtime(left)
        stages.append((in_milliseconds(left.running), "" if rest is None else rest.said(say)))
    return ClockData(running=shown.running, stages=stages)


def state_class(shown: ClockState | None) -> str:
    """Return the CSS classes of a clock: whether it runs, and whether its stage has less than ten seconds left."""
    if shown is None or not shown.running:
        return ""
    return " running low" if shown.left.running < LOW else " running"


def draw_time(
    control: Control, shown: ClockState | None, label: str, say: Gettext, *, spoken: bool = False
) -> h.Fragment:
    """Draw the time left and the overtime of a clock; if ``shown`` is None, a script fills in both.

    ``label`` is for screen readers; if ``spoken``, they read out changes of the overtime.
    """
    data = None if shown is None else _make_clock_data(control, shown, say)
    return h.fragment[
        h.span(
            ".left",
            role="timer",
            aria_label=label,
            data_stages=data and json.dumps(data["stages"], ensure_ascii=False, separators=(",", ":")),
            data_day=say(ONE_DAY),
            data_days=say(MORE_DAYS),
        )[None if shown is None else clock_text(shown.left.running).said(say)],
        " ",
        h.span(".rest", aria_live="polite" if spoken else None)[data and data["stages"][0][1]],
    ]


@dataclass(frozen=True)
class Tool:
    """A tool that decides what a click on the board does, such as a stone or a pencil."""

    do: str  # the action of a click
    key: str  # keyboard key: selects the tool, or marks the current point if it is a pencil
    words: str
    icon: str  # SVG centred on (0, 0) in units of a point; `{hand}` stands for the player's colour


STONE = Tool("stone", "1", N_("Try a stone"), '<use href="#{hand}-stone"/>')
GHOST = Tool("ghost", "2", N_("Try a ghost"), '<use href="#{hand}-ghost"/>')
PENCILS = (
    Tool("pencil-black", "b", N_("Guess Black"), '<circle class="pencil black" r=".3"/>'),
    Tool("pencil-white", "w", N_("Guess White"), '<circle class="pencil white" r=".3"/>'),
    Tool(
        "pencil-dead", "d", N_("Guess captured"), '<use href="#{hand}-stone"/><path class="pencil" d="M-.3-.3l.6.6"/>'
    ),
    Tool("pencil-cross", "x", N_("Cross out"), '<path class="pencil" d="M-.25-.25l.5.5m0-.5l-.5.5"/>'),
)


def tool_label(tool: Tool, hand: Colour, say: Gettext, *, held: bool = False, pointed: bool = False) -> h.Element:
    icon = tool.icon.format(hand=hand.word)
    kind = f"tool {tool.do} pointed" if pointed else f"tool {tool.do}"
    return h.label(class_=kind, title=f"{say(tool.words)} ({tool.key})")[
        h.input(type="radio", name="do", value=tool.do, checked=held, data_key=tool.key),
        Markup(f'<svg class="icon" viewBox="-.6 -.6 1.2 1.2" aria-hidden="true">{icon}</svg>'),
        h.span[say(tool.words)],
    ]


def tool_group(tools: Iterable[Tool], hand: Colour, say: Gettext, held: str) -> h.Element:
    return h.div(".tools", role="radiogroup", aria_label=say(N_("Tool")))[
        (tool_label(tool, hand, say, held=tool.do == held) for tool in tools)
    ]


FIGURE = Markup(
    '<svg class="yurei" viewBox="-.5 -.5 1 1" aria-hidden="true" focusable="false"><use href="#white-ghost"/></svg>'
)
"""Picture of the referee."""


def outcome_word(told: Told) -> str:
    """Return the outcome of an announced try as a word: ``captured`` after any capture, or such as ``illegal``."""
    went = told.captured_count or told.captured_points or told.lost_count or told.lost_points or told.vanished
    return "captured" if went else told.outcome.value


def describe_evening_end(winners: Sequence[str], say: Gettext, *, ended: bool) -> str:
    """Return the sentence about the winners of an ended evening, or about the leaders until the host ends it."""
    words = N_("The evening is over. Won by {names}.") if winners else N_("The evening is over.")
    if not ended:
        words = N_("All rounds are played. First place: {names}.") if winners else N_("All rounds are played.")
    return say(words).format(names=", ".join(winners))


def recent_evenings(evenings: Sequence[Evening], person: str, say: Gettext) -> h.Node:
    """Draw links to the evenings that a person, given by digest, hosts or plays in; nothing if there are none."""
    if not evenings:
        return None
    return h.section("#evenings", class_="panel")[
        h.h2[say(N_("Your club evenings"))],
        h.ul[
            (
                h.li[
                    h.a(href=f"/evening/{each.id}" + ("" if each.maker == person else "/mine"))[
                        each.title or say(N_("Club evening"))
                    ],
                    each.over and [" ", h.small[describe_evening_end(each.winners, say, ended=each.ended)]],
                ]
                for each in evenings
            )
        ],
    ]


def evening_link(page: Page) -> h.Element | None:
    """Draw the link from a game to its evening; nothing if the game belongs to no evening."""
    evening, say = page.game.stored.terms.get("evening"), page.say
    if evening is None:
        return None
    news = {
        "paired": say(N_("The next round has been paired.")),
        OVER: describe_evening_end(page.game.evening_winners, say, ended=page.game.evening_ended),
        TAKEN_BACK: say(N_("The host has taken this pairing back. The evening says when the round is paired anew.")),
    }
    return h.p("#evening", role="status")[
        [news[page.game.evening_news], " "] if page.game.evening_news in news else None,
        h.a(".primary", href=f"/evening/{evening}/mine")[say(N_("To the evening"))],
    ]


def plan_link(page: Page) -> h.Element | None:
    """Draw the link from a game to the plan of its evening; nothing if the game belongs to no evening."""
    evening = page.game.stored.terms.get("evening")
    if evening is None:
        return None
    return h.p(".plan-link")[h.a(href=f"/evening/{evening}")[page.say(N_("Plan and standings of the evening"))]]


DECIDED = {
    "draw": N_("Decided by the host. A draw."),
    "nobody": N_("Decided by the host. Both lose."),
    "": N_("Decided by the host. No winner."),
}
"""Sentences about a game of an evening that the host has ended without a winner, by the result entered."""


def result_words(page: Page, result: Result) -> str:
    """Return the sentence about a result; for an abandoned game of an evening, about the host's decision."""
    if result.by is EndedBy.ABANDONED and result.winner is None and "evening" in page.game.stored.terms:
        return page.say(DECIDED[page.game.decided])
    return speak_result(result, page.language, page.game.settings.ruleset)
