"""Houses that people made, each with an owner's link, a shared link and all its versions.

The owner's link can put a deleted house back for 30 days.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Literal

from scorekeeper.houses import freeze, thaw
from scorekeeper.houses.loading import from_data, to_data
from scorekeeper.rules import House
from scorekeeper.store.columns import (
    digest,
    fingerprint,
    format_moment,
    keys_match,
    new_key,
    new_spelled_key,
    parse_moment,
)
from scorekeeper.store.connection import Database, LostRace, Store, retry_when_lost
from scorekeeper.store.errors import IdReused, StoreError
from scorekeeper.store.gone import KEPT_FOR, Deleted, NotTheBeginner, deleted_of, is_gone, note_gone
from scorekeeper.store.writes import Write
from scorekeeper.tally.sharing import list_on_device

HOUSES_LISTED = 100


class HouseNotFound(StoreError):
    """No house has that key, or it is a shared key where the owner's is needed. Callers cannot tell which."""

    code = "house.not_found"

    def __init__(self) -> None:
        super().__init__("There are no such rules.")


class HouseDeleted(HouseNotFound):
    """The house was deleted and can be put back; ``kept`` is the house as the link shows it."""

    code = "house.deleted"

    def __init__(self, kept: KeptHouse) -> None:
        super().__init__()
        self.message = "These rules were deleted."
        self.kept = kept


class HouseGone(HouseNotFound):
    """The house was deleted for good."""

    code = "house.gone"


class HouseChanged(StoreError):
    """The house has changed since the sender saw it. Nothing was changed."""

    code = "house.changed"

    def __init__(self, version: int) -> None:
        self.version = version  # the current one; base another change on it
        super().__init__("These rules have changed on another page. Check them, or keep yours.")


@dataclass(frozen=True, slots=True)
class KeptHouse:
    """One version of a made house, seen through one of its two links."""

    id: int
    house: House  # its key is the shared key, and its version is this one
    owner_key: str  # "" for a visitor with the shared key
    share_key: str
    newest: int  # the newest version of this house
    begun_from: str  # the address of the house that it is based on; "" for none
    created_at: datetime
    changed_at: datetime  # of the newest version
    deleted: Deleted | None = None

    @property
    def version(self) -> int:
        """The version of these rules, below ``newest`` for earlier ones."""
        return self.house.version

    @property
    def may_edit(self) -> bool:
        return bool(self.owner_key)


@retry_when_lost
def create_house(store: Store, house: House, write: Write, *, begun_from: str = "") -> KeptHouse:
    """Keep a made house under new links, and list it on the device that made it.

    The house gets its own key and version. The same write again gives the same house. Raises BadHouse with all
    problems, and IdReused.
    """
    checked = _checked(house)
    content = fingerprint("house", freeze(checked), begun_from)
    with store.write() as database:
        done = _done_before(database, write, content)
        if done is not None:
            return _still_there(_find(database, "id = ?", done))
        # A shared key is also the house's own key, so it is written as one.
        owner_key, share_key = new_key(), new_spelled_key()
        moment = format_moment(write.at)
        first = replace(checked, key=share_key, version=1)
        (house_id,) = database.execute(
            """
            INSERT INTO houses (owner_key, owner_digest, share_key, share_digest, begun_from, rules, version,
                                created_at, changed_at)
            VALUES (?, ?, ?, ?, ?, ?, 1, ?, ?) RETURNING id
            """,
            [
                *(owner_key, digest(owner_key), share_key, digest(share_key)),
                *(begun_from, freeze(first), moment, moment),
            ],
        ).fetchone()
        _add_version(database, house_id, first, write, content)
        database.execute(
            "INSERT INTO device_houses (device, house, may_edit) VALUES (?, ?, 1)", [write.device, house_id]
        )
        return _find(database, "id = ?", house_id)


@retry_when_lost
def change_house(store: Store, owner_key: str, house: House, write: Write, *, based_on: int) -> KeptHouse:
    """Give a house its next version; earlier versions and their games stay as they are.

    ``based_on`` is the version that the sender had seen. Rules equal to the newest version change nothing. The same
    write again gives the house as it is now. Raises HouseNotFound, HouseChanged, BadHouse, and IdReused.
    """
    checked = _checked(house)
    with store.write() as database:
        kept = _find_own(database, owner_key)
        content = fingerprint("change", kept.id, freeze(checked))
        if _done_before(database, write, content, kept.id) is not None:
            return _find_own(database, owner_key)
        if based_on != kept.newest:
            raise HouseChanged(kept.newest)
        following = replace(checked, key=kept.share_key, version=kept.newest + 1)
        if replace(following, version=kept.version) == kept.house:
            return kept
        _add_version(database, kept.id, following, write, content)
        swapped = database.execute(
            "UPDATE houses SET rules = ?, version = ?, changed_at = ? WHERE id = ? AND version = ?",
            [freeze(following), following.version, format_moment(write.at), kept.id, kept.newest],
        )
        if not swapped.rowcount:
            raise LostRace
        return _find(database, "id = ?", kept.id)


def find_own_house(store: Store, owner_key: str) -> KeptHouse:
    """The newest version of an owner's house.

    Raises HouseNotFound, also for a shared key; as HouseDeleted or HouseGone for a deleted house.
    """
    return _find_own(store.database, owner_key)


def find_even_deleted(store: Store, owner_key: str) -> KeptHouse:
    """An owner's house, deleted or not. Raises HouseNotFound or HouseGone."""
    return _find_by_owner(store.database, owner_key)


def find_shared_house(store: Store, share_key: str, version: int | None = None) -> KeptHouse:
    """The house of a shared key, in its newest version or a given one.

    Raises HouseNotFound, as HouseDeleted or HouseGone for a deleted house.
    """
    kept = _find_by(store.database, "share", share_key)
    if not keys_match(kept.share_key, share_key):
        raise HouseNotFound
    _still_there(replace(kept, owner_key=""))
    if version in (None, kept.newest):
        return replace(kept, owner_key="")
    earlier = "SELECT rules FROM house_versions WHERE house = ? AND version = ?"
    row = store.database.execute(earlier, [kept.id, version]).fetchone()
    if row is None:
        raise HouseNotFound
    return replace(kept, house=thaw(row[0]), owner_key="")


def houses_of_device(
    store: Store, device: str, limit: int = HOUSES_LISTED, *, deleted: bool = False
) -> tuple[KeptHouse, ...]:
    """The houses that a device made or was shown, last changed first, with the owner's link if it has it.

    ``deleted`` lists the deleted ones instead.
    """
    rows = store.database.execute(
        f"""
        SELECT {_COLUMNS}, device_houses.may_edit
        FROM device_houses JOIN houses ON houses.id = device_houses.house
        WHERE device_houses.device = ? AND (houses.deleted_at <> '') = ?
        ORDER BY houses.changed_at DESC, houses.id DESC LIMIT ?
        """,
        [device, deleted, limit],
    ).fetchall()
    return tuple(_kept(row) if may_edit else replace(_kept(row), owner_key="") for *row, may_edit in rows)


def remember_house(store: Store, device: str, kept: KeptHouse) -> None:
    """List a house that was opened by a link. A device that once had the owner's link keeps it.

    If the list cannot be written at once, the rules still open.
    """
    list_on_device(store, "house", device, kept.id, may_edit=kept.may_edit)


# --- deleting ---------------------------------------------------------------------------------------------------------


def delete_house(store: Store, owner_key: str, write: Write) -> None:
    """Delete a house for everyone, until its owner puts it back. Its games keep their rules.

    The same device again changes nothing, nor does the same write after the house was put back. Raises HouseNotFound,
    as HouseDeleted if another device deleted it.
    """
    with _held(store, owner_key) as (database, kept):
        if kept.deleted is not None and kept.deleted.device == write.device:
            return
        _still_there(kept)
        (done,) = database.execute("SELECT deleted_by FROM houses WHERE id = ?", [kept.id]).fetchone()
        if done != write.id:
            _mark(database, kept, format_moment(write.at), f"{write.device} {write.id}")


def put_house_back(store: Store, owner_key: str, write: Write) -> None:
    """Put a deleted house back, as it was; any other stays. Raises HouseNotFound."""
    with _held(store, owner_key) as (database, kept):
        if kept.deleted is not None:
            (said,) = database.execute("SELECT deleted_by FROM houses WHERE id = ?", [kept.id]).fetchone()
            _mark(database, kept, "", said.partition(" ")[2])


def made_by(store: Store, house_id: int) -> str:
    """The device that made a house."""
    first = "SELECT device FROM house_versions WHERE house = ? AND version = 1"
    return str(store.database.execute(first, [house_id]).fetchone()[0])


def erase_house(store: Store, owner_key: str, write: Write) -> bool:
    """Delete a deleted house and its versions for good, from the device that made it; False if it was put back.

    Raises HouseNotFound and NotTheBeginner.
    """
    with _held(store, owner_key) as (database, kept):
        if made_by(store, kept.id) != write.device:
            raise NotTheBeginner
        if kept.deleted is not None:
            _erase(database, kept)
    return kept.deleted is not None


def erase_deleted_houses(store: Store, now: datetime) -> int:
    """Delete houses for good that were deleted 30 days ago, and return their number."""
    until = format_moment(now - KEPT_FOR)
    old = "SELECT id FROM houses WHERE deleted_at <> '' AND deleted_at <= ?"
    houses = [number for (number,) in store.database.execute(old, [until]).fetchall()]
    for number in houses:
        with store.write() as database:
            store.hold(database, "houses", "id", number)
            if database.execute(f"{old} AND id = ?", [until, number]).fetchone():  # no one has put it back
                _erase(database, _find(database, "id = ?", number))
    return len(houses)


@contextmanager
def _held(store: Store, owner_key: str) -> Iterator[tuple[Database, KeptHouse]]:
    """A write to a house, deleted or not, locked against other servers."""
    with store.write() as database:
        store.hold(database, "houses", "owner_digest", digest(owner_key))
        yield database, _find_by_owner(database, owner_key)


def _mark(database: Database, kept: KeptHouse, deleted_at: str, deleted_by: str) -> None:
    database.execute("UPDATE houses SET deleted_at = ?, deleted_by = ? WHERE id = ?", [deleted_at, deleted_by, kept.id])


def _erase(database: Database, kept: KeptHouse) -> None:
    note_gone(database, "house", (kept.owner_key, kept.share_key))
    database.execute(
        "UPDATE houses SET rules = '{}' WHERE id = ?", [kept.id]
    )  # the versions of a house with rules cannot be deleted
    for table in ("house_versions", "device_houses"):
        database.execute(f"DELETE FROM {table} WHERE house = ?", [kept.id])
    database.execute("DELETE FROM houses WHERE id = ?", [kept.id])


# --- rows -------------------------------------------------------------------------------------------------------------

_COLUMNS = """houses.id, houses.rules, houses.owner_key, houses.share_key, houses.version, houses.begun_from,
              houses.created_at, houses.changed_at, houses.deleted_at, houses.deleted_by"""


def _checked(house: House) -> House:
    """The house before it has its own key. Raises BadHouse for one that contradicts itself."""
    return from_data(to_data(replace(house, key="house", version=1)), "house")


def _add_version(database: Database, house_id: int, house: House, write: Write, content: str) -> None:
    database.execute(
        """
        INSERT INTO house_versions (house, version, rules, write_id, content, device, at)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
        [house_id, house.version, freeze(house), write.id, content, write.device, format_moment(write.at)],
    )


def _done_before(database: Database, write: Write, content: str, house_id: int | None = None) -> int | None:
    """The house of the same earlier write, or None. A write that makes one only repeats on its own device."""
    found = database.execute(
        "SELECT house, content, device, version FROM house_versions WHERE write_id = ?", [write.id]
    ).fetchone()
    if found is None:
        return None
    done, done_content, device, version = found
    same = (version == 1 and device == write.device) if house_id is None else done == house_id
    if not same or done_content != content:
        raise IdReused
    return int(done)


def _find_own(database: Database, owner_key: str) -> KeptHouse:
    return _still_there(_find_by_owner(database, owner_key))


def _still_there(kept: KeptHouse) -> KeptHouse:
    if kept.deleted is not None:
        raise HouseDeleted(kept)
    return kept


def _find_by(database: Database, which: Literal["owner", "share"], key: str) -> KeptHouse:
    try:
        return _find(database, f"{which}_digest = ?", digest(key))
    except HouseNotFound:
        if is_gone(database, "house", key):
            raise HouseGone from None
        raise


def _find_by_owner(database: Database, owner_key: str) -> KeptHouse:
    kept = _find_by(database, "owner", owner_key)
    if not keys_match(kept.owner_key, owner_key):
        raise HouseNotFound
    return kept


def _find(database: Database, where: str, value: bytes | int) -> KeptHouse:
    row = database.execute(f"SELECT {_COLUMNS} FROM houses WHERE {where}", [value]).fetchone()
    if row is None:
        raise HouseNotFound
    return _kept(row)


def _kept(row: Any) -> KeptHouse:
    house_id, rules, owner_key, share_key, newest, begun_from, *moments = row
    created_at, changed_at = map(parse_moment, moments[:2])
    deleted = deleted_of(moments[2], moments[3].partition(" ")[0])
    return KeptHouse(house_id, thaw(rules), owner_key, share_key, newest, begun_from, created_at, changed_at, deleted)
