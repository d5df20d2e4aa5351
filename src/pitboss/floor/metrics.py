"""What is counted for Prometheus: how much is played, how long the disk takes, who is connected, what went wrong."""

from fractions import Fraction

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

MICROSECONDS = 1_000_000
BUCKETS = [Fraction(number, 1000) for number in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000)]


class Counts:
    """One floor's figures, in a registry of its own."""

    def __init__(self) -> None:
        registry = self.registry = CollectorRegistry()
        self.commands = Counter("pitboss_commands", "Commands carried out", ["game"], registry=registry)
        self.refusals = Counter("pitboss_refusals", "Commands refused", ["code"], registry=registry)
        self.rounds = Counter("pitboss_rounds", "Rounds finished", ["game"], registry=registry)
        self.faults = Counter("pitboss_faults", "Faults that stopped a table", registry=registry)
        self.automatic = Counter("pitboss_automatic_decisions", "Decisions made for silent players", registry=registry)
        self.resent = Counter("pitboss_snapshots", "Whole tables sent, on connecting or after a gap", registry=registry)
        self.clients = Gauge("pitboss_clients", "Clients connected", registry=registry)
        self.tables = Gauge("pitboss_tables", "Tables by what they are doing", ["status"], registry=registry)
        self.commit_seconds = Histogram(
            "pitboss_commit_seconds",
            "From handing a command to the store until it is on the disk",
            registry=registry,
            buckets=BUCKETS,  # type: ignore[arg-type]
        )

    def committed(self, microseconds: int) -> None:
        self.commit_seconds.observe(Fraction(microseconds, MICROSECONDS))  # type: ignore[arg-type]

    def text(self) -> bytes:
        return generate_latest(self.registry)
