"""Spectators and the referee's chair: who may watch, what they hear and see, and who lets the referee see the board."""

import re

import pytest

from tests.web.test_bad_input import refused
from tests.web.wire import Made, Visitor, WebApp, make, start_game
from yurei.apps.web.parts import fields
from yurei.club.game.audience import BoardConsent
from yurei.club.model.secrets import link_secret

STONE = "B2, black stone"
ASKS = "sees no more than spectators until all players agree"
PAGES = ("", "/projector", "/heard")


def watched(webapp: WebApp, who: str, **wish: str) -> Made:
    made = make(webapp, width="3", watching=who, **wish)
    made.act("black", "stone", "B2")
    return made


@pytest.fixture
def made(webapp: WebApp) -> Made:
    return watched(webapp, "link")


def test_a_list_without_games_leads_to_the_lobby(webapp: WebApp) -> None:
    assert 'class="button" href="/lobby"' in Visitor(webapp).get("/watch").text


def test_everybody_finds_and_hears_a_game_that_everybody_may_watch(webapp: WebApp) -> None:
    made, stranger = watched(webapp, "everybody"), Visitor(webapp)
    watched(webapp, "link")
    text = stranger.get("/watch").text
    assert re.findall(r'href="(/g/[^"]*)"', text) == [made.at("audience")]
    assert "Black has moved, White to play." in text
    heard = stranger.get(made.at("audience"))
    assert (heard.status, "black stone" in heard.text) == (200, False)
    assert stranger.get(made.at("black")).status == 403


def test_a_game_closed_to_spectators_has_no_audience(webapp: WebApp) -> None:
    made = watched(webapp, "nobody")
    assert "audience" not in made.seats
    assert Visitor(webapp).get(made.at("audience")).status == 403
    assert "/join/audience/" not in made.host.get(f"/g/{made.name}/links").text
    assert "Reveal the board" not in made.part("black")
    assert made.act("black", "open").status == 422


def test_the_table_is_open_only_once_all_players_have_opened_it(made: Made) -> None:
    socket = made.seats["audience"].listen(made.at("audience") + "/live")
    made.act("black", "open")
    for chair in ("black", "white", "audience", "referee"):
        assert "Black agreed to reveal the board" in made.part(chair)
    assert "black stone" not in made.part("audience")
    assert made.act("black", "open").text == "you have already agreed to reveal the board; this cannot be undone"
    made.act("white", "open")
    for chair in ("black", "white", "audience", "referee"):
        assert "The board is revealed" in made.part(chair)
    assert STONE in socket.frames[-1]
    assert STONE not in made.part("white")
    made.webapp.rewind(made.name, made.webapp.happened(made.name))
    assert STONE in made.part("audience"), "it stays open after a restart"


def test_each_side_on_one_device_reveals_the_board_for_itself(webapp: WebApp) -> None:
    maker, table = start_game(webapp, opponent="one-device", width="3", watching="everybody")
    audience = table.replace("/one-device", "/audience")

    def takes_his_turn(seat: str, point: str) -> None:
        maker.post(f"{table}/lift", {"seat": seat})
        assert maker.post(table, {"do": "open"}).status == 303
        assert maker.post(table, {"do": "stone", "at": point}).status == 303

    takes_his_turn("black", "B2")
    assert STONE not in Visitor(webapp).get(audience).text
    takes_his_turn("white", "A1")
    assert STONE in Visitor(webapp).get(audience).text


def test_the_referee_sees_no_pencil_before_the_end(made: Made) -> None:
    made.admit_referee()
    socket = made.seats["referee"].listen(made.at("referee") + "/live")
    made.act("black", "pencil-white", "A1")
    assert "pencil" not in made.part("referee")
    assert len(socket.frames) == 1


def test_the_projector_shows_the_board_of_its_chair(made: Made) -> None:
    made.admit_referee()
    assert "black stone" not in made.page("audience", "/projector")
    assert STONE in made.page("referee", "/projector")
    assert made.seats["black"].get(made.at("black") + "/projector").status == 403


def seen_by_the_referee(made: Made) -> bool:
    return any(STONE in made.seats["referee"].get(made.at("referee") + page).text for page in PAGES)


def test_the_referee_sees_the_board_once_all_players_allow_it(made: Made) -> None:
    socket = made.seats["referee"].listen(made.at("referee") + "/live")
    for sentence in ("The boards stay hidden until all players agree.", "You will see the whole board once all"):
        assert sentence in made.part("referee")
    assert "The boards stay hidden until the end." in made.part("audience")
    for chair in ("black", "white", "audience"):
        assert ASKS in made.page(chair)
        assert ("Yes, show the board to the referee" in made.page(chair)) is (chair != "audience")
    assert not seen_by_the_referee(made)
    assert made.act("black", "admit").status == 200
    assert not seen_by_the_referee(made)
    for chair in made.seats:
        words = "You have agreed to show the board to the referee. Waiting for White."
        assert (words if chair == "black" else "Agreed so far: Black.") in made.page(chair)
    assert not any(STONE in frame for frame in socket.frames)
    assert made.act("white", "admit").status == 200
    assert seen_by_the_referee(made)
    assert STONE in socket.frames[-1]
    for chair in ("black", "white", "audience"):
        assert "The referee sees the whole board." in made.page(chair)


def test_the_referee_who_sees_the_board_is_told_of_captures_that_nobody_announces(webapp: WebApp) -> None:
    made = watched(webapp, "link", referee="kriegspiel")
    for seat, point in (("white", "A1"), ("black", "A2"), ("white", "C3"), ("black", "B1")):
        assert made.act(seat, "stone", point).status == 200
    lost = r"<dt>stones lost</dt><dd>(?:<[^>]*>)?([?\d]+)"
    assert "captures 1" not in made.part("referee")
    assert re.findall(lost, made.part("referee")) == ["?", "?"]
    made.admit_referee()
    assert "Black: B1, captures 1" in re.sub("<[^>]*>", "", made.part("referee"))
    assert re.findall(lost, made.part("referee")) == ["0", "1"]
    assert re.findall(lost, made.part("audience")) == ["?", "?"]
    made.act("black", "open")
    made.act("white", "open")
    assert re.findall(lost, made.part("audience")) == ["0", "1"]


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ({"opponent": "friend"}, "and see the board once all players agree."),
        ({"opponent": "friend", "referee": "open"}, "and see everything."),
        ({"opponent": "yurei"}, "and see everything."),
    ],
)
def test_who_is_the_referee_is_told_when_they_see_the_board(
    webapp: WebApp, wish: dict[str, str], sentence: str
) -> None:
    host, path = start_game(webapp, colour="referee", width="5", **wish)
    asked = fields.NewGameForm.read({"colour": "referee", **wish}).plan()
    assert f"You are the referee, {sentence}" in fields.describe_plan(asked, "en")
    if wish == {"opponent": "friend"}:
        invited = Visitor(webapp).get(host.links(path.split("/")[2])["black"]).text
        assert "Referee: <bdi>Guest" in invited
        assert ASKS in invited


def test_consent_to_the_referee_is_given_once_by_players_and_only_to_a_taken_seat(made: Made, webapp: WebApp) -> None:
    assert made.act("black", "admit").status == 200
    assert "this cannot be undone" in refused(made.act("black", "admit"), 422)
    for chair in ("referee", "audience"):
        assert "only the players can play" in made.act(chair, "admit").text
    alone, table = start_game(webapp, colour="black", width="3")
    assert "the referee’s seat is empty" in alone.send(table, {"do": "admit"}).text


def test_an_open_game_needs_no_consent_to_the_referee(webapp: WebApp) -> None:
    made = watched(webapp, "link", referee="open")
    assert seen_by_the_referee(made)
    assert "everybody sees the board here" in made.act("white", "admit").text


@pytest.mark.parametrize("referee", ["common", "olympiad"])
def test_a_program_never_lets_a_friend_of_its_opponent_see(webapp: WebApp, referee: str) -> None:
    form = {"opponent": "yurei", "program": "uniform", "colour": "black", "width": "3", "referee": referee}
    person, table = start_game(webapp, **form)
    friend = Visitor(webapp)
    assert friend.post(person.links(table.split("/")[2])["referee"]).status == 303
    assert "does not agree" in refused(person.send(table, {"do": "admit"}), 422)
    person.send(table, {"do": "stone", "at": "B2"})
    seen = friend.get(table.replace("/black", "/referee")).text
    assert STONE not in seen
    assert "does not agree that somebody sees its board" in seen


@pytest.mark.parametrize(("programs", "shown"), [((), False), (("black",), False), (("black", "white"), True)])
def test_the_referee_sees_the_board_without_consent_only_where_programs_alone_play(
    programs: tuple[str, ...], shown: bool
) -> None:
    assert BoardConsent(frozenset({"black", "white"}), frozenset(programs), sees=False).shown is shown


def test_a_player_who_has_played_the_first_game_of_a_match_does_not_referee_the_second(webapp: WebApp) -> None:
    made = make(webapp, width="3", two_game_match="true", colour="black")
    made.act("black", "resign")
    made.seats["black"].post(f"{made.at('black')}/next", {})
    second = f"{made.name}2"
    # Both chairs are somebody else's now.
    webapp.execute("UPDATE chairs SET key = NULL WHERE game = ? AND name IN ('white', 'referee')", second)
    webapp.club.games.drop(second)
    link = link_secret(made.host.cookies[f"yurei-{made.name}-host"], "referee")
    answer = made.seats["black"].post(f"/g/{second}/join/referee/{link}")
    assert "already has another seat" in refused(answer, 403)
