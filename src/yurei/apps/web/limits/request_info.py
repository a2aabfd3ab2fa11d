"""Classification of requests for rate limits: person, address, game, and kind of request."""

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
_ANSWER = re.compile(r"/problems/[^/]+|/api/problems/[^/]+/answer")
_CROWD = re.compile(rf"/watch/live|/lobby/live|/g/[^/]+/(?:{AUDIENCE.name}|{WINDOW})/live")
_LINK = re.compile(
    r"/g/[^/]+/(?:join|along)/[^/]+/.+|/api/sit|/you/along/.+|/evening/[^/]+/p/[^/]+/.+|/mail/[^/]+/[^/]+/.+"
)


@dataclass(frozen=True, slots=True)
class RequestInfo:
    """A request as rate limits see it.

    Attributes:
        address: Its source: an IPv4 address, or the network of a household in IPv6.
        person: Digest of the person's key; empty without a key.
        game: The game that it is about; empty if there is none, or if the request follows a link into a game.
        door: Prefix of the link that it follows; empty if it follows none.
        named: Whether it may make a browser without a valid key a known person: it sets a name, or answers a problem
            without a key.
        acts: Whether it is to change something.
        makes: Whether it makes a game, an evening or a bot, or creates or accepts a challenge.
        begins: Whether it starts a game, an evening, playing in a game, or watching. The rest belongs to running
            things: tries, messages, the next game of a series, the next round of an evening, a page after a break.
        answers: Whether it is an answer to a problem.
        is_file: Whether it asks for a static file, the service worker or the manifest, the same for everybody.
    """

    address: str
    person: str
    game: str
    door: str
    named: bool
    acts: bool
    makes: bool
    begins: bool
    answers: bool = False
    is_file: bool = False

    @classmethod
    def of(cls, scope: Scope, *, proxied: bool) -> RequestInfo:
        """Classify a request."""
        asked, path = HTTPConnection(scope), scope["path"]
        acts = scope.get("method", "GET") not in ("GET", "HEAD")
        answers = acts and _ANSWER.fullmatch(path) is not None
        game, link = _GAME.match(path), _LINK.fullmatch(path)
        person = _person(asked)
        return cls(
            address=address_of(asked, proxied=proxied),
            person=person,
            game=game[1] if game and not link else "",
            door=path.rpartition("/")[0] if link else "",
            named=acts
            and (_NAMED.fullmatch(path) is not None or (answers and not person and not path.startswith("/api/"))),
            acts=acts,
            makes=acts and _MADE.fullmatch(path) is not None,
            begins=_begins(scope["type"], path, person, acts=acts),
            answers=answers,
            is_file=path.startswith("/static/") or path in ASKED_AGAIN,
        )

    @property
    def who(self) -> str:
        """The person, or without a key the address, shared by all who have no key there."""
        return self.person or self.address


def _begins(kind: str, path: str, person: str, *, acts: bool) -> bool:
    if kind == "websocket":
        return _CROWD.fullmatch(path) is not None
    # A browser with a key may have sat there before, and comes back by the link.
    seat = not person and _SEAT.fullmatch(path)
    return bool(seat or (acts and _BEGUN.fullmatch(path)))


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
