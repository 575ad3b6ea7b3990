"""Secret links: made so that nobody can guess one, and found so that the time it takes tells nothing of them.

An index compares sign by sign, so whoever measured very well might learn how much of a key was right. Therefore a
link is looked up by a digest, of which nobody can choose the beginning, and then the key itself is compared as a whole.
"""

from __future__ import annotations

import secrets
from hashlib import sha256
from hmac import compare_digest

KEY_BYTES = 16
"""Of chance in every key: 128 bits."""

SPELT_SIGNS = "abcdefghijkmnpqrstuvwxyz23456789"
SPELT_LENGTH = 26
"""Of a key that is also the name of a house: five bits each, 130 in all. Those of earlier releases have 20."""


def new_key() -> str:
    """The secret part of a link."""
    return secrets.token_urlsafe(KEY_BYTES)


def new_spelt_key() -> str:
    """As much in small letters and digits."""
    return "".join(secrets.choice(SPELT_SIGNS) for _ in range(SPELT_LENGTH))


def digest(key: str) -> bytes:
    """What a key is looked up by. There is one for everything that somebody may send in place of a key."""
    return sha256(key.encode("utf-8", "surrogatepass")).digest()


def is_same(kept: str, sent: str) -> bool:
    """Whether that is the key, in a time that does not depend on how much of it is right."""
    return sent.isascii() and compare_digest(kept, sent)
