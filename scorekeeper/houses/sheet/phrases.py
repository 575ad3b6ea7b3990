"""Phrases that several sections of a rule sheet are made of."""

from collections.abc import Iterable, Iterator, Sequence

from scorekeeper.houses.vocabulary import SUITS_OF
from scorekeeper.rules.cards import STANDARD_RANKS, Rank, Suit
from scorekeeper.rules.house import House
from scorekeeper.rules.options import BY_HOUSE, OPEN
from scorekeeper.rules.wording import count_word, listing


def many(count: int, word: str) -> str:
    """`one card`, `two cards`."""
    return f"{count_word(count)} {word}{'' if count == 1 else 's'}"


def note(house: House, *parameters: str) -> str:
    """What a rule rests on that these parameters tell, ` (read so)`: of the first that is not simply printed.

    A question that sets no parameter stands there by its key.
    """
    for parameter in parameters:
        for option in house.options:
            if parameter == option.key or parameter in option.parameters:
                basis = house.basis_in_force(option)
                if basis not in ("printed", BY_HOUSE, OPEN):
                    return f" ({basis})"
    return ""


def capital(text: str) -> str:
    """The text as a sentence begins."""
    return text[:1].upper() + text[1:]


def grid_words(house: House) -> str:
    """`in two rows of three`."""
    rows, columns = house.grid.rows, house.grid.columns
    return f"in {many(rows, 'row')} of {count_word(columns)}"


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
    colour = next((colour for colour, alike in SUITS_OF.items() if suits == set(alike)), None)
    if colour:
        return f"{colour} {rank.plural}"
    names = [suit.word for suit in Suit if suit in suits]
    return f"{rank.word if len(suits) == 1 else rank.plural} of {listing(names)}"


def _runs(ranks: Sequence[Rank]) -> Iterator[list[Rank]]:
    run: list[Rank] = []
    for rank in ranks:
        if run and not _follows(run[-1], rank):
            yield run
            run = []
        run.append(rank)
    if run:
        yield run


def _follows(rank: Rank, following: Rank) -> bool:
    """Whether a run of ranks goes on with that one: by the numbers printed, or as in the standard deck."""
    if {rank, following} <= set(STANDARD_RANKS):
        return STANDARD_RANKS.index(following) == STANDARD_RANKS.index(rank) + 1
    try:
        return int(following.face) == int(rank.face) + 1
    except ValueError:
        return False
