"""One's own page: games, totals, records, a second device, and deletion."""

import io
import json
import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from html import unescape
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
import sqlalchemy as sql
from playwright.sync_api import expect

from tests.web.people import Club
from tests.web.test_bad_input import DiskFull, refused
from tests.web.test_people import seat
from tests.web.wire import Answer, Visitor, WebApp, make, start_game
from yurei import records
from yurei.apps.web.frame.http import PERSON
from yurei.apps.web.you import result_words
from yurei.club.model.limits import LimitExceeded
from yurei.club.model.secrets import digest
from yurei.club.model.stored import PastGame
from yurei.club.store.tables import metadata
from yurei.rules.state import EndedBy


def words(answer: Answer, part: str) -> str:
    """What a reader reads in a part of the page; empty where it is not there."""
    found = re.search(rf'id="{part}".*?(?=<section|</main>|<h3)', answer.text, re.S)
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", " ", found[0].partition(">")[2]))).strip() if found else ""


def turns(visitor: Visitor) -> int:
    """The number beside "Your games" on every page."""
    answer = visitor.get("/you/turns")
    assert answer.all("cache-control") == ["no-store"]
    return int(json.loads(answer.text)["turns"])


def duel(webapp: WebApp, **wish: str) -> tuple[Visitor, Visitor, str]:
    """Black, who makes a game, White, who follows his link, and the game's name."""
    black, white = Visitor(webapp), Visitor(webapp)
    return black, white, again(black, white, **wish)


def again(black: Visitor, white: Visitor, **wish: str) -> str:
    game = black.post("/games", {"width": "5", "ruleset": "go", **wish}).location.split("/")[2]
    white.post(black.links(game)["white"])
    return game


def acts(black: Visitor, white: Visitor, game: str, actions: str) -> None:
    """Act in turn: ``B C3, W pass, B settle``."""
    for each in actions.split(", "):
        colour, _, word = each.partition(" ")
        visitor, chair = (black, "black") if colour == "B" else (white, "white")
        do, at = (word, "") if word.islower() else ("stone", word)
        assert visitor.send(f"/g/{game}/{chair}", {"do": do, "at": at}).status == 200, each


def test_the_number_follows_whose_turn_it_is(library: WebApp) -> None:
    black, white, game = duel(library)
    assert (turns(black), turns(white), turns(Visitor(library))) == (1, 0, 0)
    for actions, of_black, of_white in (
        ("B C3", 0, 1),
        ("W C3", 0, 1),  # a refused try leaves the turn where it was
        ("W pass, B pass", 1, 1),  # both are asked for the count
        ("B settle", 0, 1),
        ("W settle", 0, 0),
    ):
        acts(black, white, game, actions)
        assert (turns(black), turns(white)) == (of_black, of_white), actions


def test_games_with_a_free_seat_or_one_person_do_not_count_as_turns(library: WebApp) -> None:
    visitor = Visitor(library)
    for opponent in ("friend", "one-device", "solo", "yurei"):
        visitor.post("/games", {"width": "5", "opponent": opponent})
        assert turns(visitor) == (opponent == "yurei"), "a program waits like anybody"


def test_a_game_against_a_program_is_listed_with_its_level(library: WebApp) -> None:
    visitor, table = start_game(library, width="5", opponent="yurei", program="yurei:level=2")
    assert "yurei 2" in visitor.get("/you").text, "while it goes on"
    visitor.send(table, {"do": "resign"})
    text = visitor.get("/you").text
    for words in ("No active games.", "yurei 2"):
        assert words in text, "when it is over"


def test_turns_in_rengo_count_for_the_player_to_move(library: WebApp) -> None:
    made = make(library, width="5", opponent="rengo", colour="black")
    seats = ("black-1", "white-1", "black-2", "white-2")
    people = [made.seats[chair] for chair in seats]
    for number, chair in enumerate(seats):
        assert [turns(each) for each in people] == [int(place == number) for place in range(4)]
        made.act(chair, "stone", f"A{number + 1}")
    for chair in seats[:2]:
        made.act(chair, "pass")
    assert [turns(each) for each in people] == [1, 1, 1, 1]
    made.act("black-2", "settle")
    assert [turns(each) for each in people] == [0, 1, 0, 1]


def test_running_games_are_grouped_by_the_side_they_wait_for(library: WebApp) -> None:
    black, white, game = duel(library, referee="hamburg", clock="absolute", clock_main="10")
    white.post("/you", {"nickname": "Shonagon"})
    acts(black, white, game, "B A1, W E5")
    library.waits(7200)
    again(black, white)
    for wish in ({"opponent": "solo"}, {}):
        black.post("/games", {"width": "7", **wish})
    page = black.get("/you")
    assert "You lost on time." in words(page, "past"), "who looks finds it lost"
    assert words(page, "group-turn").startswith(
        "Phantom Go · 5x5 – Shonagon your turn, for less than a minute referee:"
    )
    assert words(page, "group-alone").startswith(
        "Phantom Go · 7x7 Black to move, for less than a minute referee: Common · Alone"
    )
    assert "seat not taken yet" in words(page, "group-free")
    library.waits(7200)
    assert "Black to move, for 2 hours" in words(white.get("/you"), "group-others")
    assert game not in words(page, "running")


def test_the_time_left_is_shown(library: WebApp) -> None:
    black, white, game = duel(library, clock="absolute", clock_main="10")
    acts(black, white, game, "B A1, W E5")
    library.waits(60)
    acts(black, white, game, "B A2")
    library.waits(30)
    assert "time left: Black 9:00, White 9:30" in words(black.get("/you"), "group-others")


def test_a_game_being_counted_shows_whose_agreement_is_missing(library: WebApp) -> None:
    black, white, game = duel(library)
    acts(black, white, game, "B pass, W pass, B settle")
    assert "waiting for the others to agree" in words(black.get("/you"), "group-count")
    assert "waiting for you to agree" in words(white.get("/you"), "group-count")


def test_a_past_game_shows_opponent_result_date_board_replay_and_rematch(library: WebApp) -> None:
    black, white, game = duel(library)
    white.post("/you", {"nickname": "Shonagon"})
    acts(black, white, game, "B C3, W pass, B pass, W settle, B settle")
    for visitor, other, result in ((black, "Shonagon", "You won by 17.5"), (white, "Guest", "You lost by 17.5")):
        page = visitor.get("/you")
        assert f"Phantom Go · 5x5 {other} {result} points. 1 Jan 2026 · referee:" in words(page, "past")
        assert '<path class="black" d="M2 2h0"/>' in page.text
    assert black.get(re.findall(r'href="(/g/[^"]*/replay)"', black.get("/you").text)[0]).status == 200
    assert white.post(f"/g/{game}/white/next").location == f"/g/{game}/white"
    assert black.post(f"/g/{game}/black/next").location == f"/g/{game}2/white"


@pytest.mark.parametrize(
    ("zone", "language", "day"),
    [
        ("Pacific/Kiritimati", "en", "2 Jan 2026"),
        ("Pacific/Kiritimati", "de", "02.01.2026"),
        ("America/New_York", "en-US", "1 Jan 2026"),
        ("nonsense", "fr", "1 janv. 2026"),
    ],
)
def test_a_past_game_is_dated_by_the_readers_day_and_language(
    library: WebApp, zone: str, language: str, day: str
) -> None:
    black, _, game = duel(library)  # at noon in Greenwich
    black.send(f"/g/{game}/black", {"do": "resign"})
    black.cookies["yurei-zone"], black.language = zone, language
    assert f" {day} ·" in words(black.get("/you"), "past")


def test_past_games_are_found_by_game_referee_result_and_opponent(library: WebApp) -> None:
    black, white, game = duel(library)
    white.post("/you", {"nickname": "Shonagon"})
    wish = {"width": "5", "opponent": "yurei", "ruleset": "alter-igo", "referee": "hamburg"}
    mine = black.post("/games", wish).location.split("/")[2]
    for each in (game, mine):
        black.send(f"/g/{each}/black", {"do": "resign"})
    for query, found in {
        "": {game, mine},
        "ruleset=go": {game},
        "referee=hamburg": {mine},
        "result=lost": {game, mine},
        "result=won": set(),
        "opponent=shona": {game},
        "opponent=yure": {mine},
        "opponent=white": set(),
        "opponent=%25": set(),
        "ruleset=go&opponent=yurei": set(),
    }.items():
        shown = set(re.findall(r'href="/g/([^/"]*)/black"', black.get(f"/you?{query}").text.partition('id="past"')[2]))
        assert shown == found, query
    assert "No matching games." in words(black.get("/you?result=won"), "past")
    assert "no whole number" in refused(black.get("/you?page=two"), 422)
    table = words(black.get("/you"), "totals")
    assert "By game Alter Igo 0 1 0 0 Phantom Go 0 1 0 0" in table
    assert "By referee" in table


def test_result_of_a_lone_suicide_uses_the_referees_words() -> None:
    by = EndedBy.LONE_SUICIDE
    game = PastGame("", "white", {"ruleset": "alter-igo"}, {}, {}, {}, datetime.now(UTC), by, "white", None, "", "won")
    said = "White wins: the last move was a single-stone suicide."
    assert result_words(game, "en") == f"You won. {said}"
    assert result_words(replace(game, result="lost"), "en") == f"You lost. {said}"


def test_all_records_of_ones_own_ended_games_come_as_one_file(library: WebApp) -> None:
    black, white, game = duel(library)
    acts(black, white, game, "B C3, W resign")
    again(black, white)
    stranger, _, foreign = duel(library)
    stranger.send(f"/g/{foreign}/black", {"do": "resign"})
    answer = black.get("/you/records.zip")
    assert answer.all("content-disposition") == ['attachment; filename="yurei-records-2026-01-01.zip"']
    with ZipFile(io.BytesIO(answer.body)) as packed:
        assert packed.namelist() == [f"2026-01-01-go-{game}.{ending}" for ending in ("jsonl", "sgf")]
        lines, sgf = (packed.read(name).decode() for name in packed.namelist())
    record = records.read(lines)
    assert [entry.attempt.text(record.settings.size) for entry in record.entries] == ["C3", "resign"]  # type: ignore[union-attr]
    assert "RE[B+R]" in sgf
    with ZipFile(io.BytesIO(Visitor(library).get("/you/records.zip").body)) as empty:
        assert empty.namelist() == []


def test_one_person_downloads_their_records_once_at_a_time(library: WebApp) -> None:
    black, _, game = duel(library)
    black.send(f"/g/{game}/black", {"do": "resign"})
    own, key = library.club.own, black.cookies[PERSON]

    async def twice() -> None:
        first = own.records(key, lambda game: {})
        await anext(first)
        with pytest.raises(LimitExceeded, match="already"):
            own.records(key, lambda game: {})
        await first.aclose()
        assert [name async for name, *_ in own.records(key, lambda game: {})] == [f"2026-01-01-go-{game}"]

    library.run(twice())


def test_a_game_that_cannot_be_made_again_keeps_no_other_one_back(library: WebApp, tmp_path: Path) -> None:
    black, white, broken = duel(library)
    games = [broken, again(black, white)]
    for game in games:
        black.send(f"/g/{game}/black", {"do": "resign"})
    library.forget_games()
    with closing(sqlite3.connect(tmp_path / "games.db")) as database, database:
        database.execute("UPDATE events SET kind = 'nonsense' WHERE game = ?", (broken,))
    with ZipFile(io.BytesIO(black.get("/you/records.zip").body)) as packed:
        assert packed.namelist() == [f"2026-01-01-go-{games[1]}.{ending}" for ending in ("jsonl", "sgf")]


@pytest.mark.parametrize(("reader", "other"), [("black", "white"), ("white", "black")])
def test_a_hidden_try_and_a_pencil_mark_of_the_other_change_nothing_here(reader: str, other: str) -> None:
    pages = []
    for hidden in (False, True):
        with WebApp() as webapp:
            black, white, game = duel(webapp, clock="absolute", clock_main="60")
            second = again(black, white, clock="absolute", clock_main="60")
            for name in (game, second):
                acts(black, white, name, "B C3, W D4" if reader == "white" else "B C3, W D4, B A1")
            visitor, opponent = (black, white) if reader == "black" else (white, black)
            webapp.waits(90)
            if hidden:
                point = "C3" if other == "white" else "D4"
                for do, at in (("stone", point), ("pencil-dead", "A5")):
                    assert opponent.send(f"/g/{game}/{other}", {"do": do, "at": at}).status == 200
            webapp.waits(30)
            answers = [visitor.get(path) for path in ("/you", "/you/turns", "/you/delete", "/you?page=2")]
            # Each server has a key of its own, by which browsers know who rings.
            pages.append([(answer.status, re.sub(r'data-key="[^"]*"', "", answer.text)) for answer in answers])
    assert pages[0] == pages[1]
    assert "for 2 minutes" in pages[0][0][1]


def grow(webapp: WebApp, game: str, count: int) -> None:
    """Copy an ended game so many times within the database."""
    for table, key in (("games", "id"), ("chairs", "game"), ("events", "game")):
        names = [column.name for column in metadata.tables[table].columns]
        kept = ", ".join("'x' || i" if name == key else name for name in names)
        numbers = f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count})"
        rows = f"{numbers} SELECT {kept} FROM {table}, n WHERE {key} = ?"
        webapp.execute(f"INSERT INTO {table} ({', '.join(names)}) {rows}", game)


def statements(webapp: WebApp, visitor: Visitor, path: str) -> tuple[Answer, list[str]]:
    """What comes back, and what the database was asked for it."""
    asked: list[str] = []
    engine = webapp.store.backend.engine.sync_engine

    def listens(*given: Any) -> None:
        asked.append(given[2])

    sql.event.listen(engine, "before_cursor_execute", listens)
    answer = visitor.get(path)
    sql.event.remove(engine, "before_cursor_execute", listens)
    return answer, asked


def test_a_thousand_games_of_one_person_cost_no_more_than_a_few_questions(library: WebApp) -> None:
    black, white, game = duel(library, size="19", width="19", height="19")
    for number in range(30):
        column, row = "ABCDEFGHJK"[number % 10], number // 10
        acts(black, white, game, f"B {column}{1 + row}, W {column}{19 - row}")
    black.send(f"/g/{game}/black", {"do": "resign"})
    grow(library, game, 1000)
    held = set(library.held)
    black.get("/you")  # the server looks its own key up once
    answer, asked = statements(library, black, "/you")
    assert len(asked) <= 6
    assert answer.text.count('class="thumb"') == 12
    assert len(answer.body) < 50_000
    assert "page 1 of 84" in words(answer, "past")
    assert "1001" in words(answer, "totals")
    assert len(statements(library, black, "/you/turns")[1]) == 1
    last, _ = statements(library, black, "/you?page=84")
    assert last.text.count('class="thumb"') == 5
    assert set(library.held) == held, "none is loaded"


def test_the_number_of_turns_is_looked_up_in_an_index(library: WebApp) -> None:
    black, _, _ = duel(library)
    _, (asked,) = statements(library, black, "/you/turns")

    async def plan() -> str:
        async with library.store.backend.engine.connect() as connection:
            rows = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {asked}", ("x",) * asked.count("?"))
            return str(rows.all())

    assert "chairs_to_move" in library.run(plan())


def test_a_page_with_a_socket_asks_there_in_how_many_games_it_is_ones_turn(club: Club) -> None:
    black, white = club.duel(ruleset="go", size="5")
    requests, frames = list[str](), list[dict[str, str]]()
    white.page.on("request", lambda request: requests.append(request.url))
    white.page.on("websocket", lambda opened: opened.on("framesent", lambda frame: frames.append(json.loads(frame))))
    white.page.reload()
    expect(white.page.locator("#at-white")).to_contain_text("(connected)")
    expect(white.page.locator("#turns")).to_have_text("0")
    black.tries("C3")
    expect(white.page.locator("#turns")).to_have_text("1")
    asked = len([url for url in requests if url.endswith("/you/turns")])
    white.page.evaluate(
        """() => {
            document.getElementById("turns").textContent = "?";
            document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
    expect(white.page.locator("#turns")).to_have_text("1")
    assert [frame["do"] for frame in frames] == ["turns"]
    assert len([url for url in requests if url.endswith("/you/turns")]) == asked


NAME = "Sei Shonagon"


def link_of(visitor: Visitor) -> str:
    answer = visitor.post("/you/along")
    found = re.search(r'value="http://yurei\.example(/you/along/[^"]*)"', answer.text)
    assert found
    return found[1]


def kept(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.iterdir())


def test_both_devices_play_on_the_same_seats(library: WebApp) -> None:
    black, white, game = duel(library)
    white.post("/you", {"nickname": NAME})
    phone, link = Visitor(library), link_of(white)
    assert white.cookies[PERSON] not in link
    assert f"“{NAME}”" in phone.get(link).text
    assert PERSON not in phone.cookies, "looking at a link uses nothing up"
    assert phone.post(link).location == "/you"
    acts(black, phone, game, "B A1")
    assert (turns(white), turns(phone)) == (1, 1)
    acts(black, phone, game, "W E5")
    assert "E5, white stone" in white.get(f"/g/{game}/white").text


def test_the_link_opens_once_the_newest_alone_and_not_for_long(library: WebApp) -> None:
    _, white, _ = duel(library)
    older, newer, stranger = link_of(white), link_of(white), Visitor(library)
    for visitor in (stranger, white):
        for ask in (visitor.get, visitor.post):
            assert "no longer" in refused(ask(older), 403)
    assert stranger.post(newer).status == 303
    assert "no longer" in refused(Visitor(library).post(newer), 403)
    late = link_of(white)
    library.waits(599)
    assert Visitor(library).get(late).status == 200
    library.waits(1)
    assert "no longer" in refused(Visitor(library).post(late), 403)


def test_a_browser_that_plays_itself_is_not_handed_over(library: WebApp) -> None:
    black, white, game = duel(library)
    black.send(f"/g/{game}/black", {"do": "stone", "at": "C3"})
    link = link_of(white)  # White sends it to Black: it must not show him Black's board
    assert "own name is replaced" in black.get(link).text
    assert "a game in progress" in refused(black.post(link), 403)
    assert "C3, black stone" not in white.get(f"/g/{game}/black").text
    assert white.get(link).status == 200, "the link is still good"


def test_finished_games_move_to_the_other_name_without_the_opponents_seat(library: WebApp) -> None:
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


def test_lobby_challenges_of_the_old_name_are_withdrawn(library: WebApp) -> None:
    desk, phone = Visitor(library), Visitor(library)
    phone.post("/games", {"opponent": "anybody", "width": "5"})
    assert 'id="challenge-' in Visitor(library).get("/lobby").text
    phone.post(link_of(desk))
    assert 'id="challenge-' not in Visitor(library).get("/lobby").text


def test_no_stored_data_identifies_a_deleted_player(library: WebApp, tmp_path: Path) -> None:
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
    assert "Your name, keys and contacts are deleted." in answer.text
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


def test_a_deleted_person_resigns_at_once_or_at_their_next_turn(library: WebApp) -> None:
    black, white, mine = duel(library)
    his = again(black, white)
    acts(black, white, mine, "B A1")
    white.post("/you/delete", {"sure": "yes"})
    assert "You won by resignation." in words(black.get("/you"), "past")
    assert his in black.get("/you").text
    assert turns(black) == 1
    library.forget_games()
    acts(black, white, his, "B C3")
    assert words(black.get("/you"), "past").count("You won by resignation.") == 2


def test_a_player_who_is_deleted_agrees_to_the_count(library: WebApp) -> None:
    black, white, game = duel(library)
    acts(black, white, game, "B pass, W pass")
    white.post("/you/delete", {"sure": "yes"})
    assert "waiting for you to agree" in words(black.get("/you"), "group-count")
    acts(black, white, game, "B settle")
    assert "You lost by" in words(black.get("/you"), "past")
    assert black.post(f"/g/{game}/black/next").location == f"/g/{game}/black", "nobody is there for a rematch"


def test_a_draw_offered_to_a_deleted_player_is_declined(library: WebApp) -> None:
    black, white, game = duel(library, draw_by_agreement="true")
    white.post("/you/delete", {"sure": "yes"})
    assert "You offered a draw" not in black.send(f"/g/{game}/black", {"do": "offer"}).text


def test_a_deletion_that_cannot_be_stored_has_no_effect(webapp: WebApp, monkeypatch: pytest.MonkeyPatch) -> None:
    black, table = start_game(webapp, width="5")
    with monkeypatch.context() as patch:
        patch.setattr(webapp.store.games, "append", DiskFull(webapp))
        assert refused(black.post("/you/delete", {"sure": "yes"}), 503)
    assert black.get(table).status == 200
