"""Comments of SGF nodes: announcements, and the seat and try they are about."""

from __future__ import annotations

from yurei.languages import translation
from yurei.records.sgf.played import Step
from yurei.referee.announce import REASONS, speak_result
from yurei.referee.retold import heard
from yurei.referee.seating import AUDIENCE
from yurei.referee.settings import Settings
from yurei.rules.state import Result


def comment_on(step: Step, settings: Settings, result: Result | None, language: str) -> str:
    """Return the comment of a step: the announcements with seat, try and reason if needed; or the end of the game."""
    if step.verdict is None:
        return "" if result is None else speak_result(result, language, settings.ruleset)
    said, reason = heard(step.told[AUDIENCE.name], settings, language, step.verdict.attempt), step.verdict.reason
    why = "" if reason is None else translation(language).gettext(REASONS[reason])
    return said if not why or why in said else f"{said} ({why})"
