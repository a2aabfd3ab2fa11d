"""Random lines of the protocol: settings of every kind, then tries, some senseless lines among them."""

import random
from collections.abc import Callable, Iterable
from typing import Any

from .board import COLUMNS, Board, board_text, empty_board, stones_with_liberties
from .settings import CHOICES, RULESETS

SIZES = [
    (1, 1),
    (1, 2),
    (2, 1),
    (2, 2),
    (1, 3),
    (3, 2),
    (3, 3),
    (2, 4),
    (7, 1),
    (4, 4),
    (5, 5),
    (5, 3),
    (7, 7),
    (9, 9),
    (4, 13),
]
WEIGHTS = [2, 2, 1, 6, 2, 6, 10, 4, 2, 8, 6, 4, 2, 1, 1]
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
]  # fmt: skip


class RandomLines:
    """`next_line` gives a line; hand it the answer to the line before, so that it sees when a game has ended."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.settings: dict[str, Any] = {}  # as they are in force, from the last answer to a new game
        self.left = 0  # lines before this game is given up
        self.seat = "black"

    def next_line(self, last_answer: dict[str, Any] | None) -> dict[str, Any]:
        answer, rng = last_answer or {}, self.rng
        if answer.get("ok"):
            self.settings = answer["settings"]
            self.left = 15 + 4 * self.settings["width"] * self.settings["height"]
        self.seat = answer.get("to_move") or self.seat
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
            line["point"] = self.point(self.settings["width"], self.settings["height"])
        if rng.random() < 0.1:
            line["seat"] = self.seat if rng.random() < 0.9 else rng.choice(("black", "white"))
        return line

    def point(self, width: int, height: int) -> str:
        name = COLUMNS[self.rng.randrange(width)] + str(self.rng.randrange(height) + 1)
        return name.lower() if self.rng.random() < 0.05 else name

    def new_game(self) -> dict[str, Any]:
        self.settings = {}
        settings = self.some_settings()
        line: dict[str, Any] = {"op": "new", "settings": settings}
        if self.rng.random() < 0.25:
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
            "referee": rng.choice(CHOICES["referee"]),
        }

        def maybe(chance: float, key: str, values: Iterable[Any]) -> None:
            if rng.random() < chance:
                settings[key] = rng.choice(tuple(values))

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
        """The options that depend on one another; a few combinations are left that rules.md refuses."""
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
        """A board without strings that have no liberty."""
        board = empty_board(width, height)
        for p in board:
            if self.rng.random() < 0.6:
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
