"""A class that has answered, for the tests of the teacher's pages."""

from flask import Flask

from scorekeeper.school.classes.class_session import Pace
from scorekeeper.school.exercises.kept_sets import KeptSet
from scorekeeper.school.exercises.questions.score import ScoreQuestion
from tests.web.students import Room, Student, start


def class_at_work(app: Flask, sheets: KeptSet, pace: Pace, wrong: int, right: int) -> tuple[Room, list[Student]]:
    """Students with the same version who answer A: ``wrong`` of them with one misread, the others right."""
    room = start(app, sheets, pace)
    students = [room.join() for _ in range(wrong + right)]
    room.lead("begin")
    misread = misread_answer(students[0])
    for index, student in enumerate(students):
        typed = {"points": misread} if index < wrong else student.right("A")
        assert student.post("A", typed=typed).status_code == 200
    return room, students


def misread_answer(student: Student) -> str:
    """A wrong answer to A that a misread leads to."""
    question = student.question("A")
    assert isinstance(question, ScoreQuestion)
    (item,) = question.items()
    return str(next(wrong.answer for wrong in item.wrong if wrong.misreads))
