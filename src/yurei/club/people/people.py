"""The people of a server: each is a browser or bot recognised by its key, with a nickname."""

from collections.abc import Callable, Iterable
from datetime import datetime
from functools import cache

from yurei.club.model.rates import Made
from yurei.club.model.sanitize import nickname as cleaned
from yurei.club.model.secrets import Secrets, digest
from yurei.club.people.bots import MARK, is_bots
from yurei.club.store import Store
from yurei.errors import BadValue
from yurei.languages import N_, NAMES, translation

MOST_PLACES = 50_000


class People:
    """All people with a key.

    A browser's key opens every chair that it sits on, so it finds its way back to all of them.

    Attributes:
        names: Nicknames by the digest of the key, of all people looked up so far; empty for no nickname.
        renamed: Number of changes of nicknames.
    """

    def __init__(self, store: Store, clock: Callable[[], datetime], secrets: Secrets, made: Made) -> None:
        self._store, self._made = store, made
        self._clock = clock
        self._secrets = secrets
        self.names: dict[str, str] = {}
        self.renamed = 0
        self._places: dict[str, str] = {}

    async def know(self, keys: Iterable[str | None]) -> None:
        """Load the nicknames for digests of keys."""
        if missing := {key for key in keys if key is not None} - self.names.keys():
            self.names |= await self._store.nicknames(missing)

    def is_known(self, person: str) -> bool:
        """Return whether a person was recognised here before, by the digest of their key."""
        return person in self.names

    def note_place(self, person: str, place: str) -> None:
        """Note a person's network address, by the digest of their key; it is kept in memory only."""
        if person in self.names:
            self._places.pop(person, None)
            self._places[person] = place
            if len(self._places) > MOST_PLACES:
                del self._places[next(iter(self._places))]

    def place(self, person: str) -> str:
        """Return the network address from which a person was last seen; empty if unknown."""
        return self._places.get(person, "")

    async def recognised(self, key: str | None) -> str | None:
        """Return the key if it belongs to a known person; None otherwise."""
        if key is None:
            return None
        if self._store.elsewhere is None:
            await self.know([digest(key)])
        else:
            await self.renew(digest(key))
        return key if digest(key) in self.names else None

    async def nickname(self, key: str | None) -> str:
        """Return the nickname of the person with a key; empty for guests and unknown keys."""
        return self.names[digest(known)] if (known := await self.recognised(key)) else ""

    async def renew(self, *people: str) -> None:
        """Reload nicknames, and whether the people still exist: another server may have changed a key."""
        found = await self._store.nicknames(people)
        for person in set(people) - found.keys():
            self.names.pop(person, None)
        self.names |= found

    async def welcome_bot(self, name: str) -> str:
        """Register a new bot.

        Args:
            name: The name that it chooses; ``MARK`` is appended.

        Returns:
            Its key.

        Raises:
            BadValue: if the name is not valid, or another bot's.
            TooMuch: if too many people were registered from this address.
        """
        key, marked = self._secrets(), self._marked(cleaned(name), bot=True)
        self._made.count("person")
        await self._store_name(key, marked)
        return key

    async def _store_name(self, key: str, name: str) -> None:
        """Store a person's nickname; raise BadValue if another bot has it."""
        if not await self._store.keep_person(digest(key), name, self._clock(), MARK if is_bots(name) else ""):
            raise BadValue(N_("another bot is called {name}; choose another name"), name=name)
        self.names[digest(key)] = name

    async def change_key(self, key: str) -> str | None:
        """Replace a person's key, which opens nothing any more; return the new one, None if that happened already."""
        new, name = self._secrets(), self.names.get(digest(key), "")
        changed = await self._store.change_key(digest(key), digest(new))
        self.names.pop(digest(key), None)
        if changed:
            self.names[digest(new)] = name
        return new if changed else None

    def is_bot(self, person: str) -> bool:
        """Return whether a person is a bot, by the digest of their key, which must have been looked up before."""
        return is_bots(self.names.get(person, ""))

    def _marked(self, name: str, *, bot: bool) -> str:
        if is_bots(name):
            raise BadValue(N_("{mark} is reserved for names of programs; choose another name"), mark=MARK.strip())
        if name.casefold() in referee_names():
            raise BadValue(N_("{name} is what the referee is called; choose another name"), name=name)
        if bot and not name:
            raise BadValue(N_("a bot needs a name; give it one"))
        return name + MARK if bot else name

    async def forget(self, key: str) -> None:
        """Delete a person. Their chairs stay taken, under a random digest."""
        await self._store.forget(digest(key), lambda: digest(self._secrets()))
        self.names.pop(digest(key), None)

    async def welcome(self, key: str | None, nickname: str | None = None) -> str:
        """Recognise or register a person who sits down or chooses a nickname.

        Args:
            key: The key that the browser has sent.
            nickname: The chosen nickname; None to leave it.

        Returns:
            The person's key: a new one if theirs was not recognised.

        Raises:
            BadValue: if the nickname is not valid, or would look like a bot's.
            TooMuch: if too many people were registered from this address.
        """
        chosen = None if nickname is None else cleaned(nickname)
        known = await self.recognised(key)
        if chosen is not None:
            chosen = self._marked(chosen, bot=known is not None and self.is_bot(digest(known)))
        key = known or self._secrets()
        if known is None:
            self._made.count("person")
        if known is None or (chosen is not None and chosen != self.names[digest(key)]):
            await self._store_name(key, chosen or "")
            self.renamed += 1
        return key


@cache
def referee_names() -> frozenset[str]:
    """Return the word for the referee in every language, in small letters."""
    return frozenset(translation(language).gettext(N_("Referee")).casefold() for language in NAMES)
