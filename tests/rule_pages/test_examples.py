"""Every claim of every rule page, on its board."""

import pytest

from tests.newcomer import NEWCOMER, NO_PASS
from tests.playing import drawn, state
from yurei import rules
from yurei.rules import BLACK, WHITE, Ruleset, judge
from yurei.rules.ruleset import Example
from yurei.rules.state import read_try

COLOURS = {"B": BLACK, "W": WHITE}
CLAIMS = [
    pytest.param(ruleset, example, id=f"{ruleset.slug}: {example.claim}")
    for ruleset in (*rules.ALL, NEWCOMER, NO_PASS)
    for example in ruleset.examples
]


@pytest.mark.parametrize(("ruleset", "example"), CLAIMS)
def test_the_page_is_right(ruleset: Ruleset, example: Example) -> None:
    moves = [move.split(":") for move in example.moves.split()]
    here = state(example.board, ruleset, first=example.first)
    for number, ((colour, _), word) in enumerate(zip(moves, example.tries, strict=True), 1):
        assert here.to_move is COLOURS[colour], f"it is not the turn of {colour}:{word}"
        verdict = judge(here, read_try(word, here.size))
        assert verdict.reason == (example.refused if number == len(moves) else None)
        here = verdict.after
    assert drawn(here) == example.after
    winner = here.result.winner if here.result else None
    assert winner is (COLOURS[example.winner] if example.winner else None)
