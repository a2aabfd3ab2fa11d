"""SGF as other programs and people write it: read where it can mean one thing only, and every guess is said on standard error."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.records.games import again, game
from yurei import records, rules
from yurei.apps.cli.app import app
from yurei.records import Entry, sgf
from yurei.records.record import Record
from yurei.referee.table import Table
from yurei.rules.state import PASS

SCORED = "(;SZ[3]RU[{rules}]KM[{komi}];B[bb];W[];B[ab];W[];B[])"
"""A game that area scoring gives to Black with a komi of 7.5, and territory scoring to White."""


def imported(tmp_path: Path, data: str | bytes, *options: str) -> tuple[Record, str]:
    """Import a file at the command line, and return the record with what stands on standard error."""
    (tmp_path / "x.sgf").write_bytes(data if isinstance(data, bytes) else data.encode())
    done = CliRunner().invoke(app, ["sgf", "import", str(tmp_path / "x.sgf"), *options])
    assert done.exit_code == 0, done.output
    return records.read(done.stdout.encode()), done.stderr


def result(record: Record) -> str:
    """Return how a record ends, as SGF says it."""
    return sgf.native(again(record)).partition("RE[")[2].partition("]")[0]


@pytest.mark.by_day
@pytest.mark.parametrize(
    ("written", "ruleset", "is_exact"),
    [
        ("Japanese", "japanese", True),
        ("japanese", "japanese", True),
        (" JP ", "japanese", True),
        ("Japanese rules", "japanese", True),
        ("日本ルール", "japanese", True),
        ("Chinese", "go", True),
        ("chinese", "go", True),
        ("中国规则", "go", True),
        ("NZ", "new-zealand", True),
        ("New Zealand", "new-zealand", True),
        ("new_zealand", "new-zealand", True),
        ("Tromp-Taylor", "tromp-taylor", True),
        ("tromp taylor", "tromp-taylor", True),
        ("AGA", "go", False),
        ("Ing", "new-zealand", False),
        ("Korean", "japanese", False),
        ("Japanese (byo-yomi)", "japanese", False),
        ("Klingon", "go", False),
        ("Chinese or Japanese", "go", False),
        ("", "go", False),
    ],
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


def test_the_spelling_of_the_rules_never_decides_the_winner(tmp_path: Path) -> None:
    results = {
        result(imported(tmp_path, SCORED.format(rules=name, komi="7.5"))[0]) for name in ("japanese", "Japanese", "JP")
    }
    assert results == {"W+0.5"}


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


def test_a_pass_that_is_put_in_is_refereed() -> None:
    read = sgf.ordinary(f"{HEAD};B[aa];B[bb])")
    settings = game("E5", width=9, height=9).settings
    said: list[str] = []
    record = sgf.refereed(read, settings, Table.of(settings), said.append)
    assert record.entries[1] == Entry("white", PASS, True)
    assert len(said) == 1


@pytest.mark.parametrize("day", ["2017.09.24", "2017-09-24", "2017/9/24", "2017年9月24日", "2017-09-24,25"])
def test_dates_of_other_programs_are_read(day: str) -> None:
    assert str(sgf.ordinary(f"(;SZ[9]DT[{day}])").day) == "2017-09-24"


def test_a_game_for_viewers_comes_back_under_its_own_rules() -> None:
    for ruleset in ("tromp-taylor", "new-zealand", "japanese", "go"):
        text = sgf.viewer(again(game("E5", width=9, height=9, ruleset=ruleset)))
        found, guessed = sgf.read_rules(sgf.ordinary(text).rules)
        assert found is not None
        assert (found.slug, guessed) == (ruleset, False)
