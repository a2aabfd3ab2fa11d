"""Web push: subscribed browsers are told that something has happened in a game, and never what."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

from yurei.apps.web.notifications.delivery import Post, Undelivered
from yurei.apps.web.notifications.sealing import Lock, decoded, encoded, filled, key_of, new_key, point_of, seal
from yurei.apps.web.notifications.sealing import signature as signed
from yurei.apps.web.notifications.tasks import Tasks
from yurei.club.model.secrets import digest
from yurei.club.model.stored import Contact
from yurei.club.people.contacts import PUSH, Contacts
from yurei.club.people.notifier import Call, News
from yurei.club.store import Store
from yurei.errors import BadValue
from yurei.languages import N_, translation

LOGGER = logging.getLogger("yurei.web")
WORDS = {News.TURN: N_("It is your turn."), News.ENDED: N_("There is news in your game.")}
"""All texts of notifications. The result of a game is left to its page."""
GONE = (404, 410)
"""Statuses of a push service for a subscription that no longer exists."""
KEPT = 3 * 24 * 3600
"""Seconds for which a push service keeps an undelivered message."""
AT_ONCE = 32
REST = timedelta(minutes=1)
LONGEST_REST = timedelta(hours=2)


class Push:
    """Sends notifications to browsers.

    Args:
        store: Keeps this server's key.
        contacts: The subscriptions.
        post: Sends the messages.
        subject: Contact address of the server's operator.
        clock: Clock.
    """

    patience = 2.0

    def __init__(
        self, store: Store, contacts: Contacts, post: Post, subject: str, clock: Callable[[], datetime]
    ) -> None:
        self._store = store
        self._contacts = contacts
        self._post = post
        self._subject = subject
        self._clock = clock
        self._tasks = Tasks(AT_ONCE)
        self._resting: dict[str, tuple[timedelta, datetime]] = {}
        self._key: EllipticCurvePrivateKey | None = None

    async def key(self) -> EllipticCurvePrivateKey:
        """Return this server's key, which is made at its first start and never leaves it."""
        self._key = self._key or key_of(await self._store.server_key("push", new_key))
        return self._key

    async def public_key(self) -> str:
        """Return the public key that a browser subscribes with, so that no other server can notify it."""
        return encoded(point_of(await self.key()))

    async def subscribe(self, person: str, address: str, point: str, auth: str, language: str) -> None:
        """Subscribe a person's browser at a push address.

        Raises:
            BadValue: If the address or the keys are invalid.
            TooMuch: If there are too many subscriptions.
        """
        self._post.read(address)
        try:
            if len(point) > 100 or len(auth) > 40:
                raise ValueError("too long")
            lock = Lock(decoded(point), decoded(auth))
        except ValueError:
            raise BadValue(N_("these are no keys of a browser; open this page again and try once more")) from None
        await self._contacts.add_push(person, address, f"{encoded(lock.point)} {encoded(lock.auth)}", language)

    async def unsubscribe(self, person: str, address: str) -> None:
        """Remove a person's subscription at a push address; another person's stays."""
        contact = await self._contacts.find(digest(address))
        if contact is not None and contact.person == person:
            await self._contacts.drop(contact.id)

    def wanted_by(self, person: str) -> bool:
        """Return whether a person, by the digest of their key, has a subscription."""
        return self._contacts.reaches(person, PUSH)

    def ring(self, call: Call) -> None:
        """Notify every browser of a person in the background."""
        self._tasks.begin(self._ring(call), call.person)

    async def close(self) -> None:
        """Stop sending."""
        await self._tasks.close()
        self._post.close()

    async def _ring(self, call: Call) -> None:
        for contact in await self._contacts.of(call.person, PUSH):
            self._tasks.begin(self._send(contact, call), call.person)

    async def _send(self, contact: Contact, call: Call) -> None:
        rest, until = self._resting.get(contact.id, (REST, self._clock()))
        if until > self._clock():
            return
        try:
            status = await self._deliver(contact, call)
        except (Undelivered, BadValue):  # the address may date from a time when more services were allowed
            status = 0
        if status in GONE:
            await self._contacts.drop(contact.id)
        if 200 <= status < 300 or status in GONE:
            self._resting.pop(contact.id, None)
            return
        # A failing service is retried after longer and longer pauses.
        self._resting[contact.id] = (min(rest * 2, LONGEST_REST), self._clock() + rest)
        LOGGER.warning("a push service has not taken a notification", extra={"fields": {"status": status}})

    async def _deliver(self, contact: Contact, call: Call) -> int:
        to = self._post.read(contact.address)
        lock = Lock(*(decoded(part) for part in contact.keys.split()))
        headers = {
            "Authorization": signed(await self.key(), to.origin, self._subject, int(self._clock().timestamp())),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT),
            "Urgency": "normal",
            # Of several messages about one game the newest is enough. The digest does not reveal the game.
            "Topic": digest(f"{contact.keys} {call.game} {call.chair}")[:32],
        }
        return await self._post.deliver(to, headers, seal(filled(text_of(call, contact.language)), lock))


def text_of(call: Call, language: str) -> bytes:
    """Return the message: a sentence, and the page of the chair, which is opened by the browser's own key only."""
    said = {"body": translation(language).gettext(WORDS[call.news]), "url": f"/g/{call.game}/{call.chair}"}
    return json.dumps(said).encode()
