"""Entering hands and settling holes: kept values, versions and refusals."""

from collections.abc import Callable

import pytest

from scorekeeper.rules import Entry, RuleError
from scorekeeper.tally.game_errors import GameNotFound
from scorekeeper.tally.game_row import find_game
from scorekeeper.tally.history import history
from scorekeeper.tally.values import ChooseReadings, Edit, EnterHand, PlanGame, SettleHole
from tests.store.playing import FIVES, KINGS, Table, cards, points


def test_the_first_entry_begins_the_hole_with_its_dealer(table: Table) -> None:
    table.enter(1, "Cy", FIVES)
    table.enter(2, "Cy", FIVES)
    first, second = table.kept.game.holes
    assert (first.dealer, second.dealer) == (table.id("Ann"), table.id("Bo"))


# --- what is refused --------------------------------------------------------------------------------------------------

Refused = Callable[[Table], Edit]


@pytest.mark.parametrize(
    ("edit", "code"),
    [
        pytest.param(lambda t: t.hand(0, "Ann", FIVES), "hole.out_of_order", id="hole 0"),
        pytest.param(lambda t: t.hand(1, "Ann", cards("5 5 / 5 5")), "layout.bad", id="another grid"),
        pytest.param(lambda t: t.hand(1, "Ann", points(1000)), "points.out_of_range", id="too many points"),
        pytest.param(lambda t: EnterHand(1, 99, FIVES, 0), "player.not_in_game", id="a stranger"),
        pytest.param(
            lambda t: SettleHole(2, playoff=(t.id("Ann"), t.id("Bo"))), "hole.out_of_order", id="early playoff"
        ),
        pytest.param(lambda t: SettleHole(10, playoff=(t.id("Ann"),) * 2), "player.not_in_game", id="Ann against Ann"),
        pytest.param(lambda t: ChooseReadings({"decks-at-six": "one"}), "house.unknown_option", id="no such question"),
        pytest.param(lambda t: PlanGame(holes_planned=0), "game.length", id="no holes"),
        pytest.param(lambda t: PlanGame(title="\x00"), "game.title", id="an unseen title"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(table: Table, edit: Refused, code: str) -> None:
    table.enter(3, "Ann", KINGS)
    before, changes = table.kept, history(table.store, table.key)
    with pytest.raises(RuleError) as found:
        table.change(table.hand(1, "Bo", FIVES), edit(table))
    assert found.value.code == code
    assert table.kept == before
    assert history(table.store, table.key) == changes


# --- holes ------------------------------------------------------------------------------------------------------------


def test_only_what_is_said_about_a_hole_changes(table: Table) -> None:
    bo = table.id("Bo")
    table.change(SettleHole(1, ender=bo, ender_known=True, warnings_accepted=True))
    table.change(SettleHole(1, confirmed=True))
    hole = table.kept.game.holes[0]
    assert (hole.ender, hole.ender_known, hole.confirmed, hole.warnings_accepted) == (bo, True, True, True)
    table.change(SettleHole(1, ender=None))
    assert table.kept.game.holes[0].ender is None
    assert table.kept.game.holes[0].ender_known


def test_a_confirmed_hole_that_loses_a_hand_is_open_again(table: Table) -> None:
    table.change(*(table.hand(1, name, FIVES) for name in table.names), SettleHole(1, confirmed=True))
    settled = table.kept
    table.enter(1, "Bo", None)
    assert not table.kept.game.holes[0].confirmed
    assert table.kept.game.current_hole == 1
    assert [part.subject for part in history(table.store, table.key)[0].parts] == ["hole", "hand"]
    table.undo()
    assert table.kept.game == settled.game


Hands = dict[str, Entry | None]


ACCEPTED: list[tuple[str, Hands, Hands, bool]] = [
    ("more kings", {"Ann": KINGS}, {"Bo": cards("K 2 3 / 4 6 7")}, False),
    ("another kind", {"Ann": KINGS}, {"Ann": cards("Q Q Q / Q Q A")}, False),
    ("fewer, and still too many", {"Ann": KINGS, "Bo": cards("K 2 3 / 4 6 7")}, {"Bo": points(3)}, True),
    ("the same kings in other hands", {"Ann": KINGS, "Bo": points(1)}, {"Ann": points(1), "Bo": KINGS}, True),
    ("all right again", {"Ann": KINGS}, {"Ann": cards("K K A / K K Q")}, True),
]


@pytest.mark.parametrize(
    ("first", "then", "stays"), [case[1:] for case in ACCEPTED], ids=[case[0] for case in ACCEPTED]
)
def test_the_table_accepts_the_impossible_cards_that_it_saw(
    table: Table, first: Hands, then: Hands, stays: bool
) -> None:
    table.change(*(table.hand(1, name, entry) for name, entry in first.items()))
    table.change(SettleHole(1, warnings_accepted=True))
    accepted = table.kept
    table.change(*(table.hand(1, name, entry) for name, entry in then.items()))
    assert table.kept.game.holes[0].warnings_accepted is stays
    assert ("hole" in {part.subject for part in history(table.store, table.key)[0].parts}) is not stays
    table.undo()
    assert table.kept.game == accepted.game


def test_an_extra_hole_is_played_and_dealt_by_those_tied(table: Table) -> None:
    table.change(PlanGame(holes_planned=1))
    scores = {"Ann": 3, "Bo": 5, "Cy": 3}
    table.change(*(table.hand(1, name, points(scores[name])) for name in scores), SettleHole(1, confirmed=True))
    tied = (table.id("Ann"), table.id("Cy"))
    table.change(SettleHole(2, playoff=tied))
    extra = table.kept.game.hole(2)
    assert extra is not None
    assert extra.playoff == tied
    assert extra.dealer == table.id("Cy")  # Ann dealt before, and Bo does not play
    with pytest.raises(RuleError, match="Bo isn’t playing hole"):
        table.enter(2, "Bo", points(1))
    table.change(table.hand(2, "Ann", points(1)), table.hand(2, "Cy", points(2)), SettleHole(2, confirmed=True))
    assert [side.side.players[0].name for side in table.kept.game.ahead] == ["Ann"]
    with pytest.raises(RuleError):
        table.change(PlanGame(holes_planned=2))


def test_an_error_in_a_larger_write_takes_all_of_it_back(table: Table) -> None:
    """Callers may join several calls in one write."""
    before = table.kept

    def enter_and_fail() -> None:
        with table.store.write():
            table.enter(1, "Ann", KINGS)
            assert table.entry(1, "Ann") == KINGS
            find_game(table.store, "nothing")

    with pytest.raises(GameNotFound):
        enter_and_fail()
    assert table.kept == before
    with table.store.write():
        table.enter(1, "Ann", KINGS)
        table.enter(1, "Bo", KINGS)
    assert len(table.kept.hand_versions) == 2
