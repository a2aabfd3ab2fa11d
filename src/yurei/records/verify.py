#!/usr/bin/env python3
"""Checks that a record was not changed later: compares it with the seals that the referee gave during the game.

    python verify.py RECORD [SEAL ...]

This file needs nothing but Python. With every try the referee gives everybody the same seal, which hides what it seals and
fits nothing else:

    seal = SHA-256(the seal before + nonce + line)

A nonce is 32 random bytes. The lines are those of the record, without line ends: the first, which says what is played,
and then each try. The seal before the first line is 32 zero bytes. After the end the record's last line reveals all
nonces. Anybody who has kept one seal can check that nothing before it was changed afterwards.
"""

import hashlib
import json
import sys

NOTHING = bytes(32)
"""The value used as the seal before the first one."""


def seal(before: bytes, nonce: bytes, line: bytes) -> bytes:
    """Return the seal of a line, 32 bytes.

    Args:
        before: The seal before it, 32 bytes.
        nonce: Random bytes that make the seal unguessable, 32 bytes.
        line: A line of the record without its line end.
    """
    return hashlib.sha256(before + nonce + line).digest()


def seals_of(record: bytes) -> list[str]:
    """Compute all seals of a game from its record, in hexadecimal: for the first line, then for each try.

    Raises:
        ValueError: if the record was not sealed, or its nonces do not fit its lines.
    """
    *lines, last = record.rstrip(b"\n").split(b"\n")
    opened = _object(last).get("nonces")
    if not lines or not isinstance(opened, list):
        raise ValueError("this record was not sealed, or the game went on when it was written")
    sealed = [lines[0], *(line for line in lines[1:] if "kind" in _object(line))]
    if len(opened) != len(sealed):
        raise ValueError(f"{len(opened)} nonces do not fit {len(sealed)} lines")
    seals, before = [], NOTHING
    for nonce, line in zip(opened, sealed):  # noqa: B905  # they are equally long
        before = seal(before, _nonce(nonce), line)
        seals.append(before.hex())
    return seals


def _object(line: bytes) -> dict[str, object]:
    found = json.loads(line)
    if not isinstance(found, dict):
        raise ValueError("a line of a record is a JSON object")  # whatever is wrong is one error
    return found


def _nonce(text: object) -> bytes:
    if not isinstance(text, str) or len(text) != 64:
        raise ValueError("a nonce is 64 hexadecimal digits")
    return bytes.fromhex(text)


def check_kept_seals(record: bytes, kept: list[str]) -> list[str]:
    """Check seals that somebody kept against a record; return a sentence on each seal, and one on all.

    Raises:
        ValueError: if they do not fit.
    """
    seals = seals_of(record)
    said = []
    for each in kept:
        if each.lower() not in seals:
            raise ValueError(f"{each} is no seal of this record: the story was changed, or it is another game's")
        said.append(f"{each}: given after try {seals.index(each.lower())}")
    return [*said, f"{len(seals)} seals, the last {seals[-1]}"]


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    try:
        with open(sys.argv[1], "rb") as file:
            print("\n".join(check_kept_seals(file.read(), sys.argv[2:])))
    except (OSError, ValueError, RecursionError) as error:
        sys.exit(f"{sys.argv[1]}: {error}")
