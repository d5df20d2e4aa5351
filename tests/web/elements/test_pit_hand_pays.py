"""pit-hand-pays.js: wins that two supervisors sign for, and who signs next."""

from typing import Any

from playwright.sync_api import expect

from tests.web.elements.bench import Bench

HERE = "/api/admin/hand-pays"
TIME = 1_767_225_599_000_000


def win(number: int, first: str = "", **more: Any) -> dict[str, Any]:
    told = {"round": 7, "position": 2, "won_by": "royal_flush"}
    return {
        "id": f"hp{number}",
        "table": "t 1",
        "person": "ann",
        "amount": "12000.00",
        "at": TIME,
        "first_by": first,
        "document": told,
    } | more


def show(bench: Bench, due: list[Any], signed: Any = (), me: str | None = "sue", from_: str = "none") -> None:
    bench.answers(f"{HERE}?state=due&most=100", {"hand_pays": due})
    bench.answers(f"{HERE}?state=signed&most=50", {"hand_pays": [*signed]})
    bench.answers("/api/admin/parameters", {"parameters": {"hand_pay": from_}})
    bench.show("pit-hand-pays.js", "({ handPays }, me) => handPays(me, tell('again'))", me)


def test_what_waits_stands_there_the_longest_first(bench: Bench) -> None:
    show(bench, [win(2), win(1)])
    assert bench.each("[data-hand-pay]", "it.dataset.handPay") == ["hp1", "hp2"]
    assert bench.texts("[data-hand-pay=hp1] h3") == ["hp1: 12,000.00 to ann"]
    facts = dict(zip(bench.texts("[data-hand-pay=hp1] dt"), bench.texts("[data-hand-pay=hp1] dd"), strict=True))
    assert facts == {
        "Table": "t 1",
        "Round": "7",
        "Position": "2",
        "Won by": "royal flush",
        "Since": "2025-12-31 23:59:59",
        "Signed by": "nobody yet",
    }
    assert bench.main.locator("dd a").first.get_attribute("href") == "/rounds/t%201/7"


def test_who_has_signed_leaves_the_other_signature_to_another(bench: Bench) -> None:
    show(bench, [win(1), win(2, "sue"), win(3, "tom", document={"round": 7, "won_by": "x"})])
    assert bench.texts("#main button") == ["Sign and pay", "Sign"]
    assert bench.texts(".hand-pay > p:not(.doors)") == [
        "A second supervisor signs and pays.",
        "You have signed. Another supervisor signs and pays.",
        "Two supervisors sign.",
    ]
    assert "Position" not in bench.texts("[data-hand-pay=hp3] dt")


def test_who_only_looks_has_no_button(bench: Bench) -> None:
    show(bench, [win(1)], me=None)
    assert bench.main.locator("button").count() == 0
    show(bench, [], me=None)
    assert bench.main.locator("a").count() == 0


def test_nothing_waits_is_said_with_the_amount_from_which_it_would(bench: Bench) -> None:
    show(bench, [])
    expect(bench.main).to_contain_text("Nothing waits: no amount is set from which on a win is paid by hand.")
    expect(bench.main).to_contain_text("Each win that two supervisors have signed for will stand here")
    assert bench.each("#main a", "[it.textContent, it.hash]") == [
        ["Two persons change the parameter hand_pay.", "#requests"]
    ]
    show(bench, [], from_="2026-01-01, 10000.00")
    expect(bench.main).to_contain_text("Nothing waits. A win is paid by hand from (day, amount): 2026-01-01, 10000.00.")


def test_what_was_paid_stands_there_with_both_names(bench: Bench) -> None:
    show(bench, [], [win(1, "sue", second_by="tom", paid_at=TIME)])
    assert bench.texts("td") == ["2025-12-31 23:59:59", "12,000.00", "ann", "sue, tom", "t 1", "7", "royal flush"]


def sign(bench: Bench, said: Any) -> None:
    show(bench, [win(1)])
    bench.answers(f"{HERE}/hp1/sign", said)
    bench.wait_told(lambda: bench.page.click("[data-key='sign hp1']"))


def test_the_first_signs_and_the_second_pays(bench: Bench) -> None:
    sign(bench, {"second_by": ""})
    assert bench.texts("#done") == ["Signed. A second supervisor signs and pays."]
    sign(bench, {"second_by": "sue"})
    assert bench.texts("#done") == ["Paid: ann may play on."]
    assert ("POST", f"{HERE}/hp1/sign", {}) in bench.asked


def test_a_signature_that_is_refused_is_said_and_looked_at_again(bench: Bench) -> None:
    sign(bench, (409, {"message": "Another has signed.", "code": "signed"}))
    assert bench.texts("#refused") == ["Another has signed."] and bench.texts("#done") == [""]
    assert bench.told() == [["again"]]


def test_how_many_are_due(bench: Bench) -> None:
    bench.answers(f"{HERE}?state=due&most=100", {"hand_pays": [win(1), win(2)]})
    assert len(bench.run("pit-hand-pays.js", "({ due }) => due()")) == 2
