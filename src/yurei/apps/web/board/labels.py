"""Short texts on the points of a board, such as the values of moves."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import escape

from yurei.apps.web.board.lines import coordinate


@dataclass(frozen=True, slots=True)
class Label:
    """Text on a point.

    Attributes:
        text: The text, three characters at most.
        kind: Classes of its shape.
        words: The same for a screen reader, as part of the point's name.
    """

    text: str
    kind: str
    words: str


def labelled(label: Label, x: float, y: float) -> str:
    """Draw a text in a disc around a point."""
    return (
        f'<g class="label {label.kind}"><circle cx="{coordinate(x)}" cy="{coordinate(y)}" r=".4"/>'
        f'<text x="{coordinate(x)}" y="{coordinate(y + 0.105)}">{escape(label.text)}</text></g>'
    )
