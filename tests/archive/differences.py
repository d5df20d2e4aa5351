"""Print what settles otherwise than in version 0.3.0, as entries for `0.3.0/differences.toml`.

    .venv/bin/python -m tests.archive.differences

Lines that are listed there already are left out. Fill in `item` and `why`, and `now` where it is empty.
"""

import io
import json
import re
from collections import defaultdict
from collections.abc import Iterator

from pitboss.settling import settle_lines
from tests.archive.support import differences, files, names

Difference = tuple[str, int, bytes, bytes]
"""A file, a line, what version 0.3.0 said and what the current code says."""


WHY = re.compile(rb',"why":"[a-z0-9_]+"')
"""The reason of a row, which version 0.3.0 did not write."""


def not_explained(part: str) -> Iterator[Difference]:
    """Lines that differ and are not listed, and lines that are listed and do not differ as the list says."""
    listed = {(each["file"], line): each["now"] for each in differences("settled") for line in each["lines"]}
    held = files(part)
    for name in names(part, ".rounds"):
        answers = (line for line, _ in settle_lines(io.BytesIO(held[f"{name}.rounds"])))
        before = held[f"{name}.settled"].splitlines(keepends=True)
        for number, (answer, then) in enumerate(zip(answers, before, strict=True), 1):
            now = WHY.sub(b"", answer)
            wanted = listed.get((name, number))
            if (now != then) != (wanted is not None) or (wanted is not None and wanted.encode() not in now):
                yield name, number, then, now


def main() -> None:
    found: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for part in ("settled", "events"):
        for name, number, _, now in not_explained(part):
            found[name, json.loads(now).get("error", {}).get("code", "")].append(number)
    for (name, code), lines in sorted(found.items()):
        print(f'[[settled]]\nitem = ""\nwhy = ""\nfile = "{name}"\nlines = {lines}\nnow = "{code}"\n')


if __name__ == "__main__":
    main()
