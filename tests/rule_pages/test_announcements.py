"""What the referee says, and what a listener heard: every sentence of every event, atari, announcements retold."""

from dataclasses import replace

import pytest

from tests.playing import Game, play, state
from yurei import referee as referees
from yurei.errors import Unknown
from yurei.referee.announce import ILLEGAL, REASONS, announced, heard, seat_label, speak, speak_gone, try_word
from yurei.referee.told import Outcome, Told
from yurei.rules import BLACK, WHITE, Colour, Size
from yurei.rules.judge import Reason
from yurei.rules.state import Kind, Try, stone

REFEREES = ("common", "hamburg", "kriegspiel", "olympiad", "counted", "open")
# Set up on 9×9, Black to play. Black: C1 C2 F1 F2. White: B1 B2 C3 D1 D3 E2.
PAGE = "........./........./........./........./........./........./..WW...../.WB.WB.../.WBW.B..."
PAGE_MOVES = "E1 J9 D2 D1"
PAGE_SAYS = {
    ("common", "en"): [
        "Black puts White into atari.",
        "White has moved, Black to play.",
        "Black has captured the following stones: D1. Black puts White and himself into atari.",
        "White has captured the following stones: C1, C2, D2.",
    ],
    ("common", "de"): [
        "Schwarz setzt Weiß ins Atari.",
        "Weiß hat gezogen, Schwarz ist dran.",
        "Schwarz schlägt die folgenden Steine: D1. Schwarz setzt Weiß und sich selbst ins Atari.",
        "Weiß schlägt die folgenden Steine: C1, C2, D2.",
    ],
    ("hamburg", "en"): [
        "Black puts White into atari.",
        "White has moved, Black to move.",
        "Black captures 1 stone and puts White and himself into atari.",
        "White captures 3 stones.",
    ],
    ("hamburg", "de"): [
        "Schwarz setzt Weiß ins Atari.",
        "Weiß hat gezogen, Schwarz ist dran.",
        "Schwarz fängt 1 Stein und setzt Weiß und sich selbst ins Atari.",
        "Weiß fängt 3 Steine.",
    ],
    ("olympiad", "en"): [
        "Black has moved, White to play.",
        "White has moved, Black to play.",
        "Black has captured the following stones: D1.",
        "White has captured the following stones: C1, C2, D2.",
    ],
    ("counted", "en"): [
        "Black has moved, White to move.",
        "White has moved, Black to move.",
        "Black captures 1 stone.",
        "White captures 3 stones.",
    ],
    ("kriegspiel", "en"): [
        "Black has moved, White to play.",
        "White has moved, Black to play.",
        "Black has moved, White to play.",
        "White has moved, Black to play.",
    ],
    ("kriegspiel", "de"): [
        "Schwarz hat gezogen, Weiß ist dran.",
        "Weiß hat gezogen, Schwarz ist dran.",
        "Schwarz hat gezogen, Weiß ist dran.",
        "Weiß hat gezogen, Schwarz ist dran.",
    ],
}


@pytest.mark.parametrize(("referee", "language"), PAGE_SAYS)
def test_the_snapback_sounds_as_on_the_page(referee: str, language: str) -> None:
    assert Game(PAGE, PAGE_MOVES, referee=referee).said(language) == PAGE_SAYS[referee, language]


def test_the_open_referee_announces_the_snapback_like_common() -> None:
    game = Game(PAGE, PAGE_MOVES, referee="open")
    assert game.said("en") == PAGE_SAYS["common", "en"]
    assert game.said("de") == PAGE_SAYS["common", "de"]


def all_of_them(sentence: str) -> dict[str, str]:
    return dict.fromkeys(REFEREES, sentence)


def a_move(*, common: str, olympiad: str, hamburg: str, counted: str, opened: str | None = None) -> dict[str, str]:
    """What the six say of a move: kriegspiel always the same, open what common says."""
    by_points = {"common": common, "open": common, "olympiad": olympiad}
    return by_points | {"hamburg": hamburg, "counted": counted, "kriegspiel": PLAY}


def refused(reason: str) -> dict[str, str]:
    """What the six say of an illegal try: two of them give the reason."""
    return all_of_them("Illegal move.") | {"hamburg": reason, "open": reason}


PLAY, MOVE = "Black has moved, White to play.", "Black has moved, White to move."
ON_WHITE, ON_BOTH = "Black puts White into atari.", "Black puts White and himself into atari."
ON_BLACK = "Black puts himself into atari."
PLAIN = a_move(common=PLAY, olympiad=PLAY, hamburg=MOVE, counted=MOVE)


def captured(points: str, then: str = "") -> str:
    return f"Black has captured the following stones: {points}. {then}".strip()


def lost(points: str) -> str:
    return f"Black has lost the following stones: {points}."


# One event a row: the game, a board, the tries of which the last is meant, and what is said of that one.
EVENTS: dict[str, tuple[str, str, str, dict[str, str]]] = {
    "a plain move": ("go", ".../.../...", "B2", PLAIN),
    "atari": (
        *("go", ".../.../W..", "A2"),
        a_move(common=ON_WHITE, olympiad=PLAY, hamburg=ON_WHITE, counted=MOVE),
    ),
    "atari on both": (
        *("go", ".../.../W.W", "B1"),
        a_move(common=ON_BOTH, olympiad=PLAY, hamburg=ON_BOTH, counted=MOVE),
    ),
    "atari on the mover alone is a plain move": ("go", ".../.../.W.", "A1", PLAIN),
    "a capture": (
        *("go", ".../B../W..", "B1"),
        a_move(
            common=captured("A1"),
            olympiad=captured("A1"),
            hamburg="Black captures 1 stone.",
            counted="Black captures 1 stone.",
        ),
    ),
    "a capture of two": (
        *("go", ".../BB./WW.", "C1"),
        a_move(
            common=captured("A1, B1"),
            olympiad=captured("A1, B1"),
            hamburg="Black captures 2 stones.",
            counted="Black captures 2 stones.",
        ),
    ),
    "a capture of one and atari": (
        *("go", "..../..../B.../W.WB", "B1"),
        a_move(
            common=captured("A1", ON_WHITE),
            olympiad=captured("A1"),
            hamburg="Black captures 1 stone and puts White into atari.",
            counted="Black captures 1 stone.",
        ),
    ),
    "a capture of two and atari": (
        *("go", "...../...../BB.../WW.WB", "C1"),
        a_move(
            common=captured("A1, B1", ON_WHITE),
            olympiad=captured("A1, B1"),
            hamburg="Black captures 2 stones and puts White into atari.",
            counted="Black captures 2 stones.",
        ),
    ),
    "a capture of two and atari on both": (
        *("go", "..../..../BBW./WW.W", "C1"),
        a_move(
            common=captured("A1, B1", ON_BOTH),
            olympiad=captured("A1, B1"),
            hamburg="Black captures 2 stones and puts White and himself into atari.",
            counted="Black captures 2 stones.",
        ),
    ),
    "a capture and atari on the mover alone": (
        *("go", "..../..../BBWW/WW.W", "C1"),
        a_move(
            common=captured("A1, B1"),
            olympiad=captured("A1, B1"),
            hamburg="Black captures 2 stones.",
            counted="Black captures 2 stones.",
        ),
    ),
    "the loss of one's own stones": (
        *("new-zealand", "BW./.W./W..", "A2"),
        a_move(
            common=lost("A2, A3"),
            olympiad=lost("A2, A3"),
            hamburg="Black loses 2 stones.",
            counted="Black loses 2 stones.",
        ),
    ),
    "the loss of one stone": (
        *("new-zealand", ".W./W.W/.W.", "B2"),
        a_move(common=lost("B2"), olympiad=lost("B2"), hamburg="Black loses 1 stone.", counted="Black loses 1 stone."),
    ),
    "both colours leave": (
        *("alter-igo", "WB/W.", "B1"),
        a_move(
            common=captured("A1, A2", lost("B1, B2")),
            olympiad=captured("A1, A2", lost("B1, B2")),
            hamburg="Black captures 2 stones. Black loses 2 stones.",
            counted="Black captures 2 stones. Black loses 2 stones.",
        ),
    ),
    "an enemy ghost is replaced": (
        *("no-seki-go", "Ww../..../....", "B3"),
        a_move(
            common=captured("B3", ON_WHITE),
            olympiad=captured("B3"),
            hamburg="Black captures 1 stone and puts White into atari.",
            counted="Black captures 1 stone.",
        ),
    ),
    "one's own ghost is replaced": ("no-seki-go", "Bb../....", "B2", PLAIN),
    "a ghost is placed": ("no-seki-go", "B.../....", "ghost-B2", PLAIN),
    "an opponent's stone in the way": (
        *("go", "W../.../...", "A3"),
        refused("There is already an opponent’s stone."),
    ),
    "an own stone in the way": ("go", "B../.../...", "A3", refused("There is already an own stone.")),
    "a ghost in the way of a ghost": ("no-seki-go", "Bb../....", "ghost-B2", refused("There is already a ghost.")),
    "an enemy ghost in the way of a ghost": (
        *("no-seki-go", "BwW./....", "ghost-B2"),
        refused("There is already a ghost."),
    ),
    "an opponent's stone in the way of a ghost": (
        *("no-seki-go", "BW../....", "ghost-B2"),
        refused("There is already an opponent’s stone."),
    ),
    "an own stone in the way of a ghost": (
        *("no-seki-go", "BB../....", "ghost-B2"),
        refused("There is already an own stone."),
    ),
    "a ghost far from one's strings": (
        *("no-seki-go", "B.../....", "ghost-D1"),
        refused("That is no liberty of an own string."),
    ),
    "suicide": ("go", ".W./W.W/.W.", "B2", refused("Suicide.")),
    "a ko": ("go", ".BW./BW.W/.BW./....", "C3 B3", refused("The ko cannot be captured back immediately.")),
    "a repetition": ("tromp-taylor", ".W./W.W/.W.", "B2", refused("That would repeat an earlier position.")),
    "a pass where there is none": ("alter-igo", "...", "pass", refused("Passing is not allowed.")),
    "a pass": ("go", "...", "pass", all_of_them("Black passes.")),
    "a resignation": ("go", "...", "resign", all_of_them("Black resigns.")),
}
GERMAN = {
    PLAY: "Schwarz hat gezogen, Weiß ist dran.",
    MOVE: "Schwarz hat gezogen, Weiß ist dran.",
    ON_WHITE: "Schwarz setzt Weiß ins Atari.",
    ON_BOTH: "Schwarz setzt Weiß und sich selbst ins Atari.",
    ON_BLACK: "Schwarz setzt sich selbst ins Atari.",
    captured("A1"): "Schwarz schlägt die folgenden Steine: A1.",
    captured("A1, A2"): "Schwarz schlägt die folgenden Steine: A1, A2.",
    captured("A1, B1"): "Schwarz schlägt die folgenden Steine: A1, B1.",
    captured("B3"): "Schwarz schlägt die folgenden Steine: B3.",
    lost("B2"): "Schwarz verliert die folgenden Steine: B2.",
    lost("A2, A3"): "Schwarz verliert die folgenden Steine: A2, A3.",
    lost("B1, B2"): "Schwarz verliert die folgenden Steine: B1, B2.",
    "Black captures 1 stone.": "Schwarz fängt 1 Stein.",
    "Black captures 2 stones.": "Schwarz fängt 2 Steine.",
    "Black captures 1 stone and puts White into atari.": "Schwarz fängt 1 Stein und setzt Weiß ins Atari.",
    "Black captures 2 stones and puts White into atari.": "Schwarz fängt 2 Steine und setzt Weiß ins Atari.",
    "Black captures 2 stones and puts White and himself into atari.": (
        "Schwarz fängt 2 Steine und setzt Weiß und sich selbst ins Atari."
    ),
    "Black captures 1 stone and puts himself into atari.": "Schwarz fängt 1 Stein und setzt sich selbst ins Atari.",
    "Black captures 2 stones and puts himself into atari.": "Schwarz fängt 2 Steine und setzt sich selbst ins Atari.",
    "Black loses 1 stone.": "Schwarz verliert 1 Stein.",
    "Black loses 2 stones.": "Schwarz verliert 2 Steine.",
    "Black passes.": "Schwarz passt.",
    "Black resigns.": "Schwarz gibt auf.",
    "Illegal move.": "Das geht nicht.",
    "There is already an opponent’s stone.": "Da steht bereits ein gegnerischer Stein.",
    "There is already an own stone.": "Da steht bereits ein eigener Stein.",
    "There is already a ghost.": "Da steht bereits ein Geist.",
    "That is no liberty of an own string.": "Das ist keine Freiheit einer eigenen Kette.",
    "Suicide.": "Selbstmord.",
    "The ko cannot be captured back immediately.": "Das Ko kann nicht sofort zurückgeschlagen werden.",
    "That would repeat an earlier position.": "Das würde eine frühere Stellung wiederholen.",
    "Passing is not allowed.": "Passen ist nicht erlaubt.",
}


def in_german(said: str) -> str:
    """The German of one or more English sentences."""
    return " ".join(GERMAN[f"{sentence}."] for sentence in said.removesuffix(".").split(". "))


@pytest.mark.parametrize("referee", REFEREES)
@pytest.mark.parametrize("event", EVENTS)
def test_every_event_sounds_as_in_the_table(event: str, referee: str) -> None:
    game, board, tries, said = EVENTS[event]
    heard = Game(board, tries, game, referee=referee).answers[-1]
    assert heard.said("en") == said[referee]
    assert heard.said("de") == in_german(said[referee])


def test_white_says_it_with_the_names_changed() -> None:
    game = Game(".../.../B..", "A2", first="white", referee="common")
    assert game.said("en") == ["White puts Black into atari."]
    assert game.said("de") == ["Weiß setzt Schwarz ins Atari."]


@pytest.mark.parametrize("referee", REFEREES)
def test_a_referee_speaks_english_unless_asked(referee: str) -> None:
    answer = Game(PAGE, PAGE_MOVES, referee=referee).answers[-1]
    assert answer.said() == answer.said("en") != answer.said("de")


LONE = {
    "atari on the mover alone": (".../.../.W.", "A1", ON_BLACK, ON_BLACK),
    "a capture of one and atari on the mover alone": (
        *("..../..../BW../W.W.", "B1"),
        captured("A1", ON_BLACK),
        "Black captures 1 stone and puts himself into atari.",
    ),
    "a capture of two and atari on the mover alone": (
        *("..../..../BBWW/WW.W", "C1"),
        captured("A1, B1", ON_BLACK),
        "Black captures 2 stones and puts himself into atari.",
    ),
}


@pytest.mark.parametrize("event", LONE)
def test_a_referee_with_the_option_names_a_lone_self_atari(event: str) -> None:
    board, tries, common, hamburg = LONE[event]
    for referee, said in {"common": common, "open": common, "hamburg": hamburg}.items():
        heard = Game(board, tries, referee=referee, lone_self_atari=True).answers[-1]
        assert heard.said("en") == said
        assert heard.said("de") == in_german(said)


@pytest.mark.parametrize("referee", ["olympiad", "counted", "kriegspiel"])
def test_a_referee_without_atari_has_nothing_to_name(referee: str) -> None:
    silent = Game(".../.../.W.", "A1", referee=referee)
    asked = Game(".../.../.W.", "A1", referee=referee, lone_self_atari=True)
    assert asked.said() == silent.said()
    assert asked.answers[0].told == silent.answers[0].told


# Captured, lost and in atari, all by one try: no move of these games does it, but the order is settled.
EVERYTHING = Told(
    outcome=Outcome.MOVED,
    seat="black",
    mover=BLACK,
    attempt=None,
    reason=None,
    captured_points=(9, 0),
    captured_count=2,
    lost_points=(1,),
    lost_count=1,
    atari_on_opponent=True,
    atari_on_mover=False,
    vanished=(),
    seen=None,
    to_move="white",
    result=None,
)


def test_captured_comes_first_then_lost_then_atari() -> None:
    common, hamburg = referees.get("common"), referees.get("hamburg")
    assert speak(common, EVERYTHING, Size(9, 9)) == (
        "Black has captured the following stones: A1, A2. Black has lost the following stones: B1. "
        "Black puts White into atari."
    )
    assert len(announced(common, EVERYTHING)) == 3
    assert speak(hamburg, EVERYTHING, Size(9, 9)) == (
        "Black captures 2 stones and puts White into atari. Black loses 1 stone."
    )
    lost_alone = replace(EVERYTHING, captured_count=0)
    assert speak(hamburg, lost_alone, Size(9, 9)) == "Black loses 1 stone. Black puts White into atari."


def test_points_are_named_by_column_then_row() -> None:
    game = Game("..../B.../WB../WW..", "C1")
    assert game.last == "Black has captured the following stones: A1, A2, B1."


def test_a_turn_change_is_not_said_where_something_else_was() -> None:
    assert Game(PAGE, PAGE_MOVES).said()[0] == "Black puts White into atari."


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


def test_a_try_that_is_no_placement_puts_nobody_into_atari() -> None:
    assert play(state(".../.../W.."), "pass")[0].atari == set()
    assert play(state(".../.../W.."), "resign")[0].atari == set()
    assert play(state(".../B../W.."), "A1")[0].atari == set()


def retold(game: Game, seat: str, language: str = "en") -> list[str]:
    return [heard(told, game.table.settings, language) for told in game.table.view(seat).heard]


def test_only_the_player_who_tried_reads_the_point() -> None:
    game = Game(size=3, tries="B2 B2 pass", referee="kriegspiel")
    assert retold(game, "black") == [
        "Black B2: Black has moved, White to play.",
        "White: Illegal move.",
        "White passes.",
    ]
    assert retold(game, "white") == ["Black has moved, White to play.", "White B2: Illegal move.", "White passes."]


def test_announcements_are_retold_in_the_readers_language() -> None:
    assert retold(Game(size=3, tries="B2 B2", referee="kriegspiel"), "white", "de") == [
        "Schwarz hat gezogen, Weiß ist dran.",
        "Weiß B2: Das geht nicht.",
    ]


def test_with_four_players_the_seat_is_named() -> None:
    game = Game(size=3, tries="B2 A1", referee="kriegspiel", seating="rengo")
    assert retold(game, "audience") == [
        "Black 1: Black has moved, White to play.",
        "White 1: White has moved, Black to play.",
    ]
    assert [seat_label(seat) for seat in ("black", "white-2")] == ["Black", "White 2"]


def test_a_player_who_knows_the_try_otherwise_reads_it_too() -> None:
    game = Game(size=3, tries="B2", referee="kriegspiel")
    told = game.table.view("audience").heard[0]
    assert heard(told, game.table.settings, attempt=stone(4)) == "Black B2: Black has moved, White to play."


def test_a_try_is_called_as_people_write_it() -> None:
    tries = [Try(Kind.STONE, 0), Try(Kind.GHOST, 4), Try(Kind.PASS), Try(Kind.RESIGN)]
    assert [try_word(each, Size(3, 3), str) for each in tries] == ["A1", "ghost B2", "pass", "resign"]
