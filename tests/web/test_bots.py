"""Bots: names, tokens, opponents, event streams, the client, and the examples."""

import asyncio
import json
import re
import runpy
import shlex
import shutil
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from scripts.environment import ROOT
from tests.programs import running
from tests.web.bots import Bot, Stream, meet
from tests.web.people import Server
from tests.web.programs import Program
from tests.web.test_api import as_curl_would
from tests.web.wire import Visitor, WebApp, names_point, run_apart, until
from yurei import client
from yurei.apps.web.api import routes as api_stream
from yurei.apps.web.api.routes import DEEDS
from yurei.apps.web.frame.http import PERSON
from yurei.client import AsyncBot, Refused
from yurei.client.calls import Call, Reading
from yurei.club.club import Club
from yurei.club.game.actions import ACTIONS
from yurei.club.model.secrets import digest
from yurei.club.seats import BotDesk
from yurei.referee.settings import read_settings


def hold(
    monkeypatch: pytest.MonkeyPatch, owner: type, name: str, *, found: bool = False
) -> tuple[asyncio.Event, asyncio.Event]:
    """Let the first call of a method wait until the second event is set, with its answer ``found`` or before."""
    method, arrived, goes_on = getattr(owner, name), asyncio.Event(), asyncio.Event()

    async def held(*given: Any) -> Any:
        answer = await method(*given) if found else None
        if not arrived.is_set():
            arrived.set()
            await goes_on.wait()
        return answer if found else await method(*given)

    monkeypatch.setattr(owner, name, held)
    return arrived, goes_on


def verdicts(stream: Stream) -> list[str]:
    return [heard["verdict"] for news in stream.games for heard in news["seen"]["heard"]]


def test_the_name_of_a_bot_says_that_it_is_one(webapp: WebApp) -> None:
    bot = Bot(webapp, " Sei ")
    assert bot.stands() == {"name": "Sei [bot]", "games": [], "challenges": []}


@pytest.mark.parametrize(("name", "said"), [
    ("", "a bot needs a name; give it one"),
    ("Sei [BOT]", "[bot] is reserved for names of programs; choose another name"),
    ("S" * 21, "a nickname has at most 20 characters; this one has 21"),
])  # fmt: skip
def test_a_bot_needs_a_name_of_its_own(webapp: WebApp, name: str, said: str) -> None:
    answer = Program(webapp).ask("POST", "/api/bots", {"name": name})
    assert (answer.status, json.loads(answer.text)) == (422, {"error": said})


@pytest.mark.parametrize("name", ["Sei [bot]", "Sei[bot]", "Sei ［ＢＯＴ］", "[bot]"])
def test_suffix_of_bots_is_reserved(webapp: WebApp, name: str) -> None:
    answer = Visitor(webapp).post("/you", {"nickname": name})
    assert (answer.status == 422) == (name != "Sei[bot]"), "what is one word is a name like any other"
    assert ("is reserved for names of programs" in answer.text) == (name != "Sei[bot]")


@pytest.mark.parametrize("stored", [False, True], ids=["in memory", "in a database"])
def test_no_two_bots_have_the_same_name(tmp_path: Path, stored: bool) -> None:
    with WebApp(place=f"sqlite+aiosqlite:///{tmp_path / 'games.db'}" if stored else "") as webapp:
        sei, taken = Bot(webapp, "Sei"), "another bot is called {} [bot]; choose another name"
        for name in ("Sei", " sei ", "ＳＥＩ"):
            answer = Program(webapp).ask("POST", "/api/bots", {"name": name})
            assert answer.status == 422
            assert json.loads(answer.text)["error"].casefold() == taken.format("sei")
        murasaki = Bot(webapp, "Murasaki")
        renamed = Visitor(webapp, {PERSON: murasaki.token}).post("/you", {"nickname": "Sei"})
        assert (renamed.status, murasaki.stands()["name"]) == (422, "Murasaki [bot]"), "nor by another name later"
        assert Visitor(webapp, {PERSON: sei.token}).post("/you", {"nickname": "SEI"}).status == 303
        assert sei.stands()["name"] == "SEI [bot]", "one's own name is free"
        assert Visitor(webapp).post("/you", {"nickname": "Sei"}).status == 303, "people may be called the same"


def test_a_token_that_is_no_bots_opens_nothing_that_is_for_bots(webapp: WebApp) -> None:
    made = Program(webapp).says("/api/games", {})
    alone = Program(webapp).sits_down(made["links"]["black"])
    for token in (alone.token, "made-up"):
        for method, path in (("GET", "bot"), ("GET", "stream"), ("GET", "lobby"), ("POST", "lobby/x")):
            answer = Program(webapp, token).ask(method, f"/api/{path}", {} if method == "POST" else None)
            assert (answer.status, "POST /api/bots creates a bot" in answer.text) == (403, True)
    assert Program(webapp).ask("GET", "/api/stream").status == 401


def test_a_bot_sits_down_with_the_token_that_it_has(webapp: WebApp) -> None:
    bot, links = Bot(webapp, "Sei"), [Program(webapp).says("/api/games", {})["links"] for _ in range(3)]
    sat = [bot.says("/api/sit", {"link": each["black"]}) for each in links]
    assert {each["token"] for each in sat} == {bot.token}
    assert {game["game"] for game in bot.stands()["games"]} == {each["game"] for each in sat}
    assert bot.says("/api/sit", {"link": links[0]["black"]}) == sat[0], "it may come back by the link"
    assert bot.ask("POST", "/api/sit", {"link": links[0]["white"]}).status == 403, "nobody plays for both sides"
    assert bot.at(sat[0]["address"]).sees()["your_turn"]


def test_a_bot_that_gets_a_new_token_while_sitting_down_is_not_seated_as_a_stranger(
    webapp: WebApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot, made = Bot(webapp, "Sei"), Program(webapp).says("/api/games", {})
    club = webapp.club
    claim = club.seats.claim

    async def changed_before(*given: Any, **more: Any) -> str:
        await club.own.change_key(bot.token)
        return await claim(*given, **more)

    monkeypatch.setattr(club.seats, "claim", changed_before)
    answer = bot.ask("POST", "/api/sit", {"link": made["links"]["black"]})
    assert (answer.status, "POST /api/bots creates a bot" in answer.text) == (403, True)
    assert webapp.chairs(made["game"])["black"].key is None


def test_two_bots_with_the_same_wish_meet(webapp: WebApp) -> None:
    sei, murasaki = Bot(webapp, "Sei"), Bot(webapp, "Murasaki")
    waits = sei.seeks(colour="black")
    assert (waits["game"], sei.stands()["challenges"]) == (None, [waits["challenge"]])
    assert sei.seeks(colour="black") == waits, "who asks again waits no second time"
    met = murasaki.seeks()
    assert (met["chair"], met["challenge"]) == ("white", None)
    assert sei.stands()["games"] == [
        {"game": met["game"], "chair": "black", "address": met["address"].replace("/white", "/black")}
    ]
    assert sei.stands()["challenges"] == []


def test_a_challenge_stands_in_the_lobby_and_is_accepted_or_withdrawn(webapp: WebApp) -> None:
    sei, murasaki = Bot(webapp, "Sei"), Bot(webapp, "Murasaki")
    first = sei.seeks(colour="black", clock="5+3")["challenge"]
    second = sei.seeks(colour="white")["challenge"]
    (open_, other) = json.loads(murasaki.ask("GET", "/api/lobby").text)["challenges"]
    assert (open_["challenge"], open_["by"], open_["own"], open_["colour"]) == (first, "Sei [bot]", False, "black")
    assert (open_["settings"]["width"], open_["agreed"]["clock"] is None, other["agreed"]["clock"]) == (5, False, None)
    assert "Sei [bot]" in Visitor(webapp).get("/lobby").text, "people see it too"
    assert murasaki.ask("POST", f"/api/lobby/{second}/withdraw").status == 403
    assert [each["challenge"] for each in sei.says(f"/api/lobby/{second}/withdraw", {})["challenges"]] == [first]
    assert sei.ask("POST", f"/api/lobby/{first}").status == 422, "one's own"
    assert murasaki.says(f"/api/lobby/{first}", {})["chair"] == "white"
    assert murasaki.ask("POST", f"/api/lobby/{first}").status == 404


def test_a_person_meets_a_bot_in_the_lobby(webapp: WebApp) -> None:
    bot, person = Bot(webapp, "Sei"), Visitor(webapp)
    stream = bot.listens()
    challenge = bot.seeks(colour="black")["challenge"]
    person.post(f"/lobby/{challenge}")
    (game,) = bot.stands()["games"]
    assert stream.games[-1]["game"] == game["game"]
    assert "Sei [bot]" in person.get(f"/g/{game['game']}/white").text


def test_a_bot_is_away_only_while_it_neither_listens_nor_asks(webapp: WebApp) -> None:
    """Its opponent sees it come and go, as a person with a page."""
    bot, person = Bot(webapp, "Sei"), Visitor(webapp)
    challenge = bot.seeks(colour="black")["challenge"]
    person.post(f"/lobby/{challenge}")
    (game,) = bot.stands()["games"]
    page = f"/g/{game['game']}/white"
    assert "(away)" in person.get(page).text
    stream = bot.listens()
    assert "(away)" not in person.get(page).text
    stream.close()
    assert "(away)" in person.get(page).text
    assert bot.ask("GET", f"/api/games/{game['game']}/black").status == 200
    assert "(away)" not in person.get(page).text, "whoever polls is here too"


def test_one_stream_tells_of_all_games_in_order_and_once(webapp: WebApp) -> None:
    sei = Bot(webapp, "Sei")
    stream = sei.listens()
    assert stream.status == 200
    assert (b"content-type", b"text/event-stream; charset=utf-8") in stream.headers
    assert [event.kind for event in stream.events] == ["ready"]
    others = [Bot(webapp, name) for name in ("Murasaki", "Izumi")]
    tables = []
    for other in others:
        sei.seeks(colour="black")
        tables.append(other.at(other.seeks(colour="white")["address"]))
    for table in tables:
        sei.at(table.address.replace("/white", "/black")).does("stone", "C3")
        table.does("stone", "C3")
    news = stream.events[1:]
    for table in tables:
        own = [each for each in stream.games if each["game"] == table.address.split("/")[3]]
        assert [each["since"] for each in own] == [0, *(each["seen"]["number"] for each in own[:-1])]
    assert {event.data["game"] for event in news} == {table.address.split("/")[3] for table in tables}
    assert verdicts(stream) == ["moved", "illegal"] * 2
    assert [each["seen"]["your_turn"] for each in stream.games[-2:]] == [False, False]


def test_a_bot_that_was_away_misses_nothing(webapp: WebApp) -> None:
    sei, _, black, white = meet(webapp)
    away = sei.listens()
    number = away.games[-1]["seen"]["number"]
    away.close()
    for point in ("A1", "B1", "C1"):
        black.does("stone", point)
        white.does("stone", point)
        white.does("stone", point.replace("1", "3"))
    waits = sei.seeks(clock="5+3")["challenge"]
    again = sei.listens()
    assert [event.kind for event in again.events] == ["game", "ready"]
    (game,) = again.games
    assert verdicts(again) == ["moved", "illegal", "moved"] * 3
    assert [told["n"] for told in game["seen"]["heard"]] == list(range(9)), "every sentence once"
    assert (game["since"], game["seen"]["your_turn"]) == (0, True)
    ready = again.events[-1].data
    assert ([each["address"] for each in ready["games"]], ready["challenges"]) == ([black.address], [waits])
    since = json.loads(sei.ask("GET", f"{black.address}?since={number}").text)
    assert since == game["seen"], "all of it came after the number of the game that had arrived"


def test_game_that_ended_while_a_bot_was_away_can_be_read_since_its_number(webapp: WebApp) -> None:
    sei, _, black, white = meet(webapp)
    stream = sei.listens()
    black.does("stone", "A1")
    number = stream.games[-1]["seen"]["number"]
    stream.close()
    white.does("resign")
    again = sei.listens()
    assert [event.kind for event in again.events] == ["ready"]
    assert again.events[0].data["games"] == [], "what has ended goes on no more"
    seen = json.loads(sei.ask("GET", f"{black.address}?since={number}").text)
    assert (seen["ended"]["winner"], seen["number"]) == ("black", number + 1)


def test_the_end_of_a_game_is_told(webapp: WebApp) -> None:
    sei, _, black, _ = meet(webapp)
    stream = sei.listens()
    black.does("resign")
    assert stream.games[-1]["seen"]["ended"]["winner"] == "white"


def test_a_game_that_begins_while_a_stream_does_is_told(webapp: WebApp, monkeypatch: pytest.MonkeyPatch) -> None:
    sei, murasaki = Bot(webapp, "Sei"), Bot(webapp, "Murasaki")
    challenge = sei.seeks(colour="black")["challenge"]
    arrived, goes_on = hold(monkeypatch, BotDesk, "running", found=True)
    stream = sei.listens()
    webapp.run(arrived.wait())
    met = murasaki.says(f"/api/lobby/{challenge}", {})
    webapp.sets(goes_on)
    assert {news["game"] for news in stream.games} == {met["game"]}
    assert stream.games[-1]["seen"]["your_turn"], "Black is waited for, and has heard of it"


def test_stream_is_complete_after_a_restart(webapp: WebApp) -> None:
    sei, _, black, white = meet(webapp)
    stream = sei.listens()
    black.does("stone", "A1")
    stream.close()
    white.does("stone", "B1")
    webapp.opens()
    webapp.dies()
    again = sei.listens()
    assert verdicts(again) == ["moved"] * 2
    assert again.games[0]["seen"]["board"].endswith("B....")


def test_a_bot_that_does_not_read_gets_no_backlog_and_loses_no_event(
    webapp: WebApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    sei, _, black, white = meet(webapp, settings={"width": 9, "height": 9})
    read: list[str] = []
    told = api_stream.Streams._told

    async def noted(streams: api_stream.Streams, *given: Any) -> str:
        read.append("a game")
        return await told(streams, *given)

    monkeypatch.setattr(api_stream.Streams, "_told", noted)
    stream = sei.listens()
    stream.reads.clear()
    black.does("stone", "A1")
    before = len(read)
    for column in "BCDEFGHJ":
        white.does("stone", f"{column}1")
        black.does("stone", f"{column}3")
    assert len(read) == before, "as long as nobody reads what was sent, nothing more is made"
    webapp.sets(stream.reads)
    assert verdicts(stream) == ["moved"] * 17
    assert [each["since"] for each in stream.games] == [0, *(each["seen"]["number"] for each in stream.games[:-1])]
    assert len(stream.games) == 3, "all that happened meanwhile is one event"


def test_ready_names_a_game_that_begins_just_before_it(webapp: WebApp, monkeypatch: pytest.MonkeyPatch) -> None:
    sei, murasaki = Bot(webapp, "Sei"), Bot(webapp, "Murasaki")
    sei.seeks(colour="black")
    arrived, goes_on = hold(monkeypatch, api_stream.Streams, "stands")
    stream = sei.listens()
    webapp.run(arrived.wait())
    game = murasaki.seeks(colour="white")["game"]
    webapp.sets(goes_on)
    (ready,) = [event.data for event in stream.events if event.kind == "ready"]
    assert [each["game"] for each in ready["games"]] == [game], "so nobody seeks a second one"
    assert [each["game"] for each in stream.games] == [game]


def test_a_challenge_that_is_becoming_a_game_is_listed_until_the_game_is(
    webapp: WebApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    sei = Bot(webapp, "Sei")
    challenge = sei.seeks(colour="black")["challenge"]
    make, stands = Club.make, api_stream.Streams.stands

    async def noted(streams: api_stream.Streams, person: str) -> api_stream.Standing:
        asked.append(lambda: stands(streams, person))
        return await stands(streams, person)

    async def asked_meanwhile(club: Club, *given: Any) -> tuple[str, str]:
        told.append(await asked[0]())
        return await make(club, *given)

    asked: list[Callable[[], Awaitable[api_stream.Standing]]] = []
    told: list[api_stream.Standing] = []
    monkeypatch.setattr(api_stream.Streams, "stands", noted)
    monkeypatch.setattr(Club, "make", asked_meanwhile)
    assert sei.stands()["challenges"] == [challenge]
    game = Bot(webapp, "Murasaki").seeks(colour="white")["game"]
    assert [(each.games, each.challenges) for each in told] == [([], [challenge])]
    now = sei.stands()
    assert ([each["game"] for each in now["games"]], now["challenges"]) == ([game], [])


def test_a_quiet_stream_says_now_and_then_that_it_is_there(webapp: WebApp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api_stream, "HEARTBEAT", 0.01)
    sei, _, black, _ = meet(webapp)
    stream = sei.listens()
    webapp.run(asyncio.sleep(0.1))
    assert stream.raw.endswith(b": still here\n\n")
    assert stream.raw.count(b": still here") > 2
    black.does("stone", "A1")
    assert verdicts(stream) == ["moved"]


def test_a_bot_has_one_stream(webapp: WebApp) -> None:
    sei, _, black, _ = meet(webapp)
    first, second = sei.listens(), sei.listens()
    assert (first.ended, second.ended) == (True, False)
    black.does("stone", "A1")
    assert verdicts(first) == []
    assert verdicts(second) == ["moved"]


def test_a_bot_hears_nothing_of_a_chair_that_was_taken_along(webapp: WebApp) -> None:
    sei, _, black, white = meet(webapp)
    stream = sei.listens()
    stream.reads.clear()
    black.does("stone", "C3")
    white.does("stone", "D4")
    black.does("stone", "A1")
    chair = webapp.held[black.address.split("/")[3]].chairs["black"]
    chair.key = "somebody else's"
    webapp.sets(stream.reads)
    assert [event.kind for event in stream.events] == ["game", "ready", "game", "gone"]
    assert not names_point(stream.raw.decode(), "A1")


def test_a_person_takes_the_seat_of_a_bot_along_without_its_name_and_the_bot_hears_that_it_is_gone(
    webapp: WebApp,
) -> None:
    sei, _, black, _ = meet(webapp)
    stream = sei.listens()
    chair = black.address.replace("/api/games/", "/g/")
    offered = Visitor(webapp, {PERSON: sei.token}).post(f"{chair}/along").text
    (link,) = set(re.findall(r"/g/\w+/along/black/\w+", offered))
    person = Visitor(webapp)
    assert person.post(link).status == 303
    assert person.get(chair).status == 200
    assert black.ask("GET", black.address).status == 403
    assert webapp.chairs(chair.split("/")[2])["black"].key in [row.key for row in webapp.rows("people")]
    assert [row.nickname for row in webapp.rows("people")].count("Sei [bot]") == 1
    assert [event.kind for event in stream.events][-1] == "gone"
    assert stream.events[-1].data["address"] == black.address


def test_pencil_marks_of_the_opponent_are_no_news(webapp: WebApp) -> None:
    sei, _, _, white = meet(webapp)
    stream = sei.listens()
    before = stream.raw
    white.does("pencil-cross", "A1")
    assert stream.raw == before


def test_a_seat_gets_a_new_token_and_the_old_one_opens_it_no_more(webapp: WebApp) -> None:
    links = Program(webapp).says("/api/games", {"settings": {"width": 5, "height": 5}})["links"]
    black = Program(webapp).sits_down(links["black"])
    old, new = black.token, black.says(f"{black.address}/token", {})["token"]
    assert black.ask("GET", black.address).status == 403
    again = Program(webapp, new, black.address)
    assert again.does("stone", "A1")["heard"][0]["verdict"] == "moved"
    assert old != again.says(f"{black.address}/token", {})["token"] != new


def test_a_bot_keeps_its_token_and_gives_others_to_one_chair(webapp: WebApp) -> None:
    sei, _, black, _ = meet(webapp)
    given = black.says(f"{black.address}/token", {})["token"]
    helper = Program(webapp, given, black.address)
    assert helper.sees()["your_turn"]
    assert helper.ask("GET", "/api/bot").status == 403
    newer = helper.says(f"{black.address}/token", {})["token"]
    assert helper.ask("GET", black.address).status == 403
    assert Program(webapp, newer, black.address).sees() == black.sees()
    assert sei.stands()["games"]


def test_new_bot_token_invalidates_seat_tokens(webapp: WebApp) -> None:
    sei, _, black, _ = meet(webapp)
    given = Program(webapp, black.says(f"{black.address}/token", {})["token"], black.address)
    assert given.sees()["your_turn"]
    new = Bot(webapp, "Sei", sei.says("/api/bot/token", {})["token"])
    assert given.ask("GET", black.address).status == 403
    assert given.ask("POST", black.address, {"do": "stone", "point": "A1"}).status == 403
    assert Program(webapp, new.token, black.address).does("stone", "A1")["heard"][0]["verdict"] == "moved"


def test_a_bot_gets_another_token_and_finds_all_its_games_by_it(webapp: WebApp) -> None:
    sei, _, black, white = meet(webapp)
    sei.seeks(clock="5+3")
    stream = sei.listens()
    new = sei.says("/api/bot/token", {})
    assert new["name"] == "Sei [bot]"
    assert stream.ended
    assert sei.ask("GET", "/api/bot").status == black.ask("GET", black.address).status == 403
    again = Bot(webapp, "Sei", new["token"])
    assert [game["address"] for game in again.stands()["games"]] == [black.address]
    assert again.stands()["challenges"] == []
    again.at(black.address).does("stone", "A1")
    white.does("stone", "B1")
    assert verdicts(again.listens()) == ["moved", "moved"]


def test_everything_that_can_be_done_is_described_in_words() -> None:
    assert DEEDS.keys() == set(ACTIONS)


def test_a_game_begins_with_a_set_up_and_a_clock(webapp: WebApp) -> None:
    setup = "...../...../..B../...../....."
    asked = {"settings": {"width": 5, "height": 5, "referee": "open"}, "setup": setup, "clock": "5+3"}
    links = Program(webapp).says("/api/games", asked)["links"]
    seen = Program(webapp).sits_down(links["black"]).sees()
    assert (seen["board"], seen["clocks"]["black"]["main"]) == (setup, 300)
    agreed = {"settings": asked["settings"], "agreed": {"setup": setup, "clock": "5+3"}}
    links = Program(webapp).says("/api/games", agreed)["links"]
    assert Program(webapp).sits_down(links["black"]).sees()["board"] == setup


@pytest.mark.parametrize(("more", "said"), [
    ({"setup": "XX"}, "board"),
    ({"clock": "soon"}, "clock"),
    ({"seed": 1}, "none of them plays"),
    ({"seed": -1}, "'seed' is not as"),
    ({"settings": {"handicap": 2}, "setup": "." * 9}, "a handicap is a set-up"),
])  # fmt: skip
def test_bad_terms_are_refused_with_the_reason(webapp: WebApp, more: dict[str, object], said: str) -> None:
    answer = Program(webapp).ask("POST", "/api/games", more)
    assert answer.status == 422
    assert said in json.loads(answer.text)["error"]


def test_programs_with_a_seed_play_the_same_game_again() -> None:
    def played(seed: int) -> list[str]:
        with WebApp() as webapp:
            programs = {"black": "uniform", "white": "uniform"}
            wish = {"settings": {"width": 3, "height": 3, "referee": "open"}, "programs": programs, "seed": seed}
            made = Program(webapp).says("/api/games", wish)
            Program(webapp).sits_down(made["links"]["audience"]).sees()
            return [f"{event.chair} {event.what}" for event in webapp.happened(made["game"])]

    assert len(played(1)) > 5
    assert played(1) == played(1)
    assert played(1) != played(2)


def test_the_page_for_programs_says_all_that_can_be_done() -> None:
    page = (ROOT / "docs" / "programs.md").read_text(encoding="utf-8")
    table = {f"| `{do}` | {words.replace('``', '`')} |" for do, words in DEEDS.items()}
    assert table < set(page.splitlines())


def test_the_event_on_the_page_is_one_of_these(webapp: WebApp) -> None:
    page = (ROOT / "docs" / "programs.md").read_text(encoding="utf-8")
    shown = page.partition("```text\n")[2].partition("```")[0]
    sei, _, _, _ = meet(webapp)
    real = next(each for each in sei.listens().raw.decode().split("\n\n") if "event: game" in each)
    assert [line.partition(":")[0] for line in shown.splitlines()] == [
        line.partition(":")[0] for line in real.splitlines()
    ]
    keys = set(re.findall(r'"(\w+)":', shown))
    assert len(keys) > 6
    assert keys < set(re.findall(r'"(\w+)":', real))


def test_an_interrupted_request_is_told_to_come_back_and_a_stream_ends_as_it_should(webapp: WebApp) -> None:
    sei, _, black, _ = meet(webapp)
    stream = sei.listens()
    token = ("authorization", f"Bearer {black.token}")
    asking = black.visitor.begin(f"{black.address}?since=99&wait=20", token)

    async def stops() -> None:
        tasks = asyncio.all_tasks(webapp._loop) - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run_coroutine_threadsafe(stops(), webapp._loop).result(60)
    answer = asking.result(60)
    assert (answer.status, answer.all("retry-after")) == (503, ["5"])
    assert "the server is restarting" in json.loads(answer.text)["error"]
    assert stream.ended


def test_a_person_who_starts_many_games_at_once_starts_no_more_than_the_limit(webapp: WebApp) -> None:
    sei = Bot(webapp, "Sei")
    club = webapp.club

    async def begin() -> None:
        async with club.own.room(sei.token, 2):
            await asyncio.sleep(0)
            await club.make(read_settings({}), {}, None, {"black": digest(sei.token)})

    async def many() -> list[BaseException | None]:
        return await asyncio.gather(*(begin() for _ in range(5)), return_exceptions=True)

    refused = [error for error in webapp.run(many()) if error is not None]
    assert [str(error) for error in refused] == [
        "you have 2 games in progress; finish one before you start another"
    ] * 3
    assert len(sei.stands()["games"]) == 2


EXAMPLES = ROOT / "examples"
NODE = shutil.which("node")


@pytest.fixture
def bots(own_server: Server, tmp_path: Path) -> tuple[Server, Path]:
    return own_server, tmp_path


def words_for(language: str, server: Server, name: str, kept: Path) -> list[str]:
    if language == "python":
        options = ["--name", name, "--kept", str(kept), "--size", "4"]
        return [sys.executable, str(EXAMPLES / "lasting_bot.py"), server.address, *options]
    if NODE is None:
        pytest.skip("the bot in JavaScript needs Node 18 or newer, and there is none on this machine")
    return [NODE, str(EXAMPLES / "bot.mjs"), server.address, name, str(kept), "4"]


def heard(bot: client.Bot) -> int:
    games = bot.stands()["games"]
    return len(bot.look(games[0]["address"])["heard"]) if games else 0


@pytest.mark.by_day
@pytest.mark.parametrize("language", ["javascript", "python"])
@pytest.mark.parametrize("words", [[], ["localhost"]])
def test_a_bot_reports_a_missing_server_address(language: str, words: list[str]) -> None:
    if language == "python":
        command = [sys.executable, str(EXAMPLES / "lasting_bot.py")]
    elif NODE is None:
        pytest.skip("the bot in JavaScript needs Node 18 or newer, and there is none on this machine")
    else:
        command = [NODE, str(EXAMPLES / "bot.mjs")]
    done = subprocess.run([*command, *words], capture_output=True, text=True, timeout=20, check=False)
    assert done.returncode in (1, 2)
    assert re.search("server|http://", done.stderr)


@pytest.mark.nightly
@pytest.mark.parametrize("language", ["javascript", "python"])
def test_a_bot_goes_on_where_it_and_the_server_were_killed(bots: tuple[Server, Path], language: str) -> None:
    server, folder = bots
    kept = [folder / "black", folder / "white"]
    words = [words_for(language, server, "Sei", kept[0]), words_for("python", server, "Murasaki", kept[1])]
    with running(words[1], stderr=None, text=True) as other:
        with running(words[0], stderr=None, text=True) as first:
            until(lambda: kept[0].exists() and bool(kept[0].read_text()))
            with client.Bot(server.address, kept[0].read_text()) as watched:
                until(lambda: heard(watched) > 5)
            first.kill()
        server.kill()
        server.start()
        with running(words[0], stderr=None, text=True) as again:
            said = again.communicate(timeout=100)[0]
        others = other.communicate(timeout=100)[0]
    winner = re.search(r"(black|white|nobody) has won\n", said)
    assert winner is not None
    assert winner[0] in others, "both have heard the same end"


def test_a_plain_bot_and_an_asynchronous_one_play_each_other(server: Server) -> None:
    async def other(link: str) -> list[str]:
        async with await AsyncBot.come(server.address, "Yugao") as bot:
            await bot.sit(link)
            return [await moves(bot, news) async for news in until_over(bot)]

    async def moves(bot: AsyncBot, news: Any) -> str:
        if news["seen"]["your_turn"]:
            await bot.do(news["address"], "resign")
        return str(news["seen"]["heard"][-1]["said"]) if news["seen"]["heard"] else ""

    with client.Bot.come(server.address, "Genji") as sei:
        events = sei.events()
        assert next(events) == ("ready", {"name": "Genji [bot]", "games": [], "challenges": []})
        links = sei.make(settings={"width": 5, "height": 5})["links"]
        address = sei.sit(links["black"])["address"]
        assert sei.do(address, "stone", "C3")["heard"][0]["verdict"] == "moved"
        said = run_apart(other(links["white"]))
        told = (data for kind, data in events if sei.fresh(kind, data))
        ended = next(data["seen"]["ended"] for data in told if data["seen"]["ended"])
        assert ended["winner"] == "black"
        assert said[-1].startswith("White")
        with pytest.raises(Refused, match="the game is over") as refused:
            sei.do(address, "stone", "D4")
        assert refused.value.status == 409
    with client.Bot(server.address, sei.token) as again:
        kind, data = next(again.events())
        assert (kind, data["games"]) == ("ready", [])


async def until_over(bot: AsyncBot) -> Any:
    async for news in bot.news():
        yield news
        if news["seen"]["ended"]:
            return


def test_the_client_reads_events_line_by_line() -> None:
    reading = Reading()
    sent = 'retry: 250\n\nevent: ready\ndata: {"games":[]}\n\n: still here\n\nevent: game\ndata: {}\n\n'.splitlines()
    assert [event for line in sent if (event := reading.line(line)) is not None] == [
        ("ready", {"games": []}),
        ("game", {}),
    ]
    assert reading.pause == 0.25
    reading.line("event: game")
    reading.begin()
    assert reading.line("") is None, "what broke off is no event"


def test_the_client_tells_what_ended_or_was_lost_while_its_stream_was_broken(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    with client.Bot.come(server.address, "Ukon") as other, client.Bot.come(server.address, "Sakon") as sei:
        addresses = []
        for _ in range(3):
            links = sei.make(settings={"width": 5, "height": 5})["links"]
            addresses.append(sei.sit(links["black"])["address"])
            other.sit(links["white"])
        over, lost, goes_on = addresses
        first = list(islice(sei.events(), 4))
        assert [kind for kind, _ in first] == ["game"] * 3 + ["ready"]
        sei.do(over, "stone", "C3")
        for address in (over, lost):
            other.do(address.replace("/black", "/white"), "resign")
        look = sei.look

        def refused(address: str, since: int = 0) -> Any:
            if address == lost:
                raise Refused(403, "somebody else sits there")
            return look(address, since)

        monkeypatch.setattr(sei, "look", refused)
        again = {data.get("address"): (kind, data) for kind, data in islice(sei.events(), 4)}
        assert again.keys() == {over, lost, goes_on, None}
        kind, data = again[over]
        assert (kind, data["since"], data["seen"]["ended"]["winner"]) == ("game", 2, "black")
        assert [heard["verdict"] for heard in data["seen"]["heard"]] == ["moved", "resigned"], "also what was answered"
        assert (again[lost][0], again[goes_on][0], again[None][0]) == ("gone", "game", "ready")
        assert [kind for kind, _ in islice(sei.events(), 2)] == ["game", "ready"], "and that once"


def test_a_possibly_executed_request_is_retried_only_with_an_id() -> None:
    broken, unreached = httpx.ReadError("broken"), httpx.ConnectError("nobody there")
    once = Call("POST", "/api/games", {}, again=False)
    assert once.after(unreached, 60) < once.after(unreached, 60), "it asks less and less often"
    with pytest.raises(httpx.ReadError):
        once.after(broken, 60)
    assert Call("POST", "/api/games/g/black", {}).after(broken, 60) > 0
    with pytest.raises(httpx.ConnectError):
        once.after(unreached, -1)


@pytest.mark.parametrize(
    ("status", "body", "said"),
    [(503, "", None), (429, "", None), (403, '{"error": "no"}', "no"), (500, "<p>", "status 500")],
)
def test_the_client_retries_after_the_delay_given_by_the_server(status: int, body: str, said: str | None) -> None:
    answer = httpx.Response(status, text=body, headers={"Retry-After": "7"})
    if said is None:
        assert Call("GET", "/api/bot").refused(answer, 60) == 7
    else:
        with pytest.raises(Refused, match=said):
            Call("GET", "/api/bot").refused(answer, 60)


def blocks(kind: str) -> list[str]:
    page = (ROOT / "docs" / "programs.md").read_text(encoding="utf-8").partition("\n## Bots\n")[2]
    return re.findall(rf"^```{kind}\n(.*?)^```", page, re.MULTILINE | re.DOTALL)


def test_the_page_about_bots_goes_as_it_says_by_curl(webapp: WebApp) -> None:
    lines = [line for block in blocks("sh") for line in block.splitlines() if line.startswith("curl ")]
    told = dict[str, str]()
    told["TOKEN"] = as_curl_would(webapp, lines[0], told)["token"]
    told["CHALLENGE"] = as_curl_would(webapp, lines[1], told)["challenge"]
    open_, stands, withdrawn = (as_curl_would(webapp, line, told) for line in lines[2:5])
    assert [each["by"] for each in open_["challenges"]] == ["Sei [bot]"]
    assert (stands["challenges"], withdrawn["challenges"]) == ([told["CHALLENGE"]], [])
    assert lines[5].startswith("curl -N http://localhost:8000/api/stream -H "), "that one has no end"


def test_the_page_about_bots_goes_as_it_says_in_python(server: Server) -> None:
    program, _ = blocks("python")
    with client.Bot.come(server.address, "Murasaki") as other, ThreadPoolExecutor(1) as beside:
        assert next(other.events())[0] == "ready"
        done = beside.submit(exec, program.replace("http://localhost:8000", server.address), {})
        until(lambda: bool(other.lobby()["challenges"]))
        settings = {"width": 5, "height": 5, "referee": "hamburg"}
        address = other.seek(settings=settings)["address"]
        until(lambda: other.look(address)["your_turn"])
        other.do(address, "stone", "C3")
        other.do(address, "stone", "D4")
        until(lambda: other.look(address)["your_turn"])
        other.do(address, "pass")
        other.do(address, "settle", dead=[])
        done.result(timeout=30)
        ended = other.look(address)["ended"]
        assert (ended["by"], ended["counting"], set(ended["agreed"])) == ("score", False, {"black", "white"})


def test_a_bot_meets_a_program_of_the_server_as_the_page_says(server: Server) -> None:
    with client.Bot.come(server.address, "Tamakazura") as bot:
        _, program = blocks("python")
        names: dict[str, Any] = {"bot": bot}
        exec(program, names)  # our own page
        seen = bot.look(names["address"])
        assert (seen["seat"], seen["players"]) == ("black", {"black": "Tamakazura [bot]", "white": "yurei:level=3"})
        bot.do(names["address"], "resign")


def test_the_methods_of_the_client_are_those_of_the_page() -> None:
    page = (ROOT / "docs" / "programs.md").read_text(encoding="utf-8")
    table = page.partition("| method of `Bot` |")[2].partition("\n\n")[0]
    named = set(re.findall(r"(?:Bot\.|`)(\w+)\(", table)) - {"Bot"}
    assert named == {name for name in dir(client.Bot) if not name.startswith("_")}


PLAYER = """
from yurei.players.simple import Simple

class Centre(Simple):
    slug, summary = "centre", "Plays as the simple one does."
"""


@pytest.mark.parametrize("installs", [False, pytest.param(True, marks=[pytest.mark.nightly, pytest.mark.timeout(900)])])
def test_three_commands_of_the_page_bring_a_player_of_ones_own_opposite_people(
    own_server: Server, tmp_path: Path, installs: bool
) -> None:
    *installing, starting = blocks("sh")[0].splitlines()
    assert [line.split()[0] for line in installing] == ["python3", ".venv-bot/bin/pip"]
    (tmp_path / "centre.py").write_text(PLAYER)
    for name in ("src", "examples"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path / name)
    for line in installing if installs else []:
        subprocess.run(shlex.split(line), cwd=tmp_path, check=True, capture_output=True)
    python, *rest = shlex.split(starting.replace("http://localhost:8000", own_server.address))
    words = [python if installs else sys.executable, *rest, "--games", "1", "--size", "5"]
    words[words.index("simple")] = "centre.py:Centre"
    person = httpx.Client(base_url=own_server.address, follow_redirects=True)
    with person, running(words, cwd=tmp_path, stderr=None, text=True) as program:
        offered = re.compile(r'formaction="(/lobby/[^"]+)"')
        until(lambda: bool(offered.search(person.get("/lobby").text)))
        (accept,) = offered.findall(lobby := person.get("/lobby").text)
        assert "Sei [bot]" in lobby
        table = person.post(accept, headers={"Origin": own_server.address}).url.path
        until(lambda: "to move" in person.get(table).text or "Your turn" in person.get(table).text)
        person.post(table, data={"do": "resign"}, headers={"Origin": own_server.address})
        said = program.communicate(timeout=60)[0]
    assert re.search(r"(black|white) has won\n", said)


class Talked:
    """What a bot of the client is, at a server where somebody talks after a game, and whose connection breaks now and then."""

    def __init__(self) -> None:
        self.sought = 0

    def events(self) -> Iterator[tuple[str, Any]]:
        yield "ready", {"games": [], "challenges": []}
        for game, number in (("first", 5), ("first", 6), ("second", 4)):
            ended = {"counting": False, "winner": "black"}
            seen = {"your_turn": False, "number": number, "ended": ended}
            yield "game", {"game": game, "address": game, "seen": seen}
        raise AssertionError("two games have been played")

    def fresh(self, kind: str, _: Any) -> bool:
        return kind == "game"

    def seek(self, **_: Any) -> None:
        self.sought += 1
        if self.sought == 1:
            raise httpx.ReadError("the server has ended")

    def stands(self) -> dict[str, list[str]]:
        return {"games": [], "challenges": ["waits"] if self.sought > 1 else []}


def test_the_example_counts_a_game_once_and_looks_for_an_opponent_until_it_waits_for_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    example = runpy.run_path(str(EXAMPLES / "lasting_bot.py"))
    bot = Talked()
    example["play"](bot, {}, 2, Random(1))
    assert capsys.readouterr().out.split() == ["first:", "black", "has", "won", "second:", "black", "has", "won"]
    assert bot.sought == 3, "in vain, once more, and after the first game"
