"""Section 4, "atari, exactly": who is put into atari by a move, and who only stays there."""

import pytest

from tests.playing import play, state
from yurei.rules import BLACK, WHITE, Colour

BOTH = {BLACK, WHITE}

# A board, a move of Black's, and who has newly been put into atari by it.
MOVES: dict[str, tuple[str, str, set[Colour]]] = {
    "a string is left one liberty": (".../.../W..", "A2", {WHITE}),
    "a string keeps two liberties": (".../.../.W.", "B2", set()),
    "the stone just played counts as not having been in atari": (".../.../.W.", "A1", {BLACK}),
    "a move can do both": (".../.../W.W", "B1", BOTH),
    "a string that was in atari already is not put there again": (".../B../W..", "C3", set()),
    "nor named beside one that was not": ("W.../B.../..../W...", "A2", {WHITE}),
    "joining a string in atari saves it": (".../W../B..", "B1", set()),
    "where it does not, the new stone is newly in atari": (".../WW./B..", "B1", {BLACK}),
    "a capture saves the mover's other stones": (".../.../BWB", "B2", set()),
    "a capture leaves the new stone one liberty": ("..../..../BBWW/WW.W", "C1", {BLACK}),
    "a liberty that two stones share is one": ("..../..../.WB./WWB.", "B3", {WHITE}),
    "one of two strings beside the stone": ("..../..../..W./BW..", "B2", {WHITE}),
}


@pytest.mark.parametrize("event", MOVES)
def test_a_colour_is_put_into_atari_where_a_stone_newly_is(event: str) -> None:
    board, move, newly = MOVES[event]
    assert play(state(board), move)[0].atari == newly


def test_in_no_seki_go_a_ghost_takes_a_liberty_of_the_opponent_alone() -> None:
    board = "..../W.../B.../.W.."
    assert play(state(board, "go"), "A1")[0].atari == {BLACK}
    assert play(state(board, "no-seki-go"), "ghost-A1")[0].atari == set()
    assert play(state("..../..../B.../.WB.", "no-seki-go"), "ghost-A1")[0].atari == {WHITE}


def test_a_try_that_is_no_placement_puts_nobody_into_atari() -> None:
    assert play(state(".../.../W.."), "pass")[0].atari == set()
    assert play(state(".../.../W.."), "resign")[0].atari == set()
    assert play(state(".../B../W.."), "A1")[0].atari == set()
