"""Replay page: the true board and each side's beliefs after every try, with the announcements of any referee."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from htpy import Element, Node, a, aside, bdi, button, div, form, h1, h2, header, nav, p, section, span, strong
from markupsafe import Markup

from yurei import referee as referees
from yurei.apps.web.analysis.walk import walk_of_game
from yurei.apps.web.board.board import Picture, Say, drawn, pictured
from yurei.apps.web.new_game.form import address_from
from yurei.apps.web.replay.choice import ALIKE, REFERENCE, Choice
from yurei.apps.web.replay.controls import controls
from yurei.apps.web.replay.review import curve, review_panel
from yurei.apps.web.replay.text_record import facts
from yurei.apps.web.replay.tries import try_list
from yurei.apps.web.shell.form_fields import copy_field, field, number_field, select_of
from yurei.apps.web.shell.frame import document
from yurei.apps.web.table.context import Page, seat_word, tried_by
from yurei.apps.web.table.sections.players import name_of
from yurei.club.archive import ReplayMoment, another_referee, events_of
from yurei.club.game.game import Game, Judged
from yurei.club.model.chairs import WINDOW
from yurei.club.programs.reviews.reviews import State
from yurei.languages import N_
from yurei.referee.announce import REASONS, speak, speak_result
from yurei.referee.noticed import doubtful, just_taken
from yurei.rules.board import Colour
from yurei.rules.points import FARTHEST
from yurei.rules.state import Kind

SMALL = 169
"""Largest number of points for full drawings; larger boards are simplified, and only the large one has named points."""
PENCILLED = N_("Pencil marks: what each side believed at that moment. Wrong guesses are crossed out in red.")
AS_TOLD = N_(
    "The same tries, as {title} would have judged them: the announcements, and what each player would have seen."
)


def replay_page(page: Page, choice: Choice, state: State = None, *, offered: bool = False) -> str:
    """Return the replay page: the boards after so many tries, the controls, and the analysis.

    Raises:
        NotOver: Before the end.
        BadValue: If the choice does not fit the game.
    """
    content = Markup(replay(page, choice, state, offered=offered))
    return document(
        page.say(N_("Replay")), content, page.language, ["replay.css", "replay.js"], page.likes, table=False
    )


def replay(page: Page, choice: Choice, state: State = None, *, offered: bool = False) -> str:
    """Return the part of the replay that changes with the moment.

    Raises:
        NotOver: Before the end.
        BadValue: If the choice does not fit the game.
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
    distance = number_field("sight", choice.fields, 0, FARTHEST, str(moment.referee.sight))
    return _form(choice, field(say(N_("How far a stone sees")), distance), say, "sight")


def _share(page: Page, choice: Choice) -> Element:
    """Draw the public link to this moment, which opens no chair."""
    say = page.say
    address = f"{page.base}/g/{page.game.stored.id}/{WINDOW}/replay{choice.address()}"
    return div(".share")[copy_field(say(N_("Public link to this move:")), address, say)]
