"""CSV files for spreadsheets: commas or semicolons, as asked for or by the reader's language."""

from collections.abc import Sequence
from typing import TypeVar

from flask import request
from werkzeug.wrappers import Response

from scorekeeper.exports.tables import Separator

Answer = TypeVar("Answer", bound=Response)

CSV = "text/csv; charset=utf-8"

_NAMES = {"comma": Separator.COMMA, "semicolon": Separator.SEMICOLON}

_DECIMAL_COMMA = (
    " af az be bg bs ca cs da de el es et eu fi fo fr gl hr hu hy id is it ka kk lt lv mk nb nl nn no pl pt ro ru sk "
    "sl sq sr sv tr uk uz vi "
)
"""Languages in which 1,5 is one and a half, so that spreadsheets separate columns by semicolons."""

_DECIMAL_POINT = frozenset(("es-mx", "es-us", "es-gt", "es-hn", "es-ni", "es-pa", "es-pe", "es-pr", "es-sv", "es-do"))
"""Their variants that write 1.5."""


def separator() -> Separator:
    """The separator from `?separator=comma` or `semicolon`, or what the reader's spreadsheet expects.

    A program that names no language gets commas.
    """
    return _NAMES.get(request.args.get("separator", "")) or _of_language()


def separators() -> Sequence[str]:
    """The names of all separators, the reader's own first."""
    return sorted(_NAMES, key=lambda name: _NAMES[name] is not _of_language())


def _of_language() -> Separator:
    language = (request.accept_languages.best or "en").lower()
    has_comma = f" {language.partition('-')[0]} " in _DECIMAL_COMMA and language not in _DECIMAL_POINT
    return Separator.SEMICOLON if has_comma else Separator.COMMA


def by_language(response: Answer) -> Answer:
    """The answer, marked as different for each language."""
    response.vary.add("Accept-Language")
    return response
