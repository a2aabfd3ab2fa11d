"""The last row: the keys of a screen, in the user's language. Each can be clicked."""

from __future__ import annotations

from collections.abc import Iterable

from textual.binding import Binding
from textual.content import Content
from textual.style import Style
from textual.widgets import Static

from yurei.apps.terminal.fullscreen import words
from yurei.apps.terminal.words import Voice

LEAVE = Binding("ctrl+q", "app.leave", words.QUIT, key_display="^Q")


class KeyBar(Static):
    """A row of keys.

    Args:
        bindings: The keys, each with its label and description.
        voice: Speaks the user's language.
    """

    DEFAULT_CSS = "KeyBar { height: 1; width: 1fr; background: $panel; color: $text; link-style: none; link-color: $text; link-background-hover: $surface; link-color-hover: $accent; link-style-hover: bold; }"

    def __init__(self, bindings: Iterable[Binding], voice: Voice) -> None:
        super().__init__(Content("  ").join(_part(binding, voice) for binding in bindings))


def _part(binding: Binding, voice: Voice) -> Content:
    action = binding.action if "." in binding.action else f"screen.{binding.action}"
    words = Content.assemble((binding.key_display or "", Style(bold=True)), f" {voice.say(binding.description)}")
    return words.stylize(Style.from_meta({"@click": action}))
