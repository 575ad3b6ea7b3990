"""Finding a game by one of its links, building it from its row, and writing that row."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Final

from sqlite_utils import Database

from scorekeeper.houses import freeze, thaw
from scorekeeper.rules import House
from scorekeeper.store.columns import digest, is_same, parse_moment
from scorekeeper.store.connection import Store
from scorekeeper.tally.game_errors import GameNotFound, LinkRenewed
from scorekeeper.tally.history_parts import PLAN, game_from, state_from_json
from scorekeeper.tally.values import GameState, KeptGame, Rematch

_STATE: Final = """
    SELECT id, version, changed_at, edit_key, view_key FROM games WHERE edit_digest = ? OR view_digest = ?
"""

_GAMES: Final = """
    SELECT games.id, games.edit_key, games.view_key, games.state, games.last_player, games.version,
           games.created_at, games.changed_at, now.house, begun.house,
           next.id, CASE next.edit_renewed_by WHEN '' THEN next.edit_key ELSE '' END,
           CASE next.view_renewed_by WHEN '' THEN next.view_key ELSE '' END
    FROM games
         JOIN game_houses AS now ON now.digest = games.house
         JOIN game_houses AS begun ON begun.digest = games.house_begun
         LEFT JOIN games AS next ON next.id = (SELECT max(id) FROM games AS after WHERE after.rematch_of = games.id)
"""


def find_game(store: Store, key: str) -> KeptGame:
    """The game of an edit or view key. Raises GameNotFound, as LinkRenewed for a link that was renewed."""
    found = _found(store.database, key)
    if found is None:
        raise why_not_found(store.database, key)
    game_id, (version, may_edit, _) = found
    kept = find_by_id(store, game_id, version)
    return kept if may_edit else kept.to_watch()


def state_of(store: Store, key: str) -> GameState:
    """The state of the game of an edit or view key; by a single indexed read.

    For those who ask often whether anything changed. Raises GameNotFound, and StoreUnusable while there is no reading.
    """
    with store.explained():
        found = _found(store.database, key)
    if found is None:
        raise GameNotFound
    return found[1]


def _found(database: Database, key: str) -> tuple[int, GameState] | None:
    """The id of the game of a key, and its state."""
    sought = digest(key)
    row = database.execute(_STATE, (sought, sought)).fetchone()
    if row is None:
        return None
    game_id, version, changed_at, edit_key, view_key = row
    may_edit = is_same(edit_key, key)
    return (game_id, GameState(version, may_edit, changed_at)) if may_edit or is_same(view_key, key) else None


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
    (renewed_by,) = store.database.execute("SELECT edit_renewed_by FROM games WHERE id = ?", [game_id]).fetchone()
    if renewed_by not in ("", device):
        raise LinkRenewed
    return find_by_id(store, game_id)


def load_games(database: Database, game_ids: Sequence[int]) -> list[KeptGame]:
    """Those games with everything in them, by one statement; in no certain order."""
    places = ", ".join("?" * len(game_ids))
    return [
        _build(row) for row in database.execute(f"{_GAMES} WHERE games.id IN ({places})", list(game_ids)).fetchall()
    ]


def _build(row: Sequence[Any]) -> KeptGame:
    game_id, edit_key, view_key, text, last_player, version, created_at, changed_at, house, house_begun, *rematch = row
    state, versions = state_from_json(text)
    return KeptGame(
        game_id,
        game_from(state, thaw(house)),
        edit_key,
        view_key,
        may_edit=True,
        version=version,
        title=state[PLAN]["title"],
        created_at=parse_moment(created_at),
        changed_at=parse_moment(changed_at),
        versions=versions,
        last_player=last_player,
        house_begun=thaw(house_begun),
        rematch=None if rematch[0] is None else Rematch(*rematch),
    )


def keep_house(database: Database, house: House) -> str:
    """Keep a frozen copy of a house, once for all games that play by it; what it is found by."""
    text = freeze(house)
    number = sha256(text.encode()).hexdigest()
    database.execute("INSERT INTO game_houses (digest, house) VALUES (?, ?) ON CONFLICT DO NOTHING", [number, text])
    return number
