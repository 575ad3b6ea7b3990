"""Practice as pages: forms alone, invalid input that is no try, two tabs, a whole sitting, and a code to take along."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from html import unescape

from scorekeeper.school.mastery import Recall, RuleProgress
from scorekeeper.school.sitting import Practice
from tests.conftest import Phone
from tests.web.practising import BELOW_ZERO, TWOS, WORKSHEET, ask, keep, kept, score_of, start, tab, typed, words

# --- what is typed ----------------------------------------------------------------------------------------------------


NO_NUMBERS = {
    "": "Type a number",
    "2.5": "Points are whole numbers",
    "<b>2</b>": "Points are whole numbers",
    "9" * 10_000: "Points are whole numbers of at most 4 digits",
}


def test_what_is_no_number_is_told_beside_its_box_and_never_counts(client: Phone) -> None:
    ask(client, score_of(BELOW_ZERO))
    before = kept(client)
    for text, reason in NO_NUMBERS.items():
        refused = tab(client).send(points=text)
        assert refused.status_code == 422, text
        box = re.search(r'<input [^>]*id="answer-points"[^>]*>', refused.text)
        assert box is not None
        assert 'aria-describedby="answer-points-error"' in box[0]
        assert " autofocus" in box[0]
        assert unescape(re.findall(r'value="([^"]*)"', box[0])[0]) == text[:200]
        page = unescape(refused.text)
        assert reason in page.split('id="answer-points-error"', 1)[1].split("</div>", 1)[0], text
        assert 'id="verdict"' not in page
        assert len(page) < 60_000
        assert kept(client) == before, text
    assert "Right" in words(tab(client).answer(points="-2").page)
    assert kept(client).rules, "the answer after them was not the first try"


def given(client: Phone) -> list[str]:
    """What was answered to the question under way and counted as a try."""
    attempt = kept(client).attempt
    assert attempt is not None
    return [one.typed["points"] for one in attempt.given]


# --- tries ------------------------------------------------------------------------------------------------------------


def test_a_wrong_number_is_told_its_rule_and_may_be_tried_again(client: Phone) -> None:
    ask(client, score_of(TWOS))
    again = tab(client).answer(points="7")
    assert "If a pair of twos counts −4, you get 7. Here:" in words(again.page)
    assert "one more try" in words(again.page)
    assert 'id="verdict" role="status" tabindex="-1"' in again.page
    assert 'value="7"' in again.page
    right = again.answer(points="11")
    assert "Right" in words(right.page)
    assert 'class="layout__points points"' in right.page


# --- two tabs, and forms sent twice -----------------------------------------------------------------------------------


def test_an_answer_to_a_question_that_is_over_counts_for_no_other(client: Phone) -> None:
    ask(client, score_of(TWOS))
    left_open = tab(client)
    tab(client).answer(points="11").go_on()
    before = kept(client)
    answer = left_open.send(points="7")
    assert answer.status_code == 303
    assert kept(client) == before
    page = words(tab(client).page)
    assert "That question is over, so this answer was not counted." in page
    assert "Question 2" in page


# --- a sitting --------------------------------------------------------------------------------------------------------


def test_a_sitting_by_forms_alone(client: Phone) -> None:
    assert start(client).location.endswith("/practice/worksheet/question#prompt")
    for number in range(1, 11):
        page = tab(client)
        assert f"Question {number}" in words(page.page)
        asked = kept(client).asked
        assert asked is not None
        page.answer(**typed(asked.question)).send("next")
    end = words(client.get("/practice/worksheet/question").text)
    assert "Went well" in end
    assert "comes back" in end
    assert "What an ace counts" in end
    # Of the rules, never of the person.
    assert not re.search(r"\b\d+ (?:of|out of|/) ?\d+|%|streak|score[sd]? you|well done|you are", end, re.IGNORECASE)
    assert client.get("/practice/worksheet").text.count("is-done") >= 3


def test_rules_that_come_back_stand_first(client: Phone) -> None:
    now = datetime.now(UTC)
    learned = RuleProgress("cancelling").recalled(Recall.AT_ONCE, now - timedelta(days=60))
    later = RuleProgress("value-a").recalled(Recall.AT_ONCE, now)
    keep(client, Practice(WORKSHEET, {"cancelling": learned, "value-a": later}))
    page = client.get("/practice/worksheet").text
    assert re.findall(r'name="rule" value="([^"]+)"', page)[0] == "cancelling"
    assert page.count("again now") == 1
    assert "One of them is to be looked at again." in words(page)


def practised(client: Phone) -> Mapping[str, RuleProgress]:
    ask(client, score_of(TWOS))
    tab(client).answer(points="11")
    return kept(client).rules


def test_all_of_it_can_be_forgotten(client: Phone) -> None:
    practised(client)
    assert "/practice/forget" in client.get("/practice").text
    assert client.send_form("/practice/forget").status_code == 303
    assert kept(client) == Practice(WORKSHEET)
    assert "/practice/forget" not in client.get("/practice").text
