"""The kernel's interface: bad input gets a sentence, and docs/kernel.md names all that there is."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from yurei import kernel
from yurei.errors import BadValue, Unknown, YureiError
from yurei.kernel import RefereedBatch, complete_games, perft, random_games
from yurei.kernel.rulesets import OPTIONS

CALLS: dict[str, Callable[..., object]] = {
    "random games": lambda ruleset="go", size=9, **options: random_games(ruleset, size, 1, 1, **options),
    "perft": lambda ruleset="go", size=9, **options: perft(ruleset, size, 1, **options),
    "complete games": lambda ruleset="tromp-taylor", size="1x2", **options: complete_games(ruleset, size, **options),
    "batch": lambda ruleset="go", size=9, **options: RefereedBatch(ruleset, size, 1, **options),
}
OF_FUNCTIONS: list[tuple[dict[str, Any], type[YureiError], str]] = [
    ({"ruleset": None}, Unknown, "there is no ruleset None. Known: go"),
    ({"ruleset": 5}, Unknown, "there is no ruleset 5. Known: go"),
    ({"kommi": 7}, BadValue, "the kernel knows no option 'kommi'. Known: capture, suicide, repetition, draw_counts"),
    ({"handicap": 2}, BadValue, "the kernel knows no option 'handicap'. Known: capture"),
    ({"referee": "hamburg"}, BadValue, "the kernel knows no option 'referee'. Known: capture"),
]
EVERYWHERE: list[tuple[dict[str, Any], type[YureiError], str]] = [
    ({"ruleset": "alterigo"}, Unknown, "there is no ruleset 'alterigo'; did you mean 'alter-igo'? Known: go, new-z"),
    ({"ruleset": ""}, Unknown, "there is no ruleset ''. Known: go"),
    ({"size": 20}, BadValue, "the kernel knows boards to 19x19, not 20x20"),
    ({"size": (3, 25)}, BadValue, "the kernel knows boards to 19x19, not 3x25"),
    ({"size": 0}, BadValue, "a board has 1 to 25 lines each way, not 0 by 0"),
    ({"size": "nine"}, BadValue, "'nine' is no size"),
    ({"size": None}, BadValue, "None is no size"),
    ({"size": 9.0}, BadValue, "9.0 is no size"),
    ({"komi": 7.3}, BadValue, "komi is a multiple of 0.5"),
    ({"komi": float("nan")}, BadValue, "komi is a multiple of 0.5"),
    ({"suicide": "sometimes"}, BadValue, "suicide"),
    ({"repetition": "superko"}, BadValue, "repetition"),
    ({"passing": "often"}, BadValue, "passing"),
    ({"white_passes": -1}, BadValue, "White’s passes are a whole number"),
    ({"ghosts": "yes"}, BadValue, "ghosts"),
    ({"capture": "simultaneous", "suicide": "forbidden"}, BadValue, "suicide cannot be forbidden"),
    ({"ruleset": "alter-igo", "komi": 6.5}, BadValue, "komi 6.5 has no effect where nothing is scored"),
]


PAGE = Path(__file__).parents[2] / "docs" / "kernel.md"


def examples() -> dict[str, Any]:
    """Run every program of docs/kernel.md, one after the other; returns the names that they leave."""
    names: dict[str, Any] = {}
    for program in re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
        exec(compile(program, PAGE.name, "exec"), names)  # our own page
    return names


OF_EACH: dict[str, list[tuple[dict[str, Any], type[YureiError], str]]] = {
    "batch": [({"kommi": 7}, BadValue, "there is no setting 'kommi'. Known: ")],
    "complete games": [
        *OF_FUNCTIONS,
        ({"ruleset": "go", "size": 1}, BadValue, "'positional-superko' and 'situational-superko' alone"),
        ({"ruleset": "alter-igo", "size": 1}, BadValue, "'positional-superko' and 'situational-superko' alone"),
        ({"size": "3x2"}, BadValue, "at most 4 points, not on 3x2"),
    ],
}
BAD_CALLS = [(name, *case) for name in CALLS for case in EVERYWHERE + OF_EACH.get(name, OF_FUNCTIONS)]


@pytest.mark.parametrize(("name", "given", "kind", "sentence"), BAD_CALLS, ids=lambda value: str(value)[:40])
def test_bad_arguments_are_refused_in_a_sentence(
    name: str, given: dict[str, Any], kind: type[YureiError], sentence: str
) -> None:
    with pytest.raises(kind) as raised:
        CALLS[name](**given)
    assert sentence in str(raised.value)
    assert "\n" not in str(raised.value)


NO_NUMBERS = [-1, 1.5, 2.0, "3", None, True, 2**70, float("nan"), [1]]
NUMBERS: dict[str, Callable[[Any], object]] = {
    "games": lambda value: random_games("go", 3, value, 1),
    "seed": lambda value: random_games("go", 3, 1, value),
    "depth": lambda value: perft("go", 3, value),
    "games of a batch": lambda value: RefereedBatch("go", 3, value),
    "seed of a batch": lambda value: RefereedBatch("go", 3, 1, value),
}


@pytest.mark.parametrize(
    ("what", "value"),
    [
        pytest.param(what, value, id=f"{what}-{value!r}")
        for what in NUMBERS
        for value in (*NO_NUMBERS, *([0] if what == "games of a batch" else []))
        if what != "seed of a batch" or value not in ("3", [1])  # which is a seed for every game
    ],
)
def test_a_number_out_of_its_range_gets_a_sentence(what: str, value: object) -> None:
    with pytest.raises(BadValue, match=f"^{what.split()[0]} is a whole number from . to "):
        NUMBERS[what](value)


@pytest.mark.parametrize("value", [0, -1, 2.5, "9", True, 1_000_001], ids=repr)
def test_most_is_a_number_of_moves(value: Any) -> None:
    for make in (random_games, RefereedBatch):
        with pytest.raises(BadValue, match=r"^most is a number of moves from 1 to 1000000, not "):
            make("go", 3, 1, 1, most=value)


@pytest.mark.parametrize("policy", ["no-eye", "", None, 0, ["uniform"]], ids=repr)
def test_an_unknown_policy_gets_a_sentence(policy: Any) -> None:
    with pytest.raises(Unknown, match=r"^there is no policy .* Known: uniform, no-eyes$"):
        random_games("go", 3, 1, 1, policy=policy)


def python(program: str, **environment: str) -> str:
    """Run a program in a process of its own, in which warnings are errors; return what it prints."""
    command = [sys.executable, "-W", "error", "-c", program]
    environment = {**os.environ, "PYTHONPATH": ".", **environment}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.strip()


@pytest.mark.parametrize("missing", ["numba", "numpy"])
def test_without_numba_the_error_names_the_extra_to_install(missing: str) -> None:
    program = f"""
import sys

class Nothing:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] == {missing!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Nothing())
from yurei.errors import YureiError
try:
    import yurei.kernel
except YureiError as error:
    print(error)
"""
    assert python(program) == "the kernel needs numba and numpy: pip install '.[fast]'"


def test_playing_and_the_command_line_load_neither_numba_nor_numpy() -> None:
    program = """
import sys
import yurei
import yurei.apps.cli
from yurei.rules import judge, start, get, Size
from yurei.rules.state import stone
yurei.Table, yurei.View, yurei.players, yurei.records, yurei.referees
state = start(get("no-seki-go"), Size(9, 9))
for point in (1, 2, 3):
    state = judge(state, stone(point)).after
print(sorted({"numpy", "numba", "yurei.kernel"} & set(sys.modules)))
"""
    assert python(program) == "[]"


TEXT = PAGE.read_text(encoding="utf-8")


@pytest.mark.nightly
def test_the_programs_of_the_page_run() -> None:
    assert examples()["legal_positions"](2, 2) == 57


def test_the_page_knows_every_name() -> None:
    functions = re.findall(r"^\| `(\w+)\(", TEXT, re.MULTILINE)
    assert sorted([*functions, "Games"]) == sorted(kernel.__all__)


def test_the_page_knows_every_setting() -> None:
    sentence = TEXT[TEXT.index("Settings are given by name:") :]
    assert re.findall(r"`(\w+)`", sentence[: sentence.index(".")]) == list(OPTIONS)


def test_every_part_that_the_page_names_is_there() -> None:
    sentence = TEXT[TEXT.index("has the parts:") :]
    names = re.findall(r"`(\w+)`", sentence[: sentence.index("and more")])
    assert len(names) > 3
    assert all(hasattr(kernel.core, name) for name in names)
