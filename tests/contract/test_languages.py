"""Every sentence in every language: none is missing, none is left over, and the fields are the same."""

import re
from functools import cache
from importlib import resources
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po

from scripts.catalogues import Id, marked
from yurei import languages, rules
from yurei.errors import Unknown
from yurei.languages import N_, NN_, listed, number_text, percent_text, plural_number, together, translation
from yurei.rules import Ruleset

FULL_WIDTH = str.maketrans("。：！？", ".:!?")
NAMES = {
    "9×9",
    "13×13",
    "19×19",
    "Byo-yomi",
    "Fischer",
    "Alter Igo",
    "No Seki Go",
    "Hamburg",
    "Kriegspiel",
    "Komi",
    "komi {komi}",
}
SAME = {
    "de": {"Blitz", "Chat", "Kaya", "Link", "Live", "Lobby", "Normal", "Token"},
    "fr": {
        "Blitz",
        "5 minutes",
        "15 minutes",
        "Captures",
        "Chat",
        "E-mails",
        "Kaya",
        "Normal",
        "Notifications",
        "Pause",
        "Points",
        "Score",
        "Total",
        "Simple",
        "Table",
        "{count} h",
        "{count} min",
        "{count} s",
        "Solution",
        "Solutions",
        "Suicide",
        "certain",
        "positions",
    },
    "es": {"Series", "Chat", "Kaya", "Normal", "Token", "Total", "no", "{count} h", "{count} min", "{count} s"},
}
"""What is spelt as in English, by language."""
TRANSLATED = [language for language in languages.NAMES if language != languages.ENGLISH]


@cache
def catalogue(language: str) -> Catalog:
    with resources.files(languages).joinpath(f"{language}.po").open("rb") as file:
        return read_po(file, locale=language)


@cache
def sentences() -> set[Id]:
    """Every sentence that the code marks for translation."""
    return set(marked())


def of_game(ruleset: Ruleset) -> set[str]:
    """What a ruleset says of itself to people."""
    return {ruleset.title, ruleset.summary, *ruleset.endings.values(), *(example.claim for example in ruleset.examples)}


@cache
def waiting(language: str) -> frozenset[str]:
    """The sentences of games of which nobody has translated one: such a game speaks English until somebody does."""
    translated = {message.id for message in catalogue(language) if message.string}
    return frozenset(text for each in rules.ALL if not of_game(each) & translated for text in of_game(each))


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("ruleset", rules.ALL, ids=lambda ruleset: ruleset.slug)
def test_a_game_is_translated_as_a_whole_or_speaks_english(ruleset: Ruleset, language: str) -> None:
    spoken = {text: translation(language).gettext(text) for text in of_game(ruleset)}
    if of_game(ruleset) <= waiting(language):
        assert all(text == english for english, text in spoken.items())
        pytest.skip(f"{ruleset.slug} speaks English to who reads {languages.NAMES[language]}: translate its sentences")
    assert {english for english, text in spoken.items() if text == english} <= {ruleset.title}


def fields(text: str) -> set[str | None]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_the_code_marks_sentences() -> None:
    assert {"{mover} passes.", ("{mover} loses {count} stone.", "{mover} loses {count} stones.")} < sentences()


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_sentence_is_translated_with_the_same_fields(language: str) -> None:
    for message in catalogue(language):
        if not message.id or message.id in waiting(language):
            continue
        originals = [message.id] if isinstance(message.id, str) else list(message.id)
        texts = [message.string] if isinstance(message.string, str) else list(message.string or ())
        assert all(texts), message.id
        assert not message.fuzzy, message.id
        assert all(fields(text) == fields(originals[0]) for text in [*texts, *originals]), message.id
        ends = {re.sub(r"[^.…!?:]", "", text[-1].translate(FULL_WIDTH)) for text in [*texts, originals[0]]}
        assert len(ends) == 1, f"{message.id}: a sentence stays a sentence"


@pytest.mark.parametrize("language", TRANSLATED)
def test_only_names_are_the_same_in_two_languages(language: str) -> None:
    same = {message.id for message in catalogue(language) if message.id and message.string == message.id}
    assert same <= {
        "{ruleset}: {why}",
        "{option}: {value}.",
        "{game} · {referee}: {silence}.",
        "{seat}:",
        "{seat}: {tried}",
        "{percent}%",
        *NAMES,
        *(ruleset.title for ruleset in rules.ALL),
        *SAME.get(language, ()),
    }


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_sentence_with_a_number_has_the_forms_of_its_language(language: str) -> None:
    written = catalogue(language)
    usual = get_plural(language)
    assert (written.num_plurals, written.plural_expr.strip("()")) == (usual.num_plurals, usual.plural_expr.strip("()"))
    one, many = NN_("{mover} loses {count} stone.", "{mover} loses {count} stones.")
    words = translation(language)
    forms = [words.ngettext(one, many, count) for count in (1, 2, 5, 21, 100)]
    assert len(set(forms[1:])) == 1
    assert len(set(forms)) == usual.num_plurals


TYPED = "Authorization: Bearer TOKEN"
"""What is typed as it stands, whatever the language."""
TYPOGRAPHY = {
    "de": [(r"\w's\b", "no apostrophe before an s")],
    "fr": [(r"(?<!\u202f)[;:!?](?=\s|$)", "a narrow space before it"), (r"\w'\w", "a typographic apostrophe")],
    "es": [(r"^[^¿]*\?", "two question marks"), (r"^[^¡]*!", "two exclamation marks")],
    "ja": [(r"[?!;]|[:,](?=\s)|\.$", "full-width punctuation")],
}


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_language_is_written_by_its_own_rules(language: str) -> None:
    for message in catalogue(language):
        for text in [message.string] if isinstance(message.string, str) else message.string or ():
            for mistake, rule in TYPOGRAPHY[language] if message.id else ():
                assert not re.search(mistake, text.replace(TYPED, "")), f"{text}: {rule}"


QUOTED = re.compile(r"(?<![\w}])'[^']*'(?!\w)", re.ASCII)
"""A value between straight quotation marks, as it is typed."""


def test_apostrophes_are_curly_in_every_sentence() -> None:
    texts = {part for each in sentences() for part in ([each] if isinstance(each, str) else each)}
    for language in TRANSLATED:
        for message in catalogue(language):
            texts.update([message.string] if isinstance(message.string, str) else message.string or ())
    assert len(texts) > 1000
    assert [text for text in texts if re.search(r"(?a)[\w}]'", QUOTED.sub("", text))] == []


def test_english_stands_in_the_code() -> None:
    words = translation("en")
    assert words.gettext(N_("Anything.")) == "Anything."
    assert [words.ngettext("one", "many", count) for count in (1, 2)] == ["one", "many"]


@pytest.mark.parametrize("language", languages.NAMES)
def test_a_language_is_named_by_itself_and_read_once(language: str) -> None:
    name = languages.NAMES[language]
    assert name[0] == name[0].upper()
    assert translation(language) is translation(language)


def test_an_unknown_language_is_refused_with_a_list_of_known_ones() -> None:
    with pytest.raises(Unknown) as caught:
        translation("nl")
    assert str(caught.value) == "there is no language 'nl'. Known: en, de, fr, es, ja"


def test_a_number_is_written_as_its_language_writes_it() -> None:
    assert [number_text(value, "en") for value in (7.5, 7.0, 1000)] == ["7.5", "7", "1000"]
    for language, texts in {"de": ["7,5", "7"], "fr": ["7,5", "7"], "es": ["7,5", "7"], "ja": ["7.5", "7"]}.items():
        assert [number_text(value, language) for value in (7.5, 7.0)] == texts


def test_half_a_point_has_the_plural_form_of_its_language() -> None:
    won = NN_("You won by {margin} point.", "You won by {margin} points.")
    forms = {
        language: [
            translation(language)
            .ngettext(*won, plural_number(margin, language))
            .format(margin=number_text(margin, language))
            for margin in (0.5, 1, 1.5, 2)
        ]
        for language in ("en", "fr", "es")
    }
    assert forms == {
        "en": ["You won by 0.5 points.", "You won by 1 point.", "You won by 1.5 points.", "You won by 2 points."],
        "fr": [
            "Vous avez gagné de 0,5 point.",
            "Vous avez gagné de 1 point.",
            "Vous avez gagné de 1,5 point.",
            "Vous avez gagné de 2 points.",
        ],
        "es": [
            "Has ganado por 0,5 puntos.",
            "Has ganado por 1 punto.",
            "Has ganado por 1,5 puntos.",
            "Has ganado por 2 puntos.",
        ],
    }


def test_a_share_in_percent_is_written_as_its_language_writes_it() -> None:
    texts = {language: percent_text(0.254, translation(language).gettext) for language in languages.NAMES}
    assert texts == {"en": "25%", "de": "25\u00a0%", "fr": "25\u202f%", "es": "25\u00a0%", "ja": "25%"}


def test_names_and_sentences_follow_one_another_as_a_language_writes_them() -> None:
    assert [listed(["C1", "D2"], language) for language in ("en", "fr", "ja")] == ["C1, D2", "C1, D2", "C1、D2"]
    assert [together(["Ah.", "Oh."], language) for language in ("en", "fr", "ja")] == ["Ah. Oh.", "Ah. Oh.", "Ah.Oh."]
