"""Clock of a new game: presets, reading it from the form, and drawing its fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

from htpy import Element, Node, fieldset, input, label, legend, optgroup, select, span

from yurei.apps.web.board.board import Say
from yurei.apps.web.shell.form_fields import options
from yurei.clocks.controls import Control
from yurei.clocks.texts import BY_NAME, KINDS, control_of, read_plain, read_text, read_values
from yurei.languages import N_

NONE = "none"
PRESETS: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = (
    (
        N_("9×9"),
        (
            (N_("Blitz"), "0.5+5 max 5"),
            (N_("Blitz"), "0.5+5x10(b)"),
            (N_("Rapid"), "2+7"),
            (N_("Rapid"), "2+5x30(b)"),
            (N_("Live"), "3+10"),
            (N_("Live"), "5+5x30(b)"),
        ),
    ),
    (N_("13×13"), ((N_("Rapid"), "3+7"), (N_("Live"), "10+5x30(b)"))),
    (N_("19×19"), ((N_("Live"), "20+5x30(b)"), (N_("Slow"), "60+3x60(b)"))),
    (N_("Any size"), ((N_("Correspondence"), "3d+1d max 7d"),)),
)
"""Preset clocks common on other servers, by board size: a word for the pace, and the clock's short text."""
VALUES = {
    "main": N_("Main time in minutes (correspondence: days)"),
    "step": N_("Seconds per move or period (correspondence: days)"),
    "cap": N_("Maximum time in minutes (correspondence: days)"),
    "periods": N_("Periods"),
    "turns": N_("Moves per period"),
}
FIELDS = ("clock", *(f"clock_{name}" for name in VALUES))
"""Form fields about the clock."""


def read_clock(filled: Mapping[str, str]) -> dict[str, Any] | None:
    """Return the clock of the form as a term of the game; None for no clock.

    The field ``clock`` holds a kind of clock, whose values are in the other fields, or a short text such as ``5+3``.

    Raises:
        BadSettings: If it is no playable clock.
    """
    chosen = (filled.get("clock") or NONE).strip()
    if chosen == NONE:
        return None
    if chosen not in BY_NAME:
        return read_text(chosen).plain()
    texts = {name: filled.get(f"clock_{name}", "").strip() for name in VALUES}
    return control_of(chosen, read_values(BY_NAME[chosen], texts)).plain()


def clock_sentence(terms: Mapping[str, Any], say: Say) -> str:
    """Return a sentence about the agreed clock."""
    plain = terms.get("clock")
    if plain is None:
        return say(N_("No clock."))
    return say(N_("The clock: {clock}.")).format(clock=read_plain(plain).words.said(say))


def clock_fields(say: Say, chosen: Mapping[str, str]) -> Element:
    """Draw the fields of the clock. The style sheet shows the values that the kind of clock takes."""
    now = (chosen.get("clock") or NONE).strip()
    return fieldset(".row.clock-fields")[
        legend[say(N_("The clock"))],
        label(".field")[
            span[say(N_("Clock"))],
            select(name="clock")[
                clock_options(say, now),
                optgroup(label=say(N_("Custom clock")))[options(((kind.kind, say(kind.title)) for kind in KINDS), now)],
            ],
        ],
        (
            label(class_=" ".join(["field", *(f"for-{kind.kind}" for kind in _kinds_with(name))]))[
                span[say(words)], _value(say, name, chosen)
            ]
            for name, words in VALUES.items()
        ),
    ]


def _kinds_with(name: str) -> Iterable[type[Control]]:
    return (kind for kind in KINDS if name in {each.name for each in fields(kind)})


def clock_options(say: Say, now: str) -> Node:
    """Draw the options for no clock, for a clock that is in no list, and for the preset clocks."""
    listed = {NONE, *BY_NAME, *(text for _, presets in PRESETS for _, text in presets)}
    return [
        options([(NONE, say(N_("no clock"))), *([] if now in listed else [(now, now)])], now),
        (
            optgroup(label=say(group))[
                options(((text, f"{say(pace)}: {read_text(text).words.said(say)}") for pace, text in presets), now)
            ]
            for group, presets in PRESETS
        ),
    ]


def _value(say: Say, name: str, chosen: Mapping[str, str]) -> Node:
    return input(
        type="text",
        name=f"clock_{name}",
        value=chosen.get(f"clock_{name}", ""),
        size="6",
        maxlength="10",
        inputmode="decimal",
        placeholder=say(N_("Default")),
    )
