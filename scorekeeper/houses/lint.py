"""Faults of a house whose keys all hold values of the right kind.

Every finding names the key and the cause, so that a file, a form and an address can show it in its place. The
vocabulary has the limits of each parameter.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scorekeeper.houses import lint_points
from scorekeeper.houses.idle import idle
from scorekeeper.houses.lint_words import Finding, identity, options, written
from scorekeeper.houses.vocabulary import PARAMETERS, Parameter, value_of
from scorekeeper.rules import LONGEST_GAME, House, Rank
from scorekeeper.rules.cards import STANDARD_RANKS
from scorekeeper.rules.house import BY_ENDER, BY_OPENING, MOST_TYPED, NO_CARDS
from scorekeeper.rules.notation import parse_card
from scorekeeper.rules.parameters import Bonus, FourOfAKind, Typed
from scorekeeper.rules.problems import RuleError
from scorekeeper.rules.wording import count_word

MOST_LENGTHS = 6

BY_TURNING_UP = ("all-face-up", "turn-up-last")
"""The triggers that need a player's last card to be turned up."""


def unusable(house: House) -> Iterator[Finding]:
    """Faults that keep a game from being scored or shown: sizes, cards without a value, numbers.

    A house that was already played must only pass this. A newer release may find more faults in new files, but may
    add nothing here that an older release let a table play by.
    """
    if house.grid != NO_CARDS and not (1 <= house.grid.rows <= 4 and 1 <= house.grid.columns <= 6):
        yield "grid", f"A grid of {house.grid} is too large or too small. Use 1 to 4 rows of 1 to 6."
        return
    yield from identity(house)
    for one in PARAMETERS.values():
        yield from _bounds(one, one.key, value_of(house, one.key))
    if house.has_cards:
        yield from _values(house)
        yield from _table(house)
        yield from _equal_cards(house)
        yield from _numbers(house)
    else:
        yield from lint_points.without_cards(house)
        yield from lint_points.typed(house)
    yield from lint_points.rounds(house)
    yield from _lengths(house)
    yield from options(house)


def contradictions(house: House) -> Iterator[Finding]:
    """Faults that no single key shows."""
    found = list(unusable(house))
    yield from found
    if any(key == "grid" for key, _ in found):
        return
    if house.has_cards:
        yield from _cards(house)
    yield from _paying(house)
    yield from _match(house)


def _cards(house: House) -> Iterator[Finding]:
    """Contradictions about cards."""
    if house.cancelling is not None and {"anywhere"} < {*house.cancelling.where}:
        yield "cancelling.where", "“Anywhere” includes columns, rows and diagonals. Choose it alone."
    if house.four_of_a_kind is not None:
        yield from _four_of_a_kind(house.four_of_a_kind, house)
    for number, bonus in enumerate(house.bonuses):
        yield from ((f"bonuses.{number}.{key}", cause) for key, cause in _bonus(bonus, house))
    if house.entry != Typed():
        yield "entry", "What can be typed follows from the cards."
    yield from _opening(house)
    yield from _course(house)


def faults(house: House) -> Iterator[Finding]:
    """All faults of a house that a person writes: contradictions, and switches without effect."""
    yield from contradictions(house)
    yield from idle(house)
    yield from lint_points.idle(house)


def _bounds(one: Parameter, key: str, value: Any) -> Iterator[Finding]:
    """Numbers, characters and lines outside the limits of the vocabulary."""
    if isinstance(value, str) and one.kind in ("words", "text"):
        yield from written(key, value, one.most or 0, lines=one.kind == "text")
    elif isinstance(value, int) and one.most is not None:
        if not (one.least or 0) <= value <= one.most:
            yield key, f"{str(value)[:12]} isn’t between {one.least or 0} and {one.most}."
    elif isinstance(value, Mapping):
        yield from _bounds_of_table(one, key, value)
    elif one.key == "bonuses":
        yield from _bounds_of_bonuses(one, key, value)


def _bounds_of_table(one: Parameter, key: str, value: Mapping[Any, Any]) -> Iterator[Finding]:
    if one.most is not None and len(value) > one.most:
        yield key, f"Use at most {one.most}."
    for name, held in value.items():
        if isinstance(held, int):
            yield from _bounds(one.columns[-1] if one.columns else one, f"{key}.{name}", held)
        if isinstance(name, int):
            yield from _bounds(one.columns[0], f"{key}.{name}", name)


def _bounds_of_bonuses(one: Parameter, key: str, value: Sequence[Bonus]) -> Iterator[Finding]:
    if len(value) > (one.most or 0):
        yield key, f"Use at most {one.most}."
    for number, bonus in enumerate(value):
        for column in one.columns:
            yield from _bounds(column, f"{key}.{number}.{column.key}", getattr(bonus, column.key))


# --- cards and table --------------------------------------------------------------------------------------------------


def _values(house: House) -> Iterator[Finding]:
    """Points of the cards, and cards that are missing."""
    if house.table.deck is None:
        yield from _standard_deck(house)
    else:
        yield from _own_deck(house, house.table.deck)
    for card in house.card_values:
        yield from _single_card(card, house)


def _standard_deck(house: House) -> Iterator[Finding]:
    for rank in STANDARD_RANKS:
        if rank not in house.values:
            yield f"values.{rank.value}", "Every rank except the joker needs a value."
    for rank in house.values:
        if rank is not Rank.JOKER and rank not in STANDARD_RANKS:
            yield f"values.{rank.value}", "The standard deck has no such card. A custom deck goes into table.deck."
    if not house.has_joker and house.table.jokers_per_deck:
        yield "table.jokers_per_deck", "The decks have jokers, but the joker has no value."


def _single_card(card: str, house: House) -> Iterator[Finding]:
    """A card with points of its own."""
    key = f"card_values.{card[:20]}"
    try:
        read = parse_card(card)
    except RuleError as error:
        yield key, error.message
        return
    if str(read) != card:
        yield key, f"Write it as {read}."
    elif read.suit is None:
        yield key, "Add a suit. Points for all cards of a rank go under values."
    elif read.rank not in house.values:
        yield key, f"There’s no {read.rank.word} in the deck."


def _own_deck(house: House, deck: Mapping[Rank, int]) -> Iterator[Finding]:
    if not deck:
        yield "table.deck", "A custom deck needs cards."
    for rank, count in deck.items():
        if rank is Rank.GONE:
            yield "table.deck..", "An empty spot isn’t a card."
        elif not 1 <= count <= 60:
            yield f"table.deck.{rank.value}", f"A deck can have 1 to 60 of a card, not {count}."
        elif rank not in house.values:
            yield f"values.{rank.value}", "This card is in the deck, so it needs a value."
    for rank in house.values:
        if rank not in deck:
            yield f"values.{rank.value}", "This card isn’t in table.deck."
    if house.table.jokers_per_deck != deck.get(Rank.JOKER, 0):
        yield "table.jokers_per_deck", "The custom deck sets how many jokers there are."
    if house.suited_ranks:
        yield "table.deck", "Cards of a custom deck have no suits, but a rule needs them."


def _table(house: House) -> Iterator[Finding]:
    """Players and decks."""
    seats = house.table
    fewest, most = seats.players_min, seats.players_max
    if 2 not in seats.decks and fewest not in seats.decks:
        yield "table.decks", f"Say how many decks {fewest} players use."
    answered = any("table.decks" in reading.sets for option in house.options for reading in option.readings)
    for players, decks in seats.decks.items():
        if decks == "ask" and not answered:
            yield f"table.decks.{players}", "The table must choose, but no option has answers."
    known = [decks for decks in seats.decks.values() if decks != "ask"]
    enough = house.cards_in_play(max(known, default=0))  # for one more than can be dealt
    if not known:
        yield "table.decks", "Set the decks for at least one number of players."
    elif fewest * house.grid.size >= enough:
        yield "table.decks", f"Not enough cards to deal {house.grid.size} to {fewest} players."
    if most is not None and most < fewest:
        yield "table.players_max", f"{most} is less than the fewest players, {fewest}."
    elif most is not None and known and fewest * house.grid.size < enough <= most * house.grid.size:
        yield "table.players_max", f"Not enough cards to deal {house.grid.size} to {most} players."


def _missing(key: str, ranks: Mapping[Rank, object] | tuple[Rank, ...], house: House) -> Iterator[Finding]:
    """Cards that a rule names but the deck lacks."""
    for rank in ranks:
        if rank not in house.values:
            yield f"{key}.{rank.value}", f"There’s no {rank.word} in the deck."


# --- cards that score together ----------------------------------------------------------------------------------------


def _equal_cards(house: House) -> Iterator[Finding]:
    """Faults in the rule for matching cards."""
    rule, grid = house.cancelling, house.grid
    if rule is None:
        return
    if not rule.where:
        yield "cancelling.where", "Say where matching cards cancel. Without the table cancelling, they never do."
    if not 2 <= rule.size <= grid.size:
        yield "cancelling.size", f"{rule.size} matching cards can’t cancel in {grid}."
    longest = {"column": grid.rows, "row": grid.columns, "diagonal": min(grid.rows, grid.columns)}
    for where in rule.where:
        if rule.size > longest.get(where, grid.size):
            yield "cancelling.size", f"No {where} of {grid} has {rule.size} cards."
    if 0 < (alike := _most_alike(house, rule.same)) < rule.size <= grid.size and not rule.wild:
        yield "cancelling.size", f"The decks have only {alike} such matching cards."
    yield from _missing("cancelling.exceptions", rule.exceptions, house)
    yield from _missing("cancelling.wild", rule.wild, house)
    if rule.leave and (
        "anywhere" in rule.where or rule.wild or not {"zero", "keep"}.issuperset(rule.exceptions.values())
    ):
        yield (
            "cancelling.leave",
            "Cards can only leave the grid in whole lines worth 0, or stay and keep their values.",
        )
    if rule.leave and rule.counts != "zero":
        # A layout shows only the empty spot, so the points of its card would be unknown.
        yield "cancelling.counts", "Cards that leave the grid can’t be scored, so they must be worth 0."


def _most_alike(house: House, same: str) -> int:
    """The most cards that match in that way in the decks of the largest table."""
    if same == "value":
        return house.grid.size  # several ranks may have one value
    decks = max((decks for decks in house.table.decks.values() if decks != "ask"), default=1)
    of_a_rank = 1 if same == "card" and house.table.deck is None else 0
    return decks * max((of_a_rank or house.cards_of_rank(rank) for rank in house.values), default=0)


def _four_of_a_kind(bonus: FourOfAKind, house: House) -> Iterator[Finding]:
    grid = house.grid
    if bonus.pattern != "anywhere" and (grid.rows < 2 or grid.columns < 2):
        yield "four_of_a_kind.pattern", f"The pattern “{bonus.pattern}” needs two rows and two columns, not {grid}."
    alike = {"columns": 2 * grid.rows, "any-pairs": grid.rows}.get(bonus.pattern, 4)
    if 0 < _most_alike(house, "rank") < alike <= grid.size:
        yield "four_of_a_kind.pattern", f"The decks don’t have {count_word(alike)} cards of a rank."
    if grid.size < 4:
        yield "four_of_a_kind", f"There aren’t four cards in {grid}."
    if bonus.by_columns and bonus.pattern != "columns":
        yield "four_of_a_kind.by_columns", f"The pattern “{bonus.pattern}” doesn’t count columns."
    else:
        for count in bonus.by_columns:
            if not 2 <= count <= grid.columns:
                yield f"four_of_a_kind.by_columns.{count}", f"A grid of {grid} doesn’t have {count} columns."
    if bonus.by_rank and bonus.pattern == "any-pairs":
        yield (
            "four_of_a_kind.by_rank",
            "Points by rank don’t work with “any-pairs”, whose two columns can differ in rank.",
        )
    yield from _missing("four_of_a_kind.not_for", bonus.not_for, house)
    yield from _missing("four_of_a_kind.by_rank", bonus.by_rank, house)


def _bonus(bonus: Bonus, house: House) -> Iterator[Finding]:
    grid, pattern = house.grid, bonus.pattern
    if pattern == "corners" and (grid.rows < 2 or grid.columns < 2):
        yield "pattern", f"A grid of {grid} has no four corners."
    if pattern in ("pairs", "all-cancelled") and house.cancelling is None:
        yield "pattern", "Under these rules, no cards cancel."
    if pattern == "run" and grid.size > len([rank for rank in house.ranks if rank is not Rank.JOKER]):
        yield "pattern", f"There aren’t {grid.size} ranks for a run."
    if pattern != "exact-total" and not bonus.points and not bonus.others:
        yield "points", "A bonus needs points."
    if bonus.cards == "cancelled" and pattern in ("exact-total", "all-cancelled", "pairs"):
        yield "cards", f"The pattern “{pattern}” always leaves the cards’ own points."
    if pattern == "pairs" and bonus.pairs < 1:
        yield "pairs", "Use at least one group."
    for rank in bonus.ranks:
        if pattern not in ("pairs", "corners"):
            yield "ranks", f"The pattern “{pattern}” isn’t about ranks."
        elif rank not in house.values:
            yield "ranks", f"There’s no {rank.word} in the deck."


# --- how a hole goes --------------------------------------------------------------------------------------------------


def _numbers(house: House) -> Iterator[Finding]:
    """Cards seen before play, and turns."""
    size, opening, end = house.grid.size, house.opening, house.ending
    for key, cards in (("opening.face_up", opening.face_up), ("opening.peek", opening.peek)):
        if not 0 <= cards <= size:
            yield key, f"A player has {size} cards, not {cards}."
    if opening.where == "fixed":
        if not all(1 <= number <= size for number in opening.places):
            yield "opening.places", f"Count the spots of {house.grid} from 1 to {size}."
        elif len(set(opening.places)) < len(opening.places):
            yield "opening.places", "A spot is listed twice."
        elif len(opening.places) != opening.face_up:
            yield "opening.places", f"List one spot for each flipped card, {opening.face_up} in all."
    if end.trigger == "turns" and not 1 <= end.turns <= 50:
        yield "ending.turns", "Say how many turns each player gets, 1 to 50."


def _lengths(house: House) -> Iterator[Finding]:
    """The length of a game."""
    rules = house.match
    if not rules.holes or not all(1 <= holes <= LONGEST_GAME for holes in rules.holes):
        yield "match.holes", f"Enter at least one length, each of 1 to {LONGEST_GAME} holes."
    for key, points in (("start_points", rules.start_points), ("out_at", rules.out_at)):
        yield from lint_points.within(f"match.{key}", points, MOST_TYPED)
    if len(rules.holes) > MOST_LENGTHS:
        yield "match.holes", f"Enter at most {MOST_LENGTHS} lengths."


def _opening(house: House) -> Iterator[Finding]:
    grid, opening = house.grid, house.opening
    if opening.peek > 2 and opening.peek_where == "outer":
        yield "opening.peek", f"A row has only two ends, not {opening.peek}."
    room = {"same-column": grid.rows, "different-columns": grid.columns, "each-row": grid.rows}.get(opening.where)
    if room is not None and opening.face_up > room:
        where = PARAMETERS["opening.where"].choices[opening.where].capitalize()
        yield "opening.where", f"“{where}” has room for {room} cards in {grid}, not {opening.face_up}."
    if opening.face_up >= grid.size and house.ending.trigger in BY_TURNING_UP:
        yield "opening.face_up", "With every card face up, the hole would be over before it starts."
    elif opening.face_up >= grid.size and _put_down_hidden(house):
        yield "opening.face_up", "With every card face up at the start, new cards can’t go face down."


def _put_down_hidden(house: House) -> bool:
    """Whether every new card in the grid goes face down."""
    turn = house.turn
    return turn.placed == "face-down" or (turn.placed == "as-drawn" and turn.sources == "stock")


def _course(house: House) -> Iterator[Finding]:
    """A turn, and the end of a hole."""
    turn, end = house.turn, house.ending
    turns_up = turn.turn_up_after_discard != "never" or turn.turn_up_instead
    if end.trigger in BY_TURNING_UP and _put_down_hidden(house):
        yield "turn.placed", "The hole would never end: new cards go face down."
    elif end.trigger == "all-face-up" and turn.placed == "as-replaced" and not turns_up:
        yield "turn.placed", "The hole would never end: face-down cards stay face down."
    elif end.trigger == "all-face-up" and not end.replacing_last_ends and not turns_up:
        never = "The hole would never end: players can’t flip their last card."
        yield "ending.replacing_last_ends", f"{never} See turn.turn_up_after_discard."
    if not turn.may_discard_stock:
        if turn.turn_up_after_discard != "never":
            yield "turn.turn_up_after_discard", "No card from the stock is discarded, so this never happens."
        if not (turn.swap_open and turn.swap_equal and turn.swap_open_at_last) or end.waits_for_all:
            yield "turn.may_discard_stock", "A card that must be used needs a spot. Let players swap every card."
    if end.trigger == "turn-up-last" and not turns_up:
        yield "ending.trigger", "Players can’t flip their last card. See turn.turn_up_after_discard."


# --- who gains, who pays, who wins ------------------------------------------------------------------------------------


def _paying(house: House) -> Iterator[Finding]:
    """Rules about the player who ends a hole where there is none, and penalties of 0 points."""
    end, rules, pays = house.ending, house.match, house.penalty
    of_an_ender = {
        "penalty.kind": pays is not None and pays.kind != "none",
        "reward.kind": house.reward is not None and house.reward.kind != "none",
        "ending.last_turns": end.last_turns > 0,
        "match.tie": rules.tie == "ender-loses",
        "match.hole_tie": rules.hole_tie != "shared",
        "match.deal": rules.deal in BY_ENDER,
    }
    for key, is_set in of_an_ender.items():
        if is_set and not house.somebody_ends:
            yield key, "Under these rules, no one ends the hole, so this does nothing."
    if rules.better == "higher":
        yield from lint_points.lowering(house)
    if pays is not None and pays.kind in ("add", "double-and-add") and not pays.points:
        instead = "none" if pays.kind == "add" else "double"
        yield "penalty.points", f"Adding 0 points does nothing. Use the kind “{instead}”."


def _match(house: House) -> Iterator[Finding]:
    rules = house.match
    if rules.until is not None and rules.winner == "most-holes":
        yield "match.winner", "A game to a point limit is won by the lowest total."
    yield from lint_points.end(house)
    if rules.teams != "none" and rules.exact:
        yield "match.exact", "With teams, no single player has a total that could change."
    if rules.teams != "none" and house.table.players_max is not None and house.table.players_max < 4:
        yield "match.teams", "Two teams of partners need at least four players."
    if rules.deal in BY_OPENING and not house.opening.face_up:
        yield "match.deal", "No cards are flipped before play, so no one shows the most points."
    elif rules.deal in BY_OPENING and house.opening.when == "first-turn":
        yield "match.deal", "Cards are flipped only on a player’s own first turn, too late to tell who goes first."
