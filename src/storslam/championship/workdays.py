"""Working days in Sweden: not Saturdays, Sundays or public holidays.

The holidays are those of the act on public holidays (1989:253), with midsummer's eve, Christmas Eve
and New Year's Eve, which the act on statutory time (1930:173) equates with them.
"""

from datetime import date, timedelta

_FIXED = {(1, 1), (1, 6), (5, 1), (6, 6), (12, 24), (12, 25), (12, 26), (12, 31)}
_FROM_EASTER = {-2, 1, 39}  # Good Friday, Easter Monday, Ascension Day; the others are Sundays
_SATURDAY, _FRIDAY = 5, 4


def next_workday(day: date) -> date:
    """The first working day after the day."""
    following = day + timedelta(days=1)
    while not is_workday(following):
        following += timedelta(days=1)
    return following


def is_workday(day: date) -> bool:
    """Whether people work on the day."""
    holiday = (day.month, day.day) in _FIXED or (day - easter(day.year)).days in _FROM_EASTER
    return day.weekday() < _SATURDAY and not holiday and not _is_midsummers_eve(day)


def _is_midsummers_eve(day: date) -> bool:
    return day.month == 6 and 19 <= day.day <= 25 and day.weekday() == _FRIDAY


def easter(year: int) -> date:
    """Easter Sunday in the Gregorian calendar (the rule of Meeus, Jones and Butcher)."""
    golden = year % 19
    century, rest = divmod(year, 100)
    leaps, skipped = divmod(century, 4)
    correction = (century - (century + 8) // 25 + 1) // 3
    epact = (19 * golden + century - leaps - correction + 15) % 30
    weeks, days = divmod(rest, 4)
    weekday = (32 + 2 * skipped + 2 * weeks - epact - days) % 7
    late = (golden + 11 * epact + 22 * weekday) // 451
    month, day = divmod(epact + weekday - 7 * late + 114, 31)
    return date(year, month, day + 1)
