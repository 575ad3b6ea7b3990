"""Saved worksheets: each has a code printed on it, and a longer one that opens its answer key too."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from scorekeeper.houses import freeze, thaw
from scorekeeper.rules import House, Layout, format_layout
from scorekeeper.school.exercises.codes import OF_KEYS, OF_SHEETS, BadCode, new_code, read_code, written_code
from scorekeeper.school.exercises.sets import QuestionSet, make_set, redrawn, set_of_layouts, sheets_of_facts, to_facts
from scorekeeper.store.columns import fingerprint, format_moment, parse_moment, to_json
from scorekeeper.store.connection import Database, Store, retry_when_lost
from scorekeeper.store.errors import IdReused, StoreError
from scorekeeper.store.writes import Write

SETS_LISTED, ALL = 50, 1_000_000


class SetNotFound(StoreError):
    """No worksheet has that code."""

    code = "set.not_found"
    text = "No worksheet has this code. Check it against the page."


@dataclass(frozen=True, slots=True)
class KeptSet:
    """A worksheet, opened by one of its two codes."""

    questions: QuestionSet
    key_code: str  # "" if it was opened by the printed code
    made_at: datetime

    @property
    def may_see_key(self) -> bool:
        return bool(self.key_code)

    @property
    def seen_by(self) -> str:
        """The code that opened it."""
        return self.key_code or self.questions.code


@dataclass(frozen=True, slots=True)
class SetSummary:
    """A worksheet of a device, for a list."""

    code: str
    key_code: str
    house: str
    made_at: datetime


def create_set(
    store: Store, house: House, write: Write, *, level: int, size: int, variants: int, kinds: Sequence[str]
) -> KeptSet:
    """Make and save a worksheet. The same write again gives the same one. Raises BadSet and IdReused."""
    content = fingerprint("set", freeze(house), level, size, variants, list(kinds))
    return _keep_once(store, write, content, lambda code: make_set(house, level, size, variants, kinds, code))


def create_set_of_layouts(store: Store, house: House, write: Write, layouts: Sequence[Layout]) -> KeptSet:
    """Save a worksheet of given hands, as `create_set` does. Raises BadSet and IdReused."""
    content = fingerprint("set of layouts", freeze(house), [format_layout(layout) for layout in layouts])
    return _keep_once(store, write, content, lambda code: set_of_layouts(house, layouts, code))


def create_redrawn(store: Store, kept: KeptSet, write: Write, variant: str, index: int) -> KeptSet:
    """Save a copy with one hand replaced, as `create_set` does. The original stays. Raises BadSet."""
    content = fingerprint("set redrawn", kept.key_code, variant, index)
    return _keep_once(store, write, content, lambda code: redrawn(kept.questions, variant, index, code))


def find_set(store: Store, typed: str, device: str = "") -> KeptSet:
    """The worksheet of a typed code, with its answer key if the code is the key's or this device made it.

    Raises SetNotFound.
    """
    try:
        code = read_code(typed)
    except BadCode:
        raise SetNotFound from None
    found = _find(store.database, "key_code" if len(code) > len(written_code("0" * OF_SHEETS)) else "code", code)
    if found is None:
        raise SetNotFound
    if found.key_code == code or (device and any(one.code == code for one in sets_of_device(store, device, ALL))):
        return found
    return KeptSet(found.questions, "", found.made_at)


def sets_of_device(store: Store, device: str, limit: int = SETS_LISTED) -> tuple[SetSummary, ...]:
    """Worksheets that a device made, newest first."""
    rows = store.database.execute(
        "SELECT code, key_code, house, made_at FROM sets WHERE device = ? ORDER BY id DESC LIMIT ?", [device, limit]
    ).fetchall()
    return tuple(
        SetSummary(code, key_code, json.loads(house)["name"], parse_moment(made_at))
        for code, key_code, house, made_at in rows
    )


# --- rows -------------------------------------------------------------------------------------------------------------


@retry_when_lost
def _keep_once(store: Store, write: Write, content: str, make: Callable[[str], QuestionSet]) -> KeptSet:
    """Save what ``make`` makes of a new code, or give what the same write made before."""
    done = _done_before(store.database, write, content)
    if done is not None:
        return done
    # This takes about a second, so it runs outside the transaction. No other write can get this code.
    made = make(written_code(new_code(OF_SHEETS)))
    with store.write() as database:
        done = _done_before(database, write, content)
        if done is not None:
            return done
        key_code = written_code(new_code(OF_KEYS))
        kinds, sheets = to_json(list(made.kinds)), to_json(to_facts(made))
        database.execute(
            """
            INSERT INTO sets (code, key_code, house, level, kinds, sheets, write_id, content, device, made_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                *(made.code, key_code, freeze(made.house), made.level, kinds, sheets),
                *(write.id, content, write.device, format_moment(write.at)),
            ],
        )
        return KeptSet(made, key_code, write.at)


def _done_before(database: Database, write: Write, content: str) -> KeptSet | None:
    """The worksheet that the same write made before."""
    found = database.execute("SELECT content, device FROM sets WHERE write_id = ?", [write.id]).fetchone()
    if found is None:
        return None
    if found != (content, write.device):
        raise IdReused
    return _find(database, "write_id", write.id)


def _find(database: Database, column: str, value: str) -> KeptSet | None:
    row = database.execute(
        f"SELECT key_code, made_at, code, house, level, kinds, sheets FROM sets WHERE {column} = ?", [value]
    ).fetchone()
    if row is None:
        return None
    key_code, made_at, *questions = row
    return KeptSet(questions_of(*questions), key_code, parse_moment(made_at))


def questions_of(code: str, house: str, level: int, kinds: str, sheets: str) -> QuestionSet:
    """Questions of a row of `sets`."""
    rules = thaw(house)
    return QuestionSet(code, rules, level, tuple(json.loads(kinds)), sheets_of_facts(rules, json.loads(sheets)))
