"""A count that nobody finishes, in a game with a clock: how long a side has to answer, and what stands when it does not."""

import re
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.day_and_night import examples
from tests.web.evenings import NAMES, makes
from tests.web.test_after_the_end import mark, play
from tests.web.wire import House, Made, Visitor, make
from yurei.clocks.controls import read_text
from yurei.club.game.effects import apply_event
from yurei.club.game.game import Game

MINUTE, DAY = 60, 86_400
DEAD_A1 = "B1 A1 B2 D4 C3 E4 pass pass"
"""On 5x5; the white stone at A1 has its last liberty at A2. White wins by 7.5 while it lives, by 6.5 without it."""


def shown(made: Made, chair: str = "black") -> list[tuple[bool, str]]:
    """Whether Black's clock runs and what it shows, and White's."""
    found = re.findall(r'class="clock (black|white)( running)?[^"]*"[^>]*><span[^>]*>([^<]*)<', made.part(chair))
    return [(bool(runs), text) for _, runs, text in sorted(found)]


def counted(house: House, clock: str = "5+3", **wish: str) -> Made:
    """A game of 5x5 with a clock whose two passes are made."""
    made = make(house, width="5", clock=clock, **wish)
    play(made, DEAD_A1)
    return made


@pytest.mark.by_day(one_in=3)
@pytest.mark.parametrize(
    ("clock", "time"),
    [
        *(("6s", "1:00"), ("2", "2:00"), ("20", "5:00"), ("5+3", "5:00"), ("30/move", "1:00"), ("1+3x30(b)", "1:30")),
        *(("0+15/300", "5:00"), ("3d+1d max 7d", "3 days, 0:00"), ("2d+1d", "2 days, 0:00")),
    ],
)
def test_every_clock_gives_both_sides_a_time_to_answer_that_fits(house: House, clock: str, time: str) -> None:
    made = counted(house, clock)
    for chair in ("black", "white", "audience"):
        assert shown(made, chair) == [(True, time), (True, time)]
        assert "the count stands as it is marked" in made.part(chair)


def test_without_a_clock_nothing_runs_and_nothing_is_said_of_it(house: House) -> None:
    made = make(house, width="5")
    play(made, DEAD_A1)
    assert mark(made.part(), "time-to-answer") == ""
    house.waits(30 * DAY)
    assert 'value="settle"' in made.part()


def test_when_one_has_marked_and_agreed_and_the_other_left_it_stands_as_marked(house: House) -> None:
    made = counted(house)
    made.act("black", "dead", "A1")
    made.act("black", "settle", "A1")
    assert shown(made) == [(False, "5:00"), (True, "5:00")]
    house.waits(5 * MINUTE - 1)
    assert mark(made.part(), "agreed") == "Agreed: Black."
    house.waits(1)
    for chair in ("black", "white", "audience"):
        assert "White wins by 6.5 points." in made.part(chair)
        assert mark(made.part(chair), "late") == "Not answered in time: White. So the count stands."
    assert made.act("white", "dead", "C3").status == 409


def test_where_both_have_left_and_nothing_is_marked_all_stones_live(house: House) -> None:
    made = counted(house)
    house.waits(5 * MINUTE)
    assert "White wins by 7.5 points." in made.part()
    assert mark(made.part(), "late") == "Not answered in time: Black, White. So the count stands."


def test_a_mark_in_the_last_second_gives_the_other_the_whole_time_to_undo_it(house: House) -> None:
    made = counted(house)
    house.waits(5 * MINUTE - 1)
    made.act("black", "dead", "D4")
    assert shown(made) == [(True, "5:00"), (True, "5:00")]
    house.waits(5 * MINUTE - 1)
    made.act("white", "dead", "D4")
    made.act("white", "settle")
    house.waits(5 * MINUTE)
    assert "White wins by 7.5 points." in made.part()


def test_a_pencil_a_message_and_a_look_give_nobody_more_time(house: House) -> None:
    made = counted(house)
    house.waits(4 * MINUTE)
    made.seats["white"].post(f"{made.at('white')}/chat", {"text": "wait"})
    made.part("white")
    assert shown(made) == [(True, "1:00"), (True, "1:00")]


def test_a_player_whose_time_runs_out_in_a_play_out_gives_in(house: House) -> None:
    made = counted(house)
    made.act("black", "dead", "A1")
    made.act("black", "dispute")
    assert shown(made) == [(False, "5:00"), (True, "5:00")]
    assert "that side gives in" in made.part()
    house.waits(4 * MINUTE)
    made.act("white", "stone", "C3")  # refused: it is White's turn still
    assert shown(made) == [(False, "5:00"), (True, "1:00")]
    made.act("white", "stone", "E1")
    assert shown(made) == [(True, "5:00"), (False, "5:00")]
    house.waits(5 * MINUTE)
    assert mark(made.part(), "late") == "Not answered in time: Black. So the count stands."
    assert "White wins by 7.5 points." in made.part()


def test_open_pages_are_told_by_an_alarm_and_nobody_has_to_ask(house: House) -> None:
    made = counted(house)
    socket = made.seats["audience"].listen(made.at("audience") + "/live")
    house.waits(5 * MINUTE)
    house.run(house.club.games._look_at_clock(made.name))  # as the alarm does
    assert "White wins by 7.5 points." in socket.frames[-1]


def test_the_time_goes_on_after_a_restart_and_nobody_pays_for_the_time_between(house: House) -> None:
    house.opens()
    made = counted(house)
    house.waits(2 * MINUTE)
    made.act("black", "dead", "A1")
    house.waits(MINUTE)
    house.run(house.club.close())
    house.dies()
    house.waits(7 * DAY)
    house.opens()
    assert shown(made) == [(True, "4:00"), (True, "4:00")]
    house.waits(4 * MINUTE)
    before = made.part("audience")
    assert "White wins by 6.5 points." in before
    house.rewind(made.name, house.happened(made.name))
    assert made.part("audience") == before


def test_a_server_that_begins_finds_the_counts_whose_time_runs(library: House) -> None:
    made = counted(library)
    assert library.run(library.store.games.with_clocks()) == [made.name]


def test_a_count_in_an_evening_game_ends_on_time_too(house: House) -> None:
    club = makes(house, NAMES[:2], clock="5+3")
    for number in (1, 2):
        club.comes(number)
    club.pairs_next()
    [(black, white)] = club.pairs
    assert white is not None
    at = {number: club.sits_down(number) for number in (black, white)}
    for number, tried in enumerate(DEAD_A1.split()):
        seat = (black, white)[number % 2]
        do = {"do": "pass"} if tried == "pass" else {"do": "stone", "at": tried}
        assert club.players[seat].send(at[seat], do).status == 200
    house.waits(5 * MINUTE)
    assert "White wins by" in club.players[black].fragment(at[black]).text


def test_a_program_is_told_its_time_in_the_count(house: House) -> None:
    made = counted(house)
    token = made.seats["white"].post(made.at("white") + "/program").text
    key = re.search(r"value=\"?([\w-]{20,})", token)
    assert key is not None
    asked = Visitor(house).ask("GET", f"/api/games/{made.name}/white", [("authorization", f"Bearer {key.group(1)}")])
    assert '"white":{"main":300.0' in asked.text.replace(" ", "")


@given(
    st.lists(
        st.tuples(st.sampled_from(["dead A1", "dead D4", "settle", "wait 100", "wait 299"]), st.booleans()), max_size=12
    )
)
@examples(by_day=10, by_night=30)
def test_the_same_events_make_the_same_count_again(steps: list[tuple[str, bool]]) -> None:
    with House() as house:
        made = counted(house)
        for step, black in steps:
            do, _, at = step.partition(" ")
            if do == "wait":
                house.waits(float(at))
            else:
                made.act("black" if black else "white", do, at)
        made.part()
        game: Game = house.held[made.name]
        kept = list(game.events)
        again = Game(game.stored, [], [], lambda: house.now)
        for event in kept:
            apply_event(again, event)
        assert again.count == game.count
        assert again.result == game.result
        assert [face.left for face in again.clocks.faces()] == [face.left for face in game.clocks.faces()]


def test_the_longest_and_shortest_count_times_match_the_clocks_page() -> None:
    assert read_text("6s").count_time == timedelta(minutes=1)
    assert read_text("180").count_time == timedelta(minutes=5)
    assert read_text("3d+1d").count_time == timedelta(days=3)
