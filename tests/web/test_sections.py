"""A socket sends the sections that change, and they make the page that a fresh load shows: the full recomputation."""

import json
import re
from collections.abc import Mapping

import pytest
from htpy import p
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.web.wire import House, Made, Socket, make
from yurei.apps.web.shell.sections import Drawing, Sections
from yurei.apps.web.table import page as table

POINTS = [f"{column}{row}" for column in "ABC" for row in "123"]
ACTIONS = st.one_of(
    st.tuples(st.just("stone"), st.sampled_from(POINTS)),
    st.tuples(st.just("ghost"), st.sampled_from(POINTS)),
    st.tuples(st.sampled_from(["pencil-black", "pencil-cross", "dead"]), st.sampled_from(POINTS)),
    st.tuples(
        st.sampled_from(
            ["pass", "pass", "offer", "accept", "decline", "takeback", "takeback-accept", "settle", "dispute", "resign"]
        ),
        st.just(""),
    ),
    st.tuples(st.just("chat"), st.sampled_from(["hello", "<b>&amp;", "こんにちは 👻"])),
)
CHAIRS = ("black", "white", "referee", "audience")
EVENTS = st.lists(st.tuples(st.sampled_from(["black", "white", "mover"]), ACTIONS), max_size=25)
GAMES = st.fixed_dictionaries(
    {
        "ruleset": st.sampled_from(["go", "japanese", "alter-igo", "no-seki-go"]),
        "referee": st.sampled_from(["common", "hamburg", "kriegspiel", "olympiad", "counted", "open", "fog"]),
        "clock": st.sampled_from(["none", "fischer", "byo-yomi", "canadian", "absolute", "simple", "correspondence"]),
    }
)
CLOCK = re.compile(r'<div id="clock-.*?</div>')


def still(page: str) -> str:
    """A page without its clocks, which an open page gets as data."""
    return CLOCK.sub("", page)


def act(made: Made, seat: str, do: str, at: str) -> None:
    """Do something; what is refused is refused."""
    if do == "chat":
        made.seats[seat].send(f"{made.at(seat)}/chat", {"text": at})
    else:
        made.act(seat, do, at)


def play(house: House, options: Mapping[str, str], events: list[tuple[str, tuple[str, str]]]) -> None:
    """Play a game on 3x3 with an open page on each chair, and compare each with a fresh load after every event."""
    made = make(house, width="3", **options)
    sockets = {chair: made.seats[chair].listen(f"{made.at(chair)}/live") for chair in CHAIRS}
    game = house.run(house.club.games.once(made.name))
    for who, (do, at) in events:
        act(made, (game.to_move or "black") if who == "mover" else who, do, at)
        for chair, socket in sockets.items():
            assert still(socket.frames[-1]) == still(made.part(chair).rstrip()), (
                chair,
                do,
                at,
            )
            assert_clocks_are_data(socket)


def assert_clocks_are_data(socket: Socket) -> None:
    """The time of a clock stands in no HTML that is sent."""
    assert "data-stages" not in socket.raw[-1]


@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(options=GAMES, events=EVENTS)
def test_sections_make_the_page_that_a_fresh_load_shows(
    options: dict[str, str], events: list[tuple[str, tuple[str, str]]]
) -> None:
    with House() as house:
        play(house, options, events)


GAME = {"ruleset": "go", "referee": "open", "clock": "fischer"}
PLAYED = [("mover", ("stone", "A1")), ("mover", ("stone", "C3")), ("black", ("offer", "")), ("mover", ("stone", "B2"))]


def without(left_out: str) -> object:
    """A comparison of drawings that leaves a section out."""
    compare = Drawing.changed_since

    def changed_since(now: Drawing, before: Drawing) -> dict[str, str] | None:
        changed = compare(now, before)
        return changed and {name: html for name, html in changed.items() if name != left_out}

    return changed_since


@pytest.mark.parametrize("left_out", ["section-turn", "section-actions", "section-transcript", "s-black-1"])
def test_a_section_that_is_left_out_is_found(house: House, monkeypatch: pytest.MonkeyPatch, left_out: str) -> None:
    play(house, GAME, PLAYED)
    monkeypatch.setattr(Drawing, "changed_since", without(left_out))
    with pytest.raises(AssertionError):
        play(house, GAME, PLAYED)


def test_a_clock_in_the_html_is_found(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    draw = table.draw
    monkeypatch.setattr("yurei.apps.web.table.live.draw", lambda page: draw(page, clocks=True))
    with pytest.raises(AssertionError):
        play(house, GAME, PLAYED)


def test_a_layout_that_differs_is_sent_whole() -> None:
    def drawn(*content: str) -> Drawing:
        part = Sections(clocks=False)
        return part.drawing(p[part.add("turn", content[0]), *content[1:]])

    before = drawn("Black & White")
    assert drawn("White").changed_since(before) == {
        "section-turn": '<div id="section-turn" data-section="">White</div>'
    }
    assert drawn("Black & White").changed_since(before) == {}
    assert drawn("Black & White", "more").changed_since(before) is None
    assert {type(text) for text in (before.html, before.layout, *before.sections.values())} == {str}


def test_a_try_sends_little(house: House) -> None:
    made = make(house, width="9")
    _, socket = (made.seats[chair].listen(f"{made.at(chair)}/live") for chair in ("black", "white"))
    made.act("black", "stone", "E5")
    frame = json.loads(socket.raw[-1])
    assert set(frame) == {"number", "sections", "clocks"}
    assert set(frame["sections"]) == {
        "section-black",
        "section-white",
        "section-told",
        "section-turn",
        "section-transcript",
    }
    assert len(socket.raw[-1].rstrip()) < 2000
    assert len(socket.raw[-1]) < 6000, "with the spaces that hide where on a board something has changed"
