"""Former keys: a delayed write with an old key is stored under the key that has replaced it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

import sqlalchemy as sql

from yurei.club.store.tables import former_keys, people

KEPT_FOR = timedelta(days=1)
"""Time for which former keys are kept; writes are never delayed so long."""


def newest_keys(connection: sql.Connection, keys: Iterable[str]) -> dict[str, str]:
    """Return the current keys of those that have been replaced; keys still in use are left out.

    Locks the old and the current keys until the transaction ends: another server that wants to change one has to
    wait.

    Args:
        keys: Digests of keys.
    """
    asked, held, found = set(keys), set[str](), dict[str, str]()
    while wanted := (asked | set(found.values())) - held:
        # In order, so that two servers that lock the same keys do not deadlock.
        locked = sql.select(people.c.key).where(people.c.key.in_(wanted)).order_by(people.c.key)
        connection.execute(locked.with_for_update(read=True))
        held |= wanted
        former = former_keys.select().where(former_keys.c.key.in_(asked))
        found = {row.key: row.now for row in connection.execute(former)}
    return found


def note_change(connection: sql.Connection, old: str, new: str, at: datetime) -> None:
    """Note that a key has been replaced, as long as delayed writes may still use the old one."""
    connection.execute(former_keys.delete().where(former_keys.c.changed < (at - KEPT_FOR).isoformat()))
    connection.execute(former_keys.update().where(former_keys.c.now == old).values(now=new))
    connection.execute(former_keys.insert(), {"key": old, "now": new, "changed": at.isoformat()})
