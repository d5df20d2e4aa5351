"""`pitboss play` at a shoe: Spanish 21 and Double Attack Blackjack, with lines typed into a stay and into a process."""

import io
import json
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from pitboss import games
from pitboss.cards.chance import Shuffles
from pitboss.clauses import all_ids
from pitboss.play import table_for
from pitboss.play.screen import Screen
from pitboss.play.shoe import KEYS, Shoe
from pitboss.play.typed import KEPT
from pitboss.play.words import grouped
from pitboss.refusal import spoken
from pitboss.session import Session
from pitboss.table.events import CardsDealt, DeckCut, Shuffled
from pitboss.table.evolve import evolve, new_state
from pitboss.table.families import shoe_house
from pitboss.table.shoe import events as e
from pitboss.table.shoe.setup import House
from pitboss.table.state import finished_round
from tests.playing import ROW, Known, Script, cards_on, cents, events_of, money, page, play

GAMES = ("spanish-21", "double-attack-blackjack")
OPTIONS: list[tuple[str, dict[str, Any]]] = [
    ("spanish-21", {}),
    ("spanish-21", {"decks": 8, "redouble": True, "dealer_hits_soft_17": True}),
    ("double-attack-blackjack", {}),
]


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "96")


def house(name: str, boxes: int = 1, **options: Any) -> House:
    found = table_for(games.shoe(name).rules("nj", options), boxes)
    assert isinstance(found, House)
    return found


def sit(table: House, lines: Sequence[str], chance: Any = None, bankroll: str = "500.00") -> tuple[str, Script, Shoe]:
    file = io.StringIO()
    script = Script(file, lines)
    person = Shoe(Session(table, chance or Shuffles(5)), Screen(table.game.name, file=file), script, bankroll)
    assert person.run() == 0
    return file.getvalue(), script, person


class Somebody:
    """A person who bets and then chooses anything that is legal, by its key; `at` looks on before each choice."""

    def __init__(self, seed: int, rounds: int, look: Callable[[Shoe], None] = lambda person: None) -> None:
        self.chance, self.rounds, self.look = random.Random(seed), rounds, look
        self.file = io.StringIO()
        self.person: Shoe

    def __call__(self, prompt: str) -> str:
        seen = self.person.view()
        if seen["betting"]:
            self.rounds -= 1
            if self.rounds < 0:
                raise EOFError
            return self.chance.choice(["10", "20 5", "", "15 10"])
        self.look(self.person)
        return self.chance.choice(self.person.choices(seen)).key


def somebody_plays(table: House, seed: int, rounds: int, look: Any = lambda person: None) -> tuple[str, Shoe]:
    who = Somebody(seed, rounds, look)
    session: Session[Any, Any] = Session(table, Shuffles(seed))
    who.person = Shoe(session, Screen(table.game.name, file=who.file), who, "5000.00")
    assert who.person.run() == 0
    return who.file.getvalue(), who.person


def rounds_of(events: list[Any]) -> Iterator[dict[str, Any]]:
    """The finished rounds of a log, by playing it again."""
    table = shoe_house(events[0].setup)
    state = new_state(table)
    for event in events:
        was = state.playing
        state = evolve(table, state, event)
        if was and not state.playing:
            yield finished_round(state)


def rounds_on(text: str) -> list[str]:
    pages = re.split(r"^ Round [0-9]+ .*$", text, flags=re.MULTILINE)[1:]
    return [each for each in pages if "No more bets." in each]


@pytest.mark.parametrize(("name", "options"), OPTIONS, ids=str)
def test_what_is_shown_is_what_settle_pays(name: str, options: dict[str, Any]) -> None:
    table = house(name, **options)
    text, person = somebody_plays(table, 11, 60)
    played, shown = list(rounds_of(person.session.log)), rounds_on(text)
    assert len(played) == len(shown) == 60
    nets = []
    for round_, each in zip(played, shown, strict=True):
        (settled,) = table.rules.settle(round_).positions
        split = len(round_["positions"][0]["hands"]) > 1
        wanted = []
        for row in settled.wagers:
            hand = f"hand {row.hand}: " if row.hand and split else ""
            stake = grouped(money(row.stake)) if row.stake else ""
            word = {"win": "wins", "lose": "loses", "push": "pushes"}[row.outcome]
            wanted.append((f"{hand}{spoken(row.wager)}", stake, word, row.net))
        rows = [row for row in map(ROW.match, (line.rstrip() for line in each.splitlines())) if row]
        assert [(row[1], row[2] or "", row[3], cents(row[4])) for row in rows] == wanted
        assert all(row[5] for row in rows), "every result says why"
        net = re.search(r"Net ([+-]?[0-9,.]+)   Chips", each)
        assert net and cents(net[1]) == settled.net
        nets.append(settled.net)
        after = each.rsplit("\n Dealer\n", 1)[1]
        before, drawn = after.split("\n turns up ", 1)
        assert cards_on(before) == {*round_["dealer"].split()}
        assert not any(word in before for word in ("wins", "loses", "pushes", "Net"))
        assert drawn
    assert f"cashed out {grouped(money(5000_00 + sum(nets)))}." in text


def order_out_of_sight(person: Shoe, order: Sequence[int], seen: int, chance: random.Random) -> list[int]:
    """The shoe with all cards that had not been shown by then in other places; `seen` events had happened."""
    places, at = set[int](), 0
    for event in person.session.log[:seen]:
        if isinstance(event, CardsDealt):
            for _, _, face_up in event.cards:
                places |= {at} if face_up else set()
                at += 1
    depth = next(event.depth for event in person.session.log if isinstance(event, DeckCut))
    cut = [*range(depth, len(order)), *range(depth)]  # the place in the shuffle of each card of the shoe
    hidden = [cut[place] for place in range(len(order)) if place not in places]
    mixed = dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))
    return [order[mixed.get(place, place)] for place in range(len(order))]


@pytest.mark.parametrize("name", GAMES)
def test_shoes_that_differ_in_hidden_cards_look_alike_until_the_reveal(name: str) -> None:
    """The same screens, whatever lies face down: no card, word or choice tells. What the reader tells does."""
    table, chance = house(name), random.Random(name)
    lines = ["10 5", *(["a"] if name != "spanish-21" else []), "s", "q"]
    compared = 0
    for _ in range(40):
        order = chance.sample(range(len(table.pack)), len(table.pack))
        _, script, person = sit(table, lines, Known(order))
        decided = [n for n, event in enumerate(person.session.log) if isinstance(event, e.HandDecided)]
        up = finished_round(person.session.state)["dealer"][0]
        stood = [n for n in decided if getattr(person.session.log[n], "action", "") == "stand"]
        if up in "AJQK" or len(stood) != 1 or len(script.pages) != len(lines):
            continue
        until = len(lines) - 1
        other = order_out_of_sight(person, order, stood[0], chance)
        assert other != order
        assert sit(table, lines, Known(other))[1].pages[:until] == script.pages[:until]
        assert "??" not in script.pages[until]
        compared += 1
    assert compared > 8


@pytest.mark.parametrize(("name", "options"), OPTIONS, ids=str)
def test_every_legal_choice_has_a_key_of_its_own_and_can_be_typed(name: str, options: dict[str, Any]) -> None:
    met: set[str] = set()

    def look(person: Shoe) -> None:
        seen = person.view()
        legal = [each for each in seen["choices"] if each["do"] == "decide"]
        offered = person.choices(seen)
        assert [choice.command for choice in offered] == legal
        assert legal
        keys = [choice.key for choice in offered]
        assert len({*keys}) == len(keys)
        assert not KEPT & {*keys}
        for choice in offered:
            action, amount = choice.command["action"], choice.command.get("amount")
            met.add(action)
            assert person.read(seen, choice.key) == choice.command
            assert person.read(seen, action.upper()) == choice.command
            if amount:
                typed = person.read(seen, f"{action} {amount}")
                assert typed.items() <= choice.command.items()
                assert person.read(seen, f"{choice.key} 0.50")["amount"] == "0.50"

    text, person = somebody_plays(house(name, **options), 3, 150, look)
    wanted = {"hit", "stand", "double", "split", "surrender", "insure", "pass"}
    wanted |= {"rescue"} if name == "spanish-21" else {"attack"}
    assert met == wanted
    decided = {event.action for event in person.session.log if isinstance(event, e.HandDecided)}
    assert decided >= wanted
    for choice in ("[h]it", "[s]tand", "s[p]lit", "s[u]rrender", "[i]nsure", "[n]o insurance"):
        assert choice in text


def test_one_letter_one_meaning() -> None:
    taking = {"double", "split", "attack", "insure"}
    for letter in {*KEYS.values()}:
        meant = {action for action, key in KEYS.items() if key == letter}
        assert len(meant) == 1 or not meant & taking
    assert not KEPT & {*KEYS.values()}


# What is told


def reasons(name: str, rounds: int, **options: Any) -> set[tuple[str, str, str]]:
    text, _ = somebody_plays(house(name, **options), 7, rounds)
    rows = [row for row in map(ROW.match, (line.rstrip() for line in text.splitlines())) if row]
    return {(row[1].split(": ")[-1], row[3], row[5]) for row in rows}


def test_results_of_spanish_21_say_why() -> None:
    found = reasons("spanish-21", 400)
    assert {
        ("bet", "wins", "blackjack pays 3 to 2"),
        ("bet", "wins", "21 always wins"),
        ("bet", "wins", "the dealer is over 21"),
        ("bet", "wins", "21 with 5 cards pays 3 to 2"),
        ("bet", "loses", "the hand was rescued"),
        ("insurance", "loses", "the dealer has no blackjack"),
        ("insurance", "wins", "the dealer has a blackjack pays 2 to 1"),
    } <= found
    assert any(why.startswith("surrendered, ") for _, _, why in found)
    assert any(re.fullmatch(r"1[0-9] against (1[0-9]|20)", why) for _, _, why in found)
    assert any(re.fullmatch(r"(1[0-9]|20) and (1[0-9]|20) tie", why) for _, _, why in found)
    assert any(re.fullmatch(r"[2-9AJQK][♣♦♥♠] pays 4 to 1", why) for _, _, why in found)


def test_results_of_double_attack_say_why() -> None:
    found = reasons("double-attack-blackjack", 300)
    assert {
        ("attack", "wins", "blackjack pays 1 to 1"),
        ("attack", "wins", "the dealer is over 21"),
        ("bust it", "loses", "the dealer did not bust with three cards"),
    } <= found
    busts = [why for wager, outcome, why in found if (wager, outcome) == ("bust it", "wins")]
    assert any(re.fullmatch(r"bust with an? .* pays [0-9]+ to 1", why) for why in busts)


def test_the_shoe_and_the_cut_card_are_told() -> None:
    text, person = somebody_plays(house("spanish-21"), 5, 60)
    told = [tuple(map(int, each)) for each in re.findall(r"([0-9]+) cards in the shoe, ([0-9]+) before", text)]
    shuffles = [event for event in person.session.log if isinstance(event, Shuffled)]
    assert text.count("The cards are shuffled.") == len(shuffles) > 1
    assert told[0] == (287, 215)
    assert all(left - before == 72 for left, before in told)
    assert all(after < left or (after, before) == (287, 215) for (left, _), (after, before) in pairwise(told))


def test_the_dealers_draw_is_told_card_by_card() -> None:
    for seed in range(40):
        text, _, person = sit(house("spanish-21"), ["10", "s"], Shuffles(seed))
        dealer = finished_round(person.session.state)["dealer"].split() if person.session.state.number else []
        if len(dealer) == 3:
            drawn = re.search(r"\n turns up (\S+): (.+?); draws (\S+): (.+)", text)
            assert drawn
            assert cards_on(drawn[1]) == {dealer[1]}
            assert cards_on(drawn[3]) == {dealer[2]}
            return
    pytest.fail("no seed draws one card")


@pytest.mark.parametrize("name", GAMES)
def test_help_and_clauses_cite_what_exists(name: str) -> None:
    lines = ["?", "10 5", "?", *(["n", "?"] if name != "spanish-21" else []), "s", "c", "c insurance"]
    _, script, person = sit(house(name), lines, Shuffles(8))
    known = [*all_ids(), *(f"reading {number}" for number in range(1, 200))]
    for number, line in enumerate(lines, 1):
        if line in ("?", "c", "c insurance"):
            added = script.pages[number].removeprefix(script.pages[number - 1])
            assert any(clause in added for clause in known), added
    assert person.cited
    for _, clause in person.cited:
        assert clause in person.law.says


# Wrong lines

PAIR = ["8c", "6h", "8d"]
"""To the player, to the dealer, to the player: a pair against a six."""


def stacked(table: House, cards: Sequence[str]) -> Known:
    """The shoe that deals these cards first, after the one that is burnt; the cut takes ten cards from the top."""
    left = list(range(len(table.pack)))
    first = []
    for card in ["2c", *cards]:
        place = next(number for number in left if table.pack[number] == card)
        left.remove(place)
        first.append(place)
    rest = [*left]
    shoe = [*first, *rest]
    return Known([*shoe[-10:], *shoe[:-10]])


WRONG_BETS = [
    ("abc", "Spanish 21 has no wager"),
    ("10 5 5", "Give one amount for each wager: bet, match the dealer."),
    ("4", "Bet at least 5.00 on the bet: it is posted."),
    ("501", "Bet at most 500.00 on the bet: it is posted."),
    ("10 0.50", "Bet at least 1.00 on the match the dealer: it is posted."),
    ("match 5", "Place the bet: without it no other wager stands. (rules S21 bet)"),
    ("bet 10 insurance 5", "Wait with the insurance: the dealer's card comes first. (rules S21 insurance limit)"),
    ("10.25", "the smallest here is 0.50."),
    ("-5", "Write amounts such as 10 or 10.50"),
    ("0", "Place at least one wager"),
    ("500 1", "Buy in for more: you have 500.00 and need 501.00."),
    ("hit", "Spanish 21 has no wager"),
    ("\x1b[31m 10", "Write amounts such as 10 or 10.50"),
]


def told(script: Script, wrong: list[tuple[str, str]], start: int) -> None:
    for number, (line, sentence) in enumerate(wrong, start):
        added = script.pages[number + 1].removeprefix(script.pages[number])
        assert sentence in " ".join(added.split()), line


def test_a_wrong_bet_is_told_and_asked_again() -> None:
    text, script, _ = sit(house("spanish-21"), [line for line, _ in WRONG_BETS])
    told(script, WRONG_BETS, 0)
    assert "cashed out 500.00." in text
    assert "\x1b" not in text


WRONG_CHOICES = [
    ("", "Choose [s]tand, [h]it, [d]ouble 10.00, s[p]lit 10.00 or s[u]rrender."),
    ("x", 's[p]lit 10.00 or s[u]rrender; "x" cannot be chosen.'),
    ("insure 5", "Insure only against an ace: the dealer shows none. (rules S21 insurance limit)"),
    ("rescue", "Rescue only what was doubled: nothing was on this hand. (rules S21 rescue)"),
    ("double 10.50", "10.00"),
    ("double ten", "Write"),
    ("hit 5", "Leave the amount out: to hit you do not choose one."),
    ("split 10", "Leave the amount out: to split you do not choose one."),
    ("leave", "Stay seated until the round is over"),
]


def test_a_wrong_choice_is_told_and_asked_again() -> None:
    table = house("spanish-21")
    text, script, _ = sit(table, ["10", *(line for line, _ in WRONG_CHOICES), "s"], stacked(table, PAIR))
    told(script, WRONG_CHOICES, 1)
    assert len(rounds_on(text)) == 1


def test_a_word_that_is_no_choice_is_told_only_what_is_one() -> None:
    table = house("double-attack-blackjack")
    _, script, _ = sit(table, ["10", "x", "n", "x"], stacked(table, ["7s", "9c", "2d", "Kh"]))
    added = [" ".join(after.removeprefix(before).split()) for before, after in pairwise(script.pages)]
    assert 'Choose [a]ttack 10.00 or [n]o attack; "x" cannot be chosen. (rules DAB attack)' in added[1]
    assert 'Choose [s]tand, [h]it, [d]ouble 10.00 or s[u]rrender; "x" cannot be chosen. (reading 55)' in added[3]


def test_what_is_over_is_told_by_its_clause() -> None:
    table = house("spanish-21")
    chance = stacked(table, [*PAIR, "9c", "2d"])
    _, script, _ = sit(table, ["10", "h", "surrender", "split", "d", "d", "h", "e"], chance)
    added = [" ".join(after.removeprefix(before).split()) for before, after in pairwise(script.pages)]
    assert "Surrender only the first two cards: this hand has drawn. (rules S21 surrender)" in added[2]
    assert "cannot be chosen." in added[3]
    assert "s[u]rrender" not in added[1].split("[s]tand")[1]


def test_reading_62_a_second_rescue_is_told_and_explained() -> None:
    table = house("spanish-21", redouble=True)
    chance = stacked(table, ["2s", "9c", "2d", "Kh", "2h", "3d"])
    text, script, _ = sit(table, ["10", "d", "?", "d", "?", "e"], chance)
    added = [" ".join(after.removeprefix(before).split()) for before, after in pairwise(script.pages)]
    assert "r[e]scue rules S21 rescue" in added[2]
    assert "r[e]scue reading 62" in added[4]
    told = {row[1]: row[5] for row in map(ROW.match, (line.rstrip() for line in text.splitlines())) if row}
    assert told == {"bet": "the hand was rescued", "doubled": "rescued, 20.00 comes back"}


def test_a_fifth_hand_is_neither_offered_nor_taken() -> None:
    table = house("spanish-21")
    eights = ["8c", "6h", "8d", "7s", "8h", "8s", "8c"]
    _, script, person = sit(table, ["10", "p", "p", "p", "p", "q", "q"], stacked(table, eights))
    assert len(finished_round(person.session.state)["positions"][0]["hands"]) == 4
    added = script.pages[5].removeprefix(script.pages[4])
    assert "s[p]lit" not in added
    assert "(rules S21 split)" in " ".join(added.split())


def test_insurance_and_attack_have_their_limits() -> None:
    table = house("spanish-21")
    ace = stacked(table, ["8c", "Ah", "9d", "9s"])
    _, script, person = sit(table, ["10", "i 5.50", "i 2.50", "s"], ace)
    assert "(rules S21 insurance limit)" in " ".join(script.pages[2].removeprefix(script.pages[1]).split())
    assert finished_round(person.session.state)["positions"][0]["wagers"]["insurance"] == "2.50"
    table = house("double-attack-blackjack")
    _, script, person = sit(table, ["10", "a 10.50", "attack 5", "s"], stacked(table, ["6h", "8c", "9d", "9s"]))
    assert "(rules DAB attack)" in " ".join(script.pages[2].removeprefix(script.pages[1]).split())
    assert finished_round(person.session.state)["positions"][0]["wagers"]["attack"] == "5.00"


def test_insurance_is_offered_in_chips_that_exist() -> None:
    """Half of 5.50 is 2.75, which no chips make: 2.50 is offered."""
    table = house("spanish-21")
    _, script, _ = sit(table, ["5.50", "i", "s"], stacked(table, ["8c", "Ah", "9d", "9s"]))
    assert "[i]nsure 2.50" in script.pages[1]


def test_chips_that_do_not_reach_double_for_less_and_buy_in_for_the_rest() -> None:
    table = house("spanish-21")
    text, script, _ = sit(table, ["10", "split", "b 20", "split"], stacked(table, PAIR), bankroll="14.00")
    assert "[d]ouble 4.00" in script.pages[1]
    assert "s[p]lit" not in script.pages[1]
    assert "Your chips, 4.00, do not reach" in " ".join(script.pages[1].split())
    assert "Buy in for more: you have 4.00 and need 10.00." in " ".join(script.pages[2].split())
    assert "Bought in for $34.00" in text
    assert "1: " in script.pages[4]


# Leaving


@pytest.mark.parametrize("name", GAMES)
def test_the_end_of_input_is_a_clean_exit_at_every_prompt(name: str) -> None:
    lines = ["10 5", "a" if name != "spanish-21" else "h", "p", "d", "s", "s", "s", "", "n", "s", "s"]
    table = house(name)
    for typed in range(len(lines)):
        text, _, person = sit(table, lines[:typed], Shuffles(typed))
        nets = [cents(net) for net in re.findall(r"Net ([+-]?[0-9,.]+)   Chips", text)]
        assert f"Bought in for $500.00, cashed out {grouped(money(500_00 + sum(nets)))}." in text
        state = person.session.state
        assert not state.playing
        assert not state.boxes
        assert not state.seats


def test_whoever_leaves_a_hand_in_play_stands_as_a_silent_player() -> None:
    table = house("spanish-21")
    text, _, person = sit(table, ["10", "p", "q", "q"], stacked(table, [*PAIR, "7s", "9h"]))
    decided = [event for event in person.session.log if isinstance(event, e.HandDecided)]
    assert [(each.action, each.automatic) for each in decided] == [("split", False), ("stand", True), ("stand", True)]
    assert "Stay seated until the round is over" in text
    assert "q once more to stand and leave." in text


def test_two_boxes_side_by_side() -> None:
    table = house("spanish-21", 2)
    chance = stacked(table, ["8c", "9c", "6h", "8d", "9d", "7s"])
    text, script, person = sit(table, ["10", "15 5", "s", "s", "-", "-", "-", "20"], chance)
    placed = finished_round(person.session.state)["positions"]
    assert "You, box 1" in script.pages[2]
    assert "You, box 2" not in script.pages[2]
    assert "You, box 2" in script.pages[3]
    assert "Bet on a box, or q to leave." in text
    assert placed[-1]["position"] == 2


# The process


def test_the_log_of_a_stay_plays_back(tmp_path: Path) -> None:
    log = tmp_path / "events.jsonl"
    lines = ["10", "h", "s", "s", "10 5", "s", "s", "q", "q"]
    page("spanish-21", "--positions", "2", "--seed", "4", "--log", str(log), typed=lines)
    assert events_of(log)
    done = subprocess.run(
        [sys.executable, "-m", "pitboss", "table", "replay", str(log)], capture_output=True, timeout=300
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["balances"]["player:you"] == "0.00"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["spanish-21", "--positions", "7"], "too_many_boxes"),
        (["spanish-21", "--positions", "0"], "too_many_boxes"),
        (["spanish-21", "--dealing", "manual_shoe"], "unknown_dealing"),
        (["spanish-21", "-o", "decks=7"], "bad_option"),
    ],
)
def test_a_table_that_cannot_be_is_refused_before_anyone_sits(arguments: list[str], code: str) -> None:
    done = play(*arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(f"pitboss: {code}: ".encode()), done.stderr


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_wider_than_a_narrow_terminal(name: str) -> None:
    lines = ["?", "10 5", "?", "a", "p", "p", "p", "h", "h", "d", "s", "s", "s", "s", "c", "", "n", "s", "s", "q", "q"]
    text = page(name, "--seed", "3", typed=lines, columns=60)
    assert max(len(line) for line in text.splitlines()) <= 60
    assert cards_on(text)


def test_a_terminal_without_the_signs_gets_look_alikes() -> None:
    done = play("spanish-21", "--seed", "3", typed=["10", "n", "s", "s"], PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert re.search(r"\|[2-9AKQJ][cdhs]\|", done.stdout.decode("ascii"))
