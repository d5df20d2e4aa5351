"""`pitboss play`: one person at a table in the terminal, against a dealer who runs without help.

Until the reveal the screen is drawn from the player's own view of the table and from nothing else, so a card that lies
face down cannot reach it. What became of the wagers is read from the finished round, by the rules of `pitboss settle`.
"""

import codecs
import io
import re
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import IO, Any, NamedTuple, Protocol

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pitboss.cards import CARDS, RANKS, hand
from pitboss.money import read_money, write_money
from pitboss.refusal import Refusal, shown, spoken
from pitboss.script import Shuffles, encode, final_line
from pitboss.session import Session
from pitboss.showdown.declaration import Later, Outcome
from pitboss.showdown.describe import award_in_words, describe, odds_in_words
from pitboss.showdown.preconditions import Needs
from pitboss.showdown.rules import Rules
from pitboss.showdown.rulings import DealerResult, PositionResult, Ruling
from pitboss.table.events import Event
from pitboss.table.files import encode_event
from pitboss.table.setup import House, house_of
from pitboss.table.standing import least_cards
from pitboss.table.state import finished_round
from pitboss.table.views import HIDDEN, view

WHO = "you"
POSTED = {"ante": ["5.00", "500.00"], "side": ["1.00", "100.00"]}
"""The limits this table posts on the ante and on each side wager."""

USUAL_BET = 10_00

Cards = Sequence[str]
Data = dict[str, Any]


# What a person types

_AMOUNT = re.compile(r"\$?([0-9]{1,12}|[0-9]{1,3}(?:,[0-9]{3}){1,3})(?:\.([0-9]{1,2}))?").fullmatch
_COMMA_BETWEEN = re.compile(r",(?![0-9]{3}(?![0-9]))")


def read_amount(text: str) -> str | None:
    """`10`, `$10`, `10.5` and `1,000` as money is written in files; None for anything else."""
    found = _AMOUNT(text)
    if not found:
        return None
    return f"{int(found[1].replace(',', ''))}.{(found[2] or '').ljust(2, '0')}"


def read_wagers(rules: Rules, line: str) -> dict[str, str]:
    """Wagers as people type them: amounts in the order of the layout, or names with amounts; `-` or 0 leaves one out.

    Only the shape is judged here. Whether such wagers may be placed is the table's to say.
    """
    order = offered(rules)
    found: dict[str, str] = {}
    name: list[str] = []
    unnamed = iter(order)
    for part in _COMMA_BETWEEN.sub(" ", re.sub(r"[=:;]", " ", line.casefold())).split():
        amount = "0.00" if part == "-" else read_amount(part)
        if amount is None:
            if not re.fullmatch(r"[a-z_']+", part):
                raise Refusal("money_malformed", f"Write amounts such as 10 or 10.50; got {shown(part)}.")
            name.append(part)
            continue
        wager = _wager(order, "_".join(name)) if name else next(unnamed, None)
        if wager is None:
            raise Refusal("too_many_amounts", f"Give one amount for each wager: {', '.join(map(spoken, order))}.")
        if wager in found:
            raise Refusal("wager_twice", f"Bet on the {spoken(wager)} once.")
        found[wager] = amount
        name = []
    if name:
        wager = _wager(order, "_".join(name))
        if wager not in order:
            raise rules.not_offered(wager)
        raise Refusal("amount_missing", f"Say how much on the {spoken(wager)}, such as {wager} 10.")
    return {wager: amount for wager, amount in found.items() if amount != "0.00"}


def _wager(order: Cards, typed: str) -> str:
    """The wager meant, by its name or the start of one name only. An unknown one is left for the table to refuse."""
    meant = [wager for wager in order if wager.startswith(typed)]
    return typed if typed in order or len(meant) != 1 else meant[0]


def offered(rules: Rules) -> tuple[str, ...]:
    """The wagers that can be placed before the deal, in the order of the layout."""
    return tuple(wager for wager in rules.game.wagers() if wager in rules.offered)


class Choice(NamedTuple):
    """Something the person can do now: the key to press, the command it gives, and what it is called."""

    key: str
    command: Data
    action: str
    amount: str

    @property
    def label(self) -> str:
        """`[f]old`, `chec[k]`, `[2] raise 20.00`."""
        if self.key in self.action:
            before, _, after = self.action.partition(self.key)
            return f"{before}[{self.key}]{after}{self._amount}"
        return f"[{self.key}] {self.action}{self._amount}"

    @property
    def _amount(self) -> str:
        return f" {grouped(self.amount)}" if self.amount else ""


KEPT = frozenset("?bcrq")
"""Keys that mean the same at every prompt, so that no wager is placed by whoever wanted the rules."""


def decision_keys(house: House, step: Later, ante: int, commands: list[Data]) -> list[Choice]:
    """A key for each legal choice: a letter of its name, or how many antes it takes where that letter is another's."""
    decline = next(letter for letter in step.declined_by[0] + step.declined_by[::-1] if letter not in KEPT)
    letters = [each.name[0] for each in house.game.decisions]
    free = not KEPT.intersection(letters) and not any(each.declined_by[0] in letters for each in house.game.decisions)
    placing = [command for command in commands if command["action"] == step.name]
    found = []
    for command in commands:
        amount = command.get("amount", "")
        times = str(read_money(amount, step.name) // ante) if amount else ""
        key = decline if not amount else letters[0] if free and len(placing) == 1 else times
        found.append(Choice(key, command, command["action"], amount))
    return found


def read_choice(choices: list[Choice], step: Later, least: Data, line: str) -> Data:
    """The decision meant. What is not among the choices goes to the table as typed, to be refused by its clause.

    `least` is the command that places the smallest amount, whether there are chips for it or not.
    """
    word, *rest = line.casefold().split() or [""]
    if not word:
        raise Refusal("nothing_chosen", f"Choose {_one_of([choice.label for choice in choices])}.")
    for choice in choices:
        if not rest and (word == choice.key or (choice.amount and read_amount(word) == choice.amount)):
            return choice.command
    amount = read_amount("".join(rest)) or shown(" ".join(rest)) if rest else None
    action = _action(step, word)
    if action == step.name and not amount:
        placing = [choice for choice in choices if choice.amount]
        if len(placing) == 1:
            return placing[0].command
        if placing:
            raise Refusal("amount_missing", f"Say how much: {_one_of([choice.label for choice in placing])}.")
        return least
    command = {field: held for field, held in least.items() if field != "amount"} | {"action": action}
    return command | ({"amount": amount} if amount else {})


def _action(step: Later, word: str) -> str:
    meant = [each for each in (step.declined_by, step.name) if each.startswith(word)]
    return meant[0] if len(meant) == 1 else word[:40]


def _one_of(words: list[str]) -> str:
    return " or ".join([", ".join(words[:-1]), words[-1]] if words[1:] else words)


# What a person sees

CREAM, GOLD, QUIET = "#f5ecd7", "#c08c16", "#858585"
"""Gold and grey can be read on dark terminals and on light ones."""

FELTS = {
    "three-card-poker": "#174276",
    "four-card-poker": "#1a4e30",
    "high-card-flush": "#722032",
    "what-the-flush": "#004c50",
    "texas-holdem-bonus": "#4d3075",
}
OTHER_FELT = "#3b434d"
BACKS = {"red": "#e0b9bd on #7c2430", "blue": "#b9c6de on #24427c"}
CHIPS = {
    "25000.00": "#4aa3c7",
    "5000.00": "#a8753a",
    "1000.00": "#e08a2c",
    "500.00": "#8a56c2",
    "100.00": "#6a6a6a",
    "25.00": "#2f8f4e",
    "5.00": "#c9303e",
    "2.50": "#d98cae",
    "1.00": "#e8e8e8",
    "0.50": "#b08d57",
}
SMALLEST = "0.50"
SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
TWO_COLOURS = {"c": "#1d1d1d", "d": "#b3172b", "h": "#b3172b", "s": "#1d1d1d"}
FOUR_COLOURS = TWO_COLOURS | {"c": "#146b35", "d": "#1a4fb0"}
LIT, DIMMED = "#c4bda8 on #f7f3e8", "#8b887e on #a9a69c"
HIDDEN_CARD = ("╭────╮", "│░░░░│", "│░░░░│", "╰────╯")
WIDEST = 96
CARD_WIDTH = 7
"""A card and the gap beside it."""

PLAIN = dict(zip("♣♦♥♠╭╮╰╯│─░●×·’", "cdhs++++|-#ox,'", strict=True))


def look_alikes(error: UnicodeError) -> tuple[str, int]:
    """For a terminal that cannot show a sign: the plain one that looks or reads most like it."""
    assert isinstance(error, UnicodeEncodeError)
    return "".join(PLAIN.get(sign, "?") for sign in error.object[error.start : error.end]), error.end


codecs.register_error("look_alikes", look_alikes)


def grouped(amount: str) -> str:
    """`10000.00` as people read it."""
    dollars, cents = amount.split(".")
    return f"{int(dollars):,}.{cents}"


def signed(cents: int) -> str:
    return ("+" if cents > 0 else "") + f"{'-' if cents < 0 else ''}{grouped(write_money(abs(cents)))}"


def name(card: str) -> str:
    """`10♥` for `Th`."""
    return card[0].replace("T", "10") + SIGNS[card[1]]


def printable(text: str) -> str:
    """No typed control character reaches the terminal."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)


class Screen:
    """The terminal: felt, cards, chips and words. Plain text where it is none."""

    def __init__(self, game: str, four_colours: bool = False, file: IO[str] | None = None) -> None:
        self.felt = FELTS.get(game, OTHER_FELT)
        self.suits = FOUR_COLOURS if four_colours else TWO_COLOURS
        width = max(20, min(WIDEST, shutil.get_terminal_size().columns))
        self.console = Console(file=file, width=width, highlight=False, markup=False, emoji=False)

    @property
    def width(self) -> int:
        return self.console.width

    def bar(self, left: str, right: str = "") -> None:
        """A strip of the table's felt with its inscription."""
        gap = max(2, self.width - len(left) - len(right) - 2)
        text = Text(f" {left}{' ' * gap}{right} ", style=f"bold {CREAM} on {self.felt}")
        self.console.print()
        self.console.print(text, no_wrap=False)

    def say(self, text: str | Text = "", style: str = "", indent: int = 1) -> None:
        words = text if isinstance(text, Text) else Text(printable(text), style=style)
        self.console.print(Padding(words, (0, 0, 0, indent), expand=False))

    def flow(self, pieces: list[Text], gap: str) -> None:
        """Pieces one after the other; a line ends between two of them, never within one that fits."""
        line = Text()
        for piece in pieces:
            if line and len(line) + len(gap) + len(piece) > self.width - 2:
                self.say(line)
                line = Text()
            line.append(gap if line else "")
            line.append_text(piece)
        self.say(line)

    def keys(self) -> None:
        self.flow([Text(key, style=QUIET) for key in ANY_PROMPT], "   ")

    def choices(self, labels: list[str]) -> None:
        """What can be done now, in gold: the one accent of the screen."""
        self.flow([Text(label, style=f"bold {GOLD}") for label in labels], "   ")

    def heading(self, who: str, words: str) -> None:
        line = Text()
        line.append(who, style="bold")
        line.append(f"  {words}" if words else "")
        self.console.print()
        self.say(line)

    def cards(self, cards: Cards, counting: Cards, back: str) -> None:
        """Cards side by side; where some of them count and others do not, those that count are lifted."""
        most = max(1, (self.width - 2) // CARD_WIDTH)
        for start in range(0, len(cards), most):
            for line in self._drawn(cards[start : start + most], counting, back):
                self.console.print(line, no_wrap=True)

    def _drawn(self, cards: Cards, counting: Cards, back: str) -> list[Text]:
        mixed = any(card in counting for card in cards) and not all(card in counting for card in cards)
        rows = []
        for row in range(4 + mixed):
            line = Text(" ")
            for card in cards:
                at = row - (mixed and card not in counting)
                if 0 <= at < 4:
                    self._append(line, card, at, not mixed or card in counting, back)
                else:
                    line.append(" " * (CARD_WIDTH - 1))
                line.append(" ")
            line.rstrip()
            rows.append(line)
        return rows

    def _append(self, line: Text, card: str, row: int, counts: bool, back: str) -> None:
        """One row of a card: its frame quiet, its index in the suit's colour; dimmed where it does not count."""
        if card == HIDDEN:
            line.append(HIDDEN_CARD[row], BACKS[back])
            return
        paper = LIT if counts else DIMMED
        if row in (0, 3):
            line.append(HIDDEN_CARD[row], paper)
            return
        index = f"{name(card):<4}" if row == 1 else f"{name(card):>4}"
        line.append("│", paper)
        line.append(index, f"{'bold ' if counts else ''}{self.suits[card[1]]} on {paper.split()[-1]}")
        line.append("│", paper)

    def chips(self, held: int) -> None:
        """The chips held, few but such that they can be bet: none is worth more than a quarter of them."""
        stacks, rest = [], held
        for value, colour in CHIPS.items():
            cents = read_money(value, "chip")
            number = rest // cents if cents * 4 <= held or value == SMALLEST else 0
            rest -= number * cents
            if number:
                stack = Text()
                stack.append("● ", style=colour)
                stack.append(f"{number} × {grouped(value).removesuffix('.00')}")
                stacks.append(stack)
        self.flow(stacks, "   ")

    def results(self, rows: list[tuple[str, str, str, str, str]]) -> None:
        """Wager, stake, outcome, gain and reason, numbers in columns."""
        table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
        table.add_column()
        table.add_column(justify="right", no_wrap=True)
        table.add_column(no_wrap=True)
        table.add_column(justify="right", no_wrap=True)
        table.add_column(overflow="fold")
        for wager, stake, outcome, gain, why in rows:
            table.add_row(Text(wager), Text(stake), Text(outcome), Text(gain, style="bold"), Text(why, style=QUIET))
        self.console.print(Padding(table, (0, 0, 0, 1), expand=False))

    def cited(self, rows: list[tuple[str, str, str]]) -> None:
        """What something is, the clause behind it, and what the clause says; a clause behind several is told once."""
        table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
        table.add_column(overflow="fold", max_width=self.width // 3)
        table.add_column(overflow="fold")
        told = {(clause, says): [what for what, *law in rows if law == [clause, says]] for _, clause, says in rows}
        for (clause, says), whats in told.items():
            law = Text(clause, style=f"bold {QUIET}")
            law.append(f"\n{says}" if says else "", style="not bold default")
            table.add_row(Text("\n".join(map(printable, whats))), law)
        self.console.print(Padding(table, (0, 0, 0, 1), expand=False))

    def refused(self, refusal: Refusal) -> None:
        line = Text(printable(refusal.message))
        line.append(f" ({refusal.clause})" if refusal.clause else "", style=QUIET)
        self.say(line)


def arranged(rules: Rules, cards: Cards, counting: Cards) -> list[str]:
    """As people hold a hand: what counts first; by suit where flushes are played, otherwise by rank."""
    ranks, suits = Counter(card[0] for card in cards), Counter(card[1] for card in cards)
    of = rules.ranking.of
    by_suit = of(hand("Ah Kh")) > of(hand("As Ad"))  # only where flushes are played do two of a suit beat a pair

    def place(card: str) -> tuple[object, ...]:
        rank = -RANKS.index(card[0])
        order = (-suits[card[1]], card[1], rank) if by_suit else (-ranks[card[0]], rank, card[1])
        return (card not in counting, *order)

    return sorted(cards, key=place)


# What became of a wager

SPOKEN = {
    Outcome.FOLD: "you folded",
    Outcome.DEALER_FAILS: "the dealer does not qualify",
    Outcome.PLAYER_HIGHER: "your hand is higher",
    Outcome.PLAYER_HIGHER_WEAK: "your hand is higher",
    Outcome.TIE: "the hands tie",
    Outcome.DEALER_HIGHER: "the dealer's hand is higher",
}
RESULTS = {"win": "wins", "lose": "loses", "push": "pushes", "void": "is void"}


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


# The clauses, on request


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


MOST_FOUND = 6


# A person at the table


class Leaves(Exception):
    """The person asked to leave."""


class Ask(Protocol):
    """Where the lines come from that a person types. Raises EOFError when there are no more."""

    def __call__(self, prompt: str) -> str: ...


class Play:
    """One person's stay at a table: sit, bet, decide, be paid, leave."""

    def __init__(
        self,
        session: Session,
        screen: Screen,
        ask: Ask,
        bankroll: str,
        log: Callable[[list[Event]], None] = lambda events: None,
    ) -> None:
        self.session, self.screen, self.ask, self.log = session, screen, ask, log
        self.house: House = session.house
        self.rules: Rules = session.house.rules
        self.law = Law(self.house.game.name)
        self.positions = tuple(range(1, self.house.positions_per_player + 1))
        self.bankroll = bankroll
        self.bought = 0
        self.last: dict[int, dict[str, str]] = {position: self._usual() for position in self.positions}
        self.cited: list[tuple[str, str]] = []
        self.nets: dict[int, int] = {}
        self.drawn: object = None
        log(session.log)

    def run(self) -> int:
        """Until the person leaves, or there is nothing more to read. The exit status."""
        status = 0
        self.arrive()
        try:
            while True:
                self.bet()
                self.decide()
                self.results()
        except (Leaves, EOFError):
            pass
        except KeyboardInterrupt:
            self.screen.say()
            status = 130
        self.walk_away()
        self.summary()
        return status

    # Asking the table

    def do(self, do: str, by: str = "player", **fields: Any) -> None:
        person = {"who": WHO} if by == "player" else {}
        self.give({"do": do, "by": by, **person, **fields})

    def give(self, command: Data) -> None:
        self.log(self.session.do(command))

    def view(self) -> Data:
        return view(self.house, self.session.state, "player", WHO)

    def held(self) -> int:
        return read_money(self.view()["chips"], "chips")

    def buy(self, amount: str) -> None:
        self.do("buy_in", amount=amount)
        self.bought += read_money(amount, "buy-in")

    # Asking the person

    def answer(self, explain: Callable[[], None]) -> str:
        """A line that is meant for the game; what can be typed at any prompt is dealt with here."""
        while True:
            line = self.ask("> ")
            word, _, rest = line.strip().casefold().partition(" ")
            if word in ("q", "quit", "leave", "exit"):
                raise Leaves
            if word in ("?", "h", "help"):
                explain()
                self.screen.keys()
            elif word in ("c", "clause", "clauses"):
                self.clauses(rest.strip())
            elif word in ("r", "rules"):
                self.print_rules()
            elif word in ("b", "buy"):
                self.buy_more(rest.strip())
            else:
                return line

    def buy_more(self, typed: str) -> None:
        amount = read_amount(typed)
        try:
            if amount is None:
                raise Refusal("amount_missing", "Say for how much you buy in, such as buy 100.")
            self.buy(amount)
        except Refusal as refusal:
            self.screen.refused(refusal)
        else:
            self.screen.chips(self.held())

    def clauses(self, wanted: str) -> None:
        if wanted:
            found = self.law.find(wanted)
            self.screen.cited(found[:MOST_FOUND])
            if len(found) > MOST_FOUND:
                self.screen.say(f"{len(found) - MOST_FOUND} more; give a longer text to find fewer.", style=QUIET)
            if not found:
                self.screen.say(f"No clause of {self.house.game.title} holds {shown(wanted)}.")
        elif self.cited:
            self.screen.cited([self.law.row(what, clause) for what, clause in self.cited])
        else:
            self.screen.say("The clauses behind your results will be here after the first round; ? has those of now.")

    def print_rules(self) -> None:
        from pitboss.terminal import print_page

        print_page(describe(self.rules))

    # The stay, in order

    def arrive(self) -> None:
        house = self.house
        self.do("sit", position=1)
        self.buy(self.bankroll)
        self.screen.bar(house.game.title, house.game.jurisdictions[house.jurisdiction])
        says = house.method(house.dealing).says
        seats = "position 1" if len(self.positions) == 1 else f"positions 1 to {len(self.positions)}"
        self.screen.say(f"You play {seats}. Dealing: {says}.")
        self.screen.keys()

    def bet(self) -> None:
        """Wagers for each position, then no more bets."""
        seen = self.view()
        self.screen.bar(f"Round {seen['round'] + 1}", f"Chips ${grouped(seen['chips'])}")
        self.screen.chips(self.held())
        if seen["meters"]:
            main, secondary = grouped(seen["meters"]["main"]), grouped(seen["meters"]["secondary"])
            self.screen.say(f"Progressive meter {main}, secondary {secondary}")
        posted = [f"{spoken(wager)} {self._limits(wager)}" for wager in offered(self.rules)]
        self.screen.flow([Text("Posted:"), *map(Text, posted)], "  ")
        while not self.view()["positions"]:
            for position in self.positions:
                self.bet_at(position)
            if not self.view()["positions"]:
                self.screen.say("Bet on a position, or q to leave.")
        self.do("no_more_bets", by="dealer")
        self.screen.say("No more bets.", style="italic")
        self.drawn = None

    def bet_at(self, position: int) -> None:
        usual = self.last[position]
        at = f"Position {position}: " if len(self.positions) > 1 else ""
        skip = ", or - for none" if at else ""
        while True:
            self.screen.choices([f"{at}[Enter] {self._spelled(usual)}"])
            typed = _examples(offered(self.rules)) + skip
            self.screen.say(f"or type {typed}", style=QUIET)
            line = self.answer(self.explain_bets).strip()
            if at and line.casefold() in ("-", "0", "none"):
                return
            try:
                wagers = read_wagers(self.rules, line) if line else usual
                self.do("bet", position=position, wagers=wagers)
            except Refusal as refusal:
                self.screen.refused(refusal)
            else:
                self.last[position] = wagers
                return

    def decide(self) -> None:
        """Every decision of the round, in the order the table asks for them."""
        while (seen := self.view())["playing"]:
            step, position = self.step(), seen["next"]["position"]
            if self.drawn != (step.name, position):
                self.show(seen, position)
                self.drawn = (step.name, position)
            self.offer(self.choices(seen), seen)
            line = self.answer_in_the_round()
            try:
                self.give(read_choice(self.choices(self.view()), step, self.least(seen), line))
            except Refusal as refusal:
                self.screen.refused(refusal)

    def step(self) -> Later:
        """The decision that is asked for now."""
        task = self.session.state.next
        assert task and task.do == "decide"
        return self.house.game.decisions[task.decision]

    def answer_in_the_round(self) -> str:
        """Whoever has wagers in the round stays until it is over; asked twice, the hand is given up first."""
        try:
            return self.answer(self.explain_decision)
        except Leaves:
            try:
                self.do("leave")
            except Refusal as refusal:
                self.screen.refused(refusal)
            self.screen.say("Decide, or q once more to give the hand up and leave.")
            return self.answer(self.explain_decision)

    def choices(self, seen: Data) -> list[Choice]:
        commands = [each for each in seen["choices"] if each["do"] == "decide"]
        return decision_keys(self.house, self.step(), self._ante(seen), commands)

    def least(self, seen: Data) -> Data:
        """The smallest wager that stays in, as a command."""
        position, step = seen["next"]["position"], self.step()
        amount = write_money(step.least * self._ante(seen))
        return {"do": "decide", "by": "player", "who": WHO, "position": position, "action": step.name, "amount": amount}

    def _ante(self, seen: Data) -> int:
        return read_money(seen["positions"][str(seen["next"]["position"])]["wagers"][self.rules.ante], "ante")

    def offer(self, choices: list[Choice], seen: Data) -> None:
        self.screen.choices([choice.label for choice in choices])
        if not any(choice.amount for choice in choices):
            held, wager = grouped(seen["chips"]), self.step().name
            self.screen.say(f"Your chips, {held}, do not reach for the {wager}: buy in for more to place it.")

    def show(self, seen: Data, position: int) -> None:
        """The table before a decision: what the player's view holds."""
        self.show_dealer(seen)
        own, board = seen["positions"][str(position)]["cards"], seen["community"]
        counting = least_cards((*own, *board), self.rules.ranking.of)
        if board:
            self.screen.heading("Board", "")
            self.screen.cards(board, [*counting, *own], seen["back"])
        self.screen.heading(self._you(position), self._words([*own, *board]))
        self.screen.cards(arranged(self.rules, own, counting), [*counting, *board], seen["back"])
        wagers = seen["positions"][str(position)]["on_layout"]
        self.screen.say(f"On the layout: {self._spelled(wagers)}. In chips: {grouped(seen['chips'])}.", style=QUIET)

    def show_dealer(self, seen: Data) -> None:
        up = [card for card in seen["dealer"] if card != HIDDEN]
        words = f"shows {', '.join(map(name, up))}" if up else "" if seen["dealer"] else "no cards yet"
        if any(not self.house.game.dealer_plays((CARDS[card],)) for card in up):
            words += ", which is thrown out"
        self.screen.heading("Dealer", words)
        hidden = [HIDDEN] * (len(seen["dealer"]) - len(up))
        self.screen.cards([*up, *hidden], [*up, HIDDEN], seen["back"])

    def results(self) -> None:
        """The showdown, what became of every wager, and by which clauses: all read from the finished round."""
        played = finished_round(self.session.state)
        settled = self.rules.settle(played)
        board = played.get("community", "").split()
        self.show_revealed(played["dealer"].split(), board, settled.dealer)
        self.cited = []
        for seat, result in zip(played["positions"], settled.positions, strict=True):
            self.show_position(seat["cards"].split(), board, result)
        net = sum(result.net for result in settled.positions)
        self.nets[self.session.state.number] = net
        self.screen.say(Text(f"Net {signed(net)}   Chips {grouped(write_money(self.held()))}", style="bold"))

    def show_revealed(self, dealt: Cards, board: Cards, dealer: DealerResult) -> None:
        playing = self.house.game.dealer_plays(tuple(CARDS[card] for card in dealt))
        cards = [card for card in dealt if playing & CARDS[card]]
        out = [card for card in dealt if card not in cards]
        counting = least_cards((*cards, *board), self.rules.ranking.of)
        words = dealer.hand or self._words(cards)
        words += {None: "", True: ", qualifies", False: ", does not qualify"}[dealer.qualifies]
        words += f"; {', '.join(map(name, out))} thrown out" if out else ""
        if board:
            self.screen.heading("Board", "")
            self.screen.cards(board, board, "red")
        self.screen.heading("Dealer", words)
        self.screen.cards([*arranged(self.rules, cards, counting), *out], [*counting, *board], "red")

    def show_position(self, cards: Cards, board: Cards, result: PositionResult) -> None:
        counting = least_cards((*cards, *board), self.rules.ranking.of)
        self.screen.heading(self._you(result.position), result.hand or self._words(cards))
        self.screen.cards(arranged(self.rules, cards, counting), [*counting, *board], "red")
        self.screen.results(result_rows(self.rules, result))
        for row in result.wagers:
            self._cite(f"{spoken(row.wager)} {RESULTS[row.outcome]}", row.clause)

    def _cite(self, what: str, clause: str) -> None:
        if (what, clause) not in self.cited:
            self.cited.append((what, clause))

    def walk_away(self) -> None:
        """Wagers not yet in play are taken back; a hand in play is given up as a silent player's is, and settled."""
        state = self.session.state
        if state.betting:
            for position in sorted(state.bets):
                self.do("clear", position=position)
        elif state.playing:
            while (task := self.session.state.next) and task.do == "decide":
                action = self.house.game.decisions[task.decision].declined_by
                self.do("decide", position=task.position, action=action, automatic=True)
            self.results()
        self.do("leave")

    def summary(self) -> None:
        """The stay in a few lines, and the chips cashed out."""
        held, rounds = self.held(), self.session.state.number
        self.screen.bar("You leave", f"{rounds} {'round' if rounds == 1 else 'rounds'}")
        self.screen.say(f"Bought in for ${grouped(write_money(self.bought))}, cashed out {grouped(write_money(held))}.")
        self.screen.say(Text(f"Net {signed(held - self.bought)}", style="bold"))
        best = max(self.nets, key=lambda number: self.nets[number], default=0)
        if best and self.nets[best] > 0:
            self.screen.say(f"Biggest win {signed(self.nets[best])}, in round {best}.")
        if held:
            self.do("cash_out")

    # What can be done now, and by which clause

    def explain_bets(self) -> None:
        handling, cite = self.house.procedure.wagers, self.house.cite
        placed = {wager: clause for wager, clause in _clauses_of_wagers(self.rules) if wager in self.rules.offered}
        rows = [(f"{spoken(wager)} {self._limits(wager)}", clause) for wager, clause in placed.items()]
        rows += [(each.says(), each.clause.at(self.house.jurisdiction)) for each in self.rules.preconditions]
        posted = {cite(handling.limits[wager]) for wager in self.house.limits} - {*placed.values()}
        rows += [("posted limits", clause) for clause in sorted(posted)]
        rows += [("chips only", cite(handling.chips)), ("after no more bets", cite(handling.close))]
        self.screen.cited([self.law.row(what, clause) for what, clause in rows])

    def explain_decision(self) -> None:
        seen, step, where = self.view(), self.step(), self.house.jurisdiction
        cards = seen["positions"][str(seen["next"]["position"])]["cards"]
        limit = step.limits[-1] if len(step.limits) == 1 else step.most(self._value(cards))
        rows = [("your turn", seen["next"]["clause"])]
        for choice in self.choices(seen):
            rows.append((choice.label, (limit.clause if choice.amount else step.decision).at(where)))
        if limit.most > step.least:
            rows.append(
                (f"{step.name} AMOUNT: {step.least} to {limit.most} times the ante", step.clause.at(where)),
            )
        self.screen.cited([self.law.row(what, clause) for what, clause in rows])

    # Words

    def _usual(self) -> dict[str, str]:
        needed = {each.wager for each in self.rules.preconditions if isinstance(each, Needs)} | {self.rules.ante}
        return {wager: write_money(USUAL_BET) for wager in offered(self.rules) if wager in needed}

    def _limits(self, wager: str) -> str:
        progressive = self.rules.progressive
        if progressive and wager == progressive.name:
            return f"exactly {write_money(progressive.stake)}"
        least, most = self.house.limits[wager]
        return f"{grouped(write_money(least))} to {grouped(write_money(most))}"

    def _spelled(self, wagers: dict[str, str]) -> str:
        return ", ".join(f"{spoken(wager)} {grouped(amount)}" for wager, amount in wagers.items()) or "nothing"

    def _words(self, cards: Cards) -> str:
        return self.rules.ranking.words(self._value(cards))

    def _value(self, cards: Cards) -> int:
        return self.rules.ranking.of(sum(CARDS[card] for card in cards))

    def _you(self, position: int) -> str:
        return "You" if len(self.positions) == 1 else f"You, position {position}"


ANY_PROMPT = ["? what can be done now", "c clauses", "r rules", "b 100 buys in", "q leaves"]


def _examples(order: Cards) -> str:
    return "10" if len(order) == 1 else f"10, 10 5 or {order[0]} 10 {order[1]} 5"


def _clauses_of_wagers(rules: Rules) -> list[tuple[str, str]]:
    """The wagers placed before the deal, each with its clause."""
    game = rules.game
    found = [(game.ante.name, game.ante.clause), *((bonus.name, bonus.clause) for bonus in game.bonuses)]
    if game.progressive:
        found.append((game.progressive.name, game.progressive.clause))
    return [(wager, clause.at(rules.jurisdiction)) for wager, clause in found]


# From the command line


def table_for(rules: Rules, positions: int = 1, dealing: str = "") -> House:
    """A table that runs without help, dealt as wished, with a shuffling device where that way of dealing needs one."""
    game, where = rules.game, rules.jurisdiction
    methods = game.procedure.methods if game.procedure else {}
    chosen = [method for name, method in methods.items() if dealing in ("", name) and method.allowed_in(where)]
    side = [bonus.name for bonus in rules.bonuses]
    return house_of(
        {
            "game": game.name,
            "jurisdiction": where,
            "options": rules.options,
            "dealing": dealing,
            "shuffler": "device" if chosen and chosen[0].needs_shuffler else "none",
            "positions_per_player": positions,
            "limits": {rules.ante: POSTED["ante"], **dict.fromkeys(side, POSTED["side"])},
        }
    )


def read_bankroll(text: str) -> str:
    amount = read_amount(text)
    if amount is None or amount == "0.00":
        raise Refusal("money_malformed", f"Give a bankroll such as 500.00; got {shown(text)}.")
    return amount


def keyboard() -> Ask:
    """Lines from standard input: with editing at a terminal, and repeated on the page where a file is read."""
    if sys.stdin is None:
        raise Refusal("file_error", "Open standard input: pitboss was started with it closed.")
    typed = sys.stdin.isatty()
    if typed and sys.stdout.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401  gives input() its editing and its history

    def ask(prompt: str) -> str:
        try:
            line = input(prompt)
        except EOFError:
            print()
            raise
        if not typed:
            print(printable(line[:200]))
        return line

    return ask


def play(house: House, bankroll: str, seed: int | None, four_colours: bool, log: str | None) -> int:
    """Sit a person at a table of this house until the person leaves."""
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "look_alikes")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)
    ask = keyboard()
    screen = Screen(house.game.name, four_colours)
    session = Session(house, Shuffles(seed))
    if log is None:
        return Play(session, screen, ask, bankroll).run()
    with open(log, "wb", buffering=0) as file:
        status = Play(session, screen, ask, bankroll, lambda events: _write(file, map(encode_event, events))).run()
        _write(file, [encode(final_line(session.state, session.balances))])
    return status


def _write(file: IO[bytes], lines: Iterable[bytes]) -> None:
    file.write(b"".join(line + b"\n" for line in lines))
