"""Clock of a new game: presets, reading it from the form, and drawing its fields."""

from collections.abc import Mapping
from dataclasses import Field, fields
from typing import Any

from htpy import Element, Node, fieldset, input, label, legend, optgroup, p, select, span

from yurei.apps.web.board.board import Say
from yurei.apps.web.shell.form_fields import options
from yurei.clocks.controls import BY_NAME, KINDS, Control, control_of, read_plain, read_text, read_values
from yurei.languages import N_

NONE = "none"
PRESETS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (N_("Blitz"), ("0.5+5 max 5", "0.5+5x10(b)")),
    (N_("Rapid"), ("2+7", "2+5x30(b)", "3+7", "5+3")),
    (N_("Live"), ("3+10", "5+5x30(b)", "10+5x30(b)", "20+5x30(b)")),
    (N_("Slow"), ("60+3x60(b)",)),
    (N_("Correspondence"), ("3d+1d max 7d",)),
)
"""Preset clocks common on other servers: a word for the pace, and the clocks' short texts, short games first."""
OTHERS = "other kinds"
VALUES: Mapping[str, Mapping[str, str]] = {
    "main": {"correspondence": N_("Time at the start, days"), OTHERS: N_("Main time, minutes")},
    "step": {
        "fischer": N_("Added per move, seconds"),
        "correspondence": N_("Added per move, days"),
        "simple": N_("Time per move, seconds"),
        OTHERS: N_("Time per period, seconds"),
    },
    "cap": {"correspondence": N_("Maximum on the clock, days"), OTHERS: N_("Maximum on the clock, minutes")},
    "periods": {OTHERS: N_("Periods")},
    "turns": {OTHERS: N_("Moves per period")},
}
"""The labels of each value by the kind of clock."""
FIELDS = ("clock", *(f"clock_{name}" for name in VALUES))
"""Form fields about the clock."""


def read_clock(filled: Mapping[str, str]) -> dict[str, Any] | None:
    """Return the clock of the form as a term of the game; None for no clock.

    The field ``clock`` holds a kind of clock, whose values are in the other fields, or a short text such as ``5+3``.
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
            label(class_=" ".join(["field", *(f"for-{kind.kind}" for kind, _ in taken)]))[
                (span(class_=f"for-{kind.kind}")[_label(say, kind, default)] for kind, default in taken),
                _value(name, chosen),
            ]
            for name in VALUES
            if (taken := _kinds_with(name))
        ),
        p(".note.units")[say(N_("A number may have a unit of its own: 90s, 5m, 2h, 3d."))],
    ]


def _kinds_with(name: str) -> list[tuple[type[Control], Field[Any]]]:
    """Return the kinds of clocks that have a value, each with its field."""
    return [(kind, each) for kind in KINDS for each in fields(kind) if each.name == name]


def _label(say: Say, kind: type[Control], value: Field[Any]) -> str:
    """Return the label of a value, with the number that is taken if none is given."""
    words = VALUES[value.name]
    text = say(words.get(kind.kind, words[OTHERS]))
    assert isinstance(value.default, int)
    default = value.default // kind.units.get(value.name, 1)
    return say(N_("{label} ({number} if empty)")).format(label=text, number=default) if default else text


def clock_options(say: Say, now: str) -> Node:
    """Draw the options for no clock, for a clock that is in no list, and for the preset clocks."""
    listed = {NONE, *BY_NAME, *(text for _, texts in PRESETS for text in texts)}
    return [
        options([(NONE, say(N_("no clock"))), *([] if now in listed else [(now, now)])], now),
        (
            optgroup(label=say(pace))[options(((text, read_text(text).words.said(say)) for text in texts), now)]
            for pace, texts in PRESETS
        ),
    ]


def _value(name: str, chosen: Mapping[str, str]) -> Node:
    return input(
        type="text",
        name=f"clock_{name}",
        value=chosen.get(f"clock_{name}", ""),
        size="6",
        maxlength="10",
        inputmode="decimal",
    )
