"""What is counted for Prometheus: how much is played, how long the disk takes, who is connected, what went wrong."""

from bisect import bisect_left
from collections.abc import Iterator
from fractions import Fraction
from itertools import accumulate
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest
from prometheus_client.core import HistogramMetricFamily
from prometheus_client.registry import Collector

MICROSECONDS = 1_000_000
BUCKETS = {
    1_000: "0.001",
    2_000: "0.002",
    5_000: "0.005",
    10_000: "0.01",
    20_000: "0.02",
    50_000: "0.05",
    100_000: "0.1",
    200_000: "0.2",
    500_000: "0.5",
    1_000_000: "1.0",
    5_000_000: "5.0",
}
"""Microseconds, and the same as Prometheus writes seconds."""


class Delays(Collector):
    """A histogram in whole microseconds: the library's own cost as much as a frame for each delay that was noted."""

    def __init__(self, name: str, says: str) -> None:
        self.name, self.says = name, says
        self.bounds = [*BUCKETS]
        self.found = [0] * (len(BUCKETS) + 1)
        self.total = 0

    def note(self, microseconds: int) -> None:
        self.found[bisect_left(self.bounds, microseconds)] += 1
        self.total += microseconds

    def collect(self) -> Iterator[HistogramMetricFamily]:
        buckets = [*zip((*BUCKETS.values(), "+Inf"), accumulate(self.found), strict=True)]
        seconds: Any = Fraction(self.total, MICROSECONDS)
        yield HistogramMetricFamily(self.name, self.says, buckets, seconds)


class Counts:
    """One floor's figures, in a registry of its own."""

    def __init__(self) -> None:
        registry = self.registry = CollectorRegistry()
        self.commands = Counter("pitboss_commands", "Commands carried out", ["game"], registry=registry)
        self.refusals = Counter("pitboss_refusals", "Commands refused", ["code"], registry=registry)
        self.rounds = Counter("pitboss_rounds", "Rounds finished", ["game"], registry=registry)
        self.faults = Counter(
            "pitboss_faults",
            "Faults of the program: at a table, which stops for it, or in answering a client",
            registry=registry,
        )
        self.automatic = Counter("pitboss_automatic_decisions", "Decisions made for silent players", registry=registry)
        self.resent = Counter("pitboss_snapshots", "Whole tables sent, on connecting or after a gap", registry=registry)
        self.clients = Gauge("pitboss_clients", "Clients connected", registry=registry)
        self.tables = Gauge("pitboss_tables", "Tables by what they are doing", ["status"], registry=registry)
        self.audited = Gauge("pitboss_audited_entries", "Entries that the last audit looked at", registry=registry)
        self.audit_faults = Gauge("pitboss_audit_faults", "Faults that the last audit found", registry=registry)
        self.commits = Delays("pitboss_commit_seconds", "From handing a command to the store until it is on the disk")
        registry.register(self.commits)

    def committed(self, microseconds: int) -> None:
        self.commits.note(microseconds)

    def text(self) -> bytes:
        return generate_latest(self.registry)
