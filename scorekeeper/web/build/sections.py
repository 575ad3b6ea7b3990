"""The sections of the builder's form in their order: every parameter of a house, under the key of the house file."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.web.build.fields import (
    NO,
    POINTS,
    RANKS,
    SUITS,
    YES,
    Choices,
    Field,
    Section,
    choice,
    number,
    tick,
    words,
)

NAME = Section(
    "name",
    "Name",
    (
        words("name", "What is it called?", 60),
        Field("summary", "text", "In one sentence", "Left empty, it is written from the rules below.", most=300),
        words("source.title", "Where does it come from?", 200, "As you like: a place, a family, a year."),
        Field("source.notes", "text", "Notes", "Whatever else players should know.", most=2_000),
    ),
)

TABLE = Section(
    "table",
    "Table and deck",
    (
        number("table.players_min", "Fewest players"),
        number("table.players_max", "Most players", "Empty: as many as there are cards for.", optional=True),
        choice(
            "table.cards",
            "Which cards?",
            ("standard", "the standard deck of 52"),
            ("own", "a deck of its own, such as one with numbers"),
        ),
        number("table.jokers_per_deck", "Jokers in each deck", when="table.cards=standard"),
        Field(
            "table.decks",
            "rows",
            "How many decks?",
            "From so many players on. The first line counts for smaller tables too.",
            columns=(number("players", "from players"), number("decks", "decks")),
            most=12,
        ),
    ),
)

GRID = Section(
    "grid",
    "Grid and opening",
    (
        number("grid.rows", "Rows", "1 to 4"),
        number("grid.columns", "Columns", "1 to 6"),
        number("opening.face_up", "Cards turned up at the start"),
        choice(
            "opening.where",
            "Which ones?",
            ("any", "any"),
            ("same-column", "all in one column"),
            ("different-columns", "each in another column"),
            ("each-row", "each in another row"),
            ("fixed", "always the same ones"),
        ),
        Field(
            "opening.places",
            "numbers",
            "In which places?",
            "Counted along the rows from 1, such as 1, 6; as many as are turned up.",
            when="opening.where=fixed",
        ),
        number("opening.peek", "Cards looked at once, in secret"),
        choice(
            "opening.peek_where",
            "Which of them?",
            ("nearest", "the nearest"),
            ("any", "any"),
            ("outer", "both ends of the nearest row"),
        ),
        choice(
            "opening.when",
            "When?",
            ("before-first-discard", "before the discard pile is begun"),
            ("before-play", "before anybody plays, with the first discard in sight"),
            ("first-turn", "as each player's first turn begins"),
        ),
    ),
)

TURN = Section(
    "turn",
    "Turn",
    (
        choice(
            "turn.sources",
            "Where may a card be taken from?",
            ("both", "the stock or the discard pile"),
            ("stock", "only the stock"),
        ),
        choice(
            "turn.placed",
            "A card put into the grid lies",
            ("face-up", "face up"),
            ("face-down", "face down"),
            ("as-drawn", "as taken: up from the discards, down from the stock"),
            ("as-replaced", "as the card lay that it replaces"),
            ("either", "as the player likes"),
        ),
        tick("turn.may_return_discard", "A card taken from the discard pile may go straight back"),
        choice(
            "turn.turn_up_after_discard",
            "Whoever throws the drawn card away",
            ("never", "turns nothing up"),
            ("may", "may turn a card up"),
            ("must", "must turn a card up"),
            ("must-but-last", "must turn a card up, but may leave the last one"),
        ),
        tick("turn.turn_up_in_last_turn", "That goes for last turns too"),
        tick("turn.turn_up_instead", "A turn may be turning one card up, drawing nothing"),
        tick("turn.swap_open", "A face-up card may be replaced"),
        tick("turn.swap_equal", "A face-up card may be replaced by one of the same rank"),
        tick("turn.swap_open_at_last", "With one card face down, a face-up card may still be replaced"),
        choice(
            "turn.look",
            "Looking at a hidden card of one's own",
            ("forbidden", "is forbidden"),
            ("commits", "means that this card must be replaced"),
        ),
    ),
    "What a player does. None of this changes what cards count.",
)

ENDING = Section(
    "ending",
    "End of the hole",
    (
        choice(
            "ending.trigger",
            "A hole ends",
            ("all-face-up", "as soon as somebody's cards all lie face up"),
            ("turn-up-last", "when somebody chooses to turn up the last card"),
            ("knock", "with a knock"),
            ("turns", "after so many turns each"),
            ("stock-empty", "when the stock is used up"),
        ),
        number("ending.turns", "Turns each", when="ending.trigger=turns"),
        tick(
            "ending.replacing_last_ends",
            "Replacing the last hidden card ends it as well",
            when="ending.trigger=all-face-up turn-up-last",
        ),
        tick(
            "ending.turning_after_swap",
            "Whoever swapped may turn the last card up as well",
            when="ending.trigger=turn-up-last",
        ),
        tick(
            "ending.waits_for_all",
            "Not before everybody has at most one hidden card",
            when="ending.trigger=turn-up-last",
        ),
        choice(
            "ending.declines",
            "The last card may be left hidden",
            ("always", "as often as one likes"),
            ("once", "once"),
            when="ending.trigger=turn-up-last",
        ),
        choice(
            "ending.knock",
            "A knock comes",
            ("instead-of-drawing", "instead of drawing"),
            ("after-turn", "after a turn"),
            when="ending.trigger=knock",
        ),
        number("ending.knock_from", "First turn in which one may knock", when="ending.trigger=knock"),
        number("ending.last_turns", "Last turns of each of the others", "0: it ends at once."),
        choice(
            "ending.last_turns_for",
            "Who has them?",
            ("all", "everybody else"),
            ("rest-of-round", "only those up to the player before the starter"),
        ),
        Field(
            "ending.hidden",
            "counted",
            "A card still face down at the end",
            choices=(("counted", "is turned up and counts"), (POINTS, "counts so many points")),
        ),
        choice(
            "ending.stock_empty",
            "If the stock runs out",
            ("reshuffle", "the discards are shuffled"),
            ("reshuffle-once", "the discards are shuffled once; then the hole ends"),
            ("hole-ends", "the hole ends"),
        ),
    ),
)


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


_PAYS: Choices = (("none", "nothing"), ("zero", "a score above 0 becomes 0"), ("half", "half of a score above 0"))
_ALONE: Choices = (("alone", "only whoever is lowest alone"), ("shared", "those who share the lowest score too"))

ENDER = Section(
    "ender",
    "Whoever ends the hole, and places",
    (
        choice(
            "penalty.kind",
            "If somebody else did better, the ender",
            ("none", "pays nothing"),
            ("add", "gets points added"),
            ("double", "has the score doubled"),
            ("double-and-add", "has the score doubled and points added"),
            ("worst", "gets the worst score at the table"),
        ),
        number("penalty.points", "Points added", when="penalty.kind=add double-and-add"),
        choice(
            "penalty.when",
            "Better is",
            ("someone-lower", "a lower score"),
            ("someone-lower-or-equal", "a lower or an equal score"),
            when="penalty.kind=add double double-and-add worst",
        ),
        tick("penalty.each_rival", "The points are added for each such player", when="penalty.kind=add"),
        choice(
            "penalty.below_zero",
            "A score below 0",
            ("kept", "is not doubled"),
            ("doubled", "is doubled too"),
            when="penalty.kind=double double-and-add",
        ),
        choice("reward.kind", "An ender with the lowest score gets", *_PAYS, ("add", "points added")),
        number("reward.points", "Points added", "Below 0 is good.", when="reward.kind=add"),
        choice("reward.when", "Lowest is", *_ALONE, when="reward.kind=zero half add"),
        choice("placing.winner.kind", "Whoever is lowest, ender or not, gets", *_PAYS, ("add", "points added")),
        number("placing.winner.points", "Points added", when="placing.winner.kind=add"),
        choice("placing.winner.when", "Lowest is", *_ALONE, when="placing.winner.kind=zero half add"),
        number("placing.equal", "Points for each whose score another player has as well", "0: a tie is nothing."),
        choice(
            "placing.compared",
            "For places are compared",
            ("raw", "the points of the cards"),
            ("after-penalty", "the points with what the ender pays or gets"),
        ),
    ),
)

MATCH = Section(
    "match",
    "Match",
    (
        Field("match.holes", "numbers", "How many holes?", "The usual lengths, such as 9, 18; the first is offered."),
        number(
            "match.until",
            "Or until somebody has so many points",
            "Empty: by holes only.",
            optional=True,
        ),
        Field(
            "match.exact",
            "rows",
            "Totals that change",
            "A total of exactly so many becomes another, as 100 becomes 50.",
            columns=(number("total", "exactly"), number("becomes", "becomes")),
            most=10,
        ),
        choice(
            "match.winner",
            "The game is won by",
            ("lowest-total", "the lowest total"),
            ("most-holes", "the most holes won"),
        ),
        choice(
            "match.tie",
            "A tie at the end",
            ("shared", "is shared"),
            ("extra-hole", "is played out in an extra hole"),
            ("lowest-hole", "goes to the lowest single hole, then the next lowest"),
            ("most-holes", "goes to the most holes won"),
            ("ender-loses", "is lost by whoever ended the last hole"),
        ),
        choice(
            "match.teams",
            "Teams",
            ("none", "everybody plays alone"),
            ("sum", "the points of a team are added up"),
            ("best-ball", "on each hole the lowest score of a team counts"),
        ),
        tick("match.hole_winner", "Each hole has a winner"),
        choice(
            "match.hole_tie",
            "Of those who are lowest together",
            ("shared", "all win the hole"),
            ("ender-wins", "whoever ended it wins the hole"),
            ("ender-loses", "whoever ended it does not win the hole"),
        ),
        choice(
            "match.first",
            "First to play is",
            ("left-of-dealer", "the player to the dealer's left"),
            ("dealer", "the dealer"),
        ),
        choice(
            "match.deal",
            "On the next hole",
            ("moves-on", "the deal moves on to the left"),
            ("stays", "the same player deals"),
            ("winner-starts", "the winner of the last hole starts"),
            ("loser-deals", "the loser of the last hole deals"),
            ("ender-starts", "whoever ended the last hole starts"),
            ("ender-deals", "whoever ended the last hole deals"),
            ("highest-opening-starts", "whoever turns up the highest cards starts"),
            ("highest-opening-then-ender", "whoever ended the last hole starts; on the first, whoever turns up most"),
        ),
    ),
)


SECTIONS = (NAME, TABLE, GRID, TURN, ENDING, VALUES, EQUAL, FOUR, BONUSES, ENDER, MATCH)


def every_field() -> Iterator[Field]:
    """The fields of all sections, without the columns of rows."""
    for section in SECTIONS:
        yield from section.fields
