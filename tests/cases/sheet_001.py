"""Sheet 001: jokers minus 3, four of a kind minus 10, ten points for an ender whom somebody beat."""

from __future__ import annotations

from scorekeeper.rules import Rank
from scorekeeper.rules.parameters import FourOfAKind
from tests.cases import Case, HoleCase, LastTurnCase, LayoutCase, as_printed, changed, chosen

PRINTED = as_printed("penalty")

CASES: tuple[Case, ...] = (
    LayoutCase("001-c", "a pair like any other", PRINTED, "* 5 6 / * 5 7", 13),
    LayoutCase("001-c", "each joker minus 3", chosen("penalty", joker_pair="keep"), "* 5 6 / * 5 7", 7),
    LayoutCase("001-c", "minus 3 for the column", chosen("penalty", joker_pair="minus-three"), "* 5 6 / * 5 7", 10),
    LayoutCase("001-d", "four of a kind", PRINTED, "* * Q / * * J", 10),
    LayoutCase("001-d", "not a kind", chosen("penalty", four_jokers="no"), "* * Q / * * J", 20),
    LayoutCase("001-d", "each joker minus 3", chosen("penalty", four_jokers="no", joker_pair="keep"),
     "* * Q / * * J", 8),
    LayoutCase("001-d", "both", chosen("penalty", joker_pair="keep"), "* * Q / * * J", -2),
    LayoutCase("001-d", "both, of minus 5", chosen("penalty", joker_pair="keep", joker_value="minus-five"),
     "* * Q / * * J", -10),
    LayoutCase("001-d", "both, for other ranks", chosen("penalty", four_jokers_worth="both"), "8 8 Q / 8 8 J", 10),
    LayoutCase("001-e", "any two columns", PRINTED, "5 K 5 / 5 3 5", -7),
    LayoutCase("001-e", "touching columns", chosen("penalty", touching="touching"), "5 K 5 / 5 3 5", 3),
    LayoutCase("001-e", "touching columns that do", chosen("penalty", touching="touching"), "K 5 5 / 3 5 5", -7),
    LayoutCase("001-f", "in place of the cards", PRINTED, "5 5 K / 5 5 Q", 0),
    LayoutCase("001-f", "on top of the cards", chosen("penalty", four_of_a_kind="on-top"), "5 5 K / 5 5 Q", 20),
    LayoutCase("001-f", "no bonus", chosen("penalty", four_of_a_kind="off"), "5 5 K / 5 5 Q", 10),
    LayoutCase("001-g", "two columns", PRINTED, "5 5 K / 5 K 5", 10),
    LayoutCase("001-g", "two in each row", chosen("penalty", two_and_two="rows"), "5 5 K / 5 K 5", -10),
    LayoutCase("001-g", "four of five in two columns", chosen("penalty", two_and_two="rows"), "A A A / 2 A A", -7),
    LayoutCase("001-h", "two columns", PRINTED, "5 5 5 / 5 K A", 11),
    LayoutCase("001-h", "four anywhere",
     changed("penalty", four_of_a_kind=FourOfAKind(points=-10, pattern="anywhere")), "5 5 5 / 5 K A", -9),
    LayoutCase("001-i", "once", PRINTED, "8 8 8 / 8 8 8", -10),
    LayoutCase("001-i", "each block", chosen("penalty", six_alike="each-block"), "8 8 8 / 8 8 8", -20),
    LayoutCase("001-i", "each two columns", chosen("penalty", six_alike="each-pair"), "8 8 8 / 8 8 8", -30),
    LayoutCase("001-j", "kings like any rank", PRINTED, "K K 4 / K K 9", 3),
    LayoutCase(
        "001-j",
        "not for kings",
        changed("penalty", four_of_a_kind=FourOfAKind(points=-10, not_for=(Rank.KING,))),
        "K K 4 / K K 9",
        13,
    ),
    LayoutCase("001-k", "two pairs are 0", PRINTED, "2 9 A / 2 9 3", 4),
    LayoutCase("001-k", "two pairs are minus 10",
     changed("penalty", four_of_a_kind=FourOfAKind(points=-10, pattern="any-pairs")), "2 9 A / 2 9 3", -6),
    HoleCase("001-l", "a tie is free", PRINTED, {"Ann": 5, "Bob": 5}, "Ann", {"Ann": 5, "Bob": 5}),
    HoleCase("001-l", "a tie costs", chosen("penalty", penalty_tie="pays"), {"Ann": 5, "Bob": 5}, "Ann",
     {"Ann": 15, "Bob": 5}),
    HoleCase("001-l", "lower costs in any case", PRINTED, {"Ann": "A 4 K / K K K", "Bob": "A 3 K / K K K"}, "Ann",
     {"Ann": 15, "Bob": 4}),
    HoleCase("001-m", "once", PRINTED, {"Ann": 9, "Bob": 4, "Cy": 3, "Di": 0}, "Ann",
     {"Ann": 19, "Bob": 4, "Cy": 3, "Di": 0}),
    HoleCase("001-m", "for each rival", chosen("penalty", penalty_rivals="each"),
     {"Ann": 9, "Bob": 4, "Cy": 3, "Di": 0}, "Ann", {"Ann": 39, "Bob": 4, "Cy": 3, "Di": 0}),
    # Were the ten points added before comparing, Ann's 3 would be 13, lose to Bob's 5 and cost her ten.
    HoleCase("001-n", "compared before it is added", PRINTED, {"Ann": 3, "Bob": 5}, "Ann", {"Ann": 3, "Bob": 5}),
    LastTurnCase("001-n", "after the others' last turn", PRINTED, "Q 4 4 / K 4 3", "K 4 4 / K 4 3", 7),
    HoleCase("001-o", "nobody ended it", PRINTED, {"Ann": 9, "Bob": 4}, None, {"Ann": 9, "Bob": 4}),
    HoleCase("001-o", "the last to reveal", PRINTED, {"Ann": 9, "Bob": 4}, "Ann", {"Ann": 19, "Bob": 4}),
    HoleCase("001-w", "only the first to end it", PRINTED, {"Ann": 9, "Bob": 8, "Cy": 3}, "Ann",
     {"Ann": 19, "Bob": 8, "Cy": 3}),
    HoleCase("001-w", "what the second would pay", PRINTED, {"Ann": 9, "Bob": 8, "Cy": 3}, "Bob",
     {"Ann": 9, "Bob": 18, "Cy": 3}),
    LayoutCase("001-y", "face value", PRINTED, "A 2 3 / 4 5 6", 21),
    LayoutCase("001-y", "minus 2", chosen("penalty", twos="minus"), "A 2 3 / 4 5 6", 17),
    LayoutCase("B.x", "jokers as printed", PRINTED, "9 7 * / 6 5 3", 27),
    LayoutCase("B.x", "jokers minus 2", chosen("penalty", joker_value="minus-two"), "9 7 * / 6 5 3", 28),
    LayoutCase("B.x", "jokers minus 5", chosen("penalty", joker_value="minus-five"), "9 7 * / 6 5 3", 25),
    *(
        HoleCase(
            "B.x",
            f"penalty {penalty}",
            chosen("penalty", penalty=penalty),
            {"Ann": 16, "Bob": 4, "Cy": 30},
            "Ann",
            {"Ann": ann, "Bob": 4, "Cy": 30},
        )
        for penalty, ann in (
            ("plus-ten", 26),
            ("none", 16),
            ("plus-five", 21),
            ("double", 32),
            ("double-and-five", 37),
            ("worst", 30),
        )
    ),
    HoleCase("B.x", "five for each rival who ties or beats the ender",
     chosen("penalty", penalty="plus-five", penalty_tie="pays", penalty_rivals="each"),
     {"Ann": 9, "Bob": 9, "Cy": 3, "Di": 10}, "Ann", {"Ann": 19, "Bob": 9, "Cy": 3, "Di": 10}),
    LastTurnCase("B.x", "no last turn", chosen("penalty", last_turn="none"), "Q 4 4 / K 4 3", "K 4 4 / K 4 3", 17),
)  # fmt: skip
