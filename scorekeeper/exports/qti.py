"""QTI 2.1 and 3.0: a test and its items in a zip file, with what each wrong answer means.

Both are one structure. Version 3 writes its own names in small letters with hyphens behind ``qti-``, and puts what is
shown in a feedback or a rubric into a body of its own; the HTML between them is the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from scorekeeper.exports.asking import otherwise, question
from scorekeeper.exports.elements import add, document, element, manifest, paragraphs, zipped
from scorekeeper.exports.set_items import Keyed, SetToExport
from scorekeeper.quiz.items import Item

_HTML = frozenset({"br", "caption", "p", "table", "tbody", "td", "th", "thead", "tr"})
_KEPT_ATTRIBUTES = frozenset({"xmlns", "xml:lang"})
_CAPITAL = re.compile("[A-Z]")
_CLOSED_AT_ONCE = re.compile(rb"<(qti-[a-z-]+)([^<>]*?) />")

RESPONSE, SCORE, FEEDBACK = "RESPONSE", "SCORE", "FEEDBACK"
RIGHT, OTHERWISE = "RIGHT", "OTHERWISE"


@dataclass(frozen=True)
class _Version:
    """What the two versions write differently. ``bodies`` tells whether feedback has a body of its own."""

    items: str  # namespace of items and tests
    package: str  # namespace of the manifest
    schema: str
    schema_version: str
    kind: str  # how resources are called, with the place of "item" or "test"
    bodies: bool

    def root(self, tag: str, identifier: str, title: str) -> Element:
        attributes = {"xmlns": self.items, "identifier": identifier, "title": title}
        return element(tag, attributes=attributes)

    def written(self, root: Element) -> bytes:
        if not self.bodies:
            return document(root)
        _rename(root)
        # Players in a browser read version 3 as HTML, where an element that closes itself swallows what follows it.
        return _CLOSED_AT_ONCE.sub(rb"<\1\2></\1>", document(root))

    def holding(self, tag: str, attributes: dict[str, str], *shown: Element) -> Element:
        """What is shown, in a feedback or a rubric."""
        content = (element("contentBody", *shown),) if self.bodies else shown
        return element(tag, *content, attributes=attributes)


_TWO = _Version(
    items="http://www.imsglobal.org/xsd/imsqti_v2p1",
    package="http://www.imsglobal.org/xsd/imscp_v1p1",
    schema="QTIv2.1 Package",
    schema_version="1.0.0",
    kind="imsqti_{}_xmlv2p1",
    bodies=False,
)
_THREE = _Version(
    items="http://www.imsglobal.org/xsd/imsqtiasi_v3p0",
    package="http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1",
    schema="QTI Package",
    schema_version="3.0.0",
    kind="imsqti_{}_xmlv3p0",
    bodies=True,
)


def qti21(exported: SetToExport) -> bytes:
    """The set as a package of QTI 2.1."""
    return _package(exported, _TWO)


def qti30(exported: SetToExport) -> bytes:
    """The set as a package of QTI 3.0."""
    return _package(exported, _THREE)


def _package(exported: SetToExport, version: _Version) -> bytes:
    items = {
        f"items/{_name(keyed)}.xml": version.written(_item(exported, keyed, version)) for keyed in exported.keyed()
    }
    listed = [(version.kind.format("item"), name, ()) for name in items]
    resources = [(version.kind.format("test"), "test.xml", tuple(items)), *listed]
    described = manifest(
        version.package, f"golf-{exported.code}-package", version.schema, version.schema_version, resources
    )
    return zipped({"imsmanifest.xml": described, "test.xml": version.written(_test(exported, version)), **items})


def _test(exported: SetToExport, version: _Version) -> Element:
    root = version.root("assessmentTest", f"golf-{exported.code}", exported.title)
    part = add(
        root,
        "testPart",
        attributes={"identifier": "part-1", "navigationMode": "nonlinear", "submissionMode": "individual"},
    )
    # A platform shows no feedback in a test that does not ask for it, and gives one try.
    add(part, "itemSessionControl", attributes={"maxAttempts": "2", "showFeedback": "true"})
    section = add(
        part,
        "assessmentSection",
        attributes={"identifier": "section-1", "title": f"Set {exported.code}", "visible": "true"},
    )
    for keyed in exported.keyed():
        name = _name(keyed)
        add(section, "assessmentItemRef", attributes={"identifier": name, "href": f"items/{name}.xml"})
    return root


def _item(exported: SetToExport, keyed: Keyed, version: _Version) -> Element:
    item = keyed.item
    root = version.root("assessmentItem", _name(keyed), f"Golf {keyed.key}")
    root.attrib |= {"adaptive": "false", "timeDependent": "false", "xml:lang": "en"}
    base, worked = "identifier" if item.choices else "integer", paragraphs(item.worked)
    root.append(_declaration("responseDeclaration", RESPONSE, base, correct=_response(item, item.answer)))
    root.append(_declaration("outcomeDeclaration", SCORE, "float", default="0"))
    root.append(_declaration("outcomeDeclaration", FEEDBACK, "identifier"))
    root.append(
        element(
            "itemBody",
            *question(exported, item, styled=False),
            _interaction(item),
            *([version.holding("rubricBlock", _for_teachers(version), *worked)] if worked else []),
        )
    )
    root.append(_processing(item, base))
    root.extend(_feedback(item, version))
    return root


def _declaration(tag: str, identifier: str, base: str, *, correct: str = "", default: str = "") -> Element:
    made = element(tag, attributes={"identifier": identifier, "cardinality": "single", "baseType": base})
    if correct:
        made.append(element("correctResponse", element("value", correct)))
    if default:
        made.append(element("defaultValue", element("value", default)))
    return made


def _interaction(item: Item) -> Element:
    if not item.choices:
        attributes = {"responseIdentifier": RESPONSE, "expectedLength": "5", "patternMask": "-?[0-9]{1,4}"}
        return element("p", element("textEntryInteraction", attributes=attributes))
    made = element(
        "choiceInteraction", attributes={"responseIdentifier": RESPONSE, "shuffle": "false", "maxChoices": "1"}
    )
    for choice in item.choices:
        add(made, "simpleChoice", choice, attributes={"identifier": _response(item, choice)})
    return made


def _processing(item: Item, base: str) -> Element:
    """If it is the right answer, else if it is one that a misread leads to, else."""
    right = element("correct", attributes={"identifier": RESPONSE})
    condition = element("responseCondition", element("responseIf", _matches(right), _sets(SCORE, "float", "1")))
    condition[0].append(_sets(FEEDBACK, "identifier", RIGHT))
    for place, wrong in enumerate(item.wrong, start=1):
        given = element("baseValue", _response(item, wrong.answer), attributes={"baseType": base})
        add(condition, "responseElseIf", _matches(given), _sets(FEEDBACK, "identifier", f"WRONG{place}"))
    add(condition, "responseElse", _sets(FEEDBACK, "identifier", OTHERWISE))
    return element("responseProcessing", condition)


def _matches(other: Element) -> Element:
    return element("match", element("variable", attributes={"identifier": RESPONSE}), other)


def _sets(outcome: str, base: str, value: str) -> Element:
    given = element("baseValue", value, attributes={"baseType": base})
    return element("setOutcomeValue", given, attributes={"identifier": outcome})


def _feedback(item: Item, version: _Version) -> Iterator[Element]:
    told = [(RIGHT, (item.right, *item.worked))]
    told += [(f"WRONG{place}", (wrong.text,)) for place, wrong in enumerate(item.wrong, start=1)]
    for identifier, texts in (*told, (OTHERWISE, (otherwise(item),))):
        attributes = {"outcomeIdentifier": FEEDBACK, "showHide": "show", "identifier": identifier}
        yield version.holding("modalFeedback", attributes, *paragraphs(texts))


def _for_teachers(version: _Version) -> dict[str, str]:
    return {"view": "scorer tutor", **({"use": "scoring"} if version.bodies else {})}


def _response(item: Item, answer: int | str) -> str:
    """An answer as the item's response: a number with an ASCII minus, or the name of a choice."""
    return f"C{item.choices.index(str(answer)) + 1}" if item.choices else str(answer)


def _name(keyed: Keyed) -> str:
    return f"golf-{keyed.key}"


def _rename(root: Element) -> None:
    """The names of version 2.1 as those of 3.0: ``itemBody`` is ``qti-item-body``, ``baseType`` is ``base-type``."""
    for one in root.iter():
        if one.tag not in _HTML:
            one.tag = f"qti-{_hyphened(one.tag)}"
        one.attrib = {
            name if name in _KEPT_ATTRIBUTES else _hyphened(name): value for name, value in one.attrib.items()
        }


def _hyphened(name: str) -> str:
    return _CAPITAL.sub(lambda found: f"-{found[0].lower()}", name)
