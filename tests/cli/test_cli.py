"""The command line: what each command prints, how it ends where something is wrong, completion, unusual surroundings."""

import json
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import time
from functools import cache
from importlib.metadata import EntryPoints
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from typer.main import get_command
from typer.testing import CliRunner, Result

from scripts.commands import commands
from tests.plugins import with_research_commands
from tests.programs import running
from yurei import referee as referees
from yurei import rules
from yurei.apps.cli.app import app
from yurei.apps.cli.options import GAME_KEYS, option_name
from yurei.languages import NAMES
from yurei.records import begin, read, write
from yurei.referee import seating as seatings
from yurei.referee.settings import read_settings
from yurei.rules.state import RESIGN, stone

DOCUMENT = Path(__file__).parents[2] / "docs" / "command-line.md"
RESEARCH = ["exact", "problems make", "problems check", "problems solve"]
COMMANDS = [*(each.name for each in commands() if each.examples), *RESEARCH]
NO_TABLES = "/no/such/folder"
PROGRAM = [sys.executable, "-m", "yurei"]
command = cache(get_command)
"""Builds the command once a process, not once a call as Typer's runner does, which takes longer than most commands."""


def yurei(*words: str, typed: str | bytes = "", **environment: str) -> Result:
    plain = {"LC_ALL": None, "LC_MESSAGES": None, "LANG": "C.UTF-8", "COLUMNS": "80", "YUREI_TABLES": NO_TABLES}
    plain.update(environment)
    with patch("typer.testing._get_command", command), with_research_commands():
        return CliRunner(env=plain).invoke(app, list(words), input=typed, prog_name="yurei")


@pytest.fixture
def record(tmp_path: Path) -> str:
    """The file of a little game: two moves, one illegal try, and White resigns."""
    path = tmp_path / "game.jsonl"
    typed = "\nB2\n\nB2\nA1\n\nA2\n\nresign\n"
    assert yurei("play", "--size", "3", "--save", str(path), typed=typed).exit_code == 0
    return str(path)


def test_a_game_is_kept_and_replayed_as_everybody_or_one_seat_heard_it(record: str) -> None:
    shown = yurei("replay", record)
    assert shown.exit_code == 0
    assert shown.stdout.splitlines()[3:] == [
        "   1  Black has moved, White to play.",
        "   2  White: Illegal move.",
        "   3  White has moved, Black to play.",
        "   4  Black puts White into atari.",
        "   5  White resigns.",
        "Black wins by resignation.",
    ]
    assert yurei("replay", "-", typed=Path(record).read_bytes()).stdout == shown.stdout
    white = yurei("replay", record, "--seat", "white").stdout
    assert "   1  Black has moved, White to play.\n" in white
    assert "   2  White B2: Illegal move.\n   A B C\n 3 . . .  3\n 2 .(.).  2\n 1 . . .  1\n   A B C\n" in white
    assert "●" not in white
    german = yurei("replay", record, "--as", "hamburg", "--lang", "de").stdout
    assert "   2  Weiß: Da steht bereits ein gegnerischer Stein." in german


def test_a_record_is_reviewed(record: str) -> None:
    shown = yurei("review", record, "--playouts", "40")
    assert shown.exit_code == 0
    lines = shown.stdout.splitlines()
    assert lines[0].startswith("   1  black   ")
    assert "refused" in lines[1]
    assert "The sentences that told most:" in lines
    first = json.loads(yurei("review", record, "--playouts", "40", "--json").stdout.splitlines()[0])
    assert (first["seat"], first["accepted"], len(first["opponent"])) == ("black", True, 9)
    assert yurei("review", record, "--playouts", "40", "--try", "2").stdout.startswith("white tries B2; the chance")
    assert "--playouts is a whole number from 1 to 1000000, not 0" in yurei("review", record, "--playouts", "0").stderr
    assert "--try is a whole number from 1 to 5, not 9" in yurei("review", record, "--try", "9").stderr


def test_a_record_that_is_not_over_says_whose_turn_it_is() -> None:
    shown = yurei("replay", "-", typed=write(begin(read_settings({}))))
    assert shown.stdout.endswith("The game is not over; Black to play.\n")
    assert shown.exit_code == 0


def test_a_record_that_breaks_its_rules_is_replayed_up_to_there(record: str) -> None:
    broken = Path(record).read_text().replace('"accepted":false', '"accepted":true')
    shown = yurei("replay", "-", typed=broken)
    assert "   1  Black has moved, White to play.\n" in shown.stdout
    assert shown.stderr == "yurei: line 3: white’s B2 is illegal, the record says that it is a move\n"
    assert shown.exit_code == 1


@pytest.mark.parametrize("words", ["play --against mcts", "watch simple mcts", "watch mcts simple"])
def test_a_player_that_does_not_play_a_game_is_refused_before_the_game(words: str) -> None:
    shown = yurei(*words.split(), "--size", "5")
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert "mcts plays only where everything is seen, and the referee common hides the board" in shown.stderr


def test_without_numba_a_warning_names_the_missing_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("play", "--size", "3", "--against", "yurei:level=5", "--seed", "3")
    assert yurei(*words, typed="quit\n").stderr == ""
    monkeypatch.setitem(sys.modules, "numba", None)
    shown = yurei(*words, typed="B2\nresign\n")
    assert shown.stderr == "numba is not installed, so every level of yurei plays as the first; pip install '.[fast]'\n"
    assert shown.exit_code == 0


def test_quitting_is_no_mistake_but_the_end_of_the_input_is_one() -> None:
    assert yurei("play", typed="\nquit\n").exit_code == 0
    ended = yurei("play", typed="\nE5\n")
    said = "yurei: the input has ended before the game; quit would have left it\n"
    assert (ended.exit_code, ended.stderr) == (1, said)


@pytest.mark.parametrize(
    ("words", "typed", "said"),
    [
        ("play --size 5 --against uniform --seat white-2 --seating rengo --seed 1", "", "White 2> "),
        ("play", b"\n\xff\xfe\n", "is no point of a 9x9 board"),
        ("referee --size 3 --lang de", "B2\n", "Sagen Sie: Schwarz hat gezogen, Weiß ist dran.\n"),
        ("referee --size 3 --lang de", "B2\nB2\n", "Das geht nicht.\nNur für Sie: Da steht bereits ein gegnerischer"),
        *((f"play --komi '{komi}'", "", "komi 6.5") for komi in ("6,5", "6.5", "６．５", " 6,50 ")),
        *((f"play --size {size}", "", "on 5x4") for size in ("5x4", "５ｘ４", "5×4", "５×４")),  # as pages say it
    ],
)
def test_typed_input_is_understood(words: str, typed: str | bytes, said: str) -> None:
    shown = yurei(*shlex.split(words), typed=(typed if isinstance(typed, bytes) else typed.encode()) + b"quit\n")
    assert said in shown.stdout
    assert shown.exit_code == 0


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        ({"LANG": "de_DE.UTF-8"}, "Weiß ist dran"),
        ({"LANG": "nl_NL.UTF-8"}, "White to play"),
        ({"LC_ALL": "C", "LANG": "de_DE.UTF-8"}, "White to play"),
    ],
)
def test_the_language_is_the_machines_where_yurei_speaks_it(environment: dict[str, str], said: str) -> None:
    assert said in yurei("referee", typed="E5\n", **environment).stdout


@pytest.mark.by_day
@pytest.mark.parametrize("key", GAME_KEYS)
def test_every_setting_is_an_option_of_the_game(key: str) -> None:
    assert option_name(key) in yurei("play", "--help").stdout
    assert option_name(key) in yurei("rules").stdout or key in ("ruleset", "referee", "seating")


def test_options_reach_the_record(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    words = "--size 5x4 --komi -3.5 --failed-try lose-turn --lone-self-atari --first white --passing 6 --seating solo"
    more = ("--draw-by-agreement", "--game", "new-zealand", "--referee", "olympiad", "--save", str(path))
    yurei("play", *words.split(), *more, typed="quit\n")
    asked = {"width": 5, "height": 4, "komi": -3.5, "failed_try": "lose-turn", "lone_self_atari": True}
    asked |= {"first": "white", "white_passes": 6, "seating": "solo", "draw_by_agreement": True}
    asked |= {"ruleset": "new-zealand", "referee": "olympiad"}
    settings = read(path.read_bytes()).settings.plain()
    assert {key: settings[key] for key in asked} == asked


def test_the_rules_list_all_there_is() -> None:
    shown = yurei("rules").stdout
    rows: list[Any] = [*rules.ALL, *referees.ALL, *seatings.ALL]
    assert [row.slug for row in rows if f"\n  {row.slug} " not in shown] == []
    for sentence in rules.get("alter-igo").sentences.values():
        assert sentence.split()[-1] in shown


@pytest.mark.by_day
@pytest.mark.parametrize("ruleset", rules.ALL, ids=lambda ruleset: ruleset.slug)
def test_a_game_is_shown_with_its_sentences_and_its_boards(ruleset: Any) -> None:
    shown = yurei("rules", ruleset.slug).stdout
    joined = " ".join(shown.split())
    assert all(sentence in joined for sentence in ruleset.sentences.values())
    assert len(re.findall(r"^ +A(?: [B-Z])* +A(?: [B-Z])*$", shown, re.MULTILINE)) == 2 * len(ruleset.examples)


def test_letters_stand_for_stones_where_there_are_no_round_signs() -> None:
    shown = subprocess.run(
        [*PROGRAM, "rules", "no-seki-go"], capture_output=True, env={"PYTHONIOENCODING": "ascii"}, check=True
    )
    assert b"1 B . b B . W ." in shown.stdout


@pytest.mark.parametrize(
    ("words", "count"),
    [
        ("go --size 3 --moves 3", 738),
        ("go --moves 0", 1),
        ("go --size 3 --moves 2 --passing none", 72),
        ("go --size 2 --moves 2", 21),
        ("go --size 2 --moves 2 --first white", 21),
        ("alter-igo --size 1 --moves 1", 1),
        ("alter-igo --size 1 --moves 2", 0),
    ],
)
def test_perft_counts(words: str, count: int) -> None:
    assert yurei("perft", *words.split()).stdout == f"{count}\n"


@pytest.mark.nightly  # by day test_solved.py solves boards
def test_a_small_board_is_solved() -> None:
    words = ["exact", "go", "--size", "2x2", "--referee", "olympiad", "--moves", "4"]
    assert "Black gets 3/2 points, proved in fractions (program)\n" in yurei(*words).stdout
    found = json.loads(yurei(*words, "--player", "uniform", "--answers", "4", "--json").stdout)
    assert (found["proved"], found["histories"], found["information_sets"]) == ("3/2", 7179, [46, 2219])
    assert found["player"]["white"]["loss"] > 0
    assert "7,179 histories" in yurei(*words, "--count").stdout
    assert "Black gets 1 points, proved" in yurei(*words, "--komi", "0.5").stdout


@pytest.mark.by_day
@pytest.mark.parametrize(
    ("words", "sentence", "status"),
    [
        ("nope", "no such command 'nope'", 2),
        ("play --nope", "no such option: --nope", 2),
        ("play extra", "got unexpected extra argument", 2),
        ("play --size", "option '--size' requires an argument", 2),
        ("replay", "missing argument 'RECORD'", 2),
        ("perft go", "missing option '--moves'", 2),
        ("perft go --moves x", "invalid value for '--moves': 'x' is no whole number; try 3", 2),
        ("perft go --moves -1", "--moves is a whole number from 0 to 100, not -1; try 3", 2),
        ("perft hex --moves 1", "there is no ruleset 'hex'", 2),
        ("play --game alterigo", "there is no ruleset 'alterigo'; did you mean 'alter-igo'?", 2),
        ("play --size 99", "a board has 1 to 25 lines each way, not 99 by 99; try 9 by 9", 2),
        ("play --size nine", "'nine' is no size: give one number such as 9", 2),
        ("play --komi nan", "komi is a multiple of 0.5 from -10000 to 10000, not 'nan'; try 7.5", 2),
        ("play --game alter-igo --komi 6.5", "alter-igo: komi 6.5 has no effect where nothing is scored", 2),
        ("play --capture all", "capture is one of 'opponent-first', 'simultaneous', not 'all'", 2),
        ("play --setup BB/BB --size 2", "a set-up position has a liberty for every string", 2),
        ("play --against bob", "there is no player 'bob'", 2),
        ("play --against simple --seat red", "there is no seat 'red'. Known: black, white", 2),
        ("play --seat white", "--seat goes with --against; try --against simple", 2),
        ("play --seed 1", "--seed goes with --against; try --against simple", 2),
        ("play --lang nl", "there is no language 'nl'. Known: en, de, fr, es, ja", 2),
        ("play --save /", "'/' exists already; give --save a new name", 2),
        ("play --save ''", "--save needs the name of a new file; try --save game.jsonl", 2),
        ("play --save ' '", "--save needs the name of a new file; try --save game.jsonl", 2),
        ("play --komi 6_5", "komi is a multiple of 0.5 from -10000 to 10000, not '6_5'; try 7.5", 2),
        ("play --komi 6,5,5", "komi is a multiple of 0.5 from -10000 to 10000, not '6,5,5'; try 7.5", 2),
        ("play --save /no/such/folder/game", "'/no/such/folder/game' cannot be written: no such file", 2),
        ("referee --json-lines --komi 3", "with --json-lines every game brings its own settings; leave --komi out", 2),
        ("replay /no/such/file", "'/no/such/file' cannot be read: no such file or directory", 2),
        ("replay /", "'/' cannot be read: is a directory", 2),
        ("replay -", "line 1: it is empty; a record has one JSON object a line", 1),
        ("replay /dev/zero", "a record has at most 8388608 bytes, this text has more", 1),
        ("rules alterigo", "there is no game or referee 'alterigo'; did you mean 'alter-igo'?", 2),
        ("serve --port 65536", "port 65536 is none: ports are 1 to 65535, and 0 is any free one; try --port 8000", 2),
        ("serve --database oracle://here/db", "'oracle://here/db' is no database of yurei's; give a file, or ", 2),
        ("serve --database sqlite:///", "'sqlite:///' is no database of yurei's; give a file, or postgresql://", 2),
        ("serve --database sqlite+pysqlite:///x.db", "'sqlite+pysqlite:///x.db' is no database of yurei's", 2),
        ("serve --port http", "invalid value for '--port': 'http' is no whole number", 2),
        ("arena simple uniform --jobs 0", "--jobs is a whole number from 1 to 4096, not 0", 2),
        ("gtp --level 0", "yurei has the levels 1 to 5, not 0", 2),
        ("gtp --level 3 --player simple", "--level goes with yurei, which plays where --player is left out", 2),
        ("gtp --seating rengo", "GTP knows two seats, Black's and White's; leave the seating rengo out", 2),
        ("arena simple uniform --elo0 5", "--elo0 and --elo1 go together; try --elo0 0 --elo1 30", 2),
        ("arena simple uniform --elo0 -1e9 --elo1 1e9", "--elo0 and --elo1 are numbers from -1000 to 1000", 2),
        ("arena simple uniform --at-least 0.5 --elo0 0 --elo1 9", "--at-least and --elo0 ask two questions", 2),
        ("arena simple uniform --at-least 2", "--at-least is a score above 0 and below 1, not 2; try 0.65", 2),
        ("arena simple uniform --stop-when-sure --sure 1", "--sure is above 0.5 and below 1, not 1; try 0.95", 2),
        ("arena --record 3", "--record goes with --out, the folder of the arena", 2),
        ("arena --record 3 --out /no/such", "'/no/such' cannot be read: no such file or directory", 2),
        ("arena simple uniform --out /dev/null/no", "'/dev/null/no' cannot be used: not a directory", 2),
        ("exact go --moves 0", "--moves is a whole number from 1 to 60", 2),
        ("exact go --moves 4 --payoff fame", "--payoff is one of points, win, not 'fame'", 2),
        ("exact go --moves 4 --method luck", "--method is one of auto, program, regret, not 'luck'", 2),
        ("exact go --moves 4 --answers 3", "--answers is an even number from 2 to 100000, not 3; try 20", 2),
        ("exact go --moves 4 --most 9", "this game has 7,179 histories, about 897 of them to unfold, and 9 fit", 2),
        ("exact go --moves 4 --player bob", "there is no player 'bob'", 2),
        ("seat bob", "there is no player 'bob'", 2),
        ("solve", "missing argument 'GAME'", 2),
        ("solve go 3", "go is not among the games that can be solved; try alter-igo without passes", 2),
        ("solve alter-igo 2 --tables /dev/null", "'/dev/null' cannot be written: file exists; give --tables", 2),
        ("analyse .b", "alter-igo has no ghosts; set up stones only, with B and W", 2),
        ("analyse ... --to-move red", "there is no colour to play 'red'. Known: black, white", 2),
        ("analyse ... --game go", "go is not among the games that can be solved", 2),
        ("analyse ...../...../.....", "there is no table of the board 3x5 in ", 2),
    ],
)
def test_bad_input_is_answered_in_one_sentence(words: str, sentence: str, status: int) -> None:
    shown = yurei(*shlex.split(words))
    assert shown.stderr.startswith(f"yurei: {sentence}")
    assert (shown.stderr.count("\n"), shown.exit_code) == (1, status)


@pytest.mark.by_day
@pytest.mark.parametrize("words", ["--as homburg", "--seat red", "--lang nl"])
def test_a_replay_refuses_unknown_referees_seats_and_languages(record: str, words: str) -> None:
    shown = yurei("replay", record, *words.split())
    assert shown.stderr.startswith("yurei: there is no ")
    assert (shown.stdout, shown.exit_code) == ("", 2)


def test_a_port_in_use_is_told() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        shown = yurei("serve", "--port", str(port))
    said = f"yurei: cannot listen on 127.0.0.1 port {port}: address already in use; try --port "
    assert (shown.exit_code, shown.stderr.startswith(said)) == (2, True)


@pytest.mark.by_day
@pytest.mark.parametrize("host", ["192.0.2.1", "nowhere.invalid"])
def test_another_port_is_not_recommended_where_the_address_is_wrong(host: str) -> None:
    assert yurei("serve", "--host", host, "--port", "0").stderr.endswith("; try another --host\n")


@pytest.mark.parametrize("words", [[], ["sgf"], ["problems"]])
def test_help_is_shown_where_nothing_is_asked(words: list[str]) -> None:
    shown = yurei(*words)
    assert shown.stdout.startswith(f"Usage: {' '.join(['yurei', *words])} [OPTIONS] COMMAND")
    assert shown.exit_code == 2


@pytest.mark.by_day
@pytest.mark.parametrize("command", COMMANDS)
def test_every_help_has_examples_and_the_exit_status(command: str) -> None:
    shown = yurei(*command.split(), "--help")
    assert "examples:\n    yurei " in shown.stdout
    assert "exit status: 0 well" in shown.stdout
    assert shown.exit_code == 0


def test_the_version_is_shown() -> None:
    assert re.fullmatch(r"yurei \d+\.\d+\.\d+\n", yurei("--version").stdout)


def test_the_line_protocol_answers_at_once_and_quickly() -> None:
    lines = ('{"op":"new"}\r\n', '{"op":"try","kind":"stone","point":"A1"}\n', "\nnonsense\n")
    began = time.monotonic()
    with running([*PROGRAM, "referee", "--json-lines"], encoding="utf-8", bufsize=1) as program:
        for line, said in zip(lines, ('"ok"', "Weiß ist dran", '"error"'), strict=True):
            program.stdin.write(line)
            assert said in program.stdout.readline()
        first = time.monotonic() - began
        for _ in range(1000):
            program.stdin.write(lines[1])
            assert "told" in program.stdout.readline()
        rest = time.monotonic() - began - first
        program.stdin.close()
        assert (program.wait(), program.stderr.read()) == (0, "")
    assert first < 10  # 0.1 s on a machine that does nothing else
    assert rest < 10  # 0.15 s there


@pytest.mark.parametrize(("words", "typed"), [([], b""), (["--json-lines"], b'{"op":"new"}\n')])
def test_ctrl_c_ends_quietly(words: list[str], typed: bytes) -> None:
    with running([*PROGRAM, "referee", *words]) as program:
        program.stdin.write(typed)
        program.stdin.flush()
        program.stdout.readline()
        program.send_signal(signal.SIGINT)
        _, errors = program.communicate(timeout=10)
    assert (program.returncode, errors) == (130, b"")


def test_a_closed_pipe_is_quiet() -> None:
    with running([*PROGRAM, "rules"]) as program:
        program.stdout.close()
        errors = program.stderr.read()
    assert (program.returncode, errors) == (1, b"")


def test_a_record_goes_to_sgf_and_back(record: str, tmp_path: Path) -> None:
    exported = yurei("sgf", "export", record)
    assert exported.exit_code == 0
    refused = yurei("sgf", "import", "-", "--komi", "0", typed=exported.stdout)
    assert (refused.exit_code, "its own settings" in refused.stderr) == (2, True)
    (tmp_path / "game.sgf").write_text(exported.stdout)
    back = yurei("sgf", "import", str(tmp_path / "game.sgf"))
    assert (back.exit_code, back.stdout) == (0, Path(record).read_text())
    assert yurei("sgf", "import", "-", typed=exported.stdout, LANG="C").stdout == back.stdout
    assert yurei("sgf", "import", str(tmp_path / "game.sgf"), "--position", "--move", "2").stdout == ".../.B./W..\n"


def test_a_side_s_export_holds_its_own_board_alone(record: str) -> None:
    assert "AW[" not in yurei("sgf", "export", record, "--seat", "black").stdout
    told = json.loads(yurei("sgf", "export", record, "--seat", "white", "--json").stdout)
    assert (told["seat"], told["opening"]) == ("white", ".../.../...")
    assert "Schwarz" in yurei("sgf", "export", record, "--seat", "black", "--lang", "de").stdout


OTHERS = "(;GM[1]FF[4]SZ[9]KM[6.5]RU[Japanese]HA[2]AB[gc][cg];W[ee];B[ce];W[];B[])"


def test_a_game_of_another_program_is_refereed_as_the_file_and_the_options_say() -> None:
    settings = read(yurei("sgf", "import", "-", typed=OTHERS).stdout).settings
    found = (settings.ruleset.slug, settings.komi, settings.handicap, settings.first.word)
    assert found == ("japanese", 6.5, 2, "white")
    other = read(yurei("sgf", "import", "-", "--game", "go", "--referee", "fog", "--komi", "0.5", typed=OTHERS).stdout)
    assert (other.settings.ruleset.slug, other.settings.referee.slug, other.settings.komi) == ("go", "fog", 0.5)
    assert len(other.entries) == 4


@pytest.mark.by_day
@pytest.mark.parametrize(
    ("words", "typed", "sentence", "status"),
    [
        (["import", "-"], "hello", "this is no SGF: no game begins here", 1),
        (["import", "-"], "(;SZ[9];B[ee];W[ee])", "node 3 has the move W E5, which is illegal by these rules", 1),
        (["import", "-", "--move", "3"], OTHERS, "--move says which --position is meant", 2),
        (["import", "-", "--position", "--move", "-3"], OTHERS, "-3 is no number of moves", 2),
        (["import", "-", "--position", "--move", "9"], OTHERS, "this game has 4 moves, not 9", 1),
        (["import", "nowhere.sgf"], "", "'nowhere.sgf' cannot be read", 2),
        (["export", "-", "--json"], "", "--json goes with --seat", 2),
        (["export", "-", "--viewers", "--seat", "black"], "", "choose one", 2),
        (["export", "-"], "hello", "line 1: 'hello' is no JSON", 1),
    ],
)
def test_input_that_cannot_be_converted_is_refused_with_the_reason(
    words: list[str], typed: str, sentence: str, status: int
) -> None:
    said = yurei("sgf", *words, typed=typed)
    assert said.exit_code == status
    assert sentence in said.stderr


def documented() -> list[tuple[str, str]]:
    """Every command of the document with what it says that it prints."""
    blocks = re.findall(r"```console\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    return [shown for block in blocks for shown in re.findall(r"\$ (.*)\n((?:[^$].*\n|\n)*)", block)]


@pytest.mark.by_day
@pytest.mark.parametrize(("command", "printed"), documented())
def test_the_document_shows_the_real_output_of_the_commands(
    command: str, printed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.jsonl").write_text((DOCUMENT.parent / "game.jsonl").read_text())
    left, _, words = command.rpartition(" | ")
    typed = left.removeprefix("printf '").removesuffix("'").replace("\\n", "\n")
    shown = yurei(*shlex.split(words)[1:], typed=typed).output
    start, cut, end = printed.partition("...\n")
    assert shown.startswith(start)
    assert shown.endswith(end) if cut else shown == start


@pytest.mark.parametrize("command", RESEARCH)  # the others: tests/site/test_complete.py
def test_the_document_names_every_command_and_option_of_research(command: str) -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert f"## `yurei {command}`" in text
    options = re.findall(r"^  (?:-h, )?(--[a-z-]+)", yurei(*command.split(), "--help").stdout, re.MULTILINE)
    assert [option for option in options if option not in text] == []


@pytest.mark.parametrize("words", ["exact go", "dataset", "problems make plan", "problems check", "problems solve -"])
def test_a_command_of_yurei_research_says_how_to_install_it(words: str) -> None:
    with patch("yurei.apps.cli.app.entry_points", lambda **_: EntryPoints(())):
        shown = CliRunner().invoke(app, words.split(), prog_name="yurei")
    sentence = "yurei: this command is in yurei-research: pip install '.[fast]' ./research, in a clone of yurei\n"
    assert (shown.exit_code, shown.stderr, shown.stdout) == (2, sentence, "")


@pytest.mark.parametrize("language", sorted(set(NAMES) - {"en"}))
def test_passes_and_resignations_are_said_in_every_language(language: str) -> None:
    shown = yurei("play", "--size", "3", "--lang", language, typed="\npass\n\nresign\n").stdout
    said = re.findall(r"^ +\d  (.*)$", shown, re.MULTILINE)[-2:]
    assert len(said) == 2
    assert not re.search(r"pass$|resign|Black|White", " ".join(said))


@pytest.mark.by_day
@pytest.mark.parametrize("typed", ["Ｂ２", "ｂ２", "b 2", "B　2", "Ｂ 2", "b2 "])
def test_a_point_is_read_in_every_width(tmp_path: Path, typed: str) -> None:
    path = tmp_path / "game.jsonl"
    yurei("play", "--size", "3", "--save", str(path), typed=f"\n{typed}\n\nｒｅｓｉｇｎ\n")
    entries = read(path.read_bytes()).entries
    assert [getattr(entry, "attempt", None) for entry in entries] == [stone(4), RESIGN]


def completed(typed: str) -> list[str]:
    """What bash is given for a line whose last word is still being typed."""
    place = {"COMP_WORDS": typed, "COMP_CWORD": str(typed.count(" ")), "_YUREI_COMPLETE": "complete_bash"}
    return CliRunner(env=place).invoke(app, [], prog_name="yurei").stdout.split()


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("yurei re", ["referee", "replay", "review"]),
        ("yurei sgf ", ["export", "import"]),
        ("yurei play --draw-c", ["--draw-counts"]),
        ("yurei play --game ", [each.slug for each in rules.ALL]),
        ("yurei play --referee ", [each.slug for each in referees.ALL]),
        ("yurei replay game.jsonl --as k", ["kriegspiel"]),
        ("yurei replay game.jsonl --lang ", ["en", "de", "fr", "es", "ja"]),
        ("yurei rules alt", ["alter-igo"]),
    ],
)
def test_the_tab_key_completes(typed: str, words: list[str]) -> None:
    assert completed(typed) == words


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_completion_script_of_a_shell_calls_yurei(shell: str) -> None:
    shown = CliRunner(env={"_YUREI_COMPLETE": f"source_{shell}"}).invoke(app, [], prog_name="yurei")
    assert f"_YUREI_COMPLETE=complete_{shell}" in shown.stdout


WITHOUT_HOME = """
import pwd
pwd.getpwuid = {}.__getitem__
from yurei.apps.cli import main
main()
"""
"""Runs yurei as a user whom the system does not know, as in a container with a user's number of its own."""


def without_home(tmp_path: Path, *words: str, typed: str = "") -> tuple[int, str, str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("HOME", "XDG", "YUREI"))}
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_HOME, *words],
        cwd=tmp_path,
        env={**environment, "TMPDIR": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)},
        input=typed,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.by_day
@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("serve --no-browser --port 0", "cannot be made: Not a directory; give --database another file"),
        ("backup copy.db", "give --database the file that the server uses"),
        ("check", "give --database the file that the server uses"),
        ("solve alter-igo 2x5", "cannot be written: not a directory; give --tables a folder"),
    ],
)
def test_a_user_without_a_home_is_told_what_to_name(tmp_path: Path, words: str, sentence: str) -> None:
    status, _, said = without_home(tmp_path, *words.split())
    assert status == 2, said
    (line,) = [each for each in said.splitlines() if "compiling" not in each]
    assert line.startswith("yurei: ")
    assert line.endswith(sentence)


def test_a_user_without_a_home_solves_and_plays(tmp_path: Path) -> None:
    status, said, _ = without_home(tmp_path, "analyse", ".../.../...")
    assert (status, "Best: " in said) == (0, True)
    status, said, _ = without_home(tmp_path, "gtp", "--player", "simple", typed="genmove b\nquit\n")
    assert (status, said[:2]) == (0, "= ")


API = """
from tests.web.wire import WebApp, Visitor

with WebApp() as webapp:
    print([Visitor(webapp).get(path).status for path in ("/openapi.json", "/", "/learn")])
"""


MISSING = "the descriptions are missing because of -OO; run python without it"


@pytest.mark.by_day
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["-m", "yurei", "--help"], MISSING),
        (["-m", "yurei", "play", "--help"], MISSING),
        (["-c", API], "[200, 200, 200]"),
    ],
    ids=["help", "help of a command", "API"],
)
def test_python_without_docstrings_is_enough_or_named_as_the_reason(words: list[str], said: str) -> None:
    done = subprocess.run([sys.executable, "-OO", *words], capture_output=True, encoding="utf-8", check=True)
    assert said in " ".join(done.stdout.split())
