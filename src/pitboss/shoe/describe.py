"""A shoe game for people: the house's rules as titled tables, each line with its clause."""

from typing import TYPE_CHECKING

from pitboss.money import write_money
from pitboss.refusal import spoken
from pitboss.regulations.citation import Citation
from pitboss.regulations.options import written
from pitboss.regulations.pages import Page, Table
from pitboss.shoe.declaration import EVEN

if TYPE_CHECKING:
    from pitboss.shoe.rules import Rules


def describe(rules: "Rules") -> Page:
    game = rules.game
    tables = [_wagers, _dealer, _hand, _outcomes, _bonuses, _super_bonus, _match, _bust_it, _shared, _options, _wrong]
    return Page(
        game.title,
        f"{game.jurisdictions[rules.jurisdiction]}. A shoe of {rules.decks} decks without the tens, "
        f"{48 * rules.decks} cards; up to {game.positions} positions.",
        [table for make in tables for table in make(rules)],
    )


def _table(rules: "Rules", title: str, columns: list[str], rows: list[tuple[str, str, Citation]]) -> list[Table]:
    cited = [[name, says, rules.cite(clause)] for name, says, clause in rows]
    return [Table(title, [*columns, "clause"], cited)] if rows else []


def _wagers(rules: "Rules") -> list[Table]:
    game = rules.game
    rows = [(game.bet.name, game.bet.says, game.bet.clause)]
    if game.attack:
        rows.append((game.attack.name, game.attack.says, game.attack.clause))
    rows.append(("doubled", game.double.says, game.double.clause))
    for side in (game.match, game.bust_it):
        if side:
            says = side.says if side.name in rules.offered else "not offered at this table"
            rows.append((side.name, says, side.clause))
    insured = "bet and attack" if game.attack else "the bet"
    says = f"with an ace up, up to half of {insured}; a dealer's blackjack pays {game.insurance.odds}"
    rows.append((game.insurance.name, says, game.insurance.limit))
    return _table(rules, "Wagers", ["wager", "what it is"], rows)


def _dealer(rules: "Rules") -> list[Table]:
    dealer, shoe = rules.game.dealer, rules.game.shoe
    soft = "draws to soft 17, stands on hard 17 and more" if rules.hits_soft_17 else "stands on every 17 and more"
    procedure = rules.game.procedure
    burned = procedure.irregularities["dealer_overdrew"].clause if procedure else dealer.overdrawn
    return _table(
        rules,
        "The dealer",
        ["what", "how"],
        [
            ("the shoe", f"{rules.decks} decks of 48 cards, each without its tens", shoe.clause),
            ("draws", soft, rules.clause_of(dealer.hits_soft_17, dealer.draws)),
            ("need not draw", "when no wager depends on it any more", dealer.need_not_draw),
            ("a card drawn past that", "is burned", burned),
            ("with an ace or a picture up", "checks the hole card for a blackjack first", dealer.checks_for_blackjack),
        ],
    )


def _hand(rules: "Rules") -> list[Table]:
    """What may be done with a hand."""
    game = rules.game
    rows = [
        ("hit", "one more card, as often as wanted, until the hand is 21 or over it", game.bet.plays),
        ("stand", "no more cards", game.bet.plays),
        _split(rules),
    ]
    if game.split.aces_once:
        rows.append(("split aces", "once, one card each", game.split.aces_once))
    rows.append(("double", game.double.says, game.double.clause))
    if game.double.redouble_clause:
        says = f"up to {rules.doubles} times in all" if rules.doubles > 1 else "not at this table"
        rows.append(("double again", says, game.double.redouble_clause))
    if game.double.rescue:
        again = rules.doubles > 1
        lost, back = ("all that stood before it", "what it added") if again else ("the bet", "the rest")
        says = f"after a double, {lost} is given up and {back} taken back"
        rows.append(("rescue", says, rules.rescue_clause(again)))
    rows += _surrender(rules)
    return _table(rules, "What may be done with a hand", ["what", "how"], rows)


def _split(rules: "Rules") -> tuple[str, str, Citation]:
    split = rules.game.split
    says = f"{split.says}; up to {rules.split_hands} hands in all"
    return "split", says, rules.clause_of(split.option, split.clause)


def _surrender(rules: "Rules") -> list[tuple[str, str, Citation]]:
    """When, and, where that is chosen or read by itself, whether split hands too."""
    surrender, times = rules.game.surrender, rules.surrender
    says = f"{surrender.says}, {times.in_words()}"
    rows = [("surrender", says, rules.clause_of(surrender.option, surrender.clause))]
    if surrender.split_option or surrender.split_clause:
        split = "as any other hand" if times.split else "not at this table"
        clause = rules.clause_of(surrender.split_option, surrender.split_clause or surrender.clause)
        rows.append(("surrender after a split", split, clause))
    return rows


def _outcomes(rules: "Rules") -> list[Table]:
    game = rules.game
    rows = [("blackjack", str(game.blackjack.odds), game.blackjack.clause)]
    against = str(game.blackjack.odds) if game.blackjack.beats_dealers else "pushes"
    rows.append(("blackjack against the dealer's", against, game.blackjack.against_dealers))
    if game.wins_with_21:
        rows.append(("any other 21", f"wins whatever the dealer has; {EVEN}, or its bonus", game.wins_with_21))
    rows += [
        ("an ace and a picture after a split", "a 21 and no blackjack", game.split.pays),
        ("higher than the dealer, or the dealer busts", str(EVEN), game.bet.wins),
        ("as high as the dealer", "pushes", game.bet.ties),
        ("lower than the dealer", "loses", game.bet.loses),
        ("over 21", "loses at once", game.bet.busts),
    ]
    return _table(rules, "Against the dealer", ["hand", "pays"], rows)


def _bonuses(rules: "Rules") -> list[Table]:
    rows = [(f"21 with {bonus.name}", str(bonus.odds), bonus.clause) for bonus in rules.game.bonuses]
    return _table(rules, "Bonus 21s, not after a double; the best one pays", ["hand", "pays"], rows)


def _super_bonus(rules: "Rules") -> list[Table]:
    bonus = rules.game.super_bonus
    if bonus is None:
        return []
    rows = [("earned by", bonus.says, bonus.clause)]
    rows += [
        (f"on a bet of {write_money(award.wager)} or more", f"${write_money(award.pays)}", award.clause)
        for award in bonus.awards
    ]
    rows.append(("every other player at the table", f"${write_money(bonus.envy)}", bonus.envy_clause))
    return _table(rules, "Super bonus", ["", ""], rows)


def _match(rules: "Rules") -> list[Table]:
    match = rules.game.match
    if match is None or match.name not in rules.offered:
        return []
    rank, suited = match.rank[rules.decks], match.suited[rules.decks]
    rows = [("rank and suit", str(suited.odds), suited.clause), ("rank", str(rank.odds), rank.clause)]
    return _table(rules, f"What the {spoken(match.name)} pays for each card", ["card", "pays"], rows)


def _bust_it(rules: "Rules") -> list[Table]:
    bust_it = rules.game.bust_it
    if bust_it is None or bust_it.name not in rules.offered:
        return []
    rows = [(row.name, str(row.odds), row.clause) for row in bust_it.rows]
    rows.append(("at least, at most", f"{write_money(bust_it.least)}, the bet", bust_it.limit))
    rows.append(("the dealer", "draws a third card to 12 to 16 for it alone", bust_it.draws))
    return _table(rules, f"What the {spoken(bust_it.name)} pays", ["third card", "pays"], rows)


def _shared(rules: "Rules") -> list[Table]:
    shared = rules.game.shared
    if shared is None:
        return []
    rows = [
        ("players on one box", f"up to {shared.most}", shared.clause),
        ("when the hand is doubled", "each of the others may double or not", shared.doubles),
        ("when it is split", "each covers the new hands or names the one the wager stays on", shared.splits),
        ("insurance", "each for himself", shared.insures),
    ]
    return _table(rules, "Shared boxes", ["what", "how"], rows)


def _options(rules: "Rules") -> list[Table]:
    rows = [
        [name, written(rules.options[name]), option.choices(), option.says, rules.cite(option.clause)]
        for name, option in rules.game.options(rules.jurisdiction).items()
    ]
    return [Table("Options of the house", ["option", "here", "choices", "what it sets", "clause"], rows)]


def _wrong(rules: "Rules") -> list[Table]:
    irregular = rules.game.irregular
    return _table(
        rules,
        "When something went wrong",
        ["what", "wagers"],
        [
            ("a hand is void", "all its wagers are returned", irregular.void_hand),
            ("wagers are void", "they are returned at every position; the others are settled", irregular.void_wagers),
            ("a position forfeits", "all its wagers are lost", irregular.forfeit),
        ],
    )
