"""The words in which the handling of cards and chips at a table is declared: a game's `Procedure`.

The table plays it out step by step. A step is named once here and cited once in each game, so that whoever is told
"not yet" is told by which clause.
"""

import re
from collections.abc import Callable, Mapping
from enum import Enum

import msgspec

from pitboss.regulations.citation import Citation

DECK_SIZE = 52
LEAST_CUT = 10
ROUNDS_PER_COUNT = 5
"""The stub is counted at least once in so many rounds."""


class Step(msgspec.Struct, frozen=True):
    """Something that must be done at its place in the order of play: by whom, by which clause."""

    by: str
    clause: Citation


class Give(msgspec.Struct, frozen=True):
    """Cards to one kind of place: `players` (each in turn, clockwise from the dealer's left), `dealer`, `community`.

    `burn` goes to the discard rack. `extra` is a packet whose card number `keeps` joins the dealer's hand face up and
    whose other cards go to the rack unseen. A pile grows upwards: its first card is its bottom card.
    """

    to: str
    cards: int
    face_up: bool = False
    keeps: int = 0


Street = tuple[Give, ...]
"""What is dealt before a decision, or after the last one."""


class Method(msgspec.Struct, frozen=True):
    """A way to deal: from a manual shoe, from the hand, from an automated shoe in stacks."""

    says: str
    streets: tuple[Street, ...]
    allowed: Citation
    load: Citation
    close: Citation
    deal: Citation
    stub: Citation
    count: Citation
    wrong_count: Citation
    counting_device: Citation | None = None
    needs_shuffler: Citation | None = None
    in_stacks: bool = False
    positions: int = 6
    deal_dealer: Citation | None = None
    cover: Citation | None = None
    uncover: Citation | None = None
    jurisdictions: tuple[str, ...] = ()

    def allowed_in(self, jurisdiction: str) -> bool:
        return not self.jurisdictions or jurisdiction in self.jurisdictions


class Effect(Enum):
    """What an irregularity does to the round."""

    DISCARD = "the card is not used and goes to the discard rack; a second one voids all hands"
    NEXT_CARD = "the card is used as the next one"
    VOID_ALL = "all hands are void and the cards are reshuffled"
    VOID_HAND = "that hand is void"
    VOID_CONTEST = "the contest's wagers are void, the bonus wagers are still honoured"
    RESHUFFLE = "the cards are reshuffled"
    REMOVE_DECK = "the deck is removed from the table"
    FORFEIT = "the player forfeits every wager of the round"


class Irregularity(msgspec.Struct, frozen=True):
    """Something that goes wrong, what it does, and by which clause. `at_dealer`: where the dealer's cards differ."""

    says: str
    effect: Effect
    clause: Citation
    at_dealer: Effect | None = None
    at_dealer_clause: Citation | None = None
    after_the_deal: Effect | None = None
    whose: tuple[str, ...] = ("dealer", "player")
    until_revealed: bool = True


BONUSES, CONTEST, ALL_WAGERS = "bonuses", "contest", ""
"""The wagers of one hand: those on the hand alone, those against the dealer, and both together."""


class HandOrder(msgspec.Struct, frozen=True):
    """The order in which the text settles the wagers of one hand. Of each part, losers are taken and winners paid."""

    parts: tuple[str, ...]
    clause: Citation


ANY_TEXT = ""
"""The key of an order that every jurisdiction of a game has."""


class Alternative(msgspec.Struct, frozen=True):
    """One order of settling: hand by hand, or each procedure for all hands before the next. From the dealer's right.

    `collect_last`: hands are settled one by one, but their cards are collected when all are settled. `take_sides` and
    `pay_sides`: where the text treats side wagers in a paragraph of their own. `within`: the order within one hand, by
    jurisdiction; left out where the text has none.
    """

    says: str
    by_hand: bool
    order: Citation
    reveal: Citation
    take: Citation
    pay: Citation
    collect: Citation
    collect_last: bool = False
    take_sides: Citation | None = None
    pay_sides: Citation | None = None
    within: Mapping[str, HandOrder] = {}


class Expose(msgspec.Struct, frozen=True):
    """A dealer's card turned up before the decisions: the top (last) or bottom (first) one of the pile."""

    top: bool
    clause: Citation


class Completion(msgspec.Struct, frozen=True):
    """From the end of the deal to the last card in the rack.

    `forfeits_at_once`: each fold is collected as it comes. `declares`: a folded player turns up what wins a bonus.
    `announces`: the dealer tells of the bonus hands too, placed or not.
    """

    examine: Citation
    forfeits: Citation
    reveal: Citation
    alternatives: Mapping[str, Alternative]
    dealer_cards: Citation
    pick_up: Citation
    forfeits_at_once: bool = False
    discards: Citation | None = None
    declares: Citation | None = None
    announces: Citation | None = None
    expose: Mapping[str, Expose] = {}


class WagerHandling(msgspec.Struct, frozen=True):
    """How wagers are made at the table, and where."""

    chips: Citation
    seated: Citation
    close: Citation
    limits: Mapping[str, Citation]
    positions: Citation
    most_positions: int


class ProgressiveHandling(msgspec.Struct, frozen=True):
    """What the dealer does with progressive wagers before the deal, and with their payouts after it.

    `verify` compares the chips with the sensors; `verify_payout` and `document_payout` come before a payout.
    `system`: the clause that lets only a table equipped for it offer the wager.
    """

    lock: Citation
    collect: Citation
    verify: Citation
    place: Citation
    verify_payout: Citation
    document_payout: Citation
    document: Citation
    reset: Citation
    system: Citation | None = None


class CardHandling(msgspec.Struct, frozen=True):
    """Cards from their arrival to the cut."""

    one_deck: Citation
    second_deck: Citation
    two_backs: Citation
    shuffled_while_other_plays: Citation
    alternate: Citation
    one_deck_in_rack: Citation
    steps: Mapping[str, Step]
    each_deck: Citation
    no_cut: Citation
    recut: Citation
    idle: Citation
    idle_both_decks: bool = False
    cover_cards: int = 1


class Procedure(msgspec.Struct, frozen=True):
    """Everything a game's text says about handling cards and chips."""

    cards: CardHandling
    wagers: WagerHandling
    methods: Mapping[str, Method]
    completion: Completion
    irregularities: Mapping[str, Irregularity]
    devices: Citation
    progressive: ProgressiveHandling | None = None

    def effects(self) -> frozenset[Effect]:
        """Everything that an irregularity of this text can do to a round."""
        found = [(each.effect, each.at_dealer, each.after_the_deal) for each in self.irregularities.values()]
        return frozenset(effect for effects in found for effect in effects if effect)


Cite = Callable[[str, str], Citation]
"""From a part of a text ("cards", "opening", "shuffle", ...) and a paragraph in it, such as "(c)1ii", to a citation."""


def in_brackets(paragraph: str) -> str:
    """`(c)1ii` as Massachusetts numbers it: `(c)(1)(ii)`."""
    return re.sub(
        r"(?<=\))(\d+)([ivx]*)", lambda found: "".join(f"({part})" for part in found.groups() if part), paragraph
    )


def card_handling(cite: Cite, cover_cards: int = 1) -> CardHandling:
    """The paragraphs on cards, opening and shuffling, which all these texts number alike."""
    return CardHandling(
        one_deck=cite("cards", "(a)"),
        second_deck=several(cite, "cards", "(b)", "(b)1"),
        two_backs=cite("cards", "(b)2"),
        shuffled_while_other_plays=cite("cards", "(b)3"),
        alternate=cite("cards", "(b)4"),
        one_deck_in_rack=cite("cards", "(b)5"),
        steps={
            "receive": Step("dealer", cite("opening", "(a)")),
            "inspect": Step("dealer", cite("opening", "(a)")),
            "verify": Step("floorperson", cite("opening", "(b)")),
            "spread": Step("dealer", cite("opening", "(b)")),
            "view": Step("player", cite("opening", "(c)")),
            "wash": Step("dealer", cite("opening", "(c)")),
            "stack": Step("dealer", cite("opening", "(c)")),
            "shuffle": Step("dealer", cite("shuffle", "(a)")),
            "cut": Step(
                "dealer",
                several(
                    cite,
                    "shuffle",
                    *("(c)1ii", "(b)2", "(b)", "(c)", "(c)1", "(c)1i", "(c)1iii", "(c)1iv", "(c)2"),
                ),
            ),
            "spread_idle": Step("dealer", cite("shuffle", "(e)")),
            "turn_up": Step("dealer", cite("shuffle", "(e)")),
        },
        each_deck=cite("opening", "(d)"),
        no_cut=cite("shuffle", "(b)1"),
        recut=cite("shuffle", "(d)"),
        idle=cite("shuffle", "(e)"),
        cover_cards=cover_cards,
    )


def several(cite: Cite, part: str, *paragraphs: str) -> Citation:
    """Paragraphs of one part that are carried out together."""
    return join(*(cite(part, paragraph) for paragraph in paragraphs))


def join(*citations: Citation) -> Citation:
    """One citation of several: the first of each jurisdiction is the one told."""
    found: dict[str, list[str]] = {}
    for citation in citations:
        for jurisdiction, ids in citation.clauses:
            known = found.setdefault(jurisdiction, [])
            known.extend(each for each in ids if each not in known)
    return Citation(tuple((jurisdiction, tuple(ids)) for jurisdiction, ids in found.items()))


def by_shoe(cite: Cite, says: str, streets: tuple[Street, ...], letters: str, deal: Citation | None = None) -> Method:
    """A manual shoe. `letters` are the paragraphs on closing, dealing, the stub, its count and a counting device."""
    close, order, stub, count, device = (f"({letter})" if letter != "-" else "" for letter in letters)
    return Method(
        says,
        streets,
        allowed=cite("shoe", "(a)"),
        load=cite("shoe", "(a)"),
        close=cite("shoe", close),
        deal=deal or cite("shoe", order),
        stub=cite("shoe", stub),
        count=several(cite, "shoe", count, count + "1"),
        wrong_count=cite("shoe", count + "2"),
        counting_device=cite("shoe", device) if device else None,
    )


def by_hand(cite: Cite, shoe: Method, letters: str, deal: Citation | None = None) -> Method:
    """From the dealer's hand, in the shoe's order. `letters`: dealing, the stub, its count."""
    order, stub, count = (f"({letter})" for letter in letters)
    return Method(
        "from the dealer's hand; a shuffling device is needed",
        shoe.streets,
        allowed=several(cite, "hand", "(a)", "(b)"),
        load=several(cite, "hand", "(b)2", "(b)2i", "(b)2ii"),
        close=cite("hand", "(b)3"),
        deal=deal or cite("hand", order),
        stub=cite("hand", stub),
        count=join(cite("hand", count), shoe.count),
        wrong_count=shoe.wrong_count,
        counting_device=shoe.counting_device,
        needs_shuffler=cite("hand", "(b)1"),
    )


def by_automated_shoe(
    cite: Cite, shoe: Method, says: str, streets: tuple[Street, ...], letters: str, deal: Citation | None = None
) -> Method:
    """From an automated shoe, in stacks. `letters`: delivery, the stub, its count."""
    order, stub, count = (f"({letter})" for letter in letters)
    return Method(
        says,
        streets,
        allowed=several(cite, "automated", "(a)", "(b)"),
        load=cite("automated", "(b)1"),
        close=cite("automated", "(b)2"),
        deal=deal or cite("automated", order),
        stub=cite("automated", stub),
        count=join(cite("automated", count), shoe.count),
        wrong_count=shoe.wrong_count,
        counting_device=shoe.counting_device,
        in_stacks=True,
    )


def irregularities(cite: Cite, letters: str = "abcdef") -> dict[str, Irregularity]:
    """What every text knows. `letters`: a card face up, drawn in error, a wrong number, an exposed card, two jams."""
    face_up, drawn, number, exposed, shuffler, shoe = (cite("irregular", f"({letter})") for letter in letters)
    return {
        "card_face_up": Irregularity(
            "a card is found face up in the shoe or the deck during the deal", Effect.DISCARD, face_up
        ),
        "drawn_in_error": Irregularity("a card is drawn in error, its face not exposed", Effect.NEXT_CARD, drawn),
        "wrong_number": Irregularity(
            "a hand has a wrong number of cards",
            Effect.VOID_ALL,
            number,
            at_dealer=Effect.VOID_ALL,
            until_revealed=False,
        ),
        "card_exposed": Irregularity(
            "a dealer's card is exposed before the dealer reveals the hand",
            Effect.VOID_ALL,
            exposed,
            whose=("dealer",),
        ),
        "shuffler_jam": Irregularity("the shuffling device jams, stops or does not finish", Effect.RESHUFFLE, shuffler),
        "shoe_jam": Irregularity("the automated shoe jams, stops or does not deal all cards", Effect.VOID_ALL, shoe),
    }


def either_order(cite: Cite, paragraph: str) -> dict[str, Alternative]:
    """The two orders of settling from which a house of the poker games chooses: `paragraph`1 and `paragraph`2."""

    def cited(part: str) -> Citation:
        return cite("completion", paragraph + part)

    return {
        "all_hands": Alternative(
            "reveal all hands, then take, then pay, then collect",
            by_hand=False,
            order=join(cited("1"), cited("")),
            reveal=cited("1i"),
            take=cited("1ii"),
            pay=cited("1iii"),
            collect=cited("1iv"),
            within={ANY_TEXT: HandOrder((ALL_WAGERS,), cited("1"))},
        ),
        "hand_by_hand": Alternative(
            "finish each hand before the next",
            by_hand=True,
            order=cited("2"),
            reveal=cited("2i"),
            take=cited("2ii"),
            pay=cited("2ii"),
            collect=cited("2iii"),
        ),
    }


def wager_handling(cite: Cite, limits: Mapping[str, Citation], most_positions: int) -> WagerHandling:
    """Paragraphs (b) to (e), which all but What The Flush number alike."""
    return WagerHandling(
        chips=cite("wagers", "(b)"),
        seated=cite("wagers", "(c)"),
        close=cite("wagers", "(d)"),
        limits=limits,
        positions=cite("wagers", "(e)"),
        most_positions=most_positions,
    )
