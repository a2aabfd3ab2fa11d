"""Bots: names, tokens, opponents, event streams, the client, and the examples."""

import asyncio
import json
import re
import runpy
import shlex
import shutil
import subprocess
import sys
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import Mock

import httpx
import pytest

from scripts.environment import ROOT
from tests.programs import running
from tests.web.bots import Bot, Stream, meet
from tests.web.people import Server
from tests.web.programs import Program, duel, seated
from tests.web.test_api import as_curl_would
from tests.web.wire import Visitor, WebApp, names_point, run_in_thread, until
from yurei import client
from yurei.apps.web.api import routes as api_stream
from yurei.apps.web.api.routes import DEEDS
from yurei.apps.web.frame.http import PERSON
from yurei.client import AsyncBot, Refused
from yurei.client.calls import Call, EventReader
from yurei.club.club import Club
from yurei.club.game.actions import ACTIONS
from yurei.club.model.secrets import digest
from yurei.club.seats import BotAccounts
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


def test_a_bot_needs_a_name_of_its_own(webapp: WebApp) -> None:
    for name, said in {
        "": "a bot needs a name; give it one",
        "Sei [BOT]": "[bot] is reserved for names of programs; choose another name",
        "S" * 21: "a nickname has at most 20 characters; this one has 21",
    }.items():
        answer = Program(webapp).ask("POST", "/api/bots", {"name": name})
        assert (answer.status, json.loads(answer.text)) == (422, {"error": said})


def test_suffix_of_bots_is_reserved(webapp: WebApp) -> None:
    for name in ("Sei [bot]", "Sei ［ＢＯＴ］", "[bot]", "Sei[bot]"):
        answer = Visitor(webapp).post("/you", {"nickname": name})
        assert (answer.status, "is reserved for names of programs" in answer.text) == (422, True)
    assert Visitor(webapp).post("/you", {"nickname": "Sei[bot]s"}).status == 303, "inside it is a name like any other"


@pytest.mark.parametrize("stored", [False, True], ids=["in memory", "in a database"])
def test_no_two_bots_have_the_same_name(tmp_path: Path, stored: bool) -> None:
    with WebApp(place=f"sqlite+aiosqlite:///{tmp_path / 'games.db'}" if stored else "") as webapp:
        sei = Bot(webapp, " Sei ")
        assert sei.stands()["name"] == "Sei [bot]"
        for name in ("Sei", " sei ", "ＳＥＩ"):
            answer = Program(webapp).ask("POST", "/api/bots", {"name": name})
            assert answer.status == 422
            assert json.loads(answer.text)["error"].casefold() == "another bot is called sei [bot]; choose another name"
        murasaki = Bot(webapp, "Murasaki")
        renamed = Visitor(webapp, {PERSON: murasaki.token}).post("/you", {"nickname": "Sei"})
        assert (renamed.status, murasaki.stands()["name"]) == (422, "Murasaki [bot]"), "nor by another name later"
        assert Visitor(webapp, {PERSON: sei.token}).post("/you", {"nickname": "SEI"}).status == 303
        assert sei.stands()["name"] == "SEI [bot]", "one's own name is free"
        assert Visitor(webapp).post("/you", {"nickname": "Sei"}).status == 303, "people may be called the same"


def test_a_token_that_is_no_bots_opens_nothing_that_is_for_bots(webapp: WebApp) -> None:
    for token in (seated(webapp, "black")[0].token, "made-up"):
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


def test_a_bot_whose_token_changes_before_it_sits_gets_no_seat(webapp: WebApp, monkeypatch: pytest.MonkeyPatch) -> None:
    bot, made = Bot(webapp, "Sei"), Program(webapp).says("/api/games", {})
    claim = webapp.club.seats.take_chair

    async def changed_before(*given: Any, **more: Any) -> str:
        await webapp.club.own.change_key(bot.token)
        return await claim(*given, **more)

    monkeypatch.setattr(webapp.club.seats, "take_chair", changed_before)
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


def test_a_bot_that_meets_a_person_is_away_only_while_it_neither_listens_nor_asks(webapp: WebApp) -> None:
    bot, person = Bot(webapp, "Sei"), Visitor(webapp)
    person.post(f"/lobby/{bot.seeks(colour='black')['challenge']}")
    (game,) = bot.stands()["games"]
    page = f"/g/{game['game']}/white"
    assert "Sei [bot]" in person.get(page).text
    assert "(away)" in person.get(page).text
    stream = bot.listens()
    assert "(away)" not in person.get(page).text
    stream.close()
    assert "(away)" in person.get(page).text
    assert bot.ask("GET", game["address"]).status == 200
    assert "(away)" not in person.get(page).text, "whoever polls is here too"


def test_one_stream_tells_of_all_games_and_their_ends_in_order_and_once(webapp: WebApp) -> None:
    sei = Bot(webapp, "Sei")
    stream = sei.listens()
    assert stream.status == 200
    assert (b"content-type", b"text/event-stream; charset=utf-8") in stream.headers
    assert [event.kind for event in stream.events] == ["ready"]
    tables = []
    for other in (Bot(webapp, "Murasaki"), Bot(webapp, "Izumi")):
        sei.seeks(colour="black")
        tables.append(other.at(other.seeks(colour="white")["address"]))
    for table in tables:
        sei.at(table.address.replace("/white", "/black")).does("stone", "C3")
        table.does("stone", "C3")
    names = [table.address.split("/")[3] for table in tables]
    assert {event.data["game"] for event in stream.events[1:]} == set(names)
    for name in names:
        own = [each for each in stream.games if each["game"] == name]
        assert [each["since"] for each in own] == [0, *(each["seen"]["number"] for each in own[:-1])]
    assert verdicts(stream) == ["moved", "illegal"] * 2
    assert [each["seen"]["your_turn"] for each in stream.games[-2:]] == [False, False]
    tables[0].does("resign")
    assert stream.games[-1]["seen"]["ended"]["winner"] == "black"


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
    again.close()
    white.does("resign")
    (ready,) = sei.listens().events
    assert (ready.kind, ready.data["games"]) == ("ready", []), "what has ended goes on no more"
    seen = json.loads(sei.ask("GET", f"{black.address}?since={since['number']}").text)
    assert (seen["ended"]["winner"], seen["number"]) == ("black", since["number"] + 1)


@pytest.mark.parametrize(
    ("owner", "name", "found"),
    [(BotAccounts, "running", True), (api_stream.Streams, "get_status", False)],
    ids=["once its games were looked up", "just before it is ready"],
)
def test_a_game_that_begins_while_a_stream_does_is_told_and_named_by_ready(
    webapp: WebApp, monkeypatch: pytest.MonkeyPatch, owner: type, name: str, found: bool
) -> None:
    sei, murasaki = Bot(webapp, "Sei"), Bot(webapp, "Murasaki")
    sei.seeks(colour="black")
    arrived, goes_on = hold(monkeypatch, owner, name, found=found)
    stream = sei.listens()
    webapp.run(arrived.wait())
    game = murasaki.seeks(colour="white")["game"]
    webapp.sets(goes_on)
    (ready,) = [event.data for event in stream.events if event.kind == "ready"]
    assert [each["game"] for each in ready["games"]] == [game], "so nobody seeks a second one"
    assert [each["game"] for each in stream.games] == [game]
    assert stream.games[-1]["seen"]["your_turn"]


@pytest.mark.parametrize("found", [True, False], ids=["after its games were looked up", "before"])
def test_a_game_that_ends_while_a_stream_begins_is_told_from_its_beginning(
    webapp: WebApp, monkeypatch: pytest.MonkeyPatch, found: bool
) -> None:
    sei, _, black, white = meet(webapp)
    away = sei.listens()
    away.close()
    black.does("stone", "A1")
    white.does("stone", "B1")
    arrived, goes_on = hold(monkeypatch, BotAccounts, "running", found=found)
    again = sei.listens()
    webapp.run(arrived.wait())
    white.does("resign")
    webapp.sets(goes_on)
    assert verdicts(again) == ["moved", "moved", "resigned"]
    assert [event.kind for event in again.events] == ["game", "ready"]


def test_a_bot_that_does_not_read_gets_no_backlog(webapp: WebApp, monkeypatch: pytest.MonkeyPatch) -> None:
    sei, _, black, white = meet(webapp, settings={"width": 9, "height": 9})
    read: list[str] = []
    told = api_stream.Streams._make_game_frame

    async def noted(streams: api_stream.Streams, *given: Any) -> str:
        read.append("a game")
        return await told(streams, *given)

    monkeypatch.setattr(api_stream.Streams, "_make_game_frame", noted)
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


def test_a_challenge_is_listed_until_its_game_is(webapp: WebApp, monkeypatch: pytest.MonkeyPatch) -> None:
    sei = Bot(webapp, "Sei")
    challenge = sei.seeks(colour="black")["challenge"]
    make, get_status = Club.create_game, api_stream.Streams.get_status

    async def noted(streams: api_stream.Streams, person: str) -> api_stream.Standing:
        asked.append(lambda: get_status(streams, person))
        return await get_status(streams, person)

    async def asked_meanwhile(club: Club, *given: Any) -> tuple[str, str]:
        told.append(await asked[0]())
        return await make(club, *given)

    asked: list[Callable[[], Awaitable[api_stream.Standing]]] = []
    told: list[api_stream.Standing] = []
    monkeypatch.setattr(api_stream.Streams, "get_status", noted)
    monkeypatch.setattr(Club, "create_game", asked_meanwhile)
    assert sei.stands()["challenges"] == [challenge]
    game = Bot(webapp, "Murasaki").seeks(colour="white")["game"]
    assert [(each.games, each.challenges) for each in told] == [([], [challenge])]
    now = sei.stands()
    assert ([each["game"] for each in now["games"]], now["challenges"]) == ([game], [])


def test_a_quiet_stream_says_now_and_then_that_it_is_there(webapp: WebApp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api_stream, "HEARTBEAT", 0.01)
    sei, _, black, _ = meet(webapp)
    stream = sei.listens()
    while stream.raw.count(b": still here") <= 2:
        webapp.run(asyncio.sleep(0.05))
    assert stream.raw.endswith(b": still here\n\n")
    black.does("stone", "A1")
    assert verdicts(stream) == ["moved"]


def test_a_bot_has_one_stream_of_what_is_news_to_it(webapp: WebApp) -> None:
    sei, _, black, white = meet(webapp)
    first, second = sei.listens(), sei.listens()
    assert (first.ended, second.ended) == (True, False)
    before = second.raw
    white.does("pencil-cross", "A1")
    assert second.raw == before
    black.does("stone", "A1")
    assert (verdicts(first), verdicts(second)) == ([], ["moved"])


def test_a_bot_hears_nothing_of_a_chair_that_was_taken_along(webapp: WebApp) -> None:
    sei, _, black, white = meet(webapp)
    stream = sei.listens()
    stream.reads.clear()
    black.does("stone", "C3")
    white.does("stone", "D4")
    black.does("stone", "A1")
    webapp.held[black.address.split("/")[3]].chairs["black"].key = "somebody else's"
    webapp.sets(stream.reads)
    assert [event.kind for event in stream.events] == ["game", "ready", "game", "gone"]
    assert not names_point(stream.raw.decode(), "A1")


def test_a_person_takes_the_seat_of_a_bot_along_without_its_name_and_the_bot_is_told(webapp: WebApp) -> None:
    sei, _, black, _ = meet(webapp)
    stream = sei.listens()
    chair = black.address.replace("/api/games/", "/g/")
    offered = Visitor(webapp, {PERSON: sei.token}).post(f"{chair}/along").text
    (link,) = set(re.findall(r"/g/\w+/along/black/\w+", offered))
    person = Visitor(webapp)
    assert (person.post(link).status, person.get(chair).status) == (303, 200)
    assert black.ask("GET", black.address).status == 403
    people = webapp.rows("people")
    assert webapp.chairs(chair.split("/")[2])["black"].key in [row.key for row in people]
    assert [row.nickname for row in people].count("Sei [bot]") == 1
    assert (stream.events[-1].kind, stream.events[-1].data["address"]) == ("gone", black.address)


def test_a_seat_gets_a_new_token_and_the_old_one_opens_it_no_more(webapp: WebApp) -> None:
    black, _ = duel(webapp)
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


def test_a_bot_gets_another_token_and_finds_all_its_games_by_it_alone(webapp: WebApp) -> None:
    sei, _, black, white = meet(webapp)
    sei.seeks(clock="5+3")
    helper = Program(webapp, black.says(f"{black.address}/token", {})["token"], black.address)
    stream = sei.listens()
    new = sei.says("/api/bot/token", {})
    assert new["name"] == "Sei [bot]"
    assert stream.ended
    assert sei.ask("GET", "/api/bot").status == black.ask("GET", black.address).status == 403
    assert helper.ask("POST", black.address, {"do": "stone", "point": "A1"}).status == 403, "as the tokens of its seats"
    again = Bot(webapp, "Sei", new["token"])
    assert [game["address"] for game in again.stands()["games"]] == [black.address]
    assert again.stands()["challenges"] == []
    again.at(black.address).does("stone", "A1")
    white.does("stone", "B1")
    assert verdicts(again.listens()) == ["moved", "moved"]


def test_a_game_begins_with_a_set_up_and_a_clock(webapp: WebApp) -> None:
    terms: dict[str, Any] = {"setup": "...../...../..B../...../.....", "clock": "5+3"}
    for asked in (terms, {"agreed": terms}):
        seen = seated(webapp, "black", settings={"width": 5, "height": 5, "referee": "open"}, **asked)[0].sees()
        assert (seen["board"], seen["clocks"]["black"]["main"]) == (terms["setup"], 300)


def test_programs_with_a_seed_play_the_same_game_again() -> None:
    def played(seed: int) -> list[str]:
        with WebApp() as webapp:
            programs = {"black": "uniform", "white": "uniform"}
            settings = {"width": 3, "height": 3, "referee": "open"}
            (audience,) = seated(webapp, "audience", settings=settings, programs=programs, seed=seed)
            return [f"{event.chair} {event.what}" for event in webapp.happened(audience.address.split("/")[3])]

    assert len(played(1)) > 5
    assert played(1) == played(1)
    assert played(1) != played(2)


def page_for_programs() -> str:
    return (ROOT / "docs" / "programs.md").read_text(encoding="utf-8")


def test_the_page_for_programs_says_all_that_can_be_done() -> None:
    assert DEEDS.keys() == set(ACTIONS)
    table = {f"| `{do}` | {words.replace('``', '`')} |" for do, words in DEEDS.items()}
    assert table < set(page_for_programs().splitlines())


def test_the_event_on_the_page_is_one_of_these(webapp: WebApp) -> None:
    shown = page_for_programs().partition("```text\n")[2].partition("```")[0]
    sei, *_ = meet(webapp)
    real = next(each for each in sei.listens().raw.decode().split("\n\n") if "event: game" in each)
    fields = [[line.partition(":")[0] for line in event.splitlines()] for event in (shown, real)]
    assert fields[0] == fields[1]
    keys = set(re.findall(r'"(\w+)":', shown))
    assert len(keys) > 6
    assert keys < set(re.findall(r'"(\w+)":', real))


def test_a_person_who_starts_many_games_at_once_starts_no_more_than_the_limit(webapp: WebApp) -> None:
    sei = Bot(webapp, "Sei")
    club = webapp.club

    async def begin() -> None:
        async with club.own.reserve_game(sei.token, 2):
            await asyncio.sleep(0)
            await club.create_game(read_settings({}), {}, None, {"black": digest(sei.token)})

    async def many() -> list[BaseException | None]:
        return await asyncio.gather(*(begin() for _ in range(5)), return_exceptions=True)

    refused = [str(error) for error in webapp.run(many()) if error is not None]
    assert refused == ["you have 2 games in progress; finish one before you start another"] * 3
    assert len(sei.stands()["games"]) == 2


EXAMPLES = ROOT / "examples"
NODE = shutil.which("node")


def example(language: str) -> list[str]:
    """The command that starts the example in a language."""
    if language == "python":
        return [sys.executable, str(EXAMPLES / "lasting_bot.py")]
    if NODE is None:
        pytest.skip("the bot in JavaScript needs Node 18 or newer, and there is none on this machine")
    return [NODE, str(EXAMPLES / "bot.mjs")]


@pytest.mark.by_day
@pytest.mark.parametrize("language", ["javascript", "python"])
@pytest.mark.parametrize("words", [[], ["localhost"]])
def test_a_bot_reports_a_missing_server_address(language: str, words: list[str]) -> None:
    done = subprocess.run([*example(language), *words], capture_output=True, text=True, timeout=20, check=False)
    assert done.returncode in (1, 2)
    assert re.search("server|http://", done.stderr)


@pytest.mark.nightly
@pytest.mark.parametrize("language", ["javascript", "python"])
def test_a_bot_goes_on_where_it_and_the_server_were_killed(own_server: Server, tmp_path: Path, language: str) -> None:
    kept = [tmp_path / "black", tmp_path / "white"]
    options = ["--name", "Sei", "--kept", str(kept[0]), "--size", "4"]
    first = [*example(language), own_server.address]
    first += options if language == "python" else [options[1], options[3], options[5]]
    second = [*example("python"), own_server.address, "--name", "Murasaki", "--kept", str(kept[1]), "--size", "4"]
    with running(second, stderr=None, text=True) as other:
        with running(first, stderr=None, text=True) as killed:
            until(lambda: kept[0].exists() and bool(kept[0].read_text()))
            with client.Bot(own_server.address, kept[0].read_text()) as watched:
                (game,) = until(lambda: watched.stands()["games"])
                until(lambda: len(watched.look(game["address"])["heard"]) > 5)
            killed.kill()
        own_server.kill()
        own_server.start()
        with running(first, stderr=None, text=True) as again:
            said = again.communicate(timeout=100)[0]
        others = other.communicate(timeout=100)[0]
    winner = re.search(r"(black|white|nobody) has won\n", said)
    assert winner is not None
    assert winner[0] in others, "both have heard the same end"


def test_a_plain_bot_and_an_asynchronous_one_play_each_other(server: Server) -> None:
    async def other(link: str) -> list[str]:
        said = list[str]()
        async with await AsyncBot.come(server.address, "Yugao") as bot:
            await bot.sit(link)
            async for news in bot.news():
                seen = news["seen"]
                if seen["your_turn"]:
                    await bot.do(news["address"], "resign")
                said += [str(heard["said"]) for heard in seen["heard"][-1:]]
                if seen["ended"]:
                    break
        return said

    with client.Bot.come(server.address, "Genji") as sei:
        events = sei.events()
        assert next(events) == ("ready", {"name": "Genji [bot]", "games": [], "challenges": []})
        links = sei.make(settings={"width": 5, "height": 5})["links"]
        address = sei.sit(links["black"])["address"]
        assert sei.do(address, "stone", "C3")["heard"][0]["verdict"] == "moved"
        assert run_in_thread(other(links["white"]))[-1].startswith("White")
        told = (data for kind, data in events if sei.fresh(kind, data))
        assert next(data["seen"]["ended"] for data in told if data["seen"]["ended"])["winner"] == "black"
        with pytest.raises(Refused, match="the game is over") as refused:
            sei.do(address, "stone", "D4")
        assert refused.value.status == 409
    with client.Bot(server.address, sei.token) as again:
        kind, data = next(again.events())
        assert (kind, data["games"]) == ("ready", [])


def test_the_client_reads_events_line_by_line() -> None:
    reading = EventReader()
    sent = 'retry: 250\n\nevent: ready\ndata: {"games":[]}\n\n: still here\n\nevent: game\ndata: {}\n\n'.splitlines()
    events = [event for line in sent if (event := reading.line(line)) is not None]
    assert events == [("ready", {"games": []}), ("game", {})]
    assert reading.pause == 0.25
    reading.line("event: game")
    reading.begin()
    assert reading.line("") is None, "what broke off is no event"


def test_the_client_tells_what_it_missed_on_a_broken_stream(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_the_client_retries_after_the_delay_given_by_the_server() -> None:
    call = Call("GET", "/api/bot")
    for status in (503, 429):
        assert call.refused(httpx.Response(status, headers={"Retry-After": "7"}), 60) == 7
    for status, body, said in ((403, '{"error": "no"}', "no"), (500, "<p>", "status 500")):
        with pytest.raises(Refused, match=said):
            call.refused(httpx.Response(status, text=body, headers={"Retry-After": "7"}), 60)


def blocks(kind: str) -> list[str]:
    page = page_for_programs().partition("\n## Bots\n")[2]
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
    table = page_for_programs().partition("| method of `Bot` |")[2].partition("\n\n")[0]
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


def test_the_example_counts_a_game_once_and_seeks_until_its_challenge_waits(capsys: pytest.CaptureFixture[str]) -> None:
    """Somebody talks after the first game, and the connection breaks when the bot looks for an opponent."""
    events: list[tuple[str, Any]] = [("ready", {"games": [], "challenges": []})]
    for game, number in (("first", 5), ("first", 6), ("second", 4), ("third", 1)):
        seen = {"your_turn": False, "number": number, "ended": {"counting": False, "winner": "black"}}
        events.append(("game", {"game": game, "address": game, "seen": seen}))
    told = iter(events)
    bot = Mock(events=lambda: told, fresh=lambda kind, _: kind == "game")
    bot.seek.side_effect = [httpx.ReadError("the server has ended"), None, None]
    bot.stands = lambda: {"games": [], "challenges": ["waits"] if bot.seek.call_count > 1 else []}
    runpy.run_path(str(EXAMPLES / "lasting_bot.py"))["play"](bot, {}, 2, Random(1))
    assert capsys.readouterr().out.split() == ["first:", "black", "has", "won", "second:", "black", "has", "won"]
    assert bot.seek.call_count == 3, "in vain, once more, and after the first game"
    assert len(list(told)) == 1, "two games have been played"
