"""The pages to learn from: games, referees, examples, and guided games."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from html import unescape
from urllib.parse import urlencode

import pytest
from hypothesis import example as with_example
from hypothesis import given, settings
from hypothesis import strategies as st
from playwright.sync_api import Page, expect

from tests.playing import Game, drawn, play, state
from tests.web.people import PIECES, Club
from tests.web.wire import Visitor, WebApp
from yurei import referee as referees
from yurei import rules
from yurei.apps.web.learn.guided import describe_task, guided_part
from yurei.apps.web.parts.written_rules import GHOSTS, game_rules, referee_rules
from yurei.club import lessons
from yurei.club.lessons import LINES, MOST, LessonState, Mistake, Script
from yurei.errors import YureiError
from yurei.languages import NAMES, translation
from yurei.referee import Referee
from yurei.referee.told import Outcome, Told
from yurei.rules.board import BLACK, WHITE, board_text, read_board
from yurei.rules.points import Size
from yurei.rules.ruleset import Example, Ruleset, white_passes
from yurei.rules.state import EndedBy

EXAMPLES = [
    pytest.param(ruleset, number, id=f"{ruleset.slug} {number}")
    for ruleset in rules.ALL
    for number in range(1, len(ruleset.examples) + 1)
]
CELL = re.compile(r'role="?gridcell"? aria-label="([^"]*)"')
LETTERS = dict(zip(PIECES, "BWbw", strict=True))


def tries(example: Example) -> list[str]:
    return [move.split(":")[1] for move in example.moves.split()]


def board(part: str, name: str, example: Example) -> str:
    """A board as a page shows it, read from what a screen reader says."""
    size = read_board(example.board)[1]
    cells = [label.split(", ") for label in CELL.findall(part.split(f'id="{name}"')[1].split("<h3>")[0])]
    found = {point: next((LETTERS[word] for word in words if word in PIECES), ".") for point, *words in cells}
    names = [[size.name(row * size.width + column) for column in range(size.width)] for row in range(size.height)]
    return "/".join("".join(found[name] for name in row) for row in reversed(names))


@pytest.fixture(scope="module")
def library() -> Iterator[WebApp]:
    """An application in which nothing happens: what is only read can be read there by all."""
    with WebApp() as webapp:
        yield webapp


@pytest.mark.by_day
@pytest.mark.parametrize(("ruleset", "number"), EXAMPLES)
def test_every_step_shows_the_board_of_the_judge(library: WebApp, ruleset: Ruleset, number: int) -> None:
    example, visitor = ruleset.examples[number - 1], Visitor(library)
    begun = state(example.board, ruleset, first=BLACK if example.moves[0] == "B" else WHITE)
    boards = [example.board, *(drawn(verdict.after) for verdict in play(begun, " ".join(tries(example))))]
    assert boards[-1] == example.after
    for moment, wanted in enumerate(boards):
        part = visitor.fragment(f"/learn/{ruleset.slug}?example={number}&at={moment}").text
        assert board(part, "reference", example) == wanted
        assert f"Try {moment} of {len(boards) - 1}" in part
    beyond = visitor.fragment(f"/learn/{ruleset.slug}?example={number}&at=99").text
    assert beyond == part, "behind the end is the end"


@pytest.mark.by_day
@pytest.mark.parametrize("referee", referees.ALL, ids=lambda referee: referee.slug)
@pytest.mark.parametrize(("ruleset", "number"), EXAMPLES)
def test_every_referee_is_quoted(library: WebApp, ruleset: Ruleset, number: int, referee: Referee) -> None:
    example = ruleset.examples[number - 1]
    first = "black" if example.moves[0] == "B" else "white"
    said = Game(example.board, " ".join(tries(example)), ruleset, referee=referee, first=first).said()
    address = f"/learn/{ruleset.slug}?example={number}&at={len(said)}&referee={referee.slug}"
    part = unescape(Visitor(library).fragment(address).text)
    voice = re.search(r'class="said"[^>]*>([^<]*)<', part)
    assert voice is not None
    assert voice[1].startswith(said[-1])
    quoted = {
        title: sentence
        for sentence, names in re.findall(r"<p>([^<]*)</p><span>(.*?)</span>", part)
        for title in re.findall(r">([^<]+)</a>", names)
    }
    assert quoted[referee.title] == said[-1]
    assert len(quoted) == len(referees.ALL)


@pytest.mark.parametrize(
    ("referee", "last", "rows"),
    [
        ("common", "White has captured the following stones: C1, C2, D2.", "/.....B.../....BB..."),
        ("hamburg", "White captures 3 stones.", "/..BB.B.../..B.BB..."),  # nothing vanishes
    ],
)
def test_the_board_after_the_snapback_follows_the_referee(webapp: WebApp, referee: str, last: str, rows: str) -> None:
    part = Visitor(webapp).fragment(f"/learn/go?at=4&referee={referee}").text
    assert re.search(rf'class="said"[^>]*>{last}<', part)
    assert board(part, "black", rules.ALL[0].examples[0]).endswith(rows)


@pytest.mark.parametrize("language", NAMES)
def test_every_game_has_its_page_with_its_examples_and_its_rules_in_full(webapp: WebApp, language: str) -> None:
    say, visitor = translation(language).gettext, Visitor(webapp, language=language)
    shelf = visitor.get("/learn").text
    for ruleset in rules.ALL:
        assert f'href="/learn/{ruleset.slug}"' in shelf
        page = unescape(visitor.get(f"/learn/{ruleset.slug}").text)
        assert ruleset.source in page
        assert all(say(example.claim) in page for example in ruleset.examples)
        written = page.split('id="rules"')[1].split("</section>")[0]
        for sentence in game_rules(ruleset, say):
            assert f"<li>{sentence}</li>" in written
        assert all((f"<li>{say(sentence)}</li>" in written) == ruleset.ghosts for sentence in GHOSTS)


def test_the_rules_follow_from_the_choices_of_a_game() -> None:
    assert len({tuple(game_rules(ruleset, str)) for ruleset in rules.ALL}) == len(rules.ALL)
    assert list(game_rules(rules.get("alter-igo"), str))[3:] == [
        "After a move every string without a liberty is removed, of both colours at the same time.",
        "Whoever places a stone that is the only one to be removed loses the game at once.",
        "When the same position stands for the third time, the game is a draw.",
        "Nobody passes: every turn is a move.",
        "Nothing is counted at the end.",
        "A player may resign at any time and loses the game.",
    ]
    changed = replace(rules.get("alter-igo"), passing=white_passes(6), draw_by_agreement=True)
    assert {"White may pass, 6 times in a game; Black may not.", "The players may agree on a draw."} < set(
        game_rules(changed, str)
    )


def test_every_referee_has_a_portrait(webapp: WebApp) -> None:
    page = unescape(Visitor(webapp).get("/learn/referees").text)
    snapback = rules.ALL[0].examples[0]
    for referee in referees.ALL:
        portrait = page.split(f'id="{referee.slug}"')[1].split("</section>")[0]
        said = Game(snapback.board, " ".join(tries(snapback)), referee=referee).said()
        for sentence in (referee.title, *referee_rules(referee, str), *said):
            assert sentence in portrait


def test_two_referees_are_never_described_alike() -> None:
    assert len({tuple(referee_rules(referee, str)) for referee in referees.ALL}) == len(referees.ALL)
    assert list(referee_rules(referees.get("kriegspiel"), str)) == [
        "Captures are not announced.",
        "Captured stones vanish from their owner’s board.",
        "Atari is never announced.",
        "A refused try is called illegal, and no reason is given.",
        "After a refused try it is still the same player’s turn, as often as it takes.",
        "No takebacks: announcements cannot be undone.",
    ]


@pytest.mark.by_day
@pytest.mark.parametrize(("ruleset", "number"), EXAMPLES)
def test_example_can_be_continued_as_a_game(webapp: WebApp, ruleset: Ruleset, number: int) -> None:
    example, visitor = ruleset.examples[number - 1], Visitor(webapp)
    table = visitor.post(f"/learn/{ruleset.slug}", {"example": f"{number}", "referee": "hamburg"}).location
    name = table.split("/")[2]
    assert table == f"/g/{name}/solo"

    async def there() -> str:
        async with webapp.club.games.game(name) as game:
            return board_text(game.third_board(), read_board(example.board)[1])

    assert webapp.run(there()) == example.board
    for word in tries(example):
        kind, _, point = word.rpartition("-")
        do, at = ("pass", "") if word == "pass" else (kind or "stone", point)
        known = example.refused == "ghost"  # it lies on the board of who tries: that is no try
        assert visitor.send(table, {"do": do, "at": at}).status == (422 if known else 200)
    assert webapp.run(there()) == example.after
    webapp.rewind(name, webapp.happened(name))
    assert webapp.run(there()) == example.after, "after a restart too"


def test_game_from_an_example_keeps_its_position_in_replay_and_record(webapp: WebApp) -> None:
    visitor = Visitor(webapp)
    table = visitor.post("/learn/go", {"example": "1"}).location
    visitor.send(table, {"do": "stone", "at": "E1"})
    visitor.send(table, {"do": "resign"})
    assert "C2, black stone" in visitor.get(f"{table}/replay?at=0").text
    assert "/..WW...../.WB.WB.../.WBW.B..." in visitor.get(f"{table}/record").text


NO_LESSON = ("nothing", "go?example=0", "go?example=99", "go?referee=nobody", "go/1", "first/nothing")
NO_DEED = ("first/go?did=pencil-blue-C3", "first/go?do=fly&at=C3")
UNREADABLE = ("go?example=", "go?example=%C2%B2", "go?example=-1", f"go?example={'9' * 30}", "go?at=x")
NO_TRY = ("did=Z9", "did=ghost-C3", "do=stone", "do=stone&at=C3.D3", f"did={'.'.join(['A1'] * (MOST + 1))}")


@pytest.mark.parametrize(
    ("status", "paths"), [(404, NO_LESSON + NO_DEED), (422, (*UNREADABLE, *(f"first/go?{query}" for query in NO_TRY)))]
)
def test_bad_lesson_address_gets_an_error_status(webapp: WebApp, status: int, paths: Sequence[str]) -> None:
    for path in paths:
        for ask in (Visitor(webapp).get, Visitor(webapp).fragment):
            answer = ask(f"/learn/{path}")
            assert answer.status == status, path
            assert "Traceback" not in answer.text
            assert re.search(r"\w+ \w+", answer.text)


def test_bad_example_creates_no_game(webapp: WebApp) -> None:
    for path, name, value in (("go", "example", "x"), ("go", "example", "99"), ("go", "referee", "<b>"), ("x", "", "")):
        answer = Visitor(webapp).post(f"/learn/{path}", {name: value})
        assert answer.status in (404, 422)
        assert "<b>" not in answer.text
    assert not webapp.games()


SCRIPTS = pytest.mark.parametrize("script", lessons.ALL, ids=lambda script: script.slug)
SIZE = Size(LINES, LINES)
POINTS = [SIZE.name(point) for point in range(SIZE.points)]
PHANTOM_GO, GHOST_LESSON, LONE_SUICIDE = lessons.ALL


def leading_on(moment: LessonState) -> Iterator[str]:
    """Everything that leads on from here: what the step awaits, and where it can be left out what the next one does."""
    yield from map(str, moment.awaited)
    assert moment.step is not None
    if moment.step.skippable:
        yield from moment.script.steps[moment.number + 1].awaits


def moments_from(script: Script, did: Sequence[str] = ()) -> Iterator[LessonState]:
    """Every moment of every way through a script; a way ends with its reveal."""
    moment = lessons.replay_actions(script, did)
    yield moment
    for deed in leading_on(moment) if moment.step else ():
        yield from moments_from(script, [*did, deed])


@cache
def ways(script: str) -> list[LessonState]:
    return list(moments_from(next(each for each in lessons.ALL if each.slug == script)))


def first_way(script: Script) -> list[LessonState]:
    moments = [lessons.replay_actions(script, ())]
    while moments[-1].step:
        moments.append(lessons.replay_actions(script, [*moments[-1].actions, str(moments[-1].awaited[0])]))
    return moments


def todo(moment: LessonState) -> str:
    assert moment.step is not None
    return describe_task(moment, moment.step, "en")


RESULTS = {
    "go": (EndedBy.SCORE, 1, 1),
    "no-seki-go": (EndedBy.RESIGNATION, 1, None),
    "alter-igo": (EndedBy.LONE_SUICIDE, 1, None),
}


@SCRIPTS
def test_every_way_through_a_script_leads_to_its_reveal_and_its_result(script: Script) -> None:
    ends = [moment for moment in ways(script.slug) if moment.reveal]
    for end in ends:
        assert end.number == len(script.steps)
        result = end.view.result
        assert result
        assert (result.by, result.winner, result.margin) == RESULTS[script.slug]
        assert lessons.replay_actions(script, [*end.actions, "A1", "pencil-white-A1"]).actions == end.actions, (
            "nothing follows"
        )
    assert len({end.reveal.board for end in ends if end.reveal}) == 1, "in whatever order"


@SCRIPTS
def test_the_last_try_of_white_is_accepted_and_all_others_are_refused(script: Script) -> None:
    for moment in ways(script.slug):
        answers = [told.outcome for told in moment.news if told.seat == "white"]
        assert all(outcome is Outcome.ILLEGAL for outcome in answers[:-1])
        assert Outcome.ILLEGAL not in answers[-1:]


@pytest.mark.by_day
@SCRIPTS
def test_the_coach_names_every_point_that_is_left_and_the_tool(script: Script) -> None:
    tools = {"ghost": "Try a ghost", "pencil-white": "Guess White", "pass": "Pass"}
    for moment in ways(script.slug):
        words = todo(moment) if moment.step else ""
        assert "{" not in words
        for deed in moment.awaited:
            assert deed.at in words
            assert tools.get(deed.do, "") in words or deed.do == moment.tool
            assert "Try a stone" in words or not deed.do == "stone" != moment.tool


def test_coach_names_the_points_that_are_left() -> None:
    before = ["C3", "D3", "D4", "D2", "E3", "E4", "E2", "C2", "pencil-white-C2", "B2"]
    assert [todo(lessons.replay_actions(PHANTOM_GO, [*before, *did])) for did in ([], ["C5"], ["C5", "D1"])] == [
        "Meanwhile close your own side: play C4, C5 or D1.",
        "Go on closing your side: play C4 or D1.",
        "Close the last gap: play C4.",
    ]


def by(seat: str, heard: Callable[[Told], object] | Outcome) -> Callable[[LessonState], bool]:
    """Whether a seat has just heard this of its own try."""
    if isinstance(heard, Outcome):
        return lambda moment: any((told.seat, told.outcome) == (seat, heard) for told in moment.news)
    return lambda moment: any(told.seat == seat and heard(told) for told in moment.news)


def names(*points: str) -> tuple[int, ...]:
    return tuple(sorted(SIZE.point(point) for point in points))


CLAIMS: dict[str, Callable[[LessonState], bool]] = {
    "^“Illegal move.”": by("black", Outcome.ILLEGAL),
    "this “Illegal move.” was White’s|the referee refused it": by("white", Outcome.ILLEGAL),
    "^“Atari”|^Atari": by("black", lambda told: told.atari_on_opponent),
    "^White puts you into atari": by("white", lambda told: told.atari_on_opponent and not told.atari_on_mover),
    "^Both of you are in atari": by("white", lambda told: told.atari_on_opponent and told.atari_on_mover),
    "Now both of you are in atari": lambda moment: (
        any(told.atari_on_opponent for told in moment.news[1:])
        and any(told.atari_on_opponent for told in moment.view.heard if told.seat == "black")
    ),
    "You have captured two stones": by("black", lambda told: told.captured_points == names("D3", "E3")),
    "White has captured your stone on B2": by("white", lambda told: told.captured_points == names("B2")),
    "It was a ghost": by("black", lambda told: told.attempt and told.captured_points == (told.attempt.point,)),
    "Both stones are gone": by(
        "black", lambda told: (told.captured_points, told.lost_points) == (names("E5"), names("E4"))
    ),
    "White has (moved|placed)|White has moved too": by("white", Outcome.MOVED),
    "White has fled|There stands White": by("black", Outcome.ILLEGAL),
    "Both have passed": by("white", Outcome.PASSED),
    "White resigns": by("white", Outcome.RESIGNED),
    "the stone on A1 was the only one removed": by(
        "white", lambda told: told.lost_points == names("A1") and not told.captured_points
    ),
    "ran into A2": by("white", Outcome.ILLEGAL),
    "Two stones captured": by("black", lambda told: told.captured_points == names("D4", "D5")),
}


def test_coach_says_only_what_was_announced() -> None:
    used = set()
    for script in lessons.ALL:
        for moment in ways(script.slug):
            for sentence in (moment.step.happened,) if moment.step else script.closing:
                for claim, heard in CLAIMS.items():
                    if re.search(claim, sentence):
                        assert heard(moment), f"{sentence} after {moment.actions}"
                        used.add(claim)
    assert used == set(CLAIMS)


def test_the_count_that_is_said_is_the_one_of_the_board() -> None:
    part = guided_part(first_way(PHANTOM_GO)[-1], "en")
    assert "Black has 13 points and White 12" in part
    reference = part.split('id="reference"')[1]
    assert len(re.findall(r"Black’s point|black stone", reference)) == 13
    assert len(re.findall(r"White’s point|white stone", reference)) == 12


@pytest.mark.by_day
@SCRIPTS
def test_any_other_action_of_the_newcomer_is_answered_and_stops_nothing(script: Script) -> None:
    for moment in first_way(script)[:-1]:
        for deed in [*POINTS, "pass", "resign", "pencil-cross-B4"]:
            if deed in leading_on(moment):
                continue
            after = lessons.replay_actions(script, [*moment.actions, deed])
            assert after.mistake is not None
            assert (after.number, after.view.board, after.awaited) == (moment.number, moment.view.board, moment.awaited)
            assert after.actions == (*moment.actions, deed)
            on = lessons.replay_actions(script, [*after.actions, str(moment.awaited[0])])
            assert on.number > moment.number
            heard = [] if after.mistake in (Mistake.ELSEWHERE, Mistake.WRONG_TOOL) else [deed]
            assert on.actions == (*moment.actions, *heard, str(moment.awaited[0]))


def test_a_stone_of_either_colour_makes_the_referee_refuse_its_point() -> None:
    for deed, aside in (("C3", Mistake.OWN), ("D3", Mistake.REFUSED)):
        moment = lessons.replay_actions(PHANTOM_GO, ["C3", "D3", deed])
        assert (moment.mistake, moment.news[0].outcome) == (aside, Outcome.ILLEGAL)
    assert lessons.replay_actions(PHANTOM_GO, ["C3", "A1"]).mistake is Mistake.ELSEWHERE


def test_coach_names_the_needed_tool() -> None:
    found = ["C3", "D3", "D4", "D2", "E3", "E4", "E2", "C2"]
    for script, did, held, needed in (
        (PHANTOM_GO, [*found, "C2"], "Try a stone", "Guess White"),
        (PHANTOM_GO, [*found, "A5"], "Try a stone", "Guess White"),
        (GHOST_LESSON, ["C3", "C4"], "Try a stone", "Try a ghost"),
        (GHOST_LESSON, ["C3", "ghost-C4", "ghost-D3", "ghost-D3"], "Try a ghost", "Try a stone"),
    ):
        for times in (1, 2, 3):
            moment = lessons.replay_actions(script, [*did, *did[-1:] * (times - 1)])
            assert moment.mistake is Mistake.WRONG_TOOL
            coach = guided_part(moment, "en").split('class="coach"')[1].split("</section>")[0]
            words = unescape(re.sub("<[^>]*>", " ", coach))
            assert f"You hold “{held}”. This step needs “{needed}”: take it below the board first." in words
            assert "Refused" not in words
            assert moment.actions == tuple(did), "nothing has happened"


def test_tools_and_the_pass_appear_once_they_are_needed() -> None:
    for script, tools in (
        (PHANTOM_GO, [set()] * 8 + [{"stone", "pencil-white"}] * 6),
        (GHOST_LESSON, [set()] + [{"stone", "ghost"}] * 7),
        (LONE_SUICIDE, [set()] * 6),
    ):
        moments = first_way(script)[:-1]
        parts = [guided_part(moment, "en") for moment in moments]
        assert [set(re.findall(r'type="radio" name="do" value="([^"]*)"', part)) for part in parts] == tools
        deeds = [moment.awaited[0].do for moment in moments]
        assert ['value="pass"' in part for part in parts] == [deed == "pass" for deed in deeds]
        taken = [deed not in ("pass", moment.tool) for deed, moment in zip(deeds, moments, strict=True)]
        assert 1 + len(deeds) + sum(taken) <= 25, "clicks from the first page to the end"


def test_the_coach_does_not_ask_again_for_marks_that_are_set() -> None:
    found = ["C3", "D3", "D4", "D2", "E3", "E4", "E2"]
    before = lessons.replay_actions(PHANTOM_GO, [*found, "pencil-white-C2", "C2"])
    after = lessons.replay_actions(PHANTOM_GO, [*found, "C2", "pencil-white-C2"])
    assert (before.step, before.pencil) == (after.step, after.pencil)


def test_number_of_correct_pencil_marks_is_shown_at_the_end() -> None:
    marks = ["pencil-white-A5", "pencil-black-C3", "pencil-white-B1"]
    part = guided_part(lessons.replay_actions(PHANTOM_GO, [*marks, *first_way(PHANTOM_GO)[-1].actions]), "en")
    assert "Correct pencil marks: 3 of 4." in part
    assert "A5, pencil: white, wrong" in part


@with_example(GHOST_LESSON, ["ghost-A1", "A1", "pass"])  # what led nowhere is forgotten with the tool that it took
@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(lessons.ALL),
    st.lists(
        st.sampled_from([*POINTS, "pass", *(f"{do}-{at}" for do in ("ghost", "pencil-white") for at in POINTS)]),
        max_size=MOST + 2,
    ),
)
def test_any_actions_in_any_order_give_a_valid_lesson_page(script: Script, did: list[str]) -> None:
    try:
        moment = lessons.replay_actions(script, did)
    except YureiError:
        return
    again = lessons.replay_actions(script, moment.actions)
    for part in ("number", "awaited", "actions", "view", "news", "pencil", "tool", "mistake", "reveal"):
        assert getattr(again, part) == getattr(moment, part)
    for language in ("en", "ja"):
        assert guided_part(moment, language)


@pytest.mark.by_day
@SCRIPTS
def test_white_stones_are_not_on_the_page_before_the_reveal(script: Script) -> None:
    for moment in ways(script.slug):
        part = guided_part(moment, "en")
        said = set(re.findall("|".join(PIECES), " ".join(re.findall(r'aria-label="([^"]*)"', part))))
        drawn = "stone white" in part or "#white-stone" in part
        assert ("white stone" in said, drawn) == ((False, False) if moment.step else (True, True))
        assert "white ghost" not in said


def test_a_page_is_the_same_wherever_white_has_moved_unheard() -> None:
    hidden = PHANTOM_GO.steps[2]
    twin = replace(PHANTOM_GO, steps=(*PHANTOM_GO.steps[:2], replace(hidden, answers=("A5",)), *PHANTOM_GO.steps[3:]))
    for did in (["C3", "D3", "D4"], ["C3", "D3", "D4", "D2"], ["C3", "D3", "D4", "D2", "A1", "E3", "E4"]):
        one, other = lessons.replay_actions(PHANTOM_GO, did), lessons.replay_actions(twin, did)
        if one.view.heard == other.view.heard:
            assert guided_part(one, "en") == guided_part(other, "en")
        else:
            assert did[-1] == "E4", "until White is heard to do something else"


@SCRIPTS
def test_a_game_is_played_by_forms_alone(webapp: WebApp, script: Script) -> None:
    visitor, address = Visitor(webapp), f"/learn/first/{script.slug}"
    page = visitor.get(address).text
    for moment in first_way(script)[:-1]:
        assert unescape(page).count(todo(moment)) == 1
        deed = moment.awaited[0]
        (did,) = re.findall(r'id="play".*?name="did" value="([^"]*)"', page)
        query = urlencode({"did": unescape(did), "do": deed.do, "at": deed.at})
        answer, part = visitor.get(f"{address}?{query}"), visitor.fragment(f"{address}?{query}").text
        assert answer.status == 303
        page = visitor.get(answer.location).text
        assert part in page, "a script gets the same, and without the page around it"
    assert "True board" in page


def test_reveal_offers_a_real_game(webapp: WebApp) -> None:
    for script in lessons.ALL:
        visitor = Visitor(webapp)
        page = visitor.get(f"/learn/first/{script.slug}?did={'.'.join(first_way(script)[-1].actions)}").text
        form = page.split('class="onward')[1].split("</form>")[0]
        sent = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))
        assert sent == {"ruleset": script.slug, "size": "7"}
        for opponent in re.findall(r'name="opponent" value="(\w+)"', form):
            table = visitor.post("/games", {**sent, "opponent": opponent}).location
            assert visitor.get(table).status == 200
        for other in lessons.ALL:
            offered = page.split('class="guided-cards')[1].split("</section>")[0]
            assert (f'href="/learn/first/{other.slug}"' in offered) == (other != script)


def test_a_guided_game_is_offered_at_the_first_visit_and_once(webapp: WebApp) -> None:
    declining, playing, seated = Visitor(webapp), Visitor(webapp), Visitor(webapp)
    for visitor in (declining, playing, seated):
        for _ in range(2):
            assert visitor.get("/").text.count("guided-offer") == 1, "until it is answered"
    answer = declining.post("/learn/first")
    assert (answer.location, "HttpOnly" in answer.all("set-cookie")[0]) == ("/", True)
    assert playing.get("/learn/first/go").all("set-cookie")
    assert not playing.get("/learn/first/go?did=C3").all("set-cookie"), "it is kept already"
    seated.post("/games", {"opponent": "yurei"})
    for visitor in (declining, playing, seated):
        assert "guided-offer" not in visitor.get("/").text
        assert 'href="/learn/first/go"' in visitor.get("/learn").text, "but found there at any time"


def do_what_is_shown(page: Page, point: str = "") -> None:
    """Do what the coach points at: pass, or take the tool and click the point, or the first."""
    if page.locator(".passing .primary").count():
        page.locator(".passing .primary").click()
        return
    if page.locator(".tool.pointed").count():
        page.locator(".tool.pointed").click()
    page.locator("#play .pointed[name=at]" + (f"[value={point}]" if point else "")).first.click()


@pytest.mark.browser
def test_ghosts_are_met_and_a_reload_shows_the_same(club: Club) -> None:
    person = club.person()
    page = person.page
    page.goto("/learn/first/no-seki-go")
    for moment in first_way(GHOST_LESSON)[:4]:
        expect(page.locator(".coach .todo")).to_have_text(todo(moment))
        do_what_is_shown(page, moment.awaited[0].at)
    expect(page.locator("#said")).to_contain_text("Black has captured the following stones: D3.")
    person.sees("C3 black, D3 black, C4 black ghost")
    page.reload()
    person.sees("C3 black, D3 black, C4 black ghost")
    page.get_by_role("link", name="One step back").click()
    person.sees("C3 black, C4 black ghost")


@pytest.mark.browser
def test_back_in_the_browser_goes_a_step_back_in_the_lesson(club: Club) -> None:
    person = club.person()
    page, coach = person.page, person.page.locator(".coach .todo")
    page.goto("/learn/first")
    page.get_by_role("link", name="Phantom Go").click()
    moments = first_way(PHANTOM_GO)[:4]
    for moment in moments[:-1]:
        expect(coach).to_have_text(todo(moment))
        do_what_is_shown(page, moment.awaited[0].at)
    for moment in reversed(moments):
        expect(coach).to_have_text(todo(moment))
        page.go_back()
    expect(page).to_have_url(re.compile("/learn/first$"))
    page.go_forward()
    page.go_forward()
    expect(coach).to_have_text(todo(moments[1]))
    person.sees("C3 black")
