"""A refereed game at one terminal: people hand it over behind a curtain, players sit on the other seats.

A person is shown their own view and the announcements, nothing more.
"""

from collections.abc import Mapping
from functools import partial

from yurei.apps.terminal import words
from yurei.apps.terminal.drawing import draw
from yurei.apps.terminal.screen import Screen, quit
from yurei.apps.terminal.sitting import Book, Sitting
from yurei.languages import ENGLISH, N_
from yurei.players import Player
from yurei.referee.table import Table
from yurei.rules.state import Try, read_try


class Game:
    """A game from its first try to the reveal.

    Args:
        table: The referee's table.
        screen: Input and output.
        book: Keeps the record.
        players: By seat, the players of seats without a person.
        language: The language of the announcements.
    """

    def __init__(
        self, table: Table, screen: Screen, book: Book, players: Mapping[str, Player], language: str = ENGLISH
    ) -> None:
        self._sitting, self._table, self._screen = Sitting(table, book, players), table, screen
        self._players, self._voice, self._language = players, words.Voice(language), language
        self._settings, self._hides = table.settings, self._sitting.hides
        self._looking: str | None = None
        self._said: list[str] = []
        self._told = dict.fromkeys(self._sitting.people, 0)

    def play(self) -> None:
        """Play until the game is over, and reveal it.

        Raises:
            Left: if the input ends, or a player quits, before.
        """
        self._say(words.opening(self._settings, self._language))
        if self._sitting.people:
            middle = words.middle(self._settings.size)
            self._say(self._voice.say(N_("Type a point such as {point}; help lists all commands."), point=middle))
        try:
            while (seat := self._table.to_move) is not None:
                self._ask_player(seat) if seat in self._players else self._ask_person(seat)
        finally:
            if self._hides:
                self._screen.uncover()
        self._reveal()

    def _ask_player(self, seat: str) -> None:
        attempt, wrong = self._sitting.choose(seat)
        if wrong:
            self._screen.show(self._voice.say(words.WENT_WRONG, seat=self._voice.name(seat), wrong=wrong))
        self._attempt(seat, attempt)

    def _ask_person(self, seat: str) -> None:
        if self._hides and seat != self._looking:
            self._hand_over(seat)
        self._looking = seat
        self._show_board(seat)
        while self._table.to_move == seat:
            prompt = f"{self._voice.name(seat)}> "
            self._screen.ask_command(prompt, partial(self._obey, seat), self._voice)

    def _obey(self, seat: str, line: str) -> None:
        line = line.lower()
        commands = {
            "": lambda: None,
            "board": lambda: self._show_board(seat),
            "help": lambda: self._screen.show(words.help_text(self._settings.ruleset, language=self._language)),
            "draw": lambda: self._draw(seat),
            "quit": quit,
        }
        if line in commands:
            commands[line]()
        else:
            self._attempt(seat, read_try(line, self._settings.size))

    def _attempt(self, seat: str, attempt: Try) -> None:
        answer = self._sitting.attempt(seat, attempt)
        if not self._hides:
            told = answer.told[self._sitting.listener(seat)]
            self._screen.show(words.heard(told, self._settings, self._language))
        elif self._table.to_move == seat:
            self._screen.show(answer.said(self._language))
        else:
            self._said.append(answer.said(self._language))

    def _draw(self, seat: str) -> None:
        if not self._sitting.draw(seat):
            self._screen.show(self._voice.say(words.OFFERED))
            self._say(self._voice.say(words.OFFERS, seat=self._voice.name(seat)))

    def _say(self, text: str) -> None:
        """Announce a text to all: at once, or on the curtain."""
        self._said.append(text) if self._hides else self._screen.show(text)

    def _hand_over(self, seat: str) -> None:
        self._screen.curtain()
        for text in self._said:
            self._screen.show(text)
        self._said.clear()
        handed = self._voice.say(N_("Hand over to {seat}; {seat} presses Enter."), seat=self._voice.name(seat))
        if self._screen.ask(f"{handed} ").lower() == "quit":
            quit()
        self._screen.curtain()
        heard = self._table.view(seat).heard
        for told in heard[self._told[seat] :]:
            self._screen.show(words.heard(told, self._settings, self._language))
        self._told[seat] = len(heard)

    def _show_board(self, seat: str) -> None:
        view = self._table.view(seat)
        own = [told.attempt for told in view.heard if told.seat == seat and told.attempt is not None]
        mark = own[-1].point if own else None
        self._screen.show(draw(view.board, self._settings.size, self._screen.signs, mark, view.fog))

    def _reveal(self) -> None:
        for text in self._said:
            self._screen.show(text)
        show_reveal(self._table, self._screen, self._language)


def show_reveal(table: Table, screen: Screen, language: str) -> None:
    """Show the reveal after the end: the reference board, the result, every try."""
    reveal, size = table.reveal(), table.settings.size
    say = words.Voice(language).say
    screen.show(f"\n{say(N_('The board:'))}\n{draw(reveal.board, size, screen.signs)}")
    screen.show(words.ending(reveal.result, language, table.settings.ruleset))
    screen.show(f"\n{say(N_('Every try:'))}")
    for count, tried in enumerate(reveal.tries, start=1):
        screen.show(f"{count:4}  {words.tried_text(tried, size, language)}")
