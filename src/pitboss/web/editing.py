"""Pay tables to edit: the hands counted once, so that the edge of any odds is one sum of products, in whole numbers.

The page adds up; whether the text lets a house post what was typed is asked here.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import msgspec

from pitboss.lab.analysis import Analysis
from pitboss.lab.pricing import has_maximum
from pitboss.lab.report.document import fraction
from pitboss.lab.worth import Met, has_folded, met_by, player_hands, side_met
from pitboss.money import write_money
from pitboss.refusal import Refusal, spoken
from pitboss.regulations.paytables import Block, PayTables, Share
from pitboss.showdown.rules import Rules

Pays = int | None
"""What a row pays; none where its hand is not paid."""


class Printed(msgspec.Struct, frozen=True):
    """A table as the text prints it."""

    label: str
    pays: list[Pays]
    in_force: bool


class Row(msgspec.Struct, frozen=True):
    """A hand and in how many deals it is paid; `share`: by a percentage of the meter."""

    hand: str
    deals: str
    clause: str
    share: bool


class Rows(msgspec.Struct, frozen=True):
    """The hands of a block, and the tables printed over them."""

    rows: list[Row]
    tables: list[Printed]


class Editor(msgspec.Struct, frozen=True):
    """A wager's tables. The house edge is `base` less what every paid row returns, over all `deals`.

    A paid row returns its odds; with `returns_stake` also the unit staked. Of a progressive, `stake` is its size and
    `meter` what stands on it, both as money, and rows pay dollars or shares of the meter instead.
    """

    wager: str
    title: str
    base: str
    deals: str
    returns_stake: bool
    blocks: list[Rows]
    stake: str = ""
    meter: str = ""


def editors(found: Analysis) -> list[Editor]:
    """Of every wager whose edge follows from the counts alone, whatever is posted."""
    if has_maximum(found.rules):
        return []
    bonus = found.rules.game.ante_bonus
    made = [_ante_bonus(found)] if bonus else []
    return [each for each in made if each] + [_side(found, side.name) for side in found.rules.sides]


def _side(found: Analysis, name: str) -> Editor:
    rules = found.rules
    progressive = rules.progressive if rules.progressive and rules.progressive.name == name else None
    return Editor(
        name,
        spoken(name),
        "1",
        str(found.deals),
        progressive is None,
        _blocks(rules, name, lambda block: _met(found, name, block.labels[0])),
        write_money(progressive.stake) if progressive else "",
        write_money(found.meter) if progressive else "",
    )


def _met(found: Analysis, name: str, label: str) -> Met:
    """How often each hand of a printed table is met: a table may have classes of its own."""
    rules = found.rules_under(name, label)
    side = next(each for each in rules.sides if each.name == name)
    return side_met(rules, side, found.lab.tally(rules))


def _ante_bonus(found: Analysis) -> Editor | None:
    """What it pays is added to the main game, as long as no hand that it pays is ever folded: it decides nothing."""
    rules, declared = found.rules, found.rules.game.ante_bonus
    assert declared
    on, dealt = declared.on, (each.row for each in found.rows)
    met = met_by(dealt, lambda row: on(rules.ranking.of(row.hand)), has_folded, found.deals, player_hands(rules))
    rows = {row.hand_class for block in declared.tables.blocks for row in block.rows}
    if any(met.folded[each] for each in rows):
        return None
    table = rules.table(declared.name)
    assert table
    paid = sum(met.played[line.hand_class] * line.odds for line in table.lines)
    base = -found.main.gains.mean + Fraction(paid, met.deals)
    blocks = _blocks(rules, declared.name, lambda block: met)
    title = f"{spoken(declared.name)}, edge of the whole main game"
    return Editor(declared.name, title, fraction(base), str(met.deals), False, blocks)


def _blocks(rules: Rules, name: str, met_in: Callable[[Block], Met]) -> list[Rows]:
    tables, chosen = rules.tables()[name], rules.table(name)
    assert chosen
    now = [(line.hand, line.odds) for line in chosen.lines]
    return [_rows(block, met_in(block), rules.jurisdiction, now) for block in tables.blocks]


def _rows(block: Block, met: Met, jurisdiction: str, now: list[tuple[str, int]]) -> Rows:
    printed = []
    for column, label in enumerate(block.labels):
        paid = [(row.hand, row.pays[column]) for row in block.rows]
        here = [each for each in paid if each[1] is not None] == now
        printed.append(Printed(label, [_plain(pays) for _, pays in paid], here))
    rows = [
        Row(
            row.hand,
            str(met.played[row.hand_class]),
            row.clause.at(jurisdiction),
            any(isinstance(pays, Share) for pays in row.pays),
        )
        for row in block.rows
    ]
    return Rows(rows, printed)


def _plain(pays: Pays) -> Pays:
    return None if pays is None else int(pays)


class Posting(msgspec.Struct, frozen=True):
    """Whether the text lets a house post a table: in a sentence, with its clause."""

    allowed: bool
    says: str
    clause: str


def posting(rules: Rules, wager: str, pays: list[Pays]) -> Posting:
    """A table printed so, one that pays no less where the text gives a least, or amounts that are the house's own.

    It must also stand beside the house's other choices: some texts tie one table to another.
    """
    tables = rules.tables().get(wager)
    if tables is None:
        known = ", ".join(rules.tables())
        raise Refusal("unknown_wager", f"Name a wager that is paid by a table ({known}).")
    try:
        value, answer = _chosen(tables, pays, rules.jurisdiction)
        rules.game.rules(rules.jurisdiction, {**rules.options, wager: value})
    except Refusal as refusal:
        return Posting(False, refusal.message, refusal.clause or tables.clause.at(rules.jurisdiction))
    return answer


def _chosen(tables: PayTables, pays: list[Pays], jurisdiction: str) -> tuple[Any, Posting]:
    """What a house writes to have these odds, and why it may. Raises `Refusal` with what the text says against it."""
    clause = tables.clause.at(jurisdiction)
    for block in tables.blocks:
        for column, label in enumerate(block.labels):
            if [_plain(row.pays[column]) for row in block.rows] == pays:
                says = f"The text prints it{f' as table {label}' if label else ''}."
                return label or tables.odds(label), Posting(True, says, clause)
    posted = [each or 0 for each in pays]
    if tables.licensee:
        own = {tables.licensee: posted}
        tables.choose(own, jurisdiction)
        says = f"Table {tables.licensee} is the house's own: any whole odds stand in it."
        return own, Posting(True, says, (tables.licensee_clause or tables.clause).at(jurisdiction))
    tables.choose(posted, jurisdiction)
    return posted, Posting(True, "It pays no less than the text asks, row by row.", clause)
