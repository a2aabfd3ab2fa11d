"""Tools for clicks on the board, with their keys: a stone, a ghost, a pencil mark."""

from collections.abc import Iterable
from dataclasses import dataclass

from htpy import Element, dd, details, div, dl, dt, input, kbd, label, span, summary
from markupsafe import Markup

from yurei.apps.web.board.board import Say
from yurei.apps.web.board.shapes import earlier
from yurei.apps.web.shell.drawn_once import kept
from yurei.languages import N_
from yurei.rules.board import Colour


@dataclass(frozen=True)
class Tool:
    """Tool for clicks on the board.

    Attributes:
        do: The action of a click.
        key: The key that selects it, or, for a pencil, that marks the point under focus or pointer.
        words: Its label.
        icon: Its picture around (0, 0), a point being 1 wide; ``{hand}`` is the player's colour.
    """

    do: str
    key: str
    words: str
    icon: str


STONE = Tool("stone", "1", N_("Try a stone"), '<use href="#{hand}-stone"/>')
GHOST = Tool("ghost", "2", N_("Try a ghost"), '<use href="#{hand}-ghost"/>')
PENCILS = (
    Tool("pencil-black", "b", N_("Guess Black"), '<circle class="pencil black" r=".3"/>'),
    Tool("pencil-white", "w", N_("Guess White"), '<circle class="pencil white" r=".3"/>'),
    Tool(
        "pencil-dead", "d", N_("Guess captured"), '<use href="#{hand}-stone"/><path class="pencil" d="M-.3-.3l.6.6"/>'
    ),
    Tool("pencil-cross", "x", N_("Cross out"), '<path class="pencil" d="M-.25-.25l.5.5m0-.5l-.5.5"/>'),
)


def _tools(ghosts: bool) -> tuple[Tool, ...]:
    return (STONE, *([GHOST] if ghosts else []), *PENCILS)


@kept
def toolbox(say: Say, ghosts: bool, hand: Colour, *, pencils: bool = True) -> Element:
    """Draw the tools, one of them selected; pencils form a group, as they change nothing in the game."""
    return div(".tools", role="radiogroup", aria_label=say(N_("Tool")))[
        (tool_label(tool, hand, say, held=tool is STONE) for tool in _tools(ghosts) if tool not in PENCILS),
        pencils
        and span(".pencils")[
            span(".name", aria_hidden="true")[say(N_("Pencil"))],
            (tool_label(tool, hand, say) for tool in PENCILS),
        ],
    ]


def tool_label(tool: Tool, hand: Colour, say: Say, *, held: bool = False, pointed: bool = False) -> Element:
    """Draw a tool; ``pointed`` highlights it."""
    icon = tool.icon.format(hand=hand.word)
    kind = f"tool {tool.do} pointed" if pointed else f"tool {tool.do}"
    return label(class_=kind, title=f"{say(tool.words)} ({tool.key})")[
        input(type="radio", name="do", value=tool.do, checked=held, data_key=tool.key),
        Markup(f'<svg class="icon" viewBox="-.6 -.6 1.2 1.2" aria-hidden="true">{icon}</svg>'),
        span[say(tool.words)],
    ]


def tool_group(tools: Iterable[Tool], hand: Colour, say: Say, held: str) -> Element:
    """Draw tools to choose from; ``held`` is the action of the one that is selected."""
    return div(".tools", role="radiogroup", aria_label=say(N_("Tool")))[
        (tool_label(tool, hand, say, held=tool.do == held) for tool in tools)
    ]


MARKS = (
    ('<path class="last accepted" d="M-.28 0a.28.28 0 1 1 .56 0 .28.28 0 1 1-.56 0"/>', N_("your last move")),
    (earlier("refused", 0, 0), N_("a refused try of yours")),
    (earlier("taken", 0, 0), N_("a captured stone")),
    (earlier("lost", 0, 0), N_("a captured stone of your own")),
    *((tool.icon, tool.words) for tool in PENCILS),
)
"""Pictures of the marks on a board, with what they mean."""


@kept
def legend(say: Say, hand: Colour) -> Element:
    """Draw the list of marks on the board, folded."""
    return details("#legend", class_="marks", data_own="")[
        summary[say(N_("Marks on the board"))],
        dl[
            (
                div[
                    dt[Markup(f'<svg class="icon" viewBox="-.6 -.6 1.2 1.2">{icon.format(hand=hand.word)}</svg>')],
                    dd[say(words)],
                ]
                for icon, words in MARKS
            )
        ],
    ]


@kept
def keys_help(say: Say, ghosts: bool, passes: bool) -> Element:
    """Draw the list of keyboard shortcuts, folded."""
    keys = [
        ("← ↑ → ↓", N_("go from point to point")),
        ("Home End", N_("go to the ends of a line")),
        ("Enter", N_("try the point")),
        *((tool.key, tool.words) for tool in _tools(ghosts)),
        *([("P Enter", N_("pass"))] if passes else []),
    ]
    return details("#keys", class_="keys", data_own="")[
        summary[say(N_("Keyboard shortcuts"))], dl[(div[dt[kbd[key]], dd[say(words)]] for key, words in keys)]
    ]
