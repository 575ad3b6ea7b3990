"""Sheet 004: two jokers that keep their minus 2, and the only worked example of the five."""

from scorekeeper.rules import Rank
from scorekeeper.rules.parameters import Cancelling, Ending, FourOfAKind, Penalty
from tests.cases import Case, HoleCase, LastTurnCase, LayoutCase, as_printed, changed, chosen, valued

PRINTED = as_printed("two-joker")
PAIR_OF_TWO = chosen("two-joker", joker_pair="minus-two")
PAIR_OF_NONE = chosen("two-joker", joker_pair="zero")

CASES: tuple[Case, ...] = (
    LayoutCase("example", "as worked on the sheet", PRINTED, "5 * 7 / 5 Q K", 15),
    LayoutCase("004-a", "each joker minus 2", PRINTED, "* 5 6 / * 5 7", 9),
    LayoutCase("004-a", "the column minus 2", PAIR_OF_TWO, "* 5 6 / * 5 7", 11),
    LayoutCase("004-a", "the column 0", PAIR_OF_NONE, "* 5 6 / * 5 7", 13),
    LayoutCase("004-a", "each joker minus 2, nothing else counts", PRINTED, "* Q 8 / * Q 8", -4),
    LayoutCase("004-a", "the column minus 2, nothing else counts", PAIR_OF_TWO, "* Q 8 / * Q 8", -2),
    LayoutCase("004-a", "the column 0, nothing else counts", PAIR_OF_NONE, "* Q 8 / * Q 8", 0),
    LayoutCase("004-b", "not wild", PRINTED, "* 7 7 / 7 * 7", 10),
    LayoutCase(
        "004-b",
        "wild",
        changed("two-joker", cancelling=Cancelling(wild=(Rank.JOKER,), exceptions={Rank.JOKER: "keep"})),
        "* 7 7 / 7 * 7",
        0,
    ),
    LayoutCase("004-c", "equal rank", PRINTED, "J Q J / Q J Q", 60),
    LayoutCase("004-c", "equal value", changed("two-joker", cancelling=Cancelling(same="value")), "J Q J / Q J Q", 0),
    LayoutCase("004-d", "ace 1", PRINTED, "A A 6 / A 2 6", 3),
    LayoutCase("004-d", "ace 11", valued("two-joker", ACE=11), "A A 6 / A 2 6", 13),
    LayoutCase("004-e", "face value", PRINTED, "2 2 7 / K K K", 11),
    LayoutCase("004-e", "minus 2", chosen("two-joker", twos="minus"), "2 2 7 / K K K", 3),
    LayoutCase("004-f", "two pairs", PRINTED, "9 9 4 / 9 9 4", 0),
    LayoutCase("004-f", "four of a kind minus 10", changed("two-joker", four_of_a_kind=FourOfAKind(points=-10)),
     "9 9 4 / 9 9 4", -10),
    LayoutCase("004-g", "turned up and counted", PRINTED, "K 2 [Q] / 3 9 [8]", 32),
    LayoutCase("004-g", "left out",
     changed("two-joker", ending=Ending(trigger="all-face-up", last_turns=1, hidden=0)), "K 2 [Q] / 3 9 [8]", 14),
    HoleCase("004-h", "no penalty", PRINTED, {"Ann": 16, "Bob": 9}, "Ann", {"Ann": 16, "Bob": 9}),
    HoleCase("004-h", "ten points", changed("two-joker", penalty=Penalty(kind="add", points=10)),
     {"Ann": 16, "Bob": 9}, "Ann", {"Ann": 26, "Bob": 9}),
    HoleCase("004-h", "doubled", changed("two-joker", penalty=Penalty(kind="double")), {"Ann": 16, "Bob": 9}, "Ann",
     {"Ann": 32, "Bob": 9}),
    LayoutCase("B.x", "jokers as printed", PRINTED, "9 * K / 3 5 K", 15),
    LayoutCase("B.x", "jokers minus 3", chosen("two-joker", joker_value="minus-three"), "9 * K / 3 5 K", 14),
    LayoutCase("B.x", "jokers minus 5", chosen("two-joker", joker_value="minus-five"), "9 * K / 3 5 K", 12),
    LastTurnCase("B.x", "one last turn", PRINTED, "Q 4 4 / K 4 3", "K 4 4 / K 4 3", 7),
    LastTurnCase("B.x", "no last turn", chosen("two-joker", last_turn="none"), "Q 4 4 / K 4 3", "K 4 4 / K 4 3", 17),
)  # fmt: skip
