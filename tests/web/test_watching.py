"""Who may watch, what he hears and sees, and the table that both players open."""

import re

from tests.web.wire import House, Made, Visitor, make


def watched(house: House, who: str) -> Made:
    made = make(house, width="3", watching=who)
    made.act("black", "stone", "B2")
    return made


def test_everybody_finds_and_hears_a_game_that_everybody_may_watch(house: House) -> None:
    made, stranger = watched(house, "everybody"), Visitor(house)
    watched(house, "link")
    text = stranger.get("/watch").text
    assert re.findall(r'href="(/g/[^"]*)"', text) == [made.at("audience")]
    assert "Black has moved, White to play." in text
    heard = stranger.get(made.at("audience"))
    assert (heard.status, "black stone" in heard.text) == (200, False)
    assert stranger.get(made.at("black")).status == 403


def test_where_nobody_may_watch_there_is_no_audience(house: House) -> None:
    made = watched(house, "nobody")
    assert "audience" not in made.seats
    assert Visitor(house).get(made.at("audience")).status == 403
    assert "/join/audience/" not in made.host.get(f"/g/{made.name}/links").text
    assert "Reveal the board" not in made.part("black")
    assert made.act("black", "open").status == 422


def test_the_table_is_open_only_once_all_players_have_opened_it(house: House) -> None:
    made = watched(house, "link")
    socket = made.seats["audience"].listen(made.at("audience") + "/live")
    made.act("black", "open")
    for chair in ("black", "white", "audience", "referee"):
        assert "Black agreed to reveal the board" in made.part(chair)
    assert "black stone" not in made.part("audience")
    assert made.act("black", "open").text == "you have already agreed to reveal the board; this cannot be undone"
    made.act("white", "open")
    for chair in ("black", "white", "audience", "referee"):
        assert "The board is revealed" in made.part(chair)
    assert "B2, black stone" in socket.frames[-1]
    assert "B2, black stone" not in made.part("white")
    house.rewind(made.name, house.happened(made.name))
    assert "B2, black stone" in made.part("audience"), "it stays open after a restart"


def test_on_one_device_each_side_opens_the_table_for_itself(house: House) -> None:
    maker = Visitor(house)
    table = maker.post("/games", {"opponent": "one-device", "width": "3", "watching": "everybody"}).location
    audience = table.replace("/one-device", "/audience")

    def takes_his_turn(seat: str, point: str) -> None:
        maker.post(f"{table}/lift", {"seat": seat})
        assert maker.post(table, {"do": "open"}).status == 303
        assert maker.post(table, {"do": "stone", "at": point}).status == 303

    takes_his_turn("black", "B2")
    assert "B2, black stone" not in Visitor(house).get(audience).text
    takes_his_turn("white", "A1")
    assert "B2, black stone" in Visitor(house).get(audience).text


def test_the_referee_sees_no_pencil_before_the_end(house: House) -> None:
    made = watched(house, "link")
    made.let_the_referee_see()
    socket = made.seats["referee"].listen(made.at("referee") + "/live")
    made.act("black", "pencil-white", "A1")
    assert "pencil" not in made.part("referee")
    assert len(socket.frames) == 1


def test_the_projector_shows_the_board_of_its_chair(house: House) -> None:
    made = watched(house, "link")
    made.let_the_referee_see()
    assert "black stone" not in made.page("audience", "/projector")
    assert "B2, black stone" in made.page("referee", "/projector")
    assert made.seats["black"].get(made.at("black") + "/projector").status == 403
