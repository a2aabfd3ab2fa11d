"""The board on the screen: drawn as large as there is room, with a cursor moved by arrow keys, and clickable."""

from dataclasses import dataclass, replace
from functools import cached_property

from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from yurei.apps.terminal.fullscreen.painting import LARGE, SMALL, columns, painted, place, point_at, rows
from yurei.apps.terminal.fullscreen.picture import Picture

STEPS = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}


class Board(Widget):
    """A board.

    Args:
        picture: The picture.
        asked: Whether points can be chosen.

    Attributes:
        picture, asked: The picture that it shows, and as given.
        scale: Scale of the drawing: ``SMALL`` or ``LARGE``.
    """

    DEFAULT_CSS = "Board { width: auto; height: auto; }"

    @dataclass
    class Clicked(Message):
        """A point was clicked."""

        point: int

    class Aimed(Message):
        """The cursor has moved to another point, or to none."""

    def __init__(self, picture: Picture, *, asked: bool = False, id: str | None = None) -> None:
        super().__init__(id=id)
        self.picture, self.asked, self.scale = picture, asked, SMALL

    def show(self, picture: Picture) -> None:
        """Show another picture."""
        self.picture = picture
        self._paint_anew()

    def fit(self, width: int, height: int) -> None:
        """Choose the largest scale that fits.

        Args:
            width, height: Columns and rows that the board may take.
        """
        size = self.picture.size
        large = columns(size, LARGE) <= width and rows(size, LARGE) <= height
        self.scale = LARGE if large else SMALL
        self._paint_anew(layout=True)

    def _paint_anew(self, *, layout: bool = False) -> None:
        self.__dict__.pop("_strips", None)
        self.refresh(layout=layout)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """Return the columns of the picture."""
        return columns(self.picture.size, self.scale)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the rows of the picture."""
        return rows(self.picture.size, self.scale)

    @cached_property
    def _strips(self) -> list[Strip]:
        return painted(self.picture, self.scale)

    def render_line(self, y: int) -> Strip:
        """Return a row of the picture; blank below it."""
        return self._strips[y] if y < len(self._strips) else Strip.blank(self.size.width)

    def aim(self, point: int | None) -> None:
        """Move the cursor to a point, or to none."""
        if point != self.picture.aim and self.asked:
            self.show(replace(self.picture, aim=point))
            self.post_message(self.Aimed())
            if point is not None:
                across, down = place(point, self.picture.size, self.scale)
                around = Region(across - 2 * self.scale, down - self.scale, 4 * self.scale + 1, 2 * self.scale + 1)
                self.screen.scroll_to_widget(self, animate=False)
                if self.parent is not None and isinstance(self.parent, Widget):
                    self.parent.scroll_to_region(around, animate=False)

    def step(self, key: str) -> None:
        """Move the cursor one point; the first step goes to the last try, or to the middle of the board."""
        size, aim = self.picture.size, self.picture.aim
        if aim is None:
            last = self.picture.last
            self.aim(size.height // 2 * size.width + size.width // 2 if last is None else last[0])
            return
        self.aim(next(iter(size.stepped(aim, [STEPS[key]])), aim))

    def set_hand(self, cell: int) -> None:
        """Set the piece that a try would place."""
        self.show(replace(self.picture, hand=cell))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Move the cursor to the point under the mouse."""
        self.aim(point_at(event.x, event.y, self.picture.size, self.scale))

    def on_leave(self) -> None:
        """Hide the cursor when the mouse leaves the board."""
        self.aim(None)

    def on_click(self, event: events.Click) -> None:
        """Report a click on a point."""
        point = point_at(event.x, event.y, self.picture.size, self.scale)
        if point is not None and self.asked:
            self.post_message(self.Clicked(point))
