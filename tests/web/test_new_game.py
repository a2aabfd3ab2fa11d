"""Home and the new-game form: addresses, plans, layout, and rulesets that were added."""

import re
from dataclasses import replace
from html.parser import HTMLParser
from random import Random
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import expect

from tests.day_and_night import first_by_day
from tests.newcomer import NO_PASS
from tests.web.people import Club, Person
from tests.web.wire import Visitor, WebApp, make
from yurei import players, referee, rules
from yurei.apps.web import new_game as new_game_form
from yurei.apps.web.new_game import plan_or_error
from yurei.apps.web.parts import fields
from yurei.apps.web.parts.fields import FIELDS, MORE, PRESETS, NewGameForm, form_address, list_front_games
from yurei.clocks.controls import KINDS, read_text
from yurei.club.game.game import CLAIM_AFTER
from yurei.club.model.chairs import Plan
from yurei.languages import NAMES
from yurei.referee.settings import KEYS, REFEREE_OPTIONS
from yurei.rules.ruleset import OPTIONS, Repetition, Ruleset, Suicide, same_komi


class Filled(HTMLParser):
    """What a browser would send of the new-game form, as it stands on the page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self._select = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "select":
            self._select = given["name"]
        elif tag == "option" and ("selected" in given or self._select not in self.fields):
            self.fields[self._select] = given["value"]
        elif tag == "input" and "name" in given and (given["type"] != "radio" or "checked" in given):
            self.fields[given["name"]] = given["value"]


def test_each_level_is_described_in_words(webapp: WebApp) -> None:
    home, form = (Visitor(webapp).get(page).text for page in ("/", "/new"))
    for number, level in players.LEVELS.items():
        assert f">Level {number} · {level.like}</option>" in form
        assert f"<span>{number}</span><small>{level.like}</small>" in home


def test_home_leads_everywhere_and_shows_the_board_of_a_player_and_the_true_board(webapp: WebApp) -> None:
    page = Visitor(webapp).get("/").text
    for address in ("/lobby", "/watch", "/learn", "/new"):
        assert f'href="{address}"' in page
    for opponent in ("friend", "yurei", "one-device"):
        assert f'name="opponent" value="{opponent}"' in page
    assert [game.slug for game in list_front_games()][:3] == ["go", "alter-igo", "no-seki-go"]
    assert "Black has captured the following stones: D4." in page
    first, *_, last = page.split("<figure>")[1:]
    assert (first.count("stone black"), first.count("stone white")) == (4, 0)
    assert (last.count("stone black"), last.count("stone white")) == (5, 6)


@pytest.mark.by_day
@pytest.mark.parametrize("game", [game.slug for game in list_front_games()])
@pytest.mark.parametrize("opponent", ["friend", "yurei", "one-device"])
def test_one_click_at_home_leads_to_a_table(webapp: WebApp, game: str, opponent: str) -> None:
    visitor = Visitor(webapp)
    page = visitor.get(visitor.post("/games", {"ruleset": game, "opponent": opponent}).location)
    assert page.status == 200
    assert ('id="play"' in page.text) == (opponent != "one-device")
    assert ("/join/white/" in page.text) == (opponent == "friend")


def test_an_old_address_with_a_set_up_leads_to_the_form(webapp: WebApp) -> None:
    answer = Visitor(webapp).get("/?ruleset=alter-igo&width=5&tracker=7")
    assert (answer.status, answer.location) == (303, "/new?ruleset=alter-igo&width=5")
    assert Visitor(webapp).get("/?tracker=7").status == 200


VALUES: dict[str, st.SearchStrategy[str]] = {
    "ruleset": st.sampled_from([each.slug for each in rules.ALL]),
    "referee": st.sampled_from([each.slug for each in referee.ALL]),
    "opponent": st.sampled_from(sorted(fields.OPPONENTS)),
    "program": st.sampled_from(["simple", "uniform", "yurei:level=1", "yurei:level=5"]),
    "colour": st.sampled_from(sorted(fields.COLOURS)),
    "size": st.sampled_from(["9", "13", "19", "own", "7x5", "1x1"]),
    "width": st.integers(1, 25).map(str),
    "height": st.integers(1, 25).map(str),
    "capture": st.sampled_from(["opponent-first", "simultaneous"]),
    "suicide": st.sampled_from(["forbidden", "allowed", "lone-loses"]),
    "repetition": st.sampled_from(["simple-ko", "positional-superko", "situational-superko", "draw-on-third"]),
    "draw_counts": st.sampled_from(["positions", "situations"]),
    "passing": st.sampled_from(["free", "none"]),
    "scoring": st.sampled_from(["area", "territory", "none"]),
    "white_passes": st.integers(0, 9).map(str),
    "komi": st.sampled_from(["0", "7.5", " 7.50", "-3", "6"]),
    "failed_try": st.sampled_from(["retry", "lose-turn"]),
    "sight": st.sampled_from(["0", "1", "48", "49"]),
    "first": st.sampled_from(["black", "white"]),
    "handicap": st.integers(2, 9).map(str),
    "watching": st.sampled_from(sorted(fields.WATCHING)),
    "setup": st.sampled_from(["./.", "BW./.../..B", "B.b/.w./W..", "BB/BB", "/".join(["....B...."] * 9), "x"]),
    "claim_after": st.sampled_from(sorted(CLAIM_AFTER)),
    "clock": st.sampled_from(["none", "5+3", "2+5x30(b)", *(kind.kind for kind in KINDS)]),
    "clock_main": st.integers(1, 9).map(str),
    "clock_step": st.sampled_from(["5", "30s", "2m"]),
    "clock_cap": st.sampled_from(["0", "10", "365"]),
    "clock_periods": st.integers(1, 9).map(str),
    "clock_turns": st.integers(1, 30).map(str),
    **dict.fromkeys(
        ("ghosts", "draw_by_agreement", "two_game_match", "tie_break", "lone_self_atari"),
        st.sampled_from(["true", "false", ""]),
    ),
}
set_ups = st.fixed_dictionaries({}, optional=VALUES)


def plan(filled: dict[str, str]) -> Plan | None:
    found = plan_or_error(NewGameForm.read(filled))
    return found if isinstance(found, Plan) else None


def page_of(filled: dict[str, str]) -> str:
    chosen = NewGameForm.read(filled)
    return new_game_form.new_game_page("en", chosen, plan_or_error(chosen))


def test_every_option_can_be_chosen_in_the_form_and_is_tried_here() -> None:
    chosen = {choice.name for choice in (*fields.GAME_OPTIONS, *fields.REFEREE_OPTIONS)}
    assert chosen == {*OPTIONS, *REFEREE_OPTIONS} - {"sight"}, "sight is a number, with a field of its own"
    assert set(VALUES) == set(FIELDS)
    assert {*KEYS} - {"seating"} < set(FIELDS), "every setting has a field"


@given(set_ups)
def test_the_address_of_a_set_up_fills_the_form_with_the_same_plan(filled: dict[str, str]) -> None:
    wanted = plan(filled)
    if wanted is None:
        return
    fields = NewGameForm.read(filled).address_fields
    assert plan(fields) == wanted
    assert NewGameForm.read(fields).address_fields == fields
    opened = dict(parse_qsl(urlsplit(form_address(fields)).query))
    assert opened == fields
    assert plan(Filled(page_of(opened)).fields) == wanted, (
        "and what a browser sends of that form is the same plan again"
    )
    assert plan(Filled(page_of(filled)).fields) == wanted, "from any address, such as a stored one"


@pytest.mark.parametrize(
    ("filled", "address"),
    [
        ({}, "/new"),
        ({"ruleset": "go", "size": "9", "komi": "", "colour": "black", "suicide": ""}, "/new"),
        ({"size": "own", "width": "13", "height": "13"}, "/new?size=own&width=13&height=13"),
        ({"size": "13", "width": "9", "height": ""}, "/new?size=13"),
        ({"width": "9", "height": "13", "opponent": "friend"}, "/new?width=9&height=13"),
        ({"ruleset": "alter-igo", "referee": "hamburg"}, "/new?ruleset=alter-igo&referee=hamburg"),
        ({"opponent": "yurei", "program": "uniform"}, "/new?opponent=yurei&program=uniform"),
        ({"opponent": "solo", "colour": "white"}, "/new?opponent=solo&colour=white"),
        ({"watching": "nobody", "handicap": "3", "first": "white"}, "/new?first=white&handicap=3&watching=nobody"),
    ],
)
def test_an_address_contains_the_fields_that_are_not_as_in_the_empty_form(
    webapp: WebApp, filled: dict[str, str], address: str
) -> None:
    assert form_address(NewGameForm.read(filled).address_fields) == address
    for opened in (f"/new?{urlencode(filled)}", address):
        answer = Visitor(webapp).get(opened)
        assert answer.status == 200
        assert f'href="{address}"'.replace("&", "&amp;") in answer.text


@pytest.mark.parametrize(
    ("komi", "status"), [("6,5", 200), ("６．５", 200), ("6.50", 200), ("6_5", 422), ("1e1", 422), ("nan", 422)]
)
def test_komi_is_read_as_people_write_numbers(webapp: WebApp, komi: str, status: int) -> None:
    page = Visitor(webapp).get(f"/new?komi={quote(komi)}")
    assert (page.status, "White has 6.5 komi." in page.text) == (status, status == 200)


@pytest.mark.parametrize(
    "spelled", ["komi=seven", "size=wide", "width=26", "ruleset=alterigo", "watching=all", "x=1&komi=%22%3E%3Cb%3E"]
)
def test_nonsense_in_an_address_is_answered_with_a_sentence_and_the_form_is_filled(
    webapp: WebApp, spelled: str
) -> None:
    page = Visitor(webapp).get(f"/new?referee=hamburg&handicap=3&{spelled}")
    assert page.status == 422
    assert 'role="alert"' in page.text
    form = Filled(page.text).fields
    assert (form["referee"], form["handicap"]) == ("hamburg", "3")
    assert "<b>" not in page.text


anything = st.text(max_size=60) | st.sampled_from(
    ["own", "9", "true", "-1", "1e9", "nan", "\0", "<b>", "²", "9x", "x9"]
)


@given(st.dictionaries(st.sampled_from(FIELDS), anything, max_size=6))
def test_form_accepts_any_set_up_without_an_error(filled: dict[str, str]) -> None:
    page = page_of(filled)
    assert "<b>" not in page
    wanted = plan(filled)
    assert ('class="wrong"' in page) == (wanted is None)
    if wanted is not None:
        wanted.choose_colour(Random(1))


@pytest.mark.parametrize(
    ("chosen", "sentences", "unsaid"),
    [
        (
            "ruleset=no-seki-go&opponent=yurei&colour=random&size=7&komi=5&suicide=forbidden",
            [
                "No Seki Go on 7×7, referee: Common.",
                "yurei plays against you, and sees no more than you do.",
                "The colours are random.",
                "White has 5 komi.",
                "Careful: with this komi the game can end in a draw.",
            ],
            "Suicide:",
        ),
        (
            "ruleset=alter-igo&white_passes=6&two_game_match=true&first=white",
            ["White moves first.", "Passing: White only, at most 6.", "Two games with colours swapped: yes."],
            "komi",
        ),
        ("sight=2", ["How many points a stone sees: 2."], "Careful: this komi is worth more than the whole board."),
        ("size=2", ["Careful: this komi is worth more than the whole board."], "How many points a stone sees"),
        ("opponent=yurei&program=yurei:level=5&ruleset=atari-go", ["by simple rules of thumb."], "the whole board"),
        ("opponent=yurei&program=yurei:level=5", ["yurei plays against you"], "by simple rules of thumb."),
        ("referee=fog", [], "How many points a stone sees"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_the_plan_is_said_in_sentences_with_what_weakens_the_game(
    webapp: WebApp, chosen: str, sentences: list[str], unsaid: str
) -> None:
    said = Visitor(webapp).fragment(f"/new?{chosen}").text
    assert [sentence for sentence in sentences if sentence not in said] == []
    assert unsaid not in said


def test_the_audience_rule_is_stored_with_the_game(webapp: WebApp) -> None:
    visitor = Visitor(webapp)
    for wish, kept in (({}, "link"), ({"watching": "nobody"}, "nobody"), ({"watching": "everybody"}, "everybody")):
        name = visitor.post("/games", wish).location.split("/")[2]
        assert webapp.games()[name].terms["watching"] == kept


def test_more_options_are_unfolded_where_one_of_them_is_chosen(webapp: WebApp) -> None:
    queries = ["komi=5", "watching=everybody", "ruleset=japanese", "failed_try=lose-turn", "claim_after=1d"]
    for query in ("ruleset=alter-igo&size=13&clock=5%2B3&opponent=yurei&referee=fog", *queries):
        unfolded = '<details class="row more-options" open>' in Visitor(webapp).get(f"/new?{query}").text
        assert unfolded is (query in queries), query
    assert tuple(dict.fromkeys(MORE)) == MORE
    assert set(MORE) < set(FIELDS)


PHONE = {"width": 390, "height": 844}


def edges(person: Person, *what: str) -> list[dict[str, float]]:
    """Where the upper and the lower edge of these elements are."""
    boxes = [person.page.locator(each).first.bounding_box() for each in what]
    assert all(boxes), what
    return [{"y": box["y"], "bottom": box["y"] + box["height"]} for box in boxes if box]


@pytest.mark.by_day
@pytest.mark.parametrize("language", NAMES)
def test_start_buttons_are_on_the_first_phone_screen_and_the_usual_options_on_two(club: Club, language: str) -> None:
    person = club.person(viewport=PHONE, locale=language)
    person.page.goto("/new?opponent=yurei")
    (more,) = edges(person, ".more-options > summary")
    assert more["bottom"] <= 2 * PHONE["height"]
    person.page.goto("/")
    expect(person.page.locator(".guided-offer")).to_be_visible()
    buttons = [f"#start [name=opponent][value={way}]" for way in ("yurei", "friend", "one-device")]
    *chosen, places = edges(person, *buttons, "#start .chips:nth-of-type(2) span", ".look", ".navigation")
    for each in chosen:
        assert 0 < each["y"] < each["bottom"] <= places["y"]
    person.page.locator("#start .chips:nth-of-type(2)").get_by_text("1", exact=True).click()
    person.page.locator(buttons[0]).click()
    expect(person.page.locator("#at-white .nickname")).to_have_text(re.compile("1"))


@pytest.mark.by_day
@pytest.mark.parametrize("script", [True, False], ids=["with JavaScript", "without"])
@pytest.mark.parametrize(("width", "height"), [(390, 844), (320, 640), (1440, 900)])
def test_the_button_that_makes_the_game_is_always_in_sight(club: Club, script: bool, width: int, height: int) -> None:
    person = club.person(viewport={"width": width, "height": height}, java_script_enabled=script)
    person.page.goto("/new?komi=5")
    for part in (".choices legend", ".more-options > summary", ".more-options .row:last-child", "#new [name=komi]"):
        person.page.locator(part).first.scroll_into_view_if_needed()
        expect(person.page.locator("#new .primary")).to_be_in_viewport(ratio=1)
        button, places = edges(person, "#new .primary", ".navigation")
        assert width > 800 or button["bottom"] <= places["y"]


def shown(person: Person, *names: str) -> list[str]:
    return [name for name in names if person.page.locator(f"#new [name={name}]").first.is_visible()]


@pytest.mark.parametrize("script", first_by_day([True, False]), ids=["with JavaScript", "without"])
def test_the_form_offers_the_options_of_the_game_and_sums_up_the_choice(club: Club, script: bool) -> None:
    person = club.person(java_script_enabled=script)
    page = person.page
    page.goto("/new")
    assert shown(person, "komi", "width", "program", "colour") == ["colour"]
    page.get_by_text("More options").click()
    assert shown(person, "komi", "width", "program", "colour") == ["komi", "colour"]
    page.get_by_role("radio", name="Alter Igo").check()
    assert shown(person, "komi") == []
    expect(page.get_by_text("so it has no komi")).to_be_visible()
    page.get_by_role("radio", name="Custom size").check()
    page.locator("#new [name=width]").fill("5")
    page.locator("#new [name=opponent]").select_option("yurei")
    assert shown(person, "width", "height", "program") == ["width", "height", "program"]
    if not script:
        page.get_by_text("Update the summary").click()
    expect(page.locator("#plan")).to_contain_text("Alter Igo on 5×5, referee: Common.")
    expect(page.locator("#address")).to_have_attribute("href", "/new?ruleset=alter-igo&opponent=yurei&size=own&width=5")
    page.locator("#address").click()
    expect(page.locator("#new [name=width]")).to_have_value("5")
    page.locator("#new button.primary").click()
    person.tries("C3")
    expect(person.point("C3")).to_have_attribute("aria-label", "C3, black stone")


def test_the_preset_clocks_of_a_pace_stand_in_order_of_their_main_time() -> None:
    assert "5+3" in [text for _, group in PRESETS for text in group]
    for _, group in PRESETS:
        times = [read_text(text).plain()["main"] for text in group]
        assert times == sorted(times)


@pytest.mark.parametrize(
    ("kind", "labels"),
    [
        ("fischer", ["Main time, minutes (5 if empty)", "Added per move, seconds (5 if empty)"]),
        ("byo-yomi", ["Time per period, seconds (30 if empty)", "Periods (3 if empty)"]),
        ("canadian", ["Time per period, seconds (300 if empty)", "Moves per period (15 if empty)"]),
        ("absolute", ["Main time, minutes (20 if empty)"]),
        ("simple", ["Time per move, seconds (30 if empty)"]),
        ("correspondence", ["Time at the start, days (3 if empty)", "Maximum on the clock, days (7 if empty)"]),
    ],
)
def test_the_fields_of_a_clock_say_their_unit_and_what_an_empty_one_means(kind: str, labels: list[str]) -> None:
    page = page_of({"clock": kind})
    for label in labels:
        assert f'<span class="for-{kind}">{label}</span>' in page
    assert 'placeholder="Default"' not in page.partition("clock-fields")[2].partition("</fieldset>")[0]


def test_an_option_that_is_the_same_in_all_games_says_its_default() -> None:
    page = page_of({})
    for default in ("Default: try again", "Default: no", "Default"):
        assert f">{default}</option>" in page


OWN_GAME = Ruleset(
    slug="patience",
    title="Patience <Go>",
    source="https://example.org/patience",
    summary="Whoever is patient, wins.",
    suicide=Suicide.ALLOWED,
    repetition=Repetition.SITUATIONAL_SUPERKO,
    ghosts=False,
    komi=same_komi(-2.5),
)

ADDED = pytest.mark.usefixtures("added_rulesets")
NO_PASS_GAME = replace(NO_PASS, endings={"no-move": "{winner} has the last word."})


@pytest.fixture
def added_rulesets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "ALL", [*rules.ALL, OWN_GAME, NO_PASS_GAME])


@ADDED
def test_an_added_game_is_chosen_and_played_to_its_end(webapp: WebApp) -> None:
    form = Visitor(webapp).get("/new").text
    for text in ('value="patience"', "Patience &lt;Go&gt;", "Whoever is patient, wins."):
        assert text in form
    made = make(webapp, ruleset="patience", referee="hamburg", width="3")
    for text in ("Patience &lt;Go&gt;", "komi -2.5"):
        assert text in made.page("white")
    made.play("A2 C3 B1 A1 B2")
    webapp.rewind(made.name, webapp.happened(made.name))
    assert "White loses 1 stone." in made.part("white"), "the same after a restart"
    made.play("pass pass", first="white")
    for seat in ("black", "white"):
        assert made.act(seat, "settle").status == 200
    for seat in ("black", "white", "audience"):
        page = made.page(seat)
        assert "Black wins by 5.5 points." in page
        assert made.seats[seat].get(made.at(seat) + "/replay?at=3").status == 200
        assert '"ruleset":"patience"' in made.page(seat, "/record").replace(": ", ":")


@ADDED
@pytest.mark.parametrize(
    ("wish", "last"),
    [
        ({"width": "5", "setup": ".B.B./BBB.B", "failed_try": "retry"}, "D1"),
        ({"width": "5", "setup": ".B.BW/BBB.W", "failed_try": "lose-turn"}, "E1"),
        ({"width": "4", "setup": ".B.B/BBBB", "first": "white"}, ""),
    ],
    ids=["after a try", "where a refused try costs the turn", "before the first move"],
)
def test_a_loss_without_a_legal_move_is_announced_in_the_games_own_words(
    webapp: WebApp, wish: dict[str, str], last: str
) -> None:
    made = make(webapp, ruleset="stalemate-go", referee="kriegspiel", height="2", **wish)
    if last:
        assert "A player who has no legal move loses the game." in made.page("black")
        assert made.act("black", "stone", last).status == 200
    for _ in ("before a restart", "after it"):
        for seat in ("black", "white", "audience"):
            for page in ("", "/replay", "/transcript"):
                assert "Black has the last word." in made.seats[seat].get(made.at(seat) + page).text
        webapp.rewind(made.name, webapp.happened(made.name))
