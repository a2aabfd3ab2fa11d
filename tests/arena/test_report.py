"""How an arena is reported: who is ahead, who went wrong and how, what was not on equal terms, and why it is over."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.arena import strange
from tests.cli.test_cli import yurei
from yurei.apps.arena import Schedule, Sequential, Standing, play_game, playing, running
from yurei.apps.arena.contestants import all_of
from yurei.apps.arena.playing import Played
from yurei.apps.arena.results import as_json, as_text, page
from yurei.players import Budget, Player
from yurei.referee.settings import read_settings

SETTINGS = read_settings({"width": 3, "height": 3})


def standing_of(player: type[Player], budget: Budget, games: int = 4, test: Sequential | None = None) -> Standing:
    """An arena of a strange player, who sits where ``uniform`` should, against ``simple``."""
    schedule = Schedule(SETTINGS, None, all_of(["simple", "uniform"], budget), games, False, 1)
    standing = Standing(schedule, test)
    for job in schedule.jobs():
        seats: list[str | Player] = [player(1) if one.name == "uniform" else one.who for one in (job.black, job.white)]
        played: Played = play_game(SETTINGS, seats, [budget, budget], job.seed)
        standing.add(running.line(job, played))
    return standing


def test_a_player_that_raised_an_error_is_named_with_the_reason() -> None:
    standing = standing_of(strange.Raising, Budget(playouts=1))
    assert as_text(standing).splitlines()[-1] == (
        "uniform lost 4 games, the first is 0: it has raised ValueError: nothing comes to mind"
    )
    wrong = json.loads(as_json(standing).splitlines()[-2])["wrong"]
    assert [each["game"] for each in wrong] == [0, 1, 2, 3]
    assert {each["name"] for each in wrong} == {"uniform"}
    assert standing.tally()["uniform"] == (0, 0, 4)


def test_turns_that_were_too_long_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "MOST_MOVES", 1)
    said = as_text(standing_of(strange.Slow, Budget(seconds=0.01), 2))
    assert "uniform took too long in " in said
    assert said.endswith("s in the longest: its games are not on equal terms")
    assert "simple took too long" not in said


def test_draws_by_too_many_moves_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "MOST_MOVES", 0)
    standing = standing_of(strange.Passing, Budget(playouts=1))
    assert as_text(standing).splitlines()[-1] == "drawn because they had too many moves: 4"
    assert standing.scores()["simple"][1].value == 0.5


def test_an_undecided_pairing_is_reported_as_such() -> None:
    standing = standing_of(strange.Passing, Budget(playouts=1), test=Sequential.better(0.95))
    assert as_text(standing).splitlines()[-1] == "simple : uniform  not sure after 4 games"


def test_names_cannot_draw_on_the_page() -> None:
    contestants = all_of(["simple", "program:<script>alert(1)</script>"], Budget(playouts=1))
    shown = page(Standing(Schedule(SETTINGS, None, contestants, 2, False, 1)))
    assert "<script" not in shown
    assert "&lt;script&gt;" in shown


def last(said: str) -> Any:
    return json.loads(said.splitlines()[-1])


def test_an_arena_is_kept_reported_and_its_records_are_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def lacks(*_: object) -> None:
        raise ModuleNotFoundError(name="matplotlib")

    monkeypatch.setattr("yurei.apps.arena.results.picture", lacks)
    place = str(tmp_path / "out")
    words = ["arena", "simple", "uniform", "--size", "3", "--games", "100", "--playouts", "1", "--jobs", "1"]
    sure = ["--at-least", "0.1", "--margin", "0.4", "--json", "--out", place]
    shown = yurei(*words, *sure)
    assert (shown.exit_code, set(last(shown.stdout))) == (0, {"players"})
    assert last(shown.stdout)["players"][0]["games"] < 100
    assert "scores above 0.1 against uniform" in shown.stdout
    assert "pip install '.[research]'" in shown.stderr
    assert yurei(*words, *sure, "--jobs", "2").stdout == shown.stdout  # nothing more is played
    assert "another arena: its seed is 1, not 2" in yurei(*words, *sure, "--seed", "2").stderr
    record = yurei("arena", "--out", place, "--record", "0").stdout
    assert yurei("replay", "-", typed=record).exit_code == 0
    assert "<svg" in (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
