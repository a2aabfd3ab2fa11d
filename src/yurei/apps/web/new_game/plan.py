"""Plan of a new game: the starting position, the choices in sentences, and the address."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any

from htpy import a, h2, li, p, section, ul
from markupsafe import Markup

from yurei import players, referee, rules
from yurei.apps.web.board.board import Picture, Say, pictured
from yurei.apps.web.new_game.choices import (
    AGAINST,
    CLAIM_AFTER,
    CLAIM_SENTENCES,
    COLOUR_SENTENCES,
    GAME_OPTIONS,
    REFEREE_OPTIONS,
    REFEREED,
    SIGHT,
    VALUES,
    WATCHING_SENTENCES,
)
from yurei.apps.web.new_game.clock_fields import clock_sentence
from yurei.apps.web.new_game.form import SETUP, address_fields, address_of, read_plan
from yurei.apps.web.table.context import set_up_words
from yurei.club.model.chairs import REFEREE
from yurei.club.model.game_plan import Plan
from yurei.errors import YureiError
from yurei.languages import N_, closed, number_text, translation
from yurei.referee.settings import Settings
from yurei.rules.board import BLACK
from yurei.rules.state import start


def plan_part(language: str, chosen: Mapping[str, str]) -> str:
    """Return the summary: the starting position, the choices in sentences and the address; or an error message."""
    say = translation(language).gettext
    try:
        plan = read_plan(chosen)
    except YureiError as error:
        return str(section("#plan")[h2[say(N_("Summary"))], p(".wrong", aria_live="polite")[error.words.said(say)]])
    return str(
        section("#plan")[
            h2[say(N_("Summary"))],
            opening(plan.settings, plan.terms.get(SETUP), say),
            ul(aria_live="polite")[(li[sentence] for sentence in plan_words(plan, language))],
            (p(".note")[sentence] for sentence in _cautions(plan, language)),
            p(".note")[a("#address", href=address_of(address_fields(chosen)))[say(N_("Link to these settings"))]],
            p(".note")[say(N_("Bookmark it to use these settings again."))],
        ]
    )


def _cautions(plan: Plan, language: str) -> Iterable[str]:
    """Yield warnings: a komi that decides the game, a program that is weak at it."""
    say = translation(language).gettext
    yield from map(say, plan.settings.cautions)
    if plan.program and (weakness := players.weakness(plan.program, plan.settings)):
        yield closed(weakness.said(say), language)


def opening(settings: Settings, setup: str | None, say: Say) -> Markup:
    """Draw the board before the first move."""
    begins = settings.setup if setup is None else setup
    begun = start(settings.ruleset, settings.size, settings.komi, settings.first, begins)
    return pictured(Picture(settings.size, begun.cells, "opening", say(N_("The board before the first move"))))


def plan_words(plan: Plan, language: str) -> Iterable[str]:
    """Yield a plan in sentences."""
    say, settings = translation(language).gettext, plan.settings
    game, referee_words, *conditions = game_words(settings, plan.terms, language)
    yield game
    yield referee_words
    against = REFEREED if plan.colour == REFEREE else AGAINST
    yield say(against.get(plan.opponent, settings.seating.summary))
    if settings.seating.hands == "each":
        yield say(COLOUR_SENTENCES[plan.colour])
    yield from conditions


def game_words(settings: Settings, terms: Mapping[str, Any], language: str) -> Iterable[str]:
    """Yield the game, the referee and the agreed terms in sentences, without the players."""
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
    yield from _changes(settings, say)
    yield clock_sentence(terms, say)
    yield say(WATCHING_SENTENCES[terms["watching"]])
    if settings.seating.hands == "each":
        chosen = terms.get("claim_after", "never")
        yield say(CLAIM_SENTENCES[chosen]).format(time=say(CLAIM_AFTER[chosen]))


def _changes(settings: Settings, say: Say) -> Iterable[str]:
    """Yield a sentence for each option that differs from the default of the game or referee."""
    ruleset, who = settings.ruleset, settings.referee
    if isinstance(who.sight, int) and who.sight != referee.get(who.slug).sight:
        yield say(N_("{option}: {value}.")).format(option=say(SIGHT), value=who.sight)
    pairs = ((who, referee.get(who.slug)), (ruleset, rules.get(ruleset.slug)))
    for (chosen, usual), choices in zip(pairs, (REFEREE_OPTIONS, GAME_OPTIONS), strict=True):
        for choice in choices:
            value = getattr(chosen, choice.name)
            if value != getattr(usual, choice.name):
                words = _value_words(value, say)
                yield say(N_("{option}: {value}.")).format(option=say(choice.words), value=words)


def _value_words(value: object, say: Say) -> str:
    if isinstance(value, StrEnum):
        return say(VALUES[value])
    if isinstance(value, bool):
        return say(N_("yes")) if value else say(N_("no"))
    word = getattr(value, "word", value)
    words = {"free": N_("allowed"), "none": N_("not allowed")}
    return say(words[word]) if word in words else say(N_("White only, at most {number}")).format(number=word)
