"""Request ids: an action sent twice with the same id happens once, so that a client without an answer may retry."""

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
"""Number of retries after another server has written first."""
_ID = re.compile(rf"[A-Za-z0-9_-]{{1,{MOST}}}", re.ASCII)


async def once_more(act: Callable[[], Awaitable[Done]]) -> Done:
    """Run an action; retry it on the new state each time another server has written first.

    Retries may lose again, while others play through the other server.

    Raises:
        Overtaken: if another server was first every time.
    """
    for _ in range(TIMES):
        with suppress(Overtaken):
            return await act()
    return await act()


def tried_again(act: Callable[Asked, Awaitable[Done]]) -> Callable[Asked, Awaitable[Done]]:
    """Return an action that is retried if another server was first, see ``once_more``."""

    @wraps(act)
    async def again(*args: Asked.args, **named: Asked.kwargs) -> Done:
        return await once_more(partial(act, *args, **named))

    return again


def checked(request: str) -> str:
    """Return a request id that is well formed, or empty.

    Raises:
        BadValue: if it is not well formed.
    """
    if request and not _ID.fullmatch(request):
        raise BadValue(
            N_("{id} is no id: it has 1 to {most} letters a to z, capitals, digits, - and _"),
            id=shortened(request),
            most=MOST,
        )
    return request


def happened_before(game: Game, chair: str, request: str) -> int | None:
    """Return the place among the events of what a chair asked for with a request id; None if there is none."""
    own = {chair, *game.seats_of(chair)} if request else ()
    return min((game.requests[each, request] for each in own if (each, request) in game.requests), default=None)


def number_before(game: Game, chair: str, request: str) -> int:
    """Return the number of events that a chair knew before it sent a request id."""
    place = happened_before(game, chair, request)
    if place is None:
        return number_known(game, chair)
    after = {id(event) for event in game.events[place:]}
    return sum(id(event) not in after for event in known_on(game, chair))
