"""``yurei warmup``: all that is used is compiled, and the command says where the code is kept."""

from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("numba")

from tests.cli.test_cli import yurei
from yurei import compiled_code
from yurei.apps import warmup
from yurei.kernel import games


def test_everything_that_the_public_functions_use_is_warmed_up(monkeypatch: pytest.MonkeyPatch) -> None:
    used: set[str] = set()

    def instead(name: str, answer: Any) -> Callable[..., Any]:
        def entry(*_: object) -> Any:
            used.add(name)
            return answer

        return entry

    answers = {"games": 0, "perft": 0, "step": -1, "set": None, "count": (0, 0), "first": -1}
    tables = [each for each in vars(games).values() if isinstance(each, games.ByRules)]
    found = {name: entry for name, entry in vars(games).items() if hasattr(entry, "py_func")}
    found |= {entry.__name__: entry for table in tables for entry in table.values()}
    for name in found:
        found[name] = instead(name, answers.get(name.partition("_")[0]))
    for name in found.keys() & vars(games).keys():
        monkeypatch.setattr(games, name, found[name])
    for table in tables:
        for rules, entry in table.items():
            monkeypatch.setitem(table, rules, found[entry.__name__])
    for job in warmup.list_compile_jobs():
        job()
    unused = {"count_points", *(f"games_{ruleset}_told" for ruleset in ("alter_igo", "no_seki_go"))}
    for ruleset in ("new_zealand", "tromp_taylor"):
        unused |= {f"games_{ruleset}{option}" for option in ("", "_no_eyes", "_told")}
    assert found.keys() - used == unused, "only yurei-research uses these"


def test_warming_up_says_where_the_code_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warmup, "list_compile_jobs", lambda: [int])
    shown = yurei("warmup").stdout
    assert shown.startswith("compiled in ")
    assert str(compiled_code.folder()) in shown
