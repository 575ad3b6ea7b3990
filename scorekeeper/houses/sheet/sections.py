"""The rule sheet of a house, section by section."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.houses.sheet import card_points, course, example_layouts, pattern_points, paying, worked_holes
from scorekeeper.houses.sheet.card_points import single_cards
from scorekeeper.houses.sheet.pattern_points import earns, fills_columns
from scorekeeper.houses.sheet.paying import penalised
from scorekeeper.houses.sheet.phrases import grid_words, many
from scorekeeper.rules.cards import Rank
from scorekeeper.rules.house import House
from scorekeeper.rules.lines import Score
from scorekeeper.rules.notation import parse_layout
from scorekeeper.rules.options import BY_TABLE, Option
from scorekeeper.rules.problems import BadLayout
from scorekeeper.rules.scoring import score
from scorekeeper.rules.wording import count_word, number


@dataclass(frozen=True, slots=True)
class SheetTable:
    """Rows of text under headings, as many cells in each row as there are headings."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class WorkedExample:
    """A layout as this house scores it, with a sentence by hand where that still says what the score says."""

    score: Score
    why: str = ""


@dataclass(frozen=True, slots=True)
class SheetSection:
    """One heading of the sheet. ``key`` is made for addresses and stays when the title is improved."""

    key: str
    title: str
    paragraphs: tuple[str, ...] = ()
    table: SheetTable | None = None
    examples: tuple[WorkedExample, ...] = ()


def rule_sheet(house: House) -> tuple[SheetSection, ...]:
    """Everything that the players of this house need to know; what cards count comes first, for that is looked up.

    The sentences are complete in themselves and carry a true minus sign. A section without anything to say is left out.
    """
    sections = (
        SheetSection(
            "values",
            "What the cards count",
            table=SheetTable(("Card", "Points"), tuple(card_points.card_values(house))),
        ),
        SheetSection("equal", "Equal cards", tuple(card_points.equal_cards(house))),
        SheetSection(
            "four",
            "Equal columns" if pattern_points.fills_columns(house) else "Four of a kind",
            tuple(pattern_points.four_of_a_kind(house)),
        ),
        SheetSection("bonuses", "Bonuses", tuple(pattern_points.bonuses(house))),
        SheetSection("ender", "Whoever ends the hole", tuple(paying.ender(house))),
        SheetSection("places", "Places on a hole", tuple(paying.places(house))),
        SheetSection("aim", "What it is about", tuple(_aim(house))),
        SheetSection("table", "Players and cards", tuple(course.players(house)), _decks(house)),
        SheetSection("deal", "The deal", tuple(course.deal(house))),
        SheetSection("turn", "A turn", tuple(course.turn(house))),
        SheetSection("end", "The end of a hole", tuple(course.ending(house))),
        SheetSection("match", "The whole game", tuple(course.match(house))),
        SheetSection(
            "readings",
            "What the sheet leaves open" if house.source.sheet else "What tables play differently",
            table=_readings(house),
        ),
        SheetSection("examples", "Worked examples", examples=_all_examples(house)),
        SheetSection("hole", "A hole worked out", table=_hole(house)),
    )
    return tuple(
        section
        for section in sections
        if section.paragraphs or section.examples or (section.table and section.table.rows)
    )


def sheet_text(house: House) -> str:
    """The whole sheet as plain text, a paragraph or row a line: for reading in a terminal, and for comparing."""
    lines = [house.name, ""]
    for section in rule_sheet(house):
        lines += [section.title.upper(), *section.paragraphs]
        if section.table:
            lines += [" | ".join(row) for row in (section.table.headings, *section.table.rows)]
        for example in section.examples:
            lines.append(f"{example.score.layout.shown}: {number(example.score.total)}. {example.why}".rstrip())
            lines += [f"    {number(line.points)}: {line.text}" for line in example.score.lines]
        lines.append("")
    return "\n".join(lines)


def _aim(house: House) -> Iterator[str]:
    if all(house.basis_in_force(option) != BY_TABLE for option in house.options):
        yield house.summary  # it speaks of the printed rules, and may be wrong about any others
    yield (
        f"At the end of a hole everybody has {count_word(house.grid.size)} cards before them, "
        f"{grid_words(house)}. They count points, and whoever has the fewest points does best."
    )
    if house.source.sheet:
        yield (
            f"Told in our own words after rule sheet {house.source.sheet}: {house.source.title}. What is “read so” "
            "can be read otherwise there; what is “not in the sheet” is our answer where it is silent."
        )
    elif house.source.title:
        yield f"Where it comes from: {house.source.title.rstrip('.')}."
    if house.source.notes:
        yield house.source.notes


def _decks(house: House) -> SheetTable:
    own = house.table.deck is not None
    rows = []
    for first, last, decks in course.deck_ranges(house):
        who = str(first) if first == last else f"{first} to {last}"
        if decks is None:
            rows.append((who, "the table must agree", ""))
        else:
            in_all = house.cards_in_play(decks) if own else decks * house.table.jokers_per_deck
            rows.append((who, count_word(decks), count_word(in_all) if in_all else "none"))
    return SheetTable(("Players", "Decks", "Cards in all" if own else "Jokers in all"), tuple(rows))


def _readings(house: House) -> SheetTable:
    told = tuple((option.question, _answer(option, house), house.basis_in_force(option)) for option in left_open(house))
    return SheetTable(("Question", "Here", "Source"), told)


def left_open(house: House) -> Iterator[Option]:
    """The questions that the sheet does not settle, and those that this table answered in its own way.

    A house without a sheet has those that every table is asked.
    """
    told: set[str] = set()
    for option in house.options:
        basis = house.basis_in_force(option)
        open_here = basis != "printed" if house.source.sheet else option.asked == "usual"
        # What is explained often asks once more what was asked before.
        again = bool(option.parameters) and option.parameters <= told
        if basis == BY_TABLE or (open_here and not again):
            told |= option.parameters
            yield option


def _answer(option: Option, house: House) -> str:
    taken = house.taken(option)
    if taken is not None:
        return taken.text
    players = f" for {count_word(option.only_players)} players" if option.only_players else ""
    return f"the table says which{players}: {' or '.join(reading.text for reading in option.readings)}"


def _hole(house: House) -> SheetTable:
    return SheetTable(("Player", "Layout", "Hole", "Why"), tuple(worked_holes.rows(worked_holes.hole_examples(house))))


def _all_examples(house: House) -> tuple[WorkedExample, ...]:
    """What was written for the house, and after it layouts that show what those leave out."""
    kept: tuple[WorkedExample, ...] | None = house.__dict__.get("_all_examples")
    if kept is None:
        written = tuple(_examples(house))
        added = example_layouts.examples(house, [example.score for example in written])
        # The house keeps them, like what it has worked out of its columns: choosing takes longer than a page should.
        kept = house.__dict__["_all_examples"] = (*written, *map(WorkedExample, added))
    return kept


def fewest_examples(house: House) -> tuple[WorkedExample, ...]:
    """The examples of the sheet that are needed to show what they show together: for where there is little room."""
    left = list(_all_examples(house))
    chosen: list[WorkedExample] = []
    wanted = {kind for example in left for kind in example_layouts.shown(example.score, house)}.intersection(
        example_layouts.kinds(house)
    )
    while left and (wanted or not chosen):
        best = max(left, key=lambda example: len(wanted & example_layouts.shown(example.score, house)))
        left.remove(best)
        wanted -= example_layouts.shown(best.score, house)
        chosen.append(best)
    return tuple(chosen)


def _examples(house: House) -> Iterator[WorkedExample]:
    for example in house.examples:
        try:
            worked = score(parse_layout(example.layout, house), house)
        except BadLayout:
            continue  # a table's own rules may ask for more than the example notes, such as suits
        # The sentence was written for the printed rules; another reading may count the same cards otherwise.
        yield WorkedExample(worked, example.why if worked.total == example.total else "")


# --- what is special about a house, in a few words --------------------------------------------------------------------


MOST_FACTS = 5


def in_short(house: House) -> tuple[str, ...]:
    """Three to five short facts that tell this house from others, the most telling first."""
    return tuple(_facts(house))[:MOST_FACTS]


def _facts(house: House) -> Iterator[str]:
    if house.grid.size != 6:
        yield f"{count_word(house.grid.size).capitalize()} cards"
    if house.table.deck is not None:
        yield f"A deck of {house.cards_in_play(1)} of its own"
    else:
        yield from _value_facts(house)
    yield from _equal_facts(house)
    four = house.four_of_a_kind
    if four is not None and earns(four):
        what = "Two equal columns" if fills_columns(house) else "Four of a kind"
        yield f"{what} {number(four.points)}"
    if house.ender_matters:
        yield "Ending a hole can cost" if penalised(house) else "Ending a hole can pay"
    if house.match.until is not None:
        yield f"To {number(house.match.until)} points"
    if house.match.teams != "none":
        yield "Played in teams"
    if house.bonuses:
        yield "Bonus for a whole layout"
    if house.placing.equal or house.placing.winner is not None:
        yield "Places on a hole count"
    if house.ending.trigger == "knock":
        yield "A knock ends the hole"
    turns = house.ending.last_turns
    yield "Stops at once" if not turns else f"{many(turns, 'last turn').capitalize()}"
    if len(set(house.table.decks.values())) > 1:
        yield "More decks for more players"


def _value_facts(house: House) -> Iterator[str]:
    if house.values[Rank.TWO] != 2:
        yield f"Twos {number(house.values[Rank.TWO])}"
    if house.values[Rank.KING]:
        yield f"Kings {number(house.values[Rank.KING])}"
    for card, value in single_cards(house):
        yield f"{card.capitalize()} {number(value)}"
    joker = house.values.get(Rank.JOKER)
    if joker is None:
        yield "No jokers"
    else:
        yield f"Jokers {number(joker)}" + ("" if house.table.jokers_per_deck else ", if any")


def _equal_facts(house: House) -> Iterator[str]:
    rule = house.cancelling
    if rule is None:
        yield "No pairs"
        return
    group = "Pairs" if rule.size == 2 else f"{count_word(rule.size).capitalize()} alike"
    verb = "leave the layout" if rule.leave else "cancel" if rule.counts in ("zero", 0) else "count less"
    kept = [rank.plural for rank in house.ranks if rule.exceptions.get(rank, rule.counts) != rule.counts]
    where = " in any line" if len(rule.where) > 1 else " anywhere" if rule.where == ("anywhere",) else ""
    yield f"{group} {verb}{where}" + (f", but not {' or '.join(kept)}" if kept else "")
