"""The referee against the oracle: the same lines, the same answers."""

import json
import random
from typing import Any

import pytest

from tests.day_and_night import chosen_by_day
from tests.oracle import Oracle
from tests.oracle.random_lines import RandomLines
from yurei.apps.jsonlines import Session

LINES = 500
BY_DAY = range(1, 4)
"""Seeds with boards on which the oracle, which copies them for every try, is quick."""
SEEDS = chosen_by_day(range(220), BY_DAY.__contains__)


@pytest.mark.parametrize("seed", SEEDS)
def test_random_lines_are_answered_the_same(seed: int) -> None:
    oracle, session, lines = Oracle(), Session(), RandomLines(random.Random(seed))
    wanted: dict[str, Any] | None = None
    for number in range(LINES):
        line = lines.next_line(wanted)
        wanted = oracle.answer(line)
        answer = json.loads(session.answer(json.dumps(line)) or "null")
        assert comparable(answer, wanted) == comparable(wanted, wanted), f"line {number}: {json.dumps(line)}"


def comparable(answer: dict[str, Any], wanted: dict[str, Any]) -> dict[str, Any]:
    """What must be equal: everything but the wording of errors and warnings, and what the protocol leaves open."""
    if "error" in answer:
        return {"error": True}
    if "warnings" in answer:
        return answer | {"warnings": len(answer["warnings"])}
    if "tries" in answer:
        return {key: answer[key] for key in wanted}
    return answer
