"""What cards count, one by one and as equal cards, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from scorekeeper.houses.sheet.phrases import capital, either, note, plurals, ranks_words, suited
from scorekeeper.rules.cards import Rank, Suit
from scorekeeper.rules.house import House
from scorekeeper.rules.notation import parse_card
from scorekeeper.rules.parameters import Cancelling
from scorekeeper.rules.wording import count_word, number

FACE = "the number on the card"


def card_values(house: House) -> Iterator[tuple[str, str]]:
    """Which cards, and what each of them counts; neighbours that count alike stand together."""
    ranks = house.ranks if house.has_joker or house.table.deck else (*house.ranks, Rank.JOKER)
    for points, group in groupby(ranks, key=lambda rank: _points(rank, house)):
        yield capital(ranks_words(group)), points
    for card, value in single_cards(house):
        yield capital(card), number(value)


def _points(rank: Rank, house: House) -> str:
    value = house.values.get(rank)
    if value is None:
        return "not in the game"
    return FACE if rank.face == str(value) else number(value)


def single_cards(house: House) -> Iterator[tuple[str, int]]:
    """The cards that count otherwise than their rank: `red kings`, −1."""
    found: dict[tuple[Rank, int], set[Suit]] = {}
    for key, value in house.card_values.items():
        card = parse_card(key)
        if card.suit is not None:
            found.setdefault((card.rank, value), set()).add(card.suit)
    for (rank, value), suits in sorted(found.items(), key=lambda item: (list(Rank).index(item[0][0]), item[0][1])):
        yield suited(rank, frozenset(suits)), value


# --- equal cards ---------------------------------------------------------------------------------------------------


def equal_cards(house: House) -> Iterator[str]:
    """Which equal cards count nothing, and which do after all."""
    rule = house.cancelling
    if rule is None:
        yield f"Every card counts. Equal cards do not cancel each other, wherever they lie{note(house, 'cancelling')}."
        return
    equal = f"{capital(count_word(rule.size))} equal cards {where_words(rule)}"
    yield f"{equal} cancel each other {_together(rule, house)}."
    yield _what_is_equal(rule, house)
    if rule.where == ("column",):
        yield "Cards side by side or across from each other do not cancel."
    if "diagonal" in rule.where:
        yield f"A diagonal goes from edge to edge and needs {count_word(rule.size)} cards or more."
    if len(rule.where) > 1 or "diagonal" in rule.where:
        yield "A card that lies in two such lines counts once, not twice."
    if longest_line(house) > rule.size:
        odd = f"If {count_word(rule.size + 1)} lie so,"
        if rule.leftover == "counts":
            yield f"{odd} {count_word(rule.size)} cancel and the one left over counts."
        else:
            yield f"{odd} all of them cancel."
    for rank in house.ranks:
        yield from exception(rank, rule, house)
    if rule.wild:
        yield f"{capital(plurals(rule.wild))} match any card there."
    if rule.leave:
        yield (
            "Cards that cancel leave the layout as soon as they lie so, and go on the discard pile. "
            "Their places stay empty and count nothing."
        )


def where_words(rule: Cancelling) -> str:
    """Along which lines equal cards cancel: `in a column or in a row`."""
    if "anywhere" in rule.where:
        return "anywhere among a player's cards"
    return either([f"in a {where}" for where in rule.where])


def _together(rule: Cancelling, house: House) -> str:
    if rule.counts == "negative":
        rank = next((rank for rank in house.ranks if house.values[rank] > 0), house.ranks[0])
        points = number(-house.values[rank] * rule.size)
        return f"and count minus their own points ({count_word(rule.size)} {rank.plural}: {points})"
    return f"and count {number(0 if rule.counts == 'zero' else rule.counts)} together"


def _what_is_equal(rule: Cancelling, house: House) -> str:
    jack, queen = house.values.get(Rank.JACK), house.values.get(Rank.QUEEN)
    alike = jack is not None and jack == queen
    if rule.same == "value":
        example = " (a jack and a queen, for one)" if alike else ""
        return f"Cards that count alike are equal{example}{note(house, 'cancelling.same')}."
    if rule.same == "card":
        return "Only the very same card is equal, from two decks: its rank and its suit."
    if house.table.deck is not None:
        return "Cards with the same number are equal."
    example = "; a jack and a queen are not, though they count alike" if alike else ""
    return f"Cards of one rank are equal{example}{note(house, 'cancelling.same')}."


def longest_line(house: House) -> int:
    """How many cards lie in the longest line along which equal cards cancel; 0 where none do."""
    grid = house.grid
    lengths = {
        "column": grid.rows,
        "row": grid.columns,
        "diagonal": min(grid.rows, grid.columns),
        "anywhere": grid.size,
    }
    return max((lengths[where] for where in house.cancelling.where), default=0) if house.cancelling else 0


def group_points(rank: Rank, house: House) -> int:
    """What a group of equal cards that cancels counts, in points: nothing, unless the house says otherwise."""
    if house.cancelling is None:
        return 0
    counts = house.cancelling.exceptions.get(rank, house.cancelling.counts)
    own = house.values[rank] * house.cancelling.size
    if isinstance(counts, int):
        return counts
    return {"zero": 0, "keep": own, "lower": min(0, own), "negative": -own}[counts]


def exception(rank: Rank, rule: Cancelling, house: House) -> Iterator[str]:
    """What equal cards of this rank count, where the rule for all would not say it."""
    group = f"{capital(count_word(rule.size))} {rank.plural}"
    points = number(group_points(rank, house))
    exception = rule.exceptions.get(rank)
    read = note(house, f"cancelling.exceptions.{rank.value}")
    if exception == "keep":
        yield f"{group} keep their values: {points} together{read}."
    elif exception == "lower":
        yield f"{group} count {points}: the better of nothing and their values{read}."
    elif exception == "negative":
        yield f"{group} count minus their values: {points}{read}."
    elif exception not in (None, rule.counts):
        yield f"{group} count {points} together{read}."
    elif rule.counts == "zero" and house.values[rank] < 0:
        yield f"{group} are no exception: they count 0, though one alone counts {number(house.values[rank])}{read}."
