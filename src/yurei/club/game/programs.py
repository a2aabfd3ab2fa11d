"""The programs in the seats of a game: the answers awaited of them, and the effects of their answers.

A program resigns for a fault: if it raises an exception, takes too long, sends an invalid try, or repeats a refused
try. The log names the fault in one sentence, which reveals nothing of any board.
"""

import logging
from collections.abc import Iterator
from itertools import takewhile

from yurei import players
from yurei.club.game.count import Playout
from yurei.club.game.effects import apply_event
from yurei.club.game.game import Game
from yurei.club.game.question import Answer, AwaitedAnswer, BadProgram, Question, Topic
from yurei.club.game.series import has_next_game
from yurei.club.model.chairs import WINDOW
from yurei.club.model.stored import Event, EventKind
from yurei.errors import YureiError
from yurei.rules.board import colour_of, strings
from yurei.rules.state import RESIGN, Kind, Try, read_try

VERSIONS = "player_versions"  # name of the game's term with the version of each program, by seat
SEED = "seed"  # name of the game's term with the seed for the programs' randomness
MOST_MOVES = 6  # moves per point after which a program resigns: without passes two programs might never end
TURNS = (EventKind.TRY, EventKind.TIME, EventKind.TAKEBACK_ACCEPT)
"""Kinds of events that change the position a program thinks about."""
WRONG = {
    Topic.TRY: "the program %s resigns: %s",
    Topic.OUT: "the program %s gives in: %s",
    Topic.DRAW: "the program %s declines a draw: %s",
    Topic.GIVE_UP: "the program %s agrees to the count: %s",
}
"""Log messages about a faulty program, by what it was asked."""


def has_only_programs(game: Game) -> bool:
    """Return whether no person plays in a game."""
    return game.programs.keys() == game.pencil.keys()


def act_without_thinking(game: Game) -> None:
    """Announce a repetition of the position, and give the immediate answers of programs and for absent players.

    Programs grant takebacks, claim dead stones, agree to a count if it costs nothing, and accept rematches. Players who
    left resign, or agree to the count.
    """
    if game.events and game.events[-1].kind is EventKind.TRY and game.position_repeats:
        apply_event(game, game.event(WINDOW, EventKind.REPEATS))
    if not game.programs:  # includes the seats of players who left
        return
    if (offered := _find_program_with_offer(game)) in game.left:
        apply_event(game, game.event(str(offered), EventKind.DECLINE))
    if game.takeback.asked is not None and (against := _find_opposing_programs(game, game.takeback.asked)):
        remaining = str(game.last_move(game.takeback.asked) or 0)
        apply_event(game, game.event(against[0], EventKind.TAKEBACK_ACCEPT, remaining))
    is_endless = game.to_move in game.programs and game.moves >= MOST_MOVES * game.settings.size.points
    if game.to_move is not None and (is_endless or game.to_move in game.left):
        _apply_in_time(game, game.event(game.to_move, EventKind.TRY, RESIGN.text(game.settings.size)))
    if (playout := _find_playout(game)) is not None and playout.to_move in game.left:
        apply_event(game, game.event(str(playout.to_move), EventKind.GIVE_IN))
    for seat in _find_unsettled(game):
        claims = _find_claims(game, seat)
        for point in claims:
            apply_event(game, game.event(seat, EventKind.DEAD, game.settings.size.name(point)))
        if not claims and (seat in game.left or not _find_own_dead(game, seat)):
            apply_event(game, game.event(seat, EventKind.SETTLE))
    if game.again and not has_next_game(game):
        for seat in game.programs.keys() - game.left:
            apply_event(game, game.event(seat, EventKind.REMATCH))


def _apply_in_time(game: Game, event: Event) -> None:
    apply_event(game, game.clocks.replace_late_try(event, game.to_move))


def _find_opposing_programs(game: Game, seat: str) -> list[str]:
    return [program for program in game.programs if game.colour(program) is not game.colour(seat)]


def _find_program_with_offer(game: Game) -> str | None:
    if game.offer is None or game.offer in game.programs:
        return None
    return next(iter(_find_opposing_programs(game, game.offer)), None)


def _find_playout(game: Game) -> Playout | None:
    return game.count.playout if game.counting and game.count.playing_out else None


def _find_unsettled(game: Game) -> Iterator[str]:
    """Yield the seats of programs that have to agree to the dead stones, after a player or if only programs play."""
    for seat in game.programs:
        asked = game.counting and not game.count.playing_out and (game.count.settled or has_only_programs(game))
        if asked and game.colour(seat) not in game.count.settled:
            yield seat


def _find_own_dead(game: Game, seat: str) -> frozenset[int]:
    colour, board = game.colour(seat), game.reference
    return frozenset(point for point in game.count.dead if colour_of(board[point]) is colour)


def _find_claims(game: Game, seat: str) -> list[int]:
    """Return a stone of each opposing string that the server proposes as dead; a program claims them once in a game."""
    if seat in game.left or any((each.kind, each.chair) == (EventKind.DEAD, seat) for each in game.events):
        return []
    unmarked, colour = game.count.proposed - game.count.dead, game.colour(seat).opponent
    found = (stones for stones, _ in strings(game.reference, game.settings.size) if unmarked.issuperset(stones))
    return [stones[0] for stones in found if colour_of(game.reference[stones[0]]) is colour]


def list_awaited_answers(game: Game) -> list[AwaitedAnswer]:
    """Return the answers awaited of programs, the most urgent first; no answers before the first person sits down."""
    if not game.programs or not (game.events or has_only_programs(game)):
        return []
    moments = []
    if (offered := _find_program_with_offer(game)) is not None:
        moments.append(AwaitedAnswer(Topic.DRAW, offered, sum(each.kind is EventKind.OFFER for each in game.events)))
    if game.to_move in game.programs:
        moments.append(AwaitedAnswer(Topic.TRY, game.to_move, sum(event.kind in TURNS for event in game.events)))
    if (playout := _find_playout(game)) is not None and playout.to_move in game.programs:
        moments.append(AwaitedAnswer(Topic.OUT, str(playout.to_move), len(playout.entries)))
    return moments + [
        AwaitedAnswer(Topic.GIVE_UP, seat, 0, _find_own_dead(game, seat)) for seat in _find_unsettled(game)
    ]


def question_for(game: Game, moment: AwaitedAnswer) -> Question:
    """Return the question for an awaited answer. It contains only what the program's seat knows."""
    playout = game.count.playout if moment.asks is Topic.OUT else None
    left = next((face.left for face in game.clocks.clock_states() if face.colour is game.colour(moment.seat)), None)
    seed = game.stored.terms.get(SEED)
    return Question(
        game=game.stored.id,
        player=game.programs[moment.seat] if playout is None else players.for_points(game.programs[moment.seat]),
        moment=moment,
        view=game.view(moment.seat) if playout is None else playout.view(moment.seat),
        clock=None if left is None else (left.main + left.period).total_seconds(),
        board=game.reference if moment.asks is Topic.GIVE_UP else b"",
        # The same seed for the same question, also after a restart or on a different server.
        seed=None if seed is None else f"{seed} {moment.seat} {moment.asks} {moment.number}",
    )


def apply_answer(game: Game, moment: AwaitedAnswer, answer: Answer | BadProgram) -> list[Event]:
    """Apply the answer of a program to the game, and return the new events. The answer must still be awaited."""
    before = len(game.events)
    if isinstance(answer, BadProgram):
        _log_fault(game, moment, str(answer))
        answer = RESIGN.text(game.settings.size)
    if moment.asks in (Topic.TRY, Topic.OUT):
        _make_try(game, moment, answer)
    elif moment.asks is Topic.DRAW:
        apply_event(game, game.event(moment.seat, EventKind.ACCEPT if answer is True else EventKind.DECLINE))
    else:
        apply_event(game, game.event(moment.seat, EventKind.DISPUTE if answer is False else EventKind.SETTLE))
    act_without_thinking(game)
    return game.events[before:]


def _make_try(game: Game, moment: AwaitedAnswer, answer: Answer) -> None:
    """Pass a program's try to the referee; the program resigns if the try is invalid or was just refused."""
    try:
        attempt = read_try(answer if isinstance(answer, str) else "", game.settings.size)
    except YureiError:
        _log_fault(game, moment, "it has tried what is no try")
        attempt = RESIGN
    if attempt in _find_refused_tries(game, moment):
        _log_fault(game, moment, "it has tried once more what was refused")
        attempt = RESIGN
    try:
        _apply_in_time(game, _make_event(game, moment, attempt))
    except YureiError:
        _log_fault(game, moment, "it has tried what this game does not know")
        _apply_in_time(game, _make_event(game, moment, RESIGN))


def _make_event(game: Game, moment: AwaitedAnswer, attempt: Try) -> Event:
    if moment.asks is Topic.TRY:
        return game.event(moment.seat, EventKind.TRY, attempt.text(game.settings.size))
    if attempt.kind is Kind.RESIGN:
        return game.event(moment.seat, EventKind.GIVE_IN)
    return game.event(moment.seat, EventKind.OUT, attempt.text(game.settings.size))


def _find_refused_tries(game: Game, moment: AwaitedAnswer) -> set[Try]:
    """Return the refused tries of this turn."""
    if moment.asks is Topic.OUT:
        tried = [(entry.attempt, entry.accepted) for entry in game.count.get_playout().entries]
    else:
        tried = [(judged.verdict.attempt, judged.verdict.accepted) for judged in game.judged]
    return {attempt for attempt, _ in takewhile(lambda each: not each[1], reversed(tried))}


def _log_fault(game: Game, moment: AwaitedAnswer, why: str) -> None:
    slug = game.programs[moment.seat].partition(":")[0]
    fields = {"program": slug, "why": why}
    logging.getLogger(__name__).warning(WRONG[moment.asks], slug, why, extra={"fields": fields})
