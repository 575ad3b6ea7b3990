"""Canvas quiz: QTI 1.2 in a zip file, arranged as in Canvas's own exports.

Canvas treats each numerical condition as a right answer, whatever points it gives. So only the right number has one.
Students with a wrong number see a list of causes. Each choice has its own comment; of equally right ones it has one.
"""

from collections.abc import Iterable, Iterator
from xml.etree.ElementTree import Element

from scorekeeper.exports.elements import document, element, html, manifest, paragraphs, zipped
from scorekeeper.exports.set_items import Keyed, SetToExport, otherwise, question, told_of, with_one_right
from scorekeeper.school.exercises.items import Item

ASSESSMENT = "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"
QUIZ = "http://canvas.instructure.com/xsd/cccv1p0"
PACKAGE = "http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"

RESPONSE = "response1"
FIRST_CHOICE = 1001
"""Canvas numbers its choices."""


def canvas(exported: SetToExport) -> bytes:
    """The worksheet as a quiz that Canvas imports as a "QTI .zip file"."""
    name = f"golf-{exported.code}"
    quiz, meta = f"{name}/{name}.xml", f"{name}/assessment_meta.xml"
    resources = [
        ("imsqti_xmlv1p2", quiz, [meta]),
        ("associatedcontent/imscc_xmlv1p1/learning-application-resource", meta, ()),
    ]
    items = (_item(exported, keyed._replace(item=with_one_right(keyed.item))) for keyed in exported.keyed())
    section = element("section", items, ident="root_section")
    assessment = element("assessment", section, ident=name, title=exported.title)
    return zipped(
        {
            "imsmanifest.xml": manifest(PACKAGE, f"{name}-package", ("IMS Content", "1.1.3"), resources),
            quiz: document(element("questestinterop", assessment, xmlns=ASSESSMENT)),
            meta: document(_meta(exported, name)),
        }
    )


def _meta(exported: SetToExport, name: str) -> Element:
    texts = {
        "title": exported.title,
        "description": html(paragraphs(f"Worksheet {exported.code}. Rules: {exported.house.name}.")),
        "shuffle_answers": "false",
        "scoring_policy": "keep_highest",
        "quiz_type": "practice_quiz",
        "points_possible": f"{len(exported.items)}.0",
        "show_correct_answers": "true",
        "allowed_attempts": "-1",
    }
    return element("quiz", (element(tag, text) for tag, text in texts.items()), xmlns=QUIZ, identifier=name)


def _item(exported: SetToExport, keyed: Keyed) -> Element:
    item = keyed.item
    fields = {
        "question_type": "multiple_choice_question" if item.choices else "numerical_question",
        "points_possible": "1.0",
        "original_answer_ids": ",".join(ident for ident, _ in _by_ident(item)),
        "assessment_question_identifierref": f"golf-{keyed.key}-question",
    }
    listed = (
        element("qtimetadatafield", element("fieldlabel", label), element("fieldentry", entry))
        for label, entry in fields.items()
    )
    shown = element("div", question(exported, item))
    return element(
        "item",
        element("itemmetadata", element("qtimetadata", listed)),
        element("presentation", _material([shown]), _answering(item)),
        element("resprocessing", _processing(item)),
        _comments(item),
        ident=f"golf-{keyed.key}",
        title=f"Golf {keyed.key}",
    )


def _answering(item: Item) -> Element:
    if not item.choices:
        box = element("render_fib", element("response_label", ident="answer1"), fibtype="Decimal")
        return element("response_str", box, ident=RESPONSE, rcardinality="Single")
    labels = (
        element("response_label", element("material", element("mattext", choice, texttype="text/plain")), ident=ident)
        for ident, choice in _by_ident(item)
    )
    return element("response_lid", element("render_choice", labels), ident=RESPONSE, rcardinality="Single")


def _processing(item: Item) -> Iterator[Element]:
    score = element("decvar", maxvalue="100", minvalue="0", varname="SCORE", vartype="Decimal")
    yield element("outcomes", score)
    yield _condition(element("other"), "general_fb")
    for ident, _ in _by_ident(item):
        yield _condition(_asks("varequal", ident), f"{ident}_fb")
    if item.choices:
        right = next(_asks("varequal", ident) for ident, choice in _by_ident(item) if choice == item.answer)
    else:  # exactly that number, in both forms that Canvas uses
        value = str(item.answer)
        right = element("or", _asks("varequal", value), element("and", _asks("vargte", value), _asks("varlte", value)))
    scores = element("setvar", "100", action="Set", varname="SCORE")
    yield _condition(right, "correct_fb", scores)
    yield _condition(element("other"), "general_incorrect_fb")


def _condition(when: Element, shows: str, *scores: Element) -> Element:
    """A condition with its feedback; one that scores ends the search."""
    shown = element("displayfeedback", feedbacktype="Response", linkrefid=shows)
    return element("respcondition", element("conditionvar", when), scores, shown, continue_="No" if scores else "Yes")


def _asks(tag: str, value: str) -> Element:
    return element(tag, value, respident=RESPONSE)


def _comments(item: Item) -> Iterator[Element]:
    meanings = () if item.choices else (wrong.text for wrong in item.wrong)
    told = {"general_fb": item.worked, "correct_fb": (item.right,)}
    told |= {f"{ident}_fb": (told_of(choice, item),) for ident, choice in _by_ident(item)}
    told |= {"general_incorrect_fb": (otherwise(item), *meanings)}
    for ident, texts in told.items():
        yield element("itemfeedback", element("flow_mat", _material(paragraphs(*texts))), ident=ident)


def _material(shown: Iterable[Element]) -> Element:
    return element("material", element("mattext", html(shown), texttype="text/html"))


def _by_ident(item: Item) -> list[tuple[str, str]]:
    return [(str(ident), choice) for ident, choice in enumerate(item.choices, start=FIRST_CHOICE)]
