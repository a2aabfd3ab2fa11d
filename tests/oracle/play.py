"""Effects of tries under the rules: whether they are legal, what they remove, how the game ends."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from .board import (
    COLOUR,
    COLOURS,
    GHOST,
    STONE,
    Board,
    Point,
    adjacent,
    area,
    lonely_ghosts,
    other,
    points_of,
    position,
    stones_in_atari,
    stones_with_liberties,
    surrounded,
)  # fmt: skip
from .settings import FIRST_CAPTURE_WINS, Settings


@dataclass(frozen=True)
class Try:
    kind: str  # stone, ghost, pass, resign
    point: Point | None = None

    @property
    def at(self) -> Point:
        assert self.point is not None, "a pass and a resignation have no point"
        return self.point


@dataclass(frozen=True)
class Turn:
    """A finished turn, after which the other colour is to move."""

    colour: str
    event: str  # "placement", "pass" or "lost"
    tried: Try
    before: Board
    placed: Board  # the piece is put down, nothing is removed yet
    after: Board

    def removed(self, pieces: str) -> set[Point]:
        """Return the points where these pieces were removed, without a ghost that the new stone replaced."""
        return points_of(self.placed, pieces) - points_of(self.after, pieces)


@dataclass(frozen=True)
class Game:
    settings: Settings
    start: Board
    turns: tuple[Turn, ...] = ()
    result: dict[str, Any] | None = None

    @property
    def board(self) -> Board:
        return self.turns[-1].after if self.turns else self.start

    @property
    def turn_of(self) -> str:
        """Colour to move; after the end, the colour that would be."""
        first = self.settings["first"]
        return first if len(self.turns) % 2 == 0 else other(first)


def placement(game: Game, tried: Try) -> Turn:
    """Return the turn of a placement, whether it is legal or not."""
    colour, before = game.turn_of, game.board
    placed = before | {tried.at: (STONE if tried.kind == "stone" else GHOST)[colour]}
    return Turn(colour, "placement", tried, before, placed, after_removals(game.settings, placed, colour))


def after_removals(settings: Settings, placed: Board, colour: str) -> Board:
    enemy = other(colour)
    if settings["capture"] == "simultaneous":
        # "all strings of both colours without liberties go at once"
        return emptied(placed, {p for c in COLOURS for p in stones_with_liberties(placed, c, 0)})
    # "all enemy strings without liberties are removed"
    board = emptied(placed, stones_with_liberties(placed, enemy, 0))
    # "then all enemy ghosts that are no longer adjacent to a string of their colour are removed"
    board = emptied(board, lonely_ghosts(board, enemy))
    # "enemy strings without liberties go, then one's own are judged"
    return emptied(board, stones_with_liberties(board, colour, 0))


def emptied(board: Board, points: set[Point]) -> Board:
    return board | dict.fromkeys(points, ".")


def why_illegal(game: Game, tried: Try) -> str | None:
    """Return the reason why a try is illegal, or None."""
    colour, board, settings = game.turn_of, game.board, game.settings
    if tried.kind == "resign":
        return None
    if tried.kind == "pass":
        return None if may_pass(game) else "no-passing"
    # "They are checked in that order"; "'There is already a ghost.' comes after the two stones and 'no liberty' after that, before suicide"
    if board[tried.at] == STONE[other(colour)]:
        return "opponent-stone"
    if board[tried.at] == STONE[colour]:
        return "own-stone"
    if tried.kind == "ghost":
        # "A ghost cannot be placed on a ghost."
        if board[tried.at] != ".":
            return "ghost"
        # "place a ghost on an empty point that is a liberty of one of one's own strings"
        if not any(board[p] == STONE[colour] for p in adjacent(board, tried.at)):
            return "no-liberty"
    turn = placement(game, tried)
    # "every friendly string must have at least one liberty, otherwise the whole move is illegal"
    if settings["suicide"] == "forbidden" and turn.removed(STONE[colour]):
        return "suicide"
    return why_repetition(game, turn.after)


def may_pass(game: Game) -> bool:
    passing = game.settings["passing"]
    if passing in ("free", "none"):
        return bool(passing == "free")
    # "`white-passes = n` …, which White may use at any time"
    return bool(game.turn_of == "white" and len([t for t in game.turns if t.event == "pass"]) < passing)


def why_repetition(game: Game, after: Board) -> str | None:
    rule, colour = game.settings["repetition"], game.turn_of
    if rule == "simple-ko":
        # "a placement may not recreate the position that stood just before the opponent's last placement.
        # A pass by the opponent lifts the ban."  A lost turn: "a ko ban outlives it"
        turns = [t for t in game.turns if t.colour != colour and t.event != "lost"]
        if turns and turns[-1].event == "placement" and position(turns[-1].before) == position(after):
            return "ko"
    # "a placement may not recreate any earlier position of the game, the starting position included"
    stood = [position(b) for b in [game.start] + [t.after for t in game.turns]]
    if rule == "positional-superko" and position(after) in stood:
        return "repetition"
    if rule == "situational-superko":
        # "a placement may not recreate any earlier situation. A pass makes a situation too."
        # A lost turn: "the colour to move changes, so it makes a situation"
        earlier = [(position(game.start), game.settings["first"])]
        earlier += [(position(t.after), other(t.colour)) for t in game.turns]
        if (position(after), other(colour)) in earlier:
            return "repetition"
    return None  # `draw-on-third`: "nothing is forbidden"


def play(game: Game, tried: Try) -> Game:
    """Return the game after a legal try."""
    colour, board = game.turn_of, game.board
    if tried.kind == "resign":
        # "in the opponent's win if a player resigns"
        return replace(game, result={"winner": other(colour), "by": "resignation"})
    if tried.kind == "pass":
        game = replace(game, turns=(*game.turns, Turn(colour, "pass", tried, board, board, board)))
        return replace(game, result=result_of_pass(game))
    game = replace(game, turns=(*game.turns, placement(game, tried)))
    return replace(game, result=result_of_placement(game))


def lose_turn(game: Game, tried: Try) -> Game:
    # "`lose-turn` …: a refused try ends the turn"
    return replace(game, turns=(*game.turns, Turn(game.turn_of, "lost", tried, game.board, game.board, game.board)))


def result_of_pass(game: Game) -> dict[str, Any] | None:
    # "two passes in a row"; "two passes with a lost turn between them are not in a row"
    if [t.event for t in game.turns[-2:]] != ["pass", "pass"]:
        return None
    if game.settings["scoring"] == "none":
        return {"winner": None, "by": "agreement"}
    # "Where no one marks anything the board counts as it stands"
    black, white = score(game, "black"), score(game, "white")
    margin = black - white - game.settings["komi"]  # "(Black less White less komi)"
    winner = "black" if margin > 0 else "white" if margin < 0 else None
    return {"winner": winner, "by": "score", "black": black, "white": white, "margin": margin}


def score(game: Game, colour: str) -> int:
    if game.settings["scoring"] == "area":
        return area(game.board, colour)
    # "`territory`: surrounded empty points and prisoners"
    prisoners = sum(len(turn.removed(STONE[other(colour)])) for turn in game.turns)
    return len(surrounded(game.board, colour)) + prisoners


def result_of_placement(game: Game) -> dict[str, Any] | None:
    turn = game.turns[-1]
    # "in the opponent's win if a player places a stone that is the **only** stone to be removed"
    # "A lone suicide loses even where it would also be a third repetition"
    if game.settings["suicide"] == "lone-loses" and turn.removed("BW") == {turn.tried.at}:
        return {"winner": other(turn.colour), "by": "lone-suicide"}
    if game.settings["ruleset"] in FIRST_CAPTURE_WINS and turn.removed(STONE[other(turn.colour)]):
        return {"winner": turn.colour, "by": "capture"}
    if game.settings["repetition"] != "draw-on-third":
        return None
    # "drawn as soon as the same position stands on the board for the third time, the starting position included,
    # whoever is to move (…; an option makes it situations). A pass … is no new occurrence."
    stood = [(position(game.start), game.settings["first"])]
    stood += [(position(t.after), other(t.colour)) for t in game.turns if t.event == "placement"]
    if game.settings["draw_counts"] == "positions":
        stood = [(text, "") for text, _ in stood]
    return {"winner": None, "by": "repetition"} if stood.count(stood[-1]) >= 3 else None


def newly_in_atari(turn: Turn, colour: str) -> bool:
    # "after the move and its removals, there is a stone of that colour in atari that was not in atari before the move.
    # The stone just played was not on the board before, so it counts as not having been in atari."
    return bool(stones_in_atari(turn.after, colour) - stones_in_atari(turn.before, colour))


def replaced_ghost(turn: Turn) -> str | None:
    """Return the colour of the ghost that a turn's stone has replaced, or None."""
    return COLOUR[turn.before[turn.tried.at]] if turn.event == "placement" else None


def captured(turn: Turn) -> set[Point]:
    enemy = other(turn.colour)
    # "An enemy ghost that is replaced counts as one captured piece, at the point of the move"
    replaced = {turn.tried.at} if replaced_ghost(turn) == enemy else set()
    return turn.removed(STONE[enemy] + GHOST[enemy]) | replaced


def lost(turn: Turn) -> set[Point]:
    # "The mover's own stones can go too (suicide of several stones, simultaneous capture)."
    return turn.removed(STONE[turn.colour])


def all_tries(game: Game) -> Iterator[Try]:
    for kind in ("stone", "ghost") if game.settings["ghosts"] else ("stone",):
        yield from (Try(kind, point) for point in game.board)
    yield Try("pass")


def perft(game: Game, n: int) -> int:
    # "sequences of n moves, passes among them where the ruleset has them, resignation not; an ended game has no continuation"
    if n == 0:
        return 1
    if game.result:
        return 0
    return sum(perft(play(game, t), n - 1) for t in all_tries(game) if why_illegal(game, t) is None)
