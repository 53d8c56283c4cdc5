"""Who sends a request: signed session tokens, the secret that signs them, and the admin's token."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
import stat
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from itsdangerous import BadData, URLSafeTimedSerializer

from koloda.core.errors import BadOption
from koloda.table.store import Store

DAY = 24 * 3600
LONGEST = 180 * DAY
RENEW = 7 * DAY
BOT_TOKEN = "koloda-bot-"  # begins so: whoever finds one somewhere knows what it is
SHORTEST_SECRET = 32
KNOWN = 10_000  # tokens whose signature need not be checked again


@dataclass(frozen=True, slots=True)
class Session:
    user: str
    keys: int  # version of the user's keys: a token of an older version is no longer valid
    id: str  # of this login, so that it can be ended alone; empty in older tokens
    stale: bool  # still good, but old enough to be replaced by a new one
    bot: str = ""  # the hash of a bot's token, by which alone it is known


class Sessions:
    """Tokens that only this installation can make. They hold an id and are no secret about anything else."""

    def __init__(self, secret: str) -> None:
        # several secrets, newest first: tokens of the old ones stay valid while they are listed
        keys = [part for part in secret.replace(",", " ").split() if part]
        if not keys or any(len(key) < SHORTEST_SECRET for key in keys):
            raise BadOption(f"KOLODA_SECRET must have at least {SHORTEST_SECRET} characters")
        self.signer = URLSafeTimedSerializer(
            keys[::-1], salt="koloda session", signer_kwargs={"digest_method": hashlib.sha256}
        )
        self.known: dict[bytes, tuple[str, int, str, float]] = {}  # by hash: what good tokens hold

    def token(self, user: str, keys: int) -> str:
        """A new session."""
        token = self.signer.dumps([user, keys, secrets.token_urlsafe(9)])
        return token if isinstance(token, str) else token.decode()

    def read(self, token: str) -> Session | None:
        """The session of a token, or None if it is forged, broken or too old. Compares in constant time."""
        if len(token) > 512:
            return None
        if token.startswith(BOT_TOKEN):
            return Session("", 0, "", False, hash_token(token))
        key = hashlib.sha256(token.encode("utf-8", "replace")).digest()
        held = self.known.get(key)
        if held is None:
            held = self.checked(token)
            if held is None:
                return None
            if len(self.known) >= KNOWN:
                self.known.clear()
            self.known[key] = held
        user, keys, login, made = held
        age = time.time() - made
        return Session(user, keys, login, age > RENEW) if age <= LONGEST else None

    def checked(self, token: str) -> tuple[str, int, str, float] | None:
        """User, keys, login and time of a token that was signed here."""
        try:
            (user, keys, *login), made = self.signer.loads(token, max_age=LONGEST, return_timestamp=True)
        except (BadData, TypeError, ValueError):
            return None
        if not isinstance(user, str) or not isinstance(keys, int) or len(login) > 1:
            return None
        return user, keys, str(login[0]) if login else "", made.timestamp()


def hash_token(token: str) -> str:
    """Of a bot's token, which has enough letters to need no salt."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


async def find_secret(store: Store, environ: Mapping[str, str] = os.environ) -> str:
    """KOLODA_SECRET; or a file beside the SQLite database; or a row that all processes of a server share."""
    from koloda.table.store.sqlite import SqliteStore

    given = environ.get("KOLODA_SECRET", "")
    if given:
        return given
    if isinstance(store, SqliteStore):
        if store.path == ":memory:":
            return secrets.token_hex(32)
        return secret_file(Path(store.path + ".secret"))
    await store.run(
        "insert into meta(name, value) values('secret', ?1) on conflict do nothing", secrets.token_hex(32)
    )
    rows = await store.all("select value from meta where name = 'secret'")
    return str(rows[0][0])


def secret_file(path: Path) -> str:
    """The secret in a file that only its owner reads; made on the first start."""
    try:
        # written aside and linked: a racing starter sees no file or a whole one
        fresh = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
        if not path.exists():
            descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with open(descriptor, "w") as file:
                file.write(secrets.token_hex(32) + "\n")
                file.flush()
                os.fsync(file.fileno())
            with suppress(FileExistsError):
                os.link(fresh, path)
            fresh.unlink()
        mode = path.stat().st_mode
        text = path.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise BadOption(f"the secret of the sessions cannot be read or made: {error}") from None
    if stat.S_IMODE(mode) & 0o077:
        raise BadOption(f"{path} can be read by others: chmod 600 {path}")
    if len(text) < SHORTEST_SECRET:
        raise BadOption(f"{path} holds no secret of {SHORTEST_SECRET} characters: delete it to get a new one")
    return text


class Admin:
    """The one token that opens the admin's endpoints; without one they stay shut."""

    def __init__(self, token: str = "") -> None:
        if token and len(token) < 16:
            raise BadOption("the admin token must have at least 16 characters")
        self.digest = hashlib.sha256(token.encode()).digest() if token else b""

    @classmethod
    def find(cls, file: str | None = None, environ: Mapping[str, str] = os.environ) -> Admin:
        """The token in a file, else in KOLODA_ADMIN_TOKEN, else none."""
        if file is None:
            return cls(environ.get("KOLODA_ADMIN_TOKEN", ""))
        try:
            token = Path(file).read_text("utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise BadOption(f"the admin token cannot be read: {error}") from None
        if not token:
            raise BadOption(f"{file} holds no admin token")
        return cls(token)

    def allows(self, token: str) -> bool:
        if not self.digest:
            return False
        return hmac.compare_digest(hashlib.sha256(token.encode("utf-8", "replace")).digest(), self.digest)
