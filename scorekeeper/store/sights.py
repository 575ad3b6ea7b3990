"""What a device would see of a game, told by a single indexed read: for whoever remembers pages of games."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.store.errors import GameNotFound
from scorekeeper.store.links import digest, is_same

if TYPE_CHECKING:
    from scorekeeper.store.connection import Store


class Onlooker(NamedTuple):
    """What of a game's page differs from one device to the next."""

    game: int
    may_edit: bool
    began: bool  # this device began the game
    seat: int | None  # the player that it belongs to, 0 where it only looks on; None: it has not said


class Sight(NamedTuple):
    """A game in one of its states, as one device sees it. Equal sights show the same game, word by word."""

    onlooker: Onlooker
    version: int
    changed_at: str  # see GameState
    listed: bool  # among the games of this device, by this link or a better one


def sight_of(store: Store, key: str, device: str) -> Sight:
    """What that device sees behind an edit or view key. Raises GameNotFound, and StoreUnusable."""
    sought = digest(key)
    with store.explained():
        found = store.database.execute(
            """
            SELECT id, version, changed_at, edit_key, view_key,
                   (SELECT kind = 'created' AND device = :device FROM history WHERE game = games.id
                    ORDER BY id LIMIT 1),
                   (SELECT coalesce(player, 0) FROM seats WHERE device = :device AND game = games.id),
                   (SELECT may_edit FROM device_games WHERE device = :device AND game = games.id)
            FROM games WHERE edit_digest = :sought OR view_digest = :sought
            """,
            {"sought": sought, "device": device},
        ).fetchone()
    if found is None:
        raise GameNotFound
    game, version, changed_at, edit_key, view_key, began, seat, listed = found
    may_edit = is_same(edit_key, key)
    if not may_edit and not is_same(view_key, key):
        raise GameNotFound
    return Sight(
        Onlooker(game, may_edit, bool(began), seat), version, changed_at, listed is not None and listed >= may_edit
    )
