"""What stood in the boxes of a question when a hint was asked for: the page that follows has it there again."""

from __future__ import annotations

import json

from flask import session

from scorekeeper.classroom import answers_at, work_at
from scorekeeper.store import KeptClass, KeptSeat
from scorekeeper.web.pupils.pages import QuestionShown
from scorekeeper.web.pupils.working import Sent, place_of

_TYPED = "typed_in_class"
"""In the session: the class, the seat, the letter, and what was typed."""

MOST_KEPT = 1_000
"""Signs of it, as they are written into the cookie; answers are far shorter."""


def typed_before(kept: KeptClass, mine: KeptSeat) -> QuestionShown | None:
    """The question at which a hint was asked for last, with what stood in its boxes."""
    before = session.get(_TYPED)
    if not before:
        return None
    if before[:2] == [kept.code, mine.seat.number]:
        place = place_of(kept.session, before[2])
        work, answers = work_at(kept.session, mine.seat, place), answers_at(mine.seat, place)
        shown = QuestionShown(kept.session, work, dict(before[3]), answers=answers)
        if not shown.is_over:
            return shown
    del session[_TYPED]
    return None


def note_typed(kept: KeptClass, number: int, sent: Sent) -> None:
    """Remember what was typed where a hint was asked for, and forget what was typed before anything else."""
    forget_typed()
    # More than this, and a cookie would be too large to be kept at all.
    if sent.did == "hint" and len(json.dumps(sent.typed)) <= MOST_KEPT:
        session[_TYPED] = [kept.code, number, sent.letter, dict(sent.typed)]


def forget_typed() -> None:
    """No page needs it any more."""
    session.pop(_TYPED, None)
