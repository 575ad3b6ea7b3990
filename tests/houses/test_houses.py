"""The built-in houses: what each offers, and that every reading of every option can be chosen, scored and kept."""

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from importlib import resources
from itertools import combinations, product
from typing import Any

import pytest

from scorekeeper import houses
from scorekeeper.houses.library import VOCABULARY
from scorekeeper.houses.loading import to_data
from scorekeeper.rules import MOST_SEATS, House, Option, parse_layout, score
from scorekeeper.rules.problems import RuleError, UnknownHouse
from tests import golden
from tests.houses import open_questions
from tests.js.parity_houses import all_houses

HOUSES = houses.built_in()


def to_choose(house: House) -> tuple[Option, ...]:
    """The questions that a table may answer; the others are only explained."""
    return tuple(option for option in house.options if option.asked != "explained")


def test_two_questions_never_set_the_same_parameter() -> None:
    # So the order in which a table answers them does not matter. A whole table is each of its keys.
    for house in HOUSES:
        for one, other in combinations(to_choose(house), 2):
            for path, with_path in product(one.readings[0].sets, other.readings[0].sets):
                assert not f"{path}.".startswith(f"{with_path}."), f"{house.key}: {one.key} and {other.key}"
                assert not f"{with_path}.".startswith(f"{path}."), f"{house.key}: {one.key} and {other.key}"


def test_choosing_every_printed_reading_changes_nothing_but_the_record_of_it() -> None:
    for house in HOUSES:
        printed = {option.key: option.default.key for option in house.options if option.default}
        assert to_data(houses.with_readings(house, printed)) == {**to_data(house), "readings": printed}
        assert houses.with_readings(house, {}) is house


@pytest.mark.long
def test_every_reading_can_be_chosen_kept_and_taken_back() -> None:
    for house in HOUSES:
        for option in house.options:
            first = houses.with_readings(house, {option.key: option.readings[0].key})
            for reading in option.readings:
                chosen = houses.with_readings(house, {option.key: reading.key})
                assert chosen.readings == {option.key: reading.key}
                assert chosen.open_options(4) == tuple(left for left in house.open_options(4) if left.key != option.key)
                assert houses.thaw(houses.freeze(chosen)) == chosen
                assert houses.with_readings(chosen, {option.key: option.readings[0].key}) == first


def test_what_is_only_explained_gives_way_to_what_a_table_answers() -> None:
    rvers = houses.get("rvers")
    answers = {"joker-pair": "keep", "joker-value": "minus-two", "joker-pair-worth": "zero"}
    for order in (answers, dict(reversed(answers.items()))):
        chosen = houses.with_readings(rvers, order)
        assert score(parse_layout("* 5 6 / * 5 7", chosen), chosen).total == 9


def test_an_unknown_reading_names_those_there_are() -> None:
    with pytest.raises(RuleError, match=r"“twos” has no reading “three”. It has plus, minus") as error:
        houses.with_readings(houses.get("penalty"), {"twos": "three"})
    assert error.value.code == "house.unknown_reading"


@pytest.mark.parametrize("key", ["", "Penalty", "penalty.toml", "../penalty", "\0", "nine-carts"])
def test_an_unknown_house_names_those_there_are(key: str) -> None:
    with pytest.raises(UnknownHouse, match="Choose from worksheet, penalty, rvers, four-card, two-joker") as error:
        houses.get(key)
    assert error.value.code == "house.unknown"


@pytest.mark.parametrize(
    ("key", "players", "message"),
    [
        ("worksheet", 1, "needs at least two players. You have one."),
        ("worksheet", 5, "The rules are for two to four."),
        ("four-card", 13, "There aren’t enough cards to deal four to each."),
        ("rvers", MOST_SEATS + 1, "That’s the most Scorekeeper allows."),
        ("penalty", 18, "There aren’t enough cards to deal six to each."),
    ],
)
def test_how_many_may_play_is_explained(key: str, players: int, message: str) -> None:
    with pytest.raises(RuleError, match=message):
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


@pytest.mark.parametrize("spaced", [": ", ":"])
def test_a_basis_in_the_words_of_earlier_releases_is_read_as_before(spaced: str) -> None:
    told = {"our reading": "read so", "not in the rules": "not in the sheet"}
    house = houses.get("penalty")
    kept = json.dumps(json.loads(houses.freeze(house)), separators=(",", spaced))
    text = (resources.files("scorekeeper.houses") / "penalty.toml").read_text(encoding="utf-8")
    for word, before in told.items():
        kept = kept.replace(f'"basis"{spaced}"{word}"', f'"basis"{spaced}"{before}"')
        text = text.replace(f'basis = "{word}"', f'basis = "{before}"')
    assert houses.thaw(kept) == houses.parse(text, "penalty.toml") == house
    assert kept.count('"read so"') == text.count('"read so"') > 0


# --- what every house must bring --------------------------------------------------------------------------------------

FILES = sorted(
    file.name.removesuffix(".toml")
    for file in resources.files("scorekeeper.houses").iterdir()
    if file.name.endswith(".toml") and file.name != VOCABULARY
)


def whole(value: Any) -> Any:
    """A value with the type of each of its parts: houses are equal even if one has a text for a rank."""
    if is_dataclass(value):
        return type(value), {field.name: whole(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return type(value), [(whole(key), whole(held)) for key, held in value.items()]
    return type(value), list(map(whole, value)) if isinstance(value, tuple | list) else value


@pytest.mark.parametrize("key", FILES)
def test_a_house_that_comes_with_the_program_is_what_a_full_check_makes_of_its_file(key: str) -> None:
    file = f"{key}.toml"
    text = (resources.files("scorekeeper.houses") / file).read_text(encoding="utf-8")
    assert whole(houses.get(key)) == whole(houses.parse(text, file))


def test_every_house_file_has_its_worked_examples_its_golden_file_and_its_parity() -> None:
    compared = all_houses()
    for key in FILES:
        house = houses.get(key)
        assert house.examples, f"{key}.toml needs [[examples]]"
        for example in house.examples:
            assert score(parse_layout(example.layout, house), house).total == example.total, example.layout
        assert golden.golden_file(house).exists(), f"run `python -m tests.golden` to write tests/golden/{key}.json"
        assert key in compared, f"the pages' own scorer is not compared on {key}"


def test_the_page_of_open_questions_is_made_from_the_houses() -> None:
    page = open_questions.PAGE.read_text(encoding="utf-8")
    assert page == open_questions.with_table(page), "python -m tests.houses.open_questions"
