"""Draw the values of first moves on solved boards.

``python scripts/solved.py`` writes docs/solved.svg; a test compares it.
"""

from pathlib import Path

from yurei.players.tablebase import Analysis, analyse, find_values, table_folder
from yurei.rules.board import BLACK, read_board
from yurei.rules.points import COLUMNS

PICTURE = Path(__file__).parents[1] / "docs" / "solved.svg"
BOARDS = (".../.../...", "..../....", ".../.B./...")
POINT, MARGIN = 56, 40


def picture() -> str:
    """Return the boards beside each other, as SVG: on every point the value of a stone there for the side to move."""
    drawn, left = [], 0
    for number, text in enumerate(BOARDS):
        cells, size = read_board(text)
        mover = BLACK if "B" not in text else BLACK.opponent
        analysis = analyse(find_values(table_folder(None), size), cells, size, mover)
        drawn.append(f'<g transform="translate({left} 0)">{"".join(_board(analysis))}</g>')
        left += size.width * POINT + MARGIN * (2 if number < len(BOARDS) - 1 else 1)
    words = "Values of all first moves on 3x3 and 2x4, and of White's answers to B2 on 3x3"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left} {3 * POINT + 2 * MARGIN}" role="img" '
            f'aria-label="{words}" font-family="sans-serif" font-size="17" text-anchor="middle">',
            f'<rect width="{left}" height="{3 * POINT + 2 * MARGIN}" fill="#deae62"/>',
            *drawn,
            "</svg>\n",
        ]
    )


def _board(analysis: Analysis) -> list[str]:
    size, mover = analysis.size, analysis.to_move
    across = [MARGIN + POINT * column + POINT // 2 for column in range(size.width)]
    up = [MARGIN // 2 + POINT * (size.height - 1 - row) + POINT // 2 for row in range(size.height)]
    lines = [f"M{across[0]} {y}H{across[-1]}" for y in up] + [f"M{x} {up[0]}V{up[-1]}" for x in across]
    parts = [f'<path d="{"".join(lines)}" stroke="#4d3410" stroke-width="2"/>']
    parts += [f'<text x="{x}" y="{up[0] + 50}" fill="#4a3311">{COLUMNS[k]}</text>' for k, x in enumerate(across)]
    parts += [f'<text x="{MARGIN // 2 + 8}" y="{y + 6}" fill="#4a3311">{k + 1}</text>' for k, y in enumerate(up)]
    for point in range(size.points):
        x, y = across[point % size.width], up[point // size.width]
        outcome = analysis.moves.get(point)
        if outcome is None:
            parts.append(f'<circle cx="{x}" cy="{y}" r="25" fill="#15171b"/>')
            continue
        wins, best = outcome.winner is mover, point in analysis.best
        sign = "=" if outcome.winner is None else f"{'+' if wins else '−'}{outcome.distance}"
        paint = "#ddd8cc" if outcome.winner is None else "#bfe3b4" if wins else "#f2b8a8"
        parts.append(
            f'<circle cx="{x}" cy="{y}" r="21" fill="{paint}" stroke="#4d3410" stroke-width="{3 if best else 1}"/>'
            f'<text x="{x}" y="{y + 6}">{sign}</text>'
        )
    return parts


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
