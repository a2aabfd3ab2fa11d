"""The notebooks run through, and become pages and files that Jupyter opens."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.environment import ROOT
from scripts.site.notebooks import cells, jupyter, notebooks, page

NOTEBOOKS = notebooks()


@pytest.mark.nightly
@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_runs_through_and_its_claims_hold(notebook: Path, tmp_path: Path) -> None:
    """Cell by cell, as Jupyter would: what stands in the file that it opens, and not what stands in the repository."""
    kept = json.loads(jupyter(notebook))["cells"]
    program = tmp_path / "cells.py"
    program.write_text("\n\n".join("".join(each["source"]) for each in kept if each["cell_type"] == "code"))
    ran = subprocess.run(
        [sys.executable, str(program)], cwd=tmp_path, env=os.environ, capture_output=True, text=True, check=False
    )
    assert (
        ran.returncode,
        ran.stderr.replace("yurei: compiling the kernel for this machine, some seconds, once …\n", ""),
    ) == (0, "")
    assert len(ran.stdout.splitlines()) >= 6


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_is_a_page_and_a_file_for_jupyter(notebook: Path) -> None:
    written, kept = cells(notebook), json.loads(jupyter(notebook))
    assert written[0].is_text
    assert written[0].source.startswith("# ")
    assert sum(not cell.is_text for cell in written) >= 2
    assert any("assert " in cell.source for cell in written), "it claims something, and tries it"
    assert (kept["nbformat"], len({each["id"] for each in kept["cells"]})) == (4, len(written))
    assert ["".join(each["source"]) for each in kept["cells"]] == [cell.source for cell in written]
    assert page(notebook).count("```python\n") == sum(not cell.is_text for cell in written)


def test_the_page_for_researchers_names_every_notebook() -> None:
    text = (ROOT / "docs" / "research.md").read_text(encoding="utf-8")
    assert [file.name for file in NOTEBOOKS if file.name not in text] == []
