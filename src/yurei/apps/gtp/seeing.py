"""An engine for open games: it keeps the game, and plays whichever colour it is asked for."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace

from yurei.apps.gtp import files
from yurei.apps.gtp.engine import Do, Engine, Words, no_arguments, one
from yurei.apps.gtp.lines import SYNTAX_ERROR, Refused, whole
from yurei.apps.gtp.open_board import OpenBoard, Position, is_ordinary
from yurei.apps.gtp.words import attempt, colour, handicap_points, point, vertex, vertices
from yurei.players import Player
from yurei.players.explanation import Explanation
from yurei.referee.settings import Settings
from yurei.rules.board import BLACK_STONE, WHITE, Colour, board_text, empty_board, put
from yurei.rules.judge import is_move
from yurei.rules.points import Size
from yurei.rules.state import RESIGN, Kind, Try

MOST_FREE = 9
"""Most stones of a free handicap of ours; "the engine may place fewer"."""


class SeeingEngine(Engine):
    """Engine of an open game."""

    board: OpenBoard
    file_commands = ("loadsgf", "printsgf")

    def __init__(self, settings: Settings, player: str, seed: int | None = None) -> None:
        super().__init__(settings, player, seed)
        self._players: dict[Colour, Player] = {}
        self.begin()

    @property
    def cells(self) -> bytes:
        return self.board.now.state.cells

    def begin(self) -> None:
        self.board = OpenBoard(self.settings)

    def change(self, settings: Settings) -> None:
        self.board = self.board.under(settings)
        self.settings = settings

    def commands(self) -> Mapping[str, Do]:
        own: dict[str, Do] = {
            "play": self._play,
            "genmove": lambda words: self.moved(colour(one(words))),
            "reg_genmove": lambda words: self.moved(colour(one(words)), keep=False),
            "undo": no_arguments(lambda: self._undo(())),
            "gg-undo": self._undo,
            "fixed_handicap": self._fixed_handicap,
            "place_free_handicap": self._place_free_handicap,
            "set_free_handicap": self._set_free_handicap,
            "captures": lambda words: str(self.board.captured[colour(one(words))]),
            "is_legal": self._is_legal,
            "all_legal": lambda words: vertices(self.legal(self.board.now.turn_of(colour(one(words)))), self.size),
            "move_history": no_arguments(self._move_history),
            "loadsgf": lambda words: self._load(words[0]),
            "printsgf": lambda words: files.save(words[0], self.board),
            "gogui-play_sequence": self._play_sequence,
            "gogui-setup": self._setup,
            "gogui-setup_player": self._setup_player,
        }
        if is_ordinary(self.settings):
            own |= {"kgs-rules": self.set_rules, "kata-set-rules": self.set_rules}
        return {**super().commands(), **own}

    def player(self, side: Colour) -> Player:
        """Return the player of a colour."""
        if side not in self._players:
            self._players[side] = self.seated(side)
        return self._players[side]

    def last_explanation(self) -> Explanation | None:
        """Return the explanation of the last move; None if our player did not make it."""
        side, tried = self.board.moves[-1] if self.board.moves else (None, None)
        player = self._players.get(side) if side else None
        explained = player.explain() if player is not None and player.begun else None
        if explained is None or tried not in [each.attempt for each in explained.candidates]:
            return None
        return explained

    def legal(self, position: Position) -> list[int]:
        """Return the points where a stone may be placed; none once the game is over."""
        if position.state.result is not None:
            return []
        return [p for p in range(self.size.points) if is_move(position.state, Try(Kind.STONE, p))]

    def _play(self, words: Words) -> str:
        if len(words) != 2:
            raise Refused(SYNTAX_ERROR)
        self.board.play(colour(words[0]), attempt(words[1], self.size))
        return ""

    def _play_sequence(self, words: Words) -> str:
        """Play all of the moves, or none."""
        before = len(self.board.moves)
        try:
            for place in range(0, len(words), 2):
                self._play(words[place : place + 2])
        except Refused:
            if len(self.board.moves) > before:
                self.board.undo(len(self.board.moves) - before)
            raise
        return ""

    def moved(self, side: Colour, *, keep: bool = True) -> str:
        """Move for a player and return the move; a player whose try is refused tries again."""
        position, player = self.board.now.turn_of(side), self.player(side)
        table = position.table.copy()
        while True:
            tried = self.timed(side, player, lambda budget: player.choose(table.view(side.word), budget))
            if tried == RESIGN:
                return RESIGN.kind.value
            if is_move(position.state, tried):
                break
            table.attempt(side.word, tried)
        if keep:
            self.board.take(position.after(side, tried), side, tried)
        return vertex(tried, self.size)

    def _undo(self, words: Words) -> str:
        self.board.undo(whole(one(words)) if words else 1)
        return ""

    def _fixed_handicap(self, words: Words) -> str:
        stones = whole(one(words))
        points = handicap_points(self.size, stones)
        if stones == 3:  # GTP places the third stone in the other corner
            points = [self.size.points - 1 - point for point in points]
        return self._with_handicap(points)

    def _place_free_handicap(self, words: Words) -> str:
        stones = whole(one(words))
        points = _free_handicap(self.size, min(stones, MOST_FREE))
        if len(points) < 2:
            raise Refused("invalid number of stones")
        return self._with_handicap(points)

    def _set_free_handicap(self, words: Words) -> str:
        try:
            points = [point(word, self.size) for word in words]
        except Refused:
            raise Refused("bad vertex list") from None
        if len(points) < 2 or len(set(points)) < len(points) or len(points) >= self.size.points:
            raise Refused("bad vertex list")
        self._with_handicap(points)
        return ""

    def _with_handicap(self, points: list[int]) -> str:
        if not self.board.empty:
            raise Refused("board not empty")
        cells = put(empty_board(self.size), points, BLACK_STONE)
        self.board = OpenBoard(replace(self.settings, first=WHITE), board_text(cells, self.size))
        return vertices(points, self.size)

    def _load(self, text: str) -> str:
        self.board = files.load(text, self.settings)
        self.settings = replace(self.board.now.table.settings, first=self.settings.first)
        self._clocks.reset()
        return ""

    def _setup(self, words: Words) -> str:
        """Set up a position: colours and vertices in turn."""
        if len(words) % 2:
            raise Refused(SYNTAX_ERROR)
        cells = empty_board(self.size)
        for side, where in zip(words[::2], words[1::2], strict=True):
            cells = put(cells, [point(where, self.size)], colour(side))
        self.board = OpenBoard(self.settings, board_text(cells, self.size))
        return ""

    def _setup_player(self, words: Words) -> str:
        side = colour(one(words))
        position = self.board.now.turn_of(side)
        self.board = OpenBoard(replace(self.settings, first=side), board_text(position.state.cells, self.size))
        return ""

    def _is_legal(self, words: Words) -> str:
        if len(words) != 2:
            raise Refused(SYNTAX_ERROR)
        tried = attempt(words[1], self.size)
        try:
            return str(int(is_move(self.board.now.turn_of(colour(words[0])).state, tried)))
        except Refused:
            return "0"

    def _move_history(self) -> str:
        moves = reversed(self.board.moves)
        return "\n".join(f"{side.word} {vertex(tried, self.size)}" for side, tried in moves)

    def shown_in_gogui(self) -> list[str]:
        return [*super().shown_in_gogui(), "plist/Legal moves/all_legal %c", "gfx/What was weighed/yurei-weighed %c"]


def _free_handicap(size: Size, stones: int) -> list[int]:
    """Return points for handicap stones: the usual ones if the board has them, else points apart from each other.

    Without usual points, those of one colour of a chessboard are taken, the farthest from all others first.
    """
    with suppress(Refused):
        return handicap_points(size, stones)
    free = [point for point in range(size.points) if sum(divmod(point, size.width)) % 2 == 0]
    border = 2 if min(size.width, size.height) >= 7 else 1 if min(size.width, size.height) >= 5 else 0
    inside = [point for point in free if size.from_edge(point) >= border]
    chosen: list[int] = []
    while inside and len(chosen) < stones:
        best = max(inside, key=lambda point: min((size.distance(point, other) for other in chosen), default=0))
        inside.remove(best)
        chosen.append(best)
    return chosen
