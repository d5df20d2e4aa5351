"""What players are told besides the wagers that lie there: what a roll was, what the next one would do, odds to add."""

from pitboss.dice.declaration import LOSE
from pitboss.dice.layout import Bet, Gone, Id, Layout, roll
from pitboss.dice.rules import Rules
from pitboss.dice.throws import WAYS, Dice


def kind_of_roll(rules: Rules, point: int, total: int) -> str:
    """What a roll was for its shooter; `point` is where the puck stood before it."""
    shooting = rules.game.shooting
    if not point:
        return "point" if total in shooting.points else "craps" if total in shooting.craps else "natural"
    return "point made" if total == point else "seven out" if total == shooting.seven else "number"


def net_by_throw(rules: Rules, layout: Layout, player: Id) -> dict[Dice, int]:
    """What each throw would win or lose a player, in cents; throws that would move nothing are left out.

    A commission that is taken with the bet has been paid, so that no throw costs it again.
    """
    own = {id: bet for id, bet in layout.lying.items() if bet.placed.player == player}
    if not own:
        return {}
    alone = Layout(layout.point, layout.next_roll, own)
    nets = {dice: sum(_gain(each) for each in roll(rules, alone, dice)[1]) for dice in WAYS}
    return {dice: net for dice, net in nets.items() if net}


def _gain(gone: Gone) -> int:
    return -gone.bet.amount if gone.outcome == LOSE.value else gone.pays


def room_behind(rules: Rules, layout: Layout, line: Bet) -> dict[str, int]:
    """How many cents of each kind of odds can still be added behind a line wager that has its point."""
    if not line.point:
        return {}
    kinds = [each for each in rules.game.behind if line.placed.wager in rules.lines_for(each)]
    return {
        each.name: rules.most_behind(each, line.placed.wager, line.point, line.amount)[0]
        - sum(
            bet.amount
            for bet in layout.lying.values()
            if bet.behind == line.placed.id and bet.placed.wager == each.name
        )
        for each in kinds
    }
