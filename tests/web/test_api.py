"""The API for programs: games, waiting requests, refusals, tokens, its description, and the example program."""

import json
import re
import shlex
import subprocess
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from random import Random
from string import Template
from typing import Any

import httpx
import pytest

from examples import bot
from examples.bot import Seat
from scripts.environment import ROOT
from tests.secrecy.test_keys import RULES
from tests.web.looking import look
from tests.web.people import Server
from tests.web.programs import JSON, Program, duel, on_chair, seated
from tests.web.wire import HOST, Made, Visitor, WebApp, make, until
from yurei import records, referee, rules
from yurei.apps.web.api.routes import MOST_LISTENERS
from yurei.club.game.actions import ACTIONS
from yurei.referee.settings import KEYS, read_settings


def test_two_programs_play_to_the_end_and_agree_on_the_count(webapp: WebApp) -> None:
    black, white = duel(webapp)
    assert black.does("stone", "C3")["heard"][-1]["said"] == "Black has moved, White to play."
    refused = white.does("stone", "C3")
    assert [heard["verdict"] for heard in refused["heard"]] == ["illegal"]
    assert refused["your_turn"], "a refusal is no error, and no turn"
    assert white.does("stone", "D4")["board"] == "...../...W./...../...../....."
    assert black.sees()["board"] == "...../...../..B../...../....."
    assert [heard["verdict"] for heard in black.does("pass")["heard"]] == ["passed"]
    ended = white.does("pass")["ended"]
    assert (ended["by"], ended["counting"], ended["reference"]) == ("score", True, "...../...W./..B../...../.....")
    assert white.does("dead", "D4")["ended"]["dead"] == ["D4"]
    assert white.does("settle", dead=["D4"])["ended"]["agreed"] == ["white"]
    ended = black.does("settle", dead=["D4"])["ended"]
    assert (ended["winner"], ended["counting"], ended["black"], ended["margin"]) == ("black", False, 25, 17.5)
    kept = records.read(black.ask("GET", f"{black.address}/record").body)
    assert [entry.accepted for entry in kept.entries] == [True, False, True, True, True]  # type: ignore[union-attr]


def test_a_program_plays_against_the_one_of_the_server(webapp: WebApp) -> None:
    made = Program(webapp).says("/api/games", {"settings": {"width": 3, "height": 3}, "programs": {"white": "simple"}})
    assert set(made["links"]) == {"black", "referee", "audience"}
    black = Program(webapp).sits_down(made["links"]["black"])
    assert [heard["seat"] for heard in black.does("stone", "B2")["heard"]] == ["black"]
    seen = black.sees()
    assert {heard["seat"] for heard in seen["heard"][1:]} == {"white"}
    assert seen["your_turn"]


def test_a_game_says_which_of_its_programs_are_weaker_than_their_names(webapp: WebApp) -> None:
    settings = {"ruleset": "toroidal-go", "width": 5, "height": 5}
    wish = {"settings": settings, "programs": {"white": "yurei:level=5"}}
    (warning,) = Program(webapp).says("/api/games", wish)["warnings"]
    assert "rules of thumb" in warning
    assert Program(webapp).says("/api/games", wish | {"settings": {}})["warnings"] == []
    assert Program(webapp).says("/api/games", {"settings": settings})["warnings"] == []


@pytest.mark.parametrize(
    ("program", "settings", "sentence"),
    [
        ("mcts", {"referee": "common"}, "only where everything is seen, and the referee common hides the board"),
        ("mcts", {"referee": "open", "width": 25, "height": 25}, "the kernel knows boards to 19x19, not 25x25"),
        ("belief", {"ruleset": "atari-go"}, "the kernel has not been told of"),
    ],
)
def test_a_program_that_does_not_play_a_game_is_refused_where_the_game_is_made(
    webapp: WebApp, program: str, settings: dict[str, Any], sentence: str
) -> None:
    answer = Program(webapp).ask("POST", "/api/games", {"settings": settings, "programs": {"white": program}})
    assert answer.status == 422
    assert sentence in json.loads(answer.text)["error"]
    form = {"opponent": "yurei", "program": program, **{key: str(value) for key, value in settings.items()}}
    assert Visitor(webapp).post("/games", form).status == 422
    assert not webapp.games()


def test_a_program_sits_opposite_a_person(webapp: WebApp) -> None:
    made = make(webapp, ["white"], width="5")
    white = on_chair(made, "white")
    made.act("black", "stone", "C3")
    assert white.sees()["your_turn"]
    assert white.does("stone", "C3")["heard"][-1]["said"] == "Illegal move."


def test_a_program_knows_who_sits_where_as_the_page_says(webapp: WebApp) -> None:
    made = make(webapp, width="5")
    made.seats["white"].post("/you", {"nickname": "Murasaki"})
    black = on_chair(made, "black")
    assert black.sees()["players"] == {"black": "", "white": "Murasaki"}
    assert "Murasaki" in made.page("black")
    for wish, chair, players in (
        ({"programs": {"white": "yurei:level=4"}}, "black", {"black": "", "white": "yurei:level=4"}),
        ({"programs": {"white": "simple"}}, "black", {"black": "", "white": "simple"}),
        ({"programs": {"white": "belief:win=0.5"}}, "black", {"black": "", "white": "belief"}),
        ({}, "audience", {"black": None, "white": None}),
        ({"settings": {"seating": "solo"}}, "solo", {}),
    ):
        (program,) = seated(webapp, chair, **wish)
        assert program.sees()["players"] == players


def test_the_audience_hears_the_public_announcements(webapp: WebApp) -> None:
    black, audience = seated(webapp, "black", "audience", settings={"referee": "kriegspiel"})
    black.does("stone", "E5")
    seen = audience.sees()
    assert (seen["seat"], seen["your_turn"], seen["heard"][0]["try"]) == ("audience", False, None)
    assert "B" not in seen["board"]
    assert audience.ask("POST", audience.address, {"do": "pass"}).status == 422


def test_setup_is_told_to_every_program(webapp: WebApp) -> None:
    setup, settings = "B../.../..W", {"width": 3, "height": 3, "referee": "kriegspiel"}
    seen = [program.sees() for program in seated(webapp, "black", "white", settings=settings, setup=setup)]
    assert [(each["setup"], each["board"]) for each in seen] == [(setup, "B../.../..."), (setup, ".../.../..W")]


def test_in_rengo_each_of_four_programs_sees_its_own_stones(webapp: WebApp) -> None:
    settings = {"seating": "rengo", "width": 5, "height": 5}
    four = seated(webapp, "black-1", "white-1", "black-2", "white-2", settings=settings)
    for program, point in zip(four, ("A1", "B1", "C1", "D1"), strict=True):
        program.does("stone", point)
    boards = [program.sees()["board"].split("/")[-1] for program in four]
    assert boards == ["B....", ".W...", "..B..", "...W."]


def test_solo_game_is_played_by_one_program(webapp: WebApp) -> None:
    (alone,) = seated(webapp, "solo", settings={"seating": "solo", "width": 3, "height": 3})
    assert alone.does("stone", "A1")["seat"] == "white"
    assert alone.does("stone", "B2")["board"] == ".../.../B.."
    alone.does("pass")
    assert alone.does("pass")["ended"]["by"] == "score"


def test_a_waiting_request_is_answered_when_something_happens_and_not_before(webapp: WebApp) -> None:
    black, white = duel(webapp)
    number = white.sees()["number"]
    token = ("authorization", f"Bearer {white.token}")
    asking = white.visitor.begin(f"{white.address}?since={number}&wait=20", token)
    black.does("pencil-dead", "A1")
    assert not asking.done(), "what the opponent does for himself is no news"
    black.does("stone", "C3")
    seen = json.loads(asking.result(60).text)
    assert [heard["verdict"] for heard in seen["heard"]] == ["moved"]
    assert seen["number"] == number + 1
    assert white.sees("?since=1000&wait=0.01")["heard"] == [], "who waits in vain is answered in the end"


def test_some_requests_of_a_player_wait_at_a_time_and_further_ones_are_answered_at_once(webapp: WebApp) -> None:
    black, white = duel(webapp)
    number, token = white.sees()["number"], ("authorization", f"Bearer {white.token}")
    waiting = [white.visitor.begin(f"{white.address}?since={number}&wait=20", token) for _ in range(MOST_LISTENERS)]
    assert white.sees(f"?since={number}&wait=20")["heard"] == []
    assert not any(each.done() for each in waiting)
    black.does("stone", "C3")
    assert all(json.loads(each.result(60).text)["number"] == number + 1 for each in waiting)


def test_a_draw_is_offered_and_declined_and_accepted(webapp: WebApp) -> None:
    black, white = duel(webapp, ruleset="alter-igo", draw_by_agreement=True)
    assert black.does("offer")["offer"] == "black"
    assert white.does("decline")["offer"] is None
    assert black.does("offer")["offer"] == "black"
    assert black.does("stone", "C3")["offer"] == "black"
    assert white.does("stone", "C3")["offer"] == "black", "a refused try declines nothing"
    assert white.does("stone", "D4")["offer"] is None, "White has played on"
    white.does("offer")
    ended = black.does("accept")["ended"]
    assert (ended["winner"], ended["by"], ended["margin"], ended["counting"]) == (None, "agreement", None, False)


def test_a_rematch_is_agreed_on_and_both_play_on_with_their_tokens(webapp: WebApp) -> None:
    black, white = duel(webapp)
    black.does("resign")
    for _ in range(3):
        asked = black.does("rematch")
    ended = asked["ended"]
    assert (ended["again"], ended["next"]) == (["black"], None)
    assert asked["number"] == white.sees()["number"] == 4, "asked for once, however often: two sat down, one resigned"
    following = white.does("rematch")["ended"]["next"]
    assert following["chair"] == "black"
    other = {"chair": "white", "address": following["address"].replace("/black", "/white")}
    assert black.sees()["ended"]["next"] == following | other
    assert Program(webapp, white.token, following["address"]).does("stone", "C3")["to_move"] == "white"
    assert following == white.does("rematch")["ended"]["next"], "it is there already"


def test_a_waiting_client_gets_every_announcement_once_also_across_the_end(webapp: WebApp) -> None:
    """What the players have said comes to the audience at the end, and moves nothing that it has heard before."""
    made = make(webapp, ["audience"], width="5", referee="common")
    audience = on_chair(made, "audience")
    made.act("black", "stone", "A1")
    for text in ("Hello", "Good evening", "Well then"):
        made.seats["black"].send(f"{made.at('black')}/chat", {"text": text})
    made.act("white", "stone", "B2")
    heard, number = [each["n"] for each in audience.sees()["heard"]], audience.sees()["number"]
    made.act("black", "stone", "C3")
    made.act("white", "resign")
    news = audience.sees(f"?since={number}")
    assert heard + [each["n"] for each in news["heard"]] == [0, 1, 2, 3]
    assert audience.sees(f"?since={news['number']}")["heard"] == []
    made.webapp.rewind(made.name, webapp.happened(made.name))
    assert audience.sees(f"?since={number}") == news, "also once the game was made again"
    for chair in ("black", "white"):
        made.act(chair, "rematch")
    assert audience.sees()["ended"]["again"] == ["black", "white"]
    assert audience.sees()["ended"]["next"] is None, "who watches plays in no game"


def test_the_referee_speaks_the_language_that_is_asked_for(webapp: WebApp) -> None:
    black, _ = duel(webapp)
    black.visitor.language = "de"
    assert black.does("stone", "A1")["heard"][0]["said"] == "Schwarz hat gezogen, Weiß ist dran."


def refusal(program: Program, method: str, path: str, body: object = None, **how: Any) -> tuple[int, str]:
    answer = program.ask(method, path, body, **how)
    said = json.loads(answer.text)
    assert list(said) == ["error"]
    assert 10 < len(said["error"]) < 400
    return answer.status, said["error"]


NO_FIT = "is not as /openapi.json describes it"
WRONG: list[tuple[object, int, str]] = [
    ({"do": "stone", "point": "Z9"}, 422, "no point of a 5x5 board"),
    ({"do": "stone"}, 422, "no point"),
    *(
        ({"do": "stone", "point": point}, 422, f"'point' {NO_FIT}: input should be a valid string")
        for point in ("\ud800", 7)
    ),
    ({"do": "stone", "point": "A" * 41}, 422, f"'point' {NO_FIT}: string should have at most 40 characters"),
    ({"do": "fly"}, 422, "unknown action 'fly'"),
    ({"do": "sit"}, 422, "Known: stone"),
    ({"do": "\ud800" * 60}, 422, "'do' is not as /openapi.json describes it"),
    ({"point": "A1"}, 422, "'do' is not as /openapi.json describes it: field"),
    ({"do": "pass", "as": "white"}, 422, "'as' is not as /openapi.json describes it: extra inputs are not permitted"),
    *(({"do": "stone", "point": text}, 422, "is no point of a 5x5 board") for text in ("pass", "resign", "ghost C3")),
    ({"do": "pencil-cross", "point": "pass"}, 422, "is no point of a 5x5 board"),
    *(({"do": do, "point": "C3"}, 422, f"{do} takes no point; leave it out") for do in ("pass", "resign", "offer")),
    ({"do": "stone", "point": "A1", "id": ""}, 422, f"'id' {NO_FIT}"),
    ({"do": "accept"}, 422, "no draw was offered"),
    ({"do": "settle"}, 409, "after two passes"),
    ([], 422, "no JSON object"),
    *((body, 422, "no JSON object") for body in ("pass", b"", b"{")),
    *((body, 400, "cannot be read") for body in (b"\xff", b"[" * 60_000, b'{"point": ' + b"9" * 5000 + b"}")),
    (b" " * 70_000, 413, "65536 bytes"),
]


def test_a_refused_action_changes_nothing(webapp: WebApp) -> None:
    black, _ = duel(webapp)
    before = black.sees()
    for body, status, hint in WRONG:
        answered, sentence = refusal(black, "POST", black.address, body)
        assert (answered, hint in sentence) == (status, True), (repr(body)[:24], sentence)
    assert black.sees() == before


BAD_WISHES: list[tuple[object, str]] = [
    ({"settings": {"width": 26}}, "1 to 25"),
    ({"settings": {"width": "9"}}, "'9'"),
    ({"settings": {"komi": 7.3}}, "multiple of 0.5"),
    ({"settings": {"ruleset": "alterigo"}}, "did you mean 'alter-igo'?"),
    ({"settings": {"colour": "green"}}, "there is no setting 'colour'"),
    ({"settings": {"\ud800": 1}}, "there is no setting"),
    ({"settings": 7}, "'settings' is not as /openapi.json describes it: input should be a valid dictionary"),
    ({"settings": {"handicap": 2}, "setup": "." * 9}, "a handicap is a set-up"),
    ({"setup": "XX"}, "board"),
    ({"clock": "soon"}, "clock"),
    ({"agreed": {"watching": "the neighbours"}}, "the neighbours"),
    ({"agreed": {"weather": "fine"}}, "weather"),
    ({"agreed": {"ruleset": "go"}}, "ruleset"),
    ({"seed": 1}, "none of them plays"),
    ({"seed": -1}, "'seed' is not as"),
    ({"programs": {"green": "simple"}}, "green"),
    ({"programs": {"white": "hal"}}, "hal"),
    ({"programs": {"audience": "simple"}}, "audience"),
    ({"programs": {"white": "simple"}, "settings": {"seating": "solo"}}, "its own player"),
]


def test_bad_settings_create_no_game(webapp: WebApp) -> None:
    for wish, hint in BAD_WISHES:
        status, sentence = refusal(Program(webapp), "POST", "/api/games", wish)
        assert (status in (404, 422), hint in sentence) == (True, True), (wish, sentence)
    assert not webapp.games()


def test_agreed_terms_are_read_as_from_the_form(webapp: WebApp) -> None:
    made = Program(webapp).says("/api/games", {"agreed": {"watching": "nobody"}})
    assert webapp.games()[made["game"]].terms["watching"] == "nobody"


def test_a_bad_link_opens_no_chair(webapp: WebApp) -> None:
    for link in ("", "x", "/g/x/join/black", "http://", "/g/../join/x/y", "/g/x/join/black/ü"):
        assert "is no link to a seat" in refusal(Program(webapp), "POST", "/api/sit", {"link": link})[1], link


def test_a_link_opens_one_chair_once(webapp: WebApp) -> None:
    links = Program(webapp).says("/api/games", {})["links"]
    Program(webapp).sits_down(links["black"])
    assert refusal(Program(webapp), "POST", "/api/sit", {"link": links["black"]})[0] == 403
    swapped = links["white"].replace("/white/", "/black/")
    assert refusal(Program(webapp), "POST", "/api/sit", {"link": swapped})[0] == 403
    assert refusal(Program(webapp), "POST", "/api/sit", {"link": links["white"].replace("/g/", "/g/x")})[0] == 404


def test_api_requires_the_token_of_the_seat(webapp: WebApp) -> None:
    black, white = duel(webapp)
    for token, status in (("", 401), ("x", 403), (white.token, 403), ("\xff", 403), ("x" * 5000, 403)):
        other = Program(webapp, token, black.address)
        for path in ("", "?since=0&wait=5", "/record"):
            assert refusal(other, "GET", black.address + path)[0] == status
        assert refusal(other, "POST", black.address, {"do": "pass"})[0] == status
        challenge = other.ask("GET", black.address).all("www-authenticate")
        assert challenge == (["Bearer"] if status == 401 else [])


def test_api_accepts_no_cookie_as_token(webapp: WebApp) -> None:
    made = make(webapp, width="5")
    assert made.seats["black"].get(f"/api/games/{made.name}/black").status == 401


def given(made: Made, chair: str) -> Program:
    """A program on a chair that the one who sits there has given it."""
    page = made.seats[chair].post(f"{made.at(chair)}/program").text
    token, address = re.findall(r'<input value="([^"]+)"', page)
    return Program(made.webapp, token, address.removeprefix(f"http://{HOST}"))


def test_a_person_lets_a_program_play_from_their_chair_and_sees_its_moves(webapp: WebApp) -> None:
    made = make(webapp, width="5")
    assert f'href="{made.at("black")}/program"' in made.page("black")
    assert made.page("black", "/program").count("<input value") == 1, "the address alone"
    program = given(made, "black")
    program.does("stone", "C3")
    assert "C3, black stone" in made.page("black")
    made.play("D4 B2", first="white")
    assert len(program.sees()["heard"]) == 3


def test_the_token_of_a_chair_opens_that_chair_alone_and_only_the_last_one_does(webapp: WebApp) -> None:
    made, other = make(webapp, width="5"), make(webapp, width="5")
    first, second = given(made, "black"), given(made, "black")
    assert refusal(first, "GET", first.address)[0] == 403
    assert second.sees()["seat"] == "black"
    for address in (f"/api/games/{made.name}/white", f"/api/games/{other.name}/black"):
        assert refusal(second, "GET", address)[0] == 403
    assert second.token not in str(webapp.chairs(made.name)), "it is kept as a digest"
    webapp.rewind(made.name, webapp.happened(made.name))
    assert second.sees()["seat"] == "black", "also after a restart"


def test_api_opens_no_seat_that_sees_the_true_board(webapp: WebApp) -> None:
    links = Program(webapp).says("/api/games", {})["links"]
    assert "for people" in refusal(Program(webapp), "POST", "/api/sit", {"link": links["referee"]})[1]
    referee = on_chair(make(webapp), "referee")
    assert refusal(referee, "GET", referee.address)[0] == 403
    links = Program(webapp).says("/api/games", {"settings": {"seating": "one-device"}})["links"]
    assert "for people" in refusal(Program(webapp), "POST", "/api/sit", {"link": links["one-device"]})[1]


def test_bad_numbers_in_a_query_are_refused_by_name(webapp: WebApp) -> None:
    black, _ = duel(webapp)
    for query in ("since=x", "since=-1", "since=9999999999", "wait=-1", "wait=31", "wait=nan", "since="):
        status, sentence = refusal(black, "GET", f"{black.address}?{query}")
        assert (status, query.partition("=")[0] in sentence) == (422, True), query


def test_programs_send_json_and_nothing_else(webapp: WebApp) -> None:
    black, _ = duel(webapp)
    for kind in ("application/x-www-form-urlencoded", "text/plain", "multipart/form-data", ""):
        assert refusal(black, "POST", black.address, b"do=pass", kind=kind)[0] == 415
    assert refusal(black, "GET", "/api/nothing")[0] == 404
    assert refusal(black, "DELETE", black.address)[0] == 405


def described(webapp: WebApp) -> Any:
    return json.loads(Visitor(webapp).get("/openapi.json").text)


def test_everything_for_programs_is_described_and_nothing_else(webapp: WebApp) -> None:
    paths = described(webapp)["paths"]
    described_routes = {(method.upper(), path) for path, methods in paths.items() for method in methods}
    assert described_routes == {(method, path) for method, path in RULES if path.startswith("/api/")}
    for route in (route for methods in paths.values() for route in methods.values()):
        assert route["description"].endswith("."), route["operationId"]
        assert {"4XX"} < set(route["responses"])


def test_every_field_and_action_is_explained(webapp: WebApp) -> None:
    schemas = described(webapp)["components"]["schemas"]
    for name, model in schemas.items():
        assert name in ("Link",) or all("description" in each for each in model["properties"].values()), name
        assert model["description"]
    assert schemas["Act"]["properties"]["do"]["enum"] == list(ACTIONS)


JSON_KINDS = {"integer": int, "number": (int, float), "string": str, "boolean": bool, "null": type(None)}


def fits(value: object, schema: dict[str, Any]) -> bool:
    """Return whether a value is of a kind that a schema names, or one of its values."""
    if "enum" in schema:
        return value in schema["enum"]
    named = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return any(isinstance(value, JSON_KINDS[kind]) and (kind == "boolean" or value is not True) for kind in named)  # type: ignore[arg-type]


def test_the_settings_of_every_game_are_of_the_described_kinds(webapp: WebApp) -> None:
    schemas = described(webapp)["components"]["schemas"]
    kinds = schemas["NewGame"]["properties"]["settings"]["properties"]
    for name in ("Seek", "MadeGame", "Seen", "OpenChallenge"):
        assert schemas[name]["properties"]["settings"]["properties"] == kinds, name
    assert list(kinds) == list(KEYS)
    wishes: list[dict[str, Any]] = [
        {"ruleset": game.slug, "referee": speaker.slug} for game in rules.ALL for speaker in referee.ALL
    ]
    wishes += [{"passing": 3, "komi": 6.5, "handicap": 2}, {"ruleset": "go", "white_passes": 2}]
    for wish in wishes:
        for key, value in read_settings(wish).plain().items():
            assert fits(value, kinds[key]), (key, value)
    for key, value in {"width": "9", "ghosts": 1, "suicide": "never", "first": "red", "komi": "7"}.items():
        assert not fits(value, kinds[key])


def links(server: Server, **settings: Any) -> dict[str, str]:
    wish = {"settings": {"width": 5, "height": 5, **settings}}
    return dict(httpx.post(f"{server.address}/api/games", json=wish).json()["links"])


@pytest.mark.by_day
@pytest.mark.parametrize(
    ("ruleset", "referee"), [("alter-igo", "hamburg"), ("no-seki-go", "kriegspiel"), ("go", "open")]
)
def test_the_example_plays_every_game(server: Server, ruleset: str, referee: str) -> None:
    made = links(server, ruleset=ruleset, referee=referee, width=4, height=4)
    with ThreadPoolExecutor() as pool:
        black, white = pool.map(lambda seat: bot.play(Seat(made[seat]), Random(1))["ended"], ("black", "white"))
    assert (black["winner"], black["by"], black["counting"]) == (white["winner"], white["by"], False)


def passed_out(server: Server) -> tuple[Seat, Future[Any]]:
    made = links(server, referee="open")
    black, white = Seat(made["black"]), Seat(made["white"])
    for seat, point in ((black, "C3"), (white, "D4"), (black, ""), (white, "")):
        seat.do("stone" if point else "pass", point)
    return white, ThreadPoolExecutor(1).submit(bot.play, black, Random(1))


def test_the_example_agrees_anew_where_the_marks_change(server: Server) -> None:
    white, played = passed_out(server)
    seen = white.look()
    while "black" not in seen["ended"]["agreed"]:
        seen = white.look(seen["number"], 5)
    white.do("dead", "D4")
    white.do("settle", dead=["D4"])
    ended = played.result(30)["ended"]
    assert (ended["counting"], ended["dead"], ended["winner"]) == (False, ["D4"], "black")


def test_the_example_gives_in_where_stones_are_disputed(server: Server) -> None:
    white, played = passed_out(server)
    white.do("dead", "D4")
    assert white.do("dispute")["ended"]["counting"]
    ended = played.result(30)["ended"]
    assert (ended["by"], ended["counting"], ended["playing_out"]) == ("score", False, False)


def test_the_example_bot_prints_the_error_of_the_server(server: Server) -> None:
    link = links(server)["black"]
    Seat(link)
    command = [sys.executable, str(ROOT / "examples" / "bot.py"), link]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("bot: somebody sits here already: this link was used in another browser; ")
    assert done.stderr.count("\n") == 1


def curls() -> list[str]:
    page = (ROOT / "docs" / "programs.md").read_text(encoding="utf-8").partition("\n## Bots\n")[0]
    blocks = re.findall(r"^```sh\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


def as_curl_would(webapp: WebApp, line: str, known: dict[str, str]) -> Any:
    """Do what a command says; what is no JSON object is given back as text."""
    words = [Template(word).substitute(known) for word in shlex.split(line)]
    assert words[0] == "curl"
    headers = [tuple(words[at + 1].split(": ", 1)) for at, word in enumerate(words) if word == "-H"]
    body = next((words[at + 1].encode() for at, word in enumerate(words) if word == "-d"), None)
    kinds = [value for name, value in headers if name == "Content-Type"]
    rest = [(name.lower(), value) for name, value in headers if name != "Content-Type"]
    path = words[1].removeprefix("http://localhost:8000")
    method = "GET" if body is None and "-X" not in words else "POST"
    answer = Visitor(webapp).ask(method, path, rest, body, kind=(kinds or [JSON])[0])
    assert answer.status in (200, 201, 202), f"{line}: {answer.text}"
    return json.loads(answer.text) if answer.all("content-type") == [JSON] else answer.text


def test_a_game_by_curl_goes_as_its_page_says() -> None:
    lines, known = curls(), dict[str, str]()
    with WebApp(look=look) as webapp:
        made = as_curl_would(webapp, lines[0], known)
        known |= {"LINK": made["links"]["black"], "GAME": made["game"]}
        known["TOKEN"] = as_curl_would(webapp, lines[1], known)["token"]
        looked, tried, waited, ended, record, asked, _ = (as_curl_would(webapp, line, known) for line in lines[2:])
        assert (looked["your_turn"], tried["heard"][0]["verdict"], waited["your_turn"]) == (True, "moved", True)
        assert ended["ended"]["winner"] == "white"
        assert record.count("\n") > 3
        assert asked["state"] == "made"
        told = until(lambda: (said := as_curl_would(webapp, lines[-1], known))["state"] != "made" and said)
    assert [each["seat"] for each in told["tries"]][:2] == ["black", "white"]
