"""presentation.js: messages are shown one after the other, each event before the next, the view last."""

from typing import Any

from tests.web.elements.bench import Bench

PUSH = """async ({ Presentation }, { messages, skips }) => {
  const [{ Round }, motion] = await Promise.all(["round", "motion"].map((name) => import(`/pages/${name}.js`)));
  const log = [], round = new Round();
  const visitor = {
    me: "me", round, layout: { areas: [{ name: "ante" }, { name: "raise" }] },
    view: { chips: "100.00", playing: false, positions: {}, choices: [{ do: "bet" }] },
    get results() { return round.results.filter((each) => each.player === "me"); },
  };
  let rest;
  const over = new Promise((go) => { rest = go; });
  const page = {
    draw() { log.push(`draw ${round.dealer.cards.join("")}${round.dealer.words && ` ${round.dealer.words}`}`); },
    say(says) { log.push(`say ${says}`); },
    heard(event) { log.push(`heard ${event.event}`); },
    adopt({ view }) { visitor.view = view; log.push(`adopt ${view.name}`); },
    result: async () => log.push(`result ${round.results.length}`),
    compare(on) { log.push(`compare ${on}`); },
    busy() { log.push("busy"); }, rest, names: async () => {},
    spotOf: () => null, bank: () => null, dealer: () => null, shoe: () => null,
  };
  const presentation = new Presentation(visitor, page);
  if (!skips) motion.hold(0);
  for (const [view, events] of messages) presentation.push(view, events);
  const choices = visitor.view.choices?.length ?? 0;
  if (skips) presentation.skip();
  await over;
  return { log: log.filter((each, at) => each !== log[at - 1]), choices, chips: visitor.view.chips };
}"""
CLOSED: dict[str, Any] = {"event": "bets_closed", "number": 1}
DEALT = {"event": "cards_dealt", "cards": [["3", "Ah"], ["dealer", "??"], ["dealer", "??"]]}
REVEALED = {"event": "dealer_revealed", "cards": ["Kc", "2d"], "hand": "king high"}
TAKEN = {"event": "wagers_taken", "player": "me", "position": 3, "stakes": {"ante": "5.00"}, "clause": "X"}


def push(bench: Bench, *messages: tuple[dict[str, Any], list[dict[str, Any]]], skips: bool = False) -> dict[str, Any]:
    found: dict[str, Any] = bench.run("presentation.js", PUSH, {"messages": messages, "skips": skips})
    return found


def view(name: str, **fields: Any) -> dict[str, Any]:
    return {"name": name, "playing": False, "seats": {}, "chips": "95.00", **fields}


def test_a_message_without_motion_is_adopted_at_once(bench: Bench) -> None:
    found = push(bench, (view("seated"), [{"event": "seated", "player": "me", "position": 3}]))
    assert [each for each in found["log"] if "draw" not in each] == ["heard seated", "adopt seated"]


ROUND = [
    "busy",
    "draw ",
    "heard bets_closed",
    "say No more bets.",
    "draw ",
    "draw ????",
    "heard cards_dealt",
    "draw ????",
    "draw Kc??",
    "draw Kc2d",
    "heard dealer_revealed",
    "say Dealer has king high.",
    "draw Kc2d king high",
    "compare true",
    "compare false",
    "draw Kc2d king high",
    "heard wagers_taken",
    "draw Kc2d king high",
    "result 1",
    "draw Kc2d king high",
    "adopt over",
]
"""Cards, then names, then wagers, then the net, then the view."""


def test_a_round_is_shown_in_its_order(bench: Bench) -> None:
    found = push(bench, (view("over"), [CLOSED, DEALT, REVEALED, TAKEN]))
    assert found["log"] == ROUND
    assert (found["choices"], found["chips"]) == (0, "95.00"), "nothing can be done until the view is adopted"


def test_skipping_keeps_the_order(bench: Bench) -> None:
    assert push(bench, (view("over"), [CLOSED, DEALT, REVEALED, TAKEN]), skips=True)["log"] == ROUND


def test_the_decisions_of_others_take_no_time(bench: Bench) -> None:
    raised = {"event": "decided", "player": "bob", "position": 1, "action": "raise", "amount": "5.00"}
    found = push(bench, (view("next", playing=True, positions={}), [raised]))
    assert "busy" not in found["log"] and found["log"][-1] == "adopt next"
    assert found["choices"] == 1, "what can be done stays"


def test_a_table_that_is_a_round_ahead_is_caught_up_with(bench: Bench) -> None:
    """The end of the old round lands at once, the new one is shown in full."""
    found = push(
        bench,
        (view("old"), [CLOSED, DEALT, REVEALED, TAKEN]),
        (view("seat"), [{"event": "seated", "player": "bob", "position": 1}]),
        (view("new", playing=True, dealer=["??", "??"], positions={}), [CLOSED, DEALT]),
    )
    assert [each for each in found["log"] if each.startswith("adopt")] == ["adopt old", "adopt seat", "adopt new"]


def test_a_fault_while_something_is_shown_never_stops_the_table(bench: Bench) -> None:
    """The view is adopted all the same: what can be done next is never lost."""
    broken = {"event": "wagers_paid", "player": "me", "position": 3}
    found = push(bench, (view("over"), [CLOSED, broken]), (view("later"), []))
    assert [each for each in found["log"] if each.startswith("adopt")] == ["adopt over", "adopt later"]
    assert bench.wrong, "and the fault is reported"
    bench.wrong.clear()
