"""The new-game form: from what was filled in to settings, programs and a chair."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from yurei import players
from yurei.apps.web.game import REFEREE
from yurei.errors import BadSettings, unknown
from yurei.languages import N_
from yurei.referee.settings import KEYS, Settings, read_settings
from yurei.rules.points import shortened

_NUMBERS = {"width", "height", "handicap", "white_passes"}
_FLAGS = {"ghosts", "draw_by_agreement", "two_game_match", "tie_break", "lone_self_atari"}
_SEATINGS = {"friend": "duel", "yurei": "duel", "one-device": "one-device", "solo": "solo"}
_RENGO = {"rengo": "rengo", "rengo-shared": "rengo-shared"}
_COLOURS = ("black", "white", "random", "referee")


@dataclass(frozen=True)
class Wish:
    """What somebody wants to play: settings, which program sits where, and his own chair (None for none)."""

    settings: Settings
    programs: dict[str, str]
    chair: str | None


def read_form(filled: Mapping[str, str], chance: Random) -> Wish:
    """Read the form.

    Raises:
        BadValue, Unknown: where something in it is not to be had.
    """
    opponent, colour = filled.get("opponent") or "friend", filled.get("colour") or "black"
    seatings = _SEATINGS | _RENGO
    if opponent not in seatings:
        raise unknown("opponent", opponent, seatings)
    if colour not in _COLOURS:
        raise unknown("colour to play", colour, _COLOURS)
    if colour == "random":
        colour = chance.choice(["black", "white"])
    given = {key: _value(key, filled[key].strip()) for key in KEYS if filled.get(key, "").strip()}
    given["seating"] = seatings[opponent]
    given.setdefault("height", given.get("width", 9))
    settings = read_settings(given)
    return Wish(settings, _programs(filled, opponent, colour), _chair(settings, opponent, colour))


def _value(key: str, text: str) -> Any:
    """A filled-in text as the value that the setting takes."""
    if key in _NUMBERS or (key == "passing" and text.isdecimal()):
        if not text.removeprefix("-").isdecimal() or len(text) > 9:
            raise BadSettings(N_("{key} is a whole number, not {value}"), key=key, value=shortened(text))
        return int(text)
    if key == "komi":
        try:
            return float(text)
        except ValueError:
            raise BadSettings(N_("komi is a number such as 7.5, not {value}"), value=shortened(text)) from None
    if key in _FLAGS:
        if text not in ("true", "false"):
            raise BadSettings(N_("{key} is true or false, not {value}"), key=key, value=shortened(text))
        return text == "true"
    return text


def _programs(filled: Mapping[str, str], opponent: str, colour: str) -> dict[str, str]:
    if opponent != "yurei":
        return {}
    program = players.get(filled.get("program") or "simple").slug
    if colour == REFEREE:
        return dict.fromkeys(("black", "white"), program)
    return {"white" if colour == "black" else "black": program}


def _chair(settings: Settings, opponent: str, colour: str) -> str | None:
    if settings.seating.hands != "each":
        return settings.seating.slug
    if colour == REFEREE:
        return REFEREE
    return f"{colour}-1" if opponent in _RENGO else colour
