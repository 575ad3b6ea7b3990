"""The deal, the text of an action, and what is no refusal."""

import pytest

from scorekeeper.referee import Step, TurnUp, begin, can, parse_action
from scorekeeper.referee.state import full_deck
from scorekeeper.rules import Cell, RuleError
from tests.referee.telling import NAMES, PLAIN, dealt


@pytest.mark.parametrize(
    ("players", "cards", "starter", "cause"),
    [(0, 52, 0, "seat 0"), (3, 52, 3, "seat 3"), (3, 18, 0, "too few"), (2, 12, 0, "too few")],
)
def test_a_deal_that_cannot_be(players: int, cards: int, starter: int, cause: str) -> None:
    with pytest.raises(RuleError, match=cause):
        begin(PLAIN, NAMES[:players], full_deck(PLAIN, 1)[:cards], starter)


def test_cards_are_dealt_singly_from_the_starter_round() -> None:
    deck = full_deck(PLAIN, 1)
    state = begin(PLAIN, NAMES, deck, 1)
    assert [seat.spots[0].card for seat in state.seats] == [deck[2], deck[0], deck[1]]
    assert [seat.spots[5].card for seat in state.seats] == [deck[17], deck[15], deck[16]]
    assert state.discards == (deck[18],)
    assert state.stock == deck[19:]


ACTIONS = (
    "turn up 1 2", "peek 2 1", "ready", "draw stock", "take discard", "shuffle 5H * 10S", "shuffle", "look 1 1",
    "replace 2 3", "replace 2 3 face down", "discard", "knock", "end turn", "exchange 1 1 with 2 2",
)  # fmt: skip


@pytest.mark.parametrize("text", ACTIONS)
def test_an_action_and_its_text(text: str) -> None:
    assert str(parse_action(text)) == text


@pytest.mark.parametrize("text", ["", "draw", "replace 1", "replace a b", "turn up 1 2 3", "knock knock"])
def test_a_text_that_is_no_action(text: str) -> None:
    with pytest.raises(RuleError, match="isn't an action"):
        parse_action(text)


def test_only_a_refusal_is_answered_with_no() -> None:
    """A mistake in the rules themselves never looks like a refusal."""
    state = dealt(PLAIN)
    broken = state._replace(step=Step.TURN_UP, seats=())
    with pytest.raises(IndexError):
        can(broken, 0, TurnUp(Cell(0, 0)))
