"""Questions between players: takebacks, and rematches in a series."""

import random
import re

import pytest

from tests.web.programs import duel
from tests.web.test_bad_input import refused
from tests.web.wire import Made, Visitor, WebApp, make, start_game
from yurei import records
from yurei.clocks.controls import TimeLeft
from yurei.club import club
from yurei.club.game import game as games
from yurei.club.game.series import Series, format_points
from yurei.referee.plain import view_to_bytes
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
    open_game.act("black", "takeback")
    assert "Waiting for the opponent’s answer" in open_game.part()
    assert "Black requests a takeback." in open_game.part("white")
    assert stones(open_game.part()) == {"C3, black", "D4, white"}, "nothing has happened yet"
    assert open_game.act("black", "takeback-accept").status == 422, "nobody answers their own request"
    open_game.act("white", "takeback-accept")
    for chair in ("black", "white", "audience", "referee"):
        assert stones(open_game.part(chair)) == set(), chair
    assert "A move was taken back" in open_game.part("white")
    assert open_game.act("black", "takeback").text == "you have no move to take back"
    assert open_game.act("black", "takeback-accept").text == "your opponent has not requested a takeback"
    assert open_game.act("white", "stone", "D4").status == 409, "it is Black's turn again"
    open_game.act("black", "stone", "B2")
    assert stones(open_game.part("white")) == {"B2, black"}
    assert "A move was taken back" not in open_game.part("white")


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
    for seat, do in (("white", "takeback"), ("black", "takeback-decline"), ("white", "offer")):
        made.act(seat, do)
    for chair in ("black", "white"):
        assert takeback not in made.part(chair)
    made.act("black", "decline")
    assert draw in made.part("white")
    made.act("black", "stone", "A1")
    for seat, do in (("white", "offer"), ("black", "decline"), ("black", "takeback")):
        made.act(seat, do)
    for chair in ("black", "white"):
        assert "takeback" in made.part(chair)
        assert draw not in made.part(chair)


@pytest.mark.parametrize("referee", ["common", "hamburg", "kriegspiel", "fog"])
def test_a_referee_that_hides_stones_allows_no_takeback(webapp: WebApp, referee: str) -> None:
    made = make(webapp, width="5", referee=referee)
    made.act("black", "stone", "C3")
    for chair in made.seats:
        made.part(chair)  # now all are connected
    before = {chair: made.part(chair) for chair in made.seats}
    answer, sentence = made.act("black", "takeback"), "this referee allows no takebacks: announcements cannot be undone"
    assert (answer.status, answer.text) == (422, sentence)
    assert {chair: made.part(chair) for chair in made.seats} == before
    assert "takeback" not in before["black"]
    assert "announcements cannot be undone" in made.host.get("/learn/referees").text


@pytest.mark.parametrize("ruleset", ["go", "no-seki-go"])
def test_takebacks_restore_the_table_as_if_the_moves_had_not_been_made(
    webapp: WebApp, monkeypatch: pytest.MonkeyPatch, ruleset: str
) -> None:
    monkeypatch.setattr(games, "KEPT_EVERY", 3)
    person, table = start_game(webapp, opponent="solo", referee="open", width="4", ruleset=ruleset)
    chance, name = random.Random(5), table.split("/")[2]
    for _ in range(60):
        do = chance.choices(("takeback", "stone", "ghost" if ruleset == "no-seki-go" else "stone"), (2, 4, 1))[0]
        person.send(
            table, {"do": do, "at": f"{chance.choice('ABCD')}{chance.randint(1, 4)}" if do != "takeback" else ""}
        )
        held = webapp.club.games._games[name]
        fresh = Table.of(held.settings)
        for each in held.judged:
            fresh.attempt(each.seat, each.verdict.attempt)
        for seat in ("black", "white", "audience"):
            assert view_to_bytes(held.view(seat)) == view_to_bytes(fresh.view(seat))
        assert (held.to_move, held.moves) == (fresh.to_move, sum(each.verdict.accepted for each in held.judged))
    again = webapp.run(webapp.club.games._rebuild(name))
    assert [each.verdict.attempt for each in again.judged] == [each.verdict.attempt for each in held.judged]
    assert view_to_bytes(again.view("black")) == view_to_bytes(held.view("black"))


@pytest.mark.parametrize("opponent", [{"opponent": "yurei", "program": "simple"}, {"opponent": "solo"}], ids=str)
def test_takebacks_against_a_program_or_alone_need_no_agreement_and_gain_no_time(
    webapp: WebApp, opponent: dict[str, str]
) -> None:
    person, table = start_game(webapp, **opponent, referee="open", width="5", clock="1+30")
    name, alone = table.split("/")[2], opponent["opponent"] == "solo"
    for point in ("C3", "D4") if alone else ("C3",):
        person.send(table, {"do": "stone", "at": point})
    assert alone or "Take back the last move" in person.fragment(table).text
    webapp.waits(10)
    before, shown = left(webapp, name), stones(person.fragment(table).text)
    for _ in range(4):
        person.send(table, {"do": "stone", "at": "B2"})
        person.send(table, {"do": "takeback"})
        assert left(webapp, name) == before
    assert stones(person.fragment(table).text) == shown
    person.send(table, {"do": "takeback"})
    assert stones(person.fragment(table).text) == ({"C3, black"} if alone else set())
    if not alone:
        text = person.fragment(table).text
        assert ("Your turn" in text, "white stone" in text) == (True, False)


def test_the_record_and_a_restart_have_only_the_remaining_moves(webapp: WebApp, open_game: Made) -> None:
    open_game.act("white", "stone", "C3")
    open_game.act("white", "takeback")
    open_game.act("black", "takeback-accept")
    assert stones(open_game.part()) == {"C3, black"}, "the opponent's move stays"
    open_game.act("white", "stone", "E5")
    before = open_game.part()
    webapp.rewind(open_game.name, webapp.happened(open_game.name))
    assert open_game.part() == before
    open_game.act("black", "resign")
    assert open_game.act("black", "takeback").status == 409, "a resignation cannot be taken back"
    record = records.read(open_game.page("black", "/record"))
    tried = [(entry.attempt.text(record.settings.size), entry.accepted) for entry in record.entries]  # type: ignore[union-attr]
    assert tried == [("C3", True), ("E5", True), ("resign", True)]
    table = Table.of(record.settings, record.setup)
    list(records.replay(record, table))
    assert table.reveal().board == webapp.held[open_game.name].reference


def left(webapp: WebApp, name: str) -> tuple[TimeLeft, TimeLeft]:
    """What both have left on their clocks."""

    async def faces() -> tuple[TimeLeft, TimeLeft]:
        async with webapp.club.games.game(name) as game:
            black, white = game.clocks.clock_states()
            return black.left, white.left

    return webapp.run(faces())


@pytest.mark.parametrize("clock", ["1+30", "0.5+5/60", "0.5+3x20(b)", "50/move"])
@pytest.mark.parametrize("plies", [1, 2])
def test_moves_made_and_taken_back_over_and_over_gain_no_time(webapp: WebApp, clock: str, plies: int) -> None:
    made, other = (make(webapp, width="5", referee="open", clock=clock) for _ in range(2))
    for each in (made, other):
        each.play("C3 D4")
    webapp.waits(35)
    before = left(webapp, made.name)
    for _ in range(3):
        made.play("B2 E5" if plies == 2 else "B2")
        made.act("black", "takeback")
        assert made.act("white", "takeback-accept").status == 200
        assert left(webapp, made.name) == before
    webapp.rewind(made.name, webapp.happened(made.name))
    assert left(webapp, made.name) == before, "the same after a restart"
    for each in (made, other):
        each.act("black", "stone", "B2")
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
    sentence = "a clock has too little time for that: what a move gained is taken back with it"
    assert refused(made.act("black", "takeback-accept"), 422) == sentence
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
    assert [(heard["n"], heard["try"]["point"]) for heard in seen["heard"]] == [(1, "E5")]
    assert seen["number"] > since


def wants_another(made: Made, chair: str) -> str:
    answer = made.seats[chair].post(f"{made.at(chair)}/next")
    assert answer.status == 303
    return answer.location


def score(made: Made) -> str | None:
    found = re.search(r'<p id="score">(.*?)</p>', made.part("black"))
    return re.sub("<.*?>", "", found[1]) if found else None


def test_a_rematch_begins_when_the_other_accepts_and_both_go_there(made: Made) -> None:
    made.act("black", "resign")
    ear = made.seats["black"].listen(made.at("black") + "/live")
    assert wants_another(made, "black") == made.at("black"), "he waits"
    assert "it begins when the opponent accepts" in made.part("black")
    assert "data-goes" not in ear.frames[-1]
    assert "Accept the rematch" in made.part("white")
    assert wants_another(made, "white") == f"/g/{made.name}2/black"
    assert "data-goes" in made.part("black")
    assert "data-goes" in ear.frames[-1], "who waits hears of it at once"
    assert wants_another(made, "black") == f"/g/{made.name}2/white"
    assert "Your turn: you are Black." in made.seats["white"].fragment(f"/g/{made.name}2/black").text
    for chair in ("referee", "audience"):
        assert wants_another(made, chair) == f"/g/{made.name}2/{chair}", "who watches comes along"
        assert made.seats[chair].fragment(f"/g/{made.name}2/{chair}").status == 200


def test_a_declined_rematch_is_said_to_who_offered_it_and_can_be_offered_again(made: Made) -> None:
    made.act("black", "resign")
    assert "no rematch was offered to you" in refused(made.act("white", "rematch-decline"), 422)
    for _ in range(2):
        wants_another(made, "black")
        assert "Accept the rematch" in made.part("white")
        assert made.act("black", "rematch-decline").status == 200, "who has offered it withdraws it"
        assert "Rematch, colours swapped" in made.part("black")
        assert not re.search("Accept the rematch|declined", made.part("white"))
    wants_another(made, "black")
    ear = made.seats["black"].listen(made.at("black") + "/live")
    assert made.act("white", "rematch-decline").status == 200
    assert "The rematch was declined." in ear.frames[-1]
    for chair in ("black", "white"):
        assert "Rematch, colours swapped" in made.part(chair)
    assert wants_another(made, "white") == made.at("white"), "Black is asked now"
    assert "declined" not in made.part("black")
    assert wants_another(made, "black") == f"/g/{made.name}2/white"
    assert "no rematch was offered to you" in refused(made.act("black", "rematch-decline"), 422), "it has begun"


def test_one_side_alone_or_a_spectator_starts_no_rematch(made: Made) -> None:
    made.act("black", "resign")
    for chair in ("black", "black", "referee", "audience"):
        assert wants_another(made, chair) == made.at(chair)
    assert list(made.webapp.games()) == [made.name]


def test_there_is_no_next_game_before_this_one_has_ended_and_is_counted(made: Made) -> None:
    for tries in ("", "pass pass"):
        made.play(tries)
        for chair in ("black", "white", "referee", "audience"):
            assert "once this game has ended" in refused(made.seats[chair].post(f"{made.at(chair)}/next"), 409)
    assert "once this game has ended" in refused(made.act("black", "rematch"), 409)


def following(made: Made, number: int = 2) -> Made:
    """A later game of a series, in which both have other colours where its number is even."""
    black, white = made.seats["black"], made.seats["white"]
    seats = {"black": white, "white": black} if number % 2 == 0 else made.seats
    return Made(made.webapp, f"{made.name}{number}", made.host, seats)


def test_the_score_of_a_series_follows_the_people_not_the_colours(made: Made) -> None:
    made.seats["black"].post("/you", {"nickname": "Ota"})
    made.seats["white"].post("/you", {"nickname": "Shonagon"})
    assert score(made) is None, "a single game has none"
    made.act("black", "resign")
    for chair in ("black", "white"):
        wants_another(made, chair)
    second, third = following(made), following(made, 3)
    begun = "Game 2 of a series. Score: Black (Shonagon) 1, White (Ota) 0."
    assert score(second) == begun
    second.act("black", "resign")
    assert score(second) == begun.replace("(Ota) 0", "(Ota) 1")
    for chair in ("white", "black"):
        wants_another(second, chair)
    for _ in range(2):
        assert score(third) == "Game 3 of a series. Score: Black (Ota) 1, White (Shonagon) 1."
        made.webapp.forget_games()


def test_the_second_game_of_a_match_needs_one_side_only_and_its_score_is_shown(webapp: WebApp) -> None:
    made = make(webapp, ruleset="alter-igo", width="3", two_game_match="true")
    made.act("black", "resign")
    assert score(made) == "Game 1 of a series. Score: Black 0, White 1."
    assert wants_another(made, "audience") == made.at("audience"), "who watches waits for the players"
    assert wants_another(made, "white") == f"/g/{made.name}2/black"
    assert "data-goes" not in made.part("black"), "he looks at the board first"
    assert wants_another(made, "black") == f"/g/{made.name}2/white"
    second, third = following(made), following(made, 3)
    second.act("black", "resign")
    page = second.part("white")
    for words in ("The match is a tie.", "Score: Black 1, White 1.", "Rematch, colours swapped"):
        assert words in page, "then a new match by agreement"
    assert wants_another(second, "white") == second.at("white")
    assert wants_another(second, "black") == f"/g/{made.name}3/white"
    third.act("black", "resign")
    assert "The second game, colours swapped" in third.part("black")


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
    for numbers in ((2, 3), (4, 5, 6)):
        for number in numbers:
            maker.send(table, {"do": "resign"})
            table = maker.post(f"{table}/next").location
            assert f"{number}/" in table
        maker.send(table, {"do": "resign"})
        assert "wait a while" in refused(maker.post(f"{table}/next"), 429)
        webapp.waits(club.WITHIN.total_seconds())


def test_a_program_accepts_every_rematch(webapp: WebApp) -> None:
    maker, table = start_game(webapp, width="3", opponent="yurei", program="simple")
    maker.send(table, {"do": "resign"})
    answer = maker.post(f"{table}/next")
    assert answer.location == table.replace("/black", "2/white")
    assert re.search("Black has moved|Black passes", maker.fragment(answer.location).text), "and begins"


def test_four_people_have_a_rematch_too(webapp: WebApp) -> None:
    made = make(webapp, width="3", opponent="rengo", colour="black")
    made.act("black-1", "resign")
    assert wants_another(made, "black-2") == made.at("black-2")
    assert wants_another(made, "white-1") == f"/g/{made.name}2/black-1"
    assert wants_another(made, "black-1") == f"/g/{made.name}2/white-1"
    assert wants_another(made, "white-2") == f"/g/{made.name}2/black-2"


@pytest.mark.parametrize("opponent", ["solo", "one-device"])
def test_on_one_device_a_rematch_needs_no_agreement_and_the_score_is_by_the_colours_of_the_first_game(
    webapp: WebApp, opponent: str
) -> None:
    maker, table = start_game(webapp, width="3", opponent=opponent)
    maker.send(table, {"do": "resign", "at": "white"})
    second, third = (table.replace(f"/{opponent}", f"{number}/{opponent}") for number in (2, 3))
    for before, after, score in (
        (table, second, "Score: White of game 1: 0, Black of game 1: 2."),
        (second, third, "Score: Black of game 1: 2, White of game 1: 1."),
    ):
        assert maker.post(f"{before}/next").location == after
        maker.send(after, {"do": "resign", "at": "black"})
        assert score in maker.fragment(after).text


def test_the_maker_of_a_game_can_invite_to_the_next_too(webapp: WebApp) -> None:
    maker, table = start_game(webapp, width="3")
    friend, game = Visitor(webapp), table.split("/")[2]
    friend.post(maker.links(game)["white"])
    maker.send(table, {"do": "resign"})
    friend.post(f"/g/{game}/white/next")
    maker.post(f"{table}/next")
    assert "audience" in maker.links(f"{game}2")


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
    assert [format_points(won) for won in (0, 0.5, 1, 1.5, 10)] == ["0", "½", "1", "1½", "10"]


def test_a_draw_is_half_a_point_each() -> None:
    drawn = Series(1).with_game(None).with_game(BLACK)
    assert (drawn.black, drawn.white) == (1.5, 0.5)
    assert Series.of("abcdefghijkl2", drawn.next_terms()) == Series(2, 0.5, 1.5)
    assert Series.of("abcdefghijkl", {}).with_game(WHITE) == Series(1, 0, 1)
