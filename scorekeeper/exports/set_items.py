"""Parts of a worksheet for other programs: the question, the cards as a table, and feedback on answers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple
from xml.etree.ElementTree import Element

from scorekeeper.exports.elements import element, paragraphs
from scorekeeper.houses.sheet import unsigned_sheet
from scorekeeper.rules import Card, Cell, House, Rank
from scorekeeper.rules.wording import number
from scorekeeper.school.exercises.items import Hand, Item
from scorekeeper.school.practice.mastery import ENDER, WINNING

OF_COUNTING = {"values", "equal", "four", "bonuses"}
"""Sections of a rule sheet about the score of a hand."""

_MORE_FOR = {"winner": {"ender"}, "turn": {"turn", "end"}}
_CELL = {"style": "border: 1px solid #555; padding: 0.4em 0.8em; text-align: center"}
_HEAD = {"style": "padding: 0.2em 0.6em; font-weight: normal"}


class Keyed(NamedTuple):
    """An item with its name, like ``7K2Q-M4XP-A``, the same in every file of a worksheet."""

    key: str
    item: Item


@dataclass(frozen=True)
class SetToExport:
    """Questions under one house, with the worksheet's code.

    ``items`` has all items with the letters of their questions ("A"); items of one letter differ in ``part``.
    """

    code: str
    title: str
    house: House
    items: tuple[tuple[str, Item], ...]

    def keyed(self) -> Iterator[Keyed]:
        """All items with their keys, in order."""
        for letter, item in self.items:
            yield Keyed("-".join(filter(None, (self.code, letter, item.part))), item)


# --- the question -----------------------------------------------------------------------------------------------------


def question(exported: SetToExport, item: Item, *, styled: bool = True) -> list[Element]:
    """Everything shown before the answer, as HTML; ``styled`` where the format takes ``style`` attributes."""
    return [*asked(exported, item, styled=styled), *paragraphs(*rules_told(exported.house, item))]


def asked(exported: SetToExport, item: Item, *, styled: bool = True) -> list[Element]:
    """The question, the cards and the name of the rules, without the rules."""
    return [
        *paragraphs(item.prompt, *item.told),
        *(_table(hand, _HEAD if styled else {}, _CELL if styled else {}) for hand in item.hands),
        *paragraphs(f"Rules: {exported.house.name}."),
    ]


def rules_told(house: House, item: Item) -> list[str]:
    """Rules for scoring these cards, because other programs don't know the house."""
    if not item.hands:
        return []
    kinds = ("winner",) if {ENDER, WINNING} & set(item.rules) else ()
    lines = rule_lines(house, kinds, face_down=any(hand.layout.hidden for hand in item.hands))
    return [f"{title}: {text}" for title, text in lines]


def rule_lines(house: House, kinds: Sequence[str], *, face_down: bool = False) -> list[tuple[str, str]]:
    """Titles and texts of the rules for questions of these kinds; with ``face_down``, also for face-down cards."""
    wanted = OF_COUNTING.union(*(_MORE_FOR.get(kind, ()) for kind in kinds))
    lines: list[tuple[str, str]] = []
    for section in unsigned_sheet(house):
        if section.key not in wanted or (section.key == "four" and house.four_of_a_kind is None):
            continue
        if section.key == "values" and section.table is not None:
            values = (f"{card}: {points}." for card, points, *_ in section.table.rows)
            lines.append((section.title, " ".join([*values, *section.paragraphs])))
        else:
            lines.append((section.title, " ".join(section.paragraphs)))
    if face_down:
        lines.append(("Cards that were face down", face_down_told(house)))
    return lines


def face_down_told(house: House) -> str:
    """What becomes of cards that were face down when the hole ended."""
    hidden = house.ending.hidden
    return "They are turned up and scored." if hidden == "counted" else f"Each is worth {number(hidden)}."


def _table(hand: Hand, head: dict[str, str], cell: dict[str, str]) -> Element:
    """A hand as a table with row and column headings for screen readers; each card as sign and words."""
    grid, hidden = hand.layout.grid, hand.layout.hidden
    columns = (element("th", f"column {index + 1}", scope="col", **head) for index in range(grid.columns))
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
        element("caption", f"{hand.name}’s cards" if hand.name else "Cards"),
        element("thead", element("tr", element("td"), columns)),
        element("tbody", rows),
    )


def _place(card: Card, hidden: bool, style: dict[str, str]) -> Element:
    """The card as sign, in brackets if it was face down, and in words."""
    face = card.rank.shown + (card.suit.sign if card.suit else "")
    face = {Rank.JOKER: "Joker", Rank.GONE: "–"}.get(card.rank, face)
    shown, word = (f"[{face}]", f"{card.word}, was face down") if hidden else (face, card.word)
    return element("td", shown, element("br"), word, **style)


# --- feedback ---------------------------------------------------------------------------------------------------------


def told_of(answer: str, item: Item) -> str:
    """Feedback on an answer: a choice, or a number as a form sends it."""
    if answer == str(item.answer) or answer in item.also:
        return item.right
    return next((wrong.text for wrong in item.wrong if str(wrong.answer) == answer), item.otherwise)


def with_one_right(item: Item) -> Item:
    """The item without choices that are as right as the answer, for a program that takes one."""
    return replace(item, choices=tuple(choice for choice in item.choices if choice not in item.also), also=())


def otherwise(item: Item) -> str:
    """Feedback on an unexplained wrong answer, with the hints, which never give the answer away."""
    return " ".join((item.otherwise, *item.hints))
