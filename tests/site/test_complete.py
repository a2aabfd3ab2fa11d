"""The site is complete: every command, option, route, setting, ruleset and referee is described, and labels are those of the pages."""

import json
import re
from functools import cache
from pathlib import Path

import pytest
from starlette.routing import Route, WebSocketRoute

from scripts.catalogues import marked
from scripts.commands import Command, commands
from scripts.environment import ROOT
from scripts.site import contents
from scripts.site.stage import LINK
from tests.web.wire import Visitor, WebApp
from yurei import referee, rules
from yurei.apps.web.app import make_app
from yurei.apps.web.notifications.mail import OutsideSettings
from yurei.apps.web.settings import WebSettings
from yurei_research.bench import __main__ as benchmarks


def test_every_page_is_in_the_list_once_and_every_entry_is_a_page(pages: Path) -> None:
    listed = contents.addresses()
    assert sorted(listed) == sorted(file.relative_to(pages).as_posix() for file in pages.rglob("*.md"))


def test_no_link_of_the_site_leads_nowhere(pages: Path) -> None:
    for page in pages.rglob("*.md"):
        prose = re.sub(r"^```.*?^```|`[^`\n]*`", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
        for _, target, _ in LINK.findall(prose):
            elsewhere = "//" in target or target.startswith("mailto")
            assert elsewhere or (page.parent / target).is_file(), f"{page.relative_to(pages)} links to {target}"


def assert_options_are_explained(command: Command, written: str) -> None:
    assert command.words
    for given in command.given:
        assert given.words, f"{command.name} {given.names} says nothing of itself"
        options = [name for name in given.names if name.startswith("-")]
        assert not options or any(name in written for name in options)


@pytest.mark.parametrize("command", commands(), ids=lambda command: command.name)
def test_every_command_and_option_is_explained_and_listed(command: Command, pages: Path) -> None:
    listed = (pages / "reference" / "commands.md").read_text(encoding="utf-8")
    (section,) = re.findall(rf"^## `yurei {command.name}`\n(.*?)(?=^## `|\Z)", listed, re.MULTILINE | re.DOTALL)
    if command.name in {"problems", "sgf"}:
        return  # words above other words; what is below them is explained one by one
    written = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    assert f"## `yurei {command.name}`" in written
    assert all(f"`{name}`" in section for given in command.given for name in given.names)
    assert_options_are_explained(command, written)


@pytest.mark.parametrize("command", commands(benchmarks.app, benchmarks.PROGRAM), ids=lambda command: command.name)
def test_every_benchmark_and_option_is_explained(command: Command) -> None:
    written = (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    assert f"### Command `{command.name}`" in written
    assert command.examples
    assert_options_are_explained(command, written)


def test_every_route_is_described(pages: Path) -> None:
    app = make_app("sqlite+aiosqlite:///:memory:")
    table = (pages / "reference" / "web.md").read_text(encoding="utf-8")
    ways = [route for route in app.routes if isinstance(route, Route | WebSocketRoute)]
    assert len(ways) > 60
    for route in ways:
        assert re.search(rf"`{re.escape(route.path)}` \| \S", table), route.path


def test_every_route_and_key_of_the_api_is_explained() -> None:
    with WebApp() as webapp:
        described = json.loads(Visitor(webapp).get("/openapi.json").text)
    for path, methods in described["paths"].items():
        assert all(way.get("description") for way in methods.values()), path
    for name, schema in described["components"]["schemas"].items():
        if name in {"HTTPValidationError", "ValidationError"}:  # FastAPI's own, which yurei never answers
            continue
        keys = schema.get("properties", {})
        for key, value in keys.items():
            own = len(keys) == 1 and "description" in schema  # one key is explained by what is said of the whole
            assert own or "description" in value or "$ref" in str(value), f"{name}.{key} says nothing of itself"


def test_every_setting_is_explained(pages: Path) -> None:
    table = (pages / "reference" / "web.md").read_text(encoding="utf-8")
    for name, field in {**WebSettings.model_fields, **OutsideSettings.model_fields}.items():
        assert f"| `YUREI_{name.upper()}` |" in table
        assert field.description


def test_every_variable_that_the_sources_read_is_written_about() -> None:
    sources = [*(ROOT / "src").rglob("*.py"), *(ROOT / "scripts").rglob("*.py")]
    code = "".join(file.read_text(encoding="utf-8") for file in sources)
    read = set(re.findall(r"\"(YUREI_[A-Z_]*[A-Z])\"", code))
    assert len(read) >= 3
    written = "".join(file.read_text(encoding="utf-8") for file in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
    assert [name for name in sorted(read) if name not in written] == []


def test_every_game_and_every_referee_is_described(pages: Path) -> None:
    games, referees = ((pages / "reference" / f"{name}.md").read_text("utf-8") for name in ("games", "referees"))
    for ruleset in rules.ALL:
        for words in (ruleset.title, ruleset.summary, *(example.claim for example in ruleset.examples)):
            assert words in games, ruleset.slug
    for each in referee.ALL:
        assert each.summary in referees, each.slug
        assert f"| `{each.slug}` |" in referees


PAPERS = ROOT / "docs" / "comparison.md"  # has their titles in italics
PAGES = [ROOT / "README.md", *sorted({*(ROOT / "docs").glob("*.md")} - {PAPERS})]
NO_LABELS = {
    "README.md": {"yūrei"},
    "experiments.md": {"before", "after", "opponent's answer", "saved strings"},
    "index.md": {"yūrei"},
    "mutants.md": {"or"},
    "problems.md": {"n"},
    "solved.md": {"lost", "lost in 1", "won in n + 1"},
}
"""Words in italics that are stressed or defined, by page. All others are labels."""
CODE = re.compile(r"^```.*?^```|`[^`\n]*`|^    [^\n]*$", re.MULTILINE | re.DOTALL)
ITALICS = re.compile(r"(?<![\w*\\])\*([^*\s](?:[^*]*[^*\s])?)\*(?![\w*])")
OTHERWISE = re.compile(
    r"(?:choose|press|click|tap|open|button|menu|page|link|under) (?:\*\*|“|\")([A-Z][\w ]*)", re.IGNORECASE
)


@cache
def labels() -> set[str]:
    """Every sentence and label of the pages, in English."""
    return {text for entry in marked() for text in ((entry,) if isinstance(entry, str) else entry)}


def in_italics(text: str) -> set[str]:
    """The words in italics outside code, each on one line."""
    return {" ".join(words.split()) for words in ITALICS.findall(CODE.sub("`", text))}


@pytest.mark.parametrize("written", PAGES, ids=lambda written: written.name)
def test_labels_in_the_docs_are_in_italics_and_stand_on_a_page(written: Path) -> None:
    text = written.read_text(encoding="utf-8")
    found, stressed = in_italics(text), NO_LABELS.get(written.name, set())
    assert stressed <= found, "words that are no longer on the page"
    assert found - stressed - labels() == set(), "no page has these labels; stressed words belong into NO_LABELS"
    assert OTHERWISE.findall(CODE.sub("`", text)) == [], "labels in bold or in quotation marks"


def test_a_label_that_no_page_has_is_noticed() -> None:
    text = "Choose *Against yurei*, `*code*`, and *Sound\nand look*; then **Your first game**, or *Pass*."
    assert in_italics(text) - labels() == {"Sound and look"}
    assert OTHERWISE.findall('Choose **Your first game**, or open the page "You".') == ["Your first game", "You"]
