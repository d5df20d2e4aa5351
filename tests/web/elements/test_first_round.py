"""first-round.js: four short steps made from a table's layout, shown once a game."""

from typing import Any

import msgspec
import pytest

from pitboss import games
from pitboss.refusal import spoken
from pitboss.table.families import house_of
from pitboss.table.felt import felt_of
from tests.web.elements.bench import Bench

LIMITS = ["5.00", "500.00"]
STEPS = "({ stepsOf }, layout) => stepsOf(layout).map(({ title, says }) => [title, says])"
SHOWN = "({ firstRound }, [layout, more]) => firstRound(layout, { end: tell('end'), ...more })"


def layout(game: str) -> dict[str, Any]:
    declared: Any = games.game(game)
    main = declared.lines[0].name if games.family(game) == "dice" else getattr(declared, "ante", None)
    name = main if isinstance(main, str) else (main or declared.bet).name
    felt = msgspec.to_builtins(felt_of(house_of({"game": game, "limits": {name: LIMITS}})))
    return {"game": game, "title": declared.title, **felt}


EXPECTED = {
    "three-card-poker": ("as much as the ante on Play; otherwise fold", "queen high or better"),
    "four-card-poker": ("1 to 3 times the ante on Play", "The better hand wins"),
    "high-card-flush": (
        "at least the ante on Raise; otherwise fold. A better hand may bet more",
        "nine high or better",
    ),
    "what-the-flush": ("at least the ante on Play", "Deuces are wild"),
    "texas-holdem-bonus": (
        "2 times the ante on Flop; otherwise fold. Later you may bet on Turn and River",
        "better hand",
    ),
    "spanish-21": ("Hit for another card, or stand", "stands on all 17s"),
    "double-attack-blackjack": ("Attack can be added when the dealer's up card is seen", "Blackjack pays 1 to 1"),
    "craps": ("Odds may be added behind a pass", "Pass pays 1 to 1"),
}
"""What the third and the fourth step of a game must say."""


@pytest.mark.parametrize("game", games.names())
def test_the_steps_name_what_this_game_has(bench: Bench, game: str) -> None:
    given = layout(game)
    steps = bench.run("first-round.js", STEPS, given)
    assert [title for title, _ in steps] == ["Take a seat", "Bet", "Decide", "Result"]
    seat, bet, decide, result = (says for _, says in steps)
    assert given["title"] in seat
    main = next(area for area in given["areas"] if area["when"] != "later" and area["row"] == "line")
    assert f"on {spoken(main['name']).capitalize()}, 5.00 or more." in bet
    for part, says in zip(EXPECTED[game], (decide, result), strict=True):
        assert part in says
    assert all(says.endswith(".") and ".." not in says and "undefined" not in says for _, says in steps)


def test_a_family_nobody_knows_has_steps_too(bench: Bench) -> None:
    given = layout("three-card-poker") | {"family": "coins"}
    assert len(bench.run("first-round.js", STEPS, given)) == 4


def test_step_by_step_and_never_again_in_this_game(bench: Bench) -> None:
    given = [layout("three-card-poker"), {"last": "Play"}]
    bench.show("first-round.js", SHOWN, given)
    region = bench.page.get_by_role("region", name="A first round of Three Card Poker")
    step, following = region.get_by_role("status"), region.locator("[data-key=first-next]")
    assert region.locator("[data-key=first-back]").is_disabled()
    following.focus()
    for number, title in enumerate(("Take a seat", "Bet", "Decide", "Result"), 1):
        assert (step.text_content() or "").startswith(f"{number} of 4: {title}.")
        assert bench.focused() == "first-next", "the same button goes through all steps"
        assert following.text_content() == ("Play" if number == 4 else "Next")
        bench.page.keyboard.press("Enter")
    assert bench.told() == [["end", "finished"]] and region.count() == 0
    bench.show("first-round.js", SHOWN, given)
    assert region.count() == 0, "it is remembered"
    bench.show("first-round.js", SHOWN, [given[0], {"again": True}])
    assert region.count() == 1, "unless it is asked for"
    bench.show("first-round.js", SHOWN, [layout("four-card-poker"), {}])
    assert bench.page.get_by_role("region", name="A first round of Four Card Poker").count() == 1


def test_back_and_skip(bench: Bench) -> None:
    given = [layout("craps"), {}]
    bench.show("first-round.js", SHOWN, given)
    bench.page.click("[data-key=first-next]")
    bench.page.click("[data-key=first-back]")
    assert bench.texts(".step b") == ["1 of 4: Take a seat."]
    bench.page.click("[data-key=first-skip]")
    assert bench.told() == [["end", "dismissed"]]
    assert bench.run("first-round.js", "({ isKnown }) => isKnown('craps')") is True


def test_a_page_shows_the_step_that_fits(bench: Bench) -> None:
    bench.show("first-round.js", SHOWN, [layout("craps"), {}])
    for step, shown in ((3, "3 of 4: Decide."), (9, "4 of 4: Result."), (0, "1 of 4: Take a seat.")):
        bench.page.evaluate("step => document.querySelector('.first-round').go(step)", step)
        assert bench.texts(".step b") == [shown]
