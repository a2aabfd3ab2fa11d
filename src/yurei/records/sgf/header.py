"""The first node of a game in SGF: settings, players, result. It holds only what all may know."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date

from yurei.languages import ENGLISH, N_, translation
from yurei.records.record import Record
from yurei.records.sgf.boards import MOVES, ghosts, set_up, stones
from yurei.records.sgf.writing import line_text, size_text
from yurei.referee.settings import Settings
from yurei.rules.board import BLACK, WHITE
from yurei.rules.compilable import NO_PART_IN_PLAY, PLAYED, unknown_fields
from yurei.rules.options import of_the_game
from yurei.rules.ruleset import Capture, Repetition, Ruleset, Scoring, Suicide
from yurei.rules.state import EndedBy, Result

ENDS = {EndedBy.RESIGNATION: "R", EndedBy.TIME: "T", EndedBy.ABSENCE: "F"}
"""Text after the plus in a result, by the reason for a win without a count."""
NEW_ZEALAND, TROMP_TAYLOR = "NZ", "Tromp-Taylor"
_LEVEL = re.compile(r"\blevel=(\d{1,3})\b", re.ASCII)


@dataclass(frozen=True, slots=True)
class Details:
    """Public facts about a game besides its settings.

    Attributes:
        names: Names of the players, by seat.
        days: Days on which it was played.
        main_time: The main time of each side in seconds; None if no clock ran.
        overtime: Overtime, in the words that other programs read: ``5x30 byo-yomi``.
        language: Language of the comments.
        version: Version of yurei that writes it.
    """

    names: Mapping[str, str] = field(default_factory=dict)
    days: tuple[date, ...] = ()
    main_time: int | None = None
    overtime: str = ""
    language: str = ENGLISH
    version: str = ""

    def of(self, record: Record) -> Details:
        """Return these details completed from a record: the names of programs, and the days."""
        programs = {each.seat: each.name for each in record.players}
        times = [record.started, *(entry.at for entry in record.entries)]
        days = [time.date() for time in times if time is not None]
        return replace(self, names={**programs, **self.names}, days=tuple(dict.fromkeys((*days[:1], *days[-1:]))))


def header(settings: Settings, details: Details, result: Result | None) -> dict[str, list[str]]:
    """Return the properties of the first node that every form has; ``result`` is None if the game goes on."""
    say = translation(details.language).gettext
    title, referee = say(settings.ruleset.title), say(settings.referee.title)
    values = {
        "FF": "4",
        "GM": "1",
        "CA": "UTF-8",
        "AP": f"yurei:{details.version}".rstrip(":"),
        "SZ": size_text(settings.size),
        "GN": say(N_("{game}, referee {referee}")).format(game=title, referee=referee),
        "RU": rules_name(settings.ruleset),
        "KM": "" if settings.komi is None else f"{settings.komi:g}",
        "HA": str(settings.handicap or ""),
        **dict(_people(settings, details)),
        "DT": ",".join(day.isoformat() for day in details.days),
        "RE": "" if result is None else result_text(result),
        "TM": "" if details.main_time is None else str(details.main_time),
        "OT": details.overtime,
    }
    return {name: [line_text(value)] for name, value in values.items() if line_text(value)}


def opening(settings: Settings, cells: bytes) -> dict[str, list[str]]:
    """Return the properties of the board before the first try, and of the colour to move if it is not the usual one."""
    size = settings.size
    properties = {**set_up(bytes(size.points), stones(cells), size), **ghosts(cells, size)}
    usual = WHITE if settings.handicap else BLACK
    if settings.first is not usual or (any(cells) and not settings.handicap):
        properties["PL"] = [MOVES[settings.first]]
    return properties


def _people(settings: Settings, details: Details) -> Iterator[tuple[str, str]]:
    for colour, letter in ((BLACK, "B"), (WHITE, "W")):
        seats = [seat.name for seat in settings.seating.seats if seat.colour is colour]
        names = " & ".join(details.names[seat] for seat in seats if details.names.get(seat))
        level = _LEVEL.search(names)
        yield f"P{letter}", names
        yield f"{letter}R", f"level {level[1]}" if level else ""


def rules_name(ruleset: Ruleset) -> str:
    """Return the name that other programs use for these rules; the ruleset's own title if they have none."""
    other = ruleset.ghosts or ruleset.capture is not Capture.OPPONENT_FIRST or of_the_game(ruleset)
    if other or unknown_fields(ruleset, PLAYED | NO_PART_IN_PLAY):
        return ruleset.title
    return NAMES.get((ruleset.scoring, ruleset.suicide, ruleset.repetition), ruleset.title)


_SUPERKO = (Repetition.POSITIONAL_SUPERKO, Repetition.SITUATIONAL_SUPERKO)
NAMES = {
    **{(Scoring.TERRITORY, suicide, Repetition.SIMPLE_KO): "Japanese" for suicide in Suicide},
    **{(Scoring.AREA, Suicide.FORBIDDEN, each): "Chinese" for each in (Repetition.SIMPLE_KO, *_SUPERKO)},
    (Scoring.AREA, Suicide.ALLOWED, Repetition.POSITIONAL_SUPERKO): TROMP_TAYLOR,
    (Scoring.AREA, Suicide.ALLOWED, Repetition.SITUATIONAL_SUPERKO): NEW_ZEALAND,
}
"""Names of rules, by counting, suicide and repetition."""


def result_text(result: Result) -> str:
    """Return a result as SGF text: ``B+3.5``, ``W+R``, ``0``, ``Void``.

    >>> result_text(Result(WHITE, EndedBy.SCORE, 30, 51, -28.5)), result_text(Result(BLACK, EndedBy.LONE_SUICIDE))
    ('W+28.5', 'B+')
    """
    if result.winner is None:
        return "Void" if result.by is EndedBy.ABANDONED else "0"
    points = "" if result.margin is None else f"{abs(result.margin):g}"
    return f"{result.winner.word[0].upper()}+{points or ENDS.get(result.by, '')}"
