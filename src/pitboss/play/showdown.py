"""A person at a table at which hands are compared."""

from pitboss.cards import CARDS
from pitboss.money import read_money, write_money
from pitboss.play.positions import AtPositions
from pitboss.play.screen import QUIET, arranged
from pitboss.play.stay import WHO
from pitboss.play.told import RESULTS, in_one_line, result_rows
from pitboss.play.typed import Choice, Data, decision_keys, offered, read_choice, read_wagers
from pitboss.play.words import Cards, grouped, name
from pitboss.refusal import Refusal, spoken
from pitboss.showdown.declaration import Later
from pitboss.showdown.preconditions import Needs
from pitboss.showdown.rules import Rules
from pitboss.showdown.rulings import DealerResult, PositionResult
from pitboss.table.showdown.setup import House
from pitboss.table.showdown.standing import counting_cards
from pitboss.table.showdown.state import State
from pitboss.table.showdown.views import HIDDEN
from pitboss.table.state import finished_round


class Showdown(AtPositions[House, State]):
    """A stay at a table at which hands are compared."""

    @property
    def rules(self) -> Rules:
        return self.house.rules

    def seated(self) -> str:
        says = self.house.method(self.house.dealing).says
        seats = "position 1" if len(self.positions) == 1 else f"positions 1 to {len(self.positions)}"
        return f"You play {seats}. Dealing: {says}."

    def most_positions(self) -> int:
        return self.house.positions_per_player

    def before_deal(self) -> tuple[str, ...]:
        return offered(self.rules)

    def compulsory(self) -> list[str]:
        needed = {each.wager for each in self.rules.preconditions if isinstance(each, Needs)} | {self.rules.ante}
        return [wager for wager in self.wagers if wager in needed]

    def read_bets(self, line: str) -> dict[str, str]:
        return read_wagers(self.rules, line)

    def tell_table(self, seen: Data) -> None:
        if seen["meters"]:
            main, secondary = grouped(seen["meters"]["main"]), grouped(seen["meters"]["secondary"])
            self.screen.say(f"Progressive meter {main}, secondary {secondary}")

    def warning(self, held: int) -> str:
        """The first decision with chips in it, for every hand that faces one."""
        step = self.house.game.decisions[0]
        antes = [each["wagers"].get(self.rules.ante, "0.00") for each in self.view()["positions"].values()]
        needed = step.least * sum(read_money(ante, "ante") for ante in antes)
        if held >= needed:
            return ""
        left, takes = grouped(write_money(held)), grouped(write_money(needed))
        return f"This bet leaves {left} in chips, and the {spoken(step.name)} takes {takes}."

    def decide(self) -> None:
        """Every decision of the round, in the order the table asks for them."""
        while (seen := self.view())["playing"]:
            step, position = self.step(), seen["next"]["position"]
            if self.drawn != (step.name, position):
                self.show(seen, position)
                self.drawn = (step.name, position)
                self.hear_coach()
            self.offer(self.choices(seen), seen)
            line = self.answer_in_the_round()
            seen = self.view()
            try:
                command = read_choice(self.choices(seen), step, self.least(seen), line)
                self.give(command)
            except Refusal as refusal:
                self.screen.refused(refusal)
            else:
                self.hear_verdict(seen, command)

    def step(self) -> Later:
        """The decision that is asked for now."""
        task = self.session.state.next
        assert task and task.do == "decide"
        decision: Later = self.house.game.decisions[task.decision]
        return decision

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
        counting = counting_cards(self.rules, (*own, *board))
        if board:
            self.screen.heading("Board", "")
            self.screen.cards(board, [*counting, *own], seen["back"])
        self.screen.heading(self.you(position), "")
        self.screen.cards(arranged(self.rules, own, counting), [*counting, *board], seen["back"])
        self.screen.say(self._words([*own, *board]))
        wagers = seen["positions"][str(position)]["on_layout"]
        self.screen.say(f"On the layout: {self.spelled(wagers)}. In chips: {grouped(seen['chips'])}.", style=QUIET)

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
        net = sum(result.net for result in settled.positions)
        self.nets[self.session.state.number] = net
        self.wagered += sum(row.stake for result in settled.positions for row in result.wagers)
        self.cited = []
        self.screen.pause()
        self.show_revealed(played["dealer"].split(), board, settled.dealer)
        reasons = []
        for seat, result in zip(played["positions"], settled.positions, strict=True):
            self.show_position(seat["cards"].split(), board, result)
            rows = result_rows(self.rules, result)
            self.screen.pause()
            self.screen.results(rows)
            reasons.append(self.at(result.position) + in_one_line(rows, rows[0][-1]))
        self.tell_net(reasons, net)

    def show_revealed(self, dealt: Cards, board: Cards, dealer: DealerResult) -> None:
        playing = self.house.game.dealer_plays(tuple(CARDS[card] for card in dealt))
        cards = [card for card in dealt if playing & CARDS[card]]
        out = [card for card in dealt if card not in cards]
        counting = counting_cards(self.rules, (*cards, *board))
        words = dealer.hand or self._words(cards)
        words += {None: "", True: ", qualifies", False: ", does not qualify"}[dealer.qualifies]
        words += f"; {', '.join(map(name, out))} thrown out" if out else ""
        if board:
            self.screen.heading("Board", "")
            self.screen.cards(board, board, "red")
        self.screen.heading("Dealer", "")
        self.screen.cards([*arranged(self.rules, cards, counting), *out], [*counting, *board], "red")
        self.screen.pause()
        self.screen.say(words)

    def show_position(self, cards: Cards, board: Cards, result: PositionResult) -> None:
        counting = counting_cards(self.rules, (*cards, *board))
        self.screen.heading(self.you(result.position), "")
        self.screen.cards(arranged(self.rules, cards, counting), [*counting, *board], "red")
        self.screen.say(result.hand or self._words(cards))
        for row in result.wagers:
            self.cite(f"{spoken(row.wager)} {RESULTS[row.outcome]}", row.clause)

    def silent(self) -> Data:
        return {"action": self.step().declined_by}

    # What can be done now, and by which clause

    def explain_bets(self) -> None:
        handling, cite = self.house.procedure.wagers, self.house.cite
        placed = {wager: clause for wager, clause in _clauses_of_wagers(self.rules) if wager in self.rules.offered}
        rows = [(f"{spoken(wager)} {self.limits(wager)}", clause) for wager, clause in placed.items()]
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

    def limits(self, wager: str) -> str:
        progressive = self.rules.progressive
        if progressive and wager == progressive.name:
            return f"exactly {write_money(progressive.stake)}"
        return super().limits(wager)

    def _words(self, cards: Cards) -> str:
        return self.rules.ranking.words(self._value(cards))

    def _value(self, cards: Cards) -> int:
        return self.rules.ranking.of(sum(CARDS[card] for card in cards))


def _clauses_of_wagers(rules: Rules) -> list[tuple[str, str]]:
    """The wagers placed before the deal, each with its clause."""
    game = rules.game
    found = [(game.ante.name, game.ante.clause), *((bonus.name, bonus.clause) for bonus in game.bonuses)]
    if game.progressive:
        found.append((game.progressive.name, game.progressive.clause))
    return [(wager, clause.at(rules.jurisdiction)) for wager, clause in found]
