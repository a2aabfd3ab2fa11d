"""Scoring: area and territory, with dead stones removed first; and the winner of a two-game match."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from yurei.errors import BadBoard
from yurei.languages import N_
from yurei.rules.board import BLACK, EMPTY, WHITE, Colour, colour_of, put, stranded_ghosts
from yurei.rules.points import Size
from yurei.rules.ruleset import Scoring
from yurei.rules.state import EndedBy, Result, State


@dataclass(frozen=True, slots=True)
class Area:
    """Points owned by each colour; all other points are neutral."""

    black: frozenset[int]
    white: frozenset[int]


def regions(cells: bytes, size: Size) -> Iterator[tuple[set[int], set[Colour]]]:
    """Yield every maximal set of connected empty points, and the colours that it touches."""
    seen: set[int] = set()
    for point, cell in enumerate(cells):
        if cell == EMPTY and point not in seen:
            region, borders, waiting = {point}, set(), [point]
            for here in waiting:
                for beside in size.neighbours[here]:
                    if (colour := colour_of(cells[beside])) is not None:
                        borders.add(colour)
                    elif beside not in region:
                        region.add(beside)
                        waiting.append(beside)
            seen |= region
            yield region, borders


def territory(cells: bytes, size: Size) -> Area:
    """Return the empty points from which only one colour can be reached through empty points."""
    owned: dict[Colour, set[int]] = {BLACK: set(), WHITE: set()}
    for region, borders in regions(cells, size):
        if len(borders) == 1:
            owned[borders.pop()] |= region
    return Area(frozenset(owned[BLACK]), frozenset(owned[WHITE]))


def area(cells: bytes, size: Size) -> Area:
    """Return the points owned under area scoring: territory, stones, and ghosts."""
    empty = territory(cells, size)
    standing = {colour: {point for point, cell in enumerate(cells) if colour_of(cell) is colour} for colour in Colour}
    return Area(empty.black | standing[BLACK], empty.white | standing[WHITE])


def without_dead(cells: bytes, size: Size, dead: Iterable[int]) -> bytes:
    """Return the board without dead stones and without the ghosts of their colour that then touch no string.

    Raises ``BadBoard`` if a marked point has no stone.
    """
    marked = set(dead)
    for point in marked:
        if not 0 <= point < size.points or cells[point] not in (BLACK, WHITE):
            named = size.name(point) if 0 <= point < size.points else point
            raise BadBoard(N_("no stone stands on {point}, so none is dead there"), point=named)
    left = put(cells, marked, EMPTY)
    for colour in {cells[point] for point in marked}:
        left = put(left, stranded_ghosts(left, size.neighbours, colour), EMPTY)
    return left


def points(state: State, dead: Iterable[int] = ()) -> tuple[int, int]:
    """Return the scores of Black and White without komi, after the removal of ``dead`` stones."""
    cells = without_dead(state.cells, state.size, dead)
    if state.ruleset.scoring is Scoring.AREA:
        counted = area(cells, state.size)
        return len(counted.black), len(counted.white)
    # "Surrounded empty points and prisoners, dead stones agreed upon first."
    surrounded = territory(cells, state.size)
    gone = [state.cells.count(colour) - cells.count(colour) + state.lost[colour - 1] for colour in (BLACK, WHITE)]
    return len(surrounded.black) + gone[1], len(surrounded.white) + gone[0]


def score(state: State, dead: Iterable[int] = ()) -> Result:
    """Return the result after two passes; a draw if the ruleset does not count points."""
    if not state.ruleset.counts:
        return Result(winner=None, by=EndedBy.AGREEMENT)
    black, white = points(state, dead)
    margin = black - white - (state.komi or 0)
    return Result(BLACK if margin > 0 else WHITE if margin < 0 else None, EndedBy.SCORE, black, white, margin)


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game of a two-game match: its result, and the number of Black's moves."""

    result: Result
    black_moves: int


def match_winner(first: PlayedGame, second: PlayedGame, tie_break: bool = False) -> int | None:
    """Return who won a two-game match: 0 for Black of the first game, 1 for White of it, None for a tie.

    "Won by who makes at least a win and a draw." With ``tie_break`` a tie of a win each goes to the player with
    "fewer moves as Black".
    """
    players = (
        _points_of_win(first, BLACK) + _points_of_win(second, WHITE),
        _points_of_win(first, WHITE) + _points_of_win(second, BLACK),
    )
    if players[0] != players[1]:
        return 0 if players[0] > players[1] else 1
    both_by_black = first.result.winner is BLACK and second.result.winner is BLACK
    if tie_break and both_by_black and first.black_moves != second.black_moves:
        return 0 if first.black_moves < second.black_moves else 1
    return None


def _points_of_win(game: PlayedGame, colour: Colour) -> int:
    return {None: 0, colour: 1}.get(game.result.winner, -1)
