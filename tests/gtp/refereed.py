"""Engines in the seats of a table whose referee hides the board: what each is told, and what it says."""

import json

from tests.gtp.session import said
from yurei.apps import gtp
from yurei.referee.plain import result_values, told_values
from yurei.referee.settings import Settings
from yurei.referee.table import Table
from yurei.referee.told import Told


def told_line(told: Told, settings: Settings) -> str:
    """What a seat is told of a try, as a command."""
    line = {"seat": told.seat, "told": told_values(told, settings.size), "result": result_values(told.result)}
    return f"yurei-told {json.dumps(line, separators=(',', ':'))}"


class Refereed:
    """A table, an engine in each seat, and all that was said to each and answered.

    Args:
        table: Where they play.
        player: Who plays, in both seats.
        seed: Where their chance begins.
    """

    def __init__(self, table: Table, player: str = "simple", seed: int = 1) -> None:
        self.table = table
        self.engines = {seat: gtp.engine(table.settings, player, seed) for seat in ("black", "white")}
        self.lines: dict[str, list[str]] = {seat: [] for seat in self.engines}
        for seat in self.engines:
            self.say(seat, f"yurei-seat {seat}")

    def say(self, seat: str, line: str) -> str:
        """Say a line to a seat's engine."""
        answer = said(self.engines[seat], line)
        self.lines[seat] += [f"> {line}", answer]
        return answer

    def attempt(self, text: str) -> bool:
        """Let who is to move try something, and tell both; whether it became a move."""
        assert self.table.to_move is not None
        answer = self.table.attempt(self.table.to_move, text)
        for seat in self.engines:
            self.say(seat, told_line(answer.told[seat], self.table.settings))
        return answer.accepted

    def turn(self) -> None:
        """Ask who is to move for a try, and let him try it."""
        seat = str(self.table.to_move)
        tried = self.say(seat, f"genmove {seat}")
        assert tried.startswith("= "), tried
        self.attempt(tried.removeprefix("= ").replace("-", " "))
