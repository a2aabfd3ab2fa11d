#!/usr/bin/env python3
"""A bot that is known for good, finds opponents in the lobby, and goes on wherever it, or the server, was stopped.

    pip install '.[client]'
    python examples/lasting_bot.py http://localhost:8000 --name Sei

The first time it comes it is given a token, which it keeps in a file; started again it finds all its games by that. It keeps
nothing else: whatever it has to know of a game stands at the server. It tries points of which it does not know that they are
taken, by chance; what is worth reading is how it listens.
"""

import argparse
import random
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx

from yurei.client import Bot, Refused

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
Wish = dict[str, Any]


def known(server: str, name: str, kept: Path) -> Bot:
    """The bot that was here before, or a new one."""
    if kept.exists():
        return Bot(server, kept.read_text(encoding="ascii"))
    bot = Bot.come(server, name)
    kept.touch(mode=0o600)
    kept.write_text(bot.token, encoding="ascii")
    return bot


def play(bot: Bot, wish: Wish, games: int, chance: random.Random) -> None:
    """Play so many games, one after the other; those that go on already come first."""
    played: set[str] = set()
    for kind, data in bot.events():
        if kind == "ready" and not data["games"] and not data["challenges"]:
            seek(bot, wish)  # also where the server has forgotten what one looked for
        if not bot.fresh(kind, data) or data["game"] in played:
            continue
        answer(bot, data["address"], data["seen"], chance)
        if over(data["seen"]):
            print(f"{data['game']}: {data['seen']['ended']['winner'] or 'nobody'} has won", flush=True)
            played.add(data["game"])  # there may be talk still
            if len(played) == games:
                return
            if not bot.stands()["games"]:
                seek(bot, wish)


def seek(bot: Bot, wish: Wish) -> None:
    """Look for an opponent. Where the connection breaks ``stands``, which asks until it is answered, says whether that has happened."""
    waits = False
    while not waits:
        with suppress(httpx.TransportError):
            bot.seek(**wish)
        stands = bot.stands()
        waits = bool(stands["games"] or stands["challenges"])


def over(seen: Any) -> bool:
    """Whether nothing about the result can change any more."""
    return seen["ended"] is not None and not seen["ended"]["counting"]


def answer(bot: Bot, address: str, seen: Any, chance: random.Random) -> None:
    """Do what is to be done now. A refusal by the referee is heard on the stream, as everything is."""
    try:
        if seen["your_turn"]:
            points = worth_trying(bot.look(address))
            worth_it = seen["number"] < 4 * len(seen["board"])
            if not (worth_it and try_one(bot, address, chance.sample(points, len(points)))):
                bot.do(address, "resign" if seen["settings"]["passing"] == "none" else "pass")
        elif seen["ended"] and not over(seen):
            if seen["ended"]["playing_out"]:
                bot.do(address, "give-in")
            elif seen["seat"] not in seen["ended"]["agreed"]:
                bot.do(address, "settle", dead=seen["ended"]["dead"])
    except Refused as error:
        if error.status != 409:  # meanwhile it is too late for that; there is more on the stream
            raise


def try_one(bot: Bot, address: str, points: list[str]) -> bool:
    """Try the first point on which, as far as this seat was told, no stone stands; else that is no try, answered by 422."""
    for point in points:
        try:
            bot.do(address, "stone", point)
        except Refused as error:
            if error.status != 422:
                raise
        else:
            return True
    return False


def worth_trying(seen: Any) -> list[str]:
    """The points where nothing of one's own stands, without one's own eyes, and without what was refused since a capture."""
    refused: set[str] = set()
    for heard in seen["heard"]:
        if heard["verdict"] == "illegal" and heard["try"]:
            refused.add(heard["try"]["point"])
        elif heard["captured_count"] or heard["lost_count"] or heard["vanished"]:
            refused.clear()
    rows = seen["board"].split("/")
    cells = {(column, row): cell for row, line in enumerate(rows) for column, cell in enumerate(line)}
    return [
        name
        for (column, row), cell in cells.items()
        if cell == "."
        and any(cells.get((column + x, row + y)) == "." for x, y in ((0, 1), (1, 0), (0, -1), (-1, 0)))
        and (name := f"{COLUMNS[column]}{len(rows) - row}") not in refused
    ]


def main() -> None:
    """Play."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("server", help="where it is: http://localhost:8000")
    parser.add_argument("--name", default="Sei", help="what it wants to be called")
    parser.add_argument(
        "--kept", type=Path, default=Path("lasting_bot.token"), help="the file in which its token is kept"
    )
    parser.add_argument("--games", type=int, default=1, help="how many it plays")
    parser.add_argument("--size", type=int, default=9, help="lines of the board")
    parser.add_argument("--referee", default="common", help="under whom it plays")
    given = parser.parse_args()
    wish = {"settings": {"width": given.size, "height": given.size, "referee": given.referee}}
    try:
        with known(given.server, given.name, given.kept) as bot:
            play(bot, wish, given.games, random.Random())
    except (Refused, httpx.TransportError) as error:
        sys.exit(f"bot: {error}")


if __name__ == "__main__":
    main()
