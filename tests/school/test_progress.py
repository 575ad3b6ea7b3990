"""What is kept of practice as JSON."""

from __future__ import annotations

from dataclasses import replace

from scorekeeper.school import Dice
from scorekeeper.school.kept_practice import from_data, to_data
from scorekeeper.school.practising import following
from scorekeeper.school.sitting import Practice
from tests.school.sittings import NOW, TWOS, WORKSHEET, asking, kept, play


def test_all_of_it_comes_back_from_json() -> None:
    practice = play(asking(TWOS, "negative-pairs", {"value-k": 2}), "hint", 13, 13)
    assert kept(practice) == practice
    practice = play(practice, 16)
    assert kept(practice) == practice
    practice = following(practice, Dice("next"), NOW)
    assert kept(practice) == practice
    assert kept(Practice(WORKSHEET)) == Practice(WORKSHEET)


def test_a_question_that_is_known_no_more_ends_its_sitting_and_nothing_else() -> None:
    practice = play(asking(TWOS, None, {"value-k": 2}), 13)
    data = to_data(practice)
    data["sitting"]["asked"]["question"]["kind"] = "of earlier"
    assert from_data(WORKSHEET, data) == replace(practice, sitting=None)
