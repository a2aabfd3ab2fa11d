"""A local mail server with as much SMTP as is needed to receive a mail; it keeps all mails."""

import base64
import email
import email.policy
import queue
import socketserver
import threading
import time
from email.message import EmailMessage
from typing import Any, Generic, TypeVar

Arrival = TypeVar("Arrival")


class LocalService(Generic[Arrival]):
    """A server in its own thread that puts all that it receives into a queue."""

    def __init__(self, server: socketserver.TCPServer) -> None:
        self.arrived: queue.Queue[Arrival] = queue.Queue()
        self._server = server
        self.port = int(server.server_address[1])
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()

    def next(self) -> Arrival:
        return self.arrived.get(timeout=20)

    def nothing_comes(self, seconds: float = 0.4) -> bool:
        time.sleep(seconds)
        return self.arrived.empty()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


class MailServer(LocalService[EmailMessage]):
    """A mail server without TLS that demands a password; ``to`` has the receivers named in ``RCPT``."""

    USER, PASSWORD = "yurei", "a secret"

    def __init__(self) -> None:
        self.to: list[str] = []
        server = self

        class Handler(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                server._talk(self)

        class Quiet(socketserver.ThreadingTCPServer):
            daemon_threads = True
            allow_reuse_address = True

        super().__init__(Quiet(("127.0.0.1", 0), Handler))

    def _talk(self, client: Any) -> None:
        def say(words: str) -> None:
            client.wfile.write(f"{words}\r\n".encode())

        known, answers = False, {"EHLO": "250-here\r\n250 AUTH PLAIN", "QUIT": "221 bye"}
        say("220 here")
        while line := client.rfile.readline():
            word, _, rest = line.decode().strip().partition(" ")
            word = word.upper()
            if word == "AUTH":
                given = base64.b64decode(rest.partition(" ")[2]).decode().split("\0")
                known = given[1:] == [self.USER, self.PASSWORD]
                answers["AUTH"] = "235 welcome" if known else "535 no"
            elif word == "RCPT":
                self.to.append(rest.partition("<")[2].rstrip(">"))
            elif word == "DATA":
                say("354 go on" if known else "530 who are you?")
                self._read(client)
            say(answers.get(word, "250 yes"))

    def _read(self, client: Any) -> None:
        lines = []
        while (line := client.rfile.readline()) not in (b".\r\n", b""):
            lines.append(line.removeprefix(b".") if line.startswith(b"..") else line)
        mail = email.message_from_bytes(b"".join(lines), policy=email.policy.default)
        assert isinstance(mail, EmailMessage)
        self.arrived.put(mail)
