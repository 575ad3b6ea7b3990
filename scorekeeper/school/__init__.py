"""Exercises: what may be misread, what an answer tells about it, and which layout to ask about next.

The thinking is pure: dice and dates are passed in. Sets, practice, classes and seats keep themselves, with their SQL.
"""

from scorekeeper.school.beliefs import Belief, beliefs
from scorekeeper.school.diagnosis import Diagnosis, worth_telling
from scorekeeper.school.dice import Dice
from scorekeeper.school.explaining import Explanation, Meaning, explain
from scorekeeper.school.laying import lay_out
from scorekeeper.school.layout_choice import next_layout
from scorekeeper.school.levels import LEVELS, Level, level_of
from scorekeeper.school.misreads import Misread, misreads
from scorekeeper.school.question import AnswerRefused, read_answer

__all__ = [
    "LEVELS",
    "AnswerRefused",
    "Belief",
    "Diagnosis",
    "Dice",
    "Explanation",
    "Level",
    "Meaning",
    "Misread",
    "beliefs",
    "explain",
    "lay_out",
    "level_of",
    "misreads",
    "next_layout",
    "read_answer",
    "worth_telling",
]
