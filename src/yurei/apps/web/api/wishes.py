"""What a program wants to play: settings, programs of the server's, and what is agreed on beside the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from yurei.apps.web.api.asked import Wished
from yurei.apps.web.new_game.form import FIELDS, SETUP, TERMS, setup_term
from yurei.club.game.introduction import check_name
from yurei.club.game.programs import SEED
from yurei.errors import BadSettings, unknown
from yurei.languages import N_
from yurei.referee.settings import KEYS, Settings, read_settings

AGREED = [name for name in FIELDS if name not in (*KEYS, *("opponent", "program", "colour", "size"))]
"""The fields of the form that are about what is agreed on beside the rules."""


def settings_of(wish: Wished) -> Settings:
    """The settings that are wanted.

    Raises:
        BadSettings: where no game has such settings.
    """
    return read_settings(wish.settings)


def terms_of(
    wish: Wished, settings: Settings, programs: Mapping[str, str] | None = None, seed: int | None = None
) -> dict[str, Any]:
    """What is agreed on, read as the form reads it.

    Raises:
        BadValue, Unknown: where something of it is not to be had.
    """
    for name in wish.agreed:
        if name not in AGREED:
            raise unknown("thing to agree on", name, AGREED)
    if seed is not None and not programs:
        raise BadSettings(N_("a seed is for the server’s programs; none of them plays in this game"))
    agreed = wish.agreed | {name: given for name in ("clock", SETUP) if (given := getattr(wish, name)) is not None}
    terms = {name: read(agreed) for name, read in TERMS.items()} | setup_term(agreed.get(SETUP, ""), settings)
    return terms if seed is None else terms | {SEED: seed}


def programs_of(settings: Settings, wished: Mapping[str, str]) -> dict[str, str]:
    """Which program of the server's sits in which seat.

    Raises:
        BadSettings, Unknown: where none can.
    """
    if wished and settings.seating.hands != "each":
        raise BadSettings(N_("programs of the server play only where every seat has its own player"))
    seats = [seat.name for seat in settings.seating.seats]
    for seat in wished:
        if seat not in seats:
            raise unknown("seat", seat, seats)
    for name in wished.values():
        check_name(name)
    return dict(wished)
