"""Lines of the line protocol: each a JSON object with an operation and its keys, each answered by one."""

import json
from collections.abc import Callable, Mapping
from typing import Any, BinaryIO

from yurei.errors import BadValue, YureiError, unknown
from yurei.rules.points import shortened

LONGEST_LINE = 64 * 1024
"""Most bytes of a line; a longer one is answered with an error."""

Line = Mapping[str, Any]
Operation = tuple[tuple[str, ...], Callable[[Line], dict[str, Any]]]
"""The keys allowed beside ``op``, and the function that answers."""


class Operations:
    """Answers lines by the operation that each asks for."""

    _operations: dict[str, Operation]

    def answer(self, line: bytes | str) -> str | None:
        """Return the answer to one line, a JSON object without a line end; None for an empty line.

        An invalid line is answered with an ``error`` and changes nothing.
        """
        if not line.strip():
            return None
        try:
            answer = self._answer(read_line(line))
        except YureiError as error:
            answer = {"error": str(error)}
        return json.dumps(answer, ensure_ascii=False, separators=(",", ":"))

    def _answer(self, line: Line) -> dict[str, Any]:
        op = line.get("op")
        if not isinstance(op, str) or op not in self._operations:
            raise unknown("op", op, self._operations)
        keys, act = self._operations[op]
        for key in line:
            if key not in ("op", *keys):
                raise unknown(f"key of {op!r}", key, ("op", *keys))
        return act(line)

    def serve(self, lines: BinaryIO, answers: BinaryIO) -> None:
        """Answer every line at once, until the input ends.

        Args:
            lines: Input, UTF-8. A line of any length is read in pieces and never held whole.
            answers: Output, one JSON object a line.
        """
        while line := lines.readline(LONGEST_LINE + 2):
            rest = line
            while not rest.endswith(b"\n") and rest:
                rest = lines.readline(LONGEST_LINE)
            if (answer := self.answer(line)) is not None:
                answers.write(answer.encode() + b"\n")
                answers.flush()


def read_line(line: str | bytes) -> Line:
    """Return the JSON object of a line.

    Raises:
        BadValue: if the line is no JSON object.
    """
    if len(line) > LONGEST_LINE:
        raise BadValue(f"a line has at most {LONGEST_LINE} bytes, this one has more; send one JSON object a line")
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        raise BadValue(f'{shortened(_text(line))} is no JSON; send one object a line such as {{"op":"new"}}') from None
    if not isinstance(value, dict):
        raise BadValue(f'{shortened(_text(line))} is no JSON object; send one a line such as {{"op":"new"}}')
    return value


def _text(line: str | bytes) -> str:
    return line.decode("utf-8", "replace") if isinstance(line, bytes) else line
