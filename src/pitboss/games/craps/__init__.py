"""Craps: the end of the come and don't come rule in N.J.A.C. 19:47, and the facts its missing pages leave out."""

from pitboss.dice.declaration import (
    EVEN,
    LOSE,
    PUSH,
    WIN,
    Behind,
    Cap,
    Changes,
    Combined,
    Commission,
    Decides,
    DiceGame,
    Hop,
    Line,
    May,
    Number,
    OneRoll,
    Opens,
    Pays,
    PointPays,
    Rest,
    Row,
    Shooting,
)
from pitboss.dice.options import Multiples, WholeNumber
from pitboss.dice.throws import easy, hard, totals
from pitboss.games.craps.procedure import PROCEDURE
from pitboss.regulations.citation import Basis, Citation, reading
from pitboss.regulations.edition import FormerDefault
from pitboss.regulations.options import Choice

PAGES = "NJ CRAPS 19:47(d)"


def fact(*names: str) -> Citation:
    """A rule from the facts; the first is told to people."""
    return Citation((("nj", tuple(f"rules CRAPS {name}" for name in names)),))


def page(*facts: str) -> Citation:
    """The rule that the loose pages open with, and the facts that repeat it."""
    return Citation((("nj", (PAGES, *(f"rules CRAPS {name}" for name in facts))),))


POINTS = (4, 5, 6, 8, 9, 10)
PAIRS = ((4, 10), (5, 9), (6, 8))
SEVEN = totals(7)


# Line wagers


def with_the_dice(name: str, says: str, opens: Opens, point: Citation, changes: Changes) -> Line:
    """Pass, and come: the shooter's luck."""
    return Line(
        name,
        says,
        fact(name),
        opens,
        fact(name, "come-out"),
        first=(
            Row("7 or 11", totals(7, 11), WIN, fact("pass natural"), EVEN),
            Row("2, 3 or 12", totals(2, 3, 12), LOSE, fact("pass craps")),
        ),
        wins_with=Decides.POINT,
        point_clause=point,
        changes=changes,
    )


def against_the_dice(name: str, says: str, opens: Opens, point: Citation, changes: Changes) -> Line:
    """Don't pass, and don't come: the shooter's bad luck, but for one throw of craps that is barred."""
    return Line(
        name,
        says,
        fact(name),
        opens,
        fact(name, "come-out"),
        first=(
            Row("2 or 3", totals(2, 3), WIN, fact("dont_pass craps"), EVEN, only=("bar", 12)),
            Row("12", totals(12), PUSH, fact("dont_pass bar"), only=("bar", 12)),
            Row("3 or 12", totals(3, 12), WIN, fact("dont_pass craps"), EVEN, only=("bar", 2)),
            Row("2", totals(2), PUSH, fact("dont_pass bar"), only=("bar", 2)),
            Row("7 or 11", totals(7, 11), LOSE, fact("dont_pass natural")),
        ),
        wins_with=Decides.SEVEN,
        point_clause=point,
        changes=changes,
    )


FREELY = Changes(May.CHANGE, reading(82))

LINES = (
    with_the_dice(
        "pass",
        "with the shooter, from the come-out roll on",
        Opens.COME_OUT,
        fact("pass point"),
        Changes(May.STAY, reading(81)),
    ),
    against_the_dice(
        "dont_pass",
        "against the shooter, from the come-out roll on",
        Opens.COME_OUT,
        fact("dont_pass point"),
        Changes(May.REDUCE, reading(81)),
    ),
    with_the_dice(
        "come",
        "as pass, from any roll once a point is on, with a point of its own",
        Opens.POINT_ON,
        fact("come", "pass point"),
        Changes(May.STAY, fact("come contract")),
    ),
    against_the_dice(
        "dont_come",
        "as don't pass, from any roll once a point is on, with a point of its own",
        Opens.POINT_ON,
        page("dont_come", "dont_pass point"),
        Changes(May.REDUCE, fact("dont_come changes")),
    ),
)

# Odds

TAKEN = {(4, 10): Pays(2, 1), (5, 9): Pays(3, 2), (6, 8): Pays(6, 5)}
LAID = {(4, 10): Pays(1, 2), (5, 9): Pays(2, 3), (6, 8): Pays(5, 6)}

ODDS = (
    Behind(
        "odds",
        "behind a {lines} wager that has its point, at true odds",
        fact("odds"),
        lines=("pass", "come"),
        wins_with=Decides.POINT,
        pays=(
            PointPays((4, 10), TAKEN[4, 10], fact("odds 4 and 10")),
            PointPays((5, 9), TAKEN[5, 9], fact("odds 5 and 9")),
            PointPays((6, 8), TAKEN[6, 8], fact("odds 6 and 8")),
        ),
        limit="odds",
        limit_clause=fact("odds limit"),
        limits_win=False,
        works=fact("odds off"),
        off_on_come_out=True,
        changes=FREELY,
    ),
    Behind(
        "lay_odds",
        "behind a {lines} wager that has its point, at true odds",
        page("lay odds", "supplemental"),
        lines=("dont_pass", "dont_come"),
        wins_with=Decides.SEVEN,
        pays=(
            PointPays((4, 10), LAID[4, 10], page("lay odds 4 and 10")),
            PointPays((5, 9), LAID[5, 9], fact("lay odds 5 and 9")),
            PointPays((6, 8), LAID[6, 8], fact("lay odds 6 and 8")),
        ),
        limit="odds",
        limit_clause=reading(83),
        limits_win=True,
        works=fact("lay odds work"),
        off_on_come_out=False,
        changes=FREELY,
        cap=Cap("dont_come", "limit_dont_come_odds", page("supplemental limit")),
    ),
)

# Wagers on a number

RESTS = Rest("place_on_come_out", "off", reading(84))
VIG = Commission(5, "vig", "vig_of", fact("vig"))


def on_number(
    name: str, says: str, number: int, odds: Pays, clause: str, vig: Commission | None = None, rest: Rest | None = RESTS
) -> Number:
    """The number before a seven."""
    return Number(
        f"{name}_{number}",
        says,
        fact(clause),
        (
            Row(str(number), totals(number), WIN, fact(clause), odds),
            Row("7", SEVEN, LOSE, fact(clause)),
        ),
        FREELY,
        vig,
        rest,
    )


def against_number(name: str, says: str, number: int, odds: Pays, clause: str, vig: Commission | None = None) -> Number:
    """A seven before the number."""
    return Number(
        f"{name}_{number}",
        says,
        fact(clause),
        (
            Row("7", SEVEN, WIN, fact(clause), odds),
            Row(str(number), totals(number), LOSE, fact(clause)),
        ),
        FREELY,
        vig,
    )


def hardway(number: int, odds: Pays, clause: str) -> Number:
    return Number(
        f"hard_{number}",
        f"{number} as a double before a 7 or any other {number}",
        fact(clause),
        (
            Row(f"{number} as a double", hard(number), WIN, fact(clause), odds),
            Row(f"7, or {number} without a double", SEVEN | easy(number), LOSE, fact(clause)),
        ),
        FREELY,
    )


def by_pair(number: int, odds: dict[tuple[int, int], Pays]) -> tuple[Pays, str]:
    """The odds on a number, and the pair it belongs to as clauses name it."""
    pair = next(each for each in PAIRS if number in each)
    return odds[pair], f"{pair[0]} and {pair[1]}"


def numbers(odds: dict[tuple[int, int], Pays]) -> tuple[tuple[int, Pays, str], ...]:
    return tuple((number, *by_pair(number, odds)) for number in POINTS)


PLACED = {(4, 10): Pays(9, 5), (5, 9): Pays(7, 5), (6, 8): Pays(7, 6)}
PLACED_TO_LOSE = {(4, 10): Pays(5, 11), (5, 9): Pays(5, 8), (6, 8): Pays(4, 5)}

NUMBERS = (
    *(on_number("place", f"{n} before a 7", n, odds, f"place {pair}") for n, odds, pair in numbers(PLACED)),
    *(
        against_number("place_to_lose", f"a 7 before {n}", n, odds, f"place to lose {pair}")
        for n, odds, pair in numbers(PLACED_TO_LOSE)
    ),
    *(on_number("buy", f"{n} before a 7, less commission", n, odds, "buy", VIG) for n, odds, _ in numbers(TAKEN)),
    *(against_number("lay", f"a 7 before {n}, less commission", n, odds, "lay", VIG) for n, odds, _ in numbers(LAID)),
    *(on_number("big", f"{n} before a 7, at even money", n, EVEN, "big", rest=None) for n in (6, 8)),
    hardway(4, Pays(7), "hardways 4 and 10"),
    hardway(6, Pays(9), "hardways 6 and 8"),
    hardway(8, Pays(9), "hardways 6 and 8"),
    hardway(10, Pays(7), "hardways 4 and 10"),
)

# Wagers on the next roll


def next_roll(name: str, says: str, total: tuple[int, ...], odds: Pays, clause: str) -> OneRoll:
    row = Row(", ".join(map(str, total)), totals(*total), WIN, fact(clause), odds)
    return OneRoll(name, says, fact(clause), (row,), loses=fact(clause))


ONE_ROLL = (
    OneRoll(
        "field",
        "2, 3, 4, 9, 10, 11 or 12 on the next roll",
        fact("field even"),
        (
            Row("3, 4, 9, 10 or 11", totals(3, 4, 9, 10, 11), WIN, fact("field even"), EVEN),
            Row("2", totals(2), WIN, fact("field 2"), Pays(2)),
            Row("12", totals(12), WIN, fact("field 12"), Pays(2), only=("field_12", 2)),
            Row("12", totals(12), WIN, fact("field 12"), Pays(3), only=("field_12", 3)),
        ),
        loses=fact("field even"),
    ),
    next_roll("any_seven", "7 on the next roll", (7,), Pays(4), "any seven"),
    next_roll("any_craps", "2, 3 or 12 on the next roll", (2, 3, 12), Pays(7), "any craps"),
    next_roll("two", "2 on the next roll", (2,), Pays(30), "two or twelve"),
    next_roll("three", "3 on the next roll", (3,), Pays(15), "three or eleven"),
    next_roll("eleven", "11 on the next roll", (11,), Pays(15), "three or eleven"),
    next_roll("twelve", "12 on the next roll", (12,), Pays(30), "two or twelve"),
)

COMBINED = (
    Combined("horn", "four equal parts on 2, 3, 11 and 12", fact("horn"), ("two", "three", "eleven", "twelve")),
    Combined(
        "world",
        "five equal parts on 2, 3, 11, 12 and any seven",
        fact("world"),
        ("two", "three", "eleven", "twelve", "any_seven"),
    ),
    Combined("craps_eleven", "two equal parts on any craps and 11", fact("craps eleven"), ("any_craps", "eleven")),
)

HOPS = (
    Hop(
        "hop",
        "the two dice named, on the next roll",
        fact("hop"),
        easy=PointPays((), Pays(15), fact("hop easy")),
        hard=PointPays((), Pays(30), fact("hop hard")),
        loses=fact("hop"),
    ),
)

GAME = DiceGame(
    name="craps",
    title="Craps",
    jurisdictions={"nj": "New Jersey"},
    shooting=Shooting(POINTS, 7, craps=(2, 3, 12), dice=fact("dice"), come_out=fact("come-out"), run=fact("round")),
    lines=LINES,
    behind=ODDS,
    numbers=NUMBERS,
    one_roll=ONE_ROLL,
    combined=COMBINED,
    hops=HOPS,
    wagering=fact("wagers"),
    calling=reading(85),
    taking_down=reading(82),
    voiding=reading(112),
    rounding=reading(86),
    procedure=PROCEDURE,
    choices=(
        WholeNumber("bar", (12, 2), "the throw on which don't pass and don't come push", fact("dont_pass bar")),
        Multiples(
            "odds",
            {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3},
            "3-4-5x",
            "how many times the line wager may be taken in odds, or won by odds laid; none leaves odds laid behind a "
            "don't come that win no more than it",
            fact("odds limit"),
        ),
        Choice(
            "vig",
            ("bet", "win"),
            "whether the commission on buy and lay wagers is taken with the bet, won or lost, or only when it wins",
            fact("vig"),
        ),
        Choice(
            "vig_of",
            ("smaller", "as_taken"),
            "what the commission is 5 % of: the smaller of bet and win (of a buy the bet, of a lay the win), or what "
            "it is taken on",
            reading(87),
        ),
        WholeNumber("field_12", (2, 3), "what the field pays to 1 on 12", fact("field 12")),
        Choice(
            "limit_dont_come_odds",
            (False, True),
            "whether odds behind a don't come may win no more than the don't come itself",
            page("supplemental limit"),
        ),
        Choice(
            "place_on_come_out",
            ("working", "off"),
            "whether place and buy wagers work on a come-out roll where nobody calls them on or off",
            reading(84),
        ),
    ),
    former_defaults=(FormerDefault("vig_of", "as_taken", until=1),),
    basis=(
        Basis(Citation((("nj", ("rules CRAPS",)),)), "pitboss.games.craps:GAME"),
        Basis(fact("published"), "pitboss.lab.dice:DiceAnalysis"),
        Basis(fact("round"), "pitboss.dice.layout:Layout"),
    ),
)
