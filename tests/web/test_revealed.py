"""After the end everybody reads every point in the transcript, and how many stones were lost; before it nobody does."""

import re

import pytest

from tests.web.wire import House, Made, make
from yurei import referee as referees

CHAIRS = ("black", "white", "audience")


def page(made: Made, chair: str, more: str = "") -> str:
    return made.seats[chair].get(made.at(chair) + more).text


def transcript(text: str) -> list[str]:
    """The lines of a transcript without their tags, oldest first."""
    listed = re.search(r'<ol id="heard"[^>]*>(.*?)</ol>', text, re.DOTALL)
    assert listed is not None
    lines = [re.sub(r"<[^>]+>", "", line) for line in reversed(re.findall(r"<li[^>]*>(.*?)</li>", listed[1]))]
    return [" ".join(line.split()) for line in lines]


def counters(text: str) -> list[list[str]]:
    """Black's counters, then White's: moves, stones lost, tries refused."""
    sides = dict(re.findall(r'<div class="side (\w+)".*?(<dl class="counters".*?</dl>)', text, re.DOTALL))
    return [re.findall(r"<dd>(?:<abbr[^>]*>)?([^<]*)", sides[colour]) for colour in ("black", "white")]


def play(made: Made) -> None:
    """On 3x3 Black takes A1, and White is refused there, where it would have no liberty."""
    for seat, point in (("black", "B1"), ("white", "A1"), ("black", "A2"), ("white", "A1"), ("white", "C3")):
        assert made.act(seat, "stone", point).status == 200


@pytest.mark.by_day(one_in=3)
@pytest.mark.parametrize("referee", [each.slug for each in referees.ALL])
def test_every_try_has_its_point_once_the_game_is_over(house: House, referee: str) -> None:
    made = make(house, width="3", referee=referee)
    play(made)
    made.act("black", "resign")
    for chair in CHAIRS:
        for text in (page(made, chair), page(made, chair, "/heard")):
            points = [re.findall(r"\((\w\d)\)", line) for line in transcript(text)]
            assert points == [["B1"], ["A1"], ["A2"], ["A1", "C3"], []], "a turn has its refused try, then its move"
        assert counters(page(made, chair)) == [["2", "0", "0"], ["2", "1", "1"]]


def test_before_the_end_each_reads_the_own_points_alone(house: House) -> None:
    made = make(house, width="3", referee="kriegspiel")
    play(made)
    assert [line for line in transcript(page(made, "black")) if "(" in line] == [
        "Black has moved, White to play. (B1)",
        "Black has moved, White to play. (A2)",
    ]
    assert not any("(" in line for line in transcript(page(made, "audience", "/heard")))
    assert counters(page(made, "black")) == [["2", "0", "0"], ["2", "?", "1"]]


def test_a_loss_on_time_has_no_point_and_shifts_none(house: House) -> None:
    made = make(house, width="3", referee="kriegspiel", clock="5+3")
    play(made)
    house.waits(400)
    assert transcript(page(made, "white"))[-2:] == [
        "White: Illegal move. (A1) · White has moved, Black to play. (C3)",
        "Black has lost on time.",
    ]


def test_after_two_passes_the_count_shows_them_too(house: House) -> None:
    made = make(house, width="3", referee="kriegspiel")
    play(made)
    made.act("black", "pass")
    made.act("white", "pass")
    assert "White has moved, Black to play. (A1)" in transcript(page(made, "black"))


def test_a_ghost_that_a_stone_replaced_is_no_lost_stone(house: House) -> None:
    made = make(house, width="5", ruleset="no-seki-go")
    for seat, do, point in (
        ("black", "stone", "C3"),
        ("white", "stone", "A1"),
        ("black", "ghost", "C4"),
        ("white", "stone", "C4"),
    ):
        assert made.act(seat, do, point).status == 200
    made.act("black", "resign")
    assert counters(page(made, "audience")) == [["2", "0", "0"], ["2", "0", "0"]]
