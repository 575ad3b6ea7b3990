"""Which games a device lists. A list holds links, so it belongs to a device and to nobody else."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING

from scorekeeper.rules.leading import side_name
from scorekeeper.store.errors import StoreBusy, StoreFailed
from scorekeeper.store.finding import find_game, load_games
from scorekeeper.store.values import GameSummary, KeptGame

if TYPE_CHECKING:
    from scorekeeper.store.connection import Store

GAMES_LISTED = 100
NAMES_REMEMBERED = 30
_GAMES_FOR_NAMES = 50


def games_of_device(store: Store, device: str, limit: int = GAMES_LISTED) -> tuple[GameSummary, ...]:
    """The games of a device, the one last changed first."""
    with store.read() as database:
        rows = database.execute(
            """
            SELECT games.id, games.version, device_games.may_edit
            FROM device_games JOIN games ON games.id = device_games.game
            WHERE device_games.device = ? ORDER BY games.changed_at DESC, games.id DESC LIMIT ?
            """,
            [device, limit],
        ).fetchall()
        games = {game: kept for game, version, _ in rows if (kept := store.built(game, version))}
        missing = [game for game, _, _ in rows if game not in games]
        loaded = load_games(database, missing) if missing else []
    for kept in loaded:
        store.remember_built(kept)
        games[kept.id] = kept
    return tuple(_summary(games[game], may_edit=bool(may_edit)) for game, _, may_edit in rows)


def _summary(kept: KeptGame, *, may_edit: bool) -> GameSummary:
    game = kept.game
    return GameSummary(
        kept.id,
        key=kept.edit_key if may_edit else kept.view_key,
        may_edit=may_edit,
        title=kept.title,
        house=game.house.name,
        players=tuple(player.name for player in game.players),
        holes_played=sum(hole.confirmed for hole in game.holes),
        length=game.length_words,
        current_hole=game.current_hole,
        hole=game.hole_words(game.current_hole) if game.current_hole is not None else "",
        leaders=tuple(side_name(place.side) for place in game.ahead),
        leaders_are_several=len(game.ahead) > 1 or any(place.side.is_team for place in game.ahead),
        over=game.is_over,
        undecided=bool(game.undecided),
        created_at=kept.created_at,
        changed_at=kept.changed_at,
    )


def remember_game(store: Store, device: str, key: str) -> KeptGame:
    """The game of a link, from now on listed. A device that once had the edit link keeps it. Raises GameNotFound.

    Looking at a game must neither wait nor fail for the sake of a list: where the store cannot be written at once, the
    game is listed when it is opened the next time.
    """
    kept = find_game(store, key)
    known = store.database.execute(
        "SELECT may_edit FROM device_games WHERE device = ? AND game = ?", [device, kept.id]
    ).fetchone()
    # Opening a page again is no reason to write.
    if known is not None and known[0] >= kept.may_edit:
        return kept
    with suppress(StoreBusy, StoreFailed), store.write(wait=False) as database:
        database.execute(
            """
            INSERT INTO device_games (device, game, may_edit) VALUES (?, ?, ?)
            ON CONFLICT (device, game) DO UPDATE SET may_edit = max(may_edit, excluded.may_edit)
            """,
            [device, kept.id, int(kept.may_edit)],
        )
    return kept


def forget_classes_and_sets(store: Store, device: str) -> None:
    """Take every class and every set off this device's lists; they stay, and their links and codes go on working."""
    with store.write() as database:
        for table in ("classes", "sets"):
            database.execute(f"UPDATE {table} SET device = '' WHERE device = ?", [device])


def names_of_device(store: Store, device: str, limit: int = NAMES_REMEMBERED) -> tuple[str, ...]:
    """The names of people in this device's games, those of the newest game first, each name once."""
    rows = store.database.execute(
        """
        SELECT (SELECT json_group_array(json_array(seat, name)) FROM players WHERE game = games.id)
        FROM device_games JOIN games ON games.id = device_games.game
        WHERE device_games.device = ? AND device_games.may_edit
        ORDER BY games.created_at DESC, games.id DESC LIMIT ?
        """,
        [device, _GAMES_FOR_NAMES],
    ).fetchall()
    names: dict[str, str] = {}
    for (players,) in rows:
        for _seat, name in sorted(json.loads(players)):
            names.setdefault(name.casefold(), name)
    return tuple(names.values())[:limit]
