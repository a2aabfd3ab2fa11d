#!/usr/bin/env python3
"""A player of one's own in the lobby of a server: whoever accepts its challenge plays against it.

    python examples/player_bot.py http://localhost:8000 --name Sei --player simple
    python examples/player_bot.py http://localhost:8000 --name Sei --player centre.py:Centre

The player is a class as docs/players.md describes it, in a file or in an installed package, or one of yurei's own. It runs here, not on the
server: the server sends what its seat is told, and is sent its tries.
"""

import argparse
import runpy
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx

from yurei import players
from yurei.client import Bot, Refused
from yurei.errors import YureiError
from yurei.players import Player
from yurei.referee.plain import read_told, try_values
from yurei.referee.settings import Settings, read_settings
from yurei.referee.view import View
from yurei.rules.state import RESIGN, Kind


def player_of(name: str) -> Callable[[], Player]:
    """Return what makes a player for each game: ``simple``, ``yurei:level=3``, ``centre.py:Centre``."""
    file, _, kind = name.partition(":")
    if file.endswith(".py"):
        found: type[Player] = runpy.run_path(file)[kind]
        return found
    return lambda: players.get(name)


def play(bot: Bot, make: Callable[[], Player], settings: Settings, games: int) -> None:
    """Play so many games, one after the other."""
    sitting: dict[str, Player] = {}
    over: set[str] = set()
    for kind, data in bot.events():
        if kind == "ready" and not data["games"] and not data["challenges"]:
            bot.seek(settings=settings.plain())
        if not bot.fresh(kind, data) or data["address"] in over:
            continue
        address, seen = data["address"], bot.look(data["address"])
        if seen["ended"] is None:
            if address not in sitting:
                sitting[address] = make()
                sitting[address].begin(
                    View.begin(settings, settings.seating.seat(seen["seat"]), bytes(settings.size.points))
                )
            hear(sitting[address], seen)
            if seen["your_turn"]:
                answer(bot, address, sitting[address])
        elif seen["ended"]["counting"]:
            settle(bot, address, seen)
        else:
            print(f"{data['game']}: {seen['ended']['winner'] or 'nobody'} has won", flush=True)
            over.add(address)
            if len(over) == games:
                return
            bot.seek(settings=settings.plain())


def hear(player: Player, seen: Any) -> None:
    """Tell a player what its seat was told since."""
    for told in seen["heard"][len(player.view.heard) :]:
        player.hear(read_told(told, player.view.settings, told["seat"]))


def answer(bot: Bot, address: str, player: Player) -> None:
    """Send a player's try; what comes of it is heard on the stream, a refusal too."""
    attempt = try_values(player.answer(player.budget), player.view.settings.size)
    try:
        bot.do(address, attempt["kind"], attempt["point"] or "")
    except Refused as error:
        if error.status == 422 and attempt["kind"] in (Kind.STONE, Kind.GHOST):  # it knows what stands there
            bot.do(address, str(RESIGN.kind))
        elif error.status != 409:  # meanwhile it is too late for that
            raise


def settle(bot: Bot, address: str, seen: Any) -> None:
    """Agree to the count."""
    ended = seen["ended"]
    try:
        if ended["playing_out"]:
            bot.do(address, "give-in")
        elif seen["seat"] not in ended["agreed"]:
            bot.do(address, "settle", dead=ended["dead"])
    except Refused as error:
        if error.status != 409:
            raise


def known(server: str, name: str, kept: Path) -> Bot:
    """Return the bot whose token is in a file, or a new one."""
    if kept.exists():
        return Bot(server, kept.read_text(encoding="ascii"))
    bot = Bot.come(server, name)
    kept.touch(mode=0o600)
    kept.write_text(bot.token, encoding="ascii")
    return bot


def main() -> None:
    """Play."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("server", help="where it is: http://localhost:8000")
    parser.add_argument("--name", default="Sei", help="what it wants to be called")
    parser.add_argument("--player", default="simple", help="who plays: simple, yurei:level=3, centre.py:Centre")
    parser.add_argument(
        "--kept", type=Path, default=Path("player_bot.token"), help="the file in which its token is kept"
    )
    parser.add_argument("--games", type=int, default=1000, help="how many it plays")
    parser.add_argument("--size", type=int, default=9, help="lines of the board")
    parser.add_argument("--game", default="go", help="what it plays")
    parser.add_argument("--referee", default="common", help="under whom it plays")
    given = parser.parse_args()
    wish = {"ruleset": given.game, "width": given.size, "height": given.size, "referee": given.referee}
    try:
        settings, make = read_settings(wish), player_of(given.player)
        make().check(settings)
        with known(given.server, given.name, given.kept) as bot:
            play(bot, make, settings, given.games)
    except (Refused, YureiError, httpx.TransportError) as error:
        sys.exit(f"bot: {error}")


if __name__ == "__main__":
    main()
