"""The built-in houses: what each offers, and that every reading of every option can be chosen, scored and kept."""

from __future__ import annotations

import json
from functools import partial
from importlib import resources
from itertools import combinations, product

import pytest

from scorekeeper import houses
from scorekeeper.houses.loading import to_data
from scorekeeper.rules import MOST_SEATS, House, Option, parse_layout, score
from scorekeeper.rules.errors import TooFewPlayers, TooManyPlayers, UnknownHouse, UnknownOption, UnknownReading
from tests import golden
from tests.js.parity_houses import all_houses

HOUSES = houses.built_in()
each_house = partial(pytest.mark.parametrize, "house", HOUSES, ids=[house.key for house in HOUSES])

# Everything that a table should be asked because it changes a score, as the comparison of the sheets recommends, and
# the questions about play and match that come with it. The printed reading stands first; `?` where the sheet has a gap.
OPTIONS = {
    "worksheet": """
        twos: minus plus
        last-turn: none one
        put-back: allowed forbidden
        stock-empty: reshuffle hole-ends reshuffle-once
        tie: shared extra-hole lowest-hole""",
    "penalty": """
        decks-at-four?: one two
        joker-value: minus-three minus-two minus-five
        joker-pair: zero keep minus-three
        four-of-a-kind: minus-ten on-top off
        touching: any touching
        two-and-two: columns rows
        four-jokers: yes no
        six-alike: once each-block each-pair
        penalty: plus-ten none plus-five double double-and-five worst
        penalty-tie: free pays
        penalty-rivals: once each
        last-turn: one none
        twos: plus minus
        jokers: two one none
        last-card: ends goes-on
        put-back: allowed forbidden
        stock-empty: reshuffle hole-ends reshuffle-once
        winner: lowest-total most-holes
        tie: shared extra-hole lowest-hole""",
    "rvers": """
        joker-value: plus-two minus-two
        joker-pair: zero keep minus-four
        jokers: none two
        last-turn: none one
        twos: plus minus
        stock-empty: reshuffle hole-ends reshuffle-once
        tie: shared extra-hole lowest-hole""",
    "four-card": """
        twos: plus minus
        last-turn: one none
        decks: one above-eight
        stock-empty: reshuffle hole-ends reshuffle-once
        tie: shared extra-hole lowest-hole""",
    "two-joker": """
        joker-value: minus-two minus-three minus-five
        joker-pair: keep minus-two zero
        last-turn: one none
        twos: plus minus
        put-back: allowed forbidden
        stock-empty: reshuffle hole-ends reshuffle-once
        tie: shared extra-hole lowest-hole""",
}

READINGS = [
    pytest.param(house, option, reading, id=f"{house.key}-{option.key}={reading.key}")
    for house in HOUSES
    for option in house.options
    for reading in option.readings
]
each_reading = partial(pytest.mark.parametrize, ("house", "option", "reading"), READINGS)


def test_the_five_houses_by_sheet() -> None:
    assert [(house.source.sheet, house.key) for house in HOUSES if house.source.sheet] == [
        ("000", "worksheet"),
        ("001", "penalty"),
        ("002", "rvers"),
        ("003", "four-card"),
        ("004", "two-joker"),
    ]


@pytest.mark.parametrize("house", [house for house in HOUSES if house.source.sheet], ids=lambda house: house.key)
def test_the_questions_that_it_asks(house: House) -> None:
    found = [
        f"{option.key}{'?' * option.must_ask}: {' '.join(reading.key for reading in option.readings)}"
        for option in house.options
        if option.asked == "usual"
    ]
    assert sorted(found) == sorted(line.strip() for line in OPTIONS[house.key].strip().splitlines())


@each_house()
def test_it_is_described_in_words(house: House) -> None:
    assert house.summary.endswith(".")
    assert house.summary.count(". ") == 0  # one sentence
    assert house.source.title
    for option in house.options:
        assert option.question.endswith("?")
        assert option.why.endswith(".")
        assert all(reading.text for reading in option.readings)
        assert option.row == "B.x" or not house.source.sheet or option.row.startswith(f"{house.source.sheet}-")


def to_choose(house: House) -> tuple[Option, ...]:
    """The questions that a table may answer; the others are only explained."""
    return tuple(option for option in house.options if option.asked != "explained")


@each_house()
def test_two_questions_never_set_the_same_parameter(house: House) -> None:
    # So the order in which a table answers them does not matter. A whole table is each of its keys.
    for one, other in combinations(to_choose(house), 2):
        for path, with_path in product(one.readings[0].sets, other.readings[0].sets):
            assert path != with_path, f"{one.key} and {other.key}"
            assert not f"{path}.".startswith(f"{with_path}."), f"{one.key} and {other.key}"
            assert not f"{with_path}.".startswith(f"{path}."), f"{one.key} and {other.key}"


@each_house()
def test_choosing_every_printed_reading_changes_nothing_but_the_record_of_it(house: House) -> None:
    printed = {option.key: option.default.key for option in house.options if option.default}
    chosen = houses.with_readings(house, printed)
    assert chosen.readings == printed
    assert to_data(chosen) == {**to_data(house), "readings": printed}
    assert houses.with_readings(house, {}) is house


@each_reading()
def test_every_reading_can_be_chosen_scored_and_kept(house: House, option, reading) -> None:  # type: ignore[no-untyped-def]
    chosen = houses.with_readings(house, {option.key: reading.key})
    assert chosen.readings == {option.key: reading.key}
    assert chosen.open_options(4) == tuple(left for left in house.open_options(4) if left.key != option.key)
    for example in house.examples if chosen.grid == house.grid and not chosen.needs_suits else ():
        assert isinstance(score(parse_layout(example.layout, chosen), chosen).total, int)
    assert houses.thaw(houses.freeze(chosen)) == chosen
    # And another reading may be chosen later.
    first = option.readings[0]
    again = houses.with_readings(chosen, {option.key: first.key})
    assert again == houses.with_readings(house, {option.key: first.key})


def test_what_is_only_explained_gives_way_to_what_a_table_answers() -> None:
    rvers = houses.get("rvers")
    answers = {"joker-pair": "keep", "joker-value": "minus-two", "joker-pair-worth": "zero"}
    for order in (answers, dict(reversed(answers.items()))):
        chosen = houses.with_readings(rvers, order)
        assert score(parse_layout("* 5 6 / * 5 7", chosen), chosen).total == 9


def test_an_unknown_option_names_those_there_are() -> None:
    with pytest.raises(UnknownOption, match="four-card has no option 'joker-pair'; it has twos, last-turn, ") as error:
        houses.with_readings(houses.get("four-card"), {"joker-pair": "zero"})
    assert error.value.code == "house.unknown_option"


def test_an_unknown_reading_names_those_there_are() -> None:
    with pytest.raises(UnknownReading, match="'twos' has no reading 'three'; it has plus, minus") as error:
        houses.with_readings(houses.get("penalty"), {"twos": "three"})
    assert error.value.code == "house.unknown_reading"


@pytest.mark.parametrize("key", ["", "Penalty", "penalty.toml", "../penalty", "\0", "nine-carts"])
def test_an_unknown_house_names_those_there_are(key: str) -> None:
    with pytest.raises(UnknownHouse, match="there are worksheet, penalty, rvers, four-card, two-joker") as error:
        houses.get(key)
    assert error.value.code == "house.unknown"


@pytest.mark.parametrize(
    ("key", "players", "message"),
    [
        ("worksheet", 1, "needs at least 2 players, not 1"),
        ("worksheet", 5, "its sheet is written for 2 to 4"),
        ("four-card", 13, "its decks hold too few cards to deal 4 to each of 13"),
        ("rvers", MOST_SEATS + 1, "more do not fit around a table"),
        ("penalty", 18, "its decks hold too few cards to deal 6 to each of 18"),
    ],
)
def test_how_many_may_play_is_explained(key: str, players: int, message: str) -> None:
    with pytest.raises((TooFewPlayers, TooManyPlayers), match=message):
        houses.get(key).check_players(players)


@pytest.mark.parametrize(
    ("key", "players"), [("worksheet", 2), ("worksheet", 4), ("penalty", 4), ("penalty", 17), ("four-card", 12)]
)
def test_tables_that_are_seated(key: str, players: int) -> None:
    houses.get(key).check_players(players)


def test_a_kept_house_says_everything_and_stays_as_it_is() -> None:
    penalty = houses.get("penalty")
    data = json.loads(houses.freeze(penalty))
    assert (data["key"], data["values"]["*"], data["penalty"]["points"]) == ("penalty", -3, 10)
    assert data["cancelling"]["leftover"] == "counts"  # what the file leaves out is written out
    data["values"]["*"] = -5
    changed = houses.thaw(json.dumps(data))
    assert score(parse_layout("9 7 * / 6 5 3"), changed).total == 25
    assert score(parse_layout("9 7 * / 6 5 3"), penalty).total == 27


# --- what every house must bring --------------------------------------------------------------------------------------

FILES = sorted(
    file.name.removesuffix(".toml")
    for file in resources.files("scorekeeper.houses").iterdir()
    if file.name.endswith(".toml")
)


@pytest.mark.parametrize("key", FILES)
def test_every_house_file_has_its_worked_example_its_golden_file_and_its_parity(key: str) -> None:
    house = houses.get(key)
    assert house.examples, f"{key}.toml needs [[examples]]"
    assert golden.golden_file(house).exists(), f"run `python -m tests.golden` to write tests/golden/{key}.json"
    assert key in all_houses(), f"the pages' own scorer is not compared on {key}"
