"""One layout under several houses: the totals, the readings that matter, and the sentence why two of them differ."""

from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from scorekeeper import houses
from scorekeeper.referee.compare import compare, difference, other_readings
from scorekeeper.rules import BadLayout, Card, Cell, House, Layout, Suit, parse_layout, score
from scorekeeper.rules.cards import STANDARD_RANKS
from scorekeeper.rules.parameters import Bonus, Cancelling


def house(name: str) -> House:
    """A house, with readings after a colon: `penalty:twos=minus`."""
    key, _, chosen = name.partition(":")
    return houses.with_readings(houses.get(key), dict(one.split("=") for one in chosen.split(",") if one))


SENTENCES = [
    ("a value", "worksheet", "penalty", "2 5 7 / 5 5 7", "twos are −2 here, but 2 in Penalty Golf"),
    ("jokers alone", "two-joker", "rvers", "* 5 7 / 3 5 7", "jokers are −2 here, but 2 in RV Club Golf"),
    ("a pair of jokers", "penalty:joker-pair=keep", "rvers", "* K 5 / * 3 5",
     "the two jokers are worth −6 as a pair here, but cancel in RV Club Golf"),
    ("a pair of jokers, twice otherwise", "penalty:joker-pair=keep", "two-joker", "* K 5 / * 3 5",
     "the two jokers are worth −6 as a pair here, but −4 in Two-Joker Golf"),
    ("pairs or none", "four-card", "one-pair", "7 3 / 7 Q",
     "the two sevens are worth 14 here, but cancel in Four-card with pairs"),
    ("four of a kind", "penalty", "two-joker", "7 7 3 / 7 7 9",
     "four sevens in two columns: −10 here, but nothing extra in Two-Joker Golf"),
    ("two reasons, the weightier first", "penalty", "worksheet", "7 7 3 / 7 7 2",
     ("four sevens in two columns: −10 here, but nothing extra in Classroom Golf. "
     "Twos are 2 here, but −2 in Classroom Golf")),
]  # fmt: skip


@pytest.fixture
def with_pairs() -> House:
    return replace(houses.get("four-card"), key="one-pair", name="Four-card with pairs", cancelling=Cancelling())


@pytest.mark.parametrize(
    ("here", "there", "layout", "said"), [case[1:] for case in SENTENCES], ids=[case[0] for case in SENTENCES]
)
def test_why_two_houses_differ(here: str, there: str, layout: str, said: str, with_pairs: House) -> None:
    one, other = (with_pairs if name == "one-pair" else house(name) for name in (here, there))
    first, second = compare(parse_layout(layout), [other, one])
    assert second.why == said
    assert first.why == ""


def test_the_same_total_needs_no_sentence() -> None:
    for found in compare(
        parse_layout("3 5 K / 4 9 3"), [houses.get("two-joker"), houses.get("worksheet"), houses.get("rvers")]
    ):
        assert (found.total, found.why, found.cells) == (24, "", frozenset())


def test_only_the_cells_that_count_differently_are_marked() -> None:
    _, found = compare(parse_layout("2 5 7 / 5 2 7"), [houses.get("worksheet"), houses.get("penalty")])
    assert found.cells == {Cell(0, 0), Cell(1, 1)}


def test_a_bonus_that_replaces_its_cards_is_told_with_them() -> None:
    suited = replace(
        houses.get("four-card"), name="Suited", bonuses=(Bonus(pattern="one-suit", points=-20, cards="cancelled"),)
    )
    plain, found = compare(parse_layout("3H 4H / 5H 6H"), [houses.get("four-card"), suited])
    assert (plain.total, found.total) == (18, -20)
    assert found.why.startswith("the three, four, five and six make −20 (")
    assert found.why.endswith("are worth 18 in Four-Card Golf")


def test_what_cannot_be_counted_says_why_once() -> None:
    found = {one.house.key: one for one in compare(parse_layout("* * 7 / 5 Q K"), houses.built_in()[:5])}
    assert found["worksheet"].problems == ("There are no jokers in Classroom Golf.",)
    assert found["four-card"].problems == ("These rules use 2 rows of 2, not 2 rows of 3.",)
    assert (found["worksheet"].same_grid, found["four-card"].same_grid) == (True, False)
    assert found["worksheet"].total is None
    assert all(one.why == "" for one in found.values()), "there is nothing to compare with"


def test_readings_that_matter_to_this_layout() -> None:
    found = {
        (one.option.key, one.reading.key): one
        for one in other_readings(parse_layout("* K 5 / * 3 5"), house("penalty"))
    }
    assert found["joker-pair", "keep"].total == -3
    assert not {"twos", "joker-value", "penalty"} & {option for option, _ in found}, "they change nothing here"
    assert found["joker-pair", "keep"].cells == {Cell(0, 0), Cell(1, 0)}


# --- for every layout and every house ---------------------------------------------------------------------------------


@st.composite
def layouts(draw: st.DrawFn) -> tuple[str, Layout]:
    """The key of a house and a layout of its grid, from few ranks so that many are equal, with every suit noted."""
    one = draw(st.sampled_from(houses.built_in()))
    few = draw(st.lists(st.sampled_from(one.ranks), min_size=1, max_size=3))
    cards = [
        Card(rank, draw(st.sampled_from(Suit)) if rank in STANDARD_RANKS and one.table.deck is None else None)
        for rank in draw(st.lists(st.sampled_from(few), min_size=one.grid.size, max_size=one.grid.size))
    ]
    columns = one.grid.columns
    return one.key, Layout(tuple(tuple(cards[row * columns : (row + 1) * columns]) for row in range(one.grid.rows)))


@pytest.mark.long
@given(layouts())
@settings(max_examples=40)
@example(("penalty", parse_layout("* * * / * * AS")))  # elsewhere a run and one suit, both in place of the cards
def test_every_point_of_a_difference_has_its_reason(drawn: tuple[str, Layout]) -> None:
    one, layout = houses.get(drawn[0]), drawn[1]
    here = score(layout, one)
    for other in houses.built_in():
        try:
            there = score(layout, other)
        except BadLayout:
            continue
        found = difference(here, one, there, other)
        assert found.points == here.total - there.total
        assert bool(found.phrases) == bool(found.cells)
        if here.total != there.total:
            assert found.phrases
            assert "{" not in compare(layout, [other, one])[1].why


@given(layouts())
@settings(max_examples=40)
def test_every_reading_that_changes_a_total_shows_where(drawn: tuple[str, Layout]) -> None:
    one, layout = houses.get(drawn[0]), drawn[1]
    total = score(layout, one).total
    for other in other_readings(layout, one):
        assert other.total != total
        assert other.cells
