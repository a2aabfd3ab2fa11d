"""Plays one game in the whole application, and records every byte that each observer receives.

Recorded are pages, answers for programs, frames with their order, headers, notifications, and the log. The clock stands
still, and secrets are counted up, so two games that look alike to an observer must give the observer the same bytes.
"""

import asyncio
import json
import logging
import random
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

import anyio

from tests.oracle.board import point_name
from tests.secrecy.entitled import AUDIENCE, Record
from tests.secrecy.families import Family, Stage
from tests.secrecy.twins import Leak, Withheld
from tests.web.bots import Bot, Stream
from tests.web.wire import Answer, Made, Socket, Visitor, WebApp, make
from yurei.apps.web import watch
from yurei.apps.web.frame import logbook
from yurei.apps.web.frame.http import PERSON, game_cookie
from yurei.apps.web.frame.limits import Admission
from yurei.apps.web.monitoring import metrics_text
from yurei.apps.web.notifications import push
from yurei.club import lobby
from yurei.club.model.secrets import digest
from yurei.club.people import MARK
from yurei.club.presence import Notification
from yurei.club.store import games as stored_games
from yurei.languages import translation

Act = tuple[str, str, str]
"""From which chair, what, and where: ``("black", "stone", "C3")``. ``chat`` is said, ``aim`` is only looked at; ``window`` opens one."""
Got = dict[str, list[tuple[Hashable, ...]]]
"""By observer, what he got after each act: frames, the answer to his own act, what was rung, what he can ask for."""
BY_ITSELF = 3
"""So much of it comes without a question."""

Question = tuple[str, str, dict[str, str]]
"""A method, an address, a form."""

NOSY: tuple[Question, ...] = (
    ("POST", "", {"do": "dead", "at": "A1"}),
    ("POST", "", {"do": "settle"}),
    ("POST", "", {"do": "accept"}),
    ("POST", "", {"do": "stone", "at": "Z1"}),
    ("POST", "", {"do": "takeback-accept"}),
    ("POST", "", {"do": "dead-proposed"}),
    ("POST", "", {"do": "dispute"}),
    ("POST", "", {"do": "give-in"}),
    ("POST", "/lift", {"seat": "black"}),
    ("POST", "/review", {}),
    ("POST", "/next", {}),
    ("POST", "/chat", {"text": ""}),
    ("GET", "/replay?at=1", {}),
    ("GET", "/record", {}),
    ("GET", "/sgf", {}),
    ("GET", "/sgf?of=viewers", {}),
    ("GET", "/sgf?of=black", {}),
    ("GET", "/knew?of=white", {}),
    ("GET", "/transcript", {}),
    ("GET", "/transcript?of=black", {}),
    ("GET", "/playout", {}),
    ("GET", "/projector", {}),
    ("GET", "/heard", {}),
    ("GET", "?do=stone&aim=A1", {}),
)
"""Requests of a curious observer, which change nothing before the end of the game."""
PUBLIC = ("/", "/watch", "/lobby", "/health", "/learn", "/new")
STRANGER, NAMELESS, LOG = "a stranger with a name", "a stranger without a name", "the log"
FOR_ALL = (AUDIENCE.name, STRANGER, NAMELESS, LOG)
"""Observers who may learn no more than the public does."""


# Of one player: at a second browser, not looking and rung, by a program that waits for news, by a bot with its stream.
elsewhere, away, program, bot = "{}, elsewhere".format, "{}, away".format, "{}, a program".format, "{}, a bot".format


class Bell:
    """A notifier that sends at once, and records the texts of notifications with the chairs that receive them."""

    patience = 0.0

    def __init__(self) -> None:
        self.rung: list[tuple[str, Hashable]] = []

    def wanted_by(self, person: str) -> bool:
        return True

    def notify(self, call: Notification) -> None:
        mailed = translation("en").gettext(push.WORDS[call.news])
        self.rung.append((call.chair, (push.notification_json(call, "en"), mailed, f"/g/{call.game}/{call.chair}")))


class Lines(logging.Handler):
    """Log handler that collects lines without their times."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        line = json.loads(logbook.JsonLines().format(record))
        self.lines.append(json.dumps({**line, "time": ""}))


@contextmanager
def collect_log() -> Iterator[Lines]:
    """Collect all log lines during the block, including those of requests."""
    lines, logger = Lines(), logging.getLogger("yurei")
    level, of_requests = logger.level, logbook.LOGGER.level
    logger.addHandler(lines)
    logger.setLevel(logging.INFO)
    logbook.LOGGER.setLevel(logging.INFO)
    try:
        yield lines
    finally:
        logger.removeHandler(lines)
        logger.setLevel(level)
        logbook.LOGGER.setLevel(of_requests)


def figures(webapp: WebApp) -> str:
    """Return the metrics for Prometheus, without those about the process, which also runs the tests."""
    club = webapp.club
    lines = metrics_text(club, club.games._store.writer, webapp.measures, Admission(0.05)).splitlines()
    return "\n".join(line for line in lines if not line.startswith(("process_", "# ")))


@contextmanager
def without_pauses() -> Iterator[None]:
    """Turn off the pauses of the list of games and the lobby, and count turns at once.

    These pauses use real time: on a busy machine they would end at other acts of the game.
    """
    with (
        patch.multiple(watch, PAUSE=0.0, PATIENCE=60.0),
        patch.object(lobby, "PAUSE", 0.0),
        patch.object(stored_games, "QUERIES_APART", 0.0),
    ):
        yield


def in_a_window(visitor: Visitor, address: str, do: str, at: str) -> Answer:
    """Open a chair in one more window; for the act ``typed``, also try a point there in typed form."""
    visitor.listen(f"{address}/live")
    seen = visitor.get(address)
    return seen if do == "window" else visitor.post(address, {"do": "stone", "at": f" {at.lower()} "})


async def _at_once(do: Callable[..., Any], *given: Any, **_: Any) -> Any:
    return do(*given)


@contextmanager
def on_one_thread() -> Iterator[None]:
    """Run the work of other threads at once in this thread, so that its order is the same in each run."""
    with patch.object(anyio.to_thread, "run_sync", _at_once):
        yield


class Waiting:
    """A program that polls its chair for news (``?since=…&wait=…``), again after each answer."""

    def __init__(self, visitor: Visitor, path: str, token: str) -> None:
        self._visitor, self._path, self._token = visitor, path, token
        self.answers: list[Answer] = []
        self._others = len(self._bells())
        visitor.webapp.run(self._begin())

    def _bells(self) -> Collection[asyncio.Event]:
        game, chair = self._path.split("/")[-2:]
        return self._visitor.webapp.club.games.listeners._bells[game][chair]

    async def _begin(self) -> None:
        self._task = asyncio.create_task(self._wait())

    def settle(self) -> None:
        self._visitor.webapp.run(self._settle())

    async def _settle(self) -> None:
        waits = 0
        while waits < 2 and not self._task.done():
            for _ in range(30):
                await asyncio.sleep(0)
            bells = self._bells()
            listening = len(bells) > self._others and not any(bell.is_set() for bell in bells)
            waits = waits + 1 if listening else 0

    async def _wait(self) -> None:
        since, more = 0, True
        while more:
            headers = self._visitor._headers([("authorization", f"Bearer {self._token}")])
            scope = self._visitor._scope("http", f"{self._path}?since={since}&wait=30", headers)
            self.answers.append(await self._visitor._ask(scope | {"method": "GET"}, [b""]))
            said = json.loads(self.answers[-1].text)
            # Who is answered without news would be answered for ever; after the end there are none.
            more = said.get("number", 0) > since and said["ended"] is None
            since = said.get("number", 0)


@dataclass
class Onlooker:
    """An observer: a browser with sockets and requests, or a program that polls or has a stream."""

    visitor: Visitor
    address: str = ""
    sockets: list[Socket] = field(default_factory=list)
    questions: Sequence[Question] = ()
    token: str = ""
    waiting: Waiting | None = None
    stream: Stream | None = None
    _read: int = 0

    def came(self) -> tuple[Hashable, ...]:
        """Return the frames, answers to polls and chunks of the stream received since the last call."""
        frames: list[Hashable] = [frame for socket in self.sockets for frame in socket.raw]
        if self.waiting:
            self.waiting.settle()
            frames += self.waiting.answers
        if self.stream:
            self.visitor.webapp.run(asyncio.sleep(0))
            frames += self.stream.chunks
        new, self._read = tuple(frames[self._read :]), len(frames)
        return new

    def asks(self) -> tuple[Answer, ...]:
        answers = [self._ask(*question) for question in self.questions]
        if self.token:
            program, headers = Visitor(self.visitor.webapp), [("authorization", f"Bearer {self.token}")]
            chair = f"/api{self.address.replace('/g/', '/games/')}"
            answers += [program.ask("GET", chair + more, headers) for more in ("", "?since=3", "/record", "/review")]
        return tuple(answers)

    def _ask(self, method: str, path: str, form: dict[str, str]) -> Answer:
        address = path if path.startswith("/") and not self.address else self.address + path
        return self.visitor.get(address) if method == "GET" else self.visitor.send(address, form)


def token_of(made: Made, chair: str) -> str:
    """Return the value of a chair's cookie, which is also its token for programs."""
    return made.seats[chair].cookies[game_cookie(made.name, chair) if chair == AUDIENCE.name else PERSON]


class Gathering:
    """A game at an application with its observers, all or ``only`` some, who send ``nosy`` requests.

    For the chair ``watched``, the player's own pages, frames and answers are recorded.
    """

    def __init__(
        self,
        webapp: WebApp,
        wish: dict[str, str],
        watched: str,
        nosy: Sequence[int],
        only: Sequence[str],
        by_token: bool,
    ) -> None:
        self.webapp, self.watched = webapp, watched
        # Who plays by a program has sat down by it; his pages have its key. The audience's chair is for all.
        programs = (watched,) if by_token and watched != AUDIENCE.name else ()
        self.made = make(webapp, programs, **{"watching": "everybody", **wish})
        self.bell = Bell()
        webapp.club.games.notifier._ringers = [self.bell]
        webapp.run(self._known())
        asked = [NOSY[number] for number in nosy]
        coming: dict[str, Callable[[], Onlooker]] = {
            AUDIENCE.name: lambda: self._at(AUDIENCE.name, [("GET", "", {}), ("GET", "/projector", {}), *asked]),
            STRANGER: lambda: self._named(asked),
            NAMELESS: lambda: Onlooker(
                Visitor(webapp), questions=[*self._chairs(), *(("GET", path, {}) for path in PUBLIC)]
            ),
            program(watched): lambda: self._waiting(watched),
        }
        if watched != AUDIENCE.name:
            # A player twice: at his browser, and at another one that reads German. His program asks with either key.
            coming[watched] = lambda: self._at(watched, [("GET", "", {}), ("GET", "/heard", {})])
            coming[elsewhere(watched)] = lambda: self._at(watched, [("GET", "", {}), *asked], "de")
            # And as one who has gone away, and wants to be told. He is not while he looks.
            coming[away(watched)] = lambda: Onlooker(Visitor(self.webapp))
            webapp.run(self._christened(watched))
            coming[bot(watched)] = lambda: self._listening(watched)
        self.onlookers = {name: come() for name, come in coming.items() if not only or name in only}
        for each in self.onlookers.values():
            each.came()

    async def _known(self) -> None:
        async with self.webapp.club.games.game(self.made.name) as game:
            self.webapp.club.games.notifier.game_changed(game, [])

    def _at(self, chair: str, questions: Sequence[Question], language: str = "en") -> Onlooker:
        """Return an observer with the keys of a chair, a socket and a program's token."""
        visitor = Visitor(self.webapp, self.made.seats[chair].cookies, language)
        sockets = [visitor.listen(f"{self.made.at(chair)}/live")]
        return Onlooker(visitor, self.made.at(chair), sockets, questions, token_of(self.made, chair))

    def _waiting(self, chair: str) -> Onlooker:
        visitor, token = Visitor(self.webapp), token_of(self.made, chair)
        waiting = Waiting(visitor, f"/api/games/{self.made.name}/{chair}", token)
        return Onlooker(visitor, self.made.at(chair), token=token, waiting=waiting)

    async def _christened(self, chair: str) -> None:
        """Make the player on a chair known as a bot."""
        club, key = self.webapp.club, digest(self.made.seats[chair].cookies[PERSON])
        await self.webapp.store.people.keep_person(key, f"Sei{MARK}", self.webapp.now)
        club.people.names[key] = f"Sei{MARK}"

    def _listening(self, chair: str) -> Onlooker:
        token = self.made.seats[chair].cookies[PERSON]
        return Onlooker(Visitor(self.webapp), stream=Bot(self.webapp, "", token).listens())

    def _named(self, asked: Sequence[Question]) -> Onlooker:
        visitor = Visitor(self.webapp)
        visitor.post("/you", {"nickname": "Sei"})
        window = self.made.at("window")
        through_it = [(method, window + path, form) for method, path, form in asked]
        return Onlooker(visitor, "", [visitor.listen("/lobby/live")], [*self._chairs(), *through_it])

    def _chairs(self) -> list[Question]:
        return [("GET", self.made.at(chair), {}) for chair in (*self.made.seats, "window")]

    def does(self, act: Act, by_token: bool) -> Answer:
        chair, do, at = act
        visitor, address = self.made.seats[chair], self.made.at(chair)
        if do == "chat":
            return visitor.send(f"{address}/chat", {"text": at})
        if do == "aim":
            return visitor.get(f"{address}?do=stone&aim={at}")
        if do in ("window", "typed"):
            return in_a_window(visitor, address, do, at)
        if by_token:
            said = json.dumps({"do": do, "point": at}).encode()
            headers = [("authorization", f"Bearer {visitor.cookies[PERSON]}")]
            path = f"/api/games/{self.made.name}/{chair}"
            return Visitor(self.webapp).ask("POST", path, headers, said, kind="application/json")
        return self.made.act(chair, do, at)


def played(
    wish: dict[str, str],
    acts: Sequence[Act],
    watched: str,
    nosy: Sequence[int] = (),
    *,
    by_token: bool = False,
    ask_after: Iterable[int] = (),
    only: Sequence[str] = (),
) -> Got:
    """Play a game; return what every observer received: after each act, and the answers to their requests."""
    asked = {*ask_after, len(acts) - 1}
    with collect_log() as log, on_one_thread(), WebApp() as webapp, without_pauses():
        gathering = Gathering(webapp, wish, watched, nosy, only, by_token)
        got: Got = {name: [] for name in (*gathering.onlookers, LOG)}
        for number, act in enumerate(acts):
            answer = gathering.does(act, by_token)
            rung, gathering.bell.rung = gathering.bell.rung, []
            came = {name: each.came() for name, each in gathering.onlookers.items()}
            for name, onlooker in gathering.onlookers.items():
                own = (answer,) if act[0] == name == watched else ()
                calls = tuple(call for chair, call in rung if away(chair) == name)
                answers = onlooker.asks() if number in asked else ()
                got[name].append((came[name], own, calls, answers))
            got[LOG].append((tuple(log.lines), figures(webapp), webapp.drawn))
    return got


def acts_of(record: Record) -> list[Act]:
    return [(seat, tried.kind, point_name(tried.point) if tried.point else "") for seat, tried, _ in record]


def wish_of(stage: Stage) -> dict[str, str]:
    """Return the values of the new-game form for a stage."""
    referee = stage.referee
    wish = {"ruleset": stage.ruleset, "referee": referee.name, "width": f"{stage.width}", "setup": stage.setup}
    wish |= {"failed_try": stage.failed_try, "lone_self_atari": "true" if referee.lone_self_atari else "false"}
    wish |= {} if referee.option is None else {"sight": f"{referee.option}"}
    return wish | ({} if stage.seating == "duel" else {"opponent": stage.seating})


def observers_to_compare(stage: Stage) -> tuple[str, ...]:
    """Return the observers who may learn no more than a stage's observer: other clients of theirs, and the public."""
    name = stage.observer.name
    own = (program(name), *FOR_ALL)
    return own if name == AUDIENCE.name else (name, elsewhere(name), away(name), bot(name), *own)


def compare(family: Family, chance: random.Random) -> int:
    """Play a family in the whole application; return the number of equal pairs, or raise ``Leak`` or ``Withheld``."""
    stage, name = family.stage, family.stage.observer.name
    nosy, by_token = chance.sample(range(len(NOSY)), 4), chance.random() < 0.5
    ask_after = [chance.randrange(len(family.alike[0]))]
    looks = chance.random() < 0.75
    only = observers_to_compare(stage) if looks else (away(name), STRANGER, NAMELESS, LOG)

    def play(record: Record) -> Got:
        acts = acts_of(record)
        return played(wish_of(stage), acts, name, nosy, by_token=by_token, ask_after=ask_after, only=only)

    first, *others = family.alike
    expected = play(first)
    for other in others:
        got = play(other)
        for who in expected:
            if got[who] != expected[who]:
                raise Leak(f"{stage}: {who} is owed the same in {first} and {other}, and can tell them apart")
    for stray in family.stray[:1] if looks else ():
        if play(stray)[name][-1][:BY_ITSELF] == expected[name][len(stray) - 1][:BY_ITSELF]:
            raise Withheld(f"{stage}: he cannot tell {stray} from {first[: len(stray)]}")
    return family.pairs
