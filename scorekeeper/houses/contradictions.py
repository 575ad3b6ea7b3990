"""What is wrong with a house although each of its keys holds a value of the right kind.

Every finding names the key to look at and the cause, so that a file, a form and an address can show it at its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from scorekeeper.rules import LONGEST_GAME, MOST_SEATS, Grid, House, Rank
from scorekeeper.rules.cards import STANDARD_RANKS
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.house import Bonus, FourOfAKind
from scorekeeper.rules.notation import parse_card

Finding = tuple[str, str]
"""The key of the house file, and the cause."""

MOST_POINTS = 999
"""No card, bonus or penalty is worth more, in either direction."""

MOST_DECKS = 12
MOST_JOKERS = 8
LONGEST_WORDS = {"name": 60, "summary": 300, "source.sheet": 20, "source.title": 200, "source.notes": 2_000}
"""Characters of what is written about a house."""

LONGEST_SENTENCES = 2_000
"""Characters of a text of a question or an example."""

MOST_OPTIONS = 80
MOST_EXAMPLES = 60
MOST_LENGTHS = 6

_KEY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def contradictions(house: House) -> Iterator[Finding]:
    """Everything that no single key shows."""
    if not 1 <= house.grid.rows <= 4 or not 1 <= house.grid.columns <= 6:
        yield "grid", f"{house.grid} is no grid that a player can hold; 1 to 4 rows of 1 to 6"
        yield from _whatever_the_grid(house)
        return
    yield from _identity(house)
    yield from _values(house)
    yield from _table(house)
    yield from _equal_cards(house)
    if house.four_of_a_kind is not None:
        yield from _four_of_a_kind(house.four_of_a_kind, house)
    for number, bonus in enumerate(house.bonuses):
        for key, cause in _bonus(bonus, house):
            yield f"bonuses.{number}.{key}", cause
    yield from _course(house)
    yield from _match(house)
    yield from _points(house)
    yield from _options(house)


def _whatever_the_grid(house: House) -> Iterator[Finding]:
    """What is wrong with a house whose grid is none: all that is just as wrong in the smallest and the largest grid."""
    small, large = (
        dict.fromkeys(contradictions(replace(house, grid=Grid(rows=rows, columns=columns))))
        for rows, columns in ((1, 1), (4, 6))
    )
    yield from (finding for finding in large if finding in small)


def _identity(house: House) -> Iterator[Finding]:
    if not _KEY.fullmatch(house.key) or len(house.key) > LONGEST_WORDS["name"]:
        yield "key", f"{_shown(house.key)} must be small letters, digits and hyphens, for it stands in addresses"
    written = {
        "name": house.name,
        "summary": house.summary,
        "source.sheet": house.source.sheet,
        "source.title": house.source.title,
        "source.notes": house.source.notes,
    }
    for key, text in written.items():
        if key in ("name", "summary") and not text.strip():
            yield key, "must not be empty"
        if len(text) > LONGEST_WORDS[key]:
            yield key, f"{len(text)} characters are too many; at most {LONGEST_WORDS[key]}"
        yield from _unseen(key, text, lines="notes" in key)
    if not 1 <= house.version <= 1_000_000:
        yield "version", "counts from 1"


def _unseen(key: str, text: str, *, lines: bool = False) -> Iterator[Finding]:
    # Without the joiners no name in a script that needs them could be written.
    if not all(sign.isprintable() or sign in "\u200c\u200d" or (lines and sign == "\n") for sign in text):
        yield key, "holds a sign that nobody can see"


def _shown(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:39] + "…")


def _values(house: House) -> Iterator[Finding]:
    if house.table.deck is None:
        for rank in STANDARD_RANKS:
            if rank not in house.values:
                yield f"values.{rank.value}", "every rank but the joker needs a value"
        for rank in house.values:
            if rank is not Rank.JOKER and rank not in STANDARD_RANKS:
                yield f"values.{rank.value}", "no such card is in the standard deck; a deck of its own is table.deck"
        if not house.has_joker and house.table.jokers_per_deck:
            yield "table.jokers_per_deck", "there are jokers in the decks, but the joker has no value"
    else:
        yield from _own_deck(house)
    for card in house.card_values:
        key = f"card_values.{card[:20]}"
        try:
            read = parse_card(card)
        except RuleError as error:
            yield key, error.message
            continue
        if str(read) != card:
            yield key, f"is written {read}"
        elif read.suit is None:
            yield key, "needs a suit; the points of every such card are under values"
        elif read.rank not in house.values:
            yield key, f"there is no {read.rank.word} in the deck"


def _own_deck(house: House) -> Iterator[Finding]:
    deck = house.table.deck or {}
    if not deck:
        yield "table.deck", "must not be empty"
    for rank, count in deck.items():
        if rank is Rank.GONE:
            yield "table.deck..", "an empty place is no card"
        elif not 1 <= count <= 60:
            yield f"table.deck.{rank.value}", f"a deck holds 1 to 60 of a card, not {count}"
        elif rank not in house.values:
            yield f"values.{rank.value}", "this card is in the deck and needs a value"
    for rank in house.values:
        if rank not in deck:
            yield f"values.{rank.value}", "no such card is in table.deck"
    if house.table.jokers_per_deck != deck.get(Rank.JOKER, 0):
        yield "table.jokers_per_deck", "the deck of its own says how many jokers there are"
    if house.suited_ranks:
        yield "table.deck", "the cards of a deck of its own have no suits, but a rule asks for them"


def _table(house: House) -> Iterator[Finding]:
    table = house.table
    for players, decks in table.decks.items():
        if players < 1 or (decks != "ask" and decks < 1):
            yield f"table.decks.{players}", "so many players need at least one deck"
        elif players > MOST_SEATS or (decks != "ask" and decks > MOST_DECKS):
            yield f"table.decks.{players}", f"at most {MOST_SEATS} players and {MOST_DECKS} decks"
    if not 0 <= table.jokers_per_deck <= MOST_JOKERS:
        below = table.jokers_per_deck < 0
        yield "table.jokers_per_deck", "cannot be below 0" if below else f"at most {MOST_JOKERS}"
    if table.players_min < 1:
        yield "table.players_min", "a game needs somebody to play it"
    if table.players_min > MOST_SEATS:
        yield "table.players_min", f"more than {MOST_SEATS} do not fit around a table"
    if 2 not in table.decks and table.players_min not in table.decks:
        yield "table.decks", f"say how many decks {table.players_min} players use"
    for players, decks in table.decks.items():
        if decks == "ask" and not any(
            "table.decks" in reading.sets for option in house.options for reading in option.readings
        ):
            yield f"table.decks.{players}", "the table is asked, but no option says what it may answer"
    known = [decks for decks in table.decks.values() if decks != "ask"]
    enough = house.cards_in_play(max(known, default=0))  # for one more than can be dealt
    if not known:
        yield "table.decks", "at least one number of players needs a known number of decks"
    elif table.players_min * house.grid.size >= enough:
        yield "table.decks", f"too few cards to deal {house.grid.size} to each of {table.players_min}"
    if table.players_max is not None:
        if table.players_max < table.players_min:
            yield (
                "table.players_max",
                f"{table.players_max} is fewer than the {table.players_min} that a game needs at least",
            )
        elif table.players_max > MOST_SEATS:
            yield "table.players_max", f"more than {MOST_SEATS} do not fit around a table"
        elif known and enough <= table.players_max * house.grid.size and enough > table.players_min * house.grid.size:
            yield "table.players_max", f"too few cards to deal {house.grid.size} to each of {table.players_max}"


def _equal_cards(house: House) -> Iterator[Finding]:
    rule, grid = house.cancelling, house.grid
    if rule is None:
        return
    if not rule.where:
        yield "cancelling.where", "say where equal cards cancel; without the table cancelling they never do"
    if len(set(rule.where)) < len(rule.where):
        yield "cancelling.where", "names a place twice"
    if "anywhere" in rule.where and len(rule.where) > 1:
        yield "cancelling.where", "anywhere holds every column, row and diagonal already"
    if not 2 <= rule.size <= grid.size:
        yield "cancelling.size", f"{rule.size} equal cards cannot cancel in {grid}"
    longest = {"column": grid.rows, "row": grid.columns, "diagonal": min(grid.rows, grid.columns)}
    for where in rule.where:
        if rule.size > longest.get(where, grid.size):
            yield "cancelling.size", f"no {where} of {grid} holds {rule.size} cards"
    if 0 < (alike := _most_alike(house, rule.same)) < rule.size <= grid.size and not rule.wild:
        yield "cancelling.size", f"the decks hold no more than {alike} such equal cards"
    for rank in (*rule.exceptions, *rule.wild):
        if rank not in house.values:
            key = "exceptions" if rank in rule.exceptions else "wild"
            yield f"cancelling.{key}.{rank.value}", f"there is no {rank.word} in the deck"
    if rule.leave and ("anywhere" in rule.where or rule.exceptions or rule.counts != "zero" or rule.wild):
        yield "cancelling.leave", "cards can only leave the grid in whole lines that count 0, without exceptions"


def _most_alike(house: House, same: str) -> int:
    """How many cards that are equal in that way the decks of the largest table hold."""
    if same == "value":
        return house.grid.size  # several ranks may be of one value
    decks = max((decks for decks in house.table.decks.values() if decks != "ask"), default=1)
    of_a_rank = 1 if same == "card" and house.table.deck is None else 0
    return decks * max((of_a_rank or house.cards_of_rank(rank) for rank in house.values), default=0)


def _four_of_a_kind(bonus: FourOfAKind, house: House) -> Iterator[Finding]:
    grid = house.grid
    if bonus.pattern == "columns" and grid.rows != 2:
        yield "four_of_a_kind.pattern", "two columns hold four cards only in a grid of two rows"
    if bonus.pattern in ("block", "end-block") and (grid.rows < 2 or grid.columns < 2):
        yield "four_of_a_kind.pattern", f"there is no square of two by two in {grid}"
    if bonus.pattern == "two-and-two" and (grid.rows < 2 or grid.columns < 2):
        yield "four_of_a_kind.pattern", f"there are no two cards in each of two rows in {grid}"
    if bonus.pattern != "any-pairs" and 0 < _most_alike(house, "rank") < 4 <= grid.size:
        yield "four_of_a_kind.pattern", "the decks hold no four cards of a rank"
    if grid.size < 4:
        yield "four_of_a_kind", f"there are no four cards in {grid}"
    for count in bonus.by_columns:
        if bonus.pattern != "columns":
            yield "four_of_a_kind.by_columns", f"columns are not counted in the pattern {bonus.pattern}"
            break
        if not 2 <= count <= grid.columns:
            yield f"four_of_a_kind.by_columns.{count}", f"{grid} has no {count} equal columns"
    for rank in (*bonus.not_for, *bonus.by_rank):
        if rank not in house.values:
            key = "by_rank" if rank in bonus.by_rank else "not_for"
            yield f"four_of_a_kind.{key}.{rank.value}", f"there is no {rank.word} in the deck"
        elif rank in bonus.not_for and rank in bonus.by_rank:
            yield f"four_of_a_kind.by_rank.{rank.value}", "this rank is left out of the bonus by not_for"


def _bonus(bonus: Bonus, house: House) -> Iterator[Finding]:
    grid = house.grid
    if bonus.pattern == "corners" and (grid.rows < 2 or grid.columns < 2):
        yield "pattern", f"{grid} has no four corners"
    if bonus.pattern in ("pairs", "all-cancelled") and house.cancelling is None:
        yield "pattern", "no cards cancel each other in this house"
    if bonus.pattern == "run" and grid.size > len([rank for rank in house.ranks if rank is not Rank.JOKER]):
        yield "pattern", f"there are not {grid.size} ranks to follow each other"
    if bonus.pattern != "exact-total" and not bonus.points and not bonus.others:
        yield "points", "a bonus without points does nothing"
    if bonus.pattern == "exact-total" and bonus.points == bonus.total and not bonus.others:
        yield "points", f"a total of {bonus.total} that counts {bonus.points} is no change"
    if bonus.cards == "cancelled" and bonus.pattern in ("exact-total", "all-cancelled", "pairs"):
        yield "cards", f"the pattern {bonus.pattern} leaves the cards as they count"
    if bonus.jokers_wild and (bonus.pattern not in ("one-suit", "run") or not house.has_joker):
        yield "jokers_wild", "only jokers in one suit or a run can stand for another card"
    if bonus.pattern == "pairs" and bonus.pairs < 1:
        yield "pairs", "at least one group"
    for rank in bonus.ranks:
        if bonus.pattern not in ("pairs", "corners"):
            yield "ranks", f"the pattern {bonus.pattern} is not about one rank"
        elif rank not in house.values:
            yield "ranks", f"there is no {rank.word} in the deck"


def _course(house: House) -> Iterator[Finding]:
    """The opening, a turn, and the end of a hole."""
    size, opening, turn, end = house.grid.size, house.opening, house.turn, house.ending
    for key, cards in (("opening.face_up", opening.face_up), ("opening.peek", opening.peek)):
        if not 0 <= cards <= size:
            yield key, f"a player holds {size} cards, not {cards}"
    if opening.where == "same-column" and opening.face_up > house.grid.rows:
        yield "opening.where", f"a column holds {house.grid.rows} cards, not {opening.face_up}"
    if opening.where == "different-columns" and opening.face_up > house.grid.columns:
        yield "opening.where", f"there are {house.grid.columns} columns, not {opening.face_up}"
    ends_by_turning_up = end.trigger in ("all-face-up", "turn-up-last")
    if ends_by_turning_up and turn.placed == "face-down":
        yield "turn.placed", f"cards are put down hidden, so the hole would never end by {end.trigger}"
    if end.trigger == "turn-up-last" and turn.turn_up_after_discard == "never" and not turn.turn_up_instead:
        yield "ending.trigger", "no turn lets a player turn the last card up; see turn.turn_up_after_discard"
    if ends_by_turning_up and opening.face_up >= size:
        yield "opening.face_up", "with every card turned up there is nothing left to play for"
    if end.trigger == "turns" and not 1 <= end.turns <= 50:
        yield "ending.turns", "say how many turns each player has, 1 to 50"
    if end.trigger != "turns" and end.turns:
        yield "ending.turns", f"turns are only counted where they end the hole, not with {end.trigger}"
    if not 1 <= end.knock_from <= 20:
        yield "ending.knock_from", "the first turn is 1; at most 20"
    if not 0 <= end.last_turns <= 3:
        yield "ending.last_turns", "cannot be below 0" if end.last_turns < 0 else "at most 3"
    if end.knock_from != 1 and end.trigger != "knock":
        yield "ending.knock_from", f"nobody knocks where a hole ends by {end.trigger}"
    if end.last_turns and end.trigger in ("turns", "stock-empty"):
        yield "ending.last_turns", "nobody ends the hole, so nobody has a last turn"
    if turn.sources == "stock" and turn.may_return_discard:
        yield "turn.may_return_discard", "nothing is taken from the discard pile"
    yield from _ender(house)


def _ender(house: House) -> Iterator[Finding]:
    """What ending a hole costs or brings."""
    end = house.ending
    needs = "all-face-up", "turn-up-last", "knock"
    for key, rule in (("penalty.kind", house.penalty), ("reward.kind", house.reward)):
        if rule is not None and rule.kind != "none" and end.trigger not in needs:
            yield key, "nobody ends the hole, so there is nobody to pay or to gain"


def _match(house: House) -> Iterator[Finding]:
    rules = house.match
    if not rules.holes or not all(1 <= holes <= LONGEST_GAME for holes in rules.holes):
        yield "match.holes", f"name at least one length, each of 1 to {LONGEST_GAME} holes"
    if len(rules.holes) > MOST_LENGTHS:
        yield "match.holes", f"at most {MOST_LENGTHS} lengths to choose from"
    if rules.until is not None and not 1 <= rules.until <= 10_000:
        yield "match.until", "a game goes to 1 point or more, up to 10000"
    if rules.until is not None and rules.winner == "most-holes":
        yield "match.winner", "a game to a number of points is won by the lowest total"
    yield from _teams_and_turns(house)
    if len(rules.exact) > 10:
        yield "match.exact", "at most ten totals that are changed"
    for total, becomes in rules.exact.items():
        if total == becomes or max(abs(total), abs(becomes)) > 10_000:
            yield f"match.exact.{total}", "must become another total, up to 10000"


def _teams_and_turns(house: House) -> Iterator[Finding]:
    """What the match takes from elsewhere: people for its teams, an ender for its ties, open cards for its starter."""
    rules = house.match
    if rules.teams != "none" and rules.exact:
        yield "match.exact", "with teams no single player has a total that could change"
    if rules.teams != "none" and house.table.players_max is not None and house.table.players_max < 3:
        yield "match.teams", "two players make no teams: let at least 3 play"
    if rules.tie == "ender-loses" and house.ending.trigger in ("turns", "stock-empty"):
        yield "match.tie", "nobody ends the hole, so there is nobody to lose a tie"
    if rules.deal == "highest-opening-starts" and not house.opening.face_up:
        yield "match.deal", "no card is turned up before play, so nobody shows the highest"
    elif rules.deal == "highest-opening-starts" and house.opening.when == "first-turn":
        yield "match.deal", "cards are turned up only in a player's own first turn: too late to tell who plays first"


def _points(house: House) -> Iterator[Finding]:
    """No number of points is so large that nobody could mean it."""
    rule, bonus = house.cancelling, house.four_of_a_kind
    numbers: dict[str, object] = {f"values.{rank.value}": value for rank, value in house.values.items()}
    numbers |= {f"card_values.{card}": value for card, value in house.card_values.items()}
    if rule is not None:
        numbers |= {"cancelling.counts": rule.counts}
        numbers |= {f"cancelling.exceptions.{rank.value}": value for rank, value in rule.exceptions.items()}
    if bonus is not None:
        numbers |= {"four_of_a_kind.points": bonus.points}
        numbers |= {f"four_of_a_kind.by_rank.{rank.value}": value for rank, value in bonus.by_rank.items()}
        numbers |= {f"four_of_a_kind.by_columns.{count}": value for count, value in bonus.by_columns.items()}
    for number, one in enumerate(house.bonuses):
        numbers |= {f"bonuses.{number}.{key}": getattr(one, key) for key in ("points", "others", "total")}
    for key, paid in (("penalty", house.penalty), ("reward", house.reward), ("placing.winner", house.placing.winner)):
        numbers |= {f"{key}.points": paid.points} if paid is not None else {}
    numbers |= {"placing.equal": house.placing.equal, "ending.hidden": house.ending.hidden}
    for key, value in numbers.items():
        if isinstance(value, int) and abs(value) > MOST_POINTS:
            yield key, f"{str(value)[:12]} is not between -{MOST_POINTS} and {MOST_POINTS}"
    if len(house.bonuses) > 12:
        yield "bonuses", "at most twelve"


def _options(house: House) -> Iterator[Finding]:
    yield from _sentences(house)
    for number, option in enumerate(house.options):
        here = f"options.{number} ({option.key[:40]})"
        if len(option.readings) < 2 and option.asked != "explained":
            yield here, "a question needs at least two readings"
        if not option.readings:
            yield here, "a question needs a reading"
            continue
        if len({reading.key for reading in option.readings}) < len(option.readings):
            yield here, "two readings have the same key"
        for reading in option.readings:
            if set(reading.sets) != set(option.readings[0].sets):
                yield f"{here}.{reading.key}.sets", "every reading must set the same parameters"
    keys = [option.key for option in house.options]
    for key in sorted({key for key in keys if keys.count(key) > 1}):
        yield "options", f"two options are called {key!r}"
    for option_key, reading_key in house.readings.items():
        option_found = house.option(option_key)
        if option_found is None or option_found.reading(reading_key) is None:
            yield f"readings.{option_key}", f"there is no reading {reading_key!r} of such an option"


def _sentences(house: House) -> Iterator[Finding]:
    """Questions and examples are short enough to be read, and no more than anybody reads."""
    texts: dict[str, str] = {}
    for number, option in enumerate(house.options):
        asked = option.example
        for name in ("key", "row", "question", "why", "elsewhere"):
            texts[f"options.{number}.{name}"] = getattr(option, name)
        for place, reading in enumerate(option.readings):
            for name in ("key", "text", "layout"):
                texts[f"options.{number}.readings.{place}.{name}"] = getattr(reading, name)
        if asked is not None:
            texts[f"options.{number}.example"] = " ".join(
                (asked.layout, asked.ender, asked.player, asked.story, *asked.hole, *asked.hole.values())
            )
    for number, example in enumerate(house.examples):
        texts[f"examples.{number}.layout"], texts[f"examples.{number}.why"] = example.layout, example.why
    for key, text in texts.items():
        if len(text) > LONGEST_SENTENCES:
            yield key, f"{len(text)} characters are too many; at most {LONGEST_SENTENCES}"
        yield from _unseen(key, text)
    for key, many, most in (
        ("options", len(house.options), MOST_OPTIONS),
        ("examples", len(house.examples), MOST_EXAMPLES),
    ):
        if many > most:
            yield key, f"{many} are too many; at most {most}"
