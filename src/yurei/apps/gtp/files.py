"""``loadsgf`` and ``printsgf``: load a game from a file, up to one of its moves, and write the game as a file."""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path

from yurei.apps.gtp.lines import SYNTAX_ERROR, Refused, whole
from yurei.apps.gtp.open_board import OpenBoard, is_ordinary
from yurei.errors import YureiError
from yurei.records.sgf import LARGEST, Game, MainLine, Played, is_native, main_line, ordinary, read_rules, record_of
from yurei.records.sgf_write import (
    GHOSTS,
    MOVES,
    Details,
    executed,
    header,
    opening,
    point_text,
    set_up_nodes,
    stones,
    written,
)
from yurei.referee.settings import Settings
from yurei.referee.table import Table
from yurei.rules.board import Colour, board_text
from yurei.rules.points import shortened
from yurei.rules.state import PASS, EndedBy, Kind, Try, stone

CANNOT_LOAD = "cannot load file"


def load(text: str, settings: Settings) -> OpenBoard:
    """Return the game in a file, with its own size and komi.

    Args:
        text: The file's name, and the number of the next move; without one the whole game is loaded.
        settings: The other settings.

    Raises:
        Refused: if there is no such game, or one of another ruleset.
    """
    name, number = _named(text)
    moves = max(0, whole(number) - 1) if number else None
    try:
        nodes = main_line(_read(Path(name)))
        return (_recorded if is_native(nodes) else _ordinary)(nodes, settings, moves)
    except OSError as error:
        raise Refused(f"{CANNOT_LOAD}: {error.strerror}") from None
    except YureiError as error:
        raise Refused(f"{CANNOT_LOAD}: {error}") from None


def _named(text: str) -> tuple[str, str]:
    """Return a file's name and the number behind it. A # is of the name if such a file exists, else of a comment."""
    cut = [text, *(text[: found.start()].strip() for found in reversed([*re.finditer("#", text)]))]
    for name, number in chain.from_iterable(map(_readings, cut)):
        if os.path.isfile(name):
            return name, number
    if not cut[-1]:
        raise Refused(SYNTAX_ERROR)
    return next(_readings(cut[-1]))


def _readings(text: str) -> Iterator[tuple[str, str]]:
    """Yield possible readings as file name and number: the last word is a number rather than a part of the name."""
    name, _, number = text.rpartition(" ")
    if name and number.isascii() and number.isdecimal():
        yield name.strip(), number
    if text:
        yield text, ""


def save(name: str, board: OpenBoard) -> str:
    """Write the game as SGF into a new file, or return it if the name is empty or ``-``.

    Raises:
        Refused: if it cannot be written.
    """
    text = _as_sgf(board)
    if name in ("", "-") or name.startswith("#"):
        return text
    try:
        with open(name, "x", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise Refused(f"cannot save file: {error.strerror}") from None
    return ""


def _as_sgf(board: OpenBoard) -> str:
    """Return the game as SGF: ordinary moves as moves, all else as set-up positions."""
    size, result = board.settings.size, board.now.state.result
    before, *after = board.boards
    if any(ghost in cells for cells in board.boards for ghost in GHOSTS):
        raise Refused("SGF knows no ghosts; yurei sgf export keeps them")
    known = result if result is not None and result.by is not EndedBy.SCORE else None  # dead stones are not agreed on
    nodes: list[dict[str, list[str]]] = [
        {**header(board.settings, Details(), known), **opening(board.settings, before)}
    ]
    for (colour, tried), cells in zip(board.moves, after, strict=True):
        shown = stones(cells)
        if tried == PASS:
            nodes.append({MOVES[colour]: [""]})
        elif tried.point is not None and executed(stones(before), size, colour, tried.point) == shown:
            nodes.append({MOVES[colour]: [point_text(tried.point, size)]})
        else:
            nodes += set_up_nodes(stones(before), shown, size)
        before = cells
    return written(nodes)


def _read(path: Path) -> bytes:
    """Return a file's bytes, one too many at most. A pipe is refused: it might never end."""
    if path.exists() and not path.is_file():
        raise Refused(f"{CANNOT_LOAD}: it is no file")
    with path.open("rb") as file:
        return file.read(LARGEST + 1)


def _recorded(nodes: MainLine, settings: Settings, moves: int | None) -> OpenBoard:
    """Return a game of ours, whatever its referee was: refused tries are left out."""
    record = record_of(nodes)
    say(*nodes.guesses)
    own = record.settings
    if own.ruleset != settings.ruleset:
        raise Refused(
            f"{CANNOT_LOAD}: it is a game of {own.ruleset.slug}, and this engine plays {settings.ruleset.slug}"
        )
    played = Played.from_record(record, lambda hear: Table.of(own, record.setup, hear))
    board = OpenBoard(
        replace(settings, size=own.size, komi=own.komi, first=own.first, handicap=0),
        board_text(played.opening, own.size),
    )
    verdicts = [step.verdict for step in played.steps if step.verdict is not None]
    legal = [each for each in verdicts if each.accepted and each.attempt.kind is not Kind.RESIGN]
    for verdict in legal[:moves]:
        board.play(verdict.mover, verdict.attempt)
    return board


def _ordinary(nodes: MainLine, settings: Settings, moves: int | None) -> OpenBoard:
    """Return a game of another program. If our rules differ, or stones are added in between, set its position up."""
    game = ordinary(nodes)
    say(*game.guesses)
    settings = _with_rules(game, settings)
    own = replace(settings, size=game.size, komi=_komi(game, settings), first=game.first, handicap=0)
    positions = game.positions()
    opening, _ = next(positions)
    board = OpenBoard(own, board_text(opening, own.size))
    for (colour, attempt), (cells, to_move) in islice(zip(_moves(game), positions, strict=True), moves):
        with suppress(Refused):
            board.play(colour, attempt)
        if board.now.state.cells != cells:
            board = OpenBoard(replace(own, first=to_move), board_text(cells, own.size))
    return board


def say(*guesses: str) -> None:
    """Print what had to be guessed about a file to standard error, which controllers show."""
    for guess in guesses:
        print(f"yurei: {guess}", file=sys.stderr, flush=True)


def _with_rules(game: Game, settings: Settings) -> Settings:
    """Return the settings with the rules that the file names, as far as this engine plays them."""
    found, guessed = read_rules(game.rules)
    if found is not None and is_ordinary(settings) and is_ordinary(replace(settings, ruleset=found)):
        if guessed or found != settings.ruleset:
            say(f"the file names the rules {shortened(game.rules)}; this engine now plays {found.slug}")
        return replace(settings, ruleset=found)
    if found != settings.ruleset:
        named = f"names the rules {shortened(game.rules)}" if game.rules else "names no rules"
        say(f"the file {named}; this engine plays {settings.ruleset.slug}")
    return settings


def _moves(game: Game) -> Iterator[tuple[Colour, Try]]:
    for node in game.moves:
        assert node.move is not None
        colour, where = node.move
        yield colour, PASS if where is None else stone(where)


def _komi(game: Game, settings: Settings) -> float | None:
    """Return the game's komi; the ruleset's if it has none, or one larger than the whole board."""
    usual = settings.ruleset.default_komi(game.size)
    if usual is None or (game.komi is not None and abs(game.komi) <= game.size.points):
        return None if usual is None else game.komi
    say(f"the file gives no komi that can be meant; it is {usual:g}")
    return usual
