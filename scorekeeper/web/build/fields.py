"""The fields of the builder's form: every parameter of a house in plain words, under the key of the house file.

A field is named after the key that it sets, so that whatever is wrong with a key is shown at its field.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from scorekeeper.rules.cards import STANDARD_RANKS, Rank, Suit

Choices = tuple[tuple[str, str], ...]

NUMBER_RANKS = tuple(rank for rank in Rank if rank is not Rank.GONE and rank not in (*STANDARD_RANKS, Rank.JOKER))
"""Cards that only a deck of its own has."""

STANDARD_CARDS = (*STANDARD_RANKS, Rank.JOKER)
EVERY_CARD = tuple(rank for rank in Rank if rank is not Rank.GONE)

YES, NO, POINTS = "yes", "no", "points"
"""What a choice says that is no value of a house file: a table that may be left out, and a number beside it."""

RED, BLACK = "red", "black"
SUITS: Choices = (
    (RED, "red"),
    (BLACK, "black"),
    (Suit.SPADES, "♠ spades"),
    (Suit.HEARTS, "♥ hearts"),
    (Suit.DIAMONDS, "♦ diamonds"),
    (Suit.CLUBS, "♣ clubs"),
)
SUITS_OF = {RED: (Suit.HEARTS, Suit.DIAMONDS), BLACK: (Suit.SPADES, Suit.CLUBS)}


def _named(rank: Rank) -> str:
    return f"{rank.face} {rank.plural}" if rank.face.isalpha() else rank.plural


RANKS: Choices = tuple((rank.value, _named(rank)) for rank in (*STANDARD_CARDS, *NUMBER_RANKS))


@dataclass(frozen=True)
class Field:
    """One thing to fill in.

    ``kind``: words and text (one line, several); number (blank where `optional`); numbers (parted by commas); choice;
    counted (a choice, one of whose values is a number beside it); tick; ticks (several of the choices); cards (a value
    and a count for each card); rows (as many lines of `columns` as are needed).
    ``when``: only asked where another field has one of these values, as `cancelling.is=yes`.
    """

    name: str
    kind: Literal["words", "text", "number", "numbers", "choice", "counted", "tick", "ticks", "cards", "rows"]
    label: str
    hint: str = ""
    choices: Choices = ()
    optional: bool = False
    when: str = ""
    columns: tuple[Field, ...] = ()
    most: int = 0  # characters, or rows


@dataclass(frozen=True)
class Section:
    """A part of the form that is folded by itself."""

    key: str
    title: str
    fields: tuple[Field, ...]
    hint: str = ""


def _words(name: str, label: str, most: int, hint: str = "", when: str = "") -> Field:
    return Field(name, "words", label, hint, most=most, when=when)


def _number(name: str, label: str, hint: str = "", *, optional: bool = False, when: str = "") -> Field:
    return Field(name, "number", label, hint, optional=optional, when=when)


def _choice(name: str, label: str, *choices: tuple[str, str], hint: str = "", when: str = "") -> Field:
    return Field(name, "choice", label, hint, choices, when=when)


def _tick(name: str, label: str, hint: str = "", when: str = "") -> Field:
    return Field(name, "tick", label, hint, when=when)


_PAYS: Choices = (("none", "nothing"), ("zero", "a score above 0 becomes 0"), ("half", "half of a score above 0"))
_ALONE: Choices = (("alone", "only whoever is lowest alone"), ("shared", "those who share the lowest score too"))
_EVERY_BONUS = "one-suit run corners pairs all-cancelled exact-total"
_CANCEL, _FOUR = "cancelling.is=yes", "four_of_a_kind.is=yes"

SECTIONS = (
    Section(
        "name",
        "Name",
        (
            _words("name", "What is it called?", 60),
            Field("summary", "text", "In one sentence", "Left empty, it is written from the rules below.", most=300),
            _words("source.title", "Where does it come from?", 200, "As you like: a place, a family, a year."),
            Field("source.notes", "text", "Notes", "Whatever else players should know.", most=2_000),
        ),
    ),
    Section(
        "table",
        "Table and deck",
        (
            _number("table.players_min", "Fewest players"),
            _number("table.players_max", "Most players", "Empty: as many as there are cards for.", optional=True),
            _choice(
                "table.cards",
                "Which cards?",
                ("standard", "the standard deck of 52"),
                ("own", "a deck of its own, such as one with numbers"),
            ),
            _number("table.jokers_per_deck", "Jokers in each deck", when="table.cards=standard"),
            Field(
                "table.decks",
                "rows",
                "How many decks?",
                "From so many players on. The first line counts for smaller tables too.",
                columns=(_number("players", "from players"), _number("decks", "decks")),
                most=12,
            ),
        ),
    ),
    Section(
        "grid",
        "Grid and opening",
        (
            _number("grid.rows", "Rows", "1 to 4"),
            _number("grid.columns", "Columns", "1 to 6"),
            _number("opening.face_up", "Cards turned up at the start"),
            _choice(
                "opening.where",
                "Which ones?",
                ("any", "any"),
                ("same-column", "all in one column"),
                ("different-columns", "each in another column"),
            ),
            _number("opening.peek", "Cards looked at once, in secret"),
            _choice(
                "opening.peek_where",
                "Which of them?",
                ("nearest", "the nearest"),
                ("any", "any"),
                ("outer", "both ends of the nearest row"),
            ),
            _choice(
                "opening.when",
                "When?",
                ("before-play", "before anybody plays"),
                ("first-turn", "as each player's first turn begins"),
            ),
        ),
    ),
    Section(
        "turn",
        "Turn",
        (
            _choice(
                "turn.sources",
                "Where may a card be taken from?",
                ("both", "the stock or the discard pile"),
                ("stock", "only the stock"),
            ),
            _choice(
                "turn.placed",
                "A card put into the grid lies",
                ("face-up", "face up"),
                ("face-down", "face down"),
                ("as-drawn", "as it was taken: up from the discard pile, down from the stock"),
                ("either", "as the player likes"),
            ),
            _tick("turn.may_return_discard", "A card taken from the discard pile may go straight back"),
            _choice(
                "turn.turn_up_after_discard",
                "Whoever throws the drawn card away",
                ("never", "turns nothing up"),
                ("may", "may turn a card up"),
                ("must", "must turn a card up"),
                ("must-but-last", "must turn a card up, but may leave the last one"),
            ),
            _tick("turn.turn_up_in_last_turn", "That goes for last turns too"),
            _tick("turn.turn_up_instead", "A turn may be turning one card up, drawing nothing"),
            _tick("turn.swap_equal", "A face-up card may be replaced by one of the same rank"),
            _tick("turn.swap_open_at_last", "With one card face down, a face-up card may still be replaced"),
            _choice(
                "turn.look",
                "Looking at a hidden card of one's own",
                ("forbidden", "is forbidden"),
                ("commits", "means that this card must be replaced"),
            ),
        ),
        "What a player does. None of this changes what cards count.",
    ),
    Section(
        "ending",
        "End of the hole",
        (
            _choice(
                "ending.trigger",
                "A hole ends",
                ("all-face-up", "as soon as somebody's cards all lie face up"),
                ("turn-up-last", "when somebody chooses to turn up the last card"),
                ("knock", "with a knock"),
                ("turns", "after so many turns each"),
                ("stock-empty", "when the stock is used up"),
            ),
            _number("ending.turns", "Turns each", when="ending.trigger=turns"),
            _tick(
                "ending.replacing_last_ends",
                "Replacing the last hidden card ends it as well",
                when="ending.trigger=all-face-up turn-up-last",
            ),
            _tick(
                "ending.turning_after_swap",
                "Whoever swapped may turn the last card up as well",
                when="ending.trigger=turn-up-last",
            ),
            _tick(
                "ending.waits_for_all",
                "Not before everybody has at most one hidden card",
                when="ending.trigger=turn-up-last",
            ),
            _choice(
                "ending.declines",
                "The last card may be left hidden",
                ("always", "as often as one likes"),
                ("once", "once"),
                when="ending.trigger=turn-up-last",
            ),
            _choice(
                "ending.knock",
                "A knock comes",
                ("instead-of-drawing", "instead of drawing"),
                ("after-turn", "after a turn"),
                when="ending.trigger=knock",
            ),
            _number("ending.knock_from", "First turn in which one may knock", when="ending.trigger=knock"),
            _number("ending.last_turns", "Last turns of each of the others", "0: it ends at once."),
            _choice(
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
            _choice(
                "ending.stock_empty",
                "If the stock runs out",
                ("reshuffle", "the discards are shuffled"),
                ("reshuffle-once", "the discards are shuffled once; then the hole ends"),
                ("hole-ends", "the hole ends"),
            ),
        ),
    ),
    Section(
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
                    _choice("rank", "card", ("", "card"), *RANKS[:13]),
                    _choice("suits", "suits", ("", "which"), *SUITS),
                    _number("points", "points"),
                ),
                most=60,
            ),
        ),
    ),
    Section(
        "equal",
        "Equal cards",
        (
            _choice("cancelling.is", "Do equal cards cancel each other?", (YES, "yes"), (NO, "no, every card counts")),
            _number("cancelling.size", "How many equal cards?", "2 for pairs, 3 for triples.", when=_CANCEL),
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
            _choice(
                "cancelling.same",
                "Equal are",
                ("rank", "cards of one rank"),
                ("value", "cards of one value, as a jack and a queen"),
                ("card", "cards of one rank and suit"),
                when=_CANCEL,
            ),
            _choice(
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
                    _choice("rank", "card", ("", "card"), *RANKS),
                    _choice(
                        "what",
                        "what they count",
                        ("keep", "keep their values"),
                        ("lower", "their values or 0, whichever is lower"),
                        ("negative", "their values with the other sign"),
                        ("zero", "nothing"),
                        (POINTS, "so many points:"),
                    ),
                    _number("points", "points", when="what=points"),
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
            _tick("cancelling.leave", "Cancelled cards leave the grid while the hole is played", when=_CANCEL),
        ),
    ),
    Section(
        "four",
        "Four of a kind and blocks",
        (
            _choice("four_of_a_kind.is", "Do four equal cards earn something?", (NO, "no"), (YES, "yes")),
            _number("four_of_a_kind.points", "Points", "Below 0 is good.", when=_FOUR),
            _choice(
                "four_of_a_kind.pattern",
                "Where must they lie?",
                ("columns", "in two columns"),
                ("any-pairs", "any two cancelled columns, of whatever ranks"),
                ("two-and-two", "two in one row and two in another"),
                ("block", "in a square of two by two"),
                ("end-block", "in such a square at the left or right edge"),
                ("anywhere", "anywhere"),
                when=_FOUR,
            ),
            _tick("four_of_a_kind.touching", "The two columns must be neighbours", when=_FOUR),
            _choice(
                "four_of_a_kind.six_alike",
                "Six of a rank earn it",
                ("once", "once"),
                ("each-block", "for each two columns that are neighbours"),
                ("each-pair", "for each two columns"),
                when=_FOUR,
            ),
            _choice(
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
                columns=(_choice("rank", "card", ("", "card"), *RANKS), _number("points", "points")),
                when=_FOUR,
                most=30,
            ),
            Field(
                "four_of_a_kind.by_columns",
                "rows",
                "Other points for more equal columns",
                "Such as 15 off for three equal columns.",
                columns=(_number("columns", "equal columns"), _number("points", "points")),
                when=_FOUR,
                most=6,
            ),
        ),
    ),
    Section(
        "bonuses",
        "Bonuses",
        (
            Field(
                "bonuses",
                "rows",
                "Points for a whole layout",
                columns=(
                    _choice(
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
                    _number("total", "exactly how many", when="pattern=exact-total"),
                    _number("pairs", "how many groups", when="pattern=pairs"),
                    _number("points", "points", when=f"pattern={_EVERY_BONUS}"),
                    _number("others", "for the others", when=f"pattern={_EVERY_BONUS}"),
                    _words("ranks", "only of these cards, such as J, K", 80, when="pattern=pairs corners"),
                    _choice(
                        "cards",
                        "the points stand",
                        ("counted", "on top of the cards' own"),
                        ("cancelled", "in place of the cards' own"),
                        when="pattern=one-suit run corners",
                    ),
                    _tick("jokers_wild", "a joker stands for a card that is needed", when="pattern=one-suit run"),
                ),
                most=12,
            ),
        ),
    ),
    Section(
        "ender",
        "Whoever ends the hole, and places",
        (
            _choice(
                "penalty.kind",
                "If somebody else did better, the ender",
                ("none", "pays nothing"),
                ("add", "gets points added"),
                ("double", "has the score doubled"),
                ("double-and-add", "has the score doubled and points added"),
                ("worst", "gets the worst score at the table"),
            ),
            _number("penalty.points", "Points added", when="penalty.kind=add double-and-add"),
            _choice(
                "penalty.when",
                "Better is",
                ("someone-lower", "a lower score"),
                ("someone-lower-or-equal", "a lower or an equal score"),
                when="penalty.kind=add double double-and-add worst",
            ),
            _tick("penalty.each_rival", "The points are added for each such player", when="penalty.kind=add"),
            _choice(
                "penalty.below_zero",
                "A score below 0",
                ("kept", "is not doubled"),
                ("doubled", "is doubled too"),
                when="penalty.kind=double double-and-add",
            ),
            _choice("reward.kind", "An ender with the lowest score gets", *_PAYS, ("add", "points added")),
            _number("reward.points", "Points added", "Below 0 is good.", when="reward.kind=add"),
            _choice("reward.when", "Lowest is", *_ALONE, when="reward.kind=zero half add"),
            _choice("placing.winner.kind", "Whoever is lowest, ender or not, gets", *_PAYS, ("add", "points added")),
            _number("placing.winner.points", "Points added", when="placing.winner.kind=add"),
            _choice("placing.winner.when", "Lowest is", *_ALONE, when="placing.winner.kind=zero half add"),
            _number("placing.equal", "Points for each whose score another player has as well", "0: a tie is nothing."),
        ),
    ),
    Section(
        "match",
        "Match",
        (
            Field(
                "match.holes", "numbers", "How many holes?", "The usual lengths, such as 9, 18; the first is offered."
            ),
            _number(
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
                columns=(_number("total", "exactly"), _number("becomes", "becomes")),
                most=10,
            ),
            _choice(
                "match.winner",
                "The game is won by",
                ("lowest-total", "the lowest total"),
                ("most-holes", "the most holes won"),
            ),
            _choice(
                "match.tie",
                "A tie at the end",
                ("shared", "is shared"),
                ("extra-hole", "is played out in an extra hole"),
                ("lowest-hole", "goes to the lowest single hole, then the next lowest"),
                ("most-holes", "goes to the most holes won"),
            ),
            _tick("match.hole_winner", "Each hole has a winner"),
            _choice(
                "match.deal",
                "On the next hole",
                ("moves-on", "the deal moves on to the left"),
                ("stays", "the same player deals"),
                ("winner-starts", "the winner of the last hole starts"),
                ("loser-deals", "the loser of the last hole deals"),
            ),
        ),
    ),
)


def every_field() -> Iterator[Field]:
    """The fields of all sections, without the columns of rows."""
    for section in SECTIONS:
        yield from section.fields
