"""The next game of a series, created once both sides agree."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from yurei.club.game.game import Game
from yurei.club.game.programs import VERSIONS, versions_of
from yurei.club.game.series import Series, agreed_again, has_second, name_of, series_now, swapped
from yurei.club.games.games import Games
from yurei.club.games.turns import Turns
from yurei.club.model.chairs import chairs_of
from yurei.club.model.chat import TooMuch
from yurei.club.model.stored import Chair, StoredGame
from yurei.club.people.people import People
from yurei.errors import NotOver, YureiError
from yurei.languages import N_
from yurei.referee.settings import Settings

MOST, WITHIN = 60, timedelta(minutes=15)
"""Most games of a series in this time: as many as one person may create new ones."""


async def follow(games: Games, turns: Turns, people: People, game: Game, now: datetime, sealing: str) -> None:
    """Create the next game of a series, if it is agreed on and does not exist yet.

    Players swap chairs with their opponents and keep their keys.

    Args:
        games, turns, people: All games, the turns of programs, and all people with a key.
        game: The game before, whose lock is held.
        now: The time of creation.
        sealing: A secret for the seals of the new game; empty if everybody sees the board.

    Raises:
        TooMuch: if too many were created just now.
        NotOver: if a player has left for good.
    """
    if not agreed_again(game) or await games.known(name := series_now(game).next_name(game.stored.id)):
        return
    await _check_all_here(people, game)
    await _check_pace(games, name, now)
    programs = {swapped(seat): slug for seat, slug in game.stored.players.items()}
    stored = replace(
        game.stored,
        id=name,
        versions=(game.settings.ruleset.version, game.settings.referee.version),
        players=programs,
        made=now,
        follows=game.stored.id if has_second(game) else None,
        terms=game.stored.terms | series_now(game).next_terms() | _versions(turns, programs, game.settings),
        sealing=sealing,
    )
    places = _places(game, stored)
    await games.add(stored, places, [place.name for place in places if game.seats_of(swapped(place.name))])


async def _check_all_here(people: People, game: Game) -> None:
    """Check that no player has been deleted: their chairs are taken, but belong to nobody."""
    for chair in game.chairs.values():
        if chair.key is not None and game.seats_of(chair.name):
            await people.renew(chair.key)
            if chair.key not in people.names:
                raise NotOver(N_("a player has left for good; create a new game"))


async def _check_pace(games: Games, name: str, now: datetime) -> None:
    number = Series.of(name, {}).number
    if number <= MOST:
        return
    earlier = await games.once(name_of(name, number - MOST))
    if now - earlier.stored.made < WITHIN:
        raise TooMuch(N_("many games were played in this series just now; wait a while before the next one"))


def _versions(turns: Turns, programs: Mapping[str, str], settings: Settings) -> dict[str, Any]:
    """Return the term with the versions of the programs, as far as they can be found out."""
    introduced = {}
    for seat, program in programs.items():
        with suppress(YureiError):
            introduced[seat] = turns.introduce(program, settings)
    return {VERSIONS: {}} | versions_of(introduced) if programs else {}


def _places(game: Game, stored: StoredGame) -> list[Chair]:
    """Return the chairs of the next game, with the keys of the opponents' chairs."""
    places = []
    for new in chairs_of(game.settings.seating, stored.players, stored.terms):
        old = game.chairs[swapped(new)]
        places.append(Chair(new, game.chairs.get(new, old).link, old.key))
    return places
