"""In French, Spanish and Japanese: the page says so, and the referee speaks it, on the smallest of phones.

German has its test among the ways in; English is spoken in all the others.
"""

import pytest
from playwright.sync_api import expect

from tests.day_and_night import first_by_day
from tests.web.people import Club
from tests.web.wire import until

PHONE = {"viewport": {"width": 320, "height": 640}, "has_touch": True, "is_mobile": True}
SPOKEN = {
    "fr-CA": ("fr", "Le go qu’on ne voit pas", "Noir a joué, à Blanc de jouer.", "Coup interdit."),
    "es-MX": ("es", "El go que no se ve", "Negro ha jugado; le toca a Blanco.", "Jugada ilegal."),
    "ja-JP": ("ja", "見えない碁", "黒が打ちました。白の番です。", "その手は打てません。"),
}


@pytest.mark.parametrize("locale", first_by_day(["ja-JP", "fr-CA", "es-MX"]))
def test_a_page_and_the_referee_speak_the_reader_s_language(club: Club, locale: str) -> None:
    language, heading, moved, refused = SPOKEN[locale]
    person = club.person(locale=locale, **PHONE)
    person.page.goto("/")
    expect(person.page.locator("html")).to_have_attribute("lang", language)
    expect(person.page.locator("h1")).to_have_text(heading)
    assert "Home" not in person.page.title()
    club.makes(person, opponent="solo", width="5")
    person.tries("B2")
    person.hears(moved)
    person.tries("B2")
    person.hears(refused)
    assert person.page.evaluate("document.documentElement.scrollWidth") <= 320


def test_five_languages_fit_on_the_smallest_phone(club: Club) -> None:
    person = club.person(java_script_enabled=False, **PHONE)
    person.page.goto("/new?ruleset=alter-igo&size=5")
    person.page.locator(".languages summary").click()
    offered = person.page.locator(".languages button")
    expect(offered).to_have_text(["Deutsch", "Français", "Español", "日本語"])
    for place in (offered.nth(each).bounding_box() for each in range(4)):
        assert place is not None
        assert place["x"] >= 0
        assert place["x"] + place["width"] <= 320
    offered.filter(has_text="日本語").click()
    expect(person.page.locator("html")).to_have_attribute("lang", "ja")
    expect(person.page).to_have_url("/new?ruleset=alter-igo&size=5")
    expect(person.page.locator("[name=ruleset][value=alter-igo]")).to_be_checked()


HEAR = """
window.utterances = [];
speechSynthesis.speak = ({ lang, text }) => utterances.push([lang, text]);
"""
TRANSLATE = """() => {
  document.documentElement.lang = "pl";
  for (const words of document.querySelectorAll("#told, #heard q, #heard li")) words.innerHTML = `<font><font>${words.innerHTML}</font></font>`;
}"""


def test_on_a_page_that_the_browser_translates_the_voice_keeps_its_language(club: Club) -> None:
    black = club.person()
    black.page.add_init_script(HEAR)
    white = club.person()
    white.sits_down(club.makes(black, width="5", colour="black")["white"])
    black.page.evaluate("document.documentElement.dataset.likes = 'voice'")
    black.tries("C3")
    black.hears("Black has moved, White to play.")
    black.page.evaluate(TRANSLATE)
    white.tries("B2")
    black.hears("White has moved, Black to play.")
    until(lambda: black.page.evaluate("utterances.length") > 1)
    assert black.page.evaluate("utterances") == [
        ["en", "Black has moved, White to play."],
        ["en", "White has moved, Black to play."],
    ]
