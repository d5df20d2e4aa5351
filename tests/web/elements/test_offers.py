"""offers.js: what is offered to a visitor as buttons, and what pressing them makes happen."""

from typing import Any

from tests.web.elements.bench import Bench

OFFER = """({ offers }, { press, ...visitor }) => {
  visitor.choices = (what) => visitor.view.choices.filter((each) => each.do === what);
  const names = ["sit", "buy", "act", "place", "clear", "undo", "leave", "deal", "stage", "more"];
  names.push("auto", "startSaving", "save", "placeSaved", "topUp");
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
    "habits": {"isOpen": False, "isSaving": False, "auto": False, "saved": {}},
    "doubled": None,
    "current": None,
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
    assert labels(offered(bench, chips=0, lieAll=500))[:2] == ["Deal", "5.00 placed"], "what lies is something"


def test_17_6_whoever_has_too_little_to_bet_is_offered_fresh_money(bench: Bench) -> None:
    found = offered(bench, "top-up", chips=0, wallet=0, topUp=100000)
    assert labels(found) == ["Take 1,000.00 in play money", "To the lobby"]
    assert [each["main"] for each in found] == [True, False]
    assert bench.told() == [["topUp"]]
    assert labels(offered(bench, chips=200, topUp=100000))[-1] == "Take 1,000.00 in play money"
    assert labels(offered(bench, layout={"family": "dice"}, chips=200, topUp=100000)) == ["Take 1,000.00 in play money"]


def off(found: list[Any]) -> dict[str, bool]:
    return {each["key"]: bool(each.get("off")) for each in found}


def by_key(found: list[Any]) -> dict[str, Any]:
    return {each["key"]: each for each in found}


CHIPS: dict[str, Any] = {"some": True, "last": {"bets": {}}, "all": {"3": {"ante": 500}}}


def test_bets_are_placed_changed_repeated_and_taken_back(bench: Bench) -> None:
    nothing = offered(bench)
    assert labels(nothing) == ["Deal", "Place bet", "Rebet", "Double", "Clear", "More"]
    assert off(nothing) == {"deal": True, "place": True, "rebet": True, "double": True, "clear": True, "more": False}
    found = offered(bench, "place", staged=CHIPS, wanted=500, doubled={"3": {"ante": 1000}})
    assert labels(found) == ["Deal", "Place 5.00", "Undo", "Double", "Clear", "More"]
    assert not any(off(found).values())
    assert bench.told() == [["place", {"3": {"ante": 500}}]]
    last = CHIPS | {"some": False, "all": {}}
    offered(bench, "rebet", staged=last)
    offered(bench, "undo", staged=CHIPS)
    offered(bench, "clear", staged=CHIPS)
    offered(bench, "double", staged=CHIPS, doubled={"3": {"ante": 1000}})
    assert bench.told() == [["place", {"3": {"ante": 500}}], ["undo"], ["clear"], ["stage", {"3": {"ante": 1000}}]]
    lying = offered(bench, lieAll=1000, wanted=500, staged=CHIPS)
    assert labels(lying)[1] == "Change to 5.00" and "rebet" not in off(lying)
    placed = offered(bench, lieAll=1000, staged=last)
    assert off(placed)["undo"] is True and "rebet" not in off(placed), "the bet lies"
    assert off(offered(bench, lieAll=1000, wanted=0, staged=CHIPS))["place"] is False, "all of it may be taken back"
    assert off(offered(bench, wanted=0, staged=CHIPS))["place"] is True, "nothing is no bet"


def dealing(bench: Bench, deal: Any, **changed: Any) -> Any:
    """What is offered about the deal: label, whether it is the main thing, whether it is off."""
    found = by_key(offered(bench, view={"status": "betting", "choices": [], "deal": deal}, **changed))
    each = found.get("deal") or found["skip"]
    return each["label"], bool(each.get("main")), bool(each.get("off"))


CAN = {"can": True, "asked": False, "waiting": []}
ASKED = {"can": False, "asked": True, "waiting": ["ben"]}


def test_17_2_the_deal_is_the_main_thing_once_there_is_something_to_deal(bench: Bench) -> None:
    assert dealing(bench, None) == ("Deal", False, True)
    assert dealing(bench, None, staged=CHIPS, wanted=500) == ("Deal", True, False), "chips are placed with it"
    lacking = {"position": 3, "area": {"name": "bonus"}, "needs": ["ante"]}
    assert dealing(bench, None, staged=CHIPS, wanted=500, lacking=lacking) == ("Deal", False, True)
    assert dealing(bench, CAN, lieAll=500) == ("Deal", True, False)
    assert dealing(bench, CAN) == ("Skip this round", False, False), "others have bet, and wait"
    assert dealing(bench, ASKED, lieAll=500) == ("Waiting for ben", False, True)
    many = ASKED | {"waiting": ["ben", "cid"]}
    assert dealing(bench, many, lieAll=500) == ("Waiting for 2 players", False, True)
    assert dealing(bench, many, lieAll=500, staged=CHIPS, wanted=500) == ("Deal", True, False), "the bet is changed"
    assert dealing(bench, ASKED | {"waiting": []}, lieAll=500) == ("Deal", False, True), "it is being dealt"
    found = offered(bench, "deal", staged=CHIPS, wanted=500)
    assert by_key(found)["deal"]["shortcut"] == " " and by_key(found)["double"]["shortcut"] == "d"
    assert by_key(offered(bench))["rebet"]["shortcut"] == "r"
    assert bench.told() == [["deal"]]
    offered(bench, "skip", view={"status": "betting", "choices": [], "deal": CAN})
    assert bench.told() == [["deal"]]


def test_17_2_where_a_person_deals_nobody_asks_the_house_for_it(bench: Bench) -> None:
    found = offered(bench, layout={"family": "showdown", "dealt_by": "person"}, staged=CHIPS, wanted=500)
    assert "deal" not in off(found) and by_key(found)["place"]["main"] is True


def test_17_2_at_dice_the_deal_is_a_roll(bench: Bench) -> None:
    for lies, label in ((500, "Roll"), (0, "Skip this roll")):
        view = {"status": "betting", "choices": [], "deal": CAN}
        assert labels(offered(bench, layout={"family": "dice"}, view=view, lieAll=lies)) == [label]
    assert offered(bench, layout={"family": "dice"}, lieAll=500) == [], "not before the shooter has a line wager"


def test_17_2_auto_rebet_and_saved_bets_are_offered_on_request(bench: Bench) -> None:
    habits: dict[str, Any] = {"isOpen": True, "isSaving": False, "auto": False, "saved": {}}
    assert labels(offered(bench, habits=habits))[6:] == ["Auto-rebet", "Save bet"]
    assert off(offered(bench, habits=habits))["save"] is True, "there is no bet to save"
    assert off(offered(bench, habits=habits, current={"ante": 500}))["save"] is False
    on = habits | {"isOpen": False, "auto": True}
    closed = {"key": "more", "label": "Auto-rebet on", "open": False}
    assert offered(bench, habits=on)[-1] == closed, "it is never hidden that it is on"
    saved = habits | {"saved": {"2": {"ante": 500, "bonus": 100}}}
    found = offered(bench, "saved 2", habits=saved)
    assert labels(found)[-1] == "Bet 2: 6.00"
    saving = offered(bench, "save 3", habits=saved | {"isSaving": True}, current={"ante": 500})
    assert labels(saving)[8:] == ["Save as 1", "Save as 2", "Save as 3"]
    for press in ("more", "auto"):
        offered(bench, press, habits=habits)
    offered(bench, "save", habits=habits)
    assert bench.told() == [
        ["placeSaved", {"ante": 500, "bonus": 100}],
        ["save", 3],
        ["more"],
        ["auto"],
        ["startSaving"],
    ]


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
        for changed in (
            {},
            {"staged": staged, "wanted": 500},
            {"staged": staged, "wanted": 500, "layout": {"family": "showdown", "dealt_by": "person"}},
            {"lieAll": 500},
            {"lieAll": 500, "view": {"deal": CAN}},
            {"canBet": False},
        )
    ]
    assert told == [
        "Choose a chip, then put it on a spot.",
        "Press Deal to bet 5.00 and play.",
        "Press Place 5.00 before the bets close.",
        "Your bet is placed. The cards come when the bets close.",
        "Your bet is placed. The cards come when the bets close, or when you press Deal.",
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
    assert told == f"Bet less: {warning}Press Deal to bet 500.00 and play."
    told = first_step(bench, staged=staged, wanted=50000, shortfall=short, wallet=100)
    assert told.startswith(f"Bet less or buy chips: {warning}")
    told = first_step(bench, shortfall=short, lying={"ante": 50000}, lieAll=50000)
    assert told == f"Bet less: {warning}Your bet is placed. The cards come when the bets close."
    assert "Buy 1.00 in chips" in labels(offered(bench, staged=staged, wanted=50000, shortfall=short, wallet=100))


def test_17_6_a_bet_that_leaves_too_little_for_later_wagers_is_warned_of_and_not_refused(bench: Bench) -> None:
    staged = {"some": True, "last": None, "all": {"3": {"ante": 20000}}}
    tight = {"left": 30000, "takes": 60000}
    told = first_step(bench, staged=staged, wanted=20000, tight=tight)
    warning = "Later wagers can take up to 600.00, and you will have 300.00."
    assert told == f"{warning} Press Deal to bet 200.00 and play."
    short = {"left": 0, "takes": 50000, "wager": "raise"}
    assert warning not in first_step(bench, staged=staged, wanted=20000, tight=tight, shortfall=short), "one is enough"
    assert off(offered(bench, staged=staged, wanted=20000, tight=tight))["deal"] is False


def test_16_d3_a_side_wager_alone_is_not_offered_to_be_placed(bench: Bench) -> None:
    staged = {"some": True, "last": None, "all": {"3": {"flush_bonus": 500}}}
    lacking = {"position": 3, "area": {"name": "flush_bonus"}, "needs": ["ante"]}
    told = first_step(bench, staged=staged, wanted=500, lacking=lacking)
    assert told == "Put a chip on the ante too: the flush bonus is not taken alone."
    place = by_key(offered(bench, staged=staged, wanted=500, lacking=lacking))["place"]
    assert place["label"] == "Place 5.00" and place["off"] is True
    assert by_key(offered(bench, staged=staged, wanted=500))["place"]["off"] is False
