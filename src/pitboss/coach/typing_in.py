"""A situation that somebody typed: cards and wagers of no table, checked as if they were dealt."""

from collections.abc import Mapping

from pitboss.coach.advice import Offered
from pitboss.coach.showdown import asked
from pitboss.coach.situations import ShoeSituation, ShowdownSituation, Situation, in_order
from pitboss.games import HouseRules
from pitboss.lab.shoe_strategy import cards_of, check, class_of
from pitboss.lab.strategy import read_cards_of
from pitboss.refusal import Refusal, shown
from pitboss.shoe.hands import BEST, total_of
from pitboss.shoe.rules import Rules as ShoeRules
from pitboss.showdown.rules import Rules as ShowdownRules

MOST = 1_000_000_00
"""Cents on a wager."""


def read(rules: HouseRules, hand: str, dealer: str, board: str, others: str, wagers: Mapping[str, int]) -> Situation:
    """What may be done with a hand against a dealer's card or with a board, for these wagers in cents."""
    _check_wagers(rules, wagers)
    if isinstance(rules, ShowdownRules):
        if others.split():
            raise Refusal("no_such_cards", f"Leave other players' cards out: in {rules.game.title} they are hidden.")
        return _showdown(rules, hand, dealer, board, wagers)
    if isinstance(rules, ShoeRules):
        if board.split():
            raise Refusal("no_such_cards", f"Leave the community cards out: {rules.game.title} has none.")
        return _shoe(rules, hand, dealer, others, wagers)
    raise Refusal("no_such_cards", f"Choose a game of cards: {rules.game.title} has none.")


def _check_wagers(rules: HouseRules, wagers: Mapping[str, int]) -> None:
    known = rules.game.wagers()
    for name, cents in wagers.items():
        if name not in known:
            raise Refusal("unknown_wager", f"Name wagers among {', '.join(known)}; got {shown(name)}.")
        if isinstance(rules, ShowdownRules) and name in _beside(rules) - rules.offered:
            raise rules.not_offered(name)
        if not 0 < cents <= MOST:
            raise Refusal("bad_amount", f"Let the {name} be more than nothing and at most {MOST // 100:,}.00.")


def _beside(rules: ShowdownRules) -> set[str]:
    """The wagers beside the ante that a house may offer or not."""
    game = rules.game
    return {*(side.name for side in game.bonuses), *([game.progressive.name] if game.progressive else [])}


def _showdown(rules: ShowdownRules, hand: str, dealer: str, board: str, wagers: Mapping[str, int]) -> Situation:
    own, _ = read_cards_of(rules, hand, dealer or None, board or None)
    ante = _main(wagers, rules.ante)
    progressive = rules.game.progressive
    found = ShowdownSituation(
        in_order(hand.split()),
        " ".join(dealer.split()),
        in_order(board.split()),
        tuple(sorted(wagers.items())),
        progressive.opening_meter if progressive else 0,
        (),
    )
    step = asked(rules, found)
    most = step.most(rules.ranking.of(sum(own))).most if len(step.limits) > 1 else step.limits[0].most
    raises = [Offered(step.name, times * ante) for times in range(step.least, most + 1)]
    return found._replace(offered=(Offered(step.declined_by), *raises))


def _main(wagers: Mapping[str, int], name: str) -> int:
    if name not in wagers:
        raise Refusal("wager_missing", f"Say how much the {name} is.")
    return wagers[name]


def _shoe(rules: ShoeRules, hand: str, dealer: str, others: str, wagers: Mapping[str, int]) -> Situation:
    game = rules.game
    own, up, beside = cards_of(hand, "hand"), cards_of(dealer, "dealer's up card"), cards_of(others, "other cards")
    check(rules, own, up, beside)
    if total_of(own)[0] == BEST:
        raise Refusal("nothing_to_decide", "Give a hand below 21: one of 21 is finished.", rules.cite(game.bet.plays))
    bet = _main(wagers, game.bet.name)
    first = bet + (wagers.get(game.attack.name, 0) if game.attack else 0)
    found = [Offered("stand"), Offered("hit"), Offered("double", first)]
    if len(own) == 2 and class_of(own[0]) == class_of(own[1]):
        found.append(Offered("split"))
    if rules.surrender.allow(drawn=len(own) > 2):
        found.append(Offered("surrender"))
    return ShoeSituation("play", up[0], tuple(own), tuple(sorted(beside)), bet, first, first, 0, 1, tuple(found))
