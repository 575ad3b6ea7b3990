"""Pages to draw, without a worksheet."""

from typing import Any

from scorekeeper.exports.drawing import Drawing


def page(heading: str, **more: Any) -> dict[str, Any]:
    """A page with that heading alone, unless there is more."""
    plain = {"title": "A page", "paper": "a4", "large": False, "below": "", "who": False, "code": None, "codes": []}
    return {**plain, "heading": heading, "foot": "", "size": 11, "parts": [], **more}


SMALL = Drawing.of([page("small")])
