"""What is asked for twice with the same id happens once: who has heard no answer may ask again."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial, wraps
from typing import ParamSpec, TypeVar

from yurei.club.game.game import Game
from yurei.club.game.known_events import known_on, number_known
from yurei.club.model.stored import Overtaken
from yurei.errors import BadValue
from yurei.languages import N_
from yurei.rules.points import shortened

Asked = ParamSpec("Asked")
Done = TypeVar("Done")
MOST = 40
TIMES = 5
"""So often something is done once more where another server was first."""
_ID = re.compile(rf"[A-Za-z0-9_-]{{1,{MOST}}}", re.ASCII)


async def once_more(act: Callable[[], Awaitable[Done]]) -> Done:
    """Do something; and where another server was first, once more, on what has happened there.

    It may be first again: somebody else plays through it all the while.

    Raises:
        Overtaken: where it was first every time.
    """
    for _ in range(TIMES):
        with suppress(Overtaken):
            return await act()
    return await act()


def tried_again(act: Callable[Asked, Awaitable[Done]]) -> Callable[Asked, Awaitable[Done]]:
    """Something that is done once more where another server was first, see ``once_more``."""

    @wraps(act)
    async def again(*args: Asked.args, **named: Asked.kwargs) -> Done:
        return await once_more(partial(act, *args, **named))

    return again


def checked(request: str) -> str:
    """The id of something that is asked for; empty where there is none.

    Raises:
        BadValue: where it is none.
    """
    if request and not _ID.fullmatch(request):
        raise BadValue(
            N_("{id} is no id: it has 1 to {most} letters a to z, capitals, digits, - and _"),
            id=shortened(request),
            most=MOST,
        )
    return request


def happened_before(game: Game, chair: str, request: str) -> int | None:
    """The place among a game's events of what was asked for from a chair with this id; None where nothing was."""
    own = {chair, *game.seats_of(chair)} if request else ()
    return min((game.requests[each, request] for each in own if (each, request) in game.requests), default=None)


def number_before(game: Game, chair: str, request: str) -> int:
    """How much had happened, as one on this chair may know of it, before he asked for something with this id."""
    place = happened_before(game, chair, request)
    if place is None:
        return number_known(game, chair)
    after = {id(event) for event in game.events[place:]}
    return sum(id(event) not in after for event in known_on(game, chair))
