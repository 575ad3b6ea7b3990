"""QTI 2.1: a test and its items in a zip file, with what each wrong answer means."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from scorekeeper.exports.asking import otherwise, question
from scorekeeper.exports.elements import add, document, element, manifest, paragraphs, zipped
from scorekeeper.exports.set_items import Keyed, SetToExport
from scorekeeper.school.items import Item

NAMESPACE = "http://www.imsglobal.org/xsd/imsqti_v2p1"
PACKAGE = "http://www.imsglobal.org/xsd/imscp_v1p1"

RESPONSE, SCORE, FEEDBACK = "RESPONSE", "SCORE", "FEEDBACK"
RIGHT, OTHERWISE = "RIGHT", "OTHERWISE"


def qti21(exported: SetToExport) -> bytes:
    """The set as a package of QTI 2.1."""
    items = {f"items/{_name(keyed)}.xml": document(_item(exported, keyed)) for keyed in exported.keyed()}
    resources = [("imsqti_test_xmlv2p1", "test.xml", tuple(items))]
    resources += [("imsqti_item_xmlv2p1", name, ()) for name in items]
    described = manifest(PACKAGE, f"golf-{exported.code}-package", "QTIv2.1 Package", "1.0.0", resources)
    return zipped({"imsmanifest.xml": described, "test.xml": document(_test(exported)), **items})


def _root(tag: str, identifier: str, title: str) -> Element:
    return element(tag, attributes={"xmlns": NAMESPACE, "identifier": identifier, "title": title})


def _test(exported: SetToExport) -> Element:
    root = _root("assessmentTest", f"golf-{exported.code}", exported.title)
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


def _item(exported: SetToExport, keyed: Keyed) -> Element:
    item = keyed.item
    root = _root("assessmentItem", _name(keyed), f"Golf {keyed.key}")
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
            *([element("rubricBlock", *worked, attributes={"view": "scorer tutor"})] if worked else []),
        )
    )
    root.append(_processing(item, base))
    root.extend(_feedback(item))
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


def _feedback(item: Item) -> Iterator[Element]:
    told = [(RIGHT, (item.right, *item.worked))]
    told += [(f"WRONG{place}", (wrong.text,)) for place, wrong in enumerate(item.wrong, start=1)]
    for identifier, texts in (*told, (OTHERWISE, (otherwise(item),))):
        attributes = {"outcomeIdentifier": FEEDBACK, "showHide": "show", "identifier": identifier}
        yield element("modalFeedback", *paragraphs(texts), attributes=attributes)


def _response(item: Item, answer: int | str) -> str:
    """An answer as the item's response: a number with an ASCII minus, or the name of a choice."""
    return f"C{item.choices.index(str(answer)) + 1}" if item.choices else str(answer)


def _name(keyed: Keyed) -> str:
    return f"golf-{keyed.key}"
