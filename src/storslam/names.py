"""Names sorted the Swedish way and found without regard to case, the same on every database."""

import unicodedata

_LAST = str.maketrans({"å": "{", "ä": "|", "æ": "|", "ö": "}", "ø": "}", "ü": "y"})

_PLAIN = str.maketrans("åäæöøü", "aaaoou")


def folded(name: str) -> str:
    """The name without case and without accents, but with the Swedish letters kept."""
    text = unicodedata.normalize("NFC", unicodedata.normalize("NFKC", name).casefold())
    return "".join(letter if letter in "åäöæøü" else _base(letter) for letter in text)


def _base(letter: str) -> str:
    first = unicodedata.normalize("NFKD", letter)[0]
    return "" if unicodedata.combining(first) else first


def sort_key(name: str) -> bytes:
    """Bytes that sort as Swedish does: å, ä, ö last, accents and case ignored."""
    return folded(name).translate(_LAST).encode()


def searched(name: str) -> str:
    """The name as a search compares it: also without the dots and rings of å, ä and ö."""
    return folded(name).translate(_PLAIN)
