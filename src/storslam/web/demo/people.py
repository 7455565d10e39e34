"""Invented people and clubs: common Swedish names put together by chance, towns of districts."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

WOMEN = (
    *("Anna", "Åsa", "Birgitta", "Britt-Marie", "Cecilia", "Elin", "Elisabet", "Eva", "Frida"),
    *("Görel", "Gunilla", "Gun-Britt", "Hanna", "Helén", "Inga-Lill", "Ingrid", "Jenny", "Karin"),
    *("Kerstin", "Lena", "Linnéa", "Lisbeth", "Maj-Britt", "Malin", "Märta", "Margareta", "Marie"),
    *("Mona", "Pia", "Renée", "Sara", "Sofia", "Sölvi", "Susanne", "Ulla", "Ulrika", "Viktoria"),
    *("Ylva", "Östa", "Ann-Christin", "Désirée", "Emelie", "Solveig", "Siv", "Monica", "Agneta"),
)
MEN = (
    *("Anders", "Arne", "Åke", "Bengt", "Bertil", "Björn", "Börje", "Carl-Gustaf", "Christer"),
    *("Daniel", "Erik", "Folke", "Fredrik", "Göran", "Göte", "Gösta", "Håkan", "Hans", "Ingemar"),
    *("Jan-Olof", "Johan", "Jörgen", "Kjell", "Lars", "Leif", "Mårten", "Mats", "Mikael", "Nils"),
    *("Ola", "Olle", "Pär", "Per", "Peter", "René", "Rolf", "Rune", "Sören", "Stefan", "Sven"),
    *("Tomas", "Torbjörn", "Tore", "Ulf", "Urban", "Valdemar", "Zäta", "Östen", "Örjan"),
)
FIRST_PARTS = (
    *("Ahl", "Al", "Berg", "Björk", "Blom", "Bäck", "Dahl", "Ek", "Eng", "Fors", "Gran", "Grön"),
    *("Hag", "Hed", "Holm", "Hög", "Kull", "Lind", "Ljung", "Lund", "Lång", "Löf", "Malm", "Mård"),
    *("Nord", "Ny", "Rosen", "Ros", "Sand", "Sjö", "Skog", "Stål", "Strand", "Ström", "Sund"),
    *("Söder", "Tall", "Vall", "Väster", "Wester", "Åker", "Ång", "Älv", "Öst", "Öman", "Hass"),
)
LAST_PARTS = (
    *("berg", "blad", "bom", "borg", "gren", "kvist", "lund", "löf", "mark", "qvist", "stedt"),
    *("ström", "vall", "wall", "dahl", "holm", "fors", "sjö", "ö"),
)
TOWNS = {
    "Stockholm": ("Stockholm", "Solna", "Täby", "Nacka", "Huddinge", "Södertälje", "Lidingö"),
    "Uppland": ("Uppsala", "Enköping", "Norrtälje"),
    "Ö Mellansvenska": ("Linköping", "Norrköping", "Motala", "Nyköping"),
    "Jönköping": ("Jönköping", "Nässjö", "Värnamo"),
    "Sydöstra": ("Kalmar", "Växjö", "Karlskrona"),
    "Gotland": ("Visby",),
    "Skåne": ("Malmö", "Lund", "Helsingborg", "Kristianstad", "Ängelholm", "Hässleholm"),
    "Halland": ("Halmstad", "Varberg", "Falkenberg"),
    "Göteborg": ("Göteborg", "Mölndal", "Kungälv", "Partille"),
    "Bohus-Dal": ("Uddevalla", "Trollhättan", "Åmål"),
    "Västergötland": ("Borås", "Skövde", "Lidköping"),
    "Värmland-Dal": ("Karlstad", "Arvika", "Säffle"),
    "Örebro": ("Örebro", "Karlskoga", "Kumla"),
    "Mälardalen": ("Västerås", "Eskilstuna", "Köping"),
    "Dalarna": ("Falun", "Borlänge", "Mora"),
    "Gävleborg": ("Gävle", "Hudiksvall", "Söderhamn"),
    "Medelpad": ("Sundsvall", "Timrå"),
    "Jämtl.-Härjedalen": ("Östersund", "Sveg"),
    "Ångermanland": ("Örnsköldsvik", "Härnösand"),
    "Västerbotten": ("Umeå", "Skellefteå"),
    "Norrbotten": ("Luleå", "Piteå", "Kiruna"),
}
CLUB_FORMS = ("{} BK", "BK {} Hjärter", "{} Bridgesällskap", "BK Allians {}")


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who does not exist. `skill` is about normal, 0 in the middle."""

    number: str
    name: str
    woman: bool
    birth_year: int
    district: str
    club: str
    skill: float

    @property
    def master_points(self) -> int:
        return max(0, round(400 + 150 * self.skill))

    @property
    def handicap(self) -> int:
        return max(0, round(24 - 8 * self.skill))

    @property
    def ranking_points(self) -> int:
        return max(0, round(100 + 40 * self.skill))


@dataclass(frozen=True, slots=True)
class Pair:
    """Two people who play together."""

    one: Person
    two: Person
    name = ""

    @property
    def people(self) -> tuple[Person, ...]:
        return self.one, self.two

    @property
    def skill(self) -> float:
        return (self.one.skill + self.two.skill) / 2


@dataclass(frozen=True, slots=True)
class Team:
    """Some people who play together, called after the first of them."""

    people: tuple[Person, ...]

    @property
    def name(self) -> str:
        return f"Lag {self.people[0].name.split()[-1]}"

    @property
    def skill(self) -> float:
        return sum(person.skill for person in self.people) / len(self.people)


def clubs() -> dict[str, tuple[str, ...]]:
    """The clubs of each district, named after its towns."""
    return {
        district: tuple(
            CLUB_FORMS[(index + turn) % len(CLUB_FORMS)].format(town)
            for turn, town in enumerate(towns)
        )
        for index, (district, towns) in enumerate(TOWNS.items())
    }


def people(random: Random, counts: dict[str, int]) -> Iterator[Person]:
    """So many people of each district, every full name once."""
    taken: set[str] = set()
    number = 20_000
    for district, count in counts.items():
        names_of_clubs = clubs()[district]
        for _ in range(count):
            number += random.randint(1, 9)
            woman = random.random() < 0.45
            yield Person(
                str(number),
                _name(random, woman, taken),
                woman,
                random.choice((*range(1928, 1970), *range(1928, 1965), *range(1960, 1997))),
                district,
                random.choice(names_of_clubs),
                random.gauss(0, 1),
            )


def _name(random: Random, woman: bool, taken: set[str]) -> str:
    while True:
        first = random.choice(WOMEN if woman else MEN)
        name = f"{first} {random.choice(FIRST_PARTS)}{random.choice(LAST_PARTS)}"
        if name not in taken:
            taken.add(name)
            return name
