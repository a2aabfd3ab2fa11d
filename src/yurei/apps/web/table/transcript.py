"""Referee's panel and transcript: the newest announcement, whose turn it is, and all announcements so far."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

import htpy as h
from markupsafe import Markup

from yurei.apps.web.frame.html import Sections, filled, kept
from yurei.apps.web.parts.game_parts import FIGURE, Page, outcome, seat_word, set_up_words
from yurei.apps.web.table.sections import openness, referee_sits, repetition
from yurei.club.game.record import latest_seal
from yurei.languages import N_, translation
from yurei.referee.announce import speak, speak_gone, try_word
from yurei.referee.referee import Captures, Referee
from yurei.referee.told import Outcome, Told
from yurei.referee.view import Fold, View
from yurei.rules.points import Size
from yurei.wording import Gettext

TOGETHER = 3
"""Number of simultaneous announcements that have a sound each, such as a program's refused tries and its move."""


def voice(page: Page, view: View, seat: str | None, part: Sections, offers: h.Node = None) -> Markup:
    """Draw the newest announcement, whose turn it is, and pending requests; ``seat`` is None for an audience."""
    told = view.heard[-1] if view.heard else None
    settings, say = page.game.settings, page.say
    said = say(N_("The referee is ready."))
    if told:
        said = speak(settings.referee, told, settings.size, page.language)
        said += _private_sentence(told, settings.referee, settings.size, page.language) if seat is not None else ""
    turn = whose_turn(page, _whose_turn(page, view, seat), own=view.to_move == seat)
    repeats = repetition(page, plays=seat is not None)
    notices = repeats, openness(page), referee_sits(page), offers
    point = told.attempt.point if told and told.attempt and told.seat == seat else None
    size = view.settings.size
    aloud = [] if point is None else [size.name(point)]
    aloud += [page.say(N_("Your turn"))] if view.to_move == seat else []
    spaces = "" if point is None else filling(size, point)
    # The sentence of a refusal does not name the seat that tried.
    other = told.seat if told and told.outcome is Outcome.ILLEGAL and told.seat != seat else None
    who = None if other is None else say(N_("{seat}:")).format(seat=seat_word(other, say))
    outcomes = " ".join(map(outcome, view.heard[-TOGETHER:])) or None
    newest_said = newest(said, len(view.heard), outcomes, who), aloud and _aloud(". ".join(aloud), spaces)
    return spoken(part, newest_said, turn, notices)


@kept
def _aloud(words: str, filling: str) -> h.Element:
    """Draw text for screen readers alone: the reader's own point, and that it is their turn."""
    return h.i[f" {words}.{filling}"]


def filling(size: Size, point: int) -> str:
    """Return the spaces after a short point name: the length of a page does not tell A9 from A10."""
    return " " * (1 + len(str(size.height)) - len(size.name(point)))


def spoken(
    part: Sections, said: h.Node, turn: h.Node, *notices: h.Node, kind: str = "", headline: h.Node = None
) -> Markup:
    """Draw the panel of the referee. Screen readers announce changes of ``#said``."""
    return filled(
        _voice(kind),
        FIGURE,
        headline,
        filled(_SAID, part.add("told", said, inline=True)),
        part.add("turn", turn),
        part.add("notices", notices),
    )


_SAID = h.p("#said", class_="said", role="status")


@kept
def _voice(kind: str) -> h.Element:
    return h.section(class_=f"voice {kind}".rstrip())


@kept
def newest(said: str, number: int, kinds: str | None, who: str | None = None) -> h.Element:
    """Draw the newest announcement, with the outcomes of the last tries, and whose try was refused if not the reader's."""
    latest = kinds.rpartition(" ")[2] if kinds else None
    return h.span("#told", data_told=str(number), data_outcomes=kinds, data_outcome=latest, data_who=who)[said]


def whose_turn(page: Page, words: str, *, own: bool) -> Markup:
    """Draw the line that says whose turn it is. ``data-title`` is for the tab when it is the reader's turn."""
    return _turn(words, own, page.turn_title)


@kept
def _turn(words: str, own: bool, title: str) -> h.Element:
    return h.p("#turn", class_="turn yours" if own else "turn", data_title=title or None)[words]


def _whose_turn(page: Page, view: View, seat: str | None) -> str:
    """Return whose turn it is. A program is shown as thinking throughout, whether it has tried already or not."""
    say, game = page.say, page.game
    assert view.to_move is not None
    mover, thinks = seat_word(view.to_move, say), view.to_move in game.programs
    waiting = game.before if thinks else 0
    before = " " + say(N_("Games before this one: {count}.")).format(count=waiting) if waiting else ""
    if seat is None:
        words = N_("{mover} is to move: yurei is thinking …") if thinks else N_("{mover} is to move.")
        return say(words).format(mover=mover) + before
    own = seat_word(seat, say)
    missing = next((name for name in game.pencil if name in game.chairs and not game.taken(name)), None)
    if view.to_move == seat:
        words = N_("Your turn. {other} has not come yet.") if missing else N_("Your turn: you are {seat}.")
        return say(words).format(seat=own, other=missing and seat_word(missing, say))
    if view.to_move == missing:
        return say(N_("You are {seat}. {mover} has not come yet.")).format(seat=own, mover=mover)
    words = N_("You are {seat}. yurei is thinking …") if thinks else N_("You are {seat}. {mover} is to move.")
    return say(words).format(seat=own, mover=mover) + before


GONE_WIDTH = 200
"""Multiple of characters that a private sentence takes: the length of a page does not tell whether there is one."""


def _private_sentence(told: Told, referee: Referee, size: Size, language: str) -> str:
    """Return what only its own seat is told of a move, padded where captures are not announced."""
    gone = speak_gone(told, size, language)
    if referee.captures is not Captures.NOTHING or not referee.hides or told.outcome is not Outcome.MOVED:
        return gone and f" {gone}"
    width = GONE_WIDTH * (1 + len(gone) // GONE_WIDTH)
    return f" {gone:{width}}"


LATEST = 20  # number of turns on the page of a game. All of them have a page of their own
SEAL_SHOWN = 8  # number of digits of the seal shown while it is folded


def heard(page: Page, view: View, *, whole: bool = False) -> Markup:
    """Draw the announcements, newest first, one line a turn: ``whole``, or the latest alone."""
    settings, is_seat = page.game.settings, view.seat.colour is not None
    shown = reversed(turns(view.heard)) if whole else _latest_turns(view)[1]
    lines = [_line(page.language, settings.referee, settings.size, is_seat, turn) for turn in shown]
    said = Markup(f'<ol id="heard" class="heard" reversed>{"".join(lines)}</ol>')
    everything = _all_announcements(page.address, page.say) if lines else None
    return filled(
        _transcript(page.say),
        said if lines else h.p(".note")[page.say(N_("No announcements yet."))],
        page.game.setup and h.p(".note")[set_up_words(page.game.setup, view.settings.size, page.say)],
        _seal(page) if whole else everything,
    )


def _seal(page: Page) -> h.Node:
    """Draw the seal of all tries so far, folded until the reader wants to keep it; nothing if the game has none."""
    say, latest = page.say, latest_seal(page.game)
    if latest is None:
        return None
    return h.details("#seal", class_="seal", data_own="")[
        h.summary[say(N_("Sealed: {seal}")).format(seal=latest[:SEAL_SHOWN])],
        h.p[h.code[latest]],
        h.p(".note")[h.a(href="/learn/seals")[say(N_("What seals are for"))]],
    ]


@kept
def _transcript(say: Gettext) -> h.Element:
    return h.section(".transcript")[h.h2[say(N_("Referee’s announcements"))]]


@kept
def _all_announcements(address: str, say: Gettext) -> h.Element:
    return h.p[h.a(href=f"{address}/heard")[say(N_("All announcements"))]]


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn in the announcements: its number from 1, and how often each announcement of it was made, oldest first."""

    number: int
    told: Mapping[Told, int]
    lines: dict[tuple[str, bool], Markup] = field(
        default_factory=dict, compare=False
    )  # by language; of a player or not


def turns(heard: Iterable[Told]) -> list[Turn]:
    found, ended = list[Turn](), True
    for told in heard:
        if ended:
            found.append(Turn(len(found) + 1, {}))
        found[-1] = _with(found[-1], told)
        ended = _ends_turn(told)
    return found


def _with(turn: Turn, told: Told) -> Turn:
    return Turn(turn.number, {**turn.told, told: turn.told.get(told, 0) + 1})


def _latest(_: View, before: tuple[bool, tuple[Turn, ...]], told: Told) -> tuple[bool, tuple[Turn, ...]]:
    """Return whether the newest turn has ended, and the latest turns, newest first, after an announcement."""
    ended, newest = before
    if ended:
        newest = (Turn(newest[0].number + 1 if newest else 1, {}), *newest[: LATEST - 1])
    return _ends_turn(told), (_with(newest[0], told), *newest[1:])


_latest_turns = Fold[tuple[bool, tuple[Turn, ...]]](lambda view: (True, ()), _latest)


def _ends_turn(told: Told) -> bool:
    return told.outcome is not Outcome.ILLEGAL or told.to_move != told.seat


class Said(NamedTuple):
    """An announcement in words: the seat, the sentence, the reader's own point, and whether it was a refusal."""

    who: str
    said: str
    own: str
    refused: bool


def _line(language: str, referee: Referee, size: Size, is_seat: bool, turn: Turn) -> Markup:
    """Draw the line of a turn: the refused tries, then its move; equal sentences once, with all points."""
    line = turn.lines.get((language, is_seat))
    if line is None:
        say = translation(language).gettext
        said = [_in_words(language, referee, size, is_seat, told) for told in turn.told]
        ordered = sorted(zip(said, turn.told.values(), strict=True), key=lambda each: not each[0].refused)
        who, groups = ordered[0][0].who, []
        for sentence, same in groupby(ordered, lambda each: each[0].said):
            alike = list(same)
            points = dict.fromkeys(each.own for each, _ in alike)
            groups.append(_sentence(sentence, "".join(points), sum(times for _, times in alike), len(points)))
        line = Markup(f'<li value="{turn.number}">{_seat_label(say, who)}{" · ".join(groups)}</li>')
        turn.lines[language, is_seat] = line
    return line


def _in_words(language: str, referee: Referee, size: Size, is_seat: bool, told: Told) -> Said:
    own, say = "", translation(language).gettext
    if told.attempt and told.attempt.point is not None:
        own = f" ({try_word(told.attempt, size, say)}){filling(size, told.attempt.point)}"
    # The sentence names the colour, except in a refusal; in rengo two seats have one colour.
    named = told.outcome is not Outcome.ILLEGAL and told.seat == told.mover.word
    who = "" if named else seat_word(told.seat, say)
    private = _private_sentence(told, referee, size, language) if is_seat else ""
    return Said(who, speak(referee, told, size, language) + private, own, told.outcome is Outcome.ILLEGAL)


@kept
def _seat_label(say: Gettext, seat: str) -> h.Node:
    """Draw the name of a seat before its sentences; nothing if it is empty."""
    return seat and h.span(".who")[say(N_("{seat}:")).format(seat=seat), " "]


@kept
def _sentence(said: str, points: str, times: int, different: int) -> h.Node:
    """Draw a sentence with the reader's own points, how often it was said, and of how many ``different`` points."""
    return [
        h.q(data_times=str(times) if times > 1 else None)[said],
        points and h.i[points],
        times > different and h.span(".times")[f" ×{times}"],
    ]
