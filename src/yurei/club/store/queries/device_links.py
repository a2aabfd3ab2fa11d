"""Queries of links to other devices, by the digests of their secrets."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sql

from yurei.club.store.database import Database
from yurei.club.store.tables import device_links


class DeviceLinkRows(Database):
    """The part of the store for links to other devices."""

    async def keep_device_link(self, link: str, owner: str, sealed: str, now: datetime, until: datetime) -> None:
        """Store a link in place of its owner's last one, and delete expired links."""
        old = sql.or_(device_links.c.owner == owner, device_links.c.until <= now.isoformat())

        def replace_link(connection: sql.Connection) -> None:
            connection.execute(device_links.delete().where(old))
            row = {"link": link, "owner": owner, "sealed": sealed, "until": until.isoformat()}
            connection.execute(device_links.insert(), row)

        await self._write(replace_link)

    async def device_link(self, link: str, now: datetime) -> tuple[str, str] | None:
        """Return the owner of a link, and its encrypted content; None if it does not exist or has expired."""
        good = device_links.select().where(device_links.c.link == link, device_links.c.until > now.isoformat())
        row = await self._row(good)
        return None if row is None else (row.owner, row.sealed)

    async def spend_device_link(self, link: str) -> bool:
        """Delete a link; return whether it existed."""
        gone = device_links.delete().where(device_links.c.link == link)
        return bool(await self._write(lambda connection: connection.execute(gone).rowcount))
