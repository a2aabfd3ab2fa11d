"""Maker of games from the new-game form: leads the maker to their chair, or to the lobby."""

from collections.abc import Mapping
from contextlib import nullcontext
from random import Random

from fastapi import Request, Response
from fastapi.responses import RedirectResponse

from yurei.apps.web.shell.cookies import PERSON, check_cookies, keep_host, keep_key, keep_person
from yurei.club.club import Club
from yurei.club.lobby import Lobby
from yurei.club.model.game_plan import Plan, Wish
from yurei.club.model.secrets import link_secret


class TableMaker:
    """Makes games for visitors, and seats them.

    Args:
        club: The club that holds the games.
        lobby: The lobby, for visitors who look for an opponent.
        chance: Random choice of colours.
    """

    def __init__(self, club: Club, lobby: Lobby, chance: Random) -> None:
        self._club = club
        self._lobby = lobby
        self._chance = chance

    async def lead(self, request: Request, plan: Plan, filled: Mapping[str, str]) -> Response:
        """Make the planned game and redirect its maker to their chair, or to the lobby to wait for an opponent.

        Raises:
            YureiError: If the nickname is invalid, the maker has too many games, or the lobby is full.
        """
        check_cookies(request)
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
        """Make a game, and redirect its maker to their chair.

        Args:
            request: The maker's request.
            wish: The game, and the maker's chair.
            key: The key of the maker's browser, if it has one.
        """
        game, host = await self._club.make(wish.settings, wish.programs, wish.terms)
        address = f"/g/{game}/links" if wish.chair is None else f"/g/{game}/{wish.chair}"
        response = RedirectResponse(address, 303)
        keep_host(request, response, game, host)
        if wish.chair is not None:
            key = await self._club.seats.claim(game, wish.chair, link_secret(host, wish.chair), key)
            keep_key(request, response, game, wish.chair, key)
        return response
