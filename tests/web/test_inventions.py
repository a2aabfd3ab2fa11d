"""Atari Go and Toroidal Go at the doors: a first capture ends the game everywhere, and a torus goes on at its edge."""

import json
import re

import pytest

from tests.doors.gtp.session import engine, holds
from tests.web.wire import House, make
from yurei import records
from yurei.apps.jsonlines import Session

ONCE_MORE = re.compile(r'<use class="beyond" href="#(\w+-stone)"')


def test_atari_go_ends_in_the_browser_with_the_first_capture(house: House) -> None:
    made = make(house, ruleset="atari-go", referee="kriegspiel", width="3")
    for seat, point in (("black", "A2"), ("white", "A1"), ("black", "C3"), ("white", "C1"), ("black", "B1")):
        assert made.act(seat, "stone", point).status == 200
    for seat in ("black", "white", "audience"):
        page = made.page(seat)
        assert "Black wins by capture." in page
        assert made.seats[seat].get(made.at(seat) + "/replay?at=5").status == 200
    kept = records.read(made.seats["black"].get(made.at("black") + "/record").body)
    assert (kept.settings.ruleset.slug, len(kept.entries)) == ("atari-go", 5)


def test_stones_repeat_beyond_the_edge_of_a_torus_for_their_viewers_only(house: House) -> None:
    made = make(house, ruleset="toroidal-go", width="4")
    made.act("black", "stone", "A1")
    made.act("white", "stone", "C2")
    made.act("black", "stone", "D3")
    black, white, all_ = (made.page(seat) for seat in ("black", "white", "audience"))
    assert ONCE_MORE.findall(black) == ["black-stone"] * 4, "three times for the corner, once for the side"
    assert ONCE_MORE.findall(white) == []
    assert ONCE_MORE.findall(all_) == []


def test_a_capture_across_the_edge_is_told_in_the_browser(house: House) -> None:
    made = make(house, ruleset="toroidal-go", width="4")
    tries = (("black", "A2"), ("white", "A1"), ("black", "B1"), ("white", "C3"), ("black", "D1"), ("white", "B3"))
    for seat, point in tries:
        assert made.act(seat, "stone", point).status == 200
    made.act("black", "stone", "A4")
    assert "Black has captured the following stones: A1." in made.part("white")


@pytest.mark.parametrize(
    ("game", "setup", "point", "removed", "result"),
    [
        ("atari-go", ".../.B./BW.", "C1", ["B1"], {"winner": "black", "by": "capture"}),
        ("toroidal-go", "..../..../B.../WB.B", "A4", ["A1"], None),
    ],
)
def test_the_line_protocol_answers(
    game: str, setup: str, point: str, removed: list[str], result: dict[str, str] | None
) -> None:
    session, lines = Session(), len(setup.split("/"))
    new = {"op": "new", "settings": {"ruleset": game, "width": lines, "height": lines}, "setup": setup}
    assert json.loads(session.answer(json.dumps(new)) or "")["ok"]
    answer = json.loads(session.answer(json.dumps({"op": "try", "kind": "stone", "point": point})) or "")
    assert (answer["removed"]["white_stones"], answer["result"]) == (removed, result)


def test_an_engine_of_gtp_plays_on_a_torus() -> None:
    holds(
        engine(ruleset="toroidal-go", width=4, height=4),
        """
        > play w A1
        =
        > play b A2
        =
        > play b B1
        =
        > play b D1
        =
        > play b A4
        =
        > list_stones white
        =
        """,
    )


def test_an_engine_of_gtp_counts_a_first_capture_as_a_win() -> None:
    holds(
        engine(ruleset="atari-go", width=3, height=3),
        """
        > play w A1
        =
        > play b A2
        =
        > play b B1
        =
        > final_score
        = B+…
        """,
    )
