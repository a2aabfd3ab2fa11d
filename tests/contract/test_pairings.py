"""Who meets whom: nobody twice while it can be helped, colours and byes in turn, and never worse than the best pairing."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from yurei.club.tournaments.evening import RESULTS, ROUND_ROBIN, SWISS, Evening, Player, Table
from yurei.club.tournaments.pairing import Entrant, bye_cost, game_cost, round_robin, standings, swiss
from yurei.errors import BadValue, NotOver

Pairs = Sequence[tuple[int, int | None]]
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def evening(count: int, rounds: int = 3, system: str = SWISS) -> Evening:
    players = tuple(Player(f"Player {number}", "") for number in range(1, count + 1))
    return Evening("evening", "", "", NOON, "", system, rounds, {}, {}, players)


def paired(before: Evening, chance: Random) -> Evening:
    """The evening with its next round paired, and nothing played there yet."""
    tables = [Table(*pair, result="bye" if pair[1] is None else None) for pair in before.pair_next_round(chance)]
    return replace(before, played=(*before.played, tuple(tables)))


def played(before: Evening, results: Iterator[str]) -> Evening:
    """The evening with a result at every table of its newest round."""
    for at, table in enumerate(before.tables, 1):
        if table.white is not None:
            before = before.with_result(len(before.played), at, next(results), by_hand=True)
    return before


def all_rounds(start: Evening, seed: int) -> Evening:
    chance = Random(seed)
    while len(start.played) < start.rounds:
        start = played(paired(start, chance), iter(lambda: chance.choice(RESULTS), ""))
    return start


def meetings(of: Evening) -> Counter[frozenset[int]]:
    return Counter(frozenset((table.black, table.white)) for table in of.every_table() if table.white is not None)


@settings(max_examples=40, deadline=None)
@given(count=some.integers(6, 24), seed=some.integers(0, 10**6))
def test_nobody_meets_anybody_twice_while_there_is_somebody_else(count: int, seed: int) -> None:
    over = all_rounds(evening(count, 3), seed)  # so few rounds that there always is
    assert set(meetings(over).values()) == {1}
    for entrant in over.entrants():
        assert entrant.byes <= 1
        assert abs(entrant.colours) <= 2
        assert sum(entrant.met.values()) + entrant.byes == 3, "everybody plays in each round"


@settings(max_examples=60, deadline=None)
@given(data=some.data())
def test_no_other_pairing_would_be_better(data: some.DataObject) -> None:
    count = data.draw(some.integers(2, 7))
    start = evening(count, 9)
    over = all_rounds(replace(start, rounds=data.draw(some.integers(0, 5))), data.draw(some.integers(0, 10**6)))
    entrants = over.entrants()
    by_number = {entrant.number: entrant for entrant in entrants}
    lowest = min(entrant.points for entrant in entrants)

    def cost(pairs: Pairs) -> tuple[int, ...]:
        parts = [
            bye_cost(by_number[one], lowest) if other is None else game_cost(by_number[one], by_number[other])
            for one, other in pairs
        ]
        return tuple(map(sum, zip(*parts, strict=True)))

    chosen = swiss(entrants, Random(data.draw(some.integers(0, 99))))
    assert cost(chosen) == min(map(cost, every_pairing([*by_number])))


def every_pairing(numbers: list[int]) -> Iterator[Pairs]:
    """All ways to pair so many; one has a bye where they are odd."""
    if not numbers:
        yield []
        return
    first, *others = numbers
    byes: list[tuple[int, int | None]] = [(one, None) for one in numbers]
    for pair in byes if len(numbers) % 2 else [(first, other) for other in others]:
        for rest in every_pairing([number for number in numbers if number not in pair]):
            yield [pair, *rest]


def test_players_with_equal_points_meet() -> None:
    points = {1: 4, 2: 4, 3: 2, 4: 2, 5: 0, 6: 0}
    pairs = swiss([Entrant(number, won) for number, won in points.items()], Random(1))
    assert [{points[one], points[other or 0]} for one, other in pairs] == [{4}, {2}, {0}], "the leaders at table 1"


def test_the_bye_goes_to_the_lowest_player_without_a_bye() -> None:
    entrants = [Entrant(1, 4), Entrant(2, 2), Entrant(3, 2), Entrant(4, 0, byes=1), Entrant(5, 1)]
    assert swiss(entrants, Random(1))[-1] == (5, None)


def test_the_player_who_had_black_less_often_has_black() -> None:
    assert swiss([Entrant(1, colours=1), Entrant(2, colours=-1)], Random(1)) == [(2, 1)]


def test_among_equals_the_lot_decides() -> None:
    assert len({tuple(swiss([Entrant(number) for number in range(1, 9)], Random(seed))) for seed in range(20)}) > 10


def test_a_full_evening_is_paired_too() -> None:
    assert len(paired(replace(all_rounds(evening(64, 1), 1), rounds=2), Random(1)).tables) == 32


@pytest.mark.parametrize("count", range(2, 17))
def test_everybody_meets_everybody_once_with_colours_in_turn(count: int) -> None:
    rounds = count - 1 + count % 2
    met: Counter[frozenset[int | None]] = Counter()
    colours: Counter[int] = Counter()
    for number in range(1, rounds + 1):
        pairs = round_robin(count, number)
        assert sorted(each for pair in pairs for each in pair if each) == list(range(1, count + 1))
        for black, white in pairs:
            met[frozenset((black, white))] += 1
            if white is not None:
                colours[black] += 1
                colours[white] -= 1
    assert set(met.values()) == {1}
    assert len(met) == count * (count - 1) // 2 + count * (count % 2)
    assert max(map(abs, colours.values())) <= 1


def test_a_late_player_of_a_round_robin_meets_as_many_as_there_are_rounds() -> None:
    begun = all_rounds(evening(6, 2, ROUND_ROBIN), 1)
    over = all_rounds(replace(begun.with_new_player("Late", ""), rounds=5), 2)
    assert set(meetings(over).values()) == {1}
    late = over.entrants()[6]
    assert sum(late.met.values()) + late.byes == 3


def absent(of: Evening, numbers: set[int]) -> Evening:
    return replace(
        of, players=tuple(replace(player, gone=number in numbers) for number, player in of.numbered_players())
    )


def at_tables(of: Evening) -> list[int]:
    return sorted(number for table in of.tables for number in (table.black, table.white) if number)


@settings(max_examples=60, deadline=None)
@given(data=some.data())
def test_in_a_round_robin_whoever_is_here_is_paired_and_nobody_again_while_it_can_be_helped(
    data: some.DataObject,
) -> None:
    count = data.draw(some.integers(3, 8))
    numbers, now = list(range(1, count + 1)), evening(count, 9, ROUND_ROBIN)
    for _ in range(data.draw(some.integers(1, 7))):
        gone = data.draw(some.sets(some.sampled_from(numbers), max_size=count - 2))
        here = [number for number in numbers if number not in gone]
        before = {entrant.number: entrant for entrant in now.entrants()}

        def again(pairs: Pairs, before: dict[int, Entrant] = before) -> int:
            return sum(before[one].byes if other is None else before[one].met.get(other, 0) for one, other in pairs)

        now = paired(absent(now, gone), Random(data.draw(some.integers(0, 99))))
        assert at_tables(now) == here
        pairs = [(table.black, table.white) for table in now.tables]
        assert [white for _, white in pairs].count(None) == len(here) % 2, "at most one bye"
        assert again(pairs) == min(map(again, every_pairing(here)))
        now = played(now, iter(["draw"] * count))


@settings(max_examples=60, deadline=None)
@given(data=some.data())
def test_who_has_gone_before_the_first_round_is_nobodys_opponent_in_a_round_robin(data: some.DataObject) -> None:
    count = data.draw(some.integers(3, 12))
    gone = data.draw(some.sets(some.integers(1, count), max_size=count - 2))
    here = count - len(gone)
    start = absent(evening(count, here - 1 + here % 2, ROUND_ROBIN), gone)
    over = all_rounds(start, data.draw(some.integers(0, 99)))
    assert len(meetings(over)) == here * (here - 1) // 2, "everybody who is here has met everybody else"
    assert set(meetings(over).values()) == {1}
    assert all(entrant.byes == here % 2 for entrant in over.entrants() if entrant.number not in gone)


@pytest.mark.parametrize("system", [SWISS, ROUND_ROBIN])
def test_a_player_who_has_left_is_not_paired_until_they_return(system: str) -> None:
    start = evening(4, 3, system)
    first = paired(start.with_player(2, gone=True), Random(1))
    assert at_tables(first) == [1, 3, 4]
    again = played(first, iter(["black"] * 4)).with_player(2, gone=False)
    assert at_tables(paired(again, Random(1))) == [1, 2, 3, 4]


def test_a_round_waits_for_its_games_and_the_last_is_the_last() -> None:
    begun = paired(evening(4, 1), Random(1))
    with pytest.raises(NotOver, match="games of this round are in progress"):
        begun.pair_next_round(Random(1))
    over = played(begun, iter(["draw", "nobody"]))
    assert over.over
    with pytest.raises(BadValue, match="all rounds"):
        over.pair_next_round(Random(1))


# The standings, worked out by hand.

HAND = (
    # Anna beats Ben, Carla and Dirk draw, Emil has the bye.
    (Table(1, 2, result="black"), Table(3, 4, result="draw"), Table(5, None, result="bye")),
    # Emil beats Anna, Carla beats Ben, Dirk has the bye.
    (Table(1, 5, result="white"), Table(2, 3, result="white"), Table(4, None, result="bye")),
    # Carla beats Emil, Anna beats Dirk, Ben has the bye.
    (Table(5, 3, result="white"), Table(4, 1, result="white"), Table(2, None, result="bye")),
)
# Points: Anna 2, Ben 1, Carla 2½, Dirk 1½, Emil 2.
# SOS: Anna has met Ben 1, Emil 2, Dirk 1½: 4½. Ben has met Anna 2, Carla 2½: 4½. Carla has met Dirk 1½, Ben 1, Emil 2: 4½.
# Dirk has met Carla 2½, Anna 2: 4½. Emil has met Anna 2, Carla 2½: 4½.
# SOSOS: Anna, Carla 13½; Ben, Dirk, Emil 9.


def test_the_standings_are_those_that_a_hand_works_out() -> None:
    lines = standings(replace(evening(5), played=HAND).entrants())
    assert [(line.place, line.number, line.points / 2, line.sos / 2, line.sosos / 2) for line in lines] == [
        (1, 3, 2.5, 4.5, 13.5),
        (2, 1, 2, 4.5, 13.5),
        (3, 5, 2, 4.5, 9),
        (4, 4, 1.5, 4.5, 9),
        (5, 2, 1, 4.5, 9),
    ]


def test_a_game_in_progress_is_no_tie_break() -> None:
    """Anna and Carla have won, and stay equal while Anna plays Emil, who has half a point, and Carla plays Ben."""
    first = Table(1, 2, result="black"), Table(3, 4, result="black"), Table(5, 6, result="draw")
    begun = replace(evening(6), played=(first, (Table(1, 5), Table(3, 2), Table(4, 6))))
    assert [(line.place, line.number, line.sos) for line in standings(begun.entrants())[:2]] == [(1, 1, 0), (1, 3, 0)]


def test_equals_share_a_place() -> None:
    assert [line.place for line in standings(evening(3).entrants())] == [1, 1, 1]
    one = replace(evening(4), played=((Table(1, 2, result="black"), Table(3, 4, result="black")),))
    assert [(line.place, line.number) for line in standings(one.entrants())] == [(1, 1), (1, 3), (3, 2), (3, 4)]
