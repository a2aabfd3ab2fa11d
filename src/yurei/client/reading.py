"""Reads server-sent events line by line, in order, each once."""

from __future__ import annotations

import json
from typing import Any

import httpx


class Reading:
    """Reads the lines of a stream.

    Attributes:
        last: The number of the event that has arrived last; None before any has.
        pause: Seconds until one comes again who was cut off.
    """

    def __init__(self, last: int | None) -> None:
        self.last = last
        self.pause = 1.0
        self._fields: dict[str, str] = {}

    def begin(self) -> dict[str, str]:
        """What to say at the beginning of a stream."""
        self._fields = {}
        return {} if self.last is None else {"Last-Event-ID": str(self.last)}

    def line(self, line: str) -> tuple[str, Any] | None:
        """Read a line: the kind of an event and its data, where one ends here that was not heard before."""
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
        """Whether an event is the one that comes next.

        Raises:
            ReadError: where one is missing between; the server has it still.
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
