"""Analysis in the replay: win rates over time, a seat's knowledge before a try, and turning points."""

from htpy import Element, Node, a, button, figcaption, figure, form, h2, h3, i, li, p, progress, section, span, ul
from markupsafe import Markup

from yurei.apps.web.board.board import Picture, drawn
from yurei.apps.web.replay.choice import Choice
from yurei.apps.web.table.context import Page, seat_word, tried_by
from yurei.club.archive import ReplayMoment, known_after
from yurei.club.programs.reviews.reviews import Failed, Progress, Review, State
from yurei.club.programs.reviews.sentences import WORTH_TELLING, bits_text, percent, sentences
from yurei.languages import N_, NN_, translation
from yurei.players.belief.review import most_informative, turning_points
from yurei.rules.board import Colour

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


def review_panel(page: Page, choice: Choice, moment: ReplayMoment, state: State, *, offered: bool) -> Element | None:
    """Draw the analysis: the button that requests it, its progress, or its result for the current moment."""
    if state is None and not offered:
        return None
    return section("#review.panel")[h2[page.say(N_("Analysis"))], _panel_content(page, choice, moment, state)]


def _panel_content(page: Page, choice: Choice, moment: ReplayMoment, state: State) -> Node:
    say = page.say
    if isinstance(state, Review):
        return [_of_the_try(page, moment, state), _overview(page, choice, state)]
    if isinstance(state, Progress):
        # Without a value the bar moves by itself.
        value, words = str(state.done) if state.done else None, _progress_text(state, page)
        return [
            p[say(N_("yurei analyses every try, knowing only what was told."))],
            p[progress(value=value, max=str(max(1, state.total)), aria_label=words), " ", words],
            p[a(href=choice.address())[say(N_("Check progress"))]],
        ]
    return [
        isinstance(state, Failed) and p(role="alert")[say(N_("The analysis failed. You can request it again."))],
        p(".note")[say(ABOUT)],
        form(method="post", action=f"{page.address}/review{choice.address()}")[
            button(".primary")[say(N_("Analyse the game"))]
        ],
    ]


def _progress_text(state: Progress, page: Page) -> str:
    if state.before:
        return translation(page.language).ngettext(*WAITING, state.before).format(count=state.before)
    words = (
        N_("{done} of {total} tries") if state.done else N_("Loading the analysis; this takes up to half a minute …")
    )
    return page.say(words).format(done=state.done, total=state.total)


def _of_the_try(page: Page, moment: ReplayMoment, review: Review) -> Node:
    """Draw the mover's knowledge before the try that led to this moment, on a board and in words."""
    if not 0 < moment.number <= len(review.tries):
        return None
    say, each = page.say, review.tries[moment.number - 1]
    size, seat = page.game.settings.size, seat_word(each.seat, page.say)
    before = known_after(page.game, each.seat, moment.number - 1)
    picture = Picture(
        size,
        before.board,
        "heat",
        say(N_("Where {seat} could expect stones")).format(seat=seat),
        heat=each.opponent,
        spots=dict.fromkeys(each.certain.opponent, ("certain",)) if each.certain else {},
        last=None if each.attempt.point is None else (each.attempt.point, not each.accepted),
    )
    return [h3[picture.label], drawn(picture, say), (p[line] for line in sentences(each, size, page.language))]


def _overview(page: Page, choice: Choice, review: Review) -> Node:
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
        _moments(page, choice, review, say(N_("Turning points")), turned, TURNED),
        _moments(page, choice, review, say(N_("Most revealing announcements")), told, BITS),
        _moments(page, choice, review, words, [(number, "") for number in needless[:MOST]], PREDICTABLE),
    ]


def _moments(
    page: Page, choice: Choice, review: Review, title: str, moments: list[tuple[int, str]], explanation: str
) -> Node:
    if not moments:
        return None
    size = page.game.settings.size
    return [
        h3[title],
        p(".note")[page.say(explanation)],
        ul(".moments")[
            (
                li[
                    a(href=choice.address(at=number))[
                        f"{number}. ",
                        tried_by(review.tries[number - 1].seat, review.tries[number - 1].attempt, size, page.say),
                    ],
                    more and f" {more}",
                ]
                for number, more in moments
            )
        ],
    ]


def curve(page: Page, choice: Choice, state: State) -> Node:
    """Draw Black's win rate by try, as each side could know it: a line per side; a click moves the replay."""
    if not isinstance(state, Review) or not state.tries:
        return None
    say, last = page.say, len(page.game.judged)
    lines = "".join(_line(page, state, colour, last) for colour in (Colour.BLACK, Colour.WHITE))
    at = 100 * choice.at / last
    title = say(N_("Black’s win rate"))
    names = (("black", N_("as Black could know it")), ("white", N_("as White could know it")))
    return figure(".win-rate")[
        figcaption[title, ((" · ", i(class_=name), " ", say(words)) for name, words in names)],
        span(".axis", aria_hidden="true")[(span[percent(share, page.language)] for share in (1.0, 0.5, 0.0))],
        Markup(
            f'<svg class="curve" role="img" aria-label="{title}" data-last="{last}" viewBox="0 0 100 {HEIGHT}" preserveAspectRatio="none">'
            f'<path class="even" d="M0 {HEIGHT / 2:g}h100"/>{lines}'
            f'<path class="now" d="M{at:.4g} 0v{HEIGHT}"/></svg>'
        ),
    ]


def _line(page: Page, review: Review, colour: Colour, last: int) -> str:
    """Draw the line of a colour: its seats' estimate before the first try of each of their turns."""
    points, before = [], ""
    for number, each in enumerate(review.tries):
        side = each.seat.partition("-")[0]
        if side == colour.word and before != side and each.win is not None:
            chance = each.win if colour is Colour.BLACK else 1 - each.win
            points.append(f"{100 * number / last:.3g} {HEIGHT * (1 - chance):.3g}")
        before = side if not each.accepted else ""
    return f'<polyline class="{colour.word}" points="{" ".join(points)}"/>' if points else ""
