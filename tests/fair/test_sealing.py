"""Secrets at rest: sealed, they show nothing, cannot be changed, and open only as what they are."""

import os
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.fair.chain import Chain
from pitboss.fair.entropy import Entropy
from pitboss.fair.sealing import Seal, make_key_file, read_key_file, seal_standing, unseal_standing
from pitboss.refusal import Refusal

SEAL = Seal(bytes(range(32)), Entropy())


def refused(code: str) -> "pytest.RaisesContext[Refusal]":  # type: ignore[name-defined]
    return pytest.raises(Refusal, check=lambda refusal: refusal.code == code)


@given(st.binary(max_size=500), st.text(max_size=30))
def test_what_is_sealed_opens_again(secret: bytes, what: str) -> None:
    sealed = SEAL.seal(secret, what)
    assert SEAL.unseal(sealed, what) == secret
    assert sealed != SEAL.seal(secret, what)


def test_every_change_of_a_bit_breaks_the_seal() -> None:
    sealed = SEAL.seal(b"Ah Kd 2c", "shuffled 7")
    for bit in range(8 * len(sealed)):
        changed = bytearray(sealed)
        changed[bit // 8] ^= 1 << bit % 8
        with refused("seal_broken"):
            SEAL.unseal(bytes(changed), "shuffled 7")
    for length in range(len(sealed)):
        with refused("seal_broken"):
            SEAL.unseal(sealed[:length], "shuffled 7")


def test_a_secret_opens_neither_as_another_nor_with_another_key() -> None:
    sealed = SEAL.seal(b"Ah Kd 2c", "shuffled 7")
    with refused("seal_broken"):
        SEAL.unseal(sealed, "shuffled 8")
    with refused("seal_broken"):
        Seal(bytes(32), Entropy()).unseal(sealed, "shuffled 7")


def test_shf_02_a_sealed_chain_shows_no_seed_and_no_order() -> None:
    chain = Chain("table 7", Entropy())
    for number in range(1, 201):
        chain.open()
        drawing = chain.drawing(number)
        order = drawing.permutation(52)
        chain.keep(drawing.epoch)
        epoch = chain.alive[number]
        sealed = seal_standing(SEAL, "table 7", chain.standing)
        plain = [*epoch.seeds, *epoch.keys(), bytes(order), msgspec.json.encode(order)[:30], b"seeds", b"draws"]
        assert not any(secret in sealed for secret in plain)
        assert unseal_standing(SEAL, sealed, "table 7") == chain.standing
        with refused("seal_broken"):
            unseal_standing(SEAL, sealed, "table 8")
        chain.end(number)


def test_a_seal_without_entropy_seals_nothing() -> None:
    with refused("entropy_failed"):
        Seal(bytes(32), Entropy(bytes)).seal(b"secret")


def test_a_key_file_is_made_once_and_read_by_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "seal.key"
    key, other = Entropy().keys(2)
    make_key_file(path, key)
    assert path.stat().st_mode & 0o777 == 0o600
    assert read_key_file(path) == key
    with refused("key_file_exists"):
        make_key_file(path, other)
    assert read_key_file(path) == key
    for mode in (0o640, 0o604, 0o620):
        os.chmod(path, mode)
        with refused("key_file_open"):
            read_key_file(path)


@pytest.mark.parametrize("text", ["", "00" * 31, "00" * 33, "zz" * 32, "é"])
def test_a_key_file_with_something_else_in_it_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "seal.key"
    path.write_text(text)
    path.chmod(0o600)
    with refused("key_file_malformed"):
        read_key_file(path)
