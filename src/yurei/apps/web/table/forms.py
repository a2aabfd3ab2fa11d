"""Forms of a game's page: buttons for actions, and the request id that makes a form sent twice act once."""

from htpy import Element, button, details, div, form, input, p, summary
from markupsafe import Markup

from yurei.apps.web.board.board import Say
from yurei.apps.web.shell.drawn_once import kept
from yurei.apps.web.table.context import Page, seat_word
from yurei.languages import N_
from yurei.referee.view import View, empty_points, opponent_passed

REQUEST_FIELD = Markup(str(input(type="hidden", name="request", value="")))
"""Hidden field for a request id. A script fills it; without scripts ``with_request_ids`` does."""


def with_request_ids(html: str, request: str) -> str:
    """Fill the id of every form of a page, for browsers without scripts."""
    return html.replace(str.__str__(REQUEST_FIELD), str(input(type="hidden", name="request", value=request)))


def act(page: Page, do: str, words: str, *, kind: str | None = None, disabled: bool = False) -> Markup:
    """Draw the button of an action, in a form of its own.

    Args:
        page: The page that it is on.
        do: The action.
        words: Its label.
        kind: A class of the button.
        disabled: Whether it cannot be pressed now; it keeps its place, so that no other button moves.
    """
    return act_at(page.address, do, words, kind, disabled=disabled)


@kept
def act_at(
    address: str, do: str, words: str, kind: str | None = None, at: str = "", *, disabled: bool = False
) -> Element:
    """Draw the button of an action at an address, see ``act``; ``at`` is the point or points of the action."""
    return form(method="post", action=address, data_live="")[
        at and input(type="hidden", name="at", value=at),
        REQUEST_FIELD,
        button(name="do", value=do, class_=kind, disabled=disabled)[words],
    ]


def pass_button(page: Page, view: View) -> Markup:
    """Draw the button to pass; where two passes end the game, and more than a third of the board is empty, it asks first."""
    if page.game.settings.ruleset.passing.ends_games and 3 * empty_points(view) > view.settings.size.points:
        return _pass_menu(page.address, page.say, opponent_passed(view))
    return act(page, "pass", page.say(N_("Pass")))


@kept
def _pass_menu(address: str, say: Say, ends: bool) -> Element:
    """Draw the question before a pass. Once it would end the game it is another menu: one that was open is folded."""
    name, question = (
        (
            "pass-too",
            N_(
                "The opponent has passed. If you pass too, the game ends, although more than a third of the board is empty."
            ),
        )
        if ends
        else ("pass", N_("More than a third of the board is empty. If both pass, the game ends."))
    )
    return _menu(name, say(N_("Pass")), say(question), [act_at(address, "pass", say(N_("Yes, pass")), "primary")])


def resign_menu(page: Page, seats: tuple[str, ...] = ()) -> Markup:
    """Draw the button to resign, folded; one for each of ``seats`` in a count that one person plays on both sides."""
    return _resign_menu(page.address, page.say, seats)


def concede_menu(page: Page) -> Markup:
    """Draw the button to give up all of one's own stones in dispute, folded."""
    return _concede_menu(page.address, page.say)


@kept
def _resign_menu(address: str, say: Say, seats: tuple[str, ...]) -> Element:
    yes = [(say(N_("{seat} resigns")).format(seat=seat_word(seat, say)), seat) for seat in seats]
    buttons = [act_at(address, "resign", words, "danger", at) for words, at in yes or [(say(N_("Yes, resign")), "")]]
    return _menu("resign", say(N_("Resign")), say(N_("Resign the game?")), buttons)


@kept
def _concede_menu(address: str, say: Say) -> Element:
    button = act_at(address, "give-in", say(N_("Yes, concede")))
    return _menu("concede", say(N_("Concede")), say(N_("All of your stones in dispute then count as dead.")), [button])


def _menu(name: str, words: str, question: str, buttons: list[Markup]) -> Element:
    """Draw a button that asks a question first."""
    return details(f"#{name}", class_=f"menu {name}", data_own="")[
        summary(".button")[words], div(".panel")[p[question], buttons]
    ]
