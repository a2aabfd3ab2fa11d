"""Whatever comes in is read, or refused with one sentence: by day a moment of each target, by night longer.

``scripts/fuzz`` goes on for as long as one likes; see CONTRIBUTING.
"""

from __future__ import annotations

import gc
import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.fuzz.corpora import CORPORA
from tests.fuzz.guard import Tally, watching
from tests.fuzz.targets import ALL, CORPUS, Check, Target, check_sentence, target
from tests.fuzz.wires import WENT_WRONG, Wrong, serving
from yurei import records
from yurei.apps import gtp
from yurei.apps.gtp.lines import Command, Refused, read
from yurei.apps.jsonlines import Session
from yurei.records import sgf
from yurei.referee.settings import read_settings

BY_DAY = {
    "protocol": 30,
    "seat": 12,
    "gtp": 12,
    "records": 30,
    "sgf": 20,
    "forms": 12,
    "requests": 8,
    "frames": 20,
}
"""Inputs that hypothesis makes of each."""
NAMES = [each.name for each in ALL]


def spoilt(chosen: Target) -> st.SearchStrategy[bytes]:
    """Good inputs, cut, joined, changed here and there, and what is none at all."""
    good = st.sampled_from(chosen.corpus())
    noise = st.binary(max_size=12) | st.sampled_from([word.encode() for word in (*chosen.words, "\0", "9" * 400)])

    def changed(data: bytes, where: float, length: int, into: bytes) -> bytes:
        at = int(where * len(data))
        return data[:at] + into + data[at + length :]

    once = st.builds(changed, good, st.floats(0, 1), st.integers(0, 20), noise)
    twice = st.builds(changed, once, st.floats(0, 1), st.integers(0, 20), noise)
    joined = st.builds(lambda one, other: one + b"\n" + other, once, good)
    return once | twice | joined | st.binary(max_size=200)


@contextmanager
def counted(chosen: Target, kept: Path) -> Iterator[tuple[Tally, Check]]:
    """A tally at whose end nothing went wrong; what did is kept in a folder, and shown."""
    tally = Tally(kept)
    with chosen.opened() as check, watching():
        yield tally, check
    assert not tally.faults, [(path.read_text(), path.with_suffix("").read_bytes()) for path in kept.glob("*.txt")]
    assert tally.hangs == 0, [path.read_bytes() for path in kept.glob("*")]


@pytest.mark.parametrize("name", NAMES)
def test_any_input_is_read_or_refused(name: str, tmp_path: Path) -> None:
    chosen = target(name)
    with counted(chosen, tmp_path) as (tally, check):

        @settings(max_examples=BY_DAY[name], suppress_health_check=list(HealthCheck), phases=[Phase.generate])
        @given(data=spoilt(chosen))
        def put(data: bytes) -> None:
            tally.put(check, data)

        for data in chosen.corpus():
            tally.put(check, data)
        put()
    assert tally.executions >= len(chosen.corpus()) + BY_DAY[name] // 2


@pytest.mark.nightly
@pytest.mark.parametrize("name", NAMES)
def test_any_input_is_read_or_refused_all_night(name: str, tmp_path: Path) -> None:
    chosen = target(name)
    with counted(chosen, tmp_path) as (tally, check):

        @settings(max_examples=500 * BY_DAY[name], suppress_health_check=list(HealthCheck), phases=[Phase.generate])
        @given(data=spoilt(chosen))
        def put(data: bytes) -> None:
            tally.put(check, data)

        put()
    assert tally.executions > 250 * BY_DAY[name]


# The corpora are what they say.


@pytest.mark.parametrize("name", NAMES)
def test_a_corpus_comes_from_real_play(name: str) -> None:
    """What is in the repository is what ``tests.fuzz.corpora`` makes, so a change of a format is not forgotten."""
    made = sorted(data for _, data in CORPORA[name]())
    assert sorted(target(name).corpus()) == made
    assert all(len(data) <= target(name).longest for data in made)


def test_the_protocol_s_corpus_is_understood() -> None:
    for data in target("protocol").corpus():
        session = Session()
        answers = [json.loads(session.answer(line) or "") for line in data.splitlines()]
        lonely = data.startswith((b'{"op":"try"', b'{"op":"reveal"'))
        assert all("error" in answer for answer in answers) if lonely else "error" not in answers[0]


def test_the_engines_corpus_is_understood() -> None:
    """Each session by the engine for which it was held."""
    for path in sorted((CORPUS / "gtp").iterdir()):
        game, _, speaker = path.name.rpartition("-")
        settings = read_settings({"width": 3, "height": 3, "ruleset": game, "referee": speaker})
        playing, said = gtp.engine(settings, "simple", 1), []
        for line in path.read_bytes().splitlines():
            with suppress(Refused):
                said.append(playing.do(read(line) or Command("quit")))
        assert len(said) > 3, path.name


def test_the_records_of_the_corpus_are_records() -> None:
    assert all(records.read(data) for data in target("records").corpus())


def test_the_sgf_of_the_corpus_is_read() -> None:
    """Each file is a game, and half of ours are records."""
    read = [sgf.main_line(data) for data in target("sgf").corpus()]
    assert all(sgf.ordinary(nodes).size for nodes in read)
    assert sum(sgf.is_native(nodes) for nodes in read) == 4


def test_the_requests_of_the_corpus_arrive() -> None:
    with serving() as server:
        answered = [server.say(data)[9:12] for data in target("requests").corpus()]
    assert {b"200", b"201", b"303", b"409"} <= set(answered)
    assert answered.count(b"404") + answered.count(b"400") < 5, answered


# The watch itself: what is wrong is seen.


def test_exceptions_are_counted_and_hanging_inputs_are_ended() -> None:
    tally = Tally()

    def wrong(data: bytes) -> None:
        if data == b"hang":
            while True:
                pass
        check_sentence(data.decode())

    with watching():
        for data in (b"well", b"two\nlines", b"two\nmore", b"\xff", b"", b"hang", b"x" * 500, b"well"):
            tally.put(wrong, data)
    assert str(tally) == "8 executions, 5 uncaught exceptions, 1 hangs over 1 s"
    assert {what.partition(" ")[0] for what in tally.faults} == {"AssertionError", "UnicodeDecodeError"}


def test_older_garbage_is_not_collected_during_an_input() -> None:
    lying_about: list[list[int]] = [[]]
    with watching():
        assert all(each is not lying_about for each in gc.get_objects())
    assert any(each is lying_about for each in gc.get_objects())


def test_a_failure_and_a_line_in_the_log_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving() as server:
        monkeypatch.setattr("yurei.apps.web.table.routes.open_page", lambda *_: 1 // 0)
        with pytest.raises(Wrong, match="ZeroDivisionError"):
            server.say(b"GET /g/$GAME/audience HTTP/1.1\r\nHost: yurei.example\r\n\r\n")
        assert server.say(b"GET /health HTTP/1.1\r\nHost: yurei.example\r\n\r\n").startswith(b"HTTP/1.1 200")


def test_a_request_before_invalid_utf_8_leaves_no_error_in_the_log() -> None:
    """The server hangs up while an answer is under way; what it answers has nowhere to go."""
    asked, no_text = b'{"do":"pencil-cross","at":"D4"}', b"\xff\xfe"
    frames = b"".join(bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text for text in (asked, no_text))
    with serving() as server:
        assert server.listen(frames).startswith(b"HTTP/1.1 101")  # Wrong is raised where the log says anything
        assert b"\x03\xef" in server.listen(frames), "1007, as the standard says of what is no UTF-8"
        assert server.listen(frames + b"\x88\x82\0\0\0\0\x03\xe8"), "also where it has said farewell already"


def test_a_client_that_closes_its_socket_with_an_error_code_is_answered_the_same() -> None:
    with serving() as server:
        answered = server.listen(bytes.fromhex("8882 00000000 03f3"))
    assert answered.endswith(WENT_WRONG)
