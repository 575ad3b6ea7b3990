"""Canvas quiz: read and graded as Canvas does."""

import io
import zipfile
from typing import Any

import pytest
from lxml import etree, html

from scorekeeper.exports.canvas import ASSESSMENT, canvas
from scorekeeper.exports.set_items import Keyed, SetToExport, told_of
from tests.exports.sets import grammar, hostile_set, paragraphs_of, rules_in, set_of, telling_sets, valid, words

SPACE = {"q": ASSESSMENT}


def files(exported: SetToExport) -> dict[str, bytes]:
    """Files of the package."""
    with zipfile.ZipFile(io.BytesIO(canvas(exported))) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def items(exported: SetToExport) -> list[tuple[Keyed, Any]]:
    """Items with their elements in the file."""
    name = f"golf-{exported.code}"
    root = valid(files(exported)[f"{name}/{name}.xml"], grammar("qti12"))
    return list(zip(exported.keyed(), root.iter("{*}item"), strict=True))


def shown(mattext: Any) -> Any:
    """Visible text of HTML."""
    return html.fragment_fromstring(mattext.text or "", create_parent="div")


def comments(item: Any) -> dict[str, str]:
    """Comments of an item by name."""
    return {one.get("ident"): paragraphs_of(shown(one.find(".//{*}mattext"))) for one in item.iter("{*}itemfeedback")}


def choices(item: Any) -> dict[str, str]:
    """Texts of the choices by number."""
    return {one.get("ident"): one.findtext(".//{*}mattext") or "" for one in item.iter("{*}response_label") if len(one)}


def mark(item: Any, given: str) -> tuple[float, list[str]]:
    """Score and comments of the conditions in order, until a matching one stops."""
    score, says, told = 0.0, [], comments(item)
    for condition in item.iter("{*}respcondition"):
        (asked,) = condition.find("{*}conditionvar")
        if not _fits(asked, given):
            continue
        score = float(condition.findtext("{*}setvar") or score)
        says.append(told[condition.find("{*}displayfeedback").get("linkrefid")])
        if condition.get("continue") == "No":
            break
    return score, says


def _fits(asked: Any, given: str) -> bool:
    kind = etree.QName(asked).localname
    if kind == "other":
        return True
    if kind in ("or", "and"):
        return (any if kind == "or" else all)(_fits(part, given) for part in asked)
    if kind == "varequal":
        return str(asked.text) == given
    return float(given) >= float(asked.text) if kind == "vargte" else float(given) <= float(asked.text)


@pytest.mark.long
def test_right_answers_score_all_and_wrong_ones_nothing_and_hear_what_they_mean() -> None:
    for exported in telling_sets():
        for keyed, item in items(exported):
            told = keyed.item
            worked, rest = words(" ".join(told.worked)), words(" ".join((told.otherwise, *told.hints)))
            if not told.choices:
                assert mark(item, str(told.answer)) == (100, [worked, words(told.right)])
                listed = words(" ".join((rest, *(wrong.text for wrong in told.wrong))))
                for answer in (*(wrong.answer for wrong in told.wrong), 9_999, -999):
                    assert mark(item, str(answer)) == (0, [worked, listed])
                continue
            for ident, choice in choices(item).items():
                own = words(told_of(next(one for one in told.choices if words(one) == choice), told))
                right = choice == words(str(told.answer))
                last = words(told.right) if right else rest
                assert mark(item, ident) == (100 if right else 0, [worked, own, last])


@pytest.mark.long
def test_canvas_takes_each_numerical_condition_for_a_right_answer_so_there_is_one() -> None:
    rights = set()
    for keyed, item in items(set_of("penalty")):
        kind = item.xpath("string(.//q:qtimetadatafield[q:fieldlabel='question_type']/q:fieldentry)", namespaces=SPACE)
        assert kind == ("multiple_choice_question" if keyed.item.choices else "numerical_question")
        if not keyed.item.choices:
            asked = [one.text for one in item.iter("{*}varequal", "{*}vargte", "{*}varlte")]
            assert asked == [str(keyed.item.answer)] * 3
            rights.add(asked[0])
            # Canvas identifies comments by these names.
            assert list(comments(item)) == ["general_fb", "correct_fb", "general_incorrect_fb"]
    assert "0" in rights
    assert any(right.startswith("-") for right in rights)


def test_texts_stay_texts() -> None:
    exported = hostile_set()
    for keyed, item in items(exported):
        body = shown(item.find(".//{*}mattext"))
        assert paragraphs_of(body) == words(" ".join((keyed.item.prompt, *keyed.item.told, *rules_in(exported))))
        assert list(choices(item).values()) == [words(choice) for choice in keyed.item.choices]
    about = etree.fromstring(files(exported)["golf-HOST-1LE0/assessment_meta.xml"])
    assert about.findtext("{*}title") == words(exported.title)
