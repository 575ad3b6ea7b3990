"""Find my mistake, over HTTP: who is told of a misread, and who must not be."""

import re
from datetime import UTC, datetime
from random import Random

import pytest

from scorekeeper import houses
from scorekeeper.houses import freeze
from scorekeeper.rules import House, Layout, score
from scorekeeper.school.classes.answer_misreads import mistakes
from scorekeeper.school.diagnosis.beliefs import singles
from tests.conftest import Phone
from tests.learners.hands import read
from tests.learners.learners import Learner
from tests.learners.sheets import SHEETS
from tests.learners.wrong_rules import KNOWN, STRANGERS
from tests.web.finding import accuses, tell, told
from tests.web.practicing import kept, start, tab

TWO = (houses.get("worksheet"), houses.get("four-card"))
"""One with pairs and one without. `make bench BENCH=learning` has all five, with a hundred learners of each kind."""


@pytest.mark.long
@pytest.mark.parametrize("house", TWO, ids=[house.key for house in TWO])
def test_who_is_told(client: Phone, house: House) -> None:
    """A learner of each kind, none of whom slips."""
    sheet = next(sheet for sheet in SHEETS if sheet.name == house.key)
    king = next(one for one in mistakes(freeze(house)) if one.key == "V3")

    def heading_of(meaning: str) -> str:
        rule = next((rule for rule in (*KNOWN, *STRANGERS) if rule.meaning == meaning), None)
        learner = Learner(sheet, rule, Random(1), slips=0)
        return told(client, house, lambda layout: learner.answer(read(str(layout))))

    assert tell(heading_of("a king is worth 10"), king.misreads[0])
    assert not accuses(heading_of("a ten is worth 1"))
    assert not accuses(heading_of(""))


@pytest.mark.long
def test_five_right_hands_say_which_rules_of_the_house_they_covered(client: Phone) -> None:
    house = houses.get("worksheet")
    heading = told(client, house, lambda layout: score(layout, house).total)
    assert heading == "No mistake found"
    page = client.get("/practice/worksheet/question").text
    (covered,) = re.findall(r"These hands covered (.*?)\.<", page)
    assert "kings" in covered
    assert "four of a kind" not in covered  # the house has none
    assert "5 of 5 right" in page


@pytest.mark.long
@pytest.mark.parametrize(("wrong", "heading"), [(1, "Look at this hand again"), (4, "Look at these hands again")])
def test_wrong_hands_that_no_misread_explains_are_to_be_looked_at_and_nothing_is_called_known(
    client: Phone, wrong: int, heading: str
) -> None:
    house = houses.get("worksheet")
    hands: list[Layout] = []

    def the_first_ones_wrong(layout: Layout) -> int:
        hands.append(layout)
        return score(layout, house).total + (7 if len(hands) <= wrong else 0)

    assert told(client, house, the_first_ones_wrong) == heading
    page = client.get("/practice/worksheet/question").text
    assert page.count(", not ") == wrong
    assert "These hands covered" not in page


@pytest.mark.long
def test_who_goes_by_another_reading_of_the_sheet_is_right_there(client: Phone) -> None:
    house = houses.get("nine-card")
    reading = next(one for one in singles(house) if one.key == "V1")
    assert reading.is_reading
    heading = told(client, house, lambda layout: reading.total(layout) or 0)
    assert heading == f"Right if {reading.doing}"
    page = client.get("/practice/nine-card/question").text
    hands = kept(client, "nine-card").answers_here
    others = [score(hand, house).total for hand, answer in hands if answer != score(hand, house).total]
    assert page.count(" here, ") == page.count(" by yours") == len(others) > 0  # what the rules chosen here count


@pytest.mark.long
def test_three_hands_unlearn_it_among_a_plain_one_and_it_comes_back(client: Phone) -> None:
    house = houses.get("worksheet")
    king = next(one for one in mistakes(freeze(house)) if one.key == "V3")
    assert tell(told(client, house, lambda layout: king.total(layout) or 0), king.misreads[0])
    due = kept(client).rules["value-k"].due
    assert due is not None
    assert (due.date() - datetime.now(UTC).date()).days >= 1  # it comes back on another day
    start(client, "unlearn V3")
    page, shows = tab(client), []
    for _ in range(4):
        practice = kept(client)
        assert practice.asked is not None
        (hand,) = practice.asked.question.hands
        right = score(hand.layout, house).total
        shows.append(king.total(hand.layout) != right)
        page = page.answer(points=str(right)).go_on()
    assert shows == [True, True, False, True]
    assert kept(client).asked is None
