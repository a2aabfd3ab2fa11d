"""Toroidal Go: Go on a board without edges."""

from dataclasses import replace

from yurei.languages import N_
from yurei.rules import go
from yurei.rules.points import Shape
from yurei.rules.ruleset import Example

RULESET = replace(
    go.RULESET,
    slug="toroidal-go",
    title=N_("Toroidal Go"),
    source="https://senseis.xmp.net/?ToroidalGo",
    summary=N_("Phantom Go on a board without edges: left meets right, and top meets bottom."),
    board=Shape.TORUS,
    sentences={
        **go.RULESET.sentences,
        "board": "A line that leaves the board comes back at the opposite edge, so every point has four neighbours.",
    },
    examples=(
        Example(
            N_("A stone in the corner has four liberties; it is captured across the edges."),
            "..../..../B.../WB.B",
            "B:A4",
            "B.../..../B.../.B.B",
        ),
        Example(
            N_("Two stones at opposite edges of a row are one string."),
            "..../W.../BWWB/W..W",
            "W:D3",
            "..../W..W/.WW./W..W",
        ),
        Example(
            N_(
                "A row of stones across the board has no edge behind it. If the next row is the other "
                "colour’s, the points between are neutral."
            ),
            ".../.../BBB/.../WWW/WWW",
            "B:pass W:pass",
            ".../.../BBB/.../WWW/WWW",
            winner="W",
        ),
    ),
)
