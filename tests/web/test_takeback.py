"""A move taken back: asked for, let go or declined, and only where the referee hides nothing."""

import pytest

from tests.web.programs import duel
from tests.web.wire import House, Made, Visitor, make
from yurei import records
from yurei.clocks.controls import Left
from yurei.referee.table import Table


@pytest.fixture
def made(house: House) -> Made:
    """An open game on 5x5, in which White has just answered C3 with D4."""
    made = make(house, width="5", referee="open")
    made.act("black", "stone", "C3")
    made.act("white", "stone", "D4")
    return made


def stones(text: str) -> set[str]:
    """What stands on the board of a page, as its labels say it."""
    return {point for point in ("C3, black", "D4, white", "B2, black", "E5, white") if f'"{point} stone' in text}


def test_an_accepted_takeback_removes_the_move_and_all_later_moves(made: Made) -> None:
    assert "Request takeback" in made.part()
    made.act("black", "takeback")
    assert "Waiting for the opponent’s answer" in made.part()
    assert "Black requests a takeback." in made.part("white")
    assert stones(made.part()) == {"C3, black", "D4, white"}, "nothing has happened yet"
    made.act("white", "takeback-accept")
    for chair in ("black", "white", "audience", "referee"):
        assert stones(made.part(chair)) == set(), chair
    assert "A move was taken back" in made.part("white")
    assert made.act("white", "stone", "D4").status == 409, "it is Black's turn again"
    made.act("black", "stone", "B2")
    assert stones(made.part("white")) == {"B2, black"}
    assert "A move was taken back" not in made.part("white")


def test_the_player_who_has_just_moved_gets_the_turn_back_and_the_opponents_move_stays(made: Made) -> None:
    made.act("white", "takeback")
    made.act("black", "takeback-accept")
    assert stones(made.part()) == {"C3, black"}
    made.act("white", "stone", "E5")
    assert stones(made.part()) == {"C3, black", "E5, white"}


def test_a_player_who_is_declined_plays_on_and_asks_again_after_another_move(made: Made) -> None:
    made.act("white", "takeback")
    made.act("black", "takeback-decline")
    answer = made.act("white", "takeback")
    assert (answer.status, answer.text) == (422, "that was declined; play on")
    for chair in ("black", "white"):
        assert "The takeback was declined." in made.part(chair)
    assert "The takeback was declined." not in made.part("audience")
    made.act("black", "stone", "B2")
    assert "The takeback was declined." not in made.part("white")
    assert made.act("white", "takeback").status == 200
    assert made.act("black", "takeback").status == 422, "one question at a time"
    made.act("white", "stone", "E5")
    assert made.act("black", "takeback-accept").status == 422, "who plays on has answered himself"


def test_under_a_later_offer_no_earlier_answer_is_shown(house: House) -> None:
    made = make(house, width="5", referee="open", draw_by_agreement="true")
    made.act("black", "stone", "C3")
    made.act("white", "stone", "D4")
    takeback, draw = "The takeback was declined.", "The draw was declined."
    made.act("white", "takeback")
    made.act("black", "takeback-decline")
    made.act("white", "offer")
    for chair in ("black", "white"):
        assert takeback not in made.part(chair)
    made.act("black", "decline")
    assert draw in made.part("white")
    made.act("white", "stone", "E5")
    made.act("black", "stone", "A1")
    made.act("white", "offer")
    made.act("black", "decline")
    made.act("black", "takeback")
    for chair in ("black", "white"):
        assert "takeback" in made.part(chair)
        assert draw not in made.part(chair)


def test_no_player_answers_their_own_request_or_takes_back_anothers_move(house: House) -> None:
    made = make(house, width="5", referee="open")
    assert made.act("black", "takeback").text == "you have no move to take back"
    assert made.act("black", "takeback-accept").text == "your opponent has not requested a takeback"
    made.act("black", "stone", "C3")
    made.act("black", "takeback")
    assert made.act("black", "takeback-accept").status == 422


@pytest.mark.parametrize("referee", ["common", "hamburg", "kriegspiel", "fog"])
def test_where_something_is_hidden_nothing_is_taken_back_and_that_is_said(house: House, referee: str) -> None:
    made = make(house, width="5", referee=referee)
    made.act("black", "stone", "C3")
    for chair in made.seats:
        made.part(chair)  # now all are connected
    before = {chair: made.part(chair) for chair in made.seats}
    answer = made.act("black", "takeback")
    assert answer.status == 422
    assert answer.text == "this referee allows no takebacks: announcements cannot be undone"
    assert {chair: made.part(chair) for chair in made.seats} == before
    assert "takeback" not in before["black"]
    assert "announcements cannot be undone" in made.host.get("/learn/referees").text


def test_an_end_is_not_taken_back(made: Made) -> None:
    made.act("black", "resign")
    assert made.act("black", "takeback").status == 409


def test_a_program_lets_it_be_taken_back_at_once(house: House) -> None:
    person = Visitor(house)
    table = person.post("/games", {"opponent": "yurei", "program": "simple", "referee": "open", "width": "5"}).location
    person.send(table, {"do": "stone", "at": "C3"})
    assert "white stone" in person.fragment(table).text
    assert "Take back the last move" in person.fragment(table).text
    person.send(table, {"do": "takeback"})
    text = person.fragment(table).text
    assert "black stone" not in text
    assert "white stone" not in text
    assert "Your turn" in text


def test_a_person_who_plays_all_seats_agrees_for_all(house: House) -> None:
    person = Visitor(house)
    table = person.post("/games", {"opponent": "solo", "referee": "open", "width": "5"}).location
    for point in ("C3", "D4"):
        person.send(table, {"do": "stone", "at": point})
    person.send(table, {"do": "takeback"})
    assert stones(person.fragment(table).text) == {"C3, black"}


def test_the_record_and_a_restart_have_only_the_remaining_moves(house: House, made: Made) -> None:
    made.act("white", "stone", "C3")
    made.act("white", "takeback")
    made.act("black", "takeback-accept")
    made.act("white", "stone", "E5")
    before = made.part()
    house.rewind(made.name, house.happened(made.name))
    assert made.part() == before
    made.act("black", "resign")
    text = made.page("black", "/record")
    record = records.read(text)
    tried = [(entry.attempt.text(record.settings.size), entry.accepted) for entry in record.entries]  # type: ignore[union-attr]
    assert tried == [("C3", True), ("E5", True), ("resign", True)]
    table = Table.of(record.settings, record.setup)
    list(records.replay(record, table))
    assert table.reveal().board == house.run(_board(house, made.name))


async def _board(house: House, name: str) -> bytes:
    async with house.club.games.game(name) as game:
        return game.reference


def test_the_time_of_a_move_is_not_given_back_and_taking_back_gains_none(house: House) -> None:
    made = make(house, width="5", referee="open", clock="5+3")
    for seat, point in (("black", "C3"), ("white", "D4")):
        made.act(seat, "stone", point)
    house.waits(60)
    made.act("black", "stone", "B2")
    house.waits(10)
    made.act("black", "takeback")
    made.act("white", "takeback-accept")
    text = made.part()
    assert ">4:00<" in text, "what the move had gained is gone with it"
    assert ">4:50<" in text, "the opponent gets nothing for having let it be taken back"


def left(house: House, name: str) -> tuple[Left, Left]:
    """What Black and White have left."""

    async def faces() -> tuple[Left, Left]:
        async with house.club.games.game(name) as game:
            black, white = game.clocks.faces()
            return black.left, white.left

    return house.run(faces())


@pytest.mark.parametrize("clock", ["1+30", "0.5+5/60", "0.5+3x20(b)", "50/move"])
@pytest.mark.parametrize("plies", [1, 2])
def test_moves_made_and_taken_back_over_and_over_gain_no_time(house: House, clock: str, plies: int) -> None:
    made = make(house, width="5", referee="open", clock=clock)
    made.act("black", "stone", "C3")
    made.act("white", "stone", "D4")
    house.waits(35)
    before = left(house, made.name)
    for _ in range(6):
        made.act("black", "stone", "B2")
        if plies == 2:
            made.act("white", "stone", "E5")
        made.act("black", "takeback")
        assert made.act("white", "takeback-accept").status == 200
        assert left(house, made.name) == before
    house.rewind(made.name, house.happened(made.name))
    assert left(house, made.name) == before, "the same after a restart"
    made.act("black", "stone", "B2")
    other = make(house, width="5", referee="open", clock=clock)
    other.act("black", "stone", "C3")
    other.act("white", "stone", "D4")
    house.waits(35)
    other.act("black", "stone", "B2")
    assert left(house, made.name)[0] == left(house, other.name)[0], "the move that stands gains as ever"


def test_the_first_move_is_free_again_once_it_was_taken_back(house: House) -> None:
    made = make(house, width="5", referee="open", clock="1+30")
    for _ in range(3):
        made.act("black", "stone", "C3")
        made.act("black", "takeback")
        made.act("white", "takeback-accept")
    made.act("black", "stone", "C3")
    assert [each.main.total_seconds() for each in left(house, made.name)] == [60, 60]


def test_time_spent_on_both_moves_stays_spent_for_both(house: House) -> None:
    made = make(house, width="5", referee="open", clock="1+30")
    made.act("black", "stone", "C3")
    made.act("white", "stone", "D4")
    house.waits(10)
    made.act("black", "stone", "B2")
    house.waits(20)
    made.act("white", "stone", "E5")
    house.waits(5)
    made.act("black", "takeback")
    house.waits(3)
    made.act("white", "takeback-accept")
    assert [each.main.total_seconds() for each in left(house, made.name)] == [60 - 10 - 5 - 3, 60 - 20]


@pytest.mark.parametrize("opponent", [{"opponent": "yurei", "program": "simple"}, {"opponent": "solo"}])
def test_neither_a_program_nor_oneself_gives_time_for_a_takeback(house: House, opponent: dict[str, str]) -> None:
    person = Visitor(house)
    table = person.post("/games", {**opponent, "referee": "open", "width": "5", "clock": "1+30"}).location
    name = table.split("/")[2]
    for point in ("C3", "D4") if opponent["opponent"] == "solo" else ("C3",):
        person.send(table, {"do": "stone", "at": point})
    house.waits(10)
    before = left(house, name)
    for _ in range(4):
        person.send(table, {"do": "stone", "at": "B2"})
        person.send(table, {"do": "takeback"})
        assert left(house, name) == before


def test_a_takeback_that_would_leave_no_time_is_refused_and_ends_no_game(house: House) -> None:
    made = make(house, width="5", referee="open", clock="1+30")
    for seat, point in (("black", "C3"), ("white", "D4"), ("black", "B2")):
        made.act(seat, "stone", point)
    house.waits(50)
    made.act("white", "stone", "E5")  # 40 are left, 30 of them for this move
    house.waits(50)
    made.act("black", "stone", "A5")
    house.waits(5)
    made.act("white", "takeback")
    house.waits(6)
    refused = made.act("black", "takeback-accept")
    assert (refused.status, refused.text) == (
        422,
        "a clock has too little time for that: what a move gained is taken back with it",
    )
    assert made.act("white", "stone", "A1").status == 200, "the game goes on"
    assert "Your turn" in made.part("black")


def test_a_program_that_follows_hears_anew_from_before_the_move(house: House) -> None:
    black, white = duel(house, referee="open")
    black.does("stone", "C3")
    since = white.does("stone", "D4")["number"]
    assert white.does("takeback")["takeback"] == "white"
    assert black.does("takeback-accept")["takeback"] is None
    white.does("stone", "E5")
    seen = black.sees(f"?since={since}")
    assert [heard["n"] for heard in seen["heard"]] == [1]
    assert [heard["try"]["point"] for heard in seen["heard"]] == ["E5"]
    assert seen["number"] > since
