"""What is kept of an arena: whole lines, one folder one arena, and a page that asks nobody for anything."""

import gzip
import json
import sys
from collections.abc import Generator, Iterable
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from yurei import records
from yurei.apps.arena import Schedule, Sequential, play_game, run, running
from yurei.apps.arena.contestants import all_of
from yurei.apps.arena.playing import Played
from yurei.apps.arena.results import as_json, as_text, page
from yurei.apps.arena.running import Unusable
from yurei.apps.arena.schedule import Job
from yurei.players import Budget
from yurei.referee.settings import read_settings

A_LITTLE = Budget(playouts=1)


class Here:
    """Plays in this process.

    Args:
        most: After so many games it is interrupted.
    """

    def __init__(self, most: int = 10**6) -> None:
        self.most, self.played = most, list[int]()

    def play(self, jobs: Iterable[Job], log: str | None = None) -> Generator[tuple[Job, Played]]:
        """Play games, one after the other."""
        for job in islice(jobs, self.most):
            self.played.append(job.number)
            yield job, result_of(job)
        if len(self.played) == self.most:
            raise KeyboardInterrupt


def result_of(job: Job) -> Played:
    """The game of a job, played here."""
    settings = read_settings(job.settings)
    return play_game(settings, [job.black.who, job.white.who], [job.black.budget, job.white.budget], job.seed)


def schedule(*names: str, games: int = 6, **given: Any) -> Schedule:
    settings = read_settings({"width": 3, "height": 3, **given})
    return Schedule(settings, None, all_of(names or ("simple", "uniform"), A_LITTLE), games, False, 1)


def lines(place: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (place / running.RESULTS).read_text().splitlines()]


def without_times(game: dict[str, Any]) -> dict[str, Any]:
    """What the same seed makes the same each time."""
    return {key: value for key, value in game.items() if key not in ("spent", "seconds", "record")}


def test_an_arena_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    whole = run(schedule(), Here(), place=tmp_path / "whole")
    first, second = Here(2), Here()
    with pytest.raises(KeyboardInterrupt):
        run(schedule(), first, place=tmp_path / "parts")
    again = run(schedule(), second, place=tmp_path / "parts")
    assert (first.played, second.played) == ([0, 1], [2, 3, 4, 5])
    assert again.scores() == whole.scores()
    assert [*map(without_times, lines(tmp_path / "parts"))] == [*map(without_times, lines(tmp_path / "whole"))]
    sessions = json.loads((tmp_path / "parts" / running.MANIFEST).read_text())["sessions"]
    assert [set(each) for each in sessions] == [{"begun", "yurei", "commit", "machine"}] * 2
    assert run(schedule(), Here(0), place=tmp_path / "parts").games == 6  # nothing is left to play


@pytest.mark.parametrize("cut", [1, 20, 200])
def test_a_half_written_game_is_cut_off_and_played_again(tmp_path: Path, cut: int) -> None:
    run(schedule(), Here(), place=tmp_path)
    results, games = tmp_path / running.RESULTS, tmp_path / running.RECORDS
    before = results.read_bytes()
    results.write_bytes(before[:-cut])
    games.write_bytes(games.read_bytes() + b"\x1f\x8b half a game")
    crew = Here()
    run(schedule(), crew, place=tmp_path)
    assert crew.played == [5]
    assert [game["game"] for game in lines(tmp_path)] == [0, 1, 2, 3, 4, 5]
    assert len(gzip.decompress(games.read_bytes()).splitlines()) == sum(1 + game["tries"] for game in lines(tmp_path))


def test_every_record_is_kept_and_found_by_its_number(tmp_path: Path) -> None:
    plan = schedule()
    run(plan, Here(), place=tmp_path)
    for job in plan.jobs():
        record = running.record(tmp_path, job.number)
        assert [entry.attempt for entry in record.entries] == [entry.attempt for entry in result_of(job).record.entries]  # type: ignore[union-attr]
        assert len(lines(tmp_path)[job.number]["seconds"]) == len(record.entries)
        assert records.write(record).encode() in gzip.decompress((tmp_path / running.RECORDS).read_bytes())
    with pytest.raises(Unusable, match="has no game 6"):
        running.record(tmp_path, 6)
    with pytest.raises(Unusable, match="cannot be read: no such file"):
        running.record(tmp_path / "nowhere", 0)


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (schedule(komi=3.5), "its settings is"),
        (schedule("uniform", "simple"), "its players is"),
        (schedule(games=8), "its games is 6, not 8"),
    ],
    ids=["settings", "players", "games"],
)
def test_another_arena_in_the_same_folder_is_refused(tmp_path: Path, other: Schedule, said: str) -> None:
    run(schedule(), Here(), place=tmp_path)
    before = lines(tmp_path)
    with pytest.raises(Unusable, match=said):
        run(other, Here(), place=tmp_path)
    with pytest.raises(Unusable, match="its test is null"):
        run(schedule(), Here(), Sequential.better(0.95), tmp_path)
    assert lines(tmp_path) == before


def test_one_arena_at_a_time_writes_to_a_folder(tmp_path: Path) -> None:
    class Meanwhile(Here):
        def play(self, jobs: Iterable[Job], log: str | None = None) -> Generator[tuple[Job, Played]]:
            with pytest.raises(Unusable, match="in use by another arena"):
                run(schedule(), Here(), place=tmp_path)
            yield from super().play(jobs, log)

    assert run(schedule(), Meanwhile(), place=tmp_path).games == 6


def test_a_folder_that_holds_something_else_is_refused(tmp_path: Path) -> None:
    for name, text, said in (
        (running.MANIFEST, "{}", "is no manifest of an arena"),
        (running.MANIFEST, "[1, 2", "is no manifest of an arena"),
        (running.RESULTS, "", "has results but no manifest"),
    ):
        place = tmp_path / text.replace("[", "") / name.partition(".")[0]
        place.mkdir(parents=True)
        (place / name).write_text(text)
        with pytest.raises(Unusable, match=said):
            run(schedule(), Here(), place=place)
    (tmp_path / "file").touch()
    with pytest.raises(Unusable, match="cannot be used: "):
        run(schedule(), Here(), place=tmp_path / "file")


@pytest.mark.by_day
@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"{}{}\n", "no JSON"),
        (None, "has game 0 twice"),
        (b"[]\n", "has a line that is no game"),
        (b'{"game": 99}\n', "has a line that is no game"),
        (b"[" * 100_000 + b"\n", "no JSON"),
    ],
)
def test_results_that_somebody_has_changed_are_refused(tmp_path: Path, line: bytes | None, said: str) -> None:
    run(schedule(), Here(), place=tmp_path)
    results = tmp_path / running.RESULTS
    before = results.read_bytes()
    results.write_bytes(before + (line or before.splitlines(keepends=True)[0]))
    with pytest.raises(Unusable, match=said):
        run(schedule(), Here(), place=tmp_path)


def test_results_whose_records_are_gone_are_refused(tmp_path: Path) -> None:
    run(schedule(), Here(), place=tmp_path)
    (tmp_path / running.RECORDS).unlink()
    with pytest.raises(Unusable, match="lacks records of games"):
        run(schedule(), Here(), place=tmp_path)


# Reports.


def test_a_report_has_the_scores_in_its_last_line() -> None:
    standing = run(schedule("simple", "uniform", "uniform"), Here())
    last = json.loads(as_json(standing).splitlines()[-1])
    assert [set(player) for player in last["players"]] == [{"name", "games", "score", "low", "high"}] * 3
    assert [player["name"] for player in last["players"]] == ["simple", "uniform", "uniform#2"]
    assert all(
        player["games"] == 12 and 0 <= player["low"] <= player["score"] <= player["high"] <= 1
        for player in last["players"]
    )
    assert sum(player["score"] for player in last["players"]) == pytest.approx(1.5, abs=1e-3)


def test_a_page_shows_everything_and_asks_nobody(tmp_path: Path) -> None:
    standing = run(schedule("simple", "uniform"), Here())
    shown = page(standing)
    assert "<svg" in shown
    assert "prefers-color-scheme: dark" in shown
    for away in ("http://", "https://", "src=", "<script", "@import", "url("):
        assert away not in shown.replace("http://www.w3.org/2000/svg", "")
    assert as_text(standing).splitlines()[0] in shown


@pytest.mark.nightly
def test_a_picture_is_drawn_where_there_is_something_to_draw_with(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    from yurei.apps.arena.results import picture

    picture(run(schedule(), Here()), tmp_path / "ratings.png")
    assert (tmp_path / "ratings.png").read_bytes().startswith(b"\x89PNG")


def test_the_arena_needs_no_compiler_and_no_arrays() -> None:
    import subprocess

    program = "import sys, yurei.apps.arena; sys.exit(bool({'numba', 'numpy', 'ray', 'matplotlib'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
