"""Requests with retries after a broken connection or at the server's demand, and a reader of event streams."""

import json
import time
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

import httpx

LATER = (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)  # header that says when to retry
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 5.0  # seconds before a retry of an unreachable server


class Refused(Exception):
    """A request was answered with an error status; the text is the server's error message.

    Attributes:
        status: The HTTP status: 403 if the object is not the bot's own, 409 if the action is not possible now, and so
            on.
    """

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


@dataclass
class Call:
    """A request to the server, and the time and pauses of its retries."""

    method: str
    path: str
    body: Any = None
    again: bool = True  # whether it may be sent again when the server may have handled it already
    since: float = field(default_factory=time.monotonic)
    pause: float = FIRST_PAUSE

    def after(self, error: httpx.TransportError, patience: float) -> float:
        """Return the seconds to wait before a retry after a broken connection; raise the error to give up."""
        sure = isinstance(error, httpx.ConnectError | httpx.ConnectTimeout)
        if not (sure or self.again) or time.monotonic() - self.since > patience:
            raise error
        self.pause = min(2 * self.pause, LONGEST_PAUSE)
        return self.pause / 2

    def refused(self, answer: httpx.Response, patience: float) -> float:
        """Return the seconds that the server asks to wait before a retry; raise ``Refused`` for other errors."""
        if answer.status_code in LATER and time.monotonic() - self.since <= patience:
            return float(answer.headers.get("Retry-After", LONGEST_PAUSE))
        try:
            sentence = answer.json()["error"]
        except (ValueError, KeyError, TypeError):
            sentence = f"status {answer.status_code}"
        raise Refused(answer.status_code, sentence)


class EventReader:
    """Reader of server-sent events, line by line."""

    def __init__(self) -> None:
        self.pause = 1.0  # seconds until a reconnect after a lost connection
        self._fields: dict[str, str] = {}

    def begin(self) -> None:
        """Forget the fields of an unfinished event, for a new stream."""
        self._fields = {}

    def line(self, line: str) -> tuple[str, Any] | None:
        """Read a line; return the kind and data of an event if one ends here."""
        if line:
            name, _, value = line.partition(":")
            self._fields[name] = value.removeprefix(" ")
            return None
        fields, self._fields = self._fields, {}
        if "retry" in fields:
            self.pause = int(fields["retry"]) / 1000
        return (fields["event"], json.loads(fields["data"])) if "data" in fields else None
