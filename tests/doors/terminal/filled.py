"""A terminal that is filled, without a terminal: keys are pressed, points clicked, and what stands on it is read as text."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from textual.pilot import Pilot

from tests.doors.web.wire import run_apart
from yurei.apps.terminal import Book, Sitting
from yurei.apps.terminal.fullscreen import Fullscreen, GameApp, Voice
from yurei.apps.terminal.fullscreen.board import Board
from yurei.apps.terminal.fullscreen.painting import place
from yurei.apps.terminal.fullscreen.widgets import Transcript
from yurei.records import Record, read
from yurei.referee.table import Table

SMALLEST = 80, 24
"""Columns and rows of the terminal that everything has to fit on."""


class Filled:
    """Somebody at a terminal.

    Args:
        app: What fills it.
        pilot: Presses its keys.
    """

    def __init__(self, app: Fullscreen, pilot: Pilot[None]) -> None:
        self.app, self.pilot = app, pilot

    async def type(self, *lines: str) -> None:
        """Type lines, each with Enter at its end; an empty one is Enter alone."""
        for line in lines:
            await self.press(*("space" if letter == " " else letter for letter in line), "enter")

    async def press(self, *keys: str) -> None:
        """Press keys."""
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def click(self, point: str) -> None:
        """Click a point of the board."""
        board = self.app.screen.query_one(Board)
        size = board.picture.size
        await self.pilot.click(Board, offset=place(size.point(point), size, board.scale))
        await self.pilot.pause()

    async def until(self, done: Callable[[], bool]) -> None:
        """Wait until something is so."""
        for _ in range(400):
            if done():
                return
            await self.pilot.pause(0.01)
        raise AssertionError(f"it has not come:\n{self.shown}")

    @property
    def rows(self) -> list[str]:
        """What stands on the terminal, row by row."""
        return [strip.text for strip in self.app.screen._compositor.render_strips()]

    @property
    def shown(self) -> str:
        """What stands on the terminal."""
        return "\n".join(row.rstrip() for row in self.rows)

    @property
    def drawing(self) -> str:
        """What stands on the terminal, with its colours."""
        strips = self.app.screen._compositor.render_strips()
        return "\n".join("".join(f"{piece.style}{piece.text}" for piece in strip) for strip in strips)

    @property
    def heard(self) -> list[str]:
        """What the transcript holds."""
        return list(self.app.screen.query_one(Transcript).texts)


Story = Callable[[Filled], Awaitable[None]]


def at_a_terminal(app: Fullscreen, story: Story, size: tuple[int, int] = SMALLEST) -> None:
    """Let somebody sit at a terminal that is filled; what goes wrong there goes wrong here."""

    async def sit() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await story(Filled(app, pilot))

    run_apart(sit())


class Shelf:
    """Where a record is kept."""

    record: Record
    text = ""

    def keep(self, text: str) -> None:
        self.text = text


def tries(shelf: Shelf) -> list[str]:
    """What was tried, as the record has it."""
    record = read(shelf.text.encode())
    return [entry.attempt.text(record.settings.size) for entry in record.entries if hasattr(entry, "attempt")]


def playing(
    others: Mapping[str, Any] | None = None,
    language: str = "en",
    shelf: Shelf | None = None,
    calm: float = 0,
    **settings: Any,
) -> GameApp:
    """A game on the whole screen; on 3x3 where nothing else is said."""
    table = Table(**{"size": 3, **settings})
    keep = (shelf or Shelf()).keep
    book = Book(table.settings, None, lambda: datetime(2026, 5, 1, 18, tzinfo=UTC), keep)
    return GameApp(Sitting(table, book, others or {}), Voice(language), pace=0, calm=calm)
