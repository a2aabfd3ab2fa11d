"""The exact set has the boards that tables have which are asked every try, under every referee and ruleset."""

from random import Random

import pytest

import yurei
from tests.day_and_night import by_day_and_night
from tests.kernel.differential import RULESETS, any_referee
from tests.known import slow
from tests.playing import any_try
from yurei import referee as referees
from yurei import rules
from yurei.errors import BadValue
from yurei.players.certain import ExactSet, TooManyStates, begin, is_compiled, known
from yurei.players.exact_set import PlainSet, find_possible_boards
from yurei.referee.table import Table
from yurei.rules.state import RESIGN

SIZES = ((2, 2), (2, 2), (4, 1), (3, 2), (3, 1), (3, 3), (2, 1), (5, 1))
MANY = 60
"""Number of tables past which a listener is no longer compared."""
GAMES = (*RULESETS, *((ruleset.slug, {}) for ruleset in rules.ALL))


def sets(table: Table, name: str) -> list[ExactSet]:
    """Return the exact set of a listener at the beginning: in plain Python, and compiled where it can be."""
    opening = table.view(name)
    plain = PlainSet(opening, find_possible_boards(opening, None), 10**6)
    return [plain, begin(opening)] if is_compiled(table.settings) else [plain]


def compare(seed: int) -> int:
    """Compare a random game try by try, for all listeners; return the number of comparisons."""
    chance, compared = Random(seed), 0
    ruleset, options = chance.choice(GAMES)
    seating = chance.choice(("duel", "duel", "duel", "rengo", "rengo-shared"))
    table = Table(ruleset, referee=any_referee(chance), size=chance.choice(SIZES), seating=seating, **options)
    names = [*(seat.name for seat in table.settings.seating.seats), "audience"]
    listeners = {name: ([table.copy()], sets(table, name)) for name in names}
    for _ in range(40):
        if table.to_move is None:
            break
        answer = table.attempt(table.to_move, any_try(chance, table.settings.ruleset, table.settings.size))
        for name, (tables, exact) in list(listeners.items()):
            told = answer.told[name]
            tables, exact = slow.following(tables, name, told), [each.after(told) for each in exact]
            assert [each.boards() for each in exact] == [slow.boards(tables)] * len(exact), (seed, name, told)
            compared += 1
            listeners[name] = tables, exact
            if len(tables) > MANY:
                del listeners[name]
    return compared


DAY, NIGHT = [(1155, 1), *((seed, 1) for seed in range(4))], [(first, 100) for first in range(100, 1100, 100)]


@pytest.mark.parametrize(("first", "games"), by_day_and_night(DAY, NIGHT, 3600))
def test_random_games_have_the_boards_of_all_tables_that_tell_the_same(first: int, games: int) -> None:
    assert sum(compare(seed) for seed in range(first, first + games)) >= (1 if games == 1 else 1_000)


@pytest.mark.by_day
@pytest.mark.parametrize("size", [(2, 2), (4, 1)], ids=["2x2", "4x1"])
@pytest.mark.parametrize("referee", [each.slug for each in referees.ALL])
@pytest.mark.parametrize("ruleset", [each.slug for each in rules.ALL])
@pytest.mark.parametrize(
    ("listener", "tries"), by_day_and_night([("black", 3)], [("black", 5), ("white", 5)], seconds=1800)
)
def test_all_that_a_player_can_be_told_of_some_tries(
    listener: str, tries: int, ruleset: str, referee: str, size: tuple[int, int]
) -> None:
    table = Table(ruleset, referee=referee, size=size)
    follow([table.copy()], sets(table, listener), listener, tries)


def follow(tables: list[Table], exact: list[ExactSet], listener: str, tries: int) -> None:
    """Compare everything that a listener can be told of so many more tries."""
    assert [each.boards() for each in exact] == [slow.boards(tables)] * len(exact)
    to_move = tables[0].to_move
    if tries == 0 or to_move is None:
        return
    heard = []
    for table in tables:
        for tried in (*slow.all_tries(table), RESIGN):
            told = table.copy().attempt(to_move, tried).told[listener]
            if told not in heard:
                heard.append(told)
    for told in heard:
        follow(slow.following(tables, listener, told), [each.after(told) for each in exact], listener, tries - 1)


def view_after(tries: str, seat: str = "black", **options: object) -> yurei.View:
    """Return a seat's view after these tries, each by the seat to move."""
    table = Table("go", **options)  # type: ignore[arg-type]
    for tried in tries.split():
        table.attempt(str(table.to_move), tried)
    return table.view(seat)


def test_a_try_refused_as_an_opponents_stone_shows_the_stone() -> None:
    found = known(view_after("A1 B2 B2", referee="hamburg", size=2))
    assert (len(found), found.text) == (1, ".W/B.")
    assert (found.black, found.white, found.free) == ((0,), (3,), (2, 1))


def test_without_a_word_each_free_point_may_hold_the_stone() -> None:
    found = known(view_after("B2 A1", referee="kriegspiel", size=3))
    assert (len(found), found.text, found.states) == (8, "???/?B?/???", 8)
    assert found.counts[0] == (7, 0, 1, 0, 0)


def test_more_states_than_the_bound_say_how_far_it_came() -> None:
    with pytest.raises(TooManyStates, match=r"more than 5 states fit what black was told.*as far as try 1") as error:
        known(view_after("B2 A1", referee="kriegspiel", size=3), most=5)
    assert (error.value.tries, error.value.states) == (1, 1)


def test_a_game_may_have_begun_with_one_of_several_boards() -> None:
    table = Table("go", referee="kriegspiel", size=2, setup=".W/..")
    table.attempt("black", "B2")
    assert known(table.view("black"), boards=[".W/..", "W./..", "../.W", ".B/.."]).text == ".W/.."


def test_a_beginning_that_the_seat_would_have_seen_otherwise_is_refused() -> None:
    table = Table("go", referee="kriegspiel", size=2, setup="BW/..")
    with pytest.raises(BadValue, match="give the boards that it may have begun with"):
        known(table.view("black"))
