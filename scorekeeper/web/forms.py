"""Reading forms: fields stay as typed, and every problem appears at its field.

`rules` and `tally` judge what a text means; their errors name its field.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import NamedTuple

from flask import request

from scorekeeper import houses
from scorekeeper.houses.file_text import NoText, text_of
from scorekeeper.rules import House, RuleError
from scorekeeper.rules.wording import short
from scorekeeper.store.errors import StoreError
from scorekeeper.store.writes import Write
from scorekeeper.web.addresses import OPTION, whole_number
from scorekeeper.web.db import new_write

Errors = dict[str, list[str]]
"""Sentences by field name; "" for those at the top of the page."""

LONGEST_TYPED = 800
"""Characters of a field that are read and shown again; no name or title is longer."""


def sent(name: str, absent: str = "") -> str:
    return request.form.get(name, absent)[:LONGEST_TYPED]


def sent_number(name: str) -> int | None:
    """The whole number in a field; None for anything else."""
    return whole_number(request.form.get(name))


def sent_write(step: str = "") -> Write:
    """The write of this form, under the form's id: sent twice, it is done once."""
    return new_write(request.form.get("write_id"), step)


class SentFile(NamedTuple):
    """A file chosen in a form, or the text in the box beside it."""

    content: bytes
    typed: str  # the text in the box, also when a file was chosen
    is_chosen: bool

    @property
    def text(self) -> str:
        """The text of the file or the box. Raises NoText."""
        return text_of(self.content)

    @property
    def shown(self) -> str:
        """The box's text after an error: as typed, or the readable text of the file."""
        if self.is_chosen and not self.typed.strip():
            with suppress(NoText):
                return self.text
        return self.typed

    @property
    def is_missing(self) -> bool:
        return not self.is_chosen and not self.typed.strip()


def sent_file(most: int) -> SentFile:
    """The fields `file` and `text` of a form, reading at most ``most`` + 1 bytes of a file."""
    typed, chosen = request.form.get("text", ""), request.files.get("file")
    if chosen is not None and chosen.filename:
        return SentFile(chosen.stream.read(most + 1), typed, is_chosen=True)
    return SentFile(typed.encode(errors="replace"), typed, is_chosen=False)  # a lone surrogate is in no file


def errors_of(refused: RuleError | StoreError, fields: Mapping[str, str] | None = None) -> Errors:
    """The error's messages by field. ``fields`` maps the error's field names to this form's."""
    errors: Errors = {}
    for problem in refused.problems if isinstance(refused, RuleError) else ():
        name = (fields or {}).get(problem.field, problem.field)
        errors.setdefault(name, []).append(short(problem.message, 300))
    return errors or {"": [refused.message]}


def status_of(refused: RuleError | StoreError) -> int:
    """422 for something that the rules do not allow, 409 for a conflict with another change."""
    return 422 if isinstance(refused, RuleError) else 409


def with_answers(
    house: House, answers: Mapping[str, str], choose: Callable[[Mapping[str, str]], House] | None = None
) -> tuple[House, Errors]:
    """The house with all readings that fit; each of the others is an error at its question."""
    errors: Errors = {}
    taken: dict[str, str] = {}
    found = house
    for key, reading in answers.items():
        try:
            tried = {**taken, key: reading}
            found = houses.with_readings(house, tried) if choose is None else choose(tried)
            taken = tried
        except RuleError as refused:
            where = f"{OPTION}{key}" if house.option(key) else ""
            errors.setdefault(where, []).append(short(refused.message, 300))
    return found, errors
