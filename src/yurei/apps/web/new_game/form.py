"""New-game form: reads it into a plan, and makes the address that fills it in."""

from collections.abc import Callable, Collection, Mapping
from typing import Any
from urllib.parse import urlencode

from yurei import players, referee, rules
from yurei.apps.web.new_game import clock_fields
from yurei.club.game.absence import USUAL, read_claim_after
from yurei.club.game.introduction import introduced
from yurei.club.model.chairs import REFEREE
from yurei.club.model.game_plan import RENGO, Plan
from yurei.errors import BadSettings, unknown
from yurei.languages import N_
from yurei.referee.settings import KEYS, REFEREE_OPTIONS, Settings, read_settings
from yurei.rules.board import Colour, board_text
from yurei.rules.points import LARGEST, shortened, size_of, typed_number
from yurei.rules.ruleset import OPTIONS, Ruleset, flag
from yurei.rules.state import checked_setup

_NUMBERS = {"width", "height", "handicap", "white_passes", "sight"}
_FLAGS = {key for key, read in {**OPTIONS, **REFEREE_OPTIONS}.items() if read is flag}
_SEATINGS = {"friend": "duel", "anybody": "duel", "yurei": "duel", "one-device": "one-device", "solo": "solo"} | RENGO
_COLOURS = ("black", "white", "random", "referee")
WATCHING = ("link", "nobody", "everybody")
SETUP = "setup"
"""Name of the starting position as a term of a game and as a form field: a board text."""
OWN_SIZE = "own"
"""Form value of a size without a button: width and height are filled in."""


def _chosen(filled: Mapping[str, str], key: str, what: str, values: Collection[str], usual: str) -> str:
    """Return the value of a field, which has to be one of these values."""
    chosen = filled.get(key) or usual
    if chosen not in values:
        raise unknown(what, chosen, values)
    return chosen


TERMS: dict[str, Callable[[Mapping[str, str]], Any]] = {
    "watching": lambda filled: _chosen(filled, "watching", "kind of audience", WATCHING, "link"),
    "clock": clock_fields.read_clock,
    "claim_after": read_claim_after,
}
"""Readers of the terms agreed on beside the rules, by the name of the term."""
FIELDS = (
    *("ruleset", "referee", "opponent", "program", "colour", "size", "width", "height"),
    *(key for key in KEYS if key not in ("ruleset", "referee", "width", "height", "seating")),
    *clock_fields.FIELDS,
    "watching",
    SETUP,
    "claim_after",
)
"""All form fields, in the order in which an address names them."""
DEFAULTS = {
    "ruleset": rules.ALL[0].slug,
    "referee": referee.ALL[0].slug,
    "opponent": "friend",
    "program": players.USUAL,
    "colour": "black",
    "size": "9",
    "clock": clock_fields.NONE,
    "watching": "link",
    "claim_after": USUAL,
}
"""Values that the empty form has, by field; an address leaves them out."""


def read_plan(filled: Mapping[str, str]) -> Plan:
    """Read the form into a plan. Empty and missing fields have their defaults.

    Raises:
        BadValue, Unknown: If a value is not available.
    """
    filled = {key: text.strip() for key, text in filled.items()}
    opponent = _chosen(filled, "opponent", "opponent", _SEATINGS, "friend")
    colour = _chosen(filled, "colour", "colour to play", _COLOURS, "black")
    if opponent == "anybody" and colour == REFEREE:
        raise BadSettings(N_("to find an opponent you must play yourself; choose a colour, or random"))
    given = {key: _value(key, filled[key]) for key in KEYS if filled.get(key)}
    given |= _size(filled.get("size", ""), given)
    given["seating"] = _SEATINGS[opponent]
    settings = read_settings(given)
    program = filled.get("program") or players.USUAL
    if opponent == "yurei":
        introduced(program)
    return Plan(
        settings=settings,
        opponent=opponent,
        # A player of all seats has no colour of their own.
        colour=colour if settings.seating.hands == "each" else "black",
        program=program if opponent == "yurei" else "",
        terms={name: read(filled) for name, read in TERMS.items()} | setup_term(filled.get(SETUP, ""), settings),
    )


def setup_term(text: str, settings: Settings) -> dict[str, str]:
    """Return the starting position as a term of the game; nothing for an empty board.

    Raises:
        BadBoard, BadSettings: If no game of these settings can begin with it.
    """
    if not text:
        return {}
    if settings.handicap:
        raise BadSettings(N_("a handicap is a set-up position of its own; give one of the two"))
    cells = checked_setup(settings.ruleset, settings.size, text)
    return {SETUP: text} if any(cells) else {}


def address_from(settings: Settings, cells: bytes, first: Colour) -> str:
    """Return the address of the form filled in with a position, to play on from it."""
    size = settings.size
    plain = settings.plain() | {"first": first.word, "handicap": None}
    usual = read_settings({key: plain[key] for key in ("ruleset", "referee", "width", "height")}).plain()
    given = {key: value for key, value in plain.items() if value is not None and value != usual.get(key)}
    texts = {key: str(value).lower() if isinstance(value, bool) else str(value) for key, value in given.items()}
    texts |= {"ruleset": settings.ruleset.slug, "referee": settings.referee.slug}
    texts |= {"size": f"{size.width}" if size.width == size.height else f"{size}", SETUP: board_text(cells, size)}
    return address_of(address_fields(texts))


def address_fields(filled: Mapping[str, str]) -> dict[str, str]:
    """Return the fields of an address: those that are filled in, without the form's defaults."""
    given = {key: filled[key].strip() for key in FIELDS if filled.get(key, "").strip()}
    if given.get("size", OWN_SIZE) != OWN_SIZE:
        given = {key: text for key, text in given.items() if key not in ("width", "height")}
    return {key: text for key, text in given.items() if text != DEFAULTS.get(key)}


def cut(key: str, text: str) -> str:
    """Return a form value, cut to its largest length."""
    return text[: (LARGEST + 1) * LARGEST if key == SETUP else 40]


def address_of(given: Mapping[str, str]) -> str:
    """Return the address that opens the form filled in like this."""
    return f"/new?{urlencode(given)}" if given else "/new"


def _size(text: str, given: Mapping[str, Any]) -> dict[str, int]:
    """Return the size of the board: a preset, or a width and perhaps a height."""
    if text and text != OWN_SIZE:
        size = size_of(text)
        return {"width": size.width, "height": size.height}
    return {"height": given.get("height", given.get("width", 9))}


def _value(key: str, text: str) -> Any:
    """Return a form value as the type that the setting takes."""
    if key in _NUMBERS or (key == "passing" and text.isdecimal()):
        if not text.removeprefix("-").isdecimal() or len(text) > 9:
            raise BadSettings(N_("{key} is a whole number, not {value}"), key=key, value=shortened(text))
        return int(text)
    if key == "komi":
        if (number := typed_number(text)) is None:
            raise BadSettings(N_("komi is a number such as 7.5, not {value}"), value=shortened(text))
        return float(number)
    if key in _FLAGS:
        if text not in ("true", "false"):
            raise BadSettings(N_("{key} is true or false, not {value}"), key=key, value=shortened(text))
        return text == "true"
    return text


def front_games() -> list[Ruleset]:
    """Return the first ruleset of every rule page; the others are found under more options."""
    pages: dict[str, Ruleset] = {}
    for ruleset in rules.ALL:
        pages.setdefault(ruleset.source, ruleset)
    return list(pages.values())
