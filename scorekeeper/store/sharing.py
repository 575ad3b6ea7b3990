"""Sharing a game among many phones: renewing its links, and which player sits behind which phone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, NamedTuple

from scorekeeper.store.errors import IdReused, NotInGame
from scorekeeper.store.finding import find_again, find_by_id, find_game, find_to_edit, why_not_found
from scorekeeper.store.history import done_before, remark
from scorekeeper.store.links import digest, is_same, new_key
from scorekeeper.store.texts import fingerprint
from scorekeeper.store.values import KeptGame, Part, Write

if TYPE_CHECKING:
    from sqlite_utils import Database

    from scorekeeper.store.connection import Store

_RENEW = {
    "edit": ("UPDATE games SET edit_key = ?, edit_digest = ?, version = version + 1 WHERE id = ?", 1),
    "view": ("UPDATE games SET view_key = ?, view_digest = ?, version = version + 1 WHERE id = ?", 0),
}


def renew_link(store: Store, edit_key: str, which: Literal["edit", "view"], write: Write) -> KeptGame:
    """Give a game a new link in place of one that is shut out from now on; the game with its new links.

    The device that renews the edit link goes on; all others that knew the old link lose the game from their lists. The
    same write again by the same device changes nothing, even when it comes by the old link. Raises GameNotFound, as
    LinkRenewed for a link that was renewed before, and IdReused.
    """
    content = fingerprint("renew", which)
    with store.write() as database:
        renewed = _renewed_before(store, database, edit_key, which, write, content)
        if renewed is not None:
            return renewed
        before = find_to_edit(store, edit_key)
        done_before(database, write, before.id, content)  # an id of a change is refused
        statement, may_edit = _RENEW[which]
        # The version grows so that no process goes on with the game that it keeps built under the old link.
        key = new_key()
        database.execute(statement, [key, digest(key), before.id])
        # As much is so of the game before, which tells the way to this one.
        database.execute("UPDATE games SET version = version + 1 WHERE id = ?", [before.rematch_of])
        told = remark(database, before.id, write, "renewed", [Part("link", None, which)], content)
        old = before.edit_key if which == "edit" else before.view_key
        database.execute(
            'INSERT INTO retired_keys ("key", digest, game, remark) VALUES (?, ?, ?, ?)',
            [old, digest(old), before.id, told],
        )
        database.execute(
            "DELETE FROM device_games WHERE game = ? AND may_edit = ? AND device <> ?",
            [before.id, may_edit, write.device],
        )
        kept = find_by_id(store, before.id)
    store.remember_built(kept)
    return kept


def _renewed_before(
    store: Store, database: Database, key: str, which: str, write: Write, content: str
) -> KeptGame | None:
    """The game whose link this very write renewed before, or None. Raises IdReused, GameNotFound."""
    found = database.execute("SELECT id, edit_key FROM games WHERE edit_digest = ?", [digest(key)]).fetchone()
    if found is not None and is_same(found[1], key):
        rows = database.execute(
            "SELECT content FROM remarks WHERE game = ? AND write_id = ?", [found[0], write.id]
        ).fetchall()
        if not rows:
            return None
        if (content,) not in rows:
            raise IdReused
        return find_by_id(store, found[0])
    found = database.execute(
        """
        SELECT retired_keys.game, "key", write_id, device, content
        FROM retired_keys JOIN remarks ON remarks.id = remark WHERE digest = ?
        """,
        [digest(key)],
    ).fetchone()
    # Only an edit link may lead to the new edit link, and only for the device that asked for it.
    is_asked_for = found is not None and is_same(found[1], key) and found[2:] == (write.id, write.device, content)
    if which == "edit" and is_asked_for:
        return find_again(store, found[0], write.device)
    raise why_not_found(database, key)


# --- who sits behind which phone --------------------------------------------------------------------------------------


def choose_seat(store: Store, device: str, key: str, player: int | None) -> None:
    """Say which player a device belongs to; None for somebody who only looks on. Raises GameNotFound, NotInGame."""
    kept = find_game(store, key)
    if player is not None and kept.game.player(player) is None:
        raise NotInGame(f"there is no player {player} in this game")
    with store.write() as database:
        database.execute(
            """
            INSERT INTO seats (device, game, player) VALUES (?, ?, ?)
            ON CONFLICT (device, game) DO UPDATE SET player = excluded.player
            """,
            [device, kept.id, player],
        )


class DeviceSeat(NamedTuple):
    """What one device is in a game."""

    player: int | None  # whose it is; None where it only looks on, or has not said
    said: bool
    began: bool  # this device began the game


def seat_of_device(store: Store, device: str, game: int) -> DeviceSeat:
    """Whose a device is in that game."""
    began, seat = store.database.execute(
        """
        SELECT (SELECT kind = 'created' AND device = :device FROM history WHERE game = :game ORDER BY id LIMIT 1),
               (SELECT coalesce(player, 0) FROM seats WHERE device = :device AND game = :game)
        FROM games WHERE id = :game
        """,
        {"device": device, "game": game},
    ).fetchone()
    return DeviceSeat(seat or None, seat is not None, bool(began))


def seats_of_game(store: Store, key: str) -> Mapping[str, int | None]:
    """Every device that said which player it belongs to, with the player's id; None where it only looks on.

    Raises GameNotFound.
    """
    rows = store.database.execute(
        "SELECT device, player FROM seats WHERE game = ?", [find_game(store, key).id]
    ).fetchall()
    return dict(rows)
