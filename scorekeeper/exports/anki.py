"""A deck for Anki: a note for each item, whose answer is typed, or one of several that is thought of.

Anki knows notes, decks and shapes of notes by numbers that must be the same for ever, so that a deck that is brought
in again changes its notes and adds none. Nothing here is random, and nothing tells the time.
"""

from __future__ import annotations

from hashlib import sha256
from html import escape
from itertools import count
from typing import Any

import genanki

from scorekeeper.exports.asking import by_rules_of, question
from scorekeeper.exports.elements import html, paragraphs, zipped
from scorekeeper.exports.set_items import Keyed, SetToExport, one_line
from scorekeeper.quiz.items import Item
from scorekeeper.rules.wording import number
from scorekeeper.store.in_memory import database_file

FIELDS = ("ItemKey", "Question", "Choices", "Answer", "Working", "Wrong", "Rule")
TYPED, CHOSEN = 1_607_392_501, 1_607_392_502
"""The numbers of the two shapes of notes."""

_STYLE = (
    ".card { font-family: sans-serif; font-size: 1.1em; text-align: center } "
    "table { margin: 0.5em auto; border-collapse: collapse } ul, ol { display: inline-block; text-align: left }"
)
_BACK = "{{FrontSide}}<hr id=answer>{{Answer}}{{Working}}{{Wrong}}<small>{{Rule}}</small>"
_TYPED_BACK = _BACK.replace("{{Answer}}", "")  # where it was typed Anki shows the answer in the front's box

_FIRST_DAY = 1_600_000_000  # seconds; long past, so that no note is newer than what a learner changed in it
_SPREAD = 100_000_000


def anki(exported: SetToExport) -> bytes:
    """The set as an Anki package, ``.apkg``."""
    number_of_set = int.from_bytes(sha256(exported.code.encode()).digest()[:6])
    deck = genanki.Deck(1 << 30 | number_of_set % (1 << 30), f"Golf scoring::Set {exported.code}")
    typed, chosen = _typed(), _chosen()
    for place, keyed in enumerate(exported.keyed(), 1):
        deck.add_note(_note(exported, keyed, chosen if keyed.item.choices else typed, place))
    package = genanki.Package(deck)
    stamp = _FIRST_DAY + number_of_set % _SPREAD
    numbers = count(stamp * 1000)
    collection = database_file(lambda cursor: package.write_to_db(cursor, float(stamp), numbers))
    return zipped({"collection.anki2": collection, "media": b"{}"})


def _typed() -> Any:
    front = "{{Question}}<br>{{type:Answer}}"
    return _model(TYPED, "Golf scoring: a number", front, _TYPED_BACK)


def _chosen() -> Any:
    return _model(CHOSEN, "Golf scoring: a choice", "{{Question}}{{Choices}}", _BACK)


def _model(model_id: int, name: str, front: str, back: str) -> Any:
    return genanki.Model(
        model_id,
        name,
        fields=[{"name": field} for field in FIELDS],
        templates=[{"name": "Card 1", "qfmt": front, "afmt": back}],
        css=_STYLE,
    )


def _note(exported: SetToExport, keyed: Keyed, model: Any, place: int) -> Any:
    """One question; new cards come in the order of the sheet."""
    item = keyed.item
    fields = {
        "ItemKey": _text(keyed.key),
        "Question": _markup(html(question(exported, item))),
        "Choices": _list("ul", item.choices),
        "Answer": _text(str(item.answer)),
        "Working": _markup(html(paragraphs(item.worked))),
        "Wrong": _list("ul", _meanings(item)),
        "Rule": _text(by_rules_of(exported)),
    }
    tags = [f"rules::{rule}" for rule in item.rules]
    tags += sorted({f"misread::{key}" for wrong in item.wrong for key in wrong.misreads})
    return genanki.Note(
        model=model,
        fields=[fields[field] for field in FIELDS],
        guid=genanki.guid_for("scorekeeper", keyed.key),
        tags=["_".join(tag.split()) for tag in tags],
        due=place,
    )


def _meanings(item: Item) -> tuple[str, ...]:
    """What wrong answers mean, each behind its answer."""
    answers = [number(wrong.answer) if isinstance(wrong.answer, int) else wrong.answer for wrong in item.wrong]
    return tuple(f"{answer} – {wrong.text}" for answer, wrong in zip(answers, item.wrong, strict=True))


def _list(tag: str, texts: tuple[str, ...]) -> str:
    return f"<{tag}>{''.join(f'<li>{_text(text)}</li>' for text in texts)}</{tag}>" if texts else ""


def _text(text: str) -> str:
    return _markup(escape(one_line(text), quote=False))


def _markup(markup: str) -> str:
    """HTML in which no bracket begins one of Anki's own commands, such as ``[sound:...]`` or ``[latex]``."""
    return markup.replace("[", "&#91;")
