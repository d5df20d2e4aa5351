"""What a person is told at a shoe: how the dealer drew, and what became of each wager and why."""

from pitboss.money import write_money
from pitboss.play.told import RESULTS
from pitboss.play.words import Cards, grouped, name, signed
from pitboss.refusal import spoken
from pitboss.shoe.declaration import Odds
from pitboss.shoe.hands import in_words, is_natural, must_draw, total_of
from pitboss.shoe.rules import Rules
from pitboss.shoe.rulings import WagerResult


def dealers_draw(rules: Rules, cards: Cards) -> str:
    """`turns up 9♦: hard 15; draws 4♣: hard 19`."""
    steps = [f"turns up {name(cards[1])}: {in_words(cards[:2])}"]
    steps += [f"draws {name(cards[number - 1])}: {in_words(cards[:number])}" for number in range(3, len(cards) + 1)]
    if must_draw(cards, rules.hits_soft_17):
        steps.append("no hand depends on another card")
    return "; ".join(steps)


def result_rows(
    rules: Rules, dealer: Cards, hands: list[Cards], first: Cards, rows: list[WagerResult]
) -> list[tuple[str, str, str, str, str]]:
    """A row a wager; the gains add up to the box's net. `first`: the two cards that were dealt."""
    found = []
    for row in rows:
        of = f"hand {row.hand}: " if row.hand and len(hands) > 1 else ""
        why = reason(rules, dealer, hands[row.hand - 1] if row.hand else first, len(hands) > 1, row)
        staked = grouped(write_money(row.stake)) if row.stake else ""
        found.append((f"{of}{spoken(row.wager)}", staked, RESULTS[row.outcome], signed(row.net), why))
    return found


def reason(rules: Rules, dealer: Cards, cards: Cards, split: bool, row: WagerResult) -> str:
    """Why a wager won, lost or pushed, in words: what its settlement row says, with the cards and amounts it means.

    `cards`: of the hand, or of a wager next to the hands the two that were dealt.
    """
    if row.why in SPOKEN:
        return SPOKEN[row.why]
    if row.why == "surrender":
        return f"surrendered, {grouped(write_money(row.returned))} comes back"
    if row.why == "rescue":
        kept = row.returned or (row.stake if row.outcome == "push" else 0)
        return f"rescued, {grouped(write_money(kept))} comes back" if kept else "the hand was rescued"
    if row.why == "bust":
        return in_words(cards, split)
    if row.hand:
        return _contest(rules, dealer, cards, row)
    return _beside(rules, dealer, cards, row)


SPOKEN = {
    "void": "it goes back",
    "forfeit": "it is forfeited",
    "player_21": "21 always wins",
    "no_blackjack": "the dealer has no blackjack",
    "no_bust": "the dealer did not bust with three cards",
    "envy": "another player won the super bonus",
}


def _contest(rules: Rules, dealer: Cards, cards: Cards, row: WagerResult) -> str:
    game = rules.game
    if row.why == "blackjack":
        both = " against the dealer's" if is_natural(dealer) else ""
        return f"blackjack{both}{_pays(game.blackjack.odds)}"
    if row.why == "bonus_21":
        bonus = next(bonus for bonus in game.bonuses if row.clause == rules.cite(bonus.clause))
        return f"21 with {bonus.name}{_pays(bonus.odds)}"
    if row.why == "dealer_bust":
        return "the dealer is over 21"
    if row.why == "dealer_higher" and is_natural(dealer):
        return "the dealer has a blackjack"
    points, theirs = total_of(cards)[0], total_of(dealer)[0]
    return f"{points} and {theirs} tie" if row.why == "tie" else f"{points} against {theirs}"


def _beside(rules: Rules, dealer: Cards, first: Cards, row: WagerResult) -> str:
    game = rules.game
    if row.why == "dealer_blackjack":
        return f"the dealer has a blackjack{_pays(game.insurance.odds)}"
    if row.why == "dealer_bust" and game.bust_it:
        paid = next(each for each in game.bust_it.rows if row.clause == rules.cite(each.clause))
        return f"bust with {paid.name}{_pays(paid.odds)}"
    if game.match and row.wager == game.match.name:
        return _matched(rules, dealer, first)
    return game.super_bonus.says.split(",")[0] if game.super_bonus else ""


def _matched(rules: Rules, dealer: Cards, first: Cards) -> str:
    match = rules.game.match
    assert match
    up = dealer[0]
    same = [card for card in first if card[0] == up[0]]
    if not same:
        return f"neither card matches the {name(up)}"
    table = {True: match.suited[rules.decks].odds, False: match.rank[rules.decks].odds}
    return ", ".join(f"{name(card)}{_pays(table[card == up])}" for card in same)


def _pays(odds: Odds) -> str:
    return f" pays {odds}"
