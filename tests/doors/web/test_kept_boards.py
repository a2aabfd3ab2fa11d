"""A board that was drawn is taken again where the same is to be drawn, and nowhere else."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest

from yurei.apps.web.parts.board import Picture, drawn
from yurei.languages import translation
from yurei.rules.board import BLACK_STONE, EMPTY, WHITE_STONE
from yurei.rules.points import size_of

SAY, GERMAN = (translation(language).gettext for language in ("en", "de"))
CELLS = bytes([EMPTY, BLACK_STONE, WHITE_STONE, EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, EMPTY])
BOARD = Picture(size_of(3), CELLS, "black", "Board of Black")
OTHER: dict[str, Any] = {
    "size": size_of((9, 1)),
    "cells": CELLS[::-1],
    "name": "white",
    "label": "Board of White",
    "pencil": {3: "cross"},
    "last": (4, True),
    "dead": (1,),
    "owners": {5: BLACK_STONE},
    "asked": True,
    "uncertain": True,
    "taken": {6},
    "hand": "black",
    "known": CELLS[::-1],
    "fog": 0b101,
    "disputed": [2],
    "wrong": {3},
    "aim": 7,
    "pointed": (8,),
    "heat": (0.5,) * 9,
    "sketch": True,
}
"""Of each thing that a picture has, another."""


def html(picture: Picture, say: Any = SAY) -> str:
    return "".join(drawn(picture, say))


@pytest.mark.parametrize("name", [each.name for each in fields(Picture)])
def test_what_is_different_in_anything_is_drawn_anew(name: str) -> None:
    # What is wrong with a mark shows where there is a mark, and an aim where a point can be tried.
    board = replace(BOARD, pencil={3: "black"}, asked=name != "asked")
    assert html(replace(board, **{name: OTHER[name]})) != html(board)
    assert html(replace(board, **{name: OTHER[name]})) != html(board), "nor is it taken for the other afterwards"


def test_the_same_is_drawn_once_whoever_is_to_move_and_in_another_language_anew() -> None:
    one, other = (drawn(replace(BOARD, hand=hand, pencil={3: "cross"}), SAY) for hand in ("black", None))
    assert one[0] != other[0]
    assert all(part is kept for part, kept in zip(one[1:], other[1:], strict=True))
    assert html(BOARD, GERMAN) != html(BOARD)


def test_a_mark_that_was_made_on_the_same_page_is_seen() -> None:
    marks: dict[int, str] = {}
    before = html(replace(BOARD, pencil=marks))
    marks[3] = "cross"
    assert html(replace(BOARD, pencil=marks)) != before
