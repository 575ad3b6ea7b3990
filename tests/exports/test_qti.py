"""QTI 2.1: packages that hold to our grammars, run by their own response processing."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from lxml import etree

from scorekeeper.exports import SetToExport
from scorekeeper.exports.qti import qti21
from scorekeeper.exports.set_items import Keyed
from tests.exports.sets import (
    Marked,
    grammar,
    hostile_set,
    must_hold,
    must_mark,
    paragraphs_of,
    rules_in,
    set_of,
    table_as_notation,
    table_heads,
    telling_sets,
    text_of,
    valid,
    words,
)

pytestmark = pytest.mark.xdist_group("sets of exercises")  # made once


class Version(NamedTuple):
    """What differs between the two; ``name`` gives the tag or attribute of 2.1 as this version writes it."""

    key: str
    build: Callable[[SetToExport], bytes]
    package: str
    kinds: str

    def name(self, of_2_1: str) -> str:
        return of_2_1 if self.key == "qti21" else re.sub("[A-Z]", lambda found: f"-{found[0].lower()}", of_2_1)

    def tag(self, of_2_1: str) -> str:
        return "{*}" + ("" if self.key == "qti21" else "qti-") + self.name(of_2_1)


VERSIONS = (Version("qti21", qti21, "http://www.imsglobal.org/xsd/imscp_v1p1", "imsqti_{}_xmlv2p1"),)


@pytest.fixture(params=VERSIONS, ids=[version.key for version in VERSIONS])
def version(request: pytest.FixtureRequest) -> Version:
    return Version(*request.param)


def files(content: bytes) -> dict[str, bytes]:
    """What is in a package."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def items(exported: SetToExport, version: Version) -> list[tuple[Keyed, Any]]:
    """Each item with its file."""
    package = files(version.build(exported))
    return [(keyed, valid(package[f"items/golf-{keyed.key}.xml"], grammar(version.key))) for keyed in exported.keyed()]


def response(item: Any, version: Version, given: str) -> str:
    """What a platform makes of an answer: a number, or the name of the choice with that text."""
    choices = {text_of(one): one.get("identifier") for one in item.iter(version.tag("simpleChoice"))}
    return choices[words(given)] if choices else str(int(given))


def mark(item: Any, version: Version, given: str) -> Marked:
    """The item's own response processing, and then the feedback that its outcome shows."""
    answer = response(item, version, given)
    outcomes = {
        one.get("identifier"): one.findtext(f"{version.tag('defaultValue')}/{version.tag('value')}")
        for one in item.iter(version.tag("outcomeDeclaration"))
    }
    for branch in item.find(f"{version.tag('responseProcessing')}/{version.tag('responseCondition')}"):
        if branch.tag.endswith(version.name("responseElse")) or _matches(branch, item, version, answer):
            for sets in branch.iter(version.tag("setOutcomeValue")):
                outcomes[sets.get("identifier")] = sets.findtext(version.tag("baseValue"))
            break
    (told,) = [one for one in item.iter(version.tag("modalFeedback")) if one.get("identifier") == outcomes["FEEDBACK"]]
    return Marked(float(outcomes["SCORE"] or 0) == 1, paragraphs_of(told))


def _matches(branch: Any, item: Any, version: Version, answer: str) -> bool:
    variable, expected = branch.find(version.tag("match"))
    assert variable.get("identifier") == "RESPONSE"
    if expected.tag.endswith("correct"):
        return _correct(item, version) == answer
    declared = item.find(version.tag("responseDeclaration")).get(version.name("baseType"))
    assert expected.get(version.name("baseType")) == declared
    return str(expected.text) == answer


def _correct(item: Any, version: Version) -> str:
    path = "/".join(version.tag(tag) for tag in ("responseDeclaration", "correctResponse", "value"))
    return str(item.findtext(path))


def test_cards_and_answers_are_those_of_the_set_and_agree(version: Version) -> None:
    exported = set_of("vanishing-columns")
    for keyed, item in items(exported, version):
        right = _correct(item, version)
        chosen = [text_of(one) for one in item.iter(version.tag("simpleChoice")) if one.get("identifier") == right] or [
            right
        ]
        hands = [table_as_notation(table) for table in item.iter("{*}table")]
        must_hold(keyed, exported.house, hands, chosen[0])


def test_every_wrong_answer_is_told_what_it_means_and_any_other_what_to_do(version: Version) -> None:
    for exported in telling_sets():
        for keyed, item in items(exported, version):
            right = " ".join((keyed.item.right, *keyed.item.worked))
            must_mark(
                keyed,
                lambda given, item=item: mark(item, version, given),  # type: ignore[misc]
                hints=True,
                right=right,
            )


def test_the_manifest_names_every_file_and_the_test_every_item(version: Version) -> None:
    exported = set_of("penalty")
    package = files(version.build(exported))
    manifest = valid(package["imsmanifest.xml"], grammar("manifest", version.package))
    resources = list(manifest.iter("{*}resource"))
    assert {resource.get("href") for resource in resources} | {"imsmanifest.xml"} == set(package)
    assert [one.get("href") for one in manifest.iter("{*}file")] == [one.get("href") for one in resources]
    kinds = [resource.get("type") for resource in resources]
    assert kinds == [version.kinds.format("test"), *[version.kinds.format("item")] * len(exported.items)]
    needed = [one.get("identifierref") for one in manifest.iter("{*}dependency")]
    assert needed == [resource.get("identifier") for resource in resources[1:]]
    assert len(set(needed)) == len(needed)
    test = valid(package["test.xml"], grammar(version.key))
    refs = [(one.get("identifier"), one.get("href")) for one in test.iter(version.tag("assessmentItemRef"))]
    assert [href for _, href in refs] == [resource.get("href") for resource in resources[1:]]
    for identifier, href in refs:
        assert etree.fromstring(package[href]).get("identifier") == identifier


def test_texts_stay_texts(version: Version) -> None:
    exported = hostile_set()
    for keyed, item in items(exported, version):
        body = item.find(version.tag("itemBody"))
        shown = [words("".join(one.itertext())) for one in body.findall("{*}p")]
        expected = [words(text) for text in (keyed.item.prompt, *keyed.item.told, *rules_in(exported))]
        assert shown[: len(expected)] == expected
        assert [text_of(one) for one in body.iter(version.tag("simpleChoice"))] == list(map(words, keyed.item.choices))
        assert paragraphs_of(body.find(version.tag("rubricBlock"))) == words(" ".join(keyed.item.worked))
    test = etree.fromstring(files(version.build(exported))["test.xml"])
    assert test.get("title") == words(exported.title)


def test_a_screen_reader_says_where_each_card_lies_and_what_it_is(version: Version) -> None:
    _, item = items(hostile_set(), version)[0]
    (table,) = item.iter("{*}table")
    assert table_heads(table) == ["column 1", "column 2", "column 3", "row 1", "row 2"]
    assert [cell.find("{*}br").tail for cell in table.iter("{*}td") if len(cell)] == [
        *("two", "two", "ace", "two", "three", "king"),
    ]
