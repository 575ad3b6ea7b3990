"""Tables for spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from typing import TypeAlias

# What a spreadsheet may take for the beginning of a formula, in the forms of full width too.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")

Value: TypeAlias = str | int | None


def safe(value: Value) -> Value:
    """A text that a spreadsheet would take for a formula gets an apostrophe before it; a number stays one, -2 too."""
    if isinstance(value, str) and value.lstrip().startswith(_FORMULA):
        return f"'{value}"
    return value


def csv_file(rows: Iterable[Iterable[Value]]) -> bytes:
    """A table in UTF-8 with a mark at its start, by which spreadsheets know it for that."""
    file = io.StringIO()
    csv.writer(file).writerows([safe(value) for value in row] for row in rows)  # CRLF and quotes as in RFC 4180
    return file.getvalue().encode("utf-8-sig")
