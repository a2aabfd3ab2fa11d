"""What a player can know for certain from the referee's words: points, boards, tries; the last announcement decides."""

from dataclasses import replace

import pytest

import yurei
from tests.problems.examples import Entry, bare, first_line, proven, tries
from yurei.errors import BadPoint, BadSettings, BadTry, BadValue, YureiError
from yurei.problems import Input, Problem, Status, collection, kind_of, matching
from yurei.problems.deduce import evidence_of, question_of
from yurei.problems.tries import view_of
from yurei.rules.board import EMPTY
from yurei_research.compose import faults_of, prover_of

KIND, PROVER = kind_of("deduce"), prover_of("deduce")
HEARD = tries("BA3 W BC3 W! W BB2 W BD3! BD2 W", vanished=["C3"])
"""The example of the note: with the last try Black's stone on C3 is gone."""
NOTE = proven(bare("deduce", HEARD, question="stones"))
SHIPPED = [problem for problem in collection().values() if problem.kind == "deduce"]
SAMPLE = SHIPPED[::25]


def last_note(problem: Problem, answer: str) -> str:
    state = KIND.after(problem, (answer,))
    assert state.status is Status.FAILED
    return str(state.lines[-1].note)


def test_three_white_stones_are_certain_though_black_never_tried_there() -> None:
    assert (NOTE.answer, NOTE.more["boards"]) == (("B3", "C2", "C4"), 1)
    assert not faults_of(NOTE)
    assert [str(KIND.begin(NOTE).lines[number].tried) for number in (0, 1, 7)] == ["A3", "None", "D3"]


@pytest.mark.parametrize("answer", ["C2 B3 C4", "c4, b3 c2", "B3 C2 C4 D3"])
def test_the_order_of_the_points_and_points_where_one_was_refused_do_not_matter(answer: str) -> None:
    assert KIND.after(NOTE, (answer,)).status is Status.SOLVED


def test_the_board_of_certainties_is_shown_after_the_answer() -> None:
    state = KIND.after(NOTE, ("B3 C2 C4",))
    assert (state.boards, str(state.note)) == (1, "Boards that fit: 1")
    size = NOTE.settings.size
    assert state.marked == {"chosen": tuple(sorted(map(size.point, ("B3", "C2", "C4"))))}, (
        "one board: no need of squares"
    )
    assert state.board is not None
    assert yurei.known(view_of(NOTE)).boards == (state.board,)


def test_a_missing_point_and_a_point_too_many_are_named() -> None:
    assert last_note(NOTE, "C4 B3") == "C2 is missing: every board that fits agrees"
    assert last_note(NOTE, "B3 C2 C4 A1") == "A1 is wrong: no board that fits agrees"


def test_a_point_that_is_so_on_some_of_the_boards_is_called_uncertain() -> None:
    problem = next(
        each for each in matching("deduce") if each.more["question"] == "stones" and each.more["boards"] == 2
    )
    boards, stone = yurei.known(view_of(problem)).boards, problem.to_move.opponent
    tried = {told.attempt.point for told in view_of(problem).heard if told.attempt}
    columns = enumerate(zip(*boards, strict=True))
    point = next(at for at, cells in columns if set(cells) == {stone, EMPTY} and at not in tried)
    name = problem.settings.size.name(point)
    found = last_note(problem, " ".join([*problem.answer, name]))
    assert found == f"{name} is not certain: this board fits all that was said, too"
    marked, size = KIND.after(problem, problem.answer).marked, problem.settings.size
    assert point in marked["hidden"]
    assert sorted(marked["certain"] + marked["hidden"]) == list(range(size.points))


def on_2x2(heard: list[Entry], question: str, referee: str = "common", **more: object) -> Problem:
    return proven(bare("deduce", heard, question=question, referee=referee, width=2, height=2, **more))


def test_without_an_atari_announcement_white_stands_opposite() -> None:
    problem = on_2x2(tries("BA1 W"), "stones")
    assert (problem.answer, problem.more["boards"]) == (("B2",), 1)


IN_ATARI = [*tries("BA1"), *tries("W", atari_on_opponent=True, atari_on_mover=True), *tries("BA2!")]


@pytest.mark.parametrize("question", ["free", "legal"])
def test_a_refused_try_shows_which_liberty_is_left(question: str) -> None:
    assert on_2x2(IN_ATARI, question).answer == ("B1", "B2")


def test_the_refused_try_shows_which_board_it_is() -> None:
    choices = [".W/B.", "W./B.", "../BW"]
    problem = on_2x2(tries("BA1 W BA2!"), "board", "kriegspiel", choices=choices)
    assert problem.answer == ("2",)
    assert KIND.after(problem, ("2",)).status is Status.SOLVED
    assert last_note(problem, "3") == "board 3 does not fit: this one does"


def test_a_board_that_was_impossible_before_is_no_choice() -> None:
    with pytest.raises(BadValue, match="does not decide the question"):
        on_2x2(IN_ATARI, "board", choices=[".W/B.", "W./B.", "../BW"])


@pytest.mark.parametrize("problem", SAMPLE)
def test_the_right_answer_solves_a_problem_and_every_other_is_refuted(problem: Problem) -> None:
    evidence, question, size = evidence_of(problem), question_of(problem), problem.settings.size
    state = KIND.after(problem, (" ".join(problem.answer),))
    assert state.status is Status.SOLVED
    assert state.board in evidence.boards
    assert state.boards == len(evidence.boards) == problem.more["boards"]
    chooses, right = question.input is Input.CHOICE, {*problem.answer, *size.names(question.list_uncounted(evidence))}
    for other in {"1", "2", "3"} - right if chooses else {*size.names(range(size.points))} - right:
        refuted = KIND.after(problem, (other if chooses else " ".join([*problem.answer, other]),))
        assert refuted.status is Status.FAILED
        assert refuted.board in evidence.boards
        if problem.more["question"] in ("stones", "free"):
            asked = problem.to_move.opponent if problem.more["question"] == "stones" else EMPTY
            assert refuted.board[size.point(other)] != asked


@pytest.mark.parametrize("problem", SAMPLE)
def test_the_solution_counts_the_boards_after_each_try(problem: Problem) -> None:
    *steps, last = first_line(problem)
    heard, opening = view_of(problem).heard, view_of(problem).opening
    known = [yurei.known(yurei.View.of(opening, heard[:number])) for number in range(1, len(heard) + 1)]
    assert [str(step.note).rpartition(" ")[2] for step in steps] == [str(len(boards)) for boards in known]
    assert last.tried == " ".join(problem.answer)


def test_a_history_cut_short_says_that_the_last_try_decides_nothing() -> None:
    (fault,) = faults_of(replace(NOTE, more={**NOTE.more, "tries": HEARD[:-1]}))
    assert str(fault) in (
        "it has no right answer",
        "the last try does not decide the question: it has the same answer without it",
    )


@pytest.mark.parametrize(
    ("heard", "sentence"),
    [
        (tries("BA3 W", captured_points=["A3"]), "try 2: the referee kriegspiel does not tell 'captured_points' here"),
        (tries("BA3 W", reason="suicide"), "try 2: the referee kriegspiel does not tell 'reason' here"),
        (tries("BA3 W", vanished="A3"), "try 2: no referee tells this: points come in a list"),
        (tries("BA3 W", vanished=["A9"]), "try 2: no referee tells this: 'A9' is no point of a 4x4 board"),
        (tries("BA3 W", verdict="won"), "try 2: a verdict is moved, illegal or passed, not 'won'"),
        (tries("BA3 BB3"), "try 2: white is to move, not 'black'"),
        (tries("BA3 WB3"), "try 2: only white knows this try; leave it out"),
        (tries("B W"), "try 1: a try is a text such as"),
        (tries("BE5 W"), "try 1: 'E5' is no point of a 4x4 board"),
        (tries("Bpass W"), "try 1: a pass has the verdict passed"),
        (["A3"], "try 1: a try is an object such as"),
        ("A3", "tries is a list of 1 to 60 tries"),
        (tries("BA3 W BA4 W", vanished=["A3", "A4"]), "nothing that was told of try 4 fits any board"),
    ],
)
def test_an_impossible_announcement_is_refused_in_one_sentence(heard: list[Entry], sentence: str) -> None:
    (fault,) = faults_of(bare("deduce", heard, question="stones"))
    assert str(fault).startswith(sentence)


def test_an_answer_off_the_board_is_refused() -> None:
    choice = next(problem for problem in SHIPPED if problem.more["question"] == "board")
    for problem, answers, said in (
        (NOTE, ("B3 E1",), "'E1' is no point of a 4x4 board"),
        (NOTE, ("  ",), "one or more points"),
        (NOTE, ("B3 C2 C4", "A1"), "answered"),
        *((choice, (answer,), "number of a board, 1 to 3") for answer in ("0", "4", "A1", "1 2")),
    ):
        with pytest.raises((BadPoint, BadTry), match=said):
            KIND.after(problem, answers)


def test_a_bad_question_is_refused_with_the_reason() -> None:
    def fault(**more: object) -> str:
        with pytest.raises(YureiError) as error:
            PROVER.prove(bare("deduce", HEARD, **more))
        return str(error.value)

    assert fault(question="komi") == "question is one of stones, free, board, legal, not 'komi'"
    assert fault(question="board", choices=["..../..../..../...."]) == "choices is a list of 3 different boards"
    assert fault(question="stones", seat="red", to_move="black") == "seat is one of black, white, audience, not 'red'"
    assert fault(question="stones", to_move="white") == "seat and to_move are not the same player"
    assert fault(question="stones", referee="open").startswith("the referee open hides nothing")
    assert "boards of 2 to 25 points" in fault(question="stones", width=9, height=9)
    with pytest.raises(BadSettings, match="hides nothing"):
        PROVER.settings({"referee": "open"})
    with pytest.raises(BadSettings, match="two players"):
        PROVER.settings({"seating": "rengo"})


def test_legal_tries_are_asked_only_of_the_player_to_move() -> None:
    with pytest.raises(BadValue, match="only be asked on the seat’s own turn"):
        PROVER.prove(bare("deduce", tries("BA1 W BB2"), question="legal"))
