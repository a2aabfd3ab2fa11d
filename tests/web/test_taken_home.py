"""What can be taken home of a game that has ended: all of it as SGF, and what each side knew. Before the end nothing."""

import json
import re

import pytest

from tests.doors.sgf.readers import with_katrain, with_sgfmill
from tests.web.wire import Answer, House, Made, make
from yurei import records
from yurei.records import sgf
from yurei.referee.plain import view_from_bytes, view_to_bytes

FILES = ("sgf", "sgf?of=viewers", "sgf?of=black", "sgf?of=white", "sgf?of=audience", "knew?of=black", "knew")


@pytest.fixture
def made(house: House) -> Made:
    """A hidden game with names and a clock, in which a try was refused and a point pencilled."""
    made = make(house, width="5", komi="0.5", clock="10+3x30(b)")
    made.seats["black"].post("/you", {"nickname": "Aki ]\\["})
    for seat, do, at in (
        ("black", "stone", "C3"), ("white", "stone", "C3"), ("white", "pencil-black", "C3"), ("white", "stone", "D4"),
    ):  # fmt: skip
        assert made.act(seat, do, at).status == 200, (seat, do)
    return made


def fetch(made: Made, file: str, chair: str = "white") -> Answer:
    return made.seats[chair].get(f"{made.at(chair)}/{file}")


def test_before_the_end_nothing_leaves(made: Made) -> None:
    for chair in made.seats:
        for file in FILES:
            answer = fetch(made, file, chair)
            assert answer.status == 409, (chair, file)
            assert not re.search(r"C3|\[cc\]|YR\[", answer.text)


def test_the_native_form_is_the_record_to_the_byte_and_knows_names_clock_and_pencil(made: Made) -> None:
    made.act("black", "resign")
    answer = fetch(made, "sgf")
    assert records.write(sgf.read(answer.body)).encode() == fetch(made, "record").body
    root, *nodes = sgf.main_line(answer.body)
    assert (root["TM"], root["OT"], root["KM"], root["RE"]) == (["600"], ["3x30 byo-yomi"], ["0.5"], ["W+R"])
    assert root["PB"] == ["Aki ]\\["]
    assert [node["YP"] for node in nodes if "YP" in node] == [['{"white":{"C3":"black"}}']]
    assert dict(answer.headers)[b"content-disposition"].endswith(f'yurei-{made.name}.sgf"'.encode())
    assert dict(answer.headers)[b"content-type"] == b"application/x-go-sgf"
    assert dict(answer.headers)[b"x-content-type-options"] == b"nosniff"


def test_other_programs_show_the_board_of_both_forms(made: Made) -> None:
    made.act("black", "resign")
    for file in ("sgf", "sgf?of=viewers"):
        text = fetch(made, file).text
        *_, (_, shown) = with_sgfmill(text)
        *_, (_, also) = with_katrain(text)
        assert shown == also == {(2, 2): "b", (3, 3): "w"}


def test_the_downloads_of_a_side_contain_only_its_own_knowledge(made: Made) -> None:
    made.act("black", "resign")
    for seat, shown in (("black", {(2, 2): "b"}), ("white", {(3, 3): "w"}), ("audience", {})):
        text = fetch(made, f"sgf?of={seat}").text
        *_, (_, board) = with_sgfmill(text)
        assert board == shown
        assert "YR[" not in text
        view = view_from_bytes(fetch(made, f"knew?of={seat}").body)
        assert view.seat.name == seat
        assert view_to_bytes(view) == fetch(made, f"knew?of={seat}").body
    assert "MA[cc]" in fetch(made, "sgf?of=white").text
    assert "MA[" not in fetch(made, "sgf?of=black").text


def test_the_result_is_that_of_the_count_once_both_have_agreed(made: Made) -> None:
    for seat in ("black", "white"):
        made.act(seat, "pass")
    for file in ("sgf", "sgf?of=viewers", "sgf?of=black"):
        assert "RE" not in sgf.main_line(fetch(made, file).body)[0]
    made.act("black", "dead", "D4")
    for seat in ("black", "white"):
        made.act(seat, "settle", "D4")
    for file in ("sgf", "sgf?of=viewers", "sgf?of=black"):
        assert sgf.main_line(fetch(made, file).body)[0]["RE"] == ["B+24.5"]
    assert records.write(sgf.read(fetch(made, "sgf").body)).encode() == fetch(made, "record").body


def test_a_seat_that_is_none_is_named(made: Made) -> None:
    made.act("black", "resign")
    for file in ("sgf?of=green", "knew?of=green", "sgf?of=%22%0d%0a"):
        answer = fetch(made, file)
        assert answer.status in (404, 422)
        assert "there is no seat" in answer.text
    assert json.loads(fetch(made, "knew").body)["seat"] == "audience"


def test_the_page_leads_to_all_of_it(made: Made) -> None:
    made.act("black", "resign")
    page = made.page("white")
    for file in ("sgf", "sgf?of=viewers", "sgf?of=black", "knew?of=white"):
        assert f'href="{made.at("white")}/{file}"' in page


def test_every_file_has_a_name_of_its_own(made: Made) -> None:
    made.act("black", "resign")
    links = re.findall(rf'href="{made.at("black")}/([^"]*)"', made.part("black"))
    files = {file for file in links if "replay" not in file and file != "heard"}
    assert files >= {"record", "sgf", "transcript", "transcript?of=black", "knew?of=white"}
    names = {dict(fetch(made, file, "black").headers)[b"content-disposition"] for file in files}
    assert len(names) == len(files)
