"""Games that have ended: the replay, its analysis, the downloads, and the seals that the record opens."""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from html import unescape
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from tests.day_and_night import first_by_day
from tests.records.readers import katrain_boards, sgfmill_boards
from tests.web.looking import Halting
from tests.web.people import Club
from tests.web.programs import Program
from tests.web.wire import Answer, Made, Visitor, WebApp, make, until
from yurei import records
from yurei import referee as referees
from yurei.apps.web.frame.http import PERSON
from yurei.apps.web.frame.security import STATIC, read_without_comments
from yurei.apps.web.replay import MARKS, space_out_marks
from yurei.club import archive
from yurei.club.game import game as game_module
from yurei.club.game.effects import apply_event
from yurei.club.game.game import Game
from yurei.club.game.record import list_nonces
from yurei.club.model.limits import LimitExceeded
from yurei.club.model.stored import EventKind
from yurei.club.programs import reviews
from yurei.errors import BadRecord
from yurei.records import sgf, verify
from yurei.referee.plain import view_from_bytes, view_to_bytes
from yurei.rules.compilable import LARGEST

# White's stone on A1 is tried upon, put into atari, and taken; then White passes, and Black resigns.
TRIES = "black:B2 white:A1 black:A1 black:A2 white:C3 black:B1 white:pass black:resign"


def play(webapp: WebApp, tries: str = TRIES, **wish: str) -> Made:
    made = make(webapp, **{"width": "3", **wish})
    for each in tries.split():
        seat, _, tried = each.partition(":")
        made.act(seat, *((tried,) if tried in ("pass", "resign") else ("stone", tried)))
    return made


def at(made: Made, query: str = "", chair: str = "window") -> str:
    """The page of the replay, for a stranger."""
    answer = Visitor(made.webapp).get(f"{made.at(chair)}/replay?{query}")
    assert answer.status == 200, answer.text
    return answer.text


def read(pattern: str, page: str) -> list[str]:
    """What stands on a page, without its marks."""
    return [unescape(re.sub(r"<[^>]+>", "", found)) for found in re.findall(pattern, page, re.DOTALL)]


def said(page: str) -> str:
    return read(r'id="said"[^>]*>(.*?)</p>', page)[0]


def told(page: str) -> tuple[str, str]:
    (boards,) = re.findall(r'<div class="boards.*?<div class="controls">', page, re.DOTALL)
    return said(page), boards


def test_the_replay_names_the_game_the_players_and_the_result(webapp: WebApp) -> None:
    made = play(webapp)
    made.seats["black"].post("/you", {"nickname": "Kuro"})
    facts = " ".join(read(r'<p class="facts">(.*?)</p>', at(made)))
    for words in (
        "Phantom Go · 3x3 · referee: Common · komi",
        "Black: Kuro · White: Guest",
        "White wins by resignation.",
    ):
        assert words in facts


def test_the_list_shows_every_try_with_its_outcome(webapp: WebApp) -> None:
    page = at(play(webapp), "at=6")
    assert read(r"<li[^>]*><a [^>]*>([^<]*(?:<small>.*?</small>)?)</a></li>", page.partition('id="tries"')[2]) == [
        "Black: B2",
        "White: A1",
        "Black: A1 not allowed",
        "Black: A2 puts into atari",
        "White: C3",
        "Black: B1 captures 1",
        "White: pass",
        "Black: resign",
    ]
    assert read(r'aria-current="step">(.*?)</a>', page) == ["Black: B1 captures 1"]
    assert len(re.findall(r'<li class="refused">', page)) == 1


def test_self_atari_is_named_but_is_no_atari_on_the_opponent(webapp: WebApp) -> None:
    page = at(play(webapp, "black:A2 white:A1 black:resign"))
    assert "White: A1 self-atari" in read(r"<li[^>]*><a [^>]*>([^<]*(?:<small>.*?</small>)?)</a></li>", page)
    assert "Next: Put into atari" not in page


def test_the_replay_links_lead_from_event_to_event(webapp: WebApp) -> None:
    made = play(webapp)
    for name, query, leads in (
        ("Next: Stones captured", "at=0", "6"),
        ("Next: Put into atari", "at=0", "4"),
        ("Next: Refused tries", "at=0", "3"),
        ("Next: Passed", "at=2", "7"),
        ("Previous: Refused tries", "at=8", "3"),
        ("Previous: Stones captured", "at=6", "6"),
    ):
        assert re.findall(rf'<a href="\?at=(\d+)" aria-label="{name}"', at(made, query)) == [leads], name
    page = at(made, "at=4")
    assert re.findall(r'href="\?at=(\d+)" data-key="Shift\+Arrow(?:Left|Right)"', page) == ["3", "6"]
    marks = [("capture", "6"), ("atari", "4"), ("refusal", "3"), ("pass", "7")]
    assert re.findall(r'<svg class="(\w+)" y="\d+"><a href="\?at=(\d+)"', page) == marks


def test_every_link_of_a_moment_leads_somewhere_without_a_script(webapp: WebApp) -> None:
    made = play(webapp)
    page = at(made, "at=3&referee=hamburg&board=black")
    links = {unescape(link) for link in re.findall(r'<a [^>]*href="\?([^"]*)"', page)}
    assert len(links) > 10
    for link in links:
        assert "referee=hamburg" in link
        assert 'class="still large"' in at(made, link) or "board=alike" in link


def test_a_seats_own_board_marks_its_own_tries_alone(webapp: WebApp) -> None:
    page = at(play(webapp), "at=3")
    boards = {seat: page.split(f'id="of-{seat}"')[1].split("</svg>")[0] for seat in ("black", "white")}
    assert 'class="last refused"' in boards["black"]
    assert 'class="last' not in boards["white"]


# In another referee's words.


def test_hamburg_does_not_name_the_stones_nor_take_them_off_their_owners_board(webapp: WebApp) -> None:
    made = play(webapp)
    common, hamburg = at(made, "at=6"), at(made, "at=6&referee=hamburg")
    assert said(common) == "Black has captured the following stones: A1."
    assert said(hamburg) == "Black captures 1 stone."
    assert "A1, white stone" not in common
    assert 'aria-label="A1, white stone, may be gone"' in hamburg, "White cannot know that it was this one"
    assert said(at(made, "at=3")) == "Illegal move."
    assert said(at(made, "at=3&referee=hamburg")) == "There is already an opponent’s stone."
    assert "as Hamburg would have judged them" in hamburg


UNDER = [{"sight": "1"}, *({"referee": who.slug} for who in referees.ALL)]


@pytest.mark.parametrize("wish", first_by_day(UNDER, 4), ids=str)
def test_a_replay_under_another_referee_or_with_sight_equals_a_game_played_so(wish: dict[str, str]) -> None:
    with WebApp() as webapp:
        # Under open Black sees what stands on A1, and tries nothing.
        tries = TRIES.replace(" black:A1", "", 1) if wish == {"referee": "open"} else TRIES
        common, under = play(webapp, tries), play(webapp, tries, **wish)
        for moment in range(9):
            assert told(at(common, f"at={moment}&{urlencode(wish)}")) == told(at(under, f"at={moment}"))
        assert ('class="fog"' in told(at(common, f"at=2&{urlencode(wish)}"))[1]) is (
            wish == {"sight": "1"} or "fog" in wish.values()
        )


def test_the_cost_of_a_refused_try_stays_as_it_was_played(webapp: WebApp) -> None:
    made = play(webapp, "black:B2 white:B2 black:A1 white:resign", failed_try="lose-turn")
    assert said(at(made, "at=3&referee=hamburg")) == "Black has moved, White to move."


def test_the_page_says_how_many_tries_are_judged_again(webapp: WebApp, monkeypatch: pytest.MonkeyPatch) -> None:
    made = play(webapp)
    monkeypatch.setattr(archive, "MOST_AGAIN", 3)
    assert at(made, "at=8")
    assert at(made, "at=3&referee=hamburg")
    answer = Visitor(webapp).get(f"{made.at('window')}/replay?at=4&referee=hamburg")
    assert answer.status == 422
    assert "at most 3 tries" in answer.text


NONSENSE = [
    ("referee=nobody", 404, "Known: common"),
    ("sight=far", 422, "whole number of points from 0 to 48"),
    ("sight=2&referee=hamburg", 422, "leave sight out"),
    ("board=<script>alert(1)</script>", 422, "Known: reference"),
    (f"referee={'A' * 5000}", 404, "Known: common"),
    ("sight=49", 422, "whole number"),
    ("board=nobody", 422, "Known: reference, black, white, alike"),
    (f"board={'A' * 5000}", 422, "Known: reference"),
]


@pytest.mark.parametrize(
    ("query", "status", "hint"), first_by_day(NONSENSE, 4), ids=[query[:30] for query, _, _ in NONSENSE]
)
def test_a_bad_replay_query_is_refused_in_one_sentence(webapp: WebApp, query: str, status: int, hint: str) -> None:
    answer = Visitor(webapp).get(f"{play(webapp).at('window')}/replay?{query}")
    assert answer.status == status
    (sentence,) = read(r"</h1><p>(.*?)</p>", answer.text)
    assert hint in sentence
    assert len(sentence) < 400
    assert "<script>alert" not in answer.text


@pytest.mark.parametrize("query", ["at=1", "referee=open", "referee=fog&sight=3", "board=white&at=2", "board=nobody"])
def test_the_replay_is_refused_to_all_before_the_end(webapp: WebApp, query: str) -> None:
    made = play(webapp, "black:B2 white:A1 black:A1")
    strangers = [(chair, Visitor(webapp)) for chair in ("window", "black")]
    for chair, reader in (*made.seats.items(), *strangers):
        answer = reader.get(f"{made.at(chair)}/replay?{query}")
        assert answer.status in (403, 409)
        assert "gridcell" not in answer.text


def test_the_link_to_a_moment_shows_the_same_to_everybody(webapp: WebApp) -> None:
    made = play(webapp)
    own = made.page("black", "/replay?at=6&referee=hamburg&board=white")
    (link,) = re.findall(r'data-copies="([^"]*)"', own)
    path = unescape(link).partition("yurei.example")[2]
    assert path == f"{made.at('window')}/replay?at=6&referee=hamburg&board=white"
    answer = Visitor(webapp).get(path)
    assert answer.status == 200
    assert told(answer.text) == told(own)


@pytest.mark.parametrize(
    ("opponent", "seats"),
    [("rengo", ["black-1", "white-1", "black-2", "white-2"]), ("solo", ["black", "white"])],
)
def test_there_is_a_board_for_every_seat(webapp: WebApp, opponent: str, seats: list[str]) -> None:
    made = make(webapp, width="3", opponent=opponent)
    first, second = seats[:2] if opponent == "rengo" else ("solo", "solo")
    assert made.act(first, "stone", "B2").status == 200
    assert made.act(second, "resign").status == 200
    for query in ("at=1", "at=1&referee=kriegspiel", "at=1&board=alike"):
        assert re.findall(r'<section id="of-([\w-]+)"', at(made, query)) == ["reference", *seats]


async def _long(made: Made, tries: int) -> None:
    async with made.webapp.club.games.game(made.name) as game:
        _fill(game, tries)


def _fill(game: Game, tries: int) -> None:
    """Try all over the board, every third try on a stone."""
    size = game.settings.size
    for number in range(tries):
        point = number * 7 % size.points if number % 3 else (number - 1) * 7 % size.points
        apply_event(game, game.event(game.to_move or "", EventKind.TRY, size.name(point)))
    apply_event(game, game.event(game.to_move or "", EventKind.TRY, "resign"))


def test_a_game_of_six_hundred_tries_on_the_largest_usual_board_is_a_light_page(webapp: WebApp) -> None:
    made = make(webapp, width="19", height="19", referee="hamburg")
    webapp.run(_long(made, 600))
    for query in ("at=600", "at=600&referee=common&board=black", "at=300&board=alike"):
        page = at(made, query)
        loaded = {"board.js", *re.findall(r'/static/\w+/([\w.]+)"', page)}
        assert "replay.js" in loaded
        weight = len(page.encode()) + sum(len(read_without_comments(STATIC / name)) for name in loaded)
        assert weight < 103_000, f"{query}: {weight}"
        assert 'aria-current="step"' in page, "the try that is looked at is in the list"


def test_marks_do_not_lie_on_one_another() -> None:
    assert list(space_out_marks([1, 2, 9], 10)) == [1, 2, 9]
    shown = list(space_out_marks(range(1, 601), 600))
    assert len(shown) <= MARKS
    assert min(after - before for before, after in pairwise(shown)) >= 600 / MARKS
    assert list(space_out_marks([], 0)) == []


# The replay in browsers -----------------------------------------------------------------------------------------------


WIDTH = "element => element.getBoundingClientRect().width"
TURNED = "B2 A1 C1 C3 A2 A3 B1"
"""Black's last move takes A1."""


def ended(club: Club) -> str:
    """One person plays both seats to the end; return the address of the replay for everybody."""
    person = club.person()
    club.makes(person, opponent="solo", width="3")
    for tried in TURNED.split():
        number = person.number
        person.tries(tried)
        expect(person.table).not_to_have_attribute("data-number", str(number))
    person.resigns()
    return person.page.locator(".share input").input_value() + "/replay"


def counter(page: Page, number: int) -> None:
    expect(page.locator("label[for=moment]")).to_have_text(f"Try {number} of 8")


@pytest.mark.nightly  # by day tests/journeys/test_replay.py
def test_the_replay_plays_by_itself_and_its_choices_are_kept_in_a_copied_link(club: Club) -> None:
    address = ended(club)
    guest, other = club.person(viewport={"width": 1280, "height": 800}), club.person()
    page = guest.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(address)
    before = page.evaluate("scrollY")
    page.locator("#tries").get_by_text("White: A1").click()
    counter(page, 2)
    assert page.evaluate("scrollY") == before, "the list moves in its own box alone"
    page.locator("#speed").select_option(label="Quickly")
    page.locator("h1").click()
    page.keyboard.press("Space")
    counter(page, 8)
    page.keyboard.press("Shift+ArrowLeft")
    counter(page, 7)
    page.locator("select[name=referee]").select_option("hamburg")
    guest.sees("A1 white, A3 white, C3 white", on="white")
    page.get_by_role("link", name="White", exact=True).click()
    expect(page.locator(".still.large")).to_have_attribute("id", "of-white")
    large, small = (page.locator(f"#of-{name} .board").evaluate(WIDTH) for name in ("white", "black"))
    assert large > 1.7 * small
    page.get_by_role("button", name="Copy").click()
    expect(page.locator("[data-copies][data-done]")).to_be_visible()
    other.page.goto(page.evaluate("navigator.clipboard.readText()"))
    counter(other.page, 7)
    other.hears("Black captures 1 stone.")
    expect(other.page.locator(".still.large")).to_have_attribute("id", "of-white")
    for width, boards in ((390, 1), (1280, 3)):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.locator(".still:visible").count() == boards
    page.get_by_label("How far a stone sees").fill("77")
    page.get_by_label("How far a stone sees").blur()
    expect(guest.notice).to_contain_text("whole number of points from 0 to 48")


# Analysis by the server -----------------------------------------------------------------------------------------------


ASK, DONE = "Analyse the game", "Most revealing announcements"


def played(webapp: WebApp) -> Made:
    """An ended game under the Olympiad's referee, in which Black was refused twice at the same point."""
    made = make(webapp, width="5", referee="olympiad")
    made.play("C3 A1 A1! B2 E5 A1")
    made.act("black", "resign")
    return made


def panel(made: Made, at: int = 0, chair: str = "black") -> str:
    page = made.page(chair, f"/replay?at={at}")
    found = re.search(r'<section id="review".*?</section>', page, re.DOTALL)
    return re.sub(r"<[^>]+>", " ", found[0]) if found else ""


def ask(made: Made, chair: str = "black", at: int = 0) -> int:
    return made.seats[chair].post(f"{made.at(chair)}/review?at={at}", {}).status


@pytest.fixture
def halting() -> Halting:
    return Halting()


@pytest.fixture
def olympiad_game(halting: Halting) -> Iterator[Made]:
    with WebApp(look=halting) as webapp:
        yield played(webapp)


def test_a_review_is_neither_shown_nor_made_before_the_end(olympiad_game: Made, halting: Halting) -> None:
    running = make(olympiad_game.webapp, width="5", referee="olympiad")
    assert ask(running) == 409
    assert running.seats["black"].get(f"{running.at('black')}/replay").status == 409
    for method in ("GET", "POST"):
        assert told_a_program(running, method)["error"] == "the board is revealed after the end; the game goes on"
    assert not halting.asked
    assert ASK in panel(olympiad_game)


def test_the_review_shows_its_progress_and_then_its_findings(olympiad_game: Made, halting: Halting) -> None:
    assert ask(olympiad_game, at=3) == 303
    until(lambda: "2 of 7 tries" in panel(olympiad_game))
    page = olympiad_game.page("black", "/replay")
    assert '<figure class="win-rate"><figcaption>2 of 7 tries' in page, "the place of the curve is kept free"
    assert ask(olympiad_game, "white") == 303, "to ask again does no harm"
    halting.may_go_on = True
    until(lambda: "Where Black could expect stones" in panel(olympiad_game, 6))
    for chair in ("black", "white", "audience"):
        said = panel(olympiad_game, 6, chair)
        assert "This refusal was certain." in said
        assert "Boards that fit: 22" in said
        assert "The opponent’s certain stones: A1" in said
        assert "Predictable refusals (1)" in said
        assert "The player could have known beforehand" in said
    assert "Chance of refusal:" in panel(olympiad_game, 3)
    assert "Information for White" not in panel(olympiad_game, 3)
    assert re.search(r"Information for Black: \d", panel(olympiad_game, 3))
    assert "could expect stones" not in panel(olympiad_game, 0), "nothing was tried yet"
    kept = olympiad_game.webapp.rows("reviews")
    olympiad_game.webapp.club.reviews._held.clear()
    assert DONE in panel(olympiad_game), "it is stored with its game"
    assert olympiad_game.webapp.rows("reviews") == kept
    assert halting.asked == 1


def told_a_program(made: Made, method: str) -> dict[str, Any]:
    """What a program on White's chair is answered that reads or requests a review."""
    program = Program(made.webapp, made.seats["white"].cookies[PERSON])
    return dict(json.loads(program.ask(method, f"/api/games/{made.name}/white/review", {}).body))


def test_programs_request_a_review_and_get_the_findings_of_the_terminal(olympiad_game: Made, halting: Halting) -> None:
    assert told_a_program(olympiad_game, "GET") == {"state": "none", "done": 0, "total": 7, "tries": []}
    assert told_a_program(olympiad_game, "POST")["state"] == "made"
    halting.may_go_on = True
    until(lambda: told_a_program(olympiad_game, "GET")["state"] == "done")
    found = told_a_program(olympiad_game, "GET")["tries"]
    assert [each["number"] for each in found] == [1, 2, 3, 4, 5, 6, 7]
    assert (found[5]["could_know"], found[5]["try"]) == (True, "A1")
    assert found[5]["certain"] == {"boards": 22, "opponent": ["A1"], "refusal": True}
    assert len(found[0]["opponent"]) == 25


def test_a_failed_review_is_reported_and_can_be_requested_again(
    olympiad_game: Made, halting: Halting, caplog: pytest.LogCaptureFixture
) -> None:
    halting.failures, halting.may_go_on = 1, True
    ask(olympiad_game)
    until(lambda: "The analysis failed" in panel(olympiad_game))
    (warning,) = [entry.message for entry in caplog.records if "review" in entry.message]
    assert warning == f"the review of {olympiad_game.name} has failed: EOFError"
    ask(olympiad_game)
    until(lambda: DONE in panel(olympiad_game))


def test_no_review_is_offered_on_a_board_that_is_too_large_for_it(
    halting: Halting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "record_of", None)  # to refuse costs no record
    with WebApp(look=halting) as webapp:
        made = make(webapp, width="20", height="5")
        made.act("black", "resign")
        assert not panel(made)
        answer = made.seats["black"].post(f"{made.at('black')}/review", {})
        assert "yurei analyses games on boards up to 19 by 19" in answer.text
    assert LARGEST == reviews.LARGEST
    assert not halting.asked


def test_the_number_of_waiting_reviews_is_limited(
    olympiad_game: Made, halting: Halting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "MOST_WAITING", 1)
    other = played(olympiad_game.webapp)
    assert [ask(olympiad_game), ask(other)] == [303, 429]
    halting.may_go_on = True
    until(lambda: ask(other) == 303)
    until(lambda: DONE in panel(other))


@pytest.mark.parametrize(
    ("limit", "most", "people"),
    [("MOST_EACH", 2, ["anna", "anna", "anna"]), ("MOST_WAITING", 4, ["anna", "bea", "chie"])],
    ids=["one person", "one address"],
)
def test_one_person_or_address_cannot_fill_the_queue_of_reviews(
    olympiad_game: Made, monkeypatch: pytest.MonkeyPatch, limit: str, most: int, people: list[str]
) -> None:
    monkeypatch.setattr(reviews, limit, most)
    webapp, accepted = olympiad_game.webapp, list[str]()

    async def request(game: Made, person: str) -> None:
        async with webapp.club.games.game(game.name) as held:
            await webapp.club.reviews.request(held, person, "192.0.2.1")

    for person in people:
        with suppress(LimitExceeded):
            webapp.run(request(played(webapp), person))
            accepted.append(person)
    assert accepted == people[:2]
    assert ask(olympiad_game) == 303, "others find room"


def test_a_server_that_cannot_review_offers_nothing() -> None:
    with WebApp() as webapp:
        made = played(webapp)
        assert panel(made) == ""
        answer = made.seats["black"].post(f"{made.at('black')}/review", {})
        assert (answer.status, "this server cannot analyse games" in answer.text) == (409, True)


@pytest.mark.nightly  # a process compiles the analysis first
def test_the_replay_turns_where_one_clicks_on_the_curve(club: Club) -> None:
    black, white = club.duel(width="5", referee="olympiad")
    for person, point in ((black, "C3"), (white, "A1"), (black, "A1"), (black, "B2"), (white, "E5"), (black, "A1")):
        numbers = black.number, white.number
        person.tries(point)
        for table, number in zip((black.table, white.table), numbers, strict=True):
            expect(table).not_to_have_attribute("data-number", str(number))
    black.resigns()
    black.page.get_by_role("link", name="Replay", exact=True).click()
    black.page.get_by_role("button", name=ASK).click()
    curve = black.page.locator("svg.curve")
    expect(curve).to_be_visible()
    box = curve.bounding_box()
    assert box is not None
    curve.click(position={"x": box["width"] * 6 / 7, "y": 20})
    expect(black.page.locator("#moment")).to_have_value("6")
    expect(black.page.locator("#review")).to_contain_text("This refusal was certain.")
    expect(black.page.locator("#review .heat").first).to_be_visible()


# Downloads ------------------------------------------------------------------------------------------------------------


FILES = ("sgf", "sgf?of=viewers", "sgf?of=black", "sgf?of=white", "sgf?of=audience", "knew?of=black", "knew")


@pytest.fixture
def named_game(webapp: WebApp) -> Made:
    """A hidden game with names and a clock, in which a try was refused and a point pencilled."""
    made = make(webapp, width="5", komi="0.5", clock="10+3x30(b)")
    made.seats["black"].post("/you", {"nickname": "Aki ]\\["})
    made.play("C3 C3! pencil-black:C3! D4")
    return made


@pytest.fixture
def ended_game(named_game: Made) -> Made:
    named_game.act("black", "resign")
    return named_game


def fetch(made: Made, file: str, chair: str = "white") -> Answer:
    return made.seats[chair].get(f"{made.at(chair)}/{file}")


def test_all_downloads_are_refused_before_the_end(named_game: Made) -> None:
    for chair in named_game.seats:
        for file in FILES:
            answer = fetch(named_game, file, chair)
            assert answer.status == 409, (chair, file)
            assert not re.search(r"C3|\[cc\]|YR\[", answer.text)


def test_the_native_form_is_the_record_to_the_byte_and_knows_names_clock_and_pencil(ended_game: Made) -> None:
    answer = fetch(ended_game, "sgf")
    assert records.write(sgf.read(answer.body)).encode() == fetch(ended_game, "record").body
    root, *nodes = sgf.main_line(answer.body)
    assert (root["TM"], root["OT"], root["KM"], root["RE"]) == (["600"], ["3x30 byo-yomi"], ["0.5"], ["W+R"])
    assert root["PB"] == ["Aki ]\\["]
    assert [node["YP"] for node in nodes if "YP" in node] == [['{"white":{"C3":"black"}}']]
    assert answer.all("content-disposition")[0].endswith(f'yurei-{ended_game.name}.sgf"')
    assert answer.all("content-type") == ["application/x-go-sgf"]


def test_other_programs_show_the_board_of_both_forms(ended_game: Made) -> None:
    for file in ("sgf", "sgf?of=viewers"):
        text = fetch(ended_game, file).text
        *_, (_, shown) = sgfmill_boards(text)
        *_, (_, also) = katrain_boards(text)
        assert shown == also == {(2, 2): "b", (3, 3): "w"}


def test_the_downloads_of_a_side_contain_only_its_own_knowledge(ended_game: Made) -> None:
    for seat, shown in (("black", {(2, 2): "b"}), ("white", {(3, 3): "w"}), ("audience", {})):
        text = fetch(ended_game, f"sgf?of={seat}").text
        *_, (_, board) = sgfmill_boards(text)
        assert board == shown
        assert "YR[" not in text
        view = view_from_bytes(fetch(ended_game, f"knew?of={seat}").body)
        assert view.seat.name == seat
        assert view_to_bytes(view) == fetch(ended_game, f"knew?of={seat}").body
    assert "MA[cc]" in fetch(ended_game, "sgf?of=white").text
    assert "MA[" not in fetch(ended_game, "sgf?of=black").text


def test_the_result_is_that_of_the_count_once_both_have_agreed(named_game: Made) -> None:
    named_game.play("pass pass")
    for file in ("sgf", "sgf?of=viewers", "sgf?of=black"):
        assert "RE" not in sgf.main_line(fetch(named_game, file).body)[0]
    named_game.act("black", "dead", "D4")
    for seat in ("black", "white"):
        named_game.act(seat, "settle", "D4")
    for file in ("sgf", "sgf?of=viewers", "sgf?of=black"):
        assert sgf.main_line(fetch(named_game, file).body)[0]["RE"] == ["B+24.5"]
    assert records.write(sgf.read(fetch(named_game, "sgf").body)).encode() == fetch(named_game, "record").body


def test_a_download_for_an_unknown_seat_is_refused_by_name(ended_game: Made) -> None:
    for file in ("sgf?of=green", "knew?of=green", "sgf?of=%22%0d%0a"):
        answer = fetch(ended_game, file)
        assert answer.status in (404, 422)
        assert "there is no seat" in answer.text
    assert json.loads(fetch(ended_game, "knew").body)["seat"] == "audience"


def test_the_page_of_an_ended_game_links_all_downloads_and_each_has_a_name_of_its_own(ended_game: Made) -> None:
    links = re.findall(rf'href="{ended_game.at("black")}/([^"]*)"', ended_game.part("black"))
    files = {file for file in links if "replay" not in file and file != "heard"}
    assert files >= {
        "record",
        "transcript",
        "transcript?of=black",
        "sgf",
        "sgf?of=viewers",
        "sgf?of=black",
        "knew?of=white",
    }
    names = {fetch(ended_game, file, "black").all("content-disposition")[0] for file in files}
    assert len(names) == len(files)


def _wait_a_day(made: Made) -> None:
    made.webapp.waits(86_400)


ENDINGS: dict[str, tuple[Callable[[Made], object], str]] = {
    "resignation": (lambda made: made.act("black", "resign"), "White wins by resignation."),
    "time": (_wait_a_day, "White wins on time."),
    "agreement": (lambda made: (made.act("black", "offer"), made.act("white", "accept")), "A draw by agreement."),
    "two passes": (lambda made: made.play("E5 pass pass"), "If both agree"),
}


@pytest.mark.parametrize("ending", ENDINGS)
def test_every_download_works_whatever_ended_the_game(webapp: WebApp, ending: str) -> None:
    made = make(webapp, width="5", clock="10+3x30(b)", draw_by_agreement="true")
    made.play("C3 C3! D4")
    end, words = ENDINGS[ending]
    end(made)
    links = set(re.findall(rf'href="{made.at("black")}/([^"]*)"', made.part("black")))
    files = {file for file in links if file.split("?")[0] in ("record", "transcript", "sgf", "knew")}
    assert files >= {"record", "transcript", "transcript?of=black", "sgf", "sgf?of=viewers", "knew?of=white"}
    for file in files:
        assert fetch(made, file, "black").status == 200, file
    assert words in fetch(made, "transcript").text


# Seals ----------------------------------------------------------------------------------------------------------------


NOWHERE = "0" * 64


@pytest.fixture
def true_seals(monkeypatch: pytest.MonkeyPatch) -> None:
    """The seals as they are outside of tests."""
    monkeypatch.setattr(game_module, "seal", verify.seal)


@pytest.fixture
def sealed_game(webapp: WebApp, true_seals: None) -> Made:
    """A hidden game with everybody on a chair of his own."""
    return make(webapp, width="3")


def seal_on(made: Made, chair: str) -> str | None:
    found = re.search(r'id="seal".*?<code>(.*?)</code>', made.page(chair, "/heard"), re.DOTALL)
    return found[1] if found else None


def played_to_the_end(made: Made) -> list[str]:
    """Play some tries, one of them refused, and resign; the seals of each moment."""
    given = [str(seal_on(made, "black"))]
    for seat, tried in (("black", "B2"), ("white", "B2"), ("white", "A1"), ("black", "resign")):
        made.act(seat, *((tried,) if tried == "resign" else ("stone", tried)))
        given.append(str(seal_on(made, seat)))
    return given


def record_of(made: Made) -> bytes:
    return made.seats["black"].get(f"{made.at('black')}/record").body


def test_everybody_is_given_the_same_seal_and_a_new_one_with_every_try(sealed_game: Made) -> None:
    seals = []
    for seat in ("", "black", "white"):  # a refused try is sealed too
        if seat:
            sealed_game.act(seat, "stone", "B2")
        (seal,) = {seal_on(sealed_game, chair) for chair in sealed_game.seats}
        seals.append(seal)
    assert None not in seals
    assert len(set(seals)) == 3
    sealed_game.act("white", "pencil-white", "A1")
    assert seal_on(sealed_game, "black") == seal_on(sealed_game, "white")
    sealed_game.webapp.club.games.drop(sealed_game.name)
    assert seal_on(sealed_game, "black") == seals[-1], "a restart makes the same seals again"


def test_the_record_of_an_ended_game_opens_its_seals(sealed_game: Made) -> None:
    given = played_to_the_end(sealed_game)
    record = record_of(sealed_game)
    assert verify.seals_of(record) == given[:-1] + verify.seals_of(record)[-1:]
    assert verify.check_kept_seals(record, given[1:2])[0] == f"{given[1]}: given after try 1"
    assert records.write(records.read(record)).encode() == record


def test_no_page_has_a_nonce_before_the_end(sealed_game: Made) -> None:
    sealed_game.act("black", "stone", "B2")
    game = sealed_game.webapp.held[sealed_game.name]
    secrets = [game.stored.sealing, *list_nonces(game)]
    for chair, person in sealed_game.seats.items():
        for page in ("", "/record", "/replay", "/heard"):
            answer = person.get(sealed_game.at(chair) + page)
            assert not any(secret in answer.text for secret in secrets)
    assert game.stored.sealing not in repr(game.stored)


@pytest.mark.parametrize(
    ("old", "new"),
    [(b'"point":"A1"', b'"point":"C1"'), (b'"accepted":false', b'"accepted":true'), (b'"width":3', b'"width":4')],
    ids=["another point", "another verdict", "another board"],
)
def test_a_changed_record_does_not_match_its_seals(sealed_game: Made, old: bytes, new: bytes) -> None:
    given, record = played_to_the_end(sealed_game), record_of(sealed_game)
    assert old in record
    with pytest.raises(ValueError, match="the story was changed"):
        verify.check_kept_seals(record.replace(old, new, 1), [given[3]])


def test_nonces_that_do_not_fit_are_refused(sealed_game: Made) -> None:
    played_to_the_end(sealed_game)
    *lines, last = record_of(sealed_game).splitlines(keepends=True)
    nonces = json.loads(last)["nonces"]
    for wrong in ([], nonces[:-1], [*nonces[:-1], "x"], 7):
        changed = b"".join(lines) + json.dumps({"nonces": wrong}).encode()
        with pytest.raises(ValueError, match=r"nonce|not sealed"):
            verify.seals_of(changed)
        with pytest.raises(BadRecord):
            records.read(changed)
    with pytest.raises(BadRecord, match="nothing comes after"):
        records.read(b"".join(lines) + last + last)


@pytest.mark.usefixtures("true_seals")
def test_two_games_with_the_same_tries_have_no_seal_in_common(webapp: WebApp) -> None:
    one, other = make(webapp, width="3"), make(webapp, width="3")
    assert not set(played_to_the_end(one)) & set(played_to_the_end(other))
    assert not set(verify.seals_of(record_of(one))) & set(verify.seals_of(record_of(other)))


@pytest.mark.usefixtures("true_seals")
def test_an_open_game_is_not_sealed(webapp: WebApp) -> None:
    made = make(webapp, width="3", referee="open")
    assert seal_on(made, "black") is None
    made.act("black", "resign")
    assert b"nonces" not in record_of(made)
    with pytest.raises(ValueError, match="was not sealed"):
        verify.seals_of(record_of(made))


def test_the_downloadable_verifier_checks_seals_by_itself(sealed_game: Made, tmp_path: Path) -> None:
    given = played_to_the_end(sealed_game)
    program, record = tmp_path / "verify.py", tmp_path / "game.jsonl"
    program.write_bytes(Visitor(sealed_game.webapp).get("/verify.py").body)
    record.write_bytes(record_of(sealed_game))

    def check(*kept: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-I", str(program), str(record), *kept]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    well, badly = check(given[0], given[2].upper()), check(NOWHERE)
    assert (well.returncode, well.stdout.splitlines()[1]) == (0, f"{given[2].upper()}: given after try 2")
    assert (badly.returncode, "the story was changed" in badly.stderr) == (1, True)
