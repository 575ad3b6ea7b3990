"""The form that takes a game: a file, or its text."""

from __future__ import annotations

from flask_wtf import FlaskForm
from flask_wtf.file import FileField
from wtforms import HiddenField, TextAreaField

LONGEST_GAME_TEXT = 400_000
"""Bytes. Well above the longest game of the largest table, and below what a form may carry in a field."""


class ImportForm(FlaskForm):  # type: ignore[misc]  # has no types of its own
    """A file goes before the text. ``do`` says whether the game was looked at already."""

    write_id = HiddenField()
    file = FileField()
    text = TextAreaField()

    def content(self) -> bytes:
        """What was sent; one byte more than may be at most, so that too much can be told from just enough."""
        uploaded = self.file.data
        if uploaded is not None and uploaded.filename:
            content: bytes = uploaded.stream.read(LONGEST_GAME_TEXT + 1)
            return content
        # Browsers send line ends as CRLF, and a lone surrogate cannot come from a file.
        return (self.text.data or "").encode(errors="replace")[: LONGEST_GAME_TEXT + 1]
