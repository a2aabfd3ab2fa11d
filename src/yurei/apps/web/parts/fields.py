"""Fields and texts for the terms of a game (rules, opponent, clock, watching), and the creation of games from forms."""

from collections.abc import Collection, Iterable, Mapping
from contextlib import nullcontext
from dataclasses import Field, dataclass, fields
from enum import StrEnum
from random import Random
from typing import Any, Self
from urllib.parse import urlencode

import htpy as h
from fastapi import Request, Response
from fastapi.responses import RedirectResponse
from markupsafe import Markup
from pydantic import BaseModel, ConfigDict

from yurei import players, rules
from yurei import referee as referees
from yurei.apps.web.frame.board import Picture, draw_picture
from yurei.apps.web.frame.html import draw_field, draw_options, number_field, select_of, translate_options
from yurei.apps.web.frame.http import PERSON, check_cookies, set_host_cookie, set_key_cookie, set_person_cookie
from yurei.apps.web.parts.game_parts import set_up_words
from yurei.clocks import controls
from yurei.club.club import Club
from yurei.club.game import game as games
from yurei.club.game.question import describe_program
from yurei.club.lobby import Lobby
from yurei.club.model.chairs import REFEREE, RENGO, Plan, PlannedGame
from yurei.club.model.sanitize import LONGEST_NAME
from yurei.club.model.secrets import link_secret
from yurei.errors import BadSettings, BadSize, unknown
from yurei.languages import N_, Gettext, number_text, translation
from yurei.referee.referee import FailedTry, Referee
from yurei.referee.settings import DEFAULT_LINES, KEYS, Settings, read_settings
from yurei.referee.settings import REFEREE_OPTIONS as REFEREE_READERS
from yurei.rules.board import BLACK, Colour, board_text
from yurei.rules.points import FARTHEST, LARGEST, parse_typed_number, shorten, size_of
from yurei.rules.ruleset import OPTIONS, Capture, DrawCounts, Repetition, Ruleset, Scoring, Suicide, check_flag
from yurei.rules.state import checked_setup, start


def draw_compiling_note(say: Gettext) -> h.Element:
    words = N_(
        "Levels 2 to 5 are being prepared on this server. This takes a few minutes, once; until then they play like level 1."
    )
    return h.p(".note.wide")[say(words)]


def level_choices(say: Gettext) -> list[tuple[str, str]]:
    """Return the levels of yurei's programs as choices: form value, and label with a description."""
    return [
        (name, f"{say(N_('Level {level}')).format(level=number)} · {say(level.like)}")
        for name, (number, level) in zip(players.OFFERED, players.LEVELS.items(), strict=True)
    ]


def draw_name_field(say: Gettext, nickname: str) -> h.Node:
    return h.label(".field")[
        h.span[say(N_("Your name"))],
        h.input(
            type="text",
            name="nickname",
            value=nickname,
            maxlength=str(LONGEST_NAME),
            placeholder=say(N_("Guest")),
            autocomplete="nickname",
            dir="auto",
        ),
    ]


@dataclass(frozen=True)
class Choice:
    """An option of a ruleset or referee. The style sheet hides it in games without the trait ``needs``."""

    name: str
    words: str
    values: type[StrEnum] | None = None
    needs: str | None = None


REFEREE_OPTIONS = (
    Choice("failed_try", N_("After a refused try"), FailedTry),
    Choice("lone_self_atari", N_("Announce self-atari"), needs="atari"),
)
SIGHT = N_("How many points a stone sees")  # label of the field, and name in the plan
MATCH_OPTIONS = (
    Choice("draw_by_agreement", N_("Draw by agreement")),
    Choice("two_game_match", N_("Two games with colours swapped")),
    Choice("tie_break", N_("Tie-break: fewer moves as Black"), needs="match"),
)
RULE_OPTIONS = (
    Choice("suicide", N_("Suicide"), Suicide),
    Choice("repetition", N_("Repetition"), Repetition),
    Choice("draw_counts", N_("Repetition compares"), DrawCounts, needs="third"),
    Choice("capture", N_("Captures"), Capture),
    Choice("scoring", N_("Scoring"), Scoring),
    Choice("passing", N_("Passing")),
    Choice("ghosts", N_("Ghosts")),
)
GAME_OPTIONS = (*MATCH_OPTIONS, *RULE_OPTIONS)
VALUES: dict[StrEnum, str] = {
    Suicide.FORBIDDEN: N_("forbidden"),
    Suicide.ALLOWED: N_("allowed"),
    Suicide.LONE_LOSES: N_("loses if the placed stone alone is removed"),
    Repetition.SIMPLE_KO: N_("simple ko"),
    Repetition.POSITIONAL_SUPERKO: N_("positional superko"),
    Repetition.SITUATIONAL_SUPERKO: N_("situational superko"),
    Repetition.DRAW_ON_THIRD: N_("a draw on the third time"),
    DrawCounts.POSITIONS: N_("positions"),
    DrawCounts.SITUATIONS: N_("positions and who is to move"),
    Capture.OPPONENT_FIRST: N_("the opponent’s strings first"),
    Capture.SIMULTANEOUS: N_("both colours at once"),
    Scoring.AREA: N_("area"),
    Scoring.TERRITORY: N_("territory"),
    Scoring.NONE: N_("no scoring"),
    FailedTry.RETRY: N_("try again"),
    FailedTry.LOSE_TURN: N_("ends the turn"),
}
OPPONENTS = {
    "friend": N_("A friend, by link"),
    "anybody": N_("Anyone, in the lobby"),
    "yurei": N_("yurei, a program"),
    "one-device": N_("Another player on this device"),
    "rengo": N_("Three friends: rengo, four boards"),
    "rengo-shared": N_("Three friends: rengo, two boards"),
    "solo": N_("Nobody: you play all seats"),
}
AGAINST = {
    "friend": N_("Your friend joins by the link that you send."),
    "anybody": N_("The first player in the lobby who wants this game joins."),
    "yurei": N_("yurei plays against you, and sees no more than you do."),
}
"""Sentences about the opponent, for opponents whose seating has no fitting summary."""
REFEREED = {"friend": N_("Two friends join by the links that you send."), "yurei": N_("yurei plays both sides.")}
"""The same sentences for a maker who is the referee."""
COLOURS = {"black": N_("Black"), "white": N_("White"), "random": N_("Random"), "referee": N_("None: I am the referee")}
COLOUR_SENTENCES = {
    "black": N_("You play Black."),
    "white": N_("You play White."),
    "random": N_("The colours are random."),
    "referee": N_("You are the referee, and see everything."),
}
REFEREE_WAITS = N_("You are the referee, and see the board once all players agree.")
WATCHING = {
    "link": N_("Anyone with the spectator link"),
    "nobody": N_("Nobody"),
    "everybody": N_("Anyone: the game is listed"),
}
CLAIM_AFTER = {word: words for word, (_, words) in games.CLAIM_AFTER.items()}
CLAIM_SENTENCES = {
    word: N_("If a player is away for {time}, the opponent can claim the win.")
    if length
    else N_("Being away never loses the game.")
    for word, (length, _) in games.CLAIM_AFTER.items()
}
WATCHING_SENTENCES = {
    "link": N_("Anyone with the spectator link can watch."),
    "nobody": N_("Nobody watches."),
    "everybody": N_("Anyone can watch; the game is listed."),
}

NO_CLOCK = "none"
OWN_SIZE = "own"  # form value for a size given by width and height
SETUP = "setup"  # name of the term and the form field for the starting position, a board text
_NUMBERS = {"width", "height", "handicap", "white_passes", "sight"}
_FLAGS = {key for key, read in {**OPTIONS, **REFEREE_READERS}.items() if read is check_flag}
_SEATINGS = {"friend": "duel", "anybody": "duel", "yurei": "duel", "one-device": "one-device", "solo": "solo"} | RENGO


class NewGameForm(BaseModel):
    """The values of the new-game form, all as text. The defaults are those of the empty form."""

    model_config = ConfigDict(frozen=True)

    ruleset: str = rules.ALL[0].slug
    referee: str = referees.ALL[0].slug
    opponent: str = "friend"
    program: str = players.USUAL
    colour: str = "black"
    size: str = ""
    width: str = ""
    height: str = ""
    capture: str = ""
    suicide: str = ""
    repetition: str = ""
    draw_counts: str = ""
    passing: str = ""
    scoring: str = ""
    ghosts: str = ""
    draw_by_agreement: str = ""
    two_game_match: str = ""
    tie_break: str = ""
    white_passes: str = ""
    komi: str = ""
    lone_self_atari: str = ""
    failed_try: str = ""
    sight: str = ""
    first: str = ""
    handicap: str = ""
    clock: str = NO_CLOCK
    clock_main: str = ""
    clock_step: str = ""
    clock_cap: str = ""
    clock_periods: str = ""
    clock_turns: str = ""
    watching: str = "link"
    setup: str = ""
    claim_after: str = games.USUAL

    @classmethod
    def read(cls, texts: Mapping[str, str]) -> Self:
        """Return the form with these texts; a missing or blank text is replaced by the default."""
        return cls(**{key: text.strip() for key in FIELDS if (text := texts.get(key, "")).strip()})

    @property
    def address_fields(self) -> dict[str, str]:
        """Return the query of the address that opens the form with these values; it omits default values."""
        given: dict[str, str] = self.model_dump(exclude_defaults=True)
        if self.size not in ("", OWN_SIZE):
            given = {key: text for key, text in given.items() if key not in ("width", "height")}
        return {key: text for key, text in given.items() if (key, text) != ("size", SIZES[0])}

    def terms(self) -> dict[str, Any]:
        """Return the agreed terms of the game: who may watch, the clock, and when an absent player can lose."""
        return {
            "watching": _check_choice(self.watching, "kind of audience", WATCHING),
            "clock": self._clock(),
            "claim_after": _check_choice(self.claim_after, "time to stay away", CLAIM_AFTER),
        }

    def _clock(self) -> dict[str, Any] | None:
        """Return the chosen clock, from a short text such as ``5+3`` or from the fields for its kind of clock."""
        if self.clock == NO_CLOCK:
            return None
        if self.clock not in controls.BY_NAME:
            return controls.read_text(self.clock).plain()
        texts = {name: getattr(self, f"clock_{name}") for name in CLOCK_VALUES}
        return controls.control_of(self.clock, controls.read_values(controls.BY_NAME[self.clock], texts)).plain()

    def plan(self) -> Plan:
        """Return the plan of this game; raise BadValue or Unknown if a value is not available."""
        opponent = _check_choice(self.opponent, "opponent", _SEATINGS)
        colour = _check_choice(self.colour, "colour to play", COLOURS)
        if opponent == "anybody" and colour == REFEREE:
            raise BadSettings(N_("to find an opponent you must play yourself; choose a colour, or random"))
        given = {key: _convert_value(key, text) for key in KEYS if (text := getattr(self, key, ""))}
        if self.size in ("", OWN_SIZE):
            given.setdefault("height", given.get("width", DEFAULT_LINES))
        else:
            size = size_of(self.size)
            given |= {"width": size.width, "height": size.height}
        settings = read_settings({**given, "seating": _SEATINGS[opponent]})
        if opponent == "yurei":
            describe_program(self.program)
        return Plan(
            settings=settings,
            opponent=opponent,
            # A person who plays all seats has no colour.
            colour=colour if settings.seating.hands == "each" else "black",
            program=self.program if opponent == "yurei" else "",
            terms=self.terms() | make_setup_term(self.setup, settings),
        )


FIELDS = tuple(NewGameForm.model_fields)


def cut_texts(texts: Mapping[str, str]) -> dict[str, str]:
    """Return the texts of a form, each cut to its maximum length."""
    return {key: text[: (LARGEST + 1) * LARGEST if key == SETUP else 40] for key, text in texts.items()}


def _check_choice(chosen: str, what: str, values: Collection[str]) -> str:
    if chosen not in values:
        raise unknown(what, chosen, values)
    return chosen


def make_setup_term(text: str, settings: Settings) -> dict[str, str]:
    """Return the starting position as a term of the game; an empty dictionary for an empty board."""
    if not text:
        return {}
    if settings.handicap:
        raise BadSettings(N_("a handicap is a set-up position of its own; give one of the two"))
    return {SETUP: text} if any(checked_setup(settings.ruleset, settings.size, text)) else {}


def new_game_address(settings: Settings, cells: bytes, first: Colour) -> str:
    """Return the address of the new-game form with a position, to continue play from there."""
    size = settings.size
    plain = settings.plain() | {"first": first.word, "handicap": None}
    usual = read_settings({key: plain[key] for key in ("ruleset", "referee", "width", "height")}).plain()
    given = {key: value for key, value in plain.items() if value is not None and value != usual.get(key)}
    texts = {key: str(value).lower() if isinstance(value, bool) else str(value) for key, value in given.items()}
    texts |= {"ruleset": settings.ruleset.slug, "referee": settings.referee.slug}
    texts |= {"size": f"{size.width}" if size.width == size.height else f"{size}", SETUP: board_text(cells, size)}
    return form_address(NewGameForm.read(texts).address_fields)


def form_address(given: Mapping[str, str]) -> str:
    return f"/new?{urlencode(given)}" if given else "/new"


def _convert_value(key: str, text: str) -> Any:
    """Return a form value converted to the type of the setting."""
    if key in _NUMBERS or (key == "passing" and text.isdecimal()):
        if not text.removeprefix("-").isdecimal() or len(text) > 9:
            raise BadSettings(N_("{key} is a whole number, not {value}"), key=key, value=shorten(text))
        return int(text)
    if key == "komi":
        if (number := parse_typed_number(text)) is None:
            raise BadSettings(N_("komi is a number such as 7.5, not {value}"), value=shorten(text))
        return float(number)
    if key in _FLAGS:
        if text not in ("true", "false"):
            raise BadSettings(N_("{key} is true or false, not {value}"), key=key, value=shorten(text))
        return text == "true"
    return text


def list_front_games() -> list[Ruleset]:
    """Return the games that the form shows first: one for each rule page. The others are below more options."""
    pages: dict[str, Ruleset] = {}
    for ruleset in rules.ALL:
        pages.setdefault(ruleset.source, ruleset)
    return list(pages.values())


PRESETS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (N_("Blitz"), ("0.5+5 max 5", "0.5+5x10(b)")),
    (N_("Rapid"), ("2+7", "2+5x30(b)", "3+7", "5+3")),
    (N_("Live"), ("3+10", "5+5x30(b)", "10+5x30(b)", "20+5x30(b)")),
    (N_("Slow"), ("60+3x60(b)",)),
    (N_("Correspondence"), ("3d+1d max 7d",)),
)
"""Preset clocks common on other servers: a word for the pace, and the clocks' short texts, short games first."""
OTHERS = "other kinds"
CLOCK_VALUES: Mapping[str, Mapping[str, str]] = {
    "main": {"correspondence": N_("Time at the start, days"), OTHERS: N_("Main time, minutes")},
    "step": {
        "fischer": N_("Added per move, seconds"),
        "correspondence": N_("Added per move, days"),
        "simple": N_("Time per move, seconds"),
        OTHERS: N_("Time per period, seconds"),
    },
    "cap": {"correspondence": N_("Maximum on the clock, days"), OTHERS: N_("Maximum on the clock, minutes")},
    "periods": {OTHERS: N_("Periods")},
    "turns": {OTHERS: N_("Moves per period")},
}
"""The labels of each value by the kind of clock."""


def describe_clock(terms: Mapping[str, Any], say: Gettext) -> str:
    clock = terms.get("clock")
    words = N_("No clock.") if clock is None else N_("The clock: {clock}.")
    return say(words).format(clock=clock and controls.read_plain(clock).words.said(say))


def draw_opening(settings: Settings, setup: str | None, say: Gettext) -> Markup:
    begins = settings.setup if setup is None else setup
    begun = start(settings.ruleset, settings.size, settings.komi, settings.first, begins)
    return draw_picture(Picture(settings.size, begun.cells, "opening", say(N_("The board before the first move"))))


def describe_plan(plan: Plan, language: str) -> Iterable[str]:
    say, settings = translation(language).gettext, plan.settings
    game, referee_words, *conditions = game_words(settings, plan.terms, language)
    yield game
    yield referee_words
    against = REFEREED if plan.colour == REFEREE else AGAINST
    yield say(against.get(plan.opponent, settings.seating.summary))
    if settings.seating.hands == "each":
        waits = plan.colour == REFEREE and plan.opponent == "friend" and settings.referee.hides
        yield say(REFEREE_WAITS if waits else COLOUR_SENTENCES[plan.colour])
    yield from conditions


def game_words(settings: Settings, terms: Mapping[str, Any], language: str) -> Iterable[str]:
    """Yield sentences about the game, the referee and the agreed terms, but not the players."""
    say, size = translation(language).gettext, settings.size
    yield say(N_("{game} on {width}×{height}, referee: {referee}.")).format(
        game=say(settings.ruleset.title), width=size.width, height=size.height, referee=say(settings.referee.title)
    )
    yield say(settings.referee.summary)
    if settings.komi is not None:
        yield say(N_("White has {komi} komi.")).format(komi=number_text(settings.komi, language))
    if settings.handicap:
        yield say(N_("Black begins with {count} stones on the board.")).format(count=settings.handicap)
    if SETUP in terms:
        yield set_up_words(terms[SETUP], size, say)
    if settings.first is not BLACK:
        yield say(N_("White moves first."))
    yield from _list_changes(settings, say)
    yield describe_clock(terms, say)
    yield say(WATCHING_SENTENCES[terms["watching"]])
    if settings.seating.hands == "each":
        chosen = terms.get("claim_after", "never")
        yield say(CLAIM_SENTENCES[chosen]).format(time=say(CLAIM_AFTER[chosen]))


def _list_changes(settings: Settings, say: Gettext) -> Iterable[str]:
    ruleset, who = settings.ruleset, settings.referee
    if isinstance(who.sight, int) and who.sight != referees.get(who.slug).sight:
        yield say(N_("{option}: {value}.")).format(option=say(SIGHT), value=who.sight)
    pairs = ((who, referees.get(who.slug)), (ruleset, rules.get(ruleset.slug)))
    for (chosen, usual), choices in zip(pairs, (REFEREE_OPTIONS, GAME_OPTIONS), strict=True):
        for choice in choices:
            value = getattr(chosen, choice.name)
            if value != getattr(usual, choice.name):
                words = _describe_value(value, say)
                yield say(N_("{option}: {value}.")).format(option=say(choice.words), value=words)


def _describe_value(value: object, say: Gettext) -> str:
    if isinstance(value, StrEnum):
        return say(VALUES[value])
    if isinstance(value, bool):
        return say(N_("yes")) if value else say(N_("no"))
    word = getattr(value, "word", value)
    words = {"free": N_("allowed"), "none": N_("not allowed")}
    return say(words[word]) if word in words else say(N_("White only, at most {number}")).format(number=word)


SIZES = ("9", "13", "19")
MORE = (
    *("komi", "handicap", "watching", "claim_after", "sight", "first", "white_passes"),
    *(each.name for each in (*REFEREE_OPTIONS, *MATCH_OPTIONS, *RULE_OPTIONS)),
)
"""Fields under *More options*."""


def select_field(
    say: Gettext, words: str, name: str, labels: Mapping[str, str], chosen: NewGameForm, needs: str | None = None
) -> h.Element:
    """Draw a labelled select element; the style sheet hides it in games without the trait ``needs``."""
    return draw_field(say(words), select_of(name, translate_options(say, labels), getattr(chosen, name)), needs)


def game_choices(say: Gettext, chosen: NewGameForm, usual: NewGameForm | None = None) -> Iterable[h.Node]:
    """Draw the fields for ruleset, referee, board and clock; ``usual`` is the form with default values."""
    usual, front = usual or NewGameForm(), list_front_games()
    yield _draw_cards(say, "ruleset", N_("The game"), front, chosen)
    yield _draw_cards(say, "referee", N_("The referee: who is told what"), referees.ALL, chosen)
    yield h.p(".note")[h.a(href="/learn/referees")[say(N_("How a referee speaks"))]]
    yield _draw_size(say, chosen)
    yield _draw_clock_fields(say, chosen)
    if chosen.setup:  # the address contains a starting position, which a checkbox can drop
        yield h.fieldset(".row")[
            h.legend[say(N_("The position"))],
            h.label(".tool")[
                h.input(type="checkbox", name=SETUP, value=chosen.setup, checked=True),
                h.span[say(N_("Start from this position instead of an empty board"))],
            ],
        ]
    other_game = chosen.ruleset not in (each.slug for each in front)
    is_open = other_game or any(getattr(chosen, name) != getattr(usual, name) for name in MORE)
    yield h.details(".row.more-options", open=is_open)[
        h.summary[say(N_("More options"))], _draw_further_fields(say, chosen)
    ]


def _draw_further_fields(say: Gettext, chosen: NewGameForm) -> Iterable[h.Node]:
    front, default = list_front_games(), say(N_("Default"))
    yield _draw_cards(say, "ruleset", N_("Further games"), [each for each in rules.ALL if each not in front], chosen)
    yield h.fieldset(".row")[
        h.legend[say(N_("Komi and handicap"))],
        draw_field(say(N_("Komi")), number_field("komi", chosen.komi, -10000, 10000, default, "0.5"), "counts"),
        h.p(".note.for-uncounted")[say(N_("Nothing is counted in this game, so it has no komi."))],
        draw_field(say(N_("Handicap stones")), number_field("handicap", chosen.handicap, 2, 9, say(N_("no handicap")))),
    ]
    yield h.fieldset(".row")[
        h.legend[say(N_("Who may watch"))],
        select_field(say, N_("Spectators"), "watching", WATCHING, chosen),
        h.p(".note")[say(N_("Spectators hear what everybody hears, and see the board after the end."))],
    ]
    yield h.fieldset(".row")[
        h.legend[say(N_("If the opponent leaves"))],
        select_field(
            say, N_("Claim victory when the opponent is away for"), "claim_after", CLAIM_AFTER, chosen, "seats"
        ),
        h.p(".note")[say(N_("A player is away after closing the page. Thinking with the page open is fine."))],
    ]
    colours = [
        ("", say(N_("Black; White after handicap stones"))),
        ("black", say(N_("Black"))),
        ("white", say(N_("White"))),
    ]
    yield h.details(".row")[
        h.summary[say(N_("Advanced options"))],
        draw_field(say(N_("First to move")), select_of("first", colours, chosen.first)),
        draw_field(
            say(N_("Passes, White only")),
            number_field("white_passes", chosen.white_passes, 0, 10000, say(N_("no passes"))),
        ),
        draw_field(say(SIGHT), number_field("sight", chosen.sight, 0, FARTHEST, say(N_("Referee’s default"))), "sight"),
        (_draw_option(say, each, chosen) for each in (*REFEREE_OPTIONS, *MATCH_OPTIONS)),
    ]
    yield h.details(".row")[
        h.summary[say(N_("Change the rules of the game"))], (_draw_option(say, each, chosen) for each in RULE_OPTIONS)
    ]


def _draw_cards(
    say: Gettext, name: str, words: str, rows: Iterable[Ruleset] | Iterable[Referee], chosen: NewGameForm
) -> h.Element:
    """Draw radio buttons for rulesets or referees; each lists its traits, which show or hide other fields."""

    def traits(row: Ruleset | Referee) -> str:
        if isinstance(row, Referee):
            found = {"atari": row.atari, "sight": row.takes_sight}
        else:
            third = row.repetition is Repetition.DRAW_ON_THIRD
            found = {"counts": row.counts, "match": row.two_game_match, "third": third}
        return " ".join(trait for trait, there in found.items() if there)

    now = getattr(chosen, name)
    return h.fieldset(".cards")[
        h.legend[say(words)],
        (
            h.label(".card")[
                h.input(type="radio", name=name, value=row.slug, checked=row.slug == now, data_has=traits(row) or None),
                h.span[h.strong[say(row.title)], h.small[say(row.summary)]],
            ]
            for row in rows
        ),
    ]


def _draw_size(say: Gettext, chosen: NewGameForm) -> h.Element:
    """Draw buttons for the usual sizes, and two fields for any other size."""
    width, height = _find_dimensions(chosen)
    now = width if height in ("", width) and width in SIZES else OWN_SIZE
    if now != OWN_SIZE:
        width = height = ""
    buttons = [(lines, f"{lines}×{lines}") for lines in SIZES]
    return h.fieldset(".row.sizes")[
        h.legend[say(N_("The size of the board"))],
        (
            h.label(".tool")[h.input(type="radio", name="size", value=value, checked=value == now), h.span[words]]
            for value, words in [*buttons, (OWN_SIZE, say(N_("Custom size")))]
        ),
        draw_field(say(N_("Width")), number_field("width", width, 1, 25, "9"), "own-size"),
        draw_field(say(N_("Height")), number_field("height", height, 1, 25, say(N_("Same as width"))), "own-size"),
    ]


def _find_dimensions(chosen: NewGameForm) -> tuple[str, str]:
    """Return the chosen width and height, from the size or from the separate fields."""
    if chosen.size in ("", OWN_SIZE):
        return chosen.width or ("" if chosen.size else SIZES[0]), chosen.height
    try:
        size = size_of(chosen.size)
    except BadSize:
        return chosen.size, ""
    return f"{size.width}", "" if size.width == size.height else f"{size.height}"


def _draw_option(say: Gettext, choice: Choice, chosen: NewGameForm) -> h.Element:
    values = {"true": N_("yes"), "false": N_("no")}
    if choice.values is not None:
        values = {value.value: VALUES.get(value, value.value) for value in choice.values}
    elif choice.name == "passing":
        values = {"free": N_("allowed"), "none": N_("not allowed")}
    # The default is named if all games or referees share it; otherwise the summary names it.
    rows: Iterable[Ruleset | Referee] = referees.ALL if choice in REFEREE_OPTIONS else rules.ALL
    usual = {getattr(row, choice.name) for row in rows}
    default = N_("Default")
    if len(usual) == 1:
        default = say(N_("Default: {value}")).format(value=_describe_value(usual.pop(), say))
    return select_field(say, choice.words, choice.name, {"": default, **values}, chosen, choice.needs)


def _draw_clock_fields(say: Gettext, chosen: NewGameForm) -> h.Element:
    """Draw the fields of the clock. The style sheet hides those that the kind of clock does not need."""
    kinds = {
        name: [(kind, each) for kind in controls.KINDS for each in fields(kind) if each.name == name]
        for name in CLOCK_VALUES
    }
    return h.fieldset(".row.clock-fields")[
        h.legend[say(N_("The clock"))],
        h.label(".field")[
            h.span[say(N_("Clock"))],
            h.select(name="clock")[
                clock_options(say, chosen.clock),
                h.optgroup(label=say(N_("Custom clock")))[
                    draw_options(((kind.kind, say(kind.title)) for kind in controls.KINDS), chosen.clock)
                ],
            ],
        ],
        (
            h.label(class_=" ".join(["field", *(f"for-{kind.kind}" for kind, _ in taken)]))[
                (h.span(class_=f"for-{kind.kind}")[_make_clock_label(say, kind, default)] for kind, default in taken),
                h.input(
                    type="text",
                    name=f"clock_{name}",
                    value=getattr(chosen, f"clock_{name}"),
                    size="6",
                    maxlength="10",
                    inputmode="decimal",
                ),
            ]
            for name, taken in kinds.items()
            if taken
        ),
        h.p(".note.units")[say(N_("A number may have a unit of its own: 90s, 5m, 2h, 3d."))],
    ]


def _make_clock_label(say: Gettext, kind: type[controls.Control], value: Field[Any]) -> str:
    """Return the label for a value of a clock; it mentions the default value."""
    words = CLOCK_VALUES[value.name]
    text = say(words.get(kind.kind, words[OTHERS]))
    assert isinstance(value.default, int)
    default = value.default // kind.units.get(value.name, 1)
    return say(N_("{label} ({number} if empty)")).format(label=text, number=default) if default else text


def clock_options(say: Gettext, now: str) -> h.Node:
    """Draw the options for no clock, for a custom clock, and for the preset clocks."""
    listed = {NO_CLOCK, *controls.BY_NAME, *(text for _, texts in PRESETS for text in texts)}
    return [
        draw_options([(NO_CLOCK, say(N_("no clock"))), *([] if now in listed else [(now, now)])], now),
        (
            h.optgroup(label=say(pace))[
                draw_options(((text, controls.read_text(text).words.said(say)) for text in texts), now)
            ]
            for pace, texts in PRESETS
        ),
    ]


class TableMaker:
    """Creates games for visitors and gives them their chairs; ``chance`` draws random colours."""

    def __init__(self, club: Club, lobby: Lobby, chance: Random) -> None:
        self._club = club
        self._lobby = lobby
        self._chance = chance

    async def create_game_and_redirect(self, request: Request, plan: Plan, nickname: str | None) -> Response:
        """Create the planned game and redirect its maker to their chair, or to the lobby to wait for an opponent."""
        check_cookies(request)
        key = request.cookies.get(PERSON)
        if nickname is not None:
            key = await self._club.set_nickname(key, nickname)
        async with self._club.own.reserve_game(key) if plan.settings.seating.hands == "each" else nullcontext():
            if plan.opponent != "anybody":
                return await self.sit_down(request, plan.choose_colour(self._chance), key)
            key = await self._club.people.welcome(key)
            met = await self._lobby.seek_game(key, plan)
        response = RedirectResponse(f"/g/{met.game}/{met.chair}" if met else "/lobby", 303)
        if met:
            set_host_cookie(request, response, met.game, met.host)
        set_person_cookie(request, response, key)
        return response

    async def sit_down(self, request: Request, planned: PlannedGame, key: str | None) -> Response:
        """Create a game, and redirect its maker to their chair; ``key`` is the key of the maker's browser, if any."""
        game, host = await self._club.create_game(planned.settings, planned.programs, planned.terms)
        address = f"/g/{game}/links" if planned.chair is None else f"/g/{game}/{planned.chair}"
        response = RedirectResponse(address, 303)
        set_host_cookie(request, response, game, host)
        if planned.chair is not None:
            key = await self._club.seats.take_chair(game, planned.chair, link_secret(host, planned.chair), key)
            set_key_cookie(request, response, game, planned.chair, key)
        return response
