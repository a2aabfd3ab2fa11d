"""Queries of contacts for notifications."""

from datetime import datetime
from typing import Any

import sqlalchemy as sql

from yurei.club.model.stored import Contact
from yurei.club.store.database import Database
from yurei.club.store.tables import contacts


class ContactStore(Database):
    """The part of the store for contacts."""

    async def contacted(self) -> set[tuple[str, str]]:
        """Return the people with confirmed contacts, by the digest of their key, each with its kind: push or mail."""
        everybody = sql.select(contacts.c.person, contacts.c.kind).where(contacts.c.confirmed)
        return {(row.person, row.kind) for row in await self._rows(everybody.distinct())}

    async def contacts_of(self, person: str) -> list[Contact]:
        """Return a person's contacts, the oldest first."""
        return await self._contacts(contacts.c.person == person)

    async def contact(self, name: str) -> Contact | None:
        """Return the contact with an id; None if there is none."""
        return next(iter(await self._contacts(contacts.c.id == name)), None)

    async def _contacts(self, which: sql.ColumnElement[bool]) -> list[Contact]:
        ordered = contacts.select().where(which).order_by(contacts.c.made, contacts.c.id)
        rows = await self._rows(ordered)
        return [Contact(**row._asdict() | {"made": datetime.fromisoformat(row.made)}) for row in rows]

    async def keep_contact(self, contact: Contact) -> None:
        """Store a contact, in place of an earlier one with its id."""
        row: dict[str, Any] = {name: getattr(contact, name) for name in contact.__slots__}

        def keep(connection: sql.Connection) -> None:
            connection.execute(contacts.delete().where(contacts.c.id == contact.id))
            connection.execute(contacts.insert(), {**row, "made": contact.made.isoformat()})

        await self._write(keep)

    async def drop_contact(self, name: str) -> None:
        """Delete a contact."""
        await self._write(lambda connection: connection.execute(contacts.delete().where(contacts.c.id == name)))
