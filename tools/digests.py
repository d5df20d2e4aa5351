"""What a checkout of pitboss is made of, file by file, without any of its code: for an inspector, on a stopped system.

    python3 tools/digests.py [ROOT]

Prints `digest  name` for every file, as `sha256sum` does, and last the digest of those lines, which every entry of the
journal carries. Only the standard library is used, and nothing of pitboss is imported.
"""

import hashlib
import pathlib
import sys


def main(root: pathlib.Path) -> None:
    package = root / "src" / "pitboss"
    names = [p.relative_to(root).as_posix() for p in package.glob("**/*") if p.is_file()]
    names = [n for n in names if "/__pycache__/" not in n and not n.endswith(".pyc")]
    names += [n for n in ("pitboss", "pyproject.toml", "requirements.lock") if (root / n).is_file()]
    listing = ""
    for name in sorted(names):
        listing += hashlib.sha256((root / name).read_bytes()).hexdigest() + "  " + name + "\n"
    print(listing, end="")
    print(hashlib.sha256(listing.encode()).hexdigest() + "  all of it")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[1]))
