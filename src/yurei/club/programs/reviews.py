"""Reviews of ended games, which people request: they are made one at a time, and stored with their games."""

import asyncio
import json
import logging
import zlib
from collections import Counter, OrderedDict
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace

from yurei import players, records
from yurei.club.game.game import Game
from yurei.club.game.record import record_of
from yurei.club.model.limits import LimitExceeded, keep_newest
from yurei.club.model.tasks import Tasks
from yurei.club.programs.workers import run_job
from yurei.club.store import Store
from yurei.errors import YureiError
from yurei.languages import N_, number_text, percent_text, translation
from yurei.players.review import ReviewedTry
from yurei.referee.announce import name_try, seat_label
from yurei.rules.points import Size

LONGEST = 1800.0  # most seconds for a review
LARGEST = 19  # greatest width and height of a board that the compiled code supports
MOST_EACH = 5  # most games of one person that wait for a review
MOST_WAITING = 50  # most games that wait for a review
MOST_HELD = 8  # number of reviews cached in memory; others are read from the store

Look = Callable[[bytes], AsyncGenerator[str]]  # yields a line of JSON for every try of a record
WORTH_TELLING = 0.3  # least information, in bits, that is mentioned; smaller amounts may be sampling noise


class NoReview(YureiError):
    """Raised if this server cannot review a game."""


@dataclass
class Progress:
    """A review that is queued or in progress."""

    done: int  # number of reviewed tries
    total: int
    before: int = 0  # number of games that will be reviewed before this one


@dataclass(frozen=True, slots=True)
class Review:
    """A finished review, with the findings about each try."""

    tries: Sequence[ReviewedTry]


class Failure:
    """The state of a review that has failed; people can request it again."""


State = Review | Progress | Failure | None  # state of a game's review; None if nobody has requested it


class Reviews:
    """Queues, makes, stores and returns the reviews of games."""

    def __init__(self, store: Store, look: Look | None) -> None:
        self._store, self._look = store, look
        self._one = asyncio.Semaphore(1)
        self._making: dict[str, Progress] = {}
        self._asked: dict[str, tuple[str, str]] = {}  # requester (digest of the key) and their address
        self._failed: set[str] = set()
        self._held: OrderedDict[str, Review] = OrderedDict()
        self._tasks = Tasks()

    @property
    def offered(self) -> bool:
        """Whether this server reviews games."""
        return self._look is not None

    def can_review(self, game: Game) -> bool:
        """Return whether this server can review a game."""
        return self.offered and max(game.settings.size.width, game.settings.size.height) <= LARGEST

    async def state_of(self, game: Game) -> State:
        """Return the state of the review of an ended game; None if nobody has requested it."""
        game.table.reveal()
        name = game.stored.id
        if name in self._making:
            return replace(self._making[name], before=list(self._making).index(name))
        if name not in self._held and (packed := await self._store.games.review(name)) is not None:
            keep_newest(self._held, name, unpack_review(packed, game.settings.size), MOST_HELD)
        return self._held.get(name) or (Failure() if name in self._failed else None)

    async def request(self, game: Game, person: str = "", place: str = "") -> None:
        """Queue the review of a game, unless it exists or is in progress. Does not wait for the review."""
        if self._look is None:
            raise NoReview(N_("this server cannot analyse games; it needs: pip install '.[fast]'"))
        if not self.can_review(game):
            raise NoReview(N_("yurei analyses games on boards up to {most} by {most}"), most=LARGEST)
        if isinstance(await self.state_of(game), Review | Progress):
            return
        askers = Counter(asker for name in self._making for asker in self._asked.get(name, ()))
        filled = (person and askers[person] >= MOST_EACH) or (place and askers[place] >= MOST_WAITING // 2)
        if filled or len(self._making) >= MOST_WAITING:
            raise LimitExceeded(N_("many games are waiting for analysis; try again in a few minutes"))
        name = game.stored.id
        self._failed.discard(name)
        self._making[name] = Progress(0, len(game.judged))
        self._asked[name] = person, place
        self._tasks.start(self._make_review(self._look, name, game))

    async def _make_review(self, look: Look, name: str, game: Game) -> None:
        try:
            async with self._one, asyncio.timeout(LONGEST):
                lines, record = [], await asyncio.to_thread(lambda: records.write(record_of(game)).encode())
                async with aclosing(look(record)) as found:
                    async for line in found:
                        lines.append(line)
                        self._making[name].done = len(lines)
            packed = zlib.compress("\n".join(lines).encode())
            review = unpack_review(packed, game.settings.size)
            await self._store.games.keep_review(name, packed)
            keep_newest(self._held, name, review, MOST_HELD)
        except Exception as error:
            # The error may be logged: it contains nothing of a board, and the name of an ended game is public.
            fields = {"game": name, "why": type(error).__name__}
            logging.getLogger(__name__).warning(
                "the review of %s has failed: %s", *fields.values(), extra={"fields": fields}
            )
            self._failed.add(name)
        finally:
            del self._making[name], self._asked[name]

    async def close(self) -> None:
        """Cancel all reviews; unfinished ones are not stored."""
        await self._tasks.close()


def unpack_review(packed: bytes, size: Size) -> Review:
    """Return a review, unpacked from the bytes that the store keeps."""
    lines = zlib.decompress(packed).decode().splitlines()
    return Review([ReviewedTry.read(json.loads(line), size) for line in lines])


def make_process_reviewer() -> Look | None:
    """Return a function that reviews a game in a separate process; None if the packages for it are missing."""
    return (lambda record: run_job("review", given=record)) if players.is_ready() else None


def explain_try(each: ReviewedTry, size: Size, language: str) -> Iterator[str]:
    """Yield sentences about a reviewed try: win rate before it, yurei's preferred try, information for each seat."""
    say, seat = translation(language).gettext, seat_label(each.seat, language)
    if each.win is not None:
        words = say(N_("{seat}’s win rate before this try, from what {seat} knew: {chance}."))
        yield words.format(seat=seat, chance=percent(each.win, language))
    if each.best == each.attempt:
        yield say(N_("yurei would have tried the same."))
    elif each.best is not None:
        words = say(N_("yurei would have tried this: {attempt}.")).format(attempt=name_try(each.best, size, say))
        if each.value is None or each.best_value is None:
            yield words
        elif each.value >= each.best_value:
            yield say(N_("yurei found nothing better."))
        else:
            more = say(N_("Win rate: {chance} with that move, {other} with the move played."))
            rates = {"chance": percent(each.best_value, language), "other": percent(each.value, language)}
            yield f"{words} {more.format(**rates)}"
    if each.certain and each.certain.refusal:
        yield say(N_("This refusal was certain."))
    elif each.could_know:
        yield say(N_("This refusal was predictable."))
    elif not each.accepted:
        yield say(N_("Chance of refusal: {chance}.")).format(chance=percent(each.refused, language))
    if each.certain:
        yield say(N_("Boards that fit: {boards}")).format(boards=number_text(each.certain.boards, language))
        if each.certain.opponent:
            points = ", ".join(size.name(point) for point in each.certain.opponent)
            yield say(N_("The opponent’s certain stones: {points}")).format(points=points)
    for told, bits in each.bits.items():
        if bits >= WORTH_TELLING:
            words = say(N_("Information for {seat}: {bits} bits."))
            yield words.format(seat=seat_label(told, language), bits=bits_text(bits, language))


def percent(chance: float | None, language: str) -> str:
    """Return a chance in percent as written in a language, or a dash for None."""
    return "–" if chance is None else percent_text(chance, translation(language).gettext)


def bits_text(bits: float, language: str) -> str:
    """Return a number of bits of information as text, rounded to one tenth."""
    return number_text(round(bits, 1), language)
