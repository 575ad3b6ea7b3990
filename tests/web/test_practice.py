"""Practice as pages: forms alone, invalid input that is no try, two tabs, a whole sitting, and a code to take along."""

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper import houses
from scorekeeper.rules import parse_layout, score
from scorekeeper.school.exercises.questions.score import ScoreQuestion
from scorekeeper.school.practice.mastery import Recall, RuleProgress
from scorekeeper.school.practice.practice_session import GRACE, MINUTE, MISTAKE, Evidence, Practice
from tests.conftest import Phone
from tests.web.practicing import TWOS, WORKSHEET, ask, keep, kept, score_of, start, tab, typed
from tests.web.students import main_words


def test_an_answer_to_a_question_that_is_over_counts_for_no_other(client: Phone) -> None:
    ask(client, score_of(TWOS))
    left_open = tab(client)
    tab(client).answer(points="11").go_on()
    before = kept(client)
    answer = left_open.send(points="7")
    assert answer.status_code == 303
    assert kept(client) == before
    page = main_words(tab(client).page)
    assert "That question was already closed, so this answer didn’t count." in page
    assert "2 of 10" in page


# --- a sitting --------------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_sitting_by_forms_alone(client: Phone) -> None:
    assert start(client, house="four-card").location.endswith("/practice/four-card/question")
    for number in range(1, 11):
        page = tab(client, "four-card")
        assert f"{number} of 10" in main_words(page.page)
        asked = kept(client, "four-card").asked
        assert asked is not None
        page.answer(**typed(asked.question)).send("next")
    end = main_words(client.get("/practice/four-card/question").text)
    assert "Went well" in end
    assert "review in" in end
    assert "Aces" in end
    # Of the rules, never of the person.
    of_the_day = "10 of 10 today. Goal met on 1 day."
    assert of_the_day in end
    end = end.replace(of_the_day, "")
    assert not re.search(r"\b\d+ (?:of|out of|/) ?\d+|%|streak|score[sd]? you|well done|you are", end, re.IGNORECASE)
    assert client.get("/practice/four-card").text.count("is-done") >= 3


def test_a_sitting_ends_with_the_hand_to_look_at_again(client: Phone) -> None:
    house = houses.get("penalty")
    ask(client, ScoreQuestion(house, parse_layout(TWOS, house)))
    tab(client, "penalty").answer(points="7").answer(points="12")
    practice = kept(client, "penalty")
    assert practice.sitting is not None
    # One that is right where the table answers an open question otherwise is no mistake.
    evidence = (Evidence(1, "* 8 J / * A 5", 21), *practice.evidence)
    keep(client, replace(practice, evidence=evidence, sitting=replace(practice.sitting, asked=None)))
    assert re.findall(r"\S+, not \S+", main_words(tab(client, "penalty").page)) == ["11, not 7"]


def test_a_minute_by_forms_alone(client: Phone) -> None:
    """Nothing is said between two hands; an answer after the end counts no more, and the wrong ones are worked out."""
    start(client, MINUTE)
    page = tab(client)
    assert 55 < int(client.get("/practice/worksheet/question").headers["Refresh"]) < 65  # then it says that time is up
    for number, off in enumerate((0, 1, 0), start=1):
        assert f"Hand {number}" in main_words(page.page)
        assert 'id="verdict"' not in page.page
        page = page.answer(points=str(right_now(client) + off))
    wrong = kept(client).answers_here[1]
    time_is_up(client)
    end = main_words(page.answer(points=str(right_now(client))).page)
    assert "2 right in a minute" in end
    assert "Your best yet." in end
    assert "3 of 10 today" in end
    assert f"{score(wrong[0], WORKSHEET).total}, not {wrong[1]}".replace("-", "−") in end
    assert end.count(", not ") == 1
    assert "Go on with" not in main_words(client.get("/practice/worksheet").text)
    start(client, MINUTE)
    time_is_up(client)
    assert "Best: 2." in main_words(tab(client).page)


def time_is_up(client: Phone) -> None:
    practice = kept(client)
    assert practice.sitting is not None
    keep(client, replace(practice, sitting=replace(practice.sitting, until=datetime.now(UTC) - 2 * GRACE)))


def right_now(client: Phone) -> int:
    """What the hand under way counts."""
    asked = kept(client).asked
    assert asked is not None
    return int(asked.question.solution["points"])


@pytest.mark.parametrize(
    ("house", "missing"),
    [
        ("worksheet", {"Four of a kind", "Penalty and reward"}),
        ("four-card", {"What pairs are worth", "Four of a kind", "Penalty and reward"}),
        ("penalty", set()),
    ],
)
def test_only_rules_that_the_house_has_are_listed(client: Phone, house: str, missing: set[str]) -> None:
    listed = client.get(f"/practice/{house}").text
    asked = {"Aces", "What pairs are worth", "Four of a kind", "Penalty and reward"}
    assert {name for name in asked if f'"menu__main">{name}' not in listed} == missing


def test_rules_that_come_back_stand_first(client: Phone) -> None:
    now = datetime.now(UTC)
    learned = RuleProgress("cancelling").recalled(Recall.AT_ONCE, now - timedelta(days=60))
    later = RuleProgress("value-a").recalled(Recall.AT_ONCE, now)
    keep(client, Practice(WORKSHEET, {"cancelling": learned, "value-a": later}))
    page = client.get("/practice/worksheet").text
    assert re.findall(r'name="rule" value="([^"]+)"', page)[2] == "cancelling"
    assert page.count(">review<") == 1
    assert "1 rule to look at again today." in main_words(page)


def worked_on(page: str) -> list[str]:
    """The rules that the page names before all others."""
    return re.findall(r'name="rule" value="([^"]+)"', named_first(page))


def named_first(page: str) -> str:
    (part,) = re.findall(r'<ul class="rows practice-hands">(.*?)</ul>', page, re.DOTALL)
    return str(part)


def test_a_stranger_sees_three_rules_with_their_hands_and_no_empty_bars(client: Phone) -> None:
    page = client.get("/practice/worksheet").text
    assert worked_on(page) == ["value-a", "value-2", "value-j-q"]
    assert named_first(page).count('class="hand ') == 3
    for empty in ("<progress", "practice-rule__step", ">new<", " of 10 today"):
        assert empty not in page


def at(step: int, rule: str, days_ago: int) -> RuleProgress:
    """A rule with that many counting answers in a row."""
    when = datetime.now(UTC) - timedelta(days=days_ago)
    progress = RuleProgress(rule).recalled(Recall.NOT, when)
    for _ in range(step):
        progress = progress.counted(when, mixed=False)
    return progress


@pytest.mark.parametrize(
    ("progress", "rules", "sure"),
    [
        pytest.param([at(3, "where", 60)], ["where", "value-a", "value-2"], 1, id="due, then new"),
        pytest.param([at(1, "turns", 0)], ["turns", "value-a", "value-2"], 0, id="begun, then new"),
        pytest.param([at(3, "value-a", 0), at(3, "value-2", 0)], ["value-j-q", "value-k", "cancelling"], 2, id="new"),
    ],
)
def test_three_rules_to_work_on_stand_above_all_others(
    client: Phone, progress: list[RuleProgress], rules: list[str], sure: int
) -> None:
    keep(client, Practice(WORKSHEET, {one.rule: one for one in progress}))
    page = client.get("/practice/worksheet").text
    assert worked_on(page) == rules
    assert f'<progress value="{sure}" max="13"' in page
    assert f"{sure} of 13 rules learned" in main_words(page)


def practiced(client: Phone) -> Mapping[str, RuleProgress]:
    ask(client, score_of(TWOS))
    tab(client).answer(points="11")
    return kept(client).rules


def test_all_of_it_can_be_forgotten(client: Phone) -> None:
    practiced(client)
    assert "/practice/forget" in client.get("/practice").text
    assert client.send_form("/practice/forget").status_code == 303
    assert kept(client) == Practice(WORKSHEET)
    assert "/practice/forget" not in client.get("/practice").text


def test_a_rule_that_was_never_practiced_begins_with_a_worked_example(client: Phone) -> None:
    start(client, "value-2")
    first = tab(client)
    assert first.page.count("First an example") == 1
    first.send("show")
    assert "First an example" not in tab(client).page


def test_the_values_are_in_sight_for_the_first_five_hands(client: Phone) -> None:
    start(client, MISTAKE)
    for hand in range(5):
        assert 'aria-label="What cards are worth"' in tab(client).page, hand
        tab(client).send(points="12")
    start(client, "")
    assert 'aria-label="What cards are worth"' not in tab(client).page
