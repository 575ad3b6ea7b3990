"""A set of exercises as other programs take it: what is asked, the cards as a table, and what is said to answers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from xml.etree.ElementTree import Element

from scorekeeper.exports.elements import element, paragraphs
from scorekeeper.houses.sheet import unsigned_sheet
from scorekeeper.rules import Card, Cell, House, Rank
from scorekeeper.rules.wording import number
from scorekeeper.school.items import Hand, Item
from scorekeeper.school.mastery import ENDER, WINNING

OF_COUNTING = {"values", "equal", "four", "bonuses"}
"""The sections of a rule sheet that say what a layout counts."""

_MORE_FOR = {"winner": {"ender"}, "turn": {"turn", "end"}}
_CELL = {"style": "border: 1px solid #555; padding: 0.4em 0.8em; text-align: center"}
_HEAD = {"style": "padding: 0.2em 0.6em; font-weight: normal"}


class Keyed(NamedTuple):
    """An item with its name in every file, such as ``7K2Q-M4XP-A``, and again in every later one of the same set."""

    key: str
    item: Item


@dataclass(frozen=True)
class SetToExport:
    """Questions under one house, with the code that they are found by again.

    ``items`` are those of all questions, each with the letter of its question ("A"); several of one letter differ in
    their parts.
    """

    code: str
    title: str
    house: House
    items: tuple[tuple[str, Item], ...]

    def keyed(self) -> Iterator[Keyed]:
        """Every item with its key, in order."""
        for letter, item in self.items:
            yield Keyed("-".join(filter(None, (self.code, letter, item.part))), item)


# --- what is asked ----------------------------------------------------------------------------------------------------


def question(exported: SetToExport, item: Item, *, styled: bool = True) -> list[Element]:
    """All that is shown before the answer, as HTML elements; ``styled`` where the format takes ``style`` attributes."""
    return [*asked(exported, item, styled=styled), *paragraphs(*rules_told(exported.house, item))]


def asked(exported: SetToExport, item: Item, *, styled: bool = True) -> list[Element]:
    """What is asked, the cards, and the name of the house; not its rules."""
    return [
        *paragraphs(item.prompt, *item.told),
        *(_table(hand, _HEAD if styled else {}, _CELL if styled else {}) for hand in item.hands),
        *paragraphs(f"House rules: {exported.house.name}."),
    ]


def rules_told(house: House, item: Item) -> list[str]:
    """All that the house says about what these cards count: a house that people made stands nowhere else."""
    if not item.hands:
        return []
    kinds = ("winner",) if {ENDER, WINNING} & set(item.rules) else ()
    lines = rule_lines(house, kinds, face_down=any(hand.layout.hidden for hand in item.hands))
    return [f"{title}: {text}" for title, text in lines]


def rule_lines(house: House, kinds: Sequence[str], *, face_down: bool = False) -> list[tuple[str, str]]:
    """The rules that questions of these kinds ask about: what each is about, and what it says.

    ``face_down`` where some card lay so: then it is said what such a card counts.
    """
    wanted = OF_COUNTING.union(*(_MORE_FOR.get(kind, ()) for kind in kinds))
    lines: list[tuple[str, str]] = []
    for section in unsigned_sheet(house):
        if section.key not in wanted or (section.key == "four" and house.four_of_a_kind is None):
            continue
        if section.key == "values" and section.table is not None:
            said = "; ".join(f"{card[:1].lower()}{card[1:]}: {points}" for card, points, *_ in section.table.rows)
            lines.append((section.title, ". ".join([said, *section.paragraphs])))
        else:
            lines.append((section.title, " ".join(section.paragraphs)))
    if face_down:
        hidden = house.ending.hidden
        counted = "They are turned up and count like the rest."
        said = counted if hidden == "counted" else f"Each counts {number(hidden)}, whatever it is."
        lines.append(("Cards that lay face down", said))
    return lines


def _table(hand: Hand, head: dict[str, str], cell: dict[str, str]) -> Element:
    """Each place under its column and beside its row, so that a screen reader says where a card lies; and its word."""
    grid, hidden = hand.layout.grid, hand.layout.hidden
    columns = (element("th", f"column {place + 1}", scope="col", **head) for place in range(grid.columns))
    rows = (
        element(
            "tr",
            element("th", f"row {row + 1}", scope="row", **head),
            (_place(card, Cell(row, column) in hidden, cell) for column, card in enumerate(cards)),
        )
        for row, cards in enumerate(hand.layout.rows)
    )
    return element(
        "table",
        element("caption", f"Layout of {hand.name}" if hand.name else "The layout"),
        element("thead", element("tr", element("td"), columns)),
        element("tbody", rows),
    )


def _place(card: Card, hidden: bool, style: dict[str, str]) -> Element:
    """The face of a card, in brackets where it lay face down, and the card in words."""
    face = card.rank.shown + (card.suit.sign if card.suit else "")
    face = {Rank.JOKER: "Joker", Rank.GONE: "–"}.get(card.rank, face)
    shown, word = (f"[{face}]", f"{card.word}, lay face down") if hidden else (face, card.word)
    return element("td", shown, element("br"), word, **style)


# --- what is said to answers ------------------------------------------------------------------------------------------


def told_of(answer: str, item: Item) -> str:
    """What is said to an answer: a choice, or a number as a form sends it."""
    if answer == str(item.answer):
        return item.right
    return next((wrong.text for wrong in item.wrong if str(wrong.answer) == answer), item.otherwise)


def otherwise(item: Item) -> str:
    """What is said to a wrong answer that nothing explains: with the hints, which never tell the answer."""
    return " ".join((item.otherwise, *item.hints))
