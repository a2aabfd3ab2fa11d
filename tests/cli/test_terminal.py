"""The terminal: boards as text, the game with a curtain, and the referee of two people at a table."""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.arena.strange import always
from yurei import players, rules
from yurei.apps.terminal import Game, PersonLeft, Recorder, RefereedByPerson, Screen
from yurei.apps.terminal.screen import CLEAR, FIRST_PAGE, LETTERS, ROUND, RULE, Signs, draw_board, ending_text
from yurei.languages import NAMES
from yurei.players import Player
from yurei.records import read
from yurei.referee.table import Table
from yurei.rules.board import BLACK, empty_board, read_board
from yurei.rules.points import Size
from yurei.rules.state import EndedBy, Result, stone


def clock() -> datetime:
    return datetime(2026, 5, 1, 18, tzinfo=UTC)


def typed(lines: str, signs: Signs = LETTERS, **options: Any) -> tuple[list[str], Screen]:
    """A screen at which these words, and Enter where there is a dot, have been typed; and what it shows."""
    shown: list[str] = []
    source = iter([*(line.replace(".", "").replace("ghost-", "ghost ") + "\n" for line in lines.split()), ""])
    return shown, Screen(lambda: next(source), shown.append, signs, **options)


def play(
    table: Table,
    screen: Screen,
    players: Mapping[str, Player] | None = None,
    keep: Callable[[str], object] = lambda text: None,
) -> None:
    """Play a game to its end, or to where it is left; ``keep`` gets the record after every try."""
    Game(table, screen, Recorder(table.settings, None, clock, keep), players or {}).play()


def game(lines: str, against: str | Player | None = None, seed: int = 1, **settings: Any) -> str:
    """What a terminal shows of a game; the last words say where it was left."""
    shown, screen = typed(lines)
    player = players.get(against, seed) if isinstance(against, str) else against
    try:
        play(Table(**{"size": 3, **settings}), screen, {"white": player} if player else {})
    except PersonLeft as left:
        shown.append(str(left))
    return "".join(shown)


def pages(shown: str) -> list[str]:
    return shown.split(RULE + "\n")


def test_a_board_has_star_points_and_no_column_i() -> None:
    assert draw_board(bytes(81), Size(9, 9)).splitlines()[:4] == [
        "   A B C D E F G H J",
        " 9 . . . . . . . . .  9",
        " 8 . . . . . . . . .  8",
        " 7 . . + . . . + . .  7",
    ]


@pytest.mark.parametrize(("size", "stars"), [(19, 9), (15, 9), (13, 5), (9, 5), (8, 4), (5, 1), (4, 0), (1, 0)])
def test_boards_have_the_usual_star_points(size: int, stars: int) -> None:
    assert draw_board(bytes(size * size), Size(size, size)).count("+") == stars


def test_stones_and_ghosts_have_signs_of_their_own() -> None:
    cells, size = read_board("BWb/w..")
    assert draw_board(cells, size, ROUND).splitlines()[1:3] == [" 2 ● ○ ◍  2", " 1 ◌ . .  1"]
    assert draw_board(cells, size, LETTERS).splitlines()[1:3] == [" 2 B W b  2", " 1 w . .  1"]


@pytest.mark.parametrize(
    ("mark", "row"), [(0, " 1(B). .  1"), (1, " 1 B(.).  1"), (2, " 1 B .(.) 1"), (None, " 1 B . .  1")]
)
def test_the_last_try_stands_in_brackets(mark: int | None, row: str) -> None:
    cells, size = read_board("B..")
    assert draw_board(cells, size, LETTERS, mark).splitlines()[1] == row


@given(st.integers(1, 25), st.integers(1, 25), st.data())
def test_every_board_of_every_size_is_a_rectangle(width: int, height: int, data: st.DataObject) -> None:
    size = Size(width, height)
    mark = data.draw(st.none() | st.integers(0, size.points - 1))
    rows = draw_board(empty_board(size), size, mark=mark).splitlines()
    assert len(rows) == height + 2
    assert len({len(row) for row in rows[1:-1]}) == 1


def test_a_game_on_one_device() -> None:
    shown = game(". B2 . B2 A1 . resign")
    assert pages(shown)[1:] == [
        "Phantom Go on 3x3, komi 7.5.\nReferee Common: All hear which stones are captured and who comes into atari; "
        "an illegal try is called illegal, no more.\nType a point such as B2; help lists all commands.\n"
        "Hand over to Black; Black presses Enter. ",
        "   A B C\n 3 . . .  3\n 2 . . .  2\n 1 . . .  1\n   A B C\nBlack> ",
        "Black has moved, White to play.\nHand over to White; White presses Enter. ",
        "Black has moved, White to play.\n   A B C\n 3 . . .  3\n 2 . . .  2\n 1 . . .  1\n   A B C\nWhite> "
        "Illegal move.\nWhite> ",
        "White has moved, Black to play.\nHand over to Black; Black presses Enter. ",
        "Black B2: Black has moved, White to play.\nWhite: Illegal move.\nWhite has moved, Black to play.\n"
        "   A B C\n 3 . . .  3\n 2 .(B).  2\n 1 . . .  1\n   A B C\nBlack> "
        "Black resigns.\n\nThe board:\n   A B C\n 3 . . .  3\n 2 . B .  2\n 1 W . .  1\n   A B C\n"
        "White wins by resignation.\n\nEvery try:\n   1  Black B2\n   2  White B2: There is already an opponent’s stone.\n"
        "   3  White A1\n   4  Black resign\n",
    ]


def test_a_terminal_is_cleared_with_all_that_stands_above() -> None:
    shown, screen = typed(". B2 .", is_terminal=True)
    with pytest.raises(PersonLeft):
        play(Table(size=3), screen)
    assert shown[-1] == CLEAR + FIRST_PAGE
    assert sum(CLEAR in text for text in shown) == 5


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("I9", "'i9' is no point of a 3x3 board: columns are A to C, rows are 1 to 3"),
        ("hello", "'hello' is no point"),
        ("draw", "there is no draw by agreement here"),
        ("board", " 3 . . .  3"),
        ("help", "  resign    resign the game"),
    ],
)
def test_bad_input_is_answered_and_the_player_asked_again(line: str, answer: str) -> None:
    shown = game(f". {line} . quit")
    assert answer in shown
    assert shown.count("Black> ") == 3


def test_a_ghost_is_placed_in_games_that_have_some() -> None:
    assert "ghost E5" in game(". help quit", game="no-seki-go")
    assert "ghost" not in game(". help quit", game="go")
    _, screen = typed(". B2 . A1 . ghost-B3 . quit")
    table = Table("no-seki-go", size=3)
    with pytest.raises(PersonLeft):
        play(table, screen)
    assert table.view("black").board_text == ".b./.B./..."


OFFER = "White offers a draw; type draw to accept it."


@pytest.mark.parametrize(
    ("typed", "settings", "said", "unsaid"),
    [
        (". B2 . draw A1 . draw", {"draw_by_agreement": True}, [OFFER, "A draw by agreement."], "no draw"),
        (". draw B2 . A1 . C3 . draw quit", {"draw_by_agreement": True}, ["Black offers a draw"], "agreement."),
        (". B2 . B2 . quit", {"failed_try": "lose-turn"}, ["Illegal move.\nHand over to Black; Black"], "White has"),
        ("B2 A1 resign", {"seating": "solo"}, ["Black B2: Black has moved, White to play.\n"], RULE),
        (". B2 . A1 . B1 . quit", {"seating": "rengo"}, ["Hand over to Black 2; Black 2", "Black 1: Black"], "White 3"),
    ],
    ids=["a draw is agreed to", "an offer is answered by a move", "a turn is lost", "nothing is hidden", "four seats"],
)
def test_the_hand_over_names_offers_lost_turns_and_seats(
    typed: str, settings: dict[str, Any], said: list[str], unsaid: str
) -> None:
    shown = game(typed, **settings)
    assert [sentence for sentence in said if sentence not in shown] == []
    assert unsaid not in shown


@given(st.lists(st.sampled_from(["pass", "resign", "draw", "quit", "help", "B2", "", "ghost b1"]) | st.text()))
def test_any_typed_lines_are_answered(lines: list[str]) -> None:
    source = iter([*(line.replace("\n", "") + "\n" for line in lines), ""])
    for seating in ("duel", "solo"):
        table = Table("no-seki-go", size=3, seating=seating, draw_by_agreement=True)
        screen = Screen(lambda: next(source, ""), lambda text: None)
        with suppress(PersonLeft):
            play(table, screen)
            assert table.result is not None


@pytest.mark.parametrize(
    ("answers", "wrong"),
    [(ValueError("no"), "ValueError"), (None, "AttributeError"), ("A1", "AttributeError"), (stone(4), "B2")],
    ids=["raises", "nothing", "a text", "the same refused try for ever"],
)
def test_a_player_that_goes_wrong_resigns_and_says_why(answers: object, wrong: str) -> None:
    shown = game("B2", against=always(answers))
    assert f"White’s program failed and resigns: {wrong}." in shown
    assert "Black wins by resignation." in shown


@pytest.mark.by_day
@pytest.mark.parametrize("player", [player.slug for player in players.ALL if not player.must_see])
def test_a_player_sits_on_the_other_seat_and_nothing_of_theirs_is_shown(player: str) -> None:
    shown = game("B2 A1 resign", against=player, seed=7)
    before_the_end = shown.split("The board:")[0]
    assert RULE not in shown
    boards = [line for line in before_the_end.splitlines() if line[:2].strip().isdigit()]
    assert boards
    assert not any("W" in board for board in boards)
    assert before_the_end.count("White has moved") + before_the_end.count("White puts") >= 1


def test_two_people_and_two_programs_hand_the_terminal_over() -> None:
    """Nobody's board is shown while a program thinks: two others look at this terminal."""
    shown, screen = typed(". A1 quit")
    programs = {seat: players.get("simple", 1) for seat in ("white-1", "white-2")}
    with pytest.raises(PersonLeft):
        play(Table(size=3, seating="rengo"), screen, programs)
    curtain = pages("".join(shown))[-1]
    assert "Black has moved, White to play.\n" in curtain
    assert "White puts Black into atari.\n" in curtain
    assert "Hand over to Black 2; Black 2 presses Enter." in curtain
    assert "   A B C\n" not in curtain


def test_the_book_is_written_down_after_every_try() -> None:
    kept: list[str] = []
    _, screen = typed(". B2 . B2 quit")
    with pytest.raises(PersonLeft):
        play(Table(size=3), screen, keep=kept.append)
    assert [len(read(text).entries) for text in kept] == [0, 1, 2]


def refereed(lines: str, language: str = "en") -> str:
    """What the referee's terminal shows of a game from the page's own position."""
    shown, screen = typed(lines, echo=True)
    setup = rules.get("go").examples[0].board
    table = Table(setup=setup)
    try:
        RefereedByPerson(Recorder(table.settings, setup, clock), screen, language).run()
    except PersonLeft as left:
        shown.append(str(left))
    return "".join(shown)


def test_the_human_referee_sees_announcements_and_private_notes() -> None:
    shown = refereed("E1 E1 J9 D2 D1 resign")
    assert " 2 . W B . W B . . .  2\n 1 . W B W(B)B . . .  1\n" in shown
    assert [line for line in shown.splitlines() if line.startswith(("Announce", "Only"))] == [
        "Announce: Black puts White into atari.",
        "Announce: Illegal move.",
        "Only for you: There is already an opponent’s stone.",
        "Announce: White has moved, Black to play.",
        "Announce: Black has captured the following stones: D1. Black puts White and himself into atari.",
        "Only for you: White loses D1.",
        "Announce: White has captured the following stones: C1, C2, D2.",
        "Only for you: Black loses C1, C2, D2.",
        "Announce: Black resigns.",
    ]


def test_the_referee_takes_a_try_back() -> None:
    shown = refereed("help undo E1 undo E2 E1")
    assert "  undo      undo the last try\n" in shown
    assert "there is no try to undo yet" in shown
    assert shown.count("Black> ") == 5
    assert shown.endswith("the input has ended before the game; quit would have left it")


BY_HALF_A_POINT = Result(BLACK, EndedBy.SCORE, 41, 34, 0.5)
EVEN = Result(None, EndedBy.SCORE, 41, 34, 0)


@pytest.mark.parametrize(
    ("result", "sentence"),
    [
        (BY_HALF_A_POINT, "Black wins by 0.5 points. Points: Black 41, White 34 plus 6.5 komi."),
        (EVEN, "The scores are equal: a draw. Points: Black 41, White 34 plus 7 komi."),
        (Result(None, EndedBy.REPETITION), "A draw by repetition."),
        (Result(BLACK.opponent, EndedBy.LONE_SUICIDE), "White wins: the last move was a single-stone suicide."),
    ],
)
def test_an_ending_is_a_sentence(result: Result, sentence: str) -> None:
    assert ending_text(result) == sentence


@pytest.mark.parametrize("language", [language for language in NAMES if language != "en"])
def test_the_terminal_has_no_english_line_in_another_language(language: str) -> None:
    said = "help Z9 E1 E1 J9 D2 undo B2 resign"
    english, translated = refereed(said).split("\n"), refereed(said, language).split("\n")
    assert len(english) == len(translated)
    words = [line for line in english if re.search(r"[a-z]{3}", line)]
    assert len(words) > 20
    assert not set(words) & set(translated)
