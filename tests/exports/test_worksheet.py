"""Worksheets as PDF and text: pages, tags, all cards, and totals on the answer key only."""

import io
import json
import re
from collections import Counter
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from pypdf import PdfReader

from scorekeeper import houses
from scorekeeper.exports.drawing import Drawing, draw
from scorekeeper.exports.paper import PAPERS, Paper, with_suits
from scorekeeper.exports.worksheet import (
    Printing,
    worksheet_drawing,
    worksheet_key_drawing,
    worksheet_key_text,
    worksheet_text,
)
from scorekeeper.exports.worksheet_style import CARD, LEAST, hands_in_a_row, sheet_card
from scorekeeper.rules import Card, Cell, House, Rank, parse_layout
from scorekeeper.rules.wording import number
from scorekeeper.school.exercises.dice import Dice
from scorekeeper.school.exercises.laying import dealt
from scorekeeper.school.exercises.levels import HIGHEST
from scorekeeper.school.exercises.questions.by_column import ColumnsQuestion
from scorekeeper.school.exercises.questions.score import ScoreQuestion
from scorekeeper.school.exercises.questions.swap import SwapQuestion
from scorekeeper.school.exercises.sets import QuestionSet, Sheet, make_set

WORKSHEET = houses.get("worksheet")
ADDRESS = "https://golf.example/sets/7K2Q-M4XP"
KEY = "7K2Q-M4XP-9TRW"
# Totals that no card, letter, code or page shows, so that one on a worksheet can't go unseen.
TELLING = {
    "A1": ("JS 2H JD / QC 4S AD", "9S 8H 7C / 6D 10S 5H", "KS 9H 9C / QD 9S JH"),
    "A2": ("JS QH JD / KC 5S AD", "QS 8H 7C / 6D 8S 3H", "2S 2H 2C / 2D QS JH"),
}


def worksheet_pdf(made: QuestionSet, printing: Printing, address: str) -> bytes:
    return draw(worksheet_drawing(made, printing, address))


def worksheet_key_pdf(made: QuestionSet, printing: Printing, address: str, key_code: str) -> bytes:
    return draw(worksheet_key_drawing(made, printing, address, key_code))


def frozen(house: House = WORKSHEET) -> QuestionSet:
    """A worksheet with known answers, independent of the generator."""
    own = parse_layout("3S 4H 5C / 6D 7S 10H", house)
    sheets = tuple(
        Sheet(variant, tuple(ScoreQuestion(house, parse_layout(cards, house)) for cards in hands), own)
        for variant, hands in TELLING.items()
    )
    return QuestionSet("7K2Q-M4XP", house, 7, ("score",), sheets)


SET = frozen()
TOTALS = {
    sheet.variant: [int(str(question.solution["points"])) for question in sheet.questions] for sheet in SET.sheets
}


def read(pdf: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(pdf))


@cache
def text_of(pdf: bytes) -> str:
    return "\n".join(page.extract_text() for page in read(pdf).pages)


def numbers_in(text: str) -> set[str]:
    """All numbers that aren't part of codes."""
    return set(re.findall(r"(?<![\w−-])−?\d+(?![\w-])", text))


@pytest.fixture(scope="module")
def sheets() -> bytes:
    return worksheet_pdf(SET, Printing(), ADDRESS)


@pytest.fixture(scope="module")
def key() -> bytes:
    return worksheet_key_pdf(SET, Printing(), ADDRESS, KEY)


@pytest.mark.long
@pytest.mark.parametrize("which", ["sheets", "key"])
def test_screen_readers_find_their_way(which: str, request: pytest.FixtureRequest) -> None:
    reader = read(request.getfixturevalue(which))
    root: Any = reader.trailer["/Root"]
    assert root["/Lang"] == "en"
    assert root["/MarkInfo"]["/Marked"]
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    assert reader.metadata is not None
    assert reader.metadata.title == f"Scoring {WORKSHEET.name}, {'answer key, ' if which == 'key' else ''}version A"
    metadata = root["/Metadata"].get_data().decode()
    assert re.search(r"pdfuaid:part(>|=\")1", metadata)
    tags = tags_of(root["/StructTreeRoot"])
    assert {"/H1", "/H2", "/Table", "/TR", "/TD", "/P", "/Figure"} <= {tag for tag, _ in tags}
    assert any(alt.startswith(f"QR code: {ADDRESS}") for tag, alt in tags if tag == "/Figure")
    for page in reader.pages:
        assert page["/StructParents"] is not None


def tags_of(node: Any) -> list[tuple[str, str]]:
    """All tags below, with alternative texts."""
    node = node.get_object()
    if not hasattr(node, "get"):
        return []
    children = node.get("/K", [])
    children = children.get_object() if hasattr(children, "get_object") else children
    below = [tag for child in (children if isinstance(children, list) else [children]) for tag in tags_of(child)]
    return [(str(node["/S"]), str(node.get("/Alt", ""))), *below] if "/S" in node else below


def test_each_sheet_has_a_page_that_counts_for_itself(sheets: bytes) -> None:
    pages = read(sheets).pages
    assert len(pages) == 2
    for page, sheet in zip(pages, SET.sheets, strict=True):
        text = page.extract_text()
        assert "Page 1 of 1" in text
        assert f"7K2Q-M4XP · version {sheet.version}" in text
        for words in ("Name", "Date", "How many points is each hand worth?", f"Rules: {WORKSHEET.name}"):
            assert words in text
        assert "Make a hand" not in text, "three hands fill their row"


@pytest.mark.long
def test_no_answer_stands_on_a_sheet_and_every_one_on_the_key(sheets: bytes, key: bytes) -> None:
    every = {number(total) for totals in TOTALS.values() for total in totals}
    assert not every & numbers_in(text_of(sheets))
    assert not every & numbers_in(worksheet_text(SET, Printing(), ADDRESS))
    assert every <= numbers_in(text_of(key))
    assert every <= numbers_in(worksheet_key_text(SET, Printing(), ADDRESS, KEY))
    assert KEY not in text_of(sheets)
    assert "9TRW" not in worksheet_text(SET, Printing(), ADDRESS)


@pytest.mark.long
def test_the_key_says_how_it_is_worked_out_and_what_each_wrong_number_means(key: bytes) -> None:
    printed = re.sub(r"\s", "", text_of(key))
    told = re.sub(r"\s", "", worksheet_key_text(SET, Printing(), ADDRESS, KEY))
    wrong = 0
    for sheet in SET.sheets:
        for _, item in sheet.items:
            for words in (*item.worked, *(one.text for one in item.wrong)):
                assert re.sub(r"\s", "", words) in printed
                assert re.sub(r"\s", "", words) in told
            wrong += len(item.wrong)
    assert printed.count("Ifastudentwrote…") == 6
    assert told.count("Ifastudentwrote") == wrong > 20
    assert "if a pair of twos is worth −4" in re.sub(r"\s+", " ", text_of(key)).lower()
    for text in (printed, told):
        assert text.count("it’susuallyanaddingslip.") == 2, "once for each sheet"


def test_the_lines_of_a_key_add_up_and_every_choice_that_is_as_good_is_named() -> None:
    house = WORKSHEET
    equals = parse_layout("Q A A / Q Q Q", house)
    drawn = SwapQuestion(house, parse_layout("Q 3 Q / 7 4 8", house), Card(Rank.ACE))
    questions = (ScoreQuestion(house, equals), ColumnsQuestion(house, equals), drawn)
    made = replace(SET, sheets=(replace(SET.sheets[0], questions=questions),), kinds=("score", "columns", "swap"))
    (document,) = json.loads(worksheet_key_drawing(made, Printing(), ADDRESS, KEY).documents)
    score, columns, swap = [part for part in document["parts"] if part["kind"] == "worked"]
    eleven = "ace 1 + queen 10 = 11"
    assert score["steps"] == ["two queens: the column is 0", eleven, eleven]
    assert columns["steps"][1:] == [f"Column 2: {eleven}", f"Column 3: {eleven}", "Total: 0 + 11 + 11 = 22"]
    both = ["Right: Swap the queen in row 1, column 1", "Also right: Swap the queen in row 1, column 3"]
    assert swap["right"] == both
    text = worksheet_key_text(made, Printing(), ADDRESS, KEY)
    assert text.count(f"   {eleven}\n") == 2
    assert all(f"   {line}\n" in text for line in both)
    for told in both:
        assert f"[ ] {told.partition(': ')[2]}\n" in worksheet_text(made, Printing(), ADDRESS)


@pytest.mark.long
def test_the_usual_sheet_of_five_is_one_page_with_a_hand_to_make_up() -> None:
    made = make_set(WORKSHEET, 7, 5, 1, code="7K2Q-M4XP")
    reader = read(worksheet_pdf(made, Printing("Letter"), ADDRESS))
    assert len(reader.pages) == 1
    text = re.sub(r"\s+", " ", reader.pages[0].extract_text())
    assert f"F Make a hand that scores {number(made.own_total(made.sheets[0]))} ." in text.replace(". ", " . ")
    # Its cards are blank: five hands of six cards.
    root: Any = reader.trailer["/Root"]
    named = [alt for tag, alt in tags_of(root["/StructTreeRoot"]) if tag == "/Figure"]
    assert sum(bool(re.search("of (spades|hearts|diamonds|clubs)", alt)) for alt in named) == 30
    assert named.count("blank card") == 6


@pytest.mark.long
@pytest.mark.parametrize(("hands", "has_one"), [(5, True), (6, False)])
def test_a_key_has_a_hand_to_make_up_where_its_sheet_has_one(hands: int, *, has_one: bool) -> None:
    made = make_set(WORKSHEET, 7, hands, 1, code="7K2Q-M4XP")
    assert ("Make a hand" in text_of(worksheet_pdf(made, Printing(), ADDRESS))) is has_one
    assert ("Make a hand" in text_of(worksheet_key_pdf(made, Printing(), ADDRESS, KEY))) is has_one


# --- what is drawn ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("house", "cards", "printed"),
    [
        ("worksheet", "5H 5 5 / 5 A KD", "5H 5C 5D / 5S AS KD"),
        ("worksheet", "5 5 5 / 5 5 A", None),
        ("two-joker", "* 2 3 / 4 5 6", None),
        ("vanishing-columns", "5 5 3 8 / 6 6 0 1 / 5 3 4 12", "5 5 3 8 / 6 6 0 1 / 5 3 4 12"),
    ],
)
def test_every_printed_card_has_a_suit_and_none_is_there_twice_if_it_can(
    house: str, cards: str, printed: str | None
) -> None:
    rules = houses.get(house)
    layout = parse_layout(cards, rules)
    suited = with_suits(layout, rules)
    assert [card.rank for card in suited.cards()] == [card.rank for card in layout.cards()]
    assert suited == with_suits(layout, rules)
    if printed is not None:
        assert suited == parse_layout(printed, rules)
    if rules.table.deck is None:
        assert all(card.suit for card in suited.cards() if card.rank is not Rank.JOKER)
        assert sum(count - 1 for count in Counter(suited.cards()).values()) == (cards == "5 5 5 / 5 5 A")


@pytest.mark.parametrize(
    ("house", "rows", "points"),
    [
        ("worksheet", [1, 1], "0"),
        ("vanishing-rows", [3], "0"),
        ("vanishing-columns", [1, 1, 1], "0"),
        ("four-card", [], ""),
    ],
)
def test_the_rules_have_a_picture_of_cards_that_cancel(house: str, rows: list[int], points: str) -> None:
    made = frozen_hands(houses.get(house))
    (document,) = json.loads(worksheet_drawing(made, Printing(), ADDRESS).documents)
    (rules,) = [part for part in document["parts"] if part["kind"] == "rules"]
    if not rows:
        assert rules["cancels"] is None
    else:
        assert [len(row) for row in rules["cancels"]["rows"]] == rows
        assert rules["cancels"]["points"] == points
        assert len({card["alt"].partition(" of ")[0] for row in rules["cancels"]["rows"] for card in row}) == 1


def frozen_hands(house: House, count: int = 5) -> QuestionSet:
    """Hands that a table deals, with one card face down."""
    dice = Dice(house.key)
    layouts = [dealt(house, HIGHEST, dice) for _ in range(count + 1)]
    layouts[1] = replace(layouts[1], hidden=frozenset({Cell(0, 0)}))
    questions = tuple(ScoreQuestion(house, layout) for layout in layouts[:count])
    return QuestionSet("7K2Q-M4XP", house, HIGHEST, ("score",), (Sheet("A1", questions, layouts[count]),))


SHAPES = ("worksheet", "penalty", "four-card", "nine-card", "vanishing-columns", "eight-card")


FILLED = [(house, paper, rules) for house in SHAPES for paper in PAPERS for rules in (True, False)]
FILLED.remove(("nine-card", "Letter", True))  # these rules leave room for one row


@pytest.mark.long
@pytest.mark.parametrize(("house", "paper", "rules"), FILLED)
def test_five_hands_fill_a_page_in_large_type(house: str, paper: Paper, rules: bool) -> None:
    reader = read(worksheet_pdf(frozen_hands(houses.get(house)), Printing(paper, rules=rules), ADDRESS))
    (page,) = reader.pages
    found: list[tuple[float, float, str]] = []

    def seen(text: str, around: list[float], matrix: list[float], _: object, size: float) -> None:
        if text.strip():
            found.append((matrix[5] * around[3] + around[5], size * abs(matrix[3] * around[3]), text))

    page.extract_text(visitor_text=seen)
    height = float(page.mediabox.height)
    total = min(y for y, _, text in found if re.search("Total|Points", text))
    assert total < 0.22 * height, "the last hands end near the foot"
    assert min(size for _, size, text in found if re.search("Name|Total|How many|face down when|cancel", text)) >= 12


def test_what_face_down_means_is_said_once_where_it_first_comes() -> None:
    made = frozen_hands(WORKSHEET)
    told = "Some cards were face down when the hole ended. They are turned up and scored."
    for rules, times in ((False, 1), (True, 0)):
        printing = Printing(rules=rules)
        assert worksheet_drawing(made, printing, ADDRESS).documents.count(told) == times
        assert worksheet_text(made, printing, ADDRESS).count(told) == times
    assert worksheet_drawing(made, Printing(), ADDRESS).documents.count("They are turned up and scored.") == 1
    assert worksheet_drawing(SET, Printing(rules=False), ADDRESS).documents.count("face down") == 0


def test_cards_are_large_enough_for_every_house() -> None:
    for house in houses.built_in():
        assert hands_in_a_row(house, "cards") == (3 if house.grid.columns <= 4 else 2)
        size = sheet_card(house, "cards")
        assert size.width >= LEAST
        assert size.height >= 14.6
    assert CARD["large"][0] > 1.4 * CARD["cards"][0]


def test_a_long_name_of_a_house_goes_over_lines_in_its_box_too() -> None:
    name = "W" * 60
    made = frozen(replace(houses.get("penalty"), name=name))
    first = read(worksheet_pdf(made, Printing(look="large", variant="A1", rules=True), ADDRESS)).pages[0].extract_text()
    assert first.count("W") >= 2 * len(name)
    assert max(len(run) for run in re.findall("W+", first)) < len(name)


@pytest.mark.long
def test_no_number_of_a_key_is_broken_where_its_column_is_narrow() -> None:
    questions = make_set(WORKSHEET, 7, 8, 1, ("score", "columns", "mistake"))
    (document,) = json.loads(worksheet_key_drawing(questions, Printing(variant="A1"), ADDRESS, KEY).documents)
    tables = [part for part in document["parts"] if part["kind"] == "totals"]
    told = draw(Drawing.of([{**document, "parts": tables}]))
    wanted = [answer for table in tables for answer in table["answers"]]
    assert any(len(number) > 1 for number in wanted)
    assert Counter(re.findall(r"[\d−]+", text_of(told))) >= Counter(wanted)


@pytest.mark.long
def test_large_print_is_large_on_the_key_too() -> None:
    found = set()

    def seen(text: str, transformed: list[float], matrix: list[float], _: object, size: float) -> None:
        if "If a student wrote" in text:
            found.add(round(size * abs(matrix[3]) * abs(transformed[3])))

    for page in read(worksheet_key_pdf(SET, Printing(look="large", variant="A1"), ADDRESS, KEY)).pages:
        page.extract_text(visitor_text=seen)
    assert found == {18}
