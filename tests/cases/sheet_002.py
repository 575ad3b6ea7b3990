"""Sheet 002, the travellers' club."""

from scorekeeper.rules import Grid
from scorekeeper.rules.parameters import Cancelling, FourOfAKind
from tests.cases import Case, LastTurnCase, LayoutCase, as_printed, changed, chosen

PRINTED = as_printed("rvers")
SAME_VALUE = Cancelling(same="value")

CASES: tuple[Case, ...] = (
    LayoutCase("002-a", "plus 2", PRINTED, "* 3 K / 4 3 9", 15),
    LayoutCase("002-a", "minus 2", chosen("rvers", joker_value="minus-two"), "* 3 K / 4 3 9", 11),
    LayoutCase("002-c", "0", PRINTED, "* 5 6 / * 5 7", 13),
    LayoutCase("002-c", "kept, plus 2", chosen("rvers", joker_pair="keep"), "* 5 6 / * 5 7", 17),
    LayoutCase("002-c", "minus 4 for the column", chosen("rvers", joker_pair="minus-four"), "* 5 6 / * 5 7", 9),
    LayoutCase("002-c", "kept, minus 2", chosen("rvers", joker_pair="keep", joker_value="minus-two"),
     "* 5 6 / * 5 7", 9),
    LayoutCase("002-d", "not equal cards", PRINTED, "2 * K / * 2 A", 9),
    LayoutCase("002-d", "equal value", changed("rvers", cancelling=SAME_VALUE), "2 * K / * 2 A", 1),
    LayoutCase("002-d", "not equal, joker minus 2", chosen("rvers", joker_value="minus-two"), "2 * K / * 2 A", 1),
    LayoutCase("002-e", "not equal cards", PRINTED, "J Q J / Q J Q", 60),
    LayoutCase("002-e", "equal value", changed("rvers", cancelling=SAME_VALUE), "J Q J / Q J Q", 0),
    LayoutCase("002-f", "same rank", PRINTED, "7S KS KH / 7H KD KC", 0),
    LayoutCase("002-f", "the identical card", changed("rvers", cancelling=Cancelling(same="card")),
     "7S KS KH / 7H KD KC", 14),
    LayoutCase("002-f", "the identical card twice", changed("rvers", cancelling=Cancelling(same="card")),
     "7S KS KH / 7S KD KC", 0),
    LayoutCase("002-g", "two rows of three", PRINTED, "7 4 7 / K 9 4", 31),
    LayoutCase("002-g", "three rows of two", changed("rvers", grid=Grid(3, 2)), "7 4 / 7 K / 9 4", 9),
    LayoutCase("002-h", "two pairs", PRINTED, "4 4 3 / 4 4 J", 13),
    LayoutCase("002-h", "four of a kind minus 10", changed("rvers", four_of_a_kind=FourOfAKind(points=-10)),
     "4 4 3 / 4 4 J", 3),
    LayoutCase("002-i", "face value", PRINTED, "A 2 3 / 4 5 6", 21),
    LayoutCase("002-i", "minus 2", chosen("rvers", twos="minus"), "A 2 3 / 4 5 6", 17),
    LastTurnCase("002-j", "play stops at once", PRINTED, "Q 4 4 / K 4 3", "K 4 4 / K 4 3", 17),
    LastTurnCase("002-j", "one more turn", chosen("rvers", last_turn="one"), "Q 4 4 / K 4 3", "K 4 4 / K 4 3", 7),
    # Making pairs is the sheet's main object, but the score decides: 002-q.
    LayoutCase("002-q", "no pair and hardly a point", PRINTED, "K K K / A A 2", 4),
    LayoutCase("002-q", "two pairs and many points", PRINTED, "6 Q J / 6 Q 9", 19),
)  # fmt: skip
