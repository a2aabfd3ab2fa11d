"""The referee's voice: his newest sentence, whose turn it is, and all that he has said so far."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain

from htpy import Element, a, h2, i, li, ol, p, section, span
from markupsafe import Markup

from yurei.apps.web.parts.context import Page, seat_word, try_word
from yurei.apps.web.parts.counters import Counts
from yurei.apps.web.parts.open_table import openness
from yurei.apps.web.parts.pieces import HERE, INSIDE, Parts, around, html, markup, parts, piece, placed_around
from yurei.apps.web.parts.seal import seal_mark
from yurei.apps.web.parts.third_board import referee_sits
from yurei.languages import N_, translation
from yurei.referee.announce import speak
from yurei.referee.seating import AUDIENCE
from yurei.referee.settings import Settings
from yurei.referee.told import Outcome, Told
from yurei.referee.view import View


def voice(page: Page, view: View, seat: str | None) -> Parts:
    """The referee's newest sentence, and whose turn it is."""
    told = view.heard[-1] if view.heard else None
    said = sentence(page, told) if told else page.say(N_("The referee is ready."))
    number, kinds = len(view.heard), outcomes(view.heard)
    newest = html(str(around(_said(said, outcome(told) if told else None), str(number))))
    turn = _turn(_whose_turn(page, view, seat), view.to_move == seat)
    told_last = f' data-outcomes="{kinds}"' if kinds else ""
    begins = html(f'<section class="voice" data-told="{number}"{told_last}>')
    return parts(begins, FIGURE, newest, turn, openness(page), referee_sits(page), html("</section>"))


@piece
def _said(said: str, kind: str | None) -> Parts:
    return markup(aloud(said, INSIDE, kind))


@piece
def _turn(words: str, own: bool) -> Parts:
    return markup(p("#turn", class_="turn yours" if own else "turn")[words])


def _whose_turn(page: Page, view: View, seat: str | None) -> str:
    """Whose turn it is. That a program thinks follows from that alone: nobody learns whether it has tried already."""
    say = page.say
    assert view.to_move is not None
    mover, thinks = seat_word(view.to_move, say), view.to_move in page.game.programs
    if seat is None:
        words = N_("{mover} is to move: yurei is thinking …") if thinks else N_("{mover} is to move.")
        return say(words).format(mover=mover)
    own = seat_word(seat, say)
    if view.to_move == seat:
        return say(N_("Your turn: you are {seat}.")).format(seat=own)
    words = N_("You are {seat}. yurei is thinking …") if thinks else N_("You are {seat}. {mover} is to move.")
    return say(words).format(seat=own, mover=mover)


FIGURE = html(
    '<svg class="yurei" viewBox="-.5 -.5 1 1" aria-hidden="true" focusable="false"><use href="#white-ghost"/></svg>'
)
"""The one who speaks."""


def aloud(said: str, number: object, kind: str | None = None) -> Element:
    """The newest sentence: the one place of the page that a screen reader reads out by itself.

    Its element is a new one each time, so that the same sentence said twice is read twice.
    """
    return p("#said", role="status", class_="said", data_outcome=kind)[span(f"#told-{number}")[said]]


def outcome(told: Told) -> str:
    """What a listener was told in one word: ``captured`` where he knows that something went, else the outcome."""
    went = told.captured_count or told.captured_points or told.lost_count or told.lost_points or told.vanished
    return "captured" if went else told.outcome.value


TOGETHER = 3
"""So many sentences that come to a page at once have a sound each: a program's refused tries and its move come so."""


def outcomes(heard: Sequence[Told]) -> str | None:
    """What a listener was told last in one word each, oldest first; None where nothing was said."""
    return " ".join(outcome(told) for told in heard[-TOGETHER:]) or None


def sentence(page: Page, told: Told) -> str:
    """What was said aloud of a try, in the language of who looks."""
    settings = page.game.settings
    return speak(settings.referee, told, settings.size, page.language)


LATEST = 40
"""How many lines the page of a game shows. All of them have a page of their own."""


def heard(page: Page, view: View, *, whole: bool = False) -> Parts:
    """What the referee has said, newest first; the same refusal several times in a row stands there once.

    Args:
        whole: All of it; else the latest alone.
    """
    lines = _followed(page, view, Lines(page.language, None)) if whole else told_so_far(page, view)
    listed = _said_so_far(page.language, bool(view.heard), lines.more)
    said = placed_around(listed, page.address, lines.newest_first)
    return around(_TRANSCRIPT, said, seal_mark(page))


def told_so_far(page: Page, view: View) -> Lines:
    """What a listener was told until now, as the page of a game shows it."""
    return _followed(page, view, _lines(page.game.mark, view.seat.name, page.language))


def _followed(page: Page, view: View, lines: Lines) -> Lines:
    lines.follow(page.game.settings, view.heard)
    return lines


_TRANSCRIPT = markup(section(".transcript")[Markup(INSIDE)])


@piece
def _said_so_far(language: str, anything: bool, more: bool) -> Parts:
    """The list, around its lines."""
    say = translation(language).gettext
    return markup(
        h2[say(N_("Referee’s announcements"))],
        ol("#heard", class_="heard", reversed=True)[Markup(INSIDE)]
        if anything
        else p(".note")[say(N_("No announcements yet."))],
        p[a(href=f"{HERE}/heard")[say(N_("All announcements"))]] if more else None,
    )


class Lines:
    """What one listener was told, line by line. It goes on where it was once more is told, and draws that alone.

    Args:
        language: Of who reads.
        most: So many lines are kept, the newest; None for all.

    Attributes:
        more: Whether there are older lines than those that are kept.
        counts: All that was told, counted.
    """

    def __init__(self, language: str, most: int | None) -> None:
        self._language, self._most = language, most
        self._begin()

    def _begin(self) -> None:
        self._told: Told | None = None
        self._followed = self._times = 0
        self._newest: tuple[str, str, str] | None = None
        self._drawn: deque[Parts] = deque(maxlen=self._most)
        self.more, self.counts = False, Counts()

    @property
    def newest_first(self) -> Parts:
        """The lines, drawn."""
        return Parts(chain.from_iterable(reversed(self._drawn)))

    def follow(self, settings: Settings, heard: Sequence[Told]) -> None:
        """Take in all that was told until now. Where that does not go on from before, a move was taken back."""
        known = self._followed
        if known and (known > len(heard) or heard[known - 1] is not self._told):
            self._begin()
        for told in heard[self._followed :]:
            self._add(settings, told)
        self._followed = len(heard)

    def _add(self, settings: Settings, told: Told) -> None:
        self.counts.add(told)
        line = _line(self._language, settings, told)
        again = line == self._newest and told.outcome is Outcome.ILLEGAL
        self._times = self._times + 1 if again else 1
        if again:
            self._drawn.pop()
        self.more = self.more or len(self._drawn) == self._most
        self._drawn.append(_item(self._language, *line, self._times))
        self._told, self._newest = told, line


@lru_cache(maxsize=8192)
def _lines(game: object, listener: str, language: str) -> Lines:
    """The lines of a listener of a game, which is known by its mark."""
    return Lines(language, LATEST)


def _line(language: str, settings: Settings, told: Told) -> tuple[str, str, str]:
    """Who was spoken of, what was said, and one's own point."""
    say = translation(language).gettext
    own = try_word(told.attempt, settings.size, say) if told.attempt and told.attempt.point is not None else ""
    # The sentence names the colour, but for a refusal; in rengo two seats have one colour.
    named = told.outcome is not Outcome.ILLEGAL and told.seat == told.mover.word
    said = speak(settings.referee, told, settings.size, language)
    return "" if named else seat_word(told.seat, say), said, own


@piece
def _item(language: str, who: str, said: str, own: str, times: int) -> Parts:
    """One line. The same are said in every game."""
    return markup(
        li(data_times=str(times) if times > 1 else None)[
            who and span(".who")[translation(language).gettext(N_("{seat}:")).format(seat=who), " "],
            said,
            own and i[f" ({own})"],
            times > 1 and span(".times")[f" ×{times}"],
        ]
    )


def listens_as(page: Page) -> str:
    """With whose ear one listens who looks from a chair: a screen that several share hears what all hear."""
    own = page.game.seats_of(page.chair)
    return own[0] if len(own) == 1 else AUDIENCE.name
