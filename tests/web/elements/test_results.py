"""results.js: what became of each wager, in sentences with their reason."""

from typing import Any

from tests.web.elements.bench import Bench

LAYOUT = {
    "areas": [{"name": "ante"}, {"name": "raise"}, {"name": "side_bet"}],
    "contests": [{"says": "the dealer does not qualify", "results": {"ante": "win", "raise": "push"}, "clause": "X 1"}],
    "pays": [{"title": "Side bet", "rows": [["Flush", "5 to 1"], ["Straight flush", "40 to 1"]]}],
}
ROUND = {"hands": {"1.1": {"words": "hard 18"}, "1.2": {"words": ""}}, "dealer": {"words": "soft 17"}}


def result(wager: str, outcome: str, stake: int, pays: int, clause: str, hand: int = 0, **more: Any) -> dict[str, Any]:
    return {
        "position": 1,
        "wager": wager,
        "outcome": outcome,
        "stake": stake,
        "pays": pays,
        "clause": clause,
        "hand": hand,
        **more,
    }


CONTEST = [
    result("side_bet", "win", 100, 4000, "NJ X 7 straight flush [printed]"),
    result("raise", "push", 500, 0, "X 1"),
    result("ante", "win", 500, 500, "X 1"),
]
HANDS = [
    result("ante", "lose", 500, 0, "Y", 2, givenUp="surrender"),
    result("raise", "lose", 500, 0, "Y", 1),
    result("ante", "lose", 500, 0, "Y", 1),
]


def explained(bench: Bench, results: list[dict[str, Any]]) -> list[Any]:
    return list(bench.run("results.js", "({ explained }, given) => explained(...given)", [LAYOUT, ROUND, results]))


def test_each_wager_has_its_sentence_in_the_order_of_the_layout(bench: Bench) -> None:
    found = explained(bench, CONTEST)
    assert [(each["sentence"], each["moved"]) for each in found] == [
        ("Ante wins: the dealer does not qualify.", 500),
        ("Raise pushes: the dealer does not qualify.", 0),
        ("Side bet wins: Straight flush.", 4000),
    ]
    assert [each["short"] for each in found] == ["Ante wins", "Raise pushes", "Side bet wins: Straight flush"]


def test_a_hand_says_its_count_once_and_what_was_given_up(bench: Bench) -> None:
    found = explained(bench, HANDS)
    assert [each["short"] for each in found] == [
        "Ante loses: hard 18 against the dealer's soft 17",
        "Raise loses",
        "Ante loses: surrendered, the rest comes back",
    ]
    assert found[1]["sentence"] == "Raise loses: hard 18 against the dealer's soft 17."


def test_without_a_reason_there_is_none(bench: Bench) -> None:
    assert [each["sentence"] for each in explained(bench, [result("odd_one", "collected", 100, 0, "Z")])] == [
        "Odd one collected."
    ]
    assert explained(bench, []) == []


SHOW = "({ explained, list }, [layout, round, results, options]) => list(explained(layout, round, results), options)"


def test_a_list_says_how_it_ended_once_and_the_sum(bench: Bench) -> None:
    bench.show("results.js", SHOW, [LAYOUT, ROUND, CONTEST, {}])
    assert bench.texts(".sum > *") == ["The dealer does not qualify.", "+45.00"]
    assert bench.texts("li > :first-child") == ["Ante wins.", "Raise pushes.", "Side bet wins: Straight flush."]
    assert bench.texts("li b") == ["+5.00", "0.00", "+40.00"]
    assert bench.texts("li .clause") == ["X 1", "X 1", "NJ X 7 straight flush [printed]"]
    assert bench.each("li", "it.tabIndex") == [0, 0, 0], "the keyboard reaches the clause"


def test_many_positions_are_named_and_a_loss_has_its_sign(bench: Bench) -> None:
    bench.show("results.js", SHOW, [LAYOUT, ROUND, HANDS, {"many": True, "what": "This roll"}])
    assert bench.texts(".sum > *") == ["This roll", "−15.00"]
    assert bench.texts("li > :first-child")[1] == "Position 1: Raise loses."
