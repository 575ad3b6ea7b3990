"""The one notation for cards and layouts, in addresses, tests, database rows and the command line.

    5 * 7 / 5 Q K

Ranks are A 2 3 4 5 6 7 8 9 10 J Q K, the joker is *, an optional suit letter S H D C follows the rank, blanks separate
cards, / separates rows. A card in square brackets was still face down when the hole ended. Writing has this one form
only.

Reading takes cards as people write them:

- lower case, T or 0 for ten, the names of cards (`king`, `jo`), ★ or a playing card's picture for a joker, suit
  symbols, a suit before its rank, full-width characters, no blanks where none is needed;
- a comma for a blank; a semicolon, | or a new line for a slash;
- a label before the first card: `A)`, `1.`, `Ann:`;
- JK as a joker where a jack and a king would be a card too many.

Cards of a deck with its own numbers are written `#-2 #0 #12`, two to ten as usual; for a house with such a deck
`-2 0 12` is read as well. A dot is an empty place, where a card left the grid while the hole was played. Pages show it
as a dash, so for a house where cards leave, a single dash is read too.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from scorekeeper.rules.cards import STANDARD_RANKS, Card, Rank, Suit, article
from scorekeeper.rules.house import House
from scorekeeper.rules.layout import Cell, Grid, Layout, uneven_rows
from scorekeeper.rules.problems import BadCards, BadLayout, RuleError
from scorekeeper.rules.typed_cards import plain_cards

STRAY_GAP = "layout.stray_gap"
"""The code of an empty place where no card can have left."""

LONGEST_TEXT = 2_000
"""In characters. No layout comes near; longer input is refused unread."""

_RANKS = {rank.value: rank for rank in Rank} | {"T": Rank.TEN, "0": Rank.TEN, "JO": Rank.JOKER, "JOKER": Rank.JOKER}
_SUITS = {suit.value: suit for suit in Suit}
_NUMBER = re.compile(r"(?P<open>\[?)(?P<face>-?[0-9]+)(?P<close>\]?)")

_FULL_STOP = re.compile(r"(?<=\w)\.\s*$")
_OTHER_STROKE = re.compile(r"[;|\r\n]")
_LABEL = re.compile(r"(?P<name>[^:;|/\r\n]{1,80}):|(?P<dotted>\w{1,40}\.)|\(?\w{1,40}\)")
_TOTAL = re.compile(r"\s*[:=]\s*[+-]?[0-9]{1,4}(?:[.](?:\s.*)?|\s+[^\W\d]{2}[^/;|]*)?$", re.DOTALL)
"""The total that we write after a layout: `5 * 7 / 5 Q K: 15 by the rules of ...`."""

# Longest spelling first, so that `joker` is not read as a jack and `10` not as an unknown 1.
_RANK = "JOKER|JO|#-[1-5]|#1[1-5]|#[01]|10|[A2-9TJQK0*.]"
_CARD = re.compile(rf"(?P<open>\[?)(?P<rank>{_RANK})(?P<suit>[SHDC]?)(?P<close>\]?)")
_SUIT_FIRST = re.compile(rf"(?P<open>\[?)(?P<suit>[SHDC])(?P<rank>{_RANK})(?P<close>\]?)")
_LETTERS = re.compile(r"\[?[A-Z]{3,}\]?")
_JACK_KING = re.compile(r"(?<!\S)JK(?!\S)", re.IGNORECASE)


def parse_card(text: str) -> Card:
    """Read one card.

    >>> parse_card("th")
    Card(rank=<Rank.TEN: '10'>, suit=<Suit.HEARTS: 'H'>)

    Raises BadCards.
    """
    word = plain_cards(text).strip().upper()
    found = _CARD.fullmatch(word) or _SUIT_FIRST.fullmatch(word)
    if found is None or found["open"] or found["close"]:
        raise _unknown(text, None)
    return Card(_RANKS[found["rank"]], _SUITS.get(found["suit"]))


def parse_layout(text: str, house: House | None = None) -> Layout:
    """Read a layout; with ``house``, it must fit that house's grid and hold only cards that have a value there.

    >>> str(parse_layout("5jo7/5qk"))
    '5 * 7 / 5 Q K'

    Raises BadLayout with every problem found, in reading order, each naming its row or cell.
    """
    plain = None if house is None else _plain_layout(text, house)
    return plain or _carefully_read(text, house)


def _plain_layout(text: str, house: House) -> Layout | None:
    """A layout of this house's grid in canonical form, each card by its text; None for any other text."""
    words = text.split(" ")
    # Each row but the last ends with a slash, which is no card.
    columns, strokes = house.grid.columns, house.grid.rows - 1
    if len(words) != house.grid.size + strokes or words[columns :: columns + 1].count("/") != strokes:
        return None
    card = house.plain_cards.__getitem__
    try:
        rows = [tuple(map(card, words[at : at + columns])) for at in range(0, len(words), columns + 1)]
        return Layout(tuple(rows))
    except KeyError:
        return None  # wrong, face down, or written in another way


def _carefully_read(text: str, house: House | None) -> Layout:
    """A layout as people write it, or every problem found."""
    if len(text) > LONGEST_TEXT:
        raise BadLayout([BadCards("layout.too_many_cards", f"A hand can have up to {LONGEST_TEXT:,} characters.")])
    if not text.strip():
        raise BadLayout([BadCards("layout.empty", "There are no cards.")])
    problems: list[RuleError] = []
    rows: list[tuple[Card, ...]] = []
    hidden: set[Cell] = set()
    widths: list[int] = []
    for row, every in enumerate(_read_rows(_rows_of(plain_cards(text), house), house)):
        cards: list[Card] = []
        for column, read in enumerate(every):
            if isinstance(read, RuleError):
                problems.append(read)
                continue
            card, face_down = read
            cards.append(card)
            problems += card_problems(card, Cell(row, column), house)
            if face_down:
                hidden.add(Cell(row, column))
        rows.append(tuple(cards))
        widths.append(len(every))
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


def layout_problems(layout: Layout, house: House) -> list[RuleError]:
    """Everything that keeps this house from scoring this layout."""
    ranks = {card.rank for row in layout.rows for card in row}
    if layout.grid == house.grid and not house.needs_suits and house.values.keys() >= ranks:
        return []
    problems = [problem for cell in layout.grid.cells() for problem in card_problems(layout[cell], cell, house)]
    if layout.grid != house.grid:
        problems += _shape_problems([len(row) for row in layout.rows], house.grid)
    else:
        problems += _stray_gaps(layout, house)
    return _in_reading_order(problems)


def card_problems(card: Card, cell: Cell, house: House | None) -> Iterator[RuleError]:
    """The problems of one card in this house."""
    if house is None:
        return
    if card.rank is Rank.GONE:
        if not _cards_leave(house):
            yield BadCards(STRAY_GAP, f"{_at(cell)}cards don’t leave the grid in {house.name}.", cell)
    elif card.rank not in house.values:
        yield BadCards("card.no_value", f"{_at(cell)}there are no {card.rank.plural} in {house.name}.", cell)
    elif card.suit is None and card.rank in house.suited_ranks:
        message = f"{_at(cell)}add a suit to the {card.rank.word}, like {card.rank.value}S."
        yield BadCards("card.suit_needed", message, cell)


def _stray_gaps(layout: Layout, house: House) -> Iterator[RuleError]:
    """Empty places outside of a whole empty line: cards leave the grid only line by line."""
    rule = house.cancelling
    empty = {cell for cell in layout.grid.cells() if layout[cell].rank is Rank.GONE}
    if not empty or rule is None or not rule.leave:
        return
    whole = [line for line in layout.grid.lines(rule.where, rule.size) if empty.issuperset(line)]
    for cell in sorted(empty.difference(*whole)):
        yield BadCards(STRAY_GAP, f"{_at(cell)}a card leaves the grid only with its whole line.", cell)


def _in_reading_order(problems: list[RuleError]) -> list[RuleError]:
    """Problems in reading order; those of the whole layout come last."""
    return sorted(problems, key=lambda problem: (problem.cell is None, problem.cell or ()))


def _rows_of(text: str, house: House | None) -> list[str]:
    """The rows of a layout, without the label before its first card and the total after its last."""
    if ":" in text or ")" in text or "." in text or "=" in text:
        text = _TOTAL.sub("", _without_label(text, house))
        if not _cards_leave(house):
            text = _FULL_STOP.sub("", text)
    rows = _parted(text)
    if house is None:
        return rows
    if len(rows) == house.grid.rows + 1 and not rows[-1].strip():
        return rows[:-1]  # a slash after the last row
    columns = house.grid.columns
    if len(rows) == house.grid.size > house.grid.rows > 1 and all(len(row.split()) == 1 for row in rows):
        # One card a line, as copied from a page.
        return [" ".join(rows[start : start + columns]) for start in range(0, len(rows), columns)]
    return rows


def _parted(text: str) -> list[str]:
    if _OTHER_STROKE.search(text):
        lines = filter(None, map(str.strip, text.replace(";", "/").replace("|", "/").splitlines()))
        # A new line next to a slash separates no more rows than the slash alone.
        text = "\n".join(lines).replace("/\n", "/").replace("\n/", "/").replace("\n", "/")
    return text.split("/")


def _without_label(text: str, house: House | None) -> str:
    """The text after a label such as `A)`, `1.` or `Ann:`; cards of the first row are no label."""
    text = text.lstrip()
    found = _LABEL.match(text)
    if found is None:
        return text
    label, rest = found["name"] or found["dotted"] or "", text[found.end() :]
    may_be_cards = " " in label.strip() or (found["dotted"] and (house is None or _cards_leave(house)))
    if not may_be_cards or any(isinstance(read, RuleError) for read in _read_words(label.split(), 0, house)):
        return rest
    fits = house is not None and len(_read_row(_parted(rest)[0], 0, house)) == house.grid.columns
    return rest if fits and found["dotted"] else text


_Read: TypeAlias = tuple[Card, bool] | RuleError
"""A card and whether it was face down, or its problem."""


def _read_rows(rows: Sequence[str], house: House | None) -> list[list[_Read]]:
    """Every cell of every row. JK is jack and king, unless each row with one fits this house only by jokers."""
    read = [_read_row(text, row, house) for row, text in enumerate(rows)]
    if house is None or all(len(cells) == house.grid.columns for cells in read):
        return read
    jokers = {
        row: _read_row(_JACK_KING.sub("*", text), row, house)
        for row, text in enumerate(rows)
        if _JACK_KING.search(text)
    }
    if any(len(cells) != house.grid.columns for cells in jokers.values()):
        return read
    return [jokers.get(row, cells) for row, cells in enumerate(read)]


def _read_row(text: str, row: int, house: House | None) -> list[_Read]:
    return list(_read_words(text.split(), row, house))


def _read_words(words: Iterable[str], row: int, house: House | None) -> Iterator[_Read]:
    column = 0
    faces = house.faces if house else {}
    dash = "-" if _cards_leave(house) else ""
    for word in words:
        number = _NUMBER.fullmatch(word) if faces else None
        if word == dash:
            read: list[_Read] = [(Card(Rank.GONE), False)]
        elif number and bool(number["open"]) == bool(number["close"]):
            # A number stands for itself here: 12 is no ace and two, and 99 is no two nines.
            rank = faces.get(number["face"])
            cell = Cell(row, column)
            read = [(Card(rank), bool(number["open"])) if rank else _unknown(word, cell, house)]
        else:
            read = _read_word(word, Cell(row, column), house)
        yield from read
        column += len(read)


def _read_word(written: str, first: Cell, house: House | None) -> list[_Read]:
    """The cards of a word without blanks: `10H`, `[king]`, `5JO7`."""
    word = written.upper()
    letters = len(word) > 2 and _LETTERS.fullmatch(word)
    pattern = _SUIT_FIRST if word.lstrip("[")[:1] in _SUITS else _CARD
    read: list[_Read] = []
    start = 0
    while start < len(word):
        cell = Cell(first.row, first.column + len(read))
        found = pattern.match(word, start)
        if found is None or bool(found["open"]) != bool(found["close"]):
            if letters:
                return [_unknown(written, first, house)]
            # The rest of the word cannot be told apart from its unreadable character.
            read.append(_unknown(written[start:], cell, house))
            break
        start = found.end()
        rank, suit = _RANKS[found["rank"]], _SUITS.get(found["suit"])
        if suit is not None and rank not in STANDARD_RANKS:
            no_suit = f"{_at(cell)}{article(rank.word)} has no suit, so “{found[0]}” isn’t a card."
            read.append(BadCards("card.joker_with_suit", no_suit, cell))
        else:
            read.append((Card(rank, suit), bool(found["open"])))
    if letters and len(read) > 1 and _is_prose(written, read):
        return [_unknown(written, first, house)]
    return read


def _is_prose(letters: str, read: Sequence[_Read]) -> bool:
    """Whether several cards without a blank are a word instead: `Task` is no ten, ace of spades and king."""
    suits = {isinstance(one, RuleError) or one[0].suit is not None for one in read}
    return len(suits) > 1 or letters.istitle()


def _cards_leave(house: House | None) -> bool:
    return house is not None and house.cancelling is not None and house.cancelling.leave


def _unknown(text: str, cell: Cell | None, house: House | None = None) -> BadCards:
    shown = text if len(text) <= 20 else text[:20] + "…"
    where = _at(cell) if cell else ""
    gone = ", and . for one that’s gone" if _cards_leave(house) else ""
    cards, hint = "A 2 3 4 5 6 7 8 9 10 J Q K and * for a joker", " An ace is A." if text.strip() == "1" else ""
    if house is not None and house.faces:
        cards, hint = " ".join(house.faces), ""
    message = f"{where}“{repr(shown)[1:-1]}” isn’t a card.{hint} Cards are {cards}{gone}."
    return BadCards("card.unknown", message, cell)


def _at(cell: Cell) -> str:
    return f"{str(cell).capitalize()}: "


def _shape_problems(widths: list[int], grid: Grid | None) -> Iterator[RuleError]:
    if grid is None:
        if 0 in widths:
            yield BadCards("layout.empty", f"Row {widths.index(0) + 1} has no cards.")
        elif len(set(widths)) > 1:
            yield BadCards("layout.uneven_rows", uneven_rows(widths))
        return
    if len(widths) != grid.rows:
        rows = "1 row" if len(widths) == 1 else f"{len(widths)} rows"
        hint = " Put a / between the rows." if len(widths) == 1 else ""
        yield BadCards("layout.rows", f"You have {rows}, but these rules use {grid}.{hint}")
        return
    for row, width in enumerate(widths):
        has = f"Row {row + 1} has {_cards(width)}"
        if width < grid.columns:
            yield BadCards("layout.missing_cards", f"{has}. It needs {grid.columns}.", Cell(row, width))
        elif width > grid.columns:
            yield BadCards("layout.too_many_cards", f"{has}. It needs only {grid.columns}.", Cell(row, grid.columns))


def _cards(count: int) -> str:
    return "no cards" if count == 0 else "1 card" if count == 1 else f"{count} cards"
