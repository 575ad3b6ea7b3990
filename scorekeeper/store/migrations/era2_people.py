"""Many phones at a table, houses that people made, and teams. Never changed again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.store.migrations.steps import migrations

if TYPE_CHECKING:
    from sqlite_utils import Database


@migrations()
def m0006_sharing(database: Database) -> None:
    """Links that were renewed, who sits behind which phone, and what happened in a game without changing it."""
    database.executescript(
        """
        CREATE TABLE remarks (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
            -- the change it came after: clocks of phones differ, so they do not tell the order
            since INTEGER NOT NULL REFERENCES history (id),
            write_id TEXT NOT NULL,
            content TEXT NOT NULL,
            device TEXT NOT NULL,
            at TEXT NOT NULL CHECK (datetime(at) IS NOT NULL),
            kind TEXT NOT NULL CHECK (kind IN ('declined', 'renewed', 'rematch')),
            parts TEXT NOT NULL CHECK (json_valid(parts)),
            UNIQUE (game, write_id, content)
        ) STRICT;
        CREATE INDEX remarks_by_change ON remarks (since);
        CREATE TRIGGER remarks_are_never_changed BEFORE UPDATE ON remarks BEGIN
            SELECT RAISE(ABORT, 'history is only ever added to');
        END;
        CREATE TRIGGER remarks_are_never_cut BEFORE DELETE ON remarks
        WHEN EXISTS (SELECT 1 FROM games WHERE id = OLD.game) BEGIN
            SELECT RAISE(ABORT, 'history is only ever added to');
        END;

        CREATE TABLE retired_keys (
            "key" TEXT PRIMARY KEY,
            game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
            remark INTEGER NOT NULL UNIQUE REFERENCES remarks (id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX retired_keys_of_games ON retired_keys (game);

        CREATE TABLE seats (
            device TEXT NOT NULL,
            game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
            player INTEGER,
            PRIMARY KEY (device, game),
            FOREIGN KEY (game, player) REFERENCES players (game, id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX seats_of_players ON seats (game, player);
        """
    )


@migrations()
def m0007_houses(database: Database) -> None:
    """Houses that people made: every version of each, and which a device lists."""
    database.executescript(
        """
        CREATE TABLE houses (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            owner_key TEXT NOT NULL UNIQUE CHECK (length(owner_key) >= 16),
            share_key TEXT NOT NULL UNIQUE CHECK (length(share_key) >= 16 AND share_key <> owner_key),
            begun_from TEXT NOT NULL,
            version INTEGER NOT NULL CHECK (version > 0),
            created_at TEXT NOT NULL CHECK (datetime(created_at) IS NOT NULL),
            changed_at TEXT NOT NULL CHECK (datetime(changed_at) IS NOT NULL),
            -- a house and its first version are made together, so this one waits for the end of the transaction
            FOREIGN KEY (id, version) REFERENCES house_versions (house, version) DEFERRABLE INITIALLY DEFERRED
        ) STRICT;

        CREATE TABLE house_versions (
            house INTEGER NOT NULL REFERENCES houses (id) ON DELETE CASCADE,
            version INTEGER NOT NULL CHECK (version > 0),
            rules TEXT NOT NULL CHECK (json_valid(rules)),
            write_id TEXT NOT NULL UNIQUE,
            content TEXT NOT NULL,
            device TEXT NOT NULL,
            at TEXT NOT NULL CHECK (datetime(at) IS NOT NULL),
            PRIMARY KEY (house, version)
        ) STRICT, WITHOUT ROWID;
        CREATE TRIGGER house_versions_are_never_changed BEFORE UPDATE ON house_versions BEGIN
            SELECT RAISE(ABORT, 'a version of a house never changes');
        END;
        CREATE TRIGGER house_versions_are_never_cut BEFORE DELETE ON house_versions
        WHEN EXISTS (SELECT 1 FROM houses WHERE id = OLD.house) BEGIN
            SELECT RAISE(ABORT, 'a version of a house never changes');
        END;

        CREATE TABLE device_houses (
            device TEXT NOT NULL,
            house INTEGER NOT NULL REFERENCES houses (id) ON DELETE CASCADE,
            may_edit INTEGER NOT NULL CHECK (may_edit IN (0, 1)),
            PRIMARY KEY (device, house)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX devices_of_houses ON device_houses (house);
        """
    )


@migrations()
def m0008_teams(database: Database) -> None:
    """Which team somebody plays in, where the house has teams."""
    database.execute("ALTER TABLE players ADD COLUMN team INTEGER CHECK (team > 0)")
