"""A game's row in the store: finding it by a link, building the game, writing it as plain values."""

import json
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any, Final

from scorekeeper.houses import freeze, thaw
from scorekeeper.rules import ByHand, Entry, Game, Hole, House, Player
from scorekeeper.store.columns import digest, entry_of, keys_match, parse_moment, plain_entry, to_json
from scorekeeper.store.connection import Database, Store
from scorekeeper.store.gone import deleted_of, is_gone
from scorekeeper.tally.game_errors import GameDeleted, GameGone, GameNotFound, LinkRenewed
from scorekeeper.tally.values import GameState, KeptGame, Part, Rematch, Subject

PLAYERS: Final = Subject("players")
PLAN: Final = Subject("plan")
HOUSE: Final = Subject("house")

OF_HOLES: Final = ("dealer", "ender", "ender_known", "confirmed", "warnings_accepted", "playoff")
"""The fields of a hole other than its hands."""

_STATE: Final = """
    SELECT id, version, changed_at, edit_key, view_key FROM games WHERE edit_digest = ? OR view_digest = ?
"""

_GAMES: Final = """
    SELECT games.id, games.uid, games.edit_key, games.view_key, games.state, games.last_player, games.version,
           games.created_at, games.changed_at, now.house, begun.house,
           next.id, CASE next.edit_renewed_by WHEN '' THEN next.edit_key ELSE '' END,
           CASE next.view_renewed_by WHEN '' THEN next.view_key ELSE '' END,
           games.deleted_at, games.deleted_by, games.practice, seats.player
    FROM games
         JOIN game_houses AS now ON now.digest = games.house
         JOIN game_houses AS begun ON begun.digest = games.house_begun
         LEFT JOIN games AS next ON next.id = (
             SELECT max(id) FROM games AS after WHERE after.rematch_of = games.id AND after.deleted_at = ''
         )
         LEFT JOIN seats ON seats.game = games.id AND seats.device = games.deleted_by
"""


def find_game(store: Store, key: str) -> KeptGame:
    """The game of an edit or view key.

    Raises GameNotFound; as LinkRenewed for a replaced link, as GameDeleted or GameGone for a deleted game.
    """
    return still_there(find_even_deleted(store, key))


def still_there(kept: KeptGame) -> KeptGame:
    """The game itself. Raises GameDeleted."""
    if kept.deleted is not None:
        raise GameDeleted(kept)
    return kept


def find_even_deleted(store: Store, key: str) -> KeptGame:
    """The game of an edit or view key, deleted or not. Raises GameNotFound, as LinkRenewed or GameGone."""
    found = _found(store.database, key)
    if found is None:
        raise why_not_found(store.database, key)
    game_id, (version, may_edit, _) = found
    kept = find_by_id(store, game_id, version)
    return kept if may_edit else kept.to_watch()


def state_of(store: Store, key: str) -> GameState:
    """The state of the game of an edit or view key, by a single indexed read.

    For frequent polls. Raises GameNotFound, and StoreUnusable if the store cannot be read.
    """
    with store.explained():
        found = _found(store.database, key)
    if found is None:
        raise GameNotFound
    return found[1]


def _found(database: Database, key: str) -> tuple[int, GameState] | None:
    """The id and the state of a key's game."""
    sought = digest(key)
    row = database.execute(_STATE, (sought, sought)).fetchone()
    if row is None:
        return None
    game_id, version, changed_at, edit_key, view_key = row
    may_edit = keys_match(edit_key, key)
    return (game_id, GameState(version, may_edit, changed_at)) if may_edit or keys_match(view_key, key) else None


def why_not_found(database: Database, key: str) -> GameNotFound:
    """The error for a key that is not a game's current link."""
    retired = database.execute('SELECT "key" FROM retired_keys WHERE digest = ?', [digest(key)]).fetchone()
    if retired is not None and keys_match(retired[0], key):
        return LinkRenewed()
    return GameGone() if is_gone(database, "game", key) else GameNotFound()


def find_to_edit(store: Store, edit_key: str) -> KeptGame:
    """The game of an edit key. Raises GameNotFound, also for a view key."""
    kept = find_game(store, edit_key)
    if not kept.may_edit:
        raise GameNotFound
    return kept


def find_to_change(store: Store, edit_key: str) -> KeptGame:
    """The game of an edit key, locked against other servers until the current write ends. Raises GameNotFound."""
    hold(store, edit_key)
    return find_to_edit(store, edit_key)


def hold(store: Store, edit_key: str) -> None:
    """Lock a game against other servers until the current write ends."""
    store.hold(store.database, "games", "edit_digest", digest(edit_key))


def topic_of(game_id: int) -> str:
    """What those listen to who follow a game: see `Store.ring`."""
    return f"game {game_id}"


def tell_the_one_before(store: Store, database: Database, game_id: int) -> None:
    """Make phones look again at the game before, whose link to this one has changed."""
    before = "SELECT rematch_of FROM games WHERE id = ?"
    told = database.execute(f"UPDATE games SET version = version + 1 WHERE id = ({before}) RETURNING id", [game_id])
    for (told_id,) in told.fetchall():
        store.ring(topic_of(told_id))


def find_by_id(store: Store, game_id: int, version: int | None = None) -> KeptGame:
    """The game of that id, from memory if it was built with that ``version``."""
    earlier = store.built(KeptGame, game_id)
    if earlier is not None and earlier.version == version:
        return earlier
    found = load_games(store.database, [game_id])
    if not found:  # just deleted
        raise GameNotFound
    kept = found[0]
    if earlier is not None:
        kept.game.learn_from(earlier.game)
    return store.keep_built(kept.id, kept, kept.cards)


def find_again(store: Store, game_id: int, device: str) -> KeptGame:
    """The game of an earlier write, with today's edit link; only for the device that wrote it.

    Raises GameDeleted, and LinkRenewed if another device has replaced the link since.
    """
    row = store.database.execute("SELECT edit_renewed_by FROM games WHERE id = ?", [game_id]).fetchone()
    if row is not None and row[0] not in ("", device):
        raise LinkRenewed
    return still_there(find_by_id(store, game_id))


def load_games(database: Database, game_ids: Sequence[int]) -> list[KeptGame]:
    """The games of these ids, complete, by one statement, in any order."""
    places = ", ".join("?" * len(game_ids))
    return [
        _build(row) for row in database.execute(f"{_GAMES} WHERE games.id IN ({places})", list(game_ids)).fetchall()
    ]


def _build(row: Sequence[Any]) -> KeptGame:
    game_id, uid, edit_key, view_key, text, last_player, version, *moments, house, house_begun = row[:11]
    created_at, changed_at, rematch = *moments, row[11:14]
    deleted_at, device, practice, deleted_by = row[14:]
    state, versions = state_from_json(text)
    return KeptGame(
        game_id,
        uid,
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
        deleted=deleted_of(deleted_at, device),
        deleted_by=deleted_by,
        practice=bool(practice),
    )


def house_of_game(store: Store, uid: str) -> House:
    """The current rules of the game with that uid. Raises GameNotFound."""
    row = store.database.execute(
        """
        SELECT game_houses.house FROM games JOIN game_houses ON game_houses.digest = games.house
        WHERE uid = ? AND uid <> '' AND deleted_at = ''
        """,
        [uid],
    ).fetchone()
    if row is None:
        raise GameNotFound
    return thaw(row[0])


def keep_house(database: Database, house: House) -> str:
    """Keep a frozen copy of a house, once for all its games, and return its digest."""
    text = freeze(house)
    number = sha256(text.encode()).hexdigest()
    database.execute("INSERT INTO game_houses (digest, house) VALUES (?, ?) ON CONFLICT DO NOTHING", [number, text])
    return number


# --- a game as plain values -------------------------------------------------------------------------------------------


def subjects(game: Game, title: str) -> dict[Subject, Any]:
    """Everything in a game that can change, as plain values."""
    found: dict[Subject, Any] = {
        PLAYERS: [_plain_player(player) for player in game.players],
        HOUSE: dict(game.house.readings),
        PLAN: {"holes_planned": game.holes_planned, "first_dealer": game.first_dealer, "title": title}
        | ({} if game.cut_from is None else {"cut_from": game.cut_from}),
    }
    for hole in game.holes:
        found[Subject("hole", hole.number)] = {name: getattr(hole, name) for name in OF_HOLES} | {
            "playoff": list(hole.playoff)
        }
        for player, entry in hole.entries.items():
            found[Subject("hand", hole.number, player)] = plain_entry(entry)
        for player, by_hand in hole.by_hand.items():
            found[Subject("by_hand", hole.number, player)] = plain_by_hand(by_hand)
    return found


def plain_by_hand(by_hand: ByHand) -> dict[str, Any]:
    return {"points": by_hand.points, "reason": by_hand.reason}


def _plain_player(player: Player) -> dict[str, Any]:
    plain: dict[str, Any] = {"id": player.id, "name": player.name, "joined": player.joined, "left": player.left}
    # Left out where there is none, so that rows from before there were teams stay equal.
    return plain if player.team is None else {**plain, "team": player.team}


def game_from(state: Mapping[Subject, Any], house: House) -> Game:
    """The game that ``subjects`` took apart. Raises LookupError for a hand on a hole that has not started."""
    begun = [about.hole for about in state if about.name == "hole" and about.hole]
    entries: dict[int, dict[int, Entry]] = {number: {} for number in begun}
    by_hand: dict[int, dict[int, ByHand]] = {number: {} for number in begun}
    for about, value in state.items():
        entry = entry_of(value) if about.name == "hand" else None
        if entry is not None and about.hole is not None and about.player is not None:
            entries[about.hole][about.player] = entry
        elif about.name == "by_hand" and about.hole is not None and about.player is not None:
            by_hand[about.hole][about.player] = ByHand(**value)
    return Game(
        house,
        tuple(Player(**player) for player in state[PLAYERS]),
        state[PLAN]["holes_planned"],
        state[PLAN]["first_dealer"],
        tuple(
            _hole(state[Subject("hole", number)], number, entries[number], by_hand[number]) for number in sorted(begun)
        ),
        state[PLAN].get("cut_from"),
    )


def _hole(plain: Mapping[str, Any], number: int, entries: Mapping[int, Entry], by_hand: Mapping[int, ByHand]) -> Hole:
    return Hole(number, entries=entries, by_hand=by_hand, **{**plain, "playoff": tuple(plain["playoff"])})


def state_to_json(state: Mapping[Subject, Any], versions: Mapping[Subject, int]) -> str:
    """A state as JSON, with the version of each subject's last change."""
    return to_json([[*about, value, versions[about]] for about, value in state.items()])


def state_from_json(text: str) -> tuple[dict[Subject, Any], dict[Subject, int]]:
    """The state and the versions that ``state_to_json`` wrote."""
    rows = [(Subject(*about), value, version) for *about, value, version in json.loads(text)]
    return {about: value for about, value, _ in rows}, {about: version for about, _, version in rows}


def versions_after(
    versions: Mapping[Subject, int], parts: Iterable[Part], state: Mapping[Subject, Any], version: int
) -> dict[Subject, int]:
    """The versions after these parts led to that state; a hole's is that of the last change on it.

    A hand's version is the game's, so it never repeats, not even if the hand is removed and entered again.
    """
    touched = {about for part in parts for about in (part.about, Subject("hole", part.hole))}
    return {about: version if about in touched else versions[about] for about in state}
