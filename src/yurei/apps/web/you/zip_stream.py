"""A zip file while it is being packed: one file after the other, never the whole of it in memory."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from datetime import datetime
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo


class _Parts(io.RawIOBase):
    """Takes what is packed, until it is fetched."""

    def __init__(self) -> None:
        self.parts: list[bytes] = []

    def writable(self) -> bool:
        """Whether it can be written to."""
        return True

    def write(self, data: Any) -> int:
        """Take a part."""
        self.parts.append(bytes(data))
        return len(data)

    def fetch(self) -> bytes:
        """All that has come since the last time."""
        fetched, self.parts = b"".join(self.parts), []
        return fetched


async def zipped(files: AsyncIterator[tuple[str, datetime, str]]) -> AsyncIterator[bytes]:
    """The bytes of a zip file.

    Args:
        files: The name of each file, when it is from, and what stands in it.
    """
    parts = _Parts()
    with ZipFile(parts, "w", ZIP_DEFLATED) as packed:
        async for name, made, text in files:
            entry = ZipInfo(name, made.timetuple()[:6])
            entry.compress_type = ZIP_DEFLATED
            packed.writestr(entry, text)
            yield parts.fetch()
    yield parts.fetch()
