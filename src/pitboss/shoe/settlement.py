"""Settling a finished round of a shoe game: check it against the rules, then pay every hand of every player.

Nothing here knows a game. Limits, odds and clauses come from the declaration, as one house has it.
"""

from itertools import accumulate
from typing import TYPE_CHECKING

from pitboss.money import write_money
from pitboss.refusal import Refusal
from pitboss.regulations.citation import Citation
from pitboss.shoe.declaration import BustIt, Match, Odds, SuperBonus
from pitboss.shoe.hands import BEST, VALUE_OF, hard_total, in_words, is_bust, is_natural, must_draw, total_of
from pitboss.shoe.rounds import Box, Hand, Party, Round, RoundForm, Share, most_beside, read_round
from pitboss.shoe.rulings import PlayerResult, PositionResult, Settlement, WagerResult

if TYPE_CHECKING:
    from pitboss.shoe.rules import Rules

DOUBLED = "doubled"

VOID, FORFEIT, NO_BLACKJACK = "void", "forfeit", "no_blackjack"


def settle(rules: "Rules", form: RoundForm) -> Settlement:
    """Check the round, then pay it."""
    read = read_round(rules, form)
    _check_dealer_has_two(rules, read)
    for box in read.boxes:
        try:
            _check_box(rules, read, box)
        except Refusal as refusal:
            raise refusal.at(box.position) from None
    _check_dealer_drew_by_rule(rules, read)
    rows = {(box.position, party.player): _rows(rules, read, box, party) for box in read.boxes for party in box.parties}
    if rules.game.super_bonus:
        _pay_envy(rules, rules.game.super_bonus, read, rows)
    if read.void:
        _void_wagers(rules, read, rows)
    dealer = in_words(read.dealer) if len(read.dealer) > 1 else None
    return Settlement(rules.game.name, dealer, [_position_result(box, rows) for box in read.boxes], read.id)


Rows = dict[tuple[int, str], list[WagerResult]]
"""By position and player."""


def _position_result(box: Box, rows: Rows) -> PositionResult:
    caller, *others = box.parties
    words = "; ".join(in_words(hand.cards, box.is_split()) for hand in box.hands if hand.cards) or None
    return PositionResult(
        box.position,
        words,
        rows[box.position, caller.player],
        [PlayerResult(party.player, rows[box.position, party.player]) for party in others],
    )


# Checking a round against the rules


def _check_dealer_has_two(rules: "Rules", read: Round) -> None:
    if len(read.dealer) < 2 and not all(box.void for box in read.boxes):
        raise Refusal(
            "wrong_number_of_cards",
            f"Give the dealer the up card, the hole card and the draws; cards given: {len(read.dealer)}.",
            rules.cite(rules.game.dealer.checks_for_blackjack),
        )


def _check_box(rules: "Rules", read: Round, box: Box) -> None:
    _check_parties(rules, box)
    for party in box.parties:
        check_wagers(rules, read.dealer, party.stakes)
    if box.void:
        return
    check_splits(rules, box.hands)
    for number, hand in enumerate(box.hands):
        if not hand.void:
            _check_hand(rules, hand)
        for party in box.parties:
            share = party.shares[number]
            if share:
                check_given_up(rules, box.is_split(), hand, share)
    if read.card_reader and is_natural(read.dealer):
        _check_nothing_played(rules, box)


def _check_parties(rules: "Rules", box: Box) -> None:
    shared = rules.game.shared
    if shared and len(box.parties) > shared.most:
        raise Refusal(
            "box_too_full",
            f"Let at most {shared.most} players wager on a box; there are {len(box.parties)}.",
            rules.cite(shared.clause),
        )
    names = [party.player for party in box.parties]
    if len({*names}) != len(names):
        raise Refusal("player_twice", "Name each player on the box once, and each by another name.")


def check_wagers(rules: "Rules", dealer: tuple[str, ...], stakes: dict[str, int]) -> None:
    """One player's wagers on a box against each other, and insurance against the dealer's up card."""
    game, most = rules.game, most_beside(rules, stakes)
    if game.attack and stakes.get(game.attack.name, 0) > (limit := most[game.attack.name]):
        raise _over_limit("attack", stakes[game.attack.name], limit, "the bet", rules.cite(game.attack.clause))
    if game.bust_it and game.bust_it.name in stakes:
        _check_bust_it(rules, game.bust_it, stakes[game.bust_it.name], most[game.bust_it.name])
    insurance = stakes.get(game.insurance.name)
    if insurance is None:
        return
    clause = rules.cite(game.insurance.limit)
    if dealer and dealer[0][0] != "A":
        raise Refusal("insurance_without_ace", "Insure only against an ace: the dealer shows none.", clause)
    if insurance > (limit := most[game.insurance.name]):
        raise _over_limit("insurance", insurance, limit, "half of what it insures", clause)


def _check_bust_it(rules: "Rules", bust_it: BustIt, stake: int, most: int) -> None:
    if stake < bust_it.least:
        raise Refusal(
            f"{bust_it.name}_under_minimum",
            f"Make the bust it at least {write_money(bust_it.least)}; it is {write_money(stake)}.",
            rules.cite(bust_it.limit),
        )
    if stake > most:
        raise _over_limit(bust_it.name, stake, most, "the bet", rules.cite(bust_it.limit))


def _over_limit(wager: str, stake: int, most: int, what: str, clause: str) -> Refusal:
    name = wager.replace("_", " ")
    message = f"Make the {name} at most {write_money(most)}, {what}; it is {write_money(stake)}."
    return Refusal(f"{wager}_over_limit", message, clause)


def check_splits(rules: "Rules", hands: list[Hand]) -> None:
    """The hands that one pair has become."""
    split = rules.game.split
    if len(hands) < 2:
        return
    if len(hands) > rules.split_hands:
        raise Refusal(
            "split_over_limit",
            f"Split into at most {rules.split_hands} hands; there are {len(hands)}.",
            rules.cite(rules.clause_of(split.option, split.clause)),
        )
    heads = [hand.cards[0] for hand in hands if hand.cards]
    if len({VALUE_OF[card] for card in heads}) > 1:
        raise Refusal(
            "not_a_pair",
            f"Split only cards of equal value; these hands begin with {' '.join(heads)}.",
            rules.cite(split.pair or split.clause),
        )
    if split.aces_once and heads and heads[0][0] == "A":
        if len(hands) > 2:
            raise Refusal("aces_split_again", "Split aces once: they make two hands.", rules.cite(split.aces_once))
        if any(len(hand.cards) > 2 or hand.doubles for hand in hands):
            message = "Give each split ace one card: it is neither hit nor doubled."
            raise Refusal("split_aces_drawn", message, rules.cite(split.aces_once))


def _check_hand(rules: "Rules", hand: Hand) -> None:
    cards = hand.cards
    if len(cards) < 2:
        raise Refusal(
            "wrong_number_of_cards",
            f"Give the hand at least two cards; cards given: {len(cards)}.",
            rules.cite(rules.game.bet.clause),
        )
    if is_bust(cards[:-1]):
        at = next(n for n, points in enumerate(accumulate(VALUE_OF[card] for card in cards), 1) if points > BEST)
        raise Refusal(
            "card_after_bust",
            f"Stop at {' '.join(cards[:at])}: a hand over 21 is lost and gets no more cards.",
            rules.cite(rules.game.bet.busts),
        )
    finished = next((number for number in range(2, len(cards)) if total_of(cards[:number])[0] == BEST), 0)
    if finished:
        raise Refusal(
            "card_after_21",
            f"Stop at {' '.join(cards[:finished])}: a hand of 21 is finished and gets no more cards.",
            rules.cite(rules.game.bet.plays),
        )
    if hand.doubles > len(cards) - 2:
        raise Refusal(
            "double_without_card",
            "Give a doubled hand one card for each double: a hand that stands cannot be doubled any more.",
            rules.cite(rules.game.double.needs_card),
        )


def check_given_up(rules: "Rules", is_split: bool, hand: Hand, share: Share) -> None:
    """A surrender or a rescue, at its time and of a hand that still stands."""
    game = rules.game
    if share.rescued and share.surrendered:
        raise Refusal("given_up_twice", "Say either 'rescued' or 'surrendered': a hand is given up once.")
    if share.rescued:
        if game.double.rescue is None:
            message = f"Take 'rescued' out: {game.title} knows no rescue."
            raise Refusal("rescue_not_offered", message, rules.cite(game.surrender.clause))
        if DOUBLED not in share.stakes:
            message = "Rescue only what was doubled: nothing was on this hand."
            raise Refusal("rescue_without_double", message, rules.cite(game.double.rescue))
    if (share.rescued or share.surrendered) and is_bust(hand.cards):
        clause = game.double.rescue if share.rescued and game.double.rescue else game.surrender.clause
        raise Refusal("given_up_after_bust", "Collect this hand: it is over 21 and already lost.", rules.cite(clause))
    if (share.rescued or share.surrendered) and len(hand.cards) > 1 and total_of(hand.cards)[0] == BEST:
        message = "Settle this hand: it is 21 and finished, and is not given up."
        raise Refusal("given_up_at_21", message, rules.cite(game.bet.plays))
    if share.surrendered:
        _check_surrender_in_time(rules, is_split, hand)


def _check_surrender_in_time(rules: "Rules", is_split: bool, hand: Hand) -> None:
    surrender, times = rules.game.surrender, rules.surrender
    if not times.allow(split=is_split):
        clause = rules.cite(rules.clause_of(surrender.split_option, surrender.split_clause or surrender.clause))
        raise Refusal("surrender_after_split", "Surrender before a split only: this box was split.", clause)
    clause = rules.cite(rules.clause_of(surrender.option, surrender.clause))
    if not times.allow(drawn=len(hand.cards) > 2 or hand.doubles > 0):
        raise Refusal("surrender_after_draw", "Surrender only the first two cards: this hand has drawn.", clause)
    if not times.allow(doubled=hand.doubles > 0):
        raise Refusal("surrender_after_double", "Surrender before a double only: this hand was doubled.", clause)


def _check_nothing_played(rules: "Rules", box: Box) -> None:
    """A dealer's blackjack found by the card reader ends the round before any hand is played."""
    played = box.is_split() or any(len(hand.cards) > 2 or hand.doubles for hand in box.hands)
    if played or any(share and (share.surrendered or share.rescued) for party in box.parties for share in party.shares):
        raise Refusal(
            "dealer_blackjack_ends_round",
            "Leave the hand at its first two cards: the dealer checked, had a blackjack, and the round was over. "
            'If the hole card was not checked, say "card_reader": false.',
            rules.cite(rules.game.dealer.checks_for_blackjack),
        )


def _check_dealer_drew_by_rule(rules: "Rules", read: Round) -> None:
    """Never past the point where the rule stops, and up to it where a wager still depends on it."""
    dealer, cards, hits = rules.game.dealer, read.dealer, rules.hits_soft_17
    if all(box.void for box in read.boxes):
        return
    for number in range(2, len(cards)):
        if not must_draw(cards[:number], hits):
            raise Refusal(
                "dealer_overdrawn",
                f"Burn the {cards[number]}: the dealer stands on {in_words(cards[:number])}.",
                rules.cite(dealer.overdrawn),
            )
    clause, bust_it = why_draw(rules, read), rules.game.bust_it
    if clause and bust_it and clause is bust_it.draws:
        raise Refusal(
            "dealer_must_draw",
            f"Draw a third card for the dealer: a bust it depends on it, and {in_words(cards)} may bust.",
            rules.cite(clause),
        )
    if clause:
        raise Refusal(
            "dealer_must_draw",
            f"Draw for the dealer: {in_words(cards)} is not where the dealer stops.",
            rules.cite(clause),
        )


def why_draw(rules: "Rules", read: Round) -> Citation | None:
    """The clause by which the dealer draws another card; None where the dealer stands, or no wager looks at it."""
    if not must_draw(read.dealer, rules.hits_soft_17):
        return None
    if any(_depends_on_dealer(rules, read, box) for box in read.boxes):
        draws = rules.game.dealer.draws
        to_17 = must_draw(read.dealer, hits_soft_17=False)
        return draws if to_17 else rules.clause_of(rules.game.dealer.hits_soft_17, draws)
    bust_it = rules.game.bust_it
    return bust_it.draws if bust_it and _bust_it_depends(bust_it, read) else None


def _depends_on_dealer(rules: "Rules", read: Round, box: Box) -> bool:
    if box.void or box.forfeit or rules.game.bet.name in read.void:
        return False
    for number, hand in enumerate(box.hands):
        shares = [share for party in box.parties if (share := party.shares[number])]
        if not hand.void and any(not (share.rescued or share.surrendered) for share in shares):
            decided = is_bust(hand.cards) or (is_natural(hand.cards) and not box.is_split())
            if not decided and not (rules.game.wins_with_21 and total_of(hand.cards)[0] == BEST):
                return True
    return False


def _bust_it_depends(bust_it: BustIt, read: Round) -> bool:
    """The dealer draws a third card to a hard 12 to 16 even when only this wager looks at it."""
    if len(read.dealer) > 2 or bust_it.name in read.void:
        return False
    wagered = any(
        bust_it.name in party.stakes for box in read.boxes if not (box.void or box.forfeit) for party in box.parties
    )
    total, soft = total_of(read.dealer)
    return wagered and not soft and total + 10 > BEST


# Settling what was found legal


def _rows(rules: "Rules", read: Round, box: Box, party: Party) -> list[WagerResult]:
    """A row for every wager of one player on one box."""
    game, rows = rules.game, list[WagerResult]()
    for number, (hand, share) in enumerate(zip(box.hands, party.shares, strict=True), 1):
        if share:
            rows += _hand_rows(rules, read, box, hand, share, number)
    if not box.hands:
        rows.append(WagerResult(game.bet.name, party.stakes[game.bet.name], "void", 0, "", VOID))
        if game.attack and game.attack.name in party.stakes:
            rows.append(WagerResult(game.attack.name, party.stakes[game.attack.name], "void", 0, "", VOID))
    if game.match and game.match.name in party.stakes:
        rows.append(_match_row(rules, game.match, read.dealer, box.first_two, party.stakes[game.match.name]))
    if game.bust_it and game.bust_it.name in party.stakes:
        rows.append(_bust_it_row(rules, game.bust_it, read.dealer, party.stakes[game.bust_it.name]))
    if game.insurance.name in party.stakes:
        rows.append(_insurance_row(rules, read, party.stakes[game.insurance.name]))
    if box.void or box.forfeit:
        outcome, clause, why = _irregular(rules, box)
        return [WagerResult(row.wager, row.stake, outcome, 0, clause, why, row.hand) for row in rows]
    if game.super_bonus:
        rows += _super_bonus_rows(rules, game.super_bonus, read, box, party)
    return rows


def _irregular(rules: "Rules", box: Box) -> tuple[str, str, str]:
    irregular = rules.game.irregular
    if box.void:
        return "void", rules.cite(irregular.void_hand), VOID
    return "lose", rules.cite(irregular.forfeit), FORFEIT


def _hand_rows(rules: "Rules", read: Round, box: Box, hand: Hand, share: Share, number: int) -> list[WagerResult]:
    game = rules.game
    if box.void or box.forfeit or hand.void:
        clause = rules.cite(game.irregular.void_hand)
        return [WagerResult(wager, stake, "void", 0, clause, VOID, number) for wager, stake in share.stakes.items()]
    beaten_late = is_natural(read.dealer)  # a surrender does not stand against a blackjack that nobody checked for
    if share.surrendered and not beaten_late:
        clause = rules.cite(game.surrender.clause)
        return [
            WagerResult(wager, stake, "lose", 0, clause, "surrender", number, stake // 2)
            for wager, stake in share.stakes.items()
        ]
    if share.rescued and not beaten_late:
        clause = rules.cite(rules.rescue_clause(again=share.stakes[DOUBLED] != share.last))
        return [
            WagerResult(wager, stake, "lose", 0, clause, "rescue", number)
            if wager != DOUBLED
            else WagerResult(wager, stake, "push", 0, clause, "rescue", number)
            if stake == share.last
            else WagerResult(wager, stake, "lose", 0, clause, "rescue", number, share.last)
            for wager, stake in share.stakes.items()
        ]
    outcome, odds, cited, why = _contest(rules, read, box, hand)
    clause = rules.cite(cited)
    return [
        WagerResult(wager, stake, outcome, odds.on(stake) if outcome == "win" else 0, clause, why, number)
        for wager, stake in share.stakes.items()
    ]


NOTHING = Odds(0)


Contest = tuple[str, Odds, Citation, str]
"""What a hand comes to against the dealer's: the outcome, its odds, the clause and why."""


def _contest(rules: "Rules", read: Round, box: Box, hand: Hand) -> Contest:
    game, cards = rules.game, hand.cards
    natural = is_natural(cards) and not box.is_split()
    if is_bust(cards):
        return "lose", NOTHING, game.bet.busts, "bust"
    dealer_natural = is_natural(read.dealer)
    if natural and dealer_natural:
        against = game.blackjack.against_dealers
        if game.blackjack.beats_dealers:
            return "win", game.blackjack.odds, against, "blackjack"
        return "push", NOTHING, against, "tie"
    if natural:
        return "win", game.blackjack.odds, game.blackjack.clause, "blackjack"
    points = total_of(cards)[0]
    if points == BEST and game.wins_with_21:
        return _pays_21(rules, box, hand, game.wins_with_21)
    dealer = total_of(read.dealer)[0]
    if dealer > BEST:
        return "win", Odds(1), game.bet.wins, "dealer_bust"
    if points > dealer and not dealer_natural:
        return "win", Odds(1), game.bet.wins, "player_higher"
    if points == dealer and not dealer_natural:
        return "push", NOTHING, game.bet.ties, "tie"
    return "lose", NOTHING, game.bet.loses, "dealer_higher"


def _pays_21(rules: "Rules", box: Box, hand: Hand, clause: Citation) -> Contest:
    """Even money, or the best of the bonuses; none after a double."""
    held = [] if hand.doubles else [bonus for bonus in rules.game.bonuses if bonus.is_held(hand.cards)]
    if held:
        best = max(held, key=lambda bonus: (bonus.odds.to * 2 // bonus.odds.per, -held.index(bonus)))
        return "win", best.odds, best.clause, "bonus_21"
    if box.is_split() and len(hand.cards) == 2:
        return "win", Odds(1), rules.game.split.pays, "player_21"
    return "win", Odds(1), clause, "player_21"


def _match_row(
    rules: "Rules", match: Match, dealer: tuple[str, ...], first_two: tuple[str, ...], stake: int
) -> WagerResult:
    """Each of the two cards that matches the up card pays; both may."""
    rank, suited = match.rank[rules.decks], match.suited[rules.decks]
    up = dealer[0] if dealer else ""
    won = [suited if card == up else rank for card in first_two if up and card[0] == up[0]]
    if not won:
        return WagerResult(match.name, stake, "lose", 0, rules.cite(match.clause), "hand")
    best = max(won, key=lambda pays: pays.odds.to)
    pays = sum(pays.odds.on(stake) for pays in won)
    return WagerResult(match.name, stake, "win", pays, rules.cite(best.clause), "hand")


def _bust_it_row(rules: "Rules", bust_it: BustIt, dealer: tuple[str, ...], stake: int) -> WagerResult:
    if len(dealer) == 3 and hard_total(dealer) > BEST:
        row = next(row for row in bust_it.rows if row.is_held(dealer))
        return WagerResult(bust_it.name, stake, "win", row.odds.on(stake), rules.cite(row.clause), "dealer_bust")
    return WagerResult(bust_it.name, stake, "lose", 0, rules.cite(bust_it.clause), "no_bust")


def _insurance_row(rules: "Rules", read: Round, stake: int) -> WagerResult:
    insurance = rules.game.insurance
    clause = rules.cite(insurance.clause)
    if is_natural(read.dealer):
        return WagerResult(insurance.name, stake, "win", insurance.odds.on(stake), clause, "dealer_blackjack")
    return WagerResult(insurance.name, stake, "lose", 0, clause, NO_BLACKJACK)


def _super_bonus_rows(rules: "Rules", bonus: SuperBonus, read: Round, box: Box, party: Party) -> list[WagerResult]:
    if box.is_split() or not box.hands or box.hands[0].doubles or box.hands[0].void:
        return []
    share = party.shares[0]
    if share is None or share.surrendered or not bonus.is_held(box.hands[0].cards, read.dealer[0]):
        return []
    bet = party.stakes[rules.game.bet.name]
    for award in bonus.awards:
        if bet >= award.wager:
            return [WagerResult(bonus.name, 0, "win", award.pays, rules.cite(award.clause), "hand")]
    return []


def _pay_envy(rules: "Rules", bonus: SuperBonus, read: Round, rows: Rows) -> None:
    """Every other player at the table is paid for each super bonus; a player on several boxes once."""
    if rules.game.bet.name in read.void:
        return
    seats = [(box.position, party.player) for box in read.boxes for party in box.parties]
    clause = rules.cite(bonus.envy_clause)
    for winner in [seat for seat in seats if any(row.wager == bonus.name for row in rows[seat])]:
        paid = {_who(winner)}
        for seat in seats:
            if _who(seat) not in paid:
                paid.add(_who(seat))
                rows[seat].append(WagerResult(bonus.envy_name, 0, "win", bonus.envy, clause, "envy"))


def _who(seat: tuple[int, str]) -> str | tuple[int, str]:
    """A player with a name is the same on every box; one without is known by the box."""
    return seat[1] or seat


def _void_wagers(rules: "Rules", read: Round, rows: Rows) -> None:
    """A void wager goes back, also at a position that forfeits; with the bet goes all that stands on its hands."""
    void, game = {*read.void}, rules.game
    if game.bet.name in void:
        void |= {DOUBLED, game.insurance.name, *((game.attack.name,) if game.attack else ())}
    clause = rules.cite(game.irregular.void_wagers)
    for seat, held in rows.items():
        kept = [row for row in held if not _goes_with_bet(rules, row, void)]
        rows[seat] = [
            WagerResult(row.wager, row.stake, "void", 0, clause, VOID, row.hand) if row.wager in void else row
            for row in kept
        ]


def _goes_with_bet(rules: "Rules", row: WagerResult, void: set[str]) -> bool:
    """A bonus is no wager: it is gone with the bet it was paid on."""
    bonus = rules.game.super_bonus
    return bonus is not None and row.wager == bonus.name and rules.game.bet.name in void
