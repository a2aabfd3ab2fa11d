"""Programs of the server's at a table: what they agree to, what they dispute, and what becomes of one that goes wrong."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest

from tests.doors.web.wire import House, Visitor
from yurei import players
from yurei.players import Player
from yurei.referee.view import View
from yurei.rules.state import PASS, Try, stone

APART = ["C1", "C2", "C3", "C4", "C5"]
"""Black's wall on 5x5; the program's stands beside it."""


class Scripted(Player):
    """Plays what it was told to, then passes."""

    slug = "scripted"
    summary = "Plays what it was told to."
    tries: tuple[Any, ...] = ()

    def __init__(self, seed: int | None = None) -> None:
        super().__init__(seed)
        self._left = list(type(self).tries)

    def choose(self, view: View) -> Try:
        if not self._left:
            return PASS
        wanted = self._left.pop(0)
        if isinstance(wanted, Exception):
            raise wanted
        return wanted if isinstance(wanted, Try) else stone(view.settings.size.point(wanted))


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    monkeypatch.setattr(players, "ALL", [*players.ALL, Scripted])
    with House() as house:
        yield house


def against(house: House, *tries: Any, **wish: str) -> tuple[Visitor, str]:
    """Somebody who plays Black on 5x5 against a program that tries this; and the address of his chair."""
    Scripted.tries = tries
    visitor = Visitor(house)
    wish = {"opponent": "yurei", "program": "scripted", "colour": "black", "width": "5", **wish}
    return visitor, visitor.post("/games", wish).location


def board(house: House, visitor: Visitor, table: str) -> dict[str, Any]:
    """What the person's chair knows, as a program would be told."""
    token = [("authorization", f"Bearer {visitor.cookies['yurei-person']}")]
    answer = Visitor(house).ask("GET", f"/api{table.replace('/g/', '/games/')}", token)
    return dict(json.loads(answer.body))


@pytest.mark.parametrize(
    "wrong",
    [RuntimeError("C3 is hidden"), stone(99), stone(-1), Try("jump"), "nothing at all"],  # type: ignore[arg-type]
    ids=["raises", "off the board", "before the board", "no try", "no point"],
)
def test_a_program_that_goes_wrong_resigns_and_the_person_s_move_stays(
    house: House, wrong: Any, caplog: pytest.LogCaptureFixture
) -> None:
    visitor, table = against(house, wrong)
    with caplog.at_level(logging.WARNING, "yurei.club.programs"):
        assert visitor.send(table, {"do": "stone", "at": "C3"}).status == 200
    seen = board(house, visitor, table)
    assert seen["board"].split("/")[2] == "..B.."
    assert (seen["ended"]["winner"], seen["ended"]["by"]) == ("black", "resignation")
    (line,) = caplog.messages
    assert line.startswith("the program scripted resigns: it has ")
    assert "C3" not in line


def test_a_program_that_tries_a_refused_point_again_resigns(house: House) -> None:
    visitor, table = against(house, "C3", "C3", "C3")
    visitor.send(table, {"do": "stone", "at": "C3"})
    seen = board(house, visitor, table)
    assert [heard["verdict"] for heard in seen["heard"]] == ["moved", "illegal", "resigned"]


def test_a_program_may_try_a_point_that_was_refused_a_turn_ago(house: House) -> None:
    visitor, table = against(house, "C3", "D4", "C3", "E5")
    visitor.send(table, {"do": "stone", "at": "C3"})
    visitor.send(table, {"do": "stone", "at": "A1"})
    seen = board(house, visitor, table)
    assert [heard["verdict"] for heard in seen["heard"]] == ["moved", "illegal", "moved", "moved", "illegal", "moved"]


def divided(house: House, *extra: str) -> tuple[Visitor, str]:
    """A game on 5x5 that two passes have ended: Black has the left side, the program the right."""
    visitor, table = against(house, "D1", "D2", "D3", "D4", "D5", *extra)
    for point in APART:
        visitor.send(table, {"do": "stone", "at": point})
    for number, _ in enumerate(extra):
        visitor.send(table, {"do": "stone", "at": f"B{2 * number + 2}"})
    visitor.send(table, {"do": "pass"})
    assert board(house, visitor, table)["ended"]["counting"]
    return visitor, table


def test_a_program_disputes_a_count_that_gives_its_living_stones_away(house: House) -> None:
    visitor, table = divided(house)
    visitor.send(table, {"do": "dead", "at": "D1"})
    dead = " ".join(board(house, visitor, table)["ended"]["dead"])
    assert dead == "D1 D2 D3 D4 D5"
    answer = visitor.send(table, {"do": "settle", "at": dead})
    assert "play" in answer.text
    ended = board(house, visitor, table)["ended"]
    assert (ended["agreed"], ended["counting"]) == ([], True)
    # It is played out, and who has asked for it gives the first move away: the person moves, passes, and nothing is dead.
    visitor.send(table, {"do": "pass"})
    ended = board(house, visitor, table)["ended"]
    assert (ended["dead"], ended["counting"]) == ([], False)


def test_a_program_gives_up_what_is_dead(house: House) -> None:
    visitor, table = divided(house, "A1")
    visitor.send(table, {"do": "dead", "at": "A1"})
    visitor.send(table, {"do": "settle", "at": "A1"})
    ended = board(house, visitor, table)["ended"]
    assert (ended["dead"], ended["counting"]) == (["A1"], False)


def test_a_program_agrees_to_a_count_without_dead_stones(house: House) -> None:
    visitor, table = divided(house)
    visitor.send(table, {"do": "settle"})
    assert not board(house, visitor, table)["ended"]["counting"]


def test_nobody_opens_the_table_of_a_game_against_a_program(house: House) -> None:
    visitor, table = against(house, "D4")
    assert "Open the table" not in visitor.get(table).text
    refused = visitor.send(table, {"do": "open"})
    assert (refused.status, refused.text) == (
        422,
        "a program plays here, and does not agree to open the table before the end",
    )


# One key, one chair.


@pytest.mark.parametrize(("own", "other"), [("black", "referee"), ("black", "white"), ("referee", "black")])
def test_one_key_sits_on_one_chair(house: House, own: str, other: str) -> None:
    maker = Visitor(house)
    first = maker.post("/games", {"colour": own, "width": "5"}).location
    game = first.split("/")[2]
    found = [link for link in maker.get(f"/g/{game}/links").text.split('"') if "/join/" in link]
    links = {link.split("/")[-2]: link for link in found}
    before = maker.get(first).text
    refused = maker.get(links[other].split("example", 1)[-1])
    assert refused.status == 403
    assert "this browser sits on another chair of this game" in refused.text
    assert maker.get(f"/g/{game}/{other}").status == 403
    assert maker.get(first).text == before
    # Somebody else may sit there.
    assert Visitor(house).get(links[other].split("example", 1)[-1]).status == 303


def test_all_are_told_of_the_referee_in_the_json_too(house: House) -> None:
    maker = Visitor(house)
    table = maker.post("/games", {"colour": "black", "width": "5"}).location
    game = table.split("/")[2]
    assert board(house, maker, table)["referee"] is False
    link = next(link for link in maker.get(f"/g/{game}/links").text.split('"') if "/join/referee/" in link)
    assert Visitor(house).get(link.split("example", 1)[-1]).status == 303
    assert board(house, maker, table)["referee"] is True
    assert "somebody watches the whole board" in maker.get(table).text
