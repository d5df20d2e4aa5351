"""The figures for Prometheus: a delay counts in every bucket that it fits in, at the bound, below and above it."""

import re

from pitboss.floor.metrics import BUCKETS, Counts


def buckets(counts: Counts) -> dict[str, float]:
    found = re.findall(r'pitboss_commit_seconds_bucket{le="(.+)"} (\S+)', counts.text().decode())
    return {bound: float(number) for bound, number in found}


def test_a_delay_is_in_every_bucket_that_is_not_below_it() -> None:
    for bound in BUCKETS:
        for delay in (bound - 1, bound, bound + 1):
            counts = Counts()
            counts.committed(delay)
            wanted = {text: float(delay <= limit) for limit, text in BUCKETS.items()} | {"+Inf": 1.0}
            assert buckets(counts) == wanted, delay


def test_bounds_are_written_in_seconds_and_delays_add_up() -> None:
    assert all(float(text) * 1_000_000 == bound for bound, text in BUCKETS.items())
    counts = Counts()
    for delay in (0, 1_500, 7_000_000):
        counts.committed(delay)
    text = counts.text().decode()
    assert "pitboss_commit_seconds_count 3.0" in text and "pitboss_commit_seconds_sum 7.0015" in text
    assert "# TYPE pitboss_commit_seconds histogram" in text
    assert buckets(counts)["5.0"] == 2 and buckets(counts)["+Inf"] == 3
