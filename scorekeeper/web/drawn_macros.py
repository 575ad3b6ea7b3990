"""Parts of pages that stay the same, each drawn once."""

from collections.abc import Hashable
from functools import lru_cache
from typing import Final

from flask import get_template_attribute
from markupsafe import Markup

MOST_DRAWN: Final = 5_000
"""Most parts in memory, of some two kilobytes each."""


def draw(template: str, macro: str, *values: object) -> Markup:
    """What a macro makes of these values."""
    drawn: Markup = get_template_attribute(template, macro)(*values)
    return drawn


@lru_cache(MOST_DRAWN)
def draw_once(template: str, macro: str, *values: Hashable) -> Markup:
    """The same, kept for equal values. It must depend on nothing else, such as the reader or the time."""
    return draw(template, macro, *values)
