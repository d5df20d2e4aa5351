"""The wagers placed before the deal, and taken back; a box that several players share."""

from typing import Any

from pitboss.refusal import Refusal
from pitboss.shoe.rounds import not_offered
from pitboss.shoe.settlement import check_wagers
from pitboss.table import events as table
from pitboss.table.events import Events
from pitboss.table.players import (
    bets_not_open,
    check_held,
    check_limit,
    check_position,
    check_tender,
    position_of,
    read_chips,
    seat_of,
)
from pitboss.table.shoe import events as e
from pitboss.table.shoe.commands import Command
from pitboss.table.shoe.setup import House
from pitboss.table.shoe.state import Box, Party, State


def bet(house: House, state: State, command: Command, chance: object) -> Events:
    """The whole of a player's wagers on a box, in place of what lies there."""
    position, who = position_of(command), command.who
    seat_of(house, state, who)
    _check_open(house, state, position)
    check_tender(house, command.tender, position)
    check_position(house, state, position)
    _check_boxes(house, state, who, position)
    _check_may_join(house, state, who, position)
    given = command.wagers or {}
    try:
        stakes = _read_stakes(house, given)
    except Refusal as refusal:
        raise refusal.at(position) from None
    box = state.boxes.get(position)
    before = box.party_of(who) if box else None
    check_held(state, who, sum(stakes.values()) - (sum(before.stakes.values()) if before else 0), position)
    chips = {wager: dict(each) for wager, each in given.items() if isinstance(each, dict)}
    placed = table.BetPlaced(who, position, stakes, 0, chips)
    if box is None or before is None:
        return [placed]
    return [table.BetCleared(who, position, before.stakes), placed, *_place_kept(house, position, box, before)]


def _place_kept(house: House, position: int, box: Box, before: Party) -> Events:
    """Only where others would come before the wager that is placed anew."""
    place = box.parties.index(before) + 1
    if place == len(box.parties):
        return []
    return [e.PlaceKept(before.player, position, place, house.cite(house.procedure.wagers.decides))]


def _check_open(house: House, state: State, position: int) -> None:
    if state.betting:
        return
    if state.playing:
        message = "Wait for the next round: no wager is made, increased or withdrawn after no more bets."
        raise Refusal("bets_closed", message, house.cite(house.procedure.wagers.close), position)
    raise bets_not_open(state, position)


def _check_boxes(house: House, state: State, who: str, position: int) -> None:
    """One box, unless the house allows more."""
    own = {place for place, box in state.boxes.items() if box.party_of(who)} | {position}
    most = house.boxes_per_player
    if len(own) > most:
        allowed = "one box" if most == 1 else f"{most} boxes"
        clause = house.cite(house.procedure.wagers.boxes)
        raise Refusal("too_many_boxes", f"Wager on {allowed} at most: this house allows no more.", clause, position)


def _check_may_join(house: House, state: State, who: str, position: int) -> None:
    """On a box that is another player's: if the house, the number of players and the first of them allow it."""
    box, seated = state.boxes.get(position), state.seats.get(position, who)
    shared = house.game.shared
    clause = house.cite(shared.clause if shared else house.procedure.wagers.boxes)
    if box and box.party_of(who):
        return
    if seated != who and not (box and box.party_of(seated)):
        message = "Choose another box: at this one somebody sits, and has no wager on it yet."
        raise Refusal("position_taken", message, clause, position)
    if box is None:
        return
    if house.players_per_box == 1:
        raise Refusal("position_taken", "Choose another box: here a box is one player's.", clause, position)
    if len(box.parties) >= house.players_per_box:
        most = house.players_per_box
        raise Refusal("box_too_full", f"Choose another box: {most} players wager on this one.", clause, position)
    _check_shared_boxes(house, state, box, position)
    if not box.party_of(state.consents.get(position, "")):
        message = "Ask the first player on this box: without consent nobody else wagers on it."
        raise Refusal("consent_missing", message, clause, position)


def _check_shared_boxes(house: House, state: State, box: Box, position: int) -> None:
    """A box with a second player is one more that is shared."""
    shared = sum(len(each.parties) > 1 for each in state.boxes.values())
    if len(box.parties) == 1 and shared >= house.shared_boxes and house.game.shared:
        message = f"Choose another box: this table allows {house.shared_boxes} shared boxes."
        raise Refusal("too_many_shared_boxes", message, house.cite(house.game.shared.limits), position)


def _read_stakes(house: House, given: dict[str, Any]) -> dict[str, int]:
    if not given:
        raise Refusal("no_wagers", "Place at least one wager, or clear the box.")
    game = house.game
    later = game.attack.clause if game.attack else game.insurance.limit
    for wager in given:
        if wager not in house.before_deal:
            if wager in house.rules.offered:
                clause = house.cite(later if wager != game.insurance.name else game.insurance.limit)
                raise Refusal("wager_too_early", f"Wait with the {wager}: the dealer's card comes first.", clause)
            raise not_offered(house.rules, wager)
    stakes = {wager: read_chips(house, given[wager], wager) for wager in house.before_deal if wager in given}
    if game.bet.name not in stakes:
        message = "Place the bet: without it no other wager stands."
        raise Refusal("bet_missing", message, house.cite(game.bet.clause))
    check_wagers(house.rules, (), stakes)
    for wager, cents in stakes.items():
        check_limit(house, wager, cents)
    return stakes


def clear(house: House, state: State, command: Command, chance: object) -> Events:
    position = position_of(command)
    _check_open(house, state, position)
    box = state.boxes.get(position)
    party = box.party_of(command.who) if box else None
    if party is None:
        raise Refusal("nothing_to_clear", "There is no wager of yours on this box.", None, position)
    return [table.BetCleared(command.who, position, party.stakes)]


def consent(house: House, state: State, command: Command, chance: object) -> Events:
    """The first player on a box lets others wager on it."""
    position, shared = position_of(command), house.game.shared
    clause = house.cite(shared.clause if shared else house.procedure.wagers.boxes)
    if house.players_per_box == 1:
        raise Refusal("box_not_shared", "Keep the box to yourself: here a box is one player's.", clause, position)
    _check_open(house, state, position)
    box = state.boxes.get(position)
    if box is None or box.parties[0].player != command.who:
        message = "Only the player who wagered first on this box can do this."
        raise Refusal("not_first_on_box", message, clause, position)
    return [e.BoxShared(command.who, position, clause)]
