"""wire.js: one socket to a table. Each command has one effect however often it is sent; nobody speaks for another."""

from typing import Any

from playwright.sync_api import expect

from tests.web.elements.bench import Bench

ANN = {"person": {"name": "ann", "guest": False, "role": "player"}, "balance": "5.00", "csrf": "token"}
OPEN = """async ({ Wire }, known) => {
  const names = ["session", "lost", "refused", "notice", "meters", "table"];
  window.wire = new Wire("t 1", Object.fromEntries(names.map((name) => [name, tell(name)])));
  await wire.open(known);
}"""
ASK = (
    """command => { wire.do(command).then(tell("done"), (error) => tell("not done")(error.message, error.clause)); }"""
)


def open_wire(bench: Bench, name: str = "ann") -> None:
    bench.run("wire.js", OPEN, ANN)
    bench.page.wait_for_function("wire.socket.readyState === 1")
    bench.hear({"type": "hello", "name": name})


def heard(bench: Bench, number: int) -> list[Any]:
    bench.page.wait_for_function("number => told.length >= number", arg=number)
    return bench.told()


def test_it_says_nothing_before_it_is_greeted_then_watches(bench: Bench) -> None:
    bench.run("wire.js", OPEN, ANN)
    bench.page.wait_for_function("wire.socket.readyState === 1")
    bench.page.evaluate(ASK, {"do": "sit"})
    assert bench.said == []
    bench.hear({"type": "hello", "name": "ann"})
    watch, command = bench.wait_said(2)
    assert watch == {"type": "watch", "table": "t 1"}
    assert (command["type"], command["table"], command["command"]["do"]) == ("do", "t 1", "sit")
    assert bench.told() == [["session", ANN]]


def test_a_snapshot_and_what_follows_it_are_told(bench: Bench) -> None:
    open_wire(bench)
    bench.hear({"type": "snapshot", "sequence": 4, "view": {"round": 1}})
    bench.hear({"type": "events", "first": 5, "sequence": 6, "view": {"round": 2}, "events": ["a", "b"]})
    bench.hear({"type": "meters", "meters": {"main": "1.00"}})
    assert heard(bench, 4)[1:] == [
        ["table", {"round": 1}, []],
        ["table", {"round": 2}, ["a", "b"]],
        ["meters", {"main": "1.00"}],
    ]


def test_a_gap_is_asked_for_again_and_nothing_is_told_of_it(bench: Bench) -> None:
    open_wire(bench)
    bench.hear({"type": "snapshot", "sequence": 4, "view": {}})
    bench.hear({"type": "events", "first": 6, "sequence": 7, "view": {"round": 9}, "events": ["late"]})
    assert bench.wait_said(2)[1:] == [{"type": "again", "table": "t 1"}]
    assert heard(bench, 2)[1:] == [["table", {}, []]]


def test_a_command_is_done_or_refused_for_whoever_gave_it(bench: Bench) -> None:
    open_wire(bench)
    bench.wait_said(1)
    bench.page.evaluate(ASK, {"do": "sit"})
    bench.page.evaluate(ASK, {"do": "bet"})
    _, sit, bet = bench.wait_said(3)
    assert sit["id"] != bet["id"] and sit["command"]["key"] != bet["command"]["key"]
    assert len(sit["command"]["key"]) == 24
    bench.hear({"type": "error", "id": bet["id"], "error": {"message": "Too much.", "clause": "X 1"}})
    bench.hear({"type": "done", "id": sit["id"]})
    bench.hear({"type": "done", "id": sit["id"]})
    bench.hear({"type": "error", "error": {"message": "Not now."}})
    bench.page.wait_for_function("told.some(([name]) => name === 'refused')")
    _, refused, done, nobodys = bench.told()
    assert refused == ["not done", "Too much.", "X 1"]
    assert done[0] == "done" and nobodys[0] == "refused"


def test_a_lost_connection_comes_back_with_the_same_command_under_the_same_key(bench: Bench) -> None:
    bench.answers("/api/session", ANN)
    open_wire(bench)
    bench.page.evaluate(ASK, {"do": "bet"})
    before = bench.wait_said(2)[1]
    bench.hurry()
    bench.sockets[0].close()
    bench.page.wait_for_function("told.filter(([name]) => name === 'session').length === 2")
    bench.page.wait_for_function("wire.socket.readyState === 1")
    bench.hear({"type": "hello", "name": "ann"})
    assert bench.wait_said(2)[1] == before
    assert [name for name, *_ in bench.told()] == ["session", "lost", "session"]


def test_each_wait_is_longer_up_to_five_seconds(bench: Bench) -> None:
    waits = bench.run(
        "wire.js",
        """({ Wire }) => {
          const wire = new Wire("t", { lost() {} }), waits = [];
          setTimeout = (_, wait) => waits.push(wait);
          for (let number = 0; number < 6; number++) wire.later();
          return waits;
        }""",
    )
    assert waits == [400, 800, 1600, 3200, 5000, 5000]


def test_nothing_is_said_in_anothers_name(bench: Bench) -> None:
    """Somebody signed in elsewhere before the socket opened: it is closed, and the door asks what now."""
    bench.answers("/api/session", ANN | {"person": ANN["person"] | {"name": "ben"}})  # type: ignore[operator]
    open_wire(bench, "ben")
    bench.hurry()
    expect(bench.page.get_by_role("dialog", name="Your session ended")).to_contain_text("signed in as ben now")
    assert bench.said == []


def test_a_refusal_at_the_door_is_told_and_tried_again(bench: Bench) -> None:
    bench.answers("/api/session", (503, {"message": "The floor is closed."}), ANN)
    bench.hurry()
    bench.run("wire.js", OPEN, None)
    bench.page.wait_for_function("wire.socket?.readyState === 1")
    assert [name for name, *_ in bench.told()] == ["refused", "lost", "session"]


def test_one_closed_while_it_opens_stays_closed(bench: Bench) -> None:
    bench.answers("/api/session", ANN)
    bench.hurry()
    opened = bench.run(
        "wire.js",
        """async ({ Wire }) => {
          const wire = new Wire("t", { session() {}, lost: tell("lost"), refused: tell("refused") });
          const opening = wire.open();
          wire.close();
          await opening;
          await new Promise((go) => setTimeout(go, 1000));
          return wire.socket !== undefined;
        }""",
    )
    assert not opened and bench.told() == [] and bench.sockets == []


def test_one_that_is_closed_does_not_come_back(bench: Bench) -> None:
    open_wire(bench)
    bench.hurry()
    bench.page.evaluate("wire.close()")
    bench.page.wait_for_function("wire.socket.readyState === 3")
    bench.page.wait_for_timeout(50)
    assert len(bench.sockets) == 1 and [name for name, *_ in bench.told()] == ["session"]


def test_16_c11_a_notice_is_passed_on_to_the_page(bench: Bench) -> None:
    open_wire(bench)
    bench.hear({"type": "notice", "table": "t 1", "code": "seat_idle", "message": "Bet in the next round."})
    assert heard(bench, 2)[-1] == ["notice", "Bet in the next round."]


def test_16_c12_a_decision_that_is_noted_is_answered_and_not_sent_again(bench: Bench) -> None:
    open_wire(bench)
    bench.wait_said(1)
    bench.page.evaluate("""() => { wire.do({ do: "decide" }, "7 0").then(tell("done")); }""")
    _, decide = bench.wait_said(2)
    assert decide["early"] == "7 0"
    bench.hear({"type": "noted", "id": decide["id"], "table": "t 1"})
    assert heard(bench, 2)[1][0] == "done"
    assert bench.page.evaluate("wire.pending.size") == 0


ASK_CLOCK = """() => { wire.ask({ type: "deal" }).then(tell("done"), (error) => tell("not done")(error.message)); }"""


def test_17_2_a_question_about_the_clock_is_answered_and_not_asked_again_after_a_lost_connection(bench: Bench) -> None:
    bench.answers("/api/session", ANN)
    open_wire(bench)
    bench.wait_said(1)
    bench.page.evaluate(ASK_CLOCK)
    asked = bench.wait_said(2)[1]
    assert asked == {"type": "deal", "table": "t 1", "id": asked["id"]}
    bench.hear({"type": "done", "id": asked["id"], "table": "t 1"})
    assert heard(bench, 2)[1][0] == "done"
    bench.page.evaluate(ASK_CLOCK)
    bench.wait_said(3)
    bench.hurry()
    bench.sockets[0].close()
    bench.page.wait_for_function("told.filter(([name]) => name === 'session').length === 1")
    assert ["not done", "Ask again: the connection was lost."] in bench.told()
    bench.page.wait_for_function("wire.socket.readyState === 1")
    bench.hear({"type": "hello", "name": "ann"})
    bench.page.evaluate(ASK, {"do": "sit"})
    assert [each["type"] for each in bench.wait_said(2)] == ["watch", "do"]
    assert bench.page.evaluate("wire.pending.size") == 1
