"""The lobby: two people with the same wish meet there, play, and play again with colours swapped; others send a link."""

import re

import pytest
from playwright.sync_api import expect

from tests.day_and_night import first_by_day
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
    """Wait for a table; which chair it is."""
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
    sei.page.locator("#next button").click()
    expect(sei.page.locator("p#next")).to_be_visible()
    ota.page.locator("#next button").click()
    for person in (ota, sei):
        person.page.wait_for_url(lambda url: first not in url.split("/"))
    assert (sits_at_a_table(ota), sits_at_a_table(sei)) == ("black", "white")
    for person in (ota, sei):
        expect(person.page.locator("#score")).to_contain_text("2")
    tries(ota, "G7")
    expect(sei.turn).to_have_class("turn yours")
    tries(sei, "C3")
    expect(ota.turn).to_have_class("turn yours")
    ota.resigns()
    sei.hears("White wins by resignation.")
    journey.ends()


@pytest.mark.nightly  # by day tests/web/test_lobby.py without a browser
@pytest.mark.parametrize("way", first_by_day(["list", "link"]))
def test_a_challenge_of_another_kind_is_accepted(journey: Journey, way: str) -> None:
    maker, guest = journey.person(), journey.person()
    looks_for_an_opponent(maker, "Murasaki", colour="black", **{**GAME, "ruleset": "alter-igo", "size": "9"})
    if way == "link":
        guest.page.goto(maker.page.locator("#mine input").first.input_value())
    else:
        guest.page.goto("/lobby")
    button = "main form[action^='/lobby/'] button.primary, #others [formaction^='/lobby/']"
    guest.page.locator(button).first.click()
    assert (sits_at_a_table(maker), sits_at_a_table(guest)) == ("black", "white")
    journey.play("A1 B1", maker, guest)
    journey.ends()


@pytest.mark.nightly  # by day tests/web/test_lobby.py without a browser
def test_a_challenge_is_withdrawn(journey: Journey) -> None:
    maker, reader = journey.person(), journey.person()
    looks_for_an_opponent(maker, "Izumi", **{**GAME, "referee": "fog"})
    reader.page.goto("/lobby")
    expect(reader.page.locator("#others")).to_contain_text("Izumi")
    maker.page.locator("#mine form[action$='/withdraw'] button").click()
    expect(maker.page.locator("#mine")).to_have_count(0)
    expect(reader.page.locator("#others")).not_to_contain_text("Izumi")
    assert journey.errors == []
