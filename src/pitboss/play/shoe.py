"""A person at a table that deals from a shoe."""

from typing import TYPE_CHECKING

from pitboss.money import read_money, write_money
from pitboss.play.positions import AtPositions
from pitboss.play.screen import QUIET, Fan
from pitboss.play.shoe_told import dealers_draw, result_rows
from pitboss.play.stay import WHO
from pitboss.play.told import RESULTS, Row, in_one_line
from pitboss.play.typed import Choice, Data, one_of, read_amount, read_amounts
from pitboss.play.words import Cards, grouped, name
from pitboss.refusal import Refusal, shown, spoken
from pitboss.shoe.hands import in_words
from pitboss.shoe.rounds import not_offered
from pitboss.shoe.rules import Rules
from pitboss.shoe.rulings import WagerResult
from pitboss.table.shoe.decisions import PLAY
from pitboss.table.shoe.setup import House
from pitboss.table.shoe.state import State
from pitboss.table.shoe.views import EITHER_OR, HIDDEN
from pitboss.table.state import finished_round

if TYPE_CHECKING:
    from pitboss.coach import Offered

KEYS = {
    "hit": "h",
    "stand": "s",
    "double": "d",
    "split": "p",
    "surrender": "u",
    "rescue": "e",
    "refuse": "f",
    "attack": "a",
    "insure": "i",
    "pass": "n",
    "stay": "n",
    "wait": "w",
    "dead": "k",
}
"""One letter each, none of them kept for other uses; no letter takes chips at one prompt and leaves them at another."""

DECLINED = {"attack": "no attack", "insurance": "no insurance"}
SILENT = {"attack": "pass", "insurance": "pass", "play": "stand", "passed": "wait"}
"""What is done for whoever does not answer; others on a box stay as they are."""

BACK = "blue"


class Shoe(AtPositions[House, State]):
    """A stay at a table that deals from a shoe."""

    place = "box"
    gives_up = "stand"
    shoe_was = 0
    """How many cards the shoe had when it was last looked at."""

    hands_seen: dict[int, list[Cards]]
    """The person's hands as they were last shown in this round, by the box."""

    @property
    def rules(self) -> Rules:
        return self.house.rules

    def seated(self) -> str:
        boxes = "box 1" if len(self.positions) == 1 else f"boxes 1 to {len(self.positions)}"
        decks, without = self.rules.decks, self.house.game.shoe.without.replace("T", "tens")
        return f"You play {boxes}. {decks} decks without {without}."

    def most_positions(self) -> int:
        return self.house.boxes_per_player

    def before_deal(self) -> tuple[str, ...]:
        return self.house.before_deal

    def compulsory(self) -> list[str]:
        return [self.house.game.bet.name]

    def read_bets(self, line: str) -> dict[str, str]:
        return read_amounts(self.wagers, lambda wager: not_offered(self.rules, wager), line)

    def tell_table(self, seen: Data) -> None:
        left, before = seen["shoe"], seen["before_cut_card"]
        shuffled = "The cards are shuffled. " if left > self.shoe_was else ""
        self.shoe_was = left
        self.screen.say(f"{shuffled}{left} cards in the shoe, {before} before the cut card.")

    def warning(self, held: int) -> str:
        """A double in full and a split take as much as the bet."""
        boxes = [party for box in self.view()["positions"].values() for party in box["players"]]
        bets = [read_money(each["wagers"][self.house.game.bet.name], "bet") for each in boxes]
        if held >= max(bets):
            return ""
        return f"This bet leaves {grouped(write_money(held))} in chips: too little to double in full or to split."

    def bet(self) -> None:
        self.hands_seen = {}
        super().bet()

    # Deciding

    def decide(self) -> None:
        checked: str | None = None
        while (seen := self.view())["playing"]:
            if seen["checked"] != checked and (checked := seen["checked"]) == "none":
                self.screen.say("The dealer checks the hole card: no blackjack.", style="italic")
            if self.show(seen):
                self.hear_coach()
            self.offer(self.choices(seen), seen)
            line = self.answer_in_the_round()
            seen = self.view()
            try:
                command = self.read(seen, line)
                self.give(command)
            except Refusal as refusal:
                self.screen.refused(refusal)
            else:
                self.hear_verdict(seen, command)

    def choice_name(self, asks: str, offered: "Offered") -> str:
        return _declined(asks) if offered.action == "pass" else super().choice_name(asks, offered)

    def choices(self, seen: Data) -> list[Choice]:
        """A key for each legal choice."""
        found = []
        for command in seen["choices"]:
            if command["do"] == "decide":
                action = command["action"]
                said = _declined(seen["next"]["asks"]) if action == "pass" else action
                found.append(Choice(KEYS[action], command, said, command.get("amount") or self._cost(seen, action)))
        return found

    def read(self, seen: Data, line: str) -> Data:
        """The decision meant. What is not among the choices goes to the table as typed, to be refused by its clause."""
        choices = self.choices(seen)
        word, *rest = line.casefold().split() or [""]
        if not word:
            raise Refusal("nothing_chosen", f"Choose {one_of([choice.label for choice in choices])}.")
        asks = seen["next"]["asks"]
        known = EITHER_OR.get(asks) or tuple(PLAY)
        meant = [action for action in known if word == KEYS[action]]
        meant = meant or [action for action in known if action.startswith("pass" if word == "no" else word)]
        if not meant and word not in KEYS:
            offered = one_of([choice.label for choice in choices])
            raise Refusal(
                "nothing_chosen", f"Choose {offered}; {shown(word)} cannot be chosen.", seen["next"]["clause"]
            )
        action = meant[0] if len(meant) == 1 else word[:40]
        amount = read_amount("".join(rest)) or shown(" ".join(rest)) if rest else None
        if not amount:
            for choice in choices:
                if choice.command["action"] == action:
                    return choice.command
            amount = self._full(seen, action)
        where = seen["next"]["position"]
        command = {"do": "decide", "by": "player", "who": WHO, "position": where, "action": action}
        return command | ({"amount": amount} if amount else {})

    def _full(self, seen: Data, action: str) -> str:
        """What a decision adds at the most, whether there are chips for it or not; nothing where it adds no amount."""
        if action not in ("double", "attack", "insure"):
            return ""
        on_hand = sum(read_money(amount, "wager") for amount in self._on_hand(seen).values())
        return write_money(on_hand // 2 if action == "insure" else on_hand)

    def _cost(self, seen: Data, action: str) -> str:
        """What a split adds, which the table works out by itself."""
        if action != "split":
            return ""
        own = self._own(seen)
        placed = [own["wagers"][wager] for wager in self.house.on_hand if wager in own["wagers"]]
        return write_money(sum(read_money(amount, "wager") for amount in placed))

    def _own(self, seen: Data) -> Data:
        """The person's wagers on the box that is asked."""
        box = seen["positions"][str(seen["next"]["position"])]
        found: Data = next(party for party in box["players"] if party["player"] == WHO)
        return found

    def _on_hand(self, seen: Data) -> dict[str, str]:
        """What lies on the hand that is asked about; before there are hands, what will lie there."""
        own = self._own(seen)
        if seen["next"]["hand"]:
            found: dict[str, str] = own["on_hands"][seen["next"]["hand"] - 1]
            return found
        return {wager: own["wagers"][wager] for wager in self.house.on_hand if wager in own["wagers"]}

    def offer(self, choices: list[Choice], seen: Data) -> None:
        self.screen.choices([choice.label for choice in choices])
        asks, held = seen["next"]["asks"], read_money(seen["chips"], "chips")
        needed = sum(read_money(amount, "wager") for amount in self._on_hand(seen).values())
        if asks == "play" and held < needed:
            more = "double or split it" if held < self.house.smallest_chip else "double it in full or split it"
            self.screen.say(f"Your chips, {grouped(seen['chips'])}, do not reach to {more}: b buys in.", style=QUIET)
        for choice in choices:
            less = self._less(choice)
            if less:
                self.screen.say(f"or less, such as {choice.command['action']} {less}", style=QUIET)

    def _less(self, choice: Choice) -> str:
        """Half of an amount that the person may choose, in chips; nothing where it is the smallest."""
        half = read_money(choice.command.get("amount", "0.00"), "amount") // 2
        half -= half % self.house.smallest_chip
        return write_money(half) if half else ""

    # What is seen

    def show(self, seen: Data) -> bool:
        """The table before a decision: the dealer's cards once for a box, the hands whenever they have changed.

        Whether anything new was to be seen.
        """
        position, asks = seen["next"]["position"], seen["next"]["asks"]
        hands = seen["positions"][str(position)]["hands"]
        now = (position, asks == "play", len(seen["dealer"])), (hands, seen["next"]["hand"])
        before, self.drawn = self.drawn, now
        if not isinstance(before, tuple) or before[0] != now[0]:
            up = [name(card) for card in seen["dealer"] if card != HIDDEN]
            self.screen.heading("Dealer", f"shows {', '.join(up)}")
            self.screen.hands([Fan("", seen["dealer"])], BACK)
        if before == now:
            return False
        own = self._own(seen)
        lies = own["beside"] if asks == "play" else own["wagers"]
        self.screen.heading(self.you(position), self.spelled(lies) if lies else "")
        if asks == "attack":
            self.screen.say("Your cards come once you have attacked, or not.", style=QUIET)
        if hands and hands[0]["cards"]:
            self.screen.hands(self._fans(hands, own["on_hands"], seen["next"]["hand"]), BACK)
            self.hands_seen[position] = [each["cards"] for each in hands]
        return True

    def _fans(self, hands: list[Data], stakes: list[dict[str, str]], asked: int | None) -> list[Fan]:
        found = []
        for number, (hand, on_it) in enumerate(zip(hands, stakes, strict=True), 1):
            which = f"{number}: " if len(hands) > 1 else ""
            staked = write_money(sum(read_money(amount, "wager") for amount in on_it.values()))
            words = f"{which}{hand['counts']}" + (f", {grouped(staked)}" if on_it else "")
            found.append(Fan(words, hand["cards"], len(hands) == 1 or number == asked))
        return found

    # What became of it

    def results(self) -> None:
        """The dealer's draw, what became of every wager, and by which clauses: all read from the finished round."""
        played = finished_round(self.session.state)
        settled = self.rules.settle(played)
        net = sum(result.net for result in settled.positions)
        self.nets[self.session.state.number] = net
        self.wagered += sum(row.stake for result in settled.positions for row in result.wagers)
        self.cited = []
        self.screen.pause()
        dealer = played["dealer"].split()
        hands = {box["position"]: [hand["cards"].split() for hand in box["hands"]] for box in played["positions"]}
        for position, own in hands.items():
            if own != self.hands_seen.get(position):
                self.show_hands(position, own)
                self.screen.pause()
        self.show_revealed(dealer)
        reasons = []
        for box, result in zip(played["positions"], settled.positions, strict=True):
            own = hands[result.position]
            first = (box.get("dealt") or "").split() or own[0]
            self.show_hands(result.position, own)
            rows = result_rows(self.rules, dealer, own, first, result.wagers)
            self.screen.pause()
            self.screen.results(rows)
            reasons += [self.at(result.position) + each for each in self._reasons(result.wagers, rows)]
            for row in result.wagers:
                self.cite(f"{spoken(row.wager)} {RESULTS[row.outcome]}", row.clause)
        self.tell_net(reasons, net)

    def show_hands(self, position: int, hands: list[Cards]) -> None:
        self.screen.heading(self.you(position), "")
        self.screen.hands([Fan(in_words(cards, len(hands) > 1), cards) for cards in hands], BACK)

    def show_revealed(self, dealer: Cards) -> None:
        self.screen.heading("Dealer", "")
        self.screen.hands([Fan("", dealer)], BACK)
        self.screen.pause()
        self.screen.say(dealers_draw(self.rules, dealer))

    def _reasons(self, wagers: list[WagerResult], rows: list[Row]) -> list[str]:
        """What decided the hand; after a split each of the hands, and then the wagers that are on none."""
        split = len({wager.hand for wager in wagers if wager.hand}) > 1
        hands: dict[int, list[Row]] = {}
        for wager, row in zip(wagers, rows, strict=True):
            hands.setdefault((wager.hand or self.rules.split_hands + 1) if split else 1, []).append(row)
        return [in_one_line(hands[hand], hands[hand][0][-1]) for hand in sorted(hands)]

    def silent(self) -> Data:
        return {"action": SILENT.get(self.session.state.next.asks, "stay")}

    # What can be done now, and by which clause

    def explain_bets(self) -> None:
        handling, cite, game = self.house.procedure.wagers, self.house.cite, self.house.game
        declared = [each for each in (game.bet, game.match, game.bust_it) if each and each.name in self.wagers]
        rows = [(f"{spoken(each.name)} {self.limits(each.name)}", cite(each.clause)) for each in declared]
        rows += [("posted limits", self.house.limit_clause(wager)) for wager in self.wagers]
        rows += [("chips only", cite(handling.chips)), ("after no more bets", cite(handling.close))]
        self.screen.cited([self.law.row(what, clause) for what, clause in rows])

    def explain_decision(self) -> None:
        seen, game = self.view(), self.house.game
        clauses = {
            "hit": game.bet.clause,
            "stand": game.bet.clause,
            "double": self._doubling(seen),
            "split": game.split.clause,
            "surrender": game.surrender.clause,
            "rescue": game.double.rescue_again if self._doubles(seen) > 1 else game.double.rescue,
        }
        rows = [("your turn", seen["next"]["clause"])]
        for choice in self.choices(seen):
            cited = clauses.get(choice.command["action"])
            rows.append((choice.label, self.house.cite(cited) if cited else seen["next"]["clause"]))
        self.screen.cited([self.law.row(what, clause) for what, clause in rows])

    def _doubling(self, seen: Data) -> object:
        double = self.house.game.double
        return double.redouble_clause if self._doubles(seen) and double.redouble_clause else double.clause

    def _doubles(self, seen: Data) -> int:
        """How often the hand that is asked about was doubled."""
        hand = seen["next"]["hand"]
        return seen["positions"][str(seen["next"]["position"])]["hands"][hand - 1]["doubled"] if hand else 0


def _declined(asks: str) -> str:
    """What a pass is called where this is asked."""
    return DECLINED.get(asks, "pass")
