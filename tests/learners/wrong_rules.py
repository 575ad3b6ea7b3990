"""Wrong rules: each changes one step of the way in which a sheet is scored.

The known ones are those that the product lists, under these keys; it lists no stranger.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tests.learners.hands import JOKER, Card, Hand, Spot, columns_of
from tests.learners.sheets import Group, Match, Sheet, Way, four_alike, in_columns, same_rank

Change = Callable[[Way], Way]

SIX = ("worksheet", "penalty", "rvers", "two-joker")
"""The sheets of six cards, whose columns cancel."""

JOKERS = ("penalty", "rvers", "two-joker")
ALL = (*SIX, "four-card")


@dataclass(frozen=True)
class WrongRule:
    """A wrong rule in a line, and the step that it changes; a stranger has no ``key``."""

    key: str
    meaning: str
    change: Change
    sheets: tuple[str, ...] = ALL


def wrong_rules(among: Iterable[WrongRule], sheet: Sheet) -> Iterator[WrongRule]:
    """Those that somebody can have about this sheet."""
    return (rule for rule in among if sheet.name in rule.sheets)


def step(**steps: Any) -> Change:
    """A way with other steps."""
    return lambda way: replace(way, **steps)


# --- which cards cancel -----------------------------------------------------------------------------------------------


def two_by_two(lines: Iterable[Sequence[Spot]], hand: Hand, match: Match) -> list[Group]:
    """Pairs in these lines, each line by itself; its third matching card is left."""
    found: list[Group] = []
    for line in lines:
        left = list(line)
        while left:
            one = left.pop(0)
            other = next((spot for spot in left if match(hand[one], hand[spot])), None)
            if other is not None:
                left.remove(other)
                found.append((one, other))
    return found


def in_rows(hand: Hand, match: Match) -> list[Group]:
    return two_by_two([[spot for spot in hand if spot.row == row] for row in (0, 1)], hand, match)


def on_slants(hand: Hand, match: Match) -> list[Group]:
    slants = [(one, Spot(1 - one.row, one.column + 1)) for one in hand if one.column + 1 < columns_of(hand)]
    return two_by_two(slants, hand, match)


def anywhere(hand: Hand, match: Match) -> list[Group]:
    return two_by_two([list(hand)], hand, match)


def side_by_side(hand: Hand, match: Match) -> list[Group]:
    """After the columns, neighbors in a row, from the left."""
    found = in_columns(hand, match)
    for spot in hand:
        beside = Spot(spot.row, spot.column + 1)
        taken = {one for group in found for one in group}
        if beside in hand and not {spot, beside} & taken and match(hand[spot], hand[beside]):
            found.append((spot, beside))
    return found


def with_thirds(hand: Hand, match: Match) -> list[Group]:
    """With each pair every other card of its rank."""
    pairs = in_columns(hand, match)
    ranks, taken = {hand[top].rank for top, _ in pairs}, {spot for pair in pairs for spot in pair}
    return pairs + [(spot,) for spot, card in hand.items() if card.rank in ranks and spot not in taken]


def with_fours(hand: Hand, match: Match) -> list[Group]:
    """With the pairs every card of a rank that is there four times."""
    return in_columns(hand, match) + [(spot,) for spot, card in hand.items() if times(hand)[card.rank] > 3]


def times(hand: Hand) -> Counter[str]:
    return Counter(card.rank for card in hand.values())


def columns_and(groups: Callable[[Hand, Match], list[Group]]) -> Change:
    return step(groups=lambda hand, match: in_columns(hand, match) + groups(hand, match))


def matching(match: Callable[[Way, Card, Card], bool]) -> Change:
    """Other cards match than by the sheet."""
    return lambda way: replace(way, match=lambda one, other: match(way, one, other))


def one_joker_of_two(way: Way) -> Way:
    """Jokers match, and their pair is worth one of them."""
    return pair_worth(lambda same, card: own(same, card) * (card.rank == JOKER))(replace(way, match=same_rank))


def never(*ranks: str) -> Change:
    return matching(lambda way, one, other: way.match(one, other) and one.rank not in ranks)


def wild(rank: str) -> Change:
    return matching(lambda way, one, other: way.match(one, other) or rank in (one.rank, other.rank))


def same_value(way: Way, one: Card, other: Card) -> bool:
    return way.match(one, other) or (one.rank != other.rank and own(way, one) == own(way, other))


def next_in_value(way: Way, one: Card, other: Card) -> bool:
    return way.match(one, other) or abs(own(way, one) - own(way, other)) == 1


def one_color(way: Way, one: Card, other: Card) -> bool:
    return way.match(one, other) and (one.rank == JOKER or one.is_red == other.is_red)


# --- what cards are worth, and which count ----------------------------------------------------------------------------


def own(way: Way, card: Card) -> int:
    return way.values[card.rank]


def value(ranks: str, *points: int) -> Change:
    """These ranks are worth something else."""
    return lambda way: replace(way, values={**way.values, **dict(zip(ranks.split(), points, strict=True))})


def worth(points: Callable[[Way, Card], int]) -> Change:
    return step(worth=points)


def pair_worth(points: Callable[[Way, Card], int]) -> Change:
    """A pair is worth something, but not in four of a kind that earns a bonus."""

    def canceled(way: Way, hand: Hand, group: Group) -> int:
        card = hand[group[0]]
        return 0 if way.bonus(way, hand) and card.rank == four_alike(hand) else points(way, card)

    return step(canceled=canceled)


def only(counts: Callable[[Spot, Card], bool]) -> Change:
    return step(counting=lambda way, hand, left: [spot for spot in left if counts(spot, hand[spot])])


def only_odd(way: Way, hand: Hand, left: list[Spot]) -> list[Spot]:
    return [spot for spot in left if own(way, hand[spot]) % 2]


def last_column_twice(way: Way, hand: Hand, left: list[Spot]) -> list[Spot]:
    return left + [spot for spot in left if spot.column == columns_of(hand) - 1]


def one_free(choose: Callable[..., Spot]) -> Change:
    def counting(way: Way, hand: Hand, left: list[Spot]) -> list[Spot]:
        free = choose(left, key=lambda spot: (own(way, hand[spot]), spot), default=None)
        return [spot for spot in left if spot != free]

    return step(counting=counting)


def only_face_up(way: Way) -> Way:
    """Cards that lie face down neither count nor match."""

    def bonus(same: Way, hand: Hand) -> int:
        return way.bonus(same, {spot: card if card.is_up else Card(str(spot)) for spot, card in hand.items()})

    seen = replace(way, match=lambda one, other: way.match(one, other) and one.is_up and other.is_up, bonus=bonus)
    return only(lambda spot, card: card.is_up)(seen)


# --- four of a kind, and adding up ------------------------------------------------------------------------------------


def bonus_if(earns: Callable[[Hand], object], points: int = -10) -> Change:
    return step(bonus=lambda way, hand: points if earns(hand) else 0)


def and_its_cards(way: Way, hand: Hand) -> int:
    four = four_alike(hand)
    return 4 * way.values[four] - 10 if four else 0


def four_anywhere(way: Way) -> Way:
    return bonus_if(lambda hand: max(times(hand).values()) > 3)(replace(way, groups=with_fours))


def each_pair(points: int) -> Change:
    return lambda way: replace(
        way, bonus=lambda same, hand: way.bonus(same, hand) + points * len(in_columns(hand, same_rank))
    )


def adding(add: Callable[[Sequence[int], int], int]) -> Change:
    return step(add=add)


# --- the wrong rules --------------------------------------------------------------------------------------------------

KNOWN = (
    WrongRule("V1", "a two is worth 2", value("2", 2), ("worksheet",)),
    WrongRule("V2", "a two is worth -2", value("2", -2), (*JOKERS, "four-card")),
    WrongRule("V3", "a king is worth 10", value("K", 10)),
    WrongRule("V4", "a king is worth 13", value("K", 13)),
    WrongRule("V5", "a jack is worth 11 and a queen 12", value("J Q", 11, 12)),
    WrongRule("V5b", "face cards are worth 11, 12 and 13", value("J Q K", 11, 12, 13)),
    WrongRule("V6", "an ace is worth 11", value("A", 11)),
    WrongRule("V7", "an ace is worth 14", value("A", 14)),
    WrongRule("V11", "face cards are worth 0", value("J Q K", 0, 0, 0)),
    WrongRule(
        "V13",
        "a black king is worth 10",
        worth(lambda way, card: 10 if card.rank == "K" and not card.is_red else own(way, card)),
    ),
    WrongRule("V8", "a joker is worth 0", value(JOKER, 0), JOKERS),
    WrongRule("V9", "a joker is worth 3", value(JOKER, 3), ("penalty",)),
    WrongRule("V9", "a joker is worth -2", value(JOKER, -2), ("rvers",)),
    WrongRule("V9", "a joker is worth 2", value(JOKER, 2), ("two-joker",)),
    WrongRule("V10", "a joker is worth -5", value(JOKER, -5), JOKERS),
    WrongRule("V10b", "a joker is worth -2", value(JOKER, -2), ("penalty",)),
    WrongRule("V10c", "a joker is worth -3", value(JOKER, -3), ("rvers", "two-joker")),
    WrongRule("P1", "nothing cancels", step(groups=lambda hand, match: []), SIX),
    WrongRule("P2", "a pair of twos is worth -4", never("2"), ("worksheet",)),
    WrongRule("P3", "pairs in a row cancel too", columns_and(in_rows), SIX),
    WrongRule("P3b", "matching cards side by side cancel too", step(groups=side_by_side), SIX),
    WrongRule("P4", "pairs cancel in rows, not in columns", step(groups=in_rows), SIX),
    WrongRule("P5", "pairs on a slant cancel too", columns_and(on_slants), SIX),
    WrongRule("P6", "pairs cancel anywhere", step(groups=anywhere), SIX),
    WrongRule("P7", "a pair is scored as one card", pair_worth(own), SIX),
    WrongRule("P8", "cards of the same value cancel", matching(same_value), SIX),
    WrongRule("P9", "a king cancels its column", wild("K"), SIX),
    WrongRule("P10", "a joker cancels its column", wild(JOKER), JOKERS),
    WrongRule("P12", "a pair of jokers is worth 2", pair_worth(lambda way, card: 2 * (card.rank == JOKER)), ("rvers",)),
    WrongRule("P13", "a pair of jokers is worth 4", never(JOKER), ("rvers",)),
    WrongRule("P11", "a pair of jokers is worth 0", step(match=same_rank), ("two-joker",)),
    WrongRule("P12", "a pair of jokers is worth -2", one_joker_of_two, ("two-joker",)),
    WrongRule("P16", "the third matching card cancels too", step(groups=with_thirds), SIX),
    WrongRule("P17", "a pair is subtracted", pair_worth(lambda way, card: -2 * own(way, card)), SIX),
    WrongRule("P18", "face cards never cancel", never("J", "Q", "K"), SIX),
    WrongRule("P19", "only cards of one color cancel", matching(one_color), SIX),
    WrongRule("P20", "only the first pair cancels", step(groups=lambda hand, match: in_columns(hand, match)[:1]), SIX),
    WrongRule("P14", "a pair in a column cancels", step(match=same_rank), ("four-card",)),
    WrongRule("P15", "pairs cancel anywhere", step(match=same_rank, groups=anywhere), ("four-card",)),
    WrongRule("F6", "four of a kind is worth -10", bonus_if(four_alike), ("worksheet", "rvers", "two-joker")),
    WrongRule("F1", "four of a kind earns nothing", step(bonus=lambda way, hand: 0), ("penalty",)),
    WrongRule("F2", "four of a kind is worth -10 and its cards", step(bonus=and_its_cards), ("penalty",)),
    WrongRule("F3", "four of a kind is worth -20", bonus_if(four_alike, -20), ("penalty",)),
    WrongRule("F4", "four of a kind is worth -10 anywhere", four_anywhere, ("penalty",)),
    WrongRule(
        "F7", "two pairs are worth -10", bonus_if(lambda hand: len(in_columns(hand, same_rank)) > 1), ("penalty",)
    ),
    WrongRule("F8", "four kings earn nothing", bonus_if(lambda hand: four_alike(hand).strip("K")), ("penalty",)),
    WrongRule("F9", "four of a kind is worth 10", bonus_if(four_alike, 10), ("penalty",)),
    WrongRule(
        "F10",
        "four of a kind makes the whole hand worth -10",
        adding(lambda columns, bonus: bonus or sum(columns)),
        ("penalty",),
    ),
    WrongRule(
        "A1",
        "a column below 0 is added",
        adding(lambda columns, bonus: sum(map(abs, columns)) + bonus),
        ("worksheet", "penalty", "two-joker"),
    ),
    WrongRule("A2", "the last column is left out", adding(lambda columns, bonus: sum(columns[:-1]) + bonus)),
    WrongRule("A3", "cards face down are worth 0", only_face_up),
)

STRANGERS = (
    WrongRule("", "only odd cards count", step(counting=only_odd)),
    WrongRule("", "the highest card is free", one_free(max)),
    WrongRule("", "the lowest card is free", one_free(min)),
    WrongRule("", "each pair takes 5 off", each_pair(-5)),
    WrongRule("", "each pair costs 5", each_pair(5)),
    WrongRule("", "the bottom row is left out", only(lambda spot, card: spot.row == 0)),
    WrongRule("", "the top row is left out", only(lambda spot, card: spot.row == 1)),
    WrongRule("", "the first column is left out", only(lambda spot, card: spot.column > 0)),
    WrongRule("", "the last column counts twice", step(counting=last_column_twice)),
    WrongRule("", "red cards are free", only(lambda spot, card: not card.is_red)),
    WrongRule("", "hearts are free", only(lambda spot, card: card.suit != "H")),
    WrongRule("", "red cards are subtracted", worth(lambda way, card: own(way, card) * (-1 if card.is_red else 1))),
    WrongRule("", "each card costs 1 more", worth(lambda way, card: own(way, card) + 1)),
    WrongRule("", "a ten is worth 0", value("10", 0)),
    WrongRule("", "a ten is worth 1", value("10", 1)),
    WrongRule("", "a seven is worth 0", value("7", 0)),
    WrongRule("", "a nine is worth 6", value("9", 6)),
    WrongRule("", "a jack is worth 5", value("J", 5)),
    WrongRule("", "a queen is worth 20", value("Q", 20)),
    WrongRule("", "a run in a column cancels", matching(next_in_value)),
    WrongRule("", "only the highest column counts", adding(lambda columns, bonus: max(columns) + bonus)),
    WrongRule("", "totals go up to the next five", adding(lambda columns, bonus: -5 * (-(sum(columns) + bonus) // 5))),
)
