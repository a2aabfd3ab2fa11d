"""A session of GTP as a text: a line that begins with ``> `` is said to an engine, those below are what it answers.

``…`` stands for whatever is no matter, within a line or for whole lines; where a line begins is no matter either.
"""

import io
import re
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from yurei.apps import gtp
from yurei.apps.gtp.protocol import Speaker
from yurei.referee.settings import read_settings

SAYS = "> "


def engine(player: str = "simple", seed: int | None = 1, **settings: Any) -> gtp.Engine:
    """An engine; everything is seen where no referee is named."""
    return gtp.engine(read_settings({"referee": "open", **settings}), player, seed)


def said(to: gtp.Engine, line: str) -> str:
    """What an engine answers to a line, without the empty line at its end."""
    out = io.BytesIO()
    Speaker(to.do, out).receive(line.encode(errors="surrogateescape") + b"\n")
    answer = out.getvalue().decode("ascii")
    assert not answer or answer.endswith("\n\n"), f"{line!r} is not answered as the standard says"
    return answer.removesuffix("\n\n")


def holds(to: gtp.Engine, text: str) -> None:
    """Hold such a session, and make sure that all is answered so."""
    for line, wanted in _turns(text):
        got = "\n".join(each.strip() for each in said(to, line).splitlines())
        pattern = "(?s)" + re.escape(wanted).replace("…", ".*")
        assert re.fullmatch(pattern, got), f"> {line}\n{got}\n-- and not --\n{wanted}"


def _turns(text: str) -> Iterator[tuple[str, str]]:
    """What is said, and what is to be answered."""
    lines = [line.strip() for line in text.strip().splitlines()]
    said_at = [place for place, line in enumerate(lines) if line.startswith(SAYS) or line == SAYS.strip()]
    for begin, end in zip_longest(said_at, said_at[1:]):
        yield lines[begin][len(SAYS) :], "\n".join(line for line in lines[begin + 1 : end] if line)
