"""Reading forms: fields stay as typed, and every problem appears at its field.

A form with fixed fields is a `Form`; one with rows is read into a value. `rules` and `tally` judge what a text means;
their errors name its field.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from flask import request
from flask_wtf import FlaskForm
from flask_wtf.file import FileField
from werkzeug.datastructures import CombinedMultiDict, MultiDict
from wtforms import StringField, ValidationError
from wtforms.widgets import NumberInput

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

LONGEST_CODE = 80
"""Characters of a code that are shown again; only a pasted text is longer."""


class Form(FlaskForm):  # type: ignore[misc]  # WTForms has no type information
    """A form with fixed fields. Its ``errors`` are like `Errors`, so the macros show both."""

    class Meta(FlaskForm.Meta):  # type: ignore[misc]
        csrf = False  # security.csrf checks the token of every form

    def __init__(self, formdata: MultiDict[str, Any] | None = None, **usual: object) -> None:
        """Read a sent form, or ``formdata`` of an address. A FlaskForm would read JSON, too."""
        if formdata is None and self.is_submitted():
            formdata = CombinedMultiDict((request.files, request.form))
        super().__init__(formdata, **usual)

    def refuse(self, errors: Errors) -> None:
        """Add errors at their fields; those of no field here are for the top of the page."""
        for name, messages in errors.items():
            if name in self:
                self[name].errors = [*self[name].errors, *messages]
            else:
                self.form_errors.extend(messages)


class TextField(StringField):  # type: ignore[misc]
    """Text as typed, up to ``longest`` characters; None for any number."""

    data: Any

    def __init__(self, label: str = "", longest: int | None = LONGEST_TYPED, **options: Any) -> None:
        super().__init__(label, **{"default": "", **options})
        self._longest = longest

    def process_formdata(self, valuelist: Sequence[object]) -> None:
        """Take the first text. A request may name a file like this field."""
        super().process_formdata([text[: self._longest] for text in valuelist if isinstance(text, str)])


class WholeNumberField(TextField):
    """A whole number in any script's digits; ``data`` is None for anything else."""

    widget = NumberInput()

    def process_formdata(self, valuelist: Sequence[object]) -> None:
        super().process_formdata(valuelist)
        self._typed = str(self.data)
        self.data = whole_number(self._typed.strip())

    def _value(self) -> str:
        return str(self.data) if self.raw_data is None else self._typed


class CodeField(TextField):
    """A code, or pasted text with it."""

    def __init__(self, label: str = "", **options: Any) -> None:
        box = {"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false", "maxlength": 400}
        super().__init__(label, **{"render_kw": box, **options})

    def _value(self) -> str:
        return str(self.data[:LONGEST_CODE])


def judged_by(read: Callable[[str], object]) -> Callable[[Form, TextField], None]:
    """A validator that shows the error that ``read`` raises for a text."""

    def judge(_form: Form, field: TextField) -> None:
        try:
            read(field.data)
        except RuleError as refused:
            raise ValidationError(short(refused.message, 300)) from refused

    return judge


def length_wanted(round_word: str) -> str:
    """What to say where no length of a game was typed."""
    return f"Enter a number of {round_word}s, like 9 or 18."


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


class FileForm(Form):
    """A file to choose, or a box for its text."""

    file = FileField()
    text = TextField(longest=None)

    def validate_text(self, text: TextField) -> None:
        if not self.file.data and not text.data.strip():
            raise ValidationError("Choose a file or paste its text.")

    def content(self, most: int) -> SentFile:
        """The file or the text, reading at most ``most`` + 1 bytes of a file."""
        typed = self.text.data
        if self.file.data:
            return SentFile(self.file.data.stream.read(most + 1), typed, is_chosen=True)
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
