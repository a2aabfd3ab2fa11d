"""Update the catalogues of all languages to the sentences of the code: ``.venv-test/bin/python scripts/catalogues.py``.

A new sentence is added without a translation; a sentence that is gone from the code is removed. A changed English
sentence keeps its translation, marked ``fuzzy`` with the old sentence beside it: read both, correct the translation and
remove the mark. Notes for translators are written from ``NOTES``. The tests refuse fuzzy or missing translations, and
catalogues that this program would write otherwise.
"""

import ast
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import TypeAlias

from babel.messages.catalog import Message
from babel.messages.pofile import escape, read_po

ROOT = Path(__file__).resolve().parent.parent
SOURCES = (ROOT / "src" / "yurei", ROOT / "research" / "src" / "yurei_research")
"""Packages whose sentences are translated: commands of yurei-research use the catalogues of yurei."""
CATALOGUES = SOURCES[0] / "languages"
ALIKE = 0.6
"""Least similarity of a removed and a new sentence to count as one that was changed."""

Id: TypeAlias = str | tuple[str, ...]
"""A sentence; with a number in it, its form for one and its form for many."""

NOTES: dict[str, str] = {
    "Alone": "a seating: one person plays all seats",
    "Back": "button: one step back in a replay",
    "Black": "the player, not only the colour",
    "Board": "setting: how the board looks (wood, flat)",
    "Common": "name of a referee",
    "Copy": "button: copy a link",
    "Counted": "name of a referee: it tells how many stones were captured, not which",
    "Default": "where nothing was chosen: what the game has by itself",
    "End": "button: to the end of a replay",
    "Flat": "how stones look",
    "Forward": "button: one step forward in a replay",
    "I am": "button of an evening, before a name: I am Sei",
    "More": "menu of what is needed less often",
    "Name": "column of standings: the player's name",
    "Night": "a board in dark colours",
    "Open": "name of a referee: everybody sees the board",
    "Open challenges": "challenges in the lobby that nobody has accepted yet",
    "Passed": "replay: jump to passes",
    "Place": "column of standings: first, second",
    "Points": "column of standings",
    "Show": "button: apply a choice, for browsers without scripts",
    "Simple": "a kind of clock: the same time for every move",
    "Slow": "a speed of games, beside Blitz, Rapid and Live",
    "Start": "button: to the beginning of a replay",
    "Table": "column of pairings: number of the table in the room",
    "Total": "sum of points",
    "Try": "button: try a stone at the point that was typed; a try may be refused",
    "Watch": "menu: games of others",
    "all games": "filter of the list of past games; the game is the ruleset",
    "away": "of a person: the page is closed",
    "dead": "of stones",
    "drawn": "of games",
    "free": "of a seat: nobody sits there",
    "lost": "of games",
    "moves": "label before a number",
    "never": "when the win can be claimed from a player who is away",
    "nonces are a list of texts of 64 hexadecimal digits, not {given}": "a nonce is the random part of a seal",
    "pass": "a try, written in a list of tries",
    "positions": "what is compared to find a repetition",
    "refused": "label before a number of tries",
    "resign": "a try, written in a list of tries",
    "stones lost": "label before a number",
    "unfinished": "of games",
    "won": "of games",
    "wrong": "of a pencil mark",
    "yurei {level}": "name of a player beside the board, in a narrow place",
    "{count} h": "hours",
    "{count} min": "minutes",
    "{count} s": "seconds",
    "{game} on {size}": "Phantom Go on 9x9",
    "{option}: {value}.": "what was chosen, in a summary: Suicide: allowed.",
}
"""Context for translators that a sentence itself does not give."""


def marked() -> dict[Id, None]:
    """Return every sentence that the code marks for translation, in the order of the code."""
    found: dict[Id, None] = {}
    for file in sorted(file for folder in SOURCES for file in folder.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("N_", "NN_"):
                texts = tuple(ast.literal_eval(argument) for argument in node.args)
                found[texts[0] if node.func.id == "N_" else texts] = None
    return found


def updated(text: str, sentences: Iterable[Id]) -> str:
    """Return a catalogue with these sentences and no others.

    Args:
        text: The catalogue as it was. Its head, up to the first empty line, stays as it is.
        sentences: The sentences of the code.
    """
    catalogue = read_po(BytesIO(text.encode()), abort_invalid=True)
    messages = {_id(message): message for message in catalogue if message.id}
    said = set(sentences)
    added = [each for each in sentences if each not in messages]
    changed = dict(_pairs([each for each in messages if each not in said], added))
    entries = [text.partition("\n\n")[0]]
    for old, message in messages.items():
        if old in said:
            entries.append(_entry(old, message))
        elif old in changed:
            entries.append(_entry(changed[old], message, changed=True))
    nothing = ("",) * catalogue.num_plurals
    new = [each for each in added if each not in changed.values()]
    entries += [_entry(each, Message(each, "" if isinstance(each, str) else nothing)) for each in new]
    return "\n\n".join(entries) + "\n"


def _id(message: Message) -> Id:
    """Return the sentence that a message translates."""
    return message.id if isinstance(message.id, str) else tuple(message.id)


def _forms(sentence: Id) -> tuple[str, ...]:
    """Return the forms of a sentence: one, or singular and plural."""
    return (sentence,) if isinstance(sentence, str) else sentence


def texts(message: Message) -> tuple[str, ...]:
    """Return the translation of a message, in each of its forms."""
    return (message.string or "",) if isinstance(message.string, str | None) else tuple(message.string)


def _pairs(gone: list[Id], added: list[Id]) -> Iterator[tuple[Id, Id]]:
    """Yield each removed sentence with the new one that replaces it."""
    left = list(gone)
    for new in added:
        alike = [(SequenceMatcher(None, str(old), str(new)).ratio(), old) for old in left if _shape(old) == _shape(new)]
        ratio, old = max(alike, default=(0.0, new), key=lambda each: each[0])
        if ratio >= ALIKE:
            left.remove(old)
            yield old, new


def _shape(sentence: Id) -> tuple[type, set[str | None]]:
    """Return whether a sentence has a plural, and its fields: a translation fits no sentence of another shape."""
    return type(sentence), {name for _, name, _, _ in Formatter().parse(_forms(sentence)[-1]) if name is not None}


def _entry(sentence: Id, message: Message, *, changed: bool = False) -> str:
    """Return a sentence with its translation, as an entry of a catalogue."""
    ids = _forms(sentence)
    former = [
        f"#{comment}" for comment in message.user_comments if comment.startswith("|")
    ]  # as Babel reads "#| msgid"
    if changed:
        former = [f"#| {word} {escape(each)}" for word, each in zip(_ID, _forms(_id(message)), strict=False)]
    lines = [f"# {comment}" for comment in message.user_comments if not comment.startswith("|")]
    lines += [f"#. {NOTES[ids[0]]}"] if ids[0] in NOTES else []
    lines += [
        *(["#, fuzzy"] if changed or message.fuzzy else []),
        *former,
    ]  # gettext refuses a mark behind the old sentence
    lines += [f"{word} {escape(each)}" for word, each in zip(_ID, ids, strict=False)]
    if isinstance(sentence, str):
        lines.append(f"msgstr {escape(texts(message)[0])}")
    else:
        lines += [f"msgstr[{number}] {escape(each)}" for number, each in enumerate(texts(message))]
    return "\n".join(lines)


_ID = ("msgid", "msgid_plural")

if __name__ == "__main__":
    sentences = marked()
    for file in sorted(CATALOGUES.glob("*.po")):
        file.write_text(updated(file.read_text(encoding="utf-8"), sentences), encoding="utf-8")
        waiting = [
            each for each in read_po(BytesIO(file.read_bytes())) if each.id and (each.fuzzy or not all(texts(each)))
        ]
        print(f"{file.name}: {len(sentences)} sentences, {len(waiting)} to translate or to read again")
