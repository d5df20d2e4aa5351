"""Craps settled the slow way, from the texts alone: each wager walks down the rolls by itself.

Nothing of the product is imported. The texts: the rule that the loose pages open with, and the facts in rules/craps.md;
where they are silent, the readings that `pitboss readings craps` prints.
"""

import random
from decimal import ROUND_DOWN, Decimal
from fractions import Fraction
from typing import Any

POINTS = [4, 5, 6, 8, 9, 10]
TRUE_ODDS = {4: Fraction(2), 5: Fraction(3, 2), 6: Fraction(6, 5)}
PLACE = {4: Fraction(9, 5), 5: Fraction(7, 5), 6: Fraction(7, 6)}
PLACE_TO_LOSE = {4: Fraction(5, 11), 5: Fraction(5, 8), 6: Fraction(4, 5)}
HARD = {4: 7, 6: 9, 8: 9, 10: 7}
ONE_NUMBER = {"two": (2, 30), "three": (3, 15), "eleven": (11, 15), "twelve": (12, 30)}
ONE_ROLL = ["field", "any_seven", "any_craps", *ONE_NUMBER, "horn", "world", "craps_eleven", "hop"]
RIGHT, WRONG = ("pass", "come"), ("dont_pass", "dont_come")


def mirrored(number: int) -> int:
    """10 is like 4, 9 like 5, 8 like 6."""
    return min(number, 14 - number)


def cents(amount: Fraction) -> Decimal:
    exact = Decimal(amount.numerator) / Decimal(amount.denominator)
    return exact.quantize(Decimal("0.01"), rounding=ROUND_DOWN)


def read(roll: str) -> tuple[int, int]:
    one, other = roll.split("-")
    return int(one), int(other)


def pucks(rolls: list[str]) -> list[int]:
    """The point before each roll, 0 where it is a come-out roll."""
    found, point = [], 0
    for roll in rolls:
        found.append(point)
        total = sum(read(roll))
        if point == 0 and total in POINTS:
            point = total
        elif point and total in (7, point):
            point = 0
    return found


def line_story(wager: dict[str, Any], rolls: list[str], options: dict[str, Any]) -> tuple[str, int, int]:
    """What becomes of a line wager that nobody takes down: outcome, the roll (0 if open), its point (0 if none)."""
    barred = int(options.get("bar", 12))
    point = 0
    for number in range(wager["before"], len(rolls) + 1):
        total = sum(read(rolls[number - 1]))
        right = wager["wager"] in RIGHT
        if point == 0:
            if total in (7, 11):
                return ("win" if right else "lose"), number, 0
            if total in (2, 3, 12):
                if right:
                    return "lose", number, 0
                return ("push" if total == barred else "win"), number, 0
            point = total
        elif total == point:
            return ("win" if right else "lose"), number, point
        elif total == 7:
            return ("lose" if right else "win"), number, point
    return "open", 0, point


def one_roll_gain(
    wager: str, dice: tuple[int, int], named: tuple[int, int] | None, options: dict[str, Any]
) -> Fraction:
    """What a unit gains on the next roll: -1 if it loses."""
    total = sum(dice)
    if wager == "field":
        twelve = int(options.get("field_12", 2))
        pays = {2: 2, 12: twelve, 3: 1, 4: 1, 9: 1, 10: 1, 11: 1}
        return Fraction(pays.get(total, -1))
    if wager == "any_seven":
        return Fraction(4 if total == 7 else -1)
    if wager == "any_craps":
        return Fraction(7 if total in (2, 3, 12) else -1)
    if wager in ONE_NUMBER:
        number, odds = ONE_NUMBER[wager]
        return Fraction(odds if total == number else -1)
    if wager == "hop":
        assert named
        hit = sorted(named) == sorted(dice)
        return Fraction((30 if named[0] == named[1] else 15) if hit else -1)
    parts = {
        "horn": ["two", "three", "eleven", "twelve"],
        "world": ["two", "three", "eleven", "twelve", "any_seven"],
        "craps_eleven": ["any_craps", "eleven"],
    }[wager]
    return sum((one_roll_gain(part, dice, None, options) for part in parts), Fraction(0)) / len(parts)


def number_verdict(wager: str, dice: tuple[int, int]) -> str:
    """win, lose or stay, for a wager that names a number."""
    kind, number = wager.rsplit("_", 1)
    total, wanted = sum(dice), int(number)
    if kind == "hard":
        if total == wanted and dice[0] == dice[1]:
            return "win"
        return "lose" if total in (7, wanted) else "stay"
    if total not in (7, wanted):
        return "stay"
    for_it = kind in ("place", "buy", "big")
    return "win" if (total == wanted) == for_it else "lose"


def number_odds(wager: str) -> Fraction:
    kind, number = wager.rsplit("_", 1)
    like = mirrored(int(number))
    if kind == "hard":
        return Fraction(HARD[int(number)])
    if kind == "place":
        return PLACE[like]
    if kind == "place_to_lose":
        return PLACE_TO_LOSE[like]
    if kind == "big":
        return Fraction(1)
    return TRUE_ODDS[like] if kind == "buy" else 1 / TRUE_ODDS[like]


def called(wager: dict[str, Any], number: int) -> bool | None:
    """Whether the player has called the wager on or off by this roll."""
    state = wager.get("working")
    for change in wager.get("changes", []):
        if change["before"] <= number and "working" in change:
            state = change["working"]
    return state


def amount_at(wager: dict[str, Any], number: int) -> Fraction:
    amount = wager["amount"]
    for change in wager.get("changes", []):
        if change["before"] <= number and "amount" in change:
            amount = change["amount"]
    return Fraction(amount)


def taken_down(wager: dict[str, Any]) -> int:
    """Before which roll; a number beyond all rolls if never."""
    return min((change["before"] for change in wager.get("changes", []) if change.get("down")), default=10**9)


def void_from(wager: dict[str, Any]) -> int:
    """Before which roll it was declared void; a number beyond all rolls if never."""
    return min((change["before"] for change in wager.get("changes", []) if change.get("void")), default=10**9)


def is_void(wager: dict[str, Any], by_id: dict[str, dict[str, Any]]) -> bool:
    """A wager is only declared void while it lies there; odds go with it, unless they were taken down by then."""
    if void_from(wager) < 10**9:
        return True
    line = by_id[wager["behind"]] if wager.get("behind") else {}
    return void_from(line) < taken_down(wager)


def settle(round_: dict[str, Any]) -> dict[str, Any]:
    """Every wager: outcome, pays, roll, commission; every player: net."""
    rolls, options = round_["rolls"], round_.get("options") or {}
    before = pucks(rolls)
    by_id = {wager["id"]: wager for wager in round_["wagers"]}
    rows, nets = [], dict[str, Decimal]()
    for wager in round_["wagers"]:
        outcome, roll, gained, charged = _one(wager, by_id, rolls, before, options)
        if is_void(wager, by_id):
            outcome, roll = "void", 0
        number = roll or len(rolls)
        down = min(taken_down(wager), taken_down(by_id[wager["behind"]]) if wager.get("behind") else 10**9)
        stake = amount_at(wager, min(number, down))
        pays = cents(stake * gained) if outcome == "win" else Decimal("0.00")
        commission = cents(stake * charged) if outcome in ("win", "lose") else Decimal("0.00")
        rows.append(
            {
                "id": wager["id"],
                "outcome": outcome,
                "pays": f"{pays:.2f}",
                "roll": roll or None,
                "commission": f"{commission:.2f}",
            }
        )
        net = pays - commission - (cents(stake) if outcome == "lose" else 0)
        nets[wager["player"]] = nets.get(wager["player"], Decimal("0.00")) + net
    return {"wagers": rows, "players": [{"player": name, "net": f"{net:.2f}"} for name, net in nets.items()]}


def _one(
    wager: dict[str, Any],
    by_id: dict[str, dict[str, Any]],
    rolls: list[str],
    before: list[int],
    options: dict[str, Any],
) -> tuple[str, int, Fraction, Fraction]:
    """Outcome, roll, what a unit is paid, what a unit is charged."""
    name, nothing = wager["wager"], Fraction(0)
    down = taken_down(wager)
    if name in RIGHT + WRONG:
        outcome, roll, _ = line_story(wager, rolls, options)
        if down <= (roll or len(rolls)):
            return "push", 0, nothing, nothing
        return outcome, roll, Fraction(1), nothing
    if name in ("odds", "lay_odds"):
        line = by_id[wager["behind"]]
        outcome, roll, point = line_story(line, rolls, options)
        if min(down, taken_down(line)) <= (roll or len(rolls)):
            return "push", 0, nothing, nothing
        if outcome == "open":
            return "open", 0, nothing, nothing
        if name == "odds":
            on_come_out = before[roll - 1] == 0
            call = called(wager, roll)
            if call is False or (call is None and on_come_out):
                return "push", roll, nothing, nothing
        true = TRUE_ODDS[mirrored(point)]
        return outcome, roll, (true if name == "odds" else 1 / true), nothing
    if name in ONE_ROLL:
        roll = wager["before"]
        named = read(wager["dice"]) if name == "hop" else None
        gained = one_roll_gain(name, read(rolls[roll - 1]), named, options)
        return ("win" if gained > 0 else "push" if gained == 0 else "lose"), roll, max(gained, nothing), nothing
    return _number(wager, rolls, before, options)


def _number(
    wager: dict[str, Any], rolls: list[str], before: list[int], options: dict[str, Any]
) -> tuple[str, int, Fraction, Fraction]:
    name = wager["wager"]
    rests = options.get("place_on_come_out") == "off" and name.startswith(("place_", "buy_"))
    rests = rests and not name.startswith("place_to_lose_")
    for number in range(wager["before"], len(rolls) + 1):
        if taken_down(wager) <= number:
            return "push", 0, Fraction(0), Fraction(0)
        call = called(wager, number)
        works = call if call is not None else not (rests and before[number - 1] == 0)
        verdict = number_verdict(name, read(rolls[number - 1]))
        if works and verdict != "stay":
            odds = number_odds(name)
            pays, charged = odds, Fraction(0)
            if name.startswith(("buy_", "lay_")):
                on_win = options.get("vig") == "win"
                # A buy's commission is of the bet, a lay's of what would be won; `as_taken` goes by when it is taken.
                of_win = on_win if options.get("vig_of") == "as_taken" else name.startswith("lay_")
                base = odds if of_win else Fraction(1)
                if on_win:
                    pays = odds - base / 20
                else:
                    charged = base / 20
            return verdict, number, pays, charged
    return "open", 0, Fraction(0), Fraction(0)


# Random runs


def amount(rng: random.Random) -> str:
    return rng.choice([f"{rng.randint(1, 500)}.00", f"{rng.randint(0, 80)}.{rng.randint(1, 99):02d}", "5.00", "6.00"])


def random_options(rng: random.Random) -> dict[str, Any]:
    every: dict[str, list[Any]] = {
        "bar": [12, 2],
        "odds": ["3-4-5x", 1, 2, "10x", 100, None],
        "vig": ["bet", "win"],
        "vig_of": ["as_taken", "smaller"],
        "field_12": [2, 3],
        "limit_dont_come_odds": [False, True],
        "place_on_come_out": ["working", "off"],
    }
    return {name: rng.choice(values) for name, values in every.items() if rng.random() < 0.4}


def most_odds(options: dict[str, Any], line: dict[str, Any], point: int, flat: Fraction) -> Fraction:
    """The most that may stand behind a line wager, which may be a fraction of a cent."""
    if options.get("odds", "") is None:
        # No odds but those that rule (d) gives the player: what wins as much as the don't come.
        return flat * TRUE_ODDS[mirrored(point)] if line["wager"] == "dont_come" else Fraction(0)
    given = str(options.get("odds", "3-4-5x")).removesuffix("x")
    multiple = {4: 3, 5: 4, 6: 5}[mirrored(point)] if given == "3-4-5" else int(given)
    if line["wager"] in RIGHT:
        return flat * multiple
    if line["wager"] == "dont_come" and options.get("limit_dont_come_odds"):
        multiple = 1
    return flat * multiple * TRUE_ODDS[mirrored(point)]


def random_round(rng: random.Random) -> dict[str, Any]:
    """A run of rolls with wagers that the rules allow; rich in lines with odds, changes and calls."""
    options = random_options(rng)
    rolls = [f"{rng.randint(1, 6)}-{rng.randint(1, 6)}" for _ in range(rng.randint(1, 30))]
    before = pucks(rolls)
    wagers: list[dict[str, Any]] = []
    for number in range(rng.randint(1, 14)):
        wagers.append(random_wager(rng, f"w{number}", rolls, before))
    for line in [each for each in wagers if each["wager"] in RIGHT + WRONG]:
        wagers += some_odds(rng, line, rolls, options)
    if rng.random() < 0.3:
        add_void(rng, wagers, rolls, before, options)
    rng.shuffle(wagers)
    return {"game": "craps", "options": options, "rolls": rolls, "wagers": wagers}


def random_wager(rng: random.Random, id_: str, rolls: list[str], before: list[int]) -> dict[str, Any]:
    at = rng.randint(1, len(rolls))
    lines = ["come", "dont_come"] if before[at - 1] else ["pass", "dont_pass"]
    kinds = ["place", "place_to_lose", "buy", "lay"]
    numbers = [f"{kind}_{point}" for kind in kinds for point in POINTS]
    numbers += ["big_6", "big_8", *["hard_4", "hard_6", "hard_8", "hard_10"] * 3]  # which seldom win
    name = rng.choice(rng.choice([lines, lines, numbers, ONE_ROLL]))
    wager: dict[str, Any] = {"id": id_, "player": rng.choice(["p1", "p2", "p3"]), "wager": name}
    wager |= {"amount": amount(rng), "before": at}
    if name == "hop":
        wager["dice"] = f"{rng.randint(1, 6)}-{rng.randint(1, 6)}"
    if name in numbers:
        if rng.random() < 0.2:
            wager["working"] = rng.random() < 0.5
        add_changes(rng, wager, rolls, before)
    return wager


def add_changes(rng: random.Random, wager: dict[str, Any], rolls: list[str], before: list[int]) -> None:
    """Changes of a wager on a number while it lies on the layout, whatever the options say of come-out rolls."""
    changes: list[dict[str, Any]] = []
    for number in range(wager["before"] + 1, len(rolls) + 1):
        story = wager | {"changes": changes}
        settled = [
            _number(story, rolls[: number - 1], before, options)[1] for options in ({}, {"place_on_come_out": "off"})
        ]
        if any(settled) or rng.random() > 0.2:
            continue
        change: dict[str, Any] = rng.choice([{"amount": amount(rng)}, {"working": rng.random() < 0.5}, {"down": True}])
        changes.append({"before": number} | change)
        if "down" in change:
            break
    if changes:
        wager["changes"] = changes


def add_void(
    rng: random.Random, wagers: list[dict[str, Any]], rolls: list[str], before: list[int], options: dict[str, Any]
) -> None:
    """One wager is declared void while it lies there, after all that is done to it and to the odds behind it."""
    wager = rng.choice(wagers)
    _, roll, _, _ = _one(wager, {each["id"]: each for each in wagers}, rolls, before, options)
    line = [each for each in wagers if each["id"] == wager.get("behind")]
    if taken_down(wager) < 10**9 or any(taken_down(each) < 10**9 for each in line):
        return
    near = [wager, *(each for each in wagers if each.get("behind") == wager["id"])]
    first = max(done["before"] for each in near for done in (each, *each.get("changes", [])))
    last = roll or len(rolls) + 1
    if first <= last:
        wager["changes"] = [*wager.get("changes", []), {"before": rng.randint(first, last), "void": True}]


def some_odds(
    rng: random.Random, line: dict[str, Any], rolls: list[str], options: dict[str, Any]
) -> list[dict[str, Any]]:
    """Odds behind a line wager, to the limit and not over it; a don't wager may be taken down while they lie there."""
    _, roll, point = line_story(line, rolls, options)
    last = roll or len(rolls)
    if not point or line["before"] >= last:
        return []
    at = rng.randint(line["before"] + 1, last)
    most = int(most_odds(options, line, point, Fraction(line["amount"])) * 100)
    found = []
    for number in range(rng.choice([0, 1, 1, 2])):
        stake = min(most, rng.choice([most, rng.randint(1, max(1, most)), 600]))
        most -= stake
        if stake < 1:
            break
        odds: dict[str, Any] = {"id": f"{line['id']} odds {number}", "player": line["player"]}
        odds |= {"wager": "odds" if line["wager"] in RIGHT else "lay_odds", "behind": line["id"]}
        odds |= {"amount": f"{stake // 100}.{stake % 100:02d}", "before": at}
        if odds["wager"] == "odds" and rng.random() < 0.3:
            odds["working"] = rng.random() < 0.7
        if at < last and rng.random() < 0.2:
            odds["changes"] = [{"before": rng.randint(at + 1, last), "down": True}]
        found.append(odds)
    if line["wager"] in WRONG and rng.random() < 0.3 and at < last:
        downs = [change["before"] for odds in found for change in odds.get("changes", [])]
        if not downs:
            line["changes"] = [{"before": rng.randint(at + 1, last), "down": True}]
    return found
