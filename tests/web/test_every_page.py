"""Every page that people come to, in light and in dark: nothing on it bars anybody.

A page that is new is added to the walk that comes by it, or in a walk of its own.
"""

from collections.abc import Callable, Iterator
from functools import partial

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # it has no types
from playwright.sync_api import Page, expect

from tests.day_and_night import chosen_by_day, first_by_day
from tests.web.people import Club, Person
from yurei.problems import collection

Walk = Callable[[Club], Iterator[tuple[str, Person]]]


def in_front(club: Club) -> Iterator[tuple[str, Person]]:
    person = club.person()
    person.page.goto("/")
    yield "home", person
    person.page.goto("/new?size=7&opponent=yurei")
    for rarer in person.page.locator("details.row summary").all():
        rarer.click()
    yield "a new game", person
    addresses = ("/learn", "/learn/go?at=3", "/learn/no-seki-go?at=3&referee=hamburg", "/learn/referees")
    for address in (*addresses, "/you", "/watch", "/nothing"):
        person.page.goto(address)
        yield address, person


def in_a_guided_game(club: Club) -> Iterator[tuple[str, Person]]:
    """Led by a coach, with marks where he points, to the reveal."""
    person = club.person()
    end = "C3.D3.D4.D2.E3.E4.E2.C2.pencil-white-C2.pencil-white-A5.B2.C4.C5.D1.pass"
    for address in ("", "/no-seki-go?did=C3.ghost-C4.ghost-D3", f"/go?did={end}"):
        person.page.goto(f"/learn/first{address}")
        yield address, person


def at_the_analysis_board(club: Club) -> Iterator[tuple[str, Person]]:
    """A position with the values of its moves, one set up that cannot occur, and first moves alone."""
    person = club.person()
    for address in ("", "?board=.../.B./...&to_move=white&moves=A2.B1&after=1", "?board=BB/BB", "?size=1x20"):
        person.page.goto(f"/analysis{address}")
        yield f"/analysis{address}", person


def at_problems(club: Club) -> Iterator[tuple[str, Person]]:
    """Today's, a series, one's own, a sheet, and one of each kind before and after its end."""
    person = club.person()
    kinds = {problem.kind: problem for problem in collection().values()}
    pages = ("", "/series/endgame/2", "/sheet", *(f"/{problem.id}" for problem in kinds.values()))
    for address in pages:
        person.page.goto(f"/problems{address}")
        yield f"/problems{address}", person
    for problem in kinds.values():
        person.page.goto(f"/problems/{problem.id}")
        person.does("give-up")
        expect(person.page.locator("#problem.over")).to_be_visible(timeout=240_000)  # it may be compiled first
        yield f"/problems/{problem.id}, after the end", person
    person.page.goto("/you/problems")
    yield "/you/problems", person


def in_the_lobby(club: Club) -> Iterator[tuple[str, Person]]:
    one, other = club.person(), club.person()
    one.page.goto("/new?opponent=anybody&size=7")
    one.page.locator("#new button.primary").click()
    one.page.wait_for_url("**/lobby")  # with all its style sheets: half a page has no colours yet
    yield "the lobby, waiting", one
    other.page.goto("/lobby")
    yield "the lobby, somebody waits", other
    link = one.page.locator("#mine input[readonly]").input_value()
    one.page.goto(link)
    yield "one's own challenge", one
    one.page.goto("/lobby")
    other.page.goto(link)
    yield "a challenge by its link", other
    club.makes(other, opponent="yurei", width="3", watching="everybody", clock="5+3")
    other.page.goto("/watch")
    yield "games to watch", other
    one.page.get_by_role("button", name="Withdraw").click()


def at_a_table(club: Club) -> Iterator[tuple[str, Person]]:
    """A game from the referee's first look to the replay."""
    black, white, referee, audience = (club.person() for _ in range(4))
    links = club.makes(referee, ruleset="no-seki-go", referee="hamburg", colour="referee", width="3")
    yield "referee before the game", referee
    black.sits_down(links["black"])
    white.sits_down(links["white"])
    audience.sits_down(links["audience"])
    black.tries("B2")
    black.hears("Black has moved, White to move.")
    white.tries("B2")
    white.hears("There is already an opponent’s stone.")
    yield "own turn, after a refused try", white
    white.tries("A1")
    black.hears("White has moved, Black to move.")
    black.places_ghost("B3")
    white.hears("Black has moved, White to move.")
    for tool, point in (("black", "A1"), ("white", "C1"), ("dead", "A3"), ("cross", "C3")):
        black.takes(f"pencil-{tool}")
        black.tries(point)
        black.page.locator(f"#play .board :is(path, circle).pencil.{tool}").wait_for()
    black.page.locator(".resign summary").click()
    black.page.locator(".resign summary").click()
    black.opens_more()
    black.page.locator(".keys summary").click()
    yield "the other's turn, with ghosts and pencil marks, and a referee who asks", black
    yield "referee who asks", referee
    for player in (black, white):
        player.page.keyboard.press("Escape")  # an open menu lies over the referee's card
        player.page.locator("#admitting summary").click()
        player.page.get_by_role("button", name="Yes, show the board to the referee").click()
    referee.page.get_by_text("Reference board").wait_for()
    yield "referee", referee
    yield "audience", audience
    audience.page.goto(audience.page.url + "/projector")
    yield "projector", audience
    white.passes()
    black.hears("White passes.")
    black.passes()
    black.page.locator(".settling").wait_for()
    yield "counting", black
    white.page.locator(".settling").wait_for()
    white.does("settle")
    # A button that is drawn anew under the mouse is not pressed.
    expect(black.page.locator("#agreed")).not_to_be_empty()
    black.does("settle")
    black.page.locator(".settling").wait_for(state="detached")
    yield "ended", black
    black.page.get_by_role("link", name="Replay", exact=True).click()
    black.page.get_by_role("link", name="Back", exact=True).click()
    yield "replay", black
    black.page.locator("select[name=referee]").select_option("fog")
    black.page.locator(".board .fog").first.wait_for()
    yield "replay, in another referee's words", black
    white.page.goto("/you")
    yield "you, after a game", white


def as_one_likes_it(club: Club) -> Iterator[tuple[str, Person]]:
    """Clear colours, an aimed try, what was just taken, all that was said."""
    person = club.person()
    club.makes(person, opponent="solo", width="3")
    person.page.get_by_text("Sound and appearance").click()
    for like in ("High contrast, without wood and shadows", "Always asks for confirmation"):
        person.page.get_by_label(like).check()
    yield "likes", person
    person.page.get_by_text("Sound and appearance").click()
    for point in ("A1", "A2", "C3", "B1"):
        for _ in range(2):
            person.page.locator(f"#play [role=gridcell][value={point}]").click()
    person.page.locator("#play .taken").wait_for()
    person.page.locator("#play [role=gridcell][value=A1]").click()
    yield "an aimed try, in clear colours", person
    person.page.goto(person.page.url + "/heard")
    yield "all that was said", person


def at_other_tables(club: Club) -> Iterator[tuple[str, Person]]:
    """The curtain, an offer, the links, and what is behind one of them."""
    person = club.person()
    club.makes(person, opponent="one-device", width="3")
    yield "curtain", person
    links = club.makes(person, ruleset="alter-igo", draw_by_agreement="true", width="3")
    person.does("offer")
    person.page.locator(".offer, #section-notices .note").first.wait_for()
    yield "invitations and a draw offer", person
    table = person.page.url
    person.page.goto(table + "/program")
    yield "a program's token", person
    person.page.goto(table.rpartition("/")[0] + "/links")
    yield "links", person
    invited = club.person()
    invited.looks_at(links["white"])
    yield "invited", invited


WALKS: tuple[Walk, ...] = (
    in_front,
    in_a_guided_game,
    at_the_analysis_board,
    at_problems,
    in_the_lobby,
    at_a_table,
    as_one_likes_it,
    at_other_tables,
)


BY_DAY = [in_front, in_the_lobby, at_a_table]
"""The walks that are walked by day, too. The journeys of problems look as closely at solved ones."""
BY_WALK = pytest.mark.parametrize(
    "walk", chosen_by_day(WALKS, BY_DAY.__contains__), ids=[walk.__name__ for walk in WALKS]
)


def pages(walk: Walk, club: Club) -> Iterator[tuple[str, Person]]:
    """The pages that a walk comes by, each once it is there: a link may have been followed just before."""
    for name, person in walk(club):
        person.page.wait_for_load_state()
        yield name, person


HOW_CLOSELY = first_by_day([(4, (320,)), (1, (1280, 768, 390, 320))])
"""By day axe looks at every fourth page of a walk, by night at all. It takes a second for each."""
COLOURS = ["color-contrast", "link-in-text-block"]
"""What is looked at in the dark, where a page is the same but for its colours."""


@BY_WALK
@pytest.mark.parametrize(("step", "widths"), HOW_CLOSELY, ids=["in the narrowest window", "in every window"])
def test_axe_finds_no_violation_on_any_page(club: Club, walk: Walk, step: int, widths: tuple[int, ...]) -> None:
    axe, found, seen = Axe(), [], 0
    for name, person in pages(walk, club):
        if seen % step == 0:
            found += [f"{name}: {violation}" for violation in violations(axe, person.page, [])]
        found += [f"{name}: {wrong}" for wrong in (*too_wide(person.page, widths), *too_heavy(person.page))]
        seen += 1
    assert not found, "\n".join(found)
    assert seen, "a walk comes by some page"


@pytest.mark.nightly
@BY_WALK
def test_every_page_can_be_read_in_the_dark(club: Club, walk: Walk) -> None:
    axe, found = Axe(), []
    # In the dark from the start: a page whose colours are just changing is half in the light.
    for name, person in pages(walk, Club(partial(club.arrive, color_scheme="dark"))):
        found += [f"{name}: {violation}" for violation in violations(axe, person.page, COLOURS)]
    assert not found, "\n".join(found)


HEAVIEST = 115_000
WEIGHT = """async () => {
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => name.includes("/static/"));
  const sizes = [...new Set(loaded)].map(async (name) => (await (await fetch(name)).blob()).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, new Blob([document.documentElement.outerHTML]).size);
}"""
"""The page itself and all that it loads, in bytes as they are before any compression."""


def too_wide(page: Page, widths: tuple[int, ...]) -> Iterator[str]:
    """At which widths of the window something has to be scrolled sideways."""
    usual = page.viewport_size
    assert usual is not None
    for width in widths:
        page.set_viewport_size({"width": width, "height": 800})
        needed = page.evaluate("document.documentElement.scrollWidth")
        if needed > width:
            yield f"is {needed} px wide in a window of {width}"
    page.set_viewport_size(usual)


def too_heavy(page: Page) -> Iterator[str]:
    weight = page.evaluate(WEIGHT)
    assert weight > 20_000, "all that it loads is weighed"
    if weight > HEAVIEST:
        yield f"weighs {weight} bytes"


AXE = "options => axe.run(options).then(({ violations, passes }) => ({ violations, passes: passes.length }))"
"""Told what is wrong alone: what is right of a page is many times the page."""


def violations(axe: Axe, page: Page, rules: list[str]) -> list[str]:
    """What axe finds wrong by these rules, and where."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe.axe_script)
    found = page.evaluate(AXE, {"resultTypes": ["violations"], **({"runOnly": rules} if rules else {})})
    assert found["passes"], "some rule has something to say of every page"
    return [
        f"{violation['id']} at {node['target']}: {node['failureSummary']}"
        for violation in found["violations"]
        for node in violation["nodes"][:3]
    ]
