"""Deleting a game, putting it back within 30 days, and deleting it for good."""

from datetime import datetime
from typing import Literal

from scorekeeper.store.columns import fingerprint, format_moment
from scorekeeper.store.connection import Database, Store
from scorekeeper.store.gone import KEPT_FOR, NotTheBeginner, note_gone
from scorekeeper.store.writes import Write
from scorekeeper.tally.game_errors import GameNotFound
from scorekeeper.tally.game_row import find_by_id, find_even_deleted, hold, still_there, tell_the_one_before, topic_of
from scorekeeper.tally.history import done_before, record
from scorekeeper.tally.sharing import seat_of_device
from scorekeeper.tally.values import KeptGame, Part


def delete_game(store: Store, edit_key: str, write: Write) -> None:
    """Delete a game on every phone, until a phone puts it back. The same write again changes nothing.

    Raises GameNotFound, as GameDeleted where another write deleted it, and IdReused.
    """
    _mark(store, edit_key, "deleted", write)


def put_back(store: Store, edit_key: str, write: Write) -> None:
    """Put a deleted game back, as it was; any other stays. The same write again changes nothing.

    Raises GameNotFound, as GameGone after it was deleted for good, and IdReused.
    """
    _mark(store, edit_key, "put-back", write)


def _mark(store: Store, edit_key: str, what: Literal["deleted", "put-back"], write: Write) -> None:
    content = fingerprint(what)
    with store.write() as database:
        kept = _find_to_mark(store, edit_key)
        done_before(database, write, kept.id, content)  # refuses the id of a change
        if _is_done(database, kept, write, content):
            return
        if what == "deleted":
            still_there(kept)
        elif kept.deleted is None:
            return
        record(database, kept.id, write, "renewed", [Part("game", None, what)], content)
        marks = (format_moment(write.at), write.device) if what == "deleted" else ("", "")
        database.execute(
            "UPDATE games SET deleted_at = ?, deleted_by = ?, version = version + 1 WHERE id = ?", [*marks, kept.id]
        )
        tell_the_one_before(store, database, kept.id)
        store.ring(topic_of(kept.id))


def _find_to_mark(store: Store, edit_key: str) -> KeptGame:
    """The game of an edit key, deleted or not, locked against other servers. Raises GameNotFound."""
    hold(store, edit_key)
    kept = find_even_deleted(store, edit_key)
    if not kept.may_edit:
        still_there(kept)
        raise GameNotFound
    return kept


def _is_done(database: Database, kept: KeptGame, write: Write, content: str) -> bool:
    row = database.execute(
        "SELECT 1 FROM history WHERE game = ? AND write_id = ? AND content = ? AND since IS NOT NULL",
        [kept.id, write.id, content],
    ).fetchone()
    return row is not None


# --- for good ---------------------------------------------------------------------------------------------------------


def erase_game(store: Store, edit_key: str, write: Write) -> bool:
    """Delete a deleted game for good, from the device that started it; False if it was put back.

    Raises GameNotFound and NotTheBeginner.
    """
    with store.write() as database:
        kept = _find_to_mark(store, edit_key)
        if not seat_of_device(store, write.device, kept.id).began:
            raise NotTheBeginner
        if kept.deleted is not None:
            _erase(database, kept)
            store.ring(topic_of(kept.id))
    return kept.deleted is not None


def erase_deleted_games(store: Store, now: datetime) -> int:
    """Delete games for good that were deleted 30 days ago, and return their number."""
    until = format_moment(now - KEPT_FOR)
    old = "SELECT id FROM games WHERE deleted_at <> '' AND deleted_at <= ?"
    games = [game for (game,) in store.database.execute(old, [until]).fetchall()]
    for game in games:
        with store.write() as database:
            store.hold(database, "games", "id", game)
            if database.execute(f"{old} AND id = ?", [until, game]).fetchone():  # no one has put it back
                _erase(database, find_by_id(store, game))
    return len(games)


def _erase(database: Database, kept: KeptGame) -> None:
    """Delete a game with its history, its links and its entries on devices; remember its links as gone."""
    (*played_by,) = database.execute("SELECT house, house_begun FROM games WHERE id = ?", [kept.id]).fetchone()
    note_gone(database, "game", (kept.edit_key, kept.view_key))
    database.execute(
        "UPDATE games SET state = '[]' WHERE id = ?", [kept.id]
    )  # the history of a game with a state cannot be deleted
    for table in ("retired_keys", "history", "device_games", "seats"):
        database.execute(f"DELETE FROM {table} WHERE game = ?", [kept.id])
    database.execute("UPDATE games SET rematch_of = NULL WHERE rematch_of = ?", [kept.id])
    database.execute("DELETE FROM games WHERE id = ?", [kept.id])
    database.execute(
        """
        DELETE FROM game_houses WHERE digest IN (?, ?)
        AND NOT EXISTS (SELECT 1 FROM games WHERE digest IN (house, house_begun))
        """,
        played_by,
    )
