"""GTP, from both ends: commands to an engine of ours, and answers of an engine to us."""

from __future__ import annotations

import io

from tests.fuzz.targets import check_sentence
from yurei.apps import gtp
from yurei.referee.settings import read_settings

GAMES = (("go", "open"), ("no-seki-go", "open"), ("go", "hamburg"))
SLOW = (b"analyze", b"final_", b"genmove", b"place_free")
"""What thinks or counts is documented to take as long as it takes: it is asked for once, on a small board."""
LARGE = (b"boardsize",)


def check_gtp(data: bytes) -> None:
    """Say this to an engine."""
    lines = data.split(b"\n")
    for game, speaker in GAMES:
        settings = read_settings({"width": 3, "height": 3, "ruleset": game, "referee": speaker})
        _converse(gtp.engine(settings, "simple", 1), b"\n".join(_quick(lines)))


def _quick(lines: list[bytes]) -> list[bytes]:
    """The lines that are parsed rather than thought about, and the first that is thought about a little."""
    quick = [line for line in lines if not any(word in line for word in (*SLOW, *LARGE))]
    moves = [line for line in lines if b"genmove" in line and b"analyze" not in line]
    sizes = [line for line in lines if any(word in line for word in LARGE)]
    return [*moves[:2], *quick, *sizes]


def _converse(engine: gtp.Engine, data: bytes) -> None:
    said = io.BytesIO()
    gtp.serve(engine, io.BytesIO(data), said)
    text = said.getvalue().decode("ascii")
    assert not text or text.endswith("\n\n"), "an answer ends with an empty line"
    for answer in text.split("\n\n")[:-1]:
        assert answer[:1] in ("=", "?"), f"{answer[:40]!r} is no answer"
        if answer.startswith("?"):
            check_sentence(answer.lstrip("?0123456789").strip())
