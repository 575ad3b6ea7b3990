"""Impossible cards: a warning with names, never a refusal."""

import pytest

from scorekeeper import houses
from scorekeeper.rules import House, deck_warnings, parse_layout
from tests.rules import changed, chosen

WORKSHEET = houses.get("worksheet")
PENALTY = houses.get("penalty")
RVERS = houses.get("rvers")
FOUR_CARD = houses.get("four-card")
TWO_JOKER = houses.get("two-joker")

FIVE_KINGS = {"Ann": "K K K / A 2 3", "Bob": "K K 4 / 5 6 7"}
FOUR_KINGS = {"Ann": "K K K / A 2 3", "Bob": "K 9 4 / 5 6 7"}
NINE_KINGS = {"Ann": "K K K / K K K", "Bob": "K K K / 5 6 7"}
THREE_JOKERS = {"Ann": "* * 3 / A 2 3", "Bob": "* Q 4 / 5 6 7"}
SAME_CARD = {"Ann": "7S 2 3 / 4 5 6", "Bob": "7S 2 3 / 4 5 6"}

KINGS = "deck.too_many_of_a_rank K"
JOKERS = "deck.too_many_jokers *"

WARNINGS = [
    ("five kings from one deck", WORKSHEET, FIVE_KINGS, 2, [KINGS]),
    ("four kings", WORKSHEET, FOUR_KINGS, 2, []),
    ("five kings among five players with two decks", PENALTY, FIVE_KINGS, 5, []),
    ("nine kings among five players with two decks", PENALTY, NINE_KINGS, 5, [KINGS]),
    ("nine kings among nine players with three decks", RVERS, NINE_KINGS, 9, []),
    ("four players may have either number of decks", PENALTY, NINE_KINGS, 4, []),
    ("unless they said one", chosen("penalty", decks_at_four="one"), FIVE_KINGS, 4, [KINGS]),
    ("or two", chosen("penalty", decks_at_four="two"), FIVE_KINGS, 4, []),
    ("or two, and more than two hold", chosen("penalty", decks_at_four="two"), NINE_KINGS, 4, [KINGS]),
    ("three jokers of two", TWO_JOKER, THREE_JOKERS, 2, [JOKERS]),
    ("three jokers of four", PENALTY, THREE_JOKERS, 5, []),
    ("three jokers of an unknown number of decks", PENALTY, THREE_JOKERS, 4, []),
    ("three jokers where each deck has one", chosen("penalty", jokers="one"), THREE_JOKERS, 5, [JOKERS]),
    ("jokers with a value, but none in the deck", RVERS, THREE_JOKERS, 2, ["deck.no_jokers *"]),
    ("jokers put in", chosen("rvers", jokers="two"), {"Ann": "* 9 3 / A 2 3"}, 2, []),
    ("the same card twice", WORKSHEET, SAME_CARD, 2, ["deck.same_card_twice 7S"]),
    ("the same card twice from two decks", PENALTY, SAME_CARD, 5, []),
    ("the same card twice from unknown decks", PENALTY, SAME_CARD, 4, []),
    ("one player alone", WORKSHEET, {"Ann": "K K K / K K 3"}, 2, [KINGS]),
    ("two kinds at once", TWO_JOKER, {"Ann": "* * * / K K K", "Bob": "K K 3 / 4 5 6"}, 3, [KINGS, JOKERS]),
    ("nothing entered", WORKSHEET, {}, 4, []),
    ("fewer than the house seats", changed("worksheet", table=PENALTY.table), FIVE_KINGS, 1, [KINGS]),
]


@pytest.mark.parametrize(
    ("house", "hands", "players", "expected"), [case[1:] for case in WARNINGS], ids=[case[0] for case in WARNINGS]
)
def test_warnings(house: House, hands: dict[str, str], players: int, expected: list[str]) -> None:
    layouts = {name: parse_layout(hand) for name, hand in hands.items()}
    assert [f"{found.code} {found.card}" for found in deck_warnings(layouts, house, players)] == expected


# --- how many decks, and how many may sit down ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("house", "decks"),
    [
        (WORKSHEET, {2: 1, 4: 1}),
        (PENALTY, {2: 1, 3: 1, 4: None, 5: 2, 8: 2}),
        (chosen("penalty", decks_at_four="one"), {3: 1, 4: 1, 5: 2}),
        (chosen("penalty", decks_at_four="two"), {3: 1, 4: 2, 5: 2}),
        (RVERS, {2: 1, 4: 1, 5: 2, 8: 2, 9: 3}),
        (FOUR_CARD, {2: 1, 12: 1}),
        (chosen("four-card", decks="above-eight"), {8: 1, 9: 2}),
    ],
    ids=lambda value: getattr(value, "key", ""),
)
def test_decks(house: House, decks: dict[int, int | None]) -> None:
    assert {players: house.decks(players) for players in decks} == decks


@pytest.mark.parametrize(
    ("house", "most"),
    [(WORKSHEET, 4), (PENALTY, 17), (RVERS, 24), (FOUR_CARD, 12), (TWO_JOKER, 4)],
    ids=lambda value: getattr(value, "key", ""),
)
def test_the_largest_table_leaves_a_card_for_the_discard_pile(house: House, most: int) -> None:
    assert house.most_players == most
