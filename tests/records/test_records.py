"""Records: there and back, replayed, and every way in which a text can be no record."""

import json
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.records.games import game, some_record
from yurei import referee as referees
from yurei.errors import BadRecord, YureiError
from yurei.records import LARGEST, End, Entry, Program, Record, begin, read, replay, write
from yurei.referee.settings import read_settings
from yurei.referee.table import Table
from yurei.rules.board import BLACK
from yurei.rules.state import PASS, EndedBy, Result, stone

WHEN = datetime(2026, 5, 1, 18, 0, 7, tzinfo=UTC)
SNAPBACK = """\
{"yurei":"record","version":1,"settings":{"width":9,"height":9,"ruleset":"go","capture":"opponent-first",\
"suicide":"forbidden","repetition":"simple-ko","draw_counts":"positions","passing":"free","white_passes":null,\
"ghosts":false,"scoring":"area","komi":7.5,"referee":"common","lone_self_atari":false,"failed_try":"retry",\
"first":"black","draw_by_agreement":false,"two_game_match":false,"seating":"duel","handicap":0},\
"setup":"........./........./........./........./........./........./..WW...../.WB.WB.../.WBW.B...",\
"ruleset_version":1,"referee_version":1,"started":"2026-05-01T18:00:00Z"}
{"seat":"black","kind":"stone","point":"E1","accepted":true,"at":"2026-05-01T18:00:07Z"}
{"seat":"white","kind":"stone","point":"E1","accepted":false,"at":"2026-05-01T18:00:09.250000Z"}
{"seat":"white","kind":"stone","point":"J9","accepted":true,"at":null}
{"seat":"black","kind":"stone","point":"D2","accepted":true,"at":"2026-05-01T18:01:00Z"}
{"seat":"white","kind":"stone","point":"D1","accepted":true,"at":"2026-05-01T18:01:30Z"}
{"seat":"black","kind":"resign","point":null,"accepted":true,"at":"2026-05-01T18:02:00Z"}
"""


def said(record: Record, language: str = "en") -> list[str]:
    """What all hear when a record is replayed."""
    return [answer.said(language) for _, answer in replay(record, Table.of(record.settings, record.setup)) if answer]


def test_the_snapback_of_the_page_is_read_and_heard() -> None:
    assert said(read(SNAPBACK)) == [
        "Black puts White into atari.",
        "Illegal move.",
        "White has moved, Black to play.",
        "Black has captured the following stones: D1. Black puts White and himself into atari.",
        "White has captured the following stones: C1, C2, D2.",
        "Black resigns.",
    ]


def test_a_record_is_written_back_byte_for_byte() -> None:
    text = write(read(SNAPBACK))
    assert write(read(text)) == write(read(text.encode())) == text
    assert text.splitlines()[1:] == SNAPBACK.splitlines()[1:]


def test_a_setting_that_is_newer_than_a_record_takes_its_default() -> None:
    then, now = (json.loads(text.splitlines()[0]) for text in (SNAPBACK, write(read(SNAPBACK))))
    assert now["settings"].items() >= then["settings"].items()
    assert {**now, "settings": None} == {**then, "settings": None}


WHO_PLAYED = '"players":{"white":{"name":"belief:level=3","version":2}}'


def test_a_record_says_which_programs_have_played() -> None:
    record = replace(read(SNAPBACK), players=(Program("white", "belief:level=3", 2),))
    text = write(record)
    assert text.splitlines()[0].endswith(f',"started":"2026-05-01T18:00:00Z",{WHO_PLAYED}}}')
    assert read(text) == record
    unknown = text.replace('"version":2}}', '"version":null}}')
    assert write(read(unknown)) == unknown


@pytest.mark.parametrize(
    ("played", "wrong"),
    [
        ('"players":7', "players are an object of seats and programs, not 7"),
        ('"players":{"green":{"name":"simple"}}', "there is no seat 'green'"),
        ('"players":{"white":"simple"}', "a program is an object with name and version, not 'simple'"),
        ('"players":{"white":{"name":""}}', "'' is no name of a program"),
        ('"players":{"white":{"name":"simple","version":0}}', "0 is no version"),
    ],
)
def test_bad_players_in_a_record_are_refused_with_the_reason(played: str, wrong: str) -> None:
    text = write(replace(read(SNAPBACK), players=(Program("white", "belief:level=3", 2),)))
    with pytest.raises(YureiError, match=re.escape(wrong)):
        read(text.replace(WHO_PLAYED, played))


def test_line_ends_and_the_mark_of_some_editors_do_no_harm() -> None:
    assert read("\ufeff" + SNAPBACK.replace("\n", "\r\n")) == read(SNAPBACK)
    assert read(SNAPBACK.rstrip()) == read(SNAPBACK)


SEEDS = st.integers(0, 2**32)


@given(SEEDS)
def test_a_written_record_reads_back_equal_and_replays_to_the_end(seed: int) -> None:
    record = some_record(Random(seed))
    assert read(write(record)) == record
    assert write(read(write(record))) == write(record)
    assert tuple(entry for entry, _ in replay(record, Table.of(record.settings, record.setup))) == record.entries


@given(SEEDS, st.sampled_from(referees.ALL))
def test_the_same_game_stands_under_every_referee(seed: int, referee: Any) -> None:
    record = some_record(Random(seed)).under_referee(referee)
    assert record.settings.referee.slug == referee.slug
    assert len(list(replay(record, Table.of(record.settings, record.setup)))) == len(record.entries)


def test_another_referee_keeps_the_cost_of_an_illegal_try() -> None:
    record = game("E5 E5 pass", failed_try="lose-turn", lone_self_atari=True)
    hamburg = record.under_referee(referees.get("hamburg"))
    assert hamburg.settings.referee.failed_try == "lose-turn"
    assert not hamburg.settings.referee.lone_self_atari
    assert said(hamburg)[1:] == ["There is already an opponent’s stone.", "Black passes."]


def test_a_time_is_kept_in_utc_and_one_without_a_zone_is_refused() -> None:
    there = WHEN.astimezone(timezone(timedelta(hours=9)))
    assert '"started":"2026-05-01T18:00:07Z"' in write(begin(read_settings({}), started=there))
    with pytest.raises(BadRecord, match="has no time zone"):
        write(begin(read_settings({}), started=WHEN.replace(tzinfo=None)))


def test_the_last_entry_of_a_record_can_be_removed() -> None:
    record = begin(read_settings({}))
    assert record.with_entry(Entry("black", PASS, True)).minus_last() == record
    assert record.minus_last() == record


NO_TRY, E5, RESIGNED = game(""), game("E5"), game("resign", draw_by_agreement=True)


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        (E5.with_entry(Entry("black", stone(39), True)), "line 3: it is white’s turn, not black’s"),
        (
            E5.with_entry(Entry("white", stone(40), True)),
            "line 3: white’s E5 is illegal, the record says that it is a move",
        ),
        (
            NO_TRY.with_entry(Entry("black", stone(40), False)),
            "line 2: black’s E5 is a move, the record says that it is illegal",
        ),
        (RESIGNED.with_entry(Entry("white", PASS, True)), "line 3: the game was over before it"),
        (RESIGNED.with_entry(End(EndedBy.AGREEMENT)), "line 3: the game was over before it"),
        (NO_TRY.with_entry(End(EndedBy.AGREEMENT)), "line 2: go: these settings have no draw by agreement"),
        (
            E5.with_entry(End(EndedBy.TIME, "black")),
            "line 3: it is white’s turn; only the clock of the player to move can run out",
        ),
        (RESIGNED.with_entry(End(EndedBy.TIME, "white")), "line 3: the game was over before it"),
    ],
)
def test_a_record_that_breaks_its_own_rules_is_refused(record: Record, sentence: str) -> None:
    with pytest.raises(BadRecord) as caught:
        list(replay(record, Table.of(record.settings)))
    assert str(caught.value) == sentence


def test_the_tries_before_a_mistake_are_replayed() -> None:
    record = E5.with_entry(Entry("black", stone(39), True))
    _, answer = next(replay(record, Table.of(record.settings)))
    assert answer is not None
    assert answer.accepted


@pytest.mark.parametrize(
    ("end", "result", "line"),
    [
        (End(EndedBy.AGREEMENT, at=WHEN), Result(None, EndedBy.AGREEMENT), '{"end":"agreement",'),
        (End(EndedBy.TIME, "white", WHEN), Result(BLACK, EndedBy.TIME), '{"end":"time","seat":"white",'),
    ],
)
def test_an_end_without_a_try_ends_the_game(end: End, result: Result, line: str) -> None:
    record = game("E5", draw_by_agreement=True).with_entry(end)
    table = Table.of(record.settings)
    assert [answer is None for _, answer in replay(record, table)] == [False, True]
    assert table.result == result
    assert write(record).endswith(line + '"at":"2026-05-01T18:00:07Z"}\n')


def changed(number: int, change: Callable[[dict[str, Any]], Any]) -> str:
    lines = SNAPBACK.splitlines()
    line = json.loads(lines[number - 1])
    change(line)
    lines[number - 1] = json.dumps(line)
    return "\n".join(lines)


def with_values(number: int, **values: Any) -> str:
    return changed(number, lambda line: line.update(values))


def with_settings(**values: Any) -> str:
    return changed(1, lambda line: line["settings"].update(values))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "line 1: it is empty"),
        ("hello", "line 1: 'hello' is no JSON"),
        ("[1]", "line 1: '[1]' is no JSON object"),
        ("{}", 'line 1: a record begins with {"yurei":"record"'),
        ("[" * 100_000, "line 1: '[[["),
        (b"\xff\xfe", "line 1: it is not in UTF-8"),
        (SNAPBACK.encode() + b"\xff", "line 8: it is not in UTF-8"),
        ("x" * (LARGEST + 1), f"a record has at most {LARGEST} bytes"),
        (SNAPBACK[:-40], "line 7: "),
        (SNAPBACK.replace("\n", "\n\n", 1), "line 2: it is empty"),
        (with_values(1, version=2), "line 1: it has version 2; this yurei reads version 1"),
        (with_values(1, ruleset_version=2), "line 1: ruleset_version is 2; this yurei knows go up to version 1"),
        (with_values(1, referee_version=0), "line 1: referee_version is 0; this yurei knows common up to version 1"),
        (with_values(1, strange=1), "line 1: there is no key 'strange'"),
        (with_values(1, settings=None), "line 1: settings are an object"),
        (with_values(1, started="yesterday"), "line 1: 'yesterday' is no time"),
        (with_values(1, started="2026-02-31T00:00:00Z"), "line 1: '2026-02-31T00:00:00Z' is no time"),
        (with_values(1, setup="BB/BB"), "line 1: the board is 2x2, the game 9x9"),
        (with_values(1, setup=7), "line 1: a board is a text"),
        (with_settings(ruleset="hex"), "line 1: there is no ruleset 'hex'"),
        (with_settings(referee="homburg"), "line 1: there is no referee 'homburg'; did you mean 'hamburg'?"),
        (with_settings(width=99), "line 1: a board has 1 to 25 lines each way"),
        (with_settings(komi="much"), "line 1: komi is a multiple of 0.5"),
        (with_settings(ruleset=["go"]), "line 1: 'ruleset' is a word, a number or true or false, not ['go']"),
        (with_settings(handicap=2), "line 1: a handicap is a set-up position of its own"),
        (SNAPBACK.replace("7.5", "NaN"), "line 1: NaN is no number of JSON"),
        (SNAPBACK.replace('"version":1', '"version":1,"version":1', 1), "line 1: 'version' stands in it twice"),
        (changed(1, lambda line: line.pop("settings")), "line 1: 'settings' is missing"),
        (changed(2, lambda line: line.pop("accepted")), "line 2: 'accepted' is missing"),
        (with_values(2, seat="red"), "line 2: there is no seat 'red'"),
        (with_values(2, seat="audience"), "line 2: there is no seat 'audience'"),
        (with_values(2, kind="throw"), "line 2: there is no kind of try 'throw'"),
        (with_values(2, point="I5"), "line 2: 'I5' is no point of a 9x9 board"),
        (with_values(2, accepted=1), "line 2: accepted is true or false, not 1"),
        (with_values(7, point="A1"), "line 7: a resign has no point; leave 'A1' out"),
        (with_values(3, at=12), "line 3: 12 is no time"),
        (SNAPBACK + '{"end":"earthquake"}', "line 8: there is no end 'earthquake'"),
        (SNAPBACK + '{"end":"time"}', "line 8: 'seat' is missing"),
        (SNAPBACK + '{"end":"time","seat":"red"}', "line 8: there is no seat 'red'"),
        (SNAPBACK + '{"end":"time","seat":"white","score":1}', "line 8: there is no key 'score'"),
        (SNAPBACK + '{"end":"agreement","seat":"white"}', "line 8: there is no key 'seat'"),
    ],
    ids=lambda value: repr(value[:24]) if isinstance(value, (str, bytes)) else None,
)
def test_a_bad_record_is_refused_in_a_sentence_that_names_the_line(text: str | bytes, sentence: str) -> None:
    with pytest.raises(BadRecord) as caught:
        read(text)
    assert str(caught.value).startswith(sentence)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


LINES = SNAPBACK.splitlines()
plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
)


@given(st.text() | st.binary())
def test_any_text_is_read_as_a_record_or_refused(text: str | bytes) -> None:
    with pytest.raises(BadRecord):
        read(text)


@given(st.integers(0, 6), st.data())
def test_any_value_in_any_place_is_read_or_refused(number: int, data: st.DataObject) -> None:
    line = json.loads(LINES[number])
    place = line["settings"] if number == 0 and data.draw(st.booleans()) else line
    place[data.draw(st.sampled_from(sorted(place)))] = data.draw(plain)
    try:
        record = read("\n".join([*LINES[:number], json.dumps(line), *LINES[number + 1 :]]))
    except BadRecord:
        return
    assert read(write(record)) == record
    with suppress(BadRecord):
        list(replay(record, Table.of(record.settings, record.setup)))


@given(st.integers(1, len(SNAPBACK) - 2))
def test_a_record_that_was_cut_off_is_refused_or_one_of_fewer_tries(end: int) -> None:
    assume(SNAPBACK[end] != "\n")
    if SNAPBACK[end - 1] == "\n":
        assert read(SNAPBACK[:end]) == replace(
            read(SNAPBACK), entries=read(SNAPBACK).entries[: SNAPBACK[:end].count("\n") - 1]
        )
        return
    with pytest.raises(BadRecord):
        read(SNAPBACK[:end])
