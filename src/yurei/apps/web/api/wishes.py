"""Readers of game requests: settings, programs of the server, and terms agreed on beside the rules."""

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
"""Form fields for terms that are agreed on beside the rules."""


def settings_of(wish: Wished) -> Settings:
    """Return the requested settings.

    Raises:
        BadSettings: If no game has such settings.
    """
    return read_settings(wish.settings)


def terms_of(
    wish: Wished, settings: Settings, programs: Mapping[str, str] | None = None, seed: int | None = None
) -> dict[str, Any]:
    """Return the requested terms, read as the form reads them.

    Raises:
        BadValue, Unknown: If a term or its value is not available.
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
    """Return the server's program for each seat that has one.

    Raises:
        BadSettings, Unknown: If a seat or program does not exist, or the seating allows no programs.
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
