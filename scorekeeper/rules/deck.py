"""Cards that cannot have come from the decks, such as five kings from one deck.

A finding here is a warning, never an error: the table may have played with another deck, and may say so.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.rules.cards import Card, Rank
from scorekeeper.rules.house import House
from scorekeeper.rules.layout import Layout
from scorekeeper.rules.wording import count_word, listing


@dataclass(frozen=True, slots=True)
class DeckWarning:
    """More of a card than the decks hold: its code, the card in notation, the count of each holder, the sentence."""

    code: str
    card: str
    holders: tuple[tuple[str, int], ...]
    message: str


def deck_warnings(layouts: Mapping[str, Layout], house: House, players: int) -> tuple[DeckWarning, ...]:
    """Every impossible set of cards over the whole hole.

    ``players`` are all at the table, also those whose layout is not known yet: they decide how many decks there are.
    Where that is still open, only jokers can be impossible, in a house whose decks hold none.
    """
    if not layouts:
        return ()
    decks = house.decks(players)
    ranks = {name: Counter(card.rank for card in layout.cards()) for name, layout in layouts.items()}
    warnings = []
    for rank in (*house.ranks, *(() if house.has_joker else (Rank.JOKER,))):
        in_one = house.cards_of_rank(rank)
        # Without jokers in one deck there are none in several.
        in_decks = 0 if in_one == 0 else decks and decks * in_one
        found = sum(counter[rank] for counter in ranks.values())
        if in_decks is not None and found > in_decks:
            holders = tuple((name, counter[rank]) for name, counter in ranks.items() if counter[rank])
            warnings.append(_too_many(rank, in_decks, decks, holders))
    return (*warnings, *_same_card_twice(layouts, decks))


def _too_many(rank: Rank, in_decks: int, decks: int | None, holders: tuple[tuple[str, int], ...]) -> DeckWarning:
    who = _holding(holders, rank.word, rank.plural)
    if in_decks == 0:
        return DeckWarning("deck.no_jokers", rank.value, holders, f"{who}, but these rules use no jokers.")
    code = "deck.too_many_jokers" if rank is Rank.JOKER else "deck.too_many_of_a_rank"
    return DeckWarning(code, rank.value, holders, f"{who}, but {_decks(decks)} only {count_word(in_decks)}.")


def _holding(holders: tuple[tuple[str, int], ...], one: str, several: str) -> str:
    """Who has how many of a card: `Ann has three kings and Bo two`."""
    (first, count), *others = holders
    held = f"{first} has {count_word(count)} {one if count == 1 else several}"
    return listing([held, *(f"{name} {count_word(count)}" for name, count in others)])


def _decks(decks: int | None) -> str:
    return "one deck has" if decks == 1 else f"{count_word(decks or 0)} decks have"


def _same_card_twice(layouts: Mapping[str, Layout], decks: int | None) -> list[DeckWarning]:
    """The same rank and suit more often than there are decks; cards without a noted suit say nothing here."""
    if decks is None:
        return []
    cards = {name: Counter(card for card in layout.cards() if card.suit) for name, layout in layouts.items()}
    found: Counter[Card] = sum(cards.values(), Counter())
    warnings = []
    for card, count in sorted(found.items(), key=lambda item: str(item[0])):
        if count > decks:
            holders = tuple((name, counter[card]) for name, counter in cards.items() if counter[card])
            who = _holding(holders, card.word, card.plural)
            message = f"{who}, but {_decks(decks)} only {count_word(decks)}."
            warnings.append(DeckWarning("deck.same_card_twice", str(card), holders, message))
    return warnings
