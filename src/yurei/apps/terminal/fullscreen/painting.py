"""Painting of boards for a terminal: large, with round stones, or small, with one sign a point. Both are squares.

Large, a point is four columns and two rows; small, two columns and one row. The names of the lines are around the wood.
"""

from collections.abc import Iterator

from textual.strip import Strip

from yurei.apps.terminal.drawing import is_star
from yurei.apps.terminal.fullscreen import paints
from yurei.apps.terminal.fullscreen.canvas import Canvas, Cell, mixed
from yurei.apps.terminal.fullscreen.picture import Picture
from yurei.rules.board import BLACK_GHOST, EMPTY
from yurei.rules.points import COLUMNS, Shape, Size

SMALL, LARGE = 1, 2
NAME = 3
"""Columns for the names of the rows, on either side."""

_CROSSINGS = ("┌┬┐", "├┼┤", "└┴┘")
_SMALL_SIGNS = {1: "●", 2: "●", 3: "∩", 4: "∩"}


def columns(size: Size, scale: int) -> int:
    """Return the number of columns of a board."""
    return 2 * scale * size.width + 2 * NAME + 1


def rows(size: Size, scale: int) -> int:
    """Return the number of rows of a board."""
    return scale * size.height + scale + 1


def place(point: int, size: Size, scale: int) -> tuple[int, int]:
    """Return the column and the row of a point."""
    row, column = divmod(point, size.width)
    return NAME + scale + 2 * scale * column, scale + scale * (size.height - 1 - row)


def point_at(across: int, down: int, size: Size, scale: int) -> int | None:
    """Return the point at a column and a row; None beside the wood."""
    if not (NAME <= across < columns(size, scale) - NAME and 1 <= down < rows(size, scale) - 1):
        return None
    column, row = (across - NAME) // (2 * scale), (down - 1) // scale
    return (size.height - 1 - min(row, size.height - 1)) * size.width + min(column, size.width - 1)


def painted(picture: Picture, scale: int) -> list[Strip]:
    """Return the rows of a board."""
    board = _Board(picture, scale)
    board.draw()
    return board.canvas.strips()


class _Board:
    def __init__(self, picture: Picture, scale: int) -> None:
        self.picture, self.size, self.scale = picture, picture.size, scale
        self.width, self.height = columns(self.size, scale), rows(self.size, scale)
        self.canvas = Canvas(self.width, self.height, Cell(" ", paints.NAMES, paints.ROOM))

    def draw(self) -> None:
        """Paint everything, from the wood upwards."""
        self.canvas.fill(NAME, 1, self.width - 2 * NAME, self.height - 2, paints.WOOD)
        self._names()
        for point in range(self.size.points):
            self._lines(point)
        for point in range(self.size.points):
            self._ground(point)
        for point, cell in self._pieces():
            self._small_piece(point, cell) if self.scale == SMALL else self._large_piece(point, cell)
        self._marks()

    def _names(self) -> None:
        for column in range(self.size.width):
            across = place(column, self.size, self.scale)[0]
            for down in (0, self.height - 1):
                self.canvas.put(across, down, COLUMNS[column])
        for row in range(self.size.height):
            down = place(row * self.size.width, self.size, self.scale)[1]
            self.canvas.put(0, down, f"{row + 1:2}")
            self.canvas.put(self.width - 2, down, f"{row + 1:<2}")

    def _lines(self, point: int) -> None:
        """Paint the crossing of a point, and the lines to its right and down; on a torus they run over the edge."""
        row, column = divmod(point, self.size.width)
        across, down = place(point, self.size, self.scale)
        put, star, torus = self.canvas.put, is_star(point, self.size), self.size.shape is Shape.TORUS
        put(across, down, "•" if star else self._crossing(row, column), paints.LINE, bold=star)
        if column < self.size.width - 1:
            put(across + 1, down, "─" * (2 * self.scale - 1), paints.LINE)
        elif torus:
            put(across + 1, down, "─" * self.scale, paints.LINE)
        if torus and not column:
            put(NAME, down, "─" * self.scale, paints.LINE)
        if self.scale == LARGE and (row or torus):
            put(across, down + 1, "│", paints.LINE)
        if self.scale == LARGE and torus and row == self.size.height - 1:
            put(across, down - 1, "│", paints.LINE)

    def _crossing(self, row: int, column: int) -> str:
        width, height = self.size.width, self.size.height
        if self.size.shape is Shape.TORUS:
            return "┼"
        if 1 in (width, height):
            return "·" if width == height else "─" if height == 1 else "│" if self.scale == LARGE else "·"
        up = 0 if row == height - 1 else 2 if row == 0 else 1
        side = 0 if column == 0 else 2 if column == width - 1 else 1
        return _CROSSINGS[up][side]

    def _ground(self, point: int) -> None:
        """Paint fog where a point is not seen, and heat where an opponent's piece is likely."""
        across, down = place(point, self.size, self.scale)
        if self.picture.fog >> point & 1:
            for left, top, width in self._bank(point, across, down):
                self.canvas.put(left, top, "░" * width, paints.WISP, paints.FOG)
        if self.picture.heat and (tenths := round(10 * self.picture.heat[point])):
            ground = mixed(paints.WOOD, paints.HEAT, 0.2 + 0.08 * tenths)
            side = self.scale - 1
            self.canvas.put(across - side, down, " " * (2 * side + 1), "#ffffff", ground)
            self.canvas.put(across, down, "#" if tenths == 10 else str(tenths), "#ffffff", ground, bold=True)

    def _bank(self, point: int, across: int, down: int) -> Iterator[tuple[int, int, int]]:
        """Yield the cells of fog of a point: they join to the right and below if there is fog too."""
        fog, width, side = self.picture.fog, self.size.width, self.scale - 1
        right = (point + 1) % width and fog >> point + 1 & 1
        below = point >= width and fog >> point - width & 1
        yield across - side, down, 2 * side + 1 + bool(right)
        if below and self.scale == LARGE:
            both = right and fog >> point - width + 1 & 1
            yield across - side, down + 1, 2 * side + 1 + bool(both)

    def _pieces(self) -> Iterator[tuple[int, int]]:
        return ((point, cell) for point, cell in enumerate(self.picture.cells) if cell != EMPTY)

    def _tone(self, cell: int) -> paints.Tone:
        """Return the colours of a piece, mixed with wood if the piece may be gone."""
        tone = paints.TONES[cell]
        if not self.picture.uncertain:
            return tone
        top, body, foot = (mixed(colour, paints.WOOD, 0.3) for colour in (tone.top, tone.body, tone.foot))
        return paints.Tone(top, body, foot, tone.mark)

    def _small_piece(self, point: int, cell: int) -> None:
        across, down = place(point, self.size, SMALL)
        sign = "◍" if self.picture.uncertain and cell < BLACK_GHOST else _SMALL_SIGNS[cell]
        self.canvas.put(across, down, sign, paints.TONES[cell].body, bold=True)

    def _large_piece(self, point: int, cell: int) -> None:
        across, down = place(point, self.size, LARGE)
        tone, canvas = self._tone(cell), self.canvas
        if cell >= BLACK_GHOST:
            self._half(across - 1, down - 1, "▗▄▖", "▄", tone.top)
            canvas.put(across - 1, down, "• •", tone.mark, tone.body, bold=True)
            self._half(across - 1, down + 1, "▘▝▘", "▀", tone.foot)
            return
        self._half(across - 1, down - 1, "▄▄▄", "▄", tone.top)
        self._half(across - 1, down + 1, "▀▀▀", "▀", tone.foot)
        self._half(across - 2, down, "▐", "▐", tone.body)
        self._half(across + 2, down, "▌", "▌", tone.body)
        if self.picture.uncertain:
            canvas.put(across - 1, down, "▒▒▒", mixed(tone.body, paints.WOOD, 0.75), tone.body)
        else:
            canvas.put(across - 1, down, "   ", tone.mark, tone.body)

    def _half(self, across: int, down: int, shape: str, half: str, colour: str) -> None:
        """Paint one edge of a piece, on cells whose other half may belong to a neighbour."""
        for column, sign in enumerate(shape, across):
            old = self.canvas[column, down]
            if old.text in _OTHER_HALF[half]:
                self.canvas.put(column, down, half, colour, old.ink)
            else:
                self.canvas.put(column, down, sign, colour)

    def _marks(self) -> None:
        """Mark the points just taken, the last try, and the cursor."""
        picture, put = self.picture, self.canvas.put
        for point in picture.taken:
            if picture.cells[point] == EMPTY:
                put(*place(point, self.size, self.scale), "◌", paints.TAKEN, bold=True)
        for point, sign in picture.signs.items():
            put(*place(point, self.size, self.scale), sign, self._sign_ink(picture.cells[point]), bold=True)
        if picture.last is not None:
            point, refused = picture.last
            self._last(point, refused=refused)
        if picture.aim is not None:
            self._aim(picture.aim)

    def _sign_ink(self, cell: int) -> str:
        if cell == EMPTY:
            return paints.TAKEN
        return paints.TONES[cell].mark if self.scale == LARGE else paints.AIM

    def _last(self, point: int, *, refused: bool) -> None:
        across, down = place(point, self.size, self.scale)
        cell = self.picture.cells[point]
        if refused:
            lies = cell != EMPTY or bool(self.picture.heat and round(10 * self.picture.heat[point]))
            self.canvas.put(across, down, "×", paints.REFUSED_ON_DARK if lies else paints.REFUSED, bold=True)
        elif cell != EMPTY and self.scale == LARGE:
            tone = self._tone(cell)
            self.canvas.put(across, down, "○", tone.mark, tone.body, bold=True)
        elif cell != EMPTY:
            self.canvas.put(across, down, "◉" if cell < BLACK_GHOST else "Ω", bold=True)

    def _aim(self, point: int) -> None:
        across, down = place(point, self.size, self.scale)
        if self.picture.cells[point] == EMPTY and self.picture.hand != EMPTY:
            hand = mixed(paints.TONES[self.picture.hand].body, paints.WOOD, 0.4)
            if self.scale == LARGE:
                self.canvas.put(across - 1, down, "   ", paints.TONES[self.picture.hand].mark, hand)
            else:
                self.canvas.put(across, down, _SMALL_SIGNS[self.picture.hand], hand, bold=True)
        self.canvas.put(across - self.scale, down, "[", paints.AIM, self._side(across - self.scale, down), bold=True)
        self.canvas.put(across + self.scale, down, "]", paints.AIM, self._side(across + self.scale, down), bold=True)

    def _side(self, across: int, down: int) -> str:
        return paints.FOG if self.canvas[across, down].text == "░" else paints.WOOD


_OTHER_HALF = {"▄": "▀▘▝", "▀": "▄▗▖", "▐": "▌", "▌": "▐"}
"""For each half of a cell, the signs of the other half."""
