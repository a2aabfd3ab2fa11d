"""Alter Igo, Atari Go, No Seki Go and Toroidal Go: what their pages say."""

from dataclasses import replace
from typing import Any

import pytest

from tests.playing import Game, drawn, play, state
from yurei import Table, rules
from yurei.errors import BadSettings, GameOver
from yurei.kernel.rulesets import Compiled, compiled
from yurei.players.tablebase import check_ruleset
from yurei.referee.settings import read_settings
from yurei.referee.sight import points_from_bits, points_within
from yurei.rules import BLACK, WHITE, Colour, Ruleset, Size, State, judge, start
from yurei.rules.board import read_board, string_at
from yurei.rules.points import Shape
from yurei.rules.ruleset import NO_PASSING, Capture, Repetition, Scoring, Suicide
from yurei.rules.scoring import PlayedGame, match_winner
from yurei.rules.state import EndedBy, Result, ghost, read_try

NO_SEKI = rules.get("no-seki-go")
SEKI = "......./......./......./.BBBB../BBWWBBB/WWWBWWW/.W.B.W."
SMALLEST = ".W.B.W."


def after_every_reply(here: State) -> list[State]:
    """The states after each legal answer, the pass among them."""
    verdicts = [judge(here, attempt) for attempt in here.tries()]
    return [verdict.after for verdict in verdicts if verdict.accepted]


def captures(here: State, move: str) -> bool:
    verdict = judge(here, read_try(move, here.size))
    return verdict.accepted and bool(verdict.captured)


def after(here: State, tries: str) -> State:
    verdicts = play(here, tries)
    assert all(verdict.accepted for verdict in verdicts)
    return verdicts[-1].after


@pytest.mark.parametrize("board", [SEKI, SMALLEST])
@pytest.mark.parametrize(
    ("first", "first_ghost", "then"),
    [(BLACK, "ghost-C1", "A1"), (BLACK, "ghost-E1", "G1"), (WHITE, "ghost-C1", "E1"), (WHITE, "ghost-E1", "C1")],
)
def test_the_player_who_places_a_ghost_first_captures_after_every_reply(
    board: str, first: Colour, first_ghost: str, then: str
) -> None:
    answers = after_every_reply(after(state(board, NO_SEKI, first), first_ghost))
    assert len(answers) > 2
    assert all(captures(answer, then) for answer in answers)


def liberties(here: State, name: str) -> int:
    return len(string_at(here.cells, here.size.neighbours, here.size.point(name))[1])


@pytest.mark.parametrize(
    ("board", "count"),
    [
        ("Bb../W...", 1),
        ("Ww../B...", 1),
        ("Bw../.W..", 1),  # the empty point alone
        ("Bbb./....", 2),  # ghosts are no part of strings
    ],
)
def test_a_ghost_is_a_liberty_of_its_owner_s_strings_alone(board: str, count: int) -> None:
    assert liberties(state(board, NO_SEKI), "A2") == count


@pytest.mark.parametrize(
    ("board", "tried", "reason"),
    [
        *(("B.../....", f"ghost-{point}", "no-liberty") for point in ("B1", "C2", "D1")),
        ("W.../....", "ghost-B2", "no-liberty"),  # not beside a string of one's own
        ("Bb../....", "ghost-C2", "no-liberty"),  # beside a ghost is not beside a string
        (".../W.W/...", "ghost-B1", "no-liberty"),
        ("Ww.../....B", "ghost-B2", "ghost"),  # asked before the liberty
        (".W./W.W/.W.", "B2", "suicide"),
        ("BbW/WW.", "B2", "suicide"),  # in place of one's own last ghost
        ("B.W/WW.", "ghost-B2", None),  # a ghost never kills its own string
    ],
)
def test_a_piece_is_refused_in_no_seki_go(board: str, tried: str, reason: str | None) -> None:
    assert play(state(board, NO_SEKI), tried)[0].reason == reason


@pytest.mark.parametrize(
    ("board", "tried", "left"),
    [
        ("B.../....", "ghost-B2", "Bb../...."),
        ("BW./.../...", "ghost-A2", "BW./b../..."),  # it leaves its string the liberty on which it stands
        ("W.B./B.../....", "ghost-B3", ".bB./B.../...."),  # a ghost captures
        ("...b/..../B...", "B1", "...b/..../BB.."),  # one's own stranded ghosts stay
    ],
)
def test_a_piece_is_placed_in_no_seki_go(board: str, tried: str, left: str) -> None:
    assert drawn(after(state(board, NO_SEKI), tried)) == left


def test_a_ghost_of_either_colour_can_be_replaced_by_a_stone() -> None:
    own = play(state("Bb../....", NO_SEKI), "B2")[0]
    assert drawn(own.after) == "BB../...."
    assert (own.removed.replaced, own.captured) == (BLACK, ())
    enemy = play(state("Ww../....", NO_SEKI), "B2")[0]
    assert drawn(enemy.after) == "WB../...."
    assert (enemy.removed.replaced, enemy.captured) == (WHITE, (5,))
    assert enemy.after.lost == (0, 0)  # prisoners are stones


def test_replacing_the_ghost_captures_the_string_that_breathed_through_it() -> None:
    verdict = play(state("WwB./Ww../BB..", NO_SEKI), "B2 pass B3")[2]
    assert drawn(verdict.after) == ".BB./.B../BB.."
    assert verdict.removed.white_ghosts == ()
    assert verdict.removed.replaced is WHITE


@pytest.mark.parametrize(
    ("board", "move", "left", "white_ghosts"),
    [
        ("WB../w..w/....", "A2", ".B../B.../....", ("D2",)),
        (".WB./.w../....", "B2", ".WB./.B../....", ()),
    ],
)
def test_stranded_ghosts_of_the_opponent_are_swept_away_wherever_they_lie(
    board: str, move: str, left: str, white_ghosts: tuple[str, ...]
) -> None:
    verdict = play(state(board, NO_SEKI), move)[0]
    assert drawn(verdict.after) == left
    assert verdict.after.size.names(verdict.removed.white_ghosts) == white_ghosts
    colours_changed = board.translate(str.maketrans("BWbw", "WBwb"))
    other = play(state(colours_changed, NO_SEKI, WHITE), move)[0]
    assert other.after.size.names(other.removed.black_ghosts) == white_ghosts


@pytest.mark.parametrize(
    "ruleset", [NO_SEKI, replace(NO_SEKI, repetition=Repetition.POSITIONAL_SUPERKO)], ids=["situational", "positional"]
)
def test_the_opponent_s_ghost_can_be_replaced_under_either_superko(ruleset: Ruleset) -> None:
    assert play(state("Ww../....", ruleset), "B2")[0].accepted


def test_tries_offer_ghosts_only_where_the_game_has_them() -> None:
    size = read_board("...")[1]
    assert [attempt.text(size) for attempt in state("Bb.", NO_SEKI).tries()] == ["B1", "C1", "ghost C1", "pass"]
    assert [attempt.text(size) for attempt in state("B..", "go").tries()] == ["B1", "C1", "pass"]
    assert [attempt.text(size) for attempt in state("B.W", "alter-igo").tries()] == ["B1"]
    assert ghost(2).text(size) == "ghost C1"


ALTER_IGO = rules.get("alter-igo")


@pytest.mark.parametrize(
    ("board", "first", "move", "winner"),
    [(".W./W.W/.W.", BLACK, "B2", WHITE), (".B./B.B/.B.", WHITE, "B2", BLACK), (".", BLACK, "A1", WHITE)],
)
def test_a_lone_suicide_loses(board: str, first: Colour, move: str, winner: Colour) -> None:
    assert play(state(board, ALTER_IGO, first=first), move)[0].after.result == Result(winner, EndedBy.LONE_SUICIDE)


def test_white_may_use_the_passes_at_any_time() -> None:
    game = Game("...", "pass A1 pass C1 pass B1 pass", "alter-igo", white_passes=2)
    assert game.reasons == ["no-passing", None, None, None, None, None, "no-passing"]


def test_a_draw_by_agreement_is_an_option_and_off() -> None:
    with pytest.raises(BadSettings, match=r"^alter-igo: these settings have no draw by agreement$"):
        Game("...", "", "alter-igo").table.agree()
    table = Game("...", "A1", "alter-igo", draw_by_agreement=True).table
    assert table.agree() == table.result == Result(None, EndedBy.AGREEMENT)
    assert table.to_move is None
    with pytest.raises(GameOver, match=r"^the game is over; there is nothing to agree on$"):
        table.agree()


BLACK_WINS, WHITE_WINS = Result(BLACK, EndedBy.RESIGNATION), Result(WHITE, EndedBy.LONE_SUICIDE)
DRAW = Result(None, EndedBy.REPETITION)
# The results of both games, Black's moves in each, and the winner: 0 is who was Black first, 1 who was White first.
MATCHES = [
    *(
        (first, second, (20, 20), 0)
        for first, second in ((BLACK_WINS, WHITE_WINS), (BLACK_WINS, DRAW), (DRAW, WHITE_WINS))
    ),
    *(
        (first, second, (20, 20), 1)
        for first, second in ((WHITE_WINS, BLACK_WINS), (WHITE_WINS, DRAW), (DRAW, BLACK_WINS))
    ),
    *((result, result, (20, 20), None) for result in (DRAW, BLACK_WINS, WHITE_WINS)),
    *((result, result, (9, 10), None) for result in (DRAW, WHITE_WINS)),  # moves break no other tie
]


@pytest.mark.parametrize(("first", "second", "moves", "winner"), MATCHES)
@pytest.mark.parametrize("tie_break", [False, True])
def test_a_match_is_won_by_a_win_and_a_draw(
    first: Result, second: Result, moves: tuple[int, int], winner: int | None, tie_break: bool
) -> None:
    assert match_winner(PlayedGame(first, moves[0]), PlayedGame(second, moves[1]), tie_break) == winner


@pytest.mark.parametrize(("moves", "winner"), [((9, 10), 0), ((10, 9), 1), ((10, 10), None)])
def test_the_tie_break_of_a_match_is_fewer_moves_as_black(moves: tuple[int, int], winner: int | None) -> None:
    games = PlayedGame(BLACK_WINS, moves[0]), PlayedGame(BLACK_WINS, moves[1])
    assert match_winner(*games, tie_break=True) == winner
    assert match_winner(*games) is None


ATARI_GO = rules.get("atari-go")


def test_the_first_capture_wins_for_either_colour() -> None:
    assert play(state(".W./WBW/...", ATARI_GO, WHITE), "B1")[0].after.result == Result(WHITE, EndedBy.CAPTURE)
    assert play(state(".B./BWB/...", ATARI_GO), "B1")[0].after.result == Result(BLACK, EndedBy.CAPTURE)


def test_where_nobody_captures_the_board_is_counted() -> None:
    result = Game("B.W/B.W/B.W", "pass pass", "atari-go").table.result
    assert result == Result(None, EndedBy.SCORE, 3, 3, 0)


AT_ONCE = {"capture": Capture.SIMULTANEOUS, "suicide": Suicide.ALLOWED}


@pytest.mark.parametrize(
    "choices", [{"suicide": Suicide.ALLOWED}, AT_ONCE, {**AT_ONCE, "scoring": Scoring.NONE, "passing": NO_PASSING}]
)
def test_a_game_of_the_first_capture_removes_one_colour_at_a_time(choices: dict[str, Any]) -> None:
    with pytest.raises(BadSettings, match=r"^atari-go: only where one colour goes at a time"):
        replace(ATARI_GO, **choices)


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
            assert set(points_from_bits(points_within(size, steps, 0))) == reached
            near = {beside for point in near for beside in size.neighbours[point]} - reached
            steps += 1


def test_the_board_is_a_torus_by_every_spelling_of_the_game() -> None:
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
