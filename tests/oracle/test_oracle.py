"""The oracle against the examples of rules.md, the sentences of *Sight* drawn by hand, and the published counts."""

import collections
import json
import random
from typing import Any

import pytest

from tests.day_and_night import first_by_day

from . import Oracle
from .board import board_text, liberties, parse_board, parse_point, point_name
from .play import Game, Try, after_removals, all_tries, play, why_illegal
from .protocol import starting_board
from .random_lines import RandomLines
from .settings import settings_in_force


def game(setup: str | None, tries: str, **settings: object) -> list[dict[str, Any]]:
    """The answers to tries such as "A1 bC1 pass": a leading g is a ghost."""
    if setup:
        settings |= {"width": len(setup.split("/")[0]), "height": len(setup.split("/"))}
    oracle = Oracle()
    answers = [oracle.answer({"op": "new", "settings": settings, "setup": setup})]
    assert answers[0].get("ok"), answers
    for word in tries.split():
        ghost = word.startswith("g")
        line = (
            {"kind": word}
            if word in ("pass", "resign")
            else {"kind": "ghost" if ghost else "stone", "point": word.lstrip("g")}
        )
        answers.append(oracle.answer({"op": "try"} | line))
    return answers


PAGE_SAID = {
    ("common", "en"): ["Black puts White into atari.", "White has moved, Black to play.",
        "Black has captured the following stones: D1. Black puts White and himself into atari.",
        "White has captured the following stones: C1, C2, D2."],
    ("common", "de"): ["Schwarz setzt Weiß ins Atari.", "Weiß hat gezogen, Schwarz ist dran.",
        "Schwarz schlägt die folgenden Steine: D1. Schwarz setzt Weiß und sich selbst ins Atari.",
        "Weiß schlägt die folgenden Steine: C1, C2, D2."],
    ("hamburg", "en"): ["Black puts White into atari.", "White has moved, Black to move.",
        "Black captures 1 stone and puts White and himself into atari.", "White captures 3 stones."],
    ("hamburg", "de"): ["Schwarz setzt Weiß ins Atari.", "Weiß hat gezogen, Schwarz ist dran.",
        "Schwarz fängt 1 Stein und setzt Weiß und sich selbst ins Atari.", "Weiß fängt 3 Steine."],
}  # fmt: skip


@pytest.mark.parametrize(("referee", "language"), PAGE_SAID)
def test_the_page_s_example(referee: str, language: str) -> None:
    # "Black: C1 C2 F1 F2. White: B1 B2 C3 D1 D3 E2."
    setup = "........./........./........./........./........./........./..WW...../.WB.WB.../.WBW.B..."
    answers = game(setup, "E1 J9 D2 D1", referee=referee)[1:]
    assert [a[language] for a in answers] == PAGE_SAID[referee, language]


# "Black first: a ghost at C1, next a stone at A1, captures … (or E1, then G1 …), whatever White answers.
# White first: a ghost at C1, next a stone at E1 (or E1, then C1), captures the two black stones."
SEKI = "......./......./......./.BBBB../BBWWBBB/WWWBWWW/.W.B.W."
CAPTURES = [("black", "gC1", "A1"), ("black", "gE1", "G1"), ("white", "gC1", "E1"), ("white", "gE1", "C1")]


def named(state: Game) -> dict[str, Try]:
    return {("g" if t.kind == "ghost" else "") + point_name(t.point): t for t in all_tries(state) if t.point}


def captures_whatever_the_answer(state: Game, stone: str, enemy: str) -> bool:
    """Whether the stone captures after every legal reply."""
    replies = [play(state, t) for t in all_tries(state) if why_illegal(state, t) is None]
    tries = [(after, named(after)[stone]) for after in replies]
    return all(why_illegal(after, t) is None and play(after, t).turns[-1].removed(enemy) for after, t in tries)


@pytest.mark.parametrize("setup", [SEKI, ".W.B.W."])
@pytest.mark.parametrize(("first", "ghost", "stone"), CAPTURES)
def test_not_seki(setup: str, first: str, ghost: str, stone: str) -> None:
    settings = settings_in_force({"width": 7, "height": setup.count("/") + 1, "ruleset": "no-seki-go", "first": first})
    start = Game(settings, starting_board(settings, setup))
    assert why_illegal(start, named(start)[ghost]) is None
    assert captures_whatever_the_answer(play(start, named(start)[ghost]), stone, "W" if first == "black" else "B")


APPROACH = "........./........./........./........./........./BBBW...../.BBWWWW../.WWBB.W../.WW.B.W.."


def test_approach_moves() -> None:
    answers = game(APPROACH, "A2 F2 gA1", ruleset="no-seki-go")
    assert answers[3]["atari"] == {"black": False, "white": True}
    settings = settings_in_force({"ruleset": "no-seki-go"})
    state = Game(settings, starting_board(settings, APPROACH))
    for word in ("A2", "F2", "gA1"):
        state = play(state, named(state)[word])
    assert captures_whatever_the_answer(state, "D1", "W")
    # "If White answers A2 with a ghost at A1 instead, Black plays A3 and is ahead by 3 liberties to 2."
    board = parse_board(game(APPROACH, "A2 gA1 A3", ruleset="no-seki-go")[3]["boards"]["reference"])
    assert len(liberties(board, parse_point("E1", board))) == 3
    assert len(liberties(board, parse_point("C1", board))) == 2


def test_a_capture_in_which_both_colours_leave() -> None:
    # The page's `BW/WB` by the removal alone: before Black's B1 its stone at A2 has no liberty, so it cannot be set up.
    settings = settings_in_force({"width": 2, "height": 2, "ruleset": "alter-igo"})
    assert board_text(after_removals(settings, parse_board("BW/WB"), "black")) == "../.."
    answer = game("BW/.W", "A1", ruleset="alter-igo")[1]
    assert answer["boards"]["reference"] == "../.."
    assert answer["result"] is None
    assert answer["captured"] == ["B1", "B2"]
    assert answer["told"]["white"]["lost_points"] == ["A1", "A2"]


def test_a_lone_suicide() -> None:
    answer = game(".W./W.W/.W.", "B2", ruleset="alter-igo")[1]
    assert answer["result"] == {"winner": "white", "by": "lone-suicide"}
    assert answer["accepted"]
    assert answer["en"] == "Black has lost the following stones: B2."
    assert game(".W./W.W/.W.", "B2", ruleset="go", referee="hamburg")[1]["en"] == "Suicide."
    assert game(".", "A1", ruleset="alter-igo")[1]["result"] == {"winner": "white", "by": "lone-suicide"}


def test_the_ko() -> None:
    ko = ".BW./BW.W/.BW./...."
    assert [a.get("reason") for a in game(ko, "C3 B3 D1 A1 B3", referee="open")] == [None, None, "ko", None, None, None]
    assert [a.get("reason") for a in game(ko, "C3 pass D1 B3")] == [None] * 5
    lost = game(ko, "C3 B3 D1 B3", failed_try="lose-turn", referee="hamburg")
    assert [a.get("reason") for a in lost] == [None, None, "ko", None, None]
    assert lost[2]["to_move"] == "black"


PLAIN = {"passing": "none", "suicide": "forbidden", "repetition": "simple-ko"}


@pytest.mark.parametrize(("n", "count"), first_by_day([(1, 25), (2, 600), (3, 13800)], 2))
def test_perft(n: int, count: int) -> None:
    assert Oracle().answer({"op": "perft", "settings": PLAIN | {"width": 5, "height": 5}, "n": n}) == {"n": count}


def complete(state: Game) -> int:
    """Sequences of moves and passes that end with two passes in a row."""
    if state.result:
        return 1
    return sum(complete(play(state, t)) for t in all_tries(state) if why_illegal(state, t) is None)


@pytest.mark.parametrize(("width", "count"), [(1, 1), (2, 9), (3, 907)])
def test_complete_games(width: int, count: int) -> None:
    # "Complete games under positional superko, passes free … suicide allowed"
    settings = settings_in_force({"width": width, "height": 1, "ruleset": "tromp-taylor"})
    assert complete(Game(settings, starting_board(settings, None))) == count


# Sight (Fog of War) ---------------------------------------------------------------------------------------------------
# A test quotes the sentence that it holds the oracle to. Partners, an audience and a replay are not in this protocol.

NOTHING: dict[str, Any] = {"appeared": {}, "gone": []}


def drawn(picture: str) -> str:
    return "/".join(picture.split())


def seen(answer: dict[str, Any], seat: str) -> dict[str, Any] | None:
    change: dict[str, Any] | None = answer["told"][seat]["seen"]
    return change


CROWD = drawn("""
    WWWWWWW
    WWWWWWW
    WWW.WWW
    WWWBWWW
    WWWWWWW
    WWWWWWW
    WWWWWWW
    """)
SIGHT_0 = """
    .......
    .......
    .......
    ...B...
    .......
    .......
    .......
    """
SIGHT_1 = """
    .......
    .......
    .......
    ..WBW..
    ...W...
    .......
    .......
    """
SIGHT_2 = """
    .......
    ...W...
    ..W.W..
    .WWBWW.
    ..WWW..
    ...W...
    .......
    """
SIGHT_3 = """
    ...W...
    ..WWW..
    .WW.WW.
    WWWBWWW
    .WWWWW.
    ..WWW..
    ...W...
    """


@pytest.mark.parametrize(("sight", "picture"), [*enumerate((SIGHT_0, SIGHT_1, SIGHT_2, SIGHT_3))])
@pytest.mark.parametrize("referee", ["common", "kriegspiel", "olympiad", "counted", "fog"])
def test_sight_is_a_diamond_around_a_stone(sight: int, picture: str, referee: str) -> None:
    # "a number of points, by Manhattan distance along the grid"; "After the set-up … a seat's own board shows its own
    # pieces, and of the opponent's exactly those in sight"; "`sight` (0 to 48) goes with every referee but …"
    answer = game(CROWD, "", referee=referee, sight=sight)[0]
    assert answer["settings"]["sight"] == sight
    assert answer["boards"]["black"] == drawn(picture)
    assert answer["boards"]["white"] == (CROWD if sight else CROWD.replace("B", "."))
    assert answer["boards"]["reference"] == CROWD


@pytest.mark.parametrize("referee", ["common", "hamburg", "kriegspiel", "olympiad", "counted"])
def test_without_a_word_nothing_is_in_sight(referee: str) -> None:
    # "0 for all above but `open`"; "null under a referee without sight"
    new, accepted, refused = game(CROWD, "D5 C4", referee=referee)
    assert new["settings"]["sight"] == 0
    assert new["boards"]["black"] == drawn(SIGHT_0)
    assert [seen(answer, seat) for answer in (accepted, refused) for seat in ("black", "white")] == [None] * 4


def test_open_sees_everything() -> None:
    # "0 for all above but `open`, which sees everything"
    new, answer = game(CROWD, "D5", referee="open")
    assert new["settings"]["sight"] is None
    assert new["boards"]["black"] == new["boards"]["white"] == CROWD
    # Not "null under a referee without sight": who sees everything sees the move, and what goes.
    assert seen(answer, "black") == {"appeared": {}, "gone": answer["captured"]}
    assert seen(answer, "white") == {"appeared": {"D5": "B"}, "gone": []}


def test_fog_is_kriegspiel_with_sight_1() -> None:
    # "`fog` is the row of `kriegspiel` with sight 1."
    tries = "E1 J9 D2 D1 A1 B1 pass resign"
    setup = "........./........./........./........./........./........./..WW...../.WB.WB.../.WBW.B..."
    fog, kriegspiel = game(setup, tries, referee="fog"), game(setup, tries, referee="kriegspiel", sight=1)
    assert fog[0]["settings"] == kriegspiel[0]["settings"] | {"referee": "fog"}
    assert [a | {"settings": 0} for a in fog] == [a | {"settings": 0} for a in kriegspiel]
    assert [a["en"] for a in fog[1:4]] == ["Black has moved, White to play.", "White has moved, Black to play.",
                                           "Black has moved, White to play."]  # fmt: skip
    # null is the default of `fog`, 0 is none at all
    assert game(setup, "", referee="fog", sight=None)[0]["settings"]["sight"] == 1
    blind = game(setup, tries, referee="fog", sight=0)
    assert [a | {"settings": 0} for a in blind] == [
        a | {"settings": 0} for a in game(setup, tries, referee="kriegspiel")
    ]


@pytest.mark.parametrize("sight", [0, 1, 48])
@pytest.mark.parametrize("referee", ["open", "hamburg"])
def test_sight_does_not_go_with_open_and_hamburg(referee: str, sight: int) -> None:
    # "goes with every referee but `open` and `hamburg` …: there it is a clear error"
    assert "error" in Oracle().answer({"op": "new", "settings": {"referee": referee, "sight": sight}})
    assert Oracle().answer({"op": "new", "settings": {"referee": referee, "sight": None}})["ok"]


@pytest.mark.parametrize("sight", [-1, 49, 1.5, 2.0, "2", True, False, [1]])
def test_sight_is_a_number_from_0_to_48(sight: object) -> None:
    assert "error" in Oracle().answer({"op": "new", "settings": {"referee": "fog", "sight": sight}})


def test_48_is_the_longest_way_there_is() -> None:
    corners = "/".join(["." * 24 + "W", *["." * 25] * 23, "B" + "." * 24])
    assert game(corners, "", referee="fog", sight=48)[0]["boards"]["black"] == corners
    assert game(corners, "", referee="fog", sight=47)[0]["boards"]["black"] == corners.replace("W", ".")


GHOSTS = drawn("""
    .....
    Bb.wW
    .....
    """)


@pytest.mark.parametrize(("sight", "row"), [(2, "Bb..."), (3, "Bb.w."), (4, "Bb.wW")])
def test_ghosts_see_nothing_and_are_seen(sight: int, row: str) -> None:
    # "Ghosts see nothing."; "of the opponent's exactly those in sight, as they truly are"
    new = game(GHOSTS, "", ruleset="no-seki-go", referee="fog", sight=sight)[0]
    assert new["boards"]["black"] == f"...../{row}/....."


def test_a_ghost_is_seen_to_come_and_sees_nothing() -> None:
    # "changed in *its* sight"; "nothing of it is told to anybody else"
    answer = game("B...W", "gB1", ruleset="no-seki-go", referee="fog", sight=3)[1]
    assert seen(answer, "black") == {"appeared": {}, "gone": answer["captured"]}
    assert seen(answer, "white") == {"appeared": {"B1": "b"}, "gone": []}
    assert answer["boards"] == {"black": "Bb...", "white": ".b..W", "reference": "Bb..W"}


def test_a_seat_without_stones_sees_nothing() -> None:
    # "The audience and a seat without stones see nothing."
    answer = game("WW./.../W..", "", referee="fog", sight=48)[0]
    assert answer["boards"] == {"black": ".../.../...", "white": "WW./.../W..", "reference": "WW./.../W.."}


APART = drawn("""
    .....
    .W...
    .....
    ...B.
    .....
    """)


def test_stones_that_come_into_sight_appear() -> None:
    # "`seen` = `{"appeared": {"D4": "W", …}, "gone": […]}`"; "Nothing of it is said aloud"
    far, near = game(APART, "A1 C4", referee="fog")[1:]
    assert seen(far, "black") == seen(far, "white") == NOTHING
    assert far["boards"]["black"] == drawn("..... ..... ..... ...B. B....")
    # C4 and D2 are three points apart.
    assert seen(near, "black") == seen(near, "white") == NOTHING
    # C3 and D2 are two points apart; the older white stone at B4 stays unseen, and so does A1.
    near = game(APART, "A1 C3", referee="fog", sight=2)[2]
    assert seen(near, "black") == {"appeared": {"C3": "W"}, "gone": []}
    assert seen(near, "white") == {"appeared": {"D2": "B"}, "gone": []}
    assert near["en"] == "White has moved, Black to play."
    assert near["boards"]["black"] == drawn("..... ..... ..W.. ...B. B....")
    assert near["boards"]["white"] == drawn("..... .W... ..W.. ...B. .....")


def test_points_are_in_the_usual_order() -> None:
    # "points in the usual order"
    appeared = seen(game("..W../..W../W...W/..W..", "C2", referee="fog", sight=2)[1], "black")
    assert appeared is not None
    assert list(appeared["appeared"]) == ["A2", "C1", "C3", "C4", "E2"]


def test_captured_in_sight_is_seen_to_go() -> None:
    # "An opponent's stone that is captured in sight is seen to go (`gone`)"; its owner has no stone left to see by.
    answer = game(".B./BW./.B.", "C2", referee="fog")[1]
    assert seen(answer, "black") == {"appeared": {}, "gone": ["B2"]}
    assert seen(answer, "white") == {"appeared": {}, "gone": ["A2", "B1", "B3"]}
    assert answer["told"]["white"]["vanished"] == ["B2"]
    assert answer["told"]["black"]["captured_points"] is answer["told"]["black"]["captured_count"] is None
    assert answer["boards"] == {"black": ".B./B.B/.B.", "white": ".../.../...", "reference": ".B./B.B/.B."}


def test_captured_out_of_sight_is_not_seen_to_go() -> None:
    # The corner stone A1 lies two points from every black stone, before the capture and after it.
    new, answer = game("..../B.../WB../WW..", "C1", referee="fog")
    assert new["boards"]["black"] == "..../B.../WB../.W.."
    assert answer["captured"] == ["A1", "A2", "B1"]
    assert seen(answer, "black") == {"appeared": {}, "gone": ["A2", "B1"]}
    assert seen(answer, "white") == {"appeared": {}, "gone": ["A3", "B2"]}


def test_stones_that_go_out_of_sight_are_taken_off_the_board() -> None:
    # "What goes out of sight is taken off the board: memory is what the pencil is for."  White's B1 stands as before,
    # but Black's A1, which saw it, is captured. "whether it was captured or is merely out of sight is not said"
    answer = game(".../.../BW.", "A2", referee="fog", first="white")[1]
    assert answer["told"]["black"]["vanished"] == ["A1"]
    assert seen(answer, "black") == {"appeared": {}, "gone": ["B1"]}
    assert seen(answer, "white") == {"appeared": {}, "gone": ["A1"]}
    assert answer["boards"] == {"black": ".../.../...", "white": ".../W../.W.", "reference": ".../W../.W."}


def test_a_refused_try_changes_no_sight() -> None:
    # "A refused try changes no sight."; "A try on a point in sight is judged and refused like any other."
    for failed_try in ("retry", "lose-turn"):
        new, answer = game("...../.BW../.....", "C2", referee="fog", failed_try=failed_try)
        assert (answer["accepted"], answer["reason"]) == (False, "opponent-stone")
        assert answer["en"] == "Illegal move."
        assert answer["told"]["black"]["verdict"] == "illegal"
        assert answer["told"]["black"]["reason"] is None
        assert seen(answer, "black") == seen(answer, "white") == NOTHING
        assert answer["boards"] == new["boards"]


def test_passes_and_resignations_change_no_sight() -> None:
    answers = game(".BW.", "pass resign", referee="fog")[1:]
    assert [seen(answer, seat) for answer in answers for seat in ("black", "white")] == [NOTHING] * 4
    assert answers[1]["boards"] == dict.fromkeys(("black", "white", "reference"), ".BW.")


def test_a_ghost_in_sight_becomes_a_stone() -> None:
    # "as they truly are": the ghost's owner makes a stone of it, which appears where the ghost was.
    answer = game("B.wW", "C1", ruleset="no-seki-go", referee="fog", sight=2, first="white")[1]
    assert seen(answer, "black") == {"appeared": {"C1": "W"}, "gone": []}
    assert seen(answer, "white") == {"appeared": {"A1": "B"}, "gone": []}  # the new stone sees, the ghost did not
    assert answer["boards"]["black"] == "B.W."


def test_a_ghost_in_sight_is_replaced_by_the_enemy() -> None:
    # "An enemy ghost that is replaced counts as one captured piece, at the point of the move": it is seen to go.
    answer = game("B.wW", "C1", ruleset="no-seki-go", referee="fog", sight=2)[1]
    assert answer["captured"] == ["C1", "D1"]
    assert seen(answer, "black") == {"appeared": {}, "gone": ["C1"]}
    answer = game(".../Bb.", "B1", ruleset="no-seki-go", referee="fog", first="white")[1]
    assert answer["told"]["black"]["vanished"] == ["B1"]
    assert seen(answer, "black") == {"appeared": {"B1": "W"}, "gone": []}
    assert seen(answer, "white") == {"appeared": {"A1": "B"}, "gone": []}


def test_sight_after_both_colours_leave() -> None:
    # "after every accepted move with its removals"
    answer = game("BW/.W", "A1", ruleset="alter-igo", referee="fog")[1]
    assert seen(answer, "black") == {"appeared": {}, "gone": ["B2"]}
    assert seen(answer, "white") == {"appeared": {}, "gone": ["A2"]}
    assert answer["boards"] == {"black": "../..", "white": "../..", "reference": "../.."}


def test_a_stone_that_leaves_at_once_has_seen_nothing() -> None:
    # The lone suicide at B2 stood beside four stones, but not after the removals.
    answer = game(".W./W.W/.W.", "B2", ruleset="alter-igo", referee="fog")[1]
    assert seen(answer, "black") == seen(answer, "white") == NOTHING


Answered = list[tuple[dict[str, Any], dict[str, Any]]]


@pytest.fixture(scope="module", params=first_by_day([1500, 4000]))
def random_answers(request: pytest.FixtureRequest) -> Answered:
    """Random lines, each with its answer: many by day, more by night."""
    oracle, source, answers, answer = Oracle(), RandomLines(random.Random(4)), [], None
    for _ in range(request.param):
        line = json.loads(json.dumps(source.next_line(answer)))
        answer = oracle.answer(line)
        answers.append((line, json.loads(json.dumps(answer))))
    return answers


def without_sight(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer less the three places where sight may show."""
    rest = json.loads(json.dumps(answer))
    rest.get("settings", {}).pop("sight", None)
    for told in rest.get("told", {}).values():
        del told["seen"]
    if "boards" in rest:
        rest["boards"] = rest["boards"]["reference"]
    return dict(rest)


def test_sight_changes_nothing_else(random_answers: Answered) -> None:
    # "A try on a point in sight is judged and refused like any other."; "Nothing of it is said aloud"
    blind = Oracle()
    for line, answer in random_answers:
        asked = line
        if answer.get("ok") and answer["settings"]["referee"] not in ("open", "hamburg"):
            asked = line | {"settings": line["settings"] | {"sight": 0}}
        assert without_sight(blind.answer(asked)) == without_sight(answer)


def test_a_board_is_kept_up_to_date_by_the_announcements(random_answers: Answered) -> None:
    # Whoever starts from the board after the set-up and does what `vanished` and `seen` say has the board of `boards`.
    kept: dict[str, dict[str, str]] = {}
    mover = "black"
    for _, answer in random_answers:
        for seat, told in answer.get("told", {}).items():
            if told["seen"] is None:
                continue
            kept[seat] |= dict.fromkeys(told["vanished"] + told["seen"]["gone"], ".")
            if told["verdict"] == "moved" and seat == mover:
                piece = seat[0].upper() if told["try"]["kind"] == "stone" else seat[0]
                lost = told["try"]["point"] in told["vanished"]
                kept[seat][told["try"]["point"]] = "." if lost else piece
            kept[seat] |= told["seen"]["appeared"]
            assert kept[seat] == squares(answer["boards"][seat])
        if "boards" in answer:
            kept = {seat: squares(answer["boards"][seat]) for seat in ("black", "white")}
            mover = answer["to_move"]


def squares(text: str) -> dict[str, str]:
    return {point_name(point): piece for point, piece in parse_board(text).items()}


def test_random_lines_meet_everything_about_sight(random_answers: Answered) -> None:
    met: collections.Counter[str] = collections.Counter()
    for line, answer in random_answers:
        wanted = (line.get("settings") or {}).get("sight")
        met[f"refused: {wanted!r}"] += "error" in answer
        for seat, told in answer.get("told", {}).items():
            enemy, change = "white" if seat == "black" else "black", told["seen"] or NOTHING
            captured = {*answer["removed"][enemy + "_stones"], *answer["removed"][enemy + "_ghosts"]}
            met["appeared"] += bool(change["appeared"])
            met["ghost appeared"] += bool({"b", "w"} & {*change["appeared"].values()})
            met["captured in sight"] += bool(captured & {*change["gone"]})
            met["some captured out of sight"] += bool(change["gone"]) and bool(captured - {*change["gone"]})
            met["out of sight"] += bool({*change["gone"]} - captured)
            met["ghost became a stone"] += answer["removed"]["replaced_ghost"] == enemy and bool(change["appeared"])
            met["taken by the lost sight"] += bool(told["vanished"]) and bool(change["gone"])
    rare = [event for event in met if not event.startswith("refused") and met[event] < len(random_answers) // 400]
    assert not rare, met
    assert any(met[f"refused: {value!r}"] for value in (-1, 49, 1.5, "2", True)), met
