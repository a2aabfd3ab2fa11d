"""Web push: subscribed browsers are told that something has happened in a game, but never what.

Messages are encrypted (RFC 8291 and 8188), and signed for the push service (RFC 8292). A push address comes from a
browser, so it may be an attack. It must be an https address of a known push service. It is resolved once, must not be
in a private network, and the connection uses the resolved address. Only the first line of the answer is read.
"""

import asyncio
import json
import logging
import os
import socket
import ssl
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Coroutine, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any
from urllib.parse import urlsplit
from weakref import WeakValueDictionary

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from yurei.club.model.secrets import digest
from yurei.club.model.stored import Contact
from yurei.club.people import PUSH, Contacts
from yurei.club.presence import Notification, NotificationReason
from yurei.club.store import Store
from yurei.errors import BadValue
from yurei.languages import N_, translation
from yurei.rules.points import shorten

LOGGER = logging.getLogger("yurei.web")
WORDS = {NotificationReason.TURN: N_("It is your turn."), NotificationReason.ENDED: N_("There is news in your game.")}
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
MOST_WAITING = 10_000


class TasksByPerson:
    """Background tasks, at most ``at_once`` concurrently; those of one person run one after the other."""

    def __init__(self, at_once: int) -> None:
        self._free = asyncio.Semaphore(at_once)
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    def begin(self, work: Coroutine[None, None, None], person: str) -> None:
        """Start a task for a person, unless too many are waiting or the service is closed."""
        if self._closed or len(self._tasks) >= MOST_WAITING:
            work.close()
            return
        task = asyncio.get_running_loop().create_task(self._run_in_turn(work, person))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        # A task that is cancelled before its start never awaits its coroutine.
        task.add_done_callback(lambda _: work.close())

    async def close(self) -> None:
        """Cancel all tasks, and start no further ones."""
        self._closed = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _run_in_turn(self, work: Coroutine[None, None, None], person: str) -> None:
        turn = self._turns.get(person) or asyncio.Lock()
        self._turns[person] = turn
        try:
            async with turn, self._free:
                await work
        except Exception:
            LOGGER.exception("a notification could not be sent")


# Delivery.

Place = tuple[Any, ...]
"""Result of a lookup, see ``socket.getaddrinfo``."""
LONGEST = 1024
SECONDS = 10.0
LONGEST_LINE = 4096
LOOKUP_SECONDS = 4.0
USUAL = ("fcm.googleapis.com", "*.push.services.mozilla.com", "*.push.apple.com", "*.notify.windows.com")
"""Push services of browsers, by host name; an asterisk stands for one label or more."""
_ALLOCATED = ip_network("2000::/3")
"""All global IPv6 addresses; others are local, or stand for something else."""
_RESERVED = [
    ip_network(network)
    for network in (
        *("192.0.0.0/24", "192.88.99.0/24", "192.52.193.0/24", "192.31.196.0/24", "192.175.48.0/24"),
        *("2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3ffe::/16", "3fff::/20"),
    )
]
"""Reserved networks: tunnels, anycast to the nearest relay, documentation: the IANA's registries of special-purpose
addresses, 2026-11-27.
"""
_ISATAP = 0x5EFE
"""Bits before the IPv4 address in an interface identifier of an ISATAP tunnel (RFC 5214), in any network."""


class Undelivered(Exception):
    """Raised when the push service cannot be reached or sends a malformed answer."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Push address of a browser. ``path`` includes the query, ``origin`` includes a port other than 443."""

    host: str
    port: int
    path: str
    origin: str


def is_public(address: str) -> bool:
    """Return whether an IP address is public; False also for IPv6 that contains a private IPv4 address.

    >>> is_public("203.0.114.7"), is_public("::ffff:127.0.0.1"), is_public("169.254.169.254")
    (True, False, False)
    """
    number = ip_address(address.partition("%")[0])
    if isinstance(number, IPv6Address):
        number = number.ipv4_mapped or number
    if isinstance(number, IPv6Address):
        interface = int(number) >> 32 & 0xFDFFFFFF  # one bit is whether the IPv4 address is unique
        if number not in _ALLOCATED or interface == _ISATAP:
            return False
    reserved = any(number in network for network in _RESERVED)
    return number.is_global and not number.is_multicast and not reserved


def is_named(host: str, names: Iterable[str]) -> bool:
    """Return whether a host matches a name; ``*.push.example`` matches all its subdomains, ``*`` every host.

    >>> is_named("a.push.example", ["*.push.example"]), is_named("push.example", ["*.push.example"])
    (True, False)
    """
    return any(host == name or (name.startswith("*") and host.endswith(name[1:])) for name in names)


class Pusher:
    """Sends encrypted messages to push services. ``local`` also allows services on any port of a private network."""

    def __init__(self, local: bool = False, services: Iterable[str] = ()) -> None:
        self._local = local
        self._services = (*USUAL, *services)
        self._trust: ssl.SSLContext | None = None
        # The usual services have separate lookup threads, so that slow lookups of other names do not delay them.
        self._usual, self._others = (ThreadPoolExecutor(16, thread_name_prefix="push-lookup") for _ in range(2))
        self._lookups: dict[tuple[str, int], asyncio.Future[list[Place]]] = {}

    def parse_endpoint(self, text: str) -> Endpoint:
        """Parse a push address; raise BadValue if it is invalid or its push service is not allowed."""
        wrong = BadValue(N_("a push address begins with https:// and has at most {most} characters"), most=LONGEST)
        if len(text) > LONGEST or not text.isascii() or any(letter <= " " or letter == "\x7f" for letter in text):
            raise wrong
        try:
            split = urlsplit(text)
            host, port = split.hostname or "", split.port or 443
        except ValueError:
            raise wrong from None
        if split.scheme != "https" or not host or "@" in split.netloc or not (self._local or port == 443):
            raise wrong
        if not is_named(host, self._services):
            raise BadValue(
                N_("this server sends nothing to the push service {host}; whoever runs it can allow that"),
                host=shorten(host),
            )
        path = (split.path or "/") + (f"?{split.query}" if split.query else "")
        shown = f"[{host}]" if ":" in host else host
        return Endpoint(host, port, path, f"https://{shown}" + ("" if port == 443 else f":{port}"))

    async def deliver(self, to: Endpoint, headers: Mapping[str, str], body: bytes) -> int:
        """Send a message, and return the status of the answer."""
        try:
            async with asyncio.timeout(SECONDS):
                return await self._send_request(to, headers, body)
        except (OSError, ValueError, asyncio.IncompleteReadError) as error:
            raise Undelivered(type(error).__name__) from error

    async def _send_request(self, to: Endpoint, headers: Mapping[str, str], body: bytes) -> int:
        self._trust = self._trust or ssl.create_default_context()
        reader, writer = await asyncio.open_connection(
            await self._resolve(to), to.port, ssl=self._trust, server_hostname=to.host, limit=LONGEST_LINE
        )
        try:
            said = {"Host": to.origin.removeprefix("https://"), **headers}
            said |= {"Content-Length": str(len(body)), "Connection": "close"}
            lines = [f"POST {to.path} HTTP/1.1", *(f"{name}: {value}" for name, value in said.items()), "", ""]
            writer.write("\r\n".join(lines).encode("ascii") + body)
            await writer.drain()
            kind, status = (await reader.readline()).split()[:2]
            if not kind.startswith(b"HTTP/1.") or len(status) != 3:
                raise ValueError("no answer that makes sense")
            return int(status)
        finally:
            writer.transport.abort()

    async def _resolve(self, to: Endpoint) -> str:
        """Look up a host, check its IP addresses, and return one: connecting to it needs no second lookup."""
        async with asyncio.timeout(LOOKUP_SECONDS):
            found = await asyncio.shield(self._lookup((to.host, to.port)))
        numbers = [str(place[4][0]) for place in found]
        if not numbers or not (self._local or all(is_public(number) for number in numbers)):
            raise ValueError("leads to a network of our own")
        return numbers[0]

    def _lookup(self, at: tuple[str, int]) -> asyncio.Future[list[Place]]:
        """Look up a host and port; join a lookup in progress."""
        if at not in self._lookups:
            threads = self._usual if is_named(at[0], USUAL) else self._others
            look = partial(socket.getaddrinfo, *at, type=socket.SOCK_STREAM)
            self._lookups[at] = asyncio.get_running_loop().run_in_executor(threads, look)
            self._lookups[at].add_done_callback(partial(self._forget_lookup, at))
        return self._lookups[at]

    def _forget_lookup(self, at: tuple[str, int], lookup: asyncio.Future[list[Place]]) -> None:
        self._lookups.pop(at, None)
        if not lookup.cancelled():
            lookup.exception()  # mark it as retrieved, as the waiting task may have given up

    def close(self) -> None:
        """Stop all lookups."""
        for threads in (self._usual, self._others):
            threads.shutdown(wait=False, cancel_futures=True)


class Push:
    """Sends notifications to browsers; ``subject`` is the contact address of the server's operator."""

    patience = 2.0

    def __init__(
        self, store: Store, contacts: Contacts, post: Pusher, subject: str, clock: Callable[[], datetime]
    ) -> None:
        self._store = store
        self._contacts = contacts
        self._post = post
        self._subject = subject
        self._clock = clock
        self._tasks = TasksByPerson(AT_ONCE)
        self._resting: dict[str, tuple[timedelta, datetime]] = {}
        self._key: ec.EllipticCurvePrivateKey | None = None

    async def key(self) -> ec.EllipticCurvePrivateKey:
        """Return this server's key, which is created at the first start and never leaves the server."""
        self._key = self._key or read_private_key(await self._store.club.server_key("push", new_key))
        return self._key

    def check_keys(self, address: str, point: str, auth: str) -> str:
        """Check a browser's push address and keys, and return the keys as one text; raise BadValue if invalid."""
        self._post.parse_endpoint(address)
        try:
            if len(point) > 100 or len(auth) > 40:
                raise ValueError("too long")
            lock = BrowserKeys(decode_base64url(point), decode_base64url(auth))
        except ValueError:
            raise BadValue(N_("these are no keys of a browser; open this page again and try once more")) from None
        return f"{encode_base64url(lock.point)} {encode_base64url(lock.auth)}"

    async def unsubscribe(self, person: str, address: str) -> None:
        """Remove the subscription at a push address, if it is this person's."""
        contact = await self._contacts.find(digest(address))
        if contact is not None and contact.person == person:
            await self._contacts.drop(contact.id)

    def wanted_by(self, person: str) -> bool:
        """Return whether a person, given by the digest of their key, has a subscription."""
        return self._contacts.has_contact(person, PUSH)

    def notify(self, call: Notification) -> None:
        """Notify every browser of a person in the background."""
        self._tasks.begin(self._send_notification(call), call.person)

    async def close(self) -> None:
        """Stop sending."""
        await self._tasks.close()
        self._post.close()

    async def _send_notification(self, call: Notification) -> None:
        for contact in await self._contacts.find_all(call.person, PUSH):
            self._tasks.begin(self._send(contact, call), call.person)

    async def _send(self, contact: Contact, call: Notification) -> None:
        rest, until = self._resting.get(contact.id, (REST, self._clock()))
        if until > self._clock():
            return
        try:
            status = await self._deliver(contact, call)
        except (Undelivered, BadValue):  # the service may no longer be allowed
            status = 0
        if status in GONE:
            await self._contacts.drop(contact.id)
        if 200 <= status < 300 or status in GONE:
            self._resting.pop(contact.id, None)
            return
        # A failed delivery is retried after increasing pauses.
        self._resting[contact.id] = (min(rest * 2, LONGEST_REST), self._clock() + rest)
        LOGGER.warning("a push service has not taken a notification", extra={"fields": {"status": status}})

    async def _deliver(self, contact: Contact, call: Notification) -> int:
        to = self._post.parse_endpoint(contact.address)
        lock = BrowserKeys(*(decode_base64url(part) for part in contact.keys.split()))
        headers = {
            "Authorization": signature(await self.key(), to.origin, self._subject, int(self._clock().timestamp())),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT),
            "Urgency": "normal",
            # A newer message about a game replaces an older one. The digest does not reveal the game.
            "Topic": digest(f"{contact.keys} {call.game} {call.chair}")[:32],
        }
        text = notification_json(call, contact.language).ljust(LENGTH)  # JSON allows spaces at the end
        return await self._post.deliver(to, headers, encrypt_for_browser(text, lock))


def notification_json(call: Notification, language: str) -> bytes:
    """Return a notification as JSON: a sentence, and the address of the chair's page."""
    said = {"body": translation(language).gettext(WORDS[call.news]), "url": f"/g/{call.game}/{call.chair}"}
    return json.dumps(said).encode()


# Keys, encryption and signature.


def encode_base64url(data: bytes) -> str:
    """Encode bytes as base64url without padding, as web push requires."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decode_base64url(text: str) -> bytes:
    """Decode base64url without padding; raises ValueError if the text is invalid."""
    return urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))


def new_key() -> str:
    """Return a new private key, as text."""
    return encode_base64url(ec.generate_private_key(CURVE).private_numbers().private_value.to_bytes(32, "big"))


def read_private_key(text: str) -> ec.EllipticCurvePrivateKey:
    """Return a private key from its text."""
    return ec.derive_private_key(int.from_bytes(decode_base64url(text), "big"), CURVE)


def public_key_bytes(key: ec.EllipticCurvePrivateKey) -> bytes:
    """Return the public key, 65 bytes."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


@dataclass(frozen=True, slots=True)
class BrowserKeys:
    """Keys of a browser: a public key, and a secret unknown to the push service. Raises ValueError if invalid."""

    point: bytes
    auth: bytes

    def __post_init__(self) -> None:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, self.point)
        if len(self.point) != 65 or len(self.auth) != 16:
            raise ValueError("a key has 65 bytes, and a secret 16")


def encrypt_for_browser(
    text: bytes, lock: BrowserKeys, salt: bytes = b"", key: ec.EllipticCurvePrivateKey | None = None
) -> bytes:
    """Encrypt a text for one browser, without padding (RFC 8291 and RFC 8188).

    ``salt`` (16 bytes) and ``key`` must be used only once; by default both are random.
    """
    salt = salt or os.urandom(16)
    key = key or ec.generate_private_key(CURVE)
    point = public_key_bytes(key)
    shared = key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, lock.point))
    secret = _derive_key(shared, lock.auth, b"WebPush: info\0" + lock.point + point, 32)
    content = _derive_key(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive_key(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(point)]) + point
    return head + AESGCM(content).encrypt(nonce, text + b"\x02", None)


def _derive_key(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(algorithm=hashes.SHA256(), length=length, salt=salt, info=info).derive(secret)


def signature(key: ec.EllipticCurvePrivateKey, service: str, subject: str, now: int) -> str:
    """Return the header that identifies this server to a push service, given by its origin (RFC 8292)."""
    claims = {"aud": service, "exp": now + LASTS, "sub": subject}
    parts = [encode_base64url(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims)]
    said = ".".join(parts)
    numbers = decode_dss_signature(key.sign(said.encode(), ec.ECDSA(hashes.SHA256())))
    signed = b"".join(number.to_bytes(32, "big") for number in numbers)
    return f"vapid t={said}.{encode_base64url(signed)}, k={encode_base64url(public_key_bytes(key))}"
