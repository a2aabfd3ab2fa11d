"""A second device with the same name and seats; and how somebody is forgotten."""

import re
from pathlib import Path

import pytest

from tests.web.test_bad_input import DiskFull, refused
from tests.web.test_people import seat
from tests.web.test_you import again, duel, turns, words
from tests.web.wire import House, Visitor
from yurei.apps.web.shell.cookies import PERSON
from yurei.club.model.secrets import digest

NAME = "Sei Shonagon"


def link_of(visitor: Visitor) -> str:
    """The link by which another device gets his name and seats."""
    answer = visitor.post("/you/along")
    found = re.search(r'value="http://yurei\.example(/you/along/[^"]*)"', answer.text)
    assert found
    return found[1]


def kept(folder: Path) -> bytes:
    """All that a server has written down."""
    return b"".join(path.read_bytes() for path in folder.iterdir())


# Two devices.


def test_both_devices_play_on_the_same_seats(library: House) -> None:
    black, white, game = duel(library)
    white.post("/you", {"nickname": NAME})
    phone, link = Visitor(library), link_of(white)
    assert white.cookies[PERSON] not in link
    assert f"“{NAME}”" in phone.get(link).text
    assert PERSON not in phone.cookies, "looking at a link uses nothing up"
    assert phone.post(link).location == "/you"
    black.send(f"/g/{game}/black", {"do": "stone", "at": "A1"})
    assert (turns(white), turns(phone)) == (1, 1)
    assert phone.send(f"/g/{game}/white", {"do": "stone", "at": "E5"}).status == 200
    assert "E5, white stone" in white.get(f"/g/{game}/white").text


def test_the_link_opens_once_the_newest_alone_and_not_for_long(library: House) -> None:
    _, white, _ = duel(library)
    older, newer = link_of(white), link_of(white)
    for visitor in (Visitor(library), white):
        assert "no longer" in refused(visitor.get(older), 403)
        assert "no longer" in refused(visitor.post(older), 403)
    assert Visitor(library).post(newer).status == 303
    assert "no longer" in refused(Visitor(library).post(newer), 403)
    late = link_of(white)
    library.waits(599)
    assert Visitor(library).get(late).status == 200
    library.waits(1)
    assert "no longer" in refused(Visitor(library).post(late), 403)


def test_a_browser_that_plays_itself_is_not_handed_over(library: House) -> None:
    black, white, game = duel(library)
    black.send(f"/g/{game}/black", {"do": "stone", "at": "C3"})
    link = link_of(white)  # White sends it to Black: it must not show him Black's board
    assert "own name is replaced" in black.get(link).text
    assert "a game in progress" in refused(black.post(link), 403)
    assert "C3, black stone" not in white.get(f"/g/{game}/black").text
    assert white.get(link).status == 200, "the link is still good"


def test_finished_games_move_to_the_other_name_without_the_opponents_seat(library: House) -> None:
    desk, phone, shared = duel(library)
    desk.send(f"/g/{shared}/black", {"do": "resign"})
    other, _, own = duel(library)
    phone_game = again(phone, other)
    phone.send(f"/g/{phone_game}/black", {"do": "resign"})
    assert phone.post(link_of(desk)).status == 303
    assert phone.cookies[PERSON] == desk.cookies[PERSON]
    past = words(desk.get("/you"), "past")
    assert phone_game in desk.get("/you").text
    assert past.count("You lost by resignation.") == 2
    assert phone.get(f"/g/{shared}/black").status == 200
    assert refused(phone.get(f"/g/{shared}/white"), 403), "one key, one chair"
    assert own not in desk.get("/you").text


def test_lobby_challenges_of_the_old_name_are_withdrawn(library: House) -> None:
    desk, phone = Visitor(library), Visitor(library)
    phone.post("/games", {"opponent": "anybody", "width": "5"})
    assert 'id="challenge-' in Visitor(library).get("/lobby").text
    phone.post(link_of(desk))
    assert 'id="challenge-' not in Visitor(library).get("/lobby").text


# Forgotten.


def test_no_stored_data_identifies_a_deleted_player(library: House, tmp_path: Path) -> None:
    black, white, game = duel(library)
    black.send(f"/g/{game}/black", {"do": "resign"})
    going_on = again(black, white)
    white.post("/you", {"nickname": NAME})
    for table in (game, going_on):
        white.send(f"/g/{table}/white/chat", {"text": f"I am {NAME}."})
        black.send(f"/g/{table}/black/chat", {"text": "Well met."})
    white.post(f"/g/{going_on}/white/program")
    white.post("/games", {"opponent": "anybody", "width": "5"})
    key = white.cookies[PERSON]
    token = digest(key).encode()
    assert token in kept(tmp_path)
    assert "Games in progress: 1." in white.get("/you/delete").text
    assert "tick" in refused(white.post("/you/delete"), 422)
    assert token in kept(tmp_path)
    answer = white.post("/you/delete", {"sure": "yes"})
    assert "no longer has any data about you" in answer.text
    assert any(f"{PERSON}=" in cookie and "Max-Age=0" in cookie for cookie in answer.all("set-cookie"))
    for trace in (token, NAME.encode(), key.encode()):
        assert trace not in kept(tmp_path)
    assert NAME not in black.get(f"/g/{game}/black").text + black.get(f"/g/{going_on}/black").text
    assert seat(black.fragment(f"/g/{going_on}/black"), "white").startswith("White Guest (")
    assert "Well met." in black.get(f"/g/{game}/black").text
    assert 'id="challenge-' not in Visitor(library).get("/lobby").text
    thief = Visitor(library, {PERSON: key})
    assert refused(thief.get(f"/g/{going_on}/white"), 403)
    assert "No games yet." in thief.get("/you").text
    assert "You lost by resignation." in words(black.get("/you"), "past"), "the others keep their games"


def test_a_deleted_person_resigns_at_once_or_at_their_next_turn(library: House) -> None:
    black, white, mine = duel(library)
    his = again(black, white)
    white.send(f"/g/{mine}/black", {"do": "stone", "at": "A1"})
    black.send(f"/g/{mine}/black", {"do": "stone", "at": "A1"})
    white.post("/you/delete", {"sure": "yes"})
    assert "You won by resignation." in words(black.get("/you"), "past")
    assert his in black.get("/you").text
    assert turns(black) == 1
    library.forget_games()
    black.send(f"/g/{his}/black", {"do": "stone", "at": "C3"})
    assert words(black.get("/you"), "past").count("You won by resignation.") == 2


def test_a_player_who_is_deleted_agrees_to_the_count(library: House) -> None:
    black, white, game = duel(library)
    for visitor, chair in ((black, "black"), (white, "white")):
        visitor.send(f"/g/{game}/{chair}", {"do": "pass"})
    white.post("/you/delete", {"sure": "yes"})
    assert "waiting for you to agree" in words(black.get("/you"), "group-count")
    black.send(f"/g/{game}/black", {"do": "settle"})
    assert "You lost by" in words(black.get("/you"), "past")
    assert black.post(f"/g/{game}/black/next").location == f"/g/{game}/black", "nobody is there for a rematch"


def test_a_draw_offered_to_a_deleted_player_is_declined(library: House) -> None:
    black, white, game = duel(library, draw_by_agreement="true")
    white.post("/you/delete", {"sure": "yes"})
    assert "You offered a draw" not in black.send(f"/g/{game}/black", {"do": "offer"}).text


def test_a_deletion_that_cannot_be_stored_has_no_effect(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    black = Visitor(house)
    table = black.post("/games", {"width": "5"}).location
    with monkeypatch.context() as patch:
        patch.setattr(house.store.games, "append", DiskFull(house))
        assert refused(black.post("/you/delete", {"sure": "yes"}), 503)
    assert black.get(table).status == 200
