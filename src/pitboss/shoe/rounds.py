"""Reading a finished round of a shoe game: from the JSON form to cards and cents, refusing what is not one.

Whether the round follows the game's rules is settlement's business.
"""

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from pitboss.money import read_wager, write_money
from pitboss.refusal import Refusal, misshapen, shown, spoken
from pitboss.shoe.hands import read_hand

if TYPE_CHECKING:
    from pitboss.shoe.rules import Rules


class HandForm(msgspec.Struct, forbid_unknown_fields=True):
    """A hand as files have it. `doubled`: an amount, or with redoubling a list of them or their sum."""

    cards: str
    doubled: Any = None
    rescued: bool = False
    surrendered: bool = False
    void: bool = False


class ShareForm(msgspec.Struct, forbid_unknown_fields=True):
    """What another player on the box did with one of its hands."""

    doubled: Any = None
    rescued: bool = False
    surrendered: bool = False


class OtherForm(msgspec.Struct, forbid_unknown_fields=True):
    """Another player on the box. `hands` has an entry for each hand of the box, null where there is no wager on it."""

    player: str
    wagers: dict[str, Any]
    hands: list[ShareForm | None] | None = None


class PositionForm(msgspec.Struct, forbid_unknown_fields=True):
    """A position as files have it. `dealt`: the first two cards, where hands after splits leave them open."""

    position: int
    wagers: dict[str, Any]
    hands: list[HandForm]
    dealt: str | None = None
    player: str | None = None
    others: list[OtherForm] | None = None
    void: bool = False
    forfeit: bool = False


class RoundForm(msgspec.Struct, forbid_unknown_fields=True):
    """A round as files have it. `card_reader`: false where the hole card was not checked before hands were played.

    `discards_dealt`: true where the shoe ran out and the discards were dealt again, so that one card may stand twice.
    """

    game: Any
    dealer: str
    positions: list[PositionForm]
    jurisdiction: Any = None
    options: Any = None
    void: list[str] | None = None
    card_reader: bool = True
    discards_dealt: bool = False
    id: Any = None


class Share(msgspec.Struct):
    """One player's wagers on one hand, in cents, and what that player gave up. `last`: what the last double added."""

    stakes: dict[str, int]
    last: int
    rescued: bool
    surrendered: bool


class Party(msgspec.Struct):
    """One player on a box: side wagers, and a share of each hand, None where there is no wager on it."""

    player: str
    stakes: dict[str, int]
    shares: list[Share | None]


class Hand(msgspec.Struct):
    """The cards of a hand; `doubles` is how often it was doubled."""

    cards: tuple[str, ...]
    doubles: int
    void: bool


class Box(msgspec.Struct):
    """A betting position with its hands. The first party called the decisions."""

    position: int
    player: str | None
    hands: list[Hand]
    parties: list[Party]
    first_two: tuple[str, ...]
    void: bool
    forfeit: bool

    def is_split(self) -> bool:
        return len(self.hands) > 1


class Round(msgspec.Struct):
    """A finished round, read but not yet judged."""

    dealer: tuple[str, ...]
    boxes: list[Box]
    void: frozenset[str]
    card_reader: bool
    discards_dealt: bool
    id: Any


def form_of(data: Any) -> RoundForm:
    """The round in a JSON-like mapping."""
    if not isinstance(data, Mapping):
        raise Refusal("not_a_round", "Write a round as an object with 'game', 'dealer' and 'positions'.")
    try:
        return msgspec.convert(dict(data), RoundForm)
    except msgspec.ValidationError as error:
        raise misshapen(error) from None


def read_round(rules: "Rules", form: RoundForm) -> Round:
    if not form.positions:
        raise Refusal("positions_missing", "List at least one betting position under 'positions'.")
    void = frozenset(form.void or ())
    for wager in form.void or ():
        if wager not in rules.game.wagers():
            raise Refusal("unknown_wager", f"{rules.game.title} has no wager {shown(wager)} that could be void.")
    dealer = read_hand(form.dealer, "the dealer")
    boxes = []
    for position in form.positions:
        try:
            boxes.append(_read_box(rules, position))
        except Refusal as refusal:
            raise refusal.at(position.position) from None
    read = Round(dealer, boxes, void, form.card_reader, form.discards_dealt, form.id)
    _check_each_position_once(rules, boxes)
    _check_cards_are_in_the_shoe(rules, read)
    return read


def _read_box(rules: "Rules", form: PositionForm) -> Box:
    if form.void and form.forfeit:
        raise Refusal("void_and_forfeit", "Say either 'void' or 'forfeit': a void hand has nothing to forfeit.")
    if not 1 <= form.position <= rules.game.positions:
        raise Refusal(
            "position_out_of_range",
            f"Number the position 1 to {rules.game.positions}; got {shown(form.position)}.",
            rules.cite(rules.game.positions_clause),
        )
    if not form.hands and not form.void:
        raise Refusal("hands_missing", 'List the position\'s hand under \'hands\', as [{"cards": "8s 3d Kh"}].')
    hands, shares, stakes = [], list[Share | None](), _read_stakes(rules, form.wagers)
    for each in form.hands:
        doubled = read_doubled(rules, each.doubled, stakes)
        hands.append(Hand(read_hand(each.cards, "this position"), doubled.times, each.void))
        shares.append(_share(rules, stakes, doubled, each))
    parties = [Party(form.player or "", stakes, shares)]
    parties += [_read_other(rules, each, hands) for each in form.others or ()]
    first_two = _first_two(form, hands)
    return Box(form.position, form.player, hands, parties, first_two, form.void, form.forfeit)


def _first_two(form: PositionForm, hands: list[Hand]) -> tuple[str, ...]:
    """After a split they head the first two hands, unless the round says otherwise."""
    if form.dealt is not None:
        dealt = read_hand(form.dealt, "this position")
        heads = Counter(hand.cards[0] for hand in hands if hand.cards) if len(hands) > 1 else None
        held = Counter(dealt)
        fits = held <= heads if heads is not None else dealt == hands[0].cards[:2] if hands else True
        if len(dealt) != 2 or not fits:
            raise Refusal("dealt_malformed", "Give under 'dealt' the first two cards, which the hands must hold.")
        return dealt
    if len(hands) > 1:
        return hands[0].cards[:1] + hands[1].cards[:1]
    return hands[0].cards[:2] if hands else ()


def _read_stakes(rules: "Rules", wagers: dict[str, Any]) -> dict[str, int]:
    game = rules.game
    for name in wagers:
        if name not in rules.offered:
            raise not_offered(rules, name)
    stakes = {name: read_wager(amount, name) for name, amount in wagers.items()}
    if game.bet.name not in stakes:
        raise Refusal("bet_missing", "Place the bet: without it no other wager stands.", rules.cite(game.bet.clause))
    return stakes


def not_offered(rules: "Rules", wager: str) -> Refusal:
    game = rules.game
    side = next((side for side in (game.match, game.bust_it) if side and side.name == wager), None)
    if side:
        message = f"Take the {spoken(wager)} back: this table does not offer it."
        return Refusal("wager_not_offered", message, rules.cite(side.clause))
    if wager == "doubled":
        message = 'Put what was doubled with its hand: {"cards": "8s 3d Kh", "doubled": "25.00"}.'
        return Refusal("wager_too_early", message, rules.cite(game.double.clause))
    placed = ", ".join(name for name in game.wagers() if name in rules.offered)
    return Refusal("unknown_wager", f"{game.title} has no wager {shown(wager)}; it has {placed}.")


def on_hand(rules: "Rules", stakes: dict[str, int]) -> dict[str, int]:
    """The wagers that every hand of the position has."""
    return {name: stakes[name] for name in rules.on_hand if name in stakes}


def most_beside(rules: "Rules", stakes: dict[str, int]) -> dict[str, int]:
    """How much each wager may be that has its limit in what else one player has on a box."""
    game, bet = rules.game, stakes[rules.game.bet.name]
    limited = (game.attack, game.bust_it)
    found = {wager.name: bet for wager in limited if wager}
    return found | {game.insurance.name: sum(on_hand(rules, stakes).values()) // 2}


def _share(rules: "Rules", stakes: dict[str, int], doubled: "Doubled", form: HandForm | ShareForm) -> Share:
    own = on_hand(rules, stakes)
    if doubled.whole:
        own["doubled"] = doubled.whole
    return Share(own, doubled.last, form.rescued, form.surrendered)


class Doubled(NamedTuple):
    """How often a hand was doubled, what that added in all, and what the last time added."""

    times: int
    whole: int
    last: int


def read_doubled(rules: "Rules", given: Any, stakes: dict[str, int]) -> Doubled:
    if given is None:
        return Doubled(0, 0, 0)
    clause = rules.cite(rules.game.double.clause)
    standing = sum(on_hand(rules, stakes).values())
    if isinstance(given, list):
        if not given:
            raise Refusal("money_malformed", "Leave 'doubled' out where nothing was doubled.")
        added = [read_wager(each, "doubled") for each in given]
        _check_times(rules, len(added))
        for amount in added:
            if amount > standing:
                raise _over(amount, standing, clause)
            standing += amount
        return Doubled(len(added), sum(added), added[-1])
    whole = read_wager(given, "doubled")
    # A sum with redoubling: as few doubles as can have added so much.
    times, before, most = 1, 0, standing
    while whole > most and times < rules.doubles:
        times, before, most = times + 1, most, 2 * most + standing
    if whole > most:
        raise _over(whole, most, clause)
    return Doubled(times, whole, whole - before)


def _check_times(rules: "Rules", times: int) -> None:
    if times > rules.doubles:
        double = rules.game.double
        if rules.doubles == 1:
            clause = double.redouble_clause or double.clause
            raise Refusal("double_twice", "Double a hand once: this table does not redouble.", rules.cite(clause))
        raise Refusal(
            "double_over_limit",
            f"Double a hand at most {rules.doubles} times; it was doubled {times} times.",
            rules.cite(double.redouble_clause or double.clause),
        )


def _over(amount: int, most: int, clause: str) -> Refusal:
    return Refusal(
        "double_over_limit",
        f"Double by at most {write_money(most)}, what stands on the hand; it is {write_money(amount)}.",
        clause,
    )


def _read_other(rules: "Rules", form: OtherForm, hands: list[Hand]) -> Party:
    shared = rules.game.shared
    if shared is None:
        raise Refusal("box_not_shared", f"Take the others off the box: {rules.game.title} has one player on each.")
    stakes = _read_stakes(rules, form.wagers)
    given = form.hands
    if given is None:
        given = [ShareForm() for _ in hands]
    if len(given) != len(hands):
        raise Refusal(
            "shares_malformed",
            f"Say of each of the box's {len(hands)} hands what {shown(form.player)} has on it, null for nothing.",
            rules.cite(shared.splits),
        )
    if hands and not any(given):
        raise Refusal(
            "split_not_covered",
            f"Name the hand on which the wager of {shown(form.player)} stands: it cannot stand on none.",
            rules.cite(shared.splits),
        )
    shares = list[Share | None]()
    for hand, each in zip(hands, given, strict=True):
        if each is None:
            shares.append(None)
            continue
        doubled = read_doubled(rules, each.doubled, stakes)
        if doubled.times > hand.doubles:
            raise Refusal(
                "double_not_called",
                f"Take the double of {shown(form.player)} back: who called the decisions did not double this hand.",
                rules.cite(shared.doubles),
            )
        shares.append(_share(rules, stakes, doubled, each))
    return Party(form.player, stakes, shares)


def _check_each_position_once(rules: "Rules", boxes: list[Box]) -> None:
    seen = set()
    for box in boxes:
        if box.position in seen:
            raise Refusal(
                "position_twice",
                f"Position {box.position} stands in the round twice; each betting position stands once.",
                rules.cite(rules.game.positions_clause),
                box.position,
            )
        seen.add(box.position)


def _check_cards_are_in_the_shoe(rules: "Rules", read: Round) -> None:
    """No rank that was taken out, and no card more often than there are decks, unless discards were dealt again."""
    shoe, decks = rules.game.shoe, rules.decks
    piles = [(None, read.dealer), *((box.position, hand.cards) for box in read.boxes for hand in box.hands)]
    dealt: Counter[str] = Counter()
    for position, cards in piles:
        dealt.update(cards)
        for card in cards:
            if card[0] == shoe.without:
                message = f"Take the {card} out: the shoe holds no tens, and one found there is not used."
                raise Refusal("ten_in_shoe", message, rules.cite(shoe.found), position)
            if dealt[card] > decks and not read.discards_dealt:
                message = f"The {card} is in this round {dealt[card]} times: a shoe of {decks} decks has {decks}."
                raise Refusal("card_too_often", message, rules.cite(shoe.clause), position)
