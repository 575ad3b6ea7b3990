"""The JSON of a class: for its open boards, and as its pupils see it: how far it is, and what one of them does.

No answer here tells whether something was right before the class may be told.
"""

from __future__ import annotations

from typing import Annotated, Any

from flask import abort, jsonify, request
from flask.wrappers import Response
from pydantic import BaseModel, Field, StringConstraints

from scorekeeper.school.classes import ClassNotFound, KeptClass, find_class, find_class_by_code
from scorekeeper.school.question import AnswersRefused
from scorekeeper.school.seats import LARGEST_NUMBER, LONGEST_TOOK, SeatNotFound, TooMuchWork, keep_work
from scorekeeper.school.session import Closed, Phase
from scorekeeper.school.work import Did, Done, State, work_at
from scorekeeper.store.errors import IdReused
from scorekeeper.web import limits
from scorekeeper.web.api.game_api import PRINTABLE, Strict, api
from scorekeeper.web.db import store
from scorekeeper.web.delivery import release
from scorekeeper.web.errors import ErrorBody, Problem, refusal
from scorekeeper.web.filters import capitalize_first
from scorekeeper.web.pupils.pages import QuestionShown, state_version
from scorekeeper.web.pupils.views import NoQuestion, place_of, token_of
from scorekeeper.web.questions_shown import question_errors


class BoardPath(BaseModel):
    """The teacher's link."""

    key: str = Field(description="The key in the teacher's link.")


class BoardAnswer(BaseModel):
    """How far a class is. Nothing of any pupil is in it."""

    version: int = Field(description="Grows with everything that the teacher or a pupil does.")
    phase: Phase
    at: int = Field(description="The place of the question that the class is at, from 0, where the teacher leads.")
    revealed: bool = Field(description="Whether its answer is shown.")
    joined: int = Field(description="How many pupils there are.")


@api.get(
    "/class/boards/<key>",
    responses={
        200: BoardAnswer,
        304: {"description": "Nothing changed since the answer with the ETag that was sent."},
    },
    summary="How far a class is, for its board",
)
def read_board(path: BoardPath) -> Response:
    """How far a class is. Asked again with the ETag in If-None-Match it is 304 until it changes."""
    try:
        kept = find_class(store(), path.key)
    except ClassNotFound:
        abort(404, "This class is gone: it was deleted, or its link is not complete.")
    session = kept.session
    answer = BoardAnswer(
        version=kept.version + kept.work,
        phase=session.phase,
        at=session.at,
        revealed=session.revealed,
        joined=kept.pupils,
    )
    response = jsonify(answer.model_dump())
    response.set_etag(f"b{kept.id}-{kept.version}-{kept.work}-{release().name}", weak=True)
    response.make_conditional(request)
    return response


_TOO_OFTEN: dict[str | int, type[BaseModel] | dict[Any, Any] | None] = {429: ErrorBody}

Typed = Annotated[str, StringConstraints(max_length=200)]
FieldName = Annotated[str, StringConstraints(max_length=60)]


class ClassPath(BaseModel):
    """A class, by the code to join it."""

    code: str = Field(description="The code that stands on the board.", max_length=40)


class SeatPath(ClassPath):
    """A pupil of a class. Only a device that holds the token of that seat, in its cookie, can do anything there."""

    number: int = Field(description="Number of the seat, counted from 1.", ge=1, le=LARGEST_NUMBER)


class ClassAnswer(BaseModel):
    """How far a class is; the same for everybody in it."""

    version: int = Field(description="Grows with everything that changes on the pupils' pages.")
    phase: Phase
    at: int = Field(description="Where the teacher leads: the place of the question that is asked, from 0.")
    revealed: bool = Field(description="Where the teacher leads: whether the answer to it was shown.")
    reached: int = Field(description="How many questions can be seen.")


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
    letter: str
    state: State = Field(description="As far as it may be told; `given` for every answer where nothing may.")
    tells: bool = Field(description="Whether it may be told what is right.")
    closed: bool = Field(description="Whether it may be told that this question takes no more answers.")


@api.get(
    "/class/<code>",
    responses={
        200: ClassAnswer,
        304: {"description": "Nothing changed since the answer with the ETag that was sent."},
        **_TOO_OFTEN,
    },
    summary="How far a class is",
)
@limits.CODE
def read_class(path: ClassPath) -> Response:
    """How far a class is. Asked again with the ETag in If-None-Match it is 304 until it changes.

    404 with `class.not_found`: there is no such class, or it was deleted.
    """
    try:
        kept = find_class_by_code(store(), path.code)
    except ClassNotFound as error:
        return refusal(404, error.code, f"{capitalize_first(error.message)}.")
    response = jsonify(_told(kept).model_dump())
    # Who else joins or answers is nothing to a pupil's page: each who joins would cost every phone a whole answer.
    response.set_etag(f"c{kept.id}-{kept.led}-{release().name}", weak=True)
    response.make_conditional(request)
    return response


@api.post(
    "/class/<code>/<int:number>/work",
    responses={200: WorkAnswer, 409: ErrorBody, **_TOO_OFTEN},
    summary="What a pupil does at a question",
)
@limits.CODE
@limits.WORK
def do_work(path: SeatPath, body: WorkBody) -> Response:
    """What a pupil does at a question.

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
    except (ClassNotFound, NoQuestion, SeatNotFound) as error:
        return refusal(404, error.code, f"{capitalize_first(error.message)}.")
    except (IdReused, TooMuchWork) as error:
        return refusal(409, error.code, f"{capitalize_first(error.message)}.")
    except Closed as error:
        return refusal(409, "class.wait" if error.again else error.code, f"{capitalize_first(error.message)}.")
    except AnswersRefused as refused:
        problems = [
            Problem(code=refused.code, message=reason, field=name)
            for name, reasons in question_errors(refused).items()
            for reason in reasons
        ]
        return refusal(422, refused.code, f"{capitalize_first(refused.message)}.", problems)
    question = QuestionShown(kept.session, work_at(kept.session, mine.seat, place))
    answer = WorkAnswer(
        write_id=body.write_id,
        letter=body.letter,
        state=question.state,
        tells=question.told,
        closed=question.is_over,
    )
    return jsonify(answer.model_dump())


def _told(kept: KeptClass) -> ClassAnswer:
    session = kept.session
    return ClassAnswer(
        version=state_version(kept),
        phase=session.phase,
        at=session.at,
        revealed=session.revealed,
        reached=session.reached,
    )
