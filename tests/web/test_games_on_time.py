"""Games with clocks, without a network: who pays, who is told, what a page shows, and what a restart costs."""

import asyncio
import json
import re
from urllib.parse import urlencode

import pytest

from tests.web.programs import Program
from tests.web.wire import House, Made, Visitor, make


def shown(made: Made, chair: str = "audience") -> tuple[str, ...]:
    """What the clocks show to one chair: Black's, White's."""
    text = made.part(chair)
    return tuple(re.findall(r'role="timer"[^>]*>([^<]*)<', text))


def said(made: Made, chair: str) -> str:
    """The sentence that stands largest on a page."""
    found = re.search(r'id="told"[^>]*>([^<]*)<', made.part(chair))
    assert found is not None
    return found.group(1)


@pytest.fixture
def made(house: House) -> Made:
    """A game with five minutes and three seconds more; Black has moved, White too: Black's clock runs."""
    made = make(house, width="5", clock="5+3")
    for seat, point in (("black", "C3"), ("white", "D4")):
        house.waits(1000)
        made.act(seat, "stone", point)
    return made


def test_the_first_turn_of_each_side_is_free(house: House, made: Made) -> None:
    assert shown(made) == ("5:00", "5:00")
    house.waits(60)
    assert shown(made) == ("4:00", "5:00")
    made.act("black", "pass")
    assert shown(made) == ("4:03", "5:00")


def test_a_page_says_why_no_clock_runs(house: House) -> None:
    made = make(house, clock="5+3")
    assert "The first move of each side costs no time." in made.part("black")
    maker = Visitor(house)
    address = maker.post("/games", {"opponent": "rengo", "clock": "3d+1d max 7d"}).location
    assert "The clocks start when all seats are taken." in maker.fragment(address).text
    house.waits(10 * 86_400)
    assert "has lost on time" not in maker.fragment(address).text


def test_refused_tries_and_pencil_marks_and_offers_do_not_stop_the_clock(house: House) -> None:
    made = make(house, width="5", clock="5+3", draw_by_agreement="true")
    for seat, point in (("black", "C3"), ("white", "D4"), ("black", "B2")):
        made.act(seat, "stone", point)
    assert shown(made) == ("5:03", "5:00")
    house.waits(10)
    assert "Illegal move." in made.act("white", "stone", "C3").text
    house.waits(10)
    made.act("white", "pencil-black", "C3")
    made.act("white", "offer")
    house.waits(10)
    assert shown(made) == ("5:03", "4:30")
    made.act("white", "stone", "D3")
    assert shown(made) == ("5:03", "4:33")


def test_a_try_that_costs_the_turn_is_a_turn_for_the_clock(house: House) -> None:
    made = make(house, width="5", clock="5+3", failed_try="lose-turn")
    for seat, point in (("black", "C3"), ("white", "D4")):
        made.act(seat, "stone", point)
    house.waits(60)
    made.act("black", "stone", "D4")
    house.waits(10)
    assert shown(made) == ("4:03", "4:50")


def test_a_player_who_has_no_time_left_has_lost_and_all_are_told(house: House, made: Made) -> None:
    sockets = {chair: visitor.listen(made.at(chair) + "/live") for chair, visitor in made.seats.items()}
    frames = {chair: len(socket.frames) for chair, socket in sockets.items()}
    house.waits(299.9)
    assert shown(made) == ("0.1", "5:00")
    house.waits(0.1)
    assert said(made, "white") == "White wins on time."
    for chair, socket in sockets.items():
        assert "White wins on time." in socket.frames[-1]
        assert "Black has lost on time." in socket.frames[-1]
        assert len(socket.frames) == frames[chair] + 1
    assert house.happened(made.name)[-1].kind == "time"
    assert made.act("black", "stone", "A1").status == 409


def test_a_try_that_comes_too_late_is_no_try(house: House, made: Made) -> None:
    house.waits(300)
    answer = made.act("black", "stone", "A1")
    assert answer.status == 409
    assert [event.kind for event in house.happened(made.name)][-2:] == ["try", "time"]
    assert said(made, "black") == "White wins on time."


def test_the_record_keeps_a_loss_on_time(house: House, made: Made) -> None:
    house.waits(300)
    record = made.page("white", "/record")
    assert re.search(r'\{"end":"time","seat":"black","at":"2026-01-01T12:38:20Z"\}\n\{"nonces":.*\}\n$', record)


def test_a_pencil_mark_sends_nobody_else_a_frame_while_the_clock_runs(house: House, made: Made) -> None:
    others = {chair: made.seats[chair].listen(made.at(chair) + "/live") for chair in ("white", "audience")}
    own = made.seats["black"].listen(made.at("black") + "/live")
    heard = {chair: len(socket.frames) for chair, socket in others.items()}
    for number in range(1, 4):
        house.waits(7)
        made.act("black", "pencil-white", "A1")
        assert len(own.frames) == 1 + number
        assert {chair: len(socket.frames) for chair, socket in others.items()} == heard
    assert json.loads(own.raw[-1])["clocks"]["black"]["stages"] == [[279_000, ""]]


def test_a_clock_tells_only_the_player_to_move_and_the_start_of_the_turn(house: House) -> None:
    """What lies where a try is refused changes no clock, and no frame."""
    pages = []
    for hidden in ("A1", "E5"):
        made = make(house, width="5", clock="2+5x30(b)")
        made.act("black", "stone", hidden)
        made.act("white", "stone", "C3")
        socket = made.seats["audience"].listen(made.at("audience") + "/live")
        for seat, tried in (("black", "D2"), ("white", hidden), ("white", "B4")):
            house.waits(3)
            made.act(seat, "stone", tried)
        pages.append([json.loads(frame)["clocks"] for frame in socket.raw])
    assert pages[0] == pages[1]
    assert len(pages[0]) == 4, "to begin with, and after each try"


def test_byo_yomi_goes_from_the_main_time_to_its_last_period(house: House) -> None:
    made = make(house, width="5", clock="2+2x30(b)")
    made.act("black", "stone", "C3")
    made.act("white", "stone", "D4")
    told = []
    for wait in (119, 2, 30):
        house.waits(wait)
        clock = re.search(r'id="clock-black".*?</div>', made.part("audience"))
        assert clock is not None
        told.append(re.findall(r">([^<\s][^<]*)<", clock.group()))
    assert told == [
        ["1.0", "then 2 × 30 s"],
        ["0:29", "2 periods"],
        ["0:29", "last period"],
    ]
    house.waits(29)
    assert said(made, "audience") == "White wins on time."


def test_rengo_has_one_clock_a_side(house: House) -> None:
    made = make(house, opponent="rengo", width="5", clock="5+3")
    for seat, point in (("black-1", "A1"), ("white-1", "B1"), ("black-2", "C1"), ("white-2", "D1"), ("black-1", "E1")):
        house.waits(10)
        made.act(seat, "stone", point)
    assert shown(made) == ("4:46", "4:53")


@pytest.mark.parametrize("opponent", ["solo", "one-device"])
def test_one_person_or_one_screen_can_play_by_the_clock_too(house: House, opponent: str) -> None:
    maker = Visitor(house)
    address = maker.post("/games", {"opponent": opponent, "width": "3", "clock": "5"}).location
    for seat, point in (("black", "A1"), ("white", "C3")):
        maker.send(f"{address}/lift", {"seat": seat})
        maker.send(address, {"do": "stone", "at": point})
    house.waits(70)
    assert "3:50" in maker.fragment(address).text
    house.waits(230)
    assert "White wins on time." in maker.fragment(address).text


def test_a_program_can_be_played_by_the_clock(house: House) -> None:
    maker = Visitor(house)
    address = maker.post("/games", {"opponent": "yurei", "program": "uniform", "width": "5", "clock": "5"}).location
    maker.send(address, {"do": "stone", "at": "C3"})
    house.waits(300)
    assert "White wins on time." in maker.fragment(address).text


def test_correspondence_shows_days_and_charges_the_first_turn(house: House) -> None:
    made = make(house, clock="3d+1d max 7d")
    house.waits(3600)
    assert shown(made) == ("2 days, 23:00", "3 days, 0:00")
    made.act("black", "pass")
    assert shown(made) == ("3 days, 23:00", "3 days, 0:00")


def test_the_clocks_stand_while_dead_stones_are_marked(house: House, made: Made) -> None:
    house.waits(10)
    made.act("black", "pass")
    house.waits(20)
    made.act("white", "pass")
    house.waits(10_000)
    assert shown(made) == ("4:53", "4:43")
    assert "running" not in made.part("white")


def test_programs_know_their_time_and_hear_that_it_has_run_out(house: House) -> None:
    made = {"settings": {"width": 5, "height": 5}, "agreed": {"clock": "2+2x30(b)"}}
    links = Program(house).says("/api/games", made)["links"]
    black, white = (Program(house).sits_down(links[seat]) for seat in ("black", "white"))
    black.does("stone", "C3")
    number = white.does("stone", "D4")["number"]
    house.waits(125)
    assert black.sees()["clocks"] == {
        "black": {"main": 0, "period": 25, "periods": 2, "turns": 0, "running": True},
        "white": {"main": 120, "period": 30, "periods": 2, "turns": 0, "running": False},
    }
    house.waits(60)
    (heard,) = white.sees(f"?since={number}")["heard"]
    assert (heard["said"], heard["verdict"]) == ("Black has lost on time.", "lost-on-time")
    assert white.sees()["ended"]["by"] == "time"
    assert Program(house).ask("POST", "/api/games", {"agreed": {"clock": "sundial"}}).status == 422


# The server goes and comes ------------------------------------------------------------------------------------------


def test_a_restart_makes_the_same_clocks_again_and_charges_nobody(house: House) -> None:
    house.opens()
    made = make(house, width="5", clock="5+3")
    for seat, point in (("black", "C3"), ("white", "D4"), ("black", "B2")):
        house.waits(10)
        made.act(seat, "stone", point)
    house.waits(20)
    before = shown(made)
    assert before == ("4:53", "4:40")
    house.run(house.club.close())
    house.dies()
    house.waits(5_000)
    house.opens()
    assert shown(made) == before
    house.waits(279)
    assert shown(made)[1] == "1.0"
    house.waits(1)
    assert said(made, "black") == "Black wins on time."


def test_after_a_crash_only_time_up_to_the_last_sign_of_life_is_charged(
    house: House,
) -> None:
    house.opens()
    made = make(house, width="5", clock="5")
    for seat, point in (("black", "C3"), ("white", "D4"), ("black", "B2")):
        house.waits(10)
        made.act(seat, "stone", point)
    house.waits(2)
    assert shown(made) == ("4:50", "4:58")
    house.dies()
    house.waits(5_000)
    house.opens()
    assert shown(made) == ("4:50", "5:00")
    house.waits(299)
    assert shown(made)[1] == "1.0"


def test_a_flag_that_has_fallen_unseen_falls_when_the_game_is_looked_at_again(house: House) -> None:
    house.opens()
    made = make(house, width="5", clock="1")
    made.act("black", "stone", "C3")
    made.act("white", "stone", "D4")
    house.waits(61)
    house.run(house.club.close())
    house.dies()
    house.waits(5_000)
    house.opens()
    assert said(made, "white") == "White wins on time."


def test_a_machine_whose_clock_was_set_back_gives_nobody_time(house: House) -> None:
    house.opens()
    made = make(house, width="5", clock="5")
    made.act("black", "stone", "C3")
    made.act("white", "stone", "D4")
    house.waits(60)
    house.run(house.club.close())
    house.dies()
    house.waits(-7_200)
    house.opens()
    assert shown(made) == ("4:00", "5:00")
    house.waits(30)
    assert shown(made) == ("3:30", "5:00")


def test_the_alarm_rings_without_anybody_asking(house: House) -> None:
    """Alarms go by the time of the world. This one is set for a twentieth of a second, and the house's time moves on."""
    made = make(house, width="5", clock="1")
    made.act("black", "stone", "C3")
    made.act("white", "stone", "D4")
    house.waits(59.95)
    shown(made)
    socket = made.seats["white"].listen(made.at("white") + "/live")
    house.waits(1)

    async def until_told() -> None:
        with house.club.games.listeners.listening(made.name) as bell:
            await asyncio.wait_for(bell.wait(), 60)

    house.run(until_told())
    assert "Black has lost on time." in socket.frames[-1]
    assert house.happened(made.name)[-1].kind == "time"


# Making one ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("filled", "sentence"),
    [
        ({}, "No clock."),
        ({"clock": "5+3"}, "The clock: 5 min + 3 s per move."),
        ({"clock": "byo-yomi"}, "The clock: 5 min, then 3 × 30 s byo-yomi."),
        (
            {"clock": "byo-yomi", "clock_main": "1", "clock_periods": "2", "clock_cap": "9"},
            "The clock: 1 min, then 2 × 30 s byo-yomi.",
        ),
        ({"clock": "fischer", "clock_main": "90s", "clock_cap": "10"}, "at most 10 min."),
        ({"clock": "correspondence", "clock_main": "2", "clock_step": "2"}, "2 days + 2 days per move"),
        ({"clock": "sundial"}, "is no clock"),
        ({"clock": "fischer", "clock_main": "soon"}, "is no number for a clock"),
        ({"clock": "canadian", "clock_turns": "1.5"}, "is no number for a clock"),
        ({"clock": "canadian", "clock_turns": "0"}, "there are 1 to 99 moves in a period, not 0"),
        ({"clock": "fischer", "clock_main": "10", "clock_cap": "5"}, "the maximum time is at least"),
    ],
)
def test_the_summary_of_a_game_shows_its_clock_or_the_error(
    house: House, filled: dict[str, str], sentence: str
) -> None:
    assert sentence in Visitor(house).fragment(f"/new?{urlencode(filled)}").text.replace("&#39;", "'")


def test_the_address_of_a_game_has_its_clock(house: House) -> None:
    filled = {"clock": "byo-yomi", "clock_main": "1", "clock_periods": "", "clock_cap": ""}
    page = Visitor(house).get(f"/new?{urlencode(filled)}").text
    assert 'href="/new?clock=byo-yomi&amp;clock_main=1"' in page
    assert 'href="/new"' in Visitor(house).fragment("/new?clock=none").text


def test_a_clock_that_makes_no_sense_makes_no_game(house: House) -> None:
    answer = Visitor(house).post("/games", {"clock": "5+"})
    assert answer.status == 422
    assert "is no clock; write 5+3" in answer.text
    assert not house.games()


def test_a_game_without_a_clock_has_none_on_its_page(house: House) -> None:
    made = make(house)
    page = made.page("black")
    assert "clock" not in re.sub(r'href="[^"]*"', "", page)
