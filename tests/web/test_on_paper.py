"""What is printed is dark on white, whatever is liked on a screen."""

import pytest

from tests.web.people import Club

PALE = """
() => {
  const light = (colour) => {
    const [red, green, blue, alpha = 1] = colour.match(/[\\d.]+/g).map(Number);
    return alpha > 0 && (0.3 * red + 0.59 * green + 0.11 * blue) / 255 > 0.55;
  };
  const own = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  const shown = [...document.querySelectorAll("main *")].filter((element) => element.checkVisibility());
  const texts = shown.filter((element) => own(element) && !element.closest(".primary, svg"));
  const pale = texts.filter((element) => light(getComputedStyle(element).color)).map((element) => element.textContent.trim());
  const drawn = [...document.querySelectorAll(".board .lines, .board .coordinates text")].map((element) => getComputedStyle(element));
  const faint = drawn.filter(({ stroke, fill }) => light(stroke === "none" ? fill : stroke)).length;
  return { texts: texts.length, pale, faint, paper: getComputedStyle(document.body).backgroundColor };
}
"""


@pytest.mark.parametrize("path", ["/learn/alter-igo", "/problems/sheet", "/lobby"])
@pytest.mark.parametrize("liked", ["dark night", ""])
def test_a_page_is_printed_dark_on_white(club: Club, path: str, liked: str) -> None:
    page = club.person(color_scheme="dark").page
    page.goto(path)
    page.evaluate("liked => { document.documentElement.dataset.likes = liked; }", liked)
    page.emulate_media(media="print")
    seen = page.evaluate(PALE)
    assert seen["texts"] > 3
    assert (seen["pale"], seen["faint"], seen["paper"]) == ([], 0, "rgb(255, 255, 255)")


def test_the_wall_of_an_evening_is_printed_dark_on_white(club: Club) -> None:
    page = club.person().page
    page.goto("/evenings/new")
    page.locator("textarea[name=names]").fill("Chiyo\nEtsu\nHonda\nKuro")
    page.locator("main .primary").click()
    page.goto(f"{page.url}/wall")
    assert page.evaluate(PALE)["paper"] == "rgb(0, 0, 0)"
    page.emulate_media(media="print")
    seen = page.evaluate(PALE)
    assert (seen["pale"], seen["paper"]) == ([], "rgb(255, 255, 255)")
