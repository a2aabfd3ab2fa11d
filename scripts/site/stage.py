"""Staging of the site's pages in one folder: written pages, with links adapted, and generated ones."""

import os
import re
import shutil
from pathlib import Path

from scripts import commands
from scripts.environment import ROOT
from scripts.site import contents

LINK = re.compile(r"(\]\()([^)\s#:]+)((?:#[^)\s]*)?\))")
RELEASES = "<!-- releases begin here -->"
LANGUAGES = {".py": "python", ".js": "javascript", ".mjs": "javascript"}


def stage(to: Path, changes: str) -> None:
    """Write every page and all its files into a folder, which is emptied before.

    Args:
        to: The folder.
        changes: What changed since the last release, as Markdown.
    """
    shutil.rmtree(to, ignore_errors=True)
    to.mkdir(parents=True)
    _made(to)
    _changelog(changes, to)
    for source in sources():
        _written(source, to)
    shutil.copytree(ROOT / "docs" / "site", to / "site")
    shutil.copy(ROOT / "src/yurei/apps/web/static/icon.svg", to / "site" / "icon.svg")


def sources() -> list[Path]:
    """Return the written pages of the repository."""
    docs = [
        file
        for file in (ROOT / "docs").rglob("*.md")
        if file.relative_to(ROOT).as_posix() not in contents.WRITTEN_ELSEWHERE
    ]
    others = [ROOT / name for name in ("ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md")]
    return sorted([*docs, *others])


def address(file: Path) -> str | None:
    """Return the address on the site of a file of the repository; None if it has no page there."""
    name = file.relative_to(ROOT).as_posix()
    if name in contents.WRITTEN_ELSEWHERE:
        return contents.WRITTEN_ELSEWHERE[name]
    if name.startswith("examples/"):
        return f"{name}.md"
    if name.startswith("docs/") and file.is_file():
        return name.removeprefix("docs/")
    return None


def _written(source: Path, to: Path) -> None:
    here = address(source)
    assert here
    text = source.read_text(encoding="utf-8")
    _write(to / here, turned(text, source, here, to))


def turned(text: str, source: Path, here: str, to: Path) -> str:
    """Return a page with links that fit the site; linked files that are no pages are copied there.

    A link to a file without a place on the site, such as kept matches, keeps its words and leads nowhere.
    """

    def turn(match: re.Match[str]) -> str:
        target = (source.parent / match[2]).resolve()
        there = address(target)
        if there is None:
            return match[0]
        if target.is_file() and not there.endswith(".md"):
            (to / there).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(target, to / there)
        return f"{match[1]}{os.path.relpath(there, Path(here).parent)}{match[3]}"

    return LINK.sub(turn, text)


# Generated pages ---------------------------------------------------------------------------------------------------


def _made(to: Path) -> None:
    _write(to / "reference" / "commands.md", commands.page())
    _write(to / "decisions" / "index.md", _decisions())
    for name in contents.examples():
        _write(to / "examples" / f"{name}.md", _example(ROOT / "examples" / name))


def _changelog(changes: str, to: Path) -> None:
    """Write the coming changes, then the released ones."""
    kept = ROOT / "CHANGELOG.md"
    released = kept.read_text(encoding="utf-8").partition(RELEASES)[2]
    text = f"# Changes\n\nWhat changed for those who use yurei, newest first.\n\n{changes}\n{released}"
    _write(to / "changelog.md", turned(text, kept, "changelog.md", to))


def _decisions() -> str:
    lines = (f"- [{title}]({Path(place).name})" for title, place in contents.decisions())
    return "\n".join(
        ["# Decisions\n", "What is hard to take back, or what somebody will ask about: a page each.\n", *lines, ""]
    )


def _example(file: Path) -> str:
    language, name = LANGUAGES[file.suffix], file.relative_to(ROOT).as_posix()
    return f"# `{name}`\n\n```{language}\n{file.read_text(encoding='utf-8').rstrip()}\n```\n"


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
