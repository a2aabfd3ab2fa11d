"""By night, in WebKit and in Firefox: a first game, a game with a clock, one device, a count, a replay, and the pages of a phone."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from tests.journeys import other_engines
from tests.journeys.journey import WALLS
from tests.journeys.other_engines import Firefox, Visitor, WebKit
from tests.journeys.test_windows import OUTSIDE, WINDOWS
from tests.web.people import Server

pytestmark = [pytest.mark.nightly, pytest.mark.timeout(600)]
Arrive = Callable[[], Visitor]

DESK, PHONE = (1440, 900), (390, 844)
NARROWEST = 447
"""So wide is WebKitGTK's browser at least: it keeps room for its own buttons."""
PHONE_PAGES = [
    "/",
    "/new",
    "/lobby",
    "/watch",
    "/learn",
    "/learn/go",
    "/learn/referees",
    "/learn/first",
    "/you",
    "/evenings/new",
]


@pytest.fixture(params=["webkit", "firefox"])
def engine(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    if name == "webkit" and other_engines.find_mini_browser() is None:
        pytest.skip("needs WebKitGTK's driver: apt-get install webkit2gtk-driver xvfb")
    if name == "firefox" and other_engines.find_firefox() is None:
        pytest.skip("needs Firefox: apt-get install firefox-esr")
    return name


@pytest.fixture(params=[DESK, PHONE], ids=["desk", "phone"])
def arrive(request: pytest.FixtureRequest, engine: str, server: Server) -> Iterator[Arrive]:
    """Bring somebody with a browser of their own. At the end nobody's page has had a fault."""
    width, height = request.param
    visitors: list[Visitor] = []
    with ExitStack() as open_ones:
        if engine == "firefox":
            connection = open_ones.enter_context(other_engines.firefox())
            opens: Callable[[], WebKit | Firefox] = lambda: Firefox(connection)  # noqa: E731
        else:
            display = open_ones.enter_context(other_engines.screen())
            opens = lambda: open_ones.enter_context(other_engines.webkit(display))  # noqa: E731

        def come() -> Visitor:
            visitors.append(Visitor(opens(), server.address, width, height))
            return visitors[-1]

        yield come
        for visitor in visitors:
            visitor.has_no_faults()


def makes(visitor: Visitor, **fields: str) -> dict[str, str]:
    visitor.goes_to("/new")
    for name, value in {"size": "own", "width": "5", "height": "5", **fields}.items():
        visitor.chooses(f"#new [name={name}]:is([type=radio][value='{value}'], :not([type=radio]))", value)
    visitor.clicks("#new button.primary")
    visitor.is_shown("#table")
    links: list[str] = visitor.browser.evaluate(
        "[...document.querySelectorAll('#invitations input')].map(each => each.value)"
    )
    return {link.split("/")[-2]: link for link in links}


def duel(arrive: Arrive, **fields: str) -> tuple[Visitor, Visitor]:
    black, white = arrive(), arrive()
    white.goes_to(makes(black, **fields)["white"])
    white.clicks(".offered .primary")
    white.is_shown("#play .board")
    black.is_shown("#at-white.here")
    return black, white


def play(tries: str, *movers: Visitor) -> None:
    """Make tries in turn; after each one the next mover's turn comes."""
    points = tries.split()
    for number, tried in enumerate(points):
        mover, after = movers[number % len(movers)], movers[(number + 1) % len(movers)]
        mover.is_shown("#turn.yours")
        mover.passes() if tried == "pass" else mover.tries(tried)
        if number + 1 < len(points):
            after.is_shown("#turn.yours")


def test_the_first_game_leads_to_the_reveal(arrive: Arrive) -> None:
    newcomer = arrive()
    newcomer.goes_to("/")
    newcomer.clicks(".guided-offer a[href='/learn/first/go']")
    newcomer.is_shown(".coach .todo")
    while not newcomer.has("#guided.ended"):
        step = newcomer.browser.evaluate("document.querySelector('#guided progress').value")
        if newcomer.has(".passing .primary"):
            newcomer.clicks(".passing .primary")
        else:
            if newcomer.has(".tool.pointed"):
                newcomer.clicks(".tool.pointed")
            newcomer.clicks("#play .pointed[name=at]")
        newcomer.awaits(f"document.querySelector('#guided progress').value !== {step}")
    newcomer.hears("wins by")


@pytest.mark.parametrize("clock", ["byo-yomi", "fischer", "canadian", "absolute", "simple", "correspondence"])
def test_a_game_with_a_clock_is_played_to_its_count(arrive: Arrive, clock: str) -> None:
    black, white = duel(arrive, clock=clock)
    play("C1 D1 C2 D2", black, white)
    black.is_shown("#turn.yours")
    black.tries("D1")
    for person in (black, white):
        person.hears("Illegal move.")
        person.is_shown("#clock-black [role=timer]")
    play("C3 D3 C4 D4 C5 D5 pass pass", black, white)
    for person in (black, white):
        person.is_shown(".settling")
        person.does("settle")
    for person in (black, white):
        person.hears("White wins by 2.5 points.")
        person.sees(WALLS, on="reference")


def lift_the_curtain(person: Visitor) -> None:
    """Take the device and say so; a click that comes sooner than 0.4 s after it is the second half of a double click."""
    person.clicks(".curtain button")
    person.is_shown("#play .board")
    time.sleep(0.5)


def test_one_device_is_handed_over(arrive: Arrive) -> None:
    both = arrive()
    makes(both, opponent="one-device")
    for point in ("C1", "D1", "C2", "D2"):
        lift_the_curtain(both)
        both.tries(point)
        both.is_shown(".curtain")
    for _ in range(2):
        lift_the_curtain(both)
        both.passes()
    both.sees("C1 black, C2 black, D1 white, D2 white", on="reference")
    both.does("settle")
    both.hears("wins by")


def test_dead_stones_are_disputed_and_played_out(arrive: Arrive) -> None:
    black, white = duel(arrive)
    play("B1 A1 B2 D4 C3 E4 pass pass", black, white)
    white.is_shown(".settling")
    white.tries("A1")
    for appears in ("#marked", "#proposed"):  # what comes late moves all that is below it
        black.is_shown(appears)
    black.clicks(".dispute > summary")
    black.does("dispute")
    for person in (black, white):
        person.is_shown("#disputed")  # in the count it is everybody's turn
    play("pass A2 pass pass", white, black)
    for person in (black, white):
        person.awaits("(document.querySelector('#found')?.textContent ?? '').includes('A1')")
        person.hears("White wins by 6.5 points.")


def test_a_game_is_replayed(arrive: Arrive) -> None:
    black, white = duel(arrive)
    play("C3 C4 B4 E1", black, white)
    black.is_shown("#turn.yours")
    black.clicks(".resign > summary")
    black.does("resign")
    for person in (black, white):
        person.hears("White wins by resignation.")
    white.clicks(".after a[href*='/replay?at=']:not([href*='#'])")
    white.is_shown("#moment")
    white.clicks("a[data-key=Home]")
    white.awaits("document.querySelector('#moment').value === '0'")
    for _ in range(4):
        before = white.browser.evaluate("document.querySelector('#moment').value")
        white.clicks("a[data-key=ArrowRight]")
        white.awaits(f"document.querySelector('#moment').value !== '{before}'")
    white.sees("B4 black, C3 black, C4 white, E1 white", on="reference")
    white.clicks("a[data-key=Home]")
    white.sees("", on="reference")


@pytest.mark.parametrize("arrive", [PHONE], ids=["phone"], indirect=True)
def test_no_page_is_wider_than_a_phone(arrive: Arrive) -> None:
    visitor = arrive()
    for page in PHONE_PAGES:
        visitor.goes_to(page)
        visitor.is_shown("main")
        visitor.has_no_faults()


@pytest.mark.parametrize("arrive", [DESK], ids=["desk"], indirect=True)
@pytest.mark.parametrize("size", ["9", "13", "19"])
def test_all_that_a_turn_needs_is_inside_every_window(arrive: Arrive, engine: str, size: str) -> None:
    black, white = duel(arrive, width=size, height=size, clock="5+5x30(b)")
    play("C3 D4 E5 C5 D3", black, white)
    for width, height in WINDOWS:
        if engine == "firefox" or width >= NARROWEST:
            black.browser.resizes(width, height)
            time.sleep(1)
            assert black.browser.evaluate(f"({OUTSIDE})()") == [], f"{width}x{height}"


@pytest.mark.parametrize("arrive", [DESK], ids=["desk"], indirect=True)
@pytest.mark.parametrize(
    "widths", [[(1180, 820), (820, 1180)], [(1440, 900), (600, 900), (NARROWEST, 900)]], ids=["tablet", "window"]
)
def test_a_board_keeps_its_size_where_the_window_becomes_narrow(arrive: Arrive, widths: list[tuple[int, int]]) -> None:
    visitor = arrive()
    visitor.browser.resizes(*widths[0])
    makes(visitor, size="9")
    for width, height in widths[1:]:
        visitor.browser.resizes(width, height)
        time.sleep(1)
        board = "document.querySelector('#play .board').getBoundingClientRect().width"
        turned = visitor.browser.evaluate(board)
        assert turned > 0.6 * width, f"{turned} px of {width}"  # below it is room for announcements and tools
        visitor.goes_to(visitor.browser.evaluate("location.href"))
        visitor.is_shown("#play .board")
        assert turned == pytest.approx(visitor.browser.evaluate(board), abs=1), "as on a page that is loaded anew"
