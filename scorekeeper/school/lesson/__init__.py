"""A short lesson for each house: one idea a screen, done by doing. Made of the house's data alone.

What is told is what the rule sheet tells, and what comes of a try is what the referee or the scorer says.
"""

from scorekeeper.rules import House
from scorekeeper.school.lesson import card_screens, hole_screens
from scorekeeper.school.lesson.tasks import Screen


def lesson(house: House) -> tuple[Screen, ...]:
    """The screens in the order in which they are learned. The same ones for the same house."""
    kept: tuple[Screen, ...] | None = house.__dict__.get("_lesson")
    if kept is None:
        kept = house.__dict__["_lesson"] = (*hole_screens.screens(house), *card_screens.screens(house))
    return kept
