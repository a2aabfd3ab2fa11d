"""The commands for problems, and problems in the terminal, line by line."""

import json
import re
from pathlib import Path

import pytest

from tests.cli.test_cli import yurei
from tests.problems.examples import without_answer
from yurei.apps.terminal import PersonLeft, Screen, Solving
from yurei.apps.terminal.screen import LETTERS
from yurei.languages import NAMES
from yurei.problems import Problem, collection, read_problem

Collection = dict[str, Problem]


def written(path: Path, *lines: str) -> str:
    path.write_text("".join(f"{line}\n" for line in lines))
    return str(path)


def line(**changed: object) -> str:
    """A problem with one answer, as a line without its end."""
    values = {"id": "one", "kind": "snatch", "width": 3, "height": 3, "board": ".../.../WB.", "to_move": "black"}
    whole = {**values, "answer": ["A2"], "grade": 8, "boards": 1, **changed}
    return json.dumps({key: value for key, value in whole.items() if value is not None})


def test_the_same_seed_makes_the_same_problems(snatches: Collection) -> None:
    first, again, other = (yurei("problems", "make", "snatch", "--count", "5", "--seed", seed) for seed in "112")
    assert first.exit_code == 0
    assert first.stdout == again.stdout != other.stdout
    made = [read_problem(text).id for text in first.stdout.splitlines()]
    assert made == [f"snatch-3x3-{number}" for number in range(1, 6)]


def test_problems_are_made_on_the_board_that_is_asked_for(snatches: Collection, tmp_path: Path) -> None:
    out = tmp_path / "made.jsonl"
    words = ("--count", "2", "--board", "4x3", "--ruleset", "japanese", "--out", str(out))
    assert yurei("problems", "make", "snatch", *words).stdout == ""
    made = [read_problem(text).settings for text in out.read_text().splitlines()]
    assert [(str(settings.size), settings.ruleset.slug) for settings in made] == [("4x3", "japanese")] * 2
    assert "no faults" in yurei("problems", "check", str(out)).stdout
    shown = yurei("problems", "make", "snatch", "--out", str(out))
    assert (shown.exit_code, "exists already; give --out a new name" in shown.stderr) == (2, True)


def test_a_board_too_small_for_the_count_gives_fewer_problems(snatches: Collection) -> None:
    shown = yurei("problems", "make", "snatch", "--count", "9", "--board", "1x3", "--patience", "300")
    made = len(shown.stdout.splitlines())
    assert 0 < made < 9
    assert (shown.exit_code, shown.stderr) == (1, f"yurei: {made} of 9 problems, then 300 attempts in vain\n")


def test_a_fault_is_a_line_and_the_status_is_one(snatches: Collection, tmp_path: Path) -> None:
    lines = (
        line(),
        line(id="wrong", board="BWB/.../...", answer=["A2"], grade=7),
        line(id="graded", board="BWB/.../..B", answer=["B2"], grade=2),
        line(id="none", board=".../.../...", answer=["A1"], grade=1),
        line(id="several", board="W../B.B/..W", answer=["B3"], grade=6),
        line(id="turned", board="..W/..B/...", answer=["B3"]),
        line(id="swapped", board=".../.../BW.", to_move="white"),
        line(id="key", board="WB./.../B.B", answer=["A2"], grade=6, boards=3),
        line(board="W../B../...", answer=["B3"], grade=8),
    )
    shown = yurei("problems", "check", written(tmp_path / "faults.jsonl", *lines))
    same = "it is the same as one, turned, reflected or with colours exchanged"
    assert shown.stdout.splitlines() == [
        "wrong: the right answer is B2, not A2",
        "graded: its grade is 6, not 2",
        "none: it has no right answer",
        "several: it has several right answers: B1, B3",
        f"turned: {same}",
        f"swapped: {same}",
        "key: its boards is not as proven",
        "one: another problem has this id",
        "9 problems, 8 faults",
    ]
    assert shown.exit_code == 1


def test_the_collection_is_checked_or_several_files_together(snatches: Collection, tmp_path: Path) -> None:
    assert yurei("problems", "check").stdout == "30 problems, no faults\n"
    files = written(tmp_path / "a", line()), written(tmp_path / "b", line(id="other"))
    shown = yurei("problems", "check", *files)
    assert shown.stdout.startswith("other: it is the same as one, turned")
    assert yurei("problems", "check", "-", typed=line() + "\n").stdout == "1 problem, no faults\n"


def test_a_composition_gets_its_answer_and_its_grade(snatches: Collection, tmp_path: Path) -> None:
    bare = line(id=None, answer=None, grade=None, boards=None)
    shown = yurei("problems", "solve", written(tmp_path / "mine.jsonl", bare))
    assert shown.stdout.splitlines() == [
        "composition-1: the answer is A2; grade 8",
        "  1. Black A2. (That was the last liberty.)",
    ]
    finished = yurei("problems", "solve", str(tmp_path / "mine.jsonl"), "--json").stdout
    assert json.loads(finished) == json.loads(line(id="composition-1", ruleset="go"))
    assert "no faults" in yurei("problems", "check", written(tmp_path / "finished.jsonl", finished.strip())).stdout


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"board": ".../.../..."}, "it has no right answer"),
        ({"board": "W../B.B/..W"}, "it has several right answers: B1, B3"),
        ({"board": None}, "it has no board"),
        ({"kind": "chess"}, "there is no kind of problem 'chess'. Known: snatch"),
        ({"answer": ["C1"]}, "the right answer is A2, not C1"),
        ({"boards": 7}, "its boards is not as proven"),
    ],
)
def test_faults_of_a_composition_are_reported(
    changed: dict[str, object], sentence: str, snatches: Collection, tmp_path: Path
) -> None:
    file = written(tmp_path / "mine.jsonl", line(id="good"), line(**changed))
    shown = yurei("problems", "solve", file)
    assert shown.stdout.splitlines()[2:] == [f"one: {sentence}"]
    assert shown.exit_code == 1
    as_lines = yurei("problems", "solve", file, "--json")
    assert [json.loads(text)["id"] for text in as_lines.stdout.splitlines()] == ["good"]
    assert as_lines.stderr == f"one: {sentence}\n"


def test_the_collection_is_exported(snatches: Collection, tmp_path: Path) -> None:
    printed = yurei("problems", "export").stdout
    assert [read_problem(text) for text in printed.splitlines()] == list(snatches.values())
    assert yurei("problems", "export", "--out", str(tmp_path / "all.jsonl")).stdout == ""
    assert (tmp_path / "all.jsonl").read_text() == printed
    grade = next(iter(snatches.values())).grade
    chosen = yurei("problems", "export", "--grade", str(grade)).stdout.splitlines()
    assert {read_problem(text).grade for text in chosen} == {grade}
    assert 0 < len(chosen) < 30


def test_positions_are_exported_as_sgf(snatches: Collection, tmp_path: Path) -> None:
    shown = yurei("problems", "export", "--sgf", str(tmp_path / "sgf"))
    assert (shown.stdout, shown.exit_code) == ("", 0)
    assert shown.stderr == "30 of 30 problems written as SGF; the others are no positions\n"
    assert {path.stem for path in (tmp_path / "sgf").iterdir()} == set(snatches)


def test_todays_problem_comes_where_none_is_named(snatches: Collection) -> None:
    def shown(*words: str) -> str:
        return yurei("problem", *words, typed="quit\n").stdout

    assert shown() == shown("--kind", "snatch")
    first = shown("--seed", "4")
    assert first == shown("--seed", "4")
    assert {shown("--seed", str(seed)) for seed in range(9)} > {first}
    assert re.search(r"^Problem snatch-3x3-\d+: Snatch, grade 7, ", shown("--grade", "7"))


def test_the_input_may_end_only_after_the_problem(snatches: Collection) -> None:
    shown = yurei("problem", "snatch-3x3-4", typed="A2\n")
    assert (shown.exit_code, "\nSolved.\n" in shown.stdout) == (0, True)
    assert yurei("problem", "snatch-3x3-4", typed="B1\n").exit_code == 1


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("problem snatch-3x3-99", "there is no problem 'snatch-3x3-99'; did you mean 'snatch-3x3-"),
        ("problem ../../etc", "there is no problem '../../etc'"),
        ("problem snatch-3x3-1 --grade 2", "a problem is chosen by its id, or by --kind, --grade, --ruleset and "),
        ("problem --kind chess", "there is no kind of problem 'chess'. Known: snatch"),
        ("problem --grade 10", "--grade is a whole number from 1 to 9, not 10"),
        ("problem --grade 1", "the collection has no problem with grade 1"),
        ("problem --ruleset goo", "there is no ruleset 'goo'; did you mean 'go'?"),
        ("problem --grade 7 --ruleset alter-igo", "the collection has no problem with grade 7 of the game alter-igo"),
        ("problems make chess", "there is no kind of problem 'chess'. Known: snatch"),
        ("problems make snatch --count 0", "--count is a whole number from 1 to 1000000, not 0"),
        ("problems make snatch --board 99", "a board has 1 to 25 lines each way, not 99 by 99; try 9 by 9"),
        ("problems make snatch --out /no/such/folder/file", "'/no/such/folder/file' cannot be written: no such file"),
        ("problems check /no/such/file", "'/no/such/file' cannot be read: no such file or directory; give a file of"),
        ("problems check /dev/zero", "/dev/zero: a file of problems has at most 67108864 bytes"),
        ("problems solve /", "'/' cannot be read: is a directory"),
        ("problems export --kind chess", "there is no kind of problem 'chess'. Known: snatch"),
        ("problems export --sgf /dev/null", "'/dev/null' cannot be used: file exists; give --sgf a folder"),
    ],
)
def test_bad_input_is_answered_in_one_sentence(words: str, sentence: str, snatches: Collection) -> None:
    shown = yurei(*words.split())
    assert shown.stderr.startswith(f"yurei: {sentence}")
    assert (shown.stderr.count("\n"), shown.stdout, shown.exit_code) == (1, "", 2)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (line(version=2) + "\n", "line 1: it has version 2; this program reads version 1"),
        (line(), "line 1 has no end; was the file cut short?"),
        (line() + "\n" + line()[:40], "line 2: it is not a whole line of JSON; was the file cut short?"),
        (line(board=".../...") + "\n", "line 1: "),
        (line(to_move="red") + "\n", "line 1: the side to move is black or white, not 'red'"),
        (line(grade=0) + "\n", "line 1: a grade is a whole number from 1 to 9, not 0"),
        (line(kind=None) + "\n", "line 1: it has no kind"),
        ("[]\n", "line 1: a problem is an object such as "),
        ("\xff" * 70_000 + "\n", "line 1: a problem has at most 65536 characters"),
        (b"\x89PNG\xff\n", "it is no text in UTF-8\n"),
        ("[" * 60_000 + "\n", "line 1: it is not a whole line of JSON; was the file cut short?"),
        (line(id="\x1b[31m") + "\n", "line 1: id is a text of 1 to 100 characters, not '\\x1b[31m'"),
        (line(answer=["\x1b]0;title\x07"]) + "\n", "line 1: an answer is a list of texts, such as "),
    ],
)
def test_a_broken_file_is_told_in_one_sentence(
    text: str | bytes, sentence: str, snatches: Collection, tmp_path: Path
) -> None:
    path = tmp_path / "broken.jsonl"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    shown = yurei("problems", "check", str(path))
    assert shown.stderr.startswith(f"yurei: {path}: {sentence}")
    assert (shown.stderr.count("\n"), shown.exit_code) == (1, 2)


PROBLEM = read_problem(line(id="snatch-3x3-4"))


def said(problem: Problem, *typed: str, language: str = "en") -> list[str]:
    """What the terminal shows while these lines are typed, and then quit."""
    lines, shown = iter(typed), list[str]()
    screen = Screen(lambda: next(lines, "quit") + "\n", shown.append, LETTERS)
    with pytest.raises(PersonLeft) as left:
        Solving(problem, screen, language).solve()
    assert left.value.quit
    return "".join(shown).splitlines()


def test_a_problem_is_solved_line_by_line(snatches: object) -> None:
    assert said(PROBLEM, "A2") == [
        "Problem snatch-3x3-4: Snatch, grade 8, 3x3",
        "Phantom Go · Open: everybody sees the whole board.",
        "Capture something.",
        "   A B C",
        " 3 . . .  3",
        " 2 . . .  2",
        " 1 W B .  1",
        "   A B C",
        "Type a point such as B2; help lists all commands.",
        "Black> Black A2.",
        "   A B C",
        " 3 . . .  3",
        " 2 B . .  2",
        " 1 . B .  1",
        "   A B C",
        "Solved.",
        "Right.",
        "Boards that fit: 1",
        "You can now play moves of your own; nobody answers them.",
        "> ",
    ]


@pytest.mark.parametrize(
    ("typed", "answered"),
    [
        (
            "Z9 hint B1 A2",
            [
                "Capture something.",
                "Black> 'Z9' is no point of a 3x3 board: columns are A to C, rows are 1 to 3",
                "Black> Count liberties.",
                "Black> Black B1. That is illegal.",
                "Solved.",
            ],
        ),
        ("C3 again A2", ["Capture something.", "Not solved.", "Capture something.", "Solved."]),
        ("solution", ["Capture something.", "Black> 1. Black A2. (That was the last liberty.)", "Given up."]),
    ],
)
def test_typed_commands_are_answered_in_order(typed: str, answered: list[str], snatches: object) -> None:
    shown = said(PROBLEM, *typed.split())
    assert [line for line in shown if line in (*answered, "Solved.", "Not solved.", "Given up.")] == answered


def test_moves_of_ones_own_are_not_answered(snatches: object) -> None:
    shown = said(PROBLEM, "A2", "C3", "B1", "black B3", "undo", "undo", "undo")
    boards = [line for line in shown if line[:3] in (" 3 ", " 1 ")]
    assert boards[-8:] == [
        *(" 3 . . W  3", " 1 . B .  1"),  # White is to move after Black's answer
        *(" 3 . B W  3", " 1 . B .  1"),
        *(" 3 . . W  3", " 1 . B .  1"),
        *(" 3 . . .  3", " 1 . B .  1"),
    ]
    assert "> There is already an own stone." in shown
    assert shown[-2:] == ["> there is no try to undo yet", "> "]


SAME = re.compile(r"[ \d.BW()A-C]*|(\S+> )?(Capture something\.|Right\.|Count liberties\.)|[> ]*")
"""Boards, and sentences of the kind of tests, which has no translations."""


@pytest.mark.parametrize("language", sorted(set(NAMES) - {"en"}))
def test_the_terminal_has_no_english_line_in_another_language(language: str, snatches: object) -> None:
    typed = ("help", "hint", "solution", "undo", "again", "A2")
    english, other = (said(PROBLEM, *typed, language=each) for each in ("en", language))
    assert len(english) == len(other)
    assert not [line for line in english if line in other and not SAME.fullmatch(line)]


@pytest.mark.parametrize(("question", "boards"), [("stones", []), ("board", ["Board 1:", "Board 2:", "Board 3:"])])
def test_all_points_are_answered_at_once_and_one_of_several_boards_is_chosen(question: str, boards: list[str]) -> None:
    problem = next(each for each in collection().values() if each.more.get("question") == question)
    shown = said(problem, " ".join(problem.answer))
    assert {"Solved.", f"Boards that fit: {problem.more['boards']}"} <= {*shown}
    assert [line for line in shown if line.startswith("Board ")] == boards


def test_nothing_of_the_answer_is_shown_before_it_is_given() -> None:
    for problem in list(collection().values())[::60]:
        assert said(problem) == said(without_answer(problem))
