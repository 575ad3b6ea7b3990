"""A file of any program is read, or refused with what it is and what to do about it."""

import io
import tomllib
import zipfile

import pytest

from scorekeeper import houses
from scorekeeper.houses.file_text import NoText, text_of
from scorekeeper.houses.loading import check, read_toml
from tests.houses.good import FILE, GOOD

TEXT = 'name = "Zoë’s – Größe"\nvalues = 2\n'

READ = {
    "UTF-8": TEXT.encode(),
    "UTF-8 with a mark": TEXT.encode("utf-8-sig"),
    "UTF-8 with a mark twice": b"\xef\xbb\xbf" + TEXT.encode("utf-8-sig"),
    "UTF-16 as Notepad writes it": TEXT.encode("utf-16"),
    "UTF-16, the other way about": b"\xfe\xff" + TEXT.encode("utf-16-be"),
    "UTF-16 without a mark": TEXT.encode("utf-16-le"),
    "UTF-16 without a mark, the other way about": TEXT.encode("utf-16-be"),
    "UTF-32": TEXT.encode("utf-32"),
    "Windows-1252": TEXT.encode("cp1252"),
    "line ends of Windows": TEXT.replace("\n", "\r\n").encode(),
    "line ends of an old Mac": TEXT.replace("\n", "\r").encode(),
    "a file that was filled up with zeros": TEXT.encode() + b"\0" * 512,
    "the end sign of DOS": TEXT.encode() + b"\x1a",
}


@pytest.mark.parametrize("content", READ.values(), ids=list(READ))
def test_a_text_is_read_whatever_program_wrote_it(content: bytes) -> None:
    assert text_of(content) == TEXT


def zipped(*names: str) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name in names:
            archive.writestr(name, "application/vnd.oasis.opendocument.text" if name == "mimetype" else "...")
    return packed.getvalue()


REFUSED = {
    "an empty file": (b"", "This file is empty."),
    "blanks": (b" \r\n\t ", "This file is empty."),
    "a mark alone": (b"\xff\xfe", "This file is empty."),
    "zeros, as after a power cut": (b"\0" * 4096, "This file is empty."),
    "a Word document": (zipped("[Content_Types].xml", "word/document.xml"), "a Word document. Save it as plain text"),
    "an Excel workbook": (zipped("_rels/.rels", "xl/workbook.xml"), "an Excel workbook. Save it as plain text"),
    "a document of LibreOffice": (zipped("mimetype", "content.xml"), "a document from an office program (ODT)"),
    "a zip archive": (zipped("golf.json"), "a zip archive. Unpack it"),
    "an old Office document": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "an Office document"),
    "rich text": (rb"{\rtf1\ansi key = 1}", "a document with formatting (RTF)"),
    "a PDF": (b"%PDF-1.7\n%\xe2\xe3", "a PDF"),
    "a picture": (b"\x89PNG\r\n\x1a\n\0\0", "a picture"),
    "a drawing": (b'<svg xmlns="http://www.w3.org/2000/svg">', "a picture"),
    "a page that was saved": (b"<!DOCTYPE html>\n<html><body>{}</body></html>", "a web page"),
    "a page in UTF-16": ("\n <html>".encode("utf-16"), "a web page"),
    "XML": (b'<?xml version="1.0"?><golf/>', "from another program (XML)"),
    "all games of a server": (b"SQLite format 3\0" + b"\0" * 84, "`scorekeeper restore`"),
    "something packed": (b"\x1f\x8b\x08\0", "a packed file. Unpack it"),
    "zeros in the middle": (b"key = 1\0\0\0values = 2, and so on", "This isn’t a text file."),
    "letters of an old Mac": ("name = Zoë".encode("mac-roman"), "as UTF-8"),
    "letters of DOS": ("name = Jörg".encode("cp850"), "as UTF-8"),
    "letters of another alphabet": ("name = Привет".encode("cp1251"), "as UTF-8"),
    "UTF-16 with half a sign": (b"\xff\xfe" + b"a\0" * 9 + b"\x00\xd8a\0", "This file is damaged."),
}


@pytest.mark.parametrize(("content", "said"), REFUSED.values(), ids=list(REFUSED))
def test_what_is_no_text_is_named_with_what_to_do(content: bytes, said: str) -> None:
    with pytest.raises(NoText) as refused:
        text_of(content)
    assert said in refused.value.message


def test_a_text_that_was_cut_within_a_sign_is_read_as_far_as_it_goes() -> None:
    assert text_of("name = é".encode()[:-1]) == "name = "
    assert text_of("name = é".encode("utf-16")[:-1]) == "name = "


# --- what an editor did to a house file -------------------------------------------------------------------------------

EDITED = {
    "typographic quotes": lambda text: text.replace(' "', " “").replace('"', "”"),
    "German quotes": lambda text: text.replace(' "', " „").replace('"', "“"),
    "blanks that do not break": lambda text: text.replace(" = ", "\u00a0=\u00a0"),
    "long dashes for numbers below 0": lambda text: text.replace("= -", "= –"),
    "a long dash in a key": lambda text: text.replace('"two-joker"', '"two–joker"'),
    "a comma at the end of a line": lambda text: text.replace("rows = 2", "rows = 2,"),
    "a comma at the end of a table": lambda text: text.replace(" }", ", }"),
}


@pytest.mark.parametrize("edit", EDITED.values(), ids=list(EDITED))
def test_a_house_file_is_read_as_an_editor_left_it(edit: object) -> None:
    assert callable(edit)
    edited = edit(GOOD)
    assert edited != GOOD
    assert check(edited, FILE) == houses.parse(GOOD, FILE)


def test_long_dashes_everywhere_change_no_rule() -> None:
    house, good = check(GOOD.replace("-", "–"), FILE), houses.parse(GOOD, FILE)
    assert (house.key, house.values, house.cancelling) == (good.key, good.values, good.cancelling)
    assert [option.key for option in house.options] == [option.key for option in good.options]


def test_typographic_quotes_within_a_text_stay() -> None:
    assert read_toml("a = “he said \\”so\\”, twice”", FILE) == {"a": 'he said "so", twice'}
    text = "why = “They say “in” – and \"out\".”\nname = ‘Ann’s’\nplain = 'it’s “so”' # a “remark”\n"
    assert read_toml(text, FILE) == {
        "why": 'They say “in” – and "out".',
        "name": "Ann’s",
        "plain": "it’s “so”",
    }
    assert tomllib.loads('a = "“x”, – y"')["a"] == read_toml('a = "“x”, – y"', FILE)["a"]
