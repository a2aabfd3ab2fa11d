"""Guided games: who has never played plays his first game against a script, and a coach says what happens to him.

``script`` says what such a game is made of, ``phantom_go``, ``ghosts`` and
``lone_suicide`` are three of them, and ``playing`` plays one as far as a
newcomer has come. Referee and rules are those of every other game.
"""

from yurei.club.lessons.ghosts import GHOSTS
from yurei.club.lessons.lone_suicide import LONE_SUICIDE
from yurei.club.lessons.phantom_go import PHANTOM_GO
from yurei.club.lessons.script import Script
from yurei.errors import unknown

ALL: tuple[Script, ...] = (PHANTOM_GO, GHOSTS, LONE_SUICIDE)
"""Every guided game, the first one first."""


def get(slug: str) -> Script:
    """The guided game of a name.

    Raises:
        Unknown: where there is none.
    """
    known = {script.slug: script for script in ALL}
    if slug not in known:
        raise unknown("guided game", slug, known)
    return known[slug]


__all__ = ["ALL", "Script", "get"]
