"""The worked example before the first question about a rule: a phone shows both at once."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import CheckAxe
from tests.browser.fitting import WHOLE
from tests.browser.seeding import send

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("house", "rule"),
    [("worksheet", "negative-pairs"), ("nine-card", "value-joker"), ("vanishing-columns", "cancelling")],
)
def test_the_example_stays_in_sight_of_what_is_asked(phone: Page, axe: CheckAxe, house: str, rule: str) -> None:
    send(phone, f"/practice/{house}/start", rule=rule)
    phone.goto(f"/practice/{house}/question")
    example = phone.get_by_role("region", name="First an example")
    asked = phone.locator("input:focus")
    for _ in range(2):
        expect(asked).to_be_in_viewport(ratio=WHOLE)
        expect(example).to_be_in_viewport(ratio=WHOLE)
        phone.evaluate("scrollTo(0, document.body.scrollHeight)")
    axe(phone)
