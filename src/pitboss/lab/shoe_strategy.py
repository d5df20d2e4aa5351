"""`pitboss strategy` for shoe games: the chart a player would carry with what it costs, and the worth of each choice.

A hand's choices are worth what they are when the dealer has looked for a blackjack and has none.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from pitboss.lab.chart import SPLIT
from pitboss.lab.drawing import hand_of
from pitboss.lab.figures import decimal, exact, number, percent
from pitboss.lab.kernels.shoe import DOUBLE, HIT, PICTURE, STAND, SURRENDER, hands
from pitboss.lab.shoe import NAMES, UPS, ShoeAnalysis
from pitboss.lab.strategy import Choice
from pitboss.refusal import Refusal, shown
from pitboss.regulations.pages import Page, Table
from pitboss.shoe.hands import BEST, of_one_suit, read_hand, total_of
from pitboss.shoe.rules import Rules

RANKS = "A23456789JQK"


def strategy_page(found: ShoeAnalysis) -> Page:
    """The chart for people, what it costs first."""
    rules = found.rules
    return Page(
        f"{rules.game.title}: how to play",
        f"{found.house()}. {found.chart.legend}. Up cards are across.",
        [_cost_table(found), *found.chart.tables(UPS)],
    )


def _cost_table(found: ShoeAnalysis) -> Table:
    best, chart = found.main, found.by_chart
    rows = [
        ["the best play by composition", percent(-best.gain, 5), ""],
        ["by this chart", percent(-chart.gain, 5), f"{percent(best.gain - chart.gain, 5)} more"],
    ]
    if found.rules.game.attack:
        rows.append(["attack against", ", ".join(found.attack_against()), ""])
    if found.rules.game.insurance.name in found.gains:
        rows.append(["insurance", "never", f"it costs {percent(-found.gains['insurance'].mean)}"])
    return Table("House edge, per bet", ["played", "house edge", "cost"], rows)


def strategy_json(found: ShoeAnalysis) -> dict[str, Any]:
    best, chart = found.main, found.by_chart
    cost = best.gain - chart.gain
    return {
        "game": found.rules.game.name,
        "jurisdiction": found.rules.jurisdiction,
        "options": found.rules.options,
        "optimum": {
            "strategy": "composition-dependent",
            "treatment": found.treatment(),
            "house_edge": number(-best.gain),
            "ev": exact(best.gain),
        },
        "chart": {
            "strategy": found.chart_class(),
            "house_edge": number(-chart.gain),
            "ev": exact(chart.gain),
            "cost": number(cost),
            "cost_exact": exact(cost),
            **found.chart.as_json(UPS),
        },
        **({"attack_against": found.attack_against()} if found.rules.game.attack else {}),
    }


def choices(found: ShoeAnalysis, hand: str, dealer_up: str | None) -> tuple[Choice, ...]:
    """What each choice is worth with these cards against an up card, and the best."""
    rules = found.rules
    if dealer_up is None:
        raise Refusal("wrong_number_of_cards", "Name the dealer's up card too: --dealer-up 7c.")
    own, up = cards_of(hand, "hand"), cards_of(dealer_up, "dealer's up card")
    check(rules, own, up)
    classes = [class_of(card) for card in own]
    played = found.played_one(class_of(up[0]), None)
    number_of = hands().numbers[hand_of(*classes)]
    worths = {choice: played.worth(number_of, choice).gain for choice in _allowed(rules, own)}
    if rules.game.wins_with_21 and total_of(own)[0] == BEST:
        worths[STAND] = Fraction(found.pays_21(hand_of(*classes), own[0][1] if of_one_suit(own) else ""), 2)
        worths[STAND] *= played.pack.clear(hand_of(*classes))
    elif len(own) == 2:
        low, high = sorted(classes)
        worths[HIT] = found.hit_by_suits(played, low, high, own[0][1] if of_one_suit(own) else "")
    if len(own) == 2 and classes[0] == classes[1]:
        worths[SPLIT] = found.split_worth(class_of(up[0]), classes[0])
    clear = played.pack.clear(hand_of(*classes))
    best = max(worths, key=lambda choice: (worths[choice], -_stake(choice)))
    return tuple(
        Choice(NAMES[choice], worth * Fraction(clear.denominator, clear.numerator), choice == best)
        for choice, worth in worths.items()
    )


def _allowed(rules: Rules, own: list[str]) -> list[int]:
    surrenders = rules.surrender.allow(drawn=len(own) > 2)
    return [STAND, HIT, DOUBLE, *([SURRENDER] if surrenders else [])]


def _stake(choice: int) -> int:
    """More is staked by these."""
    return int(choice in (DOUBLE, SPLIT))


def check(rules: Rules, own: list[str], up: list[str], others: Sequence[str] = ()) -> None:
    """Cards that a shoe of this house can have dealt, with something left to decide."""
    if len(up) != 1:
        raise Refusal("wrong_number_of_cards", f"Give one card as the dealer's up card; got {len(up)}.")
    if len(own) < 2:
        raise Refusal("wrong_number_of_cards", f"Give a hand of two cards or more; got {len(own)}.")
    card, many = Counter([*own, *up, *others]).most_common(1)[0]
    if many > rules.decks:
        raise Refusal("card_twice", f"Take {card} away: {many} of it, and a shoe of {rules.decks} decks has fewer.")
    if total_of(own)[0] > BEST:
        raise Refusal("hand_busts", f"Give a hand of {BEST} or less: these cards count {total_of(own)[0]}.")
    if len(own) == 2 and total_of(own)[0] == BEST:
        raise Refusal(
            "nothing_to_decide",
            f"Give another hand: a blackjack is paid {rules.game.blackjack.odds} at once.",
            rules.cite(rules.game.blackjack.clause),
        )


def cards_of(text: str, what: str) -> list[str]:
    cards = read_hand(text, f"the {what}")
    for card in cards:
        if card[0] not in RANKS:
            raise Refusal("card_not_in_shoe", f"Write the {what} without {shown(card)}: the tens are out of the shoe.")
    return list(cards)


def class_of(card: str) -> int:
    """The value of a card, from the ace up; all pictures are alike."""
    return min(RANKS.index(card[0]), PICTURE)


def choices_table(rules: Rules, found: tuple[Choice, ...]) -> Table:
    rows = [[each.name, decimal(each.worth, 6), str(each.worth), "best" if each.best else ""] for each in found]
    title = f"{rules.game.title}: what each choice is worth, in bets, where the dealer has no blackjack"
    return Table(title, ["choice", "worth", "exactly", ""], rows)
