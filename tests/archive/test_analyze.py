"""What `analyze` says of every game, compared with version 0.3.0 (issue 15, safety net, item 2).

Counts are shared with the tests of the lab through their cache on the disk; alone and without it this takes a minute.
"""

import json
from fnmatch import fnmatchcase
from typing import Any

import pytest

from pitboss.cli import main
from tests.archive.support import differences, files, names


def figures(value: Any, path: str = "") -> dict[str, Any]:
    """Every figure of an analysis by its place, such as `wagers.ante.house_edge`."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found: dict[str, Any] = {}
    for key, held in inner:
        found |= figures(held, f"{path}.{key}" if path else str(key))
    return found if isinstance(value, dict | list) else {path: value}


@pytest.mark.parametrize("name", names("analyze", ".json"))
def test_every_analysis_says_the_same(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """But for what `differences.toml` explains, by patterns such as `wagers.bet.*`; each pattern must match."""
    game, jurisdiction = name.split(".")
    with pytest.raises(SystemExit) as ended:
        main(["analyze", game, "-j", jurisdiction, "--json"])
    assert not ended.value.code
    now, before = figures(json.loads(capsys.readouterr().out)), figures(json.loads(files("analyze")[f"{name}.json"]))
    listed = [pattern for each in differences("analyze") if each["file"] == name for pattern in each["fields"]]
    changed = [field for field in {*now, *before} if now.get(field) != before.get(field)]
    unexplained = [field for field in changed if not any(fnmatchcase(field, pattern) for pattern in listed)]
    assert not unexplained, {field: (before.get(field), now.get(field)) for field in unexplained}
    assert not [pattern for pattern in listed if not any(fnmatchcase(field, pattern) for field in changed)]
