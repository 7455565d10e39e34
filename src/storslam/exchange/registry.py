"""The registry of players, as CSV or a workbook: a line a player, columns by heading.

`medlemsnummer` and `namn` (or `förnamn` and `efternamn`) must be there. Every other column of
`FIELDS` may be; columns that no rule needs are not kept. What is empty is not known.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import TypeVar

from storslam.errors import FileFault, StorslamError
from storslam.exchange.faults import Check, LineFault, SheetFaults
from storslam.exchange.sheet import Cells, read_headings, read_rows
from storslam.exchange.sound import MAX_NAME, showable
from storslam.exchange.text import parse_day, parse_number
from storslam.rulebook.edition import edition
from storslam.rulebook.records import District

__all__ = [
    "LineFault",
    "RegistryPlayer",
    "SheetFaults",
    "given_fields",
    "load_players",
    "read_players",
]

T = TypeVar("T")

FIELDS: Mapping[str, tuple[str, ...]] = {
    "number": ("medlemsnummer", "medlemsnr", "mid", "nummer", "member number", "number"),
    "name": ("namn", "name"),
    "first_name": ("förnamn", "first name"),
    "last_name": ("efternamn", "last name"),
    "birth_year": ("födelseår", "född", "födelsedatum", "birth year", "born", "birth date"),
    "district": ("distrikt", "distriktsförbund", "district"),
    "club": ("klubb", "club"),
    "residence": ("bosatt", "bostadsdistrikt", "residence", "lives in"),
    "paid": ("betald", "betaldatum", "medlemsavgift betald", "paid", "membership paid"),
    "master_points": ("mästarpoäng", "mp", "master points"),
    "handicap": ("handicap", "handikapp", "hcp"),
    "ranking_points": ("rankingpoäng", "ranking", "rp", "ranking points"),
    "women": ("kön", "sex", "gender"),
    "email": ("e-post", "epost", "e-postadress", "e-mail", "email"),
}
_ABROAD = re.compile(r"(?:utomlands|abroad)(?:[\s:,(]+(\w[^)]*)\)?)?", re.IGNORECASE)
_WOMEN, _MEN = ("k", "kvinna", "dam", "f", "female", "woman"), ("m", "man", "herr", "male")
_SEXES = dict.fromkeys(_WOMEN, True) | dict.fromkeys(_MEN, False)
_MAX_EMAIL, _YEARS = 254, range(1900, 2100)


@dataclass(frozen=True, slots=True)
class RegistryPlayer:
    """A player as the registry knows them; None is not known.

    `district` is a code, `residence` a code or `abroad`, also `abroad: Norge`; `paid` is the day
    on which the season's membership fee was paid.
    """

    number: str
    name: str
    birth_year: int | None = None
    district: str | None = None
    club: str | None = None
    residence: str | None = None
    paid: date | None = None
    master_points: int | None = None
    handicap: Fraction | None = None
    ranking_points: Fraction | None = None
    women: bool | None = None
    email: str | None = None


def load_players(
    data: bytes, name: str, districts: Iterable[District] | None = None
) -> list[RegistryPlayer]:
    """The players in a file, in its order; `districts` are those of the standard edition if None.

    Raises SheetFaults with everything that is wrong in its lines, FileFault for a file that is no
    table or lacks a heading; `name` is the file in them.
    """
    rows = read_rows(data, name)
    columns = _columns(rows[0][1] if rows else read_headings(data, name), name)
    if not rows:
        raise FileFault("the file has a heading but no players", file=name)
    return read_players(rows, columns, name, districts)


def read_players(
    rows: Sequence[tuple[int, Cells]],
    columns: Mapping[str, str],
    name: str,
    districts: Iterable[District] | None = None,
) -> list[RegistryPlayer]:
    """The players in rows of text, each with its line; `columns`: the heading of each field.

    Raises SheetFaults as `load_players` does.
    """
    known = edition().districts() if districts is None else districts
    codes = {word.casefold(): d.code for d in known for word in d.names}
    check = Check()
    players = [_Line(line, cells, columns, codes, check).player() for line, cells in rows]
    _refuse_twins([line for line, _ in rows], players, columns["number"], check)
    check.close(name)
    return players


def given_fields(data: bytes, name: str) -> frozenset[str]:
    """The fields of RegistryPlayer that the file has a column for.

    An update from the file leaves the others of a player as they were.
    """
    columns = set(_columns(read_headings(data, name), name))
    names = {"first_name", "last_name"}
    return frozenset(columns - names | ({"name"} if columns & names else set()))


def _columns(present: Iterable[str], name: str) -> dict[str, str]:
    """The heading of each field that the file has; FileFault when one has two or is missing."""
    found: dict[str, str] = {}
    for field, words in FIELDS.items():
        headings = [heading for heading in present if heading in words]
        if len(headings) > 1:
            raise FileFault(
                "the headings %(first)s and %(second)s mean the same",
                file=name,
                first=headings[0],
                second=headings[1],
            )
        found |= dict.fromkeys([field][: len(headings)], *headings)
    if "number" not in found or not {"name", "last_name"} & found.keys():
        raise FileFault(
            "the heading must have the member number and the name (medlemsnummer, namn)", file=name
        )
    return found


def _refuse_twins(
    lines: list[int], players: list[RegistryPlayer], column: str, check: Check
) -> None:
    first: dict[str, int] = {}
    for line, player in zip(lines, players, strict=True):
        if player.number and first.setdefault(player.number, line) != line:
            check.note(
                line,
                column,
                StorslamError(
                    "member number %(number)s is also in line %(first)s",
                    number=player.number,
                    first=first[player.number],
                ),
            )


@dataclass(frozen=True, slots=True)
class _Line:
    line: int
    cells: Cells
    columns: Mapping[str, str]
    codes: Mapping[str, str]
    check: Check

    def player(self) -> RegistryPlayer:
        return RegistryPlayer(
            number=self.needed("number", _member_number),
            name=self.name(),
            birth_year=self.known("birth_year", _birth_year),
            district=self.known("district", self.district),
            club=self.known("club", _name),
            residence=self.known("residence", self.residence),
            paid=self.known("paid", parse_day),
            master_points=self.known("master_points", _whole),
            handicap=self.known("handicap", _points),
            ranking_points=self.known("ranking_points", _points),
            women=self.known("women", _woman),
            email=self.known("email", _email),
        )

    def known(self, field: str, parse: Callable[[str], T]) -> T | None:
        column = self.columns.get(field, "")
        return self.check.read(self.line, column, self.cells.get(column, ""), parse)

    def needed(self, field: str, parse: Callable[[str], str]) -> str:
        column = self.columns[field]
        if not self.cells[column]:
            self.check.note(self.line, column, StorslamError("this must be filled in"))
        return self.known(field, parse) or ""

    def name(self) -> str:
        if "name" in self.columns:
            return self.needed("name", _name)
        return f"{self.known('first_name', _name) or ''} {self.needed('last_name', _name)}".strip()

    def district(self, text: str) -> str:
        try:
            return self.codes[text.casefold()]
        except KeyError:
            raise StorslamError("there is no district '%(text)s'", text=text) from None

    def residence(self, text: str) -> str:
        abroad = _ABROAD.fullmatch(text)
        if not abroad:
            try:
                return self.district(text)
            except StorslamError as error:
                raise StorslamError(
                    "'%(text)s' is no district; write 'utomlands: Norge' for a country",
                    text=text,
                ) from error
        return f"abroad: {_name(abroad[1])}" if abroad[1] else "abroad"


def _name(text: str) -> str:
    return showable(" ".join(text.split()), MAX_NAME)


def _member_number(text: str) -> str:
    if not re.fullmatch(r"0*[1-9]\d{0,5}", text, re.ASCII):
        raise StorslamError("'%(text)s' is not a member number", text=text)
    return text.lstrip("0")


def _birth_year(text: str) -> int:
    year = int(text) if re.fullmatch(r"\d{4}", text, re.ASCII) else parse_day(text).year
    if year not in _YEARS:
        raise StorslamError("'%(text)s' is not a year of birth", text=text)
    return year


def _points(text: str) -> Fraction:
    points = parse_number("".join(text.split()))
    if points < 0:
        raise StorslamError("'%(text)s' is below zero", text=text)
    return points


def _whole(text: str) -> int:
    points = _points(text)
    if points.denominator != 1:
        raise StorslamError("'%(text)s' is not a whole number", text=text)
    return int(points)


def _woman(text: str) -> bool:
    try:
        return _SEXES[text.casefold()]
    except KeyError:
        raise StorslamError("'%(text)s' is neither K (woman) nor M (man)", text=text) from None


def _email(text: str) -> str:
    if not re.fullmatch(r"[^\s@]+@[^\s@]+\.[^\s@]+", text):
        raise StorslamError("'%(text)s' is not an e-mail address", text=text)
    return showable(text, _MAX_EMAIL)
