"""The whole terminal in twin games: what White and the curtain show is the same, to the character and the colour.

Two people hand the terminal over. In the second game Black tries elsewhere, and White is told the same. Compared is what
stands on the terminal, and all that the widgets of every screen hold that is there.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from textual.dom import DOMNode
from textual.widgets import Input, Static

from tests.day_and_night import by_day_and_night
from tests.doors.terminal.filled import Filled, at_a_terminal, playing
from yurei.apps.terminal.fullscreen import GameApp
from yurei.apps.terminal.fullscreen.board import Board
from yurei.apps.terminal.fullscreen.screens.covers import Curtain
from yurei.apps.terminal.fullscreen.screens.seat import SeatScreen
from yurei.apps.terminal.fullscreen.widgets import Transcript
from yurei.errors import YureiError
from yurei.referee.canonical import told_to_bytes
from yurei.referee.seating import AUDIENCE
from yurei.referee.table import Table

LINES, TRIES, ENOUGH = 4, 8, 2
"""Boards of 4x4; so many tries; of which so many have to differ."""
Tried = tuple[str, str]
"""Whose try, and what."""


def owed(table: Table, seat: str, attempt: str) -> tuple[bytes, bytes] | None:
    """Try it, and give what White and the audience are told; None for what can be no try here."""
    try:
        answer = table.attempt(seat, attempt)
    except YureiError:
        return None
    white, everybody = (told_to_bytes(answer.told[name], table.settings) for name in ("white", AUDIENCE.name))
    return white, everybody


def twins(game: str, referee: str, chance: random.Random) -> tuple[Sequence[Tried], Sequence[Tried]]:
    """Two games in which White is told the same, and Black has tried other points."""
    for _ in range(200):
        one, other = (Table(game, referee=referee, size=LINES) for _ in range(2))
        points = list(one.settings.size.names(range(one.settings.size.points)))
        tries: list[tuple[Tried, Tried]] = []
        while len(tries) < TRIES and one.to_move is not None:
            seat, attempt = one.to_move, chance.choice(points)
            said = owed(one, seat, attempt)
            likely = chance.sample(points, len(points)) if seat == "black" else [attempt]
            found = next((each for each in likely if owed(other.copy(), seat, each) == said), None)
            if found is None:
                break
            owed(other, seat, found)
            tries.append(((seat, attempt), (seat, found)))
        if len(tries) == TRIES and sum(left != right for left, right in tries) >= ENOUGH:
            return [left for left, _ in tries], [right for _, right in tries]
    raise AssertionError("no twins were found")


def held(widget: DOMNode) -> str:
    """What a widget holds, shown or not."""
    if isinstance(widget, Static):
        return f"{widget.content} {widget.tooltip}"
    if isinstance(widget, Board):
        return repr(widget.picture)
    return (
        repr(list(widget.texts))
        if isinstance(widget, Transcript)
        else widget.value
        if isinstance(widget, Input)
        else ""
    )


def pages(tries: Sequence[Tried], game: str, referee: str) -> list[str]:
    """All that White, and everybody at the curtain, can see while these tries are made."""
    seen: list[str] = []

    def look(at: Filled) -> None:
        screen = at.app.screen
        if isinstance(screen, Curtain) or (isinstance(screen, SeatScreen) and screen.seat == "white"):
            widgets = [widget for each in at.app.screen_stack for widget in each.walk_children()]
            seen.append("\n".join([at.app.title, at.app.sub_title, at.drawing, *map(held, widgets)]))

    async def story(at: Filled) -> None:
        for _, attempt in tries:
            look(at)
            if isinstance(at.app.screen, Curtain):
                await at.type("")
                look(at)
            await at.type(attempt.lower())
        look(at)

    at_a_terminal(playing(game=game, referee=referee, size=LINES), story)
    return seen


GAMES = by_day_and_night(
    [("go", "common")],
    [
        *(("alter-igo", "fog"), ("no-seki-go", "hamburg")),
        *((game, referee) for game in ("go", "no-seki-go") for referee in ("kriegspiel", "olympiad", "counted")),
    ],
)


@pytest.mark.parametrize(("game", "referee"), GAMES)
def test_twins_look_alike_on_the_whole_terminal(game: str, referee: str) -> None:
    left, right = twins(game, referee, random.Random(7))
    assert left != right
    one, other = pages(left, game, referee), pages(right, game, referee)
    assert len(one) > TRIES / 2
    assert one == other


def _show_the_other_board(self: GameApp, seat: str) -> str:
    """A leak: what the other side knows stands below the board."""
    return self.sitting.table.view("black").board_text


def test_a_leak_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    left, right = twins("go", "common", random.Random(7))
    monkeypatch.setattr(GameApp, "_notice", _show_the_other_board)
    until = next(number for number, both in enumerate(zip(left, right, strict=True), 2) if both[0] != both[1])
    assert pages(left[:until], "go", "common") != pages(right[:until], "go", "common")


@pytest.mark.nightly
def test_a_screen_below_the_curtain_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    left, right = twins("go", "common", random.Random(7))
    monkeypatch.setattr(GameApp, "put", GameApp.push_screen)
    assert pages(left, "go", "common") != pages(right, "go", "common")
