"""Push: browsers that have asked for it are told that something has happened in a game, and never what."""

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
"""All that is ever said. That a game has ended is for who opens it."""
GONE = (404, 410)
"""How a push service says that a browser is not there any more."""
KEPT = 3 * 24 * 3600
"""Seconds for which a push service keeps what it cannot hand over."""
AT_ONCE = 32
REST = timedelta(minutes=1)
LONGEST_REST = timedelta(hours=2)


class Push:
    """Rings browsers.

    Args:
        store: Keeps this server's key.
        contacts: Who wants to be rung where.
        post: Carries what is sent.
        subject: Where who runs this server is to be found.
        clock: Tells the time.
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
        """This server's key, which is made at its first start and never leaves."""
        self._key = self._key or key_of(await self._store.server_key("push", new_key))
        return self._key

    async def public_key(self) -> str:
        """What a browser is given, so that nobody else can ring it."""
        return encoded(point_of(await self.key()))

    async def subscribe(self, person: str, address: str, point: str, auth: str, language: str) -> None:
        """Ring somebody at a push address.

        Raises:
            BadValue: where address or keys are none.
            TooMuch: where too many people want to be told something.
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
        """Ring somebody at a push address no more. Another one's stays."""
        contact = await self._contacts.find(digest(address))
        if contact is not None and contact.person == person:
            await self._contacts.drop(contact.id)

    def wanted_by(self, person: str) -> bool:
        """Whether somebody wants to be rung, by the digest of his key."""
        return self._contacts.reaches(person, PUSH)

    def ring(self, call: Call) -> None:
        """Ring every browser of somebody's, beside everything else."""
        self._tasks.begin(self._ring(call), call.person)

    async def close(self) -> None:
        """Ring nobody any more."""
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
        except (Undelivered, BadValue):  # an address may have been taken when more services were allowed
            status = 0
        if status in GONE:
            await self._contacts.drop(contact.id)
        if 200 <= status < 300 or status in GONE:
            self._resting.pop(contact.id, None)
            return
        # Whoever keeps us waiting is asked less and less often.
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
            # Of several about one game the newest is enough. Nobody can tell from it which game that is.
            "Topic": digest(f"{contact.keys} {call.game} {call.chair}")[:32],
        }
        return await self._post.deliver(to, headers, seal(filled(text_of(call, contact.language)), lock))


def text_of(call: Call, language: str) -> bytes:
    """What a browser is told: a sentence, and the page of the chair, which asks for the key to it."""
    said = {"body": translation(language).gettext(WORDS[call.news]), "url": f"/g/{call.game}/{call.chair}"}
    return json.dumps(said).encode()
