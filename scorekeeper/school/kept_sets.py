"""Sets of exercises for paper: each under the code on its sheets, and under a longer one that opens the key too."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from scorekeeper.houses import freeze, thaw
from scorekeeper.rules import House, Layout, format_layout
from scorekeeper.school.codes import OF_KEYS, OF_SHEETS, BadCode, new_code, read_code, written_code
from scorekeeper.school.sets import QuestionSet, make_set, redrawn, set_of_layouts, sheets_of_facts, to_facts
from scorekeeper.store.columns import fingerprint, format_moment, parse_moment, to_json
from scorekeeper.store.connection import Database, Store, repeated
from scorekeeper.store.errors import IdReused, StoreError
from scorekeeper.store.writes import Write

SETS_LISTED, ALL = 50, 1_000_000


class SetNotFound(StoreError):
    """No set has that code."""

    code = "set.not_found"
    text = "there is no set with this code: compare it with the sheet, character by character"


@dataclass(frozen=True, slots=True)
class KeptSet:
    """A set, seen through one of its two codes."""

    questions: QuestionSet
    key_code: str  # "" for whoever came by the code that stands on the sheets
    made_at: datetime

    @property
    def may_see_key(self) -> bool:
        return bool(self.key_code)

    @property
    def seen_by(self) -> str:
        """The code that it was found by."""
        return self.key_code or self.questions.code


@dataclass(frozen=True, slots=True)
class SetSummary:
    """A set that a device made, for a list."""

    code: str
    key_code: str
    house: str
    made_at: datetime


def create_set(
    store: Store, house: House, write: Write, *, level: int, size: int, variants: int, kinds: Sequence[str]
) -> KeptSet:
    """Make a set and keep it under new codes. The same write again gives the same set. Raises BadSet and IdReused."""
    content = fingerprint("set", freeze(house), level, size, variants, list(kinds))
    return _keep_once(store, write, content, lambda code: make_set(house, level, size, variants, kinds, code))


def create_set_of_layouts(store: Store, house: House, write: Write, layouts: Sequence[Layout]) -> KeptSet:
    """Keep a set of layouts that somebody picked, as `create_set` does. Raises BadSet and IdReused."""
    content = fingerprint("set of layouts", freeze(house), [format_layout(layout) for layout in layouts])
    return _keep_once(store, write, content, lambda code: set_of_layouts(house, layouts, code))


def create_redrawn(store: Store, kept: KeptSet, write: Write, variant: str, place: int) -> KeptSet:
    """Keep a set with another hand in one place, as `create_set` does. The one before stays. Raises BadSet."""
    content = fingerprint("set redrawn", kept.key_code, variant, place)
    return _keep_once(store, write, content, lambda code: redrawn(kept.questions, variant, place, code))


def find_set(store: Store, typed: str, device: str = "") -> KeptSet:
    """The set of a code; with its key where it is the code of the key, or where that device made it.

    Codes are read as people type them. Raises SetNotFound.
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
    """The sets that a device made, the newest first."""
    rows = store.database.execute(
        "SELECT code, key_code, house, made_at FROM sets WHERE device = ? ORDER BY id DESC LIMIT ?", [device, limit]
    ).fetchall()
    return tuple(
        SetSummary(code, key_code, json.loads(house)["name"], parse_moment(made_at))
        for code, key_code, house, made_at in rows
    )


# --- rows -------------------------------------------------------------------------------------------------------------


@repeated
def _keep_once(store: Store, write: Write, content: str, make: Callable[[str], QuestionSet]) -> KeptSet:
    """The set that ``make`` makes of its code, kept; or the one that the same write led to before."""
    done = _done_before(store.database, write, content)
    if done is not None:
        return done
    # It takes a second or so, during which others may write: nobody else can come by this code.
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
    """The set that the same write led to before."""
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
    """The questions of a row of `sets`."""
    rules = thaw(house)
    return QuestionSet(code, rules, level, tuple(json.loads(kinds)), sheets_of_facts(rules, json.loads(sheets)))
