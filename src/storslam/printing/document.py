"""From values to PDF: the data travel to the template as JSON, so that text is never markup."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

import typst

from storslam.translation import translator

_TEMPLATES = Path(__file__).parent / "templates"


@dataclass(frozen=True, slots=True)
class Head:
    """What stands above and below a document.

    `subtitle` says where and when; `foot` of which version of the event it is.
    """

    title: str
    subtitle: str = ""
    foot: str = ""


def document(
    template: str,
    head: Head,
    data: Mapping[str, object],
    words: tuple[str, ...],
    lang: str,
    *,
    tagged: bool = True,
) -> bytes:
    """The PDF of a template, with its data and with these words in the reader's language.

    `tagged`: with the structure that screen readers use.
    """
    say = translator(lang)
    spoken = {word: say(word) for word in words}
    content = {**asdict(head), **data, "lang": lang, "words": spoken}
    pdf: bytes = typst.compile(
        _TEMPLATES / f"{template}.typ",
        root=_TEMPLATES,
        sys_inputs={"data": json.dumps(content, ensure_ascii=False)},
        ignore_system_fonts=True,
        pdf_tags=tagged,
    )
    return pdf
