-- What is practised, and what is asked: practice and sets of exercises.

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
CREATE TRIGGER sets_are_never_changed
BEFORE UPDATE OF id, code, key_code, house, level, kinds, sheets, write_id, content, made_at ON sets BEGIN
    SELECT RAISE(ABORT, 'what stands on paper never changes');
END;
