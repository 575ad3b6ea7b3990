"""What teachers mend (a question taken back, a paper, what a class is called), and what is kept apart for pupils.

Never changed again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.store.migrations.steps import migrations

if TYPE_CHECKING:
    from sqlite_utils import Database


@migrations()
def m0014_mending(database: Database) -> None:
    """Labels of classes, papers that are set aside, which numbers a pile has, and a question that is held back.

    A device that forgets its sets is taken off their rows; what stands on paper still never changes.
    """
    for statement in (
        "ALTER TABLE classes ADD COLUMN label TEXT NOT NULL DEFAULT '' CHECK (length(label) <= 60)",
        "ALTER TABLE classes ADD COLUMN held INTEGER NOT NULL DEFAULT 0 CHECK (held IN (0, 1))",
        "ALTER TABLE class_seats ADD COLUMN aside INTEGER NOT NULL DEFAULT 0 CHECK (aside IN (0, 1))",
        # Nobody noted them before: of those piles they stay NULL.
        "ALTER TABLE class_papers ADD COLUMN first INTEGER CHECK (first > 0)",
        "ALTER TABLE class_papers ADD COLUMN last INTEGER CHECK (last >= first)",
        "DROP TRIGGER sets_are_never_changed",
        """
        CREATE TRIGGER sets_are_never_changed
        BEFORE UPDATE OF id, code, key_code, house, level, kinds, sheets, write_id, content, made_at ON sets BEGIN
            SELECT RAISE(ABORT, 'what stands on paper never changes');
        END
        """,
    ):
        database.execute(statement)


@migrations()
def m0015_numbers(database: Database) -> None:
    """The highest number that a class ever gave to a pupil, and at how many devices a seat was open at most.

    Of those who were removed before nothing is known any more, nor of devices that were left.
    """
    for statement in (
        "ALTER TABLE classes ADD COLUMN seated INTEGER NOT NULL DEFAULT 0 CHECK (seated >= 0)",
        """
        UPDATE classes SET seated = COALESCE((SELECT MAX(number) FROM class_seats s WHERE s.class = classes.id), 0)
        """,
        """
        CREATE TRIGGER numbers_are_never_given_again BEFORE UPDATE OF seated ON classes
        WHEN NEW.seated < OLD.seated BEGIN
            SELECT RAISE(ABORT, 'the number of a pupil is never given again');
        END;
        """,
        "ALTER TABLE class_seats ADD COLUMN most_devices INTEGER NOT NULL DEFAULT 0 CHECK (most_devices >= 0)",
        """
        UPDATE class_seats SET most_devices = (
            SELECT COUNT(*) FROM class_tokens t WHERE t.class = class_seats.class AND t.seat = class_seats.number
        )
        """,
    ):
        database.execute(statement)
