"""A collection of a small kind of problems, in the place of the shipped one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from yurei.problems import Problem, collection, files, solving, write_problems
from yurei_research import compose


def pytest_make_parametrize_id(val: object) -> str | None:
    """Name the cases of a test by the problems that they are about."""
    return val.id if isinstance(val, Problem) else None


@pytest.fixture
def snatches(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[dict[str, Problem]]:
    """Thirty problems of the kind ``snatch`` instead of all others."""
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
