"""A socket sends what has changed of a page, and whoever knows the page before has the whole new one."""

from __future__ import annotations

from htpy import p
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import expect

from tests.doors.web.people import Club
from tests.doors.web.wire import House, make, put_together
from yurei.apps.web.deltas import delta
from yurei.apps.web.parts.pieces import Drawing

ELEMENTS = st.sampled_from(
    ["<p>", "<p>C3</p>", "<li>White has moved.</li>", "</div>", '<use id="s-black-C3"/>', "<i>é…</i>"]
)
LONG_PARTS = st.lists(ELEMENTS, min_size=20).map("".join)
PAGES = st.lists(ELEMENTS | LONG_PARTS | st.text(max_size=3).map("<b>{}".format), min_size=1).map(Drawing)
LINES = [f"<li>Black has moved, White to play. <i>{number}</i></li>" for number in range(50)]
LONG = Drawing(["<section>", *LINES])


@given(PAGES, PAGES)
def test_the_page_before_and_what_has_changed_make_the_page(before: Drawing, now: Drawing) -> None:
    assert put_together([before.html], delta(before, now)) == now.html


@given(PAGES, PAGES, PAGES)
def test_so_they_do_one_after_the_other(first: Drawing, second: Drawing, third: Drawing) -> None:
    for before, now in ((first, second), (second, third), (third, second)):
        assert put_together([before.html], delta(before, now)) == now.html


def test_marked_up_parts_are_sent_like_plain_ones() -> None:
    """A clock is an element of htpy: a Markup, which escapes what it is joined to."""
    before = Drawing(["<div>", str(p("#clock")["4:59"]), *LINES])
    now = Drawing(["<div>", "<p>new</p>", str(p("#clock")["4:58"]), "<p>new</p>", *LINES])
    assert put_together([before.html], delta(before, now)) == now.html
    assert {type(part) for part in now.parts} == {str}


def test_what_has_changed_is_short() -> None:
    first = Drawing(['<section data-number="7">', "<li>White has moved, Black to play.</li>", *LINES])
    assert len(delta(LONG, first)) < 120
    assert delta(LONG, LONG) == f"[[0,{len(LONG.html)}]]"


def test_of_a_long_part_only_what_has_changed_is_sent() -> None:
    inside = [
        Drawing(["<section>", "".join(LINES[:20]) + said + "".join(LINES[20:]), "</section>"])
        for said in ("", "<b>E5</b>")
    ]
    for before, now in (inside, inside[::-1]):
        assert put_together([before.html], delta(before, now)) == now.html
        assert len(delta(before, now)) < 150


def test_a_page_with_letters_that_browsers_count_twice_is_sent_whole() -> None:
    wide = Drawing([*LONG.parts, "<b>😀"])
    for before, now in ((LONG, wide), (wide, LONG)):
        assert delta(before, now) == now.html


def test_a_try_sends_little() -> None:
    with House() as house:
        made = make(house)
        ears = [made.seats[chair].listen(f"{made.at(chair)}/live") for chair in ("black", "white", "audience")]
        for seat, point in (("black", "C3"), ("white", "E5"), ("black", "D3")):
            made.act(seat, "stone", point)
        for ear in ears:
            whole, *later = ear.raw
            assert whole.startswith("<div")
            assert len(later) >= 3
            assert all(len(frame) < len(whole) / 2 for frame in later)


DRAWN = (
    "() => ['#people', '.voice', '.board svg', '#heard', '#talk'].map(each => document.querySelector(each).outerHTML)"
)


def test_a_browser_makes_the_same_of_it(club: Club) -> None:
    black, white = club.duel(width="5")
    for person, words, point in ((black, "é, \u202f…", "C3"), (white, "\U0001f600", "D4"), (black, "Go!", "C4")):
        person.page.locator("#say").fill(words)
        person.page.locator(".chat button").click()
        person.tries(point)
    white.hears("Black has moved, White to play.")
    expect(white.page.locator("#talk")).to_contain_text("Go!")
    for person in (black, white):
        live = person.page.evaluate(DRAWN)
        person.page.reload()
        assert person.page.evaluate(DRAWN) == live
