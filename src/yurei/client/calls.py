"""What is asked for, and when it is asked again: where a connection broke, and where the server says to come back later."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

import httpx

LATER = (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)
"""With these a server says when to ask again."""
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 5.0
"""Seconds until a server that cannot be reached is asked again, at first and at last."""


class Refused(Exception):
    """What a server says where something is wrong.

    Attributes:
        status: The status of the answer: 403 for what is not one's own, 409 for what cannot be now, and so on.
    """

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


@dataclass
class Call:
    """Something that is asked for, and how often it was in vain.

    Attributes:
        again: Whether it may be asked again where nobody knows if it has happened.
    """

    method: str
    path: str
    body: Any = None
    again: bool = True
    since: float = field(default_factory=time.monotonic)
    pause: float = FIRST_PAUSE

    def after(self, error: httpx.TransportError, patience: float) -> float:
        """In how many seconds it is asked for again where a connection broke.

        Raises:
            TransportError: where it is not.
        """
        sure = isinstance(error, httpx.ConnectError | httpx.ConnectTimeout)
        if not (sure or self.again) or time.monotonic() - self.since > patience:
            raise error
        self.pause = min(2 * self.pause, LONGEST_PAUSE)
        return self.pause / 2

    def refused(self, answer: httpx.Response, patience: float) -> float:
        """In how many seconds it is asked for again, as a server says.

        Raises:
            Refused: where that is no matter of time.
        """
        if answer.status_code in LATER and time.monotonic() - self.since <= patience:
            return float(answer.headers.get("Retry-After", LONGEST_PAUSE))
        try:
            sentence = answer.json()["error"]
        except (ValueError, KeyError, TypeError):
            sentence = f"status {answer.status_code}"
        raise Refused(answer.status_code, sentence)
