"""When something goes wrong at the shoe: what each irregularity does to cards, hands and wagers."""

from collections.abc import Callable

from pitboss.cards import CARDS
from pitboss.refusal import Refusal, shown
from pitboss.shoe.hands import STANDS_ON, total_of
from pitboss.shoe.procedure import Effect, Irregularity
from pitboss.shoe.settlement import VOID
from pitboss.table.events import BetCleared, Events, IrregularityCalled
from pitboss.table.players import check_not_settling, round_voided
from pitboss.table.shoe import events as e
from pitboss.table.shoe.commands import Command
from pitboss.table.shoe.programme import Task
from pitboss.table.shoe.setup import House
from pitboss.table.shoe.standing import may_have_blackjack
from pitboss.table.shoe.state import Box, Party, State

FOUND_OUT = (Effect.SHUFFLE_DISCARDS,)
"""What the table finds out by itself: nobody calls it."""


def call(house: House, state: State, command: Command, chance: object) -> Events:
    """An irregularity called by the staff: refused where the text knows none, or where it cannot have happened."""
    what = command.what or ""
    found = house.procedure.irregularities.get(what)
    if found is None:
        known = ", ".join(what for what, rule in house.procedure.irregularities.items() if rule.effect not in FOUND_OUT)
        raise Refusal("unknown_irregularity", f"Call one of {known}; got {shown(command.what)}.")
    if found.by and command.by != found.by:
        message = f"Tell the {found.by} first, who calls it: {found.says}."
        raise Refusal("tell_supervisor", message, house.cite(found.clause))
    return CALLS[what](house, state, command, found)


def _called(
    house: House,
    state: State,
    command: Command,
    found: Irregularity,
    other: bool = False,
    position: int | None = None,
    card: str = "",
) -> Events:
    """The call, and what it does to wagers, by the effect that is declared. `other`: for the other case it names."""
    effect, clause = found.effect, found.clause
    if other and found.other:
        effect, clause = found.other, found.other_clause or found.clause
    cited = house.cite(clause)
    called = IrregularityCalled(
        command.what or "", effect.name.lower(), cited, command.who or command.by, position, card or None
    )
    if effect is Effect.VOID_ALL:
        return [called, *_void_all(house, state, cited, reshuffle=found.effect in SPOILS_THE_SHOE)]
    if effect is Effect.DEAD and position:
        return [called, hand_voided(house, state, position, 0, cited)]
    return [called]


SPOILS_THE_SHOE = (Effect.DISCARD, Effect.DESTROY)
"""Where a round becomes void after these, the cards were not in order, and all are shuffled again."""


def _not_now(house: House, found: Irregularity, when: str) -> Refusal:
    return Refusal("not_now", f"This can be called {when}: {found.says}.", house.cite(found.clause))


def _check_drawing(house: House, state: State, found: Irregularity) -> None:
    """A card is about to leave the shoe, and none has been seen already."""
    drawing = state.playing and state.next is not None and state.next.do in ("deal", "draw")
    if not drawing or not state.stock or state.exposed:
        raise _not_now(house, found, "while a card is being drawn from the shoe")


def _card_face_up(house: House, state: State, command: Command, found: Irregularity) -> Events:
    _check_drawing(house, state, found)
    return _called(house, state, command, found, other=state.face_up_found > 0, card=state.stock[0])


def _ten_found(house: House, state: State, command: Command, found: Irregularity) -> Events:
    """The ten is no card of the shoe; it goes to the floorperson."""
    _check_drawing(house, state, found)
    card = command.card
    tens = [each for each in CARDS if each[0] == house.game.shoe.without]
    if card is None or card not in tens:
        known = " or ".join(tens)
        raise Refusal("not_a_ten", f"Name the ten that was found under 'card', {known}; got {shown(card)}.")
    return _called(house, state, command, found, other=state.tens_found > 0, card=card)


def _drawn_in_error(house: House, state: State, command: Command, found: Irregularity) -> Events:
    _check_drawing(house, state, found)
    return _called(house, state, command, found)


def _drawn_exposed(house: House, state: State, command: Command, found: Irregularity) -> Events:
    """The card stays the next one, but everybody has seen it."""
    task = state.next
    if task is None or not _waits_for_no_card(state, task) or not state.stock or state.exposed:
        raise _not_now(house, found, "once all have two cards, while no other card is due")
    return _called(house, state, command, found, card=state.stock[0])


def _waits_for_no_card(state: State, task: Task) -> bool:
    """Whether all have two cards, the hole card is hidden, and what comes next draws no card from the shoe.

    Others on a box who answer a double or a split wait for a card, and so does a player whose card was passed over.
    """
    if not state.playing or len(state.dealer) < 2 or state.hole_shown:
        return False
    if task.do == "decide":
        return task.asks in ("insurance", "play", "give_up")
    return task.early or task.do in ("check", "take_insurance", "reveal_hole")


def _dealer_overdrew(house: House, state: State, command: Command, found: Irregularity) -> Events:
    standing = state.results is not None and not state.settling and total_of(state.dealer)[0] >= STANDS_ON
    if not standing or not state.stock:
        raise _not_now(house, found, "when the dealer has 17 or more, until the first wager is settled")
    return _called(house, state, command, found, card=state.stock[0])


def _dealer_missed(house: House, state: State, command: Command, found: Irregularity) -> Events:
    task = state.next
    if task is None or task.do != "deal" or task.to != "dealer":
        raise _not_now(house, found, "when the dealer's own card is the next one")
    return _called(house, state, command, found)


def _shoe_short(house: House, state: State, command: Command, found: Irregularity) -> Events:
    raise Refusal(
        "not_now", "Deal on: the table shuffles the discards when the shoe is empty.", house.cite(found.clause)
    )


def _hand_missed(house: House, state: State, command: Command, found: Irregularity) -> Events:
    """Without any card the hand is dead; with one, or if one can still come, the player is asked."""
    task = _dealt_to(house, state, command, found, asks="")
    return _called(house, state, command, found, _may_have_cards(house, state, task), task.position)


def _may_have_cards(house: House, state: State, task: Task) -> bool:
    """Whether a hand has a card, or is passed over for the first time and so has another chance of one."""
    if state.boxes[task.position].hands[0].cards:
        return True
    passed_before = any(
        each.asks == "passed" and each.position == task.position for each in state.programme[state.at :]
    )
    return house.edition >= 2 and not passed_before


def _card_missed(house: House, state: State, command: Command, found: Irregularity) -> Events:
    task = _dealt_to(house, state, command, found, asks="requested")
    return _called(house, state, command, found, position=task.position)


def _dealt_to(house: House, state: State, command: Command, found: Irregularity, asks: str) -> Task:
    """The card passed over is the one that comes next, and is for that position."""
    task: Task | None = state.next
    first_two = task is not None and not task.hand
    if task is None or task.do != "deal" or not task.position or task.asks != asks or (not asks and not first_two):
        when = "when a card that the player asked for is next" if asks else "while the first two cards are dealt"
        raise _not_now(house, found, when)
    if command.position != task.position:
        message = f"Name the position whose card comes next, {task.position}; got {shown(command.position)}."
        raise Refusal("other_position", message, house.cite(found.clause), command.position)
    return task


def _shuffler_jam(house: House, state: State, command: Command, found: Irregularity) -> Events:
    """The shuffle is still the next thing to do."""
    shuffling = state.next is not None and state.next.do == "shuffle"
    if state.shuffler == "none" or not shuffling or state.shuffler_removed:
        raise _not_now(house, found, "while a shuffling device is shuffling")
    return _called(house, state, command, found)


def _reader_misused(house: House, state: State, command: Command, found: Irregularity) -> Events:
    """What it does depends on what the players could learn from this reader."""
    hidden = state.playing and len(state.dealer) == 2 and not state.hole_shown
    if not hidden or state.card_reader == "none" or may_have_blackjack(state):
        raise _not_now(
            house, found, "while the hole card lies face down under a card from 2 to 9, with a reader in use"
        )
    return _called(house, state, command, found, other=state.card_reader == "open_reader")


def _reader_failed(house: House, state: State, command: Command, found: Irregularity) -> Events:
    if state.card_reader == "none":
        raise _not_now(house, found, "where a card reader is in use")
    return _called(house, state, command, found)


CALLS: dict[str, Callable[[House, State, Command, Irregularity], Events]] = {
    "card_face_up": _card_face_up,
    "ten_found": _ten_found,
    "drawn_in_error": _drawn_in_error,
    "drawn_exposed": _drawn_exposed,
    "dealer_overdrew": _dealer_overdrew,
    "dealer_missed": _dealer_missed,
    "shoe_short": _shoe_short,
    "hand_missed": _hand_missed,
    "card_missed": _card_missed,
    "shuffler_jam": _shuffler_jam,
    "reader_misused": _reader_misused,
    "reader_failed": _reader_failed,
}


# What goes back


def shoe_is_short(house: House, state: State) -> Events:
    """Neither shoe nor rack has a card left to deal."""
    clause = house.cite(house.procedure.nothing_left)
    effect = Effect.VOID_ALL.name.lower()
    return [IrregularityCalled("shoe_short", effect, clause), *_void_all(house, state, clause, reshuffle=True)]


def void_round(house: House, state: State, command: Command, chance: object) -> Events:
    """Void the round after a fault of the system or for a supervisor's reason: every wager goes back to the cent."""
    check_not_settling(state.settling)
    called = round_voided(command)
    if not state.boxes:
        raise Refusal("nothing_to_void", "Go on: no wager lies on the table.", called.clause)
    if state.playing:
        return [called, *_void_all(house, state, called.clause, reshuffle=True)]
    lying = [(position, party) for position, box in sorted(state.boxes.items()) for party in box.parties]
    return [called, *(BetCleared(party.player, position, party.stakes) for position, party in lying)]


def _void_all(house: House, state: State, clause: str, reshuffle: bool) -> Events:
    """Every wager goes back; a blackjack that was paid stands (reading 57)."""
    events: Events = []
    for position, box in sorted(state.boxes.items()):
        if box.paid:
            events.append(_sides_voided(house, position, box))
        elif not box.void:
            events.append(hand_voided(house, state, position, 0, clause))
    return [*events, e.RoundVoided(reshuffle, clause)]


def _sides_voided(house: House, position: int, box: Box) -> e.BoxVoided:
    """What lies beside a hand already paid, and an insurance already taken."""
    layout, tray = {}, {}
    for party in box.parties:
        placed, there = _beside(house, party)
        layout[party.player], tray[party.player] = there, placed - there
    return e.BoxVoided(position, 0, "sides", layout, tray, house.cite(house.procedure.settled_stands), VOID)


def hand_voided(house: House, state: State, position: int, hand: int, clause: str) -> e.BoxVoided:
    """One hand, or with 0 the whole box: what lies there goes back, and what was already taken."""
    box = state.boxes[position]
    layout, tray = {}, {}
    for party in box.parties:
        placed, there = _of_hand(party, hand) if hand else _of_box(house, box, party)
        layout[party.player], tray[party.player] = there, placed - there
    return e.BoxVoided(position, hand, "hand" if hand else "box", layout, tray, clause, VOID)


def _of_hand(party: Party, hand: int) -> tuple[int, int]:
    """What was placed on a hand, and what lies there."""
    share = party.shares[hand - 1]
    return (sum(share.stakes.values()), sum(share.layout.values())) if share else (0, 0)


def _beside(house: House, party: Party) -> tuple[int, int]:
    """The same of what belongs to no hand."""
    placed = sum(cents for name, cents in party.stakes.items() if name not in house.on_hand)
    return placed, sum(party.layout.values())


def _of_box(house: House, box: Box, party: Party) -> tuple[int, int]:
    """The same of a box: what lies beside its hands and on those that are not dead already."""
    placed, there = _beside(house, party)
    for number, hand in enumerate(box.hands, 1):
        if not hand.void:
            more, lies = _of_hand(party, number)
            placed, there = placed + more, there + lies
    return placed, there
