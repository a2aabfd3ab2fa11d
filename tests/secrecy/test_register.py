"""The register: every output, and who may get it; an unlisted one fails. Metrics tell the host nothing of the only game.

Routes and sockets are listed in test_keys.py, where everybody asks for them. Here are the verbs of the line protocol, the
lines of the log, notifications and mails, files, messages to programs, metrics, and the modules that read the true board.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from inspect import signature
from pathlib import Path

import pytest

import yurei
from tests.secrecy.whole import figures
from tests.web.wire import SCRIPTED, Made, Visitor, WebApp, make
from yurei.apps.jsonlines import SeatSession, Session
from yurei.apps.web.api import models, routes
from yurei.apps.web.frame.limits import Admission
from yurei.apps.web.monitoring import STEP, metrics_text, round_down, round_up
from yurei.apps.web.notifications import mail
from yurei.club.presence import Notification, NotificationReason
from yurei.referee.told import Told
from yurei.referee.view import View

SOURCES = Path(yurei.__file__).parent
SERVED = ("apps/web", "club", "clocks", "records", "referee", "rules")
"""The packages of the server."""
SEAT, ALL, HOST, AFTER = "who sits there", "everybody", "who runs the server", "who sits there, after the end"


# Who may get what.
VERBS = {
    Session: dict.fromkeys(
        ("new", "try", "area", "perft", "reveal", "solve", "undo", "record"), "who runs the referee, and knows all"
    ),
    SeatSession: dict.fromkeys(("begin", "hear", "choose", "end"), "the program in a seat"),
}
FRAMES = {
    "apps/web/table/routes.py": "who sits there; who has done something on his socket: whether it could be done",
    "apps/web/lobby.py": ALL,
    "apps/web/watch.py": ALL,
    "apps/web/evenings/routes.py": "who may see that page of the evening",
    "apps/web/frame/http.py": "whoever those above send it to: all of them send through here",
}
"""By the module that sends them on a socket: parts of pages, how they have changed, and answers."""
SENDS = ("send_text", "send_bytes", "send_json", "send_frame", "send_changes")
LOG_FIELDS = dict.fromkeys(("method", "route", "status", "ms", "program", "why", "kind"), HOST)
LOGGING = ("club/game/programs.py", "apps/web/notifications/mail.py")
"""Where the fields of a line have a name before they are logged."""
LOG_LINES = {
    "answered": "a request: its route as the code writes it, and its status",
    "WRONG[moment.asks]": "a program has gone wrong: its name, and how",
    "a board could not be solved: %s": "the kind of an error",
    "a clock could not be looked at; it is tried again": "",
    "a game in which a program is to move could not be taken up": "",
    "a game that nobody plays could not be ended": "",
    "a mail could not be sent": "the kind of an error",
    "a notification could not be sent": "",
    "a program could not be asked: %s": "the kind of an error",
    "a push service has not taken a notification": "its status",
    "a record is missing: %s": "the kind of an error",
    "a result of an evening could not be written down": "",
    "the database does not answer: %s": "the kind of an error",
    "the housekeeping has failed; it is tried again": "",
    "a clock could not be looked at": "",
    "the lowest level answers this once: %s, %s": "a program's name, and what was wrong with it, as in WRONG",
    "the review of %s has failed: %s": "a game that has ended, and the kind of an error",
    "the sign of life could not be written down": "",
}
"""What is logged, and what it says of what. The host may read it: there is nothing of a running game in it."""
METRICS = {
    "yurei_info": "the version",
    "yurei_games": "how many there are, by how far they are: said aloud at each table",
    "yurei_seats_connected": "who is here, which each table shows",
    "yurei_watchers": "how many look on, which each table shows",
    "yurei_sockets": "in tens: nobody is told how many pages another has open",
    "yurei_programs_thinking": "whose turn it is, and that is said aloud",
    "yurei_programs_in_line": "the same",
    "yurei_requests_total": "by route; in hundreds where a table may be meant: marks and looks are requests",
    "yurei_request_seconds": "the same, within bounds, and never their sum",
    "yurei_refused_total": "by kind; in hundreds at tables",
    "yurei_full": "whether there is room",
    "yurei_loop_late_seconds": "in steps of 5 ms, smoothed over seconds",
    "yurei_write_wait_seconds": "the same, and of many writes alone",
    "yurei_writes_waiting": "in tens",
    "yurei_commit_seconds": "in hundreds of transactions",
    "process_cpu_seconds_total": "in whole seconds",
    "process_resident_memory_bytes": "in steps of 8 MiB",
    "process_open_fds": "in tens",
}
"""What Prometheus is told, and why whoever runs the server may know it while he plays the only game there."""
METRIC_LABELS = {"version", "phase", "method", "route", "status", "kind", "le"}
"""What is told apart: nothing that was chosen by who came, and nothing of one game."""
RUNG = {NotificationReason.TURN: "whose turn it has become", NotificationReason.ENDED: "all who sat there"}
CALL = {"person": HOST, "game": SEAT, "chair": SEAT, "news": SEAT}
LETTER = {"address": SEAT, "language": SEAT, "subject": SEAT, "text": SEAT, "stop": SEAT}
FILES = {
    ("apps/web/frame/security.py", "response.media_type"): ALL,
    ("apps/web/monitoring.py", "PLAIN_TEXT"): HOST,
    ("apps/web/api/routes.py", "application/json"): SEAT,
    ("apps/web/api/routes.py", "application/x-ndjson"): AFTER,
    ("apps/web/learn/lessons.py", "text/x-python"): ALL,
    ("apps/web/notifications/routes.py", "application/manifest+json"): ALL,
    ("apps/web/problems/routes.py", "application/x-ndjson"): ALL,
    ("apps/web/notifications/routes.py", "text/javascript"): ALL,
    ("apps/web/replay.py", "application/x-ndjson"): AFTER,
    ("apps/web/replay.py", "application/json"): AFTER,
    ("apps/web/replay.py", "application/x-go-sgf"): AFTER,
    ("apps/web/you.py", "application/zip"): "who has played those games, which are over",
    ("apps/web/frame/security.py", "JSON"): "a sentence, for who has asked",
}
"""What comes as something else than a page: by the module and the kind."""
TOLD = {
    "outcome": "that there was a try, and whether it was legal: aloud",
    "seat": "who has tried: aloud",
    "mover": "his colour: aloud",
    "attempt": "to who has tried; a move under open, and at a shared board",
    "reason": "under hamburg and open",
    "captured_points": "to all or to the owner, by the referee's row",
    "captured_count": "by the referee's row",
    "lost_points": "under the same degree of detail",
    "lost_count": "under the same degree of detail",
    "atari_on_opponent": "under common, hamburg and open",
    "atari_on_mover": "with it; alone by the option",
    "vanished": "to whose own board it was on; never under hamburg",
    "seen": "what is near his own stones, where there is sight",
    "to_move": "whose turn it is: aloud",
    "result": "the end: aloud",
}
"""What is told of a try, and to whom the rules owe it."""
VIEW = dict.fromkeys(
    ("settings", "seat", "board", "to_move", "heard", "result", "first_board", "folded"), "follows from what was told"
)
SEEN = {
    "number": "how much has happened that this chair may know of",
    "setup": "the position that a game starts from: the referee tells it to everybody",
    **dict.fromkeys(("seat", "settings", "board", "to_move", "your_turn", "heard", "standing"), "the view of the seat"),
    **dict.fromkeys(
        ("players", "offer", "repeats", "takeback", "referee", "referee_name", "clocks", "seal"),
        "known to all at the table",
    ),
    "chat": "who may read the chat",
    "ended": "to all, after the end",
}
HEARD = {"n", "seat", "verdict", "said", "tried", "reason", "captured_points", "captured_count", "lost_points"}
HEARD |= {"lost_count", "atari_on_opponent", "atari_on_mover", "vanished", "seen", "to_move"}
EVENTS = {
    "game": "a bot that sits there: what its chair knows",
    "gone": "a bot that sat there: that it does no more",
    "ready": "a bot: how it stands itself",
}
"""What comes on the stream of a bot."""
NEWS = {
    **dict.fromkeys(("game", "chair", "address"), SEAT),
    "since": "how much had happened that this chair may know of",
    "seen": "see SEEN",
}
STANDING = {"name": ALL, "games": "the bot's own", "challenges": "the bot's own; in the lobby they are seen by all"}
CHALLENGE = {
    **dict.fromkeys(("challenge", "by", "settings", "agreed", "colour"), "as the page of the lobby, to every bot"),
    "own": "who made it",
}
TRUTH = {
    "apps/web/api/models.py": "how many tries a game had that is over",
    "apps/web/table/ended.py": AFTER,
    "apps/web/replay.py": AFTER,
    "apps/web/watch.py": "where the audience sees the board: under open, by consent of both, after the end",
    "apps/web/table/page.py": "the referee's own page; by consent of both the audience",
    "club/game/game.py": "where it is kept",
    "club/game/record.py": "after the end; before it in a hash with a nonce, which hides it",
    "club/game/programs.py": "what a program itself was refused in this turn",
    "club/archive.py": f"{AFTER}; before it the number of stones lost, for who sees the board",
    "club/programs/reviews.py": AFTER,
    "club/game/series.py": AFTER,
}
"""The modules of the server that look at verdicts or at the reference board, and for whom."""
WHO_TELLS = {"referee/told.py", "referee/plain.py"}
"""Makes what was told, or reads it from its values."""
WHO_SHOWS = {"referee/table.py"}
WHO_OPENS = {"referee/table.py", "referee/plain.py"}
"""Makes the view before the first try, or reads it from its bytes."""


@cache
def parsed() -> dict[str, ast.Module]:
    """The sources of the server, by where they are."""
    paths = [path for package in SERVED for path in sorted((SOURCES / package).rglob("*.py"))]
    return {path.relative_to(SOURCES).as_posix(): ast.parse(path.read_text(encoding="utf-8")) for path in paths}


@cache
def calls() -> list[tuple[str, ast.Call]]:
    return [(where, node) for where, tree in parsed().items() for node in ast.walk(tree) if isinstance(node, ast.Call)]


def logged() -> Iterator[ast.Call]:
    for _, call in calls():
        if isinstance(call.func, ast.Attribute) and call.func.attr in (
            *("debug", "info", "warning", "error", "exception", "critical", "log"),
        ):
            on = ast.unparse(call.func.value)
            if on == "LOGGER" or on.startswith("logging"):
                yield call


def text_of(node: ast.expr) -> str:
    """A text that stands in the source, or the expression."""
    return str(node.value) if isinstance(node, ast.Constant) else ast.unparse(node)


def test_everything_sent_to_bots_is_listed() -> None:
    kinds = {
        text_of(call.args[0])
        for where, call in calls()
        if ast.unparse(call.func) == "_format_frame" and "api/" in where
    }
    assert kinds == EVENTS.keys()
    assert routes.News.model_fields.keys() == NEWS.keys()
    assert routes.Standing.model_fields.keys() == STANDING.keys()
    assert routes.OpenChallenge.model_fields.keys() == CHALLENGE.keys()


@pytest.mark.parametrize("who", VERBS)
def test_every_verb_of_the_line_protocol_is_listed(who: type[Session | SeatSession]) -> None:
    speaker = Session() if who is Session else SeatSession("uniform")
    assert speaker._operations.keys() == VERBS[who].keys()


def test_every_module_that_sends_frames_is_listed() -> None:
    sends = {where for where, call in calls() if ast.unparse(call.func).split(".")[-1] in SENDS}
    assert sends == FRAMES.keys()


def test_every_line_of_the_log_is_listed() -> None:
    assert {text_of(call.args[0]) for call in logged()} == LOG_LINES.keys()


def test_every_field_of_the_log_is_listed() -> None:
    found = set()
    for where, tree in parsed().items():
        dicts = [
            node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "fields" and where in LOGGING
        ]
        dicts += [
            value
            for node in ast.walk(tree)
            if isinstance(node, ast.Dict)
            for key, value in zip(node.keys, node.values, strict=True)
            if key is not None and text_of(key) == "fields"
        ]
        found |= {text_of(key) for each in dicts if isinstance(each, ast.Dict) for key in each.keys if key}
    assert found == LOG_FIELDS.keys()


def test_every_metric_and_every_label_is_listed() -> None:
    with WebApp() as webapp:
        webapp.measures.count_answer("GET", "/", 200, 0.1)
        webapp.measures.count_refusal("open")
        make(webapp)
        club = webapp.club
        text = metrics_text(club, club.games._store.writer, webapp.measures, Admission(0))
    assert set(re.findall(r"^# TYPE (\w+) \w+$", text, re.MULTILINE)) == METRICS.keys()
    named = set(re.findall(r"^(\w+)", text.replace("# TYPE ", ""), re.MULTILINE))
    assert {name.removesuffix("_bucket") for name in named} == METRICS.keys()
    assert set(re.findall(r'(\w+)="', text)) == METRIC_LABELS


def test_all_notifications_and_mails_are_listed() -> None:
    assert set(NotificationReason) == RUNG.keys()
    assert {field.name for field in fields(Notification)} == CALL.keys()
    assert signature(mail.Mail._send).parameters.keys() - {"self"} == LETTER.keys()


def test_every_file_is_listed() -> None:
    given = {
        (where, text_of(word.value)) for where, call in calls() for word in call.keywords if word.arg == "media_type"
    }
    assert given == FILES.keys()


def test_all_that_a_seat_is_told_and_shown_is_listed() -> None:
    assert {field.name for field in fields(Told)} == TOLD.keys()
    assert {field.name for field in fields(View)} == VIEW.keys()
    assert models.Seen.model_fields.keys() == SEEN.keys()
    assert models.Heard.model_fields.keys() == HEARD


def test_every_module_that_reads_the_true_board_is_listed() -> None:
    looks = {
        where
        for where, tree in parsed().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr in ("judged", "third_board")
    }
    assert looks == TRUTH.keys()


def test_only_listed_modules_make_announcements_and_views() -> None:
    makes: dict[str, set[str]] = {"Told": set(), "View": set(), "View.begin": set()}
    for where, tree in parsed().items():
        imported = {
            name.asname or name.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("yurei.referee")
            for name in node.names
        } | {node.name for node in tree.body if isinstance(node, ast.ClassDef) and where.startswith("referee/")}
        for node in ast.walk(tree):
            called = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
            if called in makes and called.partition(".")[0] in imported:
                makes[called].add(where)
    assert makes == {"Told": WHO_TELLS, "View": WHO_SHOWS, "View.begin": WHO_OPENS}


def private(made: Made, times: int) -> None:
    """What White does for himself: marks, looks at his page, tries out of turn, a second page."""
    white = made.seats["white"]
    for _ in range(times):
        assert made.act("white", "pencil-black", "E5").status == 200
        assert white.get(made.at("white")).status == 200
        assert made.act("white", "stone", "A1").status == 409
    white.listen(made.at("white") + "/live")


def test_private_actions_do_not_change_the_metrics(made: Made) -> None:
    made.seats["white"].listen(made.at("white") + "/live")
    before = figures(made.webapp)
    private(made, 20)
    assert figures(made.webapp) == before


def test_tries_that_are_taken_and_that_are_refused_read_alike() -> None:
    """In one game Black tries where White stands, in the other where nobody does; a hundred times."""
    read = []
    for point in ("D4", "E1"):
        with WebApp() as webapp:
            made = make(webapp, width="9", height="9")
            made.act("black", "stone", "C3")
            made.act("white", "stone", "D4")
            made.act("black", "stone", point)
            private(made, 0)
            for _ in range(STEP):
                made.seats["black"].get(made.at("black"))
            read.append(figures(made.webapp))
    assert read[0] == read[1]
    assert f'route="/g/{{game}}/{{chair}}",status="200"}} {STEP}' in read[0]


def test_metrics_count_in_steps_and_name_no_player_point_or_unknown_address(made: Made) -> None:
    secrets = {
        value
        for seat in (*made.seats.values(), made.host)
        for name, value in seat.cookies.items()
        if name not in SCRIPTED
    }
    made.seats["black"].post("/you", {"nickname": "Shusaku"})
    private(made, STEP)
    for _ in range(3):
        Visitor(made.webapp).get("/learn")
    for number in range(STEP):
        Visitor(made.webapp).get(f"/nowhere/{number}")
    text = figures(made.webapp)
    assert f'{{method="POST",route="/g/{{game}}/{{chair}}",status="200"}} {STEP}' in text
    assert f'{{method="POST",route="/g/{{game}}/{{chair}}",status="409"}} {STEP}' in text
    assert '{method="GET",route="/learn",status="200"} 3' in text
    assert f'{{method="GET",route="none",status="404"}} {STEP}' in text
    assert 'yurei_games{phase="playing"} 1' in text
    assert not any(secret in text for secret in (*secrets, made.name, "Shusaku", "E5", "192.0.2", "nowhere"))


def test_steps_are_whole() -> None:
    assert [round_down(count, 100) for count in (0, 99, 100, 199)] == [0, 0, 100, 100]
    assert [round_up(count, 10) for count in (0, 1, 10, 11)] == [0, 10, 10, 20]
