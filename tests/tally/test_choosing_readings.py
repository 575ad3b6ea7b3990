"""A table that answers a question of its house while it plays: what is counted anew, asked and refused."""

from dataclasses import replace

import pytest

from scorekeeper.rules import Option, Rank, Reading
from scorekeeper.rules.what_if import HandsNotPlayable
from scorekeeper.store.connection import Store
from scorekeeper.tally.games import create_game
from scorekeeper.tally.history import history
from scorekeeper.tally.history_parts import games_around
from scorekeeper.tally.values import ChooseReadings, Edit, PlanGame, SettleHole
from tests.store.playing import FIVES, KINGS, PENALTY, Table, cards, new_write


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
    assert "13 kings" in answered.game.warnings(1)[0].message
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


def test_an_answer_that_no_hand_could_be_counted_by_is_refused(table: Table) -> None:
    """The house of this game gives no value to a joker once the table says so; Ann holds one."""
    no_jokers = replace(
        PENALTY,
        options=(
            *PENALTY.options,
            Option(
                key="any-jokers",
                row="",
                kind="score",
                question="Are there jokers?",
                why="",
                readings=(
                    Reading(key="yes", text="yes"),
                    Reading(
                        key="no",
                        text="no",
                        sets={
                            "values": {rank.value: 1 for rank in PENALTY.ranks if rank is not Rank.JOKER},
                            "table.jokers_per_deck": 0,
                            "cancelling.exceptions": {},
                        },
                    ),
                ),
            ),
        ),
    )
    kept = create_game(table.store, house=no_jokers, players=["Ann", "Bo"], holes=9, first_dealer=0, write=new_write())
    game = Table(table.store, kept.edit_key)
    game.enter(2, "Ann", FIVES)
    before = game.kept
    with pytest.raises(HandsNotPlayable, match="Ann's cards on hole 2: row 1, column 2"):
        game.change(ChooseReadings({"any-jokers": "no"}))
    assert game.kept == before
    game.enter(2, "Ann", cards("5 6 7 / 5 Q K"))
    game.change(ChooseReadings({"any-jokers": "no"}))
    assert game.kept.game.result(2) is not None


def test_the_game_right_before_and_after_each_change(store: Store) -> None:
    kept = create_game(store, house=PENALTY, players=["Ann", "Bo"], holes=9, first_dealer=0, write=new_write())
    table = Table(store, kept.edit_key)
    seen = [table.kept.game]
    edits: list[list[Edit]] = [
        [table.hand(1, "Ann", FIVES)],
        [ChooseReadings({"joker-value": "minus-two"})],
        [table.hand(1, "Bo", KINGS), SettleHole(1, ender=table.id("Bo"), ender_known=True, confirmed=True)],
        [PlanGame(holes_planned=9, title="Cup")],
        [ChooseReadings({"joker-pair": "keep"})],
    ]
    for edit in edits:
        seen.append(table.change(*edit).kept.game)
    changes = history(store, table.key)
    for one, before, after in zip(reversed(changes[:-1]), seen, seen[1:], strict=False):
        assert games_around(table.kept, changes, one) == (before, after)
    for earlier in reversed(seen[:-1]):
        table.undo()
        assert table.kept.game == earlier
