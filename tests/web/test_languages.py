"""The reader's language: chosen by his browser or by himself, kept where he is, and spoken by what went wrong too."""

import re
from html import escape

import pytest

from tests.web.test_bad_input import refused
from tests.web.wire import House, Visitor, make
from yurei import languages


@pytest.mark.parametrize(
    ("wanted", "spoken"),
    [
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("en;q=0.3, de;q=0.7", "de"),
        ("nl,de;q=0.5", "de"),
        ("de;q=0,en", "en"),
        ("nl, pt-BR", "en"),
    ],
)
def test_a_browser_is_answered_in_the_language_it_likes_best(house: House, wanted: str, spoken: str) -> None:
    assert f'<html lang="{spoken}"' in Visitor(house, language=wanted).get("/").text


def test_a_chosen_language_outweighs_the_browser_s(house: House) -> None:
    visitor = Visitor(house, language="en")
    visitor.post("/language", {"to": "de"})
    assert '<html lang="de"' in visitor.get("/").text


@pytest.mark.parametrize("spoken", languages.NAMES)
def test_every_other_language_is_offered_by_its_own_name(house: House, spoken: str) -> None:
    page = Visitor(house, language=spoken).get("/").text
    assert f"<summary>{languages.NAMES[spoken]}</summary>" in page
    for other, name in languages.NAMES.items():
        assert (f'<button name="to" value="{other}" lang="{other}">{name}</button>' in page) == (other != spoken)


@pytest.mark.parametrize(
    ("came_from", "led_to"),
    [
        ("/", "/"),
        ("/?ruleset=alter-igo&width=5", "/?ruleset=alter-igo&width=5"),
        ("/g/x/black/replay?at=17", "/g/x/black/replay?at=17"),
        ("/games", "/"),  # the answer to a form cannot be looked at a second time
        ("/nowhere", "/"),
    ],
)
def test_choosing_a_language_keeps_the_page(house: House, came_from: str, led_to: str) -> None:
    answer = Visitor(house).post("/language", {"to": "de", "back": came_from})
    assert (answer.status, answer.location) == (303, led_to)


@pytest.mark.parametrize("path", ["/problems?kind=deduce&page=2", "/learn", "/new?ruleset=alter-igo"])
def test_the_forms_of_a_page_lead_back_to_it(house: House, path: str) -> None:
    answer = Visitor(house).get(path)
    assert answer.status == 200
    assert set(re.findall('name="back" value="([^"]*)"', answer.text)) == {escape(path)}


def test_the_page_of_an_error_keeps_no_address(house: House) -> None:
    for secret in ("hidden-1", "hidden-2"):
        answer = Visitor(house).get(f"/nowhere/{secret}")
        assert answer.status == 404
        assert 'name="back" value="/"' in answer.text
        assert secret not in answer.text


def test_errors_are_reported_in_the_language_of_the_reader(house: House) -> None:
    made = make(house, width="5")
    black, white = made.seats["black"], made.seats["white"]
    black.language = white.language = "de"
    assert refused(made.act("white", "stone", "A1"), 409) == "Sie sind nicht am Zug; warten Sie auf den Schiedsrichter"
    assert refused(made.act("black", "stone", "I5"), 422) == (
        "'I5' ist kein Punkt eines Bretts von 5x5: die Spalten gehen von A bis E, die Reihen von 1 bis 5"
    )
    assert refused(black.get("/nowhere"), 404) == "Seite nicht gefunden."
    assert refused(black.post("/games", {"ruleset": "alterigo"}), 422).startswith(
        "es gibt kein Regelwerk 'alterigo'; meinten Sie 'alter-igo'? Es gibt: go, "
    )
    assert refused(black.post("/games", {}, ("origin", "http://evil.example")), 403) == (
        "diese Anfrage kommt von einer anderen Seite; öffnen Sie die Seite hier und versuchen Sie es noch einmal"
    )
