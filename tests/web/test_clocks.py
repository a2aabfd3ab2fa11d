"""Clocks by themselves and in games: what a turn costs, when the flag falls, how clocks are written, and what a page shows."""

from __future__ import annotations

import json
import re
from datetime import datetime, timedelta
from urllib.parse import urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.web.programs import Program, seated
from tests.web.test_count import mark
from tests.web.wire import NOON, Made, Visitor, WebApp, make, start_game, until
from yurei.clocks import controls
from yurei.clocks.controls import (
    DAY,
    Absolute,
    ByoYomi,
    Canadian,
    Control,
    Correspondence,
    Fischer,
    Simple,
    TimeLeft,
    read_text,
)
from yurei.clocks.timekeeper import Timekeeper
from yurei.errors import BadSettings, Unknown, YureiError
from yurei.rules.board import BLACK, WHITE, Colour


def seconds(number: float) -> timedelta:
    return timedelta(seconds=number)


def any_control() -> st.SearchStrategy[Control]:
    """Clocks of every kind that one can play with."""
    main, step, count = st.integers(0, 7200), st.integers(1, 600), st.integers(1, 99)
    some, days = st.integers(1, 7200), st.integers(1, 30).map(lambda day: day * DAY)
    return st.one_of(
        st.builds(Absolute, some),
        st.builds(Fischer, some, step),
        st.builds(lambda main, step, more: Fischer(main, step, max(main, step) + more), some, step, main),
        st.builds(lambda main, step, more: Correspondence(main, step, max(main, step) + more), days, days, days),
        st.builds(Simple, step),
        st.builds(ByoYomi, main, step, count),
        st.builds(Canadian, main, step, count),
    )


times = st.timedeltas(seconds(0), seconds(400))


def played(control: Control, turns: list[timedelta]) -> list[TimeLeft]:
    """What is left after each of these turns of one side, until the flag falls."""
    left, after = control.time_at_start(), []
    for turn in turns:
        left = control.after_thinking(left, turn)
        if left.has_run_out:
            break
        left = control.after_turn(left)
        after.append(left)
    return after


def whole(control: Control, left: TimeLeft) -> timedelta:
    """How long the present turn may last before the flag falls."""
    step = seconds(getattr(control, "step", 0))
    return left.main + left.period + step * max(0, left.periods - 1)


@given(any_control(), st.lists(times, max_size=12), times)
def test_a_turn_costs_its_time_until_the_flag_falls(control: Control, before: list[timedelta], time: timedelta) -> None:
    left = (played(control, before) or [control.time_at_start()])[-1]
    spent = control.after_thinking(left, time)
    assert whole(control, spent) == max(seconds(0), whole(control, left) - time)
    assert spent.has_run_out == (time >= whole(control, left))


@given(any_control(), st.lists(times, max_size=12), times, times)
def test_the_time_spent_does_not_depend_on_how_often_it_is_computed(
    control: Control, before: list[timedelta], one: timedelta, other: timedelta
) -> None:
    left = (played(control, before) or [control.time_at_start()])[-1]
    assert control.after_thinking(control.after_thinking(left, one), other) == control.after_thinking(left, one + other)
    assert control.after_thinking(left, seconds(0)) == left


@given(any_control(), st.lists(times, max_size=12), times)
def test_stages_of_a_clock_are_what_it_shows(control: Control, before: list[timedelta], time: timedelta) -> None:
    left = (played(control, before) or [control.time_at_start()])[-1]
    stages = control.stages(left)
    assert sum((each.running for each in stages), seconds(0)) == whole(control, left)
    while stages and time >= stages[0].running:
        time -= stages.pop(0).running
    if stages:
        shown = control.after_thinking(left, whole(control, left) - whole(control, stages[0]) + time)
        assert shown.running == stages[0].running - time
        assert str(control.describe_overtime(shown)) == str(control.describe_overtime(stages[0]))


@given(any_control(), st.lists(times, max_size=30))
def test_time_grows_by_the_end_of_a_turn_alone_and_not_above_the_cap(control: Control, turns: list[timedelta]) -> None:
    left = control.time_at_start()
    for turn in turns:
        spent = control.after_thinking(left, turn)
        assert spent.main <= left.main
        assert (spent.periods, spent.turns) <= (left.periods, left.turns)
        if spent.has_run_out:
            return
        left = control.after_turn(spent)
        grown = seconds(getattr(control, "step", 0))
        assert left.main <= spent.main + grown
        assert left.period <= max(spent.period, grown)
        assert left.periods == spent.periods
        if cap := getattr(control, "cap", 0):
            assert left.main <= seconds(cap)


@pytest.mark.parametrize(
    ("control", "turns", "left"),
    [
        (Absolute(60), (10, 20, 29), TimeLeft(seconds(1))),
        (Fischer(30, 5, 40), (10,), TimeLeft(seconds(25))),
        (Fischer(30, 5, 40), (0, 0, 0), TimeLeft(seconds(40))),
        (ByoYomi(60, 30, 3), (20,), TimeLeft(seconds(40), seconds(30), 3)),
        (ByoYomi(60, 30, 3), (80, 29), TimeLeft(seconds(0), seconds(30), 3)),
        (ByoYomi(60, 30, 3), (80, 30), TimeLeft(seconds(0), seconds(30), 2)),
        (ByoYomi(60, 30, 3), (80, 65), TimeLeft(seconds(0), seconds(30), 1)),
        (ByoYomi(60, 30, 3), (130,), TimeLeft(seconds(0), seconds(30), 1)),
        (Canadian(60, 300, 3), (10,), TimeLeft(seconds(50), seconds(300), 1, 3)),
        (Canadian(60, 300, 3), (70, 100), TimeLeft(seconds(0), seconds(190), 1, 1)),
        (Canadian(60, 300, 3), (70, 100, 150), TimeLeft(seconds(0), seconds(300), 1, 3)),
        (Simple(30), (29, 3), TimeLeft(seconds(30))),
    ],
)
def test_turns_cost_the_time_that_each_kind_of_clock_says(
    control: Control, turns: tuple[int, ...], left: TimeLeft
) -> None:
    after = played(control, [seconds(turn) for turn in turns])
    assert (len(after), after[-1]) == (len(turns), left)


class Told:
    """A timekeeper, and somebody who tells him what happens, in seconds after noon."""

    def __init__(self, control: Control, *pauses: tuple[int, int]) -> None:
        self.keeper = Timekeeper(control, [(self.at(begin), self.at(end)) for begin, end in pauses])
        self.mover: Colour = BLACK
        self.keeper.note_turn(self.at(0), BLACK)

    def at(self, when: float) -> datetime:
        return NOON + seconds(when)

    def moves(self, when: float) -> Told:
        over, self.mover = self.mover, self.mover.opponent
        self.keeper.note_turn(self.at(when), self.mover, over)
        return self

    def left(self, colour: Colour, when: float) -> float:
        return self.keeper.time_left(colour, self.at(when)).main.total_seconds()


def test_the_first_turn_of_each_side_is_free_and_gives_nothing() -> None:
    told = Told(Fischer(30, 5))
    assert told.left(BLACK, 1000) == 30
    assert told.keeper.next_change(told.at(0)) is None
    told.moves(1000)
    assert told.left(WHITE, 2000) == 30
    told.moves(2000)
    assert (told.left(BLACK, 2010), told.left(WHITE, 2010)) == (20, 30)
    told.moves(2010)
    assert (told.left(BLACK, 2020), told.left(WHITE, 2020)) == (25, 20)
    assert not told.keeper.has_run_out(told.at(2039))
    assert told.keeper.has_run_out(told.at(2040))


def test_an_event_after_the_last_sign_of_life_proves_that_the_server_ran() -> None:
    told = Told(Absolute(60), (10, 1000)).moves(1).moves(5).moves(15)
    assert told.left(BLACK, 15) == told.left(BLACK, 2000) == 50
    assert told.left(WHITE, 1010) == 50


def test_the_clocks_stand_while_nobody_is_to_move_and_go_on_when_play_is_resumed() -> None:
    told = Told(Absolute(60)).moves(1).moves(2).moves(12)
    told.keeper.note_turn(told.at(20), None, WHITE)
    assert told.keeper.next_change(told.at(30)) is None
    assert not any(each.running for each in told.keeper.clock_states(told.at(30)))
    assert (told.left(BLACK, 500), told.left(WHITE, 500)) == (50, 52)
    told.keeper.note_turn(told.at(500), BLACK)
    assert told.left(BLACK, 510) == 40


def test_the_next_change_is_the_end_of_the_main_time_then_of_each_period() -> None:
    told = Told(ByoYomi(60, 30, 2)).moves(1).moves(2)
    waits = [told.keeper.next_change(told.at(when)) for when in (2, 12, 62, 72, 92)]
    assert waits == [seconds(each) for each in (60, 50, 30, 20, 30)]


@given(any_control(), st.lists(st.tuples(times, st.sampled_from(["move", "refused", "pencil"])), max_size=20))
def test_clocks_follow_from_the_times_of_the_events(control: Control, happened: list[tuple[timedelta, str]]) -> None:
    """Whoever tells the same times again gets the same clocks, at every moment; what is no move may be left out."""
    told, again, now, mover = Timekeeper(control), Timekeeper(control), NOON, BLACK
    for keeper in (told, again):
        keeper.note_turn(now, mover)
    for wait, what in happened:
        now += wait
        if what == "move":
            over, mover = mover, mover.opponent
            told.note_turn(now, mover, over)
            again.note_turn(now, mover, over)
        else:
            told.note_turn(now, mover)
        assert told.clock_states(now + seconds(7)) == again.clock_states(now + seconds(7))


@given(
    any_control(), st.lists(st.tuples(times, st.sampled_from(["move", "move", "one ply", "two plies"])), max_size=25)
)
def test_takebacks_give_back_gains_but_no_spent_time(control: Control, happened: list[tuple[timedelta, str]]) -> None:
    keeper, now, standing = Timekeeper(control), NOON, list[tuple[Colour, timedelta]]()
    keeper.note_turn(now, BLACK)
    spent = {BLACK: seconds(0), WHITE: seconds(0)}  # in the turn that has not ended
    for wait, what in happened:
        now, mover = now + wait, WHITE if len(standing) % 2 else BLACK
        free = control.first_turn_free and mover not in {colour for colour, _ in standing}
        spent[mover] += seconds(0) if free else wait
        if what == "move":
            standing.append((mover, spent.pop(mover)))
            spent[mover] = seconds(0)
            keeper.note_turn(now, mover.opponent, mover, len(standing))
        else:
            for _ in range(min(len(standing), 1 if what == "one ply" else 2)):
                colour, time = standing.pop()
                spent[colour] += time
            keeper.take_back(now, len(standing))
            keeper.note_turn(now, WHITE if len(standing) % 2 else BLACK)
        for shown in keeper.clock_states(now):
            left = control.time_at_start()
            for number, (colour, time) in enumerate(standing):
                if colour is shown.colour:
                    left = control.after_thinking(left, time)
                    first = number < 2 and control.first_turn_free
                    left = left if first else control.after_turn(left)
            assert shown.left == control.after_thinking(left, spent[shown.colour])


WRITTEN = {
    "10": Absolute(600),
    "0.5+5 max 5": Fischer(30, 5, 300),
    "5+3": Fischer(300, 3),
    "45s+3": Fischer(45, 3),
    "5+1x3(b)": ByoYomi(300, 3, 1),
    "2+5x30(b)": ByoYomi(120, 30, 5),
    "10+15/300": Canadian(600, 300, 15),
    "30/move": Simple(30),
    "3d+1d max 7d": Correspondence(3 * DAY, DAY, 7 * DAY),
    "1d+1d": Correspondence(DAY, DAY, 0),
}


@pytest.mark.parametrize(("text", "control"), WRITTEN.items())
def test_a_clock_is_read_and_written_as_people_write_it(text: str, control: Control) -> None:
    assert read_text(text) == control
    assert str(control) == text


@pytest.mark.parametrize(
    ("text", "same"),
    [
        *[("5+3(b)", "5+1x3(b)"), ("5 3", "5+3"), ("5+3X30(B)", "5+3x30(b)"), (" 1h+10 MAX 2h ", "60+10 max 120")],
        *[("1:30+5", "1.5+5"), ("0:10+3x0:10(b)", "10s+3x10(b)"), ("10:05", "605s")],
    ],
)
def test_other_ways_to_write_one_are_read_too(text: str, same: str) -> None:
    assert str(read_text(text)) == same


@given(any_control())
def test_every_clock_comes_back_from_its_text_and_from_the_store(control: Control) -> None:
    assert read_text(str(control)) == control
    assert controls.read_plain(control.plain()) == control
    control.check()
    assert "{" not in str(control.words)


@given(st.text(max_size=30))
def test_any_other_text_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(BadSettings, match=r"^.{1,60} is no clock; write 5\+3 for "):
        read_text(text + "?")


@pytest.mark.parametrize(
    "text", ["", "2m + 7s", "0", "0+5", "5+0", "5+", "-5+3", "5+3 max 1", "3d+1d max 2d", "5+100x30(b)", "5+0/30"]
)
def test_a_clock_that_nobody_could_play_with_is_refused(text: str) -> None:
    with pytest.raises(BadSettings):
        read_text(text)


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        ("sundial", {}),
        *(("fischer", {"main": main}) for main in ("5", True, -1, controls.LONGEST + 1)),
        ("correspondence", {"main": DAY + 1, "cap": 0}),
        ("byo-yomi", {"periods": 0}),
    ],
)
def test_clock_values_from_the_store_are_validated(kind: str, values: dict[str, object]) -> None:
    with pytest.raises(YureiError):
        controls.control_of(kind, values)
    with pytest.raises(Unknown):
        controls.read_plain({})


@pytest.mark.parametrize("kind", controls.KINDS, ids=lambda kind: kind.kind)
def test_a_kind_alone_is_a_usual_clock_of_its_kind(kind: type[Control]) -> None:
    control = controls.control_of(kind.kind, {})
    assert type(control) is kind
    assert read_text(str(control)) == control


def test_a_clock_shows_the_time_left_and_tenths_at_the_end_while_it_counts() -> None:
    hours = {0: "0.0", 9.99: "9.9", 10: "0:10", 299.999: "4:59", 3600: "1:00:00", DAY - 1: "23:59:59"}
    for left, text in (hours | {DAY: "1 day, 0:00", 3 * DAY + 3661: "3 days, 1:01"}).items():
        assert str(controls.clock_text(seconds(left))) == text
    assert [str(controls.clock_text(seconds(left), tenths=False)) for left in (0, 9.99, 10)] == ["0:00", "0:09", "0:10"]
    assert controls.in_milliseconds(timedelta(microseconds=1999)) == 1, "one that has begun is none"


def test_a_clock_shows_the_periods_after_its_main_time() -> None:
    byo, canadian = ByoYomi(60, 30, 3), Canadian(60, 300, 15)
    said = [
        str(control.describe_overtime(control.after_thinking(control.time_at_start(), seconds(time))))
        for control, time in ((byo, 0), (byo, 60), (byo, 130), (canadian, 0), (canadian, 60))
    ]
    assert said == ["then 3 × 30 s", "3 periods", "last period", "then 15 moves in 5 min", "for 15 moves"]
    assert str(canadian.describe_overtime(TimeLeft(seconds(0), seconds(9), 1, 1))) == "for 1 move"
    assert [control.describe_overtime(TimeLeft(seconds(0))) for control in (byo, canadian, Fischer())] == [None] * 3
    assert Fischer().describe_overtime(Fischer().time_at_start()) is None


def shown(made: Made) -> tuple[str, ...]:
    return tuple(re.findall(r'role="timer"[^>]*>([^<]*)<', made.part("audience")))


@pytest.fixture
def made(webapp: WebApp) -> Made:
    """A game with five minutes and three seconds more; Black has moved, White too: Black's clock runs."""
    made = make(webapp, width="5", clock="5+3")
    for seat, point in (("black", "C3"), ("white", "D4")):
        webapp.waits(1000)
        made.act(seat, "stone", point)
    return made


def test_a_page_says_why_no_clock_runs(webapp: WebApp) -> None:
    assert "clock" not in re.sub(r'href="[^"]*"', "", make(webapp).page("black"))
    assert "The first move of each side costs no time." in make(webapp, clock="5+3").part("black")
    maker, address = start_game(webapp, opponent="rengo", clock="3d+1d max 7d")
    assert "The clocks start when all seats are taken." in maker.fragment(address).text
    webapp.waits(10 * 86_400)
    assert "has lost on time" not in maker.fragment(address).text


def test_refused_tries_and_pencil_marks_and_offers_do_not_stop_the_clock(webapp: WebApp) -> None:
    made = make(webapp, width="5", clock="5+3", draw_by_agreement="true")
    made.play("C3 D4 B2")
    assert shown(made) == ("5:03", "5:00")
    webapp.waits(10)
    assert "Illegal move." in made.act("white", "stone", "C3").text
    webapp.waits(10)
    made.act("white", "pencil-black", "C3")
    made.act("white", "offer")
    webapp.waits(10)
    assert shown(made) == ("5:03", "4:30")
    made.act("white", "stone", "D3")
    assert shown(made) == ("5:03", "4:33")


def test_a_try_that_costs_the_turn_is_a_turn_for_the_clock(webapp: WebApp) -> None:
    made = make(webapp, width="5", clock="5+3", failed_try="lose-turn")
    made.play("C3 D4")
    webapp.waits(60)
    made.act("black", "stone", "D4")
    webapp.waits(10)
    assert shown(made) == ("4:03", "4:50")


def test_a_player_who_has_no_time_left_has_lost_and_all_are_told(webapp: WebApp, made: Made) -> None:
    sockets = [visitor.listen(made.at(chair) + "/live") for chair, visitor in made.seats.items()]
    frames = [len(socket.frames) for socket in sockets]
    webapp.waits(299.9)
    assert shown(made) == ("0.1", "5:00")
    webapp.waits(0.1)
    assert mark(made.part("white"), "told") == "White wins on time."
    for socket in sockets:
        assert "White wins on time." in socket.frames[-1]
        assert "Black has lost on time." in socket.frames[-1]
    assert [len(socket.frames) - 1 for socket in sockets] == frames
    assert webapp.happened(made.name)[-1].kind == "time"


def test_a_try_that_comes_too_late_is_no_try(webapp: WebApp, made: Made) -> None:
    webapp.waits(300)
    assert made.act("black", "stone", "A1").status == 409
    assert [event.kind for event in webapp.happened(made.name)][-2:] == ["try", "time"]
    assert mark(made.part("black"), "told") == "White wins on time."
    record = made.page("white", "/record")
    assert re.search(r'\{"end":"time","seat":"black","at":"2026-01-01T12:38:20Z"\}\n\{"nonces":.*\}\n$', record)


def test_a_pencil_mark_sends_nobody_else_a_frame_while_the_clock_runs(webapp: WebApp, made: Made) -> None:
    *others, own = (made.seats[chair].listen(made.at(chair) + "/live") for chair in ("white", "audience", "black"))
    heard = [len(socket.frames) for socket in others]
    for number in range(1, 4):
        webapp.waits(7)
        made.act("black", "pencil-white", "A1")
        assert len(own.frames) == 1 + number
        assert [len(socket.frames) for socket in others] == heard
    assert json.loads(own.raw[-1])["clocks"]["black"]["stages"] == [[279_000, ""]]


def test_a_clock_tells_only_the_player_to_move_and_the_start_of_the_turn(webapp: WebApp) -> None:
    """What lies where a try is refused changes no clock, and no frame."""
    pages = []
    for hidden in ("A1", "E5"):
        made = make(webapp, width="5", clock="2+5x30(b)")
        made.act("black", "stone", hidden)
        made.act("white", "stone", "C3")
        socket = made.seats["audience"].listen(made.at("audience") + "/live")
        for seat, tried in (("black", "D2"), ("white", hidden), ("white", "B4")):
            webapp.waits(3)
            made.act(seat, "stone", tried)
        pages.append([json.loads(frame)["clocks"] for frame in socket.raw])
    assert pages[0] == pages[1]
    assert len(pages[0]) == 4, "to begin with, and after each try"


def test_rengo_has_one_clock_a_side(webapp: WebApp) -> None:
    made = make(webapp, opponent="rengo", width="5", clock="5+3")
    for seat, point in (("black-1", "A1"), ("white-1", "B1"), ("black-2", "C1"), ("white-2", "D1"), ("black-1", "E1")):
        webapp.waits(10)
        made.act(seat, "stone", point)
    assert shown(made) == ("4:46", "4:53")


@pytest.mark.parametrize("opponent", ["solo", "one-device", "yurei"])
def test_one_person_or_one_screen_or_a_program_can_play_by_the_clock_too(webapp: WebApp, opponent: str) -> None:
    maker, address = start_game(webapp, opponent=opponent, program="uniform", width="3", clock="5")
    for seat, point in (("black", "A1"), ("white", "C3")):
        maker.send(f"{address}/lift", {"seat": seat})
        maker.send(address, {"do": "stone", "at": point})
    webapp.waits(70)
    assert "3:50" in maker.fragment(address).text
    webapp.waits(230)
    assert "White wins on time." in maker.fragment(address).text


def test_correspondence_shows_days_and_charges_the_first_turn(webapp: WebApp) -> None:
    made = make(webapp, clock="3d+1d max 7d")
    webapp.waits(3600)
    assert shown(made) == ("2 days, 23:00", "3 days, 0:00")
    made.act("black", "pass")
    assert shown(made) == ("3 days, 23:00", "3 days, 0:00")


def test_the_clocks_stand_while_dead_stones_are_marked(webapp: WebApp, made: Made) -> None:
    for chair, wait in (("black", 10), ("white", 20)):
        webapp.waits(wait)
        made.act(chair, "pass")
    webapp.waits(10_000)
    assert shown(made) == ("4:53", "4:43")
    assert "running" not in made.part("white")


def test_programs_know_their_time_and_hear_that_it_has_run_out(webapp: WebApp) -> None:
    black, white = seated(webapp, "black", "white", agreed={"clock": "2+2x30(b)"})
    black.does("stone", "C3")
    number = white.does("stone", "D4")["number"]
    webapp.waits(125)
    assert black.sees()["clocks"] == {
        "black": {"main": 0, "period": 25, "periods": 2, "turns": 0, "running": True},
        "white": {"main": 120, "period": 30, "periods": 2, "turns": 0, "running": False},
    }
    webapp.waits(60)
    (heard,) = white.sees(f"?since={number}")["heard"]
    assert (heard["said"], heard["verdict"]) == ("Black has lost on time.", "lost-on-time")
    assert white.sees()["ended"]["by"] == "time"
    assert Program(webapp).ask("POST", "/api/games", {"agreed": {"clock": "sundial"}}).status == 422


def test_a_flag_that_has_fallen_unseen_falls_when_the_game_is_looked_at_again(webapp: WebApp) -> None:
    webapp.opens()
    made = make(webapp, width="5", clock="1")
    made.play("C3 D4")
    webapp.waits(61)
    webapp.run(webapp.club.close())
    webapp.dies()
    webapp.waits(5_000)
    webapp.opens()
    assert mark(made.part("white"), "told") == "White wins on time."


def test_the_alarm_rings_without_anybody_asking(webapp: WebApp) -> None:
    """Alarms go by the time of the world. This one is set for a twentieth of a second, and the application's time moves on."""
    made = make(webapp, width="5", clock="1")
    made.play("C3 D4")
    webapp.waits(59.95)
    shown(made)
    socket = made.seats["white"].listen(made.at("white") + "/live")
    webapp.waits(1)
    until(lambda: "Black has lost on time." in socket.frames[-1])
    assert webapp.happened(made.name)[-1].kind == "time"


@pytest.mark.parametrize(
    ("filled", "sentence"),
    [
        ({}, "No clock."),
        ({"clock": "5+3"}, "The clock: 5 min + 3 s per move."),
        ({"clock": "90s+10"}, "The clock: 1 min 30 s + 10 s per move."),
        ({"clock": "byo-yomi"}, "The clock: 5 min, then 3 × 30 s byo-yomi."),
        ({"clock": "byo-yomi", "clock_main": "1", "clock_periods": "2", "clock_cap": "9"}, "1 min, then 2 × 30 s"),
        ({"clock": "fischer", "clock_main": "90s", "clock_cap": "10"}, "at most 10 min."),
        ({"clock": "correspondence", "clock_main": "2", "clock_step": "2"}, "2 days + 2 days per move"),
        ({"clock": "sundial"}, "is no clock"),
        ({"clock": "fischer", "clock_main": "soon"}, "is no number for a clock"),
        ({"clock": "canadian", "clock_turns": "1.5"}, "is no number for a clock"),
        ({"clock": "canadian", "clock_turns": "0"}, "there are 1 to 99 moves in a period, not 0"),
        ({"clock": "fischer", "clock_main": "10", "clock_cap": "5"}, "the maximum time is at least"),
    ],
)
def test_the_summary_shows_the_clock_or_an_error(webapp: WebApp, filled: dict[str, str], sentence: str) -> None:
    assert sentence in Visitor(webapp).fragment(f"/new?{urlencode(filled)}").text.replace("&#39;", "'")


def test_the_address_of_a_game_has_its_clock(webapp: WebApp) -> None:
    filled = {"clock": "byo-yomi", "clock_main": "1", "clock_periods": "", "clock_cap": ""}
    page = Visitor(webapp).get(f"/new?{urlencode(filled)}").text
    assert 'href="/new?clock=byo-yomi&amp;clock_main=1"' in page
    assert 'href="/new"' in Visitor(webapp).fragment("/new?clock=none").text
