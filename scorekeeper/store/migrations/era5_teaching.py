"""What teachers mend: a question taken back, a paper, what a class is called. Never changed again."""

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
