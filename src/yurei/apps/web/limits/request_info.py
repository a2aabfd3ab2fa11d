"""Classification of requests for rate limits: person, address, game, and kind of request."""

import ipaddress
import re
from dataclasses import dataclass
from typing import Self

from starlette.requests import HTTPConnection
from starlette.types import Scope

from yurei.apps.web.shell.cookies import PERSON, host_cookie
from yurei.apps.web.shell.static_files import ASKED_AGAIN
from yurei.club.model.chairs import WINDOW
from yurei.club.model.secrets import digest
from yurei.referee.seating import AUDIENCE

_TABLE = re.compile(r"/(?:api/games|g|evening)/([^/]+)(?:/.*)?")
_MADE = re.compile(r"/games|/evenings|/api/(?:games|bots|lobby(?:/[^/]+)?|sit)|/learn/(?!first$)[^/]+|/lobby/[^/]+")
_SEAT = re.compile(r"/g/[^/]+/join/.+")
_CROWD = re.compile(rf"/watch/live|/lobby/live|/g/[^/]+/(?:{AUDIENCE.name}|{WINDOW})/live")


@dataclass(frozen=True, slots=True)
class RequestInfo:
    """A request as the limits see it.

    Attributes:
        address: Its source: an IPv4 address, or the network of a household in IPv6.
        person: Digest of the person's key; empty without a key.
        host: Digest of the host's key of the evening that it is about; empty without one.
        table: The game or the evening that it is about; empty if there is none.
        acts: Whether it is to change something.
        begins: Whether it starts a game, an evening, playing in a game, or watching. The rest belongs to running
            things: tries, messages, the next game of a series, the next round of an evening, a page after a break.
        is_socket: Whether it opens a WebSocket.
        is_file: Whether it asks for a static file, the service worker or the manifest, the same for everybody.
    """

    address: str
    person: str
    host: str
    table: str
    acts: bool
    begins: bool
    is_socket: bool
    is_file: bool

    @classmethod
    def of(cls, scope: Scope, *, proxied: bool) -> Self:
        """Classify a request."""
        asked, path = HTTPConnection(scope), scope["path"]
        acts = scope.get("method", "GET") not in ("GET", "HEAD")
        person, table = _person(asked), _TABLE.fullmatch(path)
        host = asked.cookies.get(host_cookie(table[1]), "") if table and path.startswith("/evening/") else ""
        return cls(
            address=address_of(asked, proxied=proxied),
            person=person,
            host=digest(host) if host else "",
            table=table[1] if table else "",
            acts=acts,
            begins=_begins(scope["type"], path, person, acts=acts),
            is_socket=scope["type"] == "websocket",
            is_file=path.startswith("/static/") or path in ASKED_AGAIN,
        )

    @property
    def keys(self) -> frozenset[str]:
        """The digests of the keys that it has brought."""
        return frozenset({self.person, self.host} - {""})


def _begins(kind: str, path: str, person: str, *, acts: bool) -> bool:
    if kind == "websocket":
        return _CROWD.fullmatch(path) is not None
    # A browser with a key may have sat there before, and comes back by the link.
    seat = not person and _SEAT.fullmatch(path)
    return bool(seat or (acts and _MADE.fullmatch(path)))


def _person(asked: HTTPConnection) -> str:
    kind, _, token = asked.headers.get("authorization", "").partition(" ")
    key = token if kind.lower() == "bearer" else asked.cookies.get(PERSON, "")
    return digest(key) if key else ""


def address_of(asked: HTTPConnection, *, proxied: bool) -> str:
    """Return the source address of a request.

    Args:
        asked: The request.
        proxied: Whether our reverse proxy stands in front: it appends the client's address as the last one.
    """
    own = asked.client.host if asked.client else ""
    if proxied and (lines := asked.headers.getlist("x-forwarded-for")):
        return _household(lines[-1].rpartition(",")[2].strip()) or _household(own) or own
    return _household(own) or own


def _household(address: str) -> str:
    """Return an IPv4 address, or the first 56 bits of an IPv6 one: a household's network. Empty if invalid.

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
