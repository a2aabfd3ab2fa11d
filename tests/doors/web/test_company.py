"""A person who goes away and comes back, and the shortest way to a first try."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.doors.web.people import Club


def test_who_closes_his_page_and_comes_back_is_still_there(club: Club) -> None:
    black, white = club.duel(width="3")
    address = white.page.url
    expect(black.page.locator("#at-white")).to_have_class("seat here")
    white.page.goto("/you")
    white.page.get_by_role("link", name="Phantom Go").first.click()
    expect(white.page).to_have_url(address)
    expect(black.page.locator("#at-white")).to_have_class("seat here")


def test_two_clicks_lead_from_home_to_the_first_try_against_yurei(club: Club) -> None:
    person = club.person()
    person.page.goto("/")
    person.page.get_by_role("button", name="Against yurei").click()
    person.page.locator("#play [role=gridcell]").first.click()
    expect(person.page.locator("#heard li")).not_to_have_count(0)
    expect(person.page.locator("#at-white")).to_contain_text("yurei, level 2")
