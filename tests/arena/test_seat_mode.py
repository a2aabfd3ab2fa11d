"""Seat mode: a program is told and asked as a player here, and loses where it answers what makes no sense."""

import gc
import json
import shlex
import sys
from contextlib import closing, suppress
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from yurei import referee, rules
from yurei.apps.arena import contestants, play_game
from yurei.apps.arena.contestants import BadReply, Process, Program
from yurei.apps.arena.playing import FinishedGame, seed_of
from yurei.apps.jsonlines import SeatSession
from yurei.errors import BadValue, Unknown
from yurei.players import Budget
from yurei.records import Entry
from yurei.referee.settings import read_settings
from yurei.rules.state import EndedBy

LITTLE = (Budget(playouts=1), Budget(playouts=1))
EXAMPLE = Path(__file__).parents[2] / "examples" / "seat.py"


class Beside(Process):
    """A player of ours in seat mode, without a process of its own."""

    def __init__(self, name: str) -> None:
        super().__init__("")
        self._seated_player = SeatSession(name)

    def ask(self, line: dict[str, Any], seconds: float) -> dict[str, Any]:
        answer = self._seated_player.answer(json.dumps(line))
        assert answer is not None
        return contestants._read_answer(answer.encode() + b"\n", line["op"])


GAMES = [*(("go", speaker.slug) for speaker in referee.ALL), *((game.slug, "fog") for game in rules.ALL[1:])]


@pytest.mark.parametrize(("game", "speaker"), GAMES)
def test_a_program_plays_as_the_player_that_it_is(game: str, speaker: str) -> None:
    settings = read_settings({"width": 4, "height": 4, "ruleset": game, "referee": speaker})
    program = Program(Beside("simple"), seed_of(3, "white"))
    played = play_game(settings, ["uniform", program], LITTLE, 3)
    here = play_game(settings, ["uniform", "simple"], LITTLE, 3)
    assert played.trouble is None
    assert tries(played) == tries(here)
    assert played.result == here.result


@pytest.mark.parametrize(
    ("given", "setup"),
    [({"width": 7, "height": 7, "handicap": 4, "referee": "fog"}, None), ({"width": 3, "height": 3}, "B.W/.../W.B")],
)
def test_a_handicap_and_a_set_up_position_are_told(given: dict[str, Any], setup: str | None) -> None:
    programs = [Program(Beside("simple"), 1), Program(Beside("simple"), 2)]
    assert play_game(read_settings(given), programs, LITTLE, 3, setup=setup).trouble is None


def tries(played: FinishedGame) -> list[object]:
    return [(entry.seat, entry.attempt, entry.accepted) for entry in played.record.entries if isinstance(entry, Entry)]


MOVED: dict[str, Any] = {
    "verdict": "moved",
    "try": {"kind": "stone", "point": "A1"},
    "reason": None,
    **dict.fromkeys(("captured_points", "lost_points", "atari_on_opponent", "atari_on_mover", "seen")),
    "captured_count": 0,
    "lost_count": 0,
    "vanished": [],
    "to_move": "white",
}
BEGIN: dict[str, Any] = {"op": "begin", "settings": {"width": 3, "height": 3}, "seat": "black"}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ({"op": "sing"}, "there is no op 'sing'"),
        ({"op": "begin", "board": "..", "seat": "black"}, "the board is"),
        ({"op": "begin", "seat": "red"}, "there is no seat 'red'"),
        ({"op": "begin", "seat": "audience"}, "a player sits on black or white, not among the audience"),
        ({"op": "begin", "seat": "black", "seed": "x"}, "seed is a whole number"),
        ({"op": "begin", "seat": "black", "loud": 1}, "there is no key of 'begin' 'loud'"),
        ({"op": "begin", "seat": "black", "settings": {"loud": 1}}, "there is no setting 'loud'"),
        ({"op": "hear", "seat": "white", "told": {"verdict": "sung"}}, "this is nothing that a referee tells"),
        ({"op": "hear", "seat": "black"}, "this is nothing that a referee tells"),
        ({"op": "choose", "budget": 3}, "a budget is an object with seconds, playouts, clock"),
        ({"op": "choose", "budget": {"seconds": "many"}}, "seconds of a budget is a number"),
        ({"op": "choose", "budget": {"days": 1}}, "a budget is an object"),
        *(
            ({"op": "choose", "budget": {key: value}}, f"{key} of a budget is a number from 0 to 1000000000")
            for key in ("seconds", "playouts", "clock")
            for value in (-1, float("inf"), float("nan"), 10**400)
        ),
        ({"op": "hear", "seat": "black", "told": MOVED | {"captured_count": "many"}}, "nothing that a referee tells"),
        ({"op": "hear", "seat": "black", "told": MOVED | {"to_move": "audience"}}, "nothing that a referee tells"),
    ],
)
def test_a_game_goes_on_after_a_line_that_makes_no_sense(line: dict[str, Any], said: str) -> None:
    sitting = SeatSession("simple")
    assert sitting.answer(json.dumps(BEGIN)) == '{"ok":true}'
    assert said in json.loads(sitting.answer(json.dumps(line)) or "")["error"]
    assert json.loads(sitting.answer('{"op":"choose","budget":{"playouts":5}}') or "")["kind"] == "stone"


def test_a_begin_that_is_refused_leaves_the_game_before_as_it_was() -> None:
    sitting = SeatSession("belief")
    assert sitting.answer(json.dumps(BEGIN)) == '{"ok":true}'
    refused = json.loads(sitting.answer(json.dumps(BEGIN | {"settings": {"ruleset": "atari-go"}})) or "")
    assert "the kernel has not been told" in refused["error"]
    assert json.loads(sitting.answer('{"op": "choose", "budget": {"playouts": 9}}') or "")["kind"] == "stone"


def test_a_player_who_is_not_to_move_is_not_asked() -> None:
    sitting = SeatSession("simple")
    sitting.answer(json.dumps({**BEGIN, "seat": "white"}))
    assert "it is not white's turn" in (sitting.answer('{"op":"choose"}') or "")
    assert sitting.answer('{"op":"end"}') == '{"ok":true}'
    for line in ('{"op":"choose"}', '{"op":"hear","seat":"white","told":{}}'):
        assert "there is no game yet" in (sitting.answer(line) or "")


def test_a_seat_answers_line_by_line_and_long_lines_with_an_error() -> None:
    said, answers = json.dumps(BEGIN).encode() + b"\n\n" + b"x" * 200_000 + b'\n{"op":"end"}', BytesIO()
    SeatSession("simple").serve(BytesIO(said), answers)
    first, second, third = answers.getvalue().splitlines()
    assert (first, third) == (b'{"ok":true}', b'{"ok":true}')
    assert b"a line has at most" in second
    for nobody in ("nobody", "simple:loud=1"):
        with pytest.raises((BadValue, Unknown)):
            SeatSession(nobody)


def program(script: str) -> str:
    return shlex.join([sys.executable, "-c", script])


def game(command: str) -> FinishedGame:
    with closing(Process(command)) as process:
        return play_game(read_settings({"width": 3, "height": 3}), ["simple", Program(process, 1)], LITTLE, 1)


ANSWERS = "import sys, json\nfor line in sys.stdin:\n op = json.loads(line)['op']\n "
OK = "{'ok': True}"


@pytest.mark.parametrize(
    ("printed", "reason"),
    [
        ("'hello'", "has answered 'begin' with 'hello', which is no JSON object"),
        ("[1]", "has answered 'begin' with '[1]', which is no JSON object"),
        ("'{}'", "has answered 'begin' with {}, not with ok"),
        ("""'{"error": "no"}'""", "has answered 'begin' with an error: 'no'"),
        (r"json.dumps(dict(error='\ud800' + chr(27)))", r"has answered 'begin' with an error: '\ud800\x1b'"),
        ("json.dumps(dict(error='x' * 50000))", "has answered 'begin' with an error: 'xxx"),
        (f"json.dumps({OK})", "has answered 'choose' with {'ok': True}, which is no try"),
        (
            "json.dumps(dict(ok=True, kind='stone', point='Z9'))",
            "has answered 'choose' with {'ok': True, 'kind': 'stone', 'point': '…, which is no try",
        ),
        ("sys.exit(4)", "has ended with status 4 when it was asked 'begin'"),
        ("'{' + 70000 * ' '", "has answered 'begin' with a line of more than 65536 bytes"),
    ],
)
def test_a_program_that_answers_nonsense_has_lost(printed: str, reason: str) -> None:
    assert_lost_by(program(f"{ANSWERS}print({printed}, flush=True)"), reason)


@pytest.mark.parametrize("command", ["/no/such/program", "'unfinished"])
def test_a_program_that_cannot_be_started_has_lost(command: str) -> None:
    assert_lost_by(command, "cannot be started: ")


def assert_lost_by(command: str, reason: str) -> None:
    played = game(command)
    assert played.trouble
    assert played.trouble.seat == "white"
    assert played.trouble.reason.startswith(reason)
    assert len(played.trouble.reason) < 300
    assert played.trouble.reason.isprintable()
    assert (played.result.winner, played.result.by) == (1, EndedBy.RESIGNATION)


def test_a_program_that_does_not_stop_talking_is_ended() -> None:
    with closing(Process(program("while True: print('{\"ok\": true}')"))) as process:
        running = process._running()
        with suppress(BadReply):  # it may have been ended by then
            for _ in range(3):
                process.ask({"op": "hear"}, 10.0)
        assert running.wait(20), "killed, or at a pipe that nobody reads"
        assert process._unread.qsize() <= contestants.MOST_UNREAD


def test_a_program_ends_with_its_process() -> None:
    process = Process(program(f"{ANSWERS}print(json.dumps({OK}), flush=True)"))
    process.ask({"op": "begin"}, 20.0)
    running = process._running()
    assert running.poll() is None
    del process
    gc.collect()
    assert running.wait(5) is not None


def test_a_program_that_is_too_late_has_lost_on_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Budget, "patience", 0.2)
    slow = f"import time\n{ANSWERS}time.sleep(100 if op == 'choose' else 0); print(json.dumps({OK}), flush=True)"
    played = game(program(slow))
    assert played.trouble
    assert (played.trouble.reason, played.result.by) == ("has not answered 'choose' within 0.2 s", EndedBy.TIME)


def test_the_example_plays_game_after_game_and_is_timed_by_its_own_clock() -> None:
    settings = read_settings({"width": 4, "height": 4})
    with closing(Process(shlex.join([sys.executable, str(EXAMPLE)]))) as process:
        games = [play_game(settings, ["uniform", Program(process, 1)], LITTLE, 1) for _ in range(2)]
    assert [played.trouble for played in games] == [None, None]
    assert tries(games[0]) == tries(games[1])
    assert 0 < games[0].spent["white"].seconds < 5
