"""Web push: subscribed browsers are told that something has happened in a game, and never what.

Messages are encrypted (RFC 8291 and 8188), and signed for the push service (RFC 8292).
"""

import json
import logging
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from yurei.apps.web.notifications.delivery import Post, Undelivered
from yurei.apps.web.notifications.tasks import Tasks
from yurei.club.model.secrets import digest
from yurei.club.model.stored import Contact
from yurei.club.people import PUSH, Contacts
from yurei.club.presence import Call, News
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
CURVE = ec.SECP256R1()
RECORD = 4096
LENGTH = 512
"""Length in bytes to which every text is padded, so that it does not reveal the content."""
LASTS = 12 * 3600
"""Validity of a signature in seconds; the limit is a day."""


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
        self._key: ec.EllipticCurvePrivateKey | None = None

    async def key(self) -> ec.EllipticCurvePrivateKey:
        """Return this server's key, which is made at its first start and never leaves it."""
        self._key = self._key or key_of(await self._store.server_key("push", new_key))
        return self._key

    async def public_key(self) -> str:
        """Return the public key that a browser subscribes with, so that no other server can notify it."""
        return encoded(point_of(await self.key()))

    def checked(self, address: str, point: str, auth: str) -> str:
        """Check a push address, and return the keys of its browser as one text.

        Raises:
            BadValue: If the address or the keys are invalid.
        """
        self._post.read(address)
        try:
            if len(point) > 100 or len(auth) > 40:
                raise ValueError("too long")
            lock = Lock(decoded(point), decoded(auth))
        except ValueError:
            raise BadValue(N_("these are no keys of a browser; open this page again and try once more")) from None
        return f"{encoded(lock.point)} {encoded(lock.auth)}"

    async def subscribe(self, person: str, address: str, keys: str, language: str) -> None:
        """Subscribe a person's browser at a push address, with its keys as ``checked`` returns them.

        Raises:
            TooMuch: If there are too many subscriptions.
        """
        await self._contacts.add_push(person, address, keys, language)

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
            "Authorization": signature(await self.key(), to.origin, self._subject, int(self._clock().timestamp())),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT),
            "Urgency": "normal",
            # Of several messages about one game the newest is enough. The digest does not reveal the game.
            "Topic": digest(f"{contact.keys} {call.game} {call.chair}")[:32],
        }
        text = text_of(call, contact.language).ljust(LENGTH)  # JSON allows blanks behind it
        return await self._post.deliver(to, headers, seal(text, lock))


def text_of(call: Call, language: str) -> bytes:
    """Return the message: a sentence, and the page of the chair, which is opened by the browser's own key only."""
    said = {"body": translation(language).gettext(WORDS[call.news]), "url": f"/g/{call.game}/{call.chair}"}
    return json.dumps(said).encode()


# Keys, encryption and signature.


def encoded(data: bytes) -> str:
    """Encode bytes as base64url without padding, as all of these protocols do."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """Decode base64url without padding; raises ValueError if the text is invalid."""
    return urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))


def new_key() -> str:
    """Return a new private key, as text."""
    number = ec.generate_private_key(CURVE).private_numbers().private_value
    return encoded(number.to_bytes(32, "big"))


def key_of(text: str) -> ec.EllipticCurvePrivateKey:
    """Return a private key from its text."""
    return ec.derive_private_key(int.from_bytes(decoded(text), "big"), CURVE)


def point_of(key: ec.EllipticCurvePrivateKey) -> bytes:
    """Return the public half of a key: 65 bytes."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


@dataclass(frozen=True, slots=True)
class Lock:
    """Keys of a browser: its public key, and a secret that the push service does not know; ValueError if invalid."""

    point: bytes
    auth: bytes

    def __post_init__(self) -> None:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, self.point)
        if len(self.point) != 65 or len(self.auth) != 16:
            raise ValueError("a key has 65 bytes, and a secret 16")


def seal(text: bytes, lock: Lock, salt: bytes = b"", key: ec.EllipticCurvePrivateKey | None = None) -> bytes:
    """Encrypt a text so that only one browser can read it, RFC 8291 and 8188.

    Args:
        text: The text; it is not padded here.
        lock: The browser's keys.
        salt: 16 bytes, used once; drawn if empty.
        key: A key that is used once; made if None.
    """
    salt = salt or os.urandom(16)
    key = key or ec.generate_private_key(CURVE)
    point = point_of(key)
    shared = key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, lock.point))
    secret = _derived(shared, lock.auth, b"WebPush: info\0" + lock.point + point, 32)
    content = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(point)]) + point
    return head + AESGCM(content).encrypt(nonce, text + b"\x02", None)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(algorithm=hashes.SHA256(), length=length, salt=salt, info=info).derive(secret)


def signature(key: ec.EllipticCurvePrivateKey, service: str, subject: str, now: int) -> str:
    """Return the header that identifies the sender to a push service, RFC 8292.

    Args:
        key: This server's key.
        service: The origin of the push service: ``https://push.example``.
        subject: Contact address of the server's operator.
        now: Seconds since 1970.
    """
    claims = {"aud": service, "exp": now + LASTS, "sub": subject}
    parts = [encoded(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims)]
    said = ".".join(parts)
    numbers = decode_dss_signature(key.sign(said.encode(), ec.ECDSA(hashes.SHA256())))
    signed = b"".join(number.to_bytes(32, "big") for number in numbers)
    return f"vapid t={said}.{encoded(signed)}, k={encoded(point_of(key))}"
