"""The life of an epoch: promised, shared, drawn, ended; what each stage allows, and what is never shown too early."""

import copy
import json
import os
from random import Random
from typing import Any

import msgspec
import pytest

from drills.chance import PROMISED, Order, Watched, in_order
from pitboss.fair.chain import Chain, Committed, Ended, Frozen, ShareTaken, ShuffleByShuffle, Standing
from pitboss.fair.entropy import Entropy
from pitboss.fair.epochs import (
    MOST_SHARES,
    NAME_BYTES,
    SHARE_BYTES,
    Between,
    Drawing,
    Epoch,
    Permutation,
    chain_start,
    open_epoch,
)
from pitboss.fair.stream import keys_for, shuffle_choices
from pitboss.refusal import Refusal
from pitboss.table.showdown import events as e
from tests.fair.support import PlayedTable, cards_and_cut, keys_from, planted


def refused(code: str, do: Any, *arguments: Any) -> Refusal:
    with pytest.raises(Refusal) as caught:
        do(*arguments)
    assert caught.value.code == code
    assert caught.value.message.endswith(".")
    return caught.value


def drawn(chain: Chain, number: int) -> Epoch:
    drawing = chain.drawing(number)
    cards_and_cut(drawing)
    chain.keep(drawing.epoch)
    return drawing.epoch


# The promise


def test_pf_01_a_share_needs_a_promise_before_it_and_no_draw_after_it() -> None:
    chain = Chain("t", Entropy())
    refused("epoch_over", chain.share, 1, "p1", b"too early")
    chain.open()
    chain.share(1, "p1", b"in time")
    drawn(chain, 1)
    refused("share_too_late", chain.share, 1, "p2", b"too late")
    chain.end(1)
    refused("epoch_over", chain.share, 1, "p2", b"much too late")
    assert [type(record) for record in chain.records] == [Committed, ShareTaken, Frozen, Ended]


@pytest.mark.parametrize("game", range(len(PROMISED)))
def test_pf_01_no_commitment_comes_after_a_bet_of_its_round(game: int) -> None:
    """What decides a round was promised, and its shares were closed, before the round's first bet: 25,000 of each."""
    tables = [in_order(1_000, table * len(PROMISED) + game) for table in range(25)]
    assert tables == [(1_000, 0)] * 25, "every round is dealt from an epoch of its own, promised and frozen before"


BET = e.BetPlaced("p1", 1, {"ante": 1000})
PROMISE = Committed("t", 1, "", "", 1), Committed("t", 2, "", "", 1)
SHARE = ShareTaken("t", 1, "p1", ""), ShareTaken("t", 2, "p1", "")
FREEZE = Frozen("t", 1), Frozen("t", 2)


@pytest.mark.parametrize(
    ("log", "late"),
    [
        ([PROMISE[0], SHARE[0], FREEZE[0], BET, PROMISE[1], SHARE[1], FREEZE[1], BET], 0),
        ([PROMISE[0], PROMISE[1], FREEZE[0], BET, SHARE[1], FREEZE[1], BET], 0),
        ([BET, PROMISE[0]], 1),
        ([PROMISE[0], BET, FREEZE[0]], 1),
        ([PROMISE[0], FREEZE[0], BET, BET], 1),
        ([PROMISE[0], FREEZE[0], SHARE[0], BET], 1),
        ([PROMISE[0], FREEZE[0], BET, SHARE[0]], 1),
        ([PROMISE[0], FREEZE[0], BET, PROMISE[0]], 1),
        ([PROMISE[0], FREEZE[0], BET, SHARE[1], PROMISE[1]], 1),
        ([PROMISE[0], FREEZE[0], BET, FREEZE[1], PROMISE[1], BET], 1),
    ],
)
def test_pf_01_the_drill_finds_what_comes_too_late(log: list[Any], late: int) -> None:
    order = Order()
    for entry in log:
        order.read(entry)
    assert (order.late, order.rounds) == (late, log.count(BET))


def test_pf_01_the_drill_finds_a_table_that_promises_when_it_knows_the_bet(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Watched(PROMISED[0], "late")
    do = table.session.do

    def promising(command: dict[str, Any]) -> list[Any]:
        events = do(command)
        if command["do"] == "bet":
            table.chain.open()
            table.chance.permutation(52)
        return events

    monkeypatch.setattr(table.session, "do", promising)
    for _ in range(5):
        table.round_of_play()
    assert (table.order.rounds, table.order.late) == (5, 4), (
        "but the first round, which was promised as the table opened"
    )


def test_the_commitment_binds_all_that_it_should() -> None:
    seeds = keys_from(1, 2)
    start = chain_start("t")
    epochs = [
        open_epoch("t", 1, start, seeds),
        open_epoch("u", 1, start, seeds),
        open_epoch("t", 2, start, seeds),
        open_epoch("t", 1, chain_start("u"), seeds),
        open_epoch("t", 1, start, seeds[:1]),
        open_epoch("t", 1, start, seeds[::-1]),
    ]
    assert len({epoch.commitment for epoch in epochs}) == len(epochs)


def test_every_share_changes_every_key_and_the_order_of_arrival_changes_none() -> None:
    def keys(*shares: tuple[str, bytes]) -> tuple[bytes, ...]:
        chain = Chain("t", planted(1))
        chain.open(3)
        for player, share in shares:
            chain.share(1, player, share)
        return chain.alive[1].keys()

    a, b = ("a", b"1"), ("b", b"2")
    different = [keys(), keys(a), keys(b), keys(a, b), keys(("a", b"2"), ("b", b"1")), keys(("a1", b"x"))]
    assert keys(a, b) == keys(b, a)
    assert len({key for each in different for key in each}) == 3 * len(different)


def test_a_share_is_taken_once_and_within_its_limits() -> None:
    chain = Chain("t", Entropy())
    chain.open()
    chain.share(1, "p", b"x")
    refused("share_twice", chain.share, 1, "p", b"y")
    chain.share(1, "q", b"x" * SHARE_BYTES)
    refused("share_malformed", chain.share, 1, "r", b"x" * (SHARE_BYTES + 1))
    refused("share_malformed", chain.share, 1, "r", b"")
    chain.share(1, "n" * NAME_BYTES, b"x")
    for name in ("", "n" * (NAME_BYTES + 1), "\ud800"):
        refused("name_malformed", chain.share, 1, name, b"x")
    for number in range(3, MOST_SHARES):
        chain.share(1, f"p{number}", b"x")
    refused("shares_full", chain.share, 1, "one too many", b"x")
    assert len(chain.alive[1].shares) == MOST_SHARES == sum(isinstance(r, ShareTaken) for r in chain.records)


# The draws


def test_a_command_rolled_back_draws_the_same_again() -> None:
    chain = Chain("t", Entropy())
    chain.open()
    first = chain.drawing(1)
    wanted = first.permutation(52), first.between(10, 42)
    again = chain.drawing(1)
    assert (again.permutation(52), again.between(10, 42)) == wanted
    chain.keep(again.epoch)
    assert chain.drawing(1).epoch.draws == (Permutation(52, tuple(wanted[0])), Between(10, 42, wanted[1]))


def test_draws_go_on_where_the_kept_ones_end() -> None:
    seeds = keys_from(2, 4)
    whole = Drawing(open_epoch("t", 1, chain_start("t"), seeds))
    wanted = [whole.between(1, 6) for _ in range(150)]
    epoch = open_epoch("t", 1, chain_start("t"), seeds)
    found = []
    for _ in range(150):
        drawing = Drawing(msgspec.json.decode(msgspec.json.encode(epoch), type=Epoch))
        found.append(drawing.between(1, 6))
        epoch = drawing.epoch
    assert found == wanted
    assert drawing.keys_begun == 2


def test_a_draw_that_is_refused_leaves_nothing_behind() -> None:
    drawing = Drawing(open_epoch("t", 1, chain_start("t"), keys_from(3, 1)))
    other = Drawing(open_epoch("t", 1, chain_start("t"), keys_from(3, 1)))
    assert drawing.between(1, 6) == other.between(1, 6)
    refused("keys_used_up", drawing.permutation, 70)
    refused("range_too_wide", drawing.between, 5, 4)
    assert drawing.permutation(52) == other.permutation(52)
    assert drawing.epoch == other.epoch


def test_kept_draws_that_were_changed_are_found_out() -> None:
    chain = Chain("t", Entropy())
    chain.open()
    epoch = drawn(chain, 1)
    forged = msgspec.structs.replace(epoch, draws=(epoch.draws[0], Between(10, 42, 52 - epoch.draws[1].result)))  # type: ignore[operator]
    if forged != epoch:
        refused("epoch_changed", Drawing, forged)
    swapped = msgspec.structs.replace(epoch, seeds=(bytes(32),))
    refused("epoch_changed", Drawing, swapped)


def test_draws_follow_the_order_of_the_epochs() -> None:
    chain = Chain("t", Entropy())
    chain.open()
    chain.open()
    drawn(chain, 1)
    assert chain.drawing(1).between(10, 42)
    drawn(chain, 2)
    refused("epoch_passed", chain.drawing, 1)
    chain.end(2)
    refused("epoch_passed", chain.drawing, 1)
    chain.end(1)
    refused("epoch_over", chain.drawing, 1)
    refused("epoch_over", chain.drawing, 3)


# The end


def test_pf_03_every_epoch_opened_ends_as_played_or_void_and_the_chain_has_no_gap() -> None:
    random = Random(3)
    chain = Chain("t", Entropy())
    proofs = {}
    for _ in range(3000):
        step = random.randrange(4)
        if step == 0 or not chain.alive:
            chain.open(random.randint(1, 2))
            continue
        number = random.choice(list(chain.alive))
        if step == 1 and number >= chain.drawn:
            drawing = chain.drawing(number)
            drawing.between(1, 6)
            chain.keep(drawing.epoch)
        elif step == 2 and chain.alive[number].draws:
            proofs[number] = chain.end(number)
        elif step == 3:
            proofs[number] = chain.void(number, "the test says so")
    for number in list(chain.alive):
        proofs[number] = chain.void(number, "the test is over")
    assert sorted(proofs) == [*range(1, chain.last + 1)]
    head = chain_start("t").hex()
    for number in range(1, chain.last + 1):
        assert proofs[number]["previous"] == head
        head = proofs[number]["commitment"]
    assert head == chain.head.hex()
    opened = [record.epoch for record in chain.records if isinstance(record, Committed)]
    ended = [record.epoch for record in chain.records if isinstance(record, Ended)]
    assert opened == sorted(ended) == sorted(proofs)


def test_an_end_needs_a_draw_and_a_void_a_reason() -> None:
    chain = Chain("t", Entropy())
    chain.open()
    refused("nothing_drawn", chain.end, 1)
    refused("reason_missing", chain.void, 1, "  ")
    chain.void(1, "nobody came")
    refused("epoch_over", chain.void, 1, "again")
    refused("epoch_over", chain.end, 1)


def test_a_chain_goes_on_after_a_restart() -> None:
    chain = Chain("t", Entropy())
    chain.open()
    chain.open()
    drawn(chain, 1)
    kept = msgspec.json.encode(chain.standing)
    again = Chain("t", Entropy(), msgspec.json.decode(kept, type=Standing))
    assert again.drawing(1).epoch == chain.alive[1]
    again.share(2, "p1", b"after the restart")
    drawn(again, 2)
    third = again.open()
    assert (third.number, third.previous) == (3, chain.alive[2].commitment)


def test_a_table_goes_on_after_a_restart_with_the_epoch_that_was_promised() -> None:
    chance = ShuffleByShuffle(Chain("t", planted(1)))
    chance.permutation(52)
    promised = chance.chain.alive[2].commitment
    again = ShuffleByShuffle(Chain("t", Entropy(), chance.chain.standing))
    assert (again.current, again.waiting, again.chain.alive[2].commitment) == (1, 2, promised)
    assert again.permutation(52) == chance.permutation(52)
    assert again.between(10, 42) == chance.between(10, 42)
    assert again.chain.alive[3].commitment != chance.chain.alive[3].commitment


def test_an_open_epoch_that_is_void_is_passed_over() -> None:
    chain = Chain("t", Entropy())
    chance = ShuffleByShuffle(chain)
    chance.permutation(52)
    chain.void(chance.waiting, "the seal of the server room was broken")
    assert chance.waiting == 0
    chance.permutation(52)
    assert (chance.current, chance.waiting, chain.last) == (3, 4, 4)


def test_a_command_that_fails_leaves_the_chain_as_it_was() -> None:
    chain = Chain("t", Entropy())
    chance = ShuffleByShuffle(chain)
    orders = []
    for _ in range(3):
        before, records = chain.standing, list(chain.records)
        with pytest.raises(ZeroDivisionError), chain.all_or_nothing():
            orders.append(chance.permutation(52))
            assert chance.current == 1
            raise ZeroDivisionError
        assert (chain.standing, chain.records) == (before, records)
    with chain.all_or_nothing():
        orders.append(chance.permutation(52))
    assert len({*map(tuple, orders)}) == 1
    assert (chance.current, chance.waiting) == (1, 2)


# What is seen


def secrets_of(chain: Chain) -> list[str]:
    alive = chain.alive.values()
    seeds = [seed for epoch in alive for seed in (*epoch.seeds, *epoch.keys())]
    return [text for seed in seeds for text in (seed.hex(), repr(seed)[2:-1])]


def shown_by(chain: Chain) -> str:
    """Everything that may be told while epochs are alive: records, public forms, what a log prints of an object."""
    alive = [*chain.alive.values()]
    drawing = [chain.drawing(number) for number in chain.alive if number >= chain.drawn]
    return json.dumps(
        [
            msgspec.to_builtins(chain.records),
            [epoch.public() for epoch in alive],
            [f"{epoch} {epoch!r} {[epoch]}" for epoch in alive],
            [repr(chain), repr(chain._entropy), repr(drawing), repr(chain.standing)],
        ]
    )


def test_pf_04_no_seed_that_still_serves_is_shown() -> None:
    random = Random(4)
    chain = Chain("t", Entropy())
    for step in range(500):
        chain.open()
        if step % 3:
            drawn(chain, chain.last)
        if len(chain.alive) > 3:
            number = random.choice(list(chain.alive))
            if chain.alive[number].draws:
                chain.end(number)
            else:
                chain.void(number, "left alone")
        shown = shown_by(chain)
        assert not any(secret in shown for secret in secrets_of(chain))
        assert '"result"' not in shown
        if not step % 20:
            chain.take_records()


def test_pf_04_a_proof_of_a_live_epoch_is_refused() -> None:
    from pitboss.fair.proofs import proof

    chain = Chain("t", Entropy())
    chain.open()
    refused("epoch_live", proof, chain.alive[1])
    drawn(chain, 1)
    refused("epoch_live", proof, chain.alive[1])


def test_pf_04_a_seed_that_was_shown_serves_no_more() -> None:
    chain = Chain("t", Entropy())
    chain.open()
    epoch = drawn(chain, 1)
    drawing = chain.drawing(1)
    chain.end(1)
    drawing.between(1, 6)
    refused("epoch_over", chain.keep, drawing.epoch)
    refused("epoch_over", Drawing, msgspec.structs.replace(epoch, ended="played"))


# Fresh keys


def test_rng_07_whoever_has_the_whole_state_knows_nothing_after_the_next_epoch() -> None:
    chain = Chain("t", Entropy())
    chance = ShuffleByShuffle(chain)
    right = 0
    for _ in range(1000):
        stolen = copy.deepcopy(chance)
        known = stolen.permutation(52)
        assert list(chance.permutation(52)) == list(known)  # the state is worth something, for the epoch it holds
        right += list(stolen.permutation(52)) == list(chance.permutation(52))
        for number in range(chance.current - 1, chance.current + 1):
            chain.end(number)
        chain.take_records()
    assert right == 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="run on Linux or macOS: this system has no fork")
def test_rng_06_forked_workers_go_different_ways() -> None:
    """Short form: the drill starts 1,000."""
    chain = Chain("t", Entropy())
    found = set()
    for _ in range(50):
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            epoch = chain.open()
            os.write(writing, bytes(Drawing(epoch).permutation(52)))
            os._exit(0)
        os.close(writing)
        with os.fdopen(reading, "rb") as answer:
            found.add(answer.read())
        os.waitpid(child, 0)
    assert len(found) == 50


@pytest.mark.parametrize(("cards", "decks"), [(52, 1), (288, 6), (384, 8)])
def test_rng_08_an_epoch_of_every_pack_has_keys_enough(cards: int, decks: int) -> None:
    chain = Chain("t", Entropy())
    chain.open(keys_for([*shuffle_choices(cards), 33]))
    drawing = chain.drawing(1)
    assert sorted(drawing.permutation(cards)) == [*range(cards)]
    drawing.between(10, 42)
    assert drawing.keys_begun == len(chain.alive[1].seeds)


def test_shf_03_what_players_do_does_not_change_the_order_of_the_cards() -> None:
    """The same seeds at tables of other wagers, players and decisions: the same orders."""
    orders = set()
    for seed in range(8):
        table = PlayedTable(0, 3, planted(9), seed)
        drawn = [draw["result"] for proof in table.proofs for draw in proof["draws"] if draw["draw"] == "permutation"]
        orders.add(json.dumps(drawn[:3]))
    assert len(orders) == 1
