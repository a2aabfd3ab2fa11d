"""Replay page: the true board and each side’s beliefs after every try, with any referee’s announcements and the analysis."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from htpy import (
    Element,
    Node,
    a,
    aside,
    bdi,
    button,
    div,
    figcaption,
    figure,
    form,
    h1,
    h2,
    h3,
    header,
    i,
    li,
    nav,
    ol,
    p,
    progress,
    section,
    small,
    span,
    strong,
    ul,
)
from markupsafe import Markup

from yurei import referee as referees
from yurei.apps.web.analysis import walk_of_game
from yurei.apps.web.board.board import Picture, Say, drawn, pictured
from yurei.apps.web.new_game import address_from
from yurei.apps.web.replay.controls import ALIKE, REFERENCE, Choice, controls
from yurei.apps.web.shell.form_fields import copy_field, field, number_field, select_of
from yurei.apps.web.shell.frame import document
from yurei.apps.web.table.context import Page, seat_word, tried_by
from yurei.apps.web.table.sections import name_of
from yurei.club.archive import ReplayMoment, another_referee, events_of, known_after
from yurei.club.game.game import Game, Judged
from yurei.club.model.chairs import WINDOW
from yurei.club.programs.reviews import WORTH_TELLING, Failed, Progress, Review, State, bits_text, percent, sentences
from yurei.languages import N_, NN_, number_text, translation
from yurei.players.belief.review import most_informative, turning_points
from yurei.referee.announce import REASONS, speak, speak_result
from yurei.referee.settings import Settings
from yurei.referee.view import doubtful, just_taken
from yurei.rules.board import Colour
from yurei.rules.judge import Verdict
from yurei.rules.points import FARTHEST
from yurei.rules.state import Kind

SMALL = 169
"""Largest number of points for full drawings; larger boards are simplified, and only the large one has named points."""
PENCILLED = N_("Pencil marks: what each side believed at that moment. Wrong guesses are crossed out in red.")
AS_TOLD = N_(
    "The same tries, as {title} would have judged them: the announcements, and what each player would have seen."
)


def replay_page(page: Page, choice: Choice, state: State = None, *, offered: bool = False) -> str:
    """Return the replay page: the boards after so many tries, the controls, and the analysis; raises as ``replay`` does."""
    content = Markup(replay(page, choice, state, offered=offered))
    return document(
        page.say(N_("Replay")), content, page.language, ["replay.css", "replay.js"], page.likes, table=False
    )


def replay(page: Page, choice: Choice, state: State = None, *, offered: bool = False) -> str:
    """Return the part of the replay that changes with the moment.

    Raises NotOver before the end, and BadValue if the choice does not fit the game.
    """
    game, say = page.game, page.say
    events = events_of(game)
    choice.check_board(game)
    moment = ReplayMoment.of(game, choice.at, another_referee(game, choice.referee, choice.sight))
    choice = replace(choice, at=moment.number)
    kind = "alike" if choice.board == ALIKE else "one"
    return str(
        div("#replay")[
            _heading(page),
            div(".stage")[
                _tabs(page, choice),
                p("#tried", class_="tried")[_tried(page, moment)],
                p("#said", class_="said", role="status")[_announcement(page, moment)],
                div(class_=f"boards {kind} of-{len(moment.views) + 1}")[_boards(page, moment, choice)],
                curve(page, choice, state),
                controls(choice, len(game.judged), events, say),
            ],
            aside[
                review_panel(page, choice, moment, state, offered=offered),
                _whose_words(page, moment, choice),
                try_list(page, choice),
                _share(page, choice),
                p(".note")[say(PENCILLED)],
                _to_analysis(page, moment),
                p[
                    a(".button", href=address_from(game.settings, moment.truth, _to_move(game, moment)))[
                        say(N_("Challenge somebody from here"))
                    ]
                ],
                p[a(href=page.address)[say(N_("Back to the game"))]],
            ],
        ]
    )


def _to_move(game: Game, moment: ReplayMoment) -> Colour:
    return moment.tried.verdict.after.to_move if moment.tried else game.opening.to_move


def _to_analysis(page: Page, moment: ReplayMoment) -> Node:
    """Draw the link to the analysis board with this position, if its value is known."""
    game, moves = page.game, _moves(page.game.judged)
    shown = len(_moves(game.judged[: moment.number]))
    walk = walk_of_game(game.opening, moves, shown, moment.truth, _to_move(game, moment))
    return None if walk is None else p[a(".button", href=walk.address())[page.say(N_("Open in the analysis board"))]]


def _moves(judged: Sequence[Judged]) -> list[int]:
    """Return the points of the stones that were played."""
    tries = [each.verdict.attempt for each in judged if each.verdict.accepted]
    return [attempt.point for attempt in tries if attempt.kind is Kind.STONE and attempt.point is not None]


def _heading(page: Page) -> Element:
    settings, result = page.game.settings, page.game.result
    return header[
        h1[page.say(N_("Replay"))],
        p(".facts")[facts(settings, page.language)],
        p(".facts")[_players(page), strong[speak_result(result, page.language, settings.ruleset)] if result else None],
    ]


def _players(page: Page) -> Iterator[Node]:
    say, game = page.say, page.game
    for seat in game.settings.seating.seats if game.settings.seating.hands == "each" else ():
        words = say(N_("{seat}:")).format(seat=seat_word(seat.name, say))
        yield [words, " ", bdi(class_="nickname")[name_of(game, seat.name, say)], " · "]


def _tabs(page: Page, choice: Choice) -> Element:
    """Draw the tabs that choose the large board; a phone shows that one alone."""
    say = page.say
    named = [
        (REFERENCE, say(N_("True board"))),
        *((seat, seat_word(seat, say)) for seat in page.game.pencil),
        (ALIKE, say(N_("All boards the same size"))),
    ]
    return nav(".toolbar.tabs", aria_label=say(N_("The large board")))[
        (
            a(".button", href=choice.address(board=name), aria_current="true" if name == choice.board else None)[words]
            for name, words in named
        )
    ]


def _tried(page: Page, moment: ReplayMoment) -> Node:
    say, tried = page.say, moment.tried
    if tried is None:
        return say(N_("The game begins."))
    reason = tried.verdict.reason
    return [
        strong[tried_by(tried.seat, tried.verdict.attempt, page.game.settings.size, say)],
        reason and span(".reason")[f" – {say(REASONS[reason])}"],
    ]


def _announcement(page: Page, moment: ReplayMoment) -> str:
    return speak(moment.referee, moment.said, page.game.settings.size, page.language) if moment.said else " "


def _boards(page: Page, moment: ReplayMoment, choice: Choice) -> Iterator[Element]:
    """Draw the true board, and the seats' own boards with their pencil marks."""
    say, size, tried = page.say, page.game.settings.size, moment.tried
    point = tried.verdict.attempt.point if tried else None
    last = (point, not tried.verdict.accepted) if tried and point is not None else None
    words = say(N_("True board"))
    yield _still(Picture(size, moment.truth, REFERENCE, words, last=last), choice, say)
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
            uncertain=doubtful(view),
            taken=just_taken(view),
            fog=view.fog,
        )
        yield _still(picture, choice, say, _right_or_wrong(guesses, say))


def _still(picture: Picture, choice: Choice, say: Say, more: Node = None) -> Element:
    large = choice.board == picture.name
    if picture.size.points > SMALL:
        walked = picture.name == (REFERENCE if choice.board == ALIKE else choice.board)
        picture = replace(picture, sketch=True)
        board = drawn(picture, say) if walked else pictured(picture)
    else:
        board = drawn(picture, say)
    return section(f"#of-{picture.name}", class_="still large" if large else "still")[
        h2[picture.label], Markup(board), more
    ]


def _right_or_wrong(guesses: Mapping[int, bool], say: Say) -> Node:
    if not guesses:
        return None
    words = say(N_("Pencil guesses: {all}; correct: {right}."))
    return p(".note")[words.format(all=len(guesses), right=sum(guesses.values()))]


def _whose_words(page: Page, moment: ReplayMoment, choice: Choice) -> Element:
    """Draw the choice of referee: the game's own, or another that judges the same tries."""
    say = page.say
    another = bool(choice.referee) or choice.sight is not None
    referee = field(say(N_("Referee")), select_of("referee", _referees(page, choice), choice.referee))
    return section(".panel.whose")[
        h2[say(N_("Announcements by"))],
        _form(choice, referee, say, "referee", "sight"),
        _sight(moment, choice, say),
        another and p(".note")[say(AS_TOLD).format(title=say(moment.referee.title))],
    ]


def _form(choice: Choice, control: Node, say: Say, *fields: str) -> Element:
    """Draw a form that changes the choice in these fields."""
    return form(".turns", method="get")[choice.hidden(*fields), control, button(".go")[say(N_("Show"))]]


def _referees(page: Page, choice: Choice) -> list[tuple[str, str]]:
    say, own = page.say, page.game.settings.referee
    others = [each for each in referees.ALL if each.slug != own.slug or choice.referee == own.slug]
    as_played = say(N_("{title} (as played)")).format(title=say(own.title))
    return [("", as_played), *((each.slug, say(each.title)) for each in others)]


def _sight(moment: ReplayMoment, choice: Choice, say: Say) -> Element | None:
    """Draw the choice of sight distance, if this referee has one."""
    if not moment.referee.takes_sight:
        return None
    distance = number_field("sight", choice.fields.get("sight", ""), 0, FARTHEST, str(moment.referee.sight))
    return _form(choice, field(say(N_("How far a stone sees")), distance), say, "sight")


def _share(page: Page, choice: Choice) -> Element:
    """Draw the public link to this moment, which opens no chair."""
    say = page.say
    address = f"{page.base}/g/{page.game.stored.id}/{WINDOW}/replay{choice.address()}"
    return div(".share")[copy_field(say(N_("Public link to this move:")), address, say)]


def facts(settings: Settings, language: str) -> str:
    """Return the game, its size, its referee and its komi on one line."""
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
    lines = "".join(_curve_line(page, state, colour, last) for colour in (Colour.BLACK, Colour.WHITE))
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


def _curve_line(page: Page, review: Review, colour: Colour, last: int) -> str:
    """Draw the line of a colour: its seats' estimate before the first try of each of their turns."""
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


def try_list(page: Page, choice: Choice) -> Element:
    """Draw the tries around the current moment."""
    say, judged = page.say, page.game.judged
    first = max(0, choice.at - 1) // AT_ONCE * AT_ONCE
    beyond = first + AT_ONCE
    return section(".tries.panel")[
        h2[say(N_("Every try"))],
        first > 0 and p[a(href=choice.address(at=first))[say(N_("Earlier tries"))]],
        ol("#tries", start=str(first + 1))[_listed_tries(page, choice, first)]
        if judged
        else p(".note")[say(N_("Nothing was tried."))],
        beyond < len(judged) and p[a(href=choice.address(at=beyond + 1))[say(N_("Later tries"))]],
    ]


def _listed_tries(page: Page, choice: Choice, first: int) -> Iterator[Element]:
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
