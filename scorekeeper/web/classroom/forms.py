"""What is chosen for a new session of a class."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from werkzeug.datastructures import MultiDict

from scorekeeper.classroom import BadLabel, Pace, read_label
from scorekeeper.quiz.set_codes import BadCode, read_code
from scorekeeper.store.connection import Store
from scorekeeper.store.sets import KeptSet, SetNotFound, find_set

LONGEST_TYPED = 80

ONLY_THE_SHEETS = (
    "this is the code that stands on the sheets, which shows the questions only: type the longer one, of the key"
)


@dataclass(frozen=True)
class Wanted:
    """A session as it is asked for; ``typed`` is what stands in the boxes."""

    questions: KeptSet | None
    pace: Pace
    different: bool  # neighbours get different sheets
    homework: bool
    typed: Mapping[str, str]
    errors: Mapping[str, list[str]] = field(default_factory=dict)
    label: str = ""  # what the teacher calls it

    @property
    def variants(self) -> tuple[str, ...]:
        """The sheets that are given out in turn. Everybody has the same one where the teacher leads."""
        assert self.questions is not None, "no set was chosen"
        every = tuple(sheet.variant for sheet in self.questions.questions.sheets)
        many = self.pace is Pace.PAPER or (self.different and self.pace is not Pace.LIVE)
        return every if many else every[:1]


def usual(code: str = "") -> Wanted:
    """What a new form shows: practice, and different sheets for neighbours."""
    return Wanted(None, Pace.PRACTICE, different=True, homework=False, typed={"own": code, "code": "", "label": ""})


def read_wanted(sent: MultiDict[str, str], store: Store) -> Wanted:
    """What a form asks for, with a reason for each box that cannot be read. A code that is typed goes before a set that
    is chosen."""
    typed = {name: sent.get(name, "")[:LONGEST_TYPED] for name in ("own", "code", "label")}
    errors: dict[str, list[str]] = {}
    questions = _set(typed, store, errors)
    pace = Pace.PRACTICE
    try:
        pace = Pace(sent.get("pace", ""))
    except ValueError:
        errors["pace"] = ["choose how the class goes through it"]
    homework = sent.get("homework") == "on"
    if homework and pace in (Pace.LIVE, Pace.PAPER):
        errors["homework"] = ["homework is done at everybody's own pace: choose practice or a test"]
    label = ""
    try:
        label = read_label(typed["label"])
    except BadLabel as error:
        errors["label"] = [error.message]
    return Wanted(questions, pace, sent.get("sheets") != "same", homework, typed, errors, label)


def _set(typed: Mapping[str, str], store: Store, errors: dict[str, list[str]]) -> KeptSet | None:
    name = "code" if typed["code"].strip() or not typed["own"] else "own"
    if not typed[name].strip():
        errors[name] = ["choose one of your sets, or type the code of a key"]
        return None
    try:
        found = find_set(store, read_code(typed[name]))
    except (BadCode, SetNotFound) as error:
        errors[name] = [error.message]
        return None
    if not found.may_see_key:
        errors[name] = [ONLY_THE_SHEETS]
        return None
    return found
