"""INT-08: a server without a disk to write to, or without memory: short forms of `python -m drills.starved`."""

import os
from pathlib import Path

import pytest

from drills import starved
from pitboss.store.heads import Heads


@pytest.mark.parametrize("way", starved.WAYS)
def test_16_c12_int_08_without_disk_or_memory_nothing_acknowledged_is_lost(way: str) -> None:
    if way != "memory" and not starved.can_mount():
        pytest.skip("a file system of its own needs root and loop devices")
    outcome = starved.drill(2, way, short=True)
    assert outcome.kills == 3 and outcome.commands == 1, "it played, was starved twice, and played again"
    assert (outcome.missing, outcome.cents_out_of_balance, outcome.faults) == (0, 0, 0)


def test_16_c12_int_08_a_new_signing_key_is_synced_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Found by the drill: an empty file was synced, and a disk that failed in the next seconds left it empty."""
    synced: list[int] = []
    sync = os.fsync

    def noted(file: int) -> None:
        synced.append(os.fstat(file).st_size)
        sync(file)

    monkeypatch.setattr(os, "fsync", noted)
    Heads(tmp_path).close()
    digits = 64 + 1
    assert synced[:2] == [digits, digits], "the public key, and the signing key"
