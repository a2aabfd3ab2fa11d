"""What is clicked is what is drawn, on every screen; and everybody can use the pages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # it has no types
from playwright.sync_api import Page

from tests.doors.web.people import Club, Person

MISSES = """
() => {
  const margin = 0.8, misses = [];
  const board = document.querySelector('#play .board');
  const [width, height] = [Number(board.dataset.w), Number(board.dataset.h)];
  const picture = board.querySelector('svg').getBoundingClientRect();
  const unit = picture.width / (width + 2 * margin);
  let looked = 0;
  for (const point of board.querySelectorAll('button')) {
    point.scrollIntoView({ block: 'center' });
    const drawn = board.querySelector('svg').getBoundingClientRect();
    const column = 'ABCDEFGHJKLMNOPQRSTUVWXYZ'.indexOf(point.value[0]);
    const row = height - Number(point.value.slice(1));
    const x = drawn.left + (margin + column + 0.5) * unit, y = drawn.top + (margin + row + 0.5) * unit;
    for (const [right, down] of [[0, 0], [0.3, 0.3], [0.3, -0.3], [-0.3, 0.3], [-0.3, -0.3]]) {
      looked += 1;
      const hit = document.elementFromPoint(x + right * unit, y + down * unit);
      if (hit !== point) misses.push(`${point.value} ${right} ${down}: ${hit?.value ?? hit?.tagName}`);
    }
  }
  const square = Math.abs(picture.height / (height + 2 * margin) - unit) < 0.01;
  return { looked, misses, square, wide: document.documentElement.scrollWidth - innerWidth };
}
"""


@pytest.mark.parametrize(("width", "height"), [(9, 9), (5, 13), (19, 2)], ids=lambda lines: str(lines))
def test_every_point_is_where_it_is_drawn(club: Club, width: int, height: int) -> None:
    person = club.person(reduced_motion="reduce")
    club.makes(person, opponent="solo", width=f"{width}", height=f"{height}")
    for across in (320, 360, 768, 1400):
        person.page.set_viewport_size({"width": across, "height": 900})
        seen = person.page.evaluate(MISSES)
        assert seen["misses"] == [], f"on a screen {across} wide"
        assert seen["looked"] == width * height * 5
        assert seen["square"], "a point is as high as wide"
        assert seen["wide"] <= 0, "nothing hangs over the edge"


def test_a_stone_is_drawn_on_the_point_that_was_clicked(club: Club) -> None:
    person = club.person(reduced_motion="reduce")
    club.makes(person, opponent="solo", width="5", height="13", referee="open")
    for point in ("A1", "E13", "C7"):
        person.tries(point)
        person.page.locator(f"#play use.stone[id$='-{point}']").wait_for()
        clicked = person.point(point).bounding_box()
        stone = person.page.locator(f"#play use.stone[id$='-{point}']").bounding_box()
        assert clicked is not None
        assert stone is not None
        near = clicked["width"] * 0.1  # stones lie a little off their points, and cast a shadow
        assert clicked["x"] + clicked["width"] / 2 == pytest.approx(stone["x"] + stone["width"] / 2, abs=near)
        assert clicked["y"] + clicked["height"] / 2 == pytest.approx(stone["y"] + stone["height"] / 2, abs=near)


def every_page(club: Club) -> Iterator[tuple[str, Person]]:
    """One after the other, every page that people come to."""
    black, white, referee, audience = (club.person() for _ in range(4))
    black.page.goto("/")
    yield "home", black
    black.page.goto("/new?size=7&opponent=yurei")
    for rarer in black.page.locator("details.row summary").all():
        rarer.click()
    yield "a new game", black
    for address in ("/learn", "/learn/go?at=3", "/learn/no-seki-go?at=3&referee=hamburg", "/learn/referees"):
        black.page.goto(address)
        yield address, black
    black.page.goto("/you")
    yield "you, before any game", black
    black.page.goto("/new?opponent=anybody&size=7")
    black.page.locator("#new button.great").click()
    yield "the lobby, waiting", black
    white.page.goto("/lobby")
    yield "the lobby, somebody waits", white
    black.page.locator("#mine button").click()
    black.page.goto("/nothing")
    yield "error", black
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
    yield "the other's turn, with ghosts and pencil marks", black
    yield "referee", referee
    yield "audience", audience
    white.passes()
    black.hears("White passes.")
    black.passes()
    black.page.locator(".settling").wait_for()
    yield "counting", black
    white.page.locator(".settling").wait_for()
    white.does("settle")
    black.does("settle")
    black.page.locator(".settling").wait_for(state="detached")
    yield "ended", black
    black.page.get_by_text("Replay, all boards").click()
    black.page.get_by_text("Forward").click()
    yield "replay", black
    club.makes(white, opponent="one-device", width="3")
    yield "curtain", white
    club.makes(white, ruleset="alter-igo", draw_by_agreement="true", width="3")
    white.does("offer")
    white.page.locator(".offer, .actions > p").first.wait_for()
    yield "invitations and a draw offer", white
    white.page.goto(white.page.url.rpartition("/")[0] + "/links")
    yield "links", white


def test_nothing_bars_anybody_from_any_page(club: Club) -> None:
    axe, found, seen = Axe(), [], 0
    for name, person in every_page(club):
        for scheme in ("light", "dark"):
            person.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
            found += [f"{name}, {scheme}: {violation}" for violation in violations(axe, person.page)]
            seen += 1
    assert not found, "\n".join(found)
    assert seen == 42


def violations(axe: Axe, page: Page) -> list[str]:
    """What axe finds wrong, and where."""
    return [
        f"{violation['id']} at {node['target']}: {node['failureSummary']}"
        for violation in axe.run(page).response["violations"]
        for node in violation["nodes"][:3]
    ]
