"""After the end: the replay, another referee, the analysis, a link to share, and downloads, which SGF brings back."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.journeys.commands import run
from tests.journeys.journey import Journey
from tests.web.people import Person


@pytest.fixture
def ended(journey: Journey) -> Person:
    """Black, at a game that has ended, in which each side was refused a point and Black captured C4."""
    black, white = journey.duel(width="5", height="5")
    journey.play("C3", black)
    journey.play("C3 C4", white)
    journey.play("C4 B4", black)
    journey.play("E1 D4 E2 C5", white, black)
    white.takes("pencil-black")
    white.tries("D4")
    expect(white.point("D4")).not_to_have_attribute("aria-label", "D4")
    white.resigns()
    journey.hears("Black wins by resignation.")
    expect(white.page.locator("#guessed")).to_have_text("You guessed 1 of 4 hidden stones.")
    expect(black.page.locator("#guessed")).to_have_count(0)  # Black had guessed nothing
    journey.check()
    return black


def test_the_replay_is_turned_and_shared(journey: Journey, ended: Person) -> None:
    page = ended.page
    page.locator(".after a[href*='/replay?at=']:not([href*='#'])").click()
    assert page.locator("#moment").get_attribute("max") == "10", "two tries were refused"
    expect(page.locator("#moment")).to_have_value("10")  # it opens where the game ended
    page.locator("a[data-key=Home]").click()
    for board in ("black", "white", "reference"):
        ended.sees("", on=board)
    page.locator("#moment").fill("2")
    expect(page.locator("#tried")).to_contain_text("C3")
    expect(page.locator("#reference .last.refused")).to_have_count(1)
    page.locator("a[data-key=End]").click()
    ended.sees("B4 black, C3 black, C5 black, D4 black, E1 white, E2 white", on="reference")
    page.locator(".tabs a[href*='board=white']").click()  # on a phone the large board is the only one
    expect(page.locator("#white [aria-label='D4, pencil: black']")).to_be_visible()
    page.locator(".tabs a").first.click()
    expect(page.locator("#reference [aria-label='D4, black stone']")).to_be_visible()
    for key, tried in (("ArrowLeft", "C5"), ("ArrowLeft", "E2"), ("ArrowRight", "C5")):
        page.keyboard.press(key)
        expect(page.locator("#tried")).to_contain_text(tried)
    page.keyboard.press("Home")
    expect(page.locator("#moment")).to_have_value("0")
    page.locator("#run").click()
    expect(page.locator("#moment")).not_to_have_value("0")
    page.locator("#run").click()
    for board in ("black", "white", "alike"):
        page.locator(f".tabs a[href*='board={board}'], .tabs a:not([href*='board='])").first.click()
        expect(page.locator(".tabs a[aria-current=true]")).to_have_count(1)
    page.locator(".tabs a").first.click()
    page.locator("select[name=referee]").select_option("hamburg")
    expect(page).to_have_url(re.compile("referee=hamburg"))
    page.locator("a[data-key=End]").click()
    page.keyboard.press("ArrowLeft")
    ended.hears("Black captures 1 stone.")

    stranger = journey.person()
    stranger.page.goto(page.locator(".share input").input_value())
    expect(stranger.page.locator("#tried")).to_contain_text("C5")
    stranger.page.locator("a[href^='/new?']").click()
    expect(stranger.page.locator("#new")).to_be_visible()
    stranger.page.locator("#new button.primary").click()
    expect(stranger.page.locator("#invitations")).to_be_visible()
    journey.ends()


@pytest.mark.nightly  # a process compiles what looks at the game; by day test_review.py does without
@pytest.mark.timeout(300)
def test_the_game_is_analysed(journey: Journey, ended: Person) -> None:
    page = ended.page
    page.locator(".after a[href*='/replay?at=']:not([href*='#'])").click()
    page.locator("#review form button").click()
    expect(page.locator("#review progress")).to_be_visible()
    board = page.locator("#of-reference .board")
    before = board.bounding_box(), page.evaluate("scrollY")
    expect(page.locator("svg.curve")).to_be_visible(timeout=200_000)
    assert (board.bounding_box(), page.evaluate("scrollY")) == before, "nothing moves when the analysis arrives"
    page.locator("a[data-key=End]").click()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#review #heat, #review .board").first).to_be_visible()
    page.locator("#review .moments a").first.click()
    expect(page.locator("#moment")).not_to_have_value("9")
    journey.ends()


def downloads(person: Person, file: str, folder: Path) -> Path:
    """Take one of the files of the page after the end home."""
    with person.page.expect_download() as download:
        person.page.locator(f".downloads a[href$='/{file}']").click()
    kept = folder / download.value.suggested_filename
    download.value.save_as(kept)
    return kept


def test_a_game_is_exported_and_imported_again(journey: Journey, tmp_path: Path) -> None:
    black, white = journey.duel(width="5", height="5")
    journey.play("C3", black)
    journey.play("C3 C4", white)
    journey.play("D4 B4", black, white)
    black.resigns()
    white.hears("White wins by resignation.")
    white.page.locator(".downloads > summary").click()
    white.page.locator("#formats > summary").click()
    record, native, viewers = (downloads(white, file, tmp_path) for file in ("record", "sgf", "sgf?of=viewers"))
    assert run("sgf", "import", str(native)) == record.read_text(encoding="utf-8")
    assert "SZ[5]" in viewers.read_text(encoding="utf-8")
    said = run("replay", str(record))
    for sentence in ("Illegal move.", "White has moved, Black to play.", "Black resigns."):
        assert sentence in said
    assert "AB[" not in run("sgf", "export", str(record), "--seat", "white"), "White never saw a black stone"
    white.page.locator(".downloads > summary").click()

    board = run("sgf", "import", str(native), "--position").strip()
    assert sorted(board.replace("/", "").replace(".", "")) == list("BBWW")
    reader = journey.person()
    reader.page.goto(f"/new?width=5&height=5&opponent=solo&setup={board}")
    reader.page.locator("#new button.primary").click()
    expect(reader.page.locator("#play")).to_be_visible()
    reader.sees("C3 black, D4 black", on="black")
    reader.sees("B4 white, C4 white", on="white")
    journey.ends()
