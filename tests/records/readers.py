"""How other programs read SGF: the boards that they compute, by their own parsers or their documentation.

sgfmill and pysgf (the parser that KaTrain was taken from) are installed. KaTrain's board is as its source describes it:
it plays set-up stones and moves alike, and raises where one falls on another or has no liberty. Sabaki and OGS read text:
what they take as a token, as a size, as a result, stands here as patterns.
"""

import re
from collections.abc import Iterator
from typing import Any

from pysgf import GoGame
from sgfmill import boards, sgf, sgf_grammar

Stones = dict[tuple[int, int], str]
"""What stands where: ``b`` or ``w`` by row from below and column from the left, from 0."""


class IllegalMove(Exception):
    """Error of KaTrain for a file that it does not accept."""


def sgfmill_boards(text: str) -> Iterator[tuple[dict[str, list[bytes]], Stones]]:
    """Yield every node of a game on a square board, and sgfmill's board after it."""
    read = sgf.Sgf_game.from_bytes(text.encode())
    board = boards.Board(read.get_size())
    for node in read.get_main_sequence():
        black, white, empty = node.get_setup_stones()
        if black or white or empty:
            board.apply_setup(black, white, empty)
        colour, move = node.get_move()
        if move is not None:
            board.play(*move, colour)
        yield node.get_raw_property_map(), {place: each for each, place in board.list_occupied_points()}


def parse_by_sgfmill(text: str) -> Any:
    """Parse a file by sgfmill, and read every property; return None for a board that is not square."""
    tree = sgf_grammar.parse_sgf_game(text.encode())
    if ":" in tree.sequence[0]["SZ"][0].decode():
        return None
    read = sgf.Sgf_game.from_coarse_game_tree(tree)
    for node in read.get_main_sequence():
        for name in node.properties():
            node.get(name)
    return read


def katrain_boards(text: str) -> Iterator[tuple[Any, Stones]]:
    """Yield every node, and KaTrain's board after it; raise ``IllegalMove`` where KaTrain would."""
    node = GoGame.parse_sgf(text)
    rules = node.ruleset
    width, height = node.board_size
    stones: Stones = {}
    while node is not None:
        for move in node.move_with_placements:
            if not move.is_pass:
                column, row = move.coords
                stones = _put(stones, (row, column), move.player.lower(), (width, height), rules)
        gone = {(row, column) for column, row in (each.coords for each in node.clear_placements)}
        if gone:
            left, stones = [(place, colour) for place, colour in stones.items() if place not in gone], {}
            for place, colour in left:
                stones = _put(stones, place, colour, (width, height), rules)
        yield node, stones
        node = node.children[0] if node.children else None


def _put(stones: Stones, place: tuple[int, int], colour: str, size: tuple[int, int], rules: str) -> Stones:
    if place in stones:
        raise IllegalMove("Space occupied")
    stones = {**stones, place: colour}
    for beside in _beside(place, size):
        if beside in stones and stones[beside] != colour:
            string, free = _string(stones, beside, size)
            if not free:
                stones = {each: stones[each] for each in stones if each not in string}
    string, free = _string(stones, place, size)
    if free:
        return stones
    if len(string) == 1 or rules != "NZ":
        raise IllegalMove("suicide")
    return {each: stones[each] for each in stones if each not in string}


def _beside(place: tuple[int, int], size: tuple[int, int]) -> list[tuple[int, int]]:
    (row, column), (width, height) = place, size
    around = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return [(up, across) for up, across in around if 0 <= up < height and 0 <= across < width]


def _string(stones: Stones, place: tuple[int, int], size: tuple[int, int]) -> tuple[set[tuple[int, int]], bool]:
    """Return the string at a place, and whether it has a liberty."""
    string, waiting, free = {place}, [place], False
    for each in waiting:
        for beside in _beside(each, size):
            if beside not in stones:
                free = True
            elif stones[beside] == stones[place] and beside not in string:
                string.add(beside)
                waiting.append(beside)
    return string, free


def viewer_boards(text: str) -> Iterator[tuple[Any, Stones]]:
    """Yield every node of a file without moves, and the board after it, as a viewer shows it."""
    node, stones = GoGame.parse_sgf(text), Stones()
    while node is not None:
        assert not node.moves
        stones = {**stones, **{move.coords[::-1]: move.player.lower() for move in node.placements}}
        gone = {move.coords[::-1] for move in node.clear_placements}
        stones = {place: colour for place, colour in stones.items() if place not in gone}
        yield node, stones
        node = node.children[0] if node.children else None


SABAKI_TOKEN = re.compile(r"\s+|[();]|[A-Za-z]+|\[(?:[^\\\]]|\\[\s\S])*\]")
"""Tokens that Sabaki accepts."""
OGS_RULES = {"chinese", "japanese", "korean", "aga", "ing", "nz"}
"""What OGS knows as rules; everything else becomes Japanese there."""
RESULT = re.compile(r"0|Draw|Void|\?|[BW]\+(?:\d+(?:\.\d+)?|R|Resign|T|Time|F|Forfeit)?")
"""How a game may have ended, by the format and for OGS."""
OGS_OVERTIME = re.compile(r"\d+x\d+ byo-yomi|\d+/\d+ Canadian|\d+ Fischer|\d+ simple")
"""The overtime that OGS reads."""


def sabaki_tokens(text: str) -> list[str]:
    """Split a file into tokens as Sabaki does; raise ``AssertionError`` where Sabaki would fail."""
    tokens, at = [], 0
    while at < len(text):
        token = SABAKI_TOKEN.match(text, at)
        assert token, f"unexpected SGF token at {at}: {text[at : at + 20]!r}"
        tokens.append(token[0])
        at = token.end()
    return [token for token in tokens if token.strip()]
