"""Transcripts and solutions as text."""

from dataclasses import replace

import pytest

from yurei.languages import Words
from yurei.problems import Line, Problem, Step
from yurei.problems.wording import game_text, line_text, mark_lines, rules_text, solution_lines
from yurei.referee.referee import Captures, Referee
from yurei.referee.settings import read_settings
from yurei.referee.told import Outcome, Told
from yurei.rules import BLACK, WHITE
from yurei.rules.state import stone

SETTINGS = read_settings({"referee": "kriegspiel", "width": 3, "height": 3})
LONE = "A move that puts only the mover into atari sounds like any other."
PROBLEM = Problem("one", "plan", SETTINGS, bytes(9), BLACK, ("A1",), 1)


def told(outcome: Outcome, seat: str = "black", **more: object) -> Told:
    mover, to_move = (BLACK, "white") if seat == "black" else (WHITE, "black")
    return Told(outcome, seat, mover, to_move=to_move, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("referee", "said"),
    [
        ("common", "Common: captured stones and new ataris are announced. " + LONE),
        (
            "hamburg",
            f"Hamburg: new ataris and the number of captured stones are announced. {LONE} "
            "All hear why a try is refused. Captured stones stay on their owner’s board.",
        ),
        ("kriegspiel", "Kriegspiel: captures are not announced, nor are ataris."),
        ("olympiad", "Olympiad: captured stones are announced, ataris are not."),
        ("counted", "Counted: the number of captured stones is announced, ataris are not."),
        ("open", "Open: everybody sees the whole board."),
        (
            "fog",
            "Fog of War: captures are not announced, nor are ataris. "
            "Players also see the points beside their own stones.",
        ),
    ],
)
def test_a_task_says_what_the_referees_silence_means(referee: str, said: str) -> None:
    assert rules_text(read_settings({"referee": referee, "width": 3, "height": 3})) == f"Phantom Go · {said}"


@pytest.mark.parametrize(
    ("values", "said"),
    [
        (
            {"ruleset": "alter-igo"},
            "Alter Igo · Common: captured stones and new ataris are announced. "
            "Strings without liberties are removed, of both colours at once. A single-stone suicide loses. " + LONE,
        ),
        (
            {"ruleset": "tromp-taylor"},
            "Phantom Go, Tromp-Taylor rules · Common: captured stones and new ataris are announced. Suicide is "
            "allowed, but no move may bring back an earlier position, as a single stone’s would. " + LONE,
        ),
        (
            {"ruleset": "new-zealand", "referee": "olympiad"},
            "Phantom Go, New Zealand rules · Olympiad: captured stones are announced, ataris are not. "
            "Suicide is allowed.",
        ),
        (
            {"ruleset": "no-seki-go"},
            "No Seki Go · Common: captured stones and new ataris are announced. "
            "A ghost is a liberty of its owner’s strings alone. " + LONE,
        ),
        (
            {"sight": 2, "failed_try": "lose-turn", "lone_self_atari": True},
            "Phantom Go · Common: captured stones and new ataris are announced. "
            "Players also see what is up to 2 points from their own stones. A refused try ends the turn.",
        ),
    ],
)
def test_a_task_says_the_rules_that_decide(values: dict[str, object], said: str) -> None:
    assert rules_text(read_settings({"referee": "common", "width": 3, "height": 3} | values)) == said


@pytest.mark.parametrize("captures", Captures)
@pytest.mark.parametrize("atari", [True, False])
def test_silence_has_a_meaning_under_every_referee_to_come(captures: Captures, atari: bool) -> None:
    who = Referee("own", "Own", "", captures=captures, atari=atari)
    said = game_text(replace(SETTINGS, referee=who))
    assert said.startswith("Phantom Go · Own: ")
    assert ("captures are not announced" in said) == (captures is Captures.NOTHING)
    assert ("number of captured stones" in said) == (captures is Captures.COUNT)


def test_a_line_contains_the_try_and_the_announcement() -> None:
    refused = told(Outcome.ILLEGAL, attempt=stone(0))
    for line, said in (
        (Line(BLACK, "A1", refused), "Black A1: Illegal move."),
        (Line(BLACK, "A1", refused, Words("Why?")), "Black A1: Illegal move. Why?"),
        (Line(WHITE, None, told(Outcome.MOVED, "white")), "White has moved, Black to play."),
        (Line(WHITE, None), "White plays."),
        (Line(BLACK, "c3"), "Black C3."),
        (Line(BLACK, "A1 B2"), "Black: A1 B2."),
        (
            Line(BLACK, "2", note=Words("board 2 does not fit: this one does")),
            "Black: 2. Board 2 does not fit: this one does.",
        ),
        (
            Line(WHITE, None, told(Outcome.MOVED, "white", vanished=(0, 1))),
            "White has moved, Black to play. Gone from your board: A1, B1.",
        ),
    ):
        assert line_text(line, SETTINGS) == said


def test_a_solution_is_numbered_and_its_alternatives_have_letters() -> None:
    end = Step(BLACK, "B2", note=Words("captures"))
    tree = (
        Step(BLACK, "A1", told(Outcome.ILLEGAL, attempt=stone(0)), (end,)),
        Step(
            BLACK,
            "A1",
            told(Outcome.MOVED, attempt=stone(0)),
            (Step(WHITE, None, told(Outcome.PASSED, "white"), (end,)), Step(WHITE, None, None, (end,))),
        ),
    )
    assert solution_lines(PROBLEM, tree) == [
        "1a. Black A1: Illegal move.",
        "  2. Black B2. (captures)",
        "1b. Black A1: Black has moved, White to play.",
        "  2a. White passes.",
        "    3. Black B2. (captures)",
        "  2b. White plays.",
        "    3. Black B2. (captures)",
    ]
    many = tuple(Step(BLACK, "A1") for _ in range(28))
    assert [line.split(".")[0] for line in solution_lines(PROBLEM, many)][25:] == ["1z", "1aa", "1ab"]


def test_marks_are_described_by_column_then_row() -> None:
    marked = {"last": (1,), "hidden": (8, 0, 3), "target": ()}
    assert mark_lines(PROBLEM, marked) == ["marked points: A1 A2 C3"]
