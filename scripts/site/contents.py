"""Contents of the site, in order: sections, and in each of them pages with their titles.

A page is written in the repository, or made of a list or a program when the site is built.
"""

from collections.abc import Iterator
from pathlib import Path

from scripts.environment import ROOT

Section = tuple[str, list[tuple[str, str]]]

WRITTEN_ELSEWHERE = {
    "ARCHITECTURE.md": "architecture.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "changes/README.md": "changelog.md",
    "docs/decisions": "decisions/index.md",
    "docs/reference": "reference/commands.md",
}
"""Addresses on the site of files that lie outside docs/, and of folders."""


def sections() -> list[Section]:
    """Return the sections in the order of the list of pages; the first page of each is its start."""
    return [
        ("Home", [("Home", "index.md"), ("Start in five minutes", "start.md"), ("How others do it", "comparison.md")]),
        ("Games and referees", [("Games", "reference/games.md"), ("Referees", "reference/referees.md")]),
        (
            "For players",
            [
                ("Play", "playing.md"),
                ("Problems", "problems.md"),
                ("Clocks", "clocks.md"),
                ("How strong the programs are", "strength.md"),
                ("SGF", "sgf.md"),
                ("Solved boards", "solved.md"),
            ],
        ),
        ("For clubs", [("Clubs and lessons", "clubs.md")]),
        (
            "For hosts",
            [
                ("Run a server", "running.md"),
                ("What is kept secret, and how", "secrecy.md"),
                ("Report a fault", "security.md"),
            ],
        ),
        (
            "For bot authors",
            [
                ("HTTP: programs and bots", "programs.md"),
                ("Python: write and train a player", "players.md"),
                ("Line protocol", "line-protocol.md"),
                ("GTP: Sabaki and GoGui", "gtp.md"),
                ("The arena", "arena.md"),
                *((f"Example: {name}", f"examples/{name}.md") for name in examples() if "/" not in name),
            ],
        ),
        (
            "For researchers",
            [
                ("Environments and games", "research.md"),
                ("The compiled kernel", "kernel.md"),
                ("Small games solved", "exact.md"),
                ("Players from papers", "baselines.md"),
                ("Benchmarks", "benchmarks.md"),
                *((f"Notebook: {Path(name).stem}", f"examples/{name}.md") for name in examples() if "/" in name),
            ],
        ),
        ("For inventors", [("Invent a game", "inventing.md")]),
        (
            "Development",
            [("Architecture", "architecture.md"), ("Contribute", "contributing.md"), ("Changes", "changelog.md")],
        ),
        (
            "Evidence",
            [
                ("Experiments", "experiments.md"),
                ("Faults that a server survives", "faults.md"),
                ("Security, point by point", "asvs.md"),
                ("Mutants", "mutants.md"),
                ("Pictures of the pages", "pictures.md"),
            ],
        ),
        ("Decisions", [("All decisions", "decisions/index.md"), *decisions()]),
        (
            "Reference",
            [
                ("The command line", "command-line.md"),
                ("Every command and option", "reference/commands.md"),
                ("Routes and settings", "reference/web.md"),
            ],
        ),
    ]


def addresses() -> list[str]:
    """Return every page of the list."""
    return [address for _, entries in sections() for _, address in entries]


def decisions() -> list[tuple[str, str]]:
    """Return the decisions, by number."""
    return [(heading(file), f"decisions/{file.name}") for file in sorted((ROOT / "docs" / "decisions").glob("*.md"))]


def examples() -> list[str]:
    """Return the example programs, then those in folders: the notebooks."""
    folder = ROOT / "examples"
    files = [file for file in folder.rglob("*") if file.suffix in {".py", ".js", ".mjs"}]
    return sorted((file.relative_to(folder).as_posix() for file in files), key=lambda name: ("/" in name, name))


def heading(file: Path) -> str:
    """Return the first heading of a page."""
    return next(_headings(file)).removesuffix("Accepted").strip()


def _headings(file: Path) -> Iterator[str]:
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            yield line.removeprefix("# ").strip()
