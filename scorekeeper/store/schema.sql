-- The tables of a store, as its first step makes them. Never changed: what comes later is the next step.

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
    house_begun TEXT CHECK (house_begun IS NULL OR json_valid(house_begun)),
    edit_digest BLOB,
    view_digest BLOB,
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
    team INTEGER CHECK (team > 0),
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
    version INTEGER NOT NULL DEFAULT 1 CHECK (version > 0),
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

CREATE TABLE device_games (
    device TEXT NOT NULL,
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    may_edit INTEGER NOT NULL CHECK (may_edit IN (0, 1)),
    PRIMARY KEY (device, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX devices_of_games ON device_games (game);

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
    remark INTEGER NOT NULL UNIQUE REFERENCES remarks (id),
    digest BLOB
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

CREATE TABLE houses (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    owner_key TEXT NOT NULL UNIQUE CHECK (length(owner_key) >= 16),
    share_key TEXT NOT NULL UNIQUE CHECK (length(share_key) >= 16 AND share_key <> owner_key),
    begun_from TEXT NOT NULL,
    version INTEGER NOT NULL CHECK (version > 0),
    created_at TEXT NOT NULL CHECK (datetime(created_at) IS NOT NULL),
    changed_at TEXT NOT NULL CHECK (datetime(changed_at) IS NOT NULL),
    owner_digest BLOB,
    share_digest BLOB,
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

CREATE TABLE practice (
    device TEXT NOT NULL,
    house TEXT NOT NULL CHECK (house <> ''),
    rules TEXT NOT NULL CHECK (json_valid(rules)),
    progress TEXT NOT NULL CHECK (json_valid(progress)),
    version INTEGER NOT NULL CHECK (version > 0),
    write_id TEXT NOT NULL,
    changed_at TEXT NOT NULL CHECK (datetime(changed_at) IS NOT NULL),
    PRIMARY KEY (device, house)
) STRICT;
CREATE TRIGGER practice_goes_on_step_by_step BEFORE UPDATE ON practice
WHEN NEW.version <> OLD.version + 1 BEGIN
    SELECT RAISE(ABORT, 'every change of what was practised follows on the one before');
END;

CREATE TABLE carry_codes (
    code TEXT PRIMARY KEY CHECK (length(code) = 8),
    device TEXT NOT NULL UNIQUE,
    write_id TEXT NOT NULL,
    expires_at TEXT NOT NULL CHECK (datetime(expires_at) IS NOT NULL)
) STRICT, WITHOUT ROWID;
CREATE INDEX carry_codes_by_end ON carry_codes (expires_at);

CREATE TABLE sets (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    code TEXT NOT NULL UNIQUE CHECK (length(code) = 9),
    key_code TEXT NOT NULL UNIQUE CHECK (length(key_code) = 14),
    house TEXT NOT NULL CHECK (json_valid(house)),
    level INTEGER NOT NULL CHECK (level > 0),
    kinds TEXT NOT NULL CHECK (json_type(kinds) = 'array'),
    sheets TEXT NOT NULL CHECK (json_type(sheets) = 'array'),
    write_id TEXT NOT NULL UNIQUE,
    content TEXT NOT NULL,
    device TEXT NOT NULL,
    made_at TEXT NOT NULL CHECK (datetime(made_at) IS NOT NULL)
) STRICT;
CREATE INDEX sets_of_devices ON sets (device, id);

CREATE TABLE classes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    "key" TEXT NOT NULL UNIQUE CHECK (length("key") >= 22),
    code TEXT NOT NULL UNIQUE CHECK (length(code) = 6),
    question_set INTEGER NOT NULL REFERENCES sets (id),
    pace TEXT NOT NULL CHECK (pace IN ('practice', 'test', 'live', 'paper')),
    variants TEXT NOT NULL CHECK (json_type(variants) = 'array' AND json_array_length(variants) > 0),
    phase TEXT NOT NULL CHECK (phase IN ('lobby', 'open', 'paused', 'ended')),
    at INTEGER NOT NULL DEFAULT 0 CHECK (at >= 0),
    revealed INTEGER NOT NULL DEFAULT 0 CHECK (revealed IN (0, 1)),
    locked INTEGER NOT NULL DEFAULT 0 CHECK (locked IN (0, 1)),
    led INTEGER NOT NULL DEFAULT 1 CHECK (led > 0),
    led_by TEXT NOT NULL DEFAULT '',
    joined INTEGER NOT NULL DEFAULT 0 CHECK (joined >= 0),
    work INTEGER NOT NULL DEFAULT 0 CHECK (work >= 0),
    joins_until TEXT NOT NULL CHECK (datetime(joins_until) IS NOT NULL),
    write_id TEXT NOT NULL UNIQUE,
    content TEXT NOT NULL,
    device TEXT NOT NULL,
    made_at TEXT NOT NULL CHECK (datetime(made_at) IS NOT NULL),
    digest BLOB,
    label TEXT NOT NULL DEFAULT '' CHECK (length(label) <= 60),
    held INTEGER NOT NULL DEFAULT 0 CHECK (held IN (0, 1)),
    seated INTEGER NOT NULL DEFAULT 0 CHECK (seated >= 0)
) STRICT;
CREATE INDEX classes_of_devices ON classes (device, id);
CREATE INDEX classes_of_sets ON classes (question_set);
CREATE INDEX classes_by_age ON classes (made_at);

-- Of a pupil no device, no moment and no address: neither here nor in any other table.
CREATE TABLE class_seats (
    class INTEGER NOT NULL REFERENCES classes (id) ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number > 0),
    name TEXT NOT NULL CHECK (name <> ''),
    variant TEXT NOT NULL CHECK (variant <> ''),
    return_code TEXT CHECK (length(return_code) = 5),
    aside INTEGER NOT NULL DEFAULT 0 CHECK (aside IN (0, 1)),
    most_devices INTEGER NOT NULL DEFAULT 0 CHECK (most_devices >= 0),
    PRIMARY KEY (class, number),
    UNIQUE (class, name),
    UNIQUE (class, return_code)
) STRICT, WITHOUT ROWID;

CREATE TABLE class_tokens (
    id INTEGER PRIMARY KEY,
    class INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    hash TEXT NOT NULL CHECK (length(hash) = 64),
    UNIQUE (class, hash),
    FOREIGN KEY (class, seat) REFERENCES class_seats (class, number) ON DELETE CASCADE
) STRICT;
CREATE INDEX tokens_of_class_seats ON class_tokens (class, seat);

CREATE TABLE class_work (
    id INTEGER PRIMARY KEY,
    class INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    place INTEGER NOT NULL CHECK (place >= 0),
    did TEXT NOT NULL CHECK (did IN ('answer', 'hint', 'show')),
    typed TEXT NOT NULL CHECK (json_type(typed) = 'object'),
    took INTEGER CHECK (took >= 0),
    write_id TEXT NOT NULL CHECK (write_id <> ''),
    content TEXT NOT NULL,
    UNIQUE (class, seat, write_id),
    FOREIGN KEY (class, seat) REFERENCES class_seats (class, number) ON DELETE CASCADE
) STRICT;
CREATE INDEX work_of_class_seats ON class_work (class, seat, id);
CREATE TRIGGER class_work_is_never_changed BEFORE UPDATE ON class_work BEGIN
    SELECT RAISE(ABORT, 'work is only ever added to');
END;
CREATE TRIGGER class_work_is_never_cut BEFORE DELETE ON class_work
WHEN EXISTS (SELECT 1 FROM classes WHERE id = OLD.class) BEGIN
    SELECT RAISE(ABORT, 'work is only ever added to');
END;

CREATE TABLE class_papers (
    class INTEGER NOT NULL REFERENCES classes (id) ON DELETE CASCADE,
    write_id TEXT NOT NULL,
    content TEXT NOT NULL,
    first INTEGER CHECK (first > 0),
    last INTEGER CHECK (last >= first),
    PRIMARY KEY (class, write_id)
) STRICT, WITHOUT ROWID;

-- a row for each deletion of which the file may still hold bytes: see forgetting.py
CREATE TABLE class_remains (id INTEGER PRIMARY KEY AUTOINCREMENT) STRICT;

-- Links are looked up by their digests, see links.py. The columns came late, so triggers stand for NOT NULL.
CREATE UNIQUE INDEX games_by_edit_digest ON games (edit_digest);
CREATE TRIGGER games_edit_digest_is_there BEFORE INSERT ON games
WHEN length(NEW.edit_digest) IS NOT 32 OR typeof(NEW.edit_digest) <> 'blob' BEGIN
    SELECT RAISE(ABORT, 'a link has a digest of its own by which it is found');
END;
CREATE TRIGGER games_edit_digest_goes_along BEFORE UPDATE OF "edit_key", edit_digest ON games
WHEN length(NEW.edit_digest) IS NOT 32 OR typeof(NEW.edit_digest) <> 'blob'
    OR (NEW."edit_key" <> OLD."edit_key") <> (NEW.edit_digest <> OLD.edit_digest) BEGIN
    SELECT RAISE(ABORT, 'a link has a digest of its own by which it is found');
END;
CREATE UNIQUE INDEX games_by_view_digest ON games (view_digest);
CREATE TRIGGER games_view_digest_is_there BEFORE INSERT ON games
WHEN length(NEW.view_digest) IS NOT 32 OR typeof(NEW.view_digest) <> 'blob' BEGIN
    SELECT RAISE(ABORT, 'a link has a digest of its own by which it is found');
END;
CREATE TRIGGER games_view_digest_goes_along BEFORE UPDATE OF "view_key", view_digest ON games
WHEN length(NEW.view_digest) IS NOT 32 OR typeof(NEW.view_digest) <> 'blob'
    OR (NEW."view_key" <> OLD."view_key") <> (NEW.view_digest <> OLD.view_digest) BEGIN
    SELECT RAISE(ABORT, 'a link has a digest of its own by which it is found');
END;
CREATE UNIQUE INDEX retired_keys_by_digest ON retired_keys (digest);
CREATE TRIGGER retired_keys_digest_is_there BEFORE INSERT ON retired_keys
WHEN length(NEW.digest) IS NOT 32 OR typeof(NEW.digest) <> 'blob' BEGIN
    SELECT RAISE(ABORT, 'a link has a digest of its own by which it is found');
END;
CREATE TRIGGER retired_keys_digest_goes_along BEFORE UPDATE OF "key", digest ON retired_keys
WHEN length(NEW.digest) IS NOT 32 OR typeof(NEW.digest) <> 'blob'
    OR (NEW."key" <> OLD."key") <> (NEW.digest <> OLD.digest) BEGIN
    SELECT RAISE(ABORT, 'a link has a digest of its own by which it is found');
END;
CREATE UNIQUE INDEX houses_by_owner_digest ON houses (owner_digest);
CREATE TRIGGER houses_owner_digest_is_there BEFORE INSERT ON houses
WHEN length(NEW.owner_digest) IS NOT 32 OR typeof(NEW.owner_digest) <> 'blob' BEGIN
    SELECT RAISE(ABORT, 'a link has a digest of its own by which it is found');
END;
CREATE TRIGGER houses_owner_digest_goes_along BEFORE UPDATE OF "owner_key", owner_digest ON houses
WHEN length(NEW.owner_digest) IS NOT 32 OR typeof(NEW.owner_digest) <> 'blob'
    OR (NEW."owner_key" <> OLD."owner_key") <> (NEW.owner_digest <> OLD.owner_digest) BEGIN
    SELECT RAISE(ABORT, 'a link has a digest of its own by which it is found');
END;
CREATE UNIQUE INDEX houses_by_share_digest ON houses (share_digest);
CREATE TRIGGER houses_share_digest_is_there BEFORE INSERT ON houses
WHEN length(NEW.share_digest) IS NOT 32 OR typeof(NEW.share_digest) <> 'blob' BEGIN
    SELECT RAISE(ABORT, 'a link has a digest of its own by which it is found');
END;
CREATE TRIGGER houses_share_digest_goes_along BEFORE UPDATE OF "share_key", share_digest ON houses
WHEN length(NEW.share_digest) IS NOT 32 OR typeof(NEW.share_digest) <> 'blob'
    OR (NEW."share_key" <> OLD."share_key") <> (NEW.share_digest <> OLD.share_digest) BEGIN
    SELECT RAISE(ABORT, 'a link has a digest of its own by which it is found');
END;
CREATE UNIQUE INDEX classes_by_digest ON classes (digest);
CREATE TRIGGER classes_digest_is_there BEFORE INSERT ON classes
WHEN length(NEW.digest) IS NOT 32 OR typeof(NEW.digest) <> 'blob' BEGIN
    SELECT RAISE(ABORT, 'a link has a digest of its own by which it is found');
END;
CREATE TRIGGER classes_digest_goes_along BEFORE UPDATE OF "key", digest ON classes
WHEN length(NEW.digest) IS NOT 32 OR typeof(NEW.digest) <> 'blob'
    OR (NEW."key" <> OLD."key") <> (NEW.digest <> OLD.digest) BEGIN
    SELECT RAISE(ABORT, 'a link has a digest of its own by which it is found');
END;

CREATE TABLE deleted_classes (
    digest BLOB NOT NULL PRIMARY KEY CHECK (length(digest) = 32),
    deleted_on TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX deleted_classes_by_day ON deleted_classes (deleted_on);
CREATE TRIGGER sets_are_never_changed
BEFORE UPDATE OF id, code, key_code, house, level, kinds, sheets, write_id, content, made_at ON sets BEGIN
    SELECT RAISE(ABORT, 'what stands on paper never changes');
END;
CREATE TRIGGER numbers_are_never_given_again BEFORE UPDATE OF seated ON classes
WHEN NEW.seated < OLD.seated BEGIN
    SELECT RAISE(ABORT, 'the number of a pupil is never given again');
END;
