"""What a teacher is told of papers, over HTTP, of learners who are made of nothing of the product."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from scorekeeper.houses import freeze
from scorekeeper.rules import House
from scorekeeper.school.classes.answer_misreads import mistakes, perhaps_by, told_by
from scorekeeper.school.exercises.codes import letter_of
from scorekeeper.school.exercises.levels import HIGHEST
from scorekeeper.school.exercises.questions.score import ScoreQuestion
from scorekeeper.school.exercises.sets import SCORE, USUAL_SIZE, USUAL_VARIANTS, make_set
from tests.bench.rows import Effort, Row
from tests.bench.told import Share, Told, house_of
from tests.devices import Device
from tests.learners.hands import JOKER, RANKS, Card, Hand, laid, read, written
from tests.learners.learners import Learner, learners
from tests.learners.sheets import SHEETS, Sheet
from tests.learners.wrong_rules import KNOWN, wrong_rules
from tests.serving import RunningServer
from tests.web.tables import new_id

CLASSES, CORRECT = 12, 40
"""Classes by each rule sheet, and the students of each who score correctly, with slips."""

WORDS = ("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king")

Versions = Mapping[str, Sequence[Hand]]
"""The hands on each version of a worksheet."""


def students(sheet: Sheet, number: int, versions: Sequence[str]) -> Iterator[tuple[Learner, str]]:
    """The class of this number: each listed mistake on each version, without slips; then those who score correctly."""
    rules = len(list(wrong_rules(KNOWN, sheet)))
    for version in versions:
        yield from ((learner, version) for learner in learners(sheet, "known", rules, slips=0))
    correct = learners(sheet, "correct", CORRECT * (number + 1))
    for place, learner in enumerate(islice(correct, CORRECT * number, None)):
        yield learner, versions[place % len(versions)]


# --- over HTTP --------------------------------------------------------------------------------------------------------


def over_http(device: Device, sheet: Sheet, number: int) -> list[Told]:
    """Make a worksheet, type in what everybody wrote on it, and read what the teacher is told."""
    device.page("/sets")
    key, versions = printed(device, sheet)
    begun = device.send_form("/class", own=key, pace="paper", write_id=new_id()).headers["location"]
    wrote = []
    for paper, (learner, version) in enumerate(students(sheet, number, list(versions)), start=1):
        answers = [(written(hand), learner.answer(hand)) for hand in versions[version]]
        typed = {f"{letter_of(index)}.points": str(answer) for index, (_, answer) in enumerate(answers)}
        sent = {"sheet": version, "based_on": "0", "write_id": new_id(), **typed}
        done = device.send_form(f"{begun}/papers/{paper}", **sent)
        assert done.status == 302, done.text
        wrote.append((learner, answers))
    told = first_named(device.page(f"{begun}?view=own").text, house_of(sheet))
    return [Told(learner, answers, told.get(at, "")) for at, (learner, answers) in enumerate(wrote, start=1)]


def printed(device: Device, sheet: Sheet) -> tuple[str, Versions]:
    """A new worksheet of the usual kind: the code of its answer key, and the hands as they are printed."""
    wanted = {"house": sheet.name, "level": str(HIGHEST), "size": str(USUAL_SIZE), "variants": str(USUAL_VARIANTS)}
    made = device.send_form("/sets", kinds=SCORE, write_id=new_id(), **wanted).headers["location"]
    names = [f"A{place + 1}" for place in range(USUAL_VARIANTS)]
    texts = {name: device.page(f"{made}/sheet.txt?variant={name}").text for name in names}
    return made.rpartition("/")[2], {name: list(hands_in(text)) for name, text in texts.items()}


def hands_in(text: str) -> Iterator[Hand]:
    """The hands of a printed worksheet, which says them in words."""
    rows = re.findall(r"(?:Top|Bottom) row: (.*)\.", text)
    for top, bottom in zip(rows[::2], rows[1::2], strict=True):
        yield laid([[_card(words) for words in row.split(", ")] for row in (top, bottom)])


def _card(words: str) -> Card:
    shown, _, was_face_down = words.partition(" (")
    rank, _, suit = shown.partition(" of ")
    here = Card(RANKS[WORDS.index(rank)], suit[0].upper()) if suit else Card(JOKER)
    return here._replace(is_up=not was_face_down)


def first_named(page: str, house: House) -> dict[int, str]:
    """The first mistake that the teacher's page names of each paper, also where it says perhaps."""
    keys = {belief.misreads[0].doing: belief.key for belief in mistakes(freeze(house))}
    told = re.findall(r"<strong>Paper (\d+):</strong>\s*(?:perhaps, )?if (.*?)</li>", page, re.DOTALL)
    return {int(number): keys[unescape(doing).strip().split(", and if ")[0]] for number, doing in told}


# --- without pages ----------------------------------------------------------------------------------------------------


def in_process(sheet: Sheet, number: int) -> Iterator[Told]:
    """The same without pages."""
    house = house_of(sheet)
    frozen = freeze(house)
    made = make_set(house, HIGHEST, USUAL_SIZE, USUAL_VARIANTS, code=f"bench {number}")
    layouts = {
        one.variant: [question.layout for question in one.questions if isinstance(question, ScoreQuestion)]
        for one in made.sheets
    }
    for learner, version in students(sheet, number, list(layouts)):
        answers = tuple((layout, learner.answer(read(str(layout)))) for layout in layouts[version])
        perhaps = perhaps_by(frozen, answers)
        named = told_by(frozen, answers) or ((perhaps,) if perhaps else ())
        texts = [(str(layout), answer) for layout, answer in answers]
        yield Told(learner, texts, named[0].key if named else "")


def measures(effort: Effort = Effort.USUAL) -> Iterator[Row]:
    """The five rule sheets, with worksheets that nothing was chosen by."""
    for sheet in SHEETS:
        with TemporaryDirectory() as folder, RunningServer(Path(folder) / "instance") as server:
            classes = range(effort.choose(quick=1, usual=CLASSES))
            told = [one for number in classes for one in over_http(Device(server), sheet, number)]
        known = Share.of("known", [one for one in told if one.learner.rule])
        correct = Share.of("correct", [one for one in told if not one.learner.rule])
        of = f"papers of {USUAL_SIZE} hands, {house_of(sheet).name}"
        remark = f"{known.named - known.rightly} of {known.whole} of another"
        told_it = known.percent(known.rightly)
        yield Row(f"{of}: told of a listed mistake, no slips", told_it, "%", "at least 88", True, remark)
        accused = correct.percent(correct.named)
        yield Row(f"{of}: correct but for slips, and told of any", accused, "%", "at most 1", True)
