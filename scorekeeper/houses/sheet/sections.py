"""The rule sheet of a house, section by section."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from scorekeeper.houses.sheet import score_games
from scorekeeper.houses.sheet.facts import deck_ranges, fills_columns
from scorekeeper.houses.sheet.phrases import legend, note, sign_of, unsigned
from scorekeeper.houses.sheet.sentences import bonuses, card_values, places, told
from scorekeeper.houses.sheet.worked_examples import WorkedExample, examples, hole_examples, hole_rows
from scorekeeper.rules.house import House
from scorekeeper.rules.options import BY_HOUSE, BY_TABLE, Option
from scorekeeper.rules.wording import count_word, number

OWN_WORDS = "aim"
"""The section in which a house speaks for itself: what looks like a sign there is none."""


@dataclass(frozen=True, slots=True)
class SheetTable:
    """Rows of text under headings, one cell for each heading."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class SheetSection:
    """One heading of the sheet. ``key`` goes into addresses and stays when the title changes."""

    key: str
    title: str
    paragraphs: tuple[str, ...] = ()
    table: SheetTable | None = None
    examples: tuple[WorkedExample, ...] = ()


def rule_sheet(house: House) -> tuple[SheetSection, ...]:
    """All rules of the house, card values first, because people look them up.

    Every sentence stands on its own and has a true minus sign. Empty sections are left out.
    """
    sections = _of_cards(house) if house.has_cards else _of_points(house)
    return tuple(
        section
        for section in sections
        if section.paragraphs or section.examples or (section.table and section.table.rows)
    )


def _of_points(house: House) -> Iterator[SheetSection]:
    """The rules of a game without cards."""
    yield SheetSection("count", "What to type", tuple(score_games.counting(house)))
    headings, rows = score_games.rounds(house)
    yield SheetSection("rounds", f"{headings[0]}s", table=SheetTable(headings, rows))
    yield SheetSection("match", "Winning the game", tuple(score_games.winning(house)))
    yield SheetSection("table", "Players", tuple(score_games.seats(house)))
    yield SheetSection("readings", "House rules to choose", table=_readings(house))


def _of_cards(house: House) -> tuple[SheetSection, ...]:
    return (
        SheetSection("values", "Card values", table=SheetTable(("Card", "Points"), tuple(card_values(house)))),
        SheetSection("equal", "Pairs and matches", tuple(told("equal_cards", house))),
        SheetSection(
            "four",
            "Matching columns" if fills_columns(house) else "Four of a kind",
            tuple(told("four_of_a_kind", house)),
        ),
        SheetSection("bonuses", "Bonuses", tuple(bonuses(house))),
        SheetSection(
            "ender", "Knocking" if house.ending.trigger == "knock" else "Going out", tuple(told("ender", house))
        ),
        SheetSection("places", "Best and tied scores", tuple(places(house))),
        SheetSection("aim", "The goal", tuple(told("aim", house))),
        SheetSection("table", "Players and cards", tuple(told("players", house)), _decks(house)),
        SheetSection("deal", "Setup", tuple(told("deal", house))),
        SheetSection("turn", "Your turn", tuple(told("turn", house))),
        SheetSection("end", "Ending a hole", tuple(told("ending", house))),
        SheetSection("match", "Winning the game", tuple(told("match", house))),
        SheetSection(
            "readings",
            "Where the rules are unclear" if house.source.sheet else "House rules to choose",
            table=_readings(house),
        ),
        SheetSection("examples", "Examples", examples=examples(house)),
        SheetSection("hole", "Example hole", table=_hole(house)),
    )


@lru_cache(64)
def unsigned_sheet(house: House) -> tuple[SheetSection, ...]:
    """The sheet without signs, for a place that has no legend."""
    return tuple(
        replace(
            section,
            paragraphs=tuple(map(unsigned, section.paragraphs)),
            table=section.table and replace(section.table, rows=tuple(_unsigned_rows(section.table))),
        )
        if section.key != OWN_WORDS
        else section
        for section in rule_sheet(house)
    )


def _unsigned_rows(table: SheetTable) -> Iterator[tuple[str, ...]]:
    for row in table.rows:
        yield tuple(map(unsigned, row))


def legend_of(sections: Iterable[SheetSection]) -> Mapping[str, str]:
    """The signs in use on a sheet, with their words."""
    return legend(
        text
        for section in sections
        if section.key != OWN_WORDS
        for text in (
            *section.paragraphs,
            *(cell for row in (section.table.rows if section.table else ()) for cell in row),
        )
    )


def sheet_text(house: House) -> str:
    """The whole sheet as plain text, one line per paragraph or row."""
    sections = rule_sheet(house)
    signs = [f"{sign} {words}" for sign, words in legend_of(sections).items()]
    lines = [house.name, "", *(["  ".join(signs), ""] if signs else [])]
    for section in sections:
        lines += [section.title.upper(), *section.paragraphs]
        if section.table:
            lines += [" | ".join(row) for row in (section.table.headings, *section.table.rows)]
        for example in section.examples:
            lines.append(f"{example.score.layout.shown}: {number(example.score.total)}. {example.why}".rstrip())
            lines += [f"    {line.text}" for line in example.score.lines]
        lines.append("")
    return "\n".join(lines)


def _decks(house: House) -> SheetTable:
    own = house.table.deck is not None
    rows = []
    for who, decks in deck_ranges(house):
        if decks is None:
            jokers = "none" if own or not house.table.jokers_per_deck else count_word(house.table.jokers_per_deck)
            rows.append((who, "your choice", "" if own else jokers if jokers == "none" else f"{jokers} per deck"))
        else:
            in_all = house.cards_in_play(decks) if own else decks * house.table.jokers_per_deck
            rests = "" if house.source.sheet else note(house, "table.decks")
            rows.append((who, f"{count_word(decks)}{rests}", count_word(in_all) if in_all else "none"))
    return SheetTable(("Players", "Decks", "Total cards" if own else "Total jokers"), tuple(rows))


def _readings(house: House) -> SheetTable:
    told = tuple(
        (option.whole_question, _answer(option, house) + sign_of(house, house.rests_on_now(option)))
        for option in left_open(house)
    )
    return SheetTable(("Question", "Answer"), told)


def left_open(house: House) -> Iterator[Option]:
    """The questions that the sheet leaves open, and those that this table answered in its own way.

    A house without a sheet adds the questions put to every table.
    """
    told: set[str] = set()
    for option in house.options:
        basis = house.rests_on_now(option)
        open_here = basis not in ("printed", BY_HOUSE) or (not house.source.sheet and option.asked == "usual")
        # An explained question often repeats an earlier one.
        again = bool(option.parameters) and option.parameters <= told
        if basis == BY_TABLE or (open_here and not again):
            told |= option.parameters
            yield option


def _answer(option: Option, house: House) -> str:
    taken = house.taken(option)
    if taken is not None:
        return taken.text
    return f"your choice: {' or '.join(reading.text for reading in option.readings)}"


def _hole(house: House) -> SheetTable:
    return SheetTable(("Player", "Cards", "Hole", "Why"), tuple(hole_rows(hole_examples(house))))


@lru_cache(64)
def in_short(house: House) -> tuple[str, ...]:
    """Three to five short facts that set this house apart, the most telling first."""
    return tuple(told("in_short", house) if house.has_cards else score_games.short_facts(house))[:5]
