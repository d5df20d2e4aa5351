"""What the pages of the lab and the rules are drawn from: the lab's figures, the texts' tables, real settlements."""

import asyncio
import gc
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss import games
from pitboss.cards import DECK
from pitboss.clauses import all_ids
from pitboss.lab import analyze
from pitboss.lab.counting import Lab
from pitboss.lab.figures import FAVOURS, percent
from pitboss.lab.paytables import is_allowed
from pitboss.lab.readings import costs
from pitboss.lab.worth import SideWager
from pitboss.refusal import Refusal, spoken
from pitboss.regulations.options import written
from pitboss.showdown.rules import Rules
from pitboss.web import workbench as bench_module
from pitboss.web.charts import Bars
from pitboss.web.editing import Editor, Pays, editors, posting
from pitboss.web.examples import ROUNDS
from pitboss.web.rulebook import chapter
from pitboss.web.sheets import PARTS, Grid, Sheet, make, parts_of
from pitboss.web.study import read_pays
from pitboss.web.workbench import Key, Progress, Workbench

HOUSES = [(name, text) for name in games.names() for text in games.game(name).jurisdictions]
QUICK = ("three-card-poker", "craps")
"""Counted in a moment."""


@cache
def sheet(game: str, part: str, text: str = "nj") -> Sheet:
    return msgspec.json.decode(make(game, text, part, Lab()), type=Sheet)


@pytest.mark.parametrize("game", QUICK)
def test_edges_on_the_page_are_the_labs(game: str) -> None:
    found, shown = analyze(game), sheet(game, "worth")
    assert shown.edges
    told = [(bar.label, Fraction(bar.exact), bar.text) for bar in shown.edges.bars]
    assert told == [(spoken(name), -gains.mean, percent(-gains.mean)) for name, gains in found.gains.items()]
    assert all((bar.mark == FAVOURS) == (Fraction(bar.exact) < 0) for bar in shown.edges.bars)


def test_every_part_of_every_family_is_made() -> None:
    """The quick ones of each; what a report draws has a drawing here, or making it would fail."""
    for game in QUICK:
        for part in PARTS[games.family(game)]:
            made = sheet(game, part)
            assert made.sections and all(section.title for section in made.sections), (game, part)
        assert {*parts_of(game)} > {"par.pdf", "par.xlsx", "par.html", "par.json"}


def test_bars_of_pay_tables_are_the_audits() -> None:
    shown = sheet("three-card-poker", "worth")
    drawn = {each.title: each for section in shown.sections for each in section.parts if isinstance(each, Bars)}
    bars = drawn["House edge of the pair plus, by pay table"].bars
    worths = analyze("three-card-poker").pay_tables["pair_plus"]
    assert [(bar.label, Fraction(bar.exact)) for bar in bars] == [(k, -w.gains.mean) for k, w in worths.items()]
    assert [bar.label for bar in bars if bar.chosen] == ["A"]


def test_readings_are_priced_as_the_lab_prices_them() -> None:
    rules = games.game("craps").rules()
    (section,) = sheet("craps", "readings").sections
    rows = {tuple(row[:4]): row for grid in section.parts if isinstance(grid, Grid) for row in grid.rows}
    for cost in costs(rules, Lab()):
        for wager, change in cost.changes.items():
            if change:
                row = rows[spoken(cost.option), written(cost.default), written(cost.value), spoken(wager)]
                assert Fraction(row[6]) == -cost.gains[wager] and Fraction(row[7]) == -change
                assert row[4] == percent(-cost.gains[wager])


# Pay tables to edit


def edge_of(editor: Editor, pays: list[Pays], block: int = 0) -> Fraction:
    """As the page adds it up."""
    paid = sum(
        Fraction(int(row.deals), int(editor.deals)) * (odds + editor.returns_stake)
        for row, odds in zip(editor.blocks[block].rows, pays, strict=True)
        if odds is not None
    )
    return Fraction(editor.base) - paid


def test_counts_to_edit_are_those_of_every_hand() -> None:
    """All 22,100 hands of three cards, told apart by a definition of their own."""
    met: Counter[str] = Counter()
    ranks = {card: place % 13 for place, card in enumerate(sorted(DECK))}
    suit = {card: place // 13 for place, card in enumerate(sorted(DECK))}
    for cards in combinations(DECK, 3):
        held = sorted(ranks[card] for card in cards)
        runs = held[0] + 2 == held[1] + 1 == held[2] or held == [0, 1, 12]
        suited = len({suit[card] for card in cards}) == 1
        kinds = len({*held})
        name = "straight flush" if runs and suited else "three of a kind" if kinds == 1 else ""
        name = name or ("straight" if runs else "flush" if suited else "pair" if kinds == 2 else "other")
        met[name] += 1
    assert met.total() == 22_100
    editor = next(each for each in editors(analyze("three-card-poker")) if each.wager == "pair_plus")
    for row in editor.blocks[0].rows:
        assert Fraction(int(row.deals), int(editor.deals)) == Fraction(met[row.hand], 22_100)


@pytest.mark.parametrize("wager", ["ante_bonus", "pair_plus"])
def test_an_edited_table_has_the_edge_the_lab_gives_it(wager: str) -> None:
    """Every printed table, which the lab prices by itself."""
    found = analyze("three-card-poker")
    editor = next(each for each in editors(found) if each.wager == wager)
    for block in editor.blocks:
        for table in block.tables:
            assert edge_of(editor, table.pays) == -found.under(wager, table.label).gains.mean, table.label
    assert sum(table.in_force for block in editor.blocks for table in block.tables) == 1


@pytest.mark.parametrize("chosen", ["A", "C"])
def test_every_table_is_edited_with_its_own_classes(chosen: str) -> None:
    """Issue item B1. Tables C and D pay A-K-Q-J-T-9 suited like seven cards; A and B do not, whichever is posted."""
    found = analyze("high-card-flush", options={"progressive": chosen})
    editor = next(each for each in editors(found) if each.wager == "progressive")
    for block in editor.blocks:
        for table in block.tables:
            worth = found.under("progressive", table.label)
            assert isinstance(worth, SideWager)
            counted = {hand.name: hand.probability for hand in worth.hands}
            edited = {row.hand: Fraction(int(row.deals), int(editor.deals)) for row in block.rows}
            assert edited.items() >= counted.items()


def wagers() -> Iterator[tuple[Rules, str]]:
    for name, text in HOUSES:
        rules = games.game(name).rules(text)
        if isinstance(rules, Rules):
            yield from ((rules, wager) for wager in rules.tables())


def around(pays: list[Pays]) -> Iterator[list[Pays]]:
    """A table, and it with each row one lower, one higher or unpaid."""
    yield pays
    for place, odds in enumerate(pays):
        for other in ((odds or 1) - 1 or None, (odds or 0) + 1, None):
            yield [*pays[:place], other, *pays[place + 1 :]]


def test_what_may_be_posted_is_what_the_texts_allow() -> None:
    """At, below and above every number of every printed table, against the lab's own question."""
    seen: Counter[bool] = Counter()
    for rules, wager in wagers():
        tables = rules.tables()[wager]
        for block in tables.blocks:
            for column, _ in enumerate(block.labels):
                printed = [None if row.pays[column] is None else int(row.pays[column] or 0) for row in block.rows]
                for pays in around(printed):
                    answer = posting(rules, wager, pays)
                    paid = [each for each in pays if each is not None]
                    whole = None not in pays
                    if (whole or pays == printed) and answer.clause not in TIED:
                        assert answer.allowed == is_allowed(tables, paid, rules.jurisdiction), (wager, pays, answer)
                    assert answer.says.endswith(".") and answer.clause
                    seen[answer.allowed] += 1
    assert seen[True] > 100 and seen[False] > 100


TIED = ("NJ TCP 19:47-20.11(a)3i",)
"""Where a table may be posted only beside another one."""


def test_a_table_that_needs_another_beside_it_is_not_allowed_alone() -> None:
    game: Any = games.game("three-card-poker")
    alone = posting(game.rules(), "ante_bonus", [6, 5, 1])
    assert (alone.allowed, alone.clause) == (False, TIED[0])
    beside = game.rules("nj", {"version": "both_compulsory", "pair_plus": "B"})
    assert posting(beside, "ante_bonus", [6, 5, 1]).allowed


def test_a_wager_without_tables_is_refused() -> None:
    rules: Any = games.game("three-card-poker").rules()
    with pytest.raises(Refusal, match="pair_plus"):
        posting(rules, "play", [1])


@pytest.mark.parametrize("text", ["", "1,", "1,x", "-1", "1.5", "12345678901", "１"])
def test_pays_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(Refusal, match="whole odds"):
        read_pays(text)
    assert read_pays("200,-,2") == [200, None, 2]


# The rules


@pytest.mark.parametrize(("game", "text"), HOUSES)
def test_rounds_that_explain_a_game_are_settled_by_known_clauses(game: str, text: str) -> None:
    shown = chapter(games.game(game).rules(text))
    assert shown.rules == games.game(game).rules(text).page()
    assert len(shown.examples) == len(ROUNDS[game]) >= 2
    for example in shown.examples:
        assert (example.dice or len(example.hands) >= 2) and example.wagers
        for paid in example.wagers:
            assert paid.clause in all_ids() or paid.clause.startswith("reading "), paid
    outcomes = {paid.outcome for example in shown.examples for paid in example.wagers}
    assert {"win"} < outcomes, "one that wins, and one that does not"


# The workbench

SLOW = """
import sys, time
game, text, part = sys.argv[1:]
print("1 4", flush=True)
open({folder!r} + "/" + part, "a").write("x")
if part == "fails":
    sys.exit(1)
if part == "refuses":
    from pitboss.refusal import Refusal
    from pitboss.web import sheets

    def make(*given):
        raise Refusal("c", "Do it.", "X 1", 2)

    sheets.make = make
    sys.exit(sheets.main(game, text, part))
if part == "hangs":
    time.sleep(600)
time.sleep(0.2)
body = (game + text + part).encode()
sys.stdout.buffer.write(b"whole %d\\n" % len(body) + body)
"""


@pytest.fixture
def counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program in the place of the one that counts; it leaves a letter for every time it was started."""
    folder = tmp_path / "counted"
    folder.mkdir()
    module = f"slow_sheets_{os.getpid()}"  # the same test may run twice on one machine
    (tmp_path / f"{module}.py").write_text(SLOW.format(folder=str(folder)))
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}:{':'.join(sys.path)}")
    monkeypatch.setattr(bench_module, "MODULE", module)
    return folder


async def until_made(bench: Workbench, key: Key) -> bytes:
    while isinstance(found := await bench.ask(key), Progress):
        await asyncio.sleep(0.02)
    return found


def test_a_part_is_counted_once_and_kept(counted: Path, tmp_path: Path) -> None:
    async def run() -> None:
        bench, key = Workbench(tmp_path / "kept"), Key("craps", "nj", "worth")
        first = await bench.ask(key)
        assert isinstance(first, Progress) and first.ahead == 0
        second = await bench.ask(Key("craps", "nj", "readings"))
        assert isinstance(second, Progress) and second.ahead == 1
        assert await until_made(bench, key) == b"crapsnjworth"
        assert await until_made(bench, key) == b"crapsnjworth"
        assert await until_made(Workbench(tmp_path / "kept"), key) == b"crapsnjworth"
        await until_made(bench, Key("craps", "nj", "readings"))

    asyncio.run(run())
    assert (counted / "worth").read_text() == "x"


def test_what_was_kept_and_is_damaged_is_counted_again(counted: Path, tmp_path: Path) -> None:
    key = Key("craps", "nj", "worth")
    asyncio.run(until_made(Workbench(tmp_path / "kept"), key))
    (kept,) = (tmp_path / "kept").iterdir()
    whole = kept.read_bytes()
    for damaged in (b"", whole[:-1], whole + b" ", whole.replace(b"craps", b"crabs")):
        kept.write_bytes(damaged)
        assert asyncio.run(until_made(Workbench(tmp_path / "kept"), key)) == b"crapsnjworth"
        assert kept.read_bytes() == whole
    assert (counted / "worth").read_text() == "xxxxx"


def test_where_nothing_can_be_kept_it_stays_in_memory(counted: Path, tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("a file, not a folder")

    async def run() -> None:
        bench = Workbench(tmp_path / "kept")
        for _ in range(2):
            assert await until_made(bench, Key("craps", "nj", "worth")) == b"crapsnjworth"

    asyncio.run(run())
    assert (counted / "worth").read_text() == "x"


def test_a_count_that_fails_says_so_and_can_be_tried_again(counted: Path, tmp_path: Path) -> None:
    async def run() -> None:
        bench = Workbench(tmp_path / "kept")
        for _ in range(2):
            with pytest.raises(Refusal, match="Try again"):
                await until_made(bench, Key("craps", "nj", "fails"))

    asyncio.run(run())
    assert (counted / "fails").read_text() == "xx"


def test_what_the_lab_refuses_arrives_with_code_clause_and_sentence(tmp_path: Path) -> None:
    """Issue item B6: a real process of the lab. The page said that the lab was interrupted."""
    rules = games.game("three-card-poker").rules
    with pytest.raises(Refusal) as wanted:
        rules("ma")
    with pytest.raises(Refusal) as caught:
        asyncio.run(until_made(Workbench(tmp_path / "kept"), Key("three-card-poker", "ma", "worth")))
    assert caught.value.as_json() == wanted.value.as_json()


def test_a_clause_of_a_refusal_arrives_too(counted: Path, tmp_path: Path) -> None:
    """Issue item B6."""
    with pytest.raises(Refusal) as caught:
        asyncio.run(until_made(Workbench(tmp_path / "kept"), Key("craps", "nj", "refuses")))
    assert caught.value.as_json() == {"code": "c", "message": "Do it.", "clause": "X 1", "position": 2}


def test_a_machine_that_starts_no_process_is_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, counted: Path, tmp_path: Path
) -> None:
    async def run() -> None:
        bench, key = Workbench(tmp_path / "kept"), Key("craps", "nj", "worth")
        unheard = list[object]()
        asyncio.get_running_loop().set_exception_handler(lambda loop, told: unheard.append(told))
        with monkeypatch.context() as patched:
            patched.setattr(asyncio, "create_subprocess_exec", too_many)
            with pytest.raises(Refusal, match="no room"):
                async with asyncio.timeout(300):
                    await until_made(bench, key)
        gc.collect()
        assert not unheard
        assert await until_made(bench, key) == b"crapsnjworth"

    async def too_many(*given: object, **more: object) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    asyncio.run(run())


def test_a_count_ends_with_the_floor(counted: Path, tmp_path: Path) -> None:
    async def run() -> None:
        bench = Workbench(tmp_path / "kept")
        while not (isinstance(found := await bench.ask(Key("craps", "nj", "hangs")), Progress) and found.parts == 4):
            await asyncio.sleep(0.02)
        assert found.done == 1

    asyncio.run(run())
    late = time.monotonic() + 300
    while _running(f"slow_sheets_{os.getpid()}", "hangs"):
        assert time.monotonic() < late, "the count goes on"
        time.sleep(0.02)


def _running(*words: str) -> bool:
    """Whether a process with these words in its command runs."""
    commands = map(_read, Path("/proc").glob("[0-9]*/cmdline"))
    return any(all(word.encode() in command for word in words) for command in commands)


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError:
        return b""
