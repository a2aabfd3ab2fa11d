"""A full-screen game: people hand it over behind a curtain, players think in threads, and the end reveals it."""

from __future__ import annotations

import asyncio

from yurei.apps.terminal.fullscreen import words
from yurei.apps.terminal.fullscreen.app import Fullscreen
from yurei.apps.terminal.fullscreen.aside import aside
from yurei.apps.terminal.fullscreen.screens.board_screen import BoardScreen
from yurei.apps.terminal.fullscreen.screens.covers import CALM, Curtain, Help
from yurei.apps.terminal.fullscreen.screens.record import RecordScreen
from yurei.apps.terminal.fullscreen.screens.seat import SeatScreen
from yurei.apps.terminal.retold import Retold
from yurei.apps.terminal.sitting import Sitting
from yurei.apps.terminal.words import OFFERED, OFFERS, WENT_WRONG, Voice, help_text, opening
from yurei.errors import YureiError
from yurei.referee.seating import AUDIENCE
from yurei.rules.state import Try, read_try

PACE = 0.8
"""Least seconds of a try when programs are watched."""


class GameApp(Fullscreen):
    """A game from its first try to the reveal.

    No screen is given the table: each is made of one seat's view, and of announcements.

    Args:
        sitting: The table and its players.
        voice: Speaks the language of the game.
        pace: Least seconds of a try when programs are watched.
        calm: Seconds for which a curtain ignores keys.
    """

    def __init__(self, sitting: Sitting, voice: Voice, pace: float = PACE, calm: float = CALM) -> None:
        super().__init__()
        self.sitting, self.voice, self._pace, self._calm = sitting, voice, pace, calm
        self._looking: SeatScreen | None = None
        self._said: list[str] = [opening(sitting.settings, voice.language)]
        self.unfinished = True

    async def on_mount(self) -> None:
        """Begin the game."""
        await self._go_on()

    async def _go_on(self) -> None:
        """Show the present screen, and ask the player to move."""
        seat = self.sitting.table.to_move
        if seat is None:
            await self._reveal()
        elif seat in self.sitting.players:
            await self._wait_for(seat)
            self.run_worker(self._think(seat))
        elif self.sitting.hides and (self._looking is None or self._looking.seat != seat):
            await self._draw_curtain(self._words(words.HAND_OVER, seat))
        else:
            await self._show(seat)

    async def _wait_for(self, seat: str) -> None:
        if self.sitting.hides:
            await self._draw_curtain(self._words(words.THINKING, seat), lifts=False)
        else:
            await self._show(self.sitting.listener(seat))

    async def _think(self, seat: str) -> None:
        thinks = aside(lambda: self.sitting.choose(seat))
        if self.sitting.people:
            attempt, wrong = await thinks
        else:
            (attempt, wrong), _ = await asyncio.gather(thinks, asyncio.sleep(self._pace))
        if wrong:
            said = self.voice.say(WENT_WRONG, seat=self.voice.name(seat), wrong=wrong)
            self.notify(said, severity="error", markup=False)
        await self._attempt(seat, attempt)

    async def _show(self, seat: str) -> None:
        view, notice = self.sitting.table.view(seat), self._notice(seat)
        if self._looking is None or self._looking.seat != seat:
            self._looking = SeatScreen(view, self.voice, notice, asked=seat != AUDIENCE.name)
            await self.put(self._looking)
        else:
            self._looking.update_view(view)

    async def _draw_curtain(self, wait: str, *, lifts: bool = True) -> None:
        self._looking = None
        await self.put(Curtain(self._said, wait, self.voice, lifts=lifts, calm=self._calm))

    async def on_curtain_lifted(self) -> None:
        """Show the board of the player to move."""
        self._said.clear()
        seat = self.sitting.table.to_move
        assert seat is not None
        await self._show(seat)

    def _notice(self, seat: str) -> str:
        """Return the notice to a seat that a draw is offered to it."""
        offered = self.sitting.offered
        if offered in (None, self.sitting.colour(seat)):
            return ""
        return self._words(OFFERS, offered.word)

    async def on_seat_screen_typed(self, event: SeatScreen.Typed) -> None:
        """Run the command that a player has typed."""
        to_move = self.sitting.table.to_move
        if event.line == "help":
            self.push_screen(Help(self._help()))
        elif event.line == "quit":
            self.action_leave()
        elif to_move is not None and to_move != event.seat:
            self._tell(self._words(words.THINKING, to_move))
        elif to_move is not None and event.line != "board":
            try:
                await self._obey(to_move, event.line)
            except YureiError as error:
                self._tell(error.words.said(self.voice.say))

    async def _obey(self, seat: str, line: str) -> None:
        if line != "draw":
            await self._attempt(seat, read_try(line, self.sitting.settings.size))
        elif self.sitting.draw(seat):
            await self._go_on()
        else:
            self._tell(self.voice.say(OFFERED))
            self._said.append(self._words(OFFERS, seat))

    async def _attempt(self, seat: str, attempt: Try) -> None:
        answer = self.sitting.attempt(seat, attempt)
        if self.sitting.hides and self.sitting.table.to_move != seat:
            self._said.append(answer.said(self.voice.language))
        await self._go_on()

    async def _reveal(self) -> None:
        self.unfinished, self._looking = False, None
        retold = Retold(self.sitting.book.record)
        await self.put(RecordScreen(retold, self.voice, at=len(retold.tries)))

    def _tell(self, text: str) -> None:
        if self._looking is not None:
            self._looking.tell(text)

    def _words(self, text: str, seat: str) -> str:
        return self.voice.say(text, seat=self.voice.name(seat))

    def _help(self) -> str:
        settings, language = self.sitting.settings, self.voice.language
        keys = self.voice.say(words.KEYS)
        return "\n\n".join([opening(settings, language), help_text(settings.ruleset, language=language), keys])


class ScreenApp(Fullscreen):
    """One screen until the user leaves: a record, or a problem.

    Args:
        screen: The screen.
    """

    def __init__(self, screen: BoardScreen) -> None:
        super().__init__()
        self._only = screen

    async def on_mount(self) -> None:
        """Show the screen."""
        await self.put(self._only)
