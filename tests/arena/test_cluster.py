"""Games on the machines of a Ray cluster; here it is a little one of this machine's own."""

import json
import socket
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_cli import yurei
from yurei.apps.arena import Schedule, run, running
from yurei.apps.arena.contestants import all_of
from yurei.apps.arena.crew import LOCAL, Cluster, _check_reachable
from yurei.errors import BadValue
from yurei.players import Budget
from yurei.referee.settings import read_settings


def test_without_ray_one_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def lacks(address: str, workers: int | None) -> None:
        raise ModuleNotFoundError(name="ray")

    monkeypatch.setattr("yurei.apps.arena.crew.Cluster.__init__", lambda self, *given: lacks(*given))
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
    settings = read_settings({"width": 5, "height": 5})
    plan = Schedule(settings, None, all_of(["simple", "uniform"], Budget(playouts=1)), 60, False, 1)
    crew = Cluster(LOCAL, 2)
    lost: list[Any] = []

    def lose(standing: Any) -> None:
        if standing.games == 10 and not lost:
            playing = [actor for _, actor in crew._open.values()]
            lost.append(playing[0])
            threading.Thread(target=crew._ray.kill, args=(playing[0],)).start()
            time.sleep(0.1)

    try:
        standing = run(plan, crew, place=tmp_path, follow=lose)
    finally:
        crew.close()
    assert lost
    assert standing.games == 60
    games = [json.loads(line)["game"] for line in (tmp_path / running.RESULTS).read_text().splitlines()]
    assert sorted(games) == list(range(60))
