"""Questions between players: takebacks, and rematches in a series."""

import re

import pytest

from tests.web.programs import duel
from tests.web.test_bad_input import refused
from tests.web.wire import Made, Visitor, WebApp, make, start_game
from yurei import records
from yurei.clocks.controls import Left
from yurei.club import club
from yurei.club.game.series import Series, points
from yurei.referee.table import Table
from yurei.rules.board import BLACK, WHITE


@pytest.fixture
def open_game(webapp: WebApp) -> Made:
    """An open game on 5x5, in which White has just answered C3 with D4."""
    made = make(webapp, width="5", referee="open")
    made.play("C3 D4")
    return made


def stones(text: str) -> set[str]:
    return {point for point in ("C3, black", "D4, white", "B2, black", "E5, white") if f'"{point} stone' in text}


def test_an_accepted_takeback_removes_the_move_and_all_later_moves(open_game: Made) -> None:
    assert "Request takeback" in open_game.part()
    open_game.act("black", "takeback")
    assert "Waiting for the opponent’s answer" in open_game.part()
    assert "Black requests a takeback." in open_game.part("white")
    assert stones(open_game.part()) == {"C3, black", "D4, white"}, "nothing has happened yet"
    open_game.act("white", "takeback-accept")
    for chair in ("black", "white", "audience", "referee"):
        assert stones(open_game.part(chair)) == set(), chair
    assert "A move was taken back" in open_game.part("white")
    assert open_game.act("white", "stone", "D4").status == 409, "it is Black's turn again"
    open_game.act("black", "stone", "B2")
    assert stones(open_game.part("white")) == {"B2, black"}
    assert "A move was taken back" not in open_game.part("white")


def test_the_player_who_has_just_moved_gets_the_turn_back_and_the_opponents_move_stays(open_game: Made) -> None:
    open_game.act("white", "takeback")
    open_game.act("black", "takeback-accept")
    assert stones(open_game.part()) == {"C3, black"}
    open_game.act("white", "stone", "E5")
    assert stones(open_game.part()) == {"C3, black", "E5, white"}


def test_a_player_who_is_declined_plays_on_and_asks_again_after_another_move(open_game: Made) -> None:
    open_game.act("white", "takeback")
    open_game.act("black", "takeback-decline")
    answer = open_game.act("white", "takeback")
    assert (answer.status, answer.text) == (422, "that was declined; play on")
    for chair in ("black", "white"):
        assert "The takeback was declined." in open_game.part(chair)
    assert "The takeback was declined." not in open_game.part("audience")
    open_game.act("black", "stone", "B2")
    assert "The takeback was declined." not in open_game.part("white")
    assert open_game.act("white", "takeback").status == 200
    assert open_game.act("black", "takeback").status == 422, "one question at a time"
    open_game.act("white", "stone", "E5")
    assert open_game.act("black", "takeback-accept").status == 422, "who plays on has answered himself"


def test_a_later_offer_hides_the_answer_to_an_earlier_one(webapp: WebApp) -> None:
    made = make(webapp, width="5", referee="open", draw_by_agreement="true")
    made.play("C3 D4")
    takeback, draw = "The takeback was declined.", "The draw was declined."
    made.act("white", "takeback")
    made.act("black", "takeback-decline")
    made.act("white", "offer")
    for chair in ("black", "white"):
        assert takeback not in made.part(chair)
    made.act("black", "decline")
    assert draw in made.part("white")
    made.act("black", "stone", "A1")
    made.act("white", "offer")
    made.act("black", "decline")
    made.act("black", "takeback")
    for chair in ("black", "white"):
        assert "takeback" in made.part(chair)
        assert draw not in made.part(chair)


def test_no_player_answers_their_own_request_or_takes_back_anothers_move(webapp: WebApp) -> None:
    made = make(webapp, width="5", referee="open")
    assert made.act("black", "takeback").text == "you have no move to take back"
    assert made.act("black", "takeback-accept").text == "your opponent has not requested a takeback"
    made.act("black", "stone", "C3")
    made.act("black", "takeback")
    assert made.act("black", "takeback-accept").status == 422


@pytest.mark.parametrize("referee", ["common", "hamburg", "kriegspiel", "fog"])
def test_a_referee_that_hides_stones_allows_no_takeback(webapp: WebApp, referee: str) -> None:
    made = make(webapp, width="5", referee=referee)
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


def test_a_resignation_cannot_be_taken_back(open_game: Made) -> None:
    open_game.act("black", "resign")
    assert open_game.act("black", "takeback").status == 409


def test_a_program_accepts_a_takeback_at_once(webapp: WebApp) -> None:
    person, table = start_game(webapp, opponent="yurei", program="simple", referee="open", width="5")
    person.send(table, {"do": "stone", "at": "C3"})
    assert "white stone" in person.fragment(table).text
    assert "Take back the last move" in person.fragment(table).text
    person.send(table, {"do": "takeback"})
    text = person.fragment(table).text
    assert "black stone" not in text
    assert "white stone" not in text
    assert "Your turn" in text


def test_a_person_who_plays_all_seats_agrees_for_all(webapp: WebApp) -> None:
    person, table = start_game(webapp, opponent="solo", referee="open", width="5")
    for point in ("C3", "D4"):
        person.send(table, {"do": "stone", "at": point})
    person.send(table, {"do": "takeback"})
    assert stones(person.fragment(table).text) == {"C3, black"}


def test_the_record_and_a_restart_have_only_the_remaining_moves(webapp: WebApp, open_game: Made) -> None:
    open_game.act("white", "stone", "C3")
    open_game.act("white", "takeback")
    open_game.act("black", "takeback-accept")
    open_game.act("white", "stone", "E5")
    before = open_game.part()
    webapp.rewind(open_game.name, webapp.happened(open_game.name))
    assert open_game.part() == before
    open_game.act("black", "resign")
    text = open_game.page("black", "/record")
    record = records.read(text)
    tried = [(entry.attempt.text(record.settings.size), entry.accepted) for entry in record.entries]  # type: ignore[union-attr]
    assert tried == [("C3", True), ("E5", True), ("resign", True)]
    table = Table.of(record.settings, record.setup)
    list(records.replay(record, table))
    assert table.reveal().board == webapp.run(_board(webapp, open_game.name))


async def _board(webapp: WebApp, name: str) -> bytes:
    async with webapp.club.games.game(name) as game:
        return game.reference


def left(webapp: WebApp, name: str) -> tuple[Left, Left]:
    async def faces() -> tuple[Left, Left]:
        async with webapp.club.games.game(name) as game:
            black, white = game.clocks.faces()
            return black.left, white.left

    return webapp.run(faces())


@pytest.mark.parametrize("clock", ["1+30", "0.5+5/60", "0.5+3x20(b)", "50/move"])
@pytest.mark.parametrize("plies", [1, 2])
def test_moves_made_and_taken_back_over_and_over_gain_no_time(webapp: WebApp, clock: str, plies: int) -> None:
    made = make(webapp, width="5", referee="open", clock=clock)
    made.play("C3 D4")
    webapp.waits(35)
    before = left(webapp, made.name)
    for _ in range(6):
        made.act("black", "stone", "B2")
        if plies == 2:
            made.act("white", "stone", "E5")
        made.act("black", "takeback")
        assert made.act("white", "takeback-accept").status == 200
        assert left(webapp, made.name) == before
    webapp.rewind(made.name, webapp.happened(made.name))
    assert left(webapp, made.name) == before, "the same after a restart"
    made.act("black", "stone", "B2")
    other = make(webapp, width="5", referee="open", clock=clock)
    other.play("C3 D4")
    webapp.waits(35)
    other.act("black", "stone", "B2")
    assert left(webapp, made.name)[0] == left(webapp, other.name)[0], "the move that stands gains as ever"


def test_time_spent_on_both_moves_stays_spent_for_both(webapp: WebApp) -> None:
    made = make(webapp, width="5", referee="open", clock="1+30")
    made.play("C3 D4")
    webapp.waits(10)
    made.act("black", "stone", "B2")
    webapp.waits(20)
    made.act("white", "stone", "E5")
    webapp.waits(5)
    made.act("black", "takeback")
    webapp.waits(3)
    made.act("white", "takeback-accept")
    assert [each.main.total_seconds() for each in left(webapp, made.name)] == [60 - 10 - 5 - 3, 60 - 20]


@pytest.mark.parametrize("opponent", [{"opponent": "yurei", "program": "simple"}, {"opponent": "solo"}])
def test_takebacks_against_a_program_or_alone_gain_no_time(webapp: WebApp, opponent: dict[str, str]) -> None:
    person, table = start_game(webapp, **opponent, referee="open", width="5", clock="1+30")
    name = table.split("/")[2]
    for point in ("C3", "D4") if opponent["opponent"] == "solo" else ("C3",):
        person.send(table, {"do": "stone", "at": point})
    webapp.waits(10)
    before = left(webapp, name)
    for _ in range(4):
        person.send(table, {"do": "stone", "at": "B2"})
        person.send(table, {"do": "takeback"})
        assert left(webapp, name) == before


def test_a_takeback_that_would_leave_no_time_is_refused_and_ends_no_game(webapp: WebApp) -> None:
    made = make(webapp, width="5", referee="open", clock="1+30")
    made.play("C3 D4 B2")
    webapp.waits(50)
    made.act("white", "stone", "E5")  # 40 are left, 30 of them for this move
    webapp.waits(50)
    made.act("black", "stone", "A5")
    webapp.waits(5)
    made.act("white", "takeback")
    webapp.waits(6)
    refused = made.act("black", "takeback-accept")
    assert (refused.status, refused.text) == (
        422,
        "a clock has too little time for that: what a move gained is taken back with it",
    )
    assert made.act("white", "stone", "A1").status == 200, "the game goes on"
    assert "Your turn" in made.part("black")


def test_a_program_that_follows_hears_anew_from_before_the_move(webapp: WebApp) -> None:
    black, white = duel(webapp, referee="open")
    black.does("stone", "C3")
    since = white.does("stone", "D4")["number"]
    assert white.does("takeback")["takeback"] == "white"
    assert black.does("takeback-accept")["takeback"] is None
    white.does("stone", "E5")
    seen = black.sees(f"?since={since}")
    assert [heard["n"] for heard in seen["heard"]] == [1]
    assert [heard["try"]["point"] for heard in seen["heard"]] == ["E5"]
    assert seen["number"] > since


def wants_another(made: Made, chair: str) -> str:
    answer = made.seats[chair].post(f"{made.at(chair)}/next")
    assert answer.status == 303
    return answer.location


def score(made: Made, address: str, chair: str) -> str | None:
    found = re.search(r'<p id="score">(.*?)</p>', made.seats[chair].fragment(address).text)
    return re.sub("<.*?>", "", found[1]) if found else None


def test_a_rematch_begins_when_the_other_accepts_and_both_go_there(made: Made) -> None:
    made.act("black", "resign")
    assert wants_another(made, "black") == made.at("black"), "he waits"
    assert "it begins when the opponent accepts" in made.part("black")
    assert "Accept the rematch" in made.part("white")
    assert wants_another(made, "white") == f"/g/{made.name}2/black"
    assert "data-goes" in made.part("black")
    assert wants_another(made, "black") == f"/g/{made.name}2/white"
    assert "Your turn: you are Black." in made.seats["white"].fragment(f"/g/{made.name}2/black").text
    for chair in ("referee", "audience"):
        assert wants_another(made, chair) == f"/g/{made.name}2/{chair}", "who watches comes along"
        assert made.seats[chair].fragment(f"/g/{made.name}2/{chair}").status == 200


def test_a_player_who_waits_for_the_rematch_hears_of_it_at_once(made: Made) -> None:
    made.act("black", "resign")
    ear = made.seats["black"].listen(made.at("black") + "/live")
    wants_another(made, "black")
    assert "data-goes" not in ear.frames[-1]
    wants_another(made, "white")
    assert "data-goes" in ear.frames[-1]


def test_one_side_alone_or_a_spectator_starts_no_rematch(made: Made) -> None:
    made.act("black", "resign")
    for chair in ("black", "black", "referee", "audience"):
        assert wants_another(made, chair) == made.at(chair)
    assert list(made.webapp.games()) == [made.name]


@pytest.mark.parametrize("chair", ["black", "white", "referee", "audience"])
def test_there_is_no_next_game_before_this_one_has_ended_and_is_counted(made: Made, chair: str) -> None:
    address = f"{made.at(chair)}/next"
    assert "once this game has ended" in refused(made.seats[chair].post(address), 409)
    for seat in ("black", "white"):
        made.act(seat, "pass")
    assert "once this game has ended" in refused(made.seats[chair].post(address), 409)
    assert "once this game has ended" in refused(made.act("black", "rematch"), 409)


def test_the_score_of_a_series_follows_the_people_not_the_colours(made: Made) -> None:
    made.seats["black"].post("/you", {"nickname": "Ota"})
    made.seats["white"].post("/you", {"nickname": "Shonagon"})
    assert score(made, made.at("black"), "black") is None, "a single game has none"
    made.act("black", "resign")
    for chair in ("black", "white"):
        wants_another(made, chair)
    second = Made(made.webapp, f"{made.name}2", made.host, {"black": made.seats["white"], "white": made.seats["black"]})
    begun = "Game 2 of a series. Score: Black (Shonagon) 1, White (Ota) 0."
    assert score(second, second.at("white"), "white") == begun
    second.act("black", "resign")
    assert score(second, second.at("white"), "white") == begun.replace("(Ota) 0", "(Ota) 1")
    for chair in ("white", "black"):
        wants_another(second, chair)
    third = f"/g/{made.name}3/black"
    assert score(made, third, "black") == "Game 3 of a series. Score: Black (Ota) 1, White (Shonagon) 1."
    made.webapp.forget_games()
    assert score(made, third, "black") == "Game 3 of a series. Score: Black (Ota) 1, White (Shonagon) 1."


def test_the_second_game_of_a_match_needs_one_side_only_and_its_score_is_shown(webapp: WebApp) -> None:
    made = make(webapp, ruleset="alter-igo", width="3", two_game_match="true")
    made.act("black", "resign")
    assert score(made, made.at("black"), "black") == "Game 1 of a series. Score: Black 0, White 1."
    assert wants_another(made, "audience") == made.at("audience"), "who watches waits for the players"
    assert wants_another(made, "white") == f"/g/{made.name}2/black"
    assert "data-goes" not in made.part("black"), "he looks at the board first"
    assert wants_another(made, "black") == f"/g/{made.name}2/white"
    second = Made(webapp, f"{made.name}2", made.host, {"black": made.seats["white"], "white": made.seats["black"]})
    second.act("black", "resign")
    page = second.part("white")
    assert "The match is a tie." in page
    assert "Score: Black 1, White 1." in page
    assert "Rematch, colours swapped" in page, "then a new match by agreement"
    assert wants_another(second, "white") == second.at("white")
    assert wants_another(second, "black") == f"/g/{made.name}3/white"
    third = Made(webapp, f"{made.name}3", made.host, made.seats)
    third.act("black", "resign")
    assert "The second game, colours swapped" in made.seats["black"].fragment(third.at("black")).text


def test_there_is_no_next_game_with_a_deleted_player(made: Made) -> None:
    made.act("black", "resign")
    assert wants_another(made, "black") == made.at("black")
    made.seats["black"].post("/you/delete", {"sure": "yes"})
    left = "a player has left for good; create a new game"
    assert left in refused(made.seats["white"].post(f"{made.at('white')}/next"), 409)
    assert left in refused(made.act("white", "rematch"), 409)
    assert list(made.webapp.games()) == [made.name]


def test_a_series_has_no_more_games_in_a_while_than_one_person_can_make(
    webapp: WebApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(club, "MOST", 3)
    maker, table = start_game(webapp, width="3", opponent="solo")

    def next_one() -> str:
        maker.send(table, {"do": "resign"})
        return maker.post(f"{table}/next").location

    for number in (2, 3):
        table = next_one()
        assert f"{number}/" in table
    maker.send(table, {"do": "resign"})
    assert "wait a while" in refused(maker.post(f"{table}/next"), 429)
    webapp.waits(club.WITHIN.total_seconds())
    for number in (4, 5, 6):
        table = next_one()
        assert f"{number}/" in table
    maker.send(table, {"do": "resign"})
    assert "wait a while" in refused(maker.post(f"{table}/next"), 429)


def test_a_program_accepts_every_rematch(webapp: WebApp) -> None:
    maker, table = start_game(webapp, width="3", opponent="yurei")
    maker.send(table, {"do": "resign"})
    answer = maker.post(f"{table}/next")
    assert answer.location == table.replace("/black", "2/white")
    page = maker.fragment(answer.location).text
    assert "Black has moved" in page or "Black passes" in page, "and begins"
    assert "Black (Simple) " not in page or "White" in page


def test_four_people_have_a_rematch_too(webapp: WebApp) -> None:
    made = make(webapp, width="3", opponent="rengo", colour="black")
    made.act("black-1", "resign")
    assert wants_another(made, "black-2") == made.at("black-2")
    assert wants_another(made, "white-1") == f"/g/{made.name}2/black-1"
    assert wants_another(made, "black-1") == f"/g/{made.name}2/white-1"
    assert wants_another(made, "white-2") == f"/g/{made.name}2/black-2"


def test_a_rematch_on_one_device_needs_no_agreement(webapp: WebApp) -> None:
    for opponent in ("solo", "one-device"):
        maker, table = start_game(webapp, width="3", opponent=opponent)
        if opponent == "one-device":
            maker.send(f"{table}/lift", {"seat": "black"})
        maker.send(table, {"do": "resign"})
        assert maker.post(f"{table}/next").location == table.replace(f"/{opponent}", f"2/{opponent}")


@pytest.mark.parametrize("opponent", ["solo", "one-device"])
def test_on_one_device_the_score_is_by_the_colours_of_the_first_game(webapp: WebApp, opponent: str) -> None:
    maker, table = start_game(webapp, width="3", opponent=opponent)
    maker.send(table, {"do": "resign", "at": "white"})
    following = maker.post(f"{table}/next").location
    maker.send(following, {"do": "resign", "at": "black"})
    assert "Score: White of game 1: 0, Black of game 1: 2." in maker.fragment(following).text
    third = maker.post(f"{following}/next").location
    maker.send(third, {"do": "resign", "at": "black"})
    assert "Score: Black of game 1: 2, White of game 1: 1." in maker.fragment(third).text


def test_the_maker_of_a_game_can_invite_to_the_next_too(webapp: WebApp) -> None:
    maker, friend = Visitor(webapp), Visitor(webapp)
    table = maker.post("/games", {"width": "3"}).location
    link = re.search(r"http://yurei.example(/g/[^\"]*/join/white/[^\"]*)", maker.get(table).text)
    assert link
    friend.post(link[1])
    maker.send(table, {"do": "resign"})
    friend.post(table.replace("black", "white") + "/next")
    following = maker.post(f"{table}/next").location
    assert "/join/audience/" in maker.get(following).text


def test_a_spectator_of_the_shared_link_requests_nothing_and_takes_no_seat(made: Made) -> None:
    made.act("black", "resign")
    passer_by = Visitor(made.webapp)
    for what in ("next", "along"):
        answer = passer_by.post(f"{made.at('window')}/{what}")
        assert refused(answer, 403)
        assert not answer.all("set-cookie")
    assert list(made.webapp.games()) == [made.name]


def test_a_public_rematch_is_open_to_spectators_without_a_key(webapp: WebApp) -> None:
    made = make(webapp, width="5", watching="everybody")
    made.act("black", "resign")
    for chair in ("black", "white"):
        wants_another(made, chair)
    answer = Visitor(webapp).post(f"{made.at('audience')}/next")
    assert answer.location == f"/g/{made.name}2/audience"
    assert not answer.all("set-cookie")
    assert Visitor(webapp).get(answer.location).status == 200


def test_points_are_written_as_people_write_them() -> None:
    assert [points(won) for won in (0, 0.5, 1, 1.5, 10)] == ["0", "½", "1", "1½", "10"]


def test_a_draw_is_half_a_point_each() -> None:
    drawn = Series(1).with_game(None).with_game(BLACK)
    assert (drawn.black, drawn.white) == (1.5, 0.5)
    assert Series.of("abcdefghijkl2", drawn.next_terms()) == Series(2, 0.5, 1.5)
    assert Series.of("abcdefghijkl", {}).with_game(WHITE) == Series(1, 0, 1)
