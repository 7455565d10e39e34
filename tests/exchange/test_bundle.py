"""The file of a bundle: what is written is read back, and what is not whole is refused."""

import json
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storslam.errors import FileFault
from storslam.exchange import bundle
from storslam.exchange.bundle_fields import OF_MATCHES, OF_SYSTEMS
from storslam.exchange.text import MAX_BYTES

SENT = {
    "who": "A1 N", "when": "2012-12-01T10:00:00+00:00", "reason": "", "seat": "N",
    "contract": "4S", "declarer": "N", "tricks": 10, "lead": "HA", "score": 420, "weights": "",
    "ns_award": "", "ew_award": "", "group": "", "sat_ns": "", "sat_ew": "",
}  # fmt: skip


def value() -> dict[str, Any]:
    """A small event: two pairs, a table, a board and its result."""
    return {
        "mark": "m1", "copy": "", "made": "2012-12-01T12:00:00+00:00", "by": "ledare",
        "about": {
            "slug": "salen", "secret": "s" * 64, "season": "2012-2013",
            "discipline": "open-pairs", "stage": "final",
        },
        "frame": {
            "stage": [{"systems": {
                "level": "B", "max_dots": 12, "banned": ["2D"], "reductions": {"1C": 2}
            }}],
            "event": [{
                "name": "Salen", "site": "", "date": "2012-12-01", "state": "running",
                "method": "matchpoints", "winners": 1, "datum": "trimmed", "imp_cap": None,
                "sections_apart": False, "correction_minutes": 30, "corrections_until": None,
                "group": "", "movement": {"kind": "barometer"}, "minutes": 15, "confirm": True,
                "display": "everywhere", "frozen": None, "qualify": None, "code_turn": 1,
                "master_points": ["60", "73/2"], "declined": [],
            }],
            "sections": [{"name": "A", "number": 7}, {"name": "S", "number": 8}],
            "contestants": [
                {"code": code, "name": "", "standing": "competing", "present": True,
                 "stationary": False, "a_system": False} for code in ("1", "2")
            ],
            "members": [
                {"contestant": "1", "position": 1, "name": "Åsa Öberg", "club": "Essen",
                 "number": "42", "first_round": None, "last_round": None}
            ],
            "carried": [{"contestant": "2", "points": "7/3", "text": "kvalet"}],
            "cards": [
                {"contestant": "1", "made": SENT["when"], "withdrawn": None, "versions": [
                    {"number": 1, "content": {"name": "Multi", "lines": [{"call": "2D"}]},
                     "dots": 3, "system_class": "C", "when": SENT["when"], "who": "tl"}
                ]}
            ],
            "duties": [
                {"contestant": "1", "duty": "at-entry", "when": SENT["when"], "who": "tl"}
            ],
            "rounds": [
                {"number": 1, "session": 1, "planned": None, "opened": SENT["when"],
                 "closed": None, "started": None, "minutes": 15, "paused": None, "held": "P0D"}
            ],
            "boards": [
                {"number": 1, "dealer": "N", "vulnerability": "None", "deal": "",
                 "tricks": {"NS": 10}}
            ],
            "dealings": [
                {"made": SENT["when"], "who": "ledare", "secret": "t" * 43, "promise": "0a" * 32,
                 "boards": [1], "revealed": None}
            ],
            "tables": [
                {"round": 1, "section": section, "number": 1, "ns": ns, "ew": ew, "boards": [1]}
                for section, ns, ew in (("A", "1", "2"), ("S", "2", "1"))
            ],
            "matches": [
                {"round": 1, "number": 1, "phase": "series", "home": "1", "away": "2",
                 "halves": [[1, [1]]], "absent": "", "why": "", "decision": {},
                 "ruled_home": "18", "ruled_away": "25/2", "ruled_why": "x",
                 "absent_at": None, "ruled_at": SENT["when"], "announced": ""}
            ],
            "rooms": [
                {"round": 1, "number": 1, "half": 1, "closed": closed, "hall_round": 1,
                 "section": section, "table": 1} for closed, section in ((False, "A"), (True, "S"))
            ],
            "line_ups": [
                {"round": 1, "number": 1, "half": 1, "contestant": "1", "seats": {"N": 1}}
            ],
            "penalties": [
                {"round": 1, "number": 1, "team": "2", "when": SENT["when"], "vp": "1.50",
                 "member": None,
                 "imps": 0, "why": "sen", "who": "tl", "withdrawn_by": "", "withdrawn_at": None}
            ],
            "choices": [{"phase": "semifinal", "order": 1, "chooser": 1, "chosen": 4}],
        },
        "results": [
            {"round": 1, "section": "A", "table": 1, "board": 1,
             "versions": [{**SENT, "key": "k1", "number": 1, "override": False,
                           "confirmed_by": "", "confirmed_at": None}],
             "conflicts": [{**SENT, "key": "k2", "expected_version": 0, "settled_by": "",
                            "settled_at": None, "taken": None}]}
        ],
        "rulings": [
            {"key": "r1", "contestant": "1", "board": 1, "kind": "penalty", "unit": "top",
             "amount": "-10.00", "reason": "sen", "paragraph": "", "rule": "", "occasion": None,
             "decision": {}, "who": "tl", "when": SENT["when"], "withdrawn_by": "",
             "withdrawn_at": None}
        ],
        "received": {},
    }  # fmt: skip


def places(found: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path of every field in the value, but of what is free."""
    if isinstance(found, dict) and path[-1:] not in (("movement",), ("decision",), ("tricks",)):
        return [path, *(p for key, one in found.items() for p in places(one, (*path, key)))]
    if isinstance(found, list):
        return [path, *(p for key, one in enumerate(found) for p in places(one, (*path, key)))]
    return [path]


def changed(path: tuple[Any, ...], new: Any) -> dict[str, Any]:
    made = deepcopy(value())
    one: Any = made
    for key in path[:-1]:
        one = one[key]
    one[path[-1]] = new
    return made


def refused(made: dict[str, Any]) -> str:
    """What is said of the bundle that somebody who knows the secret made of this."""
    with pytest.raises(FileFault) as fault:
        bundle.load(bundle.dump(made))
    return str(fault.value)


def test_what_is_written_is_read_back():
    read = bundle.load(bundle.dump(value()))
    assert {key: read[key] for key in value()} == value()
    assert (read["format"], read["version"]) == ("storslam-bundle", 4)
    assert bundle.dump(read) == bundle.dump(value())


@pytest.mark.parametrize(
    ("version", "kinds"),
    [
        (1, (*OF_MATCHES, "dealings", *OF_SYSTEMS)),
        (2, ("dealings", *OF_SYSTEMS)),
        (3, OF_SYSTEMS),
    ],
)
def test_a_bundle_of_an_earlier_version_has_nothing_of_what_came_later(version, kinds):
    told = {**value(), "format": "storslam-bundle", "version": version}
    for kind in (*kinds, "stage"):
        del told["frame"][kind]
    signature = bundle.signed(told, told["about"]["secret"])
    read = bundle.load(json.dumps({**told, "signature": signature}).encode())
    assert [read["frame"][kind] for kind in kinds] == [[]] * len(kinds)
    assert read["frame"]["stage"] == [{"systems": {}}]
    assert read["frame"]["tables"] == value()["frame"]["tables"]


def test_a_bundle_of_this_version_has_its_matches_or_is_refused():
    made = value()
    del made["frame"]["matches"]
    assert "frame.matches" in refused(made)


def test_keys_stand_in_order_without_space_so_that_anybody_can_check_the_signature():
    import hmac

    told = json.loads(bundle.dump(value()))
    signature = told.pop("signature")
    text = json.dumps(told, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert signature == hmac.digest(b"s" * 64, text.encode(), "sha256").hex()


@settings(deadline=None)
@given(st.data())
def test_a_bundle_that_is_cut_or_of_which_a_byte_was_changed_is_refused(data):
    whole = bundle.dump(value())
    at = data.draw(st.integers(0, len(whole) - 2))
    other = data.draw(st.integers(0, 255).filter(lambda byte: byte != whole[at]))
    with pytest.raises(FileFault):
        bundle.load(whole[:at])
    with pytest.raises(FileFault):
        bundle.load(whole[:at] + bytes([other]) + whole[at + 1 :])


@settings(deadline=None)
@given(st.binary(max_size=200))
def test_no_file_breaks_it(data):
    with pytest.raises(FileFault):
        bundle.load(data)


@settings(deadline=None)
@given(st.sampled_from([p for p in places(value()) if p]), st.sampled_from(
    [[], {}, "x" * 600, -1, 2**40, 1.5, True, "\x00", [[]], [{}], {"x": 1}]
))  # fmt: skip
def test_what_does_not_belong_there_is_refused_with_its_path_and_nothing_else_breaks(path, wrong):
    made = changed(path, wrong)
    if not isinstance(made["about"], dict) or not isinstance(made["about"].get("secret"), str):
        made["about"] = wrong
        data = json.dumps({**made, "format": "storslam-bundle", "version": 4, "signature": ""})
        with pytest.raises(FileFault):
            bundle.load(data.encode())
        return
    try:
        read = bundle.load(bundle.dump(made))
    except FileFault:
        return
    assert read["signature"] == bundle.signed(read, read["about"]["secret"])


@pytest.mark.parametrize(
    ("path", "wrong", "said"),
    [
        (("frame", "tables", 0, "ns"), "9", "frame.tables[0].ns"),
        (("frame", "tables", 0, "round"), 2, "frame.tables[0].round"),
        (("frame", "tables", 0, "boards"), [1, 1], "frame.tables[0].boards"),
        (("frame", "members", 0, "contestant"), "9", "frame.members[0].contestant"),
        (("frame", "carried", 0, "points"), "1/0", "frame.carried[0].points"),
        (("frame", "carried", 0, "points"), "1e999999", "frame.carried[0].points"),
        (("frame", "boards", 0, "deal"), "N:AK", "frame.boards[0].deal"),
        (("frame", "boards", 0, "tricks"), {"NS": 14}, "frame.boards[0].tricks"),
        (("frame", "boards", 0, "dealer"), "", "frame.boards[0].dealer"),
        (("frame", "rounds", 0, "opened"), "2012-12-01T10:00:00", "frame.rounds[0].opened"),
        (("frame", "contestants", 1, "code"), "1", "frame.contestants[1]"),
        (("frame", "event"), [], "frame.event"),
        (("results", 0, "table"), 2, "results[0]"),
        (("results", 0, "board"), 2, "results[0]"),
        (("results", 0, "versions"), [], "results[0].versions"),
        (("results", 0, "versions", 0, "number"), 2, "results[0].versions"),
        (("results", 0, "versions", 0, "tricks"), 14, "results[0].versions[0].tricks"),
        (("results", 0, "versions", 0, "seat"), "X", "results[0].versions[0].seat"),
        (("results", 0, "versions", 0, "ns_award"), "åäö", "results[0].versions[0].ns_award"),
        (("results", 0, "versions", 0, "weights"), "170@1/0", "results[0].versions[0].weights"),
        (("results", 0, "versions", 0, "contract"), "8S", "results[0].versions[0].contract"),
        (("results", 0, "versions", 0, "declarer"), "", "results[0].versions[0].declarer"),
        (("frame", "boards", 0, "number"), 0, "frame.boards[0].number"),
        (("frame", "event", 0, "movement"), {"usual": [None]}, "frame.event[0].movement"),
        (("frame", "matches", 0, "away"), "1", "frame.matches[0].away"),
        (("frame", "matches", 0, "home"), "9", "frame.matches[0].home"),
        (("frame", "matches", 0, "halves"), [[1, [1, 1]]], "frame.matches[0].halves"),
        (("frame", "rooms", 0, "number"), 2, "frame.rooms[0].number"),
        (("frame", "rooms", 0, "section"), "S", "frame.rooms[1]"),
        (("frame", "line_ups", 0, "seats"), {"N": 2}, "frame.line_ups[0].seats"),
        (("frame", "line_ups", 0, "seats"), {"N": 1, "S": 1}, "frame.line_ups[0].seats"),
        (("frame", "line_ups", 0, "seats"), {"X": 1}, "frame.line_ups[0].seats"),
        (("frame", "penalties", 0, "team"), "9", "frame.penalties[0].team"),
        (("frame", "penalties", 0, "vp"), "NaN", "frame.penalties[0].vp"),
        (("rulings", 0, "amount"), "NaN", "rulings[0].amount"),
        (("rulings", 0, "contestant"), "9", "rulings[0].contestant"),
        (("about", "slug"), "", "about.slug"),
        (("received",), {"": {"mark": "m", "seen": {}, "frame": {}}}, "received..frame"),
        (("frame", "dealings", 0, "secret"), "short", "frame.dealings[0].secret"),
        (("frame", "dealings", 0, "promise"), "0A" * 32, "frame.dealings[0].promise"),
        (("frame", "stage"), [], "frame.stage"),
        (("frame", "stage", 0, "systems", "level"), "E", "frame.stage[0].systems"),
        (("frame", "stage", 0, "systems", "banned"), ["2d"], "frame.stage[0].systems"),
        (("frame", "stage", 0, "systems", "reductions"), {"8C": 1}, "frame.stage[0].systems"),
        (("frame", "cards", 0, "contestant"), "9", "frame.cards[0].contestant"),
        (("frame", "cards", 0, "made"), "2012-12-01T12:00:01+00:00", "frame.cards[0].made"),
        (("frame", "cards", 0, "versions"), [], "frame.cards[0].versions"),
        (("frame", "cards", 0, "versions", 0, "number"), 2, "frame.cards[0].versions"),
        (("frame", "cards", 0, "versions", 0, "content", "x"), 1, "versions[0].content"),
        (("frame", "duties", 0, "contestant"), "9", "frame.duties[0].contestant"),
        (("mark",), None, "mark"),
    ],
)
def test_the_place_of_a_fault_is_named(path, wrong, said):
    assert said in refused(changed(path, wrong)).partition(":")[0]


def test_a_field_too_many_or_too_few_is_refused():
    assert "frame.more" in refused(changed(("frame", "more"), []))
    made = value()
    del made["frame"]["sections"][0]["number"]
    assert "frame.sections[0].number" in refused(made)


def test_two_versions_with_one_key_are_refused():
    made = value()
    first = made["results"][0]["versions"][0]
    made["results"][0]["versions"].append({**first, "number": 2})
    assert "twice" in refused(made)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "not JSON"),
        (b"[1]", "not the bundle"),
        (b'{"a": 1}', "not the bundle"),
        (b'{"a": 1, "a": 1}', "twice"),
        (b'{"a": NaN}', "no event does"),
        (b'{"a": 1e999}', "no event does"),
        (b'{"a": "\\ud800"}', "no event does"),
        (b'{"a": "\\u0000"}', "not the bundle"),
        (b"\xff\xfe", "UTF-8"),
        (b"[" * 100_000, "no event does"),
        (b'{"format": "storslam-bundle", "version": 5}', "version 4"),
        (b'{"format": "storslam-bundle", "version": true}', "version 4"),
        (b" " * (MAX_BYTES + 1), "larger"),
    ],
)
def test_what_is_no_bundle_is_said_to_be_none(data, said):
    with pytest.raises(FileFault, match=said):
        bundle.load(data)


def test_a_changed_value_does_not_go_with_the_signature():
    data = bundle.dump(value()).replace(b'"tricks":10', b'"tricks":11')
    with pytest.raises(FileFault, match="changed after it was signed"):
        bundle.load(data)


def test_the_signature_of_another_secret_is_another():
    assert bundle.signed(value(), "a" * 64) != bundle.signed(value(), "b" * 64)
