"""Standings of an evening: ranked by points, then SOS, then SOSOS."""

from __future__ import annotations

from dataclasses import dataclass

from yurei.club.tournaments.evening import Evening


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """A row of the standings; points, SOS and SOSOS are in half points.

    Attributes:
        place: From 1; players equal in everything share it.
        number: The player's number.
        points: A win counts one, a draw a half, a bye is a win.
        sos: The points of all opponents. A bye adds nothing.
        sosos: The SOS of all opponents.
    """

    place: int
    number: int
    points: int
    sos: int
    sosos: int


def standings(evening: Evening) -> list[StandingsRow]:
    """Return the current standings, the first place first; equal players in the order of the list."""
    entrants = evening.entrants()
    points = {each.number: each.points for each in entrants}
    sos = {each.number: sum(points[other] * times for other, times in each.met.items()) for each in entrants}
    sosos = {each.number: sum(sos[other] * times for other, times in each.met.items()) for each in entrants}
    results = {number: (points[number], sos[number], sosos[number]) for number in points}
    better = {number: sum(other > own for other in results.values()) for number, own in results.items()}
    ordered = sorted(results, key=lambda number: (better[number], number))
    return [StandingsRow(better[number] + 1, number, *results[number]) for number in ordered]
