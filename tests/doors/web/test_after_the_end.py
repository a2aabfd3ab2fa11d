"""After two passes: dead stones are proposed, marked, agreed on, or played out; the count is explained; the game shown."""

from __future__ import annotations

import re

import pytest

from tests.doors.web.wire import House, Made, make
from yurei import records
from yurei.referee.table import Table


def play(made: Made, tries: str) -> None:
    """Black and White in turn, each with his next try, such as ``B2 C3 pass pass``."""
    for number, tried in enumerate(tries.split()):
        seat = ("black", "white")[number % 2]
        answer = made.act(seat, "pass") if tried == "pass" else made.act(seat, "stone", tried)
        assert answer.status == 200, answer.text


@pytest.fixture
def made(house: House) -> Made:
    """On 5x5, two passes; the white stone at A1 has its last liberty at A2."""
    made = make(house, width="5")
    play(made, "B1 A1 B2 D4 C3 E4 pass pass")
    return made


def mark(answer: str, name: str) -> str:
    """The text of the element with an id; empty where there is none."""
    found = re.search(rf'id="{name}"[^>]*>(?:<span[^>]*>)?([^<]*)<', answer)
    return found.group(1) if found else ""


def page(made: Made, chair: str = "black") -> str:
    return made.seats[chair].fragment(made.at(chair)).text


# Marked and agreed on.


def test_both_mark_and_both_agree_and_who_had_agreed_agrees_anew(made: Made) -> None:
    made.act("black", "dead", "A1")
    assert mark(page(made, "white"), "marked") == "Marked dead: A1."
    made.act("black", "settle")
    assert mark(page(made, "white"), "agreed") == "Agreed: Black."
    made.act("white", "dead", "C3")
    assert mark(page(made), "agreed") == ""
    assert mark(page(made), "marked") == "Marked dead: A1, C3."
    made.act("black", "settle")
    made.act("white", "settle")
    assert "settling" not in page(made)
    assert made.act("black", "dead", "A1").status == 409


def test_an_empty_point_is_not_dead(made: Made) -> None:
    answer = made.act("black", "dead", "E5")
    assert (answer.status, answer.text) == (422, "no stone stands on E5, so none is dead there")


def test_before_two_passes_nothing_can_be_marked_agreed_on_or_played_out(house: House) -> None:
    made = make(house, width="5")
    play(made, "B2 A1 pass")
    for do in ("dead", "dead-proposed", "settle", "dispute", "give-in"):
        assert made.act("black", do, "A1").status == 409, do


def test_after_a_resignation_there_is_nothing_to_mark(house: House) -> None:
    made = make(house, width="5")
    made.act("black", "resign")
    for do in ("dead", "dead-proposed", "settle", "dispute", "give-in"):
        assert made.act("white", do, "A1").status == 409, do


# Played out.


def test_what_is_not_captured_in_the_play_out_lives_and_the_board_is_put_back(made: Made) -> None:
    assert "White wins by 7.5." in page(made)
    made.act("black", "dead", "A1")
    assert "White wins by 6.5." in page(made)
    made.act("white", "dispute")
    text = page(made)
    assert mark(text, "disputed") == "In dispute: A1."
    assert mark(text, "turn") == "Your turn: you are Black.", "White has asked, so Black moves first"
    assert 'aria-label="D4, white stone"' in text, "it is played out openly"
    answer = made.act("white", "stone", "C4")
    assert (answer.status, answer.text) == (409, "it is black's turn; wait for the referee")
    made.act("black", "stone", "C4")
    made.act("white", "stone", "A2")
    made.act("black", "stone", "D4")
    assert mark(page(made), "said") == "There is already an opponent’s stone."
    for seat in ("black", "white"):
        made.act(seat, "pass")
    text = page(made)
    assert mark(text, "found").strip() == "Played out, these lived: A1."
    assert "White wins by 7.5." in text
    assert 'aria-label="C4"' in text, "what was played there does not count"
    assert "settling" in text
    assert "agree to this count" not in text


def test_a_captured_stone_in_dispute_is_dead(made: Made) -> None:
    made.act("white", "dead", "A1")
    made.act("white", "dispute")
    made.act("black", "stone", "A2")
    assert mark(page(made), "said") == "Black has captured the following stones: A1."
    assert mark(page(made), "captured") == "Captured by now: A1."
    made.act("white", "pass")
    made.act("black", "pass")
    text = page(made, "white")
    assert mark(text, "found").strip() == "Played out, these were dead: A1."
    assert 'aria-label="A1, white stone, dead"' in text, "the board is put back"
    assert "White wins by 6.5." in text


def test_who_gives_in_takes_the_opponents_word(made: Made) -> None:
    made.act("black", "dead", "A1")
    made.act("black", "dead", "C3")
    made.act("black", "dispute")
    assert mark(page(made, "white"), "turn") == "Your turn: you are White."
    made.act("white", "give-in")
    assert "Played out, these were dead: A1." in page(made)
    assert "Played out, these lived: C3." in page(made)


def test_only_what_was_marked_can_be_found_dead(made: Made) -> None:
    made.act("white", "dead", "C3")
    made.act("white", "dispute")
    for seat, tried in (("black", "A2"), ("white", "pass"), ("black", "pass")):
        made.act(seat, *(("pass",) if tried == "pass" else ("stone", tried)))
    assert mark(page(made), "found").strip() == "Played out, these lived: C3."
    assert "A1, white stone, dead" not in page(made), "it was captured, but nobody had said that it was dead"


def test_without_a_mark_there_is_nothing_to_play_out(made: Made) -> None:
    answer = made.act("black", "dispute")
    assert answer.status == 422
    assert answer.text.startswith("no stone is marked")


def test_while_stones_are_played_out_nothing_is_marked_or_agreed_on(made: Made) -> None:
    made.act("white", "dead", "A1")
    made.act("white", "dispute")
    for do in ("dead", "settle", "dispute"):
        answer = made.act("black", do, "A1")
        assert (answer.status, answer.text.split(";")[0]) == (422, "the stones in dispute are being played out"), do


def test_a_play_out_survives_a_restart(made: Made) -> None:
    made.act("white", "dead", "A1")
    made.act("white", "dispute")
    made.act("black", "stone", "A2")
    before = page(made)
    made.house.rewind(made.name, made.house.happened(made.name))
    assert page(made) == before


def test_both_records_are_true_and_can_be_replayed(made: Made) -> None:
    made.act("white", "dead", "A1")
    made.act("white", "dispute")
    made.act("black", "stone", "A2")
    assert made.seats["white"].get(made.at("white") + "/playout").status == 409, "it goes on"
    for seat in ("white", "black"):
        made.act(seat, "pass")
    boards = []
    for name in ("record", "playout"):
        record = records.read(made.seats["white"].get(f"{made.at('white')}/{name}").text)
        table = Table.of(record.settings, setup=record.setup)
        assert all(answer is not None for _, answer in records.replay(record, table))
        assert table.to_move is None
        boards.append((record.settings.referee.slug, len(record.entries), table.reveal().board[0]))
    assert boards == [("common", 8, 2), ("open", 3, 0)]


def test_a_program_plays_the_stones_out_too(house: House) -> None:
    made = make(house, width="3", opponent="yurei", colour="black", program="simple")
    for _ in range(40):
        if 'class="ended"' in page(made):
            break
        made.act("black", "pass")
    made.act("black", "dead", re.findall(r'aria-label="(\w\d), white stone', page(made))[0])
    made.act("black", "dispute")
    for _ in range(40):
        if "found" in page(made):
            break
        assert mark(page(made), "turn") == "Your turn: you are Black."
        made.act("black", "pass")
    assert "Played out, these lived" in page(made)


def test_one_person_on_all_seats_plays_both_sides_out(house: House) -> None:
    made = make(house, width="3", opponent="solo", colour="black")
    for tried in ("B2", "A1"):
        made.act("solo", "stone", tried)
    for _ in range(2):
        made.act("solo", "pass")
    made.act("solo", "dead", "A1")
    made.act("solo", "dispute")
    made.act("solo", "pass")
    made.act("solo", "stone", "A2")
    made.act("solo", "pass")
    made.act("solo", "stone", "B1")
    assert "Captured by now: A1." in page(made, "solo")
    for _ in range(2):
        made.act("solo", "pass")
    assert "Played out, these were dead: A1." in page(made, "solo")
