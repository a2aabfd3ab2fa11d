"""Who has no legal move and loses by it: the kernel ends the game where the rules do, and says who has won."""

from dataclasses import replace

import pytest

from tests.newcomer import NO_PASS
from yurei.kernel import RefereedBatch, core, perft, random_games
from yurei.kernel.refereeing.refereed import Refereed
from yurei.kernel.rulesets import compiled, played
from yurei.referee import get as get_referee
from yurei.referee.referee import FailedTry
from yurei.referee.table import Table
from yurei.rules import Ruleset
from yurei.rules.judge import perft as slow_perft
from yurei.rules.points import Size
from yurei.rules.ruleset import Capture, Repetition, Scoring, Suicide, white_passes
from yurei.rules.state import EndedBy, start
from yurei_research.differential import LONGEST, compare_game, compare_game_with_table

GAMES: dict[str, Ruleset] = {
    "in turn": NO_PASS,
    "own stones go": replace(NO_PASS, suicide=Suicide.ALLOWED, repetition=Repetition.POSITIONAL_SUPERKO),
    "at once": replace(
        NO_PASS, capture=Capture.SIMULTANEOUS, suicide=Suicide.LONE_LOSES, repetition=Repetition.SITUATIONAL_SUPERKO
    ),
    "at once, ko": replace(NO_PASS, capture=Capture.SIMULTANEOUS, suicide=Suicide.ALLOWED),
    "draws": replace(NO_PASS, repetition=Repetition.DRAW_ON_THIRD),
    "ghosts": replace(NO_PASS, ghosts=True, scoring=Scoring.AREA, repetition=Repetition.SITUATIONAL_SUPERKO),
    "White passes twice": replace(NO_PASS, passing=white_passes(2), scoring=Scoring.AREA),
}
SIZES = [(1, 1), (1, 2), (2, 2), (1, 5), (2, 3), (3, 3), (4, 3)]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_games_end_as_under_the_rules(game: Ruleset) -> None:
    ended = 0
    for seed, size in enumerate(SIZES * 4):
        found = compare_game(compiled(game, size, most=LONGEST), 7919 * (seed + 1), 400)
        assert found.differences == []
        ended += found.tries
    assert ended > 100


@pytest.mark.by_day
@pytest.mark.parametrize("failed_try", FailedTry)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_compiled_referee_ends_them_too(game: Ruleset, failed_try: FailedTry) -> None:
    referee = replace(get_referee("common"), failed_try=failed_try)
    for seed, (width, height) in enumerate(SIZES[1:] * 3):
        found = compare_game_with_table(game, {}, Size(width, height), referee, seed)
        assert found.differences == []


def test_a_player_without_a_first_move_has_lost() -> None:
    for setup, size, first in ((None, 1, "white"), (".B.B/BBBB", (4, 2), "white")):
        slow, fast = (make(NO_PASS, size=size, setup=setup, first=first).result for make in (Table, Refereed))
        assert slow == fast
        assert slow is not None
        assert slow.by is EndedBy.NO_MOVE


def test_the_length_of_a_game_does_not_hide_its_end() -> None:
    """White's capture in the ko is the second move, the last that fits."""
    games = random_games(NO_PASS, (2, 1), 4, 1, most=2)
    assert games.winner.tolist() == [-1] * 4
    batch = RefereedBatch(NO_PASS, (2, 1), 1, 1, referee="open", most=2)
    for _ in range(2):
        batch.step(batch.random_actions())
    assert batch.terminated.tolist() == [True]
    assert batch.rewards.tolist() == [[-1, 1]]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_sequences_of_moves_are_as_many(game: Ruleset) -> None:
    for lines in (Size(2, 1), Size(2, 2)):
        assert perft(game, (lines.width, lines.height), 5) == slow_perft(start(game, lines), 5)


def test_only_games_that_can_end_without_moves_are_checked() -> None:
    for each in played():
        assert bool(compiled(each, 5).flags & core.MUST_MOVE) == each.can_end_without_moves
    assert not compiled("alter-igo", 5).flags & core.MUST_MOVE
    assert compiled(NO_PASS, 5).flags & core.MUST_MOVE
