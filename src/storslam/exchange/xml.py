"""XML that remembers where each element stood and believes nothing of what it is told."""

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.sax import SAXParseException
from xml.sax.handler import ContentHandler
from xml.sax.xmlreader import AttributesImpl, Locator

from defusedxml import DefusedXmlException, sax

from storslam.errors import FileFault, StorslamError
from storslam.exchange.text import decode

_DECLARATION = re.compile(r"\s*<\?xml\b[^>]*\?>")
_MAX_DEPTH = 40


@dataclass(slots=True)
class Element:
    """An element with its text, its children and its place in the file (from 1).

    `tag` is the local name, whatever namespace it is in.
    """

    tag: str
    attributes: dict[str, str]
    line: int
    column: int
    text: str = ""
    children: list["Element"] = field(default_factory=list)

    def all(self, tag: str) -> Iterator["Element"]:
        """The direct children of this tag."""
        return (child for child in self.children if child.tag == tag)

    def find(self, *path: str) -> "Element | None":
        """The first element down this path of tags, or None."""
        here: Element | None = self
        for tag in path:
            here = next(here.all(tag), None) if here else None
        return here

    def __getitem__(self, tag: str) -> str:
        """The text of the first child of this tag; empty when it is not there."""
        child = self.find(tag)
        return child.text.strip() if child else ""

    def descendants(self, tag: str) -> Iterator["Element"]:
        """Every element of this tag below, in the order of the file."""
        for child in self.children:
            if child.tag == tag:
                yield child
            yield from child.descendants(tag)

    def fault(self, error: StorslamError) -> FileFault:
        """This error as the fault of this element."""
        return FileFault.of(error, line=self.line, column=self.column)


class _Builder(ContentHandler):
    def __init__(self) -> None:
        super().__init__()
        self.root = Element("", {}, 1, 1)
        self._open = [self.root]
        self._text: list[str] = []
        self._locator: Locator | None = None

    def setDocumentLocator(self, locator: Locator) -> None:  # noqa: N802 (the library's name)
        self._locator = locator

    def place(self) -> tuple[int, int]:
        """Line and column where the parser is, from 1."""
        assert self._locator is not None  # noqa: S101 (the parser sets it first)
        return self._locator.getLineNumber() or 0, (self._locator.getColumnNumber() or 0) + 1

    def startElement(self, name: str, attrs: AttributesImpl) -> None:  # noqa: N802
        line, column = self.place()
        if len(self._open) > _MAX_DEPTH:
            raise FileFault("the elements are nested too deep", line=line, column=column)
        element = Element(name.rpartition(":")[2], dict(attrs.items()), line, column)
        self._open[-1].children.append(element)
        self._open.append(element)
        self._text.clear()

    def characters(self, content: str) -> None:
        self._text.append(content)

    def endElement(self, name: str) -> None:  # noqa: N802, ARG002
        element = self._open.pop()
        if not element.children:
            element.text = "".join(self._text)
        self._text.clear()


def parse(data: bytes) -> Element:
    """The root element of the document, in UTF-8 or Windows-1252 whatever its heading claims.

    Entities that the document declares itself are refused, and nothing outside it is fetched.
    """
    text = decode(data)
    if found := _DECLARATION.match(text):
        text = re.sub(r"[^\n]", " ", found[0]) + text[found.end() :]
    builder = _Builder()
    try:
        # An external DTD may be named (USEBIO files do); the parser never fetches it.
        sax.parse(io.BytesIO(text.encode()), builder, forbid_external=False)
    except SAXParseException as error:
        raise FileFault(
            "this is not well-formed XML (%(reason)s)",
            line=error.getLineNumber() or 0,
            column=(error.getColumnNumber() or 0) + 1,
            reason=error.getMessage(),
        ) from error
    except DefusedXmlException as error:
        line, column = builder.place()
        raise FileFault(
            "the XML declares entities, which no results need", line=line, column=column
        ) from error
    return builder.root.children[0]
