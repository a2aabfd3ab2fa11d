"""Notification service: push and e-mail together."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from yurei.apps.web.address import PublicUrl
from yurei.apps.web.notifications.delivery import Post
from yurei.apps.web.notifications.mail import Mail
from yurei.apps.web.notifications.push import Push
from yurei.apps.web.notifications.settings import OutsideSettings
from yurei.club.model.secrets import Secrets
from yurei.club.people.contacts import Contacts
from yurei.club.people.notifier import Ringer
from yurei.club.store import Store

NOBODY = "https://yurei.invalid"
"""Contact address given to push services by a server without a public address."""


class Notifications:
    """The notification channels of a server.

    Args:
        store: Keeps subscriptions, and the keys of this server.
        settings: Access to push services and to the mail server.
        public: Public address of this server; without one there are no mails.
        clock: Clock. Signatures depend on it, so it must not stand still while the machine sleeps.
        secrets: Generates names.

    Attributes:
        contacts: The subscriptions.
        push: The push channel.
        mail: The mail channel; None if this server sends no mails.
        ringers: Both.
    """

    def __init__(
        self,
        store: Store,
        settings: OutsideSettings,
        public: PublicUrl | None,
        clock: Callable[[], datetime] | None,
        secrets: Secrets,
    ) -> None:
        clock = clock or (lambda: datetime.now(UTC))
        base = str(public) if public else ""
        self.contacts = Contacts(store, clock)
        subject = f"mailto:{settings.smtp_from}" if settings.smtp_from else base
        self.push = Push(store, self.contacts, Post(settings.push_local, settings.services), subject or NOBODY, clock)
        mails = settings.mails and public
        self.mail = Mail(store, self.contacts, settings, base, clock, secrets) if mails else None
        self.ringers: list[Ringer] = [self.push, *([self.mail] if self.mail else [])]

    async def open(self) -> None:
        """Create missing keys, and load the subscriptions."""
        await self.contacts.open()
        await self.push.key()
        if self.mail:
            await self.mail.key()

    async def close(self) -> None:
        """Stop all notifications."""
        await self.push.close()
        if self.mail:
            await self.mail.close()
