"""What is clicked is what is drawn, on every screen."""

import pytest

from tests.day_and_night import first_by_day
from tests.web.people import Club

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


@pytest.mark.parametrize(
    ("width", "height"),
    first_by_day([(5, 13), (9, 9), (19, 2), (19, 19)]),
    ids=lambda lines: str(lines),
)
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
        stones = person.page.locator(f"#play g[id$='-{point[1:]}'] use.stone")
        stones.wait_for()
        clicked = person.point(point).bounding_box()
        stone = stones.bounding_box()
        assert clicked is not None
        assert stone is not None
        near = clicked["width"] * 0.1  # stones lie a little off their points, and cast a shadow
        assert clicked["x"] + clicked["width"] / 2 == pytest.approx(stone["x"] + stone["width"] / 2, abs=near)
        assert clicked["y"] + clicked["height"] / 2 == pytest.approx(stone["y"] + stone["height"] / 2, abs=near)
