"""Building parts of a page, and bringing what a page shows up to date without taking anything from under a finger."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

pytestmark = pytest.mark.browser


@pytest.fixture
def built(desktop: Page, server: Any) -> Page:
    """A page whose `h` and `show` are those of the app, with an empty place to build in."""
    desktop.goto(f"{server.url}/houses")
    desktop.evaluate(
        """async () => {
            const app = document.querySelector('script[src$="js/app.js"]').src;
            for (const module of ['build', 'own-markup']) {
                Object.assign(window, await import(new URL(`elements/${module}.js`, app)));
            }
            window.place = document.querySelector('main');
        }"""
    )
    return desktop


ELEMENTS = [
    ("h('p')", "<p></p>"),
    ("h('p', null, 'a', 1, null, false, '', undefined, 'b')", "<p>a1b</p>"),
    ("h('p', {}, '<b>Bo</b>')", "<p>&lt;b&gt;Bo&lt;/b&gt;</p>"),
    ("h('p', {class: ['a', false, null, 'b']})", '<p class="a b"></p>'),
    ("h('p', {class: [false]})", "<p></p>"),
    ("h('td', {hidden: true, id: null, title: 0})", '<td hidden="" title="0"></td>'),
    ("h('a', {aria: {label: 'Bo', current: true, busy: null}})", '<a aria-label="Bo" aria-current="true"></a>'),
    ("h('p', {dataset: {player: 3, hole: null}})", '<p data-player="3"></p>'),
    ("h('ul', {}, [1, 2].map((n) => h('li', {}, n)))", "<ul><li>1</li><li>2</li></ul>"),
]


def test_an_element_is_made_of(built: Page) -> None:
    # On one page, for each costs a second.
    for made, html in ELEMENTS:
        assert built.evaluate(f"{made}.outerHTML") == html, made


def test_listeners_listen(built: Page) -> None:
    assert built.evaluate("(() => { let n = 0; h('button', {onclick: () => (n += 1)}).click(); return n; })()") == 1


@pytest.mark.parametrize(
    ("before", "children", "changed", "after"),
    [
        ("", "", False, ""),
        ("\n <p>a</p>\n ", "h('p', {}, 'a')", False, "<p>a</p>"),
        ("<p>\n 15 \n</p>", "h('p', {}, '15')", False, "<p>15</p>"),
        ("<p>a</p>", "h('p', {}, 'b')", True, "<p>b</p>"),
        ("<p>a</p>", "", True, ""),
        ("", "[h('p'), 'text']", True, "<p></p>text"),
        ('<p class="x" title="y">a</p>', "h('p', {class: 'z'}, 'a')", True, '<p class="z">a</p>'),
        ('<p class="">a</p>', "h('p', {}, 'a')", False, None),
        ('<p class=" x">a</p>', "h('p', {class: 'x'}, 'a')", False, None),
        ("<p>a</p><p>b</p>", "h('p', {}, 'b')", True, "<p>b</p>"),
        ("<p>a</p>", "h('div', {}, 'a')", True, "<div>a</div>"),
        ("a <b>1</b> c", "['a ', h('b', {}, '1'), ' c']", False, "a <b>1</b> c"),
        ("a <b>1</b> c", "['a ', h('b', {}, '1')]", True, "a <b>1</b>"),
        ("a  b", "'a b'", False, None),
    ],
)
def test_a_place_is_brought_up_to_date(
    before: str, children: str, changed: bool, after: str | None, built: Page
) -> None:
    built.evaluate("(html) => showOwn(place, html)", before)
    assert built.evaluate(f"show(place, [{children}].flat())") is changed
    assert built.evaluate("place.innerHTML") == (before if after is None else after)


def test_what_has_an_id_is_the_same_element_wherever_it_stands(built: Page) -> None:
    built.evaluate("showOwn(place, '<p id=a>1</p><p id=b>2</p>')")
    built.evaluate("window.b = document.getElementById('b')")
    assert built.evaluate("show(place, h('p', {id: 'n'}, '0'), h('p', {id: 'b'}, '3'))")
    assert built.evaluate("place.innerHTML") == '<p id="n">0</p><p id="b">3</p>'
    assert built.evaluate("document.getElementById('b') === b")


def test_focus_and_scrolling_stay(built: Page) -> None:
    rows = "Array.from({length: 200}, (_, n) => h('li', {}, h('a', {href: '#'}, n === 150 ? said : n)))"
    built.evaluate(f"(said) => {{ show(place, h('ol', {{}}, {rows})); }}", "before")
    built.evaluate("place.querySelectorAll('a')[150].focus()")
    scrolled = built.evaluate("document.scrollingElement.scrollTop")
    assert scrolled > 0
    assert built.evaluate(f"(said) => show(place, h('ol', {{}}, {rows}))", "after")
    assert built.evaluate("document.activeElement.textContent") == "after"
    assert built.evaluate("document.scrollingElement.scrollTop") == scrolled
