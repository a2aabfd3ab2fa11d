"""Home: in ten seconds a visitor sees what the game is, chooses a level, and sits at a table."""

from playwright.sync_api import Page, expect

from tests.journeys.journey import Journey

SCENES = (
    "Black tries D4 …",
    "Illegal move.",
    "Black has captured the following stones: D4.",
    "It is shown after the end.",
)


def in_sight(page: Page) -> list[str]:
    """What the pictures say that are in sight."""
    said = page.locator(".look strong")
    return [text for text, shown in zip(said.all_inner_texts(), seen(page), strict=True) if shown and text]


def seen(page: Page) -> list[bool]:
    """Which of the pictures are in sight."""
    shows: list[bool] = page.locator(".look figure").evaluate_all(
        "all => all.map(one => getComputedStyle(one).visibility === 'visible')"
    )
    return shows


def test_a_small_board_plays_a_try_its_refusal_a_capture_and_the_reveal(journey: Journey) -> None:
    page = journey.person(reduced_motion="no-preference").page
    page.goto("/")
    for number, said in enumerate(SCENES):
        page.evaluate(
            "time => document.getAnimations().forEach(each => { each.pause(); each.currentTime = time })",
            3000 * number + 1000,
        )
        assert in_sight(page) == [said]
    white = [page.locator(f".look figure:nth-child({number}) svg").inner_html().count("white") for number in (1, 4)]
    assert white[0] < white[1], "the other side's stones are on the last picture alone"


def test_the_pictures_stand_still_where_motion_is_not_wanted(journey: Journey) -> None:
    page = journey.person(reduced_motion="reduce").page
    page.goto("/")
    assert page.evaluate("document.getAnimations().length") == 0
    assert in_sight(page) == ["Illegal move."]


def test_a_visitor_chooses_a_level_and_plays_with_two_clicks(journey: Journey) -> None:
    person = journey.person()
    page = person.page
    page.goto("/")
    expect(page.locator(".primary:visible")).to_have_count(1)
    page.locator(".chips").get_by_text("1", exact=True).click()
    expect(page.locator(".chips small:visible").last).to_have_text("beginner: often overlooks an atari")
    page.locator(".primary").click()
    expect(person.table).to_be_visible()
    expect(page.locator("#table")).to_contain_text("Level 1", ignore_case=True)


def test_a_tap_anywhere_on_a_chip_chooses_it(journey: Journey) -> None:
    page = journey.person(viewport={"width": 390, "height": 844}).page
    page.goto("/")
    chips = page.locator(".chips span:visible")
    assert chips.count() >= 8
    for number in range(chips.count()):
        chip = chips.nth(number)
        for share in (0.1, 0.5, 0.9):
            box = chip.bounding_box()
            assert box is not None
            page.mouse.click(box["x"] + share * box["width"], box["y"] + box["height"] / 2)
            chosen = chip.evaluate("span => span.previousElementSibling.checked")
            assert chosen, f"{chip.inner_text()} at {share:.0%} of its width"
