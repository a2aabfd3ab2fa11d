"""The catalogues as translators and their tools need them: whole, readable by gettext, one register, one term a thing."""

import re
import shutil
import subprocess
from collections import Counter
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.plurals import get_plural
from babel.messages.pofile import PoFileError, read_po

from scripts.catalogues import CATALOGUES, NOTES, Id, marked, texts, updated
from yurei.languages import ENGLISH, NAMES

TRANSLATED = [language for language in NAMES if language != ENGLISH]
sentences = cache(marked)
HEAD = (
    'msgid ""\nmsgstr ""\n"Language: fr\\n"\n"MIME-Version: 1.0\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
    '"Content-Transfer-Encoding: 8bit\\n"\n"Plural-Forms: nplurals=2; plural=(n > 1);\\n"'
)


def read(language: str) -> str:
    return (CATALOGUES / f"{language}.po").read_text(encoding="utf-8")


@cache
def translations(language: str) -> tuple[str, ...]:
    catalogue = read_po(BytesIO(read(language).encode()), locale=language)
    return tuple(text for message in catalogue if message.id for text in texts(message))


# The program that brings them to the code.


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_catalogue_is_as_the_program_writes_it(language: str) -> None:
    assert updated(read(language), sentences()) == read(language), "run: .venv-test/bin/python scripts/catalogues.py"


def catalogue(*entries: str) -> str:
    return "\n\n".join([HEAD, *entries]) + "\n"


def test_a_changed_sentence_keeps_its_translation_to_be_read_again() -> None:
    old = catalogue('msgid "Claim the game now"\nmsgstr "Réclamer la partie"', 'msgid "Pass"\nmsgstr "Passer"')
    new = '#, fuzzy\n#| msgid "Claim the game now"\nmsgid "Claim the win now"\nmsgstr "Réclamer la partie"'
    assert updated(old, ["Claim the win now", "Pass"]) == catalogue(new, 'msgid "Pass"\nmsgstr "Passer"')
    assert updated(catalogue(new), ["Claim the win now"]) == catalogue(new), "and stays so until somebody has"
    again = updated(catalogue(new), ["Claim your win now"])
    assert again == catalogue(new.replace("Claim the win", "Claim your win").replace("the game", "the win")), (
        "once more"
    )
    for text in (catalogue(new), again):
        assert mistakes(text, "fr") == []


def test_what_the_program_writes_of_changed_sentences_is_read_by_gettext(tmp_path: Path) -> None:
    plural = 'msgid "{count} stone left."\nmsgid_plural "{count} stones left."\nmsgstr[0] "a"\nmsgstr[1] "b"'
    old = catalogue('# a remark\nmsgid "resign"\nmsgstr "abandonner"', plural)
    changed: list[Id] = ["resigns", ("{count} stone is left.", "{count} stones are left.")]
    (tmp_path / "fr.po").write_text(updated(old, changed), encoding="utf-8")
    assert updated(old, changed).count("#, fuzzy\n#| msgid ") == 2
    assert mistakes(updated(old, changed), "fr") == []
    assert gettext_says(tmp_path / "fr.po") == ""


def test_a_sentence_with_other_fields_is_a_new_one() -> None:
    old = catalogue('msgid "{seat} is away."\nmsgstr "{seat} est absent."')
    assert updated(old, ["{mover} is away."]) == catalogue('msgid "{mover} is away."\nmsgstr ""')


def test_an_update_appends_new_messages_and_removes_unused_ones() -> None:
    one: Id = ("{count} stone.", "{count} stones.")
    old = catalogue('msgid "Pass"\nmsgstr "Passer"', '# a remark\nmsgid "Resign"\nmsgstr "Abandonner"')
    new = 'msgid "{count} stone."\nmsgid_plural "{count} stones."\nmsgstr[0] ""\nmsgstr[1] ""'
    assert updated(old, ["Resign", one]) == catalogue('# a remark\nmsgid "Resign"\nmsgstr "Abandonner"', new)


def test_a_note_for_translators_stands_above_its_sentence() -> None:
    assert {one for each in sentences() for one in ([each] if isinstance(each, str) else each)} >= set(NOTES)
    for language in TRANSLATED:
        assert f'#. {NOTES["free"]}\nmsgid "free"\n' in read(language)


# What gettext's own tools refuse.


LINE = r'|#.*|(msgid(_plural)? |msgstr(\[\d\])? |)"([^"\\]|\\["\\nt])*"'
"""A line of a catalogue. Babel overlooks a quotation mark that is not closed."""


def mistakes(text: str, language: str) -> list[str]:
    """What ``msgfmt --check`` finds in a catalogue; its program is not at hand everywhere."""
    found = [f"{line} twice" for line, times in Counter(re.findall(r'(?m)^msgid ".+$', text)).items() if times > 1]
    found += [line for line in text.splitlines() if not re.fullmatch(LINE, line)]
    found += re.findall(
        r"(?m)^#\|.*\n(?:#\|.*\n)*#[,.:].*", text
    )  # what belongs above the old sentence stands below it
    try:
        written = read_po(BytesIO(text.encode()), locale=language, abort_invalid=True)
    except PoFileError as error:
        return [*found, str(error)]
    usual = get_plural(language)
    if "charset=UTF-8" not in text.partition("\n\n")[0]:
        found.append("no charset")
    forms = [
        len(re.findall(r"(?m)^msgstr\[", entry)) for entry in text.split("\n\n") if "\nmsgid_plural " in f"\n{entry}"
    ]
    found += [f"{count} forms" for count in forms if count != usual.num_plurals]
    for message in written:
        ids = [message.id] if isinstance(message.id, str) else list(message.id)
        ends = {(each.startswith("\n"), each.endswith("\n")) for each in [*ids, *texts(message)] if each}
        if message.id and len(ends) > 1:
            found.append(f"{ids[0]}: line breaks at its ends")
    return found


def gettext_says(file: Path) -> str:
    """What gettext's program, if this machine has it, says against a catalogue; nothing if it takes it."""
    if (program := shutil.which("msgfmt")) is None:
        return ""
    done = subprocess.run(
        [program, "--check", "-o", "/dev/null", str(file)], capture_output=True, text=True, check=False
    )
    return done.stderr if done.returncode else ""


@pytest.mark.parametrize("language", TRANSLATED)
def test_gettext_accepts_a_catalogue(language: str) -> None:
    assert mistakes(read(language), language) == []
    assert gettext_says(CATALOGUES / f"{language}.po") == ""


@pytest.mark.parametrize(
    "text",
    [
        catalogue('msgid "Your turn"\nmsgstr "À vous"', 'msgid "Your turn"\nmsgstr "À vous de jouer"'),
        catalogue('msgid "Pass"\nmsgstr "Passer\\n"'),
        catalogue('msgid "Pass"\nmsgstr "Passer'),
        catalogue('msgid "{count} stone."\nmsgid_plural "{count} stones."\nmsgstr[0] "{count} pierre."'),
        catalogue('#| msgid "Pass now"\n#, fuzzy\nmsgid "Pass"\nmsgstr "Passer"'),
    ],
    ids=["twice", "a line break more", "an open quotation mark", "a form less", "a mark behind the old sentence"],
)
def test_mistakes_that_gettext_refuses_are_found_without_gettext(text: str, tmp_path: Path) -> None:
    assert mistakes(text, "fr")
    (tmp_path / "fr.po").write_text(text, encoding="utf-8")
    assert bool(gettext_says(tmp_path / "fr.po")) == (shutil.which("msgfmt") is not None), "as its own program says"


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


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "Du bist gefragt."),
        ("es", "Solo para usted: {reason}"),
        ("es", "Ahora no; pruebe con 1"),
        ("fr", "C’est à toi de répondre."),
        ("ja", "パスはできない。"),
    ],
)
def test_another_address_is_noticed(language: str, text: str) -> None:
    assert re.search(ADDRESSED_OTHERWISE[language], text)


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
    """The terms of each language in CONTRIBUTING."""
    rows = [
        [cell.strip() for cell in line.strip("|\n").split("|")]
        for line in CONTRIBUTING.read_text(encoding="utf-8").splitlines()
        if line.startswith("|")
    ]
    start = next(number for number, row in enumerate(rows) if row == ["English", *TRANSLATED])
    terms = [row for row in rows[start + 2 :] if len(row) == 1 + len(TRANSLATED)]
    return {language: [row[1 + column] for row in terms] for column, language in enumerate(TRANSLATED)}


@pytest.mark.parametrize("language", TRANSLATED)
def test_one_thing_has_one_name(language: str) -> None:
    for term, stray in STRAYS[language].items():
        assert [text for text in translations(language) if re.search(stray, text)] == [], f"say {term}"


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_glossary_has_the_terms_that_are_spoken(language: str) -> None:
    terms = glossary()[language]
    assert set(STRAYS[language]) <= set(terms)
    said = "\n".join(translations(language)).casefold()
    assert [term for term in terms if term.casefold() not in said] == []
