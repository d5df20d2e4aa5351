"""What a person is told: what became of each wager and why, and the clauses on request."""

from pitboss.money import write_money
from pitboss.play.words import grouped, signed
from pitboss.refusal import spoken
from pitboss.showdown.declaration import Outcome
from pitboss.showdown.describe import award_in_words, odds_in_words
from pitboss.showdown.rules import Rules
from pitboss.showdown.rulings import PositionResult, Ruling

SPOKEN = {
    Outcome.FOLD: "you folded",
    Outcome.DEALER_FAILS: "the dealer does not qualify",
    Outcome.PLAYER_HIGHER: "your hand is higher",
    Outcome.PLAYER_HIGHER_WEAK: "your hand is higher",
    Outcome.TIE: "the hands tie",
    Outcome.DEALER_HIGHER: "the dealer's hand is higher",
}
RESULTS = {"win": "wins", "lose": "loses", "push": "pushes", "void": "is void"}
MOST_FOUND = 6


def reason(rules: Rules, made: Ruling) -> str:
    """Why a wager won, lost or pushed, in words; a ruling is known by the place in the rules that it comes from."""
    for outcome, words in SPOKEN.items():
        if any(made is each for each in getattr(rules.verdicts, outcome.name.lower())):
            weak = outcome is Outcome.PLAYER_HIGHER_WEAK and made.outcome == "push"
            return f"{words}, but the {made.wager} wins from a {_least_winner(rules)} up" if weak else words
    progressive = rules.progressive
    if progressive and made.wager == progressive.name:
        if made.award:
            line = next(line for line in progressive.table.lines if progressive.wins[line.hand_class] is made)
            return f"{line.hand} pays {award_in_words(line.odds)}; the wager itself is kept"
        return "a folded hand does not win it" if made is progressive.lost_by_fold else "not a hand it pays"
    return _bonus_reason(rules, made)


def _bonus_reason(rules: Rules, made: Ruling) -> str:
    wins = {bonus.name: bonus.wins for bonus in rules.bonuses}
    if rules.game.ante_bonus and rules.ante_bonus:
        wins[rules.game.ante_bonus.name] = rules.ante_bonus
    table = rules.table(made.wager) if made.wager in wins else None
    for line in table.lines if table else ():
        if wins[made.wager].get(line.hand_class) is made:
            return f"{line.hand} pays {odds_in_words(made.odds)}"
    if any(made is each for each in rules.cut.values()):
        return "cut to the most that is paid for a hand or a round"
    if any(made is bonus.lost_by_fold for bonus in rules.bonuses):
        return "it goes with the fold"
    return "not a hand it pays" if any(made is bonus.loses for bonus in rules.bonuses) else ""


def _least_winner(rules: Rules) -> str:
    return rules.ranking.words(rules.ante_needs | 1 << 13).split(",")[0]


def result_rows(rules: Rules, result: PositionResult) -> list[tuple[str, str, str, str, str]]:
    """A row a wager; the gains add up to the position's net."""
    rows = []
    for made, row in zip(result.slip.rulings, result.wagers, strict=True):
        gain = row.pays - (row.stake if made.takes else 0)
        staked = grouped(write_money(row.stake)) if row.stake else ""
        rows.append((spoken(made.wager), staked, RESULTS[made.outcome], signed(gain), reason(rules, made)))
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
