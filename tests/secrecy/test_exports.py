"""What a side takes home holds what it was told: for two games that a seat cannot tell apart its exports are the same."""

from typing import Any

import pytest

from tests.day_and_night import by_day_and_night
from tests.secrecy.entitled import Referee
from tests.secrecy.twins import Leak, Walk, World
from yurei.records import sgf
from yurei.referee.announce import Attempt
from yurei.referee.plain import view_to_bytes
from yurei.referee.view import View

REFEREES = (Referee("common"), Referee("hamburg"), Referee("fog"))


class Exports(Walk):
    """A walk on which every observer takes home what he knew, after every try."""

    def _bytes(self, world: World, name: str, answer: Attempt | None = None) -> tuple[bytes, ...]:
        view = world.table.view(name)
        return sgf.side(view).encode(), view_to_bytes(view)


def walk(game: str, width: int, height: int, seating: str = "duel", **options: Any) -> Exports:
    return Exports({"width": width, "height": height, "ruleset": game, **options}, seating, REFEREES)


@pytest.mark.by_day
@pytest.mark.parametrize(
    ("game", "width", "height", "board", "seating", "depth"),
    by_day_and_night(
        [
            ("go", 3, 1, "...", "duel", 3),
            ("alter-igo", 2, 2, "W./..", "duel", 3),
            ("no-seki-go", 2, 1, "..", "duel", 3),
            ("go", 3, 1, "B.W", "rengo", 3),
        ],
        [
            ("go", 3, 1, "...", "duel", 5),
            ("alter-igo", 2, 2, "../..", "duel", 5),
            ("no-seki-go", 3, 1, "...", "duel", 4),
            ("go", 3, 1, "...", "rengo-shared", 4),
        ],
    ),
)
def test_two_games_that_a_seat_cannot_tell_apart_are_exported_alike(
    game: str, width: int, height: int, board: str, seating: str, depth: int
) -> None:
    tree = walk(game, width, height, seating)
    tree.from_board(board, depth)
    assert tree.games > 80


def test_a_side_that_would_show_more_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = sgf.side
    sizes: list[int] = []

    def counts(view: View, details: sgf.Details | None = None) -> str:
        """Tells how many exports were made before: what no seat is owed."""
        sizes.append(1)
        return honest(view, details) + f"{len(sizes)}"

    monkeypatch.setattr(sgf, "side", counts)
    with pytest.raises(Leak):
        walk("go", 3, 1).from_board("...", 2)
