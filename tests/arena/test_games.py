"""A game of the arena: told, asked, timed; and the games of a cluster."""

import json
import socket
import sys
import threading
import time
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from tests.arena import strange
from tests.arena.test_schedule import schedule
from tests.cli.test_cli import yurei
from yurei import players, records
from yurei.apps.arena import play_game, playing, run, running
from yurei.apps.arena.contestants import WITNESSES, Witnessed
from yurei.apps.arena.crew import LOCAL, Cluster, _check_reachable
from yurei.apps.arena.playing import FinishedGame, PlayerFault
from yurei.errors import BadValue, Unknown
from yurei.players import Budget, Player
from yurei.records import replay
from yurei.referee.settings import read_settings
from yurei.referee.table import Table
from yurei.referee.view import View
from yurei.rules.board import BLACK, WHITE, Colour
from yurei.rules.judge import Verdict
from yurei.rules.state import PASS, EndedBy, Kind, Try, stone

LITTLE = (Budget(playouts=1), Budget(playouts=1))


def game(black: str | Player, white: str | Player, size: int = 5, **given: Any) -> FinishedGame:
    settings = read_settings({"width": size, "height": size, **given})
    return play_game(settings, [black, white], LITTLE, seed=7)


def test_a_game_is_played_to_its_end_and_its_record_says_how() -> None:
    played = game("simple", "uniform")
    assert (played.trouble, played.result.by) == (None, EndedBy.SCORE)
    assert len(played.seconds) == len(played.record.entries)
    again = Table.of(played.record.settings)
    assert all(answer for _, answer in replay(records.read(records.write(played.record)), again))
    assert again.result == played.result


def test_the_same_seed_plays_the_same_game_and_another_one_another() -> None:
    settings = read_settings({"width": 5, "height": 5})
    played = [play_game(settings, ["simple", "uniform"], LITTLE, seed) for seed in (1, 1, 2)]
    tries = [[getattr(entry, "attempt", None) for entry in each.record.entries] for each in played]
    assert tries[0] == tries[1] != tries[2]


def test_a_played_game_is_read_back_from_plain_values() -> None:
    played = game("uniform", strange.Raising(1))
    again = FinishedGame.read(json.loads(json.dumps(played.plain())))
    for name in ("record", "result", "trouble", "moves"):
        assert getattr(again, name) == getattr(played, name)


@pytest.mark.parametrize(
    ("player", "reason"),
    [
        (strange.Raising(1), "has raised ValueError: nothing comes to mind"),
        (strange.Deaf(1), "has raised RuntimeError: what was that"),
        (strange.always(stone(25)), "has tried a point off the board"),
        (strange.always("A1"), "has answered what is no try"),
        (strange.always(Try(Kind.PASS, 3)), "has answered what is no try"),
        (strange.always(stone(0)), "has tried A1 once more, which was refused in this turn"),
    ],
    ids=["raises", "raises while it hears", "off the board", "no try", "half a try", "stubborn"],
)
def test_a_player_that_goes_wrong_has_lost(player: Player, reason: str) -> None:
    played = game("simple", player)
    assert played.trouble == PlayerFault("white", reason)
    assert (played.result.winner, played.result.by) == (BLACK, EndedBy.RESIGNATION)
    assert records.read(records.write(played.record)) == played.record
    assert game(player, "simple").result.winner is WHITE


def test_a_game_with_too_many_moves_is_a_draw_and_marked_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "MOST_MOVES", 1)
    played = game("uniform", "uniform", size=4)
    assert played.endless
    assert (played.result.winner, played.result.by, played.moves) == (None, EndedBy.ABANDONED, 16)
    assert records.read(records.write(played.record)) == played.record


def test_four_seats_have_players_of_their_own() -> None:
    played = game("simple", "simple", seating="rengo")
    assert {entry.seat for entry in played.record.entries} == {"black-1", "white-1", "black-2", "white-2"}
    with pytest.raises(BadValue, match="its player is given by name"):
        game(strange.always(PASS), "uniform", seating="rengo")


class Watching(Witnessed):
    slug = "watching"
    summary = "Passes."
    seen: list[Verdict]

    def begin(self, opening: View) -> None:
        super().begin(opening)
        self.seen = []

    def witness(self, verdict: Verdict) -> None:
        super().witness(verdict)
        self.seen.append(verdict)
        assert len(self.view.heard) == len(self.seen) - 1  # it sees the truth before it is told

    def decide(self, budget: Budget) -> Try:
        return PASS


@pytest.mark.parametrize("failed_try", ["retry", "lose-turn"])
def test_a_witness_sees_the_truth_and_whose_turn_it_is(failed_try: str) -> None:
    witness = Watching(1)
    played = game(witness, "simple", failed_try=failed_try)
    assert played.trouble is None
    assert [verdict.attempt for verdict in witness.seen] == [entry.attempt for entry in played.record.entries]  # type: ignore[union-attr]
    assert witness.truth.result == played.result


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("cheating-everybody", "no player 'cheating-everybody'"),
        ("cheating-belief", r"cheating-belief is in yurei-research; in a clone of yurei: pip install \./research"),
    ],
)
def test_a_witness_of_no_installed_package_is_refused(monkeypatch: pytest.MonkeyPatch, name: str, why: str) -> None:
    monkeypatch.setattr(players, "entry_points", lambda group: [])
    with pytest.raises(Unknown, match=why):
        game(name, "simple")


def test_a_witness_plays_in_the_arena_only(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = EntryPoint("cheating-watching", f"{__name__}:Watching", WITNESSES)
    monkeypatch.setattr(players, "entry_points", lambda group: [entry] if group == WITNESSES else [])
    assert game("cheating-watching", "simple").trouble is None
    assert "cheating-watching" not in players.slugs()
    with pytest.raises(Unknown, match="no player 'cheating-watching'"):
        players.get("cheating-watching")


def hung(played: FinishedGame, seat: str, after: int | None = None) -> FinishedGame:
    """What becomes of a game in which a player hangs after so many tries."""
    heard = list(zip(played.record.entries[:after], played.seconds, strict=False))
    begun = records.begin(played.record.settings)
    return playing.game_of_killed_player(begun, heard, PlayerFault(seat, "hangs", True), playing.utc_now())


@pytest.mark.parametrize(("seat", "winner"), [("white", BLACK), ("black", WHITE)], ids=["to move", "not to move"])
def test_a_program_that_hangs_loses_on_time_unless_the_game_has_ended(seat: str, winner: Colour) -> None:
    played = game("simple", "uniform")
    lost = hung(played, seat, 1)  # White is to move
    assert (lost.result.winner, lost.result.by) == (winner, EndedBy.TIME)
    assert lost.trouble == PlayerFault(seat, "hangs", True)
    assert len(lost.record.entries) == len(lost.seconds) == 2
    assert records.read(records.write(lost.record)) == lost.record
    over = hung(played, seat)
    assert (over.result, over.trouble, over.moves) == (played.result, None, played.moves)


def test_without_ray_one_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    shown = yurei("arena", "simple", "uniform", "--ray", "local")
    assert shown.stderr == "yurei: this needs ray, which is not installed: pip install '.[research]'\n"
    assert shown.exit_code == 2


def test_a_cluster_that_is_not_there_is_told_at_once() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"ray://127.0.0.1:{free.getsockname()[1]}"
        with pytest.raises(BadValue, match=f"there is no Ray cluster at {address}: .*; try --ray local"):
            _check_reachable(address)
    _check_reachable("auto")


@pytest.mark.nightly
@pytest.mark.filterwarnings("ignore::ResourceWarning")  # Ray's own files
def test_two_workers_of_a_cluster_play_every_game_once_though_one_is_lost(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    crew = Cluster(LOCAL, 2)
    lost: list[Any] = []

    def lose(standing: Any) -> None:
        if standing.games == 10 and not lost:
            lost.append(next(actor for _, actor in crew._open.values()))
            threading.Thread(target=crew._ray.kill, args=lost).start()
            time.sleep(0.1)

    try:
        standing = run(schedule("simple", "uniform", games=60), crew, place=tmp_path, follow=lose)
    finally:
        crew.close()
    assert lost
    assert standing.games == 60
    games = [json.loads(line)["game"] for line in (tmp_path / running.RESULTS).read_text().splitlines()]
    assert sorted(games) == list(range(60))
