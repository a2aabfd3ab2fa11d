"""Fields of the new-game form: cards, selections, numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from htpy import Element, Node, VoidElement, fieldset, input, label, legend, option, select, small, span, strong

from yurei.apps.web.board.board import Say


@dataclass(frozen=True)
class Card:
    """Card of a game or a referee to choose; ``has`` lists its traits, which other fields may need."""

    slug: str
    title: str
    words: str
    has: str


def cards_of(
    say: Say, name: str, words: str, cards: Iterable[Card], chosen: Mapping[str, str], default: str
) -> Element:
    now = chosen.get(name) or default
    return fieldset(".cards")[
        legend[say(words)],
        (
            label(".card")[
                input(type="radio", name=name, value=card.slug, checked=card.slug == now, data_has=card.has or None),
                span[strong[card.title], small[card.words]],
            ]
            for card in cards
        ),
    ]


def worded(say: Say, words: Mapping[str, str]) -> list[tuple[str, str]]:
    return [(value, say(text)) for value, text in words.items()]


def field(words: str, control: Node, needs: str | None = None) -> Element:
    return label(class_="field" if needs is None else f"field needs-{needs}")[span[words], control]


def select_of(name: str, values: Iterable[tuple[str, str]], chosen: Mapping[str, str], default: str) -> Element:
    now = chosen.get(name) or default
    return select(name=name)[(option(value=value, selected=value == now)[words] for value, words in values)]


def number_field(
    name: str, chosen: Mapping[str, str], least: int, most: int, hint: str, step: str = "1"
) -> VoidElement:
    return input(
        type="number",
        name=name,
        value=chosen.get(name, ""),
        min=str(least),
        max=str(most),
        step=step,
        placeholder=hint,
        inputmode="decimal" if step != "1" else "numeric",
    )
