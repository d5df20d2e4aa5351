"""The configuration of a floor: from the command line, the environment, a file or the defaults, in that order.

Nothing has to be set: by default a floor has a table of every game on this machine's own address.
"""

import os
import re
import tomllib
from collections.abc import Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import Any, Literal

import msgspec

from pitboss import games
from pitboss.dice.declaration import DiceGame
from pitboss.floor.auditing import EVERY
from pitboss.floor.extra_tables import MOST_EXTRA_TABLES
from pitboss.floor.gate import EVERYWHERE, origin_of
from pitboss.floor.live import Plan
from pitboss.floor.people import AN_ADDRESS, REQUESTS
from pitboss.floor.room import PER_ADDRESS as IDLE_PER_ADDRESS
from pitboss.floor.socket import CONNECTIONS, FOR_STAFF, PER_ADDRESS
from pitboss.floor.socket import MOST_CONNECTIONS as OF_A_PERSON
from pitboss.floor.timing import Timing
from pitboss.refusal import Refusal
from pitboss.table.families import FAMILIES
from pitboss.table.setup import HOUSE_NAME, LONGEST_NAME, is_house_name

VARIABLES = {
    "host": "PITBOSS_HOST",
    "port": "PITBOSS_PORT",
    "data": "PITBOSS_DATA",
    "database": "PITBOSS_DATABASE",
    "grace": "PITBOSS_GRACE",
    "bots": "PITBOSS_BOTS",
    "origins": "PITBOSS_ORIGINS",
    "requests": "PITBOSS_REQUESTS",
    "connections": "PITBOSS_CONNECTIONS",
    "per_address": "PITBOSS_PER_ADDRESS",
    "idle_per_address": "PITBOSS_IDLE_PER_ADDRESS",
    "proxies": "PITBOSS_PROXIES",
    "on_store_failure": "PITBOSS_ON_STORE_FAILURE",
    "audit_every": "PITBOSS_AUDIT_EVERY",
    "program_digest": "PITBOSS_PROGRAM_DIGEST",
    "program_key": "PITBOSS_PROGRAM_KEY",
    "house_name": "PITBOSS_HOUSE_NAME",
}
FILE = "PITBOSS_CONFIG"
MOST_REQUESTS = 10_000
LEAST_CONNECTIONS, MOST_CONNECTIONS = 100, 100_000
MOST_OPEN = 100
LEAST_IDLE = 6
"""As many as one browser opens."""
ORIGIN = re.compile(r"https?://([a-z0-9._-]+|\[[0-9a-f:.]+\])(:[1-9][0-9]{0,4})?")
LIMITS = ["5.00", "500.00"]


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`grace`: seconds that rounds have to end by themselves when the floor closes. `bots`: at each table by default.

    `origins`: the addresses of the pages, where they are not this machine's own, such as https://floor.example.
    `requests`: how many a second are answered of one person, 0 for any number.
    `connections`: how many pages may be connected at once, `per_address` of them from one address; 0 for any number.
    `idle_per_address`: connections from one address that are not sockets; 0 for any number.
    `proxies`: addresses of reverse proxies; `X-Forwarded-For` of any other address is ignored.
    `on_store_failure`: after the store has closed itself, open it again as soon as it can be, or exit.
    `audit_every`: seconds between two audits of the whole store while the server runs; 0 for none.
    `program_digest`: a signed list of the program's files (`pitboss audit manifest --sign`); only that program serves.
    `program_key`: the public key of the signature, 64 hex digits.
    `shared_tables`: at how many tables several players may share a box; left out, at any number.
    `extra_tables`: how many tables of a game open by themselves where all others are full; 0 for none.
    `house_name`: the name of the house in the head of the pages and on each felt whose table has no name of its own.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    data: str = ""
    database: str = ""
    grace: int = 10
    bots: tuple[str, ...] = ("optimal", "simple", "random")
    origins: tuple[str, ...] = ()
    requests: int = REQUESTS
    connections: int = CONNECTIONS
    per_address: int = PER_ADDRESS
    idle_per_address: int = IDLE_PER_ADDRESS
    proxies: tuple[str, ...] = ()
    on_store_failure: Literal["reopen", "exit"] = "reopen"
    shared_tables: int | None = None
    audit_every: int = EVERY
    extra_tables: int = MOST_EXTRA_TABLES
    program_digest: str = ""
    program_key: str = ""
    house_name: str = ""
    tables: tuple[Plan, ...] = ()

    @property
    def folder(self) -> Path:
        """Where everything is kept that is not in the database: the keys, the signed heads."""
        return Path(self.data).expanduser()

    @property
    def store(self) -> str:
        return self.database or str(self.folder.joinpath("floor.db"))


class Settings(msgspec.Struct, frozen=True):
    """A configuration, and where each of its values comes from."""

    config: Config
    sources: dict[str, str]

    def summary(self) -> str:
        """What is printed at the start; a password in the database's address is not."""
        config = self.config
        rows = {
            "address": (origin_of(config.host, config.port), self._from("host", "port")),
            "origins": (self._pages(), self._from("origins")),
            "data": (str(config.folder), self._from("data")),
            "database": (without_password(config.store), self._from("database")),
            "grace": (f"{config.grace} s to finish rounds when the floor closes", self._from("grace")),
            "requests": (self._pace(), self._from("requests")),
            "sockets": (self._room(), self._from("connections")),
            "from one": (self._from_one(), self._from("per_address")),
            "idle": (self._idle(), self._from("idle_per_address")),
            "proxies": (", ".join(config.proxies) or "none; X-Forwarded-For is ignored", self._from("proxies")),
            "failure": (self._failure(), self._from("on_store_failure")),
            "tables": (f"{len(config.tables) or 'one of every game'}", self._from("tables")),
            "shared": (self._shared(), self._from("shared_tables")),
            "audit": (self._audits(), self._from("audit_every")),
            "extra": (f"up to {config.extra_tables} tables a game open when all are full", self._from("extra_tables")),
            "program": (config.program_digest or "not compared with a signed list", self._from("program_digest")),
            "house": (config.house_name or HOUSE_NAME, self._from("house_name")),
            "bots": (", ".join(config.bots) or "none", self._from("bots")),
        }
        return "\n".join(f"  {name:9} {value}  ({source})" for name, (value, source) in rows.items())

    def _pages(self) -> str:
        """From which addresses people can play: where the floor listens everywhere, it cannot know its own."""
        if self.config.origins:
            return ", ".join(self.config.origins)
        own = "this machine's own"
        return f"{own} alone; PITBOSS_ORIGINS adds others" if self.config.host in EVERYWHERE else own

    def _pace(self) -> str:
        most = self.config.requests
        return f"{most} a second of one person, {AN_ADDRESS * most} from one address" if most else "any number"

    def _room(self) -> str:
        most = self.config.connections
        return f"{most} at once, the last {FOR_STAFF} for staff" if most else "any number"

    def _from_one(self) -> str:
        most = self.config.per_address
        return f"{most} sockets from one address, staff's not counted" if most else "any number"

    def _idle(self) -> str:
        most = self.config.idle_per_address
        return f"{most} connections from one address that are not sockets" if most else "any number"

    def _failure(self) -> str:
        reopen = self.config.on_store_failure == "reopen"
        return f"a store that fails {'is opened again' if reopen else 'ends the server'}"

    def _audits(self) -> str:
        every = self.config.audit_every
        return f"the whole store at the start and every {every} s" if every else "at the start, what is new and used"

    def _shared(self) -> str:
        most = self.config.shared_tables
        return f"boxes shared at {'any number of' if most is None else most} tables"

    def _from(self, *names: str) -> str:
        return ", ".join(dict.fromkeys(self.sources.get(name, "default") for name in names))


def read_settings(given: Mapping[str, Any], environment: Mapping[str, str] | None = None) -> Settings:
    """`given` is the command line's: `config` names the file, what is None was not given."""
    environment = os.environ if environment is None else environment
    path = given.get("config") or environment.get(FILE)
    found: dict[str, Any] = {"data": default_folder(environment)}
    sources: dict[str, str] = {}
    for source, values in (
        (f"file {path}", _from_file(Path(path)) if path else {}),
        ("environment", _from_environment(environment)),
        ("command line", {name: value for name, value in given.items() if name != "config" and value is not None}),
    ):
        found |= values
        sources |= dict.fromkeys(values, source)
    try:
        config = msgspec.convert(found, Config)
    except msgspec.ValidationError as error:
        raise Refusal("bad_config", f"Mend the configuration: {str(error)[0].lower()}{str(error)[1:]}.") from None
    _check(config)
    return Settings(config, sources)


def _check(config: Config) -> None:
    if not 0 <= config.port <= 65_535:
        raise Refusal("bad_config", f"Choose a port from 1 to 65535, or 0 for any that is free; got {config.port}.")
    if config.grace < 0:
        raise Refusal("bad_config", "Give whole seconds of grace, 0 or more.")
    if not 0 <= config.requests <= MOST_REQUESTS:
        raise Refusal("bad_config", f"Give whole requests a second, up to {MOST_REQUESTS}, or 0 for any number.")
    if config.connections and not LEAST_CONNECTIONS <= config.connections <= MOST_CONNECTIONS:
        raise Refusal(
            "bad_config",
            f"Give connections from {LEAST_CONNECTIONS} to {MOST_CONNECTIONS} at once, or 0 for any number.",
        )
    if config.per_address and not OF_A_PERSON <= config.per_address <= MOST_CONNECTIONS:
        raise Refusal(
            "bad_config",
            f"Let per_address be {OF_A_PERSON}, which one person may have, to {MOST_CONNECTIONS}, or 0 for any number.",
        )
    if config.audit_every < 0:
        raise Refusal("bad_config", "Set audit_every to whole seconds, 0 or more; 0 runs no audit in the background.")
    if not 0 <= config.extra_tables <= MOST_OPEN:
        raise Refusal("bad_config", f"Set extra_tables to a number from 0 to {MOST_OPEN}.")
    if bool(config.program_digest) != bool(config.program_key):
        raise Refusal("bad_config", "Set program_digest and program_key together, or neither.")
    if config.program_key and not re.fullmatch("[0-9a-f]{64}", config.program_key):
        raise Refusal("bad_config", "Give program_key as 64 hex digits: the public key that `--sign` prints.")
    if config.idle_per_address and not LEAST_IDLE <= config.idle_per_address <= MOST_CONNECTIONS:
        raise Refusal("bad_config", f"Set idle_per_address to {LEAST_IDLE} to {MOST_CONNECTIONS}, or 0 for any number.")
    if config.shared_tables is not None and config.shared_tables < 0:
        raise Refusal("bad_config", "Set shared_tables to 0 or more, or leave it out.")
    if config.house_name and not is_house_name(config.house_name):
        raise Refusal("bad_config", f"Give house_name 1 to {LONGEST_NAME} printable characters.")
    for origin in config.origins:
        if not ORIGIN.fullmatch(origin):
            raise Refusal(
                "bad_config", f"Give origins as browsers do, such as https://floor.example, no path; got {origin!r}."
            )
    for proxy in config.proxies:
        _check_proxy(proxy)
    names = [plan.id for plan in config.tables]
    if len({*names}) < len(names):
        raise Refusal("bad_config", "Give every table a name of its own: two have the same 'id'.")
    for plan in config.tables:
        timing = plan.timing
        if min(timing.betting, timing.all_have_bet, timing.decision, timing.pace, timing.idle) < 0:
            raise Refusal("bad_config", f"Give the timing of table {plan.id} in milliseconds, 0 or more.")
        if timing.rounds_without_bet < 0:
            raise Refusal("bad_config", f"Set rounds_without_bet of table {plan.id} to 0 or more.")
        if plan.extra_of:
            raise Refusal("bad_config", f"Leave extra_of of table {plan.id} out: only the server opens extra tables.")


def _check_proxy(proxy: str) -> None:
    try:
        ip_network(proxy)
    except ValueError:
        message = f"Give proxies as addresses or networks, such as 10.0.0.7 or 10.0.0.0/24; got {proxy!r}."
        raise Refusal("bad_config", message) from None


def _from_file(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise Refusal(
            "bad_config", f"Check the configuration file: {path} cannot be read ({error.strerror})."
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Refusal("bad_config", f"Mend the configuration file {path}: {error}.") from None


def _from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    found = {name: environment[variable] for name, variable in VARIABLES.items() if environment.get(variable)}
    return {name: _value(name, text) for name, text in found.items()}


def _value(name: str, text: str) -> Any:
    if name in ("bots", "origins", "proxies"):
        return tuple(each for each in text.replace(",", " ").split() if each != "none")
    if name in ("port", "grace", "requests", "connections", "per_address", "idle_per_address", "audit_every"):
        try:
            return int(text)
        except ValueError:
            raise Refusal("bad_config", f"Give {VARIABLES[name]} as a whole number; got {text!r}.") from None
    if name == "on_store_failure" and text not in ("reopen", "exit"):
        raise Refusal("bad_config", f"Give {VARIABLES[name]} as reopen or exit; got {text!r}.")
    return text


def default_folder(environment: Mapping[str, str]) -> str:
    """Where programs of this system keep their data."""
    home = environment.get("XDG_DATA_HOME") or Path("~").expanduser().joinpath(".local", "share")
    return str(Path(home).joinpath("pitboss"))


def without_password(database: str) -> str:
    """An address of a database as it may be printed."""
    scheme, mark, rest = database.partition("://")
    rest = re.sub(r"(?i)([?&](?:ssl)?password=)[^&]*", r"\1…", rest)
    login, at, where = rest.rpartition("@")
    return f"{scheme}{mark}{login.partition(':')[0]}{at}{where}" if mark else database


def usual_tables(bots: tuple[str, ...]) -> tuple[Plan, ...]:
    """A table of every game that a table can deal."""
    playable = [name for name in games.names() if type(games.game(name)) in FAMILIES]
    return tuple(
        Plan(id=f"{name}-1", table={"game": name, "limits": _limits(name)}, timing=Timing(), bots=bots)
        for name in playable
    )


def _limits(name: str) -> dict[str, list[str]]:
    """The posted minimum and maximum of the main wager; of every line wager where dice are thrown."""
    game = games.game(name)
    if isinstance(game, DiceGame):
        return {line.name: LIMITS for line in game.lines}
    return {"ante" if hasattr(game, "ante") else "bet": LIMITS}
