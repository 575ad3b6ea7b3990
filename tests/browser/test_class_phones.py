"""Phones of pupils that are passed on, left behind and lost sight of, in real browsers."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Request, expect

from tests.browser.conftest import DESKTOP, CheckAxe, OpenBrowser
from tests.browser.lessons import (
    NO_NETWORK,
    RIGHT,
    SLOW,
    TWOS_TWICE,
    WORK,
    Pupil,
    Teacher,
    columns_of_nine_cards,
    counted,
    pupil,
    three_hands,
)
from tests.browser.offline import stop_workers, wait_until, wait_until_installed, wait_until_kept
from tests.serving import RunningServer

pytestmark = pytest.mark.browser

KEEP_A_PAGE_OF_LAST_YEAR = """async () => {
    const [name] = await caches.keys();
    const headers = { Date: new Date(Date.now() - 32 * 24 * 60 * 60 * 1000).toUTCString() };
    await (await caches.open(name)).put("/join/AAA234/1", new Response("a pupil", { headers }));
}"""
PUT_IN_ANEW = """() => {
    window.before = document.querySelector("class-work");
    const fresh = before.cloneNode(true);
    fresh.querySelector(".pupil-sending").remove();
    fresh.removeAttribute("data-ready");
    before.replaceWith(fresh);
}"""
IS_TOLD = """() => Object.keys(localStorage).every((key) => !key.startsWith("scorekeeper:class-untold:"))"""
"""Whether the server knows who has the device in hand."""

ROOM = """(box) => {
    const style = getComputedStyle(box);
    const brush = document.createElement("canvas").getContext("2d");
    brush.font = style.font;
    const inside = box.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    return inside - brush.measureText("−100").width;
}"""
"""How many pixels are left in a box beside four characters."""


@pytest.fixture
def key_code(server: RunningServer) -> str:
    """The key of a set of three hands."""
    return three_hands(server)


def test_a_device_that_is_passed_on_shows_nobody_what_another_one_did(
    open_browser: OpenBrowser, key_code: str, axe: CheckAxe
) -> None:
    teacher = Teacher(open_browser(**DESKTOP).page())
    code = teacher.begin(key_code, "Test")
    teacher.lead("Begin", "Open")
    both = pupil(open_browser)
    both.watched.expected += ["status of 403", "status of 422"]
    both.join(code)
    ann, code_of_ann = both.name, both.own_code()
    both.answer("A", TWOS_TWICE)
    both.page.get_by_role("link", name="Question B").tap()
    both.type("B", "26")
    tab = Pupil(both.watched, both.watched.page())
    tab.page.goto(f"/join/{code}/1")
    tab.is_ready()
    expect(tab.page.locator("h1")).to_have_text(ann)

    both.let_another_join()
    bo, code_of_bo = both.name, both.own_code()
    both.waits_for("A")
    expect(both.question("A").get_by_label("Points")).to_have_value("")
    tab.asks_for_the_code_of(ann)  # without anybody touching it
    axe(tab.page)
    both.page.go_back()
    both.page.go_back()
    both.asks_for_the_code_of(ann)
    assert TWOS_TWICE not in both.page.locator("main").inner_text()

    box = both.page.get_by_label(f"Code of {ann}")
    box.fill("22222")
    box.press("Enter")
    expect(box).to_have_attribute("aria-describedby", re.compile("code-error"))
    both.asks_for_the_code_of(ann)
    both.take_turn(ann, f"{code_of_ann[:2]} {code_of_ann[2:]}".lower())
    both.waits_for("B")
    expect(both.question("B").get_by_label("Points")).to_have_value("26")
    both.page.get_by_role("link", name="Question A").tap()
    expect(both.question("A").get_by_label("Points")).to_have_value(TWOS_TWICE)

    # And the other way round: whoever types the own code goes on, whose page it may be.
    both.pass_to(bo)
    tab.asks_for_the_code_of(ann)  # nobody has it: there is no way back without the code
    expect(both.page.get_by_role("link", name=f"Back to {ann}")).to_have_count(0)
    both.page.goto(f"/join/{code}/1")
    both.asks_for_the_code_of(ann)
    both.page.go_back()
    both.asks_for_the_code_of(bo)
    box = both.page.get_by_label(f"Code of {bo}")
    box.fill(code_of_ann)
    box.press("Enter")
    expect(both.page.locator("h1")).to_have_text(ann)
    both.pass_to(bo)
    both.take_turn(bo, code_of_bo)
    assert both.drafts() == ["B"]


def test_a_pupil_who_was_removed_is_told_what_was_not_sent_and_joins_again(
    open_browser: OpenBrowser, key_code: str, axe: CheckAxe
) -> None:
    teacher = Teacher(open_browser(**DESKTOP).page())
    code = teacher.begin(key_code, "Test")
    teacher.lead("Begin", "Open")
    idle, away = pupil(open_browser), pupil(open_browser)
    for one in (idle, away):
        one.join(code)
        one.watched.expected += ["status of 410", "status of 404"]
    away.go_offline()
    away.send("A", RIGHT["A"])
    expect(away.line).to_contain_text(NO_NETWORK, timeout=SLOW)
    away.page.get_by_role("link", name="Question C").tap()
    away.type("C", "5")
    teacher.remove_who_answered_nothing()

    polls: list[Request] = []
    idle.page.on("request", lambda request: polls.append(request) if f"/api/class/{code}" in request.url else None)
    expect(idle.page.get_by_role("heading", name="This place is gone")).to_be_visible(timeout=SLOW)
    assert len(polls) <= 5  # and not after half a minute; a busy machine may ask once more meanwhile
    expect(idle.page.locator("#not-sent")).to_have_count(0)
    away.come_back()
    told = away.page.get_by_role("alert").filter(has_text="Something was not sent")
    expect(told).to_contain_text(f"Only this device has: A {RIGHT['A']}; C 5", timeout=SLOW)
    axe(away.page)
    away.page.reload()
    expect(told).to_contain_text(f"A {RIGHT['A']}; C 5")
    told.get_by_role("button", name="Clear it from this phone").tap()
    expect(told).to_have_count(0)
    assert (away.waiting(), away.drafts()) == ([], [])
    away.page.get_by_role("link", name="Join again").tap()
    away.take_a_name()
    away.answer("A", RIGHT["A"])


@pytest.mark.nightly
def test_a_pupil_who_was_removed_and_comes_by_the_code_from_the_board(open_browser: OpenBrowser, key_code: str) -> None:
    teacher = Teacher(open_browser(**DESKTOP).page())
    code = teacher.begin(key_code, "Test")
    teacher.lead("Begin", "Open")
    one = pupil(open_browser)
    one.join(code)
    one.watched.expected += ["status of 410", "status of 404"]
    one.go_offline()
    one.send("A", RIGHT["A"])
    expect(one.line).to_contain_text(NO_NETWORK, timeout=SLOW)
    one.page.get_by_role("link", name="Question C").tap()
    one.type("C", "5")
    one.page.goto("about:blank")
    teacher.remove_who_answered_nothing()
    one.come_back()
    one.page.goto(f"/join/{code}")
    told = one.page.get_by_role("alert").filter(has_text="Something was not sent")
    expect(told).to_contain_text(f"Only this device has: A {RIGHT['A']}; C 5", timeout=SLOW)

    # At the new place the old one is nowhere.
    one.take_a_name()
    for letter in "ABC":
        if letter != "A":
            one.page.get_by_role("link", name=f"Question {letter}").tap()
        one.waits_for(letter)
        expect(one.question(letter).get_by_label("Points")).to_have_value("")
    expect(one.line).to_have_text("")
    one.page.get_by_role("link", name="Question A").tap()
    one.answer("A", TWOS_TWICE)


@pytest.mark.nightly
def test_two_pupils_at_one_device_and_a_class_that_is_deleted(
    open_browser: OpenBrowser, key_code: str, axe: CheckAxe
) -> None:
    teacher = Teacher(open_browser(**DESKTOP).page())
    code = teacher.begin(key_code, "Test")
    teacher.lead("Begin", "Open")
    both = pupil(open_browser, keeps_pages=True)
    both.watched.expected.append("status of 403")
    both.join(code)
    names, codes = [both.name], [both.own_code()]
    wait_until_installed(both.page)
    both.page.evaluate(KEEP_A_PAGE_OF_LAST_YEAR)
    stop_workers(both.page)  # each looks for old pages once
    both.reload()
    wait_until(both.page, "() => caches.match('/join/AAA234/1').then((found) => found === undefined)")
    wait_until_kept(both.page, f"/join/{code}/1")  # and knows of nobody else
    both.let_another_join()
    names.append(both.name)
    codes.append(both.own_code())
    wait_until_kept(both.page, f"/join/{code}/2")
    both.go_offline()
    both.pass_on().get_by_role("button", name="Another pupil on this device").tap()
    expect(both.page.get_by_role("heading", level=1)).to_have_text("That needs the network")
    both.page.get_by_role("link", name=f"Back to {names[0]}").tap()
    both.asks_for_the_code_of(names[0])
    box = both.page.get_by_label(f"Code of {names[0]}")
    for typed, said in (("", f"Type the code of {names[0]}."), ("22222", "This is not the code: look at it again.")):
        box.fill(typed)
        box.press("Enter")
        expect(box).to_be_focused()
        expect(both.page.locator("#code-error")).to_have_text(f"Error: {said}")
        expect(box).to_have_attribute("aria-describedby", "code-hint code-error")
    axe(both.page)
    # Nobody has it in hand.
    expect(both.page.get_by_role("link", name=f"Back to {names[1]}")).to_have_count(0)
    both.page.goto(f"/join/{code}/2")
    both.asks_for_the_code_of(names[1])
    both.page.goto(f"/join/{code}/1")
    both.asks_for_the_code_of(names[0])
    both.take_turn(names[0], f" {codes[0][:3]}-{codes[0][3:]}".lower())
    both.pass_to(names[1])  # a page that was kept before there was anybody else
    both.take_turn(names[1], codes[1])
    both.send("A", RIGHT["A"])
    expect(both.line).to_contain_text(NO_NETWORK)
    both.pass_to(names[0])
    both.take_turn(names[0], codes[0])
    expect(both.line).to_have_text("")  # what waits is the other's
    both.send("A", TWOS_TWICE)
    expect(both.line).to_contain_text(NO_NETWORK)
    assert both.waiting() == [f"A {RIGHT['A']}", f"A {TWOS_TWICE}"]
    # The server has heard of none of that: it is told who has it in hand, and takes what waits of both.
    both.come_back()
    wait_until(both.page, f"async () => (await {WORK}).length === 0")
    wait_until(both.page, IS_TOLD)
    both.reload()
    expect(both.page.locator("h1")).to_have_text(names[0])
    expect(both.question("A").get_by_label("Points")).to_have_value(TWOS_TWICE)
    # And where it was passed on while there was none, the one before has it no more.
    both.go_offline()
    both.pass_to(names[1])
    both.come_back()
    both.page.goto(f"/join/{code}/1")
    both.asks_for_the_code_of(names[0])
    wait_until(both.page, IS_TOLD)
    both.page.goto(f"/join/{code}/2")
    expect(both.page.get_by_role("link", name=f"Back to {names[0]}")).to_have_count(0)
    both.take_turn(names[1], codes[1])
    expect(both.question("A").get_by_label("Points")).to_have_value(RIGHT["A"])

    # Deleted while an answer waits: it stays on this phone until somebody clears it away.
    both.pass_to(names[0])
    both.take_turn(names[0], codes[0])
    both.page.get_by_role("link", name="Question C").tap()
    both.type("C", "5")
    assert both.drafts() == ["C"]
    both.pass_to(names[1])
    both.take_turn(names[1], codes[1])
    both.go_offline()
    both.page.get_by_role("link", name="Question B").tap()
    both.send("B", RIGHT["B"])
    expect(both.line).to_contain_text(NO_NETWORK)
    teacher.delete()
    both.watched.expected.append("status of 404")
    both.come_back()
    gone = both.page.get_by_role("alert").filter(has_text="This class is not there any more")
    expect(gone).to_contain_text(f"Not sent: B {RIGHT['B']}", timeout=SLOW)
    assert both.waiting() == [f"B {RIGHT['B']}"]
    gone.get_by_role("button", name="Clear it from this phone").tap()
    expect(gone).to_have_count(0)
    assert both.waiting() == []
    # Everything of the class, whose ever it was.
    assert both.drafts() == []
    for number in (1, 2):
        wait_until(both.page, f"() => caches.match('/join/{code}/{number}').then((found) => found === undefined)")
    both.page.goto(f"/join/{code}/1")
    expect(both.page.get_by_role("heading", level=1)).to_be_visible()


@pytest.mark.nightly
def test_a_pupil_changes_phone_while_an_answer_waits_on_the_old_one(open_browser: OpenBrowser, key_code: str) -> None:
    teacher = Teacher(open_browser(**DESKTOP, accept_downloads=True).page())
    code = teacher.begin(key_code, "Test")
    teacher.lead("Begin", "Open")
    old = pupil(open_browser)
    old.join(code)
    own_code = old.own_code()
    old.answer("A", TWOS_TWICE)
    old.go_offline()
    old.page.get_by_role("link", name="Question B").tap()
    old.send("B", "26")
    expect(old.line).to_contain_text(NO_NETWORK, timeout=SLOW)
    old.page.get_by_role("link", name="Question C").tap()
    old.type("C", "4")

    # The same pupil at another phone: the answer that waits on the old one is not there yet, and is given anew.
    new = pupil(open_browser)
    new.come_back_with(code, own_code)
    assert new.name == old.name
    expect(new.question("A").get_by_label("Points")).to_have_value(TWOS_TWICE)
    new.page.get_by_role("link", name="Question B").tap()
    new.answer("B", RIGHT["B"])

    # It is over while the old phone still waits: nothing of it is counted, and it is told so.
    teacher.end()
    old.watched.expected.append("status of 409")
    old.come_back()
    refused = old.page.get_by_role("alert").filter(has_text="Question B: not taken")
    expect(refused).to_contain_text("26", timeout=SLOW)
    expect(old.line).to_contain_text("Question C is closed; what you typed was not sent.", timeout=SLOW)
    assert old.drafts() == []
    refused.get_by_role("button", name="Put it away").tap()
    expect(refused).to_have_count(0)
    assert old.waiting() == new.waiting() == []
    expect(new.page.locator(".pupil-status")).to_contain_text("This is over.", timeout=SLOW)
    for one in (old, new):
        one.page.get_by_role("link", name="Question B").tap()
        expect(one.question("B")).to_contain_text(f"Your answer: {RIGHT['B']}", timeout=SLOW)
    assert counted(teacher.results()) == {new.name: {"A": TWOS_TWICE, "B": RIGHT["B"]}}


@pytest.mark.nightly
def test_an_answer_that_waited_on_the_old_phone_is_asked_about(open_browser: OpenBrowser, key_code: str) -> None:
    teacher = Teacher(open_browser(**DESKTOP, accept_downloads=True).page())
    code = teacher.begin(key_code, "Test")
    teacher.lead("Begin", "Open")
    old, new = pupil(open_browser), pupil(open_browser)
    old.join(code)
    old.watched.expected.append("status of 409")
    own_code = old.own_code()
    old.waits_for("A")
    old.go_offline()
    old.send("A", TWOS_TWICE)
    expect(old.line).to_contain_text(NO_NETWORK, timeout=SLOW)
    new.come_back_with(code, own_code)
    new.answer("A", RIGHT["A"])
    old.come_back()
    both = old.page.get_by_role("alert").filter(has_text="Question A: two answers")
    expect(both).to_contain_text(f"Another device of yours answered {RIGHT['A']}", timeout=SLOW)
    expect(both).to_contain_text(f"This phone has {TWOS_TWICE}.")
    assert old.waiting() == [f"A {TWOS_TWICE}"]
    both.get_by_role("button", name=f"Keep {RIGHT['A']}").tap()
    expect(both).to_have_count(0)
    expect(old.question("A").get_by_label("Points")).to_have_value(RIGHT["A"])
    assert (old.waiting(), old.drafts()) == ([], [])

    # And the other way round: what is sent all the same counts.
    old.go_offline()
    old.send("A", TWOS_TWICE, button="Change the answer")
    expect(old.line).to_contain_text(NO_NETWORK, timeout=SLOW)
    new.answer("A", "23")
    old.come_back()
    expect(both).to_contain_text("Another device of yours answered 23", timeout=SLOW)
    both.get_by_role("button", name=f"Send {TWOS_TWICE}").tap()
    expect(both).to_have_count(0)
    wait_until(old.page, f"async () => (await {WORK}).length === 0")
    assert counted(teacher.results()) == {new.name: {"A": TWOS_TWICE}}


@pytest.mark.nightly
def test_what_is_typed_when_the_teacher_goes_on(open_browser: OpenBrowser, key_code: str) -> None:
    teacher = Teacher(open_browser(**DESKTOP).page())
    code = teacher.begin(key_code, "Live")
    one = pupil(open_browser)
    one.join(code)
    teacher.lead("Begin", "Question 1 of 3: answers are open")
    one.type("A", "2")
    teacher.lead("Reveal the answer", "the answer is shown")
    expect(one.line).to_have_text("Question A is closed; what you typed was not sent.", timeout=SLOW)
    expect(one.question("A")).to_be_focused()
    teacher.lead("Next question", "Question 2 of 3: answers are open")
    one.waits_for("B")
    expect(one.question("B")).to_be_focused()
    assert one.drafts() == []
    one.type("B", "1")
    assert one.drafts() == ["B"]
    one.watched.expected.append("status of 404")
    teacher.delete()
    expect(one.page.locator(".live-page__connection")).to_have_text("The teacher has deleted this class.", timeout=SLOW)
    assert one.drafts() == []


@pytest.mark.nightly
def test_a_device_that_does_not_know_the_seat_any_more(open_browser: OpenBrowser, key_code: str) -> None:
    teacher = Teacher(open_browser(**DESKTOP).page())
    code = teacher.begin(key_code, "Test")
    teacher.lead("Begin", "Open")
    one = pupil(open_browser)
    one.join(code)
    name, own_code = one.name, one.own_code()
    one.watched.context.clear_cookies()
    one.watched.expected += ["status of 400", "status of 404"]
    one.send("A", RIGHT["A"])
    # The page is not for this device any more, and says so itself.
    expect(one.page.get_by_role("heading", name="Not from this device")).to_be_visible(timeout=SLOW)
    assert one.waiting() == [f"A {RIGHT['A']}"]
    one.come_back_with(code, own_code)
    assert one.name == name
    wait_until(one.page, f"async () => (await {WORK}).length === 0")
    expect(one.said("A")).to_contain_text("Your answer is in", timeout=SLOW)
    expect(one.question("A").get_by_label("Points")).to_have_value(RIGHT["A"])


@pytest.mark.nightly
def test_what_waits_of_another_pupil_is_counted_and_not_told(open_browser: OpenBrowser, key_code: str) -> None:
    teacher = Teacher(open_browser(**DESKTOP).page())
    code = teacher.begin(key_code, "Test")
    teacher.lead("Begin", "Open")
    teacher.lead("Pause", "Paused")
    both = pupil(open_browser)
    both.watched.expected += ["status of 409", "status of 404"]
    both.join(code)
    ann = both.name
    both.send("A", "7531")
    expect(both.line).not_to_have_text("", timeout=SLOW)
    both.page.get_by_role("link", name="Question B").tap()
    both.type("B", "8642")
    both.let_another_join()

    both.page.goto(f"/join/{code}")
    both.page.locator("summary", has_text="I am done here").tap()
    form = both.page.locator("form").filter(has=both.page.get_by_role("button", name=f"Forget {ann} on this device"))
    expect(form).to_contain_text("Only this device has: one answer.")
    expect(form).to_contain_text("Typed and not sent: one answer.")
    expect(form.get_by_role("button", name=f"Forget {ann} on this device")).to_be_disabled()
    expect(form.get_by_role("button", name="Lose it, and forget")).to_have_count(0)
    expect(both.page.locator("main")).not_to_contain_text(re.compile("7531|8642"))
    assert both.drafts() == ["B"]

    teacher.delete()
    both.page.goto(f"/join/{code}/2")
    gone = both.page.get_by_role("alert").filter(has_text="This class is not there any more")
    expect(gone).to_contain_text("Not sent: one answer of another pupil at this device", timeout=SLOW)
    expect(both.page.locator("main")).not_to_contain_text("7531")


@pytest.mark.nightly
def test_a_page_of_a_class_that_was_deleted_while_nobody_looked(open_browser: OpenBrowser, key_code: str) -> None:
    teacher = Teacher(open_browser(**DESKTOP).page())
    code = teacher.begin(key_code, "Test")
    teacher.lead("Begin", "Open")
    one = pupil(open_browser)
    one.join(code)
    one.type("A", "3")
    one.go_offline()
    one.send("A", RIGHT["A"])
    expect(one.line).to_contain_text(NO_NETWORK, timeout=SLOW)
    one.page.get_by_role("link", name="Question B").tap()
    one.type("B", "3")
    teacher.delete()
    one.watched.expected.append("status of 404")
    one.page.goto("about:blank")
    one.come_back()
    one.page.goto(f"/join/{code}/1")
    gone = one.page.get_by_role("alert")
    expect(gone).to_contain_text(f"Not sent: A {RIGHT['A']}", timeout=SLOW)
    assert one.drafts() == []
    gone.get_by_role("button", name="Clear it from this phone").tap()
    expect(gone).to_have_count(0)
    assert one.waiting() == []


@pytest.mark.nightly
def test_a_pupil_who_is_done_leaves_nothing_on_the_device(open_browser: OpenBrowser, key_code: str) -> None:
    teacher = Teacher(open_browser(**DESKTOP).page())
    code = teacher.begin(key_code, "Test")
    teacher.lead("Begin", "Open")
    one = pupil(open_browser, keeps_pages=True)
    one.join(code)
    wait_until_installed(one.page)
    one.reload()
    wait_until_kept(one.page, f"/join/{code}/1")
    one.type("A", "3")
    assert one.drafts() == ["A"]

    # While something waits for the teacher to go on, it is not lost by the usual button.
    teacher.lead("Pause", "Paused")
    one.watched.expected.append("status of 409")
    one.page.get_by_role("link", name="Question B").tap()
    one.send("B", RIGHT["B"])
    expect(one.line).not_to_have_text("", timeout=SLOW)
    one.page.locator("summary", has_text="I am done here").tap()
    done = one.page.locator("#done-here")
    forget = done.get_by_role("button", name="Forget me on this device")
    expect(forget).to_be_disabled()
    expect(done).to_contain_text(f"Only this device has: B {RIGHT['B']}.")
    expect(done).to_contain_text("Typed and not sent: A 3.")
    one.page.goto(f"/join/{code}")
    one.page.locator("summary", has_text="I am done here").tap()
    expect(one.page.get_by_role("button", name=re.compile("Forget"))).to_be_disabled()
    assert one.waiting() == [f"B {RIGHT['B']}"]
    one.page.goto(f"/join/{code}/1")
    one.is_ready()
    teacher.lead("Go on", "Open")
    wait_until(one.page, f"async () => (await {WORK}).length === 0")
    one.page.locator("summary", has_text="I am done here").tap()
    expect(done).to_contain_text("Typed and not sent: A 3.")
    expect(done).not_to_contain_text("Only this device has")
    expect(forget).to_be_disabled()
    one.answer("A", "3")  # what is typed there now is what the server has
    expect(forget).to_be_enabled()
    expect(done).not_to_contain_text("not sent")

    # To lose it takes another button.
    teacher.lead("Pause", "Paused")
    one.page.get_by_role("link", name="Question C").tap()
    one.send("C", RIGHT["C"])
    done.get_by_role("button", name="Lose it, and forget").tap()
    expect(one.page.locator("[data-forgotten]")).to_be_visible()
    wait_until(one.page, f"() => caches.match('/join/{code}/1').then((found) => found === undefined)")
    assert (one.drafts(), one.waiting()) == ([], [])
    expect(one.page.locator("#not-sent")).to_have_count(0)


@pytest.mark.nightly
def test_questions_that_were_put_in_anew_are_followed_and_the_old_ones_no_more(
    open_browser: OpenBrowser, key_code: str
) -> None:
    teacher = Teacher(open_browser(**DESKTOP).page())
    code = teacher.begin(key_code, "Test")
    teacher.lead("Begin", "Open")
    one = pupil(open_browser)
    one.join(code)
    one.page.evaluate(PUT_IN_ANEW)
    one.is_ready()
    one.page.evaluate("() => { location.hash = '#q-B'; }")
    one.waits_for("B")
    assert one.page.evaluate("() => before.querySelector('#q-A').hidden") is False
    assert one.page.evaluate("() => before.querySelector('#q-B').hidden") is True


@pytest.mark.nightly
def test_boxes_of_columns_have_room_for_a_minus_and_three_digits(
    open_browser: OpenBrowser, server: RunningServer
) -> None:
    teacher = Teacher(open_browser(**DESKTOP).page())
    code = teacher.begin(columns_of_nine_cards(server), "Test")
    teacher.lead("Begin", "Open")
    one = pupil(open_browser)
    one.join(code)
    boxes = one.page.locator(".exercise__fields--columns-3 .signed-number[data-ready]")
    expect(boxes.nth(3)).to_be_visible()  # three columns and the sum, if not a square as well
    for width in (320, 360):
        one.page.set_viewport_size({"width": width, "height": 740})
        for box in boxes.all():
            assert box.locator("input").evaluate(ROOM) >= 0
            sign = box.locator("button").bounding_box()
            assert sign is not None
            assert min(sign["width"], sign["height"]) >= 44
