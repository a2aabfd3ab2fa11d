"""Every command with its options, read from the program: as plain values, as a page, and as a manual page."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import typer
from typer.main import get_command

from yurei import __version__
from yurei.apps.cli.app import STATUS, app


@dataclass(frozen=True)
class Given:
    """An option or an argument.

    Attributes:
        names: As it is written, with the way to switch it off: ``--log``, ``--no-log``.
        kind: Kind of its value; empty if it takes none.
        words: Its purpose.
    """

    names: tuple[str, ...]
    kind: str
    words: str


@dataclass(frozen=True)
class Command:
    """A command.

    Attributes:
        name: With the groups above it: ``sgf export``.
        usage: The line that its help begins with, without the word *Usage*.
        words: Its description: a sentence, and perhaps paragraphs.
        given: Its arguments and options.
        examples: Lines as they are typed, each with its purpose.
    """

    name: str
    usage: str
    words: str
    given: tuple[Given, ...]
    examples: tuple[str, ...]


def commands(typed: typer.Typer = app, program: str = "yurei") -> list[Command]:
    """Return all commands of a program, in the order of the help."""
    return list(_below(get_command(typed), "", program))


def _below(group: Any, above: str, program: str) -> Iterator[Command]:
    for name, command in group.commands.items():
        full = f"{above} {name}".strip()
        yield _command(command, full, program)
        if hasattr(command, "commands"):
            yield from _below(command, full, program)


def _command(command: Any, name: str, program: str) -> Command:
    context = typer.Context(command, info_name=f"{program} {name}")
    usage = " ".join(command.get_usage(context).split()).removeprefix("Usage: ").replace("{", "").replace("}", "")
    words = (command.help or "").replace("\b", "").strip()
    given = tuple(_given(each, context) for each in command.params if each.name != "help")
    epilog = (command.epilog or "").replace("\b", "").partition(STATUS)[0]
    examples = tuple(line.strip() for line in epilog.splitlines() if line.strip().startswith(f"{program} "))
    return Command(name, usage, words, given, examples)


def _given(parameter: Any, context: Any) -> Given:
    shown, words = parameter.get_help_record(context)
    names = (
        tuple(sorted([*parameter.opts, *parameter.secondary_opts], key=shown.index)) if shown.startswith("-") else ()
    )
    kind = shown.split()[-1] if names and not shown.split()[-1].startswith("-") else ""
    return Given(names or (shown.split()[0],), kind, " ".join(words.split()).replace("|", "\\|"))


# As a page ---------------------------------------------------------------------------------------------------------


def page() -> str:
    """Return all commands as Markdown."""
    parts = [
        "# Every command and option\n",
        "As the program itself tells them: `yurei COMMAND --help` prints the same. What they are for, with what they print, "
        "stands under [the command line](../command-line.md).\n",
    ]
    for command in commands():
        parts += _section(command)
    return "\n".join(parts)


def _section(command: Command) -> Iterator[str]:
    yield f"## `yurei {command.name}`\n"
    yield f"{command.words}\n"
    yield f"    {command.usage}\n"
    if command.given:
        yield "| option | what it is for |\n| --- | --- |"
        for given in command.given:
            names = ", ".join(f"`{name}`" for name in given.names)
            kind = f" {given.kind}" if given.kind else ""
            yield f"| {names}{kind} | {given.words} |"
        yield ""
    if command.examples:
        yield "\n".join(f"    {line}" for line in command.examples) + "\n"


# As a manual page --------------------------------------------------------------------------------------------------


def manual() -> str:
    """Return all commands as a manual page for ``man yurei``, in the macros of ``man(7)``."""
    about = "a home for Go with hidden stones"
    parts = [
        '.\\" Made by scripts/reference.py from the code; do not edit.',
        f'.TH YUREI 1 "" "yurei {__version__}" "User Commands"',
        f".SH NAME\nyurei \\- {about}",
        ".SH SYNOPSIS\n.B yurei\n.I COMMAND\n.RI [ OPTIONS ]",
        f".SH DESCRIPTION\n{_troff(get_command(app).help or '')}",
        ".SH COMMANDS",
        *(line for command in commands() for line in _entry(command)),
        f".SH EXIT STATUS\n{_troff(STATUS.removeprefix('exit status: '))}.",
    ]
    return "\n".join(parts) + "\n"


def _entry(command: Command) -> Iterator[str]:
    yield f".SS {_troff(command.usage)}"
    yield _troff(command.words)
    for given in command.given:
        kind = f" {_troff(given.kind)}" if given.kind else ""
        yield f".TP\n.B {_troff(', '.join(given.names))}{kind}\n{_troff(given.words)}"
    if command.examples:
        yield ".PP\n.nf\n" + "\n".join(_troff(line) for line in command.examples) + "\n.fi"


def _troff(text: str) -> str:
    """Escape a text so that no line is a request."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-").replace("`", "\\(ga").replace("'", "\\(aq")
    lines = (line.strip() for line in escaped.splitlines())
    return "\n".join(f"\\&{line}" if line.startswith(".") else line for line in lines if line)
