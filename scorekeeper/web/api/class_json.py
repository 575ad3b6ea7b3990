"""The JSON of a class: whether its pages have to be drawn anew, and what one of its pupils does.

No answer here tells whether something was right before the class may be told.
"""

from collections.abc import Sequence
from typing import Annotated, Any

from flask import abort, jsonify, render_template, request, url_for
from flask.wrappers import Response
from pydantic import BaseModel, Field, StringConstraints

from scorekeeper.rules import RuleError
from scorekeeper.school.attempt import Did, Done
from scorekeeper.school.classes import ClassNotFound, find_class, find_class_by_code
from scorekeeper.school.question import AnswersRefused
from scorekeeper.school.seats import LARGEST_NUMBER, LONGEST_TOOK, SeatNotFound, keep_work
from scorekeeper.school.session import Closed
from scorekeeper.store.errors import StoreError
from scorekeeper.web import limits
from scorekeeper.web.api.game_api import PRINTABLE, Strict, api
from scorekeeper.web.db import new_write_id, store
from scorekeeper.web.delivery import release
from scorekeeper.web.error_pages import ErrorBody, Problem, refusal
from scorekeeper.web.exercises import question_errors
from scorekeeper.web.filters import capitalize_first
from scorekeeper.web.pupils import place_of, question_shown
from scorekeeper.web.seat_cookie import token_of

Typed = Annotated[str, StringConstraints(max_length=200)]
FieldName = Annotated[str, StringConstraints(max_length=60)]


class BoardPath(BaseModel):
    key: str = Field(description="The key in the teacher's link.")


class ClassPath(BaseModel):
    code: str = Field(description="The code that stands on the board.", max_length=40)


class SeatPath(ClassPath):
    """Only a device that holds the token of that seat, in its cookie, can do anything there."""

    number: int = Field(description="Number of the seat, counted from 1.", ge=1, le=LARGEST_NUMBER)


class ClassAnswer(BaseModel):
    """Whether anything changed. Nothing of any pupil is in it."""

    version: int = Field(description="Grows with everything that changes on the pages that ask.")


class WorkBody(Strict):
    """What a pupil did at a question."""

    write_id: str = Field(
        description="Made by the sender; sending it again does nothing more.",
        min_length=8,
        max_length=63,
        pattern=PRINTABLE,
    )
    letter: str = Field(description="The letter of the question.", max_length=4)
    did: Did = Field(description="An answer; or, in practice, the wish for a hint or for the worked steps.")
    typed: dict[FieldName, Typed] = Field(
        default_factory=dict, description="What stood in the fields, by their names.", max_length=60
    )
    took: int | None = Field(None, description="Milliseconds that the question was on show.", ge=0, le=LONGEST_TOOK)


class WorkAnswer(BaseModel):
    """It is kept, on disk."""

    write_id: str
    question: str = Field(description="The question as it stands on the pupil's page now, as HTML.")


_TOO_OFTEN: dict[str | int, type[BaseModel] | dict[Any, Any] | None] = {429: ErrorBody}
_STATE: dict[str | int, type[BaseModel] | dict[Any, Any] | None] = {
    200: ClassAnswer,
    304: {"description": "Nothing changed since the answer with the ETag that was sent."},
}


@api.get("/class/boards/<key>", responses=_STATE, summary="Whether anything changed, for the board of a class")
def read_board(path: BoardPath) -> Response:
    """Whether anything changed on the board. Asked again with the ETag in If-None-Match it is 304 until it does."""
    try:
        kept = find_class(store(), path.key)
    except ClassNotFound:
        abort(404, "This class is gone: it was deleted, or its link is not complete.")
    return _state(kept.version + kept.work, f"b{kept.id}")


@api.get("/class/<code>", responses={**_STATE, **_TOO_OFTEN}, summary="Whether anything changed, for pupils")
@limits.CODE
def read_class(path: ClassPath) -> Response:
    """Whether the teacher did anything. Asked again with the ETag in If-None-Match it is 304 until that changes.

    Who else joins or answers is nothing to a pupil's page: each who joins would cost every phone a whole answer. 404
    with `class.not_found`: there is no such class, or it was deleted.
    """
    try:
        kept = find_class_by_code(store(), path.code)
    except ClassNotFound as error:
        return _refused(404, error)
    return _state(kept.version, f"c{kept.id}")


@api.post(
    "/class/<code>/<int:number>/work",
    responses={200: WorkAnswer, 409: ErrorBody, **_TOO_OFTEN},
    summary="What a pupil does at a question",
)
@limits.CODE
@limits.WORK
def do_work(path: SeatPath, body: WorkBody) -> Response:
    """What a pupil does at a question; the answer brings that question as it is to be shown now.

    Refused with `class.wait` it may be sent again later; with `class.closed` it never counts. `class.seat_not_found`:
    this device does not open that seat: another one does since, or the teacher has removed it. `class.not_found`: the
    class is gone for good.
    """
    try:
        kept = find_class_by_code(store(), path.code)
        place = place_of(kept.session, body.letter)
        done = Done(place, body.did, body.typed if body.did == "answer" else {}, body.took)
        token = token_of(kept.code, path.number)
        kept, mine = keep_work(store(), kept.code, path.number, token, done, body.write_id)
    except (ClassNotFound, SeatNotFound) as error:
        return _refused(404, error)
    except Closed as error:
        return _refused(409, error, "class.wait" if error.again else error.code)
    except AnswersRefused as refused:
        problems = [
            Problem(code=refused.code, message=reason, field=name)
            for name, reasons in question_errors(refused).items()
            for reason in reasons
        ]
        return _refused(422, refused, problems=problems)
    question = render_template(
        "pupils/_question.html",
        one=question_shown(kept.session, mine, place),
        here=url_for("pupils.work", code=kept.code, number=path.number),
        new_write_id=new_write_id,
    )
    return jsonify(WorkAnswer(write_id=body.write_id, question=question).model_dump())


def _state(version: int, name: str) -> Response:
    response = jsonify(ClassAnswer(version=version).model_dump())
    response.set_etag(f"{name}-{version}-{release().name}", weak=True)
    response.make_conditional(request)
    return response


def _refused(status: int, error: RuleError | StoreError, code: str = "", problems: Sequence[Problem] = ()) -> Response:
    return refusal(status, code or error.code, f"{capitalize_first(error.message)}.", problems)
