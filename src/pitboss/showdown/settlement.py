"""Settling a finished round: check it against the rules, find each outcome, read what the declaration pays.

Nothing here knows a game. Outcomes, odds and clauses come from `Rules`, which holds one house's declaration.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.money import write_money
from pitboss.refusal import Refusal
from pitboss.regulations.paytables import Share
from pitboss.showdown.declaration import Later, Outcome
from pitboss.showdown.progressive import Meters
from pitboss.showdown.rounds import Round, Seat, read_round

if TYPE_CHECKING:
    from pitboss.showdown.rules import BonusRules, Rules


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
    """A round settled. `as_json` gives the form that `pitboss settle` writes."""

    game: str
    dealer: DealerResult
    positions: list[PositionResult]
    meters: Meters | None
    id: Any = None

    def as_json(self) -> dict[str, Any]:
        written: dict[str, Any] = {
            "game": self.game,
            "dealer": {"hand": self.dealer.hand, "qualifies": self.dealer.qualifies},
            "positions": [
                {
                    "position": each.position,
                    "hand": each.hand,
                    "net": write_money(each.net),
                    "wagers": [
                        {
                            "wager": row.wager,
                            "stake": write_money(row.stake),
                            "outcome": row.outcome,
                            "pays": write_money(row.pays),
                            "clause": row.clause,
                        }
                        for row in each.wagers
                    ],
                }
                for each in self.positions
            ],
        }
        if self.meters is not None:
            written["meters"] = {
                "main": write_money(self.meters.main),
                "secondary": write_money(self.meters.secondary),
            }
        if self.id is not None:
            written["id"] = self.id
        return written


class Contest(msgspec.Struct):
    """One position on its way to being settled."""

    seat: Seat
    value: int | None
    folded: bool
    later: dict[str, int]
    rows: list[WagerResult]


def settle(rules: "Rules", data: Mapping[str, Any]) -> Settlement:
    read = read_round(rules, data)
    _check_numbers_of_cards(rules, read)
    contests = [_judge(rules, read, seat) for seat in read.seats]
    _check_board(rules, read, contests)
    dealer_own = rules.game.dealer_plays(read.dealer)
    dealer_value = _value(rules, read.dealer, rules.game.deal.dealer, dealer_own, read.community)
    for contest in contests:
        _settle_contest(rules, read, contest, dealer_value, dealer_own)
    if rules.most_per_hand is not None or rules.most_per_round is not None:
        _cut_to_maximum(rules, contests)
    meters = _settle_progressive(rules, read, contests) if rules.progressive else read.meters
    qualifies = dealer_value >= rules.dealer_needs if rules.dealer_needs and dealer_value is not None else None
    return Settlement(
        rules.game.name,
        DealerResult(None if dealer_value is None else rules.ranking.words(dealer_value), qualifies),
        [_result(rules, contest) for contest in contests],
        meters,
        read.id,
    )


# Checking a round against the rules


def _check_numbers_of_cards(rules: "Rules", read: Round) -> None:
    """A void hand may have any number of cards: a wrong number is why hands become void."""
    deal = rules.game.deal
    clause = deal.clause.at(rules.jurisdiction)
    in_play = [seat for seat in read.seats if not _is_void(read, seat)]
    for seat in in_play:
        if len(seat.cards) != deal.player:
            raise _wrong_number(f"position {seat.position}", deal.player, len(seat.cards), clause).at(seat.position)
    if in_play and len(read.dealer) != deal.dealer:
        raise _wrong_number("the dealer", deal.dealer, len(read.dealer), clause)
    if read.community and len(read.community) != deal.community:
        raise _wrong_number("the community", deal.community, len(read.community), clause)


def _is_void(read: Round, seat: Seat) -> bool:
    return seat.void or (bool(read.void) and seat.wagers.keys() <= read.void)


def _check_board(rules: "Rules", read: Round, contests: list[Contest]) -> None:
    """The board may be missing only where nobody stayed in to see it."""
    if rules.game.deal.community and not read.community:
        for contest in contests:
            if not contest.folded and not contest.seat.forfeit and not _is_void(read, contest.seat):
                raise _wrong_number(
                    "the community", rules.game.deal.community, 0, rules.game.deal.clause.at(rules.jurisdiction)
                )


def _wrong_number(whose: str, wanted: int, got: int, clause: str) -> Refusal:
    return Refusal("wrong_number_of_cards", f"Give {whose} {wanted} cards; there are {got}.", clause)


def _judge(rules: "Rules", read: Round, seat: Seat) -> Contest:
    """The seat's wagers and decisions, checked. A fold does not stand once the ante is void: there is no contest."""
    try:
        value = _value(rules, seat.cards, rules.game.deal.player, seat.hand, read.community)
        for precondition in rules.preconditions:
            precondition.check(seat.wagers, rules.jurisdiction)
        if rules.progressive:
            _check_progressive_stake(rules, seat)
        folded, later = _decisions(rules, read, seat, value)
        folded = folded and rules.game.ante.name not in read.void
        return Contest(seat, value, folded, later, [])
    except Refusal as refusal:
        raise refusal.at(seat.position) from None


def _value(rules: "Rules", cards: tuple[int, ...], number: int, hand: int, community: tuple[int, ...]) -> int | None:
    """The hand's value, None where its cards or the board are not all there."""
    if len(cards) != number or len(community) != rules.game.deal.community:
        return None
    return rules.ranking.of(hand + sum(community) if community else hand)


def _check_progressive_stake(rules: "Rules", seat: Seat) -> None:
    progressive = rules.progressive
    assert progressive is not None
    stake = seat.wagers.get(progressive.name)
    if stake is not None and stake != progressive.stake:
        raise Refusal(
            f"{progressive.name}_not_{write_money(progressive.stake)}",
            f"Make the {progressive.name} wager {write_money(progressive.stake)}; it is {write_money(stake)}.",
            progressive.stake_clause,
        )


def _decisions(rules: "Rules", read: Round, seat: Seat, value: int | None) -> tuple[bool, dict[str, int]]:
    """Whether the player folded, and the wagers placed after the deal."""
    actions = seat.actions
    ante = seat.wagers.get(rules.game.ante.name)
    if ante is None:
        if actions:
            raise _nothing_to_decide(rules)
        return False, {}
    if not actions and (seat.void or seat.forfeit or rules.game.ante.name in read.void):
        return False, {}
    later: dict[str, int] = {}
    for number, step in enumerate(rules.game.decisions):
        if number == len(actions):
            raise _decision_missing(rules, step)
        action, amount = actions[number]
        if action == step.name:
            _check_limits(rules, step, ante, amount, value)
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
    limit = step.limits[-1] if value is None else step.most(value)
    if least <= amount <= limit.most * ante:
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


def _settle_contest(rules: "Rules", read: Round, contest: Contest, dealer_value: int | None, dealer_own: int) -> None:
    """The rows of one position, all but the progressive's. A void wager is neither won, lost nor forfeited."""
    rows, wagers = contest.rows, contest.seat.wagers
    if contest.seat.void or contest.seat.forfeit:
        _settle_irregular(rules, contest)
    else:
        if rules.game.ante.name in wagers:
            _settle_main_wagers(rules, contest, dealer_value)
            if rules.ante_bonus and not contest.folded and rules.game.ante.name not in read.void:
                _pay_ante_bonus(rules, contest)
        for bonus in rules.bonuses:
            stake = wagers.get(bonus.name)
            if stake is not None:
                rows.append(_settle_bonus(bonus, stake, contest, dealer_own))
    if read.void:
        clause = rules.game.irregular.void_wagers.at(rules.jurisdiction)
        for row in rows:
            if row.wager in read.void:
                row.outcome, row.pays, row.clause = "void", 0, clause


def _settle_main_wagers(rules: "Rules", contest: Contest, dealer_value: int | None) -> None:
    later, rows = contest.later, contest.rows
    for wager, (outcome, odds, clause) in rules.verdicts[_outcome(rules, contest, dealer_value)].items():
        stake = later.get(wager) or contest.seat.wagers.get(wager)
        if stake is not None:
            rows.append(WagerResult(wager, stake, outcome, odds * stake, clause))


def _outcome(rules: "Rules", contest: Contest, dealer_value: int | None) -> Outcome:
    if contest.folded:
        return Outcome.FOLD
    value = contest.value
    if value is None or dealer_value is None:
        return Outcome.TIE  # no cards to compare: `_check_numbers_of_cards` lets this pass for void wagers only
    if dealer_value < rules.dealer_needs:
        return Outcome.DEALER_FAILS
    if value > dealer_value:
        return Outcome.PLAYER_HIGHER if value >= rules.ante_needs else Outcome.PLAYER_HIGHER_WEAK
    return Outcome.TIE if value == dealer_value else Outcome.DEALER_HIGHER


def _pay_ante_bonus(rules: "Rules", contest: Contest) -> None:
    assert rules.ante_bonus and rules.game.ante_bonus and contest.value is not None
    line = rules.ante_bonus.by_class.get(rules.game.ante_bonus.on(contest.value))
    if line:
        ante = contest.seat.wagers[rules.game.ante.name]
        contest.rows.append(WagerResult(rules.game.ante_bonus.name, 0, "win", line.odds * ante, line.clause))


def _settle_bonus(bonus: "BonusRules", stake: int, contest: Contest, dealer_own: int) -> WagerResult:
    if contest.folded and not bonus.survives_fold:
        return WagerResult(bonus.name, stake, "lose", 0, bonus.lost_by_fold)
    hand_class = bonus.classify(contest.seat.hand)
    if hand_class in bonus.both and bonus.classify(dealer_own) == hand_class:
        hand_class = bonus.both[hand_class]
    line = bonus.table.by_class.get(hand_class)
    if line is None:
        return WagerResult(bonus.name, stake, "lose", 0, bonus.table.clause)
    return WagerResult(bonus.name, stake, "win", line.odds * stake, line.clause)


def _settle_irregular(rules: "Rules", contest: Contest) -> None:
    """All wagers of the position are returned, or all are lost."""
    irregular = rules.game.irregular
    outcome, citation = ("void", irregular.void_hand) if contest.seat.void else ("lose", irregular.forfeit)
    stakes = {**contest.seat.wagers, **contest.later}
    for wager in rules.game.wagers():
        if wager in stakes:
            contest.rows.append(WagerResult(wager, stakes[wager], outcome, 0, citation.at(rules.jurisdiction)))


def _cut_to_maximum(rules: "Rules", contests: list[Contest]) -> None:
    """Bonus payouts over the posted maximum are cut in proportion, first hand by hand, then over the round."""
    assert rules.game.maximum
    capped = rules.game.maximum.wagers
    clause = rules.game.maximum.clause.at(rules.jurisdiction)
    by_hand = [[row for row in contest.rows if row.wager in capped] for contest in contests]
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


def _settle_progressive(rules: "Rules", read: Round, contests: list[Contest]) -> Meters | None:
    """Winners are paid one after the other, each from the meters the one before left."""
    progressive = rules.progressive
    assert progressive
    meters = read.meters
    playing = {
        contest.seat.position: contest
        for contest in contests
        if progressive.name in contest.seat.wagers and not (contest.seat.void or contest.seat.forfeit)
    }
    for position in progressive.in_order(list(playing)):
        contest = playing[position]
        row = WagerResult(progressive.name, progressive.stake, "lose", 0, progressive.table.clause)
        contest.rows.append(row)
        line = progressive.table.by_class.get(progressive.classify(contest.seat.hand))
        if progressive.name in read.void:
            row.outcome, row.clause = "void", rules.game.irregular.void_wagers.at(rules.jurisdiction)
        elif contest.folded and not progressive.survives_fold:
            row.clause = progressive.lost_by_fold
        elif line:
            if isinstance(line.odds, Share) and meters is None:
                raise Refusal(
                    "meters_missing",
                    f"Give the meters: the {line.hand} is paid {int(line.odds)}% of the main meter.",
                    line.clause,
                    position,
                )
            row.outcome, row.clause = "win", line.clause
            row.pays, meters = progressive.pay(meters, line)
    return meters


def _result(rules: "Rules", contest: Contest) -> PositionResult:
    words = None if contest.value is None else rules.ranking.words(contest.value)
    collected = rules.progressive.name if rules.progressive else None
    net = 0
    for row in contest.rows:
        if row.outcome == "win":
            net += row.pays
        if row.outcome == "lose" or (row.outcome == "win" and row.wager == collected):
            net -= row.stake
    return PositionResult(contest.seat.position, words, net, contest.rows)
