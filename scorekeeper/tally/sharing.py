"""Sharing a game among phones: its links, the games that a device lists, and the player of each phone.

A list holds links, so only its own device may see it.
"""

from collections.abc import Mapping
from contextlib import suppress
from typing import Literal, NamedTuple

from scorekeeper.rules.names import name_key
from scorekeeper.store.columns import digest, fingerprint, keys_match, new_key
from scorekeeper.store.connection import Database, Store
from scorekeeper.store.errors import IdReused, StoreBusy, StoreFailed
from scorekeeper.store.writes import Write
from scorekeeper.tally.game_errors import NotInGame
from scorekeeper.tally.game_row import (
    PLAYERS,
    find_again,
    find_by_id,
    find_game,
    find_to_edit,
    hold,
    load_games,
    state_from_json,
    still_there,
    tell_the_one_before,
    topic_of,
)
from scorekeeper.tally.history import done_before, record
from scorekeeper.tally.values import KeptGame, Part

_RENEW = {
    which: f"""
    UPDATE games SET {which}_key = ?, {which}_digest = ?, {which}_renewed_by = ?, version = version + 1 WHERE id = ?
    """
    for which in ("edit", "view")
}
_EDIT = fingerprint("renew", "edit")


def renew_link(store: Store, edit_key: str, which: Literal["edit", "view"], write: Write) -> KeptGame:
    """Replace a link of a game, and return the game with its new links.

    The device that replaces the edit link keeps the game; all others that had the old link lose it from their lists.
    The same write again by the same device changes nothing, even if it comes by the old link. Raises GameNotFound, as
    LinkRenewed for a link replaced before, and IdReused.
    """
    content = fingerprint("renew", which)
    with store.write() as database:
        hold(store, edit_key)
        renewed = _renewed_before(store, database, edit_key, write, content)
        if renewed is not None:
            return renewed
        before = find_to_edit(store, edit_key)
        done_before(database, write, before.id, content)  # refuses the id of a change
        # The version grows so that no process keeps using its cached game with the old link.
        key = new_key()
        database.execute(_RENEW[which], [key, digest(key), write.device, before.id])
        # The same goes for the game before, which links to this one.
        tell_the_one_before(store, database, before.id)
        told = record(database, before.id, write, "renewed", [Part("link", None, which)], content)
        old = before.edit_key if which == "edit" else before.view_key
        database.execute(
            'INSERT INTO retired_keys ("key", digest, game, remark) VALUES (?, ?, ?, ?)',
            [old, digest(old), before.id, told],
        )
        database.execute(
            "DELETE FROM device_games WHERE game = ? AND may_edit = ? AND device <> ?",
            [before.id, int(which == "edit"), write.device],
        )
        kept = find_by_id(store, before.id)
        store.ring(topic_of(before.id))
    store.keep_built(kept.id, kept, kept.cards)
    return kept


def _renewed_before(store: Store, database: Database, key: str, write: Write, content: str) -> KeptGame | None:
    """The game whose link this same write replaced before, or None. Raises IdReused."""
    rows = database.execute(
        """
        SELECT history.game, content = ?, device, coalesce(retired_keys."key", '')
        FROM history LEFT JOIN retired_keys ON remark = history.id WHERE write_id = ? AND since IS NOT NULL
        """,
        [content, write.id],
    ).fetchall()
    for game, is_this, device, retired in rows:
        kept = still_there(find_by_id(store, game))
        if is_this and keys_match(kept.edit_key, key):
            return kept
        # Only an edit link may lead to the new edit link, and only for the device that asked for it.
        if is_this and device == write.device and keys_match(retired, key) and content == _EDIT:
            return find_again(store, game, device)
    if any(keys_match(find_by_id(store, game).edit_key, key) for game, *_ in rows):
        raise IdReused
    return None


# --- the player of each phone -----------------------------------------------------------------------------------------


def choose_seat(store: Store, device: str, key: str, player: int | None) -> None:
    """Say which player uses a device; None for one who only watches. Raises GameNotFound, NotInGame."""
    kept = find_game(store, key)
    if player is not None and kept.game.player(player) is None:
        raise NotInGame(f"There’s no player {player} in this game.")
    with store.write() as database:
        database.execute(
            """
            INSERT INTO seats (device, game, player) VALUES (?, ?, ?)
            ON CONFLICT (device, game) DO UPDATE SET player = excluded.player
            """,
            [device, kept.id, player],
        )
        store.ring(topic_of(kept.id))


class DeviceSeat(NamedTuple):
    """A device's place in a game."""

    player: int | None  # None if it only watches or has not said
    said: bool
    began: bool  # whether this device started the game


def seat_of_device(store: Store, device: str, game: int) -> DeviceSeat:
    """A device's seat in a game."""
    began, seat = store.database.execute(
        """
        SELECT EXISTS (SELECT 1 FROM history WHERE game = :game AND kind = 'created' AND device = :device),
               (SELECT coalesce(player, 0) FROM seats WHERE device = :device AND game = :game)
        FROM games WHERE id = :game
        """,
        {"device": device, "game": game},
    ).fetchone()
    return DeviceSeat(seat or None, seat is not None, bool(began))


def seats_of_game(store: Store, key: str) -> Mapping[str, int | None]:
    """The player id of every device that has said who uses it; None if it only watches.

    Raises GameNotFound.
    """
    rows = store.database.execute(
        "SELECT device, player FROM seats WHERE game = ?", [find_game(store, key).id]
    ).fetchall()
    return dict(rows)


GAMES_LISTED = 100
NAMES_REMEMBERED = 30
_GAMES_FOR_NAMES = 50


def games_of_device(store: Store, device: str, *, deleted: bool = False) -> tuple[KeptGame, ...]:
    """The games of a device, last changed first, each by the best link that the device has.

    ``deleted`` lists the deleted ones instead.
    """
    with store.read() as database:
        rows = database.execute(
            """
            SELECT games.id, games.version, device_games.may_edit
            FROM device_games JOIN games ON games.id = device_games.game
            WHERE device_games.device = ? AND (games.deleted_at <> '') = ?
            ORDER BY games.changed_at DESC, games.id DESC LIMIT ?
            """,
            [device, deleted, GAMES_LISTED],
        ).fetchall()
        built = {game: (store.built(KeptGame, game), version) for game, version, _ in rows}
        games = {game: kept for game, (kept, version) in built.items() if kept and kept.version == version}
        missing = [game for game, _, _ in rows if game not in games]
        loaded = load_games(database, missing) if missing else []
    for kept in loaded:
        store.keep_built(kept.id, kept, kept.cards)
        games[kept.id] = kept
    return tuple(games[game] if may_edit else games[game].to_watch() for game, _, may_edit in rows)


def remember_game(store: Store, device: str, key: str) -> KeptGame:
    """List the game of a link on a device, and return it. A device keeps the edit link. Raises GameNotFound.

    If the store cannot be written at once, the game still opens; the next visit lists it.
    """
    kept = find_game(store, key)
    list_on_device(store, "game", device, kept.id, may_edit=kept.may_edit)
    return kept


def list_on_device(store: Store, what: Literal["game", "house"], device: str, number: int, *, may_edit: bool) -> None:
    """List a game or a house on a device; a stronger link that it already has stays."""
    table = f"device_{what}s"
    known = store.database.execute(
        f"SELECT may_edit FROM {table} WHERE device = ? AND {what} = ?", [device, number]
    ).fetchone()
    # Opening a page again needs no write.
    if known is not None and known[0] >= may_edit:
        return
    with suppress(StoreBusy, StoreFailed), store.write(wait=False) as database:
        database.execute(
            f"""
            INSERT INTO {table} (device, {what}, may_edit) VALUES (?, ?, ?)
            ON CONFLICT (device, {what}) DO UPDATE SET may_edit = excluded.may_edit
            WHERE {table}.may_edit < excluded.may_edit
            """,
            [device, number, int(may_edit)],
        )


def names_of_device(store: Store, device: str) -> tuple[str, ...]:
    """The player names of this device's games at a table, each once, those of the newest game first."""
    rows = store.database.execute(
        """
        SELECT games.state FROM device_games JOIN games ON games.id = device_games.game
        WHERE device_games.device = ? AND device_games.may_edit = 1 AND games.deleted_at = '' AND games.practice = 0
        ORDER BY games.created_at DESC, games.id DESC LIMIT ?
        """,
        [device, _GAMES_FOR_NAMES],
    ).fetchall()
    names: dict[str, str] = {}
    for (text,) in rows:
        for player in state_from_json(text)[0][PLAYERS]:
            names.setdefault(name_key(player["name"]), player["name"])
    return tuple(names.values())[:NAMES_REMEMBERED]
