"""Evenings in real browsers: a whole evening, layout, accessibility, live regions, and a club of forty behind one address."""

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # it has no types
from playwright.sync_api import BrowserContext, Page, Response, expect

from tests.day_and_night import first_by_day
from tests.web.evenings import NAMES
from tests.web.people import Club, Person, Server
from tests.web.test_every_page import COLOURS, violations
from tests.web.test_limits import PLAYERS, WATCHERS
from yurei.club.model.sanitize import LONGEST_NAME

pytestmark = pytest.mark.browser


def evening(host: Page, names: tuple[str, ...], rounds: int) -> tuple[str, dict[str, str]]:
    """The host makes an evening on one page, and prints the links; its address, and the links by name."""
    host.goto("/evenings/new")
    host.get_by_label("a name on each line").fill("\n".join(names))
    host.get_by_label("Name of the evening").fill("Thursday")
    host.get_by_label("Rounds").fill(f"{rounds}")
    host.locator("[name=size][value=own]").check()
    host.locator("[name=width]").fill("3")
    host.get_by_role("button", name="Make the evening").click()
    expect(host.locator("#status")).to_have_text("The first round has not begun yet.")
    address = host.url
    host.goto(f"{address}/print")
    codes = host.locator(".code:has(a)")
    links = dict(zip(codes.locator(".who").all_inner_texts(), codes.locator("a").all_inner_texts(), strict=True))
    assert tuple(links) == names
    expect(host.get_by_role("img", name="The link of Chiyo")).to_be_visible()
    host.goto(address)
    return address, links


def at_tables(people: dict[str, Person], names: tuple[str, ...]) -> list[dict[str, str]]:
    """Whoever waits is led to his board by himself; who sits where at each table, by colour."""
    tables: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for name in names:
        people[name].page.wait_for_url(re.compile(r"/g/[\w-]+/(black|white)$"), wait_until="commit")
        _, game, chair = people[name].page.url.rsplit("/", 2)
        tables[game][chair] = name
    assert all(set(table) == {"black", "white"} for table in tables.values())
    return list(tables.values())


def resigns(person: Person) -> None:
    person.resigns()
    person.page.get_by_role("link", name="To the evening").wait_for()


def test_the_next_round_is_seen_in_the_title_and_the_badge_of_the_last_table(club: Club) -> None:
    host = club.person().page
    _, links = evening(host, NAMES[:2], 2)
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
    expect(player).to_have_title(re.compile("^Next round – Phantom Go"))
    expect(player.locator("#turns")).to_have_text("1")
    player.reload()
    expect(player).to_have_title(re.compile("^Next round – Phantom Go"))
    expect(player.locator("#turns")).to_have_text("1")


def test_the_page_of_a_host_has_the_round_beside_the_tools(club: Club) -> None:
    host = club.person(viewport={"width": 1440, "height": 900}).page
    evening(host, NAMES, 2)

    def top(what: str) -> float:
        box = host.locator(what).bounding_box()
        assert box is not None
        return box["y"]

    assert top("#standings") == top("#host"), "the players"
    host.get_by_role("button", name="Pair the first round").click()
    expect(host.locator("#rounds")).to_be_visible()
    assert top("#rounds") == top("#host")
    host.locator("#players summary").click()
    assert top("#rounds") == top("#host"), "also beside the list of players unfolded"
    assert top("#standings") > top("#host")
    host.set_viewport_size({"width": 390, "height": 844})
    assert top("#host") < top("#rounds") < top("#standings")


@pytest.mark.nightly  # by day test_evenings.py plays it without a browser
@pytest.mark.parametrize("scheme", first_by_day(["light", "dark"]))
def test_a_telephone_needs_no_script_and_nothing_bars_anybody(club: Club, scheme: Literal["light", "dark"]) -> None:
    host, axe = club.person().page, Axe()
    found: list[str] = []

    def looked_at(page: Page, name: str) -> None:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found.extend(
            f"{name}: {violation}" for violation in violations(axe, page, [] if scheme == "light" else COLOURS)
        )

    host.goto("/evenings/new")
    looked_at(host, "making an evening")
    address, links = evening(host, NAMES[:2], 1)
    looked_at(host, "the plan before the first round")
    phones = [club.person(java_script_enabled=False, viewport={"width": 320, "height": 640}) for _ in range(2)]
    for phone, link in zip(phones, links.values(), strict=True):
        phone.page.goto(link)
    host.locator("#next-round button").click()
    host.get_by_label("Table 1: enter the result").click()
    host.get_by_text("who has left").click()
    looked_at(host, "the plan of its host")
    for page in ("print", "wall"):
        host.goto(f"{address}/{page}")
        looked_at(host, page)
    for phone in phones:
        phone.page.reload()
        phone.page.get_by_role("button", name="To the board").click()
        phone.page.wait_for_url(re.compile("/g/"))
    white = next(phone for phone in phones if phone.page.url.endswith("white"))
    black = next(phone for phone in phones if phone.page.url.endswith("black"))
    black.resigns()
    host.goto(address)
    expect(host.locator("#status")).to_contain_text(
        "The evening is over."
    )  # a page without a script would look again much later
    white.page.goto(f"{address}/mine")
    expect(white.page.locator("#now")).to_contain_text("The evening is over.")
    host.goto(links["Etsu"])
    expect(host.locator("main")).to_contain_text("used in another browser")
    reader = club.person()
    reader.page.goto(address)
    looked_at(reader.page, "the plan for everybody")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("width", first_by_day([320, 390, 768, 1280]))
def test_no_page_of_an_evening_is_wider_than_the_screen(club: Club, width: int) -> None:
    host = club.arrive(viewport={"width": width, "height": 800}).new_page()
    names = ("Unbreakable-name-here"[:LONGEST_NAME], "W" * LONGEST_NAME, "雨" * LONGEST_NAME)
    host.goto("/evenings/new")
    pages = ["/evenings/new"]
    host.locator("[name=names]").fill("\n".join(names))
    host.locator("[name=title]").fill("W" * 60)
    host.get_by_role("button", name="Make the evening").click()
    expect(host.locator("#next-round")).to_be_visible()
    host.locator("#next-round button").click()
    expect(host.locator("#rounds")).to_be_visible()
    pages += [host.url, f"{host.url}/print", f"{host.url}/wall"]
    for page in pages:
        host.goto(page)
        host.evaluate("() => { for (const each of document.querySelectorAll('main details')) each.open = true; }")
        over = host.evaluate("() => document.documentElement.scrollWidth - innerWidth")
        assert over <= 0, page
        small = host.evaluate(
            """() => [...document.querySelectorAll('main :is(a, button, summary, input, select)')]
                .filter((each) => each.checkVisibility() && !each.closest('p, .address, .card, .tool'))
                .filter((each) => each.getBoundingClientRect().height < 24).map((each) => each.outerHTML)"""
        )
        assert small == [], page


# Live regions for screen readers.

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


def test_an_evening_says_that_a_round_is_paired_and_that_it_is_over(club: Club) -> None:
    host, reader = (club.person().page for _ in range(2))
    address, _ = evening(host, NAMES[:2], 3)
    reader.goto(address)
    listens(reader)
    host.locator("#next-round .primary").click()
    hears(reader, "Round 1 of")
    host.evaluate("""() => document.querySelector("form[action$='/end']").submit()""")
    hears(reader, "The evening is over.", 2)


def test_a_player_who_is_back_at_their_own_page_hears_the_end_of_the_evening(club: Club) -> None:
    host, player = (club.person().page for _ in range(2))
    address, links = evening(host, NAMES[:2], 3)
    player.goto(links["Etsu"])
    expect(player.locator("h1")).to_have_text("Etsu")
    host.locator("#next-round .primary").click()
    player.wait_for_url("**/g/*/*")
    player.goto(f"{address}/p/2")
    listens(player)
    host.evaluate("""() => document.querySelector("form[action$='/end']").submit()""")
    hears(player, "The evening is over.")


# Forty browsers behind one address.

REFUSALS = (429, 503)


def watch_for_trouble(context: BrowserContext, troubles: list[str], answers: list[str]) -> BrowserContext:
    """Note all answers to a browser, and whatever was refused or whatever its pages complained of."""

    def note(answer: Response) -> None:
        answers.append(answer.url)
        if answer.status in REFUSALS:
            troubles.append(f"{answer.status} {answer.url}")

    def watch(page: Page) -> None:
        page.on("console", lambda said: troubles.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: troubles.append(str(error)))

    context.on("response", note)
    context.on("page", watch)
    return context


@pytest.fixture
def limited_server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "games.db", limited=True)
    server.start()
    yield server
    server.stop()


@pytest.mark.browser
@pytest.mark.nightly
@pytest.mark.timeout(900)
def test_a_club_of_forty_browsers_behind_one_address_plays_two_rounds(
    limited_server: Server, new_context: Callable[..., BrowserContext]
) -> None:
    usual = {"locale": "en-GB", "reduced_motion": "reduce", "base_url": limited_server.address}
    troubles, answers = list[str](), list[str]()
    club = Club(lambda **traits: watch_for_trouble(new_context(**usual, **traits), troubles, answers))
    names = ("Chiyo", *(f"Player {number}" for number in range(2, PLAYERS + 1)))
    host = club.person().page
    address, links = evening(host, names, 2)
    people = {name: club.person() for name in names}
    watchers = [club.person() for _ in range(WATCHERS)]
    wall = host.context.new_page()

    began = monotonic()
    wall.goto(f"{address}/wall", wait_until="commit")
    for name, link in links.items():
        people[name].page.goto(link, wait_until="commit")
    for watcher in watchers:
        watcher.page.goto(address, wait_until="commit")
    arrived = monotonic() - began
    for name, person in people.items():
        expect(person.page.locator("h1")).to_have_text(name)

    for number in range(2):
        host.get_by_role("button", name="Pair the next round" if number else "Pair the first round").click()
        tables = at_tables(people, names)
        for table in tables:
            people[table["black"]].tries("B2")
        for table in tables:
            people[table["white"]].tries("B2")
            people[table["white"]].hears("Illegal move.")
        for table in tables:
            resigns(people[table["white"]])
        if not number:
            for name in names:
                people[name].page.get_by_role("link", name="To the evening").click()
    for page in (host, wall):
        expect(page.locator("#status")).to_contain_text("The evening is over.")
    taken = monotonic() - began
    print(json.dumps({"arrived": round(arrived, 1), "both rounds": round(taken, 1), "answers": len(answers)}))
    assert len(answers) > 40 * 10
    assert troubles == []
