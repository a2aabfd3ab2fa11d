#!/usr/bin/env python3
"""A program that sits down by a link and plays, in standard Python and nothing else.

    python examples/bot.py http://localhost:8000/g/GAME/join/white/SECRET

It tries points of which it does not know that they are taken, by chance, and
listens: what was refused it leaves alone until something has been captured. It
fills no eyes, and passes when nothing is left to try. That is no good way to
play; what is worth reading is how one sits down, looks, tries, waits and stops.
"""

import argparse
import json
import random
import sys
import time
import urllib.error
import urllib.request
from typing import Any
from urllib.parse import urlsplit

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
WAIT = 20
CHANGED = 409  # meanwhile something has happened that this seat had not seen
KNOWN = 422  # this seat was told that a stone stands there: that was no try, and it is its turn still


class Refused(Exception):
    """What the server says where something is wrong, in its own words, and the status of its answer."""

    def __init__(self, said: str, status: int) -> None:
        super().__init__(said)
        self.status = status


class Seat:
    """A chair at a game, and the token that opens it."""

    def __init__(self, link: str) -> None:
        parts = urlsplit(link)
        self.server = f"{parts.scheme}://{parts.netloc}"
        self.token = ""
        sat = self._ask("/api/sit", {"link": link})
        self.token, self._address = sat["token"], sat["address"]

    def look(self, since: int = 0, wait: int = 0) -> Any:
        """What this seat knows; with a wait, as soon as more has happened than that number."""
        return self._ask(f"{self._address}?since={since}&wait={wait}")

    def do(self, what: str, point: str = "", **more: Any) -> Any:
        """Try, pass, agree. The referee may refuse a try; that is an answer as good as any."""
        return self._ask(self._address, {"do": what, "point": point, **more})

    def _ask(self, path: str, body: object = None) -> Any:
        request = urllib.request.Request(self.server + path)
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        if self.token:
            request.add_header("Authorization", f"Bearer {self.token}")
        try:
            with urllib.request.urlopen(request, timeout=WAIT + 10) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code in (429, 503):  # too much at once, or the server stops for now: it says when to come back
                time.sleep(int(error.headers.get("Retry-After", WAIT)))
                return self._ask(path, body)
            raise Refused(json.load(error)["error"], error.code) from None


def worth_trying(board: str, refused: set[str]) -> list[str]:
    """The points on which nothing of one's own stands, without those that were refused, and without one's own eyes.

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


def play(seat: Seat, chance: random.Random) -> Any:
    """Play until the game is over, and agree to the count where there is one."""
    seen, refused = seat.look(), set[str]()
    while not seen["ended"]:
        listen(seen, refused)
        seen = move(seat, seen, refused, chance) if seen["your_turn"] else seat.look(seen["number"], WAIT)
    while seen["ended"]["counting"]:
        seen = count(seat, seen)
    return seen


def count(seat: Seat, seen: Any) -> Any:
    """Agree to the stones that are marked dead; give up those in dispute, and look again where the marks have changed."""
    ended, colour = seen["ended"], seen["seat"].partition("-")[0]
    try:
        if ended["playing_out"]:
            return seat.do("give-in")
        if colour not in ended["agreed"]:
            return seat.do("settle", dead=ended["dead"])
    except Refused as error:
        if error.status not in (CHANGED, KNOWN):
            raise
        return seat.look()
    return seat.look(seen["number"], WAIT)


def listen(seen: Any, refused: set[str]) -> None:
    """Remember what was refused, and forget it all once something has been captured."""
    for heard in seen["heard"]:
        if heard["verdict"] == "illegal" and heard["try"]:
            refused.add(heard["try"]["point"])
        elif heard["captured_count"] or heard["lost_count"] or heard["vanished"]:
            refused.clear()


def move(seat: Seat, seen: Any, refused: set[str], chance: random.Random) -> Any:
    """Try one point; pass, or resign where there is no passing, once none is left or the game has become very long."""
    points = worth_trying(seen["board"], refused)
    if not points or seen["number"] >= 4 * len(seen["board"]):
        return seat.do("resign" if seen["settings"]["passing"] == "none" else "pass")
    point = chance.choice(points)
    try:
        return seat.do("stone", point)
    except Refused as error:
        if error.status != KNOWN:
            raise
        refused.add(point)
        return move(seat, seen, refused, chance)


def main() -> None:
    """Play one game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("link", help="the link to a free seat")
    parser.add_argument("--seed", type=int, help="makes its chance repeatable")
    given = parser.parse_args()
    try:
        ended = play(Seat(given.link), random.Random(given.seed))["ended"]
    except (Refused, OSError, ValueError) as error:
        sys.exit(f"bot: {error}")
    print(f"{ended['winner'] or 'nobody'} has won by {ended['by']}")


if __name__ == "__main__":
    main()
