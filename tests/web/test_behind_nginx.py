"""Behind nginx as docs/running/nginx.conf has it: pages, sockets, streams over TLS, and no secret in its log."""

import json
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from http.client import HTTPSConnection
from pathlib import Path

import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from scripts.environment import ROOT
from tests.doors.programs import running
from tests.web.people import Server

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
pytestmark = pytest.mark.skipif(
    NGINX is None or shutil.which("openssl") is None, reason="nginx or openssl is not installed here"
)
SECRETS = (
    "/g/a/join/black/secret",
    "/mail/a/stop/secret",
    "/you/along/secret",
    "/evening/a/p/1/secret",
    "/challenge/secret",
)


@dataclass
class Proxy:
    """An nginx that is running: its port, the file that it logs to, and what its certificate is checked with."""

    port: int
    log: Path
    trust: ssl.SSLContext

    def ask(self, method: str, path: str, body: str | None = None, **headers: str) -> tuple[int, str, str]:
        """The status, the head and the body of an answer."""
        with closing(HTTPSConnection("localhost", self.port, context=self.trust, timeout=10)) as connection:
            connection.request(method, path, body, headers)
            with connection.getresponse() as answer:
                return answer.status, str(answer.headers), answer.read().decode()


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    """The block of the documentation with other ports, files and names, between the rest of what nginx needs."""
    folder, port, other = tmp_path_factory.mktemp("nginx"), free_port(), free_port()
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    words = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-days", "1"]
    words += ["-addext", "subjectAltName=DNS:localhost", "-keyout", str(key), "-out", str(certificate)]
    subprocess.run(words, check=True, capture_output=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("YUREI_PUBLIC_URL", f"https://localhost:{port}")
        server = Server(folder / "games.db")
        server.start()
    block = (ROOT / "docs/running/nginx.conf").read_text(encoding="utf-8")
    for old, new in {
        "listen [::]:443 ssl;": "",
        "listen [::]:80;": "",
        "listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
        "listen 80": f"listen 127.0.0.1:{other}",
        "go.example;": "localhost;",
        "/etc/letsencrypt/live/go.example/fullchain.pem": str(certificate),
        "/etc/letsencrypt/live/go.example/privkey.pem": str(key),
        "/var/log/nginx": str(folder),
        "127.0.0.1:8000": f"127.0.0.1:{server.port}",
    }.items():
        assert old in block, f"the block has no {old}"
        block = block.replace(old, new)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "".join(f"{kind}_temp_path {folder / kind};\n" for kind in kinds)
    whole = f"daemon off; pid {folder}/pid; error_log {folder}/start.log;\nevents {{}}\nhttp {{\n{paths}{block}\n}}\n"
    (folder / "nginx.conf").write_text(whole, encoding="utf-8")
    trust = ssl.create_default_context(cafile=str(certificate))
    with running([str(NGINX), "-p", str(folder), "-c", str(folder / "nginx.conf")], stderr=subprocess.DEVNULL):
        try:
            found = Proxy(port, folder / "yurei.log", trust)
            for _ in range(100):
                try:
                    found.ask("GET", "/health")
                    break
                except OSError:
                    time.sleep(0.1)
            yield found
        finally:
            server.stop()


def test_pages_are_answered_and_browsers_told_to_come_by_tls(proxy: Proxy) -> None:
    status, head, body = proxy.ask("GET", "/")
    assert status == 200
    assert "strict-transport-security" in head.lower()
    assert "<title>" in body


def test_a_socket_opens_and_brings_the_page(proxy: Proxy) -> None:
    address = f"localhost:{proxy.port}"
    with connect(f"wss://{address}/watch/live", ssl=proxy.trust, origin=Origin(f"https://{address}")) as opened:
        assert "<" in str(opened.recv(timeout=10))


def test_a_stream_of_a_bot_comes_at_once_and_frame_by_frame(proxy: Proxy) -> None:
    kind = {"Content-Type": "application/json"}
    token = json.loads(proxy.ask("POST", "/api/bots", '{"name": "Sei"}', **kind)[2])["token"]
    with closing(HTTPSConnection("localhost", proxy.port, context=proxy.trust, timeout=5)) as connection:
        connection.request("GET", "/api/stream", headers={"Authorization": f"Bearer {token}"})
        with connection.getresponse() as answer:
            assert answer.status == 200
            assert answer.read1(100), "without more than was sent"


def test_no_secret_of_a_link_stands_in_the_log(proxy: Proxy) -> None:
    for path in SECRETS:
        proxy.ask("GET", path)
        proxy.ask("GET", "/static/style.css", Referer=f"https://localhost{path}")
    proxy.ask("GET", "/learn/go?at=secret")
    for _ in range(50):
        if "/learn/go" in (said := proxy.log.read_text(encoding="utf-8")):
            break
        time.sleep(0.1)
    assert "/learn/go" in said
    assert "secret" not in said
