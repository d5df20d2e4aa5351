"""The commands of the lab: `analyze`, `paytables`, `strategy`, `report`."""

import argparse
from typing import TYPE_CHECKING, Any

from pitboss.cli.asking import Arguments, Commands, add_counting, add_house, add_output, house_rules
from pitboss.refusal import Refusal

if TYPE_CHECKING:
    from pitboss.dice.rules import Rules as DiceRules
    from pitboss.games import HouseRules
    from pitboss.lab.counting import Lab
    from pitboss.showdown.rules import Rules


def add_lab(commands: Commands) -> list[argparse.ArgumentParser]:
    analyze = commands.add_parser(
        "analyze",
        help="calculate the house edge of every wager under optimal play",
        description="Calculate the house edge and standard deviation of every wager, how often each action is "
        "right, and "
        "the probability of every paying hand. Figures are exact unless they are marked approximate. Counts are cached "
        "on disk, so that other pay tables are quick.",
    )
    add_house(analyze)
    add_counting(analyze)
    add_amounts(analyze)
    analyze.set_defaults(run=run_analyze)

    paytables = commands.add_parser(
        "paytables",
        help="list the pay tables of the regulations with their house edges, or search for new ones",
        description="List the pay tables that the regulations print: house edge, hit frequency and standard "
        "deviation, the "
        "best for the player first. Tables that favour the player are marked. With --target, search for tables of "
        "whole odds instead. Shoe games and craps have no lettered tables: for these, every option that changes "
        "a house "
        "edge is listed.",
    )
    add_house(paytables)
    add_counting(paytables)
    add_meter(paytables)
    add_bet(paytables)
    paytables.add_argument("--wager", metavar="WAGER", help="only the tables of this wager, such as flush_bonus")
    paytables.add_argument(
        "--target",
        metavar="LOW..HIGH",
        help="search for tables with a house edge in this range: 0.05..0.10, or =-0.02..0",
    )
    paytables.add_argument("--hits", metavar="LOW..HIGH", help="and with a hit frequency in this range: 0.20..0.30")
    paytables.set_defaults(run=run_paytables, ante=None)
    strategy = commands.add_parser(
        "strategy",
        help="print the best play: for a hand, as a chart, and as rules to remember",
        description="Without --hand: a chart, and rules to remember with the cost of each compared with optimal "
        "play. Shoe "
        "games have a chart by totals. Craps lists the wagers by house edge. With --hand: the exact value of "
        "each choice.",
    )
    add_house(strategy)
    add_counting(strategy)
    strategy.add_argument("--hand", metavar="CARDS", help='your cards, such as "Ah Kh 9h 4h 2h 3c Jd"')
    strategy.add_argument("--dealer-up", metavar="CARD", help="the dealer's card that is face up")
    strategy.add_argument("--community", metavar="CARDS", help="the community cards dealt so far")
    strategy.add_argument("--conditions", type=int, metavar="N", help="rules of up to N conditions (default 6)")
    strategy.set_defaults(run=run_strategy)

    report = commands.add_parser(
        "report",
        help="write a PAR sheet as HTML, PDF, XLSX or JSON",
        description="Write a report that a test laboratory can check. It has every figure as a decimal and, if "
        "it is exact, "
        "as a fraction; the combinations of every paying hand; strategy and plots; rules and readings with their "
        "clauses; and how the figures were calculated. The spreadsheet has live formulas next to the values.",
    )
    add_house(report)
    add_output(report, "the file to write: it ends in .html, .pdf, .xlsx or .json")
    add_counting(report)
    add_amounts(report)
    report.set_defaults(run=run_report)
    return [analyze, paytables, strategy]


def add_amounts(command: argparse.ArgumentParser) -> None:
    """What the worth of some wagers depends on."""
    add_meter(command)
    command.add_argument(
        "--ante", metavar="AMOUNT", help="the ante, to play ante and progressive together for the most (default 10.00)"
    )
    add_bet(command)


def add_meter(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--meter", metavar="AMOUNT", help="the main meter of the progressive (default: its opening amount)"
    )


def add_bet(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--bet", metavar="AMOUNT", help="the stake on each bonus, where a maximum limits what they pay (default 1.00)"
    )


def run_analyze(wanted: Arguments) -> int:
    from pitboss.terminal import counting_lab, print_json, print_page

    with counting_lab(not wanted.no_cache) as lab:
        found = analysis_of(wanted, lab)
        # Built before the bar goes: the progressive is counted once more when it is asked for.
        answer, page = (found.to_dict(), None) if wanted.json else (None, found.page())
    if page is None:
        print_json(answer)
    else:
        print_page(page)
    return 0


def run_report(wanted: Arguments) -> int:
    from pitboss.lab.report import check_path, write_report
    from pitboss.terminal import counting_lab

    check_path(wanted.output)
    with counting_lab(not wanted.no_cache) as lab:
        write_report(analysis_of(wanted, lab), wanted.output)
    return 0


def analysis_of(wanted: Arguments, lab: "Lab") -> Any:
    """The analysis of the house and the amounts on the command line, by the family of the game."""
    from pitboss.lab.analysis import analysis_of, read_amounts

    rules = house_rules(wanted.game, wanted.jurisdiction, wanted.option)
    given = {name: getattr(wanted, name) for name in ("meter", "ante", "bet")}
    return analysis_of(rules, lab, **read_amounts(rules, given, dashes="--"))


def leave_out(wanted: Arguments, amount: str, because: str) -> None:
    """Refuse an amount that would change nothing."""
    if getattr(wanted, amount) is not None:
        raise Refusal("amount_without_use", f"Leave --{amount} out: {because}.")


def run_strategy(wanted: Arguments) -> int:
    from pitboss.showdown.rules import Rules

    rules = house_rules(wanted.game, wanted.jurisdiction, wanted.option)
    return run_showdown_strategy(wanted, rules) if isinstance(rules, Rules) else run_other_strategy(wanted, rules)


def run_showdown_strategy(wanted: Arguments, rules: "Rules") -> int:
    from pitboss.lab import strategy
    from pitboss.lab.analysis import Analysis
    from pitboss.terminal import counting_lab, print_json, print_page, print_some

    if wanted.hand is not None:
        if wanted.conditions is not None:
            raise Refusal("bad_number", "Leave --conditions out: it is for rules to remember, not for one hand.")
        with counting_lab(not wanted.no_cache) as lab:
            choices = strategy.choices(rules, wanted.hand, wanted.dealer_up, wanted.community, lab)
        if wanted.json:
            print_json({"game": wanted.game, "hand": wanted.hand, "choices": strategy.choices_json(choices)})
        else:
            print_some([strategy.choices_table(rules, choices, wanted.dealer_up or "")])
        return 0
    if wanted.dealer_up is not None or wanted.community is not None:
        raise Refusal("hand_missing", "Give the player's cards with --hand too.")
    conditions = strategy.MOST_CONDITIONS if wanted.conditions is None else wanted.conditions
    if conditions < 1:
        raise Refusal("bad_number", "Ask for rules of at least one condition.")
    with counting_lab(not wanted.no_cache) as lab:
        found = list(strategy.strategies(Analysis(rules, lab), conditions))
    if wanted.json:
        print_json({"game": wanted.game, "decisions": strategy.strategy_json(found)})
    else:
        print_page(strategy.strategy_page(rules, found))
    return 0


def run_other_strategy(wanted: Arguments, rules: "HouseRules") -> int:
    """Games that are no comparison of two hands: a chart of totals, or which wagers cost least."""
    from pitboss.dice.rules import Rules as DiceRules

    for name, given in (("conditions", wanted.conditions), ("community", wanted.community)):
        if given is not None:
            raise Refusal(
                "amount_without_use", f"Leave --{name} out: it applies only to poker games against the dealer."
            )
    if isinstance(rules, DiceRules):
        return run_dice_strategy(wanted, rules)
    if wanted.hand is None and wanted.dealer_up is not None:
        raise Refusal("hand_missing", "Give the player's cards with --hand too.")
    return run_shoe_strategy(wanted, rules)


def run_dice_strategy(wanted: Arguments, rules: "DiceRules") -> int:
    from pitboss.lab.dice import DiceAnalysis
    from pitboss.lab.dice_strategy import strategy_json, strategy_page
    from pitboss.terminal import print_json, print_page

    if wanted.hand is not None or wanted.dealer_up is not None:
        raise Refusal("no_such_cards", "Leave the cards out: this game is played with dice.")
    found = DiceAnalysis(rules)
    if wanted.json:
        print_json(strategy_json(found))
    else:
        print_page(strategy_page(found))
    return 0


def run_shoe_strategy(wanted: Arguments, rules: Any) -> int:
    from pitboss.lab import shoe_strategy
    from pitboss.lab.shoe import ShoeAnalysis
    from pitboss.lab.strategy import choices_json
    from pitboss.terminal import counting_lab, print_chart, print_json, print_some

    with counting_lab(not wanted.no_cache) as lab:
        found = ShoeAnalysis(rules, lab)
        if wanted.hand is None:
            answer, page = shoe_strategy.strategy_json(found), shoe_strategy.strategy_page(found)
        else:
            choices = shoe_strategy.choices(found, wanted.hand, wanted.dealer_up)
    if wanted.hand is None:
        print_json(answer) if wanted.json else print_chart(page)
    elif wanted.json:
        seen = {"hand": wanted.hand, "dealer_up": wanted.dealer_up}
        print_json({"game": wanted.game, **seen, "choices": choices_json(choices)})
    else:
        print_some([shoe_strategy.choices_table(rules, choices)])
    return 0


def run_paytables(wanted: Arguments) -> int:
    from pitboss.showdown.rules import Rules

    rules = house_rules(wanted.game, wanted.jurisdiction, wanted.option)
    return run_tables(wanted, rules) if isinstance(rules, Rules) else run_offers(wanted)


def run_tables(wanted: Arguments, rules: "Rules") -> int:
    from pitboss.lab import paytables as tables
    from pitboss.terminal import counting_lab, print_json, print_some

    target = None if wanted.target is None else tables.read_range(wanted.target, "target")
    hits = None if wanted.hits is None else tables.read_range(wanted.hits, "hit frequency")
    if (target or hits) and not (target and wanted.wager):
        raise Refusal(
            "bad_range", "Name the wager and the target of a search: --wager flush_bonus --target 0.05..0.10."
        )
    asked = [tables.designed_wager(rules, wanted.wager).name] if target else tables.audited_wagers(rules, wanted.wager)
    count = {amount for wager in asked for amount in tables.amounts_that_count(rules, wager)}
    for amount in ("meter", "bet"):
        if amount not in count:
            leave_out(wanted, amount, f"no table asked for depends on it ({', '.join(asked)})")
    with counting_lab(not wanted.no_cache) as lab:
        found = analysis_of(wanted, lab)
        if target:
            made = tables.design(found, wanted.wager, target, hits)
            answer = tables.designed_json(made), [tables.designed_table(wanted.wager, made)]
        else:
            listed = tables.audit(found, wanted.wager)
            answer = tables.audit_json(listed), tables.audit_tables(listed)
    if wanted.json:
        print_json({"game": wanted.game, "jurisdiction": wanted.jurisdiction, "pay_tables": answer[0]})
    else:
        print_some(answer[1])
    return 0


def run_offers(wanted: Arguments) -> int:
    """Games without lettered tables: every wager under each choice of the house that changes its worth."""
    from pitboss.lab.offers import offers, offers_json, offers_tables
    from pitboss.terminal import counting_lab, print_json, print_some

    if wanted.target is not None or wanted.hits is not None:
        given = "hits" if wanted.target is None else "target"
        raise Refusal(
            "no_own_tables",
            f"Leave --{given} out: the rules of {wanted.game} print the odds of every wager and leave a house no table "
            "of its own. Without it every option of the house is listed with its house edge.",
        )
    with counting_lab(not wanted.no_cache) as lab:
        listed = offers(analysis_of(wanted, lab), wanted.wager)
    if wanted.json:
        print_json({"game": wanted.game, "jurisdiction": wanted.jurisdiction, "pay_tables": offers_json(listed)})
    else:
        print_some(offers_tables(listed))
    return 0
