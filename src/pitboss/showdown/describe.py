"""A game for people: the house's rules as titled tables, each line with its clause."""

from typing import Any

from pitboss.cards import hand
from pitboss.money import write_money
from pitboss.refusal import spoken
from pitboss.regulations.pages import Page as Page
from pitboss.regulations.pages import Table as Table
from pitboss.regulations.paytables import Block, PayTable, PayTables, Row, Share
from pitboss.showdown.declaration import Later, Limit, Result
from pitboss.showdown.preconditions import Needs
from pitboss.showdown.rules import Rules


def describe(rules: Rules) -> Page:
    game = rules.game
    deal = game.deal
    community = f", {deal.community} community cards" if deal.community else ""
    return Page(
        game.title,
        f"{game.jurisdictions[rules.jurisdiction]}. One deck; {deal.player} cards to each player, {deal.dealer} to the "
        f"dealer{community}; up to {game.positions} positions.{f' {game.wild.says}.' if game.wild else ''}",
        [
            _wagers(rules),
            _before_the_deal(rules),
            *(_limits(rules, step) for step in game.decisions),
            _outcomes(rules),
            *_after_a_fold(rules),
            _hands(rules),
            *_pay_tables(rules),
            *_progressive(rules),
            _options(rules),
            _irregularities(rules),
            *_layout(rules),
            *_borrowed(rules),
        ],
    )


def odds_in_words(odds: int) -> str:
    """Odds are always "to": 38.11(a) of both flush games forbids "for". A progressive's award is a sum, not odds."""
    return f"{odds} to 1"


def award_in_words(award: int) -> str:
    return f"{int(award)}% of the main meter" if isinstance(award, Share) else f"${write_money(award * 100)}"


def _wagers(rules: Rules) -> Table:
    game, where = rules.game, rules.jurisdiction
    rows = [[game.ante.name, game.ante.says, game.ante.clause.at(where)]]
    rows += [[step.name, step.says, step.clause.at(where)] for step in game.decisions]
    rows += [[bonus.name, _offered(rules, bonus.name), bonus.clause.at(where)] for bonus in game.bonuses]
    if game.progressive:
        says = f"exactly {write_money(game.progressive.stake)}; {_offered(rules, game.progressive.name)}"
        rows.append([game.progressive.name, says, game.progressive.clause.at(where)])
    return Table("Wagers", ["wager", "what it is", "clause"], rows)


def _offered(rules: Rules, wager: str) -> str:
    value = rules.options[wager]
    if value is None:
        return "not offered at this table"
    label = value if isinstance(value, str) else next(iter(value)) if isinstance(value, dict) else ""
    needed = any(isinstance(each, Needs) and each.wager == wager for each in rules.preconditions)
    table = f"table {label}" if label else "its pay table"
    return f"{'' if needed else 'optional, '}placed before the deal, paid by {table}"


def _before_the_deal(rules: Rules) -> Table:
    rows = [[each.says(), each.clause.at(rules.jurisdiction)] for each in rules.preconditions]
    return Table("Before the deal", ["what must be placed", "clause"], rows)


def _limits(rules: Rules, step: Later) -> Table:
    rows = [[limit.hands, _times(step, limit), limit.clause.at(rules.jurisdiction)] for limit in step.limits]
    return Table(f"How much the {step.name} may be", ["with", step.name, "clause"], rows)


def _times(step: Later, limit: Limit) -> str:
    if step.least == limit.most:
        return f"exactly {limit.most} times the ante"
    return f"{step.least} to {limit.most} times the ante"


def _outcomes(rules: Rules) -> Table:
    wagers = [rules.game.ante.name, *(step.name for step in rules.game.decisions)]
    rows = []
    for outcome, pays in rules.game.outcomes.items():
        words = [_result(pays.results.get(wager)) for wager in wagers]
        rows.append([outcome.value, *words, pays.clause.at(rules.jurisdiction)])
    if rules.game.qualification:
        clause = rules.game.qualification.clause.at(rules.jurisdiction)
        rows.append(
            [f"the dealer qualifies with {rules.game.qualification.says} or better", *("" for _ in wagers), clause]
        )
    if rules.game.ante_minimum:
        clause = rules.game.ante_minimum.clause.at(rules.jurisdiction)
        least = rules.ranking.words(rules.ante_needs | 1 << 13).split(",")[0]
        rows.append([f"a winning ante needs a {least} or better", *("" for _ in wagers), clause])
    return Table("Against the dealer", ["when", *wagers, "clause"], rows)


def _after_a_fold(rules: Rules) -> list[Table]:
    """What a fold does to the wagers beside the contest, which differs from game to game."""
    left = {True: "is still settled", False: "is lost too"}
    rows = [[spoken(side.name), left[side.survives_fold], side.lost_by_fold.clause] for side in rules.bonuses]
    return [Table("After a fold", ["wager", "what becomes of it", "clause"], rows)] if rows else []


def _result(result: Result | None) -> str:
    if result is None:
        return "-"
    return {Result.EVEN: odds_in_words(1), Result.PUSH: "pushes", Result.LOSE: "loses"}[result]


def _hands(rules: Rules) -> Table:
    rows = []
    for kind in rules.game.hands:
        rows.append([kind.name, kind.says, kind.example, kind.clause.at(rules.jurisdiction)])
    return Table("Hands", ["hand", "what it is", "example", "clause"], rows)


def example_in_words(rules: Rules, example: str) -> str:
    """What the ranking calls an example."""
    return rules.ranking.words(rules.ranking.of(hand(example)))


def _pay_tables(rules: Rules) -> list[Table]:
    tables = []
    declared: list[Any] = [rules.game.ante_bonus] if rules.game.ante_bonus else []
    for each in [*declared, *rules.game.bonuses]:
        chosen = rules.table(each.name)
        if chosen is not None:
            tables.append(_chosen(each.name, chosen, odds_in_words))
        tables += _printed(each.tables, odds_in_words)
    return tables


def _chosen(name: str, table: PayTable, words: Any) -> Table:
    label = f", table {table.label}" if table.label else ""
    rows = [[line.hand, words(line.odds), line.clause] for line in table.lines]
    return Table(f"What the {spoken(name)} pays{label}", ["hand", "pays", "clause"], rows)


def _printed(tables: PayTables, words: Any) -> list[Table]:
    """Every table of the text, where it has more than one; amounts the house sets itself are its own."""
    licensee = [tables.licensee] if tables.licensee else []
    if len(tables.labels()) == 1:
        return []
    blocks = tables.blocks
    if len({tuple(row.hand for row in block.rows) for block in blocks}) == 1:
        blocks = (_side_by_side(blocks),)
    return [
        Table(
            f"Tables of the {spoken(tables.name)} to choose from{', all to 1' if words is odds_in_words else ''}",
            ["hand", *block.labels, *licensee],
            [[row.hand, *(_cell(pays, words) for pays in row.pays), *("own" for _ in licensee)] for row in block.rows],
        )
        for block in blocks
    ]


def _side_by_side(blocks: tuple[Block, ...]) -> Block:
    """Blocks that pay the same hands as one, for the eye; its clauses are the first block's."""
    labels = tuple(label for block in blocks for label in block.labels)
    rows = tuple(
        Row(same[0].hand, same[0].hand_class, tuple(pays for row in same for pays in row.pays), same[0].clause)
        for same in zip(*(block.rows for block in blocks), strict=True)
    )
    return Block(labels, rows)


def _cell(pays: int | None, words: Any) -> str:
    if pays is None:
        return "-"
    return str(pays) if words is odds_in_words else str(words(pays))


def _progressive(rules: Rules) -> list[Table]:
    declared = rules.game.progressive
    if not declared:
        return []
    where = rules.jurisdiction
    tables = _printed(declared.tables[where], award_in_words)
    if rules.progressive is None:
        return tables
    meters = [
        ["main meter opens at", f"${write_money(declared.opening_meter)}", declared.meter_clause.at(where)],
        *(
            [
                f"each wager adds to the {each.meter} meter",
                f"{rules.progressive.percent[each.meter]}%",
                each.clause.at(where),
            ]
            for each in declared.contributions
        ),
        [
            "after a 100% payout",
            "main takes the secondary's amount, secondary starts at zero",
            declared.meter_clause.at(where),
        ],
        ["a percentage payout", "rounded down to the cent, taken off the main meter", "reading 10"],
        ["the wager itself", "collected before the deal and not returned", "reading 11"],
        [
            "several winners in a round",
            rules.options[declared.order_option].replace("_", " "),
            declared.order_clause.at(where),
        ],
        ["after a fold", "still paid", declared.won_after_fold.at(where)]
        if rules.progressive.survives_fold
        else ["after a fold", "not paid", rules.progressive.lost_by_fold.clause],
    ]
    return [
        _chosen(declared.name, rules.progressive.table, award_in_words),
        *tables,
        Table("Meters of the progressive", ["", "", "clause"], meters),
    ]


def _options(rules: Rules) -> Table:
    declared = rules.game.options(rules.jurisdiction)
    rows = [
        [name, _shown(rules.options[name]), option.choices(), option.says, option.clause.at(rules.jurisdiction)]
        for name, option in declared.items()
    ]
    return Table("Options of the house", ["option", "here", "choices", "what it sets", "clause"], rows)


def _shown(value: Any) -> str:
    if isinstance(value, bool) or value is None:
        return {None: "none", True: "true", False: "false"}[value]
    if isinstance(value, dict):
        return "; ".join(f"{label}:{','.join(map(str, odds))}" for label, odds in value.items())
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def _irregularities(rules: Rules) -> Table:
    irregular, where = rules.game.irregular, rules.jurisdiction
    rows = [
        ["a hand is void", "all its wagers are returned", irregular.void_hand.at(where)],
        [
            "wagers are void",
            "they are returned at every position; the others are settled",
            irregular.void_wagers.at(where),
        ],
        ["a position forfeits", "all its wagers are lost", irregular.forfeit.at(where)],
    ]
    return Table("When something went wrong", ["what", "wagers", "clause"], rows)


def _layout(rules: Rules) -> list[Table]:
    shown = [area for area in rules.game.layout if area.clause.holds_in(rules.jurisdiction)]
    if not shown:
        return []
    rows = [[area.name, area.says, area.clause.at(rules.jurisdiction)] for area in shown]
    return [Table("What the layout shows", ["area", "what", "clause"], rows)]


def _borrowed(rules: Rules) -> list[Table]:
    game = rules.game
    rows = [
        [each.says, game.jurisdictions[each.source], each.clause.at(rules.jurisdiction)]
        for each in game.borrows.get(rules.jurisdiction, ())
    ]
    return [Table("What is taken from another text", ["what", "text", "clause"], rows)] if rows else []
