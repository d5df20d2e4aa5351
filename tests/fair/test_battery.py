"""RNG-11: the parts of `python -m drills.battery` that need no battery: bits from orders, values, the sentence."""

import shutil
import sys
from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest

from drills import battery
from drills.goodness import rejected
from pitboss.fair.entropy import Entropy
from pitboss.fair.epochs import chain_start, open_epoch
from pitboss.fair.stream import Stream


@pytest.mark.parametrize("outcomes", range(2, 65))
def test_16_c13_bits_of_a_number_are_exactly_unbiased(outcomes: int) -> None:
    found = Counter(battery.unbiased_bits(number, outcomes) for number in range(outcomes))
    for length in {len(bits) for bits in found}:
        of_length = {bits: times for bits, times in found.items() if len(bits) == length}
        assert len(of_length) == 2**length and set(of_length.values()) == {1}


def test_16_c13_orders_of_five_cards_give_all_bits_of_a_length_equally_often() -> None:
    found = Counter(battery.order_as_bits(list(order)) for order in permutations(range(5)))
    assert sum(found.values()) == 120
    for length in {len(bits) for bits in found}:
        times = {times for bits, times in found.items() if len(bits) == length}
        assert len(times) == 1 and sum(len(bits) == length for bits in found) == 2**length


def test_16_c13_the_raw_stream_is_what_shuffles_are_drawn_from(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds = [bytes([number]) * 32 for number in range(1, 9)]
    monkeypatch.setattr(Entropy, "keys", lambda self, number: tuple(seeds))
    piece = next(battery.raw())
    first = open_epoch("battery", 1, chain_start("battery"), seeds).keys()[0]
    stream = Stream([first])
    words = [stream.below(1 << 16) for _ in range(16)]
    assert piece[:32] == b"".join(word.to_bytes(2, "big") for word in words)
    assert len(piece) == 8 * battery.BLOCKS_OF_A_KEY * 32


def test_16_c13_values_too_near_to_either_end_are_unlikely() -> None:
    text = "  sts_runs,   2,    100000,     100,0.00000000\n sts_runs,   2,  100000,  100,0.99999999\n# a remark\n"
    family = battery.judged(battery.values(text))
    assert [found.name for found in family] == ["sts_runs 2"] * 2 and len(rejected(family)) == 2
    assert not rejected(battery.judged(battery.values("sts_runs,2,100000,100,0.5")))


def test_16_c13_a_stopped_run_goes_on(tmp_path: Path) -> None:
    results = battery.Results(tmp_path / "values.jsonl")
    results.add("raw", "100 0 0 of 45 MiB", [{"test": "sts_monobit", "width": 1, "p": 0.5}])
    assert battery.Results(tmp_path / "values.jsonl").found == results.found


def test_16_c13_without_the_program_a_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(shutil, "which", lambda program: None)
    monkeypatch.setattr(sys, "argv", ["battery", "--folder", str(tmp_path / "new")])
    assert battery.main() == battery.NEEDED
    assert "apt-get install dieharder" in capsys.readouterr().err and not (tmp_path / "new").exists()
