"""What a visitor sees and hears of a table: every state of every game in its place, spoken, and moving as it should."""

import pytest
from playwright.sync_api import Browser

from pitboss.shoe.hands import in_words
from tests.web.browser import GAMES, SIZES, Visitor
from tests.web.pictures import picture
from tests.web.test_pictures import INDEX_HEIGHTS
from tests.web.test_playing import CARDS, MOST_DECISIONS, ask, bet, play_on

LEAST_INDEX = 16
"""Pixels: the height of a card's rank."""
LEAST_OF_DEALER = {"desktop": LEAST_INDEX, "phone": 11}
"""The dealer's cards are smaller where there is little room."""
LONGEST_DEAL = 2500
CARD = (120, 180)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", CARDS)
def test_every_state_lies_in_its_place(browser: Browser, address: str, game: str, size: str) -> None:
    visitor = Visitor(browser, address, size)
    page = visitor.page
    visitor.sit(f"{game}-{1 + (size == 'phone')}")
    page.locator("button[data-area]").first.wait_for()
    for area in page.locator("button[data-area]").all():
        area.click()
    visitor.nothing_is_cut()
    page.click("[data-key=place]")
    page.locator("#choices [data-key^=decide]").or_(page.locator("#results li")).first.wait_for()
    visitor.nothing_is_cut()
    for cards, least in (("#hands", LEAST_INDEX), ("#dealer", LEAST_OF_DEALER[size])):
        shown = page.locator(f"{cards} playing-card:not([code='??'])").evaluate_all(INDEX_HEIGHTS)
        assert min(shown, default=least) >= least
    picture(visitor, game)
    play_on(visitor)
    visitor.nothing_is_cut()
    assert visitor.wrong == []
    visitor.context.close()


CHOICES = ["Stand", "Hit", "Double 10.00", "Split", "Surrender", "Redouble 1,000.00"]


def test_any_number_of_choices_fits_under_the_thumb(browser: Browser, address: str) -> None:
    """A pair in a game of the shoe has five, and more with chips to buy; the shoe cannot be asked for a pair."""
    visitor = Visitor(browser, address, "phone")
    visitor.sit("spanish-21-2")
    visitor.page.locator("#choices button").first.wait_for()
    for most in range(2, len(CHOICES) + 1):
        visitor.page.evaluate(OFFER, [*CHOICES[:most]])
        visitor.nothing_is_cut()
    visitor.context.close()


OFFER = """labels => {
  const zone = document.querySelector("#choices");
  const like = zone.firstElementChild;
  zone.replaceChildren(...labels.map((label) => Object.assign(like.cloneNode(), { textContent: label })));
}"""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("hands", [1, 2, 3, 4])
def test_many_hands_and_their_results_fit_on_the_felt(browser: Browser, address: str, size: str, hands: int) -> None:
    """Splits up to four hands, each with a wager, an attack and a double: as many as the game can have."""
    visitor = Visitor(browser, address, size)
    visitor.sit("double-attack-blackjack-2" if size == "phone" else "double-attack-blackjack-1")
    bet(visitor, "bet")
    play_on(visitor)
    visitor.page.evaluate(SPLIT, [hands, 3])
    visitor.nothing_is_cut()
    picture(visitor, f"hands-{hands}", keep=False)
    visitor.page.locator("[data-key=leave]:not([disabled])").click()
    visitor.page.wait_for_selector(".table-card")
    visitor.context.close()


SPLIT = """([hands, wagers]) => {
  const own = document.querySelector("#hands"), list = document.querySelector("#results ul");
  const hand = own.firstElementChild.cloneNode(true), cards = hand.querySelector("card-hand");
  if (hands > 1) while (cards.children.length < 4) cards.append(cards.lastElementChild.cloneNode(true));
  const row = list.lastElementChild;
  row.firstElementChild.textContent = "Attack loses: hard 18 against the dealer's soft 17.";
  const after = row.cloneNode(true);
  after.firstElementChild.textContent = "Bet loses.";
  own.replaceChildren(...Array.from({ length: hands }, () => hand.cloneNode(true)));
  const rows = [row, ...Array(wagers - 1).fill(after)];
  list.replaceChildren(...Array.from({ length: hands }, () => rows.map((each) => each.cloneNode(true))).flat());
}"""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("positions", [1, 2])
@pytest.mark.parametrize("game", [game for game, wager in GAMES.items() if wager == "ante"])
def test_the_longest_results_fit_on_the_felt(
    browser: Browser, address: str, game: str, positions: int, size: str
) -> None:
    """Every wager with the longest line of its pay tables, at two positions too: no deal can have more to say."""
    visitor = Visitor(browser, address, size)
    table = f"{game}-{1 + (size == 'phone')}"
    visitor.sit(table)
    bet(visitor, "ante")
    play_on(visitor)
    visitor.page.evaluate(SAY_THE_MOST, [table, positions])
    visitor.nothing_is_cut()
    visitor.page.locator("[data-key=leave]:not([disabled])").click()
    visitor.page.wait_for_selector(".table-card")
    visitor.context.close()


SAY_THE_MOST = """async ([table, positions]) => {
  const layout = await (await fetch(`/layouts/${table}`)).json();
  const lines = layout.pays.flatMap(({ rows }) => rows.map(([hand]) => hand));
  const longest = lines.sort((one, other) => other.length - one.length)[0] ?? "";
  const list = document.querySelector("#results ul"), row = list.lastElementChild;
  const rows = [...layout.areas.map(({ name }) => name), "progressive"].flatMap((name) =>
    Array.from({ length: positions }, (_, place) => {
      const line = row.cloneNode(true);
      const where = positions > 1 ? `Position ${place + 1}: ` : "";
      line.firstElementChild.textContent = `${where}${name.replaceAll("_", " ")} wins: ${longest}.`;
      line.querySelector("b").textContent = "+1,000.00";
      return line;
    }));
  list.replaceChildren(...rows);
  document.querySelector("#hands .words")?.append(" and a 3 card straight flush besides");
  const said = ["Somebody with a long name raises 1,000.00.", "Dealer has 4 card flush, ace high."];
  document.querySelector("#said").replaceChildren(...said.map((each) => {
    const span = document.createElement("span");
    span.textContent = `${each} `;
    return span;
  }));
}"""


@pytest.mark.parametrize("size", SIZES)
def test_long_words_of_the_dealers_hand_leave_the_board_on_the_page(browser: Browser, address: str, size: str) -> None:
    visitor = Visitor(browser, address, size)
    visitor.sit("texas-holdem-bonus-2")
    bet(visitor, "ante")
    play_on(visitor)
    visitor.page.locator("#dealer .words").first.evaluate(
        "said => { said.textContent = 'Dealer has two pair, queens and sevens, with an eight'; }"
    )
    visitor.nothing_is_cut()
    visitor.context.close()


@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing_serious(browser: Browser, address: str, size: str) -> None:
    visitor = Visitor(browser, address, size)
    page = visitor.page
    page.goto(address)
    page.wait_for_selector(".table-card")
    visitor.nothing_keeps_people_out()
    visitor.sit("high-card-flush-3")
    page.locator("button[data-area=ante]").wait_for()
    visitor.nothing_keeps_people_out()
    bet(visitor, "ante")
    page.locator("#choices [data-key^=decide]").first.wait_for()
    visitor.nothing_keeps_people_out()
    play_on(visitor)
    visitor.nothing_keeps_people_out()
    page.click("[data-key=rules]")
    page.wait_for_selector("#panel table")
    visitor.nothing_keeps_people_out()
    page.goto(f"{address}/tables/craps-{1 + (size == 'phone')}")
    page.locator(".put").first.wait_for()
    visitor.nothing_keeps_people_out()
    visitor.context.close()


def test_a_screen_reader_hears_hand_choices_and_result(browser: Browser, address: str) -> None:
    visitor = Visitor(browser, address, "desktop")
    page = visitor.page
    visitor.sit("three-card-poker-1")
    bet(visitor, "ante")
    page.locator("#choices [data-key^=decide]").first.wait_for()
    page.locator("#hands .words:not(:empty)").first.wait_for()
    hand = page.get_by_role("group", name="Your hand").aria_snapshot()
    assert hand.count(" of ") >= 3 and "paragraph" in hand, "three cards by name, and what they make"
    choices = page.get_by_role("group", name="Choices").aria_snapshot()
    assert 'button "Play 10.00"' in choices and 'button "Fold"' in choices
    assert 'img "ante, 10.00"' in page.get_by_role("group", name="Your wagers").aria_snapshot()
    page.keyboard.press("1")
    page.wait_for_selector("#results li")
    assert page.locator("#results").get_attribute("aria-live") == "polite"
    heard = page.locator("#results").aria_snapshot()
    assert "Ante " in heard and "Play " in heard
    assert "Dealer has" in page.locator("#said").aria_snapshot()
    visitor.context.close()


def test_cards_come_in_the_order_of_the_deal_and_a_click_skips(browser: Browser, address: str) -> None:
    """Three Card Poker from the shoe: one card at a time to player and dealer in turn. NJ TCP 19:47-20.7(c)."""
    visitor = Visitor(browser, address, "desktop", reduced_motion=False)
    page = visitor.page
    page.add_init_script(RECORD)
    page.add_init_script("localStorage.setItem('pitboss speed', 'normal')")
    visitor.sit("three-card-poker-2")
    bet(visitor, "ante")
    page.locator("#choices [data-key^=decide]").first.wait_for()
    dealt = page.evaluate("window.dealt")
    assert [each["to"] for each in dealt] == ["hands", "dealer"] * 3
    delays = [each["delay"] for each in dealt]
    assert delays == sorted(set(delays)), "one after the other"
    assert all(CARD[0] <= each["duration"] <= CARD[1] for each in dealt)
    assert delays[-1] + dealt[-1]["duration"] <= LONGEST_DEAL
    page.mouse.click(640, 400)
    moving = "document.getAnimations().filter((each) => each.effect.target?.matches?.('playing-card, .sliding')).length"
    assert page.evaluate(moving) == 0
    page.keyboard.press("1")
    page.wait_for_selector("#results li")
    visitor.context.close()


RECORD = """
window.dealt = [];
const before = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
  const travels = (frames ?? []).some((each) => each.transform);
  const to = this.matches("playing-card") && this.closest("#hands, #dealer").id;
  if (travels && to) window.dealt.push({ to, ...options });
  return before.call(this, frames, options);
};
"""


def test_nothing_travels_where_no_motion_is_wanted(browser: Browser, address: str) -> None:
    visitor = Visitor(browser, address, "desktop")
    visitor.page.add_init_script(RECORD)
    visitor.sit("four-card-poker-2")
    bet(visitor, "ante")
    visitor.page.locator("#choices [data-key^=decide]").first.wait_for()
    play_on(visitor)
    visitor.is_still()
    assert visitor.page.evaluate("[window.dealt.length, document.getAnimations().length]") == [0, 0]
    visitor.context.close()


def test_four_colours_and_sound_are_off_until_chosen_and_then_remembered(browser: Browser, address: str) -> None:
    visitor = Visitor(browser, address, "phone")
    page = visitor.page
    page.goto(f"{address}/tables/spanish-21-1")
    page.locator("[data-key=options]").click()
    assert not page.locator("[data-option=four_colours]").is_checked()
    assert not page.locator("[data-option=sound]").is_checked()
    page.locator("[data-option=four_colours]").check()
    page.reload()
    page.locator("[data-key=options]").click()
    assert page.locator("[data-option=four_colours]").is_checked()
    assert page.evaluate("document.body.classList.contains('four_colours')")
    visitor.context.close()


@pytest.mark.parametrize("game", GAMES)
def test_the_felt_is_painted(browser: Browser, address: str, game: str) -> None:
    """How long it takes is printed, not asserted: other things run on this machine."""
    visitor = Visitor(browser, address, "desktop")
    visitor.page.goto(f"{address}/tables/{game}-1")
    visitor.page.locator("#choices button").first.wait_for()
    print(game, "painted after", round(visitor.page.evaluate("performance.now()")), "ms")
    assert visitor.page.locator("#felt").bounding_box()
    visitor.context.close()


@pytest.mark.parametrize("game", ["spanish-21", "double-attack-blackjack"])
def test_a_hand_is_called_what_it_came_to(browser: Browser, address: str, game: str) -> None:
    """A table that runs itself draws, pays and collects at once, and no view is left in which the last card lies."""
    visitor = Visitor(browser, address, "desktop")
    page = visitor.page
    visitor.sit(f"{game}-1")
    dealers: list[int] = []
    own: list[str] = []
    for number in range(MOST_ROUNDS):
        page.click("button[data-area=bet]")
        visitor.place("5.00")
        play(visitor, f"{game}-1", "hit" if number % 2 else "stand")
        said = page.locator("#hands .words").inner_text()
        assert said == in_words(codes(visitor, "#hands"))
        own.append(said)
        if "??" not in (cards := codes(visitor, "#dealer")):
            assert page.locator("#dealer .words").inner_text() == f"Dealer {in_words(cards)}"
            dealers.append(len(cards))
            if not number % 2:
                told = page.locator("#results").inner_text()
                theirs = in_words(cards)
                ways = [f"{said} against the dealer's {theirs}", f"the dealer is {theirs}", said, "21 always wins"]
                assert any(f": {way}." in told for way in ways), told
        if max(dealers, default=0) > 2 and any("bust" in each for each in own):
            break
    else:
        raise AssertionError(f"no drawing dealer or no bust: {dealers} {own}")
    assert visitor.wrong == []
    visitor.context.close()


MOST_ROUNDS = 40


def codes(visitor: Visitor, where: str) -> list[str]:
    found: list[str] = visitor.page.locator(f"{where} playing-card").evaluate_all(CODES)
    return found


FIRST_OF = "wanted => wanted.map((each) => document.querySelector(each)).find(Boolean)?.click()"
CODES = "all => all.map((each) => each.getAttribute('code'))"


def play(visitor: Visitor, table: str, action: str) -> None:
    """Always the same, where it is offered, and nothing beside it, until the round is over."""
    wanted = [f"#choices [data-key^='decide {each}']" for each in (action, "pass", "decline", "stand")]
    for _ in range(MOST_DECISIONS):
        view = ask(visitor, f"/api/tables/{table}")["view"]
        if not view["playing"] and not any(each["players"] for each in view["positions"].values()):
            return visitor.is_up_to(table, view["sequence"])
        visitor.page.evaluate(FIRST_OF, wanted)
        visitor.page.wait_for_timeout(150)
    raise AssertionError("the round does not end")


def test_the_first_step_is_told_until_the_cards_come(browser: Browser, address: str) -> None:
    """Chips on a spot are no bet yet; a wager that goes into the tray before the deal still plays."""
    visitor = Visitor(browser, address, "phone")
    page = visitor.page
    page.add_init_script(STEPS_TOLD)
    visitor.sit("high-card-flush-2")
    said = page.locator("#hands .empty")
    page.locator("button[data-area=ante]").wait_for()
    assert said.inner_text() == "Choose a chip, then put it on a spot."
    for area in ("ante", "progressive"):
        page.click(f"button[data-area={area}]")
    assert said.inner_text() == "Press Deal to bet 6.00 and play."
    page.click("[data-key=place]")
    page.locator("#choices [data-key^=decide]").first.wait_for()
    assert page.evaluate("window.steps")[-1].startswith("Your bet is placed."), "until the cards came"
    spot = page.locator("#spots [data-area=progressive]")
    assert spot.get_attribute("aria-label") == "progressive, in play"
    play_on(visitor)
    assert visitor.wrong == []
    visitor.context.close()


STEPS_TOLD = """
window.steps = [];
new MutationObserver(() => {
  const said = document.querySelector("#hands .empty")?.textContent.trim();
  if (said && window.steps.at(-1) !== said) window.steps.push(said);
}).observe(document, { subtree: true, childList: true, characterData: true });
"""
"""Every step that was told, however short it stood there."""


SAYS = """async () => {
  const { told } = await import("/pages/told.js");
  const { Round } = await import("/pages/round.js");
  const { explained } = await import("/pages/results.js");
  const round = new Round();
  const words = (hand, also) => (round.hand_revealed({ position: 1, cards: [], hand, also }), round.hand(1).words);
  const clause = "38.11(c) Five Card Flush";
  const rows = [["6 card flush", "50 to 1", "38.11(c) Six Card Flush"], ["5 card flush", "4 to 1", clause]];
  const rules = { tables: [{ columns: ["hand", "pays", "clause"], rows }] };
  const rush = { position: 1, hand: 0, wager: "flush_rush", outcome: "win", stake: 5, pays: 20, clause, why: "hand" };
  return [
    told({ event: "decided", player: "a", action: "river", amount: "10.00" }, "a"),
    told({ event: "decided", player: "bot-optimal-1", action: "play", amount: "30.00" }, "a"),
    told({ event: "decided", player: "a", action: "check", amount: "0.00" }, "a"),
    words("4 card flush, ace high", ["4 card flush"]),
    words("4 card flush, six high", ["3 card straight flush"]),
    explained({ reasons: { hand: "{line}" }, areas: [], rules }, round, [rush])[0].sentence,
  ];
}"""


def test_sentences_say_it_once_and_in_the_trades_words(browser: Browser, address: str) -> None:
    visitor = Visitor(browser, address, "desktop")
    visitor.page.goto(address)
    assert visitor.page.evaluate(SAYS) == [
        "You bet 10.00 on the river.",
        "Optimal bot plays 30.00.",
        "You check.",
        "4 card flush, ace high",
        "4 card flush, six high; 3 card straight flush",
        "Flush rush wins: 5 card flush.",
    ]
    visitor.context.close()
