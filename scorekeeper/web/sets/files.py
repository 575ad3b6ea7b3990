"""A set as files: sheets and key as PDF and as text, and for other programs. Answers only under the code of the key."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

from flask import Response, abort, make_response, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper import __version__
from scorekeeper.exports import FORMATS, SetToExport
from scorekeeper.exports.drawing import CannotDraw, DrawingFailed
from scorekeeper.exports.rule_sheet import PAPERS
from scorekeeper.exports.worksheet import LOOKS, Printing, worksheet_drawing, worksheet_text
from scorekeeper.exports.worksheet_key import worksheet_key_drawing, worksheet_key_text
from scorekeeper.store.sets import KeptSet
from scorekeeper.web import limits
from scorekeeper.web.drawing import TooMuchToDraw, drawn, not_drawn
from scorekeeper.web.sets import bp
from scorekeeper.web.sets.pages import address_of
from scorekeeper.web.sets.views import set_to_see, sheet_asked_for, variant_asked_for

UNAVAILABLE = 503
PDF, TEXT = "application/pdf", "text/plain; charset=utf-8"


@bp.get("/<code>/sheet.pdf")
@limits.CODE
@limits.DRAWN
def sheet_pdf(code: str) -> AnyResponse:
    """The sheets for pupils; `?paper=Letter`, `?look=large`, `?variant=A2`, `?rules=no`."""
    kept = set_to_see(code)
    how = _printing(kept)
    made = kept.questions
    return _file(kept, how, "sheet", "pdf", PDF, lambda: drawn(worksheet_drawing(made, how, address_of(made.code))))


@bp.get("/<code>/sheet.txt")
@limits.CODE
def sheet_txt(code: str) -> AnyResponse:
    """The same as plain text."""
    kept = set_to_see(code)
    how = _printing(kept)
    made = kept.questions
    return _file(kept, how, "sheet", "txt", TEXT, lambda: worksheet_text(made, how, address_of(made.code)).encode())


@bp.get("/<code>/key.pdf")
@limits.CODE
@limits.DRAWN
def key_pdf(code: str) -> AnyResponse:
    """The key to the sheets."""
    kept = _with_key(code)
    how = _printing(kept)
    address = address_of(kept.key_code)
    return _file(
        kept, how, "key", "pdf", PDF, lambda: drawn(worksheet_key_drawing(kept.questions, how, address, kept.key_code))
    )


@bp.get("/<code>/key.txt")
@limits.CODE
def key_txt(code: str) -> AnyResponse:
    """The key as plain text."""
    kept = _with_key(code)
    how = _printing(kept)
    address = address_of(kept.key_code)
    return _file(
        kept, how, "key", "txt", TEXT, lambda: worksheet_key_text(kept.questions, how, address, kept.key_code).encode()
    )


@bp.get("/<code>/files/<name>", endpoint="export")
@limits.CODE
def export(code: str, name: str) -> Response:
    """One sheet of the set for another program; with the answers, of course."""
    kept = _with_key(code)
    if name not in FORMATS:
        abort(404)
    made, sheet = kept.questions, sheet_asked_for(kept)
    # The items of two sheets may not have the same names where both are brought into one course.
    code = made.code if len(made.sheets) == 1 else f"{made.code}-{sheet.variant}"
    exported = SetToExport(code, made.title, made.house, sheet.items)
    format_ = FORMATS[name]
    response = Response(format_.build(exported), content_type=format_.mimetype)
    response.headers["Content-Disposition"] = f'attachment; filename="{format_.file_name(exported)}"'
    response.cache_control.private = True
    response.cache_control.no_cache = True
    return response


def _with_key(code: str) -> KeptSet:
    kept = set_to_see(code)
    if not kept.may_see_key:
        abort(404)
    return kept


def _printing(kept: KeptSet) -> Printing:
    asked = request.args
    paper = next((paper for paper in PAPERS if paper.lower() == asked.get("paper", "").lower()), PAPERS[0])
    look = next((look for look in LOOKS if look == asked.get("look")), LOOKS[0])
    return Printing(paper, look, asked.get("rules") != "no", variant_asked_for(kept))


def _file(
    kept: KeptSet, how: Printing, what: str, ending: str, content_type: str, make: Callable[[], bytes]
) -> AnyResponse:
    """The file, or 304 where the browser has it: a set never changes, but a release may draw it in another way."""
    response = Response(content_type=content_type)
    named = f"{__version__} {kept.seen_by} {how} {what} {ending} {address_of(kept.seen_by)}"
    response.set_etag(sha256(named.encode()).hexdigest()[:24])
    response.cache_control.private = True
    response.cache_control.no_cache = True  # keep it, and ask each time whether it still holds
    variant = f"-{how.variant}" if how.variant else ""
    name = f"golf-{kept.questions.code}{variant}-{what}.{ending}"
    response.headers["Content-Disposition"] = f'inline; filename="{name}"'
    response.make_conditional(request)
    if response.status_code == 200:
        try:
            response.set_data(make())
        except CannotDraw as error:
            page = render_template("sets/no_pdf.html", reason=error.message, kept=kept)
            return make_response(page, UNAVAILABLE)
        except (TooMuchToDraw, DrawingFailed) as error:
            return not_drawn(error, url_for("sets.look", code=kept.seen_by))
    return response
