"""Marks of a problem on the points of its board: where hidden stones may stand, where moves may be made, targets, chosen points."""

from __future__ import annotations

from yurei.apps.web.board.lines import coordinate
from yurei.languages import N_

WORDS = {
    "hidden": N_("a hidden stone may stand here"),
    "fence": N_("moves may be made here"),
    "target": N_("target"),
    "certain": N_("certain"),
    "chosen": N_("chosen"),
}
"""Descriptions of the marks, by kind."""


def spot(kind: str, x: float, y: float) -> str:
    """Draw a mark of a problem."""
    left, top = coordinate(x - 0.36), coordinate(y - 0.36)
    if kind in ("hidden", "fence"):
        return f'<rect class="spot hidden" x="{left}" y="{top}" width=".72" height=".72" rx=".18"/>'
    if kind == "certain":
        return (
            f'<rect class="spot certain" x="{coordinate(x - 0.2)}" y="{coordinate(y - 0.2)}" width=".4" height=".4"/>'
        )
    if kind == "target":
        return f'<path class="spot target" d="M{coordinate(x)} {coordinate(y - 0.24)}l.22 .38h-.44z"/>'
    return f'<circle class="spot {kind}" cx="{coordinate(x)}" cy="{coordinate(y)}" r=".42"/>'
