"""The tables of a round and the standings of an evening as HTML."""

from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

import htpy as h
from markupsafe import Markup

from yurei.apps.web.frame.address import is_for_this_device
from yurei.apps.web.parts.game_parts import describe_evening_end
from yurei.club.game.series import format_points
from yurei.club.tournaments.evening import BYE, HALVES, Evening, Table
from yurei.club.tournaments.pairing import StandingsRow, standings
from yurei.languages import N_, Gettext, translation

AMONG_EQUALS = ("SOS", "SOSOS")
"""Tie-breaks, by the names that players use in every language."""
TIE_BREAKS = N_(
    "A win is one point, a draw half a point, a bye a win. Ties are broken by SOS, the points of all opponents; then by SOSOS, the SOS of them all."
)


@dataclass(frozen=True)
class EveningView:
    """An evening, and the language and the rights of the reader of its pages.

    ``number`` is the reader's number as a player, ``host`` the host's secret; both are None for other readers. ``base``
    is the address of this server. ``unfolded`` is the unfolded part of the host's tools: ``players``, or empty.
    ``wrong`` is an error message about the name ``late`` of a late player.
    """

    evening: Evening
    language: str
    number: int | None = None
    host: str | None = field(default=None, repr=False)
    base: str = ""
    unfolded: str = ""
    wrong: str = ""
    late: str = ""

    @property
    def say(self) -> Gettext:
        """Translator into the reader's language."""
        return translation(self.language).gettext

    @property
    def address(self) -> str:
        """Address of the evening's plan."""
        return f"/evening/{self.evening.id}"

    @property
    def title(self) -> str:
        """Title of the evening."""
        return self.evening.title or self.say(N_("Club evening"))

    def name(self, number: int) -> h.Element:
        """Draw a player's name, marked if it is the reader's own."""
        return h.bdi(data_of=str(number), class_="own" if number == self.number else None)[
            self.evening.player(number).name
        ]


def draw_local_links_warning(view: EveningView) -> h.Element | None:
    """Draw a warning if the links of an evening work only on the device that runs the server."""
    if not is_for_this_device(view.base):
        return None
    words = N_(
        "These links open on this device only. Start the server with --host 0.0.0.0, so that others in the network can open them."
    )
    return h.p(".wrong.screen")[view.say(words)]


_drawn: OrderedDict[tuple[str, str, str], tuple[Evening, Markup]] = OrderedDict()
MOST_DRAWN = 100
"""Number of drawings of evenings in memory."""


def draw_cached(view: EveningView, draw: Callable[[EveningView], h.Element]) -> Markup:
    """Draw a part of an evening's page or take it from the cache, and mark the reader's own name."""
    key = view.evening.id, view.language, draw.__name__
    evening, text = _drawn.get(key, (None, Markup()))
    if evening != view.evening:
        text = Markup(draw(replace(view, number=None, host=None)))
        _drawn[key] = view.evening, text
    _drawn.move_to_end(key)
    if len(_drawn) > MOST_DRAWN:
        _drawn.popitem(last=False)
    own = f'<bdi data-of="{view.number}"'
    return text.replace(Markup(own), Markup(f'{own} class="own"'))


def state_sentence(view: EveningView) -> str:
    """Return the state of the evening in a sentence."""
    evening, say = view.evening, view.say
    if evening.over:
        return describe_evening_end(evening.winners, say, ended=evening.ended)
    if not evening.played:
        return say(N_("The first round has not begun yet."))
    words = N_("Round {number} of {rounds}: games in progress at {count} tables.")
    if len(evening.waiting) == 1:
        words = N_("Round {number} of {rounds}: a game in progress at one table.")
    if not evening.waiting:
        words = N_("Round {number} of {rounds} has ended.")
    return say(words).format(number=len(evening.played), rounds=evening.rounds, count=len(evening.waiting))


def round_table(view: EveningView, number: int, more: dict[int, h.Node] | None = None) -> h.Element:
    """Draw the tables of a round, with players and results; ``more`` is additional content by table number."""
    say = view.say
    heads = (N_("Table"), N_("Black"), N_("White"), N_("Result"))
    return h.table(".rounds")[
        h.caption[say(N_("Round {number}")).format(number=number)],
        h.thead[h.tr[(h.th(scope="col")[say(words)] for words in heads)]],
        h.tbody[
            (
                _draw_table_row(view, at, each, more.get(at) if more else None)
                for at, each in enumerate(view.evening.played[number - 1], 1)
            )
        ],
    ]


def _draw_table_row(view: EveningView, at: int, each: Table, more: h.Node) -> Iterable[h.Node]:
    yield h.tr(class_="with-more" if more else None)[
        h.th(scope="row")[str(at)],
        h.td[view.name(each.black)],
        h.td[h.span(".note")[view.say(N_("a bye"))] if each.white is None else view.name(each.white)],
        h.td[_draw_result(view, each)],
    ]
    if more:
        yield h.tr[h.td(".more", colspan="4")[more]]


def _draw_result(view: EveningView, each: Table) -> h.Node:
    say, everybody = view.say, view.evening.terms.get("watching") == "everybody"
    if each.result is None:
        if view.evening.ended:
            return say(N_("abandoned"))
        words = say(N_("in progress"))
        return h.a(href=f"/g/{each.game}/audience")[words] if everybody else words
    score = "–".join(format_points(halves / 2) or "0" for halves in HALVES[each.result])
    if each.by_hand:
        return [score, " ", h.small[say(N_("(by the host)"))]]
    if each.result == BYE:
        return score
    return h.a(href=f"/g/{each.game}/window", aria_label=say(N_("{score}: look at the game")).format(score=score))[
        score
    ]


def standings_table(view: EveningView) -> h.Element:
    """Draw the standings with their tie-breaks."""
    say = view.say
    heads = (say(N_("Place")), say(N_("Name")), say(N_("Points")), *AMONG_EQUALS)
    return h.table(".standings")[
        h.caption[say(N_("Standings"))],
        h.thead[h.tr[(h.th(scope="col")[head] for head in heads)]],
        h.tbody[(_draw_standing_row(view, each) for each in standings(view.evening.entrants()))],
    ]


def _draw_standing_row(view: EveningView, each: StandingsRow) -> h.Element:
    gone = view.evening.player(each.number).gone
    numbers: Iterable[int] = (each.points, each.sos, each.sosos)
    return h.tr[
        h.td[str(each.place)],
        h.th(scope="row")[view.name(each.number), gone and [" ", h.small[view.say(N_("(left)"))]]],
        (h.td[format_points(number / 2)] for number in numbers),
    ]


def standings_panel(view: EveningView) -> h.Element:
    """Draw the standings with an explanation of points and tie-breaks."""
    return h.section("#standings", class_="panel")[standings_table(view), h.p(".note")[view.say(TIE_BREAKS)]]
