"""E-mail notifications to confirmed addresses of players whose page stays closed."""

import asyncio
import hmac
import re
import smtplib
import ssl
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from email.errors import MessageError
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP as SMTP_POLICY
from typing import Literal

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

from yurei.apps.web.notifications.push import LOGGER, WORDS, TasksByPerson, new_key
from yurei.club.model.limits import LimitExceeded
from yurei.club.model.secrets import Secrets, digest
from yurei.club.model.stored import Contact
from yurei.club.people import MAIL, Contacts
from yurei.club.presence import Notification
from yurei.club.store import Store
from yurei.errors import BadValue, Unknown
from yurei.languages import N_, translation


class OutsideSettings(BaseSettings):
    """Settings of outgoing connections: push services, and a mail server.

    They have no command-line options, as every user of the machine could read passwords in the list of processes.
    """

    model_config = SettingsConfigDict(env_prefix="YUREI_")

    push_local: bool = Field(
        False, description="Whether push services may be on this machine or its network, on any port."
    )
    push_services: str = Field(
        "",
        description="Further push services, by host name, separated by commas: `push.example`, `*.push.example`; `*` for any.",
    )
    smtp_host: str = Field("", description="Mail server; without one no e-mails are sent.")
    smtp_port: int = Field(587, description="Port of the mail server.", ge=1, le=65535)
    smtp_user: str = Field("", description="User name at the mail server; empty for no login.")
    smtp_password: SecretStr = Field(SecretStr(""), description="Password at the mail server.")
    smtp_from: str = Field("", description="Sender of the e-mails: yurei@go.example.")
    smtp_tls: Literal["starttls", "tls", "none"] = Field(
        "starttls", description="`starttls`, `tls` from the first byte on (port 465), or `none`."
    )

    @property
    def services(self) -> list[str]:
        """Host names of allowed push services besides the usual ones."""
        return self.push_services.lower().replace(",", " ").split()


LONGEST_ADDRESS = 254
A_DAY = timedelta(days=1)
MOST_A_DAY = 3
"""Largest number of confirmation mails a day to one address, and for one person."""
MOST_OF_ALL = 300
GOOD_FOR = timedelta(days=2)
SECONDS = 20.0
PATIENCE = 600.0
"""Seconds after the turn began until the mail is sent."""
_LETTER = r"""[^\0- \x7f-\U0010ffff"'(),:;<>@\[\]\\]"""
"""A character of a plain address; others would need quoting or encoding."""
_PLAIN = re.compile(rf"{_LETTER}+@{_LETTER}*\.{_LETTER}*")
CONFIRM, STOP = "confirm", "stop"
ASKS = N_(
    "Somebody at {server} entered this address to be notified when it is their turn in a "
    "game. If that was you, confirm here:\n\n{link}\n\nOtherwise do nothing: nothing else will "
    "be sent."
)
ENDS = N_("Stop these e-mails:")


class Mail:
    """Sends notifications by e-mail. Links in mails begin with ``base``, and their secrets derive from a stored key."""

    patience = PATIENCE

    def __init__(
        self,
        store: Store,
        contacts: Contacts,
        settings: OutsideSettings,
        base: str,
        clock: Callable[[], datetime],
        secrets: Secrets,
    ) -> None:
        self._store = store
        self._contacts = contacts
        self._settings = settings
        self._base = base
        self._clock = clock
        self._secrets = secrets
        self._tasks = TasksByPerson(2)
        self._senders = ThreadPoolExecutor(2, thread_name_prefix="mail")
        self._asked: list[tuple[datetime, str, str]] = []
        self._key = ""

    async def key(self) -> str:
        """Return this server's key, which is created at the first start and never leaves the server."""
        self._key = self._key or await self._store.club.server_key("mail", new_key)
        return self._key

    async def subscribe(self, person: str, address: str, language: str) -> None:
        """Send a confirmation mail to an address; raise TooMuch if too many were sent."""
        self._count_mail(person, address)
        name = self._secrets()[:12]
        await self._contacts.add_mail(name, person, address, language)
        say = translation(language).gettext
        server = self._base.partition("://")[2]
        text = say(ASKS).format(server=server, link=await self._make_link(name, CONFIRM))
        subject = say(N_("Confirm your e-mail address"))
        self._send(address, subject, text, await self._make_link(name, STOP), language)

    async def unsubscribe(self, person: str) -> None:
        """Remove all mail addresses of a person."""
        for contact in await self._contacts.find_all(person, MAIL):
            await self._contacts.drop(contact.id)

    async def find_by_link(self, name: str, what: str, secret: str) -> Contact:
        """Return the contact to which a link in a mail belongs; raise Unknown if the link is invalid or expired."""
        contact = await self._contacts.find(name)
        good = hmac.compare_digest((await self._make_secret(name, what)).encode(), secret.encode("utf-8", "replace"))
        late = contact and what == CONFIRM and not contact.confirmed and self._clock() > contact.made + GOOD_FOR
        if contact is None or contact.kind != MAIL or not good or late:
            raise Unknown(N_("this link is no longer valid; you can do the same on your profile page"))
        return contact

    def wanted_by(self, person: str) -> bool:
        """Return whether a person, given by the digest of their key, has a mail address."""
        return self._contacts.has_contact(person, MAIL)

    def notify(self, call: Notification) -> None:
        """Send a notification in the background."""
        self._tasks.begin(self._send_notification(call), call.person)

    async def close(self) -> None:
        """Stop sending."""
        await self._tasks.close()
        self._senders.shutdown(wait=False, cancel_futures=True)

    async def _send_notification(self, call: Notification) -> None:
        for contact in await self._contacts.find_all(call.person, MAIL):
            if contact.confirmed:
                say = translation(contact.language).gettext
                link = f"{self._base}/g/{call.game}/{call.chair}"
                words = say(WORDS[call.news])
                stop = await self._make_link(contact.id, STOP)
                text = f"{words}\n\n{link}\n\n--\n{say(ENDS)} {stop}\n"
                self._send(contact.address, words, text, stop, contact.language)

    def _count_mail(self, person: str, address: str) -> None:
        """Count a confirmation mail; raise TooMuch if too many were sent today."""
        now = self._clock()
        self._asked = [asked for asked in self._asked if asked[0] > now - A_DAY]
        # Different spellings are one mailbox: with a part after a plus, dots, or capitals.
        local, _, host = address.lower().rpartition("@")
        same = digest(f"{local.partition('+')[0].replace('.', '')}@{host}")
        counted = Counter(who for _, *both in self._asked for who in both)
        if max(counted[person], counted[same]) >= MOST_A_DAY or len(self._asked) >= MOST_OF_ALL:
            raise LimitExceeded(N_("too many e-mails were sent to this address today; try again tomorrow"))
        self._asked.append((now, person, same))

    async def _make_secret(self, name: str, what: str) -> str:
        return hmac.digest((await self.key()).encode(), f"{what} {name}".encode(), "sha256")[:18].hex()

    async def _make_link(self, name: str, what: str) -> str:
        return f"{self._base}/mail/{name}/{what}/{await self._make_secret(name, what)}"

    def _send(self, address: str, subject: str, text: str, stop: str, language: str) -> None:
        """Send a mail in the background; ``stop`` is the link that unsubscribes."""
        mail = EmailMessage(SMTP_POLICY)
        mail["From"] = self._settings.smtp_from
        mail["To"] = Address(addr_spec=address)
        mail["Subject"] = subject
        mail["Content-Language"] = language
        mail["Auto-Submitted"] = "auto-generated"
        mail["List-Unsubscribe"] = f"<{stop}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        mail.set_content(text)
        self._tasks.begin(self._deliver(mail), address)

    async def _deliver(self, mail: EmailMessage) -> None:
        try:
            await asyncio.get_running_loop().run_in_executor(self._senders, _send_by_smtp, self._settings, mail)
        except (OSError, smtplib.SMTPException) as error:
            fields = {"kind": type(error).__name__}
            LOGGER.warning("a mail could not be sent", extra={"fields": fields})


def _send_by_smtp(settings: OutsideSettings, mail: EmailMessage) -> None:
    host, port, encryption = settings.smtp_host, settings.smtp_port, settings.smtp_tls
    trust = ssl.create_default_context()
    with (
        smtplib.SMTP_SSL(host, port, timeout=SECONDS, context=trust)
        if encryption == "tls"
        else smtplib.SMTP(host, port, timeout=SECONDS)
    ) as server:
        if encryption == "starttls":
            server.starttls(context=trust)
        if settings.smtp_user:
            server.login(settings.smtp_user, settings.smtp_password.get_secret_value())
        server.send_message(mail)


def parse_mail_address(text: str) -> str:
    """Parse an e-mail address; raise BadValue if it is invalid or has a display name."""
    text = text.strip()
    try:
        if len(text) > LONGEST_ADDRESS or not _PLAIN.fullmatch(text):
            raise ValueError(text)
        return Address(addr_spec=text).addr_spec
    except (ValueError, IndexError, MessageError):
        raise BadValue(N_("this is no e-mail address; give one such as sei@go.example")) from None
