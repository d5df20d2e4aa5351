"""A hand from the shoe: what each way of playing it is worth, with every card on the table counted out of the shoe.

Cards burnt or played in earlier rounds are not in the view: they are as unknown as those still in the shoe, and count
alike. Splits are reckoned as the lab does (docs/lab.md): each hand by its own cards.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cached_property

from pitboss.coach.advice import Advice, Expected, Offered, no_figures, ranked
from pitboss.coach.situations import ShoeSituation
from pitboss.lab.counting import Lab
from pitboss.lab.drawing import Counted, Pack, Played, hand_of, play, whole, without
from pitboss.lab.kernels.shoe import BEST, CLASSES, DEEPEST, HIT, PICTURE, STAND, Counts, hands
from pitboss.lab.shoe import RANK_OF, ShoeAnalysis
from pitboss.lab.shoe_strategy import class_of
from pitboss.shoe.hands import of_one_suit
from pitboss.shoe.rules import Rules

HALF = Fraction(1, 2)


def reckon(rules: Rules, at: ShoeSituation, lab: Lab) -> Advice:
    if at.asks not in ASKED:
        raise no_figures("this is about another player's hand, or about an irregularity")
    unit, says, worth = ASKED[at.asks](Reckoner(rules, at, lab))
    choices = ranked((each, worth(each)) for each in at.offered)
    return Advice(at.asks, unit, at.first or at.bet, choices, (at.up, *at.hand, *at.beside), says)


Worth = Callable[[Offered], Fraction | None]
Told = tuple[str, str, Worth]


class Reckoner:
    """One situation. Worths of a hand are, as in the lab, times the chance that the dealer has no blackjack."""

    def __init__(self, rules: Rules, at: ShoeSituation, lab: Lab) -> None:
        self.rules, self.at = rules, at
        self.analysis = ShoeAnalysis(rules, lab)
        self.analysis.shoe = without(self.analysis.shoe, *map(class_of, at.beside))
        self.up = class_of(at.up)
        self.own: Counts = hand_of(*map(class_of, at.hand))
        self.pack = Pack(self.up, without(self.analysis.shoe, self.up))

    @cached_property
    def counted(self) -> Counted:
        return self.analysis.count_one(self.up, None)

    @cached_property
    def played(self) -> Played:
        return play(self.counted, self.analysis.split_terms if self._is_split else self.analysis.terms)

    @property
    def _is_split(self) -> bool:
        return self.at.hands > 1

    @property
    def _may_split_again(self) -> bool:
        return self._is_split and any(each.action == "split" for each in self.at.offered)

    # Wagers that may be added

    def attack(self) -> Told:
        """Before the own cards are seen all wagers of the hand grow alike."""
        gain = self.analysis.gain_against(self.up)
        return BET, ATTACK_SAYS, lambda each: gain * Fraction(self.at.bet + each.amount, self.at.bet)

    def insurance(self) -> Told:
        """The wager by itself: it changes nothing for the hand."""
        left = without(self.pack.left, *map(class_of, self.at.hand))
        blackjack, odds = Fraction(left[PICTURE], sum(left)), self.rules.game.insurance.odds.fraction()
        gain = blackjack * (odds + 1) - 1
        return BET, INSURANCE_SAYS, lambda each: gain * Fraction(each.amount, self.at.first or self.at.bet)

    # Playing a hand

    def play(self) -> Told:
        clear = self.pack.clear(self.own)

        def worth(offered: Offered) -> Fraction | None:
            found = WAYS.get(offered.action)
            return None if found is None else found(self, offered) * Fraction(clear.denominator, clear.numerator)

        return BET, f"{PLAY_SAYS} {AGAIN_SAYS}" if self._may_split_again else PLAY_SAYS, worth

    def stand(self, offered: Offered) -> Fraction:
        if self.at.doubles:
            return self._stands(self.own) * self._bets(self.at.on_hand)
        return self.played.worth(hands().numbers[self.own], STAND).gain

    def hit(self, offered: Offered) -> Fraction:
        plain = self.played.worth(hands().numbers[self.own], HIT).gain
        return plain + self._bonus_of_one_suit()

    def _bonus_of_one_suit(self) -> Fraction:
        """What two cards of one suit gain besides if a third of it comes: a better bonus, and the super bonus."""
        suited = self.analysis.suited.get(self.own)
        if suited is None or not of_one_suit(self.at.hand):
            return Fraction(0)
        suit, rank = self.at.hand[0][1], RANK_OF[suited.needs]
        made = hand_of(*map(class_of, self.at.hand), suited.needs)
        third, known = f"{rank}{suit}", (self.at.up, *self.at.hand, *self.at.beside)
        chance = Fraction(self.rules.decks - known.count(third), self._unseen()) * self.pack.clear(made)
        more = Fraction(self.analysis.pays_21(made, suit) - self.analysis.pays_21(made), 2)
        return chance * (more + self._super_bonus((*self.at.hand, third)))

    def _super_bonus(self, cards: tuple[str, ...]) -> Fraction:
        """In bets, for a hand that was never split."""
        bonus = self.rules.game.super_bonus
        if bonus is None or self._is_split or not bonus.is_held(cards, self.at.up):
            return Fraction(0)
        paid = [award.pays for award in bonus.awards if self.at.bet >= award.wager]
        return Fraction(paid[0], self.at.first) if paid else Fraction(0)

    def _unseen(self) -> int:
        return sum(self.pack.left) - sum(self.own)

    def double(self, offered: Offered) -> Fraction:
        return self._drawn(self.own, self.at.on_hand + offered.amount, offered.amount, self.at.doubles + 1)

    def _drawn(self, own: Counts, cents: int, last: int, doubles: int) -> Fraction:
        """One card more on a hand with so many cents on it, the last of them just added."""
        left = [have - held for have, held in zip(self.pack.left, own, strict=True)]
        total, every = Fraction(0), sum(left)
        for card in range(CLASSES):
            if left[card]:
                made = tuple(held + (place == card) for place, held in enumerate(own))
                total += Fraction(left[card], every) * self._doubled(made, cents, last, doubles)
        return total

    def _doubled(self, own: Counts, cents: int, last: int, doubles: int) -> Fraction:
        """A doubled hand at its best: it stands, is given up, or is doubled again."""
        clear = self.pack.clear(own)
        if own not in hands().numbers:
            return -self._bets(cents) * clear
        found = [self._stands(own) * self._bets(cents)]
        if hands().totals[hands().numbers[own]] < BEST:
            found += [-self._bets(lost) * clear for lost in self._given_up(cents, last)]
            if doubles < self.rules.doubles:
                found.append(self._drawn(own, 2 * cents, cents, doubles + 1))
        return max(found)

    def _given_up(self, cents: int, last: int) -> list[int | Fraction]:
        """What a doubled hand loses when it is given up, where it can be: all but the last double, or a half."""
        if self.rules.game.double.rescue:
            return [cents - last]
        surrenders = self.rules.surrender.allow(drawn=True, doubled=True, split=self._is_split)
        return [cents * HALF] if surrenders else []

    def rescue(self, offered: Offered) -> Fraction:
        """A hand doubled once got that double last; doubled again, as much as stood there is what is usual."""
        doubled = self.at.on_hand - self.at.first
        last = doubled if self.at.doubles == 1 else self.at.on_hand * HALF
        return -self._bets(self.at.on_hand - last) * self.pack.clear(self.own)

    def surrender(self, offered: Offered) -> Fraction:
        return -self._bets(self.at.on_hand * HALF) * self.pack.clear(self.own)

    def split(self, offered: Offered) -> Fraction:
        most = self.rules.split_hands - self.at.hands + 1
        return self.analysis.split_worth(self.up, class_of(self.at.hand[0]), most)

    def _stands(self, own: Counts) -> Fraction:
        """What a doubled hand gains by standing, per unit: even money, or all of it where 21 always wins."""
        number = hands().numbers[own]
        if self.rules.game.wins_with_21 and hands().totals[number] == BEST:
            return self.pack.clear(own)
        cards, ways = sum(self.pack.left) - sum(own), 1
        for drawn in range(DEEPEST):
            ways *= cards - drawn
        return Fraction(whole(self.counted.won[number].tolist()), ways)

    def _bets(self, cents: int | Fraction) -> Fraction:
        return Fraction(cents) * Fraction(1, self.at.first)


BET = "bet"
ATTACK_SAYS = "What the round gains on average with and without the attack, before your cards are dealt."
INSURANCE_SAYS = "What the insurance gains on average by itself."
PLAY_SAYS = (
    "What the hand gains on average by each choice, played as well as can be from there on, where the dealer has no "
    "blackjack."
)
AGAIN_SAYS = "The figure of the split is approximate as long as other hands of the box wait for their second card."

WAYS: dict[str, Callable[[Reckoner, Offered], Fraction]] = {
    "stand": Reckoner.stand,
    "hit": Reckoner.hit,
    "double": Reckoner.double,
    "split": Reckoner.split,
    "surrender": Reckoner.surrender,
    "rescue": Reckoner.rescue,
}

ASKED: dict[str, Callable[[Reckoner], Told]] = {
    "attack": Reckoner.attack,
    "insurance": Reckoner.insurance,
    "play": Reckoner.play,
}


def expected(rules: Rules, lab: Lab) -> dict[str, Expected]:
    """What each wager gains per unit before a card is dealt; the bet with all that follows it."""
    return {name: Expected(gains.mean) for name, gains in ShoeAnalysis(rules, lab).gains.items()}
