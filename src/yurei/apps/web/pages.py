"""Whole pages: the frame around the live part, the form for a new game, the links, the replay, what went wrong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from htpy import (
    Element,
    Node,
    VoidElement,
    a,
    body,
    button,
    details,
    div,
    fieldset,
    footer,
    form,
    h1,
    h2,
    head,
    header,
    html,
    input,
    label,
    legend,
    link,
    main,
    meta,
    nav,
    option,
    p,
    script,
    section,
    select,
    small,
    span,
    strong,
    summary,
    title,
)
from markupsafe import Markup

from yurei import players, referee, rules
from yurei.apps.web.board import Picture, Say, drawn
from yurei.apps.web.fragment import fragment
from yurei.apps.web.inviting import invitations
from yurei.apps.web.languages import picker
from yurei.apps.web.looking import Page, seat_word
from yurei.languages import N_, number_text, translation
from yurei.referee.announce import speak
from yurei.referee.referee import FailedTry
from yurei.referee.seating import AUDIENCE
from yurei.referee.table import Table
from yurei.referee.view import View
from yurei.rules.ruleset import Capture, DrawCounts, Repetition, Scoring, Suicide

PAINTS = Markup(
    '<svg class="paints" width="0" height="0" aria-hidden="true" focusable="false"><defs>'
    '<radialGradient id="slate" cx=".35" cy=".3" r=".8"><stop offset="0" stop-color="#6b6f76"/>'
    '<stop offset=".45" stop-color="#26282c"/><stop offset="1" stop-color="#0b0c0d"/></radialGradient>'
    '<radialGradient id="shell" cx=".38" cy=".32" r=".85"><stop offset="0" stop-color="#fff"/>'
    '<stop offset=".6" stop-color="#f1ede3"/><stop offset="1" stop-color="#bdb6a6"/></radialGradient>'
    '<linearGradient id="wood" x2="1" y2=".35"><stop offset="0" stop-color="#e3b566"/>'
    '<stop offset=".5" stop-color="#dcab58"/><stop offset="1" stop-color="#d29f4d"/></linearGradient>'
    "</defs></svg>"
)


def document(heading: str, content: Node, language: str) -> str:
    """A whole page.

    Args:
        heading: The page's title.
        content: What stands in its middle.
        language: The reader's language.
    """
    say = translation(language).gettext
    return str(
        html(lang=language)[
            head[
                meta(charset="utf-8"),
                meta(name="viewport", content="width=device-width, initial-scale=1"),
                meta(name="color-scheme", content="light dark"),
                title[f"{heading} – yurei"],
                link(rel="stylesheet", href="/static/style.css"),
                link(rel="icon", href="/static/icon.svg", type="image/svg+xml"),
                script(type="module", src="/static/yurei.js"),
            ],
            body[
                PAINTS,
                header[
                    a(".name", href="/")["yurei"],
                    span(".motto")[say(N_("the Go you cannot see"))],
                    picker(language),
                ],
                main[content],
                footer[
                    span("#connection", role="status", data_lost=say(N_("The connection is lost; reconnecting …"))),
                    div("#notice", role="alert"),
                ],
            ],
        ]
    )


# A new game.


@dataclass(frozen=True)
class Choice:
    """A field of the new-game form with a list of values; the first stands for the ruleset's own default."""

    name: str
    words: str
    values: type[StrEnum] | None = None


OPTIONS = (
    Choice("suicide", N_("Suicide"), Suicide),
    Choice("repetition", N_("Repetition"), Repetition),
    Choice("draw_counts", N_("A third repetition counts"), DrawCounts),
    Choice("capture", N_("Captures"), Capture),
    Choice("scoring", N_("Counting"), Scoring),
    Choice("passing", N_("Passing")),
    Choice("ghosts", N_("Ghosts")),
    Choice("draw_by_agreement", N_("Draw by agreement")),
    Choice("two_game_match", N_("Two games with colours swapped")),
    Choice("tie_break", N_("Fewer moves as Black break a tie of the two")),
    Choice("lone_self_atari", N_("Say when only the mover comes into atari")),
    Choice("failed_try", N_("A refused try"), FailedTry),
)
VALUES: dict[StrEnum, str] = {
    Suicide.FORBIDDEN: N_("forbidden"),
    Suicide.ALLOWED: N_("allowed"),
    Suicide.LONE_LOSES: N_("of a lone stone loses"),
    Repetition.SIMPLE_KO: N_("simple ko"),
    Repetition.POSITIONAL_SUPERKO: N_("no position twice"),
    Repetition.SITUATIONAL_SUPERKO: N_("no situation twice"),
    Repetition.DRAW_ON_THIRD: N_("a draw on the third"),
    DrawCounts.POSITIONS: N_("positions"),
    DrawCounts.SITUATIONS: N_("situations: who is to move counts"),
    Capture.OPPONENT_FIRST: N_("the opponent's strings first"),
    Capture.SIMULTANEOUS: N_("both colours at once"),
    Scoring.AREA: N_("area"),
    Scoring.TERRITORY: N_("territory"),
    Scoring.NONE: N_("nothing"),
    FailedTry.RETRY: N_("may be followed by another"),
    FailedTry.LOSE_TURN: N_("ends the turn"),
}
OPPONENTS = {
    "friend": N_("A friend, by a link"),
    "yurei": N_("yurei, the program"),
    "one-device": N_("Somebody beside you, on this device"),
    "rengo": N_("Three friends: rengo, four boards"),
    "rengo-shared": N_("Three friends: rengo, two boards"),
    "solo": N_("Nobody: you play all seats"),
}
COLOURS = {
    "black": N_("Black"),
    "white": N_("White"),
    "random": N_("By chance"),
    "referee": N_("None: I am the referee"),
}


def new_game(language: str, wrong: str | None = None, chosen: Mapping[str, str] | None = None) -> str:
    """The page to make a game on. ``wrong`` says what was wrong with what had been ``chosen``."""
    say, chosen = translation(language).gettext, chosen or {}
    return document(
        say(N_("A new game")),
        [
            section(".welcome")[
                h1[say(N_("Go that you cannot see"))],
                p[
                    say(
                        N_(
                            "Each player sees only his own stones. A referee knows the whole board, judges every try, and says what may be said."
                        )
                    )
                ],
            ],
            wrong and p(".wrong", role="alert")[wrong],
            form("#new", method="post", action="/games")[
                _cards(say, "ruleset", N_("The game"), _games(say), chosen.get("ruleset", rules.ALL[0].slug)),
                _cards(say, "referee", N_("The referee"), _referees(say), chosen.get("referee", referee.ALL[0].slug)),
                fieldset(".row")[
                    legend[say(N_("The table"))],
                    _field(say(N_("Against")), _select("opponent", _worded(say, OPPONENTS), chosen, "friend")),
                    _field(say(N_("You play")), _select("colour", _worded(say, COLOURS), chosen, "black")),
                    _field(say(N_("Width")), _number("width", chosen, "9", 1, 25)),
                    _field(say(N_("Height")), _number("height", chosen, "", 1, 25, say(N_("as wide")))),
                ],
                _rarer(say, chosen),
                button(".great")[say(N_("Set the board"))],
            ],
        ],
        language,
    )


def _games(say: Say) -> list[tuple[str, str, str]]:
    return [(each.slug, say(each.title), say(each.summary)) for each in rules.ALL]


def _referees(say: Say) -> list[tuple[str, str, str]]:
    return [(each.slug, say(each.title), say(each.summary)) for each in referee.ALL]


def _cards(say: Say, name: str, words: str, cards: Iterable[tuple[str, str, str]], chosen: str) -> Element:
    return fieldset(".cards")[
        legend[say(words)],
        (
            label(".card")[
                input(type="radio", name=name, value=slug, checked=slug == chosen),
                span[strong[heading], small[text]],
            ]
            for slug, heading, text in cards
        ),
    ]


def _rarer(say: Say, chosen: Mapping[str, str]) -> Element:
    own = ("", say(N_("as the game has it")))
    programs = [(each.slug, each.slug.capitalize()) for each in players.ALL]
    return details(".row")[
        summary[say(N_("Komi, handicap and rarer options"))],
        _field(say(N_("Komi")), _number("komi", chosen, "", -10000, 10000, own[1], "0.5")),
        _field(say(N_("Handicap stones")), _number("handicap", chosen, "", 2, 9, say(N_("none")))),
        _field(
            say(N_("First to move")),
            _select("first", [own, ("black", say(N_("Black"))), ("white", say(N_("White")))], chosen, ""),
        ),
        _field(say(N_("Passes for White alone")), _number("white_passes", chosen, "", 0, 10000, say(N_("none")))),
        (
            _field(say(choice.words), _select(choice.name, [own, *_values(say, choice)], chosen, ""))
            for choice in OPTIONS
        ),
        _field(say(N_("Program")), _select("program", programs, chosen, programs[0][0])),
    ]


def _values(say: Say, choice: Choice) -> Sequence[tuple[str, str]]:
    if choice.values is not None:
        return [(value.value, say(VALUES.get(value, value.value))) for value in choice.values]
    if choice.name == "passing":
        return [("free", say(N_("allowed"))), ("none", say(N_("not allowed")))]
    return [("true", say(N_("yes"))), ("false", say(N_("no")))]


def _worded(say: Say, words: Mapping[str, str]) -> list[tuple[str, str]]:
    return [(value, say(text)) for value, text in words.items()]


def _field(words: str, control: Node) -> Element:
    return label(".field")[span[words], control]


def _select(name: str, values: Iterable[tuple[str, str]], chosen: Mapping[str, str], default: str) -> Element:
    now = chosen.get(name, default)
    return select(name=name)[(option(value=value, selected=value == now)[words] for value, words in values)]


def _number(
    name: str, chosen: Mapping[str, str], default: str, least: int, most: int, hint: str = "", step: str = "1"
) -> VoidElement:
    return input(
        type="number",
        name=name,
        value=chosen.get(name, default),
        min=str(least),
        max=str(most),
        step=step,
        placeholder=hint or None,
        inputmode="decimal" if step != "1" else "numeric",
    )


# A game.


def game_page(page: Page) -> str:
    """The page of one chair."""
    say, game = page.say, page.game
    heading = f"{say(game.settings.ruleset.title)}, {seat_word(page.chair, say)}"
    about = div(".about")[
        h1[say(game.settings.ruleset.title)],
        f" · {game.settings.size} · ",
        span(title=say(game.settings.referee.summary))[
            say(N_("referee: {title}")).format(title=say(game.settings.referee.title))
        ],
        _komi(page),
    ]
    return document(heading, [about, Markup(fragment(page))], page.language)


def _komi(page: Page) -> str:
    komi = page.game.settings.komi
    words = page.say(N_("komi {komi}"))
    return "" if komi is None else " · " + words.format(komi=number_text(komi, page.language))


def links_page(page: Page) -> str:
    """The page of who made a game and sits nowhere."""
    heading = page.say(N_("The links of this game"))
    return document(heading, section[h1[heading], invitations(page)], page.language)


# The replay.


def replay_page(page: Page, moment: int) -> str:
    """All boards side by side after so many tries, with a slider. Only after the end."""
    return document(page.say(N_("Replay")), Markup(replay(page, moment)), page.language)


def replay(page: Page, moment: int) -> str:
    """The part of the replay that changes with the slider.

    Raises:
        NotOver: before the end.
    """
    say, game = page.say, page.game
    truth = game.reference
    last = len(game.judged)
    moment = min(moment, last)
    settings = game.settings
    empty = Table.of(settings)
    listened = {
        seat.name: View.of(empty.view(seat.name), game.view(seat.name).heard[:moment])
        for seat in settings.seating.seats
    }
    boards = [(seat_word(name, say), name, view.board) for name, view in listened.items()]
    tried = game.judged[moment - 1] if moment else None
    if moment < last:
        truth = tried.verdict.after.cells if tried else game.opening.cells
    boards.append((say(N_("Reference board")), "reference", truth))
    told = game.view(AUDIENCE.name).heard[moment - 1] if moment else None
    point = tried.verdict.attempt.point if tried else None
    mark = (point, not tried.verdict.accepted) if tried and point is not None else None
    return str(
        div("#replay")[
            h1[say(N_("Replay"))],
            form(".slider", method="get", action=f"{page.address}/replay")[
                label(for_="moment")[say(N_("Try {moment} of {last}")).format(moment=moment, last=last)],
                input(
                    "#moment",
                    type="range",
                    name="at",
                    min="0",
                    max=str(last),
                    value=str(moment),
                    data_replay=page.address,
                ),
                button(".go")[say(N_("Show"))],
                nav(".steps")[
                    _step(page, 0, say(N_("Start"))),
                    _step(page, max(0, moment - 1), say(N_("Back"))),
                    _step(page, min(last, moment + 1), say(N_("Forward"))),
                    _step(page, last, say(N_("End"))),
                ],
            ],
            p("#tried", class_="tried")[
                strong[f"{seat_word(tried.seat, say)}: {tried.verdict.attempt.text(settings.size)}"]
                if tried
                else say(N_("The game begins."))
            ],
            p("#said", class_="said", role="status")[
                speak(settings.referee, told, settings.size, page.language) if told else " "
            ],
            div(".boards")[
                (
                    section(".still")[
                        h2[words],
                        Markup(drawn(Picture(settings.size, cells, name, words, last=mark), say)),
                    ]
                    for words, name, cells in boards
                )
            ],
            p[a(href=page.address)[say(N_("Back to the game"))]],
        ]
    )


def _step(page: Page, moment: int, words: str) -> Element:
    return a(href=f"{page.address}/replay?at={moment}", data_moment=str(moment))[words]


def wrong_page(sentence: str, language: str) -> str:
    """What went wrong, in one sentence, and the way back."""
    say = translation(language).gettext
    return document(
        say(N_("That did not work")),
        section(".wrong")[h1[say(N_("That did not work"))], p[sentence], p[a(href="/")[say(N_("To the first page"))]]],
        language,
    )
