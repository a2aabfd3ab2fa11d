"""Keys that have been changed: what is written down with one a moment later belongs to the one in its place."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

import sqlalchemy as sql

from yurei.club.store.tables import former_keys, people

KEPT_FOR = timedelta(days=1)
"""Whatever was begun with a key is written down long before that."""


def newest_keys(connection: sql.Connection, keys: Iterable[str]) -> dict[str, str]:
    """The keys in the place of those that have been changed; the others are left out.

    None of them changes until what is being written is kept, neither those that were asked for nor those in their place: on a
    server beside this one that waits.

    Args:
        keys: Digests.
    """
    asked, held, found = set(keys), set[str](), dict[str, str]()
    while wanted := (asked | set(found.values())) - held:
        # In order, so that two servers that want the same do not wait for each other.
        locked = sql.select(people.c.key).where(people.c.key.in_(wanted)).order_by(people.c.key)
        connection.execute(locked.with_for_update(read=True))
        held |= wanted
        former = former_keys.select().where(former_keys.c.key.in_(asked))
        found = {row.key: row.now for row in connection.execute(former)}
    return found


def note_change(connection: sql.Connection, old: str, new: str, at: datetime) -> None:
    """Note that a key has been changed, for as long as something may still be written down with the old one."""
    connection.execute(former_keys.delete().where(former_keys.c.changed < (at - KEPT_FOR).isoformat()))
    connection.execute(former_keys.update().where(former_keys.c.now == old).values(now=new))
    connection.execute(former_keys.insert(), {"key": old, "now": new, "changed": at.isoformat()})
