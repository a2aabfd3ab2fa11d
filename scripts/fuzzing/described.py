"""Fuzzing of the HTTP API by its description: schemathesis makes the requests, and checks the answers."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from datetime import timedelta

import h11
import httpx
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance

from scripts.fuzzing.campaign import KEPT
from tests.doors.web.wire import HOST
from tests.fuzz.guard import Tally, watching
from tests.fuzz.wires import Server, Wrong, serving

CHECKS = [not_a_server_error, response_schema_conformance]
ROUND = 50
"""Cases of an operation in a row."""


def run(executions: int, seconds: float, begin: int) -> None:
    """Send cases to every operation in turn, and end the program: with status 1 if any failed."""
    tally, began = Tally(KEPT / "http" / "wrong"), time.monotonic()
    with serving() as server, watching():
        schema = schemathesis.openapi.from_dict(json.loads(_body(server.say(_asked("GET", "/openapi.json", [], b"")))))
        operations = [found.ok() for found in schema.get_all_operations()]
        for number in _numbers(begin):
            for operation in operations:
                passed = time.monotonic() - began
                if tally.executions >= executions or passed >= seconds:
                    for what, times in tally.faults.most_common():
                        print(f"{times} × {what}, see {tally.folder}")
                    print(f"{tally}; {passed:.0f} s, {tally.executions / passed:.0f} a second", flush=True)
                    sys.exit(1 if tally.faults or tally.hangs else 0)
                # Both valid and invalid cases.
                for mode in GenerationMode:
                    _cases(server, tally, operation.as_strategy(mode), number)
            print(f"{tally}", file=sys.stderr, flush=True)


def _numbers(begin: int) -> Iterator[int]:
    while True:
        yield begin
        begin += 1_000_000


def _cases(server: Server, tally: Tally, cases: st.SearchStrategy[Case], number: int) -> None:
    checks = list(HealthCheck)

    @seed(number)
    @settings(max_examples=ROUND, database=None, deadline=None, suppress_health_check=checks, phases=[Phase.generate])
    @given(case=cases, here=st.booleans())
    def put(case: Case, here: bool) -> None:
        if here and case.path_parameters:
            case.path_parameters.update(game=server.made.name, chair="white")
        tally.put(lambda _: _check(server, case, here), repr(case).encode())

    put()


def _check(server: Server, case: Case, here: bool) -> None:
    asked = requests.Request(**case.as_transport_kwargs(base_url=f"http://{HOST}")).prepare()
    body = asked.body or b""
    assert isinstance(body, str | bytes)
    headers = [(name, value) for name, value in asked.headers.items() if name.lower() not in ("host", "authorization")]
    path = asked.path_url
    if here:
        headers.append(("Authorization", f"Bearer {'$WHITE' if '/games' in path else '$BOT'}"))
    data = _asked(asked.method or "GET", path, headers, body.encode() if isinstance(body, str) else body)
    answered = server.say(data)
    if not answered:
        return  # a body shorter than its declared length
    case.validate_response(_response(answered, asked), checks=CHECKS)


def _asked(method: str, path: str, headers: list[tuple[str, str | bytes]], body: bytes) -> bytes:
    lines = [f"{method} {path} HTTP/1.1".encode(), f"Host: {HOST}".encode()]
    for name, value in headers:
        lines.append(
            name.encode() + b": " + (value if isinstance(value, bytes) else value.encode("latin-1", "replace"))
        )
    return b"\r\n".join(lines) + b"\r\n\r\n" + body


def _response(answered: bytes, asked: requests.PreparedRequest) -> httpx.Response:
    reader = h11.Connection(h11.CLIENT)
    reader.send(h11.Request(method=asked.method or "GET", target="/", headers=[("Host", HOST)]))
    reader.send(h11.EndOfMessage())
    reader.receive_data(answered)
    head = reader.next_event()
    if not isinstance(head, h11.Response):
        raise Wrong(f"this is no answer: {answered[:80]!r}")
    request = httpx.Request("GET", asked.url or "")
    answer = httpx.Response(head.status_code, headers=list(head.headers), content=_body(answered), request=request)
    answer.elapsed = timedelta()
    return answer


def _body(answered: bytes) -> bytes:
    return answered.partition(b"\r\n\r\n")[2]
