"""money.js: whole cents here, text with two places on the wire, a sign and thousands for people."""

from tests.web.elements.bench import Bench

AMOUNTS = {
    "0.00": 0,
    "0.01": 1,
    "0.50": 50,
    "-0.50": -50,
    "7": 700,
    "-12.34": -1234,
    "1000.00": 100_000,
    "90071992547409.91": 9007199254740991,
}


def test_text_becomes_cents(bench: Bench) -> None:
    assert bench.run("money.js", "({ cents }, given) => given.map(cents)", [*AMOUNTS]) == [*AMOUNTS.values()]


def test_cents_become_the_same_text_again(bench: Bench) -> None:
    found = bench.run("money.js", "({ wire }, given) => given.map(wire)", [*AMOUNTS.values()])
    assert found == [text if "." in text else f"{text}.00" for text in AMOUNTS]


def test_people_read_thousands_and_a_sign(bench: Bench) -> None:
    amounts = [0, 5, -5, 99_999, 100_000, -100_000, 123_456_789]
    assert bench.run("money.js", "({ money }, given) => given.map(money)", amounts) == [
        *("0.00", "0.05", "−0.05", "999.99", "1,000.00", "−1,000.00", "1,234,567.89")
    ]
    assert bench.run("money.js", "({ signed }, given) => given.map(signed)", amounts[:4]) == [
        *("0.00", "+0.05", "−0.05", "+999.99")
    ]


def test_a_sum_of_nothing_is_nothing(bench: Bench) -> None:
    assert bench.run("money.js", "({ sum }, given) => given.map(sum)", [[], [5], [5, -7, 1]]) == [0, 5, -1]
