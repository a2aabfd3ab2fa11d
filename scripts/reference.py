"""Pages of docs/reference, and the manual page docs/yurei.1, made from the code, so that they stay up to date.

``.venv-test/bin/python -m scripts.reference`` writes them; a test compares them.
"""

from collections.abc import Iterator
from pathlib import Path

from starlette.routing import Route, WebSocketRoute

from yurei import players, referee, rules
from yurei.apps.terminal.screen import LETTERS, draw_board
from yurei.apps.web.app import make_app
from yurei.apps.web.frame.address import PublicUrl
from yurei.apps.web.learn.lessons import Course, Lesson, Scene
from yurei.apps.web.notifications.mail import OutsideSettings
from yurei.apps.web.settings import WebSettings
from yurei.referee import seating
from yurei.referee.settings import read_settings
from yurei.rules.points import Size
from yurei.rules.ruleset import Ruleset, game_fields

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "reference"
MANUAL = FOLDER.parent / "yurei.1"
MADE = "<!-- Made by scripts/reference.py from the code; do not edit. -->\n"
OPTIONS = ("capture", "suicide", "repetition", "draw_counts", "passing", "ghosts", "scoring")


def pages() -> dict[str, str]:
    """Return every page by its name."""
    return {"games.md": _games(), "referees.md": _referees(), "web.md": _web()}


def _games() -> str:
    parts = [MADE, "# Games\n", "Every game can be played under every referee, on boards from 1×1 to 25×25.\n"]
    for ruleset in rules.ALL:
        parts += _game(ruleset)
    return "\n".join(parts)


def _game(ruleset: Ruleset) -> Iterator[str]:
    plain = read_settings({"ruleset": ruleset.slug}).plain()
    yield f"## {ruleset.title} (`{ruleset.slug}`, version {ruleset.version})\n"
    yield f"{ruleset.summary} Source: <{ruleset.source}>\n"
    yield "| option | value | the sentence that it follows |\n| --- | --- | --- |"
    for option in OPTIONS:
        yield f"| {option} | {_word(plain[option])} | {ruleset.sentences.get(option, '')} |"
    for choice, value in game_fields(ruleset).items():
        yield f"| {choice} | {_word(value)} | {ruleset.sentences[choice]} |"
    yield f"| komi on 9×9 | {_word(plain['komi'])} | {ruleset.sentences.get('komi', '')} |\n"
    for example in ruleset.examples:
        ending = f", and {'Black' if example.winner == 'B' else 'White'} has won" if example.winner else ""
        refused = f", which is refused: {example.refused}" if example.refused else ""
        yield f"*{example.claim}* After `{example.moves}`{refused}{ending}\n"
        yield _drawn(example.board, example.after)


def _drawn(before: str, after: str) -> str:
    """Return two boards side by side, as an indented block."""
    rows = zip(before.split("/"), after.split("/"), strict=True)
    return "\n".join(f"    {left}    {right}" for left, right in rows) + "\n"


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def _referees() -> str:
    parts = [
        MADE,
        "# Referees\n",
        "Everything said is said aloud: everybody hears it. The point that was tried is known to the seat that tried it.\n",
        "| referee | captures, to all | captures, to their owner | captured stones vanish | atari | reasons | sight |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for each in referee.ALL:
        flags = (each.vanishes, each.atari, each.reasons, each.sight)
        cells = [f"`{each.slug}`", each.captures.value, each.owner_hears.value, *(_word(flag) for flag in flags)]
        parts.append(f"| {' | '.join(cells)} |")
    parts.append("")
    parts += [f"- **{each.title}**: {each.summary}" for each in referee.ALL]
    parts += [
        "",
        "Options: `lone_self_atari` (a move that puts only the mover into atari is said to do so; off), `failed_try`",
        "(`retry`: it is still his turn; `lose-turn`: a refused try ends it), `sight` (how many points a stone sees, 0 to 48;",
        "not with `open`, who shows everything, and `hamburg`, whose seats may not learn which own stones went).\n",
        *_examples(),
        "## Seatings\n",
        *(f"- `{each.slug}`: {each.summary}" for each in seating.ALL),
        "",
        "## Programs\n",
        *(f"- `{each.slug}`: {each.summary}" for each in players.ALL),
        "",
    ]
    return "\n".join(parts)


def _examples() -> Iterator[str]:
    """Yield the referees' examples as boards: true board, Black's and White's, before and after the tries."""
    for who in referee.ALL:
        course = Course.of_referee(who)
        for number, example in enumerate(who.examples, start=1):
            lesson = Lesson(course, number, who)
            yield f"## {who.title}: {example.claim}\n"
            yield f"`{example.moves}` on {lesson.settings.size}; what is there, what Black sees, what White sees:\n"
            for moment in (0, len(example.tries)):
                scene, size = lesson.scene_after(moment), lesson.settings.size
                yield "\n".join(f"    {line}" for line in _side_by_side(scene, size)) + "\n"


def _side_by_side(scene: Scene, size: Size) -> Iterator[str]:
    """Yield the true board and both players', as text; ``~`` is fog."""
    boards = [draw_board(scene.cells, size, LETTERS)]
    boards += [draw_board(view.board, size, LETTERS, fog=view.fog) for view in scene.views]
    for rows in zip(*(board.split("\n") for board in boards), strict=True):
        yield "    ".join(f"{row:{2 * size.width + 5}}" for row in rows).rstrip()


def _web() -> str:
    mails = OutsideSettings.model_construct(smtp_host="mail.example")
    app = make_app("sqlite+aiosqlite:///:memory:", public=PublicUrl("https", "go.example"), outside=mails)
    routes = [
        (method, route.path, (route.endpoint.__doc__ or "").strip().partition("\n\n")[0])
        for route in app.routes
        if isinstance(route, Route | WebSocketRoute)
        for method in sorted(getattr(route, "methods", None) or {"WebSocket"})
        if method != "HEAD"
    ]
    parts = [MADE, "# Web routes and settings\n", "| method | route | what it does |", "| --- | --- | --- |"]
    parts += [f"| {method} | `{path}` | {words} |" for method, path, words in routes]
    parts += ["", "## Environment\n", "| variable | option | default | what it is |", "| --- | --- | --- | --- |"]
    prefix, nothing = WebSettings.model_config.get("env_prefix", ""), {"database": "a file among the data of the user"}
    for name, field in WebSettings.model_fields.items():
        usual = "no" if field.default is False else field.default or nothing.get(name, "none")
        option = f"--{name.replace('_', '-')}"
        parts.append(f"| `{prefix}{name.upper()}` | `{option}` | {usual} | {field.description} |")
    for name, field in OutsideSettings.model_fields.items():
        usual = "no" if field.default is False else str(field.default) or "none"
        parts.append(f"| `{prefix}{name.upper()}` | – | {usual} | {field.description} |")
    return "\n".join([*parts, ""])


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, text in pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    from scripts.commands import manual

    MANUAL.write_text(manual(), encoding="utf-8")
