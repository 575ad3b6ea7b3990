"""The deck for Anki, opened as Anki opens it: a zip file with an SQLite database in it."""

from __future__ import annotations

import io
import json
import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from typing import Any

import pytest
from lxml import html

from scorekeeper.exports import SetToExport
from scorekeeper.exports.anki import FIELDS, anki
from scorekeeper.exports.set_items import Keyed
from tests.exports.sets import (
    hostile_set,
    must_hold,
    paragraphs_of,
    rules_in,
    set_of,
    table_as_notation,
    text_of,
    words,
)

pytestmark = pytest.mark.xdist_group("sets of exercises")  # made once


@contextmanager
def opened(exported: SetToExport) -> Iterator[sqlite3.Connection]:
    """The database in the package."""
    with zipfile.ZipFile(io.BytesIO(anki(exported))) as archive:
        assert archive.testzip() is None
        assert archive.namelist() == ["collection.anki2", "media"]
        assert json.loads(archive.read("media")) == {}
        with closing(sqlite3.connect(":memory:")) as database:
            database.deserialize(archive.read("collection.anki2"))
            assert database.execute("pragma integrity_check").fetchone() == ("ok",)
            yield database


def rows(exported: SetToExport, query: str) -> list[Any]:
    """What a query of the database finds."""
    with opened(exported) as database:
        return database.execute(query).fetchall()


def notes(exported: SetToExport) -> list[tuple[Keyed, dict[str, str]]]:
    """Each item with the fields of its note."""
    found = [row[0].split("\x1f") for row in rows(exported, "select flds from notes order by id")]
    assert {len(fields) for fields in found} == {len(FIELDS)}
    return [
        (keyed, dict(zip(FIELDS, fields, strict=True))) for keyed, fields in zip(exported.keyed(), found, strict=True)
    ]


def shown(markup: str) -> Any:
    """A field as it is shown."""
    return html.fragment_fromstring(markup, create_parent="div")


def plain(markup: str) -> str:
    """The text of a field."""
    return text_of(shown(markup))


def test_cards_and_answers_are_those_of_the_set_and_agree() -> None:
    exported = set_of("vanishing-columns")
    for keyed, fields in notes(exported):
        hands = [table_as_notation(table) for table in shown(fields["Question"]).iter("table")]
        must_hold(keyed, exported.house, hands, plain(fields["Answer"]))


def test_a_deck_that_is_brought_in_again_changes_its_notes_and_adds_none() -> None:
    exported = set_of("penalty")
    assert anki(exported) == anki(exported)
    once = rows(exported, "select guid from notes")
    reworded = replace(
        exported, items=tuple((letter, replace(item, prompt="Count this.")) for letter, item in exported.items)
    )
    assert rows(reworded, "select guid from notes") == once
    assert len(set(once)) == len(exported.items)
    other = rows(replace(exported, code="ANOT-HER0"), "select guid, id from notes")
    assert not {guid for guid, _ in other} & {guid for (guid,) in once}
    assert not {note for _, note in other} & {note for (note,) in rows(exported, "select id from notes")}


def test_texts_stay_texts() -> None:
    exported = hostile_set()
    for keyed, fields in notes(exported):
        told = (keyed.item.prompt, *keyed.item.told, *rules_in(exported))
        assert paragraphs_of(shown(fields["Question"])) == words(" ".join(told))
        assert plain(fields["Answer"]) == words(str(keyed.item.answer))
        assert [text_of(one) for one in shown(fields["Choices"]).iter("li")] == list(map(words, keyed.item.choices))
        assert "[" not in "".join(fields.values())  # with one Anki's own commands begin
