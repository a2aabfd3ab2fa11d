"""What is true of every game: on random boards, with random tries."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yurei import rules
from yurei.rules import BLACK, Ruleset, Size, State, Verdict, judge, start
from yurei.rules.board import BLACK_STONE, WHITE_STONE, is_legal, position, stranded_ghosts
from yurei.rules.ruleset import Repetition, Suicide
from yurei.rules.scoring import area
from yurei.rules.state import Kind, Try

sizes = st.builds(Size, st.integers(1, 4), st.integers(1, 4))
rulesets = st.sampled_from(rules.ALL)


@st.composite
def games(draw: st.DrawFn, choices: st.SearchStrategy[Ruleset] = rulesets, tries: int = 30) -> list[Verdict]:
    """Some tries of a game, refused ones among them, as verdicts that follow one another."""
    here = start(draw(choices), draw(sizes))
    verdicts = []
    for _ in range(draw(st.integers(0, tries))):
        if here.result is not None:
            break
        verdicts.append(judge(here, draw(tries_on(here))))
        here = verdicts[-1].after
    return verdicts


def tries_on(here: State) -> st.SearchStrategy[Try]:
    points = st.integers(0, here.size.points - 1)
    kinds = [Kind.STONE, Kind.STONE, Kind.GHOST] if here.ruleset.ghosts else [Kind.STONE]
    placements = st.builds(Try, st.sampled_from(kinds), points)
    return st.one_of(placements, placements, placements, placements, st.just(Try(Kind.PASS)))


def with_rule(rule: Repetition) -> st.SearchStrategy[Ruleset]:
    return rulesets.map(lambda ruleset: replace(ruleset, repetition=rule))


WITHOUT_SUICIDE = [ruleset for ruleset in rules.ALL if ruleset.suicide is Suicide.FORBIDDEN]


def moves(verdicts: list[Verdict]) -> list[Verdict]:
    return [verdict for verdict in verdicts if verdict.accepted]


@given(games())
def test_every_string_has_a_liberty_after_every_move(verdicts: list[Verdict]) -> None:
    assert all(is_legal(verdict.after.cells, verdict.after.size) for verdict in verdicts)


@given(games(st.sampled_from(WITHOUT_SUICIDE)))
def test_with_suicide_forbidden_no_placement_makes_the_empty_board(verdicts: list[Verdict]) -> None:
    for verdict in moves(verdicts):
        if verdict.attempt.point is not None:
            assert any(verdict.after.cells)
            assert verdict.own_losses == ()


@pytest.mark.parametrize("rule", [Repetition.POSITIONAL_SUPERKO, Repetition.SITUATIONAL_SUPERKO])
@given(data=st.data())
def test_under_superko_no_placement_brings_a_position_or_situation_again(rule: Repetition, data: st.DataObject) -> None:
    placed = [
        (position(verdict.after.cells), verdict.mover if rule is Repetition.SITUATIONAL_SUPERKO else None)
        for verdict in moves(data.draw(games(with_rule(rule))))
        if verdict.attempt.point is not None
    ]
    assert len(set(placed)) == len(placed)


@given(games())
def test_no_ghost_of_the_opponent_is_stranded_after_a_move(verdicts: list[Verdict]) -> None:
    for verdict in moves(verdicts):
        if verdict.attempt.point is not None and verdict.after.ruleset.ghosts:
            opponent = verdict.mover.opponent
            assert not stranded_ghosts(verdict.after.cells, verdict.after.size.neighbours, opponent)


@given(games())
def test_area_and_neutral_points_are_all_points(verdicts: list[Verdict]) -> None:
    for verdict in verdicts:
        counted = area(verdict.after.cells, verdict.after.size)
        assert not counted.black & counted.white
        assert counted.black | counted.white <= set(range(verdict.after.size.points))
        for colour, owned in ((BLACK_STONE, counted.black), (WHITE_STONE, counted.white)):
            assert all(point in owned for point, cell in enumerate(verdict.after.cells) if cell in (colour, colour + 2))


@given(games())
def test_the_count_of_stones_on_and_off_the_board_is_the_count_of_placements(verdicts: list[Verdict]) -> None:
    placed = [0, 0]
    for verdict in moves(verdicts):
        placed[verdict.mover - 1] += verdict.attempt.kind is Kind.STONE
        cells, lost = verdict.after.cells, verdict.after.lost
        assert placed == [cells.count(BLACK_STONE) + lost[0], cells.count(WHITE_STONE) + lost[1]]


COLOURS_CHANGED = bytes([0, 2, 1, 4, 3])


@given(games())
def test_with_colours_changed_a_board_is_judged_the_same(verdicts: list[Verdict]) -> None:
    if not verdicts:
        return
    before = start(verdicts[0].after.ruleset, verdicts[0].after.size)
    komi = None if before.komi is None else -before.komi
    here = start(before.ruleset, before.size, komi, first=BLACK.opponent)
    for verdict in verdicts:
        other = judge(here, verdict.attempt)
        assert other.reason == verdict.reason
        assert other.atari == {colour.opponent for colour in verdict.atari}
        assert other.after.cells == verdict.after.cells.translate(COLOURS_CHANGED + bytes(range(5, 256)))
        assert other.after.lost == verdict.after.lost[::-1]
        assert other.after.passed == verdict.after.passed[::-1]
        if verdict.after.result is not None:
            assert other.after.result is not None
            winner = verdict.after.result.winner
            assert other.after.result.winner is (None if winner is None else winner.opponent)
        here = other.after
