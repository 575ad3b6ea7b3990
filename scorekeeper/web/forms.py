"""How a form is read: fields as text, kept as they were typed, and every problem shown at its field.

What a text means is judged once, by `rules` and `tally`, whose errors name the field that they speak of.
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
"""Sentences by the name of the field; "" for what stands on top of the page."""

LONGEST_TYPED = 800
"""Characters of a field that are looked at and shown again; beyond that it is no name and no title."""


def sent(name: str, absent: str = "") -> str:
    return request.form.get(name, absent)[:LONGEST_TYPED]


def sent_number(name: str) -> int | None:
    """The whole number in a field; None for anything else."""
    return whole_number(request.form.get(name))


def sent_write(step: str = "") -> Write:
    """The change that this form makes, under the id that it was shown with: sent twice, it is done once."""
    return new_write(request.form.get("write_id"), step)


class SentFile(NamedTuple):
    """A file that was chosen in a form, or else the text in the box beside it."""

    content: bytes
    typed: str  # what stood in the box, be a file chosen or not
    is_chosen: bool

    @property
    def text(self) -> str:
        """The text of either. Raises NoText."""
        return text_of(self.content)

    @property
    def shown(self) -> str:
        """What the box shows where it is refused: what was typed, or what a file holds that can be read."""
        if self.is_chosen and not self.typed.strip():
            with suppress(NoText):
                return self.text
        return self.typed

    @property
    def is_missing(self) -> bool:
        return not self.is_chosen and not self.typed.strip()


def sent_file(most: int) -> SentFile:
    """The fields `file` and `text` of a form, at most so many bytes of a file and one more."""
    typed, chosen = request.form.get("text", ""), request.files.get("file")
    if chosen is not None and chosen.filename:
        return SentFile(chosen.stream.read(most + 1), typed, is_chosen=True)
    return SentFile(typed.encode(errors="replace"), typed, is_chosen=False)  # a lone surrogate is in no file


def errors_of(refused: RuleError | StoreError, fields: Mapping[str, str] | None = None) -> Errors:
    """What was refused, by field. ``fields`` are names that this form has for what an error speaks of."""
    errors: Errors = {}
    for problem in refused.problems if isinstance(refused, RuleError) else ():
        name = (fields or {}).get(problem.field, problem.field)
        errors.setdefault(name, []).append(short(problem.message, 300))
    return errors or {"": [refused.message]}


def status_of(refused: RuleError | StoreError) -> int:
    """What was sent cannot be; or it could, but for what somebody else did meanwhile."""
    return 422 if isinstance(refused, RuleError) else 409


def with_answers(
    house: House, answers: Mapping[str, str], choose: Callable[[Mapping[str, str]], House] | None = None
) -> tuple[House, Errors]:
    """The house by all of these readings that can be; each of the others is an error at its question."""
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
