"""The rule sheet of a house, section by section."""

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.houses.sheet.facts import deck_ranges, fills_columns
from scorekeeper.houses.sheet.phrases import note
from scorekeeper.houses.sheet.sentences import bonuses, card_values, places, told
from scorekeeper.houses.sheet.worked_examples import WorkedExample, examples, hole_examples, hole_rows
from scorekeeper.rules.house import House
from scorekeeper.rules.options import BY_HOUSE, BY_TABLE, Option
from scorekeeper.rules.wording import count_word, number


@dataclass(frozen=True, slots=True)
class SheetTable:
    """Rows of text under headings, as many cells in each row as there are headings."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


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
        SheetSection("values", "What the cards count", table=SheetTable(("Card", "Points"), tuple(card_values(house)))),
        SheetSection("equal", "Equal cards", tuple(told("equal_cards", house))),
        SheetSection(
            "four", "Equal columns" if fills_columns(house) else "Four of a kind", tuple(told("four_of_a_kind", house))
        ),
        SheetSection("bonuses", "Bonuses", tuple(bonuses(house))),
        SheetSection("ender", "Whoever ends the hole", tuple(told("ender", house))),
        SheetSection("places", "Places on a hole", tuple(places(house))),
        SheetSection("aim", "What it is about", tuple(told("aim", house))),
        SheetSection("table", "Players and cards", tuple(told("players", house)), _decks(house)),
        SheetSection("deal", "The deal", tuple(told("deal", house))),
        SheetSection("turn", "A turn", tuple(told("turn", house))),
        SheetSection("end", "The end of a hole", tuple(told("ending", house))),
        SheetSection("match", "The whole game", tuple(told("match", house))),
        SheetSection(
            "readings",
            "What the sheet leaves open" if house.source.sheet else "What tables play differently",
            table=_readings(house),
        ),
        SheetSection("examples", "Worked examples", examples=examples(house)),
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


def _decks(house: House) -> SheetTable:
    own = house.table.deck is not None
    rows = []
    for who, decks in deck_ranges(house):
        if decks is None:
            rows.append((who, "the table must agree", ""))
        else:
            in_all = house.cards_in_play(decks) if own else decks * house.table.jokers_per_deck
            rests = "" if house.source.sheet else note(house, "table.decks")
            rows.append((who, f"{count_word(decks)}{rests}", count_word(in_all) if in_all else "none"))
    return SheetTable(("Players", "Decks", "Cards in all" if own else "Jokers in all"), tuple(rows))


def _readings(house: House) -> SheetTable:
    told = tuple((option.question, _answer(option, house), house.basis_in_force(option)) for option in left_open(house))
    return SheetTable(("Question", "Here", "Source"), told)


def left_open(house: House) -> Iterator[Option]:
    """The questions that the sheet does not settle, and those that this table answered in its own way.

    A house without a sheet also has those that every table is asked.
    """
    told: set[str] = set()
    for option in house.options:
        basis = house.rests_on_now(option)
        open_here = basis not in ("printed", BY_HOUSE) or (not house.source.sheet and option.asked == "usual")
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
    return SheetTable(("Player", "Layout", "Hole", "Why"), tuple(hole_rows(hole_examples(house))))


def in_short(house: House) -> tuple[str, ...]:
    """Three to five short facts that tell this house from others, the most telling first."""
    return tuple(told("in_short", house))[:5]
