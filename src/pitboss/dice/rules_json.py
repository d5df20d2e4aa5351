"""A dice game as data: what `pitboss rules --json` prints, each part with its clause."""

from collections.abc import Iterable
from typing import Any

from pitboss.dice.declaration import Behind, Combined, Hop, Line, Number, OneRoll, Pays, PointPays, Row, Wager
from pitboss.dice.rules import NO_POINT, Rules
from pitboss.dice.throws import WAYS, Dice
from pitboss.regulations.houses import house_json

Data = dict[str, Any]


def rules_json(rules: Rules) -> Data:
    game, shooting = rules.game, rules.game.shooting
    return {
        **house_json(rules),
        "rolls": {
            "points": list(shooting.points),
            "seven": shooting.seven,
            "dice_clause": rules.cite(shooting.dice),
            "come_out_clause": rules.cite(shooting.come_out),
            "run_clause": rules.cite(shooting.run),
        },
        "wagers": [_wager(rules, wager) for wager in game.all_wagers()],
        "wagering_clause": rules.cite(game.wagering),
        "calling_clause": rules.cite(game.calling),
        "rounding_clause": rules.cite(game.rounding),
        **_at_the_table(rules),
    }


def _wager(rules: Rules, wager: Wager) -> Data:
    found = {
        "wager": wager.name,
        "kind": KINDS[type(wager)],
        "offered": rules.offers(wager),
        "says": rules.says(wager),
        "clause": rules.cite(wager.clause),
    }
    if isinstance(wager, Line):
        found |= {
            "opens": wager.opens.name.lower(),
            "outcomes": _rows(rules, wager.first),
            "point": {"wins_with": wager.wins_with.name.lower(), **_odds(Pays(1))}
            | {"clause": rules.cite(wager.point_clause)},
        }
    elif isinstance(wager, Behind):
        found |= _behind(rules, wager)
    elif isinstance(wager, Number):
        found |= {"outcomes": _rows(rules, wager.rows), **_commission(rules, wager)}
    elif isinstance(wager, OneRoll):
        found |= {"outcomes": _rows(rules, wager.rows), "loses_otherwise": rules.cite(wager.loses)}
    elif isinstance(wager, Combined):
        found |= {"parts": list(wager.parts), "outcomes": _combined(rules, wager)}
    else:
        found |= {"easy": _hop(rules, wager.easy), "hard": _hop(rules, wager.hard)}
        found |= {"loses_otherwise": rules.cite(wager.loses)}
    if isinstance(wager, Line | Behind | Number):
        found["changes"] = {"may": wager.changes.may.name.lower(), "clause": rules.cite(wager.changes.clause)}
    return found


KINDS = {
    Line: "line",
    Behind: "odds",
    Number: "until_decided",
    OneRoll: "next_roll",
    Combined: "combined",
    Hop: "hop",
}


def _odds(odds: Pays) -> Data:
    return {"pays": odds.pays, "to": odds.to}


def _hop(rules: Rules, pays: PointPays) -> Data:
    return _odds(pays.odds) | {"clause": rules.cite(pays.clause)}


def _rows(rules: Rules, rows: Iterable[Row]) -> list[Data]:
    return [
        {
            "throws": _throws(row.throws),
            "result": row.result.value,
            **(_odds(row.odds) if row.odds.pays else {}),
            "clause": rules.cite(row.clause),
        }
        for row in rows
        if row.holds(rules.options)
    ]


def _throws(throws: Iterable[Dice]) -> list[str]:
    """Throws as rounds have them: `5-1`, the higher die first."""
    return [f"{high}-{low}" for high, low in sorted(throws)]


def _behind(rules: Rules, behind: Behind) -> Data:
    offered = rules.options[behind.limit] is not None
    return {
        "behind": list(rules.lines_for(behind)),
        "wins_with": behind.wins_with.name.lower(),
        "points": [
            {
                "points": list(each.points),
                **_odds(each.odds),
                "most_multiple": rules.multiple(behind, each.points[0]) if offered else None,
                "clause": rules.cite(each.clause),
            }
            for each in behind.pays
        ],
        "limit": {"option": behind.limit, "of_win": behind.limits_win, "clause": rules.cite(behind.limit_clause)},
        "works_on_come_out": not behind.off_on_come_out,
        "works_clause": rules.cite(behind.works),
    }


def _commission(rules: Rules, wager: Number) -> Data:
    if wager.commission is None:
        return {}
    charged = wager.commission
    (won,) = (row.odds for row in wager.rows if row.odds.pays and row.holds(rules.options))
    return {
        "commission": {
            "percent": charged.percent,
            "of": "bet" if rules.is_of_bet(charged, won) else "win",
            "taken": rules.options[charged.taken],
            "clause": rules.cite(charged.clause),
        }
    }


def _combined(rules: Rules, wager: Combined) -> list[Data]:
    """What the parts come to together, by what is thrown."""
    alike: dict[Any, list[Dice]] = {}
    for dice in WAYS:
        alike.setdefault(rules.stages[wager.name][NO_POINT][dice], []).append(dice)
    return [
        {
            "throws": _throws(dice),
            "result": ruling.outcome,
            **({"pays": ruling.pays.numerator, "to": ruling.pays.denominator} if ruling.outcome == "win" else {}),
            "clause": ruling.clause,
        }
        for ruling, dice in alike.items()
    ]


def _at_the_table(rules: Rules) -> Data:
    procedure = rules.game.procedure
    if procedure is None:
        return {"steps": [], "irregularities": []}
    return {
        "steps": [
            {"step": name, "by": step.by, "clause": rules.cite(step.clause)} for name, step in procedure.steps.items()
        ],
        "irregularities": [
            {
                "what": name,
                "says": each.says,
                "effect": each.effect.name.lower(),
                "clause": rules.cite(each.clause),
            }
            for name, each in procedure.irregularities.items()
        ],
    }
