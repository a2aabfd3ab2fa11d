"""Performing of actions: the events that they become.

An action either becomes events that are applied to the game, or is refused and changes nothing.
"""

from dataclasses import replace

from yurei.club.game.absence import check_claim
from yurei.club.game.effects import apply_event
from yurei.club.game.game import Game
from yurei.club.game.known_events import happened_before
from yurei.club.game.programs import act_at_once
from yurei.club.game.takeback import events_of_takeback
from yurei.club.model.action import COUNTED, PENCILLED, SAID, TAKEBACKS, TRIES, Action, check_request_id
from yurei.club.model.chairs import REFEREE
from yurei.club.model.chat import TooMuch
from yurei.club.model.stored import Event, EventKind
from yurei.errors import BadTry, BadValue, OutOfTurn
from yurei.languages import N_
from yurei.referee.view import is_pointless
from yurei.rules.board import colour_of
from yurei.rules.points import Size
from yurei.rules.state import RESIGN, Try, read_try

MOST = 5_000
"""Limit of actions by one seat in a game: the rules do not bound refused tries and pencil marks; storage must."""
ALWAYS = ("pass", "resign", "accept", "draw", "settle", "give-in", "claim", "rematch")
"""Actions beyond that limit: they end the game or lead on from its end."""


def perform(game: Game, chair: str, action: Action) -> list[Event]:
    """Perform an action of the person on a chair, and the programs' immediate answers to it.

    Returns:
        The new events, to be stored.

    Raises:
        YureiError: if it is not allowed; the game is unchanged then.
    """
    if happened_before(game, chair, action.request) is not None:
        return []
    before = len(game.events)
    for event in _events_of(game, chair, action):
        asked = replace(event, request=action.request) if len(game.events) == before else event
        apply_event(game, game.clocks.in_time(asked, game.to_move))
    act_at_once(game)
    return game.events[before:]


def sit(game: Game, chair: str) -> list[Event]:
    """Note that a person has taken a chair."""
    before = len(game.events)
    apply_event(game, game.event(chair, EventKind.SIT))
    act_at_once(game)
    return game.events[before:]


def leave(game: Game, chair: str) -> list[Event]:
    """Note that a player has left for good: they resign at their next turn, and agree to the count as it is."""
    before = len(game.events)
    for seat in game.seats_of(chair):
        apply_event(game, game.event(seat, EventKind.LEAVE))
        if game.counting and not game.count.playing_out and game.colour(seat) not in game.count.settled:
            apply_event(game, game.event(seat, EventKind.SETTLE))
    act_at_once(game)
    return game.events[before:]


def say(game: Game, chair: str, name: str, text: str, request: str = "") -> list[Event]:
    """Post a chat message under a name; a second message with the same id has no effect.

    Raises:
        YureiError: if it is not allowed; the game is unchanged then.
    """
    check_request_id(request)
    if happened_before(game, chair, request) is not None:
        return []
    said = replace(game.chat.asked(chair, name, text, game.now(), over=game.over), request=request)
    apply_event(game, said)
    return [said]


def lift_curtain(game: Game, chair: str, seat: str) -> None:
    """Lift the curtain for the seat to move. The curtain falls with the next move, and when the server stops."""
    if chair != game.settings.seating.slug or seat != game.to_move:
        raise OutOfTurn(N_("only the seat to move can lift the curtain, not {seat}"), seat=repr(seat[:20]))
    game.lifted = seat


def _events_of(game: Game, chair: str, action: Action) -> list[Event]:
    """Return the events that an action becomes."""
    do, at = action.kind, action.at
    own = game.seats_of(chair)
    if not own:
        raise BadTry(N_("only the players can play"))
    seat = game.to_move if game.to_move in own else own[0]
    assert seat is not None
    curtained = game.settings.seating.hands == "shared" and not game.over and game.lifted != game.to_move
    if curtained and not (do == "resign" and at in own):
        # A second click on the same point would be the opponent's try, and show them what lies there.
        raise OutOfTurn(N_("the curtain is down; lift it first"))
    if do not in ALWAYS and game.happened[seat] >= MOST:
        raise TooMuch(
            N_("you have reached the limit of {most} actions in this game; pass, resign or accept the score"), most=MOST
        )
    if do == "claim":
        check_claim(game, chair)
        dead = game.settings.size.names(sorted(game.count.proposed))
        return [game.event(seat, EventKind(do), " ".join(dead) if game.counting else str(game.to_move))]
    if do in COUNTED or (game.count.playing_out and do in TRIES):
        return _events_of_count(game, own, action)
    if do in TRIES:
        return [_try_event(game, own, seat, action)]
    if do in PENCILLED:
        view = game.view(seat)
        if view.settings.referee.vanishes and colour_of(view.board[view.settings.size.point(at)]) is view.seat.colour:
            return []  # an own stone certainly stands there
        return [game.event(seat, EventKind.PENCIL, f"{_named(game, at)} {PENCILLED[do]}")]
    if do in ("open", "admit"):
        shared = game.settings.seating.hands == "shared"  # the person at the device agrees for one side only
        agreeing = [seat] if shared else own
        game.check_going_on()
        for name in agreeing:
            if do == "open":
                game.audience.check_opens(name)
            else:
                game.third.check_admits(name, taken=game.taken(REFEREE))
        return [game.event(name, EventKind(do)) for name in agreeing]
    if do == "rematch":  # asking twice changes nothing
        return [] if game.colours_of(chair) <= game.again else [game.event(name, EventKind(do)) for name in own[:2]]
    if do in TAKEBACKS:
        return events_of_takeback(game, seat, do)
    assert do in SAID
    return [game.event(seat, EventKind(do))]


def _try_event(game: Game, own: tuple[str, ...], seat: str, action: Action) -> Event:
    """Return a try of the seat to move as an event; a player may resign at any time, also as an answer to the count."""
    size = game.settings.size
    if action.kind == "resign":
        return game.event(_resigning_seat(game, own, seat, action.at), EventKind.TRY, RESIGN.text(size))
    tried = _read_try(action, size)
    if game.to_move is not None and game.to_move not in own and tried != RESIGN:
        raise OutOfTurn(N_("it is not your turn; wait for the referee"))
    if game.to_move is not None and tried.point is not None and is_pointless(game.view(seat), tried):
        raise BadTry(N_("you know what stands on {point}, so this is no try"), point=size.name(tried.point))
    return game.event(seat, EventKind.TRY, tried.text(size))


def _resigning_seat(game: Game, own: tuple[str, ...], seat: str, at: str) -> str:
    """Return the seat that resigns. One person with both sides must name it when no seat is to move."""
    if at in own:
        return at
    if game.to_move is None and game.settings.seating.hands != "each" and not game.final:
        raise BadValue(N_("you play both sides; say which of them resigns"))
    return seat


def _events_of_count(game: Game, own: tuple[str, ...], action: Action) -> list[Event]:
    """Return the events of a player who marks dead stones, agrees to the count, or plays stones out."""
    size, seat, do, at = game.settings.size, own[0], action.kind, action.at
    if game.count.playing_out and do in (*TRIES, "give-in"):
        playout = game.count.running()
        if do in ("resign", "give-in"):
            return [game.event(playout.to_move if playout.to_move in own else seat, EventKind.GIVE_IN)]
        if playout.to_move not in own:
            raise OutOfTurn(N_("it is not your turn; wait for the referee"))
        return [game.event(playout.to_move, EventKind.OUT, _read_try(action, size).text(size))]
    if do == "dead":
        return [game.event(seat, EventKind(do), _named(game, at))]
    if do == "dead-proposed":
        game.check_counting()
        return [
            game.event(seat, EventKind.DEAD, size.name(point)) for point in game.count.unmarked(game.reference, size)
        ]
    if do == "settle":
        game.check_counting()
        game.count.check_dead(size.point(name) for name in at.split())
        return [game.event(name, EventKind(do)) for name in own[:2]]
    return [game.event(seat, EventKind(do))]


def _read_try(action: Action, size: Size) -> Try:
    """Return the try of an action. A text typed for a stone may be a whole try of its own.

    Raises:
        YureiError: if it is no try on this board.
    """
    if action.kind in ("pass", "resign"):
        return read_try(action.kind, size)
    return read_try(action.at if action.kind == "stone" else f"ghost {action.at}", size)


def _named(game: Game, at: str) -> str:
    """Return a point as it is stored."""
    return game.settings.size.name(game.settings.size.point(at))
