"""offers.js: what is offered to a visitor as buttons, and what pressing them makes happen."""

from typing import Any

from tests.web.elements.bench import Bench

OFFER = """({ offers }, { press, ...visitor }) => {
  visitor.choices = (what) => visitor.view.choices.filter((each) => each.do === what);
  const names = ["sit", "buy", "act", "place", "clear", "undo", "leave"];
  const found = offers(visitor, Object.fromEntries(names.map((name) => [name, tell(name)])));
  if (press) found.find((each) => each.key.startsWith(press)).act();
  return found.map(({ act, ...shown }) => shown);
}"""

VISITOR: dict[str, Any] = {
    "active": 3,
    "wallet": 0,
    "chips": 50000,
    "lieAll": 0,
    "wanted": 0,
    "canBet": True,
    "freeSeats": [],
    "lastBet": {"3": {"ante": 500}},
    "layout": {"family": "showdown"},
    "staged": {"some": False, "last": None, "all": {}},
    "view": {"status": "betting", "choices": []},
}


def offered(bench: Bench, press: str = "", **changed: Any) -> list[Any]:
    found: list[Any] = bench.run("offers.js", OFFER, VISITOR | {"press": press} | changed)
    return found


def labels(found: list[Any]) -> list[str]:
    return [each["label"] for each in found]


def playing(*choices: dict[str, Any], status: str = "playing") -> dict[str, Any]:
    return {"view": {"status": status, "choices": [*choices]}, "canBet": False}


FOLD = {"do": "decide", "action": "fold", "position": 3}
RAISE = {"do": "decide", "action": "raise", "amount": "10.00", "position": 3}


def test_a_watcher_is_offered_a_seat_where_one_is_free(bench: Bench) -> None:
    assert offered(bench, active=None) == []
    assert offered(bench, "sit", active=None, freeSeats=[2]) == [{"key": "sit", "label": "Sit down", "main": True}]
    assert bench.told() == [["sit"]]


def test_decisions_come_with_their_amount_and_the_quiet_one_last(bench: Bench) -> None:
    found = offered(bench, "decide raise", **playing({"do": "leave"}, FOLD, RAISE))
    assert labels(found) == ["Raise 10.00", "Fold"]
    assert [each["main"] for each in found] == [True, False]
    assert bench.told() == [["act", RAISE]]


EARLY = {"position": 3, "round": "7 0", "choices": [FOLD, RAISE], "noted": None}
SAYS = "({ earlySays }, early) => earlySays({ early })"


def test_16_c12_a_decision_to_come_is_offered_with_the_same_buttons(bench: Bench) -> None:
    """Before the turn nothing is pressed; what is noted is, and can be changed."""
    found = offered(bench, "decide raise", early=EARLY, **playing())
    assert [(each["label"], each["main"], each["noted"]) for each in found] == [
        ("Raise 10.00", True, False),
        ("Fold", False, False),
    ]
    assert bench.told() == [["act", RAISE, "7 0"]]
    found = offered(bench, "decide fold", early=EARLY | {"noted": RAISE | {"who": "ann"}}, **playing())
    assert [each["noted"] for each in found] == [True, False]
    assert bench.told() == [["act", FOLD, "7 0"]]
    in_turn = offered(bench, **playing(FOLD, RAISE))
    assert [each["key"] for each in in_turn] == [each["key"] for each in found], "the focused button stays the same"
    assert all("noted" not in each for each in in_turn)


def test_16_c12_the_page_says_when_an_early_choice_is_carried_out(bench: Bench) -> None:
    assert [bench.run("offers.js", SAYS, each) for each in (None, EARLY, EARLY | {"noted": RAISE})] == [
        "",
        "You can decide now. The table plays your decision in your turn.",
        "Noted: Raise 10.00. You can change it until your turn.",
    ]


def test_whoever_has_few_chips_may_buy_amid_a_decision(bench: Bench) -> None:
    """Below 100.00, where the wallet has something; at most 500.00 at once."""
    for chips, wallet, more in ((9999, 20000, "Buy 200.00 in chips"), (9999, 60000, "Buy 500.00 in chips")):
        assert labels(offered(bench, chips=chips, wallet=wallet, **playing(FOLD)))[1:] == [more]
    for chips, wallet in ((10000, 20000), (9999, 0)):
        assert labels(offered(bench, chips=chips, wallet=wallet, **playing(FOLD))) == ["Fold"]


def test_whoever_has_nothing_is_offered_chips_alone(bench: Bench) -> None:
    assert offered(bench, chips=0, wallet=1000) == [{"key": "buy", "label": "Buy 10.00 in chips", "main": True}]
    assert offered(bench, "lobby", chips=0, wallet=0) == [{"key": "lobby", "label": "To the lobby", "main": True}]
    assert bench.told() == [["leave"]]
    assert labels(offered(bench, chips=0, lieAll=500))[0] == "5.00 placed", "what lies is something"


def off(found: list[Any]) -> dict[str, bool]:
    return {each["key"]: each["off"] for each in found}


def test_bets_are_placed_changed_repeated_and_taken_back(bench: Bench) -> None:
    nothing = offered(bench)
    assert labels(nothing) == ["Place bet", "Rebet", "Undo", "Clear"]
    assert off(nothing) == {"place": True, "rebet": True, "undo": True, "clear": True}
    chips = {"some": True, "last": {"bets": {}}, "all": {"3": {"ante": 500}}}
    found = offered(bench, "place", staged=chips, wanted=500)
    assert labels(found)[0] == "Place 5.00"
    assert off(found) == {"place": False, "rebet": False, "undo": False, "clear": False}
    assert bench.told() == [["place", {"3": {"ante": 500}}]]
    offered(bench, "rebet", staged=chips)
    offered(bench, "undo", staged=chips)
    offered(bench, "clear", staged=chips)
    assert [each[0] for each in bench.told()] == ["place", "undo", "clear"]
    lying = offered(bench, lieAll=1000, wanted=500, staged=chips)
    assert labels(lying)[0] == "Change to 5.00" and off(lying)["rebet"] is True
    assert off(offered(bench, lieAll=1000, wanted=0, staged=chips))["place"] is False, "all of it may be taken back"
    assert off(offered(bench, wanted=0, staged=chips))["place"] is True, "nothing is no bet"


def test_more_chips_are_offered_when_those_here_do_not_reach(bench: Bench) -> None:
    staged: dict[str, Any] = {"some": True, "last": None, "all": {}}
    enough = offered(bench, staged=staged, wallet=100, wanted=50000)
    assert "buy" not in off(enough)
    assert [each["key"] for each in offered(bench, staged=staged, wallet=100, wanted=50001)][-1] == "buy"


def test_dice_are_taken_and_thrown_and_bets_need_no_button(bench: Bench) -> None:
    choices = [{"do": "take_dice"}, {"do": "decline_dice"}, {"do": "bet", "wager": "pass"}]
    found = offered(bench, "take", layout={"family": "dice"}, view={"status": "betting", "choices": choices})
    assert labels(found) == ["Take the dice", "Decline the dice"]
    assert [each["main"] for each in found] == [True, False]
    assert bench.told() == [["act", {"do": "take_dice"}]]


def test_a_table_that_stopped_offers_nothing(bench: Bench) -> None:
    for status in ("stopped", "closed"):
        assert offered(bench, **playing(FOLD, status=status)) == []


NEXT = """({ firstStep }, visitor) => {
  visitor.lies = () => (visitor.lieAll ? { ante: visitor.lieAll } : {});
  return firstStep(visitor, 3);
}"""


def test_the_next_step_is_told_until_the_cards_come(bench: Bench) -> None:
    staged = {"some": True, "last": None, "all": {"3": {"ante": 500}}}
    told = [
        bench.run("offers.js", NEXT, VISITOR | changed)
        for changed in ({}, {"staged": staged, "wanted": 500}, {"lieAll": 500}, {"canBet": False})
    ]
    assert told == [
        "Choose a chip, then put it on a spot.",
        "Press Place 5.00 before the bets close.",
        "Your bet is placed. The cards come when the bets close.",
        "Your cards will lie here.",
    ]


STEP = """({ firstStep }, visitor) => firstStep({ ...visitor, lies: () => visitor.lying ?? {} }, 3)"""


def first_step(bench: Bench, **changed: Any) -> str:
    found: str = bench.run("offers.js", STEP, VISITOR | changed)
    return found


def test_16_d3_whoever_bets_everything_on_the_ante_is_warned_before_the_deal(bench: Bench) -> None:
    staged = {"some": True, "last": None, "all": {"3": {"ante": 50000}}}
    short = {"left": 0, "takes": 50000, "wager": "raise"}
    warning = "the raise takes 500.00, and you will have 0.00. Otherwise you can only fold. "
    told = first_step(bench, staged=staged, wanted=50000, shortfall=short)
    assert told == f"Bet less: {warning}Press Place 500.00 before the bets close."
    told = first_step(bench, staged=staged, wanted=50000, shortfall=short, wallet=100)
    assert told.startswith(f"Bet less or buy chips: {warning}")
    told = first_step(bench, shortfall=short, lying={"ante": 50000}, lieAll=50000)
    assert told == f"Bet less: {warning}Your bet is placed. The cards come when the bets close."
    assert "Buy 1.00 in chips" in labels(offered(bench, staged=staged, wanted=50000, shortfall=short, wallet=100))


def test_16_d3_a_side_wager_alone_is_not_offered_to_be_placed(bench: Bench) -> None:
    staged = {"some": True, "last": None, "all": {"3": {"flush_bonus": 500}}}
    lacking = {"position": 3, "area": {"name": "flush_bonus"}, "needs": ["ante"]}
    told = first_step(bench, staged=staged, wanted=500, lacking=lacking)
    assert told == "Put a chip on the ante too: the flush bonus is not taken alone."
    place = offered(bench, staged=staged, wanted=500, lacking=lacking)[0]
    assert place["label"] == "Place 5.00" and place["off"] is True
    assert offered(bench, staged=staged, wanted=500)[0]["off"] is False
