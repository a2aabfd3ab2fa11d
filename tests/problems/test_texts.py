"""Problems as text and SGF: transcripts, solutions, and the short form of what was told."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tests.day_and_night import chosen_by_day
from tests.playing import Game, any_try
from tests.problems.examples import posed
from tests.records.readers import Stones, katrain_boards, parse_by_sgfmill
from yurei import referee as referees
from yurei import rules
from yurei.languages import Words
from yurei.problems import Line, Problem, Step, collection, kind_of
from yurei.problems.solving import first_state
from yurei.problems.tries import read_tries, write_tries
from yurei.problems.wording import can_show, game_text, line_text, mark_lines, rules_text, sgf, solution_lines
from yurei.referee.referee import Captures, Referee
from yurei.referee.settings import read_settings
from yurei.referee.table import Table
from yurei.referee.told import Outcome, Told
from yurei.referee.view import View
from yurei.rules import BLACK, WHITE, judge
from yurei.rules.points import Size
from yurei.rules.state import read_try, stone

SETTINGS = read_settings({"referee": "kriegspiel", "width": 3, "height": 3})
POINTS = "captured stones and new ataris are announced."
LONE = "A move that puts only the mover into atari sounds like any other."
PROBLEM = Problem("one", "plan", SETTINGS, bytes(9), BLACK, ("A1",), 1)


def told(outcome: Outcome, seat: str = "black", **more: object) -> Told:
    mover, to_move = (BLACK, "white") if seat == "black" else (WHITE, "black")
    return Told(outcome, seat, mover, to_move=to_move, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({}, f"Phantom Go · Common: {POINTS} {LONE}"),
        (
            {"referee": "hamburg"},
            f"Phantom Go · Hamburg: new ataris and the number of captured stones are announced. {LONE} "
            "All hear why a try is refused. Captured stones stay on their owner’s board.",
        ),
        ({"referee": "kriegspiel"}, "Phantom Go · Kriegspiel: captures are not announced, nor are ataris."),
        ({"referee": "olympiad"}, "Phantom Go · Olympiad: captured stones are announced, ataris are not."),
        ({"referee": "counted"}, "Phantom Go · Counted: the number of captured stones is announced, ataris are not."),
        ({"referee": "open"}, "Phantom Go · Open: everybody sees the whole board."),
        (
            {"referee": "fog"},
            "Phantom Go · Fog of War: captures are not announced, nor are ataris. "
            "Players also see the points beside their own stones.",
        ),
        (
            {"ruleset": "alter-igo"},
            f"Alter Igo · Common: {POINTS} Strings without liberties are removed, of both colours at once. "
            f"Whoever places a stone that is the only one to be removed loses. {LONE}",
        ),
        (
            {"ruleset": "tromp-taylor"},
            f"Phantom Go, Tromp-Taylor rules · Common: {POINTS} Suicide is allowed, but no move may bring back an "
            f"earlier position, as a single stone’s would. {LONE}",
        ),
        (
            {"ruleset": "new-zealand", "referee": "olympiad"},
            "Phantom Go, New Zealand rules · Olympiad: captured stones are announced, ataris are not. "
            "Suicide is allowed.",
        ),
        (
            {"ruleset": "no-seki-go"},
            f"No Seki Go · Common: {POINTS} A ghost is a liberty of its owner’s strings alone. "
            f"An opponent’s ghost that is replaced or removed is announced as a captured stone. {LONE}",
        ),
        (
            {"sight": 2, "failed_try": "lose-turn", "lone_self_atari": True},
            f"Phantom Go · Common: {POINTS} "
            "Players also see what is up to 2 points from their own stones. A refused try ends the turn.",
        ),
    ],
)
def test_a_task_says_what_is_announced_and_the_rules_that_decide(values: dict[str, object], said: str) -> None:
    assert rules_text(read_settings({"referee": "common", "width": 3, "height": 3} | values)) == said


@pytest.mark.parametrize("captures", Captures)
@pytest.mark.parametrize("atari", [True, False])
def test_a_task_says_how_much_any_new_referee_announces(captures: Captures, atari: bool) -> None:
    who = Referee("own", "Own", "", captures=captures, atari=atari)
    said = game_text(replace(SETTINGS, referee=who))
    assert said.startswith("Phantom Go · Own: ")
    assert ("captures are not announced" in said) == (captures is Captures.NOTHING)
    assert ("number of captured stones" in said) == (captures is Captures.COUNT)


def test_a_line_contains_the_try_and_the_announcement() -> None:
    gone = told(Outcome.MOVED, "white", vanished=(0, 1))
    refused, wrong = told(Outcome.ILLEGAL, attempt=stone(0)), Words("board 2 does not fit: this one does")
    for line, said in (
        (Line(BLACK, "A1", refused), "Black A1: Illegal move."),
        (Line(BLACK, "A1", refused, Words("Why?")), "Black A1: Illegal move. Why?"),
        (Line(WHITE, None, told(Outcome.MOVED, "white")), "White has moved, Black to play."),
        (Line(WHITE, None), "White plays."),
        (Line(BLACK, "c3"), "Black C3."),
        (Line(BLACK, "A1 B2"), "Black: A1 B2."),
        (Line(BLACK, "2", note=wrong), "Black: 2. Board 2 does not fit: this one does."),
        (Line(WHITE, None, gone), "White has moved, Black to play. Gone from your board: A1, B1."),
    ):
        assert line_text(line, SETTINGS) == said


def test_a_solution_is_numbered_and_its_alternatives_have_letters() -> None:
    end = Step(BLACK, "B2", note=Words("captures"))
    replies = Step(WHITE, None, told(Outcome.PASSED, "white"), (end,)), Step(WHITE, None, None, (end,))
    tree = (
        Step(BLACK, "A1", told(Outcome.ILLEGAL, attempt=stone(0)), (end,)),
        Step(BLACK, "A1", told(Outcome.MOVED, attempt=stone(0)), replies),
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


def test_a_position_is_set_up_and_its_solution_follows(snatches: object) -> None:
    problem = posed("snatch", "go", ".../.../WB.", id="one", answer=["A2"], grade=8, referee="open")
    assert sgf(problem, version="9") == (
        "(;FF[4]GM[1]CA[UTF-8]AP[yurei:9]SZ[3]GN[one]RU[Chinese]KM[7.5]AB[bc]AW[ac]PL[B]C[Phantom Go · Open: everybody sees the whole board.\nCapture something.]\n"
        ";AE[ac]AB[ab]CR[ab]C[Black A2. (That was the last liberty.)])\n"
    )


def stones(cells: bytes, size: Size) -> Stones:
    return {divmod(point, size.width): " bw"[cell] for point, cell in enumerate(cells) if cell in (1, 2)}


SHOWN = [problem for problem in collection().values() if can_show(problem)][::60]


def is_line(steps: tuple[Step, ...]) -> bool:
    return len(steps) < 2 and all(is_line(step.branches) for step in steps)


# Solving a board of 16 points for an endgame takes ten seconds.
@pytest.mark.parametrize("problem", chosen_by_day(SHOWN, lambda p: p.kind != "endgame" or p.settings.size.points < 16))
def test_another_program_shows_the_boards_of_the_solution(problem: Problem) -> None:
    size, kind = problem.settings.size, kind_of(problem.kind)
    text = sgf(problem)
    parse_by_sgfmill(text)
    root, *nodes = katrain_boards(text)
    assert problem.board is not None
    assert root[1] == stones(problem.board, size)
    assert nodes, "there is no solution"
    if problem.settings.referee.hides or not is_line(kind.solution(problem)):
        solution = solution_lines(problem, kind.solution(problem))
        assert [node.properties["C"] for node, _ in nodes] == [["\n".join(["Solution", *solution])]]
        return
    boards, state, steps = [root[1]], first_state(problem), kind.solution(problem)
    while steps:
        state, steps = judge(state, read_try(steps[0].tried, size)).after, steps[0].branches
        boards.append(stones(state.cells, size))
    # A move may take two nodes, with its comment in the first: what leaves the board, then what is placed.
    ends = [number for number, (node, _) in enumerate(nodes) if number and "C" in node.properties] + [len(nodes)]
    assert [nodes[end - 1][1] for end in ends] == boards[1:]


def random_views(table: Table, seed: int) -> list[View]:
    """Return what all were told of a random game, without the try that ends it."""
    chance, views = Random(seed), list[View]()
    for _ in range(40):
        table.attempt(str(table.to_move), any_try(chance, table.settings.ruleset, table.settings.size))
        if table.to_move is None:
            break
        views = [table.view(name) for name in ("black", "white", "audience")]
    return views


@pytest.mark.by_day
@pytest.mark.parametrize("referee", [each.slug for each in referees.ALL if each.hides])
@pytest.mark.parametrize("ruleset", [each.slug for each in rules.ALL])
def test_announcements_are_read_back_equal(ruleset: str, referee: str) -> None:
    several: list[dict[str, Any]] = [{}, {"failed_try": "lose-turn"}, {"lone_self_atari": True}]
    for seed, options in enumerate(several):
        views = random_views(Table(ruleset, referee=referee, size=(4, 3), **options), seed)
        assert views
        for view in views:
            written = write_tries(view.heard, view.settings, view.seat)
            assert read_tries(json.loads(json.dumps(written)), view.opening) == view.heard


def test_a_plain_move_is_written_in_one_word() -> None:
    view = Game(size=4, tries="A3 B2", referee="common").table.view("black")
    assert write_tries(view.heard, view.settings, view.seat) == [{"seat": "black", "try": "A3"}, {"seat": "white"}]


def test_captured_points_are_written_once_and_read_as_vanished_by_the_owner() -> None:
    view = Game(size=2, tries="A1 A2 B2", referee="common").table.view("white")
    written = write_tries(view.heard, view.settings, view.seat)
    assert written[-1] == {"seat": "black", "told": {"captured_points": ["A2"]}}
    assert view.heard[-1].vanished == (2,) == read_tries(written, view.opening)[-1].vanished
