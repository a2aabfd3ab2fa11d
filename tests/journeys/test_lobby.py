"""The lobby: two people with the same wish meet there, play, and play again with colours swapped; others send a link."""

import re

from playwright.sync_api import expect

from tests.journeys.journey import Journey
from tests.web.people import Person

GAME = {"ruleset": "no-seki-go", "referee": "olympiad", "size": "13", "clock": "5+5x30(b)"}


def looks_for_an_opponent(person: Person, name: str, **wish: str) -> None:
    """Come from the first page to the lobby, fill in the short form, and ask to be paired."""
    page = person.page
    page.goto("/")
    page.locator(".place[href='/lobby']").click()
    for field, value in wish.items():
        page.locator(f"#pair select[name={field}]").select_option(value)
    page.locator("#pair [name=nickname]").fill(name)
    page.locator("#pair button.primary").click()


def sits_at_a_table(person: Person) -> str:
    person.page.wait_for_url(re.compile(r"/g/[\w-]+/(black|white)$"))
    expect(person.table).to_be_visible()
    return person.page.url.rpartition("/")[2]


def tries(person: Person, point: str) -> None:
    """Try a point of a large board: on a phone a tap asks for a second one."""
    person.tries(point)
    confirm = person.page.locator("#confirm button")
    if confirm.is_visible():
        confirm.click()


def test_two_people_meet_and_play_again(journey: Journey) -> None:
    ota, sei, reader = (journey.person() for _ in range(3))
    looks_for_an_opponent(ota, "Ota", colour="white", **GAME)
    expect(ota.page.locator("#mine .challenge, #mine li").first).to_be_visible()
    reader.page.goto("/lobby")
    expect(reader.page.locator("#others")).to_contain_text("Ota")
    looks_for_an_opponent(sei, "Sei", **GAME)
    expect(reader.page.locator("#others")).not_to_contain_text("Ota")
    assert (sits_at_a_table(ota), sits_at_a_table(sei)) == ("white", "black")
    expect(sei.page.locator("#at-white")).to_contain_text("Ota")
    expect(ota.page.locator("#at-black")).to_contain_text("Sei")
    tries(sei, "G7")
    expect(ota.turn).to_have_class("turn yours")
    tries(ota, "G7")
    sei.hears("Illegal move.")
    ota.resigns()
    sei.hears("Black wins by resignation.")
    journey.check()

    first = sei.page.url.split("/")[4]
    sei.page.locator("#next .primary").click()
    expect(sei.page.locator("#next")).to_contain_text("You have offered a rematch")
    ota.page.locator("#next .primary").click()
    for person, colour in ((ota, "black"), (sei, "white")):
        person.page.wait_for_url(lambda url: first not in url.split("/"))
        assert sits_at_a_table(person) == colour
        expect(person.page.locator("#score")).to_contain_text("2")
    tries(ota, "G7")
    expect(sei.turn).to_have_class("turn yours")
    tries(sei, "C3")
    expect(ota.turn).to_have_class("turn yours")
    ota.resigns()
    sei.hears("White wins by resignation.")
    journey.ends()
