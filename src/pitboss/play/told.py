"""What a person is told: what became of each wager and why, and the clauses on request."""

from collections.abc import Sequence

from pitboss.money import write_money
from pitboss.play.words import grouped, signed, unsigned
from pitboss.refusal import spoken
from pitboss.showdown.declaration import FOLD, HAND
from pitboss.showdown.describe import award_in_words, odds_in_words
from pitboss.showdown.rules import Rules
from pitboss.showdown.rulings import PositionResult, WagerResult

SPOKEN = {
    "fold": "you folded",
    "dealer_not_qualified": "the dealer does not qualify",
    "player_higher": "your hand is higher",
    "tie": "the hands tie",
    "dealer_higher": "the dealer's hand is higher",
    "void": "it goes back",
    "forfeit": "it is forfeited",
}
"""What decided a wager, by the word of its settlement row."""

RESULTS = {"win": "wins", "lose": "loses", "push": "pushes", "void": "is void"}
BECAME = {
    "wins": ("pays", "pay"),
    "loses": ("loses", "lose"),
    "pushes": ("pushes", "push"),
    "is void": ("is void", "are void"),
}
"""By the word of a row: what one wager does in the line of the net, and what several do."""

MOVING = {"wins": 1, "loses": -1}
"""Those that move an amount, which is told with them: a gain, or what is gone."""

MOST_FOUND = 6
MOST_NAMED = 6
"""More wagers than these are counted in the line of the net, not named: each has a row of its own above it."""

Row = tuple[str, str, str, str, str]
"""Wager, stake, outcome, gain and reason, as they are printed."""


def reason(rules: Rules, row: WagerResult) -> str:
    """Why a wager won, lost or pushed, in words."""
    if row.why == HAND:
        return _by_hand(rules, row)
    if row.why == "hand_too_low":
        return f"your hand is higher, but the {row.wager} wins from a {_least_winner(rules)} up"
    if row.why == FOLD and row.wager in [side.name for side in rules.sides]:
        is_progressive = rules.progressive and row.wager == rules.progressive.name
        return "a folded hand does not win it" if is_progressive else "it goes with the fold"
    return SPOKEN[row.why]


def _by_hand(rules: Rules, row: WagerResult) -> str:
    """A wager on the player's own hand; the clause of a win is that of the line of its pay table."""
    if row.outcome == "lose":
        return "not a hand it pays"
    if row.wager in rules.cut and row.clause == rules.cut[row.wager].clause:
        return "cut to the most that is paid for a hand or a round"
    table = rules.table(row.wager)
    assert table
    line = next(line for line in table.lines if line.clause == row.clause)
    if rules.progressive and row.wager == rules.progressive.name:
        return f"{line.hand} pays {award_in_words(line.odds)}; the wager itself is kept"
    return f"{line.hand} pays {odds_in_words(line.odds)}"


def _least_winner(rules: Rules) -> str:
    return rules.ranking.words(rules.ante_needs | 1 << 13).split(",")[0]


def in_one_line(rows: Sequence[Row], why: str) -> str:
    """`Dealer does not qualify. Ante pays 10.00, raise pushes.`"""
    told = ", ".join(_named(rows) if len(rows) <= MOST_NAMED else _counted(rows))
    return f"{_capital(why.removeprefix('the ') if why.startswith('the dealer') else why)}. {_capital(told)}."


def _named(rows: Sequence[Row]) -> list[str]:
    return [f"{wager} {BECAME[outcome][0]}{_moved(outcome, [gain])}" for wager, _, outcome, gain, _ in rows]


def _counted(rows: Sequence[Row]) -> list[str]:
    """`7 wagers lose 60.00`, for each outcome that there is."""
    found = []
    for outcome, (one, many) in BECAME.items():
        gains = [gain for _, _, each, gain, _ in rows if each == outcome]
        wagers = f"1 wager {one}" if len(gains) == 1 else f"{len(gains)} wagers {many}"
        found += [f"{wagers}{_moved(outcome, gains)}"] if gains else []
    return found


def _moved(outcome: str, gains: list[str]) -> str:
    """The amount that wins or losses come to."""
    if outcome not in MOVING:
        return ""
    return f" {signed(MOVING[outcome] * sum(map(unsigned, gains))).removeprefix('+')}"


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def result_rows(rules: Rules, result: PositionResult) -> list[Row]:
    """A row a wager; the gains add up to the position's net."""
    rows = []
    for made, row in zip(result.slip.rulings, result.wagers, strict=True):
        gain = row.pays - (row.stake if made.takes else 0)
        staked = grouped(write_money(row.stake)) if row.stake else ""
        rows.append((spoken(made.wager), staked, RESULTS[made.outcome], signed(gain), reason(rules, row)))
    return rows


class Law:
    """What the clauses and readings of a game say, by their ids; read when first asked for."""

    def __init__(self, game: str) -> None:
        self.game = game
        self._says: dict[str, str] = {}

    @property
    def says(self) -> dict[str, str]:
        if not self._says:
            from pitboss.clauses import matrix, readings

            self._says = {clause.id: clause.paraphrase for clause in matrix(self.game)}
            self._says |= {f"reading {each.number}": each.says for each in readings(self.game)}
        return self._says

    def row(self, what: str, clause: str) -> tuple[str, str, str]:
        return what, clause, self.says.get(clause, "")

    def find(self, text: str) -> list[tuple[str, str, str]]:
        """Clauses whose id, or failing that whose words, hold a text."""
        ids = [clause for clause in self.says if text in clause.casefold()]
        words = [clause for clause, says in self.says.items() if text in says.casefold()]
        return [("", clause, self.says[clause]) for clause in (ids or words)]
