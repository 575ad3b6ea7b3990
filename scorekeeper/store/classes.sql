-- What a class keeps: its session, which is swapped whole, and the students with what they did, who come all at once.

CREATE TABLE classes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    "key" TEXT NOT NULL CHECK (length("key") >= 22),
    -- by which the link is looked up, see columns.py
    digest BLOB NOT NULL UNIQUE CHECK (length(digest) = 32),
    code TEXT NOT NULL UNIQUE CHECK (length(code) = 6),
    question_set INTEGER NOT NULL REFERENCES sets (id),
    device TEXT NOT NULL,
    write_id TEXT NOT NULL UNIQUE,
    content TEXT NOT NULL,
    made_at TEXT NOT NULL CHECK (datetime(made_at) IS NOT NULL),
    -- grows with all that the teacher does
    version INTEGER NOT NULL CHECK (version > 0),
    -- grows with all that students do: joining is work too
    work INTEGER NOT NULL CHECK (work >= 0),
    -- pace, variants, joins_until, label; phase, at, revealed, locked; led_by is the write that changed it last
    state TEXT NOT NULL CHECK (json_valid(state)),
    deleted_at TEXT NOT NULL DEFAULT '',
    deleted_by TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX classes_of_devices ON classes (device, id);
CREATE INDEX classes_of_sets ON classes (question_set);
CREATE INDEX classes_by_age ON classes (made_at);

-- Of a student no device, no moment and no address: neither here nor in any other table.
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
