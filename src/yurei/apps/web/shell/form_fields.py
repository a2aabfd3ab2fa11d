"""Fields of forms: labels, selections, numbers, and values to copy."""

from collections.abc import Iterable, Mapping

from htpy import (
    Element,
    Node,
    VoidElement,
    button,
    details,
    input,
    kbd,
    label,
    li,
    option,
    select,
    span,
    summary,
    ul,
)
from markupsafe import Markup

from yurei.apps.web.board.board import Say
from yurei.languages import N_


def worded(say: Say, words: Mapping[str, str]) -> list[tuple[str, str]]:
    """Translate the labels of values."""
    return [(value, say(text)) for value, text in words.items()]


def field(words: str, control: Node, needs: str | None = None) -> Element:
    """Draw a labelled control; ``needs`` names a trait of the game without which the style sheet hides it."""
    return label(class_="field" if needs is None else f"field needs-{needs}")[span[words], control]


def options(values: Iterable[tuple[str, str]], now: str) -> list[Element]:
    """Draw the options of a selection, by value and label."""
    return [option(value=value, selected=value == now)[words] for value, words in values]


def select_of(name: str, values: Iterable[tuple[str, str]], now: str) -> Element:
    """Draw a selection."""
    return select(name=name)[options(values, now)]


def number_field(name: str, value: str, least: int, most: int, hint: str, step: str = "1") -> VoidElement:
    """Draw a field for a number."""
    return input(
        class_="long" if len(hint.encode()) > 8 else None,
        type="number",
        name=name,
        value=value,
        min=str(least),
        max=str(most),
        step=step,
        placeholder=hint,
        inputmode="decimal" if step != "1" else "numeric",
    )


def copy_field(words: str, value: str, say: Say) -> Node:
    """Draw a value with a button that copies it."""
    return [
        label[span[words], input(value=value, readonly=True, autocomplete="off")],
        button(type="button", data_copies=value)[say(N_("Copy"))],
    ]


def link_buttons(address: str, say: Say) -> Node:
    """Draw the buttons that copy a link, and hand it to another app where the browser can."""
    return [
        button(type="button", data_copies=address)[say(N_("Copy"))],
        button(type="button", data_shares=address)[say(N_("Share"))],
    ]


_ICONS = {
    "first": "M5 5v14M19 5v14L8 12z",
    "back": "M17 5v14L6 12z",
    "play": "M7 4v16l13-8z",
    "pause": "M8 5v14M16 5v14",
    "on": "M7 5v14l11-7z",
    "last": "M19 5v14M5 5v14l11-7z",
}


def icon(name: str) -> Markup:
    """Draw the icon of a step through moves, by its name in ``_ICONS``."""
    shape = f'<path d="{_ICONS[name]}"/>'
    return Markup(f'<svg class="glyph {name}" viewBox="0 0 24 24" aria-hidden="true" focusable="false">{shape}</svg>')


def key_list(lines: Iterable[tuple[str, str]], say: Say, *, is_open: bool = False) -> Element:
    """Draw a list of keyboard shortcuts, by keys and untranslated labels."""
    return details("#keys", class_="keys", data_own="", open=is_open)[
        summary[say(N_("Keyboard shortcuts"))],
        ul[(li[[(kbd[key], " ") for key in keys.split()], say(words)] for keys, words in lines)],
    ]
