"""Who may go where: every route of the web application, asked by everybody. A new route without an entry here fails."""

import json

import pytest
from starlette.routing import Route, WebSocketRoute

from tests.day_and_night import chosen_by_day
from tests.web.wire import Answer, Made, Visitor, WebApp, make
from yurei.apps.web.frame.http import PERSON, game_cookie
from yurei.club.model.secrets import link_secret
from yurei.problems import collection

CHAIRS = ("black", "white", "referee", "audience")
PEOPLE = (*CHAIRS, "maker", "stranger", "another table", "another table's key")
BY_DAY = ("white", "stranger", "another table's key")
"""By night everybody else asks too."""
GET, POST = "GET", "POST"
OWN, ALL, MAKER = "own", "all", "maker"

PLAYER, LISTENING, SEATED, NOBODY = "player", "player or audience", "player or referee", "nobody"
AFTER_THE_END = ("replay", "record", "sgf", "knew", "transcript")


def rules(method: str, paths: str, rule: tuple[str, int, int]) -> dict[tuple[str, str], tuple[str, int, int]]:
    return {(method, path): rule for path in paths.split()}


def evening_rules(method: str, *paths: str) -> dict[tuple[str, str], tuple[str, int, int]]:
    return {(method, f"/evening/{{evening}}{path}"): (ALL, 404, 404) for path in paths}


# Who is let in, and what he is answered before the end and after it; everybody else is answered 403.
RULES: dict[tuple[str, str], tuple[str, int, int]] = {
    **rules(
        GET,
        "/ /new /you /you/turns /you/records.zip /you/delete /manifest.webmanifest /sw.js /offline /lobby /evenings/new",
        (ALL, 200, 200),
    ),
    **rules(POST, "/language /likes /games /you", (ALL, 303, 303)),
    **rules(POST, "/you/along", (ALL, 200, 200)),
    **rules(GET, "/you/along/{link}", (NOBODY, 403, 403)),
    **rules(POST, "/you/along/{link}", (NOBODY, 403, 403)),
    **rules(POST, "/you/delete /you/push /evenings", (ALL, 422, 422)),  # without a tick, a push address, names
    **rules(POST, "/you/push/stop", (ALL, 204, 204)),
    **rules(GET, "/challenge/{challenge}", (ALL, 404, 404)),
    **rules(POST, "/lobby/{challenge} /lobby/{challenge}/withdraw", (ALL, 404, 404)),
    # Who may do what on an evening is asked in test_evenings.py; here there is none.
    **evening_rules(GET, "", "/wall", "/print", "/mine", "/host", "/host/{host}", "/p/{number}", "/p/{number}/{link}"),
    **evening_rules(POST, "/next", "/result", "/end", "/players", "/players/{number}", "/p/{number}"),
    **evening_rules(POST, "/p/{number}/{link}"),
    (GET, "/g/{game}/join/{chair}/{link}"): (OWN, 303, 303),
    (POST, "/g/{game}/join/{chair}/{link}"): (OWN, 303, 303),
    (GET, "/g/{game}/links"): (MAKER, 200, 200),
    (GET, "/g/{game}/{chair}"): (OWN, 200, 200),
    (POST, "/g/{game}/{chair}"): (OWN, 409, 409),
    (POST, "/g/{game}/{chair}/lift"): (OWN, 409, 409),
    (POST, "/g/{game}/{chair}/next"): (OWN, 409, 303),
    (POST, "/g/{game}/{chair}/chat"): (OWN, 422, 422),
    (POST, "/g/{game}/{chair}/along"): (SEATED, 200, 200),
    (GET, "/g/{game}/along/{chair}/{link}"): (NOBODY, 403, 403),  # the link that one sat down by is another
    (POST, "/g/{game}/along/{chair}/{link}"): (NOBODY, 403, 403),
    (GET, "/g/{game}/{chair}/program"): (PLAYER, 200, 200),
    (POST, "/g/{game}/{chair}/program"): (PLAYER, 200, 200),
    (POST, "/g/{game}/{chair}/review"): (OWN, 409, 409),  # this webapp reviews no games
    (GET, "/g/{game}/{chair}/heard"): (OWN, 200, 200),
    (GET, "/g/{game}/{chair}/projector"): (OWN, 200, 200),
    (GET, "/g/{game}/{chair}/playout"): (OWN, 409, 409),
    **{(GET, f"/g/{{game}}/{{chair}}/{page}"): (OWN, 409, 200) for page in AFTER_THE_END},
    **rules(GET, "/health /openapi.json", (ALL, 200, 200)),
    (GET, "/metrics"): (ALL, 404, 404),  # for this machine alone
    (POST, "/api/games"): (ALL, 201, 201),
    (POST, "/api/sit"): (ALL, 403, 403),  # every chair is taken
    (GET, "/api/games/{game}/{chair}"): (LISTENING, 200, 200),
    (POST, "/api/games/{game}/{chair}"): (LISTENING, 409, 409),
    (GET, "/api/games/{game}/{chair}/record"): (LISTENING, 409, 200),
    (GET, "/api/games/{game}/{chair}/review"): (LISTENING, 409, 200),
    (POST, "/api/games/{game}/{chair}/review"): (LISTENING, 409, 409),
    **rules(
        GET,
        "/watch /learn /learn/referees /learn/seals /learn/first /learn/first/{course} /learn/{course} /analysis "
        "/verify.py /problems /problems/series/{kind}/{grade} /problems/sheet /problems/collection.jsonl "
        "/problems/{problem} /you/problems /api/problems /api/problems/today /api/problems/{problem}",
        (ALL, 200, 200),
    ),
    **rules(POST, "/learn/first /learn/{course}", (ALL, 303, 303)),
    **rules(GET, "/api/analysis", (ALL, 422, 422)),  # without a board
    # Without an answer, answers, a name.
    **rules(POST, "/problems/{problem} /api/problems/{problem}/answer /api/bots", (ALL, 422, 422)),
    # These are a bot's, and nobody here is one.
    **rules(GET, "/api/bot /api/stream /api/lobby", (NOBODY, 403, 403)),
    **rules(
        POST, "/api/bot/token /api/lobby /api/lobby/{challenge} /api/lobby/{challenge}/withdraw", (NOBODY, 403, 403)
    ),
    (POST, "/api/games/{game}/{chair}/token"): (PLAYER, 200, 200),  # the last: the key opens the chair no more
}
EVERY_ROUTE = [(method, path, chair) for method, path in RULES for chair in (CHAIRS if "{chair}" in path else ("",))]
SOCKETS = {
    "/g/{game}/{chair}/live": OWN,
    "/lobby/live": ALL,
    "/watch/live": ALL,
    "/evening/{evening}/live": ALL,
    "/evening/{evening}/wall/live": ALL,
    "/evening/{evening}/p/{number}/live": OWN,
}


@pytest.fixture
def made(webapp: WebApp) -> Made:
    """A game in which each has a stone, and Black is to move."""
    made = make(webapp, width="5")
    made.act("black", "stone", "C3")
    made.act("white", "stone", "D4")
    return made


def everybody(made: Made) -> dict[str, Visitor]:
    """Everybody who may come, with the keys that he has."""
    other = make(made.webapp, width="5")
    key = other.seats["black"].cookies[PERSON]
    borrowed = {f"yurei-{made.name}-{what}": key for what in ("audience", "host")} | {PERSON: key}
    keys = {name: visitor.cookies for name, visitor in made.seats.items()}
    keys |= {"maker": made.host.cookies, "stranger": {}}
    keys |= {"another table": other.seats["black"].cookies, "another table's key": borrowed}
    return {name: Visitor(made.webapp, held) for name, held in keys.items()}


def ask(made: Made, visitor: Visitor, method: str, path: str, chair: str) -> Answer:
    """Ask for a route at a chair."""
    link = link_secret(made.host.cookies[f"yurei-{made.name}-host"], chair)
    gone = {"challenge": "gone", "evening": "gone", "number": "1", "host": "gone"}
    first = next(iter(collection().values()))
    gone |= {"problem": first.id, "kind": first.kind, "grade": str(first.grade)}
    address = path.format(game=made.name, chair=chair, link=link, course="alter-igo", **gone)
    if path.startswith("/api/"):
        return _ask_as_a_program(made, visitor, method, address, chair)
    if method == GET:
        return visitor.get(address)
    return visitor.post(address, {"to": "de", "do": "settle", "seat": "black"})


def _ask_as_a_program(made: Made, visitor: Visitor, method: str, address: str, chair: str) -> Answer:
    """Ask with what would open the chair's page as a token, and without a cookie."""
    token = visitor.cookies.get(game_cookie(made.name, chair) if chair == "audience" else PERSON, "none")
    headers = [("authorization", f"Bearer {token}")]
    link = f"/g/{made.name}/join/black/{link_secret(made.host.cookies[f'yurei-{made.name}-host'], 'black')}"
    empty = address == "/api/games" or address.startswith("/api/lobby") or address.endswith("/token")
    said = {"link": link} if address == "/api/sit" else {} if empty else {"do": "settle"}
    body = json.dumps(said).encode() if method == POST else None
    return Visitor(made.webapp).ask(method, address, headers, body, kind="application/json")


def expected(method: str, path: str, name: str, chair: str, *, over: bool) -> int:
    who, before, after = RULES[method, path]
    if "/join/" in path and chair == "audience":
        return 303  # "the audience's opens for all"
    if path.endswith("/projector") and name in ("black", "white"):
        return 403  # "a player's board is not for the wall"
    nobodys = {PLAYER: ("referee", "audience"), LISTENING: ("referee",), SEATED: ("audience",), OWN: ()}
    own = name == chair and chair not in nobodys.get(who, CHAIRS)
    if who == ALL or (who == MAKER and name == "maker") or own:
        if method == POST and path.endswith("/{game}/{chair}") and name in ("referee", "audience"):
            return 422  # "from this chair one watches"
        if path.endswith("/chat") and name in ("referee", "audience") and not over:
            return 409  # "talks after the end"
        return after if over else before
    return 403


def test_every_route_is_listed_here(webapp: WebApp) -> None:
    routes = [route for route in webapp.app.routes if isinstance(route, Route)]
    found = {(method, route.path) for route in routes for method in (route.methods or ()) if method != "HEAD"}
    assert found == set(RULES)
    assert {route.path for route in webapp.app.routes if isinstance(route, WebSocketRoute)} == set(SOCKETS)


@pytest.mark.parametrize("over", [False, True], ids=["before the end", "after the end"])
@pytest.mark.parametrize("name", chosen_by_day(PEOPLE, BY_DAY.__contains__))
def test_every_key_opens_its_own_pages_and_no_others(made: Made, name: str, over: bool) -> None:
    if over:
        made.act("black", "resign")
    cookies = everybody(made)[name].cookies
    for method, path, chair in EVERY_ROUTE:
        answer, where = ask(made, Visitor(made.webapp, cookies), method, path, chair), f"{method} {path} at {chair}"
        assert answer.status == expected(method, path, name, chair, over=over), where
        assert cookies.get(PERSON, "no key").encode() not in answer.body, where  # a record may be packed
        if not over:
            assert_no_stone_but_ones_own(name, path, answer.text, where)


def assert_no_stone_but_ones_own(name: str, path: str, text: str, where: str) -> None:
    stones = {"black": "C3, black stone", "white": "D4, white stone"}
    for owner, stone in stones.items():
        assert stone not in text or name in (owner, "referee"), where
    if name not in (*stones, "referee") and path.startswith("/g/"):
        assert "<svg viewBox" not in text, where


@pytest.mark.parametrize("name", chosen_by_day(PEOPLE, BY_DAY.__contains__))
def test_the_socket_of_a_chair_opens_for_its_owner_only(made: Made, name: str) -> None:
    for chair in CHAIRS:
        socket = everybody(made)[name].listen(made.at(chair) + "/live")
        assert socket.accepted == (name == chair)
        assert len(socket.frames) == (name == chair)


@pytest.mark.parametrize("name", chosen_by_day(PEOPLE, BY_DAY.__contains__))
def test_through_the_window_all_see_nothing_before_the_end_and_everything_after_it(made: Made, name: str) -> None:
    paths = [path for method, path in RULES if method == GET and path.startswith("/g/{game}/{chair}")]
    statuses = []
    for over in (False, True):
        if over:
            made.act("black", "resign")
        visitor = everybody(made)[name]
        answers = {path: visitor.get(path.format(game=made.name, chair="window")) for path in paths}
        statuses.append({path.rpartition("/")[2]: answer.status for path, answer in answers.items()})
        assert visitor.listen(made.at("window") + "/live").accepted == over
        assert ("C3, black stone" in "".join(answer.text for answer in answers.values())) == over
        assert visitor.send(made.at("window"), {"do": "stone", "at": "A1"}).status == (422 if over else 409)
        for path in ("chat", "next"):
            assert visitor.send(f"{made.at('window')}/{path}", {"text": "Hello."}).status == (403 if over else 409)
    assert set(statuses[0].values()) == {409}
    assert statuses[1] == {**dict.fromkeys(statuses[1], 200), "playout": 409, "program": 403}


def test_a_cookie_can_neither_be_read_by_scripts_nor_sent_from_elsewhere(webapp: WebApp) -> None:
    maker = Visitor(webapp)
    answer = maker.post("/games", {})
    cookies = answer.all("set-cookie")
    assert len(cookies) == 2
    for cookie in cookies:
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
    assert sum("Path=/g/" in cookie for cookie in cookies) == 1, "the maker's secret goes to his game alone"
