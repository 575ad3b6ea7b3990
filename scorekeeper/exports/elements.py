"""Writing XML, HTML and zip files, with all texts escaped."""

import re
import zipfile
from collections.abc import Iterable, Mapping
from io import BytesIO
from typing import TypeAlias
from xml.etree.ElementTree import Element, indent, tostring

Content: TypeAlias = Element | str

_THE_SAME_DAY_FOR_EVER = (1980, 1, 1, 0, 0, 0)

# Characters that XML 1.0 or UTF-8 cannot hold.
_UNWRITABLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def one_line(text: str) -> str:
    """A text on one line, with unwritable characters replaced.

    >>> one_line("two  twos\\n\\x00cancel")
    'two twos \N{REPLACEMENT CHARACTER}cancel'
    """
    return " ".join(_UNWRITABLE.sub("\N{REPLACEMENT CHARACTER}", text).split())


def element(tag: str, *content: Content | Iterable[Content], **attributes: str) -> Element:
    """An element with its texts and elements in order. Texts are plain; the writer escapes them.

    In attribute names `_` becomes `-`; a trailing one, as in `class_`, is dropped.
    """
    made = Element(tag, {_name(name): one_line(value) for name, value in attributes.items()})
    for part in content:
        for one in [part] if isinstance(part, Element | str) else part:
            if isinstance(one, Element):
                made.append(one)
            elif len(made):
                made[-1].tail = (made[-1].tail or "") + one_line(one)
            else:
                made.text = (made.text or "") + one_line(one)
    return made


def _name(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


def paragraphs(*texts: str) -> list[Element]:
    """A paragraph for each text that is not empty."""
    return [element("p", text) for text in texts if text]


def html(elements: Iterable[Element]) -> str:
    """Elements as HTML on one line, for formats that carry it as text."""
    return "".join(tostring(one, encoding="unicode", method="html") for one in elements)


def document(root: Element) -> bytes:
    """A complete XML file in UTF-8, with one element per line for people."""
    indent(root)
    written: bytes = tostring(root, encoding="utf-8", xml_declaration=True)
    return written + b"\n"


def zipped(files: Mapping[str, bytes]) -> bytes:
    """A zip file of these files in order; the same files give the same bytes."""
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in files.items():
            info = zipfile.ZipInfo(name, _THE_SAME_DAY_FOR_EVER)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 3
            info.external_attr = 0o644 << 16
            archive.writestr(info, content)
    return packed.getvalue()


def manifest(
    namespace: str, identifier: str, schema: tuple[str, str], resources: Iterable[tuple[str, str, Iterable[str]]]
) -> bytes:
    """The ``imsmanifest.xml`` of a package. A resource is a type, a file name, and the names it depends on.

    ``schema`` is a name and a version. A resource's id comes from its file name.
    """
    listed = [
        element(
            "resource",
            element("file", href=name),
            (element("dependency", identifierref=_resource(other)) for other in needed),
            identifier=_resource(name),
            type=kind,
            href=name,
        )
        for kind, name, needed in resources
    ]
    about = element("metadata", element("schema", schema[0]), element("schemaversion", schema[1]))
    whole = [about, element("organizations"), element("resources", listed)]
    return document(element("manifest", whole, xmlns=namespace, identifier=identifier))


def _resource(name: str) -> str:
    return "r-" + name.removesuffix(".xml").replace("/", "-")
