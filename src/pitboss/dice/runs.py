"""Reading a run of rolls: from the JSON form to dice, cents and what was done before which roll."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.dice.declaration import Hop
from pitboss.dice.throws import Dice, read_dice
from pitboss.money import read_wager
from pitboss.refusal import Refusal, misshapen, shown, spoken

if TYPE_CHECKING:
    from pitboss.dice.rules import Rules

MOST_ROLLS = 2000
"""More are refused: the longest run on record had 154."""


MOST_WAGERS = 10_000
"""More do not fit into one line of a file; no table takes more in one run."""


class ChangeForm(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """One thing done to a wager that lies on the layout: another amount, taken down, called on or off, void."""

    before: int
    amount: Any = None
    down: bool = False
    working: bool | None = None
    void: bool = False


class WagerForm(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A wager as files have it. `behind` names the wager that odds support, `dice` what a hop names."""

    id: str | int
    player: str | int
    wager: Any
    amount: Any
    before: int
    behind: str | int | None = None
    dice: Any = None
    working: bool | None = None
    changes: list[ChangeForm] = []


class RunForm(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A round as files have it: a run of rolls and the wagers placed before each."""

    game: Any
    rolls: list[Any]
    wagers: list[WagerForm]
    jurisdiction: Any = None
    options: Any = None
    id: Any = None


class Change(msgspec.Struct, frozen=True):
    """One thing done to a wager, read: an amount in cents, or None; taken down; called on or off, or neither; void."""

    id: str | int
    amount: int | None = None
    down: bool = False
    working: bool | None = None
    void: bool = False


class Placed(msgspec.Struct, frozen=True):
    """A wager placed before a roll, read."""

    id: str | int
    player: str | int
    wager: str
    amount: int
    behind: str | int | None
    dice: Dice | None
    working: bool | None
    before: int


class Run(msgspec.Struct):
    """A run of rolls, read but not yet judged. By number of the roll: what was placed, changed and void before it."""

    rolls: list[Dice]
    order: list[Placed]
    placed: dict[int, list[Placed]]
    changed: dict[int, list[Change]]
    voided: dict[int, list[Change]]


def form_of(data: Any) -> RunForm:
    """The round in a JSON-like mapping."""
    if not isinstance(data, Mapping):
        raise Refusal("not_a_round", "Write a round as an object with 'game', 'rolls' and 'wagers'.")
    try:
        return msgspec.convert(data, RunForm)
    except msgspec.ValidationError as error:
        raise misshapen(error) from None


def read_run(rules: "Rules", form: RunForm) -> Run:
    if not form.rolls:
        raise Refusal("rolls_missing", "List at least one roll under 'rolls'.", rules.cite(rules.game.shooting.run))
    if not form.wagers:
        raise Refusal("wagers_missing", "List at least one wager under 'wagers'.")
    if len(form.rolls) > MOST_ROLLS:
        raise Refusal("too_many_rolls", f"Split the round: {MOST_ROLLS} rolls are the most, not {len(form.rolls)}.")
    dice = rules.game.shooting.dice
    rolls = [read_dice(roll, f"roll {number}", dice, rules.jurisdiction) for number, roll in enumerate(form.rolls, 1)]
    run = Run(rolls, [], {}, {}, {})
    seen: set[str | int] = set()
    for each in form.wagers:
        if each.id in seen:
            raise Refusal("id_twice", f"Give every wager an id of its own: {shown(each.id)} stands twice.")
        seen.add(each.id)
        _read_wager(rules, run, each)
    return run


def _read_wager(rules: "Rules", run: Run, form: WagerForm) -> None:
    _check_roll(rules, form.before, len(run.rolls), form.id)
    wager = rules.wager(form.wager)
    dice = None
    if isinstance(wager, Hop):
        dice = read_dice(form.dice, f"the dice of the hop {shown(form.id)}", wager.clause, rules.jurisdiction)
    elif form.dice is not None:
        message = f"Leave 'dice' out of wager {shown(form.id)}: a {spoken(wager.name)} names none."
        raise Refusal("dice_not_used", message, rules.cite(wager.clause))
    amount = read_wager(form.amount, wager.name)
    placed = Placed(form.id, form.player, wager.name, amount, form.behind, dice, form.working, form.before)
    run.order.append(placed)
    run.placed.setdefault(form.before, []).append(placed)
    for each in form.changes:
        change = _read_change(form.id, each, wager.name)
        _check_change_roll(rules, run, form, each)
        (run.voided if change.void else run.changed).setdefault(each.before, []).append(change)


def _check_change_roll(rules: "Rules", run: Run, form: WagerForm, change: ChangeForm) -> None:
    """A wager is void from any moment on, from before its first roll to after the last one; all else comes between."""
    _check_roll(rules, change.before, len(run.rolls) + change.void, form.id)
    if change.before < form.before + (not change.void):
        raise Refusal(
            "change_too_early",
            f"Change wager {shown(form.id)} before a later roll than {form.before}, before which it is placed.",
        )


def _read_change(id: str | int, form: ChangeForm, wager: str) -> Change:
    """Exactly one thing is done."""
    if (form.amount is not None) + form.down + (form.working is not None) + form.void != 1:
        raise Refusal(
            "change_malformed",
            f"Say one thing in each change of wager {shown(id)}: a new 'amount', 'working', 'down': true, "
            "or 'void': true.",
        )
    amount = None if form.amount is None else read_wager(form.amount, wager)
    return Change(id, amount, form.down, form.working, form.void)


def _check_roll(rules: "Rules", before: int, last: int, id: str | int) -> None:
    if not 1 <= before <= last:
        raise Refusal(
            "no_such_roll",
            f"Number the roll before which wager {shown(id)} is placed or changed 1 to {last}; got {before}.",
            rules.cite(rules.game.wagering),
        )
