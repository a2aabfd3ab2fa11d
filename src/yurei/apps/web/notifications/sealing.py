"""Web push encryption (RFC 8291, 8188) and signed sender identification (RFC 8292)."""

from __future__ import annotations

import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
RECORD = 4096
LENGTH = 512
"""Length in bytes to which every text is padded, so that it does not reveal the content."""
LASTS = 12 * 3600
"""Validity of a signature in seconds; the limit is a day."""


def encoded(data: bytes) -> str:
    """Encode bytes as base64url without padding, as all of these protocols do."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """Decode base64url without padding.

    Raises:
        ValueError: If the text is invalid.
    """
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
    """Keys of a browser: its public key, and a secret that the push service does not know.

    Raises:
        ValueError: If they are invalid.
    """

    point: bytes
    auth: bytes

    def __post_init__(self) -> None:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, self.point)
        if len(self.point) != 65 or len(self.auth) != 16:
            raise ValueError("a key has 65 bytes, and a secret 16")


def seal(text: bytes, lock: Lock, salt: bytes = b"", key: ec.EllipticCurvePrivateKey | None = None) -> bytes:
    """Encrypt a text so that only one browser can read it, RFC 8291.

    Args:
        text: The text; it is not padded here.
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


def filled(text: bytes) -> bytes:
    """Pad a text to the common length with blanks, which JSON allows."""
    return text.ljust(LENGTH)


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
