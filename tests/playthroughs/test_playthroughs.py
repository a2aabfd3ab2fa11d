"""Golden games: the try, what was said, the true board and both views side by side, one file a game and referee.

A game that has no file yet gets one, and the test is skipped with a word: read the file, believe it, and commit it.
A difference is no mistake by itself: read it, believe it, and write the files anew with

    YUREI_WRITE_PLAYTHROUGHS=1 ./test tests/playthroughs
"""

import os
from itertools import zip_longest
from pathlib import Path

import pytest

from tests.playing import Game, words
from yurei import referee as referees
from yurei import rules
from yurei.referee import Referee
from yurei.rules import Ruleset
from yurei.rules.board import board_text
from yurei.rules.points import COLUMNS
from yurei.rules.ruleset import Capture, Suicide

FOLDER = Path(__file__).parent
WRITE = bool(os.environ.get("YUREI_WRITE_PLAYTHROUGHS"))

# Below a ko, above an eye of Black's and two white stones that share their last liberty.
KO = ".BBW./B..BW/...../.BW../BW.W."
WITHOUT_SUICIDE = "C1 B1 C1 D1 A5 D3 C4 B1 C1 E3 E5 E2 E5 E3 B5 C1 pass B1 D5 pass pass"
WITH_SUICIDE = "C1 B1 A5 E3 E5 E4 A5 C3 B1 C1 E1 C1 C4 D5 B3 E3 D3 E2 pass E3 D1 pass"
BOTH_AT_ONCE = "pass C1 D1 E3 E5 C1 B1 A2 C1 D4 B4 A3 A1 D5 C3 B3 A5"
UNTIL_A_CAPTURE = "C2 A3 D4 B3 pass C3 C1 A1"
GHOSTS = "B.Ww./...../.WB../W.B../.b..."  # the last one is stranded
WITH_GHOSTS = (
    "ghost-E1 ghost-C3 ghost-C5 ghost-D5 ghost-B5 ghost-B5 B5 ghost-A4 A4 D5 A5 A5 B2 ghost-A3 ghost-A1 A1 "
    "ghost-D3 A3 D3 D2 C4 ghost-D4 D4 ghost-E5 E5 pass pass"
)


def game_of(ruleset: Ruleset) -> tuple[str, str]:
    """The position that is set up, and what is tried: what shows most of the ruleset's choices."""
    if ruleset.ghosts:
        return GHOSTS, WITH_GHOSTS
    if ruleset.first_capture_wins:
        return KO, UNTIL_A_CAPTURE
    if ruleset.capture is Capture.SIMULTANEOUS:
        return KO, BOTH_AT_ONCE
    return KO, WITHOUT_SUICIDE if ruleset.suicide is Suicide.FORBIDDEN else WITH_SUICIDE


@pytest.mark.parametrize("referee", referees.ALL, ids=lambda referee: referee.slug)
@pytest.mark.parametrize("ruleset", rules.ALL, ids=lambda ruleset: ruleset.slug)
def test_a_playthrough_is_as_it_was_when_somebody_read_it(ruleset: Ruleset, referee: Referee) -> None:
    file = FOLDER / f"{ruleset.slug}-{referee.slug}.txt"
    text = playthrough(ruleset, referee)
    new = not file.exists()
    if WRITE or new:
        file.write_text(text, encoding="utf-8")
    if new:
        pytest.skip(f"{file.name} is new: read it, believe it, and commit it")
    assert text == file.read_text(encoding="utf-8"), f"{file.name} has changed; see the head of this test"


def test_every_file_belongs_to_a_game() -> None:
    names = {f"{ruleset.slug}-{referee.slug}.txt" for ruleset in rules.ALL for referee in referees.ALL}
    assert {file.name for file in FOLDER.glob("*.txt")} <= names


def playthrough(ruleset: Ruleset, referee: Referee) -> str:
    board, tries = game_of(ruleset)
    game = Game(board, "", ruleset, referee=referee)
    parts = [f"{ruleset.title}, the {referee.title.lower()} referee\n", drawn(board, game)]
    for number, word in enumerate(words(tries), 1):
        seat = game.table.to_move
        if seat is None:
            break
        game.play(word.replace("ghost ", "ghost-"))
        answer, verdict = game.answers[-1], game.verdicts[-1]
        said = f"   {answer.said('en')}\n   {answer.said('de')}\n"
        parts.append(f"{number}. {seat.capitalize()} tries {word}: {verdict.reason or 'a move'}\n{said}")
        parts.append(drawn(board_text(verdict.after.cells, game.table.settings.size), game))
    if (result := game.table.result) is not None:
        winner = result.winner.word if result.winner else "nobody"
        margin = "" if result.margin is None else f", {result.black} to {result.white}, margin {result.margin:g}"
        parts.append(f"The winner is {winner}, by {result.by}{margin}.\n")
    return "\n".join(parts)


def drawn(truth: str, game: Game) -> str:
    boards = {"truth": truth, "Black": game.shows("black"), "White": game.shows("white")}
    size = game.table.settings.size
    columns = " ".join(COLUMNS[: size.width])
    width = max(len(columns), 5) + 4
    lines = ["    " + "".join(f"{name:<{width}}" for name in boards)]
    rows = zip_longest(*(text.split("/") for text in boards.values()))
    for number, row in zip(range(size.height, 0, -1), rows, strict=True):
        lines.append(f"{number:>3} " + "".join(f"{' '.join(cells):<{width}}" for cells in row))
    lines.append("    " + "".join(f"{columns:<{width}}" for _ in boards))
    return "\n".join(line.rstrip() for line in lines) + "\n"
