"""The commands that print the law as it is declared: `games`, `rules`, `clauses`, `readings`, `layout`."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.cli.asking import Arguments, Commands, add_counting, add_house, add_output, house_rules, read_options
from pitboss.refusal import Refusal

if TYPE_CHECKING:
    from pitboss.lab.readings import Cost
    from pitboss.layout.geometry import Measures


def add_law(commands: Commands) -> list[argparse.ArgumentParser]:
    games = commands.add_parser("games", help="list the games")
    games.set_defaults(run=run_games)

    rules = commands.add_parser(
        "rules", help="print the rules of a game: wagers, limits, hands, outcomes and pay tables, each with its clause"
    )
    add_house(rules)
    rules.set_defaults(run=run_rules)

    clauses = commands.add_parser(
        "clauses",
        help="list every clause of the regulations with the code that implements it and the tests that check it",
    )
    clauses.add_argument("-g", "--game", metavar="GAME", help="only this game's clauses")
    clauses.add_argument("-s", "--status", metavar="STATUS", help="only implemented, planned or out_of_scope")
    clauses.add_argument(
        "-f", "--find", default="", metavar="TEXT", help="only clauses with this text in their id or paraphrase"
    )
    clauses.set_defaults(run=run_clauses)

    readings = commands.add_parser(
        "readings",
        help="list how unclear clauses are interpreted, and what each interpretation costs",
        description="A reading is the interpretation used where the regulations are silent or disagree. With "
        "GAME, also print "
        "how the house edge of each wager changes with every other value of the options.",
    )
    add_house(readings, game_is_optional=True)
    add_counting(readings)
    readings.set_defaults(run=run_readings)
    _add_layout(commands)
    return [games, rules, clauses, readings]


def _add_layout(commands: Commands) -> None:
    layout = commands.add_parser(
        "layout",
        help="draw the layout of a card table to scale, as SVG or PDF",
        description="Draw the layout of a card table to scale: the licensee's name, every betting area and "
        "inscription, drop box and tip box, the scale, and a checklist of the clauses about the layout.",
    )
    add_house(layout)
    add_output(layout, "the .svg or .pdf file to write")
    layout.add_argument("--house-name", metavar="NAME", help="the name of the licensee (default Pitboss)")
    layout.add_argument(
        "--positions", type=int, metavar="N", help="the number of betting positions (default: the maximum)"
    )
    layout.add_argument("--scale", type=int, default=8, metavar="N", help="draw at 1:N (default 8, 1 is full size)")
    layout.add_argument(
        "--mm",
        action="append",
        default=[],
        metavar="NAME=N",
        help="a measure in millimetres: width, depth, rail, spot, tray or box; can be repeated",
    )
    layout.set_defaults(run=run_layout)


def run_layout(wanted: Arguments) -> int:
    from pitboss.games import family
    from pitboss.layout.sheet import pdf_of, require_pdf, sheet_of
    from pitboss.table.families import house_of

    file = Path(wanted.output)
    if file.suffix not in (".svg", ".pdf"):
        raise Refusal("unknown_format", f"Name an .svg or a .pdf file; got '{wanted.output}'.")
    if file.suffix == ".pdf":
        require_pdf()
    options = read_options(wanted.game, wanted.jurisdiction, wanted.option)
    setup = {"game": wanted.game, "jurisdiction": wanted.jurisdiction, "options": options}
    if wanted.house_name is not None:
        setup["house_name"] = wanted.house_name
    if family(wanted.game) == "showdown":
        setup["shuffler"] = "device"  # no area depends on it, and some texts deal with one only
    sheet = sheet_of(house_of(setup), _measures(wanted.mm), wanted.positions, wanted.scale)
    file.write_bytes(pdf_of(sheet) if file.suffix == ".pdf" else sheet.svg.encode())
    print(f"{file}: {sheet.title}, 1:{wanted.scale}")
    return 0


def _measures(texts: list[str]) -> "Measures":
    from pitboss.layout.geometry import Measures

    given = {}
    for text in texts:
        name, _, value = text.partition("=")
        if name not in Measures.__struct_fields__ or not value.isdecimal():
            known = ", ".join(Measures.__struct_fields__)
            raise Refusal("bad_measure", f"Write a measure as NAME=MILLIMETRES, NAME one of {known}; got '{text}'.")
        given[name] = int(value)
    return Measures(**given)


def run_games(wanted: Arguments) -> int:
    from pitboss.games import game, names
    from pitboss.terminal import print_json, print_tables

    found = [game(name) for name in names()]
    if wanted.json:
        listed = [
            {
                "game": each.name,
                "title": each.title,
                "jurisdictions": list(each.jurisdictions),
                "wagers": list(each.wagers()),
                "options": {name: option.choices() for name, option in each.options("nj").items()},
            }
            for each in found
        ]
        print_json({"games": listed})
    else:
        rows = [[each.name, each.title, ", ".join(each.jurisdictions), " ".join(each.wagers())] for each in found]
        print_tables([("Games", ["name", "game", "regulations", "wagers"], rows)])
    return 0


def run_rules(wanted: Arguments) -> int:
    from pitboss.terminal import print_json, print_page

    rules = house_rules(wanted.game, wanted.jurisdiction, wanted.option)
    if wanted.json:
        print_json(rules.as_json())
    else:
        print_page(rules.page())
    return 0


def run_clauses(wanted: Arguments) -> int:
    from pitboss.clauses import STATUSES, borrowed, matrix
    from pitboss.terminal import print_clauses, print_json, print_tables

    if wanted.status not in (None, *STATUSES):
        raise Refusal("unknown_status", f"Ask for one of {', '.join(STATUSES)}; got '{wanted.status}'.")
    found = [
        clause
        for clause in matrix(wanted.game)
        if wanted.status in (None, clause.status) and wanted.find.lower() in f"{clause.id} {clause.paraphrase}".lower()
    ]
    taken = borrowed(wanted.game)
    if wanted.json:
        print_json({"clauses": found, "borrowed": taken})
    else:
        print_clauses(found)
        if taken:
            rows = [[each.game, each.jurisdiction, each.says, each.source, each.clause] for each in taken]
            print_tables([("Taken from another regulation", ["game", "regulation", "what", "from", "clause"], rows)])
    return 0


def run_readings(wanted: Arguments) -> int:
    from pitboss.clauses import readings
    from pitboss.terminal import print_json, print_some, print_tables

    found = readings(wanted.game)
    costs = _reading_costs(wanted) if wanted.game else ()
    if wanted.json:
        from pitboss.lab.readings import costs_json

        print_json({"readings": found, **({"costs": costs_json(costs)} if wanted.game else {})})
        return 0
    rows = [[str(each.number), each.holds_for, each.where, each.says, each.option or ""] for each in found]
    print_tables([("Readings", ["#", "applies to", "where", "interpretation", "option"], rows)])
    if costs:
        from pitboss.lab.readings import costs_table

        print_some([costs_table(costs)])
    return 0


def _reading_costs(wanted: Arguments) -> "tuple[Cost, ...]":
    """Every other way to read the texts, priced against the one taken."""
    from pitboss.lab.readings import costs
    from pitboss.terminal import counting_lab

    rules = house_rules(wanted.game, wanted.jurisdiction, wanted.option)
    with counting_lab(not wanted.no_cache) as lab:
        return costs(rules, lab)
