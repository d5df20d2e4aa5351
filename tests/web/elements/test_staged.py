"""staged.js: chips that lie on spots and are not placed yet, step by step, and the last bet."""

from typing import Any

from tests.web.elements.bench import Bench

ANTE, BONUS = {"name": "ante"}, {"name": "bonus", "exactly": "1.00"}
DO = """({ Staged }, steps) => {
  const staged = new Staged("t1");
  for (const [what, ...given] of steps) staged[what](...given);
  return [staged.some, staged.all, staged.last];
}"""


def after(bench: Bench, *steps: Any) -> Any:
    some, lies, _ = bench.run("staged.js", DO, [*steps])
    assert some == bool(lies) or not lies
    return some, lies


def test_chips_are_added_to_what_lies_there(bench: Bench) -> None:
    assert after(bench) == (False, {})
    assert after(bench, ("add", 3, {}, ANTE, 500)) == (True, {"3": {"ante": 500}})
    assert after(bench, ("add", 3, {"ante": 1000, "bonus": 100}, ANTE, 500)) == (
        True,
        {"3": {"ante": 1500, "bonus": 100}},
    )
    assert after(
        bench, ("add", 3, {}, ANTE, 500), ("add", 2, {"ante": 100}, ANTE, 2500), ("add", 3, {}, ANTE, 500)
    ) == (
        True,
        {"3": {"ante": 1000}, "2": {"ante": 2600}},
    )


def test_a_spot_of_one_amount_is_on_or_off_whatever_the_chip(bench: Bench) -> None:
    assert after(bench, ("add", 1, {}, BONUS, 2500)) == (True, {"1": {"bonus": 100}})
    assert after(bench, ("add", 1, {}, BONUS, 2500), ("add", 1, {}, BONUS, 2500)) == (True, {"1": {}})
    assert after(bench, ("less", 1, {"bonus": 100, "ante": 5}, BONUS, 1)) == (True, {"1": {"ante": 5}})


def test_taking_off_stops_at_nothing(bench: Bench) -> None:
    assert after(bench, ("less", 1, {"ante": 700}, ANTE, 500)) == (True, {"1": {"ante": 200}})
    assert after(bench, ("less", 1, {"ante": 700}, ANTE, 2500)) == (True, {"1": {}})


def test_taking_off_where_nothing_lies_is_no_step(bench: Bench) -> None:
    """Else there would be something to undo, and to place, where nobody has put anything."""
    assert after(bench, ("less", 1, {}, ANTE, 500)) == (False, {})
    assert after(bench, ("less", 1, {}, BONUS, 500)) == (False, {})


def test_undo_takes_back_one_step_and_forget_a_position(bench: Bench) -> None:
    three: list[Any] = [("add", 1, {}, ANTE, 500), ("add", 2, {}, ANTE, 500), ("add", 1, {}, ANTE, 100)]
    assert after(bench, *three, ("undo",)) == (True, {"1": {"ante": 500}, "2": {"ante": 500}})
    assert after(bench, *three, *[("undo",)] * 5) == (False, {})
    assert after(bench, *three, ("forget", 1)) == (True, {"2": {"ante": 500}})
    assert after(bench, *three, ("forget", 1), ("forget", 2)) == (False, {})
    assert after(bench, *three, ("forget",)) == (False, {})


def test_17_2_chips_for_several_positions_are_one_step(bench: Bench) -> None:
    more = {"1": {"ante": 1000}, "2": {"ante": 200}}
    assert after(bench, ("add", 1, {}, ANTE, 500), ("stage", more)) == (True, more)
    assert after(bench, ("add", 1, {}, ANTE, 500), ("stage", more), ("undo",)) == (True, {"1": {"ante": 500}})


def test_what_is_staged_stands_before_what_is_placed(bench: Bench) -> None:
    assert bench.run(
        "staged.js",
        """({ Staged }) => {
          const staged = new Staged("t1");
          staged.add(1, { ante: 100 }, { name: "ante" }, 500);
          return [staged.or(1, { ante: 100 }), staged.or(2, { ante: 7 })];
        }""",
    ) == [{"ante": 600}, {"ante": 7}]


def test_the_last_bet_is_that_of_one_round_at_all_its_positions_and_is_found_again(bench: Bench) -> None:
    first = [("placed", 7, 1, {"ante": "5.00"}), ("placed", 7, 2, {"ante": "10.00", "bonus": "1.00"})]
    last = {"round": 7, "bets": {"1": {"ante": 500}, "2": {"ante": 1000, "bonus": 100}}}
    assert bench.run("staged.js", DO, first)[2] == last
    bench.page.reload()
    assert bench.run("staged.js", DO, [])[2] == last
    assert bench.run("staged.js", DO, [("placed", 8, 2, {"ante": "5.00"})])[2] == {
        "round": 8,
        "bets": {"2": {"ante": 500}},
    }
    other = bench.run("staged.js", "({ Staged }) => new Staged('t2').last")
    assert other is None, "each table has its own"
