"""A dice game for people: the house's rules as titled tables, each line with its clause."""

from pitboss.dice.declaration import Behind, Changes, Commission, Decides, Line, Number, Row
from pitboss.dice.rules import NO_POINT, Rules, Ruling
from pitboss.dice.throws import WAYS
from pitboss.refusal import spoken
from pitboss.regulations.options import written
from pitboss.regulations.pages import Page, Table


def describe(rules: Rules) -> Page:
    game = rules.game
    points = ", ".join(map(str, game.shooting.points))
    return Page(
        game.title,
        f"{game.jurisdictions[rules.jurisdiction]}. Two dice. On a come-out roll {points} becomes the point, until it "
        f"comes again or a {game.shooting.seven} ends the shooter's run.",
        [
            _wagers(rules),
            _rolls(rules),
            *(_line(rules, line) for line in game.lines),
            *(_behind(rules, behind) for behind in game.behind if rules.offers(behind)),
            _numbers(rules),
            _next_roll(rules),
            _combined(rules),
            _changes(rules),
            *_at_the_table(rules),
            _options(rules),
        ],
    )


def _wagers(rules: Rules) -> Table:
    offered = [wager for wager in rules.game.all_wagers() if rules.offers(wager)]
    rows = [[wager.name, rules.says(wager), rules.cite(wager.clause)] for wager in offered]
    return Table("Wagers", ["wager", "what it is on", "clause"], rows)


def _rolls(rules: Rules) -> Table:
    shooting = rules.game.shooting
    rows = [
        ["two dice, each 1 to 6", rules.cite(shooting.dice)],
        ["a come-out roll, then a point", rules.cite(shooting.come_out)],
        [f"a round is a shooter's run until a {shooting.seven} with the point on", rules.cite(shooting.run)],
        ["a wager is placed before a roll", rules.cite(rules.game.wagering)],
        ["what does not come to whole cents is rounded down", rules.cite(rules.game.rounding)],
    ]
    return Table("Rolls", ["", "clause"], rows)


def _line(rules: Rules, line: Line) -> Table:
    rows = [["first roll", *_row(rules, row)] for row in line.first if row.holds(rules.options)]
    rows.append(["first roll", "any other", "becomes its point", rules.cite(rules.game.shooting.come_out)])
    won, lost = _point_words(line.wins_with)
    rows.append(["then", won, "1 to 1", rules.cite(line.point_clause)])
    rows.append(["then", lost, "loses", rules.cite(line.point_clause)])
    return Table(f"{_title(line.name)}: placed {line.opens.value}", ["roll", "shows", "pays", "clause"], rows)


def _point_words(wins_with: Decides) -> tuple[str, str]:
    won, lost = Decides.POINT, Decides.SEVEN
    return (won.value, lost.value) if wins_with is won else (lost.value, won.value)


def _behind(rules: Rules, behind: Behind) -> Table:
    lines, taken = rules.line_words(behind), rules.options[behind.limit] is not None
    rows = []
    for each in behind.pays:
        points = " or ".join(map(str, each.points))
        rows.append([points, each.odds.words(), _most(rules, behind, each.points[0]), rules.cite(each.clause)])
    if taken:
        rows.append(["at most", "", f"times the {lines}, by option {behind.limit}", rules.cite(behind.limit_clause)])
    if behind.cap and (rules.options[behind.cap.option] or not taken):
        limit = f"behind a {spoken(behind.cap.line)}: what wins no more than it"
        rows.append(["at most", "", limit, rules.cite(behind.cap.clause)])
    works = "off unless called on" if behind.off_on_come_out else "always works"
    rows.append(["on a come-out roll", works, "", rules.cite(behind.works)])
    return Table(f"{_title(behind.name)}: behind {lines}", ["point", "pays", "at most", "clause"], rows)


def _most(rules: Rules, behind: Behind, point: int) -> str:
    if rules.options[behind.limit] is None:
        return "what wins as much as the wager"
    times = rules.multiple(behind, point)
    return f"what wins {times} times the wager" if behind.limits_win else f"{times} times the wager"


def _numbers(rules: Rules) -> Table:
    rows = []
    for wager in rules.game.numbers:
        for row in wager.rows:
            shown = _row(rules, row)
            if row.odds.pays and wager.commission:
                shown[1] += f", less {_commission(rules, wager.commission, row)}"
            rows.append([spoken(wager.name), *shown])
    return Table("Wagers that stay until they are decided", ["wager", "shows first", "pays", "clause"], rows)


def _commission(rules: Rules, commission: Commission, won: Row) -> str:
    taken = rules.options[commission.taken]
    of = "bet" if rules.is_of_bet(commission, won.odds) else "win"
    return f"{commission.percent} % of the {of}" + (", charged won or lost" if taken == "bet" else "")


def _next_roll(rules: Rules) -> Table:
    rows = []
    for wager in rules.game.one_roll:
        rows += [[spoken(wager.name), *_row(rules, row)] for row in wager.rows if row.holds(rules.options)]
        rows.append([spoken(wager.name), "anything else", "loses", rules.cite(wager.loses)])
    for hop in rules.game.hops:
        rows.append([hop.name, "the dice named, different", hop.easy.odds.words(), rules.cite(hop.easy.clause)])
        rows.append([hop.name, "the dice named, a double", hop.hard.odds.words(), rules.cite(hop.hard.clause)])
        rows.append([hop.name, "anything else", "loses", rules.cite(hop.loses)])
    return Table("Wagers on the next roll", ["wager", "shows", "pays", "clause"], rows)


def _combined(rules: Rules) -> Table:
    """What the parts come to, by the total thrown."""
    rows = []
    for wager in rules.game.combined:
        by_ruling: dict[Ruling, list[int]] = {}
        for dice in sorted(WAYS, key=sum):
            found = by_ruling.setdefault(rules.stages[wager.name][NO_POINT][dice], [])
            if sum(dice) not in found:
                found.append(sum(dice))
        for ruling, totals in by_ruling.items():
            rows.append([spoken(wager.name), ", ".join(map(str, totals)), _ruling_words(ruling), ruling.clause])
    return Table("Several wagers in one", ["wager", "shows", "pays on the whole", "clause"], rows)


def _ruling_words(ruling: Ruling) -> str:
    if ruling.outcome == "win":
        return f"{ruling.pays.numerator} to {ruling.pays.denominator}"
    return {"lose": "loses", "push": "pushes"}[ruling.outcome]


def _row(rules: Rules, row: Row) -> list[str]:
    pays = {"win": row.odds.words(), "lose": "loses", "push": "pushes"}[row.result.value]
    return [row.says, pays, rules.cite(row.clause)]


def _changes(rules: Rules) -> Table:
    """Wagers that are changed alike share a line."""
    lines: dict[Changes, list[str]] = {}
    odds = [behind for behind in rules.game.behind if rules.offers(behind)]
    changed: list[Line | Behind | Number] = [*rules.game.lines, *odds, *rules.game.numbers]
    for wager in changed:
        lines.setdefault(wager.changes, []).append(spoken(wager.name))
    rows = [[", ".join(names), changes.may.value, rules.cite(changes.clause)] for changes, names in lines.items()]
    calls = "may be called off and on between rolls; other wagers always work"
    called = ["wagers on a number", *(f"{spoken(each.name)} taken" for each in odds if each.off_on_come_out)]
    rows.append([", ".join(called), calls, rules.cite(rules.game.calling)])
    for clause in dict.fromkeys(rules.rests.values()):
        names = ", ".join(spoken(name) for name, why in rules.rests.items() if why == clause)
        rows.append([names, "off on a come-out roll unless called on", clause])
    return Table("Between rolls", ["wager", "", "clause"], rows)


def _at_the_table(rules: Rules) -> list[Table]:
    """Who does what, and what may go wrong, in a game that has a table."""
    procedure = rules.game.procedure
    if procedure is None:
        return []
    steps = [[spoken(name), step.by, rules.cite(step.clause)] for name, step in procedure.steps.items()]
    wrong = [
        [name, found.says, found.effect.value, rules.cite(found.clause)]
        for name, found in procedure.irregularities.items()
    ]
    return [
        Table("Steps at the table", ["step", "by", "clause"], steps),
        Table("Irregularities", ["called", "", "what it does", "clause"], wrong),
    ]


def _options(rules: Rules) -> Table:
    rows = [
        [name, written(rules.options[name]), option.choices(), option.says, rules.cite(option.clause)]
        for name, option in rules.game.options(rules.jurisdiction).items()
    ]
    return Table("Options of the house", ["option", "here", "choices", "what it sets", "clause"], rows)


def _title(name: str) -> str:
    return spoken(name).capitalize()
