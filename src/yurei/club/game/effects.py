"""Effect of each kind of event on a game. A refused event changes nothing. The same events rebuild the same game."""

from collections.abc import Callable, Mapping, Sequence

from yurei.club.game.audience import ChatMessage
from yurei.club.game.game import LATE, Game, toggle_mark
from yurei.club.game.series import has_next_game
from yurei.club.model.stored import Event, EventKind
from yurei.errors import BadValue, GameOver, NotOver
from yurei.languages import N_
from yurei.rules.state import RESIGN, read_try


def _make_try(game: Game, event: Event) -> None:
    attempt = read_try(event.what, game.settings.size)
    if attempt == RESIGN and game.result_is_final:
        raise GameOver(N_("the game is over; look at the board and the replay"))
    table = game.table
    answer = table.resign(event.chair) if attempt == RESIGN else table.attempt(event.chair, attempt)
    game.keep_verdict(event.chair)
    if answer.accepted:
        game.lifted, game.repeating = None, False
        game.takeback.asked, game.takeback.done = None, False  # a move declines the takeback request and the draw offer
        if game.offer is not None and game.colour(game.offer) is not game.colour(event.chair):
            game.offer = None
    elif game.to_move != event.chair:
        game.lifted = None


def _pencil(game: Game, event: Event) -> None:
    toggle_mark(game.pencil[event.chair], event.what, game.settings.size)


def _chat(game: Game, event: Event) -> None:
    name, _, text = event.what.partition("\n")
    game.chat.lines.append(ChatMessage(event.chair, name, text, event.at))


def _announce_repetition(game: Game, _: Event) -> None:
    game.repeating = True


def _claim_draw(game: Game, _: Event) -> None:
    if not game.repeating:
        raise NotOver(
            N_("a draw can be claimed once the referee has said that the position repeats, until the next move")
        )
    game.table.draw_by_repetition()


def _offer_draw(game: Game, event: Event) -> None:
    if not game.settings.ruleset.draw_by_agreement:
        raise BadValue(N_("this game has no draw by agreement"))
    if game.offer is not None:
        raise BadValue(N_("a draw is offered already; accept it, decline it, or play on"))
    game.offer = event.chair


def _answer_draw(game: Game, event: Event) -> None:
    if game.offer is None or (not game.has_one_person and game.colour(game.offer) is game.colour(event.chair)):
        raise BadValue(N_("no draw was offered to you"))
    game.offer = None
    if event.kind is EventKind.ACCEPT:
        game.table.agree()
    else:
        game.draw_declined = game.moves


def _mark_dead(game: Game, event: Event) -> None:
    game.count.mark(game.reference, game.settings.size, game.settings.size.point(event.what))


def _settle_count(game: Game, event: Event) -> None:
    game.count.agree(game.colour(event.chair))
    _note_late(game, event)


def _dispute_count(game: Game, event: Event) -> None:
    game.count.dispute(game.reference, game.settings, game.colour(event.chair))


def _give_in(game: Game, event: Event) -> None:
    game.count.give_in(game.colour(event.chair))
    _note_late(game, event)


def _note_late(game: Game, event: Event) -> None:
    if event.what == LATE:
        game.count.late |= {game.colour(event.chair)}


def _want_rematch(game: Game, event: Event) -> None:
    if not game.result_is_final:
        raise NotOver(N_("a rematch is possible once this game has ended and the score is agreed"))
    game.again.add(game.colour(event.chair))
    game.rematch_declined = False


def _decline_rematch(game: Game, event: Event) -> None:
    if not game.again or has_next_game(game):
        raise BadValue(N_("no rematch was offered to you"))
    game.rematch_declined = game.colour(event.chair) not in game.again  # else the offer is withdrawn
    game.again.clear()


def _leave_game(game: Game, event: Event) -> None:
    game.left.add(event.chair)
    game.programs[event.chair] = ""  # no program runs there: the seat resigns at its next turn


def _claim(game: Game, event: Event) -> None:
    if game.counting:
        game.count.end_for_absent_opponent(game.settings.size.point(name) for name in event.what.split())
    else:
        game.table.lose_by_absence(event.what)


def _abandon_game(game: Game, event: Event) -> None:
    if not game.over:
        game.table.abandon()
    game.abandoned, game.decided = True, event.what


def _note_evening(game: Game, event: Event) -> None:
    game.evening_news = event.what or "paired"


BEFORE_THE_END = {
    *(EventKind.PENCIL, EventKind.REPEATS, EventKind.DRAW, EventKind.OFFER, EventKind.ACCEPT, EventKind.DECLINE),
    *(EventKind.TAKEBACK, EventKind.TAKEBACK_ACCEPT, EventKind.TAKEBACK_DECLINE, EventKind.OPEN, EventKind.ADMIT),
}
IN_THE_COUNT = {EventKind.DEAD, EventKind.SETTLE, EventKind.DISPUTE}
EFFECTS: Mapping[EventKind, Callable[[Game, Event], object]] = {
    EventKind.SIT: lambda game, event: None,
    EventKind.TRY: _make_try,
    EventKind.PENCIL: _pencil,
    EventKind.CHAT: _chat,
    EventKind.REPEATS: _announce_repetition,
    EventKind.DRAW: _claim_draw,
    EventKind.OFFER: _offer_draw,
    EventKind.ACCEPT: _answer_draw,
    EventKind.DECLINE: _answer_draw,
    EventKind.TAKEBACK: lambda game, event: game.ask_takeback(event.chair),
    EventKind.TAKEBACK_ACCEPT: lambda game, event: game.grant_takeback(event.chair, int(event.what)),
    EventKind.TAKEBACK_DECLINE: lambda game, event: game.decline_takeback(event.chair),
    EventKind.DEAD: _mark_dead,
    EventKind.SETTLE: _settle_count,
    EventKind.DISPUTE: _dispute_count,
    EventKind.OUT: lambda game, event: game.count.play_out(event.chair, event.what),
    EventKind.GIVE_IN: _give_in,
    EventKind.OPEN: lambda game, event: game.audience.opened.add(event.chair),
    EventKind.ADMIT: lambda game, event: game.third.admitted.add(event.chair),
    EventKind.REMATCH: _want_rematch,
    EventKind.REMATCH_DECLINE: _decline_rematch,
    EventKind.TIME: lambda game, event: game.table.lose_on_time(event.chair),
    EventKind.LEAVE: _leave_game,
    EventKind.CLAIM: _claim,
    EventKind.ABANDONED: _abandon_game,
    EventKind.ROUND: _note_evening,
}


def apply_event(game: Game, event: Event) -> None:
    """Change a game by an event."""
    if event.kind in BEFORE_THE_END:
        game.check_going_on()
    if event.kind in IN_THE_COUNT:
        game.check_counting()
    mover, awaited = game.to_move, game.awaited_seats
    EFFECTS[event.kind](game, event)
    if game.over:
        game.offer, game.repeating = None, False  # after the end nobody can answer an offer
    game.add_event(event, awaited)
    ended = game.over and not game.counting
    game.clocks.update(event, mover, game.to_move, ended=ended, tries=game.tries)
    answering = frozenset(map(game.colour, game.awaited_seats)) if game.counting else frozenset()
    game.clocks.update_count(event.at, answering, game.count.dead)


def apply_events(game: Game, events: Sequence[Event]) -> list[Event]:
    """Change a game by several events; return the events."""
    for event in events:
        apply_event(game, event)
    return list(events)
