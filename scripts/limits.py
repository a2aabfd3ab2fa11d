"""Limits of length: files, classes and functions that are too long.

``python scripts/limits.py`` prints them; a test requires that there are none. The kernel is left out: its helpers must
be in one file to be compiled as one, see docs/kernel.md. So are migrations, which list columns.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

SOURCES = Path(__file__).resolve().parent.parent / "src" / "yurei"
FILE, CLASS, FUNCTION = 300, 200, 50
"""Most lines of each."""
LEFT_OUT = {SOURCES / "kernel", SOURCES / "club" / "store" / "migrations" / "versions"}


def too_long() -> Iterator[str]:
    """Yield a line for everything over a limit."""
    for file in sorted(SOURCES.rglob("*.py")):
        if not LEFT_OUT & set(file.parents):
            yield from _in_file(file)


def _in_file(file: Path) -> Iterator[str]:
    text, name = file.read_text(encoding="utf-8"), file.relative_to(SOURCES)
    if (lines := text.count("\n")) > FILE:
        yield f"{name}: {lines} lines, {FILE} at most"
    for node in ast.walk(ast.parse(text)):
        most = {ast.ClassDef: CLASS, ast.FunctionDef: FUNCTION, ast.AsyncFunctionDef: FUNCTION}.get(type(node))
        if most is None or not isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if (lines := (node.end_lineno or 0) - node.lineno + 1) > most:
            yield f"{name}: {node.name} has {lines} lines, {most} at most"


if __name__ == "__main__":
    print("\n".join(too_long()) or "nothing is too long")
