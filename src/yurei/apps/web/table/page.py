"""Pages of a game: the live part as seen from one chair, the frame around it, and further pages.

Until the end the live part is drawn from views. It is one of: a player's board, tools and menu; the curtain of a shared
screen; the audience's page; or the referee's page, if the players allow it.
"""

from collections.abc import Iterable

import htpy as h
from markupsafe import Markup

from yurei.apps.web.frame.board import Picture, draw_board
from yurei.apps.web.frame.html import Board, Drawing, Sections, boards_in, cache_html, fill, html_of
from yurei.apps.web.frame.page import draw_document
from yurei.apps.web.parts.fields import draw_name_field
from yurei.apps.web.parts.game_parts import Page, UnconfirmedTry, name_try_by, plan_link, seat_word
from yurei.apps.web.parts.written_rules import rules_of_a_game
from yurei.apps.web.table import sections
from yurei.apps.web.table.ended import draw_ended_game
from yurei.club.archive import get_view_with_points
from yurei.club.model.chairs import REFEREE
from yurei.languages import N_, Gettext, number_text
from yurei.referee.announce import REASONS
from yurei.referee.seating import AUDIENCE
from yurei.referee.sight import EVERYTHING
from yurei.referee.told import Outcome
from yurei.referee.view import FREE, View, doubtful_points, last_known_try, lasting_marks, points_just_taken
from yurei.rules.board import EMPTY, WHITE, Colour
from yurei.rules.points import Shape
from yurei.rules.state import Kind, Try

ROOM = 400
"""Bytes for changes of a board, per column and unit of sight. Changes are rarely longer; then a multiple is taken."""


def live_part_html(page: Page) -> str:
    """Return the live part of a page as one HTML element with the id ``table``, including the time on the clocks."""
    drawing = draw_live_part(page, clocks=True)
    return add_number(page, drawing) + make_padding(page, boards_in(drawing.sections).values(), whole=True)


def add_number(page: Page, drawing: Drawing) -> str:
    return drawing.html.replace(">", f' data-number="{page.game.number_known(page.chair)}">', 1)


def make_padding(page: Page, boards: Iterable[str], *, whole: bool) -> str:
    """Return spaces to append to a text, so that its length does not depend on which point has changed.

    TLS hides the content of a frame but not its length, from which nobody on the network must be able to infer a point.
    ``boards`` are the parts of the text that are drawn boards, and ``whole`` is whether they are complete boards.
    """
    referee, size = page.game.settings.referee, page.game.settings.size
    if page.chair == AUDIENCE.name or referee.sight == EVERYTHING:
        return ""  # nothing is hidden
    if whole and not referee.sight and size.shape is not Shape.TORUS:
        return ""  # in a complete board every point has the same length
    # A point near the edge sees fewer points than one in the middle.
    rows = size.height // 2 if whole and referee.sight else 1
    room = ROOM * size.width * max(rows, 1 + min(referee.sight, size.height))
    return " " * (room - sum(len(part.encode()) for part in boards) % room)


def draw_live_part(page: Page, *, clocks: bool = False) -> Drawing:
    """Draw the live part of a page in sections. Except for clock times, equal ``Page.cache_key`` give equal drawings."""
    part, seats = Sections(clocks=clocks), page.game.seats_of(page.chair)
    if page.game.over:
        kind, content = "ended", draw_ended_game(page, part)
    elif page.chair == REFEREE and page.game.third.shown:
        kind, content = "refereed", draw_referee_page(page, part)
    elif seats:
        kind, content = draw_for_players(page, seats, part)
    else:
        kind, content = "watched", draw_for_audience(page, part)
    # Invitations come first only for missing players; the menu contains that of the audience.
    missing = sections.lacks_players(page) and not page.game.over and sections.draw_invitations(page)
    whole = (
        part.add("invitations", missing),
        sections.draw_sides(page, part),
        part.add("score", sections.draw_score(page)),
        content,
    )
    return part.make_drawing(fill(_draw_table(kind, page.address), whole))


@cache_html
def _draw_table(kind: str, address: str) -> h.Element:
    return h.div("#table", class_=kind, data_live=f"{address}/live", data_page=address)


def game_page(page: Page) -> str:
    say, settings, control = page.say, page.game.settings, page.game.clocks.control
    heading = f"{say(settings.ruleset.title)}, {seat_word(page.chair, say)}"
    komi = None if settings.komi is None else number_text(settings.komi, page.language)
    about = h.details(".menu.about")[
        h.summary[
            _draw_title(page),
            komi and " · " + say(N_("komi {komi}")).format(komi=komi),
            None if control is None else f" · {control.words.said(say)}",
        ],
        h.div(".panel")[rules_of_a_game(settings.ruleset, settings.referee, page.language)],
    ]
    extras = ["told.js", "after.css", "count.css", *([] if control is None else ["clocks.css", "clocks.js"])]
    table = Markup(sections.with_request_ids(live_part_html(page), page.form_request_id))
    return draw_document(
        heading, [about, plan_link(page), table], page.language, extras, page.likes, turn=page.turn_title
    )


def _draw_title(page: Page) -> h.Node:
    settings, say = page.game.settings, page.say
    referee = say(N_("referee: {title}")).format(title=say(settings.referee.title))
    return [h.h1[say(settings.ruleset.title)], f" · {settings.size} · ", referee]


def projector_page(page: Page) -> str:
    content = h.section(".projector")[h.div(".about")[_draw_title(page)], Markup(live_part_html(page))]
    extras = ["after.css", "projector.css", "count.css", "told.js"]
    if page.game.clocks.control is not None:
        extras += ["clocks.css", "clocks.js"]
    return draw_document(page.say(N_("Projector")), content, page.language, extras, page.likes)


def heard_page(page: Page) -> str:
    title = h.h1[page.say(page.game.settings.ruleset.title)]
    said = sections.draw_announcements(page, get_view_with_points(page.game, page.listener_seat), whole=True)
    back = h.p[h.a(href=page.address)[page.say(N_("Back to the game"))]]
    return draw_document(page.say(N_("Referee’s announcements")), [title, said, back], page.language)


def links_page(page: Page) -> str:
    heading = page.say(N_("The links of this game"))
    return draw_document(heading, h.section[h.h1[heading], sections.draw_invitations(page)], page.language)


def draw_for_players(page: Page, seats: tuple[str, ...], part: Sections) -> tuple[str, h.Node]:
    """Return the CSS class and the content of a player's page during the game."""
    game, hands = page.game, page.game.settings.seating.hands
    if hands == "shared" and game.lifted != game.to_move:
        return "curtained", _draw_curtain(page, part)
    seat = seats[0] if hands == "each" else game.to_move
    assert seat is not None
    view = game.view(seat)
    # A person who plays all seats uses the board of the seat to move; the other boards are beside it.
    others = [other for other in seats if other != seat] if hands == "one" else []
    boards = [still_board(page, game.view(other), other, part) for other in others]
    requests = [
        sections.draw_offer(page, seat),
        sections.takeback_request(page, seat),
        _mark_refused(page, view),
        _draw_ghost_rule(page, view),
    ]
    return "playing", [
        sections.draw_news(page, view, seat, part, requests),
        _draw_play(page, view, seat, part),
        fill(
            h.aside,
            part.add("claim", sections.draw_claim(page)),
            boards,
            part.add("transcript", sections.draw_announcements(page, view)),
            sections.chat_section(page, part),
        ),
    ]


def _find_refused_try(view: View) -> Try | None:
    """Return the last try if it was this seat's and was refused; otherwise None."""
    told = view.heard[-1] if view.heard else None
    return told.attempt if told and told.outcome is Outcome.ILLEGAL and told.seat == view.seat.name else None


def _mark_refused(page: Page, view: View) -> h.Node:
    """Draw the button to mark a guessed stone where a try was just refused; nothing if the point has a mark."""
    attempt, own = _find_refused_try(view), view.seat
    # The refusal of a ghost is no evidence of a stone: most points are not liberties.
    if attempt is None or attempt.kind is not Kind.STONE or not view.settings.referee.hides:
        return None
    point = None if view.heard[-1].reason in FREE else attempt.point
    if own.colour is None or point is None or view.board[point] != EMPTY or point in page.game.pencil[own.name]:
        return None
    size, opponent = view.settings.size, own.colour.opponent.word
    button = sections.action_button(f"pencil-{opponent}", page.say(N_("Guess a stone here")), None, size.name(point))
    return [button, sections.padding_spaces(size, point)]


def _draw_ghost_rule(page: Page, view: View) -> h.Node:
    """Draw the rule that a ghost goes beside one's own stone, if a ghost elsewhere was just refused."""
    attempt, own = _find_refused_try(view), view.seat
    if own.colour is None or attempt is None or attempt.kind is not Kind.GHOST or attempt.point is None:
        return None
    beside = view.settings.size.neighbours[attempt.point]
    if view.board[attempt.point] != EMPTY or any(view.board[point] == own.colour for point in beside):
        return None
    return h.p("#ghost-rule", class_="note")[page.say(N_("A ghost goes beside one of your own stones."))]


def _draw_curtain(page: Page, part: Sections) -> h.Node:
    """Draw the curtain of a shared screen between two turns, with public announcements and without a board."""
    say, seat = page.say, page.game.to_move
    assert seat is not None
    view = page.game.view(AUDIENCE.name)
    return [
        sections.draw_news(page, view, None, part),
        part.add(
            "curtain",
            h.section(".curtain")[
                h.p[say(N_("Hand the device to {seat}. Nobody else should look.")).format(seat=seat_word(seat, say))],
                h.form(method="post", action=f"{page.address}/lift", data_live="")[
                    h.input(type="hidden", name="seat", value=seat),
                    h.button(".primary")[say(N_("I am {seat}: show my board")).format(seat=seat_word(seat, say))],
                ],
            ],
        ),
        h.aside[part.add("transcript", sections.draw_announcements(page, view))],
    ]


def _draw_play(page: Page, view: View, seat: str, part: Sections) -> Markup:
    hand = view.seat.colour
    assert hand is not None
    plate = page.say(N_("Captured stones are not named: some stones on this board may be gone."))
    tries = fill(
        _TRIES,
        part.add_board(_draw_board_picture(page, make_picture(page, view, seat, clickable=True))),
        h.p(".plate")[plate] if doubtful_points(view) else None,
        sections.draw_toolbox(
            page.say, page.game.settings.ruleset.ghosts, hand, pencils=page.game.settings.referee.hides
        ),
        h.input(type="hidden", name="aim", value="1") if "confirm" in page.likes else None,
        sections.REQUEST_FIELD,
    )
    return fill(_PLAY, tries, _confirm(page.say, page.aim), _draw_actions(page, view, seat, part))


def _draw_board_picture(page: Page, picture: Picture) -> Board:
    before = page.boards.get(picture.name)
    if before is None or before[0] != picture:
        before = page.boards[picture.name] = picture, draw_board(picture, page.say)
    return before[1]


@cache_html
def _confirm(say: Gettext, aim: UnconfirmedTry | None) -> h.Element:
    """Draw the button that confirms a try at a selected point. With scripts, it appears without a request."""
    words = say(N_("Try {point}"))
    return h.form("#confirm", method="post", data_live="", hidden=aim is None, data_kept="")[
        h.input(type="hidden", name="do", value=aim.do if aim else "stone"),
        sections.REQUEST_FIELD,
        h.button(".primary", name="at", value=aim.at if aim else "", data_words=words)[
            words.format(point=aim.at) if aim else ""
        ],
    ]


@cache_html
def _draw_point_field(say: Gettext) -> h.Element:
    """Draw the field for a typed point, in a separate form, so that Enter presses its button and not a point."""
    return h.form(".typed", method="post", data_live="")[
        h.input(type="hidden", name="do", value="stone"),
        sections.REQUEST_FIELD,
        h.input(
            "#typed",
            name="at",
            size="8",
            maxlength="12",
            autocomplete="off",
            required=True,
            placeholder="E5",
            aria_label=say(N_("Or type a point:")),
        ),
        h.button[say(N_("Try"))],
    ]


def _draw_actions(page: Page, view: View, seat: str, part: Sections) -> Markup:
    say, ruleset = page.say, page.game.settings.ruleset
    passing = ruleset.passing.black or (ruleset.passing.white and view.seat.colour is WHITE)
    return fill(
        _ACTIONS,
        part.add(
            "actions",
            sections.draw_pass_button(page, view) if passing else None,
            sections.action_button("offer", say(N_("Offer a draw")), disabled=page.game.offer is not None)
            if ruleset.draw_by_agreement
            else None,
            sections.takeback_button(page, seat),
        ),
        sections.resign_menu(page),
        _draw_point_field(say),
        part.add("menu", _draw_menu(page, view), sections.chat_label(page)),
    )


_PLAY, _ACTIONS = h.section(".play"), h.section(".actions.toolbar")
_TRIES = h.form("#play", method="post", data_live="")


def make_picture(page: Page, view: View, seat: str, *, clickable: bool) -> Picture:
    """Return the picture of a seat's own board with its pencil marks."""
    say = page.say
    return Picture(
        size=view.settings.size,
        cells=view.board,
        name=seat,
        label=say(N_("Board of {seat}")).format(seat=seat_word(seat, say)),
        pencil=dict(page.game.pencil.get(seat, {})) if seat in page.game.seats_of(page.chair) else {},
        last=last_known_try(view),
        clickable=clickable,
        uncertain=doubtful_points(view),
        taken=points_just_taken(view),
        marks=lasting_marks(view) if clickable and view.settings.referee.hides else {},
        fog=view.fog,
        aim=view.settings.size.point(page.aim.at) if clickable and page.aim else None,
        hand=view.seat.colour.word if clickable and view.seat.colour is not None else None,
    )


def still_board(page: Page, view: View, seat: str, part: Sections) -> h.Element:
    name = page.say(N_("The board")) if seat == AUDIENCE.name else seat_word(seat, page.say)
    return h.section(".still")[
        h.h2[name], part.add_board(draw_board(make_picture(page, view, seat, clickable=False), page.say))
    ]


def _draw_menu(page: Page, view: View) -> Markup:
    hands, ruleset = page.game.settings.seating.hands, page.game.settings.ruleset
    opening = None if page.game.audience.opened else sections.offer_to_open(page)
    return _draw_menu_panel(
        page.address,
        page.say,
        page.game.nickname(page.chair) if hands == "each" else None,
        hands != "shared",
        Markup(html_of([opening, page.links and not sections.lacks_players(page) and sections.draw_invitations(page)])),
        view.seat.colour if view.settings.referee.hides else None,
        ruleset.ghosts,
        ruleset.passing.white > 0,
    )


@cache_html
def _draw_menu_panel(
    address: str,
    say: Gettext,
    nickname: str | None,
    may_hand_over: bool,
    offers: Markup,
    hand: Colour | None,
    ghosts: bool,
    passes: bool,
) -> h.Element:
    own_seat = (
        nickname is not None
        and h.section(".naming")[
            h.h2[say(N_("Your name and seat"))],
            h.form(method="post", action="/you")[
                h.input(type="hidden", name="back", value=address),
                draw_name_field(say, nickname),
                h.button[say(N_("Save name"))],
            ],
            h.form(method="post", action=f"{address}/along")[h.button[say(N_("Move this seat to another device"))]],
        ]
    )
    return h.details("#more", class_="menu more", data_own="")[
        h.summary(".button")[say(N_("More"))],
        h.div(".panel")[
            own_seat,
            may_hand_over
            and h.a(".button.program", href=f"{address}/program")[say(N_("Let a program play this seat"))],
            offers,
            hand and sections.draw_legend(say, hand),
            sections.keys_help(say, ghosts, passes),
        ],
    ]


def draw_for_audience(page: Page, part: Sections) -> h.Node:
    view = page.game.view(AUDIENCE.name)
    board: h.Node = _draw_hidden_boards(page.say, page.chair == REFEREE and page.game.third.may_be_shown)
    if not page.game.settings.referee.hides:
        board = still_board(page, view, AUDIENCE.name, part)
    elif page.game.audience.table_open:
        board = _draw_reference(page, part)
    return [sections.draw_news(page, view, None, part), board, fill(h.aside, _draw_referee_panel(page, part))]


@cache_html
def _draw_hidden_boards(say: Gettext, may_be_shown: bool) -> h.Element:
    words = N_("The boards stay hidden until the end. You hear what everybody hears.")
    if may_be_shown:
        words = N_("The boards stay hidden until all players agree. You hear what everybody hears.")
    return h.section(".curtain")[h.p[say(words)]]


def _draw_referee_panel(page: Page, part: Sections) -> h.Node:
    view = page.game.view(AUDIENCE.name)
    return [
        part.add("transcript", sections.draw_announcements(page, view)),
        sections.chat_section(page, part),
        _draw_projector(page.address, page.say),
    ]


@cache_html
def _draw_projector(address: str, say: Gettext) -> h.Element:
    return h.p(".note")[h.a(href=f"{address}/projector")[say(N_("Projector mode"))]]


def _draw_reference(page: Page, part: Sections) -> h.Element:
    say, game = page.say, page.game
    picture = Picture(game.settings.size, game.third_board(), "reference", say(N_("Reference board")))
    return h.section(".reference")[h.h2[say(N_("Reference board"))], part.add_board(draw_board(picture, say))]


def draw_referee_page(page: Page, part: Sections) -> h.Node:
    """Draw the referee's page: the true board, the players' own boards, and every try."""
    game = page.game
    boards = [still_board(page, game.view(seat.name), seat.name, part) for seat in game.settings.seating.seats]
    return [
        sections.draw_news(page, game.view(AUDIENCE.name), None, part),
        _draw_reference(page, part),
        h.aside[part.add("tries", _draw_every_try(page)), _draw_referee_panel(page, part)],
        h.section(".boards")[boards],
    ]


def _draw_every_try(page: Page) -> h.Element:
    say, size = page.say, page.game.settings.size
    tries = [
        h.li(class_=None if each.verdict.accepted else "refused")[
            h.span[name_try_by(each.seat, each.verdict.attempt, size, say)],
            each.verdict.reason and h.span(".reason")[f" {say(REASONS[each.verdict.reason])}"],
            (taken := len(each.verdict.captured)) > 0 and f", {say(N_('captures {count}')).format(count=taken)}",
        ]
        for each in reversed(page.game.judged)
    ]
    return h.section(".tries")[h.h2[say(N_("Every try"))], h.ol(".heard", reversed=True)[tries]]
