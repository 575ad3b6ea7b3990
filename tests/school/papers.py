"""Students with one misread and no slips, on paper: likely mistakes shown after all hands."""

from scorekeeper.houses import freeze
from scorekeeper.rules import House
from scorekeeper.school.classes.answer_misreads import mistakes, perhaps_by, told_by
from scorekeeper.school.exercises.levels import HIGHEST
from scorekeeper.school.exercises.questions.score import ScoreQuestion
from scorekeeper.school.exercises.sets import USUAL_VARIANTS, make_set


def named(house: House, code: str, hands: int) -> tuple[int, int, int]:
    """Over all misreads and versions of one worksheet: number named right, named wrong, and total."""
    frozen = freeze(house)
    right = wrong = whole = 0
    for sheet in make_set(house, HIGHEST, hands, USUAL_VARIANTS, code=code).sheets:
        layouts = [question.layout for question in sheet.questions if isinstance(question, ScoreQuestion)]
        for belief in mistakes(frozen):
            totals = [belief.total(layout) for layout in layouts]
            answers = tuple((layout, total) for layout, total in zip(layouts, totals, strict=True) if total is not None)
            perhaps = perhaps_by(frozen, answers)
            told = told_by(frozen, answers) or ((perhaps,) if perhaps else ())
            right += told == belief.misreads
            wrong += bool(told) and told != belief.misreads
            whole += 1
    return right, wrong, whole
