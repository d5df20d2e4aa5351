"""Whether the program that runs is the one that it should be: its files, its dependencies, Python, and its bytecode.

`whole` lists every file that is executed: the sources, all installed packages, the standard library, the interpreter.
Python runs bytecode from a cache where there is some, so the cache is checked as well: what is cached for a module must
be what its source compiles to. A list that somebody has signed says what the program should be.

A check within the program cannot find a program that lies about itself. `tools/digests.py` prints the same list without
any of this code.
"""

import hashlib
import marshal
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from importlib.util import MAGIC_NUMBER, source_hash
from pathlib import Path
from typing import NamedTuple

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from pitboss.audit.manifest import PACKAGE, ROOT, dependencies, differences, digest_of, manifest
from pitboss.refusal import Refusal

CHANGED = "program_changed"
NAMED = 3
"""Files that a refusal names."""

ELSEWHERE = ("site-packages", "dist-packages")
"""Folders of packages within the standard library's: those in use are listed as packages."""

HEADER = 16
"""Bytes of a file of bytecode before its code."""


class Folders(NamedTuple):
    """Where a program is: its sources, the installed packages, the standard library, the interpreter."""

    package: Path
    root: Path
    packages: Path
    library: Path
    interpreter: Path


class Module(NamedTuple):
    """A module that is loaded: its source, empty if it has none, and its file of bytecode."""

    name: str
    source: str
    cached: str


class Signed(msgspec.Struct, frozen=True):
    """A list of files with their digests, and the signature of the digest of all."""

    files: dict[str, str]
    signature: str = ""

    def signed_text(self) -> bytes:
        return f"pitboss program {digest_of(self.files)}".encode()


def here() -> Folders:
    """Where this program is."""
    packages, library = (Path(sysconfig.get_path(name)) for name in ("purelib", "stdlib"))
    return Folders(PACKAGE, ROOT, packages, library, Path(sys.executable).resolve())


def whole(folders: Folders) -> dict[str, str]:
    """From the name of every file that is executed to its digest."""
    library = dependencies(folders.library)
    return (
        manifest(folders.package, folders.root)
        | {f"packages/{name}": digest for name, digest in dependencies(folders.packages).items()}
        | {f"python/{name}": digest for name, digest in library.items() if name.split("/")[0] not in ELSEWHERE}
        | {"python/interpreter": hashlib.sha256(folders.interpreter.read_bytes()).hexdigest()}
    )


def loaded() -> list[Module]:
    """The modules of this process that were read from files of Python."""
    found = []
    for name, module in sorted(sys.modules.items()):
        spec = getattr(module, "__spec__", None)
        if spec is None or not spec.has_location or not spec.origin:
            continue
        if spec.origin.endswith(".py"):
            found.append(Module(name, spec.origin, spec.cached or ""))
        elif spec.origin.endswith(".pyc"):
            found.append(Module(name, "", spec.origin))
    return found


def forged(modules: Iterable[Module]) -> Iterator[str]:
    """Modules whose bytecode, which Python runs instead of the source, is not what the source compiles to."""
    for name, source, cached in modules:
        if not source or (cached and _is_forged(Path(source), Path(cached))):
            yield name


def _is_forged(source: Path, cached: Path) -> bool:
    try:
        held, text = cached.read_bytes(), source.read_bytes()
    except OSError:  # without a cache Python compiles the source; a source that is gone is found by its digest
        return False
    if not _is_used(held, source, text):
        return False
    try:
        found = marshal.loads(held[HEADER:])
    except (ValueError, EOFError, TypeError):
        return True
    return bool(found != compile(text, str(source), "exec", dont_inherit=True))


def _is_used(held: bytes, source: Path, text: bytes) -> bool:
    """Whether Python would run this bytecode file for the source."""
    if held[:4] != MAGIC_NUMBER:
        return False
    flags, first, second = (int.from_bytes(held[at : at + 4], "little") for at in (4, 8, 12))
    if flags & 1:
        return not flags & 2 or held[8:HEADER] == source_hash(text)
    stat = source.stat()
    return (first, second) == (int(stat.st_mtime_ns // 1_000_000_000) & 0xFFFFFFFF, stat.st_size & 0xFFFFFFFF)


def sign(files: dict[str, str], key: Ed25519PrivateKey) -> bytes:
    """The text of a signed list."""
    unsigned = Signed(files)
    return msgspec.json.encode(Signed(files, key.sign(unsigned.signed_text()).hex()))


def read_signed(file: Path, public: str) -> dict[str, str]:
    """The files of a signed list. Raises `Refusal` if it is not signed with this key."""
    try:
        signed = msgspec.json.decode(file.read_bytes(), type=Signed)
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public)).verify(
            bytes.fromhex(signed.signature), signed.signed_text()
        )
    except OSError as error:
        raise Refusal(
            "bad_program_digest", f"Check program_digest: {file} cannot be read ({error.strerror})."
        ) from None
    except (ValueError, InvalidSignature):
        raise Refusal(
            "bad_program_digest", f"Check program_digest and program_key: {file} does not bear the key's signature."
        ) from None
    return signed.files


def check_files(found: dict[str, str], wanted: dict[str, str]) -> None:
    """Refuse a program that is not the one in the list."""
    _refuse(differences(found, wanted))


def check_bytecode(modules: Iterable[Module]) -> None:
    """Refuse to run bytecode that is not what the sources compile to."""
    _refuse([f"the bytecode of {name}" for name in forged(modules)])


def check_places(modules: Iterable[Module], folders: Folders) -> None:
    """Refuse modules from outside the listed folders."""
    known = (folders.package, folders.packages, folders.library)
    _refuse(
        [m.source or m.cached for m in modules if not any(Path(m.source or m.cached).is_relative_to(k) for k in known)]
    )


def _refuse(names: list[str]) -> None:
    if names:
        more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
        raise Refusal(
            CHANGED,
            f"The program is not what it should be: {', '.join(names[:NAMED])}{more} differ. Close the tables and "
            "install it again; if the change was intended, sign it with `pitboss audit manifest --sign`.",
        )
