"""Why a try is illegal: the order of the reasons, the four repetition rules, and games that end for want of a legal move."""

import random
from dataclasses import replace
from typing import Any

import pytest

from tests.newcomer import NO_PASS
from tests.playing import Game, play, random_game, state
from yurei import referee as referees
from yurei import rules
from yurei.errors import GameOver
from yurei.referee import Referee
from yurei.referee.table import Table
from yurei.rules import BLACK, WHITE, Reason, Ruleset, Verdict, judge
from yurei.rules.board import read_board
from yurei.rules.judge import is_move, lose_turn
from yurei.rules.repetition import NoRepetition, repetition_rule
from yurei.rules.ruleset import FREE, Capture, DrawCounts, Passing, Repetition, Scoring, Suicide, white_passes
from yurei.rules.state import EndedBy, Result, stone

KO = ".BW./BW.W/.BW./...."  # Black takes at C3 ...
TAKEN = ".BW./B.BW/.BW./...."  # ... and White would take back at B3
EYE = ".B./B.B/.B."  # a white stone in it changes nothing, where suicide is allowed
SIMPLE = rules.get("go")
POSITIONAL = replace(SIMPLE, repetition=Repetition.POSITIONAL_SUPERKO)
SITUATIONAL = replace(SIMPLE, repetition=Repetition.SITUATIONAL_SUPERKO)
THIRD = replace(SIMPLE, repetition=Repetition.DRAW_ON_THIRD)
RULES = {"simple ko": SIMPLE, "positional": POSITIONAL, "situational": SITUATIONAL, "third": THIRD}


def reasons(verdicts: list[Verdict]) -> list[str | None]:
    return [verdict.reason for verdict in verdicts]


def results(verdicts: list[Verdict]) -> list[str | None]:
    return [verdict.after.result.by if verdict.after.result else None for verdict in verdicts]


def with_suicide(ruleset: Ruleset) -> Ruleset:
    return replace(ruleset, suicide=Suicide.ALLOWED)


NO_SEKI = rules.get("no-seki-go")
NO_SEKI_POSITIONAL = replace(NO_SEKI, repetition=Repetition.POSITIONAL_SUPERKO)
TWO_EYES = ".B..W./B.BW.W/.B..W."
KO_AND_EYE = ".BW..W./B.BWW.W/.BW..W./......."  # Black dies at F3, where suicide is allowed, and so changes nothing
# A ruleset, a board, the first player, tries, where ``lose`` is a lost turn, and why the last of them is refused.
LAST_TRIES: list[tuple[Ruleset, str, rules.Colour, str, str | None]] = [
    (SIMPLE, "BW./.W./W..", BLACK, "A2", "suicide"),
    (SIMPLE, ".W./W.W/.W.", BLACK, "B2", "suicide"),
    (SIMPLE, "..../.B../BWB./W.W.", BLACK, "B1", None),  # a stone that captures is no suicide
    (SIMPLE, KO, BLACK, "C3 B3", "ko"),
    (SIMPLE, ".WB./WB.B/.WB./....", WHITE, "C3 B3", "ko"),
    (SIMPLE, KO, BLACK, "C3 D1 A1 B3", None),
    (SIMPLE, KO, BLACK, "C3 D1 A1 B3 C3", "ko"),
    (SIMPLE, KO, BLACK, "C3 lose pass B3", None),  # a pass by the opponent lifts the ban,
    (SIMPLE, KO, BLACK, "C3 pass lose B3", "ko"),  # one's own pass does not,
    (with_suicide(SIMPLE), KO_AND_EYE, WHITE, "B3 F3 lose C3", "ko"),  # nor does a placement of one's own
    (SIMPLE, TAKEN, WHITE, "B3 C3", "ko"),
    (SIMPLE, TAKEN, WHITE, "B3 lose pass C3", None),  # White's pass lifts Black's ban alone
    # To the letter a placement that changes nothing may not answer one that changed nothing.
    (with_suicide(SIMPLE), TWO_EYES, WHITE, "B2 E2", "ko"),
    (with_suicide(SIMPLE), TWO_EYES, WHITE, "pass E2", None),
    (POSITIONAL, KO, BLACK, "C3 B3", "repetition"),  # the starting position does not come again
    # Black takes one, White takes two, and B.W stands again, with the other to move.
    (POSITIONAL, "...", BLACK, "A1 C1 B1 C1 A1", "repetition"),
    *((ruleset, "...", BLACK, "A1 C1 B1 C1 A1", None) for ruleset in (SIMPLE, SITUATIONAL, THIRD)),
    (POSITIONAL, KO, BLACK, "C3 lose pass B3", "repetition"),  # a pass lifts nothing
    (with_suicide(POSITIONAL), EYE, WHITE, "B2", "repetition"),  # it counts for either side to move
    (with_suicide(POSITIONAL), EYE, BLACK, "pass B2", "repetition"),
    (with_suicide(SITUATIONAL), EYE, WHITE, "B2", None),  # a position may come again with the other to move
    (with_suicide(SITUATIONAL), EYE, WHITE, "B2 pass B2", "repetition"),
    (SITUATIONAL, KO, BLACK, "C3 B3", "repetition"),
    # A pass or a lost turn of Black has left the board to White, so Black may not bring it back to him.
    (SITUATIONAL, TAKEN, BLACK, "pass B3 C3", "repetition"),
    (SITUATIONAL, TAKEN, BLACK, "lose B3 C3", "repetition"),
    *((ruleset, KO, BLACK, "pass pass", None) for ruleset in RULES.values()),
    # One's own ghost becomes a stone: the position stays as it is.
    (NO_SEKI, "Bb../....", BLACK, "B2", None),
    (NO_SEKI, "Bb../....", WHITE, "pass B2", "repetition"),
    (NO_SEKI_POSITIONAL, "Bb../....", BLACK, "B2", "repetition"),
]


@pytest.mark.parametrize(("ruleset", "board", "first", "tries", "reason"), LAST_TRIES)
def test_the_last_try_is_refused_by_suicide_ko_and_repetition_alone(
    ruleset: Ruleset, board: str, first: rules.Colour, tries: str, reason: str | None
) -> None:
    here = state(board, ruleset, first)
    *others, last = tries.split()
    for word in others:
        verdict = None if word == "lose" else play(here, word)[0]
        assert verdict is None or verdict.accepted
        here = lose_turn(here) if verdict is None else verdict.after
    assert play(here, last)[0].reason == reason


def test_nothing_is_forbidden_and_the_third_time_draws() -> None:
    verdicts = play(state(KO, THIRD), "C3 B3 C3 B3")
    assert reasons(verdicts) == [None] * 4
    assert results(verdicts) == [None, None, None, "repetition"]  # the starting position included
    assert verdicts[-1].after.result == Result(None, EndedBy.REPETITION)


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
    twice = replace(here, memory=rule.after_placement(here.memory, cells, cells, WHITE))
    assert rule.ends_in_draw(twice.memory, cells, BLACK)
    assert judge(twice, stone(size.point("B2"))).after.result == Result(WHITE, EndedBy.LONE_SUICIDE)


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
    assert not frame.ends_in_draw(memory, board, BLACK)
    assert frame.after_placement("all", board, board, BLACK) == frame.after_pass("all", board, BLACK) == "all"
    assert frame.after_lost_turn("all", board, BLACK) == "all"


def test_the_reasons_are_asked_in_the_order_of_the_rules() -> None:
    asked = ["opponent-stone", "own-stone", "ghost", "no-liberty", "suicide", "ko", "repetition", "no-passing"]
    assert [reason for reason in Reason if reason in asked] == asked, "other games may have further reasons"


def test_an_illegal_try_changes_nothing() -> None:
    before = state("W../.../...")
    verdict = judge(before, stone(before.size.point("A3")))
    assert verdict.after is before
    assert not verdict.accepted
    assert verdict.captured == verdict.own_losses == ()
    assert verdict.atari == set()


def test_the_same_player_tries_again_after_an_illegal_try() -> None:
    game = Game("W../.../...", "A3 A3 B2")
    assert game.reasons == ["opponent-stone", "opponent-stone", None]
    assert [answer.told["white"].to_move for answer in game.answers] == ["black", "black", "white"]


def test_nothing_is_judged_after_the_end() -> None:
    over = play(state("..."), "resign")[0].after
    with pytest.raises(GameOver, match=r"^the game is over; nobody is to move$"):
        judge(over, stone(0))


def test_a_resignation_loses() -> None:
    for first in (BLACK, WHITE):
        assert play(state("...", first=first), "resign")[0].after.result == Result(first.opponent, EndedBy.RESIGNATION)


@pytest.mark.parametrize("game", ["go", "alter-igo", "no-seki-go"])
def test_is_move_agrees_with_the_verdict(game: str) -> None:
    here = state("..WB/bWB./W.WB/.WwW" if game == "no-seki-go" else "..WB/.WB./W.WB/.W.W", game)
    for attempt in here.tries():
        assert is_move(here, attempt) == judge(here, attempt).accepted
    pass_and_resign = [verdict.attempt for verdict in (*play(here, "pass"), *play(here, "resign"))]
    assert [is_move(here, attempt) for attempt in pass_and_resign] == [game != "alter-igo", True]


def test_with_lose_turn_an_illegal_try_ends_the_turn() -> None:
    game = Game("W../.../...", "A3 B2", failed_try="lose-turn")
    assert game.reasons == ["opponent-stone", None]
    assert [answer.told["audience"].to_move for answer in game.answers] == ["white", "black"]
    assert game.said() == ["Illegal move.", "White has moved, Black to play."]


@pytest.mark.parametrize(
    ("tries", "failed_try", "ends"),
    [
        ("pass A3 A3 pass", "lose-turn", False),
        ("pass A3 pass", "lose-turn", False),
        ("pass pass", "lose-turn", True),
        ("pass A3 pass", "retry", True),
    ],
)
def test_a_lost_turn_between_two_passes_and_no_other_refusal_parts_them(
    tries: str, failed_try: str, ends: bool
) -> None:
    assert (Game("W../.../...", tries, failed_try=failed_try).table.result is not None) is ends


STALEMATE, ONE_MOVE_BEFORE = ".B.B/BBBB", ".B.B/BBB."


def lost(winner: Any) -> Result:
    return Result(winner, EndedBy.NO_MOVE)


ONE_PASS_FOR_BLACK = replace(
    NO_PASS, passing=Passing(1, black=1, white=0), suicide=Suicide.FORBIDDEN, scoring=Scoring.AREA
)


@pytest.mark.parametrize(
    ("ruleset", "board", "tries", "options", "result"),
    [
        (NO_PASS, ONE_MOVE_BEFORE, "D1", {}, lost(BLACK)),  # White has only suicide left
        (NO_PASS, "..", "A1 B1", {}, lost(WHITE)),  # Black has only a ko to take back
        (NO_PASS, "..", "A1", {}, None),
        (NO_PASS, ".B.B/.BB.", "D1", {}, None),
        (NO_PASS, STALEMATE, "", {"first": "white"}, lost(BLACK)),  # no first move
        (NO_PASS, ".", "", {}, lost(WHITE)),
        (replace(NO_PASS, passing=white_passes(1)), ONE_MOVE_BEFORE, "pass", {"first": "white"}, None),
        (replace(NO_PASS, passing=white_passes(1)), ONE_MOVE_BEFORE, "pass D1", {"first": "white"}, lost(BLACK)),
        (ONE_PASS_FOR_BLACK, ONE_MOVE_BEFORE, "pass", {}, lost(BLACK)),
        (NO_PASS, ONE_MOVE_BEFORE, "A1", {"failed_try": "lose-turn"}, lost(BLACK)),
    ],
)
def test_a_player_without_a_legal_move_or_pass_loses(
    ruleset: Ruleset, board: str, tries: str, options: dict[str, Any], result: Result | None
) -> None:
    assert Game(board, tries, ruleset, **options).table.result == result


@pytest.mark.parametrize("referee", referees.ALL, ids=lambda referee: referee.slug)
def test_every_referee_announces_the_winner_and_no_point(referee: Referee) -> None:
    game = Game(ONE_MOVE_BEFORE, "D1", NO_PASS, referee=referee.slug)
    for seat in ("black", "white", "audience"):
        assert (game.table.view(seat).result, game.told(seat).result) == (lost(BLACK), lost(BLACK))
        assert game.told(seat).to_move is None
    if referee.hides:
        assert game.told("white").attempt is None


@pytest.mark.parametrize(
    "game",
    [
        NO_PASS,
        replace(NO_PASS, capture=Capture.SIMULTANEOUS, suicide=Suicide.LONE_LOSES),
        replace(NO_PASS, ghosts=True, scoring=Scoring.AREA),
    ],
    ids=["in turn", "at once", "ghosts"],
)
@pytest.mark.parametrize("repetition", Repetition)
def test_a_game_goes_on_exactly_as_long_as_there_is_a_move(game: Ruleset, repetition: Repetition) -> None:
    chance, ruleset = random.Random(repetition), replace(game, repetition=repetition)
    for number in range(20):
        verdicts = random_game(chance, 150, Game(None, "", ruleset, (2, 2 + number % 2))).verdicts
        for after in (each.after for each in verdicts):
            moves = any(is_move(replace(after, result=None), each) for each in after.tries())
            if after.result is None:
                assert moves
            elif after.result.by is EndedBy.NO_MOVE:
                assert not moves
                assert after.result.winner is after.to_move.opponent


def test_games_with_free_passes_or_a_free_point_cannot_end_without_moves() -> None:
    for ruleset in rules.ALL:
        assert not (ruleset.passing == FREE and ruleset.can_end_without_moves)
    assert not rules.get("alter-igo").can_end_without_moves
    assert not replace(rules.get("alter-igo"), passing=white_passes(3)).can_end_without_moves
    assert replace(rules.get("alter-igo"), repetition=Repetition.POSITIONAL_SUPERKO).can_end_without_moves
    assert not replace(NO_PASS, no_move_loses=False).can_end_without_moves
    assert not replace(NO_PASS, passing=FREE, scoring=Scoring.AREA).can_end_without_moves


@pytest.mark.parametrize(
    ("game", "settings"),
    [("go", {"passing": "none"}), ("go", {"white_passes": 1}), ("alter-igo", {"repetition": "positional-superko"})],
)
def test_an_option_adds_no_new_end_to_a_game(game: str, settings: dict[str, Any]) -> None:
    """Rules document, section 3: without passes and scoring such a game ends by "resignation only"; old records stay what they are."""
    ruleset = Table(game, size=3, **settings).settings.ruleset
    assert (ruleset.can_end_without_moves, ruleset.no_move_loses) == (False, False)
    assert Game(ONE_MOVE_BEFORE, "D1 resign", passing="none").table.result == Result(BLACK, EndedBy.RESIGNATION)


def test_a_custom_game_keeps_its_end_under_other_settings() -> None:
    assert Table(NO_PASS, size=3, suicide="allowed").settings.ruleset.no_move_loses
    assert Table(NO_PASS, size=3, passing="none").settings.ruleset == NO_PASS
