"""What a checkout of pitboss is made of, file by file, without any of its code: for an inspector, on a stopped system.

    python3 tools/digests.py [ROOT]
    .venv/bin/python tools/digests.py --all     the same with the installed packages and this Python

Prints `digest  name` for every file, as `sha256sum` does, and last the digest of those lines, which every entry of the
journal carries. Only the standard library is used, and nothing of pitboss is imported.
"""

import hashlib
import pathlib
import sys
import sysconfig


def files_in(folder: pathlib.Path) -> "list[str]":
    names = [p.relative_to(folder).as_posix() for p in folder.glob("**/*") if p.is_file()]
    return [n for n in names if "__pycache__" not in n.split("/") and not n.endswith(".pyc")]


def environment() -> "dict[str, pathlib.Path]":
    """Installed packages, the standard library and the interpreter of the Python that runs this."""
    packages, library = (pathlib.Path(sysconfig.get_path(name)) for name in ("purelib", "stdlib"))
    found = {"packages/" + name: packages / name for name in files_in(packages)}
    ours = [name for name in files_in(library) if name.split("/")[0] not in ("site-packages", "dist-packages")]
    found.update({"python/" + name: library / name for name in ours})
    found["python/interpreter"] = pathlib.Path(sys.executable).resolve()
    return found


def main(root: pathlib.Path, everything: bool) -> None:
    package = root / "src" / "pitboss"
    names = ["src/pitboss/" + name for name in files_in(package)]
    names += [n for n in ("pitboss", "pyproject.toml", "requirements.lock") if (root / n).is_file()]
    files = {name: root / name for name in names}
    if everything:
        files.update(environment())
    listing = ""
    for name in sorted(files):
        listing += hashlib.sha256(files[name].read_bytes()).hexdigest() + "  " + name + "\n"
    print(listing, end="")
    print(hashlib.sha256(listing.encode()).hexdigest() + "  all of it")


if __name__ == "__main__":
    given = [each for each in sys.argv[1:] if each != "--all"]
    main(pathlib.Path(given[0]) if given else pathlib.Path(__file__).resolve().parents[1], "--all" in sys.argv[1:])
