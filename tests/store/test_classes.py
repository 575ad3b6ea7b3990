"""Class sessions: finding, leading, viewing and deleting them."""

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from datetime import timedelta

import pytest

from scorekeeper.school.classes.class_session import NotNow, Pace
from scorekeeper.school.classes.kept_classes import (
    HOMEWORK,
    JOINING,
    KEPT_FOR,
    LONGEST_LABEL,
    ClassDeleted,
    ClassGone,
    ClassMovedOn,
    ClassNotFound,
    class_id,
    classes_of_device,
    delete_class,
    deleted_classes_of_device,
    erase_class,
    find_class,
    find_class_by_code,
    forget_classes_and_sets,
    forget_old_classes,
    lead_class,
    put_class_back,
    start_class,
)
from scorekeeper.school.classes.papers import save_paper
from scorekeeper.school.classes.seats import come_back, join_class, keep_work, seat_of, seats_of
from scorekeeper.school.exercises.kept_sets import SetNotFound, find_set, sets_of_device
from scorekeeper.school.exercises.sets import BadSet
from scorekeeper.store.connection import Store
from scorekeeper.store.errors import IdReused
from scorekeeper.store.gone import NotTheBeginner
from scorekeeper.store.opening import open_store
from scorekeeper.store.sqlite import SqliteStore
from scorekeeper.store.writes import Write
from tests.store.playing import NOON, REFUSALS, new_write
from tests.store.schooling import KEY_CODE, LATER, answer, begin_lesson, keep_set
from tests.store.test_class_papers import PAPERS, save_papers


def test_the_link_opens_everything_and_the_code_only_what_students_see(store: Store) -> None:
    lesson = begin_lesson(store, variants=("A1", "A2"))
    teacher = find_class(store, lesson.key)
    assert (teacher.key, teacher.key_code) == (lesson.key, KEY_CODE)
    assert teacher.session.questions == find_set(store, KEY_CODE).questions
    for typed in (teacher.code, f" {teacher.code[:3].lower()}-{teacher.code[3:]} "):
        student = find_class_by_code(store, typed)
        assert (student.id, student.session, student.version) == (teacher.id, teacher.session, teacher.version)
    assert len(lesson.key) == 22
    assert len(teacher.code) == 6


def test_nothing_that_a_student_is_given_holds_a_key(store: Store) -> None:
    lesson = begin_lesson(store)
    joined = lesson.join("token")
    lesson.work(1, "token", answer("19"), "w1")
    kept, seat = seat_of(store, lesson.code, 1, "token")
    for value in (find_class_by_code(store, lesson.code), kept):
        assert (value.key, value.key_code) == ("", "")
        assert lesson.key not in repr(value)
        assert KEY_CODE not in repr(value)
    assert set(asdict(seat)) == {"number", "name", "variant", "done", "return_code"}
    assert (seat.return_code, seat.name) == (joined.return_code, joined.name)


def test_the_same_write_begins_one_session(store: Store) -> None:
    write = new_write("desk")
    kept = begin_lesson(store, write=write, waits=True).kept
    assert begin_lesson(store, write=write, waits=True).kept == kept
    with pytest.raises(IdReused):
        begin_lesson(store, Pace.TEST, write=write)
    with pytest.raises(IdReused):
        begin_lesson(store, write=Write(write.id, "another desk", write.at))
    assert len(classes_of_device(store, "desk")) == 1


@pytest.mark.parametrize("wrong", ["", "guess", "A" * 22, "7K2Q-M4XP", "AAAAAA", "?", "\ud800", "A" * 100_000])
def test_nothing_else_opens_it(store: Store, wrong: str) -> None:
    lesson = begin_lesson(store)
    for find, typed in ((find_class, wrong), (find_class, lesson.code), (find_class, KEY_CODE)):
        with pytest.raises(ClassNotFound):
            find(store, typed)
        assert class_id(store, typed) is None
    for typed in (wrong, lesson.key):
        with pytest.raises(ClassNotFound):
            find_class_by_code(store, typed)


@pytest.mark.parametrize("pace", [Pace.LIVE, Pace.PAPER])
def test_homework_is_neither_led_nor_written_on_paper(store: Store, pace: Pace) -> None:
    with pytest.raises(BadSet) as refused:
        begin_lesson(store, pace, homework=True)
    assert set(refused.value.reasons) == {"homework"}


def test_nobody_leads_a_class_by_the_code_that_stands_on_the_sheets(store: Store) -> None:
    code = keep_set(store).questions.code
    with pytest.raises(SetNotFound):
        start_class(store, find_set(store, code), new_write(), pace=Pace.PRACTICE)


@pytest.mark.parametrize(
    ("pace", "homework", "phase", "joining"),
    [
        (Pace.PRACTICE, False, "lobby", JOINING),
        (Pace.LIVE, False, "lobby", JOINING),
        (Pace.TEST, True, "open", HOMEWORK),
        (Pace.PAPER, False, "ended", JOINING),
    ],
)
def test_how_each_begins(store: Store, pace: Pace, homework: bool, phase: str, joining: timedelta) -> None:
    write = new_write("desk")
    kept = begin_lesson(store, pace, write=write, homework=homework, waits=True).kept
    assert kept.session.phase == phase
    assert (kept.made_at, kept.joins_until, kept.deleted_at) == (write.at, write.at + joining, write.at + KEPT_FOR)
    assert bool(kept.shut(LATER)) == (pace is Pace.PAPER)
    assert kept.shut(write.at + joining)


def test_what_the_teacher_does_is_kept(store: Store) -> None:
    lesson = begin_lesson(store, Pace.LIVE, waits=True)
    before = lesson.kept.version
    session = lesson.lead("lock", "begin", "reveal", "next", "pause").session
    assert (session.phase, session.at, session.revealed, session.locked) == ("paused", 1, False, True)
    assert lesson.kept.version == before + 5
    store.close()
    again = open_store(store.address)
    assert find_class(again, lesson.key) == lesson.kept
    again.close()


def test_a_board_that_is_behind_changes_nothing_and_is_told(store: Store) -> None:
    lesson = begin_lesson(store, Pace.LIVE)
    seen = lesson.kept.version
    now = lead_class(store, lesson.key, "next", seen, new_write("desk"))
    with pytest.raises(ClassMovedOn):
        lead_class(store, lesson.key, "next", seen, new_write("tablet"))
    assert lesson.kept == now


def test_a_button_that_is_pressed_twice_at_once_is_done_once(store: Store) -> None:
    lesson = begin_lesson(store, Pace.LIVE, waits=True)
    for action in ("begin", *("lock", "unlock") * 20):
        seen, write = lesson.kept.version, new_write("desk")
        with ThreadPoolExecutor(2) as presses:
            both = presses.map(lambda _, at=(action, seen, write): lead_class(store, lesson.key, *at).version, range(2))
            assert list(both) == [seen + 1, seen + 1]


def test_students_never_make_the_teacher_s_button_stale(store: Store) -> None:
    lesson = begin_lesson(store, Pace.LIVE)
    seen = lesson.kept
    lesson.join("token")
    lesson.work(1, "token", answer("19"), "w1")
    now = lesson.kept
    assert (now.version, now.work, now.students) == (seen.version, seen.work + 2, 1)
    assert lead_class(store, lesson.key, "reveal", seen.version, new_write("desk")).session.revealed


def test_what_cannot_be_done_now_changes_nothing(store: Store) -> None:
    lesson = begin_lesson(store, Pace.TEST)
    before = lesson.kept
    with pytest.raises(NotNow):
        lesson.lead("reveal")
    with pytest.raises(ClassNotFound):
        lead_class(store, lesson.code, "end", before.version, new_write())
    assert lesson.kept == before


def test_a_class_has_a_label_that_only_the_teacher_s_link_shows(store: Store) -> None:
    kept_set = keep_set(store)
    labels = {"  7b,\u00a0Tuesday ": "7b, Tuesday", "x" * 200: "x" * LONGEST_LABEL, "7\u202eb\x00": "7b"}
    for typed, label in labels.items():
        kept = start_class(store, kept_set, new_write("desk"), pace=Pace.TEST, label=typed)
        assert (kept.label, find_class_by_code(store, kept.code).label) == (label, "")
        assert classes_of_device(store, "desk")[0].label == label


def test_a_device_lists_its_classes_until_it_forgets_them(store: Store) -> None:
    first, second = begin_lesson(store), begin_lesson(store, Pace.LIVE, waits=True)
    other = begin_lesson(store, write=new_write("tablet"))
    first.join("token")
    listed = classes_of_device(store, "desk")
    assert [(one.key, one.pace, one.phase, one.students) for one in listed] == [
        (second.key, "live", "lobby", 0),
        (first.key, "practice", "open", 1),
    ]
    assert listed[0].deleted_at == second.kept.deleted_at > NOON
    forget_classes_and_sets(store, "desk")
    assert (classes_of_device(store, "desk"), sets_of_device(store, "desk")) == ((), ())
    assert [one.key for one in classes_of_device(store, "tablet")] == [other.key]
    assert find_class(store, first.key).session == first.kept.session


@pytest.mark.file_only
def test_no_table_is_read_from_end_to_end(store: SqliteStore) -> None:
    """The time for an answer doesn't grow with other classes' data."""
    lesson, paper = begin_lesson(store, Pace.LIVE), begin_lesson(store, Pace.PAPER)
    statements: list[str] = []
    database = store.database
    database.conn.set_trace_callback(statements.append)
    come_back(store, lesson.code, lesson.join("phone").return_code, "tablet")
    lesson.work(1, "tablet", answer("19"), "w1")
    lesson.lead("reveal")
    save_paper(store, paper.key, 1, "A1", {0: {"points": "19"}}, 0, new_write("desk"))
    begin_lesson(store, write=new_write("desk"))
    classes_of_device(store, "desk")
    class_id(store, lesson.key)
    delete_class(store, lesson.key, new_write("desk"))
    deleted_classes_of_device(store, "desk")
    put_class_back(store, lesson.key, new_write("desk"))
    delete_class(store, lesson.key, new_write("desk"))
    erase_class(store, lesson.key, new_write("desk"))
    forget_old_classes(store, LATER + KEPT_FOR)
    database.conn.set_trace_callback(None)
    asked = [one for one in statements if re.match(r"\s*(SELECT|UPDATE|DELETE)", one) and not one.endswith("FROM sets")]
    assert len(asked) > 20
    for statement in asked:
        plan = " ".join(row[3] for row in database.execute(f"EXPLAIN QUERY PLAN {statement}").fetchall())
        assert not re.search(r"SCAN \w+", plan), (statement, plan)


REFUSED = [
    pytest.param("UPDATE classes SET \"key\" = 'guess'", id="a short key"),
    pytest.param("DELETE FROM sets", id="a set of a session"),
    pytest.param("UPDATE class_tokens SET hash = 'token'", id="a token as it is"),
    pytest.param("UPDATE class_work SET typed = '{}'", id="work rewritten"),
    pytest.param("DELETE FROM class_work", id="work cut"),
    pytest.param("DELETE FROM class_seats", id="a student with work"),
]


@pytest.mark.parametrize("statement", REFUSED)
def test_the_store_itself_refuses_what_cannot_be(store: Store, statement: str) -> None:
    lesson = begin_lesson(store)
    lesson.join("token")
    lesson.work(1, "token", answer("19"), "w1")
    before = seat_of(store, lesson.code, 1, "token")
    with pytest.raises(REFUSALS), store.write() as database:
        database.execute(statement)
    assert seat_of(store, lesson.code, 1, "token") == before


# --- deleted ----------------------------------------------------------------------------------------------------------

TABLES = ("classes", "class_seats", "class_tokens", "class_work")


def rows(store: Store) -> dict[str, int]:
    return {table: store.database.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in TABLES}


@pytest.mark.file_only
def test_what_a_student_did_is_overwritten_and_other_classes_stay(store: SqliteStore) -> None:
    gone, stays = begin_lesson(store), begin_lesson(store)
    traces = [lesson.join(f"token-{lesson.kept.id}").name.encode() for lesson in (gone, stays)]
    for lesson in (gone, stays):
        lesson.work(1, f"token-{lesson.kept.id}", answer("19"), f"write-{lesson.kept.id}")
    before, seats = rows(store), seats_of(store, stays.kept)
    delete_class(store, gone.key, new_write("desk"))
    assert rows(store) == before
    assert erase_class(store, gone.key, new_write("desk"))
    assert seats_of(store, stays.kept) == seats
    assert rows(store) == {table: count // 2 for table, count in before.items()}
    assert not store.database.execute("PRAGMA foreign_key_check").fetchall()
    store.close()
    left = store.path.read_bytes()
    assert [trace in left for trace in traces] == [False, True]


def test_everybody_is_told_that_a_class_is_deleted_and_put_back_it_is_as_it_was(store: Store) -> None:
    lesson = begin_lesson(store)
    lesson.join("token")
    lesson.work(1, "token", answer("19"), "w1")
    before, seats = lesson.kept, seats_of(store, lesson.kept)
    delete_class(store, lesson.key, new_write("desk"), before.version)
    assert classes_of_device(store, "desk") == ()
    (listed,) = deleted_classes_of_device(store, "desk")
    assert listed.deleted is not None
    assert (listed.key, listed.deleted.device, listed.deleted.until) == (lesson.key, "desk", before.deleted_at)
    for ask in (
        lambda: find_class(store, lesson.key),
        lambda: lead_class(store, lesson.key, "pause", listed.version, new_write("desk")),
        lambda: delete_class(store, lesson.key, new_write("tablet")),
        lambda: find_class_by_code(store, lesson.code),
        lambda: seat_of(store, lesson.code, 1, "token"),
        lambda: come_back(store, lesson.code, seats[0].return_code, "other"),
        lambda: join_class(store, lesson.code, "Bold Ace", "other", LATER),
        lambda: keep_work(store, lesson.code, 1, "token", answer("19"), "w2"),
    ):
        with pytest.raises(ClassDeleted) as told:
            ask()
        assert told.value.kept.key in ("", lesson.key)
    put_class_back(store, lesson.key, new_write("tablet"))
    assert (lesson.kept.session, lesson.kept.deleted) == (before.session, None)
    assert lesson.kept.version > before.version, "open boards learn of it"
    assert seats_of(store, lesson.kept) == seats


def test_a_class_is_deleted_and_put_back_once_by_each_write(store: Store) -> None:
    lesson = begin_lesson(store)
    seen, deletion, back = lesson.kept.version, new_write("desk"), new_write("desk")
    for _ in range(2):
        delete_class(store, lesson.key, deletion, seen)
    for _ in range(2):
        put_class_back(store, lesson.key, back)
    version = lesson.kept.version
    with pytest.raises(ClassMovedOn):
        delete_class(store, lesson.key, deletion, seen)  # late, over a slow network
    assert (lesson.kept.deleted, lesson.kept.version) == (None, version)


def test_everybody_finds_a_class_gone_and_the_set_in_its_place(store: Store) -> None:
    lesson = begin_lesson(store)
    lesson.join("token")
    key, code, number = lesson.key, lesson.code, lesson.kept.id
    questions = lesson.kept.session.questions
    assert not erase_class(store, key, new_write("desk")), "it was not deleted"
    delete_class(store, key, new_write("desk"))
    with pytest.raises(NotTheBeginner):
        erase_class(store, key, new_write("tablet"))
    assert erase_class(store, key, new_write("desk"))
    assert class_id(store, key) is None
    assert not classes_of_device(store, "desk")
    assert not deleted_classes_of_device(store, "desk")
    for gone in (
        lambda: find_class(store, key),
        lambda: delete_class(store, key, new_write("desk")),
        lambda: put_class_back(store, key, new_write("desk")),
    ):
        with pytest.raises(ClassGone):
            gone()
    for ask in (
        lambda: find_class_by_code(store, code),
        lambda: seat_of(store, code, 1, "token"),
        lambda: join_class(store, code, "Bold Ace", "other", LATER),
        lambda: keep_work(store, code, 1, "token", answer("19"), "w1"),
    ):
        with pytest.raises(ClassNotFound):
            ask()
    assert find_set(store, KEY_CODE).questions == questions
    later = begin_lesson(store)
    assert later.kept.id != number, "a number never comes back"


def test_what_is_older_than_thirty_days_is_forgotten(store: Store) -> None:
    old, paper, young = begin_lesson(store), begin_lesson(store, Pace.PAPER), begin_lesson(store)
    old.join("token")
    save_papers(paper, *PAPERS)
    made_at = paper.kept.made_at
    assert forget_old_classes(store, made_at + KEPT_FOR - timedelta(seconds=3)) == 0
    assert rows(store)["classes"] == 3
    assert forget_old_classes(store, made_at + KEPT_FOR) == 2
    assert rows(store) == {**dict.fromkeys(TABLES, 0), "classes": 1}
    for one in (old, paper):
        with pytest.raises(ClassGone):
            find_class(store, one.key)
    assert young.kept.session.phase == "open"
    assert forget_old_classes(store, made_at + KEPT_FOR) == 0
