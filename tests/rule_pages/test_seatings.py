"""Section 5: who sits where, who moves when, and who looks at the same board. And what the table refuses."""

from typing import Any

import numpy as np
import pytest

from tests.playing import Game
from yurei import rules
from yurei.errors import BadTry, GameOver, NotOver, OutOfTurn, Unknown
from yurei.referee import get as get_referee
from yurei.referee import seating as seatings
from yurei.referee.table import Reveal, RevealedTry, Table
from yurei.rules import BLACK, WHITE
from yurei.rules.board import read_board
from yurei.rules.state import EndedBy, Kind, Result, Try, ghost, stone

SEATS = {
    "duel": ["black", "white"],
    "rengo": ["black-1", "white-1", "black-2", "white-2"],
    "rengo-shared": ["black-1", "white-1", "black-2", "white-2"],
    "solo": ["black", "white"],
    "one-device": ["black", "white"],
}


@pytest.mark.parametrize("first", ["black", "white"])
@pytest.mark.parametrize("seating", SEATS)
def test_the_seats_move_in_turn(seating: str, first: str) -> None:
    """Where White begins, the first white seat does."""
    game = Game(None, "A1 B1 C1 D1 E1 F1", first=first, seating=seating)
    turns = [answer.told["audience"].seat for answer in game.answers]
    turn = (SEATS[seating] * 4)[first == "white" :]
    assert (turns, game.table.to_move) == (turn[:6], turn[6])
    assert game.verdicts[0].mover.word == first
    assert [seat.name for seat in seatings.get(seating).seats] == SEATS[seating]


def test_the_seatings_are_those_of_the_page() -> None:
    assert [seating.slug for seating in seatings.ALL] == list(SEATS)
    assert [seating.hands for seating in seatings.ALL] == ["each", "each", "each", "one", "shared"]


def test_an_illegal_try_leaves_the_turn_and_a_lost_turn_hands_it_on() -> None:
    retry = Game(None, "A1 A1 B1", seating="rengo")
    assert retry.reasons == [None, "opponent-stone", None]
    assert retry.table.to_move == "black-2"
    lost = Game(None, "A1 A1", seating="rengo", failed_try="lose-turn")
    assert lost.table.to_move == "black-2"


@pytest.mark.parametrize(
    ("seating", "shown"),
    [
        ("rengo", ["...../B...B", ".W.../.....", "...../..B..", "...W./....."]),
        ("rengo-shared", [".W.../B...B", ".W.../B...B", "...W./..B..", "...W./..B.."]),
    ],
)
def test_in_rengo_a_seat_sees_its_own_stones_and_those_of_whoever_shares_its_board(
    seating: str, shown: list[str]
) -> None:
    game = Game(None, "A1 B2 C1 D2 E1", size=(5, 2), seating=seating)
    assert [game.shows(seat) for seat in (*SEATS[seating], "audience")] == [*shown, "...../....."]


def test_in_shared_rengo_a_refused_try_is_known_to_its_seat_alone() -> None:
    game = Game(None, "A1 B2 C1 D2 E1 C1", size=(5, 2), seating="rengo-shared")
    assert game.told("white-1").attempt is not None
    assert game.told("black-1").attempt is None, "the neighbour at the same board"


@pytest.mark.parametrize(
    ("seating", "vanishes_for"), [("rengo", {"black-2"}), ("rengo-shared", {"black-2", "white-2"})]
)
def test_in_rengo_a_captured_stone_vanishes_from_the_boards_that_show_it(seating: str, vanishes_for: set[str]) -> None:
    # Black 2 places A1; White 2 takes it.
    game = Game(".../W../...", "C3 B3 A1 B1", seating=seating, referee="kriegspiel")
    told = game.answers[-1].told
    assert {seat for seat in told if told[seat].vanished} == vanishes_for
    assert {told[seat].captured_points for seat in told} == {None}


def test_counted_tells_a_rengo_owner_only_of_stones_on_their_own_board() -> None:
    game = Game(".../W../...", "C3 B3 A1 B1", seating="rengo", referee="counted")
    told = game.answers[-1].told
    assert {seat: game.names(told[seat].captured_points) for seat in told} == {
        "black-1": "",
        "black-2": "A1",
        "white-1": None,
        "white-2": None,
        "audience": None,
    }
    assert {told[seat].captured_count for seat in told} == {1}


def test_set_up_stones_lie_on_their_owner_s_board() -> None:
    game = Game("B.W", "", seating="duel")
    assert [game.shows(seat) for seat in ("black", "white", "audience")] == ["B..", "..W", "..."]
    rengo = Game("B.W", "", seating="rengo")
    assert [rengo.shows(seat) for seat in SEATS["rengo"]] == ["B..", "..W", "B..", "..W"]
    shared = Game("B.W", "", seating="rengo-shared")
    assert [shared.shows(seat) for seat in SEATS["rengo"]] == ["B.W"] * 4
    assert shared.shows("audience") == "..."
    opened = Game("B.W", "", referee="open")
    assert [opened.shows(seat) for seat in ("black", "white", "audience")] == ["B.W"] * 3


def test_a_try_out_of_turn_is_refused() -> None:
    table = Table("go")
    with pytest.raises(OutOfTurn, match=r"^it is black’s turn, not white’s$"):
        table.attempt("white", "A1")
    with pytest.raises(OutOfTurn, match=r"^it is black’s turn, not audience’s$"):
        table.attempt("audience", "A1")
    assert table.view("black").heard == ()


def test_an_unknown_seat_is_refused() -> None:
    table = Table("go", seating="rengo")
    sentence = r"^there is no seat 'black'.* Known: black-1, white-1, black-2, white-2, audience$"
    with pytest.raises(Unknown, match=sentence):
        table.attempt("black", "A1")
    with pytest.raises(Unknown, match=sentence):
        table.view("black")
    with pytest.raises(Unknown, match=r"^there is no seating 'trio'"):
        Table("go", seating="trio")


def test_a_try_after_the_end_is_refused() -> None:
    game = Game("...", "resign")
    for seat in ("black", "white", "audience"):
        with pytest.raises(GameOver, match=r"^the game is over; nobody is to move$"):
            game.table.attempt(seat, "A1")
    with pytest.raises(Unknown):
        game.table.attempt("red", "A1")


NO_TRY = "a stone and a ghost have a point, a pass and a resignation have none"
STRANGE_TRIES: list[Any] = [("jump", 1), (Kind.STONE, 1.0), (Kind.STONE, "A1"), ("stone", None)]


@pytest.mark.parametrize(
    ("attempt", "sentence"),
    [
        *((Try(kind), NO_TRY) for kind in (Kind.STONE, Kind.GHOST)),
        *((Try(kind, 0), NO_TRY) for kind in (Kind.PASS, Kind.RESIGN)),
        *((Try(*strange), NO_TRY) for strange in STRANGE_TRIES),
        *((None, NO_TRY), (4, NO_TRY)),
        *((stone(3), "point 3 is off a 3x1 board"), (stone(-1), "point -1 is off a 3x1 board")),
        (Try(Kind.STONE, np.int64(9)), "point 9 is off a 3x1 board"),  # type: ignore[arg-type]
        (ghost(0), "go has no ghosts; try a stone"),
    ],
)
def test_an_impossible_try_changes_nothing(attempt: Any, sentence: str) -> None:
    game = Game("...", "")
    with pytest.raises(BadTry) as caught:
        game.table.attempt("black", attempt)
    assert str(caught.value) == sentence
    assert game.table.view("black").heard == ()
    assert game.table.to_move == "black"
    assert game.verdicts == []


def test_the_board_and_every_try_are_revealed_after_the_end_alone() -> None:
    table = Game("...", "A1 A1 C1").table
    with pytest.raises(NotOver, match=r"^the board is revealed after the end; the game goes on$"):
        table.reveal()
    table.attempt("black", "resign")
    assert table.reveal() == Reveal(
        board=read_board("B.W")[0],
        tries=(
            RevealedTry("black", stone(0), None),
            RevealedTry("white", stone(0), rules.Reason.OPPONENT_STONE),
            RevealedTry("white", stone(2), None),
            RevealedTry("black", Try(Kind.RESIGN), None),
        ),
        result=Result(WHITE, EndedBy.RESIGNATION),
    )


def test_a_table_takes_names_or_values() -> None:
    go, hamburg = rules.get("go"), get_referee("hamburg")
    by_name = Table("go", referee="hamburg", size="5x7").settings
    assert Table(go, referee=hamburg, size=(5, 7)).settings == by_name
    assert Table(ruleset=go, referee="hamburg", size=[5, 7]).settings == by_name
    assert Table.of(by_name).settings == by_name
    assert Table("go", ruleset=rules.get("alter-igo")).settings.ruleset.slug == "alter-igo"
    assert Table().settings == Table("go", referee="common", size=9, seating="duel").settings


def test_a_view_says_whose_turn_it_is_and_how_it_ended() -> None:
    game = Game("...", "A1")
    black, white = game.table.view("black"), game.table.view("white")
    assert (black.to_move, black.may_try, white.may_try) == ("white", False, True)
    assert (black.seat.name, black.seat.colour, white.seat.colour) == ("black", BLACK, WHITE)
    assert (len(white.heard), white.result) == (1, None)
    assert not game.table.view("audience").may_try
    game.play("resign")
    assert game.table.view("black").result == game.table.result == Result(BLACK, EndedBy.RESIGNATION)
    assert game.table.view("black").to_move is game.table.to_move is None
