"""Page and route of the analysis board, which shows the values of all moves in a position that is solved."""

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit

import htpy as h
from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from markupsafe import Markup

from yurei.apps.web.frame.address import get_base_url
from yurei.apps.web.frame.board import Label, Picture, draw_board
from yurei.apps.web.frame.html import copy_field, draw_field, icon, key_list, select_of
from yurei.apps.web.frame.http import get_language, wants_fragment
from yurei.apps.web.frame.page import LEARN, draw_document
from yurei.apps.web.parts.game_parts import Tool, tool_group
from yurei.apps.web.parts.walk import COLOURS, PATH, PLAY, RULESET, SOLVED, Walk
from yurei.club.programs.solved import Position, SolvedBoards, SolvedPosition, SolvingProgress, UnsolvedPosition
from yurei.club.programs.solved import State as Known
from yurei.errors import unknown
from yurei.languages import N_, Gettext, listed, translation
from yurei.players.tablebase import Analysis, Outcome, openings
from yurei.referee.announce import COLOURS as COLOUR_WORDS
from yurei.referee.announce import speak_result
from yurei.rules.board import BLACK, BLACK_STONE, EMPTY, WHITE_STONE, Colour
from yurei.rules.points import Size

CELLS = {"black": BLACK_STONE, "white": WHITE_STONE, "empty": EMPTY}
"""The cell that a click sets up on its point, by tool."""
TOOLS = (PLAY, *CELLS)


def offered_sizes() -> list[Size]:
    """Return the board sizes to choose from, never higher than wide; sizes with every position solved come first."""
    solved = [
        Size(width, height)
        for height in range(1, SOLVED + 1)
        for width in range(height, SOLVED + 1)
        if width * height <= SOLVED
    ]
    return solved + [Size(size.height, size.width) for size in openings()]


PART = "analysis"
"""HTML id of the part that changes with every click; links and forms name it too."""


@dataclass(frozen=True, slots=True)
class View:
    """Data from which the analysis page is drawn.

    ``state`` contains the values of the position; it is None if the game is over or a string has no liberty.
    ``refused`` is the point of a move that was not possible.
    """

    walk: Walk
    tool: str
    state: Known | None
    language: str
    base: str
    refused: int | None = None

    @property
    def say(self) -> Gettext:
        """Translator into the reader's language."""
        return translation(self.language).gettext

    @property
    def solved(self) -> SolvedPosition | None:
        """The values of the position; None if unknown."""
        return self.state if isinstance(self.state, SolvedPosition) else None

    @property
    def analysis(self) -> Analysis | None:
        """The values of the moves in the position; None if unknown."""
        return self.solved.analysis if self.solved else None

    @property
    def best_line(self) -> tuple[int, ...]:
        """The points of the moves with which both sides play best from the position on."""
        return self.solved.line if self.solved else ()


def _describe_outcome(outcome: Outcome, say: Gettext) -> str:
    """Return an outcome in words, without a full stop."""
    if outcome.winner is None:
        return say(N_("draw"))
    words = say(N_("{winner} wins in 1 move")) if outcome.distance == 1 else say(N_("{winner} wins in {count} moves"))
    return words.format(winner=say(COLOUR_WORDS[outcome.winner]), count=outcome.distance)


def _describe_value(outcome: Outcome, to_move: Colour, say: Gettext) -> str:
    if outcome.winner is None:
        return say(N_("{mover} to move: a draw.")).format(mover=say(COLOUR_WORDS[to_move]))
    return say(N_("{mover} to move: {outcome}.")).format(
        mover=say(COLOUR_WORDS[to_move]), outcome=_describe_outcome(outcome, say)
    )


def _describe_best_moves(analysis: Analysis, say: Gettext, language: str) -> str:
    if len(analysis.moves) == len(analysis.best) > 1:
        return say(N_("All moves are equally good."))
    loses = analysis.outcome.winner is analysis.to_move.opponent
    words = N_("All moves lose; the longest resistance: {points}.") if loses else N_("Best moves: {points}.")
    return say(words).format(points=listed(analysis.size.names(analysis.best), language))


def _label_moves(analysis: Analysis, say: Gettext) -> Iterator[tuple[int, Label]]:
    """Yield the point of every move, and a label with the move's value."""
    for point, outcome in analysis.moves.items():
        best = point in analysis.best
        wins = outcome.winner is analysis.to_move
        text = "=" if outcome.winner is None else f"{'+' if wins else '−'}{outcome.distance}"
        kind = "drawn" if outcome.winner is None else "won" if wins else "lost"
        words = _describe_outcome(outcome, say)
        if best:
            words = say(N_("{outcome}, best move")).format(outcome=words)
        yield point, Label(text, f"{kind} best" if best else kind, words)


SHOWN_TOOLS = (
    Tool(PLAY, "1", N_("Play moves"), '<use href="#{hand}-stone"/>'),
    Tool("black", "2", N_("Set up Black"), '<use href="#black-stone"/>'),
    Tool("white", "3", N_("Set up White"), '<use href="#white-stone"/>'),
    Tool("empty", "4", N_("Remove stones"), '<path class="pencil" d="M-.25-.25l.5.5m0-.5l-.5.5"/>'),
)


LEGEND = N_(
    "+n: the side to move wins in n moves; −n: it loses in n; =: a draw. Moves of both colours count. The best moves have a "
    "thick ring."
)
KEYS = (
    ("← ↑ → ↓", N_("go from point to point")),
    ("Enter", N_("play or set up on the point")),
    *((tool.key, tool.words) for tool in SHOWN_TOOLS),
    ("B F", N_("one move back or forward")),
    ("S E", N_("to the start or to the end")),
)


def analysis_page(view: View) -> str:
    """Return the page of the analysis board."""
    say = view.say
    return draw_document(
        say(N_("Analysis board")),
        [
            h.h1[say(N_("Analysis board"))],
            h.p(".summary")[
                say(
                    N_(
                        "Small boards of Alter Igo are solved: for every move it is known who wins, and after how many moves."
                    )
                )
            ],
            Markup(analysis_part(view)),
        ],
        view.language,
        extras=("front.css", "analysis.css", "front.js", "analysis.js"),
        here=LEARN,
    )


def analysis_part(view: View) -> str:
    """Return the part of the analysis page that changes with every click."""
    return str(
        h.section(f"#{PART}", data_address=view.walk.address(view.tool), data_hand=view.walk.to_move.word)[
            _draw_board_choice(view),
            _draw_live_section(
                "value",
                h.div(".worth")[
                    h.p("#said", class_="said", role="status")[" ".join(_describe_position(view))],
                    isinstance(view.state, SolvingProgress)
                    and [
                        h.progress(value=str(view.state.percent), max="100", aria_label=view.say(N_("Solving"))),
                        h.a(href=view.walk.address(view.tool), data_part=PART)[view.say(N_("Check progress"))],
                    ],
                ],
            ),
            _draw_board_and_tools(view),
            h.div(".beside")[
                _draw_steps(view), _draw_best_line(view), _draw_mover_choice(view), _draw_further_links(view)
            ],
        ]
    )


def _draw_live_section(name: str, *content: h.Node) -> h.Element:
    """Draw a section of the page that is replaced separately when it changes."""
    return h.div(f"#section-{name}", data_section="")[content]


def _describe_position(view: View) -> Iterator[str]:
    say, walk = view.say, view.walk
    if view.refused is not None:
        yield say(N_("No stone can be played on {point}.")).format(point=walk.size.name(view.refused))
    if walk.state is None:
        yield say(N_("A string has no liberty: this position cannot occur. Set up more, or remove stones."))
    elif walk.state.result is not None:
        yield speak_result(walk.state.result, view.language, RULESET)
    elif view.solved is not None:
        yield _describe_value(view.solved.outcome, walk.to_move, say)
        if view.analysis is not None:
            yield _describe_best_moves(view.analysis, say, view.language)
        else:
            yield say(N_("The values of the moves from here are not known."))
    elif isinstance(view.state, UnsolvedPosition):
        yield view.state.why.said(say)
    else:
        yield say(N_("This board is being solved; the values appear as soon as they are known."))


# The board and its tools.


def _draw_board_and_tools(view: View) -> h.Element:
    return h.section(".play")[
        h.form("#play", method="get", action=PATH, data_part=PART)[
            draw_board(_make_picture(view), view.say),
            tool_group(SHOWN_TOOLS, BLACK, view.say, view.tool),  # an open page keeps the selected tool
        ],
        # Outside the form, so that its field is not submitted as the point.
        _draw_live_section(
            "fields",
            (h.input(type="hidden", form="play", name=name, value=value) for name, value in view.walk.fields.items()),
        ),
        _draw_live_section("legend", view.analysis is not None and h.p(".note")[view.say(LEGEND)]),
    ]


def _make_picture(view: View) -> Picture:
    walk, say = view.walk, view.say
    labels = dict(_label_moves(view.analysis, say)) if view.analysis else {}
    last = (walk.moves[walk.after - 1], False) if walk.after else None
    if last is not None and not walk.cells[last[0]]:
        last = None
    return Picture(
        size=walk.size,
        cells=walk.cells,
        name="board",
        label=say(N_("Analysis board")),
        last=last,
        clickable=True,
        labels=labels,
    )


# Beside the board.


def _draw_steps(view: View) -> h.Element:
    """Draw the buttons to step through the moves; beyond the last move they follow the line of best play."""
    say, walk = view.say, view.walk
    rest = walk.moves[walk.after :] or view.best_line
    following = walk.with_moves(*rest)
    words = say(N_("Move {number} of {last}")) if walk.moves else say(N_("No moves yet"))
    return _draw_live_section(
        "steps",
        h.div(".steps.toolbar", role="group", aria_label=say(N_("Step through the moves")))[
            _draw_step_link(view, walk.at_move(0), "first", say(N_("Start")), "s"),
            _draw_step_link(view, walk.at_move(walk.after - 1), "back", say(N_("Back")), "b"),
            h.span(".moment")[words.format(number=walk.after, last=len(walk.moves))],
            _draw_step_link(view, following.at_move(walk.after + 1), "on", say(N_("Forward")), "f"),
            _draw_step_link(view, following.at_move(len(following.moves)), "last", say(N_("End")), "e"),
        ],
    )


def _draw_step_link(view: View, to: Walk, shape: str, words: str, key: str) -> h.Element:
    return h.a(
        ".button",
        href=to.address(view.tool),
        title=f"{words} ({key.upper()})",
        aria_label=words,
        aria_disabled="true" if to.after == view.walk.after else None,
        data_part=PART,
        data_key=key,
    )[icon(shape)]


def _draw_best_line(view: View) -> h.Element:
    """Draw the line of best play. Each move is a link that plays the line up to that move."""
    say, walk, line = view.say, view.walk, view.best_line
    if not line:
        return _draw_live_section("line")
    ends = view.solved is not None and view.solved.outcome.winner is not None
    mover, shown = walk.to_move, walk.with_moves(*line)
    return _draw_live_section(
        "line",
        h.section(".panel")[
            h.h2[say(N_("Line of best play"))],
            h.ol(".line", start=str(walk.after + 1))[
                (
                    h.li(class_=(mover if number % 2 else mover.opponent).word)[
                        h.a(
                            href=shown.at_move(walk.after + number).address(),
                            data_part=PART,
                            aria_label=f"{say(COLOUR_WORDS[mover if number % 2 else mover.opponent])} {walk.size.name(point)}",
                        )[walk.size.name(point)]
                    ]
                    for number, point in enumerate(line, 1)
                )
            ],
            walk.size.points <= SOLVED and not ends and h.p(".note")[say(N_("Then a position comes again: a draw."))],
        ],
    )


def _draw_mover_choice(view: View) -> h.Element:
    say, walk = view.say, view.walk
    return _draw_live_section(
        "mover",
        h.div(".toolbar", role="group", aria_label=say(N_("Side to move")))[
            (
                h.a(
                    ".button",
                    href=walk.with_mover(colour).address(view.tool),
                    data_part=PART,
                    aria_current="true" if colour is walk.to_move else None,
                )[say(N_("{mover} to move")).format(mover=say(COLOUR_WORDS[colour]))]
                for colour in COLOURS.values()
            )
        ],
    )


def _draw_further_links(view: View) -> list[h.Element]:
    say, walk = view.say, view.walk
    empty = Walk(walk.size, bytes(walk.size.points))
    turned = walk.size.width != walk.size.height
    return [
        _draw_live_section(
            "share",
            h.div(".toolbar")[
                h.a(".button", href=empty.address(), data_part=PART)[say(N_("Empty board"))],
                turned
                and h.a(".button", href=walk.turned().address(view.tool), data_part=PART)[say(N_("Turn the board"))],
            ],
            h.div(".share")[copy_field(say(N_("Link to this position:")), f"{view.base}{walk.address()}", say)],
        ),
        key_list(KEYS, say),
        h.p(".note")[
            say(N_("The values are those of a game that begins with the position: earlier positions do not count."))
        ],
    ]


def _draw_board_choice(view: View) -> h.Element:
    say, size = view.say, view.walk.size
    now = Size(max(size.width, size.height), min(size.width, size.height))
    named = []
    for each in offered_sizes():
        name = f"{each.width}×{each.height}"
        first_moves = say(N_("{size} (first moves)")).format(size=name)
        named.append((str(each), name if each.points <= SOLVED else first_moves))
    return h.form("#choose", method="get", action=PATH, data_part=PART, autocomplete="off")[
        draw_field(say(N_("Board")), select_of("size", named, str(now))), h.button(".go")[say(N_("Show"))]
    ]


def analysis_routes(app: FastAPI, boards: SolvedBoards) -> None:
    """Add the route of the analysis board."""

    @app.get(PATH)
    async def analysis(request: Request) -> Response:
        """Show the analysis board. A click on a point adds a move there, or with a different tool sets up a stone."""
        given, language = request.query_params, get_language(request)
        walk, tool = Walk.read(given), given.get("do") or PLAY
        if tool not in TOOLS:
            raise unknown("tool", tool, TOOLS)
        refused = None
        if name := given.get("at"):
            point = walk.size.point(name)
            if tool != PLAY:
                walk = walk.with_cell(point, CELLS[tool])
            elif walk.may_play(point):
                walk = walk.with_moves(point)
            else:
                refused = point
        fragment = wants_fragment(request)
        address = walk.address(tool)
        is_other = dict(parse_qsl(urlsplit(address).query)) != dict(given)
        if not fragment and refused is None and given and is_other:
            return RedirectResponse(address, 303)
        state = None
        if walk.state is not None and not walk.is_over:
            state = await boards.analyse(Position(walk.cells, walk.size, walk.to_move))
        view = View(walk, tool, state, language, get_base_url(request), refused)
        return HTMLResponse(analysis_part(view) if fragment else analysis_page(view))
