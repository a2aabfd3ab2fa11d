"""What stands in the comments: what the referee said, and who has tried what."""

from __future__ import annotations

from yurei.languages import translation
from yurei.records.sgf.played import Step
from yurei.referee.announce import REASONS, speak_result
from yurei.referee.retold import heard
from yurei.referee.seating import AUDIENCE
from yurei.referee.settings import Settings
from yurei.rules.state import Result


def comment_on(step: Step, settings: Settings, result: Result | None, language: str) -> str:
    """What was said aloud of a try, with who has tried what where it was refused, and why; or how the game ended."""
    if step.verdict is None:
        return "" if result is None else speak_result(result, language, settings.ruleset)
    said, reason = heard(step.told[AUDIENCE.name], settings, language, step.verdict.attempt), step.verdict.reason
    why = "" if reason is None else translation(language).gettext(REASONS[reason])
    return said if not why or why in said else f"{said} ({why})"
