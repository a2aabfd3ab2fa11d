"""The command ``yurei new-game``, which writes a ruleset's file, its line in the list, and empty translations."""

import builtins
import json
import keyword
import re
from pathlib import Path
from string import Template
from typing import Annotated

import typer

from yurei import rules
from yurei.apps.cli.common import BadUsage
from yurei.rules.points import shorten

SLUG = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LONGEST = 40
LINE = 120  # longest line of our code

FILE = Template(
    '''"""$title: what is played there, in a sentence."""

from yurei.languages import N_
from yurei.rules.ruleset import Example, Ruleset, same_komi

RULESET = Ruleset(
    slug=$slug,
    title=N_($quoted),
    source=$source,
    summary=N_($summary),
    # What is not said here is as in Go. All choices and their values stand in ruleset.py.
    komi=same_komi(7.5),
    sentences={
        "komi": "The page's sentence about komi, or: Chosen.",
    },
    examples=(Example(N_($claim), ".B./BWB/...", "B:B1", ".B./B.B/.B."),),
)
'''
)
LEFT = Template(
    """What is left, whenever you like; until then everything runs:

  $module
      the page's address, the summary, the choices that differ from Go, each with
      its sentence, and two or three of the page's claims as examples
  $catalogues
      the same sentences there, as you change them, and their translations: all of a
      language's or none; until then the game speaks English
  ./test
      plays its examples, random games, every referee and every app; it writes the
      golden games and the page of the reference, which you read and commit
  changes/$name.added.md
      a sentence for those who will play it

`yurei rules $name` shows it, `yurei play --game $name` plays it."""
)


def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Identifier in lower case, such as lazy-go.")],
    title: Annotated[
        str | None, typer.Option(metavar="TITLE", help="Title; derived from the identifier by default.")
    ] = None,
    tree: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="The checkout to write to; that of this folder by default.")
    ] = None,
) -> None:
    """Begin a new game: write its ruleset, add it to the list of games and the catalogues, and print the next steps."""
    around = (each for each in (Path.cwd(), *Path.cwd().parents) if (each / "src" / "yurei" / "rules").is_dir())
    package = (tree or next(around, Path(rules.__file__).parents[3])) / "src" / "yurei"
    called = " ".join((title or name.replace("-", " ").title()).split())
    _check(name, called, package)
    module = package / "rules" / f"{name.replace('-', '_')}.py"
    if module.exists():
        raise BadUsage(f"there is already {module}; take another name")
    summary, claim = f"What {called} is, in one plain sentence.", f"In {called} a stone without liberties goes."
    listed = _with_line((package / "rules" / "__init__.py").read_text(encoding="utf-8"), module.stem)
    words = {
        "slug": name,
        "quoted": called,
        "source": f"https://example.org/{name}",
        "summary": summary,
        "claim": claim,
    }
    quoted = {key: json.dumps(value, ensure_ascii=False) for key, value in words.items()}
    module.write_text(FILE.substitute(quoted, title=called), encoding="utf-8")
    (package / "rules" / "__init__.py").write_text(listed, encoding="utf-8")
    catalogues = sorted((package / "languages").glob("*.po"))
    for catalogue in catalogues:
        _add_stubs(catalogue, [called, summary, claim])
    typer.echo(f"{called} is played from now on.\n")
    typer.echo(LEFT.substitute(module=module, catalogues=", ".join(map(str, catalogues)), name=name))


def _check(name: str, title: str, package: Path) -> None:
    """Raise an error if the name of a new game is invalid, or the folder is no checkout of yurei."""
    if not SLUG.fullmatch(name) or len(name) > LONGEST:
        raise BadUsage(f"a game's name is small letters, digits and hyphens, such as lazy-go, not {shorten(name)}")
    if not title or any(not letter.isprintable() for letter in title):
        raise BadUsage("a game's title is something that can be printed, such as 'Lazy Go'")
    if name in {ruleset.slug for ruleset in rules.ALL} or title in {ruleset.title for ruleset in rules.ALL}:
        raise BadUsage(f"there is already a game {name}, or one called {title}; `yurei rules` lists all")
    if keyword.iskeyword(name) or any(hasattr(known, name.replace("-", "_")) for known in (rules, builtins)):
        raise BadUsage(f"{name} is a word of the program's; take another name")
    if not (package / "rules" / "__init__.py").is_file() or not (package.parents[1] / "pyproject.toml").is_file():
        raise BadUsage(f"{package.parents[1]} is no checkout of yurei; say where one is with --tree")


IMPORT = re.compile(r"^from yurei\.rules import (?:\(([^)]*)\)|(.*))$", re.MULTILINE)
LIST = re.compile(r"^ALL: list\[Ruleset\] = \[\n((?:    .*\n)*)\]$", re.MULTILINE)


def _with_line(source: str, module: str) -> str:
    """Return the source of the list of games with a new module added to its imports and to the end of the list."""
    imported, games = IMPORT.search(source), LIST.search(source)
    if imported is None or games is None:
        raise BadUsage("rules/__init__.py has no list of all games as yurei new-game knows it; add the line by hand")
    longer = source[: games.end(1)] + f"    {module}.RULESET,\n" + source[games.end(1) :]
    names = sorted({*re.findall(r"\w+", imported[0].partition(" import ")[2]), module})
    line = f"from yurei.rules import {', '.join(names)}"
    if len(line) > LINE:
        line = "\n    ".join(["from yurei.rules import (", *(f"{each}," for each in names)]) + "\n)"
    return longer[: imported.start()] + line + longer[imported.end() :]


def _add_stubs(catalogue: Path, sentences: list[str]) -> None:
    """Add an empty translation to a catalogue for each sentence that the catalogue does not have yet."""
    text = catalogue.read_text(encoding="utf-8")
    for sentence in sentences:
        written = f"msgid {json.dumps(sentence, ensure_ascii=False)}\n"
        if written not in text:
            text = f'{text.rstrip()}\n\n{written}msgstr ""\n'
    catalogue.write_text(text, encoding="utf-8")
