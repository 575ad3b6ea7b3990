-- What a table keeps: games and houses. A thing that is changed whole is one row; each change of it is a row of history.

-- The rules of a game as they were when it began or was answered for: each text once, however many games play by it.
CREATE TABLE game_houses (
    digest TEXT PRIMARY KEY CHECK (length(digest) = 64),
    house TEXT NOT NULL CHECK (json_valid(house))
) STRICT;

-- `deleted_at` and `deleted_by`, here and below: when it was deleted, and by which device; both '' while it stands. Of a
-- house `deleted_by` is the device and the id of its write, and once it was put back that id alone.
-- `uid` is what phones call a game, whichever link leads to it; a phone without a network names its own.
CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    edit_key TEXT NOT NULL CHECK (length(edit_key) >= 16),
    edit_digest BLOB NOT NULL UNIQUE CHECK (length(edit_digest) = 32),
    -- the device that renewed the link last, '' for the link that the game began with
    edit_renewed_by TEXT NOT NULL DEFAULT '',
    view_key TEXT NOT NULL CHECK (length(view_key) >= 16 AND view_key <> edit_key),
    view_digest BLOB NOT NULL UNIQUE CHECK (length(view_digest) = 32),
    view_renewed_by TEXT NOT NULL DEFAULT '',
    house TEXT NOT NULL REFERENCES game_houses (digest),
    house_begun TEXT NOT NULL REFERENCES game_houses (digest),
    -- the highest id that a player of this game ever had: none is given again
    last_player INTEGER NOT NULL CHECK (last_player > 0),
    rematch_of INTEGER REFERENCES games (id),
    version INTEGER NOT NULL CHECK (version > 0),
    created_at TEXT NOT NULL CHECK (datetime(created_at) IS NOT NULL),
    changed_at TEXT NOT NULL CHECK (datetime(changed_at) IS NOT NULL),
    -- [[subject, hole, player, value, version of its last change], ...]; the history speaks of the same subjects.
    -- Last, for it is long: whoever asks for the version reads nothing of it
    state TEXT NOT NULL CHECK (json_valid(state)),
    uid TEXT NOT NULL DEFAULT '',
    deleted_at TEXT NOT NULL DEFAULT '',
    deleted_by TEXT NOT NULL DEFAULT '',
    -- whether the others are players of the phone
    practice INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX games_of_rematches ON games (rematch_of) WHERE rematch_of IS NOT NULL;
CREATE UNIQUE INDEX games_by_uid ON games (uid) WHERE uid <> '';
CREATE INDEX games_deleted ON games (deleted_at) WHERE deleted_at <> '';

CREATE TABLE history (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game INTEGER NOT NULL REFERENCES games (id),
    write_id TEXT NOT NULL,
    content TEXT NOT NULL,
    device TEXT NOT NULL,
    at TEXT NOT NULL CHECK (datetime(at) IS NOT NULL),
    kind TEXT NOT NULL CHECK (kind IN (
        'created', 'hand', 'hole', 'players', 'plan', 'undo', 'redo', 'same', 'declined', 'renewed', 'rematch')),
    parts TEXT NOT NULL CHECK (json_valid(parts)),
    of_change INTEGER REFERENCES history (id),
    -- of what changed nothing, the change it came after: clocks of phones differ, so they do not tell the order
    since INTEGER REFERENCES history (id),
    CHECK ((of_change IS NOT NULL) = (kind IN ('undo', 'redo'))),
    CHECK ((since IS NOT NULL) = (kind IN ('declined', 'renewed', 'rematch')))
) STRICT;
CREATE INDEX history_of_games ON history (game);
CREATE INDEX history_taken_back ON history (of_change) WHERE of_change IS NOT NULL;
CREATE UNIQUE INDEX changes_by_write ON history (write_id) WHERE since IS NULL;
CREATE UNIQUE INDEX remarks_by_write ON history (game, write_id, content) WHERE since IS NOT NULL;
CREATE TRIGGER history_is_never_changed BEFORE UPDATE ON history BEGIN
    SELECT RAISE(ABORT, 'history is only ever added to');
END;
-- and cut only with its game: the step history_goes_with_its_game

CREATE TABLE retired_keys (
    digest BLOB NOT NULL PRIMARY KEY CHECK (length(digest) = 32),
    "key" TEXT NOT NULL,
    game INTEGER NOT NULL REFERENCES games (id),
    remark INTEGER NOT NULL UNIQUE REFERENCES history (id)
) STRICT, WITHOUT ROWID;

CREATE TABLE device_games (
    device TEXT NOT NULL,
    game INTEGER NOT NULL REFERENCES games (id),
    may_edit INTEGER NOT NULL CHECK (may_edit IN (0, 1)),
    PRIMARY KEY (device, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX devices_of_games ON device_games (game);

-- which player sits behind which device; NULL for one that only looks on
CREATE TABLE seats (
    device TEXT NOT NULL,
    game INTEGER NOT NULL REFERENCES games (id),
    player INTEGER,
    PRIMARY KEY (device, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_of_games ON seats (game);

CREATE VIEW readable_games AS
    SELECT games.id AS game, one.value ->> '$[3].title' AS title, game_houses.house ->> 'name' AS house,
           one.value ->> '$[3].holes_planned' AS holes_planned, games.created_at, games.changed_at
    FROM games JOIN game_houses ON game_houses.digest = games.house JOIN json_each(games.state) AS one
    WHERE one.value ->> '$[0]' = 'plan';

CREATE VIEW readable_players AS
    SELECT games.id AS game, one.key + 1 AS seat, one.value ->> 'id' AS player, one.value ->> 'name' AS name,
           one.value ->> 'joined' AS joined, one.value ->> 'left' AS "left", one.value ->> 'team' AS team
    FROM games JOIN json_each(games.state) AS subject JOIN json_each(subject.value, '$[3]') AS one
    WHERE subject.value ->> '$[0]' = 'players';

CREATE VIEW readable_hands AS
    SELECT games.id AS game, one.value ->> '$[1]' AS hole, readable_players.name AS player,
           one.value ->> '$[3]' AS entered
    FROM games JOIN json_each(games.state) AS one
         LEFT JOIN readable_players
         ON readable_players.game = games.id AND readable_players.player = one.value ->> '$[2]'
    WHERE one.value ->> '$[0]' = 'hand'
    ORDER BY game, hole, readable_players.seat;

CREATE VIEW readable_history AS
    SELECT history.game, history.id AS change, history.at, history.device, history.kind, history.of_change,
           part.value ->> 'subject' AS subject, part.value ->> 'hole' AS hole, readable_players.name AS player,
           part.value ->> 'before' AS before, part.value ->> 'after' AS after
    FROM history JOIN json_each(history.parts) AS part
         LEFT JOIN readable_players
         ON readable_players.game = history.game AND readable_players.player = part.value ->> 'player'
    ORDER BY history.game, coalesce(history.since, history.id), history.id;

CREATE TABLE houses (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    owner_key TEXT NOT NULL CHECK (length(owner_key) >= 16),
    owner_digest BLOB NOT NULL UNIQUE CHECK (length(owner_digest) = 32),
    share_key TEXT NOT NULL CHECK (length(share_key) >= 16 AND share_key <> owner_key),
    share_digest BLOB NOT NULL UNIQUE CHECK (length(share_digest) = 32),
    begun_from TEXT NOT NULL,
    rules TEXT NOT NULL CHECK (json_valid(rules)),
    version INTEGER NOT NULL CHECK (version > 0),
    created_at TEXT NOT NULL CHECK (datetime(created_at) IS NOT NULL),
    changed_at TEXT NOT NULL CHECK (datetime(changed_at) IS NOT NULL),
    deleted_at TEXT NOT NULL DEFAULT '',
    deleted_by TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX houses_deleted ON houses (deleted_at) WHERE deleted_at <> '';

CREATE TABLE house_versions (
    house INTEGER NOT NULL REFERENCES houses (id),
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
-- and are cut only with their house: the step what_was_deleted_can_be_put_back


CREATE TABLE device_houses (
    device TEXT NOT NULL,
    house INTEGER NOT NULL REFERENCES houses (id),
    may_edit INTEGER NOT NULL CHECK (may_edit IN (0, 1)),
    PRIMARY KEY (device, house)
) STRICT, WITHOUT ROWID;
CREATE INDEX devices_of_houses ON device_houses (house);

-- Digests of the links of what is gone for good, so that a link can say so. No name and no moment.
CREATE TABLE gone_links (
    digest BLOB NOT NULL PRIMARY KEY CHECK (length(digest) = 32),
    what TEXT NOT NULL CHECK (what IN ('game', 'class', 'house'))
) STRICT, WITHOUT ROWID;
