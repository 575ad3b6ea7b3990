"""The origin of imported games, when they were played, and whether a device already has them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from scorekeeper.rules import Game
from scorekeeper.store.columns import format_moment, parse_moment, to_json
from scorekeeper.store.connection import Database, Store
from scorekeeper.tally.game_row import load_games
from scorekeeper.tally.history import ORIGIN, changes_of
from scorekeeper.tally.sharing import games_of_device
from scorekeeper.tally.values import Change, GameFile, KeptGame, Origin, Part


def moments_of(origin: Origin | None, now: datetime) -> tuple[datetime, datetime]:
    """When a game began and last changed; never later than now."""
    told = origin or Origin()
    changed_at = min(told.changed_at or told.begun_at or now, now)
    return min(told.begun_at or changed_at, changed_at), changed_at


def origin_part(origin: Origin, now: datetime) -> Part:
    """The part of an imported game's history that describes its file."""
    holes = {str(number): format_moment(moment) for number, moment in origin.holes.items()}
    return Part(ORIGIN, None, {"uid": origin.uid, "imported_at": format_moment(now), "holes": holes})


def told_by(change: Change) -> Mapping[str, Any] | None:
    """The description of an imported game's file in its first change; None for any other change."""
    return next((part.after for part in change.parts if part.subject == ORIGIN), None)


def hole_moments(told: Mapping[str, Any]) -> dict[int, datetime]:
    return {int(number): parse_moment(moment) for number, moment in told["holes"].items()}


def origin_of(store: Store, kept: KeptGame) -> Origin:
    """The origin for a file of this game: the original game, and when each hole was confirmed."""
    uid, holes = kept.uid, dict[int, datetime]()
    with store.read() as database:
        changes = changes_of(database, kept.id)
    for change in changes:
        if told := told_by(change):
            uid = told["uid"] or uid
            holes |= hole_moments(told)
            continue
        for part in change.parts:
            if part.subject == "hole" and part.hole is not None:
                was, now = ((side or {}).get("confirmed", False) for side in (part.before, part.after))
                if now and not was:
                    holes[part.hole] = change.at
    counted = {hole.number for hole in kept.game.holes if hole.confirmed}
    return Origin(
        uid,
        kept.created_at,
        kept.changed_at,
        {number: moment.astimezone(UTC) for number, moment in holes.items() if number in counted},
        kept.practice,
    )


_HAD = """
    SELECT games.id, device_games.may_edit
    FROM device_games
         JOIN games ON games.id = device_games.game
         JOIN history ON history.id = (SELECT min(first.id) FROM history AS first WHERE first.game = games.id)
    WHERE device_games.device = ? AND games.deleted_at = ''
      AND (games.uid = ? OR history.parts LIKE ? OR (history.kind = 'created' AND history.content = ?))
"""


def games_had(store: Store, database: Database, device: str, file: GameFile, content: str) -> Sequence[KeptGame]:
    """The device's copies of a file's game, last changed first.

    Copies have the same uid. A file of an older release has none: then its fingerprint ``content`` from an earlier
    import decides, or all its content.
    """
    uid = file.origin.uid or "none"
    told = f"%{to_json({'uid': uid})[1:-1]}%"
    links = dict(database.execute(_HAD, [device, uid, told, "" if file.origin.uid else content]).fetchall())
    games = load_games(database, list(links)) if links else []
    had = [kept if links[kept.id] else kept.to_watch() for kept in games]
    if not file.origin.uid and not had:
        had = [kept for kept in games_of_device(store, device) if is_that(kept, file)]
    return sorted(had, key=lambda kept: kept.changed_at, reverse=True)


def is_that(kept: KeptGame, file: GameFile) -> bool:
    """Whether a game equals a file's game, apart from player ids."""
    game, names = kept.game, [player.name for player in file.game.players]
    if kept.title != file.title or [player.name for player in game.players] != names:
        return False
    return numbered(game) == replace(file.game, holes=tuple(sorted(file.game.holes, key=lambda hole: hole.number)))


def numbered(game: Game) -> Game:
    """The game with its players numbered from 1 as they sit, as in a file."""
    number_of = {player.id: number for number, player in enumerate(game.players, start=1)}
    holes = tuple(
        replace(
            hole,
            dealer=number_of[hole.dealer],
            entries={number_of[player]: entry for player, entry in hole.entries.items()},
            by_hand={number_of[player]: added for player, added in hole.by_hand.items()},
            ender=None if hole.ender is None else number_of[hole.ender],
            playoff=tuple(number_of[player] for player in hole.playoff),
        )
        for hole in game.holes
    )
    players = tuple(replace(player, id=number_of[player.id]) for player in game.players)
    return replace(game, players=players, first_dealer=number_of[game.first_dealer], holes=holes)
