"""QTI 2.1: packages that hold to our grammars, run by their own response processing.

That the cards are those of the set is told by the test of Moodle: all formats show the same question.
"""

import io
import zipfile
from typing import Any

from lxml import etree

from scorekeeper.exports.qti import PACKAGE, qti21
from scorekeeper.exports.set_items import Keyed, SetToExport
from tests.exports.sets import (
    Marked,
    grammar,
    hostile_set,
    must_mark,
    paragraphs_of,
    set_of,
    table_heads,
    telling_sets,
    text_of,
    valid,
    words,
)


def files(exported: SetToExport) -> dict[str, bytes]:
    """Files of the package."""
    with zipfile.ZipFile(io.BytesIO(qti21(exported))) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def items(exported: SetToExport) -> list[tuple[Keyed, Any]]:
    """Items with their files."""
    package = files(exported)
    return [(keyed, valid(package[f"items/golf-{keyed.key}.xml"], grammar("qti21"))) for keyed in exported.keyed()]


def mark(item: Any, given: str) -> Marked:
    """Run the item's response processing; gives the verdict and its feedback."""
    choices = {text_of(one): one.get("identifier") for one in item.iter("{*}simpleChoice")}
    answer = choices[words(given)] if choices else str(int(given))
    outcomes = {
        one.get("identifier"): one.findtext("{*}defaultValue/{*}value") for one in item.iter("{*}outcomeDeclaration")
    }
    for branch in item.find("{*}responseProcessing/{*}responseCondition"):
        if branch.tag.endswith("responseElse") or _matches(branch, item, answer):
            for sets in branch.iter("{*}setOutcomeValue"):
                outcomes[sets.get("identifier")] = sets.findtext("{*}baseValue")
            break
    (told,) = [one for one in item.iter("{*}modalFeedback") if one.get("identifier") == outcomes["FEEDBACK"]]
    return Marked(float(outcomes["SCORE"] or 0) == 1, paragraphs_of(told))


def _matches(branch: Any, item: Any, answer: str) -> bool:
    variable, expected = branch.find("{*}match")
    assert variable.get("identifier") == "RESPONSE"
    if expected.tag.endswith("correct"):
        return bool(item.findtext("{*}responseDeclaration/{*}correctResponse/{*}value") == answer)
    assert expected.get("baseType") == item.find("{*}responseDeclaration").get("baseType")
    return str(expected.text) == answer


def test_every_wrong_answer_is_told_what_it_means_and_any_other_what_to_do() -> None:
    for exported in telling_sets():
        for keyed, item in items(exported):
            right = " ".join((keyed.item.right, *keyed.item.worked))
            must_mark(keyed, lambda given, item=item: mark(item, given), hints=True, right=right)  # type: ignore[misc]


def test_the_manifest_names_every_file_and_the_test_every_item() -> None:
    exported = set_of("penalty")
    package = files(exported)
    manifest = valid(package["imsmanifest.xml"], grammar("manifest", PACKAGE))
    resources = list(manifest.iter("{*}resource"))
    assert {resource.get("href") for resource in resources} | {"imsmanifest.xml"} == set(package)
    assert [one.get("href") for one in manifest.iter("{*}file")] == [one.get("href") for one in resources]
    kinds = [resource.get("type") for resource in resources]
    assert kinds == ["imsqti_test_xmlv2p1", *["imsqti_item_xmlv2p1"] * len(exported.items)]
    needed = [one.get("identifierref") for one in manifest.iter("{*}dependency")]
    assert needed == [resource.get("identifier") for resource in resources[1:]]
    assert len(set(needed)) == len(needed)
    test = valid(package["test.xml"], grammar("qti21"))
    refs = [(one.get("identifier"), one.get("href")) for one in test.iter("{*}assessmentItemRef")]
    assert [href for _, href in refs] == [resource.get("href") for resource in resources[1:]]
    for identifier, href in refs:
        assert etree.fromstring(package[href]).get("identifier") == identifier


def test_a_screen_reader_says_where_each_card_lies_and_what_it_is() -> None:
    _, item = items(hostile_set())[0]
    (table,) = item.iter("{*}table")
    assert table_heads(table) == ["column 1", "column 2", "column 3", "row 1", "row 2"]
    assert [cell.find("{*}br").tail for cell in table.iter("{*}td") if len(cell)] == [
        *("two", "two", "ace", "two", "three", "king"),
    ]
