"""Labels in the docs are those of the pages: what is written in italics can be read there, word for word."""

import re
from functools import cache
from pathlib import Path

import pytest

from scripts.catalogues import marked
from scripts.environment import ROOT

TITLES_OF_PAPERS = ROOT / "docs" / "comparison.md"
PAGES = [ROOT / "README.md", *sorted({*(ROOT / "docs").glob("*.md")} - {TITLES_OF_PAPERS})]
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
"""A label that is written in bold or in quotation marks."""


@cache
def labels() -> set[str]:
    """Every sentence and label of the pages, in English."""
    return {text for entry in marked() for text in ((entry,) if isinstance(entry, str) else entry)}


def in_italics(text: str) -> set[str]:
    """The words in italics outside code, each on one line."""
    return {" ".join(words.split()) for words in ITALICS.findall(CODE.sub("`", text))}


@pytest.mark.parametrize("written", PAGES, ids=lambda written: written.name)
def test_every_label_in_the_docs_stands_on_a_page(written: Path) -> None:
    found = in_italics(written.read_text(encoding="utf-8"))
    stressed = NO_LABELS.get(written.name, set())
    assert stressed <= found, "words that are no longer on the page"
    assert found - stressed - labels() == set(), "no page has these labels; stressed words belong into NO_LABELS"


@pytest.mark.parametrize("written", PAGES, ids=lambda written: written.name)
def test_labels_are_written_in_italics(written: Path) -> None:
    assert OTHERWISE.findall(CODE.sub("`", written.read_text(encoding="utf-8"))) == []


def test_a_label_that_no_page_has_is_noticed() -> None:
    text = "Choose *Against yurei*, `*code*`, and *Sound\nand look*; then **Your first game**, or *Pass*."
    assert in_italics(text) - labels() == {"Sound and look"}
    assert OTHERWISE.findall('Choose **Your first game**, or open the page "You".') == ["Your first game", "You"]
