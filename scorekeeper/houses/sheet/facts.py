"""Facts behind the sentences about a house: what follows from its rules but has no key of its own."""

from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from typing import Any

from scorekeeper.houses.sheet.phrases import either, grid_words, opening_places, ranks_words, suited
from scorekeeper.rules.bonuses import earns
from scorekeeper.rules.cards import Rank, Suit
from scorekeeper.rules.house import BY_OPENING, House
from scorekeeper.rules.notation import parse_card
from scorekeeper.rules.options import BY_TABLE
from scorekeeper.rules.parameters import Reward
from scorekeeper.rules.wording import count_word, listing, number

# --- cards ------------------------------------------------------------------------------------------------------------


def single_cards(house: House) -> Iterator[tuple[str, int]]:
    """Cards whose points differ from their rank: `red kings`, −1."""
    found: dict[tuple[Rank, int], set[Suit]] = {}
    for key, value in house.card_values.items():
        card = parse_card(key)
        if card.suit is not None:
            found.setdefault((card.rank, value), set()).add(card.suit)
    for (rank, value), suits in sorted(found.items(), key=lambda item: (list(Rank).index(item[0][0]), item[0][1])):
        yield suited(rank, frozenset(suits)), value


def deck_ranges(house: House) -> Iterator[tuple[str, int | None]]:
    """Players, as `2 to 4`, and their decks; None where the table must choose."""
    first = house.table.players_min
    for players in range(first, house.most_players + 1):
        decks = house.decks(players)
        if players == house.most_players or house.decks(players + 1) != decks:
            yield (
                str(first) if first == players else f"{first} {'or' if players == first + 1 else 'to'} {players}",
                decks,
            )
            first = players + 1


def own_deck(house: House) -> str:
    """The cards of a custom deck: `five −2s and ten each of 1 to 12`."""
    deck = house.table.deck or {}
    parts = []
    for count, group in groupby([rank for rank in house.ranks if rank in deck], key=lambda rank: deck[rank]):
        alike = list(group)
        many = count_word(count, most=20)  # digits beside a card's number confuse
        if len(alike) == 1:
            parts.append(f"{many} {_several(alike[0])}")
        elif _numbers_in_a_row(alike):
            parts.append(f"{many} each of {alike[0].shown} to {alike[-1].shown}")
        else:
            parts.append(f"{many} each of {ranks_words(alike)}")
    return listing(parts)


def _several(rank: Rank) -> str:
    return f"{rank.shown}s" if rank.face.lstrip("-").isdigit() else rank.plural


def _numbers_in_a_row(ranks: list[Rank]) -> bool:
    faces = [rank.face for rank in ranks]
    return all(face.lstrip("-").isdigit() for face in faces) and int(faces[-1]) - int(faces[0]) == len(faces) - 1


# --- cards that count together ----------------------------------------------------------------------------------------


def longest_line(house: House) -> int:
    """Cards in the longest line along which matching cards cancel; 0 where none do."""
    rule = house.cancelling
    return max(map(len, house.grid.lines(rule.where)), default=0) if rule else 0


def group_points(rank: Rank, house: House) -> int:
    """Points of a group of matching cards: 0, unless the house says otherwise."""
    if house.cancelling is None:
        return 0
    counts = house.cancelling.exceptions.get(rank, house.cancelling.counts)
    own = house.values[rank] * house.cancelling.size
    if isinstance(counts, int):
        return counts
    return {"zero": 0, "keep": own, "lower": min(0, own), "negative": -own}[counts]


def kept_ranks(house: House) -> list[Rank]:
    """The ranks whose groups are an exception."""
    rule = house.cancelling
    return [rank for rank in house.ranks if rule and rule.exceptions.get(rank, rule.counts) != rule.counts]


def _a_rank(house: House) -> Rank:
    return next((rank for rank in house.ranks if house.values[rank] > 0), house.ranks[0])


def cards_needed(house: House) -> int:
    """How many cards earn the bonus: four, or two whole columns."""
    rule = house.four_of_a_kind
    return 2 * house.grid.rows if rule is not None and rule.pattern in ("columns", "any-pairs") else 4


def fills_columns(house: House) -> bool:
    """Whether two columns of more than two cards earn the bonus, so that four of a kind is the wrong name."""
    return earns(house.four_of_a_kind) and cards_needed(house) != 4


def squares_overlap(house: House) -> bool:
    """Whether two squares that earn the bonus can share a card."""
    rule = house.four_of_a_kind
    at_ends = rule is not None and rule.pattern == "end-block"
    return not at_ends or house.grid.rows > 2 or house.grid.columns < 4


def _kept_in_four(house: House) -> list[Rank]:
    """The ranks that keep their values next to the bonus, as their pairs do."""
    rule, four = house.cancelling, house.four_of_a_kind
    if rule is None or four is None or four.cards == "counted":
        return []
    return [
        rank for rank, counts in rule.exceptions.items() if counts in ("keep", "lower") and rank not in four.not_for
    ]


# --- who pays and who gains -------------------------------------------------------------------------------------------


def penalised(house: House) -> bool:
    """Whether ending a hole can cost anything."""
    return house.penalty is not None and house.penalty.kind != "none"


def rewarded(rule: Reward | None) -> bool:
    """Whether this reward changes a score."""
    return rule is not None and rule.kind != "none"


FACTS: Mapping[str, Callable[[Any], Any]] = {
    "grid_words": grid_words,
    "lengths": lambda house: " or ".join(map(str, house.match.holes)),
    "own_deck": own_deck,
    "own_cards": lambda house: house.cards_in_play(1),
    "more_decks": lambda house: len(set(house.table.decks.values())) > 1,
    "source_title": lambda house: house.source.title.rstrip("."),
    "answered_otherwise": lambda house: any(house.rests_on_now(option) == BY_TABLE for option in house.options),
    "cards_decide": lambda house: house.match.deal in BY_OPENING,
    "asks_who_deals": lambda house: house.option("dealer") is not None,
    "longest_line": longest_line,
    "cancelling_lines": lambda house: either([f"in a {where}" for where in house.cancelling.where]),
    "one_more": lambda house: house.cancelling.size + 1,
    "several_lines": lambda house: len(house.cancelling.where) > 1,
    "cancels_across": lambda house: len(house.cancelling.where) > 1 or "diagonal" in house.cancelling.where,
    "a_rank": _a_rank,
    "minus_points": lambda house: -house.values[_a_rank(house)] * house.cancelling.size,
    "court_alike": lambda house: house.values.get(Rank.JACK, "none") == house.values.get(Rank.QUEEN),
    "kept_ranks": kept_ranks,
    "kept_groups": lambda house: listing(
        [
            f"{count_word(house.cancelling.size)} {rank.plural} are worth {number(group_points(rank, house))}"
            for rank in kept_ranks(house)
        ]
    ),
    "earns_four": lambda house: earns(house.four_of_a_kind),
    "four_cards": cards_needed,
    "fills_columns": fills_columns,
    "three_columns": lambda house: 3 * house.grid.rows,
    "most_columns": lambda house: max(house.four_of_a_kind.by_columns, default=2),
    "kept_in_four": _kept_in_four,
    "squares_overlap": squares_overlap,
    "penalised": penalised,
    "rewarded": lambda house: rewarded(house.reward),
    "winner_gains": lambda house: rewarded(house.placing.winner),
    "has_places": lambda house: bool(house.placing.equal) or house.placing.winner is not None,
    "places_matter": lambda house: bool(house.placing.equal) or rewarded(house.placing.winner),
    "opening_places": opening_places,
    "may_commit": lambda house: any(
        reading.sets.get("turn.look") == "commits" for option in house.options for reading in option.readings
    ),
    "exact_totals": lambda house: listing(
        [f"exactly {number(total)} becomes {number(becomes)}" for total, becomes in sorted(house.match.exact.items())]
    ),
    "holes_are_won": lambda house: (
        house.match.hole_winner or house.match.winner == "most-holes" or house.match.hole_tie != "shared"
    ),
}
"""By the names under which `sentences.toml` asks for them."""
