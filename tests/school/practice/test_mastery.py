"""How far a rule is, and when it comes back."""

from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper.school.practice.mastery import Recall, RuleProgress

MONDAY = datetime(2026, 11, 23, 10, tzinfo=UTC)
NEW = RuleProgress("where")


def at(day: int, hour: int = 10) -> datetime:
    """A moment so many days after Monday."""
    return MONDAY.replace(hour=hour) + timedelta(days=day)


def after(*events: str) -> RuleProgress:
    """A rule after some answers: `0` or `0m` counts on that day (m: in a mixed set), `0!` speaks against the rule,
    `0?` was right with help."""
    progress = NEW
    for event in events:
        day = int(event.rstrip("m!?"))
        if event.endswith("!"):
            progress = progress.recalled(Recall.NOT, at(day)).stopped()
        elif event.endswith("?"):
            progress = progress.recalled(Recall.WITH_HELP, at(day))
        else:
            progress = progress.counted(at(day), mixed=event.endswith("m"))
    return progress


@pytest.mark.parametrize(
    ("events", "step", "in_a_row"),
    [
        pytest.param((), "new", 0, id="nothing answered"),
        pytest.param(("0",), "begun", 1, id="one"),
        pytest.param(("0!",), "begun", 0, id="missed at first"),
        pytest.param(("0?",), "begun", 0, id="with help only"),
        pytest.param(("0", "0"), "begun", 2, id="two"),
        pytest.param(("0", "0", "0"), "sure", 3, id="three on one day"),
        pytest.param(("0m", "0m", "0m"), "sure", 3, id="three in a mixed set on one day"),
        pytest.param(("0", "1", "2"), "sure", 3, id="three days, but no mixed set"),
        pytest.param(("0m", "0", "1"), "sure", 3, id="the mixed set on the first day"),
        pytest.param(("0", "0", "1m"), "mastered", 3, id="the third in a mixed set on another day"),
        pytest.param(("0", "1m", "1"), "mastered", 3, id="the second in a mixed set on another day"),
        pytest.param(("0", "1m"), "begun", 2, id="a mixed set on another day, but two"),
        pytest.param(("0", "0", "0", "5m"), "mastered", 4, id="sure, and a mixed set later"),
        pytest.param(("0", "0", "0?", "1m"), "mastered", 3, id="help between is no counting answer"),
        pytest.param(("0", "0", "1m", "2!"), "begun", 0, id="missed once mastered"),
        pytest.param(("0", "1m", "2!", "3", "3", "3"), "sure", 3, id="the mixed set of before does not count again"),
        pytest.param(("0", "1m", "2!", "3", "3", "4m"), "mastered", 3, id="mastered again"),
        pytest.param(("5", "5", "4m"), "sure", 3, id="a clock that went back is no other day"),
    ],
)
def test_how_far_a_rule_is(events: tuple[str, ...], step: str, in_a_row: int) -> None:
    progress = after(*events)
    assert (str(progress.step), progress.in_a_row) == (step, in_a_row)


def test_it_comes_back_after_longer_and_longer_and_sooner_once_missed() -> None:
    """The days that FSRS gives to again, good, good, good, again, good, each on the day when it is due."""
    progress, now, days = NEW, MONDAY, []
    for recall in (Recall.NOT, Recall.AT_ONCE, Recall.AT_ONCE, Recall.AT_ONCE, Recall.NOT, Recall.AT_ONCE):
        progress = progress.recalled(recall, now)
        assert progress.due is not None
        days.append((progress.due - now).days)
        now = progress.due
    assert days == [1, 2, 6, 17, 2, 4]
