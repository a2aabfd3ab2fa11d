"""Links that move a seat, or a person with all seats, to another device: each works once and not for long.

The key that a link hands over is stored encrypted with a pad derived from the link's secret, of which only a digest is
stored: neither the database nor a copy of it opens anything.
"""

import hashlib
from collections.abc import Callable
from datetime import datetime, timedelta

from yurei.club.model.secrets import LENGTH, Secrets, digest, link_digest
from yurei.club.seats.seats import Forbidden
from yurei.club.store import Store
from yurei.languages import N_

SEAT_LASTS, PERSON_LASTS = timedelta(hours=1), timedelta(minutes=10)


class DeviceLinks:
    """The links to other devices: one at a time for a seat, and one for a person."""

    def __init__(self, store: Store, clock: Callable[[], datetime], secrets: Secrets) -> None:
        self._store, self._clock, self._secrets = store, clock, secrets

    async def offer_seat(self, game: str, chair: str) -> str:
        """Create the link of a seat; an earlier one becomes invalid.

        Raises:
            NotKept: if it could not be stored.
        """
        return await self._offer(f"{game}/{chair}", "", SEAT_LASTS)

    async def offer_person(self, key: str) -> str:
        """Create the link of a person, by their key; an earlier one becomes invalid.

        Raises:
            NotKept: if it could not be stored.
        """
        return await self._offer(digest(key), key, PERSON_LASTS)

    async def check_seat(self, game: str, chair: str, secret: str) -> None:
        """Check that the link of a seat is valid.

        Raises:
            Forbidden: if it is not.
        """
        if await self._find(secret) != (f"{game}/{chair}", ""):
            raise Forbidden(_INVALID)

    async def check_person(self, secret: str) -> str:
        """Return the key that a valid link hands over.

        Raises:
            Forbidden: if it is not valid.
        """
        owner, key = await self._find(secret)
        if owner != digest(key):
            raise Forbidden(_INVALID)
        return key

    async def spend(self, secret: str) -> None:
        """Use up a link that was checked.

        Raises:
            Forbidden: if it is not valid: another device has just used it.
            NotKept: if that could not be stored.
        """
        if not await self._store.spend_device_link(link_digest(secret)):
            raise Forbidden(_INVALID)

    async def _offer(self, owner: str, handed_over: str, lasts: timedelta) -> str:
        secret, now = self._secrets(), self._clock()
        sealed = _pad(secret, handed_over.encode()).hex()
        await self._store.keep_device_link(link_digest(secret), owner, sealed, now, now + lasts)
        return secret

    async def _find(self, secret: str) -> tuple[str, str]:
        owner, sealed = await self._store.device_link(link_digest(secret), self._clock()) or ("", "")
        return owner, _pad(secret, bytes.fromhex(sealed)).decode()


_INVALID = N_("this link is no longer valid; create a new one on the device where you play")


def _pad(secret: str, text: bytes) -> bytes:
    """Encrypt or decrypt a text with the secret of a link. Each secret must encrypt one text only."""
    pad = hashlib.shake_256(f"device link {secret[:LENGTH]}".encode()).digest(len(text))
    return bytes(one ^ other for one, other in zip(text, pad, strict=True))
