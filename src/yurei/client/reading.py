"""Reader of server-sent events: line by line, in order, each event once."""

from __future__ import annotations

import json
from typing import Any

import httpx


class Reading:
    """Reader of the lines of a stream.

    Attributes:
        last: Number of the last received event; None before the first.
        pause: Seconds until a reconnect after a lost connection.
    """

    def __init__(self, last: int | None) -> None:
        self.last = last
        self.pause = 1.0
        self._fields: dict[str, str] = {}

    def begin(self) -> dict[str, str]:
        """Return the request headers at the beginning of a stream."""
        self._fields = {}
        return {} if self.last is None else {"Last-Event-ID": str(self.last)}

    def line(self, line: str) -> tuple[str, Any] | None:
        """Read a line; return the kind and data of an event if a new one ends here."""
        if line:
            name, _, value = line.partition(":")
            self._fields[name] = value.removeprefix(" ")
            return None
        fields, self._fields = self._fields, {}
        if "retry" in fields:
            self.pause = int(fields["retry"]) / 1000
        if "data" not in fields or not self._is_next(fields):
            return None
        return fields["event"], json.loads(fields["data"])

    def _is_next(self, fields: dict[str, str]) -> bool:
        """Return whether an event is the next one.

        Raises:
            ReadError: if an event between was lost; the server still has it.
        """
        if "id" not in fields:
            return True
        number = int(fields["id"])
        if fields["event"] != "ready" and self.last is not None:
            if number <= self.last:
                return False
            if number > self.last + 1:
                raise httpx.ReadError("an event is missing")
        self.last = number
        return True
