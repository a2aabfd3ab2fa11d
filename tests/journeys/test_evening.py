"""A club's evening of six: one never comes, one comes late, one leaves early; the host has it all in hand, to the standings."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.journeys.journey import Journey
from tests.web.people import Person

NAMES = ["Chiyo", "Etsu", "Honda", "Kuro", "Ota", "Sei"]
NO_SHOW, LATE, LEAVING = "Sei", "Murasaki", "Kuro"


def makes_an_evening(host: Page) -> str:
    host.goto("/")
    host.locator(".place[href='/evenings/new']").click()
    host.locator("[name=size][value=own]").check()
    for field, value in {"names": "\n".join(NAMES), "title": "Thursday", "rounds": "2", "width": "3"}.items():
        host.locator(f"[name={field}]").fill(value)
    host.locator("#new button.primary").click()
    expect(host.locator("#next-round")).to_be_visible()
    return host.url


def read_links(host: Page, address: str) -> dict[str, str]:
    """Open the sheet that is printed; the link of each player, by name."""
    host.goto(f"{address}/print")
    codes = host.locator(".code:has(a)")
    links = dict(zip(codes.locator(".who").all_inner_texts(), codes.locator("a").all_inner_texts(), strict=True))
    host.goto(address)
    return links


def comes(journey: Journey, name: str, link: str) -> Person:
    person = journey.person()
    person.page.goto(link)
    expect(person.page.locator("h1")).to_have_text(name)
    return person


def led_to_the_board(person: Person) -> str:
    """Who waits comes to the board unasked; the colour."""
    person.page.wait_for_url(re.compile(r"/g/[\w-]+/(black|white)$"), wait_until="commit")
    expect(person.page.locator("#play, .ended, #table").first).to_be_visible()
    return person.page.url.rpartition("/")[2]


def plays(people: dict[str, Person]) -> None:
    colours = {name: led_to_the_board(person) for name, person in people.items()}
    for name, person in people.items():
        if colours[name] == "black":
            person.resigns()


def row_of(host: Page, name: str) -> tuple[str, list[str]]:
    """The table of a player in the newest round: its number, and its two names."""
    own = host.locator("bdi", has_text=re.compile(f"^{name}$"))
    cells = host.locator("#rounds table.rounds").first.locator("tr", has=own).first
    return cells.locator("th").inner_text(), cells.locator("td").all_inner_texts()[:2]


def opens_the_list(host: Page) -> Locator:
    if host.locator("#players").get_attribute("open") is None:
        host.locator("#players > summary").click()
    return host.locator("#players")


def test_six_people_and_a_host(journey: Journey) -> None:
    host = journey.person().page
    address = makes_an_evening(host)
    links = read_links(host, address)
    assert list(links) == NAMES
    people = {name: comes(journey, name, links[name]) for name in NAMES if name != NO_SHOW}
    journey.check()

    host.locator("#next-round button").click()
    at, pair = row_of(host, NO_SHOW)
    waiting = next(name for name in pair if name != NO_SHOW)
    plays({name: person for name, person in people.items() if name != waiting})
    led_to_the_board(people[waiting])
    host.locator(f"#enter-1-{at} > summary").click()
    winner = ("black", "white")[pair.index(waiting)]
    host.locator(f"#enter-1-{at} button[value={winner}]").click()
    expect(host.locator("#next-round")).to_be_visible()
    for name in (NO_SHOW, LEAVING):
        member = opens_the_list(host).locator(".member", has_text=name)
        member.locator("button[value=gone]").click()
        expect(member.locator("button[value=back]")).to_have_count(1)
    opens_the_list(host).locator(".add [name=name]").fill(LATE)
    host.locator("#players .add button").click()
    expect(host.locator("#players")).to_contain_text(LATE)
    people[LATE] = comes(journey, LATE, read_links(host, address)[LATE])

    people[waiting].page.goto(f"{address}/mine")
    for name, person in people.items():
        if name not in (waiting, LATE):
            person.page.locator("#evening a").click()
        expect(person.page.locator("#now")).to_be_visible()
    host.locator("#next-round button").click()
    table = host.locator("#rounds table.rounds").first
    bye = table.locator("td .note").locator("xpath=../..").locator("td").first.inner_text()
    players = [name for name in people if name not in (LEAVING, bye)]
    assert len(players) == 4
    assert not any(name in table.inner_text() for name in (NO_SHOW, LEAVING))
    plays({name: people[name] for name in players})
    for page in (host, people[LEAVING].page, people[bye].page):
        expect(page.locator("#table")).to_have_class("evening")
        expect(page.locator(".standings tbody tr")).to_have_count(len(NAMES) + 1)
    host.wait_for_function(
        """() => [...document.querySelectorAll(".standings td:nth-child(3)")]
            .reduce((sum, cell) => sum + Number(cell.textContent), 0) === 6"""
    )  # five games and a bye
    expect(host.locator("#next-round")).to_contain_text("further round")
    absent = host.locator(".standings tbody tr", has_text=NO_SHOW)
    expect(absent.locator("td:nth-child(3)")).to_have_text("0")
    journey.ends()
