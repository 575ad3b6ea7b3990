"""The pictures of the README: `make pictures` takes them, and tests/browser/test_pictures.py reads their words again.

Beside each picture lies a text file with the words of its page. Nothing in them is random or tells the time: codes,
names and the host of the class are always the same.
"""

from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from uuid import uuid4

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from scorekeeper import houses
from scorekeeper.rules import parse_layout
from scorekeeper.school.classes.class_session import Pace
from scorekeeper.school.classes.kept_classes import start_class
from scorekeeper.school.classes.seats import join_class, keep_work
from scorekeeper.school.exercises.attempt import Done
from scorekeeper.school.exercises.kept_sets import create_set_of_layouts
from scorekeeper.store.opening import open_store
from scorekeeper.store.writes import Write
from tests.browser.conftest import PHONE, OpenBrowser
from tests.browser.lessons import SLOW, Student
from tests.browser.playing import NAMES, Table
from tests.browser.seeding import begin_game, confirm_hole, send
from tests.serving import TREE, RunningServer

FOLDER = TREE / "docs" / "pictures"
ICONS = TREE / "static" / "icons"
"""Where the pictures lie that a phone shows before it installs the app (web/offline.py); they are smaller."""

SHOWN_BY_PHONES = {"screen-narrow", "screen-wide"}

HOLES = (
    (("5 * 7 / 5 Q 9", "K K A / K 3 2", "9 8 Q / 7 5 4", "4 J 2 / 4 J A"), "1"),
    (("K K K / 3 4 5", "2 K 3 / 4 5 6", "9 9 9 / 9 J 10", "A A 6 / 7 K 3"), "nobody"),
    (("A 8 * / 7 8 2", "5 K J / Q 6 A", "3 3 4 / 6 10 4", "K 2 9 / 4 K 9"), "3"),
)
"""Everybody's cards on the first holes, and the number of the player who ended each."""
FOURTH = ("6 Q 2 / 6 3 K", "* 4 8 / A 4 10", "5 * 7 / 5 Q 3")

HOST, CODE = "golf.school.example", "W26PCA"
HANDS = ("2 5 Q / 2 5 9", "7 A 2 / 7 3 J", "4 4 8 / 10 6 8")
TWOS_TWICE = "15"
"""Of the first hand, where a pair of twos is worth −4. No other misread leads there."""
STUDENTS = {
    "Bold Birdie": ("15", "12", "40"),
    "Calm Queen": ("15", "16", "24"),
    "Lucky Seven": ("19", "12", "24"),
    "Merry Putter": ("15", "22", "40"),
    "Quick Caddie": ("19", "16", "24"),
    "Sunny Eagle": ("19", "12", "24"),
    "Witty Deuce": ("15", "12"),
}
"""What they answered. The eighth is the phone that is seen."""
PLAYER = "Brave King"

Take = Callable[[Page, str], None]
"""What is done with a page that stands as its picture of that name should show it."""


DRAWING = ":is(hole-entry, score-card, this-phone, live-page, class-work):not([data-ready])"


def words(page: Page) -> str:
    """What can be read on a page, once its scripts have drawn it; a line is one, however the window breaks it."""
    expect(page.locator(DRAWING)).to_have_count(0)
    lines = page.evaluate("document.body.innerText").splitlines()
    return "".join(f"{' '.join(line.split())}\n" for line in lines if line.strip())


def text_of(name: str) -> Path:
    return FOLDER / f"{name}.txt"


@pytest.fixture
def take() -> Take:
    """Take the picture, and write down its words."""

    def both(page: Page, name: str) -> None:
        text_of(name).write_text(words(page), encoding="utf-8")
        page.evaluate("document.activeElement?.blur()")
        if name in SHOWN_BY_PHONES:
            whole = Image.open(BytesIO(page.screenshot(animations="disabled"))).convert("RGB")
            whole.quantize(160, dither=Image.Dither.NONE).save(ICONS / f"{name}.png", optimize=True)
        else:
            page.screenshot(path=FOLDER / f"{name}.png", animations="disabled")

    return both


@pytest.fixture(scope="module")
def server_of_the_worker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server behind a proxy, so that a page can be asked for by the name of a school."""
    with RunningServer(tmp_path_factory.mktemp("pictures") / "games", SCOREKEEPER_PROXIES="1") as running:
        yield running


def test_pictures_of_a_table(phone: Page, server: RunningServer, take: Take) -> None:
    game = begin_game(phone, "penalty", NAMES, readings={"decks-at-four": "two"})
    for number, (hands, ender) in enumerate(HOLES, start=1):
        confirm_hole(phone, game, number, hands, ender)
    phone.goto(f"{game}/hole/4")
    table = Table(phone, server.url)
    table.wait_for_entry()
    for hand in FOURTH[:2]:
        table.tap_layout(hand)
    for card in FOURTH[2].replace("/", " ").split()[:5]:
        table.tap(f'.keypad button[data-key="{card}"]')
    expect(phone.locator(".keypad[data-resting]")).to_have_count(0)
    take(phone, "entering")
    take(phone, "screen-narrow")
    phone.goto(game)
    take(phone, "scorecard")
    phone.emulate_media(color_scheme="dark")
    phone.goto(f"{game}/hole/3/worked")
    take(phone, "worked-out")


def test_picture_of_a_big_screen(open_browser: OpenBrowser, take: Take) -> None:
    page = open_browser(viewport={"width": 1280, "height": 720}).page()
    game = begin_game(page, "penalty", NAMES, readings={"decks-at-four": "two"})
    for number, (hands, ender) in enumerate(HOLES, start=1):
        confirm_hole(page, game, number, hands, ender)
    page.goto(f"{game}/screen")
    take(page, "screen-wide")


def test_moving_picture_of_a_hole(phone: Page, server: RunningServer) -> None:
    """Four hands, tap by tap, to the confirmed hole: a picture that a README shows, under 1 MB."""
    game = begin_game(phone, "two-joker", NAMES)
    phone.goto(f"{game}/hole/1")
    table = Table(phone, server.url)
    table.wait_for_entry()
    frames = [(seen(phone), 800)]
    for hand in HOLES[0][0]:
        *cards, last = hand.replace("/", " ").split()
        for card in cards:
            table.tap(f'.keypad button[data-key="{card}"]')
            frames.append((seen(phone), 160))
        table.tap(f'.keypad button[data-key="{last}"]')
        frames.append((seen(phone), 500))
    table.confirm()
    phone.goto(game)
    frames.append((seen(phone), 3000))
    path = FOLDER / "a-hole.gif"
    both = Image.new("RGB", (720, 740))
    for place, (image, _) in enumerate((frames[len(frames) // 2], frames[-1])):
        both.paste(image, (360 * place, 0))
    # One palette for all, so that a frame holds only what has changed.
    palette = both.quantize(128, dither=Image.Dither.NONE)
    first, *rest = (image.quantize(palette=palette, dither=Image.Dither.NONE) for image, _ in frames)
    first.save(path, save_all=True, append_images=rest, duration=[time for _, time in frames], loop=0, optimize=True)
    assert path.stat().st_size < 1_000_000


def seen(page: Page) -> Image.Image:
    """What the window shows, half as large."""
    page.evaluate("document.activeElement?.blur()")
    expect(page.locator(DRAWING)).to_have_count(0)
    whole = Image.open(BytesIO(page.screenshot(animations="disabled"))).convert("RGB")
    return whole.resize((360, 740), Image.Resampling.LANCZOS)


def test_pictures_of_a_class(open_browser: OpenBrowser, server: RunningServer, take: Take) -> None:
    key = begin_class(server.instance)
    watched = open_browser(**PHONE)
    student = Student(watched, watched.page())
    student.page.goto("/")
    send(student.page, f"/join/{CODE}", name=PLAYER, seat="s" * 32)
    student.page.goto(f"/join/{CODE}/{len(STUDENTS) + 1}")
    student.is_ready()
    student.send("A", TWOS_TWICE, button="Check")
    expect(student.said("A")).to_contain_text(TWOS_TWICE, timeout=SLOW)
    student.page.locator("#places").evaluate("places => scrollBy(0, places.getBoundingClientRect().top - 16)")
    take(student.page, "practicing")
    wall = {"viewport": {"width": 1280, "height": 730}}
    teacher = open_browser(**wall, extra_http_headers={"X-Forwarded-Host": HOST}).page()
    teacher.goto(f"/class/{key}")
    take(teacher, "board")


def begin_class(instance: Path) -> str:
    """A class that has begun, with everybody's answers but those of the phone. Returns the teacher's key."""
    house = houses.get("worksheet")

    def new_write() -> Write:
        return Write(uuid4().hex, "a desk", datetime.now(UTC))

    with closing(open_store(instance / "scorekeeper.sqlite3")) as store:
        kept_set = create_set_of_layouts(store, house, new_write(), [parse_layout(hand, house) for hand in HANDS])
        begun = start_class(store, kept_set, new_write(), pace=Pace.PRACTICE, at_once=True)
        with store.write() as database:
            database.execute("UPDATE classes SET code = ? WHERE id = ?", [CODE, begun.id])
        for name, answers in STUDENTS.items():
            _, seat = join_class(store, CODE, name, name, datetime.now(UTC))
            for place, points in enumerate(answers):
                keep_work(store, CODE, seat.number, name, Done(place, "answer", {"points": points}), uuid4().hex)
        return begun.key
