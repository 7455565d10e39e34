"""The HTTP API: what everybody reads, and what programs write with a token."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from storslam.bridge.dealing import dealt
from storslam.client import Client
from storslam.systems.card import Card, Line
from storslam.web.acts import declarations
from storslam.web.acts.doors import make_token, withdraw_token
from storslam.web.api import auth
from storslam.web.api.app import api
from storslam.web.hall import rounds
from storslam.web.models import Answered, Conflict, Entry, EntryState, Player, Result, Scope, Step
from storslam.web.scored import shown
from tests.web import makers
from tests.web import season as season_makers
from tests.web.teams import makers as teams

pytestmark = pytest.mark.django_db

V1 = "/api/v1/"


class Program:
    """A program that asks, with a token or without."""

    def __init__(self, client: Any, token: str = "") -> None:
        self.client = client
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}

    def get(self, path: str, **headers: str) -> Any:
        return self.client.get(V1 + path, headers={**self.headers, **headers})

    def post(self, path: str, value: Any, key: str = "attempt-1", **headers: str) -> Any:
        told = {**self.headers, "Idempotency-Key": key, **headers}
        return self.client.post(V1 + path, value, content_type="application/json", headers=told)


@pytest.fixture
def reader(client):
    return Program(client)


@pytest.fixture
def hall(db):  # noqa: ARG001 - the fixture opens the database
    return makers.hall()


@pytest.fixture
def scorer(client, hall):
    """A program that may record the hall's results."""
    return Program(client, token_for(hall, Scope.RESULTS))


def token_for(event, *scopes: str, name: str = "Ruter") -> str:
    return make_token(name, scopes, event.stage.season, "kansli", event=event)[1]


def result(**told: Any) -> dict[str, Any]:
    place = {"round": 1, "section": "A", "table": 1, "board": 1}
    return {**place, "contract": "4H", "declarer": "N", "tricks": "10", **told}


def problem(response: Any, status: int) -> dict[str, Any]:
    assert response.status_code == status
    assert response.headers["Content-Type"] == "application/problem+json"
    told = response.json()
    assert told["status"] == status
    return told


# --- Reading


def test_the_standing_is_that_of_the_page(reader, event):
    rows = reader.get(f"events/{event.slug}/standing").json()["rows"]
    now = shown(event)
    assert [row["code"] for row in rows] == [row.id for row in now.standing.rows]
    assert rows[0]["name"] in reader.client.get(event.get_absolute_url()).content.decode()


def test_everything_of_an_event_can_be_read(reader, event):
    base = f"events/{event.slug}"
    assert reader.get(base).json()["version"] == event.version
    assert len(reader.get(f"{base}/contestants").json()) == 6
    assert len(reader.get(f"{base}/results").json()) == 30
    assert len(reader.get(f"{base}/boards/1").json()) == 3
    card = reader.get(f"{base}/contestants/1").json()
    assert (card["row"]["code"], len(card["results"])) == ("1", 10)
    assert reader.get(f"{base}/matches").json() == []
    assert reader.get(f"{base}/cards").json() == []
    assert [one["slug"] for one in reader.get("seasons").json()] == ["2012-2013"]
    assert reader.get("seasons/2012-2013/events").json()[0]["slug"] == event.slug
    assert reader.get("seasons/2012-2013/stages").json()[-1]["events"] == [event.slug]


def test_exact_numbers_are_texts(reader, event):
    row = reader.get(f"events/{event.slug}/standing").json()["rows"][0]
    assert isinstance(row["total"], str)


def test_of_a_board_that_is_not_played_by_all_nothing_is_told(reader, event, scorer, hall):
    hall.boards.filter(number=1).update(deal=str(dealt(b"of another group", 1)))
    scorer.post(f"events/{hall.slug}/results", result())
    assert reader.get(f"events/{hall.slug}/results").json() == []
    assert reader.get(f"events/{hall.slug}/boards/1").json() == []
    assert reader.get(f"events/{hall.slug}/contestants/1").json()["results"] == []
    board = reader.get(f"events/{hall.slug}/boards").json()[0]
    assert (board["told"], board["deal"]) == (False, "")
    assert reader.get(f"events/{event.slug}/boards").json()[0]["deal"] == makers.DEAL


def test_of_players_only_name_and_club_are_told(reader, event):
    players = reader.get(f"events/{event.slug}/contestants").json()[0]["players"]
    assert players[0] == {"name": "Åsa Öberg", "club": "Bridgeklubben Ess"}


def test_of_teams_the_table_and_the_matches_are_told(reader):
    event = teams.opened(6)
    base = f"events/{event.slug}"
    rows = reader.get(f"{base}/standing").json()["rows"]
    assert [(row["place"], row["total"], row["played"]) for row in rows] == [("", None, 0)] * 6
    teams.draw(event)
    rounds.open_round(teams.fresh(event), 1, teams.director())
    teams.play(teams.fresh(event), Random(1), round__number=1)
    rows = reader.get(f"{base}/standing").json()["rows"]
    assert [row["place"] for row in rows] == [row.place for row in teams.now(event).live]
    (first, *_), matches = rows, reader.get(f"{base}/matches").json()
    (best,) = [one for one in matches if first["code"] in (one["home"], one["away"])
               and one["round"] == 1]  # fmt: skip
    assert first["total"] == best["vp_home" if best["home"] == first["code"] else "vp_away"]
    later = [one for one in matches if one["round"] == 2]
    assert {(one["finished"], one["vp_home"]) for one in later} == {(False, None)}
    assert reader.get(f"{base}/contestants/1").json()["row"] is None


def test_declaration_cards_are_told_with_their_dots(reader, event, director):
    contestant = event.contestants.get(code="2")
    now = event.stage.season.now()
    contestant.entry = Entry.objects.create(stage=event.stage, entered=now, key="2")
    contestant.save()
    lines = (Line("2D", hp="6-10", hearts="6"), Line("2D", hp="6-10", spades="6"))
    declarations.hand_in(contestant.entry, Card("Multi", (), lines), director)
    (told,) = reader.get(f"events/{event.slug}/cards").json()
    assert (told["contestant"], told["card"]["name"], told["dots"]) == ("2", "Multi", 3)


def test_a_draft_is_not_there(reader, desk):
    draft = makers.stored(state="draft", name="Hemlig")
    for path in ("", "/standing", "/results", "/contestants/1"):
        problem(reader.get(f"events/{draft.slug}{path}"), 404)
    problem(Program(desk).get(f"events/{draft.slug}"), 404)
    told = json.dumps([reader.get(f"seasons/2012-2013/{p}").json() for p in ("events", "stages")])
    assert draft.slug not in told


def test_what_has_not_changed_is_not_sent_again(reader, scorer, hall):
    path = f"events/{hall.slug}/standing"
    etag = reader.get(path).headers["ETag"]
    assert reader.get(path, **{"If-None-Match": etag}).status_code == 304
    scorer.post(f"events/{hall.slug}/results", result())
    assert reader.get(path, **{"If-None-Match": etag}).status_code == 200
    seasons = reader.get("seasons").headers["ETag"]
    assert reader.get("seasons", **{"If-None-Match": seasons}).status_code == 304


# --- Problems


def test_a_problem_is_told_in_the_language_asked_for(reader):
    swedish = problem(reader.get("finns-inte"), 404)
    english = problem(reader.get("finns-inte", **{"Accept-Language": "en"}), 404)
    assert english["detail"] == "There is nothing at this address."
    assert swedish["detail"] != english["detail"]


def test_what_is_not_json_is_a_problem(scorer, hall):
    path = f"events/{hall.slug}/results"
    headers = {**scorer.headers, "Idempotency-Key": "attempt-1"}
    for text in ("{", "NaN", "[" * 100_000, '{"reason": "\\u0000"}', '{"reason": "\\ud800"}'):
        sent = scorer.client.post(V1 + path, text, content_type="application/json", headers=headers)
        problem(sent, 400)
    form = scorer.client.post(V1 + path, {"board": 1}, headers=headers)
    problem(form, 415)


def test_a_body_is_bounded(scorer, hall, settings):
    long = json.dumps({"reason": "x" * settings.DATA_UPLOAD_MAX_MEMORY_SIZE})
    problem(scorer.post(f"events/{hall.slug}/results", long), 413)


def test_a_wrong_method_and_a_wrong_shape_are_problems(scorer, hall):
    path = f"events/{hall.slug}/results"
    answer = scorer.client.delete(V1 + path)
    problem(answer, 405)
    assert answer.headers["Allow"]
    told = problem(scorer.post(path, {"board": "ett", "extra": 1}), 422)
    assert told["type"].endswith("#shape")
    assert {one["pointer"] for one in told["errors"]} == {"#/board", "#/table", "#/extra"}
    told = problem(scorer.post(path, result(), key="kort"), 422)
    assert told["parameter"] == "Idempotency-Key"


def test_what_programs_write_is_limited_and_what_they_read_is_not(reader, scorer, hall, settings):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "api": "1/m/ip"}
    path = f"events/{hall.slug}/results"
    assert scorer.post(path, result()).status_code == 200
    answer = scorer.post(path, result())
    problem(answer, 429)
    assert answer.headers["Retry-After"] == "60"
    assert {reader.get(path).status_code for _ in range(3)} == {200}


# --- Tokens


def test_nothing_is_written_without_a_token_that_is_for_it(client, event, hall):
    path = f"events/{hall.slug}/results"
    made, good = make_token("Ruter", [Scope.RESULTS], hall.stage.season, "kansli")
    wrong = (("", 401), ("storslam_x", 401), (token_for(hall, Scope.BUNDLE), 403))
    for token, status in (*wrong, (token_for(event, Scope.RESULTS), 403)):
        problem(Program(client, token).post(path, result()), status)
    assert Program(client, good).post(path, result()).status_code == 200
    withdraw_token(made, "kansli")
    problem(Program(client, good).post(path, result(), "attempt-2"), 401)
    assert Result.objects.filter(event=hall).count() == 1


def test_a_session_of_the_browser_writes_nothing(desk, event):
    problem(Program(desk).post(f"events/{event.slug}/results", result()), 401)


# --- Results


def test_a_result_is_recorded_as_a_director_does(scorer, hall):
    answer = scorer.post(f"events/{hall.slug}/results", result(lead="SA"))
    assert (answer.status_code, answer.json()) == (200, {"version": 1, "held": False})
    version = Result.objects.get(event=hall).versions.get()
    assert (version.score, version.contract, version.lead, version.who) == (
        *(420, "4H", "SA"),
        "API Ruter",
    )


def test_the_same_attempt_is_answered_the_same_and_done_once(scorer, hall):
    path = f"events/{hall.slug}/results"
    first = scorer.post(path, result())
    corrected = scorer.post(path, result(tricks="11", expected_version=1), "attempt-2")
    again = scorer.post(path, result())
    assert corrected.json()["version"] == 2
    assert (again.status_code, again.content) == (first.status_code, first.content)
    assert Result.objects.get(event=hall).version == 2
    told = problem(scorer.post(path, result(tricks="9")), 422)
    assert told["type"].endswith("#key-used")


def test_what_is_refused_uses_no_key(scorer, hall):
    path = f"events/{hall.slug}/results"
    problem(scorer.post(path, result(contract="8H")), 422)
    assert not Answered.objects.exists()
    assert scorer.post(path, result()).status_code == 200


def test_what_was_answered_is_forgotten_after_a_while(scorer, hall, monkeypatch):
    monkeypatch.setattr(auth, "_EVERY", 1)
    path = f"events/{hall.slug}/results"
    scorer.post(path, result(), "an-old-attempt")
    scorer.post(path, result(board=2), "a-young-attempt")
    long_ago = timezone.now() - auth.REMEMBERED - timedelta(minutes=1)
    Answered.objects.filter(key="an-old-attempt").update(when=long_ago)
    scorer.post(path, result(expected_version=1), "the-next-attempt")
    left = Answered.objects.values_list("key", flat=True)
    assert set(left) == {"a-young-attempt", "the-next-attempt"}


def test_a_second_and_different_result_is_held_for_the_director(scorer, hall):
    path = f"events/{hall.slug}/results"
    scorer.post(path, result())
    answer = scorer.post(path, result(tricks="9"), "attempt-2")
    assert (answer.status_code, answer.json()["held"]) == (202, True)
    assert Conflict.objects.get(event=hall).who == "API Ruter"


@pytest.mark.parametrize(
    ("told", "pointer"),
    [
        ({"contract": "8H"}, "#/contract"),
        ({"declarer": "X"}, "#/declarer"),
        ({"tricks": "14"}, "#/tricks"),
        ({"tricks": ""}, "#/tricks"),
        ({"lead": "1S"}, "#/lead"),
        ({"contract": "", "score": "77"}, "#/score"),
        ({"contract": "", "ns_award": "60"}, "#/score"),
        ({"group": "a/b"}, "#/group"),
        ({"group": "a\nb"}, "#/group"),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(scorer, hall, told, pointer):
    answer = scorer.post(f"events/{hall.slug}/results", result(**told))
    assert problem(answer, 422)["pointer"] == pointer
    assert not Result.objects.exists()


def test_a_doubtful_result_is_left_to_a_director(scorer, hall):
    told = problem(scorer.post(f"events/{hall.slug}/results", result(score="430")), 422)
    assert told["type"].endswith("#doubtful")


def test_a_result_needs_something_that_was_played_at_a_table_that_there_is(scorer, hall):
    path = f"events/{hall.slug}/results"
    problem(scorer.post(path, result(contract="", declarer="", tricks="")), 422)
    assert problem(scorer.post(path, result(table=99)), 422)["pointer"] == "#/table"
    assert problem(scorer.post(path, result(board=99)), 422)["pointer"] == "#/board"
    problem(scorer.post(path, result(board=9)), 422)
    assert problem(scorer.post(path, result(tricks="١٠")), 422)["pointer"] == "#/tricks"
    awards = result(contract="", declarer="", tricks="", ns_award="60%", ew_award="A-")
    assert scorer.post(path, awards).status_code == 200


def test_an_award_that_the_scoring_cannot_count_is_refused(scorer, hall):
    path = f"events/{hall.slug}/results"
    award = result(contract="", declarer="", tricks="", ns_award="+3", ew_award="-3")
    told = problem(scorer.post(path, award), 422)
    assert told["pointer"] == "#/ns_award"
    scorer.post(path, result(), "what-was-played")
    problem(scorer.post(path, award, "a-stale-version"), 422)  # not held as a conflict either
    assert not Conflict.objects.exists()
    assert scorer.get(f"events/{hall.slug}/standing").status_code == 200


def test_a_program_reads_the_seating_and_the_versions(scorer, hall, client):
    path = f"events/{hall.slug}/results"
    scorer.post(path, result())
    first = scorer.get(f"events/{hall.slug}/tables").json()[0]
    assert (first["round"], first["section"], first["table"]) == (1, "A", 1)
    assert (first["ns"], first["ew"], first["versions"]) == ("1", "6", {"1": 1})
    assert set(first["boards"]) >= {1, 2}
    problem(Program(client).get(f"events/{hall.slug}/tables"), 401)


def test_the_same_held_result_is_held_once(scorer, hall):
    path = f"events/{hall.slug}/results"
    scorer.post(path, result(), "what-was-played")
    for key in ("one-attempt", "another-attempt"):
        assert scorer.post(path, result(tricks="9"), key).status_code == 202
    assert Conflict.objects.count() == 1


def test_a_key_that_is_there_twice_is_not_read(scorer, hall):
    path = f"events/{hall.slug}/results"
    twice = json.dumps(result()).replace('"board": 1', '"board": 1, "board": 2')
    problem(scorer.post(path, twice), 400)


def test_a_shape_tells_its_limit(scorer, hall):
    told = problem(scorer.post(f"events/{hall.slug}/results", result(board=123456)), 422)
    assert (told["pointer"], told["rule"], told["limits"]) == (
        "#/board",
        "less_than_equal",
        "le 9999",
    )


def test_the_head_alone_can_be_asked_for(client, event):
    assert client.head(f"{V1}events/{event.slug}/standing").status_code == 200


# --- Entries and the registry


@pytest.fixture
def season(db):  # noqa: ARG001 - the fixture opens the database
    return season_makers.opened()


def of_season(client, season, *scopes, **where):
    return Program(client, make_token("Klubben", scopes, season, "kansli", **where)[1])


def pair_of(season, *numbers, **told):
    for number in numbers:
        season_makers.player(season, number)
    sent = {"discipline": "open-pairs", "stage": "qualifier", "players": [str(n) for n in numbers]}
    return {**sent, "district": season_makers.district("Skåne").code, **told}


def test_a_pair_is_entered_and_withdrawn_by_a_program(client, season):
    program, path = of_season(client, season, Scope.ENTRIES), f"seasons/{season.slug}/entries"
    answer = program.post(path, pair_of(season, 1, 2))
    assert (answer.status_code, answer.json()["players"]) == (201, ["1", "2"])
    entry = Entry.objects.get()
    assert (entry.entered_by, Step.objects.get(act="enter").who) == (None, "API Klubben")
    assert [one["id"] for one in program.get(path).json()] == [entry.pk]
    answer = program.post(f"{path}/{entry.pk}/withdraw", None, "attempt-2")
    assert (answer.status_code, answer.json()["state"]) == (200, EntryState.WITHDRAWN)


def test_every_rule_against_an_entry_is_told_at_once(client, season):
    sent = pair_of(season, 1, 2)
    Player.objects.update(club=None)
    answer = of_season(client, season, Scope.ENTRIES).post(f"seasons/{season.slug}/entries", sent)
    assert len(problem(answer, 422)["errors"]) == 2
    assert not Entry.objects.exists()


def test_an_unknown_player_or_district_is_named(client, season):
    program, path = of_season(client, season, Scope.ENTRIES), f"seasons/{season.slug}/entries"
    sent = pair_of(season, 1, 2)
    told = problem(program.post(path, {**sent, "players": ["1", "77"]}), 422)
    assert told["pointer"] == "#/players/1"
    assert problem(program.post(path, {**sent, "district": "X"}), 422)["pointer"] == "#/district"


def test_a_districts_token_is_for_its_own_entries_only(client, season):
    path, sent = f"seasons/{season.slug}/entries", pair_of(season, 1, 2)
    made = of_season(client, season, Scope.ENTRIES).post(path, sent).json()
    halland = season_makers.district("Halland")
    other = of_season(client, season, Scope.ENTRIES, district=halland)
    problem(other.post(path, pair_of(season, 3, 4)), 403)
    problem(other.post(f"{path}/{made['id']}/withdraw", None), 403)
    assert other.get(path).json() == []


def test_rows_of_the_registry_are_stored_all_or_none(client, season):
    program, path = of_season(client, season, Scope.REGISTRY), f"seasons/{season.slug}/registry"
    rows = [{"number": "11", "name": "Anna Ask", "birth_year": "1950", "district": "Skåne"}]
    wrong = [*rows, {"number": "0", "name": "Bo Berg"}, {"number": "13", "name": "C", "paid": "x"}]
    told = problem(program.post(path, {"players": wrong}), 422)
    assert [one["pointer"] for one in told["errors"]] == ["#/players/1/number", "#/players/2/paid"]
    assert not Player.objects.exists()
    answer = program.post(path, {"players": rows})
    assert answer.json() == {"new": 1, "changed": 0, "unchanged": 0}
    again = program.post(path, {"players": [{**rows[0], "birth_year": ""}]}, "attempt-2")
    assert again.json() == {"new": 0, "changed": 0, "unchanged": 1}
    assert Player.objects.get().birth_year == 1950


def test_an_old_attempt_undoes_nothing_that_came_after_it(client, season):
    program, path = of_season(client, season, Scope.REGISTRY), f"seasons/{season.slug}/registry"
    row = {"number": "11", "name": "Anna Ask"}
    first = program.post(path, {"players": [row]})
    program.post(path, {"players": [{**row, "name": "Anna Alm"}]}, "attempt-2")
    assert program.post(path, {"players": [row]}).content == first.content
    assert Player.objects.get().name == "Anna Alm"


# --- Bundles


def test_a_bundle_goes_out_and_comes_home(client, hall):
    program = Program(client, token_for(hall, Scope.BUNDLE))
    content = program.post(f"events/{hall.slug}/bundle/out", None).content
    hall.refresh_from_db()
    assert hall.away is not None
    answer = program.post(f"events/{hall.slug}/bundle", content.decode())
    assert answer.status_code == 200
    assert not any(answer.json()["counts"].values())


def test_a_bundle_of_another_event_and_what_is_none_are_refused(client, event, hall):
    program = Program(client, token_for(hall, Scope.BUNDLE))
    other = Program(client, token_for(event, Scope.BUNDLE))
    content = other.post(f"events/{event.slug}/bundle/out", None).content
    problem(program.post(f"events/{hall.slug}/bundle", content.decode()), 422)
    problem(program.post(f"events/{hall.slug}/bundle", "{}"), 422)


# --- The description


def test_the_description_names_every_address_and_its_page_shows_it(client):
    described = client.get(V1 + "openapi.json").json()
    assert described["openapi"].startswith("3.")
    page = client.get(reverse("api")).content.decode()
    for path in described["paths"]:
        assert path.removeprefix(V1) in page
    assert len(described["paths"]) == len(api.get_openapi_schema()["paths"])
    assert "<script" not in page


@pytest.mark.django_db(transaction=True)
def test_the_same_attempt_many_times_at_once_is_done_once(live_server):
    hall = makers.hall()
    server = Client(live_server.url, token_for(hall, Scope.RESULTS))

    def ask(_: int) -> Any:
        return server.post(f"events/{hall.slug}/results", result(), key="attempt-1")

    with ThreadPoolExecutor(6) as pool:
        told = list(pool.map(ask, range(12)))
    assert told == [{"version": 1, "held": False}] * 12
    assert Result.objects.get(event=hall).versions.count() == 1
