"""The page for those who do research: its programs run, and it has the planes that there are."""

import doctest
import re
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numba")
pytest.importorskip("pettingzoo")
pytest.importorskip("pyspiel")

import pyspiel

from yurei.apps.openspiel import LISTS, SINGLES, row_length
from yurei.players import planes

PAGE = Path(__file__).parents[2] / "docs" / "research.md"
TEXT = PAGE.read_text(encoding="utf-8")


@pytest.mark.nightly  # the programs compile; by day the documentation's other blocks run
def test_the_programs_of_the_research_page_run() -> None:
    blocks, names = re.findall(r"^```python\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL), dict[str, Any]()
    sessions = [block for block in blocks if block.startswith(">>> ")]
    for session in sessions:
        shown = doctest.DocTestParser().get_doctest(session, {}, PAGE.name, str(PAGE), 0)
        assert doctest.DocTestRunner().run(shown).failed == 0
    for program in blocks:
        if program not in sessions:
            exec(compile(program, PAGE.name, "exec"), names)  # our own page
    assert (len(sessions), len(blocks)) == (1, 3)
    assert names["game"].max_game_length() == 3 * 6


def test_the_tensor_is_as_long_as_it_says() -> None:
    form = pyspiel.load_game("yurei_go_common").form
    length = row_length(form.settings, form.actions)
    assert LISTS * 81 + 2 * form.actions + SINGLES == length
    (said,) = re.findall(r"([\d,]+) on 9x9 by default", TEXT)
    size = pyspiel.load_game("yurei_go_common").information_state_tensor_size()
    assert 2 + form.moves * length == int(said.replace(",", "")) == size


def test_the_page_describes_every_plane_as_the_code_does() -> None:
    rows = re.findall(r"^\| ([\d, ]+) \| (.+) \|$", TEXT, re.MULTILINE)
    numbers = [int(number) for row, _ in rows for number in row.split(",")]
    assert numbers == list(range(planes.GHOST_PLANES))
    assert planes.__doc__ is not None
    for row, words in rows:
        assert f"{row:7}{words}" in planes.__doc__
