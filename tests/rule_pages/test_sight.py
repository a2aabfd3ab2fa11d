"""Sight, sentence by sentence: what one's own stones see, what comes into it, and what goes."""

from dataclasses import replace

import pytest

from tests.playing import Game
from yurei import referee as referees
from yurei.errors import BadSettings
from yurei.records import begin
from yurei.referee import EVERYTHING
from yurei.referee.settings import read_settings
from yurei.referee.sight import NOTHING_NEW
from yurei.referee.told import Told
from yurei.referee.view import View
from yurei.rules.points import Size

WITH_SIGHT = [referee.slug for referee in referees.ALL if referee.takes_sight]


def board(picture: str) -> str:
    """A board as it is drawn, a row a line."""
    return "/".join("".join(row.split()) for row in picture.split("\n") if row.strip())


def clear(game: Game, seat: str) -> str:
    """What a seat sees, as a drawing: ``+`` in sight, ``~`` fog."""
    view, size = game.table.view(seat), game.table.settings.size
    points = ["~" if view.fog >> point & 1 else "+" for point in range(size.points)]
    rows = [points[first : first + size.width] for first in range(0, size.points, size.width)]
    return "/".join("".join(row) for row in reversed(rows))


def seen(game: Game, seat: str) -> tuple[dict[str, str], str] | None:
    """What a seat was told last of what it sees: what appeared, and what is gone."""
    told = game.told(seat).seen
    names = game.table.settings.size
    if told is None:
        return None
    return {names.name(point): ".BWbw"[cell] for point, cell in told.appeared}, " ".join(names.names(told.gone))


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


def test_the_edge_cuts_it_off_and_no_line_goes_around() -> None:
    assert clear(Game("B..../...../.....", "", referee="fog"), "black") == "++~~~/+~~~~/~~~~~"
    assert clear(Game("....B/...../.....", "", referee="fog"), "black") == "~~~++/~~~~+/~~~~~"


def test_nothing_stands_in_the_way() -> None:
    game = Game("BWW../.....", "", referee="fog", sight=2)
    assert game.shows("black") == "BWW../....."


# "0 for all above but `open`, which sees everything."


@pytest.mark.parametrize("referee", ["common", "hamburg", "kriegspiel", "olympiad", "counted"])
def test_without_sight_a_stone_beside_one_s_own_stays_hidden(referee: str) -> None:
    game = Game(".BW.", "pass", referee=referee)
    assert (game.shows("black"), game.shows("white")) == (".B..", "..W.")
    assert [told.seen for told in game.answers[0].told.values()] == [None] * 3
    assert game.table.view("black").fog == game.table.view("black").in_sight == 0


def test_open_sees_everything_without_a_stone() -> None:
    game = Game("...W.", "A1", referee="open")
    assert game.shows("black") == game.shows("white") == game.shows("audience") == "B..W."
    assert [seen(game, seat) for seat in ("black", "white", "audience")] == [
        ({}, ""),
        ({"A1": "B"}, ""),
        ({"A1": "B"}, ""),
    ]
    assert game.table.view("white").fog == 0


# "`fog` is the row of `kriegspiel` with sight 1."


def test_fog_is_kriegspiel_with_sight() -> None:
    fog, kriegspiel = referees.get("fog"), referees.get("kriegspiel")
    named = replace(fog, slug=kriegspiel.slug, title=kriegspiel.title, summary=kriegspiel.summary, examples=())
    assert named == replace(kriegspiel, sight=1)


def test_fog_equals_kriegspiel_with_sight_in_a_whole_game() -> None:
    tries = "C3 C4 C4 E1 D3 D4 resign"
    fog, kriegspiel = (Game(None, tries, size=5, referee=referee) for referee in ("fog", "kriegspiel"))
    assert fog.said() == kriegspiel.said()
    sighted = Game(None, tries, size=5, referee="kriegspiel", sight=1)
    assert [answer.told for answer in fog.answers] == [answer.told for answer in sighted.answers]


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


def test_a_referee_of_one_s_own_is_held_to_it() -> None:
    hamburg = referees.get("hamburg")
    with pytest.raises(BadSettings, match="hamburg: nobody is told which stones went"):
        replace(hamburg, sight=1)
    with pytest.raises(BadSettings, match="hamburg: nobody is told which stones went"):
        replace(hamburg, sight=EVERYTHING)
    assert replace(referees.get("open"), sight=2).takes_sight


@pytest.mark.parametrize("sight", [-1, 49, 1.5, 1.0, "1", True, [1]])
def test_a_sight_that_is_none_is_refused(sight: object) -> None:
    sentence = f"sight is a whole number of points from 0 to 48, not {sight!r}; try 1"
    for ask in (
        lambda: read_settings({"sight": sight}),
        lambda: Game(None, "", referee="fog", sight=sight),
        lambda: replace(referees.get("common"), sight=sight),  # type: ignore[arg-type]
    ):
        with pytest.raises(BadSettings) as caught:
            ask()
        assert str(caught.value) == sentence


# "A point is in sight of a seat if it lies within that distance of one of the stones on that seat's own board that
# stand on the reference board."


def test_the_opponent_s_stones_do_not_see_for_one() -> None:
    # White's C1 is in sight of Black; what stands beside it is not.
    game = Game(".BWW.", "", referee="fog")
    assert game.shows("black") == ".BW.."
    assert clear(game, "black") == "+++~~"


def test_a_stone_that_was_captured_sees_no_more() -> None:
    game = Game("...../...../..B../...../...WB", "", first="white", referee="fog")
    assert game.shows("black") == "...../...../..B../...../...WB"
    game.play("E2")
    assert game.shows("black") == "...../...../..B../...../....."
    assert seen(game, "black") == ({}, "D1")
    assert clear(game, "black") == "~~~~~/~~+~~/~+++~/~~+~~/~~~~~"


def test_a_suicide_of_many_blinds_them_all() -> None:
    # Black fills his own last liberty: both stones go, and what they saw with them.
    game = Game(board("""
        . W W . .
        W . B W .
        . W W . .
        """), "B2", "alter-igo", referee="fog")  # fmt: skip
    assert game.board == ".WW../W..W./.WW.."
    assert game.shows("black") == "...../...../....."
    assert seen(game, "black") == ({}, "C1 C3 D2")
    assert clear(game, "black") == "~~~~~/~~~~~/~~~~~"


# "Ghosts see nothing."


def test_a_ghost_sees_nothing_and_is_seen() -> None:
    game = Game("Bb.Ww", "", "no-seki-go", referee="fog")
    assert clear(game, "black") == "++~~~"
    assert game.shows("black") == "Bb..."
    # A ghost of the opponent's is a piece like any other where it is in sight.
    game = Game("B./bW", "", "no-seki-go", referee="fog")
    assert game.shows("white") == "../bW"


# "Partners see by their own board alone, as in section 5."


def test_partners_see_by_their_own_board_alone() -> None:
    game = Game(None, "A1 B1 E5 D5", size=5, referee="fog", seating="rengo")
    assert game.shows("black-1") == "...../...../...../...../BW..."
    assert game.shows("black-2") == "...WB/...../...../...../....."
    assert game.shows("white-1") == "...../...../...../...../BW..."
    assert game.shows("white-2") == "...WB/...../...../...../....."


def test_a_partner_s_stone_is_not_shown_however_near_it_stands() -> None:
    game = Game(None, "A1 E5 B1", size=5, referee="fog", seating="rengo")
    assert game.shows("black-1") == "...../...../...../...../B...."
    assert game.shows("black-2") == "...../...../...../...../.B..."


def test_a_seat_that_shares_a_board_sees_by_its_own_stones_on_it() -> None:
    game = Game(None, "A1 C1 A5 D1 D2", size=5, referee="fog", seating="rengo-shared")
    # Black 1 has White 1's C1 before him, and sees D1 by his D2; White 1 does not see his partner's D1.
    assert game.shows("black-1") == "...../...../...../...B./B.WW."
    assert game.shows("white-1") == "...../...../...../...B./B.W.."
    # White 2 has Black 2's A5 before him, and sees D2 by his D1; Black 2 has no stone beside D2.
    assert game.shows("white-2") == "B..../...../...../...B./...W."
    assert game.shows("black-2") == "B..../...../...../...../...W."


# "The audience and a seat without stones see nothing."


def test_the_audience_and_a_seat_without_stones_see_nothing() -> None:
    game = Game(None, "C3 pass C4 pass", size=5, referee="fog", sight=48)
    assert game.shows("audience") == game.shows("white") == "...../...../...../...../....."
    assert {answer.told[seat].seen for answer in game.answers for seat in ("white", "audience")} == {NOTHING_NEW}
    assert game.table.view("audience").fog == 0
    assert clear(game, "white") == "~~~~~/~~~~~/~~~~~/~~~~~/~~~~~"


# "After the set-up and after every accepted move with its removals, a seat's own board shows its own pieces, and of
# the opponent's exactly those in sight, as they truly are."


def test_stones_in_sight_are_shown_after_the_set_up() -> None:
    game = Game("WB.../..W../....W", "", referee="fog")
    assert game.shows("black") == "WB.../...../....."
    assert game.shows("white") == "WB.../..W../....W"


@pytest.mark.parametrize("sight", [2, 3])
def test_farther_sight_shows_more(sight: int) -> None:
    game = Game("WB.../..W../....W", "", referee="common", sight=sight)
    assert game.shows("black") == ("WB.../..W../....." if sight == 2 else "WB.../..W../....W".replace("....W", "....."))


def test_a_move_brings_both_into_sight_of_each_other() -> None:
    game = Game(None, "C3 C4", size=5, referee="fog")
    assert game.shows("black") == game.shows("white") == "...../..W../..B../...../....."
    assert seen(game, "black") == ({"C4": "W"}, "")
    assert seen(game, "white") == ({"C3": "B"}, "")


def test_a_new_stone_shows_all_around_it_at_once_by_column_then_row() -> None:
    game = Game("..W../.W.../..W..", "C2", referee="fog")
    assert seen(game, "black") == ({"B2": "W", "C1": "W", "C3": "W"}, "")
    assert list(seen(game, "black")[0]) == ["B2", "C1", "C3"]  # type: ignore[index]


def test_a_ghost_that_becomes_a_stone_in_sight_is_seen_as_that() -> None:
    game = Game("BwW../.....", "pass B2", "no-seki-go", referee="fog")
    assert game.shows("black") == "Bw.../....."
    game = Game("BwW../.....", "A1 B2 A2", "no-seki-go", referee="fog")
    assert game.reasons[-1] == "own-stone"
    assert game.shows("black") == "BWW../B....".replace("W.", "..")
    assert seen(Game("BwW../.....", "A1 B2", "no-seki-go", referee="fog"), "black") == ({"B2": "W"}, "")


def test_an_enemy_ghost_under_one_s_own_new_stone_is_seen_to_go() -> None:
    game = Game("BwW../.....", "B2", "no-seki-go", referee="fog")
    assert game.shows("black") == "BBW../....."
    assert seen(game, "black") == ({"C2": "W"}, "B2")
    assert seen(game, "white") == ({"B2": "B"}, "")


# "What goes out of sight is taken off the board: memory is what the pencil is for."


def test_stones_that_go_out_of_sight_are_taken_off_the_board() -> None:
    game = Game("...../...../..B../...../...WB", "E2", first="white", referee="fog")
    assert "W" not in game.shows("black")
    assert "W" in game.board


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


def test_nothing_of_it_is_said_aloud() -> None:
    for tries in ("E9", "E4", "D5"):  # far off, below and beside Black's stone
        game = Game(None, f"E5 {tries}", referee="fog")
        assert game.said()[1] == "White has moved, Black to play."
        assert game.said("de")[1] == "Weiß hat gezogen, Schwarz ist dran."


def test_a_seat_without_sight_is_told_nothing() -> None:
    # White plays where Black's eyes do not reach: Black is told the same, wherever it is.
    told = {Game(None, f"E5 {point}", referee="fog").told("black") for point in ("A1", "J9", "G5", "E7")}
    assert len(told) == 1


# "An opponent's stone that is captured in sight is seen to go (`gone`); whether it was captured or is merely out of
# sight is not said."


def test_a_capture_in_sight_is_seen_to_go() -> None:
    game = Game(".B.../BW.../.....", "B1 E3 C2", referee="fog")
    assert game.board == ".B..W/B.B../.B..."
    assert seen(game, "black") == ({}, "B2")
    assert (game.told("black").captured_points, game.told("black").captured_count) == (None, None)
    assert game.names(game.told("white").vanished) == "B2"


def test_a_capture_out_of_sight_is_not_seen() -> None:
    # Black's last stone is put at E1; of the three white stones he sees the nearest alone.
    game = Game("BBBB./WWWW./BBBB.", "E2", referee="fog")
    assert seen(game, "black") == ({}, "A2 B2 C2 D2")
    far = Game("...../BBBB./WWWW.", "E1", referee="fog", sight=1)
    assert far.board == "...../BBBB./....B"


def test_captured_and_lost_from_sight_are_told_alike() -> None:
    # White captures E1, the only stone that saw D1; or Black captures D1 himself. Black is told the same of D1.
    lost = Game("...../...../..B../...../...WB", "E2", first="white", referee="fog")
    captured = Game("...../...../..B../...../..BWB", "D2", referee="fog")
    assert (lost.board[-2], captured.board[-2]) == ("W", ".")
    assert lost.told("black").seen == captured.told("black").seen
    assert seen(captured, "black") == ({}, "D1")


# "A try on a point in sight is judged and refused like any other."


def test_a_try_on_a_stone_in_sight_is_refused_like_any_other() -> None:
    game = Game(None, "C3 C4 C4 D4", size=5, referee="fog")
    assert game.reasons == [None, None, "opponent-stone", None]
    assert game.said()[2] == "Illegal move."


# "The replay shows each side's board as it was seen."


def test_views_are_built_from_announcements_also_under_another_referee() -> None:
    tries = ["C3", "C4", "D4", "B4", "B3", "D5", "E4", "C5", "D5"]
    record = begin(Game(None, "", size=5, referee="common").table.settings)
    for referee in (replace(referees.get("common"), sight=2), referees.get("fog"), referees.get("kriegspiel")):
        under = record.under(referee)
        assert under.settings.referee.sight == referee.sight
        game = Game(None, " ".join(tries), size=5, referee=under.settings.referee)
        empty = Game(None, "", size=5, referee=under.settings.referee)
        for seat in ("black", "white", "audience"):
            view = game.table.view(seat)
            assert View.of(empty.table.view(seat), view.heard) == view


def test_all_points_of_the_largest_board_are_near_at_forty_eight() -> None:
    game = Game(None, "A1 Z25", size=25, referee="fog", sight=48)
    assert game.table.view("black").fog == 0
    assert seen(game, "black") == ({"Z25": "W"}, "")
    short = Game(None, "A1 Z25", size=25, referee="fog", sight=47)
    assert seen(short, "black") == ({}, "")
    assert Size(25, 25).point("Z25") == 624


def test_told_is_the_same_value_for_the_same_news() -> None:
    first, second = (Game(None, "C3 C4", size=5, referee="fog").told("black") for _ in range(2))
    assert isinstance(first, Told)
    assert first == second
    assert hash(first) == hash(second)


def test_all_of_one_s_stones_see_together_and_nothing_beyond_the_board() -> None:
    game = Game("B...../....../....../.....B", "", referee="fog", sight=2)
    assert clear(game, "black") == "+++~~~/++~~~+/+~~~++/~~~+++"
    for referee, sight in (("fog", 2), ("fog", 48), ("open", None)):
        view = Game("B...../....../....../.....B", "", referee=referee, sight=sight).table.view("black")
        assert view.in_sight < 1 << 24, "a point that is none"
        assert (view.in_sight == (1 << 24) - 1) == (sight != 2)


def test_stones_coming_into_sight_are_listed_by_column_then_row() -> None:
    two = Game(".W.../.BW../.....", "", first="white", referee="fog")
    assert two.shows("black") == ".W.../.BW../....."
    appeared = Game("...../W..../.W...", "B2", referee="fog")
    assert seen(appeared, "black") == ({"A2": "W", "B1": "W"}, "")
    assert [point for point, _ in appeared.told("black").seen.appeared] == [5, 1]  # type: ignore[union-attr]
    # A ghost below a stone, in one column.
    mixed = Game("..W../...../..w../..W..", "C3", "no-seki-go", referee="fog")
    assert [piece for _, piece in mixed.told("black").seen.appeared] == [4, 2]  # type: ignore[union-attr]


def test_a_partner_s_ghost_is_not_shown_either() -> None:
    game = Game("..B../...../.....", "A1 E1 ghost-C2 E2 B2", "no-seki-go", referee="fog", seating="rengo")
    assert game.reasons == [None] * 5
    assert game.shows("black-1") == "..B../.B.../B...."
    assert game.shows("black-2") == "..B../..b../....."


def test_a_partner_s_stone_stays_hidden_after_a_capture() -> None:
    game = Game("WB.../...../.....", "A2 E1 D3 pass D2", referee="fog", seating="rengo")
    assert game.board == ".B.B./B..B./....W"
    assert game.shows("black-1") == ".B.../B..B./....."
    assert game.shows("black-2") == ".B.B./...../....."


def test_a_ghost_that_a_partner_replaces_vanishes_from_the_board_on_which_it_lay() -> None:
    game = Game("..B../.....", "ghost-C1 E1 C1", "no-seki-go", referee="common", seating="rengo")
    assert game.reasons == [None] * 3
    assert game.names(game.told("black-1").vanished) == "C1"
    assert game.shows("black-1") == "..B../....."
    assert game.shows("black-2") == "..B../..B.."


def test_a_ghost_that_the_opponent_at_the_same_board_replaces_vanishes_from_it() -> None:
    game = Game("..B../.....", "ghost-C1 C1", "no-seki-go", referee="common", seating="rengo-shared")
    assert game.reasons == [None] * 2
    assert [game.names(game.told(seat).vanished) for seat in ("black-1", "white-1")] == ["C1", "C1"]
    assert game.shows("black-1") == game.shows("white-1") == "..B../..W.."
