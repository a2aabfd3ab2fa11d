"""The live part of a game's page, as one chair sees it. Drawn from views while the game goes on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from htpy import (
    Element,
    Node,
    a,
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
    section,
    span,
    summary,
    ul,
)
from markupsafe import Markup

from yurei.apps.web.board import Picture, Say, drawn
from yurei.apps.web.game import PENCILS, REFEREE, Game
from yurei.languages import N_, number_text, translation
from yurei.referee.announce import COLOURS, REASONS, speak, speak_result
from yurei.referee.seating import AUDIENCE
from yurei.referee.told import Outcome, Told
from yurei.referee.view import View
from yurei.rules.board import BLACK, WHITE
from yurei.rules.ruleset import Scoring
from yurei.rules.scoring import area, territory, without_dead

SEATS = {
    "black": N_("Black"),
    "white": N_("White"),
    "black-1": N_("Black 1"),
    "white-1": N_("White 1"),
    "black-2": N_("Black 2"),
    "white-2": N_("White 2"),
}
PENCIL_WORDS = {
    "black": N_("Guess Black"),
    "white": N_("Guess White"),
    "dead": N_("Believe dead"),
    "cross": N_("Cross out"),
}


@dataclass(frozen=True)
class Page:
    """Where a fragment goes: the game, the chair that looks at it, and his language.

    ``links`` are the addresses of the chairs, for who has made the game; empty for everybody else.
    """

    game: Game
    chair: str
    language: str
    links: Mapping[str, str] = field(default_factory=dict)

    @property
    def say(self) -> Say:
        """Translates into the language of who looks."""
        return translation(self.language).gettext

    @property
    def address(self) -> str:
        """The address of the chair's page."""
        return f"/g/{self.game.stored.id}/{self.chair}"


def fragment(page: Page) -> str:
    """The live part of a page as HTML: one element with the id ``table``."""
    if page.game.over:
        kind, content = "ended", _ended(page)
    elif page.chair == REFEREE:
        kind, content = "refereed", _third_board(page)
    elif seats := page.game.seats_of(page.chair):
        kind, content = _for_players(page, seats)
    else:
        kind, content = "watched", _watched(page)
    number = page.game.number(page.chair)
    return str(
        div("#table", class_=kind, data_number=str(number), data_live=f"{page.address}/live", data_page=page.address)[
            content, invitations(page) if page.links and not page.game.over else None
        ]
    )


def seat_word(seat: str, say: Say) -> str:
    """A seat's name as people say it."""
    return say(SEATS.get(seat, seat))


def invitations(page: Page) -> Element:
    """The links that the one who made the game can hand out, to the chairs that are free."""
    say, game = page.say, page.game
    free = {name: address for name, address in page.links.items() if not game.taken(name)}
    waiting = any(game.seats_of(name) for name in free)
    items = [
        li[
            label[span[_chair_word(chair, say)], input(value=address, readonly=True)],
            button(type="button", data_copies=address)[say(N_("Copy"))],
            a(href=address)[say(N_("Sit down here"))],
        ]
        for chair, address in free.items()
    ]
    return details("#invitations", class_="invitations", open=waiting)[
        summary[say(N_("Invite: the links to the free chairs"))],
        p(".note")[say(N_("Each link opens one chair, once, in one browser; the audience's opens for all."))],
        ul(".links")[items],
    ]


def _chair_word(chair: str, say: Say) -> str:
    if chair == REFEREE:
        return say(N_("The referee, who sees everything"))
    return say(N_("The audience, who hear what all hear")) if chair == AUDIENCE.name else seat_word(chair, say)


# While the game goes on.


def _for_players(page: Page, seats: tuple[str, ...]) -> tuple[str, Node]:
    hands = page.game.settings.seating.hands
    if hands == "shared" and page.game.lifted != page.game.to_move:
        return "curtained", _curtain(page)
    if hands == "one":
        return "alone", _alone(page, seats)
    seat = page.game.to_move if hands == "shared" else seats[0]
    assert seat is not None
    return "playing", _playing(page, seat)


def _playing(page: Page, seat: str) -> Node:
    view = page.game.view(seat)
    return [_voice(page, view, seat), _play_form(page, view, seat), _beside(page, view, seat)]


def _alone(page: Page, seats: tuple[str, ...]) -> Node:
    """One person on all seats: the seat to move tries on his own board, the others' boards lie beside it."""
    seat = page.game.to_move
    assert seat is not None
    others = [_still(page, page.game.view(other), other) for other in seats if other != seat]
    view = page.game.view(seat)
    return [_voice(page, view, seat), _play_form(page, view, seat), _beside(page, view, seat, others)]


def _curtain(page: Page) -> Node:
    """What lies on a shared screen between two turns: what all have heard, and nothing of any board."""
    say, seat = page.say, page.game.to_move
    assert seat is not None
    view = page.game.view(AUDIENCE.name)
    return [
        _voice(page, view, None),
        section(".curtain")[
            p[say(N_("Hand the device to {seat}. Nobody else should look.")).format(seat=seat_word(seat, say))],
            form(method="post", action=f"{page.address}/lift", data_live="")[
                input(type="hidden", name="seat", value=seat),
                button(".great")[say(N_("I am {seat}: show my board")).format(seat=seat_word(seat, say))],
            ],
        ],
        aside[_heard(page, view)],
    ]


def _watched(page: Page) -> Node:
    view = page.game.view(AUDIENCE.name)
    board = page.game.settings.referee.shows_board
    return [
        _voice(page, view, None),
        _still(page, view, AUDIENCE.name) if board else section(".curtain")[p[page.say(_HIDDEN)]],
        aside[_heard(page, view)],
    ]


_HIDDEN = N_("The boards stay hidden until the end. You hear what all hear.")


def _third_board(page: Page) -> Node:
    """The referee's page: the truth, the players' own boards, and every try."""
    say, game = page.say, page.game
    view = game.view(AUDIENCE.name)
    picture = Picture(game.settings.size, game.third_board(), "reference", say(N_("Reference board")))
    boards = [_still(page, game.view(seat.name), seat.name) for seat in game.settings.seating.seats]
    return [
        _voice(page, view, None),
        section(".reference")[h2[say(N_("Reference board"))], Markup(drawn(picture, say))],
        aside[_every_try(page), _heard(page, view)],
        section(".boards")[boards],
    ]


def _every_try(page: Page) -> Element:
    say, size = page.say, page.game.settings.size
    tries = [
        li(class_=None if each.verdict.accepted else "refused")[
            span[f"{seat_word(each.seat, say)}: {each.verdict.attempt.text(size)}"],
            each.verdict.reason and span(".reason")[f" {say(REASONS[each.verdict.reason])}"],
        ]
        for each in reversed(page.game.judged)
    ]
    return section(".tries")[h2[say(N_("Every try"))], ol(".heard", reversed=True)[tries]]


def _voice(page: Page, view: View, seat: str | None) -> Element:
    """The referee's newest sentence, and whose turn it is."""
    say = page.say
    told = view.heard[-1] if view.heard else None
    said = _sentence(page, told) if told else say(N_("The referee is ready."))
    assert view.to_move is not None
    if seat is not None and view.to_move == seat:
        turn = say(N_("Your turn: you are {seat}.")).format(seat=seat_word(seat, say))
    elif seat is not None:
        turn = say(N_("You are {seat}. {mover} is to move.")).format(
            seat=seat_word(seat, say), mover=seat_word(view.to_move, say)
        )
    else:
        turn = say(N_("{mover} is to move.")).format(mover=seat_word(view.to_move, say))
    own = "yours" if view.to_move == seat else ""
    return section(".voice")[
        p("#said", role="status", class_="said", data_outcome=told.outcome.value if told else None)[said],
        p("#turn", class_=f"turn {own}".strip())[turn],
        page.game.taken(REFEREE)
        and page.chair != REFEREE
        and p(".note")[say(N_("The referee’s chair is taken: somebody watches the whole board."))],
    ]


def _sentence(page: Page, told: Told) -> str:
    settings = page.game.settings
    return speak(settings.referee, told, settings.size, page.language)


def _picture(page: Page, view: View, seat: str, *, asked: bool) -> Picture:
    say = page.say
    return Picture(
        size=view.settings.size,
        cells=view.board,
        name=seat,
        label=say(N_("Board of {seat}")).format(seat=seat_word(seat, say)),
        pencil=page.game.pencil.get(seat, {}),
        last=_last_own_try(view),
        asked=asked,
        uncertain=not view.settings.referee.vanishes,
    )


def _last_own_try(view: View) -> tuple[int, bool] | None:
    for told in reversed(view.heard):
        if told.seat == view.seat.name and told.attempt is not None:
            point = told.attempt.point
            return None if point is None else (point, told.outcome is Outcome.ILLEGAL)
    return None


def _still(page: Page, view: View, seat: str) -> Element:
    """A board that is only looked at."""
    name = page.say(N_("The board")) if seat == AUDIENCE.name else seat_word(seat, page.say)
    return section(".still")[h2[name], Markup(drawn(_picture(page, view, seat, asked=False), page.say))]


def _play_form(page: Page, view: View, seat: str) -> Element:
    say = page.say
    return section(".play")[
        form("#play", method="post", action=page.address, data_live="")[
            Markup(drawn(_picture(page, view, seat, asked=True), say)),
            div(".tools", role="radiogroup", aria_label=say(N_("What a click does")))[_tools(page)],
        ],
        not view.settings.referee.vanishes
        and p(".note")[say(N_("Nobody tells which stones were captured: stones on this board may be gone."))],
        _typed(page),
    ]


def _typed(page: Page) -> Element:
    """A try by its name. A form of its own, so that the enter key presses its button and no point of the board."""
    say = page.say
    return form(".typed", method="post", action=page.address, data_live="")[
        label(for_="typed")[say(N_("Or type a point:"))],
        input(type="hidden", name="do", value="stone"),
        input("#typed", name="at", size="8", maxlength="12", autocomplete="off", required=True, placeholder="E5"),
        button[say(N_("Try"))],
    ]


def _tools(page: Page) -> Iterable[Node]:
    say = page.say
    tools = [("stone", say(N_("Try a stone")), "1")]
    if page.game.settings.ruleset.ghosts:
        tools.append(("ghost", say(N_("Try a ghost")), "2"))
    tools += [(f"pencil-{mark}", say(PENCIL_WORDS[mark]), str(key)) for key, mark in enumerate(PENCILS, 3)]
    for value, words, key in tools:
        yield label(class_=f"tool {value}", title=f"{words} ({key})")[
            input(type="radio", name="do", value=value, checked=value == "stone", data_key=key), span[words]
        ]


def _beside(page: Page, view: View, seat: str, others: Iterable[Node] = ()) -> Element:
    return aside[_actions(page, view, seat), *others, _heard(page, view)]


def _actions(page: Page, view: View, seat: str) -> Element:
    say, ruleset = page.say, page.game.settings.ruleset
    passing = ruleset.passing.black or (ruleset.passing.white and view.seat.colour is WHITE)
    return section(".actions")[
        _act(page, "pass", say(N_("Pass"))) if passing else None,
        _offers(page, seat) if ruleset.draw_by_agreement else None,
        details(".resign")[
            summary[say(N_("Resign"))],
            p[say(N_("Give the game up?"))],
            _act(page, "resign", say(N_("Yes, I resign"))),
        ],
    ]


def _offers(page: Page, seat: str) -> Node:
    say, offer = page.say, page.game.offer
    if offer is None:
        return _act(page, "offer", say(N_("Offer a draw")))
    colour = page.game.settings.seating.seat
    if colour(offer).colour is colour(seat).colour and page.game.settings.seating.hands == "each":
        return p[say(N_("A draw is offered; it is for the opponent to answer."))]
    return div(".offer")[
        p[say(N_("A draw is offered."))],
        _act(page, "accept", say(N_("Accept the draw"))),
        _act(page, "decline", say(N_("Decline the draw"))),
    ]


def _act(page: Page, do: str, words: str, *, pressed: bool = False) -> Element:
    return form(method="post", action=page.address, data_live="")[
        button(name="do", value=do, class_="pressed" if pressed else None)[words]
    ]


def _heard(page: Page, view: View) -> Element:
    """What the referee has said, newest first; the same refusal several times in a row stands there once."""
    say = page.say
    lines: list[tuple[str, str, str, int]] = []
    for told in view.heard:
        own = told.attempt.text(view.settings.size) if told.attempt and told.attempt.point is not None else ""
        # The sentence names the colour, but for a refusal; in rengo two seats have one colour.
        named = told.outcome is not Outcome.ILLEGAL and told.seat == told.mover.word
        line = ("" if named else seat_word(told.seat, say), _sentence(page, told), own, 1)
        if told.outcome is Outcome.ILLEGAL and lines and lines[-1][:3] == line[:3]:
            line = (*line[:3], lines.pop()[3] + 1)
        lines.append(line)
    items = [
        li[
            who and span(".who")[f"{who}: "],
            span[sentence],
            own and span(".own")[f" ({own})"],
            times > 1 and span(".times")[f" ×{times}"],
        ]
        for who, sentence, own, times in reversed(lines)
    ]
    empty = p(".note")[say(N_("Nothing has been said yet."))]
    return section(".transcript")[
        h2[say(N_("What the referee said"))], ol("#heard", class_="heard", reversed=True)[items] if items else empty
    ]


# After the end.


def _ended(page: Page) -> Node:
    say, game = page.say, page.game
    result = game.result
    assert result is not None
    marking = game.counting and bool(game.seats_of(page.chair))
    board = Markup(drawn(_revealed(page, marking), say))
    return [
        section(".voice")[
            p("#said", role="status", class_="said")[speak_result(result, page.language)],
            p("#turn", class_="turn")[_score_line(page)],
        ],
        section(".reference")[
            h2[say(N_("The reference board"))],
            form("#play", method="post", action=page.address, data_live="")[
                input(type="hidden", name="do", value="dead"), board
            ]
            if marking
            else board,
        ],
        aside[
            _settling(page) if game.counting else None,
            _match(page),
            section(".after")[
                a(".great", href=f"{page.address}/replay")[say(N_("Replay, all boards side by side"))],
                a(href=f"{page.address}/record")[say(N_("Download the record"))],
                a(href="/")[say(N_("A new game"))],
            ],
            _heard(page, game.view(_listens_as(page))),
        ],
    ]


MATCH_WON = {
    "black": N_("The match goes to who had Black in this game."),
    "white": N_("The match goes to who had White in this game."),
    "nobody": N_("The match is a tie."),
}


def _match(page: Page) -> Node:
    """How a match of two games stands, and the way to the second."""
    say, game = page.say, page.game
    if game.match_won is not None:
        return p("#match")[say(MATCH_WON[game.match_won])]
    if not game.has_second:
        return None
    return form(method="post", action=f"{page.address}/second")[
        button(".great")[say(N_("The second game, colours swapped"))]
    ]


def _listens_as(page: Page) -> str:
    own = page.game.seats_of(page.chair)
    return own[0] if len(own) == 1 else AUDIENCE.name


def _revealed(page: Page, marking: bool) -> Picture:
    game = page.game
    size, ruleset = game.settings.size, game.settings.ruleset
    owners: dict[int, int] = {}
    if game.result is not None and game.result.margin is not None:
        cells = without_dead(game.reference, size, game.dead)
        counted = area(cells, size) if ruleset.scoring is Scoring.AREA else territory(cells, size)
        owners = dict.fromkeys(counted.black, int(BLACK)) | dict.fromkeys(counted.white, int(WHITE))
        owners = {point: owner for point, owner in owners.items() if cells[point] == 0}
    return Picture(
        size=size,
        cells=game.reference,
        name="reference",
        label=page.say(N_("The reference board")),
        dead=game.dead,
        owners=owners,
        asked=marking,
    )


def _score_line(page: Page) -> str:
    result, say = page.game.result, page.say
    if result is None or result.margin is None:
        return say(N_("The board is open: see what was there."))
    komi = page.game.settings.komi or 0
    return say(N_("Black has {black}; White has {white} and {komi} komi.")).format(
        black=result.black, white=result.white, komi=number_text(komi, page.language)
    )


def _settling(page: Page) -> Element:
    say, game = page.say, page.game
    agreed = [say(COLOURS[colour]) for colour in (BLACK, WHITE) if colour in game.settled]
    own = {game.settings.seating.seat(seat).colour for seat in game.seats_of(page.chair)}
    words = say(N_("Click the stones that are dead. The count stands when both players agree."))
    return section(".settling")[
        h2[say(N_("Dead stones"))],
        p[words if own else say(N_("The players mark dead stones and agree on the count."))],
        agreed and p("#agreed")[say(N_("Agreed: {colours}.")).format(colours=", ".join(agreed))],
        _act(page, "settle", say(N_("I agree to this count"))) if own - game.settled else None,
    ]
