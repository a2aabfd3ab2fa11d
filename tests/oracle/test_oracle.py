"""The random lines bring about all that the referee can tell of sight."""

import collections
import json
import random
from typing import Any

import pytest

from tests.day_and_night import first_by_day

from . import Oracle
from .random_lines import RandomLines

NOTHING: dict[str, Any] = {"appeared": {}, "gone": []}


@pytest.mark.parametrize("lines", first_by_day([1500, 4000]))
def test_random_lines_meet_everything_about_sight(lines: int) -> None:
    met: collections.Counter[str] = collections.Counter()
    oracle, source, answer = Oracle(), RandomLines(random.Random(4)), None
    for _ in range(lines):
        line = json.loads(json.dumps(source.next_line(answer)))
        answer = oracle.answer(line)
        wanted = (line.get("settings") or {}).get("sight")
        met[f"refused: {wanted!r}"] += "error" in answer
        for seat, told in answer.get("told", {}).items():
            enemy, change = "white" if seat == "black" else "black", told["seen"] or NOTHING
            captured = {*answer["removed"][enemy + "_stones"], *answer["removed"][enemy + "_ghosts"]}
            met["appeared"] += bool(change["appeared"])
            met["ghost appeared"] += bool({"b", "w"} & {*change["appeared"].values()})
            met["captured in sight"] += bool(captured & {*change["gone"]})
            met["some captured out of sight"] += bool(change["gone"]) and bool(captured - {*change["gone"]})
            met["out of sight"] += bool({*change["gone"]} - captured)
            met["ghost became a stone"] += answer["removed"]["replaced_ghost"] == enemy and bool(change["appeared"])
            met["taken by the lost sight"] += bool(told["vanished"]) and bool(change["gone"])
    rare = [event for event in met if not event.startswith("refused") and met[event] < lines // 400]
    assert not rare, met
    assert any(met[f"refused: {value!r}"] for value in (-1, 49, 1.5, "2", True)), met
