"""A shoe game as data: what `pitboss rules --json` prints, each part with its clause."""

from typing import Any

from pitboss.money import write_money
from pitboss.regulations.citation import Citation
from pitboss.regulations.houses import house_json
from pitboss.shoe.declaration import EVEN, Odds
from pitboss.shoe.rules import Rules

Data = dict[str, Any]


def rules_json(rules: Rules) -> Data:
    game, irregular = rules.game, rules.game.irregular
    return {
        **house_json(rules),
        "positions": {"most": game.positions, "clause": rules.cite(game.positions_clause)},
        "shoe": {"decks": rules.decks, "without": game.shoe.without, "clause": rules.cite(game.shoe.clause)},
        "wagers": _wagers(rules),
        "dealer": {
            "stands_on": 17,
            "hits_soft_17": rules.hits_soft_17,
            "clause": rules.cite(rules.clause_of(game.dealer.hits_soft_17, game.dealer.draws)),
            "need_not_draw_clause": rules.cite(game.dealer.need_not_draw),
            "overdrawn_clause": rules.cite(_overdrawn(rules)),
            "checks_for_blackjack_clause": rules.cite(game.dealer.checks_for_blackjack),
        },
        "actions": _actions(rules),
        "outcomes": _outcomes(rules),
        "pay_tables": _pay_tables(rules),
        "super_bonus": _super_bonus(rules),
        "shared_boxes": _shared(rules),
        "irregularities": [
            {"what": what, "clause": rules.cite(citation)}
            for what, citation in (
                ("void_hand", irregular.void_hand),
                ("void_wagers", irregular.void_wagers),
                ("forfeit", irregular.forfeit),
            )
        ],
    }


def _overdrawn(rules: Rules) -> Citation:
    """The clause on a card that the dealer drew too many."""
    procedure = rules.game.procedure
    return procedure.irregularities["dealer_overdrew"].clause if procedure else rules.game.dealer.overdrawn


def _shared(rules: Rules) -> Data | None:
    shared = rules.game.shared
    if shared is None:
        return None
    return {
        "most": shared.most,
        "clause": rules.cite(shared.clause),
        "double_clause": rules.cite(shared.doubles),
        "split_clause": rules.cite(shared.splits),
        "insurance_clause": rules.cite(shared.insures),
    }


def _wagers(rules: Rules) -> list[Data]:
    game = rules.game
    listed: list[tuple[str, str, Citation]] = [(game.bet.name, game.bet.says, game.bet.clause)]
    listed += [(each.name, each.says, each.clause) for each in (game.attack, game.match, game.bust_it) if each]
    found: list[Data] = [
        {
            "wager": name,
            "offered": name in rules.offered,
            "required": name == game.bet.name,
            "says": says,
            "clause": rules.cite(clause),
        }
        for name, says, clause in listed
    ]
    found.append(
        {
            "wager": game.insurance.name,
            "offered": True,
            "required": False,
            **_odds(game.insurance.odds),
            "says": "with an ace up, up to half of the wagers on the hand",
            "clause": rules.cite(game.insurance.limit),
        }
    )
    if game.bust_it:
        next(row for row in found if row["wager"] == game.bust_it.name).update(
            least=write_money(game.bust_it.least),
            limit_clause=rules.cite(game.bust_it.limit),
            draws_clause=rules.cite(game.bust_it.draws),
        )
    return found


def _actions(rules: Rules) -> list[Data]:
    """What may be done with a hand."""
    game = rules.game
    times = rules.surrender
    found: list[Data] = [
        {"action": "hit", "clause": rules.cite(game.bet.plays)},
        {"action": "stand", "clause": rules.cite(game.bet.plays)},
        {
            "action": "split",
            "most_hands": rules.split_hands,
            "aces_once": game.split.aces_once is not None,
            "aces_once_clause": _cited(rules, game.split.aces_once),
            "pays_clause": rules.cite(game.split.pays),
            "clause": rules.cite(rules.clause_of(game.split.option, game.split.clause)),
        },
        {
            "action": "double",
            "times": rules.doubles,
            "clause": rules.cite(game.double.clause),
            "again_clause": _cited(rules, game.double.redouble_clause),
        },
        {
            "action": "surrender",
            "after_a_draw": times.draw,
            "after_a_double": times.double,
            "after_a_split": times.split,
            "clause": rules.cite(rules.clause_of(game.surrender.option, game.surrender.clause)),
            "after_a_split_clause": rules.cite(
                rules.clause_of(game.surrender.split_option, game.surrender.split_clause or game.surrender.clause)
            ),
        },
    ]
    if game.double.rescue:
        found.append({"action": "rescue", "clause": rules.cite(rules.rescue_clause(rules.doubles > 1))})
    return found


def _cited(rules: Rules, citation: Citation | None) -> str | None:
    return rules.cite(citation) if citation else None


def _outcomes(rules: Rules) -> list[Data]:
    game, bet, blackjack = rules.game, rules.game.bet, rules.game.blackjack
    found = [
        _outcome(rules, "blackjack", "win", blackjack.clause, blackjack.odds),
        _outcome(rules, "both_blackjack", "win", blackjack.against_dealers, blackjack.odds)
        if blackjack.beats_dealers
        else _outcome(rules, "both_blackjack", "push", blackjack.against_dealers),
        _outcome(rules, "player_higher", "win", bet.wins, EVEN),
        _outcome(rules, "dealer_bust", "win", bet.wins, EVEN),
        _outcome(rules, "tie", "push", bet.ties),
        _outcome(rules, "dealer_higher", "lose", bet.loses),
        _outcome(rules, "bust", "lose", bet.busts),
    ]
    if game.wins_with_21:
        found.insert(2, _outcome(rules, "player_21", "win", game.wins_with_21, EVEN))
    return found


def _outcome(rules: Rules, outcome: str, result: str, clause: Citation, odds: Odds | None = None) -> Data:
    return {"outcome": outcome, "result": result, **(_odds(odds) if odds else {}), "clause": rules.cite(clause)}


def _odds(odds: Odds) -> Data:
    return {"pays": odds.to, "to": odds.per}


def _pay_tables(rules: Rules) -> list[Data]:
    game = rules.game
    lines: dict[str, list[tuple[str, Odds, Citation]]] = {}
    if game.bonuses:
        lines["bonus_21"] = [(each.name, each.odds, each.clause) for each in game.bonuses]
    if game.match and game.match.name in rules.offered:
        suited, rank = game.match.suited[rules.decks], game.match.rank[rules.decks]
        lines[game.match.name] = [("rank and suit", suited.odds, suited.clause), ("rank", rank.odds, rank.clause)]
    if game.bust_it and game.bust_it.name in rules.offered:
        lines[game.bust_it.name] = [(row.name, row.odds, row.clause) for row in game.bust_it.rows]
    return [
        {
            "wager": wager,
            "lines": [{"hand": hand, **_odds(odds), "clause": rules.cite(clause)} for hand, odds, clause in listed],
        }
        for wager, listed in lines.items()
    ]


def _super_bonus(rules: Rules) -> Data | None:
    bonus = rules.game.super_bonus
    if bonus is None:
        return None
    return {
        "says": bonus.says,
        "clause": rules.cite(bonus.clause),
        "awards": [
            {"bet": write_money(each.wager), "pays": write_money(each.pays), "clause": rules.cite(each.clause)}
            for each in bonus.awards
        ],
        "envy": {"pays": write_money(bonus.envy), "clause": rules.cite(bonus.envy_clause)},
    }
