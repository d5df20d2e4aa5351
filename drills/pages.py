"""What a page shows is what the store has: rounds of every game, played by clicks in a real browser, each compared.

    .venv/bin/python -m drills.pages [--rounds 500] [--seed 1]

Of each round: the visitor's cards, the dealer's and the board's, or the dice; the word and the amount of every wager;
the sum; the chips that are left. The store is read with its key and beside the server, so that no code of the pages or
the floor stands between. At every decision and at every end nothing may be cut, lie over anything else or reach beyond
the page; what does is printed, with a picture of the first of its kind in `--pictures DIR`.
"""

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import Browser

from pitboss.fair import Entropy
from pitboss.fair.sealing import Seal, read_key_file
from pitboss.store import Books
from pitboss.store.opening import open_books
from tests.web.browser import GAMES, SIZES, Visitor, a_browser, a_server

TABLE = """
[[tables]]
id = "{game}"
table = {{ game = "{game}", limits = {{ {wager} = ["5.00", "500.00"] }} }}
timing = {{ betting = 300, all_have_bet = 100, decision = 300000, pace = 20 }}
"""
QUICK = "".join(TABLE.format(game=game, wager=wager) for game, wager in GAMES.items())
WORDS = {"win": "wins", "lose": "loses", "push": "pushes", "collected": "collected"}
LOST = ("wagers_taken", "forfeits_taken", "hand_taken")
PAID = ("wagers_paid", "hand_paid", "losers_taken", "winners_paid")
MOST_STEPS = 2_000
PATIENCE = 120
"""Seconds until the page must show what the store has, however busy the machine is."""
FEW_CHIPS = 100_00

SHOWN = """() => {
  const codes = (zone) => [...document.querySelectorAll(zone)]
    .map((hand) => [...hand.children].map((card) => card.getAttribute("code")));
  const text = (zone) => document.querySelector(zone)?.textContent ?? "";
  return {
    hands: codes("#hands card-hand"), dealer: codes("#dealer card-hand"),
    dice: document.querySelector("#dealer .dice")?.ariaLabel ?? "",
    rows: [...document.querySelectorAll("#results li")]
      .map(({ children: [says, moved] }) => [says.textContent, moved.textContent]),
    sum: text("#results .sum strong"), chips: text("#chips"),
    points: [...document.querySelectorAll("#dealer .group:first-child .words, #hands .words")]
      .map((each) => each.textContent),
    clauses: [...document.querySelectorAll("#results .clause")].map((clause) => clause.textContent),
  };
}"""


def cents(text: str) -> int:
    """Money as the page or the store writes it."""
    return int(text.replace("−", "-").replace("+", "").replace(",", "").replace(".", ""))


def stored(books: Books, table: str) -> list[dict[str, Any]]:
    """The events of the table's last round."""
    events = [(each.round, msgspec.json.decode(each.body)) for each in books.events(table)]
    last = max(number for number, event in events if event["event"] == "bets_closed")
    return [event for number, event in events if number == last]


def is_over(events: list[dict[str, Any]]) -> bool:
    """The dealer's cards are the last to be collected."""
    return any(event["event"] == "cards_collected" and "dealer" in event["whose"] for event in events)


def rows_of(events: list[dict[str, Any]], player: str) -> Counter[tuple[str, int]]:
    """The word of every wager and what it moved."""
    found: Counter[tuple[str, int]] = Counter()
    for event in events:
        if event["event"] == "progressive_collected":
            for stake in event["stakes"].values():  # nobody else plays here
                found["Progressive collected", -cents(stake)] += 1
        if event.get("player") != player:
            continue
        rows = event["rows"] if event["event"] in PAID else []
        if event["event"] == "hand_paid":  # of a hand given up a part comes back, and is no loss
            rows = [row for row in rows if row["outcome"] != "lose"]
        if event["event"] in LOST:
            rows = [{"wager": wager, "outcome": "lose", "stake": stake} for wager, stake in event["stakes"].items()]
        if event["event"] == "progressive_paid":
            rows = [{"wager": "progressive", "outcome": "win", "pays": event["amount"]}]
        for row in rows:
            moved = -cents(row["stake"]) if row["outcome"] == "lose" else cents(row["pays"])
            found[f"{spoken(row['wager'])} {WORDS[row['outcome']]}", moved] += 1
    return found


def spoken(wager: str) -> str:
    text = wager.replace("_", " ").replace("dont ", "don't ")
    return text[0].upper() + text[1:]


def hands_of(events: list[dict[str, Any]]) -> tuple[list[list[str]], list[str], list[str]]:
    """The player's hands, the dealer's and the board, as the cards were dealt and split."""
    hands: list[list[str]] = [[]]
    dealer: list[str] = []
    board: list[str] = []
    for event in events:
        if event["event"] == "cards_dealt":
            for to, card, _ in event["cards"]:
                if to in ("dealer", "community"):
                    (dealer if to == "dealer" else board).append(card)
                elif to != "rack":
                    number = int(to.partition(".")[2] or 1)
                    hands[number - 1].append(card)
        if event["event"] == "hand_decided" and event["action"] == "split":
            at = event["hand"]
            hands.insert(at, [hands[at - 1].pop()])
    return hands, dealer, board


def compare(shown: dict[str, Any], events: list[dict[str, Any]], player: str, chips: int) -> None:
    """Raises AssertionError where the page and the store differ."""
    rows = Counter((_row(row[0]), cents(row[1])) for row in shown["rows"])
    assert rows == rows_of(events, player), (rows, rows_of(events, player))
    assert cents(shown["sum"]) == sum(moved * times for (_, moved), times in rows.items())
    assert len(shown["clauses"]) == len(shown["rows"]) and all(shown["clauses"])
    assert cents(shown["chips"]) == chips, (shown["chips"], chips)
    thrown = [event["dice"] for event in events if event["event"] == "dice_thrown"]
    if thrown:
        assert shown["dice"] == f"The dice show {thrown[-1].replace('-', ' and ')}", (shown["dice"], thrown)
        return
    hands, dealer, board = hands_of(events)
    assert shown["hands"] == hands, (shown["hands"], hands)
    assert shown["dealer"] == [dealer, *([board] if board else [])], (shown["dealer"], dealer, board)
    if any(event["event"] == "hole_revealed" for event in events):  # points are counted, and the dealer's are known
        wanted = [points(dealer), *(points(hand, len(hands) > 1) for hand in hands)]
        assert [each.removeprefix("Dealer ") for each in shown["points"]] == wanted, (shown["points"], wanted)


def points(cards: list[str], split: bool = False) -> str:
    """What a hand of a shoe counts: an ace is eleven as long as that is not too much."""
    total = sum(min(10, "A23456789TJQK".index(card[0]) + 1 if card[0] not in "JQK" else 10) for card in cards)
    soft = any(card[0] == "A" for card in cards) and total <= 11
    total += 10 * soft
    if total == 21 and len(cards) == 2 and not split:
        return "blackjack"
    return f"bust with {total}" if total > 21 else f"{'soft' if soft else 'hard'} {total}"


def _row(text: str) -> str:
    """`Raise pushes.` and `Flush bonus wins: 5 card flush.`"""
    return text.partition(":")[0].rstrip(".")


class Player:
    """A visitor who plays at one table after the other."""

    def __init__(self, browser: Browser, address: str, books: Books, size: str, random_: random.Random) -> None:
        self.visitor = Visitor(browser, address, size)
        self.page, self.books, self.random = self.visitor.page, books, random_
        self.games: Counter[str] = Counter()
        self.cut: dict[str, bytes] = {}

    def look(self, table: str) -> None:
        try:
            self.visitor.nothing_is_cut()
        except AssertionError as error:
            self.cut.setdefault(f"{table}, {self.visitor.size}: {error}".partition("\n")[0], self.page.screenshot())

    def sit(self, table: str) -> str:
        self.visitor.sit(table)
        name = self.page.evaluate("fetch('/api/session').then((answer) => answer.json())")["person"]["name"]
        self.player = str(name)
        return self.player

    def round_of_cards(self, table: str) -> None:
        """Bet on some spots, decide by chance, compare. A wager that is refused for its size is made smaller."""
        page = self.page
        page.locator("button[data-area]").first.wait_for()
        areas = page.locator("button[data-area]").evaluate_all("all => all.map((each) => each.dataset.area)")
        first, before = GAMES[table], self.happened(table, "bets_closed")
        had = self.chips(table)
        for area in [first, *(each for each in areas if each != first and self.random.random() < 0.6)]:
            page.click(f"button[data-area={area}]")
        page.click("[data-key=place]")
        for _ in range(MOST_STEPS):
            page.locator("#results li, #choices [data-key^=decide]").first.wait_for()
            if self.happened(table, "bets_closed") > before and is_over(stored(self.books, table)):
                shown = self.check(table)
                assert cents(shown["sum"]) == self.chips(table) - had, (table, shown, had)
                return self.buy(table, shown)
            offered = page.locator("#choices [data-key^=decide]").evaluate_all(
                "all => all.map((each) => each.dataset.key)"
            )
            if offered:
                self.look(table)
                page.evaluate(CLICK, self.random.choice(offered))
            page.wait_for_timeout(40)
        raise AssertionError("the round does not end")

    def chips(self, table: str) -> int:
        return self.books.balance(f"chips:{table}:{self.player}")

    def buy(self, table: str, shown: dict[str, Any]) -> None:
        """More chips, where few are left; the next round begins with them."""
        had = cents(shown["chips"])
        if had < FEW_CHIPS:
            self.page.evaluate(CLICK, "buy")
            deadline = time.monotonic() + PATIENCE
            while self.chips(table) == had and time.monotonic() < deadline:
                self.page.wait_for_timeout(30)

    def happened(self, table: str, kind: str) -> int:
        """How many events of a kind the store has."""
        return sum(each.kind == kind for each in self.books.events(table))

    def roll(self, table: str) -> None:
        """One roll: whatever may be done first is done, then some wagers are placed."""
        page = self.page
        before = self.happened(table, "dice_thrown")
        page.evaluate(CLICK, "take_dice")
        page.locator("[data-area]:not([disabled])").first.wait_for()
        for area in ("pass", *self.random.choices(("field", "place_6", "come", "hard_8", "any_seven"), k=2)):
            page.evaluate(CLICK, f"spot {area}")
        deadline = time.monotonic() + PATIENCE
        while self.happened(table, "dice_thrown") == before:
            assert time.monotonic() < deadline, "the dice are not thrown"
            page.evaluate(CLICK, "throw")
            page.wait_for_timeout(30)
        page.locator("[data-key^='spot ']:not([disabled])").first.wait_for()
        self.buy(table, self.check(table, since_roll=True))

    def check(self, table: str, since_roll: bool = False) -> dict[str, Any]:
        """The page has told everything once it has the number of the last event."""
        page = self.page
        deadline = time.monotonic() + PATIENCE
        while True:
            shown = page.evaluate(SHOWN)
            events = stored(self.books, table)
            if since_roll:
                last = max(place for place, event in enumerate(events) if event["event"] == "dice_thrown")
                events = events[last:]
            try:
                if not (since_roll and not rows_of(events, self.player)):
                    compare(shown, events, self.player, self.chips(table))
                break
            except (AssertionError, ValueError):
                if time.monotonic() > deadline:
                    raise
                page.wait_for_timeout(50)
        assert self.visitor.wrong == [], self.visitor.wrong
        self.games[table] += 1
        self.look(table)
        return dict(shown)


CLICK = "(key) => document.querySelector(`[data-key='${key}']:not([disabled])`)?.click()"


def run(rounds: int, seed: int, folder: Path) -> tuple[Counter[str], dict[str, bytes]]:
    """So many rounds over all games, half on a desktop, half on a phone; and what was cut, with a picture of it."""
    random_ = random.Random(seed)
    played: Counter[str] = Counter()
    cut: dict[str, bytes] = {}
    with a_server(folder, plan=QUICK) as address, a_browser() as browser:
        seal = Seal(read_key_file(folder / "data" / "seal.key"), Entropy())
        books = open_books(str(folder / "data" / "floor.db"), seal.unseal)
        for number, game in enumerate(GAMES):
            for half, size in enumerate(SIZES):
                wanted = rounds // 16 + (rounds % 16 > 2 * number + half)
                if game == "craps":  # one shooter, who is in the next one's way
                    wanted = rounds - played.total()
                if not wanted:
                    continue
                player = Player(browser, address, books, size, random_)
                player.sit(game)
                for _ in range(wanted):
                    (player.roll if game == "craps" else player.round_of_cards)(game)
                played += player.games
                cut |= player.cut
                player.visitor.context.close()
                if game == "craps":
                    break
    return played, cut


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pictures", type=Path, metavar="DIR", help="where pictures of what is cut go")
    wanted = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        played, cut = run(wanted.rounds, wanted.seed, Path(folder))
    print(f"{played.total()} rounds, each shown as it is stored: {dict(played)}; {time.monotonic() - began:.0f} s")
    for number, (what, picture) in enumerate(cut.items(), 1):
        print(f"cut {number}: {what}")
        if wanted.pictures:
            wanted.pictures.mkdir(parents=True, exist_ok=True)
            wanted.pictures.joinpath(f"cut-{number}.png").write_bytes(picture)
    return 1 if cut else 0


if __name__ == "__main__":
    sys.exit(main())
