"""The order of play: which tasks follow which, from the arrival of the cards to the last hand in the rack.

A round grows while it is played: a hit puts a card to be dealt in front of the list, a split another hand.
"""

from pitboss.regulations.citation import Citation
from pitboss.table import state
from pitboss.table.shoe.setup import House


class Task(state.Task, frozen=True, gc=False, omit_defaults=True):
    """One thing to do next. `to` and `face_up` for a card, `hand` of a box, `player` and `asks` for a decision.

    `asks`: what the player is asked (`attack`, `insurance`, `play`, `passed`, or the decision that others on the box
    may join); of a shuffle or burn, why. `early`: a hand is settled before the dealer's is known.
    """

    to: str = ""
    face_up: bool = False
    hand: int = 0
    asks: str = ""
    player: str = ""
    early: bool = False


Programme = tuple[Task, ...]

BOXES = tuple[tuple[int, tuple[str, ...]], ...]
"""Positions in order, each with the players on it, whoever decides first."""


def opening(house: House) -> Programme:
    return _tasks(house, "receive", "inspect", "verify", "spread", "view", "wash", "stack") + reshuffle(house)


def reshuffle(house: House) -> Programme:
    """All cards are shuffled and go back into the shoe. A shuffle by a device is not cut: the cut is passed over."""
    return _tasks(house, "shuffle", "cut", "place_cut_card", "load", "burn") + bets(house)


def idle(house: House) -> Programme:
    """Nobody plays: the cards lie spread until a player comes and looks; then they are washed and shuffled again."""
    return _tasks(house, "spread_idle", "view", "wash", "stack") + reshuffle(house)


def recut(house: House, following: str, playing: bool) -> Programme:
    """The cut comes again before `following`, with all that comes between them; discards are cut alone."""
    order = ("cut", "place_cut_card", "load", "burn")
    return (_cut_discards(house),) if playing else _tasks(house, *order[: order.index(following)])


def bets(house: House) -> Programme:
    return (_step(house, "no_more_bets"),)


def destroy(house: House) -> Programme:
    clause = house.cite(house.procedure.irregularities["ten_found"].clause)
    return (Task("destroy", "floorperson", clause),)


def _tasks(house: House, *steps: str) -> Programme:
    return tuple(_step(house, do) for do in steps)


def _step(house: House, do: str) -> Task:
    known = house.procedure.cards.get(do) or house.procedure.round[do]
    return Task(do, known.by, house.cite(known.clause))


def round_of_play(house: House, boxes: BOXES) -> Programme:
    """From "no more bets" to the dealer's cards in the rack."""
    positions = tuple(position for position, _ in boxes)
    up, hole = _card(house, "dealer", face_up=True), _card(house, "dealer")
    each = tuple(_card(house, f"{position}.1", position, True) for position in positions)
    if house.game.attack:  # on the dealer's up card, which therefore comes before all others
        deal = (up, *asking(house, boxes, "attack", house.game.attack.clause), *each, *each, hole)
    else:
        deal = (*each, up, *each, hole)
    return (
        *deal,
        *asking(house, boxes, "insurance", house.game.insurance.limit),
        *_tasks(house, "check", "take_insurance"),
        *(task for position in positions for task in turn(house, position)),
        *_tasks(house, "reveal_hole", "draw"),
        burn_exposed(house),
        Task("settle", "", ""),
        _step(house, "collect_dealer"),
    )


def burn_exposed(house: House) -> Task:
    """A card that everybody has seen and nobody uses."""
    return Task("burn", "dealer", house.cite(house.procedure.irregularities["drawn_exposed"].clause), asks="exposed")


def asking(house: House, boxes: BOXES, asks: str, clause: Citation) -> Programme:
    """Every player on every box is asked in turn."""
    shared = house.game.shared
    cited = {False: house.cite(clause), True: house.cite(shared.insures if shared else clause)}
    return tuple(
        Task("decide", "player", cited[len(players) > 1], position, asks=asks, player=player)
        for position, players in boxes
        for player in players
    )


def turn(house: House, position: int) -> Programme:
    """A box's turn: a blackjack is paid and collected, any other hand is played."""
    return (
        Task("pay", "dealer", house.step("pay"), position, hand=1, early=True),
        Task("collect", "dealer", house.step("collect"), position, hand=1, early=True),
        Task("decide", "player", house.step("decide"), position, asks="play"),
    )


def answers(house: House, position: int, hand: int, asks: str, players: tuple[str, ...], clause: str) -> Programme:
    """The others on a box are asked whether they join a decision."""
    return tuple(Task("decide", "player", clause, position, hand=hand, asks=asks, player=each) for each in players)


def passed(house: House, position: int, hand: int, player: str, clause: str) -> Programme:
    """A player whose card was passed over is asked whether to wait for it."""
    return (Task("decide", "player", clause, position, hand=hand, asks="passed", player=player),)


def requested(house: House, position: int, hand: int) -> Task:
    """A card that a player asked for."""
    return Task("deal", "dealer", house.step("deal"), position, f"{position}.{hand}", True, hand, asks="requested")


def second_card(house: House, position: int, hand: int) -> Task:
    """The second card of a hand made by splitting."""
    return Task("deal", "dealer", house.step("deal"), position, f"{position}.{hand}", True, hand)


def busted(house: House, position: int, hand: int) -> Programme:
    """A hand over 21 is taken and collected at once."""
    return (
        Task("take", "dealer", house.cite(house.game.bet.busts), position, hand=hand, early=True),
        Task("collect", "dealer", house.step("collect"), position, hand=hand, early=True),
    )


def shuffle_discards(house: House, cut: bool) -> Programme:
    """The shoe is empty in the midst of a round."""
    clause = house.cite(house.procedure.irregularities["shoe_short"].clause)
    tasks = [Task("shuffle", "dealer", clause, asks="discards"), Task("burn", "dealer", clause)]
    if cut:
        tasks.insert(1, _cut_discards(house))
    return tuple(tasks)


def _cut_discards(house: House) -> Task:
    return Task("cut", "dealer", house.cite(house.procedure.irregularities["shoe_short"].clause))


def settling(house: House, hands: tuple[tuple[int, int], ...]) -> Programme:
    """Hand by hand from the dealer's right, and with the first hand of a box what lies beside its hands."""
    tasks: list[Task] = []
    for position, number in hands[::-1]:
        for hand in range(number, -1, -1):
            for do in ("take", "pay", "collect") if hand else ("take", "pay"):
                tasks.append(Task(do, "dealer", house.step(do), position, hand=hand))
    return tuple(tasks)


def _card(house: House, to: str, position: int = 0, face_up: bool = False) -> Task:
    return Task("deal", "dealer", house.step("deal"), position, to, face_up)
