"""Boards as standalone pictures: drawn by the code of the web pages, with the paints inside."""

from __future__ import annotations

import re
from collections.abc import Sequence

from yurei.apps.web.board.board import Picture, pictured
from yurei.apps.web.board.paints import PAINTS
from yurei.rules.board import read_board
from yurei.rules.points import Size

POINT = 46
"""Width of a point in pixels; the page scales it down if there is no room."""
STYLE = """
.lines{stroke:#4d3410;stroke-width:.03;fill:none;stroke-linecap:square}
.stars{stroke:#4d3410;stroke-width:.2;stroke-linecap:round}
.coordinates text{font:.34px ui-sans-serif,system-ui,sans-serif;fill:#4a3311;text-anchor:middle}
.slate{fill:url(#slate)}.shell{fill:url(#shell)}
.growth{fill:none;stroke:#b39d6e;stroke-opacity:.28;stroke-width:.025}
.spirit path{stroke-width:.035}
.black.spirit path{fill:url(#dark-veil);stroke:#15171b}.white.spirit path{fill:url(#pale-veil);stroke:#fff}
.glow{fill:#fff;fill-opacity:.16;stroke:#fff;stroke-opacity:.45;stroke-width:.03;stroke-dasharray:.1 .09}
.black.spirit .glow{fill:#15171b;stroke:#15171b}
.black.spirit .eyes{fill:#f4efe2}.white.spirit .eyes{fill:#1d1f24}
.stone.doubtful{opacity:.62}
.taken{fill:#3a2208;fill-opacity:.12;stroke:#3a2208;stroke-width:.03;stroke-dasharray:.05 .1;stroke-linecap:round}
.last{fill:none;stroke-width:.075}.last.accepted{stroke:#e0352b}.last.refused{stroke:#b3261e}
.fog{fill:url(#mist-bank)}.haze{fill:#f3f1ea;fill-opacity:.62}
.wisp{fill:none;stroke:#6a6455;stroke-opacity:.3;stroke-width:.05;stroke-linecap:round}
"""
WOOD = (
    '<linearGradient id="wood" x2="1" y2=".18"><stop stop-color="#ecc581"/><stop offset=".45" stop-color="#deae62"/>'
    '<stop offset="1" stop-color="#d09c4c"/></linearGradient>'
)
DEFS = re.sub(r"<filter.*?</filter>", "", re.sub(r"^.*?<defs>|</defs></svg>$", "", PAINTS))
"""Paints without the grain of the wood and the mist, which are slow to render: a page here has many boards."""


def picture(size: Size, cells: bytes, label: str, **more: object) -> str:
    """Return a board as a whole SVG file.

    Args:
        size, cells: See ``yurei.rules.board``.
        label: Description for readers who do not see it.
        more: Further fields of ``yurei.apps.web.board.board.Picture``: fog, uncertain, last, taken.
    """
    shown = Picture(size, cells, "board", label, **more)  # type: ignore[arg-type]
    drawn = str(pictured(shown))
    inside = drawn[drawn.index("<svg") : drawn.index("</div>")]
    opening, rest = inside[: inside.index(">")], inside[inside.index(">") + 1 :]
    box = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', opening)
    assert box
    width, height = float(box[1]), float(box[2])
    kind = ' class="uncertain"' if shown.uncertain else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width * POINT:.0f}" '
        f'height="{height * POINT:.0f}" role="img" aria-label="{label}"{kind}><style>{STYLE}</style><defs>{WOOD}{DEFS}</defs>'
        f'<rect width="{width:g}" height="{height:g}" rx=".25" fill="url(#wood)"/>{rest}\n'
    )


def drawn_text(board: str, label: str) -> str:
    """Return the picture of a board that is written as text, such as ``BW/B.``."""
    cells, size = read_board(board)
    return picture(size, cells, label)


def row(pictures: Sequence[tuple[str, str]]) -> str:
    """Return pictures beside each other, each with its caption, as Markdown.

    Args:
        pictures: The address of each, and its caption.
    """
    shown = "\n".join(
        f"<figure markdown>\n![{words}]({address}){{ loading=lazy }}\n<figcaption>{words}</figcaption>\n</figure>"
        for address, words in pictures
    )
    return f'<div class="boards" markdown>\n{shown}\n</div>\n'
