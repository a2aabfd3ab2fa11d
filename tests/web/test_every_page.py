"""Every page that people come to, in light and in dark: nothing on it bars anybody.

A page that is new is added to the walk that comes by it, or in a walk of its own.
"""

from collections.abc import Callable, Iterator
from functools import partial

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # it has no types
from playwright.sync_api import Page, expect

from tests.day_and_night import first_by_day
from tests.web.people import Club, Person
from yurei.club.model.sanitize import LONGEST_NAME
from yurei.problems import collection

Walk = Callable[[Club], Iterator[tuple[str, Person]]]


def goes_to(person: Person, *addresses: str) -> Iterator[tuple[str, Person]]:
    for address in addresses:
        person.page.goto(address)
        yield address, person


def in_front(club: Club) -> Iterator[tuple[str, Person]]:
    person = club.person()
    addresses = ("/learn", "/learn/go?at=3", "/learn/no-seki-go?at=3&referee=hamburg", "/learn/referees")
    yield from goes_to(person, "/", *addresses, "/you", "/watch", "/nothing")
    person.page.goto("/new?size=7&opponent=yurei")
    for rarer in person.page.locator("details.row summary").all():
        rarer.click()
    yield "a new game", person


def in_a_guided_game(club: Club) -> Iterator[tuple[str, Person]]:
    """Led by a coach, with marks where he points, to the reveal."""
    end = "C3.D3.D4.D2.E3.E4.E2.C2.pencil-white-C2.pencil-white-A5.B2.C4.C5.D1.pass"
    games = ("", "/no-seki-go?did=C3.ghost-C4.ghost-D3", f"/go?did={end}")
    yield from goes_to(club.person(), *(f"/learn/first{game}" for game in games))


def at_the_analysis_board(club: Club) -> Iterator[tuple[str, Person]]:
    """A position with the values of its moves, one set up that cannot occur, and first moves alone."""
    queries = ("", "?board=.../.B./...&to_move=white&moves=A2.B1&after=1", "?board=BB/BB", "?size=1x20")
    yield from goes_to(club.person(), *(f"/analysis{query}" for query in queries))


def at_problems(club: Club) -> Iterator[tuple[str, Person]]:
    """Today's, a series, a sheet, one of each kind, and one's own. The journeys of problems look as closely at solved ones."""
    kinds = {problem.kind: f"/problems/{problem.id}" for problem in collection().values()}
    lists = ("/problems", "/problems/series/endgame/2", "/problems/sheet", "/you/problems")
    yield from goes_to(club.person(), *lists, *kinds.values())


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
    white.hears("Black has moved, White to move.")
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


def makes_evening(host: Page, names: tuple[str, ...], rounds: int) -> tuple[str, dict[str, str]]:
    """The host makes an evening on one page, and prints the links; its address, and the links by name."""
    host.goto("/evenings/new")
    host.get_by_label("a name on each line").fill("\n".join(names))
    host.get_by_label("Name of the evening").fill("W" * 60)
    host.get_by_label("Rounds").fill(f"{rounds}")
    host.locator("[name=size][value=own]").check()
    host.locator("[name=width]").fill("3")
    host.get_by_role("button", name="Make the evening").click()
    expect(host.locator("#status")).to_have_text("The first round has not begun yet.")
    address = host.url
    host.goto(f"{address}/print")
    codes = host.locator(".code:has(a)")
    links = dict(zip(codes.locator(".who").all_inner_texts(), codes.locator("a").all_inner_texts(), strict=True))
    assert tuple(links) == names
    expect(host.get_by_role("img", name=f"The link of {names[0]}")).to_be_visible()
    host.goto(address)
    return address, links


def at_an_evening(club: Club) -> Iterator[tuple[str, Person]]:
    """Names as long as they may be, and everything unfolded."""
    host, player, reader = (club.person() for _ in range(3))
    host.page.goto("/evenings/new")
    yield "making an evening", host
    names = ("Unbreakable-name-here"[:LONGEST_NAME], "W" * LONGEST_NAME, "雨" * LONGEST_NAME)
    address, links = makes_evening(host.page, names, 1)
    player.page.goto(links[names[0]])
    yield "a player's own page", player
    host.page.locator("#next-round button").click()
    expect(host.page.locator("#rounds")).to_be_visible()
    for person, path in ((host, ""), (host, "/print"), (host, "/wall"), (reader, "")):
        person.page.goto(f"{address}{path}")
        person.page.evaluate("document.querySelectorAll('main details').forEach((each) => { each.open = true; })")
        yield f"/evening{path}", person


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


BY_DAY: tuple[Walk, ...] = (in_front, in_the_lobby, at_a_table)
WALKS = (*BY_DAY, in_a_guided_game, at_the_analysis_board, at_problems, at_an_evening, as_one_likes_it, at_other_tables)
COLOURS = ["color-contrast", "link-in-text-block"]
HOW_CLOSELY = first_by_day([("light", 4, (320,)), ("light", 1, (1280, 768, 390, 320)), ("dark", 1, ())])
"""By day axe looks at every fourth page of a walk, by night at all, in the dark at colours alone. It takes a second for each."""


@pytest.mark.parametrize("walk", first_by_day(WALKS, len(BY_DAY)), ids=[walk.__name__ for walk in WALKS])
@pytest.mark.parametrize(
    ("scheme", "step", "widths"), HOW_CLOSELY, ids=["in the narrowest window", "in every window", "in the dark"]
)
def test_axe_finds_no_violation_on_any_page(
    club: Club, walk: Walk, scheme: str, step: int, widths: tuple[int, ...]
) -> None:
    axe, found, seen = Axe(), [], 0
    # In the dark from the start: a page whose colours are just changing is half in the light.
    for name, person in walk(Club(partial(club.arrive, color_scheme=scheme))):
        person.page.wait_for_load_state()  # a link may have been followed just before
        wrong = [*too_wide(person.page, widths), *too_heavy(person.page)]
        if seen % step == 0:
            wrong += violations(axe, person.page, COLOURS if scheme == "dark" else [])
        found += [f"{name}: {each}" for each in wrong]
        seen += 1
    assert not found, "\n".join(found)
    assert seen, "a walk comes by some page"


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
