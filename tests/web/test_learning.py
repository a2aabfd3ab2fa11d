"""The pages to learn from show what the judge says, and what each referee says of it."""

import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape

import pytest
from playwright.sync_api import expect

from tests.day_and_night import first_by_day
from tests.newcomer import NEWCOMER
from tests.playing import Game, drawn, play, state
from tests.web.people import PIECES, Club
from tests.web.wire import House, Visitor
from yurei import referee as referees
from yurei import rules
from yurei.apps.web.learn.written_rules import GHOSTS, game_rules, referee_rules
from yurei.languages import NAMES, translation
from yurei.referee import Referee
from yurei.rules.board import BLACK, WHITE, read_board
from yurei.rules.ruleset import Example, Ruleset, white_passes

EXAMPLES = [
    pytest.param(ruleset, number, id=f"{ruleset.slug} {number}")
    for ruleset in rules.ALL
    for number in range(1, len(ruleset.examples) + 1)
]
CELL = re.compile(r'role="?gridcell"? aria-label="([^"]*)"')
LETTERS = dict(zip(PIECES, "BWbw", strict=True))


def tries(example: Example) -> list[str]:
    """The tries of an example, as tests write them."""
    return [move.split(":")[1] for move in example.moves.split()]


def board(part: str, name: str, example: Example) -> str:
    """A board as a page shows it, read from what a screen reader says."""
    size = read_board(example.board)[1]
    cells = [label.split(", ") for label in CELL.findall(part.split(f'id="{name}"')[1].split("<h3>")[0])]
    found = {point: next((LETTERS[word] for word in words if word in PIECES), ".") for point, *words in cells}
    names = [[size.name(row * size.width + column) for column in range(size.width)] for row in range(size.height)]
    return "/".join("".join(found[name] for name in row) for row in reversed(names))


@pytest.fixture(scope="module")
def library() -> Iterator[House]:
    """A house in which nothing happens: what is only read can be read there by all."""
    with House() as house:
        yield house


@pytest.mark.parametrize("ruleset", rules.ALL, ids=lambda ruleset: ruleset.slug)
def test_every_game_has_its_page(house: House, ruleset: Ruleset) -> None:
    assert f'href="/learn/{ruleset.slug}"' in Visitor(house).get("/learn").text
    page = Visitor(house).get(f"/learn/{ruleset.slug}")
    assert page.status == 200
    for example in ruleset.examples:
        assert example.claim in unescape(page.text)
    assert ruleset.source in page.text


@pytest.mark.by_day(one_in=5)
@pytest.mark.parametrize(("ruleset", "number"), EXAMPLES)
def test_every_step_shows_the_board_of_the_judge(library: House, ruleset: Ruleset, number: int) -> None:
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


@pytest.mark.by_day(one_in=5)
@pytest.mark.parametrize("referee", referees.ALL, ids=lambda referee: referee.slug)
@pytest.mark.parametrize(("ruleset", "number"), EXAMPLES)
def test_every_referee_is_quoted(library: House, ruleset: Ruleset, number: int, referee: Referee) -> None:
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


def test_the_snapback_under_two_referees(house: House) -> None:
    """The rule page's sentences, word for word."""
    visitor = Visitor(house)
    common = [
        "Black puts White into atari.",
        "White has moved, Black to play.",
        "Black has captured the following stones: D1. Black puts White and himself into atari.",
        "White has captured the following stones: C1, C2, D2.",
    ]
    hamburg = [
        "Black puts White into atari.",
        "White has moved, Black to move.",
        "Black captures 1 stone and puts White and himself into atari.",
        "White captures 3 stones.",
    ]
    for referee, sentences in (("common", common), ("hamburg", hamburg)):
        for moment, sentence in enumerate(sentences, 1):
            part = visitor.fragment(f"/learn/go?at={moment}&referee={referee}").text
            assert re.search(rf'class="said"[^>]*>{re.escape(sentence)}<', part)
    snapback = rules.ALL[0].examples[0]
    assert board(part, "black", snapback).endswith("/..BB.B.../..B.BB..."), "under hamburg nothing vanishes"
    part = visitor.fragment("/learn/go?at=4&referee=common").text
    assert board(part, "black", snapback).endswith("/.....B.../....BB...")


def test_a_new_game_is_on_the_shelf(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "ALL", [*rules.ALL, NEWCOMER])
    assert NEWCOMER.title in Visitor(house).get("/learn").text
    assert NEWCOMER.examples[1].claim in Visitor(house).get(f"/learn/{NEWCOMER.slug}?example=2&at=1").text


@pytest.mark.parametrize("language", NAMES)
def test_every_game_has_its_rules_in_full(house: House, language: str) -> None:
    say, visitor = translation(language).gettext, Visitor(house, language=language)
    for ruleset in rules.ALL:
        page = unescape(visitor.get(f"/learn/{ruleset.slug}").text)
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


# The referees.


def test_every_referee_has_a_portrait(house: House) -> None:
    page = unescape(Visitor(house).get("/learn/referees").text)
    for referee in referees.ALL:
        portrait = page.split(f'id="{referee.slug}"')[1].split("</section>")[0]
        assert referee.title in portrait
        for sentence in referee_rules(referee, str):
            assert sentence in portrait
        for sentence in Game(
            rules.ALL[0].examples[0].board, " ".join(tries(rules.ALL[0].examples[0])), referee=referee
        ).said():
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


# Try it yourself.


@pytest.mark.by_day(one_in=5)
@pytest.mark.parametrize(("ruleset", "number"), EXAMPLES)
def test_one_button_begins_a_game_where_the_example_begins(house: House, ruleset: Ruleset, number: int) -> None:
    example, visitor = ruleset.examples[number - 1], Visitor(house)
    table = visitor.post(f"/learn/{ruleset.slug}", {"example": f"{number}", "referee": "hamburg"}).location
    name = table.split("/")[2]
    assert table == f"/g/{name}/solo"
    size = read_board(example.board)[1]

    async def there() -> str:
        async with house.club.games.game(name) as game:
            return "/".join(
                "".join(".BWbw"[cell] for cell in game.third_board()[row * size.width : (row + 1) * size.width])
                for row in reversed(range(size.height))
            )

    assert house.run(there()) == example.board
    for word in tries(example):
        kind, _, point = word.rpartition("-")
        do, at = ("pass", "") if word == "pass" else (kind or "stone", point)
        known = example.refused == "ghost"  # it lies on the board of who tries: that is no try
        assert visitor.send(table, {"do": do, "at": at}).status == (422 if known else 200)
    assert house.run(there()) == example.after
    house.rewind(name, house.happened(name))
    assert house.run(there()) == example.after, "after a restart too"


def test_such_a_game_is_replayed_and_kept_with_its_position(house: House) -> None:
    visitor = Visitor(house)
    table = visitor.post("/learn/go", {"example": "1"}).location
    for point in ("E1", "J9", "D2", "D1"):
        visitor.send(table, {"do": "stone", "at": point})
    assert "White has captured the following stones: C1, C2, D2." in visitor.get(table).text
    visitor.send(table, {"do": "resign"})
    assert "C2, black stone" in visitor.get(f"{table}/replay?at=0").text
    assert (
        "........./........./........./........./........./........./..WW...../.WB.WB.../.WBW.B..."
        in visitor.get(f"{table}/record").text
    )


# Nonsense.


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/learn/nothing", 404),
        ("/learn/go?example=0", 404),
        ("/learn/go?example=99", 404),
        ("/learn/go?example=", 422),
        ("/learn/go?example=²", 422),
        ("/learn/go?example=-1", 422),
        (f"/learn/go?example={'9' * 30}", 422),
        ("/learn/go?at=x", 422),
        ("/learn/go?referee=nobody", 404),
        ("/learn/go/1", 404),
    ],
)
def test_nonsense_is_answered_with_a_sentence(house: House, address: str, status: int) -> None:
    for ask in (Visitor(house).get, Visitor(house).fragment):
        answer = ask(address.replace("²", "%C2%B2"))
        assert answer.status == status
        assert "Traceback" not in answer.text
        assert re.search(r"\w+ \w+", answer.text)


def test_nonsense_begins_no_game(house: House) -> None:
    for path, form in (
        ("go", {"example": "x"}),
        ("go", {"example": "99"}),
        ("nothing", {}),
        ("go", {"referee": "<b>"}),
    ):
        answer = Visitor(house).post(f"/learn/{path}", form)
        assert answer.status in (404, 422)
        assert "<b>" not in answer.text
    assert not house.games()


# In a browser.


@pytest.mark.nightly  # by day tests/journeys/test_learn.py
@pytest.mark.parametrize("script", first_by_day([True, False]), ids=["with JavaScript", "without"])
def test_an_example_is_stepped_through(club: Club, script: bool) -> None:
    person = club.person(java_script_enabled=script)
    page = person.page
    page.goto("/")
    page.get_by_role("link", name="Learn", exact=True).click()
    page.locator(".shelf").get_by_role("link", name="No Seki Go").click()
    said = page.locator("#lesson .said")
    expect(said).to_have_text("Black is to move.")
    for sentence in (
        "Black puts White into atari.",
        "White passes.",
        "Black has captured the following stones: A2, B1, B2, C2, C3, D3.",
    ):
        page.get_by_role("link", name="Forward").click()
        expect(said).to_have_text(sentence)
    person.sees(
        "A1 black, A3 black, B3 black, B4 black, C1 black ghost, C4 black, D1 black, D2 black, D4 black, E3 black, E4 black, F3 black, G3 black",
        on="black",
    )
    page.get_by_role("link", name="Hamburg").click()
    expect(said).to_have_text("Black captures 6 stones.")
    page.get_by_role("link", name="Back").click()
    expect(said).to_have_text("White passes.")
    expect(page).to_have_url(re.compile(r"\?at=2&referee=hamburg"))
    page.get_by_role("button", name="Try it yourself").click()
    person.places_ghost("C1")
    person.hears("Black puts White into atari.")
