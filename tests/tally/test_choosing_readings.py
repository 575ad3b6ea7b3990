"""Changing a reading in a running game: new scores, questions and refusals."""

import pytest

from scorekeeper import houses
from scorekeeper.rules.what_if import HandsNotPlayable
from scorekeeper.store.connection import Store
from scorekeeper.tally.history import history
from scorekeeper.tally.values import ChooseReadings
from tests.store.playing import KINGS, Table, cards, create_game, new_write


def test_a_table_answers_a_question_while_it_plays(table: Table) -> None:
    table.seat("Ann", "Bo", "Cy", "Di")
    thirteen = {"Ann": cards("K K K / K K K"), "Bo": cards("K K K / K K K"), "Cy": cards("K 2 3 / 4 5 6")}
    table.change(*(table.hand(1, name, entry) for name, entry in thirteen.items()))
    before = table.kept
    assert [option.key for option in before.game.open_options] == ["decks-at-four"]
    assert not before.game.warnings(1), "with how many decks is not known"
    answered = table.change(ChooseReadings({"decks-at-four": "one"})).kept
    assert dict(answered.game.house.readings) == {"decks-at-four": "one"}
    assert not answered.game.open_options
    assert "Ann has six kings, Bo six and Cy one" in answered.game.warnings(1)[0].message
    newest = history(table.store, table.key)[0]
    assert newest.kind == "plan"
    assert [(part.subject, part.before, part.after) for part in newest.parts] == [
        ("house", {}, {"decks-at-four": "one"})
    ]
    table.change(ChooseReadings({"joker-value": "minus-two"}))
    assert dict(table.kept.game.house.readings) == {"decks-at-four": "one", "joker-value": "minus-two"}
    assert table.change(ChooseReadings({"decks-at-four": "one"})).kept.version == table.kept.version
    table.undo()
    table.undo()
    assert table.kept.game == before.game


def test_an_answer_that_no_hand_could_be_counted_by_is_refused(store: Store) -> None:
    begun = create_game(
        store, house=houses.get("worksheet"), players=["Ann", "Bo"], holes=9, first_dealer=0, write=new_write()
    )
    game = Table(store, begun.edit_key)
    game.enter(2, "Ann", KINGS)
    before = game.kept
    with pytest.raises(HandsNotPlayable, match="Ann’s cards on hole 2"):
        game.change(ChooseReadings({"shape": "three-rows"}))
    assert game.kept == before
