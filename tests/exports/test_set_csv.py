"""A set as a table for spreadsheets."""

from __future__ import annotations

import csv
import io

import pytest

from scorekeeper.exports.set_items import Keyed, SetToExport
from scorekeeper.exports.tables import COLUMNS, OF_WRONG, set_csv
from tests.exports.sets import hostile_set, must_hold, rules_in, set_of, telling_sets, words

pytestmark = pytest.mark.xdist_group("sets of exercises")  # made once


def table(exported: SetToExport) -> list[tuple[Keyed, dict[str, str]]]:
    """Each item with its row, by the names of the columns."""
    content = set_csv(exported)
    assert content.startswith(b"\xef\xbb\xbf")  # by which a spreadsheet knows it for UTF-8
    rows = csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline=""), strict=True)
    return list(zip(exported.keyed(), rows, strict=True))


def guarded(text: str) -> str:
    """A text as it stands in a cell."""
    text = words(text)
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "＝")) else text


def test_cards_and_answers_are_those_of_the_set_and_agree() -> None:
    exported = set_of("vanishing-columns")
    for keyed, row in table(exported):
        shown = row["Cards"].split(" | ") if row["Cards"] else []
        hands = [text.removeprefix(f"{hand.name}: ") for text, hand in zip(shown, keyed.item.hands, strict=True)]
        must_hold(keyed, exported.house, hands, row["Answer"])


def test_each_wrong_answer_stands_beside_what_it_means() -> None:
    for exported in telling_sets():
        for keyed, row in table(exported):
            assert row["Item"] == keyed.key
            for place, wrong in enumerate(keyed.item.wrong, start=1):
                answer, means, misreads = (row[f"{what} {place}"] for what in OF_WRONG)
                assert answer == (str(wrong.answer) if isinstance(wrong.answer, int) else guarded(wrong.answer))
                assert means == guarded(wrong.text)
                assert misreads == " | ".join(wrong.misreads)
            rest = [value for name, value in row.items() if name not in COLUMNS][3 * len(keyed.item.wrong) :]
            assert not any(rest)


def test_no_text_is_a_formula_and_none_breaks_its_row() -> None:
    exported = hostile_set()
    numbers = {"Answer", *(name for name in (f"Wrong answer {place}" for place in range(1, 4)))}
    for keyed, row in table(exported):
        item = keyed.item
        assert row["Question"] == guarded(item.prompt)
        assert row["Told"] == guarded(" | ".join(item.told))
        assert row["Choices"] == guarded(" | ".join(item.choices))
        assert row["House"] == guarded(exported.house.name)
        assert row["House rules"] == guarded(" | ".join(rules_in(exported)[1:]))
        for name, cell in row.items():
            assert "\n" not in cell
            if not (name in numbers and isinstance(item.answer, int)):
                assert not cell.startswith(("=", "+", "-", "@", "＝", "\t", "\r"))
