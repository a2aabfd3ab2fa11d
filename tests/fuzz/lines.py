"""The line protocol, referee mode and seat mode."""

from __future__ import annotations

import io
import json

from tests.fuzz.targets import check_sentence
from yurei.apps.jsonlines import Session
from yurei.apps.jsonlines.operations import Operations
from yurei.apps.jsonlines.seat import Sitting

SLOW = (b"perft", b"solve", b"\\u")


def check_protocol(data: bytes) -> None:
    """Say this to a referee."""
    _converse(Session(), data)


def check_seat(data: bytes) -> None:
    """Say this to a player in a seat."""
    _converse(Sitting("simple"), data)


def _converse(who: Operations, data: bytes) -> None:
    lines = [line for line in data.split(b"\n") if not _takes_long(line)]
    answers = io.BytesIO()
    who.serve(io.BytesIO(b"\n".join(lines)), answers)
    said = answers.getvalue().splitlines()
    assert len(said) == sum(bool(line.strip()) for line in lines), "a line is answered by one"
    for answer in said:
        if answer.startswith(b'{"error"'):
            check_sentence(json.loads(answer)["error"])


def _takes_long(line: bytes) -> bool:
    """Whether a line asks for work that is documented to take as long as it takes: counting and solving, not parsing."""
    if not any(word in line for word in SLOW):
        return False
    try:
        asked = json.loads(line)
        op = asked["op"]
        perft = op == "perft" and asked["n"] > 1
        return bool(perft or (op == "solve" and 2 < asked["width"] * asked["height"] < 21))
    except (KeyError, RecursionError, TypeError, ValueError):
        return False
