"""Games by rules that a newer release would not let anybody write: they are played, told and changed as they were."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorekeeper.houses import BadHouse, freeze, thaw, with_readings
from scorekeeper.houses.contradictions import contradictions
from scorekeeper.rules import House, Option, Reading
from scorekeeper.rules.parameters import Penalty
from scorekeeper.store import ChooseReadings, Store, create_game, games_around, history
from tests.store.playing import FIVES, KINGS, PENALTY, Table, new_write

IMPOSSIBLE = Option(
    key="no-holes",
    row="",
    kind="match",
    question="Is nothing played?",
    why="",
    readings=(
        Reading(key="no", text="no", sets={"match.holes": list(PENALTY.match.holes)}),
        Reading(key="yes", text="yes", sets={"match.holes": []}),
    ),
)
NOTHING_ADDED = replace(
    PENALTY, penalty=Penalty(kind="add", points=0), options=(*PENALTY.options, IMPOSSIBLE), examples=()
)


@pytest.fixture
def old_rules() -> House:
    """As an older release froze it: a penalty of nothing."""
    house = thaw(freeze(NOTHING_ADDED))
    assert [key for key, _ in contradictions(house)] == ["penalty.points"]
    return house


@pytest.fixture
def old(store: Store, old_rules: House) -> Table:
    kept = create_game(store, house=old_rules, players=["Ann", "Bo"], holes=9, first_dealer=0, write=new_write())
    return Table(store, kept.edit_key)


def test_its_table_chooses_readings_takes_them_back_and_reads_its_history(old: Table) -> None:
    seen = [old.kept.game]
    seen.append(old.change(ChooseReadings({"joker-value": "minus-two"})).kept.game)
    seen.append(old.change(old.hand(1, "Ann", FIVES)).kept.game)
    seen.append(old.change(ChooseReadings({"joker-pair": "keep"})).kept.game)
    seen.append(old.change(old.hand(1, "Bo", KINGS)).kept.game)
    assert dict(seen[-1].house.readings) == {"joker-value": "minus-two", "joker-pair": "keep"}
    assert seen[-1].house.penalty == Penalty(kind="add", points=0)
    changes = history(old.store, old.key)
    for one, before, after in zip(reversed(changes[:-1]), seen, seen[1:], strict=False):
        assert games_around(old.kept, changes, one) == (before, after)
    for earlier in reversed(seen[:-1]):
        old.undo()
        assert old.kept.game == earlier


def test_what_a_reading_itself_contradicts_is_still_refused(old: Table) -> None:
    before = old.kept
    with pytest.raises(BadHouse, match=r"match\.holes") as refused:
        old.change(ChooseReadings({"no-holes": "yes"}))
    assert "penalty.points" not in refused.value.message
    assert old.kept == before


def test_a_new_game_may_still_be_asked_the_questions_of_such_rules(old_rules: House) -> None:
    assert with_readings(old_rules, {"joker-pair": "keep"}).penalty == Penalty(kind="add", points=0)
