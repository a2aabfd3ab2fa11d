"""Broken SGF of every kind: it is read whole, read with a guess that is said, or refused with its place; no move is lost in silence."""

from collections.abc import Callable, Sequence
from random import Random

import pytest
from hypothesis import given

from tests.day_and_night import by_day_and_night
from tests.inputs import check_sentence, damaged_inputs
from tests.records.games import again, refereed, some_record
from yurei import records
from yurei.errors import BadRecord, YureiError
from yurei.records import sgf
from yurei.referee.table import Table
from yurei.rules.board import read_board

MARKS = "()[];\\"
INSERTED: tuple[str, ...] = (*MARKS, " ", "\n", "x y", "\0", "é")
TEXTS = ("", "nice", "see [1\\] (or [2\\])", "許功蓋 ソ", "é\\\\", ":-)", "a; b", "(;B[aa\\])", "line\nline", "B W ;")
CHARSETS = ("utf-8", "latin-1", "big5", "cp932", "gb18030", "euc_jp", "cp949", "utf-16", "iso2022_jp")
Mutation = Callable[[str, Random], str | bytes]


def written(chance: Random) -> str:
    """Return a well-formed game: moves, passes, comments, a variation now and then."""
    text = chance.choice(TEXTS)
    head = f"(;GM[1]SZ[9]{chance.choice(('', 'FF[4]', 'CA[UTF-8]'))}PB[{text}]KM[6.5]RU[Japanese]"
    head += chance.choice(("", "HA[2]AB[gc][cg]", "AB[aa]AW[ii]PL[W]"))
    points = [a + b for a in "bdfh" for b in "bdfh"]
    chance.shuffle(points)
    nodes = [
        f";{'BW'[number % 2]}[{chance.choice(('', 'tt')) if chance.random() < 0.1 else point}]"
        + chance.choice(("", "", f"C[{chance.choice(TEXTS)}]", f"BL[{number}.5]C[{chance.choice(TEXTS)}]"))
        for number, point in enumerate(points[: chance.randrange(1, 12)])
    ]
    if chance.random() < 0.3:
        return head + "".join(nodes[:3]) + "(" + "".join([";N[x]", *nodes[3:]]) + ")(;N[y]C[a [b\\]]))"
    return head + chance.choice(("", "\r\n", "\n ")).join(nodes) + ")"


def _at(text: str, chance: Random) -> int:
    """Return the place of a mark that means something, more often than any other place."""
    marks = [place for place, letter in enumerate(text) if letter in MARKS]
    return chance.choice(marks if chance.random() < 0.8 else range(len(text)))


def _insert(text: str, chance: Random) -> str:
    at = _at(text, chance)
    return text[:at] + chance.choice(INSERTED) + text[at:]


def _replace(text: str, chance: Random, marks: Sequence[str] = MARKS) -> str:
    at = _at(text, chance)
    return text[:at] + chance.choice(marks) + text[at + 1 :] if text[at] in MARKS else text


def _surround(text: str, chance: Random) -> str:
    junk = ("junk", "(", ")", "<html>", "\ufeff", "(;SZ[5])", ";", "[]", "From: a@b (c)\n")
    return chance.choice(junk) + text + chance.choice(junk)


MUTATIONS: dict[str, Mutation] = {
    "a mark deleted": lambda text, chance: _replace(text, chance, [""]),
    "a mark inserted": _insert,
    "a mark replaced": _replace,
    "the end cut off": lambda text, chance: text[: chance.randrange(len(text))],
    "text around it": _surround,
    "another charset": lambda text, chance: text.encode(chance.choice(CHARSETS), errors="ignore"),
    "line ends": lambda text, chance: text.replace(";", chance.choice(("\r;", "\n\r;", " ; ", "\r\n\t;"))),
}


def content(game: sgf.Game) -> tuple[object, ...]:
    """Return what makes a game: everything that decides how it goes and who wins."""
    boards, moves = [cells for cells, _ in game.positions()], [node.move for node in game.moves]
    return game.size, game.komi, game.stones, sgf.read_rules(game.rules)[0], game.ended, game.first, boards, moves


@pytest.mark.parametrize(("count", "seed"), by_day_and_night([(2_000, 1)], [(100_000, 2)]))
def test_a_broken_file_never_loses_a_move_in_silence(count: int, seed: int) -> None:
    """Of many broken files some are read as they were, some with a guess, and some are refused."""
    chance, tally = Random(seed), dict.fromkeys(("the same", "guessed", "refused"), 0)
    for _ in range(count):
        text = written(chance)
        original = sgf.ordinary(text)
        assert not original.guesses, text
        what = chance.choice(list(MUTATIONS))
        broken = MUTATIONS[what](text, chance)
        broken = broken.encode() if isinstance(broken, str) and chance.random() < 0.5 else broken
        try:
            read = sgf.ordinary(broken)
        except BadRecord as error:
            refusal = str(error)
            check_sentence(refusal)
            assert refusal.startswith(("line ", "the SGF charset ")), refusal
            tally["refused"] += 1
            continue
        same = content(read) == content(original)
        assert same or read.guesses or sgf.read_rules(read.rules)[1], f"{what}: {text!r} became {broken!r}"
        tally["the same" if same else "guessed"] += 1
    assert all(tally.values())


def check_sgf(data: bytes) -> None:
    """Read SGF as a position, and as the record that it holds; play both, and read again what is written of them."""
    try:
        nodes = sgf.main_line(data)
    except BadRecord as error:
        check_sentence(str(error))
        return
    try:
        game = sgf.ordinary(nodes)
        read_board(game.setup(), game.size)
    except BadRecord as error:
        check_sentence(str(error))
    try:
        record = sgf.record_of(nodes) if sgf.is_native(nodes) else refereed(nodes)
        played = again(record)
        table = Table.of(record.settings, record.setup)
        for _ in records.replay(record, table):
            pass
    except YureiError as error:
        check_sentence(str(error))
        return
    assert sgf.read(sgf.native(played)) == record, "what was written is read back"
    assert sgf.main_line(sgf.viewer(played)), "and can be looked at"
    assert sgf.main_line(sgf.side(table.view("audience"))), "also by a listener"


OURS = [sgf.native(again(some_record(Random(seed)))).encode() for seed in range(12)]
OTHERS = [
    b"(;GM[1]FF[4]SZ[9]KM[6.5]RU[Japanese]RE[B+R];B[ee];W[ge];B[])",
    b"(;SZ[3:2]AB[aa:ba]AW[cb]PL[W]C[a\\]b\\\\];W[ca])",
    b"junk (;SZ[5](;B[cc](;W[dd])(;W[bb]))(;B[aa])) (;SZ[9])",
    b"(;SZ[9]HA[2]AB[gc][cg]KM[0.5];W[ee];B[tt])",
    "(;CA[GB2312]SZ[5]PB[围棋];B[cc])".encode("gb2312"),
    b"(; GaMe[1] SiZe[5] ; Black [cc] ; White [dd])",
]
WORDS = ("(;", ";B[", ";W[]", "AB[aa:cc]", "\\]", "SZ[9:13]", "CA[GBK]", "HA[2]", "YR[", "RE[B+R]", "tt", ")")


@given(damaged_inputs([*OURS, *OTHERS], WORDS))
def test_any_bytes_are_played_or_refused(data: bytes) -> None:
    check_sgf(data)
