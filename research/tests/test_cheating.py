"""Witnesses of the arena: they see the true board, are never refused, and play nowhere else."""

import pytest

from tests.arena.test_games import game
from tests.cli.test_cli import yurei
from yurei import players
from yurei_research.cheating import CheatingBelief, CheatingUniform


@pytest.mark.parametrize("failed_try", ["retry", "lose-turn"])
@pytest.mark.parametrize("cheat", ["cheating-uniform", "cheating-belief"])
def test_a_cheat_is_never_refused(cheat: str, failed_try: str) -> None:
    played = game(cheat, "simple", failed_try=failed_try, ruleset="no-seki-go")
    black = [entry for entry in played.record.entries if entry.seat == "black"]
    assert black
    assert all(entry.accepted for entry in black)  # type: ignore[union-attr]


def test_a_cheat_sits_in_the_arena_alone() -> None:
    assert not {CheatingUniform.slug, CheatingBelief.slug} & set(players.slugs())


def test_the_arena_refuses_a_cheat_that_cannot_play_the_game() -> None:
    done = yurei("arena", "cheating-belief", "simple", "--ruleset", "atari-go", "--games", "2", "--jobs", "1")
    assert done.exit_code == 2
    assert "the kernel has not been told of" in done.stderr
