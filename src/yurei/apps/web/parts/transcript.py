"""The referee's voice: his newest sentence, whose turn it is, and all that he has said so far."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from htpy import Element, a, h2, i, li, ol, p, section, span
from markupsafe import Markup

from yurei.apps.web.parts.context import Page, seat_word, try_word
from yurei.apps.web.parts.open_table import openness
from yurei.apps.web.parts.pieces import joined, markup, piece
from yurei.apps.web.parts.seal import seal_mark
from yurei.apps.web.parts.third_board import referee_sits
from yurei.languages import N_, translation
from yurei.referee.announce import speak
from yurei.referee.seating import AUDIENCE
from yurei.referee.told import Outcome, Told
from yurei.referee.view import View


def voice(page: Page, view: View, seat: str | None) -> Element:
    """The referee's newest sentence, and whose turn it is."""
    say = page.say
    told = view.heard[-1] if view.heard else None
    said = sentence(page, told) if told else say(N_("The referee is ready."))
    turn = _whose_turn(page, view, seat)
    own = "yours" if view.to_move == seat else ""
    return section(".voice", data_told=str(len(view.heard)), data_outcome=outcome(told) if told else None)[
        FIGURE,
        aloud(said, len(view.heard), outcome(told) if told else None),
        p("#turn", class_=f"turn {own}".strip())[turn],
        openness(page),
        referee_sits(page),
    ]


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


FIGURE = Markup(
    '<svg class="yurei" viewBox="-.5 -.5 1 1" aria-hidden="true" focusable="false"><use href="#white-ghost"/></svg>'
)
"""The one who speaks."""


def aloud(said: str, number: int, kind: str | None = None) -> Element:
    """The newest sentence: the one place of the page that a screen reader reads out by itself.

    Its element is a new one each time, so that the same sentence said twice is read twice.
    """
    return p("#said", role="status", class_="said", data_outcome=kind)[span(f"#told-{number}")[said]]


def outcome(told: Told) -> str:
    """What a listener was told in one word: ``captured`` where he knows that something went, else the outcome."""
    went = told.captured_count or told.captured_points or told.lost_count or told.lost_points or told.vanished
    return "captured" if went else told.outcome.value


def sentence(page: Page, told: Told) -> str:
    """What was said aloud of a try, in the language of who looks."""
    settings = page.game.settings
    return speak(settings.referee, told, settings.size, page.language)


LATEST = 40
"""How many lines the page of a game shows. All of them have a page of their own: whatever changes is sent whole."""


def heard(page: Page, view: View, *, latest: int | None = LATEST) -> Element:
    """What the referee has said, newest first; the same refusal several times in a row stands there once."""
    say, lines = page.say, _lines(page, view)
    items = [_item(page.language, *line) for line in islice(lines, latest)]
    return section(".transcript")[
        h2[say(N_("What the referee said"))],
        ol("#heard", class_="heard", reversed=True)[joined(items)]
        if items
        else p(".note")[say(N_("Nothing has been said yet."))],
        next(lines, None) and p[a(href=f"{page.address}/heard")[say(N_("All that was said"))]],
        seal_mark(page),
    ]


@piece
def _item(language: str, who: str, said: str, own: str, times: int) -> Markup:
    """One line. The same are said in every game."""
    return markup(
        li(data_times=str(times) if times > 1 else None)[
            who and span(".who")[translation(language).gettext(N_("{seat}:")).format(seat=who), " "],
            said,
            own and i[f" ({own})"],
            times > 1 and span(".times")[f" ×{times}"],
        ]
    )


def _lines(page: Page, view: View) -> Iterator[tuple[str, str, str, int]]:
    """Who was spoken of, what was said, one's own point, and how often in a row; the newest first."""
    later: tuple[str, str, str, int] | None = None
    for told in reversed(view.heard):
        own = (
            try_word(told.attempt, view.settings.size, page.say)
            if told.attempt and told.attempt.point is not None
            else ""
        )
        # The sentence names the colour, but for a refusal; in rengo two seats have one colour.
        named = told.outcome is not Outcome.ILLEGAL and told.seat == told.mover.word
        line = ("" if named else seat_word(told.seat, page.say), sentence(page, told), own)
        if told.outcome is Outcome.ILLEGAL and later is not None and later[:3] == line:
            later = (*line, later[3] + 1)
            continue
        if later is not None:
            yield later
        later = (*line, 1)
    if later is not None:
        yield later


def listens_as(page: Page) -> str:
    """With whose ear one listens who looks from a chair: a screen that several share hears what all hear."""
    own = page.game.seats_of(page.chair)
    return own[0] if len(own) == 1 else AUDIENCE.name
