"""Bad input gets a code, the clause where there is one, and a sentence; nothing else is lost."""

import io
import json
from typing import Any

import pytest

import pitboss
from pitboss.settling import LONGEST_LINE, settle_lines
from tests.support import refusal

TCP: dict[str, Any] = {
    "game": "three-card-poker",
    "dealer": "Qc 8d 4s",
    "positions": [
        {"position": 1, "cards": "9h 9s Jc", "wagers": {"ante": "10.00"}, "actions": [{"play": "10.00"}]},
        {"position": 2, "cards": "2h 7s Kc", "wagers": {"ante": "10.00"}, "actions": ["fold"]},
    ],
}
HCF: dict[str, Any] = {
    "game": "high-card-flush",
    "dealer": "9d 3d 2d Kc Qh 4s 5s",
    "meters": {"main": "10000.00", "secondary": "0.00"},
    "positions": [
        {
            "position": 1,
            "cards": "Ah Kh 9h 4h 2h 3c Jd",
            "wagers": {"ante": "10.00", "progressive": "1.00"},
            "actions": [{"raise": "10.00"}],
        }
    ],
}
THB: dict[str, Any] = {
    "game": "texas-holdem-bonus",
    "dealer": "2c 7d",
    "community": "As Kd 9h 4c 3s",
    "positions": [
        {
            "position": 1,
            "cards": "Ah Ad",
            "wagers": {"ante": "10.00"},
            "actions": [{"flop": "20.00"}, "check", {"river": "10.00"}],
        }
    ],
}

CRAPS: dict[str, Any] = {
    "game": "craps",
    "rolls": ["6-4", "5-1", "6-4", "3-4"],
    "wagers": [
        {"id": "a", "player": "p1", "wager": "pass", "amount": "10.00", "before": 1},
        {"id": "b", "player": "p1", "wager": "come", "amount": "10.00", "before": 2},
        {"id": "c", "player": "p1", "wager": "odds", "behind": "b", "amount": "50.00", "before": 3, "working": True},
        {"id": "d", "player": "p2", "wager": "hop", "dice": "3-4", "amount": "1.00", "before": 4},
        {
            "id": "e",
            "player": "p2",
            "wager": "place_8",
            "amount": "6.00",
            "before": 1,
            "changes": [{"before": 2, "amount": "12.00"}, {"before": 3, "working": False}, {"before": 4, "down": True}],
        },
    ],
}


def changed(round_: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """The round with other fields; None takes one out."""
    copy = json.loads(json.dumps(round_)) | fields
    return {name: value for name, value in copy.items() if value is not None}


def seat(round_: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """The round with other fields at its first position; None takes one out."""
    copy = changed(round_)
    first = copy["positions"][0] | fields
    copy["positions"][0] = {name: value for name, value in first.items() if value is not None}
    return copy


def versions(version: str, ante: str | None, pair_plus: str | None) -> dict[str, Any]:
    wagers = {name: amount for name, amount in (("ante", ante), ("pair_plus", pair_plus)) if amount}
    return seat(
        changed(TCP, options={"version": version}, positions=TCP["positions"][:1]),
        wagers=wagers,
        actions=[{"play": ante}] if ante else [],
    )


def test_the_rounds_these_tests_break_are_whole() -> None:
    for round_ in (TCP, HCF, THB):
        assert pitboss.settle(round_).positions[0].position == 1
    assert len(pitboss.settle(CRAPS).wagers) == 5


BROKEN: list[tuple[str, str | None, dict[str, Any]]] = [
    # cards
    ("card_twice", None, seat(TCP, cards="9h 9s 9h")),
    ("card_twice", None, seat(TCP, cards="9h 9s Qc")),
    ("card_twice", None, changed(THB, community="As Kd 9h 4c Ah")),
    ("card_twice", None, seat(THB, cards="As Kh")),  # the highest bit of all
    ("card_twice", None, changed(THB, community="As As 9h 4c 3s")),
    ("card_twice", None, changed(THB, dealer="As As")),
    ("unknown_card", None, seat(TCP, cards="9h 9s 1c")),
    ("unknown_card", None, seat(TCP, cards="9h 9s JC")),
    ("unknown_card", None, changed(TCP, dealer="Qc 8d Xs")),
    ("wrong_number_of_cards", "NJ TCP 19:47-20.7(c)", seat(TCP, cards="9h 9s")),
    ("wrong_number_of_cards", "NJ TCP 19:47-20.7(c)", seat(TCP, cards="9h 9s Jc 3d")),
    ("wrong_number_of_cards", "NJ TCP 19:47-20.7(c)", changed(TCP, dealer="Qc 8d")),
    ("wrong_number_of_cards", "rules THB deal", changed(THB, community="As Kd 9h 4c")),
    ("wrong_number_of_cards", "rules THB deal", changed(THB, community=None)),
    ("wrong_number_of_cards", "NJ TCP 19:47-20.7(c)", changed(TCP, community="2c 3c 4c 5c 6c")),
    # game, jurisdiction, options
    ("unknown_game", None, changed(TCP, game="baccarat")),
    ("unknown_game", None, changed(TCP, game=7)),
    ("unknown_jurisdiction", None, changed(TCP, jurisdiction="nv")),
    ("unknown_jurisdiction", None, changed(TCP, jurisdiction="ma")),
    ("unknown_jurisdiction", None, changed(TCP, jurisdiction=3)),
    ("unknown_option", None, changed(TCP, options={"pare_plus": "A"})),
    ("unknown_pay_table", "NJ TCP 19:47-20.11(a)2", changed(TCP, options={"pair_plus": "E"})),
    ("unknown_pay_table", "NJ HCF 13:69F-38.11(c)", changed(HCF, options={"flush_bonus": "a"})),
    ("unknown_pay_table", "NJ TCP 19:47-20.11(a)3", changed(TCP, options={"ante_bonus": None, "version": "standard"})),
    ("bad_option", "NJ TCP 19:47-20.6(f)", changed(TCP, options={"version": "free"})),
    ("bad_option", "NJ HCF 13:69F-38.12(c)", changed(HCF, options={"progressive_survives_fold": "yes"})),
    ("bad_option", "NJ HCF 13:69F-38.11(h)", changed(HCF, options={"max_per_hand": "0.00"})),
    ("options_malformed", None, changed(TCP, options=["A"])),
    ("pay_table_needs_amounts", "NJ HCF 13:69F-38.11(h)", changed(HCF, options={"straight_flush_bonus": "G"})),
    ("pay_table_malformed", "NJ HCF 13:69F-38.11(d)", changed(HCF, options={"straight_flush_bonus": {"G": [500]}})),
    (
        "pay_table_malformed",
        "NJ HCF 13:69F-38.11(d)",
        changed(HCF, options={"straight_flush_bonus": {"G": [500, 200, 100, 50, 0.5]}}),
    ),
    ("pay_table_fixed", "NJ HCF 13:69F-38.11(c)", changed(HCF, options={"flush_bonus": {"G": [500, 200, 100, 50]}})),
    ("pay_table_fixed", "NJ TCP 19:47-20.11(a)2", changed(TCP, options={"pair_plus": [50, 40, 7, 5, 2]})),
    (
        "ante_bonus_not_allowed",
        "NJ TCP 19:47-20.11(a)3i",
        changed(TCP, options={"ante_bonus": "1-5-6", "pair_plus": "B"}),
    ),
    (
        "pair_plus_not_offered",
        "NJ TCP 19:47-20.6(f)3",
        changed(TCP, options={"version": "both_compulsory", "pair_plus": None}),
    ),
    # wagers
    ("unknown_wager", None, seat(TCP, wagers={"ante": "10.00", "lucky": "5.00"})),
    ("wager_too_early", None, seat(TCP, wagers={"ante": "10.00", "play": "10.00"})),
    (
        "wager_not_offered",
        "NJ TCP 19:47-20.6(a)2",
        seat(changed(TCP, options={"pair_plus": None}), wagers={"ante": "10.00", "pair_plus": "5.00"}),
    ),
    ("wager_zero", None, seat(TCP, wagers={"ante": "0.00"})),
    ("wager_negative", None, seat(TCP, wagers={"ante": "-10.00"})),
    ("money_malformed", None, seat(TCP, wagers={"ante": "10.000"})),
    ("money_malformed", None, seat(TCP, wagers={"ante": "10"})),
    ("money_malformed", None, seat(TCP, wagers={"ante": "ten"})),
    ("money_malformed", None, seat(TCP, wagers={"ante": "1e3"})),
    ("money_malformed", None, seat(TCP, wagers={"ante": "١٠.٠٠"})),
    ("money_malformed", None, seat(TCP, wagers={"ante": 10})),
    ("money_malformed", None, seat(TCP, wagers={"ante": ["10.00"]})),
    ("money_malformed", None, seat(TCP, actions=[{"play": {"amount": "10.00"}}])),
    ("wager_too_large", None, seat(TCP, wagers={"ante": "1000000000000.01"})),
    ("field_malformed", None, seat(TCP, wagers="10.00")),
    ("wager_missing", "NJ TCP 19:47-20.6(a)", seat(TCP, wagers={}, actions=[])),
    ("ante_missing", "NJ HCF 13:69F-38.1 Ante", seat(HCF, wagers={"flush_bonus": "5.00"}, actions=[])),
    ("ante_missing", "NJ TCP 19:47-20.6(f)3", versions("both_compulsory", None, "10.00")),
    ("pair_plus_missing", "NJ TCP 19:47-20.6(f)3", versions("both_compulsory", "10.00", None)),
    ("ante_below_pair_plus", "NJ TCP 19:47-20.6(f)1", versions("ante_covers_pair_plus", "10.00", "10.01")),
    ("ante_below_pair_plus", "NJ TCP 19:47-20.6(f)1", versions("ante_covers_pair_plus", None, "10.00")),
    ("ante_below_pair_plus", "NJ TCP 19:47-20.6(f)2", versions("ante_covers_half", "10.00", "20.01")),
    ("wagers_too_far_apart", "NJ TCP 19:47-20.6(f)3", versions("both_compulsory", "10.00", "50.01")),
    ("wagers_too_far_apart", "NJ TCP 19:47-20.6(f)3", versions("both_compulsory", "50.01", "10.00")),
    ("progressive_not_1.00", "NJ HCF 13:69F-38.6(a)4", seat(HCF, wagers={"ante": "10.00", "progressive": "2.00"})),
    ("progressive_not_1.00", "NJ HCF 13:69F-38.6(a)4", seat(HCF, wagers={"ante": "10.00", "progressive": "0.99"})),
    # decisions
    ("raise_under_minimum", "NJ HCF 13:69F-38.6(a)5", seat(HCF, actions=[{"raise": "9.99"}])),
    ("raise_over_limit", "NJ HCF 13:69F-38.6(a)5", seat(HCF, actions=[{"raise": "20.01"}])),
    ("decision_missing", "NJ HCF 13:69F-38.10(b)", seat(HCF, actions=[])),
    ("decision_missing", "NJ HCF 13:69F-38.10(b)", seat(HCF, actions=None)),
    ("decision_missing", "rules THB turn", seat(THB, actions=[{"flop": "20.00"}])),
    ("decision_missing", "rules THB river", seat(THB, actions=[{"flop": "20.00"}, "check"])),
    ("action_after_fold", "rules THB fold", seat(THB, actions=["fold", {"turn": "10.00"}])),
    ("action_after_fold", "NJ HCF 13:69F-38.10(b)", seat(HCF, actions=["fold", "fold"])),
    ("action_not_allowed", "rules THB turn", seat(THB, actions=[{"flop": "20.00"}, "fold"])),
    ("action_not_allowed", "NJ HCF 13:69F-38.10(b)", seat(HCF, actions=["check"])),
    ("action_not_allowed", "NJ HCF 13:69F-38.10(b)", seat(HCF, actions=[{"raise": "10.00", "play": "10.00"}])),
    ("action_not_allowed", "NJ HCF 13:69F-38.10(b)", seat(HCF, actions=[[]])),
    ("too_many_actions", None, seat(HCF, actions=[{"raise": "10.00"}, "check"])),
    ("flop_under_minimum", "rules THB flop", seat(THB, actions=[{"flop": "19.99"}, "check", "check"])),
    ("flop_over_limit", "rules THB flop", seat(THB, actions=[{"flop": "20.01"}, "check", "check"])),
    ("nothing_to_decide", "NJ TCP 19:47-20.10(b)", seat(TCP, wagers={"pair_plus": "5.00"}, actions=["fold"])),
    # positions
    ("position_twice", "reading 28", seat(TCP, position=2)),
    ("position_out_of_range", "reading 28", seat(TCP, position=0)),
    ("position_out_of_range", "reading 28", seat(TCP, position=7)),
    ("position_out_of_range", "NJ HCF 13:69E-1.13Y(a)", seat(HCF, position=7)),
    ("field_malformed", None, seat(TCP, position="1")),
    ("field_malformed", None, seat(TCP, position=True)),
    ("positions_missing", None, changed(TCP, positions=[])),
    # form
    ("field_missing", None, changed(TCP, dealer=None)),
    ("field_missing", None, changed(TCP, positions=None)),
    ("field_missing", None, seat(TCP, cards=None)),
    ("unknown_field", None, changed(TCP, optons={})),
    ("unknown_field", None, seat(TCP, forfiet=True)),
    ("field_malformed", None, changed(TCP, dealer=["Qc", "8d", "4s"])),
    ("field_malformed", None, seat(TCP, void="yes")),
    ("unknown_wager", None, changed(TCP, void=["raise"])),
    ("void_and_forfeit", None, seat(TCP, void=True, forfeit=True)),
    ("meters_not_used", None, changed(TCP, meters={"main": "1.00", "secondary": "0.00"})),
    ("meters_malformed", None, changed(HCF, meters={"main": "1.00"})),
    ("money_malformed", None, changed(HCF, meters={"main": "lots", "secondary": "0.00"})),
    ("wager_negative", None, changed(HCF, meters={"main": "-0.00", "secondary": "0.00"})),
    ("unknown_pay_table", "NJ WTF 13:69F-38.11(c)", changed(TCP, game="what-the-flush", options={"flush_rush": ""})),
    (
        "meters_missing",
        "NJ HCF 13:69F-38.11(e) 7 Card Straight Flush [A,B]",
        seat(changed(HCF, meters=None), cards="3h 4h 5h 6h 7h 8h 9h"),
    ),
]


@pytest.mark.parametrize(("code", "clause", "broken"), BROKEN, ids=[f"{n}-{row[0]}" for n, row in enumerate(BROKEN)])
def test_a_broken_round_is_refused(code: str, clause: str | None, broken: dict[str, Any]) -> None:
    refused = refusal(broken)
    assert (refused.code, refused.clause) == (code, clause)
    assert refused.message[0].isupper() or refused.message[0] in "'\"", refused.message
    assert refused.message.endswith("."), refused.message


@pytest.mark.parametrize(("code", "clause", "broken"), BROKEN, ids=[f"{n}-{row[0]}" for n, row in enumerate(BROKEN)])
def test_the_lines_around_a_broken_round_are_settled(code: str, clause: str | None, broken: dict[str, Any]) -> None:
    good = json.dumps(TCP).encode()
    source = io.BytesIO(b"\n".join([good, json.dumps(broken).encode(), good]))
    first, second, third = [(json.loads(line), fine) for line, fine in settle_lines(source)]
    assert first == third == (pitboss.settle(TCP).as_json(), True)
    assert second[0]["error"]["code"] == code
    assert second[0]["error"]["line"] == 2


@pytest.mark.parametrize(
    ("version", "ante", "pair_plus"),
    [
        ("standard", None, "10.00"),
        ("standard", "0.01", "1000.00"),
        ("ante_covers_pair_plus", "10.00", "10.00"),
        ("ante_covers_pair_plus", "10.00", None),
        ("ante_covers_half", "10.00", "20.00"),
        ("ante_covers_half", "0.01", "0.02"),
        ("both_compulsory", "10.00", "50.00"),
        ("both_compulsory", "50.00", "10.00"),
    ],
)
def test_wagers_just_within_their_version_are_taken(version: str, ante: str | None, pair_plus: str | None) -> None:
    assert pitboss.settle(versions(version, ante, pair_plus)).positions[0].wagers


def test_the_largest_wager_is_taken() -> None:
    largest = "1000000000000.00"
    settled = pitboss.settle(seat(TCP, wagers={"ante": largest}, actions=[{"play": largest}])).as_json()
    assert settled["positions"][0]["net"] == "2000000000000.00"


def lines(*given: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line, _ in settle_lines(io.BytesIO(b"".join(given)))]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"\n", "empty_line"),
        (b"   \t\n", "empty_line"),
        (b"not json\n", "not_json"),
        (b'{"game": "three-card-poker",\n', "not_json"),
        (b'{"game": "\xff"}\n', "not_json"),
        (b"[" * 100_000 + b"\n", "field_malformed"),
        (b'{"id": ' + b"[" * 100_000 + b"\n", "not_json"),
        (
            b'{"game": "three-card-poker", "dealer": "", "positions": [], "options": {"pair_plus": "\xff"}}\n',
            "options_malformed",
        ),
        (
            b'{"game": "three-card-poker", "dealer": "", "positions": [], "options": {"x": 1e999}}\n',
            "options_malformed",
        ),
        (
            b'{"game": "x", "dealer": "", "positions": [], "id": ' + b'{"a":' * 990 + b"1" + b"}" * 991 + b"\n",
            "not_json",
        ),
        (
            b'{"game": "three-card-poker", "dealer": "", "positions": [{"position": ' + b"9" * 5000 + b"}]}\n",
            "field_malformed",
        ),
        (b"[]\n", "field_malformed"),
        (b"null\n", "field_malformed"),
        (b'"round"\n', "field_malformed"),
        (b"x" * (LONGEST_LINE + 1) + b"\n", "line_too_long"),
        (b"x" * (5 * LONGEST_LINE) + b"\n", "line_too_long"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_a_line_that_is_no_round(line: bytes, code: str) -> None:
    before, broken, after = lines(json.dumps(TCP).encode() + b"\n", line, json.dumps(TCP).encode())
    assert broken["error"]["code"] == code
    assert before == after == pitboss.settle(TCP).as_json()


def test_a_line_of_exactly_the_longest_length_is_read() -> None:
    line = json.dumps(TCP).encode()
    assert "error" not in lines(line + b" " * (LONGEST_LINE - len(line) - 1) + b"\n")[0]
    assert "error" not in lines(line + b" " * (LONGEST_LINE - len(line)))[0]


def test_a_name_given_twice_is_refused_and_not_overwritten() -> None:
    line = json.dumps(TCP).encode()
    doubled = line.replace(b'"ante": "10.00"', b'"ante": "10.00", "ante": "99.00"', 1)
    assert lines(doubled)[0]["error"]["code"] == "name_twice"
    assert lines(line.replace(b'"dealer"', b'"dealer": "2c 3c 4c", "dealer"', 1))[0]["error"]["code"] == "name_twice"
    twice_in_options = line.replace(b'"dealer"', b'"options": {"pair_plus": "A", "pair_plus": "B"}, "dealer"', 1)
    assert lines(twice_in_options)[0]["error"]["code"] == "name_twice"
    spelled_out = line.replace(b'"cards"', b'"void": false, "forfeit": false, "cards"', 1)
    assert "error" not in lines(spelled_out)[0]


def test_a_last_line_without_an_end_is_settled() -> None:
    assert lines(json.dumps(TCP).encode())[0] == pitboss.settle(TCP).as_json()
    assert lines() == []


def test_the_callers_id_comes_back() -> None:
    assert pitboss.settle(changed(TCP, id={"shoe": 7, "round": "a:b"})).as_json()["id"] == {"shoe": 7, "round": "a:b"}


def test_a_byte_order_mark_is_passed_over() -> None:
    assert "error" not in lines(b"\xef\xbb\xbf" + json.dumps(TCP).encode() + b"\r\n")[0]


@pytest.mark.parametrize("other", [{"jurisdiction": "ma"}, {"options": {"flush_bonus": "B"}}])
def test_rules_refuse_a_round_played_under_others(other: dict[str, Any]) -> None:
    rules = pitboss.games.showdown("high-card-flush").rules("nj")
    with pytest.raises(pitboss.Refusal, match="its own rules"):
        rules.settle(changed(HCF, **other))
    assert rules.settle(changed(HCF, jurisdiction="nj", options={"flush_bonus": "A"})).positions[0].wagers


def test_rules_refuse_a_round_of_another_game() -> None:
    with pytest.raises(pitboss.Refusal, match="High Card Flush"):
        pitboss.game("high-card-flush").rules().settle(TCP)


def test_void_hands_may_have_any_number_of_cards() -> None:
    """A wrong number of cards is why hands become void, so such a round must be recordable."""
    void = seat(TCP, cards="9h", void=True)
    next_to_settled = changed(void, options={"void_reverses_settled": False})
    with pytest.raises(pitboss.Refusal, match="every wager that a fold"):
        pitboss.settle(next_to_settled)
    next_to_settled["positions"][1]["actions"] = [{"play": "10.00"}]
    settled = pitboss.settle(next_to_settled).as_json()
    assert settled["positions"][0]["hand"] is None
    assert [row["outcome"] for row in settled["positions"][0]["wagers"]] == ["void", "void"]
    everything_void = changed(void, dealer="Qc", void=["ante", "play"])
    assert [each["net"] for each in pitboss.settle(everything_void).as_json()["positions"]] == ["0.00", "0.00"]


def test_a_hand_voided_in_mid_round_has_only_the_decisions_it_reached() -> None:
    cut_short = seat(THB, actions=[{"flop": "20.00"}], void=True)
    assert [row.outcome for row in pitboss.settle(cut_short).positions[0].wagers] == ["void", "void"]
    forfeited = seat(THB, actions=[{"flop": "20.00"}, "check"], forfeit=True)
    assert pitboss.settle(forfeited).positions[0].net == -30_00


def test_with_the_ante_go_the_wagers_placed_on_it() -> None:
    only_ante = changed(TCP, void=["ante"])
    assert pitboss.settle(only_ante).as_json() == pitboss.settle(changed(TCP, void=["ante", "play"])).as_json()
    assert pitboss.settle(only_ante).positions[0].net == 0


LINES_OF_CRAPS: list[tuple[str | None, bytes]] = [
    (None, json.dumps(CRAPS).encode()),
    ("field_missing", b'{"game": "craps"}'),
    ("unknown_field", json.dumps(CRAPS | {"dealer": "Qc 8d 4s", "positions": []}).encode()),
    ("unknown_field", b'{"game": "craps", "dealer": "Qc 8d 4s", "positions": []}'),
    ("name_twice", json.dumps(CRAPS).replace('"rolls"', '"id": 1, "id": 2, "rolls"').encode()),
    ("name_twice", json.dumps(CRAPS).replace('"player": "p2"', '"player": "p1", "player": "p2"').encode()),
    ("bad_dice", json.dumps(CRAPS).replace("6-4", "7-0").encode()),
    ("unknown_jurisdiction", json.dumps(CRAPS | {"jurisdiction": ["nj"]}).encode()),
    ("options_malformed", json.dumps(CRAPS | {"options": 7}).encode()),
    ("not_json", json.dumps(CRAPS).encode()[:-1]),
    ("unknown_game", json.dumps(CRAPS | {"game": "dice"}).encode()),
]


def test_lines_of_craps_among_lines_of_other_games() -> None:
    """A line is settled by its own game's family; refused, it is told what that family's round would need."""
    whole = b"\n".join(line for _, line in LINES_OF_CRAPS) + b"\n" + json.dumps(TCP).encode()
    answers = [json.loads(line) for line, _ in settle_lines(io.BytesIO(whole))]
    codes = [answer.get("error", {}).get("code") for answer in answers]
    assert codes[:-1] == [code for code, _ in LINES_OF_CRAPS]
    assert (codes[-1], answers[-1]["game"]) == (None, "three-card-poker")
    assert [answer["error"]["line"] for answer in answers if "error" in answer] == [*range(2, 12)]
