#!/usr/bin/env python3
"""A program that sits in a seat and is asked line by line, in standard Python and nothing else.

    yurei arena simple 'program:python examples/seat.py' --size 5 --games 20

It tries points of which it does not know that they are taken, by chance, but no
eyes of its own, and passes when nothing is left. What is worth reading is how
one is told, asked, and answers: see "Seat mode" in docs/line-protocol.md.
"""

import json
import random
import sys
from typing import Any

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


class Bot:
    """One game after the other, on one seat."""

    def begin(self, line: Any) -> dict[str, Any]:
        """A game begins: what is played, where one sits, and what lies there already."""
        self.seat, self.board = line["seat"], line["board"]
        self.passing = line["settings"].get("passing") != "none"
        self.chance, self.refused = random.Random(line.get("seed")), set[str]()
        return {"ok": True}

    def hear(self, line: Any) -> dict[str, Any]:
        """Somebody has tried: one's own refused points are left alone until something has been captured."""
        told, self.board = line["told"], line["board"]
        if told["verdict"] == "illegal" and line["seat"] == self.seat:
            self.refused.add(told["try"]["point"] or "pass")
        elif told["captured_count"] or told["lost_count"] or told["vanished"]:
            self.refused.clear()
        return {"ok": True}

    def choose(self, line: Any) -> dict[str, Any]:
        """One is to try, within a budget for the whole turn. This bot needs none of it."""
        points = worth_trying(self.board, self.refused)
        if points:
            return {"kind": "stone", "point": self.chance.choice(points)}
        return {"kind": "pass" if self.passing and "pass" not in self.refused else "resign"}

    def end(self, line: Any) -> dict[str, Any]:
        """The game is over."""
        return {"ok": True}


def worth_trying(board: str, refused: set[str]) -> list[str]:
    """The points on which nothing is known to stand, without those that were refused, and without one's own eyes.

    >>> worth_trying("B./.B/BB", {"B3"})
    []
    """
    rows = board.split("/")
    cells = {(column, row): cell for row, line in enumerate(rows) for column, cell in enumerate(line)}
    points = []
    for (column, row), cell in cells.items():
        name = f"{COLUMNS[column]}{len(rows) - row}"
        beside = [cells.get((column + x, row + y)) for x, y in ((0, 1), (1, 0), (0, -1), (-1, 0))]
        if cell == "." and name not in refused and any(each == "." for each in beside):
            points.append(name)
    return points


def main() -> None:
    """Answer every line at once, until there are no more."""
    bot = Bot()
    for line in sys.stdin:
        asked = json.loads(line)
        ops = {"begin": bot.begin, "hear": bot.hear, "choose": bot.choose, "end": bot.end}
        act = ops.get(asked["op"])
        answer = act(asked) if act else {"error": f"there is no op {asked['op']!r}"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
