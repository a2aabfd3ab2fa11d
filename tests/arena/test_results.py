"""Results of an arena: kept in whole lines, one folder one arena, reported with who is ahead and who went wrong."""

import gzip
import json
import subprocess
import sys
from collections.abc import Generator, Iterable
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from tests.arena import strange, test_schedule
from tests.cli.test_cli import yurei
from yurei import records
from yurei.apps.arena import Schedule, Sequential, Standing, play_game, playing, run, running
from yurei.apps.arena.playing import FinishedGame
from yurei.apps.arena.results import as_json, as_text, make_html_report, save_rating_chart
from yurei.apps.arena.running import BadFolder
from yurei.apps.arena.schedule import Job
from yurei.players import Budget, Player
from yurei.referee.settings import read_settings
from yurei.rules.state import PASS


class Here:
    """Plays in this process; after so many games it is interrupted."""

    def __init__(self, most: int = 10**6) -> None:
        self.most, self.played = most, list[int]()

    def play(self, jobs: Iterable[Job], log: str | None = None) -> Generator[tuple[Job, FinishedGame]]:
        for job in islice(jobs, self.most):
            self.played.append(job.number)
            yield job, result_of(job)
        if len(self.played) == self.most:
            raise KeyboardInterrupt


def result_of(job: Job) -> FinishedGame:
    settings = read_settings(job.settings)
    return play_game(settings, [job.black.who, job.white.who], [job.black.budget, job.white.budget], job.seed)


def schedule(*names: str, **given: Any) -> Schedule:
    return test_schedule.schedule(*(names or ("simple", "uniform")), lines=3, **given)


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
        record = running.read_record(tmp_path, job.number)
        assert [entry.attempt for entry in record.entries] == [entry.attempt for entry in result_of(job).record.entries]  # type: ignore[union-attr]
        assert len(lines(tmp_path)[job.number]["seconds"]) == len(record.entries)
        assert records.write(record).encode() in gzip.decompress((tmp_path / running.RECORDS).read_bytes())
    with pytest.raises(BadFolder, match="has no game 6"):
        running.read_record(tmp_path, 6)
    with pytest.raises(BadFolder, match="cannot be read: no such file"):
        running.read_record(tmp_path / "nowhere", 0)


def test_another_arena_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    run(schedule(), Here(), place=tmp_path)
    before = lines(tmp_path)
    for other, test, said in (
        (schedule(komi=3.5), None, "its settings is"),
        (schedule("uniform", "simple"), None, "its players is"),
        (schedule(games=8), None, "its games is 6, not 8"),
        (schedule(), Sequential.for_better(0.95), "its test is null"),
    ):
        with pytest.raises(BadFolder, match=said):
            run(other, Here(), test, tmp_path)
    assert lines(tmp_path) == before


def test_one_arena_at_a_time_writes_to_a_folder(tmp_path: Path) -> None:
    class Meanwhile(Here):
        def play(self, jobs: Iterable[Job], log: str | None = None) -> Generator[tuple[Job, FinishedGame]]:
            with pytest.raises(BadFolder, match="in use by another arena"):
                run(schedule(), Here(), place=tmp_path)
            yield from super().play(jobs, log)

    assert run(schedule(), Meanwhile(), place=tmp_path).games == 6


def test_a_folder_that_holds_something_else_is_refused(tmp_path: Path) -> None:
    for name, text, said in (
        (running.RESULTS, "", "has results but no manifest"),
        (running.MANIFEST, "{}", "is no manifest of an arena"),
        (running.MANIFEST, "[1, 2", "is no manifest of an arena"),
    ):
        (tmp_path / name).write_text(text)
        with pytest.raises(BadFolder, match=said):
            run(schedule(), Here(), place=tmp_path)
    (tmp_path / "file").touch()
    with pytest.raises(BadFolder, match="cannot be used: "):
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
def test_results_that_somebody_has_changed_or_whose_records_are_gone_are_refused(
    tmp_path: Path, line: bytes | None, said: str
) -> None:
    run(schedule(), Here(), place=tmp_path)
    results = tmp_path / running.RESULTS
    before = results.read_bytes()
    results.write_bytes(before + (line or before.splitlines(keepends=True)[0]))
    with pytest.raises(BadFolder, match=said):
        run(schedule(), Here(), place=tmp_path)
    results.write_bytes(before)
    (tmp_path / running.RECORDS).unlink()
    with pytest.raises(BadFolder, match="lacks records of games"):
        run(schedule(), Here(), place=tmp_path)


def test_a_report_has_the_scores_in_its_last_line() -> None:
    standing = run(schedule("simple", "uniform", "uniform"), Here())
    last = json.loads(as_json(standing).splitlines()[-1])
    assert [player["name"] for player in last["players"]] == ["simple", "uniform", "uniform#2"]
    for player in last["players"]:
        assert set(player) == {"name", "games", "score", "low", "high"}
        assert player["games"] == 12
        assert 0 <= player["low"] <= player["score"] <= player["high"] <= 1
    assert sum(player["score"] for player in last["players"]) == pytest.approx(1.5, abs=1e-3)


def test_the_page_of_an_arena_loads_nothing_from_elsewhere() -> None:
    standing = run(schedule(), Here())
    shown = make_html_report(standing)
    assert "<svg" in shown
    assert "prefers-color-scheme: dark" in shown
    for away in ("http://", "https://", "src=", "<script", "@import", "url("):
        assert away not in shown.replace("http://www.w3.org/2000/svg", "")
    assert as_text(standing).splitlines()[0] in shown


@pytest.mark.nightly
def test_a_picture_is_drawn_where_there_is_something_to_draw_with(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    save_rating_chart(run(schedule(), Here()), tmp_path / "ratings.png")
    assert (tmp_path / "ratings.png").read_bytes().startswith(b"\x89PNG")


def test_the_arena_needs_no_compiler_and_no_arrays() -> None:
    program = "import sys, yurei.apps.arena; sys.exit(bool({'numba', 'numpy', 'ray', 'matplotlib'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def standing_of(player: Player, budget: Budget, games: int = 4, test: Sequential | None = None) -> Standing:
    """An arena of a strange player, who sits where ``uniform`` should, against ``simple``."""
    plan = schedule(games=games)
    standing = Standing(plan, test)
    for job in plan.jobs():
        seats: list[str | Player] = [player if one.name == "uniform" else one.who for one in (job.black, job.white)]
        standing.add(running.make_result_line(job, play_game(plan.settings, seats, [budget, budget], job.seed)))
    return standing


def test_a_player_that_raised_an_error_is_named_with_the_reason() -> None:
    standing = standing_of(strange.Raising(1), Budget(playouts=1))
    assert as_text(standing).splitlines()[-1] == (
        "uniform lost 4 games, the first is 0: it has raised ValueError: nothing comes to mind"
    )
    wrong = json.loads(as_json(standing).splitlines()[-2])["wrong"]
    assert [each["game"] for each in wrong] == [0, 1, 2, 3]
    assert {each["name"] for each in wrong} == {"uniform"}
    assert standing.tally()["uniform"] == (0, 0, 4)


def test_turns_that_were_too_long_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "MOST_MOVES", 1)
    said = as_text(standing_of(strange.Slow(1), Budget(seconds=0.01), 2))
    assert "uniform took too long in " in said
    assert said.endswith("s in the longest: its games are not on equal terms")
    assert "simple took too long" not in said


def test_an_undecided_pairing_is_reported_as_such() -> None:
    standing = standing_of(strange.always(PASS), Budget(playouts=1), test=Sequential.for_better(0.95))
    assert as_text(standing).splitlines()[-1] == "simple : uniform  not sure after 4 games"


def test_names_cannot_draw_on_the_page() -> None:
    shown = make_html_report(Standing(schedule("simple", "program:<script>alert(1)</script>")))
    assert "<script" not in shown
    assert "&lt;script&gt;" in shown


def test_an_arena_is_kept_reported_and_its_records_are_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def lacks(*_: object) -> None:
        raise ModuleNotFoundError(name="matplotlib")

    monkeypatch.setattr("yurei.apps.arena.results.save_rating_chart", lacks)
    place = str(tmp_path / "out")
    words = ["arena", "simple", "uniform", "--size", "3", "--games", "100", "--playouts", "1", "--jobs", "1"]
    sure = ["--at-least", "0.1", "--margin", "0.4", "--json", "--out", place]
    shown = yurei(*words, *sure)
    last = json.loads(shown.stdout.splitlines()[-1])
    assert (shown.exit_code, set(last)) == (0, {"players"})
    assert last["players"][0]["games"] < 100
    assert "scores above 0.1 against uniform" in shown.stdout
    assert "pip install '.[research]'" in shown.stderr
    assert yurei(*words, *sure, "--jobs", "2").stdout == shown.stdout  # nothing more is played
    assert "another arena: its seed is 1, not 2" in yurei(*words, *sure, "--seed", "2").stderr
    record = yurei("arena", "--out", place, "--record", "0").stdout
    assert yurei("replay", "-", typed=record).exit_code == 0
    assert "<svg" in (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
