"""A small board is solved, its moves are weighed, and a perfect game is played move by move to the promised end."""

import json
from pathlib import Path

import pytest

from tests.journeys.commands import run


def test_a_board_is_solved_and_played_out(tmp_path: Path) -> None:
    tables = str(tmp_path / "tables")
    solved = json.loads(run("solve", "alter-igo", "2x4", "--tables", tables, "--json"))
    assert (solved["value"], solved["distance"]) == ("black", 18)
    weighed = json.loads(run("analyse", "..../....", "--tables", tables, "--json"))
    assert (weighed["value"], weighed["distance"], weighed["best"]) == ("black", 18, ["B1", "B2", "C1", "C2"])
    assert weighed["moves"]["A1"] == {"value": "white", "distance": 17}
    said = run("analyse", "..../....", "--tables", tables)
    assert "18" in said


def test_a_perfect_game_ends_as_promised() -> None:
    """On 1x3 Black wins in 2 moves: in the middle, and White can only die."""
    first = json.loads(run("analyse", "...", "--json"))
    assert (first["value"], first["distance"], first["best"]) == ("black", 2, ["B1"])
    second = json.loads(run("analyse", ".B.", "--to-move", "white", "--json"))
    assert second["value"] == "black"
    moves = [first["best"][0], second["best"][0]]
    game = [
        {"op": "new", "settings": {"ruleset": "alter-igo", "width": 3, "height": 1}},
        *({"op": "try", "kind": "stone", "point": point} for point in moves),
    ]
    answers = run("referee", "--json-lines", given="".join(f"{json.dumps(line)}\n" for line in game)).splitlines()
    result = json.loads(answers[-1])["result"]
    assert (result["winner"], result["by"]) == ("black", "lone-suicide")


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("size", "value", "distance"), [("2x5", "black", 20), ("3x3", "black", 18), ("3x4", "draw", None)]
)
def test_larger_boards_have_the_published_values(tmp_path: Path, size: str, value: str, distance: int | None) -> None:
    solved = json.loads(run("solve", "alter-igo", size, "--tables", str(tmp_path), "--json"))
    assert (solved["value"], solved["distance"]) == (value, distance)
