"""Options of a replay, kept in its address, and the controls that change them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from htpy import Element, Node, a, button, div, form, input, label, li, option, select, span, ul
from markupsafe import Markup

from yurei.apps.web.board.board import Say
from yurei.apps.web.shell.form_fields import icon, key_list
from yurei.club.game.game import Game
from yurei.errors import BadValue
from yurei.languages import N_
from yurei.referee.referee import checked_sight
from yurei.rules.points import shortened

MARKS = 40
"""Largest number of marks that can be told apart on the narrowest screen."""


@dataclass(frozen=True)
class Sign:
    """Label and shape of a kind of event; the shape is 10 wide and high around (0, 0)."""

    words: str
    shape: str


SIGNS = {
    "capture": Sign(N_("Stones captured"), "M0-4 4 4H-4z"),
    "atari": Sign(N_("Put into atari"), "M0-4 3 0 0 4-3 0z"),
    "refusal": Sign(N_("Refused tries"), "M-3-3 3 3M3-3-3 3"),
    "pass": Sign(N_("Passed"), "M-3-1.5H3V1.5H-3z"),
}
"""Signs by kind of event; each kind has a line of its own."""


def controls(choice: Choice, last: int, events: dict[str, list[int]], say: Say) -> Element:
    """Draw all controls of the replay."""
    return div(".controls")[
        _slider(choice, last, events, say),
        _toolbar(choice, last, events, say),
        _jumps(choice, events, say),
        _keys(say),
    ]


def _slider(choice: Choice, last: int, events: dict[str, list[int]], say: Say) -> Element:
    return form(".turns.slider", method="get")[
        label(for_="moment")[say(N_("Try {moment} of {last}")).format(moment=choice.at, last=last)],
        input("#moment", type="range", name="at", min="0", max=str(last), value=str(choice.at)),
        Markup(_strip(choice, last, events)),
        choice.hidden("at"),
        button(".go")[say(N_("Show"))],
    ]


def _strip(choice: Choice, last: int, events: dict[str, list[int]]) -> str:
    """Draw the marks below the slider, a line per kind. The jumps offer the same for screen readers."""
    shapes = "".join(f'<path id="m-{kind}" d="{sign.shape}"/>' for kind, sign in SIGNS.items())
    lines = []
    for line, kind in enumerate(SIGNS):
        marks = "".join(
            f'<a href="{Markup.escape(choice.address(at=number))}" tabindex=-1><title>{number}</title>'
            f"<use href=#m-{kind} x={100 * number / last:.4g}% /></a>"
            for number in spaced_out(events[kind], last)
        )
        lines.append(f'<svg class="{kind}" y="{line * 12 + 6}">{marks}</svg>')
    return f'<svg class="strip" aria-hidden="true" focusable="false"><defs>{shapes}</defs>{"".join(lines)}</svg>'


def spaced_out(numbers: Iterable[int], last: int) -> Iterator[int]:
    """Yield the numbers up to ``last`` whose marks do not overlap."""
    marked: float = -last
    for number in numbers:
        if (number - marked) * MARKS >= last:
            yield number
            marked = number


def _toolbar(choice: Choice, last: int, events: dict[str, list[int]], say: Say) -> Element:
    every = sorted({number for numbers in events.values() for number in numbers})
    back, on = max(0, choice.at - 1), min(last, choice.at + 1)
    return div(".toolbar", role="group", aria_label=say(N_("Step through the replay")))[
        _link(choice, 0, say(N_("Start")), icon("first"), kind="button", data_key="Home"),
        _link(choice, back, say(N_("Back")), icon("back"), kind="button", data_key="ArrowLeft", data_step="-1"),
        button("#run", type="button", aria_keyshortcuts="Space", title=say(N_("Play or pause")))[
            icon("play"),
            icon("pause"),
            span(".for-play")[say(N_("Autoplay"))],
            span(".for-pause")[say(N_("Pause"))],
        ],
        _link(choice, on, say(N_("Forward")), icon("on"), kind="button", data_key="ArrowRight", data_step="1"),
        _link(choice, last, say(N_("End")), icon("last"), kind="button", data_key="End"),
        label(".speed")[span[say(N_("Speed"))], select("#speed", autocomplete="off")[_paces(say)]],
        # For keyboard shortcuts only: the next event of any kind.
        a(href=choice.address(at=_before(every, choice.at)), data_key="Shift+ArrowLeft", hidden=True),
        a(href=choice.address(at=_after(every, choice.at)), data_key="Shift+ArrowRight", hidden=True),
    ]


def _paces(say: Say) -> Iterator[Element]:
    for wait, words in ((2500, N_("Slowly")), (1200, N_("Normal")), (500, N_("Quickly"))):
        yield option(value=str(wait), selected=wait == 1200)[say(words)]


def _link(choice: Choice, number: int, words: str, content: Node, kind: str | None = None, **more: str) -> Element:
    """Draw a link to the moment after a number of tries."""
    still = "true" if number == choice.at else None
    address = choice.address(at=number)
    return a(class_=kind, href=address, aria_label=words, title=words, aria_disabled=still, **more)[content]


def _jumps(choice: Choice, events: dict[str, list[int]], say: Say) -> Element:
    """Draw the key of the marks: label, number of events, and links to the previous and next one."""
    return ul(".jumps")[(_jump(choice, kind, numbers, say) for kind, numbers in events.items() if numbers)]


def _jump(choice: Choice, kind: str, numbers: Sequence[int], say: Say) -> Element:
    words = say(SIGNS[kind].words)
    sign = Markup(
        f'<svg class="sign" viewBox="-6 -6 12 12" aria-hidden="true"><use class="{kind}" href="#m-{kind}"/></svg>'
    )

    return li[
        _link(choice, _before(numbers, choice.at), say(N_("Previous: {what}")).format(what=words), "‹"),
        span[sign, f"{words} ", span(".count")[str(len(numbers))]],
        _link(choice, _after(numbers, choice.at), say(N_("Next: {what}")).format(what=words), "›"),
    ]


def _before(numbers: Sequence[int], at: int) -> int:
    """Return the nearest of the numbers below ``at``; ``at`` if there is none."""
    index = bisect_left(numbers, at)
    return numbers[index - 1] if index else at


def _after(numbers: Sequence[int], at: int) -> int:
    """Return the nearest of the numbers above ``at``; ``at`` if there is none."""
    index = bisect_right(numbers, at)
    return numbers[index] if index < len(numbers) else at


def _keys(say: Say) -> Element:
    lines = (
        ("← →", N_("back or forward by one try")),
        ("Home End", N_("to the start or to the end")),
        ("Shift ← →", N_("previous/next capture, atari, refused move or pass")),
        ("Space", N_("play or pause")),
    )
    return key_list(lines, say, is_open=True)


REFERENCE = "reference"
ALIKE = "alike"
"""Choice of boards of equal size."""


@dataclass(frozen=True)
class Choice:
    """A moment of a replay, and how it is shown.

    Attributes:
        at: Number of tries.
        referee: Referee whose announcements are shown; empty for the game's own.
        sight: Distance that a stone sees; None for the referee's default.
        board: The seat whose board is large, ``REFERENCE``, or ``ALIKE``.
    """

    at: int = 0
    referee: str = ""
    sight: int | None = None
    board: str = REFERENCE

    @classmethod
    def read(cls, asked: Mapping[str, str]) -> Choice:
        """Read the choice from an address; raises BadValue if a value is invalid."""
        at, sight = asked.get("at", "0"), asked.get("sight", "")
        if not _whole(at):
            raise BadValue(N_("{at} is no number of tries; give one such as 17"), at=repr(at[:20]))
        far = checked_sight("sight", int(sight) if _whole(sight) else sight) if sight else None
        return cls(int(at), asked.get("referee", ""), far, asked.get("board") or REFERENCE)

    def check_board(self, game: Game) -> None:
        """Raise BadValue unless the large board is one of this game."""
        known = [REFERENCE, *game.pencil, ALIKE]
        if self.board not in known:
            raise BadValue(
                N_("{board} is no board of this replay. Known: {known}"),
                board=shortened(self.board),
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
        """Return the address, relative to the replay, of this choice with changes."""
        return f"?{urlencode(replace(self, **changes).fields)}"

    def hidden(self, *besides: str) -> Node:
        """Return the choice as hidden form fields, except those that the form has itself."""
        return [
            input(type="hidden", name=name, value=value) for name, value in self.fields.items() if name not in besides
        ]


def _whole(text: str) -> bool:
    return text.isdecimal() and len(text) <= 9
