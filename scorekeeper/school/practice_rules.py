"""The rules that can be practised: what misreads, questions and progress are sorted by."""

from dataclasses import dataclass

from scorekeeper.rules import House
from scorekeeper.school.hole_misreads import hole_misreads
from scorekeeper.school.misreads import misreads

TURNS, ENDING, ENDER, WINNING = "turns", "ending", "ender", "winning"
"""Rules of the whole hole, beside those of counting a layout, which the misreads name."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of the house. ``key`` is its name for ever, in addresses and in what is kept; ``name`` is for people."""

    key: str
    name: str


NAMES = {
    "value-a": "What an ace counts",
    "value-2": "What a two counts",
    "value-j-q": "What jack and queen count",
    "value-k": "What a king counts",
    "single-cards": "Single cards with a value of their own",
    "value-joker": "What a joker counts",
    "cancelling": "What cancelled cards count",
    "where": "Where equal cards cancel",
    "equal": "Which cards are equal",
    "negative-pairs": "Equal cards below zero",
    "pair-of-jokers": "A pair of jokers",
    "four-of-a-kind": "Four of a kind",
    "hidden-cards": "Cards that still lie face down",
    "adding": "Adding up",
    TURNS: "What may be done in a turn",
    ENDING: "When the hole ends",
    ENDER: "What the ender pays or earns",
    WINNING: "Who wins",
}
"""In the order in which they are learned."""


def rules_of(house: House) -> tuple[Rule, ...]:
    """The rules of this house that can be misread, in the order in which they are learned."""
    counted = {misread.rule for misread in misreads(house) if misread.reading is None}
    there = counted | rules_of_holes(house)
    return tuple(Rule(key, name) for key, name in NAMES.items() if key in there)


def rules_of_holes(house: House) -> frozenset[str]:
    """Those beside the counting of a layout: those that the misreads of a hole name, and the course of the hole."""
    misread = {misread.rule for misread in hole_misreads(house) if misread.reading is None}
    return frozenset(misread | {TURNS, ENDING})
