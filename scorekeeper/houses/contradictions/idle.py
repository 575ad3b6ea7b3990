"""What a house says although nothing could ever come of it, whatever is played.

Asked of what somebody writes, and not of a house whose readings a table has chosen: its questions are answered one by
one, and an answer may be nothing beside another. Neither is a number that only waits for its rule to be switched on.
"""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.houses.contradictions.finding import Finding
from scorekeeper.rules import House


def idle(house: House) -> Iterator[Finding]:
    """Every switch that is set for nothing."""
    end, pays, four = house.ending, house.penalty, house.four_of_a_kind
    if end.trigger != "turn-up-last":
        without = f"nobody chooses to turn up the last card where a hole ends by {end.trigger}"
        for key in ("turning_after_swap", "waits_for_all"):
            if getattr(end, key):
                yield f"ending.{key}", without
        if end.declines != "always":
            yield "ending.declines", without
    if end.trigger not in ("all-face-up", "turn-up-last") and not end.replacing_last_ends:
        yield "ending.replacing_last_ends", f"the last hidden card ends nothing where a hole ends by {end.trigger}"
    if end.trigger != "knock" and end.knock != "instead-of-drawing":
        yield "ending.knock", f"nobody knocks where a hole ends by {end.trigger}"
    if pays is not None and pays.each_rival and pays.kind not in ("none", "add"):
        what = {"worst": "the worst score is the same", "double": "a score is doubled once"}
        yield "penalty.each_rival", f"{what.get(pays.kind, what['double'])} however many are lower; it goes with add"
    if pays is not None and pays.below_zero == "doubled" and pays.kind in ("add", "worst"):
        yield "penalty.below_zero", f"nothing is doubled by the kind {pays.kind}"
    if four is not None and four.touching and four.pattern not in ("columns", "any-pairs"):
        yield "four_of_a_kind.touching", f"there are no two columns in the pattern {four.pattern}"
    if four is not None and four.six_alike != "once" and four.pattern in ("anywhere", "two-and-two"):
        yield "four_of_a_kind.six_alike", f"the pattern {four.pattern} is earned once by a rank"
