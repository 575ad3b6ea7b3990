"""Deleted games, classes and houses: how long they can be restored, and what their links say afterward."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal

from scorekeeper.store.columns import digest, parse_moment
from scorekeeper.store.connection import Database
from scorekeeper.store.errors import StoreError

KEPT_FOR: Final = timedelta(days=30)
"""How long a deleted game, class or house can be put back."""


class NotTheBeginner(StoreError):
    """Only the device that started something can delete it for good early."""

    code = "deleted.not_the_beginner"
    text = "Only the device that started this can delete it for good now."


What = Literal["game", "class", "house"]


@dataclass(frozen=True, slots=True)
class Deleted:
    """When and by which device a thing was deleted."""

    at: datetime
    device: str
    kept_for: timedelta = KEPT_FOR

    @property
    def until(self) -> datetime:
        """The time when it is gone for good."""
        return self.at + self.kept_for


def deleted_of(at: str, device: str) -> Deleted | None:
    """The values of `deleted_at` and `deleted_by`; None if it isn't deleted."""
    return Deleted(parse_moment(at), device) if at else None


def note_gone(database: Database, what: What, keys: Iterable[str]) -> None:
    """Store the digests of links to something that is gone for good."""
    for key in keys:
        database.execute(
            "INSERT INTO gone_links (digest, what) VALUES (?, ?) ON CONFLICT DO NOTHING", [digest(key), what]
        )


def is_gone(database: Database, what: What, key: str) -> bool:
    """Whether that link led to something that is gone for good."""
    row = database.execute("SELECT 1 FROM gone_links WHERE digest = ? AND what = ?", [digest(key), what]).fetchone()
    return row is not None
