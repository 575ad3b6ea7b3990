"""How each reading of an open question scores: hands written out, with the rule as a sentence and its points.

Every question of a built-in house that changes scores stands here, each reading with its own sentence. The tests of the
rules score these hands, and those of the referee compare them with the answers on the pages of the questions.
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
"""The open questions of each numbered sheet: 22, 28, 17, 20 and 19 rows. See docs/open-questions.md."""

EVERY_ROW = tuple(f"{sheet}-{letter}" for sheet, letters in ROWS.items() for letter in letters)

Points = int | Mapping[str, int]


@dataclass(frozen=True)
class Asked:
    """One question about one layout or one hole, and the rule and the points of each reading.

    ``cards`` are a layout, or each player's layout or raw score; then the points are all hole scores.
    """

    house: str
    option: str
    cards: str | Mapping[str, str | int]
    readings: tuple[tuple[str, str, Points], ...]  # key, rule, points
    row: str = ""  # of a numbered sheet
    ender: str = ""
    given: Mapping[str, str] = field(default_factory=dict)  # readings of other questions


@dataclass(frozen=True)
class Case:
    """One reading of a question."""

    asked: Asked
    reading: str
    rule: str
    points: Points

    def __str__(self) -> str:
        points = self.points
        counted = points if isinstance(points, int) else ", ".join(f"{name} {own}" for name, own in points.items())
        return f"{self.rule}: {counted} ({self.asked.house})"


QUESTIONS = (
    # --- 000 ---
    Asked("worksheet", "shape", "7 4 7 / K 9 4", (
        ("two-rows", "in two rows of three, only cards above each other cancel", 31),), "000-a"),
    Asked("worksheet", "shape", "7 4 / 7 K / 9 4", (
        ("three-rows", "in three rows of two, matching cards of a column cancel", 9),), "000-a"),
    Asked("worksheet", "pair-of-twos", "2 5 K / 2 9 3", (
        ("zero", "a pair of twos is worth 0", 17),
        ("keep", "a pair of twos keeps its values", 13),
        ("better", "a pair of twos takes its values where they are below 0", 13)), "000-b"),
    Asked("worksheet", "pair-of-twos", "2 5 K / 2 9 3", (
        ("zero", "a pair of twos worth 2 is worth 0", 17),
        ("keep", "a pair of twos worth 2 keeps its values", 21)), "000-b", given={"twos": "plus"}),
    Asked("worksheet", "pair-or-not", "2 2 3 / 4 2 9", (
        ("no", "a pair of twos is worth 0 even where its values are better", 14),
        ("yes", "you may score a pair of twos as no pair", 10)), "000-c"),
    Asked("worksheet", "equal-value", "J Q K / Q J K", (
        ("rank", "a jack and a queen do not cancel", 40),
        ("value", "a jack and a queen cancel", 0)), "000-d"),
    Asked("worksheet", "equal-value", "10 A K / J 3 K", (
        ("rank", "a ten and a jack do not cancel", 24),
        ("value", "a ten and a jack cancel", 4)), "000-d"),
    Asked("worksheet", "four-of-a-kind", "7 7 K / 7 7 A", (
        ("nothing", "four sevens are two pairs", 1),
        ("minus-ten", "four sevens are worth minus 10", -9),
        ("minus-twenty", "four sevens are worth minus 20", -19),
        ("minus-twenty-five", "four sevens are worth minus 25", -24)), "000-e"),
    Asked("worksheet", "lines", "5 5 5 / 6 7 8", (
        ("columns", "three fives in a row do not cancel", 36),
        ("rows", "two of three fives in a row cancel", 26),
        ("whole-rows", "all three fives in a row cancel", 21),
        ("diagonals", "where diagonals cancel too, two of three fives in a row do", 26),
        ("anywhere", "two of three fives cancel anywhere", 26),
        ("all-anywhere", "all three fives cancel anywhere", 21)), "000-f"),
    Asked("worksheet", "lines", "5 9 9 / 6 5 8", (
        ("columns", "two in a row or on a diagonal do not cancel", 42),
        ("rows", "two nines in a row cancel, two fives on a diagonal do not", 24),
        ("whole-rows", "two nines in a row cancel even where whole rows do", 24),
        ("diagonals", "two nines in a row and two fives on a diagonal cancel", 14)), "000-f"),
    Asked("worksheet", "lines", "5 7 5 / 9 8 5", (
        ("diagonals", "of three fives in a row and a column two cancel", 24),
        ("anywhere", "of three fives anywhere one is scored", 29),
        ("all-anywhere", "three fives cancel anywhere", 24)), "000-f"),
    Asked("worksheet", "three-twos", "2 2 K / 2 5 3", (
        ("one", "a third two keeps its value beside a pair", 6),
        ("all", "three twos keep their values", 2)), "000-g"),
    Asked("worksheet", "hidden", "K 2 [Q] / 3 9 [8]", (
        ("counted", "cards face down are scored like all others", 28),
        ("zero", "cards face down are worth 0", 10),
        ("ten", "cards face down are worth 10 each", 30)), "000-h"),
    Asked("worksheet", "last-turn", "Q 4 4 / K 4 3", (
        ("none", "without a last turn the queen stays", 17),), "000-m"),
    Asked("worksheet", "last-turn", "K 4 4 / K 4 3", (
        ("one", "a last turn makes a pair of kings", 7),), "000-m"),
    Asked("worksheet", "twos", "2 A J / K 2 Q", (
        ("minus", "a two is worth minus 2", 17),
        ("plus", "a two is worth 2", 25))),
    # --- 001 ---
    Asked("penalty", "joker-pair", "* 5 6 / * 5 7", (
        ("zero", "a pair of jokers is worth 0", 13),
        ("keep", "a pair of jokers keeps its values", 7),
        ("minus-three", "a pair of jokers is worth minus 3", 10)), "001-c"),
    Asked("penalty", "four-jokers", "* * Q / * * J", (
        ("yes", "four jokers earn the bonus", 10),
        ("no", "four jokers earn no bonus", 20)), "001-d"),
    Asked("penalty", "four-jokers", "* * Q / * * J", (
        ("yes", "four jokers keep their values and earn the bonus", -2),
        ("no", "four jokers keep their values and earn no bonus", 8)),
        "001-d", given={"joker-pair": "keep", "four-of-a-kind": "on-top"}),
    Asked("penalty", "four-jokers", "* * Q / * * J", (
        ("yes", "the bonus replaces two pairs of jokers of minus 3", 10),
        ("no", "two pairs of jokers are worth minus 3 each", 14)), "001-d", given={"joker-pair": "minus-three"}),
    Asked("penalty", "four-jokers-worth", "* * Q / * * J", (
        ("four", "four jokers are worth the bonus instead of their points", 10),
        ("pairs", "four jokers are two pairs of 0", 20),
        ("own", "four jokers are worth their own values", 8),
        ("both", "four jokers are worth their own values and the bonus", -2)), "001-d"),
    Asked("penalty", "four-jokers-worth", "8 8 Q / 8 8 J", (
        ("four", "four eights are worth the bonus, whatever jokers are", 10),
        ("both", "four eights are worth the bonus alone where jokers keep their values", 10)), "001-d"),
    Asked("penalty", "touching", "5 K 5 / 5 3 5", (
        ("any", "four fives in the outer columns earn the bonus", -7),
        ("touching", "four fives in the outer columns form no block", 3)), "001-e"),
    Asked("penalty", "touching", "K 5 5 / 3 5 5", (
        ("any", "four fives in neighboring columns earn the bonus", -7),
        ("touching", "four fives in neighboring columns form a block", -7)), "001-e"),
    Asked("penalty", "touching", "5 9 5 / 5 9 5", (
        ("any", "four fives beside two nines earn the bonus", -10),
        ("touching", "two nines between four fives part them", 0)), "001-e"),
    Asked("penalty", "four-of-a-kind", "5 5 K / 5 5 Q", (
        ("minus-ten", "four fives are worth minus 10 instead of their points", 0),
        ("on-top", "four fives are worth minus 10 on top of their points", 20),
        ("off", "four fives are just two pairs", 10)), "001-f"),
    Asked("penalty", "two-and-two", "5 5 K / 5 K 5", (
        ("columns", "four fives outside of two columns earn nothing", 10),
        ("rows", "two fives in each row earn the bonus", -10)), "001-g"),
    Asked("penalty", "two-and-two", "A A A / 2 A A", (
        ("columns", "four of five aces fill two columns", -7),
        ("rows", "of five aces two in each row earn the bonus", -7)), "001-g"),
    Asked("penalty", "three-and-one", "5 5 5 / 5 K A", (
        ("no", "three fives in a row and one below earn nothing", 11),
        ("yes", "four fives anywhere earn the bonus", -9)), "001-h"),
    Asked("penalty", "six-alike", "8 8 8 / 8 8 8", (
        ("once", "six eights earn the bonus once", -10),
        ("each-block", "six eights earn the bonus for each two neighboring columns", -20),
        ("each-pair", "six eights earn the bonus for each two columns", -30)), "001-i"),
    Asked("penalty", "four-kings", "K K 4 / K K 9", (
        ("yes", "four kings earn the bonus", 3),
        ("no", "four kings earn nothing", 13)), "001-j"),
    Asked("penalty", "two-pairs", "2 9 A / 2 9 3", (
        ("no", "two different pairs are worth 0", 4),
        ("yes", "two different pairs earn the bonus", -6)), "001-k"),
    Asked("penalty", "penalty-tie", {"Ann": 5, "Bo": 5}, (
        ("free", "a tie costs the ender nothing", {"Ann": 5, "Bo": 5}),
        ("pays", "a tie costs the ender 10 points", {"Ann": 15, "Bo": 5})), "001-l", "Ann"),
    Asked("penalty", "penalty-rivals", {"Ann": 9, "Bo": 4, "Cy": 3, "Di": 0}, (
        ("once", "the ender pays once for three lower players", {"Ann": 19, "Bo": 4, "Cy": 3, "Di": 0}),
        ("each", "the ender pays for each of three lower players", {"Ann": 39, "Bo": 4, "Cy": 3, "Di": 0})),
        "001-m", "Ann"),
    Asked("penalty", "compared-when", {"Ann": 3, "Bo": 5}, (
        ("before", "scores are compared before the penalty is added", {"Ann": 3, "Bo": 5}),), "001-n", "Ann"),
    Asked("penalty", "nobody-ended", {"Ann": 9, "Bo": 4}, (
        ("nobody", "a hole that nobody ended costs nobody anything", {"Ann": 9, "Bo": 4}),), "001-o"),
    Asked("penalty", "second-ender", {"Ann": 9, "Bo": 8, "Cy": 3}, (
        ("first", "only the first to end the hole pays", {"Ann": 19, "Bo": 8, "Cy": 3}),), "001-w", "Ann"),
    Asked("penalty", "twos", "A 2 3 / 4 5 6", (
        ("plus", "a two is worth 2", 21),
        ("minus", "a two is worth minus 2", 17)), "001-y"),
    Asked("penalty", "joker-value", "9 7 * / 6 5 3", (
        ("minus-three", "a joker is worth minus 3", 27),
        ("minus-two", "a joker is worth minus 2", 28),
        ("minus-five", "a joker is worth minus 5", 25))),
    Asked("penalty", "penalty", {"Ann": 16, "Bo": 4, "Cy": 30}, (
        ("plus-ten", "the ender who is not lowest pays 10", {"Ann": 26, "Bo": 4, "Cy": 30}),
        ("none", "the ender pays nothing", {"Ann": 16, "Bo": 4, "Cy": 30}),
        ("plus-five", "the ender who is not lowest pays 5", {"Ann": 21, "Bo": 4, "Cy": 30}),
        ("double", "the ender's score doubles", {"Ann": 32, "Bo": 4, "Cy": 30}),
        ("double-and-five", "the ender's score doubles, plus 5", {"Ann": 37, "Bo": 4, "Cy": 30}),
        ("worst", "the ender takes the worst score", {"Ann": 30, "Bo": 4, "Cy": 30})), ender="Ann"),
    # --- 002 ---
    Asked("rvers", "joker-value", "* 3 K / 4 3 9", (
        ("plus-two", "a joker is worth 2", 15),
        ("minus-two", "a joker is worth minus 2", 11)), "002-a"),
    Asked("rvers", "joker-pair", "* 5 6 / * 5 7", (
        ("zero", "a pair of jokers is worth 0", 13),
        ("keep", "a pair of jokers keeps its values", 17),
        ("minus-four", "a pair of jokers is worth minus 4", 9)), "002-c"),
    Asked("rvers", "joker-pair", "* 5 6 / * 5 7", (
        ("zero", "a pair of jokers worth minus 2 is worth 0", 13),
        ("keep", "a pair of jokers worth minus 2 keeps its values", 9),
        ("minus-four", "a pair of jokers worth minus 2 is worth minus 4", 9)),
        "002-c", given={"joker-value": "minus-two"}),
    Asked("rvers", "joker-pair-worth", "* 5 6 / * 5 7", (
        ("zero", "two jokers are a pair worth 0", 13),
        ("plus", "two jokers are worth 2 each", 17),
        ("minus", "two jokers are worth minus 2 each", 9)), "002-c"),
    Asked("rvers", "joker-over-two", "2 * K / * 2 A", (
        ("rank", "a joker and a two do not cancel", 9),
        ("value", "a joker and a two cancel", 1),
        ("minus", "a joker of minus 2 and a two come to 0", 1)), "002-d"),
    Asked("rvers", "equal-value", "JS QS JH / QD JD QH", (
        ("rank", "a jack and a queen do not cancel", 60),
        ("value", "a jack and a queen cancel", 0),
        ("card", "a jack and a queen are not identical cards", 60)), "002-e"),
    Asked("rvers", "same-card", "7S KS KH / 7H KD KC", (
        ("rank", "two sevens of two suits cancel", 0),
        ("card", "two sevens of two suits do not cancel", 14)), "002-f"),
    Asked("rvers", "same-card", "7S KS KH / 7S KD KC", (
        ("rank", "two sevens of one suit cancel", 0),
        ("card", "two sevens of one suit are identical and cancel", 0)), "002-f"),
    Asked("rvers", "shape", "7 4 7 / K 9 4", (
        ("two-rows", "in two rows of three, only cards above each other cancel", 31),), "002-g"),
    Asked("rvers", "shape", "7 4 / 7 K / 9 4", (
        ("three-rows", "in three rows of two, matching cards of a column cancel", 9),), "002-g"),
    Asked("rvers", "four-of-a-kind", "4 4 3 / 4 4 J", (
        ("pairs", "four fours are two pairs", 13),
        ("cancel", "four fours cancel anywhere", 13),
        ("minus-ten", "four fours are worth minus 10", 3)), "002-h"),
    Asked("rvers", "four-of-a-kind", "4 4 3 / 9 J 4", (
        ("pairs", "three fours outside of columns are scored", 34),
        ("cancel", "three fours cancel anywhere", 22),
        ("minus-ten", "three fours earn no bonus", 34)), "002-h"),
    Asked("rvers", "twos", "A 2 3 / 4 5 6", (
        ("plus", "a two is worth 2", 21),
        ("minus", "a two is worth minus 2", 17)), "002-i"),
    Asked("rvers", "last-turn", "Q 4 4 / K 4 3", (
        ("none", "without a last turn the queen stays", 17),), "002-j"),
    Asked("rvers", "last-turn", "K 4 4 / K 4 3", (
        ("one", "a last turn makes a pair of kings", 7),), "002-j"),
    Asked("rvers", "pairs-or-points", {"Ann": "K K K / A A 2", "Bo": "6 Q J / 6 Q 9"}, (
        ("points", "points count, not pairs", {"Ann": 4, "Bo": 19}),), "002-q"),
    # --- 003 ---
    Asked("four-card", "pairs", {"Ann": "7 3 / 7 Q", "Bo": "8 8 / 2 K", "Cy": "5 5 / 5 5"}, (
        ("no", "no cards cancel", {"Ann": 27, "Bo": 18, "Cy": 20}),
        ("columns", "two in a column cancel", {"Ann": 13, "Bo": 18, "Cy": 0}),
        ("anywhere", "any two cancel", {"Ann": 13, "Bo": 2, "Cy": 0})), "003-a"),
    Asked("four-card", "three-alike", "6 6 / 6 4", (
        ("count", "three sixes are scored", 22),
        ("one-counts", "of three sixes one is scored", 10)), "003-b"),
    Asked("four-card", "twos", "2 2 / A K", (
        ("plus", "a two is worth 2", 5),
        ("minus", "a two is worth minus 2", -3)), "003-c"),
    Asked("four-card", "penalty", {"Ann": 10, "Bo": 0, "Cy": 17}, (
        ("none", "the ender pays nothing", {"Ann": 10, "Bo": 0, "Cy": 17}),
        ("plus-ten", "the ender who is not lowest pays 10", {"Ann": 20, "Bo": 0, "Cy": 17}),
        ("double-and-five", "the ender's score doubles, plus 5", {"Ann": 25, "Bo": 0, "Cy": 17}),
        ("worst", "the ender takes the worst score", {"Ann": 17, "Bo": 0, "Cy": 17})), "003-d", "Ann"),
    Asked("four-card", "reward", {"Ann": 5, "Bo": 8}, (
        ("nothing", "the ender who is lowest gets no reward", {"Ann": 5, "Bo": 8}),
        ("zero", "the score of the ender who is lowest becomes 0", {"Ann": 0, "Bo": 8}),
        ("minus-five", "the ender who is lowest takes 5 off", {"Ann": 0, "Bo": 8})), "003-e", "Ann"),
    Asked("four-card", "reward", {"Ann": 7, "Bo": 8}, (
        ("zero", "a score of 7 becomes 0", {"Ann": 0, "Bo": 8}),
        ("minus-five", "5 points come off a score of 7", {"Ann": 2, "Bo": 8})), "003-e", "Ann"),
    Asked("four-card", "hidden", "[7] [3] / [7] [Q]", (
        ("counted", "cards face down are scored like all others", 27),), "003-f"),
    # --- 004 ---
    Asked("two-joker", "joker-pair", {"Ann": "* 5 6 / * 5 7", "Bo": "* Q 8 / * Q 8"}, (
        ("keep", "a pair of jokers keeps its values", {"Ann": 9, "Bo": -4}),
        ("minus-two", "a pair of jokers is worth minus 2", {"Ann": 11, "Bo": -2}),
        ("zero", "a pair of jokers is worth 0", {"Ann": 13, "Bo": 0})), "004-a"),
    Asked("two-joker", "joker-pair", "* Q 8 / * Q 8", (
        ("keep", "beside two pairs a pair of jokers keeps its values", -4),
        ("minus-two", "beside two pairs a pair of jokers is worth minus 2", -2),
        ("zero", "beside two pairs a pair of jokers is worth 0", 0)), "004-a"),
    Asked("two-joker", "wild-joker", "* 7 7 / 7 * 7", (
        ("no", "a joker does not cancel a seven", 10),
        ("yes", "a joker cancels any card of its column", 0)), "004-b"),
    Asked("two-joker", "equal-value", "J Q J / Q J Q", (
        ("rank", "a jack and a queen do not cancel", 60),
        ("value", "a jack and a queen cancel", 0)), "004-c"),
    Asked("two-joker", "ace", "A A 6 / A 2 6", (
        ("one", "an ace is worth 1", 3),
        ("eleven", "an ace is worth 11", 13)), "004-d"),
    Asked("two-joker", "twos", "2 2 7 / K K K", (
        ("plus", "a two is worth 2", 11),
        ("minus", "a two is worth minus 2", 3)), "004-e"),
    Asked("two-joker", "four-of-a-kind", "9 9 4 / 9 9 4", (
        ("nothing", "four nines are two pairs", 0),
        ("minus-ten", "four nines are worth minus 10", -10)), "004-f"),
    Asked("two-joker", "hidden", "K 2 [Q] / 3 9 [8]", (
        ("counted", "cards face down are scored like all others", 32),
        ("zero", "cards face down are worth 0", 14)), "004-g"),
    Asked("two-joker", "penalty", {"Ann": 16, "Bo": 9}, (
        ("none", "the ender pays nothing", {"Ann": 16, "Bo": 9}),
        ("plus-ten", "the ender who is not lowest pays 10", {"Ann": 26, "Bo": 9}),
        ("double", "the ender's score doubles", {"Ann": 32, "Bo": 9})), "004-h", "Ann"),
    Asked("two-joker", "joker-value", "9 * K / 3 5 K", (
        ("minus-two", "a joker is worth minus 2", 15),
        ("minus-three", "a joker is worth minus 3", 14),
        ("minus-five", "a joker is worth minus 5", 12))),
    # --- rules without a numbered sheet ---
    Asked("vanishing-columns", "minus-twos", "-2 5 3 8 / -2 7 0 1 / -2 9 4 12", (
        ("leave", "a column of minus twos leaves", 49),
        ("stay", "a column of minus twos keeps its values", 43))),
    *(Asked(house, "penalty", {"Ann": 12, "Bo": 8, "Cy": 30}, (
        ("none", "the ender pays nothing", {"Ann": 12, "Bo": 8, "Cy": 30}),
        ("plus-ten", "the ender who is not lowest pays 10", {"Ann": 22, "Bo": 8, "Cy": 30}),
        ("double-and-five", "the ender's score doubles, plus 5", {"Ann": 29, "Bo": 8, "Cy": 30}),
        ("worst", "the ender takes the worst score", {"Ann": 30, "Bo": 8, "Cy": 30})), ender="Ann")
      for house in ("costly-jokers", "four-cancelling", "six-card")),
    Asked("eight-card", "four-of-a-kind", "K K 9 4 / K K 6 3", (
        ("kings", "four kings at one end are worth minus 16", 6),
        ("ends", "four kings at one end are worth minus 20", 2),
        ("off", "four kings at one end earn nothing", 22))),
    Asked("eight-card", "joker-value", "* 9 7 4 / 3 9 6 Q", (
        ("minus-five", "a joker is worth minus 5", 25),
        ("minus-three", "a joker is worth minus 3", 27),
        ("minus-two", "a joker is worth minus 2", 28),
        ("zero", "a joker is worth 0", 30))),
    Asked("five-a-rival", "joker-pair", "* 5 6 / * 5 7", (
        ("zero", "a pair of jokers is worth 0", 13),
        ("keep", "a pair of jokers keeps its values", 9))),
    Asked("five-a-rival", "penalty", {"Ann": 12, "Bo": 8, "Cy": 12}, (
        ("five-each", "the ender pays 5 for each player who is not higher", {"Ann": 22, "Bo": 8, "Cy": 12}),
        ("nothing", "the ender pays nothing", {"Ann": 12, "Bo": 8, "Cy": 12})), ender="Ann"),
    Asked("four-cancelling", "lined-up", "7 3 / Q 7", (
        ("anywhere", "two sevens on a diagonal cancel", 13),
        ("lined-up", "two sevens on a diagonal do not cancel", 27))),
    Asked("four-cancelling", "kings", "K 3 / Q 7", (
        ("nothing", "a king is worth 0", 20),
        ("ten", "a king is worth 10", 30))),
    *(Asked(house, option, {"Ann": 4, "Bo": 8, "Cy": 30}, (
        ("nothing", "the ender who is lowest gets no reward", {"Ann": 4, "Bo": 8, "Cy": 30}),
        ("zero", "the score of the ender who is lowest becomes 0", {"Ann": 0, "Bo": 8, "Cy": 30})), ender="Ann")
      for house, option in (("four-cancelling", "right-knock"), ("six-card", "right-end"))),
    Asked("turtle", "court-cards", "K Q / J 5", (
        ("two", "a king and a queen are worth 2, a jack 0", 9),
        ("nothing", "a king, a queen and a jack are worth 0", 5))),
    Asked("extras", "joker-value", "9 7 * / 6 5 3", (
        ("minus-two", "a joker is worth minus 2", 28),
        ("minus-five", "a joker is worth minus 5", 25),
        ("plus-two", "a joker alone is worth 2", 32))),
    Asked("extras", "joker-value", "9 7 * / 6 5 *", (
        ("minus-two", "two jokers of minus 2 are a pair worth 0", 27),
        ("plus-two", "two jokers of 2 are worth minus 4 together", 23))),
    Asked("extras", "kings", "K 9 4 / 7 9 K", (
        ("nothing", "a king is worth 0", 11),
        ("minus-two", "a king is worth minus 2", 7))),
    Asked("extras", "tens", "10 9 4 / 7 9 K", (
        ("ten", "a ten is worth 10, and 21 becomes 0", 0),
        ("one", "a ten is worth 1", 12))),
    Asked("extras", "equal", {"Ann": 6, "Bo": 6, "Cy": 11}, (
        ("five", "tied scores add 5 points", {"Ann": 8, "Bo": 8, "Cy": 21}),
        ("nothing", "tied scores add nothing", {"Ann": 3, "Bo": 3, "Cy": 21})), ender="Cy"),
    Asked("nine-card", "lines", "7 7 7 / 4 7 9 / K 2 7", (
        ("columns", "three sevens in a row do not cancel", 46),
        ("all", "three sevens in a row or on a diagonal cancel", 11),
        ("columns-and-rows", "three sevens in a row cancel", 25))),
    Asked("nine-card", "square", "8 8 3 / 8 8 J / K 5 A", (
        ("off", "a square of eights earns nothing", 51),
        ("minus-twenty-five", "a square of eights is worth minus 25", -6))),
    Asked("nine-card", "jokers", "2 K Q / 7 2 A / 9 4 5", (
        ("none", "without jokers a two is worth minus 2", 32),
        ("minus-two", "with jokers a two is worth 2", 40))),
    Asked("nine-card", "jokers", "* K Q / 7 2 A / 9 4 5", (
        ("minus-two", "a joker is worth minus 2", 36),
        ("minus-five", "a joker is worth minus 5", 33))),
    Asked("six-card", "jokers", "2 2 K / 2 9 3", (
        ("none", "without jokers a two is worth minus 2", 10),
        ("minus-two", "with jokers a two is worth 2", 14))),
    Asked("six-card", "jokers", "* 2 K / 2 9 3", (
        ("minus-two", "a joker is worth minus 2", 14),
        ("minus-three", "a joker is worth minus 3", 13),
        ("minus-five", "a joker is worth minus 5", 11),
        ("zero", "a joker is worth 0", 16))),
    Asked("ten-card", "two-pairs", "5 5 * 7 K / 5 5 9 3 4", (
        ("nothing", "four fives in two columns earn nothing", 18),
        ("minus-ten", "four fives in two columns are worth minus 10", 8))),
)  # fmt: skip

CASES = tuple(Case(asked, *reading) for asked in QUESTIONS for reading in asked.readings)


@dataclass(frozen=True)
class Won:
    """A game by its raw scores, and who wins it by one reading."""

    rule: str
    house: str
    option: str
    reading: str
    row: str
    points: Mapping[str, str]  # by player, hole by hole
    told: str  # the start of the sentence that names the winner

    def __str__(self) -> str:
        return f"{self.rule}: {self.told} ({self.house})"


_LEVEL = {"Ann": "7 7 7 7 7 6 6 7 7", "Bo": "5 9 8 6 7 6 7 6 7"}
_FEW_LOW = {"Ann": "6 6 6 6 6 10 10 10 10", "Bo": "7 7 7 7 7 6 6 7 7"}

WON = (
    Won("the lowest total wins", "penalty", "winner", "lowest-total", "001-z", _FEW_LOW, "Bo wins with 61"),
    Won("most holes win", "penalty", "winner", "most-holes", "001-z", _FEW_LOW, "Ann wins with 5 holes won"),
    Won("a tie is shared", "worksheet", "tie", "shared", "000-r", _LEVEL, "Ann and Bo share the win at 61"),
    Won("an extra hole breaks a tie", "worksheet", "tie", "extra-hole", "000-r", _LEVEL,
        "Ann and Bo are tied at 61. An extra hole"),
    Won("the lowest hole breaks a tie", "worksheet", "tie", "lowest-hole", "000-r", _LEVEL, "Bo wins with 61"),
)  # fmt: skip
