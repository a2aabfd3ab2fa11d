"""SGF there and back: a game of the browser comes home through a file, byte for byte, and goes on from one of its positions."""

from pathlib import Path

from playwright.sync_api import expect

from tests.journeys.commands import run
from tests.journeys.journey import Journey
from tests.web.people import Person

FOREIGN = "(;FF[4]GM[1]SZ[9]KM[7.5]PB[Aki]PW[Ota];B[ee];W[dd];B[de];W[ed];B[];W[])"


def downloads(person: Person, file: str, folder: Path) -> Path:
    """Take one of the files of the page after the end home."""
    with person.page.expect_download() as download:
        person.page.locator(f".downloads a[href$='/{file}']").click()
    kept = folder / download.value.suggested_filename
    download.value.save_as(kept)
    return kept


def test_a_game_goes_out_and_comes_back(journey: Journey, tmp_path: Path) -> None:
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


def test_a_game_of_another_program_is_refereed(tmp_path: Path) -> None:
    file = tmp_path / "foreign.sgf"
    file.write_text(FOREIGN, encoding="ascii")
    record = tmp_path / "foreign.jsonl"
    record.write_text(run("sgf", "import", str(file)), encoding="utf-8")
    said = run("replay", str(record))
    assert "White passes." in said
    back = tmp_path / "back.sgf"
    back.write_text(run("sgf", "export", str(record)), encoding="utf-8")
    for move in ("B[ee]", "W[dd]", "B[de]", "W[ed]"):
        assert move in back.read_text(encoding="utf-8")
    assert run("sgf", "import", str(back)) == record.read_text(encoding="utf-8")
