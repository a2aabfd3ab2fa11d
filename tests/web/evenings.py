"""An evening of a club without a network: its host, and players who open their links."""

import re
from dataclasses import dataclass, field
from html import unescape

from tests.web.wire import Answer, Visitor, WebApp
from yurei.club.tournaments.evening import Evening
from yurei.club.tournaments.pairing import Pair

NAMES = ("Chiyo", "Etsu", "Honda", "Kuro", "Murasaki", "Ota", "Shiro", "Shonagon")


@dataclass
class Club:
    """An evening at an application: its host, its address, and the players who have opened their links, by number."""

    webapp: WebApp
    host: Visitor
    address: str
    players: dict[int, Visitor] = field(default_factory=dict)

    @property
    def evening(self) -> Evening:
        return Evening.read(self.webapp.evenings()[self.address.rpartition("/")[2]])

    @property
    def pairs(self) -> list[Pair]:
        """Pairs of players in the latest round: Black's and White's numbers."""
        return [(table.black, table.white) for table in self.evening.tables]

    def links(self) -> dict[int, str]:
        page = unescape(self.host.get(f"{self.address}/print").text)
        found = re.findall(rf'href="http://[^/]+({self.address}/p/(\d+)/[^"]+)"', page)
        return {int(number): link for link, number in found}

    def comes(self, number: int) -> Visitor:
        self.players[number] = Visitor(self.webapp)
        answer = self.players[number].get(self.links()[number])
        assert answer.location == f"{self.address}/p/{number}", answer.text
        return self.players[number]

    def does(self, what: str, **form: str) -> Answer:
        return self.host.post(f"{self.address}/{what}", form)

    def pairs_next(self) -> None:
        answer = self.does("next")
        assert answer.status == 303, answer.text

    def enters(self, *results: str) -> None:
        """Let the host enter the results of the latest round, in the order of the tables."""
        for at, result in enumerate(results, 1):
            answer = self.does("result", round=f"{len(self.evening.played)}", table=f"{at}", result=result)
            assert answer.status == 303, answer.text

    def sits_down(self, number: int) -> str:
        answer = self.players[number].post(f"{self.address}/p/{number}")
        assert answer.status == 303, answer.text
        return answer.location

    def page(self, number: int) -> str:
        return self.players[number].get(f"{self.address}/p/{number}").text


def makes(webapp: WebApp, names: tuple[str, ...] | str = NAMES, **more: str) -> Club:
    """Make an evening with these players; ``more`` replaces defaults of the form."""
    lines = names if isinstance(names, str) else "\n".join(names)
    host = Visitor(webapp)
    filled = {"title": "Thursday", "names": lines, "rounds": "3", "system": "swiss", "size": "5", **more}
    answer = host.post("/evenings", filled)
    assert answer.status == 303, answer.text
    return Club(webapp, host, answer.location)
