"""Numbers as our own forms and addresses write them."""

from __future__ import annotations


def whole_number(text: str | None) -> int | None:
    """A number as ids and holes are written; None for anything else."""
    return int(text) if text is not None and text.isascii() and text.isdecimal() and len(text) < 16 else None
