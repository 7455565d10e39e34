"""A season to act in: its districts, clubs, players and people with roles."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

from django.utils import timezone

from storslam.rulebook.edition import edition
from storslam.web.models import Club, District, Membership, Player, Season, Sex, User
from storslam.web.seasons import open_season

STOCKHOLM = ZoneInfo("Europe/Stockholm")
PASSWORD = "vit-springare-88"


def opened(moment: str = "2012-11-20T12:00") -> Season:
    """The season 2012-2013, its clock set to a moment in Swedish time."""
    season = open_season(edition())
    set_clock(season, moment)
    return season


def set_clock(season: Season, moment: str) -> None:
    """Move the season's clock."""
    season.shift = datetime.fromisoformat(moment).replace(tzinfo=STOCKHOLM) - timezone.now()
    season.save()


def district(name: str) -> District:
    return District.objects.get(name=name)


def player(season: Season, number: int, home: str = "Skåne", **fields: object) -> Player:
    """A player who may start: member of a club of the district, fee paid, of any sex and age."""
    club, _ = Club.objects.get_or_create(name=f"BK {home}", district=district(home))
    paid = fields.pop("paid", date(2012, 9, 1))
    given = {
        "name": f"Spelare {number}",
        "birth_year": 1950,
        "sex": Sex.WOMAN if number % 2 else Sex.MAN,
        "district": district(home),
        "lives_in": district(home),
        "club": club,
    }
    made = Player.objects.create(number=str(number), **(given | fields))
    if paid:
        Membership.objects.create(player=made, season=season, paid=paid)
    return made


def office() -> User:
    return User.objects.create_superuser("kansli", "kansli@example.org", PASSWORD)


def committee() -> User:
    return User.objects.create_user("tk", "tk@example.org", PASSWORD, committee=True)


def officer(home: str = "Skåne") -> User:
    """An officer of the district."""
    name = f"dfb-{district(home).code.lower()}"
    return User.objects.create_user(name, f"{name}@example.org", PASSWORD, district=district(home))


def own_account(who: Player) -> User:
    """The player's own account."""
    return User.objects.create_user(f"spelare{who.number}", password=PASSWORD, player=who)
