"""What a refusal looks like: a page for people, `{code, message, problems}` for programs. The only error handlers."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

from flask import Flask, Response, current_app, jsonify, make_response, render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from pydantic import ValidationError
from werkzeug.exceptions import BadHost, HTTPException, InternalServerError, SecurityError

from scorekeeper.rules import RuleError
from scorekeeper.store import errors as kept
from scorekeeper.store.soundness import RawTrouble
from scorekeeper.web import logs
from scorekeeper.web.db import store
from scorekeeper.web.deleted import told_deleted, way_back_to
from scorekeeper.web.filters import capitalize_first


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong. Codes are stable; texts, for a person, may change."""

    code: str
    message: str
    cell: tuple[int, int] | None = None
    """Row and column in the layout, from 0."""
    field: str | None = None
    """The field of the request that it is about."""


# Code, heading and what the person can do. What a view says itself with abort(status, "...") goes before the last.
TEXTS: dict[int, tuple[str, str, str]] = {
    400: ("bad_request", "That did not arrive whole", "The request cannot be understood. Go back and try again."),
    403: ("forbidden", "That is not open to you", "This link does not allow it."),
    404: ("not_found", "Nothing here", "There is no such page or game. Check the link: it must be complete."),
    405: ("method_not_allowed", "Not in this way", "This address cannot be used in that way."),
    409: ("conflict", "Somebody was quicker", "This was changed meanwhile. Look at it as it is now, then try again."),
    410: ("link.renewed", "This link was renewed", "The table has a new link for this game. Ask for the new one."),
    413: ("too_large", "That is too much", "What was sent is larger than any game of Golf. Nothing was changed."),
    415: ("unsupported_type", "Wrong kind of content", "The request must be sent as JSON."),
    422: ("unprocessable", "That cannot be right", "Something that was sent does not make sense. Nothing was changed."),
    429: ("too_many", "Too many tries", "That was tried too often in a short time. Wait a while, then try again."),
    500: ("internal", "Our mistake", "Something went wrong here, not with you. What was acknowledged before is safe."),
    503: ("busy", "One moment", "The games of this server are busy. Nothing was changed; try again."),
}  # fmt: skip

UNUSABLE: Final = {
    "store.busy": ("One moment", 5),
    "store.full": ("No room left", 60),
    "store.not_a_store": ("The games are damaged", 60),
}
"""The heading of a trouble with the file itself by its code, and the seconds after which it may be over."""


STATUS: Final = {
    **dict.fromkeys(("link.renewed", "game.gone", "class.gone", "house.gone"), 410),
    "deleted.not_the_beginner": 403,
}
"""Of errors of the store that are no conflict; those that are `not_found` are 404."""

GONE_FOR_GOOD: Final = {
    "game.gone": "This game was deleted. It is gone for good: nothing brings it back.",
    "class.gone": "This class is gone with every name and answer: it was deleted, or its 30 days were over.",
    "house.gone": "These rules were deleted. They are gone for good: nothing brings them back.",
}


def init_app(app: Flask) -> None:
    """Answer every error of the app here."""
    app.register_error_handler(CSRFError, _refuse_forgery)
    app.register_error_handler(HTTPException, _refuse)
    app.register_error_handler(ValidationError, _refuse_body)
    app.register_error_handler(RuleError, _refuse_by_rule)
    app.register_error_handler(kept.StoreError, _refuse_by_store)
    app.register_error_handler(kept.StoreUnusable, _refuse_without_store)
    app.register_error_handler(RawTrouble, _refuse_without_file)


def wants_json() -> bool:
    """Whether a program asks: by the address, or because it likes JSON better than a page."""
    if request.path.startswith("/api/") or request.path.endswith(".json"):
        return True
    accepted = request.accept_mimetypes
    return accepted["application/json"] > accepted["text/html"]


def refusal(
    status: int, code: str, message: str, problems: Iterable[Problem] = (), *, title: str = "", passing: bool = False
) -> Response:
    """The refusal in the shape that the caller wants. If it is ``passing``, the page leads to another try."""
    told = list(problems)
    if wants_json():
        response = jsonify(code=code, message=message, problems=told)
    else:
        title = title or (TEXTS[status][1] if status in TEXTS else HTTPStatus(status).phrase)
        page = render_template(
            "errors/error.html", status=status, title=title, message=message, problems=told, passing=passing
        )
        response = make_response(page)
    response.status_code = status
    response.headers["Cache-Control"] = "no-store"
    return response


def _refuse_body(error: ValidationError) -> Response:
    """JSON that is not what its endpoint takes, each field by its name."""
    found_errors = json.loads(error.json(include_url=False, include_context=False, include_input=False))
    if any(not found["loc"] for found in found_errors):
        return refusal(400, "bad_json", "The request must be a JSON object, sent as application/json.")
    at = [(".".join(map(str, found["loc"])) or "body", found) for found in found_errors]
    problems = [Problem(f"field.{found['type']}", f"{path}: {found['msg']}", field=path) for path, found in at]
    code, _, message = TEXTS[422]
    return refusal(422, code, message, problems)


def _refuse(error: HTTPException) -> ResponseReturnValue:
    if error.response is not None:  # a finished answer, handed to abort()
        return error.response
    status = error.code or 500
    if status < 400:
        return error.get_response()
    if isinstance(error, InternalServerError):
        return _own_mistake()
    if isinstance(error, BadHost | SecurityError):  # every page has addresses, and none can be made of such a host
        return Response("This server goes by another name.\n", status, content_type="text/plain; charset=utf-8")
    code, _, message = TEXTS.get(status, (f"http_{status}", "", error.description or HTTPStatus(status).phrase))
    own_words = error.description
    if own_words and own_words != type(error).description and status < 500:
        message = own_words
    response = refusal(status, code, message)
    response.headers.extend(
        (name, value) for name, value in error.get_headers() if name.lower() not in ("content-type", "content-length")
    )
    return response


def _own_mistake() -> Response:
    """Told even where the page for it is what is broken; the cause is already in the log."""
    code, title, message = TEXTS[500]
    message = f"{message} If you tell whoever runs this Scorekeeper, name it: {logs.reference()}."
    try:
        return refusal(500, code, message)
    except Exception as error:
        current_app.logger.error("the error page itself is broken: %s", logs.trail(error))
        return Response(f"{title}. {message}\n", 500, content_type="text/plain; charset=utf-8")


def _refuse_forgery(error: CSRFError) -> ResponseReturnValue:
    return refusal(
        400,
        "csrf",
        "This page does not know you any more: its cookie is missing or new. Load the page again; "
        "what you typed is still there when you go back.",
        [Problem(code="csrf", message=str(error.description))],
    )


def _refuse_by_rule(error: RuleError) -> ResponseReturnValue:
    problems = [Problem(code=problem.code, message=str(problem), cell=problem.cell) for problem in error.problems]
    return refusal(422, error.code, str(error), problems)


def _refuse_by_store(error: kept.StoreError) -> ResponseReturnValue:
    # What is refused by the store and is there is a conflict.
    if (way := way_back_to(error)) is not None:
        return told_deleted(error, way, as_json=wants_json())
    status = STATUS.get(error.code) or (404 if error.code.endswith("not_found") else 409)
    if error.code in GONE_FOR_GOOD:
        return refusal(status, error.code, GONE_FOR_GOOD[error.code], title="Deleted")
    if status in (404, 410):  # a 404 in the very words of any other missing page, so that nobody can tell games apart
        code, _, message = TEXTS[status]
        return refusal(status, code, message)
    return refusal(status, error.code, str(error))


def _refuse_without_store(error: kept.StoreUnusable) -> ResponseReturnValue:
    # Where the file lies on the server is nobody's business but the operator's, who reads the log.
    logs.tell_trouble(error)
    title, seconds = UNUSABLE.get(error.code, ("The games are out of reach", 60))
    message = f"{capitalize_first(error.for_visitors)}."
    response = refusal(503, error.code, message, title=title, passing=True)
    response.headers["Retry-After"] = str(seconds)
    return response


def _refuse_without_file(error: Exception) -> ResponseReturnValue:
    # What a single read ran into, as in a file that was damaged while it is served. Our own mistakes stay ours.
    try:
        with store().explained():
            raise error
    except kept.StoreUnusable as told:
        return _refuse_without_store(told)
