"""Games, who plays and what was entered: the first five steps. Never changed again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.store.migrations.steps import migrations

if TYPE_CHECKING:
    from sqlite_utils import Database


@migrations()
def m0001_games(database: Database) -> None:
    """Games, who plays, the holes, what was entered, and everything that was ever changed."""
    database.executescript(
        """
        CREATE TABLE games (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            edit_key TEXT NOT NULL UNIQUE CHECK (length(edit_key) >= 16),
            view_key TEXT NOT NULL UNIQUE CHECK (length(view_key) >= 16 AND view_key <> edit_key),
            title TEXT NOT NULL,
            house TEXT NOT NULL CHECK (json_valid(house)),
            holes_planned INTEGER NOT NULL CHECK (holes_planned > 0),
            first_dealer INTEGER NOT NULL,
            rematch_of INTEGER REFERENCES games (id) ON DELETE SET NULL,
            version INTEGER NOT NULL CHECK (version > 0),
            created_at TEXT NOT NULL CHECK (datetime(created_at) IS NOT NULL),
            changed_at TEXT NOT NULL CHECK (datetime(changed_at) IS NOT NULL),
            -- a game and its players are made together, so this one waits for the end of the transaction
            FOREIGN KEY (id, first_dealer) REFERENCES players (game, id) DEFERRABLE INITIALLY DEFERRED
        ) STRICT;
        CREATE INDEX games_of_rematches ON games (rematch_of) WHERE rematch_of IS NOT NULL;

        CREATE TABLE players (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
            seat INTEGER NOT NULL CHECK (seat > 0),
            name TEXT NOT NULL CHECK (name <> ''),
            joined INTEGER NOT NULL DEFAULT 1 CHECK (joined > 0),
            "left" INTEGER CHECK ("left" >= joined - 1),
            UNIQUE (game, id)
        ) STRICT;

        CREATE TABLE holes (
            game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
            number INTEGER NOT NULL CHECK (number > 0),
            dealer INTEGER NOT NULL,
            ender INTEGER,
            ender_known INTEGER NOT NULL DEFAULT 0 CHECK (ender_known IN (0, 1)),
            confirmed INTEGER NOT NULL DEFAULT 0 CHECK (confirmed IN (0, 1)),
            warnings_accepted INTEGER NOT NULL DEFAULT 0 CHECK (warnings_accepted IN (0, 1)),
            playoff TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(playoff)),
            PRIMARY KEY (game, number),
            FOREIGN KEY (game, dealer) REFERENCES players (game, id),
            FOREIGN KEY (game, ender) REFERENCES players (game, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX holes_of_dealers ON holes (game, dealer);
        CREATE INDEX holes_of_enders ON holes (game, ender) WHERE ender IS NOT NULL;

        CREATE TABLE layouts (
            game INTEGER NOT NULL,
            hole INTEGER NOT NULL,
            player INTEGER NOT NULL,
            cards TEXT CHECK (cards <> ''),
            points INTEGER,
            version INTEGER NOT NULL CHECK (version > 0),
            PRIMARY KEY (game, hole, player),
            CHECK ((cards IS NULL) <> (points IS NULL)),
            FOREIGN KEY (game, hole) REFERENCES holes (game, number),
            FOREIGN KEY (game, player) REFERENCES players (game, id)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE history (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
            write_id TEXT NOT NULL UNIQUE,
            content TEXT NOT NULL,
            device TEXT NOT NULL,
            at TEXT NOT NULL CHECK (datetime(at) IS NOT NULL),
            kind TEXT NOT NULL CHECK (kind IN (
                'created', 'hand', 'hole', 'players', 'plan', 'undo', 'redo', 'same')),
            parts TEXT NOT NULL CHECK (json_valid(parts)),
            of_change INTEGER REFERENCES history (id),
            CHECK ((of_change IS NOT NULL) = (kind IN ('undo', 'redo')))
        ) STRICT;
        CREATE INDEX history_of_games ON history (game);
        CREATE INDEX history_taken_back ON history (of_change) WHERE of_change IS NOT NULL;
        CREATE TRIGGER history_is_never_changed BEFORE UPDATE ON history BEGIN
            SELECT RAISE(ABORT, 'history is only ever added to');
        END;
        CREATE TRIGGER history_is_never_cut BEFORE DELETE ON history
        WHEN EXISTS (SELECT 1 FROM games WHERE id = OLD.game) BEGIN
            SELECT RAISE(ABORT, 'history is only ever added to');
        END;
        """
    )


@migrations()
def m0002_devices(database: Database) -> None:
    """Which games a device lists on its start page."""
    database.executescript(
        """
        CREATE TABLE device_games (
            device TEXT NOT NULL,
            game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
            may_edit INTEGER NOT NULL CHECK (may_edit IN (0, 1)),
            PRIMARY KEY (device, game)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX devices_of_games ON device_games (game);
        """
    )


@migrations()
def m0003_reading_aids(database: Database) -> None:
    """Views for people who open the file in a SQLite browser; the app itself never reads them."""
    database.executescript(
        """
        CREATE VIEW readable_layouts AS
            SELECT games.id AS game, games.title, games.house ->> 'name' AS house, layouts.hole, players.name AS player,
                   layouts.cards, layouts.points
            FROM layouts JOIN games ON games.id = layouts.game JOIN players ON players.id = layouts.player
            ORDER BY layouts.game, layouts.hole, players.seat;
        CREATE VIEW readable_history AS
            SELECT history.game, history.id AS change, history.at, history.device, history.kind, history.of_change,
                   part.value ->> 'subject' AS subject, part.value ->> 'hole' AS hole, players.name AS player,
                   part.value ->> 'before' AS before, part.value ->> 'after' AS after
            FROM history, json_each(history.parts) AS part
                 LEFT JOIN players ON players.id = part.value ->> 'player'
            ORDER BY history.id;
        """
    )


@migrations()
def m0004_hole_versions(database: Database) -> None:
    """Since when each hole stands as it does, so that nobody settles a hole that they have not seen."""
    database.execute("ALTER TABLE holes ADD COLUMN version INTEGER NOT NULL DEFAULT 1 CHECK (version > 0)")
    # When a hole of an older file was last touched is not known; no later than its game in any case.
    database.execute("UPDATE holes SET version = (SELECT version FROM games WHERE games.id = holes.game)")


@migrations()
def m0005_readings(database: Database) -> None:
    """The house as a game began with it, where the table chose other readings since: an undo goes back to it."""
    database.execute(
        "ALTER TABLE games ADD COLUMN house_begun TEXT CHECK (house_begun IS NULL OR json_valid(house_begun))"
    )
