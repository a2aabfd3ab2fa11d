"""Secrets: keys, and the secrets in links. Only digests of them are stored.

Secrets in links end in a letter or digit: programs that detect links in a text drop punctuation at their end.
"""

import hashlib
import hmac
from base64 import urlsafe_b64encode
from collections.abc import Callable
from itertools import count
from secrets import token_urlsafe

Secrets = Callable[[], str]  # a function that returns a new random secret
LENGTH = 24  # number of significant characters of a derived secret


def digest(secret: str) -> str:
    """Return the digest of a secret, which is stored instead of the secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_secret() -> str:
    """Return a new random secret."""
    return next(secret for _ in count() if (secret := token_urlsafe(LENGTH))[-1].isalnum())


def derived_secret(secret: str, purpose: str) -> str:
    """Return the secret for a purpose, derived from another secret."""
    return urlsafe_b64encode(hmac.new(secret.encode(), purpose.encode(), hashlib.sha256).digest())[:LENGTH].decode()


def link_secret(secret: str, purpose: str) -> str:
    """Return the secret of a link, such as a link to a chair, derived from the secret of a game's maker."""
    derived = derived_secret(secret, purpose)
    return derived if derived[-1].isalnum() else f"{derived}0"


def link_digest(link: str) -> str:
    """Return the digest of the secret in a link, without a full stop or bracket that was copied after the link."""
    return digest(link[:LENGTH])
