"""What a player can know for certain from the referee's words: points, boards, tries; the last announcement decides."""

from dataclasses import replace

import pytest

import yurei
from tests.problems.examples import faults_in
from tests.problems.listening import Entry, bare, proven, tries, without_answer
from yurei.errors import BadPoint, BadSettings, BadTry, BadValue, YureiError
from yurei.problems import Input, Problem, Status, Step, collection, kind_of, problem_of
from yurei.problems.deduce import evidence_of, question_of
from yurei.problems.tries import view_of
from yurei_research.compose import check, faults_of, images, make, prover_of

KIND, PROVER = kind_of("deduce"), prover_of("deduce")
HEARD = tries("BA3 W BC3 W! W BB2 W BD3! BD2 W", vanished=["C3"])
"""The example of the note: with the last try Black's stone on C3 is gone."""
NOTE = proven(bare("deduce", HEARD, question="stones"))
SHIPPED = [problem for problem in collection().values() if problem.kind == "deduce"]
SAMPLE = SHIPPED[::25]


def name(problem: Problem) -> str:
    """Return the id of a problem, for the list of tests."""
    return problem.id


def last_note(problem: Problem, answer: str) -> str:
    """Return why an answer is wrong."""
    state = KIND.after(problem, (answer,))
    assert state.status is Status.FAILED
    return str(state.lines[-1].note)


def on(board: bytes | None, point: str, problem: Problem) -> int:
    """Return the cell on a point of a board."""
    assert board is not None
    return board[problem.settings.size.point(point)]


def test_three_white_stones_are_certain_though_black_never_tried_there() -> None:
    assert NOTE.answer == ("B3", "C2", "C4")
    assert NOTE.more["boards"] == 1
    assert not faults_of(NOTE)
    assert [str(KIND.begin(NOTE).lines[number].tried) for number in (0, 1, 7)] == ["A3", "None", "D3"]


def test_the_order_of_the_points_and_points_where_one_was_refused_do_not_matter() -> None:
    for answer in ("C2 B3 C4", "c4, b3 c2", "B3 C2 C4 D3"):
        assert KIND.after(NOTE, (answer,)).status is Status.SOLVED


def test_the_board_of_certainties_is_shown_after_the_answer() -> None:
    state = KIND.after(NOTE, ("B3 C2 C4",))
    assert (state.boards, str(state.note)) == (1, "Boards that fit: 1")
    assert state.marked["certain"] == NOTE.settings.size.in_order(range(16))
    assert state.board is not None
    assert yurei.known(view_of(NOTE)).boards == (state.board,)


def test_a_missing_point_is_named() -> None:
    assert last_note(NOTE, "C4 B3") == "C2 is missing: it is so on every board that fits"


def test_a_point_too_many_is_refuted_by_a_board_that_fits() -> None:
    assert last_note(NOTE, "B3 C2 C4 A1") == "A1 is not certain: this board fits all that was said, too"


def small(heard: list[Entry], question: str, referee: str = "common", **more: object) -> Problem:
    """Return a proven problem on 2x2."""
    return proven(bare("deduce", heard, question=question, referee=referee, width=2, height=2, **more))


def test_without_an_atari_announcement_white_stands_opposite() -> None:
    problem = small(tries("BA1 W"), "stones")
    assert (problem.answer, problem.more["boards"]) == (("B2",), 1)


IN_ATARI = [*tries("BA1"), *tries("W", atari_on_opponent=True, atari_on_mover=True)]


def test_a_refused_try_shows_which_liberty_is_left() -> None:
    heard = [*IN_ATARI, *tries("BA2!")]
    assert small(heard, "free").answer == ("B1", "B2")
    assert small(heard, "legal").answer == ("B1", "B2")


def test_the_refused_try_shows_which_board_it_is() -> None:
    choices = [".W/B.", "W./B.", "../BW"]
    problem = small(tries("BA1 W BA2!"), "board", "kriegspiel", choices=choices)
    assert problem.answer == ("2",)
    assert KIND.after(problem, ("2",)).status is Status.SOLVED
    assert last_note(problem, "3") == "board 3 does not fit: this one does"


def test_a_board_that_was_impossible_before_is_no_choice() -> None:
    with pytest.raises(BadValue, match="does not decide the question"):
        small([*IN_ATARI, *tries("BA2!")], "board", choices=[".W/B.", "W./B.", "../BW"])


@pytest.mark.parametrize("problem", SAMPLE, ids=name)
def test_the_right_answer_solves_a_problem_and_every_other_is_refuted(problem: Problem) -> None:
    evidence, question = evidence_of(problem), question_of(problem)
    state = KIND.after(problem, (" ".join(problem.answer),))
    assert state.status is Status.SOLVED
    assert state.board in evidence.boards
    assert state.boards == len(evidence.boards) == problem.more["boards"]
    uncounted = problem.settings.size.names(question.uncounted(evidence))
    others = [problem.settings.size.name(point) for point in range(problem.settings.size.points)]
    for other in ("1", "2", "3") if question.input is Input.CHOICE else others:
        if other not in (*problem.answer, *uncounted):
            given = other if question.input is Input.CHOICE else " ".join([*problem.answer, other])
            refuted = KIND.after(problem, (given,))
            assert refuted.status is Status.FAILED
            assert refuted.board in evidence.boards
            if problem.more["question"] == "stones":
                assert on(refuted.board, other, problem) != problem.to_move.opponent
            if problem.more["question"] == "free":
                assert on(refuted.board, other, problem)


@pytest.mark.parametrize("problem", SAMPLE, ids=name)
def test_one_try_earlier_the_question_has_no_such_answer(problem: Problem) -> None:
    earlier = {**problem.values(), "tries": problem.more["tries"][:-1]}
    assert faults_of(problem_of(earlier))


@pytest.mark.parametrize("problem", SAMPLE, ids=name)
def test_the_solution_counts_the_boards_after_each_try(problem: Problem) -> None:
    counts, steps = [], KIND.solution(problem)
    while steps[0].branches:
        counts.append(int(str(steps[0].note).rpartition(" ")[2]))
        steps = steps[0].branches
    heard = view_of(problem).heard
    opening = view_of(problem).opening
    views = [yurei.View.of(opening, heard[:number]) for number in range(1, len(heard) + 1)]
    assert counts == [len(yurei.known(view)) for view in views]
    assert answer_of(steps[0]) == " ".join(problem.answer)


def answer_of(step: Step) -> str:
    """Return the answer in a solution."""
    return str(step.tried)


@pytest.mark.parametrize("problem", SHIPPED, ids=name)
def test_before_the_answer_nothing_of_it_is_shown(problem: Problem) -> None:
    asked = without_answer(problem)
    assert KIND.begin(problem) == KIND.begin(asked)
    assert str(KIND.prompt(problem)) == str(KIND.prompt(asked))
    state = KIND.begin(problem)
    assert (state.status, state.boards, state.note, dict(state.marked)) == (Status.OPEN, None, None, {})
    assert all(line.note is None for line in state.lines)
    assert not {"answer", "boards"} & problem.question.keys()


@pytest.mark.parametrize("problem", SAMPLE, ids=name)
def test_a_hint_does_not_name_a_point(problem: Problem) -> None:
    words = str(KIND.hint(problem, ())).replace(".", " ").split()
    assert not {*problem.settings.size.names(range(problem.settings.size.points))} & {*words}


@pytest.mark.parametrize("problem", [NOTE, *SAMPLE[::6]], ids=name)
def test_turned_reflected_or_with_other_colours_it_is_the_same_problem(problem: Problem) -> None:
    for image in images(problem):
        assert not faults_of(problem_of(image)), image


def test_check_finds_wrong_fields_and_mirrored_duplicates() -> None:
    problem = SHIPPED[0]
    assert not faults_of(problem)
    assert faults_in(replace(problem, answer=("A1", "A2"))) == {"answer"}
    assert faults_in(replace(problem, grade=problem.grade % 9 + 1)) == {"grade"}
    assert faults_in(replace(problem, more={**problem.more, "boards": 0})) == {"boards"}
    for number, image in enumerate(images(problem)):
        twin = problem_of({**image, "id": f"twin-{number}"})
        assert [len(found) for found in check([problem, twin])] == [0, 1]


def test_the_same_seed_makes_the_same_problems() -> None:
    settings = PROVER.settings({"width": 3, "height": 3, "referee": "hamburg"})
    made = [list(make(PROVER, settings, 3, 5)) for _ in range(2)]
    assert made[0] == made[1]
    assert all(not faults_of(problem) for problem in made[0])


def test_a_history_cut_short_says_that_the_last_try_decides_nothing() -> None:
    (fault,) = faults_of(replace(NOTE, more={**NOTE.more, "tries": HEARD[:-1]}))
    assert str(fault) in (
        "it has no right answer",
        "the last try does not decide the question: it has the same answer without it",
    )
    (fault,) = faults_of(replace(NOTE, more={**NOTE.more, "tries": []}))
    assert str(fault) == "tries is a list of 1 to 60 tries"


@pytest.mark.parametrize(
    ("heard", "sentence"),
    [
        (tries("BA3 W", captured_points=["A3"]), "try 2: the referee kriegspiel does not tell 'captured_points' here"),
        (tries("BA3 W", reason="suicide"), "try 2: the referee kriegspiel does not tell 'reason' here"),
        (tries("BA3 W", to_move="black"), "try 2: the referee kriegspiel does not tell 'to_move' here"),
        (tries("BA3 W", words="Hm."), "try 2: the referee kriegspiel does not tell 'words' here"),
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
    with pytest.raises(BadPoint, match="'E1' is no point of a 4x4 board"):
        KIND.after(NOTE, ("B3 E1",))
    with pytest.raises(BadTry, match="one or more points"):
        KIND.after(NOTE, ("  ",))
    with pytest.raises(BadTry, match="answered"):
        KIND.after(NOTE, ("B3 C2 C4", "A1"))
    choice = next(problem for problem in SHIPPED if problem.more["question"] == "board")
    for answer in ("0", "4", "A1", "1 2"):
        with pytest.raises(BadTry, match="number of a board, 1 to 3"):
            KIND.after(choice, (answer,))


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
