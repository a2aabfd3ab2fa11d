"""Simulates a bad network: requests arrive twice, late, in any order, or cut off in the middle.

python -m tests.faults.network [--schedules 1000] [--steps 40] [--seed 1]

Players send requests through it to the application. Hypothesis chooses the steps of a schedule: a failing schedule is
shortened as far as possible, and a seed repeats the same schedules.
"""

import asyncio
import random
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from urllib.parse import urlencode

import hypothesis
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from tests.faults.clubs import options
from tests.web.wire import FORM, SCRIPT, Made, Socket, WebApp, make
from yurei.rules.points import size_of

SEATS = ("black", "white")
LISTENERS = (*SEATS, "audience")
WHOLE, BODY_CUT, ANSWER_CUT, ANSWER_CUT_EARLY = "whole", "the body is cut", "the answer is cut", "no answer comes"
FATES = (WHOLE, WHOLE, BODY_CUT, ANSWER_CUT, ANSWER_CUT_EARLY)
_LINES = re.compile(r'<ol id="heard"[^>]*>(.*?)</ol>')
_LINE = re.compile(r'<li value="\d+">(.*?)</li>')
_SENTENCE = re.compile(r'<q(?: data-times="(\d+)")?>(.*?)</q>')
_SAID = re.compile(r'<li id="line-\d+">(.*?)</li>')


@dataclass
class Intent:
    """An action that a player sends, perhaps several times, and that must happen at most once."""

    seat: str
    form: dict[str, str]  # what is sent, with an id
    answers: list[int] = field(default_factory=list)  # every status that has come back to him

    @property
    def name(self) -> str:
        return self.form["request"]

    @property
    def taken(self) -> bool:
        return 200 in self.answers


@dataclass
class Heard:
    """All frames that a listener has received."""

    frames: list[str] = field(default_factory=list)  # on all of his sockets, one after the other
    socket: Socket | None = None  # the one that is open now, if any
    read: int = 0  # how many frames of it are among ``frames``


def told(page: str) -> list[str]:
    """Return the announcements on a page, oldest first, repeated refusals one by one."""
    found, heard = _LINES.search(page), list[str]()
    for line in reversed(_LINE.findall(found[1]) if found else []):
        sentences = [text for times, text in _SENTENCE.findall(line) for _ in range(int(times or 1))]
        is_open = 'class="who"' in line  # no move has ended the turn yet; else the move stands first
        heard += sentences if is_open else [*sentences[1:], sentences[0]]
    return heard


def said(page: str) -> list[str]:
    return list(reversed(_SAID.findall(page)))


def begins(shorter: Sequence[str], longer: Sequence[str]) -> bool:
    return list(shorter) == list(longer[: len(shorter)])


class Network(RuleBasedStateMachine):
    """State machine of a game whose two players use a bad network."""

    def __init__(self, webapp: WebApp) -> None:
        super().__init__()
        self.webapp, self.made = webapp, make(webapp, width="5", referee="common", watching="everybody")
        self.intents: list[Intent] = []
        self.on_the_way: list[Intent] = []
        self.ears = {listener: Heard() for listener in LISTENERS}

    # What people do.

    @rule(
        seat=st.sampled_from(SEATS),
        do=st.sampled_from(["stone", "stone", "stone", "stone", "pass", "pencil-cross", "chat", "offer"]),
        point=st.integers(0, 24),
    )
    def wants(self, seat: str, do: str, point: int) -> None:
        number = len(self.intents)
        does = {"text": f"line {number}"} if do == "chat" else {"do": do, "at": size_of(5).name(point)}
        self.intents.append(Intent(seat, {**does, "request": f"id-{number}"}))
        self.on_the_way.append(self.intents[-1])

    @precondition(lambda self: any(not intent.answers for intent in self.intents))
    @rule(data=st.data())
    def asks_again(self, data: st.DataObject) -> None:
        self.on_the_way.append(data.draw(st.sampled_from([each for each in self.intents if not each.answers])))

    # What the network does.

    @precondition(lambda self: self.on_the_way)
    @rule(data=st.data(), fate=st.sampled_from(FATES))
    def brings(self, data: st.DataObject, fate: str) -> None:
        """Deliver one of the requests on the way, in any order, whole or cut off."""
        self._bring([(self._some(data), fate)])

    @precondition(lambda self: len(self.on_the_way) > 1)
    @rule(data=st.data(), fates=st.lists(st.sampled_from(FATES), min_size=2, max_size=5))
    def brings_at_once(self, data: st.DataObject, fates: list[str]) -> None:
        self._bring([(self._some(data), fate) for fate in fates if self.on_the_way])

    @precondition(lambda self: self.on_the_way)
    @rule(data=st.data())
    def doubles(self, data: st.DataObject) -> None:
        self.on_the_way.append(data.draw(st.sampled_from(self.on_the_way)))

    @precondition(lambda self: self.on_the_way)
    @rule(data=st.data())
    def loses(self, data: st.DataObject) -> None:
        self._some(data)

    @rule(who=st.sampled_from(LISTENERS))
    def connects(self, who: str) -> None:
        """Let a listener's page open a new socket in place of the old one."""
        self._cut([who])
        visitor = self.made.seats[who]
        self.ears[who].socket = visitor.listen(self.made.at(who) + "/live")

    @rule()
    def all_are_cut(self) -> None:
        self._cut(LISTENERS)

    @rule()
    def is_forgotten(self) -> None:
        """Let the club drop the game from memory if nobody uses it."""

        async def let_go() -> None:
            self.webapp.club.games.drop_idle(self.webapp.now)

        self.webapp.run(let_go())

    # What must hold.

    @invariant()
    def nothing_happens_twice(self) -> None:
        """Check that no action happened twice or differently from the request, and that accepted ones happened."""
        happened = [event for event in self.webapp.happened(self.made.name) if event.request]
        names = [event.request for event in happened]
        assert len(names) == len(set(names)), f"twice: {names}"
        intents = {intent.name: intent for intent in self.intents}
        for event in happened:
            intent = intents[event.request]
            assert event.chair == intent.seat
            assert event.kind == _kind(intent.form)
        for intent in self.intents:
            assert not intent.taken or intent.name in names, f"answered and not kept: {intent}"

    @invariant()
    def nothing_heard_is_unsaid(self) -> None:
        """Check that what a listener is told only grows: nothing told before is changed."""
        for ear in self.ears.values():
            self._read(ear)
            for before, after in zip(ear.frames, ear.frames[1:], strict=False):
                assert begins(told(before), told(after))
                assert begins(said(before), said(after))

    def teardown(self) -> None:
        """Deliver all requests, connect all listeners, and check that each sees what a new page shows."""
        for _ in range(2):  # twice, for it makes no difference
            self._bring([(intent, WHOLE) for intent in [*self.on_the_way, *self.intents]])
        self.on_the_way.clear()
        self.nothing_happens_twice()
        names = {event.request for event in self.webapp.happened(self.made.name)}
        for intent in self.intents:
            assert intent.answers
            assert intent.taken == (intent.name in names)
        for who in LISTENERS:
            self.connects(who)
        self.is_forgotten()
        for who in LISTENERS:
            fresh = self.made.seats[who].fragment(self.made.at(who)).text.rstrip()
            self._read(self.ears[who])
            assert self.ears[who].frames[-1].rstrip() == fresh
        self.nothing_heard_is_unsaid()
        self._cut(LISTENERS)
        self.is_forgotten()

    # How it is done.

    def _some(self, data: st.DataObject) -> Intent:
        place = data.draw(st.integers(0, len(self.on_the_way) - 1))
        return self.on_the_way.pop(place)

    def _cut(self, whom: Sequence[str]) -> None:
        for who in whom:
            ear = self.ears[who]
            self._read(ear)
            if ear.socket is not None:
                ear.socket.close()
            ear.socket, ear.read = None, 0

    def _read(self, ear: Heard) -> None:
        if ear.socket is not None:
            new = ear.socket.frames[ear.read :]
            ear.frames, ear.read = ear.frames + new, ear.read + len(new)

    def _bring(self, what: Sequence[tuple[Intent, str]]) -> None:
        async def at_once() -> list[int | None]:
            return await asyncio.gather(*(_deliver(self.made, intent, fate) for intent, fate in what))

        for (intent, fate), status in zip(what, self.webapp.run(at_once()), strict=True):
            assert status is None or status < 500, f"{status} where {fate}"
            if status is not None:
                intent.answers.append(status)


def _kind(form: dict[str, str]) -> str:
    if "text" in form:
        return "chat"
    return {"stone": "try", "pass": "try", "pencil-cross": "pencil"}.get(form["do"], form["do"])


async def _deliver(made: Made, intent: Intent, fate: str) -> int | None:
    """Deliver a request, perhaps cut off; return the status of the answer, if it arrives."""
    visitor, body = made.seats[intent.seat], urlencode(intent.form).encode()
    headers = visitor._headers([SCRIPT, ("content-type", FORM), ("content-length", str(len(body)))])
    path = made.at(intent.seat) + ("/chat" if "text" in intent.form else "")
    scope = visitor._scope("http", path, headers) | {"method": "POST"}
    half = {"type": "http.request", "body": body[: len(body) // 2], "more_body": True}
    rest = {"type": "http.request", "body": body[len(body) // 2 :], "more_body": False}
    messages: list[dict[str, Any]] = [half] if fate == BODY_CUT else [half, rest]
    answer: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return messages.pop(0) if messages else {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        if fate in (BODY_CUT, ANSWER_CUT_EARLY) or (fate == ANSWER_CUT and answer):
            raise OSError("the connection is cut")
        answer.append(message)

    with suppress(OSError, Exception):
        await made.webapp.app(scope, receive, send)
    return answer[0]["status"] if fate == WHOLE else None


def run(schedules: int, steps: int, webapp: WebApp, seed: int | None = None, *, shorten: bool = True) -> None:
    chosen = settings(
        max_examples=schedules,
        stateful_step_count=steps,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        database=None,
        report_multiple_bugs=False,
        phases=[Phase.generate, *([Phase.shrink] if shorten else [])],
    )
    machine = partial(Network, webapp)
    if seed is not None:
        machine = hypothesis.seed(seed)(machine)
    run_state_machine_as_test(machine, settings=chosen)  # type: ignore[arg-type]  # whatever makes one


def main() -> None:
    chosen = options(str(__doc__), schedules=1000, steps=40, seed=random.randrange(10**6))
    print(f"seed {chosen.seed}", flush=True)
    with WebApp() as webapp:
        run(chosen.schedules, chosen.steps, webapp, chosen.seed)
        counts = f"{len(webapp.rows('games'))} games, {len(webapp.rows('events'))} events"
        print(f"{counts}: nothing lost, nothing twice, nothing unsaid")


if __name__ == "__main__":
    main()
