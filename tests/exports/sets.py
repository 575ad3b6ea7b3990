"""Worksheets to export, and checks for all formats."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from lxml import etree

from scorekeeper import houses
from scorekeeper.exports.elements import one_line
from scorekeeper.exports.set_items import Keyed, SetToExport, rule_lines, told_of
from scorekeeper.rules import Card, House, Rank, parse_layout, score
from scorekeeper.school.diagnosis.explaining import Wrong
from scorekeeper.school.exercises.dice import Dice
from scorekeeper.school.exercises.items import Hand, Item
from scorekeeper.school.exercises.laying import laid
from scorekeeper.school.exercises.levels import levels_of
from scorekeeper.school.exercises.questions import kinds_for
from scorekeeper.school.exercises.questions.by_column import ColumnsQuestion
from scorekeeper.school.exercises.questions.score import ScoreQuestion
from scorekeeper.school.exercises.questions.swap import SwapQuestion
from tests import hostile

GRAMMARS = Path(__file__).parent / "grammars"


HOSTILE = (
    "~ = # { } : \\ \\n -> %50% \\:",
    "<b>&amp; ]]> <!-- </p></text><answer> \"'",
    '=cmd|" /C calc"!A0',
    "[html] %100% -2",
    "[sound:x.mp3] {{c1::x}} {{Answer}} \x1f \x00",
    "%50%half",
    "// $CATEGORY: x ::t:: ####",
    "line\n\n}line\r\nline\u2028line",
    "-2+3",
    "@SUM(A1) ＝1",
    "&&058; &#61; <![CDATA[x]]>",
    "Ζωή 🂡 \u202eabc",
    *(hostile.HOSTILE[name] for name in ("script", "end of a title", "file", "template", "percent", "gift", "latex")),
    *(hostile.HOSTILE[name] for name in ("command", "path", "joined emoji", "combining", "wide formula")),
)
"""Texts with all special signs of the formats, because users may name their rules anything."""

SCORED = "score"
"""Kind of the hostile questions. Letters of questions here are a kind and a number."""


@cache
def set_of(house_key: str) -> SetToExport:
    """All kinds of the house at its lowest and highest level, with layouts of 0 and fewer points."""
    house = houses.get(house_key)
    levels = levels_of(house)
    questions = [
        (f"{kind.key}{place}", kind.ask(house, level.number, Dice(f"{house_key} {kind.key} {level.number}")))
        for kind in kinds_for(house)
        for place, level in enumerate((levels[0], levels[-1]))
    ]
    questions += [(f"{SCORED}{place}", question) for place, question in enumerate(_low(house), start=2)]
    items = [(letter, item) for letter, question in questions if question is not None for item in question.items()]
    return SetToExport(f"{house_key}-7K2Q", f"Scoring {house.name}", house, tuple(items))


def _low(house: House) -> Iterator[ScoreQuestion]:
    """Layouts below, at and above 0 points, where found quickly."""
    dice, wanted = Dice(house.key), {-1, 0, 1}
    for _ in range(300):
        layout = laid(house, levels_of(house)[-1].number, dice)
        total = score(layout, house).total
        sign = (total > 0) - (total < 0)
        if sign in wanted:
            wanted.remove(sign)
            yield ScoreQuestion(house, layout)


@cache
def hostile_set() -> SetToExport:
    """Items with hostile texts everywhere, in a house with a hostile name."""
    house = replace(houses.get("worksheet"), name=" ".join(HOSTILE))
    hand = Hand(parse_layout("2 2 A / 2 3 K", house))
    items = [(f"{SCORED}{place}", _hostile_number(text, hand)) for place, text in enumerate(HOSTILE)]
    items += [(f"C{place}", _hostile_choice(text, hand)) for place, text in enumerate(HOSTILE)]
    return SetToExport("HOST-1LE0", " ".join(HOSTILE), house, tuple(items))


def _hostile_number(text: str, hand: Hand) -> Item:
    answer = score(hand.layout, houses.get("worksheet")).total
    return Item(
        part="points",
        prompt=text,
        hands=(hand,),
        told=(text, f"Ann says {text}."),
        answer=answer,
        choices=(),
        wrong=(Wrong(0, text, ("V2",)), Wrong(-15, f"If {text}"), Wrong(120, text)),
        right=text,
        otherwise=text,
        worked=(text, text),
        hints=(text,),
        rules=("value-2",),
    )


def _hostile_choice(text: str, hand: Hand) -> Item:
    return Item(
        part="wins",
        prompt=text,
        hands=(replace(hand, name=one_line(text)),),
        told=(),
        answer=text,
        choices=("no", text, f"{text}!", f"!{text}"),
        wrong=(Wrong(f"{text}!", f"If {text}"),),
        right=f"Right: {text}",
        otherwise=text,
        worked=(text,),
        hints=(text, text),
        rules=(),
    )


@cache
def set_of_equals() -> SetToExport:
    """Hands with equal columns, whose lines are equal too, and a drawn card with two places as good as each other."""
    house = houses.get("worksheet")
    equals = parse_layout("Q A A / Q Q Q", house)
    drawn = SwapQuestion(house, parse_layout("Q 3 Q / 7 4 8", house), Card(Rank.ACE))
    questions = {"A": ScoreQuestion(house, equals), "B": ColumnsQuestion(house, equals), "C": drawn}
    items = [(letter, item) for letter, question in questions.items() for item in question.items()]
    return SetToExport("EQUA-7K2Q", f"Scoring {house.name}", house, tuple(items))


def telling_sets() -> tuple[SetToExport, ...]:
    """A worksheet with all kinds of exercises, the hostile one, and one where much is equal."""
    return set_of("penalty"), hostile_set(), set_of_equals()


def rules_in(exported: SetToExport) -> tuple[str, ...]:
    """Text that every file has below the cards of a hand to score: the rules' name and card values."""
    lines = rule_lines(exported.house, (SCORED,))
    return (f"Rules: {exported.house.name}.", *(f"{title}: {text}" for title, text in lines))


@dataclass(frozen=True)
class Marked:
    """What another program does with an answer: the verdict, and the feedback word by word."""

    right: bool
    says: str


def words(text: str) -> str:
    """A text as files contain it."""
    return one_line(text)


def must_mark(keyed: Keyed, mark: Callable[[str], Marked], *, hints: bool, right: str | None = None) -> None:
    """Every answer that has a meaning is marked as it must be, and so is one that has none.

    ``hints`` tells whether what is said to any other wrong answer holds the hints as well; ``right`` is what is said to
    the right one where that is more than the item says.
    """
    item = keyed.item
    assert mark(str(item.answer)) == Marked(True, words(item.right if right is None else right)), keyed.key
    for choice in item.also:
        assert mark(choice) == Marked(True, words(item.right if right is None else right)), keyed.key
    others = [choice for choice in item.choices if not item.is_right(choice)] or [
        *(str(wrong.answer) for wrong in item.wrong),
        *(str(number) for number in (9_999, -999) if number not in {wrong.answer for wrong in item.wrong}),
    ]
    for answer in others:
        said = told_of(answer, item)
        if hints and answer not in {str(wrong.answer) for wrong in item.wrong}:
            said = " ".join((item.otherwise, *item.hints))
        assert mark(answer) == Marked(False, words(said)), (keyed.key, answer)


def must_hold(keyed: Keyed, house: House, hands: list[str], answer: str) -> None:
    """The layouts of a file are those of the item, and what is marked as right is the item's answer.

    ``hands`` are in notation as the file shows them, ``answer`` is what the file marks as right.
    """
    read = [parse_layout(hand, house) for hand in hands]
    assert [layout.rows for layout in read] == [hand.layout.rows for hand in keyed.item.hands], keyed.key
    assert [layout.hidden for layout in read] == [hand.layout.hidden for hand in keyed.item.hands]
    assert answer == words(str(keyed.item.answer))


def table_as_notation(table: Any) -> str:
    """The layout that an HTML table shows: the first line of each cell."""
    rows = [[cell.text for cell in row.iter("{*}td")] for row in table.iter("{*}tr")]
    return " / ".join(" ".join(row) for row in rows if row and row != [None])


def table_heads(table: Any) -> list[str]:
    """What a screen reader says of the places of a table."""
    return [head.text for head in table.iter("{*}th")]


def text_of(one: Any) -> str:
    """All text in an element."""
    return words(" ".join("".join(one.itertext()).split()))


def paragraphs_of(one: Any) -> str:
    """The text of the paragraphs in an element, parted by blanks."""
    return words(" ".join("".join(paragraph.itertext()) for paragraph in one.iter("{*}p")))


@cache
def grammar(name: str, namespace: str = "") -> Any:
    """One of our grammars; ``namespace`` where it is for several."""
    text = (GRAMMARS / f"{name}.rng").read_text(encoding="utf-8").replace("NAMESPACE", namespace)
    return etree.RelaxNG(etree.fromstring(text.encode()))


def valid(content: bytes, against: Any) -> Any:
    """The root of an XML file, once the grammar has nothing against it."""
    root = etree.fromstring(content)
    against.assertValid(root)
    return root
