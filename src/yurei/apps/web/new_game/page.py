"""New-game page: the form, the plan in words beside it, and the plan's address."""

from collections.abc import Iterable, Mapping, Sequence

from htpy import Element, Node, a, button, details, div, fieldset, form, h1, input, label, legend, p, span, summary
from markupsafe import Markup

from yurei import players, referee, rules
from yurei.apps.web.board.board import Say
from yurei.apps.web.new_game.choices import (
    CLAIM_AFTER,
    COLOURS,
    MATCH_OPTIONS,
    OPPONENTS,
    REFEREE_OPTIONS,
    RULE_OPTIONS,
    SIGHT,
    VALUES,
    WATCHING,
    Choice,
)
from yurei.apps.web.new_game.clock_fields import clock_fields
from yurei.apps.web.new_game.form import OWN_SIZE, SETUP, front_games
from yurei.apps.web.new_game.plan import plan_part
from yurei.apps.web.shell.form_fields import Card, cards_of, field, number_field, select_of, worded
from yurei.apps.web.shell.frame import document
from yurei.apps.web.shell.navigation import PLAY
from yurei.apps.web.table.sections import compiling_note, levels, name_field
from yurei.club.game.absence import USUAL
from yurei.errors import BadSize
from yurei.languages import N_, translation
from yurei.rules.points import FARTHEST, size_of
from yurei.rules.ruleset import Repetition, Ruleset

SIZES = ("9", "13", "19")
MORE = (
    *("komi", "handicap", "watching", "claim_after", "sight", "first", "white_passes"),
    *(each.name for each in (*REFEREE_OPTIONS, *MATCH_OPTIONS, *RULE_OPTIONS)),
)
"""Fields under *More options*."""


def new_game(
    language: str, chosen: Mapping[str, str], nickname: str = "", wrong: str | None = None, *, compiling: bool = False
) -> str:
    """Return the new-game page.

    Args:
        language: The reader's language.
        chosen: Form values to fill in, by field name.
        nickname: Nickname of the reader.
        wrong: Error message about these values.
        compiling: Whether the programs' code is still being compiled.
    """
    say = translation(language).gettext
    return document(
        say(N_("A new game")),
        [
            h1[say(N_("A new game"))],
            wrong and p(".wrong", role="alert")[wrong],
            form("#new", method="post", action="/games")[
                div(".choices")[_choices(say, chosen, nickname, compiling=compiling)],
                div(".beside")[
                    Markup(plan_part(language, chosen)),
                    button(".primary")[say(N_("Create game"))],
                    button(".quiet", formmethod="get", formaction="/new")[say(N_("Update the summary"))],
                ],
            ],
        ],
        language,
        extras=("front.css", "front.js"),
        here=PLAY,
    )


# The form.


def _choices(say: Say, chosen: Mapping[str, str], nickname: str, *, compiling: bool) -> Iterable[Node]:
    yield fieldset(".row")[
        legend[say(N_("Opponent"))],
        _select(say, N_("Play against"), "opponent", OPPONENTS, chosen, "friend"),
        _select(say, N_("Your colour"), "colour", COLOURS, chosen, "black", "seats"),
        field(
            say(N_("Program")),
            select_of("program", _programs(say, chosen), chosen.get("program") or players.USUAL),
            "program",
        ),
        compiling and div(".needs-program")[compiling_note(say)],
        name_field(say, nickname),
    ]
    yield from game_choices(say, chosen)


def _select(
    say: Say, words: str, name: str, labels: Mapping[str, str], chosen: Mapping[str, str], usual: str, needs: str = ""
) -> Element:
    return field(say(words), select_of(name, worded(say, labels), chosen.get(name) or usual), needs or None)


def _programs(say: Say, chosen: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return the levels, and another program if the address asks for one by name."""
    offered, asked = levels(say), chosen.get("program", "")
    return offered + [(asked, asked)] * (asked not in ("", *players.OFFERED))


def game_choices(say: Say, chosen: Mapping[str, str], claim_after: str = USUAL) -> Iterable[Node]:
    """Draw the fields for the game itself: rules, referee, board.

    Args:
        claim_after: Default of the time after which a waiting player may claim the game.
    """
    yield _games(say, N_("The game"), front_games(), chosen)
    yield cards_of(
        say,
        "referee",
        N_("The referee: who is told what"),
        (
            Card(each.slug, say(each.title), say(each.summary), _traits(atari=each.atari, sight=each.takes_sight))
            for each in referee.ALL
        ),
        chosen,
        referee.ALL[0].slug,
    )
    yield p(".note")[a(href="/learn/referees")[say(N_("How a referee speaks"))]]
    yield _size(say, chosen)
    yield clock_fields(say, chosen)
    yield chosen.get(SETUP) and _position(say, chosen[SETUP])
    yield details(".row.more-options", open=_more_is_chosen(chosen, claim_after))[
        summary[say(N_("More options"))], _more(say, {"claim_after": claim_after, **chosen})
    ]


def _more_is_chosen(chosen: Mapping[str, str], claim_after: str) -> bool:
    """Return whether a field under *More options* differs from its default."""
    usual = {**dict.fromkeys(MORE, ""), "watching": "link", "claim_after": claim_after}
    other_game = chosen.get("ruleset", "") not in ("", *(each.slug for each in front_games()))
    return other_game or any(chosen.get(name) not in (None, "", value) for name, value in usual.items())


def _more(say: Say, chosen: Mapping[str, str]) -> Iterable[Node]:
    front = front_games()
    yield _games(say, N_("Further games"), [each for each in rules.ALL if each not in front], chosen)
    own = say(N_("Default"))
    yield fieldset(".row")[
        legend[say(N_("Komi and handicap"))],
        field(say(N_("Komi")), number_field("komi", chosen, -10000, 10000, own, "0.5"), "counts"),
        p(".note.for-uncounted")[say(N_("Nothing is counted in this game, so it has no komi."))],
        field(say(N_("Handicap stones")), number_field("handicap", chosen, 2, 9, say(N_("no handicap")))),
    ]
    yield fieldset(".row")[
        legend[say(N_("Who may watch"))],
        _select(say, N_("Spectators"), "watching", WATCHING, chosen, "link"),
        p(".note")[say(N_("Spectators hear what everybody hears, and see the board after the end."))],
    ]
    yield _staying_away(say, chosen)
    far = number_field("sight", chosen, 0, FARTHEST, say(N_("Referee’s default")))
    rarer = [field(say(SIGHT), far, "sight"), *_selects(say, (*REFEREE_OPTIONS, *MATCH_OPTIONS), chosen)]
    yield _rarer(say, N_("Advanced options"), [*_first_move(say, chosen), *rarer])
    yield _rarer(say, N_("Change the rules of the game"), _selects(say, RULE_OPTIONS, chosen))


def _position(say: Say, board: str) -> Element:
    """Draw the starting position that came with the address, with a box to untick it."""
    return fieldset(".row")[
        legend[say(N_("The position"))],
        label(".tool")[
            input(type="checkbox", name=SETUP, value=board, checked=True),
            span[say(N_("Start from this position instead of an empty board"))],
        ],
    ]


def _staying_away(say: Say, chosen: Mapping[str, str]) -> Element:
    return fieldset(".row")[
        legend[say(N_("If the opponent leaves"))],
        _select(
            say, N_("Claim victory when the opponent is away for"), "claim_after", CLAIM_AFTER, chosen, USUAL, "seats"
        ),
        p(".note")[say(N_("A player is away after closing the page. Thinking with the page open is fine."))],
    ]


def _game(ruleset: Ruleset, say: Say) -> Card:
    traits = _traits(
        counts=ruleset.counts,
        match=ruleset.two_game_match,
        third=ruleset.repetition is Repetition.DRAW_ON_THIRD,
    )
    return Card(ruleset.slug, say(ruleset.title), say(ruleset.summary), traits)


def _traits(**traits: bool) -> str:
    return " ".join(name for name, there in traits.items() if there)


def _games(say: Say, words: str, games: Iterable[Ruleset], chosen: Mapping[str, str]) -> Element:
    return cards_of(say, "ruleset", words, (_game(each, say) for each in games), chosen, rules.ALL[0].slug)


def _size(say: Say, chosen: Mapping[str, str]) -> Element:
    """Draw buttons for the usual sizes, and two fields for every other."""
    width, height = _lines(chosen)
    now = width if height in ("", width) and width in SIZES else OWN_SIZE
    filled = {"width": width, "height": height} if now == OWN_SIZE else {}
    buttons = [(lines, f"{lines}×{lines}") for lines in SIZES]
    return fieldset(".row.sizes")[
        legend[say(N_("The size of the board"))],
        (
            label(".tool")[input(type="radio", name="size", value=value, checked=value == now), span[words]]
            for value, words in [*buttons, (OWN_SIZE, say(N_("Custom size")))]
        ),
        field(say(N_("Width")), number_field("width", filled, 1, 25, "9"), "own-size"),
        field(say(N_("Height")), number_field("height", filled, 1, 25, say(N_("Same as width"))), "own-size"),
    ]


def _lines(chosen: Mapping[str, str]) -> tuple[str, str]:
    """Return the chosen width and height, in whichever fields they are."""
    text = chosen.get("size") or OWN_SIZE
    if text == OWN_SIZE:
        return chosen.get("width") or ("" if "size" in chosen else SIZES[0]), chosen.get("height", "")
    try:
        size = size_of(text)
    except BadSize:
        return text, ""
    return f"{size.width}", "" if size.width == size.height else f"{size.height}"


def _first_move(say: Say, chosen: Mapping[str, str]) -> Iterable[Element]:
    own = ("", say(N_("Default")))
    colours = [own, ("black", say(N_("Black"))), ("white", say(N_("White")))]
    yield field(say(N_("First to move")), select_of("first", colours, chosen.get("first", "")))
    yield field(say(N_("Passes, White only")), number_field("white_passes", chosen, 0, 10000, say(N_("no passes"))))


def _selects(say: Say, choices: Iterable[Choice], chosen: Mapping[str, str]) -> list[Element]:
    own = ("", say(N_("Default")))
    return [
        field(say(each.words), select_of(each.name, [own, *_values(say, each)], chosen.get(each.name, "")), each.needs)
        for each in choices
    ]


def _rarer(say: Say, words: str, fields: Iterable[Node]) -> Element:
    return details(".row")[summary[say(words)], fields]


def _values(say: Say, choice: Choice) -> Sequence[tuple[str, str]]:
    if choice.values is not None:
        return [(value.value, say(VALUES.get(value, value.value))) for value in choice.values]
    if choice.name == "passing":
        return [("free", say(N_("allowed"))), ("none", say(N_("not allowed")))]
    return [("true", say(N_("yes"))), ("false", say(N_("no")))]
