"""Sight, sentence by sentence: what one's own stones see, what comes into it, and what goes."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from tests.playing import Game
from yurei import referee as referees
from yurei.errors import BadSettings
from yurei.referee import EVERYTHING
from yurei.referee.settings import read_settings
from yurei.referee.sight import NOTHING_NEW

WITH_SIGHT = [referee.slug for referee in referees.ALL if referee.takes_sight]


def clear(game: Game, seat: str) -> str:
    """What a seat sees, as a drawing: ``+`` in sight, ``~`` fog."""
    view, size = game.table.view(seat), game.table.settings.size
    points = ["~" if view.fog >> point & 1 else "+" for point in range(size.points)]
    rows = [points[first : first + size.width] for first in range(0, size.points, size.width)]
    return "/".join("".join(row) for row in reversed(rows))


def seen(game: Game, seat: str) -> tuple[dict[str, str], str] | None:
    """What a seat was told last of what it sees: what appeared, and what is gone."""
    told, names = game.told(seat).seen, game.table.settings.size
    if told is None:
        return None
    return {names.name(point): ".BWbw"[cell] for point, cell in told.appeared}, " ".join(names.names(told.gone))


FIVE, EMPTY = {"size": 5}, "...../...../...../...../....."
NO_SEKI, RENGO = {"game": "no-seki-go"}, {"size": 5, "seating": "rengo"}
SHARED = {"size": 5, "seating": "rengo-shared"}
LAST_EYE, DIAMOND = "...../...../..B../...../...WB", "~~~~~/~~+~~/~+++~/~~+~~/~~~~~"
# A board, tries, options, and for a seat the board that it is shown, the points that it ``sees``, or what it was ``told``.
CASES: dict[str, tuple[str | None, str, dict[str, Any], dict[str, Any]]] = {
    # "By Manhattan distance along the grid."
    "the edge cuts sight off": ("B..../...../.....", "", {}, {"black sees": "++~~~/+~~~~/~~~~~"}),
    "no line goes around": ("....B/...../.....", "", {}, {"black sees": "~~~++/~~~~+/~~~~~"}),
    "nothing stands in the way": ("BWW../.....", "", {"sight": 2}, {"black": "BWW../....."}),
    "all of one's stones see together": (
        *("B...../....../....../.....B", "", {"sight": 2}),
        {"black sees": "+++~~~/++~~~+/+~~~++/~~~+++"},
    ),
    "open sees everything without a stone": (
        *("...W.", "A1", {"referee": "open"}),
        {
            **dict.fromkeys(("black", "white", "audience"), "B..W."),
            "black told": ({}, ""),
            "white told": ({"A1": "B"}, ""),
            "audience told": ({"A1": "B"}, ""),
        },
    ),
    # "One of the stones on that seat's own board that stand on the reference board."
    "the opponent's stones do not see for one": (".BWW.", "", {}, {"black": ".BW..", "black sees": "+++~~"}),
    "a captured stone sees no more": (
        *(LAST_EYE, "E2", {"first": "white"}),
        {"black": "...../...../..B../...../.....", "black told": ({}, "D1"), "black sees": DIAMOND},
    ),
    "a suicide of many blinds them all": (
        *(".WW../W.BW./.WW..", "B2", {"game": "alter-igo"}),
        {"black": "...../...../.....", "black told": ({}, "C1 C3 D2"), "black sees": "~~~~~/~~~~~/~~~~~"},
    ),
    # "Ghosts see nothing." They are seen as any piece.
    "a ghost sees nothing": ("Bb.Ww", "", NO_SEKI, {"black": "Bb...", "black sees": "++~~~"}),
    "a ghost is seen": ("B./bW", "", NO_SEKI, {"white": "../bW"}),
    # "Partners see by their own board alone, as in section 5."
    "partners see by their own board alone": (
        *(None, "A1 B1 E5 D5", RENGO),
        {
            **dict.fromkeys(("black-1", "white-1"), "...../...../...../...../BW..."),
            **dict.fromkeys(("black-2", "white-2"), "...WB/...../...../...../....."),
        },
    ),
    "a partner's stone is not shown however near it stands": (
        *(None, "A1 E5 B1", RENGO),
        {"black-1": "...../...../...../...../B....", "black-2": "...../...../...../...../.B..."},
    ),
    # Black 1 sees C1, and D1 by his D2; White 2 sees A5, and D2 by his D1. Their neighbours have no stone beside these.
    "a seat that shares a board sees by its own stones on it": (
        *(None, "A1 C1 A5 D1 D2", SHARED),
        {
            "black-1": "...../...../...../...B./B.WW.",
            "white-1": "...../...../...../...B./B.W..",
            "white-2": "B..../...../...../...B./...W.",
            "black-2": "B..../...../...../...../...W.",
        },
    ),
    "a partner's ghost is not shown either": (
        *("..B../...../.....", "A1 E1 ghost-C2 E2 B2", {**NO_SEKI, "seating": "rengo"}),
        {"black-1": "..B../.B.../B....", "black-2": "..B../..b../....."},
    ),
    "a partner's stone stays hidden after a capture": (
        *("WB.../...../.....", "A2 E1 D3 pass D2", {"seating": "rengo"}),
        {"black-1": ".B.../B..B./.....", "black-2": ".B.B./...../....."},
    ),
    # "The audience and a seat without stones see nothing."
    "the audience and a seat without stones see nothing": (
        *(None, "C3 pass C4 pass", {**FIVE, "sight": 48}),
        {"audience": EMPTY, "white": EMPTY, "white sees": EMPTY.replace(".", "~"), "audience told": ({}, "")},
    ),
    # "After the set-up and after every accepted move with its removals, a seat's own board shows its own pieces, and
    # of the opponent's exactly those in sight, as they truly are."
    "stones in sight after the set-up": (
        *("WB.../..W../....W", "", {}),
        {"black": "WB.../...../.....", "white": "WB.../..W../....W"},
    ),
    "sight 2 shows more": ("WB.../..W../....W", "", {"sight": 2}, {"black": "WB.../..W../....."}),
    "a move brings both into sight of each other": (
        *(None, "C3 C4", FIVE),
        {
            **dict.fromkeys(("black", "white"), "...../..W../..B../...../....."),
            "black told": ({"C4": "W"}, ""),
            "white told": ({"C3": "B"}, ""),
        },
    ),
    "a new stone shows all around it at once": (
        *("..W../.W.../..W..", "C2", {}),
        {"black told": ({"B2": "W", "C1": "W", "C3": "W"}, "")},
    ),
    "a ghost in sight": ("BwW../.....", "", NO_SEKI, {"black": "Bw.../....."}),
    "a ghost that becomes a stone in sight": (
        *("BwW../.....", "A1 B2", NO_SEKI),
        {"black": "BW.../B....", "black told": ({"B2": "W"}, "")},
    ),
    "an enemy ghost under one's own new stone is seen to go": (
        *("BwW../.....", "B2", NO_SEKI),
        {"black": "BBW../.....", "black told": ({"C2": "W"}, "B2"), "white told": ({"B2": "B"}, "")},
    ),
    # "An opponent's stone that is captured in sight is seen to go (`gone`); whether it was captured or is merely out of
    # sight is not said."
    "a capture in sight is seen to go": (".B.../BW.../.....", "B1 E3 C2", {}, {"black told": ({}, "B2")}),
    "a captured stone and one lost from sight are told alike": (
        *("...../...../..B../...../..BWB", "D2", {}),
        {"black told": ({}, "D1")},  # as after the capture of the stone at the edge, above
    ),
    "forty-eight reaches the far corner": (
        *(None, "A1 Z25", {"size": 25, "sight": 48}),
        {"black told": ({"Z25": "W"}, "")},
    ),
    "forty-seven does not": (None, "A1 Z25", {"size": 25, "sight": 47}, {"black told": ({}, "")}),
}


@pytest.mark.parametrize("case", CASES)
def test_a_seat_is_shown_what_its_own_stones_see(case: str) -> None:
    board, tries, options, expected = CASES[case]
    game = Game(board, tries, **{"referee": "fog", **options})
    assert game.reasons == [None] * len(tries.split())
    ask: dict[str, Callable[[str], object]] = {
        "": game.shows,
        "sees": partial(clear, game),
        "told": partial(seen, game),
    }
    found = {key: ask[key.partition(" ")[2]](key.partition(" ")[0]) for key in expected}
    assert found == expected


# "Sight is a part of every referee: a number of points, by Manhattan distance along the grid."


@pytest.mark.parametrize(
    ("sight", "picture"),
    [
        (1, "~~~~~/~~+~~/~+++~/~~+~~/~~~~~"),
        (2, "~~+~~/~+++~/+++++/~+++~/~~+~~"),
        (3, "~+++~/+++++/+++++/+++++/~+++~"),
        (4, "+++++/+++++/+++++/+++++/+++++"),
    ],
)
@pytest.mark.parametrize("referee", WITH_SIGHT)
def test_a_stone_sees_a_diamond_around_it(referee: str, sight: int, picture: str) -> None:
    game = Game("...../...../..B../...../.....", "", referee=referee, sight=sight)
    assert clear(game, "black") == picture


# "0 for all above but `open`, which sees everything."


@pytest.mark.parametrize("referee", ["common", "hamburg", "kriegspiel", "olympiad", "counted"])
def test_without_sight_a_stone_beside_one_s_own_stays_hidden(referee: str) -> None:
    game = Game(".BW.", "pass", referee=referee)
    assert (game.shows("black"), game.shows("white")) == (".B..", "..W.")
    assert [told.seen for told in game.answers[0].told.values()] == [None] * 3
    assert game.table.view("black").fog == game.table.view("black").in_sight == 0


def test_fog_is_none_for_the_audience_and_under_open() -> None:
    assert Game(None, "C3", referee="open").table.view("white").fog == 0
    assert Game(None, "C3", referee="fog").table.view("audience").fog == 0
    assert Game(None, "A1", size=25, referee="fog", sight=48).table.view("black").fog == 0


# "`fog` is the row of `kriegspiel` with sight 1."


def test_fog_is_kriegspiel_with_sight() -> None:
    fog, kriegspiel = referees.get("fog"), referees.get("kriegspiel")
    named = replace(fog, slug=kriegspiel.slug, title=kriegspiel.title, summary=kriegspiel.summary, examples=())
    assert named == replace(kriegspiel, sight=1)


# "The option `sight` (0 to 48) goes with every referee but `open` and `hamburg`: there it is a clear error."


@pytest.mark.parametrize("referee", WITH_SIGHT)
@pytest.mark.parametrize("sight", [0, 1, 48])
def test_sight_goes_with_every_other_referee(referee: str, sight: int) -> None:
    settings = read_settings({"referee": referee, "sight": sight})
    assert settings.referee.sight == sight
    assert settings.plain()["sight"] == sight


@pytest.mark.parametrize("sight", [0, 1, 48])
def test_sight_does_not_go_with_open_and_hamburg(sight: int) -> None:
    for referee, sentence in {
        "open": "open: everybody sees the whole board; leave sight out",
        "hamburg": "hamburg: nobody is told which stones went, and sight would show it; leave sight out",
    }.items():
        with pytest.raises(BadSettings) as caught:
            Game(None, "", referee=referee, sight=sight)
        assert str(caught.value) == sentence
        assert read_settings({"referee": referee}).plain()["sight"] is None


def test_a_custom_referee_has_sight_only_if_captured_stones_vanish() -> None:
    hamburg = referees.get("hamburg")
    with pytest.raises(BadSettings, match="hamburg: nobody is told which stones went"):
        replace(hamburg, sight=1)
    with pytest.raises(BadSettings, match="hamburg: nobody is told which stones went"):
        replace(hamburg, sight=EVERYTHING)
    assert replace(referees.get("open"), sight=2).takes_sight


@pytest.mark.parametrize("sight", [-1, 49, 1.5, 1.0, "1", True, [1]])
def test_an_invalid_sight_is_refused(sight: object) -> None:
    sentence = f"sight is a whole number of points from 0 to 48, not {sight!r}; try 1"
    for ask in (
        lambda: read_settings({"sight": sight}),
        lambda: Game(None, "", referee="fog", sight=sight),
        lambda: replace(referees.get("common"), sight=sight),  # type: ignore[arg-type]
    ):
        with pytest.raises(BadSettings) as caught:
            ask()
        assert str(caught.value) == sentence


# "`seen` ... null under a referee without sight. A refused try changes no sight. Nothing of it is said aloud, and
# nothing of it is told to anybody else."


@pytest.mark.parametrize("failed_try", ["retry", "lose-turn"])
def test_a_refused_try_changes_no_sight(failed_try: str) -> None:
    game = Game(".BW.", "", referee="fog", failed_try=failed_try)
    before = game.shows("black"), game.shows("white")
    game.play("C1")
    assert game.reasons == ["opponent-stone"]
    assert (game.shows("black"), game.shows("white")) == before
    assert {told.seen for told in game.answers[0].told.values()} == {NOTHING_NEW}


@pytest.mark.parametrize("tried", ["pass", "resign"])
def test_a_pass_or_a_resignation_changes_no_sight(tried: str) -> None:
    game = Game(".BW.", tried, referee="fog")
    assert {told.seen for told in game.answers[0].told.values()} == {NOTHING_NEW}


def test_changes_of_sight_are_not_announced() -> None:
    for tries in ("E9", "E4", "D5"):  # far off, below and beside Black's stone
        game = Game(None, f"E5 {tries}", referee="fog")
        assert game.said()[1] == "White has moved, Black to play."
        assert game.said("de")[1] == "Weiß hat gezogen, Schwarz ist dran."


def test_a_seat_without_sight_is_told_nothing() -> None:
    # White plays where Black's eyes do not reach: Black is told the same, wherever it is.
    told = {Game(None, f"E5 {point}", referee="fog").told("black") for point in ("A1", "J9", "G5", "E7")}
    assert len(told) == 1


def test_a_capture_in_sight_is_not_announced() -> None:
    game = Game(".B.../BW.../.....", "B1 E3 C2", referee="fog")
    assert (game.told("black").captured_points, game.told("black").captured_count) == (None, None)
    assert game.names(game.told("white").vanished) == "B2"


@pytest.mark.parametrize(("referee", "sight"), [("fog", 2), ("fog", 48), ("open", None)])
def test_nothing_is_seen_beyond_the_board(referee: str, sight: int | None) -> None:
    view = Game("B...../....../....../.....B", "", referee=referee, sight=sight).table.view("black")
    assert view.in_sight < 1 << 24
    assert (view.in_sight == (1 << 24) - 1) == (sight != 2)


def test_stones_coming_into_sight_are_listed_by_column_then_row() -> None:
    appeared = Game("...../W..../.W...", "B2", referee="fog").told("black").seen
    assert appeared is not None
    assert [point for point, _ in appeared.appeared] == [5, 1]
    mixed = Game("..W../...../..w../..W..", "C3", "no-seki-go", referee="fog").told("black").seen
    assert mixed is not None
    assert [piece for _, piece in mixed.appeared] == [4, 2], "a ghost below a stone, in one column"
