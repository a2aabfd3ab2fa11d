"""The notebooks run through, and their claims hold."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.environment import ROOT

NOTEBOOKS = sorted((ROOT / "examples" / "notebooks").glob("*.py"))


@pytest.mark.nightly
@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_runs_through_and_its_claims_hold(notebook: Path, tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, str(notebook)], cwd=tmp_path, env=os.environ, capture_output=True, text=True, check=False
    )
    assert (
        ran.returncode,
        ran.stderr.replace("yurei: compiling the kernel for this machine, some seconds, once …\n", ""),
    ) == (0, "")
    assert len(ran.stdout.splitlines()) >= 6


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_has_text_and_claims(notebook: Path) -> None:
    written = notebook.read_text(encoding="utf-8")
    assert written.count("# %% [markdown]\n") >= 2
    assert "assert " in written, "it claims something, and tries it"


def test_the_page_for_researchers_names_every_notebook() -> None:
    text = (ROOT / "docs" / "research.md").read_text(encoding="utf-8")
    assert [file.name for file in NOTEBOOKS if file.name not in text] == []
