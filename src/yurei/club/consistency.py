"""Consistency check of a database: each game is rebuilt from its events and compared with its stored summary."""

from collections.abc import AsyncIterator
from dataclasses import fields

from yurei.club.archive import summary_of
from yurei.club.game.effects import apply_event
from yurei.club.game.game import Game
from yurei.club.model.stored import StoreFailed, Summary
from yurei.club.server_time import periods_without_server
from yurei.club.store import Store
from yurei.club.store.database import Unreadable, get_error_text
from yurei.errors import BadValue, YureiError

AT_ONCE = 200
TIMES = 3  # number of checks before a game counts as wrong: a server may be writing at that moment


async def check_database(url: str) -> AsyncIterator[tuple[int, list[str]]]:
    """Check a database, which a server may be using. Yield the number of its games with the faults of the database file;
    then, for each game, yield 1 with the faults of that game."""
    store = Store(url)
    try:
        await store.open_to_read()
        yield await store.games.count_games(), await store.damages()
        last = ""
        while names := await store.games.list_names(last, AT_ONCE):
            for last in names:
                yield 1, await _find_faults(store, last)
    except (StoreFailed, *Unreadable, OSError, ImportError) as error:
        raise BadValue("the database cannot be checked: {why}", why=get_error_text(error)) from None
    finally:
        await store.close()


async def _find_faults(store: Store, name: str) -> list[str]:
    for _ in range(TIMES):
        try:
            wrong = list_differences(await store.games.kept_summary(name), summary_of(await rebuild_game(store, name)))
        except Unreadable as error:
            wrong = [f"it cannot be read: {get_error_text(error)}"]
        except (YureiError, LookupError, ValueError, AssertionError) as error:
            wrong = [f"it cannot be made again: {type(error).__name__}"]
        if not wrong:
            break
    return [f"game {name}: {line}" for line in wrong]


async def rebuild_game(store: Store, name: str) -> Game:
    """Rebuild a game from its events."""
    loaded = await store.games.load(name)
    if loaded is None:
        raise LookupError("it is gone")
    follows = loaded[0].follows
    first = None if follows is None else await rebuild_game(store, follows)
    uptimes = await store.club.uptimes()
    now = max([loaded[0].made, *(event.at for event in loaded[2])])
    game = Game(*loaded, clock=lambda: now, first_game=first, pauses=periods_without_server(uptimes, now))
    for event in loaded[2]:
        apply_event(game, event)
    return game


def list_differences(stored: Summary | None, derived: Summary) -> list[str]:
    """Return the differences between a stored summary and the summary derived from the events."""
    if stored is None:
        return []
    chairs = {each.name: each for each in derived.chairs}
    different = [
        f"{field.name} is kept as {was!r}, and its events make it {becomes!r}"
        for field in fields(Summary)
        if field.name != "chairs" and (was := getattr(stored, field.name)) != (becomes := getattr(derived, field.name))
    ]
    return different + [
        f"chair {each.name} is kept as {_format_summary(each)}, and its events make it {_format_summary(chairs.get(each.name))}"
        for each in stored.chairs
        if each != chairs.get(each.name)
    ]


def _format_summary(chair: object) -> str:
    return str(chair).partition("(")[2].rstrip(")") or "none"
