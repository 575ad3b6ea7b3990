"""What a wrong number can mean, in sentences about the task and never about the person.

The same number often has several causes, so sentences are conditional: if an ace is worth 11, you get 15.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scorekeeper.houses.sheet.sentences import four_of_a_kind
from scorekeeper.rules import House, Layout, Line, Score, score
from scorekeeper.rules.bonuses import FOUR_OF_A_KIND
from scorekeeper.rules.scoring import PAIR
from scorekeeper.rules.wording import number
from scorekeeper.school.diagnosis.beliefs import Belief, beliefs, singles, totals_of
from scorekeeper.school.diagnosis.diagnosis import Diagnosis
from scorekeeper.school.diagnosis.misreads import LONGEST, Misread
from scorekeeper.school.diagnosis.score_cards import addends, after_colon, summands
from scorekeeper.school.diagnosis.slips import adding_slip, slipped_on

CLEARLY = 4
"""Name one of several beliefs only if it is this many times as likely as the next."""

POINTED_TO = 0.005
"""Name two misreads at once only if earlier answers make them this likely."""

MOST_NAMED = 2
"""Causes to name. With more, a learner gets none of them and sees the worked hand."""

LONG_SENTENCE = 20
"""Most words of a feedback sentence with two causes, for twelve-year-old readers."""


class Meaning(StrEnum):
    """Kinds of explanation for an answer."""

    RIGHT = "right"
    READING = "reading"  # right under another reading of an open rule
    MISREAD = "misread"  # one misread, or two at once, lead to it
    SEVERAL = "several"  # several do, and no earlier answer tells them apart
    SLIP = "slip"  # perhaps only the adding up is wrong; never called a misread
    UNEXPLAINED = "unexplained"


@dataclass(frozen=True)
class Wrong:
    """An expected wrong answer, its meaning and the keys of the misreads behind it."""

    answer: int | str
    text: str
    misreads: tuple[str, ...] = ()


@dataclass(frozen=True)
class Explanation:
    """One or two sentences about an answer, with the beliefs that lead to it, likeliest first."""

    meaning: Meaning
    text: str
    beliefs: tuple[Belief, ...] = ()


def explain(
    house: House, layout: Layout, answer: int, diagnosis: Diagnosis | None = None, *, for_teacher: bool = False
) -> Explanation:
    """Explain an answer to "What is this hand worth?". ``diagnosis`` is the one before it.

    Where many mistakes lead to it, a teacher reads some of them and a learner none.
    """
    worked = score(layout, house)
    if answer == worked.total:
        return Explanation(Meaning.RIGHT, "Right.", (beliefs(house)[0],))
    leading = _leading_to(answer, worked, diagnosis or Diagnosis.of(house))
    readings = [belief for belief, _ in leading if belief.is_reading]
    if readings:
        return Explanation(Meaning.READING, _as_reading(readings[0], answer, worked.total), tuple(readings))
    if leading:
        found = tuple(belief for belief, _ in leading)
        shares = [share for _, share in leading]
        if len(found) == 1 or shares[0] >= CLEARLY * shares[1]:
            return Explanation(Meaning.MISREAD, _as_misread(found[0], house, layout, answer), found[:1])
        if len(found) > MOST_NAMED and not for_teacher:
            return Explanation(Meaning.SEVERAL, f"There’s more than one way to get {number(answer)}.", found)
        more = " There are other ways too." if len(found) > MOST_NAMED else ""
        return Explanation(Meaning.SEVERAL, _as_one_of(found, answer) + more, found)
    slip = adding_slip(worked.total, answer)
    if slip:
        return Explanation(Meaning.SLIP, f"{slip}. Add again: {addends(summands(worked))}.")
    return Explanation(Meaning.UNEXPLAINED, "")


def wrong_answers(house: House, layout: Layout) -> tuple[Wrong, ...]:
    """Every wrong number that a single misread leads to, lowest first."""
    right = beliefs(house)[0].total(layout)
    found: defaultdict[int, list[Belief]] = defaultdict(list)
    for belief in singles(house):
        total = belief.total(layout)
        if total is not None and total != right:
            found[total].append(belief)
    return tuple(_wrong(answer, found[answer], house, layout) for answer in sorted(found))


def _wrong(answer: int, leading: list[Belief], house: House, layout: Layout) -> Wrong:
    reading = next((belief for belief in leading if belief.is_reading), None)
    if reading is not None:
        return Wrong(answer, _as_reading(reading, answer, score(layout, house).total))
    keys = tuple(belief.key for belief in leading)
    if len(leading) == 1:
        return Wrong(answer, _as_misread(leading[0], house, layout, answer), keys)
    return Wrong(answer, _as_one_of(leading, answer), keys)


def _leading_to(answer: int, worked: Score, diagnosis: Diagnosis) -> list[tuple[Belief, float]]:
    """The beliefs that lead to a wrong number of this layout, likeliest first.

    Pairs of misreads are among them only if earlier answers point to them; where a slip explains the number too, only
    if they are clearly likelier than the right rules.
    """
    held, layout = list(zip(diagnosis.beliefs, diagnosis.shares, strict=True)), worked.layout
    alone = [one for one in held if len(one[0].misreads) == 1]
    totals = totals_of(tuple(belief for belief, _ in alone), layout)
    single = [one for one, total in zip(alone, totals, strict=True) if total == answer]
    # Two at once lead to almost any number, so they count only if earlier answers point to them.
    least = CLEARLY * diagnosis.shares[0] if adding_slip(worked.total, answer) else POINTED_TO
    pairs = [one for one in held if len(one[0].misreads) == 2 and one[1] > least]
    double = [one for one in pairs if one[0].total(layout) == answer]
    for found in (single, double):
        found.sort(key=lambda one: -one[1])
    if not single or (double and double[0][1] >= CLEARLY * single[0][1]):
        return double
    return single


def brief(text: str) -> str:
    """As many whole sentences as a feedback may have; the worked steps say the rest.

    >>> brief("Right. " + "It ends. " * 20)[-18:]
    'It ends. It ends.'
    """
    first, *others = re.split(r"(?<=[.?!]) ", text.strip())
    for sentence in others:
        if len(f"{first} {sentence}".split()) > LONGEST:
            break
        first += f" {sentence}"
    return first


def causes(found: Iterable[Misread | Belief]) -> list[str]:
    """The clauses of the first belief of each rule, two at most: two of one rule say nearly the same."""
    by_rule: dict[object, str] = {}
    for one in found:
        rules = {misread.rule for misread in one.misreads} if isinstance(one, Belief) else {one.rule}
        by_rule.setdefault(frozenset(rules), one.doing)
    return list(by_rule.values())[:MOST_NAMED]


def if_so(doing: Sequence[str], comes: str, here: str = "") -> str:
    """A conditional explanation: `If an ace is worth 11, you get 15. Here: ace 1 + 9 = 10.`

    Where two causes make the sentence too long, only the first stays. ``here`` is the last sentence, without its full
    stop. It goes with a single cause.
    """
    both, first = (f"If {_any_of(some)}, {comes}." for some in (doing, doing[:1]))
    if len(doing) > 1 and len(both.split()) <= LONG_SENTENCE:
        return both
    whole = f"{first} {here}."
    return whole if here and len(whole.split()) <= LONGEST else first


def _any_of(doing: Sequence[str]) -> str:
    """The clauses joined by "or": `matching cards don’t cancel or if they cancel in rows`.

    A comma parts them if one of them has an "and" of its own.
    """
    first, *others = doing
    cards = "matching cards "
    if first.startswith(cards):
        others = [f"they {one.removeprefix(cards)}" if one.startswith(cards) else one for one in others]
    joint = ", or if " if any(" and " in one for one in doing) else " or if "
    return joint.join([first, *others])


def _as_reading(belief: Belief, answer: int, total: int) -> str:
    reading = belief.misreads[0].reading
    assert reading is not None
    return reading.right(f"{number(answer)} is", f"Here it’s {number(total)}.")


def _as_misread(belief: Belief, house: House, layout: Layout, answer: int) -> str:
    here = here_it_is(belief, house, layout) or f"Here: {after_colon(score(layout, house).lines[0].text)}"
    return if_so([belief.doing], f"you get {number(answer)}", here)


def _as_one_of(found: Sequence[Belief], answer: int) -> str:
    return if_so(causes(found), f"you get {number(answer)}")


def here_it_is(belief: Belief, house: House, layout: Layout) -> str:
    """What this belief gets wrong: `Here: two tens, so the column is 0`. "" if there is nothing."""
    wrong = counted_otherwise(belief, house, layout)
    if isinstance(wrong, Line):
        return f"Here: {after_colon(wrong.text)}"
    return f"Here, {wrong}" if wrong else ""


def counted_otherwise(belief: Belief, house: House, layout: Layout) -> Line | str:
    """The line of the right score that this belief gets wrong; "" if there is none.

    Prefers the line that the misread is about. A hand without the bonus has no line for it, so this quotes the rule.
    """
    worked, misread = score(layout, house), score(layout, belief.house, any_gaps=True)
    rules = {misread.rule for misread in belief.misreads}
    ours, theirs = (
        {(line.rule, line.cells, line.points): line for line in lines} for lines in (worked.lines, misread.lines)
    )
    otherwise = [line for key, line in ours.items() if key not in theirs]
    if belief.slip is not None:
        slipped = slipped_on(belief.slip, worked, house)
        otherwise += [line for line in worked.lines if slipped & set(line.cells)]
    if rules == {"four-of-a-kind"} and ours.keys() != theirs.keys():
        bonus = next((line for line in otherwise if line.rule == FOUR_OF_A_KIND), None)
        told = next(four_of_a_kind(house), "").partition(" instead of")[0]  # follows a comma
        return bonus or told[:1].lower() + told[1:].removesuffix(".")
    if rules & _OF_PAIRS:
        otherwise.sort(key=lambda line: line.rule != PAIR)
    return otherwise[0] if otherwise else ""


_OF_PAIRS = {"cancelling", "where", "equal", "negative-pairs", "pair-of-jokers"}
"""Rules about canceled cards. Their misreads are explained by a line of canceled cards, if there is one."""
