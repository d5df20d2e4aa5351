"""habits.js: the last bet again by itself, when it stops, and saved bets."""

from typing import Any

from tests.web.elements.bench import Bench

PLAY = """({ Habits }, [auto, ...views]) => {
  window.habits ??= new Habits("some-game");
  if (auto !== null) habits.auto = auto;
  return views.map(({ view, attend, ...given }) => {
    if (attend) habits.attend();
    const last = { bets: { 3: { ante: 500, bonus: 100 } } };
    const staged = { some: false, last };
    const visitor = { canBet: view.betting, chips: 10000, lieAll: 0, lastBet: last.bets, staged };
    return habits.next({ ...visitor, view, ...given });
  });
}"""

BETS = {"3": {"ante": 500, "bonus": 100}}
PLACED = {"bets": BETS, "says": "Auto-rebet: 6.00."}


def opened(number: int, **given: Any) -> dict[str, Any]:
    return {"view": {"betting": True, "round": number}, **given}


def played(number: int) -> dict[str, Any]:
    return {"view": {"betting": False, "round": number}}


def play(bench: Bench, *views: dict[str, Any], auto: bool | None = None) -> list[Any]:
    found: list[Any] = bench.run("habits.js", PLAY, [auto, *views])
    return found


def is_on(bench: Bench) -> bool:
    found: bool = bench.page.evaluate("habits.auto")
    return found


def test_the_last_bet_is_placed_when_a_new_window_opens_and_once(bench: Bench) -> None:
    assert play(bench, opened(1), played(2), opened(2)) == [None, None, None], "off until somebody wants it"
    assert play(bench, opened(2), auto=True) == [None], "this window was open before"
    assert play(bench, played(3), opened(3), opened(3)) == [None, PLACED, None]
    assert play(bench, opened(4), auto=True) == [PLACED], "a round without a decision is over with one message"


def test_it_waits_where_the_player_bets_or_cannot(bench: Bench) -> None:
    nothing = {"staged": {"some": False, "last": None}}
    staged = {"staged": {"some": True, "last": {"bets": BETS}}}
    for given in ({"lieAll": 500}, {"canBet": False}, nothing, staged):
        assert play(bench, played(1), opened(1, **given), auto=True) == [None, None]
        assert is_on(bench)


def test_it_stops_where_the_chips_do_not_suffice(bench: Bench) -> None:
    assert play(bench, played(1), opened(1, chips=600), auto=True)[1] == PLACED
    found = play(bench, played(2), opened(2, chips=599))
    assert found[1] == {"says": "Auto-rebet is off: your last bet was 6.00, and you have 5.99 in chips."}
    assert not is_on(bench)


def test_it_stops_after_three_rounds_in_which_the_player_did_nothing(bench: Bench) -> None:
    rounds = [each for number in range(1, 5) for each in (played(number), opened(number))]
    found = [each for each in play(bench, *rounds, auto=True) if each]
    assert found == [PLACED, PLACED, PLACED, {"says": "Auto-rebet is off: you did nothing for 3 rounds."}]
    assert not is_on(bench)
    awake = [each for number in range(1, 9) for each in (played(number), opened(number, attend=number % 3 == 0))]
    assert [each for each in play(bench, *awake, auto=True) if each] == [PLACED] * 8
    assert is_on(bench)


def test_it_stops_after_a_lost_connection_and_says_so_once(bench: Bench) -> None:
    play(bench, auto=True)
    stop = "habits.stop('the connection was lost.')"
    assert bench.page.evaluate(stop) == "Auto-rebet is off: the connection was lost."
    assert bench.page.evaluate(stop) == "" and not is_on(bench)


def test_the_choice_is_remembered(bench: Bench) -> None:
    play(bench, auto=True)
    bench.page.reload()
    assert play(bench, opened(7), played(8), opened(8)) == [None, None, PLACED]


def test_up_to_three_bets_are_saved_for_each_game(bench: Bench) -> None:
    save = """({ Habits }, [game, number, bet]) => {
      const habits = new Habits(game);
      habits.isSaving = true;
      if (number) habits.save(number, bet);
      return [habits.saved, habits.isSaving];
    }"""
    assert bench.run("habits.js", save, ["one", 1, {"ante": 500}]) == [{"1": {"ante": 500}}, False]
    bench.run("habits.js", save, ["one", 3, {"ante": 700, "bonus": 100}])
    bench.run("habits.js", save, ["one", 1, {"ante": 900}])
    bench.page.reload()
    kept = {"1": {"ante": 900}, "3": {"ante": 700, "bonus": 100}}
    assert bench.run("habits.js", save, ["one", 0, None])[0] == kept
    assert bench.run("habits.js", save, ["two", 0, None])[0] == {}
    assert bench.run("habits.js", "({ NUMBERS }) => NUMBERS") == [1, 2, 3]
