"""All that rings where nobody looks, put together."""

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
"""What a push service is told of who runs a server that has no public address."""


class Notifications:
    """All that rings.

    Args:
        store: Keeps who wants to be told what, and the keys of this server.
        settings: How what leads outside is reached.
        public: Where people find this server; without that there are no mails.
        clock: Tells the time; signatures go by it, so it may not stand still while the machine sleeps.
        secrets: Makes names.

    Attributes:
        contacts: Who wants to be told something where.
        push: Rings browsers.
        mail: Writes mails, where this server does.
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
        base = f"{public.scheme}://{public.host}" if public else ""
        self.contacts = Contacts(store, clock)
        subject = f"mailto:{settings.smtp_from}" if settings.smtp_from else base
        self.push = Push(store, self.contacts, Post(settings.push_local, settings.services), subject or NOBODY, clock)
        mails = settings.mails and public
        self.mail = Mail(store, self.contacts, settings, base, clock, secrets) if mails else None
        self.ringers: list[Ringer] = [self.push, *([self.mail] if self.mail else [])]

    async def open(self) -> None:
        """Make what is missing, and learn who wants to be told something."""
        await self.contacts.open()
        await self.push.key()
        if self.mail:
            await self.mail.key()

    async def close(self) -> None:
        """Tell nobody any more."""
        await self.push.close()
        if self.mail:
            await self.mail.close()
