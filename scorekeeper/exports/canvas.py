"""A quiz for Canvas: QTI 1.2 in a zip file, laid out as Canvas writes its own.

Canvas takes every numerical condition in a file for a right answer, whatever points it gives; so only the right number
has one, and what the others mean stands in a list that is shown to whoever is wrong. Each choice has its own comment.
"""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree.ElementTree import Element

from scorekeeper.exports.asking import meanings, otherwise, question
from scorekeeper.exports.elements import add, document, element, html, manifest, paragraphs, zipped
from scorekeeper.exports.set_items import Keyed, SetToExport, told_of
from scorekeeper.school.items import Item

ASSESSMENT = "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"
QUIZ = "http://canvas.instructure.com/xsd/cccv1p0"
PACKAGE = "http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"

RESPONSE = "response1"
FIRST_CHOICE = 1001
"""Canvas knows choices by numbers."""


def canvas(exported: SetToExport) -> bytes:
    """The set as a quiz that Canvas imports as a "QTI .zip file"."""
    name = f"golf-{exported.code}"
    quiz, meta = f"{name}/{name}.xml", f"{name}/assessment_meta.xml"
    resources = [
        ("imsqti_xmlv1p2", quiz, [meta]),
        ("associatedcontent/imscc_xmlv1p1/learning-application-resource", meta, ()),
    ]
    return zipped(
        {
            "imsmanifest.xml": manifest(PACKAGE, f"{name}-package", "IMS Content", "1.1.3", resources),
            quiz: document(_assessment(exported, name)),
            meta: document(_meta(exported, name)),
        }
    )


def _meta(exported: SetToExport, name: str) -> Element:
    made = element("quiz", attributes={"xmlns": QUIZ, "identifier": name})
    for tag, text in (
        ("title", exported.title),
        ("description", html(paragraphs([f"Set {exported.code}. House rules: {exported.house.name}."]))),
        ("shuffle_answers", "false"),
        ("scoring_policy", "keep_highest"),
        ("quiz_type", "practice_quiz"),
        ("points_possible", f"{len(exported.items)}.0"),
        ("show_correct_answers", "true"),
        ("allowed_attempts", "-1"),
    ):
        add(made, tag, text)
    return made


def _assessment(exported: SetToExport, name: str) -> Element:
    root = element("questestinterop", attributes={"xmlns": ASSESSMENT})
    assessment = add(root, "assessment", attributes={"ident": name, "title": exported.title})
    section = add(assessment, "section", attributes={"ident": "root_section"})
    for keyed in exported.keyed():
        section.append(_item(exported, keyed))
    return root


def _item(exported: SetToExport, keyed: Keyed) -> Element:
    item = keyed.item
    made = element("item", attributes={"ident": f"golf-{keyed.key}", "title": f"Golf {keyed.key}"})
    made.append(element("itemmetadata", element("qtimetadata", *_metadata(keyed))))
    shown = element("div", *question(exported, item))
    made.append(element("presentation", _material([shown]), _answering(item)))
    processing = add(made, "resprocessing")
    score = {"maxvalue": "100", "minvalue": "0", "varname": "SCORE", "vartype": "Decimal"}
    processing.append(element("outcomes", element("decvar", attributes=score)))
    processing.append(_condition(element("other"), shows="general_fb"))
    if item.choices:
        for choice in item.choices:
            processing.append(_condition(_equal(_ident(item, choice)), shows=f"{_ident(item, choice)}_fb"))
        processing.append(_condition(_equal(_ident(item, item.answer)), shows="correct_fb", scores=True))
    else:
        processing.append(_condition(_number(str(item.answer)), shows="correct_fb", scores=True))
    processing.append(_condition(element("other"), shows="general_incorrect_fb"))
    made.extend(_comments(item))
    return made


def _metadata(keyed: Keyed) -> Iterable[Element]:
    item = keyed.item
    kind = "multiple_choice_question" if item.choices else "numerical_question"
    yield _field("question_type", kind)
    yield _field("points_possible", "1.0")
    yield _field("original_answer_ids", ",".join(_ident(item, choice) for choice in item.choices))
    yield _field("assessment_question_identifierref", f"golf-{keyed.key}-question")


def _field(label: str, entry: str) -> Element:
    return element("qtimetadatafield", element("fieldlabel", label), element("fieldentry", entry))


def _answering(item: Item) -> Element:
    if not item.choices:
        box = element("render_fib", element("response_label", attributes={"ident": "answer1"}))
        box.attrib["fibtype"] = "Decimal"
        return element("response_str", box, attributes={"ident": RESPONSE, "rcardinality": "Single"})
    choices = element("render_choice")
    for choice in item.choices:
        shown = element("material", element("mattext", choice, attributes={"texttype": "text/plain"}))
        add(choices, "response_label", shown, attributes={"ident": _ident(item, choice)})
    return element("response_lid", choices, attributes={"ident": RESPONSE, "rcardinality": "Single"})


def _condition(when: Element, *, shows: str, scores: bool = False) -> Element:
    made = element("respcondition", element("conditionvar", when), attributes={"continue": "No" if scores else "Yes"})
    if scores:
        add(made, "setvar", "100", attributes={"action": "Set", "varname": "SCORE"})
    add(made, "displayfeedback", attributes={"feedbacktype": "Response", "linkrefid": shows})
    return made


def _equal(value: str) -> Element:
    return element("varequal", value, attributes={"respident": RESPONSE})


def _number(value: str) -> Element:
    """Exactly that number, in both ways in which Canvas asks for it."""
    bounds = [element(tag, value, attributes={"respident": RESPONSE}) for tag in ("vargte", "varlte")]
    return element("or", _equal(value), element("and", *bounds))


def _comments(item: Item) -> Iterable[Element]:
    yield _comment("general_fb", item.worked)
    yield _comment("correct_fb", [item.right])
    for choice in item.choices:
        yield _comment(f"{_ident(item, choice)}_fb", [told_of(choice, item)])
    yield _comment("general_incorrect_fb", [otherwise(item), *(() if item.choices else meanings(item))])


def _comment(ident: str, texts: Iterable[str]) -> Element:
    shown = element("flow_mat", _material(paragraphs(texts)))
    return element("itemfeedback", shown, attributes={"ident": ident})


def _material(shown: Iterable[Element]) -> Element:
    return element("material", element("mattext", html(shown), attributes={"texttype": "text/html"}))


def _ident(item: Item, choice: int | str) -> str:
    return str(FIRST_CHOICE + item.choices.index(str(choice)))
