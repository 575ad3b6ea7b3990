"""To learn: a wrong number is told the rule that leads to it, and a right one is never accused."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.offline import until_true
from tests.browser.test_practice_hole import offered
from tests.promises.command import total
from tests.promises.visitor import Visitor

HANDS = 5


def ranks_of(cards: str) -> list[tuple[str, ...]]:
    """The ranks of a layout, column by column."""
    rows = [[re.sub(r"[][SHDC]", "", card) for card in row.split()] for row in cards.split("/")]
    return list(zip(*rows, strict=True))


def right(cards: str) -> int:
    return total("worksheet", cards)


def kings_are_ten(cards: str) -> int:
    """What a learner counts who takes a king for ten like jack and queen; a pair of kings still cancels."""
    return right(cards) + 10 * sum(column.count("K") == 1 for column in ranks_of(cards))


def pairs_of_twos_are_minus_four(cards: str) -> int:
    """What a learner counts who lets a pair of twos keep its values."""
    return right(cards) - 4 * sum(column == ("2", "2") for column in ranks_of(cards))


def misread_found(visitor: Visitor, count: Callable[[str], int | str]) -> list[str]:
    """The keys of the misreads that five hands tell of a learner who counts so."""
    visitor.go("/practice/worksheet").submit("/start", {"rule": "mistake"})
    for _ in range(HANDS):
        (cards,) = visitor.page.xpath("//@data-cards")
        visitor.submit("/question", {"points": str(count(cards)), "do": "answer"})
        assert visitor.status == 200
    return [str(key) for key in visitor.page.xpath("//@data-misread")]


LEARNERS = {
    "a king is ten": (kings_are_ten, ["V3"]),
    "a pair of twos is minus four": (pairs_of_twos_are_minus_four, ["P2"]),
}


@pytest.mark.parametrize(("count", "key"), LEARNERS.values(), ids=list(LEARNERS))
def test_five_hands_find_the_rule_that_a_learner_reads_otherwise(
    count: Callable[[str], int], key: list[str], visitor: Visitor
) -> None:
    assert misread_found(visitor, count) == key


def test_a_learner_who_counts_right_is_told_of_no_mistake(visitor: Visitor) -> None:
    assert misread_found(visitor, right) == []


def test_an_answer_is_a_number_in_the_digits_of_every_script_and_as_a_sum(visitor: Visitor) -> None:
    arabic = str.maketrans("0123456789-", "٠١٢٣٤٥٦٧٨٩—")
    assert misread_found(visitor, lambda cards: f"{kings_are_ten(cards) - 2} + 2".translate(arabic)) == ["V3"]


@pytest.mark.browser
def test_someone_new_is_told_the_rules_before_anything_is_asked(phone: Page) -> None:
    phone.goto("/practice")
    phone.locator("main a").first.tap()
    phone.wait_for_url("**/learn/*")
    for step in ("lowest", "values", "pairs"):
        expect(phone.locator("start-here")).to_have_attribute("data-step", step)
        assert phone.locator("main input:visible").count() == 0
        cells = phone.locator("button[data-cell]")
        for at in range(cells.count()):  # until the card lies where it saves most
            if cells.count():
                cells.nth(at).tap()
        phone.locator("button[data-step].button--primary").tap()
    expect(phone.locator("play-hole")).to_have_attribute("data-turn", "own")
    expect(phone.locator(".play-card.is-advised")).to_have_count(1)


@pytest.mark.browser
def test_a_game_against_the_phone_is_on_the_phone_as_any_other(phone: Page) -> None:
    phone.goto("/play/four-card")
    phone.locator("input[name=holes][value='9']").check()
    phone.locator("input[name=counts][value=never]").check()
    phone.locator("button[data-rivals='1']").tap()
    while phone.locator("play-hole").get_attribute("data-turn") == "own":
        offered(phone).tap()
    phone.locator("button[data-does=next]").tap()
    key = phone.url.partition("?game=")[2]
    until_true(phone, lambda: [hole["confirmed"] for hole in game_of(phone, key)["holes"]] == [True])
    phone.goto("/")
    expect(phone.locator(f"a[href='/play/four-card?game={key}']")).to_be_visible()


def game_of(phone: Page, key: str) -> Any:
    return phone.request.get(f"/api/games/{key}").json()
