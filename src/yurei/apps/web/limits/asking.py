"""Who asks, from where, and for what kind of thing: all that limits count by."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass

from starlette.requests import HTTPConnection
from starlette.types import Scope

from yurei.apps.web.shell.cookies import PERSON
from yurei.apps.web.shell.static_files import ASKED_AGAIN
from yurei.club.model.chairs import WINDOW
from yurei.club.model.secrets import digest
from yurei.referee.seating import AUDIENCE

_GAME = re.compile(r"/(?:api/games|g)/([^/]+)/.")
_MADE = re.compile(r"/games|/evenings|/api/(?:games|bots|lobby(?:/[^/]+)?)|/learn/(?!first$)[^/]+|/lobby/[^/]+")
_BEGUN = re.compile(rf"{_MADE.pattern}|/api/sit")
_NAMED = re.compile(r"/you(?:/along)?")
_SEAT = re.compile(r"/g/[^/]+/join/.+")
_CROWD = re.compile(rf"/watch/live|/lobby/live|/g/[^/]+/(?:{AUDIENCE.name}|{WINDOW})/live")
_LINK = re.compile(
    r"/g/[^/]+/(?:join|along)/[^/]+/.+|/api/sit|/you/along/.+|/evening/[^/]+/p/[^/]+/.+|/mail/[^/]+/[^/]+/.+"
)


@dataclass(frozen=True, slots=True)
class Asking:
    """A request as limits look at it.

    Attributes:
        address: Where it comes from: an IPv4 address, or the network of a household in IPv6.
        person: Who says that he asks, as the digest of his key; empty where he says nothing.
        game: The game that it is about; empty where there is none, or where somebody comes in by a link.
        door: What a link that it follows would open; empty where it follows none.
        named: Whether it takes a name: who has none, or a key that is none, becomes somebody by it.
        acts: Whether it is to change something.
        makes: Whether it makes a game or an evening, wants a game in the lobby, or makes a bot.
        is_file: Whether it asks for a static file, the service worker or the manifest, which are the same for everybody.
        begins: Whether it begins anything: a game, an evening, to play in a game, to watch. What goes on already is not
            begun: tries, messages, the next game of a series, the next round of an evening, one's page after a break.
    """

    address: str
    person: str
    game: str
    door: str
    named: bool
    acts: bool
    makes: bool
    begins: bool
    is_file: bool = False

    @classmethod
    def of(cls, scope: Scope, *, proxied: bool) -> Asking:
        """What a request says."""
        asked, path = HTTPConnection(scope), scope["path"]
        acts = scope.get("method", "GET") not in ("GET", "HEAD")
        game, link = _GAME.match(path), _LINK.fullmatch(path)
        person = _person(asked)
        return cls(
            address=address_of(asked, proxied=proxied),
            person=person,
            game=game[1] if game and not link else "",
            door=path.rpartition("/")[0] if link else "",
            named=acts and _NAMED.fullmatch(path) is not None,
            acts=acts,
            makes=acts and _MADE.fullmatch(path) is not None,
            begins=_begins(scope["type"], path, person, acts=acts),
            is_file=path.startswith("/static/") or path in ASKED_AGAIN,
        )

    @property
    def who(self) -> str:
        """Who asks: a person where he says so, else all without a key who share an address."""
        return self.person or self.address


def _begins(kind: str, path: str, person: str, *, acts: bool) -> bool:
    if kind == "websocket":
        return _CROWD.fullmatch(path) is not None
    # Who has a key may have sat there before, and come back by the link.
    seat = not person and _SEAT.fullmatch(path)
    return bool(seat or (acts and _BEGUN.fullmatch(path)))


def _person(asked: HTTPConnection) -> str:
    kind, _, token = asked.headers.get("authorization", "").partition(" ")
    key = token if kind.lower() == "bearer" else asked.cookies.get(PERSON, "")
    return digest(key) if key else ""


def address_of(asked: HTTPConnection, *, proxied: bool) -> str:
    """Where a request comes from.

    Args:
        asked: The request.
        proxied: Whether a proxy of ours stands before: it has written down last whom it has let in.
    """
    own = asked.client.host if asked.client else ""
    if proxied and (lines := asked.headers.getlist("x-forwarded-for")):
        return _household(lines[-1].rpartition(",")[2].strip()) or _household(own) or own
    return _household(own) or own


def _household(address: str) -> str:
    """An IPv4 address, or the first 56 bits of an IPv6 one: a household has as much to itself. Empty for none.

    >>> _household("2001:db8:1:2:3:4:5:6"), _household("::ffff:192.0.2.1"), _household("anything")
    ('2001:db8:1::/56', '192.0.2.1', '')
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return ""
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 56), strict=False))
