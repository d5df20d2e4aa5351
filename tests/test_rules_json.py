"""`pitboss rules --json` is data, not layout (16.E3)."""

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from pitboss import games
from pitboss.clauses import all_ids

HOUSES = [(name, text) for name in games.names() for text in games.game(name).jurisdictions]


def rules(game: str, text: str, options: dict[str, Any] | None = None) -> dict[str, Any]:
    found = games.game(game).rules(text, options).as_json()
    return json.loads(json.dumps(found))  # type: ignore[no-any-return]


def values(data: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """Every value that is no object or list, with the name of its field."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from values(value, key)
    elif isinstance(data, list):
        for value in data:
            yield from values(value, name)
    else:
        yield name, data


def cited(data: Any) -> set[str]:
    return {value for name, value in values(data) if name.endswith("clause") or name == "loses_otherwise"} - {None}


@pytest.mark.parametrize(("game", "text"), HOUSES)
def test_16_e3_rules_have_fields_and_no_tables(game: str, text: str) -> None:
    found = rules(game, text)
    assert not {"tables", "columns", "rows", "subtitle"} & {*found}
    for name, value in values(found):
        if isinstance(value, str):
            assert value == " ".join(value.split()), (name, value)
            assert value and value != "-", name
    wagers = [each["wager"] for each in found["wagers"]]
    assert len({*wagers}) == len(wagers)
    assert {*wagers} == {*games.game(game).wagers()} - {"doubled"}
    assert {each["option"]: each["value"] for each in found["choices"]} == found["options"]


@pytest.mark.parametrize(("game", "text"), HOUSES)
def test_16_e3_rules_as_data_cite_every_clause_that_the_page_cites(game: str, text: str) -> None:
    page = games.game(game).rules(text).page()
    printed = {row[-1] for table in page.tables if table.columns[-1] == "clause" for row in table.rows}
    found = cited(rules(game, text))
    assert printed <= found
    known = {*all_ids()}
    assert not [clause for clause in found if not clause.startswith(("reading ", "rules ")) and clause not in known]


def test_16_e3_pay_tables_of_the_rules_are_those_that_settle() -> None:
    found = rules("high-card-flush", "nj", {"flush_bonus": "K", "straight_flush_bonus": None})
    (table,) = [each for each in found["pay_tables"] if each["wager"] == "flush_bonus" and each["in_force"]]
    chosen = games.showdown("high-card-flush").rules("nj", {"flush_bonus": "K"}).table("flush_bonus")
    assert chosen and table["table"] == "K" and table["unit"] == "to_1"
    assert [(line["hand"], line["pays"]) for line in table["lines"]] == [
        (line.hand, line.odds) for line in chosen.lines
    ]
    offered = {each["wager"]: each["offered"] for each in found["wagers"]}
    assert offered["flush_bonus"] and not offered["straight_flush_bonus"]
    raises = next(each for each in found["wagers"] if each["wager"] == "raise")
    assert [(each["least"], each["most"]) for each in raises["limits"]] == [(1, 1), (1, 2), (1, 3)]
    assert next(each for each in found["outcomes"] if each["outcome"] == "dealer_fails")["results"] == {
        "ante": "win",
        "raise": "push",
    }


def test_16_e3_a_table_of_the_house_is_listed_as_in_force() -> None:
    found = rules("high-card-flush", "nj", {"straight_flush_bonus": {"G": [500, 200, 100, 50, 8]}})
    (own,) = [each for each in found["pay_tables"] if each["wager"] == "straight_flush_bonus" and each["in_force"]]
    assert own["table"] == "G" and [line["pays"] for line in own["lines"]] == [500, 200, 100, 50, 8]


def test_16_e3_odds_of_craps_and_shoe_games_are_numbers() -> None:
    craps = {each["wager"]: each for each in rules("craps", "nj", {"field_12": 3})["wagers"]}
    (twelve,) = [row for row in craps["field"]["outcomes"] if row["throws"] == ["6-6"]]
    assert (twelve["result"], twelve["pays"], twelve["to"]) == ("win", 3, 1)
    assert craps["place_6"]["outcomes"][0]["pays"] == 7 and craps["place_6"]["outcomes"][0]["to"] == 6
    assert craps["buy_4"]["commission"]["percent"] == 5
    shoe = rules("spanish-21", "nj")
    assert next(each for each in shoe["outcomes"] if each["outcome"] == "blackjack")["pays"] == 3


def test_16_e3_the_command_prints_the_same() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pitboss", "rules", "craps", "--json", "-o", "field_12=3"],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert json.loads(done.stdout) == rules("craps", "nj", {"field_12": 3}) and done.returncode == 0
