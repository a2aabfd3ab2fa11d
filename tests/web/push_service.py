"""A push service on this machine, and a browser's half of the sealing, written from the RFCs and not from our code.

Only AES and the check of a signature are a library's; the curve, the derivations and the record are computed here.
"""

import datetime
import hashlib
import hmac
import ipaddress
import json
import queue
import ssl
import threading
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.x509.oid import NameOID

# The curve P-256, FIPS 186-4 D.1.2.3.
P = 2**256 - 2**224 + 2**192 + 2**96 - 1
BASE = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)
Point = tuple[int, int] | None


def bytes_of(text: str) -> bytes:
    """What a text of these protocols stands for."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def text_of(data: bytes) -> str:
    """Bytes as these protocols write them."""
    return urlsafe_b64encode(data).decode().rstrip("=")


def _sum(one: Point, other: Point) -> Point:
    if one is None or other is None:
        return one or other
    (x, y), (u, v) = one, other
    if x == u and (y + v) % P == 0:
        return None
    slope = (3 * x * x - 3) * pow(2 * y, -1, P) if one == other else (v - y) * pow(u - x, -1, P)
    across = (slope * slope - x - u) % P
    return across, (slope * (x - across) - y) % P


def times(number: int, point: Point) -> tuple[int, int]:
    """A point so many times."""
    total: Point = None
    while number:
        if number & 1:
            total = _sum(total, point)
        number, point = number >> 1, _sum(point, point)
    assert total is not None
    return total


def written(point: tuple[int, int]) -> bytes:
    """A point in 65 bytes."""
    return b"\x04" + point[0].to_bytes(32, "big") + point[1].to_bytes(32, "big")


def read(data: bytes) -> tuple[int, int]:
    """The point in 65 bytes."""
    assert (len(data), data[0]) == (65, 4)
    return int.from_bytes(data[1:33], "big"), int.from_bytes(data[33:], "big")


def _mac(key: bytes, text: bytes) -> bytes:
    return hmac.new(key, text, hashlib.sha256).digest()


@dataclass(frozen=True)
class Keys:
    """What a browser has made for itself."""

    number: int
    auth: bytes

    @property
    def public(self) -> bytes:
        """The half that it gives away."""
        return written(times(self.number, BASE))

    def opens(self, body: bytes) -> bytes:
        """What was sealed for this browser: RFC 8188 with the keys of RFC 8291, and nothing left over."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, record = body[21 : 21 + length], body[21 + length :]
        assert 18 <= len(record) <= size <= 4096, "one record, that every push service takes"
        shared = times(self.number, read(sender))[0].to_bytes(32, "big")
        secret = _mac(_mac(self.auth, shared), b"WebPush: info\0" + self.public + sender + b"\1")
        pseudo = _mac(salt, secret)
        key = _mac(pseudo, b"Content-Encoding: aes128gcm\0\1")[:16]
        nonce = _mac(pseudo, b"Content-Encoding: nonce\0\1")[:12]
        opening = Cipher(algorithms.AES(key), modes.GCM(nonce, record[-16:])).decryptor()
        text = (opening.update(record[:-16]) + opening.finalize()).rstrip(b"\0")
        assert text[-1:] == b"\2", "the last record ends so"
        return text[:-1]


def who_sent(header: str, now: float) -> tuple[dict[str, Any], str]:
    """The claims of a sender, once its signature and time are found good, and its public key: RFC 8292."""
    kind, _, rest = header.partition(" ")
    assert kind == "vapid"
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    said, _, signed = parts["t"].rpartition(".")
    head, claims = (json.loads(bytes_of(part)) for part in said.split("."))
    assert head["alg"] == "ES256"
    numbers = bytes_of(signed)
    assert len(numbers) == 64
    x, y = read(bytes_of(parts["k"]))
    key = ec.EllipticCurvePublicNumbers(x, y, ec.SECP256R1()).public_key()
    two = encode_dss_signature(int.from_bytes(numbers[:32], "big"), int.from_bytes(numbers[32:], "big"))
    key.verify(two, said.encode(), ec.ECDSA(hashes.SHA256()))
    assert now < claims["exp"] <= now + 24 * 3600
    return claims, parts["k"]


@dataclass(frozen=True)
class Arrived:
    """A request as it came."""

    path: str
    headers: dict[str, str]
    body: bytes


class PushService:
    """An https server that takes what comes, and answers as it is told to.

    Attributes:
        status: What it answers with; ``slow`` for not at all, ``endless`` for a line that never ends.
    """

    def __init__(self, folder: Path) -> None:
        self.arrived: queue.Queue[Arrived] = queue.Queue()
        self.status: int | str = 201
        self.certificate = folder / "certificate.pem"
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                service.arrived.put(Arrived(self.path, headers, body))
                service.answers(self)

            def log_message(self, format: str, *args: Any) -> None:
                """Say nothing."""

        class Quiet(ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, request: Any, client_address: Any) -> None:
                """Whoever has asked has gone; that is as it should be."""

        self._server = Quiet(("127.0.0.1", 0), Handler)
        trust = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        trust.load_cert_chain(self.certificate, _certified(self.certificate, folder / "key.pem"))
        self._server.socket = trust.wrap_socket(self._server.socket, server_side=True)
        self.address = f"https://localhost:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def answers(self, asked: BaseHTTPRequestHandler) -> None:
        """Answer as wished."""
        if self.status == "slow":
            time.sleep(5)
        elif self.status == "endless":
            for _ in range(2000):
                asked.wfile.write(b"HTTP/1.1" * 500)
        else:
            asked.send_response(int(self.status))
            asked.send_header("Location", f"{self.address}/elsewhere")
            asked.end_headers()

    def next(self, seconds: float = 20) -> Arrived:
        """What comes next."""
        return self.arrived.get(timeout=seconds)

    def nothing_comes(self, seconds: float = 0.4) -> bool:
        """Whether nothing comes for a while."""
        try:
            self.arrived.get(timeout=seconds)
        except queue.Empty:
            return True
        return False

    def close(self) -> None:
        """Close."""
        self._server.shutdown()
        self._server.server_close()


def _certified(certificate: Path, place: Path) -> Path:
    """A certificate for this machine, signed by itself; and where its key lies."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    names = [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    certificate.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    plain = serialization.NoEncryption()
    place.write_bytes(key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain))
    return place
