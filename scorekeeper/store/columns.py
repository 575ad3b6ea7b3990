"""Formats of single values in the tables: secret keys, times, cards, entries, and the fingerprint of a write.

An index compares byte by byte, so exact timing could reveal how much of a guessed key is right. So a link is looked up
by a digest, whose start no one can choose, and then the whole key is compared.
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
"""Length of a key that also names a house: five bits each, 130 in all. Earlier releases used 20."""


def new_key() -> str:
    """The secret part of a link: 128 random bits."""
    return secrets.token_urlsafe(16)


def new_uid() -> str:
    """A game's id for phones, the same for all of its links. It reveals no link."""
    return secrets.token_hex(12)


def new_spelled_key() -> str:
    """An equally random key in small letters and digits."""
    return "".join(secrets.choice(SPELLED_SIGNS) for _ in range(SPELLED_LENGTH))


def digest(key: str) -> bytes:
    """The digest that a key is looked up by. Any text has one."""
    return sha256(key.encode("utf-8", "surrogatepass")).digest()


def keys_match(kept: str, sent: str) -> bool:
    """Whether the keys match, in constant time."""
    return sent.isascii() and compare_digest(kept, sent)


def format_moment(moment: datetime) -> str:
    """UTC in a fixed width, so that later times sort later: `2026-11-21T19:30:00.000000Z`."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def parse_moment(text: str) -> datetime:
    """The time that ``format_moment`` wrote."""
    return datetime.fromisoformat(text)


@lru_cache(maxsize=4096)
def parse_cards(text: str) -> Layout:
    """A layout from its notation. Layouts are immutable, so equal cards can share one object."""
    return parse_layout(text)


def entry_of(value: Any) -> Entry | None:
    """An entry from its plain value: notation, a number, or None."""
    if value is None:
        return None
    return Entry(points=value) if isinstance(value, int) else Entry(layout=parse_cards(value))


def plain_entry(entry: Entry | None) -> str | int | None:
    """An entry as a plain value: notation, a number, or None."""
    if entry is None:
        return None
    return entry.points if entry.layout is None else format_layout(entry.layout)


def to_json(value: Any) -> str:
    """One line of JSON with readable names."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def fingerprint(*content: Any) -> str:
    """A digest of a write's content, equal in every process; it shows whether a repeated write is the same."""
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
        # A newer field is left out at its default, so that writes of earlier releases still match.
        told = [(f, getattr(value, f.name)) for f in fields(value)]
        said = {f.name: kept for f, kept in told if not ("added" in f.metadata and kept == f.default)}
        # The version that a write is based on is not part of its content.
        said.pop("based_on", None)
        return {"": type(value).__name__, **said}
    raise TypeError(f"{value!r} is not the content of a write")
