"""What four of a kind and other patterns of a whole layout earn, in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.houses.sheet.phrases import capital, groups_of, note, plurals
from scorekeeper.houses.vocabulary import sheet_words
from scorekeeper.rules.house import House
from scorekeeper.rules.parameters import Bonus, FourOfAKind
from scorekeeper.rules.wording import count_word, listing, number, signed


def earns(rule: FourOfAKind | None) -> bool:
    """Whether four of a kind can earn anything at all."""
    return rule is not None and bool(rule.points or rule.by_rank or rule.by_columns)


def cards_needed(rule: FourOfAKind, house: House) -> int:
    """How many cards earn it: four, or two whole columns."""
    return 2 * house.grid.rows if rule.pattern in ("columns", "any-pairs") else 4


def fills_columns(house: House) -> bool:
    """Whether it is two columns of more than two cards that earn it, and so not four of a kind."""
    rule = house.four_of_a_kind
    return rule is not None and earns(rule) and cards_needed(rule, house) != 4


def four_of_a_kind(house: House) -> Iterator[str]:
    """The points for four equal cards, where there are any."""
    rule = house.four_of_a_kind
    if rule is None or not earns(rule):
        if rule is not None or house.cancelling is not None:
            yield f"Four of a kind count nothing extra{note(house, 'four_of_a_kind.points')}."
        return
    how = "instead of their own points" if rule.cards == "cancelled" else "on top of their own points"
    extra = f"{number(rule.points)} {how}" if rule.points else f"nothing extra, but for what follows, which is {how}"
    cards = count_word(cards_needed(rule, house))
    shape = sheet_words(house, "four_of_a_kind.pattern")
    read = note(house, "four_of_a_kind.points", "four_of_a_kind.cards", "four_of_a_kind.pattern")
    yield f"{shape.format(Cards=capital(cards))} count {extra}{read}."
    for rank in house.ranks:
        if rank in rule.by_rank:
            yield f"{capital(cards)} {rank.plural} count {number(rule.by_rank[rank])}."
    if rule.pattern in ("columns", "any-pairs") and house.grid.columns > 2:
        touch = "have to be neighbours" if rule.touching else "may have another between them"
        yield f"The two columns {touch}{note(house, 'four_of_a_kind.touching')}."
    for count, points in sorted(rule.by_columns.items()):
        yield f"{capital(count_word(count))} equal columns of one rank count {number(points)} in all."
    if rule.pattern in ("columns", "any-pairs") and house.grid.columns > max(rule.by_columns, default=2):
        yield _six_alike(rule, house)
    if rule.pattern in ("block", "end-block") and house.grid.size > 4:
        each = rule.six_alike != "once"
        yield (
            "Several such squares of one rank count for each of them, also where they overlap."
            if each
            else "Several such squares of one rank count this only once."
        )
    read = note(house, "four_of_a_kind.not_for")
    if rule.not_for:
        yield f"{capital(plurals(rule.not_for))} are left out of this{read}."
    elif house.has_joker:
        too = f"{capital(cards)} jokers earn it" if fills_columns(house) else "Four jokers are four of a kind"
        yield f"{too} too{read}."
    kept = {} if house.cancelling is None or rule.cards == "counted" else house.cancelling.exceptions
    if ranks := [rank for rank, counts in kept.items() if counts in ("keep", "lower") and rank not in rule.not_for]:
        yield f"{capital(plurals(ranks))}, whose pairs keep their values, keep them here as well."


def _six_alike(rule: FourOfAKind, house: House) -> str:
    three = "More columns of one rank" if rule.pattern == "columns" else "More such columns"
    times = sheet_words(house, "four_of_a_kind.six_alike")
    return f"{three} count {times}{note(house, 'four_of_a_kind.six_alike')}."


# --- what a whole layout shows -------------------------------------------------------------------------------------


def bonuses(house: House) -> Iterator[str]:
    """A sentence for each bonus, two where it gives points to the others as well."""
    for bonus in house.bonuses:
        yield from one_bonus(bonus, house)
    if len(house.bonuses) > 1:
        yield "A layout earns each of these that it shows, once."


def one_bonus(bonus: Bonus, house: House) -> Iterator[str]:
    """What it brings, and what it gives to the others."""
    yield _bonus(bonus, house)
    if bonus.others:
        yield f"Each of the others then gets {signed(bonus.others)}."


def pattern_words(bonus: Bonus, house: House) -> str:
    """What a layout has to show: `six cards of one suit`."""
    ranks = listing([rank.plural for rank in bonus.ranks]) if len(bonus.ranks) == 1 else _either_rank(bonus)
    pairs = (
        groups_of(house) if bonus.pairs > 1 else groups_of(house).replace("pairs", "pair").replace("groups", "group")
    )
    return {
        "one-suit": f"{count_word(house.grid.size)} cards of one suit",
        "run": f"{count_word(house.grid.size)} cards whose ranks follow each other, in any order",
        "corners": f"four {ranks or 'equal cards'} in the four corners",
        "pairs": f"{count_word(bonus.pairs)} {pairs} of {ranks or 'one rank'}",
        "all-cancelled": "a layout in which every card cancels",
        "exact-total": f"a layout of exactly {number(bonus.total)}",
    }[bonus.pattern]


def _either_rank(bonus: Bonus) -> str:
    return " or ".join(rank.plural for rank in bonus.ranks)


def points_words(bonus: Bonus) -> str:
    """What the pattern counts: `−20 instead of their own points`."""
    if bonus.pattern == "exact-total":
        return f"{number(bonus.points)} instead"
    if bonus.pattern in ("pairs", "all-cancelled"):
        return f"{signed(bonus.points)} more"
    return f"{number(bonus.points)} {'instead' if bonus.cards == 'cancelled' else 'on top'} of their own points"


def _bonus(bonus: Bonus, house: House) -> str:
    shown = capital(pattern_words(bonus, house))
    verb = "counts" if bonus.pattern in ("all-cancelled", "exact-total") else "count"
    wild = "; a joker stands for any card there" if bonus.jokers_wild else ""
    if not bonus.points and bonus.pattern != "exact-total" and bonus.cards == "counted":
        return f"{shown} {verb} nothing extra for whoever has {'it' if verb == 'counts' else 'them'}{wild}."
    return f"{shown} {verb} {points_words(bonus)}{wild}."
