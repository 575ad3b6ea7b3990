"""What a page lets its reader send: its forms as a browser would send them, and where its links lead."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urljoin, urlsplit

from lxml import html

Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Asked:
    """A request that a page offers."""

    path: str
    query: Pairs = ()
    method: str = "GET"
    fields: Pairs = ()
    files: frozenset[str] = frozenset()  # names of fields that take a file


def asked_of(page: str, address: str) -> Iterator[Asked]:
    """Every form and every link of a page of ours."""
    root = html.fromstring(page)
    for form in root.iter("form"):
        controls = [*form.xpath(".//*[@name][not(@form)]"), *root.xpath("//*[@name][@form=$id]", id=form.get("id", ""))]
        # Whether a box is ticked and which button is pressed is left to chance: all of them are offered.
        fields = tuple((one.get("name"), _value(one)) for one in controls)
        split = urlsplit(urljoin(address, form.get("action") or address))
        if form.get("method", "get").upper() == "GET":
            yield Asked(split.path, fields)
        else:
            files = frozenset(one.get("name") for one in controls if one.get("type") == "file")
            yield Asked(split.path, _pairs(split.query), form.get("method").upper(), fields, files)
    for link in root.xpath("//a/@href"):
        split = urlsplit(urljoin(address, str(link)))
        if not split.netloc or split.netloc == urlsplit(address).netloc:
            yield Asked(split.path, _pairs(split.query))


def _pairs(query: str) -> Pairs:
    return tuple(parse_qsl(query, keep_blank_values=True))


def _value(control: Any) -> str:
    if control.tag == "select":
        chosen = control.xpath(".//option[@selected]/@value") or control.xpath(".//option/@value")
        return str(chosen[0]) if chosen else ""
    if control.tag == "textarea":
        return (control.text or "").strip("\n")
    return str(control.get("value", "on" if control.get("type") == "checkbox" else ""))
