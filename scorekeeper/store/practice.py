"""What a device practised: one row for each house, and short codes by which it goes along to another device.

Nothing of it says who somebody is: a row holds layouts, answers and days, and belongs to a device and to nobody else.
"""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from scorekeeper.houses import freeze, thaw
from scorekeeper.quiz.progress import from_data, merged, to_data, under
from scorekeeper.quiz.sitting import Practice
from scorekeeper.rules import House
from scorekeeper.store.errors import StoreError
from scorekeeper.store.texts import format_moment, parse_moment, to_json
from scorekeeper.store.values import Write

if TYPE_CHECKING:
    from sqlite_utils import Database

    from scorekeeper.store.connection import Store

HOUSES_LISTED = 100

HOUSES_TAKEN = 100
"""A code brings the houses that were practised last: nobody else can write meanwhile."""

CODE_LASTS = timedelta(days=30)
"""So long a code can be typed in."""

# Five bits a character, so forty in all. I, L and O are read as the 1 and the 0 that they look like; there is no U.
_CODE_SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_CODE_LENGTH = 8
_READ_AS = str.maketrans({"I": "1", "L": "1", "O": "0"})


class PracticeChanged(StoreError):
    """The same practice went on elsewhere meanwhile, as in another tab: nothing is changed; look at it as it is now."""

    code = "practice.changed"

    def __init__(self) -> None:
        super().__init__("this practice went on in another tab meanwhile; here is the question that it has come to")


class NoSuchCode(StoreError):
    """No device gave out that code, or it is too old, or it cannot be a code at all."""

    code = "practice.no_such_code"


@dataclass(frozen=True, slots=True)
class CarryCode:
    """A code to type in on another device, as it is shown (`7K2Q-M4XP`), and until when."""

    code: str
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class PractisedHouse:
    """A house that a device practised, as it was then, and when it did last."""

    house: House
    changed_at: datetime


def practice_of(store: Store, device: str, house: House) -> Practice:
    """What a device practised in a house; a new practice where it did not yet.

    If the rules of the house were changed since, its layouts count something else: how far the rules are known stays,
    but neither the answers nor the question under way.
    """
    return _practice(store.database, device, house) or Practice(house)


def keep_practice(store: Store, device: str, practice: Practice, write: Write) -> Practice:
    """Keep the next state of a practice that `practice_of` gave; as it is kept now, with its new version.

    The same write again changes nothing. Raises PracticeChanged where it is not based on what is kept.
    """
    with store.write() as database:
        row = database.execute(
            "SELECT version, write_id FROM practice WHERE device = ? AND house = ?", [device, practice.house.key]
        ).fetchone()
        version, done = row or (0, "")
        if done == write.id:
            return _practice(database, device, practice.house) or practice
        if version != practice.version:
            raise PracticeChanged
        return _keep(database, device, practice, write)


def practised_houses(store: Store, device: str, limit: int = HOUSES_LISTED) -> tuple[PractisedHouse, ...]:
    """The houses that a device practised, the one practised last first."""
    rows = store.database.execute(
        "SELECT rules, changed_at FROM practice WHERE device = ? ORDER BY changed_at DESC, house LIMIT ?",
        [device, limit],
    ).fetchall()
    return tuple(PractisedHouse(thaw(rules), parse_moment(changed_at)) for rules, changed_at in rows)


def forget_practice(store: Store, device: str) -> None:
    """Remove for good what a device practised in all houses, and its code."""
    with store.write() as database:
        database.execute("DELETE FROM practice WHERE device = ?", [device])
        database.execute("DELETE FROM carry_codes WHERE device = ?", [device])


# --- taking it along --------------------------------------------------------------------------------------------------


def carry_code(store: Store, device: str, write: Write) -> CarryCode:
    """A new code for what a device practised; the one that it had before is worth nothing any more.

    It can be typed in on any number of devices for 30 days, and each time brings what was practised until then. The
    same write again gives the same code.
    """
    with store.write() as database:
        known = database.execute(
            "SELECT code, expires_at FROM carry_codes WHERE device = ? AND write_id = ?", [device, write.id]
        ).fetchone()
        if known is not None:
            return _code(*known)
        database.execute(
            "DELETE FROM carry_codes WHERE device = ? OR expires_at <= ?", [device, format_moment(write.at)]
        )
        code = "".join(secrets.choice(_CODE_SIGNS) for _ in range(_CODE_LENGTH))
        expires_at = format_moment(write.at + CODE_LASTS)
        database.execute(
            "INSERT INTO carry_codes (code, device, write_id, expires_at) VALUES (?, ?, ?, ?)",
            [code, device, write.id, expires_at],
        )
        return _code(code, expires_at)


def carry_code_of(store: Store, device: str, now: datetime) -> CarryCode | None:
    """The code that a device was given and that can still be typed in."""
    row = store.database.execute(
        "SELECT code, expires_at FROM carry_codes WHERE device = ? AND expires_at > ?", [device, format_moment(now)]
    ).fetchone()
    return None if row is None else _code(*row)


def take_over(store: Store, code: str, device: str, write: Write) -> int:
    """Bring what was practised under a code to a device, which keeps what it has: of each rule what went further.

    ``code`` as somebody typed it: small letters, blanks and hyphens do not matter. Gives the number of houses that it
    brought, which are the last 100 at most. The same again changes nothing. Raises NoSuchCode.
    """
    read = read_code(code)
    with store.write() as database:
        row = database.execute(
            "SELECT device FROM carry_codes WHERE code = ? AND expires_at > ?", [read, format_moment(write.at)]
        ).fetchone()
        if row is None:
            raise NoSuchCode(
                "there is no such code, or it is older than 30 days; ask for a new one on the other device"
            )
        (giver,) = row
        rows = database.execute(
            "SELECT rules, progress FROM practice WHERE device = ? ORDER BY changed_at DESC, house LIMIT ?",
            [giver, HOUSES_TAKEN],
        ).fetchall()
        for rules, progress in rows:
            theirs = from_data(thaw(rules), json.loads(progress))
            mine = _practice(database, device, None, theirs.house.key)
            both = theirs if mine is None else merged(mine, theirs)
            if both != mine:
                _keep(database, device, both, write)
        return len(rows)


def read_code(typed: str) -> str:
    """The code that somebody typed, as it is kept. Raises NoSuchCode, saying what is wrong with it."""
    code = "".join(sign for sign in typed if not sign.isspace() and sign not in "-‐‑‒–—−_.").upper().translate(_READ_AS)
    if not code:
        raise NoSuchCode("type the code from the other device")
    strange = next((sign for sign in code if sign not in _CODE_SIGNS), None)
    if strange is not None:
        raise NoSuchCode(f"a code has letters and digits only, and never {strange!r}")
    if len(code) != _CODE_LENGTH:
        raise NoSuchCode(f"a code has {_CODE_LENGTH} characters; this one has {len(code)}")
    return code


# --- rows -------------------------------------------------------------------------------------------------------------


def _practice(database: Database, device: str, house: House | None, key: str = "") -> Practice | None:
    """What is kept, under that house; without one under the house as it was practised, found by its key."""
    row = database.execute(
        "SELECT rules, progress, version FROM practice WHERE device = ? AND house = ?",
        [device, key if house is None else house.key],
    ).fetchone()
    if row is None:
        return None
    rules, progress, version = row
    kept = from_data(house or thaw(rules), json.loads(progress), version)
    return kept if house is None or rules == freeze(house) else under(house, kept)


def _keep(database: Database, device: str, practice: Practice, write: Write) -> Practice:
    """Write the row with its next version, which is one more than that of the practice."""
    kept = replace(practice, version=practice.version + 1)
    database.execute(
        """
        INSERT INTO practice (device, house, rules, progress, version, write_id, changed_at)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (device, house) DO UPDATE SET
            rules = excluded.rules, progress = excluded.progress, version = excluded.version,
            write_id = excluded.write_id, changed_at = excluded.changed_at
        """,
        [
            device,
            kept.house.key,
            freeze(kept.house),
            to_json(to_data(kept)),
            kept.version,
            write.id,
            format_moment(write.at),
        ],
    )
    return kept


def _code(code: str, expires_at: str) -> CarryCode:
    half = _CODE_LENGTH // 2
    return CarryCode(f"{code[:half]}-{code[half:]}", parse_moment(expires_at))
