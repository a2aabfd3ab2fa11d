"""What reaches a player's browser in a real game, byte by byte, until the end."""

import re

from playwright.sync_api import Response, WebSocket, expect

from tests.web.people import Club, Person

CHANCE = re.compile(r"[0-9a-f]{64}|Sealed: [0-9a-f]{8}|(?<=\"id\": \")[0-9a-f]{32}")


class Tap:
    """Everything that a browser receives of a game: frames, pages, answers, with their status and headers."""

    def __init__(self, person: Person) -> None:
        self.frames: list[str] = []
        self.answers: list[Response] = []
        person.page.on("websocket", self._listen)
        person.page.on("response", self._keep)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))

    def _keep(self, answer: Response) -> None:
        if "/g/" in answer.url and answer.status != 303:
            self.answers.append(answer)

    def everything(self, game: str) -> list[str]:
        """All of it as text, the game's own name left out."""
        kept = [
            f"{answer.status} {answer.url} {sorted(headers(answer).items())} {answer.text()}" for answer in self.answers
        ]
        return [text.replace(game, "GAME") for text in [*self.frames, *kept]]


def headers(answer: Response) -> dict[str, str]:
    """The headers that the server has chosen; a date is none of them."""
    return {name: value for name, value in answer.headers.items() if name not in ("date", "connection")}


def received_by_white(club: Club, black_tries: list[str]) -> list[str]:
    """What White's browser receives while Black tries these points, and White his own."""
    black, white = club.person(), club.person()
    links = club.makes(black, width="5")
    white.sits_down(links["white"])
    address = white.page.url
    white.page.goto("about:blank")  # the first page's socket is closed: what it still received is not recorded
    tap = Tap(white)
    white.page.goto(address)
    expect(white.page.locator("#said")).to_be_visible()
    for number, (hidden, own) in enumerate(zip(black_tries, ("E5", "E4", "E3"), strict=True)):
        black.takes("pencil-dead")
        for _ in range(number + len(hidden)):
            black.tries("A5")
        black.takes("stone")
        black.tries(hidden)
        white.hears("Black has moved, White to play.")
        white.tries(own)
        black.hears("White has moved, Black to play.")
        white.sees(", ".join(f"{point} white" for point in ("E5", "E4", "E3")[: number + 1]))
    everything = tap.everything(white.page.url.split("/")[4])
    assert len(tap.frames) >= 6
    for text in everything:
        for trace in ("black stone", "stone black", "pencil:", *(f"({point})" for point in black_tries)):
            assert trace not in text
    black.resigns()
    white.hears("White wins by resignation.")
    pages = [frame for frame in tap.frames if not frame.startswith('{"id"')]  # those answer what the page has asked
    assert "black stone" in pages[-1], "after the end it is told"
    return everything


def test_two_games_that_white_cannot_tell_apart_reach_whites_browser_alike(club: Club) -> None:
    one, other = (received_by_white(club, hidden) for hidden in (["A1", "B2", "C3"], ["C3", "A1", "D1"]))
    # A seal differs by chance alone: without its nonce nobody can tell what it seals. An answer has the id of what he asked.
    assert [CHANCE.sub("…", text) for text in one] == [CHANCE.sub("…", text) for text in other]
    assert [len(text) for text in one] == [len(text) for text in other]
