"""Delivery to a push service: one request, to a place that anybody may have named, with nothing believed about it.

An address comes from a browser, and so from anybody. It has to be https and that of a
known push service, and is looked up here, so that it leads to no machine of our own
network; where it leads elsewhere after that, nobody goes. Of an answer the first line is read.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any
from urllib.parse import urlsplit

from yurei.errors import BadValue
from yurei.languages import N_
from yurei.rules.points import shortened

Place = tuple[Any, ...]
"""What a lookup finds, see ``socket.getaddrinfo``."""
LONGEST = 1024
SECONDS = 10.0
LONGEST_LINE = 4096
LOOKUP_SECONDS = 4.0
USUAL = ("fcm.googleapis.com", "*.push.services.mozilla.com", "*.push.apple.com", "*.notify.windows.com")
"""The push services of browsers, by host name; an asterisk stands for one name or more."""
_ALLOCATED = ip_network("2000::/3")
"""All IPv6 addresses of the internet: what lies outside is local, or stands for something else."""
_RESERVED = [
    ip_network(network)
    for network in (
        *("192.0.0.0/24", "192.88.99.0/24", "192.52.193.0/24", "192.31.196.0/24", "192.175.48.0/24"),
        *("2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3ffe::/16", "3fff::/20"),
    )
]
"""Tunnels, anycast to the nearest relay, documentation: the IANA's registries of special-purpose addresses, 2026-11-27."""
_ISATAP = 0x5EFE
"""What stands before an IPv4 address in one of a tunnel by RFC 5214, whatever the network."""


class Undelivered(Exception):
    """A push service that cannot be reached, or that says nothing that makes sense."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """The push address of a browser.

    Attributes:
        host, port: Where it is.
        path: What stands after that, the question too.
        origin: ``https://push.example``, with a port where it is not the usual one.
    """

    host: str
    port: int
    path: str
    origin: str

    @classmethod
    def read(cls, text: str, local: bool = False) -> Endpoint:
        """Read an address.

        Args:
            text: The address.
            local: Whether it may lead to this machine, to any port.

        Raises:
            BadValue: where nothing is sent to such an address.
        """
        wrong = BadValue(N_("a push address begins with https:// and has at most {most} characters"), most=LONGEST)
        if len(text) > LONGEST or not text.isascii() or any(letter <= " " or letter == "\x7f" for letter in text):
            raise wrong
        try:
            split = urlsplit(text)
            host, port = split.hostname or "", split.port or 443
        except ValueError:
            raise wrong from None
        if split.scheme != "https" or not host or "@" in split.netloc or not (local or port == 443):
            raise wrong
        path = (split.path or "/") + (f"?{split.query}" if split.query else "")
        shown = f"[{host}]" if ":" in host else host
        return cls(host, port, path, f"https://{shown}" + ("" if port == 443 else f":{port}"))


def is_public(address: str) -> bool:
    """Whether a numeric address is one of the internet, and of no network of our own in any disguise.

    >>> is_public("203.0.114.7"), is_public("::ffff:127.0.0.1"), is_public("169.254.169.254")
    (True, False, False)
    """
    number = ip_address(address.partition("%")[0])
    if isinstance(number, IPv6Address):
        number = number.ipv4_mapped or number
    if isinstance(number, IPv6Address):
        interface = int(number) >> 32 & 0xFDFFFFFF  # one bit says whether the IPv4 address is unique
        if number not in _ALLOCATED or interface == _ISATAP:
            return False
    reserved = any(number in network for network in _RESERVED)
    return number.is_global and not number.is_multicast and not reserved


def is_named(host: str, names: Iterable[str]) -> bool:
    """Whether a host is one of some names, of which ``*.push.example`` are all below it and ``*`` are all.

    >>> is_named("a.push.example", ["*.push.example"]), is_named("push.example", ["*.push.example"])
    (True, False)
    """
    return any(host == name or (name.startswith("*") and host.endswith(name[1:])) for name in names)


class Post:
    """Carries sealed texts to push services.

    Args:
        local: Whether they may be on this machine or its network.
        services: Names of push services beside the usual ones.
    """

    def __init__(self, local: bool = False, services: Iterable[str] = ()) -> None:
        self._local = local
        self._services = (*USUAL, *services)
        self._trust: ssl.SSLContext | None = None
        # Names that take long to look up keep nobody else waiting: the usual services have threads of their own.
        self._usual, self._others = (ThreadPoolExecutor(16, thread_name_prefix="push-lookup") for _ in range(2))
        self._lookups: dict[tuple[str, int], asyncio.Future[list[Place]]] = {}

    def read(self, text: str) -> Endpoint:
        """Read an address to which something may be sent.

        Raises:
            BadValue: where nothing is sent to such an address.
        """
        endpoint = Endpoint.read(text, self._local)
        if not is_named(endpoint.host, self._services):
            raise BadValue(
                N_("this server sends nothing to the push service {host}; whoever runs it can allow that"),
                host=shortened(endpoint.host),
            )
        return endpoint

    async def deliver(self, to: Endpoint, headers: Mapping[str, str], body: bytes) -> int:
        """Send something.

        Returns:
            The status of the answer.

        Raises:
            Undelivered: where there was no answer in time, or none that makes sense, or where nobody may go.
        """
        try:
            async with asyncio.timeout(SECONDS):
                return await self._deliver(to, headers, body)
        except (OSError, ValueError, asyncio.IncompleteReadError) as error:
            raise Undelivered(type(error).__name__) from error

    async def _deliver(self, to: Endpoint, headers: Mapping[str, str], body: bytes) -> int:
        self._trust = self._trust or ssl.create_default_context()
        reader, writer = await asyncio.open_connection(
            await self._number(to), to.port, ssl=self._trust, server_hostname=to.host, limit=LONGEST_LINE
        )
        try:
            said = {
                "Host": to.origin.removeprefix("https://"),
                **headers,
                "Content-Length": str(len(body)),
                "Connection": "close",
            }
            lines = [f"POST {to.path} HTTP/1.1", *(f"{name}: {value}" for name, value in said.items()), "", ""]
            writer.write("\r\n".join(lines).encode("ascii") + body)
            await writer.drain()
            kind, status = (await reader.readline()).split()[:2]
            if not kind.startswith(b"HTTP/1.") or len(status) != 3:
                raise ValueError("no answer that makes sense")
            return int(status)
        finally:
            writer.transport.abort()

    async def _number(self, to: Endpoint) -> str:
        """The numeric address to go to; it is looked up once, so that it cannot change after it was looked at."""
        async with asyncio.timeout(LOOKUP_SECONDS):
            found = await asyncio.shield(self._lookup((to.host, to.port)))
        numbers = [str(place[4][0]) for place in found]
        if not numbers or not (self._local or all(is_public(number) for number in numbers)):
            raise ValueError("leads to a network of our own")
        return numbers[0]

    def _lookup(self, at: tuple[str, int]) -> asyncio.Future[list[Place]]:
        """Look a host and port up; a name that is being looked up takes no second thread."""
        if at not in self._lookups:
            threads = self._usual if is_named(at[0], USUAL) else self._others
            look = partial(socket.getaddrinfo, *at, type=socket.SOCK_STREAM)
            self._lookups[at] = asyncio.get_running_loop().run_in_executor(threads, look)
            self._lookups[at].add_done_callback(partial(self._looked_up, at))
        return self._lookups[at]

    def _looked_up(self, at: tuple[str, int], lookup: asyncio.Future[list[Place]]) -> None:
        self._lookups.pop(at, None)
        if not lookup.cancelled():
            lookup.exception()  # it may fail when nobody waits for it any more

    def close(self) -> None:
        """Look nothing up any more."""
        for threads in (self._usual, self._others):
            threads.shutdown(wait=False, cancel_futures=True)
