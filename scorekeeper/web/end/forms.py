"""The small forms of the result: each is one button."""

from __future__ import annotations

from flask_wtf import FlaskForm
from wtforms import HiddenField


class ButtonForm(FlaskForm):  # type: ignore[misc]  # has no types of its own
    """A button that does something once, however often it is pressed."""

    write_id = HiddenField()


class RematchForm(ButtonForm):
    """Plays again; names the newest rematch that its page knew of."""

    seen = HiddenField()

    @property
    def seen_rematch(self) -> int | None:
        """Its id, 0 for none; None for anything else."""
        typed = str(self.seen.data or "")
        return int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 16 else None


class FinishForm(ButtonForm):
    """Ends the game after the hole that the page named when it asked."""

    after = HiddenField()

    @property
    def last_hole(self) -> int:
        """The hole as a number; 0, which is no hole, for anything else."""
        typed = str(self.after.data or "")
        return int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 4 else 0
