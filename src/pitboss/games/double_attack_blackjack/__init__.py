"""Double Attack Blackjack: the irregularities (h) to (m) of the loose pages, and the facts they leave out."""

from pitboss.games.double_attack_blackjack.procedure import FACTS, PROCEDURE
from pitboss.regulations.citation import Basis, Citation, Irregular, reading
from pitboss.regulations.options import Choice
from pitboss.shoe.declaration import (
    ANY_TIME,
    EVEN,
    FIRST_TWO_CARDS,
    NOT_AFTER_A_DOUBLE,
    Attack,
    Bet,
    Blackjack,
    BustIt,
    BustRow,
    Cards,
    Dealer,
    Double,
    Insurance,
    Odds,
    Shoe,
    ShoeGame,
    Split,
    Surrender,
)
from pitboss.shoe.hands import of_one_colour, of_one_suit


def fact(name: str) -> Citation:
    return FACTS(nj=f" {name}" if name else "")


def _eights(cards: Cards) -> bool:
    return all(card[0] == "8" for card in cards)


GAME = ShoeGame(
    name="double-attack-blackjack",
    title="Double Attack Blackjack",
    jurisdictions={"nj": "New Jersey"},
    positions=6,
    positions_clause=reading(28),
    shoe=Shoe((8,), without="T", clause=fact("decks"), found=fact("decks")),
    dealer=Dealer(
        draws=fact("dealer"),
        need_not_draw=reading(74),
        overdrawn=fact("dealer"),
        checks_for_blackjack=fact("check"),
    ),
    bet=Bet(
        "placed before the deal",
        clause=fact("bet"),
        wins=fact("wins"),
        loses=fact("loses"),
        busts=fact("busts"),
        ties=fact("ties"),
    ),
    attack=Attack("added when the dealer's up card is seen, up to the bet", fact("attack")),
    blackjack=Blackjack(EVEN, fact("blackjack"), beats_dealers=False, against_dealers=fact("blackjack tie")),
    double=Double(
        "once, up to bet and attack together, with any number of cards, for one more card",
        clause=fact("double"),
        needs_card=fact("double"),
    ),
    split=Split(
        "two cards of equal value, each hand with bet and attack of its own; aces once, one card each",
        clause=fact("split"),
        most=4,
        pays=reading(71),
        aces_once=fact("split aces"),
        pair=reading(121),
        option="split_hands",
    ),
    surrender=Surrender(
        "half of all wagers on the hand given up",
        fact("surrender"),
        option="surrender",
        split_option="surrender_split_hands",
    ),
    insurance=Insurance(Odds(5, 2), fact("insurance"), limit=reading(72)),
    bust_it=BustIt(
        "the dealer busts with exactly three cards; paid by the third",
        fact("bust it"),
        limit=fact("bust it limit"),
        rows=(
            BustRow(
                "8-8-8 of one suit",
                lambda cards: _eights(cards) and of_one_suit(cards),
                Odds(200),
                fact("bust it suit"),
            ),
            BustRow(
                "8-8-8 of one colour",
                lambda cards: _eights(cards) and of_one_colour(cards),
                Odds(50),
                fact("bust it colour"),
            ),
            BustRow("a six", lambda cards: cards[2][0] == "6", Odds(15), fact("bust it six")),
            BustRow("a seven", lambda cards: cards[2][0] == "7", Odds(10), fact("bust it seven")),
            BustRow("an eight", lambda cards: cards[2][0] == "8", Odds(8), fact("bust it eight")),
            BustRow("a nine", lambda cards: cards[2][0] == "9", Odds(6), fact("bust it nine")),
            BustRow("a jack, queen or king", lambda cards: cards[2][0] in "JQK", Odds(3), fact("bust it picture")),
        ),
        draws=fact("bust it draw"),
        least=1_00,
    ),
    irregular=Irregular(void_hand=reading(79), void_wagers=reading(79), forfeit=reading(31)),
    choices=(
        Choice("bust_it", ("offered", None), "whether the wager is offered", fact("bust it")),
        Choice("split_hands", (4, 3, 2), "how many hands a pair may be split into", reading(116)),
        Choice(
            "surrender",
            (ANY_TIME, NOT_AFTER_A_DOUBLE, FIRST_TWO_CARDS),
            "when a hand may be surrendered",
            reading(117),
        ),
        Choice(
            "surrender_split_hands",
            (True, False),
            "whether a hand that a split has made may be surrendered too",
            reading(118),
        ),
    ),
    procedure=PROCEDURE,
    basis=(
        Basis(fact(""), "pitboss.games.double_attack_blackjack:GAME"),
        Basis(fact("points"), "pitboss.shoe.hands:total_of"),
    ),
)
