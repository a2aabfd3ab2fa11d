"""Marks and lines of a drawn board leave free what a reader looks for: a ghost's face, and the coordinates."""

import re
from math import hypot

import pytest

from tests.web.people import Club
from tests.web.wire import House, make
from yurei.apps.web.board.paints import PAINTS

RING = re.compile(r'class="last (\w+)[^"]*" d="M[\d.]+ [\d.]+a(\d*\.\d+)')
PEN = 0.085
"""Width of the ring's stroke, see board.css."""
BY_HAND = hypot(0.027, 0.024)
"""How far a piece may lie from its point."""


def radius_of_the_face() -> float:
    """How far the eyes and the mouth of a ghost reach from the middle of the drawing."""
    ellipses = re.findall(r"<ellipse ([^>]*)/>", re.findall(r'<g class="eyes">(.*?)</g>', PAINTS)[0])
    sizes = [{name: float(value) for name, value in re.findall(r'(\w+)="([-.\d]+)"', each)} for each in ellipses]
    assert len(sizes) == 3
    return max(hypot(abs(s.get("cx", 0)) + s["rx"], abs(s.get("cy", 0)) + s["ry"]) for s in sizes)


def test_the_ring_of_the_last_move_goes_around_the_face_of_a_ghost(house: House) -> None:
    made = make(house, ruleset="no-seki-go", width="5")
    for seat, do, at in (("black", "stone", "C3"), ("white", "stone", "E5"), ("black", "ghost", "C4")):
        made.act(seat, do, at)
    [(kind, radius)] = RING.findall(made.part("black"))
    assert kind == "accepted"
    assert float(radius) - PEN / 2 > radius_of_the_face() + BY_HAND
    [(kind, radius)] = RING.findall(made.part("white"))
    assert float(radius) < 0.3, "on a stone it is small"


INTERSECTIONS = """
() => {
  const board = document.querySelector('#play .board svg'), lines = board.querySelector('.lines').getBBox(), cut = [];
  let glyphs = 0;
  for (const text of board.querySelectorAll('.coordinates text')) {
    for (let at = 0; at < text.getNumberOfChars(); at += 1) {
      const glyph = text.getExtentOfChar(at), ascent = glyph.height * 0.75; // a digit has no descender
      glyphs += 1;
      const beside = glyph.x + glyph.width <= lines.x || glyph.x >= lines.x + lines.width;
      const baseline = text.getStartPositionOfChar(at).y;
      const above = baseline <= lines.y || baseline - ascent * 0.8 >= lines.y + lines.height;
      if (!beside && !above) cut.push(`${text.textContent} ${at}`);
    }
  }
  return { cut, glyphs };
}
"""


@pytest.mark.parametrize("lines", ["5", "19"])
def test_lines_of_a_torus_leave_the_coordinates_free(club: Club, lines: str) -> None:
    person = club.person()
    club.makes(person, ruleset="toroidal-go", opponent="solo", width=lines)
    for across in (390, 1440):
        person.page.set_viewport_size({"width": across, "height": 900})
        found = person.page.evaluate(INTERSECTIONS)
        assert found["glyphs"] >= 4 * int(lines)
        assert found["cut"] == []


def test_lines_of_a_torus_run_on_beyond_its_outer_points(house: House) -> None:
    page = make(house, ruleset="toroidal-go", width="5").part("black")
    flat = make(house, ruleset="go", width="5").part("black")
    first = [float(re.findall(r'class="lines" d="M([\d.]+)', text)[0]) for text in (page, flat)]
    assert first[0] < first[1] - 0.4
