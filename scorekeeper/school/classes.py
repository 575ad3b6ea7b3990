"""Sessions of classes: one set gone through by one class, led by whoever has the teacher's link.

What the students do is in seats.py. A session goes with everything of its students 30 days after it was made, and what
stood there is overwritten. Until then one that its teacher deleted can be put back, or deleted for good at once.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from scorekeeper.rules.names import cleaned, unseen
from scorekeeper.school.codes import OF_JOINING, BadCode, new_code, read_join_code
from scorekeeper.school.kept_sets import KeptSet, SetNotFound, questions_of
from scorekeeper.school.session import Action, ClassSession, Pace, Phase, lead
from scorekeeper.school.sets import BadSet, QuestionSet
from scorekeeper.store.columns import digest, fingerprint, format_moment, new_key, parse_moment, to_json
from scorekeeper.store.connection import Database, Store, repeated
from scorekeeper.store.errors import IdReused, StoreError
from scorekeeper.store.gone import Deleted, NotTheBeginner, is_gone, note_gone
from scorekeeper.store.writes import Write

KEPT_FOR = timedelta(days=30)
"""So long a session is kept after it was made."""

JOINING, HOMEWORK = timedelta(hours=24), timedelta(days=14)
"""So long its code lets anybody join: in class, and at home."""

LONGEST_LABEL = 60
CLASSES_LISTED = 50
MOST_SEATS = 120
FULL = f"this class is full: it takes {MOST_SEATS}"


class ClassNotFound(StoreError):
    """No session has that key or code: never had, or it was deleted."""

    code = "class.not_found"
    text = "there is no class with this code: compare it with the board, or ask whether it was deleted"


class ClassDeleted(ClassNotFound):
    """The session was deleted and can be put back: ``kept`` is what the link or the code shows of it."""

    code = "class.deleted"
    text = "the teacher has deleted this class; answers are kept in case it comes back"

    def __init__(self, kept: KeptClass) -> None:
        super().__init__()
        self.kept = kept


class ClassGone(ClassNotFound):
    """The session of a teacher's key is gone for good."""

    code = "class.gone"
    text = "this class is gone: it was deleted, or its 30 days were over"


@dataclass(frozen=True, slots=True)
class KeptClass:
    """A session, seen by the teacher's link or by the code to join it, by which there is no key and no label.

    ``version`` grows with all that the teacher does: what the teacher wants next is based on it. ``work`` grows with
    all that students do, joining included.
    """

    id: int
    key: str
    code: str
    session: ClassSession
    set_code: str
    key_code: str  # of the set
    version: int
    students: int  # who have joined
    work: int
    made_at: datetime
    joins_until: datetime
    label: str  # what the teacher calls it
    led_by: str  # the id of what the teacher did last: done again, as by a button pressed twice, it changes nothing
    device: str  # that began it; "" for students
    deleted: Deleted | None = None

    @property
    def deleted_at(self) -> datetime:
        """When it will be deleted, if the teacher does not do it before."""
        return self.made_at + KEPT_FOR

    def shut(self, now: datetime) -> str:
        """Why nobody can join now, in words for students; "" where anybody can."""
        if self.session.phase == "ended":
            return "the teacher has ended this class, so nobody can join it any more"
        if self.session.locked:
            return "the teacher has locked this class: ask to be let in, then load this page again"
        if now >= self.joins_until:
            return "the code of this class is too old to join by"
        return FULL if self.students >= MOST_SEATS else ""


class ClassMovedOn(StoreError):
    """The session went on since the teacher's page was loaded."""

    code = "class.moved_on"
    text = "the class had gone on meanwhile: look at it as it is now"


@dataclass(frozen=True, slots=True)
class ClassSummary:
    """A session that a device made, for a list."""

    key: str
    title: str  # the name of its house
    pace: Pace
    phase: Phase
    students: int
    made_at: datetime
    set_code: str
    label: str

    @property
    def deleted_at(self) -> datetime:
        return self.made_at + KEPT_FOR


@repeated
def start_class(
    store: Store,
    kept_set: KeptSet,
    write: Write,
    *,
    pace: Pace,
    variants: Sequence[str] = ("A1",),
    homework: bool = False,
    at_once: bool = False,
    label: str = "",
) -> KeptClass:
    """Begin a session of a set. The same write again gives the same session.

    Homework is open, and so is what begins at once; others begin in the lobby, and what was answered on paper is over.
    Raises SetNotFound for whoever has only the code of the sheets, BadSet for homework that would be led, and IdReused.
    """
    if not kept_set.may_see_key:  # whoever leads a class sees what is right
        raise SetNotFound
    if homework and pace in (Pace.LIVE, Pace.PAPER):
        raise BadSet({"homework": "homework is done at everybody's own pace: choose practice or a test"})
    label = cleaned(label)
    label = "".join(sign for sign in label if sign not in unseen(label))[:LONGEST_LABEL]
    given = [*(["at once"] if at_once else []), *([label] if label else [])]
    content = fingerprint("class", kept_set.key_code, pace, list(variants), homework, *given)
    set_row = store.database.execute("SELECT id FROM sets WHERE key_code = ?", [kept_set.key_code]).fetchone()
    if set_row is None:
        raise SetNotFound
    store.keep_built(set_row[0], kept_set.questions, kept_set.questions.cards)
    with store.write() as database:
        row = database.execute('SELECT "key", content, device FROM classes WHERE write_id = ?', [write.id]).fetchone()
        if row is not None:
            if row[1:] != (content, write.device):
                raise IdReused
            return find_class(store, row[0])
        key, code = new_key(), new_code(OF_JOINING, partial(_is_taken, database))
        phase: Phase = "ended" if pace is Pace.PAPER else "open" if homework or at_once else "lobby"
        session = ClassSession(kept_set.questions, pace, tuple(variants), phase)
        state = _state(session, write.at + (HOMEWORK if homework else JOINING), label, "")
        database.execute(
            """
            INSERT INTO classes
                ("key", digest, code, question_set, device, write_id, content, made_at, version, work, state)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1, 0, ?)
            """,
            [key, digest(key), code, set_row[0], write.device, write.id, content, format_moment(write.at), state],
        )
        return find_class(store, key)


def find_class(store: Store, key: str) -> KeptClass:
    """The session of a teacher's link, with everything the teacher may see.

    Raises ClassNotFound, as ClassDeleted or ClassGone for one that was deleted.
    """
    return _still_there(find_even_deleted(store, key))


def find_even_deleted(store: Store, key: str) -> KeptClass:
    """The session of a teacher's link, though it was deleted. Raises ClassNotFound, or ClassGone."""
    try:
        return _found(store, "digest", digest(key), is_teacher=True)
    except ClassNotFound:
        if is_gone(store.database, "class", key):
            raise ClassGone from None
        raise


def _still_there(kept: KeptClass) -> KeptClass:
    if kept.deleted is not None:
        raise ClassDeleted(kept)
    return kept


def find_class_by_code(store: Store, typed: str) -> KeptClass:
    """The session that a code lets join, without the teacher's key and that of the set. Raises ClassNotFound.

    Codes are read as people type them. Of one that was deleted it raises ClassDeleted.
    """
    try:
        code = read_join_code(typed)
    except BadCode:
        raise ClassNotFound from None
    return _still_there(_found(store, "code", code, is_teacher=False))


def classes_of_device(store: Store, device: str, limit: int = CLASSES_LISTED) -> tuple[ClassSummary, ...]:
    """The sessions that a device made, the newest first."""
    rows = store.database.execute(
        f"""
        SELECT c."key", c.made_at, c.state, {_SEATED}, s.house, s.code
        FROM classes c JOIN sets s ON s.id = c.question_set
        WHERE c.device = ? AND c.deleted_at = '' ORDER BY c.id DESC LIMIT ?
        """,
        [device, limit],
    ).fetchall()
    return tuple(_summary(*row) for row in rows)


def deleted_classes_of_device(store: Store, device: str, limit: int = CLASSES_LISTED) -> tuple[KeptClass, ...]:
    """The sessions that a device made and that can be put back, the newest first."""
    rows = store.database.execute(
        "SELECT digest FROM classes WHERE device = ? AND deleted_at <> '' ORDER BY id DESC LIMIT ?", [device, limit]
    ).fetchall()
    return tuple(_found(store, "digest", found, is_teacher=True) for (found,) in rows)


def _summary(key: str, made_at: str, text: str, students: int, house: str, set_code: str) -> ClassSummary:
    state, title = json.loads(text), json.loads(house)["name"]
    pace = Pace(state["pace"])
    return ClassSummary(key, title, pace, state["phase"], students, parse_moment(made_at), set_code, state["label"])


def lead_class(store: Store, key: str, action: Action, based_on: int, write: Write) -> KeptClass:
    """Do what the teacher wants next, and give the session as it is then.

    ``based_on`` is the `KeptClass.version` that the teacher had seen. The last write again, as when a button was
    pressed twice, changes nothing. Raises ClassMovedOn if the session went on since, NotNow and ClassNotFound.
    """
    with changed_class(store, key=key) as (database, kept):
        if kept.led_by == write.id:
            return kept
        if kept.version != based_on:
            raise ClassMovedOn
        swap(database, kept, lead(kept.session, action), write)
        return find_class(store, key)


def swap(database: Database, kept: KeptClass, session: ClassSession, write: Write) -> None:
    """Keep that session in place of the one that was found. Raises ClassMovedOn if it went on since."""
    swapped = database.execute(
        "UPDATE classes SET state = ?, version = version + 1 WHERE id = ? AND version = ?",
        [_state(session, kept.joins_until, kept.label, write.id), kept.id, kept.version],
    )
    if not swapped.rowcount:
        raise ClassMovedOn


def class_id(store: Store, key: str) -> int | None:
    """The number of the session of a teacher's key; None where there is none."""
    row = store.database.execute("SELECT id FROM classes WHERE digest = ?", [digest(key)]).fetchone()
    return None if row is None else int(row[0])


@contextmanager
def changed_class(store: Store, *, key: str = "", code: str = "") -> Iterator[tuple[Database, KeptClass]]:
    """A write to the session of a teacher's key or of a code to join by, as it is then. Raises ClassNotFound."""

    def find() -> KeptClass:
        return find_class_by_code(store, code) if code else find_class(store, key)

    found = find()  # builds the set, if need be, while others may write
    with store.write() as database:
        store.hold(database, "classes", "id", found.id)
        yield database, find()


def delete_class(store: Store, key: str, write: Write, based_on: int | None = None) -> None:
    """Delete a session for everybody, until the teacher puts it back. The last write again changes nothing.

    ``based_on`` is the version that the teacher had seen. Raises ClassMovedOn if the session went on since, and
    ClassNotFound, as ClassDeleted where another write deleted it.
    """
    with _held(store, key) as (database, kept):
        if kept.led_by == write.id:
            return
        _still_there(kept)
        if based_on is not None and based_on != kept.version:
            raise ClassMovedOn
        _mark(database, kept, write, format_moment(write.at), write.device)


def put_class_back(store: Store, key: str, write: Write) -> None:
    """Put a deleted session back, as it was; one that is there stays. Raises ClassNotFound."""
    with _held(store, key) as (database, kept):
        if kept.led_by != write.id and kept.deleted is not None:
            _mark(database, kept, write, "", "")


def erase_class(store: Store, key: str, write: Write) -> bool:
    """Delete a deleted session for good with everything of its students, from the device that began it. The set stays.

    Tells whether it was still deleted. Raises NotTheBeginner and ClassNotFound.
    """
    with _held(store, key) as (database, kept):
        if kept.device != write.device:
            raise NotTheBeginner
        if kept.deleted is not None:
            note_gone(database, "class", [kept.key])
            database.execute("DELETE FROM classes WHERE id = ?", [kept.id])
    return kept.deleted is not None


@contextmanager
def _held(store: Store, key: str) -> Iterator[tuple[Database, KeptClass]]:
    """A write to a session, deleted or not, of which its questions stay as they are."""
    found = find_even_deleted(store, key)
    with store.write() as database:
        store.hold(database, "classes", "id", found.id)
        yield database, find_even_deleted(store, key)


def _mark(database: Database, kept: KeptClass, write: Write, deleted_at: str, deleted_by: str) -> None:
    swap(database, kept, kept.session, write)
    database.execute(
        "UPDATE classes SET deleted_at = ?, deleted_by = ? WHERE id = ?", [deleted_at, deleted_by, kept.id]
    )


def forget_old_classes(store: Store, now: datetime, kept_for: timedelta = KEPT_FOR) -> int:
    """Delete for good the sessions that were made so long ago, and everything of their students; gives how many."""
    until = [format_moment(now - kept_for)]
    if store.database.execute("SELECT 1 FROM classes WHERE made_at <= ?", until).fetchone() is None:
        return 0  # and nobody waits for a writer who has nothing to write
    with store.write() as database:
        keys = database.execute('SELECT "key" FROM classes WHERE made_at <= ?', until).fetchall()
        note_gone(database, "class", (key for (key,) in keys))
        return int(database.execute("DELETE FROM classes WHERE made_at <= ?", until).rowcount)


def forget_classes_and_sets(store: Store, device: str) -> None:
    """Take every class and every set off this device's lists; they stay, and their links and codes go on working."""
    with store.write() as database:
        for table in ("classes", "sets"):
            database.execute(f"UPDATE {table} SET device = '' WHERE device = ?", [device])


_SEATED = "(SELECT COUNT(*) FROM class_seats WHERE class = c.id AND aside = 0)"


def _found(store: Store, column: str, value: str | bytes, *, is_teacher: bool) -> KeptClass:
    row = store.database.execute(
        f"""
        SELECT c.id, c."key", c.code, c.question_set, c.version, {_SEATED}, c.work, c.made_at, c.state,
            s.code, s.key_code, c.device, c.deleted_at, c.deleted_by
        FROM classes c JOIN sets s ON s.id = c.question_set WHERE c.{column} = ?
        """,
        [value],
    ).fetchone()
    if row is None:
        raise ClassNotFound
    id_, key, code, set_id, version, students, work, made_at, text, set_code, key_code, device, *deletion = row
    made = parse_moment(made_at)
    state = json.loads(text)
    return KeptClass(
        id_,
        key if is_teacher else "",
        code,
        session_of(_questions(store, set_id), state),
        set_code,
        key_code if is_teacher else "",
        version,
        students,
        work,
        made,
        parse_moment(state["joins_until"]),
        state["label"] if is_teacher else "",
        state["led_by"],
        device if is_teacher else "",
        _deleted(made, *deletion),
    )


def _deleted(made: datetime, at: str, device: str) -> Deleted | None:
    """It goes on the day that its students were told, whenever it was deleted."""
    moment = parse_moment(at) if at else None
    return None if moment is None else Deleted(moment, device, made + KEPT_FOR - moment)


_LED = ("phase", "at", "revealed", "locked")


def session_of(questions: QuestionSet, state: Mapping[str, Any]) -> ClassSession:
    """The session that ``_state`` wrote."""
    led = {part: state[part] for part in _LED}
    return ClassSession(questions, Pace(state["pace"]), tuple(state["variants"]), **led)


def _state(session: ClassSession, joins_until: datetime, label: str, led_by: str) -> str:
    """What is swapped whole, as JSON."""
    begun = {"pace": session.pace, "variants": session.variants, "joins_until": format_moment(joins_until)}
    return to_json({**begun, "label": label, **{part: getattr(session, part) for part in _LED}, "led_by": led_by})


def _questions(store: Store, set_id: int) -> QuestionSet:
    """The questions of a set, built once: what is said to an answer is remembered with them, for the whole class."""
    built = store.built(QuestionSet, set_id)
    if built is not None:
        return built
    row = store.database.execute("SELECT code, house, level, kinds, sheets FROM sets WHERE id = ?", [set_id]).fetchone()
    questions = questions_of(*row)
    return store.keep_built(set_id, questions, questions.cards)


def _is_taken(database: Database, code: str) -> bool:
    return database.execute("SELECT 1 FROM classes WHERE code = ?", [code]).fetchone() is not None
