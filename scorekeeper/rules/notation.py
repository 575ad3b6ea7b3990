"""The one way to write cards and layouts as text, for addresses, tests, database rows and the command line.

    5 * 7 / 5 Q K

Ranks are A 2 3 4 5 6 7 8 9 10 J Q K, the joker is *, an optional suit letter S H D C follows the rank, blanks part
cards, / parts rows. Reading is generous (lower case, T or 0 for ten, Jo or joker, suit symbols, missing blanks);
writing has one form only. A card in square brackets still lay face down when the hole ended.

Cards of a deck with numbers of its own are written `#-2 #0 #12`, two to ten as ever; for a house that plays with such
a deck `-2 0 12` is read as well. A dot is an empty place, where a card left the grid while the hole was played; for
a house in which cards do, a dash that stands alone is read as one, for that is how it is shown.
"""

import re
from collections.abc import Iterator

from scorekeeper.rules.cards import STANDARD_RANKS, Card, Rank, Suit, article
from scorekeeper.rules.house import House
from scorekeeper.rules.layout import Cell, Grid, Layout
from scorekeeper.rules.problems import BadCards, BadLayout, RuleError

LONGEST_TEXT = 2_000
"""Characters. No layout is near it; longer input is refused before it is read."""

MOST_POINTS = 999
"""Beyond this, in either direction, a bare number is a slip of the finger."""

_RANKS = {rank.value: rank for rank in Rank} | {"T": Rank.TEN, "0": Rank.TEN, "JO": Rank.JOKER, "JOKER": Rank.JOKER}
_SUITS = {suit.value: suit for suit in Suit}
_NUMBER = re.compile(r"(?P<open>\[?)(?P<face>[-\N{MINUS SIGN}]?[0-9]+)(?P<close>\]?)")
_DASHES = frozenset("-\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}")
_SUIT_SYMBOLS = str.maketrans("♠♥♦♣♤♡♢♧", "SHDCSHDC")

# Longest spelling first, so that `joker` is not read as a jack and `10` not as an unknown 1.
_CARD = re.compile(
    r"(?P<open>\[?)(?P<rank>JOKER|JO|#-[1-5]|#1[1-5]|#[01]|10|[A2-9TJQK0*.])\N{VARIATION SELECTOR-16}?(?P<suit>[SHDC]?)"
    r"\N{VARIATION SELECTOR-16}?(?P<close>\]?)"
)


def parse_card(text: str) -> Card:
    """Read one card.

    >>> parse_card("th")
    Card(rank=<Rank.TEN: '10'>, suit=<Suit.HEARTS: 'H'>)

    Raises BadCards.
    """
    found = _CARD.fullmatch(_plain(text).strip())
    if found is None or found["open"] or found["close"]:
        raise _unknown(text, None)
    return Card(_RANKS[found["rank"]], _SUITS.get(found["suit"]))


def parse_layout(text: str, house: House | None = None) -> Layout:
    """Read a layout; with ``house``, it must fit that house's grid and hold only cards that have a value there.

    >>> str(parse_layout("5jo7/5qk"))
    '5 * 7 / 5 Q K'

    Raises BadLayout with every problem found, in reading order, each naming its row or cell.
    """
    if len(text) > LONGEST_TEXT:
        raise BadLayout([BadCards("layout.too_many_cards", f"{len(text)} characters are too many for a layout")])
    if not text.strip():
        raise BadLayout([BadCards("layout.empty", "there is no card")])
    problems: list[RuleError] = []
    rows: list[tuple[Card, ...]] = []
    hidden: set[Cell] = set()
    widths: list[int] = []
    for row, row_text in enumerate(_plain(text).split("/")):
        cards: list[Card] = []
        width = 0
        for width, read in enumerate(_read_row(row_text, row, house), start=1):
            if isinstance(read, RuleError):
                problems.append(read)
                continue
            card, face_down = read
            cards.append(card)
            problems += card_problems(card, Cell(row, width - 1), house)
            if face_down:
                hidden.add(Cell(row, width - 1))
        rows.append(tuple(cards))
        widths.append(width)
    problems += _shape_problems(widths, house.grid if house else None)
    if problems:
        raise BadLayout(_in_reading_order(problems))
    layout = Layout(tuple(rows), frozenset(hidden))
    if house is not None and (gaps := list(_stray_gaps(layout, house))):
        raise BadLayout(gaps)
    return layout


def format_layout(layout: Layout) -> str:
    """Write a layout in its canonical form; ``parse_layout`` reads back an equal layout."""
    return str(layout)


# What is plainly no card either: `1.5`, `1e3`, `5+`.
_NO_SUM = re.compile(r"[0-9]+([.,eE][0-9]+|[+-])[0-9.,eE+-]*")
_SUM = re.compile(r"[+-]?\s*[0-9]{1,6}(\s*[+-]\s*[0-9]{1,6}){0,40}")


def parse_points(text: str) -> int:
    """Read a bare score: a number, or a sum as people reckon it at the table.

    >>> parse_points("10+15 - 5")
    20

    Raises RuleError for a text that is no sum, and for a score that no hand counts.
    """
    plain = text.replace("\N{MINUS SIGN}", "-").replace("\N{EN DASH}", "-").strip()
    if not _SUM.fullmatch(plain):
        shown = text if len(text) <= 20 else text[:20] + "…"
        message = f"{shown!r} is no number of points; write a whole one such as 15, or a sum such as 10+15-5"
        raise RuleError(message, "points.not_a_number")
    points = sum(int("".join(part.split())) for part in re.findall(r"[+-]?\s*[0-9]+", plain))
    check_points(points)
    return points


def check_points(points: int) -> None:
    """Raise RuleError for a bare score that no hand of any house counts."""
    if abs(points) > MOST_POINTS:
        raise RuleError(f"{points} is not between -{MOST_POINTS} and {MOST_POINTS}", "points.out_of_range")


def looks_like_points(text: str) -> bool:
    """Whether a text is meant as a bare score rather than as cards: `15`, `10+5`, but not `5 5`."""
    plain = text.replace("\N{MINUS SIGN}", "-").replace("\N{EN DASH}", "-").strip()
    if "/" in plain:
        return False  # a deck of numbers may begin its top row with a card below 0
    return plain.startswith(("-", "+")) or bool(_SUM.fullmatch(plain) or _NO_SUM.fullmatch(plain))


def layout_problems(layout: Layout, house: House) -> list[RuleError]:
    """What keeps this layout from being scored under this house; empty for nothing."""
    if layout.grid == house.grid and not house.needs_suits:
        values = house.values
        if all(card.rank in values for row in layout.rows for card in row):
            return []
    problems = [problem for cell in layout.grid.cells() for problem in card_problems(layout[cell], cell, house)]
    if layout.grid != house.grid:
        problems += _shape_problems([len(row) for row in layout.rows], house.grid)
    else:
        problems += _stray_gaps(layout, house)
    return _in_reading_order(problems)


def card_problems(card: Card, cell: Cell, house: House | None) -> Iterator[RuleError]:
    """What is wrong with one card for this house."""
    if house is None:
        return
    if card.rank is Rank.GONE:
        if not _cards_leave(house):
            yield BadCards("layout.stray_gap", f"{cell}: no card leaves the grid in {house.name}", cell)
    elif card.rank not in house.values:
        yield BadCards("card.no_value", f"{cell}: {house.name} has no value for {article(card.rank.word)}", cell)
    elif card.suit is None and card.rank in house.suited_ranks:
        yield BadCards("card.suit_needed", f"{cell}: {house.name} needs the suit of the {card.rank.word}", cell)


def _stray_gaps(layout: Layout, house: House) -> Iterator[RuleError]:
    """Empty places that no whole line explains: cards leave the grid only together with the line that they fill."""
    rule = house.cancelling
    empty = {cell for cell in layout.grid.cells() if layout[cell].rank is Rank.GONE}
    if not empty or rule is None or not rule.leave:
        return
    whole = [line for line in layout.grid.lines(rule.where, rule.size) if empty.issuperset(line)]
    for cell in sorted(empty.difference(*whole)):
        yield BadCards("layout.stray_gap", f"{cell}: a card leaves the grid only with its whole line", cell)


def _in_reading_order(problems: list[RuleError]) -> list[RuleError]:
    """As the eye meets them; what is wrong with the layout as a whole comes last."""
    return sorted(problems, key=lambda problem: (problem.cell is None, problem.cell or ()))


def _plain(text: str) -> str:
    return text.upper().translate(_SUIT_SYMBOLS)


def _read_row(text: str, row: int, house: House | None) -> Iterator[tuple[Card, bool] | RuleError]:
    """Each card of a row with whether it lay face down, or what is wrong with that cell."""
    column = 0
    faces = house.faces if house else {}
    dashes = _DASHES if _cards_leave(house) else ()
    for word in text.split():
        start = 0
        if word in dashes:
            yield Card(Rank.GONE), False
            column += 1
            continue
        number = _NUMBER.fullmatch(word) if faces else None
        if number and bool(number["open"]) == bool(number["close"]):
            # A number stands for itself here: 12 is no ace and no two, and neither is 99 two nines.
            rank = faces.get(number["face"].replace("\N{MINUS SIGN}", "-"))
            if rank is None:
                yield _unknown(word, Cell(row, column), house)
            else:
                yield Card(rank), bool(number["open"])
            column += 1
            continue
        while start < len(word):
            cell = Cell(row, column)
            found = _CARD.match(word, start)
            if found is None or bool(found["open"]) != bool(found["close"]):
                # What follows an unreadable sign in the same word cannot be told apart from it.
                yield _unknown(word[start:], cell, house)
                start = len(word)
            else:
                start = found.end()
                rank, suit = _RANKS[found["rank"]], _SUITS.get(found["suit"])
                if suit is not None and rank not in STANDARD_RANKS:
                    yield BadCards(
                        "card.joker_with_suit", f"{cell}: {article(rank.word)} has no suit, not {found[0]!r}", cell
                    )
                else:
                    yield Card(rank, suit), bool(found["open"])
            column += 1


def _cards_leave(house: House | None) -> bool:
    return house is not None and house.cancelling is not None and house.cancelling.leave


def _unknown(text: str, cell: Cell | None, house: House | None = None) -> BadCards:
    shown = text if len(text) <= 20 else text[:20] + "…"
    where = f"{cell}: " if cell else ""
    gone = ", and . for one that is gone" if _cards_leave(house) else ""
    cards, hint = "A 2 3 4 5 6 7 8 9 10 J Q K and * for a joker", " (an ace is A)" if text.strip() == "1" else ""
    if house is not None and house.faces:
        cards, hint = " ".join(house.faces), ""
    return BadCards("card.unknown", f"{where}{shown!r} is no card{hint}; cards are {cards}{gone}", cell)


def _shape_problems(widths: list[int], grid: Grid | None) -> Iterator[RuleError]:
    if grid is None:
        if 0 in widths:
            yield BadCards("layout.empty", f"row {widths.index(0) + 1} has no card")
        elif len(set(widths)) > 1:
            lengths = " and ".join(map(str, widths))
            yield BadCards("layout.uneven_rows", f"the rows have {lengths} cards; they must be equally long")
        return
    if len(widths) != grid.rows:
        rows = "1 row" if len(widths) == 1 else f"{len(widths)} rows"
        hint = "; put a / between the rows" if len(widths) == 1 else ""
        yield BadCards("layout.rows", f"{rows} where this house has {grid}{hint}")
        return
    for row, width in enumerate(widths):
        has = f"row {row + 1} has {_cards(width)}"
        if width < grid.columns:
            yield BadCards("layout.missing_cards", f"{has}, {grid.columns - width} missing", Cell(row, width))
        elif width > grid.columns:
            yield BadCards("layout.too_many_cards", f"{has}, {width - grid.columns} too many", Cell(row, grid.columns))


def _cards(count: int) -> str:
    return "no card" if count == 0 else "1 card" if count == 1 else f"{count} cards"
