"""Exercises: what may be misread, what an answer tells about it, and which layout to ask about next.

Pure: dice and dates are passed in, nothing is stored. Everything that others need is named here.
"""

from scorekeeper.quiz.beliefs import Belief, beliefs
from scorekeeper.quiz.choosing import next_layout
from scorekeeper.quiz.diagnosis import Diagnosis, worth_telling
from scorekeeper.quiz.dice import Dice
from scorekeeper.quiz.explaining import Explanation, Meaning, explain
from scorekeeper.quiz.laying import lay_out
from scorekeeper.quiz.levels import LEVELS, Level, level_of
from scorekeeper.quiz.misreads import Misread, misreads
from scorekeeper.quiz.question import AnswerRefused, read_answer

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
