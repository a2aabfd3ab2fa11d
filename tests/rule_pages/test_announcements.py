"""What the referee says, and what a listener heard: every sentence of every event, atari, announcements retold."""

from dataclasses import replace

import pytest

from tests.playing import Game, play, state
from yurei import referee as referees
from yurei.errors import Unknown
from yurei.referee.announce import (
    ILLEGAL,
    REASONS,
    announcement_text,
    list_announcements,
    name_try,
    seat_label,
    speak,
    speak_gone,
)
from yurei.referee.told import Outcome, Told
from yurei.rules import BLACK, WHITE, Colour, Size
from yurei.rules.judge import Reason
from yurei.rules.state import Kind, Try, stone

REFEREES = ("common", "hamburg", "kriegspiel", "olympiad", "counted", "open")
# Set up on 9×9, Black to play. Black: C1 C2 F1 F2. White: B1 B2 C3 D1 D3 E2.
PAGE = "........./........./........./........./........./........./..WW...../.WB.WB.../.WBW.B..."
PAGE_MOVES = "E1 J9 D2 D1"
PAGE_SAYS = {
    "common": [
        "Black puts White into atari.",
        "White has moved, Black to play.",
        "Black has captured the following stones: D1. Black puts White and himself into atari.",
        "White has captured the following stones: C1, C2, D2.",
    ],
    "hamburg": [
        "Black puts White into atari.",
        "White has moved, Black to move.",
        "Black captures 1 stone and puts White and himself into atari.",
        "White captures 3 stones.",
    ],
    "olympiad": [
        "Black has moved, White to play.",
        "White has moved, Black to play.",
        "Black has captured the following stones: D1.",
        "White has captured the following stones: C1, C2, D2.",
    ],
    "counted": [
        "Black has moved, White to move.",
        "White has moved, Black to move.",
        "Black captures 1 stone.",
        "White captures 3 stones.",
    ],
    "kriegspiel": ["Black has moved, White to play.", "White has moved, Black to play."] * 2,
}
PAGE_SAYS["open"] = PAGE_SAYS["common"]


@pytest.mark.parametrize("referee", PAGE_SAYS)
def test_the_snapback_sounds_as_on_the_page(referee: str) -> None:
    """In German, too, the oracle says every sentence, in tests/oracle."""
    game = Game(PAGE, PAGE_MOVES, referee=referee)
    assert game.said() == PAGE_SAYS[referee]
    assert game.last == game.said()[-1], "a referee speaks English unless asked"


PLAY, MOVE = "Black has moved, White to play.", "Black has moved, White to move."
ON_WHITE, ON_BOTH = "Black puts White into atari.", "Black puts White and himself into atari."
ON_BLACK = "Black puts himself into atari."


def a_move(common: str = PLAY, hamburg: str = MOVE, olympiad: str = PLAY, counted: str = MOVE) -> dict[str, str]:
    """What the six say of a move: kriegspiel always the same, open what common says."""
    by_points = {"common": common, "open": common, "olympiad": olympiad}
    return by_points | {"hamburg": hamburg, "counted": counted, "kriegspiel": PLAY}


def removal(points: str, count: str, atari: str = "", hamburg: str = "") -> dict[str, str]:
    """What they say of a move that removes stones: their points or their number; some say atari too."""
    return a_move(f"{points} {atari}".strip(), hamburg or count, points, count)


def refused(reason: str) -> dict[str, str]:
    """What the six say of an illegal try: two of them give the reason."""
    return dict.fromkeys(REFEREES, "Illegal move.") | {"hamburg": reason, "open": reason}


def captured(points: str, then: str = "") -> str:
    return f"Black has captured the following stones: {points}. {then}".strip()


def lost(points: str) -> str:
    return f"Black has lost the following stones: {points}."


ONE, TWO = "Black captures 1 stone.", "Black captures 2 stones."
ONE_AND_ATARI = "Black captures 1 stone and puts White into atari."
TWO_AND_ATARI = "Black captures 2 stones and puts White into atari."
TWO_AND_BOTH = "Black captures 2 stones and puts White and himself into atari."
THREE = "Black captures 3 stones."
LOST_ONE, LOST_TWO = "Black loses 1 stone.", "Black loses 2 stones."
OPPONENT, OWN = "There is already an opponent’s stone.", "There is already an own stone."
GHOST, NO_LIBERTY = "There is already a ghost.", "That is no liberty of an own string."
KO, REPEATS = "The ko cannot be captured back immediately.", "That would repeat an earlier position."
# One event a row: the game, a board, the tries of which the last is meant, and what is said of that one.
EVENTS: dict[str, tuple[str, str, str, dict[str, str]]] = {
    "a plain move": ("go", ".../.../...", "B2", a_move()),
    "atari": ("go", ".../.../W..", "A2", a_move(ON_WHITE, ON_WHITE)),
    "atari on both": ("go", ".../.../W.W", "B1", a_move(ON_BOTH, ON_BOTH)),
    "atari on the mover alone is a plain move": ("go", ".../.../.W.", "A1", a_move()),
    "a capture": ("go", ".../B../W..", "B1", removal(captured("A1"), ONE)),
    "a capture of two": ("go", ".../BB./WW.", "C1", removal(captured("A1, B1"), TWO)),
    "a capture of one and atari": (
        *("go", "..../..../B.../W.WB", "B1"),
        removal(captured("A1"), ONE, ON_WHITE, ONE_AND_ATARI),
    ),
    "a capture of two and atari": (
        *("go", "...../...../BB.../WW.WB", "C1"),
        removal(captured("A1, B1"), TWO, ON_WHITE, TWO_AND_ATARI),
    ),
    "a capture of two and atari on both": (
        *("go", "..../..../BBW./WW.W", "C1"),
        removal(captured("A1, B1"), TWO, ON_BOTH, TWO_AND_BOTH),
    ),
    "a capture and atari on the mover": ("go", "..../..../BBWW/WW.W", "C1", removal(captured("A1, B1"), TWO)),
    "the loss of one's own stones": ("new-zealand", "BW./.W./W..", "A2", removal(lost("A2, A3"), LOST_TWO)),
    "the loss of one stone": ("new-zealand", ".W./W.W/.W.", "B2", removal(lost("B2"), LOST_ONE)),
    "both leave": ("alter-igo", "WB/W.", "B1", removal(captured("A1, A2", lost("B1, B2")), f"{TWO} {LOST_TWO}")),
    "an enemy ghost is replaced": (
        *("no-seki-go", "Ww../..../....", "B3"),
        removal(captured("B3"), ONE, ON_WHITE, ONE_AND_ATARI),
    ),
    "one's own ghost is replaced": ("no-seki-go", "Bb../....", "B2", a_move()),
    "a ghost is placed": ("no-seki-go", "B.../....", "ghost-B2", a_move()),
    "an opponent's stone in the way": ("go", "W../.../...", "A3", refused(OPPONENT)),
    "an own stone in the way": ("go", "B../.../...", "A3", refused(OWN)),
    "a ghost in the way of a ghost": ("no-seki-go", "Bb../....", "ghost-B2", refused(GHOST)),
    "an enemy ghost in the way of a ghost": ("no-seki-go", "BwW./....", "ghost-B2", refused(GHOST)),
    "an opponent's stone in the way of a ghost": ("no-seki-go", "BW../....", "ghost-B2", refused(OPPONENT)),
    "an own stone in the way of a ghost": ("no-seki-go", "BB../....", "ghost-B2", refused(OWN)),
    "a ghost far from one's strings": ("no-seki-go", "B.../....", "ghost-D1", refused(NO_LIBERTY)),
    "suicide": ("go", ".W./W.W/.W.", "B2", refused("Suicide.")),
    "a ko": ("go", ".BW./BW.W/.BW./....", "C3 B3", refused(KO)),
    "a repetition": ("tromp-taylor", ".W./W.W/.W.", "B2", refused(REPEATS)),
    "a pass where there is none": ("alter-igo", "...", "pass", refused("Passing is not allowed.")),
    "a pass": ("go", "...", "pass", dict.fromkeys(REFEREES, "Black passes.")),
    "a resignation": ("go", "...", "resign", dict.fromkeys(REFEREES, "Black resigns.")),
    "points by column, then row": ("go", "..../B.../WB../WW..", "C1", removal(captured("A1, A2, B1"), THREE)),
}


@pytest.mark.parametrize("referee", REFEREES)
@pytest.mark.parametrize("event", EVENTS)
def test_every_event_sounds_as_in_the_table(event: str, referee: str) -> None:
    game, board, tries, said = EVENTS[event]
    assert Game(board, tries, game, referee=referee).last == said[referee]


ONE_AND_SELF = "Black captures 1 stone and puts himself into atari."
TWO_AND_SELF = "Black captures 2 stones and puts himself into atari."


@pytest.mark.parametrize(
    ("board", "tried", "common", "hamburg"),
    [
        (".../.../.W.", "A1", ON_BLACK, ON_BLACK),
        ("..../..../BW../W.W.", "B1", captured("A1", ON_BLACK), ONE_AND_SELF),
        ("..../..../BBWW/WW.W", "C1", captured("A1, B1", ON_BLACK), TWO_AND_SELF),
    ],
)
def test_a_referee_with_the_option_names_a_lone_self_atari(board: str, tried: str, common: str, hamburg: str) -> None:
    for referee, said in {"common": common, "open": common, "hamburg": hamburg}.items():
        assert Game(board, tried, referee=referee, lone_self_atari=True).last == said


# Captured, lost and in atari, all by one try: no move of these games does it, but the order is settled.
EVERYTHING = Told(
    *(Outcome.MOVED, "black", BLACK, None, None),
    captured_points=(9, 0),
    captured_count=2,
    lost_points=(1,),
    lost_count=1,
    atari_on_opponent=True,
    atari_on_mover=False,
    to_move="white",
)


def test_captured_comes_first_then_lost_then_atari() -> None:
    common, hamburg = referees.get("common"), referees.get("hamburg")
    assert speak(common, EVERYTHING, Size(9, 9)) == (
        "Black has captured the following stones: A1, A2. Black has lost the following stones: B1. "
        "Black puts White into atari."
    )
    assert len(list_announcements(common, EVERYTHING)) == 3
    assert speak(hamburg, EVERYTHING, Size(9, 9)) == (
        "Black captures 2 stones and puts White into atari. Black loses 1 stone."
    )
    lost_alone = replace(EVERYTHING, captured_count=0)
    assert speak(hamburg, lost_alone, Size(9, 9)) == "Black loses 1 stone. Black puts White into atari."


def test_an_unlisted_language_is_refused() -> None:
    with pytest.raises(Unknown, match=r"no language 'dee'; did you mean 'de'\? Known: en, de"):
        Game(PAGE, PAGE_MOVES).answers[0].said("dee")


@pytest.mark.parametrize(
    ("referee", "said"),
    [("kriegspiel", "Gone from your board: C1, C2, D2."), ("common", ""), ("hamburg", "")],
)
def test_only_the_owner_is_told_which_stones_have_gone_unannounced(referee: str, said: str) -> None:
    game = Game(PAGE, PAGE_MOVES, referee=referee)
    told = {seat: game.table.view(seat).heard[-1] for seat in ("black", "white", "audience")}
    sentences = {seat: speak_gone(each, Size(9, 9)) for seat, each in told.items()}
    assert sentences == {"black": said, "white": "", "audience": ""}


def test_every_reason_has_a_sentence_of_its_own() -> None:
    without = [reason.name for reason in Reason if REASONS[reason] == ILLEGAL]
    assert without == [], "write the sentence of each of these in REASONS in yurei/referee/announce.py"
    assert len(set(REASONS.values())) == len(Reason)


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


def retold(game: Game, seat: str, language: str = "en") -> list[str]:
    return [announcement_text(told, game.table.settings, language) for told in game.table.view(seat).heard]


def test_only_the_player_who_tried_reads_the_point() -> None:
    game = Game(size=3, tries="B2 B2 pass", referee="kriegspiel")
    assert retold(game, "black") == [f"Black B2: {PLAY}", "White: Illegal move.", "White passes."]
    assert retold(game, "white") == [PLAY, "White B2: Illegal move.", "White passes."]
    assert retold(game, "white", "de")[1:] == ["Weiß B2: Das geht nicht.", "Weiß passt."]


def test_with_four_players_the_seat_is_named() -> None:
    game = Game(size=3, tries="B2 A1", referee="kriegspiel", seating="rengo")
    assert retold(game, "audience") == [f"Black 1: {PLAY}", "White 1: White has moved, Black to play."]
    assert [seat_label(seat) for seat in ("black", "white-2")] == ["Black", "White 2"]


def test_a_known_try_is_named_in_the_announcement() -> None:
    game = Game(size=3, tries="B2", referee="kriegspiel")
    assert announcement_text(game.told("audience"), game.table.settings, attempt=stone(4)) == f"Black B2: {PLAY}"


def test_a_try_is_called_as_people_write_it() -> None:
    tries = [Try(Kind.STONE, 0), Try(Kind.GHOST, 4), Try(Kind.PASS), Try(Kind.RESIGN)]
    assert [name_try(each, Size(3, 3), str) for each in tries] == ["A1", "ghost B2", "pass", "resign"]
