"""The house builder reports conflicts and hostile input at their fields, and saves nothing."""

import random
from html import unescape

import pytest

from scorekeeper import houses
from scorekeeper.houses.writing import house_toml
from scorekeeper.web.build.builder_pages import field_id
from scorekeeper.web.build.form import typed_of
from scorekeeper.web.build.own_house import house_of
from scorekeeper.web.build.previews import Preview
from tests.conftest import Phone
from tests.random_houses import random_houses
from tests.web.building import OURS, form_of, made, preview, send

REFUSED: list[tuple[dict[str, str], dict[str, str]]] = [
    ({"grid__rows": "1"}, {"cancelling.size": "No column of one row of 3 has 2 cards."}),
    (
        {"values__*": ""},
        {
            "table.jokers_per_deck": "The decks have jokers, but the joker has no value.",
            "cancelling.exceptions.0.points": "There’s no joker in the deck.",
        },
    ),
    ({"ending__trigger": "stock-empty"}, {"ending.last_turns": "Under these rules, no one ends the hole"}),
    ({"card_values.0.rank": "K", "card_values.0.points": "4"}, {"card_values.0.suits": "Choose an answer."}),
    (
        {f"cancelling.exceptions.5.{name}": value for name, value in (("rank", "*"), ("what", "zero"))},
        {"cancelling.exceptions.5.rank": "Listed twice."},
    ),
    (
        {"bonuses.3.pattern": "pairs", "bonuses.3.points": "-5", "bonuses.3.pairs": "0", "bonuses.3.ranks": "J, X"},
        {"bonuses.3.ranks": "“X” isn’t a card.", "bonuses.3.pairs": "Use at least one group."},
    ),
    ({"name": ""}, {"name": "This can’t be empty."}),
    ({"turn__look": "yes"}, {"turn.look": "Choose an answer."}),
]


def test_what_does_not_go_together_is_said_at_its_field(client: Phone) -> None:
    for changed, expected in REFUSED:
        told = preview(client, **changed)["errors"]
        assert set(told) == {field_id(name) for name in expected}, changed
        page = send(client, **form_of(**changed))
        assert page.status_code == 422, changed
        shown = unescape(page.text)
        for name, start in expected.items():
            assert told[field_id(name)][0].startswith(start), told
            assert f'href="#{field_id(name)}"' in shown
            assert f'data-errors="{field_id(name)}"' in shown
            assert start[1:] in shown
    assert made(client) == ()


def test_forms_that_no_page_sends_are_refused(client: Phone) -> None:
    rows = {f"card_values.{number}.points": "1" for number in range(2_000)}
    for sent, said in (({}, 'href="#grid.rows"'), ({**form_of(), **rows}, "")):
        answer = send(client, **sent)
        assert answer.status_code == 422
        assert said in answer.text
        assert len(answer.text) < 400_000
    for address in ("nothing", "~nothing", "", "two-joker/../x", "\x00", "x" * 5_000):
        assert send(client, **{**form_of(), "from": address}).status_code == 404
    assert made(client) == ()


ANSWERS = [
    *("", "0", "1", "2", "3", "-1", "24", "1000", "abc", "٣", "\u202e", "<b>", "yes", "no", "own", "standard"),
    *("points", "keep", "negative", "zero", "*", "K", "#12", "2, 3", "J Q", "knock", "turns", "column", "row"),
    *("diagonal", "anywhere", "block", "pairs", "corners", "one-suit", "run", "exact-total", "none", "add", "half"),
]


@pytest.mark.long
def test_any_answers_make_a_house_or_say_why_not() -> None:
    """Forms as nobody fills them in: what is made is sound and can be counted, written and read back."""
    dice = random.Random(8)
    begun = [typed_of(house) for house in (*houses.built_in(), *random_houses(20, seed=9).values())]
    names = sorted({name for typed in begun for name in typed})
    found = 0
    for attempt in range(200):
        typed = dict(dice.choice(begun))
        for name in dice.sample(names, 1 + attempt % 6):
            typed[name] = [dice.choice(ANSWERS) for _ in range(dice.choice([0, 1, 1, 1, 2]))]
        house, errors = house_of(typed)
        assert (house is None) == bool(errors)
        assert all(name == "" or field_id(name) for name in errors)
        if house is not None:
            found += 1
            assert houses.parse(house_toml(house), "file") == house
            assert Preview(house, OURS).totals is not None
    assert 40 < found < 360
