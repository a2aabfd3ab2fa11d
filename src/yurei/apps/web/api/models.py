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

    appeared: dict[str, str] = Field(
        description="Pieces that are seen now and were not before: ``B``, ``W``, ``b`` or ``w``, by point."
    )
    gone: list[str] = Field(description="Points where a piece is seen no more: it was taken, or is out of sight.")


class Heard(BaseModel):
    """The announcement of one try to one seat. Facts that the game's referee never announces are null."""

    n: int = Field(description="Its place among all that was told, from 0.")
    seat: str = Field(description="Who has tried.")
    verdict: str = Field(description="``moved``, ``illegal``, ``passed``, ``resigned`` or ``lost-on-time``.")
    said: str = Field(description="What the referee said, in the language of ``Accept-Language``.")
    tried: dict[str, str | None] | None = Field(
        alias="try", description="``kind`` and ``point``, where this seat may know them."
    )
    reason: str | None = Field(description="Why it was illegal.")
    captured_points: list[str] | None = Field(description="The opponent's pieces that went.")
    captured_count: int | None = Field(description="How many they were.")
    lost_points: list[str] | None = Field(description="The mover's own pieces that went.")
    lost_count: int | None = Field(description="How many they were.")
    atari_on_opponent: bool | None = Field(description="Whether the opponent was said to be put into atari.")
    atari_on_mover: bool | None = Field(description="Whether the mover was.")
    vanished: list[str] | None = Field(description="What disappears from this seat's own board.")
    seen: InSight | None = Field(description="What has changed in this seat's sight; null where there is no sight.")
    to_move: str | None = Field(description="Who was to move then; null after the end.")


class Clock(BaseModel):
    """The clock of one side: the remaining time in seconds."""

    main: float = Field(description="Of the main time.")
    period: float = Field(description="Of the present period of overtime, or of the first one to come.")
    periods: int = Field(description="How many periods are left, with this one.")
    turns: int = Field(description="How many turns this period has to last for; 0 where they are not counted.")
    running: bool = Field(description="Whether this side is to move, and pays for it.")


class OwnGame(BaseModel):
    """A game in which the requesting program has a chair."""

    game: str = Field(description="Its name.")
    chair: str = Field(description="The chair on which one sits.")
    address: str = Field(description="Where this chair is asked and acts: ``/api/games/{game}/{chair}``.")


class Message(BaseModel):
    """A message of the chat."""

    chair: str = Field(description="The chair of who wrote it.")
    name: str = Field(description="What they were called; empty for a guest.")
    text: str = Field(description="What they wrote.")


class Ended(BaseModel):
    """The result of an ended game, its true board, and the state of the count."""

    winner: str | None = Field(description="``black`` or ``white``; null for a draw.")
    by: str = Field(description="By what: ``score``, ``resignation`` …")
    black: int | None = Field(default=None, description="Black's points, where they are counted.")
    white: int | None = Field(default=None, description="White's points, without komi.")
    margin: float | None = Field(default=None, description="Black less White less komi.")
    reference: str = Field(description="The reference board.")
    dead: list[str] = Field(description="The stones marked dead, which the count leaves out.")
    agreed: list[str] = Field(description="The colours that have agreed to the count.")
    counting: bool = Field(
        description="Whether both still have to agree: ``settle``. The result is final once this is false."
    )
    playing_out: bool = Field(
        description="Whether the stones in ``dead`` are being played out because they are in dispute; ``give-in`` ends that."
    )
    again: list[str] = Field(description="The colours that want another game, with colours swapped: ``rematch``.")
    next: OwnGame | None = Field(
        description="That game, once it is agreed on, and one's chair there, which the same token opens; null for who plays "
        "in none. Where it is not to be found, as the server ended at this moment, ``rematch`` makes it."
    )


class Seen(BaseModel):
    """A game as one chair knows it. Boards are text: rows from the top joined by ``/``; ``.`` is empty.

    ``B`` and ``W`` are stones, ``b`` and ``w`` ghosts. Under a referee who lets nothing vanish, stones on one's own
    board may be gone.
    """

    number: int = Field(description="How many things have happened that this chair may know of; give it as ``since``.")
    seat: str = Field(description="Whose board this is: a seat's name, or ``audience``.")
    settings: dict[str, Any] = Field(description="What is played.", json_schema_extra=SETTINGS)
    setup: str | None = Field(
        description="The position that the game started from, which everybody is told; null where it is as the settings say."
    )
    board: str = Field(description="This seat's own board, with the pieces that it sees.")
    to_move: str | None = Field(description="Who is to move; null after the end.")
    your_turn: bool = Field(description="Whether this seat is.")
    heard: list[Heard] = Field(description="What this seat was told, oldest first; only what is newer than ``since``.")
    standing: dict[str, str] = Field(
        description="The pieces that stand on their points for certain, as this seat was told: ``B``, ``W``, ``b`` or ``w``, by "
        "point. A stone on a stone, or a ghost on either, is no try and answered by 422. Empty after the end."
    )
    chat: list[Message] = Field(
        description="What was written in the chat, as far as this chair may read it, oldest first; only what is newer than ``since``."
    )
    players: dict[str, str | None] = Field(
        description="What who sits on each seat is called, or is expected there: empty for a guest, null where nobody sits. "
        "Without entries where one person plays for several seats."
    )
    offer: str | None = Field(description="The seat that has offered a draw.")
    repeats: bool = Field(
        description="Whether the referee has said that the position repeats; until the next move ``draw`` claims a draw."
    )
    takeback: str | None = Field(
        description="The seat that has asked to take its last move back. What was tried since leaves ``heard`` with it."
    )
    referee: bool = Field(description="Whether somebody sits on the referee's chair, and sees the whole board.")
    referee_name: str | None = Field(
        description="What who sits there is called, perhaps nothing; null where nobody does. ``admit`` lets him see the board."
    )
    clocks: dict[str, Clock] = Field(
        description="What is left to ``black`` and to ``white``, in the count to answer it; empty without a clock."
    )
    seal: str | None = Field(
        description="The referee's seal of all that has been tried so far, 64 hexadecimal digits; null where none is given. Keep "
        "one: ``yurei verify`` tells after the end whether the record fits it."
    )
    ended: Ended | None = Field(description="How the game ended, and what was there; null while it goes on.")


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
        description="``none`` where nobody has asked for it, ``made`` while it is being made."
    )
    done: int = Field(default=0, description="How many tries have been looked at.")
    total: int = Field(default=0, description="How many tries there are.")
    tries: list[dict[str, Any]] = Field(
        default=[], description="Try by try what was found, as ``yurei review --json`` prints it; once it is done."
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
