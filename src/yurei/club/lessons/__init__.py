"""Guided games: a newcomer plays a first game against a script, and a coach explains what happens.

``script`` defines the parts of such a game, ``phantom_go``, ``ghosts`` and ``lone_suicide`` are three of them, and
``playing`` replays one up to where the newcomer is. Referee and rules are those of every other game.
"""

from yurei.club.lessons.ghosts import GHOSTS
from yurei.club.lessons.lone_suicide import LONE_SUICIDE
from yurei.club.lessons.phantom_go import PHANTOM_GO
from yurei.club.lessons.script import Script
from yurei.errors import unknown

ALL: tuple[Script, ...] = (PHANTOM_GO, GHOSTS, LONE_SUICIDE)
"""All guided games, the easiest first."""


def get(slug: str) -> Script:
    """Return the guided game of a name.

    Raises:
        Unknown: if there is none.
    """
    known = {script.slug: script for script in ALL}
    if slug not in known:
        raise unknown("guided game", slug, known)
    return known[slug]


__all__ = ["ALL", "Script", "get"]
