"""Phrases that several sections of a rule sheet are made of."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from scorekeeper.houses.vocabulary import SUITS_OF
from scorekeeper.rules.cards import Rank, Suit
from scorekeeper.rules.house import House
from scorekeeper.rules.options import BY_HOUSE, OPEN
from scorekeeper.rules.wording import count_word, listing


def many(count: int, word: str) -> str:
    """`one card`, `two cards`."""
    return f"{count_word(count)} {word}{'' if count == 1 else 's'}"


def note(house: House, *parameters: str) -> str:
    """What a rule rests on that these parameters tell, ` (our reading)`: of the first that is not simply printed.

    A question that sets no parameter stands there by its key.
    """
    bases = house.rest_on_now(*parameters)
    return next((f" ({house.sign(basis)})" for basis in bases if basis not in ("printed", BY_HOUSE, OPEN)), "")


def capital(text: str) -> str:
    """The text as a sentence begins."""
    return text[:1].upper() + text[1:]


def grid_words(house: House) -> str:
    """`in two rows of three`."""
    rows, columns = house.grid.rows, house.grid.columns
    return f"in {many(rows, 'row')} of {count_word(columns)}"


def opening_places(house: House) -> str:
    """Which cards the opening turns up where the player has no choice: `the one in row 1, column 2`."""
    cells = [house.grid.cells()[place - 1] for place in house.opening.places]
    if len(cells) > 1 and sorted(cells) == sorted(
        cell for cell in house.grid.cells() if cell.row == house.grid.rows - 1
    ):
        return f"the {count_word(len(cells))} closest to them"
    return listing([f"the one in {cell}" for cell in cells])


def ranks_words(ranks: Iterable[Rank]) -> str:
    """`two to ten`, `jack and queen`, `minus five and zero to twelve`: what follows each other is drawn together."""
    parts: list[str] = []
    for run in _runs(list(ranks)):
        words = [rank.word for rank in run]
        parts += [f"{words[0]} to {words[-1]}"] if len(words) > 2 else words
    return listing(parts)


def plurals(ranks: Iterable[Rank]) -> str:
    """`jacks and queens`."""
    return listing([rank.plural for rank in ranks])


def either(words: Sequence[str]) -> str:
    """`a column, a row or a diagonal`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def suited(rank: Rank, suits: frozenset[Suit]) -> str:
    """`red kings`, `queen of spades`, `tens of hearts and spades`."""
    color = next((color for color, alike in SUITS_OF.items() if suits == set(alike)), None)
    if color:
        return f"{color} {rank.plural}"
    names = [suit.word for suit in Suit if suit in suits]
    return f"{rank.word if len(suits) == 1 else rank.plural} of {listing(names)}"


_PLACES = {Rank.ACE: 1, Rank.JACK: 11, Rank.QUEEN: 12, Rank.KING: 13, Rank.JOKER: 99}


def _runs(ranks: Sequence[Rank]) -> Iterator[list[Rank]]:
    """Ranks that follow each other: by the numbers printed, or as in the standard deck."""
    places = [_PLACES[rank] if rank in _PLACES else int(rank.face) for rank in ranks]
    for _, run in groupby(range(len(ranks)), key=lambda index: places[index] - index):
        yield [ranks[index] for index in run]
