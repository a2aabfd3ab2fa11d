"""A resignation over every way in: when the other is to move, and in the count, until that is agreed on."""

import json

import pytest

from tests.web.programs import duel
from tests.web.test_after_the_end import play
from tests.web.test_taken_home import fetch
from tests.web.wire import House, Made, Visitor, make
from yurei import records
from yurei.records import Entry, sgf
from yurei.referee.table import Table
from yurei.rules.state import RESIGN


@pytest.fixture
def made(house: House) -> Made:
    """Black has moved, White is to move."""
    made = make(house, width="5")
    play(made, "B2")
    return made


def test_black_resigns_on_the_page_while_white_is_to_move(made: Made) -> None:
    assert 'value="resign"' in made.part("black")
    assert made.seats["black"].post(made.at("black"), {"do": "resign"}).status == 303
    for chair in ("black", "white", "audience"):
        assert "Black resigns." in made.part(chair)
        assert "White wins by resignation." in made.part(chair)


def test_black_resigns_by_the_socket_while_white_is_to_move(made: Made) -> None:
    black = made.seats["black"].listen(made.at("black") + "/live")
    assert black.does("resign", request="one")["status"] == 200
    assert "White wins by resignation." in made.part("white")


def test_a_program_resigns_while_the_other_is_to_move(house: House) -> None:
    black, white = duel(house)
    black.does("stone", "B2")
    assert black.does("resign")["ended"]["winner"] == "white"
    assert white.sees()["heard"][-1]["said"] == "Black resigns."


def test_a_typed_resignation_waits_for_no_turn(made: Made) -> None:
    assert made.act("black", "stone", "resign").status == 200
    assert "White wins by resignation." in made.part("audience")


def test_either_resigns_in_the_count_until_it_is_agreed_on(made: Made) -> None:
    play(made, "")
    made.act("white", "pass")
    made.act("black", "pass")
    assert 'value="resign"' in made.part("white")
    assert 'value="resign"' not in made.part("audience")
    made.act("black", "settle")
    assert made.act("white", "resign").status == 200
    for chair in ("black", "white", "audience"):
        assert "White resigns." in made.part(chair)
        assert "Black wins by resignation." in made.part(chair)
    assert made.act("black", "resign").status == 409


def test_a_player_who_has_agreed_to_a_count_with_the_other_resigns_no_more(made: Made) -> None:
    made.act("white", "pass")
    made.act("black", "pass")
    made.act("black", "settle")
    made.act("white", "settle")
    before = made.house.happened(made.name)
    assert "the game is over" in made.act("white", "resign").text
    assert made.house.happened(made.name) == before


def test_a_game_resigned_in_its_count_is_taken_home_and_reads_back(made: Made) -> None:
    made.act("white", "pass")
    made.act("black", "pass")
    made.act("white", "resign")
    record = fetch(made, "record").body
    assert [each["kind"] for each in map(json.loads, record.splitlines()[1:-1])][-2:] == ["pass", "resign"]
    read = records.read(record)
    *_, (last, _) = records.replay(read, Table.of(read.settings))
    assert isinstance(last, Entry)
    assert (last.seat, last.attempt) == ("white", RESIGN)
    assert records.write(sgf.read(fetch(made, "sgf").body)).encode() == record
    assert "White resigns." in fetch(made, "sgf?of=viewers").text
    assert "White resigns." in fetch(made, "sgf?of=black").text


def test_it_is_made_again_after_a_restart(house: House) -> None:
    house.opens()
    made = make(house, width="5")
    play(made, "B2 pass pass")
    made.act("white", "resign")
    before = made.part("audience")
    house.dies()
    house.opens()
    assert made.part("audience") == before


def test_on_one_device_either_resigns_under_the_curtain_and_in_the_count(house: House) -> None:
    maker = Visitor(house)
    table = maker.post("/games", {"opponent": "one-device", "width": "5"}).location
    assert "curtain" in maker.send(table, {"do": "resign"}).text
    assert maker.send(table, {"do": "resign", "at": "white"}).status == 200
    assert "Black wins by resignation." in maker.fragment(table).text


def test_a_player_who_plays_both_sides_says_in_the_count_which_of_them_resigns(house: House) -> None:
    maker = Visitor(house)
    table = maker.post("/games", {"opponent": "solo", "width": "5"}).location
    for _ in range(2):
        maker.send(table, {"do": "pass"})
    shown = maker.fragment(table).text
    assert "Black resigns" in shown
    assert "White resigns" in shown
    assert "say which" in maker.send(table, {"do": "resign"}).text
    assert maker.send(table, {"do": "resign", "at": "white"}).status == 200
    assert "Black wins by resignation." in maker.fragment(table).text


def test_a_player_who_resigns_too_late_out_of_turn_hears_that_the_other_has_lost_on_time(house: House) -> None:
    made = make(house, width="5", clock="1")
    play(made, "B2 C3 D4")
    house.waits(61)
    made.act("black", "resign")
    assert "Black wins on time." in made.part("black")
