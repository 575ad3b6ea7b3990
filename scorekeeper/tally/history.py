"""Everything that was ever changed in a game, by whom, and as it was before."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from sqlite_utils import Database

from scorekeeper.store.columns import format_moment, parse_moment
from scorekeeper.store.connection import Store
from scorekeeper.store.errors import IdReused
from scorekeeper.store.writes import Write
from scorekeeper.tally.history_parts import parts_from_json, parts_to_json
from scorekeeper.tally.read_game import find_game
from scorekeeper.tally.values import Change, KeptGame, Part

OF_PEOPLE: Final = ("hand", "hole", "players", "plan")
"""The kinds of change that an undo can take back: neither the beginning of the game nor an undo."""

REMARKS: Final = ("declined", "renewed", "rematch")
"""Kinds of what happened without changing the game."""


class Done(NamedTuple):
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


def newest_change(store: Store, kept: KeptGame, only: int | None = None) -> Change | None:
    """The newest change of that game that still stands, or ``only`` that one if it does; None for nothing.

    It is the one that an undo takes back, found by itself, however long the history.
    """
    found = store.database.execute(
        f"""
        SELECT id, at, device, kind, parts FROM history
        WHERE game = ? AND coalesce(?, id) = id AND kind IN ({", ".join("?" * len(OF_PEOPLE))})
          AND NOT EXISTS (SELECT 1 FROM history AS later WHERE later.of_change = history.id)
        ORDER BY id DESC LIMIT 1
        """,
        [kept.id, only, *OF_PEOPLE],
    ).fetchone()
    if found is None:
        return None
    change_id, at, device, kind, parts = found
    names = {player.id: player.name for player in kept.game.players}
    return Change(change_id, parse_moment(at), device, kind, parts_from_json(parts), undone=False, names=names)


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
        for part in parts:
            if part.subject == "players":  # those who were taken back keep their last name
                names = {**names, **{player["id"]: player["name"] for player in part.after}}
        # Negative for a remark, so that it is no change's id: nobody can ask to undo it.
        shown = number if since is None else -number
        story.append(Change(shown, parse_moment(at), device, kind, parts, number in undone, of_change, names))
    return story


def record(
    database: Database,
    game: int,
    write: Write,
    kind: str,
    parts: Sequence[Part],
    content: str,
    of_change: int | None = None,
) -> int | None:
    """Append one accepted write, or a remark, which changed nothing and is told once for one content of a write.

    Gives the number of the row; None for a remark that is there already.
    """
    made = database.execute(
        """
        INSERT INTO history (game, write_id, content, device, at, kind, parts, of_change, since)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8,
                CASE WHEN ?9 THEN (SELECT max(id) FROM history WHERE game = ?1 AND since IS NULL) END)
        ON CONFLICT (game, write_id, content) WHERE since IS NOT NULL DO NOTHING
        RETURNING id
        """,
        [
            *(game, write.id, content, write.device, format_moment(write.at), kind, parts_to_json(parts), of_change),
            kind in REMARKS,
        ],
    ).fetchone()
    return None if made is None else int(made[0])


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
