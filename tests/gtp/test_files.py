"""``loadsgf``: games of other programs and of our own, at any move; ``# interrupt``, and what was weighed."""

import sys
from pathlib import Path
from typing import Any

import pytest

from tests.gtp.session import check_session, engine, said
from tests.programs import running
from tests.records.games import again, game
from yurei.apps.gtp import Engine
from yurei.players import is_ready
from yurei.records import sgf

HANDICAP = "(;FF[4]GM[1]SZ[9]KM[0.5]HA[2]AB[cc][gg];W[ee];B[ef];W[];B[fe](;AE[ee]PL[W];W[df])(;W[aa]))"
"""Two stones of handicap, a pass, and White's first stone is taken off by hand before it moves once more."""


def loaded(folder: Path, text: str, **settings: Any) -> Engine:
    (folder / "x.sgf").write_text(text)
    playing = engine(**settings)
    assert said(playing, f"loadsgf {folder / 'x.sgf'}") == "="
    return playing


def test_a_game_is_loaded_whole_or_as_it_stood_before_a_move(tmp_path: Path) -> None:
    path = tmp_path / "with a space.sgf"
    path.write_text(HANDICAP)
    check_session(
        engine(width=5, height=5),
        f"""
        > loadsgf {path}
        > query_boardsize → = 9
        > get_komi → = 0.5
        > list_stones b → = C7 E4 F5 G3
        > list_stones w → = D4
        > genmove b → = …
        > loadsgf {path} 3
        > list_stones w → = E5
        > move_history
        = black E4
        white E5
        > undo
        > list_stones b → = C7 G3
        > loadsgf {path} 1
        > list_stones w
        > loadsgf {path} 99
        > list_stones w → = D4
        """,
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("nothing", "line 1, column 1: this is no SGF: …"),
        ("(;GM[2]SZ[9])", "line 1, column 2: this SGF is of another game than Go: GM is '2'"),
        ("(;SZ[99])", "line 1, column 2: this SGF has a board of '99'; …"),
        ("(;SZ[3]AB[aa]AW[ba][ab])", "…"),
    ],
)
def test_a_file_that_cannot_be_loaded_leaves_the_game_unchanged(tmp_path: Path, text: str, reason: str) -> None:
    (tmp_path / "x.sgf").write_text(text)
    check_session(
        engine(width=5, height=5),
        f"""
        > play b c3
        > loadsgf {tmp_path / "x.sgf"} → ? cannot load file: {reason}
        > list_stones b → = C3
        > query_boardsize → = 5
        """,
    )


GAMES = {
    "go": "C3 C3 D3 pass B2 C3 C2 pass pass",
    "alter-igo": "C3 C3 B3 A1 A1 B1",
    "no-seki-go": "C3 ghost-C3 ghost-D3 D3 B3 ghost-A1 pass",
}
"""Tries of two players under a referee who hides the board: some are refused."""


@pytest.mark.parametrize("ruleset", GAMES)
def test_our_own_record_is_loaded_without_its_refused_tries(tmp_path: Path, ruleset: str) -> None:
    played = again(game(GAMES[ruleset], ruleset=ruleset, referee="olympiad", width=5, height=5))
    assert not all(step.verdict.accepted for step in played.steps if step.verdict)
    playing = loaded(tmp_path, sgf.native(played), ruleset=ruleset)
    for side, colour in enumerate("bw", 1):
        points = (point for point, cell in enumerate(played.steps[-1].cells) if cell == side)
        assert said(playing, f"list_stones {colour}").split()[1:] == [*played.record.settings.size.names(points)]
    assert said(engine(ruleset="japanese"), f"loadsgf {tmp_path / 'x.sgf'}") == (
        f"? cannot load file: it is a game of {ruleset}, and this engine plays japanese"
    )


@pytest.mark.skipif(not is_ready(), reason="a player that thinks needs numba: pip install '.[fast]'")
def test_an_interrupt_lets_the_player_answer_at_once() -> None:
    """GoGui writes a comment while the player thinks; a clock of an hour for one move shows that he heeds it."""
    command = [sys.executable, "-m", "yurei", "gtp", "--size", "9", "--player", "mcts"]
    with running(command, text=True, bufsize=1) as program:
        for line in ("known_command gogui-interrupt", "time_settings 36000 0 0", "genmove b", "# interrupt", "name"):
            program.stdin.write(f"{line}\n")
        answers = [program.stdout.readline().strip() for _ in range(8)]
        assert answers[::2] == ["= true", "=", answers[4], "= yurei"]
        assert answers[4].startswith("= ")


def test_explain_last_move_shows_the_visits_of_the_engines_last_move() -> None:
    playing = engine("mcts" if is_ready() else "simple", width=5, height=5)
    assert said(playing, "gomill-explain_last_move") == "="
    moved = said(playing, "genmove b").removeprefix("= ")
    if is_ready():
        assert f"move {moved} visits " in said(playing, "gomill-explain_last_move")
    said(playing, "play w a1")
    assert said(playing, "gomill-explain_last_move") == "="


def test_a_file_is_found_by_any_name_with_and_without_a_move(tmp_path: Path) -> None:
    for name in ("spiel ä.sgf", "a#1.sgf", "# 1.sgf", "囲碁 3.sgf", "x 7", "bad\udcff.sgf"):
        (tmp_path / name).write_text("(;SZ[5]RU[Chinese]KM[7.5];B[aa];W[bb])")
        for behind, stones in (("", "= A5"), (" 1", "="), (" # a comment", "= A5"), (" 2 # a comment", "= A5")):
            playing = engine(width=3, height=3)
            assert said(playing, f"loadsgf {tmp_path / name}{behind}") == "="
            assert said(playing, "list_stones b") == stones


@pytest.mark.parametrize(
    ("rules", "engine_rules", "then", "guess"),
    [
        ("Japanese", "go", "japanese", "the file names the rules 'Japanese'; this engine now plays japanese"),
        ("chinese", "japanese", "go", "this engine now plays go"),
        ("Japanese", "japanese", "japanese", ""),
        ("Klingon", "japanese", "japanese", "the file names the rules 'Klingon'; this engine plays japanese"),
        ("", "japanese", "japanese", "the file names no rules; this engine plays japanese"),
        ("Japanese", "alter-igo", "alter-igo", "the file names the rules 'Japanese'; this engine plays alter-igo"),
    ],
)
def test_the_rules_of_a_file_are_taken_over_or_spoken_of(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], rules: str, engine_rules: str, then: str, guess: str
) -> None:
    playing = loaded(tmp_path, f"(;SZ[5]RU[{rules}]KM[6.5];B[aa];W[bb])", ruleset=engine_rules)
    assert playing.settings.ruleset.slug == then
    spoken = capsys.readouterr().err
    assert guess in spoken
    assert bool(guess) is bool(spoken)


def test_guesses_about_a_file_are_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    playing = loaded(tmp_path, "(;SZ[5]RU[Chinese]KM[375];B[pass];W[bb]")
    assert said(playing, "get_komi") == "= 7.5", "some servers write 375 for three stones and three quarters"
    spoken = capsys.readouterr().err
    assert "its last parenthesis is missing" in spoken
    assert "the move 'pass' is read as a pass" in spoken


@pytest.mark.parametrize(
    ("ruleset", "moves"),
    [
        ("go", "b A1 w B1 b C3 w A2 b pass w E5 w D4"),
        ("japanese", "b pass w pass b C3"),
        ("new-zealand", "w A2 w B2 w C1 b A1 b B1 b E5"),
        ("alter-igo", "b A1 w B1 b C3 w A2"),
        ("no-seki-go", "b B2 w A1 b pass w C1"),
    ],
)
def test_a_game_that_is_printed_is_loaded_again(tmp_path: Path, ruleset: str, moves: str) -> None:
    playing, other = (engine(width=5, height=5, ruleset=ruleset) for _ in range(2))
    assert said(playing, f"gogui-play_sequence {moves}") == "="
    printed = said(playing, "printsgf")
    path = tmp_path / "a b#1.sgf"
    assert said(playing, f"printsgf {path}") == "="
    assert printed.removeprefix("= ").strip() == path.read_text(encoding="utf-8").strip()
    assert said(playing, f"printsgf {path}") == "? cannot save file: File exists"
    assert said(other, f"loadsgf {path}") == "="
    for command in ("list_stones b", "list_stones w", "query_boardsize", "get_komi"):
        assert said(other, command) == said(playing, command)


def test_a_handicap_is_printed_so_that_white_begins_and_ghosts_are_not_printed() -> None:
    check_session(engine(), "> set_free_handicap B2 C3\n> printsgf → = …PL[W]…")
    check_session(
        engine(width=3, height=3, ruleset="no-seki-go"),
        """
        > gogui-play_sequence b B2 w A1 b ghost-B3 w C1
        > printsgf → ? SGF knows no ghosts; yurei sgf export keeps them
        """,
    )
