"""The fields about what cards count: values, equal cards, four of a kind, bonuses."""

from __future__ import annotations

from scorekeeper.web.build.fields import NO, POINTS, RANKS, SUITS, YES, Field, Section, choice, number, tick, words

_EVERY_BONUS = "one-suit run corners pairs all-cancelled exact-total"
_CANCEL, _FOUR = "cancelling.is=yes", "four_of_a_kind.is=yes"

VALUES = Section(
    "values",
    "Card values",
    (
        Field("values", "cards", "Points of each card", "An empty joker: not in the game."),
        Field(
            "card_values",
            "rows",
            "Red, black and single cards",
            "Cards that count otherwise than their rank: red kings, the queen of spades.",
            columns=(
                choice("rank", "card", ("", "card"), *RANKS[:13]),
                choice("suits", "suits", ("", "which"), *SUITS),
                number("points", "points"),
            ),
            most=60,
        ),
    ),
)

EQUAL = Section(
    "equal",
    "Equal cards",
    (
        choice("cancelling.is", "Do equal cards cancel each other?", (YES, "yes"), (NO, "no, every card counts")),
        number("cancelling.size", "How many equal cards?", "2 for pairs, 3 for triples.", when=_CANCEL),
        Field(
            "cancelling.where",
            "ticks",
            "Where must they lie?",
            choices=(
                ("column", "in a column"),
                ("row", "in a row"),
                ("diagonal", "in a diagonal from edge to edge"),
                ("anywhere", "anywhere"),
            ),
            when=_CANCEL,
        ),
        choice(
            "cancelling.same",
            "Equal are",
            ("rank", "cards of one rank"),
            ("value", "cards of one value, as a jack and a queen"),
            ("card", "cards of one rank and suit"),
            when=_CANCEL,
        ),
        choice(
            "cancelling.leftover",
            "One equal card more than cancel",
            ("counts", "counts"),
            ("cancels", "is cancelled with them"),
            when=_CANCEL,
        ),
        Field(
            "cancelling.counts",
            "counted",
            "What do cancelled cards count together?",
            choices=(
                ("zero", "nothing"),
                ("negative", "their values with the other sign"),
                (POINTS, "so many points"),
            ),
            when=_CANCEL,
        ),
        Field(
            "cancelling.exceptions",
            "rows",
            "Exceptions",
            "Cards whose groups count something else.",
            columns=(
                choice("rank", "card", ("", "card"), *RANKS),
                choice(
                    "what",
                    "what they count",
                    ("keep", "keep their values"),
                    ("lower", "their values or 0, whichever is lower"),
                    ("negative", "their values with the other sign"),
                    ("zero", "nothing"),
                    (POINTS, "so many points:"),
                ),
                number("points", "points", when="what=points"),
            ),
            when=_CANCEL,
            most=30,
        ),
        Field(
            "cancelling.wild",
            "ticks",
            "Which cards match any other?",
            choices=RANKS,
            when=_CANCEL,
        ),
        tick("cancelling.leave", "Cancelled cards leave the grid while the hole is played", when=_CANCEL),
    ),
)

FOUR = Section(
    "four",
    "Four of a kind and blocks",
    (
        choice("four_of_a_kind.is", "Do four equal cards, or equal columns, earn something?", (NO, "no"), (YES, "yes")),
        number("four_of_a_kind.points", "Points", "Below 0 is good.", when=_FOUR),
        choice(
            "four_of_a_kind.pattern",
            "Where must they lie?",
            ("columns", "two columns of one rank"),
            ("any-pairs", "two columns, each of one rank"),
            ("two-and-two", "two in one row and two in another"),
            ("block", "in a square of two by two"),
            ("end-block", "in such a square at the left or right edge"),
            ("anywhere", "anywhere"),
            hint="A column is filled from top to bottom: two of them are four cards in two rows, six in three.",
            when=_FOUR,
        ),
        tick("four_of_a_kind.touching", "The two columns must be neighbours", when=_FOUR),
        choice(
            "four_of_a_kind.six_alike",
            "More than is needed, such as six of a rank, earn it",
            ("once", "once"),
            ("each-block", "for each two columns that are neighbours"),
            ("each-pair", "for each two columns"),
            when=_FOUR,
        ),
        choice(
            "four_of_a_kind.cards",
            "It stands",
            ("cancelled", "in place of the cards' own points"),
            ("counted", "on top of the cards' own points"),
            when=_FOUR,
        ),
        Field("four_of_a_kind.not_for", "ticks", "Which cards never earn it?", choices=RANKS, when=_FOUR),
        Field(
            "four_of_a_kind.by_rank",
            "rows",
            "Other points for some cards",
            columns=(choice("rank", "card", ("", "card"), *RANKS), number("points", "points")),
            when=_FOUR,
            most=30,
        ),
        Field(
            "four_of_a_kind.by_columns",
            "rows",
            "Other points for more equal columns",
            "Such as 15 off for three equal columns.",
            columns=(number("columns", "equal columns"), number("points", "points")),
            when=_FOUR,
            most=6,
        ),
    ),
)

BONUSES = Section(
    "bonuses",
    "Bonuses",
    (
        Field(
            "bonuses",
            "rows",
            "Points for a whole layout",
            columns=(
                choice(
                    "pattern",
                    "what it shows",
                    ("", "no bonus"),
                    ("one-suit", "all cards of one suit"),
                    ("run", "ranks that follow each other"),
                    ("corners", "four equal corners"),
                    ("pairs", "so many cancelled groups"),
                    ("all-cancelled", "every card cancelled"),
                    ("exact-total", "exactly so many points"),
                ),
                number("total", "exactly how many", when="pattern=exact-total"),
                number("pairs", "how many groups", when="pattern=pairs"),
                number("points", "points", when=f"pattern={_EVERY_BONUS}"),
                number("others", "for the others", when=f"pattern={_EVERY_BONUS}"),
                words("ranks", "only of these cards, such as J, K", 80, when="pattern=pairs corners"),
                choice(
                    "cards",
                    "the points stand",
                    ("counted", "on top of the cards' own"),
                    ("cancelled", "in place of the cards' own"),
                    when="pattern=one-suit run corners",
                ),
                tick("jokers_wild", "a joker stands for a card that is needed", when="pattern=one-suit run"),
            ),
            most=12,
        ),
    ),
)
