"""The cards on the table: which, how many decks for so many players, and what is left when all are dealt."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.rules import Card, House, Rank, Suit
from scorekeeper.rules.cards import STANDARD_RANKS
from scorekeeper.rules.options import Reading
from scorekeeper.rules.wording import count_word


def full_deck(house: House, decks: int) -> tuple[Card, ...]:
    """Every card of that many decks, unshuffled. Each is an object of its own, so that two of a kind can be told apart.

    Cards of a standard deck have suits; those of a deck of its own have not.
    """
    return tuple(
        Card(rank, suit)
        for _ in range(decks)
        for rank in Rank
        for suit in _suits(house, rank)
        for _ in range(house.cards_of_rank(rank) // (len(Suit) if suit else 1))
    )


def _suits(house: House, rank: Rank) -> tuple[Suit | None, ...]:
    return tuple(Suit) if house.table.deck is None and rank in STANDARD_RANKS else (None,)


@dataclass(frozen=True, slots=True)
class DeckCount:
    """So many decks on the table of so many players. All numbers are cards but the first."""

    decks: int
    jokers: int
    cards: int
    dealt: int
    stock: int  # left after the deal and the first discard; below 0 where the cards do not suffice


@dataclass(frozen=True, slots=True)
class DeckAdvice:
    """Which cards to put on the table.

    ``count`` is None where the table must say; then ``choices`` has what there is to choose from.
    """

    players: int
    count: DeckCount | None
    choices: tuple[DeckCount, ...]
    sentences: tuple[str, ...]

    @property
    def decks(self) -> int | None:
        """How many decks; None where the table must say."""
        return None if self.count is None else self.count.decks


def deck_advice(house: House, players: int) -> DeckAdvice:
    """Decks, jokers and stock for so many players, with what the sheet leaves open about them."""
    decks = house.decks(players)
    count = None if decks is None else _count(house, players, decks)
    choices = () if count is not None else tuple(_count(house, players, number) for number in _offered(house, players))
    return DeckAdvice(players, count, choices, tuple(_sentences(house, players, count, choices)))


def _count(house: House, players: int, decks: int) -> DeckCount:
    cards, dealt = house.cards_in_play(decks), players * house.grid.size
    return DeckCount(decks, decks * house.cards_of_rank(Rank.JOKER), cards, dealt, cards - dealt - 1)


def _offered(house: House, players: int) -> list[int]:
    """The numbers of decks that the readings of the house give so many players."""
    readings = [reading for option in house.options for reading in option.readings if "table.decks" in reading.sets]
    offered = {_decks_by(reading, house, players) for reading in readings}
    return sorted(decks for decks in offered if isinstance(decks, int))


def _sentences(house: House, players: int, count: DeckCount | None, choices: tuple[DeckCount, ...]) -> Iterator[str]:
    if not house.table.players_min <= players <= house.most_players:
        fewest, most = count_word(house.table.players_min), count_word(house.most_players)
        yield f"This house is for {fewest} to {most} players."
    if count is None:
        use = "uses" if players == 1 else "use"
        yield f"The sheet leaves open how many decks {_people(players)} {use}; the table decides."
        for choice in choices:
            yield _told(choice, players, house)
    else:
        yield _told(count, players, house)
        if count.stock < 0:
            enough = -(-(count.dealt + 1) // house.cards_in_play(1))  # as many as hold that, rounded up
            yield f"That does not suffice to deal: {count_word(enough)} decks would."
        elif count.stock < 2 * players:
            yield f"That is less than two turns each, so the stock may run out. {_when_empty(house)}"


def _people(players: int) -> str:
    return f"{count_word(players)} player{'' if players == 1 else 's'}"


def _told(count: DeckCount, players: int, house: House) -> str:
    decks = "One deck" if count.decks == 1 else f"{count_word(count.decks).capitalize()} decks"
    if house.table.deck is not None:
        kind = "of its own"
    else:
        kind = f"with {count_word(count.jokers)} joker{'' if count.jokers == 1 else 's'}"
        kind = "without jokers" if not count.jokers else kind
    are = "is" if players == 1 else "are"
    dealt = f"{decks} {kind}: {count.cards} cards. {_people(players).capitalize()} {are} dealt {count.dealt}"
    if count.stock < 0:
        return f"{dealt}."
    left = "one is" if count.stock == 1 else f"{count.stock} are"
    return f"{dealt}, one opens the discard pile, {left} left in the stock."


def _when_empty(house: House) -> str:
    ending = house.ending
    if ending.trigger == "stock-empty" or ending.stock_empty == "hole-ends":
        return "Then the hole ends and is counted."
    again = " once" if ending.stock_empty == "reshuffle-once" else ""
    return f"Then the discards but the top one are shuffled into a new stock{again}."


def _decks_by(reading: Reading, house: House, players: int) -> object:
    """The number of decks that a reading gives so many players, or what stands for it where the table must say."""
    table = reading.sets.get("table.decks")
    if table is None:
        return house.decks(players)
    fitting = [int(start) for start in table if int(start) <= max(players, min(map(int, table)))]
    return {int(start): decks for start, decks in table.items()}[max(fitting)] if fitting else None
