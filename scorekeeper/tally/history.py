"""Everything that was ever changed in a game, by whom, and as it was before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scorekeeper.store.columns import format_moment, parse_moment
from scorekeeper.store.errors import IdReused
from scorekeeper.store.writes import Write
from scorekeeper.tally.history_parts import parts_from_json, parts_to_json
from scorekeeper.tally.read_game import find_game
from scorekeeper.tally.values import Change, Part

if TYPE_CHECKING:
    from sqlite_utils import Database

    from scorekeeper.store.connection import Store


OF_PEOPLE: Final = ("hand", "hole", "players", "plan")
"""The kinds of change that an undo can take back: neither the beginning of the game nor an undo."""


@dataclass(frozen=True, slots=True)
class Done:
    """An earlier write of the same id."""

    game: int
    change: int
    of_change: int | None


def history(store: Store, key: str, hole: int | None = None) -> tuple[Change, ...]:
    """What was changed in a game, or on one hole of it, newest first; and what happened besides. Raises GameNotFound.

    Besides: an entry that lost against another one (``declined``), a link that was renewed (``renewed``), and a game
    that the table went on to (``rematch``). None of them changed the game, so none can be undone.
    """
    with store.read() as database:
        changes = _told(database, find_game(store, key).id)
    return tuple(change for change in reversed(changes) if hole is None or change.touches(hole))


def newest_change(store: Store, game: int) -> Change | None:
    """The newest change of that game that still stands, which is the one that an undo takes back; None for nothing.

    Found by itself, however long the history.
    """
    with store.read() as database:
        found = database.execute(
            f"""
            SELECT id, at, device, kind, parts FROM history
            WHERE game = ? AND kind IN ({", ".join("?" * len(OF_PEOPLE))})
              AND NOT EXISTS (SELECT 1 FROM history AS later WHERE later.of_change = history.id)
            ORDER BY id DESC LIMIT 1
            """,
            [game, *OF_PEOPLE],
        ).fetchone()
        if found is None:
            return None
        change_id, at, device, kind, text = found
        about_players = database.execute(
            """SELECT parts FROM history WHERE game = ? AND id <= ? AND parts LIKE '%"players"%' ORDER BY id""",
            [game, change_id],
        ).fetchall()
    names: dict[int, str] = {}
    for (parts,) in about_players:
        names = _names_after(names, parts_from_json(parts))
    return Change(change_id, parse_moment(at), device, kind, parts_from_json(text), undone=False, names=names)


def changes_of(database: Database, game: int) -> list[Change]:
    """Every change of a game, oldest first."""
    return [change for change in _told(database, game) if change.id > 0]


def _told(database: Database, game: int) -> list[Change]:
    """Changes and remarks, oldest first; a remark comes after the change that was the newest one then."""
    rows = database.execute(
        """
        SELECT id, at, device, kind, parts, of_change, since FROM history WHERE game = ? AND kind <> 'same'
        ORDER BY coalesce(since, id), id
        """,
        [game],
    ).fetchall()
    undone = {of_change for *_, of_change, _since in rows}
    names: dict[int, str] = {}
    story = []
    for number, at, device, kind, text, of_change, since in rows:
        parts = parts_from_json(text)
        names = _names_after(names, parts)
        # Negative for a remark, so that it is no change's id: nobody can ask to undo it.
        shown = number if since is None else -number
        story.append(Change(shown, parse_moment(at), device, kind, parts, number in undone, of_change, names))
    return story


def _names_after(names: dict[int, str], parts: Sequence[Part]) -> dict[int, str]:
    """Everybody's name once these parts are done; those who were taken back keep their last one."""
    for part in parts:
        if part.subject == "players":
            names = {**names, **{player["id"]: player["name"] for player in part.after}}
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


def remark(database: Database, game: int, write: Write, kind: str, parts: Sequence[Part], content: str) -> int:
    """Append what happened without changing the game, once for one content of a write; the remark's id."""
    row = [game, write.id, content, write.device, format_moment(write.at), kind, parts_to_json(parts), game]
    database.execute(
        """
        INSERT INTO history (game, write_id, content, device, at, kind, parts, since)
        VALUES (?, ?, ?, ?, ?, ?, ?, (SELECT max(id) FROM history WHERE game = ? AND since IS NULL))
        ON CONFLICT (game, write_id, content) WHERE since IS NOT NULL DO NOTHING
        """,
        row,
    )
    (number,) = database.execute(
        "SELECT id FROM history WHERE game = ? AND write_id = ? AND content = ? AND since IS NOT NULL", row[:3]
    ).fetchone()
    return int(number)


def done_before(database: Database, write: Write, game: int | None, content: str) -> Done | None:
    """The earlier write of the same id, or None.

    ``game`` is None for a write that begins one; whoever repeats that gets its links, so must be the same device.
    Raises IdReused when the id stood for another game or another content.
    """
    found = database.execute(
        "SELECT game, id, of_change, content, device, kind FROM history WHERE write_id = ? AND since IS NULL",
        [write.id],
    ).fetchone()
    if found is None:
        return None
    done_game, change, of_change, done_content, device, kind = found
    same_game = (kind == "created" and device == write.device) if game is None else done_game == game
    if not same_game or done_content != content:
        raise IdReused
    return Done(done_game, change, of_change)
