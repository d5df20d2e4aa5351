"""cards.js: cards that say their own names, and hands that leave alone what lies there."""

from typing import Any

import pytest

from tests.web.elements.bench import Bench

RANKS = ["ace", "king", "queen", "jack", "ten", "nine", "eight", "seven", "six", "five", "four", "three", "two"]
SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
DECK = {
    f"{rank}{suit}": f"{name} of {SUITS[suit]}"
    for rank, name in zip("AKQJT98765432", RANKS, strict=True)
    for suit in SUITS
}


def test_every_card_says_its_name_and_shows_its_rank(bench: Bench) -> None:
    bench.show("cards.js", "({ hand }, codes) => hand(codes)", [*DECK])
    shown = bench.each("playing-card", "[it.ariaLabel, it.querySelector('.index').textContent, it.role]")
    assert shown == [[name, "10" if code[0] == "T" else code[0], "img"] for code, name in DECK.items()]
    for face in ("full", "plain"):
        pictures = bench.page.locator(f"playing-card > .{face}").evaluate_all(
            "all => all.map((each) => each.innerHTML)"
        )
        assert len({*pictures}) == len(DECK), "no two look alike"
    assert bench.each("playing-card", "[...it.querySelectorAll('.index')].map((each) => each.textContent)") == [
        ["10" if code[0] == "T" else code[0]] * 3 for code in DECK
    ], "at both corners of the full face, and large on the plain one"


def test_a_suit_has_its_colour_and_another_in_a_deck_of_four(bench: Bench) -> None:
    bench.show("cards.js", "({ hand }) => hand(['Ac', 'Ad', 'Ah', 'As'])")
    inks = "all => all.map((each) => getComputedStyle(each).fill)"
    clubs, diamonds, hearts, spades = bench.page.locator(".plain .index").evaluate_all(inks)
    assert clubs == spades != diamonds == hearts
    bench.page.evaluate("document.body.classList.add('four_colours')")
    assert len({*bench.page.locator(".plain .index").evaluate_all(inks)}) == 4


def test_a_card_face_down_gives_nothing_away(bench: Bench) -> None:
    bench.show("cards.js", "({ hand }) => hand(['??'])")
    card = bench.page.get_by_role("img", name="a card face down", exact=True)
    assert card.locator(".backing").count() == 1 and card.locator(".ink").count() == 0


def lie(bench: Bench, codes: list[str], **options: Any) -> list[Any]:
    """The hand laid anew: each card's code, and whether it is the element that lay there before."""
    return list(
        bench.run(
            "cards.js",
            """({ keptHand }, [codes, options]) => {
          const before = [...document.querySelectorAll("playing-card")];
          document.querySelector("#main").append(keptHand("one", codes, options));
          const now = [...document.querySelectorAll("playing-card")];
          return now.map((each) => [each.getAttribute("code"), before.includes(each)]);
        }""",
            [codes, options],
        )
    )


def test_what_lies_there_is_not_dealt_anew(bench: Bench) -> None:
    assert lie(bench, ["Ah", "??"]) == [["Ah", False], ["??", False]]
    assert lie(bench, ["Ah", "Kd", "2c"]) == [["Ah", True], ["Kd", False], ["2c", False]]
    assert lie(bench, ["Ah"]) == [["Ah", True]]
    assert lie(bench, []) == []
    assert bench.main.locator("card-hand").count() == 1


def test_a_new_card_is_marked_for_motion(bench: Bench) -> None:
    """With its number in the deal, or as turned where another lay; what lies there has no mark."""
    lie(bench, ["Ah", "??"])
    marks = "all => all.map((each) => [each.dataset.dealt ?? null, 'turned' in each.dataset])"
    cards = bench.page.locator("playing-card")
    assert cards.evaluate_all(marks) == [[None, False]] * 2, "of an order that nobody knows"
    lie(bench, ["Ah", "Kd", "2c"], order=[0, 3, 7])
    assert cards.evaluate_all(marks) == [[None, False], [None, True], ["7", False]]


@pytest.mark.parametrize(
    ("counts", "lifted"), [(None, ""), (["Ah", "Kh", "2c"], ""), (["Ah", "Kh"], "Ah Kh"), ([], "")]
)
def test_cards_that_count_are_lifted_and_said(bench: Bench, counts: list[str] | None, lifted: str) -> None:
    """Where all count, or nobody knows, none stands out."""
    lie(bench, ["Ah", "Kh", "2c"], counts=counts)
    cards = bench.page.locator("playing-card")
    assert (
        " ".join(
            cards.evaluate_all(
                "all => all.filter((each) => each.matches('.counts')).map((each) => each.getAttribute('code'))"
            )
        )
        == lifted
    )
    some = counts is not None and len(counts) < 3
    said = cards.evaluate_all("all => all.map((each) => each.getAttribute('aria-label').split(',')[1] ?? '')")
    assert said == [(" counts" if code in lifted else " does not count") if some else "" for code in ("Ah", "Kh", "2c")]
    assert cards.evaluate_all("all => all.filter((each) => each.matches('.aside')).length") == (
        3 - len(lifted.split()) if some else 0
    )
    lie(bench, ["Ah", "Kh", "2c"])
    assert bench.page.locator(".counts, .aside, .sorted").count() == 0, "another round, and nothing is left of it"


def test_a_folded_hand_is_dimmed_and_knows_its_number_of_cards(bench: Bench) -> None:
    lie(bench, ["Ah", "Kh"], dim=True)
    hand = bench.main.locator("card-hand")
    assert hand.evaluate("it => [it.className, it.style.getPropertyValue('--cards')]") == ["dim", "2"]
    lie(bench, ["Ah"])
    assert hand.evaluate("it => [it.className, it.style.getPropertyValue('--cards')]") == ["", "1"]


def test_hands_of_old_rounds_are_not_kept_for_ever(bench: Bench) -> None:
    """A hand that is not on the page is forgotten when there are many, one that lies there never."""
    assert bench.run(
        "cards.js",
        """({ keptHand }) => {
          const lies = keptHand("lies", ["Ah"]), old = keptHand("old", ["Kd"]);
          document.body.append(lies);
          for (let number = 0; number < 150; number++) keptHand(`round ${number}`, ["2c"]);
          return [keptHand("lies", ["Ah"]) === lies, keptHand("old", ["Kd"]) === old];
        }""",
    ) == [True, False]


@pytest.mark.parametrize(
    ("codes", "counts", "lies"),
    [
        ("2c Ah Kh", None, "2c Ah Kh"),
        ("2c ?? Kh", "2c Kh", "2c ?? Kh"),
        ("2c Ah Th 9d Kh", "Ah Th Kh", "Ah Kh Th 9d 2c"),
        ("7c Ah 7d", "7c Ah 7d", "7c 7d Ah"),
        ("3c 7c 3d 7d Ah", "3c 7c 3d 7d", "7c 7d 3c 3d Ah"),
        ("2c Ah", "", "2c Ah"),
    ],
)
def test_17_a_hand_lies_in_order_with_what_counts_first(
    bench: Bench, codes: str, counts: str | None, lies: str
) -> None:
    """Cards of one rank lie together; a hand of which nobody knows what counts lies as it was dealt."""
    given = codes.split()
    lie(bench, given, counts=counts.split() if counts is not None else None)
    at = bench.each("playing-card", "Number(it.style.getPropertyValue('--at'))")
    assert " ".join(code for _, code in sorted(zip(at, given, strict=True))) == lies


@pytest.mark.parametrize(
    ("cards", "counts", "first", "rest"),
    [(2, None, 2, 0), (7, 4, 4, 3), (8, 8, 8, 0), (5, 0, 5, 0)],
)
def test_17_a_hand_tells_how_many_cards_lie_first(
    bench: Bench, cards: int, counts: int | None, first: int, rest: int
) -> None:
    codes = [*DECK][:cards]
    given = [codes, None if counts is None else codes[:counts]]
    assert bench.run("cards.js", "({ parts }, given) => parts(...given)", given) == {
        "cards": cards,
        "first": first,
        "rest": rest,
    }


def test_17_cards_of_a_doubled_hand_lie_across(bench: Bench) -> None:
    lie(bench, ["5c", "6d", "Ks"], across=1)
    assert bench.each("playing-card", "it.matches('.across')") == [False, False, True]
    lie(bench, ["5c", "6d", "Ks"])
    assert bench.main.locator(".across").count() == 0
