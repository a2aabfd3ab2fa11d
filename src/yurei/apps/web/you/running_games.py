"""Running games of a person, grouped by what they wait for. All of it is public at the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from babel.dates import format_timedelta
from htpy import Element, Node, a, bdi, h2, h3, li, p, section, span, strong, ul

from yurei.apps.web.board.board import Say
from yurei.apps.web.table.context import seat_word
from yurei.apps.web.table.sections.players import name_of
from yurei.clocks.controls import face
from yurei.club.archive import turn_since
from yurei.club.game.game import Game
from yurei.club.model.chairs import REFEREE
from yurei.languages import N_, translation

GROUPS = {
    "turn": N_("Your turn"),
    "count": N_("Waiting for the score"),
    "others": N_("Others’ turn"),
    "free": N_("Waiting for players"),
    "alone": N_("Alone, or on one device"),
}
"""Groups of running games by what they wait for, the most pressing first."""
LEAST = timedelta(minutes=1)
"""Shortest time that is named; it is not counted by seconds."""


@dataclass(frozen=True)
class RunningGame:
    """Entry of a running game from a person's chair, drawn in their language.

    Attributes:
        group: One of ``GROUPS``.
        since: Time since which it waits.
        address: Address of the person's page.
        drawn: The game, the other players, the event that it waits for, the times left, and the person's chair.
    """

    group: str
    since: datetime
    address: str
    drawn: Element

    @classmethod
    def of(cls, game: Game, chair: str, language: str) -> RunningGame:
        """Return the entry of a game from a chair."""
        say, settings = translation(language).gettext, game.settings
        group, since, address = _group(game, chair), turn_since(game), f"/g/{game.stored.id}/{chair}"
        others = [seat.name for seat in settings.seating.seats if seat.name != chair and _sits(game, seat.name)]
        names = ", ".join(name_of(game, seat, say) for seat in others)
        waited = format_timedelta(max(game.now() - since, LEAST), locale=language)
        referee = say(N_("referee: {title}")).format(title=say(settings.referee.title))
        entry = li[
            a(href=address)[strong[f"{say(settings.ruleset.title)} · {settings.size}"], names and [" – ", bdi[names]]],
            span(".state")[_state(game, chair, group, waited, say)],
            (clocks := _clocks(game, say)) and span(".left")[clocks],
            span(".note")[f"{referee} · {_chair(game, chair, say)}"],
        ]
        return cls(group, since, address, entry)


def _chair(game: Game, chair: str, say: Say) -> str:
    """Return the name of the chair; of the seating if one person plays all seats."""
    if chair == game.settings.seating.slug:
        return say(game.settings.seating.title)
    return say(N_("Referee")) if chair == REFEREE else seat_word(chair, say)


def _sits(game: Game, seat: str) -> bool:
    return seat in game.stored.players or (seat in game.chairs and game.taken(seat))


def _group(game: Game, chair: str) -> str:
    if game.over:
        return "count"
    if game.settings.seating.hands != "each":
        return "alone"
    if game.clocks.waiting:
        return "free"
    return "turn" if game.to_move in game.seats_of(chair) else "others"


def _state(game: Game, chair: str, group: str, time: str, say: Say) -> str:
    if group == "count":
        agreed = not game.seats_of(chair) or game.colours_of(chair) <= game.count.settled
        return say(N_("waiting for the others to agree") if agreed else N_("waiting for you to agree"))
    if group == "free":
        return say(N_("seat not taken yet"))
    if group == "turn":
        return say(N_("your turn, for {time}")).format(time=time)
    return say(N_("{seat} to move, for {time}")).format(seat=seat_word(game.to_move or "", say), time=time)


def _clocks(game: Game, say: Say) -> str:
    """Return the time left of each side at this moment, with its overtime once the main time is used up."""
    control, shown = game.clocks.control, []
    if game.over or control is None:
        return ""
    for left in (each.left for each in game.clocks.faces()):
        rest = control.rest(left) if left.in_overtime else None
        shown.append(face(left.running, tenths=False).said(say) + (f" ({rest.said(say)})" if rest else ""))
    return say(N_("time left: Black {black}, White {white}")).format(black=shown[0], white=shown[1])


def running_games(games: Sequence[RunningGame], most: int, none: str, say: Say) -> Element:
    """Draw the running games in groups, the longest waiting first; ``none`` is shown if there are none."""
    return section("#running", class_="panel")[
        h2[say(N_("Games in progress"))],
        [_group_of(name, [game for game in games if game.group == name], say) for name in GROUPS]
        if games
        else p(".note")[say(none)],
        len(games) == most and p(".note")[say(N_("Only {count} of them are shown.")).format(count=most)],
    ]


def _group_of(name: str, games: Sequence[RunningGame], say: Say) -> Node:
    if not games:
        return None
    ordered = sorted(games, key=lambda game: (game.since, game.address))
    return [
        h3[say(GROUPS[name]), span(".count")[f" ({len(games)})"]],
        ul(".own", id=f"group-{name}")[(game.drawn for game in ordered)],
    ]
