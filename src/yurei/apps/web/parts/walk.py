"""A line of moves on the analysis board, and the shown position in it, as stored in an address."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from urllib.parse import urlencode

from yurei.apps.web.frame.http import parse_whole_number
from yurei.errors import BadBoard, BadSize, BadValue, unknown
from yurei.languages import N_
from yurei.players.tablebase import MOST_POINTS, check_ruleset, openings, upright_size
from yurei.rules import alter_igo, get
from yurei.rules import board as boards
from yurei.rules.judge import judge
from yurei.rules.points import Size, size_of
from yurei.rules.state import State, start, stone

PATH = "/analysis"
RULESET = alter_igo.RULESET
USUAL = Size(3, 3)
SOLVED = 16  # most points of a board of which every position is known; larger boards have only known first moves
MOST_MOVES = 500
PLAY = "play"
COLOURS = {colour.word: colour for colour in (boards.BLACK, boards.WHITE)}


@dataclass(frozen=True)
class Walk:
    """A starting position, a line of moves, and the shown position in that line."""

    size: Size  # ``size``, ``board`` and ``first`` (the colour to move) are the starting position
    board: bytes
    first: boards.Colour = boards.BLACK
    moves: tuple[int, ...] = ()  # points of all moves of the line
    after: int = 0  # number of moves before the shown position

    @classmethod
    def read(cls, asked: Mapping[str, str]) -> Walk:
        """Parse a walk from the fields of an address."""
        check_ruleset(get(asked.get("ruleset") or RULESET.slug))
        if text := asked.get("board", ""):
            board, size = boards.read_board(text)
        else:
            size = size_of(asked.get("size") or str(USUAL))
            board = boards.empty_board(size)
        if size.points > MOST_POINTS:
            raise BadSize(
                N_("boards of up to {most} points can be solved; {size} has {points}"),
                most=MOST_POINTS,
                size=size,
                points=size.points,
            )
        if any(cell >= boards.BLACK_GHOST for cell in board):
            raise BadBoard(N_("{ruleset} has no ghosts; set up stones only, with B and W"), ruleset=RULESET.slug)
        colour = asked.get("to_move") or boards.BLACK.word
        if colour not in COLOURS:
            raise unknown("colour to play", colour, COLOURS)
        points = [size.point(name) for name in asked.get("moves", "").split(".")[: MOST_MOVES + 1] if name]
        walk = cls(size, board, COLOURS[colour], tuple(points))
        if len(points) > MOST_MOVES:
            raise BadValue(N_("an analysis has at most {most} moves"), most=MOST_MOVES)
        if points and len(walk._states) <= len(points):
            number = max(1, len(walk._states))
            raise BadValue(
                N_("move {number}, {move}, cannot be played: there is a stone, or the game is over"),
                number=number,
                move=size.name(points[number - 1]),
            )
        return walk.at_move(parse_whole_number(asked.get("after") or str(len(points))))

    @cached_property
    def _states(self) -> list[State]:
        """The states of the line, from the start to the last legal move; empty if the starting position is illegal."""
        if not boards.is_legal(self.board, self.size):
            return []
        states = [start(RULESET, self.size, first=self.first, setup=boards.board_text(self.board, self.size))]
        for point in self.moves:
            verdict = judge(states[-1], stone(point)) if states[-1].result is None else None
            if verdict is None or not verdict.accepted:
                break
            states.append(verdict.after)
        return states

    @property
    def legal(self) -> Walk:
        """This walk up to its first illegal move. A game with different options may contain such moves."""
        return replace(self, moves=self.moves[: max(0, len(self._states) - 1)])

    @property
    def state(self) -> State | None:
        """The shown position as the state of a game; None if a string at the start has no liberty."""
        return self._states[self.after] if self._states else None

    @property
    def cells(self) -> bytes:
        return self.state.cells if self.state else self.board

    @property
    def to_move(self) -> boards.Colour:
        return self.state.to_move if self.state else self.first

    @property
    def is_over(self) -> bool:
        return self.state is not None and self.state.result is not None

    def address(self, tool: str = PLAY) -> str:
        """Return the address of this walk with ``tool`` selected."""
        fields = self.fields if tool == PLAY else {**self.fields, "do": tool}
        return f"{PATH}?{urlencode(fields, safe='/')}"

    @property
    def fields(self) -> dict[str, str]:
        """The fields of the address, by name, without default values."""
        fields = {
            "board": boards.board_text(self.board, self.size),
            "to_move": "" if self.first is boards.BLACK else self.first.word,
            "moves": ".".join(self.size.name(point) for point in self.moves),
            "after": "" if self.after == len(self.moves) else str(self.after),
        }
        return {name: value for name, value in fields.items() if value}

    def at_move(self, after: int) -> Walk:
        """Return the walk that shows the position after ``after`` moves, or after all if there are fewer."""
        return replace(self, after=min(max(0, after), len(self.moves)))

    def with_moves(self, *points: int) -> Walk:
        """Return the walk with moves played at the shown position. A line that already has these moves is kept."""
        after = self.after + len(points)
        if self.moves[self.after : after] == points:
            return replace(self, after=after)
        return replace(self, moves=(*self.moves[: self.after], *points), after=after)

    def may_play(self, point: int) -> bool:
        return not self.is_over and self.state is not None and self.cells[point] == boards.EMPTY

    def with_cell(self, point: int, cell: int) -> Walk:
        return Walk(self.size, boards.put(self.cells, [point], cell), self.to_move)

    def with_mover(self, colour: boards.Colour) -> Walk:
        """Return a walk that starts at the shown position with ``colour`` to move; this walk if that is so already."""
        return self if colour is self.to_move and not self.is_over else Walk(self.size, self.cells, colour)

    def turned(self) -> Walk:
        size, width = Size(self.size.height, self.size.width), self.size.width
        board = bytes(self.board[row * width + column] for column in range(width) for row in range(self.size.height))
        moves = tuple(point % width * size.width + point // width for point in self.moves)
        return Walk(size, board, self.first, moves, self.after)


def walk_of_game(opening: State, moves: Iterable[int], shown: int, cells: bytes, to_move: boards.Colour) -> Walk | None:
    """Return the walk of a game after ``shown`` moves; None if the shown position is not solved."""
    try:
        check_ruleset(opening.ruleset)
    except BadValue:
        return None
    if not is_known(opening.size, cells):
        return None
    walk = Walk(opening.size, opening.cells, opening.to_move, tuple(islice(moves, MOST_MOVES))).legal.at_move(shown)
    return walk if walk.cells == cells else Walk(opening.size, cells, to_move)


def is_known(size: Size, cells: bytes) -> bool:
    """Return whether the value of a position is known without a stored table: small boards, and some openings."""
    if size.points <= SOLVED:
        return True
    return upright_size(size) in openings() and sum(map(bool, cells)) <= 1
