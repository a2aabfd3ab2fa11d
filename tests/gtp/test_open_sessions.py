"""Sessions in which everything is seen: Sabaki, GoGui, the bridges of servers, clocks, counts, and random commands."""

import io
import json
import re
import sys
from random import Random

import pytest
from hypothesis import given

from tests.gtp.session import check_session, engine, said
from tests.inputs import check_sentence, damaged_inputs
from tests.programs import running
from yurei import players, rules
from yurei.apps import gtp
from yurei.apps.gtp.engine import LEAST, Clocks, read_time_control, read_time_settings
from yurei.apps.gtp.protocol import CommandRunner
from yurei.referee.settings import read_settings
from yurei.rules.board import BLACK, WHITE


def test_sabaki_attaches_an_engine_plays_and_takes_back() -> None:
    """It asks who is there, sets up the position by commands of its own, and replays where it is not sure."""
    check_session(
        engine(width=9, height=9),
        """
        > list_commands → = …
        > name → = yurei
        > version → = …
        > protocol_version → = 2
        > boardsize 5
        > clear_board
        > komi 0.5
        > set_free_handicap B2 D4
        > genmove W → = B3
        > play B C3
        > undo
        > undo
        > list_stones B → = B2 D4
        > play W pass
        > play B pass
        > final_score → = B+24.5
        > known_command rectangular_boardsize → = true
        > rectangular_boardsize 7 3
        > play B G3
        > showboard
        =
        A B C D E F G
        3 . . . . . . X 3
        2 . . . . . . . 2
        1 . . . . . . . 1
        …
        > play W H3 → ? syntax error
        > quit
        """,
    )


def test_sabaki_lets_an_engine_analyse_until_something_comes_in() -> None:
    """An empty line stops it; the engine goes on by itself as long as nothing comes."""
    out, looks = io.BytesIO(), iter([False, False, True])
    speaker = CommandRunner(engine(width=5, height=5).run_command, out, lambda: next(looks))
    speaker.receive(b"kata-analyze B 10\n")
    begin, *lines, last, end = out.getvalue().decode().split("\n")
    assert (begin, last, end) == ("=", "", "")
    assert lines
    for words in map(str.split, lines):
        assert words[:2] == ["info", "move"]
        assert float(words[words.index("winrate") + 1]) <= 1
        assert words.count("info") == words.count("pv") == words.count("visits")


@pytest.mark.parametrize("command", ["lz-analyze", "kata-analyze", "lz-genmove_analyze", "kata-genmove_analyze"])
def test_an_analysis_of_some_moves_only_is_refused_and_not_of_all(command: str) -> None:
    playing = engine("mcts", width=3, height=3)
    for limit in ("avoid b C3 1", "allow w A1,B1 10", "ALLOW b D4 50 interval 20"):
        word = limit.split()[0].lower()
        answer = said(playing, f"{command} B 20 {limit}")
        assert answer == f"? {word} is not supported; leave it out to analyse all moves"
    assert said(playing, "move_history") == "="


def test_genmove_analyze_returns_the_candidates_in_the_words_of_leela_zero_and_the_move() -> None:
    playing = engine("mcts", width=3, height=3)
    begin, first, *_, moved = said(playing, "lz-genmove_analyze B 100").splitlines()
    assert (begin, first.split()[:2]) == ("=", ["info", "move"])
    assert 0 <= int(first.split("winrate ")[1].split()[0]) <= 10_000
    assert said(playing, "move_history") == f"= black {moved.removeprefix('play ')}"


def test_gogui_plays_a_game_and_counts_it() -> None:
    check_session(
        engine(width=5, height=5, komi=7),
        """
        > list_commands → = …gogui-play_sequence…
        > gogui-analyze_commands
        = string/Settings/yurei-settings
        …
        plist/Legal moves/all_legal %c
        …
        > gogui-title → = yurei: go, referee open
        > time_settings 600 30 1
        > time_left b 600 0
        > gogui-play_sequence B B1 W D1 B B2 W D2 B B3 W D3 B B4 W D4 B B5 W D5
        > play B C3
        > gg-undo 2
        > list_stones W → = D1 D2 D3 D4
        > play W D5
        > play B C9 → ? syntax error
        > play B D5 → ? illegal move
        > play B pass
        > play W pass
        > final_status_list dead
        > final_status_list seki
        > final_score → = W+7
        > play B C1
        > gg-undo 100 → ? cannot undo
        > captures B → = 0
        > quit
        """,
    )


def test_gogui_plays_alter_igo_by_the_rules_commands_of_the_engine() -> None:
    check_session(
        engine(ruleset="alter-igo", width=3, height=3),
        """
        > gogui-rules_game_id → = Alterigo
        > gogui-rules_board_size → = 3
        > gogui-rules_side_to_move → = black
        > gogui-rules_legal_moves → = A1 A2 A3 B1 B2 B3 C1 C2 C3
        > komi 6.5
        > play B B2
        > play B pass → ? illegal move
        > play B C1 → ? illegal move
        > play W A3
        > play B A2
        > play W C3
        > gogui-rules_board
        = O . O
        X X .
        . . .
        > play B B3
        > gogui-rules_board
        = . X O
        X X .
        . . .
        > gogui-rules_captured_count → = 0 1
        > play W A3
        > gogui-rules_legal_moves
        > gogui-rules_final_result → = Black wins: the last move was a single-stone suicide.
        > play B C1 → ? illegal move
        > genmove B → ? illegal move
        > undo
        > gogui-rules_side_to_move → = white
        > known_command final_score → = false
        """,
    )


def test_gogui_draws_ghosts() -> None:
    check_session(
        engine(ruleset="no-seki-go", width=3, height=3),
        """
        > play B B2
        > play W ghost-C1 → ? illegal move
        > play W A1
        > play B ghost-B3
        > play W ghost-A2
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
    check_session(
        engine(),
        """
        > boardsize 9 9
        > clear_board
        > fixed_handicap 1 → ? invalid number of stones
        > fixed_handicap 3 → = C3 C7 G7
        > fixed_handicap 2 → ? board not empty
        > kata-list_time_settings → = none absolute byoyomi canadian fischer fischer-capped
        > kata-time_settings fischer-capped 300 10 600 -1
        > time_left W 295 0
        > genmove W → = …
        > clear_board
        > place_free_handicap 4 → = C3 C7 G3 G7
        > query_boardsize → = 9
        > boardsize 26 → ? unacceptable size
        > boardsize 0 → ? unacceptable size
        > kgs-time_settings byoyomi 600 30 5
        > kgs-time_settings canadian 600 300 25
        > kgs-time_settings hourglass 60 → ? syntax error
        > kgs-rules japanese
        > get_komi → = 6.5
        > kgs-rules AGA
        > yurei-settings → = …"ruleset":"go"…
        """,
    )


def test_ids_comments_and_garbage_are_taken_as_the_standard_says() -> None:
    check_session(
        engine(width=5, height=5),
        """
        > 7 name → =7 yurei
        > 12\tplay b\tc3   # the centre → =12
        > 13 play b c3 → ?13 illegal move
        > # nothing but a comment
        >
        > 8 → ?8 unknown command
        > dance → ? unknown command
        > loadsgf /nowhere/at all.sgf 12 → ? cannot load file: No such file or directory
        > loadsgf /dev/zero → ? cannot load file: it is no file
        > echo \x07 hello → = hello
        """,
    )
    for line in ("play", "play green c3", "play w i3", "play w c3 d4", "komi seven", "komi 1e9", "boardsize nine"):
        assert said(engine(), line) == "? syntax error"
    clocks = ("", "hourglass 1", "absolute", "absolute -1", "byoyomi 1 0 1", "canadian 1 1 0", "none 1")
    for line in (
        "time_settings 1 2",
        "final_status_list drunk",
        "loadsgf",
        *(f"kgs-time_settings {c}" for c in clocks),
    ):
        assert said(engine(), line) == "? syntax error"


def test_no_limit_and_two_moves_in_a_row_are_as_controllers_expect() -> None:
    check_session(
        engine(width=5, height=5),
        """
        > play w a1
        > play w b1
        > play b a2
        > play b b2
        > play b c1
        > list_stones w
        > captures b → = 2
        > komi 2.5
        > list_stones b → = A2 B2 C1
        > is_legal w a1 → = 1
        > is_legal w a2 → = 0
        > all_legal w → = A1 A3 …
        """,
    )


@pytest.mark.parametrize("ruleset", [each.slug for each in rules.ALL])
def test_every_game_is_played_to_its_end_by_both_sides_of_one_engine(ruleset: str) -> None:
    playing = engine(ruleset=ruleset, width=3, height=3)
    for turn in range(200):
        moved = said(playing, f"genmove {'bw'[turn % 2]}")
        passes = said(playing, "move_history").count("pass") if moved == "= pass" and turn > 20 else 0
        if moved.startswith("?") or moved == "= resign" or passes > 1:
            break
    assert turn < 199
    assert said(playing, "showboard").startswith("= \n")


def served(playing: gtp.Engine, data: bytes) -> str:
    out = io.BytesIO()
    gtp.serve(playing, io.BytesIO(data), out)
    return out.getvalue().decode("ascii")


@pytest.mark.parametrize(
    ("lines", "answers"),
    [
        (b"1 name\n2 quit\n3 name\n", "=1 yurei\n\n=2\n\n"),
        (b"1 name\n2 protocol_version", "=1 yurei\n\n=2 2\n\n"),
        (b"x" * 70_000 + b"\nname\n", "? a line has at most 65536 bytes\n\n= yurei\n\n"),
        (b"\xef\xbb\xbf1 name\r\n2 echo \xff\xc3\xa4\n", "=1 yurei\n\n=2 ??\n\n"),
        (b"3 play b \xef\xbc\xa1\n", "?3 syntax error\n\n"),
    ],
    ids=["quit", "end of input", "long line", "byte order mark", "letter of another width"],
)
def test_a_session_goes_over_pipes_and_ends_with_quit_or_with_the_input(lines: bytes, answers: str) -> None:
    assert served(engine(), lines) == answers


def test_the_settings_in_force_are_told() -> None:
    playing = engine(ruleset="japanese", width=13, height=13)
    assert read_settings(json.loads(said(playing, "yurei-settings").removeprefix("= "))) == playing.settings


def test_the_command_is_an_engine_and_ends_when_it_is_told_to() -> None:
    command = [sys.executable, "-m", "yurei", "gtp", "--player", "simple", "--ruleset", "alter-igo", "--size", "3"]
    with running(command) as program:
        program.stdin.write(b"gogui-rules_game_id\nquit\n")
        program.stdin.flush()
        ended = (program.wait(30), program.stdout.read(), program.stderr.read())
        assert ended == (0, b"= Alterigo\n\n=\n\n", b"")


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
        placed = len(answer.split()) - 1
        assert 2 <= placed <= min(stones, 9)
        assert placed == min(stones, 9, (points + 1) // 2) or min(size) < 9
        assert said(playing, "list_stones b") == answer
        assert said(playing, "play w pass") == "="
        assert said(playing, f"place_free_handicap {stones}") == "? board not empty"


@pytest.mark.parametrize(("size", "stones"), [("8", 5), ("5", 2), ("5", 4), ("6 9", 5), ("9", 9), ("18", 9), ("8", 2)])
def test_a_free_handicap_has_as_many_stones_as_were_asked_for_where_there_is_room(size: str, stones: int) -> None:
    playing = engine()
    said(playing, f"boardsize {size}")
    assert len(said(playing, f"place_free_handicap {stones}").split()) == stones + 1


def clocks_of(settings: str) -> Clocks:
    command, *words = settings.split() or [""]
    clocks = Clocks()
    if command:
        clocks.start(read_time_settings(words) if command == "time_settings" else read_time_control(words))
    return clocks


@pytest.mark.parametrize(
    ("settings", "left", "seconds"),
    [
        ("", None, None),
        ("", (200, 0), 8.0),
        ("time_settings 0 1 0", None, None),
        ("time_settings 100 0 0", None, 4.0),
        ("time_settings 0 300 25", None, 9.6),
        ("time_settings 1000 300 25", None, 40.0),
        ("time_settings 600 300 25", (120, 10), 9.6),
        ("time_settings 600 300 25", (0, 0), 9.6),
        ("time_settings 100 0 0", (0, 0), LEAST),
        ("kgs-time_settings none", None, None),
        ("kgs-time_settings absolute 500", (50, 0), 2.0),
        ("kgs-time_settings byoyomi 0 30 5", None, 24.0),
        ("kgs-time_settings byoyomi 600 30 5", (20, 2), 16.0),
        ("kgs-time_settings canadian 0 300 25", None, 9.6),
        ("kata-time_settings fischer 300 10", None, 12.0),
        ("kata-time_settings fischer-capped 300 10 600 -1", (250, 0), 10.0),
        ("kata-time_settings fischer-capped 300 10 -1 -1", None, 12.0),
        ("time_settings 300.5 0 0", None, 12.02),
        ("time_settings 0 0.5 1", None, 0.4),
        ("kgs-time_settings byoyomi 0 0.5 3", None, 0.4),
        ("time_settings 60 0 0", (3.5, 0), 0.14),
        ("time_settings 60 0 0", (10, 2), 4.0),
        ("time_settings 999999999 0 0", (999999999, 0), 1264896.0),
    ],
)
def test_a_move_takes_a_part_of_the_time_left(
    settings: str, left: tuple[float, int] | None, seconds: float | None
) -> None:
    clocks = clocks_of(settings)
    if left is not None:
        clocks.set_time_left(BLACK, *left)
    assert clocks.budget(BLACK).seconds == (seconds if seconds is None else pytest.approx(seconds))


TIME_SETTINGS = (
    "",
    *("time_settings 60 0 0", "time_settings 0 0 0", "time_settings 0 0.5 1", "time_settings 10.5 30 5"),
    *("kgs-time_settings none", "kgs-time_settings absolute 0", "kgs-time_settings byoyomi 0 1 1"),
    *("kgs-time_settings canadian 0 1 3", "kgs-time_settings fischer 0 0", "kgs-time_settings fischer 60 999999999"),
    *("kata-time_settings fischer-capped 1 1 0 0", "kata-time_settings fischer-capped 60 1 -1 -1"),
)
TIMES_LEFT = ("0 0", "0 1", "0 2", "0 999999999", "-3 0", "-3.5 4", "3.5 0", "0.001 2", "999999999 1", "60 0")


@pytest.mark.by_day
@pytest.mark.parametrize("settings", TIME_SETTINGS)
@pytest.mark.parametrize("left", TIMES_LEFT)
def test_every_clock_and_every_time_left_allow_moves(settings: str, left: str) -> None:
    playing = engine("uniform", width=3, height=3)
    for line in filter(None, (settings, f"time_left b {left}")):
        assert said(playing, line) == "="
    for command in ("genmove b", "reg_genmove b", "genmove b", "genmove w"):
        assert said(playing, command).startswith("= ")


@pytest.mark.parametrize("spent", [0, 0.001, 1, 61, 10**6])
def test_a_clock_that_has_run_out_never_divides_by_its_missing_period(spent: float) -> None:
    for settings in TIME_SETTINGS:
        clocks = clocks_of(settings)
        clocks.set_time_left(BLACK, 0, 2)
        clocks.subtract(BLACK, spent)
        seconds = clocks.budget(BLACK).seconds
        assert seconds is None or seconds > 0


def test_an_engine_takes_its_own_time_off_its_clock() -> None:
    clocks = clocks_of("time_settings 100 10 1")
    clocks.subtract(WHITE, 50)
    assert clocks.budget(WHITE).clock == 50
    assert clocks.budget(BLACK).clock == 100
    clocks.subtract(WHITE, 57)
    assert clocks.budget(WHITE).clock == 10, "a period begins anew with its move"
    clocks.reset()
    assert clocks.budget(WHITE).clock == 100


DEAD_AND_ALIVE = """
> boardsize 5
> komi 0
> gogui-setup B B1 B B2 B B3 B B4 B B5 W C1 W C2 W C3 W C4 W C5 W A3
> gogui-setup_player W
> final_status_list dead → = A3
> final_status A3 → = dead
> final_status B3 → = alive
> final_status D3 → ? vertex must not be empty
> final_status_list alive → = B1 B2 B3 B4 B5 C1 C2 C3 C4 C5
> final_score → = W+5
> clear_board
> final_score → = 0
"""


@pytest.mark.parametrize("kernel", [True, False], ids=["with the kernel", "by random games without it"])
def test_a_stone_in_the_opponent_s_area_is_dead(monkeypatch: pytest.MonkeyPatch, kernel: bool) -> None:
    if not kernel:
        monkeypatch.setattr(players, "is_ready", lambda: False)
        assert said(engine(), "kata-analyze 10") == "? unknown command"
    check_session(engine(), DEAD_AND_ALIVE)


def test_prisoners_count_under_japanese_rules_and_are_kept_where_turns_are_out_of_order() -> None:
    check_session(
        engine(ruleset="japanese", width=3, height=3),
        """
        > komi 0.5
        > gogui-play_sequence B A2 W A1 B B1 W C3
        > captures b → = 1
        > play w pass
        > captures b → = 1
        > undo
        > undo
        > play b c3
        > captures b → = 1
        > captures w → = 0
        """,
    )


def test_dead_stones_are_taken_off_one_after_the_other_and_then_it_is_a_pass() -> None:
    """White lives above with two eyes; his stone in Black's land is dead, which he disputes after two passes."""
    stones = [*(f"b {column}4" for column in "ABCDEFG"), *(f"w {column}5" for column in "ABCDEFG")]
    playing = engine(width=7, height=7, komi=0.5)
    for line in (f"gogui-setup {' '.join(stones)} w D6 w D7 b C2 b E2 w D2", "play b pass", "play w pass"):
        assert said(playing, line) == "="
    assert said(playing, "final_status_list dead") == "= D2"
    moves = []
    while (moved := said(playing, "kgs-genmove_cleanup b")) != "= pass":
        moves.append(moved.removeprefix("= "))
        assert said(playing, "play w pass") == "="
    assert sorted(moves) == ["D1", "D3"]
    assert "D2" not in said(playing, "list_stones w")
    assert said(playing, "final_status_list dead") == "="


WORDS_OF_A_COMMAND = {
    "DIALECT": ("kgs", "kata"),
    "KIND": ("none", "absolute", "byoyomi", "canadian", "fischer", "fischer-capped", "hourglass"),
    "TIME": ("0", "1", "2", "0.5", "3.5", "60", "300.25", "-1", "-0.5", "999999999", "1e9", "9999999999", "x", ""),
    "COUNT": ("0", "1", "2", "3", "5"),
    "VERTEX": ("A1", "B2", "C3", "c1", "I1", "pass", "..", "ghost-B1", "resign", "Z9", "Ä1"),
    "SIDE": ("b", "w", "black", "WHITE", "red", ""),
    "RULES": ("chinese", "japanese", "aga", "none", ""),
    "ALONE": ("undo", "clear_board", "boardsize 3", "komi 0.5", "showboard", "printsgf", "yurei-settings"),
    "RARE": ("is_legal", "loadsgf", "yurei-told", "yurei-seat", "gg-undo"),
}
COMMANDS = (
    *("time_settings TIME TIME TIME", "DIALECT-time_settings KIND TIME TIME", "kata-time_settings KIND TIME TIME TIME"),
    *("time_left SIDE TIME TIME", "time_left SIDE 0 COUNT", "genmove SIDE", "reg_genmove SIDE", "play SIDE VERTEX"),
    *("ALONE", "place_free_handicap COUNT", "fixed_handicap TIME", "kgs-rules RULES", "RARE SIDE VERTEX"),
)
"""Commands of which about half concern time; words in capitals stand for one of those above."""
GAMES = (("go", "open"), ("japanese", "open"), ("no-seki-go", "open"), ("alter-igo", "open"), ("go", "hamburg"))


def command(chance: Random) -> str:
    line = chance.choice(COMMANDS)
    return re.sub("[A-Z]{4,}", lambda word: chance.choice(WORDS_OF_A_COMMAND[word[0]]), line)


@pytest.mark.parametrize(("count", "seed"), [(3_000, 1), pytest.param(1_000_000, 2, marks=pytest.mark.nightly)])
def test_random_commands_with_every_kind_of_clock_are_answered(count: int, seed: int) -> None:
    chance = Random(seed)
    for game, referee in GAMES:
        playing = engine("uniform", seed, ruleset=game, referee=referee, width=3, height=3)
        for _ in range(count // len(GAMES)):
            check_answer(said(playing, command(chance)))


def check_answer(answer: str) -> None:
    assert answer[:1] in ("=", "?"), f"{answer[:80]!r} is no answer"
    if answer.startswith("?"):
        check_sentence(answer.lstrip("?0123456789").strip())


SESSIONS = [("\n".join(f"{n} {command(Random(n))}" for n in range(first, first + 5))).encode() for first in range(60)]


@given(damaged_inputs(SESSIONS, ("boardsize ", "genmove ", "yurei-told ", "quit", "ghost-", "\x07", "#", "999999999 ")))
def test_any_bytes_are_answered_as_the_standard_says(data: bytes) -> None:
    for game, referee in (("go", "open"), ("no-seki-go", "open"), ("go", "hamburg")):
        text = served(engine("uniform", ruleset=game, referee=referee, width=3, height=3), data)
        assert not text or text.endswith("\n\n"), "an answer ends with an empty line"
        for answer in text.split("\n\n")[:-1]:
            check_answer(answer)
