"""Keys come from the kernel, and where the kernel fails nothing is dealt."""

import ast
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest

from pitboss.fair.chain import Chain, ShuffleByShuffle
from pitboss.fair.entropy import MOST_KEYS, REMEMBERED, Entropy
from pitboss.refusal import Refusal
from pitboss.session import Session
from pitboss.table.families import showdown_house as house_of
from pitboss.table.showdown import events as e
from pitboss.table.showdown.setup import House
from pitboss.table.showdown.state import State

SOURCE = Path(__file__).resolve().parents[2] / "src" / "pitboss"


def no_device(number: int) -> bytes:
    raise OSError(5, "Input/output error")


class Repeating:
    """A generator that is stuck."""

    def __call__(self, number: int) -> bytes:
        return bytes(range(1, 33)) * (number // 32)


FAULTS: dict[str, Callable[[int], bytes]] = {
    "error": no_device,
    "short read": lambda number: os.urandom(number - 1),
    "nothing": lambda number: b"",
    "all zero": bytes,
    "one zero key among good ones": lambda number: os.urandom(number - 32) + bytes(32),
    "repeated block": Repeating(),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_rng_09_a_failing_source_is_refused_and_not_trusted_again(fault: str) -> None:
    broken = True
    entropy = Entropy(lambda number: FAULTS[fault](number) if broken else os.urandom(number))
    for _ in range(2):
        with pytest.raises(Refusal) as caught:
            entropy.keys(2)
        assert caught.value.code == "entropy_failed"
        broken = False


def test_rng_09_keys_that_another_thread_got_do_not_mend_a_source_that_failed() -> None:
    """A table draws seeds while the store's writer draws nonces: good ones on their way made a fault forgotten."""
    under_way, failed = Event(), Event()

    def read(number: int) -> bytes:
        if under_way.is_set():
            raise OSError(5, "Input/output error")
        under_way.set()
        failed.wait(10)
        return os.urandom(number)

    entropy = Entropy(read)
    with ThreadPoolExecutor(1) as writer:
        slow = writer.submit(entropy.keys, 1)
        under_way.wait(10)
        with pytest.raises(Refusal):
            entropy.keys(1)
        failed.set()
        assert isinstance(slow.exception(), Refusal)
    with pytest.raises(Refusal):
        entropy.keys(1)


def test_threads_that_ask_at_once_tear_nothing() -> None:
    entropy, before = Entropy(), sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as threads:
            found = [*threads.map(lambda _: entropy.keys(1), range(8 * REMEMBERED))]
    finally:
        sys.setswitchinterval(before)
    assert len({*found}) == 8 * REMEMBERED and len(entropy._seen) == REMEMBERED


@pytest.mark.parametrize("fault", FAULTS)
def test_rng_09_the_table_stops_and_no_card_is_dealt(fault: str) -> None:
    """The source fails in the middle of play: the next shuffle is refused, the table stays as it was."""
    broken = False
    chain = Chain("t", Entropy(lambda number: FAULTS[fault](number) if broken else os.urandom(number)))
    session: Session[House, State] = Session(house_of({"game": "three-card-poker"}), ShuffleByShuffle(chain))
    player = {"by": "player", "who": "p1"}
    session.do({"do": "sit", "position": 1, **player})
    session.do({"do": "buy_in", "amount": "100.00", **player})
    session.do({"do": "bet", "position": 1, "wagers": {"ante": "10.00"}, **player})
    session.do({"do": "no_more_bets", "by": "dealer"})
    broken = True
    if fault == "repeated block":
        chain._entropy._remember((bytes(range(1, 33)),))
    before, records, dealt = session.state, list(chain.records), _cards_dealt(session)
    for _ in range(3):
        with pytest.raises(Refusal) as caught:
            session.do({"do": "decide", "position": 1, "action": "fold", **player})  # the last one: a shuffle follows
        assert caught.value.code == "entropy_failed"
    assert session.state is before and chain.records == records and _cards_dealt(session) == dealt


def _cards_dealt(session: Session[House, State]) -> int:
    return sum(len(event.cards) for event in session.log if isinstance(event, e.CardsDealt))


def test_rng_09_a_table_with_no_source_never_opens() -> None:
    with pytest.raises(Refusal) as caught:
        ShuffleByShuffle(Chain("t", Entropy(no_device)))
    assert caught.value.code == "entropy_failed"


def test_rng_09_a_block_is_noticed_as_long_as_it_is_remembered() -> None:
    first = os.urandom(32)
    for between, noticed in ((REMEMBERED - 1, True), (REMEMBERED, False)):
        answers = [first, *(os.urandom(32) for _ in range(between)), first]
        entropy = Entropy(lambda number, answers=answers: answers.pop(0))  # type: ignore[misc]
        for _ in range(between + 1):
            entropy.keys(1)
        if noticed:
            with pytest.raises(Refusal):
                entropy.keys(1)
        else:
            assert entropy.keys(1) == (first,)


def test_keys_are_of_256_bits_and_differ() -> None:
    entropy = Entropy()
    keys = [*entropy.keys(1), *entropy.keys(MOST_KEYS)]
    assert {len(key) for key in keys} == {32}
    assert len(set(keys)) == 1 + MOST_KEYS


# RNG-01: nothing else than the kernel in the path of an outcome

FORBIDDEN_MODULES = {"random", "numpy", "time", "datetime", "uuid", "secrets", "tempfile", "socket", "threading", "gc"}
FORBIDDEN_CALLS = {"hash", "id", "getpid", "getppid", "time", "monotonic", "perf_counter", "time_ns", "now", "getenv"}
OS_ALLOWED = {"urandom", "open", "fdopen", "fsync", "name", "O_WRONLY", "O_CREAT", "O_EXCL"}


def outcome_path() -> set[Path]:
    """The modules of `fair` and, as far as they lie in pitboss, all that they import; the verifier is none of ours."""
    return reached_from({*(SOURCE / "fair").glob("*.py")} - {SOURCE / "fair" / "verify_round.py"})


def reached_from(ahead: set[Path]) -> set[Path]:
    found = set[Path]()
    while ahead:
        file = ahead.pop()
        found.add(file)
        for name in imported(file):
            if name.startswith("pitboss."):
                path = SOURCE.joinpath(*name.split(".")[1:])
                ahead |= {each for each in (path.with_suffix(".py"), path / "__init__.py") if each.exists()} - found
    return found


def imported(file: Path) -> set[str]:
    names = set[str]()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            names |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{file}: write imports in full"
            names.add(node.module or "")
    return names


def forbidden_in(file: Path) -> list[str]:
    found = [name for name in imported(file) if name.split(".")[0] in FORBIDDEN_MODULES]
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            found += [called] if called in FORBIDDEN_CALLS else []
            found += ["__import__"] if called in ("__import__", "import_module", "exec", "eval") else []
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "os" and node.attr not in OS_ALLOWED:
            found.append(f"os.{node.attr}")
    return found


def test_rng_01_no_other_source_in_the_path_of_an_outcome() -> None:
    path = outcome_path()
    assert {"entropy.py", "stream.py", "epochs.py", "chain.py"} <= {file.name for file in path}
    assert {file.relative_to(SOURCE).as_posix() for file in path if file.parent.name != "fair"} == {"refusal.py"}
    assert {file.name: forbidden_in(file) for file in path if forbidden_in(file)} == {}


def test_rng_01_no_other_source_where_cards_are_dealt_and_dice_are_thrown() -> None:
    """All that decides at a table, from a command to its events, and what hands it its chance on a floor."""
    deciding = {*(SOURCE / "table").rglob("*.py"), *(SOURCE / "games").rglob("*.py"), SOURCE / "floor" / "promises.py"}
    path = reached_from(deciding)
    assert len(path) > 100 and SOURCE / "cards" / "chance.py" not in path
    by_name = SOURCE / "games" / "__init__.py"  # games are looked up by their names
    assert {file: forbidden_in(file) for file in path if forbidden_in(file)} == {by_name: ["__import__"]}


def test_rng_01_the_kernel_is_asked_in_one_place() -> None:
    asking = [file.name for file in outcome_path() if "urandom" in file.read_text()]
    assert asking == ["entropy.py"]


@pytest.mark.parametrize(
    "line", ["import random", "from numpy.random import rand", "import time", "hash('x')", "import os\nos.getpid()"]
)
def test_rng_01_the_check_finds_what_it_looks_for(tmp_path: Path, line: str) -> None:
    (tmp_path / "planted.py").write_text(line)
    assert forbidden_in(tmp_path / "planted.py")
