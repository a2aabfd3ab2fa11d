"""What the docs say is what the code has."""

import doctest
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from scripts.commands import commands, manual
from scripts.reference import FOLDER, MANUAL, pages
from tests.records.games import again
from yurei import Table, players, records, referee, rules
from yurei.apps.arena import play_game
from yurei.apps.jsonlines import SeatSession, Session
from yurei.players import Budget
from yurei.records import sgf
from yurei.referee.settings import read_settings

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("name", sorted(pages()))
def test_the_reference_is_made_from_the_code(name: str) -> None:
    file, made = FOLDER / name, pages()[name]
    written = file.read_text(encoding="utf-8")
    if new := games_in(made) - games_in(written):
        file.write_text(made, encoding="utf-8")
        pytest.skip(f"{name} has got {', '.join(sorted(new))}: read it, and commit it")
    assert written == made, "run scripts/reference.py"


def test_the_manual_page_is_made_from_the_commands() -> None:
    text, written = manual(), MANUAL.read_text(encoding="utf-8").replace("\\-", "-")
    listed = re.search(r"^The game: (.*)\.$", written, re.MULTILINE)
    assert listed
    if new := [ruleset.slug for ruleset in rules.ALL if ruleset.slug not in listed[1].split(", ")]:
        MANUAL.write_text(text, encoding="utf-8")
        pytest.skip(f"{MANUAL.name} has got {', '.join(new)}: commit it")
    assert MANUAL.read_text(encoding="utf-8") == text, "run scripts/reference.py"
    for command in commands():
        assert f".SS yurei {command.name}" in text.replace("\\-", "-")
    assert not [line for line in text.splitlines() if line.startswith(("'", ". "))], "taken for a request"


FOLDERS = ("", "src/yurei", "src/yurei/apps/web", "research/src/yurei_research")
"""Folders in which the paths on a page may begin."""
OF_THE_CODE = re.compile(
    r"`((?:src|tests|research|scripts|apps|club|frame|parts)/(?:[a-z_]+/)*[a-z_]+(?:\.(?:py|js|css))?/?)`"
)


def test_files_that_the_docs_name_exist() -> None:
    pages = {*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")} - {ROOT / "CHANGELOG.md"}
    named = {(page.name, path) for page in pages for path in OF_THE_CODE.findall(page.read_text(encoding="utf-8"))}
    assert len(named) > 100
    assert {each for each in named if not any((ROOT / folder / each[1]).exists() for folder in FOLDERS)} == set()


def games_in(page: str) -> set[str]:
    """The games that a page of the reference describes."""
    return set(re.findall(r"^## .* \(`([a-z0-9-]+)`, version \d+\)$", page, re.MULTILINE))


def test_the_readme_has_every_referee() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([a-z-]+)` \|", readme, re.MULTILINE)
    assert rows == [each.slug for each in referee.ALL]
    assert "docs/reference/games.md" in readme


WRITTEN = [file for where in ("*", "docs/**/*", "changes/*", "research/*") for file in sorted(ROOT.glob(f"{where}.md"))]


@pytest.mark.parametrize("written", WRITTEN, ids=lambda written: written.name)
def test_no_link_in_the_docs_leads_nowhere(written: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", written.read_text(encoding="utf-8")):
        assert (written.parent / target).exists(), f"{written.name} links to {target}"


def test_the_line_protocol_answers_as_its_page_says() -> None:
    page = (ROOT / "docs" / "line-protocol.md").read_text(encoding="utf-8")
    referee_mode, _, seat_mode = page.partition("## Seat mode")
    for part, answering, least in ((referee_mode, Session(), 8), (seat_mode, SeatSession("simple"), 5)):
        said = re.findall(r"^> (.*)\n< (.*)$", part, re.MULTILINE)
        assert len(said) >= least
        for line, answer in said:
            assert answering.answer(line) == answer


def written_in(page: Path, language: str) -> list[str]:
    """The programs of a page."""
    text = page.read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def test_the_player_of_its_page_plays_and_can_be_installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    page, names = ROOT / "docs" / "players.md", dict[str, Any](__name__="yurei_centre")
    kept, table, *_ = written_in(page, "python")
    (tmp_path / "centre.py").write_text(kept)
    (tmp_path / "table.py").write_text(table)
    played = subprocess.run([sys.executable, "table.py"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "by=" in played.stdout
    exec(compile(kept, page.name, "exec"), names)  # our own page
    centre = names["Centre"]
    (project,) = (tomllib.loads(text)["project"] for text in written_in(page, "toml"))
    assert project["entry-points"] == {players.GROUP: {centre.slug: "yurei_centre:Centre"}}
    monkeypatch.setattr(players, "ALL", [centre])
    player = players.get("centre:reach=3,calm=0.2")
    assert player.name == "centre:reach=3,calm=0.2"
    player.choose(Table("go", size=5).view("black"))
    assert len(player.explain().candidates) == 5


def test_the_player_of_its_page_beats_chance() -> None:
    names = dict[str, Any](__name__="yurei_centre")
    exec(written_in(ROOT / "docs" / "players.md", "python")[0], names)  # our own page
    settings, won = read_settings({"width": 5, "height": 5}), 0
    for seed in range(20):
        seats = [names["Centre"](seed=seed), players.get("uniform", seed=100 + seed)]
        played = play_game(settings, seats[:: -1 if seed % 2 else 1], [Budget(playouts=1)] * 2)
        assert played.trouble is None
        won += played.result.winner == 1 + seed % 2
    assert won >= 14


def test_the_examples_and_properties_on_the_sgf_page_are_right(monkeypatch: pytest.MonkeyPatch) -> None:
    page = ROOT / "docs" / "sgf.md"
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testfile(str(page), module_relative=False)
    assert (failed, tried > 4) == (0, True)
    text = page.read_text(encoding="utf-8")
    record = records.read((ROOT / "docs" / "game.jsonl").read_bytes())
    written = sgf.main_line(sgf.native(again(record), notes={0: {}}))
    ours = {name for node in written for name in node if name.startswith("Y")}
    assert ours <= set(re.findall(r"^\| `(Y[A-Z])` \|", text, re.MULTILINE)) == {"YR", "YA", "YS", "YP"}
    (listed,) = re.findall(r"^The ordinary properties of the first node: `([A-Z ]+)`", text, re.MULTILINE)
    assert {name for name in written[0] if not name.startswith("Y")} <= set(listed.split())
