"""Summaries of games as they are stored, so that one is written only when it changes."""

from __future__ import annotations

from yurei.club.archive.summary import summary_of
from yurei.club.game.game import Game
from yurei.club.model.summary import Summary


class Summaries:
    """The summaries that were stored last, by the name of the game."""

    def __init__(self) -> None:
        self._kept: dict[str, Summary] = {}

    def news(self, game: Game | None) -> Summary | None:
        """Return the summary of a game if it differs from the stored one."""
        summary = None if game is None else summary_of(game)
        return None if game is None or summary == self._kept.get(game.stored.id) else summary

    def is_kept(self, name: str, summary: Summary | None) -> None:
        """Note that a summary has been written down."""
        if summary is not None:
            self._kept[name] = summary

    def forget(self, name: str) -> None:
        """Forget the stored summary of a game."""
        self._kept.pop(name, None)
