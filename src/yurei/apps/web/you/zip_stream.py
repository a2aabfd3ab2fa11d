"""Streaming zip archive: packed file by file, never whole in memory."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from datetime import datetime
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo


class _Parts(io.RawIOBase):
    """Buffer of packed bytes until they are fetched."""

    def __init__(self) -> None:
        self.parts: list[bytes] = []

    def writable(self) -> bool:
        """Return True: the stream is written to."""
        return True

    def write(self, data: Any) -> int:
        """Append bytes."""
        self.parts.append(bytes(data))
        return len(data)

    def fetch(self) -> bytes:
        """Return the bytes since the last call."""
        fetched, self.parts = b"".join(self.parts), []
        return fetched


async def zipped(files: AsyncIterator[tuple[str, datetime, str]]) -> AsyncIterator[bytes]:
    """Yield the bytes of a zip archive.

    Args:
        files: Name, time and content of each file.
    """
    parts = _Parts()
    with ZipFile(parts, "w", ZIP_DEFLATED) as packed:
        async for name, made, text in files:
            entry = ZipInfo(name, made.timetuple()[:6])
            entry.compress_type = ZIP_DEFLATED
            packed.writestr(entry, text)
            yield parts.fetch()
    yield parts.fetch()
