"""The last row: the keys of a screen, in the user's language. Each can be clicked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from textual.content import Content
from textual.style import Style
from textual.widgets import Static


@dataclass(frozen=True)
class Key:
    """A key as the bar shows it.

    Attributes:
        sign: Label of the key.
        words: Its effect.
        action: The action of the screen.
    """

    sign: str
    words: str
    action: str


class KeyBar(Static):
    """A row of keys.

    Args:
        keys: The keys.
    """

    DEFAULT_CSS = "KeyBar { height: 1; width: 1fr; background: $panel; color: $text; link-style: none; link-color: $text; link-background-hover: $surface; link-color-hover: $accent; link-style-hover: bold; }"

    def __init__(self, keys: Iterable[Key]) -> None:
        parts = [_part(key) for key in keys]
        super().__init__(Content("  ").join(parts))


def _part(key: Key) -> Content:
    clicked = Style.from_meta({"@click": key.action})
    return Content.assemble((key.sign, Style(bold=True)), f" {key.words}").stylize(clicked)
