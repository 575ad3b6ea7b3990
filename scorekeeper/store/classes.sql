-- What a class and a pupil keep: practice, sets of exercises, sessions of classes.

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

-- A link is looked up by its digest, see columns.py. The column came late, so triggers stand for NOT NULL.
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

CREATE TRIGGER sets_are_never_changed
BEFORE UPDATE OF id, code, key_code, house, level, kinds, sheets, write_id, content, made_at ON sets BEGIN
    SELECT RAISE(ABORT, 'what stands on paper never changes');
END;
CREATE TRIGGER numbers_are_never_given_again BEFORE UPDATE OF seated ON classes
WHEN NEW.seated < OLD.seated BEGIN
    SELECT RAISE(ABORT, 'the number of a pupil is never given again');
END;
