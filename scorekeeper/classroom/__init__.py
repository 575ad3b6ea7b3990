"""A class that answers one set of exercises: each pupil at a phone, the teacher at the board.

Pure: what is kept and shown follows from the set, the session and what each pupil did. docs/classroom.md tells how.
"""

from scorekeeper.classroom.codes import OF_JOINING, OF_RETURNING, read_join_code, read_return_code
from scorekeeper.classroom.names import LONGEST_LABEL, LONGEST_NAME, BadLabel, names_to_choose, read_label
from scorekeeper.classroom.session import (
    ACTIONS,
    Action,
    ClassSession,
    Closed,
    NotNow,
    Pace,
    Phase,
    closed,
    lead,
    may_lead,
)
from scorekeeper.classroom.work import (
    Did,
    Done,
    Given,
    Seat,
    State,
    Work,
    work_at,
    work_of,
)

__all__ = [
    "ACTIONS",
    "LONGEST_LABEL",
    "LONGEST_NAME",
    "OF_JOINING",
    "OF_RETURNING",
    "Action",
    "BadLabel",
    "ClassSession",
    "Closed",
    "Did",
    "Done",
    "Given",
    "NotNow",
    "Pace",
    "Phase",
    "Seat",
    "State",
    "Work",
    "closed",
    "lead",
    "may_lead",
    "names_to_choose",
    "read_join_code",
    "read_label",
    "read_return_code",
    "work_at",
    "work_of",
]
