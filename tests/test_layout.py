"""`pitboss layout`: every card game's table drawn to scale, with all that its text asks for and nothing in the way."""

import math
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from pitboss import games
from pitboss.cli import main
from pitboss.layout.checklist import checklist
from pitboss.layout.geometry import Box, Drawing, Measures, draw
from pitboss.layout.sheet import pdf_of, sheet_of
from pitboss.refusal import Refusal
from pitboss.regulations.layout import BEHIND
from pitboss.table.families import house_of
from pitboss.table.felt import felt_of
from tests.support import checks

CARDS = [name for name in games.names() if games.family(name) != "dice"]
SVG = "{http://www.w3.org/2000/svg}"
LAYOUT = "NJ HCF 13:69E-1.13Y"


def house(game: str = "high-card-flush", **setup: Any) -> Any:
    return house_of({"game": game, "house_name": "Golden Palace", **setup})


def svg(game: str = "high-card-flush", scale: int = 8, **setup: Any) -> ElementTree.Element:
    return ElementTree.fromstring(sheet_of(house(game, **setup), Measures(), scale=scale).svg)


def texts(drawn: ElementTree.Element) -> list[str]:
    return ["".join(each.itertext()) for each in drawn.iter(f"{SVG}text")]


def spots(drawn: ElementTree.Element) -> dict[tuple[str, int], tuple[float, float]]:
    return {
        (each.attrib["data-area"], int(each.attrib["data-position"])): (
            float(each.attrib["data-x"]),
            float(each.attrib["data-y"]),
        )
        for each in drawn.iter(f"{SVG}g")
        if each.attrib.get("class") == "spot"
    }


@pytest.mark.parametrize("game", CARDS)
def test_every_card_game_is_drawn_with_all_that_its_felt_has(game: str) -> None:
    """Issue item A20."""
    drawn, felt = svg(game), felt_of(house(game))
    declared = games.game(game)
    assert sorted(spots(drawn)) == sorted(
        (spot.name, position)
        for spot in felt.areas
        for position in range(1, declared.positions + 1)  # type: ignore[attr-defined]
    )
    words = texts(drawn)
    assert "GOLDEN PALACE" in words and "Scale 1:8" in words
    for each in felt.inscriptions:
        assert each.says in words
    for table in felt.pays:
        assert f"{table.title} pays" in words
        amounts = [f"${odds}" if odds.isdecimal() else odds for _, odds in table.rows]
        assert all(hand in words for hand, _ in table.rows) and all(amount in words for amount in amounts)
    assert {"DROP BOX", "TIP BOX"} <= {*words}


@checks("NJ HCF 13:69E-1.13Y(b)")
def test_1_13y_b_the_drawing_is_true_to_scale() -> None:
    """Issue item A20: a millimetre of the paper is as many of the table as the scale says."""
    for scale in (1, 8, 20):
        drawn = svg(scale=scale)
        _, _, width, height = map(float, drawn.attrib["viewBox"].split())
        assert float(drawn.attrib["width"].removesuffix("mm")) * scale == pytest.approx(width, abs=scale * 0.01)
        assert float(drawn.attrib["height"].removesuffix("mm")) * scale == pytest.approx(height, abs=1)
        assert f"Scale 1:{scale}" in texts(drawn)
    cloth = next(each for each in svg().iter(f"{SVG}path") if each.attrib.get("class") == "cloth")
    assert f" A {1880 / 2:.1f} " in cloth.attrib["d"]
    bars = [each for each in svg().iter(f"{SVG}rect") if each.attrib["width"] == "100" and "height" in each.attrib]
    assert len(bars) == 5, "the bar of 500 mm"


@checks("NJ HCF 13:69E-1.13Y(b)", "NJ HCF 13:69E-1.13Y(b)1", "NJ HCF 13:69E-1.13Y(d)")
def test_1_13y_b_the_checklist_has_every_item() -> None:
    """Issue item A20."""
    items = [each.attrib for each in svg().iter(f"{SVG}rect") if each.attrib.get("class") == "item"]
    assert [item["data-clause"] for item in items] == [
        f"{LAYOUT}{part}"
        for part in ("(a)", "(b)1", "(b)2", "(b)3", "(b)4", "(b)5", "(b)6", "(b)7", "(c)", "(c)", "(d)")
    ]
    assert {item["data-met"] for item in items} == {"true"}
    assert any("not equipped" in each for each in texts(svg(progressive_system=False)))


@checks("NJ HCF 13:69E-1.13Y(b)3")
def test_1_13y_b_3_the_checklist_says_that_an_area_was_moved() -> None:
    """It stays on the list, and is not met."""
    found = felt_of(house())
    moved = [replace(spot, row=BEHIND) if spot.name == "raise" else spot for spot in found.areas]
    items = checklist(house(), replace(found, areas=moved), 6)
    assert [item.clause for item in items if not item.is_met] == [f"{LAYOUT}(b)3"]
    assert len(items) == len(checklist(house(), found, 6))


@checks("NJ HCF 13:69E-1.13Y(b)2", "NJ HCF 13:69E-1.13Y(b)3", "NJ HCF 13:69E-1.13Y(b)4")
def test_1_13y_b_3_and_4_the_raise_is_right_in_front_of_the_ante_and_the_rest_behind() -> None:
    """Issue item A20: on the line from the player through the ante towards the dealer's side."""
    found = spots(svg())
    for position in range(1, 7):
        ante, raised = found["ante", position], found["raise", position]
        ahead = (raised[0] - ante[0], raised[1] - ante[1])
        assert ahead[1] < 0 and math.hypot(*ahead) < 140, "the next area towards the dealer"
        straight = found["straight_flush_bonus", position]
        behind = (ante[0] - straight[0], ante[1] - straight[1])
        turned = (ahead[0] * behind[1] - ahead[1] * behind[0]) / (math.hypot(*ahead) * math.hypot(*behind))
        assert abs(turned) < 0.03, "all in one line"
        for wager in ("flush_bonus", "straight_flush_bonus", "progressive"):
            x, y = found[wager, position]
            assert (x - ante[0]) * ahead[0] + (y - ante[1]) * ahead[1] < 0


@checks("NJ HCF 13:69E-1.13Y(a)", "NJ HCF 13:69E-1.13Y(c)")
def test_1_13y_a_and_c_players_on_one_side_the_boxes_at_the_dealers_left_and_right() -> None:
    """Issue item A20: position 1 and the drop box are at the dealer's left, the right side of the drawing."""
    for game in CARDS:
        drawing = drawn(game)
        middle = drawing.measures.width / 2
        sides = {box.name: place for box, place in drawing.boxes}
        assert sides["drop box"].x > middle > sides["tip box"].x
        assert all(place.y < 0 for place in sides.values()), "on the dealer's side"
        assert all(placed.box.y > drawing.tray.y + drawing.tray.height / 2 for placed in drawing.spots)
        first = [placed.box.x for placed in drawing.spots if placed.position == 1]
        assert min(first) > middle


def drawn(game: str, measures: Measures | None = None, **setup: Any) -> Drawing:
    declared: Any = games.game(game)
    return draw(felt_of(house(game, **setup)), declared.title, declared.positions, measures or Measures())


def apart(one: Box, other: Box) -> bool:
    """Whether two turned rectangles have a line between them."""
    for box in (one, other):
        turn = math.radians(box.turn)
        for axis in ((math.cos(turn), math.sin(turn)), (-math.sin(turn), math.cos(turn))):
            shadows = [[x * axis[0] + y * axis[1] for x, y in each.corners()] for each in (one, other)]
            if max(shadows[0]) <= min(shadows[1]) or max(shadows[1]) <= min(shadows[0]):
                return True
    return False


@pytest.mark.parametrize("measures", [Measures(), Measures(width=2200, depth=1300), Measures(spot=90, tray=420)])
@pytest.mark.parametrize("game", CARDS)
def test_nothing_lies_over_anything_else_and_all_on_the_cloth(game: str, measures: Measures) -> None:
    """Issue item A20. A round area is smaller than the square taken for it here."""
    drawing = drawn(game, measures)
    placed = [(each.spot.name, each.box) for each in drawing.spots]
    placed += [("tray", drawing.tray), ("dealer", drawing.dealer)]
    placed += [(table.title, box) for table, box, _ in drawing.pays]
    for number, (name, box) in enumerate(placed):
        for other, against in placed[number + 1 :]:
            assert apart(box, against), f"{name} lies over {other}"
        for x, y in box.corners():
            across = (x - measures.width / 2) / (measures.width / 2)
            down = max(y - 250, 0) / (measures.depth - 250)
            assert y > 0 and across**2 + down**2 < 1, f"{name} hangs over the edge"


def test_letters_are_legible_and_words_fit() -> None:
    """Issue item A20: at 1:8 no letter of a pay table or an inscription is under 1.5 mm."""
    for game in CARDS:
        drawing = drawn(game)
        assert all(size >= 12 for _, _, size in drawing.pays), game
        assert all(each.size >= 20 for each in drawing.words), game


def test_every_text_of_a_game_has_its_layout_drawn(tmp_path: Path) -> None:
    """The rules card deals with a shuffling device only, which no layout shows and the command has no option for."""
    for game in CARDS:
        for where in games.game(game).jurisdictions:
            file = tmp_path / f"{game}.{where}.svg"
            with pytest.raises(SystemExit) as ended:
                main(["layout", game, "-j", where, "-O", str(file)])
            assert not ended.value.code and file.exists()


def test_1_13y_b_1_the_broadest_name_of_the_house_fits_everywhere() -> None:
    """A letter that does not fit on its curve is not drawn at all."""
    name = "WWWWWWWWWW MMMMMMMMMM WWWWWWWWWW MMMMMMM"
    drawing = draw(felt_of(house(house_name=name)), "High Card Flush", 6, Measures())
    (words,) = (each for each in drawing.words if each.style == "house")
    broad, spaced = 1.11, 0.22
    assert words.size * sum(spaced + (broad if each != " " else 0.35) for each in name) <= words.across + 120
    drawn = svg(house_name=name)
    column = 2040 / 3
    for each in drawn.iter(f"{SVG}text"):
        if name in (each.text or "") and each.attrib.get("text-anchor") == "start":
            room = 455 if each.attrib.get("class") == "block" else column - 38
            assert float(each.attrib["font-size"]) * sum(broad if a != " " else 0.32 for a in name) <= room


def test_one_position_is_not_called_positions() -> None:
    sheet = sheet_of(house(), Measures(), positions=1)
    assert "1 betting position, areas" in sheet.svg


def test_names_are_escaped() -> None:
    assert "TOM & <JERRY>" in texts(svg(house_name="Tom & <Jerry>"))


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("craps", "-O", "x.svg"), "no_layout"),
        (("high-card-flush", "-O", "x.png"), "unknown_format"),
        (("high-card-flush", "-O", "x.svg", "--positions", "7"), "position_out_of_range"),
        (("high-card-flush", "-O", "x.svg", "--scale", "0"), "bad_scale"),
        (("high-card-flush", "-O", "x.svg", "--mm", "width=10"), "bad_measure"),
        (("high-card-flush", "-O", "x.svg", "--mm", "colour=3"), "bad_measure"),
        (("high-card-flush", "-O", "x.svg", "--house-name", " "), "bad_house_name"),
        (("no-such-game", "-O", "x.svg"), "unknown_game"),
    ],
)
def test_what_cannot_be_drawn_is_refused(
    arguments: tuple[str, ...], code: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["layout", *(str(tmp_path / each) if each.startswith("x.") else each for each in arguments)])
    assert ended.value.code == 2
    assert capsys.readouterr().err.startswith(f"pitboss: {code}: ")
    assert not [*tmp_path.iterdir()]


def test_the_command_writes_svg_and_pdf(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Issue item A20."""
    for name, start in (("layout.svg", b"<svg "), ("layout.pdf", b"%PDF")):
        file = tmp_path / name
        with pytest.raises(SystemExit) as ended:
            main(["layout", "high-card-flush", "-o", "progressive=none", "--house-name", "Tropicana", "-O", str(file)])
        assert not ended.value.code
        assert file.read_bytes().startswith(start)
    assert "High Card Flush, table layout of Tropicana, 1:8" in capsys.readouterr().out
    drawn = ElementTree.fromstring((tmp_path / "layout.svg").read_text())
    assert not [area for area, _ in spots(drawn) if area == "progressive"]


def test_a_missing_typst_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(Refusal, match=r"pip install 'pitboss\[reports\]'"):
        pdf_of(sheet_of(house(), Measures()))
