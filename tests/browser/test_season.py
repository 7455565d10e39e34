"""A season played in the browser, desk by desk, by those who would."""

from pathlib import Path

import pytest
from django.db.models import F
from playwright.sync_api import Browser, Locator, Page, expect

from storslam.web.acts import trail
from storslam.web.models import (
    Charge,
    District,
    Entry,
    Payment,
    Place,
    PlaceState,
    Player,
    Season,
    User,
)
from tests.browser.conftest import PATIENCE
from tests.web import fields as makers_of_fields
from tests.web import season as makers

PASSWORD = makers.PASSWORD
S = "/sasonger/2012-2013"


def registry_file(path: Path) -> Path:
    """Forty players of Skåne and twenty of Halland, women and men by turns."""
    rows = ["medlemsnummer;namn;född;distrikt;bosatt;klubb;betald;mästarpoäng;handicap;ranking;kön"]
    for number in range(1, 61):
        home = "Skåne" if number <= 40 else "Halland"
        points = 5000 - 40 * number
        rows.append(
            f"{number};Spelare {number:02};{1940 + number % 10};{home};{home};BK {home};2012-08-20;"
            f"{points};{number / 4:.2f};{points / 10:.1f};{'k' if number % 2 else 'm'}"
        )
    file = path / "register.csv"
    file.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return file


@pytest.fixture
def rehearsal(settings, own_cache) -> None:  # noqa: ARG001 - a cache of this test's own
    settings.REHEARSAL = True
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"


@pytest.fixture
def season(transactional_db, rehearsal) -> Season:  # noqa: ARG001 - the database is opened
    made = makers.opened("2013-04-15T12:00")
    makers.office()
    makers.committee()
    makers.officer("Skåne")
    makers.officer("Halland")
    return made


class Desk:
    """A person's own browser."""

    def __init__(self, browser: Browser, address: str, name: str, complaints: list[str]) -> None:
        context = browser.new_context(
            base_url=address, viewport={"width": 1280, "height": 900}, locale="sv-SE"
        )
        self.page: Page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.on("pageerror", lambda error: complaints.append(str(error)))
        self.page.goto("/konto/in/")
        self.page.fill("input[name=login]", name)
        self.page.fill("input[name=password]", PASSWORD)
        self.press("Logga in")
        expect(self.page.get_by_role("heading", level=1)).to_have_text("Min sida")

    def to(self, path: str) -> Page:
        self.page.goto(S + path)
        return self.page

    def press(self, name: str, exact: bool = True) -> Page:
        return self.follow(self.page.get_by_role("button", name=name, exact=exact).first)

    def follow(self, control: Locator) -> Page:
        """Click what leads to another page, and wait until that is here."""
        with self.page.expect_navigation():
            control.click()
        return self.page

    def says(self, text: str) -> None:
        expect(self.page.locator("main")).to_contain_text(text)


@pytest.fixture
def desk(browser, live_server, complaints):
    """Opens a browser for somebody: `desk("kansli")`."""
    opened = []

    def enter(name: str) -> Desk:
        opened.append(Desk(browser, live_server.url, name, complaints))
        return opened[-1]

    yield enter
    for one in opened:
        one.page.context.close()
    assert complaints == []


def at(season: Season, moment: str) -> None:
    season.refresh_from_db()
    makers.set_clock(season, moment)


def enter(who: Desk, one: int, two: int, district: str | None = None) -> None:
    """Enters a pair for Open."""
    who.to("/anmalan/")
    who.follow(who.page.get_by_role("link", name="Par Open", exact=True).first)
    who.page.get_by_label("Medlemsnummer, spelare 1").fill(str(one))
    who.page.get_by_label("Medlemsnummer, spelare 2").fill(str(two))
    if district:
        who.page.get_by_label("Distrikt").select_option(label=district)
    who.press("Anmäl")


def test_a_season_is_played(desk, season: Season, tmp_path: Path) -> None:
    office = desk("kansli")

    # The registry: shown first, stored whole.
    office.to("/register/inlasning/")
    office.page.set_input_files("input[type=file]", registry_file(tmp_path))
    office.press("Läs filen")
    office.says("60 nya")
    assert not Player.objects.exists()
    office.press("Spara allt")
    office.says("Sparat: 60 nya")
    assert Player.objects.count() == 60

    # Players enter themselves, districts enter theirs; a second start is refused with its rule.
    User.objects.create_user("spelare1", password=PASSWORD, player=Player.objects.get(number="1"))
    player, skane, halland = desk("spelare1"), desk("dfb-ska"), desk("dfb-hal")
    enter(player, 1, 2, "Skåne")
    player.says("Anmält: Spelare 01 – Spelare 02")
    for number in range(3, 17, 2):
        enter(skane, number, number + 1)
        skane.says("Anmält")
    for number in range(41, 53, 2):
        enter(halland, number, number + 1)
    enter(halland, 53, 1)
    halland.says("Så går det inte att anmäla")
    halland.says("SM-ELIG-4")
    halland.says("Spelare 01 är redan anmäld")
    assert Entry.objects.count() == 14

    # Qualifiers: points typed, reported the same evening.
    played(skane, season, "SKA", "2013-04-28")
    played(halland, season, "HAL", "2013-04-28")
    at(season, "2013-04-28T22:10")
    for who, code in ((skane, "SKA"), (halland, "HAL")):
        who.to(f"/distrikt/{code}/kval/open-pairs/")
        who.press("Rapportera till kansliet")
        who.says("rapporterat i tid")

    # The quota, frozen; the places offered.
    at(season, "2013-05-06T09:00")
    office.to("/platser/open-pairs/")
    office.says("preliminär")
    office.press("Lås och dela ut platserna")
    office.says("Version 1 är låst")
    assert Place.objects.filter(state=PlaceState.OFFERED).count() == 14
    Place.objects.filter(state=PlaceState.VACANT).delete()  # a field of these districts' own size
    skane.to("/platser/open-pairs/lista/")
    for _ in range(8):
        skane.press("Tacka ja")
        skane.page.goto(f"{S}/platser/open-pairs/lista/?lage=offered")

    # A withdrawal a minute before the deadline goes on to the districts, one at it to the pot.
    vacant_is_filled(office, skane, season, tmp_path)
    goes_to_the_pot(office, skane, season)

    fees_are_paid(office, season, tmp_path)
    groups_are_drawn(office, season)
    teams_choose_their_venues(office, season)

    office.to("/spar/?prova=1")
    office.says("Spåret är helt")
    assert list(trail.broken()) == []


def played(who: Desk, season: Season, code: str, day: str) -> None:
    at(season, f"{day}T21:00")
    page = who.to(f"/distrikt/{code}/kval/open-pairs/")
    page.get_by_text("Lägg till ett spelpass").click()
    page.get_by_label("Dag").fill(day)
    page.get_by_label("Ronder").fill("21")
    who.press("Lägg till")
    who.follow(page.get_by_role("link", name=day))
    for place, field in enumerate(page.locator("input[name^=points]").all()):
        field.fill(f"{600 - place},5")
    for field in page.locator("input[name^=boards]").all():
        field.fill("42")
    who.press("Spara poängen")
    who.says("Sparat")


def vacant_is_filled(office: Desk, skane: Desk, season: Season, tmp_path: Path) -> None:
    """A late pair of Skåne is next; the withdrawal comes at 08:59 on the last day."""
    at(season, "2013-08-01T08:59")
    reserve = Place.objects.filter(state=PlaceState.ACCEPTED).last()
    spare = reserve.entry
    Place.objects.filter(pk=reserve.pk).update(entry=None, state=PlaceState.DROPPED)
    skane.to("/platser/open-pairs/lista/?lage=accepted")
    skane.page.get_by_text("Lämna …").first.click()
    skane.press("Lämna platsen")
    office.to("/platser/open-pairs/lista/?lage=declined")
    row = office.page.locator("tbody tr", has_text=str(spare))
    expect(row).to_contain_text("SM-VAC-2")
    office.follow(row.get_by_role("button", name="Erbjud den"))
    office.says("Erbjuden")
    assert Place.objects.get(entry=spare, state=PlaceState.OFFERED)
    assert tmp_path


def goes_to_the_pot(office: Desk, skane: Desk, season: Season) -> None:
    skane.to("/platser/open-pairs/lista/?lage=accepted")
    skane.page.get_by_text("Lämna …").first.click()
    skane.press("Lämna platsen")
    given_up = Place.objects.filter(state=PlaceState.DECLINED, entry__isnull=False).last()
    at(season, "2013-08-01T09:00")
    office.to("/platser/open-pairs/lista/?lage=declined")
    row = office.page.locator(f"#p{given_up.number}")
    expect(row).to_contain_text("Sista Chansens pott")
    office.follow(row.get_by_role("button", name="Till potten"))
    given_up.refresh_from_db()
    assert given_up.state == PlaceState.POT


def fees_are_paid(office: Desk, season: Season, tmp_path: Path) -> None:
    """The bank's file pays a place by its reference; the same file again does nothing more."""
    at(season, "2013-06-20T12:00")
    office.to("/ekonomi/")
    office.press("Räkna fram avgifterna")
    place = Place.objects.filter(state=PlaceState.ACCEPTED).first()
    charge = Charge.objects.get(kind="table-fee", entry=place.entry, cancelled=None)
    assert charge.ore == 40_000  # two players, 200 kronor each in the semifinal
    file = tmp_path / "bank.csv"
    file.write_text(
        "Datum;Belopp;Referens;Avsändare\n"
        f"2013-06-19;400,00;{charge.reference};Spelare\n2013-06-19;123,00;okänd;Någon\n",
        encoding="utf-8",
    )
    for _ in range(2):
        page = office.to("/ekonomi/inlasning/")
        page.set_input_files("input[type=file]", file)
        office.press("Läs filen")
        office.press("Spara allt")
    place.refresh_from_db()
    assert place.state == PlaceState.PAID
    assert Payment.objects.count() == 2


def groups_are_drawn(office: Desk, season: Season) -> None:
    """The other districts' pairs have come; the field is seeded, proven and published."""
    at(season, "2013-08-01T12:00")
    stage = season.stages.get(discipline="open-pairs", kind="semifinal")
    live = ["offered", "accepted", "filled", "paid"]
    Place.objects.filter(stage=stage).exclude(state__in=live).delete()
    Place.objects.filter(stage=stage).update(number=F("number") + 500)
    makers_of_fields.fill(stage, homes(170 - stage.places.count()), 2)
    page = office.to("/lottning/kansli/")
    page.get_by_label("Lottens frö").fill("2013")
    office.press("Lotta")
    office.says("Version 1 är lottad.")
    office.press("Publicera grupperna")
    office.says("Grupperna är publicerade.")
    public = office.to("/lottning/")
    for group in "ABCDE":
        expect(public.locator("main")).to_contain_text(f"Grupp {group}")


def homes(count: int) -> list[District]:
    """Districts in turn, so many."""
    districts = list(District.objects.all())
    return [districts[n % len(districts)] for n in range(count)]


def teams_choose_their_venues(office: Desk, season: Season) -> None:
    at(season, "2013-03-11T10:00")
    makers_of_fields.team_field(season, {"Skåne": 2})
    page = office.to("/orter/kansli/ny/")
    page.get_by_label("Spelort").fill("Malmö")
    page.get_by_label("Distrikt").select_option("SKA")
    page.get_by_label("Skåne, km").fill("20")
    office.press("Spara")
    office.press("Fastställ förslaget")
    office.says("Fördelningen är fastställd, version 1.")
    office.follow(page.get_by_role("link", name="Skåne", exact=True))
    for team in ("Lag 1", "Lag 2"):
        page.get_by_label(team).select_option(label="Malmö")
    office.press("Spara valet")
    office.says("Valet är sparat.")
