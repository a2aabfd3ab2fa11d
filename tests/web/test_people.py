"""People: names, keys, presence, seats that move to another device, and links as they are sent."""

import re
import unicodedata
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.web.evenings import makes
from tests.web.test_bad_input import DiskFull, refused
from tests.web.wire import Answer, Made, Visitor, WebApp, make, names_point, start_game
from yurei.apps.web.frame.http import PERSON
from yurei.club import presence, seats
from yurei.club.model.sanitize import LONGEST_NAME, clean_message, clean_nickname, sanitize_text
from yurei.club.model.secrets import derived_secret, digest, link_digest, link_secret, new_secret
from yurei.errors import BadValue

MARKUP = "<b>&\"'</b>"
SCRIPTS = ["Élodie", "本因坊秀策", "Зоя", "עדה", "أمينة", "อรุณ", "नीलम", "조훈현", "👩‍👩‍👧 ok", "Søren-Åse Ø"]


def seat(answer: Answer, chair: str) -> str:
    found = re.search(rf'<li id="at-{chair}".*?</li>', answer.text, re.S)
    assert found, chair
    without_form = re.sub(r"<details.*?</details>", "", found[0], flags=re.S)
    return unescape(re.sub(r"<[^>]*>", "", without_form)).strip()


def seen_by(made: Made, reader: str, chair: str) -> str:
    return seat(made.seats[reader].fragment(made.at(reader)), chair)


def test_a_name_in_any_script_is_read_by_everybody_at_the_table(made: Made) -> None:
    for name in SCRIPTS:
        assert made.seats["white"].post("/you", {"nickname": name}).status == 303
        for reader in ("black", "white", "referee", "audience"):
            assert seen_by(made, reader, "white").startswith(f"White {name} (")


def test_a_name_is_known_at_every_table_and_can_be_changed_and_taken_away(webapp: WebApp) -> None:
    maker = Visitor(webapp)
    tables = [maker.post("/games", {"width": "5", "colour": colour}).location for colour in ("black", "white")]
    for name, shown in (("Shonagon", "Shonagon"), ("Murasaki", "Murasaki"), ("  ", "Guest"), ("Izumi", "Izumi")):
        maker.post("/you", {"nickname": name})
        for table, colour in zip(tables, ("black", "white"), strict=True):
            assert f" {shown} (" in seat(maker.fragment(table), colour)
    webapp.forget_games()
    webapp.club.people.names.clear()
    assert " Izumi (" in seat(maker.fragment(tables[0]), "black"), "the same after a restart"


def test_a_new_name_is_told_at_the_table_at_once(made: Made) -> None:
    ear = made.seats["audience"].listen(made.at("audience") + "/live")
    made.seats["white"].post("/you", {"nickname": "Shonagon"})
    assert len(ear.frames) == 2
    assert "Shonagon" in ear.frames[1]
    made.seats["white"].post("/you", {"nickname": "Shonagon"})
    assert len(ear.frames) == 2, "nothing new"


def test_markup_in_a_name_stays_text(made: Made) -> None:
    made.seats["white"].post("/you", {"nickname": MARKUP})
    for reader in ("black", "white", "audience"):
        assert MARKUP not in made.page(reader)
        assert seen_by(made, reader, "white").startswith(f"White {MARKUP} (")
    assert MARKUP not in made.seats["white"].get("/you").text


MISCHIEF = {
    "Ann\0a\x07\x1b[31m": "Anna[31m",
    "\u202egnirts\u2066": "gnirts",
    "two\nlines\r\nand a\ttab": "two lines and a tab",
    "\u200b\u200e\ufeff": "",
    "\u3164\u2800": "",
    "\u200d": "",
    "A\u200dnna": "Anna",
    "An\u200c\u200dna\u200d": "Anna",
    "نمی\u200cخواهم": "نمی\u200cخواهم",
    "👩\u200d👧": "👩\u200d👧",
    "Sei Мурасаки": "Sei Мурасаки",
    "  wide \u3000 open  ": "wide open",
    "z" + "\u0301" * 30: unicodedata.normalize("NFC", "z" + "\u0301" * 5),
    "e\u200b\u0301": "é",
    "A\u0301": "Á",
    "Ｓｅｉ": "Sei",
    "ⓢⓔⓘ": "sei",
    "𝒮ei": "Sei",
    "S\u202eei\u2066": "Sei",
    "ﾕｳﾚｲ": "ユウレイ",
}


def test_harmful_characters_are_left_out_of_a_name() -> None:
    assert {written: clean_nickname(written) for written in MISCHIEF} == MISCHIEF


RESERVED = ["Sei [b\u200dot]", "Re\u200cferee", "REFEREE", "Schiedsrichter", "審判"]
LOOK_ALIKE = ["\u0410nna", "Sei [b\u043et]", "Ref\u0435r\u0435\u0435", "\u0391nna"]


def test_reserved_look_alike_and_long_names_are_refused_and_the_old_one_stays(made: Made) -> None:
    white = made.seats["white"]
    white.post("/you", {"nickname": "Shonagon"})
    for name in RESERVED + LOOK_ALIKE:
        assert white.post("/you", {"nickname": name}).status == 422, name
    for name in ("A" * (LONGEST_NAME + 1), "A" * 60_000, "a" + "\u0344" * 5400 + "\u0323" * 5300):
        answer = white.post("/you", {"nickname": name})
        assert answer.status == 422
        assert f"at most {LONGEST_NAME} characters; this one has {len(name)}" in answer.text, (
            "marks are not even sorted"
        )
    assert white.post("/you", {"nickname": "A" * 10**5}).status == 413
    assert seen_by(made, "black", "white").startswith("White Shonagon (")


@given(st.text(max_size=80))
def test_every_text_becomes_one_harmless_line_and_stays_it(text: str) -> None:
    line = sanitize_text(text)
    assert sanitize_text(line) == line
    assert line == line.strip()
    assert not any(unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp") for letter in line)
    assert not set(line) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")


def test_a_browser_keeps_one_key_for_all_its_chairs(webapp: WebApp) -> None:
    maker = Visitor(webapp)
    maker.post("/games", {"width": "5"})
    key = maker.cookies[PERSON]
    assert maker.post("/games", {"width": "5"}).all("set-cookie")[0].startswith("yurei-0")
    assert maker.cookies[PERSON] == key
    assert len(webapp.rows("people")) == 1


def test_a_browser_finds_its_way_back_to_all_its_games(webapp: WebApp) -> None:
    maker, friend = Visitor(webapp), Visitor(webapp)
    friend.post("/you", {"nickname": "Shonagon"})
    tables = [maker.post("/games", {"width": f"{width}", "ruleset": "go"}).location for width in (5, 7)]
    page = maker.get("/you").text
    assert page.index(tables[0]) < page.index(tables[1]), "as long as waited"
    assert "seat not taken yet" in page
    for other in (friend, Visitor(webapp)):
        assert "No games yet." in other.get("/you").text
    maker.send(tables[0], {"do": "resign"})
    assert "You lost by resignation." in maker.get("/you").text
    maker.send(tables[1], {"do": "stone", "at": "A1"})
    page = maker.get("/you").text
    assert "seat not taken yet" in page
    assert not names_point(page, "A1")


@pytest.mark.parametrize("cookie", ["", "x", "A" * 4000, "\xff\xfe", "'; DROP TABLE people"])
def test_unknown_key_has_no_games(webapp: WebApp, cookie: str) -> None:
    visitor = Visitor(webapp, {PERSON: cookie})
    assert "No games yet." in visitor.get("/you").text
    visitor.post("/games", {"width": "5"})
    assert visitor.cookies[PERSON] != cookie, "he gets one that nobody can guess"


def link_from(made: Made, chair: str) -> str:
    answer = made.seats[chair].post(f"{made.at(chair)}/along")
    found = re.search(r'value="http://yurei\.example(/g/[^"]*/along/[^"]*)"', answer.text)
    assert found, answer.text[-300:]
    return found[1]


def test_a_seat_moves_to_another_device_with_its_board_and_its_name(made: Made) -> None:
    white, phone = made.seats["white"], Visitor(made.webapp)
    white.post("/you", {"nickname": "Shonagon"})
    made.play("C3 A1")
    ear = white.listen(made.at("white") + "/live")
    link = link_from(made, "white")
    assert "moves to this browser" in phone.get(link).text
    assert white.get(made.at("white")).status == 200, "looking at a link uses nothing up"
    answer = phone.post(link)
    assert (answer.status, answer.location) == (303, made.at("white"))
    page = phone.get(made.at("white")).text
    for words in ("A1, white stone", "Shonagon"):
        assert words in page
    frames = len(ear.frames)
    assert ear.closed == 1008, "what was open before is closed"
    made.act("black", "stone", "D4")
    assert len(ear.frames) == frames
    for answer in (white.get(made.at("white")), made.act("white", "stone", "B2")):
        assert "no access to this seat" in refused(answer, 403)
    assert not white.listen(made.at("white") + "/live").accepted
    assert made.at("white") not in white.get("/you").text
    assert made.at("white") in phone.get("/you").text
    known = made.seats["black"]
    known.post("/you", {"nickname": "Sei"})
    desk = Visitor(made.webapp)
    desk.post("/you", {"nickname": "Izumi"})
    desk.post(link_from(made, "black"))
    assert seat(phone.fragment(made.at("white")), "black").startswith("Black Izumi ("), "a known device keeps its name"


def test_the_link_that_takes_a_seat_along_opens_once_and_the_newest_alone(made: Made) -> None:
    older, newer = link_from(made, "white"), link_from(made, "white")
    for visitor in (Visitor(made.webapp), made.seats["black"]):
        for ask in (visitor.get, visitor.post):
            assert "no longer valid" in refused(ask(older), 403)
    assert Visitor(made.webapp).post(newer).status == 303
    assert "no longer valid" in refused(Visitor(made.webapp).post(newer), 403)


def test_the_link_that_takes_a_seat_along_lasts_an_hour(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    link = link_from(made, "white")
    monkeypatch.setattr(seats, "SEAT_LASTS", -seats.SEAT_LASTS)
    link_from(made, "black")
    assert Visitor(made.webapp).get(link).status == 200
    assert "no longer valid" in refused(Visitor(made.webapp).get(link_from(made, "white")), 403)


def test_the_link_of_one_seat_takes_no_other_along(made: Made) -> None:
    link = link_from(made, "white")
    for chair in ("black", "referee", "audience", "green", "%00"):
        assert refused(Visitor(made.webapp).post(link.replace("/white/", f"/{chair}/")), 403)


def test_a_seat_change_that_cannot_be_stored_has_no_effect(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    link = link_from(made, "white")
    with monkeypatch.context() as patch:
        patch.setattr(made.webapp.store.games, "append", DiskFull(made.webapp))
        assert refused(Visitor(made.webapp).post(link), 503)
    assert made.seats["white"].get(made.at("white")).status == 200


def test_a_player_with_an_open_page_is_connected(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "GRACE", 0)
    black = made.seats["black"].listen(made.at("black") + "/live")
    assert seat_in(black.frames[-1], "white") == "White Guest (away)"
    windows = [made.seats["white"].listen(made.at("white") + "/live") for _ in range(2)]
    assert seat_in(black.frames[-1], "white") == "White Guest (connected)"
    before = len(black.frames)
    windows[0].close()
    made.seats["audience"].listen(made.at("audience") + "/live").close()
    assert len(black.frames) == before, "his other window is still open, and a spectator is not shown"
    windows[1].close()
    assert len(black.frames) == before + 1
    assert seat_in(black.frames[-1], "white") == "White Guest (away)"
    made.seats["referee"].listen(made.at("referee") + "/live")
    assert seat_in(black.frames[-1], "referee") == "Referee Guest (connected)"


def seat_in(frame: str, chair: str) -> str:
    return seat(Answer(200, (), frame.encode()), chair)


def test_a_player_who_comes_back_soon_was_never_away(made: Made) -> None:
    black = made.seats["black"].listen(made.at("black") + "/live")
    made.seats["white"].listen(made.at("white") + "/live").close()
    before = len(black.frames)
    made.seats["white"].listen(made.at("white") + "/live")
    assert len(black.frames) == before
    assert seat_in(black.frames[-1], "white") == "White Guest (connected)"


def test_reload_without_javascript_keeps_the_player_connected(made: Made) -> None:
    made.seats["white"].get(made.at("white"))
    assert seen_by(made, "black", "white") == "White Guest (connected)"


def test_tries_and_pencil_marks_do_not_change_the_presence_that_the_opponent_sees(made: Made) -> None:
    before = seen_by(made, "white", "black")
    assert before == "Black Guest (away)"
    for do in ("pencil-black", "pencil-cross", "stone"):
        made.act("black", do, "C3")
        assert seen_by(made, "white", "black") == before


@pytest.mark.parametrize(("opponent", "shown"), [("friend", "White (free)"), ("yurei", "White yurei 2 (a program)")])
def test_a_free_seat_is_free_and_a_program_is_a_program(webapp: WebApp, opponent: str, shown: str) -> None:
    maker, table = start_game(webapp, width="5", opponent=opponent)
    assert seat(maker.fragment(table), "white") == shown


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"sec-fetch-mode": "no-cors", "sec-fetch-dest": "image"},
        {"sec-fetch-mode": "navigate", "sec-fetch-dest": "document", "sec-purpose": "prefetch;prerender"},
    ],
    ids=["a messenger", "a picture", "a browser that looks ahead"],
)
def test_a_player_who_only_looks_at_a_link_does_not_take_the_seat(webapp: WebApp, headers: dict[str, str]) -> None:
    maker, table = start_game(webapp, colour="black", width="5")
    game = table.split("/")[2]
    link, friend = maker.links(game)["white"], Visitor(webapp)
    looked = Visitor(webapp).ask("GET", link, headers.items())
    assert (looked.status, "Sit down here" in looked.text, looked.all("set-cookie")) == (200, True, [])
    assert friend.post(link, {"nickname": "A" * 30}).status == 422, "a bad name takes no seat"
    assert friend.post(link).status == 303
    assert friend.get(f"/g/{game}/white").status == 200
    assert Visitor(webapp).get(link).status == 403, "the first has it"
    assert Visitor(webapp).post(link).status == 403
    assert friend.get(link).status == 303, "who sits there comes back by it"


def test_a_player_who_follows_a_link_reads_the_rules_and_enters_a_name(webapp: WebApp) -> None:
    wish = {"ruleset": "no-seki-go", "referee": "hamburg", "nickname": "Ota", "colour": "black", "width": "7"}
    maker, table = start_game(webapp, **wish)
    game, friend = table.rpartition("/")[0], Visitor(webapp)
    links = maker.links(table.split("/")[2])
    page = unescape(friend.get(links["white"]).text)
    for words in (
        "Black: <bdi>Ota</bdi>",
        "You play White.",
        "No Seki Go on 7×7, referee: Hamburg.",
        "White has 6 komi.",
        "A ghost may be placed on an empty point that is a liberty of a string of your own.",
        "All hear how many stones were captured, and not which.",
        'name="nickname" value=""',
    ):
        assert words in page
    assert PERSON not in friend.cookies, "nobody sits yet"
    assert friend.get(f"{game}/white").status == 403
    assert friend.post(links["white"], {"nickname": "Étsu"}).location == f"{game}/white"
    assert "Étsu" in maker.get(f"{game}/black").text
    assert "You are the referee." in Visitor(webapp).get(links["referee"]).text
    assert Visitor(webapp).get(links["audience"]).status == 303, "who only listens needs no name"


def test_a_name_has_at_most_20_characters_and_a_message_200_as_they_were_written() -> None:
    assert clean_nickname("幽" * 20) == "幽" * 20
    for written in ("Ｓｅｉ", "ⓢⓔⓘ", "𝒮ei", "ﾕｳﾚｲ", "幽" * 200):
        assert clean_message(written) == written
    assert clean_message("S\u202eei\u2066") == "Sei"
    for read, text, most in (
        (clean_nickname, "幽" * 21, 20),
        (clean_message, "幽" * 201, 200),
        (clean_nickname, "ﷺ" * 2, 20),
    ):
        with pytest.raises(BadValue, match=f"at most {most} characters"):
            read(text)


HOST_WITH_A_DASH = next(
    host for number in range(1000) if derived_secret(host := f"host {number}", "white").endswith("-")
)


def test_every_link_ends_in_a_letter_or_a_digit() -> None:
    assert all(new_secret()[-1].isalnum() for _ in range(1000))
    assert all(link_secret(f"host {number}", "white")[-1].isalnum() for number in range(1000))


def test_links_sent_in_the_former_form_are_still_valid() -> None:
    sent = derived_secret(HOST_WITH_A_DASH, "white")
    assert link_secret(HOST_WITH_A_DASH, "white") != sent
    assert link_digest(sent) == link_digest(link_secret(HOST_WITH_A_DASH, "white")) == digest(sent)


def test_punctuation_after_a_link_in_a_text_is_ignored_and_a_shortened_one_refused(webapp: WebApp) -> None:
    made, club = (
        make(webapp, width="3", colour="referee"),
        makes(webapp, ("Aki", "Chiyo", "Etsu", "Izumi", "Ota", "Sei")),
    )
    link = f"/g/{made.name}/join/audience/{link_secret(made.host.cookies[f'yurei-{made.name}-host'], 'audience')}"
    assert Visitor(webapp).get(link[:-1]).status == 403
    for number, after in enumerate((".", ")", ">", ",", "%E2%80%9D", "0"), 1):
        friend = Visitor(webapp)
        assert friend.post(link + after).status == 303, after
        assert friend.get(made.at("audience")).status == 200
        assert Visitor(webapp).get(club.links()[number] + after).location == f"{club.address}/p/{number}"
