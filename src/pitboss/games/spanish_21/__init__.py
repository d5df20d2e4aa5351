"""Spanish 21: 19:47-19.12(b) to 19.15 of the loose pages, and the facts they leave out."""

from pitboss.games.spanish_21.procedure import FACTS, PAGES, PROCEDURE
from pitboss.regulations.citation import Basis, Citation, Irregular, reading
from pitboss.regulations.options import Choice
from pitboss.shoe.declaration import (
    Award,
    Bet,
    Blackjack,
    Bonus,
    Cards,
    Dealer,
    Double,
    Insurance,
    Match,
    Odds,
    Pays,
    Shared,
    Shoe,
    ShoeGame,
    Split,
    SuperBonus,
    Surrender,
)
from pitboss.shoe.hands import of_one_suit


def fact(name: str) -> Citation:
    return FACTS(nj=f" {name}" if name else "")


def _ranks(cards: Cards) -> str:
    return "".join(sorted(card[0] for card in cards))


def is_678_or_777(cards: Cards) -> bool:
    return _ranks(cards) in ("678", "777")


def is_suited_678_or_777(cards: Cards) -> bool:
    return is_678_or_777(cards) and of_one_suit(cards)


def is_spades_678_or_777(cards: Cards) -> bool:
    return is_suited_678_or_777(cards) and cards[0][1] == "s"


def is_super(cards: Cards, up: str) -> bool:
    """Three sevens of one suit against a seven."""
    return _ranks(cards) == "777" and of_one_suit(cards) and up[0] == "7"


MATCH_RANK = {6: Pays(Odds(4), fact("match six decks rank")), 8: Pays(Odds(3), fact("match eight decks rank"))}
MATCH_SUITED = {6: Pays(Odds(9), fact("match six decks suited")), 8: Pays(Odds(12), fact("match eight decks suited"))}

GAME = ShoeGame(
    name="spanish-21",
    title="Spanish 21",
    jurisdictions={"nj": "New Jersey"},
    positions=6,
    positions_clause=reading(28),
    shoe=Shoe((6, 8), without="T", clause=fact("decks"), found=PAGES(nj="19.15(b)")),
    dealer=Dealer(
        draws=PAGES(nj="19.12(b)"),
        need_not_draw=PAGES(nj="19.12(c)"),
        overdrawn=PAGES(nj="19.15(e)"),
        checks_for_blackjack=fact("check"),
        hits_soft_17="dealer_hits_soft_17",
    ),
    bet=Bet(
        "placed before the deal",
        clause=fact("bet"),
        wins=fact("wins"),
        loses=fact("loses"),
        busts=fact("busts"),
        ties=fact("ties"),
    ),
    blackjack=Blackjack(
        Odds(3, 2), fact("blackjack"), beats_dealers=True, against_dealers=fact("blackjack against blackjack")
    ),
    wins_with_21=fact("21"),
    bonuses=(
        Bonus("7 or more cards", lambda cards: len(cards) >= 7, Odds(3), fact("bonus seven cards")),
        Bonus("6-7-8 or 7-7-7 of spades", is_spades_678_or_777, Odds(3), fact("bonus spades")),
        Bonus("6 cards", lambda cards: len(cards) == 6, Odds(2), fact("bonus six cards")),
        Bonus("6-7-8 or 7-7-7 of one suit", is_suited_678_or_777, Odds(2), fact("bonus suited")),
        Bonus("5 cards", lambda cards: len(cards) == 5, Odds(3, 2), fact("bonus five cards")),
        Bonus("6-7-8 or 7-7-7 of mixed suits", is_678_or_777, Odds(3, 2), fact("bonus mixed")),
    ),
    super_bonus=SuperBonus(
        "three sevens of one suit against a seven, not after a double or a split",
        is_super,
        (
            Award(25_00, 5_000_00, fact("super bonus 25")),
            Award(5_00, 1_000_00, fact("super bonus 5")),
        ),
        envy=50_00,
        clause=fact("super bonus"),
        envy_clause=fact("envy"),
    ),
    double=Double(
        "up to what stands on the hand, with any number of cards and any total, for one more card",
        clause=fact("double"),
        needs_card=fact("double"),
        redouble="redouble",
        redouble_clause=fact("redouble"),
        times=3,
        rescue=fact("rescue"),
        rescue_again=reading(62),
    ),
    split=Split(
        "two cards of equal value, aces too, each hand with a bet of its own",
        clause=fact("split"),
        most=4,
        pays=reading(61),
    ),
    surrender=Surrender("half of the bet given up", fact("surrender"), split_clause=reading(120)),
    insurance=Insurance(Odds(2), fact("insurance"), limit=fact("insurance limit")),
    match=Match(
        "each of the player's first two cards against the dealer's up card; both pay",
        fact("match"),
        rank=MATCH_RANK,
        suited=MATCH_SUITED,
    ),
    shared=Shared(
        most=3,
        clause=PAGES(nj="19.13(a)"),
        limits=PAGES(nj="19.13(g)"),
        doubles=PAGES(nj="19.13(d)"),
        splits=PAGES(nj="19.13(e)"),
        insures=PAGES(nj="19.13(f)"),
    ),
    irregular=Irregular(void_hand=reading(79), void_wagers=reading(79), forfeit=reading(31)),
    choices=(
        Choice("decks", (6, 8), "how many decks the shoe holds", fact("decks option")),
        Choice("dealer_hits_soft_17", (False, True), "whether the dealer draws to a soft 17", fact("soft 17 option")),
        Choice("redouble", (False, True), "whether a doubled hand may be doubled again", fact("redouble")),
        Choice("match_the_dealer", ("offered", None), "whether the wager is offered", fact("match")),
    ),
    procedure=PROCEDURE,
    basis=(
        Basis(fact(""), "pitboss.games.spanish_21:GAME"),
        Basis(fact("points"), "pitboss.shoe.hands:total_of"),
        Basis(fact("best bonus"), "pitboss.shoe.settlement:_pays_21"),
        Basis(PAGES(nj="19.13(c)"), "pitboss.table.shoe.standing:line"),
    ),
)
