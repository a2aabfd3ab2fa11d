"""Languages: every text in the code is marked, every sentence is translated with its fields, catalogues are what gettext and the glossary ask."""

import ast
import re
import shutil
import subprocess
from collections.abc import Container, Sequence
from functools import cache
from io import BytesIO
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po

import yurei
from scripts.catalogues import CATALOGUES, NOTES, Id, marked, texts, updated
from yurei import errors, languages, rules
from yurei.errors import Unknown, YureiError
from yurei.languages import N_, NN_, join_sentences, listed, number_text, percent_text, plural_number, translation
from yurei.rules import Ruleset

FULL_WIDTH = str.maketrans("。：！？", ".:!?")
SAME_NAMES = "9×9|13×13|19×19|Byo-yomi|Fischer|Alter Igo|No Seki Go|Hamburg|Kriegspiel|Komi|komi {komi}|yurei {level}"
SAME = {
    "de": "Blitz|Chat|Kaya|Link|Live|Lobby|Normal|Token",
    "fr": "Blitz|5 minutes|15 minutes|Captures|Chat|E-mails|Kaya|Normal|Notifications|Pause|Points|Score|Total|Simple|Table|"
    "{count} h|{count} min|{count} s|{minutes} min {seconds} s|Solution|Solutions|Suicide|certain|positions",
    "es": "Series|Chat|Kaya|Normal|Token|Total|no|{count} h|{count} min|{count} s|{minutes} min {seconds} s",
    "ja": "",
}
TRANSLATED = [language for language in languages.NAMES if language != languages.ENGLISH]


def read(language: str) -> str:
    return (CATALOGUES / f"{language}.po").read_text(encoding="utf-8")


@cache
def catalogue(language: str) -> Catalog:
    return read_po(BytesIO(read(language).encode()), locale=language)


@cache
def translations(language: str) -> tuple[str, ...]:
    return tuple(text for message in catalogue(language) if message.id for text in texts(message))


sentences = cache(marked)


def of_game(ruleset: Ruleset) -> set[str]:
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
    assert {"{mover} passes.", ("{mover} loses {count} stone.", "{mover} loses {count} stones.")} < set(sentences())


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_sentence_is_translated_with_the_same_fields(language: str) -> None:
    for message in catalogue(language):
        if not message.id or message.id in waiting(language):
            continue
        originals = [message.id] if isinstance(message.id, str) else list(message.id)
        translated = texts(message)
        assert all(translated), message.id
        assert not message.fuzzy, message.id
        assert all(fields(text) == fields(originals[0]) for text in [*translated, *originals]), message.id
        ends = {re.sub(r"[^.…!?:\n]", "", text[-1].translate(FULL_WIDTH)) for text in [*translated, originals[0]]}
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
        *SAME_NAMES.split("|"),
        *(ruleset.title for ruleset in rules.ALL),
        *SAME[language].split("|"),
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
    for text in translations(language):
        for mistake, rule in TYPOGRAPHY[language]:
            assert not re.search(mistake, text.replace(TYPED, "")), f"{text}: {rule}"


QUOTED = re.compile(r"(?<![\w}])'[^']*'(?!\w)", re.ASCII)
"""A value between straight quotation marks, as it is typed."""


def test_apostrophes_are_curly_in_every_sentence() -> None:
    english = {part for each in sentences() for part in ([each] if isinstance(each, str) else each)}
    everything = english.union(*map(translations, TRANSLATED))
    assert len(everything) > 1000
    assert [text for text in everything if re.search(r"(?a)[\w}]'", QUOTED.sub("", text))] == []


def test_english_stands_in_the_code() -> None:
    words = translation("en")
    assert words.gettext(N_("Anything.")) == "Anything."
    assert [words.ngettext("one", "many", count) for count in (1, 2)] == ["one", "many"]


def test_an_unknown_language_is_refused_with_a_list_of_known_ones() -> None:
    with pytest.raises(Unknown) as caught:
        translation("nl")
    assert str(caught.value) == "there is no language 'nl'. Known: en, de, fr, es, ja"


def won_by(margin: float, language: str) -> str:
    forms = NN_("You won by {margin} point.", "You won by {margin} points.")
    said = translation(language).ngettext(*forms, plural_number(margin, language))
    return said.format(margin=number_text(margin, language))


@pytest.mark.parametrize(
    ("language", "numbers", "percent", "names", "sentences", "margins"),
    [
        ("en", ["7.5", "7"], "25%", "C1, D2", "Ah. Oh.", ["0.5 points", "1 point", "1.5 points"]),
        ("de", ["7,5", "7"], "25\u00a0%", "C1, D2", "Ah. Oh.", ["0,5 Punkten", "1 Punkt", "1,5 Punkten"]),
        ("fr", ["7,5", "7"], "25\u202f%", "C1, D2", "Ah. Oh.", ["0,5 point", "1 point", "1,5 point"]),
        ("es", ["7,5", "7"], "25\u00a0%", "C1, D2", "Ah. Oh.", ["0,5 puntos", "1 punto", "1,5 puntos"]),
        ("ja", ["7.5", "7"], "25%", "C1、D2", "Ah.Oh.", ["0.5目", "1目", "1.5目"]),
    ],
)
def test_numbers_and_lists_are_written_as_a_language_writes_them(
    language: str, numbers: list[str], percent: str, names: str, sentences: str, margins: list[str]
) -> None:
    assert [number_text(value, language) for value in (7.5, 7.0)] == numbers
    assert percent_text(0.254, translation(language).gettext) == percent
    assert listed(["C1", "D2"], language) == names
    assert join_sentences(["Ah.", "Oh."], language) == sentences
    for margin, points in zip((0.5, 1, 1.5), margins, strict=True):
        assert re.search(rf"(^|\D){points}(\W|の)", won_by(margin, language))


HEAD = (
    'msgid ""\nmsgstr ""\n"Language: fr\\n"\n"MIME-Version: 1.0\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
    '"Content-Transfer-Encoding: 8bit\\n"\n"Plural-Forms: nplurals=2; plural=(n > 1);\\n"'
)


# The program that brings them to the code.
@pytest.mark.parametrize("language", TRANSLATED)
def test_a_catalogue_is_as_the_program_writes_it(language: str) -> None:
    assert updated(read(language), sentences()) == read(language), "run: .venv-test/bin/python scripts/catalogues.py"
    assert "charset=UTF-8" in read(language).partition("\n\n")[0]
    assert gettext_says(CATALOGUES / f"{language}.po") == ""


def catalogue_text(*entries: str) -> str:
    return "\n\n".join([HEAD, *entries]) + "\n"


def test_a_changed_sentence_keeps_its_translation_to_be_read_again() -> None:
    old = catalogue_text('msgid "Claim the game now"\nmsgstr "Réclamer la partie"', 'msgid "Pass"\nmsgstr "Passer"')
    new = '#, fuzzy\n#| msgid "Claim the game now"\nmsgid "Claim the win now"\nmsgstr "Réclamer la partie"'
    assert updated(old, ["Claim the win now", "Pass"]) == catalogue_text(new, 'msgid "Pass"\nmsgstr "Passer"')
    assert updated(catalogue_text(new), ["Claim the win now"]) == catalogue_text(new), "and stays so until somebody has"
    again = updated(catalogue_text(new), ["Claim your win now"])
    assert again == catalogue_text(new.replace("Claim the win", "Claim your win").replace("the game", "the win"))


def test_what_the_program_writes_of_changed_sentences_is_read_by_gettext(tmp_path: Path) -> None:
    plural = 'msgid "{count} stone left."\nmsgid_plural "{count} stones left."\nmsgstr[0] "a"\nmsgstr[1] "b"'
    old = catalogue_text('# a remark\nmsgid "resign"\nmsgstr "abandonner"', plural)
    changed: list[Id] = ["resigns", ("{count} stone is left.", "{count} stones are left.")]
    (tmp_path / "fr.po").write_text(updated(old, changed), encoding="utf-8")
    assert updated(old, changed).count("#, fuzzy\n#| msgid ") == 2
    assert gettext_says(tmp_path / "fr.po") == ""


def test_a_sentence_with_other_fields_is_a_new_one() -> None:
    old = catalogue_text('msgid "{seat} is away."\nmsgstr "{seat} est absent."')
    assert updated(old, ["{mover} is away."]) == catalogue_text('msgid "{mover} is away."\nmsgstr ""')


def test_an_update_appends_new_messages_and_removes_unused_ones() -> None:
    one: Id = ("{count} stone.", "{count} stones.")
    old = catalogue_text('msgid "Pass"\nmsgstr "Passer"', '# a remark\nmsgid "Resign"\nmsgstr "Abandonner"')
    new = 'msgid "{count} stone."\nmsgid_plural "{count} stones."\nmsgstr[0] ""\nmsgstr[1] ""'
    assert updated(old, ["Resign", one]) == catalogue_text('# a remark\nmsgid "Resign"\nmsgstr "Abandonner"', new)


def test_a_note_for_translators_stands_above_its_sentence() -> None:
    assert {one for each in sentences() for one in ([each] if isinstance(each, str) else each)} >= set(NOTES)
    for language in TRANSLATED:
        assert f'#. {NOTES["free"]}\nmsgid "free"\n' in read(language)


def gettext_says(file: Path) -> str:
    """What gettext's program, if this machine has it, says against a catalogue; nothing if it takes it."""
    if (program := shutil.which("msgfmt")) is None:
        return ""
    checked = [program, "--check", "-o", "/dev/null", str(file)]
    done = subprocess.run(checked, capture_output=True, text=True, check=False)
    return done.stderr if done.returncode else ""


# One register a language.
ADDRESSED_OTHERWISE = {
    "de": r"(?i)\b(du|dich|dir|dein\w*|euch|euer|eure\w*)\b",
    "es": r"(?i)\b(usted(es)?|vosotr[oa]s|os)\b"
    r"|(?i:^|[.;:] )(escriba|pulse|pruebe|omita|elija|haga|guarde|vuelva|diga|acepte|cree|espere|mire|abra|pida)\b",
    "fr": r"(?i)\b(tu|te|toi|ton|ta|tes)\b|\bt’",
    "ja": r"(だ|である|(?<!まし)(?<!でし)た|ない|する)。",
}
"""Sie, tú, vous and です/ます are what is said; this is what is not."""


@pytest.mark.parametrize("language", TRANSLATED)
def test_everybody_is_addressed_in_one_way(language: str) -> None:
    assert [text for text in translations(language) if re.search(ADDRESSED_OTHERWISE[language], text)] == []


# One term a thing: the glossary of CONTRIBUTING.
CONTRIBUTING = Path(__file__).resolve().parents[2] / "CONTRIBUTING.md"
STRAYS = {
    "de": {
        "Platz": r"Stuhl|Stühle",
        "schlagen": r"(?<!\{mover\} )\bfängt\b|\bgefangen\b|\bFang\b",  # Hamburg's rule page says "fängt"
        "Remis": r"unentschieden",
        "unzulässig": r"verboten",
        "Gebiet und Steine": r"Fläche|Gebiet mit Steinen",
        "Passen": r"\bPässe\b",
        "Partie": r"geführtes Spiel",
        "Analyse": r"Nachbetracht",
    },
    "es": {
        "asiento": r"\bsillas?\b",
        "empate": r"(?i)\btablas\b",
        "Go fantasma": r"Phantom Go",
        "abandonar": r"\brend(irse|ido|ición)\b|se rinde",
        "comando": r"\bórdenes\b",
        "sala": r"sala de espera",
        "analizar": r"(?i)\brepas[aoe]\w*",
    },
    "fr": {
        "goban": r"(?i)\bplateaux?\b",
        "place": r"(?i)\bchaises?\b|\bsièges?\b",
        "essayer": r"(?i)\btente[rz]?\b",
        "interdit": r"illéga",
        "Go fantôme": r"Phantom Go",
        "e-mail": r"(?i)adresse électronique|courriel",
        "analyse": r"(?i)\brevue\b",
    },
    "ja": {
        "ゴースト": r"幽霊",
        "盤": r"碁盤",
        "手": r"試み",
        "打てない": r"拒否|反則",
        "棋譜": r"記録",
        "メモ": r"鉛筆",
        "地と石": r"面積",
        "ブラウザ": r"ブラウザー",
        "検討": r"振り返",
        "見えない碁": r"見えない囲碁",
    },
}
"""For a term of the glossary, what was said for the same thing once and is said no more."""


@cache
def glossary() -> dict[str, list[str]]:
    rows = [
        [cell.strip() for cell in line.strip("|\n").split("|")]
        for line in CONTRIBUTING.read_text(encoding="utf-8").splitlines()
        if line.startswith("|")
    ]
    start = next(number for number, row in enumerate(rows) if row == ["English", *TRANSLATED])
    terms = [row for row in rows[start + 2 :] if len(row) == 1 + len(TRANSLATED)]
    return {language: [row[1 + column] for row in terms] for column, language in enumerate(TRANSLATED)}


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_use_only_the_terms_of_the_glossary(language: str) -> None:
    for term, stray in STRAYS[language].items():
        assert [text for text in translations(language) if re.search(stray, text)] == [], f"say {term}"


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_glossary_has_the_terms_that_are_spoken(language: str) -> None:
    terms = glossary()[language]
    assert set(STRAYS[language]) <= set(terms)
    said = "\n".join(translations(language)).casefold()
    assert [term for term in terms if term.casefold() not in said] == []


SOURCES = Path(yurei.__file__).parent
WEB = SOURCES / "apps" / "web"
ENGLISH_FILES = {
    # What is said to the one who runs the server, on the command line.
    *(WEB / name for name in ("frame/address.py", "serve.py", "settings.py")),
    SOURCES / "club" / "consistency.py",
    SOURCES / "club" / "store" / "sqlite.py",
}
READ_BY_PEOPLE = ("errors.py", "rules", "referee", "records", "players", "clocks", "problems", "club", "apps/web")
"""Rooms whose errors a reader of a page can meet. The command line and the line protocol speak English."""
ATTRIBUTES = {"aria_label", "aria_description", "title", "placeholder", "alt"}
UNTRANSLATED = {
    *("yurei", " – yurei"),  # a name is a name in every language
    "{error}",  # an error that says what another has said
    "there is no {what} {name}",  # for apps that speak English
}


def sources(*rooms: str) -> list[Path]:
    places = [SOURCES / room for room in rooms]
    files = [file for place in places for file in ([place] if place.is_file() else sorted(place.rglob("*.py")))]
    return [file for file in files if file not in ENGLISH_FILES]


@cache
def calls(file: Path) -> list[ast.Call]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return [node for node in ast.walk(tree) if isinstance(node, ast.Call)]


def name_of(call: ast.expr) -> str:
    """The name of what is called: ``say`` for ``say(…)`` and for ``page.say(…)``."""
    if isinstance(call, ast.Call):
        return name_of(call.func)
    return call.attr if isinstance(call, ast.Attribute) else call.id if isinstance(call, ast.Name) else ""


def spelt_out(node: ast.expr) -> list[str]:
    """The words that stand in an expression unmarked: in a literal, in an f-string, in one branch of a choice."""
    parts: list[ast.expr] = []
    match node:
        case ast.Constant(value=str(value)):
            text = "".join(letter if letter.isalpha() else " " for letter in value)
            return [value] if any(len(word) > 1 for word in text.split()) and value not in UNTRANSLATED else []
        case ast.JoinedStr(values=values):
            parts = [part for part in values if isinstance(part, ast.Constant)]
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.BoolOp(values=parts):
            pass
        case ast.IfExp(body=one, orelse=other):
            parts = [one, other]
        case ast.GeneratorExp(elt=part) | ast.Starred(value=part):
            parts = [part]
    return [text for part in parts for text in spelt_out(part)]


def errors_of_ours() -> set[str]:
    import yurei.apps.web.app  # noqa: F401  its errors are defined where they are raised

    found, new = set(), [YureiError]
    while new:
        kind = new.pop()
        found.add(kind.__name__)
        new += kind.__subclasses__()
    return found


def unmarked_words(rooms: Sequence[str], names: Container[str], most: int | None = None) -> list[str]:
    """The words that stand unmarked in the first arguments, or all, of calls by these names."""
    return [
        f"{file.relative_to(SOURCES)}:{call.lineno}: {text}"
        for file in sources(*rooms)
        for call in calls(file)
        if name_of(call) in names
        for argument in call.args[:most]
        for text in spelt_out(argument)
    ]


def test_every_error_that_a_reader_can_meet_is_marked() -> None:
    assert unmarked_words(READ_BY_PEOPLE, errors_of_ours(), 1) == []


def test_every_name_that_can_be_missing_has_its_sentence() -> None:
    asked = {
        call.args[0].value
        for file in sources(*READ_BY_PEOPLE, "languages")
        for call in calls(file)
        if name_of(call) == "unknown" and isinstance(call.args[0], ast.Constant)
    }
    assert asked
    assert asked <= set(errors.NO_SUCH)


def test_nothing_is_translated_that_is_not_marked() -> None:
    rooms = ("apps/web", "referee", "wording.py", "errors.py")
    assert unmarked_words(rooms, ("say", "gettext", "ngettext", "Words")) == []


def is_element(node: ast.expr) -> bool:
    """Whether an expression is an element of a page: ``h.p``, ``h.p(…)`` or ``h.p(…)[…]``."""
    match node:
        case ast.Attribute(value=ast.Name(id="h")):
            return True
        case ast.Call(func=inner) | ast.Subscript(value=inner):
            return is_element(inner)
    return False


@pytest.mark.parametrize("file", sources("apps/web"), ids=lambda file: file.stem)
def test_no_word_stands_on_a_page_unmarked(file: Path) -> None:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    contents = [node.slice for node in ast.walk(tree) if isinstance(node, ast.Subscript) and is_element(node.value)]
    attributes = [
        keyword.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and is_element(node)
        for keyword in node.keywords
        if keyword.arg in ATTRIBUTES
    ]
    assert [text for node in [*contents, *attributes] for text in spelt_out(node)] == []
