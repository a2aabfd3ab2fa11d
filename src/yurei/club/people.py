"""The people of a server. Each person is a browser or a bot, is recognised by a key, and has a nickname and contacts.

A bot has a permanent key and a name with the suffix ``MARK``. While its event stream is open, an inbox in memory notes
which of its games have changed. A bot that reconnects is told of all games in progress.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from functools import cache

from yurei.club.game.game import Game
from yurei.club.model.limits import LimitExceeded, RecordLimits, keep_newest
from yurei.club.model.sanitize import clean_nickname as cleaned
from yurei.club.model.secrets import Secrets, digest
from yurei.club.model.stored import BotNews, Contact, Event
from yurei.club.store import Store
from yurei.errors import BadValue
from yurei.languages import N_, NAMES, translation

MARK = " [bot]"  # suffix of the names of bots, reserved for them
NO_BOT = N_("this is not the token of a bot; POST /api/bots creates a bot")
"""Error text for a token that is not, or no longer, a bot's."""
MOST_PLACES = 50_000
MOST_PER_PERSON = 8
MOST_PEOPLE = 100_000  # most people with contacts: keys are free, so one attacker could pose as many people
PUSH, MAIL = "push", "mail"


def is_bot_name(name: str) -> bool:
    """Return whether a name belongs to a bot, or looks like the name of a bot."""
    return f" {name}".casefold().endswith(MARK)


def news_for_bots(game: Game, happened: Collection[Event], names: Mapping[str, str]) -> list[BotNews]:
    """Return a notice for each bot in a game that may know of at least one of the new events."""
    found = []
    for name, chair in game.chairs.items():
        if chair.key is None or not is_bot_name(names.get(chair.key, "")) or not game.seats_of(name):
            continue
        if count := sum(game.may_know(name, event) for event in happened):
            found.append(BotNews(chair.key, game.stored.id, name, game.number_known(name) - count))
    return found


class Inbox:
    """The games of a bot that have changed since the bot's event stream has last reported them."""

    def __init__(self) -> None:
        self.changed: dict[tuple[str, str], int] = {}  # number of events reported before, by game and chair
        self.bell = asyncio.Event()
        self.is_open = True

    def end(self) -> None:
        """End the stream."""
        self.is_open = False
        self.bell.set()


class Inboxes:
    """The inboxes of the bots whose streams are open at this server, by the digests of their keys."""

    def __init__(self) -> None:
        self._open: dict[str, Inbox] = {}
        self._stopping = False

    def __contains__(self, person: object) -> bool:
        return person in self._open

    @contextmanager
    def open(self, person: str) -> Iterator[Inbox]:
        """Yield a new inbox for a bot, and end its older stream."""
        self.end(person)
        inbox = self._open[person] = Inbox()
        if self._stopping:
            inbox.end()
        try:
            yield inbox
        finally:
            if self._open.get(person) is inbox:
                del self._open[person]

    def put(self, *news: BotNews) -> None:
        """Put notices about changed games into the inboxes of their bots."""
        for each in news:
            if (inbox := self._open.get(each.person)) is not None:
                inbox.changed.setdefault((each.game, each.chair), each.since)
                inbox.bell.set()

    def end(self, person: str) -> None:
        """End the event stream of a bot, given by the digest of its key."""
        if (inbox := self._open.pop(person, None)) is not None:
            inbox.end()

    def end_all(self) -> None:
        """End all streams, so that the bots reconnect and receive the state of their games."""
        for person in list(self._open):
            self.end(person)

    def end_streams(self) -> None:
        """End all streams, because the server stops."""
        self._stopping = True
        self.end_all()


class People:
    """All people with a key."""

    def __init__(self, store: Store, clock: Callable[[], datetime], secrets: Secrets, made: RecordLimits) -> None:
        self._store, self._clock, self._secrets, self._made = store, clock, secrets, made
        self.names: dict[str, str] = {}  # nicknames of all people loaded so far; empty for people without one
        self.renamed = 0
        self._places: OrderedDict[str, str] = OrderedDict()

    async def load_nicknames(self, keys: Iterable[str | None]) -> None:
        """Load the nicknames of people, given by the digests of their keys."""
        if missing := {key for key in keys if key is not None} - self.names.keys():
            self.names |= await self._store.people.nicknames(missing)

    def is_known(self, person: str) -> bool:
        """Return whether this server has loaded the nickname of a person, given by the digest of their key."""
        return person in self.names

    def note_place(self, person: str, place: str) -> None:
        """Note the network address of a person, given by the digest of their key, in memory only."""
        if person in self.names:
            keep_newest(self._places, person, place, MOST_PLACES)

    def place(self, person: str) -> str:
        """Return the network address from which a person was last seen; empty if unknown."""
        return self._places.get(person, "")

    async def get_known_key(self, key: str | None) -> str | None:
        """Return ``key`` if it belongs to a known person; otherwise None."""
        if key is None:
            return None
        if not self._store.backend.is_shared:
            await self.load_nicknames([digest(key)])
        else:
            await self.reload_nicknames(digest(key))
        return key if digest(key) in self.names else None

    async def nickname(self, key: str | None) -> str:
        """Return the nickname of the person with a key; empty for guests and unknown keys."""
        return self.names[digest(known)] if (known := await self.get_known_key(key)) else ""

    async def reload_nicknames(self, *people: str) -> None:
        """Reload nicknames from the store, and forget deleted people: another server may have changed them."""
        found = await self._store.people.nicknames(people)
        for person in set(people) - found.keys():
            self.names.pop(person, None)
        self.names |= found

    async def welcome_bot(self, name: str) -> str:
        """Register a new bot, and return its key. The bot's name is ``name`` followed by ``MARK``."""
        key, marked = self._secrets(), self._mark_bot_name(cleaned(name), bot=True)
        self._made.count("person")
        await self._store_name(key, marked)
        return key

    async def _store_name(self, key: str, name: str) -> None:
        mark = MARK if is_bot_name(name) else ""
        if not await self._store.people.keep_person(digest(key), name, self._clock(), mark):
            raise BadValue(N_("another bot is called {name}; choose another name"), name=name)
        self.names[digest(key)] = name

    async def change_key(self, key: str) -> str | None:
        """Replace a person's key, which becomes invalid; return the new key, or None if it was replaced before."""
        new, name = self._secrets(), self.names.get(digest(key), "")
        changed = await self._store.people.change_key(digest(key), digest(new))
        self.names.pop(digest(key), None)
        if changed:
            self.names[digest(new)] = name
        return new if changed else None

    def is_bot(self, person: str) -> bool:
        """Return whether a person, given by the digest of their key, is a bot. They must be loaded already."""
        return is_bot_name(self.names.get(person, ""))

    def _mark_bot_name(self, name: str, *, bot: bool) -> str:
        if name.casefold().endswith(MARK.strip()):  # without a blank it would be taken for a bot's name
            raise BadValue(N_("{mark} is reserved for names of programs; choose another name"), mark=MARK.strip())
        if name.casefold() in referee_names():
            raise BadValue(N_("{name} is what the referee is called; choose another name"), name=name)
        if bot and not name:
            raise BadValue(N_("a bot needs a name; give it one"))
        return name + MARK if bot else name

    async def forget(self, key: str) -> None:
        """Delete a person. Their key is replaced by random digests, so that their chairs stay taken."""
        await self._store.people.forget(digest(key), lambda: digest(self._secrets()))
        self.names.pop(digest(key), None)

    async def welcome(self, key: str | None, nickname: str | None = None) -> str:
        """Return the key of a person, who is registered if ``key`` is unknown; set the nickname unless it is None."""
        chosen = None if nickname is None else cleaned(nickname)
        known = await self.get_known_key(key)
        if chosen is not None:
            chosen = self._mark_bot_name(chosen, bot=known is not None and self.is_bot(digest(known)))
        key = known or self._secrets()
        if known is None:
            self._made.count("person")
        if known is None or (chosen is not None and chosen != self.names[digest(key)]):
            await self._store_name(key, chosen or "")
            self.renamed += 1
        return key


@cache
def referee_names() -> frozenset[str]:
    """Return the words for "referee" in all languages, in lower case."""
    return frozenset(translation(language).gettext(N_("Referee")).casefold() for language in NAMES)


class Contacts:
    """The addresses (push and mail) at which people want to be notified."""

    def __init__(self, store: Store, clock: Callable[[], datetime], made: RecordLimits) -> None:
        self._store, self._clock, self._made = store, clock, made
        self._reached: set[tuple[str, str]] = set()

    async def open(self) -> None:
        """Load the people who have confirmed contacts, so that people without contacts cost no query."""
        self._reached = await self._store.people.list_reachable_people()

    def has_contact(self, person: str, kind: str) -> bool:
        """Return whether a person, given by the digest of their key, has a confirmed contact of a kind."""
        return (person, kind) in self._reached

    async def find_all(self, person: str, kind: str) -> list[Contact]:
        """Return a person's contacts of a kind, the oldest first."""
        return [contact for contact in await self._store.people.contacts_of(person) if contact.kind == kind]

    async def find(self, name: str) -> Contact | None:
        """Return the contact with an id; None if there is none."""
        return await self._store.people.contact(name)

    async def add_push(self, person: str, address: str, keys: str, language: str) -> None:
        """Store a browser's push address for a person; delete the person's oldest push addresses beyond the limit."""
        contact = Contact(digest(address), person, PUSH, address, keys, language, True, self._clock())
        before = await self.find(contact.id)
        if before is None:
            self._made.count("contact")
        await self._keep_contact(contact)
        if before is not None and before.person != person:
            await self._update_reached(before.person, PUSH)
        for old in (await self.find_all(person, PUSH))[:-MOST_PER_PERSON]:
            await self._store.people.drop_contact(old.id)

    async def add_mail(self, name: str, person: str, address: str, language: str) -> None:
        """Replace the mail address of a person. Notifications are sent there only after the address is confirmed."""
        self._made.count("mail")
        for old in await self.find_all(person, MAIL):
            await self.drop(old.id)
        await self._keep_contact(Contact(name, person, MAIL, address, "", language, False, self._clock()))

    async def confirm(self, contact: Contact) -> None:
        """Mark a contact as confirmed, so that notifications may be sent there."""
        await self._store.people.keep_contact(replace(contact, confirmed=True))
        self._reached.add((contact.person, contact.kind))

    async def drop(self, name: str) -> None:
        """Delete a contact, given by its id, if it still exists."""
        contact = await self.find(name)
        if contact is not None:
            await self._store.people.drop_contact(name)
            await self._update_reached(contact.person, contact.kind)

    async def _keep_contact(self, contact: Contact) -> None:
        known = (contact.person, contact.kind) in self._reached
        if not known and len(self._reached) >= MOST_PEOPLE:
            raise LimitExceeded(N_("this server cannot send notifications to more people"))
        await self._store.people.keep_contact(contact)
        if contact.confirmed:
            self._reached.add((contact.person, contact.kind))

    async def _update_reached(self, person: str, kind: str) -> None:
        if not any(contact.confirmed for contact in await self.find_all(person, kind)):
            self._reached.discard((person, kind))
