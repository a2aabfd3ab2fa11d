"""Plays the games of a family at the referee's table, and returns what the observer receives."""

import hashlib

from tests.secrecy.entitled import Record
from tests.secrecy.families import Stage
from tests.secrecy.twins import outputs, shown, written
from yurei.referee.plain import told_to_bytes, view_to_bytes
from yurei.referee.table import Table
from yurei.rules import Verdict


def bytes_of(stage: Stage, record: Record) -> list[bytes]:
    """Return digests of all that the observer receives from the table: the first board, then after each try."""
    verdicts: list[Verdict] = []
    referee, name = stage.referee, stage.observer.name
    table = Table(
        stage.ruleset,
        referee=referee.name,
        size=stage.width,
        seating=stage.seating,
        setup=stage.setup,
        witness=verdicts.append,
        lone_self_atari=referee.lone_self_atari,
        sight=referee.option,
        failed_try=stage.failed_try,
    )
    got = [_digest(shown(table.view(name)), view_to_bytes(table.view(name)))]
    for seat, tried, _ in record:
        answer = table.attempt(seat, written(tried))
        left = outputs(table, answer, verdicts[-1], (stage.observer,))[name]
        got.append(_digest(left, told_to_bytes(answer.told[name], table.settings), view_to_bytes(table.view(name))))
    return got


def _digest(*left: object) -> bytes:
    return hashlib.blake2b(repr(left).encode(), digest_size=16).digest()
