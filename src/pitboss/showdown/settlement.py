"""Settling a finished round: check it against the rules, find each outcome, read what the declaration pays.

Nothing here knows a game. Outcomes, odds and clauses come from `Rules`, which holds one house's declaration.
"""

from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.money import write_money
from pitboss.refusal import Refusal
from pitboss.regulations.paytables import Share
from pitboss.showdown.declaration import Later
from pitboss.showdown.progressive import Meters, ProgressiveRules
from pitboss.showdown.rounds import Round, RoundForm, Seat, read_round

if TYPE_CHECKING:
    from pitboss.showdown.rules import BonusRules, Rules, Verdict


class WagerResult(msgspec.Struct):
    """What became of one wager. `pays` is on top of the stake; amounts in cents."""

    wager: str
    stake: int
    outcome: str
    pays: int
    clause: str


class PositionResult(msgspec.Struct):
    """One position: its hand in words, every wager's result, and what the position gained in all."""

    position: int
    hand: str | None
    net: int
    wagers: list[WagerResult]


class DealerResult(msgspec.Struct):
    """The dealer's hand in words; `qualifies` is None where no dealer must."""

    hand: str | None
    qualifies: bool | None


class Settlement(msgspec.Struct):
    """A round settled. `to_json` gives the line that `pitboss settle` writes, `as_json` the same as data."""

    game: str
    dealer: DealerResult
    positions: list[PositionResult]
    meters: Meters | None
    id: Any = None

    def to_json(self) -> str:
        """Written out by hand: no word in it needs escaping but the caller's own `id`."""
        meters = f',"meters":{_meters_json(self.meters)}' if self.meters is not None else ""
        own = f',"id":{msgspec.json.encode(self.id).decode()}' if self.id is not None else ""
        qualifies = "null" if self.dealer.qualifies is None else "true" if self.dealer.qualifies else "false"
        return (
            f'{{"game":"{self.game}","dealer":{{"hand":{_words_json(self.dealer.hand)},"qualifies":{qualifies}}},'
            f'"positions":[{",".join([_position_json(each) for each in self.positions])}]{meters}{own}}}'
        )

    def as_json(self) -> Any:
        return msgspec.json.decode(self.to_json())


def _position_json(each: PositionResult) -> str:
    rows = ",".join(
        [
            f'{{"wager":"{row.wager}","stake":"{write_money(row.stake)}","outcome":"{row.outcome}",'
            f'"pays":"{write_money(row.pays)}","clause":"{row.clause}"}}'
            for row in each.wagers
        ]
    )
    return (
        f'{{"position":{each.position},"hand":{_words_json(each.hand)},"net":"{write_money(each.net)}",'
        f'"wagers":[{rows}]}}'
    )


def _words_json(words: str | None) -> str:
    return "null" if words is None else f'"{words}"'


def _meters_json(meters: Meters) -> str:
    return f'{{"main":"{write_money(meters.main)}","secondary":"{write_money(meters.secondary)}"}}'


def settle(rules: "Rules", form: RoundForm) -> Settlement:
    """Check the round, then pay it. Every row's odds and clause come from the rules."""
    read = read_round(rules, form)
    _check_numbers_of_cards(rules, read)
    for seat in read.seats:
        _judge(rules, read, seat)
    _check_board(rules, read)
    dealer_own = rules.game.dealer_plays(read.dealer)
    dealer_value = _value(rules, read.dealer, rules.game.deal.dealer, dealer_own, read.community)
    for seat in read.seats:
        _settle_seat(rules, read, seat, dealer_value, dealer_own)
    if rules.most_per_hand is not None or rules.most_per_round is not None:
        _cut_to_maximum(rules, read.seats)
    meters = _pay_progressive(rules.progressive, read.seats, read.meters) if rules.progressive else read.meters
    qualifies = dealer_value >= rules.dealer_needs if rules.dealer_needs and dealer_value is not None else None
    return Settlement(
        rules.game.name,
        DealerResult(None if dealer_value is None else rules.words(dealer_value), qualifies),
        [_result(rules, seat) for seat in read.seats],
        meters,
        read.id,
    )


# Checking a round against the rules


def _check_numbers_of_cards(rules: "Rules", read: Round) -> None:
    """A void hand may have any number of cards: a wrong number is why hands become void."""
    deal = rules.game.deal
    any_in_play = False
    for seat in read.seats:
        if len(seat.cards) == deal.player:
            any_in_play = any_in_play or not _is_void(read, seat)
        elif not _is_void(read, seat):
            raise _wrong_number(rules, f"position {seat.position}", deal.player, seat.cards).at(seat.position)
    if any_in_play and len(read.dealer) != deal.dealer:
        raise _wrong_number(rules, "the dealer", deal.dealer, read.dealer)
    if read.community and len(read.community) != deal.community:
        raise _wrong_number(rules, "the community", deal.community, read.community)


def _is_void(read: Round, seat: Seat) -> bool:
    return seat.void or (bool(read.void) and seat.wagers.keys() <= read.void)


def _check_board(rules: "Rules", read: Round) -> None:
    """The board may be missing only where nobody stayed in to see it."""
    if rules.game.deal.community and not read.community:
        for seat in read.seats:
            if not seat.folded and not seat.forfeit and not _is_void(read, seat):
                raise _wrong_number(rules, "the community", rules.game.deal.community, ())


def _wrong_number(rules: "Rules", whose: str, wanted: int, cards: tuple[int, ...]) -> Refusal:
    clause = rules.game.deal.clause.at(rules.jurisdiction)
    return Refusal("wrong_number_of_cards", f"Give {whose} {wanted or 'no'} cards; there are {len(cards)}.", clause)


def _judge(rules: "Rules", read: Round, seat: Seat) -> None:
    """Check the seat's wagers and decisions, and find its value.

    A fold does not stand once the ante is void: there is no contest left to leave (reading 34).
    """
    try:
        seat.value = _value(rules, seat.cards, rules.game.deal.player, seat.hand, read.community)
        for precondition in rules.preconditions:
            precondition.check(seat.wagers, rules.jurisdiction)
        if (
            rules.progressive
            and seat.wagers.get(rules.progressive.name, rules.progressive.stake) != rules.progressive.stake
        ):
            raise _wrong_progressive_stake(rules.progressive, seat)
        folded, seat.later = _decisions(rules, read, seat)
        seat.folded = folded and rules.ante not in read.void
    except Refusal as refusal:
        raise refusal.at(seat.position) from None


def _value(rules: "Rules", cards: tuple[int, ...], number: int, hand: int, community: tuple[int, ...]) -> int | None:
    """The hand's value, None where its cards or the board are not all there."""
    if len(cards) != number or len(community) != rules.game.deal.community:
        return None
    return rules.value_of(hand + sum(community) if community else hand)


def _wrong_progressive_stake(progressive: ProgressiveRules, seat: Seat) -> Refusal:
    stake, placed = write_money(progressive.stake), write_money(seat.wagers[progressive.name])
    return Refusal(
        f"{progressive.name}_not_{stake}",
        f"Make the {progressive.name} wager {stake}; it is {placed}.",
        progressive.stake_clause,
    )


def _decisions(rules: "Rules", read: Round, seat: Seat) -> tuple[bool, dict[str, int]]:
    """Whether the player folded, and the wagers placed after the deal."""
    actions = seat.actions
    ante = seat.wagers.get(rules.ante)
    if ante is None:
        if actions:
            raise _nothing_to_decide(rules)
        return False, {}
    if not actions and (seat.void or seat.forfeit or rules.ante in read.void):
        return False, {}
    later: dict[str, int] = {}
    for number, step in enumerate(rules.game.decisions):
        if number == len(actions):
            raise _decision_missing(rules, step)
        action, amount = actions[number]
        if action == step.name:
            _check_limits(rules, step, ante, amount, seat.value)
            later[action] = amount
        elif action == step.declined_by:
            if action == "fold":
                if len(actions) > number + 1:
                    raise _action_after_fold(rules, step)
                return True, later
        else:
            raise _wrong_action(rules, step, action)
    if len(actions) > len(rules.game.decisions):
        raise Refusal("too_many_actions", "Leave out what follows the last decision: there is nothing more to decide.")
    return False, later


def _check_limits(rules: "Rules", step: Later, ante: int, amount: int, value: int | None) -> None:
    least = step.least * ante
    if amount == least:
        return
    limit = step.limits[-1] if value is None else step.most(value)
    if least < amount <= limit.most * ante:
        return
    most = limit.most * ante
    wanted = write_money(least) if least == most else f"{write_money(least)} to {write_money(most)}"
    held = "this hand" if value is None or len(step.limits) == 1 else f"a {rules.words(value)}"
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


def _wrong_action(rules: "Rules", step: Later, action: str) -> Refusal:
    return Refusal(
        "action_not_allowed",
        f"Place the {step.name} or {step.declined_by}; '{action}' cannot be chosen here.",
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


def _settle_seat(rules: "Rules", read: Round, seat: Seat, dealer_value: int | None, dealer_own: int) -> None:
    """The rows of one position. A void wager is neither won, lost nor forfeited (reading 34)."""
    wagers, rows = seat.wagers, seat.rows
    if seat.void or seat.forfeit:
        _settle_irregular(rules, seat)
    else:
        if rules.ante in wagers:
            later = seat.later
            for wager, outcome, odds, clause in _verdicts(rules, seat, dealer_value):
                stake = later.get(wager) or wagers.get(wager)
                if stake is not None:
                    rows.append(WagerResult(wager, stake, outcome, odds * stake, clause))
            if rules.ante_bonus and not seat.folded and rules.ante not in read.void:
                _pay_ante_bonus(rules, seat)
        for bonus in rules.bonuses:
            stake = wagers.get(bonus.name)
            if stake is not None:
                rows.append(_settle_bonus(bonus, stake, seat, dealer_own))
        if rules.progressive and rules.progressive.name in wagers:
            rows.append(_settle_progressive(rules.progressive, seat))
    if read.void:
        clause = rules.game.irregular.void_wagers.at(rules.jurisdiction)
        for row in rows:
            if row.wager in read.void:
                row.outcome, row.pays, row.clause = "void", 0, clause


def _verdicts(rules: "Rules", seat: Seat, dealer_value: int | None) -> "tuple[Verdict, ...]":
    """What the contest with the dealer does to each of its wagers."""
    verdicts = rules.verdicts
    if seat.folded:
        return verdicts.fold
    value = seat.value
    if value is None or dealer_value is None:
        return verdicts.tie  # no cards to compare: `_check_numbers_of_cards` lets this pass for void wagers only
    if dealer_value < rules.dealer_needs:
        return verdicts.dealer_fails
    if value > dealer_value:
        return verdicts.player_higher if value >= rules.ante_needs else verdicts.player_higher_weak
    return verdicts.tie if value == dealer_value else verdicts.dealer_higher


def _pay_ante_bonus(rules: "Rules", seat: Seat) -> None:
    assert rules.ante_bonus and rules.game.ante_bonus and seat.value is not None
    line = rules.ante_bonus.by_class.get(rules.game.ante_bonus.on(seat.value))
    if line:
        ante = seat.wagers[rules.ante]
        seat.rows.append(WagerResult(rules.game.ante_bonus.name, 0, "win", line.odds * ante, line.clause))


def _settle_bonus(bonus: "BonusRules", stake: int, seat: Seat, dealer_own: int) -> WagerResult:
    if seat.folded and not bonus.survives_fold:
        return WagerResult(bonus.name, stake, "lose", 0, bonus.lost_by_fold)
    hand_class = bonus.classify(seat.hand, seat.value or 0)
    if hand_class in bonus.both and bonus.classify(dealer_own, 0) == hand_class:
        hand_class = bonus.both[hand_class]
    line = bonus.table.by_class.get(hand_class)
    if line is None:
        return WagerResult(bonus.name, stake, "lose", 0, bonus.table.clause)
    return WagerResult(bonus.name, stake, "win", line.odds * stake, line.clause)


def _settle_irregular(rules: "Rules", seat: Seat) -> None:
    """All wagers of the position are returned, or all are lost."""
    irregular = rules.game.irregular
    outcome, citation = ("void", irregular.void_hand) if seat.void else ("lose", irregular.forfeit)
    stakes = {**seat.wagers, **seat.later}
    for wager in rules.game.wagers():
        if wager in stakes:
            seat.rows.append(WagerResult(wager, stakes[wager], outcome, 0, citation.at(rules.jurisdiction)))


def _cut_to_maximum(rules: "Rules", seats: list[Seat]) -> None:
    """Bonus payouts over the posted maximum are cut in proportion, first hand by hand, then over the round."""
    assert rules.game.maximum
    capped = rules.game.maximum.wagers
    clause = rules.game.maximum.clause.at(rules.jurisdiction)
    by_hand = [[row for row in seat.rows if row.wager in capped] for seat in seats]
    if rules.most_per_hand is not None:
        for rows in by_hand:
            _cut(rows, rules.most_per_hand, clause)
    if rules.most_per_round is not None:
        _cut([row for rows in by_hand for row in rows], rules.most_per_round, clause)


def _cut(rows: list[WagerResult], most: int, clause: str) -> None:
    total = sum(row.pays for row in rows)
    if total > most:
        for row in rows:
            if row.pays:
                row.pays = row.pays * most // total
                row.clause = clause


def _settle_progressive(progressive: ProgressiveRules, seat: Seat) -> WagerResult:
    """Whether the hand wins; what it wins depends on the meters and is paid in order afterwards."""
    if seat.folded and not progressive.survives_fold:
        return WagerResult(progressive.name, progressive.stake, "lose", 0, progressive.lost_by_fold)
    seat.award = progressive.table.by_class.get(progressive.classify(seat.hand, seat.value or 0))
    if seat.award is None:
        return WagerResult(progressive.name, progressive.stake, "lose", 0, progressive.table.clause)
    return WagerResult(progressive.name, progressive.stake, "win", 0, seat.award.clause)


def _pay_progressive(progressive: ProgressiveRules, seats: list[Seat], meters: Meters | None) -> Meters | None:
    """Winners are paid one after the other, each from the meters the one before left."""
    winners = [seat for seat in seats if seat.award and seat.rows[-1].outcome == "win"]
    for seat in sorted(winners, key=lambda seat: seat.position, reverse=progressive.right_first):
        award = seat.award
        assert award
        if isinstance(award.odds, Share) and meters is None:
            raise Refusal(
                "meters_missing",
                f"Give the meters: a {award.hand} is paid {int(award.odds)}% of the main meter.",
                award.clause,
                seat.position,
            )
        seat.rows[-1].pays, meters = progressive.pay(meters, award)
    return meters


def _result(rules: "Rules", seat: Seat) -> PositionResult:
    """A win adds what it pays; a progressive's stake was collected before the deal and is gone even then."""
    net = 0
    for row in seat.rows:
        if row.outcome == "win":
            net += row.pays
        elif row.outcome == "lose":
            net -= row.stake
    if seat.award and seat.rows[-1].outcome == "win":
        net -= seat.rows[-1].stake
    return PositionResult(seat.position, None if seat.value is None else rules.words(seat.value), net, seat.rows)
