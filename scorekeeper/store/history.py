"""Everything that was ever changed in a game, by whom, and as it was before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scorekeeper.store.errors import IdReused
from scorekeeper.store.finding import find_game
from scorekeeper.store.subjects import parts_from_json, parts_to_json
from scorekeeper.store.texts import format_moment, parse_moment
from scorekeeper.store.values import Change, Part, Write

if TYPE_CHECKING:
    from sqlite_utils import Database

    from scorekeeper.store.connection import Store


@dataclass(frozen=True, slots=True)
class Done:
    """An earlier write of the same id."""

    game: int
    change: int
    of_change: int | None


def history(store: Store, key: str, hole: int | None = None) -> tuple[Change, ...]:
    """What was changed in a game, or on one hole of it, newest first. Raises GameNotFound."""
    with store.read() as database:
        changes = changes_of(database, find_game(store, key).id)
    return tuple(change for change in reversed(changes) if hole is None or change.touches(hole))


def changes_of(database: Database, game: int) -> list[Change]:
    """Every change of a game, oldest first."""
    rows = database.execute(
        "SELECT id, at, device, kind, parts, of_change FROM history WHERE game = ? AND kind <> 'same' ORDER BY id",
        [game],
    ).fetchall()
    undone = set()
    for change_id, _at, _device, kind, _parts, of_change in rows:
        assert isinstance(change_id, int)
        if kind == "undo":
            undone.add(of_change)
        elif kind == "redo":
            undone.discard(of_change)
    names: dict[int, str] = {}
    changes = []
    for change_id, at, device, kind, text, of_change in rows:
        parts = parts_from_json(text)
        names = _names_after(names, parts)
        changes.append(Change(change_id, parse_moment(at), device, kind, parts, change_id in undone, of_change, names))
    return changes


def _names_after(names: dict[int, str], parts: Sequence[Part]) -> dict[int, str]:
    """Everybody's name once these parts are done; those who were taken back keep their last one."""
    for part in parts:
        if part.subject == "players":
            players: Any = part.after
            names = {**names, **{player["id"]: player["name"] for player in players}}
    return names


def record(
    database: Database,
    game: int,
    write: Write,
    kind: str,
    parts: Sequence[Part],
    content: str,
    of_change: int | None = None,
) -> None:
    """Append one accepted write."""
    database.execute(
        """
        INSERT INTO history (game, write_id, content, device, at, kind, parts, of_change)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [game, write.id, content, write.device, format_moment(write.at), kind, parts_to_json(parts), of_change],
    )


def done_before(database: Database, write: Write, game: int | None, content: str) -> Done | None:
    """The earlier write of the same id, or None.

    ``game`` is None for a write that begins one; whoever repeats that gets its links, so must be the same device.
    Raises IdReused when the id stood for another game or another content.
    """
    found = database.execute(
        "SELECT game, id, of_change, content, device, kind FROM history WHERE write_id = ?", [write.id]
    ).fetchone()
    if found is None:
        return None
    done_game, change, of_change, done_content, device, kind = found
    same_game = (kind == "created" and device == write.device) if game is None else done_game == game
    if not same_game or done_content != content:
        raise IdReused("this form was sent before with other content; load the page again and repeat the change")
    return Done(done_game, change, of_change)
