"""The game as a machine of few states: every answer of the real table, asked for once.

A state is all that the referee's answers depend on: the true state, both seats' own boards, and the refusals of
this turn. It does not hold what was heard before; ``tree`` unfolds that.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from yurei.apps.exact.form import Form
from yurei.errors import BadValue
from yurei.referee.table import Table
from yurei.referee.told import Told
from yurei.rules.board import colour_of
from yurei.rules.judge import Verdict
from yurei.rules.scoring import points
from yurei.rules.state import PASS, State, Try, start, stone

SEATS = ("black", "white")
MOST_STATES = 100_000
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Machine:
    """States and the tries between them, as arrays; state 0 is the start.

    Attributes:
        form: The game.
        mover: By state, 0 if Black is to move, 1 if White is.
        margin: By state, Black's points less White's as the board stands, without komi.
        ended: By state, whether two passes have ended the game.
        first: Tries of state s are ``first[s]`` to ``first[s + 1]``.
        action, accepted, after, heard: By try: the point (the number of points for a pass), whether it becomes a move,
            the state that follows, and for each seat the number of what it is told.
        told: What is told, by its number.
    """

    form: Form
    mover: Ints
    margin: Ints
    ended: NDArray[np.bool_]
    first: Ints
    action: Ints
    accepted: NDArray[np.bool_]
    after: Ints
    heard: Ints
    told: list[Told]

    @property
    def states(self) -> int:
        """Number of states."""
        return len(self.mover)


@dataclass
class _Place:
    """A state whose tries are still to be asked."""

    table: Table
    state: State
    refused: int


@dataclass
class _Survey:
    """The states found so far."""

    form: Form
    numbers: dict[object, int] = field(default_factory=dict)
    places: list[_Place] = field(default_factory=list)
    tries: list[list[tuple[int, bool, int, int, int]]] = field(default_factory=list)
    tokens: dict[Told, int] = field(default_factory=dict)

    def number(self, place: _Place) -> int:
        """Return the number of a state, and note a new one."""
        state, views = place.state, [place.table.view(seat).board for seat in SEATS]
        key = (state.cells, state.to_move, state.memory, state.passes_in_row, *views, place.refused)
        if key not in self.numbers:
            if len(self.numbers) >= MOST_STATES:
                raise BadValue(f"this game has more than {MOST_STATES:,} states; try a smaller board or fewer --moves")
            self.numbers[key] = len(self.numbers)
            self.places.append(place)
            self.tries.append([])
        return self.numbers[key]

    def ask(self, number: int) -> tuple[list[int], list[int]]:
        """Ask the table about every try of a state; return the states after refusals, and those after moves."""
        place = self.places[number]
        refused: list[int] = []
        moved: list[int] = []
        for action in actions(place.table, place.state, place.refused, self.form.bluffs):
            accepted, after, first, second = self._attempt(place, action)
            (moved if accepted else refused).append(after)
            self.tries[number].append((action, accepted, after, first, second))
        return refused, moved

    def _attempt(self, place: _Place, action: int) -> tuple[bool, int, int, int]:
        verdicts: list[Verdict] = []
        table = place.table.copy(witness=verdicts.append)
        seat, size = table.to_move, table.settings.size
        assert seat is not None
        answer = table.attempt(seat, attempt_of(action, size.points))
        after = verdicts[-1].after
        mask = 0 if answer.accepted else place.refused | 1 << action
        first, second = (self.tokens.setdefault(answer.told[seat], len(self.tokens)) for seat in SEATS)
        return answer.accepted, self.number(_Place(table, after, mask)), first, second


def attempt_of(action: int, points: int) -> Try:
    """Return the try of a number."""
    return PASS if action == points else stone(action)


def actions(table: Table, state: State, refused: int, bluffs: bool) -> list[int]:
    """Return the tries of the seat to move: no piece that it sees, nothing twice in a turn; the pass comes last."""
    board = table.view(SEATS[state.to_move - 1]).board
    own = sum(colour_of(cell) is state.to_move for cell in board)
    # Under a referee whose captured stones do not vanish, the seat has heard how many of its stones went, not which.
    doubtful = not table.settings.referee.vanishes and own > state.cells.count(state.to_move)
    return [
        point
        for point, cell in enumerate(board)
        if not refused >> point & 1 and (cell == 0 or bluffs or (doubtful and colour_of(cell) is state.to_move))
    ] + [len(board)]


def machine(form: Form, watch: Callable[[int], None] = lambda states: None) -> Machine:
    """Ask the table for every answer within the limit of moves.

    Args:
        form: The game.
        watch: Callback with the number of states asked so far.

    Raises:
        BadValue: if there are too many states.
    """
    settings = form.settings
    survey = _Survey(form)
    begun = start(settings.ruleset, settings.size, settings.komi, settings.first, settings.setup)
    layer, asked, depth = [survey.number(_Place(Table.of(settings), begun, 0))], set[int](), 0
    while layer and (form.moves is None or depth < form.moves):
        following: list[int] = []
        while layer:
            number = layer.pop()
            if number in asked or survey.places[number].state.result is not None:
                continue
            asked.add(number)
            watch(len(asked))
            refused, moved = survey.ask(number)
            layer += refused
            following += moved
        layer, depth = following, depth + 1
    return _arrays(survey)


def _arrays(survey: _Survey) -> Machine:
    tries = np.array([one for each in survey.tries for one in each], dtype=np.int64).reshape(-1, 5)
    margins = [int(np.subtract(*points(place.state))) for place in survey.places]
    return Machine(
        form=survey.form,
        mover=np.array([place.state.to_move - 1 for place in survey.places], dtype=np.int64),
        margin=np.array(margins, dtype=np.int64),
        ended=np.array([place.state.result is not None for place in survey.places]),
        first=np.concatenate(([0], np.cumsum([len(each) for each in survey.tries]))).astype(np.int64),
        action=tries[:, 0],
        accepted=tries[:, 1].astype(bool),
        after=tries[:, 2],
        heard=tries[:, 3:].T.copy(),
        told=list(survey.tokens),
    )
