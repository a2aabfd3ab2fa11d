"""Languages: choosing one, errors in it, no word untranslated, and room for every word."""

import gettext
import re
from collections.abc import Iterator
from html import escape
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

import pytest

from tests.day_and_night import first_by_day
from tests.web.people import Club
from tests.web.test_bad_input import refused
from tests.web.wire import Answer, Made, Visitor, WebApp, make
from yurei import languages, players
from yurei.problems import KINDS


@pytest.mark.parametrize(
    ("wanted", "spoken"),
    [
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("en;q=0.3, de;q=0.7", "de"),
        ("nl,de;q=0.5", "de"),
        ("de;q=0,en", "en"),
        ("nl, pt-BR", "en"),
        *((wanted, "de") for wanted in ("DE", "de-DE,de;q=0.9", "De-at", "xx,de")),
        *((bad, "en") for bad in ("", "*", ";;;", "-,_,--", "x" * 5000, "de\xff", "en;q=\0", "zz-ZZ")),
    ],
)
def test_a_browser_is_answered_in_the_language_it_likes_best(webapp: WebApp, wanted: str, spoken: str) -> None:
    answer = Visitor(webapp, language=wanted).get("/")
    assert answer.status == 200
    assert f'<html lang="{spoken}"' in answer.text


@pytest.mark.parametrize("spoken", languages.NAMES)
def test_every_other_language_is_offered_by_its_own_name(webapp: WebApp, spoken: str) -> None:
    page = Visitor(webapp, language=spoken).get("/").text
    assert f"<summary>{languages.NAMES[spoken]}</summary>" in page
    for other, name in languages.NAMES.items():
        assert (f'<button name="to" value="{other}" lang="{other}">{name}</button>' in page) == (other != spoken)


@pytest.mark.parametrize(
    ("back", "to"),
    [
        *((page, page) for page in ("/", "/?ruleset=alter-igo&width=5", "/g/x/black/replay?at=17")),
        ("/games", "/"),  # the answer to a form cannot be looked at a second time
        ("/nowhere", "/"),
        *((elsewhere, "/") for elsewhere in ("http://[", "http://evil.example/g/x", "x" * 5000, "")),
        *((slashes, "/g/x/black") for slashes in ("//g/x/black", "/\\g/x/black", "///g/x/black")),
    ],
)
def test_choosing_a_language_keeps_the_page_and_leads_to_no_other_site(webapp: WebApp, back: str, to: str) -> None:
    visitor = Visitor(webapp)
    answer = visitor.post("/language", {"to": "de", "back": back})
    assert (answer.status, answer.location) == (303, to)
    assert '<html lang="de"' in visitor.get("/").text, "it outweighs the browser's"


@pytest.mark.parametrize("path", ["/problems?kind=deduce&page=2", "/learn", "/new?ruleset=alter-igo"])
def test_the_forms_of_a_page_lead_back_to_it(webapp: WebApp, path: str) -> None:
    assert set(re.findall('name="back" value="([^"]*)"', Visitor(webapp).get(path).text)) == {escape(path)}


def test_the_page_of_an_error_keeps_no_address(webapp: WebApp) -> None:
    for secret in ("hidden-1", "hidden-2"):
        answer = Visitor(webapp).get(f"/nowhere/{secret}")
        assert answer.status == 404
        assert 'name="back" value="/"' in answer.text
        assert secret not in answer.text


def test_errors_are_reported_in_the_language_of_the_reader(webapp: WebApp) -> None:
    made = make(webapp, width="5")
    black = made.seats["black"]
    black.language = "de"
    assert refused(made.act("black", "stone", "I5"), 422) == (
        "'I5' ist kein Punkt eines Bretts von 5x5: die Spalten gehen von A bis E, die Reihen von 1 bis 5"
    )
    assert refused(black.get("/nowhere"), 404) == "Seite nicht gefunden."
    assert refused(black.post("/games", {"ruleset": "alterigo"}), 422).startswith(
        "es gibt kein Regelwerk 'alterigo'; meinten Sie 'alter-igo'? Es gibt: go, "
    )
    assert refused(black.post("/games", {}, ("origin", "http://evil.example")), 403) == (
        "diese Anfrage kommt von einer anderen Seite; öffnen Sie die Seite hier und versuchen Sie es noch einmal"
    )


BRACKETED = "eo"
"""A real language, so that numbers can be written in it; its words are ours here."""
SPOKEN = {"aria-label", "aria-description", "title", "placeholder", "alt", "data-lost"}
NO_WORDS = {"yurei", "Esperanto", *languages.NAMES.values(), *(player.slug.capitalize() for player in players.ALL)}
UNREAD = {"code", "kbd", "script", "style", "text"}
"""Keys are called what stands on them, columns by letters."""
VOID = {"meta", "link", "input", "br", "img", "hr"}


class Bracketed(gettext.NullTranslations):
    """Puts every sentence into brackets."""

    def gettext(self, message: str) -> str:
        return f"⟦{message}⟧"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"⟦{msgid1 if n == 1 else msgid2}⟧"


class Read(HTMLParser):
    """What somebody reads or hears of a page; what people have written themselves is marked by ``data-own``."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.links: list[str] = []
        self._open: list[tuple[str, bool]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag not in VOID:
            own = bool(self._open and self._open[-1][1])
            self._open.append((tag, own or tag in UNREAD or ("lang" in given and tag != "html")))
        self.texts += [value for name, value in attrs if name in SPOKEN and value]
        if tag == "a" and "download" not in given and (address := given.get("href")):
            self.links.append(address)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID and self._open:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if not (self._open and self._open[-1][1]):
            self.texts.append(data)


BOARD = re.compile(r"[.BW]+(?:/[.BW]+)+")
PROBLEM = re.compile(r"\b(plan|deduce|endgame|ghosts|ear)-\d+x\d+-\d+\b")


def untranslated(page: str) -> list[str]:
    """The texts of a page that have words outside all brackets. Points, positions, ids of problems and names are no words."""
    found = []
    for text in Read(BOARD.sub("", PROBLEM.sub("", page))).texts:
        left = text
        while left != (fewer := re.sub(r"⟦[^⟦⟧]*⟧", " ", left)):
            left = fewer
        if set(re.findall(r"[^\W\d_]{2,}", left)) - NO_WORDS:
            found.append(text)
    return found


@pytest.fixture
def visitor(webapp: WebApp, monkeypatch: pytest.MonkeyPatch) -> Iterator[Visitor]:
    monkeypatch.setitem(languages.NAMES, BRACKETED, "Esperanto")
    monkeypatch.setattr(languages, "_catalogue", lambda _: Bracketed())
    languages.translation.cache_clear()
    yield Visitor(webapp, language=BRACKETED)
    languages.translation.cache_clear()


def test_untranslated_word_is_found() -> None:
    page = '<p title="⟦Go ⟦here⟧⟧">⟦Well⟧ done, yurei on 9x9 at E5 <b lang="de">Brett</b></p>'
    assert untranslated(page) == ["⟦Well⟧ done, yurei on 9x9 at E5 "]


def test_every_page_that_links_lead_to_is_translated(visitor: Visitor) -> None:
    seen, waiting = {"/problems/collection.jsonl"}, ["/", "/nowhere"]  # that file is for programs
    while waiting:
        address = waiting.pop(0)
        page = visitor.get(address).text
        seen.add(page_of(address))
        assert untranslated(page) == [], address
        links = [urljoin(address, link) for link in Read(page).links if not urlsplit(link).netloc]
        waiting += [link for link in links if page_of(link) not in seen | {page_of(each) for each in waiting}]
    assert len(seen) > 2


@pytest.mark.parametrize("kind", KINDS)
def test_a_sheet_of_each_kind_of_problem_is_translated(visitor: Visitor, kind: str) -> None:
    assert untranslated(visitor.get(f"/problems/sheet?kind={kind}").text) == []


def page_of(address: str) -> str:
    """The path of an address; one for all problems of a kind."""
    return PROBLEM.sub(r"\1", urlsplit(address).path)


GAMES = {
    "a capture under a referee who counts": ({"width": "3", "referee": "hamburg"}, "A1 B1 C3 A1 A2 B3"),
    "a capture under a referee who names the stones": ({"width": "3", "referee": "common"}, "A1 B1 C3 A1 A2 B3"),
    "an open board": ({"width": "2", "referee": "open"}, "A1"),
    "ghosts": ({"width": "3", "ruleset": "no-seki-go", "referee": "open"}, "B2 A1 ghost-C2 pass"),
    "one device": ({"width": "3", "opponent": "one-device"}, "A1"),
    "alone": ({"width": "3", "opponent": "solo"}, "A1 A1 B2 pass"),
    "rengo": ({"width": "3", "opponent": "rengo", "referee": "hamburg"}, "A1 A1 B1 B2"),
    "draw offers": ({"width": "3", "ruleset": "alter-igo", "draw_by_agreement": "true"}, "A1 offer"),
    "a count": ({"width": "3"}, "B2 A1 pass pass"),
    "a resignation": ({"width": "3", "two_game_match": "true"}, "B2 resign"),
}


def looked_at(made: Made) -> Iterator[tuple[str, Answer]]:
    for chair, visitor in [*made.seats.items(), ("links", made.host)]:
        visitor.language = BRACKETED
        yield chair, visitor.get(made.at(chair))
    if 'id="replay' in made.page("audience", "/replay?at=2"):
        for moment in range(5):
            yield f"replay {moment}", made.seats["audience"].get(f"{made.at('audience')}/replay?at={moment}")


@pytest.mark.by_day
@pytest.mark.parametrize("game", GAMES)
def test_every_word_of_a_game_is_translated(visitor: Visitor, game: str) -> None:
    wish, tries = GAMES[game]
    made = make(visitor.webapp, **wish)
    players = [chair for chair in made.seats if chair not in ("referee", "audience")]
    for word in ["", *tries.split()]:
        if word:
            _somebody(made, players, word)
        for chair, answer in looked_at(made):
            assert untranslated(answer.text) == [], f"{chair} after {word}"


def _somebody(made: Made, players: list[str], word: str) -> None:
    """Whoever may do this does it; what is refused to others is refused in their language."""
    kind, _, point = word.rpartition("-")
    do = word if word in ("pass", "resign", "offer") else kind or "stone"
    for chair in players:
        if chair == "one-device":
            for seat in ("black", "white"):
                made.seats[chair].send(f"{made.at(chair)}/lift", {"seat": seat})
        answer = made.act(chair, do, point)
        assert untranslated(answer.text if answer.text.startswith("<") else f"<p>{answer.text}</p>") == [], word
        if answer.status == 200:
            return
    raise AssertionError(f"nobody could do {word}")


LANGUAGES = first_by_day(["de", *(language for language in languages.NAMES if language != "de")])
SPACING = "* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important; }"
"""What WCAG 1.4.12 lets a reader set."""
CUT_TABS = """
() => [...document.querySelectorAll(".navigation a, .navigation a > span")].filter((each) => {
  const { right, bottom, width } = each.getBoundingClientRect();
  const cut = each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1;
  return width && (right > innerWidth + 1 || bottom > innerHeight + 1 || getComputedStyle(each).display !== "inline" && cut);
}).map((each) => each.textContent)
"""
CUT_HINTS = """
() => [...document.querySelectorAll("input[type=number][placeholder]")].filter((each) => each.offsetWidth).filter((each) => {
  const { font, paddingLeft, paddingRight } = getComputedStyle(each), pen = document.createElement("canvas").getContext("2d");
  pen.font = font;
  const arrows = 15;
  return pen.measureText(each.placeholder).width > each.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - arrows;
}).map((each) => each.placeholder)
"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_wider_letters_lines_and_words_cut_no_tab(club: Club, language: str) -> None:
    page = club.person(locale=language, bypass_csp=True).page
    page.goto("/learn")
    page.add_style_tag(content=SPACING)
    for width in (320, 390, 820, 1440):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate(CUT_TABS) == [], width
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("language", LANGUAGES)
def test_hints_of_numbers_and_the_table_of_problems_are_not_cut_off(club: Club, language: str) -> None:
    page = club.person(locale=language, viewport={"width": 320, "height": 700}).page
    for path in ("/problems", "/problems?game=no-seki-go"):
        page.goto(path)
        wide = "wide => wide.scrollWidth - wide.clientWidth"
        assert page.locator(".series .wide").evaluate(wide) == 0, path
    page.goto("/new?size=own&referee=fog&ruleset=alter-igo")
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    for width in (390, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.locator("#new input[type=number]:visible").count() >= 3
        assert page.evaluate(CUT_HINTS) == [], width
