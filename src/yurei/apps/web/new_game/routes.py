"""The tables: leads who has filled in the form to his chair, or to the lobby, under the name that he has given."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from random import Random

from fastapi import Request, Response
from fastapi.responses import RedirectResponse

from yurei.apps.web.shell.cookies import PERSON, keep_host, keep_key, keep_person
from yurei.club.club import Club
from yurei.club.lobby.lobby import Lobby
from yurei.club.model.game_plan import Plan, Wish
from yurei.club.model.secrets import digest, link_secret


class TableMaker:
    """Where people come in.

    Args:
        club: Where games are played.
        lobby: Where opponents are found.
        chance: Gives the colours.
    """

    def __init__(self, club: Club, lobby: Lobby, chance: Random) -> None:
        self._club = club
        self._lobby = lobby
        self._chance = chance

    @property
    def compiling(self) -> bool:
        """Whether what programs need is still being compiled."""
        return self._club.games.turns.compiling

    async def nickname(self, request: Request) -> str:
        """What somebody was called when he was here before; empty for a guest."""
        key = await self._club.people.recognised(request.cookies.get(PERSON))
        return self._club.people.names[digest(key)] if key else ""

    async def lead(self, request: Request, plan: Plan, filled: Mapping[str, str]) -> Response:
        """Make the game that was planned, and lead its maker to his chair; or let him wait for anybody.

        Raises:
            YureiError: where his name is none, he has enough games already, or the lobby takes no more.
        """
        key = request.cookies.get(PERSON)
        if "nickname" in filled:
            key = await self._club.rename(key, filled["nickname"])
        async with self._club.own.room(key) if plan.settings.seating.hands == "each" else nullcontext():
            if plan.opponent == "anybody":
                return await self._to_the_lobby(request, plan, await self._club.people.welcome(key))
            return await self.sit_down(request, plan.wish(self._chance), key)

    async def _to_the_lobby(self, request: Request, plan: Plan, key: str) -> Response:
        met = await self._lobby.wish(key, plan)
        response = RedirectResponse(f"/g/{met.game}/{met.chair}" if met else "/lobby", 303)
        if met:
            keep_host(request, response, met.game, met.host)
        keep_person(request, response, key)
        return response

    async def sit_down(self, request: Request, wish: Wish, key: str | None) -> Response:
        """Make a game, and lead who made it to his chair.

        Args:
            request: His request.
            wish: What he wants to play, and where he sits.
            key: The key of his browser, if it has been here before.
        """
        game, host = await self._club.make(wish.settings, wish.programs, wish.terms)
        address = f"/g/{game}/links" if wish.chair is None else f"/g/{game}/{wish.chair}"
        response = RedirectResponse(address, 303)
        keep_host(request, response, game, host)
        if wish.chair is not None:
            key = await self._club.seats.claim(game, wish.chair, link_secret(host, wish.chair), key)
            keep_key(request, response, game, wish.chair, key)
        return response
