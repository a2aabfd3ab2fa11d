"""A local push service, and a browser's half of the encryption, written from the RFCs, not from yurei's code.

AES, the curve and the check of a signature are a library's; the derivations and the record are computed here.
"""

import datetime
import hashlib
import hmac
import json
import ssl
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from cryptography.x509.oid import NameOID

from tests.web.mail_server import LocalService

CURVE = ec.SECP256R1()


def bytes_of(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def text_of(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def _mac(key: bytes, text: bytes) -> bytes:
    return hmac.new(key, text, hashlib.sha256).digest()


@dataclass(frozen=True)
class Keys:
    """The keys that a browser makes for a push subscription."""

    number: int
    auth: bytes

    @property
    def public(self) -> bytes:
        return self._private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def _private(self) -> ec.EllipticCurvePrivateKey:
        return ec.derive_private_key(self.number, CURVE)

    def opens(self, body: bytes) -> bytes:
        """Decrypt a message for this browser by RFC 8188, with the keys of RFC 8291; it must be one record."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, record = body[21 : 21 + length], body[21 + length :]
        assert 18 <= len(record) <= size <= 4096, "one record, that every push service takes"
        shared = self._private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender))
        secret = _mac(_mac(self.auth, shared), b"WebPush: info\0" + self.public + sender + b"\1")
        pseudo = _mac(salt, secret)
        key = _mac(pseudo, b"Content-Encoding: aes128gcm\0\1")[:16]
        nonce = _mac(pseudo, b"Content-Encoding: nonce\0\1")[:12]
        opening = Cipher(algorithms.AES(key), modes.GCM(nonce, record[-16:])).decryptor()
        text = (opening.update(record[:-16]) + opening.finalize()).rstrip(b"\0")
        assert text[-1:] == b"\2", "the last record ends so"
        return text[:-1]


def who_sent(header: str, now: float) -> tuple[dict[str, Any], str]:
    """Check the signature and the time of a header by RFC 8292; return the sender's claims and public key."""
    kind, _, rest = header.partition(" ")
    assert kind == "vapid"
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    said, _, signed = parts["t"].rpartition(".")
    head, claims = (json.loads(bytes_of(part)) for part in said.split("."))
    assert head["alg"] == "ES256"
    numbers = bytes_of(signed)
    assert len(numbers) == 64
    key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, bytes_of(parts["k"]))
    two = encode_dss_signature(int.from_bytes(numbers[:32], "big"), int.from_bytes(numbers[32:], "big"))
    key.verify(two, said.encode(), ec.ECDSA(hashes.SHA256()))
    assert now < claims["exp"] <= now + 24 * 3600
    return claims, parts["k"]


@dataclass(frozen=True)
class Arrived:
    path: str
    headers: dict[str, str]
    body: bytes


class PushService(LocalService[Arrived]):
    """An https server that answers with ``status``; ``slow`` answers nothing, ``endless`` a line without end."""

    def __init__(self, folder: Path) -> None:
        self.status: int | str = 201
        self.certificate = folder / "certificate.pem"
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                headers = {name.lower(): value for name, value in self.headers.items()}
                body = self.rfile.read(int(headers["content-length"]))
                service.arrived.put(Arrived(self.path, headers, body))
                service.answers(self)

            def log_message(self, format: str, *args: Any) -> None:
                """Do not log."""

        class Quiet(ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, request: Any, client_address: Any) -> None:
                """Ignore errors: clients break off on purpose."""

        server = Quiet(("127.0.0.1", 0), Handler)
        trust = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        trust.load_cert_chain(self.certificate, _certified(self.certificate, folder / "key.pem"))
        server.socket = trust.wrap_socket(server.socket, server_side=True)
        super().__init__(server)
        self.address = f"https://localhost:{self.port}"

    def answers(self, asked: BaseHTTPRequestHandler) -> None:
        if self.status == "slow":
            time.sleep(5)
        elif self.status == "endless":
            for _ in range(2000):
                asked.wfile.write(b"HTTP/1.1" * 500)
        else:
            asked.send_response(int(self.status))
            asked.send_header("Location", f"{self.address}/elsewhere")
            asked.end_headers()


def _certified(certificate: Path, place: Path) -> Path:
    """Write a self-signed certificate for localhost and its key; return the path of the key."""
    key = ec.generate_private_key(CURVE)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now, day = datetime.datetime.now(datetime.UTC), datetime.timedelta(days=1)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - day)
        .not_valid_after(now + day)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    certificate.write_bytes(made.public_bytes(Encoding.PEM))
    place.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return place
