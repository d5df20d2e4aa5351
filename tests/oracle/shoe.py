"""Spanish 21 and Double Attack Blackjack settled once more, slowly, from the texts alone, and rounds to try it on.

Nothing of the product is used here: no declaration, no odds, no code. `play` deals a legal round card by card, as a
table would, with players who do foolish things often enough that every rule is met.
"""

import random
from fractions import Fraction
from typing import Any

Data = dict[str, Any]
RANKS, SUITS = "23456789JQKA", "cdhs"


def points(cards: list[str]) -> tuple[int, bool]:
    """The best count, and whether an ace is eleven in it."""
    total, aces = 0, 0
    for card in cards:
        if card[0] == "A":
            aces, total = aces + 1, total + 11
        else:
            total += 10 if card[0] in "JQK" else int(card[0])
    while total > 21 and aces:
        total, aces = total - 10, aces - 1
    return total, aces > 0


def natural(cards: list[str]) -> bool:
    return len(cards) == 2 and points(cards)[0] == 21


# Dealing a round


class Table:
    """A shoe, and whoever is dealt from it."""

    def __init__(self, rng: random.Random, decks: int, bias: str) -> None:
        cards = [rank + suit for rank in RANKS for suit in SUITS for _ in range(decks)]
        rng.shuffle(cards)
        wanted = [card for card in cards if card[0] in bias]
        # Cards that make rare hands come early, mixed with a few others.
        first = wanted[: rng.randrange(len(wanted) + 1)] if bias else []
        rest = list(cards)
        for card in first:
            rest.remove(card)
        head = first + rest[: len(first) // 3]
        rng.shuffle(head)
        self.cards = (head + rest[len(first) // 3 :])[::-1]
        self.rng = rng

    def draw(self) -> str:
        return self.cards.pop()


def money(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02d}"


def play(game: str, rng: random.Random, house: Data | None = None) -> Data:
    """A legal round, of the house that is drawn or given."""
    spanish = game == "spanish-21"
    options: Data = house or {}
    if spanish:
        options = {
            "decks": rng.choice((6, 8)),
            "dealer_hits_soft_17": rng.random() < 0.5,
            "redouble": rng.random() < 0.4,
        }
    table = Table(
        rng, options.get("decks", 8), rng.choice(("", "", "678", "7", "A2345", "A23JQK", "8", "8", "8", "JQKA"))
    )
    dealer = [table.draw()]
    boxes: list[Data] = []
    for position in sorted(rng.sample(range(1, 7), rng.randint(1, 4))):
        bet = rng.choice((5_00, 25_00, 10_00, 24_99, 4_99, 10_01, rng.randint(1_00, 500_00)))
        wagers = {"bet": bet}
        if spanish and rng.random() < 0.5:
            wagers["match_the_dealer"] = rng.randint(1, 50_00)
        if not spanish and rng.random() < 0.5:
            wagers["bust_it"] = rng.choice((1_00, bet, rng.randint(1_00, bet)))
        if not spanish and rng.random() < 0.6:
            wagers["attack"] = rng.choice((bet, rng.randint(1, bet)))
        boxes.append({"position": position, "cents": wagers, "hands": [{"cards": [table.draw(), table.draw()]}]})
    dealer.append(table.draw())
    for box in boxes:
        if dealer[0][0] == "A" and rng.random() < 0.5:
            whole = box["cents"]["bet"] + box["cents"].get("attack", 0)
            box["cents"]["insurance"] = max(1, rng.choice((whole // 2, rng.randint(1, whole // 2))))
        if not natural(dealer):
            play_box(spanish, options, table, box)
    finish_dealer(spanish, options, table, dealer, boxes)
    positions = []
    for box in boxes:
        hands = [{**hand, "cards": " ".join(hand["cards"])} for hand in box["hands"]]
        first = box["hands"][0]["cards"][:2]
        if len(hands) > 1:
            first = [box["hands"][0]["cards"][0], box["hands"][1]["cards"][0]]
        dealt = {"dealt": " ".join(first)} if rng.random() < 0.2 else {}
        placed = {name: money(amount) for name, amount in box["cents"].items()}
        positions.append({"position": box["position"], "wagers": placed, "hands": hands, **dealt})
    rng.shuffle(positions)
    return {"game": game, "options": options, "dealer": " ".join(dealer), "positions": positions}


def play_box(spanish: bool, options: Data, table: Table, box: Data) -> None:
    hands = box["hands"]
    number = 0
    while number < len(hands):
        hand = hands[number]
        if len(hand["cards"]) == 1:
            hand["cards"].append(table.draw())
        if not play_hand(spanish, options, table, box, hand, hands):
            number += 1


def play_hand(spanish: bool, options: Data, table: Table, box: Data, hand: Data, hands: list[Data]) -> bool:
    """Play one hand out; True if it was split and begins anew."""
    rng, cards = table.rng, hand["cards"]
    standing = box["cents"]["bet"] + box["cents"].get("attack", 0)
    split_aces = not spanish and len(hands) > 1 and cards[0][0] == "A"
    if len(hands) == 1 and spanish and rng.random() < 0.08 and points(cards)[0] < 21:
        hand["surrendered"] = True
        return False
    same = points(cards[:1])[0] == points(cards[1:2])[0]
    most = options.get("split_hands", 4)
    if same and len(cards) == 2 and len(hands) < most and not split_aces and rng.random() < 0.7:
        hands.append({"cards": [cards.pop()]})
        cards.append(table.draw())
        return True
    doubles: list[int] = []
    while not split_aces:
        total, _ = points(cards)
        if total >= 21 or rng.random() < (0.2 if total < 15 else 0.7):
            break
        may_double = len(doubles) < (3 if options.get("redouble") else 1)
        if doubles or rng.random() < 0.25:
            if not may_double or (doubles and rng.random() < 0.5):
                break
            all_of_it = standing + sum(doubles)
            doubles.append(rng.choice((all_of_it, all_of_it, rng.randint(1, all_of_it))))
        cards.append(table.draw())
    if doubles:
        hand["doubled"] = money(doubles[0]) if len(doubles) == 1 else [money(each) for each in doubles]
    if points(cards)[0] <= 21:
        live = points(cards)[0] < 21
        if spanish and doubles and rng.random() < 0.3 and live:
            hand["rescued"] = True
        if not spanish and rng.random() < 0.15 and live and in_time(options, len(hands), len(cards), len(doubles)):
            hand["surrendered"] = True
    return False


def in_time(options: Data, hands: int, cards: int, doubles: int) -> bool:
    """Whether this house lets a hand of Double Attack be surrendered now."""
    when = options.get("surrender", "any_time")
    late = cards > 2 if when == "first_two_cards" else doubles > 0 and when == "not_after_a_double"
    return not late and (hands == 1 or bool(options.get("surrender_split_hands", True)))


def finish_dealer(spanish: bool, options: Data, table: Table, dealer: list[str], boxes: list[Data]) -> None:
    """Drawn out where a hand depends on it, and now and then where none does."""
    live = False
    for box in boxes:
        for hand in box["hands"]:
            total = points(hand["cards"])[0]
            over = total > 21 or hand.get("surrendered") or hand.get("rescued") or (spanish and total == 21)
            live |= not over and not (natural(hand["cards"]) and len(box["hands"]) == 1)
    draws = 99 if live or table.rng.random() < 0.5 else 0
    if not draws and any("bust_it" in box["cents"] for box in boxes):
        draws = 1
    while draws:
        total, soft = points(dealer)
        if total > 17 or (total == 17 and not (soft and options.get("dealer_hits_soft_17"))):
            break
        dealer.append(table.draw())
        draws -= 1


# Settling it


def cents(text: str) -> int:
    whole, part = text.split(".")
    return int(whole) * 100 + int(part)


def settle(round_: Data) -> Data:
    """From each position to its net in cents, and its rows as (wager, hand, stake, outcome, pays)."""
    spanish = round_["game"] == "spanish-21"
    dealer = round_["dealer"].split()
    found: Data = {}
    winners = []
    for box in round_["positions"]:
        rows: list[tuple[Any, ...]] = []
        bet = cents(box["wagers"]["bet"])
        split = len(box["hands"]) > 1
        for number, hand in enumerate(box["hands"], 1):
            cards = hand["cards"].split()
            given = hand.get("doubled") or []
            doubled = sum(map(cents, [given] if isinstance(given, str) else given))
            stakes = {"bet": bet}
            if "attack" in box["wagers"]:
                stakes["attack"] = cents(box["wagers"]["attack"])
            if doubled:
                stakes["doubled"] = doubled
            for wager, stake in stakes.items():
                outcome, pays, back = one(spanish, dealer, cards, split, hand, wager, stake)
                rows.append((wager, number, stake, outcome, pays, back))
            if spanish and not split and not doubled and dealer[0][0] == "7" and not hand.get("surrendered"):
                sevens = [card for card in cards if card[0] == "7"]
                if len(cards) == 3 == len(sevens) and len({*sevens}) == 1 and bet >= 500:
                    rows.append(("super_bonus", None, 0, "win", 5000_00 if bet >= 25_00 else 1000_00, 0))
                    winners.append(box["position"])
        if "match_the_dealer" in box["wagers"]:
            stake = cents(box["wagers"]["match_the_dealer"])
            first = box["hands"][0]["cards"].split()[:2]
            if split:
                first = [hand["cards"].split()[0] for hand in box["hands"][:2]]
            rank, suited = (4, 9) if round_["options"]["decks"] == 6 else (3, 12)
            times = sum(suited if card == dealer[0] else rank if card[0] == dealer[0][0] else 0 for card in first)
            rows.append(("match_the_dealer", None, stake, "win" if times else "lose", times * stake, 0))
        if "bust_it" in box["wagers"]:
            stake = cents(box["wagers"]["bust_it"])
            times = bust_it(dealer)
            rows.append(("bust_it", None, stake, "win" if times else "lose", times * stake, 0))
        if "insurance" in box["wagers"]:
            stake = cents(box["wagers"]["insurance"])
            pays = (stake * 2 if spanish else stake * 5 // 2) if natural(dealer) else 0
            rows.append(("insurance", None, stake, "win" if natural(dealer) else "lose", pays, 0))
        found[box["position"]] = rows
    for winner in winners:
        for position, rows in found.items():
            if position != winner:
                rows.append(("envy", None, 0, "win", 50_00, 0))
    return {
        position: (sum(pays - (stake - back if how == "lose" else 0) for _, _, stake, how, pays, back in rows), rows)
        for position, rows in found.items()
    }


def bust_it(dealer: list[str]) -> int:
    if len(dealer) != 3 or points(dealer)[0] <= 21:
        return 0
    if all(card[0] == "8" for card in dealer):
        suits = {card[1] for card in dealer}
        if len(suits) == 1:
            return 200
        if suits <= {"d", "h"} or suits <= {"c", "s"}:
            return 50
    return {"6": 15, "7": 10, "8": 8, "9": 6}.get(dealer[2][0], 3)


def one(
    spanish: bool, dealer: list[str], cards: list[str], split: bool, hand: Data, wager: str, stake: int
) -> tuple[str, int, int]:
    """Outcome, payment and what comes back of one wager on one hand."""
    mine, theirs = points(cards)[0], points(dealer)[0]
    if hand.get("surrendered"):
        return "lose", 0, stake // 2
    if mine > 21:
        return "lose", 0, 0
    if hand.get("rescued"):
        if wager != "doubled":
            return "lose", 0, 0
        if isinstance(hand["doubled"], str):
            return "push", 0, 0
        return "lose", 0, cents(hand["doubled"][-1])
    blackjack = natural(cards) and not split
    if blackjack and natural(dealer) and not spanish:
        return "push", 0, 0
    if blackjack:
        return "win", stake * 3 // 2 if spanish else stake, 0
    if natural(dealer):
        return "lose", 0, 0
    if spanish and mine == 21:
        return "win", int(stake * (1 if hand.get("doubled") else bonus(cards)) // 1), 0
    if theirs > 21 or mine > theirs:
        return "win", stake, 0
    return ("push", 0, 0) if mine == theirs else ("lose", 0, 0)


def bonus(cards: list[str]) -> Any:
    best = Fraction(1)
    if len(cards) >= 5:
        best = {5: Fraction(3, 2), 6: Fraction(2)}.get(len(cards), Fraction(3))
    ranks = sorted(card[0] for card in cards)
    if ranks in (["6", "7", "8"], ["7", "7", "7"]):
        suits = {card[1] for card in cards}
        best = Fraction(3, 2) if len(suits) > 1 else Fraction(3) if suits == {"s"} else Fraction(2)
    return best
