"""A player-against-dealer game as data: what `pitboss rules --json` prints, each part with its clause."""

from typing import Any

from pitboss.money import write_money
from pitboss.regulations.houses import house_json
from pitboss.regulations.paytables import PayTable, PayTables, Share
from pitboss.showdown.declaration import Bonus, Later, Progressive
from pitboss.showdown.preconditions import Needs
from pitboss.showdown.rules import Rules

Data = dict[str, Any]


def rules_json(rules: Rules) -> Data:
    game, where = rules.game, rules.jurisdiction
    deal, irregular = game.deal, game.irregular
    return {
        **house_json(rules),
        "positions": {"most": game.positions, "clause": game.positions_clause.at(where)},
        "deal": {
            "player": deal.player,
            "dealer": deal.dealer,
            "community": deal.community,
            "clause": deal.clause.at(where),
        },
        "wagers": _wagers(rules),
        "before_the_deal": [{"says": each.says(), "clause": each.clause.at(where)} for each in rules.preconditions],
        "outcomes": [
            {
                "outcome": outcome.name.lower(),
                "results": {wager: result.value for wager, result in pays.results.items()},
                "clause": pays.clause.at(where),
            }
            for outcome, pays in game.outcomes.items()
        ],
        "qualification": _least(rules, game.qualification),
        "ante_minimum": _least(rules, game.ante_minimum),
        "hands": [
            {"hand": each.name, "says": each.says, "example": each.example, "clause": each.clause.at(where)}
            for each in game.hands
        ],
        "pay_tables": _pay_tables(rules),
        "progressive": _progressive(rules),
        "irregularities": [
            {"what": what, "clause": citation.at(where)}
            for what, citation in (
                ("void_hand", irregular.void_hand),
                ("void_wagers", irregular.void_wagers),
                ("forfeit", irregular.forfeit),
            )
        ],
        "layout": [
            {"area": area.name, "says": area.says, "clause": area.clause.at(where)}
            for area in game.layout
            if area.clause.holds_in(where)
        ],
        "borrowed": [
            {"part": each.part, "says": each.says, "source": each.source, "clause": each.clause.at(where)}
            for each in game.borrows.get(where, ())
        ],
    }


def _wagers(rules: Rules) -> list[Data]:
    game, where = rules.game, rules.jurisdiction
    needed = {each.wager for each in rules.preconditions if isinstance(each, Needs)}
    found: list[Data] = [
        {
            "wager": game.ante.name,
            "placed": "before_the_deal",
            "offered": True,
            "required": game.ante.name in needed,
            "says": game.ante.says,
            "clause": game.ante.clause.at(where),
        }
    ]
    found += [_later(rules, step) for step in game.decisions]
    sides: list[Bonus | Progressive] = [*game.bonuses, *([game.progressive] if game.progressive else [])]
    for side in sides:
        found.append(
            {
                "wager": side.name,
                "placed": "before_the_deal",
                "offered": rules.options[side.name] is not None,
                "required": side.name in needed,
                "says": side.says,
                "clause": side.clause.at(where),
            }
        )
    for each in rules.sides:
        row = next(row for row in found if row["wager"] == each.name)
        row["after_a_fold"] = {"settled": each.survives_fold, "clause": each.lost_by_fold.clause}
    return found


def _later(rules: Rules, step: Later) -> Data:
    """A wager after the deal; its limits are multiples of the ante."""
    return {
        "wager": step.name,
        "placed": "after_the_deal",
        "offered": True,
        "required": False,
        "declined_by": step.declined_by,
        "limits": [
            {"hands": each.hands, "least": step.least, "most": each.most, "clause": each.clause.at(rules.jurisdiction)}
            for each in step.limits
        ],
        "says": step.says,
        "clause": step.clause.at(rules.jurisdiction),
    }


def _least(rules: Rules, needed: Any) -> Data | None:
    return {"hand": needed.says, "clause": needed.clause.at(rules.jurisdiction)} if needed else None


def _pay_tables(rules: Rules) -> list[Data]:
    """Every table that the text prints, and the one in force where it is the house's own."""
    return [each for name, tables in rules.tables().items() for each in _tables_of(rules, name, tables)]


def _tables_of(rules: Rules, name: str, tables: PayTables) -> list[Data]:
    chosen = rules.table(name)
    printed = [tables.printed(label, rules.jurisdiction) for label in tables.labels() if label != tables.licensee]
    listed = printed if chosen is None or any(_same(chosen, each) for each in printed) else [chosen, *printed]
    return [
        {
            "wager": name,
            "table": each.label or None,
            "in_force": chosen is not None and _same(chosen, each),
            "lines": [{"hand": line.hand, **_paid(line.odds), "clause": line.clause} for line in each.lines],
            "clause": each.clause,
        }
        | _units(rules, name)
        for each in listed
    ]


def _same(one: PayTable, other: PayTable) -> bool:
    return one.label == other.label and one.lines == other.lines


def _paid(odds: int) -> Data:
    return {"percent_of_meter": int(odds)} if isinstance(odds, Share) else {"pays": odds}


def _units(rules: Rules, name: str) -> Data:
    """Whether a line pays odds to 1 on the stake, or whole dollars."""
    progressive = rules.game.progressive
    return {"unit": "dollars" if progressive and name == progressive.name else "to_1"}


def _progressive(rules: Rules) -> Data | None:
    declared, where = rules.game.progressive, rules.jurisdiction
    if declared is None or rules.progressive is None:
        return None
    return {
        "wager": declared.name,
        "stake": write_money(declared.stake),
        "stake_clause": declared.stake_clause.at(where),
        "stake_returned": False,
        "stake_returned_clause": "reading 11",
        "percentages_rounded": "down to the cent",
        "percentages_rounded_clause": "reading 10",
        "opening_meter": write_money(declared.opening_meter),
        "meter_clause": declared.meter_clause.at(where),
        "contributions": [
            {"meter": each.meter, "percent": rules.progressive.percent[each.meter], "clause": each.clause.at(where)}
            for each in declared.contributions
        ],
        "order": rules.options[declared.order_option],
        "order_clause": declared.order_clause.at(where),
    }
