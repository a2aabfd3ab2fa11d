"""The replay of an ended game: page, controls, announcements of any referee, analysis, downloads and routes."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any, TypeVar
from urllib.parse import urlencode

import htpy as h
from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, PlainTextResponse, RedirectResponse
from markupsafe import Markup

import yurei
from yurei import records
from yurei import referee as referees
from yurei.apps.web.frame.board import Picture, draw_board, draw_picture
from yurei.apps.web.frame.html import copy_field, draw_field, icon, key_list, number_field, select_of
from yurei.apps.web.frame.http import get_chair_key, wants_fragment
from yurei.apps.web.frame.page import draw_document
from yurei.apps.web.parts.fields import new_game_address
from yurei.apps.web.parts.game_parts import Page, name_try_by, open_page, player_name, seat_word
from yurei.apps.web.parts.walk import walk_of_game
from yurei.club import archive
from yurei.club.archive import ReplayMoment, choose_referee, events_of, view_after
from yurei.club.club import Club
from yurei.club.game.game import Game, JudgedTry
from yurei.club.game.record import playout_record, record_of
from yurei.club.model.chairs import WINDOW
from yurei.club.programs.reviews import WORTH_TELLING, Failure, Progress, Review, State, bits_text, explain_try, percent
from yurei.errors import BadValue
from yurei.languages import N_, NN_, Gettext, number_text, translation
from yurei.players.review import most_informative, turning_points
from yurei.referee.announce import REASONS, name_try, speak, speak_result
from yurei.referee.plain import view_to_bytes
from yurei.referee.referee import checked_sight
from yurei.referee.seating import AUDIENCE
from yurei.referee.settings import Settings
from yurei.referee.told import Outcome, Told
from yurei.referee.view import doubtful_points, points_just_taken
from yurei.rules.board import Colour, board_text
from yurei.rules.judge import Verdict
from yurei.rules.points import COLUMNS, FARTHEST, Size, shorten
from yurei.rules.state import Kind

MARKS = 40
"""Largest number of marks that can be told apart on the narrowest screen."""


SIGNS = {
    "capture": (N_("Stones captured"), "M0-4 4 4H-4z"),
    "atari": (N_("Put into atari"), "M0-4 3 0 0 4-3 0z"),
    "refusal": (N_("Refused tries"), "M-3-3 3 3M3-3-3 3"),
    "pass": (N_("Passed"), "M-3-1.5H3V1.5H-3z"),
}
"""Label and shape by kind of event; the shape is 10 wide and high around (0, 0), and each kind has a line of its own."""
PACES = ((2500, N_("Slowly")), (1200, N_("Normal")), (500, N_("Quickly")))
"""Milliseconds between two tries, with their names; the second is the usual pace."""
KEYS = (
    ("← →", N_("back or forward by one try")),
    ("Home End", N_("to the start or to the end")),
    ("Shift ← →", N_("previous/next capture, atari, refused move or pass")),
    ("Space", N_("play or pause")),
)


def _draw_controls(choice: ReplayChoices, last: int, events: dict[str, list[int]], say: Gettext) -> h.Element:
    return h.div(".controls")[
        _draw_slider(choice, last, events, say),
        _draw_toolbar(choice, last, events, say),
        # The legend of the marks on the slider.
        h.ul(".jumps")[(_draw_jump(choice, kind, numbers, say) for kind, numbers in events.items() if numbers)],
        key_list(KEYS, say, is_open=True),
    ]


def _draw_slider(choice: ReplayChoices, last: int, events: dict[str, list[int]], say: Gettext) -> h.Element:
    return h.form(".turns.slider", method="get")[
        h.label(for_="moment")[say(N_("Try {moment} of {last}")).format(moment=choice.at, last=last)],
        h.input("#moment", type="range", name="at", min="0", max=str(last), value=str(choice.at)),
        Markup(_draw_mark_strip(choice, last, events)),
        choice.hidden_fields("at"),
        h.button(".go")[say(N_("Show"))],
    ]


def _draw_mark_strip(choice: ReplayChoices, last: int, events: dict[str, list[int]]) -> str:
    """Draw the marks of events below the slider, a row per kind. Screen readers use the jump links instead."""
    shapes = "".join(f'<path id="m-{kind}" d="{shape}"/>' for kind, (_, shape) in SIGNS.items())
    lines = []
    for line, kind in enumerate(SIGNS):
        marks = "".join(
            f'<a href="{Markup.escape(choice.address(at=number))}" tabindex=-1><title>{number}</title>'
            f"<use href=#m-{kind} x={100 * number / last:.4g}% /></a>"
            for number in space_out_marks(events[kind], last)
        )
        lines.append(f'<svg class="{kind}" y="{line * 12 + 6}">{marks}</svg>')
    return f'<svg class="strip" aria-hidden="true" focusable="false"><defs>{shapes}</defs>{"".join(lines)}</svg>'


def space_out_marks(numbers: Iterable[int], last: int) -> Iterator[int]:
    """Yield the numbers whose marks fit below a slider from 0 to ``last`` without overlapping."""
    marked: float = -last
    for number in numbers:
        if (number - marked) * MARKS >= last:
            yield number
            marked = number


def _draw_toolbar(choice: ReplayChoices, last: int, events: dict[str, list[int]], say: Gettext) -> h.Element:
    every = sorted({number for numbers in events.values() for number in numbers})
    back, on = max(0, choice.at - 1), min(last, choice.at + 1)
    return h.div(".toolbar", role="group", aria_label=say(N_("Step through the replay")))[
        _draw_link(choice, 0, say(N_("Start")), icon("first"), kind="button", data_key="Home"),
        _draw_link(choice, back, say(N_("Back")), icon("back"), kind="button", data_key="ArrowLeft", data_step="-1"),
        h.button("#run", type="button", aria_keyshortcuts="Space", title=say(N_("Play or pause")))[
            icon("play"),
            icon("pause"),
            h.span(".for-play")[say(N_("Autoplay"))],
            h.span(".for-pause")[say(N_("Pause"))],
        ],
        _draw_link(choice, on, say(N_("Forward")), icon("on"), kind="button", data_key="ArrowRight", data_step="1"),
        _draw_link(choice, last, say(N_("End")), icon("last"), kind="button", data_key="End"),
        h.label(".speed")[
            h.span[say(N_("Speed"))],
            h.select("#speed", autocomplete="off")[
                (h.option(value=str(wait), selected=wait == PACES[1][0])[say(words)] for wait, words in PACES)
            ],
        ],
        # Links to the next event of any kind, only for keyboard shortcuts.
        h.a(href=choice.address(at=_find_nearest_below(every, choice.at)), data_key="Shift+ArrowLeft", hidden=True),
        h.a(href=choice.address(at=_find_nearest_above(every, choice.at)), data_key="Shift+ArrowRight", hidden=True),
    ]


def _draw_link(
    choice: ReplayChoices, number: int, words: str, content: h.Node, kind: str | None = None, **more: str
) -> h.Element:
    still = "true" if number == choice.at else None
    address = choice.address(at=number)
    return h.a(class_=kind, href=address, aria_label=words, title=words, aria_disabled=still, **more)[content]


def _draw_jump(choice: ReplayChoices, kind: str, numbers: Sequence[int], say: Gettext) -> h.Element:
    """Draw a kind of event: its label, the number of such events, and links to the previous and the next one."""
    words = say(SIGNS[kind][0])
    sign = Markup(
        f'<svg class="sign" viewBox="-6 -6 12 12" aria-hidden="true"><use class="{kind}" href="#m-{kind}"/></svg>'
    )
    return h.li[
        _draw_link(
            choice, _find_nearest_below(numbers, choice.at), say(N_("Previous: {what}")).format(what=words), "‹"
        ),
        h.span[sign, f"{words} ", h.span(".count")[str(len(numbers))]],
        _draw_link(choice, _find_nearest_above(numbers, choice.at), say(N_("Next: {what}")).format(what=words), "›"),
    ]


def _find_nearest_below(numbers: Sequence[int], at: int) -> int:
    """Return the largest of the numbers below ``at``, or ``at`` if there is none."""
    index = bisect_left(numbers, at)
    return numbers[index - 1] if index else at


def _find_nearest_above(numbers: Sequence[int], at: int) -> int:
    """Return the smallest of the numbers above ``at``, or ``at`` if there is none."""
    index = bisect_right(numbers, at)
    return numbers[index] if index < len(numbers) else at


REFERENCE = "reference"
ALIKE = "alike"
"""Choice of boards of equal size."""


@dataclass(frozen=True)
class ReplayChoices:
    """The reader's choices in a replay: the number of tries, the referee, its sight, and the large board.

    ``board`` is the seat whose board is large, ``REFERENCE``, or ``ALIKE``.
    """

    at: int = 0
    referee: str = ""
    sight: int | None = None
    board: str = REFERENCE

    @classmethod
    def read(cls, asked: Mapping[str, str]) -> ReplayChoices:
        """Parse the choice in an address; raise BadValue if a value is invalid."""
        at, sight = asked.get("at", "0"), asked.get("sight", "")
        if not _is_whole_number(at):
            raise BadValue(N_("{at} is no number of tries; give one such as 17"), at=repr(at[:20]))
        far = checked_sight("sight", int(sight) if _is_whole_number(sight) else sight) if sight else None
        return cls(int(at), asked.get("referee", ""), far, asked.get("board") or REFERENCE)

    def check_board(self, game: Game) -> None:
        """Raise BadValue if this game has no board with the name ``self.board``."""
        known = [REFERENCE, *game.pencil, ALIKE]
        if self.board not in known:
            raise BadValue(
                N_("{board} is no board of this replay. Known: {known}"),
                board=shorten(self.board),
                known=", ".join(known),
            )

    @property
    def fields(self) -> dict[str, str]:
        """Query fields of the choice, without default values."""
        said = {"at": str(self.at), "referee": self.referee}
        said["sight"] = "" if self.sight is None else str(self.sight)
        said["board"] = "" if self.board == REFERENCE else self.board
        return {name: value for name, value in said.items() if value}

    def address(self, **changes: Any) -> str:
        """Return the address of this choice with changes, relative to the replay."""
        return f"?{urlencode(replace(self, **changes).fields)}"

    def hidden_fields(self, *besides: str) -> h.Node:
        """Return the choice as hidden form fields, except the fields ``besides``, which the form shows."""
        return [
            h.input(type="hidden", name=name, value=value) for name, value in self.fields.items() if name not in besides
        ]


def _is_whole_number(text: str) -> bool:
    return text.isdecimal() and len(text) <= 9


SMALL = 169
"""Largest number of points for full drawings; larger boards are simplified, and only the large one has named points."""
PENCILLED = N_("Pencil marks: what each side believed at that moment. Wrong guesses are crossed out in red.")
AS_TOLD = N_(
    "The same tries, as {title} would have judged them: the announcements, and what each player would have seen."
)


def replay_page(page: Page, choice: ReplayChoices, state: State = None, *, offered: bool = False) -> str:
    """Return the replay page; raise the same errors as ``replay_part``."""
    content = Markup(replay_part(page, choice, state, offered=offered))
    return draw_document(
        page.say(N_("Replay")), content, page.language, ["replay.css", "replay.js"], page.likes, table=False
    )


def replay_part(page: Page, choice: ReplayChoices, state: State = None, *, offered: bool = False) -> str:
    """Return the part of the replay that changes with the moment: boards, controls, announcements and analysis.

    Raises NotOver before the end, and BadValue if the choice does not fit the game.
    """
    game, say = page.game, page.say
    events = events_of(game)
    choice.check_board(game)
    moment = ReplayMoment.of(game, choice.at, choose_referee(game, choice.referee, choice.sight))
    choice = replace(choice, at=moment.number)
    kind = "alike" if choice.board == ALIKE else "one"
    to_move = moment.tried.verdict.after.to_move if moment.tried else game.opening.to_move
    public_link = f"{page.base}/g/{game.stored.id}/{WINDOW}/replay{choice.address()}"
    return str(
        h.div("#replay")[
            _draw_heading(page),
            h.div(".stage")[
                _draw_tabs(page, choice),
                h.p("#tried", class_="tried")[_draw_try_text(page, moment)],
                h.p("#said", class_="said", role="status")[
                    speak(moment.referee, moment.said, game.settings.size, page.language) if moment.said else " "
                ],
                h.div(class_=f"boards {kind} of-{len(moment.views) + 1}")[_draw_boards(page, moment, choice)],
                _draw_curve(page, choice, state),
                _draw_controls(choice, len(game.judged), events, say),
            ],
            h.aside[
                (state is not None or offered)
                and h.section("#review.panel")[h.h2[say(N_("Analysis"))], _draw_review(page, choice, moment, state)],
                _draw_referee_choice(page, moment, choice),
                _draw_try_list(page, choice),
                # A public link, which gives access to no chair.
                h.div(".share")[copy_field(say(N_("Public link to this move:")), public_link, say)],
                h.p(".note")[say(PENCILLED)],
                _draw_analysis_link(page, moment, to_move),
                h.p[
                    h.a(".button", href=new_game_address(game.settings, moment.truth, to_move))[
                        say(N_("Challenge somebody from here"))
                    ]
                ],
                h.p[h.a(href=page.address)[say(N_("Back to the game"))]],
            ],
        ]
    )


def _draw_analysis_link(page: Page, moment: ReplayMoment, to_move: Colour) -> h.Node:
    """Draw the link to the analysis board with this position, if its value is known."""
    game, moves = page.game, _list_moves(page.game.judged)
    shown = len(_list_moves(game.judged[: moment.number]))
    walk = walk_of_game(game.opening, moves, shown, moment.truth, to_move)
    words = page.say(N_("Open in the analysis board"))
    return None if walk is None else h.p[h.a(".button", href=walk.address())[words]]


def _list_moves(judged: Sequence[JudgedTry]) -> list[int]:
    tries = [each.verdict.attempt for each in judged if each.verdict.accepted]
    return [attempt.point for attempt in tries if attempt.kind is Kind.STONE and attempt.point is not None]


def _draw_heading(page: Page) -> h.Element:
    say, game, settings, result = page.say, page.game, page.game.settings, page.game.result
    seats = [seat.name for seat in settings.seating.seats] if settings.seating.hands == "each" else []
    return h.header[
        h.h1[say(N_("Replay"))],
        h.p(".facts")[_list_facts(settings, page.language)],
        h.p(".facts")[
            (
                [
                    say(N_("{seat}:")).format(seat=seat_word(seat, say)),
                    " ",
                    h.bdi(class_="nickname")[player_name(game, seat, say)],
                    " · ",
                ]
                for seat in seats
            ),
            h.strong[speak_result(result, page.language, settings.ruleset)] if result else None,
        ],
    ]


def _draw_tabs(page: Page, choice: ReplayChoices) -> h.Element:
    """Draw the tabs that select the large board; a phone shows only that board."""
    say = page.say
    named = [
        (REFERENCE, say(N_("True board"))),
        *((seat, seat_word(seat, say)) for seat in page.game.pencil),
        (ALIKE, say(N_("All boards the same size"))),
    ]
    return h.nav(".toolbar.tabs", aria_label=say(N_("The large board")))[
        (
            h.a(".button", href=choice.address(board=name), aria_current="true" if name == choice.board else None)[
                words
            ]
            for name, words in named
        )
    ]


def _draw_try_text(page: Page, moment: ReplayMoment) -> h.Node:
    say, tried = page.say, moment.tried
    if tried is None:
        return say(N_("The game begins."))
    reason = tried.verdict.reason
    return [
        h.strong[name_try_by(tried.seat, tried.verdict.attempt, page.game.settings.size, say)],
        reason and h.span(".reason")[f" – {say(REASONS[reason])}"],
    ]


def _draw_boards(page: Page, moment: ReplayMoment, choice: ReplayChoices) -> Iterator[h.Element]:
    """Yield the true board, and the seats' own boards with pencil marks."""
    say, size, tried = page.say, page.game.settings.size, moment.tried
    point = tried.verdict.attempt.point if tried else None
    last = (point, not tried.verdict.accepted) if tried and point is not None else None
    words = say(N_("True board"))
    yield _draw_still_board(Picture(size, moment.truth, REFERENCE, words, last=last), choice, say)
    for seat, view in moment.views.items():
        words = say(N_("{seat}’s view")).format(seat=seat_word(seat, say))
        guesses = moment.guesses(seat)
        picture = Picture(
            size,
            view.board,
            seat,
            words,
            pencil=moment.believed[seat],
            wrong=[point for point, right in guesses.items() if not right],
            last=last if tried and tried.seat == seat else None,
            uncertain=doubtful_points(view),
            taken=points_just_taken(view),
            fog=view.fog,
        )
        told = say(N_("Pencil guesses: {all}; correct: {right}.")).format(all=len(guesses), right=sum(guesses.values()))
        yield _draw_still_board(picture, choice, say, h.p(".note")[told if guesses else ""])


def _draw_still_board(picture: Picture, choice: ReplayChoices, say: Gettext, more: h.Node = None) -> h.Element:
    large = choice.board == picture.name
    if picture.size.points > SMALL:
        walked = picture.name == (REFERENCE if choice.board == ALIKE else choice.board)
        picture = replace(picture, sketch=True)
        board = draw_board(picture, say) if walked else draw_picture(picture)
    else:
        board = draw_board(picture, say)
    return h.section(f"#of-{picture.name}", class_="still large" if large else "still")[
        h.h2[picture.label], Markup(board), more
    ]


def _draw_referee_choice(page: Page, moment: ReplayMoment, choice: ReplayChoices) -> h.Element:
    """Draw the selection of the referee: the game's own, or a different one for the same tries."""
    say, own = page.say, page.game.settings.referee
    another = bool(choice.referee) or choice.sight is not None
    others = [each for each in referees.ALL if each.slug != own.slug or choice.referee == own.slug]
    as_played = say(N_("{title} (as played)")).format(title=say(own.title))
    named = [("", as_played), *((each.slug, say(each.title)) for each in others)]
    distance = number_field("sight", choice.fields.get("sight", ""), 0, FARTHEST, str(moment.referee.sight))
    return h.section(".panel.whose")[
        h.h2[say(N_("Another referee"))],
        _draw_form(
            choice, draw_field(say(N_("Referee")), select_of("referee", named, choice.referee)), say, "referee", "sight"
        ),
        moment.referee.takes_sight
        and _draw_form(choice, draw_field(say(N_("How far a stone sees")), distance), say, "sight"),
        another and h.p(".note")[say(AS_TOLD).format(title=say(moment.referee.title))],
    ]


def _draw_form(choice: ReplayChoices, control: h.Node, say: Gettext, *fields: str) -> h.Element:
    """Draw a form in which ``control`` changes the named ``fields`` of the choice."""
    return h.form(".turns", method="get")[choice.hidden_fields(*fields), control, h.button(".go")[say(N_("Show"))]]


def _list_facts(settings: Settings, language: str) -> str:
    """Return game, size, referee and komi in one line."""
    say, komi = translation(language).gettext, settings.komi
    parts = [
        say(settings.ruleset.title),
        str(settings.size),
        say(N_("referee: {title}")).format(title=say(settings.referee.title)),
        *([] if komi is None else [say(N_("komi {komi}")).format(komi=number_text(komi, language))]),
    ]
    return " · ".join(parts)


MOST = 5
"""Largest number of listed turning points, announcements and needless tries."""
ABOUT = N_(
    "What could each side know, what would yurei have tried, and where did the game turn? This takes a minute or two."
)
WAITING = NN_("{count} other game is analysed first.", "{count} other games are analysed first.")
TURNED = N_("The moves after which the player’s own win rate had fallen most, from what the player knew.")
BITS = N_(
    "Bits say how far an announcement changed what a player held likely, added up over all points: what settles one point that was as likely empty as not counts one bit, and a refusal says something about the points around it too."
)
PREDICTABLE = N_("The player could have known beforehand, from what was announced, that these tries would be refused.")
HEIGHT = 30
"""Height of the curve, for a width of 100."""


def _draw_review(page: Page, choice: ReplayChoices, moment: ReplayMoment, state: State) -> h.Node:
    """Draw the button that requests the analysis, its progress, or its result for the current moment."""
    say = page.say
    if isinstance(state, Review):
        return [_draw_try_review(page, moment, state), _draw_overview(page, choice, state)]
    if isinstance(state, Progress):
        # Without a value the bar is animated.
        value, words = str(state.done) if state.done else None, _describe_progress(state, page)
        return [
            h.p[say(N_("yurei analyses every try, knowing only what was told."))],
            h.p[h.progress(value=value, max=str(max(1, state.total)), aria_label=words), " ", words],
            h.p[h.a(href=choice.address())[say(N_("Check progress"))]],
        ]
    return [
        isinstance(state, Failure) and h.p(role="alert")[say(N_("The analysis failed. You can request it again."))],
        h.p(".note")[say(ABOUT)],
        h.form(method="post", action=f"{page.address}/review{choice.address()}")[
            h.button(".primary")[say(N_("Analyse the game"))]
        ],
    ]


def _describe_progress(state: Progress, page: Page) -> str:
    if state.before:
        return translation(page.language).ngettext(*WAITING, state.before).format(count=state.before)
    if not state.done:
        return page.say(N_("Loading the analysis; this can take a minute …"))
    return page.say(N_("{done} of {total} tries")).format(done=state.done, total=state.total)


def _draw_try_review(page: Page, moment: ReplayMoment, review: Review) -> h.Node:
    """Draw what the mover could know before the last try at this moment, on a board and in words."""
    if not 0 < moment.number <= len(review.tries):
        return None
    say, each = page.say, review.tries[moment.number - 1]
    size, seat = page.game.settings.size, seat_word(each.seat, page.say)
    before = view_after(page.game, each.seat, moment.number - 1)
    picture = Picture(
        size,
        before.board,
        "heat",
        say(N_("Where {seat} could expect stones")).format(seat=seat),
        heat=each.opponent,
        spots=dict.fromkeys(each.certain.opponent, ("certain",)) if each.certain else {},
        last=None if each.attempt.point is None else (each.attempt.point, not each.accepted),
    )
    return [
        h.h3[picture.label],
        draw_board(picture, say),
        (h.p[line] for line in explain_try(each, size, page.language)),
    ]


def _draw_overview(page: Page, choice: ReplayChoices, review: Review) -> h.Node:
    say, tries = page.say, review.tries
    needless = [number for number, each in enumerate(tries, 1) if each.could_know]
    turned = [(number, f"−{percent(fall, page.language)}") for number, fall in turning_points(tries, MOST)]
    told = [
        (number, say(N_("{seat}: {bits} bits")).format(seat=seat_word(seat, say), bits=bits_text(bits, page.language)))
        for number, seat, bits in most_informative(tries, MOST)
        if bits >= WORTH_TELLING
    ]
    words = say(N_("Predictable refusals ({count})")).format(count=len(needless))
    return [
        _draw_moments(page, choice, review, say(N_("Turning points")), turned, TURNED),
        _draw_moments(page, choice, review, say(N_("Most revealing announcements")), told, BITS),
        _draw_moments(page, choice, review, words, [(number, "") for number in needless[:MOST]], PREDICTABLE),
    ]


def _draw_moments(
    page: Page, choice: ReplayChoices, review: Review, title: str, moments: list[tuple[int, str]], explanation: str
) -> h.Node:
    if not moments:
        return None
    size = page.game.settings.size
    return [
        h.h3[title],
        h.p(".note")[page.say(explanation)],
        h.ul(".moments")[
            (
                h.li[
                    h.a(href=choice.address(at=number))[
                        f"{number}. ",
                        name_try_by(review.tries[number - 1].seat, review.tries[number - 1].attempt, size, page.say),
                    ],
                    more and f" {more}",
                ]
                for number, more in moments
            )
        ],
    ]


def _draw_curve(page: Page, choice: ReplayChoices, state: State) -> h.Node:
    """Draw the curve of Black's win rate, one line per side as that side knew, or its free place during the analysis."""
    if isinstance(state, Progress):
        return h.figure(".win-rate")[h.figcaption[_describe_progress(state, page)], h.div(".curve")]
    if not isinstance(state, Review) or not state.tries:
        return None
    say, last = page.say, len(page.game.judged)
    lines = "".join(_draw_curve_line(page, state, colour, last) for colour in (Colour.BLACK, Colour.WHITE))
    at = 100 * choice.at / last
    title = say(N_("Black’s win rate"))
    names = (("black", N_("as Black could know it")), ("white", N_("as White could know it")))
    return h.figure(".win-rate")[
        h.figcaption[title, ((" · ", h.i(class_=name), " ", say(words)) for name, words in names)],
        h.span(".axis", aria_hidden="true")[(h.span[percent(share, page.language)] for share in (1.0, 0.5, 0.0))],
        Markup(
            f'<svg class="curve" role="img" aria-label="{title}" data-last="{last}" viewBox="0 0 100 {HEIGHT}" preserveAspectRatio="none">'
            f'<path class="even" d="M0 {HEIGHT / 2:g}h100"/>{lines}'
            f'<path class="now" d="M{at:.4g} 0v{HEIGHT}"/></svg>'
        ),
    ]


def _draw_curve_line(page: Page, review: Review, colour: Colour, last: int) -> str:
    """Draw one line of the win rate: the estimates of a colour's seats before the first try of each turn."""
    points, before = [], ""
    for number, each in enumerate(review.tries):
        side = each.seat.partition("-")[0]
        if side == colour.word and before != side and each.win is not None:
            chance = each.win if colour is Colour.BLACK else 1 - each.win
            points.append(f"{100 * number / last:.3g} {HEIGHT * (1 - chance):.3g}")
        before = side if not each.accepted else ""
    return f'<polyline class="{colour.word}" points="{" ".join(points)}"/>' if points else ""


AT_ONCE = 80
"""Number of tries listed at once; links lead to earlier and later ones."""


def _draw_try_list(page: Page, choice: ReplayChoices) -> h.Element:
    say, judged = page.say, page.game.judged
    first = max(0, choice.at - 1) // AT_ONCE * AT_ONCE
    beyond = first + AT_ONCE
    return h.section(".tries.panel")[
        h.h2[say(N_("Every try"))],
        first > 0 and h.p[h.a(href=choice.address(at=first))[say(N_("Earlier tries"))]],
        h.ol("#tries", start=str(first + 1))[_draw_listed_tries(page, choice, first)]
        if judged
        else h.p(".note")[say(N_("Nothing was tried."))],
        beyond < len(judged) and h.p[h.a(href=choice.address(at=beyond + 1))[say(N_("Later tries"))]],
    ]


def _draw_listed_tries(page: Page, choice: ReplayChoices, first: int) -> Iterator[h.Element]:
    say, size = page.say, page.game.settings.size
    for number, each in enumerate(page.game.judged[first : first + AT_ONCE], first + 1):
        now = "step" if number == choice.at else None
        words = name_try_by(each.seat, each.verdict.attempt, size, say)
        yield h.li(class_=None if each.verdict.accepted else "refused")[
            h.a(href=choice.address(at=number), aria_current=now)[words, _draw_verdict(each.verdict, say)]
        ]


def _draw_verdict(verdict: Verdict, say: Gettext) -> h.Node:
    words = []
    if not verdict.accepted:
        words.append(say(N_("not allowed")))
    if taken := len(verdict.captured):
        words.append(say(N_("captures {count}")).format(count=taken))
    if lost := len(verdict.own_losses):
        words.append(say(N_("loses {count}")).format(count=lost))
    if verdict.mover.opponent in verdict.atari:
        words.append(say(N_("puts into atari")))
    elif verdict.atari:
        words.append(say(N_("self-atari")))
    return [" ", h.small[", ".join(words)]] if words else None


Written = TypeVar("Written")
VIEWERS = "viewers"
"""Value of ``of`` for the SGF of the true board for viewers, in place of a seat."""


def replay_routes(app: FastAPI, club: Club) -> None:
    """Add the routes of the replay and of the downloads."""

    @app.get("/g/{game}/{chair}/replay")
    async def replay(request: Request, game: str, chair: str) -> HTMLResponse:
        """Show the replay of an ended game: the boards after a number of tries, and any referee's announcements."""
        choice = ReplayChoices.read(request.query_params)
        async with open_page(club, request, game, chair) as page:
            draw = replay_part if wants_fragment(request) else replay_page
            review, offered = await club.reviews.state_of(page.game), club.reviews.can_review(page.game)
        if not choice.referee and choice.sight is None:
            return HTMLResponse(draw(page, choice, review, offered=offered))
        return HTMLResponse(
            await club.long_work.run(lambda _: draw(page, choice, review, offered=offered), nullcontext())
        )

    @app.post("/g/{game}/{chair}/review")
    async def review(request: Request, game: str, chair: str) -> RedirectResponse:
        """Request the analysis of an ended game; the replay shows it."""
        choice = ReplayChoices.read(request.query_params)
        async with open_page(club, request, game, chair) as page:
            await club.ask_review(page.game, get_chair_key(request, game, chair))
        return RedirectResponse(f"/g/{game}/{chair}/replay{choice.address()}#review", 303)

    async def make_download(request: Request, game: str, chair: str, write: Callable[[Game, str], Written]) -> Written:
        """Return the download that ``write`` makes from an ended game in the reader's language."""
        async with open_page(club, request, game, chair) as page:
            page.game.table.reveal()
            language = page.language
        return await club.long_work.run(lambda held: write(held, language), club.games.game(game))

    @app.get("/g/{game}/{chair}/sgf")
    async def sgf(request: Request, game: str, chair: str, of: str = "") -> Response:
        """Send an ended game as SGF: in yurei's own form, for common viewers, or as one seat knew it."""
        text = await make_download(request, game, chair, lambda held, language: _write_sgf(held, of, language))
        return Response(text, media_type="application/x-go-sgf", headers=_make_file_headers(f"{game}-{of}", "sgf"))

    @app.get("/g/{game}/{chair}/knew")
    async def send_final_view(request: Request, game: str, chair: str, of: str = "audience") -> Response:
        """Send the final view of one seat of an ended game, as canonical JSON."""
        knew = await make_download(request, game, chair, lambda held, _: view_to_bytes(archive.final_view(held, of)))
        return Response(knew, media_type="application/json", headers=_make_file_headers(f"{game}-{of}", "json"))

    @app.get("/g/{game}/{chair}/transcript")
    async def text_of_game(request: Request, game: str, chair: str, of: str = "") -> Response:
        """Send an ended game as text, complete or as one seat knew it."""
        told = await make_download(request, game, chair, lambda held, language: _write_transcript(held, language, of))
        return PlainTextResponse(told, headers=_make_file_headers(f"{game}-{of}", "txt"))

    @app.get("/g/{game}/{chair}/record")
    async def record(request: Request, game: str, chair: str) -> Response:
        """Send the record of an ended game."""
        lines = await make_download(request, game, chair, lambda held, _: records.write(record_of(held)))
        return Response(lines, media_type="application/x-ndjson", headers=_make_file_headers(game, "jsonl"))

    @app.get("/g/{game}/{chair}/playout")
    async def playout(request: Request, game: str, chair: str) -> Response:
        """Send the record of the play-out of disputed stones."""
        lines = await make_download(request, game, chair, lambda held, _: records.write(playout_record(held)))
        return Response(
            lines, media_type="application/x-ndjson", headers=_make_file_headers(f"{game}-playout", "jsonl")
        )


def _make_file_headers(name: str, ending: str) -> dict[str, str]:
    plain = re.sub(r"[^\w-]+", "", name, flags=re.ASCII).strip("-")
    return {"Content-Disposition": f'attachment; filename="yurei-{plain}.{ending}"'}


def _write_sgf(game: Game, of: str, language: str) -> str:
    """Return an ended game as SGF: in yurei's own form if ``of`` is empty, for viewers, or as seat ``of`` knew it."""
    if not of:
        return archive.as_sgf(game, language, yurei.__version__)
    if of == VIEWERS:
        return archive.as_viewer_sgf(game, language, yurei.__version__)
    return archive.known_as_sgf(game, of, language, yurei.__version__)


def _write_transcript(game: Game, language: str, of: str) -> str:
    """Return an ended game as text, complete or as seat ``of`` knew it; raise NotOver or Unknown."""
    truth, say = game.reference, translation(language).gettext
    lines = [_list_facts(game.settings, language), ""]
    if not of:
        lines += [
            *_write_all_tries(game, say, language),
            "",
            *_write_ending(game, say, language),
            "",
            *_write_board(truth, game.settings.size),
        ]
    else:
        view, seat = game.view(of), seat_word(of, say)
        lines += [say(N_("What {seat} heard and saw")).format(seat=seat), ""]
        lines += [*_write_announcements(game, view.heard, say, language), "", *_write_ending(game, say, language), ""]
        lines += [say(N_("Board of {seat}")).format(seat=seat), "", *_write_board(view.board, game.settings.size)]
    return "\n".join(lines) + "\n"


def _write_ending(game: Game, say: Gettext, language: str) -> Iterator[str]:
    """Yield the result, the dead stones, and a note if the players have not agreed on the score."""
    assert game.result is not None
    size, count = game.settings.size, game.count
    result = speak_result(game.result, language, game.settings.ruleset)
    yield say(N_("If both agree: {result}")).format(result=result) if game.counting else result
    if count.dead:
        yield say(N_("Marked dead: {points}.")).format(points=", ".join(size.names(count.dead)))
    if game.counting:
        yield say(N_("The players have not agreed on the score yet."))


def _write_all_tries(game: Game, say: Gettext, language: str) -> Iterator[str]:
    size, referee = game.settings.size, game.settings.referee
    # The announcement of a loss on time has no try.
    for number, (each, told) in enumerate(zip_longest(game.judged, game.view(AUDIENCE.name).heard), 1):
        refused = f" ({say(REASONS[each.verdict.reason])})" if each and each.verdict.reason else ""
        tried = f"{name_try_by(each.seat, each.verdict.attempt, size, say)}{refused} – " if each else ""
        yield f"{number:>4}. {tried}{speak(referee, told, size, language)}"


def _write_announcements(game: Game, heard: tuple[Told, ...], say: Gettext, language: str) -> Iterator[str]:
    """Yield the announcements, with the points of the seat's own tries."""
    size, referee = game.settings.size, game.settings.referee
    for number, told in enumerate(heard, 1):
        own = f": {name_try(told.attempt, size, say)}" if told.attempt and told.attempt.point is not None else ""
        named = own or told.outcome is Outcome.ILLEGAL or told.seat != told.mover.word
        who = f"{seat_word(told.seat, say)}{own} – " if named else ""
        yield f"{number:>4}. {who}{speak(referee, told, size, language)}"


def _write_board(cells: bytes, size: Size) -> Iterator[str]:
    yield "    " + " ".join(COLUMNS[: size.width])
    for number, row in zip(range(size.height, 0, -1), board_text(cells, size).split("/"), strict=True):
        yield f"{number:>3} {' '.join(row)}"
