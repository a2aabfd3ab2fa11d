"""Counters of all rate limits, and the refusals that follow.

At a table the opponent's actions must not be felt. So actions and page views there are counted by person and game
alone, once the person was let in, and their actions against their share of their address. Elsewhere a known person is
counted by key, and an unknown one by address.
"""

from yurei.apps.web.limits.buckets import MOST_KEPT, Allowances, Buckets, Rate, Seconds
from yurei.apps.web.limits.request_info import RequestInfo
from yurei.club.people.people import People
from yurei.languages import N_, Words

TOO_FAST = Words(N_("too many requests; please wait a moment"))
TOO_MANY_GAMES = Words(N_("too many games were created here just now; play one of them, or try again later"))
TOO_MANY_GUESSES = Words(N_("too many invalid links were tried from here; wait a minute"))
GAMES = Rate(1 / 30, 30)
"""Games that one person may make."""
GUESSES = Rate(10 / 60, 20)
"""Invalid links that one address may try for one seat or other target."""
OWN_REQUESTS = Rate(5, 100)
"""Requests of a known person, other than at tables."""
ANSWERS = Rate(2, 60)
"""Answers to problems that one person may give, each of which may need a search."""
ACTIONS_EACH = Rate(4, 40)
"""Actions from an address, for each person that may share it; counted separately at tables and elsewhere."""
WORK_EACH = Rate(5, 10)
"""Processor milliseconds for an address, for each person: a quarter of a core for a club. Files have as much again."""
REFUSALS = Rate(20, 200)
"""Refusals of an address that are answered at once; later ones are delayed, as each refusal costs time too."""
MOST_KNOWN = 50_000
HERE = 600.0
"""Seconds after their last request for which a person counts as present; an open page asks more often."""
_NOT_LET_IN = (401, 403, 404)

Refusal = tuple[Words, int]
"""Message of a refusal, and the seconds until the next attempt."""


class Counts:
    """Counters of all requests.

    Args:
        allowances: The figures.
        clock: Clock, in seconds.
        people: The known people; None if nobody is known.
    """

    def __init__(self, allowances: Allowances, clock: Seconds, people: People | None = None) -> None:
        of_address = allowances.of_address
        self._people = people
        self._known: dict[tuple[str, str], None] = {}
        self._requests = Buckets(of_address(Rate(1, 12)), clock)  # by unknown people
        self._own_requests = Buckets(OWN_REQUESTS if allowances.people else None, clock)
        self._address_actions = Buckets(of_address(ACTIONS_EACH), clock)
        self._shares = Shares(of_address(ACTIONS_EACH), clock)
        self._actions = Buckets(allowances.actions, clock)
        self._views = Buckets(allowances.views, clock)
        self._own_work = Buckets(allowances.own_work, clock)
        self._work = Buckets(of_address(WORK_EACH), clock)
        self._file_work = Buckets(of_address(WORK_EACH), clock)
        self._made_by = Buckets(GAMES, clock)
        self._made_from = Buckets(of_address(Rate(1 / 240, 2)), clock)
        self._sits = Buckets(of_address(Rate(1 / 30, 4)), clock)  # chairs and names taken by links
        self._guesses = Buckets(GUESSES if allowances.people else None, clock)
        self._answers = Buckets(ANSWERS if allowances.people else None, clock)
        self._address_answers = Buckets(of_address(Rate(1 / 10, 4)), clock)  # of people without a key
        self._refusals = Buckets(REFUSALS if allowances.people else None, clock)

    def refusal(self, request: RequestInfo) -> Refusal | None:
        """Count a request; return a refusal if it exceeds a limit."""
        if request.is_file:
            return None
        at_table = request.who, request.game
        if wait := self._wait_at_table(request) if at_table in self._known else self._wait_elsewhere(request):
            return TOO_FAST, wait
        if request.game and (wait := (self._actions if request.acts else self._views).take(at_table)):
            return TOO_FAST, wait
        if request.door and (wait := self._guesses.wait((request.address, request.door))):
            return TOO_MANY_GUESSES, wait
        if (request.door or request.named) and (wait := self._sits.take(request.address)):
            return TOO_FAST, wait
        if request.answers and (wait := self._wait_for_answer(request)):
            return TOO_FAST, wait
        if request.makes:
            by = self._made_by.take(request.person) if request.person else 0
            if wait := by or self._made_from.take(request.address):
                return TOO_MANY_GAMES, wait
        return None

    def _wait_at_table(self, request: RequestInfo) -> int:
        """Count a request at a table by a person who was let in; return the seconds to wait, else 0."""
        self._note_present(request)
        return self._shares.take(request.address, request.who) if request.acts else 0

    def _wait_elsewhere(self, request: RequestInfo) -> int:
        """Count a request from anywhere else; return the seconds to wait, else 0."""
        if self._people is None or not self._people.is_known(request.person):
            return self._requests.take(request.address)
        self._note_present(request)
        wait = self._own_requests.take(request.person)
        return wait or (self._address_actions.take(request.address) if request.acts else 0)

    def _wait_for_answer(self, request: RequestInfo) -> int:
        """Count an answer to a problem; return the seconds to wait, else 0."""
        if request.person:
            return self._answers.take(request.person)
        return self._address_answers.take(request.address)

    def _note_present(self, request: RequestInfo) -> None:
        self._shares.note_present(request.address, request.who)
        if self._people is not None:
            self._people.note_place(request.person, request.address)

    def is_refused_often(self, request: RequestInfo) -> bool:
        """Count a refusal; return whether the address was refused so often that answers are to be delayed."""
        return bool(self._refusals.take(request.address))

    def rest(self, request: RequestInfo) -> float:
        """Return the seconds for which a page view waits for earlier processor use; 0.0 for an action."""
        if request.acts:
            return 0.0
        if request.is_file:
            return self._file_work.rest(request.address)
        return max(self._own_work.rest(request.who), self._work.rest(request.address))

    def worked(self, request: RequestInfo, seconds: float) -> None:
        """Record the processor time of a page view."""
        if request.is_file:
            self._file_work.use(request.address, 1000 * seconds)
        elif not request.acts:
            self._own_work.use(request.who, 1000 * seconds)
            self._work.use(request.address, 1000 * seconds)

    def answered(self, request: RequestInfo, status: int) -> None:
        """Record the status of an answer: a person let in at a table is known there; a failed link is a guess."""
        if request.door and status in _NOT_LET_IN:
            self._guesses.take((request.address, request.door))
        at_table = request.who, request.game
        if status in _NOT_LET_IN:
            self._known.pop(at_table, None)
        elif request.game and status < 400:
            self._known.pop(at_table, None)
            self._known[at_table] = None  # sorted by last use, the latest last
            if len(self._known) > MOST_KNOWN:
                del self._known[next(iter(self._known))]


class Shares:
    """Divides the rate of actions at tables from an address into equal shares, one for each person present.

    A share depends on the number of people present, never on their actions: a refusal does not tell how often an
    opponent behind the same address has tried or marked a point.

    Args:
        rate: The rate for all of them together; None for no limit.
        clock: Clock, in seconds.
    """

    def __init__(self, rate: Rate | None, clock: Seconds) -> None:
        self._most = 1 if rate is None else rate.burst
        self._buckets = Buckets(rate, clock)
        self._clock = clock
        self._here: dict[str, dict[str, float]] = {}

    def note_present(self, address: str, who: str) -> None:
        """Record that a person is present at an address."""
        here = self._here.pop(address, {})
        self._here[address] = here  # sorted by last use, the latest last, people as well as addresses
        here.pop(who, None)
        here[who] = now = self._clock()
        while here[first := next(iter(here))] < now - HERE or len(here) > self._most:
            del here[first]
        if len(self._here) > MOST_KEPT:
            del self._here[next(iter(self._here))]

    def take(self, address: str, who: str) -> int:
        """Count an action; return the seconds until it is allowed, else 0."""
        return self._buckets.take(who, len(self._here.get(address, ())) or 1)
