"""Data sets: every try of records as arrays, the same as by hand, in bounded memory, by one command."""

import gzip
import tracemalloc
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner, Result

from tests.plugins import with_research_commands
from yurei import records
from yurei.apps.arena import play_game
from yurei.apps.cli.app import app
from yurei.errors import BadRecord
from yurei.players import Budget
from yurei.players.planes import Heard, action_of
from yurei.records import Entry, Record
from yurei.referee.settings import read_settings
from yurei.referee.table import Table
from yurei.rules.state import read_try
from yurei_research.dataset import TYPES, records_in, rows_of, write_dataset


def played(count: int, size: int = 4, seating: str = "duel", **settings: Any) -> list[Record]:
    given = read_settings({"width": size, "height": size, "referee": "hamburg", "seating": seating, **settings})
    sides, budgets = ["simple", "uniform"], [Budget(playouts=1)] * 2
    return [play_game(given, sides, budgets, seed=seed).record for seed in range(count)]


def loaded(path: Path, games: list[Record] | None = None) -> dict[str, Any]:
    """The arrays of a file, which is written first if games are given."""
    if games is not None:
        write_dataset(games, path)
    with np.load(path) as data:
        return dict(data)


def yurei(*words: str | Path) -> Result:
    with with_research_commands():
        return CliRunner().invoke(app, ["dataset", *map(str, words)], prog_name="yurei")


@pytest.mark.parametrize("ruleset", ["go", "no-seki-go", "alter-igo"])
def test_every_try_is_a_row_with_the_knowledge_of_its_seat(tmp_path: Path, ruleset: str) -> None:
    games = played(3, ruleset=ruleset)
    data, row = loaded(tmp_path / "games.npz", games), 0
    for number, game in enumerate(games):
        table = Table.of(game.settings, game.setup)
        heard = {seat: Heard(table.view(seat)) for seat in ("black", "white")}
        for entry in game.entries:
            if not isinstance(entry, Entry):
                continue
            mine = heard[entry.seat]
            assert np.array_equal(data["planes"][row], mine.planes())
            assert np.array_equal(data["masks"][row], mine.may_try())
            assert data["actions"][row] == action_of(entry.attempt, mine.view)
            assert (data["accepted"][row], data["games"][row]) == (entry.accepted, number)
            assert data["colours"][row] == 1 + (entry.seat == "white")
            told = table.attempt(entry.seat, entry.attempt).told
            for seat, each in heard.items():
                each.hear(told[seat])
            row += 1
        winner = table.result.winner if table.result else None
        rows = data["games"] == number
        own = np.where(data["colours"][rows] == winner, 1, -1)
        assert np.array_equal(data["results"][rows], own if winner else 0 * own)
    assert {key: data[key].dtype for key in data} == {key: np.dtype(kind) for key, kind in TYPES.items()}
    assert {len(data[key]) for key in data} == {row}


def test_the_command_reads_the_records_of_the_arena(tmp_path: Path) -> None:
    games = played(4)
    packed, plain = tmp_path / "games.jsonl.gz", tmp_path / "one.jsonl"
    packed.write_bytes(b"".join(gzip.compress(records.write(game).encode()) for game in games[:3]))
    plain.write_text(records.write(games[3]))
    shown = yurei(packed, plain, "--out", tmp_path / "all.npz")
    by_command, by_hand = loaded(tmp_path / "all.npz"), loaded(tmp_path / "games.npz", games)
    assert shown.stdout.startswith(f"{len(by_hand['actions']):,} tries in ")
    for key in TYPES:
        assert np.array_equal(by_command[key], by_hand[key])


def test_memory_holds_one_game(tmp_path: Path) -> None:
    """Twelve times the same game take no more memory than three times."""
    (game,) = played(1, size=5)
    peaks = []
    for count in (3, 12):
        tracemalloc.start()
        write_dataset([game] * count, tmp_path / "games.npz")
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.2 * peaks[0]


def test_partners_are_rows_of_their_colour(tmp_path: Path) -> None:
    settings = read_settings({"width": 3, "height": 3, "seating": "rengo"})
    tried = [("black-1", "A1"), ("white-1", "B2"), ("black-2", "C1"), ("white-2", "A1")]
    table, game = Table.of(settings), records.begin(settings)
    for seat, point in tried:
        table.attempt(seat, point)
        game = game.with_entry(Entry(seat, read_try(point, settings.size), accepted=point != "A1" or seat == "black-1"))
    assert [row["colours"] for row in rows_of(game, 0)] == [1, 2, 1, 2]
    assert [row["results"] for row in rows_of(game, 0)] == [0] * 4


def test_a_record_that_breaks_its_rules_is_named_by_its_number(tmp_path: Path) -> None:
    good, bad = played(1)[0], played(1)[0]
    bad = records.begin(bad.settings).with_entry(Entry("white", good.entries[0].attempt, True))  # type: ignore[union-attr]
    with pytest.raises(BadRecord, match=r"^record 2: line 2: it is black’s turn, not white’s$"):
        write_dataset([good, bad], tmp_path / "games.npz")
    with pytest.raises(BadRecord, match=r"^record 2 has planes of \(17, 5, 5\), the first one of \(17, 4, 4\)"):
        write_dataset([good, *played(1, size=5)], tmp_path / "games.npz")
    with pytest.raises(BadRecord, match="there is no try in these records"):
        write_dataset([], tmp_path / "games.npz")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("content", "name", "why"),
    [
        (b"hello\n", "a.jsonl", "record 1: line 1: "),
        (b"PK\3\4 no gzip", "a.jsonl.gz", "cannot be read: not a gzipped file"),
        (gzip.compress(b"x" * 5000, mtime=0)[:20], "a.jsonl.gz", "cannot be read: "),
        (b"", "a.jsonl", "there is no try in these records"),
        (None, "a.jsonl", "cannot be read: no such file or directory"),
    ],
)
def test_a_file_without_records_is_refused(tmp_path: Path, content: bytes | None, name: str, why: str) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    shown = yurei(tmp_path / name, "--out", tmp_path / "a.npz")
    assert (shown.exit_code in (1, 2), shown.stdout) == (True, "")
    assert why in " ".join(shown.stderr.split())
    assert not (tmp_path / "a.npz").exists()


def test_a_file_is_never_overwritten_and_a_folder_must_be_there(tmp_path: Path) -> None:
    (tmp_path / "one.jsonl").write_text(records.write(played(1)[0]))
    (tmp_path / "old.npz").write_bytes(b"old")
    refused = {"old.npz": "exists already", "no/where.npz": "cannot be written: no such file", "": "try --out"}
    for out, why in refused.items():
        shown = yurei(tmp_path / "one.jsonl", "--out", tmp_path / out if out else "")
        assert shown.exit_code == 2
        assert why in " ".join(shown.stderr.split())
    assert (tmp_path / "old.npz").read_bytes() == b"old"


def test_a_line_without_an_end_is_not_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "long.jsonl"
    path.write_bytes(b"x" * (3 * records.LARGEST))
    with path.open("rb") as file, pytest.raises(BadRecord, match="at most"):
        list(records_in(file))
