"""What a listener heard, as lines to read afterwards: who has tried, the try where he knows it, and what was said."""

from tests.playing import Game
from yurei.referee.announce import heard, seat_label, try_word
from yurei.rules.points import Size
from yurei.rules.state import Kind, Try, stone


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
