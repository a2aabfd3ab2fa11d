"""Dead stones on the page: marked, proposed, agreed on; and the play-out if the players disagree."""

from htpy import (
    Element,
    Node,
    aside,
    button,
    details,
    div,
    form,
    h2,
    input,
    label,
    li,
    ol,
    p,
    q,
    section,
    span,
    summary,
)
from markupsafe import Markup

from yurei.apps.web.board.board import Picture, drawn
from yurei.apps.web.shell.sections import Sections
from yurei.apps.web.table.context import Page, seat_word
from yurei.apps.web.table.forms import REQUEST_FIELD, act, concede_menu, resign_menu
from yurei.apps.web.table.sections.chat import talk
from yurei.apps.web.table.sections.offers import claim
from yurei.apps.web.table.sections.transcript import listens_as, newest, outcome, spoken, whose_turn
from yurei.clocks.controls import said
from yurei.club.model.count import Playout
from yurei.languages import N_
from yurei.referee.announce import COLOURS, speak, speak_result, try_word
from yurei.referee.told import Told
from yurei.rules.board import BLACK, WHITE, Colour

MARKED_IN_TIME = N_(
    "Each side has {time} to answer, from the start again after every change. If the time runs out, the count stands as it is marked."
)
PLAYED_OUT_IN_TIME = N_("Each turn has {time}. If the time runs out, that side gives in.")


def settling(page: Page) -> Node:
    """Draw the question to agree on, or its outcome."""
    if page.game.counting:
        return _marking(page)
    return [_late(page), _found_out(page) if page.game.count.playout is not None else None]


def _late(page: Page) -> Node:
    """Draw the note that a side did not answer the count in time."""
    say, late = page.say, sorted(page.game.count.late)
    if not late:
        return None
    colours = ", ".join(say(COLOURS[colour]) for colour in late)
    return p("#late", class_="note")[
        say(N_("Not answered in time: {colours}. So the count stands.")).format(colours=colours)
    ]


def _time_to_answer(page: Page, words: str) -> Node:
    """Draw the note that says how long a side has to answer the count."""
    control = page.game.clocks.control
    if control is None:
        return None
    time = said(int(control.count_time.total_seconds())).said(page.say)
    return p("#time-to-answer", class_="note")[page.say(words).format(time=time)]


def _marking(page: Page) -> Element:
    say, count = page.say, page.game.count
    own = page.game.colours_of(page.chair)
    agreed = [say(COLOURS[colour]) for colour in (BLACK, WHITE) if colour in count.settled]
    words = N_("No? Tap the stones on the board that are dead: they are crossed out, and counted as captured.")
    return section(".settling.panel")[
        h2[say(N_("Is this right?"))],
        p("#preview")[_preview(page, own)],
        # Always there: when the opponent agrees, no button moves from under the pointer.
        p("#agreed")[agreed and say(N_("Agreed: {colours}.")).format(colours=", ".join(agreed))],
        _time_to_answer(page, MARKED_IN_TIME),
        _agreeing(page) if own - count.settled else None,
        p[say(words if own else N_("The players mark dead stones and agree on the score."))],
        count.dead and p("#marked")[say(N_("Marked dead: {points}.")).format(points=names(page, count.dead))],
        _disputing(page, own) if own and any(page.game.reference) else None,
        own
        and resign_menu(page, () if page.game.settings.seating.hands == "each" else page.game.seats_of(page.chair)[:2]),
        claim(page),
        _proposal(page, bool(own)),  # it comes late: what stands above it does not move
    ]


def _preview(page: Page, own: set[Colour]) -> Node:
    """Return the result with the present marks. It is not final, so it is no announcement."""
    result, say = page.game.result, page.say
    assert result is not None
    words = say(N_("If this is right: {result}") if len(own) > 1 else N_("If both agree: {result}"))
    return words.format(result=speak_result(result, page.language, page.game.settings.ruleset))


def awaited(page: Page) -> Markup:
    """Draw the line that says whose answer to the count is awaited."""
    say, own = page.say, page.game.colours_of(page.chair)
    missing = [colour for colour in (BLACK, WHITE) if colour not in page.game.count.settled]
    if own.intersection(missing):
        again = own & page.game.count.withdrawn
        words = (
            N_("The marks have changed since you agreed. Is this right?") if again else N_("Waiting for your answer.")
        )
        return whose_turn(page, say(words), own=True)
    colours = ", ".join(say(COLOURS[colour]) for colour in missing)
    words = N_("You agreed. Waiting for: {colours}.") if own else N_("Waiting for: {colours}.")
    return whose_turn(page, say(words).format(colours=colours), own=False)


def _agreeing(page: Page) -> Element:
    """Draw the button that agrees. It contains the marks agreed to, as the opponent may mark stones meanwhile."""
    marked = " ".join(page.game.settings.size.names(page.game.count.dead))
    return form(".right", method="post", action=page.address, data_live="")[
        marked and input(type="hidden", name="at", value=marked),
        REQUEST_FIELD,
        button(".primary", name="do", value="settle")[page.say(N_("Yes, this is right"))],
    ]


def _proposal(page: Page, own: bool) -> Node:
    say, count = page.say, page.game.count
    if not count.proposed:
        return None
    words = say(
        N_(
            "A suggestion, which you need not follow: when the game is played on at random, these stones mostly die: {points}."
        )
    )
    return div("#proposed", class_="proposed")[
        p[words.format(points=names(page, count.proposed))],
        act(page, "dead-proposed", say(N_("Mark these"))) if own and not count.proposed <= count.dead else None,
    ]


def _disputing(page: Page, own: set[Colour]) -> Element:
    """Draw the button to disagree, with an explanation; without marked stones all stones are in dispute."""
    say, marked = page.say, bool(page.game.count.dead)
    first = say(COLOURS[(BLACK if len(own) > 1 else min(own)).opponent])
    return details("#dispute", class_="dispute", data_own="")[
        summary[say(N_("We do not agree"))],
        p[say(MARKED_PLAYED_OUT if marked else ALL_PLAYED_OUT).format(first=first)],
        act(page, "dispute", say(N_("Play it out") if marked else N_("Play on"))),
    ]


MARKED_PLAYED_OUT = N_(
    "The position is then played on with open boards; {first} moves first, because you "
    "asked. Marked stones that are captured are dead; those that stand after two passes "
    "live. Then the board is restored and scored that way."
)
ALL_PLAYED_OUT = N_(
    "The position is then played on with open boards; {first} moves first, because you asked. Stones that are captured "
    "are dead; those that stand after two passes live. Then the board is restored and scored that way: territory won "
    "meanwhile does not count."
)


def names(page: Page, points: frozenset[int]) -> str:
    """Return the names of points as text."""
    return ", ".join(page.game.settings.size.names(points))


def _found_out(page: Page) -> Element:
    say, count = page.say, page.game.count
    assert count.playout is not None
    alive, loser = count.playout.disputed - count.dead, count.playout.given_in
    dead_words, alive_words = PLAYED_OUT if loser is None else GIVEN_IN
    if count.playout.whole:
        alive_words = N_("All other stones are alive.") if count.dead else N_("All stones are alive.")
    return section(".settling.panel")[
        h2[say(N_("Dead stones"))],
        p("#found")[
            loser and [say(N_("{colour} has given in.")).format(colour=say(COLOURS[loser])), " "],
            count.dead and say(dead_words).format(points=names(page, count.dead)),
            " ",
            alive and say(alive_words).format(points=names(page, alive)),
        ],
    ]


PLAYED_OUT = N_("Dead after playing it out: {points}."), N_("Alive after playing it out: {points}.")
GIVEN_IN = N_("Counted as dead: {points}."), N_("Counted as alive: {points}.")


def told_of(page: Page) -> int:
    """Return the number of announcements so far: of tries, of the count, of the play-out, and of the result."""
    heard, count = page.game.view(listens_as(page)).heard, page.game.count
    return len(heard) + 1 + (len(count.playout.heard) if count.playout else 0) + count.agreed


# The play-out.


def played_out(page: Page, part: Sections) -> Node:
    """Draw the open play-out of a dispute: the board, the side to move, and the stones in dispute."""
    say, playout = page.say, page.game.count.running()
    own = page.game.seats_of(page.chair)
    latest = playout.heard[-1] if playout.heard else None
    said = _sentence(page, playout, latest) if latest else say(N_("The stones in dispute are played out."))
    board = part.board(drawn(_picture(page, playout, bool(own)), say))
    return [
        spoken(
            part,
            newest(said, told_of(page), outcome(latest) if latest else None),
            whose_turn(page, _turn(page, playout, own), own=playout.to_move in own),
        ),
        section(".reference")[
            h2[say(N_("Playing out the dispute"))],
            form("#play", method="post", action=page.address, data_live="")[board, _tools(page), REQUEST_FIELD]
            if own
            else board,
        ],
        aside[
            part.add("count", _about(page, playout, own)),
            talk(page, part),
            part.add("transcript", _said_so_far(page, playout) if playout.entries else None),
        ],
    ]


def _turn(page: Page, playout: Playout, own: tuple[str, ...]) -> str:
    say = page.say
    assert playout.to_move is not None
    mover = seat_word(playout.to_move, say)
    yours = len(own) == 1 and playout.to_move in own
    return say(N_("Your turn: you are {seat}.") if yours else N_("{mover} is to move.")).format(seat=mover, mover=mover)


def _picture(page: Page, playout: Playout, asked: bool) -> Picture:
    view = playout.view(page.game.settings.seating.seats[0].name)
    tried = playout.entries[-1] if playout.entries else None
    point = tried.attempt.point if tried else None
    return Picture(
        size=page.game.settings.size,
        cells=view.board,
        name="reference",
        label=page.say(N_("The board that is played out")),
        disputed=frozenset() if playout.whole else playout.disputed - playout.dead,
        last=(point, not tried.accepted) if tried and point is not None else None,
        asked=asked,
    )


def _tools(page: Page) -> Node:
    """Draw the tools for clicks on the board: a choice only in games with ghosts."""
    say = page.say
    if not page.game.settings.ruleset.ghosts:
        return input(type="hidden", name="do", value="stone")
    tools = [("stone", say(N_("Try a stone")), "1"), ("ghost", say(N_("Try a ghost")), "2")]
    return div(".tools", role="radiogroup", aria_label=say(N_("Tool")))[
        (
            label(class_=f"tool {value}")[
                input(type="radio", name="do", value=value, checked=value == "stone", data_key=key), span[words]
            ]
            for value, words, key in tools
        )
    ]


def _about(page: Page, playout: Playout, own: tuple[str, ...]) -> Element:
    say = page.say
    captured, asked = playout.dead, playout.settings.first.opponent
    return section(".settling.panel")[
        h2[say(N_("The stones in dispute"))],
        p("#disagrees")[say(DISAGREES).format(colour=say(COLOURS[asked]), first=say(COLOURS[asked.opponent]))],
        p("#disputed")[
            say(N_("All stones are in dispute."))
            if playout.whole
            else say(N_("In dispute: {points}.")).format(points=names(page, playout.disputed))
        ],
        captured and p("#captured")[say(N_("Captured so far: {points}.")).format(points=names(page, captured))],
        p(".note")[
            say(
                N_(
                    "Those that are captured are dead; those that stand after two passes live. Nothing else that is played here counts."
                )
            )
        ],
        _time_to_answer(page, PLAYED_OUT_IN_TIME),
        claim(page),
        own
        and div(".actions")[
            playout.to_move in own and act(page, "pass", say(N_("Pass"))),
            # Conceding gives up all disputed stones of one's colour: here every stone one has.
            None if playout.whole else concede_menu(page),
        ],
    ]


DISAGREES = N_("{colour} does not agree with the count. {first} moves first.")


def _said_so_far(page: Page, playout: Playout) -> Element:
    size = page.game.settings.size
    lines = [
        f"{try_word(entry.attempt, size, page.say)}: {_sentence(page, playout, told)}"
        for entry, told in zip(playout.entries, playout.heard, strict=True)
    ]
    return section(".transcript")[
        h2[page.say(N_("Referee’s announcements"))],
        ol("#heard", class_="heard", reversed=True)[(li[q[line]] for line in reversed(lines))],
    ]


def _sentence(page: Page, playout: Playout, told: Told) -> str:
    return speak(playout.settings.referee, told, playout.settings.size, page.language)
