"""Another game with colours swapped: the second of a match, a rematch that both want, and the score."""

import re

import pytest

from tests.web.test_bad_input import refused
from tests.web.wire import House, Made, Visitor, make
from yurei.club import club
from yurei.club.game.series import Series, points
from yurei.rules.board import BLACK, WHITE


def wants_another(made: Made, chair: str) -> str:
    """Ask for the next game; where that leads."""
    answer = made.seats[chair].post(f"{made.at(chair)}/next")
    assert answer.status == 303
    return answer.location


def score(made: Made, address: str, chair: str) -> str | None:
    """The score as somebody reads it."""
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


def test_neither_one_side_alone_nor_a_spectator_starts_a_rematch(made: Made) -> None:
    made.act("black", "resign")
    for chair in ("black", "black", "referee", "audience"):
        assert wants_another(made, chair) == made.at(chair)
    assert list(made.house.games()) == [made.name]


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
    second = Made(made.house, f"{made.name}2", made.host, {"black": made.seats["white"], "white": made.seats["black"]})
    begun = "Game 2 of a series. Score: Black (Shonagon) 1, White (Ota) 0."
    assert score(second, second.at("white"), "white") == begun
    second.act("black", "resign")
    assert score(second, second.at("white"), "white") == begun.replace("(Ota) 0", "(Ota) 1")
    for chair in ("white", "black"):
        wants_another(second, chair)
    third = f"/g/{made.name}3/black"
    assert score(made, third, "black") == "Game 3 of a series. Score: Black (Ota) 1, White (Shonagon) 1."
    made.house.forget_games()
    assert score(made, third, "black") == "Game 3 of a series. Score: Black (Ota) 1, White (Shonagon) 1."


def test_the_second_game_of_a_match_needs_one_side_only_and_its_score_is_shown(house: House) -> None:
    made = make(house, ruleset="alter-igo", width="3", two_game_match="true")
    made.act("black", "resign")
    assert score(made, made.at("black"), "black") == "Game 1 of a series. Score: Black 0, White 1."
    assert wants_another(made, "audience") == made.at("audience"), "who watches waits for the players"
    assert wants_another(made, "white") == f"/g/{made.name}2/black"
    assert "data-goes" not in made.part("black"), "he looks at the board first"
    assert wants_another(made, "black") == f"/g/{made.name}2/white"
    second = Made(house, f"{made.name}2", made.host, {"black": made.seats["white"], "white": made.seats["black"]})
    second.act("black", "resign")
    page = second.part("white")
    assert "The match is a tie." in page
    assert "Score: Black 1, White 1." in page
    assert "Rematch, colours swapped" in page, "then a new match by agreement"
    assert wants_another(second, "white") == second.at("white")
    assert wants_another(second, "black") == f"/g/{made.name}3/white"
    third = Made(house, f"{made.name}3", made.host, made.seats)
    third.act("black", "resign")
    assert "The second game, colours swapped" in made.seats["black"].fragment(third.at("black")).text


def test_there_is_no_next_game_with_a_deleted_player(made: Made) -> None:
    made.act("black", "resign")
    assert wants_another(made, "black") == made.at("black")
    made.seats["black"].post("/you/delete", {"sure": "yes"})
    left = "a player has left for good; create a new game"
    assert left in refused(made.seats["white"].post(f"{made.at('white')}/next"), 409)
    assert left in refused(made.act("white", "rematch"), 409)
    assert list(made.house.games()) == [made.name]


def test_a_series_has_no_more_games_in_a_while_than_one_person_can_make(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(club, "MOST", 3)
    maker = Visitor(house)
    table = maker.post("/games", {"width": "3", "opponent": "solo"}).location

    def next_one() -> str:
        maker.send(table, {"do": "resign"})
        return maker.post(f"{table}/next").location

    for number in (2, 3):
        table = next_one()
        assert f"{number}/" in table
    maker.send(table, {"do": "resign"})
    assert "wait a while" in refused(maker.post(f"{table}/next"), 429)
    house.waits(club.WITHIN.total_seconds())
    for number in (4, 5, 6):
        table = next_one()
        assert f"{number}/" in table
    maker.send(table, {"do": "resign"})
    assert "wait a while" in refused(maker.post(f"{table}/next"), 429)


def test_the_program_never_says_no_to_a_rematch(house: House) -> None:
    maker = Visitor(house)
    table = maker.post("/games", {"width": "3", "opponent": "yurei"}).location
    maker.send(table, {"do": "resign"})
    answer = maker.post(f"{table}/next")
    assert answer.location == table.replace("/black", "2/white")
    page = maker.fragment(answer.location).text
    assert "Black has moved" in page or "Black passes" in page, "and begins"
    assert "Black (Simple) " not in page or "White" in page


def test_four_people_have_a_rematch_too(house: House) -> None:
    made = make(house, width="3", opponent="rengo", colour="black")
    made.act("black-1", "resign")
    assert wants_another(made, "black-2") == made.at("black-2")
    assert wants_another(made, "white-1") == f"/g/{made.name}2/black-1"
    assert wants_another(made, "black-1") == f"/g/{made.name}2/white-1"
    assert wants_another(made, "white-2") == f"/g/{made.name}2/black-2"


def test_one_person_alone_needs_to_ask_nobody(house: House) -> None:
    for opponent in ("solo", "one-device"):
        maker = Visitor(house)
        table = maker.post("/games", {"width": "3", "opponent": opponent}).location
        if opponent == "one-device":
            maker.send(f"{table}/lift", {"seat": "black"})
        maker.send(table, {"do": "resign"})
        assert maker.post(f"{table}/next").location == table.replace(f"/{opponent}", f"2/{opponent}")


@pytest.mark.parametrize("opponent", ["solo", "one-device"])
def test_on_one_device_the_score_is_by_the_colours_of_the_first_game(house: House, opponent: str) -> None:
    maker = Visitor(house)
    table = maker.post("/games", {"width": "3", "opponent": opponent}).location
    maker.send(table, {"do": "resign", "at": "white"})
    following = maker.post(f"{table}/next").location
    maker.send(following, {"do": "resign", "at": "black"})
    assert "Score: White of game 1: 0, Black of game 1: 2." in maker.fragment(following).text
    third = maker.post(f"{following}/next").location
    maker.send(third, {"do": "resign", "at": "black"})
    assert "Score: Black of game 1: 2, White of game 1: 1." in maker.fragment(third).text


def test_the_maker_of_a_game_can_invite_to_the_next_too(house: House) -> None:
    maker, friend = Visitor(house), Visitor(house)
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
    passer_by = Visitor(made.house)
    for what in ("next", "along"):
        answer = passer_by.post(f"{made.at('window')}/{what}")
        assert refused(answer, 403)
        assert not answer.all("set-cookie")
    assert list(made.house.games()) == [made.name]


def test_a_public_rematch_is_open_to_spectators_without_a_key(house: House) -> None:
    made = make(house, width="5", watching="everybody")
    made.act("black", "resign")
    for chair in ("black", "white"):
        wants_another(made, chair)
    answer = Visitor(house).post(f"{made.at('audience')}/next")
    assert answer.location == f"/g/{made.name}2/audience"
    assert not answer.all("set-cookie")
    assert Visitor(house).get(answer.location).status == 200


def test_points_are_written_as_people_write_them() -> None:
    assert [points(won) for won in (0, 0.5, 1, 1.5, 10)] == ["0", "½", "1", "1½", "10"]


def test_a_draw_is_half_a_point_each() -> None:
    drawn = Series(1).with_game(None).with_game(BLACK)
    assert (drawn.black, drawn.white) == (1.5, 0.5)
    assert Series.of("abcdefghijkl2", drawn.next_terms()) == Series(2, 0.5, 1.5)
    assert Series.of("abcdefghijkl", {}).with_game(WHITE) == Series(1, 0, 1)
