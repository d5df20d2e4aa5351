"""Settling a finished round: check it against the rules, find each outcome, pay what the ruling says.

Nothing here knows a game. Outcomes, odds and clauses come from `Rules`, which holds one house's declaration.
"""

from typing import TYPE_CHECKING, Any

from pitboss.cards import Suits, suits
from pitboss.money import read_wager, shown, write_money
from pitboss.refusal import Refusal
from pitboss.regulations.paytables import Share
from pitboss.showdown.declaration import Later
from pitboss.showdown.progressive import Meters, ProgressiveRules, pay
from pitboss.showdown.rounds import Round, RoundForm, Seat, read_round
from pitboss.showdown.rulings import DealerResult, PositionResult, Ruling, Settlement, WagerResult

if TYPE_CHECKING:
    from pitboss.showdown.rules import BonusRules, Rules


def settle(rules: "Rules", form: RoundForm) -> Settlement:
    """Check the round, then pay it."""
    read = read_round(rules, form)
    _check_numbers_of_cards(rules, read)
    board = sum(read.community) if len(read.community) == rules.game.deal.community else None
    for seat in read.seats:
        _judge(rules, read, seat, board)
    if board is None:
        _check_board_not_needed(rules, read)
    dealer = rules.game.dealer_plays(read.dealer)
    dealer_value = (
        None if board is None or len(read.dealer) != rules.game.deal.dealer else rules.ranking.of(dealer + board)
    )
    dealer_own = suits(dealer)
    for seat in read.seats:
        _settle_seat(rules, seat, dealer_value, dealer_own)
        if read.void:
            _void_wagers(rules, read, seat)
    if rules.most_per_hand is not None or rules.most_per_round is not None:
        _cut_to_maximum(rules, read.seats)
    meters = _pay_progressive(rules.progressive, read.seats, read.meters) if rules.progressive else read.meters
    return Settlement(
        rules.game.name,
        _dealer_result(rules, dealer_value),
        [_position_result(rules, seat) for seat in read.seats],
        meters,
        read.id,
    )


# Checking a round against the rules


def _check_numbers_of_cards(rules: "Rules", read: Round) -> None:
    """A void hand may have any number of cards: a wrong number is why hands become void."""
    deal = rules.game.deal
    any_in_play = False
    for seat in read.seats:
        in_play = not (seat.void or (read.void and seat.wagers.keys() <= read.void))
        any_in_play = any_in_play or in_play
        if in_play and len(seat.cards) != deal.player:
            raise _wrong_number(rules, f"position {seat.position}", deal.player, seat.cards).at(seat.position)
    if any_in_play and len(read.dealer) != deal.dealer:
        raise _wrong_number(rules, "the dealer", deal.dealer, read.dealer)
    if read.community and len(read.community) != deal.community:
        raise _wrong_number(rules, "the community", deal.community, read.community)


def _check_board_not_needed(rules: "Rules", read: Round) -> None:
    """The board may be missing only where nobody stayed in to see it (reading 41)."""
    for seat in read.seats:
        in_play = not (seat.void or seat.forfeit or seat.folded or seat.wagers.keys() <= read.void)
        if in_play:
            raise _wrong_number(rules, "the community", rules.game.deal.community, ())


def _wrong_number(rules: "Rules", whose: str, wanted: int, cards: tuple[int, ...]) -> Refusal:
    clause = rules.game.deal.clause.at(rules.jurisdiction)
    return Refusal("wrong_number_of_cards", f"Give {whose} {wanted or 'no'} cards; there are {len(cards)}.", clause)


def _judge(rules: "Rules", read: Round, seat: Seat, board: int | None) -> None:
    """Check the seat's wagers and decisions, and find its value.

    A fold does not stand once the ante is void: there is no contest left to leave (reading 34).
    """
    try:
        own = seat.suits = suits(seat.hand)
        if board is not None and len(seat.cards) == rules.game.deal.player:
            seat.value = rules.ranking.of(seat.hand + board) if board else rules.ranking.value(*own)
        for precondition in rules.preconditions:
            precondition.check(seat.wagers, rules.jurisdiction)
        progressive = rules.progressive
        if progressive and seat.wagers.get(progressive.name, progressive.stake) != progressive.stake:
            raise _wrong_progressive_stake(progressive, seat)
        seat.folded = _decide(rules, read, seat) and rules.ante not in read.void
    except Refusal as refusal:
        raise refusal.at(seat.position) from None


def _wrong_progressive_stake(progressive: ProgressiveRules, seat: Seat) -> Refusal:
    stake, placed = write_money(progressive.stake), write_money(seat.wagers[progressive.name])
    return Refusal(
        f"{progressive.name}_not_{stake}",
        f"Make the {progressive.name} wager {stake}; it is {placed}.",
        progressive.stake_clause,
    )


def _decide(rules: "Rules", read: Round, seat: Seat) -> bool:
    """Go through the decisions, note the wagers placed after the deal, and say whether the player folded."""
    actions, steps = seat.actions, rules.game.decisions
    ante = seat.wagers.get(rules.ante)
    if ante is None:
        if actions:
            raise _nothing_to_decide(rules)
        return False
    if not actions and (seat.void or seat.forfeit or rules.ante in read.void):
        return False
    for number, step in enumerate(steps):
        if number == len(actions):
            raise _decision_missing(rules, step)
        action = actions[number]
        if action == step.declined_by:
            if action == "fold":
                if len(actions) > number + 1:
                    raise _action_after_fold(rules, step)
                return True
        elif type(action) is dict and step.name in action and len(action) == 1:
            seat.later[step.name] = amount = read_wager(action[step.name], step.name)
            if amount != step.least * ante:
                _check_limits(rules, step, ante, amount, seat.value)
        else:
            raise _wrong_action(rules, step, action)
    if len(actions) > len(steps):
        raise Refusal("too_many_actions", "Leave out what follows the last decision: there is nothing more to decide.")
    return False


def _check_limits(rules: "Rules", step: Later, ante: int, amount: int, value: int | None) -> None:
    """The smallest later wager is always legal; the largest depends on the hand."""
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


def _settle_seat(rules: "Rules", seat: Seat, dealer_value: int | None, dealer_own: Suits) -> None:
    """The rows of one position, as they stand before any maximum and before the meters pay."""
    wagers, rows = seat.wagers, seat.rows
    if seat.void or seat.forfeit:
        rulings, stakes = rules.void_hand if seat.void else rules.forfeit, {**wagers, **seat.later}
        rows += [WagerResult(made, stakes[wager], 0) for wager, made in rulings.items() if wager in stakes]
        return
    if rules.ante in wagers:
        later = seat.later
        for made in _verdicts(rules, seat, dealer_value):
            stake = later.get(made.wager) or wagers.get(made.wager)
            if stake is not None:
                rows.append(WagerResult(made, stake, made.odds * stake))
        if rules.ante_bonus and not seat.folded:
            _pay_ante_bonus(rules, rules.ante_bonus, seat)
    for bonus in rules.bonuses:
        stake = wagers.get(bonus.name)
        if stake is not None:
            made = _bonus_ruling(bonus, seat, dealer_own)
            rows.append(WagerResult(made, stake, made.odds * stake))
    progressive = rules.progressive
    if progressive and progressive.name in wagers:
        rows.append(WagerResult(_progressive_ruling(progressive, seat), progressive.stake, 0))


def _verdicts(rules: "Rules", seat: Seat, dealer_value: int | None) -> tuple[Ruling, ...]:
    """What the contest with the dealer does to each of its wagers."""
    verdicts, value = rules.verdicts, seat.value
    if seat.folded:
        return verdicts.fold
    if value is None or dealer_value is None:
        return verdicts.tie  # nothing to compare: the checks let this pass for void wagers only, which are voided next
    if dealer_value < rules.dealer_needs:
        return verdicts.dealer_fails
    if value > dealer_value:
        return verdicts.player_higher if value >= rules.ante_needs else verdicts.player_higher_weak
    return verdicts.tie if value == dealer_value else verdicts.dealer_higher


def _pay_ante_bonus(rules: "Rules", wins: dict[int, Ruling], seat: Seat) -> None:
    assert rules.game.ante_bonus
    made = wins.get(rules.game.ante_bonus.on(seat.value)) if seat.value is not None else None
    if made:
        seat.rows.append(WagerResult(made, 0, made.odds * seat.wagers[rules.ante]))


def _bonus_ruling(bonus: "BonusRules", seat: Seat, dealer_own: Suits) -> Ruling:
    if seat.folded and not bonus.survives_fold:
        return bonus.lost_by_fold
    hand_class = bonus.classify(seat.suits, seat.value or 0)
    if hand_class in bonus.both and bonus.classify(dealer_own, 0) == hand_class:
        hand_class = bonus.both[hand_class]
    return bonus.wins.get(hand_class) or bonus.loses


def _progressive_ruling(progressive: ProgressiveRules, seat: Seat) -> Ruling:
    """Whether the hand wins; what it wins depends on the meters and is paid in order afterwards."""
    if seat.folded and not progressive.survives_fold:
        return progressive.lost_by_fold
    return progressive.wins.get(progressive.classify(seat.suits, seat.value or 0)) or progressive.loses


def _void_wagers(rules: "Rules", read: Round, seat: Seat) -> None:
    """A void wager is neither won, lost nor forfeited (reading 34); with the ante goes its bonus."""
    if rules.ante in read.void:
        seat.rows = [row for row in seat.rows if row.wager in rules.void_wager]
    for row in seat.rows:
        if row.wager in read.void:
            row.ruling, row.pays = rules.void_wager[row.wager], 0


def _cut_to_maximum(rules: "Rules", seats: list[Seat]) -> None:
    """Bonus payouts over the posted maximum are cut in proportion, first hand by hand, then over the round."""
    assert rules.game.maximum
    capped = rules.game.maximum.wagers
    by_hand = [[row for row in seat.rows if row.wager in capped and row.pays] for seat in seats]
    if rules.most_per_hand is not None:
        for rows in by_hand:
            _cut(rules, rows, rules.most_per_hand)
    if rules.most_per_round is not None:
        _cut(rules, [row for rows in by_hand for row in rows], rules.most_per_round)


def _cut(rules: "Rules", rows: list[WagerResult], most: int) -> None:
    total = sum(row.pays for row in rows)
    if total > most:
        for row in rows:
            row.ruling, row.pays = rules.cut[row.wager], row.pays * most // total


def _pay_progressive(progressive: ProgressiveRules, seats: list[Seat], meters: Meters | None) -> Meters | None:
    """Winners are paid one after the other, each from the meters the one before left."""
    winners = [seat for seat in seats if seat.rows and seat.rows[-1].ruling.wager == progressive.name]
    winners = [seat for seat in winners if seat.rows[-1].outcome == "win"]
    for seat in sorted(winners, key=lambda seat: seat.position, reverse=progressive.right_first):
        row = seat.rows[-1]
        award = row.ruling.odds
        if meters is None and isinstance(award, Share):
            raise Refusal(
                "meters_missing",
                f"Give the meters: this hand is paid {int(award)}% of the main meter.",
                row.clause,
                seat.position,
            )
        row.pays, after = pay(meters or Meters(0, 0), award)
        meters = after if meters is not None else None
    return meters


def _dealer_result(rules: "Rules", value: int | None) -> DealerResult:
    if value is None:
        return DealerResult(None, None)
    return DealerResult(rules.ranking.words(value), value >= rules.dealer_needs if rules.dealer_needs else None)


def _position_result(rules: "Rules", seat: Seat) -> PositionResult:
    """A win adds what it pays; a progressive's stake was collected before the deal and is gone even then."""
    net = 0
    for row in seat.rows:
        outcome = row.ruling.outcome
        if outcome == "win":
            net += row.pays
            if rules.progressive and row.wager == rules.progressive.name:
                net -= row.stake
        elif outcome == "lose":
            net -= row.stake
    return PositionResult(
        seat.position, None if seat.value is None else rules.ranking.words(seat.value), net, seat.rows
    )
