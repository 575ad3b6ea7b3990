"""A store of before each game was one row: its tables, and how what is in them comes into the new ones."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from sqlite_utils import Database

_REPLACED: Final = (
    *("retired_keys", "remarks", "seats", "device_games", "layouts", "holes", "history", "games", "players"),
    *("device_houses", "houses", "house_versions"),
)
"""Tables, in an order in which each can be dropped: a game takes its players along, a house its versions."""

_GAMES: Final = """
    SELECT id, edit_key, edit_digest, view_key, view_digest, title, house, coalesce(house_begun, house), holes_planned,
           first_dealer, rematch_of, version, created_at, changed_at,
           (SELECT json_group_array(json_array(seat, id, name, joined, "left", team))
            FROM old_players WHERE game = old_games.id),
           (SELECT json_group_array(json_array(number, dealer, ender, ender_known, confirmed, warnings_accepted,
                                               json(playoff), version))
            FROM old_holes WHERE game = old_games.id),
           (SELECT json_group_array(json_array(hole, player, coalesce(cards, points), version))
            FROM old_layouts WHERE game = old_games.id),
           (SELECT json_group_object(parts ->> '$[0].after', device)
            FROM (SELECT * FROM old_remarks WHERE kind = 'renewed' ORDER BY id) WHERE game = old_games.id)
    FROM old_games ORDER BY id
"""

_REST: Final = (
    "INSERT INTO history SELECT *, NULL FROM old_history",
    """
    INSERT INTO history SELECT id + (SELECT max(id) FROM old_history), game, write_id, content, device, at, kind, parts,
                               NULL, since FROM old_remarks
    """,
    """
    INSERT INTO retired_keys SELECT digest, "key", game, remark + (SELECT max(id) FROM old_history)
    FROM old_retired_keys
    """,
    "INSERT INTO device_games SELECT * FROM old_device_games",
    "INSERT INTO seats SELECT * FROM old_seats",
    """
    INSERT INTO houses SELECT id, owner_key, owner_digest, share_key, share_digest, begun_from, rules,
                              old_houses.version, created_at, changed_at
    FROM old_houses JOIN old_house_versions ON house = id AND old_house_versions.version = old_houses.version
    """,
    "INSERT INTO house_versions SELECT * FROM old_house_versions",
    "INSERT INTO device_houses SELECT * FROM old_device_houses",
)

_FORGOTTEN: Final = (
    "DROP TABLE carry_codes",
    "DROP TABLE class_papers",
    "ALTER TABLE classes DROP COLUMN held",
    "ALTER TABLE class_seats DROP COLUMN most_devices",
)
"""What nothing reads any more."""


def bring_over(database: Database, schema: str) -> None:
    """Put the tables of that schema in the place of those of earlier, with everything that is in them.

    The tables of classes stay as they are, but for what nothing reads.
    """
    (last_player,) = database.execute("SELECT max(seq) FROM sqlite_sequence WHERE name = 'players'").fetchone()
    for kind, name in database.execute(
        """
        SELECT type, name FROM sqlite_schema WHERE type = 'view' OR (
            type IN ('trigger', 'index') AND sql IS NOT NULL AND tbl_name IN (SELECT value FROM json_each(?)))
        """,
        [json.dumps(_REPLACED)],
    ).fetchall():
        database.execute(f'DROP {kind} "{name}"')
    for table in _REPLACED:
        database.execute(f"ALTER TABLE {table} RENAME TO old_{table}")
    database.executescript(schema)
    for row in database.execute(_GAMES):
        _bring_game(database, row, last_player)
    for statement in (*_REST, *(f"DROP TABLE old_{table}" for table in _REPLACED), *_FORGOTTEN):
        database.execute(statement)


def _bring_game(database: Database, row: Sequence[Any], last_player: int) -> None:
    game, edit_key, edit_digest, view_key, view_digest, title, house, begun, planned, dealer = row[:10]
    rematch_of, version, created_at, changed_at = row[10:14]
    players, holes, hands, renewed_by = (json.loads(text) for text in row[14:])
    digests = []
    for text in (house, begun):
        digests.append(sha256(text.encode()).hexdigest())
        database.execute("INSERT INTO game_houses VALUES (?, ?) ON CONFLICT DO NOTHING", [digests[-1], text])
    plan = {"holes_planned": planned, "first_dealer": dealer, "title": title}
    state = [
        ["players", None, None, [_player(*one) for _seat, *one in sorted(players)], version],
        ["plan", None, None, plan, version],
        ["house", None, None, json.loads(house)["readings"], version],
        *_holes(holes, hands),
        *(["hand", *hand] for hand in hands),
    ]
    database.execute(
        "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            game,
            *(edit_key, edit_digest, renewed_by.get("edit", "")),
            *(view_key, view_digest, renewed_by.get("view", "")),
            *digests,
            json.dumps(state, ensure_ascii=False, separators=(",", ":")),
            *(last_player, rematch_of, version, created_at, changed_at),
        ],
    )


def _player(number: int, name: str, joined: int, left: int | None, team: int | None) -> dict[str, Any]:
    player = {"id": number, "name": name, "joined": joined, "left": left}
    return player if team is None else {**player, "team": team}


def _holes(holes: list[Any], hands: list[Any]) -> Iterator[list[Any]]:
    """Each hole with the version of the last change of anything on it."""
    for number, dealer, ender, ender_known, confirmed, warnings_accepted, playoff, version in sorted(holes):
        settled = {
            "dealer": dealer,
            "ender": ender,
            "ender_known": bool(ender_known),
            "confirmed": bool(confirmed),
            "warnings_accepted": bool(warnings_accepted),
            "playoff": playoff,
        }
        newest = max([version, *(hand[-1] for hand in hands if hand[0] == number)])
        yield ["hole", number, None, settled, newest]
