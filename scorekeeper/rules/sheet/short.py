"""What is special about a house, in a few words."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.rules.cards import Rank
from scorekeeper.rules.house import House
from scorekeeper.rules.sheet.bonuses import earns, fills_columns
from scorekeeper.rules.sheet.paying import penalised
from scorekeeper.rules.sheet.phrases import many
from scorekeeper.rules.sheet.values import single_cards
from scorekeeper.rules.wording import count_word, number

MOST_FACTS = 5


def in_short(house: House) -> tuple[str, ...]:
    """Three to five short facts that tell this house from others, the most telling first."""
    return tuple(_facts(house))[:MOST_FACTS]


def _facts(house: House) -> Iterator[str]:
    if house.grid.size != 6:
        yield f"{count_word(house.grid.size).capitalize()} cards"
    if house.table.deck is not None:
        yield f"A deck of {house.cards_in_play(1)} of its own"
    else:
        yield from _value_facts(house)
    yield from _equal_facts(house)
    four = house.four_of_a_kind
    if four is not None and earns(four):
        what = "Two equal columns" if fills_columns(house) else "Four of a kind"
        yield f"{what} {number(four.points)}"
    if house.ender_matters:
        yield "Ending a hole can cost" if penalised(house) else "Ending a hole can pay"
    if house.match.until is not None:
        yield f"To {number(house.match.until)} points"
    if house.match.teams != "none":
        yield "Played in teams"
    if house.bonuses:
        yield "Bonus for a whole layout"
    if house.placing.equal or house.placing.winner is not None:
        yield "Places on a hole count"
    if house.ending.trigger == "knock":
        yield "A knock ends the hole"
    turns = house.ending.last_turns
    yield "Stops at once" if not turns else f"{many(turns, 'last turn').capitalize()}"
    if len(set(house.table.decks.values())) > 1:
        yield "More decks for more players"


def _value_facts(house: House) -> Iterator[str]:
    if house.values[Rank.TWO] != 2:
        yield f"Twos {number(house.values[Rank.TWO])}"
    if house.values[Rank.KING]:
        yield f"Kings {number(house.values[Rank.KING])}"
    for card, value in single_cards(house):
        yield f"{card.capitalize()} {number(value)}"
    joker = house.values.get(Rank.JOKER)
    if joker is None:
        yield "No jokers"
    else:
        yield f"Jokers {number(joker)}" + ("" if house.table.jokers_per_deck else ", if any")


def _equal_facts(house: House) -> Iterator[str]:
    rule = house.cancelling
    if rule is None:
        yield "No pairs"
        return
    group = "Pairs" if rule.size == 2 else f"{count_word(rule.size).capitalize()} alike"
    verb = "leave the layout" if rule.leave else "cancel" if rule.counts in ("zero", 0) else "count less"
    kept = [rank.plural for rank in house.ranks if rule.exceptions.get(rank, rule.counts) != rule.counts]
    where = " in any line" if len(rule.where) > 1 else " anywhere" if rule.where == ("anywhere",) else ""
    yield f"{group} {verb}{where}" + (f", but not {' or '.join(kept)}" if kept else "")
