"""Who stays away: when the other may claim the game, what it costs, and how games end that nobody plays any more."""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from tests.web.wire import NOON, Made, Visitor, WebApp, make, run_in_thread, start_game
from yurei import records
from yurei.club import presence
from yurei.club.housekeeping import start_of_uptime
from yurei.club.model.stored import Chair, Event, EventKind, StoredGame
from yurei.club.store import Store
from yurei.referee.table import Table

MINUTE, DAY = 60, 86_400


@pytest.fixture(autouse=True)
def no_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who closes his page is away at once."""
    monkeypatch.setattr(presence, "GRACE", 0)


@pytest.fixture
def made(webapp: WebApp) -> Made:
    """Black has moved, and waits for White, who has no page open."""
    made = make(webapp, width="5", claim_after="5m")
    made.act("black", "stone", "C3")
    return made


def claims(made: Made, chair: str = "black") -> tuple[int, str]:
    answer = made.act(chair, "claim")
    return answer.status, "" if answer.status == 200 else answer.text


def replayed(text: str | bytes) -> tuple[int | None, str, int]:
    """Who has won by the record of a game, how it ended, and the number of its tries."""
    record = records.read(text)
    table = Table.of(record.settings, record.setup)
    tries = len(list(records.replay(record, table)))
    assert table.result is not None
    return table.result.winner, table.result.by, tries


def test_a_player_who_waits_may_claim_after_the_agreed_time_and_not_before(webapp: WebApp, made: Made) -> None:
    assert "is away. After 5 minutes you can claim the win." in made.part()
    webapp.waits(4 * MINUTE)
    assert claims(made) == (409, "you can claim victory in 0:01:00 if white is still away")
    assert 'value="claim"' not in made.part()
    socket = made.seats["black"].listen(made.at("black") + "/live")
    webapp.waits(MINUTE)
    webapp.run(webapp.club.games._look_at_clock(made.name))  # as the alarm does
    assert 'value="claim"' in socket.frames[-1]
    assert 'value="claim"' in made.part()
    for chair in ("white", "audience", "referee"):
        assert 'value="claim"' not in made.part(chair), chair
    webapp.waits(6 * MINUTE)  # White has just been seen
    assert claims(made) == (200, "")
    for chair in ("black", "white", "audience"):
        assert "Black wins: the opponent left the game." in made.part(chair)
    assert claims(made)[0] == 409


def test_a_player_with_an_open_page_is_not_away(webapp: WebApp, made: Made) -> None:
    socket = made.seats["white"].listen(made.at("white") + "/live")
    webapp.waits(60 * MINUTE)
    assert claims(made) == (409, "your opponent is not away, so you cannot claim the win")
    socket.close()
    assert claims(made)[1] == "you can claim victory in 0:05:00 if white is still away"


@pytest.mark.parametrize(
    "sign",
    [
        lambda made: made.act("white", "stone", "C3"),
        lambda made: made.act("white", "pencil-black", "C3"),
        lambda made: made.part("white"),
        lambda made: made.seats["white"].knows(made.at("white")),
    ],
    ids=["a refused try", "a pencil mark", "a visit", "a program that asks"],
)
def test_the_time_of_absence_starts_anew_with_every_action_and_every_visit(
    webapp: WebApp, made: Made, sign: Callable[[Made], object]
) -> None:
    webapp.waits(4 * MINUTE)
    sign(made)
    assert "0:05:00" in claims(made)[1]
    webapp.waits(4 * MINUTE)
    assert claims(made)[1].startswith("you can claim victory in 0:01:00")


def test_a_player_is_not_away_during_the_opponents_turn(webapp: WebApp, made: Made) -> None:
    webapp.waits(60 * MINUTE)
    made.act("white", "stone", "D4")
    assert "0:05:00" in claims(made, "white")[1], "Black has waited himself"
    assert "you cannot claim the win" in claims(made)[1]


@pytest.mark.parametrize(
    "wish",
    [{}, {"claim_after": "never"}, {"opponent": "solo"}, {"opponent": "yurei", "program": "simple"}],
    ids=["a free seat", "no agreement", "one person", "a program"],
)
def test_no_win_is_claimed_without_agreement_or_an_absent_opponent(webapp: WebApp, wish: dict[str, str]) -> None:
    maker, address = start_game(webapp, **{"claim_after": "5m", "width": "5", **wish})
    maker.send(address, {"do": "stone", "at": "C3"})
    webapp.waits(DAY)
    assert maker.send(address, {"do": "claim"}).status == 409
    assert 'value="claim"' not in maker.fragment(address).text


def test_games_made_before_there_were_claims_are_never_claimed(webapp: WebApp, made: Made) -> None:
    webapp.execute("UPDATE games SET terms = json_remove(terms, '$.claim_after') WHERE id = ?", made.name)
    webapp.forget_games()
    webapp.waits(30 * DAY)
    assert claims(made)[0] == 409


def test_partners_claim_from_the_other_side_only(webapp: WebApp) -> None:
    made = make(webapp, opponent="rengo", width="5", claim_after="5m")
    made.act("black-1", "stone", "C3")
    webapp.waits(5 * MINUTE)
    assert claims(made, "white-2")[0] == 409
    assert claims(made, "black-2")[0] == 200


def test_a_clock_that_runs_out_comes_first(webapp: WebApp) -> None:
    made = make(webapp, width="5", claim_after="15m", clock="5+3")
    made.play("C3 D4")
    webapp.waits(15 * MINUTE)
    assert claims(made, "white")[0] == 409
    assert "White wins on time." in made.part()


def test_a_count_is_claimed_once_there_is_its_proposal_and_by_nobodys_marks() -> None:
    found = asyncio.Event()

    async def slow(*_: object) -> frozenset[int]:
        await found.wait()
        return frozenset({0})

    with WebApp(propose=slow) as webapp:
        made = make(webapp, width="5", claim_after="5m")
        made.play("B1 A1 B2 D4 C3 E4 pass pass dead:D4! dead:E4!")
        made.act("black", "settle", "D4 E4")
        webapp.waits(5 * MINUTE)
        assert claims(made)[1].startswith("the random playouts are still running")
        webapp.sets(found)
        assert "these stones mostly die" in made.part()
        assert claims(made)[0] == 200
        for _ in range(2):
            assert "White wins by 6.5 points." in made.part(), "only A1 is dead, also after a restart"
            webapp.rewind(made.name, webapp.happened(made.name))


def test_an_abandoned_play_out_is_not_won_by_its_requester(webapp: WebApp) -> None:
    made = make(webapp, width="5", claim_after="5m")
    made.play("B1 A1 B2 D4 C3 E4 pass pass dead:D4! dispute:")
    webapp.waits(5 * MINUTE)
    assert claims(made)[0] == 200
    assert "White wins by 7.5 points." in made.part()


def test_a_player_who_has_agreed_is_not_waited_for(webapp: WebApp) -> None:
    made = make(webapp, width="3", claim_after="5m")
    made.play("pass pass! settle:")
    webapp.waits(DAY)
    assert claims(made)[0] == 409
    assert made.act("black", "settle").status == 200


def test_the_record_of_a_claimed_game_is_replayed_to_the_same_end(webapp: WebApp, made: Made) -> None:
    webapp.waits(5 * MINUTE)
    claims(made)
    text = made.page("black", "/record")
    assert text.splitlines()[-2] == '{"end":"absence","seat":"white","at":"2026-01-01T12:05:00Z"}'
    assert records.write(records.read(text)) == text
    assert replayed(text)[:2] == (1, "absence")
    webapp.rewind(made.name, webapp.happened(made.name))
    assert "Black wins: the opponent left the game." in made.part()


def test_the_time_in_which_no_server_was_there_is_nobodys_absence(webapp: WebApp) -> None:
    webapp.opens()
    made = make(webapp, width="5", claim_after="15m")
    made.act("black", "stone", "C3")
    webapp.waits(10 * MINUTE)
    webapp.run(webapp.club._uptime.end())
    webapp.dies()
    webapp.waits(DAY)
    webapp.opens()
    assert claims(made)[1].startswith("you can claim victory in 0:05:00")


def test_the_time_a_player_was_last_seen_survives_a_restart(webapp: WebApp, made: Made) -> None:
    webapp.waits(4 * MINUTE)
    made.part("white")
    webapp.run(webapp.club.housekeeping._keep_sightings())
    webapp.rewind(made.name, webapp.happened(made.name))
    webapp.waits(4 * MINUTE)
    assert claims(made)[1].startswith("you can claim victory in 0:01:00")


def sweep(webapp: WebApp) -> int:
    return webapp.run(webapp.club.housekeeping.sweep())


def test_a_game_in_which_nobody_was_seen_for_a_month_ends_without_a_winner(webapp: WebApp, made: Made) -> None:
    webapp.waits(30 * DAY - 1)
    assert sweep(webapp) == 0
    webapp.waits(2)
    assert sweep(webapp) == 1
    for chair in ("black", "white"):
        assert "Game abandoned: no winner." in made.part(chair)
    assert made.act("white", "stone", "D4").status == 409
    text = made.page("black", "/record")
    assert text.splitlines()[-2].startswith('{"end":"abandoned",'), "and then what opens the seals"
    assert replayed(text)[:2] == (None, "abandoned")
    webapp.rewind(made.name, webapp.happened(made.name))
    assert "Game abandoned: no winner." in made.part(), "and after a restart"


def test_a_visit_keeps_a_game_alive(webapp: WebApp, made: Made) -> None:
    webapp.waits(20 * DAY)
    made.part("white")
    webapp.run(webapp.club.housekeeping._keep_sightings())
    webapp.waits(20 * DAY)
    assert sweep(webapp) == 0
    socket = made.seats["black"].listen(made.at("black") + "/live")
    webapp.waits(40 * DAY)
    assert sweep(webapp) == 0, "his page is open"
    socket.close()


def test_a_count_that_nobody_settles_ends_too_and_its_record_with_the_passes(webapp: WebApp) -> None:
    made = make(webapp, width="3")
    made.play("pass pass")
    webapp.waits(31 * DAY)
    assert sweep(webapp) == 1
    assert "Game abandoned: no winner." in made.part()
    assert "settling" not in made.part()
    assert '"kind":"pass"' in made.page("black", "/record").splitlines()[-2]


def test_a_running_clock_decides_and_a_game_that_never_began_is_closed(webapp: WebApp) -> None:
    clocked = make(webapp, width="3", clock="60d+1d max 90d")
    clocked.play("A1 C3")
    free = Visitor(webapp).post("/games", {"clock": "5+3"}).location
    webapp.waits(40 * DAY)
    assert sweep(webapp) == 1
    assert [event.kind for event in webapp.happened(free.split("/")[2])][-1] == "abandoned"
    webapp.waits(30 * DAY)
    assert sweep(webapp) == 0
    assert [event.kind for event in webapp.happened(clocked.name)][-1] == "time"


def test_young_games_are_not_looked_at_and_finished_ones_once(webapp: WebApp, made: Made) -> None:
    over = make(webapp, width="3")
    over.act("black", "resign")
    webapp.waits(31 * DAY)
    make(webapp, width="3")
    loaded = []
    load = webapp.store.games.load
    webapp.store.games.load = lambda game: loaded.append(game) or load(game)  # type: ignore[method-assign, func-returns-value]
    webapp.forget_games()
    assert sweep(webapp) == 1
    assert set(loaded) == {made.name, over.name}
    assert not webapp.held, "nobody looks at them, so they are not held"
    loaded.clear()
    assert (sweep(webapp), loaded) == (0, [])


def test_an_abandoned_game_counts_for_nothing_in_a_series(webapp: WebApp, made: Made) -> None:
    webapp.waits(31 * DAY)
    sweep(webapp)
    for seat in ("black", "white"):
        made.seats[seat].post(made.at(seat) + "/next")
    follows = webapp.games()[f"{made.name}2"]
    assert follows.terms["series"] == {"black": 0, "white": 0}
    assert follows.terms["claim_after"] == "5m"


def test_days_without_a_server_are_no_days_without_people() -> None:
    pauses = [(NOON, NOON + timedelta(days=10)), (NOON + timedelta(days=20), NOON + timedelta(days=25))]
    now = NOON + timedelta(days=40)
    assert start_of_uptime(timedelta(days=5), now, pauses) == NOON + timedelta(days=35)
    assert start_of_uptime(timedelta(days=20), now, pauses) == NOON + timedelta(days=15)
    assert start_of_uptime(timedelta(days=30), now, pauses) == NOON - timedelta(days=5)


def test_the_database_finds_the_forgotten_games(tmp_path: Path) -> None:
    async def find() -> None:
        store = Store(f"sqlite+aiosqlite:///{tmp_path}/games.db")
        await store.open()
        games, late = store.games, NOON + timedelta(days=50)
        for name in ("quiet", "moved", "seen", "closed", "young"):
            made = late if name == "young" else NOON
            await games.add(StoredGame(name, {}, (1, 1), {}, "", made), [Chair("black", ""), Chair("white", "")])
            tries = [Event(seat, EventKind.TRY, at, made) for seat, at in (("black", "C3"), ("white", "D4"))]
            await games.append(name, 0, tries)
        await games.append("moved", 2, [Event("black", EventKind.PENCIL, "C3 black", late)])
        await games.store_last_seen({("seen", "white"): late})
        await games.close_game("closed", late)
        assert await games.find_unused(NOON + timedelta(days=40)) == ["quiet"]
        loaded = await games.load("seen")
        assert loaded is not None
        assert [chair.seen for chair in loaded[1]] == [None, late]
        await store.close()

    run_in_thread(find())
