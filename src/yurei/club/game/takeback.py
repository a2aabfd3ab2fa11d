"""Takebacks by consent, for referees that hide nothing; other referees' announcements cannot be unheard.

Events are never removed. A takeback is one more event, after which the game stands as it did before the move, and
the tries made since no longer count. The clocks lose what the turns taken back had gained; the time spent stays spent.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from yurei.club.model.states import Takeback
from yurei.club.model.stored import Event, EventKind
from yurei.errors import BadValue
from yurei.languages import N_

if TYPE_CHECKING:
    from yurei.club.game.game import Game


def ask(game: Game, seat: str, _: str) -> None:
    """Ask to take back the last move of a seat.

    Raises:
        BadValue: if nothing can be taken back, or a takeback was requested already.
        GameOver: if the game has ended.
    """
    game.check_going_on()
    if game.settings.referee.hides:
        raise BadValue(N_("this referee allows no takebacks: announcements cannot be undone"))
    if last_move(game, seat) is None:
        raise BadValue(N_("you have no move to take back"))
    if game.takeback.asked is not None:
        raise BadValue(N_("a takeback has already been requested; the opponent has to answer"))
    if game.takeback.declined == game.moves:
        raise BadValue(N_("that was declined; play on"))
    game.takeback.asked = seat


def grant(game: Game, seat: str, remaining: str) -> None:
    """Take back the requested move: reset the table, and make so many remaining tries there again."""
    _check_asked(game, seat)
    tried = [(each.seat, each.verdict.attempt) for each in game.judged[: int(remaining)]]
    game.set_table()
    for mover, attempt in tried:
        game.trying = mover
        game.table.attempt(mover, attempt)
    game.offer, game.draw_declined, game.lifted, game.repeating = None, None, None, False
    game.takeback = Takeback(done=True)


def decline(game: Game, seat: str, _: str) -> None:
    """Decline the requested takeback."""
    _check_asked(game, seat)
    game.takeback = Takeback(declined=game.moves)


def last_move(game: Game, seat: str) -> int | None:
    """Return the number of tries before the last move of a seat; None if it has made none."""
    made = [number for number, each in enumerate(game.judged) if each.seat == seat and each.verdict.accepted]
    return made[-1] if made else None


def asking_seat(game: Game, seat: str) -> str:
    """Return the seat whose move is taken back: the player's own, or the last mover if one person plays all seats."""
    moved = [each.seat for each in game.judged if each.verdict.accepted]
    return moved[-1] if moved and game.settings.seating.hands != "each" else seat


def events_of_takeback(game: Game, seat: str, do: str) -> list[Event]:
    """Return the events of a takeback action. One person playing all seats grants their own request."""
    asking = asking_seat(game, seat) if do == "takeback" else game.takeback.asked
    last = None if asking is None else last_move(game, asking)
    possible = last is not None and do != "takeback-decline" and not game.over and not game.settings.referee.hides
    if possible and not game.clocks.outlast_takeback(last or 0):
        raise BadValue(N_("a clock has too little time for that: what a move gained is taken back with it"))
    remaining = str(last or 0)
    if do != "takeback":
        return [game.event(seat, EventKind(do), remaining)]
    asks = game.event(str(asking), EventKind.TAKEBACK)
    if game.settings.seating.hands == "each":
        return [asks]
    return [asks, game.event(str(asking), EventKind.TAKEBACK_ACCEPT, remaining)]


def remaining_tries(events: Iterable[Event]) -> list[Event]:
    """Return the tries that were not taken back."""
    tries: list[Event] = []
    for event in events:
        if event.kind is EventKind.TRY:
            tries.append(event)
        elif event.kind is EventKind.TAKEBACK_ACCEPT:
            del tries[int(event.what) :]
    return tries


def _check_asked(game: Game, seat: str) -> None:
    game.check_going_on()
    asked, each = game.takeback.asked, game.settings.seating.hands == "each"
    if asked is None or (each and game.colour(asked) is game.colour(seat)):
        raise BadValue(N_("your opponent has not requested a takeback"))
