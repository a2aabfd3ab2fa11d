"""SGF of other programs and people: read where it can mean one thing only; every guess is said on standard error."""

import re
import time
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from sgfmill import sgf as sgfmill
from typer.testing import CliRunner

from tests.inputs import check_sentence
from tests.records.games import again, game, refereed, some_record
from yurei import records, rules
from yurei.apps.cli.app import app
from yurei.errors import BadRecord, YureiError
from yurei.records import End, Entry, Record, sgf
from yurei.referee.table import Table
from yurei.rules.board import BLACK, WHITE
from yurei.rules.points import Shape
from yurei.rules.state import EndedBy

SNAPBACK = """(;GM[1]FF[4]CA[UTF-8]AP[CGoban:3]ST[2]
RU[Japanese]SZ[9]KM[5.50]PW[Shusaku \\\\ \\]]PB[Gennan]DT[1846-07-21]RE[B+R]
AB[fi][fh][ch:ci]AW[bh:bi][dg:cg][di][eh]PL[B]C[A comment with (;B[aa\\]) in it.]
;B[ei];W[ia]C[elsewhere](;B[dh];W[di];B[tt];W[])(;B[ab];W[bb]))"""


def test_a_game_of_another_program_is_refereed_by_any_referee() -> None:
    record = refereed(SNAPBACK, referee="hamburg")
    table = Table.of(record.settings, record.setup)
    said = [answer.said() for _, answer in records.replay(record, table) if answer]
    assert said[2:4] == ["Black captures 1 stone and puts White and himself into atari.", "White captures 3 stones."]
    assert said[4:] == ["Black passes.", "White passes.", "White resigns."]
    assert record.settings.komi == 5.5
    assert str(record.started) == "1846-07-21 00:00:00+00:00"


def test_a_position_of_an_imported_game_can_be_set_up_at_any_move() -> None:
    imported = sgf.ordinary(SNAPBACK)
    above = "........./........./........./........./........./..WW....."
    assert imported.setup(0) == f"........./{above}/.WB.WB.../.WBW.B..."
    assert imported.setup(3) == f"........W/{above}/.WBBWB.../.WB.BB..."
    assert imported.setup() == f"........W/{above}/.W..WB.../.W.WBB..."
    assert [imported.position(count)[1] for count in range(3)] == [BLACK, WHITE, BLACK]
    with pytest.raises(BadRecord, match=r"^this game has 6 moves, not 7$"):
        imported.setup(7)


def test_a_handicap_is_known_by_its_points() -> None:
    usual = sgf.ordinary("(;SZ[9]HA[2]AB[gc][cg]KM[0.5];W[ee];B[ce])")
    assert usual.usual_handicap()
    assert usual.first is WHITE
    elsewhere = sgf.ordinary("(;SZ[9]HA[2]AB[aa][bb];W[ee])")
    assert not elsewhere.usual_handicap()
    record = refereed("(;SZ[9]HA[2]AB[gc][cg]KM[0.5];W[ee];B[ce])", handicap=2)
    assert record.setup is None
    assert record.settings.handicap == 2


KOMI: dict[float | None, str] = {
    0: "0",
    0.5: "50|半目",
    5.5: "5.5 points to White|5 1/2 points|5½|5 points and a half",
    -5.5: "-5.5",
    6: "6目",
    6.5: "6.5|6.50000000000000|6,5|650|65|6目半|６ 目 半|コミ6目半|六目半|6집반|덤 6집 반|6½目|6 and a half|"
    "six and a half points|6 points et demi|6.5 Punkte",
    -6.5: "-65",
    7.5: "komi 7.5|７．５|375|3.75|75|黑贴7目半|3.75子",
    10: "10",
    25: "25",
    None: "6_5|5.5 points to Black|6.5 or 7.5|3又3/4子|6 Punkte und etwas|6.5 something|6.5 and a half|7.25|nan|x|1e9",
}


@pytest.mark.parametrize("komi", KOMI)
def test_komi_is_read_as_servers_write_it(komi: float | None) -> None:
    for written in KOMI[komi].split("|"):
        assert sgf.ordinary(f"(;SZ[19]KM[{written}])").komi == komi, written


@pytest.mark.parametrize(
    ("text", "said", "ends"),
    [
        (";B[cc]", "W+T", ["pass", End(EndedBy.TIME, "black")]),
        (";B[cc];W[bb]", "B+Time", ["pass", End(EndedBy.TIME, "white")]),
        ("", "B+F", ["pass", End(EndedBy.ABSENCE, "white")]),
        (";B[cc]", "White+Forfeit", ["pass", End(EndedBy.ABSENCE, "black")]),
        (";B[cc];W[]", "B+T", ["resign"]),
        (";B[cc]", "B+T", [End(EndedBy.TIME, "white")]),
        (";B[cc]", "B+R", ["resign"]),
        (";B[cc]", "W+R", ["resign"]),
        (";B[cc];W[bb]", "Black + Resign", ["resign"]),
    ],
)
def test_a_loss_is_imported_on_either_players_turn(text: str, said: str, ends: list[object]) -> None:
    record = refereed(f"(;SZ[5]RE[{said}]{text})")
    added = record.entries[text.count(";") :]
    assert [each if isinstance(each, End) else each.attempt.kind.value for each in added] == ends
    result = again(record).result
    assert result is not None
    assert result.winner is (BLACK if said.startswith("B") else WHITE)
    assert sgf.read(sgf.native(again(record))) == record


BRANCHED = "(;SZ[5]C[(;\\]];B[aa](;W[bb];B[cc](;W[dd])(;W[ee]))(;W[cc]))junk(;SZ[3];B[bb])(;SZ[5])"
"""Three variations in a first game, and two more games."""


@pytest.mark.parametrize(
    ("number", "moves"), [(1, "aa bb cc dd"), (2, "aa bb cc ee"), (3, "aa cc"), (4, "bb"), (5, "")]
)
def test_any_game_and_variation_of_a_file_can_be_chosen(number: int, moves: str) -> None:
    nodes = sgf.main_line(BRANCHED, number)
    assert [(*node.get("B", []), *node.get("W", []))[0] for node in nodes[1:]] == moves.split()
    assert sgf.ordinary(nodes).size.width == (3 if number == 4 else 5)
    assert sgf.main_line(BRANCHED.encode(), number) == nodes


@pytest.mark.parametrize("number", [6, 0, -1])
def test_a_file_with_fewer_games_and_variations_says_how_many_it_has(number: int) -> None:
    with pytest.raises(BadRecord) as caught:
        sgf.main_line(BRANCHED, number)
    assert str(caught.value) == f"this file has 5 games and variations, not {number}"


def test_the_last_variation_of_a_file_that_was_cut_counts_too() -> None:
    assert sgf.main_line("(;B[aa](;W[bb])(;W[cc]", 2)[1]["W"] == ["cc"]


@example(64217)  # White takes his own stones away with the first move
@given(st.integers(0, 2**32))
def test_our_import_and_sgfmill_read_the_same_moves(seed: int) -> None:
    """Our own ordinary games, without what is ours alone, become the same moves at the same points."""
    record = some_record(Random(seed))
    text = sgf.native(again(record))
    imported = sgf.ordinary(text)
    assert imported.size == record.settings.size.with_shape(Shape.RECTANGLE)
    if record.settings.size.shape is not Shape.RECTANGLE:
        return  # others read positions there, and no moves
    # A first move that takes its own stones away is none elsewhere, and is set up: so it is the root that is looked at.
    set_up = {point: cell for point, cell in enumerate(again(record).opening) if cell in (BLACK, WHITE)}
    assert next((node.stands for node in imported.nodes if node.number == 1), {}) == set_up
    if imported.size.width != imported.size.height:
        return
    moves = [node.get_move() for node in sgfmill.Sgf_game.from_bytes(text.encode()).get_main_sequence()]
    ours = [node.move for node in imported.moves if node.move]
    width = imported.size.width
    assert [(" bw"[colour], None if at is None else divmod(at, width)) for colour, at in ours] == [
        move for move in moves if move[0]
    ]


@pytest.mark.parametrize("charset", ["UTF-8", "ISO-8859-1", "windows-1252", "GB2312", "Big5", "Shift_JIS", "EUC-KR"])
def test_a_charset_is_read_whose_second_bytes_are_brackets_and_backslashes(charset: str) -> None:
    names = {"Big5": "許功蓋", "Shift_JIS": "表ソ能", "GB2312": "围棋", "EUC-KR": "바둑"}
    name = names.get(charset, "Jürgen")
    text = f"(;CA[{charset}]SZ[9]PB[{name}];B[aa])"
    assert sgf.main_line(text.encode(charset))[0]["PB"] == [name]


def test_without_a_charset_a_file_is_in_utf_8_or_else_in_latin_1() -> None:
    for data in ("(;PB[Jürgen])".encode(), "\ufeff(;PB[Jürgen])".encode(), "(;PB[Jürgen])".encode("latin-1")):
        assert sgf.main_line(data)[0]["PB"] == ["Jürgen"]
    assert sgf.main_line("(;PB[Jürgen])".encode("utf-16"))[0]["PB"] == ["Jürgen"]


def test_line_ends_escapes_and_names_of_long_ago_are_read() -> None:
    text = "junk before (;SiZe[9]C[a\\\r\nb\r\nc\td\\]\\\\\\:]\n\r ; Black [aa] ; White [bb]) and (;SZ[5]) after"
    nodes = sgf.main_line(text)
    assert nodes[0]["C"] == ["ab\nc d]\\:"]
    assert [list(node) for node in nodes[1:]] == [["B"], ["W"]]


def test_names_that_look_like_sgf_are_escaped() -> None:
    strange = "a]b\\c][d : (;B[aa])\r\n\x00\ud800x"
    details = sgf.Details({"black": strange, "white": "\\"})
    root = sgf.main_line(sgf.native(again(game("E5")), details))[0]
    assert root["PB"] == ["a]b\\c][d : (;B[aa]) x"]
    assert root["PW"] == ["\\"]


WRONG = {
    "": "line 1, column 1: this is no SGF: no game begins here; a game is such as (;SZ[9];B[ee];W[ge])",
    "hello": "no game begins here",
    "(;()": "line 1, column 4: this is no SGF: a variation has no node",
    "(;SZ[9": "line 1, column 5: this is no SGF: this bracket is never closed",
    "(;SZ)": "line 1, column 3: this is no SGF: this text belongs to no property",
    "(;SZ[9]\n;B[aa\n;W[bb])": "line 3, column 2: this is no SGF: the bracket of the value before W is missing",
    "(;SZ[9]\n;b[aa])": "line 2, column 2: this is no SGF: this text belongs to no property",
    "(;SZ[9];C[x;B[aa];W[bb])": "line 1, column 13: this is no SGF: the bracket of the value before B is missing",
    "(;PB[xSZ[9];B[aa])": "the bracket of the value before SZ is missing",
    "(;SZ[9];B[aa]) ;W[bb])": "line 1, column 17: this is no SGF: this stands outside of the parentheses of a game",
    ";SZ[9];B[aa](;W[bb])": "line 1, column 2: this is no SGF: this stands outside",
    "(;SZ[9];C[x] y ;B[aa];W[bb])": "line 1, column 14: this is no SGF: this text belongs to no property",
    "(;S[Z[9];B[aa])": "line 1, column 5: this is no SGF: the bracket of the value before SZ is missing",
    "(;SZ[9]SZ[13];B[aa])": "line 1, column 2: SZ has more than one value in this game",
    "(;SZ[9];B[aa][bb])": "line 1, column 8: node 2 has more than one move",
    "(;(;)B[aa])": "line 1, column 6: this is no SGF: this stands behind variations",
    "(;GM[2])": "this SGF is of another game than Go: GM is '2'",
    "(;SZ[26])": "this SGF has a board of '26'; a board has 1 to 25 lines each way",
    "(;SZ[0])": "a board of '0'",
    "(;SZ[9999999999])": "a board of '9999999999'",
    "(;SZ[٩])": "a board of '٩'",
    "(;SZ[9];B[zz])": "node 2 names the point 'zz', which is not on a board of 9x9",
    "(;SZ[9];B[a])": "node 2 names the point 'a'",
    "(;SZ[9]AB[tt])": "node 1 names the point 'tt'",
    "(;SZ[9]AW[aa:bb:cc])": "node 1 names the point 'bb:cc'",
    "(;SZ[25];B[tt];B[zz])": "node 3 names the point 'zz'",
    "(;SZ[9];B[aa]W[bb])": "node 2 has more than one move",
    "(;CA[rot13]SZ[9])": "the SGF charset 'rot13' is not supported; save the file in UTF-8",
}
UNPLAYED = {
    "(;SZ[5];B[cc]\n;W[cc])": "line 2, column 1: node 3 has the move W C3, which is illegal by these rules; import it as a position (--position)",
    "(;SZ[5];B[];W[];B[aa])": "node 4 has the move B A5, but the game was over",
    "(;SZ[5];B[cc];AW[dd])": "node 3 sets stones up in the middle of the game; import it as a position",
    "(;SZ[3]AB[aa][ab][bb][ca][cb]AW[ba])": "a set-up position has a liberty for every string",
}


@pytest.mark.parametrize("text", WRONG)
def test_a_file_without_a_game_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(BadRecord, match=re.escape(WRONG[text])):
        sgf.ordinary(text.encode())


@pytest.mark.parametrize("text", UNPLAYED)
def test_a_game_that_cannot_be_played_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(YureiError, match=re.escape(UNPLAYED[text])):
        refereed(text)


HELD = sgf.native(again(game("E5 D4", width=9, height=9)))
SPOILT = {
    "none": ("YR[", "ZR[", "this SGF holds no record of yurei"),
    "a move": (";B[ee]", ";B[ff]", "node 2 has the move 'B[ff]', the record in it has another"),
    "a colour": (";B[ee]", ";W[ee]", "node 2 has the move 'W[ee]'"),
    "one move more": (";W[df]", ";B[aa];W[df]", "node 3 has the move 'B[aa]'"),
    "the size": ("SZ[9]", "SZ[13]", "the board of this SGF is not that of the record in it"),
    "two lines": ('YR[{"seat', 'YR[x][{"seat', "node 2 holds more than one line of a record"),
    "the line": ('"point":"E5"', '"point":"E55"', "line 2: 'E55' is no point of a 9x9 board"),
}


@pytest.mark.parametrize("what", SPOILT)
def test_a_record_that_was_tampered_with_is_refused(what: str) -> None:
    old, new, sentence = SPOILT[what]
    assert old in HELD
    with pytest.raises(BadRecord, match=re.escape(sentence)):
        sgf.read(HELD.replace(old, new))


def test_an_old_form_of_pass_and_comments_are_accepted() -> None:
    record = game("pass E5 pass", width=9, height=9)
    text = sgf.native(again(record)).replace("B[]", "B[tt]").replace(";W[ee]C[", ";W[ee]N[mine]GB[1]C[I say: ")
    assert sgf.read(text) == record


# Hostile files: bounded in time and memory, and one sentence.
MANY = 2 * 1024 * 1024
HOSTILE = {
    "too large": "(;C[" + "a" * MANY + "])",
    "open brackets": "(;C" + "[" * 190_000,
    "escapes that never end": "(;C[" + "\\a" * (MANY // 3),
    "empty nodes": "(" + ";" * 190_000 + ")",
    "names without values": "(;" + "A " * (MANY // 3) + ")",
    "variations side by side": "(;" + "(;)" * 19_000 + ")",
    "variations too many": "(;" + "(;)" * 40_000 + ")",
    "nested": "(;SZ[9]" + "(;B[aa]" * 19_000 + ")" * 19_001,
    "nested and open": "(;" * 19_999,
    "rectangles": "(;SZ[25]" + ";AB[aa:yy]" * 19_000 + ")",
    "moves": "(;SZ[25]"
    + "".join(f";B[{a}{b}]" for a in "abcdefghijklmnopqrstuvwxy" for b in "bdfhjlnprtvx") * 30
    + ")",
    "one property again and again": "(;" + "C[a]" * 190_000 + ")",
    "digits": "(;SZ[" + "9" * 100_000 + "]KM[" + "9" * 100_000 + "]HA[" + "9" * 100_000 + "])",
    "a lie about the charset": "(;CA[" + "x" * 100_000 + "])",
}


@pytest.mark.by_day
@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_file_takes_little_time_and_is_read_or_refused(what: str) -> None:
    began, said = time.process_time(), "well"
    try:
        sgf.ordinary(HOSTILE[what].encode()).position()
    except BadRecord as error:
        said = str(error)
    check_sentence(said)
    assert time.process_time() - began < 4


def test_a_game_that_is_too_long_for_sgf_is_refused_when_it_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("yurei.records.sgf_write.LARGEST", 1000)
    with pytest.raises(BadRecord, match="this game is too long for SGF"):
        sgf.native(again(game("E5 D4")))


SCORED = "(;SZ[3]RU[{rules}]KM[{komi}];B[bb];W[];B[ab];W[];B[])"
"""A game that area scoring gives to Black with a komi of 7.5, and territory scoring to White."""


def imported(tmp_path: Path, data: str | bytes, *options: str) -> tuple[Record, str]:
    """Import a file at the command line, and return the record with what stands on standard error."""
    (tmp_path / "x.sgf").write_bytes(data if isinstance(data, bytes) else data.encode())
    done = CliRunner().invoke(app, ["sgf", "import", str(tmp_path / "x.sgf"), *options])
    assert done.exit_code == 0, done.output
    return records.read(done.stdout.encode()), done.stderr


SPELLINGS = {
    ("japanese", True): "Japanese|japanese| JP |Japanese rules|日本ルール",
    ("go", True): "Chinese|chinese|中国规则",
    ("new-zealand", True): "NZ|New Zealand|new_zealand",
    ("tromp-taylor", True): "Tromp-Taylor|tromp taylor",
    ("new-zealand", False): "Ing",
    ("japanese", False): "Korean|Japanese (byo-yomi)",
    ("go", False): "AGA|Klingon|Chinese or Japanese|",
}


@pytest.mark.by_day
@pytest.mark.parametrize(
    ("written", "ruleset", "is_exact"),
    [(name, *known) for known, names in SPELLINGS.items() for name in names.split("|")],
)
def test_rules_are_read_in_usual_spellings_and_others_are_said(
    tmp_path: Path, written: str, ruleset: str, is_exact: bool
) -> None:
    record, said = imported(tmp_path, SCORED.format(rules=written, komi="7.5"))
    assert record.settings.ruleset.slug == ruleset
    assert (ruleset in said) is not is_exact, said


@pytest.mark.parametrize("ruleset", rules.ALL, ids=lambda ruleset: ruleset.slug)
def test_the_rules_of_every_game_are_read_back_as_they_were_written(ruleset: rules.Ruleset) -> None:
    assert sgf.read_rules(sgf.rules_name(ruleset)) == (ruleset, False)


@pytest.mark.by_day
@pytest.mark.parametrize(
    ("komi", "is_said"),
    [
        *(("6.5", False), ("6.50000000000000", False), ("6,5", False)),
        *(("5.5 points to White", True), ("5 1/2 points", True), ("375", True), ("3.75", True)),
        *(("6_5", True), ("x", True), ("", True)),
    ],
)
def test_a_komi_in_other_words_is_said(tmp_path: Path, komi: str, is_said: bool) -> None:
    said = imported(tmp_path, SCORED.format(rules="Chinese", komi=komi))[1]
    assert ("komi" in said) is is_said


NAMES = {
    "big5": ("許功蓋", "成功"),
    "cp932": ("表ソ能", "本因坊ソ"),
    "gb18030": ("誠", "俓"),
    "iso2022_jp": ("本因坊", "囲碁"),
}


@pytest.mark.parametrize("charset", NAMES)
@pytest.mark.parametrize("named", ["", "CA[UTF-8]", "CA[ISO-8859-1]"])
def test_a_name_in_another_charset_swallows_no_move(charset: str, named: str) -> None:
    for name in NAMES[charset]:
        for tail in ("", "x", "\\]"):
            text = f"(;{named}SZ[9]PB[{name}{tail}];B[aa]PW[{name}];W[bb]C[{name}];B[cc])"
            nodes = sgf.main_line(text.encode(charset))
            moves = [value for node in nodes for colour in "BW" for value in node.get(colour, ())]
            assert moves == ["aa", "bb", "cc"], (name, tail)


def test_a_guessed_charset_is_said(tmp_path: Path) -> None:
    text = "(;RU[Chinese]KM[7.5]SZ[9]PB[許功];PW[蓋]B[aa])"
    record, said = imported(tmp_path, text.encode("big5"))
    assert len(record.entries) == 1
    assert said.startswith("yurei: its letters are read as ")
    assert imported(tmp_path, text)[1] == ""


@pytest.mark.parametrize("charset", ["macintosh", "windows-31j", "Shift_JIS", "x-sjis", "Big5", "GB18030"])
def test_charsets_are_known_by_all_their_names(charset: str) -> None:
    assert sgf.main_line(f"(;CA[{charset}]SZ[9];B[aa])".encode())[1]["B"] == ["aa"]


HEAD = "(;RU[Chinese]KM[7.5]SZ[9]"
GUESSED = {
    "a last parenthesis": (f"{HEAD};B[aa];W[bb]", "B W", "its last parenthesis is missing"),
    "a first semicolon": (f"{HEAD.replace(';', '')};B[aa];W[bb])", "B W", "line 1, column 2: the semicolon before"),
    "a bracket in a comment": (f"{HEAD}C[see [1] here];B[aa])", "B", "line 1, column 34: this bracket is read as part"),
    "a bracket at its end": (f"{HEAD}C[:]];B[aa])", "B", "this bracket is read as part"),
    "a third pass": (
        f"{HEAD};B[aa];W[];B[];W[])",
        "B W B",
        "a pass after the two that have ended the game is left out",
    ),
    "a pass in letters": (f"{HEAD};B[aa];W[pass];B[PASS])", "B W B", "the move 'pass' is read as a pass"),
    "a pass left out": (f"{HEAD};B[aa];B[bb])", "B W B", "black moves twice in a row; a pass of white is put in"),
    "another game": (f"{HEAD};B[aa])(;SZ[9])", "B", "another game begins here; only the first"),
    "values in the second node": (f"(;{HEAD[1:]};B[aa])", "B", "SZ is read here"),
    "a result that differs": (f"{HEAD}RE[W+3.5];B[aa];W[];B[])", "B W B", "the file gives the result as 'W+3.5'"),
    "a result without an end": (f"{HEAD}RE[W+3.5];B[aa])", "B", "the moves lead to no end"),
    "a result in words": (f"{HEAD}RE[Black won];B[aa])", "B", "the file gives the result as 'Black won'"),
    "a handicap that is not there": (f"{HEAD}HA[2];W[aa])", "W", "0 are set up"),
    "a handicap in words": (f"{HEAD}HA[two];B[aa])", "B", "the handicap 'two' cannot be read"),
}


@pytest.mark.by_day
@pytest.mark.parametrize("what", GUESSED)
def test_every_guess_is_said_and_no_move_is_lost(tmp_path: Path, what: str) -> None:
    text, colours, guess = GUESSED[what]
    record, said = imported(tmp_path, text)
    assert [entry.seat[0].upper() for entry in record.entries if isinstance(entry, Entry)] == colours.split()
    assert guess in said


def test_an_import_without_guesses_reports_nothing(tmp_path: Path) -> None:
    for text in (
        f"{HEAD};B[aa];W[tt];B[])",
        f"junk {HEAD}AB[]GM[ 1]DT[2017.09.24]RE[B+73.5];B[aa];W[];B[]) junk",
        f"{HEAD}RE[B+];B[aa];W[];B[])",
        "(;RU[NZ]KM[7]SZ[ 9 ]C[a \\] [b\\]]PB[it [is\\]];B[aa](;W[bb])(;W[cc]))",
        "(;RU[NZ]KM[7]SZ[9:9]HA[0];B[aa])",
    ):
        assert imported(tmp_path, text)[1] == "", text


def test_a_handicap_that_was_moved_is_set_up(tmp_path: Path) -> None:
    record, said = imported(tmp_path, f"{HEAD}HA[2];B[gc];B[cg];W[ee];B[ce])")
    assert "the first 2 moves of Black are set up as the handicap" in said
    assert (record.settings.handicap, record.setup, len(record.entries)) == (2, None, 2)
    record, _ = imported(tmp_path, f"{HEAD}HA[3];B[aa];B[bb];B[cc];W[ee])")
    assert record.settings.handicap == 0
    assert record.setup == "B......../.B......./..B....../" + "/".join(["........."] * 6)
    assert record.settings.first.word == "white"


@pytest.mark.parametrize("day", ["2017.09.24", "2017-09-24", "2017/9/24", "2017年9月24日", "2017-09-24,25"])
def test_dates_of_other_programs_are_read(day: str) -> None:
    assert str(sgf.ordinary(f"(;SZ[9]DT[{day}])").day) == "2017-09-24"
