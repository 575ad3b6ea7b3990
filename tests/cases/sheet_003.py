"""Sheet 003: four cards and a knock."""

from typing import Literal

from scorekeeper.rules.parameters import Cancelling, Ending, Penalty, Reward
from tests.cases import Case, HoleCase, LastTurnCase, LayoutCase, as_printed, changed, chosen

PRINTED = as_printed("four-card")
BY_COLUMN = changed("four-card", cancelling=Cancelling())
ANYWHERE = changed("four-card", cancelling=Cancelling(where=("anywhere",)))

_Kind = Literal["add", "double-and-add", "worst"]


def _penalty(kind: _Kind, points: int, score: int) -> HoleCase:
    return HoleCase(
        "003-d",
        f"the knocker pays: {kind} {points}",
        changed("four-card", penalty=Penalty(kind=kind, points=points)),
        {"Ann": "Q K / K K", "Bob": "K K / K K", "Cy": "9 8 / K K"},
        "Ann",
        {"Ann": score, "Bob": 0, "Cy": 17},
    )


CASES: tuple[Case, ...] = (
    LayoutCase("003-a", "every card counts", PRINTED, "7 3 / 7 Q", 27),
    LayoutCase("003-a", "column pairs cancel", BY_COLUMN, "7 3 / 7 Q", 13),
    LayoutCase("003-a", "any pair cancels", ANYWHERE, "7 3 / 7 Q", 13),
    LayoutCase("003-a", "every card counts, a pair in a row", PRINTED, "8 8 / 2 K", 18),
    LayoutCase("003-a", "column pairs cancel, a pair in a row", BY_COLUMN, "8 8 / 2 K", 18),
    LayoutCase("003-a", "any pair cancels, a pair in a row", ANYWHERE, "8 8 / 2 K", 2),
    LayoutCase("003-a", "every card counts, four alike", PRINTED, "5 5 / 5 5", 20),
    LayoutCase("003-a", "column pairs cancel, four alike", BY_COLUMN, "5 5 / 5 5", 0),
    LayoutCase("003-a", "any pair cancels, four alike", ANYWHERE, "5 5 / 5 5", 0),
    LayoutCase("003-b", "every card counts", PRINTED, "6 6 / 6 4", 22),
    LayoutCase("003-b", "two cancel, one counts", ANYWHERE, "6 6 / 6 4", 10),
    LayoutCase("003-c", "face value", PRINTED, "2 2 / A K", 5),
    LayoutCase("003-c", "minus 2", chosen("four-card", twos="minus"), "2 2 / A K", -3),
    HoleCase("003-d", "no penalty", PRINTED, {"Ann": "Q K / K K", "Bob": "K K / K K", "Cy": "9 8 / K K"}, "Ann",
     {"Ann": 10, "Bob": 0, "Cy": 17}),
    _penalty("add", 10, 20),
    _penalty("double-and-add", 5, 25),
    _penalty("worst", 0, 17),
    HoleCase("003-e", "no reward", PRINTED, {"Ann": 5, "Bob": 8}, "Ann", {"Ann": 5, "Bob": 8}),
    HoleCase("003-e", "the score becomes 0", changed("four-card", reward=Reward(kind="zero")), {"Ann": 5, "Bob": 8},
     "Ann", {"Ann": 0, "Bob": 8}),
    HoleCase("003-e", "minus 5", changed("four-card", reward=Reward(kind="add", points=-5)), {"Ann": 5, "Bob": 8},
     "Ann", {"Ann": 0, "Bob": 8}),
    HoleCase("003-e", "not when the lowest score is shared", changed("four-card", reward=Reward(kind="zero")),
     {"Ann": 5, "Bob": 5}, "Ann", {"Ann": 5, "Bob": 5}),
    LayoutCase("003-f", "all turned up and counted", PRINTED, "[7] [3] / [7] [Q]", 27),
    LayoutCase("003-f", "only what lies open",
     changed("four-card", ending=Ending(trigger="knock", last_turns=1, hidden=0)), "[7] 3 / [7] Q", 13),
    LastTurnCase("B.x", "one more turn", PRINTED, "Q 4 / K 3", "K 4 / K 3", 7),
    LastTurnCase("B.x", "the knock stops play", chosen("four-card", last_turn="none"), "Q 4 / K 3", "K 4 / K 3", 17),
)  # fmt: skip
