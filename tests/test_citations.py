"""Issue item B2: a text that has no clause for some part of a game is refused, unless the borrowing is declared."""

from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from typing import Any

import msgspec
import pytest

import pitboss
from pitboss import clauses, games
from pitboss.cli.asking import house_rules
from pitboss.lab import analyze
from pitboss.refusal import Refusal
from pitboss.regulations.citation import Borrowing, Citation, Law, Text, citations_in, reading
from pitboss.regulations.houses import FOR_SOME_TEXTS
from pitboss.table.families import house_of

LAW = Law(nj="NJ ", pa="PA ", ma="MA ")
HOUSES = [(name, text) for name in games.names() for text in games.game(name).jurisdictions]


def refusal_of(ask: Callable[[], Any]) -> Refusal:
    with pytest.raises(Refusal) as caught:
        ask()
    return caught.value


# One citation


def test_another_texts_clause_is_never_named() -> None:
    cited = LAW(nj="1", ma="2")
    assert (cited.at("nj"), cited.at("ma")) == ("NJ 1", "MA 2")
    assert refusal_of(lambda: cited.at("pa")).code == "no_citation"
    assert cited.at("pa", borrowed_from=("ma",)) == "MA 2"
    assert cited.at("nj", borrowed_from=("ma",)) == "NJ 1"
    assert LAW(nj="1", everywhere="reading 30").at("pa") == "reading 30"


# A game with one more text


def with_pennsylvania(name: str, leave_out: str = "nothing", **changed: Any) -> Any:
    """The game with "pa" among its texts, and a clause of it for everything but the parts left out."""
    game: Any = games.game(name)
    more = {"jurisdictions": {**game.jurisdictions, "pa": "Pennsylvania"}, **changed}
    parts = {
        field: cited_in_pennsylvania(getattr(game, field), field, leave_out)
        for field in game.__struct_fields__
        if field not in more
    }
    return msgspec.structs.replace(game, **parts, **more)


def cited_in_pennsylvania(value: Any, path: str, leave_out: str) -> Any:
    if isinstance(value, Citation):
        missing = path.startswith(leave_out)
        return value if missing else Citation((*value.clauses, ("pa", (f"PA {path}",))))
    if isinstance(value, msgspec.Struct):
        fields = {field: getattr(value, field) for field in value.__struct_fields__}
        made = {field: cited_in_pennsylvania(held, f"{path}.{field}", leave_out) for field, held in fields.items()}
        return msgspec.structs.replace(value, **made)
    if isinstance(value, Mapping):
        return {
            key: cited_in_pennsylvania(held, f"{path}[{key.name if isinstance(key, Enum) else key}]", leave_out)
            for key, held in value.items()
        }
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        names = [getattr(held, "name", None) or number for number, held in enumerate(value)]
        return tuple(
            cited_in_pennsylvania(held, f"{path}[{each}]", leave_out) for each, held in zip(names, value, strict=True)
        )
    return value


ROUND = {
    "game": "three-card-poker",
    "jurisdiction": "pa",
    "dealer": "Qc 8d 4s",
    "positions": [
        {"position": 1, "cards": "9h 9s Jc", "wagers": {"ante": "10.00"}, "actions": [{"play": "10.00"}]},
        {"position": 2, "cards": "2h 7s Jd", "wagers": {"ante": "10.00", "pair_plus": "5.00"}, "actions": ["fold"]},
    ],
}


@pytest.fixture
def load(monkeypatch: pytest.MonkeyPatch) -> Callable[[Any], None]:
    """Puts a game in the place of the house's own."""
    found = games._load

    def put(game: Any) -> None:
        monkeypatch.setattr(games, "_load", lambda name: game if name == game.name else found(name))

    return put


def asked(game: str) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Everything that begins with a house's rules."""
    yield "rules", lambda: house_rules(game, "pa", [])
    yield "settle", lambda: pitboss.settle(ROUND)
    yield "table", lambda: house_of({"game": game, "jurisdiction": "pa"})
    yield "analyze", lambda: analyze(game, "pa")


def test_settle_rules_table_and_analyze_refuse_alike(load: Callable[[Any], None]) -> None:
    """ "pa" added to a game, and nothing else: it was settled, and New Jersey's clauses were cited for it."""
    game = games.showdown("three-card-poker")
    load(msgspec.structs.replace(game, jurisdictions={**game.jurisdictions, "pa": "Pennsylvania"}))
    found = {what: refusal_of(ask) for what, ask in asked(game.name)}
    assert {each.code for each in found.values()} == {"no_citation"}
    (message,) = {str(each) for each in found.values()}
    assert message.startswith("Cite a clause of Pennsylvania for deal.clause of Three Card Poker")
    assert "NJ TCP 19:47-20.7(c)" in message
    assert house_rules(game.name, "nj", [])


def test_a_text_with_every_clause_is_played_and_cites_no_other(load: Callable[[Any], None]) -> None:
    load(with_pennsylvania("three-card-poker"))
    for _, ask in asked("three-card-poker"):
        ask()
    settled = pitboss.settle(ROUND).as_json()
    cited = [row["clause"] for position in settled["positions"] for row in position["wagers"]]
    assert cited and all(clause.startswith("PA ") for clause in cited)


@pytest.mark.parametrize("name", [name for name in games.names() if games.game(name).procedure])
def test_every_family_refuses_a_text_without_clauses(name: str) -> None:
    game: Any = games.game(name)
    bare = msgspec.structs.replace(game, jurisdictions={**game.jurisdictions, "pa": "Pennsylvania"})
    assert refusal_of(lambda: bare.rules("pa")).code == "no_citation"
    for text in game.jurisdictions:
        assert bare.rules(text)


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("three-card-poker", "decisions[play].clause"),
        ("three-card-poker", "outcomes[TIE].clause"),
        ("three-card-poker", "bonuses[pair_plus].lost_by_fold"),
        ("three-card-poker", "irregular.void_hand"),
        ("three-card-poker", "procedure.cards.recut"),
        ("three-card-poker", "procedure.wagers.limits[ante]"),
        ("spanish-21", "insurance.clause"),
        ("spanish-21", "procedure.wagers.limits[bet]"),
        ("craps", "shooting.dice"),
    ],
)
def test_the_part_without_a_clause_is_named(name: str, part: str) -> None:
    assert with_pennsylvania(name).rules("pa")
    refusal = refusal_of(lambda: with_pennsylvania(name, leave_out=part).rules("pa"))
    assert refusal.code == "no_citation" and f" for {part} of " in str(refusal)


def test_a_part_that_each_text_has_its_own_of_must_be_there() -> None:
    """High Card Flush has a progressive's tables for each of its texts."""
    refusal = refusal_of(lambda: with_pennsylvania("high-card-flush").rules("pa"))
    assert " for progressive.tables[pa] of High Card Flush" in str(refusal)


def test_a_declared_borrowing_is_allowed_and_shown(load: Callable[[Any], None]) -> None:
    """Only for the part named: the rest must still have clauses of its own."""
    taken = {"pa": (Borrowing("procedure", "nj", "how cards are handled", reading(30)),)}
    game = with_pennsylvania("three-card-poker", leave_out="procedure", borrows=taken)
    more = with_pennsylvania("three-card-poker", leave_out="deal", borrows=taken)
    assert " for deal.clause of " in str(refusal_of(lambda: more.rules("pa")))
    elsewhere = {"pa": (Borrowing("procedure", "ma", "how cards are handled", reading(30)),)}
    other = with_pennsylvania("three-card-poker", leave_out="procedure", borrows=elsewhere)
    assert " for procedure." in str(refusal_of(lambda: other.rules("pa")))
    load(game)
    (table,) = [table for table in game.rules("pa").page().tables if table.title == "What is taken from another text"]
    assert table.rows == [["how cards are handled", "New Jersey", "reading 30"]]
    house = house_of({"game": game.name, "jurisdiction": "pa"})
    assert house.cite(game.procedure.cards.recut) == "NJ TCP 19:47-20.5(d)"
    assert house.cite(game.deal.clause) == "PA deal.clause"
    assert [(each.jurisdiction, each.part, each.source) for each in clauses.borrowed(game.name)] == [
        ("pa", "procedure", "nj")
    ]


# The games there are


@pytest.mark.parametrize(("name", "text"), HOUSES)
def test_every_game_and_text_is_complete(name: str, text: str) -> None:
    assert games.game(name).rules(text)


def test_only_the_rules_card_borrows() -> None:
    assert [(each.game, each.jurisdiction, each.part, each.source, each.clause) for each in clauses.borrowed()] == [
        ("what-the-flush", "card", "procedure", "nj", "reading 30")
    ]


def test_massachusetts_is_cited_for_all_of_high_card_flush() -> None:
    game = games.showdown("high-card-flush")
    parts = [field for field in game.__struct_fields__ if field not in FOR_SOME_TEXTS]
    text = Text("ma", game.jurisdictions)
    cited = [each for part in parts for each in citations_in(getattr(game, part), part, text)]
    assert len(cited) > 100
    assert all(each.citation.at("ma").startswith(("MA HCF ", "reading ")) for each in cited)


@pytest.mark.parametrize("jurisdiction", [["nj"], {"nj": 1}, 7, None, True])
def test_b2_a_jurisdiction_that_is_no_text_is_refused_for_every_game(jurisdiction: object) -> None:
    for name in pitboss.games.names():
        with pytest.raises(Refusal) as refused:
            pitboss.game(name).rules(jurisdiction)  # type: ignore[arg-type]
        assert refused.value.code == "unknown_jurisdiction"
