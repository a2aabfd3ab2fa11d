"""What is no try, no game, no key, or no request at all gets one clear sentence; nothing is lost by it."""

import re
from html import unescape
from typing import Any
from unittest.mock import Mock

import pytest

from tests.web.wire import HOST, SCRIPTED, Answer, Made, Visitor, WebApp, make, start_game
from yurei.apps.web.frame.http import PERSON
from yurei.club.model.secrets import link_secret
from yurei.club.model.stored import NOT_KEPT, NotStored
from yurei.errors import BadTry

LONG = "A" * 60_000
MARKUP = "<script>alert(1)</script>\"'&"


def sentence(answer: Answer) -> str:
    """The one sentence of an answer, in a page or by itself; it is short, and says nothing of the machine."""
    page = answer.text
    if page.startswith("<!"):
        # The form says what was wrong above itself; every other page is about nothing else.
        found = re.findall(r'<p class="wrong" role="alert">(.*?)</p>', page) or re.findall(r"</h1><p>(.*?)</p>", page)
        page = unescape("; ".join(found))
    said = page
    assert 10 < len(said) < 400
    assert "Traceback" not in answer.text
    assert "/apps/web/" not in answer.text
    if answer.all("content-type") != ["text/plain; charset=utf-8"]:
        assert "<script>alert" not in answer.text
    return said


def refused(answer: Answer, status: int) -> str:
    assert answer.status == status, answer.text[-300:]
    return sentence(answer)


@pytest.fixture
def made(webapp: WebApp) -> Made:
    """A game on 5x5 in which Black has a stone on C3 and White is to move."""
    made = make(webapp, width="5")
    made.act("black", "stone", "C3")
    return made


FORMS = [
    *(("width", value, "1 to 25") for value in ("0", "26", "-3")),
    *(("width", value, "whole number") for value in ("--3", "1" * 30, "9.5", "²")),
    ("height", "tall", "whole number"),
    *(("komi", value, "komi is a") for value in ("7.3", "nan", "1e999")),
    ("komi", "much", "number such as 7.5"),
    *(("handicap", value, "handicap") for value in ("1", "99")),
    ("handicap", "--2", "whole number"),
    ("white_passes", "123456789", "0 to 10000"),
    ("passing", "sometimes", "'free', 'none'"),
    ("ghosts", "maybe", "true or false"),
    ("suicide", "often", "'forbidden'"),
    ("repetition", "\0", "simple-ko"),
    ("scoring", "none", "scored"),
    ("capture", "simultaneous", "suicide"),
    ("failed_try", "explode", "'retry'"),
    ("first", "green", "'black', 'white'"),
    ("ruleset", "alterigo", "did you mean 'alter-igo'?"),
    *(("ruleset", value, "Known: go") for value in (MARKUP, LONG)),
    *(("referee", value, "Known: common") for value in ("nobody", "\ud7ff\U0001f47b")),
    ("opponent", "everybody", "Known: friend"),
    ("colour", "green", "Known: black"),
]


def test_bad_settings_create_no_game_and_the_form_says_why(webapp: WebApp) -> None:
    for field, value, hint in FORMS:
        answer = Visitor(webapp).post("/games", {field: value})
        assert hint in refused(answer, 422), (field, value[:12])
        assert 'name="ruleset"' in answer.text, "the form is there to try again"
    assert not webapp.games()


def test_unknown_program_is_not_seated(webapp: WebApp) -> None:
    assert "Known: yurei" in refused(Visitor(webapp).post("/games", {"opponent": "yurei", "program": "hal"}), 422)
    assert not webapp.games()


def test_an_empty_form_makes_the_usual_game(webapp: WebApp) -> None:
    Visitor(webapp).post("/games", {})
    (stored,) = webapp.games().values()
    assert [stored.settings[key] for key in ("ruleset", "referee", "width")] == ["go", "common", 9]


ACTS = [
    ("white", "stone", "Z99", 422, "no point of a 5x5 board"),
    *(("white", "stone", point, 422, "no point") for point in ("I5", "C３", "", "\0", LONG, MARKUP)),
    ("white", "ghost", "C3", 422, "ghost"),
    ("white", "pencil-black", "F1", 422, "no point"),
    *(("white", do, "A1", 422, "Known: stone") for do in ("pencil-green", "", LONG, "sit", "try")),
    ("white", "offer", "", 422, "no draw by agreement"),
    *(("white", do, "", 422, "no draw was offered") for do in ("accept", "decline")),
    *(("white", do, at, 409, "after two passes") for do, at in (("settle", ""), ("dead", "C3"), ("dead", "A1"))),
    *(("black", do, at, 409, "turn") for do, at in (("stone", "A1"), ("pass", ""))),
    *((chair, "stone", "A1", 422, "only the players can play") for chair in ("audience", "referee")),
    *(("referee", do, at, 422, "only the players can play") for do, at in (("pass", ""), ("dead", "C3"))),
]


def test_a_refused_action_changes_nothing(made: Made) -> None:
    before = made.webapp.happened(made.name)
    for seat, do, at, status, hint in ACTS:
        for send in (made.seats[seat].send, made.seats[seat].post):
            assert hint in refused(send(made.at(seat), {"do": do, "at": at}), status), (seat, do[:12], at[:8])
    assert made.webapp.happened(made.name) == before
    assert made.act("white", "stone", "A1").status == 200, "the game goes on"


def test_nothing_can_be_tried_after_the_end(made: Made) -> None:
    made.act("white", "resign")
    before = made.webapp.happened(made.name)
    for do in ("stone", "pass", "resign", "offer", "accept", "pencil-black", "dead", "settle"):
        answer = made.act("black", do, "A1")
        assert answer.status in (409, 422), do
        assert sentence(answer)
    assert made.webapp.happened(made.name) == before


def test_only_stones_can_be_marked_dead(made: Made) -> None:
    made.play("pass pass", first="white")
    assert "no stone stands on A1" in refused(made.act("white", "dead", "A1"), 422)
    assert "no point" in refused(made.act("white", "dead", "Q16"), 422)
    assert made.act("white", "dead", "C3").status == 200


def test_two_programs_that_cannot_pass_come_to_an_end(webapp: WebApp) -> None:
    endless = {"width": "2", "height": "2", "passing": "none", "suicide": "allowed", "repetition": "simple-ko"}
    made = make(webapp, opponent="yurei", program="simple", watching="everybody", **endless)
    assert "resign" in Visitor(webapp).get(made.at("audience")).text


def test_the_curtain_is_lifted_for_the_seat_to_move_alone(webapp: WebApp, made: Made) -> None:
    maker, table = start_game(webapp, opponent="one-device", width="5")
    for seat in ("white", "", LONG, MARKUP):
        assert "curtain" in refused(maker.send(f"{table}/lift", {"seat": seat}), 409)
    assert 'role="grid"' not in maker.get(table).text
    assert "curtain" in refused(made.seats["white"].send(made.at("white") + "/lift", {"seat": "white"}), 409)


@pytest.mark.parametrize("name", ["black", "host", "stranger"])
def test_a_chair_that_is_not_there_opens_to_nobody(made: Made, name: str) -> None:
    visitor = {**made.seats, "host": made.host}.get(name) or Visitor(made.webapp)
    for chair in ("green", "black-1", "BLACK", "%00", "host", "A" * 400):
        assert refused(visitor.get(f"/g/{made.name}/{chair}"), 403)
        assert refused(visitor.post(f"/g/{made.name}/{chair}", {"do": "pass"}), 403)


def test_bad_replay_moment_is_refused(made: Made) -> None:
    made.act("white", "resign")
    for moment in ("x", "-1", "1.5", "9" * 30, "%00", ""):
        assert "no number of tries" in refused(made.seats["white"].get(made.at("white") + f"/replay?at={moment}"), 422)


def test_a_wrong_link_opens_no_chair(made: Made) -> None:
    visitor = Visitor(made.webapp)
    for link in ("", "x", "A" * 24, "%00", LONG[:5000]):
        assert refused(visitor.post(f"/g/{made.name}/join/white/{link}"), 403 if link else 404)
        assert visitor.cookies == SCRIPTED


def test_the_link_to_one_chair_opens_no_other(webapp: WebApp) -> None:
    maker = Visitor(webapp)
    name = maker.post("/games", {"colour": "referee"}).location.split("/")[2]
    secret = link_secret(maker.cookies[f"yurei-{name}-host"], "white")
    visitor = Visitor(webapp)
    for chair in ("black", "referee", "audience"):
        assert refused(visitor.get(f"/g/{name}/join/{chair}/{secret}"), 403)
    assert visitor.post(f"/g/{name}/join/white/{secret}").status == 303


def test_a_link_that_was_used_in_another_browser_is_spent(made: Made) -> None:
    secret = link_secret(made.host.cookies[f"yurei-{made.name}-host"], "white")
    assert "used in another browser" in refused(Visitor(made.webapp).get(f"/g/{made.name}/join/white/{secret}"), 403)
    again = made.seats["white"].get(f"/g/{made.name}/join/white/{secret}")
    assert (again.status, again.location) == (303, made.at("white")), "in one's own browser it leads to the board"


def test_unknown_language_is_not_chosen(webapp: WebApp) -> None:
    for language in ("", "xx", "DE", MARKUP, LONG, "\0"):
        answer = Visitor(webapp).post("/language", {"to": language})
        assert "Known: en" in refused(answer, 404)
        assert not answer.all("set-cookie")


def test_another_site_can_neither_act_nor_listen(made: Made) -> None:
    white = made.seats["white"]
    before = made.webapp.happened(made.name)
    elsewhere = (
        "http://evil.example",
        "null",
        "http://[",
        f"http://{HOST}.evil.example",
        f"http://{HOST}:81",
        "x",
        "//",
    )
    for origin in elsewhere:
        for path in (made.at("white"), made.at("white") + "/lift", "/games", "/language"):
            assert "another site" in refused(white.post(path, {"do": "pass", "to": "de"}, ("origin", origin)), 403)
        socket = white.listen(made.at("white") + "/live", ("origin", origin))
        assert (socket.accepted, socket.closed, socket.frames) == (False, 1008, []), origin
    assert not white.listen(made.at("white") + "/live", ("origin", "")).accepted, "a socket has to say where it is from"
    assert made.webapp.happened(made.name) == before


def test_an_unknown_page_is_not_found(webapp: WebApp) -> None:
    for path in ("/nothing", "/g", "/g/", "/static/nothing.js", "/static/../routes.py", "/docs", "/redoc"):
        assert refused(Visitor(webapp).get(path), 404) == "Page not found.", path


def test_an_unreadable_socket_message_is_refused(made: Made) -> None:
    before = made.webapp.happened(made.name)
    socket = made.seats["white"].listen(made.at("white") + "/live")
    sentence = "This request cannot be read; open the page again and try once more."
    for frame in ("hello", "A" * 8000, "7", "[]", '{"do":7}', "[" * 8000, '{"do":{"do":"pass"}}'):
        socket.says(frame)
        assert socket.answers.pop() == {"id": "", "status": 422, "said": sentence, "after": 0}, frame[:9]
    assert len(socket.frames) == 1
    assert made.webapp.happened(made.name) == before
    assert socket.does("pass")["status"] == 200, "and it goes on"


def test_a_refusal_has_the_same_headers_as_a_page(made: Made) -> None:
    page = made.seats["white"].get(made.at("white"))
    names = {name for name, _ in page.headers}
    for answer in (
        Visitor(made.webapp).get(made.at("white")),
        made.act("black", "pass"),
        made.seats["white"].post(made.at("white"), {"do": "pass"}, ("origin", "null")),
        made.seats["white"].get("/nothing"),
    ):
        assert {name for name, _ in answer.headers} == names
        assert answer.all("cache-control") == ["no-store"]


def test_forged_cookie_opens_nothing(made: Made) -> None:
    for value in ("", "x", "\xff\xfe", '"', "a" * 4000):
        cookie = f"{PERSON}={value}; ; =; language"
        assert refused(Visitor(made.webapp).get(made.at("white"), ("cookie", cookie)), 403)


class DiskFull:
    """A store that cannot write for a while."""

    def __init__(self, webapp: WebApp) -> None:
        self.append = webapp.store.games.append
        self.works = False

    async def __call__(self, *given: Any) -> None:
        if not self.works:
            raise NotStored(NOT_KEPT) from OSError("INSERT INTO events: disk full: C3")
        await self.append(*given)


def test_an_action_that_cannot_be_stored_has_no_effect(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = DiskFull(made.webapp)
    monkeypatch.setattr(made.webapp.store.games, "append", disk)
    heard = made.seats["black"].listen(made.at("black") + "/live")
    before = made.seats["white"].get(made.at("white"))
    frames = len(heard.frames)
    for do in ("stone", "pass", "resign", "pencil-black"):
        said = refused(made.act("white", do, "A1"), 503)
        assert said == "this could not be saved, so nothing has changed; try again"
    assert made.seats["white"].get(made.at("white")) == before
    assert len(heard.frames) == frames
    disk.works = True
    assert made.act("white", "stone", "A1").status == 200
    assert len(heard.frames) == frames + 1, "and the others hear of it"


def test_a_chair_that_could_not_be_written_down_is_still_free(webapp: WebApp, monkeypatch: pytest.MonkeyPatch) -> None:
    maker = Visitor(webapp)
    name = maker.post("/games", {"width": "3"}).location.split("/")[2]
    address = f"/g/{name}/join/white/{link_secret(maker.cookies[f'yurei-{name}-host'], 'white')}"
    disk = DiskFull(webapp)
    monkeypatch.setattr(webapp.store.games, "append", disk)
    assert refused(Visitor(webapp).post(address), 503)
    disk.works = True
    assert Visitor(webapp).post(address).status == 303


def test_an_error_during_an_action_leaves_nothing_half_done(webapp: WebApp, monkeypatch: pytest.MonkeyPatch) -> None:
    maker, table = start_game(webapp, width="3", opponent="yurei", program="simple")
    before = webapp.happened(table.split("/")[2])
    for error in (RuntimeError("B2 is mine"), BadTry("B2 is mine")):
        with monkeypatch.context() as patch:
            patch.setattr("yurei.club.game.actions.act_without_thinking", Mock(side_effect=error))
            assert maker.send(table, {"do": "stone", "at": "A1"}).status >= 400
        assert webapp.happened(table.split("/")[2]) == before
        assert "A1, black stone" not in maker.get(table).text
    assert maker.send(table, {"do": "stone", "at": "A1"}).status == 200
    assert "A1, black stone" in maker.get(table).text
