"""The form for a new game, as it is filled in and as it stands in an address."""

from __future__ import annotations

from urllib.parse import parse_qsl

from tests.fuzz.targets import check_sentence
from yurei.apps.web.new_game.form import FIELDS, address_fields, address_of, cut, read_plan
from yurei.errors import YureiError


def check_form(data: bytes) -> None:
    """Fill in the form for a new game."""
    filled: dict[str, str] = dict(parse_qsl(data.decode("utf-8", "replace"), keep_blank_values=True))
    _plan(filled)
    _plan({key: cut(key, text) for key, text in filled.items() if key in FIELDS})


def _plan(filled: dict[str, str]) -> None:
    try:
        plan = read_plan(filled)
    except YureiError as error:
        check_sentence(str(error))
        return
    fields = address_fields(filled)
    assert read_plan(fields) == plan, "its address makes the same game"
    assert address_of(fields).isascii()
