"""All referees: who is told what. Only ``table`` has the true board; everybody else knows what they were told.

A referee is a row of the table below, in the words of the rules document: the announcement after a move, of
captures (to all, to their owner), of atari, after an illegal try, whether captured stones leave their owner's
board, and how far one's own stones see. By default, nothing is told, and captured stones leave the board.
"""

from yurei.errors import unknown
from yurei.languages import N_
from yurei.referee.referee import MOVED_MOVE, Captures, FailedTry, Referee
from yurei.referee.sight import EVERYTHING
from yurei.rules.ruleset import Example

ALL: list[Referee] = [
    Referee(
        slug="common",
        title=N_("Common"),
        summary=N_(
            "All hear which stones are captured and who comes into atari; an illegal try is called illegal, no more."
        ),
        captures=Captures.POINTS,
        owner_hears=Captures.POINTS,
        atari=True,
    ),
    Referee(
        slug="hamburg",
        title=N_("Hamburg"),
        summary=N_(
            "All hear how many stones are captured but never which, who comes into atari, and why a try is illegal."
        ),
        moved=MOVED_MOVE,
        captures=Captures.COUNT,
        owner_hears=Captures.COUNT,
        vanishes=False,
        atari=True,
        reasons=True,
    ),
    Referee(
        slug="kriegspiel",
        title=N_("Kriegspiel"),
        summary=N_(
            "Captures are not announced: only the owner sees the stones vanish. Atari is not said, "
            "nor why a try is illegal."
        ),
    ),
    Referee(
        slug="olympiad",
        title=N_("Olympiad"),
        summary=N_(
            "As at the Computer Olympiad: all hear which stones are captured, nothing of atari, and no reason for an illegal try."
        ),
        captures=Captures.POINTS,
        owner_hears=Captures.POINTS,
    ),
    Referee(
        slug="counted",
        title=N_("Counted"),
        summary=N_(
            "All hear how many stones are captured, only their owner hears which. Atari is not said, nor why a try is illegal."
        ),
        moved=MOVED_MOVE,
        captures=Captures.COUNT,
        owner_hears=Captures.POINTS,
    ),
    Referee(
        slug="open",
        title=N_("Open"),
        summary=N_("Everybody sees the board; only the point of an illegal try stays with the player who tried it."),
        captures=Captures.POINTS,
        owner_hears=Captures.POINTS,
        atari=True,
        reasons=True,
        sight=EVERYTHING,
    ),
    Referee(
        slug="fog",
        title=N_("Fog of War"),
        summary=N_(
            "Each player sees what stands near their own stones, and nothing farther off. Captures "
            "are not announced, nor atari, nor why a try is illegal."
        ),
        sight=1,
        examples=(
            Example(
                N_("Adjacent stones see each other. Everything farther away is hidden in fog."),
                "...../...../..B../...../.....",
                "W:A1 B:D2 W:C4",
                "...../..W../..B../...B./W....",
            ),
            Example(
                N_("A captured stone sees no more: what it saw goes back into the fog."),
                "...../...../..B../...../...WB",
                "W:E2",
                "...../...../..B../....W/...W.",
            ),
        ),
    ),
]


def get(slug: str) -> Referee:
    """Return the referee with this slug, or raise ``Unknown``."""
    for referee in ALL:
        if referee.slug == slug:
            return referee
    raise unknown("referee", slug, (referee.slug for referee in ALL))


__all__ = ["ALL", "EVERYTHING", "Captures", "FailedTry", "Referee", "get"]
