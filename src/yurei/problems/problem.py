"""The class of problems, and their form as lines of JSON.

    {"id":"endgame-4x4-1","kind":"endgame","ruleset":"alter-igo","width":4,"height":4,"board":"..../B.../.W.W/WB.B",
     "to_move":"black","answer":["C2"],"grade":8,"plies":34}

``board`` and the other boards are rows from the top, points are names, tries are texts as in the line protocol.
Missing settings take the ruleset's defaults; without ``referee`` nothing is hidden. All other keys belong to
the kind.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from yurei.errors import BadValue, YureiError
from yurei.languages import N_, Words
from yurei.referee.announce import COLOURS
from yurei.referee.settings import KEYS, Settings, read_settings
from yurei.rules.board import BLACK, WHITE, Colour, board_text, read_board
from yurei.rules.points import shorten

VERSION = 1
"""Version of the format. A line without a version has version 1."""
GRADES = range(1, 10)
LARGEST = 64 * 1024
"""Greatest length of a line, in characters."""

_KNOWN = {"id", "kind", "board", "to_move", "answer", "grade", "version", *KEYS}
"""Keys that all kinds have."""


class BadProblem(BadValue):
    """Error for a problem that cannot be read, or that contradicts itself."""


@dataclass(frozen=True)
class Problem:
    """A problem of one of the ``KINDS``, with its answer.

    Attributes:
        id: Its name, unique in a collection, such as ``plan-4x4-17``.
        kind: The name of its kind, see ``yurei.problems.solving.KINDS``.
        settings: The game: ruleset, referee, size.
        board: The stones that the solver sees before the first answer, one cell a point; None if there is no board.
        to_move: The solver's colour.
        answer: The right first answers; several only if the question asks for several points.
        grade: Difficulty from 1 to 9.
        more: The keys of this kind, as plain values.
    """

    id: str
    kind: str
    settings: Settings
    board: bytes | None
    to_move: Colour
    answer: tuple[str, ...]
    grade: int
    more: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    def values(self) -> dict[str, Any]:
        """Return the problem as plain values, in the order of a file."""
        return {
            "id": self.id,
            "kind": self.kind,
            **_settings_values(self.settings),
            **({} if self.board is None else {"board": board_text(self.board, self.settings.size)}),
            "to_move": self.to_move.word,
            **{key: self.more[key] for key in QUESTION if key in self.more},
            "answer": list(self.answer),
            "grade": self.grade,
            **{key: value for key, value in self.more.items() if key not in QUESTION},
        }

    @property
    def question(self) -> dict[str, Any]:
        """The plain values of the problem that a solver may know before answering."""
        secret = {"answer"} | self.more.keys() - QUESTION
        return {key: value for key, value in self.values().items() if key not in secret}

    def line(self) -> str:
        """Return the problem as a line of JSON, including the line break."""
        return json.dumps(self.values(), ensure_ascii=False, separators=(",", ":")) + "\n"


QUESTION = ("seat", "hidden", "goal", "target", "moves", "tries", "question", "choices", "fence")
"""Keys of the kinds that are part of the question; all others belong to the answer."""
OPEN = "open"
"""The referee of a line without a referee."""


def _settings_values(settings: Settings) -> dict[str, Any]:
    """Return settings as plain values, without those that are defaults of the ruleset or the referee."""
    values = settings.plain()
    usual = read_settings({key: values[key] for key in ("ruleset", "referee", "width", "height")}).plain()
    unusual = {key: value for key, value in values.items() if value != usual[key]}
    referee = {} if values["referee"] == OPEN else {"referee": values["referee"]}
    return {"ruleset": values["ruleset"], **referee, "width": values["width"], "height": values["height"], **unusual}


def read_problem(
    line: str | bytes, number: int | None = None, missing: Mapping[str, Any] = MappingProxyType({})
) -> Problem:
    """Parse a problem from a line of JSON; ``missing`` has values of absent keys, ``number`` the line for errors."""
    try:
        return problem_of({**missing, **_values(line)})
    except BadProblem as error:
        if number is None:
            raise
        raise BadProblem(N_("line {number}: {error}"), number=number, error=error.words) from None


def problem_of(values: Mapping[str, Any]) -> Problem:
    """Return a problem from its plain values; raise ``BadProblem`` if they are invalid."""
    try:
        return _problem(values)
    except BadProblem:
        raise
    except YureiError as error:
        raise BadProblem("{error}", error=error.words) from None


def _values(line: str | bytes) -> Mapping[str, Any]:
    if len(line) > LARGEST:
        raise BadProblem(N_("a problem has at most {most} characters"), most=LARGEST)
    try:
        values = json.loads(line)
    except (ValueError, RecursionError):
        raise BadProblem(N_("it is not a whole line of JSON; was the file cut short?")) from None
    if not isinstance(values, dict):
        raise BadProblem(N_("a problem is an object such as {example}"), example='{"id":"plan-4x4-17","kind":"plan"}')
    return values


def _problem(values: Mapping[str, Any]) -> Problem:
    version = values.get("version", VERSION)
    if version != VERSION:
        message = N_("it has version {version}; this program reads version {own}")
        raise BadProblem(message, version=shorten(version), own=VERSION)
    for key in ("id", "kind", "width", "height", "answer"):
        if key not in values:
            raise BadProblem(N_("it has no {key}"), key=key)
    settings = read_settings({"referee": OPEN} | {key: values[key] for key in KEYS if key in values})
    grade = values.get("grade", GRADES[0])
    if type(grade) is not int or grade not in GRADES:
        raise BadProblem(N_("a grade is a whole number from 1 to 9, not {grade}"), grade=shorten(grade))
    board, answer = values.get("board"), values["answer"]
    identifier, kind = _text(values["id"], "id"), _text(values["kind"], "kind")
    cells = None if board is None else read_board(board, settings.size)[0]
    to_move = values.get("to_move", values.get("seat", "black"))
    if to_move not in ("black", "white"):
        raise BadProblem(N_("the side to move is black or white, not {value}"), value=shorten(to_move))
    if not isinstance(answer, list) or not all(isinstance(each, str) and each.isprintable() for each in answer):
        raise BadProblem(N_("an answer is a list of texts, such as {example}"), example='["C4"]')
    more = MappingProxyType({key: values[key] for key in values if key not in _KNOWN})
    colour = BLACK if to_move == "black" else WHITE
    return Problem(identifier, kind, settings, cells, colour, tuple(answer), grade, more)


def _text(value: object, key: str) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= 100 or not value.isprintable():
        raise BadProblem(N_("{key} is a text of 1 to 100 characters, not {value}"), key=key, value=shorten(value))
    return value


def grade_near(number: int) -> int:
    """Return the grade nearest to a number: itself if it is from 1 to 9."""
    return min(max(number, GRADES[0]), GRADES[-1])


def colour_name(colour: Colour) -> Words:
    """Return the name of a colour as translatable words."""
    return Words(COLOURS[colour])
