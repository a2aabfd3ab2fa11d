"""What parses, by its name: what is put to it, and what it may do with that.

A check takes any bytes at all. It comes back where they were answered cleanly: read, or refused with one sentence that
is documented. Whatever else it raises is a fault. A new parser is one entry in ``ALL``, its check, and a folder in
``corpus``.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path

CORPUS = Path(__file__).parent / "corpus"
LONGEST_SENTENCE = 500
"""Characters that a refusal has at most, however long the thing is that is refused."""

Check = Callable[[bytes], object]


@dataclass(frozen=True)
class Target:
    """Something that parses.

    Attributes:
        name: Name of the evening, and where its corpus lies.
        what: What it parses, in a few words.
        check: Where the check is, as ``module.function`` beside this one. One whose name begins with ``open_`` takes
            nothing, and gives a check for as long as its context is entered.
        longest: How many bytes an input has at most.
        words: What its inputs are made of, besides what is in the corpus.
    """

    name: str
    what: str
    check: str
    longest: int = 2048
    words: tuple[str, ...] = ()

    def opened(self) -> AbstractContextManager[Check]:
        """What checks an input. It is imported only now, so that its branches can be measured."""
        module, _, name = self.check.partition(".")
        found = getattr(importlib.import_module(f"tests.fuzz.{module}"), name)
        checks: AbstractContextManager[Check] = found() if name.startswith("open_") else nullcontext(found)
        return checks

    def corpus(self) -> list[bytes]:
        """What it is known to parse, from real play."""
        return [path.read_bytes() for path in sorted((CORPUS / self.name).iterdir())]


def check_sentence(said: str) -> None:
    """Make sure that a refusal is one sentence, and no longer than one."""
    assert 0 < len(said) < LONGEST_SENTENCE, f"{len(said)} characters are no sentence"
    assert "\n" not in said, "a sentence is one line"


LINES = (
    '"op":',
    '"settings":{',
    '"width":',
    '"height":',
    '"seat":"',
    '"black"',
    '"white"',
    "null",
    "true",
    "1e309",
    "\\ud800",
)

COMMANDS = ("boardsize ", "play ", "genmove ", "undo", "yurei-told ", "ghost-", "pass", "\x07", "#", "999999999 ")
SGF = ("(;", ";B[", ";W[]", "AB[aa:cc]", "\\]", "SZ[9:13]", "CA[GBK]", "HA[2]", "YR[", "RE[B+R]", "tt", ")")

ALL: list[Target] = [
    Target("protocol", "lines to the referee", "lines.check_protocol", words=LINES),
    Target("seat", "lines to a player", "lines.check_seat", words=LINES),
    Target("gtp", "commands of GTP", "engines.check_gtp", words=COMMANDS),
    Target("records", "records of games", "kept.check_record", words=LINES),
    Target("sgf", "SGF files", "kept.check_sgf", longest=4096, words=SGF),
    Target("forms", "the form for a new game", "filled.check_form", words=("&", "%00", "%ff", "=")),
    Target("requests", "HTTP with forms and JSON", "wires.open_requests", words=("\r\n", ": ", "HTTP/1.1", "$WHITE")),
    Target("frames", "WebSocket frames to a game's page", "wires.open_frames"),
]


def target(name: str) -> Target:
    """The target of a name."""
    return next(each for each in ALL if each.name == name)
