"""Sessions in which everything is seen: what Sabaki, GoGui and the bridges of servers say, and what they are answered."""

import io
import json
import sys

import pytest
from typer.testing import CliRunner

from tests.gtp.session import engine, holds, said
from tests.programs import running
from yurei import rules
from yurei.apps import gtp
from yurei.apps.cli.app import app
from yurei.apps.gtp.protocol import Speaker
from yurei.referee.settings import read_settings


def test_sabaki_attaches_an_engine_plays_and_takes_back() -> None:
    """It asks who is there, sets up the position by commands of its own, and replays where it is not sure."""
    holds(
        engine(width=9, height=9),
        """
        > list_commands
        = …
        > name
        = yurei
        > version
        = …
        > protocol_version
        = 2
        > boardsize 5
        =
        > clear_board
        =
        > komi 0.5
        =
        > set_free_handicap B2 D4
        =
        > genmove W
        = B3
        > play B C3
        =
        > undo
        =
        > undo
        =
        > showboard
        =
        A B C D E
        5 . . . . . 5
        4 . . . X . 4
        3 . . . . . 3
        2 . X . . . 2
        1 . . . . . 1
        …
        > play W pass
        =
        > play B pass
        =
        > final_score
        = B+24.5
        > quit
        =
        """,
    )


def test_sabaki_plays_on_a_board_that_is_no_square() -> None:
    holds(
        engine(),
        """
        > known_command rectangular_boardsize
        = true
        > rectangular_boardsize 7 3
        =
        > play B G3
        =
        > showboard
        =
           A B C D E F G
         3 . . . . . . X 3
         2 . . . . . . . 2
         1 . . . . . . . 1
        …
        > play W H3
        ? syntax error
        """,
    )


def test_sabaki_lets_an_engine_analyse_until_something_comes_in() -> None:
    """An empty line stops it; the engine goes on by itself as long as nothing comes."""
    out, looks = io.BytesIO(), iter([False, False, True])
    speaker = Speaker(engine(width=5, height=5).do, out, lambda: next(looks))
    speaker.receive(b"kata-analyze B 10\n")
    begin, *lines, last, end = out.getvalue().decode().split("\n")
    assert (begin, last, end) == ("=", "", "")
    assert lines
    for line in lines:
        words = line.split()
        assert words[:2] == ["info", "move"]
        assert float(words[words.index("winrate") + 1]) <= 1
        assert words.count("info") == words.count("pv") == words.count("visits")


def test_analysis_in_the_words_of_leela_zero_is_in_whole_numbers() -> None:
    first = said(engine(width=3, height=3), "lz-analyze 10 interval 20")
    assert first.startswith("=\ninfo move ")
    assert 0 <= int(first.split("winrate ")[1].split()[0]) <= 10_000


@pytest.mark.parametrize("command", ["lz-analyze", "kata-analyze", "lz-genmove_analyze", "kata-genmove_analyze"])
@pytest.mark.parametrize("limit", ["avoid b C3 1", "allow w A1,B1 10", "ALLOW b D4 50 interval 20"])
def test_an_analysis_of_some_moves_only_is_refused_and_not_of_all(command: str, limit: str) -> None:
    playing, word = engine("mcts", width=3, height=3), limit.split()[0].lower()
    assert said(playing, f"{command} B 20 {limit}") == f"? {word} is not supported; leave it out to analyse all moves"
    assert said(playing, "move_history") == "="


def test_genmove_analyze_returns_the_candidates_and_the_move() -> None:
    playing = engine("mcts", width=3, height=3)
    *weighed, moved = said(playing, "kata-genmove_analyze B 100").splitlines()
    assert weighed[0] == "="
    assert weighed[1].startswith("info move ")
    assert said(playing, "move_history") == f"= black {moved.removeprefix('play ')}"


def test_gogui_plays_a_game_and_counts_it() -> None:
    holds(
        engine(),
        """
        > protocol_version
        = 2
        > list_commands
        = …gogui-play_sequence…
        > gogui-analyze_commands
        = string/Settings/yurei-settings
        …
        plist/Legal moves/all_legal %c
        …
        > boardsize 5
        =
        > clear_board
        =
        > komi 7
        =
        > gogui-title
        = yurei: go, referee open
        > time_settings 600 30 1
        =
        > time_left b 600 0
        =
        > gogui-play_sequence B B1 W D1 B B2 W D2 B B3 W D3 B B4 W D4 B B5 W D5
        =
        > play B C3
        =
        > gg-undo 2
        =
        > list_stones W
        = D1 D2 D3 D4
        > play W D5
        =
        > play B C9
        ? syntax error
        > play B D5
        ? illegal move
        > play B pass
        =
        > play W pass
        =
        > final_status_list dead
        =
        > final_status_list seki
        =
        > final_score
        = W+7
        > play B C1
        =
        > gg-undo 100
        ? cannot undo
        > captures B
        = 0
        > quit
        =
        """,
    )


def test_gogui_plays_alter_igo_by_the_rules_commands_of_the_engine() -> None:
    """There is no pass, and the game is over where nothing can be moved any more."""
    holds(
        engine(ruleset="alter-igo", width=3, height=3),
        """
        > gogui-rules_game_id
        = Alterigo
        > gogui-rules_board_size
        = 3
        > gogui-rules_side_to_move
        = black
        > gogui-rules_legal_moves
        = A1 A2 A3 B1 B2 B3 C1 C2 C3
        > komi 6.5
        =
        > play B B2
        =
        > play B pass
        ? illegal move
        > play B C1
        ? illegal move
        > play W A3
        =
        > play B A2
        =
        > play W C3
        =
        > gogui-rules_board
        = O . O
        X X .
        . . .
        > play B B3
        =
        > gogui-rules_board
        = . X O
        X X .
        . . .
        > gogui-rules_captured_count
        = 0 1
        > play W A3
        =
        > gogui-rules_legal_moves
        =
        > gogui-rules_final_result
        = Black wins: the last move was a single-stone suicide.
        > play B C1
        ? illegal move
        > genmove B
        ? illegal move
        > undo
        =
        > gogui-rules_side_to_move
        = white
        > known_command final_score
        = false
        """,
    )


def test_gogui_draws_ghosts() -> None:
    holds(
        engine(ruleset="no-seki-go", width=3, height=3),
        """
        > play B B2
        =
        > play W ghost-C1
        ? illegal move
        > play W A1
        =
        > play B ghost-B3
        =
        > play W ghost-A2
        =
        > gogui-rules_board
        = . . .
        . X .
        O . .
        > gogui-rules_board_gfx
        = BLACK B3
        TRIANGLE B3
        WHITE A2
        TRIANGLE A2
        > showboard
        =
        A B C
        3 . x . 3
        2 o X . 2
        1 O . . 1
        …
        > move_history
        = white ghost-A2
        black ghost-B3
        white A1
        black B2
        """,
    )


def test_the_bridge_to_ogs_sets_its_clocks_and_a_handicap() -> None:
    holds(
        engine(),
        """
        > boardsize 9 9
        =
        > clear_board
        =
        > fixed_handicap 1
        ? invalid number of stones
        > fixed_handicap 3
        = C3 C7 G7
        > fixed_handicap 2
        ? board not empty
        > kata-list_time_settings
        = none absolute byoyomi canadian fischer fischer-capped
        > kata-time_settings fischer-capped 300 10 600 -1
        =
        > time_left W 295 0
        =
        > genmove W
        = …
        > clear_board
        =
        > place_free_handicap 4
        = C3 C7 G3 G7
        > query_boardsize
        = 9
        > boardsize 26
        ? unacceptable size
        > boardsize 0
        ? unacceptable size
        > kgs-time_settings byoyomi 600 30 5
        =
        > kgs-time_settings canadian 600 300 25
        =
        > kgs-time_settings hourglass 60
        ? syntax error
        > kgs-rules japanese
        =
        > get_komi
        = 6.5
        """,
    )


def test_ids_comments_and_garbage_are_taken_as_the_standard_says() -> None:
    holds(
        engine(width=5, height=5),
        """
        > 7 name
        =7 yurei
        > 12\tplay b\tc3   # the centre
        =12
        > 13 play b c3
        ?13 illegal move
        > # nothing but a comment
        >
        > 8
        ?8 unknown command
        > dance
        ? unknown command
        > play
        ? syntax error
        > play green c3
        ? syntax error
        > play w i3
        ? syntax error
        > play w c3 d4
        ? syntax error
        > komi seven
        ? syntax error
        > komi 1e9
        ? syntax error
        > boardsize nine
        ? syntax error
        > time_settings 1 2
        ? syntax error
        > final_status_list drunk
        ? syntax error
        > loadsgf
        ? syntax error
        > loadsgf /nowhere/at all.sgf 12
        ? cannot load file: No such file or directory
        > loadsgf /dev/zero
        ? cannot load file: it is no file
        > echo \x07 hello
        = hello
        """,
    )


def test_no_limit_and_two_moves_in_a_row_are_as_controllers_expect() -> None:
    holds(
        engine(width=5, height=5),
        """
        > time_settings 0 1 0
        =
        > play w a1
        =
        > play w b1
        =
        > play b a2
        =
        > play b b2
        =
        > play b c1
        =
        > list_stones w
        =
        > captures b
        = 2
        > komi 2.5
        =
        > list_stones b
        = A2 B2 C1
        > is_legal w a1
        = 1
        > is_legal w a2
        = 0
        > all_legal w
        = A1 A3 …
        """,
    )


@pytest.mark.parametrize("ruleset", [each.slug for each in rules.ALL])
def test_every_game_is_played_to_its_end_by_both_sides_of_one_engine(ruleset: str) -> None:
    playing = engine(ruleset=ruleset, width=3, height=3)
    for turn in range(200):
        moved = said(playing, f"genmove {'bw'[turn % 2]}")
        if moved.startswith("?") or moved == "= resign":
            break
        if moved == "= pass" and said(playing, "move_history").count("pass") > 1 and turn > 20:
            break
    assert turn < 199
    assert said(playing, "showboard").startswith("= \n")


def test_a_session_goes_over_pipes_and_ends_with_quit_or_with_the_input() -> None:
    for lines, answers in (
        (b"1 name\n2 quit\n3 name\n", b"=1 yurei\n\n=2\n\n"),
        (b"1 name\n2 protocol_version", b"=1 yurei\n\n=2 2\n\n"),
        (b"x" * 70_000 + b"\nname\n", b"? a line has at most 65536 bytes\n\n= yurei\n\n"),
    ):
        out = io.BytesIO()
        gtp.serve(engine(), io.BytesIO(lines), out)
        assert out.getvalue() == answers


def test_the_settings_in_force_are_told() -> None:
    told = json.loads(said(engine(ruleset="japanese", width=13, height=13), "yurei-settings").removeprefix("= "))
    assert read_settings(told) == read_settings({"ruleset": "japanese", "referee": "open", "width": 13, "height": 13})


def test_the_command_is_an_engine_and_ends_when_it_is_told_to() -> None:
    """Its input stays open meanwhile, as a controller leaves it."""
    command = [sys.executable, "-m", "yurei", "gtp", "--player", "simple", "--ruleset", "alter-igo", "--size", "3"]
    with running(command) as program:
        assert program.stdin
        assert program.stdout
        assert program.stderr
        program.stdin.write(b"gogui-rules_game_id\nquit\n")
        program.stdin.flush()
        assert program.wait(30) == 0
        assert program.stdout.read() == b"= Alterigo\n\n=\n\n"
        assert program.stderr.read() == b""


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--level", "9"], "yurei has the levels 1 to 5, not 9"),
        (["--level", "3", "--player", "simple"], "--level goes with yurei"),
        (["--seating", "rengo"], "GTP knows two seats, Black's and White's; leave the seating rengo out"),
        (["--player", "nobody"], "there is no player 'nobody'"),
    ],
)
def test_bad_engine_options_are_refused_in_a_sentence(words: list[str], sentence: str) -> None:
    shown = CliRunner().invoke(app, ["gtp", *words])
    assert shown.exit_code == 2
    assert sentence in shown.stderr


@pytest.mark.by_day
@pytest.mark.parametrize("size", [(w, h) for w in range(1, 20) for h in (w, w + 1, 9)])
def test_a_free_handicap_is_placed_on_every_board(size: tuple[int, int]) -> None:
    playing = engine()
    points = size[0] * size[1]
    for stones in (2, 3, 5, 9, 40):
        said(playing, f"rectangular_boardsize {size[0]} {size[1]}")
        answer = said(playing, f"place_free_handicap {stones}")
        if points < 3:
            assert answer == "? invalid number of stones"
            continue
        placed = answer.removeprefix("= ").split()
        assert 2 <= len(placed) <= min(stones, 9)
        assert len(placed) == min(stones, 9, (points + 1) // 2) or min(size) < 9
        assert said(playing, "list_stones b") == answer
        assert said(playing, "play w pass") == "="
        assert said(playing, f"place_free_handicap {stones}") == "? board not empty"


def test_a_free_handicap_has_as_many_stones_as_were_asked_for_where_there_is_room() -> None:
    for size, stones in (("8", 5), ("5", 2), ("5", 4), ("6 9", 5), ("9", 9), ("18", 9), ("8", 2)):
        playing = engine()
        said(playing, f"boardsize {size}")
        assert len(said(playing, f"place_free_handicap {stones}").split()) == stones + 1, (size, stones)


def test_a_byte_order_mark_and_letters_are_no_trouble() -> None:
    out = io.BytesIO()
    gtp.serve(engine(), io.BytesIO(b"\xef\xbb\xbf1 name\r\n2 echo \xff\xc3\xa4\n3 play b \xef\xbc\xa1\n"), out)
    assert out.getvalue().decode().startswith("=1 yurei\n\n=2 ??\n\n?3 ")


def test_rules_of_aga_are_counted_by_area() -> None:
    playing = engine(ruleset="japanese")
    for name in ("aga", "AGA"):
        assert said(playing, f"kgs-rules {name}") == "="
        assert playing.settings.ruleset.slug == "go"
