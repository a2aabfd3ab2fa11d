"""The page of a game without a network: board, announcements, counters, preferences, known stones, and its weight."""

import re
from html import unescape
from math import hypot
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import playing
from tests.day_and_night import first_by_day
from tests.gtp.session import check_session, engine
from tests.web.people import Club
from tests.web.programs import duel
from tests.web.test_count import mark
from tests.web.wire import Made, Visitor, WebApp, make, start_game
from yurei import records
from yurei import referee as referees
from yurei.apps.web.frame import board
from yurei.apps.web.frame.board import Picture, draw_board
from yurei.apps.web.frame.page import LIKES, PAINTS
from yurei.apps.web.frame.security import STATIC, read_without_comments, static_url
from yurei.referee.announce import speak_result
from yurei.referee.view import is_pointless
from yurei.rules.board import BLACK_GHOST, BLACK_STONE, WHITE_GHOST, WHITE_STONE
from yurei.rules.points import Size
from yurei.rules.state import read_try

HEAVIEST = 120_000
"""Bytes of a page with all that it loads, the styles of its end among them, so that the reveal is styled from its first frame.

On 19x19 4 kB of it make coordinates equally long, so that no length tells a point."""


PIECE = re.compile("(?:black|white) (?:stone|ghost)")


def labels(text: str) -> dict[str, str]:
    return dict(re.findall(r'aria-label="([A-Z]\d+), ([^"]+)"', text))


def test_a_ghost_away_from_ones_own_stones_is_refused_with_the_rule(webapp: WebApp) -> None:
    made = make(webapp, width="5", ruleset="no-seki-go")
    rule = "A ghost goes beside one of your own stones."
    made.play("C3 D3 ghost:E5!")
    assert rule in made.page("black")
    assert rule not in made.page("white")
    made.play("ghost:D3!")
    assert rule not in made.page("black"), "an own stone is beside it: the other one was in the way"


WORDS = {
    BLACK_STONE: "black stone",
    WHITE_STONE: "white stone",
    BLACK_GHOST: "black ghost",
    WHITE_GHOST: "white ghost",
}
GAMES = {
    "go": (5, 5, "C3 C3 C4 C4 B4 E1 D4 E2 C5 pass pass"),
    "alter-igo": (3, 3, "A1 A2 C3 B1 A1"),
    "no-seki-go": (7, 1, "D1 B1 B1 pass F1 ghost-C1 pass A1 pass pass"),
}
REFEREES = [
    *[("no-seki-go", "counted"), ("go", "open"), ("alter-igo", "olympiad"), ("go", "kriegspiel")],
    *[("alter-igo", "hamburg"), ("no-seki-go", "hamburg"), ("go", "common")],
]


@pytest.mark.parametrize(("game", "referee"), REFEREES)
def test_pages_show_the_boards_and_announcements_of_the_table(webapp: WebApp, game: str, referee: str) -> None:
    width, height, tries = GAMES[game]
    made = make(webapp, ruleset=game, referee=referee, width=f"{width}", height=f"{height}")
    played = playing.Game(None, "", game, (width, height), referee=referee)
    table, size = played.table, played.table.settings.size
    for word in tries.split():
        seat = str(table.to_move)
        if is_pointless(table.view(seat), read_try(word.replace("-", " "), size)):
            continue  # the player knows what stands there, so it is no try
        played.play(word)
        kind, _, point = word.rpartition("-")
        assert made.act(seat, *(("pass",) if word == "pass" else (kind or "stone", point))).status == 200
        for name in ("black", "white"):
            view, page = table.view(name), unescape(made.part(name))
            if view.result is None:
                assert mark(page, "told").startswith(played.last)
                shown = {point: PIECE.findall(said) for point, said in labels(page).items()}
                drawn = {size.name(point): [WORDS[cell]] for point, cell in enumerate(view.board) if cell in WORDS}
                assert {point: pieces for point, pieces in shown.items() if pieces} == drawn
    assert table.result is not None
    for name in ("black", "white"):
        assert speak_result(table.result) in unescape(made.part(name))


def test_an_open_game_has_no_pencil_and_no_reveal(webapp: WebApp) -> None:
    made = make(webapp, width="5", referee="open")
    made.play("C3 D4")
    text = made.page("black")
    assert "pencil-" not in text
    last = re.search(r'class="last[^"]*"', text)
    assert last, "the opponent's last move has its mark"
    made.act("black", "resign")
    assert "revealed" not in made.page("black")


def test_a_hidden_game_has_a_legend_of_the_marks(webapp: WebApp) -> None:
    made = make(webapp, width="5")
    legend = re.search(r'<[^>]*class="[^"]*marks[^"]*".*?</dl>', made.page("black"), re.DOTALL)
    assert legend
    assert "refused" in legend[0].lower()


@pytest.mark.parametrize(
    ("colour", "waits", "ends"),
    [
        ("black", "Your turn. White has not come yet.", "Your turn: you are Black."),
        ("white", "You are White. Black has not come yet.", "You are White. Black is to move."),
    ],
)
def test_the_page_says_that_the_invited_friend_has_not_come_yet(
    webapp: WebApp, colour: str, waits: str, ends: str
) -> None:
    host, table = start_game(webapp, colour=colour, opponent="friend", width="5")
    assert mark(host.get(table).text, "turn") == waits
    links = host.links(table.split("/")[2])
    Visitor(webapp).post(links["white" if colour == "black" else "black"])
    assert mark(host.get(table).text, "turn") == ends


@pytest.mark.parametrize(("width", "tries"), first_by_day([(19, 130), (13, 80), (9, 40)]))
def test_a_game_in_play_weighs_little_with_all_that_it_loads(webapp: WebApp, width: int, tries: int) -> None:
    made, points = make(webapp, width=f"{width}"), list(Size(width, width).names(range(width * width)))
    Random(1).shuffle(points)
    for number, point in enumerate(points[:tries]):
        made.act(("black", "white")[number % 2], "stone", point)
    text = made.page("black")
    assert text.count("<use class") >= tries // 3, "stones lie on it"
    loaded: dict[str, int] = {}
    for name in re.findall(r'"/static/\w+/([\w.-]+)"', text):
        _load(name, loaded)
    scripts = {f"{name}.js" for name in ("yurei", "table", "sending", "board", "told", "notify")}
    assert scripts | {"style.css", "board.css", "table.css"} < set(loaded)
    assert {"icon.svg", "icon-turn.svg"} & set(loaded)
    weight = len(text.encode()) + sum(loaded.values())
    assert weight <= HEAVIEST, f"{weight} bytes: the page {len(text.encode())}, {loaded}"


def _load(name: str, loaded: dict[str, int]) -> None:
    if name not in loaded:
        text = read_without_comments(STATIC / name).decode()
        loaded[name] = len(text.encode())
        for other in re.findall(r'from "\./([\w.]+)"', text):
            _load(other, loaded)


@pytest.mark.parametrize("name", [path.name for path in STATIC.iterdir() if path.suffix in (".css", ".js")])
def test_style_sheets_and_scripts_are_served_without_comments_and_indents(webapp: WebApp, name: str) -> None:
    served = Visitor(webapp).get(f"/static/{name}").text
    assert served.encode() == read_without_comments(STATIC / name)
    lines = map(str.strip, (STATIC / name).read_text(encoding="utf-8").splitlines())
    written = {re.sub(r" /\*.*\*/$", "", line.partition(" // ")[0]) for line in lines if not line.startswith("/*")}
    if name.endswith(".css"):
        written = {re.sub(r"([;:,{}]) | (?=[{}])", r"\1", line) for line in written}
    assert set(served.splitlines()) <= written


@pytest.mark.parametrize("script", [*STATIC.glob("*.js")], ids=lambda script: script.name)
def test_no_text_of_a_script_goes_over_a_line_as_indents_are_not_served(script: Path) -> None:
    code = re.sub(r"/\*.*?\*/", "", script.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert not [line for line in code.splitlines() if line.count("`") % 2]


@pytest.mark.parametrize(
    ("referee", "white", "black"),
    [
        ("common", "just captured", "just captured"),
        ("kriegspiel", "just captured", None),  # White sees it vanish, and nobody has told Black
        ("hamburg", "white stone, may be gone", None),
    ],
)
def test_captured_points_are_marked_for_the_seats_that_were_told(
    webapp: WebApp, referee: str, white: str, black: str | None
) -> None:
    made = make(webapp, width="3", referee=referee)
    made.play("B2 A1 A2 C3 B1")
    assert [labels(made.page(chair)).get("A1") for chair in ("white", "black")] == [white, black]


def test_the_card_says_whose_try_was_refused_unless_it_was_the_readers(webapp: WebApp) -> None:
    made = make(webapp, width="3")
    made.play("B2 B2")
    said = {chair: re.findall(r'id="told"[^>]*data-who="([^"]*)"', made.page(chair)) for chair in ("black", "white")}
    assert said == {"black": ["White:"], "white": []}


def lines(text: str) -> list[str]:
    return re.findall(r"<li.*?</li>", text.partition('<ol id="heard"')[2].partition("</ol>")[0])


def counted(text: str) -> dict[str, list[str]]:
    sides = re.findall(r'<div class="side (\w+)[^"]*">.*?<dl class="counters"[^>]*>(.*?)</dl>', text)
    return {colour: re.findall(r"<dd>(?:<abbr[^>]*>)?([^<]*)<", cells) for colour, cells in sides}


@pytest.mark.parametrize(
    ("referee", "black_to_white", "white_to_black"),
    [("common", "0", "1"), ("hamburg", "0", "1"), ("kriegspiel", "?", "?")],
)
def test_only_announced_facts_are_counted(
    webapp: WebApp, referee: str, black_to_white: str, white_to_black: str
) -> None:
    made = make(webapp, width="3", referee=referee)
    made.play("B2 B2! A1 A2 C3 B1")
    assert counted(made.page("black")) == {"black": ["3", "0", "0"], "white": ["2", white_to_black, "1"]}
    assert counted(made.page("white")) == {"black": ["3", black_to_white, "0"], "white": ["2", "1", "1"]}


@pytest.mark.parametrize(
    ("chair", "order"), [("black", ["white", "black"]), ("white", ["black", "white"]), ("audience", ["black", "white"])]
)
def test_a_players_own_clock_and_counters_come_second(webapp: WebApp, chair: str, order: list[str]) -> None:
    made = make(webapp, width="3", clock="5+3")
    made.play("B2 A1")
    assert list(counted(made.page(chair))) == order


def test_the_same_sentence_said_twice_is_read_out_twice(webapp: WebApp) -> None:
    made = make(webapp, width="3")
    made.play("B2 B2!")
    once = made.page("white")
    made.act("white", "stone", "B2")
    twice = made.page("white")
    said = [re.findall(r'<span id="told" data-told="(\d+)"[^>]*>([^<]*)', text) for text in (once, twice)]
    assert said == [[("2", "Illegal move.")], [("3", "Illegal move.")]], "another element each time"
    assert all('<p id="said" class="said" role="status"><span id="section-told"' in text for text in (once, twice))
    assert once.count('role="status"') == 4, (
        "the referee, the connection, news of lobby and evening, what is sent again, and nothing that chatters"
    )


def test_the_same_refusal_again_and_again_is_one_line(webapp: WebApp) -> None:
    made = make(webapp, width="3")
    made.play("B2")
    for times in ("", " ×2", " ×3"):
        made.act("white", "stone", "B2")
        for chair, said in (("white", "White: Illegal move. (B2)"), ("black", "White: Illegal move.")):
            assert re.sub("<[^>]*>", "", lines(made.page(chair))[0]) == f"{said}{times}"


@pytest.mark.parametrize(("speaker", "named"), [("kriegspiel", 1), ("fog", 1), ("common", 0)])
def test_only_the_owner_reads_that_a_stone_has_gone_where_captures_are_not_announced(
    webapp: WebApp, speaker: str, named: int
) -> None:
    made = make(webapp, width="5", referee=speaker)
    made.play("B1 A1 A2")
    gone = "Gone from your board: A1."
    lost, taken = made.page("white"), made.page("black")
    assert "A1" in lines(lost)[0]
    assert lines(lost)[0].count(gone) == mark(lost, "told").count(gone) == named
    assert "Gone from" not in taken + made.page("audience")
    made.act("white", "stone", "E5")
    assert "Gone from" not in mark(made.page("white"), "told")
    assert lines(made.page("white"))[1].count(gone) == named


def test_the_length_of_a_line_does_not_tell_whether_a_stone_has_gone(webapp: WebApp) -> None:
    loses, keeps = (make(webapp, width="5", referee="kriegspiel") for _ in range(2))
    loses.play("B1 A1 A2")
    keeps.play("B1 E5 A2")
    assert len(lines(loses.page("white"))[0]) == len(lines(keeps.page("white"))[0])


def test_long_games_show_the_newest_and_keep_the_rest_on_a_page_of_its_own(webapp: WebApp) -> None:
    made, points = make(webapp, width="9"), list(Size(9, 9).names(range(81)))
    made.play(" ".join(points[:70:2] + points[1:50:2]))
    text = made.page("white")
    assert "All announcements" in text
    whole = made.page("white", "/heard")
    assert len(lines(text)) == 20
    assert len(lines(whole)) == 60
    assert lines(whole)[:20] == lines(text)
    assert "(A1)" not in whole, "Black's own points stay with Black"
    assert "(A1)" in made.page("black", "/heard")


def test_an_error_page_has_the_colours_of_its_reader(webapp: WebApp) -> None:
    for likes in ("sound", "dark", ""):
        answer = Visitor(webapp, {"likes": likes}).get("/nowhere")
        assert (answer.status, f'data-likes="{likes}"' in answer.text) == (404, True)


def test_likes_are_kept_in_a_cookie_and_hold_without_scripts(webapp: WebApp) -> None:
    made = make(webapp, width="3")
    black = made.seats["black"]
    assert 'data-likes="sound"' in made.page("black"), "who has said nothing"
    answer = black.post("/likes", {"like": "clear", "back": made.at("black")})
    assert (answer.status, answer.location) == (303, made.at("black"))
    text = made.page("black")
    assert 'data-likes="clear"' in text
    assert re.search(r'value="clear" checked', text)
    assert not re.search(r'value="sound" checked', text)
    black.post("/likes")
    assert 'data-likes=""' in made.page("black"), "nothing is liked"
    for kept in ("nonsense", "sound.<b>", "....", "clear" * 1000):
        text = Visitor(webapp, {**black.cookies, "likes": kept}).get(made.at("black")).text
        liked = re.findall(r'data-likes="([^"]*)"', text)[0].split()
        assert set(liked) <= LIKES
    answer = black.post("/likes", {"like": "E4"})
    assert answer.status == 404
    assert "preference" in answer.text


def test_without_scripts_a_try_is_aimed_first_where_that_is_liked(webapp: WebApp) -> None:
    made = make(webapp, width="9")
    black, address = made.seats["black"], made.at("black")
    black.post("/likes", {"like": "confirm"})
    assert 'name="aim"' in made.page("black")
    answer = black.post(address, {"do": "stone", "at": "d4", "aim": "1"})
    assert (answer.status, answer.location) == (303, f"{address}?do=stone&aim=d4")
    aimed = black.get(answer.location).text
    assert "The referee is ready." in aimed, "nothing has happened"
    assert re.search(r'value="D4" role=gridcell[^>]* class="aimed"', aimed)
    assert re.search(r'<form id="confirm"[^>]*method="post"(?![^>]*hidden)', aimed)
    assert "Try D4" in aimed
    black.post(address, {"do": "pencil-cross", "at": "E5", "aim": "1"})
    assert labels(made.page("black")) == {"E5": "pencil: crossed out"}, "a pencil needs no confirming"
    black.post(address, {"do": "stone", "at": "D4"})
    assert labels(made.page("black"))["D4"] == "black stone"
    answer = black.get(f"{address}?do=stone&aim=Z99")
    assert answer.status == 422
    assert "no point of a 9x9 board" in answer.text


def head(text: str) -> tuple[str, str]:
    (title,), (icon,) = re.findall(r"<title[^>]*>(.*?)</title>", text), re.findall(r'rel="icon" href="([^"]+)"', text)
    return title, icon


def test_the_served_page_has_the_turn_in_its_title_and_icon(webapp: WebApp) -> None:
    made = make(webapp, width="5")
    look = {chair: head(made.page(chair)) for chair in made.seats}
    assert look["black"] == ("Your turn – Phantom Go, Black – yurei", static_url("icon-turn.svg"))
    for chair in ("white", "referee", "audience"):
        assert "Your turn" not in look[chair][0]
        assert look[chair][1] == static_url("icon.svg")
    made.act("black", "resign")
    alone = make(webapp, width="5", opponent="solo")  # who is always to move
    for page in (made.page("black"), made.page("white"), alone.page("solo")):
        assert "Your turn" not in head(page)[0]


SAID = "you know what stands on C3, so this is no try"


def events_and_tries(made: Made) -> tuple[int, int]:
    game = made.webapp.held[made.name]
    return len(game.events), len(game.judged)


@pytest.mark.parametrize("referee", first_by_day([each.slug for each in referees.ALL], 3))
@pytest.mark.parametrize("failed_try", ["retry", "lose-turn"])
def test_a_tap_on_ones_own_stone_is_told_to_nobody(webapp: WebApp, referee: str, failed_try: str) -> None:
    made = make(webapp, width="5", referee=referee, failed_try=failed_try)
    made.play("C3 A1")
    before = events_and_tries(made)
    white = made.seats["white"].listen(made.at("white") + "/live")
    frames = len(white.raw)
    for do, at in (("stone", "C3"), ("stone", " c3 ")):
        answer = made.act("black", do, at)
        assert (answer.status, answer.text) == (422, SAID)
    assert events_and_tries(made) == before
    assert len(white.raw) == frames
    assert made.act("black", "stone", "D4").status == 200, "it is Black's turn still"


@pytest.mark.parametrize(
    ("wish", "tries", "tried", "is_a_try"),
    [
        ({"referee": "open"}, "C3 C2 E5", "white:C3", False),
        ({"referee": "fog"}, "C3 C2 E5", "white:C3", False),
        ({"referee": "common"}, "C3 C2 E5", "white:C3", True),
        ({"referee": "common"}, "C3 C3!", "white:C3", True),  # it was refused without a reason
        ({"referee": "hamburg"}, "C3 C3! A1 A2 E5 B1", "white:C3", False),  # the referee has said what stands there
        ({"referee": "hamburg"}, "C3 C3! A1 A2 E5 B1", "white:E5", True),  # it may be the stone that was taken
        ({"ruleset": "no-seki-go"}, "C3 A1 ghost:C4 pass", "black:ghost:C4", False),
        ({"ruleset": "no-seki-go"}, "C3 A1 ghost:C4 pass", "black:C4", True),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_a_point_of_which_a_player_knows_what_stands_there_cannot_be_tried(
    webapp: WebApp, wish: dict[str, str], tries: str, tried: str, is_a_try: bool
) -> None:
    made = make(webapp, width="5", **wish)
    made.play(tries)
    before = events_and_tries(made)[1]
    seat, *kind, point = tried.split(":")
    answer = made.act(seat, kind[0] if kind else "stone", point)
    assert (answer.status, "so this is no try" in answer.text) == ((200, False) if is_a_try else (422, True))
    assert events_and_tries(made)[1] == before + is_a_try


@pytest.mark.by_day
@pytest.mark.parametrize("game", ["no-seki-go", "go"])
@pytest.mark.parametrize("referee", [each.slug for each in referees.ALL])
def test_a_program_is_told_the_points_on_which_a_try_is_no_try_and_no_others(
    webapp: WebApp, referee: str, game: str
) -> None:
    sides, chance = dict(zip(("black", "white"), duel(webapp, referee=referee, ruleset=game), strict=True)), Random(1)
    for _ in range(25):
        seen = sides["black"].sees()
        program = sides[seen["to_move"] or "black"]
        standing = program.sees()["standing"]
        kinds = ("stone", "ghost") if seen["settings"]["ghosts"] else ("stone",)
        for point, cell in standing.items():
            for do in kinds:
                if cell in "BW" or do == "ghost":
                    answer = program.ask("POST", program.address, {"do": do, "point": point})
                    assert (answer.status, "so this is no try" in answer.text) == (422, True)
        free = [f"{column}{row}" for column in "ABCDE" for row in range(1, 6)]
        point = chance.choice([each for each in free if each not in standing])
        assert program.ask("POST", program.address, {"do": kinds[-1], "point": point}).status == 200
    for program in sides.values():
        assert any(each["verdict"] == "illegal" for each in program.sees()["heard"])
    sides["black"].does("resign")
    assert sides["white"].sees()["standing"] == {}


@pytest.mark.parametrize("referee", first_by_day([each.slug for each in referees.ALL], 3))
def test_two_games_that_sound_alike_are_answered_alike(webapp: WebApp, referee: str) -> None:
    """White's stones lie elsewhere, and in one of the games one of Black's was captured unheard."""
    answers = []
    for tries in ("A1 C3 E5 D3", "A1 D2 E5 B4"):
        made = make(webapp, width="5", referee=referee)
        made.play(tries)
        answers.append([made.act("black", "stone", point).status for point in ("A1", "E5", "A1")])
    assert answers[0] == answers[1] == [422, 422, 422]


SIZE = Size(4, 3)
points = st.sets(st.integers(0, SIZE.points - 1))
boards = st.lists(st.sampled_from([0, 0, 0, 1, 2, 3, 4]), min_size=SIZE.points, max_size=SIZE.points).map(bytes)
pictures = st.builds(
    Picture,
    size=st.just(SIZE),
    cells=boards,
    name=st.just("black"),
    label=st.just("Board"),
    pencil=st.dictionaries(st.integers(0, SIZE.points - 1), st.sampled_from(["black", "white", "dead", "cross"])),
    last=st.none() | st.tuples(st.integers(0, SIZE.points - 1), st.booleans()),
    dead=points,
    owners=st.dictionaries(st.integers(0, SIZE.points - 1), st.sampled_from([1, 2])),
    clickable=st.booleans(),
    uncertain=points,
    taken=points,
    known=st.none() | boards,
    fog=st.just(0) | st.integers(0, 2**SIZE.points - 1),
    disputed=points,
    wrong=points,
    aim=st.none() | st.integers(0, SIZE.points - 1),
    pointed=points,
    heat=st.just(()) | st.lists(st.floats(0, 1), min_size=SIZE.points, max_size=SIZE.points),
)


@given(pictures)
def test_points_with_nothing_but_a_piece_on_them_are_drawn_alike_on_every_board(picture: Picture) -> None:
    short = str(draw_board(picture, str))
    said, marked = board._find_described_points, board._find_marked_points
    board._find_described_points = board._find_marked_points = lambda _: range(SIZE.points)  # type: ignore[assignment]
    try:
        assert str(draw_board(picture, str)) == short
    finally:
        board._find_described_points, board._find_marked_points = said, marked


RING = re.compile(r'class="last (\w+)[^"]*" d="M[\d.]+ [\d.]+a(\d*\.\d+)')
PEN = 0.085
"""Width of the ring's stroke, see board.css."""
BY_HAND = hypot(0.027, 0.024)
"""How far a piece may lie from its point."""


def radius_of_the_face() -> float:
    """How far the eyes and the mouth of a ghost reach from the middle of the drawing."""
    ellipses = re.findall(r"<ellipse ([^>]*)/>", re.findall(r'<g class="eyes">(.*?)</g>', PAINTS)[0])
    sizes = [{name: float(value) for name, value in re.findall(r'(\w+)="([-.\d]+)"', each)} for each in ellipses]
    assert len(sizes) == 3
    return max(hypot(abs(s.get("cx", 0)) + s["rx"], abs(s.get("cy", 0)) + s["ry"]) for s in sizes)


def test_the_ring_of_the_last_move_goes_around_the_face_of_a_ghost(webapp: WebApp) -> None:
    made = make(webapp, ruleset="no-seki-go", width="5")
    made.play("C3 E5 ghost:C4")
    [(kind, radius)] = RING.findall(made.part("black"))
    assert kind == "accepted"
    assert float(radius) - PEN / 2 > radius_of_the_face() + BY_HAND
    [(kind, radius)] = RING.findall(made.part("white"))
    assert float(radius) < 0.3, "on a stone it is small"


INTERSECTIONS = """
() => {
  const board = document.querySelector('#play .board svg'), lines = board.querySelector('.lines').getBBox(), cut = [];
  let glyphs = 0;
  for (const text of board.querySelectorAll('.coordinates text')) {
    for (let at = 0; at < text.getNumberOfChars(); at += 1) {
      const glyph = text.getExtentOfChar(at), ascent = glyph.height * 0.75; // a digit has no descender
      glyphs += 1;
      const beside = glyph.x + glyph.width <= lines.x || glyph.x >= lines.x + lines.width;
      const baseline = text.getStartPositionOfChar(at).y;
      const above = baseline <= lines.y || baseline - ascent * 0.8 >= lines.y + lines.height;
      if (!beside && !above) cut.push(`${text.textContent} ${at}`);
    }
  }
  return { cut, glyphs };
}
"""


@pytest.mark.parametrize("lines", ["5", "19"])
def test_lines_of_a_torus_leave_the_coordinates_free(club: Club, lines: str) -> None:
    person = club.person()
    club.makes(person, ruleset="toroidal-go", opponent="solo", width=lines)
    for across in (390, 1440):
        person.page.set_viewport_size({"width": across, "height": 900})
        found = person.page.evaluate(INTERSECTIONS)
        assert found["glyphs"] >= 4 * int(lines)
        assert found["cut"] == []


def test_lines_and_stones_of_a_torus_go_on_beyond_its_edge_for_their_viewers_only(webapp: WebApp) -> None:
    made, flat = make(webapp, ruleset="toroidal-go", width="4"), make(webapp, ruleset="go", width="4")
    begins, ends = (float(re.findall(r'class="lines" d="M([\d.]+)', each.part("black"))[0]) for each in (made, flat))
    assert begins < ends - 0.4
    made.play("A1 C2 D3")
    shown = [
        re.findall(r'<use class="beyond" href="#(\w+-stone)"', made.page(seat))
        for seat in ("black", "white", "audience")
    ]
    assert shown == [["black-stone"] * 4, [], []], "three times for the corner, once for the side"


def test_atari_go_ends_in_the_browser_with_the_first_capture(webapp: WebApp) -> None:
    made = make(webapp, ruleset="atari-go", referee="kriegspiel", width="3")
    made.play("A2 A1 C3 C1 B1")
    for seat in ("black", "white", "audience"):
        page = made.page(seat)
        assert "Black wins by capture." in page
        assert made.seats[seat].get(made.at(seat) + "/replay?at=5").status == 200
    kept = records.read(made.seats["black"].get(made.at("black") + "/record").body)
    assert (kept.settings.ruleset.slug, len(kept.entries)) == ("atari-go", 5)


def test_an_engine_of_gtp_counts_a_first_capture_as_a_win() -> None:
    said = "> play w A1\n=\n> play b A2\n=\n> play b B1\n=\n> final_score\n= B+…"
    check_session(engine(ruleset="atari-go", width=3, height=3), said)
