"""A small kind of problems, and a collection of it, in the place of the shipped one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.problems import snatch
from yurei.problems import files, kinds, make


@pytest.fixture
def snatches(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, object]]:
    """Thirty problems of the kind ``snatch`` instead of all others."""
    monkeypatch.setitem(kinds.KINDS, "snatch", "tests.problems.snatch")
    made = {each.id: each for each in make(snatch.KIND, snatch.KIND.settings({}), 30, 1)}
    files.collection.cache_clear()
    monkeypatch.setattr(files, "collection", lambda: made)
    yield made
