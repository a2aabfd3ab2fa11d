"""Delivery to a push service: one request, to a place that anybody may have named, with nothing believed about it.

An address comes from a browser, and so from anybody. It has to be https, and is
looked up here, so that it leads to no machine of our own network; where it leads
elsewhere after that, nobody goes. Of an answer the first line is read.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from ipaddress import IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from yurei.errors import BadValue
from yurei.languages import N_

LONGEST = 1024
SECONDS = 10.0
LONGEST_LINE = 4096
_TRANSLATED = IPv6Network("64:ff9b::/96")


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
        if number.sixtofour or number.teredo or number in _TRANSLATED:
            return False
        number = number.ipv4_mapped or number
    return number.is_global and not number.is_multicast


class Post:
    """Carries sealed texts to push services.

    Args:
        local: Whether they may be on this machine or its network.
    """

    def __init__(self, local: bool = False) -> None:
        self._local = local
        self._trust: ssl.SSLContext | None = None
        # Of its own: who names a place that takes long to look up keeps nobody else waiting.
        self._finders = ThreadPoolExecutor(4, thread_name_prefix="push-lookup")

    def read(self, text: str) -> Endpoint:
        """Read an address to which something may be sent.

        Raises:
            BadValue: where nothing is sent to such an address.
        """
        return Endpoint.read(text, self._local)

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
        found = await asyncio.get_running_loop().run_in_executor(
            self._finders, lambda: socket.getaddrinfo(to.host, to.port, type=socket.SOCK_STREAM)
        )
        numbers = [str(place[4][0]) for place in found]
        if not numbers or not (self._local or all(is_public(number) for number in numbers)):
            raise ValueError("leads to a network of our own")
        return numbers[0]

    def close(self) -> None:
        """Look nothing up any more."""
        self._finders.shutdown(wait=False, cancel_futures=True)
