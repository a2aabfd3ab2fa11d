"""Times in a record: UTC, written as ``2026-05-01T18:00:07Z``, with microseconds unless they are zero."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from yurei.errors import BadRecord
from yurei.languages import N_
from yurei.rules.points import shortened

FORM = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?Z", re.ASCII)


def time_text(time: datetime | None) -> str | None:
    """Return a time as text; None for None.

    Raises:
        BadRecord: if it has no time zone.
    """
    if time is None:
        return None
    if time.utcoffset() is None:
        raise BadRecord(N_("the time {time} has no time zone; take it from datetime.now(UTC)"), time=time.isoformat())
    return time.astimezone(UTC).replace(tzinfo=None).isoformat() + "Z"


def read_time(text: object) -> datetime | None:
    """Parse a time; None for None.

    Raises:
        BadRecord: if it is no time.
    """
    if text is None:
        return None
    try:
        if isinstance(text, str) and FORM.fullmatch(text):
            return datetime.fromisoformat(text)
    except ValueError:
        pass  # the 31st of February has the right form
    raise BadRecord(N_("{text} is no time; write it in UTC, as 2026-05-01T18:00:07Z"), text=shortened(text))
