"""Random commands and spoilt ones: each is answered, and the engine never ends."""

import io
from random import Random

import pytest
from hypothesis import given

from tests.gtp.session import engine, said
from tests.inputs import check_sentence, spoilt
from yurei.apps import gtp

KINDS = ("none", "absolute", "byoyomi", "canadian", "fischer", "fischer-capped", "hourglass")
TIMES = ("0", "1", "2", "0.5", "3.5", "60", "300.25", "-1", "-0.5", "999999999", "1e9", "9999999999", "x", "")
VERTICES = ("A1", "B2", "C3", "c1", "I1", "pass", "..", "ghost-B1", "resign", "Z9", "Ä1")
SIDES = ("b", "w", "black", "WHITE", "red", "")
GAMES = (("go", "open"), ("japanese", "open"), ("no-seki-go", "open"), ("alter-igo", "open"), ("go", "hamburg"))


def command(chance: Random) -> str:
    """Return a random command; about half of them concern time."""

    def time() -> str:
        return chance.choice(TIMES)

    side, vertex = chance.choice(SIDES), chance.choice(VERTICES)
    dialect = chance.choice(("kgs", "kata"))
    return chance.choice(
        (
            f"time_settings {time()} {time()} {time()}",
            f"{dialect}-time_settings {chance.choice(KINDS)} {' '.join(time() for _ in range(chance.randrange(5)))}",
            f"time_left {side} {time()} {time()}",
            f"time_left {side} 0 {chance.randrange(4)}",
            f"genmove {side}",
            f"reg_genmove {side}",
            f"play {side} {vertex}",
            chance.choice(
                ("undo", "clear_board", "boardsize 3", "komi 0.5", "showboard", "printsgf", "yurei-settings")
            ),
            f"place_free_handicap {chance.randrange(7)}",
            f"fixed_handicap {time()}",
            f"kgs-rules {chance.choice(('chinese', 'japanese', 'aga', 'none', ''))}",
            f"{chance.choice(('is_legal', 'loadsgf', 'yurei-told', 'yurei-seat', 'gg-undo'))} {side} {vertex}",
        )
    )


def answer_random_commands(count: int, seed: int) -> None:
    """Give engines of all kinds so many commands, and check every answer."""
    chance = Random(seed)
    for game, referee in GAMES:
        playing = engine("uniform", seed, ruleset=game, referee=referee, width=3, height=3)
        for _ in range(count // len(GAMES)):
            line = command(chance)
            answer = said(playing, line)
            assert answer[:1] in ("=", "?"), f"{line!r}: {answer[:80]!r}"
            if answer.startswith("?"):
                check_sentence(answer[1:].strip())


def test_random_commands_with_every_kind_of_clock_are_answered() -> None:
    answer_random_commands(3_000, 1)


@pytest.mark.nightly
def test_a_million_random_commands_with_every_kind_of_clock_are_answered() -> None:
    answer_random_commands(1_000_000, 2)


TOLD = 'yurei-told {"seat": "black", "told": {"to": "white", "seat": "black", "action": "stone"}, "result": null}'
SESSIONS = (
    "1 boardsize 3\n2 clear_board\n3 komi 6.5\n4 play b B2  # the centre\nshowboard",
    "time_settings 60 30 5\ntime_left b 55 0\nkgs-time_settings byoyomi 60 10 5",
    "5 play w ghost-A1\nundo\nall_legal w\ngogui-play_sequence w c1 b c2",
    "genmove b\nknown_command gogui-rules_board\nquit",
    f"yurei-seat white\nshowboard\n{TOLD}\nlist_stones w",
)
WORDS = ("boardsize ", "play ", "genmove ", "undo", "yurei-told ", "ghost-", "pass", "\x07", "#", "999999999 ")


@given(spoilt([session.encode() for session in SESSIONS], WORDS))
def test_any_bytes_are_answered_as_the_standard_says(data: bytes) -> None:
    for game, referee in (("go", "open"), ("no-seki-go", "open"), ("go", "hamburg")):
        out = io.BytesIO()
        gtp.serve(engine("uniform", ruleset=game, referee=referee, width=3, height=3), io.BytesIO(data), out)
        text = out.getvalue().decode("ascii")
        assert not text or text.endswith("\n\n"), "an answer ends with an empty line"
        for answer in text.split("\n\n")[:-1]:
            assert answer[:1] in ("=", "?"), f"{answer[:40]!r} is no answer"
            if answer.startswith("?"):
                check_sentence(answer.lstrip("?0123456789").strip())
