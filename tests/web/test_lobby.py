"""The lobby: a card for each game by family, what it costs, who is seated, stakes to choose, one click to a seat."""

from collections.abc import Iterator

import msgspec
import pytest
from playwright.sync_api import Browser, expect

from pitboss import games
from pitboss.games.about import about
from pitboss.refusal import spoken
from pitboss.web.edges import figures, percent
from tests.web.browser import GAMES, PATIENT, Visitor, a_server, a_table
from tests.web.test_playing import ask

TABLE = """
[[tables]]
id = "{id}"
table = {{ game = "{game}", limits = {{ {wager} = ["{least}", "{most}"] }}{more} }}
timing = {{ betting = 300000, all_have_bet = 300000, decision = 300000 }}
"""


def stake(name: str, game: str, least: str, most: str, more: str = "") -> str:
    return TABLE.format(id=name, game=game, wager=GAMES[game], least=least, most=most, more=more)


STAKES = 'house_name = "The Golden Palace"\n' + "".join(
    (
        stake("low", "four-card-poker", "1.00", "100.00"),
        stake("high", "four-card-poker", "25.00", "2000.00"),
        stake("own-pays", "three-card-poker", "5.00", "500.00", ', options = { pair_plus = "B" }'),
        stake("flush-low", "high-card-flush", "1.00", "100.00"),
        stake(
            "flush-high", "high-card-flush", "25.00", "500.00", ', meters = { main = "12418.37", secondary = "0.00" }'
        ),
        stake("rail-1", "craps", "5.00", "500.00", ", positions = 1"),
    )
)
"""Two stakes of a game, a game with a pay table that is not the default, two meters, and a rail for one player."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    plan = "".join(a_table(game, number, betting=PATIENT) for game in GAMES for number in (1, 2))
    with a_server(tmp_path_factory.mktemp("lobby"), plan=plan) as found:
        yield found


@pytest.fixture(scope="module")
def palace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with a_server(tmp_path_factory.mktemp("palace"), plan=STAKES) as found:
        yield found


def a_visitor(browser: Browser, address: str, width: int, height: int) -> Visitor:
    """In a window of any size; a touch screen where it is as small as a phone."""
    phone = min(width, height) < 700
    visitor = Visitor(browser, address, "phone" if phone else "desktop")
    visitor.page.set_viewport_size({"width": width, "height": height})
    visitor.page.goto(address)
    visitor.page.locator(".table-card").first.wait_for()
    return visitor


def test_a_card_for_each_game_under_the_heading_of_its_family(browser: Browser, address: str) -> None:
    visitor = a_visitor(browser, address, 1280, 800)
    page = visitor.page
    families = {"showdown": "Hand against dealer", "shoe": "Shoe", "dice": "Dice"}
    assert page.get_by_role("heading", level=2).all_inner_texts() == [*families.values()]
    for family, title in families.items():
        region = page.get_by_role("region", name=title, exact=True)
        cards = region.get_by_role("list").locator("> .table-card")
        wanted = {game for game in GAMES if games.family(game) == family}
        found = cards.evaluate_all("all => all.map((each) => each.dataset.game)")
        assert len(found) == len(wanted) and {*found} == wanted
    expect(page.locator("#who")).to_have_text("Play money. 0 people at 16 tables.")
    for game in GAMES:
        card = page.locator(f".table-card[data-game={game}]")
        assert card.get_by_role("heading", level=3).inner_text() == games.game(game).title
        assert card.locator(".says").inner_text() == about(games.game(game)).says
        assert card.locator(".stakes").inner_text().endswith("5 to 500")
    assert visitor.wrong == []
    visitor.context.close()


@pytest.mark.parametrize("game", GAMES)
def test_every_game_of_the_house_declares_its_sentence_and_its_picture(game: str) -> None:
    declared = about(games.game(game))
    assert declared.says.endswith(".") and len(declared.says) <= 90
    assert declared.player or declared.dice


def test_the_edge_is_the_labs_and_says_what_it_is_a_share_of(browser: Browser, address: str) -> None:
    visitor = a_visitor(browser, address, 1280, 800)
    for game in GAMES:
        (main, (edge, how)), *_ = figures()[game]["nj"].items()
        assert main == GAMES[game] and how == "exact"
        shown = visitor.page.locator(f".table-card[data-game={game}] .facts").inner_text()
        assert f"House edge\n{percent(edge)} % of {spoken(main)}\n" in shown
    visitor.context.close()


def test_a_table_with_other_pay_tables_shows_no_edge(browser: Browser, palace: str) -> None:
    """Better none than that of another table."""
    visitor = a_visitor(browser, palace, 1280, 800)
    cards = {game: visitor.page.locator(f".table-card[data-game={game}]") for game in ("three-card-poker", "craps")}
    assert "House edge" not in cards["three-card-poker"].inner_text()
    assert "1.41 % of pass" in cards["craps"].inner_text()
    visitor.context.close()


def test_play_leads_to_a_seat_and_the_game_is_offered_first_next_time(browser: Browser, address: str) -> None:
    visitor = a_visitor(browser, address, 390, 844)
    page = visitor.page
    assert page.locator(".table-card .act").count() == 0, "nothing was played here yet"
    page.get_by_role("button", name="Play Four Card Poker").tap()
    page.wait_for_url("**/tables/four-card-poker-*")
    page.locator("#chips", has_text="500.00").wait_for()
    table = page.url.rpartition("/")[2].partition("#")[0]
    name = ask(visitor, "/api/session")["person"]["name"]
    assert name in ask(visitor, f"/api/tables/{table}")["view"]["seats"].values()
    page.goto(address)
    line = page.get_by_role("list", name="Your seats").get_by_role("listitem")
    expect(line).to_have_text("You have a seat at Four Card Poker, 500.00 in chips.Back to your seat")
    assert page.locator("main .act").all_inner_texts() == ["Back to your seat"], "one main action"
    card = page.locator(".table-card[data-game=four-card-poker]")
    assert "Back" in card.inner_text() and "last played" in card.inner_text()
    line.get_by_role("button").tap()
    page.wait_for_url(f"**/tables/{table}")
    page.locator("#chips", has_text="500.00").wait_for()
    page.locator("[data-key=leave]:not([disabled])").tap()
    page.wait_for_url(f"{address}/")
    card.locator(".act", has_text="Play").wait_for()
    assert page.locator("main .act").count() == 1 and page.locator("#mine li").count() == 0
    assert visitor.wrong == []
    visitor.context.close()


def test_people_are_led_to_people(browser: Browser, address: str) -> None:
    """Both tables have a free seat: the second visitor comes to the table of the first."""
    first, second = (Visitor(browser, address, "desktop") for _ in range(2))
    first.sit("what-the-flush-2")
    second.page.goto(address)
    expect(second.page.locator(".table-card[data-game=what-the-flush] .facts")).to_contain_text("1 of 12")
    second.page.get_by_role("button", name="Play What The Flush").click()
    second.page.wait_for_url("**/tables/what-the-flush-2")
    second.page.locator("#chips", has_text="500.00").wait_for()
    for visitor in (first, second):
        assert visitor.wrong == []
        visitor.context.close()


def test_stakes_are_chosen_by_keyboard(browser: Browser, palace: str) -> None:
    visitor = a_visitor(browser, palace, 1280, 800)
    page = visitor.page
    stakes = page.get_by_role("combobox", name="Stakes of Four Card Poker")
    assert stakes.locator("option").all_inner_texts() == ["1 to 100", "25 to 2,000"]
    stakes.focus()
    page.keyboard.press("ArrowDown")
    expect(stakes).to_have_value("25 to 2,000")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.key") == "play four-card-poker"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.key") == "watch four-card-poker"
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/tables/high")
    page.locator("#chips", has_text="500.00").wait_for()
    assert visitor.wrong == []
    visitor.context.close()


def test_a_full_game_opens_another_table(browser: Browser, palace: str) -> None:
    first, second = (a_visitor(browser, palace, 1280, 800) for _ in range(2))
    first.page.get_by_role("button", name="Play Craps").click()
    first.page.wait_for_url("**/tables/rail-1")
    first.page.locator("#chips", has_text="500.00").wait_for()
    second.page.get_by_role("button", name="Play Craps").click()
    second.page.wait_for_url("**/tables/rail-2")
    second.page.locator("#chips", has_text="500.00").wait_for()
    for visitor in (first, second):
        assert visitor.wrong == []
        visitor.context.close()


def test_where_no_further_table_opens_the_lobby_says_what_to_do(browser: Browser, palace: str) -> None:
    visitor = Visitor(browser, palace, "desktop")
    page = visitor.page
    page.goto(palace)
    lobby = ask(visitor, "/api/lobby")
    for table in lobby["tables"]:
        table["taken"] = table["positions"]
    page.route("**/api/lobby", lambda route: route.fulfill(json=lobby))
    page.add_init_script("setTimeout = ((real) => (act, wait) => real(act, Math.min(wait, 50)))(setTimeout)")
    page.goto(palace)
    page.get_by_role("button", name="Play Craps").click()
    page.get_by_role("alert").filter(has_text="Watch Craps or try again in a minute").wait_for()
    assert page.url == f"{palace}/"
    visitor.context.close()


def test_seats_and_meters_change_while_one_looks(browser: Browser, palace: str) -> None:
    """Without a reload, and whoever has the focus keeps it."""
    watcher = a_visitor(browser, palace, 1280, 800)
    page = watcher.page
    seated = page.locator(".table-card[data-game=high-card-flush] .facts")
    before = int(seated.inner_text().rpartition("Seated\n")[2].split()[0])
    page.locator("[data-key='watch high-card-flush']").focus()
    player = Visitor(browser, palace, "desktop")
    player.sit("flush-low")
    expect(seated).to_contain_text(f"{before + 1} of 12")
    assert page.evaluate("document.activeElement.dataset.key") == "watch high-card-flush"
    meter = page.locator("[data-meter=high-card-flush]")
    expect(meter.locator(".big")).to_have_text("12,418.37")
    assert "High Card Flush, 25 to 500" in meter.inner_text() and "whole meter" in meter.inner_text()
    lobby = ask(watcher, "/api/lobby")
    next(each for each in lobby["tables"] if each["id"] == "flush-high")["meters"]["main"] = "12420.01"
    page.route("**/api/lobby", lambda route: route.fulfill(json=lobby))
    expect(meter.locator(".big")).to_have_text("12,420.01")
    for visitor in (watcher, player):
        assert visitor.wrong == []
        visitor.context.close()


def test_the_house_has_its_name_on_every_page_and_felt(browser: Browser, palace: str) -> None:
    visitor = a_visitor(browser, palace, 390, 844)
    page = visitor.page
    for path in ("/", "/sign-in", "/rules"):
        page.goto(f"{palace}{path}")
        expect(page.locator("#head .house-name")).to_have_text("The Golden Palace")
    for table in ("low", "flush-high"):
        assert ask(visitor, f"/layouts/{table}")["house"] == "The Golden Palace"
    visitor.context.close()


def test_a_first_round_is_explained_and_ends_in_a_seat(browser: Browser, address: str) -> None:
    visitor = a_visitor(browser, address, 1280, 800)
    page = visitor.page
    page.evaluate("localStorage.setItem('pitboss last played', 'spanish-21')")
    page.get_by_role("button", name="A first round in four steps").click()
    dialog = page.get_by_role("dialog", name="A first round of Spanish 21")
    for part in ("Take any free seat", "put it on Bet, 5.00 or more", "Hit for another card", "stands on all 17s"):
        expect(dialog.get_by_role("status")).to_contain_text(part)
        visitor.nothing_keeps_people_out()
        dialog.locator("[data-key=first-next]").press("Enter")
    page.wait_for_url("**/tables/spanish-21-*")
    page.locator("#chips", has_text="500.00").wait_for()
    assert visitor.wrong == []
    visitor.context.close()


WINDOWS = [(360, 740), (390, 844), (844, 390), (820, 1180), (1280, 800), (1920, 1080), (2560, 1440)]
WIDER = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { letter-spacing: .085em !important; }");
  document.adoptedStyleSheets = [sheet];
}"""
"""About as wide as a font whose letters are 15 % wider."""

LIES_WRONG = """() => {
  const wrong = [], box = (each) => each.getBoundingClientRect();
  const seen = (each) => each.checkVisibility() && each.textContent.trim();
  const says = (each) => `${each.className || each.tagName} "${each.textContent.trim().slice(0, 30)}"`;
  const outside = (a, b) =>
    a.left < b.left - 1 || a.right > b.right + 1 || a.top < b.top - 1 || a.bottom > b.bottom + 1;
  const words = "h1, h2, h3, .last, .says, .facts > div, .stakes, button, .big, dl > div, .go small, .go a, nav a, " +
    ".who, .balance";
  for (const group of document.querySelectorAll(".table-card, .meter, #mine li, .top, #head")) {
    const parts = [...group.querySelectorAll(words)]
      .filter((each) => seen(each) && !each.closest(".scene") && getComputedStyle(each).position !== "fixed");
    parts.forEach((one, place) => {
      if (!one.closest("#head nav") && outside(box(one), box(group))) wrong.push(`${says(one)} leaves ${says(group)}`);
      if (one.scrollWidth > one.clientWidth + 1 && one.clientWidth) wrong.push(`${says(one)} is cut`);
      for (const other of parts.slice(place + 1)) {
        const a = box(one), b = box(other);
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (wide > 1 && high > 1 && !one.contains(other)) wrong.push(`${says(one)} lies over ${says(other)}`);
      }
    });
  }
  for (const pic of document.querySelectorAll(".pic")) {
    for (const part of pic.querySelectorAll("playing-card, .stack, .die, .wild, .numbers")) {
      if (outside(box(part), box(pic))) wrong.push(`${part.tagName} leaves ${pic.closest("li").dataset.game}`);
    }
  }
  for (const each of document.querySelectorAll("main button, main select, main a, #head a")) {
    const { width, height } = box(each);
    const small = each.checkVisibility() && (height < 43.5 || width < 43.5);
    if (small) wrong.push(`${says(each)} is ${width} by ${height}`);
  }
  const page = document.documentElement.scrollWidth;
  if (page > innerWidth) wrong.push(`the page is ${page} wide`);
  return wrong;
}"""


@pytest.mark.parametrize("wider", [False, True], ids=["font", "wider font"])
@pytest.mark.parametrize("floor", ["address", "palace"])
def test_nothing_overlaps_or_is_cut_in_any_window(
    browser: Browser, request: pytest.FixtureRequest, floor: str, wider: bool
) -> None:
    """Also with a seat elsewhere, a long name of the house and stakes to choose."""
    at = request.getfixturevalue(floor)
    visitor = Visitor(browser, at, "phone")
    page = visitor.page
    visitor.sit("high-card-flush-1" if floor == "address" else "flush-low")
    page.evaluate("localStorage.setItem('pitboss last played', 'high-card-flush')")
    page.goto(at)
    page.locator("#mine li").wait_for()
    page.locator("#head .balance").wait_for()
    if wider:
        page.evaluate(WIDER)
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        visitor.is_still()
        assert page.evaluate(LIES_WRONG) == [], f"{width} by {height}"
    assert visitor.wrong == []
    visitor.context.close()


@pytest.mark.parametrize(("width", "columns"), [(700, 1), (1000, 2), (1280, 3), (1920, 3)])
def test_the_grid_has_as_many_columns_as_fit(browser: Browser, address: str, width: int, columns: int) -> None:
    visitor = a_visitor(browser, address, width, 800)
    lefts = visitor.page.locator(".table-card").evaluate_all("all => all.map((each) => each.getBoundingClientRect().x)")
    assert len({round(left) for left in lefts}) == columns
    visitor.context.close()


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 800)])
def test_axe_finds_nothing_serious(browser: Browser, palace: str, width: int, height: int) -> None:
    visitor = a_visitor(browser, palace, width, height)
    visitor.nothing_keeps_people_out()
    visitor.context.close()


def test_an_app_can_be_installed(browser: Browser, palace: str) -> None:
    """Chromium's own checks; a test's window is private, where nothing can be installed."""
    visitor = a_visitor(browser, palace, 1280, 800)
    session = visitor.context.new_cdp_session(visitor.page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    said = msgspec.json.decode(manifest["data"])
    assert (said["name"], said["start_url"], said["display"]) == ("The Golden Palace", "/", "standalone")
    found = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [each["errorId"] for each in found] == ["in-incognito"]
    visitor.context.close()
