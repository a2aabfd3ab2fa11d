"""Contacts for notifications: up to ``MOST_PER_PERSON`` push addresses and one mail address for each person."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from yurei.club.model.chat import TooMuch
from yurei.club.model.rates import Made
from yurei.club.model.secrets import digest
from yurei.club.model.stored import Contact
from yurei.club.store import Store
from yurei.languages import N_

MOST_PER_PERSON = 8
MOST_PEOPLE = 100_000
"""Limit of people with contacts: keys are free, so one attacker could pose as a million people."""
PUSH, MAIL = "push", "mail"


class Contacts:
    """The contacts of all people."""

    def __init__(self, store: Store, clock: Callable[[], datetime], made: Made) -> None:
        self._store = store
        self._clock = clock
        self._made = made
        self._reached: set[tuple[str, str]] = set()

    async def open(self) -> None:
        """Load who has contacts, so that no query is needed for people without any."""
        self._reached = await self._store.contacted()

    def reaches(self, person: str, kind: str) -> bool:
        """Return whether a person has a confirmed contact of a kind, by the digest of their key."""
        return (person, kind) in self._reached

    async def of(self, person: str, kind: str) -> list[Contact]:
        """Return a person's contacts of a kind, the oldest first."""
        return [contact for contact in await self._store.contacts_of(person) if contact.kind == kind]

    async def find(self, name: str) -> Contact | None:
        """Return the contact with an id; None if there is none."""
        return await self._store.contact(name)

    async def add_push(self, person: str, address: str, keys: str, language: str) -> None:
        """Store the push address of a browser, in place of an earlier owner's; beyond the limit the oldest is deleted.

        Raises:
            TooMuch: if too many people have contacts, or too many came from this address.
        """
        contact = Contact(digest(address), person, PUSH, address, keys, language, True, self._clock())
        before = await self.find(contact.id)
        if before is None:
            self._made.count("contact")
        await self._keep(contact)
        if before is not None and before.person != person:
            await self._look_again(before.person, PUSH)
        for old in (await self.of(person, PUSH))[:-MOST_PER_PERSON]:
            await self._store.drop_contact(old.id)

    async def add_mail(self, name: str, person: str, address: str, language: str) -> None:
        """Store a mail address in place of an earlier one; nothing is sent there before it is confirmed.

        Raises:
            TooMuch: if too many people have contacts, or too many came from this address.
        """
        self._made.count("mail")
        for old in await self.of(person, MAIL):
            await self.drop(old.id)
        await self._keep(Contact(name, person, MAIL, address, "", language, False, self._clock()))

    async def confirm(self, contact: Contact) -> None:
        """Mark a contact as confirmed, so that notifications may be sent there."""
        await self._store.keep_contact(replace(contact, confirmed=True))
        self._reached.add((contact.person, contact.kind))

    async def drop(self, name: str) -> None:
        """Delete a contact, if it still exists."""
        contact = await self.find(name)
        if contact is not None:
            await self._store.drop_contact(name)
            await self._look_again(contact.person, contact.kind)

    async def _keep(self, contact: Contact) -> None:
        known = (contact.person, contact.kind) in self._reached
        if not known and len(self._reached) >= MOST_PEOPLE:
            raise TooMuch(N_("this server cannot send notifications to more people"))
        await self._store.keep_contact(contact)
        if contact.confirmed:
            self._reached.add((contact.person, contact.kind))

    async def _look_again(self, person: str, kind: str) -> None:
        if not any(contact.confirmed for contact in await self.of(person, kind)):
            self._reached.discard((person, kind))
