"""The four repetition rules, to the letter of section 3."""

from dataclasses import replace

import pytest

from tests.playing import drawn, play, state
from yurei import rules
from yurei.rules import BLACK, WHITE, Ruleset, State, Verdict, judge
from yurei.rules.board import read_board
from yurei.rules.judge import lose_turn
from yurei.rules.repetition import DrawOnThird, NoRepetition, repetition_rule
from yurei.rules.ruleset import DrawCounts, Passing, Repetition, Suicide
from yurei.rules.state import stone

KO = ".BW./BW.W/.BW./...."  # Black takes at C3 ...
TAKEN = ".BW./B.BW/.BW./...."  # ... and White would take back at B3
EYE = ".B./B.B/.B."  # a white stone in it changes nothing, where suicide is allowed

SIMPLE = rules.get("go")
POSITIONAL = replace(SIMPLE, repetition=Repetition.POSITIONAL_SUPERKO)
SITUATIONAL = replace(SIMPLE, repetition=Repetition.SITUATIONAL_SUPERKO)
THIRD = replace(SIMPLE, repetition=Repetition.DRAW_ON_THIRD)
RULES = {"simple ko": SIMPLE, "positional": POSITIONAL, "situational": SITUATIONAL, "third": THIRD}


def with_suicide(ruleset: Ruleset) -> Ruleset:
    return replace(ruleset, suicide=Suicide.ALLOWED)


def reasons(verdicts: list[Verdict]) -> list[str | None]:
    return [verdict.reason for verdict in verdicts]


def results(verdicts: list[Verdict]) -> list[str | None]:
    return [verdict.after.result.by if verdict.after.result else None for verdict in verdicts]


def test_a_cycle_that_tells_the_rules_apart() -> None:
    # On a board of one row Black takes one, White takes two, and B.W stands again, with the other to move.
    cycle = "A1 C1 B1 C1 A1"
    boards = [drawn(verdict.after) for verdict in play(state("..."), cycle)]
    assert boards == ["B..", "B.W", "BB.", "..W", "B.W"]
    last = {name: reasons(play(state("...", ruleset), cycle))[-1] for name, ruleset in RULES.items()}
    assert last == {"simple ko": None, "positional": "repetition", "situational": None, "third": None}


# Simple ko ----------------------------------------------------------------------------------------------------------


def test_a_ko_cannot_be_captured_back_immediately() -> None:
    assert reasons(play(state(KO), "C3 B3")) == [None, "ko"]
    assert reasons(play(state(".WB./WB.B/.WB./....", first=WHITE), "C3 B3")) == [None, "ko"]


def test_after_a_move_elsewhere_and_its_answer_it_can() -> None:
    assert reasons(play(state(KO), "C3 D1 A1 B3 C3")) == [None, None, None, None, "ko"]


def test_a_pass_by_the_opponent_lifts_the_ban() -> None:
    # White may not take back, loses his turn over it, Black passes: now White may.
    taken = play(state(KO), "C3")[0].after
    passed = play(lose_turn(taken), "pass")[0].after
    assert reasons(play(passed, "B3")) == [None]


def test_ones_own_pass_lifts_nothing() -> None:
    # White passes, Black loses his turn: White still may not.
    passed = play(state(KO), "C3 pass")[1].after
    assert reasons(play(lose_turn(passed), "B3")) == ["ko"]


def test_a_placement_of_one_s_own_lifts_nothing() -> None:
    # White takes the ko, Black dies at F3 and so changes nothing, White loses his turn: Black still may not take back.
    ko_and_eye = ".BW..W./B.BWW.W/.BW..W./......."
    died = play(state(ko_and_eye, with_suicide(SIMPLE), WHITE), "B3 F3")[1].after
    assert drawn(died) == ".BW..W./BW.WW.W/.BW..W./......."
    assert reasons(play(lose_turn(died), "C3")) == ["ko"]


def test_each_colour_has_a_ban_of_its_own() -> None:
    # White's pass lifts Black's ban and leaves White's alone.
    taken_back = play(state(TAKEN, first=WHITE), "B3")[0].after
    assert reasons(play(taken_back, "C3")) == ["ko"]
    white_passed = play(lose_turn(taken_back), "pass")[0].after
    assert reasons(play(white_passed, "C3")) == [None]


def test_to_the_letter_a_placement_that_changes_nothing_may_not_answer_one_that_changed_nothing() -> None:
    two_eyes = ".B..W./B.BW.W/.B..W."
    assert reasons(play(state(two_eyes, with_suicide(SIMPLE), WHITE), "B2 E2")) == [None, "ko"]
    assert reasons(play(state(two_eyes, with_suicide(SIMPLE), WHITE), "pass E2")) == [None, None]


# Positional superko -------------------------------------------------------------------------------------------------


def test_under_positional_superko_the_starting_position_does_not_come_again() -> None:
    assert reasons(play(state(KO, POSITIONAL), "C3 B3")) == [None, "repetition"]


def test_nor_does_any_later_one_however_long_ago() -> None:
    assert reasons(play(state("...", POSITIONAL), "A1 C1 B1 C1 A1")) == [*[None] * 4, "repetition"]


def test_a_pass_lifts_nothing_there() -> None:
    taken = play(state(KO, POSITIONAL), "C3")[0].after
    passed = play(lose_turn(taken), "pass")[0].after
    assert reasons(play(passed, "B3")) == ["repetition"]


def test_passing_is_always_allowed() -> None:
    for ruleset in RULES.values():
        assert reasons(play(state(KO, ruleset), "pass pass")) == [None, None]


@pytest.mark.parametrize("first", [BLACK, WHITE])
def test_a_position_counts_for_either_side_to_move(first: rules.Colour) -> None:
    tries = "B2" if first is WHITE else "pass B2"
    assert reasons(play(state(EYE, with_suicide(POSITIONAL), first), tries))[-1] == "repetition"


# Situational superko ------------------------------------------------------------------------------------------------


def test_under_situational_superko_a_position_may_come_again_with_the_other_to_move() -> None:
    assert reasons(play(state(EYE, with_suicide(SITUATIONAL), WHITE), "B2")) == [None]


def test_but_not_with_the_same_to_move() -> None:
    assert reasons(play(state(KO, SITUATIONAL), "C3 B3")) == [None, "repetition"]
    assert reasons(play(state(EYE, with_suicide(SITUATIONAL), WHITE), "B2 pass B2")) == [None, None, "repetition"]


def test_a_pass_makes_a_situation_too() -> None:
    # Black's pass has left the board to White, so Black may not bring it back to him.
    assert reasons(play(state(TAKEN, SITUATIONAL), "pass B3 C3")) == [None, None, "repetition"]


def test_a_lost_turn_makes_a_situation_too() -> None:
    lost = lose_turn(state(TAKEN, SITUATIONAL))
    assert lost.to_move is WHITE
    assert reasons(play(lost, "B3 C3")) == [None, "repetition"]


# Draw on third ------------------------------------------------------------------------------------------------------


def test_nothing_is_forbidden_and_the_third_time_draws() -> None:
    verdicts = play(state(KO, THIRD), "C3 B3 C3 B3")
    assert reasons(verdicts) == [None] * 4
    assert results(verdicts) == [None, None, None, "repetition"]  # the starting position included
    result = verdicts[-1].after.result
    assert result is not None
    assert (result.winner, result.black, result.white, result.margin) == (None, None, None, None)


def test_a_pass_is_no_new_occurrence() -> None:
    # What Black has made stands for the second time: neither White's pass nor a turn lost makes it a third.
    verdicts = play(state(KO, THIRD), "C3 B3 C3 pass")
    assert results(verdicts) == [None] * 4
    assert lose_turn(verdicts[2].after).result is None
    assert lose_turn(verdicts[2].after).memory == verdicts[2].after.memory


@pytest.mark.parametrize(("counts", "moves"), [(DrawCounts.POSITIONS, 6), (DrawCounts.SITUATIONS, 12)])
def test_by_default_a_position_counts_for_either_player_to_move(counts: DrawCounts, moves: int) -> None:
    # Alter Igo on one row: after three moves everything leaves, and the other player begins anew.
    ruleset = replace(rules.get("alter-igo"), draw_counts=counts)
    game = play(state("...", ruleset), " ".join(["A1 C1 B1"] * 4 if moves == 12 else ["A1 C1 B1"] * 2))
    assert [number for number, ended in enumerate(results(game), 1) if ended] == [moves]
    assert rules.get("alter-igo").draw_counts is DrawCounts.POSITIONS


def test_a_lone_suicide_loses_even_where_it_would_also_be_a_third_repetition() -> None:
    alter_igo = rules.get("alter-igo")
    cells, size = read_board(".W./W.W/.W.")
    rule = repetition_rule(alter_igo)
    here = state(".W./W.W/.W.", alter_igo)
    twice = replace(here, memory=rule.placed(here.memory, cells, cells, WHITE))
    assert rule.drawn(twice.memory, cells, BLACK)
    result = judge(twice, stone(size.point("B2"))).after.result
    assert result is not None
    assert (result.winner, result.by) == (WHITE, "lone-suicide")


# Ghosts -------------------------------------------------------------------------------------------------------------


def test_turning_ones_own_ghost_into_a_stone_leaves_the_position_as_it_is() -> None:
    situational = rules.get("no-seki-go")
    positional = replace(situational, repetition=Repetition.POSITIONAL_SUPERKO)
    assert reasons(play(state("Bb../....", situational), "B2")) == [None]
    assert reasons(play(state("Bb../....", positional), "B2")) == ["repetition"]


def test_it_is_illegal_where_that_very_situation_stood_before() -> None:
    assert reasons(play(state("Bb../....", "no-seki-go", WHITE), "pass B2")) == [None, "repetition"]


# Every rule ---------------------------------------------------------------------------------------------------------


def test_a_repetition_rule_is_made_for_positions_or_situations() -> None:
    board = read_board("B..")[0]
    for counts, drawn_with_white_to_move in ((DrawCounts.POSITIONS, True), (DrawCounts.SITUATIONS, False)):
        rule = DrawOnThird(counts)
        memory = rule.placed(rule.start(board, BLACK), board, board, WHITE)
        assert rule.drawn(memory, board, WHITE)
        assert rule.drawn(memory, board, BLACK) is drawn_with_white_to_move


@pytest.mark.parametrize("name", RULES)
def test_a_memory_can_be_kept_and_compared(name: str) -> None:
    one, other = (play(state(KO, RULES[name]), "C3 D1")[1].after for _ in range(2))
    assert hash(one.memory) == hash(other.memory)
    assert one == other


def test_a_rule_that_says_nothing_forbids_nothing_and_remembers_nothing() -> None:
    frame, board = NoRepetition(), read_board("B..")[0]
    memory = frame.start(board, BLACK)
    assert memory is None
    assert not frame.forbids(memory, board, BLACK)
    assert not frame.drawn(memory, board, BLACK)
    assert frame.placed("all", board, board, BLACK) == frame.passed("all", board, BLACK) == "all"
    assert frame.turn_lost("all", board, BLACK) == "all"


def test_white_alone_passes_in_games_that_give_white_passes() -> None:
    here: State = state("...", replace(rules.get("alter-igo"), passing=Passing(1, black=0, white=1)))
    assert reasons(play(here, "pass A1 pass")) == ["no-passing", None, None]
    assert reasons(play(here, "A1 pass B1 pass")) == [None, None, None, "no-passing"]
