"""The files of the pages: their types, their tags, and a layout for every table."""

import json
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from pitboss import games
from pitboss.web.files import TYPES, read_files
from tests.web.browser import GAMES


def get(address: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    request = urllib.request.Request(address, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, {name.lower(): value for name, value in answer.headers.items()}, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, {name.lower(): value for name, value in error.headers.items()}, error.read()


def test_every_file_has_its_type_its_tag_and_our_policy(address: str) -> None:
    for name, file in read_files().items():
        status, headers, body = get(f"{address}/pages/{name}")
        assert (status, body, headers["content-type"]) == (200, file.body, TYPES[Path(name).suffix])
        assert headers["x-content-type-options"] == "nosniff"
        assert "script-src 'self'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        again, _, nothing = get(f"{address}/pages/{name}", **{"If-None-Match": headers["etag"]})
        assert (again, nothing) == (304, b"")
        other, _, whole = get(f"{address}/pages/{name}", **{"If-None-Match": '"another"'})
        assert (other, whole) == (200, file.body)


@pytest.mark.parametrize("name", ["none.js", "..%2ffiles.py", "files.py", "%00"])
def test_nothing_else_is_served(address: str, name: str) -> None:
    status, _, body = get(f"{address}/pages/{name}")
    assert status == 404
    assert json.loads(body)["error"]["code"] == "not_found"


def test_no_file_names_another_machine() -> None:
    for name, file in read_files().items():
        text = file.body.decode().replace("http://www.w3.org/2000/svg", "")  # the name of a language, never asked for
        assert "//" not in "".join(line for line in text.splitlines() if "http" in line and "location" not in line), (
            name
        )


def test_a_layout_has_every_wager_of_its_game(address: str) -> None:
    for game in GAMES:
        status, _, body = get(f"{address}/layouts/{game}-1")
        assert status == 200
        layout = json.loads(body)
        areas = {area["name"]: area for area in layout["areas"]}
        offered = {*games.game(game).wagers()} - {"doubled"}
        assert areas.keys() == offered, "doubled wagers lie on the bet's own spot"
        assert all(area["clause"] for area in areas.values())
        assert areas[GAMES[game]]["least"] == "5.00"
    assert get(f"{address}/layouts/none")[0] == 404
