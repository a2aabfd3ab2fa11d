"""Random lines of the protocol: games with random settings, tries, and some invalid lines."""

import random
from collections.abc import Callable, Iterable
from typing import Any

from .board import (
    COLUMNS,
    STONE,
    Board,
    Point,
    adjacent,
    board_text,
    connected,
    empty_board,
    liberties,
    other,
    parse_board,
    point_name,
    points_of,
    stones_with_liberties,
)  # fmt: skip
from .settings import CHOICES, RULESETS

SIZES = [
    (1, 1), (1, 2), (2, 1), (2, 2), (1, 3), (3, 2), (3, 3), (2, 4), (7, 1), (4, 4), (5, 5), (5, 3), (7, 7), (9, 9), (4, 13),
    (2, 7), (6, 5), (13, 2), (1, 13), (13, 13), (25, 3),
]  # fmt: skip
WEIGHTS = [2, 2, 1, 6, 2, 6, 10, 4, 2, 8, 8, 4, 5, 3, 1, 3, 3, 3, 1, 1, 0.5]
SENSELESS: list[dict[str, Any]] = [
    {"op": "nonsense"}, {}, {"op": "try", "kind": "stone", "point": "Z9"}, {"op": "try", "kind": "stone", "point": "I1"},
    {"op": "try", "kind": "stone"}, {"op": "try", "kind": "stone", "point": "A0"}, {"op": "try", "kind": "jump", "point": "A1"},
    {"op": "try", "kind": "pass", "extra": 1}, {"op": "reveal", "now": True}, {"op": "try", "kind": "pass", "seat": "red"},
    {"op": "new", "settings": {"width": 0}}, {"op": "new", "settings": {"width": 26}}, {"op": "new", "settings": {"komi": 0.25}},
    {"op": "new", "settings": {"ruleset": "chess"}}, {"op": "new", "settings": {"colour": "red"}},
    {"op": "new", "settings": {"ruleset": "alter-igo", "komi": 0.5}}, {"op": "new", "settings": {"ruleset": "alter-igo", "ghosts": True}},
    {"op": "new", "settings": {"capture": "simultaneous"}}, {"op": "new", "settings": {"suicide": "lone-loses"}},
    {"op": "new", "settings": {"ruleset": "no-seki-go", "scoring": "territory"}}, {"op": "new", "settings": {"scoring": "none"}},
    {"op": "new", "settings": {"width": 2, "height": 2}, "setup": "BW/WB"},
    {"op": "new", "settings": {"width": 2, "height": 1}, "setup": ".b"},
    {"op": "new", "settings": {"width": 2, "height": 1}, "setup": "../.."}, {"op": "area", "board": "B./W"},
    {"op": "area", "board": "B.", "dead": ["C1"]}, {"op": "perft", "settings": {"width": 2, "height": 2}, "n": -1},
    {"op": "new", "settings": {"sight": -1}}, {"op": "new", "settings": {"referee": "fog", "sight": 49}},
    {"op": "new", "settings": {"referee": "fog", "sight": 1.5}}, {"op": "new", "settings": {"referee": "counted", "sight": "2"}},
    {"op": "new", "settings": {"referee": "fog", "sight": True}}, {"op": "new", "settings": {"referee": "olympiad", "sight": [1]}},
    {"op": "new", "settings": {"referee": "open", "sight": 1}}, {"op": "new", "settings": {"referee": "hamburg", "sight": 2}},
    {"op": "new", "settings": {"referee": "open", "sight": 0}}, {"op": "new", "settings": {"referee": "hamburg", "sight": 0}},
    {"op": "perft", "settings": {"width": 2, "height": 2, "referee": "hamburg", "sight": 1}, "n": 1},
]  # fmt: skip
NO_SIGHT = (-1, 49, 1.5, "2", True)
LONGEST = 160  # tries in a game: a large board is met often, but not for long


class RandomLines:
    """Source of random lines. `next_line` takes the answer to the previous line, and returns the next one."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.settings: dict[str, Any] = {}  # as they are in force, from the last answer to a new game
        self.left = 0  # lines before this game is given up
        self.seat = "black"
        self.board: Board = {}  # the reference board of the last answer

    def next_line(self, last_answer: dict[str, Any] | None) -> dict[str, Any]:
        answer, rng = last_answer or {}, self.rng
        if answer.get("ok"):
            self.settings = answer["settings"]
            self.left = min(LONGEST, 15 + 4 * self.settings["width"] * self.settings["height"])
        self.seat = answer.get("to_move") or self.seat
        if "boards" in answer:
            self.board = parse_board(answer["boards"]["reference"])
        if answer.get("result"):
            self.left = rng.choice((0, 1, 2))
            return {"op": "reveal"}
        self.left -= 1
        if not self.settings or self.left < 0:
            return self.new_game()
        chance = rng.random()
        if chance < 0.02:
            return rng.choice(SENSELESS)
        if chance < 0.03:
            return self.area()
        if chance < 0.033:
            return self.perft()
        return self.a_try()

    def a_try(self) -> dict[str, Any]:
        rng, line = self.rng, {"op": "try", "kind": "stone"}
        chance = rng.random()
        if chance < 0.002:
            line["kind"] = "resign"
        elif chance < 0.06:
            line["kind"] = "pass"
        else:
            ghosts = self.settings["ghosts"] or rng.random() < 0.01
            line["kind"] = "ghost" if ghosts and rng.random() < 0.4 else "stone"
            line["point"] = self.point(line["kind"])
        if rng.random() < 0.1:
            line["seat"] = self.seat if rng.random() < 0.9 else rng.choice(("black", "white"))
        return line

    def point(self, kind: str) -> str:
        wanted = self.reasonable(kind) if self.rng.random() < 0.6 else set()
        name = point_name(self.rng.choice(sorted(wanted or self.board)))
        return name.lower() if self.rng.random() < 0.05 else name

    def reasonable(self, kind: str) -> set[Point]:
        """Return points likely to have effects: captures, escapes, fights, ghosts."""
        board, own, enemy = self.board, STONE[self.seat], other(self.seat)
        chance = self.rng.random()
        if kind == "ghost" and chance < 0.7:  # beside an own stone
            return {p for p in points_of(board, ".") if any(board[q] == own for q in adjacent(board, p))}
        if chance < 0.1:  # a ghost that can be replaced
            return points_of(board, "bw")
        if chance < 0.6:  # the last liberty of an enemy string: a capture, or a ko that may not be captured back
            return {p for free in self.liberties_of(enemy) if len(free) == 1 for p in free}
        if chance < 0.7:  # the last liberty of an own string
            return {p for free in self.liberties_of(self.seat) if len(free) == 1 for p in free}
        if chance < 0.9:  # the enemy string that has the fewest liberties
            return min(self.liberties_of(enemy), key=len, default=set())
        return {p for p in points_of(board, ".") if any(board[q] in "BW" for q in adjacent(board, p))}

    def liberties_of(self, colour: str) -> list[set[Point]]:
        """Return the liberties of every string of a colour."""
        found, stones = [], points_of(self.board, STONE[colour])
        while stones:
            stone = min(stones)
            found.append(liberties(self.board, stone))
            stones -= connected(self.board, stone)
        return found

    def new_game(self) -> dict[str, Any]:
        self.settings = {}
        settings = self.some_settings()
        line: dict[str, Any] = {"op": "new", "settings": settings}
        if self.rng.random() < 0.5:
            ghosts = settings.get("ghosts", settings["ruleset"] == "no-seki-go")
            line["setup"] = board_text(
                self.some_board(settings["width"], settings["height"], ".BWbw" if ghosts else ".BW")
            )
        return line

    def some_settings(self) -> dict[str, Any]:
        rng = self.rng
        width, height = rng.choices(SIZES, WEIGHTS)[0]
        ruleset = rng.choice([*RULESETS, "go", "alter-igo", "no-seki-go"])
        settings: dict[str, Any] = {
            "width": width,
            "height": height,
            "ruleset": ruleset,
            "referee": rng.choice([*CHOICES["referee"], "fog"]),
        }

        def maybe(chance: float, key: str, values: Iterable[Any]) -> None:
            if rng.random() < chance:
                settings[key] = rng.choice(tuple(values))

        # Sight goes with all but `open` and `hamburg`; those refuse whatever is said of it but null.
        blind = settings["referee"] in ("open", "hamburg")
        maybe(0.05 if blind else 0.65, "sight", (0, 1, 1, 2, 2, 3, 4, rng.randint(5, 48), None))
        maybe(0.05, "sight", NO_SIGHT)
        maybe(0.3, "first", CHOICES["first"])
        maybe(0.4, "lone_self_atari", (True, False, None))
        maybe(0.3, "failed_try", CHOICES["failed_try"])
        maybe(0.4, "repetition", CHOICES["repetition"])
        maybe(0.4, "draw_counts", CHOICES["draw_counts"])
        maybe(0.2, "passing", ("free", "none", 0, 1, 3))
        if "passing" not in settings:
            maybe(0.15, "white_passes", (0, 1, 2, 6, None))
        self.combine(settings, maybe)
        return settings

    def combine(self, settings: dict[str, Any], maybe: Callable[[float, str, Iterable[Any]], None]) -> None:
        """Choose options that depend on each other; a few forbidden combinations remain."""
        if settings["ruleset"] == "no-seki-go":
            maybe(0.1, "ghosts", (True, False))
            maybe(0.3, "komi", (-3, 0, 5, 6, 7, 6.5))
        elif settings["ruleset"] == "alter-igo":
            maybe(0.15, "suicide", ("allowed", "lone-loses", "allowed", "forbidden"))
            maybe(0.1, "scoring", ("area", "territory"))
            if "scoring" in settings:
                maybe(0.8, "komi", (0, 0.5))
        else:
            maybe(0.3, "suicide", ("allowed", "forbidden"))
            maybe(0.2, "scoring", ("area", "territory", "none"))
            maybe(0.1, "capture", ("opponent-first", "simultaneous"))
            maybe(0.1, "ghosts", (True, False))
            maybe(0.3, "komi", (-7.5, -1, 0, 0.5, 7))
            if settings.get("scoring") == "none" and self.rng.random() < 0.9:
                settings.pop("komi", None)
                settings["passing"] = "none"

    def some_board(self, width: int, height: int, pieces: str) -> Board:
        """Return a random board on which every string has a liberty."""
        board, full = empty_board(width, height), self.rng.choice((0.15, 0.35, 0.6, 0.8))
        for p in board:
            if self.rng.random() < full:
                board[p] = self.rng.choice(pieces)
        while dead := stones_with_liberties(board, "black", 0) | stones_with_liberties(board, "white", 0):
            board |= dict.fromkeys(dead, ".")
        return board

    def area(self) -> dict[str, Any]:
        board = self.some_board(*self.rng.choices(SIZES, WEIGHTS)[0], ".BWbw")
        stones = [COLUMNS[x] + str(y + 1) for (x, y), piece in board.items() if piece in "BW"]
        return {
            "op": "area",
            "board": board_text(board),
            "dead": self.rng.sample(stones, self.rng.randint(0, len(stones) // 3)),
        }

    def perft(self) -> dict[str, Any]:
        settings = self.some_settings() | {"width": self.rng.randint(1, 3), "height": self.rng.randint(1, 2)}
        return {"op": "perft", "settings": settings, "n": self.rng.randint(0, 3)}
