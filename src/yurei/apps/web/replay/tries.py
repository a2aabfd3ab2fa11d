"""List of every try of an ended game, in order: player, try, and outcome."""

from collections.abc import Iterator

from htpy import Element, Node, a, h2, li, ol, p, section, small

from yurei.apps.web.board.board import Say
from yurei.apps.web.replay.choice import Choice
from yurei.apps.web.table.context import Page, tried_by
from yurei.languages import N_
from yurei.rules.judge import Verdict

AT_ONCE = 80
"""Number of tries listed at once; links lead to earlier and later ones."""


def try_list(page: Page, choice: Choice) -> Element:
    """Draw the tries around the current moment."""
    say, judged = page.say, page.game.judged
    first = max(0, choice.at - 1) // AT_ONCE * AT_ONCE
    beyond = first + AT_ONCE
    return section(".tries.panel")[
        h2[say(N_("Every try"))],
        first > 0 and p[a(href=choice.address(at=first))[say(N_("Earlier tries"))]],
        ol("#tries", start=str(first + 1))[_lines(page, choice, first)]
        if judged
        else p(".note")[say(N_("Nothing was tried."))],
        beyond < len(judged) and p[a(href=choice.address(at=beyond + 1))[say(N_("Later tries"))]],
    ]


def _lines(page: Page, choice: Choice, first: int) -> Iterator[Element]:
    say, size = page.say, page.game.settings.size
    for number, each in enumerate(page.game.judged[first : first + AT_ONCE], first + 1):
        now = "step" if number == choice.at else None
        words = tried_by(each.seat, each.verdict.attempt, size, say)
        yield li(class_=None if each.verdict.accepted else "refused")[
            a(href=choice.address(at=number), aria_current=now)[words, _verdict(each.verdict, say)]
        ]


def _verdict(verdict: Verdict, say: Say) -> Node:
    words = []
    if not verdict.accepted:
        words.append(say(N_("not allowed")))
    if taken := len(verdict.captured):
        words.append(say(N_("captures {count}")).format(count=taken))
    if lost := len(verdict.own_losses):
        words.append(say(N_("loses {count}")).format(count=lost))
    if verdict.atari:
        words.append(say(N_("puts into atari")))
    return [" ", small[", ".join(words)]] if words else None
