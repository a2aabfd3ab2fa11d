"""The host of an evening, who plays or only hosts, gets the same bytes of two evenings that differ in what is hidden."""

from collections.abc import Hashable
from random import Random
from unittest.mock import patch

import pytest

from tests.day_and_night import by_day_and_night
from tests.secrecy.scenes import SCENES
from tests.secrecy.whole import NOSY, PUBLIC, Act, on_one_thread, without_a_beat
from tests.web.evenings import Club, makes
from tests.web.wire import Answer, House, Socket, Visitor
from yurei.apps.web import app as web
from yurei.apps.web.notifications import push
from yurei.apps.web.shell.cookies import PERSON
from yurei.club.game.game import Game
from yurei.club.tournaments.pairing import Pair

NAMES = ("Chiyo", "Etsu", "Honda", "Kuro")
HOSTS, PLAYS, OTHER = "the host, who only hosts", "the host, who plays", "the opponent"
AT_A_TABLE = ("", "/heard", "/links", "/live", *(path for method, path, _ in NOSY if method == "GET" and path))
BEHIND_HIS_TOOLS: list[tuple[str, dict[str, str]]] = [
    ("next", {}),
    ("result", {"round": "1", "table": "9", "result": "black"}),
    ("players", {"name": "Murasaki"}),
    ("players/{other}", {"do": "free"}),
    ("players/{other}", {"do": "gone"}),
    ("players/{other}", {"do": "back"}),
    ("p/{other}", {}),
]
KEY = push.new_key()
"""Of every server here: it is drawn by lot, and shown to all."""
CHOSEN = [name for name in SCENES if name != "a whisper"]  # an evening has nobody on the referee's chair

DAY = ["a capture that is not told"]


class Table:
    """A table of an evening at which both have sat down."""

    def __init__(self, club: Club, pair: Pair) -> None:
        self.seats = {}
        for number in filter(None, pair):
            page = club.sits_down(number)
            self.game, chair = page.split("/")[2:]
            self.seats[chair] = number, club.players[number]

    def at(self, chair: str) -> str:
        """The address of a chair's page."""
        return f"/g/{self.game}/{chair}"

    def does(self, act: Act) -> Answer:
        """Let something happen."""
        chair, do, at = act
        visitor = self.seats[chair][1]
        if do == "aim":
            return visitor.get(f"{self.at(chair)}?do=stone&aim={at}")
        return visitor.send(self.at(chair), {"do": do, "at": at})


class Identity:
    """Somebody who listens to all that lets them in, and asks for everything of an evening and its tables."""

    def __init__(self, club: Club, tables: list[Table], visitor: Visitor) -> None:
        self.visitor = visitor
        evening = ["", "/wall", "/mine", "/print", *(f"/p/{number}" for number in range(1, 5))]
        games = [table.at(chair) for table in tables for chair in ("black", "white", "audience", "window")]
        self.evening = [club.address + path for path in evening]
        self.pages = [*PUBLIC, "/you", *(game + path for game in games for path in AT_A_TABLE)]
        self.programs = [f"/api{game.replace('/g/', '/games/')}" for game in games]
        sockets = [f"{path}/live" for path in (*self.evening, *games)]
        self.sockets: list[Socket] = [visitor.listen(path) for path in sockets]

    def asks(self, *, of_the_evening: bool = False) -> list[Hashable]:
        """All that comes by itself and on being asked; what the evening has, or its games, too."""
        got: list[Hashable] = [self.visitor.get(path) for path in self.evening]
        if of_the_evening:
            return got
        got += [self.visitor.get(path) for path in self.pages]
        for token in {value for name, value in self.visitor.cookies.items() if name.endswith((PERSON, "host"))}:
            program, headers = Visitor(self.visitor.house), [("authorization", f"Bearer {token}")]
            for chair in self.programs:
                got += [program.ask("GET", chair + more, headers) for more in ("", "?since=1", "/record", "/review")]
        return [*got, [(socket.accepted, socket.closed, *socket.raw) for socket in self.sockets]]


def evening_of(acts: tuple[Act, ...], wish: dict[str, str], watched: str) -> dict[str, list[Hashable]]:
    """Play an evening of four in which the same happens at both tables, and keep all that the host and an opponent get."""
    with (
        patch.object(web, "SystemRandom", lambda: Random(1)),
        patch.object(push, "new_key", lambda: KEY),
        on_one_thread(),
        House() as house,
        without_a_beat(),
    ):
        club = makes(house, NAMES, size=wish["width"], referee=wish["referee"], watching="everybody")
        for number in range(1, 5):
            club.comes(number)
        club.pairs_next()
        tables = [Table(club, pair) for pair in club.pairs]
        _, player = tables[0].seats[watched]
        other, opponent = next(seat for chair, seat in tables[0].seats.items() if chair != watched)
        who = {
            HOSTS: Identity(club, tables, Visitor(house, club.host.cookies)),
            PLAYS: Identity(club, tables, Visitor(house, club.host.cookies | player.cookies)),
            OTHER: Identity(club, tables, opponent),
        }
        got: dict[str, list[Hashable]] = {name: [] for name in who}
        for act in acts:
            answers = [table.does(act) for table in tables]
            got[PLAYS if act[0] == watched else OTHER] += answers[:1]
        for path, form in BEHIND_HIS_TOOLS:
            for name in (HOSTS, PLAYS):
                got[name] += [who[name].visitor.post(f"{club.address}/{path.format(other=other)}", form)]
        link = club.links()[other]
        second = Identity(club, tables, Visitor(house, club.host.cookies))
        got[HOSTS] += [second.visitor.get(link), second.visitor.post(link), *second.asks()]
        for name, identity in who.items():
            got[name] += identity.asks()
        club.does("result", round="1", table="1", result="draw")
        club.does("result", round="1", table="2", result="draw")
        for name in (HOSTS, PLAYS):
            got[name] += who[name].asks(of_the_evening=True)
        return got


@pytest.mark.parametrize("name", by_day_and_night(DAY, [name for name in CHOSEN if name not in DAY]))
def test_the_host_of_an_evening_gets_the_same_bytes_for_hidden_differences(name: str) -> None:
    scene = SCENES[name]
    one, another = (evening_of(acts, dict(scene.wish), scene.watched) for acts in (scene.one, scene.other))
    for who in (HOSTS, PLAYS):
        assert len(one[who]) == len(another[who]) > 100
        different = [(left, right) for left, right in zip(one[who], another[who], strict=True) if left != right]
        assert different == [], f"{who} can tell the two evenings apart"
    assert one[OTHER] != another[OTHER], "something was hidden"


@pytest.mark.nightly
def test_a_leak_of_a_hidden_board_to_the_host_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    view, scene = Game.view, SCENES["the stone is elsewhere"]
    monkeypatch.setattr(Game, "view", lambda game, seat: view(game, "black" if seat == "audience" else seat))
    one, another = (evening_of(acts, dict(scene.wish), scene.watched) for acts in (scene.one, scene.other))
    assert one[HOSTS] != another[HOSTS]
