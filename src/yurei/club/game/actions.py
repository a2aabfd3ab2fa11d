"""Actions of the person on a chair. Each action becomes events of the game, or is refused and changes nothing."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from yurei.club.game.effects import apply_event
from yurei.club.game.game import Game
from yurei.club.game.programs import act_without_thinking
from yurei.club.model.chairs import REFEREE
from yurei.club.model.limits import LimitExceeded
from yurei.club.model.stored import Event, EventKind
from yurei.errors import BadTry, BadValue, OutOfTurn, unknown
from yurei.languages import N_
from yurei.referee.view import is_pointless
from yurei.rules.board import colour_of
from yurei.rules.points import shorten
from yurei.rules.state import RESIGN, Try, read_try

PENCILS = (
    "black",
    "white",
    "dead",
    "cross",
)  # pencil marks: a player's own guesses, shown to nobody else before the end
PENCILLED = {f"pencil-{mark}": mark for mark in PENCILS}
AT_A_POINT = ("stone", "ghost", "dead", *PENCILLED)  # actions that take a point
MOST = 5_000  # most actions of one seat in a game: the rules do not limit refused tries, so storage has to
ALWAYS = ("pass", "resign", "accept", "draw", "settle", "give-in", "claim", "rematch", "rematch-decline")
"""Actions beyond that limit: they end the game or lead on from its end."""
LONGEST_ID = 40
_ID = re.compile(rf"[A-Za-z0-9_-]{{1,{LONGEST_ID}}}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Action:
    """An action requested from a chair."""

    kind: str  # one of ``ACTIONS``
    # Depending on the kind: a point; all stones marked dead, when agreeing to a count; or the seat that resigns.
    at: str = ""
    request: str = ""  # an id; a second action with the same id has no effect; empty for no id

    def __post_init__(self) -> None:
        if self.kind not in ACTIONS:
            raise BadValue("{error}", error=unknown("thing to do", self.kind, ACTIONS).words)
        check_request_id(self.request)


def check_request_id(request: str) -> None:
    """Check that a request id is well formed, or empty."""
    if request and not _ID.fullmatch(request):
        raise BadValue(
            N_("{id} is no id: it has 1 to {most} letters a to z, capitals, digits, - and _"),
            id=shorten(request),
            most=LONGEST_ID,
        )


def perform(game: Game, chair: str, action: Action) -> list[Event]:
    """Perform an action of the person on a chair, and the programs' immediate answers; return the new events."""
    if game.place_of(chair, action.request) is not None:
        return []
    before = len(game.events)
    for event in _make_events(game, chair, action):
        asked = replace(event, request=action.request) if len(game.events) == before else event
        apply_event(game, game.clocks.replace_late_try(asked, game.to_move))
    act_without_thinking(game)
    return game.events[before:]


def sit(game: Game, chair: str) -> list[Event]:
    """Note that a person has taken a chair; return the new events."""
    before = len(game.events)
    apply_event(game, game.event(chair, EventKind.SIT))
    act_without_thinking(game)
    return game.events[before:]


def leave(game: Game, chair: str) -> list[Event]:
    """Note that a player has left for good: they resign at their next turn, or agree to the marked dead stones."""
    before = len(game.events)
    for seat in game.seats_of(chair):
        apply_event(game, game.event(seat, EventKind.LEAVE))
        if game.counting and not game.count.playing_out and game.colour(seat) not in game.count.settled:
            apply_event(game, game.event(seat, EventKind.SETTLE))
    act_without_thinking(game)
    return game.events[before:]


def say(game: Game, chair: str, name: str, text: str, request: str = "") -> list[Event]:
    """Post a chat message under a name. A second message with the same request id has no effect."""
    check_request_id(request)
    if game.place_of(chair, request) is not None:
        return []
    now = game.now()
    text = game.chat.check(chair, text, now, over=game.over)
    event = Event(chair, EventKind.CHAT, f"{name}\n{text}", now, request)
    apply_event(game, event)
    return [event]


def lift_curtain(game: Game, chair: str, seat: str) -> None:
    """Show the board on a shared screen to the seat to move, until the next move or until the server stops."""
    if chair != game.settings.seating.slug or seat != game.to_move:
        raise OutOfTurn(N_("only the seat to move can lift the curtain, not {seat}"), seat=repr(seat[:20]))
    game.lifted = seat


def _make_events(game: Game, chair: str, action: Action) -> list[Event]:
    own = game.seats_of(chair)
    if not own:
        raise BadTry(N_("only the players can play"))
    seat = game.to_move if game.to_move in own else own[0]
    assert seat is not None
    curtained = game.settings.seating.hands == "shared" and not game.over and game.lifted != game.to_move
    if curtained and not (action.kind == "resign" and action.at in own):
        # On a shared screen a second click on the point would count as the opponent's try, and tell them what is there.
        raise OutOfTurn(N_("the curtain is down; lift it first"))
    if action.kind not in ALWAYS and game.happened[seat] >= MOST:
        raise LimitExceeded(
            N_("you have reached the limit of {most} actions in this game; pass, resign or accept the score"), most=MOST
        )
    return ACTIONS[action.kind](_Performer(game, chair, own, seat), action)


@dataclass(frozen=True, slots=True)
class _Performer:
    """The person who performs an action: their game, chair and seats, and the seat that acts now."""

    game: Game
    chair: str
    own: tuple[str, ...]
    seat: str

    def event(self, kind: str, what: str = "", seat: str = "") -> Event:
        return self.game.event(seat or self.seat, EventKind(kind), what)

    def check_turn(self, to_move: str | None) -> None:
        if to_move not in self.own:
            raise OutOfTurn(N_("it is not your turn; wait for the referee"))


def _make_plain_event(by: _Performer, action: Action) -> list[Event]:
    return [by.event(action.kind)]


def _make_try_event(by: _Performer, action: Action) -> list[Event]:
    game, size, attempt = by.game, by.game.settings.size, _read_try(by, action)
    if game.count.playing_out:
        to_move = game.count.get_playout().to_move
        by.check_turn(to_move)
        out = attempt.text(size)
        return _give_in(by, action) if attempt == RESIGN else [by.event(EventKind.OUT, out, str(to_move))]
    if game.to_move is not None and attempt != RESIGN:
        by.check_turn(game.to_move)
        if attempt.point is not None and is_pointless(game.view(by.seat), attempt):
            raise BadTry(N_("you know what stands on {point}, so this is no try"), point=size.name(attempt.point))
    return [by.event(EventKind.TRY, attempt.text(size))]


def _read_try(by: _Performer, action: Action) -> Try:
    """Return the try of an action. The text of an action of kind ``stone`` may be any try, such as ``pass``."""
    texts = {"pass": "pass", "stone": action.at}
    return read_try(texts.get(action.kind, f"ghost {action.at}"), by.game.settings.size)


def _resign(by: _Performer, action: Action) -> list[Event]:
    """Return the events of a resignation. During a play-out the player gives up the disputed stones instead."""
    game = by.game
    if game.count.playing_out:
        return _give_in(by, action)
    if action.at not in by.own and game.to_move is None and game.has_one_person and not game.result_is_final:
        raise BadValue(N_("you play both sides; say which of them resigns"))
    seat = action.at if action.at in by.own else by.seat
    return [by.event(EventKind.TRY, RESIGN.text(game.settings.size), seat)]


def _pencil(by: _Performer, action: Action) -> list[Event]:
    view, size = by.game.view(by.seat), by.game.settings.size
    point = size.point(action.at)
    if view.settings.referee.vanishes and colour_of(view.board[point]) is view.seat.colour:
        return []  # the player's own stone is there, so no guess is needed
    return [by.event(EventKind.PENCIL, f"{size.name(point)} {PENCILLED[action.kind]}")]


def _mark_dead(by: _Performer, action: Action) -> list[Event]:
    size = by.game.settings.size
    return [by.event(EventKind.DEAD, size.name(size.point(action.at)))]


def _mark_proposed(by: _Performer, _: Action) -> list[Event]:
    by.game.check_counting()
    size = by.game.settings.size
    return [
        by.event(EventKind.DEAD, size.name(point)) for point in by.game.count.list_unmarked(by.game.reference, size)
    ]


def _settle_count(by: _Performer, action: Action) -> list[Event]:
    by.game.check_counting()
    by.game.count.check_dead(by.game.settings.size.point(name) for name in action.at.split())
    return [by.event(EventKind.SETTLE, seat=seat) for seat in by.own[:2]]


def _give_in(by: _Performer, _: Action) -> list[Event]:
    to_move = by.game.count.get_playout().to_move
    return [by.event(EventKind.GIVE_IN, seat=to_move if to_move in by.own else by.seat)]


def _takeback(by: _Performer, action: Action) -> list[Event]:
    """Return the events of a takeback action. A person who plays all seats needs no consent to a takeback."""
    game = by.game
    asking = game.takeback_seat(by.seat) if action.kind == "takeback" else game.takeback.asked
    last = None if asking is None else game.last_move(asking)
    possible = last is not None and action.kind != "takeback-decline" and not game.over
    if possible and not game.settings.referee.hides and not game.clocks.has_time_after_takeback(last or 0):
        raise BadValue(N_("a clock has too little time for that: what a move gained is taken back with it"))
    if action.kind != "takeback":
        return [by.event(action.kind, str(last or 0))]
    granted = [by.event(EventKind.TAKEBACK_ACCEPT, str(last or 0), str(asking))] if game.has_one_person else []
    return [by.event(EventKind.TAKEBACK, seat=str(asking)), *granted]


def _reveal(by: _Performer, action: Action) -> list[Event]:
    """Return the events by which players agree to show the true board, to the audience or to the referee's chair."""
    game = by.game
    # The person at a shared device agrees for one side only.
    agreeing = (by.seat,) if game.settings.seating.hands == "shared" else by.own
    game.check_going_on()
    for seat in agreeing:
        if action.kind == "open":
            game.audience.check_opens(seat)
        else:
            game.third.check_consent(seat, taken=game.is_taken(REFEREE))
    return [by.event(action.kind, seat=seat) for seat in agreeing]


def _rematch(by: _Performer, _: Action) -> list[Event]:
    if by.game.colours_of(by.chair) <= by.game.again:  # asking twice changes nothing
        return []
    return [by.event(EventKind.REMATCH, seat=seat) for seat in by.own[:2]]


def _claim(by: _Performer, _: Action) -> list[Event]:
    game = by.game
    game.check_claim(by.chair)
    dead = " ".join(game.settings.size.names(sorted(game.count.proposed)))
    return [by.event(EventKind.CLAIM, dead if game.counting else str(game.to_move))]


ACTIONS: Mapping[str, Callable[[_Performer, Action], list[Event]]] = {
    "stone": _make_try_event,
    "ghost": _make_try_event,
    "pass": _make_try_event,
    "resign": _resign,
    **dict.fromkeys(PENCILLED, _pencil),
    "offer": _make_plain_event,
    "accept": _make_plain_event,
    "decline": _make_plain_event,
    "draw": _make_plain_event,
    "dead": _mark_dead,
    "dead-proposed": _mark_proposed,
    "settle": _settle_count,
    "dispute": _make_plain_event,
    "give-in": _give_in,
    "takeback": _takeback,
    "takeback-accept": _takeback,
    "takeback-decline": _takeback,
    "open": _reveal,
    "admit": _reveal,
    "rematch": _rematch,
    "rematch-decline": _make_plain_event,
    "claim": _claim,
}
"""Kinds of actions; each function returns the events that an action becomes."""
