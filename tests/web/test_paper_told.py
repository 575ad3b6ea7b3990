"""What a page says of a pupil's paper rests on two answers for each misread that it names without doubt."""

from __future__ import annotations

import pytest

from tests.conftest import Phone
from tests.web.test_picked_sets import FORM, kept
from tests.web.words import words

KINGS_IN_ONE = (
    "QD JC JH / 2S 4S 2H\nQS QH 8D / AS 8C 2C\n9D 8D 6H / 5C 6C KD\n2S 5D 2H / 9H AS 2C\n6S 2S 10D / JC 2D 10C"
)
TWOS_IN_ONE = (
    "3D 3S 6C / AD KH AH\n10C 6C 2S / QH 2C JH\n4H 4S 10S / 4C 4D 9H\nKC 2S KS / 2D 2C [9H]\n[KD] AC QD / AD AH AS"
)


def told_of(client: Phone, hands: str, *numbers: int) -> str:
    made = kept(client, client.send_form("/sets", **{**FORM, "hands": hands}))
    typed = {f"{letter}.points": str(number) for letter, number in zip("ABCDE", numbers, strict=True)}
    return words(client.get(f"/sets/{made.key_code}/answers", query_string={"variant": "A1", **typed}))


def test_of_two_misreads_the_one_that_one_hand_shows_is_left_out(client: Phone) -> None:
    said = told_of(client, KINGS_IN_ONE, 38, 39, 47, 17, 16)
    assert "Hands A, B and D agree: if a two counts 2, exactly these numbers come out. Little doubt is left." in said
    assert "Worth a look together: what a two counts." in said


@pytest.mark.parametrize("numbers", [(34, 32, 19, 3, 32)])
def test_what_another_value_of_a_card_explains_as_well_is_not_told(client: Phone, numbers: tuple[int, ...]) -> None:
    """Aces of 11 with pairs of twos that count lead to these numbers; kings of 20 do but for one hand."""
    assert "Little doubt" not in told_of(client, TWOS_IN_ONE, *numbers)
