"""References of payments (OCR numbers): digits of which the last checks the others."""

import re
from collections.abc import Iterator

_DIGITS = re.compile(r"\d(?:[ \xa0]?\d)+", re.ASCII)


def reference(number: int) -> str:
    """The number with its check digit behind it (Luhn, modulus 10): 1001 gives `10017`."""
    return f"{number}{_check_digit(str(number))}"


def _check_digit(digits: str) -> int:
    doubled = (2 * int(digit) for digit in digits[::-2])
    total = sum(sum(divmod(value, 10)) for value in doubled) + sum(map(int, digits[-2::-2]))
    return -total % 10


def references(text: str) -> Iterator[str]:
    """Every number in a text that ends with its check digit, whether written with spaces or not."""
    for found in _DIGITS.finditer(text):
        for digits in dict.fromkeys((re.sub(r"\D", "", found[0]), *found[0].split())):
            if len(digits) > 1 and digits == f"{digits[:-1]}{_check_digit(digits[:-1])}":
                yield digits
