"""The small corpora, made anew from real play: ``python -m tests.fuzz.corpora``.

A corpus is where a search begins: an input of each kind, short, and good. ``test_fuzz`` holds that it still is.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from urllib.parse import urlencode

from tests.doors.sgf.games import again
from tests.fuzz.targets import CORPUS
from yurei import records, referee, rules
from yurei.apps.jsonlines import Session
from yurei.apps.web.new_game.form import FIELDS, SETUP, address_fields
from yurei.referee.settings import Settings, read_settings
from yurei.rules.board import board_text
from yurei.rules.points import Size
from yurei.rules.state import EndedBy

BEGAN = datetime(2026, 5, 1, 18, tzinfo=UTC)
TRIES = 4
GAMES = [*rules.ALL[: len(referee.ALL) - 1], rules.ALL[0]]
PAIRS = [(game.slug, told.slug) for game, told in zip(GAMES, referee.ALL, strict=True)]
"""Every referee once, and every game of the rule pages; a game that comes later needs no corpus."""


def _line(**keys: Any) -> str:
    return json.dumps(keys, separators=(",", ":"))


def _told(session: Session, line: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(session.answer(line) or "")
    return answer


def _played(settings: dict[str, Any], chance: Random) -> Iterator[tuple[str, dict[str, Any]]]:
    """A short game on the line protocol: what was said, and what was answered."""
    session = Session()
    lines = [_line(op="new", settings=settings, setup=None)]
    points = Size(settings["width"], settings["height"])
    tried = [points.name(chance.randrange(points.points)) for _ in range(TRIES)]
    lines += [_line(op="try", kind="stone", point=point) for point in tried]
    lines += [_line(op="try", kind="pass"), _line(op="try", kind="resign"), _line(op="reveal")]
    for line in lines:
        yield line, _told(session, line)


def protocol() -> Iterator[tuple[str, bytes]]:
    """A game of each kind under each referee; what takes no game."""
    for number, (game, told) in enumerate(PAIRS):
        settings = {"width": 3, "height": 2 + number % 2, "ruleset": game, "referee": told}
        lines = [line for line, _ in _played(settings, Random(number))]
        yield f"{game}-{told}", "\n".join(lines if number < 2 else lines[: 1 + number % 3]).encode()
    without = [
        _line(op="try", kind="stone", point="A1", seat="black"),
        _line(op="reveal"),
        _line(op="area", board="B.W/b.w", dead=["C2"]),
        _line(op="perft", settings={"width": 2, "height": 2}, n=1),
        _line(op="solve", width=1, height=2),
        _line(op="new", settings={"komi": 0.5, "sight": 1, "first": "white", "failed_try": "lose-turn"}),
    ]
    for number, line in enumerate(without):
        yield f"without-a-game-{number}", line.encode()


def seat() -> Iterator[tuple[str, bytes]]:
    """What White is told of such games, and that he is asked."""
    for number, (game, told) in enumerate(PAIRS):
        settings = {"width": 3, "height": 3, "ruleset": game, "referee": told}
        lines = [_line(op="begin", settings=settings, seat="white", board=".../.../...", seed=number)]
        mover = "black"
        for _, answer in list(_played(settings, Random(number)))[1:]:
            if "told" not in answer:
                continue
            result = answer["result"]
            lines.append(_line(op="hear", seat=mover, told=answer["told"]["white"], result=result))
            mover = answer["to_move"]
            if mover == "white" and len(lines) < 4:
                lines.append(_line(op="choose", budget={"seconds": 0.01, "playouts": 5, "clock": None}))
        yield f"{game}-{told}", "\n".join([*lines[:6], _line(op="end", result=None)]).encode()


def gtp() -> Iterator[tuple[str, bytes]]:
    """What controllers say: of a game of each kind that is seen, and in a seat under each referee."""
    for number, (game, told) in enumerate(PAIRS):
        if not referee.get(told).hides:
            continue
        settings = {"width": 3, "height": 3, "ruleset": game, "referee": told}
        lines = ["yurei-seat white", "showboard"]
        mover = "black"
        for _, answer in list(_played(settings, Random(number)))[1:]:
            if "told" in answer:
                values = {"seat": mover, "told": answer["told"]["white"], "result": answer["result"]}
                lines.append(f"yurei-told {json.dumps(values, separators=(',', ':'))}")
                mover = answer["to_move"]
        yield f"{game}-{told}", "\n".join([*lines[:5], "list_stones w", "final_score"]).encode()
    for ruleset in GAMES[:-1]:
        ghost = "5 play w ghost-A1" if ruleset.ghosts else "5 play w a1"
        lines = [
            *("1 boardsize 3", "2 clear_board", "3 komi 6.5", "time_settings 60 30 5", "time_left b 55 0"),
            *("4 play b B2  # the centre", ghost, "genmove b", "undo", "all_legal w", "gogui-play_sequence w c1 b c2"),
            *("kgs-time_settings byoyomi 60 10 5", "known_command gogui-rules_board", "showboard", "quit"),
        ]
        yield f"{ruleset.slug}-open", "\n".join(lines).encode()


def record() -> Iterator[tuple[str, bytes]]:
    """The records of such games, and of some that end otherwise."""
    for number, (game, told) in enumerate(PAIRS):
        settings = read_settings({"width": 3, "height": 3, "ruleset": game, "referee": told})
        kept = _kept(records.begin(settings, None, BEGAN), number)
        yield f"{game}-{told}", records.write(kept).encode()
    begun = records.begin(
        read_settings({"width": 3, "height": 3}), "B.W/.../...", BEGAN, (records.Program("white", "simple", 1),)
    )
    ends: dict[str, records.Kept] = {
        "agreement": records.End(EndedBy.AGREEMENT, at=BEGAN),
        "repetition": records.End(EndedBy.REPETITION, at=BEGAN),
        "time": records.End(EndedBy.TIME, "black", BEGAN + timedelta(microseconds=7)),
        "absence": records.End(EndedBy.ABSENCE, "black"),
        "abandoned": records.End(EndedBy.ABANDONED),
    }
    for name, end in ends.items():
        yield name, records.write(begun.plus(end)).encode()
    handicap = read_settings({"width": 9, "height": 9, "handicap": 2, "seating": "one-device"})
    yield "handicap", records.write(records.begin(handicap)).encode()


def sgf() -> Iterator[tuple[str, bytes]]:
    """Short games of each kind in the native form, as others write theirs, and strange but sound files."""
    from yurei.records import sgf as forms

    for number, (game, told) in enumerate(PAIRS):
        settings = read_settings({"width": 3, "height": 3, "ruleset": game, "referee": told})
        played = again(_kept(records.begin(settings, None, BEGAN), number))
        text = forms.viewer(played) if number % 2 else forms.native(played)
        yield f"{game}-{told}", text.encode()
    yield "ordinary", b"(;GM[1]FF[4]SZ[9]KM[6.5]RU[Japanese]RE[B+R];B[ee];W[ge];B[])"
    yield "rectangle", b"(;SZ[3:2]AB[aa:ba]AW[cb]PL[W]C[a\\]b\\\\];W[ca])"
    yield "variations", b"junk (;SZ[5](;B[cc](;W[dd])(;W[bb]))(;B[aa])) (;SZ[9])"
    yield "handicap", b"(;SZ[9]HA[2]AB[gc][cg]KM[0.5];W[ee];B[tt])"
    yield "chinese", "(;CA[GB2312]SZ[5]PB[围棋];B[cc])".encode("gb2312")
    yield "long-ago", b"(; GaMe[1] SiZe[5] ; Black [cc] ; White [dd])"


def _kept(record: records.Record, number: int) -> records.Record:
    from yurei.referee.table import Table
    from yurei.rules.state import Kind, Try

    table, chance = Table.of(record.settings, record.setup), Random(number)
    tries = [Try(Kind.STONE, chance.randrange(9)) for _ in range(TRIES)] + [Try(Kind.RESIGN)]
    for second, tried in enumerate(tries):
        if table.to_move is None:
            break
        seat = table.to_move
        accepted = table.attempt(seat, tried).accepted
        record = record.plus(records.Entry(seat, tried, accepted, BEGAN + timedelta(seconds=second)))
    return record


def forms() -> Iterator[tuple[str, bytes]]:
    """What a browser fills in for each game and each referee."""
    for game, told in PAIRS:
        yield f"{game}-{told}", _filled(read_settings({"ruleset": game, "referee": told})).encode()
    yield "a-position", _filled(read_settings({"width": 3, "height": 2}), b"\1\0\2\0\0\0").encode()
    fields = address_fields(
        {"opponent": "yurei", "program": "simple", "size": "5x4", "clock": "5+3", "watching": "nobody"}
    )
    yield "a-program", "&".join(f"{key}={text}" for key, text in fields.items()).encode()
    yield "rengo", b"opponent=rengo&colour=random&size=9&handicap=2&tie_break=true&draw_by_agreement=true"
    yield "anybody", b"opponent=anybody&nickname=Aki&claim_after=3&main=10&byoyomi=30"


def _filled(settings: Settings, cells: bytes = b"") -> str:
    plain = settings.plain() | {"handicap": None, SETUP: board_text(cells, settings.size) if cells else None}
    given = {key: plain[key] for key in FIELDS if plain.get(key) is not None}
    return urlencode({key: str(value).lower() if isinstance(value, bool) else value for key, value in given.items()})


def requests() -> Iterator[tuple[str, bytes]]:
    """What a browser and a program ask for."""
    seat = "/g/$GAME/white"
    for name, path in {
        "front": "/",
        "form": "/new?ruleset=alter-igo&size=5",
        "table": seat,
        "aimed": f"{seat}?do=stone&aim=A1",
        "replay": f"{seat}/replay?at=1&as=hamburg",
        "lobby": "/lobby",
        "watch": "/watch",
        "own-games": "/you?page=1",
        "guided": "/learn/first/phantom-go?step=1",
        "lessons": "/learn",
        "evening": "/evening/x/p/1",
        "health": "/health",
        "style": "/static/style.css",
    }.items():
        yield name, _asks("GET", path)
    for name, path, body in (
        ("try", seat, "do=stone&at=A1"),
        ("refused", seat, "do=stone&at=B2"),
        ("pass", seat, "do=pass&at="),
        ("settle", seat, "do=settle&at=A1+B2"),
        ("pencil", seat, "do=pencil-dead&at=C3"),
        ("chat", f"{seat}/chat", "text=Hello"),
        ("lift", f"{seat}/lift", "seat=white"),
        ("new", "/games", "opponent=friend&colour=white&size=5&komi=0.5&nickname=Aki"),
        ("wish", "/games", "opponent=anybody&size=3&nickname=Aki"),
        ("evening-new", "/evenings", "name=Club&players=Aki%0ABo&rounds=2"),
        ("language", "/language", "language=de&back=%2F"),
    ):
        yield name, _asks("POST", path, body)
    program = "Authorization: Bearer $WHITE\r\nContent-Type: application/json\r\n"
    for name, method, path, body in (
        ("api-look", "GET", "/api/games/$GAME/white?since=0&wait=0", ""),
        ("api-try", "POST", "/api/games/$GAME/white", '{"do":"stone","point":"A1"}'),
        (
            "api-new",
            "POST",
            "/api/games",
            '{"settings":{"width":3,"sight":1},"programs":{},"agreed":{"watching":"nobody"}}',
        ),
        ("api-sit", "POST", "/api/sit", '{"link":"http://yurei.example/g/$GAME/join/audience/x"}'),
    ):
        yield name, _head(method, path) + f"{program}Content-Length: $\r\n\r\n{body}".encode()


def _head(method: str, path: str) -> bytes:
    return f"{method} {path} HTTP/1.1\r\nHost: yurei.example\r\n".encode()


def _asks(method: str, path: str, body: str = "") -> bytes:
    cookie = "Cookie: yurei-person=$WHITE\r\n"
    form = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: $\r\n" if method == "POST" else ""
    return _head(method, path) + f"{cookie}{form}\r\n{body}".encode()


def frames() -> Iterator[tuple[str, bytes]]:
    """What browsers send on sockets, and what they might."""
    yield "text", _frame(0x81, b"hello")
    yield "bytes", _frame(0x82, b"\0\1\2")
    yield "in-parts", _frame(0x01, b"bl") + _frame(0x89, b"ping") + _frame(0x80, "ök".encode())
    yield "ping", _frame(0x89, b"")
    yield "pong", _frame(0x8A, b"1234")
    yield "goes", _frame(0x88, b"\x03\xe9")
    yield "goes-with-a-word", _frame(0x88, b"\x03\xe8bye") + _frame(0x81, b"late")
    yield "masked", _frame(0x81, b"hello", b"\1\2\3\4")
    yield "long", _frame(0x81, b"a" * 130)
    yield "deed", _frame(0x81, b'{"do":"stone","at":"C3","id":"a1"}')
    yield "deeds", _frame(0x81, b'{"do":"pencil-cross","at":"D4"}') + _frame(0x81, b'{"do":"pass","id":7}')


def _frame(first: int, data: bytes, mask: bytes = bytes(4)) -> bytes:
    length = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
    return bytes([first]) + length + mask + bytes(byte ^ mask[index % 4] for index, byte in enumerate(data))


CORPORA = {
    "protocol": protocol,
    "seat": seat,
    "gtp": gtp,
    "records": record,
    "sgf": sgf,
    "forms": forms,
    "requests": requests,
    "frames": frames,
}


def main() -> None:
    """Write all corpora."""
    for name, made in CORPORA.items():
        folder = CORPUS / name
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.iterdir():
            old.unlink()
        for title, data in made():
            (folder / title).write_bytes(data)


if __name__ == "__main__":
    main()
