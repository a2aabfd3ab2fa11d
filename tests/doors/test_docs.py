"""What the docs say is what the code has."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scripts.reference import FOLDER, pages
from yurei import referee, rules
from yurei.apps.jsonlines import Session

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", sorted(pages()))
def test_the_reference_is_made_from_the_code(name: str) -> None:
    assert (FOLDER / name).read_text(encoding="utf-8") == pages()[name], "run scripts/reference.py"


def test_the_readme_knows_every_referee_and_every_game() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([a-z-]+)` \|", readme, re.MULTILINE)
    assert rows == [each.slug for each in referee.ALL]
    assert all(ruleset.title.split(",")[0] in readme for ruleset in rules.ALL)


WRITTEN = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("changes/*.md")])


@pytest.mark.parametrize("page", WRITTEN, ids=lambda page: page.name)
def test_no_link_in_the_docs_leads_nowhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_the_line_protocol_answers_as_its_page_says() -> None:
    session = Session()
    page = (ROOT / "docs" / "line-protocol.md").read_text(encoding="utf-8")
    said = re.findall(r"^> (.*)\n< (.*)$", page, re.MULTILINE)
    assert len(said) >= 8
    for line, answer in said:
        assert session.answer(line) == answer
