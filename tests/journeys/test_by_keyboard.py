"""A whole game by keyboard alone, from the first page to the count, and every sentence that a screen reader says meanwhile."""

from playwright.sync_api import Page, expect

from tests.journeys.journey import QUESTION, Journey
from tests.web.people import Person

LISTENS = """
window.spoken = [];
const live = "[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]";
new MutationObserver((changes) => {
  for (const { target } of changes) {
    const region = (target.nodeType === Node.ELEMENT_NODE ? target : target.parentElement)?.closest(live);
    const words = region?.textContent.trim();
    if (words && spoken.at(-1) !== words) spoken.push(words);
  }
}).observe(document, { childList: true, characterData: true, subtree: true });
"""
"""What a screen reader does: it reads a live region whenever its text changes."""
MOST_TABS = 80


def tabs_to(page: Page, selector: str) -> None:
    """Press the tab key until something has the focus, which must be seen."""
    for _ in range(MOST_TABS):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the tab key never comes to {selector}")


def presses(page: Page, selector: str) -> None:
    tabs_to(page, selector)
    page.keyboard.press("Enter")


def goes_to(page: Page, name: str) -> str:
    """Walk over the board to a point by the arrow keys; what a screen reader says there."""
    tabs_to(page, "#play [role=gridcell]")
    here = page.evaluate("document.activeElement.value")
    across, up = "ABCDEFGHJ".index(name[0]) - "ABCDEFGHJ".index(here[0]), int(name[1:]) - int(here[1:])
    for steps, forward, back in ((across, "ArrowRight", "ArrowLeft"), (up, "ArrowUp", "ArrowDown")):
        for _ in range(abs(steps)):
            page.keyboard.press(forward if steps > 0 else back)
    assert page.evaluate("document.activeElement.value") == name
    label: str = page.evaluate("document.activeElement.getAttribute('aria-label')")
    return label


def spoken(person: Person) -> list[str]:
    said: list[str] = person.page.evaluate("spoken")
    return said


def hears(person: Person, sentence: str) -> None:
    person.page.wait_for_function("words => spoken.at(-1)?.includes(words)", arg=sentence)


def test_a_game_from_the_first_page_to_the_count(journey: Journey) -> None:
    black, white = journey.person(), journey.person()
    for person in (black, white):
        person.page.add_init_script(LISTENS)
    mine, other = black.page, white.page
    mine.goto("/")
    presses(mine, "#start button[value=friend]")
    expect(mine.locator("#invitations")).to_be_visible()
    tabs_to(mine, "#invitations input")
    other.goto(mine.evaluate("document.activeElement.value"))
    presses(other, "main button.primary")
    expect(white.table).to_be_visible()
    expect(mine.locator("#at-white.here")).to_be_visible()

    assert goes_to(mine, "D4") == "D4"
    mine.keyboard.press("Enter")
    hears(white, "Black has moved, White to play.")
    expect(black.point("D4")).to_be_focused()
    assert goes_to(mine, "D4") == "D4, black stone"
    tabs_to(other, "#typed")
    other.keyboard.type("d4")
    other.keyboard.press("Enter")
    for person in (black, white):
        hears(person, "Illegal move.")
    goes_to(other, "D4")
    other.keyboard.press("b")
    expect(white.point("D4")).to_have_attribute("aria-label", "D4, refused here on turn 2, pencil: black")
    goes_to(other, "E5")
    other.keyboard.press("Space")
    hears(black, "White has moved, Black to play.")
    presses(mine, "#pass > summary")
    presses(mine, "button[value=pass]")
    hears(white, "Black passes.")
    other.keyboard.press("p")
    expect(other.locator("button[value=pass]")).to_be_focused()
    expect(other.locator("#pass-too p")).to_contain_text("If you pass too, the game ends")
    other.keyboard.press("Escape")
    expect(white.point("E5")).to_be_focused()
    other.keyboard.press("p")
    other.keyboard.press("Enter")
    for person in (black, white):
        hears(person, QUESTION)
    journey.check()

    assert "white stone" in goes_to(mine, "E5")
    mine.keyboard.press("Enter")
    expect(white.page.locator("#marked")).to_contain_text("E5")
    assert "dead" in goes_to(mine, "E5")
    presses(mine, "button[value=settle]")
    expect(white.page.locator("#agreed")).not_to_be_empty()
    presses(other, "button[value=settle]")
    for person in (black, white):
        hears(person, "Black wins by 73.5 points.")
        said = [words for words in spoken(person) if "Illegal move." in words]
        assert len(said) == 1, "each sentence is read once"
    presses(mine, ".after a[href*='/replay?at=']:not([href*='#'])")
    mine.wait_for_url("**/replay?at=*")
    for key in ("End", "ArrowLeft"):
        mine.keyboard.press(key)
    expect(mine.locator("#tried")).to_contain_text("Black")
    mine.go_back()
    journey.ends()
