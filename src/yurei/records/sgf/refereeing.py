"""Referees the game of another program, move by move, and compares its result with that in the file."""

from collections.abc import Callable
from contextlib import suppress

from yurei.errors import YureiError
from yurei.languages import N_
from yurei.records.record import End, Entry, Record
from yurei.records.replaying import ReplayTable, end
from yurei.records.sgf.boards import MOVES
from yurei.records.sgf.foreign import read_result
from yurei.records.sgf.header import result_text
from yurei.records.sgf.ordinary import Game, Node, begun
from yurei.referee.settings import Settings
from yurei.rules.points import shortened
from yurei.rules.ruleset import FREE
from yurei.rules.state import PASS, RESIGN, EndedBy, Result, stone

Say = Callable[[str], None]
"""Callback that receives guesses, a sentence each."""


def refereed(game: Game, settings: Settings, table: ReplayTable, say: Say = lambda guess: None) -> Record:
    """Return the record of a game whose moves are put to a referee, one after the other.

    Args:
        game, settings: A game of another program, and settings with its size and first colour.
        table: A new table with these settings and the game's opening.
        say: Receives the guesses.

    Raises:
        BadRecord: if a move is illegal by these rules, or stones are set up after the first move.
    """
    record = begun(game, settings)
    seen = False
    for node in game.nodes:
        if seen and node.stands:
            raise node.place.refusal(
                N_("node {number} sets stones up in the middle of the game; import it as a position"),
                number=node.number,
            )
        if node.move is not None:
            seen = True
            for entry in _entries(node, settings, table, say):
                record = record.plus(entry)
    return _ended(game, record, table, say)


def _entries(node: Node, settings: Settings, table: ReplayTable, say: Say) -> list[Entry]:
    """Put a move to the table, after a pass of the other colour if the file leaves it out."""
    assert node.move is not None
    colour, point = node.move
    tried = PASS if point is None else stone(point)
    said = f"{MOVES[colour]} {tried.text(settings.size)}"
    seat, entries = table.to_move, []
    if seat is None and tried == PASS and table.result is not None and table.result.by is EndedBy.SCORE:
        say(f"{node.place}: a pass after the two that have ended the game is left out")
        return []
    if seat is not None and settings.seating.seat(seat).colour is not colour and settings.ruleset.passing == FREE:
        say(
            f"{node.place}: {colour.word} moves twice in a row; a pass of {colour.opponent.word} is put in before {said}"
        )
        table.attempt(seat, PASS)
        entries.append(Entry(seat, PASS, accepted=True))
        seat = table.to_move
    if seat is None:
        refusal = N_("node {number} has the move {move}, but the game was over")
    elif settings.seating.seat(seat).colour is not colour:
        refusal = N_(
            "node {number} has the move {move}, but the other colour is to move; import it as a position (--position)"
        )
    elif not table.attempt(seat, tried).accepted:
        refusal = N_(
            "node {number} has the move {move}, which is illegal by these rules; import it as a position (--position)"
        )
    else:
        return [*entries, Entry(seat, tried, accepted=True)]
    raise node.place.refusal(refusal, number=node.number, move=said)


def _ended(game: Game, record: Record, table: ReplayTable, say: Say) -> Record:
    """Return the record with the end that the file gives, and report a different or missing result."""
    winner, by = read_result(game.ended)
    if winner is not None and isinstance(by, EndedBy):
        seats = [seat.name for seat in record.settings.seating.seats if seat.colour is winner.opponent]
        loser = table.to_move if table.to_move in seats else seats[0]
        if by is not EndedBy.RESIGNATION and (seat := table.to_move) and seat != loser:
            if record.settings.ruleset.passing != FREE or (
                game.moves and game.moves[-1].move == (winner.opponent, None)
            ):
                by = EndedBy.RESIGNATION  # a pass is impossible, or would end the game
            else:
                say(f"a pass of {winner.word} is put in before the result {shortened(game.ended)}")
                table.attempt(seat, PASS)
                record, loser = record.plus(Entry(seat, PASS, accepted=True)), table.to_move or loser
        with suppress(YureiError):  # a game that was counted, or won by its own rules, cannot end in another way
            if by is EndedBy.RESIGNATION:
                table.resign(loser)
                record = record.plus(Entry(loser, RESIGN, accepted=True))
            else:
                end(ended := End(by, loser), table)
                record = record.plus(ended)
    if (game.ended and game.ended != "?") and not _agrees(game.ended, table.result):
        here = "the moves lead to no end" if table.result is None else f"by the moves it is {result_text(table.result)}"
        say(f"the file gives the result as {shortened(game.ended)}; {here}, which is kept")
    return record


def _agrees(said: str, result: Result | None) -> bool:
    """Return whether a result in a file is the result of the game here."""
    if result is None:
        return False
    if result.winner is None:
        return said.casefold() in ("0", "draw", "jigo", "void")
    winner, by = read_result(said)
    points = None if result.margin is None else abs(result.margin)
    return winner is result.winner and (said.endswith("+") or by in (points, result.by))
