"""GTP sessions as text: a line that begins with ``> `` is a command; its answer follows after → or below.

A command without an answer in the text must succeed with an empty answer.
"""

import io
import json
import re
from typing import Any

from yurei.apps import gtp
from yurei.apps.gtp.protocol import CommandRunner
from yurei.referee.plain import result_values, told_values
from yurei.referee.settings import Settings, read_settings
from yurei.referee.table import Table
from yurei.referee.told import Told


def engine(player: str = "simple", seed: int | None = 1, **settings: Any) -> gtp.Engine:
    """Return a GTP engine; the default referee is ``open``."""
    return gtp.engine(read_settings({"referee": "open", **settings}), player, seed)


def said(to: gtp.Engine, line: str) -> str:
    """Return an engine's answer to a line, without the empty line at its end."""
    out = io.BytesIO()
    CommandRunner(to.run_command, out).receive(line.encode(errors="surrogateescape") + b"\n")
    answer = out.getvalue().decode("ascii")
    assert not answer or answer.endswith("\n\n"), f"{line!r} is not answered as the standard says"
    return answer.removesuffix("\n\n")


def check_session(to: gtp.Engine, text: str) -> None:
    """Send the commands of a session to an engine, and check its answers."""
    lines = "\n".join(line.strip() for line in text.splitlines() if line.strip())
    for turn in re.split(r"^>", lines, flags=re.MULTILINE)[1:]:
        line, _, answer = turn.strip().replace(" → ", "\n").partition("\n")
        wanted = answer or ("=" if line.partition("#")[0] else "")
        got = "\n".join(each.strip() for each in said(to, line).splitlines())
        pattern = "(?s)" + re.escape(wanted).replace("…", ".*")
        assert re.fullmatch(pattern, got), f"> {line}\n{got}\n-- and not --\n{wanted}"


def told_line(told: Told, settings: Settings) -> str:
    """Return the ``yurei-told`` command with what a seat is told of a try."""
    line = {"seat": told.seat, "told": told_values(told, settings.size), "result": result_values(told.result)}
    return f"yurei-told {json.dumps(line, separators=(',', ':'))}"


class Refereed:
    """A table with an engine in each seat, and all commands and answers."""

    def __init__(self, table: Table, player: str = "simple", seed: int = 1) -> None:
        self.table = table
        self.engines = {seat: gtp.engine(table.settings, player, seed) for seat in ("black", "white")}
        self.lines: dict[str, list[str]] = {seat: [] for seat in self.engines}
        for seat in self.engines:
            self.say(seat, f"yurei-seat {seat}")

    def say(self, seat: str, line: str) -> str:
        """Send a line to a seat's engine, and return the answer."""
        answer = said(self.engines[seat], line)
        self.lines[seat] += [f"> {line}", answer]
        return answer

    def attempt(self, text: str) -> bool:
        """Make a try for the seat to move, and tell both engines; return whether it was accepted."""
        assert self.table.to_move is not None
        answer = self.table.attempt(self.table.to_move, text)
        for seat in self.engines:
            self.say(seat, told_line(answer.told[seat], self.table.settings))
        return answer.accepted

    def turn(self) -> None:
        """Ask the engine to move for a try, and make it."""
        seat = str(self.table.to_move)
        tried = self.say(seat, f"genmove {seat}")
        assert tried.startswith("= "), tried
        self.attempt(tried.removeprefix("= ").replace("-", " "))
