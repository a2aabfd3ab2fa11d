"""Diagram of the packages, drawn from the imports: which package imports which.

``python scripts/architecture.py`` writes docs/architecture.svg; a test compares it.
"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src" / "yurei"
PICTURE = ROOT / "docs" / "architecture.svg"
ROWS = (
    (
        *("apps.web", "apps.terminal", "apps.cli", "apps.jsonlines", "apps.gtp", "apps.arena"),
        *("apps.pettingzoo", "apps.openspiel"),
    ),
    ("club",),
    ("problems",),
    ("players", "records", "clocks", "client"),
    ("kernel",),
    ("referee",),
    ("rules",),
)
"""Rows of packages: each may import from those below it, and from none beside it or above."""
WORDS = {
    "apps.web": "pages, routes, api",
    "apps.terminal": "play, referee",
    "apps.cli": "commands",
    "apps.jsonlines": "line protocol",
    "apps.gtp": "GTP 2",
    "apps.arena": "who is stronger",
    "apps.pettingzoo": "to learn in",
    "apps.openspiel": "to learn, to solve",
    "club": "games, seats, people, counting, lobby, store",
    "problems": "asked, answered, solved",
    "players": "a view in, a try out",
    "records": "settings and tries",
    "clocks": "time controls",
    "client": "bots, elsewhere",
    "referee": "who is told what; the table",
    "kernel": "rules and referee, compiled",
    "rules": "is it allowed, is it over?",
}
WIDTH, HEIGHT, ROW, BOX = 1600, 860, 120, 54


def package_of(module: str) -> str | None:
    """Return the package of a module: ``yurei.apps.web.table.page`` is in ``apps.web``."""
    name = module.removeprefix("yurei.")
    return next((package for row in ROWS for package in row if name == package or name.startswith(f"{package}.")), None)


@cache
def imports() -> frozenset[tuple[str, str]]:
    """Return the pairs of packages of which one imports from the other, without the apps that commands start."""
    found = set()
    for file in SOURCES.rglob("*.py"):
        own = package_of(".".join(("yurei", *file.relative_to(SOURCES).with_suffix("").parts)))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            for module in _modules(node):
                other = package_of(module)
                if own and other and own != other and not (own == "apps.cli" and other.startswith("apps.")):
                    found.add((own, other))
    return frozenset(found)


def _modules(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.ImportFrom) and node.module:
        yield node.module
        yield from (f"{node.module}.{name.name}" for name in node.names)
    elif isinstance(node, ast.Import):
        yield from (name.name for name in node.names)


def picture() -> str:
    """Return the diagram, as SVG."""
    places = {
        package: _place(row, column) for row, packages in enumerate(ROWS) for column, package in enumerate(packages)
    }
    arrows = [_arrow(places[one], places[other]) for one, other in sorted(imports())]
    boxes = [_box(package, *place) for package, place in places.items()]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="Georgia, serif">',
            '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
            '<path d="M0 0L8 4L0 8z" fill="#94682b"/></marker></defs>',
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#f6f1e7"/>',
            *arrows,
            *boxes,
            "</svg>\n",
        ]
    )


def _place(row: int, column: int) -> tuple[float, float, float]:
    """Return the middle of a package, and its width."""
    many = len(ROWS[row])
    width = min(380, WIDTH / many - 24)
    return WIDTH * (column + 0.5) / many, 60 + row * ROW, width


def _box(package: str, x: float, y: float, width: float) -> str:
    left, top = x - width / 2, y - BOX / 2
    return (
        f'<rect x="{left:g}" y="{top:g}" width="{width:g}" height="{BOX}" rx="8" fill="#fffdf8" stroke="#2f5d62"/>'
        f'<text x="{x:g}" y="{y - 4:g}" text-anchor="middle" font-size="17" font-weight="bold">{package}</text>'
        f'<text x="{x:g}" y="{y + 16:g}" text-anchor="middle" font-size="12" fill="#5c5a55">{WORDS[package]}</text>'
    )


def _arrow(one: tuple[float, float, float], other: tuple[float, float, float]) -> str:
    (x, y, _), (to_x, to_y, to_width) = one, other
    # Arrows end apart from each other, on the side from which they come.
    end = to_x + max(-0.42, min(0.42, (x - to_x) / WIDTH)) * to_width
    return (
        f'<path d="M{x:g} {y + BOX / 2:g}C{x:g} {y + 70:g} {end:g} {to_y - 70:g} {end:g} {to_y - BOX / 2 - 2:g}" '
        'fill="none" stroke="#94682b" stroke-opacity=".55" stroke-width="1.4" marker-end="url(#head)"/>'
    )


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
