"""Web Push: a message encrypted for one browser (RFC 8291), signed by this server (RFC 8292), sent by HTTPS.

Addresses come from strangers, so a message goes only to public addresses by TLS: the name is looked up once,
every address that it has must be public, and the connection goes to one that was checked.
"""

from __future__ import annotations

import asyncio
import base64
import ipaddress
import json
import os
import re
import socket
import ssl
import time
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

RECORD = 4096  # one record holds a message
LONGEST = 3000  # bytes of a message
TIME = 10.0  # seconds for one delivery
ANSWER = 16_384  # bytes of an answer that are read at most
STATUS = re.compile(rb"[1-5]\d\d")
SIGNED = 12 * 3600  # seconds that a signature is good
CURVE = ec.SECP256R1()


class BadAddress(ValueError):
    """No message is sent there; the words say why, for the log."""


@dataclass(frozen=True, slots=True)
class Browser:
    """Who can read a message, and where it goes."""

    endpoint: str
    p256dh: str
    auth: str


def base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64url(text: str) -> bytes:
    """BadAddress for anything else."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except ValueError:
        raise BadAddress("this is no base64url") from None


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def browser_key(browser: Browser) -> tuple[ec.EllipticCurvePublicKey, bytes]:
    """The keys of a browser; BadAddress if they are none."""
    public, auth = from_base64url(browser.p256dh), from_base64url(browser.auth)
    if len(public) != 65 or len(auth) != 16:
        raise BadAddress("these are no keys of a browser")
    try:
        return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, public), auth
    except ValueError:
        raise BadAddress("this is no point of the curve") from None


def encrypted(
    browser: Browser,
    message: bytes,
    own: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """The body of a delivery; key and salt are made anew for each (tests bring theirs)."""
    if len(message) > LONGEST:
        raise ValueError(f"{len(message)} bytes are too many for a message")
    theirs, auth = browser_key(browser)
    own = own or ec.generate_private_key(CURVE)
    salt = salt or os.urandom(16)
    ours = point(own.public_key())
    secret = derived(auth, own.exchange(ec.ECDH(), theirs), b"WebPush: info\0" + point(theirs) + ours, 32)
    key = derived(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derived(salt, secret, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(ours)]) + ours
    return head + AESGCM(key).encrypt(nonce, message + b"\x02", None)


class Signer:
    """Says to push services that messages come from this server (VAPID); the key stays in its store."""

    def __init__(self, secret: str, contact: str) -> None:
        self.private = ec.derive_private_key(int(secret, 16), CURVE)
        self.public = base64url(point(self.private.public_key()))
        self.contact = contact

    @staticmethod
    def new_secret() -> str:
        return format(ec.generate_private_key(CURVE).private_numbers().private_value, "064x")

    def authorization(self, endpoint: str, now: float | None = None) -> str:
        parts = urlsplit(endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(time.time() if now is None else now) + SIGNED,
            "sub": self.contact,
        }
        head = {"typ": "JWT", "alg": "ES256"}
        signed = ".".join(
            base64url(json.dumps(part, separators=(",", ":")).encode()) for part in (head, claims)
        )
        r, s = decode_dss_signature(self.private.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        signature = base64url(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
        return f"vapid t={signed}.{signature}, k={self.public}"


def check_endpoint(endpoint: str, local: bool = False) -> tuple[str, int, str]:
    """Host, port and path of an address to which a message may go; BadAddress says why not.

    >>> check_endpoint("https://push.example/send/1?x=2")
    ('push.example', 443, '/send/1?x=2')
    """
    if len(endpoint) > 1000 or any(not "!" <= letter <= "~" for letter in endpoint):
        raise BadAddress("this is no address")
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        raise BadAddress("this is no address") from None
    host = parts.hostname or ""
    if parts.scheme not in (("https", "http") if local else ("https",)) or not host:
        raise BadAddress("messages go by https only")
    if parts.username is not None or parts.password is not None or parts.fragment:
        raise BadAddress("an address has no user and no fragment")
    if port not in (None, 443) and not local:
        raise BadAddress("messages go to port 443 only")
    if not local and is_number(host):
        raise BadAddress("messages go to services with a name")
    path = parts.path or "/"
    return (
        host,
        port or (443 if parts.scheme == "https" else 80),
        path + (f"?{parts.query}" if parts.query else ""),
    )


def is_number(host: str) -> bool:
    """Is this an address, however it is written, or a name of some inner network, rather than a full name?"""
    last = host.rpartition(".")[2]
    return ":" in host or "." not in host or not last[:1].isalpha()


def is_public(address: str) -> bool:
    """Is this an address of the open network, also inside whatever it may carry?

    >>> [is_public(each) for each in ("9.9.9.9", "10.0.0.1", "::ffff:127.0.0.1", "64:ff9b::7f00:1")]
    [True, False, False, False]
    """
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        if found.is_site_local:
            return False
        if found in ipaddress.ip_network("64:ff9b::/96") or found.sixtofour or found.teredo:
            return False  # they lead to addresses of IPv4: no push service needs them
        if found.ipv4_mapped:
            found = found.ipv4_mapped
    return found.is_global and not found.is_multicast and not found.is_reserved


def look_up(host: str, port: int) -> list[Any]:
    return socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)


async def addresses(host: str, port: int, local: bool, resolver: Executor | None = None) -> list[str]:
    """What the name means; BadAddress if any of it is not public."""
    loop = asyncio.get_running_loop()
    try:
        found = await loop.run_in_executor(resolver, look_up, host, port)
    except (OSError, UnicodeError):
        raise OSError(f"{host} has no address") from None
    known = list(dict.fromkeys(str(each[4][0]) for each in found))
    if not local and (not known or not all(is_public(each) for each in known)):
        raise BadAddress(f"{host} is no address of the open network")
    return known


async def deliver(
    browser: Browser,
    message: bytes,
    signer: Signer,
    ttl: int,
    topic: str,
    local: bool = False,
    resolver: Executor | None = None,
) -> int:
    """The status that the push service answers; OSError or TimeoutError where it does not.

    Names are looked up in threads of the `resolver`: those of a stranger may take long.
    """
    host, port, path = check_endpoint(browser.endpoint, local)
    body = encrypted(browser, message)
    parts = urlsplit(browser.endpoint)
    lines = (
        f"POST {path} HTTP/1.1", f"Host: {parts.netloc}", "Content-Encoding: aes128gcm",
        "Content-Type: application/octet-stream", f"Content-Length: {len(body)}", f"TTL: {ttl}",
        f"Topic: {topic}", "Urgency: normal", "Connection: close",
        f"Authorization: {signer.authorization(browser.endpoint)}",
    )  # fmt: skip
    async with asyncio.timeout(TIME):
        where = (await addresses(host, port, local, resolver))[0]
        secure = ssl.create_default_context() if parts.scheme == "https" else None
        reader, writer = await asyncio.open_connection(
            where, port, ssl=secure, server_hostname=host if secure else None, limit=ANSWER
        )
        try:
            writer.write("\r\n".join((*lines, "", "")).encode() + body)
            await writer.drain()
            words = (await reader.readline()).split()  # nothing else is of use: no redirect is followed
        except (ValueError, asyncio.LimitOverrunError):
            raise OSError("the answer is too long") from None
        finally:
            writer.close()
    if len(words) < 2 or not words[0].startswith(b"HTTP/1.") or not STATUS.fullmatch(words[1]):
        raise OSError("the answer is not HTTP")
    return int(words[1])
