"""How single values stand in the tables: secret keys, moments, cards, what was entered, and the fingerprint of a write.

An index compares sign by sign, so whoever measured very well might learn how much of a key was right. Therefore a
link is looked up by a digest, of which nobody can choose the beginning, and then the key itself is compared as a whole.
"""

import json
import secrets
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import UTC, datetime
from enum import Enum
from functools import lru_cache
from hashlib import sha256
from hmac import compare_digest
from typing import Any

from scorekeeper.houses import freeze
from scorekeeper.rules import Entry, House, Layout, format_layout, parse_layout

SPELLED_SIGNS = "abcdefghijkmnpqrstuvwxyz23456789"
SPELLED_LENGTH = 26
"""Of a key that is also the name of a house: five bits each, 130 in all. Those of earlier releases have 20."""


def new_key() -> str:
    """The secret part of a link: 128 bits of chance."""
    return secrets.token_urlsafe(16)


def new_uid() -> str:
    """What phones call a game, whichever link leads to it; no link follows from it."""
    return secrets.token_hex(12)


def new_spelled_key() -> str:
    """As much in small letters and digits."""
    return "".join(secrets.choice(SPELLED_SIGNS) for _ in range(SPELLED_LENGTH))


def digest(key: str) -> bytes:
    """What a key is looked up by. There is one for everything that somebody may send in place of a key."""
    return sha256(key.encode("utf-8", "surrogatepass")).digest()


def is_same(kept: str, sent: str) -> bool:
    """Whether that is the key, in a time that does not depend on how much of it is right."""
    return sent.isascii() and compare_digest(kept, sent)


def format_moment(moment: datetime) -> str:
    """UTC, always equally long, so that later moments sort later: `2026-11-21T19:30:00.000000Z`."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def parse_moment(text: str) -> datetime:
    """The moment that ``format_moment`` wrote."""
    return datetime.fromisoformat(text)


@lru_cache(maxsize=4096)
def parse_cards(text: str) -> Layout:
    """A layout from its notation. Layouts are immutable, so the same cards may be the same object."""
    return parse_layout(text)


def entry_of(value: Any) -> Entry | None:
    """What was entered, from its plain value: notation, a number, or None."""
    if value is None:
        return None
    return Entry(points=value) if isinstance(value, int) else Entry(layout=parse_cards(value))


def plain_entry(entry: Entry | None) -> str | int | None:
    """What was entered as a plain value: notation, a number, or None."""
    if entry is None:
        return None
    return entry.points if entry.layout is None else format_layout(entry.layout)


def to_json(value: Any) -> str:
    """One line of JSON in which people can read names."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def fingerprint(*content: Any) -> str:
    """The same for the same content, in whatever process: tells whether a repeated write is really the same one."""
    text = json.dumps(content, default=_plain, sort_keys=True)
    return sha256(text.encode()).hexdigest()[:32]


def _plain(value: Any) -> Any:
    if isinstance(value, Entry):
        return plain_entry(value)
    if isinstance(value, House):
        return freeze(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return dict(value)
    if is_dataclass(value):
        # A field of a later release says nothing at its default: writes of releases before are recognized.
        told = [(f, getattr(value, f.name)) for f in fields(value)]
        said = {f.name: kept for f, kept in told if not ("added" in f.metadata and kept == f.default)}
        # What a write was based on is not part of what it says.
        said.pop("based_on", None)
        return {"": type(value).__name__, **said}
    raise TypeError(f"{value!r} is not the content of a write")
