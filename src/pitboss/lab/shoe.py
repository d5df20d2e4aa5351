"""`analyze` for shoe games: the main game at its best, the chart a player would carry, and the side wagers.

The main game is played by composition: a choice may depend on every card of the hand, on the up card, and, where 6-7-8
and 7-7-7 pay by suit, on whether the first two cards are of one suit. A split hand is played by its own cards, as is
best where the pair is split once. The mean is exact for this strategy. The chances of a round's net results, and with
them the standard deviation, come from a model of split hands (`lab/splitting.py`).
"""

from collections import Counter, defaultdict
from fractions import Fraction
from functools import cached_property
from itertools import combinations_with_replacement
from math import lcm
from typing import Any, NamedTuple

from pitboss.lab.chart import PARTS as CHART_PARTS
from pitboss.lab.chart import SPLIT, Chart, chart_of, ordered_by
from pitboss.lab.counting import Lab
from pitboss.lab.crew import spread
from pitboss.lab.drawing import (
    NO_WORTH,
    Counted,
    GivenUp,
    Pack,
    Played,
    Terms,
    Worth,
    count,
    hand_of,
    play,
    without,
)
from pitboss.lab.endings import BET, Course, Ends, Law, Start, course_of, ends_of, laws_of, less
from pitboss.lab.figures import number, percent, root
from pitboss.lab.kernels.shoe import ACE, BEST, CLASSES, DOUBLE, HIT, PICTURE, STAND, SURRENDER, Counts, hands
from pitboss.lab.results import Record, Result, chart_records
from pitboss.lab.shoe_sides import SideWorth, match_tables, side_worths
from pitboss.lab.splitting import FINE, SplitHands, most_missing
from pitboss.money import write_money
from pitboss.regulations.pages import Page
from pitboss.shoe.hands import BEST as TWENTY_ONE
from pitboss.shoe.rules import Rules

NAMES = {STAND: "stand", HIT: "hit", DOUBLE: "double", SURRENDER: "surrender", SPLIT: "split"}
UPS = ("A", *"23456789", "J Q K")

SUITS = 4
SAMPLE_SUITS = "cdhs"
HALF = Fraction(1, 2)
ROUNDED = Fraction(1, 1 << 80)
"""A chance below this is what rounding leaves of an outcome that cannot come."""

MARGIN = Fraction(1, 20)
"""Splitting again adds less than this: a pair that loses by more when it is split once is not split. Where a pair comes
again, at most one time in six, the further split gains a part of what the first does."""

ATTACKED = 2
"""Bets on a hand with an attack by the whole bet."""
RANK_OF = ("A", *"23456789", "K")

CHART_CLASS = "by total, softness, number of cards and up card"

TREATMENT = (
    "House edge: exact for the strategy stated, from a full shoe. Recursion over the compositions of a hand in "
    "integers, the dealer's chances recalculated for the cards removed. Strategy: composition-dependent{suits}; a "
    "split hand is played by its own cards alone, as is best where the pair is split once. Splits: up to {most} "
    "hands{aces}; each hand is counted from the shoe that the up card, the pair and the second cards of all its hands "
    "leave. "
)

MODEL = (
    "Standard deviation and outcomes of the main game are approximate. Model: given the dealer's final total, the "
    "hands of one split win or lose independently of each other; each by itself is counted exactly, and so are all "
    "hands that are not split."
)


class MainWorth(NamedTuple):
    """The main game per bet: what it gains, what it stakes, how often each action is right."""

    gain: Fraction
    wagered: Fraction
    actions: dict[str, Fraction]
    by_up: tuple[Fraction, ...]
    attacked: tuple[bool, ...]


class Gains(NamedTuple):
    """What a wager gains per unit: its mean and its variance."""

    mean: Fraction
    variance: Fraction


class SuperBonusWorth(NamedTuple):
    """What a super bonus pays its own player on average per bet, and that less what is given up to hit for it."""

    gross: Fraction
    net: Fraction


class Split(NamedTuple):
    """A pair that is split: how a hand ends whose second card makes no pair, or one, and what all hands are worth."""

    unpaired: Ends
    paired: Ends
    hands: SplitHands
    worth: Worth


NO_SPLIT = Split({}, {}, SplitHands([], [], 0, 0, 2), NO_WORTH)


class Suited(NamedTuple):
    """Two cards that a third of class `needs` makes a bonus of: the chance that they are of one suit, the chance that
    the third then is too, and the half bets that it then pays more, by the suit being the best one or another."""

    needs: int
    one_suit: Fraction
    third: Fraction
    more: tuple[tuple[Fraction, int], ...]


class ShoeAnalysis(Result):
    """The worth of every wager of a shoe game under one house's rules, found when first asked for."""

    def __init__(self, rules: Rules, lab: Lab | None = None) -> None:
        self.rules = rules
        self.lab = lab or Lab()
        self._splits: dict[tuple[int, int], Split | None] = {}
        decks = rules.decks
        self.shoe: Counts = tuple(3 * SUITS * decks if card == PICTURE else SUITS * decks for card in range(CLASSES))

    @cached_property
    def terms(self) -> Terms:
        """Of a hand as it was dealt."""
        every, rules = hands(), self.rules
        always = rules.game.wins_with_21 is not None
        pays = [
            self.pays_21(counts) if always and total == BEST else 0
            for counts, total in zip(every.counts, every.totals, strict=True)
        ]
        return Terms(rules.hits_soft_17, tuple(pays), rules.doubles, self._given_up(is_split=False))

    @cached_property
    def split_terms(self) -> Terms:
        """Of a hand that a split has made."""
        return self.terms._replace(given_up=self._given_up(is_split=True))

    def _given_up(self, is_split: bool) -> GivenUp:
        allow, rescue = self.rules.surrender.allow, self.rules.game.double.rescue is not None
        return GivenUp(
            two_cards=allow(split=is_split),
            later=allow(drawn=True, split=is_split),
            doubled=rescue or allow(drawn=True, doubled=True, split=is_split),
        )

    def pays_21(self, counts: Counts, suit: str = "") -> int:
        """Half bets for a 21 of these cards, of mixed suits or all of one."""
        cards = [rank for rank, many in zip(RANK_OF, counts, strict=True) for _ in range(many)]
        suits = suit * len(cards) if suit else SAMPLE_SUITS[:2] * len(cards)
        held = [rank + own for rank, own in zip(cards, suits, strict=False)]
        odds = [bonus.odds for bonus in self.rules.game.bonuses if bonus.is_held(held)]
        return max((2 * each.to // each.per for each in odds), default=2)

    @cached_property
    def suited(self) -> dict[Counts, Suited]:
        """The two-card hands whose suits matter."""
        found, decks = {}, self.rules.decks
        for a, b in combinations_with_replacement(range(CLASSES), 2):
            for needs in range(CLASSES):
                whole = hand_of(a, b, needs)
                if sum((card + 1) * many for card, many in enumerate(whole)) != TWENTY_ONE:
                    continue
                plain = self.pays_21(whole)
                more = Counter(self.pays_21(whole, suit) - plain for suit in SAMPLE_SUITS)
                if set(more) != {0}:
                    alike = a == b == needs
                    one_suit = Fraction(decks - 1, SUITS * decks - 1) if alike else Fraction(1, SUITS)
                    third = Fraction(decks - 2, SUITS * decks - 2) if alike else Fraction(1, SUITS)
                    shares = tuple((Fraction(times, SUITS), extra) for extra, times in sorted(more.items()))
                    found[hand_of(a, b)] = Suited(needs, one_suit, third, shares)
        return found

    @cached_property
    def counted(self) -> dict[tuple[int, int | None], Counted]:
        """The dealer's chances by up card, against the first hand and against hands after a split of each class."""

        keys = [(up, pair) for pair in (None, *range(CLASSES)) for up in (1, 2, 0, *range(3, CLASSES))]
        return dict(spread(lambda key: (key, self.count_one(*key)), keys, self.lab.progress))

    def count_one(self, up: int, pair: int | None) -> Counted:
        """The dealer's chances with one up card, against the first hand or against hands after a split."""
        left = without(self.shoe, up) if pair is None else without(self.shoe, up, pair)
        return count(Pack(up, left), self.rules.hits_soft_17, pair, self.rules.game.wins_with_21 is not None)

    def played(self, chart: Chart | None = None) -> dict[tuple[int, int | None], Played]:
        """Everything played out at its best, or by a chart: then without the pairs that it does not split."""
        orders = [None if chart is None else ordered_by(chart, self.terms.doubles, split) for split in (False, True)]
        keys = [key for key in self.counted if chart is None or key[1] is None or key in chart.splits]

        def one(key: tuple[int, int | None]) -> tuple[tuple[int, int | None], Played]:
            up, pair = key
            own = orders[pair is not None]
            return key, play(self.counted[key], self._terms_of(pair), None if own is None else own[up])

        return dict(spread(one, keys))

    def played_one(self, up: int, pair: int | None) -> Played:
        """One up card played out at its best, without all the others."""
        return play(self.count_one(up, pair), self._terms_of(pair))

    def _terms_of(self, pair: int | None) -> Terms:
        return self.terms if pair is None else self.split_terms

    @cached_property
    def at_best(self) -> dict[tuple[int, int | None], Played]:
        return self.played()

    @cached_property
    def main(self) -> MainWorth:
        return self.main_worth(self.at_best, None)

    @cached_property
    def chart(self) -> Chart:
        splits = {
            (up, a)
            for up in range(CLASSES)
            for a in range(CLASSES)
            if self._choose(self.at_best, up, a, a, None)[0][1] == SPLIT
        }
        played = {up: self.at_best[up, None] for up in range(CLASSES)}
        return chart_of(played, self.terms, self.split_terms.given_up, splits, self._bonus_hits())

    def _bonus_hits(self) -> dict[tuple[int, int, int], int | None]:
        """By up card and two cards that may become a bonus: the least fit of suits with which a hit is best."""
        found: dict[tuple[int, int, int], int | None] = {}
        for own in self.suited:
            a, b = (card for card, many in enumerate(own) for _ in range(many))
            for up in range(CLASSES):
                choices = [choice for _, choice, _ in self._choose(self.at_best, up, a, b, None)]
                found[up, a, b] = next((fit for fit, choice in enumerate(choices) if choice == HIT), None)
        return found

    @cached_property
    def by_chart(self) -> MainWorth:
        return self.main_worth(self.played(self.chart), self.chart)

    def main_worth(self, played: dict[tuple[int, int | None], Played], chart: Chart | None) -> MainWorth:
        """The main game over every up card and every two cards."""
        total, by_up, attacked = NO_WORTH, list[Fraction](), list[bool]()
        actions: dict[str, Fraction] = {}
        cards = sum(self.shoe)
        by_up_card = dict(spread(lambda up: (up, self._up_worth(played, up, chart)), range(CLASSES)))
        for up in range(CLASSES):
            chance_of_up = Fraction(self.shoe[up], cards)
            worth, chosen = by_up_card[up]
            for action, share in chosen.items():
                actions[action] = actions.get(action, Fraction(0)) + chance_of_up * share
            attack = self.rules.game.attack is not None and worth.gain > 0
            attacked.append(attack)
            by_up.append(worth.gain)
            if attack:
                worth = worth.times(ATTACKED)
            total = total.plus(worth.times(chance_of_up))
        return MainWorth(total.gain, total.wagered, actions, tuple(by_up), tuple(attacked))

    def _up_worth(
        self, played: dict[tuple[int, int | None], Played], up: int, chart: Chart | None
    ) -> tuple[Worth, dict[str, Fraction]]:
        """An up card against every two cards: their worth without an attack, and what is done how often."""
        left, cards = without(self.shoe, up), sum(self.shoe)
        worth, actions = NO_WORTH, dict[str, Fraction]()
        for a, b in combinations_with_replacement(range(CLASSES), 2):
            ways = left[a] * (left[b] - (a == b)) * (1 if a == b else 2)
            chance = Fraction(ways, (cards - 1) * (cards - 2))
            deal, chosen = self._deal_worth(played, up, a, b, chart)
            worth = worth.plus(deal.times(chance))
            for action, share in chosen.items():
                actions[action] = actions.get(action, Fraction(0)) + chance * share
        return worth, actions

    def gain_against(self, up: int) -> Fraction:
        """What a bet gains against an up card before the own cards are seen, without all the other up cards."""
        played = dict(spread(lambda pair: ((up, pair), self.played_one(up, pair)), (None, *range(CLASSES))))
        return self._up_worth(played, up, None)[0].gain

    def _deal_worth(
        self, played: dict[tuple[int, int | None], Played], up: int, a: int, b: int, chart: Chart | None
    ) -> tuple[Worth, dict[str, Fraction]]:
        """Two cards against an up card: their worth, a dealer's blackjack included, and what is done how often."""
        blackjack = self.rules.game.blackjack
        clear = played[up, None].pack.clear(hand_of(a, b))
        if (a, b) == (ACE, PICTURE):
            odds = Fraction(blackjack.odds.to, blackjack.odds.per)
            sure = Fraction(1) if blackjack.beats_dealers else clear
            return Worth(odds * sure, Fraction(1)), {"blackjack": Fraction(1)}
        lost = 1 - clear
        worth, actions = NO_WORTH, {"dealer_blackjack": lost}
        for share, choice, each in self._choose(played, up, a, b, chart):
            worth = worth.plus(each.times(share))
            actions[NAMES[choice]] = actions.get(NAMES[choice], Fraction(0)) + share * clear
        return worth.plus(Worth(-lost, lost)), actions

    def _choose(
        self, played: dict[tuple[int, int | None], Played], up: int, a: int, b: int, chart: Chart | None
    ) -> list[tuple[Fraction, int, Worth]]:
        """What is done with the first two cards, the best or what the chart says, by the suits they may have."""
        ordered = None if chart is None else chart.first_choice(up, a, b)
        values = self._values(played[up, None], a, b, ordered)
        if ordered is None or ordered == SURRENDER:
            clear = played[up, None].pack.clear(hand_of(a, b))
            values[SURRENDER] = Worth(-clear * HALF, clear)
        if a == b and chart and ordered == SPLIT:
            values[SPLIT] = self._charted_split(played[up, a], a, chart)
        elif a == b and ordered is None:
            split = self._best_split(played[up, a], a, max(worth.gain for worth in values.values()))
            if split:
                values[SPLIT] = split.worth
        return self._by_suits(played[up, None], a, b, values, chart, ordered)

    def _split_once(self, played: Played, pair: int) -> Fraction:
        """What a pair gains that is split into two hands and never again."""
        left = without(played.pack.left, pair)
        gains = (
            share * worth.gain * left[card]
            for card in range(CLASSES)
            for share, _, worth in self._second_card(played, pair, card, None)
        )
        return sum(gains, Fraction(0)) * Fraction(2, sum(left))

    def _values(self, played: Played, a: int, b: int, ordered: int | None) -> dict[int, Worth]:
        """What counts of two cards: the choice ordered, else the best one; with others where suits may change it."""
        hand = hands().numbers[hand_of(a, b)]
        choices = {int(played.chosen[0, hand]) if ordered is None else ordered} - {SPLIT}
        if hand_of(a, b) in self.suited:
            choices |= {STAND, HIT, DOUBLE} if ordered is None else {HIT}
        return {choice: played.worth(hand, choice) for choice in sorted(choices)}

    def _by_suits(
        self, played: Played, a: int, b: int, values: dict[int, Worth], chart: Chart | None, ordered: int | None
    ) -> list[tuple[Fraction, int, Worth]]:
        """The best choice, or what a chart says, by how well the suits of two cards fit."""
        found = []
        for fit, (share, hit) in enumerate(self._hits_by_suits(played, a, b, values.get(HIT))):
            mine = values if hit is None else values | {HIT: hit}
            choice = max(mine, key=lambda each: mine[each].gain) if ordered is None else ordered
            if chart is not None and chart.hits_for_bonus(played.pack.up, a, b, fit):
                choice = HIT
            found.append((share, choice, mine[choice]))
        return found

    def _hits_by_suits(self, played: Played, a: int, b: int, hit: Worth | None) -> list[tuple[Fraction, Worth | None]]:
        """The worth of hitting, by whether the two cards are of one suit and which, with the chance of each."""
        suits = self.suited.get(hand_of(a, b))
        if suits is None or hit is None:
            return [(Fraction(1), hit)]
        left = played.pack.left
        own = hand_of(a, b)
        whole = hand_of(a, b, suits.needs)
        remaining = sum(left) - 2
        made = Fraction(left[suits.needs] - own[suits.needs], remaining) * suits.third * played.pack.clear(whole)
        found: list[tuple[Fraction, Worth | None]] = [(1 - suits.one_suit, hit)]
        for share, more in suits.more:
            found.append((suits.one_suit * share, hit.plus(Worth(Fraction(more, 2) * made, Fraction(0)))))
        return found

    def _best_split(self, played: Played, pair: int, rest: Fraction) -> Split | None:
        """A pair split at its best; none where another choice, which gains `rest`, is clearly better."""
        key = played.pack.up, pair
        if key not in self._splits:
            can_come = played.pack.left[pair] > 0 <= min(played.pack.left)
            is_near = can_come and self._split_once(played, pair) > rest - MARGIN
            self._splits[key] = self._split(played, pair) if is_near else None
        return self._splits[key]

    def _split(self, played: Played, pair: int, most: int | None = None) -> Split:
        """All hands that a split at its best leads to. `played` lacks one card of the pair; each hand holds the other.

        `most`: how many hands there may be, where it is less than a pair may become. Each hand is played by its own
        cards, as is best where no further card of the pair is missing.
        """
        most = most or self.rules.split_hands
        unpaired, paired = self._split_ends(played, pair, None)
        made = self._split_hands(played.pack, pair, course_of(unpaired, paired), most)
        return Split(unpaired, paired, made, made.worth())

    def _charted_split(self, played: Played, pair: int, chart: Chart) -> Worth:
        """What a split is worth by a chart: as much as at its best, and what the hands that end otherwise change."""
        best = self._splits.get((played.pack.up, pair)) or NO_SPLIT
        other = [*map(less, self._split_ends(played, pair, chart), (best.unpaired, best.paired))]
        if not any(other):
            return best.worth
        changed = self._split_hands(played.pack, pair, course_of(*other), self.rules.split_hands)
        return best.worth.plus(changed.worth())

    def _split_ends(self, played: Played, pair: int, chart: Chart | None) -> list[Ends]:
        """How a hand of a split ends, at its best or by a chart: where its first two cards are no pair, and a pair."""
        starts: tuple[list[Start], list[Start]] = [], []
        for card in range(CLASSES):
            starts[card == pair].extend(self._starts(pair, card, self._second_card(played, pair, card, chart), 1))
        return [ends_of(each, played, self._terms_of(pair)) for each in starts]

    def _split_hands(self, pack: Pack, pair: int, course: Course, most: int) -> SplitHands:
        """A split hand from every shoe that it may be played from."""
        left = without(pack.left, pair)
        if self.rules.game.split.aces_once and pair == ACE:
            most = 2
        others, any_card = list[Law](), list[Law]()
        for missing in range(min(most_missing(most), left[pair]) + 1):
            shorter = Pack(pack.up, without(pack.left, *[pair] * missing))
            unpaired, paired = laws_of(course, shorter, self.rules.hits_soft_17, pair, self.parts)
            others.append(unpaired)
            any_card.append(unpaired.plus(paired))
        return SplitHands(others, any_card, left[pair], sum(left), most)

    def split_worth(self, up: int, pair: int, most: int | None = None) -> Fraction:
        """What splitting a pair gains against an up card, times the chance of no dealer's blackjack."""
        return self._split(self.played_one(up, pair), pair, most).worth.gain

    def hit_by_suits(self, played: Played, a: int, b: int, suit: str) -> Fraction:
        """What hitting two cards gains, of one suit or ("") of two."""
        plain = played.worth(hands().numbers[hand_of(a, b)], HIT)
        hits = [hit.gain for _, hit in self._hits_by_suits(played, a, b, plain) if hit]
        if len(hits) == 1 or not suit:
            return hits[0]
        whole = hand_of(a, b, self.suited[hand_of(a, b)].needs)
        pays = sorted({self.pays_21(whole, each) for each in SAMPLE_SUITS})
        return hits[1 + pays.index(self.pays_21(whole, suit))]

    def _second_card(
        self, played: Played, pair: int, card: int, chart: Chart | None
    ) -> list[tuple[Fraction, int, Worth]]:
        """What is done with a split hand once it has its second card, by the suits the two may have."""
        hand = hands().numbers[hand_of(pair, card)]
        surrender = [SURRENDER] if self.split_terms.given_up.two_cards else []
        if self.rules.game.split.aces_once and pair == ACE:
            kept = [(Fraction(1), choice, played.worth(hand, choice)) for choice in (STAND, *surrender)]
            return [max(kept, key=lambda each: each[2].gain)]
        ordered = int(played.chosen[0, hand]) if chart else None
        values = self._values(played, pair, card, ordered)
        if ordered is None:
            values |= {choice: played.worth(hand, choice) for choice in surrender}
        return self._by_suits(played, pair, card, values, chart, ordered)

    @cached_property
    def parts(self) -> int:
        """All chances that suits have are whole numbers of this part of one."""
        found = 1
        for suits in self.suited.values():
            shares = lcm(*(share.denominator for share, _ in suits.more))
            found = lcm(found, suits.one_suit.denominator * shares * suits.third.denominator)
        return found

    def _starts(self, a: int, b: int, chosen: list[tuple[Fraction, int, Worth]], orders: int) -> list[Start]:
        """What is done with two cards, by their suits, as it enters a course."""
        suits, hand = self.suited.get(hand_of(a, b)), hands().numbers[hand_of(a, b)]
        found = []
        for fit, (share, choice, _) in enumerate(chosen):
            weight = int(share * orders * self.parts)
            if suits is None or fit == 0:
                found.append(Start(hand, choice, weight))
            else:
                bonus = hands().numbers[hand_of(a, b, suits.needs)]
                found.append(Start(hand, choice, weight, bonus, int(weight * suits.third), suits.more[fit - 1][1]))
        return found

    @cached_property
    def outcomes(self) -> dict[Fraction, Fraction]:
        """The chance of every net result of a round, in bets, at its best.

        Hands that are not split are counted exactly; the total of split hands is a model (`SplitHands.gains`).
        """
        found = defaultdict[Fraction, Fraction](Fraction)
        for up in (card for card, many in enumerate(self.shoe) if many):
            chance_of_up = Fraction(self.shoe[up], sum(self.shoe))
            bets = ATTACKED if self.main.attacked[up] else 1
            for gain, chance in self._up_outcomes(up).items():
                found[gain * bets] += chance_of_up * chance
        return {gain: chance for gain, chance in sorted(found.items()) if chance > ROUNDED}

    def _up_outcomes(self, up: int) -> dict[Fraction, Fraction]:
        """Against an up card, without an attack."""
        played, left, cards = self.at_best, without(self.shoe, up), sum(self.shoe)
        found = defaultdict[Fraction, Fraction](Fraction)
        starts: list[Start] = []
        for a, b in combinations_with_replacement(range(CLASSES), 2):
            orders = 1 if a == b else 2
            chance = Fraction(left[a] * (left[b] - (a == b)) * orders, (cards - 1) * (cards - 2))
            clear = played[up, None].pack.clear(hand_of(a, b))
            if (a, b) == (ACE, PICTURE):
                blackjack = self.rules.game.blackjack
                odds = blackjack.odds.fraction()
                found[odds] += chance * clear
                found[odds if blackjack.beats_dealers else Fraction(0)] += chance * (1 - clear)
                continue
            found[Fraction(-1)] += chance * (1 - clear)
            chosen = self._choose(played, up, a, b, None)
            starts += [start for start in self._starts(a, b, chosen, orders) if start.choice != SPLIT]
            is_split = sum((share for share, choice, _ in chosen if choice == SPLIT), Fraction(0))
            split = self._splits.get((up, a)) if is_split else None
            if split:
                for gain, part in split.hands.gains().items():
                    found[Fraction(gain, BET)] += chance * is_split * Fraction(part, FINE)
        course = course_of(ends_of(starts, played[up, None], self.terms))
        (law,) = laws_of(course, Pack(up, left), self.rules.hits_soft_17, None, self.parts)
        for (gain, _), row in law.chances.items():
            found[Fraction(gain, BET)] += Fraction(sum(row), law.of)
        return found

    @cached_property
    def variance(self) -> Fraction:
        """Of a round's net result per bet."""
        return sum((gain * gain * chance for gain, chance in self.outcomes.items()), Fraction(0)) - self.main.gain**2

    @cached_property
    def gains(self) -> dict[str, Gains]:
        """Of every wager, the main game first."""
        gains = {self.rules.game.bet.name: Gains(self.main.gain, self.variance)}
        return gains | {side.name: Gains(side.gain, side.variance) for side in self.sides}

    @cached_property
    def sides(self) -> tuple[SideWorth, ...]:
        return side_worths(self.rules)

    @cached_property
    def super_bonus(self) -> dict[str, SuperBonusWorth]:
        """What the super bonus adds per bet, by the bet, when two sevens of a suit are hit against a seven."""
        bonus = self.rules.game.super_bonus
        if bonus is None:
            return {}
        seven, decks = 6, self.rules.decks
        played = self.at_best
        cards = sum(self.shoe)
        left = without(self.shoe, seven)
        pair = Fraction(left[seven] * (left[seven] - 1), (cards - 1) * (cards - 2)) * Fraction(self.shoe[seven], cards)
        third = Fraction(left[seven] - 2, cards - 3) * Fraction(decks - 2, SUITS * decks - 2)
        found = {}
        values = self._values(played[seven, None], seven, seven, None)
        hits = self._hits_by_suits(played[seven, None], seven, seven, values[HIT])[1:]
        best = self._choose(played, seven, seven, seven, None)[1:]
        for award in bonus.awards:
            paid = Fraction(award.pays, award.wager) * third
            gross = net = Fraction(0)
            for (share, hit), (_, _, without_it) in zip(hits, best, strict=True):
                assert hit
                cost = without_it.gain - hit.gain
                if paid > cost:
                    gross += share * paid
                    net += share * (paid - cost)
            found[write_money(award.wager)] = SuperBonusWorth(pair * gross, pair * net)
        return found

    def records(self) -> list[Record]:
        """The standard deviation of the main game is approximate; all other figures are exact."""
        hits = {side.name: side.hits for side in self.sides}
        return [
            {
                "wager": name,
                "house_edge": number(-gains.mean),
                "standard_deviation": root(gains.variance),
                "hit_frequency": number(hits[name]) if name in hits else None,
                "average_wager": number(self.main.wagered) if name == self.rules.game.bet.name else 1,
                "ev": gains.mean,
            }
            for name, gains in self.gains.items()
        ]

    def records_of(self, part: str) -> list[Record]:
        if part == "outcomes":
            bet = self.rules.game.bet.name
            main = [{"wager": bet, "net": gain, "probability": number(each)} for gain, each in self.outcomes.items()]
            return [*main, *(record for side in self.sides for record in side.records())]
        if part == "pay_tables":
            from pitboss.lab.offers import offer_record, offers

            return [offer_record(each) for each in offers(self)]
        if part == "strategy":
            plays = {"best by composition": self.main.gain, "by the chart": self.by_chart.gain}
            return [
                {"play": play, "house_edge": number(-gain), "cost": self.main.gain - gain, "ev": gain}
                for play, gain in plays.items()
            ]
        chart = self.chart.as_json(UPS)
        ups = chart["up_cards"]
        return [
            record for kind in CHART_PARTS for record in chart_records(kind, chart[kind], ups, chart[kind].values())
        ]

    def to_dict(self) -> dict[str, Any]:
        """As `pitboss analyze --json` prints it."""
        from pitboss.lab.shoe_shown import main_json

        rules = self.rules
        wagers = {rules.game.bet.name: main_json(self)}
        for side in self.sides:
            wagers[side.name] = side.as_json()
        return {
            "game": rules.game.name,
            "jurisdiction": rules.jurisdiction,
            "options": rules.options,
            "method": "approximate",
            "model": MODEL,
            "treatment": self.treatment(),
            "wagers": wagers,
            "pay_tables": match_tables(rules),
            "chart": self.chart.as_json(UPS),
        }

    def house(self) -> str:
        """Which house this is, in short."""
        rules = self.rules
        soft = "hits" if rules.hits_soft_17 else "stands on"
        again = ", doubled hands may be doubled again" if rules.doubles > 1 else ""
        where = rules.game.jurisdictions[rules.jurisdiction]
        return f"{where}, {rules.decks} decks, dealer {soft} soft 17{again}{self._varied()}"

    def _varied(self) -> str:
        """What the house has chosen otherwise than the rules as given say."""
        rules, surrender = self.rules, self.rules.game.surrender
        found = {
            rules.game.split.option: f"pairs make up to {rules.split_hands} hands",
            surrender.option: f"surrender {rules.surrender.in_words()}",
            surrender.split_option: "no surrender after a split",
        }
        return "".join(f", {says}" for name, says in found.items() if rules.varies(name))

    def attack_against(self) -> list[str]:
        """The up cards against which an attack gains."""
        return [up for up, attack in zip(UPS, self.main.attacked, strict=True) if attack]

    def treatment(self) -> str:
        """How the main game is calculated: which strategy, how splits are counted, and what is a model."""
        split = self.rules.game.split
        aces = ", aces once with one card each" if split.aces_once else ""
        suits = ", with the suits of the first two cards where a bonus needs them" if self.rules.game.bonuses else ""
        return TREATMENT.format(most=self.rules.split_hands, aces=aces, suits=suits) + MODEL

    def chart_class(self) -> str:
        """What the chart asks of a hand."""
        suits = "; suits where two cards may become a bonus" if self.rules.game.bonuses else ""
        return CHART_CLASS + suits

    def page(self) -> Page:
        """For people: titled tables."""
        from pitboss.lab.shoe_shown import page_of

        return page_of(self)

    def __repr__(self) -> str:
        edges = {self.rules.game.bet.name: self.main.gain} | {side.name: side.gain for side in self.sides}
        return f"<{self.rules.game.name}: {', '.join(f'{name} {percent(-gain)}' for name, gain in edges.items())}>"
