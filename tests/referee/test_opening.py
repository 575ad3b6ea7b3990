"""The opening: who has the first turn after it, and when the first discard comes."""

import pytest

from scorekeeper.referee import begin, last_turn_order
from scorekeeper.referee.state import full_deck
from scorekeeper.rules import parse_card
from tests.referee.telling import NAMES, dealt, house_with, played

HIGHEST = house_with(
    opening={"face_up": 2}, match={"deal": "highest-opening-starts"}, ending={"last_turns_for": "rest-of-round"}
)
OPENING = "; ".join(f"{name}: turn up 1 1; {name}: turn up 1 2" for name in NAMES)

# The two cards that each of Ann, Bo and Cy turns up, and who then has the first turn; the deal begins with Ann.
SHOWN = {
    "the most points": ("4H 5H", "9H 3H", "AH 7H", "Bo"),
    "points, and not ranks: a king is nothing": ("KH 5H", "4H 3H", "KD KS", "Bo"),
    "a joker takes off": ("* 9H", "3H 5H", "AH 6H", "Bo"),
    "equal cards do not cancel yet": ("4H 4D", "3H 4S", "2H 4C", "Ann"),
    "of two that show the same the one first to the dealer's left": ("4H 5H", "KH 3H", "2H 7H", "Ann"),
    "all show the same": ("4H 5H", "3H 6H", "2H 7H", "Ann"),
}


def deal_of(shown: tuple[str, ...]) -> str:
    """The first cards of the deck: each player's first two are the ones that will be turned up."""
    hands = [cards.split() for cards in shown]
    return " ".join(hand[spot] for spot in (0, 1) for hand in hands)


@pytest.mark.parametrize(("ann", "bo", "cy", "first"), SHOWN.values(), ids=list(SHOWN))
def test_who_plays_first(ann: str, bo: str, cy: str, first: str) -> None:
    state = played(dealt(HIGHEST, deal_of((ann, bo, cy))), OPENING)
    assert state.player == state.starter == NAMES.index(first)
    # The last turns of a round go up to the player before the one who began.
    assert last_turn_order(HIGHEST, 3, state.starter, (state.starter + 1) % 3) == ((state.starter + 2) % 3,)
    assert last_turn_order(HIGHEST, 3, state.starter, (state.starter + 2) % 3) == ()


def test_a_tie_goes_to_the_first_from_the_left_of_the_dealer_wherever_that_is() -> None:
    cards = [parse_card(card) for card in deal_of(("9H 5H", "9D 5D", "AH 7H")).split()]
    rest = [card for card in full_deck(HIGHEST, 1) if card not in cards]
    # The deal begins with Cy, so that the first two cards of three are Cy's and the next ones Ann's.
    state = played(begin(HIGHEST, NAMES, [*cards, *rest], starter=2), OPENING)
    assert [str(seat.spots[0]) for seat in state.seats] == ["9D", "AH", "9H"]
    assert state.player == state.starter == 2


def test_the_first_discard_is_turned_over_before_or_after_the_opening() -> None:
    turned_up = "; ".join(f"{name}: turn up 1 1" for name in NAMES)
    before, after = (
        dealt(house_with(opening={"face_up": 1, "when": when})) for when in ("before-play", "before-first-discard")
    )
    assert (len(before.discards), len(after.discards)) == (1, 0)
    assert after.stock[0] == before.discards[0]
    opened = played(after, turned_up)
    assert (opened.discards, opened.stock) == (before.discards, before.stock)
    assert played(before, turned_up).discards == before.discards
