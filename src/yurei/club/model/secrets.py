"""Secrets: keys, and the secrets in links, of which only digests are stored.

Programs that find links in a text leave a sign at their end out, so that secrets in links end in a letter or digit.
"""

from __future__ import annotations

import hashlib
import hmac
from base64 import urlsafe_b64encode
from collections.abc import Callable
from itertools import count
from secrets import token_urlsafe

Secrets = Callable[[], str]
"""Makes a secret that nobody can guess."""
LENGTH = 24
"""Number of significant characters of a secret that follows from another one."""


def digest(secret: str) -> str:
    """Return what is stored of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_secret() -> str:
    """Return a secret that nobody can guess."""
    return next(secret for _ in count() if (secret := token_urlsafe(LENGTH))[-1].isalnum())


def derived_secret(secret: str, purpose: str) -> str:
    """Return the secret for a purpose that follows from another secret."""
    made = hmac.new(secret.encode(), purpose.encode(), hashlib.sha256).digest()
    return urlsafe_b64encode(made)[:LENGTH].decode()


def link_secret(secret: str, purpose: str) -> str:
    """Return the secret of a link, such as that to a chair, as it follows from the secret of whoever made what it leads to."""
    derived = derived_secret(secret, purpose)
    return derived if derived[-1].isalnum() else f"{derived}0"


def link_digest(link: str) -> str:
    """Return what is kept of the secret of a link. A sentence's full stop or a bracket after it makes no difference."""
    return digest(link[:LENGTH])
