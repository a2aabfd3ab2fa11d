"""The table for who hears it, taps it, or keeps to the keys: by real browsers."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.people import Club, Person
from tests.web.wire import until

EARS = """
window.spoken = [];
speechSynthesis.speak = (words) => spoken.push(`${words.lang}: ${words.text}`);
window.trembled = [];
navigator.vibrate = (times) => trembled.push(times);
window.bursts = [];
const start = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function (...when) { bursts.push(this.buffer.duration); start.apply(this, when); };
"""


def listener(club: Club, *likes: str, **traits: Any) -> Person:
    context = club.arrive(**traits)
    context.add_init_script(EARS)
    page = context.new_page()
    page.goto("/")
    context.add_cookies([{"name": "likes", "value": ".".join(likes) or ".", "url": page.url}])
    return Person(page)


def noted(person: Person, what: str) -> Any:
    """What a page has noted, once the present events are drawn."""
    person.page.evaluate("() => new Promise((heard) => requestAnimationFrame(() => setTimeout(heard)))")
    return person.page.evaluate(what)


def spoken(person: Person) -> Any:
    return noted(person, "spoken")


def bursts(person: Person) -> Any:
    return noted(person, "bursts.splice(0).length")


def test_the_last_seconds_and_the_next_period_are_heard_by_whose_clock_it_is(club: Club) -> None:
    black, white = listener(club, "voice", "sound"), listener(club, "voice", "sound")
    links = club.makes(black, width="3", clock="byo-yomi", clock_main="5s", clock_step="4", clock_periods="2")
    white.sits_down(links["white"])
    for person, point in ((black, "A1"), (white, "C3")):
        expect(person.page.locator("#turn.yours")).to_be_visible()
        person.tries(point)
        expect(person.table).not_to_have_attribute("data-number", "0")
    clock = black.page.locator("#clock-black")
    expect(clock).to_have_class(re.compile("running"))
    bursts(black), bursts(white)
    expect(clock.locator(".rest")).to_have_text("2 periods")
    expect(clock.locator(".rest")).to_have_text("last period")
    assert [said for said in spoken(black) if "period" in said] == ["en: 2 periods", "en: last period"]
    assert bursts(black) >= 5, "a burst a second, two for a period"
    assert [said for said in spoken(white) if "period" in said] == []
    assert bursts(white) == 0


def test_every_sentence_is_spoken_once_in_the_readers_language(club: Club) -> None:
    black, white = listener(club, "voice"), listener(club, "voice", locale="de-DE")
    white.sits_down(club.makes(black, width="3")["white"])
    black.tries("B2")
    white.hears("Schwarz hat gezogen, Weiß ist dran.")
    black.hears("Black has moved, White to play.")
    assert spoken(black) == ["en: Black has moved, White to play."]
    for _ in range(2):
        before = black.number
        white.tries("B2")
        expect(black.table).to_have_attribute("data-number", str(before + 1))
    black.page.reload()
    black.hears("Illegal move.")
    assert spoken(black) == [], "what was said before stays said"
    white.tries("A1")
    black.hears("White has moved, Black to play.")
    black.takes("pencil-cross")
    black.tries("C3")
    expect(black.point("C3")).to_have_attribute("aria-label", "C3, pencil: crossed out")
    assert spoken(black) == ["en: White has moved, Black to play."], "a pencil mark says nothing"
    black.resigns()
    white.hears("Weiß gewinnt durch Aufgabe.")
    assert spoken(white) == [
        "de: Schwarz hat gezogen, Weiß ist dran.",
        "de: Das geht nicht.",
        "de: Das geht nicht.",
        "de: Weiß hat gezogen, Schwarz ist dran.",
        "de: Schwarz gibt auf.",
        "de: Weiß gewinnt durch Aufgabe.",
    ]


TRANSLATE = """() => {
  document.documentElement.lang = "pl";
  for (const words of document.querySelectorAll("#told, #heard q, #heard li")) words.innerHTML = `<font><font>${words.innerHTML}</font></font>`;
}"""


def test_on_a_page_that_the_browser_translates_the_voice_keeps_its_language(club: Club) -> None:
    black, white = listener(club, "voice"), club.person()
    white.sits_down(club.makes(black, width="5", colour="black")["white"])
    black.tries("C3")
    black.hears("Black has moved, White to play.")
    black.page.evaluate(TRANSLATE)
    white.hears("Black has moved, White to play.")
    white.tries("B2")
    black.hears("White has moved, Black to play.")
    until(lambda: len(spoken(black)) > 1)
    assert spoken(black) == ["en: Black has moved, White to play.", "en: White has moved, Black to play."]


def test_each_outcome_has_a_sound_and_a_vibration_and_likes_hold_at_once(club: Club) -> None:
    black, white = listener(club, "sound", "vibrate"), listener(club)
    white.sits_down(club.makes(black, width="3")["white"])
    black.tries("A1")
    white.hears("Black has moved, White to play.")
    black.hears("Black has moved, White to play.")
    assert bursts(black) == 2, "a stone"
    white.tries("A1")
    for person in (black, white):
        person.hears("Illegal move.")
    assert noted(black, "trembled") == [[30], [90, 60, 90]]
    white.tries("B1")
    black.hears("White puts Black into atari.")
    assert bursts(black) == 4, "a refusal and a stone, each of two bursts"
    black.tries("C3")
    white.hears("Black has moved, White to play.")
    black.hears("Black has moved, White to play.")
    assert bursts(black) == 2
    white.tries("A2")
    black.hears("White has captured the following stones: A1.")
    assert bursts(black) == 4, "a stone, and one that rattles away"
    black.passes()
    white.hears("Black passes.")
    black.hears("Black passes.")
    assert bursts(black) == 1
    assert (bursts(white), noted(white, "trembled")) == (0, []), "who does not like sounds hears none"
    black.page.get_by_text("Sound and appearance").click()
    black.page.get_by_label("Stone sounds").uncheck()
    with black.page.expect_event("requestfinished", lambda request: "clear" in (request.post_data or "")):
        black.page.get_by_label("High contrast, without wood and shadows").check()
    for _ in range(2):
        expect(black.page.locator("html")).to_have_attribute("data-likes", re.compile("^(vibrate )?clear( vibrate)?$"))
        black.page.reload()


@pytest.mark.nightly
def test_sentences_that_come_at_once_are_all_heard(club: Club) -> None:
    black, white = listener(club, "sound", "voice"), listener(club)
    white.sits_down(club.makes(black, width="3")["white"])
    black.tries("B2")
    white.hears("Black has moved, White to play.")
    assert (bursts(black), len(spoken(black))) == (2, 1)
    black.page.evaluate(
        "() => { window.drawings = []; window.draw = requestAnimationFrame; window.requestAnimationFrame = (what) => drawings.push(what); }"
    )
    white.tries("B2")
    white.hears("Illegal move.")
    white.tries("A1")
    black.hears("White has moved, Black to play.")
    black.page.evaluate("() => { window.requestAnimationFrame = draw; drawings.forEach((each) => each()); }")
    assert spoken(black)[1:] == ["en: Illegal move.", "en: White has moved, Black to play."]
    assert bursts(black) == 4, "a refusal and a stone"
    read_out = black.page.locator("#said")
    expect(read_out).to_have_text("Illegal move. White has moved, Black to play. Your turn.")
    expect(read_out.locator("i").first).to_have_css("clip-path", "inset(50%)")
    black.tries("C3")
    expect(read_out).to_have_text("Black has moved, White to play. C3.")


@pytest.mark.nightly
def test_board_stones_and_coordinates_are_as_one_likes_them(club: Club) -> None:
    person = listener(club, "night", "glass", "bare")
    club.makes(person, width="5")
    person.tries("C3")
    person.sees("C3 black")
    style = "(element, name) => getComputedStyle(element).getPropertyValue(name)"
    board, stone = person.page.locator("#play .board"), person.page.locator("#play use.stone")
    assert board.evaluate(style, "--wood-1") == "#3c4654"
    assert "dark-glass" in stone.evaluate(style, "--slate")
    assert person.page.locator("#play .coordinates").evaluate(style, "display") == "none"
    person.page.get_by_text("Sound and appearance").click()
    person.page.get_by_label("Bamboo").check()
    expect(person.page.locator("html")).to_have_attribute("data-likes", "bare bamboo glass")
    assert board.evaluate(style, "--wood-1") == "#f2e3b6"


@pytest.mark.nightly
def test_a_menu_closes_when_one_goes_on_elsewhere(club: Club) -> None:
    person = club.person()
    club.makes(person, width="3")
    more = person.page.locator("#more")
    person.opens_more()
    expect(more).to_have_attribute("open", "")
    person.page.keyboard.press("Escape")
    expect(more).not_to_have_attribute("open", "")
    person.opens_more()
    person.page.locator(".about").click()
    expect(more).not_to_have_attribute("open", "")
    person.opens_more()
    person.page.locator("#keys summary").click()
    expect(more).to_have_attribute("open", "")


def test_on_a_large_board_under_a_finger_a_try_is_confirmed(club: Club) -> None:
    person = club.person(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    club.makes(person, opponent="solo", width="13", referee="open")
    confirm = person.page.locator("#confirm")
    expect(confirm).to_be_hidden()
    for point in ("D4", "E4"):
        person.point(point).tap()
        expect(confirm).to_have_text(f"Try {point}")
    expect(person.page.locator("#play .aimed")).to_have_attribute("aria-label", "E4")
    person.hears("The referee is ready.")
    confirm.locator("button").tap()
    person.hears("Black has moved, White to play.")
    expect(confirm).to_be_hidden()
    for _ in range(2):
        person.point("K10").tap()
    person.hears("White has moved, Black to play.")
    expect(confirm).to_be_hidden()
    club.makes(person, opponent="solo", width="9")
    person.point("D4").tap()
    person.hears("Black has moved, White to play.")


def test_a_pencil_marks_the_point_under_the_pointer_and_leaves_the_stone_in_the_hand(club: Club) -> None:
    person = club.person()
    club.makes(person, opponent="solo", width="5", referee="common")
    person.point("B2").hover()
    person.page.keyboard.press("x")
    expect(person.point("B2")).to_have_attribute("aria-label", "B2, pencil: crossed out")
    person.page.keyboard.press("w")
    expect(person.point("B2")).to_have_attribute("aria-label", "B2, pencil: white")
    person.page.keyboard.press("w")
    expect(person.point("B2")).to_have_attribute("aria-label", "B2")
    person.tries("B2")
    person.hears("Black has moved, White to play.")
    expect(person.page.locator("[aria-label*=pencil]")).to_have_count(0)


@pytest.mark.by_day
@pytest.mark.parametrize("colours", ["light", "dark"])
def test_every_page_is_light_or_dark_as_was_chosen(club: Club, colours: str) -> None:
    person = club.person(color_scheme="light" if colours == "dark" else "dark")
    person.page.goto("/you")
    with person.page.expect_response("**/likes"):
        person.page.get_by_label(colours.title(), exact=True).check()
    for path in ("/", "/new", "/learn", "/learn/referees", "/watch"):
        person.page.goto(path)
        assert person.page.evaluate("getComputedStyle(document.documentElement).colorScheme") == colours, path


@pytest.mark.nightly
def test_keyboard_shortcuts_can_be_turned_off(club: Club) -> None:
    person = club.person()
    club.makes(person, opponent="solo", width="5", referee="open")
    person.page.get_by_text("Sound and appearance").click()
    for off, label in ((True, "B2"), (False, "B2, pencil: crossed out")):
        person.page.get_by_label("Turn off keyboard shortcuts").set_checked(off)
        person.point("B2").focus()
        person.page.keyboard.press("x")
        expect(person.point("B2")).to_have_attribute("aria-label", label)
        expect(person.page.locator("#play [name=do]:checked")).to_have_value("stone")
