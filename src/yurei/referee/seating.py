"""Seatings: the order of the seats, and which seats share a board."""

from dataclasses import dataclass

from yurei.errors import unknown
from yurei.languages import N_
from yurei.rules.board import BLACK, WHITE, Colour


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat at the table, or the audience, which has no colour. Seats with the same board see each other's moves."""

    name: str
    colour: Colour | None
    board: str


AUDIENCE = Seat("audience", None, "audience")


@dataclass(frozen=True)
class Seating:
    """Seats in the order in which they move.

    Attributes:
        seats: Black's first seat, White's first seat, and so on, in turn.
        hands: How people sit: ``each`` in their own seat, ``one`` person in all seats, or a ``shared`` screen that is
            handed over.
    """

    slug: str
    title: str
    summary: str
    seats: tuple[Seat, ...]
    hands: str = "each"

    def seat(self, name: str) -> Seat:
        """Return the seat or the audience by its name; raise ``Unknown`` if no seat has this name."""
        for seat in (*self.seats, AUDIENCE):
            if seat.name == name:
                return seat
        raise unknown("seat", name, [seat.name for seat in (*self.seats, AUDIENCE)])

    def first(self, colour: Colour) -> int:
        """Return the index of the first seat of a colour."""
        return next(index for index, seat in enumerate(self.seats) if seat.colour is colour)


_TWO = (Seat(N_("black"), BLACK, "black"), Seat(N_("white"), WHITE, "white"))


def _four_seats(boards: tuple[str, str, str, str]) -> tuple[Seat, ...]:
    names = (N_("black-1"), N_("white-1"), N_("black-2"), N_("white-2"))
    return tuple(map(Seat, names, (BLACK, WHITE, BLACK, WHITE), boards))


ALL: list[Seating] = [
    Seating("duel", N_("Two players"), N_("Black and White in turn, each with their own board."), _TWO),
    Seating(
        "rengo",
        N_("Rengo, four boards"),
        N_("Four players in turn; each sees only the stones they placed themselves."),
        _four_seats(("black-1", "white-1", "black-2", "white-2")),
    ),
    Seating(
        "rengo-shared",
        N_("Rengo, two boards"),
        N_("Four players in turn; Black 1 and White 1 share a board, Black 2 and White 2 the other."),
        _four_seats(("board-1", "board-1", "board-2", "board-2")),
    ),
    Seating("solo", N_("Alone"), N_("One person or one program plays all seats."), _TWO, hands="one"),
    Seating(
        "one-device",
        N_("On one device"),
        N_("Two players hand a device over; between turns nothing is shown."),
        _TWO,
        hands="shared",
    ),
]


def get(slug: str) -> Seating:
    """Return the seating with this slug, or raise ``Unknown``."""
    for seating in ALL:
        if seating.slug == slug:
            return seating
    raise unknown("seating", slug, (seating.slug for seating in ALL))
