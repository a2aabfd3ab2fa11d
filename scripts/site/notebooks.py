"""Notebooks: programs of examples/notebooks in cells, as pages and as files for Jupyter.

A cell begins with ``# %%``; followed by ``[markdown]`` it is text, each line behind a ``#``.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

from scripts.environment import ROOT

FOLDER = ROOT / "examples" / "notebooks"
NEEDS = "pip install '.[fast,research]'"
CELL = re.compile(r"^# %%(.*)\n", re.MULTILINE)


@dataclass(frozen=True)
class Cell:
    """A cell: whether it is text, and its source."""

    is_text: bool
    source: str


def notebooks() -> list[Path]:
    """Return all notebooks."""
    return sorted(FOLDER.glob("*.py"))


def cells(file: Path) -> list[Cell]:
    """Return the cells of a notebook; lines above the first are for readers of the file."""
    _, *parts = CELL.split(file.read_text(encoding="utf-8"))
    return [_cell("[markdown]" in kind, source) for kind, source in zip(parts[::2], parts[1::2], strict=True)]


def _cell(is_text: bool, source: str) -> Cell:
    if not is_text:
        return Cell(False, source.strip())
    return Cell(True, "\n".join(line.removeprefix("#").removeprefix(" ") for line in source.strip().splitlines()))


def title(file: Path) -> str:
    """Return the heading of its first cell."""
    return cells(file)[0].source.splitlines()[0].removeprefix("# ")


def page(file: Path) -> str:
    """Return a notebook as a page."""
    parts = [each.source if each.is_text else f"```python\n{each.source}\n```" for each in cells(file)]
    heading, *rest = parts[0].split("\n\n", 1)
    offer = f"[As a notebook for Jupyter]({file.stem}.ipynb), or `examples/notebooks/{file.name}` in the repository. It needs `{NEEDS}`."
    return "\n\n".join([heading, offer, *rest, *parts[1:]]) + "\n"


def jupyter(file: Path) -> str:
    """Return a notebook in Jupyter's format: nbformat 4.5."""
    kept = [_kept(number, cell) for number, cell in enumerate(cells(file))]
    about = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    return json.dumps({"cells": kept, "metadata": about, "nbformat": 4, "nbformat_minor": 5}, indent=1) + "\n"


def _kept(number: int, cell: Cell) -> dict[str, object]:
    source = {"id": f"cell-{number}", "metadata": {}, "source": cell.source.splitlines(keepends=True)}
    if cell.is_text:
        return {"cell_type": "markdown", **source}
    return {"cell_type": "code", "execution_count": None, "outputs": [], **source}
