"""Effects of each kind of event on a game. The same events rebuild the same game after a restart."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from yurei.club.game import takeback
from yurei.club.game.absence import LATE, answering_colours, awaited_seats
from yurei.club.game.known_events import note
from yurei.club.model.action import pencilled
from yurei.club.model.stored import EventKind
from yurei.errors import BadValue, GameOver, NotOver
from yurei.languages import N_
from yurei.rules.state import RESIGN, read_try

if TYPE_CHECKING:
    from yurei.club.game.game import Game
    from yurei.club.model.stored import Event


def _sit(game: Game, chair: str, _: str) -> None:
    """Change nothing: sitting down affects the chair alone."""


def _try_(game: Game, seat: str, what: str) -> None:
    game.trying = seat
    tried = read_try(what, game.settings.size)
    if tried == RESIGN and game.final:
        raise GameOver(N_("the game is over; look at the board and the replay"))
    attempt = game.table.resign(seat) if tried == RESIGN else game.table.attempt(seat, tried)
    if attempt.accepted:
        game.lifted = None
        game.repeating = False
        game.takeback.moved()
        if game.offer is not None and game.colour(game.offer) is not game.colour(seat):
            game.offer = None  # a move declines the offer
    elif game.table.to_move != seat:
        game.lifted = None


def _offer(game: Game, seat: str, _: str) -> None:
    game.check_going_on()
    if not game.settings.ruleset.draw_by_agreement:
        raise BadValue(N_("this game has no draw by agreement"))
    if game.offer is not None:
        raise BadValue(N_("a draw is offered already; accept it, decline it, or play on"))
    game.offer = seat


def _say_that_it_repeats(game: Game, _: str, __: str) -> None:
    game.check_going_on()
    game.repeating = True


def _claim_draw(game: Game, _: str, __: str) -> None:
    game.check_going_on()
    if not game.repeating:
        raise NotOver(
            N_("a draw can be claimed once the referee has said that the position repeats, until the next move")
        )
    game.table.draw_by_repetition()


def _accept(game: Game, seat: str, _: str) -> None:
    _answer_offer(game, seat)
    game.table.agree()


def _decline(game: Game, seat: str, _: str) -> None:
    _answer_offer(game, seat)
    game.draw_declined = game.moves


def _answer_offer(game: Game, seat: str) -> None:
    game.check_going_on()
    one_person = game.settings.seating.hands != "each"
    if game.offer is None or (game.colour(game.offer) is game.colour(seat) and not one_person):
        raise BadValue(N_("no draw was offered to you"))
    game.offer = None


def _mark_dead(game: Game, seat: str, what: str) -> None:
    game.check_counting()
    game.count.mark(game.reference, game.settings.size, game.settings.size.point(what))


def _settle(game: Game, seat: str, what: str) -> None:
    game.check_counting()
    game.count.settle(game.colour(seat))
    _note_late(game, seat, what)


def _note_late(game: Game, seat: str, what: str) -> None:
    """Note that a colour has run out of time to answer."""
    if what == LATE:
        game.count.late |= {game.colour(seat)}


def _dispute(game: Game, seat: str, _: str) -> None:
    game.check_counting()
    game.count.dispute(game.reference, game.settings, game.colour(seat))


def _play_out(game: Game, seat: str, what: str) -> None:
    game.count.running().attempt(seat, what)
    game.count.conclude()


def _give_in(game: Game, seat: str, what: str) -> None:
    game.count.running().give_in(game.colour(seat))
    game.count.conclude()
    _note_late(game, seat, what)


def _open_table(game: Game, seat: str, _: str) -> None:
    game.check_going_on()
    game.audience.opened.add(seat)


def _admit(game: Game, seat: str, _: str) -> None:
    game.check_going_on()
    game.third.admitted.add(seat)


def _want_another(game: Game, seat: str, _: str) -> None:
    if not game.final:
        raise NotOver(N_("a rematch is possible once this game has ended and the score is agreed"))
    game.again.add(game.colour(seat))


def _pencil(game: Game, seat: str, what: str) -> None:
    game.check_going_on()
    pencilled(game.pencil[seat], what, game.settings.size)


def _lose_on_time(game: Game, seat: str, _: str) -> None:
    game.table.lose_on_time(seat)


def _leave(game: Game, seat: str, _: str) -> None:
    game.left.add(seat)
    game.programs[seat] = ""  # no program runs there: the seat resigns at its next turn


def _claim(game: Game, seat: str, what: str) -> None:
    if game.counting:
        size = game.settings.size
        game.count.claim(size.point(name) for name in what.split())
        return
    game.table.lose_by_absence(what)


def _abandon(game: Game, _: str, what: str) -> None:
    if not game.over:
        game.table.abandon()
    game.waiting.abandoned, game.decided = True, what


def _note_evening(game: Game, _: str, what: str) -> None:
    game.evening_news = what or "paired"


EFFECTS: Mapping[EventKind, Callable[[Game, str, str], None]] = {
    EventKind.SIT: _sit,
    EventKind.TRY: _try_,
    EventKind.REPEATS: _say_that_it_repeats,
    EventKind.DRAW: _claim_draw,
    EventKind.OFFER: _offer,
    EventKind.ACCEPT: _accept,
    EventKind.DECLINE: _decline,
    EventKind.TAKEBACK: takeback.ask,
    EventKind.TAKEBACK_ACCEPT: takeback.grant,
    EventKind.TAKEBACK_DECLINE: takeback.decline,
    EventKind.DEAD: _mark_dead,
    EventKind.SETTLE: _settle,
    EventKind.DISPUTE: _dispute,
    EventKind.OUT: _play_out,
    EventKind.GIVE_IN: _give_in,
    EventKind.OPEN: _open_table,
    EventKind.ADMIT: _admit,
    EventKind.PENCIL: _pencil,
    EventKind.REMATCH: _want_another,
    EventKind.TIME: _lose_on_time,
    EventKind.LEAVE: _leave,
    EventKind.CLAIM: _claim,
    EventKind.ABANDONED: _abandon,
    EventKind.ROUND: _note_evening,
}
"""Functions that apply an event, by its kind; each takes the game, the chair and the event's text."""


def apply_event(game: Game, event: Event) -> None:
    """Change a game by an event.

    Raises:
        YureiError: if the game does not allow it; the game is unchanged then.
    """
    mover, awaited = game.to_move, awaited_seats(game)
    if event.kind is EventKind.CHAT:
        game.chat.apply(event)
    else:
        EFFECTS[event.kind](game, event.chair, event.what)
    if game.over:
        game.offer, game.repeating = None, False  # nobody can answer it any more
    if event.request:
        game.requests.setdefault((event.chair, event.request), len(game.events))
    game.events.append(event)
    note(game, event)
    game.waiting.update(event, awaited, awaited_seats(game))
    ended = game.over and not game.counting
    game.clocks.update(event, mover, game.to_move, ended=ended, tries=game.tries)
    game.clocks.update_count(event.at, answering_colours(game), game.count.dead)


def apply_events(game: Game, events: Sequence[Event]) -> list[Event]:
    """Change a game by several events; return them."""
    for event in events:
        apply_event(game, event)
    return list(events)
