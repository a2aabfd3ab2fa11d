"""Tokens and models of the JSON API. Answers about a game are made only from a seat's view."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from fastapi import Depends
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, ConfigDict, Field

from yurei import referee, rules
from yurei.apps.web.frame.security import PROGRAMS, NoToken
from yurei.club.club import Club
from yurei.club.game.game import Game
from yurei.club.game.record import latest_seal
from yurei.club.game.series import next_game
from yurei.club.model.chairs import REFEREE
from yurei.club.model.stored import EventKind
from yurei.club.programs.reviews import Failure, Progress, Review, State
from yurei.club.seats import Forbidden, seat_for_programs
from yurei.languages import ENGLISH, N_
from yurei.players import Yurei
from yurei.referee import seating
from yurei.referee.announce import speak
from yurei.referee.plain import result_values, told_values
from yurei.referee.settings import KEYS, Colours, Settings
from yurei.referee.told import Told
from yurei.referee.view import certain_pieces
from yurei.rules.board import LETTERS, board_text

MANY = 200  # most announcements put into words on the event loop (10 ms); more are for a thread


def _get_schema(key: str) -> dict[str, Any]:
    """Return the JSON schema of a setting."""
    lists: dict[str, Any] = {"ruleset": rules.ALL, "referee": referee.ALL, "seating": seating.ALL, "first": Colours}
    value = getattr(rules.ALL[0], key, getattr(referee.ALL[0], key, None))
    if names := lists.get(key, type(value) if isinstance(value, str) else ()):
        return {"enum": [getattr(each, "slug", each) for each in names]}
    numbers = {"passing": ["string", "integer"], "komi": ["number", "null"]}
    return {"type": "boolean" if isinstance(value, bool) else numbers.get(key, ["integer", "null"])}


SETTINGS: dict[str, Any] = {"properties": {key: _get_schema(key) for key in KEYS}}
"""JSON schema of settings: what each can be. Where a game is asked for, any of them may be null, too."""


class RequestModel(BaseModel):
    """Base of all request models; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class InSight(BaseModel):
    """The pieces that a try made visible or invisible to this seat."""

    appeared: dict[str, str] = Field(description="Pieces that became visible: ``B``, ``W``, ``b`` or ``w``, by point.")
    gone: list[str] = Field(description="Points whose piece is no longer visible: it was captured, or is out of sight.")


class Heard(BaseModel):
    """The announcement of one try to one seat. Facts that the game's referee never announces are null."""

    n: int = Field(description="Number of the announcement among all that this seat was told, from 0.")
    seat: str = Field(description="The seat that made the try.")
    verdict: str = Field(description="``moved``, ``illegal``, ``passed``, ``resigned`` or ``lost-on-time``.")
    said: str = Field(description="What the referee said, in the language of ``Accept-Language``.")
    tried: dict[str, str | None] | None = Field(
        alias="try", description="``kind`` and ``point`` of the try; null if this seat may not know them."
    )
    reason: str | None = Field(description="Why the try was illegal.")
    captured_points: list[str] | None = Field(description="The captured pieces of the opponent.")
    captured_count: int | None = Field(description="Number of captured pieces.")
    lost_points: list[str] | None = Field(description="The mover's own pieces that were removed.")
    lost_count: int | None = Field(description="Number of these pieces.")
    atari_on_opponent: bool | None = Field(description="Whether it was announced that the opponent is in atari.")
    atari_on_mover: bool | None = Field(description="Whether it was announced that the mover is in atari.")
    vanished: list[str] | None = Field(description="Points whose pieces disappear from this seat's own board.")
    seen: InSight | None = Field(description="What has changed in this seat's sight; null if the game has no sight.")
    to_move: str | None = Field(description="The seat to move after the try; null after the end.")


class Clock(BaseModel):
    """The clock of one side: the remaining time in seconds."""

    main: float = Field(description="Remaining main time.")
    period: float = Field(
        description="Remaining time of the current period of overtime, or the length of the first one."
    )
    periods: int = Field(description="Number of periods left, including the current one.")
    turns: int = Field(description="Number of turns that have to be made in this period; 0 if turns are not counted.")
    running: bool = Field(description="Whether this clock is running.")


class OwnGame(BaseModel):
    """A game in which the requesting program has a chair."""

    game: str = Field(description="The name of the game.")
    chair: str = Field(description="The chair of the program.")
    address: str = Field(
        description="The address at which to read this chair and to act: ``/api/games/{game}/{chair}``."
    )


class Message(BaseModel):
    """A message of the chat."""

    chair: str = Field(description="The chair of the writer.")
    name: str = Field(description="The name of the writer; empty for a guest.")
    text: str = Field(description="The text.")


class Ended(BaseModel):
    """The result of an ended game, its true board, and the state of the count."""

    winner: str | None = Field(description="``black`` or ``white``; null for a draw.")
    by: str = Field(description="How the game ended: ``score``, ``resignation`` …")
    black: int | None = Field(default=None, description="Black's points; null if points are not counted.")
    white: int | None = Field(default=None, description="White's points, without komi.")
    margin: float | None = Field(default=None, description="Black's points minus White's points minus komi.")
    reference: str = Field(description="The true board.")
    dead: list[str] = Field(description="The stones that are marked dead, which the count leaves out.")
    agreed: list[str] = Field(description="The colours that have agreed to the count.")
    counting: bool = Field(
        description="Whether the players still have to agree, by ``settle``. The result is final once this is false."
    )
    playing_out: bool = Field(
        description="Whether the stones in ``dead`` are in dispute and are being played out; ``give-in`` ends the play-out."
    )
    again: list[str] = Field(description="The colours that have asked for a rematch, with colours swapped.")
    next: OwnGame | None = Field(
        description="The rematch once both have asked for it, and the chair there, which the same token opens; null if there is "
        "none. If the server ended before it stored the new game, ``rematch`` creates it."
    )


class Seen(BaseModel):
    """A game as one chair knows it. Boards are text: rows from the top joined by ``/``; ``.`` is empty.

    ``B`` and ``W`` are stones, ``b`` and ``w`` ghosts. Under a referee who lets nothing vanish, stones on one's own
    board may be gone.
    """

    number: int = Field(
        description="Number of events of the game that this chair may know of. Send it as ``since`` next time."
    )
    seat: str = Field(description="The seat whose board this is, or ``audience``.")
    settings: dict[str, Any] = Field(description="The settings of the game.", json_schema_extra=SETTINGS)
    setup: str | None = Field(
        description="The position from which the game began, which is public; null if it follows from the settings."
    )
    board: str = Field(description="This seat's own board, with the pieces that it sees.")
    to_move: str | None = Field(description="The seat to move; null after the end.")
    your_turn: bool = Field(description="Whether it is this seat's turn.")
    heard: list[Heard] = Field(description="What this seat was told after ``since``, oldest first.")
    standing: dict[str, str] = Field(
        description="The pieces that are certainly on their points, from what this seat was told: ``B``, ``W``, ``b`` or ``w``, "
        "by point. A stone on such a stone, or a ghost on either, is not a try: the answer is 422. Empty after the end."
    )
    chat: list[Message] = Field(
        description="The messages of the chat after ``since`` that this chair may read, oldest first."
    )
    players: dict[str, str | None] = Field(
        description="The name of the person on each seat, or expected there: empty for a guest, null for a free seat. "
        "Without entries if one person plays for several seats."
    )
    offer: str | None = Field(description="The seat that has offered a draw.")
    repeats: bool = Field(
        description="Whether the referee has said that the position repeats; until the next move ``draw`` claims a draw."
    )
    takeback: str | None = Field(
        description="The seat that has asked to take its last move back. What was tried since leaves ``heard`` with it."
    )
    referee: bool = Field(description="Whether a person has the referee's chair and sees the true board.")
    referee_name: str | None = Field(
        description="The name of that person, empty for a guest; null if the chair is free. ``admit`` lets them see the board."
    )
    clocks: dict[str, Clock] = Field(
        description="The clocks of ``black`` and ``white``, in the count those for the answer; empty without a clock."
    )
    seal: str | None = Field(
        description="The referee's seal of all tries so far, 64 hexadecimal digits; null if the game has no seals. Keep one: "
        "after the end ``yurei verify`` checks whether the record belongs to it."
    )
    ended: Ended | None = Field(
        description="The result and the true board; null until both have passed or the game has ended."
    )


@dataclass(frozen=True, slots=True)
class Knowledge:
    """A game as one chair knows it now; ``make_model`` adds the announcements as sentences."""

    seen: Seen
    heard: Sequence[Told]
    first: int  # index of the first of ``heard`` among all announcements
    settings: Settings
    language: str

    @property
    def is_long(self) -> bool:
        """Whether there are so many announcements that ``make_model`` should run in a thread."""
        return len(self.heard) > MANY

    def make_model(self) -> Seen:
        size, who = self.settings.size, self.settings.referee
        self.seen.heard = [
            Heard(n=n, seat=told.seat, said=speak(who, told, size, self.language), **told_values(told, size))
            for n, told in enumerate(self.heard, self.first)
        ]
        return self.seen


def get_knowledge(game: Game, chair: str, seat: str, since: int = 0, language: str = ENGLISH) -> Knowledge:
    """Return what ``chair`` knows: the view of ``seat``, and the announcements after event number ``since``."""
    view, known = game.view(seat), game.known[chair]
    size, before = game.settings.size, known.count_heard(since)
    seen = Seen(
        number=len(known.events),
        seat=seat,
        settings=game.settings.plain(),
        setup=game.setup,
        board=view.board_text,
        to_move=view.to_move,
        your_turn=seat != seating.AUDIENCE.name and view.may_try,
        heard=[],
        standing={} if game.over else {size.name(point): LETTERS[cell] for point, cell in certain_pieces(view).items()},
        chat=[
            Message(chair=each.chair, name=each.what.partition("\n")[0], text=each.what.partition("\n")[2])
            for each in known.events[since:]
            if each.kind is EventKind.CHAT
        ],
        players={each: _get_nickname(game, each) for each in game.pencil}
        if game.settings.seating.hands == "each"
        else {},
        offer=game.offer,
        repeats=game.repeating,
        takeback=game.takeback.asked,
        referee=game.is_taken(REFEREE) and game.third.shown,
        referee_name=game.nickname(REFEREE) if game.is_taken(REFEREE) else None,
        clocks={
            face.colour.word: Clock(
                main=face.left.main.total_seconds(),
                period=face.left.period.total_seconds(),
                periods=face.left.periods,
                turns=face.left.turns,
                running=face.running,
            )
            for face in game.clocks.clock_states()
        },
        seal=latest_seal(game),
        ended=_describe_end(game, chair) if game.over else None,
    )
    return Knowledge(seen, view.heard[before:], before, game.settings, language)


def _get_nickname(game: Game, seat: str) -> str | None:
    if (program := game.stored.players.get(seat)) is not None:
        return program if program.partition(":")[0] == Yurei.slug else program.partition(":")[0]
    return game.nickname(seat) if game.is_taken(seat) else game.stored.terms.get("expected", {}).get(seat)


def _describe_end(game: Game, chair: str) -> Ended:
    size, following = game.settings.size, next_game(game, chair) if game.seats_of(chair) else None
    return Ended(
        **(result_values(game.result) or {}),
        reference=board_text(game.reference, size),
        dead=list(size.names(size.in_order(game.count.dead))),
        agreed=[colour.word for colour in sorted(game.count.settled)],
        counting=game.counting,
        playing_out=game.count.playing_out,
        again=[colour.word for colour in sorted(game.again)],
        next=own_game(*following) if following else None,
    )


def own_game(game: str, chair: str) -> OwnGame:
    return OwnGame(game=game, chair=chair, address=address_of(game, chair))


def address_of(game: str, chair: str) -> str:
    return f"{PROGRAMS}/games/{game}/{chair}"


class Reviewed(BaseModel):
    """The review of an ended game: its progress and its findings."""

    state: Literal["none", "made", "done", "failed"] = Field(
        description="``none`` if nobody has requested it, ``made`` while it is in progress."
    )
    done: int = Field(default=0, description="Number of analysed tries.")
    total: int = Field(default=0, description="Number of tries of the game.")
    tries: list[dict[str, Any]] = Field(
        default=[],
        description="The findings about each try, as ``yurei review --json`` prints them; empty until ``done``.",
    )


def describe_review(game: Game, state: State) -> Reviewed:
    size = game.settings.size
    if isinstance(state, Review):
        tries = [{"number": number, **each.plain(size)} for number, each in enumerate(state.tries, 1)]
        return Reviewed(state="done", done=len(tries), total=len(tries), tries=tries)
    if isinstance(state, Progress):
        return Reviewed(state="made", done=state.done, total=state.total)
    return Reviewed(state="failed" if isinstance(state, Failure) else "none", total=len(game.judged))


_bearer = HTTPBearer(auto_error=False, description="The token that sitting down has given, or that of a bot.")
Shown = Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]


async def _require_token(shown: Shown) -> str:
    if shown is None:
        raise NoToken(N_("this needs the header Authorization: Bearer TOKEN; sitting down gives the token"))
    return shown.credentials


async def _read_token(shown: Shown) -> str | None:
    return None if shown is None else shown.credentials


Token = Annotated[str, Depends(_require_token)]  # required token of a request
AnyToken = Annotated[str | None, Depends(_read_token)]  # optional token of a request


def check_token(club: Club, game: Game, chair: str, token: str) -> str:
    """Return the seat whose view a chair has; raise Forbidden if the token does not belong to the chair."""
    try:
        club.seats.check(game, chair, token)
    except Forbidden:
        raise Forbidden(N_("this token is not valid for this seat; sit down by the link that you were sent")) from None
    return seat_for_programs(game, chair)
