"""The form of the house builder says a house, and the other way."""

from scorekeeper import houses
from scorekeeper.houses.sheet.worked_examples import examples
from scorekeeper.houses.vocabulary import PARAMETERS
from scorekeeper.rules import House, score, score_hole
from scorekeeper.web.build.form import typed_of
from scorekeeper.web.build.own_house import house_of
from tests.houses.test_adding_a_house import keys_of
from tests.random_houses import random_houses
from tests.web.building import as_made


def test_the_form_of_a_house_says_that_house() -> None:
    for house in houses.built_in():
        read, errors = house_of(typed_of(house))
        assert errors == {}, house.key
        assert read is not None
        assert read == as_made(house, read.key)
        assert typed_of(read) == typed_of(as_made(house, "x"))


def test_a_house_that_dice_made_counts_the_same_once_it_went_through_the_form() -> None:
    """What the form leaves out is only what has no meaning beside the rest, as turns where a knock ends the hole."""
    for house in random_houses(20).values():
        made, errors = house_of(typed_of(house))
        assert errors == {}, house.key
        assert made is not None
        assert house_of(typed_of(made)) == (made, {}), house.key
        for worked in (example.score for example in examples(house)):
            assert score(worked.layout, made).lines == worked.lines, (house.key, str(worked.layout))
        raw = {"Ann": 15, "Bo": 8, "Cy": 8, "Di": -4}
        for ender in (None, *raw):
            assert score_hole(raw, made, ender) == score_hole(raw, house, ender), house.key


# Not asked for: what the page knows itself, what is no rule, and what the form asks in another way.
NOT_ASKED = {"key", "version", "readings", "options", "examples", "source.sheet", "table.deck"}
NOT_ASKED |= {"also", "former", "listed", "source.silent", "source.read_so"}  # of what is published
NOT_ASKED |= {"ending.good_knock"}  # advice for the phone's players, measured for published rules
# The builder makes rules with cards; these are for games without them.
NOT_ASKED |= {key for key in keys_of(House) if key.partition(".")[0] in ("words", "entry", "settle", "sweep", "rounds")}
NOT_ASKED |= {f"match.{key}" for key in ("better", "open", "start_points", "after_until", "out_at", "out_when")}


GROUPS = {"source", "grid", "table", "opening", "turn", "ending", "match", "cancelling", "four_of_a_kind", "penalty"}
GROUPS |= {"reward", "placing", "placing.winner"}


def test_every_rule_of_a_house_has_its_field() -> None:
    asked = set(PARAMETERS)
    asked |= {f"bonuses.{column.key}" for column in PARAMETERS["bonuses"].columns}
    possible = {key for key in keys_of(House) if not key.startswith("options.") and not key.startswith("examples.")}
    assert possible - asked - NOT_ASKED - GROUPS == set()
    assert asked - possible == {"table.cards", "cancelling.is", "four_of_a_kind.is"}
