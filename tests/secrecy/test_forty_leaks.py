"""Test the test: forty leaks, one for each channel by which others have leaked, and each is noticed.

A leak is planted (``planted``), and somebody who is owed the same in two games can tell them apart (``scenes``), or a
check that this channel has of its own fails. Without the leaks nobody can, and every check passes.
"""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from tests.secrecy import planted, scenes, test_keys, test_register
from tests.secrecy.entitled import AUDIENCE
from tests.secrecy.scenes import Scene
from tests.secrecy.test_wire import (
    _count_every_event,
    _count_the_stones_in_the_title,
    _give_out_the_record_before_the_end,
    _replay_before_the_end,
    _say_why,
    _send_a_frame_for_every_event,
    _show_programs_the_third_board,
    _show_the_audience_the_third_board,
    _tag_the_page_with_the_true_board,
)
from tests.secrecy.timing import BOUND, REFUSED, SET_UP, largest_t, measured
from tests.secrecy.whole import LOG, NAMELESS, NOSY, away, elsewhere
from tests.web.wire import House, Made, Visitor, make
from yurei.apps.jsonlines import Sitting
from yurei.apps.web.shell.cookies import PERSON
from yurei.club.game.question import Question
from yurei.club.programs.worker import Letters

Check = Callable[[], bool]
"""Whether something was noticed."""


# The checks that some channels have of their own.


def a_socket_opens_for_another_seat() -> bool:
    """Somebody hears what is said at a chair that is not his."""
    with House() as house:
        made = make(house, width="5")
        try:
            test_keys.test_the_socket_of_a_chair_opens_for_its_owner_only(made, "white")
        except AssertionError:
            return True
    return False


def a_verb_is_not_registered() -> bool:
    """The line protocol knows a verb that the register does not."""
    try:
        test_register.test_every_verb_of_the_line_protocol_is_listed(Sitting)
    except AssertionError:
        return True
    return False


def refusals_take_different_times() -> bool:
    """Of two refused tries one takes longer."""
    with House() as house:
        made = make(house, width="5")
        for number, point in enumerate(SET_UP.split()):
            made.act("black" if number % 2 == 0 else "white", "stone", point)

        def ask(kind: str) -> float:
            began = time.process_time()  # of the processor: what else the machine does is not counted
            made.act("black", "stone", REFUSED[kind])
            return time.process_time() - began

        return largest_t(measured(ask, ("suicide", "opponent's stone"), 14, random.Random(1)))[0] > BOUND


def an_answer_is_squeezed() -> bool:
    """A page with secrets and with words of the reader's own is compressed."""
    with House() as house:
        made = make(house, width="5")
        answer = made.seats["white"].get(made.at("white"), ("accept-encoding", "gzip, deflate, br, zstd"))
        return bool(answer.all("content-encoding"))


def programs_hear_something_else() -> bool:
    """What a program is sent by which it thinks, in two games that are the same to its seat."""
    one, other = _asked_of_a_program("C3"), _asked_of_a_program("D4")
    assert one
    return one != other


def _asked_of_a_program(point: str) -> list[str]:
    asked: list[str] = []
    letter = Letters.letter

    def kept(letters: Letters, question: Question) -> dict[str, object]:
        asked.append(f"{letter(letters, question)} {question.board.hex()}")
        return letter(letters, question)

    with pytest.MonkeyPatch.context() as patch, House() as house:
        patch.setattr(Letters, "letter", kept)
        made = make(house, width="5", opponent="yurei", colour="black", program="uniform")
        made.act("black", "stone", point)
    return asked[:1]  # before it has done anything by chance


def a_key_stands_in_an_address() -> bool:
    """A key is somewhere else than in a cookie."""
    with House() as house:
        made = make(house, width="5")
        white, key = made.seats["black"], made.seats["black"].cookies[PERSON]
        answers = [white.post(made.at("black"), {"do": "stone", "at": "C3"}), white.get(made.at("black"))]
        return any(key in f"{name!r} {value!r}" for each in answers for name, value in each.headers)


def a_page_may_be_kept() -> bool:
    """A browser, or what stands between, may keep what a seat was shown."""
    with House() as house:
        made = make(house, width="5")
        paths = ("", "/heard", "/record", "/replay")
        answers = [made.seats["white"].get(made.at("white") + path) for path in paths]
        return any(answer.all("cache-control") != ["no-store"] for answer in answers)


def a_crash_says_what_it_knew() -> bool:
    """An error of the server's own has the board in its answer."""
    said = []
    for point in ("C3", "D4"):
        with pytest.MonkeyPatch.context() as patch, House() as house:
            planted.a_crash_that_knows_the_board(patch)
            made = make(house, width="5")
            made.act("black", "stone", point)
            answer = made.act("white", "offer")
            assert answer.status == 500
            said.append(answer)
    return said[0] != said[1]


def another_site_listens() -> bool:
    """A page of another site opens a socket with the reader's cookies, or sends a form."""
    with House() as house:
        made: Made = make(house, width="5")
        visitor, evil = Visitor(house, made.seats["white"].cookies), ("origin", "https://evil.example")
        socket = visitor.listen(f"{made.at('white')}/live", evil)
        form = visitor.post(made.at("white"), {"do": "pass"}, evil)
        return socket.accepted or form.status != 403


WHITE, AGAIN, AWAY, BLACK = "white", elsewhere("white"), away("white"), "black"
RECORD, REPLAY = (tuple(at for at, each in enumerate(NOSY) if each[1] == path) for path in ("/record", "/replay?at=1"))


@dataclass(frozen=True)
class Row:
    """One leak.

    Attributes:
        number, channel: In the table of channels by which others have leaked.
        plant: Makes it.
        by: What notices it: a scene and who looks on, or a check of its own.
    """

    number: int
    channel: str
    plant: Callable[[pytest.MonkeyPatch], None]
    by: tuple[Scene, str] | Check
    nosy: tuple[int, ...] = ()

    def is_noticed(self) -> bool:
        """Whether anything is wrong here."""
        if callable(self.by):
            return self.by()
        looked_at, who = self.by
        return looked_at.told_apart([who], self.nosy) == [who]


FORTY = [
    Row(1, "full state in an answer of the API", _show_programs_the_third_board, (scenes.ELSEWHERE, WHITE)),
    Row(2, "full state, hidden by the browser", planted.the_whole_board_hidden_by_the_style_sheet, (scenes.ELSEWHERE, WHITE)),
    Row(3, "an audience that sees more", _show_the_audience_the_third_board, (scenes.ELSEWHERE, AUDIENCE.name)),
    Row(4, "the other seat's channel", planted.any_key_opens_any_socket, a_socket_opens_for_another_seat),
    Row(5, "little boards in lists", planted.little_boards_on_the_list, (scenes.ELSEWHERE, NAMELESS)),
    Row(6, "push, mail, title", planted.the_point_in_a_push_message, (scenes.ELSEWHERE, AWAY)),
    Row(7, "the list of moves", planted.every_try_in_what_was_said, (scenes.ELSEWHERE, AGAIN)),
    Row(8, "history kept for later", planted.the_board_before_the_last_try, (scenes.ELSEWHERE, WHITE)),
    Row(9, "derived numbers", _count_the_stones_in_the_title, (scenes.UNSEEN_CAPTURE, WHITE)),
    Row(10, "sound", planted.a_sound_for_every_capture, (scenes.UNSEEN_CAPTURE, WHITE)),
    Row(11, "hints of what may be tried", planted.points_that_may_be_tried_are_marked, (scenes.ELSEWHERE, WHITE)),
    Row(12, "status and text of a refusal", planted.another_status_for_a_suicide, (scenes.OWN_REFUSAL, BLACK)),
    Row(13, "questions without a try", planted.a_verb_that_judges_without_trying, a_verb_is_not_registered),
    Row(14, "the time that an answer takes", planted.a_suicide_takes_longer, refusals_take_different_times),
    Row(15, "number of frames", _send_a_frame_for_every_event, (scenes.PENCILLED, AGAIN)),
    Row(16, "numbers that count what is hidden", _count_every_event, (scenes.PENCILLED, AUDIENCE.name)),
    Row(17, "a number of the position", planted.a_position_number, (scenes.ELSEWHERE, WHITE)),
    Row(18, "ETag", _tag_the_page_with_the_true_board, (scenes.ELSEWHERE, WHITE)),
    Row(19, "one cache for all", planted.one_drawing_for_everybody, (scenes.ELSEWHERE, AGAIN)),
    Row(20, "compression", planted.answers_are_squeezed, an_answer_is_squeezed),
    Row(21, "the answer to a ko", _say_why, (scenes.OTHER_REASON, WHITE)),
    Row(22, "an estimate of the score", planted.the_score_as_it_would_be, (scenes.UNSEEN_CAPTURE, WHITE)),
    Row(23, "the record before the end", _give_out_the_record_before_the_end, (scenes.ELSEWHERE, AGAIN), RECORD),
    Row(24, "the replay before the end", _replay_before_the_end, (scenes.ELSEWHERE, AGAIN), REPLAY),
    Row(25, "a reveal too early", planted.the_board_opens_at_the_first_pass, (scenes.ELSEWHERE, WHITE)),
    Row(26, "moves taken back", planted.moves_are_taken_back_under_every_referee, (scenes.ELSEWHERE, WHITE)),
    Row(27, "who sees all, and talks", planted.who_sees_everything_may_talk, (scenes.WHISPERED, WHITE)),
    Row(28, "where somebody points", planted.where_somebody_points, (scenes.AIMED, WHITE)),
    Row(29, "the clock", planted.a_clock_that_charges_by_the_reason, (scenes.OTHER_REASON, WHITE)),
    Row(30, "numbers of running games", planted.how_many_stones_on_the_list, (scenes.UNSEEN_CAPTURE, NAMELESS)),
    Row(31, "the log", planted.the_point_in_the_log, (scenes.ELSEWHERE, LOG)),
    Row(32, "a program that is handed the state", planted.programs_are_handed_the_true_board, programs_hear_something_else),
    Row(33, "one source of chance", planted.one_source_of_chance_for_all, (scenes.PENCILLED, LOG)),
    Row(34, "views made too late", planted.views_made_when_they_are_looked_at, (scenes.UNDER_HAMBURG, BLACK)),
    Row(35, "who comes back", planted.who_comes_back_hears_the_other_seat, (scenes.ELSEWHERE, WHITE)),
    Row(36, "a key in an address", planted.the_key_in_the_address, a_key_stands_in_an_address),
    Row(37, "what a browser keeps", planted.pages_may_be_kept_by_the_browser, a_page_may_be_kept),
    Row(38, "one limit for both players", planted.one_limit_for_the_whole_table, (scenes.PENCILLED, WHITE)),
    Row(39, "errors for developers", planted.errors_with_all_that_is_known, a_crash_says_what_it_knew),
    Row(40, "other sites", planted.sockets_for_every_site, another_site_listens),
]  # fmt: skip
"""By the channels of the table. Where yurei has no such channel, the nearest one that it has."""


def test_there_are_forty() -> None:
    assert [row.number for row in FORTY] == list(range(1, 41))


@pytest.mark.parametrize("row", FORTY, ids=[f"{row.number} {row.channel}" for row in FORTY])
def test_a_planted_leak_is_noticed(row: Row) -> None:
    with pytest.MonkeyPatch.context() as patch:
        row.plant(patch)
        assert row.is_noticed()


@pytest.mark.by_day
@pytest.mark.parametrize("name", scenes.SCENES)
def test_without_it_nobody_can_tell_the_games_of_a_scene_apart(name: str) -> None:
    looked_at = scenes.SCENES[name]
    assert looked_at.told_apart(looked_at.all, (*RECORD, *REPLAY)) == []


CHECKS = [row.by for row in FORTY if callable(row.by)]


@pytest.mark.parametrize("check", CHECKS, ids=[check.__name__.replace("_", " ") for check in CHECKS])
def test_without_it_every_check_passes(check: Check) -> None:
    assert not check()
