"""The pictures of the README, taken by `make pictures` while somebody plays, practises and teaches."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenBrowser
from tests.browser.lessons import SLOW, TWOS_TWICE, Teacher, pupil, three_hands
from tests.browser.playing import Table
from tests.serving import TREE, RunningServer

FOLDER = TREE / "docs" / "pictures"

HOLES = (
    (("5 * 7 / 5 Q 9", "K K A / K 3 2", "9 8 Q / 7 5 4", "4 J 2 / 4 J A"), "Ann"),
    (("K K K / 3 4 5", "2 K 3 / 4 5 6", "9 9 9 / 9 J 10", "A A 6 / 7 K 3"), "Nobody"),
    (("A 8 * / 7 8 2", "5 K J / Q 6 A", "3 3 4 / 6 10 4", "K 2 9 / 4 K 9"), "Cy"),
)
FOURTH = ("6 Q 2 / 6 3 K", "* 4 8 / A 4 10", "5 * 7 / 5 Q 3")


def take(page: Page, name: str) -> None:
    """Take a picture of what a page shows now."""
    page.evaluate("document.activeElement?.blur()")
    page.screenshot(path=FOLDER / f"{name}.png", animations="disabled")


def test_a_table(phone: Page, server: RunningServer) -> None:
    table = Table(phone, server.url)
    table.begin("penalty", readings={"decks-at-four": "two"})
    for number, (hands, ender) in enumerate(HOLES, start=1):
        table.play_hole(number, hands, ender)
    phone.goto(f"{table.game}/hole/4")
    table.wait_for_entry()
    for hand in FOURTH[:2]:
        table.tap_layout(hand)
    for card in FOURTH[2].replace("/", " ").split()[:5]:
        table.tap(f'.keypad button[data-key="{card}"]')
    expect(phone.locator(".keypad[data-resting]")).to_have_count(0)
    take(phone, "entering")
    phone.goto(table.game)
    expect(phone.locator("table.card-table")).to_be_visible()
    take(phone, "scorecard")
    phone.emulate_media(color_scheme="dark")
    phone.goto(f"{table.game}/hole/3/worked")
    take(phone, "worked-out")


def test_a_class(open_browser: OpenBrowser, server: RunningServer) -> None:
    teacher = Teacher(open_browser(viewport={"width": 1280, "height": 800}).page())
    code = teacher.begin(three_hands(server), "Practice")
    pupils = [pupil(open_browser) for _ in range(5)]
    teacher.lead("Begin", "Open")
    for place, one in enumerate(pupils):
        one.join(code)
        one.send("A", TWOS_TWICE if place < 3 else "24", button="Check")
        expect(one.said("A")).to_contain_text("Right" if place > 2 else "pair of twos", timeout=SLOW)
    one = pupils[0]
    one.said("A").scroll_into_view_if_needed()
    take(one.page, "practising")
    expect(teacher.page.get_by_role("row", name="Right 2")).to_be_visible(timeout=SLOW)
    take(teacher.page, "board")
