"""Toroidal Go: a board without edges, on which no point is anything special."""

import random
from dataclasses import replace

import pytest

from tests.playing import play, state
from yurei import Table, rules
from yurei.errors import BadSettings
from yurei.kernel.rulesets import Compiled, compiled
from yurei.players.tablebase import check_ruleset
from yurei.referee.settings import read_settings
from yurei.referee.sight import bits, within
from yurei.rules import Size, judge, start
from yurei.rules.board import read_board
from yurei.rules.points import Shape
from yurei.rules.state import PASS, Kind, Try, stone

TOROIDAL_GO = rules.get("toroidal-go")
SIZES = [(1, 1), (2, 1), (1, 4), (2, 2), (3, 2), (3, 3), (5, 4), (9, 9)]


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_neighbours_of_points_at_the_edge(width: int, height: int) -> None:
    size = Size(width, height, Shape.TORUS)
    for point, beside in enumerate(size.neighbours):
        assert point not in beside
        assert len(set(beside)) == len(beside) == (min(2, width - 1) + min(2, height - 1))
        assert all(point in size.neighbours[other] for other in beside)
        assert set(beside) == {other for other in range(size.points) if size.distance(point, other) == 1}


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_distance_is_the_number_of_steps(width: int, height: int) -> None:
    for shape in Shape:
        size = Size(width, height, shape)
        near, steps = {0}, 0
        while near:
            assert near == {other for other in range(size.points) if size.distance(0, other) == steps}
            reached = {other for other in range(size.points) if size.distance(0, other) <= steps}
            assert set(bits(within(size, steps, 0))) == reached
            near = {beside for point in near for beside in size.neighbours[point]} - reached
            steps += 1


def shifted(point: int, size: Size, across: int, up: int) -> int:
    row, column = divmod(point, size.width)
    return (row + up) % size.height * size.width + (column + across) % size.width


@pytest.mark.parametrize("seed", range(4))
def test_a_game_is_the_same_wherever_on_the_board_it_is_played(seed: int) -> None:
    chance = random.Random(seed)
    size = Size(chance.choice((3, 4, 5)), chance.choice((2, 3, 5)), Shape.TORUS)
    by = chance.randrange(size.width), chance.randrange(size.height)
    here = there = start(TOROIDAL_GO, size)
    captures = 0
    for _ in range(120):
        if here.result:
            break
        attempt = chance.choice([PASS, *[stone(point) for point in range(size.points)] * 8])
        moved = attempt if attempt.point is None else Try(Kind.STONE, shifted(attempt.point, size, *by))
        verdict, other = judge(here, attempt), judge(there, moved)
        assert (verdict.reason, verdict.atari) == (other.reason, other.atari)
        assert {shifted(point, size, *by) for point in verdict.captured} == set(other.captured)
        captures += len(verdict.captured)
        here, there = verdict.after, other.after
    assert here.result == there.result
    assert captures


def test_a_ladder_runs_on_across_the_edge() -> None:
    (verdict,) = play(state("...W/...B/..../B..B", TOROIDAL_GO), "C4")
    assert verdict.after.result is None
    (taken,) = play(verdict.after, "A2")[:1]
    assert taken.reason is None
    assert play(taken.after, "A4")[0].captured == (read_board("...W/..../..../....")[1].point("D4"),)


def test_however_one_asks_for_it_the_board_is_a_torus() -> None:
    torus = Size(5, 5, Shape.TORUS)
    settings = read_settings({"ruleset": "toroidal-go", "width": 5, "height": 5})
    assert settings.size == torus
    assert replace(settings, size=Size(5, 5)).size == torus
    assert start(TOROIDAL_GO, Size(5, 5)).size == torus
    assert Table("toroidal-go", size=5).settings.size == torus
    assert replace(settings, ruleset=rules.get("go")).size == Size(5, 5) != torus
    assert str(torus) == "5x5"


def test_programs_that_know_rectangles_alone_refuse_the_torus_in_a_sentence() -> None:
    with pytest.raises(
        BadSettings, match=r"^the kernel has not been told of board 'torus', which ruleset 'toroidal-go' has"
    ):
        compiled("toroidal-go", 5)
    with pytest.raises(BadSettings, match=r"^the kernel has not been told of a board that is a torus$"):
        Compiled(rules.get("go"), Size(5, 5, Shape.TORUS), 0.0, 0, 75)
    assert compiled("go", Size(5, 5, Shape.TORUS)).size == Size(5, 5)
    with pytest.raises(BadSettings, match=r"^alter-igo is not among the games that can be solved"):
        check_ruleset(replace(rules.get("alter-igo"), board=Shape.TORUS))
