"""Class sessions: one class works on one worksheet, led through the teacher's link.

seats.py has the students' work. A session and all its students' data are deleted and overwritten 30 days after it was
made. Until then, a teacher who deleted it can put it back or delete it for good.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from scorekeeper.rules.names import cleaned, unseen
from scorekeeper.school.classes.class_session import Action, ClassSession, Goal, OwnHands, Pace, Phase, lead, with_goal
from scorekeeper.school.classes.class_state import forget_names, session_of, state_of
from scorekeeper.school.exercises.codes import OF_JOINING, BadCode, new_code, read_join_code
from scorekeeper.school.exercises.kept_sets import KeptSet, SetNotFound, questions_of
from scorekeeper.school.exercises.sets import BadSet, QuestionSet
from scorekeeper.store.columns import digest, fingerprint, format_moment, new_key, parse_moment
from scorekeeper.store.connection import Database, Store, retry_when_lost
from scorekeeper.store.errors import IdReused, StoreError
from scorekeeper.store.gone import Deleted, NotTheBeginner, is_gone, note_gone
from scorekeeper.store.writes import Write

KEPT_FOR = timedelta(days=30)
"""How long a session is kept."""

JOINING, HOMEWORK = timedelta(hours=24), timedelta(days=14)
"""How long students can join: in class, and for homework."""

LONGEST_LABEL, CLASSES_LISTED, MOST_SEATS = 60, 50, 120
Change = Callable[[ClassSession], ClassSession]
FULL = f"This class is full. It takes {MOST_SEATS} students."


class ClassNotFound(StoreError):
    """No session has that key or code: there never was one, or it was deleted."""

    code = "class.not_found"
    text = "No class has this code. Check it against the board."


class ClassDeleted(ClassNotFound):
    """The session was deleted and can be put back. ``kept`` is what the link or code shows of it."""

    code = "class.deleted"
    text = "Your teacher deleted this class. Answers are saved in case it comes back."

    def __init__(self, kept: KeptClass) -> None:
        super().__init__()
        self.kept = kept


class ClassGone(ClassNotFound):
    """The session of a teacher's key is gone for good."""

    code = "class.gone"
    text = "This class was deleted, or its 30 days are over."


@dataclass(frozen=True, slots=True)
class KeptClass:
    """A session, found by the teacher's link or by its join code, which reveals no key and no label.

    ``version`` grows with each action of the teacher, and the next action must be based on it. ``work`` grows with
    each action of students, joining included.
    """

    id: int
    key: str
    code: str
    session: ClassSession
    set_code: str
    key_code: str  # of the worksheet
    version: int
    students: int  # who have joined
    work: int
    made_at: datetime
    joins_until: datetime
    label: str  # the teacher's name for it
    led_by: str  # id of the teacher's last write, so that a button pressed twice changes nothing
    device: str  # that started it; "" for students
    deleted: Deleted | None = None
    follows: int = 0  # id of the last lesson of the same class

    @property
    def deleted_at(self) -> datetime:
        """When it is deleted, unless the teacher deletes it earlier."""
        return self.made_at + KEPT_FOR

    @property
    def is_homework(self) -> bool:
        return self.joins_until - self.made_at > JOINING

    def shut(self, now: datetime) -> str:
        """Why joining is closed, for students; "" where it is open."""
        if self.session.phase == "ended":
            return "Your teacher has ended this class."
        if self.session.locked:
            return "Your teacher locked this class. Ask to be let in, then reload."
        if now >= self.joins_until:
            return "This code has expired."
        return FULL if self.students >= MOST_SEATS else ""


class ClassMovedOn(StoreError):
    """The session changed after the teacher's page was loaded."""

    code = "class.moved_on"
    text = "The class has moved on. Check where it is now."


@dataclass(frozen=True, slots=True)
class ClassSummary:
    """A session of a device, for a list."""

    key: str
    title: str  # name of its house
    pace: Pace
    phase: Phase
    students: int
    made_at: datetime
    set_code: str
    label: str

    @property
    def deleted_at(self) -> datetime:
        return self.made_at + KEPT_FOR


@retry_when_lost
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
    goal: Goal | None = None,
    own: OwnHands | None = None,
    follows: int = 0,
) -> KeptClass:
    """Start a session of a worksheet. The same write again gives the same session.

    Homework and classes started at once are open; others start in the lobby, and paper classes are already ended. A
    lesson that ``follows`` another begins with ``own`` hands (next_lesson.py). Raises SetNotFound without access to the
    answer key, BadSet for homework in live or paper mode, and IdReused.
    """
    if not kept_set.may_see_key:  # a teacher sees what is right
        raise SetNotFound
    if homework and pace in (Pace.LIVE, Pace.PAPER):
        raise BadSet({"homework": "Students do homework at their own pace. Choose Practice, Test or Find my mistake."})
    label = cleaned(label)
    label = "".join(sign for sign in label if sign not in unseen(label))[:LONGEST_LABEL]
    given = [*(["at once"] if at_once else []), *([label] if label else []), *([follows] if follows else [])]
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
        session = ClassSession(kept_set.questions, pace, tuple(variants), phase, goal=goal, own=own)
        state = state_of(session, write.at + (HOMEWORK if homework else JOINING), label, "", follows)
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

    Raises ClassNotFound; ClassDeleted or ClassGone for a deleted one.
    """
    return _still_there(find_even_deleted(store, key))


def find_even_deleted(store: Store, key: str) -> KeptClass:
    """The session of a teacher's link, even if it was deleted. Raises ClassNotFound or ClassGone."""
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
    """The session of a typed join code, without any keys. Raises ClassNotFound; ClassDeleted for a deleted one."""
    try:
        code = read_join_code(typed)
    except BadCode:
        raise ClassNotFound from None
    return _still_there(_found(store, "code", code, is_teacher=False))


def earlier_lessons(store: Store, kept: KeptClass) -> Iterator[KeptClass]:
    """The lessons before, the last first, until one was deleted; with keys only for the teacher."""
    with suppress(ClassNotFound):
        while kept.follows:
            kept = _still_there(_found(store, "id", kept.follows, is_teacher=bool(kept.key)))
            yield kept


def classes_of_device(store: Store, device: str, limit: int = CLASSES_LISTED) -> tuple[ClassSummary, ...]:
    """Sessions that a device made, newest first."""
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
    """Deleted sessions of a device that can be put back, newest first."""
    rows = store.database.execute(
        "SELECT digest FROM classes WHERE device = ? AND deleted_at <> '' ORDER BY id DESC LIMIT ?", [device, limit]
    ).fetchall()
    return tuple(_found(store, "digest", found, is_teacher=True) for (found,) in rows)


def _summary(key: str, made_at: str, text: str, students: int, house: str, set_code: str) -> ClassSummary:
    state, title = json.loads(text), json.loads(house)["name"]
    pace = Pace(state["pace"])
    return ClassSummary(key, title, pace, state["phase"], students, parse_moment(made_at), set_code, state["label"])


def lead_class(store: Store, key: str, action: Action, based_on: int, write: Write) -> KeptClass:
    """Do the teacher's action, and give the changed session.

    ``based_on`` is the `KeptClass.version` that the teacher saw. Repeating the last write, as by a button pressed
    twice, changes nothing. Raises ClassMovedOn if the session has changed since, NotNow and ClassNotFound.
    """
    return _changed(store, key, based_on, write, lambda session: lead(session, action))


def set_goal(store: Store, key: str, wanted: int, based_on: int, write: Write) -> KeptClass:
    """Set what the class wants to reach together, or nothing with 0; as `lead_class` does."""
    return _changed(store, key, based_on, write, lambda session: with_goal(session, wanted))


def _changed(store: Store, key: str, based_on: int, write: Write, change: Change) -> KeptClass:
    with changed_class(store, key=key) as (_, kept):
        if kept.led_by == write.id:
            return kept
        if kept.version != based_on:
            raise ClassMovedOn
        swap(store, kept, change(kept.session), write)
        return find_class(store, key)


def swap(store: Store, kept: KeptClass, session: ClassSession, write: Write) -> None:
    """Save the changed session, and tell students. Raises ClassMovedOn if it has changed since it was read."""
    swapped = store.database.execute(
        "UPDATE classes SET state = ?, version = version + 1 WHERE id = ? AND version = ?",
        [state_of(session, kept.joins_until, kept.label, write.id, kept.follows), kept.id, kept.version],
    )
    if not swapped.rowcount:
        raise ClassMovedOn
    store.ring(topic_of(kept.id))


def topic_of(class_id: int) -> str:
    """What students listen to: all that the teacher does. See `Store.ring`."""
    return f"class {class_id}"


def board_topic_of(class_id: int) -> str:
    """What boards listen to: also all that students do."""
    return f"board {class_id}"


def class_id(store: Store, key: str) -> int | None:
    """Row id of the session of a teacher's key, or None."""
    row = store.database.execute("SELECT id FROM classes WHERE digest = ?", [digest(key)]).fetchone()
    return None if row is None else int(row[0])


@contextmanager
def changed_class(store: Store, *, key: str = "", code: str = "") -> Iterator[tuple[Database, KeptClass]]:
    """Open a write to the session of a teacher's key or a join code. Raises ClassNotFound."""

    def find() -> KeptClass:
        return find_class_by_code(store, code) if code else find_class(store, key)

    found = find()  # may build the questions, before the write locks others out
    with store.write() as database:
        store.hold(database, "classes", "id", found.id)
        store.ring(board_topic_of(found.id))
        yield database, find()


def delete_class(store: Store, key: str, write: Write, based_on: int | None = None) -> None:
    """Delete a session for everyone, until the teacher puts it back. Repeating the last write changes nothing.

    ``based_on`` is the version that the teacher saw. Raises ClassMovedOn if the session has changed since, and
    ClassNotFound; ClassDeleted where another write deleted it.
    """
    with _held(store, key) as (_, kept):
        if kept.led_by == write.id:
            return
        _still_there(kept)
        if based_on is not None and based_on != kept.version:
            raise ClassMovedOn
        _mark(store, kept, write, format_moment(write.at), write.device)


def put_class_back(store: Store, key: str, write: Write) -> None:
    """Put a deleted session back as it was; do nothing if it isn't deleted. Raises ClassNotFound."""
    with _held(store, key) as (_, kept):
        if kept.led_by != write.id and kept.deleted is not None:
            _mark(store, kept, write, "", "")


def erase_class(store: Store, key: str, write: Write) -> bool:
    """Erase a deleted session with all students' data, from the device that started it. The worksheet stays.

    False if it had been put back. Raises NotTheBeginner and ClassNotFound.
    """
    with _held(store, key) as (database, kept):
        if kept.device != write.device:
            raise NotTheBeginner
        if kept.deleted is not None:
            note_gone(database, "class", [kept.key])
            database.execute("DELETE FROM classes WHERE id = ?", [kept.id])
            forget_names(store, database, kept.made_at)
            store.ring(topic_of(kept.id))
    return kept.deleted is not None


@contextmanager
def _held(store: Store, key: str) -> Iterator[tuple[Database, KeptClass]]:
    """Open a write to a session, deleted or not."""
    found = find_even_deleted(store, key)
    with store.write() as database:
        store.hold(database, "classes", "id", found.id)
        store.ring(board_topic_of(found.id))
        yield database, find_even_deleted(store, key)


def _mark(store: Store, kept: KeptClass, write: Write, deleted_at: str, deleted_by: str) -> None:
    swap(store, kept, kept.session, write)
    store.database.execute(
        "UPDATE classes SET deleted_at = ?, deleted_by = ? WHERE id = ?", [deleted_at, deleted_by, kept.id]
    )


def forget_old_classes(store: Store, now: datetime, kept_for: timedelta = KEPT_FOR) -> int:
    """Erase sessions older than ``kept_for`` with all students' data, and give their number."""
    until = [format_moment(now - kept_for)]
    if store.database.execute("SELECT 1 FROM classes WHERE made_at <= ?", until).fetchone() is None:
        return 0  # no write lock for nothing
    with store.write() as database:
        keys = database.execute('SELECT "key" FROM classes WHERE made_at <= ?', until).fetchall()
        note_gone(database, "class", (key for (key,) in keys))
        gone = int(database.execute("DELETE FROM classes WHERE made_at <= ?", until).rowcount)
        forget_names(store, database, now - kept_for)
        return gone


def forget_classes_and_sets(store: Store, device: str) -> None:
    """Clear a device's lists of classes and worksheets. Their links and codes keep working."""
    with store.write() as database:
        for table in ("classes", "sets"):
            database.execute(f"UPDATE {table} SET device = '' WHERE device = ?", [device])


_SEATED = "(SELECT COUNT(*) FROM class_seats WHERE class = c.id AND aside = 0)"


def _found(store: Store, column: str, value: str | bytes | int, *, is_teacher: bool) -> KeptClass:
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
        state.get("follows", 0),
    )


def _deleted(made: datetime, at: str, device: str) -> Deleted | None:
    """Details of a deletion. The class is erased on the day its students were told, whenever it was deleted."""
    moment = parse_moment(at) if at else None
    return None if moment is None else Deleted(moment, device, made + KEPT_FOR - moment)


def _questions(store: Store, set_id: int) -> QuestionSet:
    """Questions of a worksheet, built once, so that the whole class shares their cached verdicts."""
    built = store.built(QuestionSet, set_id)
    if built is not None:
        return built
    row = store.database.execute("SELECT code, house, level, kinds, sheets FROM sets WHERE id = ?", [set_id]).fetchone()
    questions = questions_of(*row)
    return store.keep_built(set_id, questions, questions.cards)


def _is_taken(database: Database, code: str) -> bool:
    return database.execute("SELECT 1 FROM classes WHERE code = ?", [code]).fetchone() is not None
