"""Passwords are kept as argon2id hashes (OWASP's second choice: 19 MiB, 2 passes, 1 lane)."""

import secrets
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

SHORTEST: Final = 12
LONGEST: Final = 200
_hasher: Final = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
# Verified when the login is unknown, so that both answers take the same time.
_NOBODY: Final = _hasher.hash(secrets.token_hex())


def hash_password(password: str) -> str:
    return _hasher.hash(password)


def matches(password_hash: str | None, password: str) -> bool:
    """Whether the password is the one. `None` (nobody) takes as long and is never."""
    try:
        _hasher.verify(password_hash or _NOBODY, password[: LONGEST + 1])
    except (VerificationError, InvalidHashError):
        return False
    return password_hash is not None


def generate() -> str:
    """A password to be handed over and changed: 16 letters and digits, 95 bits."""
    alphabet = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
    return "".join(secrets.choice(alphabet) for _ in range(16))
