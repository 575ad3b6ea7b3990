"""Deleted things: for how long they can be put back, and what their links say once they are gone for good."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal

from scorekeeper.store.columns import digest, parse_moment
from scorekeeper.store.connection import Database
from scorekeeper.store.errors import StoreError

KEPT_FOR: Final = timedelta(days=30)
"""So long a deleted game, class or house can be put back."""


class NotTheBeginner(StoreError):
    """Only the device that began a thing deletes it for good before its time."""

    code = "deleted.not_the_beginner"
    text = "only the device that began this can delete it for good at once"


What = Literal["game", "class", "house"]


@dataclass(frozen=True, slots=True)
class Deleted:
    """When and by which device a thing was deleted."""

    at: datetime
    device: str
    kept_for: timedelta = KEPT_FOR

    @property
    def until(self) -> datetime:
        """The moment from which it is gone."""
        return self.at + self.kept_for


def deleted_of(at: str, device: str) -> Deleted | None:
    """What the columns `deleted_at` and `deleted_by` say; None while the thing stands."""
    return Deleted(parse_moment(at), device) if at else None


def note_gone(database: Database, what: What, keys: Iterable[str]) -> None:
    """Remember by their digests that these links led to a thing that is gone."""
    for key in keys:
        database.execute(
            "INSERT INTO gone_links (digest, what) VALUES (?, ?) ON CONFLICT DO NOTHING", [digest(key), what]
        )


def is_gone(database: Database, what: What, key: str) -> bool:
    """Whether that link led to a thing that is gone."""
    row = database.execute("SELECT 1 FROM gone_links WHERE digest = ? AND what = ?", [digest(key), what]).fetchone()
    return row is not None
