"""Delivery to a push service: one request to an address that a client has named and that is not trusted.

The address comes from a browser, so anybody may choose it. It has to be https on a known push service, and is resolved
here, so that it leads to no private network; the connection uses the resolved address, so that a later change of the
name has no effect. Only the first line of the answer is read.
"""

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
"""Result of a lookup, see ``socket.getaddrinfo``."""
LONGEST = 1024
SECONDS = 10.0
LONGEST_LINE = 4096
LOOKUP_SECONDS = 4.0
USUAL = ("fcm.googleapis.com", "*.push.services.mozilla.com", "*.push.apple.com", "*.notify.windows.com")
"""Push services of browsers, by host name; an asterisk stands for one label or more."""
_ALLOCATED = ip_network("2000::/3")
"""All global IPv6 addresses; others are local, or stand for something else."""
_RESERVED = [
    ip_network(network)
    for network in (
        *("192.0.0.0/24", "192.88.99.0/24", "192.52.193.0/24", "192.31.196.0/24", "192.175.48.0/24"),
        *("2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3ffe::/16", "3fff::/20"),
    )
]
"""Reserved networks: tunnels, anycast to the nearest relay, documentation: the IANA's registries of special-purpose
addresses, 2026-11-27.
"""
_ISATAP = 0x5EFE
"""Bits before the IPv4 address in an interface identifier of an ISATAP tunnel (RFC 5214), in any network."""


class Undelivered(Exception):
    """Failed delivery: the push service cannot be reached, or its answer is malformed."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Push address of a browser.

    Attributes:
        host, port: Host and port.
        path: Path and query.
        origin: ``https://push.example``, with a port if it is not the default one.
    """

    host: str
    port: int
    path: str
    origin: str


def is_public(address: str) -> bool:
    """Return whether a numeric address is a public one, and not a private one in any disguise.

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
    """Return whether a host matches a name; ``*.push.example`` matches all names below it, and ``*`` all.

    >>> is_named("a.push.example", ["*.push.example"]), is_named("push.example", ["*.push.example"])
    (True, False)
    """
    return any(host == name or (name.startswith("*") and host.endswith(name[1:])) for name in names)


class Post:
    """Sends encrypted messages to push services.

    Args:
        local: Whether push services may be on this machine or its network, on any port.
        services: Names of further push services.
    """

    def __init__(self, local: bool = False, services: Iterable[str] = ()) -> None:
        self._local = local
        self._services = (*USUAL, *services)
        self._trust: ssl.SSLContext | None = None
        # The usual services have lookup threads of their own, so that slow lookups of other names do not delay them.
        self._usual, self._others = (ThreadPoolExecutor(16, thread_name_prefix="push-lookup") for _ in range(2))
        self._lookups: dict[tuple[str, int], asyncio.Future[list[Place]]] = {}

    def read(self, text: str) -> Endpoint:
        """Parse an address to which messages may be sent; raises BadValue if nothing is sent there."""
        wrong = BadValue(N_("a push address begins with https:// and has at most {most} characters"), most=LONGEST)
        if len(text) > LONGEST or not text.isascii() or any(letter <= " " or letter == "\x7f" for letter in text):
            raise wrong
        try:
            split = urlsplit(text)
            host, port = split.hostname or "", split.port or 443
        except ValueError:
            raise wrong from None
        if split.scheme != "https" or not host or "@" in split.netloc or not (self._local or port == 443):
            raise wrong
        if not is_named(host, self._services):
            raise BadValue(
                N_("this server sends nothing to the push service {host}; whoever runs it can allow that"),
                host=shortened(host),
            )
        path = (split.path or "/") + (f"?{split.query}" if split.query else "")
        shown = f"[{host}]" if ":" in host else host
        return Endpoint(host, port, path, f"https://{shown}" + ("" if port == 443 else f":{port}"))

    async def deliver(self, to: Endpoint, headers: Mapping[str, str], body: bytes) -> int:
        """Send a message."""
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
        """Return the numeric address to connect to; resolved only once, so that it cannot change after the check."""
        async with asyncio.timeout(LOOKUP_SECONDS):
            found = await asyncio.shield(self._lookup((to.host, to.port)))
        numbers = [str(place[4][0]) for place in found]
        if not numbers or not (self._local or all(is_public(number) for number in numbers)):
            raise ValueError("leads to a network of our own")
        return numbers[0]

    def _lookup(self, at: tuple[str, int]) -> asyncio.Future[list[Place]]:
        """Look up a host and port; a lookup in progress is shared."""
        if at not in self._lookups:
            threads = self._usual if is_named(at[0], USUAL) else self._others
            look = partial(socket.getaddrinfo, *at, type=socket.SOCK_STREAM)
            self._lookups[at] = asyncio.get_running_loop().run_in_executor(threads, look)
            self._lookups[at].add_done_callback(partial(self._looked_up, at))
        return self._lookups[at]

    def _looked_up(self, at: tuple[str, int], lookup: asyncio.Future[list[Place]]) -> None:
        self._lookups.pop(at, None)
        if not lookup.cancelled():
            lookup.exception()  # marks the exception as retrieved, as the waiting task may have given up

    def close(self) -> None:
        """Stop all lookups."""
        for threads in (self._usual, self._others):
            threads.shutdown(wait=False, cancel_futures=True)
