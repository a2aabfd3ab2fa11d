"""No text escapes translation: every error and every word on a page is marked where it stands in the code."""

import ast
from functools import cache
from pathlib import Path

import pytest

import yurei
from yurei import errors
from yurei.errors import YureiError

SOURCES = Path(yurei.__file__).parent
WEB = SOURCES / "apps" / "web"
ENGLISH = {
    # What is said to the one who runs the server, on the command line.
    *(WEB / name for name in ("address.py", "serve.py", "settings.py")),
    WEB / "notifications" / "settings.py",
    SOURCES / "club" / "consistency.py",
    SOURCES / "club" / "store" / "backup.py",
}
READ_BY_PEOPLE = ("errors.py", "rules", "referee", "records", "players", "clocks", "problems", "club", "apps/web")
"""Rooms whose errors a reader of a page can meet. The command line and the line protocol speak English."""

ATTRIBUTES = {"aria_label", "aria_description", "title", "placeholder", "alt"}
UNTRANSLATED = {"yurei", " – yurei"}
"""A name is a name in every language."""


def sources(*rooms: str) -> list[Path]:
    places = [SOURCES / room for room in rooms]
    files = [file for place in places for file in ([place] if place.is_file() else sorted(place.rglob("*.py")))]
    return [file for file in files if file not in ENGLISH]


@cache
def calls(file: Path) -> list[ast.Call]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return [node for node in ast.walk(tree) if isinstance(node, ast.Call)]


def name_of(call: ast.expr) -> str:
    """The name of what is called: ``say`` for ``say(…)`` and for ``page.say(…)``."""
    if isinstance(call, ast.Call):
        return name_of(call.func)
    return call.attr if isinstance(call, ast.Attribute) else call.id if isinstance(call, ast.Name) else ""


def spelt_out(node: ast.expr) -> list[str]:
    """The words that stand in an expression unmarked: in a literal, in an f-string, in one branch of a choice."""
    parts: list[ast.expr] = []
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        text = "".join(letter if letter.isalpha() else " " for letter in node.value)
        return [node.value] if any(len(word) > 1 for word in text.split()) and node.value not in UNTRANSLATED else []
    if isinstance(node, ast.JoinedStr):
        parts = [part for part in node.values if isinstance(part, ast.Constant)]
    elif isinstance(node, (ast.Tuple, ast.List)):
        parts = node.elts
    elif isinstance(node, ast.IfExp):
        parts = [node.body, node.orelse]
    elif isinstance(node, ast.BoolOp):
        parts = node.values
    elif isinstance(node, ast.GeneratorExp):
        parts = [node.elt]
    elif isinstance(node, ast.Starred):
        parts = [node.value]
    return [text for part in parts for text in spelt_out(part)]


def errors_of_ours() -> set[str]:
    """The names of all errors, those of the web door among them."""
    import yurei.apps.web.app  # noqa: F401  its errors are defined where they are raised

    found, new = set(), [YureiError]
    while new:
        kind = new.pop()
        found.add(kind.__name__)
        new += kind.__subclasses__()
    return found


def test_every_error_that_a_reader_can_meet_is_marked() -> None:
    ours = errors_of_ours()
    unmarked = [
        f"{file.relative_to(SOURCES)}:{call.lineno}: {text}"
        for file in sources(*READ_BY_PEOPLE)
        for call in calls(file)
        if name_of(call) in ours and call.args
        for text in spelt_out(call.args[0])
        if text != "{error}"  # an error that says what another has said
    ]
    assert unmarked == []


def test_every_name_that_can_be_missing_has_its_sentence() -> None:
    asked = {
        call.args[0].value
        for file in sources(*READ_BY_PEOPLE, "languages")
        for call in calls(file)
        if name_of(call) == "unknown" and isinstance(call.args[0], ast.Constant)
    }
    assert asked
    assert asked <= set(errors.NO_SUCH)


def test_nothing_is_translated_that_is_not_marked() -> None:
    unmarked = [
        f"{file.relative_to(SOURCES)}:{call.lineno}: {text}"
        for file in sources("apps/web", "referee", "wording.py", "errors.py")
        for call in calls(file)
        if name_of(call) in ("say", "gettext", "ngettext", "Words")
        for argument in call.args
        for text in spelt_out(argument)
        if text != "there is no {what} {name}"  # for doors that speak English
    ]
    assert unmarked == []


def elements(file: Path) -> set[str]:
    """The names under which a module knows elements of a page."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module == "htpy"]
    return {alias.asname or alias.name for node in imports for alias in node.names}


@pytest.mark.parametrize("file", sources("apps/web"), ids=lambda file: file.stem)
def test_no_word_stands_on_a_page_unmarked(file: Path) -> None:
    known = elements(file)
    tree = ast.parse(file.read_text(encoding="utf-8"))
    contents = [
        node.slice for node in ast.walk(tree) if isinstance(node, ast.Subscript) and name_of(node.value) in known
    ]
    attributes = [
        keyword.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and name_of(node) in known
        for keyword in node.keywords
        if keyword.arg in ATTRIBUTES
    ]
    assert [text for node in [*contents, *attributes] for text in spelt_out(node)] == []
