"""Evenings in real browsers: a whole evening, layout, accessibility, live regions, and a club of forty behind one address."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.day_and_night import first_by_day
from tests.web.evenings import NAMES
from tests.web.people import Club, Server
from tests.web.test_every_page import at_an_evening, makes_evening

pytestmark = pytest.mark.browser


def test_the_next_round_is_seen_in_the_title_and_the_badge_of_the_last_table(club: Club) -> None:
    host = club.person().page
    _, links = makes_evening(host, NAMES[:2], 2)
    player = club.person().page
    player.goto(links[NAMES[0]])
    host.get_by_role("button", name="Pair the first round").click()
    player.wait_for_url(re.compile(r"/g/[\w-]+/(black|white)$"), wait_until="commit")
    host.locator(".enter summary").click()
    host.get_by_role("button", name="A draw").click()
    expect(player.locator("#said")).to_have_text("Decided by the host. A draw.")
    expect(player).to_have_title(re.compile("^Phantom Go"))
    expect(player.locator("#turns")).to_be_hidden()
    host.get_by_role("button", name="Pair the next round").click()
    for _ in range(2):
        expect(player).to_have_title(re.compile("^Next round – Phantom Go"))
        expect(player.locator("#turns")).to_have_text("1")
        player.reload()


def test_the_page_of_a_host_has_the_round_beside_the_tools(club: Club) -> None:
    host = club.person(viewport={"width": 1440, "height": 900}).page
    makes_evening(host, NAMES, 2)

    def top(what: str) -> Any:
        return host.locator(what).evaluate("each => each.getBoundingClientRect().top")

    assert top("#standings") == top("#host"), "the players"
    host.get_by_role("button", name="Pair the first round").click()
    expect(host.locator("#rounds")).to_be_visible()
    assert top("#rounds") == top("#host")
    host.locator("#players summary").click()
    assert top("#rounds") == top("#host"), "also beside the list of players unfolded"
    assert top("#standings") > top("#host")
    host.set_viewport_size({"width": 390, "height": 844})
    assert top("#host") < top("#rounds") < top("#standings")


SMALL = """() => [...document.querySelectorAll('main :is(a, button, summary, input, select)')]
  .filter((each) => each.checkVisibility() && !each.closest('p, .address, .card, .tool'))
  .filter((each) => each.getBoundingClientRect().height < 24).map((each) => each.outerHTML)"""


@pytest.mark.parametrize("width", first_by_day([320, 390, 768, 1280]))
def test_pages_of_an_evening_fit_the_screen_and_their_controls_a_finger(club: Club, width: int) -> None:
    for name, person in at_an_evening(Club(partial(club.arrive, viewport={"width": width, "height": 800}))):
        assert person.page.evaluate("document.documentElement.scrollWidth") <= width, name
        assert person.page.evaluate(SMALL) == [], name


LISTEN = """() => {
  window.said = [];
  const region = document.getElementById("news");
  new MutationObserver(() => said.push(region.textContent)).observe(region, { childList: true, characterData: true, subtree: true });
}"""


def listens(page: Page) -> None:
    """Note from now on whatever appears in the live region that is there now."""
    expect(page.locator("#news")).to_have_text("")
    page.evaluate(LISTEN)


def hears(page: Page, sentence: str, times: int = 1) -> None:
    """The live region has said so many things, the newest of them with this in it."""
    expect(page.locator("#news")).to_contain_text(sentence)
    assert len(page.evaluate("said")) == times, page.evaluate("said")
    assert page.locator("#table [role=status]").count() == 0, "no region that is replaced"


def test_the_lobby_says_which_challenge_is_new(club: Club) -> None:
    reader, first, second = (club.person().page for _ in range(3))
    reader.goto("/lobby")
    listens(reader)
    for number, (page, name) in enumerate(((first, "Chiyo"), (second, "Etsu")), 1):
        page.goto("/lobby")
        page.locator("#pair [name=nickname]").fill(name)
        page.locator("#pair [name=size]").select_option("13" if number == 1 else "19")
        page.locator("#pair .primary").click()
        expect(reader.locator(".challenge", has_text=name)).to_be_visible()
        hears(reader, f"{name}:", number)
    assert "Chiyo" not in reader.locator("#news").inner_text()


def test_plan_and_own_page_say_that_a_round_is_paired_and_that_the_evening_is_over(club: Club) -> None:
    host, reader, player = (club.person().page for _ in range(3))
    address, links = makes_evening(host, NAMES[:2], 3)
    reader.goto(address)
    listens(reader)
    player.goto(links["Etsu"])
    expect(player.locator("h1")).to_have_text("Etsu")
    host.locator("#next-round .primary").click()
    hears(reader, "Round 1 of")
    player.wait_for_url("**/g/*/*")
    player.goto(f"{address}/p/2")
    listens(player)
    host.evaluate("""() => document.querySelector("form[action$='/end']").submit()""")
    hears(reader, "The evening is over.", 2)
    hears(player, "The evening is over.")


@pytest.fixture
def limited_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server that lets five people share an address."""
    monkeypatch.setenv("YUREI_PEOPLE_PER_ADDRESS", "5")
    server = Server(tmp_path / "games.db", limited=True)
    server.start()
    yield server
    server.stop()


@pytest.mark.nightly  # by day test_limits.py has a club of forty without browsers
def test_four_browsers_at_an_address_for_five_people_are_refused_nothing(
    limited_server: Server, new_context: Callable[..., BrowserContext]
) -> None:
    troubles: list[str] = []  # what the browsers complain of: a refused request, too

    def arrive() -> BrowserContext:
        context = new_context(locale="en-GB", reduced_motion="reduce", base_url=limited_server.address)
        context.on("console", lambda said: troubles.append(said.text) if said.type == "error" else None)
        context.on("weberror", lambda error: troubles.append(str(error.error)))
        return context

    club = Club(arrive)
    host, watcher, one, other = (club.person() for _ in range(4))
    address, links = makes_evening(host.page, NAMES[:2], 2)
    wall = host.page.context.new_page()
    wall.goto(f"{address}/wall")
    watcher.page.goto(address)
    for player, link in zip((one, other), links.values(), strict=True):
        player.page.goto(link)
    for name in ("Pair the first round", "Pair the next round"):
        host.page.get_by_role("button", name=name).click()
        for player in (one, other):
            player.page.wait_for_url(re.compile(r"/g/[\w-]+/(black|white)$"))
        black, white = (one, other) if one.page.url.endswith("black") else (other, one)
        black.tries("B2")
        expect(white.page.locator("#turn.yours")).to_be_visible()
        white.tries("B2")
        white.hears("Illegal move.")
        white.resigns()
        for player in (one, other):
            player.page.get_by_role("link", name="To the evening").click()
    for page in (host.page, watcher.page, wall):
        expect(page.locator("#status")).to_contain_text("All rounds are played.")
    assert troubles == []
