"""Finding a game by one of its links, and building it from the tables."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from scorekeeper.houses import thaw
from scorekeeper.rules import Entry, Game, Hole, Player
from scorekeeper.store.columns import digest, entry_of, is_same, parse_moment
from scorekeeper.tally.errors import GameNotFound, LinkRenewed
from scorekeeper.tally.values import GameState, KeptGame, Rematch

if TYPE_CHECKING:
    from sqlite_utils import Database

    from scorekeeper.store.connection import Store


_ID_AND_VERSION, _STATE = (
    f"SELECT {columns}, edit_key, view_key FROM games WHERE edit_digest = ? OR view_digest = ?"
    for columns in ("id, version", "version, changed_at")
)


def find_game(store: Store, key: str) -> KeptGame:
    """The game of an edit or view key. Raises GameNotFound, as LinkRenewed for a link that was renewed."""
    found = _found(store.database, _ID_AND_VERSION, key)
    if found is None:
        raise why_not_found(store.database, key)
    game_id, version, may_edit = found
    kept = find_by_id(store, game_id, version)
    if may_edit:
        return kept
    return replace(kept, edit_key="", may_edit=False, rematch=kept.rematch and replace(kept.rematch, edit_key=""))


def state_of(store: Store, key: str) -> GameState:
    """The state of the game of an edit or view key; by a single indexed read.

    For those who ask often whether anything changed. Raises GameNotFound, and StoreUnusable while there is no reading.
    """
    with store.explained():
        found = _found(store.database, _STATE, key)
    if found is None:
        raise GameNotFound
    version, changed_at, may_edit = found
    return GameState(version, may_edit, changed_at)


def _found(database: Database, statement: str, key: str) -> tuple[Any, Any, bool] | None:
    """The two values that a statement gives of the game of a key, and whether that is the edit key."""
    sought = digest(key)
    row = database.execute(statement, (sought, sought)).fetchone()
    if row is None:
        return None
    one, other, edit_key, view_key = row
    may_edit = is_same(edit_key, key)
    return (one, other, may_edit) if may_edit or is_same(view_key, key) else None


def why_not_found(database: Database, key: str) -> GameNotFound:
    """The error for a key that is no game's link now."""
    retired = database.execute('SELECT "key" FROM retired_keys WHERE digest = ?', [digest(key)]).fetchone()
    return LinkRenewed() if retired is not None and is_same(retired[0], key) else GameNotFound()


def find_to_edit(store: Store, edit_key: str) -> KeptGame:
    """The game of an edit key. Raises GameNotFound, also for a view key."""
    kept = find_game(store, edit_key)
    if not kept.may_edit:
        raise GameNotFound
    return kept


def find_by_id(store: Store, game_id: int, version: int | None = None) -> KeptGame:
    """The game of that id, from memory where its current ``version`` is known and was built before."""
    earlier = store.built(KeptGame, game_id)
    if earlier is not None and earlier.version == version:
        return earlier
    kept = load_games(store.database, [game_id])[0]
    if earlier is not None:
        kept.game.learn_from(earlier.game)
    return store.keep_built(kept.id, kept)


def find_again(store: Store, game_id: int, device: str) -> KeptGame:
    """The game that a device's write led to before, for that device alone: the answer holds the edit link of today.

    Raises LinkRenewed if another device renewed that link last: the write's own answer gave an older one.
    """
    newest = store.database.execute(
        """
        SELECT device FROM remarks WHERE game = ? AND kind = 'renewed' AND parts ->> '$[0].after' = 'edit'
        ORDER BY id DESC LIMIT 1
        """,
        [game_id],
    ).fetchone()
    if newest is not None and newest[0] != device:
        raise LinkRenewed
    return find_by_id(store, game_id)


def load_games(database: Database, game_ids: Sequence[int]) -> list[KeptGame]:
    """Those games with everything in them, by one statement; in no certain order."""
    rows = database.execute(
        """
        SELECT id, edit_key, view_key, title, house, coalesce(house_begun, house), holes_planned, first_dealer,
               rematch_of, version,
               created_at, changed_at,
               (SELECT json_group_array(json_array(seat, id, name, joined, "left", team))
                FROM players WHERE game = games.id),
               (SELECT json_group_array(json_array(number, dealer, ender, ender_known, confirmed, warnings_accepted,
                                                   json(playoff), version))
                FROM holes WHERE game = games.id),
               (SELECT json_group_array(json_array(hole, player, coalesce(cards, points), version))
                FROM layouts WHERE game = games.id),
               (SELECT json_array(next.id, next.edit_key, next.view_key,
                                  json((SELECT json_group_array(parts ->> '$[0].after')
                                        FROM remarks WHERE game = next.id AND kind = 'renewed')))
                FROM games AS next WHERE next.rematch_of = games.id ORDER BY next.id DESC LIMIT 1)
        FROM games WHERE id IN (SELECT value FROM json_each(?))
        """,
        [json.dumps(list(game_ids))],
    )
    return [_build(row) for row in rows.fetchall()]


def _build(row: Sequence[Any]) -> KeptGame:
    (
        game_id,
        edit_key,
        view_key,
        title,
        house,
        house_begun,
        holes_planned,
        first_dealer,
        rematch_of,
        version,
        created_at,
        changed_at,
    ) = row[:12]
    players, holes, hands = (json.loads(text) for text in row[12:15])
    entries: dict[int, dict[int, Entry]] = {}
    versions: dict[tuple[int, int], int] = {}
    for hole, player, entered, hand_version in hands:
        entry = entry_of(entered)
        assert entry is not None
        entries.setdefault(hole, {})[player] = entry
        versions[hole, player] = hand_version
    hole_versions: dict[int, int] = {number: row_version for number, *_, row_version in holes}
    for (hole, _player), hand_version in versions.items():
        hole_versions[hole] = max(hole_versions[hole], hand_version)
    game = Game(
        thaw(house),
        tuple(Player(*player) for _seat, *player in sorted(players)),
        holes_planned,
        first_dealer,
        tuple(
            Hole(
                number,
                dealer,
                entries.get(number, {}),
                ender,
                bool(ender_known),
                bool(confirmed),
                bool(warnings_accepted),
                tuple(playoff),
            )
            for number, dealer, ender, ender_known, confirmed, warnings_accepted, playoff, _version in sorted(holes)
        ),
    )
    return KeptGame(
        game_id,
        game,
        edit_key,
        view_key,
        may_edit=True,
        version=version,
        title=title,
        created_at=parse_moment(created_at),
        changed_at=parse_moment(changed_at),
        hand_versions=versions,
        hole_versions=hole_versions,
        house_begun=thaw(house_begun),
        rematch_of=rematch_of,
        rematch=_rematch(row[15]),
    )


def _rematch(text: str | None) -> Rematch | None:
    if text is None:
        return None
    game_id, edit_key, view_key, renewed = json.loads(text)
    return Rematch(game_id, "" if "edit" in renewed else edit_key, "" if "view" in renewed else view_key)
