"""The history of a game: every change, who made it, and the values before and after."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from scorekeeper.store.columns import format_moment, parse_moment, to_json
from scorekeeper.store.connection import Database, Store
from scorekeeper.store.errors import IdReused
from scorekeeper.store.writes import Write
from scorekeeper.tally.game_row import find_game
from scorekeeper.tally.values import Change, KeptGame, Part, Subject

OF_PEOPLE: Final = ("hand", "hole", "players", "plan")
"""The kinds of change that can be undone: all but the start of the game. Undoing an undo is a redo."""

REMARKS: Final = ("declined", "renewed", "rematch")
"""Kinds of events that do not change the game. A remark about the whole game is stored as `renewed`."""

OF_GAMES: Final = ("deleted", "put-back")
"""Remarks about the whole game, which readers see as kinds of their own."""


class Done(NamedTuple):
    """An earlier write of the same id."""

    game: int
    change: int
    of_change: int | None


def history(store: Store, key: str, hole: int | None = None) -> tuple[Change, ...]:
    """The changes and remarks of a game, or of one of its holes, newest first. Raises GameNotFound.

    Remarks are an entry that lost to another one (``declined``), a replaced link (``renewed``), and a rematch
    (``rematch``). They do not change the game, so none can be undone.
    """
    changes = _story(store, find_game(store, key)).changes
    return changes if hole is None else tuple(change for change in changes if change.touches(hole))


@dataclass(frozen=True, slots=True)
class _Story:
    rows: tuple[int, int]  # their number and the newest id; they are only ever added
    changes: tuple[Change, ...]  # newest first


def _story(store: Store, kept: KeptGame) -> _Story:
    """Read once until something is added."""
    rows = store.database.execute("SELECT count(*), max(id) FROM history WHERE game = ?", [kept.id]).fetchone()
    earlier = store.built(_Story, kept.id)
    if earlier is not None and earlier.rows == rows:
        return earlier
    return store.keep_built(kept.id, _Story(rows, tuple(reversed(_told(store.database, kept.id)))), kept.cards)


def newest_change(store: Store, kept: KeptGame, only: int | None = None) -> Change | None:
    """The game's newest change that still stands, for an undo; or the change ``only``, also an undo.

    None if there is none. One query finds it, however long the history.
    """
    return _newest(store, kept, OF_PEOPLE if only is None else (*OF_PEOPLE, "undo"), only)


def newest_undo(store: Store, kept: KeptGame) -> Change | None:
    """The undo that a redo reverses; None if nothing was undone since the last change that stands."""
    found = _newest(store, kept, (*OF_PEOPLE, "undo"))
    return found if found and found.kind == "undo" else None


def _newest(store: Store, kept: KeptGame, kinds: Sequence[str], only: int | None = None) -> Change | None:
    found = store.database.execute(
        f"""
        SELECT id, at, device, kind, parts FROM history
        WHERE game = ? AND coalesce(?, id) = id AND kind IN ({", ".join("?" * len(kinds))})
          AND NOT EXISTS (SELECT 1 FROM history AS later WHERE later.of_change = history.id
                          AND NOT EXISTS (SELECT 1 FROM history AS again WHERE again.of_change = later.id))
        ORDER BY id DESC LIMIT 1
        """,
        [kept.id, only, *kinds],
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
    """Changes and remarks, oldest first; a remark follows the newest change of its time."""
    rows = database.execute(
        """
        SELECT id, at, device, kind, parts, of_change, since FROM history WHERE game = ? AND kind <> 'same'
        ORDER BY coalesce(since, id), id
        """,
        [game],
    ).fetchall()
    takers = {number: of_change for number, *_, of_change, _since in rows if of_change is not None}
    undone = {of_change for number, of_change in takers.items() if number not in takers.values()}
    names: dict[int, str] = {}
    story = []
    for number, at, device, kind, text, of_change, since in rows:
        parts = parts_from_json(text)
        for part in parts:
            if part.subject == "players":  # players whose joining was undone keep their last name
                names = {**names, **{player["id"]: player["name"] for player in part.after}}
        if parts and parts[0].subject == "game":
            kind = str(parts[0].after)
        # Negative for a remark, so that it is never a change's id and cannot be undone.
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
    """Append an accepted write, or a remark, once for each write and content.

    Returns the number of the row; None for a remark that is already there.
    """
    made = database.execute(
        """
        INSERT INTO history (game, write_id, content, device, at, kind, parts, of_change, since)
        VALUES (:game, :write, :content, :device, :at, :kind, :parts, :of_change,
                (SELECT max(id) FROM history WHERE game = :told_of AND since IS NULL))
        ON CONFLICT (game, write_id, content) WHERE since IS NOT NULL DO NOTHING
        RETURNING id
        """,
        {
            "game": game,
            "write": write.id,
            "content": content,
            "device": write.device,
            "kind": kind,
            "at": format_moment(write.at),
            "parts": parts_to_json(parts),
            "of_change": of_change,
            "told_of": game if kind in REMARKS else None,
        },
    ).fetchone()
    return None if made is None else int(made[0])


def done_before(database: Database, write: Write, game: int | None, content: str) -> Done | None:
    """The earlier write of the same id, or None.

    ``game`` is None for a write that starts one. Its repetition returns the links, so the device must be the same.
    Raises IdReused if the id belongs to another game or content.
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


# --- parts of a change ------------------------------------------------------------------------------------------------

ORIGIN: Final = "origin"
"""The subject for the origin of an imported game; not part of the game's state."""

_ORDER: Final = ("players", "plan", "house", "hole", "hand", "by_hand")


def difference(before: Mapping[Subject, Any], after: Mapping[Subject, Any]) -> tuple[Part, ...]:
    """One part for each subject that differs."""
    return in_order(
        Part(about.name, before.get(about), after.get(about), about.hole, about.player)
        for about in before.keys() | after.keys()
        if before.get(about) != after.get(about)
    )


def in_order(parts: Iterable[Part]) -> tuple[Part, ...]:
    """Parts in order of their subjects, then by hole and player."""
    return tuple(sorted(parts, key=lambda part: (_ORDER.index(part.subject), part.hole or 0, part.player or 0)))


def reversed_parts(parts: Iterable[Part]) -> tuple[Part, ...]:
    """The parts that undo these."""
    return tuple(Part(part.subject, part.after, part.before, part.hole, part.player) for part in parts)


def state_after(state: Mapping[Subject, Any], parts: Iterable[Part]) -> dict[Subject, Any]:
    """The state after these parts."""
    changed = dict(state) | {part.about: part.after for part in parts if part.subject != ORIGIN}
    return {about: value for about, value in changed.items() if value is not None}


def kind_of(parts: Iterable[Part]) -> str:
    """The kind of a change: what a player would say was changed."""
    touched = {part.subject for part in parts}
    # The first hand starts its hole, so the change is of kind `hand`. The rules belong to the plan.
    kinds = {"hand": "hand", "by_hand": "hand", "players": "players", "plan": "plan", "house": "plan", "hole": "hole"}
    return next((kind for name, kind in kinds.items() if name in touched), "same")


def parts_to_json(parts: Iterable[Part]) -> str:
    """The parts as one line of JSON, with hole and player where they have them."""
    keys = ("subject", "hole", "player")
    return to_json(
        [
            {key: value for key, value in zip(keys, part.about, strict=True) if value}
            | {"before": part.before, "after": part.after}
            for part in parts
        ]
    )


def parts_from_json(text: str) -> tuple[Part, ...]:
    """The parts that ``parts_to_json`` wrote."""
    return tuple(
        Part(part["subject"], part["before"], part["after"], part.get("hole"), part.get("player"))
        for part in json.loads(text)
    )
