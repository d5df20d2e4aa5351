"""What a person sees: felt, cards, chips and words in the terminal."""

import codecs
import shutil
from collections import Counter
from fractions import Fraction
from time import sleep
from typing import IO, NamedTuple

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pitboss.cards import RANKS, hand
from pitboss.felts import darker, felt
from pitboss.lab import figures
from pitboss.money import read_money
from pitboss.play.coach import BEST
from pitboss.play.words import Cards, grouped, name, printable
from pitboss.refusal import Refusal
from pitboss.showdown.rules import Rules
from pitboss.table.showdown.views import HIDDEN

CREAM, GOLD, QUIET = "#f5ecd7", "#c08c16", "#858585"
"""Gold and grey can be read on dark terminals and on light ones."""

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
TWO_COLOURS = {"c": "#1d1d1d", "d": "#b3172b", "h": "#b3172b", "s": "#1d1d1d"}
FOUR_COLOURS = TWO_COLOURS | {"c": "#146b35", "d": "#1a4fb0"}
LIT, DIMMED = "#c4bda8 on #f7f3e8", "#8b887e on #a9a69c"
HIDDEN_CARD = ("╭────╮", "│░░░░│", "│░░░░│", "╰────╯")
DIE = "bold #f7f3e8 on #8c1f2c"
PIPS = {
    1: ("       ", "   ●   ", "       "),
    2: (" ●     ", "       ", "     ● "),
    3: (" ●     ", "   ●   ", "     ● "),
    4: (" ●   ● ", "       ", " ●   ● "),
    5: (" ●   ● ", "   ●   ", " ●   ● "),
    6: (" ●   ● ", " ●   ● ", " ●   ● "),
}
WIDEST = 96
CARD_WIDTH = 7
"""A card and the gap beside it."""

HAND_GAP = 3

SPEEDS = {"slow": 1500, "normal": 600, "fast": 150}
"""Milliseconds between two stages of a round."""

ANY_PROMPT = [
    "? what can be done now",
    "v coach",
    "c clauses",
    "r rules",
    "b 100 buys in",
    "q leaves",
]
PLAIN = dict(zip("♣♦♥♠╭╮╰╯│─░●×·’", "cdhs++++|-#ox,'", strict=True))


def look_alikes(error: UnicodeError) -> tuple[str, int]:
    """For a terminal that cannot show a sign: the plain one that looks or reads most like it."""
    assert isinstance(error, UnicodeEncodeError)
    return "".join(PLAIN.get(sign, "?") for sign in error.object[error.start : error.end]), error.end


codecs.register_error("look_alikes", look_alikes)


class Fan(NamedTuple):
    """A hand as it is shown beside others. `lit`: it is the one that counts now."""

    words: str
    cards: Cards
    lit: bool = True


def screen_felt(game: str) -> str:
    """The game's hue, dark enough for an inscription in cream."""
    return darker(felt(game), 30)


class Screen:
    """The terminal: felt, cards, chips and words. Plain text where it is none."""

    def __init__(
        self, game: str, four_colours: bool = False, file: IO[str] | None = None, speed: str = "normal"
    ) -> None:
        self.felt = screen_felt(game)
        self.suits = FOUR_COLOURS if four_colours else TWO_COLOURS
        width = max(20, min(WIDEST, shutil.get_terminal_size().columns))
        self.console = Console(file=file, width=width, highlight=False, markup=False, emoji=False)
        self.pause_ms = SPEEDS[speed] if self.console.file.isatty() else 0

    @property
    def width(self) -> int:
        return self.console.width

    def pause(self) -> None:
        """Between two stages of a round, so that a person can follow; a file or a pipe does not wait."""
        if self.pause_ms:
            sleep(figures.number(Fraction(self.pause_ms, 1000)))

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

    def hands(self, hands: list[Fan], back: str) -> None:
        """Hands side by side, each fanned out over its words; a row of them ends where the screen does."""
        row: list[list[Text]] = []
        for fan in hands:
            block = self._fanned(fan, back)
            if row and sum(len(each[0]) + HAND_GAP for each in row) + len(block[0]) > self.width - 1:
                self._beside(row)
                row = []
            row.append(block)
        self._beside(row)

    def _beside(self, blocks: list[list[Text]]) -> None:
        for lines in zip(*blocks, strict=True):
            if not any(each.plain.strip() for each in lines):
                continue
            line = Text(" ")
            for each in lines:
                line.append_text(each)
                line.append(" " * HAND_GAP)
            line.rstrip()
            self.console.print(line, no_wrap=True)

    def _fanned(self, fan: Fan, back: str) -> list[Text]:
        """The four rows of cards and the words, all of one width; of a card under another one sees its left edge."""
        rows = []
        for row in range(4):
            line = Text()
            for number, card in enumerate(fan.cards, 1):
                whole = Text()
                self._append(whole, card, row, fan.lit, back)
                line.append_text(whole if number == len(fan.cards) else whole[: 1 + len(_index(card))])
            rows.append(line)
        rows.append(Text(fan.words, style="bold" if fan.lit else QUIET))
        width = max(len(line) for line in rows)
        for line in rows:
            line.append(" " * (width - len(line)))
        return rows

    def dice(self, dice: str) -> None:
        """The two dice as they lie."""
        pips = [PIPS[int(face)] for face in dice.split("-")]
        faces = ["╭───────╮", *("│{}│",) * 3, "╰───────╯"]
        for row, frame in enumerate(faces):
            line = Text(" ")
            for die in pips:
                line.append(frame.format(die[row - 1]) if 0 < row < 4 else frame, DIE)
                line.append("  ")
            line.rstrip()
            self.console.print(line, no_wrap=True)

    def board(self, numbers: list[int], puck: int, rows: list[tuple[str, dict[int, str]]]) -> None:
        """What lies on the numbers of a layout, a row a wager; the puck stands on one of them, or is off."""
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="not bold")
        table.add_column(Text("" if puck else "puck OFF", style=QUIET))
        for number in numbers:
            head = (
                Text(f" ON {number} ", f"bold {CREAM} on {self.felt}") if number == puck else Text(str(number), QUIET)
            )
            table.add_column(head, justify="right", no_wrap=True, min_width=6)
        for label, cells in rows:
            table.add_row(Text(label), *(Text(cells.get(number, ""), style="bold") for number in numbers))
        self.console.print(Padding(table, (0, 0, 0, 1), expand=False))

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

    def net(self, reasons: list[str], net: str) -> None:
        """What decided the round, what became of each wager, and the net: the last thing that a round prints."""
        self.flow([Text(printable(words), style="bold") for words in (*reasons, net)], " ")

    def advice(self, heads: tuple[str, ...], rows: list[tuple[str, ...]], says: str) -> None:
        """What each choice is worth, with figures between the choice and a remark; the best is bold."""
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style=QUIET)
        first, *figures, last = heads
        table.add_column(first, overflow="fold")
        for head in figures:
            table.add_column(head, justify="right", no_wrap=True)
        table.add_column(last, no_wrap=True)
        for row in rows:
            table.add_row(*(Text(cell, style="bold" if row[-1] == BEST else "") for cell in row))
        self.console.print(Padding(table, (0, 0, 0, 1), expand=False))
        self.say(says, style=QUIET)

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


def _index(card: str) -> str:
    return "░░" if card == HIDDEN else name(card)


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
