"""Error answers: a page for people, `{code, message, problems}` for programs. All error handlers are here."""

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
from scorekeeper.web.addresses import address_here
from scorekeeper.web.db import store
from scorekeeper.web.deleted import told_deleted, way_back_to
from scorekeeper.web.logs import trail
from scorekeeper.web.request_log import reference, tell_trouble


@dataclass(frozen=True)
class Problem:
    """One problem. Codes are stable; texts are for people and may change."""

    code: str
    message: str
    cell: tuple[int, int] | None = None
    """Row and column in the hand, from 0."""
    field: str | None = None
    """The field of the request."""


# Code, heading and what the person can do. A text given to abort(status, "...") replaces the last.
TEXTS: dict[int, tuple[str, str, str]] = {
    400: ("bad_request", "That didn’t come through", "Go back and try again."),
    403: ("forbidden", "You can’t do that", "This link doesn’t allow it."),
    404: ("not_found", "Page not found", "Check that you have the whole link."),
    405: ("method_not_allowed", "You can’t do that here", "Go back and try again."),
    409: ("conflict", "Someone was faster", "This has changed. Check it, then try again."),
    410: ("link.renewed", "This link was replaced", "Ask the players for the new link."),
    413: ("too_large", "Too large", "That’s too large to send. Nothing changed."),
    415: ("unsupported_type", "Wrong content type", "Send it as JSON."),
    422: ("unprocessable", "That doesn’t look right", "Something there doesn’t make sense. Nothing changed."),
    429: ("too_many", "Too many tries", "Too many tries in a short time. Wait a bit and try again."),
    500: ("internal", "Our mistake", "Something broke on our side. Everything saved before is safe."),
    503: ("busy", "One moment", "The server is busy. Nothing changed. Try again."),
}  # fmt: skip

UNUSABLE: Final = {
    "store.busy": ("One moment", 5),
    "store.full": ("Server full", 60),
    "store.not_a_store": ("Games damaged", 60),
}
"""Heading and seconds to wait, by the code of a problem with the store."""


STATUS: Final = {
    **dict.fromkeys(("link.renewed", "game.gone", "class.gone", "house.gone"), 410),
    "deleted.not_the_beginner": 403,
}
"""Status by code for errors of the store other than conflicts (409) and `not_found` (404)."""

GONE_FOR_GOOD: Final = {
    "game.gone": "This game was deleted for good.",
    "class.gone": "This class was deleted with every name and answer, or its 30 days are over.",
    "house.gone": "These rules were deleted for good.",
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
    """Whether the address or the Accept header asks for JSON."""
    if request.path.startswith("/api/") or request.path.endswith(".json"):
        return True
    accepted = request.accept_mimetypes
    return accepted["application/json"] > accepted["text/html"]


def refusal(
    status: int, code: str, message: str, problems: Iterable[Problem] = (), *, title: str = "", passing: bool = False
) -> Response:
    """The error as JSON or as a page. With ``passing`` the page offers to try again."""
    told = list(problems)
    if wants_json():
        response = jsonify(code=code, message=message, problems=told)
    else:
        title = title or (TEXTS[status][1] if status in TEXTS else HTTPStatus(status).phrase)
        again = address_here() if passing and request.method in ("GET", "HEAD") else ""
        page = render_template(
            "errors/error.html", title=title, message=message, problems=told, again=again, unsaved=passing and not again
        )
        response = make_response(page)
    response.status_code = status
    response.headers["Cache-Control"] = "no-store"
    return response


def _refuse_body(error: ValidationError) -> Response:
    """Answer JSON that its endpoint does not take, with a problem for each field."""
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
    if isinstance(error, BadHost | SecurityError):  # no page can build addresses with such a host
        return Response("This server has a different name.\n", status, content_type="text/plain; charset=utf-8")
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
    """Answer 500, even if the error page itself is broken; the log has the cause."""
    code, title, message = TEXTS[500]
    message = f"{message} If you report this, mention {reference()}."
    try:
        return refusal(500, code, message)
    except Exception as error:
        current_app.logger.error("the error page itself is broken: %s", trail(error))
        return Response(f"{title}. {message}\n", 500, content_type="text/plain; charset=utf-8")


def _refuse_forgery(error: CSRFError) -> ResponseReturnValue:
    return refusal(
        400,
        "csrf",
        "This page has expired. Go back (your text is still there), reload and try again.",
        [Problem(code="csrf", message=str(error.description))],
    )


def _refuse_by_rule(error: RuleError) -> ResponseReturnValue:
    problems = [Problem(code=problem.code, message=str(problem), cell=problem.cell) for problem in error.problems]
    return refusal(422, error.code, str(error), problems)


def _refuse_by_store(error: kept.StoreError) -> ResponseReturnValue:
    if (way := way_back_to(error)) is not None:
        return told_deleted(error, way, as_json=wants_json())
    status = STATUS.get(error.code) or (404 if error.code.endswith("not_found") else 409)
    if error.code in GONE_FOR_GOOD:
        return refusal(status, error.code, GONE_FOR_GOOD[error.code], title="Deleted")
    if status in (404, 410):  # the same 404 as for any missing page: it reveals nothing about games
        code, _, message = TEXTS[status]
        return refusal(status, code, message)
    return refusal(status, error.code, str(error))


def _refuse_without_store(error: kept.StoreUnusable) -> ResponseReturnValue:
    # Only the log names the file.
    tell_trouble(error)
    title, seconds = UNUSABLE.get(error.code, ("Server unavailable", 60))
    message = error.for_visitors
    response = refusal(503, error.code, message, title=title, passing=True)
    response.headers["Retry-After"] = str(seconds)
    return response


def _refuse_without_file(error: Exception) -> ResponseReturnValue:
    # A read that failed, as in a file that was damaged while it is served. Other database errors are our own.
    try:
        with store().explained():
            raise error
    except kept.StoreUnusable as told:
        return _refuse_without_store(told)
