"""People with browsers of their own: names, talk, presence, a match and a rematch."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.doors.web.people import Club, Person


def calls_himself(person: Person, name: str) -> None:
    """Choose a nickname at one's own seat."""
    person.opens_more()
    person.page.locator(".naming input").fill(name)
    person.page.get_by_role("button", name="Save name").click()


def says(person: Person, text: str) -> None:
    """Say something to the others."""
    person.page.locator("#say").fill(text)
    person.page.locator(".chat button").click()


@pytest.mark.nightly  # by day tests/journeys/test_lobby.py plays again, and test_lost_answers.py talks
def test_two_friends_talk_play_and_have_a_rematch(club: Club) -> None:
    ota, shonagon = club.duel(width="3")
    calls_himself(shonagon, "Shōnagon 清少納言")
    expect(ota.page.locator("#at-white")).to_have_text("White Shōnagon 清少納言 (connected)")
    says(ota, "<b>A good game</b> to you!")
    expect(shonagon.page.locator("#talk li").first).to_have_text("Black Guest: <b>A good game</b> to you!")
    expect(ota.page.locator("#say")).to_have_value("")

    shonagon.page.locator("#say").fill("half a sen")
    shonagon.page.locator(".resign summary").click()
    ota.tries("B2")
    shonagon.hears("Black has moved, White to play.")
    expect(shonagon.page.locator("#say")).to_have_value("half a sen")
    expect(shonagon.page.locator(".resign")).to_have_attribute("open", "")
    shonagon.does("resign")

    ota.page.get_by_text("Rematch, colours swapped").click()
    expect(ota.page.get_by_text("You have offered a rematch")).to_be_visible()
    shonagon.page.get_by_text("Accept the rematch, colours swapped").click()
    for person, colour in ((shonagon, "Black"), (ota, "White")):
        expect(person.turn).to_contain_text(f"ou are {colour}.")
        expect(person.page.locator("#score")).to_contain_text(
            "Game 2 of a series. Score: Black (Shōnagon 清少納言) 0, White 1."
        )
    shonagon.tries("A1")
    ota.hears("Black has moved, White to play.")
    ota.page.go_back()
    ota.hears("Black wins by resignation.")
    shonagon.page.get_by_role("link", name="Your games").click()
    expect(shonagon.page.locator(":is(#running, #past) li")).to_have_count(2)
    shonagon.page.locator("#running a").click()
    shonagon.sees("A1 black")


def test_who_closes_his_page_and_comes_back_is_still_there(club: Club) -> None:
    black, white = club.duel(width="3")
    address = white.page.url
    expect(black.page.locator("#at-white")).to_have_class("seat here")
    white.page.goto("/you")
    white.page.get_by_role("link", name="Phantom Go").first.click()
    expect(white.page).to_have_url(address)
    expect(black.page.locator("#at-white")).to_have_class("seat here")


@pytest.mark.nightly
def test_without_javascript_one_has_a_name_talks_and_has_a_rematch(club: Club) -> None:
    black, white = (club.person(java_script_enabled=False) for _ in range(2))
    links = club.makes(black, width="3")
    white.sits_down(links["white"])
    calls_himself(white, "Sei")
    expect(white.page.locator("#at-white")).to_contain_text("White Sei (connected)")
    says(white, "Hello.")
    black.page.reload()
    expect(black.page.locator("#talk li").first).to_have_text("White Sei: Hello.")
    black.resigns()
    black.page.locator("#next button").click()
    white.page.reload()
    white.page.locator("#next button").click()
    expect(white.turn).to_have_text("Your turn: you are Black.")
    black.page.reload()
    black.page.locator("#next button").click()
    expect(black.turn).to_have_text("You are White. Black is to move.")


@pytest.mark.nightly  # by day tests/journeys/test_lobby.py
def test_strangers_meet_in_the_lobby_and_play(club: Club) -> None:
    ota, shonagon, third = club.person(), club.person(java_script_enabled=False), club.person()
    third.page.goto("/")
    third.page.get_by_role("link", name="Find an opponent").click()
    waiting = third.page.locator("#others .challenge").filter(has_text="Ota")
    for person, name in ((ota, "Ota"), (shonagon, "Shōnagon")):
        person.page.goto("/lobby")
        person.page.locator("#pair [name=ruleset]").select_option("alter-igo")
        person.page.locator("#pair [name=nickname]").fill(name)
        if person is shonagon:
            expect(person.page.locator("#others")).to_contain_text("Ota: Alter Igo on 9×9")
        person.page.get_by_role("button", name="Pair me").click()
        if person is ota:
            expect(waiting).to_have_count(1)
    expect(ota.page).to_have_url(re.compile("/g/"))
    for person in (ota, shonagon):
        person.page.reload()
        expect(person.page.locator("#people")).to_contain_text("Ota")
        expect(person.page.locator("#people")).to_contain_text("Shōnagon")
    expect(waiting).to_have_count(0)
    black, white = (ota, shonagon) if "black" in ota.page.url else (shonagon, ota)
    black.tries("E5")
    white.page.reload()
    white.hears("Black has moved, White to play.")


@pytest.mark.nightly
def test_a_challenge_is_accepted_with_one_click(club: Club) -> None:
    ota, shonagon = club.person(), club.person()
    ota.page.goto("/new?opponent=anybody&size=13&colour=white")
    ota.page.locator("#new [name=nickname]").fill("Murasaki")
    ota.page.locator("#new button.primary").click()
    expect(ota.page.locator("#mine .challenge")).to_contain_text("Phantom Go on 13×13")
    shonagon.page.goto("/lobby")
    shonagon.page.locator("#others .challenge").filter(has_text="Murasaki").get_by_role("button").click()
    for person, colour in ((shonagon, "Black"), (ota, "White")):
        expect(person.turn).to_contain_text(f"ou are {colour}.")


def test_two_clicks_lead_from_home_to_the_first_try_against_yurei(club: Club) -> None:
    person = club.person()
    person.page.goto("/")
    person.page.get_by_role("button", name="Against yurei").click()
    person.page.locator("#play [role=gridcell]").first.click()
    expect(person.page.locator("#heard li")).not_to_have_count(0)
    expect(person.page.locator("#at-white")).to_contain_text("yurei, level 2")
