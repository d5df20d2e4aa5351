"""The files of the pages: their types, their tags, and a layout for every table."""

import json
import re
import runpy
import urllib.error
import urllib.request
import zlib
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from pitboss import games
from pitboss.floor.person import Person
from pitboss.web.files import TYPES, read_files, with_all_modules
from pitboss.web.routes import pages
from tests.floor.people.place import a_place
from tests.web.browser import GAMES, Visitor


def get(address: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    request = urllib.request.Request(address, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=300) as answer:
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


PAGES = ["/", "/tables/three-card-poker-1", "/sign-in", "/school", "/pit", "/rules", "/lab", "/lab/hand", "/clauses"]


@pytest.mark.parametrize("path", PAGES)
def test_a_page_names_every_module_it_needs_and_no_other(browser: Browser, address: str, path: str) -> None:
    """Whatever Chromium runs of a page was named in its head; it warns of what was named and is not used."""
    visitor = Visitor(browser, address, "desktop")
    asked: list[str] = []
    visitor.page.on("request", lambda each: asked.append(each.url) if each.url.endswith(".js") else None)
    visitor.page.goto(f"{address}{path}", wait_until="load")
    named = visitor.page.locator("head link[rel=modulepreload], head script[src]").evaluate_all(
        "all => all.map((each) => each.href || each.src)"
    )
    assert len(named) > 4 and sorted(asked) == sorted(named), "each is asked for once"
    visitor.context.close()


def test_modules_are_found_behind_modules_once_each() -> None:
    bodies = {
        "a.js": b'import { b } from "./b.js";\nimport "./c.js";\nconst later = () => import("./later.js");\n',
        "b.js": b'import { c } from "./c.js";\n',
        "c.js": b'import { a } from "./a.js";\n',
    }
    page = b'<head><script type="module" src="/pages/a.js"></script></head><body></body>'
    found = re.findall(rb'modulepreload" href="/pages/([^"]+)"', with_all_modules(page, bodies))
    assert found == [b"b.js", b"c.js"]


ICONS = runpy.run_path(str(Path(__file__).resolve().parents[2] / "tools" / "icons.py"))


@pytest.mark.parametrize("name", ICONS["ICONS"])
def test_an_icon_is_what_its_tool_draws(name: str) -> None:
    """Compared as pixels: another zlib may pack them otherwise."""
    packed, drawn = read_files()[name].body, ICONS["png"](ICONS["drawn"](*ICONS["ICONS"][name]))
    assert packed[:33] == drawn[:33], "the size and the kind of picture"
    assert pixels(packed) == pixels(drawn)


def pixels(png: bytes) -> bytes:
    """The one block of pixels of a picture."""
    length = int.from_bytes(png[33:37])
    assert png[37:41] == b"IDAT"
    return zlib.decompress(png[41 : 41 + length])


def test_every_page_names_the_house_and_is_part_of_an_app() -> None:
    files = read_files(house='A "<House>')
    manifest = json.loads(files["app.webmanifest"].body)
    assert manifest["name"] == 'A "<House>' and manifest["start_url"] == manifest["scope"] == "/"
    for icon in manifest["icons"]:
        file = files[icon["src"].removeprefix("/pages/")]
        assert file.type == icon["type"]
        if file.type == "image/png":
            width, height = (int.from_bytes(file.body[at : at + 4]) for at in (16, 20))
            assert icon["sizes"] == f"{width}x{height}"
    for name, file in files.items():
        if name.endswith(".html"):
            page = file.body.decode()
            assert '<meta name="application-name" content="A &quot;&lt;House&gt;">' in page
            assert page.count('<link rel="manifest" href="/pages/app.webmanifest">') == 1
            assert page.count('<link rel="apple-touch-icon" href="/pages/icon-192.png">') == 1


@pytest.mark.parametrize("name", ["none.js", "..%2ffiles.py", "files.py", "%00"])
def test_nothing_else_is_served(address: str, name: str) -> None:
    status, _, body = get(f"{address}/pages/{name}")
    assert status == 404
    assert json.loads(body)["error"]["code"] == "not_found"


def test_no_file_names_another_machine() -> None:
    for name, file in read_files().items():
        text = file.body.decode("latin-1").replace(
            "http://www.w3.org/2000/svg", ""
        )  # the name of a language, never asked for
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


def test_every_area_of_a_table_of_dice_says_what_it_pays(address: str) -> None:
    """As the printed rules have it: each wager with the odds of each of its rows."""
    layout = json.loads(get(f"{address}/layouts/craps-1")[2])
    areas = {area["title"]: area for area in layout["areas"]}
    printed = 0
    for table in layout["rules"]["tables"]:
        if table["columns"][:1] != ["wager"] or not any(name.startswith("pays") for name in table["columns"]):
            continue
        for wager, _, pays, *_ in table["rows"]:
            if odds := re.match(r"\d+ to \d+", pays):
                assert odds[0] in areas[wager]["pays"]
                assert ("less" in pays) == ("less 5 %" in areas[wager]["kind"])
                printed += 1
    assert printed > 40
    assert areas["field"]["pays"] == "1 to 1; 2 to 1 on 2 or 12"
    assert areas["odds"]["pays"] == "2 to 1 on 4 or 10; 3 to 2 on 5 or 9; 6 to 5 on 6 or 8"


def test_a_layout_follows_the_way_of_dealing(tmp_path: Path) -> None:
    """Another one may have other positions."""
    with a_place(tmp_path / "floor.db") as place:
        place.open_table("what-the-flush", jurisdiction="card", dealing="packets", shuffler="device")
        place.app.include_router(pages(place.pit))
        guest, live = place.guest(), place.pit.table("t1")
        place.sit("t1", guest.name, 2)
        place.tick(60)
        found = {"packets": guest.get("/layouts/t1").json()["positions"]}
        sue = Person("sue", "supervisor")
        place.call(live.do, sue, {"do": "remove_device", "device": "shoe"})
        place.call(live.do, sue, {"do": "change_method", "dealing": "two_packets"})
        found["two_packets"] = guest.get("/layouts/t1").json()["positions"]
        assert found == {"packets": 6, "two_packets": 5}
