"""Whether a card table has room for what it shows: nothing overlaps or leaves the felt, no text is under 12 pixels.

With the font of the machine, and with one that is 15 % wider.
"""

from tests.web.browser import GAMES, OUTSIDE, OVER, PATIENT, SMALL, Visitor, a_table
from tests.web.pictures import look
from tests.web.test_playing import CARDS, play_on

ROOMS = [(360, 740), (390, 844), (844, 390), (820, 1180), (1280, 800), (1920, 1080), (2560, 1440)]
WIDER = "* { letter-spacing: .085em !important; }"
"""A letter is about 0.57 em wide: so much between two of them makes words 15 % wider."""
WEAR = """font => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(font);
  document.adoptedStyleSheets = [sheet];
}"""
BOTS = '"simple", "simple", "optimal", "random", "simple"'
PLAN = "".join(a_table(game, 1, bots=BOTS, betting=PATIENT) for game in CARDS)


def measured(visitor: Visitor, state: str) -> list[str]:
    """What is wrong in this state at any size."""
    page = visitor.page
    wrong: list[str] = []
    for width, height in ROOMS:
        page.set_viewport_size({"width": width, "height": height})
        for font in ("", WIDER):
            page.evaluate(WEAR, font)
            visitor.is_still()
            if not font:
                look(visitor, f"{state}-{width}x{height}")
            for what, found in (("over", OVER), ("outside", OUTSIDE), ("small", SMALL)):
                wrong += [
                    f"{state} {width}x{height}{' wide' * bool(font)} {what}: {each}" for each in page.evaluate(found)
                ]
    page.evaluate(WEAR, "")
    page.set_viewport_size({"width": 1280, "height": 800})
    return wrong


def sit_and_bet(visitor: Visitor, game: str) -> list[str]:
    """A chip on every area; what is wrong before the deal."""
    page = visitor.page
    visitor.sit(f"{game}-1")
    page.locator("button[data-area]").first.wait_for()
    page.click(f"button[data-area={GAMES[game]}]")
    for area in page.locator("button[data-area]").all():
        area.click()
    return measured(visitor, f"{game}-betting")


def play(visitor: Visitor, game: str) -> list[str]:
    """What is wrong at the first decision and in the result."""
    page = visitor.page
    page.click("[data-key=place]")
    page.locator("#choices [data-key^=decide]").or_(page.locator("#results li")).first.wait_for()
    wrong = measured(visitor, f"{game}-decision")
    play_on(visitor)
    return wrong + measured(visitor, f"{game}-result")
