"""Sections of a game's page with their forms: announcements, sides and clocks, offers, chat, tools, invitations.

A fresh page contains the time of its clocks in its HTML; an open page gets it as data with every frame. Both contain
all remaining stages of the running clock, so that the page can count down without the server.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

import htpy as h
from markupsafe import Markup

from yurei import players
from yurei.apps.web.frame.board import draw_lasting_mark
from yurei.apps.web.frame.html import Sections, cache_html, fill, link_buttons, qr_code
from yurei.apps.web.parts import game_parts
from yurei.apps.web.parts.fields import draw_compiling_note
from yurei.apps.web.parts.game_parts import (
    FIGURE,
    GHOST,
    PENCILS,
    STONE,
    Counters,
    Page,
    outcome_word,
    player_name,
    seat_word,
)
from yurei.club.archive import count_stones_lost
from yurei.club.game.audience import ChatMessage
from yurei.club.game.game import ZERO, Game, claim_after
from yurei.club.game.record import latest_seal
from yurei.club.game.series import format_points, has_next_game, has_second, match_won, opposite_chair, series_of
from yurei.club.model.chairs import REFEREE, WINDOW
from yurei.club.model.sanitize import LONGEST_MESSAGE
from yurei.languages import N_, Gettext, translation
from yurei.referee.announce import COLOURS, name_try, speak, speak_gone
from yurei.referee.referee import Captures, Referee
from yurei.referee.seating import AUDIENCE
from yurei.referee.told import Outcome, Told
from yurei.referee.view import Fold, View, empty_points, opponent_passed
from yurei.rules.board import BLACK, WHITE, Colour
from yurei.rules.points import Size

REQUEST_FIELD = Markup(str(h.input(type="hidden", name="request", value="")))
"""Hidden field for a request id. A script fills it; without scripts ``with_request_ids`` does."""


def with_request_ids(html: str, request: str) -> str:
    """Return the HTML of a page with ``request`` as the id in every form, for browsers without scripts."""
    return html.replace(str.__str__(REQUEST_FIELD), str(h.input(type="hidden", name="request", value=request)))


@cache_html
def action_button(do: str, words: str, kind: str | None = None, at: str = "", *, disabled: bool = False) -> h.Element:
    """Draw the button of an action in a separate form. A disabled button keeps its place.

    The form is sent to the address of its page, so the same HTML serves all games.
    """
    return h.form(method="post", data_live="")[
        at and h.input(type="hidden", name="at", value=at),
        REQUEST_FIELD,
        h.button(name="do", value=do, class_=kind, disabled=disabled)[words],
    ]


def draw_pass_button(page: Page, view: View) -> Markup:
    """Draw the button to pass. It asks for confirmation if more than a third of the board is empty."""
    if page.game.settings.ruleset.passing.ends_games and 3 * empty_points(view) > view.settings.size.points:
        # A menu with a different id once a pass would end the game, so that an open one is folded.
        name, question = "pass", N_("More than a third of the board is empty. If both pass, the game ends.")
        if opponent_passed(view):
            name = "pass-too"
            question = N_(
                "The opponent has passed. If you pass too, the game ends, although more than a third of the board is empty."
            )
        say = page.say
        return _draw_menu(
            name, say(N_("Pass")), say(question), action_button("pass", say(N_("Yes, pass")), kind="primary")
        )
    return action_button("pass", page.say(N_("Pass")))


def resign_menu(page: Page, seats: tuple[str, ...] = ()) -> Markup:
    """Draw the folded button to resign; with ``seats``, one button for each of these seats."""
    say = page.say
    yes = [(say(N_("{seat} resigns")).format(seat=seat_word(seat, say)), seat) for seat in seats]
    yes = yes or [(say(N_("Yes, resign")), "")]
    buttons = [action_button("resign", words, "danger", at) for words, at in yes]
    return _draw_menu("resign", say(N_("Resign")), say(N_("Resign the game?")), *buttons)


def concede_menu(page: Page) -> Markup:
    question = page.say(N_("Your stones in dispute then count as dead, your opponent’s as alive."))
    return _draw_menu(
        "concede", page.say(N_("Concede")), question, action_button("give-in", page.say(N_("Yes, concede")))
    )


@cache_html
def _draw_menu(name: str, words: str, question: str, *buttons: Markup) -> h.Element:
    """Draw a folded menu that asks a question before its buttons."""
    return h.details(f"#{name}", class_=f"menu {name}", data_own="")[
        h.summary(".button")[words], h.div(".panel")[h.p[question], buttons]
    ]


def sees_board(page: Page) -> bool:
    """Return whether a reader without a seat sees the whole board while the game goes on."""
    game = page.game
    shown = game.audience.table_open or (page.chair == REFEREE and game.third.shown)
    return shown and not game.seats_of(page.chair)


STATES = {
    "here": N_("connected"),
    "away": N_("away"),
    "free": N_("free"),
    "expected": N_("expected"),
    "program": N_("a program"),
}


def get_player_state(game: Game, chair: str) -> str:
    if chair in game.stored.players:
        return "program"
    if not game.is_taken(chair):
        if "evening" not in game.stored.terms or not game.seats_of(chair):
            return "free"
        return "away" if game.over else "expected"
    return "here" if game.around.connected(chair) else "away"


def draw_sides(page: Page, part: Sections) -> Markup:
    """Draw the two sides, each with players, counters and clock; and the person on the referee's chair, if any."""
    game, view = page.game, page.game.view(page.listener_seat)
    told = game_parts.count_by_colour(view)
    is_shown = sees_board(page)
    if game.over or is_shown:
        told = {
            colour: each._replace(lost=count_stones_lost(game, colour, is_shown=is_shown))
            for colour, each in told.items()
        }
    # A player's own colour comes second, nearer to the tools.
    colours = (WHITE, BLACK) if game.colours_of(page.chair) == {BLACK} else (BLACK, WHITE)
    judge = None
    if game.is_taken(REFEREE):
        sees = not game.over and game.third.shown
        note = sees and h.li("#sees", class_="note")[page.say(N_("The referee sees the whole board."))]
        judge = h.ul(".judge")[_draw_seat(page, REFEREE), note]
    # Until its code is compiled, a program of a higher level plays like the lowest one.
    compiling = not game.over and game.around.compiling()
    weak = compiling and any(players.until_compiled(name) != name for name in game.programs.values())
    return fill(
        _draw_sides_section(page.say),
        [_draw_side(page, colour, told[colour], part) for colour in colours],
        part.add("judge", judge),
        part.add("compiling", draw_compiling_note(page.say) if weak else None),
        None if game.clocks.control is None else part.add("clock-note", clock_note(page)),
    )


@cache_html
def _draw_sides_section(say: Gettext) -> h.Element:
    return h.section("#people", class_="sides", aria_label=say(N_("Seats")))


def _draw_side(page: Page, colour: Colour, told: Counters, part: Sections) -> Markup:
    game, seating = page.game, page.game.settings.seating
    to_move = game.count.playout.to_move if game.count.playout else game.to_move
    moves = to_move is not None and game.colour(to_move) is colour
    # With a shared screen, or one person on all seats, only the colours are shown.
    seats = [seat.name for seat in seating.seats if seat.colour is colour] if seating.hands == "each" else []
    people = [_draw_seat(page, seat) for seat in seats] or h.li(".seat")[
        h.span(".chair")[seat_word(colour.word, page.say)]
    ]
    return fill(
        _SIDES[colour],
        _ICONS[colour],
        part.add(colour.word, fill(_MOVES if moves else _WAITS, people), _draw_counters(page.say, told)),
        draw_clock(page, colour, with_time=part.clocks),
    )


_SIDES = {colour: h.div(class_=f"side {colour.word}") for colour in (BLACK, WHITE)}
_ICONS = {
    colour: Markup(
        '<svg class="icon" viewBox="-.6 -.6 1.2 1.2" aria-hidden="true" focusable="false">'
        f'<use href="#{colour.word}-stone"/></svg>'
    )
    for colour in (BLACK, WHITE)
}
_MOVES, _WAITS = h.ul(".moves"), h.ul


def _draw_seat(page: Page, chair: str) -> Markup:
    game, state = page.game, get_player_state(page.game, chair)
    # The name of an evening's player who never took their chair is still shown after the end.
    is_empty = state in {"expected", "away"} and not game.is_taken(chair)
    name = game.stored.terms.get("expected", {}).get(chair, "") if is_empty else player_name(game, chair, page.say)
    return _draw_seat_item(page.say, chair, state, name)


@cache_html
def _draw_seat_item(say: Gettext, chair: str, state: str, name: str) -> h.Element:
    return h.li(id=f"at-{chair}", class_=f"seat {state}")[
        h.span(".dot", aria_hidden="true"),
        h.span(".chair")[game_parts.chair_word(chair, say)],
        name and [" ", h.bdi(class_="nickname")[name]],
        h.span(".state")[f" ({say(STATES[state])})"],
    ]


@cache_html
def _draw_counters(say: Gettext, told: Counters) -> h.Element:
    numbers = ((say(N_("moves")), told.moves), (say(N_("stones lost")), told.lost), (say(N_("refused")), told.refused))
    return h.dl(".counters", title=say(N_("As far as announced")))[
        (
            h.div[h.dt[words], h.dd[h.abbr(title=say(N_("not announced")))["?"] if number is None else str(number)]]
            for words, number in numbers
        )
    ]


def draw_clock(page: Page, colour: Colour, *, with_time: bool) -> h.Element | None:
    """Draw a colour's clock, if the game has clocks; without ``with_time`` a script fills in the time."""
    control = page.game.clocks.control
    if control is None:
        return None
    shown = next(each for each in page.game.clocks.clock_states() if each.colour is colour) if with_time else None
    label = page.say(N_("Clock of {colour}")).format(colour=page.say(COLOURS[colour]))
    own = colour in page.game.colours_of(page.chair)
    return h.div(
        f"#clock-{colour.word}",
        class_=f"clock {colour.word}{game_parts.state_class(shown)}",
        data_own_clock="" if own else None,
    )[game_parts.draw_time(control, shown, label, page.say, spoken=own)]


def clock_note(page: Page) -> h.Element | None:
    game = page.game
    if game.clocks.control is None or game.to_move is None or any(each.running for each in game.clocks.clock_states()):
        return None
    waiting = N_("The clocks start when all seats are taken.")
    words = waiting if game.clocks.not_started else N_("The first move of each side costs no time.")
    return h.p("#clock-note", class_="note")[page.say(words)]


WINS = N_("You win the game, whatever the position.")
COUNTED = N_(
    "The score is then final without your opponent. Nobody’s marks count: stones that died "
    "in 1,000 random playouts are dead. If nothing was proposed, all stones live."
)


def draw_offer(page: Page, seat: str) -> h.Node:
    """Draw the pending draw offer, or the notice that the last offer was declined."""
    say, game = page.say, page.game
    if game.offer is None:
        if game.draw_declined != game.moves or game.takeback.asked is not None:
            return None
        return h.p("#draw-declined", class_="note", role="status")[say(N_("The draw was declined."))]
    if game.colour(game.offer) is game.colour(seat) and game.settings.seating.hands == "each":
        return h.p(".note")[say(N_("You offered a draw. Waiting for the opponent’s answer."))]
    return h.div(".offer")[
        h.p(data_news="")[say(N_("{seat} offers a draw.")).format(seat=seat_word(game.offer, say))],
        action_button("accept", say(N_("Accept the draw"))),
        action_button("decline", say(N_("Decline the draw"))),
    ]


def takeback_request(page: Page, seat: str) -> h.Node:
    """Draw the pending takeback request or the notice of a takeback; nothing if the referee hides anything."""
    game, say = page.game, page.say
    asked = game.takeback.asked
    if game.settings.referee.hides:
        return None
    if asked is None:
        if game.offer is not None:
            return None  # no notice of an earlier answer below a newer offer
        if game.takeback.done:
            taken_back = say(N_("A move was taken back. Play continues from the position before it."))
            return h.p("#taken-back", class_="note", role="status")[taken_back]
        if game.takeback.declined == game.moves:
            return h.p("#takeback-declined", class_="note", role="status")[say(N_("The takeback was declined."))]
        return None
    if game.colour(asked) is game.colour(seat):
        return h.p("#takeback", class_="note")[say(N_("You requested a takeback. Waiting for the opponent’s answer."))]
    return h.div("#takeback", class_="offer")[
        h.p(data_news="")[say(N_("{seat} requests a takeback.")).format(seat=seat_word(asked, say))],
        action_button("takeback-accept", say(N_("Accept takeback"))),
        action_button("takeback-decline", say(N_("Decline"))),
    ]


def takeback_button(page: Page, seat: str) -> h.Node:
    """Draw the button that requests a takeback; nothing if the referee hides anything."""
    game, say = page.game, page.say
    if game.settings.referee.hides:
        return None
    asked = game.takeback.asked is not None or game.takeback.declined == game.moves
    disabled = asked or game.last_move(game.takeback_seat(seat)) is None
    asks = game.settings.seating.hands == "each" and not game.programs
    words = N_("Request takeback") if asks else N_("Take back the last move")
    return action_button("takeback", say(words), disabled=disabled)


def draw_repetition(page: Page, *, plays: bool) -> h.Node:
    if not page.game.repeating:
        return None
    say = page.say
    words = say(N_("The position repeats. Until the next move either side may claim a draw."))
    button = action_button("draw", say(N_("Claim the draw"))) if plays else None
    return h.div(".repeats")[h.p("#repeats", role="status")[words], button]


def draw_claim(page: Page) -> h.Node:
    """Draw the button to claim the win from an absent player, or the time until that is possible."""
    found = page.game.opponent_absence(page.chair)
    if found is None:
        return None
    say, game = page.say, page.game
    seat, time = seat_word(found.seats[0], say), say(claim_after(game.stored.terms)[1])
    if found.left > ZERO:
        words = say(N_("{seat} is away. After {time} you can claim the win."))
        return h.p("#away", class_="note")[words.format(seat=seat, time=time)]
    words = say(N_("{seat} has been away for {time}, and the game is waiting for {seat}."))
    return h.section("#away", class_="panel away")[
        h.p[words.format(seat=seat, time=time)],
        h.details("#claim", class_="claim", data_own="")[
            h.summary[say(N_("Claim victory"))],
            h.p[say(COUNTED if game.over else WINS)],
            action_button("claim", say(N_("Yes, claim victory")), kind="primary"),
        ],
    ]


SHOWN = 40  # number of messages shown


def chat_section(page: Page, part: Sections) -> h.Node:
    game = page.game
    if page.chair == WINDOW or not game.reads_chat(page.chair):
        return None
    lines = list(enumerate(game.chat.lines))[-SHOWN:]
    said = [_draw_message(line, number, page.say) for number, line in reversed(lines)]
    readers = ""
    if game.chat.hidden and not game.over:
        refereed = N_("Visible to the players and the referee; to spectators after the end.")
        shown = game.is_taken(REFEREE) and game.third.shown
        readers = page.say(refereed if shown else N_("Visible to the players; to spectators after the end."))
    may_write = game.chat.may_write(page.chair, over=game.over)
    return fill(
        _draw_chat_section(page.say),
        part.add("writing", _draw_field(page.address, page.say, readers) if may_write else None),
        fill(_draw_log(page.say), part.add("talk", fill(_TALK, said))),
    )


def chat_label(page: Page) -> h.Element | None:
    """Draw the button that leads to the field for a chat message; None for a reader who may not write."""
    if not page.game.chat.may_write(page.chair, over=page.game.over):
        return None
    return h.label(".button.to-chat", for_="say")[page.say(N_("Chat"))]


_TALK = h.ol("#talk", reversed=True)


@cache_html
def _draw_chat_section(say: Gettext) -> h.Element:
    return h.section(".chat")[h.h2[say(N_("Chat"))]]


@cache_html
def _draw_log(say: Gettext) -> h.Element:
    return h.div(role="log", aria_label=say(N_("Chat messages")))


@cache_html
def _draw_field(address: str, say: Gettext, note: str) -> h.Element:
    return h.form(method="post", action=f"{address}/chat", data_live="", data_clears="")[
        REQUEST_FIELD,
        h.input(
            "#say",
            name="text",
            maxlength=str(LONGEST_MESSAGE),
            autocomplete="off",
            required=True,
            dir="auto",
            placeholder=say(N_("Message:")),
            aria_label=say(N_("Message:")),
        ),
        h.button[say(N_("Send"))],
        note and h.p(".note")[note],
    ]


@cache_html
def _draw_message(line: ChatMessage, number: int, say: Gettext) -> h.Element:
    author = game_parts.chair_word(line.chair, say), " ", h.bdi[line.name or say(N_("Guest"))], ": "
    return h.li(id=f"line-{number}")[h.span(".who")[author], h.bdi[line.text]]


@cache_html
def draw_toolbox(say: Gettext, ghosts: bool, hand: Colour, *, pencils: bool) -> h.Element:
    """Draw the tools, with the stone selected. Pencils are a separate group, as they do not affect the game."""
    return h.div(".tools", role="radiogroup", aria_label=say(N_("Tool")))[
        game_parts.tool_label(STONE, hand, say, held=True),
        ghosts and game_parts.tool_label(GHOST, hand, say),
        pencils
        and h.span(".pencils")[
            h.span(".name", aria_hidden="true")[say(N_("Pencil"))],
            (game_parts.tool_label(tool, hand, say) for tool in PENCILS),
        ],
    ]


MARKS = (
    ('<path class="last accepted" d="M-.28 0a.28.28 0 1 1 .56 0 .28.28 0 1 1-.56 0"/>', N_("your last move")),
    (draw_lasting_mark("refused", 0, 0), N_("a refused try of yours")),
    (draw_lasting_mark("taken", 0, 0), N_("a captured stone")),
    (draw_lasting_mark("lost", 0, 0), N_("a captured stone of your own")),
    *((tool.icon, tool.words) for tool in PENCILS),
)
"""Pictures of the marks on a board, with what they mean."""


def draw_legend(say: Gettext, hand: Colour) -> h.Element:
    def picture(icon: str) -> Markup:
        return Markup(f'<svg class="icon" viewBox="-.6 -.6 1.2 1.2">{icon.format(hand=hand.word)}</svg>')

    return h.details("#legend", class_="marks", data_own="")[
        h.summary[say(N_("Marks on the board"))],
        h.dl[(h.div[h.dt[picture(icon)], h.dd[say(words)]] for icon, words in MARKS)],
    ]


def keys_help(say: Gettext, ghosts: bool, passes: bool) -> h.Element:
    keys = [
        ("← ↑ → ↓", N_("go from point to point")),
        ("Home End", N_("go to the ends of a line")),
        ("Enter", N_("try the point")),
        *((tool.key, tool.words) for tool in (STONE, *([GHOST] if ghosts else []), *PENCILS)),
        *([("P Enter", N_("pass"))] if passes else []),
    ]
    return h.details("#keys", class_="keys", data_own="")[
        h.summary[say(N_("Keyboard shortcuts"))],
        h.dl[(h.div[h.dt[h.kbd[key]], h.dd[say(words)]] for key, words in keys)],
    ]


TO_EVERYBODY = N_(
    "Once all players agree, all spectators see the whole board until the end of the game. This cannot be undone. "
    "Anyone can watch this game, your opponent too: agree only if you trust them not to look."
)
TO_LINK = N_(
    "Once all players agree, everyone with the spectator link sees the whole board until the end of the game. This "
    "cannot be undone. Your opponent may have that link too: agree only if you trust them not to look."
)
TO_REFEREE = N_(
    "Once all players agree, the referee sees the whole board until the end of the game. "
    "This cannot be undone. Agree only if you trust them."
)


def draw_consent_to_open(page: Page) -> h.Node:
    say, audience = page.say, page.game.audience
    if audience.table_open:
        return h.p("#opened", class_="note")[say(N_("The board is revealed: spectators see the whole board."))]
    if not audience.opened:
        return None
    words = say(N_("{seats} agreed to reveal the board to spectators. It stays hidden until all players agree."))
    return [h.p("#opened", class_="note")[words.format(seats=_join_names(page, audience.opened))], offer_to_open(page)]


def offer_to_open(page: Page) -> Markup | None:
    """Draw the button by which a player agrees to reveal the board to spectators, with an explanation."""
    audience = page.game.audience
    if not audience.may_be_opened or audience.opened.issuperset(page.game.seats_of(page.chair)):
        return None
    meaning = TO_EVERYBODY if audience.who == "everybody" else TO_LINK
    words = N_("Reveal the board to spectators"), meaning, N_("Reveal the board")
    return _draw_offer(page.say, "opening", "open", *words)


def draw_referee_notice(page: Page) -> h.Node:
    """Draw the notice of a person who referees: the seats that agreed to show the board, and the button to agree."""
    say, game = page.say, page.game
    if not game.is_taken(REFEREE) or game.third.shown:  # the name of the person says that the board is shown
        return None
    agreed = _join_names(page, game.third.admitted)
    admitted = agreed and [" ", h.span(data_news="")[say(N_("Agreed so far: {seats}.")).format(seats=agreed)]]
    if page.chair == REFEREE:
        if game.third.may_be_shown:
            waits = say(N_("You will see the whole board once all players agree."))
            return h.p("#judge", class_="note")[waits, admitted]
        never = N_("A program plays here, and does not agree that somebody sees its board before the end.")
        return h.p("#judge", class_="note")[say(never)]
    own = game.seats_of(page.chair)
    if own and game.third.admitted.issuperset(own):
        waits = say(N_("You have agreed to show the board to the referee. Waiting for {seats}."))
        return h.p("#judge", class_="note")[
            waits.format(seats=_join_names(page, game.third.seats - game.third.admitted))
        ]
    note = h.p("#judge", class_="note")[say(game_parts.REFEREE_SITS), admitted]
    if not game.third.may_be_shown or not own:
        return note
    words = N_("Show the board to the referee"), TO_REFEREE, N_("Yes, show the board to the referee")
    return [note, _draw_offer(say, "admitting", "admit", *words)]


def _join_names(page: Page, agreed: Collection[str]) -> str:
    return ", ".join(seat_word(seat, page.say) for seat in page.game.pencil if seat in agreed)


@cache_html
def _draw_offer(say: Gettext, name: str, do: str, heading: str, meaning: str, yes: str) -> h.Element:
    return h.details(f"#{name}", class_="opening", data_own="")[
        h.summary[say(heading)], h.p[say(meaning)], action_button(do, say(yes))
    ]


MATCH_WON = {
    "black": N_("Black of this game wins the match."),
    "white": N_("White of this game wins the match."),
    "nobody": N_("The match is a tie."),
}


def draw_score(page: Page) -> h.Element | None:
    game, say = page.game, page.say
    stands = series_of(game)
    if stands.number == 1 and not (game.settings.ruleset.two_game_match and game.result_is_final):
        return None
    return h.p("#score")[
        h.span[say(N_("Game {number} of a series.")).format(number=stands.number), " "],
        say(N_("Score: {black} {black_points}, {white} {white_points}.")).format(
            black=_name_player(page, "black"),
            black_points=format_points(stands.black),
            white=_name_player(page, "white"),
            white_points=format_points(stands.white),
        ),
    ]


def _name_player(page: Page, colour: str) -> str:
    """Return the label of a player: colour and name, or on a shared device the player's colour in game 1."""
    game, seats = page.game, page.game.pencil
    if game.settings.seating.hands != "each":
        first = colour if series_of(game).number % 2 else opposite_chair(colour)
        return page.say(N_("{colour} of game 1:")).format(colour=seat_word(first, page.say))
    known = colour in seats and (colour in game.stored.players or (colour in game.chairs and game.nickname(colour)))
    word = seat_word(colour, page.say)
    return f"{word} ({player_name(game, colour, page.say)})" if known else word


def next_game_part(page: Page) -> h.Node:
    """Draw the result of a match, and the button for another game."""
    game, say = page.game, page.say
    if not game.result_is_final or "evening" in game.stored.terms:
        return None
    won = match_won(game)
    return [won and h.p("#match")[say(MATCH_WON[won])], _draw_next_game(page)]


def _draw_next_game(page: Page) -> h.Element | None:
    game, own = page.game, page.game.colours_of(page.chair)
    asked, agreed = bool(own & game.again), has_next_game(game)
    if has_second(game) and (own or agreed):
        words = N_("The second game, colours swapped")
    elif agreed:
        words = N_("Go to the next game, colours swapped")
    elif not own:
        return None
    elif asked:
        waits = N_("You have offered a rematch; it begins when the opponent accepts.")
        return h.div("#next")[h.p[page.say(waits)], action_button("rematch-decline", page.say(N_("Withdraw")))]
    else:
        words = N_("Accept the rematch, colours swapped") if game.again else N_("Rematch, colours swapped")
    offered = game.again and not agreed
    # For a player who has asked, a script follows this link once the next game exists.
    return h.div("#next")[
        game.rematch_declined and h.p(class_="note", role="status")[page.say(N_("The rematch was declined."))],
        h.form(method="post", action=f"{page.address}/next")[
            h.button(".primary", data_goes="" if asked else None, data_news="" if offered else None)[page.say(words)]
        ],
        offered and action_button("rematch-decline", page.say(N_("Decline"))),
    ]


def lacks_players(page: Page) -> bool:
    game = page.game
    return any(not game.is_taken(name) for name in page.links if game.seats_of(name))


def draw_invitations(page: Page) -> h.Element:
    """Draw the links to free chairs, which the game's maker hands out; players' chairs come first."""
    say, game = page.say, page.game
    free = {name: address for name, address in page.links.items() if not game.is_taken(name)}
    players = {name: address for name, address in free.items() if game.seats_of(name)}
    others = {name: address for name, address in free.items() if name not in players}
    return h.details("#invitations", class_="invitations", open=bool(players), data_own="")[
        h.summary[say(N_("Invite: links for the free seats") if players else N_("Invite a referee and spectators"))],
        players and _draw_links(players, page, codes=True),
        # Folded only below a player's link.
        others
        and h.details("#other-links", class_="others", data_own="", open=not players)[
            h.summary[say(N_("For a referee and spectators"))], _draw_links(others, page)
        ],
        h.p(".note")[say(N_("Each link seats one player and works once. The spectator link works for everyone."))],
    ]


def _draw_links(addresses: Mapping[str, str], page: Page, *, codes: bool = False) -> h.Element:
    say, sits = page.say, bool(page.game.seats_of(page.chair)) or page.chair == REFEREE
    return h.ul(".links")[
        (
            h.li[
                h.label[h.span[_name_chair(chair, say)], h.input(value=address, readonly=True)],
                link_buttons(address, say),
                (not sits or chair == AUDIENCE.name) and h.a(href=address)[say(N_("Sit down here"))],
                codes
                and h.details(f"#code-{chair}", class_="menu", data_own="")[
                    h.summary[say(N_("QR code"))],
                    qr_code(address, say(N_("QR code of this link")), _name_chair(chair, say)),
                ],
            ]
            for chair, address in addresses.items()
        )
    ]


def _name_chair(chair: str, say: Gettext) -> str:
    if chair == REFEREE:
        return say(N_("The referee: sees the board once all players agree"))
    return say(N_("Spectators: hear what everybody hears")) if chair == AUDIENCE.name else seat_word(chair, say)


TOGETHER = 3
"""Number of simultaneous announcements that have a sound each, such as a program's refused tries and its move."""


def draw_news(page: Page, view: View, seat: str | None, part: Sections, offers: h.Node = None) -> Markup:
    """Draw the newest announcement, the turn, and pending requests; ``seat`` is None for the audience."""
    told = view.heard[-1] if view.heard else None
    settings, say = page.game.settings, page.say
    said = say(N_("The referee is ready."))
    if told:
        said = get_announcement(page, told)
        said += _describe_privately(told, settings.referee, settings.size, page.language) if seat is not None else ""
    turn = draw_turn_line(page, _describe_turn(page, view, seat), own=view.to_move == seat)
    repeats = draw_repetition(page, plays=seat is not None)
    notices = repeats, draw_consent_to_open(page), draw_referee_notice(page), offers
    point = told.attempt.point if told and told.attempt and told.seat == seat else None
    size = view.settings.size
    aloud = [] if point is None else [size.name(point)]
    aloud += [page.say(N_("Your turn"))] if view.to_move == seat else []
    spaces = "" if point is None else padding_spaces(size, point)
    # The sentence of a refusal does not contain the seat that tried.
    other = told.seat if told and told.outcome is Outcome.ILLEGAL and told.seat != seat else None
    who = None if other is None else say(N_("{seat}:")).format(seat=seat_word(other, say))
    outcomes = " ".join(map(outcome_word, view.heard[-TOGETHER:])) or None
    newest_said = (
        draw_newest(said, len(view.heard), outcomes, who),
        aloud and _draw_hidden_text(". ".join(aloud), spaces),
    )
    return referee_panel(part, newest_said, turn, notices)


@cache_html
def _draw_hidden_text(words: str, filling: str) -> h.Element:
    """Draw text that only screen readers get, such as the reader's own point or *Your turn*."""
    return h.i[f" {words}.{filling}"]


def padding_spaces(size: Size, point: int) -> str:
    """Return spaces after a short point name, so that the length of a page is the same for A9 and A10."""
    return " " * (1 + len(str(size.height)) - len(size.name(point)))


def referee_panel(
    part: Sections, said: h.Node, turn: h.Node, *notices: h.Node, kind: str = "", headline: h.Node = None
) -> Markup:
    """Draw the referee's panel. Screen readers announce changes of ``#said``."""
    return fill(
        _draw_voice_section(kind),
        FIGURE,
        headline,
        fill(_SAID, part.add("told", said, inline=True)),
        part.add("turn", turn),
        part.add("notices", notices),
    )


_SAID = h.p("#said", class_="said", role="status")


@cache_html
def _draw_voice_section(kind: str) -> h.Element:
    return h.section(class_=f"voice {kind}".rstrip())


@cache_html
def draw_newest(said: str, number: int, kinds: str | None, who: str | None = None) -> h.Element:
    """Draw the newest announcement. Attributes for scripts have the last outcomes, and who made a refused try."""
    latest = kinds.rpartition(" ")[2] if kinds else None
    return h.span("#told", data_told=str(number), data_outcomes=kinds, data_outcome=latest, data_who=who)[said]


def draw_turn_line(page: Page, words: str, *, own: bool) -> Markup:
    """Draw the line that says whose turn it is. ``data-title`` is the title of the browser tab."""
    return _draw_turn_line(words, own, page.turn_title)


@cache_html
def _draw_turn_line(words: str, own: bool, title: str) -> h.Element:
    return h.p("#turn", class_="turn yours" if own else "turn", data_title=title or None)[words]


def _describe_turn(page: Page, view: View, seat: str | None) -> str:
    """Return a sentence that says whose turn it is. Programs always appear to think, even after a refused try."""
    say, game = page.say, page.game
    assert view.to_move is not None
    mover, thinks = seat_word(view.to_move, say), view.to_move in game.programs
    waiting = game.before if thinks else 0
    before = " " + say(N_("Games before this one: {count}.")).format(count=waiting) if waiting else ""
    if seat is None:
        words = N_("{mover} is to move: yurei is thinking …") if thinks else N_("{mover} is to move.")
        return say(words).format(mover=mover) + before
    own = seat_word(seat, say)
    missing = next((name for name in game.pencil if name in game.chairs and not game.is_taken(name)), None)
    if view.to_move == seat:
        words = N_("Your turn. {other} has not come yet.") if missing else N_("Your turn: you are {seat}.")
        return say(words).format(seat=own, other=missing and seat_word(missing, say))
    if view.to_move == missing:
        return say(N_("You are {seat}. {mover} has not come yet.")).format(seat=own, mover=mover)
    words = N_("You are {seat}. yurei is thinking …") if thinks else N_("You are {seat}. {mover} is to move.")
    return say(words).format(seat=own, mover=mover) + before


def get_announcement(page: Page, told: Told) -> str:
    """Return the public announcement of a try in the reader's language."""
    return speak(page.game.settings.referee, told, page.game.settings.size, page.language)


GONE_WIDTH = 200
"""Multiple of characters that a private sentence takes: the length of a page does not tell whether there is one."""


def _describe_privately(told: Told, referee: Referee, size: Size, language: str) -> str:
    """Return the part of an announcement that only one seat hears, padded if captures are not announced."""
    gone = speak_gone(told, size, language)
    if referee.captures is not Captures.NOTHING or not referee.hides or told.outcome is not Outcome.MOVED:
        return gone and f" {gone}"
    width = GONE_WIDTH * (1 + len(gone) // GONE_WIDTH)
    return f" {gone:{width}}"


LATEST = 20  # number of turns on the page of a game; a separate page shows all
SEAL_SHOWN = 8  # number of digits shown of a folded seal


def draw_announcements(page: Page, view: View, *, whole: bool = False) -> Markup:
    """Draw the announcements, newest turn first, one line per turn; all turns if ``whole``, else the latest."""
    settings, is_seat = page.game.settings, view.seat.colour is not None
    shown = reversed(group_by_turn(view.heard)) if whole else _latest_turns(view)[1]
    lines = [_draw_line(page.language, settings.referee, settings.size, is_seat, turn) for turn in shown]
    said = Markup(f'<ol id="heard" class="heard" reversed>{"".join(lines)}</ol>')
    everything = _draw_all_announcements(page.address, page.say) if lines else None
    return fill(
        _draw_transcript(page.say),
        said if lines else h.p(".note")[page.say(N_("No announcements yet."))],
        page.game.setup and h.p(".note")[game_parts.set_up_words(page.game.setup, view.settings.size, page.say)],
        _draw_seal(page) if whole else everything,
    )


def _draw_seal(page: Page) -> h.Node:
    """Draw the folded seal of all tries so far; nothing in a game without seals."""
    say, latest = page.say, latest_seal(page.game)
    if latest is None:
        return None
    return h.details("#seal", class_="seal", data_own="")[
        h.summary[say(N_("Sealed: {seal}")).format(seal=latest[:SEAL_SHOWN])],
        h.p[h.code[latest]],
        h.p(".note")[h.a(href="/learn/seals")[say(N_("What seals are for"))]],
    ]


@cache_html
def _draw_transcript(say: Gettext) -> h.Element:
    return h.section(".transcript")[h.h2[say(N_("Referee’s announcements"))]]


@cache_html
def _draw_all_announcements(address: str, say: Gettext) -> h.Element:
    return h.p[h.a(href=f"{address}/heard")[say(N_("All announcements"))]]


@dataclass(frozen=True, slots=True)
class Turn:
    """The announcements of one turn, oldest first, each with the number of times it was made."""

    number: int
    told: Mapping[Told, int]
    lines: dict[tuple[str, bool], Markup] = field(
        default_factory=dict, compare=False
    )  # keys: language, and whether the reader is a player


def group_by_turn(heard: Iterable[Told]) -> list[Turn]:
    found, ended = list[Turn](), True
    for told in heard:
        if ended:
            found.append(Turn(len(found) + 1, {}))
        found[-1] = _add_told(found[-1], told)
        ended = _ends_turn(told)
    return found


def _add_told(turn: Turn, told: Told) -> Turn:
    return Turn(turn.number, {**turn.told, told: turn.told.get(told, 0) + 1})


def _update_latest(_: View, before: tuple[bool, tuple[Turn, ...]], told: Told) -> tuple[bool, tuple[Turn, ...]]:
    """Add an announcement to the state: whether the newest turn has ended, and the latest turns, newest first."""
    ended, newest = before
    if ended:
        newest = (Turn(newest[0].number + 1 if newest else 1, {}), *newest[: LATEST - 1])
    return _ends_turn(told), (_add_told(newest[0], told), *newest[1:])


_latest_turns = Fold[tuple[bool, tuple[Turn, ...]]](lambda view: (True, ()), _update_latest)


def _ends_turn(told: Told) -> bool:
    return told.outcome is not Outcome.ILLEGAL or told.to_move != told.seat


class DescribedTry(NamedTuple):
    """An announcement in words: the seat, the sentence, the reader's own point, and whether it is a refusal."""

    who: str
    said: str
    own: str
    refused: bool


def _draw_line(language: str, referee: Referee, size: Size, is_seat: bool, turn: Turn) -> Markup:
    """Draw one turn as a line: its refused tries, then its move. Equal sentences are drawn once, with all points."""
    line = turn.lines.get((language, is_seat))
    if line is None:
        say = translation(language).gettext
        said = [_describe_told(language, referee, size, is_seat, told) for told in turn.told]
        ordered = sorted(zip(said, turn.told.values(), strict=True), key=lambda each: not each[0].refused)
        who, groups = ordered[0][0].who, []
        for words, same in groupby(ordered, lambda each: each[0].said):
            alike = list(same)
            points = dict.fromkeys(each.own for each, _ in alike)
            groups.append(_draw_sentence(words, "".join(points), sum(times for _, times in alike), len(points)))
        line = Markup(f'<li value="{turn.number}">{_draw_seat_label(say, who)}{" · ".join(groups)}</li>')
        turn.lines[language, is_seat] = line
    return line


def _describe_told(language: str, referee: Referee, size: Size, is_seat: bool, told: Told) -> DescribedTry:
    own, say = "", translation(language).gettext
    if told.attempt and told.attempt.point is not None:
        own = f" ({name_try(told.attempt, size, say)}){padding_spaces(size, told.attempt.point)}"
    # The sentence contains the colour, except for a refusal; in rengo two seats have the same colour.
    named = told.outcome is not Outcome.ILLEGAL and told.seat == told.mover.word
    who = "" if named else seat_word(told.seat, say)
    private = _describe_privately(told, referee, size, language) if is_seat else ""
    return DescribedTry(who, speak(referee, told, size, language) + private, own, told.outcome is Outcome.ILLEGAL)


@cache_html
def _draw_seat_label(say: Gettext, seat: str) -> h.Node:
    """Draw the name of a seat in front of its sentences; nothing if it is empty."""
    return seat and h.span(".who")[say(N_("{seat}:")).format(seat=seat), " "]


@cache_html
def _draw_sentence(said: str, points: str, times: int, different: int) -> h.Node:
    """Draw a sentence with the reader's own points, and the number of times if that exceeds the number of points."""
    return [
        h.q(data_times=str(times) if times > 1 else None)[said],
        points and h.i[points],
        times > different and h.span(".times")[f" ×{times}"],
    ]
