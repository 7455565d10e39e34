"""A season opens with the stages and the days of its own edition."""

from datetime import date

import pytest

from storslam.rulebook.edition import edition
from storslam.web.models import Season
from storslam.web.seasons import open_season

pytestmark = pytest.mark.django_db


def test_each_edition_opens_a_season_of_its_own() -> None:
    seasons = [open_season(edition(name)) for name in ("2012-2013", "2013-2014")]
    assert [season.name for season in seasons] == ["SM 2012-2013", "SM 2013-2014"]
    assert [season.ends for season in seasons] == [date(2013, 8, 4), date(2014, 8, 3)]
    stages = [
        {(stage.discipline, stage.kind) for stage in season.stages.all()} for season in seasons
    ]
    assert stages[0] == stages[1]


def test_opening_it_again_changes_nothing() -> None:
    first = open_season(edition("2013-2014"))
    assert open_season(edition("2013-2014")) == first
    assert Season.objects.count() == 1
