"""The fields about playing: who, with which cards, how a hole goes and how it ends."""

from __future__ import annotations

from scorekeeper.web.build.fields import POINTS, Field, Section, choice, number, tick, words

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
