"""Phrases that several sections of a rule sheet are made of."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from scorekeeper.houses.vocabulary import SUITS_OF
from scorekeeper.rules.cards import Rank, Suit
from scorekeeper.rules.house import House
from scorekeeper.rules.wording import count_word, listing


def many(count: int, word: str) -> str:
    """`one card`, `two cards`."""
    return f"{count_word(count)} {word}{'' if count == 1 else 's'}"


SIGNS: Mapping[str, str] = {"our-reading": "°", "not-in-the-rules": "†", "your-choice": "‡"}
"""The sign behind a rule that its source does not simply state, by the mark of its basis (`rules.options.MARKS`)."""


def sign_of(house: House, basis: str) -> str:
    """The sign for a basis; empty for what the rules state themselves."""
    return SIGNS.get(house.mark(basis), "")


def note(house: House, *parameters: str) -> str:
    """The sign of the first of these parameters that has one. A question that sets no parameter goes by its key."""
    signs = (sign_of(house, basis) for basis in house.rest_on_now(*parameters))
    return next(filter(None, signs), "")


def legend(texts: Iterable[str]) -> Mapping[str, str]:
    """The signs in these texts, with their words.

    >>> legend(["Take the top card of the stock°."])
    {'°': 'our reading'}
    """
    used = set().union(*texts)
    return {sign: mark.replace("-", " ") for mark, sign in SIGNS.items() if sign in used}


def unsigned(text: str) -> str:
    """The text without its signs, for a place that has no legend."""
    return text.translate(dict.fromkeys(map(ord, SIGNS.values())))


def grid_words(house: House) -> str:
    """`in two rows of three`."""
    rows, columns = house.grid.rows, house.grid.columns
    return f"in {many(rows, 'row')} of {count_word(columns)}"


def opening_places(house: House) -> str:
    """The cards that the opening flips where players have no choice: `the one in row 1, column 2`."""
    cells = [house.grid.cells()[number - 1] for number in house.opening.places]
    if len(cells) > 1 and sorted(cells) == sorted(
        cell for cell in house.grid.cells() if cell.row == house.grid.rows - 1
    ):
        return f"the {count_word(len(cells))} closest to them"
    return listing([f"the one in {cell}" for cell in cells])


def ranks_words(ranks: Iterable[Rank]) -> str:
    """`two to ten`, `jack and queen`, `minus five and zero to twelve`: runs are drawn together."""
    parts: list[str] = []
    for run in runs(list(ranks)):
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


def runs(ranks: Sequence[Rank]) -> Iterator[list[Rank]]:
    """Runs of ranks: by the numbers printed, or as in the standard deck."""
    places = [_PLACES[rank] if rank in _PLACES else int(rank.face) for rank in ranks]
    for _, run in groupby(range(len(ranks)), key=lambda index: places[index] - index):
        yield [ranks[index] for index in run]
