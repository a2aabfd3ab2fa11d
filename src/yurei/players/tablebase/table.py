"""Tables of solved boards in files: a line of JSON, an index, and compressed blocks.

The file of a board holds a byte for every number from 0 to ``3 ** points - 1`` (see ``positions``): 0 for a draw, n where
the player to move loses (n odd) or wins (n even) in n plies, 255 for illegal positions and all but the smallest number
of equivalent positions. Blocks of ``block`` such bytes, the last one shorter, are compressed by zlib one by one.

- The first line is a JSON object and, after a space, the SHA-256 of that object and the index, in hexadecimal.
- The index has eight bytes per block: its length, and its CRC-32, both little-endian.
- The blocks follow, one after the other, up to the end of the file.

A file is written under a temporary name and then renamed.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import accumulate
from pathlib import Path
from struct import Struct
from typing import IO, Any

from yurei import compiled_code
from yurei.errors import NoTable
from yurei.languages import N_
from yurei.players.tablebase.positions import smallest
from yurei.rules.alter_igo import RULESET
from yurei.rules.points import Size

FORMAT, VERSION = "yurei solved board", 1
BLOCK = 3**10
ENTRY = Struct("<II")
LONGEST_LINE = 4096
KEPT_BLOCKS = 64


def folder(chosen: str | None = None) -> Path:
    """Return the folder of the tables: as chosen, else ``YUREI_TABLES``, else in the user's data folder."""
    if place := chosen or os.environ.get("YUREI_TABLES"):
        return Path(place).expanduser()
    home = os.environ.get("XDG_DATA_HOME") or compiled_code.home() / ".local" / "share"
    return Path(home) / "yurei" / "tables"


def table_name(size: Size) -> str:
    """Return the file name of a board that is not wider than high."""
    return f"{RULESET.slug}-{size}.solved"


class Table:
    """The table of a board, read from its file block by block.

    Args:
        path: The file.

    Attributes:
        size: The board, not wider than high.
        facts: The first line: ``won``, ``drawn``, ``lost``, ``longest`` and the kind of file.

    Raises:
        NoTable: if the file cannot be read, is damaged, or was made for other rules.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            with path.open("rb") as file:
                self.facts, index = _head(file)
                length = os.fstat(file.fileno()).st_size
                start = file.tell()
            self.size = Size(self.facts["width"], self.facts["height"])
        except (OSError, ValueError, KeyError, TypeError):
            raise self._damaged() from None
        self._index = index
        self._starts = [start, *accumulate((long for long, _ in index), initial=start)][1:]
        if self._starts[-1] != length:
            raise self._damaged()
        self._block = lru_cache(maxsize=KEPT_BLOCKS)(self._read)

    def code(self, cells: bytes) -> int:
        """Return the code of a position, see ``Values``."""
        block, place = divmod(smallest(cells, self.size), int(self.facts["block"]))
        return self._block(block)[place]

    def blocks(self) -> Iterator[bytes]:
        """Yield the bytes of all numbers, block by block."""
        for block in range(len(self._index)):
            yield self._read(block)

    def _read(self, block: int) -> bytes:
        long, check = self._index[block]
        try:
            with self._path.open("rb") as file:
                file.seek(self._starts[block])
                packed = file.read(long)
            if zlib.crc32(packed) == check:
                return zlib.decompress(packed)
        except (OSError, zlib.error):
            pass
        raise self._damaged()

    def _damaged(self) -> NoTable:
        return NoTable(
            N_("the table {file} is damaged, or made by another version; make it again with yurei solve"),
            file=str(self._path),
        )


def _head(file: IO[bytes]) -> tuple[dict[str, Any], list[tuple[int, int]]]:
    """Return the values of the first line, and the index; ValueError, KeyError or TypeError if they are damaged."""
    said, _, digest = file.readline(LONGEST_LINE).rstrip(b"\n").rpartition(b" ")
    facts = json.loads(said)
    index = file.read(facts["blocks"] * ENTRY.size)
    made_for = facts["format"], facts["version"], facts["ruleset"], facts["ruleset_version"]
    if hashlib.sha256(said + index).hexdigest().encode() != digest:
        raise ValueError("damaged")
    if made_for != (FORMAT, VERSION, RULESET.slug, RULESET.version):
        raise ValueError("made by another version")
    return facts, list(ENTRY.iter_unpack(index))


def write(place: Path, size: Size, facts: Mapping[str, int], parts: Iterable[bytes | memoryview[int]]) -> Path:
    """Write the table of a board that is not wider than high, and return its file.

    Args:
        place: The folder; created if missing.
        facts: ``won``, ``drawn``, ``lost`` and ``longest``.
        parts: A byte for every number, in order, in pieces of any length.

    Raises OSError if it cannot be written; an existing file is then unchanged.
    """
    place.mkdir(parents=True, exist_ok=True)
    path = place / table_name(size)
    with tempfile.TemporaryFile(dir=place) as body:
        index = []
        for block in _blocks(parts):
            packed = zlib.compress(block, 6)
            index.append(ENTRY.pack(len(packed), zlib.crc32(packed)))
            body.write(packed)
        body.seek(0)
        head = _first_line(size, facts, b"".join(index))
        beside = tempfile.NamedTemporaryFile(dir=place, prefix=f".{path.name}.", delete=False)  # noqa: SIM115 - renamed
        try:
            with beside:
                beside.write(head)
                shutil.copyfileobj(body, beside)
                beside.flush()
                os.fsync(beside.fileno())
            os.chmod(beside.name, 0o644)
            os.replace(beside.name, path)
        except BaseException:
            os.unlink(beside.name)
            raise
    return path


def _first_line(size: Size, facts: Mapping[str, int], index: bytes) -> bytes:
    """Return the first line, and the index."""
    what = {"format": FORMAT, "version": VERSION, "ruleset": RULESET.slug, "ruleset_version": RULESET.version}
    board = {"width": size.width, "height": size.height, "block": BLOCK, "blocks": len(index) // ENTRY.size}
    said = json.dumps({**what, **board, **facts}, separators=(",", ":")).encode()
    return said + b" " + hashlib.sha256(said + index).hexdigest().encode() + b"\n" + index


def _blocks(parts: Iterable[bytes | memoryview[int]]) -> Iterator[bytes]:
    """Yield the same bytes in blocks."""
    waiting = b""
    for part in parts:
        start = 0
        if waiting:
            start = BLOCK - len(waiting)
            waiting += bytes(part[:start])
            if len(waiting) < BLOCK:
                continue
            yield waiting
        end = len(part) - (len(part) - start) % BLOCK
        for at in range(start, end, BLOCK):
            yield bytes(part[at : at + BLOCK])
        waiting = bytes(part[end:])
    if waiting:
        yield waiting
