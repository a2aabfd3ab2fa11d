"""The lobby and the list of games to watch: challenges, who is here, notices, and no hidden game listed."""

import asyncio
import re
import time
from collections.abc import Sequence

import pytest
from playwright.sync_api import Route, expect

from tests.web.people import Club, Person, Server
from tests.web.test_bad_input import LONG, MARKUP, refused
from tests.web.wire import Made, Visitor, WebApp, make, until
from yurei.apps.web import watch
from yurei.apps.web.frame.limits import Allowances
from yurei.club import lobby, presence


@pytest.fixture(autouse=True)
def without_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "PAUSE", 0)
    monkeypatch.setattr(watch, "PAUSE", 0.005)


WISH = {"opponent": "anybody", "ruleset": "go", "size": "9", "colour": "random"}


def wishes(visitor: Visitor, **more: str) -> str:
    answer = visitor.post("/games", {**WISH, **more})
    assert answer.status == 303, answer.text
    return answer.location


def challenges(visitor: Visitor) -> list[str]:
    return re.findall(r'action="(/lobby/[^"/]*)"', visitor.fragment("/lobby").text)


def seat_of(address: str) -> str:
    return address.split("/")[3]


def test_same_wish_meets_same_wish_and_both_sit_down_without_each_others_links(webapp: WebApp) -> None:
    ota, shonagon = Visitor(webapp), Visitor(webapp)
    assert wishes(ota, nickname="Ota", colour="white") == "/lobby"
    ear = ota.listen("/lobby/live")
    table = wishes(shonagon, nickname="Shonagon")
    assert "Your opponent has arrived." in ear.frames[-1]
    (own,) = re.findall(r'href="(/g/[^"]*)" data-goes', ear.frames[-1])
    assert (seat_of(own), seat_of(table)) == ("white", "black")
    for visitor, address in ((ota, own), (shonagon, table)):
        page = visitor.get(address).text
        assert all(name in page for name in ("Shonagon", "Ota"))
        assert not re.search("/join/(black|white)/", page)


WISHES = [
    ({}, {}, True),
    ({"colour": "black"}, {"colour": "white"}, True),
    ({"colour": "black"}, {"colour": "black"}, False),
    ({"ruleset": "go"}, {"ruleset": "alter-igo"}, False),
    ({"referee": "common"}, {"referee": "hamburg"}, False),
    ({"size": "9"}, {"size": "13"}, False),
    ({"komi": "7.5"}, {"komi": ""}, True),
    ({"komi": "0.5"}, {}, False),
    ({"suicide": "allowed"}, {}, False),
    ({"watching": "everybody"}, {"watching": "nobody"}, False),
]


@pytest.mark.by_day
@pytest.mark.parametrize(("one", "other", "meet"), WISHES, ids=[f"{one} {other}" for one, other, _ in WISHES])
def test_only_wishes_that_go_together_meet(
    webapp: WebApp, one: dict[str, str], other: dict[str, str], meet: bool
) -> None:
    assert wishes(Visitor(webapp), **one) == "/lobby"
    assert wishes(Visitor(webapp), **other).startswith("/g/") == meet
    assert len(webapp.games()) == meet


def test_a_challenge_of_another_kind_can_be_accepted(webapp: WebApp) -> None:
    maker, guest = Visitor(webapp), Visitor(webapp)
    wishes(maker, ruleset="no-seki-go", referee="hamburg", size="13", colour="black", nickname="Ota")
    page = guest.get("/lobby").text
    for words in ("Ota", "No Seki Go on 13×13, referee: Hamburg.", "You play White."):
        assert words in page
    (challenge,) = challenges(guest)
    assert seat_of(guest.post(challenge).location) == "white"
    known = webapp.rows("people")
    for path in (challenge, f"{challenge}/withdraw", f"/lobby/{'A' * 400}", "/lobby/%00", "/lobby/%F0%9F%91%BB"):
        assert "is gone" in refused(Visitor(webapp).post(path), 404), path
    assert webapp.rows("people") == known
    assert "To the board" in maker.fragment("/lobby").text


def test_a_typed_name_is_kept_when_a_challenge_is_accepted(webapp: WebApp) -> None:
    ota, friend = Visitor(webapp), Visitor(webapp)
    wishes(ota, nickname="Ota")
    page = friend.get("/lobby").text
    (accept,) = re.findall(r'form="pair" formmethod="post" formaction="(/lobby/[^"]*)"', page)
    assert 'name="nickname"' in page.split('id="pair"')[1].split("</form>")[0]
    table = friend.post(accept, {"nickname": "Étsu", "opponent": "anybody", "ruleset": "go"}).location
    assert "Étsu" in friend.get(table).text
    assert "Étsu" in friend.get("/you").text
    wishes(ota, nickname="Ota")
    page = Visitor(webapp).get(link_of(ota)).text
    assert "Go in which each player sees only their own stones." in page
    assert 'name="nickname" value=""' in page
    assert "The rules in full" in page


@pytest.mark.parametrize("accepts", [True, False], ids=["accepts", "has the same wish"])
def test_the_second_player_can_invite_a_referee_and_spectators(webapp: WebApp, accepts: bool) -> None:
    visitor, friend = Visitor(webapp), Visitor(webapp)
    wishes(visitor, size="5")
    (challenge,) = challenges(friend)
    page = friend.get(friend.post(challenge).location if accepts else wishes(friend, size="5")).text
    assert "Invite a referee and spectators" in page
    (link,) = set(re.findall(r'value="http://[^/]+(/g/[^"]+/join/referee/[^"]+)"', page))
    assert Visitor(webapp).post(link).status == 303


def test_the_form_keeps_the_options_of_the_open_challenge(webapp: WebApp) -> None:
    visitor = Visitor(webapp)
    chosen = {"ruleset": "alter-igo", "referee": "fog", "size": "13", "clock": "3+10", "colour": "white"}
    wishes(visitor, **chosen)
    for reader, kept in ((visitor, list(chosen.values())), (Visitor(webapp), ["none"])):
        form = reader.get("/lobby").text.split('id="pair"')[1].split("</form>")[0]
        assert re.findall(r'<option value="([^"]*)" selected>', form) == kept


def test_found_opponent_withdraws_all_other_challenges(webapp: WebApp) -> None:
    maker, guest = Visitor(webapp), Visitor(webapp)
    for visitor, size in ((maker, "9"), (maker, "13"), (guest, "19")):
        wishes(visitor, size=size)
    assert len(challenges(Visitor(webapp))) == 3
    guest.post(challenges(guest)[0])
    assert challenges(Visitor(webapp)) == []


def test_a_challenge_can_be_withdrawn_only_by_its_maker(webapp: WebApp) -> None:
    maker, guest = Visitor(webapp), Visitor(webapp)
    wishes(maker)
    (challenge,) = challenges(guest)
    assert "only withdraw your own" in refused(guest.post(f"{challenge}/withdraw"), 403)
    assert "your own challenge" in refused(maker.post(challenge), 422)
    assert maker.post(f"{challenge}/withdraw").location == "/lobby"
    assert challenges(guest) == []
    assert "is gone" in refused(maker.post(f"{challenge}/withdraw"), 404)


def test_a_challenge_and_its_link_expire_when_its_maker_leaves(webapp: WebApp, monkeypatch: pytest.MonkeyPatch) -> None:
    maker, guest = Visitor(webapp), Visitor(webapp)
    wishes(maker)
    link, ear = link_of(maker), guest.listen("/lobby/live")
    windows = [maker.listen("/lobby/live") for _ in range(2)]
    monkeypatch.setattr(presence, "GRACE", 0)
    for window, left in zip(windows, (1, 0), strict=True):
        window.close()
        assert len(challenges(guest)) == left
    assert "Nobody is waiting yet." in ear.frames[-1]
    assert "is gone" in refused(Visitor(webapp).get(link), 404)


def test_a_challenge_to_a_correspondence_game_stays_for_days_without_its_maker(
    webapp: WebApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    maker, guest = Visitor(webapp), Visitor(webapp)
    for clock in ("3d+1d max 7d", "none"):
        wishes(maker, clock=clock)
    card = maker.fragment("/lobby").text.partition('id="mine"')[2].partition("</p><details")[0]
    assert "The clock: 3 days + 1 day per move" in card, "its maker sees its clock, as others do"
    monkeypatch.setattr(presence, "GRACE", 0)
    maker.listen("/lobby/live").close()
    (challenge,) = challenges(guest)
    assert "stays open for three days" in maker.get(f"/challenge{challenge.removeprefix('/lobby')}").text
    game = guest.post(challenge).location.split("/")[2]
    assert game in maker.get("/you").text
    monkeypatch.setattr(lobby, "STAYS", 0.0)
    wishes(maker, clock="3d+1d max 7d")
    assert challenges(guest) == [], "it lapses"


def test_number_of_challenges_per_person_is_limited(webapp: WebApp) -> None:
    maker = Visitor(webapp)
    sizes = [f"{size}" for size in range(5, 5 + lobby.MOST_PER_PERSON)]
    for size in sizes:
        wishes(maker, size=size)
    assert "withdraw one" in refused(maker.post("/games", {**WISH, "size": "19"}), 429)
    assert wishes(maker, size=sizes[0]) == "/lobby", "the same once more is no new one"
    assert len(challenges(Visitor(webapp))) == lobby.MOST_PER_PERSON


def test_a_full_lobby_drops_the_oldest_challenge_of_the_busiest_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "MOST_IN_LOBBY", 6)
    with WebApp(allowances=Allowances()) as webapp:

        def from_there(address: str) -> Visitor:
            visitor = Visitor(webapp)
            visitor.address = address
            visitor.post("/you", {"nickname": "Aki"})
            visitor.get("/lobby")
            return visitor

        for number in range(6):
            wishes(from_there(f"2001:db8:{number % 2}:{number}::1"), size=f"{5 + number}")
        for size in ("11", "12"):
            wishes(from_there("192.0.2.77"), size=size)
        assert len(challenges(Visitor(webapp))) == 6
        crowd = from_there("2001:db8:0:99::1")
        assert "lobby is full" in refused(crowd.post("/games", {**WISH, "size": "13"}), 429), "nobody pushes out equals"
        assert wishes(Visitor(webapp), size="11").startswith("/g/"), "who finds an opponent there takes no room"
        assert wishes(Visitor(webapp), size="5") == "/lobby", "the oldest of those who were most have gone"


def test_lobby_sends_each_change_once(webapp: WebApp) -> None:
    ear, maker = Visitor(webapp).listen("/lobby/live"), Visitor(webapp)
    wishes(maker)
    told = len(ear.frames)
    assert ear.frames[-1].count('class="challenge"') == 1
    maker.get("/lobby")
    maker.listen("/lobby/live")
    assert len(ear.frames) == told, "who is here already does not come once more"


def test_no_game_is_ever_listed_in_the_lobby(webapp: WebApp) -> None:
    guest = Visitor(webapp)
    guest.get("/lobby")
    ear, before = guest.listen("/lobby/live"), guest.get("/lobby")
    made = make(webapp, width="5")
    made.seats["black"].post("/you", {"nickname": "Shonagon"})
    made.act("black", "stone", "C3")
    assert guest.get("/lobby") == before
    assert len(ear.frames) == 1


@pytest.mark.parametrize(
    ("field", "value", "hint"),
    [
        ("colour", "referee", "must play yourself"),
        ("colour", "green", "Known: black"),
        ("ruleset", MARKUP, "Known: go"),
        ("nickname", LONG, "at most 20 characters"),
    ],
)
def test_bad_challenge_is_refused_and_the_form_says_why(webapp: WebApp, field: str, value: str, hint: str) -> None:
    answer = Visitor(webapp).post("/games", {**WISH, field: value})
    assert hint in refused(answer, 422)
    assert 'name="ruleset"' in answer.text
    assert challenges(Visitor(webapp)) == []


def test_a_challenge_outlives_a_game_that_cannot_be_stored(webapp: WebApp, monkeypatch: pytest.MonkeyPatch) -> None:
    wishes(Visitor(webapp))

    async def fails(*_: object) -> None:
        raise OSError("disk full")

    with monkeypatch.context() as patch:
        patch.setattr(webapp.store.games, "add", fails)
        assert refused(Visitor(webapp).post("/games", WISH), 500)
    assert wishes(Visitor(webapp)).startswith("/g/")


def comes(webapp: WebApp, nickname: str = "") -> Visitor:
    """Somebody who opens the lobby, perhaps with a name that he has given himself."""
    visitor = Visitor(webapp)
    if nickname:
        visitor.post("/you", {"nickname": nickname})
    visitor.get("/lobby")
    return visitor


def test_the_lobby_shows_the_names_and_the_number_of_guests(webapp: WebApp) -> None:
    named = comes(webapp, "Ota").listen("/lobby/live")
    assert '<ul class="names"><li><bdi>Ota</bdi></li></ul>' in named.frames[-1]
    ear = comes(webapp).listen("/lobby/live")
    shonagon = comes(webapp, "Shonagon").listen("/lobby/live")
    assert all(words in ear.frames[-1] for words in ("Guests: 1", "<bdi>Shonagon</bdi>", 'data-here="3"'))
    shonagon.close()
    assert "Shonagon" in ear.frames[-1], "who goes may come back"


def test_closed_pages_count_no_longer_but_keep_their_challenges(
    webapp: WebApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "CLOSED", 0)  # a page that is closed is not loaded again
    named, ear = comes(webapp, "Ota"), comes(webapp).listen("/lobby/live")
    assert "<bdi>Ota</bdi>" in ear.frames[-1], "between two loads of a page without scripts"
    wishes(named)
    guests = [comes(webapp) for _ in range(6)]
    pages = [visitor.listen("/lobby/live") for visitor in (named, *guests)]
    assert "Guests: 7" in ear.frames[-1]
    for page in pages:
        page.close()
    until(lambda: "Guests: 1" in ear.frames[-1])
    challenges, _, listed = ear.frames[-1].partition('id="here"')
    assert "Ota" not in listed
    assert "Ota" in challenges, "who goes through a tunnel comes back"
    assert 'data-here="1"' in ear.frames[-1]


def test_a_person_with_the_lobby_open_fifty_times_counts_once(webapp: WebApp) -> None:
    ear = comes(webapp).listen("/lobby/live")
    for visitor in (comes(webapp, "Ota"), comes(webapp)):
        for _ in range(50):
            visitor.listen("/lobby/live")
    assert 'data-here="3"' in ear.frames[-1]
    assert ear.frames[-1].count("Ota") == 1


def test_a_guest_who_gets_a_key_is_not_counted_twice(webapp: WebApp) -> None:
    guest = comes(webapp)
    window = guest.listen("/lobby/live")
    wishes(guest)
    window.close()
    assert 'data-here="1"' in guest.listen("/lobby/live").frames[-1]


def test_guests_without_a_key_do_not_fill_the_memory(webapp: WebApp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "MOST_HERE", 3)
    for _ in range(6):
        ear = comes(webapp).listen("/lobby/live")
    assert 'data-here="3"' in ear.frames[-1]
    comes(webapp, "Ota").listen("/lobby/live")
    assert "Ota" in ear.frames[-1], "there is always room for who has a key"


def test_lobby_updates_are_throttled(webapp: WebApp, monkeypatch: pytest.MonkeyPatch) -> None:
    ear = comes(webapp).listen("/lobby/live")
    monkeypatch.setattr(lobby, "PAUSE", 3600)
    told = len(ear.frames)
    for size in range(5, 15):
        wishes(Visitor(webapp), size=f"{size}")
    assert len(ear.frames) == told + 1
    assert len(challenges(Visitor(webapp))) == 10, "who looks sees all of them"


def test_full_lobby_page_is_limited_in_size(webapp: WebApp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "PAUSE", 3600)
    for number in range(90):
        maker = Visitor(webapp)
        wishes(maker, size=f"{5 + number % 20}", komi=f"{number}", nickname=f"{number:0>20}")
        maker.get("/lobby")
    page = Visitor(webapp).get("/lobby")
    assert page.text.count('class="challenge"') == 40
    assert "Others waiting: 50" in page.text
    assert "Guests: 30" in page.text, "so many names stand there, the others are counted"
    assert len(page.body) < 70_000


def link_of(visitor: Visitor) -> str:
    (link,) = re.findall(r'value="http://[^/]*(/challenge/[^"]*)"', visitor.get("/lobby").text)
    return str(link)


def test_a_challenge_is_sent_by_its_link_and_played_with_one_click(webapp: WebApp) -> None:
    ota, friend = Visitor(webapp), Visitor(webapp)
    wishes(ota, nickname="Ota", ruleset="alter-igo", size="13", colour="black", clock="5+3")
    link = link_of(ota)
    page = friend.get(link).text
    for words in ("Ota", "Alter Igo on 13×13, referee: Common.", "You play White.", "The clock:"):
        assert words in page
    own = ota.get(link).text
    assert link in own, "who made it can send it"
    assert "You play Black." in own
    assert 'action="/lobby/' not in own
    (accept,) = re.findall(r'action="(/lobby/[^"]*)"', page)
    assert seat_of(friend.post(accept).location) == "white"
    assert "is gone" in refused(Visitor(webapp).get(link), 404), "a link goes with its challenge"


AWAY = """
window.away = false;
Object.defineProperty(document, "hidden", { get: () => window.away });
window.bursts = 0;
const start = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function (...when) { bursts += 1; start.apply(this, when); };
window.notices = [];
window.asked = 0;
window.Notification = class { constructor(words) { notices.push(words); } };
Notification.permission = "granted";
Notification.requestPermission = () => { asked += 1; };
"""


def goes_to_another_tab(person: Person, away: bool = True) -> None:
    person.page.evaluate(
        "(away) => { window.away = away; document.dispatchEvent(new Event('visibilitychange')); }", away
    )


def slowly(route: Route) -> None:
    time.sleep(0.5)  # a script comes long after the others
    route.continue_()


@pytest.mark.nightly
@pytest.mark.browser
def test_a_person_in_another_tab_is_told_that_an_opponent_has_come(club: Club, own_server: Server) -> None:
    alone = {"base_url": own_server.address}  # where nobody of another test leaves as somebody comes
    ota, shonagon = club.person(**alone), club.person(locale="de-DE", **alone)
    ota.page.add_init_script(AWAY)
    ota.page.route("**/static/*/lobby.js", slowly)
    ota.page.goto("/lobby")
    expect(ota.page.locator("#here")).to_contain_text("Guests:")
    title = ota.page.title()
    ota.page.get_by_label("Notify me when somebody comes").check()
    assert ota.page.evaluate("asked") == 1
    goes_to_another_tab(ota)
    shonagon.page.goto("/lobby")
    expect(ota.page).to_have_title(re.compile(r"\(\d\) Lobby – somebody is here"))
    assert ota.page.evaluate("bursts") >= 2
    assert "Lobby – somebody is here" in ota.page.evaluate("notices")
    told = ota.page.title()
    shonagon.page.locator("#pair [name=nickname]").fill("Shōnagon")
    shonagon.page.locator("#pair [name=size]").select_option("19")
    shonagon.page.locator("#pair .primary").click()
    expect(ota.page.locator("#others")).to_contain_text("Shōnagon")
    expect(ota.page).not_to_have_title(told)
    goes_to_another_tab(ota, away=False)
    expect(ota.page).to_have_title(title)


@pytest.mark.browser
def test_badge_and_title_of_the_lobby_say_that_the_opponent_has_moved(club: Club) -> None:
    black, white = club.duel(width="5", colour="black")
    white.page.goto("/lobby")
    expect(white.page.locator("#here")).to_be_visible()
    white.page.wait_for_timeout(500)  # its socket opens
    title = white.page.title()
    black.tries("C3")
    expect(white.page.locator("#turns")).to_have_text("1")
    expect(white.page).to_have_title(f"(1) {title}")


@pytest.mark.browser
def test_lobby_shows_arrivals_without_notices_that_were_not_asked_for(club: Club) -> None:
    ota, shonagon = club.person(), club.person()
    ota.page.add_init_script(AWAY)
    ota.page.goto("/lobby")
    title = ota.page.title()
    goes_to_another_tab(ota)
    shonagon.page.goto("/you")
    shonagon.page.locator("#you input[name=nickname]").fill("Sei")
    shonagon.page.locator("#you button").first.click()
    shonagon.page.goto("/lobby")
    expect(ota.page.locator("#here")).to_contain_text("Sei")
    assert ota.page.title() == title
    assert ota.page.evaluate("[bursts, notices.length, asked]") == [0, 0, 0]


def listed(webapp: WebApp, language: str = "en") -> str:
    time.sleep(0.006)
    return Visitor(webapp, language=language).fragment("/watch").text


def public(webapp: WebApp, **wish: str) -> Made:
    return make(webapp, **{"width": "3", "watching": "everybody", **wish})


def text(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html))


def test_the_list_shows_the_players_the_game_and_its_progress(webapp: WebApp) -> None:
    made = public(webapp, referee="hamburg", clock="5+3")
    made.seats["black"].post("/you", {"nickname": "Ota"})
    made.play("B2 B2! A1")
    made.seats["audience"].listen(made.at("audience") + "/live")
    said = text(listed(webapp))
    told = ("White has moved, Black to move.", "moves: 2 · refused: 1 · spectators: 1")
    about = ("Phantom Go", "3×3 · referee: Hamburg · 5 min + 3 s per move", "Black Ota", "White Guest", "Black 5:")
    for words in (*about, *told):
        assert words in said
    assert "Züge: 2 · abgelehnt: 1" in text(listed(webapp, "de"))


def test_a_program_is_called_yurei_and_a_chair_nobody_sits_on_free(webapp: WebApp) -> None:
    for opponent in ("yurei", "friend", "solo"):
        Visitor(webapp).post("/games", {"opponent": opponent, "width": "3", "watching": "everybody"})
    page = listed(webapp)
    assert all(words in text(page) for words in ("White yurei", "White free"))
    assert page.count('class="going-on"') == 3
    make(webapp, watching="link")
    assert "Games to watch: 3" in Visitor(webapp).get("/lobby").text


def test_running_games_are_listed_before_ended_games(webapp: WebApp) -> None:
    ended, running = public(webapp), public(webapp)
    ended.act("black", "resign")
    page = listed(webapp)
    assert page.index(running.name) < page.index('id="ended"') < page.index(ended.name)
    assert "White wins by resignation." in page


def test_a_board_is_pictured_where_the_audience_sees_it_and_nowhere_else(webapp: WebApp) -> None:
    in_hidden = (("", False), ("black:open white:open", True), ("white:resign", True))
    for referee, acts, seen in (("open", "", True), *(("common", *each) for each in in_hidden)):
        made = public(webapp, referee=referee)
        made.play("B2")
        for seat, do in (act.split(":") for act in acts.split()):
            assert made.act(seat, do).status == 200
        page = listed(webapp)
        entry = re.search(f'<li[^>]* id="watch-{made.name}".*?</li>(?!<li class="(black|white))', page, re.DOTALL)
        assert entry
        assert ('class="black" d="M1 1h0"' in entry[0]) == seen, acts


def test_the_list_lives_and_is_not_sent_because_time_passes(webapp: WebApp) -> None:
    made = public(webapp, clock="5")
    made.play("B2 A1")
    ear = Visitor(webapp).listen("/watch/live")
    until(lambda: len(ear.frames) == 1)
    webapp.waits(20)
    time.sleep(0.05)
    assert len(ear.frames) == 1
    assert "4:40" in listed(webapp)
    made.play("C3")
    until(lambda: len(ear.frames) == 2)
    assert "moves: 3" in ear.frames[-1]


def test_spectators_are_counted_once_a_browser(webapp: WebApp, monkeypatch: pytest.MonkeyPatch) -> None:
    made = public(webapp)
    somebody, live = Visitor(webapp, {"yurei-person": "known"}), made.at("audience") + "/live"
    windows, stranger = [somebody.listen(live) for _ in range(5)], Visitor(webapp).listen(live)
    for left, closing in ((2, []), (1, windows), (0, [stranger])):
        for window in closing:
            window.close()
        assert f"spectators: {left}" in listed(webapp)
    assert not webapp.club.games.crowds._open, "nothing is kept of who has gone"
    monkeypatch.setattr(presence, "MOST_COUNTED", 3)
    for _ in range(5):
        Visitor(webapp).listen(live)
    assert "spectators: 3" in listed(webapp)


def test_the_list_is_rendered_once_per_language(webapp: WebApp, monkeypatch: pytest.MonkeyPatch) -> None:
    public(webapp)
    monkeypatch.setattr(watch, "PAUSE", 3600)
    drawn, list_part = [], watch.list_part

    def draw(games: Sequence[watch.ListedGame], language: str, *, timeless: bool) -> str:
        drawn.append(language)
        return list_part(games, language, timeless=timeless)

    monkeypatch.setattr(watch, "list_part", draw)
    for _ in range(20):
        for language in ("en", "de"):
            Visitor(webapp, language=language).get("/watch")
            Visitor(webapp, language=language).listen("/watch/live")
    assert drawn == ["en", "en", "de", "de"], "with and without its clocks, in two languages"


def test_a_long_list_ends_somewhere_and_is_no_large_page(webapp: WebApp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "MOST_LISTED", 5)
    games = [public(webapp, width="19", referee="open") for _ in range(8)]
    for made in games[:6]:
        made.act("black", "resign")
    page = listed(webapp)
    assert page.count('id="watch-') == 5
    assert page.count('class="going-on"') == 2, "what runs is there, however many have ended"
    assert len(page) < 5 * 2500


def test_a_game_that_is_held_for_long_holds_nobody_up(webapp: WebApp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "PATIENCE", 0.01)
    made, other = public(webapp), public(webapp)
    games = watch.WatchedGames(webapp.club)
    webapp.run(games.draw_list("en"))

    async def while_it_is_held() -> None:
        async with webapp.club.games.game(made.name):
            await asyncio.sleep(0.006)
            drawn = await games.draw_list("en")
            assert made.name in drawn.html, "as it was"
            assert other.name in drawn.html

    webapp.run(while_it_is_held())


def test_markup_in_a_name_stays_text_in_the_lobby_and_in_the_list(webapp: WebApp) -> None:
    public(webapp).seats["black"].post("/you", {"nickname": "<!--clocks--><b>"})
    wishes(Visitor(webapp), nickname="<!--clocks--><b>")
    for page in (listed(webapp), Visitor(webapp).get("/lobby").text):
        assert "<b>" not in page
        assert "&lt;!--clocks--&gt;&lt;b&gt;" in page
