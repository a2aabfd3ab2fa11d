"""Fixtures: a collection of simple problems in place of the shipped ones."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from yurei.problems import Problem, collection, files, solving, write_problems
from yurei_research import compose


def pytest_make_parametrize_id(val: object) -> str | None:
    """Use the ids of problems as names of test cases."""
    return val.id if isinstance(val, Problem) else None


@pytest.fixture
def snatches(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[dict[str, Problem]]:
    """Replace the collection by thirty problems of the kind ``snatch``."""
    shipped = dict(solving.KINDS)
    solving.KINDS.clear()
    solving.KINDS["snatch"] = "tests.problems.snatch"
    (tmp_path / "collection").mkdir()
    monkeypatch.setitem(compose.MODULES, "snatch", "tests.problems.snatch")
    prover = compose.prover_of("snatch")
    made = compose.make(prover, prover.settings({}), 30, 1)
    (tmp_path / "collection" / "snatch.jsonl").write_text(write_problems(made))
    monkeypatch.setattr(files, "files", lambda package: tmp_path)
    collection.cache_clear()
    yield collection()
    solving.KINDS.clear()
    solving.KINDS.update(shipped)  # in their order
    collection.cache_clear()
