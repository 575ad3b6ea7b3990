"""What stands in one cell of a table for spreadsheets."""

from __future__ import annotations

from typing import TypeAlias

# What a spreadsheet may take for the beginning of a formula, in the forms of full width too.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")

Value: TypeAlias = str | int | None


def safe(value: Value) -> Value:
    """A text that a spreadsheet would take for a formula gets an apostrophe before it; a number stays one, -2 too."""
    if isinstance(value, str) and value.lstrip().startswith(_FORMULA):
        return f"'{value}"
    return value
