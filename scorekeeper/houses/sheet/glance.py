"""A rule sheet at a glance: an example hand, the card values as a strip and a line for each of the first questions."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from scorekeeper.houses.sheet.facts import penalised, rewarded
from scorekeeper.houses.sheet.phrases import runs
from scorekeeper.houses.sheet.sentences import said, told
from scorekeeper.houses.sheet.worked_examples import examples
from scorekeeper.rules.cards import Rank
from scorekeeper.rules.house import House
from scorekeeper.rules.layout import Score
from scorekeeper.rules.notation import parse_card
from scorekeeper.rules.wording import MINUS, capitalize_first, count_word

Topic = Literal["deal", "turn", "equal", "end", "penalty", "match"]


@dataclass(frozen=True, slots=True)
class CardValue:
    """Cards with the same points, as printed on them: `J Q` and 10. Points of None are the number on the card."""

    cards: str
    points: int | None


@dataclass(frozen=True, slots=True)
class GlanceLine:
    """A topic, what opens its line, and the rest of the line, with its signs."""

    topic: Topic
    word: str
    text: str


@dataclass(frozen=True, slots=True)
class Glance:
    """The first screen of a rule sheet."""

    table: str
    example: Score
    values: tuple[CardValue, ...]
    lines: tuple[GlanceLine, ...]


def at_a_glance(house: House) -> Glance:
    """The rules of a house on one screen."""
    return Glance(", ".join(told("glance_table", house)), _example(house), tuple(_values(house)), tuple(_lines(house)))


def _example(house: House) -> Score:
    """An example in which cards cancel, if the house has one; best one whose columns alone make the total."""
    scores = [example.score for example in examples(house)]
    return min(scores, key=lambda score: (not score.cancelled, sum(score.column_points) != score.total))


def _values(house: House) -> Iterator[CardValue]:
    def points(rank: Rank) -> int | None:
        return None if rank.face == str(house.values[rank]) else house.values[rank]

    for value, group in groupby(house.ranks, key=points):
        yield CardValue(_faces(list(group), value is None), value)
    for key, value in house.card_values.items():
        card = parse_card(key)
        yield CardValue(f"{card.rank.shown}{card.suit.sign if card.suit else ''}", value)


def _faces(ranks: list[Rank], in_a_row: bool) -> str:
    """Faces side by side: `J Q`; numbers in a row drawn together: `2–10`, `−2 to 12`."""
    if not in_a_row:
        return " ".join("joker" if rank is Rank.JOKER else rank.shown for rank in ranks)
    return ", ".join(_span(run[0].shown, run[-1].shown) for run in runs(ranks))


def _span(first: str, last: str) -> str:
    joined = " to " if first.startswith(MINUS) else "–"
    return first if first == last else f"{first}{joined}{last}"


def _lines(house: House) -> Iterator[GlanceLine]:
    yield GlanceLine("deal", "Deal", said("glance_deal", house))
    yield GlanceLine("turn", "Turn:", said("glance_turn", house))
    yield GlanceLine("equal", _groups(house), said("glance_equal", house))
    yield GlanceLine("end", "End:", said("glance_end", house))
    if penalised(house) or rewarded(house.reward):
        yield GlanceLine("penalty", "Penalty:" if penalised(house) else "Reward:", said("glance_penalty", house))
    yield GlanceLine("match", "Game:", said("glance_match", house))


def _groups(house: House) -> str:
    if house.cancelling is None:
        return "Pairs:"
    return "Pairs" if house.cancelling.size == 2 else f"{capitalize_first(count_word(house.cancelling.size))} of a kind"
