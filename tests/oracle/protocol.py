"""The line protocol: answers one parsed JSON object by another."""

from typing import Any

from .board import (
    STONE,
    Board,
    Senseless,
    Torus,
    area,
    board_text,
    empty_board,
    parse_board,
    parse_point,
    point_name,
    point_names,
    size,
    stones_with_liberties,
    without_dead,
)  # fmt: skip
from .play import Game, Try, Turn, captured, lose_turn, newly_in_atari, perft, play, replaced_ghost, why_illegal
from .referee import boards, said, told
from .settings import TORI, Settings, settings_in_force, warnings

KEYS = {
    "new": {"op", "settings", "setup"},
    "try": {"op", "kind", "point", "seat"},
    "area": {"op", "board", "dead"},
    "perft": {"op", "settings", "n"},
    "reveal": {"op"},
}


class Oracle:
    def __init__(self) -> None:
        self.game: Game | None = None
        self.tries: list[dict[str, Any]] = []

    def answer(self, line: dict[str, Any]) -> dict[str, Any]:
        # "A line that makes no sense … is answered {"error":"…"} and changes nothing."
        try:
            op = line.get("op") if isinstance(line, dict) else None
            if not isinstance(op, str) or op not in KEYS:
                raise Senseless("unknown op")
            if line.keys() - KEYS[op]:
                raise Senseless("unknown key")
            answer: dict[str, Any] = getattr(self, "op_" + op)(line)
            return answer
        except Senseless as mistake:
            return {"error": str(mistake)}

    def op_new(self, line: dict[str, Any]) -> dict[str, Any]:
        settings = settings_in_force(line.get("settings"))
        self.game, self.tries = Game(settings, starting_board(settings, line.get("setup"))), []
        return {
            "ok": True,
            "settings": dict(settings),
            "to_move": self.game.turn_of,
            "boards": boards(self.game),
            "warnings": warnings(settings),
        }

    def op_try(self, line: dict[str, Any]) -> dict[str, Any]:
        game = self.game
        if game is None or game.result:
            raise Senseless("there is no game to try in")
        if line.get("seat") not in (None, game.turn_of):
            raise Senseless("it is another seat's turn")
        tried, mover = parse_try(line, game), game.turn_of
        reason = why_illegal(game, tried)
        after = game  # under `retry` a refused try changes nothing
        if reason is None:
            after = play(game, tried)
        elif game.settings["failed_try"] == "lose-turn":
            after = lose_turn(game, tried)
        self.game = after
        self.tries.append(
            {"seat": mover, "kind": tried.kind, "point": tried.point and point_name(tried.point),
             "accepted": reason is None, "reason": reason}
        )  # fmt: skip
        nothing = Turn(mover, "nothing", tried, game.board, game.board, game.board)
        turn = after.turns[-1] if len(after.turns) > len(game.turns) else nothing
        return report(after, mover, tried, reason, turn)

    def op_area(self, line: dict[str, Any]) -> dict[str, Any]:
        board = parse_board(line.get("board"))
        names = [] if line.get("dead") is None else line["dead"]
        if not isinstance(names, list):
            raise Senseless("dead is a list")
        dead = {parse_point(name, board) for name in names}
        if any(board[p] not in STONE.values() for p in dead):
            raise Senseless("only stones are dead")
        board = without_dead(board, dead)
        black, white = area(board, "black"), area(board, "white")
        return {"black": black, "white": white, "neutral": len(board) - black - white}

    def op_perft(self, line: dict[str, Any]) -> dict[str, Any]:
        settings, n = settings_in_force(line.get("settings")), line.get("n")
        if type(n) is not int or n < 0:
            raise Senseless("n is a number of moves")
        return {"n": perft(Game(settings, starting_board(settings, None)), n)}

    def op_reveal(self, line: dict[str, Any]) -> dict[str, Any]:
        # "After the end the reference board and the whole record, illegal tries included, are revealed to all."
        if self.game is None or not self.game.result:
            raise Senseless("nothing is revealed before the end")
        return {"reference": board_text(self.game.board), "tries": list(self.tries)}


def starting_board(settings: Settings, setup: object) -> Board:
    kind = Torus if settings["ruleset"] in TORI else dict
    width, height = settings["width"], settings["height"]
    if setup is None:
        return kind(empty_board(width, height))
    # "a board text of the given size, without strings that have no liberty"
    board: Board = kind(parse_board(setup))
    if size(board) != (width, height):
        raise Senseless("the set-up has another size")
    if any(stones_with_liberties(board, colour, 0) for colour in STONE):
        raise Senseless("a string of the set-up has no liberty")
    if not settings["ghosts"] and any(piece in "bw" for piece in board.values()):
        raise Senseless("a ghost in a game without ghosts")
    return board


def parse_try(line: dict[str, Any], game: Game) -> Try:
    kind, point = line.get("kind"), line.get("point")
    if kind in ("pass", "resign"):
        if point is not None:
            raise Senseless("a pass and a resignation have no point")
        return Try(kind)
    # "A ghost try in a game without ghosts, or a point off the board, is no try but a mistake of the program"
    if kind not in ("stone", "ghost") or (kind == "ghost" and not game.settings["ghosts"]):
        raise Senseless("no such kind of try in this game")
    return Try(kind, parse_point(point, game.board))


def report(game: Game, mover: str, tried: Try, reason: str | None, turn: Turn) -> dict[str, Any]:
    names = {"black_stones": "B", "white_stones": "W", "black_ghosts": "b", "white_ghosts": "w"}
    removed: dict[str, Any] = {name: point_names(turn.removed(piece)) for name, piece in names.items()}
    return {
        "accepted": reason is None,
        "reason": reason,
        "captured": point_names(captured(turn)),
        "removed": removed | {"replaced_ghost": replaced_ghost(turn)},
        "atari": {colour: newly_in_atari(turn, colour) for colour in ("black", "white")},
        # "A move that ends the game is announced as usual, although nobody is to move."
        "to_move": None if game.result else game.turn_of,
        "result": game.result,
        "told": {seat: told(game, seat, mover, tried, reason, turn) for seat in ("black", "white")},
        "en": said(game, "en", mover, tried, reason, turn),
        "de": said(game, "de", mover, tried, reason, turn),
        "boards": boards(game),
    }
