"""Sheet 000, the classroom worksheet."""

from scorekeeper.rules import Grid, Rank
from scorekeeper.rules.parameters import Cancelling, Ending, FourOfAKind
from tests.cases import Case, LastTurnCase, LayoutCase, as_printed, changed, chosen

PRINTED = as_printed("worksheet")


def _hidden_count(points: int) -> Ending:
    return Ending(trigger="all-face-up", hidden=points)


CASES: tuple[Case, ...] = (
    LayoutCase("000-a", "two rows of three", PRINTED, "7 4 7 / K 9 4", 31),
    LayoutCase("000-a", "three rows of two", changed("worksheet", grid=Grid(3, 2)), "7 4 / 7 K / 9 4", 9),
    LayoutCase("000-b", "a pair of twos is 0", PRINTED, "2 5 K / 2 9 3", 17),
    LayoutCase("000-b", "a pair of twos keeps its minus 4",
     changed("worksheet", cancelling=Cancelling(exceptions={Rank.TWO: "keep"})), "2 5 K / 2 9 3", 13),
    LayoutCase("000-c", "a pair is 0, wanted or not", PRINTED, "2 2 3 / 4 2 9", 14),
    LayoutCase("000-c", "the owner takes what is better",
     changed("worksheet", cancelling=Cancelling(exceptions={Rank.TWO: "lower"})), "2 2 3 / 4 2 9", 10),
    LayoutCase("000-d", "equal rank", PRINTED, "J Q K / Q J K", 40),
    LayoutCase("000-d", "equal value", changed("worksheet", cancelling=Cancelling(same="value")), "J Q K / Q J K", 0),
    LayoutCase("000-d", "equal rank, ten over jack", PRINTED, "10 A K / J 3 K", 24),
    LayoutCase("000-d", "equal value, ten over jack", changed("worksheet", cancelling=Cancelling(same="value")),
     "10 A K / J 3 K", 4),
    LayoutCase("000-e", "two pairs", PRINTED, "7 7 K / 7 7 A", 1),
    *(
        LayoutCase(
            "000-e",
            f"a bonus of {points}",
            changed("worksheet", four_of_a_kind=FourOfAKind(points=points)),
            "7 7 K / 7 7 A",
            total,
        )
        for points, total in ((-10, -9), (-20, -19), (-25, -24))
    ),
    LayoutCase("000-f", "columns only", PRINTED, "5 5 5 / 6 7 8", 36),
    LayoutCase("000-f", "rows too, two cancel", changed("worksheet", cancelling=Cancelling(where=("column", "row"))),
     "5 5 5 / 6 7 8", 26),
    LayoutCase("000-f", "rows too, all three cancel",
     changed("worksheet", cancelling=Cancelling(where=("column", "row"), leftover="cancels")), "5 5 5 / 6 7 8", 21),
    LayoutCase(
        "000-f",
        "anywhere, two cancel",
        changed("worksheet", cancelling=Cancelling(where=("anywhere",))),
        "5 6 7 / 8 5 5",
        26,
    ),
    LayoutCase("000-g", "the pair is 0, the loose two minus 2", PRINTED, "2 2 K / 2 5 3", 6),
    LayoutCase("000-g", "three twos are minus 6",
     changed("worksheet", cancelling=Cancelling(exceptions={Rank.TWO: "keep"})), "2 2 K / 2 5 3", 2),
    LayoutCase("000-h", "turned up and counted", PRINTED, "K 2 [Q] / 3 9 [8]", 28),
    LayoutCase("000-h", "counted as 0", changed("worksheet", ending=_hidden_count(0)), "K 2 [Q] / 3 9 [8]", 10),
    LayoutCase("000-h", "counted as 10 each", changed("worksheet", ending=_hidden_count(10)), "K 2 [Q] / 3 9 [8]",
     30),
    LastTurnCase("000-m", "play stops at once", PRINTED, "Q 4 4 / K 4 3", "K 4 4 / K 4 3", 17),
    LastTurnCase("000-m", "one more turn", chosen("worksheet", last_turn="one"), "Q 4 4 / K 4 3", "K 4 4 / K 4 3", 7),
    LayoutCase("B.x", "twos as printed", PRINTED, "2 A J / K 2 Q", 17),
    LayoutCase("B.x", "twos at face value", chosen("worksheet", twos="plus"), "2 A J / K 2 Q", 25),
)  # fmt: skip
