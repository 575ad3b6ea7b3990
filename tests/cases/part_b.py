"""The comparison of the five sheets, as far as it can be counted: its rows, and the numbers of its examples.

The comparison is not in this tree; its rows and numbers are. A row may be worked under several layouts, and a question
that is only explained may show what two others come to together.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from string import ascii_lowercase

ROWS: Mapping[str, tuple[str, ...]] = {
    "000": tuple(ascii_lowercase[: ascii_lowercase.index("v") + 1]),
    "001": (*ascii_lowercase, "aa", "ab"),
    "002": tuple(ascii_lowercase[: ascii_lowercase.index("q") + 1]),
    "003": tuple(ascii_lowercase[: ascii_lowercase.index("t") + 1]),
    "004": tuple(ascii_lowercase[: ascii_lowercase.index("s") + 1]),
}
"""By sheet: 22, 28, 17, 20 and 19 rows."""

EVERY_ROW = tuple(f"{sheet}-{letter}" for sheet, letters in ROWS.items() for letter in letters)


@dataclass(frozen=True)
class Numbers:
    """What the example of one question counts under its readings, by the readings' keys.

    A number is a total; a mapping is all scores by name.
    """

    row: str
    option: str
    readings: Mapping[str, int | Mapping[str, int]]
    given: Mapping[str, str] = field(default_factory=dict)  # readings of other questions that the table has chosen
    layout: str = ""  # in place of the question's own example


NUMBERS = (
    Numbers("000-a", "shape", {"two-rows": 31, "three-rows": 9}),
    Numbers("000-b", "pair-of-twos", {"zero": 17, "keep": 13}),
    Numbers("000-c", "pair-or-not", {"no": 14, "yes": 10}),
    Numbers("000-d", "equal-value", {"rank": 40, "value": 0}),
    Numbers("000-d", "equal-value", {"rank": 24, "value": 4}, layout="10 A K / J 3 K"),
    Numbers("000-e", "four-of-a-kind",
     {"nothing": 1, "minus-ten": -9, "minus-twenty": -19, "minus-twenty-five": -24}),
    Numbers("000-f", "lines", {"columns": 36, "rows": 26, "whole-rows": 21}),
    Numbers("000-g", "three-twos", {"one": 6, "all": 2}),
    Numbers("000-h", "hidden", {"counted": 28, "zero": 10}),
    Numbers("000-m", "last-turn", {"none": 17, "one": 7}),
    Numbers("001-c", "joker-pair", {"zero": 13, "keep": 7, "minus-three": 10}),
    Numbers("001-d", "four-jokers", {"yes": 10, "no": 20}),
    Numbers("001-d", "four-jokers", {"no": 8, "yes": -2}, {"joker-pair": "keep", "four-of-a-kind": "on-top"}),
    Numbers("001-d", "four-jokers-worth", {"four": 10, "pairs": 20, "own": 8, "both": -2}),
    Numbers("001-d", "four-jokers-worth", {"four": 10, "both": 10}, layout="8 8 Q / 8 8 J"),
    Numbers("001-e", "touching", {"any": -7, "touching": 3}),
    Numbers("001-e", "touching", {"any": -7, "touching": -7}, layout="K 5 5 / 3 5 5"),
    Numbers("001-f", "four-of-a-kind", {"minus-ten": 0, "on-top": 20}),
    Numbers("001-g", "two-and-two", {"columns": 10, "rows": -10}),
    Numbers("001-g", "two-and-two", {"columns": -7, "rows": -7}, layout="A A A / 2 A A"),
    Numbers("001-h", "three-and-one", {"no": 11, "yes": -9}),
    Numbers("001-i", "six-alike", {"once": -10, "each-block": -20, "each-pair": -30}),
    Numbers("001-j", "four-kings", {"yes": 3, "no": 13}),
    Numbers("001-k", "two-pairs", {"no": 4, "yes": -6}),
    Numbers("001-l", "penalty-tie", {"free": 5, "pays": 15}),
    Numbers("001-m", "penalty-rivals", {"once": 19, "each": 39}),
    Numbers("001-y", "twos", {"plus": 21, "minus": 17}),
    Numbers("002-a", "joker-value", {"plus-two": 15, "minus-two": 11}),
    Numbers("002-c", "joker-pair", {"zero": 13, "keep": 17, "minus-four": 9}),
    Numbers("002-c", "joker-pair", {"keep": 9}, {"joker-value": "minus-two"}),
    Numbers("002-c", "joker-pair-worth", {"zero": 13, "plus": 17, "minus": 9}),
    Numbers("002-d", "joker-over-two", {"rank": 9, "value": 1, "minus": 1}),
    Numbers("002-e", "equal-value", {"rank": 60, "value": 0}),
    Numbers("002-f", "same-card", {"rank": 0, "card": 14}),
    Numbers("002-f", "same-card", {"rank": 0, "card": 0}, layout="7S KS KH / 7S KD KC"),
    Numbers("002-g", "shape", {"two-rows": 31, "three-rows": 9}),
    Numbers("002-h", "four-of-a-kind", {"pairs": 13, "minus-ten": 3}),
    Numbers("002-i", "twos", {"plus": 21, "minus": 17}),
    Numbers("002-j", "last-turn", {"none": 17, "one": 7}),
    Numbers("002-q", "pairs-or-points", {"points": {"Ann": 4, "Bo": 19}}),
    Numbers(
        "003-a",
        "pairs",
        {
            "no": {"Ann": 27, "Bo": 18, "Cy": 20},
            "columns": {"Ann": 13, "Bo": 18, "Cy": 0},
            "anywhere": {"Ann": 13, "Bo": 2, "Cy": 0},
        },
    ),
    Numbers("003-b", "three-alike", {"count": 22, "one-counts": 10}),
    Numbers("003-c", "twos", {"plus": 5, "minus": -3}),
    # The worst score at the table: here Cy's 17.
    Numbers("003-d", "penalty", {"none": 10, "plus-ten": 20, "double-and-five": 25, "worst": 17}),
    Numbers("003-e", "reward", {"nothing": 5, "zero": 0, "minus-five": 0}),
    Numbers("004-a", "joker-pair",
     {"keep": {"Ann": 9, "Bo": -4}, "minus-two": {"Ann": 11, "Bo": -2}, "zero": {"Ann": 13, "Bo": 0}}),
    Numbers("004-a", "joker-pair", {"keep": -4, "minus-two": -2, "zero": 0}, layout="* Q 8 / * Q 8"),
    Numbers("004-b", "wild-joker", {"no": 10, "yes": 0}),
    Numbers("004-c", "equal-value", {"rank": 60, "value": 0}),
    Numbers("004-d", "ace", {"one": 3, "eleven": 13}),
    Numbers("004-e", "twos", {"plus": 11, "minus": 3}),
    Numbers("004-f", "four-of-a-kind", {"nothing": 0, "minus-ten": -10}),
    # The comparison sends its reader to 000-h, whose example counts four more where a two is 2 and not minus 2.
    Numbers("004-g", "hidden", {"counted": 32, "zero": 14}),
    Numbers("004-h", "penalty", {"none": 16, "plus-ten": 26, "double": 32}),
)  # fmt: skip
"""Every number that the comparison gives for an example, and for some layouts beside it."""

WINNERS = {
    ("001-z", "winner", "lowest-total"): "Bo wins with 61",
    ("001-z", "winner", "most-holes"): "Ann wins with 5 holes won",
    ("000-r", "tie", "shared"): "Ann and Bo share the win at 61",
    ("000-r", "tie", "extra-hole"): "An extra hole",
    ("000-r", "tie", "lowest-hole"): "Bo wins with 61",
}  # fmt: skip
"""What comes of a game: by row, option and reading."""
