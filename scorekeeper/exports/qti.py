"""QTI 2.1: a test and its items in a zip file, with feedback on each wrong answer."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from scorekeeper.exports.elements import document, element, manifest, paragraphs, zipped
from scorekeeper.exports.set_items import Keyed, SetToExport, otherwise, question
from scorekeeper.school.exercises.items import Item

NAMESPACE = "http://www.imsglobal.org/xsd/imsqti_v2p1"
PACKAGE = "http://www.imsglobal.org/xsd/imscp_v1p1"

RESPONSE, SCORE, FEEDBACK = "RESPONSE", "SCORE", "FEEDBACK"
RIGHT, OTHERWISE = "RIGHT", "OTHERWISE"


def qti21(exported: SetToExport) -> bytes:
    """The worksheet as a QTI 2.1 package."""
    items = {f"items/golf-{keyed.key}.xml": document(_item(exported, keyed)) for keyed in exported.keyed()}
    resources = [("imsqti_test_xmlv2p1", "test.xml", tuple(items))]
    resources += [("imsqti_item_xmlv2p1", name, ()) for name in items]
    described = manifest(PACKAGE, f"golf-{exported.code}-package", ("QTIv2.1 Package", "1.0.0"), resources)
    return zipped({"imsmanifest.xml": described, "test.xml": document(_test(exported)), **items})


def _test(exported: SetToExport) -> Element:
    refs = (
        element("assessmentItemRef", identifier=f"golf-{keyed.key}", href=f"items/golf-{keyed.key}.xml")
        for keyed in exported.keyed()
    )
    part = element(
        "testPart",
        # Without this, platforms show no feedback and give one try.
        element("itemSessionControl", maxAttempts="2", showFeedback="true"),
        element("assessmentSection", refs, identifier="section-1", title=f"Worksheet {exported.code}", visible="true"),
        identifier="part-1",
        navigationMode="nonlinear",
        submissionMode="individual",
    )
    return element("assessmentTest", part, xmlns=NAMESPACE, identifier=f"golf-{exported.code}", title=exported.title)


def _item(exported: SetToExport, keyed: Keyed) -> Element:
    item = keyed.item
    base = "identifier" if item.choices else "integer"
    worked = paragraphs(*item.worked)
    rubric = [element("rubricBlock", worked, view="scorer tutor")] if worked else []
    right = element("correctResponse", element("value", _response(item, item.answer)))
    nothing = element("defaultValue", element("value", "0"))
    return element(
        "assessmentItem",
        _declaration("responseDeclaration", RESPONSE, base, right),
        _declaration("outcomeDeclaration", SCORE, "float", nothing),
        _declaration("outcomeDeclaration", FEEDBACK, "identifier"),
        element("itemBody", question(exported, item, styled=False), _interaction(item), rubric),
        _processing(item, base),
        _feedback(item),
        xmlns=NAMESPACE,
        identifier=f"golf-{keyed.key}",
        title=f"Golf {keyed.key}",
        adaptive="false",
        timeDependent="false",
        **{"xml:lang": "en"},
    )


def _declaration(tag: str, identifier: str, base: str, *value: Element) -> Element:
    return element(tag, value, identifier=identifier, cardinality="single", baseType=base)


def _interaction(item: Item) -> Element:
    if not item.choices:
        box = {"responseIdentifier": RESPONSE, "expectedLength": "5", "patternMask": "-?[0-9]{1,4}"}
        return element("p", element("textEntryInteraction", **box))
    choices = (element("simpleChoice", choice, identifier=_response(item, choice)) for choice in item.choices)
    return element("choiceInteraction", choices, responseIdentifier=RESPONSE, shuffle="false", maxChoices="1")


def _processing(item: Item, base: str) -> Element:
    """Feedback for the right answer, for each wrong answer with a cause, and for all others."""
    right = element("correct", identifier=RESPONSE)

    def given(answer: int | str) -> Element:
        return _matches(element("baseValue", _response(item, answer), baseType=base))

    scores = _sets(SCORE, "float", "1"), _sets(FEEDBACK, "identifier", RIGHT)
    wrong = (
        element("responseElseIf", given(wrong.answer), _sets(FEEDBACK, "identifier", f"WRONG{number}"))
        for number, wrong in enumerate(item.wrong, start=1)
    )
    condition = element(
        "responseCondition",
        element("responseIf", _matches(right), scores),
        (element("responseElseIf", given(answer), scores) for answer in item.also),
        wrong,
        element("responseElse", _sets(FEEDBACK, "identifier", OTHERWISE)),
    )
    return element("responseProcessing", condition)


def _matches(other: Element) -> Element:
    return element("match", element("variable", identifier=RESPONSE), other)


def _sets(outcome: str, base: str, value: str) -> Element:
    return element("setOutcomeValue", element("baseValue", value, baseType=base), identifier=outcome)


def _feedback(item: Item) -> Iterator[Element]:
    told = {RIGHT: (item.right, *item.worked)}
    told |= {f"WRONG{number}": (wrong.text,) for number, wrong in enumerate(item.wrong, start=1)}
    told |= {OTHERWISE: (otherwise(item),)}
    for identifier, texts in told.items():
        where = {"outcomeIdentifier": FEEDBACK, "showHide": "show", "identifier": identifier}
        yield element("modalFeedback", paragraphs(*texts), **where)


def _response(item: Item, answer: int | str) -> str:
    """An answer as the item's response: a number with an ASCII minus, or the id of a choice."""
    return f"C{item.choices.index(str(answer)) + 1}" if item.choices else str(answer)
