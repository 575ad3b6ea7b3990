"""Names that pupils go by: made up here, friendly, and never their own."""

from __future__ import annotations

from collections.abc import Collection

from scorekeeper.quiz.dice import Dice

CHOICES = 3

_HOW = [
    "Bold",
    "Brave",
    "Bright",
    "Brisk",
    "Calm",
    "Careful",
    "Cheerful",
    "Clever",
    "Cosy",
    "Curious",
    "Daring",
    "Dashing",
    "Eager",
    "Early",
    "Fair",
    "Fearless",
    "Friendly",
    "Gallant",
    "Gentle",
    "Glad",
    "Golden",
    "Grand",
    "Happy",
    "Hearty",
    "Helpful",
    "Honest",
    "Jolly",
    "Keen",
    "Kind",
    "Lively",
    "Loyal",
    "Lucky",
    "Mellow",
    "Merry",
    "Mighty",
    "Modest",
    "Neat",
    "Nimble",
    "Noble",
    "Patient",
    "Plucky",
    "Polite",
    "Proud",
    "Quick",
    "Quiet",
    "Ready",
    "Royal",
    "Silver",
    "Smart",
    "Smiling",
    "Snappy",
    "Steady",
    "Sunny",
    "Swift",
    "Tidy",
    "Trusty",
    "Warm",
    "Wise",
    "Witty",
    "Zesty",
]
_WHO = [
    "Ace",
    "Deuce",
    "Three",
    "Four",
    "Five",
    "Six",
    "Seven",
    "Eight",
    "Nine",
    "Ten",
    "Jack",
    "Queen",
    "King",
    "Joker",
    "Spade",
    "Heart",
    "Diamond",
    "Club",
    "Caddie",
    "Dealer",
    "Birdie",
    "Eagle",
    "Fairway",
    "Putter",
]

LONGEST_NAME = max(map(len, _HOW)) + 1 + max(map(len, _WHO))


def names_to_choose(taken: Collection[str], dice: Dice) -> tuple[str, ...]:
    """A few names that nobody has, to choose one from."""
    free = [name for how in _HOW for who in _WHO if (name := f"{how} {who}") not in taken]
    return tuple(dice.draw(free, CHOICES))


def is_made_here(name: str) -> bool:
    """Whether it is one of these names: nobody can go by another one."""
    how, _, who = name.partition(" ")
    return how in _HOW and who in _WHO
