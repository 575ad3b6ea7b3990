"""A class that has answered, for the tests of the teacher's pages."""

from flask import Flask

from scorekeeper.school.kept_sets import KeptSet
from scorekeeper.school.questions.score import ScoreQuestion
from scorekeeper.school.session import Pace
from tests.web.pupils import Pupil, Room, start


def class_at_work(app: Flask, sheets: KeptSet, pace: Pace, wrong: int, right: int) -> tuple[Room, list[Pupil]]:
    """Everybody has the same sheet and answers A: so many misread it in the same way, the others do not."""
    room = start(app, sheets, pace)
    pupils = [room.join() for _ in range(wrong + right)]
    room.lead("begin")
    misread = misread_answer(pupils[0])
    for place, pupil in enumerate(pupils):
        typed = {"points": misread} if place < wrong else pupil.right("A")
        assert pupil.post("A", typed=typed).status_code == 200
    return room, pupils


def misread_answer(pupil: Pupil) -> str:
    """An answer to A that some misread leads to."""
    question = pupil.question("A")
    assert isinstance(question, ScoreQuestion)
    (item,) = question.items()
    return str(next(wrong.answer for wrong in item.wrong if wrong.misreads))
