"""Judges tries: decides whether a try is legal, which pieces it removes, and whether it ends the game."""

from dataclasses import dataclass, replace
from enum import StrEnum

from yurei.errors import BadTry, BadValue, GameOver
from yurei.languages import N_
from yurei.rules.board import (
    BLACK,
    EMPTY,
    GHOST,
    Colour,
    Neighbours,
    colour_of,
    position,
    stranded_ghosts,
    string_at,
    without_liberties,
)
from yurei.rules.points import shorten
from yurei.rules.ruleset import Capture, Repetition, Suicide
from yurei.rules.scoring import score
from yurei.rules.state import EndedBy, Kind, Result, State, Try


class Reason(StrEnum):
    """Reason why a try is illegal. Reasons are checked in this order; the last applies to a pass only."""

    OPPONENT_STONE = "opponent-stone"
    OWN_STONE = "own-stone"
    GHOST = "ghost"
    NO_LIBERTY = "no-liberty"
    SUICIDE = "suicide"
    KO = "ko"
    REPETITION = "repetition"
    NO_PASSING = "no-passing"


@dataclass(frozen=True, slots=True)
class Removed:
    """Points of all pieces that a move has removed, in no order; ``replaced`` is the colour of a replaced ghost."""

    black_stones: tuple[int, ...] = ()
    white_stones: tuple[int, ...] = ()
    black_ghosts: tuple[int, ...] = ()
    white_ghosts: tuple[int, ...] = ()
    replaced: Colour | None = None

    def stones_of(self, colour: Colour) -> tuple[int, ...]:
        """Return the removed stones of a colour."""
        return self.black_stones if colour is BLACK else self.white_stones

    def pieces_of(self, colour: Colour) -> tuple[int, ...]:
        """Return the removed stones and ghosts of a colour; a replaced ghost is not among them."""
        if colour is BLACK:
            return self.black_stones + self.black_ghosts
        return self.white_stones + self.white_ghosts


NOTHING = Removed()


@dataclass(frozen=True, slots=True)
class Verdict:
    """The full outcome of one try, for the referee only: legality, removed pieces, atari, the next state.

    ``reason`` is None for a move. ``atari`` has the colours newly put into atari. ``after`` is the state
    that follows; for an illegal try the state before.
    """

    mover: Colour
    attempt: Try
    reason: Reason | None
    removed: Removed
    atari: frozenset[Colour]
    after: State

    @property
    def accepted(self) -> bool:
        """Whether the try became a move."""
        return self.reason is None

    @property
    def captured(self) -> tuple[int, ...]:
        """Points of captured pieces of the opponent, including a replaced enemy ghost."""
        taken = self.removed.pieces_of(self.mover.opponent)
        if self.removed.replaced is self.mover.opponent:
            assert self.attempt.point is not None
            taken += (self.attempt.point,)
        return taken

    @property
    def own_losses(self) -> tuple[int, ...]:
        """Points of the mover's own pieces that were removed."""
        return self.removed.pieces_of(self.mover)


def judge(state: State, attempt: Try) -> Verdict:
    """Judge a try of the colour to move; raise ``GameOver`` after the end, ``BadTry`` for a ghost if there are none."""
    if state.result is not None:
        raise GameOver(N_("the game is over; nobody is to move"))
    if attempt.kind is Kind.GHOST and not state.ruleset.ghosts:
        raise BadTry(N_("{ruleset} has no ghosts; try a stone"), ruleset=state.ruleset.slug)
    if attempt.point is not None:
        return _place(state, attempt)
    if attempt.kind is Kind.PASS:
        return _pass(state, attempt)
    result = Result(state.to_move.opponent, EndedBy.RESIGNATION)
    return Verdict(state.to_move, attempt, None, NOTHING, frozenset(), replace(state, result=result))


def lose_turn(state: State) -> State:
    """Return the state after a refused try that costs the turn: "neither a pass ... nor a placement"."""
    memory = state.repetition.after_lost_turn(state.memory, position(state.cells), state.to_move)
    return end_without_moves(replace(state, to_move=state.to_move.opponent, passes_in_row=0, memory=memory))


def end_without_moves(state: State) -> State:
    """Return the state; the game has ended in it if the player to move loses for lack of a legal move."""
    if not state.ruleset.can_end_without_moves or state.result or any(is_move(state, each) for each in state.tries()):
        return state
    return replace(state, result=Result(state.to_move.opponent, EndedBy.NO_MOVE))


def is_move(state: State, attempt: Try) -> bool:
    """Return whether a try is legal; faster than ``judge``."""
    if attempt.point is None:
        return attempt.kind is Kind.RESIGN or state.may_pass
    return _judge_placement(state, attempt)[0] is None


def _refuse(state: State, attempt: Try, reason: Reason) -> Verdict:
    return Verdict(state.to_move, attempt, reason, NOTHING, frozenset(), state)


def _pass(state: State, attempt: Try) -> Verdict:
    if not state.may_pass:
        return _refuse(state, attempt, Reason.NO_PASSING)
    mover = state.to_move
    black, white = state.passed
    after = replace(
        state,
        to_move=mover.opponent,
        memory=state.repetition.after_pass(state.memory, position(state.cells), mover),
        passes_in_row=state.passes_in_row + 1,
        passed=(black + 1, white) if mover is BLACK else (black, white + 1),
    )
    if after.passes_in_row == 2:
        after = replace(after, result=score(after))
    return Verdict(mover, attempt, None, NOTHING, frozenset(), end_without_moves(after))


def _place(state: State, attempt: Try) -> Verdict:
    reason, removed, cells, colours = _judge_placement(state, attempt)
    if reason is not None:
        return _refuse(state, attempt, reason)
    mover, rule = state.to_move, state.repetition
    black, white = state.lost
    after = State(
        ruleset=state.ruleset,
        size=state.size,
        komi=state.komi,
        cells=bytes(cells),
        to_move=mover.opponent,
        memory=rule.after_placement(state.memory, position(state.cells), colours, mover),
        passed=state.passed,
        lost=(black + len(removed.black_stones), white + len(removed.white_stones)),
        result=_result_of_placement(state, attempt, removed, colours),
    )
    return Verdict(mover, attempt, None, removed, _newly_in_atari(state, attempt, cells), end_without_moves(after))


def _judge_placement(state: State, attempt: Try) -> tuple[Reason | None, Removed, bytearray, bytes]:
    """Return why a placement is illegal (None if legal), the removed pieces, the new cells and the new position."""
    point, mover, neighbours = attempt.point, state.to_move, state.size.neighbours
    assert point is not None
    cells = bytearray(state.cells)
    if cells[point] != EMPTY or attempt.kind is Kind.GHOST:
        reason = _reason_against_piece(state, attempt.kind, point)
        if reason is not None:
            return reason, NOTHING, cells, b""
    replaced = colour_of(cells[point])
    cells[point] = mover if attempt.kind is Kind.STONE else mover + GHOST
    enemy, stranded, own = _GONE[state.ruleset.capture](cells, neighbours, mover, point)
    if own and state.ruleset.suicide is Suicide.FORBIDDEN:
        return Reason.SUICIDE, NOTHING, cells, b""
    for gone in (*enemy, *stranded, *own):
        cells[gone] = EMPTY
    colours = position(cells)
    if state.repetition.forbids(state.memory, colours, mover):
        simple = state.ruleset.repetition is Repetition.SIMPLE_KO
        return Reason.KO if simple else Reason.REPETITION, NOTHING, cells, b""
    if not (enemy or stranded or own or replaced):
        return None, NOTHING, cells, colours
    if mover is BLACK:
        removed = Removed(tuple(own), tuple(enemy), (), tuple(stranded), replaced)
    else:
        removed = Removed(tuple(enemy), tuple(own), tuple(stranded), (), replaced)
    return None, removed, cells, colours


def _reason_against_piece(state: State, kind: Kind, point: int) -> Reason | None:
    """Return the reason against a piece on this point, before captures and repetition are checked; else None."""
    cell = state.cells[point]
    if cell == state.to_move.opponent:
        return Reason.OPPONENT_STONE
    if cell == state.to_move:
        return Reason.OWN_STONE
    if kind is Kind.STONE:
        return None  # "replace a ghost of either colour by a stone of one's own colour"
    if cell != EMPTY:
        return Reason.GHOST  # "A ghost cannot be placed on a ghost."
    # "... on an empty point that is a liberty of one of one's own strings"
    if not any(state.cells[beside] == state.to_move for beside in state.size.neighbours[point]):
        return Reason.NO_LIBERTY
    return None


_Gone = tuple[list[int], list[int], list[int]]


def _capture_opponent_first(cells: bytearray, neighbours: Neighbours, mover: Colour, point: int) -> _Gone:
    """Return captured enemy stones, stranded ghosts, and own stones without liberties; remove the first two."""
    enemy = without_liberties(cells, neighbours, mover.opponent, point)
    for gone in enemy:
        cells[gone] = EMPTY
    ghosts_lie = mover.opponent + GHOST in cells
    stranded = stranded_ghosts(cells, neighbours, mover.opponent) if ghosts_lie else []
    for gone in stranded:
        cells[gone] = EMPTY
    return enemy, stranded, [] if enemy else without_liberties(cells, neighbours, mover, point)


def _capture_both_colours(cells: bytearray, neighbours: Neighbours, mover: Colour, point: int) -> _Gone:
    """Return enemy and own stones without liberties: "all strings of both colours ... go at once"."""
    enemy = without_liberties(cells, neighbours, mover.opponent, point)
    return enemy, [], without_liberties(cells, neighbours, mover, point)


_GONE = {Capture.OPPONENT_FIRST: _capture_opponent_first, Capture.SIMULTANEOUS: _capture_both_colours}


def _result_of_placement(state: State, attempt: Try, removed: Removed, colours: bytes) -> Result | None:
    """Return the result of a placement that ends the game; None if the game goes on."""
    mover = state.to_move
    lone = removed.pieces_of(mover) == (attempt.point,) and not removed.pieces_of(mover.opponent)
    if lone and state.ruleset.suicide is Suicide.LONE_LOSES:
        # "A lone suicide loses even where it would also be a third repetition."
        return Result(mover.opponent, EndedBy.LONE_SUICIDE)
    if state.ruleset.first_capture_wins and removed.stones_of(mover.opponent):
        return Result(mover, EndedBy.CAPTURE)
    if state.repetition.ends_in_draw(state.memory, colours, mover):
        return Result(None, EndedBy.REPETITION)
    return None


def _newly_in_atari(state: State, attempt: Try, cells: bytearray) -> frozenset[Colour]:
    """Return the colours that have a stone newly in atari after the move.

    A placement takes liberties only from adjacent strings, and its own side gains a string that contains the
    new stone, "not on the board before".
    """
    point, mover, neighbours = attempt.point, state.to_move, state.size.neighbours
    assert point is not None
    colours = set()
    if cells[point] == mover and _in_atari(cells, neighbours, point):
        colours.add(mover)
    opponent = mover.opponent
    for beside in neighbours[point]:
        if (
            cells[beside] == opponent
            and _in_atari(cells, neighbours, beside)
            and not _in_atari(state.cells, neighbours, beside)
        ):
            colours.add(opponent)
            break
    return frozenset(colours)


def _in_atari(cells: bytes | bytearray, neighbours: Neighbours, point: int) -> bool:
    return len(string_at(cells, neighbours, point, enough=2)[1]) == 1


LONGEST = 100
"""Greatest sequence length that can be counted."""


def perft(state: State, moves: object) -> int:
    """Count the sequences of 0 to 100 moves from a state; raise ``BadValue`` for any other number of moves.

    Passes count as moves, resignations do not. After the end of a game there are no further moves.
    """
    if isinstance(moves, bool) or not isinstance(moves, int) or not 0 <= moves <= LONGEST:
        raise BadValue(
            N_("perft counts sequences of 0 to {most} moves, not of {moves}"), most=LONGEST, moves=shorten(moves)
        )
    return _count(state, moves)


def _count(state: State, moves: int) -> int:
    if moves == 0:
        return 1
    if state.result is not None:
        return 0
    if moves == 1:
        return sum(is_move(state, attempt) for attempt in state.tries())
    verdicts = (judge(state, attempt) for attempt in state.tries())
    return sum(_count(verdict.after, moves - 1) for verdict in verdicts if verdict.accepted)
