"""A house beside others: where two of them differ, topic by topic."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from scorekeeper.houses.effective import effective
from scorekeeper.houses.sheet import card_points, course, pattern_points, paying
from scorekeeper.houses.sheet.phrases import either, grid_words, plurals
from scorekeeper.houses.vocabulary import PARAMETERS, Parameter, value_of
from scorekeeper.rules.cards import Rank
from scorekeeper.rules.house import House
from scorekeeper.rules.parameters import Cancelling, Reward
from scorekeeper.rules.wording import count_word, listing, number, signed


def differences(house: House, other: House) -> tuple[str, ...]:
    """Where the rules of two houses differ, a sentence each: `Twos: −2 here, 2 there.` Empty for equal rules."""
    there = dict(_topics(other))
    return tuple(
        f"{topic}: {here} here, {there[topic]} there." for topic, here in _topics(house) if here != there[topic]
    )


def _topics(house: House) -> Iterator[tuple[str, str]]:
    """Every house answers the same topics in the same order, what changes a score first."""
    yield "Cards", f"{count_word(house.grid.size)} {grid_words(house)}"
    for rank in Rank:
        value = house.values.get(rank)
        yield rank.plural.capitalize(), "not in the game" if value is None else number(value)
    yield "Single cards", _single_cards(house)
    yield "Equal cards", "all of them count" if house.cancelling is None else _cancelling(house.cancelling, house)
    yield "Four of a kind", _four(house)
    yield "Bonuses", "; ".join(_bonuses(house)) or "none"
    yield "Whoever ends the hole", _ender(house)
    yield "The fewest points on a hole", _winner(house.placing.winner)
    yield (
        "Equal scores on a hole",
        f"get {signed(house.placing.equal)} each" if house.placing.equal else "stay as they are",
    )
    yield (
        "Places on a hole",
        "go by the layouts" if house.placing.compared == "raw" else "go by what the ender has then",
    )
    yield from _table_topics(house)
    yield from _other_topics(house)


def _single_cards(house: House) -> str:
    cards = [f"{card} {number(value)}" for card, value in card_points.single_cards(house)]
    return listing(cards) or "none apart from their rank"


def _cancelling(rule: Cancelling, house: House) -> str:
    unit = {"rank": "of one rank", "value": "of one value", "card": "of one rank and suit"}[rule.same]
    rest = " and any more of them" if rule.leftover == "cancels" and card_points.longest_line(house) > rule.size else ""
    wild = f", and {plurals(rule.wild)} match any" if rule.wild else ""
    kept = [
        f"{count_word(rule.size)} {rank.plural} count {number(card_points.group_points(rank, house))}"
        for rank in house.ranks
        if rule.exceptions.get(rank, rule.counts) != rule.counts
    ]
    counts = {"zero": "cancel", "negative": "count minus their points"}.get(str(rule.counts))
    done = counts or f"count {number(int(rule.counts))} together"
    left = " and leave the layout" if rule.leave else ""
    but = f", but {listing(kept)}" if kept else ""
    return f"{count_word(rule.size)} {unit}{rest} {card_points.where_words(rule)} {done}{left}{wild}{but}"


def _four(house: House) -> str:
    rule = house.four_of_a_kind
    if rule is None or not pattern_points.earns(rule):
        return "nothing extra"
    which = PARAMETERS["four_of_a_kind.pattern"].choices[rule.pattern]
    cards = count_word(pattern_points.cards_needed(rule, house))
    words = [f"{number(rule.points)} for {cards}, {which}"]
    words += [f"{number(points)} for {cards} {rank.plural}" for rank, points in sorted(rule.by_rank.items())]
    words += [f"{number(points)} for {count_word(count)} columns" for count, points in sorted(rule.by_columns.items())]
    if rule.pattern in ("columns", "any-pairs") and house.grid.columns > 2:
        words += ["side by side"] * rule.touching
        six = PARAMETERS["four_of_a_kind.six_alike"].choices
        words.append(f"{count_word(3 * house.grid.rows)} alike {six[rule.six_alike]}")
    if rule.pattern in ("block", "end-block") and house.grid.size > 4:
        words.append("once for a rank" if rule.six_alike == "once" else "for each square")
    if rule.cards == "counted":
        words.append("on top of the cards")
    if rule.not_for:
        words.append(f"not for {plurals(rule.not_for)}")
    return ", ".join(words)


def _bonuses(house: House) -> Iterator[str]:
    for bonus in house.bonuses:
        wild = ", jokers standing for any card" if bonus.jokers_wild else ""
        others = f", {signed(bonus.others)} for each of the others" if bonus.others else ""
        yield f"{pattern_points.pattern_words(bonus, house)} {pattern_points.points_words(bonus)}{wild}{others}"


def _ender(house: House) -> str:
    words = []
    if house.penalty is not None and paying.penalised(house):
        rule = house.penalty
        twice = "double" if rule.below_zero == "kept" else "double, also below 0,"
        pays = {
            "add": f"pays {rule.points}",
            "double": f"pays {twice}",
            "double-and-add": f"pays {twice} and {rule.points}",
            "worst": "gets the worst score",
            "none": "",
        }[rule.kind]
        each = " for each" if rule.each_rival and rule.kind == "add" else ""
        equal = " or equal" if rule.when == "someone-lower-or-equal" else ""
        words.append(f"{pays}{each} if somebody is lower{equal}")
    if house.reward is not None and paying.rewarded(house.reward):
        lowest = "alone lowest" if house.reward.when == "alone" else "lowest, alone or not"
        words.append(f"{_gain(house.reward)} if {lowest}")
    return " and ".join(words) or "neither pays nor gains"


def _gain(rule: Reward) -> str:
    return {"none": "", "zero": "has 0", "half": "has half", "add": f"gets {number(rule.points)}"}[rule.kind]


def _winner(rule: Reward | None) -> str:
    if rule is None or not paying.rewarded(rule):
        return "bring nothing"
    return f"whoever has them {_gain(rule)}{'' if rule.when == 'alone' else ', shared or not'}"


def _table_topics(house: House) -> Iterator[tuple[str, str]]:
    yield "Players", f"{house.table.players_min} to {house.most_players}"
    yield "The deck", "52 cards" if house.table.deck is None else course.own_deck(house)
    yield (
        "Decks",
        "; ".join(
            f"{count_word(decks) if decks else 'to be agreed'} for {first if first == last else f'{first} to {last}'}"
            for first, last, decks in course.deck_ranges(house)
        ),
    )
    yield "Jokers in a deck", count_word(house.table.jokers_per_deck) if house.table.jokers_per_deck else "none"


def _other_topics(house: House) -> Iterator[tuple[str, str]]:
    """What a player does, how a hole ends and who wins: a topic for each parameter, in the words of the vocabulary."""
    played = effective(house)
    for group in ("opening.", "turn.", "ending.", "match."):
        for one in PARAMETERS.values():
            if one.key.startswith(group):
                yield one.topic.rstrip("?"), _said(one, value_of(played, one.key))


def _said(one: Parameter, value: Any) -> str:
    if one.kind == "tick":
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return listing([f"{number(left)} becomes {number(right)}" for left, right in sorted(value.items())]) or "none"
    if isinstance(value, tuple):
        return either([str(each) for each in value]) if value else "none"
    if value in one.choices:
        return one.choices[value]
    return number(value) if value else "none"
