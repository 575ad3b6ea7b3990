"""Two houses compared, topic by topic."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from scorekeeper.houses.idle import effective
from scorekeeper.houses.loading import freeze, thaw
from scorekeeper.houses.sheet.facts import deck_ranges, single_cards
from scorekeeper.houses.sheet.phrases import either, grid_words
from scorekeeper.houses.sheet.sentences import said, told
from scorekeeper.houses.vocabulary import PARAMETERS, Parameter, value_of
from scorekeeper.rules.cards import Rank
from scorekeeper.rules.house import House
from scorekeeper.rules.wording import count_word, listing, number


def differences(house: House, other: House) -> tuple[str, ...]:
    """Every difference between two houses in a sentence: `Twos: −2 here, but 2 there.`"""
    here, there = _topics(freeze(house)), _topics(freeze(other))
    return tuple(_difference(topic, said, there[topic]) for topic, said in here.items() if said != there[topic])


def _difference(topic: str, here: str, there: str) -> str:
    """One difference. What both have comes first, once."""
    if there.startswith(f"{here} and "):
        return f"{topic}: {here} in both, but {there.removeprefix(f'{here} and ')} there."
    if here.startswith(f"{there} and "):
        return f"{topic}: {there} in both, but {here.removeprefix(f'{there} and ')} here."
    if there == f"not {here}":
        return f"{topic}: {here} here, but not there."
    return f"{topic}: {here} here, but {there} there."


@lru_cache(maxsize=64)
def _topics(frozen: str) -> Mapping[str, str]:
    """The answers of a house by topic, scoring first. All houses have the same topics in the same order."""
    return dict(_answers(thaw(frozen)))


def _answers(house: House) -> Iterator[tuple[str, str]]:
    yield "Cards", f"{count_word(house.grid.size)} {grid_words(house)}"
    for rank in Rank:
        value = house.values.get(rank)
        yield rank.plural.capitalize(), "not in the game" if value is None else number(value)
    cards = [f"{card} {number(value)}" for card, value in single_cards(house)]
    yield "Special cards", listing(cards) or "none"
    yield "Matching cards", said("cancelling_beside", house)
    yield "Four of a kind", listing(list(told("four_beside", house)))
    yield "Bonuses", _bonuses(house) or "none"
    yield "Ending a hole", " and ".join(told("ender_beside", house))
    yield "Lowest score on a hole", said("winner_beside", house, reward=house.placing.winner)
    yield "Tied scores on a hole", said("equal_scores_beside", house)
    yield "Scores on a hole are compared", said("compared_beside", house)
    yield "Players", f"{house.table.players_min} to {house.most_players}"
    yield "The deck", said("deck_beside", house)
    decks = [f"{count_word(decks) if decks else 'your choice'} for {who}" for who, decks in deck_ranges(house)]
    yield "Decks", listing(decks)
    yield "Jokers in a deck", said("jokers_beside", house)
    played = effective(house)
    for group in ("opening.", "turn.", "ending.", "match."):
        for one in PARAMETERS.values():
            if one.key.startswith(group):
                yield one.topic.rstrip("?"), _said(one, value_of(played, one.key))


def _bonuses(house: House) -> str:
    """The bonuses in one list. Wild jokers come last, once, if several bonuses share them."""
    wild = len(house.bonuses) > 1 and all(bonus.jokers_wild for bonus in house.bonuses)
    shown = [replace(bonus, jokers_wild=False) for bonus in house.bonuses] if wild else house.bonuses
    told = listing([said("bonus_beside", house, bonus=bonus) for bonus in shown])
    return f"{told}, {'both' if len(shown) == 2 else 'all'} with jokers wild" if wild else told


_TICKED = {
    "turn.turn_up_in_last_turn": ("as on any turn", "none"),
    "ending.waits_for_all": ("required", "not required"),
    "match.hole_winner": ("one", "none"),
}
"""What a switch says when on and off, if not `allowed` and `not allowed`."""

_IN_WORDS = ("opening.face_up", "opening.peek", "ending.turns", "ending.last_turns")
"""Counts of things, written in words."""

_UNSET = {"opening.places": "any", "ending.turns": "no limit"}
"""What an empty or zero value says, where that is not `none`."""


def _said(one: Parameter, value: Any) -> str:
    if one.kind == "tick":
        on, off = _TICKED.get(one.key, ("allowed", "not allowed"))
        return on if value else off
    if isinstance(value, Mapping):
        return listing([f"{number(left)} becomes {number(right)}" for left, right in sorted(value.items())]) or "none"
    if isinstance(value, tuple):
        words = [str(each) for each in sorted(value)]
        return (
            _UNSET.get(one.key, "none") if not words else either(words) if one.key == "match.holes" else listing(words)
        )
    if value in one.choices:
        return one.choices[value]
    if not value:
        return _UNSET.get(one.key, "none")
    if one.key in _IN_WORDS:
        return count_word(value)
    return f"{number(value)} points" if one.key == "match.until" else number(value)
