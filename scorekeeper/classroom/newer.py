"""An answer that waited at one device of a pupil while there came another one from elsewhere."""

from __future__ import annotations

from scorekeeper.classroom.session import ClassSession
from scorekeeper.classroom.work import Done, Seat, work_at
from scorekeeper.quiz.question import AnswersRefused, written


def answers_at(seat: Seat, place: int) -> int:
    """How many answers were sent to the question at that place, whether they counted or not."""
    return sum(done.place == place and done.did == "answer" for done in seat.done)


def newer_answer(session: ClassSession, seat: Seat, done: Done, based_on: int, *, is_turn: bool = True) -> Done | None:
    """The answer that an answer to the same question would silently take the place of; None where there is none.

    ``based_on`` says how many answers to the question (`answers_at`) were known where it was given. Who answers the
    same as the newest one does not contradict it; but where its pupil has not the device in hand (``is_turn``) the same
    is refused as well, for whoever has it could find out by trying what that pupil answered elsewhere.
    """
    if done.did != "answer" or answers_at(seat, done.place) <= based_on:
        return None
    newest = next(one for one in reversed(seat.done) if one.place == done.place and one.did == "answer")
    if not is_turn:
        return newest
    question = work_at(session, seat, done.place).question
    try:
        is_same = written(question.read(newest.typed)) == written(question.read(done.typed))
    except AnswersRefused:  # one of them is no answer, unless a later release reads less
        is_same = dict(newest.typed) == dict(done.typed)
    return None if is_same else newest
