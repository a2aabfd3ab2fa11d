"""The command ``yurei rules``, whose output is generated from the rulesets, referees, seatings and settings."""

import sys
from collections.abc import Iterable, Iterator
from dataclasses import fields
from textwrap import wrap
from typing import Annotated, Any

import typer

from yurei import referee as referees
from yurei import rules as games
from yurei.apps.cli.options import GAME_KEYS, LISTS, completer, describe_setting, option_name, setting_values
from yurei.errors import unknown
from yurei.languages import translation
from yurei.referee import seating as seatings
from yurei.referee.announce import REASONS
from yurei.referee.referee import Referee
from yurei.referee.settings import number
from yurei.rules.board import read_board
from yurei.rules.judge import Reason
from yurei.rules.points import Shape
from yurei.rules.ruleset import Example, Komi, Passing, Ruleset, game_fields

WIDTH = 100
COLOURS = {"B": "Black", "W": "White"}

DESCRIBED: list[Ruleset | Referee] = [*games.ALL, *referees.ALL]  # all rulesets and referees
NAMES = [each.slug for each in DESCRIBED]


def rules(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[NAME]", help="A game or a referee to describe in full.", autocompletion=completer(NAMES)
        ),
    ] = None,
) -> None:
    """List all games, referees and options, or describe one game or referee in full."""
    if name is None:
        return typer.echo(list_everything())
    for each in DESCRIBED:
        if each.slug == name:
            return typer.echo(game(each) if isinstance(each, Ruleset) else referee(each))
    raise unknown("game or referee", name, NAMES)


def list_everything() -> str:
    """Return a text that lists all games, referees, seatings and options."""
    parts = [
        "Games",
        *(_in_two_columns(game.slug, f"{game.title}. {game.summary}") for game in games.ALL),
        "\nReferees",
        *(_in_two_columns(referee.slug, referee.summary) for referee in referees.ALL),
        "\nSeatings",
        *(_in_two_columns(seating.slug, seating.summary) for seating in seatings.ALL),
        "\nOptions",
        *(_option_text(key) for key in GAME_KEYS if key not in LISTS),
        "\n`yurei rules NAME` shows a game or a referee in full.",
    ]
    return "\n".join(parts)


def _in_two_columns(word: str, text: str, indent: int = 2, column: int = 22) -> str:
    """Return a word and its description as text in two columns."""
    first, *others = wrap(text, WIDTH - column, break_on_hyphens=False) or [""]
    lines = [f"{' ' * indent}{word:{column - indent - 1}} {first}".rstrip()]
    return "\n".join([*lines, *(" " * column + line for line in others)])


def _option_text(key: str) -> str:
    """Return a text about an option: its values, each with a sentence of the rules of a game that has this value."""
    known = [_in_two_columns(value, _sentence_for(key, value), indent=6, column=28) for value in setting_values(key)]
    return "\n".join([_in_two_columns(option_name(key), describe_setting(key), column=28), *known])


def _sentence_for(key: str, value: str) -> str:
    """Return the rule sentence for a value of a setting, and its source: the first game with this value."""
    for game in games.ALL:
        if key in game.sentences and _choice_text(getattr(game, key, None)) == value:
            return f"{game.sentences[key]} ({game.slug})"
    return ""


def _choice_text(value: Any) -> str:
    """Return the value of a choice of a game or referee as text for people."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Passing):
        return str(value.word)
    if isinstance(value, Komi):
        return f"{number(value.odd)}" if value.odd == value.even else f"{number(value.odd)} or {number(value.even)}"
    return "none" if value is None else str(value)


def _describe_rules(each: Ruleset | Referee, choices: Iterable[str], shape: Shape) -> str:
    """Return the description of a game or a referee: title, summary, choices, and examples of the rule page."""
    examples = (line for example in each.examples for line in _example_lines(example, shape))
    title = f"{each.title} ({each.slug}, version {each.version})"
    return "\n".join([title, *wrap(each.summary, WIDTH), *choices, *examples])


def game(ruleset: Ruleset) -> str:
    """Return the description of a game: each of its choices, with the sentence of the rule page that requires it."""
    return _describe_rules(ruleset, [ruleset.source, "", *_choice_texts(ruleset)], ruleset.board)


def _choice_texts(ruleset: Ruleset) -> Iterator[str]:
    """Yield a text for each setting of a game, and for each of its other choices that is not the default."""
    for key in (field.name for field in fields(ruleset) if field.name in GAME_KEYS):
        yield _in_two_columns(option_name(key), _choice_text(getattr(ruleset, key)), column=24)
        if key in ruleset.sentences:
            yield _in_two_columns("", ruleset.sentences[key], column=24)

    for key, value in game_fields(ruleset).items():
        yield _in_two_columns(key.replace("_", "-"), f"{_choice_text(value)}: {ruleset.sentences[key]}", column=24)


def _example_lines(example: Example, shape: Shape) -> list[str]:
    """Return a text about an example of the rule page: the moves, and the boards before and after them."""
    moves = [move.split(":") for move in example.moves.split()]
    told = ", ".join(f"{COLOURS[colour]} {move.replace('-', ' ')}" for colour, move in moves)
    ending = ""
    if example.refused:
        ending = f"; the last try is illegal: {translation('en').gettext(REASONS[Reason(example.refused)])}"
    if example.winner:
        ending = f"; {COLOURS[example.winner]} has won."
    return ["", *wrap(example.claim, WIDTH), *_boards_side_by_side(example, shape), f"{told}{ending}"]


def _boards_side_by_side(example: Example, shape: Shape) -> list[str]:
    from yurei.apps.terminal.screen import choose_signs, draw_board

    signs = choose_signs(sys.stdout)
    read = [read_board(text) for text in (example.board, example.after)]
    boards = [draw_board(cells, size.with_shape(shape), signs).split("\n") for cells, size in read]
    width = max(map(len, boards[0]))
    return [f"  {before:{width}}    {after}".rstrip() for before, after in zip(*boards, strict=True)]


def referee(chosen: Referee) -> str:
    """Return the description of a referee: a sentence about the announcements, and each of its choices."""
    hidden = ("slug", "title", "summary", "moved", "version", "examples")
    keys = [field.name for field in fields(chosen) if field.name not in hidden]
    choices = (_in_two_columns(key.replace("_", " "), _choice_text(getattr(chosen, key))) for key in keys)
    return _describe_rules(chosen, ["", *choices], Shape.RECTANGLE)
