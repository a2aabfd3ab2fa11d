"""The replay: all boards side by side after every try, with what each side had believed; and what is taken home."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from htpy import Element, Node, a, button, div, form, h1, h2, input, label, nav, p, section, span, strong
from markupsafe import Markup

from yurei.apps.web.new_game_form import address_from
from yurei.apps.web.pages.frame import document
from yurei.apps.web.parts.board import Picture, Say, drawn
from yurei.apps.web.parts.context import Page, seat_word, tried_by
from yurei.club.game import Game, Judged
from yurei.club.pencil import pencilled
from yurei.languages import N_
from yurei.referee.announce import REASONS, speak
from yurei.referee.seating import AUDIENCE
from yurei.referee.table import Table
from yurei.referee.view import View
from yurei.rules.board import EMPTY, Colour, colour_of


@dataclass(frozen=True)
class Moment:
    """A game that has ended, after so many tries.

    Attributes:
        number: How many tries.
        truth: What stood on the reference board.
        tried: The last of them; None before the first.
        views: What each seat knew.
        believed: The pencil marks of each seat, as they were when the next try came.
    """

    number: int
    truth: bytes
    tried: Judged | None
    views: Mapping[str, View]
    believed: Mapping[str, Mapping[int, str]]

    @classmethod
    def of(cls, game: Game, number: int) -> Moment:
        """The moment after so many tries, or the last one.

        Raises:
            NotOver: before the end.
        """
        truth = game.reference
        number = min(number, len(game.judged))
        tried = game.judged[number - 1] if number else None
        if number < len(game.judged):
            truth = tried.verdict.after.cells if tried else game.opening.cells
        empty = Table.of(game.settings, game.setup)
        seats = [seat.name for seat in game.settings.seating.seats]
        views = {seat: View.of(empty.view(seat), game.view(seat).heard[:number]) for seat in seats}
        return cls(number, truth, tried, views, believed(game, number))

    def guesses(self, seat: str) -> dict[int, bool]:
        """The points of a seat's pencil marks that said something which was right, or wrong."""
        view, right = self.views[seat], {}
        for point, mark in self.believed[seat].items():
            here = colour_of(self.truth[point])
            if mark in ("black", "white"):
                right[point] = here is not None and here.word == mark
            elif mark == "dead" and view.board[point] != EMPTY:
                right[point] = here is not colour_of(view.board[point])
        return right


def believed(game: Game, number: int) -> dict[str, dict[int, str]]:
    """The pencil marks of each seat after so many tries, up to the next one."""
    marks: dict[str, dict[int, str]] = {seat: {} for seat in game.pencil}
    tries = 0
    for event in game.events:
        tries += event.kind == "try"
        if tries > number:
            break
        if event.kind == "pencil":
            pencilled(marks[event.chair], event.what, game.settings.size)
    return marks


def replay_page(page: Page, number: int) -> str:
    """All boards side by side after so many tries, with a slider.

    Raises:
        NotOver: before the end.
    """
    return document(
        page.say(N_("Replay")), Markup(replay(page, number)), page.language, ["after.css", "replay.js"], page.likes
    )


def replay(page: Page, number: int) -> str:
    """The part of the replay that changes with the slider.

    Raises:
        NotOver: before the end.
    """
    moment = Moment.of(page.game, number)
    say = page.say
    return str(
        div("#replay")[
            h1[say(N_("Replay"))],
            _slider(page, moment.number, len(page.game.judged)),
            p("#tried", class_="tried")[_tried(page, moment)],
            p("#said", class_="said", role="status")[_said(page, moment)],
            div(".boards")[_boards(page, moment)],
            p(".note.keys")[say(N_("The arrow keys turn one try, Home and End all of them."))],
            p(".note")[
                say(N_("In pencil: what each side believed just then. What was wrong is crossed by a red line."))
            ],
            p[
                a(".button", href=address_from(page.game.settings, moment.truth, _to_move(page.game, moment)))[
                    say(N_("Challenge somebody from here"))
                ]
            ],
            p[a(href=page.address)[say(N_("Back to the game"))]],
        ]
    )


def _to_move(game: Game, moment: Moment) -> Colour:
    """Whose turn it was."""
    return moment.tried.verdict.after.to_move if moment.tried else game.opening.to_move


def _slider(page: Page, number: int, last: int) -> Element:
    say = page.say
    return form(".slider", method="get", action=f"{page.address}/replay")[
        label(for_="moment")[say(N_("Try {moment} of {last}")).format(moment=number, last=last)],
        input(
            "#moment",
            type="range",
            name="at",
            min="0",
            max=str(last),
            value=str(number),
            data_replay=page.address,
        ),
        button(".go")[say(N_("Show"))],
        nav(".steps")[
            _step(page, 0, say(N_("Start"))),
            _step(page, max(0, number - 1), say(N_("Back"))),
            _step(page, min(last, number + 1), say(N_("Forward"))),
            _step(page, last, say(N_("End"))),
        ],
    ]


def _step(page: Page, number: int, words: str) -> Element:
    return a(href=f"{page.address}/replay?at={number}", data_moment=str(number))[words]


def _tried(page: Page, moment: Moment) -> Node:
    say, tried = page.say, moment.tried
    if tried is None:
        return say(N_("The game begins."))
    reason = tried.verdict.reason
    return [
        strong[tried_by(tried.seat, tried.verdict.attempt, page.game.settings.size, say)],
        reason and span(".reason")[f" – {say(REASONS[reason])}"],
    ]


def _said(page: Page, moment: Moment) -> str:
    settings = page.game.settings
    if not moment.number:
        return " "
    told = page.game.view(AUDIENCE.name).heard[moment.number - 1]
    return speak(settings.referee, told, settings.size, page.language)


def _boards(page: Page, moment: Moment) -> Iterator[Element]:
    """The seats' own boards with their pencil marks, and the reference board."""
    say, size, tried = page.say, page.game.settings.size, moment.tried
    point = tried.verdict.attempt.point if tried else None
    last = (point, not tried.verdict.accepted) if tried and point is not None else None
    for seat, view in moment.views.items():
        words = seat_word(seat, say)
        marks, guesses = moment.believed[seat], moment.guesses(seat)
        wrong = [point for point, right in guesses.items() if not right]
        picture = Picture(size, view.board, seat, words, pencil=marks, wrong=wrong, last=last, fog=view.fog)
        yield section(".still")[h2[words], Markup(drawn(picture, say)), _right_or_wrong(guesses, say)]
    words = say(N_("Reference board"))
    yield section(".still")[h2[words], Markup(drawn(Picture(size, moment.truth, "reference", words, last=last), say))]


def _right_or_wrong(guesses: Mapping[int, bool], say: Say) -> Node:
    if not guesses:
        return None
    words = say(N_("Believed in pencil: {all}; right: {right}."))
    return p(".note")[words.format(all=len(guesses), right=sum(guesses.values()))]
