"""Forms of a game's page: buttons that act at the table, and the id that makes a form that is sent twice act once."""

from __future__ import annotations

from htpy import Element, VoidElement, button, form, input

from yurei.apps.web.parts.context import Page


def request_field() -> VoidElement:
    """The hidden field for the id of a request. A script fills it; without one ``with_request_ids`` does."""
    return input(type="hidden", name="request", value="")


_EMPTY = str(request_field())


def with_request_ids(html: str, request: str) -> str:
    """Fill the id of every form of a page, for browsers without scripts."""
    return html.replace(_EMPTY, str(input(type="hidden", name="request", value=request)))


def act(page: Page, do: str, words: str, *, kind: str | None = None, at: str = "") -> Element:
    """A button that acts at the table, in a form of its own.

    Args:
        page: Where it stands.
        do: The action.
        words: Its label.
        kind: A class of the button.
        at: The point or points of the action.
    """
    return form(method="post", action=page.address, data_live="")[
        at and input(type="hidden", name="at", value=at),
        request_field(),
        button(name="do", value=do, class_=kind)[words],
    ]
