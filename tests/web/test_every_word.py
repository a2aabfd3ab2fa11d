"""A language that nobody speaks, in which every sentence stands in brackets: what stands outside was never translated."""

import gettext
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

import pytest

from tests.web.wire import Answer, House, Made, Visitor, make
from yurei import languages, players
from yurei.problems import KINDS

BRACKETED = "eo"
"""A real language, so that numbers can be written in it; its words are ours here."""
SPOKEN = {"aria-label", "aria-description", "title", "placeholder", "alt", "data-lost"}
NAMES = {"yurei", "Esperanto", *languages.NAMES.values(), *(player.slug.capitalize() for player in players.ALL)}
UNREAD = {"code", "kbd", "script", "style", "text"}
"""Keys are called what stands on them, columns by letters."""
VOID = {"meta", "link", "input", "br", "img", "hr"}


class Bracketed(gettext.NullTranslations):
    """Puts every sentence into brackets."""

    def gettext(self, message: str) -> str:
        """The message in brackets."""
        return f"⟦{message}⟧"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """The message for the number, in brackets."""
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
        """Note what is said of an element, and where it leads."""
        given = dict(attrs)
        if tag not in VOID:
            own = bool(self._open and self._open[-1][1])
            self._open.append((tag, own or tag in UNREAD or ("lang" in given and tag != "html")))
        self.texts += [value for name, value in attrs if name in SPOKEN and value]
        if tag == "a" and "download" not in given and (address := given.get("href")):
            self.links.append(address)

    def handle_endtag(self, tag: str) -> None:
        """Leave an element."""
        if tag not in VOID and self._open:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        """Note a text."""
        if not (self._open and self._open[-1][1]):
            self.texts.append(data)


def untranslated(page: str) -> list[str]:
    """The texts of a page that have words outside all brackets. Points, sizes and names are no words."""
    found = []
    for text in Read(page).texts:
        left = text
        while left != (fewer := re.sub(r"⟦[^⟦⟧]*⟧", " ", left)):
            left = fewer
        words = [word for word in re.findall(r"[^\W\d_]{2,}", left) if word not in NAMES]
        if words:
            found.append(text)
    return found


@pytest.fixture
def visitor(house: House, monkeypatch: pytest.MonkeyPatch) -> Iterator[Visitor]:
    """Somebody who reads what stands in brackets."""
    monkeypatch.setitem(languages.NAMES, BRACKETED, "Esperanto")
    monkeypatch.setattr(languages, "_catalogue", lambda _: Bracketed())
    languages.translation.cache_clear()
    yield Visitor(house, language=BRACKETED)
    languages.translation.cache_clear()


def test_a_word_outside_brackets_is_found() -> None:
    page = '<p title="⟦Go ⟦here⟧⟧">⟦Well⟧ done, yurei on 9x9 at E5 <b lang="de">Brett</b></p>'
    assert untranslated(page) == ["⟦Well⟧ done, yurei on 9x9 at E5 "]


def test_every_page_that_links_lead_to_is_translated(visitor: Visitor) -> None:
    seen, waiting = {"/problems/collection.jsonl"}, ["/", "/nowhere"]  # that file is for programs
    while waiting:
        address = waiting.pop(0)
        page = visitor.get(address).text
        seen.add(page_of(address))
        assert untranslated(BOARD.sub("", PROBLEM.sub("", page))) == [], address
        links = [urljoin(address, link) for link in Read(page).links if not urlsplit(link).netloc]
        waiting += [link for link in links if page_of(link) not in seen | {page_of(each) for each in waiting}]
    assert len(seen) > 2


@pytest.mark.parametrize("kind", KINDS)
def test_a_sheet_of_each_kind_of_problem_is_translated(visitor: Visitor, kind: str) -> None:
    page = visitor.get(f"/problems/sheet?kind={kind}").text
    assert untranslated(BOARD.sub("", PROBLEM.sub("", page))) == []


BOARD = re.compile(r"[.BW]+(?:/[.BW]+)+")
"""A position as text, which is the same in every language."""


PROBLEM = re.compile(r"\b(plan|deduce|endgame|ghosts|ear)-\d+x\d+-\d+\b")
"""The id of a problem, which is the same in every language."""


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
    """Every page of a game, from every chair."""
    for chair, visitor in [*made.seats.items(), ("links", made.host)]:
        visitor.language = BRACKETED
        yield chair, visitor.get(made.at(chair))
    if 'id="replay' in made.page("audience", "/replay?at=2"):
        for moment in range(5):
            yield f"replay {moment}", made.seats["audience"].get(f"{made.at('audience')}/replay?at={moment}")


@pytest.mark.by_day(one_in=5)
@pytest.mark.parametrize("game", GAMES)
def test_every_word_of_a_game_is_translated(visitor: Visitor, game: str) -> None:
    wish, tries = GAMES[game]
    made = make(visitor.house, **wish)
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
