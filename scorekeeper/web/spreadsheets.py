"""Tables for spreadsheets: which signs part their columns, by what is asked for or by the language of who asks."""

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
"""Languages in which 1,5 is one and a half: there a spreadsheet takes a comma for no end of a column."""

_DECIMAL_POINT = frozenset(("es-mx", "es-us", "es-gt", "es-hn", "es-ni", "es-pa", "es-pe", "es-pr", "es-sv", "es-do"))
"""Where it is one point five all the same."""


def separator() -> Separator:
    """What is asked for by `?separator=comma` or `semicolon`; else what the reader's own spreadsheet expects.

    A program that names no language gets commas.
    """
    return _NAMES.get(request.args.get("separator", "")) or _of_language()


def separators() -> Sequence[str]:
    """The names of all, the reader's own first."""
    return sorted(_NAMES, key=lambda name: _NAMES[name] is not _of_language())


def _of_language() -> Separator:
    language = (request.accept_languages.best or "en").lower()
    has_comma = f" {language.partition('-')[0]} " in _DECIMAL_COMMA and language not in _DECIMAL_POINT
    return Separator.SEMICOLON if has_comma else Separator.COMMA


def by_language(response: Answer) -> Answer:
    """The answer, kept apart from that for a reader of another language."""
    response.vary.add("Accept-Language")
    return response
