"""A proxy between browsers and a server: it hands on every byte, and loses answers when it is told to."""

import socket
import threading
from contextlib import suppress

DEED = b"POST /g/"
SOCKET = b"\r\nupgrade: websocket\r\n"


class Forwarder:
    """Listens on a port of its own, and leads to a server's; what it lets through it does not touch.

    Args:
        port: The server's.

    Attributes:
        port: Its own.
        deeds: So many deeds have come this way.
        losing: Whether the answers to deeds are lost: the server has said them, and the connection goes.
    """

    def __init__(self, port: int) -> None:
        self._server, self.deeds, self.losing = port, 0, False
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listening.getsockname()[1])
        self._open: set[socket.socket] = set()
        self._begin(self._listen)

    @property
    def address(self) -> str:
        """Where it is found."""
        return f"http://localhost:{self.port}"

    def close(self) -> None:
        """Listen no more, and cut what is open."""
        for each in (self._listening, *self._open):
            _end(each)

    def _begin(self, *work: object) -> None:
        do, *given = work
        threading.Thread(target=do, args=given, daemon=True).start()  # type: ignore[arg-type]

    def _listen(self) -> None:
        with suppress(OSError):
            while True:
                browser, _ = self._listening.accept()
                try:
                    server = socket.create_connection(("127.0.0.1", self._server))
                except OSError:  # nobody is there
                    _end(browser)
                    continue
                self._open |= {browser, server}
                asked = [b""]
                self._begin(self._there, browser, server, asked)
                self._begin(self._back, browser, server, asked)

    def _there(self, browser: socket.socket, server: socket.socket, asked: list[bytes]) -> None:
        """Hand on what is asked, and remember what it was. On a socket everything is a deed."""
        upgraded = False
        with suppress(OSError):
            while data := browser.recv(65536):
                asked[0] = DEED if upgraded else data[: len(DEED)]
                self.deeds += asked[0] == DEED
                upgraded |= SOCKET in data.lower()
                server.sendall(data)
        _end(server)

    def _back(self, browser: socket.socket, server: socket.socket, asked: list[bytes]) -> None:
        """Hand on what is answered; or lose it."""
        with suppress(OSError):
            while data := server.recv(65536):
                if asked[0] == DEED and self.losing:
                    break
                browser.sendall(data)
        _end(browser)
        _end(server)
        self._open -= {browser, server}


def _end(connection: socket.socket) -> None:
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
    connection.close()
