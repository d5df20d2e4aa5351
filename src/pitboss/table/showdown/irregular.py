"""When something goes wrong: what each irregularity of a text does to hands, wagers and cards."""

from typing import cast

import msgspec

from pitboss.cards import CARDS
from pitboss.refusal import Refusal, shown
from pitboss.regulations.edition import FIRST
from pitboss.showdown.declaration import FORFEIT, VOID, VOID_REVERSES_SETTLED
from pitboss.showdown.procedure import DECK_SIZE, Effect, Irregularity
from pitboss.showdown.progressive import Meters
from pitboss.table.evolve import evolve
from pitboss.table.players import check_not_settling, round_voided
from pitboss.table.showdown import events as e
from pitboss.table.showdown.commands import Command, CountedHand
from pitboss.table.showdown.reversal import is_settled, return_rest, reverse
from pitboss.table.showdown.setup import House
from pitboss.table.showdown.standing import applies
from pitboss.table.showdown.state import BACKS, State, reconstruct, rest_of_deck

Events = list[e.Event]


def call(house: House, state: State, command: Command, chance: object) -> Events:
    """An irregularity called by the staff: refused where the text knows none, or where it cannot have happened."""
    if command.what == "device_count":
        return _device_count(house, state, command)
    found = house.procedure.irregularities.get(command.what or "")
    if found is None:
        known = ", ".join((*house.procedure.irregularities, "device_count"))
        raise Refusal("unknown_irregularity", f"Call one of {known}; got {shown(command.what)}.")
    return CALLS[command.what or ""](house, state, command, found)


def _called(
    command: Command,
    what: str,
    effect: Effect,
    clause: str,
    position: int | None = None,
    card: str | None = None,
    cards: int | None = None,
) -> e.IrregularityCalled:
    """The event of a call: what was found, where, by whom, and what it does."""
    return e.IrregularityCalled(what, effect.name.lower(), clause, command.who or command.by, position, card, cards)


def _not_now(house: House, found: Irregularity, when: str) -> Refusal:
    return Refusal("not_now", f"This can be called {when}: {found.says}.", house.cite(found.clause))


def _dealing(state: State) -> bool:
    """Cards are still to be delivered, or the dealer's stack is just being covered."""
    return state.playing and state.next is not None and state.next.do in ("deal", "cover")


def _card_face_up(house: House, state: State, command: Command, found: Irregularity) -> Events:
    """One card is left out; a second voids the round, or after the deal of What The Flush the contest alone."""
    effect = Effect.VOID_ALL
    if not _dealing(state):
        racking = state.playing and state.next is not None and state.next.do == "rack_stub" and bool(state.stock)
        if not (found.after_the_deal and racking):
            raise _not_now(house, found, "while cards are being dealt")
        effect = found.after_the_deal
    if not state.stock:
        raise _not_now(house, found, "while cards are in the shoe or the deck")
    if state.face_up_found == 0 and not _runs_short(house, state, None, 1):
        effect = Effect.DISCARD
    clause = house.cite(found.clause)
    called = _called(command, "card_face_up", effect, clause, card=state.stock[0])
    return [called, *_consequence(house, state, effect, clause, None)]


def _drawn_in_error(house: House, state: State, command: Command, found: Irregularity) -> Events:
    if not _dealing(state):
        raise _not_now(house, found, "while cards are being dealt")
    return [_called(command, "drawn_in_error", Effect.NEXT_CARD, house.cite(found.clause))]


def _wrong_number(house: House, state: State, command: Command, found: Irregularity) -> Events:
    position = _hand_named(house, state, command, found)
    held = state.dealer if position is None else state.dealt.get(position, ())
    _check_number(house, state, command, found, position, len(held))
    effect, citation = found.effect, found.clause
    if position is None:
        effect, citation = found.at_dealer or effect, found.at_dealer_clause or citation
    if effect is Effect.VOID_HAND and _runs_short(house, state, position, (command.cards or 0) - len(held)):
        effect = Effect.VOID_ALL
    clause = house.cite(citation)
    called = _called(command, "wrong_number", effect, clause, position, cards=command.cards)
    return [called, *_consequence(house, state, effect, clause, position)]


def _runs_short(house: House, state: State, position: int | None, gone: int) -> bool:
    """Whether the deal could not be completed once `gone` more cards are off the deck (reading 51)."""
    ahead = [task for task in state.programme[state.at :] if task.do == "deal" and applies(house, state, task)]
    needed = sum(task.cards for task in ahead if not position or task.position != position)
    return needed > max(len(state.stock) - gone, 0)


def _hand_named(house: House, state: State, command: Command, found: Irregularity) -> int | None:
    """The position meant, None for the dealer; it must have been dealt cards in this round (reading 50)."""
    over = state.results is not None if found.until_revealed else state.settling and house.edition == FIRST
    if not state.playing or over:
        until = "hand is revealed" if found.until_revealed else "cards are collected"
        raise _not_now(house, found, f"from the deal until the dealer's {until}")
    whose = command.whose or ("player" if command.position is not None else "dealer")
    if whose not in ("dealer", "player") or (whose == "player") != (command.position is not None):
        raise Refusal("whose_hand", "Say whose hand: 'whose' dealer, or a 'position'.", house.cite(found.clause))
    if whose not in found.whose:
        raise Refusal(
            "not_irregular",
            f"Go on: at the {whose}'s hand the text knows no such irregularity.",
            house.cite(found.clause),
        )
    if command.position is not None and command.position in state.bets and state.bets[command.position].void:
        raise Refusal("already_void", "Go on: this hand is void already.", house.cite(found.clause), command.position)
    if whose == "dealer":
        if not state.dealer:
            raise _not_now(house, found, "once the dealer has cards")
        return None
    passed_over = command.what == "wrong_number" and _dealing(state) and command.position in state.bets
    picked_up = command.what in ("wrong_number", "communication") and command.position in state.dealt
    if command.position not in state.hands and not passed_over and not picked_up:
        raise Refusal("no_hand", "There is no hand at this position.", house.cite(found.clause), command.position)
    return command.position


def _check_number(
    house: House, state: State, command: Command, found: Irregularity, position: int | None, held: int
) -> None:
    clause = house.cite(found.clause)
    # Cards that were laid aside lie in the rack; a hand that was picked up lies there as a whole.
    least = held - len(state.hands[position]) if position in state.hands else 0
    if command.cards is None:
        raise Refusal("field_missing", "Say how many 'cards' the hand has.", clause)
    if command.cards == held:
        raise Refusal("number_is_right", f"Go on: {held} cards are the right number here.", clause)
    if not least <= command.cards <= held + len(rest_of_deck(state)):
        raise Refusal("number_impossible", "Count again: one hand cannot have this number of cards.", clause)


def _card_exposed(house: House, state: State, command: Command, found: Irregularity) -> Events:
    """Call a card exposed that lies face down. The text says which places count."""
    if not state.playing or state.results is not None:
        raise _not_now(house, found, "from the deal until the dealer's hand is revealed")
    whose, position = _place_named(house, state, command, found)
    if state.void_wagers:
        raise Refusal("already_void", "Go on: the contest is void already.", house.cite(found.clause))
    if found.effect is Effect.VOID_CONTEST and not _before_last_decision(state):
        raise _not_now(house, found, "until every player has decided")
    hidden = [card for card in _cards_at(house, state, found, whose, position) if card not in state.shown]
    if not hidden:
        raise _not_now(house, found, "of a card that lies face down")
    clause = house.cite(found.clause)
    place = whose if whose in UNDEALT else msgspec.UNSET
    card = _card_seen(house, state, command, found, hidden, whose, position)
    called = e.IrregularityCalled(
        "card_exposed", found.effect.name.lower(), clause, command.who or command.by, position, card, whose=place
    )
    return [called, *_consequence(house, state, found.effect, clause, position)]


LONGEST_POSITION = 3
"""Digits of a position that is written as text."""

UNDEALT = ("stub", "shoe")
"""Places of cards that belong to no hand."""


def _place_named(house: House, state: State, command: Command, found: Irregularity) -> tuple[str, int | None]:
    """Where the exposed card was: `dealer`, `stub`, `shoe`, or `player` and a position."""
    clause, whose, position = house.cite(found.clause), command.whose, command.position
    if isinstance(whose, int) or (whose and whose.isdecimal() and len(whose) <= LONGEST_POSITION):
        if position not in (None, int(whose)):
            raise Refusal("whose_hand", "Name one position: 'whose' and 'position' differ.", clause)
        whose, position = "player", int(whose)
    whose = whose or ("dealer" if position is None else "player")
    if whose not in ("dealer", "player", *UNDEALT) or (whose == "player") != (position is not None):
        message = "Say whose card: 'whose' dealer, stub or shoe, or a 'position'."
        raise Refusal("whose_hand", message, clause)
    if whose not in found.whose and not (whose == "shoe" and _stack_in_shoe(house, state)):
        place = f"the {whose}'s hand" if whose in ("dealer", "player") else f"the {whose}"
        raise Refusal(
            "not_irregular", f"Go on: under this text an exposed card of {place} is not an irregularity.", clause
        )
    return whose, position


def _cards_at(house: House, state: State, found: Irregularity, whose: str, position: int | None) -> tuple[str, ...]:
    """The cards of a place. Those of a hand that was folded or void count too, wherever they lie now."""
    if whose == "dealer":
        cards = state.dealer or _stack_in_shoe(house, state)
        if not cards:
            raise _not_now(house, found, "once the dealer has cards")
        return cards
    if whose == "shoe":
        cards = state.stock if "shoe" in found.whose else _stack_in_shoe(house, state)
        if not cards:
            raise _not_now(house, found, "while cards are in the shoe or the deck")
        return cards
    if whose == "stub":
        return rest_of_deck(state) + reconstruct(state.rack, state.pickups).get("burnt", ())
    assert position is not None
    if position not in state.dealt:
        raise Refusal("no_hand", "There is no hand at this position.", house.cite(found.clause), position)
    return state.hands.get(position) or state.dealt[position]


def _stack_in_shoe(house: House, state: State) -> tuple[str, ...]:
    """The dealer's stack, which is in the automated shoe after all players have theirs."""
    if state.dealer or house.method(state.dealing).cover is None:
        return ()
    ahead = [task for task in state.programme[state.at :] if task.do == "deal"]
    return state.stock[: ahead[0].cards] if ahead and not ahead[0].position else ()


def _card_seen(
    house: House,
    state: State,
    command: Command,
    found: Irregularity,
    hidden: list[str],
    whose: str,
    position: int | None,
) -> str | None:
    """The card for the record: the one named, or the last hidden one of a hand on the table.

    A wrong name is not refused, because a refusal would reveal where the card is. No card is recorded then.
    """
    if command.card is not None:
        if command.card not in CARDS:
            message = f"Write the card like Ah, Td or 2c; got {shown(command.card)}."
            raise Refusal("unknown_card", message, house.cite(found.clause))
        if command.card in state.shown:
            expose = house.procedure.completion.expose.get(house.jurisdiction)
            turned = expose is not None and command.card == state.turned
            clause = house.cite(expose.clause if expose and turned else found.clause)
            raise Refusal("not_irregular", "Go on: this card is already face up.", clause, position)
        return command.card if command.card in hidden else None
    on_the_table = state.dealer if whose == "dealer" else state.hands.get(position or 0, ())
    return hidden[-1] if on_the_table else None


def _before_last_decision(state: State) -> bool:
    return any(task.do == "decide" for task in state.programme[state.at :])


def _shuffler_jam(house: House, state: State, command: Command, found: Irregularity) -> Events:
    """The cards are shuffled again: the shuffle is still the next thing to do."""
    if state.shuffler == "none" or state.next is None or state.next.do != "shuffle":
        raise _not_now(house, found, "while a shuffling device is shuffling")
    return [_called(command, "shuffler_jam", Effect.RESHUFFLE, house.cite(found.clause))]


def _shoe_jam(house: House, state: State, command: Command, found: Irregularity) -> Events:
    if not house.method(state.dealing).in_stacks or not _dealing(state):
        raise _not_now(house, found, "while an automated shoe is dealing")
    clause = house.cite(found.clause)
    return [_called(command, "shoe_jam", Effect.VOID_ALL, clause), *_void_all(house, state, clause)]


def _communication(house: House, state: State, command: Command, found: Irregularity) -> Events:
    """Every wager of the round is forfeited, at all the player's positions."""
    position = _hand_named(house, state, command, found)
    assert position is not None
    player = state.bets[position].player
    stakes = {
        place: dict(bet.layout)
        for place, bet in sorted(state.bets.items())
        if bet.player == player and not bet.void and not bet.forfeit
    }
    clause = house.cite(found.clause)
    called = _called(command, "communication", Effect.FORFEIT, clause, position)
    return [called, e.Forfeited(player, stakes, clause, FORFEIT)]


CALLS = {
    "card_face_up": _card_face_up,
    "drawn_in_error": _drawn_in_error,
    "wrong_number": _wrong_number,
    "card_exposed": _card_exposed,
    "shuffler_jam": _shuffler_jam,
    "shoe_jam": _shoe_jam,
    "communication": _communication,
}


def _device_count(house: House, state: State, command: Command) -> Events:
    """A counting device shows another number than 52 after a shuffle: the deck leaves the table."""
    counting = house.method(state.dealing).counting_device
    if state.shuffler != "counting_device" or counting is None:
        clause = house.cite(counting or house.method(state.dealing).count)
        raise Refusal("no_counting_device", "Count the stub: here no shuffling device counts the deck.", clause)
    clause = house.cite(counting)
    just_shuffled = state.at > 0 and state.programme[state.at - 1].do == "shuffle"
    in_device = just_shuffled and state.programme[state.at - 1].other
    if state.playing or not just_shuffled:
        raise Refusal("not_now", "This can be called right after the device has shuffled.", clause)
    if command.counted is None or not 0 <= command.counted <= 2 * DECK_SIZE or command.counted == DECK_SIZE:
        raise Refusal("count_is_right", f"Give the number 'counted': any other than {DECK_SIZE} is wrong.", clause)
    if state.bets:
        raise Refusal("round_in_progress", "Have the wagers taken back first: the deck must be replaced.", clause)
    back = BACKS[1 - state.deck if in_device else state.deck]
    return [
        _called(command, "device_count", Effect.REMOVE_DECK, clause, cards=command.counted),
        e.DeckRemoved(back, command.counted, clause, in_device),
    ]


Counted = dict[int | None, tuple[int, int]]
"""From a position, or None for the dealer, to the cards found in its hand and the number it was dealt."""


def hands_counted(house: House, state: State, command: Command) -> Counted:
    """The hands that were counted with the stub, one or several."""
    clause = house.cite(house.method(state.dealing).wrong_count)
    if command.cards is None and (command.position is not None or command.whose is not None):
        raise Refusal("field_missing", "Say how many 'cards' the hand has.", clause, command.position)
    one = () if command.cards is None else (CountedHand(command.cards, command.position, command.whose),)
    found: Counted = {}
    for each in (*one, *(command.hands or ())):
        position = _hand_counted(state, each, clause)
        if position in found or (one and command.hands):
            raise Refusal("whose_hand", "Name each counted hand once, and all of them in 'hands'.", clause)
        found[position] = each.cards, len(state.dealer if position is None else state.dealt[position])
    return found


def _hand_counted(state: State, counted: CountedHand, clause: str) -> int | None:
    """The position whose hand was counted, None for the dealer's."""
    if not 0 <= counted.cards <= DECK_SIZE:
        raise Refusal("count_impossible", f"Count again: a hand has 0 to {DECK_SIZE} cards.", clause)
    if counted.whose not in (None, "dealer") or (counted.whose is None) == (counted.position is None):
        raise Refusal("whose_hand", "Say whose hand was misdealt: 'whose' dealer, or a 'position'.", clause)
    if counted.position is not None and counted.position not in state.dealt:
        raise Refusal("no_hand", "There is no hand at this position.", clause, counted.position)
    return counted.position


def wrong_count(house: House, state: State, command: Command, counted: int, hands: Counted) -> Events:
    """A wrong count of the stub or of hands: the cards were misdealt from 52, or the deck is incomplete.

    The total is that of the stub and all hands. A hand that was not counted has the cards it was dealt.
    """
    clause = house.cite(house.method(state.dealing).wrong_count)
    total = counted + DECK_SIZE - len(state.stock) + sum(cards - right for cards, right in hands.values())
    voided = _void_all(house, state, clause)
    if total == DECK_SIZE:
        return [_misdealt(command, clause, hands), *voided]
    called = _called(command, "wrong_count", Effect.REMOVE_DECK, clause, cards=counted)
    if hands and house.edition > FIRST:
        called = msgspec.structs.replace(called, hands=_rows(hands))
    return [called, *voided, e.DeckRemoved(BACKS[state.deck], total, clause)]


def _misdealt(command: Command, clause: str, hands: Counted) -> e.IrregularityCalled:
    if len(hands) == 1:
        ((position, (cards, _)),) = hands.items()
        return _called(command, "wrong_number", Effect.VOID_ALL, clause, position, cards=cards)
    called = _called(command, "wrong_number", Effect.VOID_ALL, clause)
    return msgspec.structs.replace(called, hands=_rows(hands))


def _rows(hands: Counted) -> tuple[e.HandCounted, ...]:
    return tuple(e.HandCounted(cards, position) for position, (cards, _) in hands.items())


def void_round(house: House, state: State, command: Command, chance: object) -> Events:
    """Void the round after a fault of the system or for a supervisor's reason: every wager goes back."""
    if house.edition == FIRST:
        check_not_settling(state.settling)
    called = round_voided(command)
    if state.playing:
        return [called, *_void_all(house, state, called.clause)]
    if not state.bets:
        raise Refusal("nothing_to_void", "Go on: no wager lies on the table.", called.clause)
    cleared = [e.BetCleared(bet.player, position, bet.stakes) for position, bet in sorted(state.bets.items())]
    return [called, *cleared]


def _consequence(house: House, state: State, effect: Effect, clause: str, position: int | None) -> Events:
    if effect is Effect.VOID_ALL:
        return _void_all(house, state, clause)
    if effect is Effect.VOID_HAND:
        assert position is not None
        return _void(house, state, [position], False, clause)
    if effect is Effect.VOID_CONTEST and not state.void_wagers:
        return [_contest_voided(house, state, clause)]
    return []


def _void_all(house: House, state: State, clause: str) -> Events:
    return _void(house, state, sorted(state.bets), True, clause)


def _void(house: House, state: State, positions: list[int], all_hands: bool, clause: str) -> Events:
    """Return wagers. Settled ones are reversed first, or stand, by the house's option (reading 130)."""
    if not is_settled(state, positions):
        return [_voided(house, state, positions, all_hands, clause)]
    if house.rules.options[VOID_REVERSES_SETTLED.name]:
        reversed_ = reverse(house, state, positions, clause)
        after = cast(State, evolve(house, state, reversed_))
        return [reversed_, _voided(house, after, positions, all_hands, clause)]
    rest = return_rest(house, state, positions, all_hands, clause)
    return [rest] if rest.stakes or all_hands else []


def _voided(house: House, state: State, positions: list[int], all_hands: bool, clause: str) -> e.HandsVoided:
    """Everything staked goes back: from the layout, and from the tray what was already collected.

    Another table of the group may have emptied the meters since: shares come off as far as they are still there.
    """
    live = [place for place in positions if not state.bets[place].void]
    bets = {place: state.bets[place] for place in live}
    progressive = house.rules.progressive
    returned = [place for place in live if place in state.progressive_in]
    shares = progressive.contribute(Meters(0, 0), len(returned)) if progressive else Meters(0, 0)
    return e.HandsVoided(
        all_hands,
        {place: dict(bet.layout) for place, bet in bets.items()},
        {place: sum(bet.stakes.values()) - sum(bet.layout.values()) - bet.returned for place, bet in bets.items()},
        {place: bet.player for place, bet in bets.items()},
        min(shares.main, state.main),
        min(shares.secondary, state.secondary),
        clause,
        why=VOID,
    )


def _contest_voided(house: House, state: State, clause: str) -> e.WagersVoided:
    """Ante and later wagers go back, a folded ante too (reading 34)."""
    contest = (house.rules.ante, *(step.name for step in house.game.decisions))
    bets = {place: bet for place, bet in sorted(state.bets.items()) if not bet.void and not bet.forfeit}
    stakes = {
        place: {name: cents for name, cents in bet.layout.items() if name in contest} for place, bet in bets.items()
    }
    tray = {
        place: sum(cents for name, cents in bet.stakes.items() if name in contest and name not in bet.layout)
        for place, bet in bets.items()
    }
    return e.WagersVoided(stakes, tray, {place: bet.player for place, bet in bets.items()}, contest, clause, VOID)
