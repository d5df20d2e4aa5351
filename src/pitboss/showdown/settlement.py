"""Settling a finished round: check it against the rules, find each outcome, pay what the ruling says.

Nothing here knows a game. Outcomes, odds and clauses come from `Rules`, which holds one house's declaration.
"""

from typing import TYPE_CHECKING, Any

from pitboss.cards import suits
from pitboss.money import read_wager, write_money
from pitboss.refusal import Refusal, shown
from pitboss.regulations.paytables import Share
from pitboss.showdown.declaration import Later
from pitboss.showdown.progressive import Meters, ProgressiveRules, pay
from pitboss.showdown.rounds import Round, RoundForm, Seat, read_round, wrong_number
from pitboss.showdown.rulings import DealerResult, Ruling, Settlement, slip_of
from pitboss.showdown.voids import check_voids, is_contest

if TYPE_CHECKING:
    from pitboss.showdown.rules import Layout, Rules, Verdict


def settle(rules: "Rules", form: RoundForm) -> Settlement:
    """Check the round, then pay it."""
    if form.game != rules.game.name:
        raise Refusal("other_game", f"Settle this round by its own rules: these are {rules.game.title}'s.")
    read = read_round(rules, form)
    dealer = rules.game.dealer_plays(read.dealer)
    dealer_value = _dealer_value(rules, read, dealer)
    for seat in read.seats:
        _judge(rules, read, seat)
        _rule(rules, seat, dealer_value, dealer)
    if read.board is None:
        _check_board_not_needed(rules, read)
    irregular = read.void or [seat for seat in read.seats if seat.void or seat.returned]
    if irregular:
        check_voids(rules, read)
    if read.void:
        for seat in read.seats:
            _void_wagers(rules, read, seat)
    if rules.most_per_hand is not None or rules.most_per_round is not None:
        _cut_to_maximum(rules, read.seats)
    if irregular:
        _return_wagers(rules, read.seats)
    meters = read.meters
    if rules.progressive:
        winners = [seat for seat in read.seats if seat.slip.rulings and seat.slip.rulings[-1].award]
        if winners:
            meters = _pay_progressive(rules.progressive, winners, meters)
        if irregular and meters:
            meters = _without_returned(rules.progressive, read.seats, meters)
    return Settlement(
        rules.game.name,
        _dealer_result(rules, dealer_value),
        read.seats,
        meters,
        read.id,
    )


def _dealer_value(rules: "Rules", read: Round, dealer: int) -> int | None:
    """None where cards are missing, so that nothing can be compared."""
    if read.board is None or len(read.dealer) != rules.game.deal.dealer:
        return None
    return rules.ranking.of(dealer + read.board)


# Checking a round against the rules


def _check_board_not_needed(rules: "Rules", read: Round) -> None:
    """The board may be missing only where nobody stayed in to see it (reading 41)."""
    if not all(seat.void or seat.forfeit or seat.folded for seat in read.seats):
        raise wrong_number(rules, "the community", rules.game.deal.community, ())


def _judge(rules: "Rules", read: Round, seat: Seat) -> None:
    """Check the seat's wagers and decisions.

    A fold does not stand once the ante is void: there is no contest left to leave (reading 34).
    """
    try:
        for condition in seat.layout.conditions:
            condition.check(seat.stakes, rules.jurisdiction)
        progressive = rules.progressive
        if progressive and seat.stakes.get(progressive.name, progressive.stake) != progressive.stake:
            raise _wrong_progressive_stake(progressive, seat)
        if _decide(rules, read, seat) and rules.ante not in read.void:
            seat.folded = True
    except Refusal as refusal:
        raise refusal.at(seat.position) from None


def _wrong_progressive_stake(progressive: ProgressiveRules, seat: Seat) -> Refusal:
    stake, placed = write_money(progressive.stake), write_money(seat.stakes[progressive.name])
    return Refusal(
        f"{progressive.name}_not_{stake}",
        f"Make the {progressive.name} wager {stake}; it is {placed}.",
        progressive.stake_clause,
    )


def _decide(rules: "Rules", read: Round, seat: Seat) -> bool:
    """Go through the decisions, note the wagers placed after the deal, and say whether the player folded.

    Where a round was cut short, the decisions that were not reached may be missing.
    """
    actions, steps = seat.actions, rules.game.decisions
    if rules.ante not in seat.stakes:
        if actions:
            raise _nothing_to_decide(rules)
        return False
    for step, action in zip(steps, actions, strict=False):
        if type(action) is dict and len(action) == 1 and step.name in action:
            _place(rules, step, seat, action[step.name])
        elif action != step.declined_by:
            raise _wrong_action(rules, step, action)
        elif action == "fold":
            if len(actions) > steps.index(step) + 1:
                raise _action_after_fold(rules, step)
            return True
    if len(actions) < len(steps) and not (seat.void or seat.forfeit or rules.ante in read.void):
        raise _decision_missing(rules, steps[len(actions)])
    if len(actions) > len(steps):
        raise Refusal("too_many_actions", "Leave out what follows the last decision: there is nothing more to decide.")
    return False


def _place(rules: "Rules", step: Later, seat: Seat, text: Any) -> None:
    """Note a later wager. The smallest is always legal, and known by its text without being read."""
    name, stakes, written = step.name, seat.stakes, seat.written
    ante = amount = stakes[rules.ante]
    if step.least != 1:
        amount *= step.least
    if text != (written[rules.ante] if amount == ante else write_money(amount)):
        least, amount = amount, read_wager(text, name)
        if amount != least:
            check_limits(rules, step, ante, amount, seat.value)
    stakes[name] = amount
    written[name] = text
    seat.layout = seat.layout.later(name)


def check_limits(rules: "Rules", step: Later, ante: int, amount: int, value: int | None) -> None:
    """The largest later wager depends on the hand."""
    least = step.least * ante
    limit = step.limits[-1] if value is None else step.most(value)
    if least < amount <= limit.most * ante:
        return
    most = limit.most * ante
    wanted = write_money(least) if least == most else f"{write_money(least)} to {write_money(most)}"
    held = "this hand" if value is None or len(step.limits) == 1 else f"a {rules.ranking.words(value)}"
    raise Refusal(
        f"{step.name}_under_minimum" if amount < least else f"{step.name}_over_limit",
        f"Make the {step.name} {wanted} or {step.declined_by}, not {write_money(amount)}: "
        f"{held} allows {'exactly' if least == most else 'up to'} {limit.most} times the ante.",
        step.clause.at(rules.jurisdiction),
    )


def _decision_missing(rules: "Rules", step: Later) -> Refusal:
    return Refusal(
        "decision_missing",
        f"Place the {step.name} or {step.declined_by}: the position has done neither.",
        step.decision.at(rules.jurisdiction),
    )


def _action_after_fold(rules: "Rules", step: Later) -> Refusal:
    return Refusal(
        "action_after_fold",
        "Leave out what follows the fold: a folded hand is out of the round.",
        step.decision.at(rules.jurisdiction),
    )


def _wrong_action(rules: "Rules", step: Later, action: Any) -> Refusal:
    return Refusal(
        "action_not_allowed",
        f'Place the {step.name} or {step.declined_by}, as {{"{step.name}": "10.00"}} or "{step.declined_by}"; '
        f"{shown(action)} cannot be chosen here.",
        step.decision.at(rules.jurisdiction),
    )


def _nothing_to_decide(rules: "Rules") -> Refusal:
    step = rules.game.decisions[0]
    return Refusal(
        "nothing_to_decide",
        f"Leave the actions empty: without an ante there is no {step.name} to place and nothing to fold.",
        step.decision.at(rules.jurisdiction),
    )


# Settling what was found legal


def _rule(rules: "Rules", seat: Seat, dealer_value: int | None, dealer: int) -> None:
    """Rule on each wager of a position, before any maximum and before the meters pay."""
    layout, own, value = seat.layout, seat.suits, seat.value
    if seat.void or seat.forfeit:
        seat.slip = layout.void_hand if seat.void else layout.forfeit
        return
    verdict = layout.fold if seat.folded else _verdict(rules, layout, value, dealer_value)
    classes: tuple[int, ...] = ()
    for classify, both in verdict.asked:
        hand_class = classify(own, value or 0)
        if both and hand_class in both and classify(suits(dealer), 0) == hand_class:
            hand_class = both[hand_class]
        classes += (hand_class,)
    seat.slip = verdict.slip(classes)


def _verdict(rules: "Rules", layout: "Layout", value: int | None, dealer_value: int | None) -> "Verdict":
    """How the contest with the dealer ended."""
    if value is None or dealer_value is None:
        return layout.tie  # nothing to compare: the checks let this pass for void wagers only, which are voided next
    if dealer_value < rules.dealer_needs:
        return layout.dealer_fails
    if value > dealer_value:
        return layout.player_higher if value >= rules.ante_needs else layout.player_higher_weak
    return layout.tie if value == dealer_value else layout.dealer_higher


def _void_wagers(rules: "Rules", read: Round, seat: Seat) -> None:
    """A void wager is neither won, lost nor forfeited (reading 34); with the ante goes its bonus.

    What is void without being the contest's is void with its hand.
    """
    bonus, rulings = rules.game.ante_bonus, seat.slip.rulings
    void = rules.void_wager if is_contest(rules, read) else rules.void_hand
    if bonus and rules.ante in read.void:
        rulings = tuple(made for made in rulings if made.wager != bonus.name)
    seat.slip = slip_of(tuple(void[made.wager] if made.wager in read.void else made for made in rulings))


def _return_wagers(rules: "Rules", seats: list[Seat]) -> None:
    """Return wagers while others stand. Those that stand were settled, and cut to the maximum, together with them.

    Where settled wagers stand, an ante bonus that was paid before its ante stands too: it is not in the list.
    """
    bonus = rules.game.ante_bonus
    for seat in seats:
        back = seat.returned
        if back:
            with_ante = rules.ante in back and not rules.keeps_settled
            dropped = bonus.name if bonus and (with_ante or bonus.name in back) else None
            rulings = [made for made in seat.slip.rulings if made.wager != dropped]
            seat.slip = slip_of(tuple(rules.void_hand[made.wager] if made.wager in back else made for made in rulings))


def _without_returned(progressive: ProgressiveRules, seats: list[Seat], meters: Meters) -> Meters:
    """The meters less the shares of returned progressive wagers, at most what payouts left there."""
    returned = sum(progressive.name in seat.returned for seat in seats)
    shares = progressive.contribute(Meters(0, 0), returned)
    return Meters(max(meters.main - shares.main, 0), max(meters.secondary - shares.secondary, 0))


def _cut_to_maximum(rules: "Rules", seats: list[Seat]) -> None:
    """Bonus payouts over the posted maximum are cut in proportion, first hand by hand, then over the round."""
    assert rules.game.maximum
    capped = rules.game.maximum.wagers
    by_hand = [
        [(seat, made) for made in seat.slip.rulings if made.wager in capped and made.outcome == "win"] for seat in seats
    ]
    if rules.most_per_hand is not None:
        for won in by_hand:
            _cut(rules, won, rules.most_per_hand)
    if rules.most_per_round is not None:
        _cut(rules, [each for won in by_hand for each in won], rules.most_per_round)


def _cut(rules: "Rules", won: list[tuple[Seat, Ruling]], most: int) -> None:
    """`won`: the payments that share the maximum, each as it was before any cut."""
    payments = [seat.paid.get(made.wager, made.odds * seat.stakes[made.on]) for seat, made in won]
    if sum(payments) > most:
        for (seat, made), pays in zip(won, in_proportion(payments, most), strict=True):
            seat.paid[made.wager] = pays
            cut = rules.cut[made.wager]
            seat.slip = slip_of(tuple(cut if each is made else each for each in seat.slip.rulings))


def in_proportion(payments: list[int], most: int) -> list[int]:
    """Payments as they are, or cut to `most` together, each rounded down to the cent (reading 39)."""
    total = sum(payments)
    return payments if total <= most else [pays * most // total for pays in payments]


def _pay_progressive(progressive: ProgressiveRules, winners: list[Seat], meters: Meters | None) -> Meters | None:
    """Winners are paid one after the other, each from the meters the one before left. It is their last wager."""
    for seat in sorted(winners, key=lambda seat: seat.position, reverse=progressive.right_first):
        made = seat.slip.rulings[-1]
        if meters is None and isinstance(made.award, Share):
            raise Refusal(
                "meters_missing",
                f"Give the meters: this hand is paid {int(made.award)}% of the main meter.",
                made.clause,
                seat.position,
            )
        seat.paid[made.wager], after = pay(meters or Meters(0, 0), made.award)
        meters = after if meters is not None else None
    return meters


def _dealer_result(rules: "Rules", value: int | None) -> DealerResult:
    if value is None:
        return DealerResult(None, None)
    return DealerResult(rules.ranking.words(value), value >= rules.dealer_needs if rules.dealer_needs else None)
