"""results.js: what became of each wager, in sentences with their reason."""

from typing import Any

from pitboss.dice.layout import REASONS as DICE_REASONS
from pitboss.shoe.rulings import REASONS as SHOE_REASONS
from pitboss.showdown.declaration import REASONS as SHOWDOWN_REASONS
from tests.web.elements.bench import Bench

RULES = {
    "columns": ["hand", "pays", "clause"],
    "rows": [["Flush", "5 to 1", "X 6"], ["Straight flush", "40 to 1", "X 7"]],
}
LAYOUT = {
    "family": "showdown",
    "areas": [{"name": "raise"}, {"name": "ante"}, {"name": "side_bet"}],
    "reasons": SHOWDOWN_REASONS,
    "rules": {"tables": [RULES]},
}
SHOE = LAYOUT | {"family": "shoe", "reasons": SHOE_REASONS}
DICE = LAYOUT | {"family": "dice", "reasons": DICE_REASONS}
ROUND = {
    "hands": {"1": {"words": "pair"}, "1.1": {"words": "hard 18"}, "1.2": {"words": "blackjack"}},
    "dealer": {"words": "soft 17"},
    "dice": "6-5",
}


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
    result("side_bet", "win", 100, 4000, "X 7", why="hand"),
    result("raise", "push", 500, 0, "X 1", why="dealer_not_qualified"),
    result("ante", "win", 500, 500, "X 1", why="dealer_not_qualified"),
]
HANDS = [
    result("ante", "lose", 500, 0, "Y", 2, why="surrender"),
    result("raise", "lose", 500, 0, "Y", 1, why="dealer_higher"),
    result("ante", "lose", 500, 0, "Y", 1, why="dealer_higher"),
]


def explained(bench: Bench, layout: dict[str, Any], results: list[dict[str, Any]]) -> list[Any]:
    return list(bench.run("results.js", "({ explained }, given) => explained(...given)", [layout, ROUND, results]))


def test_each_wager_has_its_sentence_in_the_order_of_the_layout(bench: Bench) -> None:
    found = explained(bench, LAYOUT, CONTEST)
    assert [(each["sentence"], each["moved"]) for each in found] == [
        ("Raise pushes: the dealer does not qualify.", 0),
        ("Ante wins: the dealer does not qualify.", 500),
        ("Side bet wins: Straight flush.", 4000),
    ]
    assert [each["short"] for each in found] == ["Raise pushes", "Ante wins", "Side bet wins: Straight flush"]


def test_16_d1_a_bet_a_check_and_a_loss_are_no_fold(bench: Bench) -> None:
    """Later wagers that were not made leave the same rows as a fold; the reason is the event's, not their pattern."""
    lost = [result("ante", "lose", 500, 0, "X 4", why="dealer_higher")]
    assert explained(bench, LAYOUT, lost)[0]["sentence"] == "Ante loses: the dealer's hand is higher."


def test_16_d1_an_ante_that_pushes_below_its_minimum_says_so(bench: Bench) -> None:
    won = [
        result("raise", "win", 5, 5, "X", why="player_higher"),
        result("ante", "push", 5, 0, "X", why="hand_too_low"),
    ]
    found = explained(bench, LAYOUT, won)
    assert found[0]["decided"] == "the player's hand is higher"
    assert [each["short"] for each in found] == [
        "Raise wins",
        "Ante pushes: the hand is below what the ante needs to win",
    ]


def test_a_hand_says_its_count_once_and_what_was_given_up(bench: Bench) -> None:
    found = explained(bench, SHOE, HANDS)
    assert [each["short"] for each in found] == [
        "Raise loses: hard 18 against the dealer's soft 17",
        "Ante loses",
        "Ante loses: surrendered, the rest comes back",
    ]
    assert found[1]["sentence"] == "Ante loses: hard 18 against the dealer's soft 17."


def test_16_d1_every_reason_has_words(bench: Bench) -> None:
    """Every word that a settlement row of a family can have; `pitboss settle` has them all (tests/test_reasons.py)."""
    for layout, reasons in ((LAYOUT, SHOWDOWN_REASONS), (SHOE, SHOE_REASONS), (DICE, DICE_REASONS)):
        for key in reasons:
            why, _, outcome = key.partition(" ")
            made = result("side_bet", outcome or "win", 100, 100, "X 6", 2 if layout is SHOE else 0, why=why)
            said = explained(bench, layout, [made])[0]["sentence"]
            words = reasons[key].format(own="blackjack", dealer="soft 17", line="Flush", total=11)
            assert said == f"Side bet {'loses' if outcome else 'wins'}: {words}."


def test_without_a_reason_there_is_none(bench: Bench) -> None:
    assert [each["sentence"] for each in explained(bench, LAYOUT, [result("odd_one", "collected", 100, 0, "Z")])] == [
        "Odd one collected."
    ]
    assert explained(bench, LAYOUT, []) == []


SHOW = "({ explained, list }, [layout, round, results, options]) => list(explained(layout, round, results), options)"


def test_a_list_says_how_it_ended_once_and_the_sum(bench: Bench) -> None:
    bench.show("results.js", SHOW, [LAYOUT, ROUND, CONTEST, {}])
    assert bench.texts(".sum > *") == ["The dealer does not qualify.", "+45.00"]
    assert bench.texts("li > :first-child") == ["Raise pushes.", "Ante wins.", "Side bet wins: Straight flush."]
    assert bench.texts("li b") == ["0.00", "+5.00", "+40.00"]
    assert bench.texts("li .clause") == ["X 1", "X 1", "X 7"]
    assert bench.each("li", "it.tabIndex") == [0, 0, 0], "the keyboard reaches the clause"


def test_many_positions_are_named_and_a_loss_has_its_sign(bench: Bench) -> None:
    bench.show("results.js", SHOW, [SHOE, ROUND, HANDS, {"many": True, "what": "This roll"}])
    assert bench.texts(".sum > *") == ["This roll", "−15.00"]
    assert bench.texts("li > :first-child")[1] == "Position 1: Ante loses."


def test_17_3_a_result_has_one_short_reason_and_all_of_it_is_spoken(bench: Bench) -> None:
    read = """({ explained, reasonOf, summary, isRare }, given) =>
      [reasonOf, summary, isRare].map((each) => each(explained(...given)))"""
    assert bench.run("results.js", read, [LAYOUT, ROUND, CONTEST]) == [
        "The dealer does not qualify.",
        "The dealer does not qualify. Raise pushes, ante pays 5.00. Side bet pays 40.00: Straight flush.",
        True,
    ]
    reason, spoken, is_rare = bench.run("results.js", read, [SHOE, ROUND, HANDS])
    assert reason == f"{spoken.split(': ')[1].split('.')[0].capitalize()}." and not is_rare
    assert bench.run("results.js", read, [LAYOUT, ROUND, []]) == ["", "", False]
