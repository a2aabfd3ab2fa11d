"""A GTP engine for open games, in which nothing is hidden; it keeps the game and plays for both colours.

Either colour can move at any time, moves can be taken back, and games loaded from files and saved.
"""

import os
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path
from typing import Self

from yurei.apps.gtp import protocol
from yurei.apps.gtp.engine import Do, Engine, Words, no_arguments, only_word
from yurei.errors import YureiError
from yurei.players import Player
from yurei.players.player import Explanation
from yurei.records import sgf, sgf_write
from yurei.referee.seating import AUDIENCE
from yurei.referee.settings import Settings
from yurei.referee.table import Table
from yurei.rules.board import BLACK, BLACK_STONE, WHITE, Colour, board_text, empty_board, put
from yurei.rules.judge import Verdict, is_move
from yurei.rules.points import Size, shorten
from yurei.rules.ruleset import FREE, Capture
from yurei.rules.state import PASS, RESIGN, EndedBy, Kind, State, Try, start, stone

ILLEGAL = "illegal move"


@dataclass(frozen=True)
class Position:
    """An open game between two moves: its table, its state, and stones lost before."""

    table: Table
    state: State
    lost: tuple[int, int] = (0, 0)  # stones of Black and White, before this table was set up

    @classmethod
    def set_up(cls, settings: Settings, board: str | None, lost: tuple[int, int] = (0, 0)) -> Self:
        state = start(settings.ruleset, settings.size, settings.komi, settings.first, board or settings.setup)
        return cls(Table.of(settings, board), state, lost)

    @property
    def prisoners(self) -> tuple[int, int]:
        """Numbers of stones that Black and White have lost in the whole game."""
        return self.lost[0] + self.state.lost[0], self.lost[1] + self.state.lost[1]

    def with_mover(self, colour: Colour) -> "Position":
        """Return the same position with this colour to move.

        If it is the opponent's turn, or two passes have ended the game, a new table is set up with the present
        board. It forgets earlier positions, and so a ko, which a second move in a row lifts anyway.
        """
        state = self.state
        if state.result is None and state.to_move is colour:
            return self
        passed = state.result is not None and state.result.by is EndedBy.SCORE
        begun = bool(self.table.view(AUDIENCE.name).heard)
        if (state.result is not None and not passed) or (begun and state.ruleset.passing != FREE):
            raise protocol.Refused(ILLEGAL)
        settings = replace(self.table.settings, first=colour, handicap=0)
        return Position.set_up(settings, board_text(state.cells, state.size), self.prisoners)

    def after_try(self, colour: Colour, attempt: Try) -> "Position":
        if not is_move(self.state, attempt):
            raise protocol.Refused(ILLEGAL)
        verdicts: list[Verdict] = []
        table = self.table.copy(verdicts.append)
        table.attempt(colour.word, attempt)
        return Position(table, verdicts[-1].after, self.lost)


class OpenBoard:
    """An open game and the positions after all its moves, so that moves can be undone."""

    def __init__(self, settings: Settings, board: str | None = None) -> None:
        self._setup = board
        self._positions = [Position.set_up(settings, board)]
        self.moves: list[tuple[Colour, Try]] = []

    @property
    def position(self) -> Position:
        return self._positions[-1]

    @property
    def settings(self) -> Settings:
        """Settings with which the game began in this engine."""
        return self._positions[0].table.settings

    @property
    def boards(self) -> list[bytes]:
        """Boards before the first move and after each move."""
        return [position.state.cells for position in self._positions]

    def play(self, colour: Colour, attempt: Try) -> None:
        self.append_move(self.position.with_mover(colour).after_try(colour, attempt), colour, attempt)

    def append_move(self, position: Position, colour: Colour, attempt: Try) -> None:
        self._positions.append(position)
        self.moves.append((colour, attempt))

    def undo(self, count: int = 1) -> None:
        if not 0 < count <= len(self.moves):
            raise protocol.Refused("cannot undo")
        del self._positions[-count:], self.moves[-count:]

    def with_settings(self, settings: Settings) -> "OpenBoard":
        """Return the same moves replayed in a game with these settings."""
        again = OpenBoard(replace(settings, first=self.settings.first), self._setup)
        for side, tried in self.moves:
            again.play(side, tried)
        return again


def is_ordinary(settings: Settings) -> bool:
    """Return whether the game is ordinary Go: captures in turn, no ghosts, passes at any time, and a score."""
    rules = settings.ruleset
    return rules.counts and rules.passing == FREE and not rules.ghosts and rules.capture is Capture.OPPONENT_FIRST


CANNOT_LOAD = "cannot load file"


def load_sgf(text: str, settings: Settings) -> OpenBoard:
    """Load the game in an SGF file; ``text`` is the name of the file, which a move number may follow."""
    name, number = _split_number(text)
    moves = max(0, protocol.read_whole(number) - 1) if number else None
    try:
        path = Path(name)
        if path.exists() and not path.is_file():  # a pipe might never end
            raise protocol.Refused(f"{CANNOT_LOAD}: it is no file")
        with path.open("rb") as file:
            nodes = sgf.main_line(file.read(sgf.LARGEST + 1))
        return (_load_record if sgf.is_native(nodes) else _load_other)(nodes, settings, moves)
    except OSError as error:
        raise protocol.Refused(f"{CANNOT_LOAD}: {error.strerror}") from None
    except YureiError as error:
        raise protocol.Refused(f"{CANNOT_LOAD}: {error}") from None


def _split_number(text: str) -> tuple[str, str]:
    """Split text into the name of a file and the move number after it; a # begins a comment unless it is in a name."""
    cut = [text, *(text[: found.start()].strip() for found in reversed([*re.finditer("#", text)]))]
    for name, number in chain.from_iterable(map(_guess_name_and_number, cut)):
        if os.path.isfile(name):
            return name, number
    if not cut[-1]:
        raise protocol.Refused(protocol.SYNTAX_ERROR)
    return next(_guess_name_and_number(cut[-1]))


def _guess_name_and_number(text: str) -> Iterator[tuple[str, str]]:
    """Yield the possible pairs of file name and move number; first, the last word is taken as the number."""
    name, _, number = text.rpartition(" ")
    if name and number.isascii() and number.isdecimal():
        yield name.strip(), number
    if text:
        yield text, ""


def save_sgf(name: str, board: OpenBoard) -> str:
    """Save the game as SGF in a new file; return the SGF instead if the name is empty or ``-``."""
    text = _as_sgf(board)
    if name in ("", "-") or name.startswith("#"):
        return text
    try:
        with open(name, "x", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise protocol.Refused(f"cannot save file: {error.strerror}") from None
    return ""


def _as_sgf(board: OpenBoard) -> str:
    """Return the game as SGF: ordinary moves as moves, other moves as set-up positions."""
    size, result = board.settings.size, board.position.state.result
    before, *after = board.boards
    if any(ghost in cells for cells in board.boards for ghost in sgf_write.GHOSTS):
        raise protocol.Refused("SGF knows no ghosts; yurei sgf export keeps them")
    known = result if result is not None and result.by is not EndedBy.SCORE else None  # dead stones are not agreed on
    header = sgf_write.make_header(board.settings, sgf_write.Details(), known)
    nodes: list[dict[str, list[str]]] = [{**header, **sgf_write.make_opening(board.settings, before)}]
    for (side, tried), cells in zip(board.moves, after, strict=True):
        stood, stands = sgf_write.without_ghosts(before), sgf_write.without_ghosts(cells)
        if tried == PASS:
            nodes.append({sgf_write.MOVES[side]: [""]})
        elif tried.point is not None and sgf_write.board_after_move(stood, size, side, tried.point) == stands:
            nodes.append({sgf_write.MOVES[side]: [sgf_write.point_text(tried.point, size)]})
        else:
            nodes += sgf_write.set_up_nodes(stood, stands, size)
        before = cells
    return sgf_write.file_text(nodes)


def _load_record(nodes: sgf.MainLine, settings: Settings, moves: int | None) -> OpenBoard:
    """Load a game from a file in yurei's native form, without the refused tries."""
    record = sgf.record_of(nodes)
    print_file_guesses(*nodes.guesses)
    own, plays = record.settings, settings.ruleset.slug
    if own.ruleset != settings.ruleset:
        raise protocol.Refused(f"{CANNOT_LOAD}: it is a game of {own.ruleset.slug}, and this engine plays {plays}")
    played = sgf.Played.from_record(record, lambda hear: Table.of(own, record.setup, hear))
    begun = replace(settings, size=own.size, komi=own.komi, first=own.first, handicap=0)
    board = OpenBoard(begun, board_text(played.opening, own.size))
    verdicts = [step.verdict for step in played.steps if step.verdict is not None]
    legal = [each for each in verdicts if each.accepted and each.attempt.kind is not Kind.RESIGN]
    for verdict in legal[:moves]:
        board.play(verdict.mover, verdict.attempt)
    return board


def _load_other(nodes: sgf.MainLine, settings: Settings, moves: int | None) -> OpenBoard:
    """Load a game of another program; where a move is illegal here or stones are added, set its board up."""
    game = sgf.ordinary(nodes)
    print_file_guesses(*game.guesses)
    settings = _with_rules(game, settings)
    own = replace(settings, size=game.size, komi=_komi_of(game, settings), first=game.first, handicap=0)
    positions = game.positions()
    opening, _ = next(positions)
    board = OpenBoard(own, board_text(opening, own.size))
    for (side, tried), (cells, to_move) in islice(zip(_tries_of(game), positions, strict=True), moves):
        with suppress(protocol.Refused):
            board.play(side, tried)
        if board.position.state.cells != cells:
            board = OpenBoard(replace(own, first=to_move), board_text(cells, own.size))
    return board


def print_file_guesses(*guesses: str) -> None:
    """Print guesses about a file to standard error, which controllers show to their users."""
    for guess in guesses:
        print(f"yurei: {guess}", file=sys.stderr, flush=True)


def _with_rules(game: sgf.Game, settings: Settings) -> Settings:
    """Return the settings with the ruleset that the file names, if both are ordinary Go; report the ruleset."""
    found, guessed = sgf.read_rules(game.rules)
    if found is not None and is_ordinary(settings) and is_ordinary(replace(settings, ruleset=found)):
        if guessed or found != settings.ruleset:
            print_file_guesses(f"the file names the rules {shorten(game.rules)}; this engine now plays {found.slug}")
        return replace(settings, ruleset=found)
    if found != settings.ruleset:
        named = f"names the rules {shorten(game.rules)}" if game.rules else "names no rules"
        print_file_guesses(f"the file {named}; this engine plays {settings.ruleset.slug}")
    return settings


def _tries_of(game: sgf.Game) -> Iterator[tuple[Colour, Try]]:
    for node in game.moves:
        assert node.move is not None
        side, where = node.move
        yield side, PASS if where is None else stone(where)


def _komi_of(game: sgf.Game, settings: Settings) -> float | None:
    """Return the komi of the file, or the ruleset's if it is missing or exceeds the number of points."""
    usual = settings.ruleset.default_komi(game.size)
    if usual is None or (game.komi is not None and abs(game.komi) <= game.size.points):
        return None if usual is None else game.komi
    print_file_guesses(f"the file gives no komi that can be meant; it is {usual:g}")
    return usual


MOST_FREE = 9  # greatest number of stones of our free handicap; "the engine may place fewer"


class SeeingEngine(Engine):
    """GTP engine for an open game."""

    board: OpenBoard
    file_commands = ("loadsgf", "printsgf")

    def __init__(self, settings: Settings, player: str, seed: int | None = None) -> None:
        super().__init__(settings, player, seed)
        self._players: dict[Colour, Player] = {}
        self.begin()

    @property
    def cells(self) -> bytes:
        return self.board.position.state.cells

    def begin(self) -> None:
        self.board = OpenBoard(self.settings)

    def change_settings(self, settings: Settings) -> None:
        self.board = self.board.with_settings(settings)
        self.settings = settings

    def commands(self) -> Mapping[str, Do]:
        own: dict[str, Do] = {
            "play": self._play,
            "genmove": lambda words: self.play_move(protocol.read_colour(only_word(words))),
            "reg_genmove": lambda words: self.play_move(protocol.read_colour(only_word(words)), keep=False),
            "undo": no_arguments(lambda: self._undo(())),
            "gg-undo": self._undo,
            "fixed_handicap": self._fixed_handicap,
            "place_free_handicap": self._place_free_handicap,
            "set_free_handicap": self._set_free_handicap,
            "captures": self._captures,
            "is_legal": self._is_legal,
            "all_legal": lambda words: " ".join(
                self.size.names(
                    self.legal_points(self.board.position.with_mover(protocol.read_colour(only_word(words))))
                )
            ),
            "move_history": no_arguments(self._move_history),
            "loadsgf": lambda words: self._load(words[0]),
            "printsgf": lambda words: save_sgf(words[0], self.board),
            "gogui-play_sequence": self._play_sequence,
            "gogui-setup": self._setup,
            "gogui-setup_player": self._setup_player,
        }
        if is_ordinary(self.settings):
            own |= {"kgs-rules": self.set_rules, "kata-set-rules": self.set_rules}
        return {**super().commands(), **own}

    def player(self, side: Colour) -> Player:
        if side not in self._players:
            self._players[side] = self.make_player(side)
        return self._players[side]

    def last_explanation(self) -> Explanation | None:
        """Return the player's explanation of the last move; None if the engine did not make the move."""
        side, tried = self.board.moves[-1] if self.board.moves else (None, None)
        player = self._players.get(side) if side else None
        explained = player.explain() if player is not None and player.begun else None
        if explained is None or tried not in [each.attempt for each in explained.candidates]:
            return None
        return explained

    def legal_points(self, position: Position) -> list[int]:
        """Return the points where a stone is legal; none after the end of the game."""
        if position.state.result is not None:
            return []
        return [p for p in range(self.size.points) if is_move(position.state, Try(Kind.STONE, p))]

    def _play(self, words: Words) -> str:
        if len(words) != 2:
            raise protocol.Refused(protocol.SYNTAX_ERROR)
        self.board.play(protocol.read_colour(words[0]), protocol.read_vertex(words[1], self.size))
        return ""

    def _play_sequence(self, words: Words) -> str:
        """Play a sequence of moves; if one is illegal, undo them all."""
        before = len(self.board.moves)
        try:
            for place in range(0, len(words), 2):
                self._play(words[place : place + 2])
        except protocol.Refused:
            if len(self.board.moves) > before:
                self.board.undo(len(self.board.moves) - before)
            raise
        return ""

    def play_move(self, side: Colour, *, keep: bool = True) -> str:
        """Return the vertex of the move that a side's player chooses; play the move unless ``keep`` is false."""
        position, player = self.board.position.with_mover(side), self.player(side)
        table = position.table.copy()
        while True:
            tried = self.think_on_clock(side, player, lambda budget: player.choose(table.view(side.word), budget))
            if tried == RESIGN:
                return RESIGN.kind.value
            if is_move(position.state, tried):
                break
            table.attempt(side.word, tried)
        if keep:
            self.board.append_move(position.after_try(side, tried), side, tried)
        return protocol.vertex(tried, self.size)

    def _undo(self, words: Words) -> str:
        self.board.undo(protocol.read_whole(only_word(words)) if words else 1)
        return ""

    def _fixed_handicap(self, words: Words) -> str:
        stones = protocol.read_whole(only_word(words))
        points = protocol.handicap_points(self.size, stones)
        if stones == 3:  # GTP places the third stone in a different corner
            points = [self.size.points - 1 - point for point in points]
        return self._place_handicap(points)

    def _place_free_handicap(self, words: Words) -> str:
        stones = protocol.read_whole(only_word(words))
        points = _free_handicap(self.size, min(stones, MOST_FREE))
        if len(points) < 2:
            raise protocol.Refused("invalid number of stones")
        return self._place_handicap(points)

    def _set_free_handicap(self, words: Words) -> str:
        try:
            points = [protocol.read_point(word, self.size) for word in words]
        except protocol.Refused:
            raise protocol.Refused("bad vertex list") from None
        if len(points) < 2 or len(set(points)) < len(points) or len(points) >= self.size.points:
            raise protocol.Refused("bad vertex list")
        self._place_handicap(points)
        return ""

    def _place_handicap(self, points: list[int]) -> str:
        if self.board.moves or any(self.cells):
            raise protocol.Refused("board not empty")
        cells = put(empty_board(self.size), points, BLACK_STONE)
        self.board = OpenBoard(replace(self.settings, first=WHITE), board_text(cells, self.size))
        return " ".join(self.size.names(points))

    def _load(self, text: str) -> str:
        self.board = load_sgf(text, self.settings)
        self.settings = replace(self.board.position.table.settings, first=self.settings.first)
        self._clocks.reset()
        return ""

    def _setup(self, words: Words) -> str:
        if len(words) % 2:
            raise protocol.Refused(protocol.SYNTAX_ERROR)
        cells = empty_board(self.size)
        for side, where in zip(words[::2], words[1::2], strict=True):
            cells = put(cells, [protocol.read_point(where, self.size)], protocol.read_colour(side))
        self.board = OpenBoard(self.settings, board_text(cells, self.size))
        return ""

    def _setup_player(self, words: Words) -> str:
        side = protocol.read_colour(only_word(words))
        position = self.board.position.with_mover(side)
        self.board = OpenBoard(replace(self.settings, first=side), board_text(position.state.cells, self.size))
        return ""

    def _captures(self, words: Words) -> str:
        black_lost, white_lost = self.board.position.prisoners
        return str(white_lost if protocol.read_colour(only_word(words)) is BLACK else black_lost)

    def _is_legal(self, words: Words) -> str:
        if len(words) != 2:
            raise protocol.Refused(protocol.SYNTAX_ERROR)
        tried = protocol.read_vertex(words[1], self.size)
        try:
            return str(int(is_move(self.board.position.with_mover(protocol.read_colour(words[0])).state, tried)))
        except protocol.Refused:
            return "0"

    def _move_history(self) -> str:
        moves = reversed(self.board.moves)
        return "\n".join(f"{side.word} {protocol.vertex(tried, self.size)}" for side, tried in moves)

    def gogui_commands(self) -> list[str]:
        return [*super().gogui_commands(), "plist/Legal moves/all_legal %c", "gfx/What was weighed/yurei-weighed %c"]


def _free_handicap(size: Size, stones: int) -> list[int]:
    """Return points for handicap stones: the usual points if the board has them, else points far apart.

    The latter are points of one colour of a chessboard; the farthest from those already chosen comes next.
    """
    with suppress(protocol.Refused):
        return protocol.handicap_points(size, stones)
    free = [point for point in range(size.points) if sum(divmod(point, size.width)) % 2 == 0]
    border = 2 if min(size.width, size.height) >= 7 else 1 if min(size.width, size.height) >= 5 else 0
    inside = [point for point in free if size.distance_to_edge(point) >= border]
    chosen: list[int] = []
    while inside and len(chosen) < stones:
        best = max(inside, key=lambda point: min((size.distance(point, other) for other in chosen), default=0))
        inside.remove(best)
        chosen.append(best)
    return chosen
